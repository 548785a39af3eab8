// The texts about the rules of this table, with its settings, from the server.
import { addMessages, type PageMessages } from "./i18n";

/** What a kind of thing on the table is: `name` is a pattern of names, `short` says it in a few words. */
export interface Term {
  name: string;
  title: string;
  text: string;
  short: string;
}
/** A part of a text: plain, bold, in italics, or a line break. */
export type TextRun = readonly [style: "" | "b" | "i" | "br", words: string];
export interface RulesRow {
  /** A thing to draw, a letter or digit, or nothing. */
  sign: string;
  runs: readonly TextRun[];
}
/** A paragraph, a list, or something that the game draws. */
export interface RulesBlock {
  runs?: readonly TextRun[];
  rows?: readonly RulesRow[];
  numbered?: boolean;
  signs?: boolean;
  figure?: string;
}
export interface RulesSection {
  title: string;
  blocks: readonly RulesBlock[];
}

/** All terms, in order. */
export let terms: readonly Term[] = [];
/** What to read when an event happens for the first time, by its kind. */
export let firstTime: Readonly<Record<string, string>> = {};
/** The rules in short. */
export let rules: readonly RulesSection[] = [];
let byName: ReadonlyMap<string, Term> = new Map();

let addressOfLater = ""; // empty in English, and once the texts are there

/** Fetch the texts that only parts say which are loaded later: the menu, the end, the replay. */
export async function loadLaterTexts(): Promise<void> {
  if (!addressOfLater) return;
  try {
    addMessages(((await (await fetch(addressOfLater)).json()) as { messages: PageMessages }).messages);
    addressOfLater = "";
  } catch {
    // Without a connection these parts appear in English.
  }
}

/** Load a part of the page after its texts. */
export const loadPart = async <Part>(load: () => Promise<Part>): Promise<Part> => {
  await loadLaterTexts();
  return load();
};

/** Fetch the texts, before anything that shows them is loaded. */
export async function loadRuleTexts(url: string): Promise<void> {
  const found = (await (await fetch(url)).json()) as {
    terms: readonly Term[];
    first_time: typeof firstTime;
    rules: readonly RulesSection[];
    messages?: PageMessages;
  };
  ({ terms, rules, first_time: firstTime } = found);
  if (found.messages) {
    addMessages(found.messages);
    addressOfLater = `${url}&later=1`;
  }
  byName = new Map(terms.map((each) => [each.name, each]));
}
/** Return the term with that very name; its texts are empty if there is none. */
export const term = (name: string): Term => byName.get(name) ?? { name, title: "", text: "", short: "" };
