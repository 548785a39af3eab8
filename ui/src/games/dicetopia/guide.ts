// Whether the first turn is still to be explained: once for each browser, unless somebody asks not to.
const KEY = "dicehouse.dicetopia.hints";

/** they lead through one first turn: that of the table where it began */
export function guideOpen(table: string): boolean {
  try {
    return [null, table].includes(localStorage.getItem(KEY));
  } catch {
    return true;
  }
}
/** `table`: its first turn is explained; "off": nothing more is to be explained */
export function guideSeen(table: string): void {
  try {
    localStorage.setItem(KEY, table);
  } catch {
    // holds for this page only
  }
}
