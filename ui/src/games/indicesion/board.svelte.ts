// The state of the throwing table beside the frame: the throw in the hand, from where one looks, what is pointed at. It knows no rule.
import type { Board, Key, Table } from "../../game";
import type { Pace } from "../../kit/pace";
import { count, sentence } from "../../kit/words";
import type { GameEvent, Hint, StateFrame } from "../../types";
import { Aim, type Dial } from "./aim.svelte";
import { Odds, type Chances } from "./chances.svelte";
import { Kept, type KeptThrow, alike } from "./kept.svelte";
import { pulledAt, ringAt } from "./pull";
import { type Placing, putAt, standAt } from "./building";
import { boardAt, gapTo } from "./flight";
import type { Lens } from "./lens";
import { Scene } from "./scene.svelte";
import { apart } from "./space";
import type { Act, Bodies, Flown, Id, Phase, SeatView, Thrown, Vec, View } from "./types";
import { boardWords, capital, colourOf, dieWords, isBoard, isDie, POWERS, ruling } from "./words";

const FLAT_KEY = "dicehouse.foam.flat";
const READY = ["drop", "lob", "knock"] as const;
export type How = (typeof READY)[number];

export class Foam implements Board {
  readonly aim: Aim;
  readonly scene: Scene;
  readonly odds: Odds;
  readonly kept = new Kept();
  above = $state(false);
  /** drawn flat: by choice, or because there is no WebGL */
  flat = $state(false);
  canDrawDeep = $state(true);
  /** the drawer with the sliders */
  fine = $state(false);
  dials = $state<"throw" | "hand">("throw");
  dial = $state<Dial>("power");
  /** a die on the table whose ruling is read */
  looked = $state<Id | null>(null);
  /** an option that waits for the marigold key */
  aimedId = $state<string | null>(null);
  /** where a barrel or a board is to be put, as text, and seen as a ghost */
  placing = $state.raw<Placing | null>(null);
  /** building: what is put down where one taps, and how it lies */
  piece = $state<"board" | "barrel" | null>(null);
  turned = $state(0);
  slope = $state(0);
  private spot: Vec | null = null;
  phone = $state(false);
  /** the die is being pulled back from its ring */
  pulling = $state(false);
  /** from where one looks, once there is a picture */
  lens = $state.raw<Lens | null>(null);
  /** the canvas of the referee's eye, while there is one */
  eye = $state.raw<HTMLCanvasElement | null>(null);
  private moment = "";

  constructor(readonly table: Table) {
    this.scene = new Scene((sound) => table.sound(sound));
    this.aim = new Aim(
      () => this.view,
      () => this.facing,
    );
    this.odds = new Odds((option) => table.weigh(option));
    const narrow = matchMedia("(max-width: 760px)"),
      look = (): void => void (this.phone = narrow.matches);
    narrow.addEventListener("change", look);
    look();
    this.flat = stored();
  }

  // what the server says ---------------------------------------------------------------------------------------------
  readonly view = $derived.by<View | null>(() => this.table.frame?.view as unknown as View | null);
  /** what is seen: the view, or what of it has been told */
  readonly shown = $derived.by<View | null>(() => this.scene.shown ?? this.view);
  readonly mySeat = $derived.by<number | null>(() => this.table.frame?.seat ?? null);
  /** from whose place one looks */
  readonly near = $derived(this.mySeat ?? 0);
  readonly facing = $derived.by<number>(() => this.view?.seats[this.near]?.throws.heading ?? 90);
  readonly acts = $derived.by<Act[]>(() => this.table.options as unknown as Act[]);
  readonly phase = $derived<Phase | "">(this.view?.phase ?? "");
  readonly over = $derived.by<boolean>(() => this.table.frame?.table.phase === "over" && !this.table.busy);
  readonly names = $derived.by<readonly string[]>(() => this.table.names);
  seat(at: number): SeatView | null {
    return this.shown?.seats[at] ?? null;
  }
  readonly hand = $derived.by<Id[]>(() => this.seat(this.near)?.hand ?? []);
  /** whether something moves that must not be drawn over */
  readonly still = $derived.by<boolean>(() => !this.scene.run);

