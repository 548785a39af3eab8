// Where things of a curve stand: round numbers at its side, names at its ends that don't lie on each other.

/** about `most` round numbers from `low` to `high` */
export function ticks(low: number, high: number, most: number): number[] {
  const rough = (high - low || 1) / most,
    size = 10 ** Math.floor(Math.log10(rough)),
    step = Math.max(1, [1, 2, 2.5, 5, 10].map((each) => each * size).find((each) => each >= rough) ?? rough);
  const first = Math.ceil(low / step),
    count = Math.floor(high / step) - first + 1;
  return Array.from({ length: Math.max(0, count) }, (_, i) => (first + i) * step);
}

/** the labels of points, at most `most` of them, the last always */
export function thinned(points: readonly { label: string }[], most: number): { label: string; at: number }[] {
  const every = Math.max(1, Math.ceil(points.length / Math.max(1, most))),
    last = points.length - 1;
  return points
    .map(({ label }, at) => ({ label, at }))
    .filter(({ at }) => at === last || (at % every === 0 && last - at >= every));
}

/** heights of names, pushed apart to `gap` and kept between `top` and `bottom` */
export function atEnds(heights: readonly number[], gap: number, top: number, bottom: number): number[] {
  const order = [...heights.keys()].sort((a, b) => heights[a]! - heights[b]!),
    placed = [...heights];
  let free = top;
  for (const at of order) {
    placed[at] = Math.max(free, placed[at]!);
    free = placed[at] + gap;
  }
  let limit = bottom;
  for (const at of order.reverse()) {
    placed[at] = Math.min(limit, placed[at]!);
    limit = placed[at] - gap;
  }
  return placed;
}
