// What a player set for this browser.
import { type PaceName, PACES } from "../kit/pace";
import { DARK, setTheme, type Theme, theme } from "../kit/theme";

const KEY = "dicehouse.prefs";
const START = { odds: true, sound: false, fast: false, pace: "normal" as PaceName, confirm: "fast" as Confirming };
/** what has to be pressed twice: nothing, what can't be undone, everything */
export type Confirming = "fast" | "final" | "always";

export class Prefs {
  odds = $state(START.odds);
  sound = $state(START.sound);
  /** a tap on a thing does it, without the key */
  fast = $state(START.fast);
  /** how fast is told what bots and other players do */
  pace = $state<PaceName>(START.pace);
  confirm = $state<Confirming>(START.confirm);
  theme = $state<Theme>(theme());

  constructor() {
    try {
      Object.assign(this, pick(JSON.parse(localStorage.getItem(KEY) ?? "{}")));
    } catch {
      // nothing stored, or nothing that can be read
    }
    matchMedia(DARK).addEventListener("change", () => (this.theme = theme()));
  }

  set(change: Partial<typeof START>): void {
    Object.assign(this, change);
    const { odds, sound, fast, pace, confirm } = this;
    try {
      localStorage.setItem(KEY, JSON.stringify({ odds, sound, fast, pace, confirm }));
    } catch {
      // holds for this page only
    }
  }

  light(value: Theme): void {
    this.theme = value;
    setTheme(value);
  }
}

function pick(stored: Record<string, unknown>): Partial<typeof START> {
  const known = (key: string): boolean =>
    key === "pace" ? String(stored[key]) in PACES : typeof stored[key] === typeof START[key as keyof typeof START];
  return Object.fromEntries(Object.keys(START).flatMap((key) => (known(key) ? [[key, stored[key]]] : [])));
}
