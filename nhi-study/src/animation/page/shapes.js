'use strict';
// Shapes as outlines in the frame of their part: points, and whether they enclose a face.

const ROUND = 40;

/** A circle with the given axis, 0, 1 or 2. */
function circle(radius, axis) {
  const [i, j] = [(axis + 1) % 3, (axis + 2) % 3];
  return Array.from({ length: ROUND }, (_, k) => {
    const point = [0, 0, 0];
    point[i] = radius * Math.cos(2 * Math.PI * k / ROUND);
    point[j] = radius * Math.sin(2 * Math.PI * k / ROUND);
    return point;
  });
}

/** A face of a rectangle in the plane of two axes, at a distance along the third. */
function rectangle(length, width, axis, distance) {
  const [i, j] = [(axis + 1) % 3, (axis + 2) % 3];
  return [[1, 1], [-1, 1], [-1, -1], [1, -1]].map(([a, b]) => {
    const point = [0, 0, 0];
    point[axis] = distance;
    point[i] = a * length / 2;
    point[j] = b * width / 2;
    return point;
  });
}

function disc(radius, axis) {
  const rim = circle(radius, axis);
  const spokes = [0, ROUND / 4].map((k) => ({ points: [rim[k], rim[k + ROUND / 2]] }));
  const mark = { points: [[0, 0, 0], rim[0]], bold: true };
  return [{ points: rim, face: true, open: true }, ...spokes, mark];
}

/** An arrow from the origin along an axis. */
function arrow(length, axis) {
  const at = (along, across) => {
    const point = [0, 0, 0];
    point[axis] = along * length;
    point[(axis + 1) % 3] = across * length;
    return point;
  };
  return [
    { points: [at(0, 0), at(1, 0)], bold: true },
    { points: [at(0.88, 0.05), at(1, 0), at(0.88, -0.05)], bold: true },
  ];
}

const IN_PLANE = {
  box: ([[length, width]]) => [{ points: rectangle(length, width, 2, 0), face: true }],
  wheel: ([[radius]]) => [{ points: rectangle(2 * radius, 0.5 * radius, 2, 0), face: true, dark: true }],
  disc: ([[radius]]) => disc(radius, 2),
  ball: ([[radius]]) => disc(radius, 2),
  axis: ([[length]]) => arrow(length, 0),
  line: (points) => [{ points: points.map(([x, y]) => [x, y, 0]), bold: true }],
};

const IN_SPACE = {
  ...IN_PLANE,
  box: ([[length, width, height]]) => {
    if (height === undefined) return [{ points: rectangle(length, width, 2, 0), face: true }];
    const sizes = [length, width, height];
    return [0, 1, 2].flatMap((axis) => [1, -1].map((side) => ({
      points: rectangle(sizes[(axis + 1) % 3], sizes[(axis + 2) % 3], axis, side * sizes[axis] / 2),
      face: true,
      front: axis === 0 && side === 1,
    })));
  },
  wheel: ([[radius]]) => disc(radius, 1),
  ball: ([[radius]]) => [
    { points: [[0, 0, 0]], radius },
    ...[0, 1, 2].map((axis) => ({ points: [...circle(radius, axis), circle(radius, axis)[0]], on: radius })),
  ],
  axis: ([[length]]) => arrow(length, 2),
  line: (points) => [{ points: points.map(([x, y, z]) => [x, y, z ?? 0]), bold: true }],
};

/** The outlines of a part at a moment, moved to where it is. */
function outlinesOf(part, motion, space, value) {
  if (part.shape === null) return [];
  const sizes = part.shape.sizes.map((row) => row.map(value));
  const make = (space ? IN_SPACE : IN_PLANE)[part.shape.kind];
  return make(sizes).map((outline) => ({
    ...outline,
    points: outline.points.map((point) => move(motion, point)),
    centre: motion.p,
  }));
}
