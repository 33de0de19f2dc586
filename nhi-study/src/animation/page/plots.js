'use strict';
// Functions of the time on canvases of their own, with a cursor that follows the sketch.

/** The room for the name of the time axis, at its end. */
const TIME_ROOM = 50;
const MARGIN = { left: 64, right: 10, top: 6, bottom: 20 };

class Plot {
  /** Adds a figure; `seek` is called with the time at which somebody points. */
  constructor(parent, { title, label: axis, floor, series }, { name: time, span }, seek) {
    Object.assign(this, { series, floor, span, time });
    const figure = parent.appendChild(document.createElement('figure'));
    const caption = figure.appendChild(document.createElement('figcaption'));
    caption.appendChild(document.createElement('b')).textContent = captionOf(title, axis);
    this.values = series.map(({ name }, index) => {
      const entry = caption.appendChild(document.createElement('span'));
      if (name) entry.appendChild(document.createElement('i')).style.borderColor = colourOf(index);
      entry.append(name);
      return entry.appendChild(document.createElement('output'));
    });
    this.canvas = figure.appendChild(document.createElement('canvas'));
    this.context = this.canvas.getContext('2d');
    this.range = this.valueRange();
    const point = (event) => {
      const { left, width } = this.canvas.getBoundingClientRect();
      const part = (event.clientX - left - MARGIN.left) / (width - MARGIN.left - MARGIN.right);
      seek(span[0] + clamp(part, 0, 1) * (span[1] - span[0]));
    };
    this.canvas.addEventListener('pointerdown', point);
    this.canvas.addEventListener('pointermove', (event) => {
      if (event.buttons > 0) point(event);
    });
  }

  valueRange() {
    let [low, high] = this.floor > 0 ? [-this.floor, this.floor] : [Infinity, -Infinity];
    this.series.forEach(({ values }) => values.forEach((value) => {
      if (value === null) return;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }));
    if (low > high) return [-1, 1];
    const least = 1e-12 * Math.max(Math.abs(low), Math.abs(high));
    if (high - low <= least) {
      const half = Math.abs(high) / 2 || 1;
      return [low - half, high + half];
    }
    const margin = 0.06 * (high - low);
    return [low - margin, high + margin];
  }

  draw(time) {
    fitCanvas(this.canvas, this.context);
    const { width, height } = this.canvas.getBoundingClientRect();
    const [left, right] = [MARGIN.left, width - MARGIN.right];
    const [top, bottom] = [MARGIN.top, height - MARGIN.bottom];
    const x = (t) => left + (right - left) * (t - this.span[0]) / (this.span[1] - this.span[0] || 1);
    const y = (value) => bottom - (bottom - top) * (value - this.range[0]) / (this.range[1] - this.range[0]);
    this.drawAxes(x, y, { left, right, top, bottom });
    this.series.forEach(({ times, values }, index) => {
      this.context.beginPath();
      values.forEach((value, k) => {
        if (value !== null && times[k] !== null) this.context.lineTo(x(times[k]), y(value));
      });
      Object.assign(this.context, { strokeStyle: colourOf(index), lineWidth: 1.2, lineJoin: 'round' });
      this.context.stroke();
    });
    this.line([x(time), top], [x(time), bottom], '#222', 1);
    this.series.forEach((series, index) => {
      const value = valueAt(series, time);
      this.values[index].textContent = value === null ? '' : Number(value.toPrecision(4));
    });
  }

  drawAxes(x, y, { left, right, top, bottom }) {
    const { context } = this;
    Object.assign(context, { font: '11px system-ui, "DejaVu Sans", sans-serif', textBaseline: 'middle' });
    ticks(this.range, (bottom - top) / 28).forEach(([value, text]) => {
      this.line([left, y(value)], [right, y(value)], '#ddd', 0.7);
      this.text(text, left - 6, y(value), 'right');
    });
    ticks([Math.min(...this.span), Math.max(...this.span)], (right - left) / 70).forEach(([value, text]) => {
      this.line([x(value), top], [x(value), bottom], '#eee', 0.7);
      if (x(value) < right - TIME_ROOM) this.text(text, x(value), bottom + 11, 'center');
    });
    this.text(this.time, right, bottom + 11, 'right');
    this.line([left, bottom], [right, bottom], '#222', 0.8);
    this.line([left, top], [left, bottom], '#222', 0.8);
  }

  text(text, x, y, align) {
    Object.assign(this.context, { fillStyle: '#444', textAlign: align });
    this.context.fillText(text, x, y);
  }

  line(from, to, colour, width) {
    this.context.beginPath();
    this.context.moveTo(...from);
    this.context.lineTo(...to);
    Object.assign(this.context, { strokeStyle: colour, lineWidth: width });
    this.context.stroke();
  }
}

/** A title with the label of the axis; one that is a unit alone stands behind it. */
function captionOf(title, axis) {
  if (!axis) return title;
  const unit = axis.indexOf('[');
  if (unit > 0 && title.endsWith(axis.slice(0, unit - 1))) return `${title} ${axis.slice(unit)}`;
  if (title.endsWith(`: ${axis}`)) return title;
  return axis.startsWith('[') ? `${title} ${axis}` : `${title}: ${axis}`;
}

/** The value of a line at a time; null outside of the line and in its gaps. */
function valueAt({ times, values }, time) {
  const ahead = Math.sign(times[times.length - 1] - times[0]) || 1;
  const after = times.findIndex((other) => other !== null && ahead * (other - time) >= 0);
  if (after < 0) return null;
  if (after === 0 || times[after] === time) return times[after] === time ? values[after] : null;
  const [from, to] = [values[after - 1], values[after]];
  if (from === null || to === null || times[after - 1] === null) return null;
  return from + (to - from) * (time - times[after - 1]) / (times[after] - times[after - 1]);
}

function colourOf(index) {
  return COLOURS[index % COLOURS.length];
}

/** The least of 1, 2, 5, 10, ... times a power of ten that is not below a length. */
function roundStep(least) {
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least * (1 - 1e-9));
}

/** Round values of a range, not many more than so many, each with its text. */
function ticks([low, high], most) {
  const step = roundStep((high - low) / Math.max(most, 1));
  if (!(step > 0) || !Number.isFinite(step)) return [];
  const first = Math.ceil(low / step - 1e-9);
  const count = clamp(Math.floor(high / step + 1e-9) - first + 1, 0, 50);
  return Array.from({ length: count }, (_, k) => [(first + k) * step, label((first + k) * step, step)]);
}

/** A multiple of a step, without round-off. */
function label(value, step) {
  if (Math.abs(value) < 1e-6 * step) return '0';
  const size = Math.abs(value);
  if (size < 1e-4 || size >= 1e5) {
    const digits = clamp(Math.round(Math.log10(size / step)), 0, 12);
    return value.toExponential(digits);
  }
  return value.toFixed(clamp(Math.ceil(-Math.log10(step) - 1e-9), 0, 12));
}

/** Gives a canvas as many pixels as its screen has, and clears it. */
function fitCanvas(canvas, context) {
  const { width, height } = canvas.getBoundingClientRect();
  const ratio = window.devicePixelRatio || 1;
  const [across, down] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== across || canvas.height !== down) {
    canvas.width = across;
    canvas.height = down;
  }
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
}
