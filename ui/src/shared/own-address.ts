// Addresses on this server, which may be below a path such as /dice: the page names it as `data-root`.

/** Return the address of a page of this server. `path` begins with a slash. */
export function ownAddress(path: string): string {
  return `${document.documentElement.dataset.root ?? ""}${path}`;
}
