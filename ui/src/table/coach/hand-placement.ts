// Place the pointing hand of a lesson: its tip touches the thing, and the hand covers neither the thing nor the text.
import type { Box } from "../../shared/element-box";

export type Rect = Pick<Box, "x" | "y" | "w" | "h">;
export interface PlacedHand {
  /** Where the tip is. */
  x: number;
  y: number;
  /** How far the hand is turned from pointing up, in degrees clockwise. */
  angle: number;
}

const TOUCH = 3; // pixels that the tip reaches into the thing
/** Points of the hand that points up, from its tip: along the finger, and over the back of the hand. */
const POINTS: readonly (readonly [number, number])[] = [
  ...[7, 13, 19, 25].map((y) => [0, y] as const),
  ...[30, 38, 46, 54, 60].flatMap((y) => [-18, -9, 0, 9, 18, 25].map((x) => [x, y] as const)),
];

const holds = ({ x, y, w, h }: Rect, [px, py]: readonly [number, number]): boolean =>
  px > x && px < x + w && py > y && py < y + h;

function pointsOf({ x, y, angle }: PlacedHand): (readonly [number, number])[] {
  const turn = (angle * Math.PI) / 180,
    [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return POINTS.map(([dx, dy]) => [x + dx * cos - dy * sin, y + dx * sin + dy * cos]);
}

/**
 * Return a hand that points at `thing` from below, from a side or from above; null if it would cover the thing or a
 * text, or leave the window, wherever it is. It covers as little as possible of `others`.
 */
export function placeHand(
  { x, y, w, h }: Rect,
  texts: readonly Rect[],
  others: readonly Rect[],
  screen: Rect,
): PlacedHand | null {
  const inner = { x: x + TOUCH, y: y + TOUCH, w: w - 2 * TOUCH, h: h - 2 * TOUCH };
  const [left, right, top, bottom] = [x + TOUCH, x + w - TOUCH, y + TOUCH, y + h - TOUCH];
  const edgePoint = (at: number, angle: number): PlacedHand => ({ x: x + w * at, y: angle < 0 ? bottom : top, angle });
  const hands: PlacedHand[] = [
    { x: x + w / 2, y: bottom, angle: -16 },
    { x: x + w / 2, y: bottom, angle: 16 },
    { x: right, y: y + h / 2, angle: -76 },
    { x: left, y: y + h / 2, angle: 76 },
    { x: right, y: bottom, angle: -46 },
    { x: left, y: bottom, angle: 46 },
    { x: x + w / 2, y: top, angle: 164 },
    { x: right, y: top, angle: -134 },
    { x: left, y: top, angle: 134 },
    // a wide thing has more places at its edges
    ...(w < 120 ? [] : [0.88, 0.12].flatMap((at) => [-16, 164].map((angle) => edgePoint(at, angle)))),
  ];
  let best: PlacedHand | null = null,
    fewest = Infinity;
  for (const hand of hands) {
    const points = pointsOf(hand);
    if (points.some((point) => !holds(screen, point) || [inner, ...texts].some((rect) => holds(rect, point)))) continue;
    const covered = points.filter((point) => others.some((rect) => holds(rect, point))).length;
    if (covered < fewest) [best, fewest] = [hand, covered];
  }
  return best;
}
