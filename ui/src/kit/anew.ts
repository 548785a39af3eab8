// This page is older than what the server has: a part of it can't be fetched, since the parts have other names now, or the server says
// so itself. Asking for a part again gives the same answer (browsers remember it), so the page itself must be loaded anew. The match is
// on the server.
const TRIED = "dicehouse.anew";

export function anew(why = "A part of this page is missing: there may be a newer one."): void {
  if (document.querySelector(".anew")) return;
  const said = document.createElement("p"),
    key = document.createElement("button");
  said.className = "offline anew";
  said.setAttribute("role", "alert");
  said.textContent = `${why} The match is safe. `;
  key.textContent = "Reload the page";
  key.onclick = () => load(() => (key.textContent = "Try again"));
  said.append(key);
  document.body.append(said);
}
addEventListener("vite:preloadError", () => anew());

let loading = false;

/**
 * The server has another build of this page: it is loaded by itself, once, unless somebody is in the middle of something. Every frame
 * may say so; only the first one counts until the new page is there.
 */
export function outdated(served: string, busy: boolean): void {
  if (loading) return;
  const typing = document.activeElement?.matches("input, textarea"),
    ask = () => anew("The house has a newer page.");
  if (busy || typing || tried(served)) return ask();
  loading = true;
  load(() => {
    loading = false;
    ask();
  });
}

/** It is asked for first: without a line a browser shows its own page of an error, and a proxy one of its own; nobody leaves those. */
const load = (otherwise: () => void): void =>
  void fetch("").then(({ status }) => (status < 500 ? location.reload() : otherwise()), otherwise);

/** Whether this tab was loaded anew for that already; where nothing can be kept nobody knows, so somebody has to say so. */
function tried(served: string): boolean {
  try {
    if (sessionStorage.getItem(TRIED) === served) return true;
    sessionStorage.setItem(TRIED, served);
    return false;
  } catch {
    return true;
  }
}
