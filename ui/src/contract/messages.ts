// Written by `python -m tests.house.page_types`, from the types in web/frame_types.py, server/commands.py and web/socket_messages.py.

/** Describe an event of the match. `text` is a sentence in which {0}..{5} stand for the names of seats. */
export interface GameEvent<Facts = Record<string, unknown>> {
  number: number;
  kind: string;
  seat: number | null;
  text: string;
  /** Other sentences for readers in certain seats, by the number of the seat: "You ..." where `text` says "{0} ...". */
  own?: Record<string, string>;
  /** The text that remains after `Board.endsMemory` is true for a later event; null: all of it. */
  later?: string | null;
  /** The same for readers in certain seats, by the number of the seat. */
  later_own?: Record<string, string>;
  /** True if not everybody may read it. */
  private?: boolean;
  /** What begins for the last time with this event, for example "The last round". */
  last?: string;
  facts: Facts;
}

export type OrderMode = "ask" | "end" | "big" | "never";

/** Describe when a seat wants to be asked about reactions in other players' turns. */
export interface ReactionPreference {
  mode: OrderMode;
  points: number;
}

/** Describe the words that do the same as an invitation's link until then (Unix time). */
export interface InvitationCode {
  words: string;
  until: number;
}

export type SeatKind = "person" | "bot" | "open";

/** Describe a seat at the table, and who plays it. */
export interface SeatInfo {
  seat: number;
  name: string;
  kind: SeatKind;
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
  /** For open seats, only sent to the host: the link, and its code. */
  invite: string | null;
  code: InvitationCode | null;
}

/**
 * Hold how much time a seat has: `left` are the seconds that count, and `due` is when they are over. `stands` is when
 * the clock runs again, if it is stopped by the player's own quiet hours or days away.
 */
export interface Left {
  seat: number;
  left: number;
  due: number;
  stands: number | null;
}

/** Describe the running clocks: the server's time when it sent this, and the seconds left of each seat's turn. */
export interface Clocks {
  now: number;
  /** True for clocks that count days; they stop during a player's quiet hours. */
  by_day: boolean;
  seats: Left[];
}

/**
 * Hold one option and what it would give on average. `value` is the chance to win (a tie counts its share), with the
 * standard error `error` (0: exact), from `trials` trials. It is null if there were too few trials. `share` is how
 * often to play it, where all seats choose simultaneously and must not be predictable. `words` is a short text of all
 * this ("58% ± 6"), or of what the option would give where chances are not known.
 */
export interface HintOption {
  option: string;
  label: string;
  note: string;
  value: number | null;
  error: number;
  trials: number;
  share: number | null;
  words: string;
}

/** Describe the recommended option, for one seat only. In its texts {0}..{5} stand for the names of seats. */
export interface Hint<Facts = Record<string, unknown>> {
  seat: number;
  number: number;
  option: string;
  label: string;
  path: string[];
  facts: Facts;
  chance: string;
  reason: string;
  options: HintOption[];
  /** The number of options that are not listed. */
  others: number;
  /** A sentence about options that look equally good; usually empty. */
  doubt: string;
}

/** Describe whether hints are allowed: a single player always may ask, several players must all agree. */
export interface HintTerms {
  on: boolean;
  alone: boolean;
  agreed: number[];
}

/** Describe whether the match is paused, and which seats agree to a pause. */
export interface PauseTerms {
  on: boolean;
  agreed: number[];
}

/** Describe a lesson of this game. */
export interface LessonName {
  name: string;
  title: string;
}

/** Describe a setting in words. `book` is the rulebook's value where this table differs from it. */
export interface SettingText {
  label: string;
  value: string;
  book?: string;
}

/** Describe the agreed time control in words. */
export interface TimeTerms {
  words: string;
  late: string;
  nights: string;
}

/** Describe a person who sits at a table or has written there, as another reader may name them. */
export interface Person {
  /** An id for them that is valid only at this table. */
  who: string;
  name: string;
  seat: number | null;
  /** By the reader. */
  ignored: boolean;
  stopped: boolean;
}

/** Describe how people talk here, and the people whom the player can mute or remove. */
export interface Talk {
  quiet: boolean;
  phrases: string[];
  stopped: boolean;
  people: Person[];
}

