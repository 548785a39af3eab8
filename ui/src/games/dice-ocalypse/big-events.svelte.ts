// Animate the big events of Dice-ocalypse!: duels, lists in which everybody rolls one after the other, and the last
// round. They stay until the player has read them.
import { RollingDie } from "../../shared/die-3d";
import { type Pace, prefersReducedMotion } from "../../shared/animation-pace";
import { t } from "../../shared/i18n";
import type { SoundName } from "../../table/state/sounds";
import type { GameEvent } from "../../contract/messages";

/** One side of a duel: its dice, and their sum as soon as they lie still. */
export interface DuelSide {
  seat: number;
  dice: readonly RollingDie[];
  faces: readonly number[];
  sum: number | null;
}
/** The change of a total. */
export interface TotalChange {
  seat: number;
  from: number;
  to: number;
}
/** One line of a list in which everybody rolls. */
export interface ListRow {
  seat: number;
  /** Null if not rolled yet. */
  dice: readonly number[] | null;
  /** What the dice show while they tumble. */
  air: readonly number[];
  says: string;
  icon: "" | "x2" | "skip";
}
/** One column of the last round. */
export interface Column {
  seat: number;
  total: number;
  /** The fraction of the line's height. */
  share: number;
  says: string;
}
export type BigEvent =
  | { kind: "duel"; sides: readonly DuelSide[]; winner: 0 | 1 | null; moves: readonly TotalChange[] }
  | { kind: "list"; of: string; title: string; rows: readonly ListRow[]; foot: readonly string[] }
  | { kind: "last"; bar: number; columns: readonly Column[] };
type Facts = Record<string, unknown>;

const READ_MS = 2600;
const TUMBLE_MS = 560;
const OUTCOMES: Record<string, readonly [says: string, icon: ListRow["icon"]]> = {
  "double-now": [t("This turn is doubled"), "x2"],
  "double-next": [t("Doubles next score"), "x2"],
  "lose-turn": [t("Loses next turn"), "skip"],
  none: [t("Nothing happens"), ""],
  void: [t("Doubles, but no effect"), ""],
};
const TITLES: Record<string, string> = {
  "battle-roll": t("Battle Zone!"),
  "roll-off": t("Who goes first?"),
  "roll-off card": t("Whose card was first?"),
  "tie-roll": t("A tie: the highest total wins"),
};

export class BigEvents {
  current = $state.raw<BigEvent | null>(null);

  constructor(
    private readonly playSound: (playSound: SoundName) => void,
    private readonly totals: () => readonly number[],
  ) {}

  clear(): void {
    this.current = null;
  }

  // Collateral Damage: three dice each
  async showDuel(event: GameEvent, rest: readonly GameEvent[], pace: Pace): Promise<void> {
    const { facts } = event,
      hit = !!facts.hit;
    const side = (seat: number, faces: number[]): DuelSide => ({
      seat,
      faces,
      dice: faces.map((face, i) => new RollingDie(face, i * 17 - 20)),
      sum: null,
    });
    let sides = [side(event.seat ?? 0, facts.dice as number[]), side(facts.by as number, facts.against as number[])];
    pace.stopSkipping();
    this.current = { kind: "duel", sides, winner: null, moves: [] };
    for (const at of [0, 1]) {
      this.playSound("dice");
      await pace.wait(60); // the dice must be on the page before they roll
      await Promise.all(
        sides[at]!.dice.map((die, order) => die.roll(sides[at]!.faces[order]!, { pace, order, turn: die.turn })),
      );
      sides = sides.map((each, i) => (i === at ? { ...each, sum: each.faces.reduce((a, b) => a + b, 0) } : each));
      this.current = { ...this.current, sides };
      await pace.wait(at ? 200 : 450);
    }
    this.current = { ...this.current, winner: hit ? 1 : 0, moves: totalChanges(rest) };
    this.playSound(hit ? "bad" : "keep");
    pace.resultShown();
    await pace.wait(READ_MS);
  }

