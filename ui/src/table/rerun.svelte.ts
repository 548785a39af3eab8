// What the others did last, told once more from what the page holds, one step after the other. The game is not touched: the server
// hears nothing of it, nothing may be chosen meanwhile, and what happens meanwhile is shown afterwards.
import type { Board, Table as TableOfGames } from "../game";
import { Pace } from "../kit/pace";
import type { GameEvent, StateFrame } from "../types";

export interface Batch {
  before: StateFrame;
  events: readonly GameEvent[];
}
/** the table, as far as something is told on it */
export interface Teller extends Pick<TableOfGames, "busy" | "told" | "actor"> {
  frame: StateFrame | null;
  readonly reel: unknown;
  readonly waiting: boolean;
  readonly board: Board;
  lend(to: () => Promise<void>): Promise<void>;
  one(event: GameEvent, rest: readonly GameEvent[], pace: Pace, say: (() => void) | null): Promise<void>;
  retell(what: { text: string; seat: number | null }): void;
}
const MOST = 40; // batches: a longer turn begins in the middle

export class Rerun {
  /** which step is shown, of how many; 0: none */
  step = $state(0);
  steps = $state(0);
  /** how many steps the others did while one was away */
  away = $state(0);
  private theirs = $state.raw<readonly Batch[]>([]);
  private latest: readonly Batch[] = [];
  /** the last of all that was told here, one's own with it */
  private kept = $state.raw<readonly Batch[]>([]);
  pace = new Pace();
  private goOn: (() => void) | null = null;
  /** whoever looked has seen enough */
  left = false;

  constructor(private readonly table: Teller) {}

  /** A batch is about to be told. Where one acted oneself, what the others do begins anew. */
  note(before: StateFrame | null, events: readonly GameEvent[], silent: boolean): void {
    if (events.length) this.away = 0;
    if (silent || before?.table.phase !== "playing") this.theirs = this.latest = this.kept = [];
    else if (events.length) {
      this.kept = [...this.kept, { before, events }].slice(-MOST);
      const was = this.latest.at(-1)?.before.acting[0],
        own = before.me.length ? this.isOwn(before, events[0]!) : was !== before.acting[0];
      this.latest = [...(own ? [] : this.latest), { before, events }].slice(-MOST);
      if (shownOf(this.latest).size) this.theirs = this.latest;
    }
  }
  /** what the others did before this page was there: it is shown as what they did last; the `unseen` of it while one was away */
  load(batches: readonly Batch[], unseen: readonly Batch[]): void {
    this.latest = this.kept = batches;
    this.theirs = unseen.length ? unseen : batches;
    this.away = shownOf(unseen).size;
  }
  private isOwn(frame: StateFrame, event: GameEvent): boolean {
    return event.seat !== null && frame.me.includes(event.seat);
  }

  private readonly calm = $derived.by<boolean>(() => {
    const { table } = this;
    return !table.reel && !table.busy && !table.waiting && table.frame?.cover === null && !table.board.shut;
  });
  /** what is shown again was seen by the same eyes: a device may be in other hands now */
  readonly ready = $derived.by<boolean>(() => {
    const seat = this.table.frame?.seat;
    return (
      this.calm &&
      this.theirs.length > 0 &&
      this.theirs.every(({ before }) => before.seat === seat && before.cover === null)
    );
  });

  /** The batches that may be shown again from: seen by the same eyes, and since what was over the last time. */
  private readonly known = $derived.by<readonly Batch[]>(() => {
    const { table } = this,
      seat = table.frame?.seat;
    const forgets = this.kept.some(({ events }) => events.some((event) => typeof event.later === "string"));
    const barred = this.kept.findLastIndex(
      ({ before, events }) =>
        before.seat !== seat ||
        before.cover !== null ||
        (forgets && events.some((event) => table.board.closes?.(event))),
    );
    return this.calm ? this.kept.slice(barred + 1) : [];
  });
  /** the events of the log that a touch shows again, with all that followed */
  readonly from = $derived(new Set(this.known.flatMap(({ events }) => events.map((event) => event.number))));

  /** Shows again what the others did, or all that was told `from` an action on. */
  async play(from?: number): Promise<void> {
    const { retell } = await import("./retelling");
    if (from === undefined ? !this.ready : !this.from.has(from)) return;
    const batches = from === undefined ? this.theirs : since(this.known, from); // none is known while the table is lent
    this.away = 0;
    this.left = false;
    const shown = shownOf(batches, (event) => this.table.board.closes?.(event) ?? false, from !== undefined);
    await this.table.lend(() => retell(this, this.table, batches, shown));
  }

  /** until whoever looks wants the next step */
  wait(): Promise<void> {
    return new Promise((done) => (this.goOn = done));
  }
  next(): void {
    this.pace.finish();
    this.goOn?.();
    this.goOn = null;
  }
  leave(): void {
    this.left = true;
    this.next();
  }
}

/** The events that are shown again: what others did, as far as it may still be told. */
export function shownOf(
  batches: readonly Batch[],
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

const since = (batches: readonly Batch[], from: number): readonly Batch[] =>
  batches.slice(batches.findIndex(({ events }) => events.some((event) => event.number === from)));
