// Shows the server's messages while none of its pages is open, and a page that says so while the server can't be reached.
// It keeps the files of a list and nothing else: no table, no page of a guest, no answer to a request with a cookie.
const OWN_CACHES = `dicehouse-server:${self.registration.scope}:`;
const CACHE = `${OWN_CACHES}${"VERSION"}`;
const address = (name) => new URL(name, self.location.href).href;
const OFFLINE = address("OFFLINE");
const FILES = new Set(["FILES"].map(address));

async function fill() {
  const cache = await caches.open(CACHE);
  const keep = async (file) => {
    if (await cache.match(file, { ignoreVary: true })) return;
    const answer = await fetch(file, { credentials: "omit", redirect: "error" });
    if (answer.ok && answer.type === "basic") await cache.put(file, answer);
  };
  await Promise.allSettled([...FILES].map(keep)); // messages come even if a file doesn't
}
async function kept(file) {
  return (await caches.open(CACHE)).match(file, { ignoreVary: true });
}
addEventListener("install", (event) => event.waitUntil(fill()));
addEventListener("message", (event) => event.data === "fill" && event.waitUntil(fill()));
addEventListener("activate", (event) => {
  const clear = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith(OWN_CACHES) && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
  };
  event.waitUntil(clear());
});
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const file = request.url.split("#")[0];
  if (FILES.has(file) && file !== OFFLINE) event.respondWith(kept(file).then((answer) => answer ?? fetch(request)));
  else if (request.mode === "navigate")
    event.respondWith(fetch(request).catch(async () => (await kept(OFFLINE)) ?? Response.error()));
});
addEventListener("push", (event) => {
  const message = event.data ? event.data.json() : {};
  event.waitUntil(
    self.registration.showNotification(String(message.title || "Your turn"), {
      body: String(message.body || ""),
      tag: String(message.tag || "turn"),
      icon: address("ICON"),
      data: { url: String(message.url || "/games") },
    }),
  );
});
addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(event.notification.data.url.replace(/^[/]/, ""), self.registration.scope);
  if (url.origin !== self.location.origin) return;
  event.waitUntil(
    clients.matchAll({ type: "window" }).then((pages) => {
      const open = pages.find((page) => new URL(page.url).pathname === url.pathname);
      return open ? open.focus() : clients.openWindow(url.href);
    }),
  );
});
