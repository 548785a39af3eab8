// What is seen on the table while a batch is told: cards leave the deck, turn, are compared and go to a pile. Then it rests.
import { type Pace, still } from "../../kit/pace";
import type { Sound } from "../../table/sound";
import type { GameEvent } from "../../types";
import { after, sideOf } from "./apply";
import type { SideAt, Told, TypeId, View } from "./types";
import { isCrown, kindOf, KINDS } from "./words";

interface Spot {
  x: number;
  y: number;
  width: number;
}
export interface Flight {
  /** null: its face is not ours to see */
  card: number | null;
  lit: TypeId | null;
  from: Spot;
  to: Spot;
  /** how it lies at the start and at the end */
  up: readonly [boolean, boolean];
}
/** why the numbers are not those on the cards, or who wins a tie */
export interface Effect {
  side: SideAt;
  name: string;
  does: string;
}
export interface Verdict {
  winner: SideAt | null;
  values: readonly number[];
}
/** the end, counted out */
export interface Count {
  shown: readonly number[];
  points: readonly number[];
  /** whose 20 decides */
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
/** events that turn a card: what it is may be named when it lies there, face up */
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

export class Scene {
  shown = $state.raw<View | null>(null);
  flights = $state.raw<readonly Flight[]>([]);
  time = $state(0);
  step = $state("");
  effects = $state.raw<readonly Effect[]>([]);
  verdict = $state.raw<Verdict | null>(null);
  /** a word over the whole table: a half begins, a combat, a twenty */
  stamp = $state.raw<{ word: string; note: string; kind: string } | null>(null);
  /** a word at one side: keeps, draws blind, looks */
  aside = $state.raw<{ side: SideAt; word: string } | null>(null);
  /** the number that Dicey is looking at */
  scan = $state<TypeId | null>(null);
  /** a side whose two cards lie before it, face down */
  looking = $state<SideAt | null>(null);
  /** the card that says who attacks, while it lies on the line */
  flip = $state<number | null>(null);
  /** Dicey's second card, face up beside the first */
  second = $state<number | null>(null);
  count = $state.raw<Count | null>(null);
  /** the two minions are being turned */
  turning = $state(false);
  shuffling = $state(false);

  constructor(private readonly sound: (sound: Sound) => void) {}

  settle(view: View): void {
    this.shown = view;
    this.flights = [];
    this.stamp = this.aside = this.scan = this.verdict = null;
    this.shuffling = this.turning = false;
    this.second = this.flip = null;
    this.effects = [];
    this.looking = view.phase === "take" ? view.acting_side : null;
    this.step = view.steps.find((step) => step.state === "now")?.id ?? "";
    if (view.phase !== "over") this.count = null;
  }

  async tell(event: GameEvent, rest: readonly GameEvent[], pace: Pace): Promise<void> {
    const view = this.shown;
    if (!view) return;
    const facts = event.facts as Partial<Told>,
      next = after(view, event),
      side = sideOf(event, view);
    this.step = STEP_OF[event.kind] ?? this.stepOf(next, side);
    this.aside = null;
    if (!TURNED.has(event.kind)) pace.seen();
    switch (event.kind) {
      case "half":
        return this.half(next, facts.half ?? 1, pace);
      case "combat":
        this.clear(next);
        if (next.combat % 6 !== 1)
          await this.stamped({ word: `Combat ${next.combat}`, note: "", kind: "combat" }, 650, pace);
        return;
      case "reveal":
        return this.revealed(next, pace);
      case "dicey-flip":
        return this.drawn(view, next, 1, facts.card, pace);
      case "dicey-picks":
        return this.scanned(view, next, facts, pace);
      case "flip":
        return this.flipped(view, next, facts.card, pace);
      case "attack":
        this.shown = next;
        return pace.wait(650);
      case "take":
        if (this.second !== null) return this.chosen(view, next, side, facts.card, pace);
        return this.taken(view, next, side, facts.card, pace);
      case "draw":
      case "no-number":
        return this.drawn(view, next, side, facts.card, pace);
      case "redraw":
      case "reroll":
        return this.under(view, next, side, facts.card, event.kind, pace);
      case "look":
        return this.looked(next, side, facts.card, pace);
      case "giant-killer":
      case "shield":
      case "stubborn":
        return this.effect(next, event.kind, side, pace);
      case "compare":
        this.shown = next;
        return pace.wait(500);
      case "won":
      case "tie":
        return this.decided(view, next, event.kind === "won" ? side : null, pace);
      case "end":
        return this.counted(
          view,
          facts,
          rest.some((each) => each.kind === "win" && each.seat === view.sides[0]!.seat) ? 0 : 1,
          pace,
        );
      default:
        this.shown = next;
        if (event.kind === "chosen" || event.kind === "pick") this.sound("keep");
        if (event.kind === "keep") this.aside = { side, word: "keeps it" };
        if (event.kind === "decline") this.aside = { side, word: "draws blind" };
        this.shuffling = event.kind === "shuffled";
        await pace.wait(PAUSES[event.kind] ?? 250);
        this.shuffling = false;
    }
  }

