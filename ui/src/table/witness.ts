// What this browser saw of its matches: the running hash that came with every state, kept so that no record can become another match
// later. It outlives a reload, says so at once when the house shows another course, and is bounded: of a long match some are dropped.
import type { Mark } from "../types";

const PLACE = "dicehouse.saw.";
const MOST = 240; // marks of a match
const TABLES = 24;
const OTHER = "The house shows another course of this match than this browser saw before. ";

interface Seen {
  at: number;
  marks: Mark[];
  /** after so many links another hash was shown than before */
  other: number | null;
}

class Witness {
  private table = "";
  private seen: Seen = { at: 0, marks: [], other: null };

  /** The house shows how far a match has come. */
  saw(table: string, [links, hash]: Mark): void {
    const { marks } = this.of(table);
    const known = marks.find(([at]) => at === links);
    if (known?.[1] === hash) return;
    if (known) {
      if (this.seen.other === null) warn();
      this.seen.other = Math.min(links, this.seen.other ?? links);
    } else {
      marks.push([links, hash]);
      marks.sort(([a], [b]) => a - b);
      if (marks.length > MOST) this.seen.marks = marks.filter((_, i) => i % 2 === 0 || i === marks.length - 1);
    }
    this.keep();
  }

  /** All that was seen of a match. */
  of(table: string): Seen {
    if (this.table !== table) {
      this.table = table;
      this.seen = read(PLACE + table) ?? { at: Date.now(), marks: [], other: null };
    }
    return this.seen;
  }

  private keep(): void {
    this.seen.at = Date.now();
    try {
      localStorage.setItem(PLACE + this.table, JSON.stringify(this.seen));
      if (this.seen.marks.length === 1) tidy();
    } catch {
      // holds for this page only
    }
  }
}
export const witness = new Witness();

function read(place: string): Seen | null {
  try {
    const { at, marks, other } = JSON.parse(localStorage.getItem(place) ?? "{}") as Partial<Seen>;
    const whole = Array.isArray(marks) && marks.every(([n, hash]) => Number.isInteger(n) && typeof hash === "string");
    return whole ? { at: Number(at), marks, other: other ?? null } : null;
  } catch {
    return null; // nothing that can be read
  }
}

/** The matches that were longest not looked at are forgotten. */
function tidy(): void {
  const places = Object.keys(localStorage).filter((key) => key.startsWith(PLACE));
  const old = places.sort((a, b) => (read(b)?.at ?? 0) - (read(a)?.at ?? 0)).slice(TABLES);
  for (const place of old) localStorage.removeItem(place);
}

function warn(): void {
  const said = document.createElement("p"),
    key = document.createElement("button");
  said.className = "offline anew";
  said.setAttribute("role", "alert");
  said.textContent = OTHER;
  key.textContent = "Close";
  key.onclick = () => said.remove();
  said.append(key);
  document.body.append(said);
}
