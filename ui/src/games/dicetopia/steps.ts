// What an option would bring, in words: to whoever chooses, and to the others.
import { thingAt } from "./apply";
import { head, tail } from "./choice";
import type { Act, AreaId, Part, Thing, View } from "./types";
import { LONG, SHORT, signed } from "./words";

/** one half of a turn, as the left panel tells it */
export interface Step {
  mover: Thing;
  /** "?" a die that is rolled */
  other: Thing | "?";
  /** what happens between the two: an exchange, a throw, a change */
  sign: "dt-swap" | "dt-reroll" | "dt-arrow" | `dt-${string}`;
  gain: number | null;
  bits: readonly string[];
  where: string;
  /** the position it was chosen in, so that undo takes it away */
  number: number;
}

/** a name alone, as for Hypnosis, is no step */
export const says = (step: Step): boolean => !!step.mover || step.gain !== null;

const SWAPS = new Set(["agent", "at", "with", "to", "alpha-with"]);

export function stepOf(act: Act, view: View, me: number, gain: number | null, number: number): Step {
  const { kind, place, area, changes } = act.facts,
    held = view.held?.place ?? null;
  const there = place ? thingAt(view, place) : null,
    before = held ? thingAt(view, held) : null;
  const where = area ? LONG[area] : "";
  const step = { gain, bits: [], where, number, sign: "dt-swap" as const };
  if (kind === "agent" || kind === "at")
    return { ...step, mover: (place && changes?.[place]) || `agent:${me}`, other: there };
  if (kind.startsWith("reroll")) return { ...step, mover: act.facts.die ?? there, other: "?", sign: "dt-reroll" };
  if (kind === "stock") return { ...step, mover: null, other: null, sign: `dt-${tail(act).split("-")[0]!}` };
  if (SWAPS.has(kind)) return { ...step, mover: before, other: there };
  const own = place ?? held,
    next = own ? changes?.[own] : undefined;
  return {
    ...step,
    mover: there ?? before ?? act.facts.die ?? null,
    other: typeof next === "string" && next !== (there ?? before) ? next : null,
    sign: "dt-arrow",
  };
}

const WHAT: Record<Part["what"], string> = { dice: "die", stock: "stock", domination: "", blood: "Dome", mission: "" };
/** `here`: the area that is named already */
export function bitsOf(
  parts: readonly Part[],
  seat: number,
  missions: ReadonlyMap<string, string> = new Map(),
  here: AreaId | null = null,
): string[] {
  const words = new Map<string, number>();
  for (const part of parts.filter((each) => each.seat === seat)) {
    const word = part.mission
      ? (missions.get(part.mission) ?? title(part.mission))
      : part.area && part.what === "domination"
        ? part.area === here
          ? "lead"
          : SHORT[part.area]
        : WHAT[part.what];
    words.set(word, (words.get(word) ?? 0) + part.points);
  }
  return [...words].filter(([, points]) => points).map(([word, points]) => `${word} ${signed(points)}`);
}
export const title = (id: string): string =>
  id
    .split("-")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");

export function turned(act: Act, view: View, seat: number): [lost: string[], won: string[]] {
  const lost: string[] = [],
    won: string[] = [];
  for (const [id, area] of Object.entries(act.facts.areas ?? {})) {
    const before = view.areas.find((each) => each.id === id)?.leaders.includes(seat) ?? false,
      now = area!.leaders.includes(seat);
    if (before && !now) lost.push(SHORT[id as AreaId]);
    if (!before && now) won.push(SHORT[id as AreaId]);
  }
  return [lost, won];
}
/** "Ines loses Gugu" */
export function consequence(act: Act, view: View, me: number, name: (seat: number) => string): string {
  if (head(act) === "key") return "";
  for (const seat of view.seats.keys()) {
    const [lost] = seat === me ? [[]] : turned(act, view, seat);
    if (lost.length) return `${name(seat)} loses ${lost[0]}`;
  }
  return "";
}
