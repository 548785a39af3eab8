// Sort the server's options: which space each belongs to, which is played by default, and which steps it would skip.
import { t, tn } from "../../shared/i18n";
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
/** Describe the skipped steps: by name if there is one, else by number. */
export function skipText(act: Act, acts: readonly Act[], view: View): string {
  const steps = skippedSteps(act, acts, view),
    points = view.best_split?.points ?? 0;
  const [only] = steps;
  if (!only) return "";
  if (points && steps.includes("C5"))
    return steps.length > 1
      ? tn("skips {points} points and {n} more step", "skips {points} points and {n} more steps", steps.length - 1, {
          points,
        })
      : tn("skips {n} point", "skips {n} points", points);
  if (steps.length > 1) return t("skips {n} steps", { n: steps.length });
  switch (only) {
    case "C1":
      return t("skips the offering");
    case "C2":
      return t("skips turning the die");
    case "C3":
      return view.captured ? t("skips {face}", { face: FACE[faceOf(view.captured)].name }) : t("skips the face");
    case "C4":
      return t("skips the extra turn");
    case "C5":
      return t("skips the Spirit World");
    default:
      return t("skips the power");
  }
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
export const offerings = (price: number): string => tn("{n} offering", "{n} offerings", price);
const costs = (price: number): string => t("costs {price}", { price: offerings(price) });

/** Return the text of an option's button. */
export function buttonText(act: Act, view: View): { label: string; note: string } {
  const facts = act.facts,
    shown = view.captured ? FACE[faceOf(view.captured)] : null;
  const say = (label: string, note = act.note): { label: string; note: string } => ({ label, note });
  switch (facts.kind) {
    case "loa":
      return say(t("Play {loa}", { loa: act.label }));
    case "jump":
      return say(t("Jump to {space}", { space: facts.to! }), t("takes: {die}", { die: dieWords(facts.die!) }));
    case "offering":
      return say(t("Take an offering"), t("for a die of your colour"));
    case "turn":
      return say(t("Turn it to {face}", { face: FACE[facts.face!].name }), costs(facts.price!));
    case "use":
      return say(shown ? t("Use {face}", { face: shown.name }) : act.label);
    case "buy":
      return say(t("Buy an extra turn"), costs(facts.price!));
    case "combo":
      return say(
        tn("Score {n} point", "Score {n} points", facts.points!),
        t("with a set of {n} dice", { n: facts.dice!.length }),
      );
    case "spirit":
      return say(t("To the Spirit World"), t("{die}, no points", { die: dieWords(facts.die!) }));
    case "end":
      return say(t("End turn"));
    case "power":
      return say(loaWith(facts.power!).verb, facts.price ? costs(facts.price) : t("free"));
    case "top":
    case "next":
      return say(
        act.id.startsWith("next under")
          ? t("Put it under {space}", { space: touchedSpace(act)! })
          : t("Put it on {space}", { space: touchedSpace(act)! }),
        dieWords(facts.die!),
      );
    case "to":
      return say(t("Move it to {space}", { space: touchedSpace(act)! }));
    case "with":
      return say(
        facts.side === undefined ? t("Swap with {space}", { space: touchedSpace(act)! }) : t("Swap for this die"),
      );
    case "face":
      return say(t("Turn it to {face}", { face: FACE[facts.face!].name }), facts.die ? dieWords(facts.die) : act.note);
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