export type Phase = "waiting" | "playing" | "over";

/**
 * Hold where a fork starts: a finished table, the number of its actions to keep, and the seat to decide. Without a
 * table, the match was not played on this server: it comes from a file.
 */
export interface WhatIf {
  table: string;
  number: number;
  seat: number;
}

export type SeedOrigin = "browser" | "house" | "sealed" | "shown" | "silent";

/** The text that a seat added to the dice, and its source; `sealed` is a SHA-256 hash until everybody sits. */
export interface SeedText {
  text: string | null;
  from: SeedOrigin | null;
}

/**
 * Hold a bot as people meet it. `number` is its strength, from 1, or 0 if it was not measured; `face` is the drawing of
 * that name in art/faces.svg.
 */
export interface Level {
  bot: string;
  name: string;
  word: string;
  says: string;
  face: string;
  number: number;
  usual: boolean;
}

/** Hold the address that goes into invitations, and who can open it: this machine alone, its network, or everybody. */
export interface ReachableAddress {
  base: string;
  who: string;
  /** Other addresses of the same server */
  also: string[];
}

/** Describe who sits where, and what was agreed at a table. */
export interface TableInfo {
  id: string;
  game: string;
  name: string;
  /** True if this browser is the host's. */
  host: boolean;
  /** How long bots wait, as the host chose. */
  pace: string;
  /** True if bots explain their choices. */
  reasons: boolean;
  /** Missing where nothing can search for a hint. */
  hints?: HintTerms;
  /** True if the table runs in the browser of its only reader, so nobody can come to it. */
  local?: boolean;
  pause?: PauseTerms;
  /** The unit of the score: singular and plural. */
  unit: [string, string];
  phase: Phase;
  /** The build of the page that the server serves now. */
  built?: string;
  /** How long the match took, in words, once it is over; long pauses are not counted. */
  length?: string | null;
  /** True if the dice were chosen for a lesson, so there is nothing to prove. */
  lesson?: boolean;
  /** For a what-if: the finished match that it branches from. */
  what_if?: WhatIf | null;
  /** True if the match can be reviewed for luck and skill: it is over and was a real game. */
  reviewed?: boolean;
  lessons?: LessonName[];
  commitment: string;
  /** The secret of the dice, published when the match is over. */
  secret: string | null;
  /** The commitment for the next match, shown when this one is over. */
  next: string | null;
  texts: SeedText[];
  mode: string;
  settings: SettingText[];
  /** Null if there is no time control. */
  terms?: TimeTerms | null;
  levels: Level[];
  /** While the table waits, only sent to the host: who can open the links. */
  reach: ReachableAddress | null;
  /** While the table waits: title and text for each of the three pictures of the game. */
  glance: [string, string][];
  seats: SeatInfo[];
  talk?: Talk;
  watching: number;
}

/** Describe one row of the score sheet: a seat, or a named side without a seat. */
export interface SheetRow {
  seat: number | null;
  name?: string;
  cells: Record<string, number>;
  total: number;
  note: string;
  place?: number | null;
}

/** Describe a source of points: the key of its cells, and its label. */
export interface SheetSource {
  key: string;
  label: string;
}

/** Describe every seat's points by their source. */
export interface ScoreSheet {
  sources: SheetSource[];
  rows: SheetRow[];
}

/** Describe the state of a lesson at this table. In its texts {0}..{5} stand for the names of seats. */
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
  /** The text of the primary button while it is inactive: label and note. */
  key: [string, string];
  /** What was touched, and what is said then. */
  wrong: [string, string][];
  /** Scoring combinations: faces, what they score, and whether they lie on the table now. */
  shows: [string, string, boolean][];
  /** Dice of a roll that is over, which stay on the table while the step explains them; usually none. */
  dice: number[];
  done: boolean;
  well: string;
  tip: string;
  next: LessonName | null;
}

/**
 * Describe an action that may be taken back: who asks for it (null: it can be asked for), who must agree, who has
 * agreed, and who refuses all requests in this game.
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

/** Hold the head of a hash chain: the number of links so far, and the hash of them all. */
export type Mark = readonly [links: number, hash: string];

