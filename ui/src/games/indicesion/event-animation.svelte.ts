// Animate the events of a batch: play a recorded throw, show burnt dice as puffs, and repeat the decisive moment
// slowly.
import { type Pace, prefersReducedMotion } from "../../shared/animation-pace";
import type { SoundName } from "../../table/state/sounds";
import type { GameEvent, StateFrame } from "../../contract/messages";
import { applyEvent, recordedThrowOf } from "./apply-event";
import { RecordedThrow } from "./recorded-throw";
import type { Bodies, Body, FlightRecord, Id, EventFacts, Vec, View } from "./view";
import { colourOf, isDie } from "./texts";

export interface Puff {
  id: Id;
  at: Vec;
  since: number;
}
export interface Verdict {
  die: Id;
  text: string;
  points: number;
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
const verdictOf = ({ facts, text }: GameEvent): Verdict => {
  const { die = "", points = 0 } = facts as Partial<EventFacts>;
  return { die, text, points };
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

export class EventAnimation {
  shownView = $state.raw<View | null>(null);
  flight = $state.raw<RecordedThrow | null>(null);
  /** The time in the recorded throw, and how it is played. */
  time = $state(0);
  playing = $state<"live" | "slow" | "practice" | "">("");
  puffs = $state.raw<readonly Puff[]>([]);
  verdicts = $state.raw<readonly Verdict[]>([]);
  /** The last throw and the table before it, to replay it. */
  private last: { before: View; flight: RecordedThrow } | null = null;
  private replayView: View | null = null;
  private lastSoundMs = 0;
  /** The number of the position shown last, or to which the last event led. */
  private shownNumber = 0;
  /** counts replays, so that a new one stops the one before */
  private playbackId = 0;
  hasReplay = $state(false);

  constructor(private readonly playSound: (playSound: SoundName) => void) {}

  /** Everything on the table, as it is shown now. */
  readonly bodies = $derived.by<Bodies>(() => {
    const view = this.playing && this.replayView ? this.replayView : this.shownView,
      { flight, time } = this;
    if (!view) return {};
    if (!flight || !this.playing) return view.bodies;
    const bodies: Record<Id, Body> = { ...view.bodies };
    for (const id of flight.ids) {
      const pose = flight.poseAt(id, time);
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

  /** Show a view. If `same` is true, nothing was played. Events of another position are forgotten. */
  showView(view: View, same: boolean, { number, full }: StateFrame): void {
    this.shownView = view;
    if (number < this.shownNumber || (full && number > this.shownNumber)) this.forgetThrow(); // many actions have no event
    this.shownNumber = number;
    if (same) return;
    this.playbackId++;
    this.flight = this.replayView = null;
    this.playing = "";
    this.puffs = [];
  }

  /** Save the last throw and its ruling before a replay of events; return a function that restores them. */
  saveState(): () => void {
    const { verdicts, last, hasReplay } = this;
    return () => Object.assign(this, { verdicts, last, hasReplay });
  }
  private forgetThrow(): void {
    this.verdicts = [];
    this.last = null;
    this.hasReplay = false;
  }

  async animate(event: GameEvent, pace: Pace): Promise<void> {
    const view = this.shownView;
    if (!view) return;
    this.playbackId++;
    this.shownNumber = event.number;
    const next = applyEvent(view, event);
    if (!FLIES.has(event.kind)) pace.resultShown();
    switch (event.kind) {
      case "throw":
      case "build":
      case "place":
      case "remove":
        return this.animateThrow(view, next, event, pace);
      case "verdict":
        this.verdicts = [...this.verdicts, verdictOf(event)];
        return pace.wait(this.verdicts.length > 1 ? 900 : 1300);
      case "taken":
        this.playSound("bad");
        break;
      case "burnt":
      case "off":
        this.playSound("keep");
        if (event.text) this.verdicts = [...this.verdicts, verdictOf(event)]; // else the one before tells of this die, too
        break;
      case "round":
        this.forgetThrow();
    }
    this.shownView = next;
    return pace.wait(PAUSES[event.kind] ?? 250);
  }

  private async animateThrow(before: View, next: View, event: GameEvent, pace: Pace): Promise<void> {
    const flight = recordedThrowOf(event);
    this.verdicts = [];
    if (!flight) {
      this.shownView = next;
      pace.resultShown();
      return pace.wait(PAUSES[event.kind] ?? REST);
    }
    this.last = { before, flight };
    this.hasReplay = true;
    this.flight = flight;
    this.lastSoundMs = 0;
    if (prefersReducedMotion()) await pace.wait(120);
    else {
      this.playing = "live";
      await pace.run(flight.ms, (t) => this.showTime(t * flight.ms, true));
      pace.resultShown(); // it lies still; what follows is seen a second time
      await this.replayDecisive(before, flight, pace);
    }
    this.playing = "";
    this.replayView = null;
    this.puffs = [];
    this.shownView = next;
    pace.resultShown();
    return pace.wait(REST);
  }

  /** Repeat the decisive moment slowly. */
  private async replayDecisive(before: View, flight: RecordedThrow, pace: Pace): Promise<void> {
    const moment = flight.decisiveMs;
    if (moment === null || pace.finished) return;
    await pace.wait(260);
    const from = Math.max(0, moment - BEFORE),
      long = Math.min(SLOW_MS, flight.ms - from);
    this.replayView = before;
    this.playing = "slow";
    await pace.run(long / SLOWER, (t) => this.showTime(from + t * long, false));
  }

  private showTime(ms: number, loud: boolean): void {
    const { flight } = this,
      was = this.time;
    if (!flight) return;
    this.time = ms;
    for (const { ms: when, speed } of flight.touches) {
      if (!loud || when <= was || when > ms || speed < LOUD || when < this.lastSoundMs + HUSH) continue;
      this.lastSoundMs = when;
      this.playSound("keep");
    }
    this.puffs = flight.burnt
      .filter(({ ms: when }) => ms >= when && ms < when + PUFF_MS)
      .map(({ ms: when, die: id }) => ({
        id,
        at: flight.poseAt(id, when - 1)?.at ?? this.shownView?.bodies[id]?.at ?? [0, 0, 0],
        since: (ms - when) / PUFF_MS,
      }));
  }

  /** Replay the last throw slowly. */
  async replayLastThrow(): Promise<void> {
    if (this.last) await this.playThrow(this.last.before, this.last.flight, "slow");
  }
  /** Show a practice throw: it lies there for a moment and is taken back. */
  async showPractice(flown: FlightRecord): Promise<void> {
    if (this.shownView) await this.playThrow(this.shownView, new RecordedThrow(flown), "practice");
  }
  private async playThrow(before: View, flight: RecordedThrow, how: "slow" | "practice"): Promise<void> {
    const playback = ++this.playbackId,
      began = performance.now(),
      speed = how === "slow" ? SLOWER : 1,
      end = flight.ms + (how === "practice" ? LIES : 0);
    this.time = this.lastSoundMs = 0;
    this.flight = flight;
    this.replayView = before;
    this.playing = how;
    for (
      let ms = prefersReducedMotion() ? flight.ms : 0;
      ms < end && playback === this.playbackId;
      ms = (performance.now() - began) * speed
    ) {
      this.showTime(ms, how === "practice");
      await new Promise(requestAnimationFrame);
    }
    if (playback === this.playbackId) this.stopReplay();
  }
  stopReplay(): void {
    if (!this.replayView) return;
    this.playbackId++;
    this.playing = "";
    this.flight = this.replayView = null;
    this.puffs = [];
  }
}
