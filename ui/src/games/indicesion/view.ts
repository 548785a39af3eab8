// Written by `python -m tests.house.page_types`, from the types in indicesion/presentation/view_types.py.
import type { Option } from "../../contract/messages";

export type Colour = "red" | "orange" | "yellow" | "green" | "blue" | "pink";

/** A body on the table: a die "r1", a player's board "p1", a board in the middle "c1", a barrel "x1" */
export type Id = string;

export type Phase = "starter" | "draft" | "barrels" | "build" | "throw" | "blue" | "pink" | "over";

export type BodyKind = "die" | "board" | "barrel";

export type Mode = "classic" | "central" | "drafting";

/** The boards from which a die must be some way away at its release */
export type Release = "target" | "every";

/** Describe a place or a direction: millimetres, or degrees a second about the table's axes. */
export type Vec = readonly [x: number, y: number, z: number];

/** Describe how a body is turned. */
export type Quat = readonly [w: number, i: number, j: number, k: number];

/** Describe a die, a board or a barrel on the table. Only dice have a colour, and only what is owned has a seat. */
export interface Body {
  kind: BodyKind;
  at: Vec;
  quat: Quat;
  colour?: Colour;
  seat?: number;
}

export type Bodies = Record<Id, Body>;

/** Describe how a die is let go: speed, heading (90 is away from the near side) and climb. */
export type Push = readonly [speed: number, heading: number, climb: number];

/** Describe how a die is held: the face up, and its turn. */
export type UpFace = readonly [face: number, turn: number];

/** A throw in numbers: where the die's centre is let go, its push, its spin, and how it is held. */
export interface ThrowParameters {
  from: Vec;
  push: Push;
  spin: Vec;
  up: UpFace;
}

/** From where and in which direction a player throws. */
export interface Stance {
  from: Vec;
  heading: number;
}

/** Describe a part of the table, how often a die ends there, and whether that counts as staying. */
export interface EstimatedPart {
  part: string;
  share: number;
  stays: boolean;
}

/** Describe where a die ended, and whether that counts as staying. */
export type LandingSpot = readonly [x: number, y: number, z: number, stays: boolean];

/** The likely results of a throw. */
export interface ThrowEstimate {
  option: string;
  target: Id;
  tries: number;
  stays: number;
  where: string;
  about: string;
  /** The seat whose points the throw changes most */
  seat: number;
  mean: number;
  points: number[];
  parts: EstimatedPart[];
  /** How often something is knocked off a board */
  clears: number;
  note: string;
  places: LandingSpot[];
  /** How many tries there will be */
  of: number;
}

/** Describe the size of a barrel. */
export type BarrelSize = readonly [across: number, high: number];

/** Describe a contact in a flight: when, of what with what, and how fast. */
export type Contact = readonly [seconds: number, a: Id, b: Id, metres_a_second: number];

/** Describe a die that burnt in a flight: when, which one, and which red die it touched. */
export type Burning = readonly [seconds: number, die: Id, by: Id];

/** Describe what a die scores on a board, and the levels of the chains of dice below it. */
export interface DieScore {
  board: Id;
  points: number;
  chains: number[];
}

/** Describe the referee's verdict on a die, and its score. */
export interface DieRuling {
  face: number | null;
  crooked: boolean;
  covered: boolean;
  boards: Id[];
  rests_on: Id[];
  level: number;
  points: number;
  scores: DieScore[];
}

/** Describe what a throw may be: the fastest, how far a hand reaches, and how near to a board it lets go. */
export interface Limits {
  speed: number;
  spin: number;
  reach: number;
  gap: number;
}

/** Describe the sizes of all bodies and of the table. */
export interface Sizes {
  die: number;
  board: Vec;
  barrel: BarrelSize;
  table: number;
}

/** Describe a player, and what is in their hand. */
export interface SeatView {
  board: Id | null;
  colour: Colour | null;
  hand: Id[];
  wins: number;
  points: number;
  taken: number;
  skips: number;
  barrels: number;
  throws: Stance;
}

/** Describe a die that a seat may replace now, and the face that it showed. */
export interface LostDie {
  die: Id;
  seat: number;
  face: number;
}

/** Describe the points of a round by seat, and who won it. */
export interface RoundResult {
  points: number[];
  winner: number | null;
}

/**
 * Describe the position as everybody sees it. Units are millimetres, degrees and milliseconds; z is up, and the middle
 * of the table is 0, 0, 0.
 */
export interface View {
  game: string;
  mode: Mode;
  barrels: boolean;
  phase: Phase;
  round: number;
  turn: number;
  player: number | null;
  starter: number;
  asked: number[];
  wins_needed: number;
  release: Release;
  hand: string;
  limits: Limits;
  sizes: Sizes;
  bodies: Bodies;
  /** What can be aimed at, and the boards that belong to it */
  targets: Record<Id, Id[]>;
  judged: Record<Id, DieRuling>;
  seats: SeatView[];
  pool: Partial<Record<Colour, number>>;
  die: Id | null;
  /** True if that die is thrown once more */
  again: boolean;
  lost: LostDie[];
  rounds: RoundResult[];
  winner: number | null;
}

/** Describe a recorded throw: tracks of what moved, contacts for sounds, what burnt, and what left the table. */
export interface FlightRecord {
  seconds: number;
  status: string;
  frames: Record<Id, number[]>;
  touches: Contact[];
  burnt: Burning[];
  lost: Id[];
}

/** Describe what an option does. Its kind says which of the fields it has. */
export interface OptionFacts {
  kind: string;
  /** True for the throw of a player who did not aim */
  usual?: boolean;
  how?: "drop" | "lob" | "knock";
  die?: Id | null;
  target?: Id;
  throw?: ThrowParameters;
  colour?: Colour;
  face?: number;
  blue?: Id;
  seat?: number;
  board?: Id;
  at?: Vec | null;
  place?: string;
  piece?: Id;
  name?: string;
}

/** Describe what an event of the game says, each kind with some of these fields. */
export interface EventFacts {
  die: Id;
  target: Id;
  /** Null if it was not recorded */
  throw: ThrowParameters | null;
  /** Null if it was not recorded */
  flight: FlightRecord | null;
  by: Id;
  pink: Id;
  lost: Id;
  barrel: Id;
  board: Id | null;
  name: string;
  colour: Colour;
  face: number | null;
  landed: number[];
  crooked: boolean;
  levels: number;
  points: number;
  taken: number;
  round: number;
  amount: number;
  seat: number;
  seats: number[];
  dice: number[];
}

/** Describe a practice throw: its record, and the place and turn in metres where each body rests. */
export interface PracticeFlight {
  seconds: number;
  status: string;
  frames: Record<Id, number[]>;
  touches: Contact[];
  burnt: Burning[];
  lost: Id[];
  rest: Record<Id, number[]>;
}

/** Describe what a practice throw led to. */
export interface PracticeFacts {
  die: Id;
  target: Id;
  throw: ThrowParameters;
  flight: PracticeFlight;
  says: string;
}

export type Act = Option<OptionFacts>;
