// Commit this browser's text for the dice in the form with which a player sits down with others: send its hash, and
// store the text until the table asks for it (table/proof/record-chain-head.ts). If nobody else can join, the form
// sends the text itself.
import { storeSeed } from "../shared/client-seeds";
import { sha256 } from "../shared/sha256";

const FRIEND_FIELD = "input[name^=seat-][value=open]";

export function commitClientSeed(form: HTMLFormElement, field: HTMLInputElement): void {
  const text = field.value,
    commitment = sha256(text),
    table = form.dataset.seals!;
  form.addEventListener("submit", () => {
    const alone = form.classList.contains("opening") && !form.querySelector(`${FRIEND_FIELD}:checked`);
    field.value = alone ? text : storeSeed(table, [commitment, text]) ? commitment : ""; // a text that can't be stored could not be revealed later
  });
}
