// Names of things on the table of any game, as a lesson may point at them: "fact:dice-left", "table:scores".
/** the name of a fact or a table, made of what it is called on the page */
export const named = (kind: string, label: string): string =>
  `${kind}:${label
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")}`;
