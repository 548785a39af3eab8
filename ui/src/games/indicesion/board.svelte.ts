// The board of inDICEsion: the throw in the hand, the camera, and what is pointed at. It contains no rules.
import type { ActionButton, Board, SeatStyle, Table } from "../game-ui";
import type { Pace } from "../../shared/animation-pace";
import { t, tn } from "../../shared/i18n";
import { fillInNames } from "../../shared/text-format";
import type { GameEvent, Hint, StateFrame } from "../../contract/messages";
import { Aim, type Dial } from "./aim.svelte";
import { ThrowOdds } from "./throw-odds.svelte";
import { SavedThrows, type SavedThrow, isSameThrow } from "./saved-throws.svelte";
import { pulledPosition, ringPosition } from "./pull-back";
import { type Placement, piecePlacement, barrelPlacement } from "./placement-preview";
import { boardBelow, distanceToBoard } from "./ideal-flight";
import type { TableCamera } from "./camera";
import { EventAnimation } from "./event-animation.svelte";
import { distanceBetween } from "./geometry";
import type { ShownBodies } from "./shown-body";
import type { Act, Bodies, Id, OptionFacts, Phase, PracticeFacts, SeatView, ThrowEstimate, Vec, View } from "./view";
import { atBoard, colourOf, dieWords, isBoard, isDie, onBoard, POWERS, rulingText, THROW_WORDS } from "./texts";

const FLAT_KEY = "dicehouse.foam.flat";
const PRESETS = ["drop", "lob", "knock"] as const;
export type Preset = (typeof PRESETS)[number];

export class IndicesionBoard implements Board {
  readonly aim: Aim;
  readonly animation: EventAnimation;
  readonly odds: ThrowOdds;
  readonly savedThrows = new SavedThrows();
  fromAbove = $state(false);
  /** True if the table is drawn flat, by choice or because there is no WebGL. */
  flat = $state(false);
  canDraw3D = $state(true);
  /** What is said about a slow 3D view: it is offered to draw flat, or the view was switched to flat. */
  slow3D = $state<"" | "offered" | "switched">("");
  /** True if the player never chose between 3D and the flat view. */
  viewIsOpen = false;
  /** True if the sliders are open. */
  slidersOpen = $state(false);
  dialGroup = $state<"throw" | "hand">("throw");
  currentDial = $state<Dial>("power");
  /** The die on the table whose ruling is shown. */
  viewedDie = $state<Id | null>(null);
  /** The option that the primary button plays. */
  selectedId = $state<string | null>(null);
  /** Where a barrel or board would be put, as text and as a preview. */
  placement = $state.raw<Placement | null>(null);
  /** While building: what a tap puts down, and how it lies. */
  buildPiece = $state<"board" | "barrel" | null>(null);
  buildTurn = $state(0);
  buildSlope = $state(0);
  private tappedSpot: Vec | null = null;
  phone = $state(false);
  /** True while the die is pulled back from its ring. */
  pulling = $state(false);
  /** The camera, once there is a picture. */
  camera = $state.raw<TableCamera | null>(null);
  /** The canvas for the referee's view, while there is one. */
  refereeCanvas = $state.raw<HTMLCanvasElement | null>(null);
  private questionKey = "";

  constructor(readonly table: Table) {
    this.animation = new EventAnimation((sound) => table.playSound(sound));
    this.aim = new Aim(
      () => this.view,
      () => this.facing,
    );
    this.odds = new ThrowOdds((option) => table.askOdds(option));
    const narrow = matchMedia("(max-width: 760px)"),
      look = (): void => void (this.phone = narrow.matches);
    narrow.addEventListener("change", look);
    look();
    const stored = storedFlat();
    this.flat = stored === "true";
    this.viewIsOpen = stored === null;
  }

