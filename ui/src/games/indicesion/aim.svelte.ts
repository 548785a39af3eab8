// The throw in the player's hand: position, direction, speed, height and spin, in whole numbers as they are sent.
import { formatNumber, t, tp } from "../../shared/i18n";
import { type IdealFlight, idealFlight, solveSpeed, rollOfSpin, rollSpin } from "./ideal-flight";
import { normalizeAngle, clamp, toDegrees, toRadians } from "./geometry";
import type { Act, Id, Quat, ThrowParameters, Vec, View } from "./view";
import { rotationShowing } from "./geometry";

export type Dial = "aim" | "power" | "climb" | "spin" | "from" | "away" | "hand" | "up";
export interface DialInfo {
  id: Dial;
  name: string;
  low: number;
  high: number;
  step: number;
  keys: readonly [less: string, more: string];
}
const START: ThrowParameters = { from: [0, -420, 300], push: [2000, 90, 45], spin: [0, 0, 0], up: [1, 0] };
/** Below this speed a die is dropped, not thrown: moving the landing point moves the hand. */
const DROP_SPEED = 150;
const LOB_CLIMB = 49;
const LOWEST_HAND = 20,
  HIGHEST_HAND = 1200,
  FARTHEST = 1100;

export class Aim {
  die = $state<Id | null>(null);
  /** The ready-made throw, as long as nothing of it was changed. */
  presetId = $state<string | null>(null);
  thrown = $state.raw<ThrowParameters>(START);
  private readonly getView: () => View | null;
  private readonly getFacing: () => number;

  constructor(seen: () => View | null, facing: () => number) {
    this.getView = seen;
    this.getFacing = facing;
  }

  readonly flight = $derived.by<IdealFlight | null>(() => {
    const view = this.getView();
    return view && idealFlight(this.thrown, view.bodies, view.sizes, this.die);
  });
  readonly quat = $derived.by<Quat>(() => rotationShowing(...this.thrown.up));
  readonly spin = $derived(rollOfSpin(this.thrown.spin, this.thrown.push[1]));
  readonly dropped = $derived(this.thrown.push[0] < DROP_SPEED);

  loadPreset(act: Act): void {
    if (!act.facts.throw) return;
    this.thrown = act.facts.throw;
    this.presetId = act.id;
  }
  optionText(target: Id): string {
    const { from, push, spin, up } = this.thrown;
    const more = `${spin.some(Boolean) ? ` spin ${spin.join()}` : ""}${up[0] !== 1 || up[1] ? ` up ${up.join()}` : ""}`;
    return `throw ${this.die} ${target} from ${from.join()} push ${push.join()}${more}`;
  }

  // Dials
  dialsOf(group: "throw" | "hand"): DialInfo[] {
    const limits = this.getView()?.limits ?? { speed: 6000, spin: 3000, reach: 900 };
    const spin = Math.round(limits.spin / 90) * 90;
    return group === "throw"
      ? [
          { id: "aim", name: t("Aim"), low: -180, high: 180, step: 1, keys: ["←", "→"] },
          { id: "power", name: t("Power"), low: 0, high: limits.speed, step: 20, keys: ["↓", "↑"] },
          { id: "climb", name: t("Height"), low: -85, high: 88, step: 1, keys: ["Z", "W"] },
          { id: "spin", name: t("Spin"), low: -spin, high: spin, step: 90, keys: ["Q", "E"] },
        ]
      : [
          { id: "from", name: t("Around"), low: -180, high: 180, step: 2, keys: ["A", "D"] },
          {
            id: "away",
            name: t("Distance"),
            low: 0,
            high: Math.min(limits.reach, FARTHEST),
            step: 10,
            keys: ["N", "J"],
          },
          {
            id: "hand",
            name: t("Hand height"),
            low: LOWEST_HAND,
            high: Math.min(limits.reach, HIGHEST_HAND),
            step: 10,
            keys: ["X", "C"],
          },
          { id: "up", name: t("Face up"), low: 1, high: 6, step: 1, keys: ["", "F"] },
        ];
  }
  dialValue(dial: Dial): number {
    const { from, push, up } = this.thrown;
    switch (dial) {
      case "aim":
        return normalizeAngle(this.getFacing() - push[1]);
      case "power":
        return push[0];
      case "climb":
        return push[2];
      case "spin":
        return this.spin;
      case "from":
        return normalizeAngle(toDegrees(Math.atan2(from[1], from[0])) - this.getFacing() + 180);
      case "away":
        return Math.round(Math.hypot(from[0], from[1]));
      case "hand":
        return from[2];
      default:
        return up[0];
    }
  }
  dialText(dial: Dial): string {
    const value = Math.round(this.dialValue(dial)),
      turned = value < 0 ? t("{n}° left", { n: -value }) : t("{n}° right", { n: value });
    switch (dial) {
      case "aim":
        return value ? turned : t("straight");
      case "power":
        return `${formatNumber(Number((value / 1000).toFixed(1)))} m/s`;
      case "climb":
        return `${value < 0 ? "−" : ""}${Math.abs(value)}°`;
      case "spin":
        return this.spinText(value);
      case "from":
        return value ? turned : t("my place");
      case "away":
      case "hand":
        return `${Math.round(value / 10)} cm`;
      default:
        return String(value);
    }
  }
  private spinText(roll: number): string {
    const much = Math.abs(roll);
    if (much < 20) return Math.abs(this.thrown.spin[2]) < 60 ? tp("spin", "none") : t("like a top");
    if (much < 400) return roll > 0 ? t("slowly forward") : t("slowly back");
    if (much > 1200) return roll > 0 ? t("fast forward") : t("fast back");
    return roll > 0 ? t("forward") : t("back");
  }
  setDial(dial: Dial, to: number): void {
    const { from, push, up } = this.thrown,
      words = [...this.dialsOf("throw"), ...this.dialsOf("hand")].find(({ id }) => id === dial)!;
    const value = Math.round(clamp(to, words.low, words.high));
    switch (dial) {
      case "aim":
        return this.setPush(push[0], this.getFacing() - value, push[2]);
      case "power":
        return this.setPush(value, push[1], push[2]);
      case "climb":
        return this.keepTarget(from, value);
      case "spin":
        return this.changeThrow({ spin: rounded(rollSpin(value, push[1])) });
      case "from":
        return this.walkAround(value, Math.hypot(from[0], from[1]));
      case "away":
        return this.walkAround(this.dialValue("from"), value);
      case "hand":
        return this.keepTarget([from[0], from[1], value], push[2]);
      default:
        return this.changeThrow({ up: [value, up[1]] });
    }
  }
  stepDial(dial: Dial, steps: number): void {
    const { step } = [...this.dialsOf("throw"), ...this.dialsOf("hand")].find(({ id }) => id === dial)!,
      value = this.dialValue(dial);
    this.setDial(
      dial,
      dial === "up"
        ? (value % 6) + 1
        : dial === "aim" || dial === "from"
          ? normalizeAngle(value + steps * step)
          : value + steps * step,
    );
  }

