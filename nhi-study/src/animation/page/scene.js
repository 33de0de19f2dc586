'use strict';
// The sketch on its canvas: grid, traces and parts, seen from above or from the side.

const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#56b4e9', '#e69f00', '#000000'];
/** Moments at which it is measured how far the system goes. */
const SAMPLES = 120;
/** How many times its own size the system goes before it is followed. */
const FAR = 8;
/** The direction of the view at first, which shows everything. */
const FRONT = { azimuth: -1.0, elevation: 0.45, zoom: 1 };
/** The part of the frame that the sketch fills. */
const FILLED = 0.92;

class Scene {
  constructor(canvas, { parts, columns, times }) {
    Object.assign(this, { canvas, parts, columns, times });
    this.context = canvas.getContext('2d');
    this.space = isInSpace(parts);
    this.camera = { ...FRONT };
    this.follows = false;
    this.measure();
    this.listen();
  }

  /** The outlines of all parts at a moment, each with the number of its part. */
  outlines(moment) {
    const value = (quantity) => valueOf(quantity, this.columns, moment);
    const motions = motionsOf(this.parts, this.columns, moment);
    return this.parts.flatMap((part, index) => outlinesOf(part, motions[index], this.space, value)
      .map((outline) => ({ ...outline, index })));
  }

  /** How far the system goes, how large it is, and the traces of its parts. */
  measure() {
    const count = this.times.length;
    const moments = Array.from({ length: Math.min(count, SAMPLES) }, (_, k, all = Math.min(count, SAMPLES)) => (
      all > 1 ? Math.round(k * (count - 1) / (all - 1)) : 0));
    const points = (moment) => this.outlines(moment).flatMap(({ points: own, radius }) => (
      radius === undefined ? own : around(own[0], radius)));
    this.samples = moments.flatMap(points).filter((point) => point.every(Number.isFinite));
    this.range = rangeOf(this.samples);
    const own = Math.max(...moments.map((moment) => extent(rangeOf(points(moment)))).filter(Number.isFinite), 0);
    this.size = own || extent(this.range) || 1;
    this.reach = this.reachOf(moments) || this.size;
    this.isFar = extent(this.range) > FAR * this.size;
    const [low, high] = [this.range[0][2], this.range[1][2]];
    const isNear = low - this.size < 0 && high + this.size > 0;
    this.ground = isNear ? Math.min(0, low) : low;
    this.traces = this.traced();
  }

  /** How far the system extends from the centre of its first part, along an axis. */
  reachOf(moments) {
    const distances = moments.flatMap((moment) => {
      const outlines = this.outlines(moment);
      const centre = outlines[0]?.centre ?? [];
      const points = outlines.flatMap(({ points: own, radius }) => (
        radius === undefined ? own : around(own[0], radius)));
      return points.flatMap((point) => centre.map((x, k) => Math.abs(point[k] - x)));
    });
    return distances.filter(Number.isFinite).reduce((most, distance) => Math.max(most, distance), 0);
  }

  /** The paths of parts on what stays; of a part that stays itself, that of the tip of its axis. */
  traced() {
    const motions = this.times.map((_, moment) => motionsOf(this.parts, this.columns, moment));
    const moves = (path) => extent(rangeOf(path)) > 1e-9 * this.size;
    const paths = this.parts.map((part, index) => {
      const path = motions.map((all) => all[index].p);
      if (moves(path) || part.shape?.kind !== 'axis') return path;
      return motions.map((all, moment) => {
        const length = valueOf(part.shape.sizes[0][0], this.columns, moment);
        return move(all[index], this.space ? [0, 0, length] : [length, 0, 0]);
      });
    });
    // Parts in one place have one trace.
    const middles = paths.map((path) => JSON.stringify(path[path.length >> 1]));
    const isTraced = ({ path, index }) => {
      const { on } = this.parts[index];
      return moves(path) && (on === null || !moves(paths[on])) && middles.indexOf(middles[index]) === index;
    };
    return paths.map((path, index) => ({ path, index })).filter(isTraced);
  }