  // What the server sends
  readonly view = $derived.by<View | null>(() => this.table.frame?.view as unknown as View | null);
  /** The view with the events that were shown so far. */
  readonly shownView = $derived.by<View | null>(() => this.animation.shownView ?? this.view);
  readonly mySeat = $derived.by<number | null>(() => this.table.frame?.seat ?? null);
  /** The seat from whose place the player looks. */
  readonly nearSeat = $derived(this.mySeat ?? 0);
  readonly facing = $derived.by<number>(() => this.view?.seats[this.nearSeat]?.throws.heading ?? 90);
  readonly acts = $derived.by<Act[]>(() => this.table.options as unknown as Act[]);
  readonly phase = $derived<Phase | "">(this.view?.phase ?? "");
  readonly over = $derived.by<boolean>(() => this.table.frame?.table.phase === "over" && !this.table.busy);
  readonly names = $derived.by<readonly string[]>(() => this.table.names);
  seatView(at: number): SeatView | null {
    return this.shownView?.seats[at] ?? null;
  }
  readonly hand = $derived.by<Id[]>(() => this.seatView(this.nearSeat)?.hand ?? []);
  /** True if nothing moves, so that the overlay may be drawn. */
  readonly nothingMoves = $derived.by<boolean>(() => !this.animation.playing);

  /** True if somebody throws now or is asked about a throw. */
  readonly throwPhase = $derived.by<boolean>(() => THROW_PHASES.has(this.shownView?.phase ?? ""));
  readonly waitText = $derived.by<string>(() => {
    const at = this.table.busy ? this.table.lastEventSeat : (this.table.frame?.acting[0] ?? null);
    return at === null || at === this.mySeat
      ? t("Wait until nothing moves.")
      : t("{player}'s turn", { player: this.table.name(at) });
  });
  // Throwing
  readonly presetOptions = $derived(this.acts.filter((act) => act.facts.kind === "ready"));
  readonly myThrow = $derived(this.presetOptions.length > 0 && this.phase === "throw");
  readonly aiming = $derived.by<boolean>(() => this.myThrow && !this.table.busy && this.nothingMoves);
  /** What the die is thrown at: the board where it would land, else the nearest. */
  readonly target = $derived.by<Id>(() => {
    const view = this.view,
      flight = this.aim.flight;
    if (!view || !flight) return "";
    if (view.mode === "central") return "target";
    const boards = Object.keys(view.bodies)
      .filter(isBoard)
      .sort(
        (a, b) => distanceBetween(view.bodies[a]!.at, flight.end) - distanceBetween(view.bodies[b]!.at, flight.end),
      );
    return flight.board ?? boards[0] ?? "";
  });
  /** The boards that the hand must keep away from. */
  readonly keepOffBoards = $derived.by<Id[]>(() => {
    const view = this.view;
    if (!view) return [];
    return view.release === "every" ? Object.keys(view.bodies).filter(isBoard) : (view.targets[this.target] ?? []);
  });
  readonly tooNear = $derived.by<boolean>(() => {
    const view = this.view;
    return (
      !!view &&
      this.keepOffBoards.some(
        (id) => distanceToBoard(this.aim.thrown.from, view.bodies[id]!, view.sizes) < view.limits.gap - 0.5,
      )
    );
  });
  /** Return true if that die can be taken in hand: any die, except when one is thrown again. */
  mayTakeDie(die: Id): boolean {
    return this.myThrow && this.hand.includes(die) && (!this.view?.again || die === this.view.die);
  }
  takeDie(die: Id): void {
    if (!this.mayTakeDie(die)) return;
    this.aim.die = die;
    const was = this.presetOptions.find((act) => act.id === this.aim.presetId),
      usual = was?.facts.usual && this.defaultThrow(die);
    if (usual) return this.aim.loadPreset(usual);
    const how = was?.facts.how,
      same =
        how &&
        this.presetOptions.find(
          (act) => act.facts.die === this.listedDie(die) && act.facts.target === this.target && act.facts.how === how,
        );
    if (same) this.aim.loadPreset(same);
  }
  /** Return the die that stands for this one in the options: one of each colour is listed. */
  private listedDie(die: Id): Id {
    return (
      this.presetOptions.find((act) => act.facts.die === die)?.facts.die ??
      this.presetOptions.find((act) => colourOf(act.facts.die!) === colourOf(die))?.facts.die ??
      die
    );
  }
  /** Return the throw of that die for a player who did not aim. */
  private defaultThrow(die: Id): Act | undefined {
    return this.presetOptions.find((act) => act.facts.usual && act.facts.die === this.listedDie(die));
  }
  presetFor(how: Preset, target = this.target): Act | undefined {
    const die = this.aim.die && this.listedDie(this.aim.die);
    return (
      this.presetOptions.find((act) => act.facts.how === how && act.facts.die === die && act.facts.target === target) ??
      this.presetOptions.find((act) => act.facts.how === how && act.facts.die === die)
    );
  }
  choosePreset(how: Preset, target?: Id): void {
    const act = this.presetFor(how, target);
    if (act) this.aim.loadPreset(act);
  }
  /** Aim at the middle of a board, in the same way as before. */
  aimAtBoard(board: Id): void {
    const how = (this.aim.presetId?.split(" ")[0] ?? "") as Preset,
      at = this.view?.bodies[board]?.at;
    if (PRESETS.includes(how) && this.view?.mode !== "central") this.choosePreset(how, board);
    else if (at) this.aim.landAt(at);
  }
  nextTarget(): void {
    const boards = Object.keys(this.view?.bodies ?? {}).filter(isBoard),
      at = boards.indexOf(this.aim.flight?.board ?? this.target);
    if (boards.length) this.aimAtBoard(boards[(at + 1) % boards.length]!);
  }
  private readonly throwOption = $derived.by<Act | null>(() => {
    if (!this.aim.die) return null;
    const id = this.aim.presetId,
      die = this.aim.die;
    return (
      this.presetOptions.find((act) => act.id === id && act.facts.die === die) ?? {
        ...freeOption(this.aim.optionText(this.target)),
        facts: { kind: "throw" },
      }
    );
  });
  /** Where the ideal flight ends, in words. */
  readonly aimText = $derived.by<string>(() => {
    const view = this.view,
      flight = this.aim.flight;
    if (!view || !flight) return "";
    const hit = flight.hits;
    if (!hit) return atBoard(view, flight.board, this.names, this.mySeat);
    const thing = isDie(hit) ? dieWords(view, hit) : t("Barrel");
    return flight.board ? `${thing} ${onBoard(view, flight.board, this.names, this.mySeat)}` : thing;
  });

