// The board of Dicetopia: the selection, the opened details, and the options that touches stand for. It contains no
// rules.
import type { Board, ActionButton, Table } from "../game-ui";
import type { Pace } from "../../shared/animation-pace";
import { t, tn } from "../../shared/i18n";
import { joinWithAnd } from "../../shared/text-format";
import type { GameEvent, Hint, StateFrame } from "../../contract/messages";
import { areaOf, boardOf, thingAt } from "./apply-event";
import {
  type LabelContext,
  pathKind,
  buttonText,
  leadsOn,
  PLACE_LETTERS,
  defaultOption,
  touchablePlaces,
  pathName,
  optionPlacement,
  thingAfter,
} from "./options";
import { factionOf } from "./factions";
import { EventAnimation } from "./event-animation.svelte";
import { starTexts, firstLossText, isWorthShowing, type TurnStep, stepForOption, titleFromId } from "./option-effects";
import type {
  Act,
  Area,
  AreaId,
  DieName,
  Mission,
  StarSource,
  Place,
  Thing,
  EventFacts,
  OptionFacts,
  View,
} from "./view";
import { pieceOf, titleCase, SHORT, slotOf, spaceOf, type TileId } from "./texts";

export type Tool = "stock" | "token";
/** What a phone shows enlarged: a tile, a seat's board, the list of options, or your Missions. */
export type OpenedDetail = TileId | `seat-${number}` | "list" | "hand" | "";
const SECRET_PHASES = new Set(["missions", "return", "connect", "leave"]);
const COUNT_PHASES = new Set(["draft", "clone", "blockade", "leave", "over"]);
/** The phases before the hand is yours, or after its stars were added to the total. */
const PHASES_WITHOUT_HAND = new Set(["missions", "over"]);
const WAIT_LABELS: Record<string, string> = {
  second: t("Choose the other one"),
  value: t("Choose a value"),
  missions: t("Choose a Mission"),
  return: t("Choose a Mission"),
  leave: t("Choose a Mission"),
  faction: t("Choose a faction"),
  connect: t("Put one back"),
  hypnosis: t("Choose an area"),
  transcend: t("Choose an Action"),
  draft: t("Choose a die"),
  robin: t("Choose a die"),
  stock: t("Choose a cube"),
};

export class DicetopiaBoard implements Board {
  /** The option that the primary button plays. */
  selectedId = $state<string | null>(null);
  tool = $state<Tool | null>(null);
  /** A place with several options: the list shows only its own. */
  pickedPlace = $state<Place | null>(null);
  openedDetail = $state<OpenedDetail>("");
  /** True if the player opened the detail; otherwise the turn did. */
  openedByHand = $state(false);
  /** The tile or board in which a digit chooses. */
  focusedArea = $state<string | null>(null);
  /** On a shared device: the seat whose Missions are uncovered. */
  uncoveredSeat = $state<number | null>(null);
  /** True if the cards to choose from are put aside to look at the city. */
  cardsAside = $state(false);
  /** True if the city is shown after the match in place of the count. */
  viewingCity = $state(false);
  /** The steps of this turn, as this browser saw them. */
  turnSteps = $state.raw<readonly TurnStep[]>([]);
  phone = $state(false);
  readonly animation: EventAnimation;
  private lastTurn = -1;
  /** The phase of the last question. */
  private lastPhase = "";
  /** The seat of `turnSteps`; on a shared device another seat may act in between. */
  private stepsSeat: number | null = null;

  constructor(readonly table: Table) {
    this.animation = new EventAnimation((sound) => table.playSound(sound));
    const narrow = matchMedia("(max-width: 760px), (max-height: 600px)"),
      look = (): void => void (this.phone = narrow.matches);
    narrow.addEventListener("change", look);
    look();
  }