  /** somebody throws now, or is asked about a throw */
  readonly throws = $derived.by<boolean>(() => THROWS.has(this.shown?.phase ?? ""));
  readonly waitsFor = $derived.by<string>(() => {
    const at = this.table.busy ? this.table.actor : (this.table.frame?.acting[0] ?? null);
    return at === null || at === this.mySeat
      ? "until everything lies still"
      : `${this.table.name(at)} is at it; you look on`;
  });
  // throwing -----------------------------------------------------------------------------------------------------------
  readonly ready = $derived(this.acts.filter((act) => act.facts.kind === "ready"));
  readonly throwing = $derived(this.ready.length > 0 && this.phase === "throw");
  readonly aiming = $derived.by<boolean>(() => this.throwing && !this.table.busy && this.still);
  /** what the die is thrown at: where it would come down, else the board nearest to that */
  readonly target = $derived.by<Id>(() => {
    const view = this.view,
      flight = this.aim.flight;
    if (!view || !flight) return "";
    if (view.mode === "central") return "target";
    const boards = Object.keys(view.bodies)
      .filter(isBoard)
      .sort((a, b) => apart(view.bodies[a]!.at, flight.end) - apart(view.bodies[b]!.at, flight.end));
    return flight.board ?? boards[0] ?? "";
  });
  /** boards that the hand has to keep away from, and how near it is */
  readonly guarded = $derived.by<Id[]>(() => {
    const view = this.view;
    if (!view) return [];
    return view.release === "every" ? Object.keys(view.bodies).filter(isBoard) : (view.targets[this.target] ?? []);
  });
  readonly tooNear = $derived.by<boolean>(() => {
    const view = this.view;
    return (
      !!view &&
      this.guarded.some((id) => gapTo(this.aim.thrown.from, view.bodies[id]!, view.sizes) < view.limits.gap - 0.5)
    );
  });
  /** whether that die may be taken in hand: any, but the same one when it is thrown again */
  mayTake(die: Id): boolean {
    return this.throwing && this.hand.includes(die) && (!this.view?.again || die === this.view.die);
  }
  take(die: Id): void {
    if (!this.mayTake(die)) return;
    this.aim.die = die;
    const was = this.ready.find((act) => act.id === this.aim.ready),
      usual = was?.facts.usual && this.usualFor(die);
    if (usual) return this.aim.load(usual);
    const how = was?.facts.how,
      same =
        how &&
        this.ready.find(
          (act) => act.facts.die === this.option(die) && act.facts.target === this.target && act.facts.how === how,
        );
    if (same) this.aim.load(same);
  }
  /** ready throws are told for one die of each colour */
  private option(die: Id): Id {
    return (
      this.ready.find((act) => act.facts.die === die)?.facts.die ??
      this.ready.find((act) => colourOf(act.facts.die!) === colourOf(die))?.facts.die ??
      die
    );
  }
  /** the throw of that die for somebody who thinks of none */
  private usualFor(die: Id): Act | undefined {
    return this.ready.find((act) => act.facts.usual && act.facts.die === this.option(die));
  }
  readyFor(how: How, target = this.target): Act | undefined {
    const die = this.aim.die && this.option(this.aim.die);
    return (
      this.ready.find((act) => act.facts.how === how && act.facts.die === die && act.facts.target === target) ??
      this.ready.find((act) => act.facts.how === how && act.facts.die === die)
    );
  }
  choose(how: How, target?: Id): void {
    const act = this.readyFor(how, target);
    if (act) this.aim.load(act);
  }
  /** the middle of a board is aimed at, in the way it was aimed before */
  aimAt(board: Id): void {
    const how = (this.aim.ready?.split(" ")[0] ?? "") as How,
      at = this.view?.bodies[board]?.at;
    if (READY.includes(how) && this.view?.mode !== "central") this.choose(how, board);
    else if (at) this.aim.land(at);
  }
  nextTarget(): void {
    const boards = Object.keys(this.view?.bodies ?? {}).filter(isBoard),
      at = boards.indexOf(this.aim.flight?.board ?? this.target);
    if (boards.length) this.aimAt(boards[(at + 1) % boards.length]!);
  }
  private readonly throwOption = $derived.by<Act | null>(() => {
    if (!this.aim.die) return null;
    const id = this.aim.ready,
      die = this.aim.die;
    return (
      this.ready.find((act) => act.id === id && act.facts.die === die) ?? {
        ...free(this.aim.text(this.target)),
        facts: { kind: "throw" },
      }
    );
  });
  /** in words where the ideal flight ends */
  readonly goes = $derived.by<string>(() => {
    const view = this.view,
      flight = this.aim.flight;
    if (!view || !flight) return "";
    const hit = flight.hits,
      board = boardWords(view, flight.board, this.names, this.mySeat);
    if (!hit) return `at ${board}`;
    return `at the ${isDie(hit) ? dieWords(view, hit) : "barrel"} on ${board}`;
  });