  // The hand
  readonly ring = $derived.by<Vec>(() => {
    const view = this.view,
      place = view?.seats[this.nearSeat]?.throws.from ?? [0, -490, 0];
    return view ? ringPosition(this.aim.thrown, place, view.bodies, view.sizes, this.aim.dropped) : place;
  });
  /** Where the die in the hand lies: in the ring, or pulled back from it. */
  readonly pulledPosition = $derived.by<Vec>(() =>
    pulledPosition(this.ring, this.aim.thrown, this.aim.dropped, (this.view?.sizes.die ?? 38) / 2),
  );
  readonly savedHere = $derived.by<SavedThrow[]>(() => this.savedThrows.seenFrom(this.facing));
  readonly isSaved = $derived.by<boolean>(() =>
    this.savedHere.some((kept) => isSameThrow(kept.throw, this.aim.thrown)),
  );
  toggleSaved(): void {
    if (!this.aiming) return;
    if (this.isSaved) this.savedThrows.forgetThrow(this.aim.thrown, this.facing);
    else this.savedThrows.saveThrow(this.aim.thrown, this.facing);
  }
  /** The throw whose odds the server computes, while nothing moves. */
  readonly oddsOption = $derived.by<string | null>(() =>
    this.myThrow && !this.table.busy && this.aim.die && !this.tooNear ? this.aim.optionText(this.target) : null,
  );
  showOdds(id: string, facts: Record<string, unknown> | null, why: string): void {
    this.odds.receiveAnswer(id, facts as unknown as ThrowEstimate | null, why);
  }
  /** Try the throw without playing it. */
  practiseThrow(): void {
    if (this.aiming && this.aim.die) this.table.tryOut(this.aim.optionText(this.target));
  }
  showTryOut(facts: Record<string, unknown>): void {
    const { flight, says: text = "" } = facts as unknown as Partial<PracticeFacts>;
    if (!flight) return;
    const says = fillInNames(text, this.names);
    void this.animation.showPractice(flight).then(() => (this.odds.practiceText = says));
  }

