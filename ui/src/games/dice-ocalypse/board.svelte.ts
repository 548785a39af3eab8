// The board of Dice-ocalypse!: the chosen dice and cards, and the options that they stand for. It contains no rules.
import type { Board, ActionButton, Progress, Table } from "../game-ui";
import { RollingDie } from "../../shared/die-3d";
import type { Pace } from "../../shared/animation-pace";
import { formatNumber, formatPercent, t, tn } from "../../shared/i18n";
import type { GameEvent, Option, StateFrame } from "../../contract/messages";
import { cardInfo, CARDS, isSpent, whyNotPlayable } from "./cards";
import { bestChoice, type KeepChoice, keepChoices, facesAt, addDie, positionsOf, removeDie } from "./keep-choices";
import { EventAnimation } from "./event-animation.svelte";
import type { AnyCard, Player, View } from "./view";

const PASSIVE = new Set(["pass", "decline", "abstain", "roll"]);

export class DiceOcalypseBoard implements Board {
  /** The positions of the dice chosen to be kept. */
  chosenPositions = $state.raw<readonly number[]>([]);
  /** True if Double or Nothing goes with the next button. */
  doubleArmed = $state(false);
  /** The card or answer that the primary button plays. */
  selectedId = $state<string | null>(null);
  /** The card whose text is shown. */
  viewedCard = $state<AnyCard | null>(null);
  /** Why the last touch did nothing. */
  notice = $state("");
  readonly animation: EventAnimation;

  readonly announcesLastRound = true;
  constructor(readonly table: Table) {
    this.animation = new EventAnimation(
      (sound) => table.playSound(sound),
      (seat) => table.name(seat),
      () => this.me,
      () => this.view?.seats.map((_, seat) => this.total(seat) ?? 0) ?? [],
    );
  }

  // What the server sends
  readonly view = $derived.by<View | null>(() => this.table.frame?.view as unknown as View | null);
  readonly me = $derived.by(() => this.table.frame?.seat ?? null);
  readonly own = $derived<Player | null>(this.me === null ? null : (this.view?.seats[this.me] ?? null));
  readonly choices = $derived.by<KeepChoice[]>(() => keepChoices(this.table.options));
  readonly choosing = $derived(this.choices.length > 0);
  readonly choice = $derived(this.findChoice(this.choices));
  /** The choice that is shown among the kept dice, also until the event that keeps it was shown. */
  readonly keptChoice = $derived.by<KeepChoice | null>(() => {
    const frame = this.table.frame;
    if (this.choice || !frame || this.animation.kept !== this.view?.kept) return this.choice;
    return this.findChoice(keepChoices(frame.options));
  });
  private findChoice(choices: readonly KeepChoice[]): KeepChoice | null {
    const faces = facesAt(this.animation.faces, this.chosenPositions).join("");
    return choices.find((each) => each.faces.join("") === faces) ?? null;
  }
  readonly canDouble = $derived(this.choices.some((each) => each.roll.double ?? each.bank.double));
  /** The points of this turn with the current choice. */
  readonly turnScore = $derived.by(() => this.keptChoice?.turn ?? this.animation.turnScore);

  canKeep(position: number): boolean {
    const face = this.animation.faces[position];
    return face !== undefined && this.choices.some((each) => each.faces.includes(face));
  }
  canPlayCard(id: AnyCard): boolean {
    return id === "double" && this.choosing
      ? this.canDouble
      : this.table.options.some((option) => option.facts.card === id);
  }
  whyNotCard(id: AnyCard): string {
    return this.own ? whyNotPlayable(id, this.own) : "";
  }

