/** Puts what stands in a field on the clipboard. The clipboard proper needs a secure page; a table on the home network is none. */
export async function copy(field: HTMLInputElement): Promise<void> {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand("copy");
  }
}
