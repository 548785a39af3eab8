import type { Story } from "./story";

// The wire between the server and this page, as the server sends it. The page knows no rule: it shows a view and answers with the
// id of one of the options.

/** One thing a seat may do now. Label and note have {0}..{5} where the names of seats belong; `path` names the things on the table that a hand would touch, `facts` are plain data for a board. */
export interface Option<Facts = Record<string, unknown>> {
  id: string;
  label: string;
  note: string;
  path: string[];
  facts: Facts;
  /** false: whoever plays it can take it back alone afterwards; what is described in the page's own words is final */
  final?: boolean;
}

/** One thing that happened. `text` is a sentence with {0}..{5} where the names of seats belong. */
export interface GameEvent<Facts = Record<string, unknown>> {
  number: number;
  kind: string;
  seat: number | null;
  text: string;
  /** what remains of the text once the board says that the event is over; null or missing: all of it */
  later?: string | null;
  /** not everybody may read it */
  private?: boolean;
  /** from here on something is the last of its kind, and this says what: "The last round" */
  last?: string;
  facts: Facts;
}

export interface Prompt {
  title: string;
  detail: string;
  urgent: boolean;
}

/** When a seat wants to be asked about reactions out of turn. */
export interface Order {
  mode: "ask" | "end" | "big" | "never";
  points: number;
}

export interface SeatInfo {
  seat: number;
  name: string;
  kind: "person" | "bot" | "open";
  bot: string | null;
  /** how a bot looks, drawn in art/faces.svg, and what it is like in a word */
  face: string | null;
  word: string | null;
  /** the bot that plays for a person who is away */
  stand_in: string | null;
  /** whether this browser may let a bot play for that person, and the person again */
  replaceable: boolean;
  /** whether that person was asked and a bot takes over if nothing is heard from them */
  asked: boolean;
  /** how often that person was nudged and not heard from since */
  nudges: number;
  /** the seats whose people would let a bot play for that one: all who are here have to */
  agreed: number[];
  you: boolean;
  online: boolean;
  /** your own seats only */
  order: Order | null;
  /** open seats: whether somebody has looked at the invitation */
  opened: boolean;
  /** open seats, host only: the link, and the words that do the same until then (seconds since 1970) */
  invite: string | null;
  code: { words: string; until: number } | null;
}

/** The clocks that run: what the house's own clock said when this was sent, and for each seat what is left of its turn. All are seconds. */
export interface Clocks {
  now: number;
  /** days a turn: the clock stands in a player's own quiet hours */
  by_day: boolean;
  seats: { seat: number; left: number; due: number; stands: number | null }[];
}

/** Another person who sits here or has spoken, under a name for them at this table alone. */
export interface Person {
  who: string;
  name: string;
  seat: number | null;
  ignored: boolean;
  stopped: boolean;
}

/** A bot as an opponent: its strength is its number, from 1; its face is drawn in art/faces.svg. */
export interface Level {
  bot: string;
  name: string;
  word: string;
  says: string;
  face: string;
  number: number;
  /** who stands in, and who is proposed */
  usual: boolean;
}

/** One choice, and what it would give on average. */
export interface Weighed {
  option: string;
  label: string;
  note: string;
  /** the chance to win, and how sure that is; null: too little was tried */
  value: number | null;
  error: number;
  /** how often to play it, where all choose at once */
  share: number | null;
  /** all of it, in a few words */
  words: string;
}
/** What to play now: for the eyes of one seat. Texts have {0}..{5} where the names of seats belong. */
export interface Hint {
  seat: number;
  number: number;
  option: string;
  label: string;
  path: string[];
  facts: Record<string, unknown>;
  chance: string;
  reason: string;
  options: Weighed[];
  /** how many more options there are */
  others: number;
  /** what there is to say of others that look as good, or nothing */
  doubt: string;
}

export interface TableInfo {
  id: string;
  game: string;
  name: string;
  host: boolean;
  /** how long bots wait, as the host chose */
  pace: string;
  /** whether bots say why they chose */
  reasons: boolean;
  /** whether people may ask for hints: one alone always, several if all agree */
  hints?: { on: boolean; alone: boolean; agreed: number[] };
  /** what a score counts: one of it, and several */
  unit: readonly [one: string, many: string];
  phase: "waiting" | "playing" | "over";
  /** which build of this page the house serves now */
  built?: string;
  /** how long was played, in words, once it is over; long pauses don't count */
  length?: string | null;
  /** the dice of this table were chosen for a lesson: nothing about them is to be proved */
  lesson?: boolean;
  /** the finished match that is played on here as if the rest had never been: its table, and after how many actions */
  what_if?: { table: string; number: number; seat: number } | null;
  /** luck and skill of this match can be told: it is over, and was a real game */
  reviewed?: boolean;
  /** the lessons of this game */
  lessons?: { name: string; title: string }[];
  commitment: string;
  /** published when the match is over */
  secret: string | null;
  /** the commitment of the match after this one, shown when this one is over */
  next: string | null;
  /** what every seat added to the dice, and how it came; `sealed`: its SHA-256, until everybody sits */
  texts: { text: string | null; from: "browser" | "house" | "sealed" | "shown" | "silent" | null }[];
  mode: string;
  /** `book`: what the rulebook says, where this table differs from it */
  settings: { label: string; value: string; book?: string }[];
  /** what was agreed about time, in words; null: nobody is hurried */
  terms?: { words: string; late: string; nights: string } | null;
  levels: Level[];
  /** while the table waits, host only: who can open the links, and other addresses of the house */
  reach: { base: string; who: "machine" | "network" | "all"; also: string[] } | null;
  /** while the table waits: the words to the three pictures of the game */
  glance: [title: string, text: string][];
  seats: SeatInfo[];
  /** how people talk here, and the others whom something may be done about */
  talk?: { quiet: boolean; phrases: readonly string[]; stopped: boolean; people: readonly Person[] };
  watching: number;
}