  // Selection
  toggleDie(position: number): void {
    const faces = this.animation.faces;
    this.notice =
      this.choosing && faces[position] && !this.canKeep(position)
        ? t("This {face} scores nothing in this roll.", { face: String(faces[position]) })
        : "";
    if (!this.choosing || !this.canKeep(position)) return;
    this.chosenPositions = this.chosenPositions.includes(position)
      ? removeDie(this.choices, faces, this.chosenPositions, position)
      : addDie(this.choices, faces, this.chosenPositions, position);
    this.table.playSound("keep");
  }
  chooseFaces(choice: KeepChoice): void {
    this.chosenPositions = positionsOf(this.animation.faces, choice.faces);
  }
  playCard(id: AnyCard): void {
    if (!this.canPlayCard(id)) return;
    if (id === "double" && this.choosing) {
      this.doubleArmed = !this.doubleArmed;
      return;
    }
    const option = this.table.options.find((each) => each.facts.card === id)!;
    if (this.table.preferences.fast) this.table.act(option);
    else this.selectedId = this.selectedId === option.id ? null : option.id;
  }
  clearChoice(): void {
    if (this.selectedId ?? this.viewedCard) this.selectedId = this.viewedCard = null;
    else this.chosenPositions = [];
    this.doubleArmed = false;
  }

  pressKey(name: string): boolean {
    const digit = /^[1-6]$/.test(name) ? Number(name) : 0;
    if (digit && this.choosing) this.toggleDie(digit - 1);
    else if (digit && this.own && this.view!.specials) {
      const info = CARDS[digit - 1]!;
      this.viewedCard = info.id;
      this.playCard(info.id);
    } else if (name === "d") this.playCard("double");
    else if (name === "t" || name === "b") {
      const key = this.buttons.find((each) => each.option?.facts.then === (name === "t" ? "roll" : "bank"));
      if (key?.option) this.table.act(key.option);
    } else return false;
    return true;
  }

  thingForKey(name: string): string | null {
    const digit = /^[1-6]$/.test(name) ? Number(name) : 0;
    if (digit) return this.choosing ? `die:${digit - 1}` : `card:${CARDS[digit - 1]!.id}`;
    return name === "d" ? "card:double" : null;
  }

  // Buttons
  readonly buttons = $derived.by<ActionButton[]>(() => {
    const options = this.table.options;
    if (!options.length || !this.view) return [];
    return this.choosing ? this.keepButtons(this.view) : this.otherButtons(options, this.view);
  });

  private keepButtons(view: View): ActionButton[] {
    const choice = this.choice,
      double = this.doubleArmed ? "double" : "plain";
    const roll = choice?.roll[double] ?? null,
      bank = choice?.bank[double] ?? null;
    const missing = this.chosenPositions.length ? t("these dice don't score together") : t("choose dice to keep");
    const points = choice ? formatNumber(choice.turn) : formatNumber(this.animation.turnScore);
    const closed = !choice
      ? missing
      : this.own?.opened
        ? t("not with these dice")
        : t("needs {points} to start", { points: view.opening });
    const short = choice?.facts.short ?? 0;
    const banks = !!bank && !(short && roll); // banking below the bar loses the match, so throwing is primary if it is possible
    return [
      {
        label: choice ? tn("Roll {n} die", "Roll {n} dice", choice.dice) : t("Roll"),
        note: !choice
          ? ""
          : this.table.preferences.odds
            ? t("{bust} risk of losing {points}", { bust: formatPercent(choice.bust), points })
            : t("a bust loses {points}", { points }),
        option: roll,
        primary: !!roll && !banks,
        disabledReason: choice ? t("not with these dice") : missing,
      },
      {
        label: t("Bank {points}", { points }),
        note: this.bankNote(view, choice),
        option: bank,
        primary: banks,
        disabledReason: closed,
      },
    ];
  }

  /** What banking does to the totals. */
  private bankNote(view: View, choice: KeepChoice | null): string {
    const from = this.own?.total ?? 0,
      to = choice?.facts.total ?? 0,
      short = choice?.facts.short ?? 0,
      points = choice?.turn ?? 0;
    if (view.card?.kind === "bloodshed") return t("everyone else loses {points}", { points });
    if (short) return t("{from} → {to}, {short} short", { from, to, short });
    if (this.doubleArmed || view.card?.kind === "double")
      return t("{from} → {to} or {from}", { from, to: from + 2 * points });
    if (view.card?.kind === "prove-it") return t("{from} → {to} or {from}", { from, to });
    return `${formatNumber(from)} → ${formatNumber(to)}`;
  }

