// A match looked at again: the table of every game, fed with recorded frames instead of a socket. What is shown is one moment; its
// address is the page's own, so that it can be sent, reloaded and gone back to.
import type { Component } from "svelte";
import type { GameUi, Table as TableOfGames } from "../game";
import type { Table } from "../table/ctrl.svelte";
import type { Reel as TheReel } from "../table/reel";
import type { Wire } from "../types";
import { asked, type Eyes, momentLink } from "./link";
import { type Beginning, Recording, spoken, type Spoken, type Turn } from "./recording";

export const SPEEDS = [0.5, 1, 2, 4] as const;
const REST = 650; // milliseconds between two moments that are played
const WRITTEN = 400; // ... between two changes of the address while it plays
const AGAIN = 3000; // ... between two tries to get the record at all
const LOST = "The record can’t be reached. What is shown stays; try again in a moment.";

export class Reel implements Wire, TheReel {
  at = $state(0);
  eyes = $state<Eyes>("all");
  playing = $state(false);
  /** who was asked at the moment that is shown */
  asked = $state.raw<readonly number[]>([]);
  speed = $state<number>(1);
  /** while the record is on its way: who sat there, the turns, the log */
  beginning = $state.raw<Beginning | null>(null);
  readonly help = [
    ["← →", "a step back or on"],
    ["Shift ← →", "a turn back or on"],
    ["Home End", "to the beginning, to the end"],
    ["Space", "play, or stop"],
    ["P", "play on from here, against bots"],
  ] as const;
  /** what was said at the table, for those who sat there */
  said = $state.raw<readonly Spoken[]>([]);
  private recording: Recording | null = null;
  private table!: Table;
  private going: Promise<void> = Promise.resolve();
  private wish = 0; // grows with every moment that is asked for: only the latest is shown
  private writing: ReturnType<typeof setTimeout> | undefined;
  private wake: (() => void) | null = null;
  private run = 0;

  constructor(
    private readonly place: string,
    private readonly built: string,
    private readonly ui: GameUi,
    readonly Dock: Component<{ table: TableOfGames }>,
    readonly Log: Component<{ table: TableOfGames }>,
  ) {}

  /** The table that is fed; it shows the moment that the page's address names. */
  async feed(table: Table): Promise<void> {
    this.table = table;
    table.line = "open";
    addEventListener("popstate", () => this.read());
    const { at, eyes } = asked(location.search);
    this.eyes = eyes;
    await this.jump(at);
  }
  /** nothing is said to the house from here */
  send(): boolean {
    return true;
  }
  close(): void {}

  readonly last = $derived(this.beginning?.last ?? 0);
  readonly turns = $derived<Turn[]>(this.beginning?.turns ?? []);
  readonly turn = $derived<Turn | null>(this.turns.findLast((turn) => turn.number <= this.at) ?? null);
  /** whether what belongs to one seat lies in the dock */
  readonly showsHand = $derived(typeof this.eyes === "number" && this.at < this.last);
  /** who could be played on as: whose eyes look, else the first who was asked; nobody when it is over */
  readonly mover = $derived(this.asked.find((seat) => seat === this.eyes) ?? this.asked[0] ?? null);
  readonly plain = $derived(
    this.beginning ? momentLink(this.beginning.table.id, this.at, this.eyes).replace("/replay", "/replay/plain") : "",
  );
  readonly link = $derived(this.beginning ? momentLink(this.beginning.table.id, this.at, this.eyes) : "");

  // going ----------------------------------------------------------------------------------------------------------------
  /** one moment on, as it was told at the table */
  async on(): Promise<void> {
    if (this.at < this.last) await this.show(this.at + 1, true);
  }
  step(by: number): void {
    this.stop();
    if (by > 0) void this.on();
    else void this.jump(this.at + by);
  }
  /** to the next beginning of a turn, or to the one before */
  skip(by: number): void {
    this.stop();
    const next = this.turns.find((turn) => turn.number > this.at)?.number ?? this.last,
      before = this.turns.findLast((turn) => turn.number < this.at)?.number ?? 0;
    void this.jump(by > 0 ? next : before);
  }
  /** somewhere else at once; the way back is kept */
  visit(at: number): void {
    this.stop();
    if (at === this.at) return;
    this.write(false);
    history.pushState(null, "", momentLink(this.beginning!.table.id, at, this.eyes));
    void this.jump(at);
  }
  see(eyes: Eyes): void {
    if (eyes === this.eyes) return;
    this.stop();
    this.write(false);
    history.pushState(null, "", momentLink(this.beginning!.table.id, this.at, eyes));
    this.eyes = eyes;
    void this.jump(this.at);
  }
  jump(at: number): Promise<void> {
    return this.show(at, false);
  }
  private read(): void {
    this.stop();
    const { at, eyes } = asked(location.search);
    this.eyes = eyes;
    void this.jump(at);
  }

