// The state of the duel beside the frame: which minion is in hand, which of two cards, whether the page lies open for whoever holds it.
// It matches touches to options and knows no rule.
import type { Board, Key, Table } from "../../game";
import type { Pace } from "../../kit/pace";
import { count } from "../../kit/words";
import type { GameEvent, StateFrame } from "../../types";
import { Scene } from "./scene.svelte";
import type { Act, Side, SideAt, TypeId, View } from "./types";
import { isHouse, kindOf, KINDS } from "./words";

export class Duel implements Board {
  /** the option that the marigold key does */
  aimedId = $state<string | null>(null);
  /** the table of cards lies open */
  cards = $state(false);
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
  readonly couch = $derived.by<boolean>(() => (this.table.frame?.me.length ?? 0) > 1);
  /** the side of the hand in the dock */
  readonly mine = $derived.by<SideAt | null>(() => this.sideOfSeat(this.table.frame?.seat ?? null));
  /** the side at the lower edge; it stays there when two people share a device */
  readonly near = $derived.by<SideAt>(() => (this.couch ? 0 : (this.mine ?? 0)));
  readonly far = $derived<SideAt>(this.near === 0 ? 1 : 0);
  /** while Pip only tells, the tray would lie on what he tells of */
  readonly choosing = $derived.by<boolean>(
    () => this.acts.some((act) => act.facts.kind === "choose") && !this.table.frame?.lesson?.reads,
  );
  readonly taking = $derived(this.acts.filter((act) => act.facts.kind === "take"));
  readonly aimed = $derived(this.acts.find((act) => act.id === this.aimedId) ?? null);
  readonly over = $derived.by<boolean>(() => this.table.frame?.table.phase === "over" && !this.table.busy);

  private sideOfSeat(seat: number | null): SideAt | null {
    if (seat === null) return null;
    const at = this.view?.sides.findIndex((side) => side.seat === seat) ?? seat;
    return at === 1 ? 1 : 0;
  }
  side(at: SideAt): Side | null {
    return this.shown?.sides[at] ?? null;
  }
  name(at: SideAt): string {
    const side = this.shown?.sides[at];
    return side?.seat === null ? (side.name ?? "Dicey") : this.table.name(side?.seat ?? at);
  }
  /** the name, or "You" for whoever looks */
  you(at: SideAt): boolean {
    return !this.couch && this.mine === at;
  }
  hue(at: SideAt): string {
    return `p${at + 1}`;
  }
  /** the card on top of the deck, if whoever looks may know it */
  readonly top = $derived(this.shown?.top ?? null);

  // choosing -------------------------------------------------------------------------------------------------------------
  tapMinion(type: TypeId): void {
    const act = this.acts.find((each) => each.facts.kind === "choose" && each.facts.type === type);
    if (act) this.aim(act);
  }
  tapCard(place: number): void {
    const act = this.taking[place];
    if (act) this.aim(act);
  }
  private aim(act: Act): void {
    if (this.table.prefs.fast) this.table.act(act as never);
    else this.aimedId = act.id;
  }

  // what the table asks ----------------------------------------------------------------------------------------------------
  get goal(): string {
    const view = this.shown;
    if (!view) return "";
    const kind = view.mode === "solo" ? "against Dicey" : "duel";
    return `${kind} · combat ${view.combat} of ${view.combats} · ${view.half === 1 ? "first" : "second"} half`;
  }

  get keys(): Key[] {
    const { acts, aimed } = this;
    if (!acts.length) return [];
    if (this.choosing) {
      if (!aimed) return [{ label: "Choose a minion", note: "", why: "tap one of your cards", option: null, go: true }];
      const kind = kindOf(aimed.facts.type!);
      return [
        {
          label: `${this.view?.mode === "solo" ? "Send" : "Lock"} ${kind.name}`,
          note: this.afterLock(kind.faces),
          option: aimed as never,
          go: true,
        },
      ];
    }
    if (this.taking.length) {
      if (!aimed) return [{ label: "Take one card", note: "", why: "tap one of the two", option: null, go: true }];
      return [
        {
          ...this.words(aimed),
          option: aimed as never,
          go: true,
        },
      ];
    }
    const best = this.best;
    return acts
      .map((act) => ({ ...this.words(act), option: act as never, go: act === best }))
      .toSorted((a, b) => Number(a.go) - Number(b.go));
  }
  private afterLock(faces: number): string {
    if (this.view?.mode === "solo") return `d${faces} · then Dicey flips a card`;
    const other = this.mine === null ? null : this.view?.sides[1 - this.mine];
    return `d${faces} · ${other?.chosen ? "then both cards turn" : "sealed until both have chosen"}`;
  }
  private words(act: Act): { label: string; note: string } {
    return { label: act.label, note: this.table.prefs.odds ? act.note : (act.facts.plain ?? act.note) };
  }
  /** the marigold key of two: what wins more often, as far as this seat can know */
  private readonly best = $derived.by<Act | null>(() => {
    const worth = (act: Act): number =>
      (act.facts.win ?? 0) + (act.facts.tie ?? 0) / 2 + (/look|keep/.test(act.facts.kind) ? 1e-6 : 0);
    return this.acts.toSorted((a, b) => worth(b) - worth(a))[0] ?? null;
  });

