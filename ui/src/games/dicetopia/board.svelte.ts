// The state of the city beside the frame: what is aimed at, which list or place lies open. It matches touches to options and knows no rule.
import type { Board, Key, Table } from "../../game";
import type { Pace } from "../../kit/pace";
import { count, listed } from "../../kit/words";
import type { GameEvent, Hint, StateFrame } from "../../types";
import { areaOf, boardOf, thingAt } from "./apply";
import { type Around, head, keyWords, leadsOn, LETTERS, natural, placesOf, tail, whereOf } from "./choice";
import { factionOf } from "./factions";
import { Scene } from "./scene.svelte";
import { bitsOf, consequence, says, type Step, stepOf, title } from "./steps";
import type { Act, Area, AreaId, DieName, Mission, Part, Place, Thing, Told, View } from "./types";
import { pieceOf, proper, SHORT, slotOf, spaceOf, type TileId } from "./words";

export type Tool = "stock" | "token";
/** what the lens of a phone shows: a tile, a seat's board, the list of choices, own Missions */
export type Opened = TileId | `seat-${number}` | "list" | "hand" | "";
const SECRET = new Set(["missions", "return", "connect", "leave"]);
const COUNTS = new Set(["draft", "clone", "blockade", "leave", "over"]);
/** the hand is not yours yet, or its stars are in the total already */
const BARE = new Set(["missions", "over"]);
const WAIT: Record<string, string> = {
  second: "Choose the other one",
  value: "Choose a value",
  missions: "Choose one of three",
  return: "Choose a Mission",
  leave: "Choose a Mission",
  faction: "Choose a faction",
  connect: "Lay one back",
  hypnosis: "Choose a place",
  transcend: "Choose an action",
  draft: "Choose a die",
  robin: "Choose a die",
  stock: "Choose a cube",
};

export class Dicetopia implements Board {
  /** the option that the marigold key does */
  aimedId = $state<string | null>(null);
  tool = $state<Tool | null>(null);
  /** a place with several options: the list shows only its own */
  picked = $state<Place | null>(null);
  opened = $state<Opened>("");
  /** somebody opened it; else it is what mattered most when the turn came */
  byHand = $state(false);
  /** the tile, or the board, in which a digit chooses */
  lettered = $state<string | null>(null);
  /** a shared device: whose Missions may be seen now */
  uncovered = $state<number | null>(null);
  /** cards of a choice laid aside to look at the city */
  cardsAside = $state(false);
  /** the match is over, and the city lies there in place of the count */
  looking = $state(false);
  /** what this turn brought so far, as this browser saw it */
  steps = $state.raw<readonly Step[]>([]);
  phone = $state(false);
  readonly scene: Scene;
  private turn = -1;
  /** the phase of the last question */
  private asked = "";
  /** whose steps are kept: on a shared device another seat may be asked in between */
  private stepper: number | null = null;

  constructor(readonly table: Table) {
    this.scene = new Scene((sound) => table.sound(sound));
    const narrow = matchMedia("(max-width: 760px), (max-height: 600px)"),
      look = (): void => void (this.phone = narrow.matches);
    narrow.addEventListener("change", look);
    look();
  }

  // what the server says ---------------------------------------------------------------------------------------------
  readonly view = $derived.by<View | null>(() => this.table.frame?.view as unknown as View | null);
  /** what is seen: the view, or what of it has been told */
  readonly shown = $derived.by<View | null>(() => this.scene.shown ?? this.view);
  readonly mySeat = $derived.by<number | null>(() => this.table.frame?.seat ?? null);
  readonly couch = $derived.by<boolean>(() => (this.table.frame?.me.length ?? 0) > 1);
  readonly phase = $derived(this.view?.phase ?? "");
  /** own Missions lie open: always where nobody shares the device, else to choose one of them, or after a tap */
  readonly open = $derived.by<boolean>(
    () => !this.couch || this.uncovered === this.mySeat || (this.table.mine && SECRET.has(this.phase)),
  );
  readonly shut = $derived.by<boolean>(() => !this.open && !this.over);
  readonly acts = $derived.by<Act[]>(() => this.table.options as unknown as Act[]);
  readonly hand = $derived.by<Mission[]>(() => this.shown?.hand ?? []);
  readonly me = $derived(this.mySeat ?? 0);
  readonly over = $derived.by<boolean>(() => this.table.frame?.table.phase === "over" && !this.table.busy);
  readonly names = $derived.by<readonly string[]>(() => this.table.names);
  /** the seats beside the plan; your own board is in the dock until the end */
  readonly others = $derived.by<number[]>(() => {
    const n = this.shown?.seats.length ?? 0;
    return Array.from({ length: n }, (_, i) => (this.mySeat === null ? i : (this.mySeat + 1 + i) % n)).filter(
      (seat) => this.looking || seat !== this.mySeat,
    );
  });

