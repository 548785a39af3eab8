// Touch anything to learn it: what a thing is, in the game's own words, in the place of the line under the prompt.
import type { Table } from "./ctrl.svelte";

interface Term {
  name: string;
  title: string;
  text: string;
}
let terms: Promise<Term[]> | null = null;

/** the words of a game's things; a failure is forgotten, so that the next touch asks again */
export function words(game: string): Promise<Term[]> {
  terms ??= fetch(`/rules/${game}/things`)
    .then((answer) => (answer.ok ? (answer.json() as Promise<Term[]>) : Promise.reject(new Error("no words"))))
    .catch((error: unknown) => {
      terms = null;
      throw error;
    });
  return terms;
}

const fits = (pattern: string, name: string): boolean =>
  new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*")}$`).test(name);
/** the nearest thing with words of its own: itself, else what it lies in */
function wordsOf(things: readonly string[], known: readonly Term[]): Term | null {
  for (const thing of things) {
    const dice = /^(?:zone|spirit|pool):(?:\d+:)?(\w\w)$/.exec(thing);
    const found = known.find((term) => term.name === thing) ?? known.find((term) => fits(term.name, thing));
    const face = dice && known.find((term) => term.name === `die:*${dice[1]![1]}`);
    if (face ?? found) return face ?? found ?? null;
  }
  return null;
}

/** says what a thing is, and if it says of itself why it can't be used now, that as well */
export async function explain(table: Table, node: Element): Promise<boolean> {
  const things: string[] = [];
  for (
    let at: Element | null = node.closest("[data-thing]");
    at;
    at = at.parentElement?.closest("[data-thing]") ?? null
  )
    for (const names of ["data-about", "data-thing"])
      // what lies there, then the place itself
      things.push(...(at.getAttribute(names) ?? "").split(" ").filter(Boolean));
  if (!things.length || !table.frame) return false;
  try {
    const term = wordsOf(things, await words(table.frame.table.game));
    if (term) table.notify(`${term.title}: ${term.text}`);
    return !!term;
  } catch {
    table.notify("The house can’t be reached, so it can’t say what this is.");
    return true;
  }
}
