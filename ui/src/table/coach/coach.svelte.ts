// The page's part of a lesson: which touches continue it, which buttons are inactive, and how a wrong touch is
// answered. The server sends the steps and texts with every frame, and refuses wrong options, too.
import type { Board, ActionButton, Table } from "../../games/game-ui";
import { t } from "../../shared/i18n";
import { matchesPattern } from "../../shared/match-pattern";
import { ownAddress } from "../../shared/own-address";
import { fillInNames } from "../../shared/text-format";
import type { Lesson, Option, ClientMessage } from "../../contract/messages";

const LEARNER_SEAT = 0;

const matchesAny = (patterns: readonly string[], text: string): boolean =>
  patterns.some((each) => matchesPattern(each, text));

/** The part of the table that the coach needs. */
interface CoachedTable extends Pick<Table, "frame" | "names" | "busy" | "playSound"> {
  readonly awaitingAnswer: boolean;
  readonly board: Board;
  say(text: string): void;
  send(message: ClientMessage): void;
}

export class Coach {
  /** What was touched by mistake, and the answer to it; until the next right touch. */
  wrongTouch = $state.raw<{ at: Element | null; says: string } | null>(null);
  /** The things of this step that were already touched. */
  touchedThings = $state.raw<readonly string[]>([]);
  /** True while the player is asked how to leave the lesson. */
  askingToLeave = $state(false);

  constructor(private readonly table: CoachedTable) {}

  readonly lesson = $derived.by<Lesson | null>(() => this.table.frame?.lesson ?? null);
  /** True if the learner sees this page and all events were animated. */
  readonly learnerLooks = $derived.by(
    () => this.table.frame?.seat === LEARNER_SEAT && !this.table.busy && !this.table.awaitingAnswer,
  );
  /** True if the learner has to touch something or to read on. */
  readonly waitsForLearner = $derived(
    this.learnerLooks && !!this.lesson && (this.lesson.reads || this.lesson.on.length > 0),
  );

  /** Called for every new frame: a new step, or the same one. */
  frameShown(): void {
    this.wrongTouch = null;
    this.touchedThings = [];
  }

  /**
   * The buttons of the action bar: those that don't continue the lesson are inactive and explain why; exactly one is
   * primary.
   */
  readonly buttons = $derived.by<ActionButton[]>(() => {
    const own = this.table.board.buttons,
      lesson = this.lesson;
    if (!lesson || this.table.frame?.seat !== LEARNER_SEAT) return own;
    if (lesson.done) return this.endButtons(lesson);
    const [label, note] = lesson.key;
    if (lesson.reads) {
      const read = (): void => this.table.send({ t: "lesson", at: lesson.at });
      return [{ label: label || t("Continue"), note, option: null, primary: true, onPress: read }];
    }
    if (!lesson.on.length || !this.learnerLooks) return own.map((key) => ({ ...key, primary: false }));
    const keys = own.map((key) =>
      key.option && matchesAny(lesson.on, key.option.id) ? { ...key, primary: true } : this.inactiveButton(key),
    );
    if (keys.some((key) => key.option)) return keys;
    const says = { label: label || t("First do what is highlighted"), note, disabledReason: note, primary: true };
    const main = Math.max(
      own.findIndex((key) => key.primary),
      own.length - 1,
    );
    return main < 0
      ? [this.inactiveButton({ ...says, option: null })]
      : keys.map((key, i) => (i === main ? { ...key, ...says } : key));
  });
  private inactiveButton(key: ActionButton): ActionButton {
    const id = key.option?.id;
    return {
      ...key,
      option: null,
      primary: false,
      disabledReason: key.note,
      inactive: true,
      onPress: () => this.answerWrongTouch(id ?? "", null),
    };
  }
  private endButtons(lesson: Lesson): ActionButton[] {
    const game = this.table.frame!.table.game,
      next = lesson.next;
    const more: ActionButton[] = next
      ? [
          {
            label: t("Next lesson"),
            note: next.title,
            option: null,
            primary: false,
            onPress: () => submitPost(`/learn/${game}`, { lesson: next.name }),
          },
        ]
      : [];
    return [
      ...more,
      {
        label: t("Play now"),
        note: t("a real game"),
        option: null,
        primary: true,
        onPress: () => submitPost(`/play-now/${game}`, {}),
      },
    ];
  }

