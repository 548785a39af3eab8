// Patterns of options and things, as a lesson has them.
/** whether a text is what a pattern says, in which * stands for anything */
export function fits(pattern: string, text: string): boolean {
  const parts = pattern.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`).test(text);
}
