// Animate the events of a batch on the tray and among the kept dice. A result stays for a moment before anything else
// moves.
import { RollingDie } from "../../shared/die-3d";
import { type Pace, prefersReducedMotion } from "../../shared/animation-pace";
import { t, tn } from "../../shared/i18n";
import type { SoundName } from "../../table/state/sounds";
import type { GameEvent, StateFrame } from "../../contract/messages";
import { cardInfo } from "./cards";
import { BigEvents } from "./big-events.svelte";
import type { Group, View } from "./view";

/** A card that is played, or the one die that is rolled for it. */
export interface Effect {
  title: string;
  die: { die: RollingDie; colour: string } | null;
  says: string;
  tone: "good" | "bad" | "";
  card: string | null;
}
export interface Stamp {
  text: string;
  tone: "good" | "bad" | "hot" | "";
}
type Facts = Record<string, unknown>;

/** Events whose dice roll visibly: nothing names them before they lie still. */
const THROWN = new Set(
  "throw prove double do-or-die zombie left-behind collateral battle-roll roll-off tie-roll".split(" "),
);
/** Events that leave a big event on the tray. */
const LISTED = new Set("battle-roll roll-off tie-roll score first win lost-turn skipped".split(" "));
const restingAngle = (i: number): number => [-14, 9, 22, 12, -24, -8][i]! + Math.random() * 16 - 8;

export class EventAnimation {
  /** The dice on the tray by position; null where a die was kept. */
  tray = $state.raw<readonly (number | null)[]>([]);
  kept = $state.raw<readonly Group[]>([]);
  turnScore = $state(0);
  rolling = $state(false);
  effect = $state.raw<Effect | null>(null);
  stamp = $state.raw<Stamp | null>(null);
  /** The positions of the dice that somebody else is about to keep. */
  keepingPositions = $state.raw<readonly number[]>([]);
  /** Totals that were shown but are not in the frame yet. */
  totals = $state.raw<Record<number, number>>({});
  /** After a throw without score: the points that are left while they run out. */
  bust = $state.raw<{ left: number } | null>(null);
  /** How often each seat was skipped, until the turn after the one that followed. */
  skips = $state.raw<Readonly<Record<number, number>>>({});
  private skipping = false;
  /** True if Immunity has stopped the card that the frame still has in play. */
  cardStopped = $state(false);
  /** The number of the position shown last, or to which the last event led. */
  private shownNumber = 0;
  readonly bigEvents: BigEvents;
  readonly dice = Array.from({ length: 6 }, (_, i) => new RollingDie(i + 1, restingAngle(i)));
  readonly faces = $derived(this.tray.map((face) => face ?? 0));

  constructor(
    private readonly playSound: (playSound: SoundName) => void,
    private readonly nameOf: (seat: number) => string,
    private readonly me: () => number | null,
    totals: () => readonly number[],
  ) {
    this.bigEvents = new BigEvents(playSound, totals);
  }

  showView(view: View, { number, full, lesson }: StateFrame): void {
    const lying = view.dice.length ? view.dice : (lesson?.dice ?? []);
    const same = lying.length === this.tray.length && lying.every((face, i) => face === this.tray[i]);
    if (!same) {
      this.tray = lying;
      lying.forEach((face, i) => this.dice[i]!.show(face, restingAngle(i)));
    }
    this.kept = view.kept;
    this.turnScore = view.turn_score;
    this.totals = {};
    this.effect = this.stamp = null;
    this.keepingPositions = [];
    this.rolling = false;
    this.bust = null;
    this.cardStopped = false;
    const other = number < this.shownNumber || (full && number > this.shownNumber); // the events led to another position; many actions have no event
    if (lying.length || other) this.bigEvents.clear(); // otherwise the player may go on reading it
    if (other) this.skips = {};
    this.shownNumber = number;
  }

