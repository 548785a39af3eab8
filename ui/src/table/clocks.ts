// How much of a turn is left to everybody who is asked. The house says it with each frame; the page counts on from when that came, by a
// clock that nobody sets. What is counted down stands in the seats' own cards, and on a small screen in the bar.
import { left, until } from "../kit/clock";
import type { Clocks } from "../types";
import type { Table } from "./ctrl.svelte";

const HURRY = 10; // seconds: said once, to whoever is asked
const FACE =
  '<svg class="ico" viewBox="0 0 24 24" aria-hidden="true"><path fill-rule="evenodd" d="M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20Zm-1.4 4v7l5 3 1.4-2.3-3.7-2.2V6Z"/></svg>';

/** Counts until the next frame. */
export function clocks(table: Table): () => void {
  const time = table.frame!.time!,
    began = table.frame!.came ?? performance.now();
  let said = false;
  const show = (): void => {
    const gone = (performance.now() - began) / 1000;
    for (const chip of document.querySelectorAll(".time-left")) chip.classList.add("gone");
    const [first] = [...time.seats].sort(
      (a, b) => Number(mine(table, b.seat)) - Number(mine(table, a.seat)) || a.due - b.due,
    );
    for (const clock of time.seats) {
      const rest = Math.max(0, clock.stands === null ? clock.left - gone : clock.left),
        you = mine(table, clock.seat);
      const places = [...document.querySelectorAll(`[data-clock="${clock.seat}"]`)];
      for (const place of places) tell(place, clock, rest, you);
      const seen = places.some((place) => place.getClientRects().length); // small screens have no room for it in the seats
      if (clock === first && !seen) tell(document.querySelector(".bar h1")?.parentElement ?? null, clock, rest, you);
      if (you && !time.by_day && rest <= HURRY && clock.left > HURRY && !said) {
        said = true;
        table.notify("Ten seconds left.");
      }
    }
    for (const chip of document.querySelectorAll(".time-left.gone")) chip.remove();
  };
  show();
  const every = setInterval(show, 500);
  return () => clearInterval(every);
}

const mine = (table: Table, seat: number): boolean => table.frame!.me.includes(seat);

function tell(place: Element | null, clock: Clocks["seats"][number], rest: number, you: boolean): void {
  if (!place) return;
  let chip = place.querySelector(":scope > .time-left");
  if (!chip) {
    chip = document.createElement("span");
    chip.innerHTML = `${FACE}<span class="sr">Time left: </span><span></span>`;
    if (place.matches(".bar")) place.querySelector("h1")!.after(chip);
    else place.prepend(chip);
  }
  chip.className = `time-left${you ? " you" : ""}${rest <= HURRY ? " soon" : ""}${clock.stands === null ? "" : " stands"}`;
  const words = clock.stands === null ? left(rest) : `${left(rest)} from ${until(clock.stands)}`;
  if (chip.lastElementChild!.textContent !== words) chip.lastElementChild!.textContent = words;
}
