// The table of this page: what the server last said, what of it has been told, and what this browser asked for.
// Frames queue up; the events of each are told one by one before the next frame is shown. The page computes no rule.
import type { Board, Dress, GameUi, Key, Line, SheetName, Table as TableOfGames } from "../game";
import { Pace, type PaceName, PACES, still } from "../kit/pace";
import { NOBODY, randomText, sentence } from "../kit/words";
import type { Connect, GameEvent, Incoming, Option, Order, Outgoing, StateFrame, Wire } from "../types";
import { type Action, Errand } from "./errand.svelte";
import type { Confirm } from "./confirm.svelte";
import { Prefs } from "./prefs.svelte";
import { alone, type Beside } from "./alone";
import { Hints } from "./hints.svelte";
import { Nudged } from "./nudged.svelte";
import type { Reel } from "./reel";
import { Rerun } from "./rerun.svelte";
import type { Sound } from "./sound";

const NO_LINE = "There is no line to the table: this was not sent. Try again when it is back.";
const TELL_MOST = 24;
const ANNOUNCED = 2200; // milliseconds to read what begins for the last time
const QUEUE_MOST = 12;

export class Table implements TableOfGames {
  /** the frame that is shown; it changes only when everything before it was told */
  frame = $state.raw<StateFrame | null>(null);
  /** what happened and what was said, oldest first */
  lines = $state.raw<Line[]>([]);
  /** something is being told */
  busy = $state(false);
  /** what is being told changes what may be chosen: nothing may be until it has been seen */
  locked = $state(false);
  /** something of what is being told has been seen, and may be named */
  telling = $state(false);
  line = $state<"connecting" | "open" | "lost">("connecting");
  /** why the last wish was refused */
  notice = $state("");
  /** the sentence for those who listen: one a batch */
  spoken = $state("");
  /** the last event told, as text with seat marks */
  told = $state("");
  /** what begins for the last time, while that is announced */
  last = $state("");
  /** the seat the last event told is about */
  actor = $state<number | null>(null);
  open = $state<SheetName | null>(null);
  /** the match is over, and the table is looked at as it lay */
  looking = $state(false);
  /** the replay that feeds this table in place of a line */
  reel = $state.raw<Reel | null>(null);
  readonly prefs = new Prefs();
  /** asks for a second press, where this browser's player wants that */
  confirm = $state.raw<Confirm | null>(null);
  readonly errand = new Errand((message) => this.wire.send(message));
  /** what the others did last, once more */
  readonly rerun = new Rerun(this);
  readonly nudged = new Nudged(this);
  readonly hints: Hints;
  readonly board: Board;
  /** who sits beside the player, where a lesson is taken */
  coach = $state.raw<Beside>(alone(this));

  private readonly wire: Wire;
  private queue: StateFrame[] = [];
  private pace = new Pace();
  private pumping = false;
  /** events received */
  private received = 0;
  private heard = 0;
  /** the next frame is the first on a new line: it brings all that was said */
  private joined = true;
  private leaving = false;
  private lineId = 0;

  constructor(
    connect: Connect,
    readonly ui: GameUi,
  ) {
    this.board = ui.create(this);
    this.hints = new Hints(this);
    this.wire = connect({
      frame: (message) => this.receive(message),
      line: (state) => this.lineIs(state),
      held: () => this.received,
    });
  }

