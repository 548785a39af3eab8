// The keys of the whole table, for the list of keys.
export const KEYS_HELP: readonly (readonly [string, string])[] = [
  ["Enter", "press the marigold key"],
  ["Esc", "close a sheet, clear the choice, don’t press again"],
  ["U", "undo"],
  ["H", "show again what the others did; Enter goes on, Esc ends it"],
  ["I", "a hint, where the table allows them"],
  ["L", "log and chat"],
  ["S", "scores"],
  ["R", "rules"],
  ["M", "settings, invitations, dice proof"],
  ["?", "what the thing is that you point at; once more, or else, this list"],
];
