// What is seen while a batch is told: a throw runs by its film, what burns goes up in a puff, what was decided is seen once more, slowly.
import { type Pace, still } from "../../kit/pace";
import type { Sound } from "../../table/sound";
import type { GameEvent, StateFrame } from "../../types";
import { after, filmOf } from "./apply";
import { Film } from "./playback";
import type { Bodies, Body, Flown, Id, Told, Vec, View } from "./types";
import { colourOf, isDie } from "./words";

export interface Puff {
  id: Id;
  at: Vec;
  since: number;
}
export interface Verdict {
  die: Id;
  text: string;
}
const PAUSES: Record<string, number> = {
  "roll-off": 900,
  start: 700,
  round: 900,
  pick: 420,
  stand: 350,
  build: 900,
  burnt: 800,
  off: 700,
  knocked: 800,
  taken: 900,
  blue: 900,
  pass: 300,
  again: 600,
  keep: 300,
  skip: 800,
  "board-points": 900,
  "round-won": 1500,
  win: 900,
};
const FLIES = new Set(["throw", "build", "place", "remove"]);
const LIES = 1300,
  BEFORE = 180,
  SLOW_MS = 620,
  SLOWER = 0.28,
  REST = 380;
const LOUD = 120,
  HUSH = 55,
  PUFF_MS = 620;

export class Scene {
  shown = $state.raw<View | null>(null);
  film = $state.raw<Film | null>(null);
  /** the time in the film, and how it runs */
  time = $state(0);
  run = $state<"live" | "slow" | "practice" | "">("");
  puffs = $state.raw<readonly Puff[]>([]);
  verdicts = $state.raw<readonly Verdict[]>([]);
  /** the last throw and how the table lay before it, to see it again */
  private last: { before: View; film: Film } | null = null;
  private replaying: View | null = null;
  private heard = 0;
  /** the position that was shown last, or to which the last event that was told led */
  private told = 0;
  /** grows with each replay that is begun, so that the one before it stops */
  private takes = 0;
  hasReplay = $state(false);

  constructor(private readonly sound: (sound: Sound) => void) {}

  /** everything on the table, as it is seen now */
  readonly bodies = $derived.by<Bodies>(() => {
    const view = this.run && this.replaying ? this.replaying : this.shown,
      { film, time } = this;
    if (!view) return {};
    if (!film || !this.run) return view.bodies;
    const bodies: Record<Id, Body> = { ...view.bodies };
    for (const id of film.ids) {
      const pose = film.pose(id, time);
      if (pose)
        bodies[id] = {
          kind: "die",
          ...(isDie(id) ? { colour: colourOf(id) } : {}),
          ...bodies[id],
          at: pose.at,
          quat: pose.quat,
        };
      else delete bodies[id];
    }
    return bodies;
  });

  /** `same`: nothing was played, somebody only came or spoke; what was told of another position is forgotten */
  settle(view: View, same: boolean, { number, full }: StateFrame): void {
    this.shown = view;
    if (number < this.told || (full && number > this.told)) this.forget(); // many an action tells nothing
    this.told = number;
    if (same) return;
    this.takes++;
    this.film = this.replaying = null;
    this.run = "";
    this.puffs = [];
  }

  /** what was thrown and judged last, to be taken up again after something else was shown */
  bookmark(): () => void {
    const { verdicts, last, hasReplay } = this;
    return () => Object.assign(this, { verdicts, last, hasReplay });
  }
  private forget(): void {
    this.verdicts = [];
    this.last = null;
    this.hasReplay = false;
  }

  async tell(event: GameEvent, pace: Pace): Promise<void> {
    const view = this.shown;
    if (!view) return;
    this.takes++;
    this.told = event.number;
    const next = after(view, event),
      facts = event.facts as Partial<Told>;
    if (!FLIES.has(event.kind)) pace.seen();
    switch (event.kind) {
      case "throw":
      case "build":
      case "place":
      case "remove":
        return this.throw(view, next, event, pace);
      case "verdict":
        this.verdicts = [...this.verdicts, { die: facts.die ?? "", text: event.text }];
        return pace.wait(this.verdicts.length > 1 ? 900 : 1300);
      case "taken":
        this.sound("bad");
        break;
      case "burnt":
      case "off":
        this.sound("keep");
        this.verdicts = [...this.verdicts, { die: facts.die ?? "", text: event.text }];
        break;
      case "round":
        this.forget();
    }
    this.shown = next;
    return pace.wait(PAUSES[event.kind] ?? 250);
  }

  private async throw(before: View, next: View, event: GameEvent, pace: Pace): Promise<void> {
    const film = filmOf(event);
    this.verdicts = [];
    if (!film) {
      this.shown = next;
      pace.seen();
      return pace.wait(PAUSES[event.kind] ?? REST);
    }
    this.last = { before, film };
    this.hasReplay = true;
    this.film = film;
    this.heard = 0;
    if (still()) await pace.wait(120);
    else {
      this.run = "live";
      await pace.run(film.ms, (t) => this.at(t * film.ms, true));
      pace.seen(); // it lies still; what follows is seen a second time
      await this.decisive(before, film, pace);
    }
    this.run = "";
    this.replaying = null;
    this.puffs = [];
    this.shown = next;
    pace.seen();
    return pace.wait(REST);
  }

  /** what was decided in a moment is seen once more, slowly */
  private async decisive(before: View, film: Film, pace: Pace): Promise<void> {
    const moment = film.decisive;
    if (moment === null || pace.finished) return;
    await pace.wait(260);
    const from = Math.max(0, moment - BEFORE),
      long = Math.min(SLOW_MS, film.ms - from);
    this.replaying = before;
    this.run = "slow";
    await pace.run(long / SLOWER, (t) => this.at(from + t * long, false));
  }

  private at(ms: number, loud: boolean): void {
    const { film } = this,
      was = this.time;
    if (!film) return;
    this.time = ms;
    for (const { ms: when, speed } of film.touches) {
      if (!loud || when <= was || when > ms || speed < LOUD || when < this.heard + HUSH) continue;
      this.heard = when;
      this.sound("keep");
    }
    this.puffs = film.burnt
      .filter(({ ms: when }) => ms >= when && ms < when + PUFF_MS)
      .map(({ ms: when, die: id }) => ({
        id,
        at: film.pose(id, when - 1)?.at ?? this.shown?.bodies[id]?.at ?? [0, 0, 0],
        since: (ms - when) / PUFF_MS,
      }));
  }

  /** the last throw once more, slowly */
  async replay(): Promise<void> {
    if (this.last) await this.screen(this.last.before, this.last.film, "slow");
  }
  /** a throw that does not count: it lies there for a moment, and is taken back */
  async practise(flown: Flown): Promise<void> {
    if (this.shown) await this.screen(this.shown, new Film(flown), "practice");
  }
  private async screen(before: View, film: Film, how: "slow" | "practice"): Promise<void> {
    const take = ++this.takes,
      began = performance.now(),
      speed = how === "slow" ? SLOWER : 1,
      end = film.ms + (how === "practice" ? LIES : 0);
    this.time = this.heard = 0;
    this.film = film;
    this.replaying = before;
    this.run = how;
    for (let ms = still() ? film.ms : 0; ms < end && take === this.takes; ms = (performance.now() - began) * speed) {
      this.at(ms, how === "practice");
      await new Promise(requestAnimationFrame);
    }
    if (take === this.takes) this.stop();
  }
  stop(): void {
    if (!this.replaying) return;
    this.takes++;
    this.run = "";
    this.film = this.replaying = null;
    this.puffs = [];
  }
}
