// What screen readers hear at the table, and where the focus goes when an action removes the control that had it.
// Every announcement is a line of its own in the live region, one after the other: none replaces another before it was
// spoken. The paragraphs of the region are there from the start and take the lines in turn: Orca drops a change of an
// element that has changed again before Orca came to it, and reads a paragraph twice that was added and then filled.
// After a rest the first paragraph is next: a busy Firefox reports changes in the order of the page.
// Loaded before the table is shown, beside the code of its game.
import { tick, untrack } from "svelte";
import type { Board } from "../../games/game-ui";
import type { GameEvent, StateFrame } from "../../contract/messages";
import { t } from "../../shared/i18n";
import { fillInNames } from "../../shared/text-format";

/** Milliseconds from the focus to the first line, and from one line to the next. */
const GAP_MS = 150;
/** Milliseconds in which a press may remove its control, if the server is not asked. */
const LOCAL_MS = 1000;
/** Paragraphs of the live region; a line that gives way to a new one was spoken long ago. */
const MAX_LINES = 24;
/** Milliseconds without a line, after which all lines were reported. */
const REST_MS = 2000;
const NO_LINES = Array.from({ length: MAX_LINES }, () => ({ id: 0, text: "" }));
/** Events that say whose turn begins; the prompt says it, too. */
const TURN_MARKERS = new Set(["turn"]);
/** Where the next available action is, the best place first. */
const NEXT_ACTIONS = [
  ".dock .do .btn.go",
  "[data-board] .legal",
  "[data-board] :is(.pick, [data-entry], [data-stop])",
  "main :is(.legal, .item, [data-stop], .list button, .push, .steps button)",
  ".dock .do .btn:not(.undo)",
];

/** The part of the table that screen readers need. */
interface ReadTable {
  readonly frame: StateFrame | null;
  readonly names: readonly string[];
  readonly myTurn: boolean;
  readonly busy: boolean;
  readonly locked: boolean;
  readonly awaitingAnswer: boolean;
  readonly board: Board;
  readonly coach: { textToRead(): string };
  name(seat: number): string;
  mayRead(event: GameEvent): boolean;
}