  // what is shown --------------------------------------------------------------------------------------------------
  readonly names = $derived(this.frame?.table.seats.map((seat) => seat.name || `Seat ${seat.seat + 1}`) ?? []);
  readonly options = $derived.by<Option[]>(() =>
    (this.locked || this.waiting ? [] : (this.frame?.options ?? [])).map((option) => ({
      ...option,
      label: sentence(option.label, this.names),
      note: sentence(option.note, this.names),
    })),
  );
  /** what happened, as far as it may be remembered */
  readonly remembered = $derived.by<Line[]>(() => {
    const closed =
      this.frame?.table.phase === "over"
        ? -1
        : this.lines.findLastIndex((line) => "event" in line && this.board.closes?.(line.event));
    const past = this.lines.slice(0, Math.max(closed, 0)),
      fades = past.some((line) => "event" in line && typeof line.event.later === "string");
    return [
      ...past.filter((line) => !fades || !("chat" in line && line.chat.reason)).map(fade),
      ...this.lines.slice(past.length),
    ].filter((line) => !("event" in line) || (line.event.text && this.reads(line.event)));
  });
  private reads(event: GameEvent): boolean {
    return !(event.private && this.board.shut);
  }
  readonly mine = $derived(
    !this.reel && !!this.frame && this.frame.seat !== null && this.frame.acting.includes(this.frame.seat),
  );
  /** your own seats for which a bot plays */
  readonly spared = $derived(
    this.frame?.table.phase === "playing" ? this.frame.table.seats.filter((seat) => seat.you && seat.stand_in) : [],
  );
  /** somebody whom the table waits for, who is not here, and for whom a bot could play */
  readonly missing = $derived(
    this.frame?.table.seats.find(
      (seat) =>
        !seat.you &&
        (!seat.online || seat.nudges > 0) &&
        !seat.stand_in &&
        seat.replaceable &&
        !seat.asked &&
        this.frame!.acting.includes(seat.seat),
    )?.seat ?? null,
  );
  /** whose turn it is, as far as it has been told: what is told and what is asked never name two */
  turn(seat: number): boolean {
    if (this.busy && this.telling) return this.actor === seat;
    return this.frame?.table.phase === "playing" && this.frame.acting.includes(seat);
  }
  get waiting(): boolean {
    return this.errand.waiting;
  }
  /** what a bot that stands in is called */
  botName(bot: string | null): string {
    return (
      this.frame?.table.levels.find((level) => level.bot === bot)?.name ?? (bot === NOBODY ? "The house" : "a bot")
    );
  }
  readonly usualBot = $derived(this.frame?.table.levels.find((level) => level.usual)?.bot ?? "otto");
  readonly canUndo = $derived(!this.busy && !this.waiting && !!this.frame?.undo);
  /** a sentence in the place of the line under the prompt, until something is done */
  notify(text: string): void {
    this.notice = this.spoken = text;
  }
  /** asks the house why an option can't be played now; the answer stands where refusals do */
  why(option: string): void {
    if (this.frame) this.wire.send({ t: "why", id: randomText(), seat: this.frame.seat ?? 0, option });
  }
  name(seat: number): string {
    return this.names[seat] ?? `Seat ${seat + 1}`;
  }
  dress(seat: number): Dress {
    return this.board.dress?.(seat) ?? { hue: `p${seat + 1}`, sign: `g${seat + 1}` };
  }