/**
 * Describe one scored side: a seat, partners, or an opponent without a seat who has a name. `note` is a word or two.
 */
export interface ScoredSide {
  seats: number[];
  total: number;
  won: boolean;
  name: string;
  note: string;
  /** From 1; 0 to rank by points */
  place: number;
}

/** Hold the points of all lines after an action. */
export interface CurvePoint {
  label: string;
  number: number;
  values: number[];
}

/** Hold the points by round, turn or combat (`per`); `target` is the number of points that wins. */
export interface PointsCurve {
  title: string;
  per: string;
  points: CurvePoint[];
  target: number | null;
}

/**
 * Hold one sentence of the story: the action it is about, when that was, half a sentence that says it, and the rest.
 * `line` is the curve it belongs to, `value` the number that goes with it, `things` dice and cards in the game's
 * notation for a page that draws them. A story uses the moments of the greatest `weight`.
 */
export interface StoryMoment {
  number: number;
  when: string;
  lead: string;
  text: string;
  line: number | null;
  weight: number;
  value: string;
  things: string[];
  /** The index of the curve's point; `complete_story` fills it in */
  at: number;
}

/** Hold one statistic of one side, in words; a page that can draw shows `things` in place of the words. */
export interface StatisticCell {
  text: string;
  things: string[];
}

/** Hold one kind of statistic, with a cell for each line. */
export interface StatisticRow {
  label: string;
  cells: StatisticCell[];
}

/**
 * Hold the story of a finished match. Texts have {0}..{5} in place of names of seats. `decided` is the throw, card or
 * count that won it; `turns` are the sentences; `facts` is what a game's own page shows as well; `drawn` is the word
 * for a result of the dice (one, several); `own` holds other titles for readers in certain seats ("You win!").
 */
export interface Story<Facts = Record<string, unknown>> {
  title: string;
  why: string;
  lines: ScoredSide[];
  curve: PointsCurve;
  turns: StoryMoment[];
  decided: StoryMoment | null;
  rows: StatisticRow[];
  drawn: [string, string];
  facts: Facts;
  own: Record<number, string>;
}

/** Describe the part of a state frame that is the same for all readers of one view and log. */
export interface SharedFrame<View = Record<string, unknown>> {
  t: "state";
  /** The position number: the number of actions played so far. */
  number: number;
  /** How often something was undone. An action names it, so that one made before an undo is refused. */
  generation?: number;
  /** The length of the hash chain and its head. */
  mark?: Mark | null;
  acting: number[];
  /** Null before the match begins. */
  view: View;
  /** New events only, or the whole log if `full` is true. */
  events: GameEvent[];
  /** The summary of the match, once it is over. */
  story?: Story | null;
}

/** Tell a seat what it is asked now, or what it waits for. */
export interface Prompt {
  title: string;
  detail: string;
  urgent: boolean;
}

/**
 * Describe one thing that a seat may do now. `id` is its text in the game's notation; `label` and `note` name seats as
 * {0}..{5}; `path` lists the things on the table that a hand would touch, `facts` is plain data for a board. Unless it
 * is `final`, its seat can undo it alone; the match fills that in from the hook `final`.
 */
export interface Option<Facts = Record<string, unknown>> {
  id: string;
  label: string;
  note: string;
  path: string[];
  facts: Facts;
  final: boolean;
}

/** Hold one fact with its label: as words, as dice (0 is a hidden die), or as a few smaller facts. */
export interface Fact {
  label: string;
  text: string;
  dice: number[];
  parts: Fact[];
}

/** Hold a small table of facts with a title. */
export interface FactTable {
  title: string;
  columns: string[];
  rows: Fact[][];
}

/** Hold the total and the facts of one seat, without its name. */
export interface SeatFacts {
  total: number | null;
  facts: Fact[];
}

/** Describe options under a heading, by their ids, directly or in subgroups. */
export interface OptionGroupData {
  title: string;
  ids: string[];
  parts: OptionGroupData[];
}

/** Describe the view and the options in words, for a page that has no board for the game. */
export interface ViewInWords {
  goal: string;
  target: number | null;
  winner: number | null;
  facts: Fact[];
  tables: FactTable[];
  seats: SeatFacts[];
  choices: OptionGroupData[];
}

