// Keys beside a number: one step less, one step more; held, they repeat and grow quicker. The field itself stays the one that is typed in
// and that arrow keys change.
const HOLD_MS = 420;
const REPEAT_MS = [140, 45] as const; // at first, and after a dozen steps

export function addKeys(field: HTMLInputElement): void {
  const box = document.createElement("span");
  box.className = "stepper";
  const keys = [key(field, -1), key(field, 1)] as const;
  field.replaceWith(box);
  box.append(keys[0], field, keys[1]);
  const show = (): void =>
    keys.forEach((each, at) => each.setAttribute("aria-disabled", String(!room(field, at ? 1 : -1))));
  field.addEventListener("input", show);
  show();
}

/** whether there is a step to take in this direction */
function room(field: HTMLInputElement, way: 1 | -1): boolean {
  const value = Number(field.value);
  return !field.value || (way < 0 ? value > Number(field.min) : value < Number(field.max));
}

function step(field: HTMLInputElement, way: 1 | -1): void {
  if (way < 0) field.stepDown();
  else field.stepUp();
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

function key(field: HTMLInputElement, way: 1 | -1): HTMLButtonElement {
  const button = document.createElement("button"),
    name = field.labels?.[0]?.textContent ?? "";
  button.type = "button";
  button.tabIndex = -1; // arrow keys do the same in the field
  button.textContent = way < 0 ? "−" : "+";
  button.setAttribute("aria-label", `${way < 0 ? "−" : "+"} ${name}`);
  let held = 0,
    steps = 0;
  const go = (): void => {
    if (!room(field, way)) return;
    step(field, way);
    held = window.setTimeout(go, steps++ ? REPEAT_MS[steps > 12 ? 1 : 0] : HOLD_MS);
  };
  const stop = (): void => clearTimeout(held);
  button.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    event.preventDefault(); // no keyboard slides up on a phone
    steps = 0;
    button.setPointerCapture(event.pointerId);
    go();
  });
  for (const kind of ["pointerup", "pointercancel", "lostpointercapture", "blur"]) button.addEventListener(kind, stop);
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  button.addEventListener("click", (event) => {
    if (!event.detail) step(field, way); // pressed without a pointer: by a screen reader
  });
  return button;
}