  /** both cards turn at the same moment; they have no names before they rest */
  private async revealed(next: View, pace: Pace): Promise<void> {
    await pace.wait(still() ? 0 : 260);
    this.turning = true;
    this.shown = next;
    this.sound("keep");
    await pace.wait(still() ? 0 : FLIP_MS + REST_MS);
    this.turning = false;
    pace.seen();
    await pace.wait(700);
  }

  private stepOf(view: View, side: SideAt): string {
    return view.attacker === null ? this.step : side === view.attacker ? "attacker" : "defender";
  }

  private clear(next: View): void {
    this.effects = [];
    this.verdict = null;
    this.looking = this.scan = null;
    this.shown = next;
  }

  private async half(next: View, half: number, pace: Pace): Promise<void> {
    this.clear(next);
    await this.stamped(
      {
        word: half === 1 ? "First half" : "Second half",
        note: half === 1 ? "six combats, each minion once" : "all six are back",
        kind: "half",
      },
      1500,
      pace,
    );
  }

  private async stamped(stamp: NonNullable<Scene["stamp"]>, ms: number, pace: Pace): Promise<void> {
    this.stamp = stamp;
    await pace.wait(ms);
    this.stamp = null;
  }

  /** a card comes off the deck and is turned on its way; one that lies there already only counts now */
  private async drawn(view: View, next: View, side: SideAt, card: number | undefined, pace: Pace): Promise<void> {
    const here = view.sides[side]!;
    this.looking = null;
    if (card && here.card !== card) {
      const from = spot("deck"),
        to = spot(`roll-${side}`);
      this.shown = { ...view, deck: next.deck };
      if (from && to) await this.fly([{ card, lit: null, from, to, up: [false, true] }], 640, pace);
      this.sound("keep");
    }
    this.shown = next;
    pace.seen();
    if (next.sides[side]!.minion === "twent" && card && isCrown(next.cards[card]))
      await this.stamped({ word: "Twenty!", note: "the card that settles a 12 to 12", kind: "crown" }, 1600, pace);
    else await pace.wait(780);
  }

  /** two cards that only their owner sees; Dicey has nothing to hide, and looks at one more */
  private async looked(view: View, side: SideAt, card: number | undefined, pace: Pace): Promise<void> {
    this.shown = view;
    if (!card) {
      this.looking = side;
      this.aside = { side, word: "looks at two" };
      return pace.wait(1000);
    }
    const from = spot("deck"),
      to = spot(`roll-${side}`);
    if (from && to)
      await this.fly(
        [{ card, lit: null, from, to: { ...to, x: to.x + to.width * 0.3, y: to.y + 26 }, up: [false, true] }],
        640,
        pace,
      );
    this.second = card;
    this.sound("keep");
    pace.seen();
    await pace.wait(1300);
  }
  /** the larger one stays, the other goes back into the deck */
  private async chosen(view: View, next: View, side: SideAt, card: number | undefined, pace: Pace): Promise<void> {
    const gone = view.sides[side]!.card === card ? this.second : view.sides[side]!.card,
      from = spot(`roll-${side}`),
      to = spot("deck");
    this.second = null;
    this.shown = { ...next, deck: view.deck };
    pace.seen();
    if (from && to && gone) await this.fly([{ card: gone, lit: null, from, to, up: [true, false] }], 560, pace);
    this.shown = next;
    await pace.wait(500);
  }
  /** of two cards one is turned up, the other goes back on top, unseen */
  private async taken(view: View, next: View, side: SideAt, card: number | undefined, pace: Pace): Promise<void> {
    const at = spot(`roll-${side}`),
      deck = spot("deck");
    this.looking = null;
    this.shown = { ...view, looked: null };
    if (at && deck && card)
      await this.fly(
        [
          { card, lit: null, from: at, to: at, up: [false, true] },
          { card: null, lit: null, from: at, to: deck, up: [false, false] },
        ],
        620,
        pace,
      );
    this.sound("keep");
    this.shown = next;
    pace.seen();
    await pace.wait(780);
  }

  private async under(
    view: View,
    next: View,
    side: SideAt,
    card: number | undefined,
    kind: string,
    pace: Pace,
  ): Promise<void> {
    const here = view.sides[side]!,
      from = spot(`roll-${side}`),
      to = spot("deck-bottom");
    this.aside = { side, word: kind === "redraw" ? "R*: another one" : "draws another" };
    if (kind === "redraw" && card && here.card !== card) {
      // an R* is seen before it goes
      const deck = spot("deck");
      if (deck && from)
        await this.fly([{ card, lit: here.minion, from: deck, to: from, up: [false, true] }], 520, pace);
      this.shown = {
        ...view,
        deck: view.deck - 1,
        sides: view.sides.map((each, i) => (i === side ? { ...each, card, printed: "R", value: null } : each)),
      };
      pace.seen();
      await pace.wait(850);
    }
    pace.seen();
    const shown = this.shown!,
      gone = card ?? here.card;
    this.shown = { ...shown, sides: next.sides };
    if (from && to && gone) await this.fly([{ card: gone, lit: null, from, to, up: [true, false] }], 480, pace);
    this.shown = { ...next, deck: shown.deck + 1 };
    await pace.wait(120);
  }

