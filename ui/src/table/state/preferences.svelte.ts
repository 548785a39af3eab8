// The player's settings for this browser.
import { type PaceName, PACES } from "../../shared/animation-pace";
import { DARK_SCHEME, setTheme, type Theme, currentTheme } from "../../shared/theme";

const KEY = "dicehouse.prefs";
const DEFAULTS = {
  odds: true,
  sound: false,
  fast: false,
  explain: true,
  pace: "normal" as PaceName,
  confirm: "fast" as ConfirmMode,
  firstGame: true,
  soundOffered: false,
};
/** What must be pressed twice: nothing, what can't be undone, or everything. */
export type ConfirmMode = "fast" | "final" | "always";

export class Preferences {
  odds = $state(DEFAULTS.odds);
  sound = $state(DEFAULTS.sound);
  /** True if a tap on a thing plays it without the button. */
  fast = $state(DEFAULTS.fast);
  /** True if the page explains what happens for the first time. */
  explain = $state(DEFAULTS.explain);
  /** How fast other players' events are shown. */
  pace = $state<PaceName>(DEFAULTS.pace);
  confirm = $state<ConfirmMode>(DEFAULTS.confirm);
  /** True until a game has ended in this browser. */
  firstGame = $state(DEFAULTS.firstGame);
  /** True if sound was offered. */
  soundOffered = $state(DEFAULTS.soundOffered);
  theme = $state<Theme>(currentTheme());

  constructor() {
    try {
      Object.assign(this, pickValid(JSON.parse(localStorage.getItem(KEY) ?? "{}")));
    } catch {
      // nothing stored, or unreadable data
    }
    matchMedia(DARK_SCHEME).addEventListener("change", () => (this.theme = currentTheme()));
  }

  set(change: Partial<typeof DEFAULTS>): void {
    Object.assign(this, change);
    const { odds, sound, fast, explain, pace, confirm, firstGame, soundOffered } = this;
    try {
      localStorage.setItem(KEY, JSON.stringify({ odds, sound, fast, explain, pace, confirm, firstGame, soundOffered }));
    } catch {
      // the settings last for this page only
    }
  }

  chooseTheme(value: Theme): void {
    this.theme = value;
    setTheme(value);
  }
}

function pickValid(stored: Record<string, unknown>): Partial<typeof DEFAULTS> {
  const known = (key: string): boolean =>
    key === "pace"
      ? String(stored[key]) in PACES
      : typeof stored[key] === typeof DEFAULTS[key as keyof typeof DEFAULTS];
  return Object.fromEntries(Object.keys(DEFAULTS).flatMap((key) => (known(key) ? [[key, stored[key]]] : [])));
}
