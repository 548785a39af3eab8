// Written by `python -m tests.house.page_types`, from the types in dice_ocalypse/presentation/view_types.py.

export type WarCard = "prove-it" | "double" | "do-or-die" | "bloodshed" | "collateral";

export type AnyCard = "prove-it" | "double" | "do-or-die" | "bloodshed" | "collateral" | "immunity";

export type Phase = "start" | "left-behind" | "zombie" | "keep" | "react" | "react-end" | "vote" | "immunity" | "over";

/** Describe a player at the table. */
export interface Player {
  total: number;
  /** True after the player's first turn that scored */
  opened: boolean;
  cards: WarCard[];
  spent: WarCard[];
  immunity: boolean;
  /** For every card still in hand: why it can't be played now, or what it waits for. */
  barred: Record<string, string>;
  lose_turn: boolean;
  double_next: boolean;
  zombie: boolean;
  left_behind: boolean;
  battle_zone_done: boolean;
  diced: boolean;
  place: number | null;
}

/** Describe dice that were kept together. */
export interface Group {
  faces: number[];
  points: number;
}

/** Describe what the player before left: points, and dice to go on with. */
export interface Piggyback {
  points: number;
  dice: number;
}

/** Describe the war card in play on this turn. */
export interface PlayedCard {
  kind: WarCard;
  by: number;
  on: number;
  stake?: number;
}

/** Describe the numbers of the Collateral card. */
export interface Collateral {
  stake: number;
  dice: number;
}

/** Describe who holds the Zombie token, and whether it is out of the game. */
export interface Zombie {
  holder: number | null;
  out: boolean;
}

/** Describe who holds the Left Behind token, and whether it was used. */
export interface LeftBehind {
  holder: number | null;
  used: boolean;
}

/** Describe who reached the target first, the points to beat, and who still has a turn. */
export interface LastRound {
  first: number;
  bar: number;
  to_play: number[];
}

/** Describe a combination that scores at this table; `here` if the throw contains it. */
export interface ScoringRow {
  dice: number[];
  points: number;
  here: boolean;
}

/** Describe the chance to bust with that many dice. */
export interface BustChance {
  dice: number;
  bust: number;
}

/** Describe the position as a seat or a spectator sees it. */
export interface View {
  game: string;
  phase: Phase;
  turn: number;
  round: number;
  /** Whose turn it is, or is about to be */
  player: number;
  asked: number[];
  /** The current throw, by position */
  dice: number[];
  /** The points kept so far this turn, without the current throw */
  turn_score: number;
  /** The number of dice of a full throw this turn */
  dice_full: number;
  first_throw: boolean;
  piggyback: Piggyback | null;
  card: PlayedCard | null;
  card_used: boolean;
  doubled: boolean;
  target: number;
  exact_target: boolean;
  opening: number;
  battle_zone: number;
  /** From this face on the die of a war card is kind */
  lucky: number;
  collateral: Collateral;
  specials: boolean;
  dice_specials: boolean;
  zombie: Zombie;
  left_behind: LeftBehind;
  final: LastRound | null;
  seats: Player[];
  contenders: number[];
  kept: Group[];
  worth: ScoringRow[];
  odds: BustChance[];
  winner: number | null;
}

/** Describe what keeping some dice of a throw would bring. */
export interface KeepFacts {
  keep: number[];
  faces: number[];
  points: number;
  /** The points of this turn with this choice */
  turn: number;
  then: "roll" | "bank";
  /** The dice of the next throw */
  dice: number;
  bust: number;
  card: "double" | null;
  /** The total after banking, before effects */
  total: number;
  /** How much that total is below the bar of the last round */
  short: number;
  hot: boolean;
  /** The points in this throw that could be kept as well */
  better: number;
  /** The exact chance to win, if this race was solved */
  wins?: number;
}
