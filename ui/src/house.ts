// The pages that the server renders need one thing from a script: the switch between day and lamp light.
import "./house.css";
import "./icons.svg?url";
import { applyTheme, nextTheme } from "./kit/theme";

applyTheme();
document.getElementById("theme")?.addEventListener("click", nextTheme);
for (const button of document.querySelectorAll<HTMLElement>("[data-copy]")) {
  button.addEventListener("click", () => void navigator.clipboard?.writeText(button.dataset.copy ?? ""));
}
