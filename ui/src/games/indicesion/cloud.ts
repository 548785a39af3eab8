// Where trial throws came to lie, as far as it is drawn.
import type { Chances } from "./chances.svelte";

/** the smallest outline around the nearer half of the places: every second throw ends in there */
export function half(places: Chances["places"]): (readonly [number, number, number])[] {
  if (places.length < 6) return [];
  const mid = (of: number): number =>
      places.map((place) => place[of] as number).sort((a, b) => a - b)[places.length >> 1]!,
    [x, y, z] = [mid(0), mid(1), mid(2)];
  return places
    .map((place) => [place[0], place[1], z] as const)
    .sort((a, b) => Math.hypot(a[0] - x, a[1] - y) - Math.hypot(b[0] - x, b[1] - y))
    .slice(0, Math.ceil(places.length / 2));
}