  // what this browser asks for -----------------------------------------------------------------------------------------
  act(option: Option): void {
    const frame = this.frame;
    if (!frame || frame.seat === null || this.locked || this.waiting) return;
    if (!this.coach.goesOn(option)) return this.coach.miss(option.id, null);
    this.coach.wrong = null;
    if (this.confirm?.holds(option)) return;
    this.finish(); // who goes on has seen what is being told
    this.ask({ t: "act", id: randomText(), seat: frame.seat, number: frame.number, option: option.id });
  }
  /** the keys of the dock */
  readonly keys = $derived.by<Key[]>(() => this.confirm?.keys(this.coach.keys) ?? this.coach.keys);
  /** what this browser's player wants to press twice is heeded from now on */
  async confirming(): Promise<void> {
    this.confirm = this.prefs.confirm === "fast" ? null : new (await import("./confirm.svelte")).Confirm(this);
  }
  /** a lesson is taken here: Pip comes before anything is shown */
  async learning(): Promise<void> {
    this.coach = new (await import("./coach.svelte")).Coach(this);
    if (this.frame) this.speak([], this.frame);
  }
  press(key: Key): void {
    if (key.option) this.act(key.option);
    else key.press?.();
  }
  undo(): void {
    const frame = this.frame;
    if (this.confirm?.drop() || !frame) return;
    if (!this.canUndo) return void (frame.takeback?.stands && this.notify(frame.takeback.stands));
    this.ask({ t: "undo", id: randomText(), seat: frame.seat ?? frame.me[0] ?? 0, number: frame.number });
  }
  /** what this browser says to a take-back that is asked for */
  answer(say: "yes" | "no" | "never" | "allow" | "withdraw"): void {
    this.send({ t: "takeback", say });
  }
  /** something that does not count, for these eyes only: the board is told what came of it */
  rehearse(option: string): void {
    const { seat } = this.frame!;
    this.notice = "";
    if (seat !== null && !this.waiting) this.send({ t: "try", id: randomText(), seat, option });
  }
  weigh(option: string): string | null {
    const seat = this.frame?.seat ?? null,
      id = randomText();
    return seat !== null && this.wire.send({ t: "aim", id, seat, option }) ? id : null;
  }
  /** who has the device in hand says so, and is shown what is theirs */
  hold(seat: number): void {
    this.send({ t: "hold", seat });
  }
  /** whether it was said: what could not be is still to be said */
  say(text: string): boolean {
    return !text.trim() || this.send({ t: "chat", text: text.trim() });
  }
  order(seat: number, order: Order): void {
    this.send({ t: "order", seat, ...order });
  }
  rename(text: string): void {
    if (text.trim()) this.send({ t: "name", text: text.trim() });
  }
  /** the host gives a free chair to a bot */
  fill(seat: number, bot: string): void {
    this.send({ t: "fill", seat, bot });
  }
  /** the host waits for nobody any more: bots take all free chairs */
  start(bot: string): void {
    this.send({ t: "start", bot });
  }
  /** a bot plays for a person who is away; null: the person plays again */
  standIn(seat: number, bot: string | null): void {
    this.send({ t: "stand_in", seat, bot });
  }
  /** the table waits for somebody, who is told so; in one's own seat: one is here */
  nudge(seat: number): void {
    this.send({ t: "nudge", seat });
  }
  /** how fast others are told here; the bots of the host wait no longer than that, either */
  setPace(pace: PaceName): void {
    this.prefs.set({ pace });
    if (this.frame?.table.host) this.send({ t: "pace", pace });
  }
  /** whether the bots of this table say why they chose: the host's choice */
  setReasons(on: boolean): void {
    this.send({ t: "reasons", on });
  }
  /** the host replaces an invitation that went astray */
  renew(seat: number): void {
    this.send({ t: "renew", seat });
  }
  again(): void {
    this.leaving = this.send({ t: "again", contribution: randomText() });
  }
  /** Something that is said to the house and needs no answer. It is not kept: while the line is lost that is said at once. */
  send(message: Outgoing): boolean {
    this.notice = this.wire.send(message) ? "" : NO_LINE;
    return !this.notice;
  }
  toggle(sheet: SheetName): void {
    this.open = this.open === sheet ? null : sheet;
  }
  sound(sound: Sound): void {
    if (!this.prefs.sound || (this.busy && this.pace.silent)) return; // what is skipped is silent
    void import("./sound").then(({ play }) => play(sound));
  }
  /** any key or tap ends what is being told */
  finish(): void {
    this.pace.finish();
  }

  private ask(message: Action): void {
    this.notice = "";
    this.errand.ask(message);
  }

  // what the server says ---------------------------------------------------------------------------------------------
  private lineIs(state: "open" | "lost"): void {
    this.line = state;
    this.joined = true;
    if (state === "open" && this.notice === NO_LINE) this.notice = "";
    this.errand.line(state === "open");
    if (state === "lost") this.hints.lost();
  }

