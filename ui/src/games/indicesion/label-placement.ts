// Place the labels of dice so that they cover neither other dice nor each other.

/** An upright rectangle: its middle, half its width and half its height. */
export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}
const GAP = 2;

export function boundingBox(points: readonly (readonly [number, number])[]): Box {
  const xs = points.map(([x]) => x),
    ys = points.map(([, y]) => y),
    [left, right, top, low] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  return { x: (left + right) / 2, y: (top + low) / 2, w: (right - left) / 2, h: (low - top) / 2 };
}
/** Return the area that two boxes share. */
export const overlapOf = (a: Box, b: Box): number =>
  Math.max(0, a.w + b.w - Math.abs(a.x - b.x)) * Math.max(0, a.h + b.h - Math.abs(a.y - b.y));

/** Return the place for a label above, beside or below its box that covers least. */
export function placeLabel(of: Box, w: number, h: number, taken: readonly Box[]): Box {
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
  const worst = spots.map((spot) => taken.reduce((sum, each) => sum + overlapOf(spot, each), 0));
  return spots[worst.indexOf(Math.min(...worst))]!;
}