  listen() {
    const { canvas } = this;
    let last = null;
    canvas.addEventListener('pointerdown', (event) => {
      last = event;
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener('pointermove', (event) => {
      if (last === null) return;
      this.drag(event.clientX - last.clientX, event.clientY - last.clientY);
      last = event;
    });
    canvas.addEventListener('dblclick', () => this.reset());
    ['pointerup', 'pointercancel'].forEach((name) => canvas.addEventListener(name, () => { last = null; }));
    canvas.addEventListener('wheel', (event) => {
      event.preventDefault();
      this.camera.zoom = clamp(this.camera.zoom * Math.exp(-event.deltaY / 500), 0.05, 50);
      this.draw(this.moment);
    }, { passive: false });
  }

  /** Shows everything from the first direction. */
  reset() {
    this.camera = { ...FRONT };
    this.draw(this.moment);
  }

  /** Turns what is in space, shifts what is in the plane. */
  drag(x, y) {
    const { camera } = this;
    if (this.space) {
      camera.azimuth -= x / 150;
      camera.elevation = clamp(camera.elevation + y / 150, -1.5, 1.5);
    } else {
      camera.shift = [(camera.shift?.[0] ?? 0) + x, (camera.shift?.[1] ?? 0) + y];
    }
    this.draw(this.moment);
  }

  /** A point as right, up and near. */
  seen([x, y, z]) {
    if (!this.space) return [x, y, 0];
    const [s, c] = [Math.sin(this.camera.azimuth), Math.cos(this.camera.azimuth)];
    const [t, d] = [Math.sin(this.camera.elevation), Math.cos(this.camera.elevation)];
    return [-s * x + c * y, -t * (c * x + s * y) + d * z, d * (c * x + s * y) + t * z];
  }

  /** Sets how points of the sketch become points of the canvas. */
  aim(moment) {
    const { width, height } = this.canvas.getBoundingClientRect();
    const followed = this.follows && this.outlines(moment)[0]?.centre;
    const points = followed && followed.every(Number.isFinite)
      ? around(followed, this.reach)
      : this.samples;
    const [low, high] = rangeOf(points.map((point) => this.seen(point)));
    const room = (k, size) => FILLED * size / Math.max(high[k] - low[k], 1e-12 + 1e-3 * this.size);
    this.scale = this.camera.zoom * Math.min(room(0, width), room(1, height));
    const middle = [0, 1].map((k) => (low[k] + high[k]) / 2);
    const [right, down] = this.camera.shift ?? [0, 0];
    this.place = (point) => {
      const [x, y] = this.seen(point);
      return [
        width / 2 + right + this.scale * (x - middle[0]),
        height / 2 + down - this.scale * (y - middle[1]),
      ];
    };
  }

  draw(moment) {
    this.moment = moment;
    fitCanvas(this.canvas, this.context);
    if (this.samples.length === 0) return;
    this.aim(moment);
    this.drawGrid();
    this.traces.forEach(({ path, index }) => {
      this.stroke(path, { colour: COLOURS[index % COLOURS.length], alpha: 0.4, width: 1 });
      this.stroke(path.slice(0, moment + 1), { colour: COLOURS[index % COLOURS.length], alpha: 0.8, width: 1.5 });
    });
    const outlines = this.outlines(moment);
    outlines.forEach((outline) => {
      const depths = outline.points.map((point) => this.seen(point)[2]);
      outline.near = depths.reduce((sum, depth) => sum + depth, 0) / depths.length;
      // What is on a ball is behind or before it point by point.
      if (outline.on !== undefined || outline.bold) outline.near += 1e-6 * this.size;
    });
    const ordered = this.space ? this.inOrder(outlines) : outlines;
    ordered.forEach((outline) => this.drawOutline(outline));
  }

  /** Outlines from far to near. One on the viewer's side of a face is in front of it, although its
      middle may be farther away: a ball on a plate. */
  inOrder(outlines) {
    let ordered = [...outlines].sort((a, b) => a.near - b.near);
    ordered.filter(({ face }) => face).forEach((face) => {
      const place = ordered.indexOf(face);
      const isHidden = (outline) => outline.index !== face.index && this.isBefore(face, outline);
      const before = ordered.slice(0, place);
      const hidden = before.filter(isHidden);
      ordered = [
        ...before.filter((outline) => !hidden.includes(outline)), face, ...hidden, ...ordered.slice(place + 1),
      ];
    });
    return ordered;
  }

  /** Whether all points of an outline are on the side of a face where the viewer is. */
  isBefore({ points: [a, b, c] }, { points }) {
    const from = (p, q) => p.map((x, k) => x - q[k]);
    const [u, v] = [from(b, a), from(c, a)];
    const normal = [0, 1, 2].map((k) => u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3]);
    const dot = (p) => p.reduce((sum, x, k) => sum + x * normal[k], 0);
    const viewer = this.seen(normal)[2];
    const least = -1e-9 * Math.hypot(...normal) * this.size;
    return viewer !== 0 && points.every((point) => Math.sign(viewer) * dot(from(point, a)) > least);
  }

  drawOutline(outline) {
    const { context } = this;
    const colour = outline.dark ? '#333333' : COLOURS[outline.index % COLOURS.length];
    if (outline.radius !== undefined) {
      const [x, y] = this.place(outline.points[0]);
      context.beginPath();
      context.arc(x, y, Math.abs(outline.radius) * this.scale, 0, 2 * Math.PI);
      this.paint(colour, 0.12);
      this.line(colour, 1, 1.2);
    } else if (outline.on !== undefined) {
      this.drawOnBall(outline, colour);
    } else if (outline.face) {
      this.trace(outline.points);
      context.closePath();
      this.paint('#ffffff', this.space && !outline.open ? 0.75 : 0.4);
      this.paint(colour, outline.dark ? 0.9 : outline.front ? 0.45 : 0.18);
      this.line(colour, 1, 1.2);
    } else {
      this.stroke(outline.points, { colour, alpha: 1, width: outline.bold ? 2.2 : 0.8 });
    }
  }

  /** A circle on a ball: faint where it is behind. */
  drawOnBall({ points, centre }, colour) {
    const middle = this.seen(centre)[2];
    for (let k = 1; k < points.length; k += 1) {
      const isBehind = this.seen(points[k])[2] < middle;
      this.stroke([points[k - 1], points[k]], { colour, alpha: isBehind ? 0.15 : 0.9, width: 1 });
    }
  }

  /** Lines at round coordinates: of the plane with numbers, of the ground in space. */
  drawGrid() {
    const { context } = this;
    const { width, height } = this.canvas.getBoundingClientRect();
    const step = roundStep(90 / this.scale);
    const look = { colour: '#888', alpha: 0.45, width: 0.7 };
    if (this.space) {
      const [low, high] = [0, 1].map((k) => this.range[k].slice(0, 2));
      const first = low.map((x) => Math.floor(x / step - 0.5));
      const last = high.map((x) => Math.ceil(x / step + 0.5));
      // Lines whose number has no bound would be as good as none.
      if (Math.max(last[0] - first[0], last[1] - first[1]) > 200) return;
      const at = (i, j) => [i * step, j * step, this.ground];
      for (let i = first[0]; i <= last[0]; i += 1) this.stroke([at(i, first[1]), at(i, last[1])], look);
      for (let j = first[1]; j <= last[1]; j += 1) this.stroke([at(first[0], j), at(last[0], j)], look);
      this.note(`grid ${label(step, step)}`);
      return;
    }
    const [x0, y0] = this.place([0, 0, 0]);
    context.fillStyle = '#777';
    context.font = '11px system-ui, "DejaVu Sans", sans-serif';
    for (let i = Math.ceil(-x0 / (step * this.scale)); x0 + i * step * this.scale <= width; i += 1) {
      const x = x0 + i * step * this.scale;
      this.strokePixels([[x, 0], [x, height]], look);
      context.fillText(label(i * step, step), x + 3, height - 5);
    }
    for (let j = Math.ceil((y0 - height) / (step * this.scale)); y0 - j * step * this.scale >= 0; j += 1) {
      const y = y0 - j * step * this.scale;
      this.strokePixels([[0, y], [width, y]], look);
      context.fillText(label(j * step, step), 4, y - 3);
    }
  }

  note(text) {
    this.context.fillStyle = '#777';
    this.context.font = '12px system-ui, "DejaVu Sans", sans-serif';
    this.context.fillText(text, 10, 18);
  }

  trace(points) {
    this.context.beginPath();
    points.forEach((point) => this.context.lineTo(...this.place(point)));
  }

  stroke(points, { colour, alpha, width }) {
    this.trace(points);
    this.line(colour, alpha, width);
  }

  strokePixels(points, { colour, alpha, width }) {
    this.context.beginPath();
    points.forEach(([x, y]) => this.context.lineTo(x, y));
    this.line(colour, alpha, width);
  }

  line(colour, alpha, width) {
    Object.assign(this.context, { strokeStyle: colour, globalAlpha: alpha, lineWidth: width, lineJoin: 'round' });
    this.context.stroke();
    this.context.globalAlpha = 1;
  }

  paint(colour, alpha) {
    Object.assign(this.context, { fillStyle: colour, globalAlpha: alpha });
    this.context.fill();
    this.context.globalAlpha = 1;
  }
}

function clamp(value, low, high) {
  return Math.min(Math.max(value, low), high);
}

/** The corners of a cube around a point. */
function around([x, y, z], size) {
  return [-1, 1].flatMap((i) => [-1, 1].flatMap((j) => [-1, 1].map((k) => (
    [x + i * size, y + j * size, z + k * size]))));
}

/** The least and the largest coordinates of points. */
function rangeOf(points) {
  const range = [[Infinity, Infinity, Infinity], [-Infinity, -Infinity, -Infinity]];
  points.forEach((point) => point.forEach((x, k) => {
    if (!Number.isFinite(x)) return;
    range[0][k] = Math.min(range[0][k], x);
    range[1][k] = Math.max(range[1][k], x);
  }));
  return range;
}

function extent([low, high]) {
  return Math.max(...low.map((x, k) => high[k] - x));
}