  get ticker(): string {
    const view = this.view;
    if (!view || this.table.busy || this.over) return "";
    if (this.choosing) return this.chooseWords(view);
    const other = this.mine === null ? null : view.sides[1 - this.mine];
    if (this.taking.length && view.mode === "solo") return "What you put back lies on top of the deck.";
    if (this.taking.length && this.mine !== null)
      return view.attacker === this.mine
        ? `What you put back is the card that ${this.name((1 - this.mine) as SideAt)} draws next.`
        : "What you put back lies on top, and only you know it.";
    if (this.acts.length && this.table.prefs.odds && view.odds?.count) return view.odds.count;
    if (this.acts.some((act) => act.facts.kind === "reroll"))
      return "Put your card to the bottom and draw another? The second one stands.";
    if (this.acts.length)
      return other?.card ? "You see what you have to beat." : "The attacker draws first, knowing less.";
    if (this.mine !== null && view.phase === "choose" && view.sides[this.mine]?.chosen)
      return `You are in. Both cards turn when ${this.name((1 - this.mine) as SideAt)} has chosen.`;
    return "";
  }
  private chooseWords(view: View): string {
    const aimed = this.aimed && kindOf(this.aimed.facts.type!);
    if (aimed)
      return `${aimed.name}, d${aimed.faces}. ${isHouse(aimed, view) || !aimed.house ? aimed.power : "No power at this table."}`;
    const left = this.mine === null ? 0 : (view.sides[this.mine]?.left?.length ?? 0);
    return left === 1
      ? "Only one is left in this half."
      : `${count(left, "minion")} left; each fights once in this half. The higher die attacks, which only means: draws first.`;
  }

  get winner(): number | null {
    const at = this.view?.winner ?? null;
    return at === null ? null : (this.view?.sides[at]?.seat ?? null);
  }
  /** how the match ended, in a few words */
  get verdict(): string | null {
    const view = this.view,
      at = view?.winner ?? null;
    if (!view || at === null) return null;
    const points = view.sides.map((side) => side.points);
    return view.points_note
      ? `${this.name(at)} wins: ${points[at]} each, and the ${view.points_note}`
      : `${this.name(at)} wins ${points[at]} to ${points[1 - at]}`;
  }
  total(seat: number): number | null {
    const at = this.sideOfSeat(seat);
    return at === null ? null : (this.shown?.sides[at]?.points ?? null);
  }
  progress(): null {
    return null;
  }
  state(): null {
    return null;
  }

  // tellings --------------------------------------------------------------------------------------------------------------
  tell(event: GameEvent, rest: readonly GameEvent[], pace: Pace): Promise<void> {
    return this.scene.tell(event, rest, pace);
  }
  /** what is over is not named again where memory is part of the game */
  closes(event: GameEvent): boolean {
    return event.kind === "combat" || event.kind === "half";
  }
  settle(frame: StateFrame, same: boolean): void {
    const view = frame.view as unknown as View | null;
    if (!view) return;
    this.scene.settle(view);
    const moment = `${view.phase} ${view.combat} ${frame.seat}`;
    if (same || moment === this.moment) return;
    this.moment = moment;
    const only = frame.options.length === 1 && view.phase === "choose" ? frame.options[0]! : null;
    this.aimedId = only?.id ?? null;
  }

  key(name: string): boolean {
    const place = Number(name) - 1;
    if (this.choosing && KINDS[place]) this.tapMinion(KINDS[place].id);
    else if (this.taking[place]) this.tapCard(place);
    else if (name === "c") this.cards = !this.cards;
    else if (name === "y" || name === "n") return this.answer(name === "y");
    else return false;
    return true;
  }
  touches(name: string): string | null {
    const place = Number(name) - 1;
    return this.choosing && KINDS[place] ? `minion:${KINDS[place].id}` : (this.taking[place]?.path[0] ?? null);
  }
  private answer(yes: boolean): boolean {
    const act = this.acts.find((each) => (yes ? ["look", "reroll"] : ["decline", "keep"]).includes(each.facts.kind));
    if (act) this.table.act(act as never);
    return !!act;
  }
  clear(): void {
    if (this.cards) this.cards = false;
    else this.aimedId = null;
  }
}
