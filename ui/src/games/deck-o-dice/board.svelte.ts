// The board of Deck-O-Dice: the selected minion or card, and the options that touches stand for. It contains no rules.
import type { Board, ActionButton, Table } from "../game-ui";
import type { Pace } from "../../shared/animation-pace";
import { t, tn } from "../../shared/i18n";
import type { GameEvent, StateFrame } from "../../contract/messages";
import { EventAnimation } from "./event-animation.svelte";
import type { Act, Side, SideAt, TypeId, View } from "./view";
import { CROWN, kindOf, KINDS } from "./texts";

export class DeckODiceBoard implements Board {
  /** The option that the primary button plays. */
  selectedId = $state<string | null>(null);
  /** True while the list of all cards is open. */
  referenceOpen = $state(false);
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
  readonly sharedDevice = $derived.by<boolean>(() => (this.table.frame?.me.length ?? 0) > 1);
  /** The side whose hand is in the action bar. */
  readonly mySide = $derived.by<SideAt | null>(() => this.sideOfSeat(this.table.frame?.seat ?? null));
  /** The side at the lower edge; it stays there when two people share a device. */
  readonly nearSide = $derived.by<SideAt>(() => (this.sharedDevice ? 0 : (this.mySide ?? 0)));
  readonly farSide = $derived<SideAt>(this.nearSide === 0 ? 1 : 0);
  /** False while a lesson only explains, so that the tray covers nothing. */
  readonly choosingMinion = $derived.by<boolean>(
    () => this.acts.some((act) => act.facts.kind === "choose") && !this.table.frame?.lesson?.reads,
  );
  readonly cardOptions = $derived(this.acts.filter((act) => act.facts.kind === "take"));
  readonly selected = $derived(this.acts.find((act) => act.id === this.selectedId) ?? null);
  readonly over = $derived.by<boolean>(() => this.table.frame?.table.phase === "over" && !this.table.busy);

  private sideOfSeat(seat: number | null): SideAt | null {
    if (seat === null) return null;
    const at = this.view?.sides.findIndex((side) => side.seat === seat) ?? seat;
    return at === 1 ? 1 : 0;
  }
  side(at: SideAt): Side | null {
    return this.shownView?.sides[at] ?? null;
  }
  name(at: SideAt): string {
    const side = this.shownView?.sides[at];
    return side?.seat === null ? (side.name ?? "Dicey") : this.table.name(side?.seat ?? at);
  }
  /** Return true if that side is the reader's. */
  isYou(at: SideAt): boolean {
    return !this.sharedDevice && this.mySide === at;
  }
  hue(at: SideAt): string {
    return `p${at + 1}`;
  }
  /** The top card of the deck, if the reader may know it. */
  readonly knownTopCard = $derived(this.shownView?.top ?? null);

  // Selection
  tapMinion(type: TypeId): void {
    const act = this.acts.find((each) => each.facts.kind === "choose" && each.facts.type === type);
    if (act) this.selectOption(act);
  }
  tapCard(place: number): void {
    const act = this.cardOptions[place];
    if (act) this.selectOption(act);
  }
  private selectOption(act: Act): void {
    if (this.table.preferences.fast) this.table.act(act as never);
    else this.selectedId = act.id;
  }

  // What the table asks
  get goal(): string {
    const view = this.shownView;
    if (!view) return "";
    const kind = view.mode === "solo" ? t("against Dicey") : t("duel"),
      half = view.half === 1 ? t("first half") : t("second half");
    return `${kind} · ${t("combat {number} of {combats}", { number: view.combat, combats: view.combats })} · ${half}`;
  }

  get buttons(): ActionButton[] {
    const { acts, selected } = this;
    if (!acts.length) return [];
    if (this.choosingMinion) {
      if (!selected)
        return [
          {
            label: t("Choose a minion"),
            note: "",
            disabledReason: t("tap one of your cards"),
            option: null,
            primary: true,
          },
        ];
      const kind = kindOf(selected.facts.type!);
      return [
        {
          label: t("Send {minion}", { minion: kind.name }),
          note: this.lockNote(kind.faces),
          option: selected as never,
          primary: true,
        },
      ];
    }
    if (this.cardOptions.length) {
      if (!selected)
        return [
          {
            label: t("Take one card"),
            note: "",
            disabledReason: t("tap one of the cards"),
            option: null,
            primary: true,
          },
        ];
      return [
        {
          ...this.buttonText(selected),
          option: selected as never,
          primary: true,
        },
      ];
    }
    const best = this.likelierOption;
    return acts
      .map((act) => ({ ...this.buttonText(act), option: act as never, primary: act === best }))
      .toSorted((a, b) => Number(a.primary) - Number(b.primary));
  }
  private lockNote(faces: number): string {
    if (this.view?.mode === "solo") return t("d{faces} · then Dicey flips a card", { faces });
    const other = this.mySide === null ? null : this.view?.sides[1 - this.mySide];
    return other?.chosen
      ? t("d{faces} · then you reveal both", { faces })
      : t("d{faces} · secret until both have chosen", { faces });
  }
  private buttonText(act: Act): { label: string; note: string } {
    return { label: act.label, note: this.table.preferences.odds ? act.note : (act.facts.plain ?? act.note) };
  }
  /** The primary of two buttons: the option that wins more often, as far as this seat can know. */
  private readonly likelierOption = $derived.by<Act | null>(() => {
    const worth = (act: Act): number =>
      (act.facts.win ?? 0) + (act.facts.tie ?? 0) / 2 + (/look|keep/.test(act.facts.kind) ? 1e-6 : 0);
    return this.acts.toSorted((a, b) => worth(b) - worth(a))[0] ?? null;
  });

