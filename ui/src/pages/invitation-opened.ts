// Tell the server that somebody has opened an invitation. Reading the page is no sign of that: chats and mail filters
// fetch every link they see.
const VISIBLE_SECONDS = 2;

/** Report the invitation as opened once its page has been visible for a while without a break. */
export function reportOpened(): void {
  let timer = 0;
  const watch = (): void => {
    clearTimeout(timer);
    if (document.visibilityState === "visible") timer = window.setTimeout(report, VISIBLE_SECONDS * 1000);
  };
  const report = (): void => {
    document.removeEventListener("visibilitychange", watch);
    const address = `${location.pathname.replace(/\/$/, "")}/opened`;
    void fetch(address, { method: "POST", body: new URLSearchParams(), keepalive: true }).catch(() => undefined);
  };
  document.addEventListener("visibilitychange", watch);
  watch();
}
