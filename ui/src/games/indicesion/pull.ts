// Pulling the die back from the ring of the hand: how far is how hard, and it flies the other way.
import { gapTo } from "./flight";
import { clamp, deg, rad } from "./space";
import type { Bodies, Sizes, Thrown, Vec } from "./types";

export const RING = 42;
/** millimetres behind the ring's middle, with the speed and the word there */
export const PULLS: readonly (readonly [far: number, speed: number, word: string])[] = [
  [68, 1400, "soft"],
  [108, 2600, "firm"],
  [148, 4000, "hard"],
];
const [SOFT, , HARD] = PULLS as [(typeof PULLS)[number], (typeof PULLS)[number], (typeof PULLS)[number]];
const SLOPE = (HARD[1] - SOFT[1]) / (HARD[0] - SOFT[0]);
export const FARTHEST_PULL = 165;
const BOARD_GAP = 45;

const speedAt = (far: number): number => Math.max(300, SOFT[1] + (far - SOFT[0]) * SLOPE);
const farAt = (speed: number): number => clamp(SOFT[0] + (speed - SOFT[1]) / SLOPE, RING * 0.8, FARTHEST_PULL);
export function wordFor(speed: number): string {
  return speed < 150 ? "let fall" : speed < 2000 ? "soft" : speed < 3300 ? "firm" : "hard";
}

/** the middle of the ring: below the hand, but never on a board; a die let fall is taken from one's own place */
export function ringAt(thrown: Thrown, place: Vec, bodies: Bodies, sizes: Sizes, dropped: boolean): Vec {
  const at: Vec = [thrown.from[0], thrown.from[1], 0],
    covers = Object.values(bodies).some(
      (body) => body.kind === "board" && gapTo(at, body, sizes) < RING + BOARD_GAP - sizes.die / 2,
    );
  return dropped || covers ? [place[0], place[1], 0] : at;
}
/** where the die lies while it is aimed */
export function pulledAt(ring: Vec, thrown: Thrown, dropped: boolean, z: number): Vec {
  if (dropped) return [ring[0], ring[1], z];
  const far = farAt(thrown.push[0]),
    way = rad(thrown.push[1]);
  return [ring[0] - Math.cos(way) * far, ring[1] - Math.sin(way) * far, z];
}
/** the push of a die that was pulled back to there; null within the ring, where letting go takes it back */
export function pushOf(ring: Vec, at: Vec): readonly [speed: number, heading: number] | null {
  const [x, y] = [ring[0] - at[0], ring[1] - at[1]],
    far = Math.min(FARTHEST_PULL, Math.hypot(x, y));
  return far < RING * 0.8 ? null : [Math.round(speedAt(far)), deg(Math.atan2(y, x))];
}
