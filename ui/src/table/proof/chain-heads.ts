// Store the heads of the hash chain that this browser saw during its matches, so that no record can later claim another
// match. They survive a reload, a different head is reported at once, and their number is limited: in a long match some
// are dropped.
import { t } from "../../shared/i18n";
import type { Mark } from "../../contract/messages";

const KEY_PREFIX = "dicehouse.saw.";
const MAX_HEADS = 240; // heads of one match
const MAX_TABLES = 24;

interface SeenChain {
  at: number;
  marks: Mark[];
  /** The shortest chain length at which the server showed another hash than before. */
  other: number | null;
}

class ChainHeads {
  private table = "";
  private seen: SeenChain = { at: 0, marks: [], other: null };

  /** Record the chain head that the server shows. */
  record(table: string, [links, hash]: Mark): void {
    const { marks } = this.seenAt(table);
    const known = marks.find(([at]) => at === links);
    if (known?.[1] === hash) return;
    if (known) {
      if (this.seen.other === null) showWarning();
      this.seen.other = Math.min(links, this.seen.other ?? links);
    } else {
      marks.push([links, hash]);
      marks.sort(([a], [b]) => a - b);
      if (marks.length > MAX_HEADS) this.seen.marks = marks.filter((_, i) => i % 2 === 0 || i === marks.length - 1);
    }
    this.store();
  }

  /** Return all heads that were seen of a match. */
  seenAt(table: string): SeenChain {
    if (this.table !== table) {
      this.table = table;
      this.seen = readStored(KEY_PREFIX + table) ?? { at: Date.now(), marks: [], other: null };
    }
    return this.seen;
  }

  private store(): void {
    this.seen.at = Date.now();
    try {
      localStorage.setItem(KEY_PREFIX + this.table, JSON.stringify(this.seen));
      if (this.seen.marks.length === 1) removeOldest();
    } catch {
      // the data last for this page only
    }
  }
}
export const chainHeads = new ChainHeads();

function readStored(key: string): SeenChain | null {
  try {
    const { at, marks, other } = JSON.parse(localStorage.getItem(key) ?? "{}") as Partial<SeenChain>;
    const whole = Array.isArray(marks) && marks.every(([n, hash]) => Number.isInteger(n) && typeof hash === "string");
    return whole ? { at: Number(at), marks, other: other ?? null } : null;
  } catch {
    return null; // unreadable data
  }
}

/** Remove the matches that were not opened for the longest time. */
function removeOldest(): void {
  const places = Object.keys(localStorage).filter((key) => key.startsWith(KEY_PREFIX));
  const old = places.sort((a, b) => (readStored(b)?.at ?? 0) - (readStored(a)?.at ?? 0)).slice(MAX_TABLES);
  for (const key of old) localStorage.removeItem(key);
}

function showWarning(): void {
  const said = document.createElement("p"),
    key = document.createElement("button");
  said.className = "offline anew";
  said.setAttribute("role", "alert");
  said.textContent = `${t("The server shows a different game from the one this browser saw before.")} `;
  key.textContent = t("Close");
  key.onclick = () => said.remove();
  said.append(key);
  document.body.append(said);
}
