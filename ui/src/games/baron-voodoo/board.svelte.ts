// The board of Baron Voodoo: the selection, and the options that touches stand for. It contains no rules.
import type { Board, SeatStyle, ActionButton, Progress, Table } from "../game-ui";
import type { Pace } from "../../shared/animation-pace";
import type { GameEvent, StateFrame } from "../../contract/messages";
import { t, tn } from "../../shared/i18n";
import { removeDice } from "./apply-event";
import {
  groupBySpace,
  skipsSomethingFree,
  isJump,
  buttonText,
  lineOf,
  skipText,
  defaultOption,
  optionForFace,
  changesBoard,
} from "./options";
import { EventAnimation } from "./event-animation.svelte";
import type { Act, DieName, Face, Side, Space, Stacks, StepId, View } from "./view";
import { spacePosition, COLOUR, colourOf, lineSpaces, loaOf, spaceAt } from "./texts";

export type Tool = "turn" | "power" | "bank";
const STEP_KEYS: Record<string, StepId> = { a: "A", o: "C1", t: "C2", f: "C3", b: "C4", c: "C5", d: "D" };
const WAIT_LABELS: Record<string, string> = {
  loa: t("Choose a Loa"),
  "baron-loa": t("Choose the Baron's Loa"),
  draft: t("Choose a die"),
  turn: t("Choose a jump"),
  capture: t("Choose a jump"),
  wata: t("Choose a line"),
  bwa: t("Choose a stack"),
  "bwa-top": t("Choose a space"),
  "bwa-next": t("Choose a space"),
  legba: t("Choose a die"),
  "legba-to": t("Choose a space"),
  erzulie: t("Choose a die"),
  "erzulie-with": t("Choose the other die"),
  face: t("Choose a die"),
  steal: t("Choose a die"),
  exchange: t("Choose a die"),
  "exchange-with": t("Choose the other die"),
};

export class BaronVoodooBoard implements Board {
  /** The picked space, whose jumps, lines or dice are shown. */
  pickedSpace = $state<Space | null>(null);
  /** The option that the primary button plays. */
  selectedId = $state<string | null>(null);
  tool = $state<Tool | null>(null);
  /** The chosen die, where dice are chosen: of the pool or of your own zone. */
  dieInHand = $state<DieName | null>(null);
  /** The places in your own zone of the dice chosen for the Spirit World. */
  chosenPlaces = $state.raw<readonly number[]>([]);
  /** True if the Loa cards are put aside to look at the board. */
  cardsAside = $state(false);
  notice = $state("");
  readonly animation: EventAnimation;
  private questionKey = "";

  constructor(readonly table: Table) {
    this.animation = new EventAnimation((sound) => table.playSound(sound));
  }

  // What the server sends
  readonly view = $derived.by<View | null>(() => this.table.frame?.view as unknown as View | null);
  /** The view with the events that were shown so far. */
  readonly shownView = $derived.by<View | null>(() => this.animation.shownView ?? this.view);
  readonly acts = $derived.by<Act[]>(() => this.table.options as unknown as Act[]);
  readonly phase = $derived(this.view?.phase ?? "");
  readonly mySide = $derived.by<number | null>(() => {
    const seat = this.table.frame?.seat;
    return seat === null || seat === undefined ? null : (this.view?.seats[seat]?.side ?? null);
  });
  readonly own = $derived<Side | null>(this.mySide === null ? null : (this.shownView?.sides[this.mySide] ?? null));
  readonly selected = $derived(this.acts.find((act) => act.id === this.selectedId) ?? null);
  readonly optionsBySpace = $derived(groupBySpace(this.acts));
  readonly lineOptions = $derived(this.acts.filter((act) => lineOf(act)));
  readonly faceOptions = $derived.by<Act[]>(() =>
    this.phase === "face"
      ? this.acts.filter((act) => act.facts.die === this.dieInHand)
      : this.tool === "turn"
        ? this.ofKind("turn")
        : [],
  );