  thing(place: Place): Thing {
    return this.scene.tumbling[place] ?? (this.shown ? thingAt(this.shown, place) : null);
  }
  board(seat: number): Thing[] {
    return this.shown
      ? boardOf(this.shown, seat).map((thing, i) => this.scene.tumbling[`p${seat + 1}-${i + 1}`] ?? thing)
      : [];
  }
  area(id: AreaId): Area | undefined {
    return this.shown ? areaOf(this.shown, id) : undefined;
  }
  guarded(place: Place): boolean {
    const slot = slotOf(place);
    return !!slot && (this.shown?.seats[slot.seat]?.protected.includes(slot.slot + 1) ?? false);
  }

  // what would change ---------------------------------------------------------------------------------------------------
  readonly aimed = $derived(this.acts.find((act) => act.id === this.aimedId) ?? null);
  areaAfter(id: AreaId): Area | null {
    return this.aimed?.facts.areas?.[id] ?? null;
  }
  after(place: Place): Thing | undefined {
    return this.aimed?.facts.changes?.[place];
  }
  parts(act: Act): Part[] {
    return (act.facts.parts ?? []).filter((part) => this.open || part.what !== "mission");
  }
  gain(act: Act): number | null {
    if (act.facts.gain === null || act.facts.gain === undefined) return null;
    const hidden = this.open
      ? 0
      : (act.facts.parts ?? [])
          .filter((part) => part.what === "mission" && part.seat === this.me)
          .reduce((sum, part) => sum + part.points, 0);
    return act.facts.gain - hidden;
  }
  /** what it would make a seat's stars change by */
  gainOf(seat: number): number {
    if (!this.aimed) return 0;
    return (seat === this.mySeat ? this.gain(this.aimed) : this.aimed.facts.gains?.[seat]) ?? 0;
  }
  missionGain(id: string): number {
    return (this.aimed?.facts.parts ?? [])
      .filter((part) => part.mission === id && part.seat === this.mySeat)
      .reduce((sum, part) => sum + part.points, 0);
  }
  /** stars if it ended now; your own with your Missions, two of which count at most */
  starsOf(seat: number): number {
    const total = this.shown?.seats[seat]?.total ?? 0;
    return seat === this.mySeat && this.open && !BARE.has(this.shown?.phase ?? "")
      ? total +
          this.hand
            .map((mission) => mission.now ?? 0)
            .sort((a, b) => b - a)
            .slice(0, 2)
            .reduce((sum, stars) => sum + stars, 0)
      : total;
  }
  readonly aim = $derived.by<Step | null>(() => {
    const step = this.aimed && this.view ? this.step(this.aimed) : null;
    return step && says(step) ? step : null;
  });
  private step(act: Act): Step {
    const parts = this.parts(act),
      step = stepOf(act, this.view!, this.me, this.gain(act), this.table.frame?.number ?? 0);
    return {
      ...step,
      bits: bitsOf(
        parts,
        this.me,
        new Map(this.hand.map((mission) => [mission.id, proper(mission.name)])),
        act.facts.area,
      ),
    };
  }
  readonly brings = $derived.by<number | null>(() => {
    const all = [...this.steps, ...(this.aim ? [this.aim] : [])];
    return this.steps.length && this.aim?.gain != null ? all.reduce((sum, step) => sum + (step.gain ?? 0), 0) : null;
  });