/**
 * A line of chat. `from` is null for a message of the server, which looks like nothing that a person can write. With
 * `reason`, a bot explains its next action. With `ignored`, the line has no text: this reader muted its author, or it
 * disappeared with the event it belonged to.
 */
export interface ChatLine {
  from: string | null;
  seat: number | null;
  text: string;
  at: string;
  reason?: boolean;
  ignored?: boolean;
}

/** Describe everything that this page may know. The server sends it first and after every change. */
export interface StateFrame<View = Record<string, unknown>> {
  t: "state";
  /** The position number: the number of actions played so far. */
  number: number;
  /** How often something was undone. An action names it, so that one made before an undo is refused. */
  generation?: number;
  /** The length of the hash chain and its head. */
  mark?: Mark | null;
  acting: number[];
  /** Null before the match begins. */
  view: View;
  /** New events only, or the whole log if `full` is true. */
  events: GameEvent[];
  /** The summary of the match, once it is over. */
  story?: Story | null;
  table: TableInfo;
  /** The seats of this browser; empty for a spectator. */
  me: number[];
  /** The own seat for which `view` and `options` are made. */
  seat: number | null;
  /** The own seat whose player must take the device before the server sends anything of theirs. */
  cover: number | null;
  prompt: Prompt;
  options: Option[];
  /** Sent if the game's board needs words (`GameUi.needsWords`). */
  words?: ViewInWords | null;
  /** True if the seat is asked for a reaction in another player's turn. */
  reacts?: boolean;
  undo: boolean;
  /** The action that can be taken back, or a request to do so. */
  takeback?: Takeback | null;
  lesson?: Lesson | null;
  /** The hint that this seat asked for. */
  hint?: Hint | null;
  full: boolean;
  chat: ChatLine[];
  sheet: ScoreSheet | null;
  /** The clocks, if the table has some. */
  time?: Clocks | null;
  /** The address of the next table, once somebody has asked for a rematch. */
  again: string | null;
}

/** Say that an action or an undo was carried out; the position is now `number`. */
export interface Acknowledgement {
  t: "ack";
  id: string;
  number: number;
}

/** Say that something was not done, and why; `stale` is true if it would have been right a moment ago. */
export interface Refusal {
  t: "refused";
  id: string | null;
  why: string;
  stale: boolean;
}

/** Describe what a practice throw led to. */
export interface PracticeResult<Facts = Record<string, unknown>> {
  t: "tried";
  id: string;
  facts: Facts;
}

/** Describe what an option would probably lead to, or why that can't be told. */
export interface OptionOdds<Facts = Record<string, unknown>> {
  t: "likely";
  id: string;
  facts?: Facts;
  why?: string;
}

/** Say that the hint that was asked for comes with the next frame. */
export interface HintGiven {
  t: "hinted";
  id: string;
}

/** Say that the connection works. */
export interface Pong {
  t: "pong";
}

export type ServerMessage = StateFrame | Acknowledgement | Refusal | PracticeResult | OptionOdds | HintGiven | Pong;

export type Id = string;

export type SeatNumber = number;

export type Count = number;

export type ShortText = string;

/**
 * Play an option at position `number`. An `id` that is sent again acts only once. `generation` is how often something
 * had been undone by then.
 */
export interface Act {
  t: "act";
  id: Id;
  seat: SeatNumber;
  number: Count;
  option: ShortText;
  generation?: Count | null;
}

/**
 * Undo the last action of a seat at position `number`, or ask the others for a take-back. `generation` is how often
 * something had been undone by then.
 */
export interface Undo {
  t: "undo";
  id: Id;
  seat: SeatNumber;
  number: Count;
  generation?: Count | null;
}

/** Answer a take-back that is asked for: `say` is one of `takeback.ANSWERS`. */
export interface AnswerTakeback {
  t: "takeback";
  say: ShortText;
}

export type LongText = string;

/** Say a line. */
export interface Chat {
  t: "chat";
  text: LongText;
}

/** Set when a seat wants to be asked for reactions: `mode` is one of `table_records.ORDERS`. */
export interface SetReactionOrder {
  t: "order";
  seat: SeatNumber;
  mode: ShortText;
  points?: Count;
}