  // Placing barrels and boards
  tapTable(at: Vec): void {
    const view = this.view,
      board = view && boardBelow([at[0], at[1], 1000], view.bodies, view.sizes);
    if (!view) return;
    if (this.phase === "barrels" && board && this.acts.some((act) => act.facts.kind === "stand"))
      this.setPlacement(barrelPlacement(view, board, at));
    else if (this.phase === "build" && this.buildPiece && this.acts.length) {
      this.tappedSpot = at;
      this.updatePlacement();
    }
  }
  /** Update the preview of the piece, as it is turned now. */
  updatePlacement(): void {
    if (this.view && this.buildPiece && this.tappedSpot)
      this.setPlacement(piecePlacement(this.view, this.buildPiece, this.tappedSpot, this.buildTurn, this.buildSlope));
  }
  private setPlacement(placing: Placement | null): void {
    this.selectedId = null;
    this.placement = placing;
  }
  readonly selected = $derived(this.acts.find((act) => act.id === this.selectedId) ?? null);
  /** What the primary button would put there. */
  readonly ghosts = $derived.by<Bodies>(() => {
    if (this.placement) return this.placement.ghost;
    const own = this.view?.bodies[this.seatView(this.nearSeat)?.board ?? ""]; // a blue die will lie along its sides
    if (this.phase === "blue")
      return Object.fromEntries(
        this.acts.flatMap((act) =>
          act.facts.at
            ? [[act.id, { kind: "die", colour: "blue", at: act.facts.at, quat: own?.quat ?? [1, 0, 0, 0] }]]
            : [],
        ),
      );
    const at = this.selected?.facts.at;
    return at ? { x0: { kind: "barrel", at, quat: [1, 0, 0, 0] } } : {};
  });
  /** What the reaction buttons would do. */
  readonly reactionText = $derived.by<string>(() => {
    const { view, phase, acts } = this;
    if (!view || !acts.length) return "";
    const lost = acts.filter((act) => act.facts.kind === "respawn").length;
    if (phase === "blue")
      return lost > 1
        ? t("The outlines on your board show where blue dice would go, with the same numbers. Each costs a turn.")
        : t("The outline on your board shows where the blue die would go, with the same number.");
    return phase === "pink" && view.die
      ? t("You can take this die back and throw it again. Everything else stays as it is now.")
      : "";
  });
  pickOption(act: Act): void {
    this.placement = null;
    if (this.table.preferences.fast || this.selectedId === act.id) this.table.act(act as never);
    else this.selectedId = act.id;
  }

  // What the table asks
  get goal(): string {
    const view = this.shownView;
    if (!view) return "";
    const mode = {
      classic: view.barrels ? t("Classic with barrels") : t("Classic"),
      central: view.barrels ? t("Construction") : t("Central Board"),
      drafting: view.barrels ? t("Drafting with barrels") : t("Drafting"),
    }[view.mode];
    return [
      t("Round {n}", { n: view.round }),
      tn("first to {n} round", "first to {n} rounds", view.wins_needed),
      mode,
    ].join(" · ");
  }