  // what may be touched ---------------------------------------------------------------------------------------------------
  readonly touch = $derived.by<ReadonlyMap<Place, Act[]>>(() => {
    const found = new Map<Place, Act[]>();
    for (const act of this.acts) {
      if (whereOf(act) === "token" && this.tool !== "token" && this.acts.some((each) => whereOf(each) === "place"))
        continue;
      for (const place of placesOf(act, this.me)) found.set(place, [...(found.get(place) ?? []), act]);
    }
    return found;
  });
  at(place: Place): Act[] {
    return this.touch.get(place) ?? [];
  }
  areaAct(id: string): Act | undefined {
    return this.acts.find((act) => head(act) === "area" && tail(act) === id);
  }
  seatAct(seat: number): Act | undefined {
    return this.acts.find((act) => head(act) === "seat" && tail(act) === String(seat));
  }
  stockAct(colour: string, way: "up" | "down"): Act | undefined {
    return this.acts.find((act) => act.path[0] === `stock:${colour}-${way}`);
  }
  of(where: ReturnType<typeof whereOf>): Act[] {
    return this.acts.filter((act) => whereOf(act) === where);
  }
  /** whether dice or spaces are to be chosen: then the rest is dimmed */
  readonly choosing = $derived(this.acts.some((act) => whereOf(act) === "place"));
  /** options that lie in the list; digits choose from it */
  readonly listed = $derived.by<Act[]>(() => {
    if (this.tool) return this.of(this.tool);
    const list = this.of("list").filter((act) => head(act) !== "faction"),
      own = this.phase === "stock" ? this.of("stock") : [];
    const here = this.picked ? this.at(this.picked) : [];
    return here.length > 1 ? here : [...list, ...own];
  });
  /** Missions to choose one of, when they are not cards on the table */
  readonly missions = $derived.by<Act[]>(() => (this.phase === "missions" ? [] : this.of("mission")));
  readonly cards = $derived.by<boolean>(
    () => (this.phase === "missions" || this.phase === "faction") && this.acts.length > 0,
  );
  readonly elses = $derived(this.of("else"));

  choose(act: Act): void {
    if (this.aimedId === act.id || this.table.prefs.fast || leadsOn(act)) this.table.act(act as never);
    else this.aimedId = act.id;
  }
  unfold(what: Opened): void {
    this.opened = what;
    this.byHand = true;
  }
  tap(place: Place): void {
    const here = this.at(place),
      space = spaceOf(place),
      slot = slotOf(place);
    this.opened = space ? space.area : slot && slot.seat !== this.mySeat ? `seat-${slot.seat}` : this.opened;
    if (here.length === 1) this.choose(here[0]!);
    else if (here.length) {
      this.picked = this.picked === place ? null : place;
      this.aimedId = null;
      if (this.phone) this.opened = "list";
    } else if (this.acts.length) this.table.why(`touch ${place.replace("-", " ")}`);
  }
  use(tool: Tool): void {
    this.tool = this.tool === tool ? null : tool;
    this.aimedId = this.picked = null;
    if (this.phone) this.opened = tool === "stock" && this.tool ? "stock" : "list";
  }
  /** what a hint would touch is opened, where a lens shows one thing at a time */
  advised({ facts }: Hint): void {
    const place = (facts as Partial<Told>).place ?? "",
      slot = slotOf(place as Place);
    this.opened = spaceOf(place)?.area ?? (slot && slot.seat !== this.mySeat ? `seat-${slot.seat}` : this.opened);
  }
  clear(): void {
    if (this.aimedId) this.aimedId = null;
    else this.tool = this.picked = this.lettered = null;
  }