  // What the server sends
  readonly view = $derived.by<View | null>(() => this.table.frame?.view as unknown as View | null);
  /** The view with the events that were shown so far. */
  readonly shownView = $derived.by<View | null>(() => this.animation.shownView ?? this.view);
  readonly mySeat = $derived.by<number | null>(() => this.table.frame?.seat ?? null);
  readonly sharedDevice = $derived.by<boolean>(() => (this.table.frame?.me.length ?? 0) > 1);
  readonly phase = $derived(this.view?.phase ?? "");
  /** True if your Missions are visible: always on a device of your own, else to choose one of them or after a tap. */
  readonly handOpen = $derived.by<boolean>(
    () =>
      !this.sharedDevice || this.uncoveredSeat === this.mySeat || (this.table.myTurn && SECRET_PHASES.has(this.phase)),
  );
  readonly handCovered = $derived.by<boolean>(() => !this.handOpen && !this.over);
  readonly acts = $derived.by<Act[]>(() => this.table.options as unknown as Act[]);
  readonly hand = $derived.by<Mission[]>(() => this.shownView?.hand ?? []);
  readonly choosingSeat = $derived(this.mySeat ?? 0);
  readonly over = $derived.by<boolean>(() => this.table.frame?.table.phase === "over" && !this.table.busy);
  readonly names = $derived.by<readonly string[]>(() => this.table.names);
  /** The seats beside the city; your own board is in the action bar until the end. */
  readonly otherSeats = $derived.by<number[]>(() => {
    const n = this.shownView?.seats.length ?? 0;
    return Array.from({ length: n }, (_, i) => (this.mySeat === null ? i : (this.mySeat + 1 + i) % n)).filter(
      (seat) => this.viewingCity || seat !== this.mySeat,
    );
  });

  thingAt(place: Place): Thing {
    return this.animation.tumblingDice[place] ?? (this.shownView ? thingAt(this.shownView, place) : null);
  }
  boardOf(seat: number): Thing[] {
    return this.shownView
      ? boardOf(this.shownView, seat).map((thing, i) => this.animation.tumblingDice[`p${seat + 1}-${i + 1}`] ?? thing)
      : [];
  }
  areaOf(id: AreaId): Area | undefined {
    return this.shownView ? areaOf(this.shownView, id) : undefined;
  }
  isProtected(place: Place): boolean {
    const slot = slotOf(place);
    return !!slot && (this.shownView?.seats[slot.seat]?.protected.includes(slot.slot + 1) ?? false);
  }

  // What an option would change
  readonly selected = $derived(this.acts.find((act) => act.id === this.selectedId) ?? null);
  areaAfter(id: AreaId): Area | null {
    return this.selected?.facts.areas[id] ?? null;
  }
  thingAfter(place: Place): Thing | undefined {
    return this.selected ? thingAfter(this.selected, place) : undefined;
  }
  visibleParts(act: Act): StarSource[] {
    return act.facts.parts.filter((part) => this.handOpen || part.what !== "mission");
  }
  visibleGain(act: Act): number | null {
    if (act.facts.gain === null) return null;
    const hidden = this.handOpen
      ? 0
      : act.facts.parts
          .filter((part) => part.what === "mission" && part.seat === this.choosingSeat)
          .reduce((sum, part) => sum + part.points, 0);
    return act.facts.gain - hidden;
  }
  /** Return by how much the selected option would change a seat's stars. */
  gainOf(seat: number): number {
    if (!this.selected) return 0;
    return (seat === this.mySeat ? this.visibleGain(this.selected) : this.selected.facts.gains?.[seat]) ?? 0;
  }
  missionGain(id: string): number {
    return (this.selected?.facts.parts ?? [])
      .filter((part) => part.mission === id && part.seat === this.mySeat)
      .reduce((sum, part) => sum + part.points, 0);
  }
  /** Return the stars if it ended now; your own with your Missions, of which at most two count. */
  starsOf(seat: number): number {
    const total = this.shownView?.seats[seat]?.total ?? 0;
    return seat === this.mySeat && this.handOpen && !PHASES_WITHOUT_HAND.has(this.shownView?.phase ?? "")
      ? total +
          this.hand
            .map((mission) => mission.now ?? 0)
            .sort((a, b) => b - a)
            .slice(0, 2)
            .reduce((sum, stars) => sum + stars, 0)
      : total;
  }
  readonly selectedStep = $derived.by<TurnStep | null>(() => {
    const step = this.selected && this.view ? this.describeStep(this.selected) : null;
    return step && isWorthShowing(step) ? step : null;
  });
  private describeStep(act: Act): TurnStep {
    const parts = this.visibleParts(act),
      step = stepForOption(act, this.view!, this.choosingSeat, this.visibleGain(act), this.table.frame?.number ?? 0);
    return {
      ...step,
      starTexts: starTexts(
        parts,
        this.choosingSeat,
        new Map(this.hand.map((mission) => [mission.id, titleCase(mission.name)])),
        act.facts.area,
      ),
    };
  }
  readonly turnGain = $derived.by<number | null>(() => {
    const all = [...this.turnSteps, ...(this.selectedStep ? [this.selectedStep] : [])];
    return this.turnSteps.length && this.selectedStep?.gain != null
      ? all.reduce((sum, step) => sum + (step.gain ?? 0), 0)
      : null;
  });

