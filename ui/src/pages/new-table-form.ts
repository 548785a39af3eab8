// The form for a new table: show names as they are typed, say what differs from the rulebook, and keep the people when
// the mode changes. The form also works without this script.
import { formatNumber, t, tn } from "../shared/i18n";
import { addStepperButtons } from "./number-stepper";

type Control = HTMLInputElement | HTMLSelectElement;

/** Return the value of a setting as the form sends it and as a person reads it. */
function valueOf(control: Control): [sent: string, read: string] {
  if (control instanceof HTMLSelectElement) return [control.value, control.selectedOptions[0]?.text ?? ""];
  if (control.type === "checkbox") return control.checked ? ["on", t("on")] : ["", t("off")];
  return [control.value, formatNumber(Number(control.value))];
}

/** Add a sentence to a line, with an element in the place of {part}. */
function appendSentence(line: Element, sentence: string, element: "b" | "em", part: string): void {
  const [before = "", after = ""] = sentence.split("{part}"),
    marked = document.createElement(element);
  marked.textContent = part;
  line.append(before, marked, after);
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
  const differs = changed.length
    ? tn("{part}. {n} change from the rulebook:", "{part}. {n} changes from the rulebook:", changed.length)
    : t("{part}, as in the rulebook.");
  line.replaceChildren();
  appendSentence(line, differs, "b", line.dataset.mode!);
  changed.slice(0, 3).forEach(([name, here, book], at) => {
    line.append(at ? "; " : " ");
    appendSentence(line, t("{part} (rulebook: {book})", { book }), "em", `${name}: ${here}`);
  });
  if (changed.length > 3) line.append("; ", t("{number} more", { number: changed.length - 3 }));
  if (changed.length) line.append(".");
  const time = form.querySelector<HTMLSelectElement>("#time"),
    late = form.querySelector<HTMLSelectElement>("#late");
  if (!time || !late) return; // the static site has no clocks
  late.closest<HTMLElement>(".when")!.hidden = time.value === "0";
  if (time.value === "0") return;
  line.append(" ");
  appendSentence(line, t("Time per turn: {part}."), "em", time.selectedOptions[0]!.text);
  line.append(" ", `${late.labels[0]?.textContent ?? ""}: ${late.selectedOptions[0]!.text}.`);
}

function showSeatSummary(form: HTMLFormElement): void {
  const kinds = [...form.querySelectorAll<HTMLInputElement>(".chairsheet [name^=seat-]:checked")].map(
    (each) => each.value,
  );
  const taken = kinds.filter((kind) => kind !== "none").length,
    free = kinds.filter((kind) => kind === "open").length;
  const then = free ? tn("then send {n} invitation", "then send {n} invitations", free) : t("starts right away");
  form.querySelector(".go small")!.textContent = `${tn("{n} player", "{n} players", taken)} · ${then}`;
}

function showSeatName(place: Element): void {
  const field = place.querySelector<HTMLInputElement>(".named input")!,
    first = place.matches(".p1");
  place.querySelector("[data-named]")!.textContent = field.value.trim() || (first ? t("You") : field.placeholder);
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
