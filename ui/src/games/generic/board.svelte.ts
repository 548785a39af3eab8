import type { Board, Key, Progress, Table } from "../../game";
import type { Pace } from "../../kit/pace";
import type { GameEvent, Option, StateFrame } from "../../types";

/** More options than this are chosen from a list; fewer are keys in the dock. */
const KEYS_MOST = 3;

export class Generic implements Board {
  chosen = $state<string | null>(null);
  readonly help = [["1 – 9", "choose an option"]] as const;
  readonly ticker = "";

  constructor(private readonly table: Table) {}

  /** options that do not fit into the dock, as a list on the table */
  readonly list = $derived.by<Option[]>(() => (this.table.options.length > KEYS_MOST ? this.table.options : []));
  readonly choice = $derived(this.list.find((option) => option.id === this.chosen) ?? null);
  readonly keys = $derived.by<Key[]>(() => {
    const options = this.table.options;
    if (!options.length) return [];
    if (this.list.length) {
      return [
        {
          label: this.choice?.label ?? "Choose",
          note: this.choice?.note ?? "",
          option: this.choice,
          go: true,
          why: "choose one of the options first",
        },
      ];
    }
    return options.map((option, i) => ({ label: option.label, note: option.note, option, go: i === 0 })).reverse();
  });

  choose(option: Option): void {
    if (this.table.prefs.fast) this.table.act(option);
    else this.chosen = this.chosen === option.id ? null : option.id;
  }

  get goal(): string {
    const { round, turn } = this.view;
    return typeof round === "number" ? `round ${round}` : typeof turn === "number" ? `turn ${turn}` : "";
  }
  get view(): Record<string, unknown> {
    return this.table.frame?.view ?? {};
  }
  get winner(): number | null {
    const { winner } = this.view;
    if (typeof winner === "number") return winner;
    const rows = this.table.frame?.sheet?.rows ?? [];
    return rows.length ? rows.reduce((best, row) => (row.total > best.total ? row : best)).seat : null;
  }

  total(seat: number): number | null {
    const own = this.seatData(seat);
    for (const key of ["total", "score", "points"]) if (typeof own[key] === "number") return own[key];
    const { scores } = this.view;
    return Array.isArray(scores) && typeof scores[seat] === "number" ? scores[seat] : null;
  }
  private seatData(seat: number): Record<string, unknown> {
    const { seats, players } = this.view,
      rows = seats ?? players;
    const row: unknown = Array.isArray(rows) ? rows[seat] : null;
    return row && typeof row === "object" ? (row as Record<string, unknown>) : {};
  }
  progress(seat: number): Progress | null {
    const { target } = this.view,
      total = this.total(seat);
    return typeof target === "number" && target > 0 && total !== null
      ? { now: total / target, preview: 0, mark: null }
      : null;
  }
  state(seat: number): string | null {
    return this.table.frame?.acting.includes(seat) ? "to play" : null;
  }

  async tell(event: GameEvent, _rest: readonly GameEvent[], pace: Pace): Promise<void> {
    if (Object.values(event.facts).some((fact) => typeof fact === "number" || Array.isArray(fact)))
      await pace.wait(520);
    else await pace.wait(260);
  }
  settle(_frame: StateFrame, same: boolean): void {
    if (!same) this.chosen = null;
  }
  clear(): void {
    this.chosen = null;
  }
  key(name: string): boolean {
    const option = /^[1-9]$/.test(name) ? this.table.options[Number(name) - 1] : undefined;
    if (!option) return false;
    if (this.list.length) this.choose(option);
    else this.table.act(option);
    return true;
  }
}
