// What lies on the felt and on the ledge while events are told, one after the other. A result rests before anything else moves.
import { Die } from "../../kit/dice3";
import { type Pace, still } from "../../kit/pace";
import { num } from "../../kit/words";
import type { Sound } from "../../table/sound";
import type { GameEvent, StateFrame } from "../../types";
import { card } from "./cards";
import { Moments } from "./moments.svelte";
import type { Group, View } from "./types";

/** A card that is played, or the one die that is thrown for it. */
export interface Effect {
  title: string;
  die: { die: Die; colour: string } | null;
  says: string;
  tone: "good" | "bad" | "";
  card: string | null;
}
export interface Stamp {
  text: string;
  tone: "good" | "bad" | "hot" | "";
}
type Facts = Record<string, unknown>;

/** events whose dice are thrown in sight: nothing names them before they lie there */
const THROWN = new Set(
  "throw prove double do-or-die zombie left-behind collateral battle-roll roll-off tie-roll".split(" "),
);
/** events that leave a great moment where it lies */
const LISTED = new Set("battle-roll roll-off tie-roll score first win lost-turn skipped".split(" "));
const angle = (i: number): number => [-14, 9, 22, 12, -24, -8][i]! + Math.random() * 16 - 8;

export class Scene {
  /** what lies in the tray, by position; null where a die was set aside */
  tray = $state.raw<readonly (number | null)[]>([]);
  kept = $state.raw<readonly Group[]>([]);
  turnScore = $state(0);
  rolling = $state(false);
  effect = $state.raw<Effect | null>(null);
  stamp = $state.raw<Stamp | null>(null);
  /** dice that somebody else is about to set aside */
  taking = $state.raw<readonly number[]>([]);
  /** totals already told but not yet in the frame */
  totals = $state.raw<Record<number, number>>({});
  /** the throw scored nothing: what is left of the points, while they run out */
  bust = $state.raw<{ left: number } | null>(null);
  /** how often a seat was skipped, until the turn after the one that it led to */
  skips = $state.raw<Readonly<Record<number, number>>>({});
  private skipping = false;
  /** Immunity has stopped the card that the frame still has in play */
  stopped = $state(false);
  /** the position that was shown last, or to which the last event that was told led */
  private told = 0;
  readonly moments: Moments;
  readonly dice = Array.from({ length: 6 }, (_, i) => new Die(i + 1, angle(i)));
  readonly faces = $derived(this.tray.map((face) => face ?? 0));

  constructor(
    private readonly sound: (sound: Sound) => void,
    private readonly name: (seat: number) => string,
    totals: () => readonly number[],
  ) {
    this.moments = new Moments(sound, totals);
  }

  settle(view: View, { number, full }: StateFrame): void {
    const lying = view.dice;
    const same = lying.length === this.tray.length && lying.every((face, i) => face === this.tray[i]);
    if (!same) {
      this.tray = lying;
      lying.forEach((face, i) => this.dice[i]!.show(face, angle(i)));
    }
    this.kept = view.kept;
    this.turnScore = view.turn_score;
    this.totals = {};
    this.effect = this.stamp = null;
    this.taking = [];
    this.rolling = false;
    this.bust = null;
    this.stopped = false;
    const other = number < this.told || (full && number > this.told); // what was told led elsewhere; many an action tells nothing
    if (lying.length || other) this.moments.clear(); // else it may be read on
    if (other) this.skips = {};
    this.told = number;
  }

  /** what was told last, to be taken up again after something else was shown */
  bookmark(): () => void {
    const { skips, skipping } = this,
      { now } = this.moments;
    return () => {
      Object.assign(this, { skips, skipping });
      this.moments.now = now;
    };
  }

  async tell(event: GameEvent, rest: readonly GameEvent[], pace: Pace): Promise<void> {
    const facts = event.facts,
      seat = event.seat ?? 0;
    this.told = event.number;
    if (!THROWN.has(event.kind)) pace.seen();
    if (!LISTED.has(event.kind)) this.moments.clear();
    switch (event.kind) {
      case "turn":
        this.clear();
        this.skips = this.skipping ? this.skips : {};
        this.skipping = false;
        return pace.wait(320);
      case "skipped":
      case "lost-turn":
        this.skips = { ...(this.skipping ? this.skips : {}), [seat]: (this.skips[seat] ?? 0) + 1 };
        this.skipping = true;
        return pace.wait(500);
      case "throw":
        return this.throwDice(facts.dice as number[], pace, rest[0]?.kind === "bust");
      case "keep":
        return this.keep(facts, pace);
      case "bust":
        return this.lose(facts.lost as number, pace);
      case "bank":
        return this.show({ text: `Bank ${num(facts.points as number)}`, tone: "good" }, pace, 700, "keep");
      case "score":
        this.totals = { ...this.totals, [seat]: facts.total as number };
        return pace.wait(420);
      case "battle-zone":
        this.clear();
        return this.moments.open(event, rest, pace);
      case "dice-ocalypse":
        this.clear();
        await this.show({ text: "Dice-ocalypse!", tone: "hot" }, pace, 1100);
        return this.moments.last(event, pace);
      case "card":
      case "immunity":
        this.stopped = event.kind === "immunity";
        return this.played(event.kind === "immunity" ? "immunity" : (facts.card as string), seat, pace);
      default:
        return this.effectOf(event, facts, pace, rest);
    }
  }

