/**
 * Return true if the text matches the pattern, in which * stands for anything. Lessons name options and things by such
 * patterns.
 */
export function matchesPattern(pattern: string, text: string): boolean {
  const parts = pattern.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`).test(text);
}
