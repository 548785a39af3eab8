// Project points of the table onto the screen and back: for the 3D picture, the flat drawing, the overlay and the
// pointer.
import { toRadians } from "./geometry";
import type { Vec } from "./view";

export interface Rect {
  x: number;
  y: number;
  w: number;
  h: number;
}
export interface ViewDirection {
  /** Degrees from straight above; null if drawn flat, without perspective. */
  tilt: number | null;
  /** The direction that points up in the picture. */
  heading: number;
}
export interface TableCamera extends ViewDirection {
  project(at: Vec): readonly [x: number, y: number];
  /** Pixels per millimetre at that point. */
  scale(at: Vec): number;
  /** The point of that height below a pixel. */
  ground(x: number, y: number, z?: number): Vec;
  eye: Vec;
  forward: Vec;
  up: Vec;
  /** Pixels for a slope of one, and the pixel straight ahead. */
  k: number;
  middle: readonly [number, number];
}
const DISTANCE = 1500;
/** When drawn flat, heights are lifted by half, so that a storey shows its edge. */
export const LIFT = 0.5;
const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** Return a camera for which all these points lie within the rectangle. */
export function cameraFor(rect: Rect, look: ViewDirection, fit: readonly Vec[], away = DISTANCE): TableCamera {
  const h = toRadians(look.heading),
    ahead: Vec = [Math.cos(h), Math.sin(h), 0],
    right: Vec = [Math.sin(h), -Math.cos(h), 0];
  const tilt = toRadians(look.tilt ?? 0),
    s = Math.sin(tilt),
    c = Math.cos(tilt),
    flat = look.tilt === null;
  const middle3 = fit.reduce<Vec>(
    (sum, p) => [sum[0] + p[0] / fit.length, sum[1] + p[1] / fit.length, sum[2] + p[2] / fit.length],
    [0, 0, 0],
  );
  const forward: Vec = [ahead[0] * s, ahead[1] * s, -c],
    up: Vec = [ahead[0] * c, ahead[1] * c, flat ? LIFT : s];
  const eye: Vec = [middle3[0] - forward[0] * away, middle3[1] - forward[1] * away, middle3[2] - forward[2] * away];
  const raw = (p: Vec): readonly [number, number, number] => {
    const d: Vec = [p[0] - eye[0], p[1] - eye[1], p[2] - eye[2]],
      z = flat ? 1 : Math.max(1, dot(d, forward));
    return [dot(d, right) / z, -dot(d, up) / z, z];
  };
  const seen = fit.map(raw),
    xs = seen.map(([x]) => x),
    ys = seen.map(([, y]) => y);
  const x0 = Math.min(...xs),
    x1 = Math.max(...xs),
    y0 = Math.min(...ys),
    y1 = Math.max(...ys);
  const k = Math.min(rect.w / (x1 - x0), rect.h / (y1 - y0)),
    ox = rect.x + rect.w / 2 - (k * (x0 + x1)) / 2,
    oy = rect.y + rect.h / 2 - (k * (y0 + y1)) / 2;
  return {
    ...look,
    eye,
    forward,
    up,
    k,
    middle: [ox, oy],
    project: (p) => {
      const [x, y] = raw(p);
      return [ox + x * k, oy + y * k];
    },
    scale: (p) => k / raw(p)[2],
    ground: (px, py, z = 0) => {
      const x = (px - ox) / k,
        y = (oy - py) / k;
      if (flat) {
        const far = y - LIFT * (z - eye[2]);
        return [eye[0] + right[0] * x + ahead[0] * far, eye[1] + right[1] * x + ahead[1] * far, z];
      }
      const way = [0, 1, 2].map((i) => forward[i]! + right[i]! * x + up[i]! * y) as unknown as Vec,
        t = way[2] < -0.02 ? (z - eye[2]) / way[2] : DISTANCE * 2;
      return [eye[0] + way[0] * t, eye[1] + way[1] * t, z];
    },
  };
}
