// The view of Dice-ocalypse! as the server sends it (src/dicehouse/games/dice_ocalypse/view.py) and the facts of its options.
export type WarCard = "prove-it" | "double" | "do-or-die" | "bloodshed" | "collateral";
export type AnyCard = WarCard | "immunity";
export type Phase = "start" | "left-behind" | "zombie" | "keep" | "react" | "react-end" | "vote" | "immunity" | "over";

export interface Player {
  total: number;
  /** has had a scored turn */
  opened: boolean;
  cards: WarCard[];
  spent: WarCard[];
  immunity: boolean;
  /** for every card still held: why it can't be played now, or what it waits for */
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
  /** whose turn it is, or is about to be */
  player: number;
  asked: number[];
  /** the throw now lying in the tray, by position */
  dice: number[];
  /** set aside so far this turn, without the throw now lying */
  turn_score: number;
  /** dice of a full throw this turn */
  dice_full: number;
  first_throw: boolean;
  piggyback: { points: number; dice: number } | null;
  /** the Act of War in play on this turn */
  card: { kind: WarCard; by: number; on: number; stake?: number } | null;
  card_used: boolean;
  doubled: boolean;
  target: number;
  exact_target: boolean;
  opening: number;
  battle_zone: number;
  specials: boolean;
  dice_specials: boolean;
  zombie: { holder: number | null; out: boolean };
  left_behind: { holder: number | null; used: boolean };
  final: { first: number; bar: number; to_play: number[] } | null;
  seats: Player[];
  contenders: number[];
  kept: Group[];
  /** what scores here, as dice; `here`: such dice lie in the throw */
  worth: { dice: number[]; points: number; here: boolean }[];
  odds: { dice: number; bust: number }[];
  winner: number | null;
}

export interface KeepFacts {
  keep: number[];
  faces: number[];
  points: number;
  /** this turn's points with this choice */
  turn: number;
  then: "roll" | "bank";
  /** dice of the next throw */
  dice: number;
  bust: number;
  card: "double" | null;
  /** the total after banking, before effects */
  total: number;
  /** how much that total lacks of the bar of the last round */
  short: number;
  hot: boolean;
  /** points left lying that could be kept as well */
  better: number;
  /** the exact chance to win, if this race was solved */
  wins?: number;
}
