// What the pages that the server renders need from a script: the switch between day and lamp light, this browser's part in the dice.
import "./house.css";
import "./numbers.css";
import "./played.css";
import "./clubs.css";
import "./icons.svg?url";
import { copy } from "./kit/copy";
import { opening } from "./opening";
import { randomText } from "./kit/words";
import { applyTheme, nextTheme } from "./kit/theme";
import { sealing } from "./sealing";

applyTheme();
for (const field of document.querySelectorAll<HTMLInputElement>("input[name=contribution]")) {
  field.value = randomText();
  if (field.form?.dataset.seals) sealing(field.form, field);
}
document.getElementById("theme")?.addEventListener("click", nextTheme);
for (const row of document.querySelectorAll(".copy-row:has(> input[readonly])")) {
  const field = row.querySelector("input")!,
    word = row.querySelector("button b")!;
  word.parentElement!.addEventListener("click", () => void copy(field).then(() => (word.textContent = "Copied")));
}
const form = document.querySelector<HTMLFormElement>("form.opening");
if (form) opening(form);
const push = document.querySelector<HTMLElement>("#push[data-key]");
if (push) void import("./push").then(({ pushes }) => pushes(push));
const list = document.querySelector<HTMLElement>("[data-turns]");
if (list) void import("./turns").then(({ turns }) => turns(list));
for (const form of document.querySelectorAll<HTMLFormElement>("form[data-passkey]"))
  void import("./passkeys").then(({ passkeys }) => passkeys(form));
const zone = document.querySelector<HTMLSelectElement>("[data-own-zone]"); // where this browser is, until somebody says otherwise
if (zone) zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone || zone.value;
