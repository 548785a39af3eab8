// The shell of the static site. It stays while the reader goes from page to page: it holds the worker, and shows each
// page in a frame of its own. A page is the same HTML and the same scripts as from a server; its requests and sockets
// go to the worker. The address of the page is in the fragment, so any static host serves the site.
import "./site.css";
import { GO } from "../shared/leave-page";
import { TabConnection, TabSocket } from "./tab-connection";

/** What site/build.py writes into the page. */
interface SiteFacts {
  /** The files that a start fetches, with their sizes in bytes. */
  files: Record<string, number>;
  /** The addresses that were rendered ahead, for reading before Python runs. */
  pages: string[];
  languages: string[];
  texts: Record<string, Record<"loading" | "failed" | "unsaved" | "insecure" | "newer" | "elsewhere", string>>;
}

const MAX_REDIRECTS = 5;
const LANGUAGE_KEY = "dicehouse.site.language";
const facts = JSON.parse(document.getElementById("facts")!.textContent) as SiteFacts;
const base = new URL(".", location.href.replace(/[?#].*/s, ""));
const staticFolder = new URL("static/", base).href;
const bar = document.querySelector("progress")!,
  notice = document.querySelector<HTMLElement>("#notice")!,
  manifest = document.querySelector<HTMLLinkElement>("link[rel=manifest]")!;
/** Missing without https: then the site plays, but isn't stored. */
const workers = "serviceWorker" in navigator ? navigator.serviceWorker : null;
let tab: TabConnection;
let frame: HTMLIFrameElement | null = null;
let shown = 0; // the number of the page that was asked for last
let running = false;

const language = (): string => {
  const wanted = [storedLanguage(), ...navigator.languages.map((one) => one.slice(0, 2))];
  return wanted.find((one) => one && facts.languages.includes(one)) ?? facts.languages[0]!;
};
function storedLanguage(): string | null {
  try {
    return localStorage.getItem(LANGUAGE_KEY);
  } catch {
    return null;
  }
}
const texts = () => facts.texts[language()]!;

function say(text: string): void {
  notice.textContent = text;
  notice.hidden = !text;
}

/** Start the worker. No file may be on its way from the service worker while another version of it takes over. */
function connect(): TabConnection {
  const worker = new Worker(new URL("site-worker.js", staticFolder), { type: "module" }),
    headers = (): Record<string, string> => ({ "accept-language": language() }),
    connection = new TabConnection(worker, headers, (message) => {
      if (message.t === "progress") {
        bar.max = message.total;
        bar.value = message.done;
      }
      if (message.t === "unsaved") say(texts().unsaved);
    });
  connection.ready.then(
    () => {
      running = true;
      bar.hidden = true;
      if (notice.textContent === texts().loading) say("");
      if (workers) void storeForLater(workers).catch((error: unknown) => console.warn(error));
      else say(texts().insecure);
    },
    (error: unknown) => {
      bar.hidden = true;
      say(`${texts().failed} (${String(error)})`);
    },
  );
  return connection;
}

/** Let the service worker store the site for visits without a network, and say when it has stored a newer version. */
async function storeForLater(container: ServiceWorkerContainer): Promise<void> {
  const registration = await container.register(new URL("sw.js", base));
  const tellNewer = (): void => {
    if (registration.waiting && registration.active) say(texts().newer);
  };
  const follow = (): void => registration.installing?.addEventListener("statechange", tellNewer);
  registration.addEventListener("updatefound", follow);
  follow(); // the browser may have begun, or be done, before this
  tellNewer();
}

/** Start a newer version that was stored during an earlier visit; return true if this page is loaded again for it. */
async function takeNewer(container: ServiceWorkerContainer): Promise<boolean> {
  const waiting = (await container.getRegistration(base))?.waiting;
  if (!waiting) return false;
  const over = new Promise((resolve) => container.addEventListener("controllerchange", resolve, { once: true }));
  waiting.postMessage("take over");
  await over;
  location.reload();
  return true;
}

/** Return true if this tab may use the tables: no other tab of this browser has them, which would overwrite them. */
async function lockTables(): Promise<boolean> {
  if (!("locks" in navigator)) return true;
  return new Promise<boolean>((resolve) => {
    void navigator.locks.request(`dicehouse ${base.pathname}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock && new Promise(() => undefined); // until this tab is closed
    });
  });
}

interface Page {
  address: string;
  html: string;
  media: string;
}

/** Return the page at an address, after its redirects. */
async function load(address: string, form?: { body: string }): Promise<Page> {
  if (!running && !form) {
    const path = address.replace(/[?#].*/s, "");
    if (facts.pages.includes(path)) {
      const name = path === "/" ? "/index" : path,
        answer = await fetch(new URL(`pages/${language()}${name}.html`, base));
      if (answer.ok) return { address, html: await answer.text(), media: "text/html" };
    }
    say(texts().loading);
  }
  let body = form?.body,
    method = form ? "POST" : "GET";
  for (let redirects = 0; ; redirects++) {
    const headers: Record<string, string> =
        form && method === "POST" ? { "content-type": "application/x-www-form-urlencoded" } : {},
      answer = await tab.request(method, address.replace(/#.*/s, ""), body, headers);
    if (!answer.place || redirects === MAX_REDIRECTS)
      return { address, html: new TextDecoder().decode(answer.body), media: answer.media };
    const place = new URL(answer.place, new URL(address, location.origin));
    address = place.pathname + place.search + place.hash;
    [method, body] = ["GET", ""];
  }
}

/** Show the page at an address of the application, such as "/rules". */
async function show(
  address: string,
  form?: { body: string },
  history: "push" | "replace" | "none" = "push",
): Promise<void> {
  if (notice.textContent === texts().insecure) say("");
  const number = ++shown,
    page = await load(address, form);
  if (number !== shown) return;
  if (!page.media.startsWith("text/html")) return download(page);
  await render(page, number);
  if (number !== shown) return;
  const fragment = `#${page.address}`;
  if (history === "push" && location.hash !== fragment) window.history.pushState(null, "", fragment);
  else if (history !== "none") window.history.replaceState(null, "", fragment);
}

function download({ address, html, media }: Page): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([html], { type: media }));
  link.download = address
    .replace(/[?#].*/s, "")
    .split("/")
    .slice(-2)
    .join("-");
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Show a page in a new frame. */
async function render({ address, html }: Page, number: number): Promise<void> {
  const next = document.createElement("iframe");
  next.title = "Dicehouse";
  next.srcdoc = " "; // such a frame has the service worker of this page, an empty one has none
  const loaded = new Promise((resolve) => (next.onload = resolve));
  document.body.append(next);
  await loaded;
  if (number !== shown) return next.remove();
  frame?.remove();
  frame = next;
  const view = next.contentWindow as Window & typeof globalThis,
    inside = next.contentDocument!;
  inside.open();
  view.history.replaceState(null, "", address);
  view.fetch = (input, init) => fetchFromPage(view, input, init);
  view.WebSocket = class extends TabSocket {
    constructor(url: URL | string) {
      super(tab, url);
    }
  } as unknown as typeof WebSocket;
  inside.write(html.replaceAll('="/static/', `="${staticFolder}`));
  inside.close();
  listen(view, inside);
  document.documentElement.lang = inside.documentElement.lang;
  const readTitle = (): void => void (document.title = inside.title || document.title);
  readTitle();
  new MutationObserver(readTitle).observe(inside.head, { childList: true, characterData: true, subtree: true });
  view.focus();
}

/** Answer what a page fetches: its files come from the host, everything else from the worker. */
async function fetchFromPage(view: Window, input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const url = new URL(input instanceof Request ? input.url : input, view.location.href);
  if (url.origin !== location.origin || url.href.startsWith(staticFolder)) return fetch(input, init);
  const body = init?.body instanceof URLSearchParams ? init.body.toString() : "",
    headers: Record<string, string> = body ? { "content-type": "application/x-www-form-urlencoded" } : {},
    answer = await tab.request(init?.method ?? "GET", url.pathname + url.search, body, headers);
  return new Response(answer.body, { status: answer.status, headers: { "content-type": answer.media } });
}

/** Take over the links and forms of a page. */
function listen(view: Window & typeof globalThis, inside: Document): void {
  inside.addEventListener("click", (event) => {
    const link = (event.target as Element | null)?.closest?.("a[href]") as HTMLAnchorElement | null;
    if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const url = new URL(link.href, view.location.href);
    if (url.origin !== location.origin || url.href.startsWith(staticFolder)) {
      link.target ||= "_top";
      return;
    }
    const address = url.pathname + url.search;
    if (url.hash && address === view.location.pathname + view.location.search) return;
    event.preventDefault();
    if (link.target === "_blank") window.open(`${base.href}#${address}${url.hash}`);
    else void show(address + url.hash);
  });
  inside.addEventListener("submit", (event) => {
    if (event.defaultPrevented) return;
    event.preventDefault();
    const form = event.target as HTMLFormElement,
      button = event.submitter as HTMLButtonElement | null,
      entered = [...new view.FormData(form, button).entries()],
      fields = new URLSearchParams(entered.filter((one): one is [string, string] => typeof one[1] === "string")),
      files = entered.filter((one): one is [string, File] => typeof one[1] !== "string"),
      url = new URL(button?.getAttribute("formaction") ?? form.getAttribute("action") ?? "", view.location.href);
    const chosen = url.pathname === "/language" && fields.get("language");
    if (chosen) {
      try {
        localStorage.setItem(LANGUAGE_KEY, chosen);
      } catch {
        // the cookie of the application has it, too
      }
      if (!running) return void show(view.location.pathname + view.location.search, undefined, "replace");
    }
    if (form.method === "get") void show(`${url.pathname}?${fields.toString()}`);
    else
      void (async () => {
        for (const [name, file] of files) fields.set(name, await file.text());
        await show(url.pathname + url.search, { body: fields.toString() });
      })();
  });
  inside.addEventListener(GO, (event) => {
    event.preventDefault();
    const address = (event as CustomEvent<string>).detail;
    void show(address, undefined, address === view.location.pathname + view.location.search ? "replace" : "push");
  });
}

const current = (): string => decodeURI(location.hash.slice(1)) || "/";
addEventListener("popstate", () => void show(current(), undefined, "none"));
manifest.href = new URL(`manifest-${language()}.webmanifest`, base).href;
void (async () => {
  const alone = await lockTables();
  if (alone && workers && (await takeNewer(workers))) return;
  tab = connect();
  void show(current(), undefined, "replace");
  if (alone) return tab.send({ t: "start", base: base.href, files: facts.files });
  bar.hidden = true;
  say(texts().elsewhere);
})();