  /** Dicey looks from the biggest die down and takes the largest number of those it has left */
  private async scanned(view: View, next: View, facts: Partial<Told>, pace: Pace): Promise<void> {
    if (!facts.minion) return;
    const free = KINDS.filter((kind) => view.sides[1]!.left?.includes(kind.id) ?? true).toReversed();
    for (const kind of still() ? [] : free) {
      this.scan = kind.id;
      await pace.wait(190);
    }
    this.scan = facts.minion;
    await pace.wait(420);
    this.scan = null;
    this.shown = next;
    this.sound("keep");
    pace.seen();
    await pace.wait(700);
  }

  private async flipped(view: View, next: View, card: number | undefined, pace: Pace): Promise<void> {
    const from = spot("deck"),
      to = spot("flip"),
      below = spot("deck-bottom");
    if (!card) return;
    if (from && to) await this.fly([{ card, lit: "quad", from, to, up: [false, true] }], 600, pace);
    this.shown = { ...next, deck: view.deck - 1 };
    this.flip = card;
    this.sound("keep");
    pace.seen();
    await pace.wait(1700);
    this.flip = null;
    if (to && below) await this.fly([{ card, lit: null, from: to, to: below, up: [true, false] }], 420, pace);
    this.shown = view;
  }

  private async effect(next: View, kind: string, side: SideAt, pace: Pace): Promise<void> {
    const minion = next.sides[side]!.minion,
      known = minion && kindOf(minion);
    this.shown = next;
    this.effects = [
      ...this.effects,
      {
        side,
        name: { "giant-killer": "Giant-killer", shield: "Shield", stubborn: "Stubborn" }[kind]!,
        does:
          kind === "stubborn"
            ? `a tie is ${known?.name ?? "Dwelve"}’s`
            : kind === "shield"
              ? "the giant loses 2"
              : "the giant counts 0",
      },
    ];
    this.sound("keep");
    await pace.wait(1300);
  }

  private async decided(view: View, next: View, winner: SideAt | null, pace: Pace): Promise<void> {
    const cards = view.sides.map((side) => side.card);
    this.verdict = { winner, values: view.sides.map((side) => side.value ?? 0) };
    this.sound("turn");
    await pace.wait(1900);
    const flights = cards.flatMap((card, i): Flight[] => {
      const from = spot(`roll-${i}`),
        to = spot(`pile-${winner ?? i}`);
      return card && from && to ? [{ card, lit: null, from, to, up: [true, false] }] : [];
    });
    this.shown = { ...view, sides: view.sides.map((side) => ({ ...side, card: null })) };
    await this.fly(flights, 620, pace);
    this.sound("keep");
    this.shown = {
      ...next,
      sides: next.sides.map((side, i) => ({ ...side, value: view.sides[i]!.value, printed: view.sides[i]!.printed })),
    };
    const crown = winner !== null && cards.some((card) => card && isCrown(view.cards[card]));
    if (crown) await this.stamped({ word: "The 20 is won", note: "it settles a 12 to 12", kind: "crown" }, 1500, pace);
    else await pace.wait(500);
  }

  /** the piles, card by card; then the crown, where it decides */
  private async counted(view: View, facts: Partial<Told>, winner: SideAt, pace: Pace): Promise<void> {
    const points = facts.points ?? view.sides.map((side) => side.points);
    this.clear(view);
    this.count = { shown: [0, 0], points, crown: null };
    for (let n = 1; n <= Math.max(...points); n++) {
      this.count = { ...this.count, shown: points.map((each) => Math.min(each, n)) };
      this.sound("keep");
      await pace.wait(170);
    }
    await pace.wait(600);
    if (facts.critical) {
      this.count = { ...this.count, crown: winner };
      await pace.wait(2000);
    } else await pace.wait(500);
  }

  private async fly(flights: Flight[], ms: number, pace: Pace): Promise<void> {
    if (!flights.length || pace.finished) return;
    if (still()) return pace.wait(120);
    this.time = 0;
    this.flights = flights;
    await pace.run(ms, (t) => (this.time = t));
    this.flights = [];
  }
}

/** where a place lies now: of several that carry its name the one in sight */
function spot(name: string): Spot | null {
  const boxes = [...document.querySelectorAll(`[data-place="${name}"]`)].map((each) => each.getBoundingClientRect());
  const box = boxes.find((each) => each.width > 0);
  return box ? { x: box.left, y: box.top, width: box.width } : null;
}
