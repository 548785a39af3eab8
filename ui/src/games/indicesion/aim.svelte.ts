// The throw in one's hand: where from, where to, how hard, how high, how it spins. Whole numbers, as they are sent.
import { type Flight, fly, reach, rollOf, rolling } from "./flight";
import { around, clamp, deg, rad } from "./space";
import type { Act, Id, Quat, Thrown, Vec, View } from "./types";
import { showing } from "./space";

export type Dial = "aim" | "power" | "climb" | "spin" | "from" | "away" | "hand" | "up";
export interface DialWords {
  id: Dial;
  name: string;
  low: number;
  high: number;
  step: number;
  keys: readonly [less: string, more: string];
}
const START: Thrown = { from: [0, -420, 300], push: [2000, 90, 45], spin: [0, 0, 0], up: [1, 0] };
/** slower than this a die is dropped, not thrown: moving where it lands moves the hand */
const DROPPED = 150;
const LOB_CLIMB = 49;
const LOWEST_HAND = 20,
  HIGHEST_HAND = 1200,
  FARTHEST = 1100;

export class Aim {
  die = $state<Id | null>(null);
  /** the ready throw that nothing was changed of since */
  ready = $state<string | null>(null);
  thrown = $state.raw<Thrown>(START);
  private readonly seen: () => View | null;
  private readonly facing: () => number;

  constructor(seen: () => View | null, facing: () => number) {
    this.seen = seen;
    this.facing = facing;
  }

  readonly flight = $derived.by<Flight | null>(() => {
    const view = this.seen();
    return view && fly(this.thrown, view.bodies, view.sizes, this.die);
  });
  readonly quat = $derived.by<Quat>(() => showing(...this.thrown.up));
  readonly spin = $derived(rollOf(this.thrown.spin, this.thrown.push[1]));
  readonly dropped = $derived(this.thrown.push[0] < DROPPED);

  load(act: Act): void {
    if (!act.facts.throw) return;
    this.thrown = act.facts.throw;
    this.ready = act.id;
  }
  text(target: Id): string {
    const { from, push, spin, up } = this.thrown;
    const more = `${spin.some(Boolean) ? ` spin ${spin.join()}` : ""}${up[0] !== 1 || up[1] ? ` up ${up.join()}` : ""}`;
    return `throw ${this.die} ${target} from ${from.join()} push ${push.join()}${more}`;
  }

  // dials ------------------------------------------------------------------------------------------------------------
  dials(group: "throw" | "hand"): DialWords[] {
    const limits = this.seen()?.limits ?? { speed: 6000, spin: 3000, reach: 900 };
    const spin = Math.round(limits.spin / 90) * 90;
    return group === "throw"
      ? [
          { id: "aim", name: "Aim", low: -180, high: 180, step: 1, keys: ["←", "→"] },
          { id: "power", name: "Power", low: 0, high: limits.speed, step: 20, keys: ["↓", "↑"] },
          { id: "climb", name: "Height", low: -85, high: 88, step: 1, keys: ["Z", "W"] },
          { id: "spin", name: "Spin", low: -spin, high: spin, step: 90, keys: ["Q", "E"] },
        ]
      : [
          { id: "from", name: "Round", low: -180, high: 180, step: 2, keys: ["A", "D"] },
          { id: "away", name: "Away", low: 0, high: Math.min(limits.reach, FARTHEST), step: 10, keys: ["N", "J"] },
          {
            id: "hand",
            name: "Hand",
            low: LOWEST_HAND,
            high: Math.min(limits.reach, HIGHEST_HAND),
            step: 10,
            keys: ["X", "C"],
          },
          { id: "up", name: "Face up", low: 1, high: 6, step: 1, keys: ["", "F"] },
        ];
  }
  value(dial: Dial): number {
    const { from, push, up } = this.thrown;
    switch (dial) {
      case "aim":
        return around(this.facing() - push[1]);
      case "power":
        return push[0];
      case "climb":
        return push[2];
      case "spin":
        return this.spin;
      case "from":
        return around(deg(Math.atan2(from[1], from[0])) - this.facing() + 180);
      case "away":
        return Math.round(Math.hypot(from[0], from[1]));
      case "hand":
        return from[2];
      default:
        return up[0];
    }
  }
  words(dial: Dial): string {
    const value = Math.round(this.value(dial)),
      side = value < 0 ? "left" : "right";
    switch (dial) {
      case "aim":
        return value ? `${Math.abs(value)}° ${side}` : "straight";
      case "power":
        return `${(value / 1000).toFixed(1)} m/s`;
      case "climb":
        return `${value < 0 ? "−" : ""}${Math.abs(value)}°`;
      case "spin":
        return this.spinWords(value);
      case "from":
        return value ? `${Math.abs(value)}° ${value < 0 ? "left" : "right"}` : "my place";
      case "away":
      case "hand":
        return `${Math.round(value / 10)} cm`;
      default:
        return String(value);
    }
  }
  private spinWords(roll: number): string {
    const much = Math.abs(roll);
    if (much < 20) return Math.abs(this.thrown.spin[2]) < 60 ? "none" : "like a top";
    return `${much < 400 ? "slowly " : much > 1200 ? "fast " : ""}${roll > 0 ? "forward" : "back"}`;
  }
  set(dial: Dial, to: number): void {
    const { from, push, up } = this.thrown,
      words = [...this.dials("throw"), ...this.dials("hand")].find(({ id }) => id === dial)!;
    const value = Math.round(clamp(to, words.low, words.high));
    switch (dial) {
      case "aim":
        return this.push(push[0], this.facing() - value, push[2]);
      case "power":
        return this.push(value, push[1], push[2]);
      case "climb":
        return this.keep(from, value);
      case "spin":
        return this.change({ spin: rounded(rolling(value, push[1])) });
      case "from":
        return this.round(value, Math.hypot(from[0], from[1]));
      case "away":
        return this.round(this.value("from"), value);
      case "hand":
        return this.keep([from[0], from[1], value], push[2]);
      default:
        return this.change({ up: [value, up[1]] });
    }
  }
  nudge(dial: Dial, steps: number): void {
    const { step } = [...this.dials("throw"), ...this.dials("hand")].find(({ id }) => id === dial)!,
      value = this.value(dial);
    this.set(
      dial,
      dial === "up"
        ? (value % 6) + 1
        : dial === "aim" || dial === "from"
          ? around(value + steps * step)
          : value + steps * step,
    );
  }

