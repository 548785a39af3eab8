// The server's options sorted for a hand: what may be touched on the board, what comes next, what would be given up.
import { listed } from "../../kit/words";
import type { Option } from "../../types";
import type { DieName, Face, Space, StepId, View } from "./types";
import type { Facts } from "./types";
import { dieWords, FACE, faceOf, loaWith, ORDER } from "./words";

export type Act = Option<Facts>;

export const isJump = (act: Act): boolean => act.facts.kind === "jump";
/** the space a hand touches for an option that is one space (a jump has three) */
export function touched(act: Act): Space | null {
  if (isJump(act)) return act.facts.from ?? null;
  const named = act.path.find((part) => part.startsWith("space:"));
  return act.facts.space ?? (named ? named.slice(6) : null);
}
/** "row 3 left" as its line and its end */
export function lineOf(act: Act): { line: string; end: "left" | "right" | "up" | "down" } | null {
  const [kind, name, end] = act.id.split(" ");
  if ((kind !== "row" && kind !== "file") || !name || !end) return null;
  return { line: `${kind} ${name}`, end: end as "left" };
}
/** a choice after which the board changes is shown first; all others only lead on */
export const shows = (act: Act): boolean => !!act.facts.changes;

const place = (act: Act): number =>
  act.facts.kind === "end" ? 99 : act.facts.step ? ORDER.indexOf(act.facts.step) : -1;

/** the steps that are still possible and would be gone after this option */
export function givenUp(act: Act, acts: readonly Act[], view: View): StepId[] {
  if (view.phase !== "steps") return [];
  const mine = place(act),
    before = acts
      .filter((each) => each.facts.kind !== "end" && place(each) >= 0 && place(each) < mine)
      .map((each) => each.facts.step!);
  return ORDER.filter((step) => before.includes(step));
}
/** as words while they are few, else as the signs of the steps */
export function loss(act: Act, acts: readonly Act[], view: View): string {
  const steps = givenUp(act, acts, view),
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
  if (steps.length < 3) return `skips ${listed(steps.map((step) => words[step] ?? "a power"))}`;
  return points && steps.includes("C5")
    ? `skips ${points} points and ${steps.length - 1} more steps`
    : `skips ${steps.length} steps still open`;
}
/** whether something free would be lost: an offering, a face, points */
export function dear(act: Act, acts: readonly Act[], view: View): boolean {
  const steps = givenUp(act, acts, view);
  return steps.includes("C1") || steps.includes("C3") || (steps.includes("C5") && !!view.best_split?.points);
}

/** what a player would do next if nothing else is wished: take what is free, score what is there, end */
export function natural(acts: readonly Act[], view: View): Act | null {
  const of = (kind: Facts["kind"]): Act | undefined => acts.find((act) => act.facts.kind === kind);
  const set = view.best_split?.combos[0]?.toSorted().join();
  const combo = set
    ? acts.find((act) => act.facts.kind === "combo" && act.facts.dice?.toSorted().join() === set)
    : undefined;
  return of("offering") ?? of("use") ?? combo ?? of("end") ?? (acts.length === 1 ? acts[0]! : null);
}

/** what a key says */
export function keyWords(act: Act, view: View): { label: string; note: string } {
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
      return say(`Turn it to ${FACE[facts.face!].name}`, "costs one offering");
    case "use":
      return say(`Use ${shown?.name ?? "its face"}`, shown?.does ?? act.note);
    case "buy":
      return say("Buy a turn", "costs two offerings");
    case "combo":
      return say(`Bank ${facts.points}`, `${facts.dice!.length} dice to the Spirit World`);
    case "spirit":
      return say("Send the die", `${dieWords(facts.dice?.[0] ?? facts.die ?? "WO")}, no points`);
    case "end":
      return say("End turn");
    case "power":
      return say(loaWith(facts.power!).verb, facts.price ? "costs one offering" : "free");
    case "top":
    case "next":
      return say(`Put it ${act.id.startsWith("next under") ? "under" : "on"} ${touched(act)}`, dieWords(facts.die!));
    case "to":
      return say(`Move to ${touched(act)}`);
    case "with":
      return say(facts.side === undefined ? `Swap with ${touched(act)}` : act.label);
    case "face":
      return say(`Turn it to ${FACE[facts.face!].name}`, facts.die ? `${dieWords(facts.die)}` : act.note);
    default:
      return say(act.label);
  }
}

/** legal spaces of the moment and what touching one leads to */
export function bySpace(acts: readonly Act[]): Map<Space, Act[]> {
  const found = new Map<Space, Act[]>();
  for (const act of acts) {
    const space = touched(act);
    if (space) found.set(space, [...(found.get(space) ?? []), act]);
  }
  return found;
}
export const ofDie = (acts: readonly Act[], die: DieName): Act[] => acts.filter((act) => act.facts.die === die);
export const ofFace = (acts: readonly Act[], face: Face): Act | undefined =>
  acts.find((act) => act.facts.face === face);
