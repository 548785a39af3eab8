// The state of the board: which dice are chosen, which card is armed, what is being told. It matches what is chosen to an option of
// the list; it knows no rule.
import type { Board, Key, Progress, Table } from "../../game";
import { Die } from "../../kit/dice3";
import type { Pace } from "../../kit/pace";
import { count, num, percent } from "../../kit/words";
import type { GameEvent, Option, StateFrame } from "../../types";
import { card, CARDS, isSpent, whyNot } from "./cards";
import { bestOf, type Choice, choicesOf, facesAt, grown, positionsOf, shrunk } from "./choice";
import { Scene } from "./scene.svelte";
import type { AnyCard, Player, View } from "./types";

const QUIET = new Set(["pass", "decline", "abstain", "roll"]);

export class Ocalypse implements Board {
  /** positions of the dice chosen to be kept */
  chosen = $state.raw<readonly number[]>([]);
  /** Double or Nothing goes with the next key */
  armed = $state(false);
  /** a card or answer that the marigold key will play */
  picked = $state<string | null>(null);
  /** the card being read */
  looking = $state<AnyCard | null>(null);
  /** why the last touch did nothing */
  hint = $state("");
  readonly scene: Scene;

  readonly announces = true;
  constructor(readonly table: Table) {
    this.scene = new Scene(
      (sound) => table.sound(sound),
      (seat) => table.name(seat),
      () => this.view?.seats.map((_, seat) => this.total(seat) ?? 0) ?? [],
    );
  }

  // what the server says ---------------------------------------------------------------------------------------------
  readonly view = $derived.by<View | null>(() => this.table.frame?.view as unknown as View | null);
  readonly me = $derived.by(() => this.table.frame?.seat ?? null);
  readonly own = $derived<Player | null>(this.me === null ? null : (this.view?.seats[this.me] ?? null));
  readonly choices = $derived.by<Choice[]>(() => choicesOf(this.table.options));
  readonly choosing = $derived(this.choices.length > 0);
  readonly choice = $derived(this.chosenOf(this.choices));
  /** what lies on the ledge as chosen: also while it is on its way, until it has been told that it is kept */
  readonly laying = $derived.by<Choice | null>(() => {
    const frame = this.table.frame;
    if (this.choice || !frame || this.scene.kept !== this.view?.kept) return this.choice;
    return this.chosenOf(choicesOf(frame.options));
  });
  private chosenOf(choices: readonly Choice[]): Choice | null {
    const faces = facesAt(this.scene.faces, this.chosen).join("");
    return choices.find((each) => each.faces.join("") === faces) ?? null;
  }
  readonly canDouble = $derived(this.choices.some((each) => each.roll.double ?? each.bank.double));
  /** this turn's points with what is chosen */
  readonly turnScore = $derived.by(() => this.laying?.turn ?? this.scene.turnScore);

  legal(position: number): boolean {
    const face = this.scene.faces[position];
    return face !== undefined && this.choices.some((each) => each.faces.includes(face));
  }
  legalCard(id: AnyCard): boolean {
    return id === "double" && this.choosing
      ? this.canDouble
      : this.table.options.some((option) => option.facts.card === id);
  }
  why(id: AnyCard): string {
    return this.own ? whyNot(id, this.own) : "";
  }

  // choosing -------------------------------------------------------------------------------------------------------------
  toggle(position: number): void {
    const faces = this.scene.faces;
    this.hint =
      this.choosing && faces[position] && !this.legal(position)
        ? `This ${faces[position]} scores nothing in this throw.`
        : "";
    if (!this.choosing || !this.legal(position)) return;
    this.chosen = this.chosen.includes(position)
      ? shrunk(this.choices, faces, this.chosen, position)
      : grown(this.choices, faces, this.chosen, position);
    this.table.sound("keep");
  }
  keepFaces(choice: Choice): void {
    this.chosen = positionsOf(this.scene.faces, choice.faces);
  }
  play(id: AnyCard): void {
    if (!this.legalCard(id)) return;
    if (id === "double" && this.choosing) {
      this.armed = !this.armed;
      return;
    }
    const option = this.table.options.find((each) => each.facts.card === id)!;
    if (this.table.prefs.fast) this.table.act(option);
    else this.picked = this.picked === option.id ? null : option.id;
  }
  clear(): void {
    if (this.picked ?? this.looking) this.picked = this.looking = null;
    else this.chosen = [];
    this.armed = false;
  }

  key(name: string): boolean {
    const digit = /^[1-6]$/.test(name) ? Number(name) : 0;
    if (digit && this.choosing) this.toggle(digit - 1);
    else if (digit && this.own && this.view!.specials) {
      const info = CARDS[digit - 1]!;
      this.looking = info.id;
      this.play(info.id);
    } else if (name === "d") this.play("double");
    else if (name === "t" || name === "b") {
      const key = this.keys.find((each) => each.option?.facts.then === (name === "t" ? "roll" : "bank"));
      if (key?.option) this.table.act(key.option);
    } else return false;
    return true;
  }

  touches(name: string): string | null {
    const digit = /^[1-6]$/.test(name) ? Number(name) : 0;
    if (digit) return this.choosing ? `die:${digit - 1}` : `card:${CARDS[digit - 1]!.id}`;
    return name === "d" ? "card:double" : null;
  }

  // the keys ---------------------------------------------------------------------------------------------------------------
  readonly keys = $derived.by<Key[]>(() => {
    const options = this.table.options;
    if (!options.length || !this.view) return [];
    return this.choosing ? this.keepKeys(this.view) : this.otherKeys(options, this.view);
  });