  /** Use a saved throw. */
  useThrow(thrown: ThrowParameters): void {
    this.thrown = thrown;
    this.presetId = null;
  }
  /** Throw from a place with that speed and heading; as steeply as before, or as a lob if the die was dropped. */
  pullBack(from: Vec, speed: number, way: number): void {
    const { push, spin, up } = this.thrown,
      limit = this.getView()?.limits.speed ?? 6000,
      flat = this.dropped;
    this.thrown = {
      from: flat ? from : this.thrown.from,
      push: [clamp(Math.round(speed), 0, limit), heading(way), flat ? LOB_CLIMB : push[2]],
      spin: flat ? [0, 0, 0] : rounded(rollSpin(rollOfSpin(spin, push[1]), heading(way))),
      up,
    };
    this.presetId = null;
  }
  // By hand
  /** Set where the die lands, with the same climb. */
  landAt(on: Vec): void {
    const { from, push } = this.thrown;
    if (this.dropped) return this.moveHand(on[0], on[1], false);
    const found = this.solveThrow(from, on, push[2]);
    if (found) this.setPush(found[0], found[1], push[2]);
  }
  /** Move the hand; the landing point stays, unless the die is dropped. */
  moveHand(x: number, y: number, kept = true): void {
    const away = Math.hypot(x, y) || 1,
      k = Math.min(1, Math.min(this.getView()?.limits.reach ?? FARTHEST, FARTHEST) / away),
      from: Vec = [Math.round(x * k), Math.round(y * k), this.thrown.from[2]];
    if (kept && !this.dropped) this.keepTarget(from, this.thrown.push[2]);
    else this.changeThrow({ from });
  }
  private walkAround(bearing: number, away: number): void {
    const angle = toRadians(bearing + this.getFacing() - 180);
    this.moveHand(away * Math.cos(angle), away * Math.sin(angle));
  }
  /** Set the hand and the climb, and keep the landing point. */
  private keepTarget(from: Vec, climb: number): void {
    const end = this.flight?.end,
      { push } = this.thrown,
      found = end && !this.dropped ? this.solveThrow(from, end, climb) : null;
    this.changeThrow({
      from,
      push: [found?.[0] ?? push[0], found?.[1] ?? push[1], climb],
      spin: rounded(rollSpin(this.spin, found?.[1] ?? push[1])),
    });
  }
  private solveThrow(from: Vec, to: Vec, climb: number): readonly [number, number] | null {
    const found = solveSpeed(from, to, climb),
      limit = this.getView()?.limits.speed ?? 6000;
    return found && [Math.round(clamp(found[0], 0, limit)), heading(found[1])];
  }
  private setPush(speed: number, way: number, climb: number): void {
    this.changeThrow({ push: [speed, heading(way), climb], spin: rounded(rollSpin(this.spin, heading(way))) });
  }
  private changeThrow(part: Partial<ThrowParameters>): void {
    this.thrown = { ...this.thrown, ...part };
    this.presetId = null;
  }
}

const heading = (degrees: number): number => ((Math.round(degrees) % 360) + 360) % 360;
const rounded = (vector: Vec): Vec => [Math.round(vector[0]), Math.round(vector[1]), Math.round(vector[2])];
