// The view of inDICEsion as the server sends it. Units are millimetres, degrees and milliseconds; z is up, and the
// middle of the table is 0, 0, 0.
import type { Option } from "../../contract/messages";

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

/**
 * A throw in numbers: where the die's centre is let go; speed, heading (90 is away from the near side) and climb; spin;
 * face up and turn.
 */
export interface ThrowParameters {
  from: Vec;
  push: readonly [speed: number, heading: number, climb: number];
  spin: Vec;
  up: readonly [face: number, turn: number];
}

export interface DieRuling {
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
  /** What can be aimed at, and the boards that belong to it. */
  targets: Readonly<Record<Id, Id[]>>;
  judged: Readonly<Record<Id, DieRuling>>;
  seats: SeatView[];
  pool: Partial<Record<Colour, number>>;
  die: Id | null;
  /** True if that die is thrown once more. */
  again: boolean;
  lost: { die: Id; seat: number; face: number | null }[];
  rounds: { points: number[]; winner: number | null }[];
  winner: number | null;
}

/** A recorded throw: tracks of what moved, contacts for sounds, what burnt, and what left the table. */
export interface FlightRecord {
  seconds: number;
  frames: Readonly<Record<Id, readonly number[]>>;
  touches: readonly (readonly [seconds: number, a: Id, b: Id, metresASecond: number])[];
  burnt: readonly (readonly [seconds: number, die: Id, by: Id])[];
  lost: readonly Id[];
  status: string;
}
export interface EventFacts {
  die: Id;
  target: Id;
  throw: ThrowParameters;
  flight: FlightRecord | null;
  by: Id;
  pink: Id;
  points: number;
  barrel: Id;
  colour: Colour;
  round: number;
  seat: number;
}
export interface OptionFacts {
  kind: string;
  /** True for the throw of a player who did not aim. */
  usual?: boolean;
  how?: "drop" | "lob" | "knock";
  die?: Id;
  target?: Id;
  throw?: ThrowParameters;
  colour?: Colour;
  face?: number;
  seat?: number;
  board?: Id;
  at?: Vec | null;
  place?: string;
  piece?: Id;
}
export type Act = Option<OptionFacts>;
