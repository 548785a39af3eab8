// Messages of the house to this browser: asked for on the page of one's turns, shown by the worker at /sw.js.
import { bytes, text } from "./kit/base64";

/** the section of the page, with the house's key on it */
export async function pushes(section: HTMLElement): Promise<void> {
  const says = section.querySelector<HTMLElement>(".says")!,
    key = section.querySelector("button")!;
  if (!isSecureContext) {
    says.textContent = "A browser takes messages over https only, and this page came over http.";
    return;
  }
  if (!("serviceWorker" in navigator) || !("PushManager" in window)) {
    says.textContent = "This browser takes no messages of pages.";
    return;
  }
  const worker = await navigator.serviceWorker.register("/sw.js");
  const made = await worker.pushManager.getSubscription(),
    known = section.dataset.known!.split(" ");
  let taken = made && known.includes(made.endpoint) ? made : null; // one that the house does not know brings nothing
  const tell = (): void => {
    says.textContent = taken
      ? "This browser tells you when it is your turn, even when no page of the house is open."
      : "This browser can tell you when it is your turn, even when no page of the house is open.";
    key.querySelector("b")!.textContent = taken ? "Don’t tell me here" : "Tell me here";
    key.hidden = false;
  };
  const send = async (where: string, fields: Record<string, string>): Promise<void> => {
    const answer = await fetch(where, { method: "POST", body: new URLSearchParams(fields) });
    if (!answer.ok) throw new Error(where);
  };
  // The house learns where messages go before anybody is told that they come.
  const give = async (made: PushSubscription): Promise<void> => {
    const keys = { p256dh: text(made.getKey("p256dh")), auth: text(made.getKey("auth")) };
    await send("/me/turns/push", { endpoint: made.endpoint, ...keys });
    taken = made;
  };
  const start = async (): Promise<void> => {
    await (await worker.pushManager.getSubscription())?.unsubscribe(); // under another key it would bar the way for ever
    const applicationServerKey = bytes(section.dataset.key!);
    await give(await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }));
  };
  const stop = async (was: PushSubscription): Promise<void> => {
    await send("/me/turns/no-push", { endpoint: was.endpoint });
    await was.unsubscribe();
    taken = null;
  };
  key.addEventListener("click", () => {
    key.disabled = true;
    (taken ? stop(taken) : start())
      .then(tell, () => {
        says.textContent =
          Notification.permission === "denied"
            ? "This browser was told to refuse messages of this house; its settings can change that."
            : "That did not work; try again later.";
      })
      .finally(() => (key.disabled = false));
  });
  tell();
}
