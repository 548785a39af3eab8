// Animate the events of a batch: cards leave the deck, turn, are compared and go to a pile.
import { t, tn } from "../../shared/i18n";
import { type Pace, prefersReducedMotion } from "../../shared/animation-pace";
import type { SoundName } from "../../table/state/sounds";
import type { GameEvent } from "../../contract/messages";
import { applyEvent, sideOfEvent } from "./apply-event";
import type { EndFacts, EventFacts, SideAt, TypeId, View } from "./view";
import { CROWN, halfOfCards, isCrown, kindOf, KINDS } from "./texts";

interface ScreenSpot {
  x: number;
  y: number;
  width: number;
}
export interface Flight {
  /** Null if the player must not see its face. */
  card: number | null;
  lit: TypeId | null;
  from: ScreenSpot;
  to: ScreenSpot;
  /** Whether it lies face up at the start and at the end. */
  up: readonly [boolean, boolean];
}
/** Why a number differs from the printed one, or who wins a tie. */
export interface Effect {
  side: SideAt;
  kind: string;
  name: string;
  consequence: string;
}
export interface Verdict {
  winner: SideAt | null;
  values: readonly number[];
}
/** The count at the end. */
export interface EndCount {
  shown: readonly number[];
  points: readonly number[];
  /** The side whose 20 decides. */
  crown: SideAt | null;
}

const STEP_OF: Record<string, string> = {
  half: "choose",
  combat: "choose",
  chosen: "choose",
  pick: "choose",
  reveal: "reveal",
  "dicey-flip": "flip",
  "dicey-picks": "pick",
  compare: "compare",
  won: "compare",
  tie: "compare",
  stubborn: "compare",
  "giant-killer": "compare",
  shield: "compare",
};
/** Events that turn a card: it may be named only when it lies face up. */
const TURNED = new Set("reveal dicey-flip dicey-picks flip take draw no-number redraw reroll look looked".split(" "));
const FLIP_MS = 320,
  REST_MS = 400;
const PAUSES: Record<string, number> = {
  chosen: 420,
  pick: 500,
  decline: 600,
  keep: 800,
  roles: 800,
  shuffled: 900,
  win: 500,
  lost: 500,
  looked: 300,
};

export class EventAnimation {
  shownView = $state.raw<View | null>(null);
  flights = $state.raw<readonly Flight[]>([]);
  time = $state(0);
  step = $state("");
  effects = $state.raw<readonly Effect[]>([]);
  verdict = $state.raw<Verdict | null>(null);
  /** A word over the whole table: a half begins, a combat, a twenty. */
  stamp = $state.raw<{ word: string; note: string; kind: string } | null>(null);
  /** A word beside one side: keeps, draws blind, looks. */
  sideNote = $state.raw<{ side: SideAt; word: string } | null>(null);
  /** The number that Dicey is looking at. */
  scannedType = $state<TypeId | null>(null);
  /** The side before which two cards lie face down. */
  lookingSide = $state<SideAt | null>(null);
  /** The flipped card that decides who attacks. */
  flippedCard = $state<number | null>(null);
  /** Dicey's second card, face up beside the first. */
  secondCard = $state<number | null>(null);
  endCount = $state.raw<EndCount | null>(null);
  /** True while the two minions are turned. */
  turning = $state(false);
  shuffling = $state(false);

  constructor(private readonly playSound: (playSound: SoundName) => void) {}

  showView(view: View): void {
    this.shownView = view;
    this.flights = [];
    this.stamp = this.sideNote = this.scannedType = this.verdict = null;
    this.shuffling = this.turning = false;
    this.secondCard = this.flippedCard = null;
    this.effects = [];
    this.lookingSide = view.phase === "take" ? view.acting_side : null;
    this.step = view.steps.find((step) => step.state === "now")?.id ?? "";
    if (view.phase !== "over") this.endCount = null;
  }