  /** The names of the highlighted things. */
  readonly litThings = $derived.by<readonly string[]>(() => (this.waitsForLearner ? this.lesson!.look : []));
  /** True if everything was touched and the primary button continues the lesson. */
  readonly primaryReady = $derived(this.waitsForLearner && this.buttons.some((key) => key.primary && key.option));

  isExpected(option: Option): boolean {
    return !this.lesson || matchesAny(this.lesson.on, option.id);
  }
  /** Return true if the player should touch this thing now. */
  isExpectedThing(thing: string): boolean {
    const lesson = this.lesson;
    const names = thing.split(" "); // a thing with several names, such as a bid, needs all of them
    return !lesson || names.every((each) => lesson.things.includes(each) || matchesAny(lesson.look, each));
  }
  /** Answer a wrong touch, given by the thing's name or the option's id, and its element. */
  answerWrongTouch(touched: string, at: Element | null): void {
    const lesson = this.lesson;
    if (!lesson || this.table.frame?.seat !== LEARNER_SEAT) return;
    const found = touched && lesson.wrong.find(([pattern]) => matchesPattern(pattern, touched))?.[1];
    const says = lesson.say ? found || t("Not yet.") : t("It isn't your turn yet. Watch the others.");
    this.wrongTouch = { at, says: fillInNames(says, this.table.names) };
    this.table.say([this.wrongTouch.says, fillInNames(lesson.say, this.table.names)].join(" "));
    this.table.playSound("keep");
  }
  /** Answer a letter or digit that stands for a wrong thing; return true if it did. */
  handleKey(name: string): boolean {
    const thing = this.lesson?.on.length && this.learnerLooks ? this.table.board.thingForKey?.(name) : null;
    if (!thing || this.isExpectedThing(thing)) return false;
    this.answerWrongTouch(thing, document.querySelector(`#table [data-thing="${CSS.escape(thing)}"]`));
    return true;
  }
  /** Return the text for screen readers. */
  textToRead(): string {
    const lesson = this.lesson;
    if (!lesson || this.table.frame?.seat !== LEARNER_SEAT) return "";
    const said = lesson.done ? `${lesson.well} One tip: ${lesson.tip}` : `${lesson.say} ${lesson.why}`;
    return fillInNames(said, this.table.names).trim();
  }
  leaveLesson(): void {
    this.askingToLeave = false;
    this.table.send({ t: "lesson", at: null });
  }

  /**
   * Stop touches of wrong things before the board sees them, whether by finger, mouse or keyboard; return a function
   * that ends this.
   */
  guardTouches(): () => void {
    const thing = (event: Event): HTMLElement | null =>
      event.target instanceof Element
        ? event.target.closest<HTMLElement>("#main [data-thing], .hand [data-thing], .mine6 [data-thing]")
        : null;
    const stop = (event: Event): void => {
      const at = thing(event);
      if (!at || !this.lesson?.on.length || !this.learnerLooks) return;
      const near = [...thingAndParents(at), ...at.querySelectorAll<HTMLElement>("[data-thing]")].map(
          (each) => each.dataset.thing!,
        ),
        wanted = near.find((each) => this.isExpectedThing(each)); // a thing that contains or opens an expected one counts, too
      if (wanted) {
        this.wrongTouch = null;
        if (event.type === "click") this.touchedThings = [...this.touchedThings, wanted];
        return;
      }
      event.stopPropagation();
      event.preventDefault();
      if (event.type === "pointerdown" || (event as MouseEvent).detail === 0)
        this.answerWrongTouch(at.dataset.thing!, at);
    };
    addEventListener("pointerdown", stop, true);
    addEventListener("click", stop, true);
    return () => {
      removeEventListener("pointerdown", stop, true);
      removeEventListener("click", stop, true);
    };
  }
}

/** Yield a thing and the things around it. */
function* thingAndParents(thing: HTMLElement): Generator<HTMLElement> {
  for (let at: HTMLElement | null = thing; at; at = at.parentElement?.closest<HTMLElement>("[data-thing]") ?? null)
    yield at;
}

/** Submit a form that leads to another page. */
function submitPost(where: string, fields: Record<string, string>): void {
  const form = document.createElement("form");
  form.method = "post";
  form.action = ownAddress(where);
  for (const [name, value] of Object.entries(fields)) {
    const field = document.createElement("input");
    Object.assign(field, { type: "hidden", name, value });
    form.append(field);
  }
  document.body.append(form);
  form.requestSubmit();
}
