// Where the little signs at the dice stand, so that they cover neither other dice nor each other.

/** an upright rectangle: its middle, half its width and half its height */
export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}
const GAP = 2;

export function around(points: readonly (readonly [number, number])[]): Box {
  const xs = points.map(([x]) => x),
    ys = points.map(([, y]) => y),
    [left, right, top, low] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  return { x: (left + right) / 2, y: (top + low) / 2, w: (right - left) / 2, h: (low - top) / 2 };
}
/** how much of each other they cover */
export const shared = (a: Box, b: Box): number =>
  Math.max(0, a.w + b.w - Math.abs(a.x - b.x)) * Math.max(0, a.h + b.h - Math.abs(a.y - b.y));

/** a sign above what it belongs to, beside or below it, or higher up: of these the first place that covers least */
export function place(of: Box, w: number, h: number, taken: readonly Box[]): Box {
  const up = of.y - of.h - h - GAP,
    low = of.y + of.h + h + GAP,
    left = of.x - of.w - w - GAP,
    right = of.x + of.w + w + GAP,
    aside = Math.max(w - of.w, of.w);
  const spots = [
    [of.x, up],
    [of.x - aside, up],
    [of.x + aside, up],
    [left, of.y],
    [right, of.y],
    [of.x, low],
    [of.x - aside, low],
    [of.x + aside, low],
    [of.x, up - 2 * h],
  ].map(([x, y]): Box => ({ x: x!, y: y!, w, h }));
  const worst = spots.map((spot) => taken.reduce((sum, each) => sum + shared(spot, each), 0));
  return spots[worst.indexOf(Math.min(...worst))]!;
}