  private receive(message: Incoming): void {
    if (message.t === "state") {
      message.came = performance.now();
      this.received = message.full ? message.events.length : this.received + message.events.length;
      if (this.joined) message.chat = message.chat.slice(this.heard);
      this.joined = false;
      this.heard += message.chat.length;
      this.queue.push(message);
      void this.pump();
    } else if (message.t === "tried") this.board.tried?.(message.facts);
    else if (message.t === "likely") this.board.likely?.(message.id, message.facts ?? null, message.why ?? "");
    else if (message.t === "hinted") this.hints.answered(message.id, false);
    else if (message.t === "ack" || message.t === "refused") {
      this.hints.answered(message.id, message.t === "refused");
      if (message.t === "refused") this.notify(message.why);
      if (this.errand.answered(message.id) && (message.t === "refused" || message.number === this.frame?.number))
        this.errand.settled();
    }
  }

  private async pump(): Promise<void> {
    if (this.pumping) return;
    this.pumping = true;
    for (let frame = this.queue.shift(); frame; frame = this.queue.shift()) {
      this.pace = new Pace();
      if (this.queue.length > QUEUE_MOST || document.hidden) this.pace.drop();
      await this.show(frame);
    }
    this.pumping = false;
  }
  /** Something else has the table for a while; what the server says meanwhile is shown after it. */
  async lend(to: () => Promise<void>): Promise<void> {
    if (this.pumping || this.busy || this.waiting) return;
    this.pumping = this.busy = this.locked = true;
    this.telling = false;
    await to();
    this.busy = this.locked = this.pumping = false;
    void this.pump();
  }

  // a replay --------------------------------------------------------------------------------------------------------
  /** the next moment, told as it was */
  film(frame: StateFrame): Promise<void> {
    this.queue.push(frame);
    return this.pump();
  }
  /** a moment as it lay, with all that had been told by then */
  lay(frame: StateFrame, told: readonly GameEvent[]): void {
    this.lines = [];
    this.told = "";
    this.looking = true;
    this.frame = frame;
    this.append(told);
    this.board.settle(frame, false);
    this.spoken = sentence(this.told, this.names) || frame.prompt.title;
  }
  /** what is being told is not looked at any more */
  skip(): void {
    this.pace.drop();
  }

  private async show(frame: StateFrame): Promise<void> {
    const before = this.frame,
      seen = before && before.table.phase !== "waiting" ? before.number : -1; // the deal comes with the position it leads to
    const fresh = frame.full ? frame.events.filter((event) => event.number > seen) : frame.events;
    const over = frame.table.phase === "over",
      silent = !before || frame.number < before.number;
    const phase = before?.table.phase === "playing" ? "playing" : frame.table.phase; // that it is over has to be seen first
    if (this.frame) this.frame = { ...this.frame, table: { ...frame.table, phase } }; // who sits where is true at once
    this.rerun.note(before, fresh, silent);
    const same = !silent && this.asksAgain(before, frame, fresh);
    this.locked = !same && fresh.length > 0;
    if (frame.full) this.rewrite(silent ? frame.events : frame.events.slice(0, -fresh.length || undefined));
    else if (silent) this.append(fresh);
    if (!silent && fresh.length) await this.tell(fresh);
    this.lines = [
      ...this.lines,
      ...frame.chat
        .filter((chat) => !chat.ignored)
        .map((chat) => ({ id: ++this.lineId, chat, after: this.frame?.number ?? 0 })),
    ];
    this.frame = frame;
    this.coach.settle();
    this.board.settle(frame, same);
    this.told = this.lastTold();
    this.busy = this.locked = false;
    this.nudged.hear();
    if (!before && frame.table.host && frame.table.pace !== this.prefs.pace) this.setPace(this.prefs.pace);
    this.errand.settled();
    this.speak(fresh, before);
    this.hints.settle();
    if (over && before?.table.phase === "playing" && this.board.closes) this.wire.send({ t: "see", since: 0 }); // now all of it may be told
    if (frame.again && this.leaving) location.assign(frame.again);
  }

  /** Takes over a whole log: after an undo, or when the device came into other hands. What was said stays where it was. */
  private rewrite(events: readonly GameEvent[]): void {
    const said = this.lines.filter((line) => "chat" in line);
    this.lines = [];
    this.told = "";
    this.append(events);
    this.lines = [...this.lines, ...said].sort((a, b) => place(a) - place(b));
  }