  // What can be touched
  readonly optionsByPlace = $derived.by<ReadonlyMap<Place, Act[]>>(() => {
    const found = new Map<Place, Act[]>();
    for (const act of this.acts) {
      if (
        optionPlacement(act) === "token" &&
        this.tool !== "token" &&
        this.acts.some((each) => optionPlacement(each) === "place")
      )
        continue;
      for (const place of touchablePlaces(act, this.choosingSeat)) found.set(place, [...(found.get(place) ?? []), act]);
    }
    return found;
  });
  optionsAt(place: Place): Act[] {
    return this.optionsByPlace.get(place) ?? [];
  }
  areaAct(id: string): Act | undefined {
    return this.acts.find((act) => pathKind(act) === "area" && pathName(act) === id);
  }
  seatAct(seat: number): Act | undefined {
    return this.acts.find((act) => pathKind(act) === "seat" && pathName(act) === String(seat));
  }
  stockAct(colour: string, way: "up" | "down"): Act | undefined {
    return this.acts.find((act) => act.path[0] === `stock:${colour}-${way}`);
  }
  placedIn(where: ReturnType<typeof optionPlacement>): Act[] {
    return this.acts.filter((act) => optionPlacement(act) === where);
  }
  /** True if dice or spaces are to be chosen: then the rest is dimmed. */
  readonly choosing = $derived(this.acts.some((act) => optionPlacement(act) === "place"));
  /** The options in the list; digits choose from it. */
  readonly listedOptions = $derived.by<Act[]>(() => {
    if (this.tool) return this.placedIn(this.tool);
    const list = this.placedIn("list").filter((act) => pathKind(act) !== "faction"),
      own = this.phase === "stock" ? this.placedIn("stock") : [];
    const here = this.pickedPlace ? this.optionsAt(this.pickedPlace) : [];
    return here.length > 1 ? here : [...list, ...own];
  });
  /** The Missions to choose from, if they are not shown as cards. */
  readonly missionOptions = $derived.by<Act[]>(() => (this.phase === "missions" ? [] : this.placedIn("mission")));
  readonly choosingCards = $derived.by<boolean>(
    () => (this.phase === "missions" || this.phase === "faction") && this.acts.length > 0,
  );
  readonly otherActions = $derived(this.placedIn("else"));

