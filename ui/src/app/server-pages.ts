// Entry of the pages that the server renders: switch between day and night, send this browser's text for the dice, and
// start the script of each form.
import "./server-pages.css";
import "../pages/statistics.css";
import "../pages/my-games.css";
import "../pages/clubs.css";
import "../shared/icons.svg?url";
import { copyField } from "../shared/clipboard";
import { readMessages, t } from "../shared/i18n";
import { setUpNewTableForm } from "../pages/new-table-form";
import { randomHex } from "../shared/text-format";
import { applyTheme, toggleTheme } from "../shared/theme";
import { commitClientSeed } from "../pages/commit-client-seed";

applyTheme();
readMessages();
for (const field of document.querySelectorAll<HTMLInputElement>("input[name=contribution]")) {
  field.value = randomHex();
  if (field.form?.dataset.seals) commitClientSeed(field.form, field);
}
document.getElementById("theme")?.addEventListener("click", toggleTheme);
for (const row of document.querySelectorAll(".copy-row:has(> input[readonly])")) {
  const field = row.querySelector("input")!,
    word = row.querySelector("button b")!;
  word.parentElement!.addEventListener(
    "click",
    () => void copyField(field).then(() => (word.textContent = t("Copied"))),
  );
}
const form = document.querySelector<HTMLFormElement>("form.opening");
if (form) setUpNewTableForm(form);
if (document.querySelector("form[data-invitation]"))
  void import("../pages/invitation-opened").then(({ reportOpened }) => reportOpened());
if (isSecureContext && "serviceWorker" in navigator && document.querySelector("link[rel=manifest]"))
  void import("../pages/server-worker")
    .then(async ({ fillPushEndpoint, forgetServerWorker, registerServerWorker }) => {
      if (document.querySelector("[data-signed-out]")) return forgetServerWorker();
      await registerServerWorker();
      const field = document.querySelector<HTMLInputElement>("[data-push-endpoint]");
      if (field) await fillPushEndpoint(field);
    })
    .catch(() => undefined); // a browser may refuse workers and caches, for example in a private window
const push = document.querySelector<HTMLElement>("#push[data-key]");
if (push) void import("../pages/push-notifications").then(({ setUpPushNotifications }) => setUpPushNotifications(push));
const list = document.querySelector<HTMLElement>("[data-turns]");
if (list) {
  void import("../pages/turn-count-title").then(({ keepTurnCountInTitle }) => keepTurnCountInTitle(list));
  // Safari may show the list of games again as it was when the reader left it.
  addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
}
for (const form of document.querySelectorAll<HTMLFormElement>("form[data-passkey]"))
  void import("../pages/passkey-form").then(({ setUpPasskeyForm }) => setUpPasskeyForm(form));
// the time zone of this browser, until the player chooses another one
for (const zone of document.querySelectorAll<HTMLSelectElement | HTMLInputElement>("[data-own-zone]"))
  zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone || zone.value;