  /** Whether nothing is new to this seat: somebody came or spoke, or, while it is asked, others only sealed what they chose. */
  private asksAgain(before: StateFrame | null, frame: StateFrame, events: GameEvent[]): boolean {
    const ids = (one: StateFrame): string => one.options.map((option) => option.id).join();
    if (!before || before.seat !== frame.seat || ids(before) !== ids(frame)) return false;
    const asked = frame.options.length > 0,
      byOthers = !this.waiting && events.every((event) => event.seat !== null && event.seat !== frame.seat);
    return frame.number === before.number
      ? asked || !(frame.full || events.length || before.table.phase !== frame.table.phase)
      : asked && frame.number > before.number && byOthers;
  }

  private async tell(events: GameEvent[]): Promise<void> {
    this.busy = true;
    this.telling = false;
    const missed = Math.max(0, events.length - TELL_MOST); // after a pause: what led here is in the log
    this.append(events.slice(0, missed));
    for (const [i, event] of events.entries()) {
      if (i < missed) continue;
      await this.one(event, events.slice(i + 1), this.pace, () => this.append([event]));
    }
  }

  /** One event is shown. It is named when the board says that it has been seen; with motion off there is nothing to wait for. */
  async one(event: GameEvent, rest: readonly GameEvent[], pace: Pace, say: (() => void) | null): Promise<void> {
    this.pace = pace;
    pace.words = say && (() => ((this.telling = true), say(), (this.last = event.last ?? "")));
    if (still()) pace.seen();
    pace.speed = this.tempo(event.seat);
    await this.board.tell(event, rest, pace);
    pace.seen();
    if (!event.last) return;
    if (say && !this.board.announces) {
      this.sound("keep");
      pace.moment();
      await pace.wait(ANNOUNCED);
    }
    this.last = "";
  }
  /** what others do is told as fast as one likes, and faster the further behind, so that nothing is lost to the eye */
  private tempo(seat: number | null): number {
    if (this.reel) return this.reel.speed;
    const own = seat !== null && this.frame!.me.includes(seat);
    return (own ? 1 : PACES[this.prefs.pace]) * Math.min(3, 1 + this.queue.length * 0.4);
  }
  /** what is told now, in the words of an event */
  retell({ text, seat }: { text: string; seat: number | null }): void {
    this.told = text;
    this.actor = seat ?? this.actor;
  }

  /** the last thing done that may be read now: whose turn it is, and which round, stands elsewhere */
  private lastTold(): string {
    const line = this.remembered.findLast((each) => "event" in each && !/^(turn|round|combat)$/.test(each.event.kind));
    return line && "event" in line ? line.event.text : "";
  }

  private append(events: readonly GameEvent[]): void {
    this.lines = [...this.lines, ...events.map((event) => ({ id: ++this.lineId, event }))];
    const last = events[events.length - 1];
    if (last) this.retell(last);
  }

  private speak(events: GameEvent[], before: StateFrame | null): void {
    const frame = this.frame!;
    const asked = this.coach.words() || (this.mine ? `${frame.prompt.title}. ${frame.prompt.detail}` : "");
    this.spoken =
      [
        ...events
          .filter((event) => this.reads(event))
          .slice(-12)
          .map((event) => (event.last ? `${event.last}. ` : "") + sentence(event.text, this.names)),
        frame.cover === null ? asked : `Pass to ${this.name(frame.cover)}.`,
      ]
        .join(" ")
        .trim() || this.spoken;
    if (frame.table.phase === "over" && before?.table.phase === "playing") this.sound("end");
    else if (this.mine && before && !before.acting.includes(frame.seat!)) this.sound("turn");
  }
}

/** where a line stands in the log: what was said, behind what had happened */
const place = (line: Line): number => ("event" in line ? line.event.number : line.after + 0.5);
/** an event that nobody may remember is left without a word, and leaves no line */
const fade = (line: Line): Line =>
  "event" in line && typeof line.event.later === "string"
    ? { id: line.id, event: { ...line.event, text: line.event.later } }
    : line;
