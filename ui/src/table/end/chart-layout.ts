// Place the labels of a chart: round numbers at the side, thinned labels below, and names at the line ends that don't
// overlap.

/** Return about `most` round numbers from `low` to `high`. */
export function roundTicks(low: number, high: number, most: number): number[] {
  const rough = (high - low || 1) / most,
    size = 10 ** Math.floor(Math.log10(rough)),
    step = Math.max(1, [1, 2, 2.5, 5, 10].map((each) => each * size).find((each) => each >= rough) ?? rough);
  const first = Math.ceil(low / step),
    count = Math.floor(high / step) - first + 1;
  return Array.from({ length: Math.max(0, count) }, (_, i) => (first + i) * step);
}

/** Return at most `most` of the labels, always with the last one. */
export function thinLabels(points: readonly { label: string }[], most: number): { label: string; at: number }[] {
  const every = Math.max(1, Math.ceil(points.length / Math.max(1, most))),
    last = points.length - 1;
  return points
    .map(({ label }, at) => ({ label, at }))
    .filter(({ at }) => at === last || (at % every === 0 && last - at >= every));
}

/** Return heights that are pushed apart to `gap` and kept between `top` and `bottom`. */
export function spreadLabels(heights: readonly number[], gap: number, top: number, bottom: number): number[] {
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
