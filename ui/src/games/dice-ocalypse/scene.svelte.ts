// What lies on the felt and on the ledge while events are told, one after the other. A result rests before anything else moves.
import { Die } from "../../kit/dice3";
import type { Pace } from "../../kit/pace";
import { num } from "../../kit/words";
import type { Sound } from "../../table/sound";
import type { GameEvent } from "../../types";
import { card } from "./cards";
import type { Group, View } from "./types";

/** Dice of an effect thrown on the felt: one large die, or rows of small ones. */
export interface Effect {
  title: string;
  die: { die: Die; colour: string } | null;
  rows: { seat: number; dice: number[]; says: string }[];
  says: string;
  tone: "good" | "bad" | "";
  card: string | null;
}
export interface Stamp {
  text: string;
  tone: "good" | "bad" | "hot" | "";
}
type Facts = Record<string, unknown>;

const OUTCOMES: Record<string, string> = {
  "double-now": "turn doubled",
  "double-next": "next score doubled",
  "lose-turn": "loses a turn",
  none: "nothing",
  void: "no effect",
};
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
  readonly dice = Array.from({ length: 6 }, (_, i) => new Die(i + 1, angle(i)));
  readonly faces = $derived(this.tray.map((face) => face ?? 0));

  constructor(
    private readonly sound: (sound: Sound) => void,
    private readonly name: (seat: number) => string,
  ) {}

  settle(view: View): void {
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
  }

  async tell(event: GameEvent, rest: readonly GameEvent[], pace: Pace): Promise<void> {
    const facts = event.facts,
      seat = event.seat ?? 0;
    switch (event.kind) {
      case "turn":
        this.clear();
        return pace.wait(320);
      case "throw":
        return this.throwDice(facts.dice as number[], pace, rest[0]?.kind === "bust");
      case "keep":
        return this.keep(facts, pace);
      case "bust":
        return this.show({ text: "Bust", tone: "bad" }, pace, 1150, "bad");
      case "bank":
        return this.show({ text: `Bank ${num(facts.points as number)}`, tone: "good" }, pace, 700, "keep");
      case "score":
        this.totals = { ...this.totals, [seat]: facts.total as number };
        return pace.wait(420);
      case "battle-zone":
        return this.show({ text: "Battle Zone", tone: "hot" }, pace, 1000, "bad");
      case "dice-ocalypse":
        return this.show({ text: "Dice-ocalypse!", tone: "hot" }, pace, 1500, "bad");
      case "card":
      case "immunity":
        return this.played(event.kind === "immunity" ? "immunity" : (facts.card as string), seat, pace);
      default:
        return this.effectOf(event, facts, pace, rest);
    }
  }

  private clear(): void {
    this.tray = [];
    this.kept = [];
    this.turnScore = 0;
    this.effect = this.stamp = null;
  }

  private async throwDice(faces: number[], pace: Pace, bust: boolean): Promise<void> {
    this.effect = this.stamp = null;
    this.taking = [];
    this.tray = faces;
    this.rolling = true;
    this.sound("dice");
    await Promise.all(faces.map((face, order) => this.dice[order]!.roll(face, { pace, order, turn: angle(order) })));
    this.rolling = false;
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
      rows: [],
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
      case "collateral": {
        const rows = [
          { seat, dice: facts.dice as number[], says: who },
          { seat: facts.by as number, dice: facts.against as number[], says: this.name(facts.by as number) },
        ];
        return this.rows(
          "Collateral Damage",
          rows,
          facts.hit ? `${who} loses 1,000` : "Nobody is hit",
          facts.hit ? "bad" : "good",
          pace,
          1700,
        );
      }
      case "battle-roll":
        return this.more(
          "Battle Zone",
          { seat, dice: facts.dice as number[], says: OUTCOMES[facts.outcome as string] ?? "" },
          pace,
          rest,
        );
      case "roll-off":
        return this.more(
          facts.purpose === "card" ? "Whose card was first?" : "Who begins?",
          { seat, dice: [facts.die as number], says: who },
          pace,
          rest,
        );
      case "tie-roll":
        return this.more(
          "A tie: highest sum wins",
          { seat, dice: facts.dice as number[], says: `${who}: ${facts.sum as number}` },
          pace,
          rest,
        );
      default:
        return pace.wait(
          [
            "first",
            "lost-turn",
            "diced",
            "win",
            "zombie-get",
            "left-behind-get",
            "card-void",
            "card-back",
            "tie",
          ].includes(event.kind)
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
    this.effect = { title, die: { die, colour }, rows: [], says: "", tone: "", card: null };
    this.sound("dice");
    await pace.wait(60); // the die must be on the table before it rolls
    await die.roll(value, { pace, order: 2, turn: Math.random() * 40 - 20, from: [240, 120] });
    this.effect = { ...this.effect, says, tone };
    await pace.wait(1300);
  }

  private async rows(
    title: string,
    rows: Effect["rows"],
    says: string,
    tone: Effect["tone"],
    pace: Pace,
    ms: number,
  ): Promise<void> {
    this.tray = [];
    this.effect = { title, die: null, rows, says, tone, card: null };
    this.sound("dice");
    await pace.wait(ms);
  }

  /** one throw after the other, each in a row of its own */
  private async more(
    title: string,
    row: Effect["rows"][number],
    pace: Pace,
    rest: readonly GameEvent[],
  ): Promise<void> {
    const before = this.effect?.title === title ? this.effect.rows.filter((each) => each.seat !== row.seat) : [];
    const last = !rest.length || !/-roll$|roll-off/.test(rest[0]!.kind);
    await this.rows(title, [...before, row], "", "", pace, last ? 1500 : 620);
  }
}