/** One who is scored: a seat, or somebody without one who is named. */
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
  /** null: the house itself, which looks like nothing a person can write */
  from: string | null;
  seat: number | null;
  text: string;
  at: string | number;
  /** a bot says why it is about to do what it does */
  reason?: boolean;
  /** this browser does not read them, or it faded with what it was for: there is a line, and no more is told */
  ignored?: boolean;
}

/** One fact under its name: in words, as dice (a 0 is hidden), or as a few smaller facts. */
export interface Fact {
  label: string;
  text: string;
  dice: number[];
  parts: Fact[];
}

/** Options under a heading, by their ids: side by side, or in smaller parts. */
export interface Choices {
  title: string;
  ids: string[];
  parts: Choices[];
}

/** The view and the options in words, for a page that has no board for the game. */
export interface PlainWords {
  goal: string;
  target: number | null;
  winner: number | null;
  facts: Fact[];
  tables: { title: string; columns: string[]; rows: Fact[][] }[];
  seats: { total: number | null; facts: Fact[] }[];
  choices: Choices[];
}

/** A lesson that is taken at this table, at this moment. Its texts have {0}..{5} where the names of seats belong. */
export interface Lesson {
  name: string;
  title: string;
  theme: string;
  /** how much of the script is done; said back when a step was read */
  at: number;
  step: number;
  of: number;
  /** the headline, empty while the others play; and why, in one sentence */
  say: string;
  why: string;
  /** the options that go on, as texts in which * stands for anything */
  on: string[];
  /** there is nothing to do but to read */
  reads: boolean;
  /** the names of what lies in the light, and of all that a hand may touch */
  look: string[];
  things: string[];
  /** what the key of the dock says while it sleeps */
  key: [label: string, note: string];
  wrong: [touched: string, says: string][];
  /** what scores: faces, what they bring, and whether they lie on the table now */
  shows: [faces: string, words: string, now: boolean][];
  done: boolean;
  well: string;
  tip: string;
  next: { name: string; title: string } | null;
}

/** So many things were done so far (what was taken back, and that it was, are counted), and the running hash of all of them. */
export type Mark = readonly [links: number, hash: string];

/** A take-back: which move, who asks for it (nobody: it may be asked for), who has to agree, who does, who wants none in this game. */
export interface Takeback {
  move: string;
  by: number | null;
  asks: number[];
  agreed: number[];
  firm: number[];
  /** why nothing is taken back here any more; usually empty */
  stands: string;
}

/** The whole of what this page may know, sent first and after every change. */
export interface StateFrame<View = Record<string, unknown>> {
  t: "state";
  table: TableInfo;
  /** position number: actions played so far */
  number: number;
  /** how far the match has come, and the running hash of all of it */
  mark?: Mark | null;
  /** the seats of this browser; empty for a spectator */
  me: number[];
  /** your own seat that view and options are for */
  seat: number | null;
  /** your own seat whose person must take the device before anything of theirs is sent */
  cover: number | null;
  acting: number[];
  prompt: Prompt;
  view: View;
  options: Option[];
  /** wanted by a board that has no words of its own */
  words?: PlainWords | null;
  undo: boolean;
  /** what may be taken back, or is asked to be */
  takeback?: Takeback | null;
  lesson?: Lesson | null;
  /** what this seat was advised to do now, when it asked */
  hint?: Hint | null;
  /** new events only, or the whole log when `full` */
  events: GameEvent[];
  full: boolean;
  chat: ChatLine[];
  sheet: ScoreSheet | null;
  /** how the match went, once it is over */
  story?: Story | null;
  /** the clocks, at a table that has some */
  time?: Clocks | null;
  /** when this browser got it, by `performance.now()` */
  came?: number;
  /** address of the next table, once somebody has asked for one */
  again: string | null;
}

export type Incoming =
  | StateFrame
  | { t: "ack"; id: string; number: number }
  | { t: "refused"; id: string | null; why: string; stale: boolean }
  | { t: "tried"; id: string; facts: Record<string, unknown> }
  | { t: "likely"; id: string; facts?: Record<string, unknown>; why?: string }
  | { t: "hinted"; id: string }
  | { t: "pong" };

export type Outgoing =
  | { t: "act"; id: string; seat: number; number: number; option: string }
  | { t: "try"; id: string; seat: number; option: string }
  | { t: "aim"; id: string; seat: number; option: string }
  | { t: "why"; id: string; seat: number; option: string }
  | { t: "undo"; id: string; seat: number; number: number }
  | { t: "takeback"; say: "yes" | "no" | "never" | "allow" | "withdraw" }
  | { t: "chat"; text: string }
  | { t: "order"; seat: number; mode: Order["mode"]; points: number }
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

/** What the table needs from whoever carries its messages: the socket, or a script of states while developing. */
export interface Wire {
  send(message: Outgoing): boolean;
  close(): void;
}
export interface WireEvents {
  frame(message: Incoming): void;
  line(state: "open" | "lost"): void;
  /** how many events are held already: a line that is open again needs only the rest */
  held(): number;
}
export type Connect = (events: WireEvents) => Wire;