  /** The board as it would be after the selected option. */
  readonly preview = $derived.by<Stacks | null>(() =>
    this.selected && !isJump(this.selected) ? (this.selected.facts.changes ?? null) : null,
  );
  sideName(at: number): string {
    const seats = this.shownView?.sides[at]?.seats ?? [];
    return seats.length ? seats.map((seat) => this.table.name(seat)).join(" & ") : t("The Baron");
  }
  /** Say whose zone a die is in. */
  ownerText(at: number): string {
    return at === this.mySide ? t("yours") : t("from {player}", { player: this.sideName(at) });
  }
  stack(space: Space): DieName[] {
    return this.preview?.[space] ?? this.shownView?.board[space] ?? [];
  }
  ofKind(kind: Act["facts"]["kind"]): Act[] {
    return this.acts.filter((act) => act.facts.kind === kind);
  }
  atStep(step: StepId): Act[] {
    return this.acts.filter((act) => act.facts.step === step && act.facts.kind !== "end");
  }

  /** The options in the list beside the board; digits choose from it. */
  readonly listedOptions = $derived.by<Act[]>(() => {
    const { acts, phase, pickedSpace } = this;
    if (phase === "turn" || phase === "capture") {
      if (this.tool === "power" || !acts.some(isJump)) return this.ofKind("power");
      return acts.filter((act) => isJump(act) && (!pickedSpace || act.facts.from === pickedSpace));
    }
    if (phase === "steps")
      return this.tool === "power" ? this.ofKind("power") : this.tool === "bank" ? this.bankOptions : [];
    if (phase === "wata" && pickedSpace)
      return acts.filter((act) => lineSpaces(lineOf(act)!.line, this.view!.area).includes(pickedSpace));
    if (phase === "draft") return this.dieInHand ? [] : acts;
    if (phase === "face") return this.dieInHand ? [] : acts;
    return acts;
  });
  /** What can go to the Spirit World with the chosen dice in it, best first. */
  readonly bankOptions = $derived.by<Act[]>(() => {
    const wanted = this.chosenDice,
      dice = (act: Act): DieName[] => act.facts.dice ?? [act.facts.die!];
    const fits = (act: Act): boolean => removeDice(dice(act), wanted).length === dice(act).length - wanted.length;
    return [...this.ofKind("combo"), ...this.ofKind("spirit")]
      .filter(fits)
      .toSorted((x, y) => (y.facts.points ?? 0) - (x.facts.points ?? 0));
  });
  readonly chosenDice = $derived(this.chosenPlaces.flatMap((place) => this.own?.zone[place] ?? []));

  /** The powers that can't be used now, each with its reason. */
  readonly unusablePowers = $derived(this.acts.length ? (this.view?.powers ?? []).filter((power) => power.why) : []);
  private readonly captured = $derived(this.view?.captured ?? null);

  isGuarded(die: DieName): boolean {
    const colour = colourOf(die),
      view = this.shownView;
    return (
      !!view &&
      (view.seats.some((seat) => seat.guarded && seat.loa === colour) ||
        (!!view.baron?.guarded && view.baron.loa === colour))
    );
  }

  /** The reason why a guarded die beside the picked one can't be jumped. */
  readonly guardNotice = $derived.by<string>(() => {
    const { pickedSpace, view } = this,
      jumps = pickedSpace ? (this.optionsBySpace.get(pickedSpace) ?? []) : [];
    if (!pickedSpace || !view || !jumps.every(isJump)) return "";
    const [column, row] = spacePosition(pickedSpace);
    for (const [x, y] of [
      [0, -1],
      [0, 1],
      [-1, 0],
      [1, 0],
    ] as const) {
      const space = spaceAt(column + x, row + y),
        top = view.board[space]?.at(-1);
      const guard = top
        ? view.seats.findIndex((seat) => seat.guarded && seat.loa === colourOf(top) && seat.side !== this.mySide)
        : -1;
      const baron = !!top && !!view.baron?.guarded && view.baron.loa === colourOf(top);
      if (top && (guard >= 0 || baron) && !jumps.some((act) => act.facts.over === space))
        return baron
          ? t("The Baron protects {colour}, so you can't jump over {space}.", { colour: COLOUR[colourOf(top)], space })
          : t("{player} protects {colour}, so you can't jump over {space}.", {
              player: this.table.name(guard),
              colour: COLOUR[colourOf(top)],
              space,
            });
    }
    return "";
  });

