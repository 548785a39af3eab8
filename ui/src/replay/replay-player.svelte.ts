// Play the recording of a match on the table page in place of a socket. The page's address always names the moment that
// is shown, so that it can be shared, reloaded and returned to.
import type { Component } from "svelte";
import { t } from "../shared/i18n";
import type { GameUi, Table } from "../games/game-ui";
import type { TableController } from "../table/state/table-controller.svelte";
import type { TableReplay } from "../table/state/table-replay";
import type { Connection } from "../contract/connection";
import type { GameEvent } from "../contract/messages";
import { parseReplayAddress, type Viewpoint, replayAddress } from "./replay-address";
import {
  fetchChat,
  fetchContinuation,
  fetchReview,
  type RecordedChat,
  type RecordedReview,
  type RecordedTurn,
  Recording,
  type RecordingHead,
} from "./recording";

export const SPEEDS = [0.5, 1, 2, 4] as const;
const PAUSE_MS = 650; // milliseconds between two moments during playback
const ADDRESS_DELAY_MS = 400; // milliseconds between two changes of the address during playback
const RETRY_MS = 3000; // milliseconds between two attempts to load the recording
const lostText = (): string => t("The recording can't be loaded right now. Try again in a moment.");

export class ReplayPlayer implements Connection, TableReplay {
  position = $state(0);
  viewpoint = $state<Viewpoint>("all");
  playing = $state(false);
  /** The seats that have to act at the moment that is shown. */
  actingSeats = $state.raw<readonly number[]>([]);
  speed = $state<number>(1);
  /** The names, turns and log of the recording; null until it has arrived. */
  head = $state.raw<RecordingHead | null>(null);
  readonly keyMeanings = [
    ["← →", t("previous step, next step")],
    [t("Shift ← →"), t("previous turn, next turn")],
    [t("Home End"), t("start, end")],
    [t("Space"), t("play or stop")],
    ["P", t("keep playing from here, against bots")],
  ] as const;
  /** The chat of the table, for readers who sat there. */
  chat = $state.raw<readonly RecordedChat[]>([]);
  /** What the match's review says; null if nobody has asked for one. */
  review = $state.raw<RecordedReview | null>(null);
  private recording: Recording | null = null;
  private table!: TableController;
  private currentStep: Promise<void> = Promise.resolve();
  private target = 0; // the moment that was asked for last: it is shown once it has been loaded
  private requestId = 0; // counts the moments that were asked for: only the latest is shown
  private addressTimer: ReturnType<typeof setTimeout> | undefined;
  private endPause: (() => void) | null = null;
  private playRun = 0;

  constructor(
    private readonly recordAddress: string,
    private readonly built: string,
    private readonly ui: GameUi,
    readonly ReplayBar: Component<{ table: Table }>,
    readonly ReplayLog: Component<{ table: Table }>,
  ) {}

  /** Attach the player to the table and show the moment that the page's address names. */
  async attach(table: TableController): Promise<void> {
    this.table = table;
    table.connectionState = "open";
    addEventListener("popstate", () => this.readAddress());
    const { at, viewpoint } = parseReplayAddress(location.search);
    this.viewpoint = viewpoint;
    await this.jumpTo(at);
  }
  /** A replay sends nothing to the server. */
  send(): boolean {
    return true;
  }
  close(): void {}

  readonly last = $derived(this.head?.last ?? 0);
  readonly turns = $derived<RecordedTurn[]>(this.head?.turns ?? []);
  readonly turn = $derived<RecordedTurn | null>(this.turns.findLast((turn) => turn.number <= this.position) ?? null);
  /** True if the action bar shows the hand of one seat. */
  readonly showsHand = $derived(typeof this.viewpoint === "number" && this.position < this.last);
  /** The seat that "Play on from here" takes: the viewpoint, otherwise the first that has to act; null at the end. */
  readonly seatToPlay = $derived(
    this.actingSeats.find((seat) => seat === this.viewpoint) ?? this.actingSeats[0] ?? null,
  );
  readonly plainAddress = $derived(
    this.head
      ? replayAddress(this.head.table.id, this.position, this.viewpoint).replace(/\/replay(?=\?|$)/, "/replay/plain")
      : "",
  );
  readonly pageAddress = $derived(this.head ? replayAddress(this.head.table.id, this.position, this.viewpoint) : "");

  // Navigation
  /** Go to the next moment and animate it. */
  async stepForward(): Promise<void> {
    if (this.target < this.last) await this.showMoment(this.target + 1, true);
  }
  step(by: number): void {
    this.stop();
    if (by > 0) void this.stepForward();
    else void this.jumpTo(Math.max(0, this.target + by));
  }
  /** Go to the next or previous start of a turn. */
  skipTurn(by: number): void {
    this.stop();
    const next = this.turns.find((turn) => turn.number > this.target)?.number ?? this.last,
      before = this.turns.findLast((turn) => turn.number < this.target)?.number ?? 0;
    void this.jumpTo(by > 0 ? next : before);
  }
  /** Jump to a moment and add it to the browser's history. */
  goTo(at: number): void {
    this.stop();
    if (at === this.target) return;
    this.writeAddress(false);
    history.pushState(null, "", replayAddress(this.head!.table.id, at, this.viewpoint));
    void this.jumpTo(at);
  }
  changeViewpoint(eyes: Viewpoint): void {
    if (eyes === this.viewpoint) return;
    this.stop();
    this.writeAddress(false);
    history.pushState(null, "", replayAddress(this.head!.table.id, this.position, eyes));
    this.viewpoint = eyes;
    void this.jumpTo(this.position);
  }
  jumpTo(at: number): Promise<void> {
    return this.showMoment(at, false);
  }
  private readAddress(): void {
    this.stop();
    const { at, viewpoint } = parseReplayAddress(location.search);
    this.viewpoint = viewpoint;
    void this.jumpTo(at);
  }