  get ticker(): string {
    const view = this.view;
    if (!view || this.table.busy || this.over) return "";
    if (this.choosingMinion) return this.minionText(view);
    if (this.cardOptions.length && view.mode === "duel" && this.mySide !== null && view.attacker === this.mySide)
      return t("The other card is on top when {player} draws.", { player: this.name((1 - this.mySide) as SideAt) });
    if (this.cardOptions.length) return t("The other card goes on top of the deck.");
    if (this.acts.length && this.table.preferences.odds && view.odds?.count) return view.odds.count;
    if (this.acts.some((act) => act.facts.kind === "reroll")) return t("If you reroll, you must keep the new card.");
    if (this.acts.length && view.attacker !== null)
      return view.attacker === this.mySide
        ? t("You attack, so you act first.")
        : t("You defend, so you know the number to beat.");
    if (this.mySide !== null && view.phase === "choose" && view.sides[this.mySide]?.chosen)
      return t("You reveal when {player} has chosen, too.", { player: this.name((1 - this.mySide) as SideAt) });
    return "";
  }
  private minionText(view: View): string {
    const aimed = this.selected && kindOf(this.selected.facts.type!);
    if (aimed) return `${aimed.name}, d${aimed.faces}. ${aimed.power}`;
    const left = this.mySide === null ? 0 : (view.sides[this.mySide]?.left?.length ?? 0);
    return left === 1
      ? t("This is your last minion in this half.")
      : tn(
          "{n} minion left. The bigger die attacks: it acts first.",
          "{n} minions left. The bigger die attacks: it acts first.",
          left,
        );
  }

  get winner(): number | null {
    const at = this.view?.winner ?? null;
    return at === null ? null : (this.view?.sides[at]?.seat ?? null);
  }
  /** How the match ended, in a few words. */
  get verdict(): string | null {
    const view = this.view,
      at = view?.winner ?? null;
    if (!view || at === null) return null;
    const points = view.sides.map((side) => side.points);
    const values = { player: this.name(at), more: points[at]!, less: points[1 - at]!, crown: CROWN };
    if (view.points_note)
      return this.isYou(at)
        ? t("You win {more} to {less} with the {crown}", values)
        : t("{player} wins {more} to {less} with the {crown}", values);
    return this.isYou(at) ? t("You win {more} to {less}", values) : t("{player} wins {more} to {less}", values);
  }
  total(seat: number): number | null {
    const at = this.sideOfSeat(seat);
    return at === null ? null : (this.shownView?.sides[at]?.points ?? null);
  }
  progress(): null {
    return null;
  }
  seatStatus(): null {
    return null;
  }

  // Events
  animate(event: GameEvent, rest: readonly GameEvent[], pace: Pace): Promise<void> {
    return this.animation.animate(event, rest, pace);
  }
  /** In a memory game nothing that is over is named again. */
  endsMemory(event: GameEvent): boolean {
    return event.kind === "combat" || event.kind === "half";
  }
  showFrame(frame: StateFrame, same: boolean): void {
    const view = frame.view as unknown as View | null;
    if (!view) return;
    this.animation.showView(view);
    const moment = `${view.phase} ${view.combat} ${frame.seat}`;
    if (same || moment === this.questionKey) return;
    this.questionKey = moment;
    const only = frame.options.length === 1 && view.phase === "choose" ? frame.options[0]! : null;
    this.selectedId = only?.id ?? null;
  }

  pressKey(name: string): boolean {
    const place = Number(name) - 1;
    if (this.choosingMinion && KINDS[place]) this.tapMinion(KINDS[place].id);
    else if (this.cardOptions[place]) this.tapCard(place);
    else if (name === "c") this.referenceOpen = !this.referenceOpen;
    else if (name === "y" || name === "n") return this.answerYesNo(name === "y");
    else return false;
    return true;
  }
  thingForKey(name: string): string | null {
    const place = Number(name) - 1;
    return this.choosingMinion && KINDS[place]
      ? `minion:${KINDS[place].id}`
      : (this.cardOptions[place]?.path[0] ?? null);
  }
  private answerYesNo(yes: boolean): boolean {
    const act = this.acts.find((each) => (yes ? ["look", "reroll"] : ["decline", "keep"]).includes(each.facts.kind));
    if (act) this.table.act(act as never);
    return !!act;
  }
  clearChoice(): void {
    if (this.referenceOpen) this.referenceOpen = false;
    else this.selectedId = null;
  }
}
