// Sort the server's options: which space each belongs to, which is played by default, and which steps it would skip.
import { joinWithAnd } from "../../shared/text-format";
import type { Act, DieName, Face, OptionFacts, Space, StepId, View } from "./view";
import { dieWords, FACE, faceOf, loaWith, ORDER } from "./texts";

export const isJump = (act: Act): boolean => act.facts.kind === "jump";
/** Return the space that stands for an option (a jump has three). */
export function touchedSpace(act: Act): Space | null {
  if (isJump(act)) return act.facts.from ?? null;
  const named = act.path.find((part) => part.startsWith("space:"));
  return act.facts.space ?? (named ? named.slice(6) : null);
}
/** Split an id such as "row 3 left" into its line and its end. */
export function lineOf(act: Act): { line: string; end: "left" | "right" | "up" | "down" } | null {
  const [kind, name, end] = act.id.split(" ");
  if ((kind !== "row" && kind !== "file") || !name || !end) return null;
  return { line: `${kind} ${name}`, end: end as "left" };
}
/** Return true if the option changes the board: then a preview is shown first. */
export const changesBoard = (act: Act): boolean => !!act.facts.changes;

const stepIndex = (act: Act): number =>
  act.facts.kind === "end" ? 99 : act.facts.step ? ORDER.indexOf(act.facts.step) : -1;

/** Return the possible steps that could not be taken any more after this option. */
export function skippedSteps(act: Act, acts: readonly Act[], view: View): StepId[] {
  if (view.phase !== "steps") return [];
  const mine = stepIndex(act),
    before = acts
      .filter((each) => each.facts.kind !== "end" && stepIndex(each) >= 0 && stepIndex(each) < mine)
      .map((each) => each.facts.step!);
  return ORDER.filter((step) => before.includes(step));
}
/** Describe the skipped steps: by name if they are few, else by number. */
export function skipText(act: Act, acts: readonly Act[], view: View): string {
  const steps = skippedSteps(act, acts, view),
    points = view.best_split?.points ?? 0;
  const words: Partial<Record<StepId, string>> = {
    C1: "the offering",
    C2: "turning the die",
    C3: view.captured ? `using ${FACE[faceOf(view.captured)].name}` : "the face",
    C4: "buying a turn",
    C5: points ? `${points} points` : "the Spirit World",
    D: "your power",
  };
  if (!steps.length) return "";
  if (steps.length < 3) return `skips ${joinWithAnd(steps.map((step) => words[step] ?? "a power"))}`;
  return points && steps.includes("C5")
    ? `skips ${points} points and ${steps.length - 1} more steps`
    : `skips ${steps.length} steps still open`;
}
/** Return true if something free would be lost: an offering, a face, or points. */
export function skipsSomethingFree(act: Act, acts: readonly Act[], view: View): boolean {
  const steps = skippedSteps(act, acts, view);
  return steps.includes("C1") || steps.includes("C3") || (steps.includes("C5") && !!view.best_split?.points);
}

/** Return the option that most players would choose: take what is free, score what is there, end the turn. */
export function defaultOption(acts: readonly Act[], view: View): Act | null {
  const of = (kind: OptionFacts["kind"]): Act | undefined => acts.find((act) => act.facts.kind === kind);
  const set = view.best_split?.combos[0]?.toSorted().join();
  const combo = set
    ? acts.find((act) => act.facts.kind === "combo" && act.facts.dice?.toSorted().join() === set)
    : undefined;
  return of("offering") ?? of("use") ?? combo ?? of("end") ?? (acts.length === 1 ? acts[0]! : null);
}

/** Return a price in words. */
export const offerings = (price: number): string =>
  price === 1 ? "one offering" : `${price === 2 ? "two" : price} offerings`;

/** Return the text of an option's button. */
export function buttonText(act: Act, view: View): { label: string; note: string } {
  const facts = act.facts,
    shown = view.captured ? FACE[faceOf(view.captured)] : null;
  const say = (label: string, note = act.note): { label: string; note: string } => ({ label, note });
  switch (facts.kind) {
    case "loa":
      return say(`Play ${act.label}`);
    case "jump":
      return say(`Jump to ${facts.to}`, `takes ${dieWords(facts.die!)}`);
    case "offering":
      return say("Take an offering", "the die has your colour");
    case "turn":
      return say(`Turn it to ${FACE[facts.face!].name}`, `costs ${offerings(facts.price!)}`);
    case "use":
      return say(`Use ${shown?.name ?? "its face"}`, shown?.does ?? act.note);
    case "buy":
      return say("Buy a turn", `costs ${offerings(facts.price!)}`);
    case "combo":
      return say(`Bank ${facts.points}`, `${facts.dice!.length} dice to the Spirit World`);
    case "spirit":
      return say("Send the die", `${dieWords(facts.dice?.[0] ?? facts.die ?? "WO")}, no points`);
    case "end":
      return say("End turn");
    case "power":
      return say(loaWith(facts.power!).verb, facts.price ? `costs ${offerings(facts.price)}` : "free");
    case "top":
    case "next":
      return say(
        `Put it ${act.id.startsWith("next under") ? "under" : "on"} ${touchedSpace(act)}`,
        dieWords(facts.die!),
      );
    case "to":
      return say(`Move to ${touchedSpace(act)}`);
    case "with":
      return say(facts.side === undefined ? `Swap with ${touchedSpace(act)}` : act.label);
    case "face":
      return say(`Turn it to ${FACE[facts.face!].name}`, facts.die ? `${dieWords(facts.die)}` : act.note);
    default:
      return say(act.label);
  }
}

/** Group the options by the space that stands for them. */
export function groupBySpace(acts: readonly Act[]): Map<Space, Act[]> {
  const found = new Map<Space, Act[]>();
  for (const act of acts) {
    const space = touchedSpace(act);
    if (space) found.set(space, [...(found.get(space) ?? []), act]);
  }
  return found;
}
export const optionsForDie = (acts: readonly Act[], die: DieName): Act[] => acts.filter((act) => act.facts.die === die);
export const optionForFace = (acts: readonly Act[], face: Face): Act | undefined =>
  acts.find((act) => act.facts.face === face);