  async animate(event: GameEvent, rest: readonly GameEvent[], pace: Pace): Promise<void> {
    const view = this.shownView;
    if (!view) return;
    const facts = event.facts as Partial<EventFacts>,
      next = applyEvent(view, event),
      side = sideOfEvent(event, view);
    this.step = STEP_OF[event.kind] ?? this.stepOf(next, side);
    this.sideNote = null;
    if (!TURNED.has(event.kind)) pace.resultShown();
    switch (event.kind) {
      case "half":
        return this.announceHalf(next, facts.half ?? 1, pace);
      case "combat":
        this.clearCombat(next);
        if (next.combat % (next.combats / 2) !== 1)
          await this.showStamp(
            { word: t("Combat {number}", { number: next.combat }), note: "", kind: "combat" },
            650,
            pace,
          );
        return;
      case "reveal":
        return this.revealMinions(next, pace);
      case "dicey-flip":
        return this.drawCard(view, next, 1, facts.card, pace);
      case "dicey-picks":
        return this.scanNumbers(view, next, facts, pace);
      case "flip":
        return this.flipForAttack(view, next, facts.card, pace);
      case "attack":
        this.shownView = next;
        return pace.wait(650);
      case "take":
        if (this.secondCard !== null) return this.keepLargerCard(view, next, side, facts.card, pace);
        return this.takeCard(view, next, side, facts.card, pace);
      case "draw":
      case "no-number":
        return this.drawCard(view, next, side, facts.card, pace);
      case "redraw":
      case "reroll":
        return this.putUnderDeck(view, next, side, facts.card, event.kind, pace);
      case "look":
        return this.lookAtCards(next, side, facts.card, pace);
      case "giant-killer":
      case "shield":
      case "stubborn":
        return this.showEffect(next, event.kind, side, pace);
      case "compare":
        this.shownView = next;
        return pace.wait(500);
      case "won":
      case "tie":
        return this.showVerdict(view, next, event.kind === "won" ? side : null, pace);
      case "end":
        return this.countPiles(
          view,
          event.facts as Partial<EndFacts>,
          rest.some((each) => each.kind === "win" && each.seat === view.sides[0]!.seat) ? 0 : 1,
          pace,
        );
      default:
        this.shownView = next;
        if (event.kind === "chosen" || event.kind === "pick") this.playSound("keep");
        if (event.kind === "keep") this.sideNote = { side, word: t("keeps it") };
        if (event.kind === "decline")
          this.sideNote = { side, word: view.sides[side]!.card ? t("keeps it") : t("just draws") };
        this.shuffling = event.kind === "shuffled";
        await pace.wait(PAUSES[event.kind] ?? 250);
        this.shuffling = false;
    }
  }

  /** Turn both cards at the same moment; they are named only when they lie still. */
  private async revealMinions(next: View, pace: Pace): Promise<void> {
    await pace.wait(prefersReducedMotion() ? 0 : 260);
    this.turning = true;
    this.shownView = next;
    this.playSound("keep");
    await pace.wait(prefersReducedMotion() ? 0 : FLIP_MS + REST_MS);
    this.turning = false;
    pace.resultShown();
    await pace.wait(700);
  }

  private stepOf(view: View, side: SideAt): string {
    return view.attacker === null ? this.step : side === view.attacker ? "attacker" : "defender";
  }

  private clearCombat(next: View): void {
    this.effects = [];
    this.verdict = null;
    this.lookingSide = this.scannedType = null;
    this.shownView = next;
  }

  private async announceHalf(next: View, half: number, pace: Pace): Promise<void> {
    this.clearCombat(next);
    await this.showStamp(
      {
        word: half === 1 ? t("First half") : t("Second half"),
        note: half === 1 ? tn("{n} combat", "{n} combats", next.combats / 2) : t("all minions are back"),
        kind: "half",
      },
      1500,
      pace,
    );
  }

  private async showStamp(stamp: NonNullable<EventAnimation["stamp"]>, ms: number, pace: Pace): Promise<void> {
    this.stamp = stamp;
    await pace.wait(ms);
    this.stamp = null;
  }

  /** Draw a card from the deck and turn it on its way; a card that lies there already only counts now. */
  private async drawCard(view: View, next: View, side: SideAt, card: number | undefined, pace: Pace): Promise<void> {
    const here = view.sides[side]!;
    this.lookingSide = null;
    if (card && here.card !== card) {
      const from = screenSpot("deck"),
        to = screenSpot(`roll-${side}`);
      this.shownView = { ...view, deck: next.deck };
      if (from && to) await this.flyCards([{ card, lit: null, from, to, up: [false, true] }], 640, pace);
      this.playSound("keep");
    }
    this.shownView = next;
    pace.resultShown();
    if (next.sides[side]!.minion === "twent" && card && isCrown(next.cards[card]))
      await this.showStamp(
        { word: `${CROWN}!`, note: t("decides at {half} to {half}", { half: halfOfCards(view) }), kind: "crown" },
        1600,
        pace,
      );
    else await pace.wait(780);
  }

