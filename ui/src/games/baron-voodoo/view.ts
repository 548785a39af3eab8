// Written by `python -m tests.house.page_types`, from the types in baron_voodoo/presentation/view_types.py.
import type { Option } from "../../contract/messages";

export type Colour = "Y" | "T" | "R" | "P" | "W";

export type LoaColour = "Y" | "T" | "R" | "P";

/** The colour painted on a space, "." for none */
export type Paint = "Y" | "T" | "R" | "P" | "W" | ".";

export type Face = "O" | "V" | "F" | "G" | "S" | "X";

/** Colour and face: "PX" */
export type DieName = string;

/** File and rank: "c3" */
export type Space = string;

/** A line to push: "row 3" or "file c" */
export type Line = string;

export type LineEnd = "left" | "right" | "up" | "down";

export type StepId = "A" | "B" | "C1" | "C2" | "C3" | "C4" | "C5" | "D";

export type StepState = "done" | "passed" | "now" | "open" | "closed";

export type PowerName = "wata" | "bwa" | "legba" | "erzulie";

export type LoaId = "mamy-wata" | "gran-bwa" | "papa-legba" | "erzulie-freda";

export type ComboKind = "icon" | "colour";

export type EndReason = "score" | "blocked";

export type SetUp = "quick" | "draft" | "balanced" | "chaos";

/** The dice of each stack, from bottom to top */
export type Stacks = Record<Space, DieName[]>;

export type Phase = "loa" | "baron-loa" | "draft" | "turn" | "capture" | "steps" | "wata" | "bwa" | "bwa-top" | "bwa-next" | "legba" | "legba-to" | "erzulie" | "erzulie-with" | "face" | "steal" | "exchange" | "exchange-with" | "over";

/** A jump over a die. */
export interface Jump {
  from: Space;
  over: Space;
  to: Space;
}

/** The last jump, with the die that was taken and the one that jumped; the Baron has no seat. */
export interface LastJump {
  seat: number | null;
  from: Space;
  over: Space;
  to: Space;
  die: DieName;
  jumper: DieName;
  baron: boolean;
}

export type Kind = "jump" | "power" | "line" | "stack" | "top" | "next" | "die" | "to" | "with" | "offering" | "turn" | "use" | "buy" | "combo" | "spirit" | "end" | "face" | "steal" | "exchange" | "place" | "loa" | "baron-loa";

/** What an option does. Its kind says which of the fields it has. */
export interface OptionFacts {
  kind: Kind;
  step?: StepId;
  from?: Space;
  over?: Space;
  to?: Space;
  /** For a Loa only its colour */
  die?: DieName;
  space?: Space;
  under?: boolean;
  line?: Line;
  end?: LineEnd;
  /** In offerings */
  price?: number;
  face?: Face;
  dice?: DieName[];
  points?: number;
  combo?: ComboKind;
  side?: number;
  power?: PowerName;
  loa?: LoaId;
  changes?: Stacks;
}

/**
 * What an event of the game says, each kind with some of these fields. The sides of an exchange are numbers, the places
 * of a swap are spaces. A Loa that was chosen is an id, a Loa under Protection a colour.
 */
export interface EventFacts {
  from: Space;
  over: Space;
  to: Space;
  die: DieName;
  jumper: DieName;
  a: Space | number;
  b: Space | number;
  die_a: DieName;
  die_b: DieName;
  line: Line;
  end: LineEnd;
  under: boolean;
  was: DieName;
  side: number | null;
  dice: DieName[];
  points: number;
  total: number;
  totals: number[];
  kind: ComboKind;
  why: "colour" | "face" | "score" | "blocked";
  offerings: number;
  price: number;
  power: PowerName;
  loa: LoaId | LoaColour;
  space: Space;
  turn: number;
  extra: boolean;
  baron: boolean;
  set_up: SetUp;
}

/** Describe a step of the current turn. */
export interface Step {
  id: StepId;
  state: StepState;
  name: string;
  /** What it costs or yields, in a word or two */
  short: string;
  /** In offerings; negative if it yields some */
  price: number;
  /** Why it can't be taken now, in a sentence */
  why: string;
}

/** Describe one of the four powers, for the player whose turn it is. */
export interface Power {
  power: PowerName;
  colour: LoaColour;
  /** In offerings */
  price: number;
  /** Why it can't be used now, in a sentence */
  why: string;
}