  look(): boolean {
    if (this.over) this.looking = !this.looking;
    return this.over;
  }
  key(name: string): boolean {
    if (name === "e" && this.look()) return true;
    if (/^[1-9]$/.test(name)) return this.digit(Number(name));
    const one = (act: Act | undefined): boolean => {
      if (act) this.choose(act);
      return !!act;
    };
    if (name === "x" && this.of("stock").length && this.phase !== "stock") return (this.use("stock"), true);
    if (name === "z" && this.of("token").length) return (this.use("token"), true);
    if (name === "q")
      return one(
        this.elses.find((act) => !["break-out", "tentacle"].includes(tail(act))) ??
          this.of("key").find((act) => ["last-resort", "cancel"].includes(tail(act))),
      );
    if (name === "t" && this.acts.some((act) => tail(act) === "break-out"))
      return one(this.acts.find((act) => tail(act) === "break-out"));
    if (name === "p" || name === "e") {
      const act = this.of("key").find((each) =>
        (name === "e" ? ["end"] : ["pass", "enough", "play-on", "no-action"]).includes(tail(each)),
      );
      if (act) this.table.act(act as never);
      return !!act;
    }
    const to = LETTERS[name];
    if (!to) return false;
    this.lettered = to;
    if (to !== "own" && to !== "others") this.unfold(to);
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
  private digit(n: number): boolean {
    const to = this.lettered,
      place = to === "own" ? `p${this.me + 1}-${n}` : to === "prison" ? `cell-${n}` : `${to}-${n}`;
    const inList = [...document.querySelectorAll<HTMLElement>(".dealt [data-stop], .list [data-stop]")];
    const there = to && to !== "stock" && to !== "others" && (this.at(place).length || !inList.length); // where nothing may be touched the list is meant
    const node = there ? document.querySelector<HTMLElement>(`button[data-place="${place}"]`) : inList[n - 1];
    node?.focus(); // so that Enter takes what was chosen
    node?.click();
    return !!node;
  }

  /** the two places of an aimed swap */
  readonly pair = $derived.by<readonly [Place, Place] | null>(() => {
    const from = this.view?.held?.place,
      to = this.aimed?.facts.place;
    return from && to && from !== to && this.aimed?.facts.changes?.[to] !== undefined ? [from, to] : null;
  });
  readonly around = $derived.by<Around>(() => ({
    me: this.me,
    names: this.names,
    thing: (place) => this.thing(place),
    held: this.view?.held?.place ?? null,
    top: this.open ? (this.view?.known.top[0] ?? null) : null,
    mission: (id) => proper(this.hand.find((mission) => mission.id === id)?.name ?? title(id)),
  }));

  // the keys ---------------------------------------------------------------------------------------------------------------
  readonly keys = $derived.by<Key[]>(() => {
    const { acts, view } = this;
    if (!acts.length || !view) return [];
    const go = this.aimed ?? (this.tool ? null : natural(acts)),
      quiet = this.of("key").filter((act) => act !== go);
    const keys: Key[] = quiet.map((act) => ({ label: act.label, note: act.note, option: act as never, go: false }));
    if (go)
      return [
        ...keys,
        {
          ...keyWords(
            go,
            this.around,
            this.gain(go),
            consequence(go, view, this.me, (seat) => this.table.name(seat)),
          ),
          option: go as never,
          go: true,
        },
      ];
    if (this.strayed)
      return [
        ...keys,
        { label: "Back to the list", note: this.wait(), option: null, go: true, press: () => this.unfold("list") },
      ];
    return [...keys, { label: this.wait(), note: "", option: null, go: true, why: this.waitNote() }];
  });
  /** on a phone something else was opened where the list lay from which one has to choose */
  private get strayed(): boolean {
    const listed = this.listed.length + this.missions.length > 0;
    return this.phone && listed && !this.tool && this.opened !== "list" && !this.table.busy;
  }
  private wait(): string {
    if (this.tool === "stock") return "Choose a cube";
    if (this.listed.length && this.choosing) return "Choose one";
    const people = [...this.touch.keys()].every((place) => pieceOf(this.thing(place)));
    return WAIT[this.phase] ?? (this.choosing ? (people ? "Choose an Agent" : "Choose a die") : "Choose");
  }
  private waitNote(): string {
    if (this.cards) return this.phase === "missions" ? "the other two stay yours" : "its power is yours all game";
    if (this.tool || this.listed.length || this.missions.length || !this.touch.size) return "from the list";
    return `${count(this.touch.size, "is", "are")} open to you`;
  }
  readonly ticker = "";

  // seats ------------------------------------------------------------------------------------------------------------------
  readonly goal = $derived.by<string>(() => {
    const view = this.shown;
    if (!view || view.phase === "over") return "";
    if (COUNTS.has(view.phase)) return "the end is counted";
    if (!view.round || view.phase === "missions" || view.phase === "faction")
      return ["before the first round", view.scenario?.name ?? ""].filter(Boolean).join(" · ");
    return [
      view.round > view.rounds ? "the saved turn" : `round ${view.round} of ${view.rounds}`,
      `${this.table.name(view.began)} began`,
      view.scenario?.name ?? "",
    ]
      .filter(Boolean)
      .join(" · ");
  });
  readonly winner = $derived.by<number | null>(() => this.view?.winner?.[0] ?? null);
  readonly verdict = $derived.by<string | null>(() => {
    const winners = this.view?.winner ?? [];
    return winners.length > 1
      ? `${listed(winners.map((seat) => this.table.name(seat)))} win with ${this.view!.seats[winners[0]!]!.total}`
      : null;
  });
  total(seat: number): number | null {
    return this.shown?.seats[seat]?.total ?? null;
  }
  progress(): null {
    return null;
  }
  state(seat: number): string | null {
    return factionOf(this.shown?.seats[seat]?.faction)?.name ?? null;
  }

  // told by the table ------------------------------------------------------------------------------------------------------------
  async tell(event: GameEvent, _rest: readonly GameEvent[], pace: Pace): Promise<void> {
    if (event.seat === this.mySeat) this.remember(event);
    else if (this.opened in SHORT)
      this.opened = spaceOf((event.facts as Partial<Told>).place ?? "")?.area ?? this.opened;
    await this.scene.tell(event, pace);
  }
  /** your own choice that these events tell goes to the steps of this turn */
  private remember(event: GameEvent): void {
    const frame = this.table.frame,
      act = frame?.options.find((each) => each.id === this.aimedId) as unknown as Act | undefined;
    if (act && frame && this.view && event.kind !== "turn" && whereOf(act) !== "mission" && head(act) !== "key") {
      const step = { ...this.step(act), number: frame.number };
      if (says(step))
        this.steps = [
          ...this.steps,
          event.kind.endsWith("reroll") ? { ...step, other: event.facts.die as DieName } : step,
        ];
    }
    this.aimedId = null;
  }
  keep(): () => void {
    const { aimedId, opened } = this;
    return () => Object.assign(this, { aimedId, opened });
  }
  settle(frame: StateFrame, same: boolean): void {
    const view = frame.view as unknown as View | null;
    if (!view) return;
    this.scene.settle(view);
    if (same) return;
    if (view.turn !== this.turn || frame.seat !== this.stepper || view.phase === "missions") this.steps = [];
    if (frame.table.phase !== "over") this.looking = false;
    else if (this.asked !== "over") this.looking = true; // who looks back sees the city first
    this.stepper = frame.seat;
    this.turn = view.turn;
    this.steps = this.steps.filter((step) => step.number < frame.number);
    this.aimedId = this.picked = this.tool = this.lettered = null;
    this.cardsAside = false;
    const told = SECRET.has(this.asked) && !SECRET.has(view.phase); // what had to be seen was seen
    this.asked = view.phase;
    if (told || this.uncovered !== frame.seat || !frame.acting.includes(frame.seat ?? -1)) this.uncovered = null;
    this.openFor(view, frame);
  }
  /** what the lens of a phone shows at first */
  private openFor(view: View, frame: StateFrame): void {
    if (this.byHand && !frame.options.length && !this.couch) return; // who waits goes on reading
    this.byHand = false;
    const acts = frame.options as unknown as Act[],
      list = acts.some((act) => ["list", "mission"].includes(whereOf(act))) || view.phase === "stock";
    const held = view.held?.place ? spaceOf(view.held.place)?.area : null,
      places = acts.flatMap((act) => placesOf(act, frame.seat ?? 0).slice(0, 1));
    const placed = places.find(spaceOf),
      rival = places.map(slotOf).find((slot) => slot && slot.seat !== frame.seat);
    if (list || (!places.length && acts.some((act) => whereOf(act) === "else"))) this.opened = "list";
    else if (held) this.opened = held;
    else if (rival && !placed) this.opened = `seat-${rival.seat}`;
    else if (!(this.opened in SHORT) || this.opened === "stock")
      this.opened = view.entered ?? (placed ? spaceOf(placed)!.area : "agency");
  }
}
