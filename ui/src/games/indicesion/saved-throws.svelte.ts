// The throws that a player saved in this browser. They are stored as seen from the near side, so that they work in
// every seat.
import { t } from "../../shared/i18n";
import { axisRotation, normalizeAngle, rotateVector } from "./geometry";
import type { ThrowParameters, Vec } from "./view";

export interface SavedThrow {
  name: string;
  /** As thrown from the near side. */
  throw: ThrowParameters;
}
const STORAGE_KEY = "dicehouse.foam.kept",
  MAX_SAVED = 2,
  NEAR_SIDE = 90;

const rounded = (vector: Vec): Vec => [Math.round(vector[0]), Math.round(vector[1]), Math.round(vector[2])];
/** Return the same throw from a seat so many degrees further around. */
function rotateThrow({ from, push, spin, up }: ThrowParameters, by: number): ThrowParameters {
  const quat = axisRotation([0, 0, 1], by);
  return {
    from: rounded(rotateVector(quat, from)),
    push: [push[0], (normalizeAngle(push[1] + by) + 360) % 360, push[2]],
    spin: rounded(rotateVector(quat, spin)),
    up,
  };
}
export const isSameThrow = (a: ThrowParameters, b: ThrowParameters): boolean =>
  [...a.from, ...a.push, ...a.spin, ...a.up].every(
    (part, i) => Math.abs(part - [...b.from, ...b.push, ...b.spin, ...b.up][i]!) < 2,
  );

/** The name that is stored; `savedName` says it in the reader's language. */
function nameOf({ push: [speed, , climb] }: ThrowParameters): string {
  return speed < 150 ? "my drop" : climb > 60 ? "my high lob" : climb > 22 ? "my lob" : "my skid";
}
export const savedName = (name: string): string =>
  ({ "my drop": t("my drop"), "my high lob": t("my high lob"), "my lob": t("my lob"), "my skid": t("my skid") })[
    name
  ] ?? name;

export class SavedThrows {
  list = $state.raw<readonly SavedThrow[]>(readStored());

  /** Return the saved throws as thrown from a seat. */
  seenFrom(facing: number): SavedThrow[] {
    return this.list.map((kept) => ({ ...kept, throw: rotateThrow(kept.throw, facing - NEAR_SIDE) }));
  }
  saveThrow(thrown: ThrowParameters, facing: number): void {
    const one = rotateThrow(thrown, NEAR_SIDE - facing);
    this.list = [
      ...this.list.filter((kept) => !isSameThrow(kept.throw, one)),
      { name: nameOf(thrown), throw: one },
    ].slice(-MAX_SAVED);
    this.store();
  }
  forgetThrow(thrown: ThrowParameters, facing: number): void {
    const one = rotateThrow(thrown, NEAR_SIDE - facing);
    this.list = this.list.filter((kept) => !isSameThrow(kept.throw, one));
    this.store();
  }
  private store(): void {
    try {
      localStorage.setItem(STORAGE_KEY, JSON.stringify(this.list));
    } catch {
      // the throws last for this page only
    }
  }
}

const isNumberList = (value: unknown, count: number): boolean =>
  Array.isArray(value) && value.length === count && value.every((part) => Number.isFinite(part));
function isSavedThrow(value: unknown): value is SavedThrow {
  const { name, throw: thrown } = (value ?? {}) as Partial<SavedThrow>;
  return (
    typeof name === "string" &&
    name.length < 20 &&
    !!thrown &&
    isNumberList(thrown.from, 3) &&
    isNumberList(thrown.push, 3) &&
    isNumberList(thrown.spin, 3) &&
    isNumberList(thrown.up, 2)
  );
}
function readStored(): SavedThrow[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]");
    return Array.isArray(found) ? found.filter(isSavedThrow).slice(-MAX_SAVED) : [];
  } catch {
    return [];
  }
}
