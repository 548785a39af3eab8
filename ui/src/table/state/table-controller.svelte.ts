// The state of the table page: the last frame, the events that were shown, and the actions of this browser. Frames wait
// in a queue; the events of each are animated one by one before the next frame is shown. The page contains no rules.
import type { Board, SeatStyle, GameUi, ActionButton, LogEntry, BottomSheetName, Table } from "../../games/game-ui";
import { Pace, type PaceName, PACES, prefersReducedMotion } from "../../shared/animation-pace";
import { t } from "../../shared/i18n";
import { ownAddress } from "../../shared/own-address";
import { randomHex, fillInNames, seatName } from "../../shared/text-format";
import type { Connect, Connection } from "../../contract/connection";
import type {
  GameEvent,
  ServerMessage,
  Option,
  ReactionPreference,
  ClientMessage,
  StateFrame,
} from "../../contract/messages";
import { type Action, PendingAction } from "../connection/pending-action.svelte";
import type { ActionConfirmation } from "../actions/action-confirmation.svelte";
import { Preferences } from "./preferences.svelte";
import type { ScreenReader } from "../screen-reader/screen-reader.svelte";
import { noCoach, type TableCoach } from "../coach/no-coach";
import { Hints } from "../hints/hints.svelte";
import { Nudges } from "../prompt/nudges.svelte";
import type { TableReplay } from "./table-replay";
import { LastTurnReplay } from "../last-turn/last-turn-replay.svelte";
import type { SoundName } from "./sounds";

const notConnected = (): string =>
  t("No connection to the table, so nothing was sent. Try again when the connection is back.");
const MAX_EVENTS_SHOWN = 24;
const ANNOUNCEMENT_MS = 2200; // milliseconds to read the announcement of a last round
const MAX_QUEUED_FRAMES = 12;
const FIRST_GAME_MS = 1550; // milliseconds that what others do stands in the first game of this browser

/** Name the position that an action is made for; the server refuses it if that has changed. */
const positionOf = ({ number, generation }: StateFrame, seat: number) => ({
  id: randomHex(),
  seat,
  number,
  generation,
});

/** Let events speak to the reader ("You roll 1 5 4."); on a shared device everybody goes by name. */
function addressReader({ me, events }: StateFrame): void {
  if (me.length !== 1) return;
  for (const event of events) {
    event.text = event.own?.[me[0]!] ?? event.text;
    event.later = event.later_own?.[me[0]!] ?? event.later;
  }
}

export class TableController implements Table {
  /** The frame that is shown. It changes only after all earlier events were animated. */
  frame = $state.raw<StateFrame | null>(null);
  /** Events and chat, oldest first. */
  logEntries = $state.raw<LogEntry[]>([]);
  /** True while events are animated. */
  busy = $state(false);
  /** True while an animation changes the options: nothing can be chosen until it is over. */
  locked = $state(false);
  /** True if the result of an animated event is visible and may be named. */
  resultVisible = $state(false);
  connectionState = $state<"connecting" | "open" | "lost">("connecting");
  /** Why the last request was refused. */
  notice = $state("");
  /** What screen readers hear, and where the focus goes after an action. */
  screenReader = $state.raw<ScreenReader | null>(null);
  /** The text of the last event shown, with marks for the names of seats. */
  lastEventText = $state("");
  /** What begins for the last time, while that is announced. */
  lastRoundText = $state("");
  /** The seat of the last event shown. */
  lastEventSeat = $state<number | null>(null);
  openSheet = $state<BottomSheetName | null>(null);
  /** The number of lines that others wrote since the log was open. */
  unreadLines = $state(0);
  /** True if the player looks at the board after the end of the match. */
  viewingBoard = $state(false);
  /** The replay that provides the frames in place of a connection. */
  replay = $state.raw<TableReplay | null>(null);
  readonly preferences = new Preferences();
  /** Ask for a second press, if the player wants that. */
  confirmation = $state.raw<ActionConfirmation | null>(null);
  readonly pendingAction = new PendingAction((message) => this.connection.send(message));
  /** Replay the last actions of the others. */
  readonly lastTurnReplay = new LastTurnReplay(this);
  readonly nudges = new Nudges(this);
  readonly hints: Hints;
  readonly board: Board;
  /** The coach, where a lesson is taken. */
  coach = $state.raw<TableCoach>(noCoach(this));

