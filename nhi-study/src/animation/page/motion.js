'use strict';
// Rigid motions [R p; 0 1]: the nine entries of a rotation, row by row, and a position.

const STILL = { r: [1, 0, 0, 0, 1, 0, 0, 0, 1], p: [0, 0, 0] };

/** The motion a behind b. */
function compose(a, b) {
  const r = [];
  for (let i = 0; i < 9; i += 3) {
    for (let j = 0; j < 3; j += 1) {
      r.push(a.r[i] * b.r[j] + a.r[i + 1] * b.r[j + 3] + a.r[i + 2] * b.r[j + 6]);
    }
  }
  return { r, p: move(a, b.p) };
}

/** Where a motion takes a point. */
function move({ r, p }, [x, y, z]) {
  return [0, 1, 2].map((i) => p[i] + r[3 * i] * x + r[3 * i + 1] * y + r[3 * i + 2] * z);
}

/** The rotation about a coordinate axis: 0, 1 or 2. */
function turn(axis, angle) {
  const [i, j] = [(axis + 1) % 3, (axis + 2) % 3];
  const r = [...STILL.r];
  r[3 * i + i] = r[3 * j + j] = Math.cos(angle);
  r[3 * j + i] = Math.sin(angle);
  r[3 * i + j] = -r[3 * j + i];
  return { r, p: [0, 0, 0] };
}

/** A quantity at a moment: a number, or one of a column. */
function valueOf(quantity, columns, moment) {
  if (quantity === null || typeof quantity === 'number') return quantity ?? NaN;
  return columns[quantity.column][moment] ?? NaN;
}

/** A point of two or three quantities; of none, the origin. */
function pointOf(quantities, value) {
  const [x, y, z] = quantities.map(value);
  return [x ?? 0, y ?? 0, z ?? 0];
}

/** The element of a group: entries of the plane are those of space with the vertical held. */
function elementOf({ entries, space }, value) {
  const [a, b, c] = entries.map((row) => row.map(value));
  if (!space) return { r: [a[0], a[1], 0, b[0], b[1], 0, 0, 0, 1], p: [a[2], b[2], 0] };
  return { r: [a, b, c].flatMap((row) => row.slice(0, 3)), p: [a, b, c].map((row) => row[3] ?? 0) };
}

/** The motions of all parts at a moment; a part is on the ground or on one before it. */
function motionsOf(parts, columns, moment) {
  const value = (quantity) => valueOf(quantity, columns, moment);
  const motions = [];
  for (const part of parts) {
    let motion = part.on === null ? STILL : motions[part.on];
    motion = compose(motion, { r: STILL.r, p: pointOf(part.at, value) });
    [[2, part.heading], [1, part.pitch], [0, part.roll]].forEach(([axis, angle]) => {
      if (angle !== null) motion = compose(motion, turn(axis, value(angle)));
    });
    if (part.group !== null) motion = compose(motion, elementOf(part.group, value));
    motions.push(motion);
  }
  return motions;
}

/** Whether any part leaves the plane. */
function isInSpace(parts) {
  return parts.some((part) => part.pitch !== null || part.roll !== null || part.at.length === 3
    || part.group?.space || part.shape?.sizes.some((row) => row.length === 3));
}
