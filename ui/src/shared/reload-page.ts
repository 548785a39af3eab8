// Reload a page that is older than the server's: a part can't be fetched because its name has changed, or a frame names
// another build. Browsers remember a failed import, so the whole page must be reloaded. The match is safe on the
// server.
import { t } from "./i18n";
import { reloadPage } from "./leave-page";

const TRIED_KEY = "dicehouse.anew";

export function offerReload(why = t("Part of this page is missing. There may be a newer version.")): void {
  if (document.querySelector(".anew")) return;
  const message = document.createElement("p"),
    button = document.createElement("button");
  message.className = "offline anew";
  message.setAttribute("role", "alert");
  message.textContent = `${why} ${t("Your game is safe.")} `;
  button.textContent = t("Reload the page");
  button.onclick = () => reloadOrElse(() => (button.textContent = t("Try again")));
  message.append(button);
  document.body.append(message);
}
addEventListener("vite:preloadError", () => offerReload());

let loading = false;

/**
 * Reload the page once if the server has another build; if the player is in the middle of something, offer it instead.
 * Every frame may say so; only the first counts until the new page is there.
 */
export function reloadIfOutdated(served: string, busy: boolean): void {
  if (loading) return;
  const typing = document.activeElement?.matches("input, textarea"),
    ask = () => offerReload(t("There is a newer version of this page."));
  if (busy || typing || alreadyTried(served)) return ask();
  loading = true;
  reloadOrElse(() => {
    loading = false;
    ask();
  });
}

/** Reload only if the server answers: the error page of a browser or proxy would be a dead end. */
const reloadOrElse = (otherwise: () => void): void =>
  void fetch("").then(({ status }) => (status < 500 ? reloadPage() : otherwise()), otherwise);

/** Return true if this tab already reloaded for that build, or if the browser can't remember it. */
function alreadyTried(served: string): boolean {
  try {
    if (sessionStorage.getItem(TRIED_KEY) === served) return true;
    sessionStorage.setItem(TRIED_KEY, served);
    return false;
  } catch {
    return true;
  }
}
