// Day or lamp: the player's wish if there is one, else the system's.
const KEY = "dicehouse.theme";
export const DARK = "(prefers-color-scheme: dark)";
export type Theme = "day" | "lamp";

function stored(): Theme | null {
  try {
    const value = localStorage.getItem(KEY);
    return value === "day" || value === "lamp" ? value : null;
  } catch {
    return null; // storage may be barred
  }
}

export function theme(): Theme {
  return stored() ?? (matchMedia(DARK).matches ? "lamp" : "day");
}

export function applyTheme(): void {
  const wish = stored();
  if (wish) document.documentElement.dataset.theme = wish;
}

export function setTheme(value: Theme): void {
  document.documentElement.dataset.theme = value;
  try {
    localStorage.setItem(KEY, value);
  } catch {
    // kept for this page only
  }
}

export function nextTheme(): void {
  const now = document.documentElement.dataset.theme ?? theme();
  setTheme(now === "lamp" ? "day" : "lamp");
}
