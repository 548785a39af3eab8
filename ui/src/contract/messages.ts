import type { Story } from "./story";

// The messages between the server and this page, as the server sends them. The page contains no rules: it shows a view
// and answers with the id of an option.

/**
 * One option of a seat. In `label` and `note`, {0}..{5} stand for the names of seats; `path` names the things on the
 * table that a player would touch, `facts` are plain data for a board.
 */
export interface Option<Facts = Record<string, unknown>> {
  id: string;
  label: string;
  note: string;
  path: string[];
  facts: Facts;
  /** False if the player can undo it alone afterwards. An option that the page describes itself is final. */
  final?: boolean;
}

/** One event of the match. `text` is a sentence in which {0}..{5} stand for the names of seats. */
export interface GameEvent<Facts = Record<string, unknown>> {
  number: number;
  kind: string;
  seat: number | null;
  text: string;
  /** The text that remains after `Board.endsMemory` is true for a later event; null or missing: all of it. */
  later?: string | null;
  /** True if not everybody may read it. */
  private?: boolean;
  /** What begins for the last time with this event, for example "The last round". */
  last?: string;
  facts: Facts;
}

export interface Prompt {
  title: string;
  detail: string;
  urgent: boolean;
}

/** When a seat wants to be asked about reactions in other players' turns. */
export interface ReactionPreference {
  mode: "ask" | "end" | "big" | "never";
  points: number;
}

export interface SeatInfo {
  seat: number;
  name: string;
  kind: "person" | "bot" | "open";
  bot: string | null;
  /** The bot's picture in art/faces.svg, and its character in one word. */
  face: string | null;
  word: string | null;
  /** The substitute bot that plays for an absent person. */
  stand_in: string | null;
  /** True if this browser may start and end a substitute for that person. */
  replaceable: boolean;
  /** True if that person was asked, and a bot takes over unless they answer. */
  asked: boolean;
  /** How often that person was nudged since they last did something. */
  nudges: number;
  /** The seats that agree to a substitute for this person; all who are present must agree. */
  agreed: number[];
  you: boolean;
  online: boolean;
  /** Only for your own seats. */
  order: ReactionPreference | null;
  /** For open seats: true if somebody has looked at the invitation. */
  opened: boolean;
  /** For open seats, only sent to the host: the link, and the words that do the same until then (Unix time). */
  invite: string | null;
  code: { words: string; until: number } | null;
}

/**
 * The running clocks: the server's time when it sent this, and what is left of each seat's turn. All values are
 * seconds.
 */
export interface Clocks {
  now: number;
  /** True for clocks that count days; they stop during a player's quiet hours. */
  by_day: boolean;
  seats: { seat: number; left: number; due: number; stands: number | null }[];
}

/** Another person who sits or has spoken here, under an id that is valid only at this table. */
export interface Person {
  who: string;
  name: string;
  seat: number | null;
  ignored: boolean;
  stopped: boolean;
}

/** A bot as an opponent. `number` is its strength, from 1; `face` is its picture in art/faces.svg. */
export interface BotInfo {
  bot: string;
  name: string;
  word: string;
  says: string;
  face: string;
  number: number;
  /** True for the bot that is proposed first and used as a substitute. */
  usual: boolean;
}

/** The estimated result of one option. */
export interface OptionEstimate {
  option: string;
  label: string;
  note: string;
  /** The chance to win and its standard error; null if too few games were tried. */
  value: number | null;
  error: number;
  /** How often to choose it where all players choose at the same time. */
  share: number | null;
  /** The whole estimate in a few words. */
  words: string;
}
/** The recommended option, for one seat only. In its texts {0}..{5} stand for the names of seats. */
export interface Hint {
  seat: number;
  number: number;
  option: string;
  label: string;
  path: string[];
  facts: Record<string, unknown>;
  chance: string;
  reason: string;
  options: OptionEstimate[];
  /** The number of options that are not listed. */
  others: number;
  /** A sentence about options that look equally good; usually empty. */
  doubt: string;
}

