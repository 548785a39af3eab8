// The state of the board beside the frame: what is picked, what is aimed at, which list lies open. It matches touches to options and
// knows no rule.
import type { Board, Dress, Key, Progress, Table } from "../../game";
import type { Pace } from "../../kit/pace";
import type { GameEvent, StateFrame } from "../../types";
import { without } from "./apply";
import { type Act, bySpace, dear, isJump, keyWords, lineOf, loss, natural, ofFace, shows } from "./choice";
import { Scene } from "./scene.svelte";
import type { DieName, Face, Side, Space, Stacks, StepId, View } from "./types";
import { at, COLOUR, colourOf, lineSpaces, loaOf, spaceAt } from "./words";

export type Tool = "turn" | "power" | "bank";
const STEP_KEYS: Record<string, StepId> = { a: "A", o: "C1", t: "C2", f: "C3", b: "C4", c: "C5", d: "D" };
const WAITS: Record<string, string> = {
  loa: "Choose a Loa",
  "baron-loa": "Choose the Baron’s board",
  draft: "Choose a die",
  turn: "Choose a jump",
  capture: "Choose a jump",
  wata: "Choose a line",
  bwa: "Choose a stack",
  "bwa-top": "Choose where to",
  "bwa-next": "Choose where to",
  legba: "Choose a die",
  "legba-to": "Choose a space",
  erzulie: "Choose a die",
  "erzulie-with": "Choose the other die",
  face: "Choose a die",
  steal: "Choose a die",
  exchange: "Choose a die",
  "exchange-with": "Choose the other die",
};

export class Baron implements Board {
  /** the space in hand: whose jumps, lines or dice are shown */
  picked = $state<Space | null>(null);
  /** the option that the marigold key does */
  aimedId = $state<string | null>(null);
  tool = $state<Tool | null>(null);
  /** the die in hand, where dice are chosen: of the pool, or a place in your own zone */
  die = $state<DieName | null>(null);
  /** places in your own zone of dice chosen for the Spirit World */
  chosen = $state.raw<readonly number[]>([]);
  /** at the choice of Loas the cards may be laid aside */
  cardsAside = $state(false);
  hint = $state("");
  readonly scene: Scene;
  private moment = "";

  constructor(readonly table: Table) {
    this.scene = new Scene((sound) => table.sound(sound));
  }

  // what the server says ---------------------------------------------------------------------------------------------
  readonly view = $derived.by<View | null>(() => this.table.frame?.view as unknown as View | null);
  /** what is seen: the view, or what of it has been told */
  readonly shown = $derived.by<View | null>(() => this.scene.shown ?? this.view);
  readonly acts = $derived.by<Act[]>(() => this.table.options as unknown as Act[]);
  readonly phase = $derived(this.view?.phase ?? "");
  readonly mySide = $derived.by<number | null>(() => {
    const seat = this.table.frame?.seat;
    return seat === null || seat === undefined ? null : (this.view?.seats[seat]?.side ?? null);
  });
  readonly own = $derived<Side | null>(this.mySide === null ? null : (this.shown?.sides[this.mySide] ?? null));
  readonly aimed = $derived(this.acts.find((act) => act.id === this.aimedId) ?? null);
  readonly spaces = $derived(bySpace(this.acts));
  readonly lines = $derived(this.acts.filter((act) => lineOf(act)));
  readonly faces = $derived.by<Act[]>(() =>
    this.phase === "face"
      ? this.acts.filter((act) => act.facts.die === this.die)
      : this.tool === "turn"
        ? this.of("turn")
        : [],
  );

  /** the board with what is aimed at already done */
  readonly preview = $derived.by<Stacks | null>(() =>
    this.aimed && !isJump(this.aimed) ? (this.aimed.facts.changes ?? null) : null,
  );
  sideName(at: number): string {
    const seats = this.shown?.sides[at]?.seats ?? [];
    return seats.length ? seats.map((seat) => this.table.name(seat)).join(" & ") : "the Baron";
  }
  stack(space: Space): DieName[] {
    return this.preview?.[space] ?? this.shown?.board[space] ?? [];
  }
  of(kind: Act["facts"]["kind"]): Act[] {
    return this.acts.filter((act) => act.facts.kind === kind);
  }
  at(step: StepId): Act[] {
    return this.acts.filter((act) => act.facts.step === step && act.facts.kind !== "end");
  }

