// Set the text of an element as a whole. A translator of the browser, a reader mode or an extension may have put other
// nodes in the place of the text; whatever is there goes. The build has the compiled components call setText
// (scripts/text-runs.ts).
type Holder = Element & { words?: string };
type HeldText = Text & { holder?: Holder };

/** Set the text of an element. What is shown stays, translated or not, as long as the text is the same. */
export function setContent(element: Holder, words: string): void {
  if (element.words !== words) element.textContent = element.words = words;
}

/** Set the text of the element in which Svelte made this text node; the node itself may be gone since then. */
export function setText(text: HeldText, value: unknown): void {
  setContent((text.holder ??= text.parentElement!), value == null ? "" : `${value}`);
}
