// Show how much of a turn is left to each player who has to act. The server sends it with each frame; the page counts
// on from its arrival with a monotonic clock. The times are shown in the seat cards, on small screens in the top bar.
import { formatTimeLeft, formatWeekdayTime } from "../../shared/time-format";
import { t } from "../../shared/i18n";
import { setContent } from "../../shared/set-text";
import type { Clocks } from "../../contract/messages";
import type { TableController } from "../state/table-controller.svelte";

const WARNING_SECONDS = 10; // seconds: announced once, to the player whose time runs out
const CLOCK_ICON =
  '<svg class="ico" viewBox="0 0 24 24" aria-hidden="true"><path fill-rule="evenodd" d="M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20Zm-1.4 4v7l5 3 1.4-2.3-3.7-2.2V6Z"/></svg>';

/** Count down until the next frame; return a function that stops it. */
export function runTurnClocks(table: TableController): () => void {
  const time = table.frame!.time!,
    began = table.frame!.receivedAt ?? performance.now();
  let said = false;
  const show = (): void => {
    const gone = (performance.now() - began) / 1000;
    for (const chip of document.querySelectorAll(".time-left")) chip.classList.add("gone");
    const [first] = [...time.seats].sort(
      (a, b) => Number(isOwnSeat(table, b.seat)) - Number(isOwnSeat(table, a.seat)) || a.due - b.due,
    );
    for (const clock of time.seats) {
      const rest = Math.max(0, clock.stands === null ? clock.left - gone : clock.left),
        you = isOwnSeat(table, clock.seat);
      const places = [...document.querySelectorAll(`[data-clock="${clock.seat}"]`)];
      for (const place of places) showTimeLeft(place, clock, rest, you);
      const seen = places.some((place) => place.getClientRects().length); // small screens have no room for it in the seats
      if (clock === first && !seen)
        showTimeLeft(document.querySelector(".bar h1")?.parentElement ?? null, clock, rest, you);
      if (you && !time.by_day && rest <= WARNING_SECONDS && clock.left > WARNING_SECONDS && !said) {
        said = true;
        table.notify(t("Ten seconds left."));
      }
    }
    for (const chip of document.querySelectorAll(".time-left.gone")) chip.remove();
  };
  show();
  const every = setInterval(show, 500);
  return () => clearInterval(every);
}

const isOwnSeat = (table: TableController, seat: number): boolean => table.frame!.me.includes(seat);

function showTimeLeft(place: Element | null, clock: Clocks["seats"][number], rest: number, you: boolean): void {
  if (!place) return;
  let chip = place.querySelector(":scope > .time-left");
  if (!chip) {
    chip = document.createElement("span");
    chip.innerHTML = `${CLOCK_ICON}<span class="sr"></span><span></span>`;
    setContent(chip.querySelector(".sr")!, `${t("Time left:")} `);
    if (place.matches(".bar")) place.querySelector("h1")!.after(chip);
    else place.prepend(chip);
  }
  chip.className = `time-left${you ? " you" : ""}${rest <= WARNING_SECONDS ? " soon" : ""}${clock.stands === null ? "" : " stands"}`;
  const words =
    clock.stands === null
      ? formatTimeLeft(rest)
      : t("{time} from {start}", { time: formatTimeLeft(rest), start: formatWeekdayTime(clock.stands) });
  setContent(chip.lastElementChild!, words);
}
