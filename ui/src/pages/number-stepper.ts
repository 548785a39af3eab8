// Add minus and plus buttons to a number field. A held button repeats and speeds up. Typing and arrow keys still work
// in the field.
import { t } from "../shared/i18n";

const HOLD_MS = 420;
const REPEAT_MS = [140, 45] as const; // at first, and after a dozen steps

export function addStepperButtons(field: HTMLInputElement): void {
  const box = document.createElement("span");
  box.className = "stepper";
  const keys = [stepperButton(field, -1), stepperButton(field, 1)] as const;
  field.replaceWith(box);
  box.append(keys[0], field, keys[1]);
  const show = (): void =>
    keys.forEach((each, at) => each.setAttribute("aria-disabled", String(!canStep(field, at ? 1 : -1))));
  field.addEventListener("input", show);
  show();
}

/** Return true if the field can take a step in this direction. */
function canStep(field: HTMLInputElement, way: 1 | -1): boolean {
  const value = Number(field.value);
  return !field.value || (way < 0 ? value > Number(field.min) : value < Number(field.max));
}

function takeStep(field: HTMLInputElement, way: 1 | -1): void {
  if (way < 0) field.stepDown();
  else field.stepUp();
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

function stepperButton(field: HTMLInputElement, way: 1 | -1): HTMLButtonElement {
  const button = document.createElement("button"),
    name = field.labels?.[0]?.textContent ?? "";
  button.type = "button";
  button.tabIndex = -1; // arrow keys do the same in the field
  button.textContent = way < 0 ? "−" : "+";
  button.setAttribute(
    "aria-label",
    way < 0 ? t("{setting}: less", { setting: name }) : t("{setting}: more", { setting: name }),
  );
  let held = 0,
    steps = 0;
  const go = (): void => {
    if (!canStep(field, way)) return;
    takeStep(field, way);
    held = window.setTimeout(go, steps++ ? REPEAT_MS[steps > 12 ? 1 : 0] : HOLD_MS);
  };
  const stop = (): void => clearTimeout(held);
  button.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    event.preventDefault(); // keep the on-screen keyboard closed
    steps = 0;
    button.setPointerCapture(event.pointerId);
    go();
  });
  for (const kind of ["pointerup", "pointercancel", "lostpointercapture", "blur"]) button.addEventListener(kind, stop);
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  button.addEventListener("click", (event) => {
    if (!event.detail) takeStep(field, way); // pressed without a pointer: by a screen reader
  });
  return button;
}
