// Turn push notifications on and off for this browser, on the page that lists the player's turns. The service worker
// /sw.js shows them.
import { decodeBase64url, encodeBase64url } from "../shared/base64url";
import { t } from "../shared/i18n";
import { ownAddress } from "../shared/own-address";
import { registerServerWorker } from "./server-worker";

/** Set up the section of the page; `data-key` is the server's public key. */
export async function setUpPushNotifications(section: HTMLElement): Promise<void> {
  const says = section.querySelector<HTMLElement>(".says")!,
    button = section.querySelector("button")!;
  if (!isSecureContext) {
    says.textContent = t("Notifications need a secure page (https). This page came over http.");
    return;
  }
  if (!("serviceWorker" in navigator) || !("PushManager" in window)) {
    // Safari of iPhones and iPads delivers messages only to pages on the Home Screen
    const toInstall = "standalone" in navigator && !navigator.standalone;
    says.textContent = toInstall
      ? t(
          "First add Dicehouse to your Home Screen: tap Share, then “Add to Home Screen”. Open it there to turn on notifications.",
        )
      : t("This browser doesn't support notifications.");
    return;
  }
  const worker = await registerServerWorker().catch(() => null);
  if (!worker) {
    says.textContent = t("This browser doesn't support notifications.");
    return;
  }
  const made = await worker.pushManager.getSubscription(),
    known = section.dataset.known!.split(" ");
  let subscription = made && known.includes(made.endpoint) ? made : null; // the server would not use a subscription that it does not know
  const showState = (): void => {
    says.textContent = subscription
      ? t("This browser notifies you when it's your turn, even when no Dicehouse page is open.")
      : t("This browser can notify you when it's your turn, even when no Dicehouse page is open.");
    button.querySelector("b")!.textContent = subscription ? t("Don't notify me here") : t("Notify me here");
    button.hidden = false;
  };
  const send = async (where: string, fields: Record<string, string>): Promise<void> => {
    const answer = await fetch(ownAddress(where), { method: "POST", body: new URLSearchParams(fields) });
    if (!answer.ok) throw new Error(where);
  };
  // Store the subscription at the server before the page says that notifications are on.
  const subscribeAtServer = async (made: PushSubscription): Promise<void> => {
    const keys = { p256dh: encodeBase64url(made.getKey("p256dh")), auth: encodeBase64url(made.getKey("auth")) };
    await send("/me/turns/push", { endpoint: made.endpoint, ...keys });
    subscription = made;
  };
  const start = async (): Promise<void> => {
    await (await worker.pushManager.getSubscription())?.unsubscribe(); // an old subscription with another key would block the new one
    const applicationServerKey = decodeBase64url(section.dataset.key!);
    await subscribeAtServer(await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }));
  };
  const stop = async (was: PushSubscription): Promise<void> => {
    await send("/me/turns/no-push", { endpoint: was.endpoint });
    await was.unsubscribe();
    subscription = null;
  };
  button.addEventListener("click", () => {
    button.disabled = true;
    (subscription ? stop(subscription) : start())
      .then(showState, () => {
        says.textContent =
          Notification.permission === "denied"
            ? t("This browser blocks notifications from Dicehouse. You can change that in its settings.")
            : t("That didn't work. Try again later.");
      })
      .finally(() => (button.disabled = false));
  });
  showState();
}