export interface TableInfo {
  id: string;
  game: string;
  name: string;
  host: boolean;
  /** How long bots wait, as the host chose. */
  pace: string;
  /** True if bots explain their choices. */
  reasons: boolean;
  /** Whether hints are allowed: a single player always may ask, several players must all agree. */
  hints?: { on: boolean; alone: boolean; agreed: number[] };
  /** The unit of the score: singular and plural. */
  unit: readonly [one: string, many: string];
  phase: "waiting" | "playing" | "over";
  /** The build of the page that the server serves now. */
  built?: string;
  /** How long the match took, in words, once it is over; long pauses are not counted. */
  length?: string | null;
  /** True if the dice were chosen for a lesson, so there is nothing to prove. */
  lesson?: boolean;
  /** For a what-if: the finished match it branches from, and after how many actions. */
  what_if?: { table: string; number: number; seat: number } | null;
  /** True if the match can be reviewed for luck and skill: it is over and was a real game. */
  reviewed?: boolean;
  /** The lessons of this game. */
  lessons?: { name: string; title: string }[];
  commitment: string;
  /** The secret of the dice, published when the match is over. */
  secret: string | null;
  /** The commitment for the next match, shown when this one is over. */
  next: string | null;
  /** The text that each seat added to the dice, and its source; `sealed` is a SHA-256 hash until everybody sits. */
  texts: { text: string | null; from: "browser" | "house" | "sealed" | "shown" | "silent" | null }[];
  mode: string;
  /** `book` is the rulebook's value where this table differs from it. */
  settings: { label: string; value: string; book?: string }[];
  /** The agreed time control in words; null if there is none. */
  terms?: { words: string; late: string; nights: string } | null;
  levels: BotInfo[];
  /** While the table waits, only sent to the host: who can open the links, and other addresses of the server. */
  reach: { base: string; who: "machine" | "network" | "all"; also: string[] } | null;
  /** While the table waits: the captions of the three pictures of the game. */
  glance: [title: string, text: string][];
  seats: SeatInfo[];
  /** How people talk here, and the people whom the player can mute or remove. */
  talk?: { quiet: boolean; phrases: readonly string[]; stopped: boolean; people: readonly Person[] };
  watching: number;
}

/** One row of the score sheet: a seat, or a named side without a seat. */
export interface SheetRow {
  seat: number | null;
  name?: string;
  cells: Record<string, number>;
  total: number;
  note: string;
  place?: number | null;
}
export interface ScoreSheet {
  sources: { key: string; label: string }[];
  rows: SheetRow[];
}

export interface ChatLine {
  /** The author; null for a message of the server, which looks like nothing that a person can write. */
  from: string | null;
  seat: number | null;
  text: string;
  at: string | number;
  /** True if a bot explains its next action. */
  reason?: boolean;
  /** True if this reader muted the author, or the line disappeared with the event it belonged to; it has no text. */
  ignored?: boolean;
}

/** A fact with its label: as text, as dice (0 is hidden), or as several smaller facts. */
export interface Fact {
  label: string;
  text: string;
  dice: number[];
  parts: Fact[];
}

/** Options under a heading, by their ids, directly or in subgroups. */
export interface OptionGroup {
  title: string;
  ids: string[];
  parts: OptionGroup[];
}

/** The view and the options in words, for a page that has no board for the game. */
export interface ViewInWords {
  goal: string;
  target: number | null;
  winner: number | null;
  facts: Fact[];
  tables: { title: string; columns: string[]; rows: Fact[][] }[];
  seats: { total: number | null; facts: Fact[] }[];
  choices: OptionGroup[];
}

/** The state of a lesson at this table. In its texts {0}..{5} stand for the names of seats. */
export interface Lesson {
  name: string;
  title: string;
  theme: string;
  /** The position in the script; the page sends it back when the player has read a step. */
  at: number;
  step: number;
  of: number;
  /** The headline (empty while others play) and one sentence that explains it. */
  say: string;
  why: string;
  /** The options that continue the lesson, as patterns in which * stands for anything. */
  on: string[];
  /** True if the player has only to read. */
  reads: boolean;
  /** The names of the highlighted things, and of all things the player may touch. */
  look: string[];
  things: string[];
  /** The text of the primary button while it is inactive. */
  key: [label: string, note: string];
  wrong: [touched: string, says: string][];
  /** Scoring combinations: faces, what they score, and whether they lie on the table now. */
  shows: [faces: string, words: string, now: boolean][];
  done: boolean;
  well: string;
  tip: string;
  next: { name: string; title: string } | null;
}