  // Lists: Battle Zone, who begins, whose card, ties
  async openList(event: GameEvent, rest: readonly GameEvent[], pace: Pace): Promise<void> {
    this.createList(`battle-roll ${event.number}`, "battle-roll", rest);
    this.playSound("bad");
    pace.stopSkipping();
    pace.resultShown();
    await pace.wait(700);
  }
  private createList(of: string, kind: string, throws: readonly GameEvent[]): Extract<BigEvent, { kind: "list" }> {
    const end = throws.findIndex((each) => each.kind !== kind && each.kind !== "score"),
      mine = (end < 0 ? throws : throws.slice(0, end)).filter((each) => each.kind === kind);
    const rows = mine.map(({ seat, facts }): ListRow => {
      const dice = (facts.dice as number[] | undefined) ?? [facts.die as number];
      return { seat: seat ?? 0, dice: null, air: dice.map(() => 0), says: "", icon: "" };
    });
    const foot =
      kind === "battle-roll"
        ? [t("doubles: counts twice"), t("exactly one 1: turn lost"), t("otherwise: nothing")]
        : [];
    const card = mine[0]?.facts.purpose === "card" ? " card" : "";
    const list = { kind: "list", of, title: TITLES[kind + card] ?? "", rows, foot } as const;
    this.current = list;
    return list;
  }
  /** Roll for the next line of the list. */
  async rollForList(event: GameEvent, rest: readonly GameEvent[], pace: Pace): Promise<void> {
    const kind = event.kind,
      open = this.current?.kind === "list" && this.current.of.startsWith(kind) ? this.current : null;
    pace.stopSkipping();
    const list = open?.rows.some((row) => !row.dice)
      ? open
      : this.createList(`${kind} ${event.number}`, kind, [event, ...rest]);
    const at = list.rows.findIndex((row) => !row.dice && row.seat === event.seat),
      dice = (event.facts.dice as number[] | undefined) ?? [event.facts.die as number];
    const put = (row: Partial<ListRow>): void => {
      const rows = list.rows.map((each, i) => (i === at ? { ...each, ...row } : each));
      this.current = { ...list, rows };
    };
    this.playSound("dice");
    if (!prefersReducedMotion()) {
      let step = -1;
      await pace.run(TUMBLE_MS, (t) => {
        const now = Math.floor(t * 8);
        if (now !== step) put({ air: dice.map((_, i) => 1 + ((now * (2 + i) + i) % 6)) });
        step = now;
      });
    }
    put({ dice, ...this.outcomeOf(event, rest) });
    pace.resultShown();
    await pace.wait(rest.some((each) => each.kind === kind) && rest[0]?.kind !== "battle-zone" ? 620 : READ_MS);
  }
  private outcomeOf({ kind, facts }: GameEvent, rest: readonly GameEvent[]): Pick<ListRow, "says" | "icon"> {
    if (kind === "tie-roll") return { says: String(facts.sum), icon: "" };
    if (kind === "roll-off") return { says: "", icon: "" };
    const [says, icon] = OUTCOMES[facts.outcome as string] ?? ["", ""];
    const [next] = rest;
    if (facts.outcome === "double-now" && next?.kind === "score")
      return { says: t("Doubled: +{points}", { points: next.facts.points as number }), icon };
    return { says, icon };
  }

  // The last round
  async showLastRound(event: GameEvent, pace: Pace): Promise<void> {
    const totals = this.totals(),
      bar = event.facts.bar as number,
      first = event.seat ?? 0;
    const columns = totals.map((_, i): Column => {
      const seat = (first + i) % totals.length,
        total = seat === first ? bar : totals[seat]!;
      return {
        seat,
        total,
        share: Math.min(1.06, Math.max(0, total / bar)),
        says:
          i === 0 ? t("score to beat") : total < bar ? t("needs {points}", { points: bar - total }) : t("safe so far"),
      };
    });
    pace.stopSkipping();
    this.current = { kind: "last", bar, columns };
    this.playSound("bad");
    pace.resultShown();
    await pace.wait(READ_MS);
  }
}

/** Return the changes of totals by the scores that follow a duel. */
function totalChanges(rest: readonly GameEvent[]): TotalChange[] {
  const end = rest.findIndex((each) => each.kind !== "score"),
    scores = end < 0 ? rest : rest.slice(0, end);
  return scores.map(({ seat, facts }: { seat: number | null; facts: Facts }) => {
    const to = facts.total as number;
    return { seat: seat ?? 0, from: to - (facts.points as number), to };
  });
}
