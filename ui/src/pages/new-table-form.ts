// The form for a new table: show names as they are typed, say what differs from the rulebook, and keep the people when
// the mode changes. The form also works without this script.
import { numberWord } from "../shared/number-words";
import { capitalize } from "../shared/text-format";
import { addStepperButtons } from "./number-stepper";

const numberFormat = new Intl.NumberFormat("en");
type Control = HTMLInputElement | HTMLSelectElement;

/** Return the value of a setting as the form sends it and as a person reads it. */
function valueOf(control: Control): [sent: string, read: string] {
  if (control instanceof HTMLSelectElement) return [control.value, control.selectedOptions[0]?.text ?? ""];
  if (control.type === "checkbox") return control.checked ? ["on", "on"] : ["", "off"];
  return [control.value, numberFormat.format(Number(control.value))];
}

function showRuleChanges(form: HTMLFormElement): void {
  const line = form.querySelector<HTMLElement>(".ruleline p")!;
  const changed: [name: string, here: string, book: string][] = [];
  for (const row of form.querySelectorAll<HTMLElement>(".rw")) {
    const control = row.querySelector<Control>("[data-default]")!,
      [sent, read] = valueOf(control);
    row.classList.toggle("diff", sent !== control.dataset.default);
    if (sent !== control.dataset.default) changed.push([row.dataset.label!, read, row.dataset.book!]);
  }
  const mode = document.createElement("b");
  mode.textContent = line.dataset.mode!;
  line.replaceChildren(mode, changed.length ? "" : ", as in the rulebook.");
  if (changed.length)
    line.append(
      `. ${capitalize(numberWord(changed.length))} ${changed.length === 1 ? "thing differs" : "things differ"} from the rulebook: `,
    );
  changed.slice(0, 3).forEach(([name, here, book], at) => {
    const what = document.createElement("em");
    what.textContent = `${name}: ${here}`;
    line.append(at ? "; " : "", what, `, not ${book}`);
  });
  if (changed.length) line.append(changed.length > 3 ? `; and ${changed.length - 3} more.` : ".");
  const time = form.querySelector<HTMLSelectElement>("#time")!,
    late = form.querySelector<HTMLSelectElement>("#late")!;
  late.closest<HTMLElement>(".when")!.hidden = time.value === "0";
  if (time.value === "0") return;
  const told = document.createElement("em");
  told.textContent = `${time.selectedOptions[0]!.text} a turn`;
  line.append(" ", told, `; who is late ${late.selectedOptions[0]!.text}.`);
}

function showSeatSummary(form: HTMLFormElement): void {
  const kinds = [...form.querySelectorAll<HTMLInputElement>(".chairsheet [name^=seat-]:checked")].map(
    (each) => each.value,
  );
  const taken = kinds.filter((kind) => kind !== "none").length,
    free = kinds.filter((kind) => kind === "open").length;
  const then = free ? `then send ${free} invitation${free > 1 ? "s" : ""}` : "starts at once";
  form.querySelector(".go small")!.textContent = `${taken} ${taken === 1 ? "player" : "players"} · ${then}`;
}

function showSeatName(place: Element): void {
  const field = place.querySelector<HTMLInputElement>(".named input")!,
    first = place.matches(".p1");
  place.querySelector("[data-named]")!.textContent = field.value.trim() || (first ? "You" : field.placeholder);
}

/** Seat the default bot when an empty chair is clicked; the chair's panel then offers the choice. */
function seatDefaultBot(place: Element): void {
  if (!place.querySelector(".none:checked")) return;
  const bots = [...place.querySelectorAll<HTMLInputElement>(".bots input")],
    seated = place.closest("form")!.querySelector<HTMLInputElement>(".bots input:checked");
  (bots.find((bot) => bot.value === seated?.value) ?? bots[0])!.click();
}

function keepPeopleInLink(form: HTMLFormElement, link: HTMLAnchorElement): void {
  const to = new URL(link.href);
  for (const [name, value] of new FormData(form))
    if (/^(seat-|name-|time$|late$)/.test(name) && typeof value === "string" && value) to.searchParams.set(name, value);
  link.href = to.href;
}

/** Return a function that asks the server again for the example scores of the chosen settings. */
function scoreExamplesUpdater(form: HTMLFormElement): () => void {
  const rows = [...form.querySelectorAll<HTMLElement>("[data-sum]")];
  let asked = 0,
    soon = 0;
  const ask = async (): Promise<void> => {
    const mine = ++asked,
      query = new URLSearchParams({ mode: String(new FormData(form).get("mode")), switches: "shown" });
    for (const [name, value] of new FormData(form)) if (name.startsWith("set-")) query.set(name, String(value));
    const answer = await fetch(`${new URL(form.action).pathname}/examples?${query}`).catch(() => null);
    if (!answer?.ok || mine !== asked) return; // an incomplete number has no scores: keep the old ones
    const sums = (await answer.json()) as Record<string, string>;
    for (const row of rows) row.textContent = sums[row.dataset.sum!] ?? "";
  };
  return () => {
    clearTimeout(soon);
    if (rows.length) soon = window.setTimeout(() => void ask(), 150);
  };
}

export function setUpNewTableForm(form: HTMLFormElement): void {
  showRuleChanges(form);
  const drawer = form.querySelector<HTMLDetailsElement>(".rules-of")!,
    book = form.querySelector<HTMLButtonElement>("#by-the-book")!;
  const sums = scoreExamplesUpdater(form),
    refresh = (): void => (showRuleChanges(form), showSeatSummary(form));
  form.addEventListener("input", (event) => {
    if ((event.target as Control).name?.startsWith("set-")) sums();
  });
  for (const field of form.querySelectorAll<HTMLInputElement>(".rw input[type=number]")) addStepperButtons(field);
  form.addEventListener("input", refresh);
  for (const place of form.querySelectorAll(".place")) {
    place.querySelector(".named input")!.addEventListener("input", () => showSeatName(place));
    place.querySelector(".at")!.addEventListener("click", (event) => {
      if ((event as MouseEvent).detail) seatDefaultBot(place); // arrow keys only move between chairs
      if (matchMedia("(max-width: 760px)").matches && (event as MouseEvent).detail)
        place.querySelector(".chairsheet")!.scrollIntoView({ block: "nearest" });
    });
  }
  for (const link of form.querySelectorAll<HTMLAnchorElement>(".mode"))
    link.addEventListener("click", () => keepPeopleInLink(form, link));
  book.hidden = false;
  book.addEventListener("click", () => {
    for (const control of form.querySelectorAll<Control>("[data-default]")) {
      if (control instanceof HTMLInputElement && control.type === "checkbox")
        control.checked = control.dataset.default === "on";
      else control.value = control.dataset.default!;
      control.dispatchEvent(new Event("input", { bubbles: true }));
    }
  });
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && drawer.open) {
      drawer.open = false;
      drawer.querySelector("summary")!.focus();
    }
  });
  form.addEventListener("invalid", () => (drawer.open = true), true);
}
