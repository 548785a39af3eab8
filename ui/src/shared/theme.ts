// Day or night ("lamp") colours: the player's choice if there is one, otherwise the system's.
const KEY = "dicehouse.theme";
export const DARK_SCHEME = "(prefers-color-scheme: dark)";
export type Theme = "day" | "lamp";

function storedTheme(): Theme | null {
  try {
    const value = localStorage.getItem(KEY);
    return value === "day" || value === "lamp" ? value : null;
  } catch {
    return null; // storage may be blocked
  }
}

export function currentTheme(): Theme {
  return storedTheme() ?? (matchMedia(DARK_SCHEME).matches ? "lamp" : "day");
}

function show(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  for (const colour of document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]"))
    colour.media = colour.dataset.for === theme ? "all" : "not all";
}

export function applyTheme(): void {
  const wish = storedTheme();
  if (wish) show(wish);
}

export function setTheme(value: Theme): void {
  show(value);
  try {
    localStorage.setItem(KEY, value);
  } catch {
    // the choice lasts for this page only
  }
}

export function toggleTheme(): void {
  const now = document.documentElement.dataset.theme ?? currentTheme();
  setTheme(now === "lamp" ? "day" : "lamp");
}