  // the hand ---------------------------------------------------------------------------------------------------------------
  readonly ring = $derived.by<Vec>(() => {
    const view = this.view,
      place = view?.seats[this.near]?.throws.from ?? [0, -490, 0];
    return view ? ringAt(this.aim.thrown, place, view.bodies, view.sizes, this.aim.dropped) : place;
  });
  /** where the die in the hand lies: in the ring, or pulled back from it */
  readonly pulled = $derived.by<Vec>(() =>
    pulledAt(this.ring, this.aim.thrown, this.aim.dropped, (this.view?.sizes.die ?? 38) / 2),
  );
  readonly keptHere = $derived.by<KeptThrow[]>(() => this.kept.at(this.facing));
  readonly isKept = $derived.by<boolean>(() => this.keptHere.some((kept) => alike(kept.throw, this.aim.thrown)));
  keepThis(): void {
    if (!this.aiming) return;
    if (this.isKept) this.kept.forget(this.aim.thrown, this.facing);
    else this.kept.keep(this.aim.thrown, this.facing);
  }
  /** the server tries out the throw in the hand, while nothing moves */
  readonly weighed = $derived.by<string | null>(() =>
    this.throwing && !this.table.busy && this.aim.die && !this.tooNear ? this.aim.text(this.target) : null,
  );
  likely(id: string, facts: Record<string, unknown> | null, why: string): void {
    this.odds.hear(id, facts as Chances | null, why);
  }
  /** throws that do not count, whenever one throws oneself */
  practise(): void {
    if (this.aiming && this.aim.die) this.table.rehearse(this.aim.text(this.target));
  }
  tried(facts: Record<string, unknown>): void {
    if (!facts.flight) return;
    const says = capital(sentence(String(facts.says ?? ""), this.names).replaceAll("'", "’"));
    void this.scene.practise(facts.flight as Flown).then(() => (this.odds.practised = says));
  }

  // placing barrels and boards ---------------------------------------------------------------------------------------------
  tap(at: Vec): void {
    const view = this.view,
      board = view && boardAt([at[0], at[1], 1000], view.bodies, view.sizes);
    if (!view) return;
    if (this.phase === "barrels" && board && this.acts.some((act) => act.facts.kind === "stand"))
      this.place(standAt(view, board, at));
    else if (this.phase === "build" && this.piece && this.acts.length) {
      this.spot = at;
      this.put();
    }
  }
  /** the piece that is being put, as it is turned now */
  put(): void {
    if (this.view && this.piece && this.spot)
      this.place(putAt(this.view, this.piece, this.spot, this.turned, this.slope));
  }
  private place(placing: Placing | null): void {
    this.aimedId = null;
    this.placing = placing;
  }
  readonly aimed = $derived(this.acts.find((act) => act.id === this.aimedId) ?? null);
  /** what would stand there if the key were pressed */
  readonly ghosts = $derived.by<Bodies>(() => {
    if (this.placing) return this.placing.ghost;
    const own = this.view?.bodies[this.seat(this.near)?.board ?? ""]; // a blue die will lie along its sides
    if (this.phase === "blue")
      return Object.fromEntries(
        this.acts.flatMap((act) =>
          act.facts.at
            ? [[act.id, { kind: "die", colour: "blue", at: act.facts.at, quat: own?.quat ?? [1, 0, 0, 0] }]]
            : [],
        ),
      );
    const at = this.aimed?.facts.at;
    return at ? { x0: { kind: "barrel", at, quat: [1, 0, 0, 0] } } : {};
  });
  /** what the keys of a window would do */
  readonly window = $derived.by<string>(() => {
    const { view, phase, acts } = this;
    if (!view || !acts.length) return "";
    const lost = acts.filter((act) => act.facts.kind === "respawn").length;
    if (phase === "blue")
      return lost > 1
        ? "The outlines on your board show where blue dice would lie, the same numbers up; each costs a turn. Let them go, and the places stay empty."
        : "The outline on your board shows where the blue die would lie, the same number up. Let it go, and the place stays empty.";
    return phase === "pink" && view.die
      ? `You would take the ${colourOf(view.die)} die from where it lies and throw it again. What it has moved stays where it is.`
      : "";
  });
  pick(act: Act): void {
    this.placing = null;
    if (this.table.prefs.fast || this.aimedId === act.id) this.table.act(act as never);
    else this.aimedId = act.id;
  }

  // what the table asks ----------------------------------------------------------------------------------------------------
  get goal(): string {
    const view = this.shown;
    if (!view) return "";
    const mode = { classic: "classic", central: view.barrels ? "construction" : "central board", drafting: "drafting" }[
      view.mode
    ];
    return `round ${view.round} · first to ${count(view.wins_needed, "round")} · ${mode}${view.barrels && view.mode !== "central" ? " with barrels" : ""}`;
  }

