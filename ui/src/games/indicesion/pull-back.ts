// Compute a throw from pulling the die back from the ring of the hand: the distance is the speed, and it flies the
// other way.
import { t } from "../../shared/i18n";
import { distanceToBoard } from "./ideal-flight";
import { clamp, toDegrees, toRadians } from "./geometry";
import type { Bodies, Sizes, ThrowParameters, Vec } from "./view";

export const RING = 42;
/** Marks behind the ring's middle: distance in millimetres, speed, and a word. */
export const PULL_MARKS: readonly (readonly [far: number, speed: number, word: string])[] = [
  [62, 1400, t("soft")],
  [92, 2600, t("firm")],
  [122, 4000, t("hard")],
];
const [SOFT, , HARD] = PULL_MARKS as [
  (typeof PULL_MARKS)[number],
  (typeof PULL_MARKS)[number],
  (typeof PULL_MARKS)[number],
];
const SLOPE = (HARD[1] - SOFT[1]) / (HARD[0] - SOFT[0]);
export const FARTHEST_PULL = 134;
const BOARD_GAP = 45;

const speedAt = (far: number): number => Math.max(300, SOFT[1] + (far - SOFT[0]) * SLOPE);
const farAt = (speed: number): number => clamp(SOFT[0] + (speed - SOFT[1]) / SLOPE, RING * 0.8, FARTHEST_PULL);
export function pullWord(speed: number): string {
  return speed < 150 ? t("dropped") : speed < 2000 ? t("soft") : speed < 3300 ? t("firm") : t("hard");
}

/**
 * Return the middle of the ring: below the hand, but never on a board; a dropped die starts at the player's own place.
 */
export function ringPosition(thrown: ThrowParameters, place: Vec, bodies: Bodies, sizes: Sizes, dropped: boolean): Vec {
  const at: Vec = [thrown.from[0], thrown.from[1], 0],
    covers = Object.values(bodies).some(
      (body) => body.kind === "board" && distanceToBoard(at, body, sizes) < RING + BOARD_GAP - sizes.die / 2,
    );
  return dropped || covers ? [place[0], place[1], 0] : at;
}
/** Return where the die lies while it is aimed. */
export function pulledPosition(ring: Vec, thrown: ThrowParameters, dropped: boolean, z: number): Vec {
  if (dropped) return [ring[0], ring[1], z];
  const far = farAt(thrown.push[0]),
    way = toRadians(thrown.push[1]);
  return [ring[0] - Math.cos(way) * far, ring[1] - Math.sin(way) * far, z];
}
/** Return the push of a die that was pulled back to there; null within the ring, where letting go cancels it. */
export function pushFromPull(ring: Vec, at: Vec): readonly [speed: number, heading: number] | null {
  const [x, y] = [ring[0] - at[0], ring[1] - at[1]],
    far = Math.min(FARTHEST_PULL, Math.hypot(x, y));
  return far < RING * 0.8 ? null : [Math.round(speedAt(far)), toDegrees(Math.atan2(y, x))];
}
