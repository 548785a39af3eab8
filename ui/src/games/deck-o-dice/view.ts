// The view, options and events of Deck-O-Dice as the server sends them.
import type { Option } from "../../contract/messages";

export type TypeId = "quad" | "cubera" | "diante" | "sparten" | "dwelve" | "twent";
/** The print for a die type; "R" is the mark R*. */
export type Cell = number | "R";
export type SideAt = 0 | 1;
export type Phase = "choose" | "diante" | "take" | "cubera" | "over";

export interface Side {
  /** Null for Dicey, who has no seat. */
  seat: number | null;
  name: string | null;
  parity: "odd" | "even" | null;
  /** Against an equal die it attacks if the d4 of a flipped card shows one of these. */
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

export interface View {
  game: string;
  mode: "duel" | "solo";
  abilities: "proposed" | "attested";
  memory: boolean;
  /** Only in an open replay: what each seat alone knew. */
  each?: unknown;
  phase: Phase;
  combat: number;
  /** In a whole game, of two halves. */
  combats: number;
  half: 1 | 2;
  asked: number[];
  deck: number;
  top: number | null;
  bottom: number[] | null;
  rest: number[] | null;
  attacker: SideAt | null;
  acting_side: SideAt | null;
  steps: { id: string; state: "done" | "now" | "open" }[];
  flip: number | null;
  sides: Side[];
  looked: number[] | null;
  results: { combat: number; winner: SideAt | null }[];
  odds: Odds | null;
  cards: Record<string, Cell[]>;
  winner: SideAt | null;
  points_note: string | null;
}

export interface Odds {
  /** How many of the unseen cards beat the one to beat, in words. */
  count: string;
}

export interface OptionFacts {
  kind: "choose" | "look" | "decline" | "take" | "reroll" | "keep";
  type?: TypeId;
  card?: number;
  value?: number;
  win?: number;
  tie?: number;
  /** What the button does, without the odds. */
  plain?: string;
}
export type Act = Option<OptionFacts>;

/** The facts of all kinds of events. In memory mode the events of past combats have none. */
export interface EventFacts {
  half: number;
  combat: number;
  minions: TypeId[];
  minion: TypeId;
  card: number;
  cards: number[];
  d4: number;
  attacker: SideAt;
  side: SideAt;
  why: "type" | "parity" | "value";
  value: Cell;
  values: number[];
  points: number & number[];
  critical: boolean;
  dicey: boolean;
  odd: number;
}