  /** a throw as it was kept */
  use(thrown: Thrown): void {
    this.thrown = thrown;
    this.ready = null;
  }
  /** thrown from a place so hard and that way; as steeply as before, if it was thrown and not let fall */
  pullBack(from: Vec, speed: number, way: number): void {
    const { push, spin, up } = this.thrown,
      limit = this.seen()?.limits.speed ?? 6000,
      flat = this.dropped;
    this.thrown = {
      from: flat ? from : this.thrown.from,
      push: [clamp(Math.round(speed), 0, limit), heading(way), flat ? LOB_CLIMB : push[2]],
      spin: flat ? [0, 0, 0] : rounded(rolling(rollOf(spin, push[1]), heading(way))),
      up,
    };
    this.ready = null;
  }
  // by hand ------------------------------------------------------------------------------------------------------------
  /** the die comes down there, thrown as steeply as now */
  land(on: Vec): void {
    const { from, push } = this.thrown;
    if (this.dropped) return this.move(on[0], on[1], false);
    const found = this.solve(from, on, push[2]);
    if (found) this.push(found[0], found[1], push[2]);
  }
  /** the hand goes there; where it lands stays, unless it is dropped */
  move(x: number, y: number, kept = true): void {
    const away = Math.hypot(x, y) || 1,
      k = Math.min(1, Math.min(this.seen()?.limits.reach ?? FARTHEST, FARTHEST) / away),
      from: Vec = [Math.round(x * k), Math.round(y * k), this.thrown.from[2]];
    if (kept && !this.dropped) this.keep(from, this.thrown.push[2]);
    else this.change({ from });
  }
  private round(bearing: number, away: number): void {
    const angle = rad(bearing + this.facing() - 180);
    this.move(away * Math.cos(angle), away * Math.sin(angle));
  }
  /** let go elsewhere, or more steeply, for the same place */
  private keep(from: Vec, climb: number): void {
    const end = this.flight?.end,
      { push } = this.thrown,
      found = end && !this.dropped ? this.solve(from, end, climb) : null;
    this.change({
      from,
      push: [found?.[0] ?? push[0], found?.[1] ?? push[1], climb],
      spin: rounded(rolling(this.spin, found?.[1] ?? push[1])),
    });
  }
  private solve(from: Vec, to: Vec, climb: number): readonly [number, number] | null {
    const found = reach(from, to, climb),
      limit = this.seen()?.limits.speed ?? 6000;
    return found && [Math.round(clamp(found[0], 0, limit)), heading(found[1])];
  }
  private push(speed: number, way: number, climb: number): void {
    this.change({ push: [speed, heading(way), climb], spin: rounded(rolling(this.spin, heading(way))) });
  }
  private change(part: Partial<Thrown>): void {
    this.thrown = { ...this.thrown, ...part };
    this.ready = null;
  }
}

const heading = (degrees: number): number => ((Math.round(degrees) % 360) + 360) % 360;
const rounded = (vector: Vec): Vec => [Math.round(vector[0]), Math.round(vector[1]), Math.round(vector[2])];
