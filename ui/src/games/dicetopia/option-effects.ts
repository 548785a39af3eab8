// Describe what an option would yield for the player and change for the others.
import { t, tp } from "../../shared/i18n";
import { thingAt } from "./apply-event";
import { pathKind, pathName, thingAfter } from "./options";
import type { Act, AreaId, StarSource, Thing, View } from "./view";
import { LONG, SHORT, signed } from "./texts";

/** One half of a turn. */
export interface TurnStep {
  mover: Thing;
  /** "?" for a die that is rolled. */
  other: Thing | "?";
  /** The icon between the two: a swap, a throw, or a change. */
  sign: "dt-swap" | "dt-reroll" | "dt-arrow" | `dt-${string}`;
  gain: number | null;
  starTexts: readonly string[];
  where: string;
  /** The position in which it was chosen, so that undo removes it. */
  number: number;
}

/** Return false for a mere name, as for Hypnosis. */
export const isWorthShowing = (step: TurnStep): boolean => !!step.mover || step.gain !== null;

const SWAPS = new Set(["agent", "at", "with", "to", "alpha-with"]);

export function stepForOption(act: Act, view: View, me: number, gain: number | null, number: number): TurnStep {
  const { kind, place, area } = act.facts,
    held = view.held?.place ?? null;
  const there = place ? thingAt(view, place) : null,
    before = held ? thingAt(view, held) : null;
  const where = area ? LONG[area] : "";
  const step = { gain, starTexts: [], where, number, sign: "dt-swap" as const };
  if (kind === "agent" || kind === "at")
    return { ...step, mover: (place && thingAfter(act, place)) || `agent:${me}`, other: there };
  if (kind.startsWith("reroll")) return { ...step, mover: act.facts.die ?? there, other: "?", sign: "dt-reroll" };
  if (kind === "stock") return { ...step, mover: null, other: null, sign: `dt-${pathName(act).split("-")[0]!}` };
  if (SWAPS.has(kind)) return { ...step, mover: before, other: there };
  const own = place ?? held,
    next = own ? thingAfter(act, own) : undefined;
  return {
    ...step,
    mover: there ?? before ?? act.facts.die ?? null,
    other: typeof next === "string" && next !== (there ?? before) ? next : null,
    sign: "dt-arrow",
  };
}

const WHAT: Record<StarSource["what"], string> = {
  dice: tp("a source of stars", "die"),
  stock: t("Stock"),
  domination: "",
  blood: "Dome",
  mission: "",
};
/** Return the sources of a seat's stars; `here` is the area that is named already. */
export function starTexts(
  parts: readonly StarSource[],
  seat: number,
  missions: ReadonlyMap<string, string> = new Map(),
  here: AreaId | null = null,
): string[] {
  const words = new Map<string, number>();
  for (const part of parts.filter((each) => each.seat === seat)) {
    const word = part.mission
      ? (missions.get(part.mission) ?? titleFromId(part.mission))
      : part.area && part.what === "domination"
        ? part.area === here
          ? t("domination")
          : SHORT[part.area]
        : WHAT[part.what];
    words.set(word, (words.get(word) ?? 0) + part.points);
  }
  return [...words].filter(([, points]) => points).map(([word, points]) => `${word} ${signed(points)}`);
}
export const titleFromId = (id: string): string =>
  id
    .split("-")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");

export function dominationChanges(act: Act, view: View, seat: number): [lost: string[], won: string[]] {
  const lost: string[] = [],
    won: string[] = [];
  for (const [id, area] of Object.entries(act.facts.areas)) {
    const before = view.areas.find((each) => each.id === id)?.leaders.includes(seat) ?? false,
      now = area.leaders.includes(seat);
    if (before && !now) lost.push(SHORT[id as AreaId]);
    if (!before && now) won.push(SHORT[id as AreaId]);
  }
  return [lost, won];
}
/** For example "Ines loses Gugu": she would no longer dominate it. */
export function firstLossText(act: Act, view: View, me: number, name: (seat: number) => string): string {
  if (pathKind(act) === "key") return "";
  for (const seat of view.seats.keys()) {
    const [lost] = seat === me ? [[]] : dominationChanges(act, view, seat);
    if (lost.length) return t("{player} loses {lost}", { player: name(seat), lost: lost[0]! });
  }
  return "";
}
