// A new table with a script: names appear on the cards as they are typed, the line in the dock tells what differs from the rulebook, and the
// people stay seated when another way to play is chosen. Without a script the same form does the same work.
import { addKeys } from "./steps";

const words = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"];
const whole = new Intl.NumberFormat("en");
type Control = HTMLInputElement | HTMLSelectElement;

/** The value of a setting: as the form sends it, and as a person reads it. */
function valueOf(control: Control): [sent: string, read: string] {
  if (control instanceof HTMLSelectElement) return [control.value, control.selectedOptions[0]?.text ?? ""];
  if (control.type === "checkbox") return control.checked ? ["on", "on"] : ["", "off"];
  return [control.value, whole.format(Number(control.value))];
}

function tellRules(form: HTMLFormElement): void {
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
      `. ${words[changed.length] ?? changed.length} ${changed.length === 1 ? "thing differs" : "things differ"} from the rulebook: `,
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

function tellSeats(form: HTMLFormElement): void {
  const kinds = [...form.querySelectorAll<HTMLInputElement>(".chairsheet [name^=seat-]:checked")].map(
    (each) => each.value,
  );
  const taken = kinds.filter((kind) => kind !== "none").length,
    free = kinds.filter((kind) => kind === "open").length;
  const then = free ? `then send ${free} invitation${free > 1 ? "s" : ""}` : "starts at once";
  form.querySelector(".go small")!.textContent = `${taken} ${taken === 1 ? "player" : "players"} · ${then}`;
}

function tellNames(place: Element): void {
  const field = place.querySelector<HTMLInputElement>(".named input")!,
    first = place.matches(".p1");
  place.querySelector("[data-named]")!.textContent = field.value.trim() || (first ? "You" : field.placeholder);
}

/** A click on an empty chair sits the usual bot down there; its sheet then asks who it should be. */
function seatSomebody(place: Element): void {
  if (!place.querySelector(".none:checked")) return;
  const bots = [...place.querySelectorAll<HTMLInputElement>(".bots input")],
    seated = place.closest("form")!.querySelector<HTMLInputElement>(".bots input:checked");
  (bots.find((bot) => bot.value === seated?.value) ?? bots[0])!.click();
}

function carryPeople(form: HTMLFormElement, link: HTMLAnchorElement): void {
  const to = new URL(link.href);
  for (const [name, value] of new FormData(form))
    if (/^(seat-|name-|time$|late$)/.test(name) && typeof value === "string" && value) to.searchParams.set(name, value);
  link.href = to.href;
}

/** The sums beside rows of dice are worked out by the house, for the settings as they stand. */
function tellSums(form: HTMLFormElement): () => void {
  const rows = [...form.querySelectorAll<HTMLElement>("[data-sum]")];
  let asked = 0,
    soon = 0;
  const ask = async (): Promise<void> => {
    const mine = ++asked,
      query = new URLSearchParams({ mode: String(new FormData(form).get("mode")), switches: "shown" });
    for (const [name, value] of new FormData(form)) if (name.startsWith("set-")) query.set(name, String(value));
    const answer = await fetch(`${new URL(form.action).pathname}/examples?${query}`).catch(() => null);
    if (!answer?.ok || mine !== asked) return; // a number half typed has no sums: the old ones stay
    const sums = (await answer.json()) as Record<string, string>;
    for (const row of rows) row.textContent = sums[row.dataset.sum!] ?? "";
  };
  return () => {
    clearTimeout(soon);
    if (rows.length) soon = window.setTimeout(() => void ask(), 150);
  };
}

export function opening(form: HTMLFormElement): void {
  tellRules(form);
  const drawer = form.querySelector<HTMLDetailsElement>(".rules-of")!,
    book = form.querySelector<HTMLButtonElement>("#by-the-book")!;
  const sums = tellSums(form),
    refresh = (): void => (tellRules(form), tellSeats(form));
  form.addEventListener("input", (event) => {
    if ((event.target as Control).name?.startsWith("set-")) sums();
  });
  for (const field of form.querySelectorAll<HTMLInputElement>(".rw input[type=number]")) addKeys(field);
  form.addEventListener("input", refresh);
  for (const place of form.querySelectorAll(".place")) {
    place.querySelector(".named input")!.addEventListener("input", () => tellNames(place));
    place.querySelector(".at")!.addEventListener("click", (event) => {
      if ((event as MouseEvent).detail) seatSomebody(place); // arrow keys only look round
      if (matchMedia("(max-width: 760px)").matches && (event as MouseEvent).detail)
        place.querySelector(".chairsheet")!.scrollIntoView({ block: "nearest" });
    });
  }
  for (const link of form.querySelectorAll<HTMLAnchorElement>(".mode"))
    link.addEventListener("click", () => carryPeople(form, link));
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