  choose(act: Act): void {
    if (this.selectedId === act.id || this.table.preferences.fast || leadsOn(act)) this.table.act(act as never);
    else this.selectedId = act.id;
  }
  openDetail(what: OpenedDetail): void {
    this.openedDetail = what;
    this.openedByHand = true;
  }
  tapPlace(place: Place): void {
    const here = this.optionsAt(place),
      space = spaceOf(place),
      slot = slotOf(place);
    this.openedDetail = space
      ? space.area
      : slot && slot.seat !== this.mySeat
        ? `seat-${slot.seat}`
        : this.openedDetail;
    if (here.length === 1) this.choose(here[0]!);
    else if (here.length) {
      this.pickedPlace = this.pickedPlace === place ? null : place;
      this.selectedId = null;
      if (this.phone) this.openedDetail = "list";
    } else if (this.acts.length) this.table.askWhyNot(`touch ${place.replace("-", " ")}`);
  }
  toggleTool(tool: Tool): void {
    this.tool = this.tool === tool ? null : tool;
    this.selectedId = this.pickedPlace = null;
    if (this.phone) this.openedDetail = tool === "stock" && this.tool ? "stock" : "list";
  }
  /** Open what a hint would touch, where only one detail is visible at a time. */
  applyHint({ facts }: Hint): void {
    const place = (facts as unknown as OptionFacts).place ?? "",
      slot = slotOf(place);
    this.openedDetail =
      spaceOf(place)?.area ?? (slot && slot.seat !== this.mySeat ? `seat-${slot.seat}` : this.openedDetail);
  }
  clearChoice(): void {
    if (this.selectedId) this.selectedId = null;
    else this.tool = this.pickedPlace = this.focusedArea = null;
  }

  toggleCity(): boolean {
    if (this.over) this.viewingCity = !this.viewingCity;
    return this.over;
  }
  pressKey(name: string): boolean {
    if (name === "e" && this.toggleCity()) return true;
    if (/^[1-9]$/.test(name)) return this.pressDigit(Number(name));
    const one = (act: Act | undefined): boolean => {
      if (act) this.choose(act);
      return !!act;
    };
    if (name === "x" && this.placedIn("stock").length && this.phase !== "stock")
      return (this.toggleTool("stock"), true);
    if (name === "z" && this.placedIn("token").length) return (this.toggleTool("token"), true);
    if (name === "q")
      return one(
        this.otherActions.find((act) => !["break-out", "tentacle"].includes(pathName(act))) ??
          this.placedIn("key").find((act) => ["last-resort", "cancel"].includes(pathName(act))),
      );
    if (name === "t" && this.acts.some((act) => pathName(act) === "break-out"))
      return one(this.acts.find((act) => pathName(act) === "break-out"));
    if (name === "p" || name === "e") {
      const act = this.placedIn("key").find((each) =>
        (name === "e" ? ["end"] : ["pass", "enough", "play-on", "no-action"]).includes(pathName(each)),
      );
      if (act) this.table.act(act as never);
      return !!act;
    }
    const to = PLACE_LETTERS[name];
    if (!to) return false;
    this.focusedArea = to;
    if (to !== "own" && to !== "others") this.openDetail(to);
    const place = to === "own" ? ".mine6" : to === "others" ? ".others" : `[data-tile="${to}"]`,
      all = this.phone && to !== "own" && to !== "others" ? ".lens" : place;
    requestAnimationFrame(() =>
      (
        document.querySelector<HTMLElement>(`${all} [data-stop].legal`) ??
        document.querySelector<HTMLElement>(`${all} [data-stop]`)
      )?.focus(),
    );
    return true;
  }
  private pressDigit(n: number): boolean {
    const to = this.focusedArea,
      place = to === "own" ? `p${this.choosingSeat + 1}-${n}` : to === "prison" ? `cell-${n}` : `${to}-${n}`;
    const inList = [...document.querySelectorAll<HTMLElement>(".dealt [data-stop], .list [data-stop]")];
    const there = to && to !== "stock" && to !== "others" && (this.optionsAt(place).length || !inList.length); // if nothing there can be touched, the digit means the list
    const node = there ? document.querySelector<HTMLElement>(`button[data-place="${place}"]`) : inList[n - 1];
    node?.focus(); // so that Enter plays what was chosen
    node?.click();
    return !!node;
  }

