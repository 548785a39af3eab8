// What the pages that the server renders need from a script: the switch between day and lamp light, this browser's part in the dice.
import "./house.css";
import "./icons.svg?url";
import { randomText } from "./kit/words";
import { applyTheme, nextTheme } from "./kit/theme";

applyTheme();
for (const field of document.querySelectorAll<HTMLInputElement>("input[name=contribution]")) field.value = randomText();
document.getElementById("theme")?.addEventListener("click", nextTheme);
for (const button of document.querySelectorAll<HTMLElement>("[data-copy]")) {
  button.addEventListener("click", () => void navigator.clipboard?.writeText(button.dataset.copy ?? ""));
}
