// Explain a thing after a long press, or when "?" is pressed over it. The texts are loaded with the first question.
import type { TableController } from "../state/table-controller.svelte";

const LONG_PRESS_MS = 480; // milliseconds
let hoveredThing: Element | null = null;
let pressTimer: ReturnType<typeof setTimeout> | undefined;
let explained = false;
let lastExplained: Element | null = null;

async function explain(table: TableController, node: Element): Promise<boolean> {
  const { explainThing } = await import("./explain-thing");
  return explainThing(table, node);
}
const thingAt = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target.closest("[data-thing]") : null;

/** Explain the focused thing, or the one under the mouse; return false if there is none or it was just explained. */
export function explainPointedThing(table: TableController): boolean {
  const focused = document.activeElement?.matches(":focus-visible") ? thingAt(document.activeElement) : null,
    about = focused ?? (hoveredThing?.isConnected ? hoveredThing : null);
  lastExplained = about === lastExplained ? null : about;
  if (lastExplained) void explain(table, lastExplained);
  return !!lastExplained;
}

export function listenForLongPress(table: TableController): void {
  addEventListener("pointerover", (event) => {
    hoveredThing = event.pointerType === "mouse" ? thingAt(event.target) : null;
  });
  addEventListener("pointerdown", (event) => {
    clearTimeout(pressTimer);
    explained = false;
    const about = thingAt(event.target);
    if (!about || event.pointerType === "mouse") return;
    pressTimer = setTimeout(() => {
      explained = true; // a long press only explains, it does not click
      void explain(table, about);
    }, LONG_PRESS_MS);
  });
  const stop = (): void => clearTimeout(pressTimer);
  addEventListener("pointerup", stop);
  addEventListener("pointercancel", stop);
  addEventListener(
    "click",
    (event) => {
      if (!explained) {
        if (table.connectionState === "open") table.notice = ""; // an answer stays until the next touch
        return;
      }
      explained = false;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );
}
