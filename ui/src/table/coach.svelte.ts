// A lesson at this table, as far as the page takes part: which touches go on, which keys sleep meanwhile, what a wrong one is answered.
// What to do, and what is said, comes from the house with every frame; the house refuses the rest, too.
import type { Board, Key, Table } from "../game";
import { fits } from "../kit/fits";
import { sentence } from "../kit/words";
import type { Lesson, Option, Outgoing } from "../types";

const LEARNER = 0;
const LATER = "That comes later.";

const any = (patterns: readonly string[], text: string): boolean => patterns.some((each) => fits(each, text));

/** the table as the coach sees it */
interface Taught extends Pick<Table, "frame" | "names" | "busy" | "sound"> {
  readonly waiting: boolean;
  readonly board: Board;
  /** the sentence for those who listen */
  spoken: string;
  send(message: Outgoing): void;
}

export class Coach {
  /** what was touched instead, with the answer to it; until the next touch that goes on */
  wrong = $state.raw<{ at: Element | null; says: string } | null>(null);
  /** the things of this step that were touched already */
  touched = $state.raw<readonly string[]>([]);
  /** whoever wants to leave is asked how */
  leaving = $state(false);

  constructor(private readonly table: Taught) {}

  readonly lesson = $derived.by<Lesson | null>(() => this.table.frame?.lesson ?? null);
  /** the learner looks at this page, and what led here has been told */
  readonly here = $derived.by(() => this.table.frame?.seat === LEARNER && !this.table.busy && !this.table.waiting);
  /** something is asked now: a touch, or to read on */
  readonly asks = $derived(this.here && !!this.lesson && (this.lesson.reads || this.lesson.on.length > 0));

  /** a frame is shown: a new step, or the same one */
  settle(): void {
    this.wrong = null;
    this.touched = [];
  }

  /** the keys of the dock: those that don't go on sleep and explain themselves, and exactly one is for now */
  readonly keys = $derived.by<Key[]>(() => {
    const own = this.table.board.keys,
      lesson = this.lesson;
    if (!lesson || this.table.frame?.seat !== LEARNER) return own;
    if (lesson.done) return this.farewell(lesson);
    const [label, note] = lesson.key;
    if (lesson.reads) {
      const read = (): void => this.table.send({ t: "lesson", at: lesson.at });
      return [{ label: label || "Go on", note, option: null, go: true, press: read }];
    }
    if (!lesson.on.length || !this.here) return own.map((key) => ({ ...key, go: false }));
    const keys = own.map((key) =>
      key.option && any(lesson.on, key.option.id) ? { ...key, go: true } : this.asleep(key),
    );
    if (keys.some((key) => key.option)) return keys;
    const says = { label: label || "Do what is lit first", note, why: note, go: true };
    const main = Math.max(
      own.findIndex((key) => key.go),
      own.length - 1,
    );
    return main < 0
      ? [this.asleep({ ...says, option: null })]
      : keys.map((key, i) => (i === main ? { ...key, ...says } : key));
  });
  private asleep(key: Key): Key {
    const id = key.option?.id;
    return { ...key, option: null, go: false, why: key.note, sleeps: true, press: () => this.miss(id ?? "", null) };
  }
  private farewell(lesson: Lesson): Key[] {
    const game = this.table.frame!.table.game,
      next = lesson.next;
    const more: Key[] = next
      ? [
          {
            label: "Next lesson",
            note: next.title,
            option: null,
            go: false,
            press: () => post(`/learn/${game}`, { lesson: next.name }),
          },
        ]
      : [];
    return [
      ...more,
      { label: "Play now", note: "a real game", option: null, go: true, press: () => post(`/play-now/${game}`, {}) },
    ];
  }

  /** what lies in the light */
  readonly lit = $derived.by<readonly string[]>(() => (this.asks ? this.lesson!.look : []));
  /** the touches are made: the key that goes on is awake */
  readonly awake = $derived(this.asks && this.keys.some((key) => key.go && key.option));