  /** Save what a replay of events would change; return a function that restores it. */
  saveState(): () => void {
    const { skips, skipping } = this,
      { current } = this.bigEvents;
    return () => {
      Object.assign(this, { skips, skipping });
      this.bigEvents.current = current;
    };
  }

  /** Animate an event; in a lesson the dice of a bust stay on the tray, in case the next step explains them. */
  async animate(event: GameEvent, rest: readonly GameEvent[], pace: Pace, isLesson: boolean): Promise<void> {
    const facts = event.facts,
      seat = event.seat ?? 0;
    this.shownNumber = event.number;
    if (!THROWN.has(event.kind)) pace.resultShown();
    if (!LISTED.has(event.kind)) this.bigEvents.clear();
    switch (event.kind) {
      case "turn": {
        const busted = isLesson && this.bust ? this.tray : [];
        this.clearTray();
        this.tray = busted;
        this.skips = this.skipping ? this.skips : {};
        this.skipping = false;
        return pace.wait(320);
      }
      case "skipped":
      case "lost-turn":
        this.skips = { ...(this.skipping ? this.skips : {}), [seat]: (this.skips[seat] ?? 0) + 1 };
        this.skipping = true;
        return pace.wait(500);
      case "throw":
        return this.throwDice(facts.dice as number[], pace, rest[0]?.kind === "bust");
      case "keep":
        return this.keepDice(facts, pace);
      case "bust":
        return this.animateBust(facts.lost as number, pace);
      case "bank":
        return this.showStamp(
          { text: t("Banked {points}", { points: facts.points as number }), tone: "good" },
          pace,
          700,
          "keep",
        );
      case "score":
        this.totals = { ...this.totals, [seat]: facts.total as number };
        return pace.wait(420);
      case "battle-zone":
        this.clearTray();
        return this.bigEvents.openList(event, rest, pace);
      case "dice-ocalypse":
        this.clearTray();
        await this.showStamp({ text: t("Dice-ocalypse!"), tone: "hot" }, pace, 1100);
        return this.bigEvents.showLastRound(event, pace);
      case "card":
      case "immunity":
        this.cardStopped = event.kind === "immunity";
        return this.showCard(event.kind === "immunity" ? "immunity" : (facts.card as string), seat, pace);
      default:
        return this.animateEffect(event, facts, pace, rest);
    }
  }

  private clearTray(): void {
    this.tray = [];
    this.kept = [];
    this.turnScore = 0;
    this.effect = this.stamp = this.bust = null;
  }

  /** Animate a bust: the light goes out, the kept dice slide away, the points run out. */
  private async animateBust(points: number, pace: Pace): Promise<void> {
    pace.stopSkipping();
    this.bust = { left: points };
    this.playSound("bad");
    await pace.wait(320);
    if (!prefersReducedMotion())
      await pace.run(760, (t) => (this.bust = { left: Math.round((points * (1 - t)) / 50) * 50 }));
    this.bust = { left: 0 };
    await pace.wait(900);
    this.kept = [];
    this.turnScore = 0;
  }

  private async throwDice(faces: number[], pace: Pace, bust: boolean): Promise<void> {
    this.effect = this.stamp = null;
    this.keepingPositions = [];
    this.tray = faces;
    this.rolling = true;
    this.playSound("dice");
    await Promise.all(
      faces.map((face, order) => this.dice[order]!.roll(face, { pace, order, turn: restingAngle(order) })),
    );
    this.rolling = false;
    pace.resultShown();
    await pace.wait(bust ? 500 : 260);
  }

  private async keepDice(facts: Facts, pace: Pace): Promise<void> {
    const places = (facts.keep as number[] | undefined) ?? [];
    this.keepingPositions = places;
    await pace.wait(340);
    this.tray = this.tray.map((face, i) => (places.includes(i) ? null : face));
    this.keepingPositions = [];
    this.kept = [...this.kept, { faces: facts.faces as number[], points: facts.points as number }];
    this.turnScore = facts.turn_score as number;
    this.playSound("keep");
    if (facts.hot) await this.showStamp({ text: t("Hot dice"), tone: "hot" }, pace, 650);
    else await pace.wait(200);
  }