  get buttons(): ActionButton[] {
    if (this.myThrow) return [this.practiceButton(), this.throwButton()];
    const { placement, selected, acts } = this;
    if (placement)
      return [
        ...this.sideButtons(),
        { label: placement.label, note: "", option: freeOption(placement.text) as never, primary: true },
      ];
    if (!acts.length) return this.mySeat === null || !THROW_PHASES.has(this.phase) ? [] : this.waitingButtons();
    if (this.showsList) {
      const wait =
        { draft: t("Draft a die"), barrels: t("Put a barrel on a board"), build: t("Build") }[this.phase as string] ??
        t("Choose");
      const quiet = this.sideButtons();
      if (selected && !this.sideButtonIds.includes(selected.id))
        return [
          ...quiet,
          { label: this.optionLabel(selected), note: selected.note, option: selected as never, primary: true },
        ];
      return quiet.some(({ primary }) => primary)
        ? quiet
        : [...quiet, { label: wait, note: "", disabledReason: t("choose from the list"), option: null, primary: true }];
    }
    return acts
      .slice(0, 4)
      .map((act, i): ActionButton => ({
        label: this.optionLabel(act),
        note: act.note,
        option: act as never,
        primary: i === 0,
      }))
      .toSorted((a, b) => Number(a.primary) - Number(b.primary));
  }
  private practiceButton(): ActionButton {
    return this.aiming
      ? {
          label: t("Practice"),
          note: t("doesn't count"),
          option: null,
          primary: false,
          onPress: () => this.practiseThrow(),
        }
      : { label: t("Practice"), note: "", disabledReason: t("when nothing moves"), option: null, primary: false };
  }
  /** Return the buttons while others throw; they keep their places. */
  private waitingButtons(): ActionButton[] {
    const again: ActionButton = {
      label: t("Slow replay"),
      note: t("the last throw"),
      option: null,
      primary: false,
      onPress: () => void this.animation.replayLastThrow(),
    };
    return [
      { label: t("Practice"), note: "", disabledReason: t("when it is your turn"), option: null, primary: false },
      this.animation.hasReplay && !this.table.busy
        ? again
        : {
            ...again,
            onPress: undefined,
            disabledReason: this.animation.hasReplay ? t("when nothing moves") : t("no throw yet"),
          },
    ];
  }
  private throwButton(): ActionButton {
    const { die } = this.aim;
    if (!die)
      return { label: t("Choose a die"), note: "", disabledReason: t("from your dice"), option: null, primary: true };
    return {
      label:
        this.view?.mode === "drafting"
          ? t("Throw {power}", { power: POWERS[colourOf(die)][0] })
          : THROW_WORDS[colourOf(die)],
      note: this.effectNote,
      option: this.throwOption as never,
      primary: true,
    };
  }
  /** What the throw changes if the die stays, from the trial throws; until they are back, where it goes. */
  private readonly effectNote = $derived.by<string>(() => {
    const { estimate, stale } = this.odds;
    return estimate && !stale ? fillInNames(estimate.note, this.names) : this.aimText;
  });
  /** True if the options are in a list; some of them are buttons beside it. */
  readonly showsList = $derived.by<boolean>(
    () => ["draft", "barrels", "build"].includes(this.phase) || this.acts.length > 4,
  );
  private readonly sideButtonIds = $derived(
    this.acts.filter((act) => ["aside", "done", "clear"].includes(act.facts.kind ?? act.id)).map((act) => act.id),
  );
  readonly listedOptions = $derived(this.acts.filter((act) => !this.sideButtonIds.includes(act.id)));
  private sideButtons(): ActionButton[] {
    return this.acts
      .filter((act) => this.sideButtonIds.includes(act.id))
      .map((act) => ({
        label: act.label,
        note: act.note,
        option: act as never,
        primary: !this.selected && !this.placement && act.id === "done",
      }));
  }
  private optionLabel(act: Act): string {
    if (act.facts.kind === "draft" && act.facts.colour)
      return t("Draft {power}", { power: POWERS[act.facts.colour][0] });
    return act.label;
  }