  get keys(): Key[] {
    if (this.throwing) return [this.practiceKey(), this.throwKey()];
    const { placing, aimed, acts } = this;
    if (placing)
      return [...this.quiet(), { label: placing.label, note: "", option: free(placing.text) as never, go: true }];
    if (!acts.length) return this.mySeat === null || !THROWS.has(this.phase) ? [] : this.idle();
    if (this.lists) {
      const wait = { draft: "Take a die", barrels: "Stand a barrel", build: "Build" }[this.phase as string] ?? "Choose";
      const quiet = this.quiet();
      if (aimed && !this.quietIds.includes(aimed.id))
        return [...quiet, { label: this.label(aimed), note: aimed.note, option: aimed as never, go: true }];
      return quiet.some(({ go }) => go)
        ? quiet
        : [...quiet, { label: wait, note: "", why: "choose from the list", option: null, go: true }];
    }
    return acts
      .slice(0, 4)
      .map((act, i): Key => ({ label: this.label(act), note: act.note, option: act as never, go: i === 0 }))
      .toSorted((a, b) => Number(a.go) - Number(b.go));
  }
  private practiceKey(): Key {
    return this.aiming
      ? { label: "Practice", note: "does not count", option: null, go: false, press: () => this.practise() }
      : { label: "Practice", note: "", why: "when the die lies still", option: null, go: false };
  }
  /** while others throw the keys keep their places */
  private idle(): Key[] {
    const again: Key = {
      label: "Again, slowly",
      note: "the last throw",
      option: null,
      go: false,
      press: () => void this.scene.replay(),
    };
    return [
      { label: "Practice", note: "", why: "when it is your turn", option: null, go: false },
      this.scene.hasReplay && !this.table.busy
        ? again
        : { ...again, press: undefined, why: this.scene.hasReplay ? "when the die lies still" : "no throw yet" },
    ];
  }
  private throwKey(): Key {
    const { die } = this.aim;
    if (!die) return { label: "Choose a die", note: "", why: "from your dice", option: null, go: true };
    return {
      label: `Throw ${this.view?.mode === "drafting" ? POWERS[colourOf(die)][0].toLowerCase() : colourOf(die)}`,
      note: this.promise,
      option: this.throwOption as never,
      go: true,
    };
  }
  /** what it changes if it stays, from the trial throws; until they are back, where it goes */
  private readonly promise = $derived.by<string>(() => {
    const { found, stale } = this.odds;
    return found && !stale ? sentence(found.note, this.names).replaceAll("'", "’") : this.goes;
  });
  /** many choices lie in a list; some of them are keys beside it */
  readonly lists = $derived.by<boolean>(
    () => ["draft", "barrels", "build"].includes(this.phase) || this.acts.length > 4,
  );
  private readonly quietIds = $derived(
    this.acts.filter((act) => ["aside", "done", "clear"].includes(act.facts.kind ?? act.id)).map((act) => act.id),
  );
  readonly listed = $derived(this.acts.filter((act) => !this.quietIds.includes(act.id)));
  private quiet(): Key[] {
    return this.acts
      .filter((act) => this.quietIds.includes(act.id))
      .map((act) => ({
        label: act.label,
        note: act.note,
        option: act as never,
        go: !this.aimed && !this.placing && act.id === "done",
      }));
  }
  private label(act: Act): string {
    if (act.facts.kind === "draft" && act.facts.colour) return `Take ${POWERS[act.facts.colour][0].toLowerCase()}`;
    return act.label;
  }

  get ticker(): string {
    const view = this.view;
    if (!view || this.table.busy || this.over) return "";
    if (this.throwing && this.tooNear)
      return `Too near: let go at least ${Math.round(view.limits.gap / 10)} cm from the board, outside the dotted line.`;
    return "";
  }
  get winner(): number | null {
    return this.view?.winner ?? null;
  }
  get verdict(): string | null {
    const view = this.view,
      at = view?.winner ?? null;
    if (this.over && at === null) return "A draw: nobody has won more rounds";
    return !view || at === null ? null : `${this.table.name(at)} wins ${count(view.seats[at]!.wins, "round")}`;
  }
  total(seat: number): number | null {
    return this.over ? (this.shown?.seats[seat]?.wins ?? null) : (this.shown?.seats[seat]?.points ?? null);
  }
  progress(): null {
    return null;
  }
  state(): null {
    return null;
  }
  /** the sentence about the die that is looked at, or about the last throw */
  readonly referee = $derived.by<{ die: Id; says: string } | null>(() => {
    const view = this.shown,
      { verdicts } = this.scene,
      last = verdicts[verdicts.length - 1];
    if (!view) return null;
    if (this.looked && view.bodies[this.looked])
      return { die: this.looked, says: capital(ruling(view, this.looked, this.names)) };
    if (last) return { die: last.die, says: sentence(last.text, this.names) };
    return view.die && view.judged[view.die]
      ? { die: view.die, says: capital(ruling(view, view.die, this.names)) }
      : null;
  });