export class ScreenReader {
  /** The paragraphs of the live region. */
  lines = $state.raw<readonly { id: number; text: string }[]>(NO_LINES);
  private waiting: string[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** The number of the newest line. */
  lastId = $state.raw(0);
  private lastTime = 0;
  /** Events that were not announced yet, because the bot that acts is not done. */
  private held: GameEvent[] = [];
  /** True if a turn of this browser began with an event that is held or was just shown. */
  private turnBegan = false;
  private lastChoice = "";
  private lastDetail = "";
  /** The control that had the focus when the player acted, until the answer is shown. */
  private pressed: HTMLElement | null = null;
  private local: ReturnType<typeof setTimeout> | undefined;
  private readonly watch = new MutationObserver(() => this.placeFocus());

  constructor(private readonly table: ReadTable) {
    $effect.root(() => {
      $effect(() => {
        const choice = this.choice();
        untrack(() => this.announceChoice(choice));
      });
    });
    // A choice on the board may replace its own list before anything is sent.
    addEventListener(
      "click",
      ({ target }) => {
        const { activeElement } = document;
        if (!activeElement?.matches("main *, .dock *") || !activeElement.contains(target as Node)) return;
        if (activeElement.matches("[aria-disabled=true]")) return; // it only says why it can't be used
        this.acted();
        clearTimeout(this.local);
        this.local = setTimeout(() => !table.awaitingAnswer && this.answered(), LOCAL_MS);
      },
      true,
    );
  }

  // What is announced
  /** Announce these texts, each as a line of its own. */
  say(...texts: readonly string[]): void {
    this.waiting.push(...texts.map((text) => readDice(text).trim()).filter(Boolean));
    this.timer ??= setTimeout(this.next, GAP_MS);
  }
  private readonly next = (): void => {
    const text = this.waiting.shift();
    this.timer = text === undefined ? undefined : setTimeout(this.next, GAP_MS);
    if (text === undefined) return;
    const now = performance.now(),
      rested = now - this.lastTime > REST_MS,
      id = rested ? Math.ceil((this.lastId + 1) / MAX_LINES) * MAX_LINES : this.lastId + 1;
    [this.lastId, this.lastTime] = [id, now];
    this.lines = this.lines.map((line, i) => (i === id % MAX_LINES ? { id, text } : line));
  };

  /** Announce a new frame: what happened, once and in order, and then what the player is asked. */
  frameShown(events: readonly GameEvent[], before: StateFrame | null): void {
    const { table } = this,
      frame = table.frame!,
      own = (event: GameEvent): boolean => event.seat !== null && frame.me.includes(event.seat);
    if (frame.cover !== null && before?.cover !== frame.cover) this.dropLines(); // the next player takes the device
    const heard = events.filter((event) => table.mayRead(event));
    this.held.push(...heard.filter((event) => event.text && !TURN_MARKERS.has(event.kind)));
    const last = heard.findLast(own);
    if (last) this.turnBegan = TURN_MARKERS.has(last.kind); // else the turn began with an action of this browser
    const asked = this.asked(frame, before, heard.length > 0);
    if (!asked.length && this.botGoesOn(frame, before) && !heard.some(own)) return;
    const lines = this.readEvents(this.held, own);
    if (!asked.length) lines.push(...this.personIsNext(heard, frame));
    this.held = [];
    if (table.myTurn) this.turnBegan = false;
    this.say(...lines, ...asked);
    void tick().then(() => this.answered());
  }

  /** Forget all that was announced: it may hold what the next player at this device must not know. */
  private dropLines(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    [this.waiting, this.held, this.lines] = [[], [], NO_LINES];
  }

  /** Return true if a bot acts that acted before: its whole turn is announced together. */
  private botGoesOn({ table: { phase, seats }, acting }: StateFrame, before: StateFrame | null): boolean {
    const byBot = acting.length > 0 && acting.every((seat) => seats[seat]!.kind === "bot" || seats[seat]!.stand_in);
    return phase === "playing" && byBot && `${before?.acting}` === `${acting}`;
  }

  /** Return who plays now, if it is a person; what a bot does is announced soon. */
  private personIsNext(events: readonly GameEvent[], { table: { phase, seats } }: StateFrame): string[] {
    const turn = events.findLast(({ kind }) => TURN_MARKERS.has(kind)),
      next = seats[turn?.seat ?? -1];
    if (!turn || !next || next.kind === "bot" || next.stand_in || phase !== "playing") return [];
    return [fillInNames(turn.text, this.table.names)];
  }

  /** Return a line for each own event, and one for what the others did between two of them. */
  private readEvents(events: readonly GameEvent[], own: (event: GameEvent) => boolean): string[] {
    const lines: string[] = [];
    let together = false;
    for (const event of events) {
      const text = this.table.board.readEvent?.(event, events) ?? fillInNames(event.text, this.table.names);
      if (event.last) lines.push(endSentence(event.last));
      const others = event.seat !== null && !own(event);
      if (!text) continue;
      if ((others || event.seat === null) && together && !event.last) lines.push(`${lines.pop()!} ${text}`);
      else lines.push(text);
      together = (together && event.seat === null) || others;
    }
    return lines;
  }

  /** Return what the player is asked now. Nothing is repeated that was asked before and has not changed. */
  private asked(frame: StateFrame, before: StateFrame | null, fresh: boolean): string[] {
    const { table } = this,
      { title, detail } = frame.prompt;
    const lesson = table.coach.textToRead();
    if (lesson) return [lesson];
    if (frame.cover !== null) return [`${t("Pass to {player}", { player: table.name(frame.cover) })}.`];
    const ended = frame.table.phase === "over" && before?.table.phase === "playing";
    if (ended) return [endSentence(title)];
    const began = table.myTurn && (this.turnBegan || !before?.acting.includes(frame.seat!));
    const changed = fresh || began || before?.prompt.title !== title || before.seat !== frame.seat;
    if (!table.myTurn || !changed) return [];
    const yours =
      frame.me.length > 1 ? t("{player}, your turn.", { player: table.name(frame.seat!) }) : t("Your turn.");
    const choice = this.choice();
    this.lastChoice = choice.join("\n");
    const said = began || detail !== this.lastDetail ? detail : "";
    this.lastDetail = detail;
    return [began ? yours : "", ...(choice.length ? choice : [`${endSentence(title)} ${said}`])];
  }

  /** Return what the board has chosen for the player, and what that allows. */
  private choice(): readonly string[] {
    const { table } = this;
    return table.myTurn && !table.busy && !table.locked ? (table.board.choiceToRead ?? []) : [];
  }
  private announceChoice(choice: readonly string[]): void {
    const text = choice.join("\n");
    if (text && text !== this.lastChoice && !this.pressed) this.say(...choice);
    if (text) this.lastChoice = text;
  }

  // Where the focus goes
  /** Remember the control that the player used, in case their action removes it. */
  acted(): void {
    const { activeElement } = document;
    const typing = !(activeElement instanceof HTMLElement) || activeElement.matches("input, textarea, select");
    if (typing || activeElement === document.body || activeElement === holder()) return;
    this.pressed = activeElement;
    this.watch.observe(document.body, { childList: true, subtree: true });
    void tick().then(() => this.placeFocus());
  }
  /** The answer to the last action is shown. */
  private answered(): void {
    const { pressed, table } = this,
      free = !table.awaitingAnswer && !table.locked && !table.busy;
    if (!pressed || !free) return;
    const kept = document.activeElement === pressed && !pressed.matches(".do > .btn");
    if (kept || !this.isMine()) this.forget();
    else if (table.myTurn) this.placeFocus(true);
  }
  /** Return true if the player has not moved the focus since the action. */
  private isMine(): boolean {
    const { activeElement } = document;
    return [document.body, null, this.pressed, holder()].includes(activeElement as HTMLElement | null);
  }
  private forget(): void {
    this.pressed = null;
    this.watch.disconnect();
  }
  /** Move the focus to the next available action, if the player's action removed the control that had it. */
  private placeFocus(again = false): void {
    const { pressed, table } = this;
    if (!pressed) return;
    if (!this.isMine()) return this.forget();
    const { activeElement } = document;
    const removed = !activeElement || activeElement === document.body || activeElement === holder();
    if (!removed && !again) return;
    const next = table.myTurn && !table.awaitingAnswer && !table.locked && !table.busy ? nextAction() : null;
    if (!next) {
      if (activeElement !== holder()) holder()?.focus({ preventScroll: true });
      return;
    }
    this.forget();
    if (next !== activeElement) next.focus();
  }
}

/** The group of the action bar: it keeps the focus while there is nothing to choose. */
const holder = (): HTMLElement | null => document.querySelector(".dock .do");

/** Return the next available action; a group with arrow keys gives its tab stop. */
function nextAction(): HTMLElement | null {
  for (const where of NEXT_ACTIONS) {
    const all = [...document.querySelectorAll<HTMLElement>(where)].filter(
      (each) => each.matches("button:not([aria-disabled=true])") && each.getClientRects().length > 0,
    );
    const found = all.find((each) => each.tabIndex === 0) ?? all[0];
    if (found) return found;
  }
  return null;
}

/** Return a text with a full stop, unless it ends with a mark of its own. */
const endSentence = (text: string): string => (/[.!?…:]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`);
/** Return a text to be read aloud: dice side by side are separated by commas, so that they are no number. */
const readDice = (text: string): string =>
  text.replace(/(?<![\d.,])\d(?: \d)+(?![\d.,]*\d)/g, (dice) => dice.replaceAll(" ", ", "));
