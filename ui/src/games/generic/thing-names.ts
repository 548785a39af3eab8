// Names things on the table of any game, so that lessons can point at them: "fact:dice-left", "table:scores".
/** Return the name of a fact or table with this label. */
export const thingName = (kind: string, label: string): string =>
  `${kind}:${label
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")}`;
