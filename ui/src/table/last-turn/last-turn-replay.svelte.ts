// Replay the last actions of the others, step by step, from the events that the page holds. The server is not involved,
// nothing can be chosen meanwhile, and frames that arrive meanwhile are shown afterwards.
import type { Board, Table } from "../../games/game-ui";
import { Pace } from "../../shared/animation-pace";
import type { GameEvent, StateFrame } from "../../contract/messages";

export interface EventBatch {
  before: StateFrame;
  events: readonly GameEvent[];
}
/** The part of the table that a replay needs. */
export interface ReplayTable extends Pick<Table, "busy" | "lastEventText" | "lastEventSeat"> {
  frame: StateFrame | null;
  readonly replay: unknown;
  readonly awaitingAnswer: boolean;
  readonly board: Board;
  lendTable(to: () => Promise<void>): Promise<void>;
  animateEvent(event: GameEvent, rest: readonly GameEvent[], pace: Pace, say: (() => void) | null): Promise<void>;
  setLastEvent(what: { text: string; seat: number | null }): void;
}
const MAX_BATCHES = 40; // in batches: the replay of a longer turn begins in the middle

export class LastTurnReplay {
  /** The step that is shown (0: no replay), and how many there are. */
  step = $state(0);
  steps = $state(0);
  /** How many moves the others made while the player was away. */
  missedMoves = $state(0);
  private othersMoves = $state.raw<readonly EventBatch[]>([]);
  private currentBatches: readonly EventBatch[] = [];
  /** The last batches shown on this page, with the player's own. */
  private recentBatches = $state.raw<readonly EventBatch[]>([]);
  pace = new Pace();
  private continueStep: (() => void) | null = null;
  /** True if the player ended the replay. */
  stopped = false;

  constructor(private readonly table: ReplayTable) {}

  /** Record a batch before it is animated. The player's own action starts a new list of the others' moves. */
  recordBatch(before: StateFrame | null, events: readonly GameEvent[], silent: boolean): void {
    if (events.length) this.missedMoves = 0;
    if (silent || before?.table.phase !== "playing") this.othersMoves = this.currentBatches = this.recentBatches = [];
    else if (events.length) {
      this.recentBatches = [...this.recentBatches, { before, events }].slice(-MAX_BATCHES);
      const was = this.currentBatches.at(-1)?.before.acting[0],
        own = before.me.length ? this.isOwn(before, events[0]!) : was !== before.acting[0];
      this.currentBatches = [...(own ? [] : this.currentBatches), { before, events }].slice(-MAX_BATCHES);
      if (eventsToReplay(this.currentBatches).size) this.othersMoves = this.currentBatches;
    }
  }
  /** Load what the others did before this page was opened; `unseen` is what happened while the player was away. */
  loadBatches(batches: readonly EventBatch[], unseen: readonly EventBatch[]): void {
    this.currentBatches = this.recentBatches = batches;
    this.othersMoves = unseen.length ? unseen : batches;
    this.missedMoves = eventsToReplay(unseen).size;
  }
  private isOwn(frame: StateFrame, event: GameEvent): boolean {
    return event.seat !== null && frame.me.includes(event.seat);
  }

  private readonly idle = $derived.by<boolean>(() => {
    const { table } = this;
    return (
      !table.replay && !table.busy && !table.awaitingAnswer && table.frame?.cover === null && !table.board.handCovered
    );
  });
  /**
   * True if a replay is possible: the player has seen all of it already, since a shared device may have changed hands.
   */
  readonly ready = $derived.by<boolean>(() => {
    const seat = this.table.frame?.seat;
    return (
      this.idle &&
      this.othersMoves.length > 0 &&
      this.othersMoves.every(({ before }) => before.seat === seat && before.cover === null)
    );
  });

  /** The batches that can be replayed: seen by the same player, and nothing from before an event that ends memory. */
  private readonly replayable = $derived.by<readonly EventBatch[]>(() => {
    const { table } = this,
      seat = table.frame?.seat;
    const forgets = this.recentBatches.some(({ events }) => events.some((event) => typeof event.later === "string"));
    const barred = this.recentBatches.findLastIndex(
      ({ before, events }) =>
        before.seat !== seat ||
        before.cover !== null ||
        (forgets && events.some((event) => table.board.endsMemory?.(event))),
    );
    return this.idle ? this.recentBatches.slice(barred + 1) : [];
  });
  /** The numbers of the events from which a replay can start. */
  readonly replayableFrom = $derived(
    new Set(this.replayable.flatMap(({ events }) => events.map((event) => event.number))),
  );

  /** Replay the others' moves, or everything since the event with number `from`. */
  async play(from?: number): Promise<void> {
    const { replayEvents } = await import("./replay-events");
    if (from === undefined ? !this.ready : !this.replayableFrom.has(from)) return;
    const batches = from === undefined ? this.othersMoves : batchesSince(this.replayable, from); // computed first: none is replayable while the table is lent
    this.missedMoves = 0;
    this.stopped = false;
    const shown = eventsToReplay(batches, (event) => this.table.board.endsMemory?.(event) ?? false, from !== undefined);
    await this.table.lendTable(() => replayEvents(this, this.table, batches, shown));
  }

  /** Wait until the player wants the next step. */
  waitForNext(): Promise<void> {
    return new Promise((done) => (this.continueStep = done));
  }
  showNext(): void {
    this.pace.finish();
    this.continueStep?.();
    this.continueStep = null;
  }
  stop(): void {
    this.stopped = true;
    this.showNext();
  }
}

/** Return the events that a replay shows: what others did, as far as it may still be shown. */
export function eventsToReplay(
  batches: readonly EventBatch[],
  closes: (event: GameEvent) => boolean = () => false,
  own = false,
): Set<GameEvent> {
  const all = batches.flatMap(({ before, events }) => events.map((event) => ({ event, me: before.me })));
  const closed = all.findLastIndex(({ event }) => closes(event));
  const wanted = all.filter(
    ({ event, me }, i) =>
      event.text &&
      (own || !(event.seat !== null && me.includes(event.seat))) &&
      (i >= closed || typeof event.later !== "string"),
  );
  return own || wanted.some(({ event }) => event.seat !== null) ? new Set(wanted.map(({ event }) => event)) : new Set();
}

const batchesSince = (batches: readonly EventBatch[], from: number): readonly EventBatch[] =>
  batches.slice(batches.findIndex(({ events }) => events.some((event) => event.number === from)));