  get ticker(): string {
    const view = this.view;
    if (!view || this.table.busy || this.over) return "";
    if (this.myThrow && this.tooNear)
      return t("Too close: release the die at least {cm} cm from the board, outside the dotted line.", {
        cm: Math.round(view.limits.gap / 10),
      });
    return "";
  }
  get winner(): number | null {
    return this.view?.winner ?? null;
  }
  get verdict(): string | null {
    const view = this.view,
      at = view?.winner ?? null;
    if (this.over && at === null) return t("The game is a draw");
    return !view || at === null
      ? null
      : tn("{player} wins {n} round", "{player} wins {n} rounds", view.seats[at]!.wins, {
          player: this.table.name(at),
        });
  }
  total(seat: number): number | null {
    return this.over ? (this.shownView?.seats[seat]?.wins ?? null) : (this.shownView?.seats[seat]?.points ?? null);
  }
  progress(): null {
    return null;
  }
  seatStatus(): null {
    return null;
  }
  /** What the referee says about the viewed die, or about the last throw. */
  readonly referee = $derived.by<{ die: Id; says: string } | null>(() => {
    const view = this.shownView,
      { verdicts } = this.animation,
      last = verdicts[verdicts.length - 1];
    if (!view) return null;
    if (this.viewedDie && view.bodies[this.viewedDie])
      return { die: this.viewedDie, says: rulingText(view, this.viewedDie, this.names, this.mySeat) };
    if (last) return { die: last.die, says: fillInNames(last.text, this.names) };
    return view.die && view.judged[view.die]
      ? { die: view.die, says: rulingText(view, view.die, this.names, this.mySeat) }
      : null;
  });

  // Events
  animate(event: GameEvent, _rest: readonly GameEvent[], pace: Pace): Promise<void> {
    this.viewedDie = null;
    return this.animation.animate(event, pace);
  }
  saveState(): () => void {
    return this.animation.saveState();
  }
  showFrame(frame: StateFrame, same: boolean): void {
    const view = frame.view as unknown as View | null;
    if (!view) return;
    this.animation.showView(view, same, frame);
    if (same) return;
    const moment = `${view.phase} ${view.turn} ${frame.seat}`,
      ready = (frame.options as unknown as Act[]).filter((act) => act.facts.kind === "ready");
    this.selectedId = this.placement = this.tappedSpot = null;
    if (view.phase === "draft" && this.questionKey === moment) return;
    this.questionKey = moment;
    if (ready.length && frame.seat !== null) this.startThrow(view, frame.seat, ready);
  }
  /** Start a throw with the default one, of the same colour as before. */
  private startThrow(view: View, seat: number, ready: Act[]): void {
    const hand = view.seats[seat]!.hand,
      was = this.aim.die && colourOf(this.aim.die);
    const again = view.die && ready.every((act) => act.facts.die === view.die) ? view.die : null;
    const die =
      again ??
      hand.find((each) => colourOf(each) === was && ready.some((act) => act.facts.die === each)) ??
      ready[0]!.facts.die!;
    this.aim.die = die;
    const usual =
      ready.find((act) => act.facts.usual && act.facts.die === die) ?? ready.find((act) => act.facts.die === die);
    if (usual) this.aim.loadPreset(usual);
  }