  private readonly connection: Connection;
  private queue: StateFrame[] = [];
  private pace = new Pace();
  private showingFrames = false;
  /** The number of events received. */
  private eventsReceived = 0;
  private chatReceived = 0;
  /** True until the first frame of a connection, which brings the whole chat. */
  private freshConnection = true;
  private leavingForRematch = false;
  private lastEntryId = 0;

  constructor(
    connect: Connect,
    readonly ui: GameUi,
  ) {
    this.board = ui.createBoard(this);
    this.hints = new Hints(this);
    this.connection = connect({
      receive: (message) => this.receiveMessage(message),
      stateChanged: (state) => this.connectionChanged(state),
      eventsHeld: () => this.eventsReceived,
    });
  }

  // What is shown
  readonly names = $derived(this.frame?.table.seats.map((seat) => seat.name || seatName(seat.seat)) ?? []);
  readonly options = $derived.by<Option[]>(() =>
    (this.locked || this.awaitingAnswer ? [] : (this.frame?.options ?? [])).map((option) => ({
      ...option,
      label: fillInNames(option.label, this.names),
      note: fillInNames(option.note, this.names),
    })),
  );
  /** The log as far as it may be remembered. */
  readonly visibleLog = $derived.by<LogEntry[]>(() => {
    const closed =
      this.frame?.table.phase === "over"
        ? -1
        : this.logEntries.findLastIndex((line) => "event" in line && this.board.endsMemory?.(line.event));
    const past = this.logEntries.slice(0, Math.max(closed, 0)),
      fades = past.some((line) => "event" in line && typeof line.event.later === "string");
    return [
      ...past.filter((line) => !fades || !("chat" in line && line.chat.reason)).map(fadeEntry),
      ...this.logEntries.slice(past.length),
    ].filter((line) => !("event" in line) || (line.event.text && this.mayRead(line.event)));
  });
  /** Return true if an event may be read now; on a shared device, private ones are covered. */
  mayRead(event: GameEvent): boolean {
    return !(event.private && this.board.handCovered);
  }
  readonly myTurn = $derived(
    !this.replay && !!this.frame && this.frame.seat !== null && this.frame.acting.includes(this.frame.seat),
  );
  /** The own seats for which a bot plays. */
  readonly substitutedSeats = $derived(
    this.frame?.table.phase === "playing" ? this.frame.table.seats.filter((seat) => seat.you && seat.stand_in) : [],
  );
  /** An absent player whom the table waits for, and for whom a bot could play. */
  readonly absentSeat = $derived(
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
  /**
   * Return true if it is that seat's turn, as far as events were shown: animation and prompt never name two players.
   */
  isTurn(seat: number): boolean {
    if (this.busy && this.resultVisible) return this.lastEventSeat === seat;
    return this.frame?.table.phase === "playing" && this.frame.acting.includes(seat);
  }
  get awaitingAnswer(): boolean {
    return this.pendingAction.waiting;
  }
  /** Return the name of a substitute bot. */
  botName(bot: string | null): string {
    return this.frame?.table.levels.find((level) => level.bot === bot)?.name ?? t("A bot");
  }
  readonly defaultBot = $derived(this.frame?.table.levels.find((level) => level.usual)?.bot ?? "otto");
  readonly canUndo = $derived(!this.busy && !this.awaitingAnswer && !!this.frame?.undo);
  /** Show a sentence below the prompt until something is done. */
  notify(text: string): void {
    this.notice = text;
    this.say(text);
  }
  /** Let screen readers say a text. */
  say(text: string): void {
    this.screenReader?.say(text);
  }
  /** Ask the server why an option can't be played now; the answer appears below the prompt. */
  askWhyNot(option: string): void {
    if (this.frame) this.connection.send({ t: "why", id: randomHex(), seat: this.frame.seat ?? 0, option });
  }
  name(seat: number): string {
    return this.names[seat] ?? seatName(seat);
  }
  seatStyle(seat: number): SeatStyle {
    return this.board.seatStyle?.(seat) ?? { hue: `p${seat + 1}`, sign: `g${seat + 1}` };
  }

  // What this browser asks for
  act(option: Option): void {
    const frame = this.frame;
    if (!frame || frame.seat === null || this.locked || this.awaitingAnswer) return;
    if (!this.coach.isExpected(option)) return this.coach.answerWrongTouch(option.id, null);
    this.coach.wrongTouch = null;
    if (this.confirmation?.needsSecondPress(option)) return;
    this.finishAnimation(); // a player who acts has seen enough of the animation
    this.sendAction({ t: "act", ...positionOf(frame, frame.seat), option: option.id });
  }
  /** The buttons of the action bar. */
  readonly buttons = $derived.by<ActionButton[]>(
    () => this.confirmation?.markButtons(this.coach.buttons) ?? this.coach.buttons,
  );
  /** Load or drop the confirmation of options, as the player prefers. */
  async loadConfirmation(): Promise<void> {
    this.confirmation =
      this.preferences.confirm === "fast"
        ? null
        : new (await import("../actions/action-confirmation.svelte")).ActionConfirmation(this);
  }
  /** Load the coach before anything is shown, at a table with a lesson. */
  async loadCoach(): Promise<void> {
    this.coach = new (await import("../coach/coach.svelte")).Coach(this);
  }
  /** Load what screen readers hear; a frame that is there already is announced. */
  async loadScreenReader(): Promise<void> {
    this.screenReader = new (await import("../screen-reader/screen-reader.svelte")).ScreenReader(this);
    if (this.frame) this.screenReader.frameShown([], null);
  }
  pressButton(key: ActionButton): void {
    if (key.option) this.act(key.option);
    else key.onPress?.();
  }
  undo(): void {
    const frame = this.frame;
    if (this.confirmation?.cancel() || !frame) return;
    if (!this.canUndo) return void (frame.takeback?.stands && this.notify(frame.takeback.stands));
    this.sendAction({ t: "undo", ...positionOf(frame, frame.seat ?? frame.me[0] ?? 0) });
  }
  /** Answer a request to take an action back. */
  answerTakeback(say: "yes" | "no" | "never" | "allow" | "withdraw"): void {
    this.send({ t: "takeback", say });
  }
  /** Try an option without playing it, for this player only; the board gets the result. */
  tryOut(option: string): void {
    const { seat } = this.frame!;
    this.notice = "";
    if (seat !== null && !this.awaitingAnswer) this.send({ t: "try", id: randomHex(), seat, option });
  }
  askOdds(option: string): string | null {
    const seat = this.frame?.seat ?? null,
      id = randomHex();
    return seat !== null && this.connection.send({ t: "aim", id, seat, option }) ? id : null;
  }
  /** Tell the server that this player has the shared device, to be shown their things. */
  takeDevice(seat: number): void {
    this.send({ t: "hold", seat });
  }
  /** Send a chat line; return false if it could not be sent. */
  sendChat(text: string): boolean {
    return !text.trim() || this.send({ t: "chat", text: text.trim() });
  }
  setReactions(seat: number, order: ReactionPreference): void {
    this.send({ t: "order", seat, ...order });
  }
  renamePlayer(text: string): void {
    if (text.trim()) this.send({ t: "name", text: text.trim() });
  }
  /** Give a free chair to a bot (host only). */
  seatBot(seat: number, bot: string): void {
    this.send({ t: "fill", seat, bot });
  }
  /** Give all free chairs to bots and start (host only). */
  startWithBots(bot: string): void {
    this.send({ t: "start", bot });
  }
  /** Let a bot play for an absent person; null: the person plays again. */
  setSubstitute(seat: number, bot: string | null): void {
    this.send({ t: "stand_in", seat, bot });
  }
  /** Nudge a player; for the own seat: answer a nudge. */
  nudge(seat: number): void {
    this.send({ t: "nudge", seat });
  }
  /** Set how fast other players' events are shown; the host's bots don't wait longer than that either. */
  setPace(pace: PaceName): void {
    this.preferences.set({ pace });
    if (this.frame?.table.host) this.send({ t: "pace", pace });
  }
  /** Set whether the bots of this table explain their choices (host only). */
  setReasons(on: boolean): void {
    this.send({ t: "reasons", on });
  }
  /** Replace a lost invitation (host only). */
  renewInvitation(seat: number): void {
    this.send({ t: "renew", seat });
  }
  askForRematch(): void {
    this.leavingForRematch = this.send({ t: "again", contribution: randomHex() });
  }
  /** Send a message that needs no answer. It is not stored: while the connection is lost the player is told so. */
  send(message: ClientMessage): boolean {
    this.screenReader?.acted();
    this.notice = this.connection.send(message) ? "" : notConnected();
    return !this.notice;
  }
  toggleSheet(sheet: BottomSheetName): void {
    this.openSheet = this.openSheet === sheet ? null : sheet;
  }
  playSound(sound: SoundName): void {
    if (!this.preferences.sound || (this.busy && this.pace.silent)) return; // skipped events are silent
    void import("./sounds").then(({ playSound }) => playSound(sound));
  }
  /** End the animation of events, after any key or tap. */
  finishAnimation(): void {
    this.pace.finish();
  }

  private sendAction(message: Action): void {
    this.screenReader?.acted();
    this.notice = "";
    this.pendingAction.start(message);
  }

  // What the server sends
  private connectionChanged(state: "open" | "lost"): void {
    this.connectionState = state;
    this.freshConnection = true;
    if (state === "open" && this.notice === notConnected()) this.notice = "";
    this.pendingAction.connectionChanged(state === "open");
    if (state === "lost") this.hints.connectionLost();
  }

  private receiveMessage(message: ServerMessage): void {
    if (message.t === "state") {
      message.receivedAt = performance.now();
      addressReader(message);
      this.eventsReceived = message.full ? message.events.length : this.eventsReceived + message.events.length;
      if (this.freshConnection) message.chat = message.chat.slice(this.chatReceived);
      this.freshConnection = false;
      this.chatReceived += message.chat.length;
      this.queue.push(message);
      void this.showQueuedFrames();
    } else if (message.t === "tried") this.board.showTryOut?.(message.facts);
    else if (message.t === "likely") this.board.showOdds?.(message.id, message.facts ?? null, message.why ?? "");
    else if (message.t === "hinted") this.hints.requestAnswered(message.id, false);
    else if (message.t === "ack" || message.t === "refused") {
      this.hints.requestAnswered(message.id, message.t === "refused");
      if (message.t === "refused") this.notify(message.why);
      if (
        this.pendingAction.acknowledge(message.id) &&
        (message.t === "refused" || message.number === this.frame?.number)
      )
        this.pendingAction.resultShown();
    }
  }

  private async showQueuedFrames(): Promise<void> {
    if (this.showingFrames) return;
    this.showingFrames = true;
    for (let frame = this.queue.shift(); frame; frame = this.queue.shift()) {
      this.pace = new Pace();
      if (this.queue.length > MAX_QUEUED_FRAMES || document.hidden) this.pace.skipEverything();
      await this.showFrame(frame);
    }
    this.showingFrames = false;
  }
  /** Lend the table to a replay; frames that arrive meanwhile are shown after it. */
  async lendTable(to: () => Promise<void>): Promise<void> {
    if (this.showingFrames || this.busy || this.awaitingAnswer) return;
    this.showingFrames = this.busy = this.locked = true;
    this.resultVisible = false;
    await to();
    this.busy = this.locked = this.showingFrames = false;
    void this.showQueuedFrames();
  }

  // Replays of whole matches
  /** Show the next moment with its animation. */
  animateFrame(frame: StateFrame): Promise<void> {
    this.queue.push(frame);
    return this.showQueuedFrames();
  }
  /** Show a moment at once, with all events up to it. */
  jumpToFrame(frame: StateFrame, past: readonly GameEvent[]): void {
    this.logEntries = [];
    this.lastEventText = "";
    this.viewingBoard = true;
    this.frame = frame;
    this.appendToLog(past);
    this.board.showFrame(frame, false);
    this.say(fillInNames(this.lastEventText, this.names) || frame.prompt.title);
  }
  /** Skip the running animation. */
  skipAnimation(): void {
    this.pace.skipEverything();
  }

  private async showFrame(frame: StateFrame): Promise<void> {
    const before = this.frame,
      seen = before && before.table.phase !== "waiting" ? before.number : -1; // the deal comes with the position it leads to
    const fresh = frame.full ? frame.events.filter((event) => event.number > seen) : frame.events;
    const over = frame.table.phase === "over",
      silent = !before || frame.number < before.number;
    const phase = before?.table.phase === "playing" ? "playing" : frame.table.phase; // the end of the match has to be animated first
    if (this.frame) this.frame = { ...this.frame, table: { ...frame.table, phase } }; // names and seats are up to date at once
    this.lastTurnReplay.recordBatch(before, fresh, silent);
    const same = !silent && this.isSameQuestion(before, frame, fresh);
    this.locked = !same && fresh.length > 0;
    if (frame.full) this.replaceLog(silent ? frame.events : frame.events.slice(0, -fresh.length || undefined));
    else if (silent) this.appendToLog(fresh);
    if (!silent && fresh.length) await this.animateEvents(fresh);
    this.logEntries = [
      ...this.logEntries,
      ...frame.chat
        .filter((chat) => !chat.ignored)
        .map((chat) => ({ id: ++this.lastEntryId, chat, after: this.frame?.number ?? 0 })),
    ];
    this.frame = frame;
    this.coach.frameShown();
    this.board.showFrame(frame, same);
    this.lastEventText = this.lastReadableText();
    this.busy = this.locked = false;
    this.nudges.signalNewNudge();
    if (!before && frame.table.host && frame.table.pace !== this.preferences.pace) this.setPace(this.preferences.pace);
    this.pendingAction.resultShown();
    this.screenReader?.frameShown(silent ? [] : fresh, before);
    this.playTurnSound(before);
    this.hints.frameShown();
    if (over && frame.me.length && !frame.lesson && this.preferences.firstGame)
      this.preferences.set({ firstGame: false });
    if (over && before?.table.phase === "playing" && this.board.endsMemory)
      this.connection.send({ t: "see", since: 0 }); // now everything may be shown
    if (frame.again && this.leavingForRematch) location.assign(ownAddress(frame.again));
  }

  /** Replace the whole log, after an undo or when a shared device changed hands. Chat stays in its place. */
  private replaceLog(events: readonly GameEvent[]): void {
    const said = this.logEntries.filter((line) => "chat" in line);
    this.logEntries = [];
    this.lastEventText = "";
    this.appendToLog(events);
    this.logEntries = [...this.logEntries, ...said].sort((a, b) => logPosition(a) - logPosition(b));
  }

  /** Return true if nothing changed for this seat: somebody came or spoke, or others only made secret choices. */
  private isSameQuestion(before: StateFrame | null, frame: StateFrame, events: GameEvent[]): boolean {
    const ids = (one: StateFrame): string => one.options.map((option) => option.id).join();
    if (!before || before.seat !== frame.seat || ids(before) !== ids(frame)) return false;
    const asked = frame.options.length > 0,
      byOthers = !this.awaitingAnswer && events.every((event) => event.seat !== null && event.seat !== frame.seat);
    return frame.number === before.number
      ? asked || !(frame.full || events.length || before.table.phase !== frame.table.phase)
      : asked && frame.number > before.number && byOthers;
  }

  private async animateEvents(events: GameEvent[]): Promise<void> {
    this.busy = true;
    this.resultVisible = false;
    const missed = Math.max(0, events.length - MAX_EVENTS_SHOWN); // after a pause: earlier events are in the log
    this.appendToLog(events.slice(0, missed));
    for (const [i, event] of events.entries()) {
      if (i < missed) continue;
      await this.animateEvent(event, events.slice(i + 1), this.pace, () => this.appendToLog([event]));
    }
  }

  /** Animate one event. Call `say` when its result is visible; without motion that is at once. */
  async animateEvent(
    event: GameEvent,
    rest: readonly GameEvent[],
    pace: Pace,
    say: (() => void) | null,
  ): Promise<void> {
    this.pace = pace;
    let shown = 0;
    pace.onResultShown =
      say &&
      (() => (
        (shown = performance.now()),
        (this.resultVisible = true),
        say(),
        (this.lastRoundText = event.last ?? "")
      ));
    if (prefersReducedMotion()) pace.resultShown();
    pace.speed = this.speedFor(event.seat);
    await this.board.animate(event, rest, pace);
    pace.resultShown();
    const others = event.seat !== null && !this.frame!.me.includes(event.seat);
    if (shown && others && event.text && this.preferences.firstGame && !this.frame!.lesson) {
      pace.speed = 1;
      await pace.wait(FIRST_GAME_MS - (performance.now() - shown));
    }
    if (!event.last) return;
    if (say && !this.board.announcesLastRound) {
      this.playSound("keep");
      pace.stopSkipping();
      await pace.wait(ANNOUNCEMENT_MS);
    }
    this.lastRoundText = "";
  }
  /**
   * Return the speed of an event: other players' events as fast as the player likes, faster if many wait, so that the
   * eye misses nothing.
   */
  private speedFor(seat: number | null): number {
    if (this.replay) return this.replay.speed;
    const own = seat !== null && this.frame!.me.includes(seat);
    return (own ? 1 : PACES[this.preferences.pace]) * Math.min(3, 1 + this.queue.length * 0.4);
  }
  /** Set the text and seat of the last event. */
  setLastEvent({ text, seat }: { text: string; seat: number | null }): void {
    this.lastEventText = text;
    this.lastEventSeat = seat ?? this.lastEventSeat;
  }

  /** Return the text of the last action that may be read now; turn and round are shown elsewhere. */
  private lastReadableText(): string {
    const line = this.visibleLog.findLast((each) => "event" in each && !/^(turn|round|combat)$/.test(each.event.kind));
    return line && "event" in line ? line.event.text : "";
  }

  private appendToLog(events: readonly GameEvent[]): void {
    this.logEntries = [...this.logEntries, ...events.map((event) => ({ id: ++this.lastEntryId, event }))];
    const last = events[events.length - 1];
    if (last) this.setLastEvent(last);
  }

  private playTurnSound(before: StateFrame | null): void {
    const frame = this.frame!;
    if (frame.table.phase === "over" && before?.table.phase === "playing") this.playSound("end");
    else if (this.myTurn && before && !before.acting.includes(frame.seat!)) this.playSound("turn");
  }
}

/** Return a line's position in the log; chat comes after the events of its number. */
const logPosition = (line: LogEntry): number => ("event" in line ? line.event.number : line.after + 0.5);
/** Return an entry with the text that remains of an event which may not be remembered; it may be empty. */
const fadeEntry = (line: LogEntry): LogEntry =>
  "event" in line && typeof line.event.later === "string"
    ? { id: line.id, event: { ...line.event, text: line.event.later } }
    : line;