/** The number of links in the hash chain (undone actions and undos count, too) and the chain head. */
export type ChainHead = readonly [links: number, hash: string];

/**
 * A take-back: the action, who asks for it (null: it can be asked for), who must agree, who has agreed, and who refuses
 * all requests in this game.
 */
export interface Takeback {
  move: string;
  by: number | null;
  asks: number[];
  agreed: number[];
  firm: number[];
  /** Why no action can be taken back any more; usually empty. */
  stands: string;
}

/** Everything that this page may know. The server sends it first and after every change. */
export interface StateFrame<View = Record<string, unknown>> {
  t: "state";
  table: TableInfo;
  /** The position number: the number of actions played so far. */
  number: number;
  /** The length of the hash chain and its head. */
  mark?: ChainHead | null;
  /** The seats of this browser; empty for a spectator. */
  me: number[];
  /** The own seat for which `view` and `options` are made. */
  seat: number | null;
  /** The own seat whose player must take the device before the server sends anything of theirs. */
  cover: number | null;
  acting: number[];
  prompt: Prompt;
  view: View;
  options: Option[];
  /** Sent if the game's board needs words (`GameUi.needsWords`). */
  words?: ViewInWords | null;
  undo: boolean;
  /** The action that can be taken back, or a request to do so. */
  takeback?: Takeback | null;
  lesson?: Lesson | null;
  /** The hint that this seat asked for. */
  hint?: Hint | null;
  /** New events only, or the whole log if `full` is true. */
  events: GameEvent[];
  full: boolean;
  chat: ChatLine[];
  sheet: ScoreSheet | null;
  /** The summary of the match, once it is over. */
  story?: Story | null;
  /** The clocks, if the table has some. */
  time?: Clocks | null;
  /** When this browser received it, by `performance.now()`. The page sets it. */
  receivedAt?: number;
  /** The address of the next table, once somebody has asked for a rematch. */
  again: string | null;
}

export type ServerMessage =
  | StateFrame
  | { t: "ack"; id: string; number: number }
  | { t: "refused"; id: string | null; why: string; stale: boolean }
  | { t: "tried"; id: string; facts: Record<string, unknown> }
  | { t: "likely"; id: string; facts?: Record<string, unknown>; why?: string }
  | { t: "hinted"; id: string }
  | { t: "pong" };

export type ClientMessage =
  | { t: "act"; id: string; seat: number; number: number; option: string }
  | { t: "try"; id: string; seat: number; option: string }
  | { t: "aim"; id: string; seat: number; option: string }
  | { t: "why"; id: string; seat: number; option: string }
  | { t: "undo"; id: string; seat: number; number: number }
  | { t: "takeback"; say: "yes" | "no" | "never" | "allow" | "withdraw" }
  | { t: "chat"; text: string }
  | { t: "order"; seat: number; mode: ReactionPreference["mode"]; points: number }
  | { t: "ping" }
  | { t: "again"; contribution: string }
  | { t: "part"; text: string }
  | { t: "seal"; text: string }
  | { t: "hold"; seat: number }
  | { t: "name"; text: string }
  | { t: "fill"; seat: number; bot: string }
  | { t: "start"; bot: string }
  | { t: "stand_in"; seat: number; bot: string | null }
  | { t: "nudge"; seat: number }
  | { t: "pace"; pace: string }
  | { t: "reasons"; on: boolean }
  | { t: "hints"; on: boolean }
  | { t: "hint"; id: string; seat: number }
  | { t: "renew"; seat: number }
  | { t: "person"; who: string; what: "ignore" | "hear" | "stop" | "let" | "remove" }
  | { t: "quiet"; on: boolean }
  | { t: "lesson"; at: number | null }
  | { t: "see"; since: number };

/** Carry the messages of a table: the socket, a replay, or a recording during development. */
export interface Connection {
  send(message: ClientMessage): boolean;
  close(): void;
}
export interface ConnectionEvents {
  receive(message: ServerMessage): void;
  stateChanged(state: "open" | "lost"): void;
  /** Return how many events the page has; after a reconnect the server sends only the rest. */
  eventsHeld(): number;
}
export type Connect = (events: ConnectionEvents) => Connection;