  private otherButtons(options: Option[], view: View): ActionButton[] {
    const reacting =
      view.phase === "react" || view.phase === "react-end" || view.phase === "vote" || view.phase === "start";
    const first = options.find((option) => !PASSIVE.has(option.id)),
      quiet = options.find((option) => PASSIVE.has(option.id));
    const go = options.find((option) => option.id === this.selectedId) ?? (reacting ? quiet : first) ?? options[0]!;
    const keys = options
      .filter((option) => option.id !== "bloodshed" || option === go) // played from the hand
      .map((option) => ({ label: this.optionLabel(option, view), note: option.note, option, primary: option === go }));
    return [...keys.filter((key) => !key.primary), ...keys.filter((key) => key.primary)];
  }

  private optionLabel(option: Option, view: View): string {
    if (option.id === "roll") return tn("Roll {n} die", "Roll {n} dice", view.dice_full || view.odds.length);
    const { seat } = option.facts;
    if (typeof seat !== "number") return option.label;
    return seat === this.me ? t("You were first") : t("{player} was first", { player: this.table.name(seat) });
  }

  readonly ticker = $derived.by<string>(() => {
    const view = this.view,
      choice = this.choice;
    if (this.viewedCard) {
      const { name, text } = cardInfo(this.viewedCard),
        reason = this.whyNotCard(this.viewedCard);
      return this.canPlayCard(this.viewedCard) ? `${name}. ${text}` : `${name}. ${text} ${reason}.`;
    }
    if (!view) return "";
    if (this.notice) return this.notice;
    if (choice?.facts.better)
      return t("You could keep {points} more points from this roll.", { points: choice.facts.better });
    if (
      choice?.bank.plain &&
      !view.final &&
      !this.own?.battle_zone_done &&
      this.own &&
      this.own.total < view.battle_zone &&
      choice.facts.total >= view.battle_zone
    )
      return t("If these points count, you reach {points}: the Battle Zone!", { points: view.battle_zone });
    if (choice?.hot)
      return tn(
        "Hot dice! All your dice score, so you can roll {n} die again.",
        "Hot dice! All your dice score, so you can roll {n} dice again.",
        choice.dice,
      );
    if (view.final && view.phase !== "over")
      return t("Final round: the score to beat is {points}.", { points: view.final.bar });
    return "";
  });

  // Screen readers
  readonly choiceToRead = $derived.by<readonly string[]>(() => {
    const { choice, view } = this;
    if (!this.choosing || !view) return [];
    if (!choice) return [t("You keep no dice.")];
    const { points, dice, facts, roll, bank } = choice,
      turn = choice.turn;
    const rolls = roll.plain ?? roll.double,
      banks = bank.plain ?? bank.double;
    return [
      t("You keep {dice}: {points} points.", { dice: choice.faces.join(" "), points }),
      choice.hot ? t("Hot dice: all your dice score.") : "",
      facts.better ? t("You could keep {points} more points from this roll.", { points: facts.better }) : "",
      rolls && banks
        ? tn("Roll {n} die, or bank {points}.", "Roll {n} dice, or bank {points}.", dice, { points: turn })
        : rolls
          ? tn("Roll {n} die.", "Roll {n} dice.", dice)
          : t("Bank {points}.", { points: turn }),
      rolls && !banks && !this.own?.opened
        ? t("Your first score must be at least {points}.", { points: view.opening })
        : "",
    ].filter(Boolean);
  });
  /** Your own dice are named when they are chosen; of the others' turns, the last roll and what became of it. */
  readEvent(event: GameEvent, all: readonly GameEvent[]): string | null {
    const { kind, seat } = event;
    if (seat === this.me) return kind === "keep" ? "" : null;
    const at = all.indexOf(event),
      same = all.filter((each) => each.seat === seat),
      rolled = same.findLast((each) => each.kind === "throw" && all.indexOf(each) < at);
    if (kind === "throw")
      return same.some((each) => /^(throw|bank|bust)$/.test(each.kind) && all.indexOf(each) > at) ? "" : null;
    if (!rolled || !/^(keep|bank|bust)$/.test(kind)) return null;
    const { points, lost } = event.facts as { points?: number; lost?: number };
    const values = {
      player: this.table.name(seat!),
      dice: (rolled.facts.dice as number[]).join(" "),
      points: points ?? lost ?? 0,
    };
    if (kind === "bank") return t("{player} rolled {dice} and banked {points}.", values);
    if (kind === "keep")
      return same.some((each) => /^(throw|bank)$/.test(each.kind) && all.indexOf(each) > at) ? "" : null;
    return lost
      ? t("{player} rolled {dice}, busted and lost {points} points.", values)
      : t("{player} rolled {dice} and busted.", values);
  }