  // Selection
  /**
   * Select an option, or play it if it was selected; an option that only leads to a further choice is played at once.
   */
  choose(act: Act): void {
    this.notice = "";
    if (/loa$/.test(act.facts.kind)) return this.selectCard(act);
    const quiet =
      (!changesBoard(act) || act.facts.kind === "place") &&
      !(this.view && skipsSomethingFree(act, this.acts, this.view));
    if (quiet || this.table.preferences.fast || this.selectedId === act.id) this.table.act(act as never);
    else this.selectedId = act.id;
    if (isJump(act)) this.pickedSpace = act.facts.from ?? null;
  }
  /** Select a card, whatever it leads to. */
  selectCard(act: Act): void {
    if (this.selectedId === act.id) this.table.act(act as never);
    else this.selectedId = act.id;
  }
  skipWarning(act: Act): string {
    return this.view ? skipText(act, this.acts, this.view) : "";
  }

  tapSpace(space: Space): void {
    this.notice = "";
    const here = this.optionsBySpace.get(space) ?? [];
    if (this.acts.some(isJump)) return this.tapJump(space, here);
    if (this.lineOptions.length) {
      this.pickedSpace = this.pickedSpace === space ? null : space;
      this.selectedId = null;
    } else if (this.phase === "draft") this.tapDraft(space, here);
    else if (here.length) this.choose(this.nextOption(here));
    else if (this.acts.length) this.notice = t("Not possible here.");
  }
  /** Return the next of several options for one space: a die on top, or under the other. */
  private nextOption(here: readonly Act[]): Act {
    const now = here.findIndex((act) => act.id === this.selectedId);
    return here.length === 1 ? here[0]! : here[(now + 1) % here.length]!;
  }
  private tapJump(space: Space, here: readonly Act[]): void {
    const mine = this.pickedSpace ? (this.optionsBySpace.get(this.pickedSpace) ?? []) : [],
      land = mine.find((act) => act.facts.to === space),
      prey = mine.filter((act) => act.facts.over === space);
    this.tool = null;
    if (land) this.choose(land);
    else if (prey.length === 1) this.choose(prey[0]!);
    else if (here.length) {
      this.pickedSpace = this.pickedSpace === space && !this.selectedId ? null : space;
      this.selectedId = null;
    } else {
      const there = this.acts.filter((act) => act.facts.to === space || act.facts.over === space);
      if (there.length === 1) this.choose(there[0]!);
      else if (!there.length) this.askWhyNoJump(space);
    }
  }
  /** Ask why the picked die can't jump over or to this space, or what is wrong with this one. */
  private askWhyNoJump(space: Space): void {
    const from = this.pickedSpace ?? space,
      [c1, r1] = spacePosition(from),
      [c2, r2] = spacePosition(space);
    const far = Math.max(Math.abs(c2 - c1), Math.abs(r2 - r1));
    const over =
      far === 2 && (c1 + c2) % 2 === 0 && (r1 + r2) % 2 === 0
        ? spaceAt((c1 + c2) / 2, (r1 + r2) / 2)
        : far
          ? space
          : spaceAt(c1 + (c1 > 3 ? -1 : 1), r1);
    this.table.askWhyNot(`${from}x${over}`);
  }
  private tapDraft(space: Space, here: readonly Act[]): void {
    const fit = here.find((act) => act.facts.die === this.dieInHand);
    if (fit) this.choose(fit);
    else this.pickedSpace = this.pickedSpace === space ? null : space;
  }

  tapZone(side: number, place: number, die: DieName): void {
    this.notice = "";
    if (this.phase === "face" && side === this.mySide) this.dieInHand = this.dieInHand === die ? null : die;
    else if (this.phase.startsWith("exchange")) {
      const act = this.acts.find((each) => each.facts.side === side && each.facts.die === die);
      if (act) this.choose(act);
    } else if (side === this.mySide && this.atStep("C5").length) {
      this.chosenPlaces = this.chosenPlaces.includes(place)
        ? this.chosenPlaces.filter((each) => each !== place)
        : [...this.chosenPlaces, place];
      this.tool = "bank";
      const whole = this.bankOptions.find((act) => (act.facts.dice?.length ?? 1) === this.chosenPlaces.length);
      this.selectedId = this.chosenPlaces.length && whole ? whole.id : null;
    }
  }
  tapSpirit(side: number, die: DieName): void {
    const act = this.ofKind("steal").find((each) => each.facts.side === side && each.facts.die === die);
    if (act) this.choose(act);
  }
  /** Return true if a die of a zone can be touched now. */
  isTouchable(side: number, die: DieName, kind: "zone" | "spirit"): boolean {
    if (kind === "spirit") return this.ofKind("steal").some((act) => act.facts.side === side && act.facts.die === die);
    if (this.phase === "face") return side === this.mySide && this.acts.some((act) => act.facts.die === die);
    if (this.phase.startsWith("exchange"))
      return this.acts.some((act) => act.facts.side === side && act.facts.die === die);
    return side === this.mySide && this.atStep("C5").some((act) => (act.facts.dice ?? [act.facts.die]).includes(die));
  }
  turnToFace(face: Face): void {
    const act = optionForFace(this.faceOptions, face);
    if (act) this.choose(act);
  }