  private keepKeys(view: View): Key[] {
    const choice = this.choice,
      double = this.armed ? "double" : "plain";
    const roll = choice?.roll[double] ?? null,
      bank = choice?.bank[double] ?? null;
    const missing = this.chosen.length ? "these dice don’t score together" : "choose dice to keep";
    const points = choice ? num(choice.turn) : num(this.scene.turnScore);
    const closed = !choice ? missing : this.own?.opened ? "not with this choice" : `needs ${num(view.opening)} to open`;
    const at = choice?.facts.total ?? 0,
      short = choice?.facts.short ?? 0,
      under =
        this.armed || view.card?.kind === "double"
          ? ", doubled or nothing"
          : view.card?.kind === "prove-it"
            ? ", if you prove it"
            : "";
    const bankNote =
      view.card?.kind === "bloodshed"
        ? `everybody else loses ${points}`
        : `${num(this.own?.total ?? 0)} → ${num(at)}${short ? `, ${num(short)} short` : under}`;
    const banks = !!bank && !(short && roll); // below the bar one has lost: whoever can still throw does
    return [
      {
        label: choice ? `Throw ${count(choice.dice, "die", "dice")}` : "Throw",
        note: !choice
          ? ""
          : this.table.prefs.odds
            ? `${percent(choice.bust)} lose all ${points}`
            : `a bust loses all ${points}`,
        option: roll,
        go: !!roll && !banks,
        why: choice ? "not with this choice" : missing,
      },
      { label: `Bank ${points}`, note: bankNote, option: bank, go: banks, why: closed },
    ];
  }

  private otherKeys(options: Option[], view: View): Key[] {
    const reacting =
      view.phase === "react" || view.phase === "react-end" || view.phase === "vote" || view.phase === "start";
    const first = options.find((option) => !QUIET.has(option.id)),
      quiet = options.find((option) => QUIET.has(option.id));
    const go = options.find((option) => option.id === this.picked) ?? (reacting ? quiet : first) ?? options[0]!;
    const keys = options
      .filter((option) => option.id !== "bloodshed" || option === go) // played from the hand
      .map((option) => ({ label: this.label(option, view), note: option.note, option, go: option === go }));
    return [...keys.filter((key) => !key.go), ...keys.filter((key) => key.go)];
  }

  private label(option: Option, view: View): string {
    if (option.id === "roll") return `Throw ${count(view.dice_full || 6, "die", "dice")}`;
    return typeof option.facts.seat === "number" ? `${this.table.name(option.facts.seat)} was first` : option.label;
  }

  readonly ticker = $derived.by<string>(() => {
    const view = this.view,
      choice = this.choice;
    if (this.looking) {
      const closed = this.legalCard(this.looking) ? "" : ` (${this.why(this.looking)}.)`;
      return `${card(this.looking).name}. ${card(this.looking).text}${closed}`;
    }
    if (!view) return "";
    if (this.hint) return this.hint;
    if (choice?.facts.better) return `${num(choice.facts.better)} more could be kept from this throw.`;
    if (
      choice?.bank.plain &&
      !this.own?.battle_zone_done &&
      this.own &&
      this.own.total < view.battle_zone &&
      choice.facts.total >= view.battle_zone
    )
      return `Banking takes you past ${num(view.battle_zone)}: your Battle Zone opens.`;
    if (choice?.hot) return `Hot dice: all of them score, so you may throw ${count(choice.dice, "die", "dice")} again.`;
    if (view.final && view.phase !== "over")
      return `Final round: ${num(view.final.bar)} is the bar. Anyone below it is diced.`;
    return "";
  });

  // seats ------------------------------------------------------------------------------------------------------------------
  readonly goal = $derived.by<string>(() => {
    const view = this.view;
    if (!view) return "";
    return view.final
      ? `final round · the bar is ${num(view.final.bar)}`
      : `round ${view.round} · first ${view.exact_target ? "to" : "over"} ${num(view.target)} starts the end`;
  });
  readonly winner = $derived(this.view?.winner ?? null);

  total(seat: number): number | null {
    return this.scene.totals[seat] ?? this.view?.seats[seat]?.total ?? null;
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
  state(seat: number): string | null {
    const view = this.view;
    if (!view || view.phase === "over") return null;
    if (view.card?.by === seat) return `${card(view.card.kind).name} in play`;
    if (view.phase === "vote" && view.contenders.includes(seat)) return "was I first?";
    if (view.asked.includes(seat))
      return (
        {
          keep: "choosing",
          start: "to throw",
          immunity: "may be immune",
          zombie: "holds the die",
          "left-behind": "holds the die",
          vote: "to say who",
        }[view.phase as string] ?? "may react"
      );
    return view.player === seat ? "on turn" : null;
  }

  // told by the table ------------------------------------------------------------------------------------------------------------
  async tell(event: GameEvent, rest: readonly GameEvent[], pace: Pace): Promise<void> {
    this.looking = null;
    await this.scene.tell(event, rest, pace);
  }
  folds(event: GameEvent): boolean {
    return event.kind === "skipped" || event.kind === "lost-turn";
  }
  keep(): () => void {
    return this.scene.bookmark();
  }
  settle(frame: StateFrame, same: boolean): void {
    const view = frame.view as unknown as View | null;
    if (!view) return;
    this.scene.settle(view, frame);
    if (same) return;
    this.armed = false;
    this.picked = null;
    this.hint = "";
    const best = frame.lesson?.on.length ? null : bestOf(choicesOf(frame.options)); // who learns chooses
    this.chosen = best ? positionsOf(view.dice, best.faces) : [];
  }

  readonly die = (position: number): Die => this.scene.dice[position]!;
  readonly spent = (id: AnyCard): boolean => !!this.own && isSpent(id, this.own);
}