  /** The two places of a selected swap. */
  readonly swapPair = $derived.by<readonly [Place, Place] | null>(() => {
    const from = this.view?.held?.place,
      to = this.selected?.facts.place;
    return from && to && from !== to && this.selected?.facts.changes[to] !== undefined ? [from, to] : null;
  });
  readonly labelContext = $derived.by<LabelContext>(() => ({
    me: this.choosingSeat,
    names: this.names,
    thingAt: (place) => this.thingAt(place),
    held: this.view?.held?.place ?? null,
    top: this.handOpen ? (this.view?.known.top[0] ?? null) : null,
    missionName: (id) => titleCase(this.hand.find((mission) => mission.id === id)?.name ?? titleFromId(id)),
  }));

  // Buttons
  readonly buttons = $derived.by<ActionButton[]>(() => {
    const { acts, view } = this;
    if (!acts.length || !view) return [];
    const go = this.selected ?? (this.tool ? null : defaultOption(acts)),
      quiet = this.placedIn("key").filter((act) => act !== go);
    const keys: ActionButton[] = quiet.map((act) => ({
      label: act.label,
      note: act.note,
      option: act as never,
      primary: false,
    }));
    if (go)
      return [
        ...keys,
        {
          ...buttonText(
            go,
            this.labelContext,
            this.visibleGain(go),
            firstLossText(go, view, this.choosingSeat, (seat) => this.table.name(seat)),
          ),
          option: go as never,
          primary: true,
        },
      ];
    if (this.leftTheList)
      return [
        ...keys,
        {
          label: t("Back to the list"),
          note: this.waitLabel(),
          option: null,
          primary: true,
          onPress: () => this.openDetail("list"),
        },
      ];
    return [
      ...keys,
      { label: this.waitLabel(), note: "", option: null, primary: true, disabledReason: this.waitReason() },
    ];
  });
  /** On a phone: true if another detail hides the list from which the player must choose. */
  private get leftTheList(): boolean {
    const listed = this.listedOptions.length + this.missionOptions.length > 0;
    return this.phone && listed && !this.tool && this.openedDetail !== "list" && !this.table.busy;
  }
  private waitLabel(): string {
    if (this.tool === "stock") return t("Choose a cube");
    if (this.listedOptions.length && this.choosing) return t("Choose one");
    const people = [...this.optionsByPlace.keys()].every((place) => pieceOf(this.thingAt(place)));
    return (
      WAIT_LABELS[this.phase] ?? (this.choosing ? (people ? t("Choose an Agent") : t("Choose a die")) : t("Choose"))
    );
  }
  private waitReason(): string {
    if (this.choosingCards)
      return this.phase === "missions" ? t("you keep the others") : t("you have its ability all game");
    if (this.tool || this.listedOptions.length || this.missionOptions.length || !this.optionsByPlace.size)
      return t("from the list");
    return tn("you can choose {n}", "you can choose from {n}", this.optionsByPlace.size);
  }
  readonly ticker = "";

  // Seats
  readonly goal = $derived.by<string>(() => {
    const view = this.shownView;
    if (!view || view.phase === "over") return "";
    if (COUNT_PHASES.has(view.phase)) return t("scoring");
    if (!view.round || view.phase === "missions" || view.phase === "faction")
      return [t("before the first round"), view.scenario?.name ?? ""].filter(Boolean).join(" · ");
    return [
      view.round > view.rounds
        ? t("saved turn")
        : t("round {round} of {rounds}", { round: view.round, rounds: view.rounds }),
      view.began === this.mySeat ? t("you began") : t("{player} began", { player: this.table.name(view.began) }),
      view.scenario?.name ?? "",
    ]
      .filter(Boolean)
      .join(" · ");
  });
  readonly winner = $derived.by<number | null>(() => this.view?.winner?.[0] ?? null);
  readonly verdict = $derived.by<string | null>(() => {
    const winners = this.view?.winner ?? [];
    return winners.length > 1
      ? t("{players} share the win with {stars} stars", {
          players: joinWithAnd(winners.map((seat) => this.table.name(seat))),
          stars: this.view!.seats[winners[0]!]!.total,
        })
      : null;
  });
  total(seat: number): number | null {
    return this.shownView?.seats[seat]?.total ?? null;
  }
  progress(): null {
    return null;
  }
  seatStatus(seat: number): string | null {
    return factionOf(this.shownView?.seats[seat]?.faction)?.name ?? null;
  }