  // tellings ----------------------------------------------------------------------------------------------------------------
  tell(event: GameEvent, _rest: readonly GameEvent[], pace: Pace): Promise<void> {
    this.looked = null;
    return this.scene.tell(event, pace);
  }
  keep(): () => void {
    return this.scene.bookmark();
  }
  settle(frame: StateFrame, same: boolean): void {
    const view = frame.view as unknown as View | null;
    if (!view) return;
    this.scene.settle(view, same, frame);
    if (same) return;
    const moment = `${view.phase} ${view.turn} ${frame.seat}`,
      ready = (frame.options as unknown as Act[]).filter((act) => act.facts.kind === "ready");
    this.aimedId = this.placing = this.spot = null;
    if (view.phase === "draft" && this.moment === moment) return;
    this.moment = moment;
    if (ready.length && frame.seat !== null) this.begin(view, frame.seat, ready);
  }
  /** a throw begins with the usual one, of the same colour as before */
  private begin(view: View, seat: number, ready: Act[]): void {
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
    if (usual) this.aim.load(usual);
  }

  key(name: string): boolean {
    if (name === "v") this.above = !this.above;
    else if (name === "b") this.drawFlat(!this.flat);
    else if (name === "o") void this.scene.replay();
    else if (name === "y" || name === "k") return this.answer(name === "y");
    else if (/^[1-9]$/.test(name)) return this.digit(Number(name));
    else if (!this.throwing) return false;
    else if (name === "t") this.nextTarget();
    else if (name === "p") this.practise();
    else if (name === "h") this.keepThis();
    else if (name === "g")
      this.choose(READY[(READY.indexOf((this.aim.ready?.split(" ")[0] ?? "") as How) + 1) % READY.length]!);
    else return !name.startsWith("Arrow") && this.turn(name, 1); // arrows are heard by the table itself, wherever the focus is
    return true;
  }
  /** a key that turns a dial; it may be held down */
  turn(name: string, times: number): boolean {
    const [dial, way] = KEYS[name] ?? [];
    if (!dial || !this.aiming) return false;
    this.dials = ["from", "away", "hand", "up"].includes(dial) ? "hand" : "throw";
    this.dial = dial;
    this.aim.nudge(dial, way! * times);
    return true;
  }
  private digit(digit: number): boolean {
    const act = this.listed[digit - 1];
    if (this.throwing && this.hand[digit - 1]) this.take(this.hand[digit - 1]!);
    else if (!this.throwing && act) this.pick(act);
    else return false;
    return true;
  }
  private answer(yes: boolean): boolean {
    const act = this.acts.find((each) =>
      (yes ? ["respawn", "again"] : ["pass", "keep"]).includes(each.id.split(" ")[0]!),
    );
    if (act) this.table.act(act as never);
    return !!act;
  }
  /** the throw of a hint lies in the hand: one may still change it */
  advised({ facts }: Hint): void {
    const { die, throw: thrown } = facts as { die?: Id; throw?: Thrown };
    if (!die || !thrown || !this.throwing) return;
    this.aim.die = die;
    this.aim.thrown = thrown;
    this.aim.ready = null;
  }
  clear(): void {
    this.aimedId = this.placing = this.looked = null;
    this.scene.stop();
  }
  drawFlat(flat: boolean): void {
    this.flat = flat || !this.canDrawDeep;
    if (!this.canDrawDeep) return; // no choice of the player's
    try {
      localStorage.setItem(FLAT_KEY, String(this.flat));
    } catch {
      // holds for this page only
    }
  }
}

const KEYS: Record<string, readonly [Dial, number]> = {
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
/** phases in which somebody throws, or is asked about a throw */
const THROWS = new Set(["throw", "blue", "pink"]);
const free = (id: string): Act => ({ id, label: id, note: "", path: [], facts: { kind: id.split(" ")[0]! } });

function stored(): boolean {
  try {
    return localStorage.getItem(FLAT_KEY) === "true";
  } catch {
    return false;
  }
}