  // Seats
  readonly goal = $derived.by<string>(() => {
    const view = this.view;
    if (!view) return "";
    const { round, target } = view;
    if (view.final) return t("final round · score to beat: {points}", { points: view.final.bar });
    return view.exact_target
      ? t("round {round} · target: {target} or more", { round, target })
      : t("round {round} · target: more than {target}", { round, target });
  });
  readonly winner = $derived(this.view?.winner ?? null);

  total(seat: number): number | null {
    return this.animation.totals[seat] ?? this.view?.seats[seat]?.total ?? null;
  }
  progress(seat: number): Progress | null {
    const view = this.view,
      total = this.total(seat);
    if (!view || total === null) return null;
    const far = Math.max(view.target, view.final?.bar ?? 0),
      gain =
        view.player === seat && view.phase !== "over" && view.card?.kind !== "bloodshed"
          ? this.turnScore * (view.doubled ? 2 : 1)
          : 0;
    return {
      now: total / far,
      preview: (total + gain) / far,
      mark: view.battle_zone < far ? view.battle_zone / far : null,
    };
  }
  seatStatus(seat: number): string | null {
    const view = this.view;
    if (!view || view.phase === "over") return null;
    if (view.card?.by === seat) return t("{card} in play", { card: cardInfo(view.card.kind).name });
    if (view.phase === "vote" && view.contenders.includes(seat)) return t("perhaps first");
    if (view.asked.includes(seat))
      return (
        {
          keep: t("choosing"),
          start: t("about to roll"),
          immunity: t("may use Immunity"),
          zombie: t("may roll the die"),
          "left-behind": t("may roll the die"),
          vote: t("says who was first"),
        }[view.phase as string] ?? t("may play a card")
      );
    if (view.player !== seat) return null;
    return seat === this.me ? t("your turn") : t("taking a turn");
  }

  // Events
  async animate(event: GameEvent, rest: readonly GameEvent[], pace: Pace): Promise<void> {
    this.viewedCard = null;
    await this.animation.animate(event, rest, pace, !!this.table.frame?.lesson);
  }
  groupsInLog(event: GameEvent): boolean {
    return event.kind === "skipped" || event.kind === "lost-turn";
  }
  saveState(): () => void {
    return this.animation.saveState();
  }
  showFrame(frame: StateFrame, same: boolean): void {
    const view = frame.view as unknown as View | null;
    if (!view) return;
    this.animation.showView(view, frame);
    if (same) return;
    this.doubleArmed = false;
    this.selectedId = null;
    this.notice = "";
    const best = frame.lesson?.on.length ? null : bestChoice(keepChoices(frame.options)); // in a lesson the player chooses alone
    this.chosenPositions = best ? positionsOf(view.dice, best.faces) : [];
  }

  readonly die = (position: number): RollingDie => this.animation.dice[position]!;
  readonly isCardSpent = (id: AnyCard): boolean => !!this.own && isSpent(id, this.own);
}
