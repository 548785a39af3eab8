// What the pages that the server renders need from a script: the switch between day and lamp light, this browser's part in the dice.
import "./house.css";
import "./numbers.css";
import "./played.css";
import "./icons.svg?url";
import { copy } from "./kit/copy";
import { opening } from "./opening";
import { randomText } from "./kit/words";
import { applyTheme, nextTheme } from "./kit/theme";

applyTheme();
for (const field of document.querySelectorAll<HTMLInputElement>("input[name=contribution]")) field.value = randomText();
document.getElementById("theme")?.addEventListener("click", nextTheme);
for (const row of document.querySelectorAll(".copy-row:has(> input[readonly])")) {
  const field = row.querySelector("input")!,
    word = row.querySelector("button b")!;
  word.parentElement!.addEventListener("click", () => void copy(field).then(() => (word.textContent = "Copied")));
}
const form = document.querySelector<HTMLFormElement>("form.opening");
if (form) opening(form);