  goesOn(option: Option): boolean {
    return !this.lesson || any(this.lesson.on, option.id);
  }
  /** whether a thing on the table is one that a hand should touch now */
  wanted(thing: string): boolean {
    const lesson = this.lesson;
    const names = thing.split(" "); // a thing of several, such as a bid: all of them are meant
    return !lesson || names.every((each) => lesson.things.includes(each) || any(lesson.look, each));
  }
  /** A touch that does not go on: by the thing's name or the option's text, and where it was. */
  miss(touched: string, at: Element | null): void {
    const lesson = this.lesson;
    if (!lesson || this.table.frame?.seat !== LEARNER) return;
    const found = touched && lesson.wrong.find(([pattern]) => fits(pattern, touched))?.[1];
    const says = lesson.say ? found || LATER : "Watch what the others do. Your turn comes.";
    this.wrong = { at, says: sentence(says, this.table.names) };
    this.table.spoken = [this.wrong.says, sentence(lesson.say, this.table.names)].join(" ");
    this.table.sound("keep");
  }
  /** Whether a letter or digit touches something that does not go on; then that was answered. */
  touches(name: string): boolean {
    const thing = this.lesson?.on.length && this.here ? this.table.board.touches?.(name) : null;
    if (!thing || this.wanted(thing)) return false;
    this.miss(thing, document.querySelector(`#table [data-thing="${CSS.escape(thing)}"]`));
    return true;
  }
  /** what is said to those who listen */
  words(): string {
    const lesson = this.lesson;
    if (!lesson || this.table.frame?.seat !== LEARNER) return "";
    const said = lesson.done ? `${lesson.well} One tip: ${lesson.tip}` : `${lesson.say} ${lesson.why}`;
    return sentence(said, this.table.names).trim();
  }
  leave(): void {
    this.leaving = false;
    this.table.send({ t: "lesson", at: null });
  }

  /** Touches of things that don't go on end here, before the board sees them. Wherever they come from: a finger, a mouse, a key. */
  listen(): () => void {
    const thing = (event: Event): HTMLElement | null =>
      event.target instanceof Element
        ? event.target.closest<HTMLElement>("#main [data-thing], .hand [data-thing], .mine6 [data-thing]")
        : null;
    const stop = (event: Event): void => {
      const at = thing(event);
      if (!at || !this.lesson?.on.length || !this.here) return;
      const near = [...within(at), ...at.querySelectorAll<HTMLElement>("[data-thing]")].map(
          (each) => each.dataset.thing!,
        ),
        wanted = near.find((each) => this.wanted(each)); // what opens a wanted thing goes on, too
      if (wanted) {
        this.wrong = null;
        if (event.type === "click") this.touched = [...this.touched, wanted];
        return;
      }
      event.stopPropagation();
      event.preventDefault();
      if (event.type === "pointerdown" || (event as MouseEvent).detail === 0) this.miss(at.dataset.thing!, at);
    };
    addEventListener("pointerdown", stop, true);
    addEventListener("click", stop, true);
    return () => {
      removeEventListener("pointerdown", stop, true);
      removeEventListener("click", stop, true);
    };
  }
}

/** a thing, and the things that it lies in */
function* within(thing: HTMLElement): Generator<HTMLElement> {
  for (let at: HTMLElement | null = thing; at; at = at.parentElement?.closest<HTMLElement>("[data-thing]") ?? null)
    yield at;
}

/** goes to a page that a form leads to */
function post(where: string, fields: Record<string, string>): void {
  const form = document.createElement("form");
  form.method = "post";
  form.action = where;
  for (const [name, value] of Object.entries(fields)) {
    const field = document.createElement("input");
    Object.assign(field, { type: "hidden", name, value });
    form.append(field);
  }
  document.body.append(form);
  form.submit();
}