  /** Show that a side looks at two cards, which only their owner sees. Dicey hides nothing and turns up one more. */
  private async lookAtCards(view: View, side: SideAt, card: number | undefined, pace: Pace): Promise<void> {
    this.shownView = view;
    if (!card) {
      this.lookingSide = side;
      this.sideNote = { side, word: kindOf("diante").shortPower };
      return pace.wait(1000);
    }
    const from = screenSpot("deck"),
      to = screenSpot(`roll-${side}`);
    if (from && to)
      await this.flyCards(
        [{ card, lit: null, from, to: { ...to, x: to.x + to.width * 0.3, y: to.y + 26 }, up: [false, true] }],
        640,
        pace,
      );
    this.secondCard = card;
    this.playSound("keep");
    pace.resultShown();
    await pace.wait(1300);
  }
  /** Keep the larger of Dicey's two cards and put the other back into the deck. */
  private async keepLargerCard(
    view: View,
    next: View,
    side: SideAt,
    card: number | undefined,
    pace: Pace,
  ): Promise<void> {
    const gone = view.sides[side]!.card === card ? this.secondCard : view.sides[side]!.card,
      from = screenSpot(`roll-${side}`),
      to = screenSpot("deck");
    this.secondCard = null;
    this.shownView = { ...next, deck: view.deck };
    pace.resultShown();
    if (from && to && gone) await this.flyCards([{ card: gone, lit: null, from, to, up: [true, false] }], 560, pace);
    this.shownView = next;
    await pace.wait(500);
  }
  /** Turn up the chosen one of two cards and put the other back on top, unseen. */
  private async takeCard(view: View, next: View, side: SideAt, card: number | undefined, pace: Pace): Promise<void> {
    const at = screenSpot(`roll-${side}`),
      deck = screenSpot("deck");
    this.lookingSide = null;
    this.shownView = { ...view, looked: null };
    if (at && deck && card)
      await this.flyCards(
        [
          { card, lit: null, from: at, to: at, up: [false, true] },
          { card: null, lit: null, from: at, to: deck, up: [false, false] },
        ],
        620,
        pace,
      );
    this.playSound("keep");
    this.shownView = next;
    pace.resultShown();
    await pace.wait(780);
  }

  private async putUnderDeck(
    view: View,
    next: View,
    side: SideAt,
    card: number | undefined,
    kind: string,
    pace: Pace,
  ): Promise<void> {
    const here = view.sides[side]!,
      from = screenSpot(`roll-${side}`),
      to = screenSpot("deck-bottom");
    this.sideNote = { side, word: kind === "redraw" ? t("R*: draws again") : t("rerolls") };
    if (kind === "redraw" && card && here.card !== card) {
      // an R* is shown before it goes
      const deck = screenSpot("deck");
      if (deck && from)
        await this.flyCards([{ card, lit: here.minion, from: deck, to: from, up: [false, true] }], 520, pace);
      this.shownView = {
        ...view,
        deck: view.deck - 1,
        sides: view.sides.map((each, i) => (i === side ? { ...each, card, printed: "R", value: null } : each)),
      };
      pace.resultShown();
      await pace.wait(850);
    }
    pace.resultShown();
    const shown = this.shownView!,
      gone = card ?? here.card;
    this.shownView = { ...shown, sides: next.sides };
    if (from && to && gone) await this.flyCards([{ card: gone, lit: null, from, to, up: [true, false] }], 480, pace);
    this.shownView = { ...next, deck: shown.deck + 1 };
    await pace.wait(120);
  }

  /** Let Dicey compare the numbers of its minions from the biggest die down. */
  private async scanNumbers(view: View, next: View, facts: Partial<EventFacts>, pace: Pace): Promise<void> {
    if (!facts.minion) return;
    const free = KINDS.filter((kind) => view.sides[1]!.left?.includes(kind.id) ?? true).toReversed();
    for (const kind of prefersReducedMotion() ? [] : free) {
      this.scannedType = kind.id;
      await pace.wait(190);
    }
    this.scannedType = facts.minion;
    await pace.wait(420);
    this.scannedType = null;
    this.shownView = next;
    this.playSound("keep");
    pace.resultShown();
    await pace.wait(700);
  }

