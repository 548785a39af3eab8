// The view of Dice-ocalypse! as the server sends it, and the facts of its options.
export type WarCard = "prove-it" | "double" | "do-or-die" | "bloodshed" | "collateral";
export type AnyCard = WarCard | "immunity";
export type Phase = "start" | "left-behind" | "zombie" | "keep" | "react" | "react-end" | "vote" | "immunity" | "over";

export interface Player {
  total: number;
  /** True after the player's first turn that scored. */
  opened: boolean;
  cards: WarCard[];
  spent: WarCard[];
  immunity: boolean;
  /** For every card still in hand: why it can't be played now, or what it waits for. */
  barred: Partial<Record<AnyCard, string>>;
  lose_turn: boolean;
  double_next: boolean;
  zombie: boolean;
  left_behind: boolean;
  battle_zone_done: boolean;
  diced: boolean;
  place: number | null;
}

export interface Group {
  faces: number[];
  points: number;
}

export interface View {
  phase: Phase;
  turn: number;
  round: number;
  /** Whose turn it is, or is about to be. */
  player: number;
  asked: number[];
  /** The dice of the current throw, by position. */
  dice: number[];
  /** The points kept so far this turn, without the current throw. */
  turn_score: number;
  /** The number of dice of a full throw this turn. */
  dice_full: number;
  first_throw: boolean;
  piggyback: { points: number; dice: number } | null;
  /** The war card in play on this turn. */
  card: { kind: WarCard; by: number; on: number; stake?: number } | null;
  card_used: boolean;
  doubled: boolean;
  target: number;
  exact_target: boolean;
  opening: number;
  battle_zone: number;
  /** From this face on the die of a war card is kind. */
  lucky: number;
  collateral: { stake: number; dice: number };
  specials: boolean;
  dice_specials: boolean;
  zombie: { holder: number | null; out: boolean };
  left_behind: { holder: number | null; used: boolean };
  final: { first: number; bar: number; to_play: number[] } | null;
  seats: Player[];
  contenders: number[];
  kept: Group[];
  /** The combinations that score at this table; `here` if the throw contains one. */
  worth: { dice: number[]; points: number; here: boolean }[];
  odds: { dice: number; bust: number }[];
  winner: number | null;
}

export interface KeepFacts {
  keep: number[];
  faces: number[];
  points: number;
  /** The points of this turn with this choice. */
  turn: number;
  then: "roll" | "bank";
  /** The dice of the next throw. */
  dice: number;
  bust: number;
  card: "double" | null;
  /** The total after banking, before effects. */
  total: number;
  /** How much that total is below the bar of the last round. */
  short: number;
  hot: boolean;
  /** The points in this throw that could be kept as well. */
  better: number;
  /** The exact chance to win, if this race was solved. */
  wins?: number;
}
