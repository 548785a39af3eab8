// The great moments of this game: everybody's dice are thrown in sight, one after the other, and lie there until they were read.
import { Die } from "../../kit/dice3";
import { type Pace, still } from "../../kit/pace";
import { num } from "../../kit/words";
import type { Sound } from "../../table/sound";
import type { GameEvent } from "../../types";

/** one side of a duel: its dice, and their sum as soon as they lie still */
export interface Side {
  seat: number;
  dice: readonly Die[];
  faces: readonly number[];
  sum: number | null;
}
/** a total that goes from here to there */
export interface Move {
  seat: number;
  from: number;
  to: number;
}
/** one line of a list in which everybody throws */
export interface Fate {
  seat: number;
  /** null: not thrown yet */
  dice: readonly number[] | null;
  /** what the dice show while they tumble */
  air: readonly number[];
  says: string;
  icon: "" | "x2" | "skip";
}
/** a column of the last round */
export interface Column {
  seat: number;
  total: number;
  /** of the height of the line */
  share: number;
  says: string;
}
export type Moment =
  | { kind: "duel"; sides: readonly Side[]; winner: 0 | 1 | null; moves: readonly Move[] }
  | { kind: "list"; of: string; title: string; rows: readonly Fate[]; foot: readonly string[] }
  | { kind: "last"; bar: number; columns: readonly Column[] };
type Facts = Record<string, unknown>;

const READ_MS = 2600;
const TUMBLE_MS = 560;
const FATES: Record<string, readonly [says: string, icon: Fate["icon"]]> = {
  "double-now": ["This turn once more", "x2"],
  "double-next": ["Next score × 2", "x2"],
  "lose-turn": ["Loses the next turn", "skip"],
  none: ["Nothing", ""],
  void: ["Doubles, without effect", ""],
};
const TITLES: Record<string, string> = {
  "battle-roll": "Battle Zone!",
  "roll-off": "Who begins?",
  "roll-off card": "Whose card was first?",
  "tie-roll": "A tie: the highest sum wins",
};

export class Moments {
  now = $state.raw<Moment | null>(null);

  constructor(
    private readonly sound: (sound: Sound) => void,
    private readonly totals: () => readonly number[],
  ) {}

  clear(): void {
    this.now = null;
  }

  // Collateral Damage: three dice each, on one felt -----------------------------------------------------------------------
  async duel(event: GameEvent, rest: readonly GameEvent[], pace: Pace): Promise<void> {
    const { facts } = event,
      hit = !!facts.hit;
    const side = (seat: number, faces: number[]): Side => ({
      seat,
      faces,
      dice: faces.map((face, i) => new Die(face, i * 17 - 20)),
      sum: null,
    });
    let sides = [side(event.seat ?? 0, facts.dice as number[]), side(facts.by as number, facts.against as number[])];
    pace.moment();
    this.now = { kind: "duel", sides, winner: null, moves: [] };
    for (const at of [0, 1]) {
      this.sound("dice");
      await pace.wait(60); // the dice must be on the table before they roll
      await Promise.all(
        sides[at]!.dice.map((die, order) => die.roll(sides[at]!.faces[order]!, { pace, order, turn: die.turn })),
      );
      sides = sides.map((each, i) => (i === at ? { ...each, sum: each.faces.reduce((a, b) => a + b, 0) } : each));
      this.now = { ...this.now, sides };
      await pace.wait(at ? 200 : 450);
    }
    this.now = { ...this.now, winner: hit ? 1 : 0, moves: moved(rest) };
    this.sound(hit ? "bad" : "keep");
    pace.seen();
    await pace.wait(READ_MS);
  }

