// Number words for sentences.
const WORDS = "no one two three four five six seven eight nine ten eleven twelve".split(" ");

/** Return a number as a word up to twelve, otherwise in digits. */
export const numberWord = (n: number): string => WORDS[n] ?? String(n);
