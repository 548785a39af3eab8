// Explain a thing on the table in the game's own words, below the prompt.
import { matchesPattern } from "../../shared/match-pattern";
import { type Term, terms } from "../../shared/rule-texts";
import type { TableController } from "../state/table-controller.svelte";

/** Return the term of the nearest thing that has one. */
function findTerm(things: readonly string[]): Term | null {
  for (const thing of things) {
    const dice = /^(?:zone|spirit|pool):(?:\d+:)?(\w\w)$/.exec(thing);
    const found = terms.find((term) => term.name === thing) ?? terms.find((term) => matchesPattern(term.name, thing));
    const face = dice && terms.find((term) => term.name === `die:*${dice[1]![1]}`);
    if (face ?? found) return face ?? found ?? null;
  }
  return null;
}

/** Explain a thing; return false if there is no term for it. */
export function explainThing(table: TableController, node: Element): boolean {
  const things: string[] = [];
  for (
    let at: Element | null = node.closest("[data-thing]");
    at;
    at = at.parentElement?.closest("[data-thing]") ?? null
  )
    for (const names of ["data-about", "data-thing"])
      // the thing on the place, then the place itself
      things.push(...(at.getAttribute(names) ?? "").split(" ").filter(Boolean));
  const term = findTerm(things);
  if (term) table.notify(`${term.title}: ${term.text}`);
  return !!term;
}
