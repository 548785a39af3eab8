// The state of a board for any game: which heading lies open, which option is chosen. What view and options mean is said by the house.
import type { Board, Key, Progress, Table } from "../../game";
import { fits } from "../../kit/fits";
import type { Pace } from "../../kit/pace";
import type { Choices, GameEvent, Option, PlainWords, StateFrame } from "../../types";

/** More options than this are chosen on the table; fewer are keys in the dock. */
const KEYS_MOST = 3;

export class Generic implements Board {
  chosen = $state<string | null>(null);
  /** the headings that lie open, from the outermost on */
  opened = $state.raw<readonly string[]>([]);
  readonly ticker = "";

  constructor(private readonly table: Table) {}

  readonly words = $derived.by<PlainWords | null>(() => this.table.frame?.words ?? null);
  readonly options = $derived.by<Option[]>(() => this.table.options);
  readonly listed = $derived(this.options.length > KEYS_MOST);
  readonly groups = $derived<readonly Choices[]>(this.listed ? (this.words?.choices ?? []) : []);
  readonly choice = $derived(this.listed ? (this.options.find((option) => option.id === this.chosen) ?? null) : null);
  /** what a digit touches: the headings and options of the innermost heading that lies open */
  readonly entries = $derived.by<readonly string[]>(() => {
    let groups = this.groups;
    for (const title of this.opened) {
      const inner = groups.find((group) => group.title === title);
      if (!inner) break;
      groups = [{ ...inner, title: "" }, ...inner.parts];
    }
    return groups.flatMap((group) => (group.title ? [group.title] : group.ids));
  });
  /** the one tab stop among the options */
  readonly stop = $derived(this.chosen ?? this.opened.at(-1) ?? this.entries[0] ?? null);

  readonly keys = $derived.by<Key[]>(() => {
    const options = this.options;
    if (this.listed)
      return [
        {
          label: this.choice?.label ?? "Choose",
          note: this.choice?.note ?? "",
          option: this.choice,
          go: true,
          why: "choose one of the options first",
        },
      ];
    return options.map((option, i) => ({ label: option.label, note: option.note, option, go: i === 0 })).reverse();
  });

  choose(option: Option): void {
    if (this.table.prefs.fast) this.table.act(option);
    else this.chosen = this.chosen === option.id ? null : option.id;
  }
  /** opens a heading and closes its neighbours, or closes it */
  open(title: string): void {
    const at = this.opened.indexOf(title);
    const above = at >= 0 ? this.opened.slice(0, at) : this.above(title, this.groups);
    this.opened = at >= 0 ? above : [...above, title];
    requestAnimationFrame(() => document.querySelector(".heading.shown")?.scrollIntoView({ block: "nearest" }));
    if (at < 0) requestAnimationFrame(() => document.querySelector(".within")?.scrollIntoView({ block: "nearest" }));
  }
  /** the headings, from the outermost on, behind which an option stands */
  private leading(id: string, groups: readonly Choices[]): readonly string[] {
    for (const group of groups) {
      const own = group.title ? [group.title] : [];
      if (group.ids.includes(id)) return own;
      const inner = this.leading(id, group.parts);
      if (inner.length) return [...own, ...inner];
    }
    return [];
  }
  private above(title: string, groups: readonly Choices[]): readonly string[] {
    const outer = groups.find((group) => group.parts.some((part) => part.title === title));
    return outer ? [...this.above(outer.title, this.groups), outer.title] : [];
  }
  sizeOf(group: Choices): number {
    return group.ids.length + group.parts.reduce((sum, part) => sum + this.sizeOf(part), 0);
  }

  get goal(): string {
    return this.words?.goal ?? "";
  }
  get winner(): number | null {
    const rows = this.table.frame?.sheet?.rows ?? [];
    return this.words?.winner ?? (rows.length ? rows.reduce((a, b) => (b.total > a.total ? b : a)).seat : null);
  }
  total(seat: number): number | null {
    return this.words?.seats[seat]?.total ?? null;
  }
  progress(seat: number): Progress | null {
    const target = this.words?.target ?? 0,
      total = this.total(seat);
    return target > 0 && total !== null ? { now: total / target, preview: 0, mark: null } : null;
  }
  state(seat: number): string | null {
    return this.table.frame?.acting.includes(seat) ? "to play" : null;
  }

  async tell(event: GameEvent, _rest: readonly GameEvent[], pace: Pace): Promise<void> {
    const shows = Object.values(event.facts).some((fact) => typeof fact === "number" || Array.isArray(fact));
    pace.seen(); // it has no picture but words
    await pace.wait(shows ? 520 : 260);
  }
  settle(frame: StateFrame, same: boolean): void {
    if (same) return;
    this.chosen = null;
    const headed = this.groups.filter((group) => group.title);
    const lesson = frame.lesson?.on ?? [], // who learns finds what is asked behind an open heading
      asked = this.options.find((option) => lesson.some((each) => fits(each, option.id)));
    this.opened = asked ? this.leading(asked.id, this.groups) : headed.length === 1 ? [headed[0]!.title] : [];
  }
  clear(): void {
    if (this.chosen) this.chosen = null;
    else this.opened = this.opened.slice(0, -1);
  }
  key(name: string): boolean {
    if (!/^[1-9]$/.test(name)) return false;
    const at = Number(name) - 1;
    if (!this.listed) {
      const option = this.options[at];
      if (option) this.table.act(option);
      return !!option;
    }
    const entry = this.entries[at];
    if (entry === undefined) return false;
    document.querySelector<HTMLElement>(`[data-entry="${CSS.escape(entry)}"]`)?.click();
    return true;
  }
}
