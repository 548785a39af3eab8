// Compute the ideal flight of a throw: an arc under gravity until something is in the way. The real throw is computed
// by the server.
import { axisRotation, inverseRotation, clamp, toDegrees, addScaled, toRadians, rotateVector } from "./geometry";
import type { Bodies, Id, Sizes, ThrowParameters, Vec } from "./view";

const GRAVITY = 9810;
const DRAG = 0.1;
const STEP = 0.004;
const MAX_SECONDS = 2.4;

export interface IdealFlight {
  /** One for every 4 ms. */
  points: Vec[];
  end: Vec;
  highest: number;
  /** The board below the end, and the die or barrel that is hit. */
  board: Id | null;
  hits: Id | null;
}

export function velocity([speed, heading, climb]: ThrowParameters["push"]): Vec {
  const flat = speed * Math.cos(toRadians(climb));
  return [flat * Math.cos(toRadians(heading)), flat * Math.sin(toRadians(heading)), speed * Math.sin(toRadians(climb))];
}

export function idealFlight(
  thrown: ThrowParameters,
  bodies: Bodies,
  sizes: Sizes,
  flying: Id | null = null,
): IdealFlight {
  const things = Object.entries(bodies).filter(([id]) => id !== flying),
    points: Vec[] = [thrown.from];
  let at = thrown.from,
    speed = velocity(thrown.push),
    highest = at[2];
  for (let t = 0; t < MAX_SECONDS; t += STEP) {
    at = addScaled(at, speed, STEP);
    speed = [speed[0] * (1 - DRAG * STEP), speed[1] * (1 - DRAG * STEP), speed[2] * (1 - DRAG * STEP) - GRAVITY * STEP];
    points.push(at);
    highest = Math.max(highest, at[2]);
    const hit = things.find(([, body]) => touchesBody(at, body, sizes));
    if (hit || at[2] <= sizes.die / 2) {
      const board = hit?.[1].kind === "board" ? hit[0] : boardBelow(at, bodies, sizes);
      return { points, end: at, highest, board, hits: hit && hit[1].kind !== "board" ? hit[0] : null };
    }
  }
  return { points, end: at, highest, board: null, hits: null };
}

/** Return true if a die with its centre there roughly touches that body. */
function touchesBody(at: Vec, body: Bodies[string], sizes: Sizes): boolean {
  const [x, y, z] = rotateVector(inverseRotation(body.quat), addScaled(at, body.at, -1)),
    half = sizes.die / 2;
  if (body.kind === "board")
    return (
      Math.abs(x) < sizes.board[0] / 2 && Math.abs(y) < sizes.board[1] / 2 && z > -half && z < sizes.board[2] / 2 + half
    );
  if (body.kind === "barrel")
    return Math.hypot(x, y) < sizes.barrel[0] / 2 + half * 0.9 && Math.abs(z) < sizes.barrel[1] / 2 + half;
  return Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) < sizes.die * 0.95;
}

/** Return the highest board below a point. */
export function boardBelow(at: Vec, bodies: Bodies, sizes: Sizes): Id | null {
  let best: Id | null = null,
    top = -Infinity;
  for (const [id, body] of Object.entries(bodies)) {
    if (body.kind !== "board" || body.at[2] <= top || body.at[2] > at[2] + sizes.die) continue;
    const [x, y] = rotateVector(inverseRotation(body.quat), addScaled([at[0], at[1], body.at[2]], body.at, -1));
    if (Math.abs(x) < sizes.board[0] / 2 && Math.abs(y) < sizes.board[1] / 2) [best, top] = [id, body.at[2]];
  }
  return best;
}

/** Return the speed and heading with which a die lands on a point at that climb; null if there is none. */
export function solveSpeed(from: Vec, to: Vec, climb: number): readonly [speed: number, heading: number] | null {
  const far = Math.hypot(to[0] - from[0], to[1] - from[1]),
    slope = toRadians(climb),
    fall = far * Math.tan(slope) + from[2] - to[2];
  if (fall <= 1 || Math.abs(climb) > 88) return null;
  const speed = (far / Math.cos(slope)) * Math.sqrt(GRAVITY / (2 * fall));
  const time = far / Math.max(1, speed * Math.cos(slope));
  return [speed * (1 + (DRAG * time) / 2), toDegrees(Math.atan2(to[1] - from[1], to[0] - from[0]))];
}

/** Return the distance from a die at that point to a board. */
export function distanceToBoard(at: Vec, board: Bodies[string], sizes: Sizes): number {
  const local = rotateVector(inverseRotation(board.quat), addScaled(at, board.at, -1));
  const over = local.map((part, i) => Math.max(0, Math.abs(part) - sizes.board[i]! / 2));
  return Math.max(0, Math.hypot(...over) - sizes.die / 2);
}

/** Return a spin around the axis across the flight; forward is positive. */
export const rollSpin = (spin: number, heading: number): Vec =>
  rotateVector(axisRotation([0, 0, 1], heading), [0, spin, 0]);
export const rollOfSpin = (spin: Vec, heading: number): number =>
  rotateVector(axisRotation([0, 0, 1], -heading), spin)[1];
export const within = (value: number, limit: number): number => clamp(value, -limit, limit);
