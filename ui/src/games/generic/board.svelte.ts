// A board for any game: the open headings and the chosen option. The server puts view and options into words.
import type { Board, ActionButton, Progress, Table } from "../game-ui";
import { t } from "../../shared/i18n";
import { matchesPattern } from "../../shared/match-pattern";
import type { Pace } from "../../shared/animation-pace";
import type { OptionGroupData, GameEvent, Option, ViewInWords, StateFrame } from "../../contract/messages";

/** Up to this number, options are buttons of the action bar; more are listed on the table. */
const MAX_BUTTONS = 3;

export class GenericBoard implements Board {
  chosenId = $state<string | null>(null);
  /** The open headings, from the outermost on. */
  openHeadings = $state.raw<readonly string[]>([]);
  readonly ticker = "";

  constructor(private readonly table: Table) {}

  readonly viewInWords = $derived.by<ViewInWords | null>(() => this.table.frame?.words ?? null);
  readonly options = $derived.by<Option[]>(() => this.table.options);
  readonly showsList = $derived(this.options.length > MAX_BUTTONS);
  readonly groups = $derived<readonly OptionGroupData[]>(this.showsList ? (this.viewInWords?.choices ?? []) : []);
  readonly chosenOption = $derived(
    this.showsList ? (this.options.find((option) => option.id === this.chosenId) ?? null) : null,
  );
  /** The headings and options that digits choose: those of the innermost open heading. */
  readonly entries = $derived.by<readonly string[]>(() => {
    let groups = this.groups;
    for (const title of this.openHeadings) {
      const inner = groups.find((group) => group.title === title);
      if (!inner) break;
      groups = [{ ...inner, title: "" }, ...inner.parts];
    }
    return groups.flatMap((group) => (group.title ? [group.title] : group.ids));
  });
  /** The one tab stop among the options. */
  readonly tabStop = $derived(this.chosenId ?? this.openHeadings.at(-1) ?? this.entries[0] ?? null);

  readonly buttons = $derived.by<ActionButton[]>(() => {
    const options = this.options;
    if (this.showsList)
      return [
        {
          label: this.chosenOption?.label ?? t("Choose"),
          note: this.chosenOption?.note ?? "",
          option: this.chosenOption,
          primary: true,
          disabledReason: t("first choose an option"),
        },
      ];
    return options.map((option, i) => ({ label: option.label, note: option.note, option, primary: i === 0 })).reverse();
  });

  choose(option: Option): void {
    if (this.table.preferences.fast) this.table.act(option);
    else this.chosenId = this.chosenId === option.id ? null : option.id;
  }
  /** Open a heading and close its neighbours, or close it. */
  toggleHeading(title: string): void {
    const at = this.openHeadings.indexOf(title);
    const above = at >= 0 ? this.openHeadings.slice(0, at) : this.headingsAbove(title, this.groups);
    this.openHeadings = at >= 0 ? above : [...above, title];
    requestAnimationFrame(() => document.querySelector(".heading.shown")?.scrollIntoView({ block: "nearest" }));
    if (at < 0) requestAnimationFrame(() => document.querySelector(".within")?.scrollIntoView({ block: "nearest" }));
  }
  /** Return the headings above an option, from the outermost on. */
  private headingsAround(id: string, groups: readonly OptionGroupData[]): readonly string[] {
    for (const group of groups) {
      const own = group.title ? [group.title] : [];
      if (group.ids.includes(id)) return own;
      const inner = this.headingsAround(id, group.parts);
      if (inner.length) return [...own, ...inner];
    }
    return [];
  }
  private headingsAbove(title: string, groups: readonly OptionGroupData[]): readonly string[] {
    const outer = groups.find((group) => group.parts.some((part) => part.title === title));
    return outer ? [...this.headingsAbove(outer.title, this.groups), outer.title] : [];
  }
  optionCount(group: OptionGroupData): number {
    return group.ids.length + group.parts.reduce((sum, part) => sum + this.optionCount(part), 0);
  }

  get goal(): string {
    return this.viewInWords?.goal ?? "";
  }
  get winner(): number | null {
    const rows = this.table.frame?.sheet?.rows ?? [];
    return this.viewInWords?.winner ?? (rows.length ? rows.reduce((a, b) => (b.total > a.total ? b : a)).seat : null);
  }
  total(seat: number): number | null {
    return this.viewInWords?.seats[seat]?.total ?? null;
  }
  progress(seat: number): Progress | null {
    const target = this.viewInWords?.target ?? 0,
      total = this.total(seat);
    return target > 0 && total !== null ? { now: total / target, preview: 0, mark: null } : null;
  }
  seatStatus(seat: number): string | null {
    return this.table.frame?.acting.includes(seat) ? t("to play") : null;
  }

  async animate(event: GameEvent, _rest: readonly GameEvent[], pace: Pace): Promise<void> {
    const shows = Object.values(event.facts).some((fact) => typeof fact === "number" || Array.isArray(fact));
    pace.resultShown(); // there is nothing to see but words
    await pace.wait(shows ? 520 : 260);
  }
  showFrame(frame: StateFrame, same: boolean): void {
    if (same) return;
    this.chosenId = null;
    // The frame's own options: those of the table are empty until its events were animated.
    const groups = frame.options.length > MAX_BUTTONS ? (frame.words?.choices ?? []) : [],
      headed = groups.filter((group) => group.title);
    const lesson = frame.lesson?.on ?? [], // in a lesson, open the heading of the expected option
      asked = frame.options.find((option) => lesson.some((each) => matchesPattern(each, option.id)));
    this.openHeadings = asked ? this.headingsAround(asked.id, groups) : headed.length === 1 ? [headed[0]!.title] : [];
  }
  clearChoice(): void {
    if (this.chosenId) this.chosenId = null;
    else this.openHeadings = this.openHeadings.slice(0, -1);
  }
  pressKey(name: string): boolean {
    if (!/^[1-9]$/.test(name)) return false;
    const at = Number(name) - 1;
    if (!this.showsList) {
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
