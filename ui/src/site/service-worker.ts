// The service worker of the static site: it stores all files of one version, so that the site opens without a network.
// Play never depends on it. site/build.py writes it into the site's folder, with the version and the files in front.
// A new version is stored beside the old one. It takes over when the shell asks for it before it shows a page, so no page
// gets files of two versions.
declare const SITE: { version: string; files: string[] };

/** What is used of the types of service workers, which the types of pages don't have. */
interface Worker extends EventTarget {
  skipWaiting(): Promise<void>;
  registration: { scope: string };
  clients: { claim(): Promise<void> };
}
interface ExtendableEvent extends Event {
  waitUntil(done: Promise<unknown>): void;
}
interface FetchEvent extends ExtendableEvent {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}

const worker = self as unknown as Worker,
  base = new URL(worker.registration.scope),
  prefix = `dicehouse ${base.pathname} `, // caches belong to the host: two sites on it have different paths
  cacheName = prefix + SITE.version;

async function store(): Promise<void> {
  const cache = await caches.open(cacheName),
    requests = SITE.files.map((name) => new Request(new URL(name, base), { cache: "no-cache" }));
  await cache.addAll(requests);
}

async function dropOthers(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(prefix) && name !== cacheName).map((n) => caches.delete(n)));
  await worker.clients.claim();
}

async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName),
    url = new URL(request.url),
    stored = await cache.match(url.pathname === base.pathname ? new URL("index.html", base) : url, {
      ignoreSearch: true,
      ignoreVary: true,
    });
  return stored ?? fetch(request);
}

worker.addEventListener("install", (event) => (event as ExtendableEvent).waitUntil(store()));
worker.addEventListener("activate", (event) => (event as ExtendableEvent).waitUntil(dropOthers()));
worker.addEventListener("fetch", (event) => {
  const { request } = event as FetchEvent;
  if (request.method === "GET" && request.url.startsWith(base.href)) (event as FetchEvent).respondWith(answer(request));
});
worker.addEventListener("message", (event) => {
  if ((event as MessageEvent).data === "take over") void worker.skipWaiting();
});
