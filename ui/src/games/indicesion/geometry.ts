// Vectors, rotations and outlines for the pictures and the ideal flight.
import type { Quat, Vec } from "./view";

export const toRadians = (degrees: number): number => (degrees * Math.PI) / 180;
export const toDegrees = (angle: number): number => (angle * 180) / Math.PI;
export const addScaled = (a: Vec, b: Vec, k = 1): Vec => [a[0] + b[0] * k, a[1] + b[1] * k, a[2] + b[2] * k];
export const distanceBetween = (a: Vec, b: Vec): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
export const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));
/** Return an angle as -180..180. */
export const normalizeAngle = (degrees: number): number => ((((degrees + 180) % 360) + 360) % 360) - 180;

/** Rotate a vector. */
export function rotateVector([w, i, j, k]: Quat, [x, y, z]: Vec): Vec {
  const a = 2 * (j * z - k * y),
    b = 2 * (k * x - i * z),
    c = 2 * (i * y - j * x);
  return [x + w * a + j * c - k * b, y + w * b + k * a - i * c, z + w * c + i * b - j * a];
}
export const inverseRotation = ([w, i, j, k]: Quat): Quat => [w, -i, -j, -k];
export const multiplyRotations = (a: Quat, b: Quat): Quat => [
  a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
  a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
  a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
  a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
];
export function axisRotation(axis: Vec, degrees: number): Quat {
  const half = toRadians(degrees) / 2,
    part = Math.sin(half) / (Math.hypot(...axis) || 1);
  return [Math.cos(half), axis[0] * part, axis[1] * part, axis[2] * part];
}

/**
 * The faces of a die and their directions: opposite faces add up to seven; 1, 2, 3 run anticlockwise around their
 * corner.
 */
export const FACE_DIRECTIONS: readonly (readonly [face: number, out: Vec])[] = [
  [1, [0, 0, 1]],
  [2, [1, 0, 0]],
  [3, [0, 1, 0]],
  [4, [0, -1, 0]],
  [5, [-1, 0, 0]],
  [6, [0, 0, -1]],
];
const FACE_UP_ROTATIONS: readonly Quat[] = [
  [1, 0, 0, 0],
  [Math.SQRT1_2, 0, -Math.SQRT1_2, 0],
  [Math.SQRT1_2, Math.SQRT1_2, 0, 0],
  [Math.SQRT1_2, -Math.SQRT1_2, 0, 0],
  [Math.SQRT1_2, 0, Math.SQRT1_2, 0],
  [0, 1, 0, 0],
];

/** Return the rotation of a die lying flat with that face up. */
export const rotationShowing = (face: number, turn = 0): Quat =>
  multiplyRotations(axisRotation([0, 0, 1], turn), FACE_UP_ROTATIONS[face - 1] ?? FACE_UP_ROTATIONS[0]!);

export function upFace(quat: Quat): number {
  return FACE_DIRECTIONS.reduce<readonly [number, number]>(
    (best, [face, out]) => {
      const high = rotateVector(quat, out)[2];
      return high > best[1] ? [face, high] : best;
    },
    [1, -2],
  )[0];
}

/** Interpolate between two rotations; precise enough between two frames. */
export function interpolateRotation(a: Quat, b: Quat, t: number): Quat {
  const sign = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] < 0 ? -1 : 1;
  const mixed = a.map((part, i) => part + (b[i]! * sign - part) * t),
    long = Math.hypot(...mixed) || 1;
  return [mixed[0]! / long, mixed[1]! / long, mixed[2]! / long, mixed[3]! / long];
}

/** Return the outline of the points, anticlockwise. */
export function convexHull(points: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]),
    ring: (readonly [number, number])[] = [];
  const left = (o: readonly [number, number], a: readonly [number, number], b: readonly [number, number]): number =>
    (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
  for (const pass of [sorted, [...sorted].reverse()]) {
    const start = ring.length;
    for (const point of pass) {
      while (ring.length >= start + 2 && left(ring[ring.length - 2]!, ring[ring.length - 1]!, point) <= 0) ring.pop();
      ring.push(point);
    }
    ring.pop();
  }
  return ring;
}
