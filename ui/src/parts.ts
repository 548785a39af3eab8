// The texts for the dice that this browser has sealed: kept from the form in which it sat down until the table asks for them, and so that
// it can say at the end whether the record has them.
const PLACE = "dicehouse.part.";
const TABLES = 24;
const EACH = 4; // a form may be sent more than once

type Part = [seal: string, text: string];
interface Kept {
  at: number;
  parts: Part[];
}

/** What was sealed for a table. */
export const partsOf = (table: string): Part[] => read(PLACE + table).parts;

/** Keeps a text; false where that can't be. */
export function keepPart(table: string, part: Part): boolean {
  const parts = [part, ...partsOf(table)].slice(0, EACH);
  try {
    localStorage.setItem(PLACE + table, JSON.stringify({ at: Date.now(), parts } satisfies Kept));
    const places = Object.keys(localStorage).filter((key) => key.startsWith(PLACE));
    const old = places.sort((a, b) => read(b).at - read(a).at).slice(TABLES);
    for (const place of old) localStorage.removeItem(place);
    return true;
  } catch {
    return false;
  }
}

function read(place: string): Kept {
  try {
    const { at, parts } = JSON.parse(localStorage.getItem(place) ?? "{}") as Partial<Kept>;
    if (Array.isArray(parts) && parts.every((part) => Array.isArray(part))) return { at: Number(at), parts };
  } catch {
    // nothing that can be read
  }
  return { at: 0, parts: [] };
}