  private async flipForAttack(view: View, next: View, card: number | undefined, pace: Pace): Promise<void> {
    const from = screenSpot("deck"),
      to = screenSpot("flip"),
      below = screenSpot("deck-bottom");
    if (!card) return;
    if (from && to) await this.flyCards([{ card, lit: "quad", from, to, up: [false, true] }], 600, pace);
    this.shownView = { ...next, deck: view.deck - 1 };
    this.flippedCard = card;
    this.playSound("keep");
    pace.resultShown();
    await pace.wait(1700);
    this.flippedCard = null;
    if (to && below) await this.flyCards([{ card, lit: null, from: to, to: below, up: [true, false] }], 420, pace);
    this.shownView = view;
  }

  private async showEffect(next: View, kind: string, side: SideAt, pace: Pace): Promise<void> {
    this.shownView = next;
    this.effects = [
      ...this.effects,
      {
        side,
        kind,
        name: kind === "shield" ? t("Shield") : kind === "stubborn" ? t("Stubborn") : t("Giant-killer"),
        consequence:
          kind === "stubborn"
            ? t("Dwelve wins the tie")
            : t("the attacker gets {value}", { value: next.sides[1 - side]!.value ?? 0 }),
      },
    ];
    this.playSound("keep");
    await pace.wait(1300);
  }

  private async showVerdict(view: View, next: View, winner: SideAt | null, pace: Pace): Promise<void> {
    const cards = view.sides.map((side) => side.card);
    this.verdict = { winner, values: view.sides.map((side) => side.value ?? 0) };
    this.playSound("turn");
    await pace.wait(1900);
    const flights = cards.flatMap((card, i): Flight[] => {
      const from = screenSpot(`roll-${i}`),
        to = screenSpot(`pile-${winner ?? i}`);
      return card && from && to ? [{ card, lit: null, from, to, up: [true, false] }] : [];
    });
    this.shownView = { ...view, sides: view.sides.map((side) => ({ ...side, card: null })) };
    await this.flyCards(flights, 620, pace);
    this.playSound("keep");
    this.shownView = {
      ...next,
      sides: next.sides.map((side, i) => ({ ...side, value: view.sides[i]!.value, printed: view.sides[i]!.printed })),
    };
    const crown = winner !== null && cards.some((card) => card && isCrown(view.cards[card]));
    if (crown)
      await this.showStamp(
        {
          word: t("The {crown} is won", { crown: CROWN }),
          note: t("decides at {half} to {half}", { half: halfOfCards(view) }),
          kind: "crown",
        },
        1500,
        pace,
      );
    else await pace.wait(500);
  }

  /** Count the piles card by card; then show the crown, if it decides. */
  private async countPiles(view: View, facts: Partial<EndFacts>, winner: SideAt, pace: Pace): Promise<void> {
    const points = facts.points ?? view.sides.map((side) => side.points);
    this.clearCombat(view);
    this.endCount = { shown: [0, 0], points, crown: null };
    for (let n = 1; n <= Math.max(...points); n++) {
      this.endCount = { ...this.endCount, shown: points.map((each) => Math.min(each, n)) };
      this.playSound("keep");
      await pace.wait(170);
    }
    await pace.wait(600);
    if (facts.critical) {
      this.endCount = { ...this.endCount, crown: winner };
      await pace.wait(2000);
    } else await pace.wait(500);
  }

  private async flyCards(flights: Flight[], ms: number, pace: Pace): Promise<void> {
    if (!flights.length || pace.finished) return;
    if (prefersReducedMotion()) return pace.wait(120);
    this.time = 0;
    this.flights = flights;
    await pace.run(ms, (t) => (this.time = t));
    this.flights = [];
  }
}

/** Return where a place is on the screen; if several have its name, the visible one. */
function screenSpot(name: string): ScreenSpot | null {
  const boxes = [...document.querySelectorAll(`[data-place="${name}"]`)].map((each) => each.getBoundingClientRect());
  const box = boxes.find((each) => each.width > 0);
  return box ? { x: box.left, y: box.top, width: box.width } : null;
}