  /** Handle a press on a step of the turn. */
  pressStep(id: StepId): void {
    const acts = this.atStep(id),
      tool: Tool | null = id === "A" || id === "D" ? "power" : id === "C2" ? "turn" : id === "C5" ? "bank" : null;
    this.notice = "";
    if (!acts.length && !(tool === "power" && this.unusablePowers.length && !this.captured)) {
      this.notice = this.acts.length ? (this.view?.steps.find((step) => step.id === id)?.why ?? "") : "";
    } else if (tool) {
      this.tool = this.tool === tool ? null : tool;
      this.selectedId = this.pickedSpace = null;
      this.chosenPlaces = [];
    } else if (id !== "B") this.choose(acts[0]!);
  }
  /** End the turn, after a warning if it would give something up. */
  endTurn(): void {
    const end = this.ofKind("end")[0];
    if (end) this.choose(end);
    else
      this.notice = !this.acts.length
        ? ""
        : this.acts.some(isJump)
          ? t("You must jump before your turn can end.")
          : t("Finish this first.");
  }
  clearChoice(): void {
    if (this.selectedId) this.selectedId = null;
    else if (this.tool ?? this.dieInHand) this.tool = this.dieInHand = null;
    else this.pickedSpace = null;
    this.chosenPlaces = [];
    this.notice = "";
  }

  pressKey(name: string): boolean {
    if (/^[1-9]$/.test(name)) return this.pressDigit(Number(name) - 1);
    if (name === "e") {
      this.endTurn();
      return true;
    }
    const step = STEP_KEYS[name];
    if (!step) return false;
    this.pressStep(step === "A" || step === "D" ? (this.atStep("A").length ? "A" : "D") : step);
    return true;
  }
  thingForKey(name: string): string | null {
    const act = this.listedOptions[Number(name) - 1];
    return act && isJump(act) ? `space:${act.facts.from}` : null;
  }
  private pressDigit(place: number): boolean {
    if (this.faceOptions.length) this.turnToFace("OVFGSX"[place] as Face);
    else if (this.phase === "face" || this.phase === "draft")
      this.dieInHand = [...new Set(this.listedOptions.map((act) => act.facts.die!))][place] ?? null;
    else if (this.listedOptions[place]) this.choose(this.listedOptions[place]);
    else if (this.phase === "steps" && !this.tool && place < 5) this.pressStep(`C${place + 1}` as StepId);
    else return false;
    return true;
  }

  // Buttons
  readonly buttons = $derived.by<ActionButton[]>(() => {
    const { acts, view } = this;
    if (!acts.length || !view) return [];
    const go = this.selected ?? (this.tool ? null : defaultOption(acts, view)),
      keys: ActionButton[] = [];
    if (go) keys.push({ ...this.buttonFor(go, view), primary: true });
    else
      keys.push({
        label: this.waitLabel(),
        note: "",
        option: null,
        primary: true,
        disabledReason: this.chosenPlaces.length
          ? t("these dice are not a set")
          : this.pickedSpace && this.listedOptions.length
            ? tn("{n} option from {space}", "{n} options from {space}", this.listedOptions.length, {
                space: this.pickedSpace,
              })
            : this.waitReason(),
      });
    return keys;
  });
  private waitLabel(): string {
    if (this.tool === "turn") return t("Choose a face");
    if (this.tool === "power") return t("Choose a power");
    if (this.tool === "bank") return t("Choose dice");
    if (this.phase === "draft" && this.dieInHand) return t("Choose a space");
    if (this.phase === "face" && this.dieInHand) return t("Choose a face");
    return this.acts.some(isJump) || this.phase !== "turn"
      ? (WAIT_LABELS[this.phase] ?? t("Choose"))
      : t("Choose a power");
  }
  private waitReason(): string {
    if (this.phase.endsWith("loa")) return t("choose one of the cards");
    if (this.tool === "bank" || (!this.dieInHand && /^(face|steal|exchange)/.test(this.phase)))
      return t("tap it, or choose from the list");
    return (this.tool ?? this.phase === "face")
      ? t("choose from the list")
      : t("tap the board, or choose from the list");
  }
  private buttonFor(act: Act, view: View): Omit<ActionButton, "primary"> {
    const words = buttonText(act, view),
      { side } = act.facts,
      label = words.label,
      lost = this.skipWarning(act);
    const note = side === undefined ? words.note : this.ownerText(side);
    return {
      label,
      note: [lost && (act.facts.kind === "end" || act.facts.step === "C5") ? "" : note, lost]
        .filter(Boolean)
        .join(" · "),
      option: act as never,
    };
  }