  /** the options that lie in the list beside the board; digits choose from it */
  readonly listed = $derived.by<Act[]>(() => {
    const { acts, phase, picked } = this;
    if (phase === "turn" || phase === "capture") {
      if (this.tool === "power" || !acts.some(isJump)) return this.of("power");
      return acts.filter((act) => isJump(act) && (!picked || act.facts.from === picked));
    }
    if (phase === "steps") return this.tool === "power" ? this.of("power") : this.tool === "bank" ? this.banks : [];
    if (phase === "wata" && picked)
      return acts.filter((act) => lineSpaces(lineOf(act)!.line, this.view!.area).includes(picked));
    if (phase === "draft") return this.die ? [] : acts;
    if (phase === "face") return this.die ? [] : acts;
    return acts;
  });
  /** what can go to the Spirit World, with the chosen dice in it, best first */
  readonly banks = $derived.by<Act[]>(() => {
    const wanted = this.chosenDice,
      dice = (act: Act): DieName[] => act.facts.dice ?? [act.facts.die!];
    const fits = (act: Act): boolean => without(dice(act), wanted).length === dice(act).length - wanted.length;
    return [...this.of("combo"), ...this.of("spirit")]
      .filter(fits)
      .toSorted((x, y) => (y.facts.points ?? 0) - (x.facts.points ?? 0));
  });
  readonly chosenDice = $derived(this.chosen.flatMap((place) => this.own?.zone[place] ?? []));

  /** the powers that can't be used now, each with its reason */
  readonly missing = $derived(this.acts.length ? (this.view?.powers ?? []).filter((power) => power.why) : []);
  private readonly captured = $derived(this.view?.captured ?? null);

  guarded(die: DieName): boolean {
    const colour = colourOf(die),
      view = this.shown;
    return (
      !!view &&
      (view.seats.some((seat) => seat.guarded && seat.loa === colour) ||
        (!!view.baron?.guarded && view.baron.loa === colour))
    );
  }

