// Written by `python -m tests.house.page_types`, from the types in deck_o_dice/presentation/view_types.py.
import type { Option } from "../../contract/messages";

export type TypeId = "quad" | "cubera" | "diante" | "sparten" | "dwelve" | "twent";

/** The print for a die type; "R" is the mark R* */
export type Cell = number | "R";

export type SideAt = 0 | 1;

export type HalfNumber = 1 | 2;

export type Phase = "choose" | "diante" | "take" | "cubera" | "over";

export type Parity = "odd" | "even";

export type StepId = "choose" | "reveal" | "attacker" | "defender" | "compare";

export type StepState = "done" | "now" | "open";

/** Describe one side of the duel, as far as the reader may know it. */
export interface Side {
  /** Null for Dicey, who has no seat */
  seat: number | null;
  /** Dicey's; null for players */
  name: string | null;
  parity: Parity | null;
  /** Against an equal die it attacks if the d4 of a flipped card shows one of these */
  attacks_on: string | null;
  chosen: boolean;
  minion: TypeId | null;
  card: number | null;
  value: number | null;
  printed: Cell | null;
  points: number;
  pile: number[] | null;
  holds_20: boolean | null;
  left: TypeId[] | null;
  n_left: number;
  used: number;
}

/** Describe a step of a combat. */
export interface Step {
  id: StepId;
  state: StepState;
}

/** Say which side won a combat; null for a tie. */
export interface CombatResult {
  combat: number;
  winner: SideAt | null;
}

/** Say in words how many of the unseen cards beat the one to beat. */
export interface Odds {
  count: string;
}

/** Describe the position as a seat or a spectator sees it. */
export interface View {
  game: string;
  mode: "duel" | "solo";
  abilities: "proposed" | "attested";
  memory: boolean;
  /** Only in an open replay: what each seat alone knew */
  each?: Record<string, unknown>[];
  phase: Phase;
  combat: number;
  /** In a whole game, of two halves */
  combats: number;
  half: HalfNumber;
  asked: number[];
  /** The number of cards in the deck */
  deck: number;
  top: number | null;
  bottom: number[] | null;
  rest: number[] | null;
  attacker: SideAt | null;
  acting_side: SideAt | null;
  steps: Step[];
  flip: number | null;
  sides: Side[];
  looked: number[] | null;
  results: CombatResult[];
  odds: Odds | null;
  /** What is printed on each card, for every die type */
  cards: Record<string, Cell[]>;
  winner: SideAt | null;
  points_note: string | null;
}

/** Describe what an option does. Its kind says which of the fields it has. */
export interface OptionFacts {
  kind: "choose" | "look" | "decline" | "take" | "reroll" | "keep";
  type?: TypeId;
  card?: number;
  value?: number;
  win?: number;
  tie?: number;
  /** What the button does, without the odds */
  plain?: string;
}

/**
 * Describe what an event of the game says, each kind with some of these fields. In memory mode the events of past
 * combats have none.
 */
export interface EventFacts {
  half: HalfNumber;
  combat: number;
  minions: TypeId[];
  minion: TypeId;
  card: number;
  cards: number[];
  d4: number;
  side: SideAt;
  why: "type" | "parity" | "value";
  value: number;
  values: number[];
  points: number;
  critical: boolean;
  dicey: boolean;
  odd: number;
}

/** Say how many cards each side has won at the end, and whether the card with the 20 decides. */
export interface EndFacts {
  points: number[];
  critical: boolean;
}

/** Describe a combat of a finished duel. */
export interface FoughtCombat {
  combat: number;
  minions: (TypeId | null)[];
  values: number[];
  /** Null for a tie */
  winner: SideAt | null;
  /** True if somebody won the card with the 20 */
  crown: boolean;
}

/** Describe what the story of a duel says besides its words. */
export interface StoryFacts {
  combats: FoughtCombat[];
  critical: boolean;
  lead: boolean;
}

export type Act = Option<OptionFacts>;
