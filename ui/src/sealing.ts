// The forms by which one sits down with others: they send the hash of this browser's text for the dice, and the table's page shows the text
// when the hashes of all are settled (table/keep.ts). Where nobody else comes the text itself is sent.
import { keepPart } from "./parts";
import { sha256 } from "./sha256";

const FRIEND = "input[name^=seat-][value=open]";

export function sealing(form: HTMLFormElement, field: HTMLInputElement): void {
  const text = field.value,
    seal = sha256(text),
    table = form.dataset.seals!;
  form.addEventListener("submit", () => {
    const alone = form.classList.contains("opening") && !form.querySelector(`${FRIEND}:checked`);
    field.value = alone ? text : keepPart(table, [seal, text]) ? seal : ""; // what can't be kept can't be shown later
  });
}
