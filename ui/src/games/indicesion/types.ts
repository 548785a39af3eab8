// What the server says about the table. Millimetres, degrees, milliseconds; z is up; the middle of the table is 0, 0, 0.
import type { Option } from "../../types";

export type Vec = readonly [x: number, y: number, z: number];
export type Quat = readonly [w: number, i: number, j: number, k: number];
export type Colour = "red" | "orange" | "yellow" | "green" | "blue" | "pink";
export type Id = string;
export type Phase = "starter" | "draft" | "barrels" | "build" | "throw" | "blue" | "pink" | "over";

export interface Body {
  kind: "die" | "board" | "barrel";
  at: Vec;
  quat: Quat;
  colour?: Colour;
  seat?: number | null;
}
export type Bodies = Readonly<Record<Id, Body>>;

/** A throw in numbers: where the die's centre is let go; speed, heading (90 is away from the near side) and climb; spin; face up and turn. */
export interface Thrown {
  from: Vec;
  push: readonly [speed: number, heading: number, climb: number];
  spin: Vec;
  up: readonly [face: number, turn: number];
}

export interface Judged {
  face: number | null;
  crooked: boolean;
  boards: Id[];
  level: number;
  covered: boolean;
  points: number;
  rests_on: Id[];
}
export interface Sizes {
  die: number;
  board: Vec;
  barrel: readonly [across: number, high: number];
  table: number;
}
export interface SeatView {
  board: Id | null;
  colour: Colour | null;
  hand: Id[];
  wins: number;
  points: number;
  taken: number;
  skips: number;
  barrels: number;
  throws: { from: Vec; heading: number };
}
export interface View {
  game: string;
  mode: "classic" | "central" | "drafting";
  barrels: boolean;
  phase: Phase;
  round: number;
  turn: number;
  player: number | null;
  starter: number;
  asked: number[];
  wins_needed: number;
  release: "target" | "every";
  hand: string;
  limits: { speed: number; spin: number; reach: number; gap: number };
  sizes: Sizes;
  bodies: Bodies;
  /** what may be aimed at, and the boards that it is made of */
  targets: Readonly<Record<Id, Id[]>>;
  judged: Readonly<Record<Id, Judged>>;
  seats: SeatView[];
  pool: Partial<Record<Colour, number>>;
  die: Id | null;
  /** that die is thrown once more */
  again: boolean;
  lost: { die: Id; seat: number; face: number | null }[];
  rounds: { points: number[]; winner: number | null }[];
  winner: number | null;
}

/** A throw as it went: tracks of what moved, contacts for the ear, what burnt and what left the table. */
export interface Flown {
  seconds: number;
  frames: Readonly<Record<Id, readonly number[]>>;
  touches: readonly (readonly [seconds: number, a: Id, b: Id, metresASecond: number])[];
  burnt: readonly (readonly [seconds: number, die: Id, by: Id])[];
  lost: readonly Id[];
  status: string;
}
export interface Told {
  die: Id;
  target: Id;
  throw: Thrown;
  flight: Flown | null;
  by: Id;
  pink: Id;
  points: number;
  barrel: Id;
  colour: Colour;
  round: number;
  seat: number;
}
export interface Facts {
  kind: string;
  /** the throw for somebody who thinks of none */
  usual?: boolean;
  how?: "drop" | "lob" | "knock";
  die?: Id;
  target?: Id;
  throw?: Thrown;
  colour?: Colour;
  face?: number;
  seat?: number;
  board?: Id;
  at?: Vec | null;
  place?: string;
  piece?: Id;
}
export type Act = Option<Facts>;
