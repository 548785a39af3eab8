// Match the dice that a player picked with the server's options. Equal dice are interchangeable, so a choice is
// identified by its faces.
import type { Option } from "../../contract/messages";
import type { KeepFacts } from "./view";

interface PlainOrDouble {
  plain: Option | null;
  double: Option | null;
}

/** One set of dice that can be kept, with everything that can be done then. */
export interface KeepChoice {
  faces: number[];
  points: number;
  turn: number;
  dice: number;
  bust: number;
  hot: boolean;
  roll: PlainOrDouble;
  bank: PlainOrDouble;
  facts: KeepFacts;
}

export function keepChoices(options: readonly Option[]): KeepChoice[] {
  const found = new Map<string, KeepChoice>();
  for (const option of options) {
    if (!Array.isArray(option.facts.keep)) continue;
    const facts = option.facts as unknown as KeepFacts;
    const faces = [...facts.faces].sort(),
      key = faces.join("");
    const blank = (): PlainOrDouble => ({ plain: null, double: null });
    const choice = found.get(key) ?? { ...facts, faces, facts, roll: blank(), bank: blank() };
    choice[facts.then][facts.card ?? "plain"] = option;
    if (facts.then === "bank") choice.facts = facts;
    found.set(key, choice);
  }
  return [...found.values()];
}

export const bestChoice = (choices: readonly KeepChoice[]): KeepChoice | null =>
  choices.reduce<KeepChoice | null>(
    (best, each) =>
      !best || each.points > best.points || (each.points === best.points && each.dice > best.dice) ? each : best,
    null,
  );

export const facesAt = (thrown: readonly number[], positions: readonly number[]): number[] =>
  positions.map((i) => thrown[i]!).sort();

/** Return the positions of these faces in the throw, those of `prefer` first. */
export function positionsOf(
  thrown: readonly number[],
  faces: readonly number[],
  prefer: readonly number[] = [],
): number[] {
  const order = [...prefer, ...thrown.keys()].filter((place, i, all) => all.indexOf(place) === i),
    taken: number[] = [];
  for (const face of faces) {
    const place = order.find((i) => thrown[i] === face && !taken.includes(i));
    if (place !== undefined) taken.push(place);
  }
  return taken.sort((a, b) => a - b);
}

const isSubset = (small: readonly number[], large: readonly number[]): boolean => {
  const rest = [...large];
  return small.every((face) => {
    const at = rest.indexOf(face);
    if (at >= 0) rest.splice(at, 1);
    return at >= 0;
  });
};

/** Add a die to the choice; if that alone is no option, with the fewest others that make it one. */
export function addDie(
  choices: readonly KeepChoice[],
  thrown: readonly number[],
  chosen: readonly number[],
  added: number,
): number[] {
  const wanted = [...chosen, added],
    faces = facesAt(thrown, wanted);
  const fits = choices.filter((each) => isSubset(faces, each.faces)).sort((a, b) => a.faces.length - b.faces.length)[0];
  if (fits) return positionsOf(thrown, fits.faces, wanted);
  const alone = choices
    .filter((each) => each.faces.includes(thrown[added]!))
    .sort((a, b) => a.faces.length - b.faces.length)[0];
  return alone ? positionsOf(thrown, alone.faces, [added]) : [...chosen];
}

/** Remove a die from the choice, with those that don't score without it. */
export function removeDie(
  choices: readonly KeepChoice[],
  thrown: readonly number[],
  chosen: readonly number[],
  taken: number,
): number[] {
  const left = chosen.filter((place) => place !== taken),
    faces = facesAt(thrown, left);
  const fits = choices.filter((each) => isSubset(each.faces, faces)).sort((a, b) => b.points - a.points)[0];
  return fits ? positionsOf(thrown, fits.faces, left).filter((place) => left.includes(place)) : [];
}
