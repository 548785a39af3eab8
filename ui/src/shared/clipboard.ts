/**
 * Copy a field's text. The clipboard API needs a secure page, and a table on the home network is not one, so there is a
 * fallback.
 */
export async function copyField(field: HTMLInputElement): Promise<void> {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand("copy");
  }
}