  /** Show a moment after the running animation has stopped; animate it if `told` is true. */
  private async showMoment(at: number, told: boolean): Promise<void> {
    const wish = ++this.requestId;
    this.target = at;
    this.table.skipAnimation();
    await this.currentStep;
    if (wish === this.requestId) await (this.currentStep = this.loadMoment(at, told, wish));
  }
  private async loadMoment(at: number, told: boolean, wish: number): Promise<void> {
    const { table } = this;
    try {
      if (this.recording?.head.eyes !== this.viewpoint) {
        this.recording = await Recording.open(this.recordingAddress());
        if (!this.head) this.fetchMore();
        this.head = this.recording.head;
      }
      at = Math.max(0, Math.min(at, this.last));
      const frame = await this.recording.frame(at);
      if (wish !== this.requestId) return;
      table.notice = "";
      this.position = this.target = at;
      this.actingSeats = frame.acting;
      this.writeAddress(true);
      if (told) await table.animateFrame(frame);
      else
        table.jumpToFrame(
          { ...frame, full: true }, // with all events up to here
          this.head!.log.filter((event) => event.number <= at),
        );
    } catch {
      if (wish === this.requestId) this.target = this.position;
      this.stop();
      table.notify(lostText());
      table.connectionState = this.head ? "open" : "lost";
      if (!this.head) setTimeout(() => this.readAddress(), RETRY_MS);
    }
  }
  /** Fetch the chat and the review: the recording is complete without them. */
  private fetchMore(): void {
    void fetchChat(this.recordAddress).then(
      (lines) => (this.chat = lines),
      () => {},
    );
    void fetchReview(this.recordAddress).then(
      (review) => (this.review = review),
      () => {},
    );
  }
  /** Fetch one way in which the match could have gone on from the better choice at a moment. */
  fetchContinuation(at: number): Promise<GameEvent[]> {
    return fetchContinuation(this.recordAddress, at);
  }
  private recordingAddress(): (part?: number) => string {
    const { viewpoint, recordAddress, built, ui } = this;
    return (part) => {
      const wanted = new URLSearchParams({ as: String(viewpoint), v: built });
      if (part !== undefined) wanted.set("part", String(part));
      if (ui.needsWords) wanted.set("words", "1");
      return `${recordAddress}.json?${wanted}`;
    };
  }
  /** Write the moment into the page's address; during playback only as often as browsers allow. */
  private writeAddress(soon: boolean): void {
    clearTimeout(this.addressTimer);
    const now = (): void => {
      if (this.pageAddress && location.pathname + location.search !== this.pageAddress)
        history.replaceState(null, "", this.pageAddress);
    };
    if (soon) this.addressTimer = setTimeout(now, ADDRESS_DELAY_MS);
    else now();
  }

  // Playback
  togglePlay(): void {
    if (this.playing) this.stop();
    else void this.play();
  }
  stop(): void {
    this.playing = false;
    this.endPause?.();
  }
  private async play(): Promise<void> {
    const run = ++this.playRun,
      goes = () => this.playing && run === this.playRun; // stopping and starting again within one animation begins a new run
    this.playing = true;
    if (this.position === this.last) await this.jumpTo(0);
    while (goes() && this.position < this.last) {
      await this.stepForward();
      if (goes() && this.position < this.last) await this.pause();
    }
    if (run === this.playRun) this.playing = false;
  }
  private pause(): Promise<void> {
    return new Promise((done) => {
      const timer = setTimeout(done, PAUSE_MS / this.speed);
      this.endPause = () => {
        clearTimeout(timer);
        done();
      };
    });
  }

  pressKey(event: KeyboardEvent): boolean {
    if (!this.head || event.ctrlKey || event.metaKey || event.altKey) return false;
    const focused = document.activeElement;
    if (event.key === " ") {
      if (focused?.matches(":is(a, button):focus-visible, summary, select")) return false;
      this.togglePlay();
      return true;
    }
    if (focused?.matches("select, [role=log]") && /^(Home|End)$/.test(event.key)) return false;
    if (event.key === "Home") this.goTo(0);
    else if (event.key === "End") this.goTo(this.last);
    else if (/^p$/i.test(event.key)) document.getElementById("onward")?.click();
    else if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      const by = event.key === "ArrowRight" ? 1 : -1;
      if (event.shiftKey) this.skipTurn(by);
      else this.step(by);
    } else return false;
    return true;
  }
}