  /** a guarded die beside the die in hand: why there is no jump over it */
  readonly barred = $derived.by<string>(() => {
    const { picked, view } = this,
      jumps = picked ? (this.spaces.get(picked) ?? []) : [];
    if (!picked || !view || !jumps.every(isJump)) return "";
    const [column, row] = at(picked);
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
        return `${space} is barred: ${baron ? "the Baron" : this.table.name(guard)} guards ${COLOUR[colourOf(top)]}.`;
    }
    return "";
  });

  // choosing -------------------------------------------------------------------------------------------------------------
  /** first a look, then the deed; what leads on is done at once */
  choose(act: Act): void {
    this.hint = "";
    if (/loa$/.test(act.facts.kind)) return this.look(act);
    const quiet = (!shows(act) || act.facts.kind === "place") && !(this.view && dear(act, this.acts, this.view));
    if (quiet || this.table.prefs.fast || this.aimedId === act.id) this.table.act(act as never);
    else this.aimedId = act.id;
    if (isJump(act)) this.picked = act.facts.from ?? null;
  }
  /** a card is looked at first, whatever it leads to */
  look(act: Act): void {
    if (this.aimedId === act.id) this.table.act(act as never);
    else this.aimedId = act.id;
  }
  loses(act: Act): string {
    return this.view ? loss(act, this.acts, this.view) : "";
  }

  tap(space: Space): void {
    this.hint = "";
    const here = this.spaces.get(space) ?? [];
    if (this.acts.some(isJump)) return this.tapJump(space, here);
    if (this.lines.length) {
      this.picked = this.picked === space ? null : space;
      this.aimedId = null;
    } else if (this.phase === "draft") this.tapDraft(space, here);
    else if (here.length) this.choose(this.nextOf(here));
    else if (this.acts.length) this.hint = "Not possible here.";
  }
  /** several options at one space take turns: a die on top, or under the other */
  private nextOf(here: readonly Act[]): Act {
    const now = here.findIndex((act) => act.id === this.aimedId);
    return here.length === 1 ? here[0]! : here[(now + 1) % here.length]!;
  }
  private tapJump(space: Space, here: readonly Act[]): void {
    const mine = this.picked ? (this.spaces.get(this.picked) ?? []) : [],
      land = mine.find((act) => act.facts.to === space),
      prey = mine.filter((act) => act.facts.over === space);
    this.tool = null;
    if (land) this.choose(land);
    else if (prey.length === 1) this.choose(prey[0]!);
    else if (here.length) {
      this.picked = this.picked === space && !this.aimedId ? null : space;
      this.aimedId = null;
    } else {
      const there = this.acts.filter((act) => act.facts.to === space || act.facts.over === space);
      if (there.length === 1) this.choose(there[0]!);
      else if (!there.length) this.whyNot(space);
    }
  }
  /** why there is no jump from the die in hand over, or to, this space; or none with what stands here */
  private whyNot(space: Space): void {
    const from = this.picked ?? space,
      [c1, r1] = at(from),
      [c2, r2] = at(space);
    const far = Math.max(Math.abs(c2 - c1), Math.abs(r2 - r1));
    const over =
      far === 2 && (c1 + c2) % 2 === 0 && (r1 + r2) % 2 === 0
        ? spaceAt((c1 + c2) / 2, (r1 + r2) / 2)
        : far
          ? space
          : spaceAt(c1 + (c1 > 3 ? -1 : 1), r1);
    this.table.why(`${from}x${over}`);
  }
  private tapDraft(space: Space, here: readonly Act[]): void {
    const fit = here.find((act) => act.facts.die === this.die);
    if (fit) this.choose(fit);
    else this.picked = this.picked === space ? null : space;
  }

  tapZone(side: number, place: number, die: DieName): void {
    this.hint = "";
    if (this.phase === "face" && side === this.mySide) this.die = this.die === die ? null : die;
    else if (this.phase.startsWith("exchange")) {
      const act = this.acts.find((each) => each.facts.side === side && each.facts.die === die);
      if (act) this.choose(act);
    } else if (side === this.mySide && this.at("C5").length) {
      this.chosen = this.chosen.includes(place)
        ? this.chosen.filter((each) => each !== place)
        : [...this.chosen, place];
      this.tool = "bank";
      const whole = this.banks.find((act) => (act.facts.dice?.length ?? 1) === this.chosen.length);
      this.aimedId = this.chosen.length && whole ? whole.id : null;
    }
  }
  tapSpirit(side: number, die: DieName): void {
    const act = this.of("steal").find((each) => each.facts.side === side && each.facts.die === die);
    if (act) this.choose(act);
  }
  /** whether a die of a zone may be touched now */
  lit(side: number, die: DieName, kind: "zone" | "spirit"): boolean {
    if (kind === "spirit") return this.of("steal").some((act) => act.facts.side === side && act.facts.die === die);
    if (this.phase === "face") return side === this.mySide && this.acts.some((act) => act.facts.die === die);
    if (this.phase.startsWith("exchange"))
      return this.acts.some((act) => act.facts.side === side && act.facts.die === die);
    return side === this.mySide && this.at("C5").some((act) => (act.facts.dice ?? [act.facts.die]).includes(die));
  }
  turnTo(face: Face): void {
    const act = ofFace(this.faces, face);
    if (act) this.choose(act);
  }

  /** a step of the bar was pressed */
  step(id: StepId): void {
    const acts = this.at(id),
      tool: Tool | null = id === "A" || id === "D" ? "power" : id === "C2" ? "turn" : id === "C5" ? "bank" : null;
    this.hint = "";
    if (!acts.length && !(tool === "power" && this.missing.length && !this.captured)) {
      this.hint = this.acts.length ? (this.view?.steps.find((step) => step.id === id)?.why ?? "") : "";
    } else if (tool) {
      this.tool = this.tool === tool ? null : tool;
      this.aimedId = this.picked = null;
      this.chosen = [];
    } else if (id !== "B") this.choose(acts[0]!);
  }
  /** the end of the turn: what it would give up is said first */
  endTurn(): void {
    const end = this.of("end")[0];
    if (end) this.choose(end);
    else
      this.hint = !this.acts.length
        ? ""
        : this.acts.some(isJump)
          ? "The jump is a must: a turn ends after it."
          : "Finish this first.";
  }
  clear(): void {
    if (this.aimedId) this.aimedId = null;
    else if (this.tool ?? this.die) this.tool = this.die = null;
    else this.picked = null;
    this.chosen = [];
    this.hint = "";
  }

  key(name: string): boolean {
    if (/^[1-9]$/.test(name)) return this.digit(Number(name) - 1);
    if (name === "e") {
      this.endTurn();
      return true;
    }
    const step = STEP_KEYS[name];
    if (!step) return false;
    this.step(step === "A" || step === "D" ? (this.at("A").length ? "A" : "D") : step);
    return true;
  }
  touches(name: string): string | null {
    const act = this.listed[Number(name) - 1];
    return act && isJump(act) ? `space:${act.facts.from}` : null;
  }
  private digit(place: number): boolean {
    if (this.faces.length) this.turnTo("OVFGSX"[place] as Face);
    else if (this.phase === "face" || this.phase === "draft")
      this.die = [...new Set(this.listed.map((act) => act.facts.die!))][place] ?? null;
    else if (this.listed[place]) this.choose(this.listed[place]);
    else if (this.phase === "steps" && !this.tool && place < 5) this.step(`C${place + 1}` as StepId);
    else return false;
    return true;
  }

  // the keys ---------------------------------------------------------------------------------------------------------------
  readonly keys = $derived.by<Key[]>(() => {
    const { acts, view } = this;
    if (!acts.length || !view) return [];
    const go = this.aimed ?? (this.tool ? null : natural(acts, view)),
      keys: Key[] = [];
    if (go) keys.push({ ...this.asKey(go, view), go: true });
    else
      keys.push({
        label: this.wait(),
        note: "",
        option: null,
        go: true,
        why: this.chosen.length
          ? "no combo of these alone"
          : this.picked && this.listed.length
            ? `${this.listed.length} possible from ${this.picked}`
            : this.where(),
      });
    return keys;
  });
  private wait(): string {
    if (this.tool === "turn") return "Choose a face";
    if (this.tool === "power") return "Choose a power";
    if (this.tool === "bank") return "Choose dice";
    if (this.phase === "draft" && this.die) return "Choose a space";
    if (this.phase === "face" && this.die) return "Choose a face";
    return this.acts.some(isJump) || this.phase !== "turn" ? (WAITS[this.phase] ?? "Choose") : "Choose a power";
  }
  private where(): string {
    if (this.phase.endsWith("loa")) return "one of the cards";
    if (this.tool === "bank" || (!this.die && /^(face|steal|exchange)/.test(this.phase)))
      return "where it lies, or from the list";
    return (this.tool ?? this.phase === "face") ? "from the list" : "on the board, or from the list";
  }
  private asKey(act: Act, view: View): Omit<Key, "go"> {
    const words = keyWords(act, view),
      { side } = act.facts,
      label = words.label,
      lost = this.loses(act);
    const note = side === undefined ? words.note : side === this.mySide ? "yours" : `of ${this.sideName(side)}`;
    return {
      label,
      note: [lost && (act.facts.kind === "end" || act.facts.step === "C5") ? "" : note, lost]
        .filter(Boolean)
        .join(" · "),
      option: act as never,
    };
  }

  readonly ticker = "";

  // seats ------------------------------------------------------------------------------------------------------------------
  readonly goal = $derived.by<string>(() => {
    const view = this.view;
    if (!view) return "";
    if (view.trigger && view.phase !== "over") return `round ${view.round} · the last round`;
    return view.round
      ? `round ${view.round} · ${view.threshold} points start the end`
      : `${view.threshold} points start the end`;
  });
  readonly winner = $derived(this.view?.winner ?? null);
  readonly verdict = $derived.by<string | null>(() => {
    const view = this.view,
      [mine, other] = view?.final?.sides ?? [];
    if (view?.mode === "solo" && mine && other)
      return view.winner === null
        ? `The Baron wins, ${other.total} to ${mine.total}`
        : `You beat the Baron, ${mine.total} to ${other.total}`;
    if (view?.mode !== "teams" || view.winner === null) return null;
    const side = view.seats[view.winner]!.side;
    return `${this.sideName(side)} win with ${view.sides[side]!.vp}`;
  });
  total(seat: number): number | null {
    const seen = this.shown?.seats[seat];
    return seen ? (this.shown!.phase === "over" ? seen.total : (this.shown!.sides[seen.side]?.vp ?? seen.total)) : null;
  }
  progress(seat: number): Progress | null {
    const total = this.total(seat);
    return total === null || !this.view ? null : { now: total / this.view.threshold, preview: 0, mark: null };
  }
  state(seat: number): string | null {
    const loa = this.shown?.seats[seat]?.loa;
    return loa ? loaOf(loa).name : null;
  }
  dress(seat: number): Dress | null {
    const loa = this.shown?.seats[seat]?.loa;
    return loa ? { hue: `loa-${loa}`, sign: `loa-${loa}` } : null;
  }

  // told by the table ------------------------------------------------------------------------------------------------------------
  async tell(event: GameEvent, _rest: readonly GameEvent[], pace: Pace): Promise<void> {
    this.picked = this.aimedId = null;
    this.tool = null;
    await this.scene.tell(event, pace);
  }
  keep(): () => void {
    const { picked, aimedId, tool } = this;
    return () => Object.assign(this, { picked, aimedId, tool });
  }
  settle(frame: StateFrame, same: boolean): void {
    const view = frame.view as unknown as View | null;
    if (!view) return;
    this.scene.settle(view);
    if (same) return;
    const moment = `${frame.number} ${frame.seat} ${frame.options.length}`;
    if (moment === this.moment) return; // somebody came, or said something
    this.moment = moment;
    this.picked = this.aimedId = null;
    this.tool = null;
    this.chosen = [];
    this.hint = "";
    const held =
      view.phase === "draft" && frame.options.some((option) => (option as never as Act).facts.die === this.die);
    const acts = frame.options as unknown as Act[];
    if (!held)
      this.die =
        view.phase === "face" && acts.some((act) => act.facts.die === view.captured)
          ? view.captured
          : view.phase === "draft"
            ? (acts[0]?.facts.die ?? null)
            : null;
    const only = [...new Set(acts.filter(isJump).map((act) => act.facts.from))];
    if (only.length === 1 && acts.every(isJump)) this.picked = only[0] ?? null;
    if (acts.length && acts.every((act) => act.facts.kind === "power")) this.tool = "power";
  }
}
