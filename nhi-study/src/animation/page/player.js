'use strict';
// What moves the page: the time, by playing, by the slider, by pointing at a plot, by `#t=2.5` behind
// the address.

const SPEEDS = [0.01, 0.1, 0.25, 0.5, 1, 2, 5, 10, 100];
/** Runs that take longer or shorter than this are played faster or slower, in about ten seconds. */
const USUAL = [3, 60];

class Player {
  constructor(data) {
    this.times = data.times.map((time) => time ?? NaN);
    this.span = [this.times[0], this.times[this.times.length - 1]];
    this.moment = 0;
    this.scene = new Scene(document.querySelector('#scene canvas'), data);
    document.querySelector('#scene').hidden = data.parts.length === 0;
    const plots = document.querySelector('#plots');
    const seek = (time) => this.show(this.momentAt(time));
    const axis = { name: data.time, span: this.span };
    this.plots = data.plots.map((plot) => new Plot(plots, plot, axis, seek));
    const unit = /\[(.*)\]/.exec(data.time)?.[1];
    this.unit = unit ? ` ${unit}` : '';
    this.controls(data);
    new ResizeObserver(() => this.draw()).observe(document.body);
    window.addEventListener('hashchange', () => this.goToAddress());
    this.goToAddress();
  }

  controls(data) {
    const find = (name) => document.getElementById(name);
    [this.button, this.slider, this.output, this.speed] = ['play', 'moment', 'time', 'speed'].map(find);
    this.slider.max = this.times.length - 1;
    this.slider.addEventListener('input', () => this.show(Number(this.slider.value)));
    this.button.addEventListener('click', () => this.toggle());
    SPEEDS.forEach((speed) => this.speed.add(new Option(`${speed} x`, speed)));
    this.speed.value = this.usualSpeed();
    const follow = find('follow');
    follow.checked = this.scene.follows = this.scene.isFar;
    follow.addEventListener('change', () => {
      this.scene.follows = follow.checked;
      this.draw();
    });
    find('reset').addEventListener('click', () => this.scene.reset());
    find('reset').hidden = data.parts.length === 0;
    find('hint').textContent = this.scene.space
      ? 'drag to turn, wheel to zoom'
      : 'drag to shift, wheel to zoom';
    document.addEventListener('keydown', (event) => this.key(event));
  }

  usualSpeed() {
    const length = Math.abs(this.span[1] - this.span[0]);
    if (length >= USUAL[0] && length <= USUAL[1]) return 1;
    const distance = (speed) => Math.abs(Math.log(length / speed / 10));
    return SPEEDS.reduce((best, speed) => (distance(speed) < distance(best) ? speed : best), 1);
  }

  key(event) {
    if (event.target instanceof HTMLSelectElement) return;
    const steps = { ArrowLeft: -1, ArrowRight: 1 };
    if (event.key === ' ') {
      event.preventDefault();
      this.toggle();
    } else if (event.key in steps) {
      event.preventDefault();
      this.show(this.moment + steps[event.key]);
    }
  }

  goToAddress() {
    const time = Number(/[#&]t=([-+.\de]+)/.exec(window.location.hash)?.[1] ?? NaN);
    this.show(Number.isNaN(time) ? this.moment : this.momentAt(time));
  }

  /** The last moment that is not after a time; times may run backwards. */
  momentAt(time) {
    const ahead = Math.sign(this.span[1] - this.span[0]) || 1;
    let [low, high] = [0, this.times.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (ahead * (this.times[middle] - time) <= 1e-9 * Math.abs(this.span[1] - this.span[0])) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  show(moment) {
    this.moment = clamp(moment, 0, this.times.length - 1);
    this.slider.value = this.moment;
    this.output.textContent = `t = ${Number(this.times[this.moment].toPrecision(6))}${this.unit}`;
    this.draw();
  }

  draw() {
    this.scene.draw(this.moment);
    this.plots.forEach((plot) => plot.draw(this.times[this.moment]));
  }

  toggle() {
    this.isPlaying = !this.isPlaying;
    this.button.textContent = this.isPlaying ? 'Pause' : 'Play';
    if (!this.isPlaying) return;
    if (this.moment === this.times.length - 1) this.show(0);
    this.begin = { wall: performance.now(), time: this.times[this.moment], speed: this.speed.value };
    requestAnimationFrame((wall) => this.tick(wall));
  }

  tick(wall) {
    if (!this.isPlaying) return;
    // Whoever moves the time or the speed meanwhile begins anew from there.
    if (this.shown !== undefined && this.shown !== this.moment || this.begin.speed !== this.speed.value) {
      this.begin = { wall, time: this.times[this.moment], speed: this.speed.value };
    }
    const ahead = Math.sign(this.span[1] - this.span[0]);
    const passed = Number(this.speed.value) * (wall - this.begin.wall) / 1000;
    this.show(this.momentAt(this.begin.time + ahead * passed));
    this.shown = this.moment;
    if (this.moment === this.times.length - 1) {
      this.shown = undefined;
      this.toggle();
    } else {
      requestAnimationFrame((next) => this.tick(next));
    }
  }
}

window.player = new Player(JSON.parse(document.getElementById('data').textContent));
