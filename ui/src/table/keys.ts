// The keys of the whole table. None fires while typing; a button that was reached with the keyboard keeps its own Enter and Space.
import type { SheetName } from "../game";
import type { Table } from "./ctrl.svelte";
import { asks } from "./touch";

const SHEETS: Record<string, SheetName> = { l: "log", s: "scores", r: "rules", m: "menu", "?": "help" };

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

export function listen(table: Table): () => void {
  const down = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") return escape(table, event);
    table.nudged.answer();
    if (typing(event.target)) return;
    if (table.rerun.step) return rerun(table, event);
    if (!event.defaultPrevented && table.reel?.key(event)) return event.preventDefault();
    if (table.busy) table.finish();
    if (table.locked) {
      if (/^[\w ]$|^Enter$/.test(event.key)) event.preventDefault();
      return;
    }
    if (press(table, event)) event.preventDefault();
  };
  const tap = (): void => {
    table.nudged.answer();
    if (table.busy) table.finish();
  };
  addEventListener("keydown", down);
  addEventListener("pointerdown", tap);
  return () => {
    removeEventListener("keydown", down);
    removeEventListener("pointerdown", tap);
  };
}

/** while a turn is shown again: on to the next step */
function rerun(table: Table, event: KeyboardEvent): void {
  if (!["Enter", " ", "ArrowRight", "h"].includes(event.key)) return;
  if (document.activeElement?.matches("button:focus-visible") && event.key !== "ArrowRight") return;
  table.rerun.next();
  event.preventDefault();
}

function escape(table: Table, event: KeyboardEvent): void {
  if (table.rerun.step) table.rerun.leave();
  else if (table.open) table.open = null;
  else if (typing(event.target)) (event.target as HTMLElement).blur();
  else if (!table.confirm?.drop()) table.board.clear();
}

function press(table: Table, event: KeyboardEvent): boolean {
  const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const focused = document.activeElement;
  if (name === "Enter") {
    if (event.repeat && table.confirm?.held) return true; // a key that is held down is one press
    if (focused?.matches("a, button:focus-visible, summary")) return false;
    const spared = table.spared[0];
    if (spared) {
      table.standIn(spared.seat, null);
      return true;
    }
    const key = table.keys.find((each) => each.go);
    if (key) table.press(key);
    return !!key;
  }
  if (event.repeat) return false;
  if (name === "?" && table.open !== "help" && asks(table)) return true;
  if (name in SHEETS) table.toggle(SHEETS[name]!);
  else if (name === "u") table.undo();
  else if (name === "i" && table.hints.ready) table.hints.ask();
  else if (!table.coach.touches(name) && !table.board.key(name)) {
    if (name !== "h" || !table.rerun.ready) return false; // a board may have a meaning of its own for it
    void table.rerun.play();
  }
  return true;
}
