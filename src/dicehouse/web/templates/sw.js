// Shows what the house says while none of its pages is open, and opens the table that is meant.
addEventListener("push", (event) => {
  const message = event.data ? event.data.json() : {};
  event.waitUntil(
    self.registration.showNotification(String(message.title || "Your turn"), {
      body: String(message.body || ""),
      tag: String(message.tag || "turn"),
      icon: "static/favicon.svg",
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
