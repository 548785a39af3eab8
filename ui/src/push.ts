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
  let taken = await worker.pushManager.getSubscription();
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
  const start = async (): Promise<void> => {
    taken = await worker.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: bytes(section.dataset.key!),
    });
    const keys = { p256dh: text(taken.getKey("p256dh")), auth: text(taken.getKey("auth")) };
    await send("/me/turns/push", { endpoint: taken.endpoint, ...keys });
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
