// The address of a picture that no module imports, because its name depends on what is shown.

/** Return the address of a file of the built page, such as "art/faces.svg". The style sheet is at the same place. */
export const staticAddress = (name: string): string =>
  new URL(name, document.querySelector<HTMLLinkElement>("link[rel=stylesheet]")!.href).href;