/** Give an open seat to a bot; only the host may. */
export interface FillSeat {
  t: "fill";
  seat: SeatNumber;
  bot: ShortText;
}

/** Stop waiting for people: bots of this kind take all open seats. */
export interface FillOpenSeats {
  t: "start";
  bot: ShortText;
}

/** Let a bot play for the person of a seat or, without a bot, let the person play again. */
export interface SetSubstitute {
  t: "stand_in";
  seat: SeatNumber;
  bot?: ShortText | null;
}

/** Remind a person that the table waits for them; for one's own seat: say that the player is here. */
export interface Nudge {
  t: "nudge";
  seat: SeatNumber;
}

/** Set how long bots wait before they act, for the whole table; only the host may. */
export interface SetBotPace {
  t: "pace";
  pace: ShortText;
}

/** Set if bots give their reasons, for the whole table; only the host may. */
export interface SetBotReasons {
  t: "reasons";
  on: boolean;
}

/** Say if this guest agrees that all players here may ask for hints. */
export interface AgreeToHints {
  t: "hints";
  on: boolean;
}

/** Ask for a hint; it is shown to the asking seat only. */
export interface RequestHint {
  t: "hint";
  id: Id;
  seat: SeatNumber;
}

/** Moderate another person here: ignore them, or no longer; as host, mute them or remove them from their seat. */
export interface ModeratePerson {
  t: "person";
  who: ShortText;
  what: ShortText;
}

/** Agree to a pause: the match is paused when everyone agrees. `on` false resumes it, or withdraws the agreement. */
export interface SetPause {
  t: "pause";
  on: boolean;
}

/** Set if only ready-made phrases may be said here; only the host may. */
export interface SetQuiet {
  t: "quiet";
  on: boolean;
}

/** Replace the invitation to an open seat. */
export interface RenewInvitation {
  t: "renew";
  seat: SeatNumber;
}

/** Reveal this browser's client seed, whose hash it sent before. */
export interface RevealSeed {
  t: "part";
  text: ShortText;
}

/** Send the SHA-256 of this browser's client seed for the next match, which a player may start now. */
export interface CommitSeed {
  t: "seal";
  text: ShortText;
}

/** Take another name, here and at later tables. */
export interface SetName {
  t: "name";
  text: ShortText;
}

/** Ask for a rematch of the same people; `contribution` is this browser's client seed. */
export interface Rematch {
  t: "again";
  contribution?: ShortText | null;
}

/**
 * Advance a lesson: the learner has read step `at` of the script, which needs no action; without `at`, leave the
 * lesson.
 */
export interface AdvanceLesson {
  t: "lesson";
  at?: Count | null;
}

/** Ask for the table as it is now, with the events after the first `since`. */
export interface RequestFrame {
  t: "see";
  since: Count;
}

/** Say on a shared device that the person in this seat holds the device now. */
export interface HoldDevice {
  t: "hold";
  seat: SeatNumber;
}

/** Ask for a practice throw: it counts for nothing, and only its sender sees it. */
export interface PracticeThrow {
  t: "try";
  id: Id;
  seat: SeatNumber;
  option: ShortText;
}

/** Preview the likely result of an option: it is simulated until the next preview, and only its sender sees it. */
export interface PreviewOption {
  t: "aim";
  id: Id;
  seat: SeatNumber;
  option: ShortText;
}

/** Ask why an option can't be played now; nothing is played. */
export interface ExplainOption {
  t: "why";
  id: Id;
  seat: SeatNumber;
  option: ShortText;
}

/** Ask if the connection still works. */
export interface Ping {
  t: "ping";
}

export type ClientMessage = Act | Undo | AnswerTakeback | Chat | SetReactionOrder | FillSeat | FillOpenSeats | SetSubstitute | Nudge | SetBotPace | SetBotReasons | AgreeToHints | RequestHint | ModeratePerson | SetPause | SetQuiet | RenewInvitation | RevealSeed | CommitSeed | SetName | Rematch | AdvanceLesson | RequestFrame | HoldDevice | PracticeThrow | PreviewOption | ExplainOption | Ping;
