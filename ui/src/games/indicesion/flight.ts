// The ideal flight of a throw: an arc under gravity until something is in the way. What really happens only the server knows.
import { about, back, clamp, deg, plus, rad, turned } from "./space";
import type { Bodies, Id, Sizes, Thrown, Vec } from "./types";

const GRAVITY = 9810;
const DRAG = 0.1;
const STEP = 0.004;
const LONGEST = 2.4;

export interface Flight {
  /** one for every 4 ms */
  points: Vec[];
  end: Vec;
  highest: number;
  /** the board below the end, and the die or barrel that is hit */
  board: Id | null;
  hits: Id | null;
}

export function velocity([speed, heading, climb]: Thrown["push"]): Vec {
  const flat = speed * Math.cos(rad(climb));
  return [flat * Math.cos(rad(heading)), flat * Math.sin(rad(heading)), speed * Math.sin(rad(climb))];
}

export function fly(thrown: Thrown, bodies: Bodies, sizes: Sizes, flying: Id | null = null): Flight {
  const things = Object.entries(bodies).filter(([id]) => id !== flying),
    points: Vec[] = [thrown.from];
  let at = thrown.from,
    speed = velocity(thrown.push),
    highest = at[2];
  for (let t = 0; t < LONGEST; t += STEP) {
    at = plus(at, speed, STEP);
    speed = [speed[0] * (1 - DRAG * STEP), speed[1] * (1 - DRAG * STEP), speed[2] * (1 - DRAG * STEP) - GRAVITY * STEP];
    points.push(at);
    highest = Math.max(highest, at[2]);
    const hit = things.find(([, body]) => meets(at, body, sizes));
    if (hit || at[2] <= sizes.die / 2) {
      const board = hit?.[1].kind === "board" ? hit[0] : boardAt(at, bodies, sizes);
      return { points, end: at, highest, board, hits: hit && hit[1].kind !== "board" ? hit[0] : null };
    }
  }
  return { points, end: at, highest, board: null, hits: null };
}

/** whether a die with its centre there touches that thing, roughly */
function meets(at: Vec, body: Bodies[string], sizes: Sizes): boolean {
  const [x, y, z] = turned(back(body.quat), plus(at, body.at, -1)),
    half = sizes.die / 2;
  if (body.kind === "board")
    return (
      Math.abs(x) < sizes.board[0] / 2 && Math.abs(y) < sizes.board[1] / 2 && z > -half && z < sizes.board[2] / 2 + half
    );
  if (body.kind === "barrel")
    return Math.hypot(x, y) < sizes.barrel[0] / 2 + half * 0.9 && Math.abs(z) < sizes.barrel[1] / 2 + half;
  return Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) < sizes.die * 0.95;
}

/** the highest board below a point */
export function boardAt(at: Vec, bodies: Bodies, sizes: Sizes): Id | null {
  let best: Id | null = null,
    top = -Infinity;
  for (const [id, body] of Object.entries(bodies)) {
    if (body.kind !== "board" || body.at[2] <= top || body.at[2] > at[2] + sizes.die) continue;
    const [x, y] = turned(back(body.quat), plus([at[0], at[1], body.at[2]], body.at, -1));
    if (Math.abs(x) < sizes.board[0] / 2 && Math.abs(y) < sizes.board[1] / 2) [best, top] = [id, body.at[2]];
  }
  return best;
}

/** the speed and heading that bring a die down on a point with that climb; null if no speed does */
export function reach(from: Vec, to: Vec, climb: number): readonly [speed: number, heading: number] | null {
  const far = Math.hypot(to[0] - from[0], to[1] - from[1]),
    slope = rad(climb),
    fall = far * Math.tan(slope) + from[2] - to[2];
  if (fall <= 1 || Math.abs(climb) > 88) return null;
  const speed = (far / Math.cos(slope)) * Math.sqrt(GRAVITY / (2 * fall));
  const time = far / Math.max(1, speed * Math.cos(slope));
  return [speed * (1 + (DRAG * time) / 2), deg(Math.atan2(to[1] - from[1], to[0] - from[0]))];
}

/** how near a die let go there is to the nearest point of a board */
export function gapTo(at: Vec, board: Bodies[string], sizes: Sizes): number {
  const local = turned(back(board.quat), plus(at, board.at, -1));
  const over = local.map((part, i) => Math.max(0, Math.abs(part) - sizes.board[i]! / 2));
  return Math.max(0, Math.hypot(...over) - sizes.die / 2);
}

/** a spin round the axis across the flight: forward is plus */
export const rolling = (spin: number, heading: number): Vec => turned(about([0, 0, 1], heading), [0, spin, 0]);
export const rollOf = (spin: Vec, heading: number): number => turned(about([0, 0, 1], -heading), spin)[1];
export const within = (value: number, limit: number): number => clamp(value, -limit, limit);