  // lists: Battle Zone, who begins, whose card, ties ---------------------------------------------------------------------
  async open(event: GameEvent, rest: readonly GameEvent[], pace: Pace): Promise<void> {
    this.list(`battle-roll ${event.number}`, "battle-roll", rest);
    this.sound("bad");
    pace.moment();
    pace.seen();
    await pace.wait(700);
  }
  private list(of: string, kind: string, throws: readonly GameEvent[]): Extract<Moment, { kind: "list" }> {
    const end = throws.findIndex((each) => each.kind !== kind && each.kind !== "score"),
      mine = (end < 0 ? throws : throws.slice(0, end)).filter((each) => each.kind === kind);
    const rows = mine.map(({ seat, facts }): Fate => {
      const dice = (facts.dice as number[] | undefined) ?? [facts.die as number];
      return { seat: seat ?? 0, dice: null, air: dice.map(() => 0), says: "", icon: "" };
    });
    const foot = kind === "battle-roll" ? ["doubles: gain", "one 1: a turn lost", "else nothing"] : [];
    const card = mine[0]?.facts.purpose === "card" ? " card" : "";
    const list = { kind: "list", of, title: TITLES[kind + card] ?? "", rows, foot } as const;
    this.now = list;
    return list;
  }
  /** the next of them throws */
  async roll(event: GameEvent, rest: readonly GameEvent[], pace: Pace): Promise<void> {
    const kind = event.kind,
      open = this.now?.kind === "list" && this.now.of.startsWith(kind) ? this.now : null;
    pace.moment();
    const list = open?.rows.some((row) => !row.dice)
      ? open
      : this.list(`${kind} ${event.number}`, kind, [event, ...rest]);
    const at = list.rows.findIndex((row) => !row.dice && row.seat === event.seat),
      dice = (event.facts.dice as number[] | undefined) ?? [event.facts.die as number];
    const put = (row: Partial<Fate>): void => {
      const rows = list.rows.map((each, i) => (i === at ? { ...each, ...row } : each));
      this.now = { ...list, rows };
    };
    this.sound("dice");
    if (!still()) {
      let step = -1;
      await pace.run(TUMBLE_MS, (t) => {
        const now = Math.floor(t * 8);
        if (now !== step) put({ air: dice.map((_, i) => 1 + ((now * (2 + i) + i) % 6)) });
        step = now;
      });
    }
    put({ dice, ...this.fate(event, rest) });
    pace.seen();
    await pace.wait(rest.some((each) => each.kind === kind) && rest[0]?.kind !== "battle-zone" ? 620 : READ_MS);
  }
  private fate({ kind, facts }: GameEvent, rest: readonly GameEvent[]): Pick<Fate, "says" | "icon"> {
    if (kind === "tie-roll") return { says: String(facts.sum), icon: "" };
    if (kind === "roll-off") return { says: "", icon: "" };
    const [says, icon] = FATES[facts.outcome as string] ?? ["", ""];
    const [next] = rest;
    if (facts.outcome === "double-now" && next?.kind === "score")
      return { says: `${num(next.facts.points as number)} once more`, icon };
    return { says, icon };
  }

  // the last round -----------------------------------------------------------------------------------------------------------
  async last(event: GameEvent, pace: Pace): Promise<void> {
    const totals = this.totals(),
      bar = event.facts.bar as number,
      first = event.seat ?? 0;
    const columns = totals.map((_, i): Column => {
      const seat = (first + i) % totals.length,
        total = seat === first ? bar : totals[seat]!,
        when = i === 1 ? "next" : i === totals.length - 1 ? "last" : "then";
      return {
        seat,
        total,
        share: Math.min(1.06, Math.max(0, total / bar)),
        says: i === 0 ? "crossed" : total < bar ? `${when}, needs ${num(bar - total)}` : `${when}, above it`,
      };
    });
    pace.moment();
    this.now = { kind: "last", bar, columns };
    this.sound("bad");
    pace.seen();
    await pace.wait(READ_MS);
  }
}

/** the totals that the scores behind a duel change, from where to where */
function moved(rest: readonly GameEvent[]): Move[] {
  const end = rest.findIndex((each) => each.kind !== "score"),
    scores = end < 0 ? rest : rest.slice(0, end);
  return scores.map(({ seat, facts }: { seat: number | null; facts: Facts }) => {
    const to = facts.total as number;
    return { seat: seat ?? 0, from: to - (facts.points as number), to };
  });
}