  private async showStamp(stamp: Stamp, pace: Pace, ms: number, sound?: SoundName): Promise<void> {
    this.stamp = stamp;
    if (sound) this.playSound(sound);
    await pace.wait(ms);
    this.stamp = null;
  }

  private cardTitle(id: string, seat: number): string {
    const values = { player: this.nameOf(seat), card: cardInfo(id).name };
    if (id === "immunity") return seat === this.me() ? t("You use {card}", values) : t("{player} uses {card}", values);
    return seat === this.me() ? t("You play {card}", values) : t("{player} plays {card}", values);
  }

  private async showCard(id: string, seat: number, pace: Pace): Promise<void> {
    this.effect = {
      title: this.cardTitle(id, seat),
      die: null,
      says: "",
      tone: "",
      card: id,
    };
    this.playSound("bad");
    await pace.wait(1150);
    this.effect = null;
  }

  private async animateEffect(event: GameEvent, facts: Facts, pace: Pace, rest: readonly GameEvent[]): Promise<void> {
    const seat = event.seat ?? 0,
      player = this.nameOf(seat),
      mine = seat === this.me(),
      on = facts.on as number,
      target = { player: this.nameOf(on) };
    switch (event.kind) {
      case "prove":
        return this.rollOneDie(
          facts,
          "",
          mine ? t("You must prove it") : t("{player} must prove it", { player }),
          facts.stands ? t("The turn counts.") : t("The turn scores nothing."),
          facts.stands ? "good" : "bad",
          pace,
        );
      case "double":
        return this.rollOneDie(
          facts,
          "",
          cardInfo("double").name,
          facts.won ? t("The turn counts double.") : t("The turn scores nothing."),
          facts.won ? "good" : "bad",
          pace,
        );
      case "do-or-die":
        return this.rollOneDie(
          facts,
          "",
          mine ? t("You roll for your whole total") : t("{player} rolls for the whole total", { player }),
          facts.hit ? t("The whole total is lost.") : t("Nothing is lost."),
          facts.hit ? "bad" : "good",
          pace,
        );
      case "zombie":
        return this.rollOneDie(
          facts,
          "green",
          t("Zombie die"),
          on === this.me()
            ? tn("You have {n} die left.", "You have {n} dice left.", facts.left as number)
            : tn("{player} has {n} die left.", "{player} has {n} dice left.", facts.left as number, target),
          "bad",
          pace,
        );
      case "left-behind":
        return this.rollOneDie(
          facts,
          "black",
          t("Left Behind die"),
          on === this.me()
            ? tn(
                "{n} turn is skipped. You get the die.",
                "{n} turns are skipped. You get the die.",
                facts.die as number,
              )
            : tn(
                "{n} turn is skipped. {player} gets the die.",
                "{n} turns are skipped. {player} gets the die.",
                facts.die as number,
                target,
              ),
          "",
          pace,
        );
      case "collateral":
        this.clearTray();
        return this.bigEvents.showDuel(event, rest, pace);
      case "battle-roll":
      case "roll-off":
      case "tie-roll":
        this.clearTray();
        return this.bigEvents.rollForList(event, rest, pace);
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

  private async rollOneDie(
    facts: Facts,
    colour: string,
    title: string,
    says: string,
    tone: Effect["tone"],
    pace: Pace,
  ): Promise<void> {
    const die = new RollingDie(1, 0),
      value = facts.die as number;
    this.tray = [];
    this.bust = null;
    pace.stopSkipping();
    this.effect = { title, die: { die, colour }, says: "", tone: "", card: null };
    this.playSound("dice");
    await pace.wait(60); // the die must be on the page before it rolls
    await die.roll(value, { pace, order: 2, turn: Math.random() * 40 - 20, from: [240, 120] });
    this.effect = { ...this.effect, says, tone };
    pace.resultShown();
    await pace.wait(1500);
  }
}
