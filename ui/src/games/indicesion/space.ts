// Turns and places: the little geometry that pictures and the ideal flight need.
import type { Quat, Vec } from "./types";

export const rad = (degrees: number): number => (degrees * Math.PI) / 180;
export const deg = (angle: number): number => (angle * 180) / Math.PI;
export const plus = (a: Vec, b: Vec, k = 1): Vec => [a[0] + b[0] * k, a[1] + b[1] * k, a[2] + b[2] * k];
export const apart = (a: Vec, b: Vec): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
export const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));
/** an angle as -180..180 */
export const around = (degrees: number): number => ((((degrees + 180) % 360) + 360) % 360) - 180;

/** where a turn takes a vector */
export function turned([w, i, j, k]: Quat, [x, y, z]: Vec): Vec {
  const a = 2 * (j * z - k * y),
    b = 2 * (k * x - i * z),
    c = 2 * (i * y - j * x);
  return [x + w * a + j * c - k * b, y + w * b + k * a - i * c, z + w * c + i * b - j * a];
}
export const back = ([w, i, j, k]: Quat): Quat => [w, -i, -j, -k];
export const times = (a: Quat, b: Quat): Quat => [
  a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
  a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
  a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
  a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
];
export function about(axis: Vec, degrees: number): Quat {
  const half = rad(degrees) / 2,
    part = Math.sin(half) / (Math.hypot(...axis) || 1);
  return [Math.cos(half), axis[0] * part, axis[1] * part, axis[2] * part];
}

/** the faces of a die and where they look: opposite ones add up to seven; 1, 2, 3 run anticlockwise round their corner */
export const FACES: readonly (readonly [face: number, out: Vec])[] = [
  [1, [0, 0, 1]],
  [2, [1, 0, 0]],
  [3, [0, 1, 0]],
  [4, [0, -1, 0]],
  [5, [-1, 0, 0]],
  [6, [0, 0, -1]],
];
const UPWARD: readonly Quat[] = [
  [1, 0, 0, 0],
  [Math.SQRT1_2, 0, -Math.SQRT1_2, 0],
  [Math.SQRT1_2, Math.SQRT1_2, 0, 0],
  [Math.SQRT1_2, -Math.SQRT1_2, 0, 0],
  [Math.SQRT1_2, 0, Math.SQRT1_2, 0],
  [0, 1, 0, 0],
];

/** a die lying flat with that face up */
export const showing = (face: number, turn = 0): Quat => times(about([0, 0, 1], turn), UPWARD[face - 1] ?? UPWARD[0]!);

export function upFace(quat: Quat): number {
  return FACES.reduce<readonly [number, number]>(
    (best, [face, out]) => {
      const high = turned(quat, out)[2];
      return high > best[1] ? [face, high] : best;
    },
    [1, -2],
  )[0];
}

/** from one turn to another, straight on: near enough between two frames */
export function between(a: Quat, b: Quat, t: number): Quat {
  const sign = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] < 0 ? -1 : 1;
  const mixed = a.map((part, i) => part + (b[i]! * sign - part) * t),
    long = Math.hypot(...mixed) || 1;
  return [mixed[0]! / long, mixed[1]! / long, mixed[2]! / long, mixed[3]! / long];
}

/** the outline of points, anticlockwise */
export function hull(points: readonly (readonly [number, number])[]): (readonly [number, number])[] {
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
