// What a game's folder gives to the shared table. `games/<id>/index.ts` exports it as default; without a folder the generic board plays.
import type { Component, Snippet } from "svelte";
import type { Pace } from "./kit/pace";
import type { Prefs } from "./table/prefs.svelte";
import type { Sound } from "./table/sound";
import type { Story } from "./story";
import type { ChatLine, GameEvent, Hint, Option, StateFrame } from "./types";

export type SheetName = "log" | "scores" | "rules" | "help" | "menu" | "proof" | "hint";
export type Line = { id: number; event: GameEvent } | { id: number; chat: ChatLine; after: number };

/** The table as its games see it. `table/ctrl.svelte.ts` is the one there is. */
export interface Table {
  /** the frame that is shown; it changes only when everything before it was told */
  readonly frame: StateFrame | null;
  /** what happened and what was said, oldest first */
  readonly lines: readonly Line[];
  readonly names: readonly string[];
  /** what may be chosen now */
  readonly options: Option[];
  /** whether the seat that is shown is asked */
  readonly mine: boolean;
  /** something is being told */
  readonly busy: boolean;
  /** whose turn it is, as far as it has been told */
  turn(seat: number): boolean;
  /** the last event told, as text with seat marks */
  readonly told: string;
  /** the seat the last event told is about */
  readonly actor: number | null;
  open: SheetName | null;
  readonly prefs: Prefs;
  name(seat: number): string;
  dress(seat: number): Dress;
  act(option: Option): void;
  /** says a sentence in the place of the line under the prompt */
  notify(text: string): void;
  /** asks the house why an option can't be played now, and says its answer */
  why(option: string): void;
  /** something that does not count, for these eyes only: the board is told what came of it */
  rehearse(option: string): void;
  /** asks what an option would probably bring; answers come to the board with the id that is returned */
  weigh(option: string): string | null;
  sound(sound: Sound): void;
}

/** A seat's way to the goal: all numbers are shares of the whole, 0..1. */
export interface Progress {
  now: number;
  preview: number;
  mark: number | null;
}

/** A key in the dock. Exactly one key of a moment is the marigold one. */
export interface Key {
  label: string;
  note: string;
  option: Option | null;
  go: boolean;
  /** why it can't be pressed; the key stays focusable and says it */
  why?: string;
  /** what it does instead of playing an option */
  press?: () => void;
  /** it can't do what it says yet, and `press` says why */
  sleeps?: boolean;
}

/** How a seat is told apart: a class that sets its colours, and the sign that goes with them. */
export interface Dress {
  hue: string;
  sign: string;
}

/** The state of a board beside the frame: what is chosen, what is being told. */
export interface Board {
  /** shows one event on the table, and says when its result lies there to be seen (`Pace.seen`): only then do words, log and seats name it. The rest of the batch tells what it leads to. */
  tell(event: GameEvent, rest: readonly GameEvent[], pace: Pace): Promise<void>;
  /** takes over a frame after its events were told; `same`: the seat is asked what it was asked before, so what it has in hand stays there */
  settle(frame: StateFrame, same: boolean): void;
  /** before something is shown again: gives back afterwards what is in hand and what was told, as far as `tell` changes it */
  keep?(): () => void;
  readonly goal: string;
  readonly keys: Key[];
  /** the line beside the keys: a consequence, a warning, a card's text */
  readonly ticker: string;
  readonly winner: number | null;
  /** how the match ended, where "somebody wins" does not say it */
  readonly verdict?: string | null;
  total(seat: number): number | null;
  progress(seat: number): Progress | null;
  state(seat: number): string | null;
  /** whether this event ends what came before it: from then on the log says only what may be remembered (`later`) */
  closes?(event: GameEvent): boolean;
  /** it announces the last round in its own way */
  readonly announces?: boolean;
  /** whether the log says it in one line when it happens to several players in a row: it is drawn on their seats */
  folds?(event: GameEvent): boolean;
  /** on a shared device your own things are face down, and so is what only you may read of the log */
  readonly shut?: boolean;
  /** what came of something that was only tried (`Table.rehearse`) */
  tried?(facts: Record<string, unknown>): void;
  /** what an option would probably bring (`Table.weigh`): surer with each answer, or why it can't be had */
  likely?(id: string, facts: Record<string, unknown> | null, why: string): void;
  /** a hint came: what of it the hand can take over is taken over */
  advised?(hint: Hint): void;
  /** the game's own colours and sign of a seat, once it has some */
  dress?(seat: number): Dress | null;
  /** a letter or digit pressed anywhere; true if it meant something */
  key(name: string): boolean;
  /** the thing (`data-thing`) that this letter or digit touches, so that a lesson can answer it as it answers a finger */
  touches?(name: string): string | null;
  clear(): void;
}

/** what keys mean, as the sheet of keys tells it */
export type KeysHelp = readonly (readonly [key: string, meaning: string])[];

export interface BoardParts {
  table: Table;
  board: Board;
}

/** What the table lends to a room: the call and the log. */
export interface RoomParts extends BoardParts {
  call: Snippet;
  log: Snippet;
}

/** draws one of a story's things, by its name in the game's notation; `big` where it lies alone */
export type DrawsThing = Component<{ thing: string; table: Table; big?: boolean }>;
export interface Ending {
  Thing?: DrawsThing;
  /** stands between who won and how: the whole match at a glance */
  Strip?: Component<{ table: Table; story: Story }>;
}

export interface GameUi {
  create(table: Table): Board;
  /** asks the house to put view and options into words: the board knows no names of its own */
  words?: boolean;
  Stage: Component<{ table: Table; board: Board }>;
  /** a game whose seats, board and log want a room of their own arranges all of it; the stage is then part of it */
  Room?: Component<RoomParts>;
  /** below a seat's track: chips, cards left */
  Seat?: Component<{ table: Table; board: Board; seat: number }>;
  /** beside the prompt: what is pending */
  Banner?: Component<{ table: Table; board: Board }>;
  /** above the log */
  Aside?: Component<{ table: Table; board: Board }>;
  /** the odds of the next throw, where the game shows some: a hint holds them, too */
  Odds?: Component<{ table: Table; board: Board }>;
  /** what belongs to you, in the dock */
  Hand?: Component<{ table: Table; board: Board }>;
  /** short rules and the things on the table, for the rules sheet */
  Rules?: Component<{ table: Table; board: Board }>;
  /** what the end shows of this game alone: fetched when it has come */
  ending?(): Promise<{ default: Ending }>;
  /** the keys of this game alone: fetched when somebody asks what keys there are */
  help(): Promise<{ default: KeysHelp }>;
  /** what small windows look like, where that is much: fetched by those alone */
  phone?(): Promise<unknown>;
}