/** Describe dice that lie together, and the points that they brought or would bring. */
export interface Group {
  dice: DieName[];
  points: number;
}

/** Describe a combo that the Capture zone of the player holds. */
export interface Combo {
  dice: DieName[];
  points: number;
  kind: ComboKind;
}

/** Describe the combos without a common die that score most together. */
export interface Split {
  points: number;
  combos: DieName[][];
}

/** Give a number for each colour of dice. */
export interface CountByColour {
  Y: number;
  T: number;
  R: number;
  P: number;
  W: number;
}

/** Describe what partners share; without teams, what one player has. */
export interface Side {
  /** Empty for the Baron */
  seats: number[];
  /** The Baron's; null for players */
  name: string | null;
  loas: LoaColour[];
  vp: number;
  offerings: number;
  /** The Capture zone, the first captured first */
  zone: DieName[];
  /** The Spirit World, in the order it was filled */
  spirit: Group[];
  /** The dice of the Spirit World */
  counts: CountByColour;
  /** The points of the best combo in the Capture zone */
  best_final: number;
}

/** Describe what is a player's own even in a team. */
export interface SeatView {
  loa: LoaColour | null;
  guarded: boolean;
  side: number;
  total: number;
  place: number | null;
}

/** Describe a wish of the Baron: the die, and what it means on the board as it is. */
export interface Wish {
  die: DieName;
  words: string;
  now: string;
  /** True for what he would take if it were his turn */
  next: boolean;
}

/** Describe the Baron, who plays against a single player. */
export interface BaronView {
  loa: LoaColour | null;
  guarded: boolean;
  level: number;
  line: DieName[];
  wishes: Wish[];
  /** What he would take if it were his turn */
  next: Jump | null;
}

/** Describe the power being used, with the space chosen for it and the space the first die went to. */
export interface HeldSpaces {
  power: PowerName;
  space: Space | null;
  first: Space | null;
}

/** Describe the first die of an exchange. */
export interface HeldDie {
  side: number;
  die: DieName;
}

/** Describe who started the end of the game, and why; the Baron has no seat. */
export interface Trigger {
  seat: number | null;
  why: EndReason;
}

/** Describe how the total of a side came about. */
export interface FinalSide {
  /** The points before the final count */
  before: number;
  combo: Group | null;
  majorities: CountByColour;
  total: number;
}

/** Describe the final count, by side. */
export interface FinalCount {
  sides: FinalSide[];
}

/** Describe the position as everybody sees it. */
export interface View {
  game: string;
  mode: "free" | "teams" | "solo";
  phase: Phase;
  turn: number;
  round: number;
  /** Who is asked to choose */
  player: number | null;
  /** True if this turn is an extra turn */
  extra: boolean;
  /** True if an extra turn was bought this turn */
  bought: boolean;
  /** The points that start the end of the game */
  threshold: number;
  first: number;
  /** The first and the last row and column in play */
  area: [number, number];
  /** Row by row, from the upper left */
  layout: Paint[];
  board: Stacks;
  held: HeldSpaces | null;
  held_die: HeldDie | null;
  /** The die captured this turn, with its present face */
  captured: DieName | null;
  steps: Step[];
  powers: Power[];
  /** The offerings left; null if they are unlimited */
  reserve: number | null;
  /** The side that holds the Baron Samedi token */
  samedi: number | null;
  sides: Side[];
  seats: SeatView[];
  baron: BaronView | null;
  /** The dice that are not placed yet, in a draft */
  pool: Record<DieName, number>;
  trigger: Trigger | null;
  /** The seats that still have a turn in the last round */
  to_play: number[];
  last: LastJump | null;
  combos: Combo[];
  best_split: Split | null;
  /** The points of 3, 4, 5 and 6 dice */
  values: number[];
  final: FinalCount | null;
  winner: number | null;
}

/** Say what the majority of a colour brings each side at the end. */
export interface MajorityFacts {
  colour: Colour;
  counts: number[];
  points: number[];
}

/** Say with how many points a player lost against the Baron, who has more. */
export interface LostFacts {
  total: number;
  baron: number;
}

export type Act = Option<OptionFacts>;