  readonly ticker = "";

  // Seats
  readonly goal = $derived.by<string>(() => {
    const view = this.view;
    if (!view) return "";
    if (view.trigger && view.phase !== "over") return t("round {round} · final round", { round: view.round });
    return view.round
      ? t("round {round} · {points} points end the game", { round: view.round, points: view.threshold })
      : t("{points} points end the game", { points: view.threshold });
  });
  readonly winner = $derived(this.view?.winner ?? null);
  readonly verdict = $derived.by<string | null>(() => {
    const view = this.view,
      [mine, other] = view?.final?.sides ?? [];
    if (view?.mode === "solo" && mine && other)
      return view.winner === null
        ? t("The Baron wins, {points} to {points2}", { points: other.total, points2: mine.total })
        : this.mySide === null
          ? t("{player} beats the Baron, {points} to {points2}", {
              player: this.sideName(0),
              points: mine.total,
              points2: other.total,
            })
          : t("You beat the Baron, {points} to {points2}", { points: mine.total, points2: other.total });
    if (view?.mode !== "teams" || view.winner === null) return null;
    const side = view.seats[view.winner]!.side;
    return t("{players} win with {points}", { players: this.sideName(side), points: view.sides[side]!.vp });
  });
  total(seat: number): number | null {
    const seen = this.shownView?.seats[seat];
    return seen
      ? this.shownView!.phase === "over"
        ? seen.total
        : (this.shownView!.sides[seen.side]?.vp ?? seen.total)
      : null;
  }
  progress(seat: number): Progress | null {
    const total = this.total(seat);
    return total === null || !this.view ? null : { now: total / this.view.threshold, preview: 0, mark: null };
  }
  seatStatus(seat: number): string | null {
    const loa = this.shownView?.seats[seat]?.loa;
    return loa ? loaOf(loa).name : null;
  }
  seatStyle(seat: number): SeatStyle | null {
    const loa = this.shownView?.seats[seat]?.loa;
    return loa ? { hue: `loa-${loa}`, sign: `loa-${loa}` } : null;
  }

  // Events
  async animate(event: GameEvent, _rest: readonly GameEvent[], pace: Pace): Promise<void> {
    this.pickedSpace = this.selectedId = null;
    this.tool = null;
    await this.animation.animate(event, pace);
  }
  saveState(): () => void {
    const { pickedSpace, selectedId, tool } = this;
    return () => Object.assign(this, { pickedSpace, selectedId, tool });
  }
  showFrame(frame: StateFrame, same: boolean): void {
    const view = frame.view as unknown as View | null;
    if (!view) return;
    this.animation.showView(view);
    if (same) return;
    const moment = `${frame.number} ${frame.seat} ${frame.options.length}`;
    if (moment === this.questionKey) return; // somebody came or spoke
    this.questionKey = moment;
    this.pickedSpace = this.selectedId = null;
    this.tool = null;
    this.chosenPlaces = [];
    this.notice = "";
    const held =
      view.phase === "draft" && frame.options.some((option) => (option as never as Act).facts.die === this.dieInHand);
    const acts = frame.options as unknown as Act[];
    if (!held)
      this.dieInHand =
        view.phase === "face" && acts.some((act) => act.facts.die === view.captured)
          ? view.captured
          : view.phase === "draft"
            ? (acts[0]?.facts.die ?? null)
            : null;
    const only = [...new Set(acts.filter(isJump).map((act) => act.facts.from))];
    if (only.length === 1 && acts.every(isJump)) this.pickedSpace = only[0] ?? null;
    if (acts.length && acts.every((act) => act.facts.kind === "power")) this.tool = "power";
  }
}
