// The interface between the table and the board of a game. `games/<id>/index.ts` exports a `GameUi` by default; a game
// without a folder uses the generic board.
import type { Component, Snippet } from "svelte";
import type { Pace } from "../shared/animation-pace";
import type { Preferences } from "../table/state/preferences.svelte";
import type { SoundName } from "../table/state/sounds";
import type { Story, ChatLine, GameEvent, Hint, Option, StateFrame } from "../contract/messages";

export type BottomSheetName = "log" | "scores" | "rules" | "help" | "menu" | "proof" | "hint";
export type LogEntry = { id: number; event: GameEvent } | { id: number; chat: ChatLine; after: number };

/** The table as its games see it. `TableController` implements it. */
export interface Table {
  /** The frame that is shown. It changes only after all earlier events were animated. */
  readonly frame: StateFrame | null;
  /** Events and chat, oldest first. */
  readonly logEntries: readonly LogEntry[];
  readonly names: readonly string[];
  /** The options that can be chosen now. */
  readonly options: Option[];
  /** True if the seat that is shown has to choose. */
  readonly myTurn: boolean;
  /** True while events are animated. */
  readonly busy: boolean;
  /** Return true if it is that seat's turn, as far as events were shown. */
  isTurn(seat: number): boolean;
  /** The text of the last event shown, with marks for the names of seats. */
  readonly lastEventText: string;
  /** The seat of the last event shown. */
  readonly lastEventSeat: number | null;
  openSheet: BottomSheetName | null;
  readonly preferences: Preferences;
  name(seat: number): string;
  seatStyle(seat: number): SeatStyle;
  act(option: Option): void;
  /** Show a sentence below the prompt. */
  notify(text: string): void;
  /** Ask the server why an option can't be played now, and show its answer. */
  askWhyNot(option: string): void;
  /** Try an option without playing it, for this player only; the board gets the result in `showTryOut`. */
  tryOut(option: string): void;
  /** Ask for the odds of an option and return the id of the request; the board gets the answers in `showOdds`. */
  askOdds(option: string): string | null;
  playSound(sound: SoundName): void;
}

/** A seat's progress towards the goal; all numbers are fractions of it, 0..1. */
export interface Progress {
  now: number;
  preview: number;
  mark: number | null;
}

/** A button of the action bar. Exactly one of them is the primary button. */
export interface ActionButton {
  label: string;
  note: string;
  option: Option | null;
  primary: boolean;
  /** Why it can't be pressed; the button stays focusable and shows this. */
  disabledReason?: string;
  /** What it does instead of playing an option. */
  onPress?: () => void;
  /** True if it does not do what it says yet; `onPress` explains why. */
  inactive?: boolean;
}

/** How a seat is recognised: a class that sets its colours, and its icon. */
export interface SeatStyle {
  hue: string;
  sign: string;
}

/** A board's own state: the selection and the animation of events. */
export interface Board {
  /**
   * Animate one event and call `Pace.resultShown` as soon as its result is visible; only then do texts, log and seats
   * name it. `rest` holds the events that follow it.
   */
  animate(event: GameEvent, rest: readonly GameEvent[], pace: Pace): Promise<void>;
  /**
   * Take over a frame after its events were animated. If `same` is true, the question has not changed and the selection
   * stays.
   */
  showFrame(frame: StateFrame, same: boolean): void;
  /** Save the selection and what `animate` changes before a replay; return a function that restores it. */
  saveState?(): () => void;
  readonly goal: string;
  readonly buttons: ActionButton[];
  /** The line beside the buttons: a consequence, a warning, a card's text. */
  readonly ticker: string;
  readonly winner: number | null;
  /** How the match ended, if "somebody wins" does not say it. */
  readonly verdict?: string | null;
  total(seat: number): number | null;
  progress(seat: number): Progress | null;
  seatStatus(seat: number): string | null;
  /**
   * Return true if the event ends what came before it: from then on the log shows only `GameEvent.later` of earlier
   * events.
   */
  endsMemory?(event: GameEvent): boolean;
  /** True if the board announces the last round itself. */
  readonly announcesLastRound?: boolean;
  /** What the board has chosen for the player and what that allows, for screen readers; else they hear the prompt. */
  readonly choiceToRead?: readonly string[];
  /**
   * Return what screen readers hear of one of these events, if it is not its text in the log; "" if another event or
   * `choiceToRead` says it.
   */
  readEvent?(event: GameEvent, all: readonly GameEvent[]): string | null;
  /** Return true if the log shows the event in one line when it happens to several players in a row. */
  groupsInLog?(event: GameEvent): boolean;
  /** True if your hand and your private log entries are covered, on a shared device. */
  readonly handCovered?: boolean;
  /** Show the result of `Table.tryOut`. */
  showTryOut?(facts: Record<string, unknown>): void;
  /** Show an answer to `Table.askOdds`: more precise each time, or the reason why there is none. */
  showOdds?(id: string, facts: Record<string, unknown> | null, why: string): void;
  /** Select what a hint recommends, as far as possible. */
  applyHint?(hint: Hint): void;
  /** Return the game's own colours and icon of a seat, once it has some. */
  seatStyle?(seat: number): SeatStyle | null;
  /** Handle a letter or digit pressed anywhere; return true if it had a meaning. */
  pressKey(name: string): boolean;
  /** Return the thing (`data-thing`) that a key stands for, so that a lesson treats the key like a touch. */
  thingForKey?(name: string): string | null;
  clearChoice(): void;
}

/** Keys and their meanings, for the keyboard help. */
export type KeyMeanings = readonly (readonly [key: string, meaning: string])[];

export interface BoardProps {
  table: Table;
  board: Board;
}

/** The parts of the table that a game's own layout places: the prompt and the log. */
export interface LayoutProps extends BoardProps {
  prompt: Snippet;
  log: Snippet;
}

/** Draw a die or card of the match summary by its name in the game's notation; `big` if it stands alone. */
export type StoryPiece = Component<{ thing: string; table: Table; big?: boolean }>;
export interface EndParts {
  Piece?: StoryPiece;
  /** Show the whole match at a glance, between the result and the details. */
  Timeline?: Component<{ table: Table; story: Story }>;
}

export interface GameUi {
  createBoard(table: Table): Board;
  /** True if the server must put view and options into words, because the board has no names of its own. */
  needsWords?: boolean;
  PlayArea: Component<BoardProps>;
  /** Arrange seats, board, log and play area, for a game that needs more than the shared layout. */
  Layout?: Component<LayoutProps>;
  /** Below a seat's progress bar: chips, remaining cards. */
  SeatExtras?: Component<{ table: Table; board: Board; seat: number }>;
  /** Beside the prompt: what is pending. */
  Banner?: Component<BoardProps>;
  /** Above the log. */
  SidePanel?: Component<BoardProps>;
  /** The odds of the next throw; a hint shows them, too. */
  Odds?: Component<BoardProps>;
  /** The player's own things, in the action bar. */
  Hand?: Component<BoardProps>;
  /** The rules in short, for the rules sheet; loaded when it is opened. */
  rulesSummary?(): Promise<{ default: Component<BoardProps> }>;
  /** What the end page shows for this game only; loaded at the end. */
  endParts?(): Promise<EndParts>;
  /** The keys of this game; loaded with the keyboard help. */
  keyboardHelp(): Promise<{ default: KeyMeanings }>;
  /** The styles of small windows; loaded only by those. */
  phoneStyles?(): Promise<unknown>;
}
