// A long touch, or "?" over a thing, asks what it is; the words are fetched with the first question.
import type { Table } from "./ctrl.svelte";

const LONG = 480; // milliseconds
let over: Element | null = null;
let held: ReturnType<typeof setTimeout> | undefined;
let taught = false;
let answered: Element | null = null;

async function learn(table: Table, node: Element): Promise<boolean> {
  const { explain } = await import("./learn");
  return explain(table, node);
}
const thing = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target.closest("[data-thing]") : null;

/** whether "?" has a thing to be about: what the keyboard stands on, else what the mouse points at; asked twice, it has not */
export function asks(table: Table): boolean {
  const focused = document.activeElement?.matches(":focus-visible") ? thing(document.activeElement) : null,
    about = focused ?? (over?.isConnected ? over : null);
  answered = about === answered ? null : about;
  if (answered) void learn(table, answered);
  return !!answered;
}

export function touches(table: Table): void {
  addEventListener("pointerover", (event) => {
    over = event.pointerType === "mouse" ? thing(event.target) : null;
  });
  addEventListener("pointerdown", (event) => {
    clearTimeout(held);
    taught = false;
    const about = thing(event.target);
    if (!about || event.pointerType === "mouse") return;
    held = setTimeout(() => {
      taught = true; // what was held to be read is not done as well
      void learn(table, about);
    }, LONG);
  });
  const stop = (): void => clearTimeout(held);
  addEventListener("pointerup", stop);
  addEventListener("pointercancel", stop);
  addEventListener(
    "click",
    (event) => {
      if (!taught) {
        if (table.line === "open") table.notice = ""; // an answer stands until the next touch
        return;
      }
      taught = false;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );
}