  pressKey(name: string): boolean {
    if (name === "v") this.fromAbove = !this.fromAbove;
    else if (name === "b") this.setFlat(!this.flat);
    else if (name === "o") void this.animation.replayLastThrow();
    else if (name === "y" || name === "k") return this.answerYesNo(name === "y");
    else if (/^[1-9]$/.test(name)) return this.pressDigit(Number(name));
    else if (!this.myThrow) return false;
    else if (name === "t") this.nextTarget();
    else if (name === "p") this.practiseThrow();
    else if (name === "h") this.toggleSaved();
    else if (name === "g")
      this.choosePreset(
        PRESETS[(PRESETS.indexOf((this.aim.presetId?.split(" ")[0] ?? "") as Preset) + 1) % PRESETS.length]!,
      );
    else return !name.startsWith("Arrow") && this.turnDial(name, 1); // the play area handles arrow keys, wherever the focus is
    return true;
  }
  /** Turn the dial of a key, which may be held down. */
  turnDial(name: string, times: number): boolean {
    const [dial, way] = DIAL_KEYS[name] ?? [];
    if (!dial || !this.aiming) return false;
    this.dialGroup = ["from", "away", "hand", "up"].includes(dial) ? "hand" : "throw";
    this.currentDial = dial;
    this.aim.stepDial(dial, way! * times);
    return true;
  }
  private pressDigit(digit: number): boolean {
    const act = this.listedOptions[digit - 1];
    if (this.myThrow && this.hand[digit - 1]) this.takeDie(this.hand[digit - 1]!);
    else if (!this.myThrow && act) this.pickOption(act);
    else return false;
    return true;
  }
  private answerYesNo(yes: boolean): boolean {
    const act = this.acts.find((each) =>
      (yes ? ["respawn", "again"] : ["pass", "keep"]).includes(each.id.split(" ")[0]!),
    );
    if (act) this.table.act(act as never);
    return !!act;
  }
  /** Take the throw of a hint into the hand; the player may still change it. */
  applyHint({ facts }: Hint): void {
    const { die, throw: thrown } = facts as unknown as OptionFacts;
    if (!die || !thrown || !this.myThrow) return;
    this.aim.die = die;
    this.aim.thrown = thrown;
    this.aim.presetId = null;
  }
  /** A seat has the colour of its dice. Where colours mean powers, it has none. */
  seatStyle(seat: number): SeatStyle | null {
    const view = this.shownView,
      colour = view?.seats[seat]?.colour,
      more = view?.mode === "drafting" ? "neutral" : colour && `of-${colour}`;
    return more ? { hue: `p${seat + 1} ${more}`, sign: `g${seat + 1}` } : null;
  }
  /** Return bodies with boards in the colours of their players. */
  withBoardColours(bodies: Bodies): ShownBodies {
    const { seats = [], mode } = this.shownView ?? {};
    return Object.fromEntries(
      Object.entries(bodies).map(([id, body]) => {
        if (body.kind !== "board" || typeof body.seat !== "number") return [id, body];
        const colour = seats[body.seat]?.colour,
          neutral = mode === "drafting";
        return [id, neutral || colour ? { ...body, neutral, ...(colour && { colour }) } : body];
      }),
    );
  }
  clearChoice(): void {
    this.selectedId = this.placement = this.viewedDie = null;
    this.animation.stopReplay();
  }
  setFlat(flat: boolean): void {
    this.viewIsOpen = false;
    this.slow3D = "";
    this.flat = flat || !this.canDraw3D;
    if (!this.canDraw3D) return; // not the player's choice, so it is not stored
    try {
      localStorage.setItem(FLAT_KEY, String(this.flat));
    } catch {
      // the setting lasts for this page only
    }
  }
}

const DIAL_KEYS: Record<string, readonly [Dial, number]> = {
  ArrowLeft: ["aim", -1],
  ArrowRight: ["aim", 1],
  ArrowUp: ["power", 1],
  ArrowDown: ["power", -1],
  w: ["climb", 1],
  z: ["climb", -1],
  q: ["spin", -1],
  e: ["spin", 1],
  a: ["from", -1],
  d: ["from", 1],
  n: ["away", -1],
  j: ["away", 1],
  c: ["hand", 1],
  x: ["hand", -1],
  f: ["up", 1],
};
/** The phases in which somebody throws or is asked about a throw. */
const THROW_PHASES = new Set(["throw", "blue", "pink"]);
const freeOption = (id: string): Act => ({
  id,
  label: id,
  note: "",
  path: [],
  facts: { kind: id.split(" ")[0]! },
  final: true,
});

/** Return the view that the player chose, "true" for flat; null if they never did. */
function storedFlat(): string | null {
  try {
    return localStorage.getItem(FLAT_KEY);
  } catch {
    return null;
  }
}