  private clear(): void {
    this.tray = [];
    this.kept = [];
    this.turnScore = 0;
    this.effect = this.stamp = this.bust = null;
  }

  /** the lamp goes out, what was kept slides off the ledge, the points run out */
  private async lose(points: number, pace: Pace): Promise<void> {
    pace.moment();
    this.bust = { left: points };
    this.sound("bad");
    await pace.wait(320);
    if (!still()) await pace.run(760, (t) => (this.bust = { left: Math.round((points * (1 - t)) / 50) * 50 }));
    this.bust = { left: 0 };
    await pace.wait(900);
    this.kept = [];
    this.turnScore = 0;
  }

  private async throwDice(faces: number[], pace: Pace, bust: boolean): Promise<void> {
    this.effect = this.stamp = null;
    this.taking = [];
    this.tray = faces;
    this.rolling = true;
    this.sound("dice");
    await Promise.all(faces.map((face, order) => this.dice[order]!.roll(face, { pace, order, turn: angle(order) })));
    this.rolling = false;
    pace.seen();
    await pace.wait(bust ? 500 : 260);
  }

  private async keep(facts: Facts, pace: Pace): Promise<void> {
    const places = (facts.keep as number[] | undefined) ?? [];
    this.taking = places;
    await pace.wait(340);
    this.tray = this.tray.map((face, i) => (places.includes(i) ? null : face));
    this.taking = [];
    this.kept = [...this.kept, { faces: facts.faces as number[], points: facts.points as number }];
    this.turnScore = facts.turn_score as number;
    this.sound("keep");
    if (facts.hot) await this.show({ text: "Hot dice", tone: "hot" }, pace, 650);
    else await pace.wait(200);
  }

  private async show(stamp: Stamp, pace: Pace, ms: number, sound?: Sound): Promise<void> {
    this.stamp = stamp;
    if (sound) this.sound(sound);
    await pace.wait(ms);
    this.stamp = null;
  }

  private async played(id: string, seat: number, pace: Pace): Promise<void> {
    this.effect = {
      title: `${this.name(seat)} plays ${card(id).name}`,
      die: null,
      says: "",
      tone: "",
      card: id,
    };
    this.sound("bad");
    await pace.wait(1150);
    this.effect = null;
  }

  private async effectOf(event: GameEvent, facts: Facts, pace: Pace, rest: readonly GameEvent[]): Promise<void> {
    const seat = event.seat ?? 0,
      who = this.name(seat);
    switch (event.kind) {
      case "prove":
        return this.oneDie(
          facts,
          "",
          `${who} has to prove it`,
          facts.stands ? "The score stands" : "Worth nothing",
          facts.stands ? "good" : "bad",
          pace,
        );
      case "double":
        return this.oneDie(
          facts,
          "",
          "Double or Nothing",
          facts.won ? "Doubled!" : "Nothing",
          facts.won ? "good" : "bad",
          pace,
        );
      case "do-or-die":
        return this.oneDie(
          facts,
          "",
          `${who} rolls for everything`,
          facts.hit ? "All points are gone" : "Still alive",
          facts.hit ? "bad" : "good",
          pace,
        );
      case "zombie":
        return this.oneDie(
          facts,
          "green",
          "Zombie die",
          `${this.name(facts.on as number)} plays with ${facts.left as number}`,
          "bad",
          pace,
        );
      case "left-behind":
        return this.oneDie(
          facts,
          "black",
          "Left Behind",
          `${facts.die as number} skipped; the die goes to ${this.name(facts.on as number)}`,
          "",
          pace,
        );
      case "collateral":
        this.clear();
        return this.moments.duel(event, rest, pace);
      case "battle-roll":
      case "roll-off":
      case "tie-roll":
        this.clear();
        return this.moments.roll(event, rest, pace);
      default:
        return pace.wait(
          ["first", "diced", "win", "zombie-get", "left-behind-get", "card-void", "card-back", "tie"].includes(
            event.kind,
          )
            ? 800
            : 350,
        );
    }
  }

  private async oneDie(
    facts: Facts,
    colour: string,
    title: string,
    says: string,
    tone: Effect["tone"],
    pace: Pace,
  ): Promise<void> {
    const die = new Die(1, 0),
      value = facts.die as number;
    this.tray = [];
    this.bust = null;
    pace.moment();
    this.effect = { title, die: { die, colour }, says: "", tone: "", card: null };
    this.sound("dice");
    await pace.wait(60); // the die must be on the table before it rolls
    await die.roll(value, { pace, order: 2, turn: Math.random() * 40 - 20, from: [240, 120] });
    this.effect = { ...this.effect, says, tone };
    pace.seen();
    await pace.wait(1500);
  }
}
