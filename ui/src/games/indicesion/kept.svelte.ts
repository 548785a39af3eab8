// Throws that one keeps: as seen from one's own side of the table, so that they serve at every seat. This browser remembers them.
import { about, around, turned } from "./space";
import type { Thrown, Vec } from "./types";

export interface KeptThrow {
  name: string;
  /** as if one stood at the near side */
  throw: Thrown;
}
const STORE = "dicehouse.foam.kept",
  MOST = 2,
  NEAR_SIDE = 90;

const rounded = (vector: Vec): Vec => [Math.round(vector[0]), Math.round(vector[1]), Math.round(vector[2])];
/** the same throw by somebody who sits so many degrees further round */
function carried({ from, push, spin, up }: Thrown, by: number): Thrown {
  const quat = about([0, 0, 1], by);
  return {
    from: rounded(turned(quat, from)),
    push: [push[0], (around(push[1] + by) + 360) % 360, push[2]],
    spin: rounded(turned(quat, spin)),
    up,
  };
}
export const alike = (a: Thrown, b: Thrown): boolean =>
  [...a.from, ...a.push, ...a.spin, ...a.up].every(
    (part, i) => Math.abs(part - [...b.from, ...b.push, ...b.spin, ...b.up][i]!) < 2,
  );

function nameOf({ push: [speed, , climb] }: Thrown): string {
  return speed < 150 ? "drop" : climb > 60 ? "high lob" : climb > 22 ? "lob" : "skid";
}

export class Kept {
  list = $state.raw<readonly KeptThrow[]>(stored());

  /** the kept ones, as they go from one's seat */
  at(facing: number): KeptThrow[] {
    return this.list.map((kept) => ({ ...kept, throw: carried(kept.throw, facing - NEAR_SIDE) }));
  }
  keep(thrown: Thrown, facing: number): void {
    const one = carried(thrown, NEAR_SIDE - facing);
    this.list = [
      ...this.list.filter((kept) => !alike(kept.throw, one)),
      { name: `my ${nameOf(thrown)}`, throw: one },
    ].slice(-MOST);
    this.store();
  }
  forget(thrown: Thrown, facing: number): void {
    const one = carried(thrown, NEAR_SIDE - facing);
    this.list = this.list.filter((kept) => !alike(kept.throw, one));
    this.store();
  }
  private store(): void {
    try {
      localStorage.setItem(STORE, JSON.stringify(this.list));
    } catch {
      // holds for this page only
    }
  }
}

const numbers = (value: unknown, count: number): boolean =>
  Array.isArray(value) && value.length === count && value.every((part) => Number.isFinite(part));
function fits(value: unknown): value is KeptThrow {
  const { name, throw: thrown } = (value ?? {}) as Partial<KeptThrow>;
  return (
    typeof name === "string" &&
    name.length < 20 &&
    !!thrown &&
    numbers(thrown.from, 3) &&
    numbers(thrown.push, 3) &&
    numbers(thrown.spin, 3) &&
    numbers(thrown.up, 2)
  );
}
function stored(): KeptThrow[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(STORE) ?? "[]");
    return Array.isArray(found) ? found.filter(fits).slice(-MOST) : [];
  } catch {
    return [];
  }
}