  /** Shows a moment once nothing is told any more: told if it is the next one, else as it lay. */
  private async show(at: number, told: boolean): Promise<void> {
    const wish = ++this.wish;
    this.table.skip();
    await this.going;
    if (wish === this.wish) await (this.going = this.bring(at, told, wish));
  }
  private async bring(at: number, told: boolean, wish: number): Promise<void> {
    const { table } = this;
    try {
      if (this.recording?.beginning.eyes !== this.eyes) {
        this.recording = await Recording.of(this.address());
        this.beginning ??
          void spoken(this.place).then(
            (lines) => (this.said = lines),
            () => {},
          ); // the match is whole without it
        this.beginning = this.recording.beginning;
      }
      at = Math.max(0, Math.min(at, this.last));
      const frame = await this.recording.frame(at);
      if (wish !== this.wish) return;
      table.notice = "";
      this.at = at;
      this.asked = frame.acting;
      this.write(true);
      if (told) await table.film(frame);
      else
        table.lay(
          { ...frame, full: true }, // with all that had been told by then
          this.beginning!.log.filter((event) => event.number <= at),
        );
    } catch {
      this.stop();
      table.notify(LOST);
      table.line = this.beginning ? "open" : "lost";
      if (!this.beginning) setTimeout(() => this.read(), AGAIN);
    }
  }
  private address(): (part?: number) => string {
    const { eyes, place, built, ui } = this;
    return (part) => {
      const wanted = new URLSearchParams({ as: String(eyes), v: built });
      if (part !== undefined) wanted.set("part", String(part));
      if (ui.words) wanted.set("words", "1");
      return `${place}.json?${wanted}`;
    };
  }
  /** The address names the moment that is shown; while it plays, as often as browsers like. */
  private write(soon: boolean): void {
    clearTimeout(this.writing);
    const now = (): void => {
      if (this.link && location.pathname + location.search !== this.link) history.replaceState(null, "", this.link);
    };
    if (soon) this.writing = setTimeout(now, WRITTEN);
    else now();
  }

  // playing --------------------------------------------------------------------------------------------------------------
  toggle(): void {
    if (this.playing) this.stop();
    else void this.play();
  }
  stop(): void {
    this.playing = false;
    this.wake?.();
  }
  private async play(): Promise<void> {
    const run = ++this.run,
      goes = () => this.playing && run === this.run; // who stops and plays on within one film begins a new run
    this.playing = true;
    if (this.at === this.last) await this.jump(0);
    while (goes() && this.at < this.last) {
      await this.on();
      if (goes() && this.at < this.last) await this.rest();
    }
    if (run === this.run) this.playing = false;
  }
  private rest(): Promise<void> {
    return new Promise((done) => {
      const timer = setTimeout(done, REST / this.speed);
      this.wake = () => {
        clearTimeout(timer);
        done();
      };
    });
  }

  key(event: KeyboardEvent): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const focused = document.activeElement;
    if (event.key === " ") {
      if (focused?.matches(":is(a, button):focus-visible, summary, select")) return false;
      this.toggle();
      return true;
    }
    if (focused?.matches("select, [role=log]") && /^(Home|End)$/.test(event.key)) return false;
    if (event.key === "Home") this.visit(0);
    else if (event.key === "End") this.visit(this.last);
    else if (/^p$/i.test(event.key)) document.getElementById("onward")?.click();
    else if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      const by = event.key === "ArrowRight" ? 1 : -1;
      if (event.shiftKey) this.skip(by);
      else this.step(by);
    } else return false;
    return true;
  }
}
