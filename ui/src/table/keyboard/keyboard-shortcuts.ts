// Handle the keys of the table page. None works while typing; a button that was reached with the keyboard keeps Enter
// and Space.
import { tick } from "svelte";
import type { BottomSheetName } from "../../games/game-ui";
import type { TableController } from "../state/table-controller.svelte";
import { explainPointedThing } from "../glossary/long-press";

const PRIMARY = ".dock .do .btn.go:not([aria-disabled=true])";
const SHEET_KEYS: Record<string, BottomSheetName> = { l: "log", s: "scores", r: "rules", m: "menu", "?": "help" };

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

export function listenForKeys(table: TableController): () => void {
  const down = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") return escapeKey(table, event);
    table.nudges.answerNudges();
    if (isTyping(event.target)) return;
    if (table.lastTurnReplay.step) return replayKey(table, event);
    if (!event.defaultPrevented && table.replay?.pressKey(event)) return event.preventDefault();
    if (table.busy) table.finishAnimation();
    if (table.locked) {
      if (/^[\w ]$|^Enter$/.test(event.key)) event.preventDefault();
      return;
    }
    if (tableKey(table, event)) event.preventDefault();
  };
  const tap = (): void => {
    table.nudges.answerNudges();
    if (table.busy) table.finishAnimation();
  };
  addEventListener("keydown", down);
  addEventListener("pointerdown", tap);
  return () => {
    removeEventListener("keydown", down);
    removeEventListener("pointerdown", tap);
  };
}

/** Handle a key while the last turn is replayed: go to the next step. */
function replayKey(table: TableController, event: KeyboardEvent): void {
  if (!["Enter", " ", "ArrowRight", "h"].includes(event.key)) return;
  if (document.activeElement?.matches("button:focus-visible") && event.key !== "ArrowRight") return;
  table.lastTurnReplay.showNext();
  event.preventDefault();
}

function escapeKey(table: TableController, event: KeyboardEvent): void {
  if (table.lastTurnReplay.step) table.lastTurnReplay.stop();
  else if (table.openSheet) table.openSheet = null;
  else if (isTyping(event.target)) (event.target as HTMLElement).blur();
  else if (!table.confirmation?.cancel()) table.board.clearChoice();
}

function tableKey(table: TableController, event: KeyboardEvent): boolean {
  const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const focused = document.activeElement;
  if (name === "Enter") {
    if (event.repeat && table.confirmation?.waitingOption) return true; // a key that is held down counts as one press
    if (focused?.matches("a, button:focus-visible, summary")) return false;
    const substituted = table.substitutedSeats[0];
    if (substituted) {
      table.setSubstitute(substituted.seat, null);
      return true;
    }
    const key = table.buttons.find((each) => each.primary);
    if (key) table.pressButton(key);
    return !!key;
  }
  if (event.repeat) return false;
  if (name === "?" && table.openSheet !== "help" && explainPointedThing(table)) return true;
  if (name in SHEET_KEYS) table.toggleSheet(SHEET_KEYS[name]!);
  else if (name === "u") table.undo();
  else if (name === "i" && table.hints.mayAsk) table.hints.ask();
  else if (!table.coach.handleKey(name) && !table.board.pressKey(name)) {
    if (name !== "h" || !table.lastTurnReplay.ready) return false; // a board may have its own meaning for it
    void table.lastTurnReplay.play();
  }
  // Enter then confirms what a digit chose in a list, and doesn't press the line that had the focus.
  if (focused?.closest(".choices")) void tick().then(() => document.querySelector<HTMLElement>(PRIMARY)?.focus());
  return true;
}