  // Events
  async animate(event: GameEvent, _rest: readonly GameEvent[], pace: Pace): Promise<void> {
    if (event.seat === this.mySeat) this.recordStep(event);
    else if (this.openedDetail in SHORT)
      this.openedDetail = spaceOf((event.facts as Partial<EventFacts>).place ?? "")?.area ?? this.openedDetail;
    await this.animation.animate(event, pace);
  }
  /** Record your own option, to which these events belong, as a step of this turn. */
  private recordStep(event: GameEvent): void {
    const frame = this.table.frame,
      act = frame?.options.find((each) => each.id === this.selectedId) as unknown as Act | undefined;
    if (
      act &&
      frame &&
      this.view &&
      event.kind !== "turn" &&
      optionPlacement(act) !== "mission" &&
      pathKind(act) !== "key"
    ) {
      const step = { ...this.describeStep(act), number: frame.number };
      if (isWorthShowing(step))
        this.turnSteps = [
          ...this.turnSteps,
          event.kind.endsWith("reroll") ? { ...step, other: event.facts.die as DieName } : step,
        ];
    }
    this.selectedId = null;
  }
  saveState(): () => void {
    const { selectedId, openedDetail } = this;
    return () => Object.assign(this, { selectedId, openedDetail });
  }
  showFrame(frame: StateFrame, same: boolean): void {
    const view = frame.view as unknown as View | null;
    if (!view) return;
    this.animation.showView(view);
    if (same) return;
    if (view.turn !== this.lastTurn || frame.seat !== this.stepsSeat || view.phase === "missions") this.turnSteps = [];
    if (frame.table.phase !== "over") this.viewingCity = false;
    else if (this.lastPhase !== "over") this.viewingCity = true; // a reader who comes back later sees the city first
    this.stepsSeat = frame.seat;
    this.lastTurn = view.turn;
    this.turnSteps = this.turnSteps.filter((step) => step.number < frame.number);
    this.selectedId = this.pickedPlace = this.tool = this.focusedArea = null;
    this.cardsAside = false;
    const revealed = SECRET_PHASES.has(this.lastPhase) && !SECRET_PHASES.has(view.phase); // the secret phase is over
    this.lastPhase = view.phase;
    if (revealed || this.uncoveredSeat !== frame.seat || !frame.acting.includes(frame.seat ?? -1))
      this.uncoveredSeat = null;
    this.openFirstDetail(view, frame);
  }
  /** Open the detail that a phone shows first. */
  private openFirstDetail(view: View, frame: StateFrame): void {
    if (this.openedByHand && !frame.options.length && !this.sharedDevice) return; // a waiting player goes on reading
    this.openedByHand = false;
    const acts = frame.options as unknown as Act[],
      list = acts.some((act) => ["list", "mission"].includes(optionPlacement(act))) || view.phase === "stock";
    const held = view.held?.place ? spaceOf(view.held.place)?.area : null,
      places = acts.flatMap((act) => touchablePlaces(act, frame.seat ?? 0).slice(0, 1));
    const placed = places.find(spaceOf),
      rival = places.map(slotOf).find((slot) => slot && slot.seat !== frame.seat);
    if (list || (!places.length && acts.some((act) => optionPlacement(act) === "else"))) this.openedDetail = "list";
    else if (held) this.openedDetail = held;
    else if (rival && !placed) this.openedDetail = `seat-${rival.seat}`;
    else if (!(this.openedDetail in SHORT) || this.openedDetail === "stock")
      this.openedDetail = view.entered ?? (placed ? spaceOf(placed)!.area : "agency");
  }
}
