// The title of a house page says how many tables wait for its reader, also while it lies among others.
import { calls } from "./table/turn-icon";

const AGAIN = 60_000; // milliseconds

/** keeps it true for as long as the page is open; `list` says how many there are now, and the title without them */
export function turns({ dataset }: HTMLElement): void {
  const show = (count: number): void => {
    document.title = `${count ? `(${count}) Your turn · ` : ""}${dataset.title}`;
    calls(count > 0);
  };
  calls(dataset.turns !== "0");
  setInterval(async () => {
    const answer = await fetch("/turns.json").catch(() => null);
    if (answer?.ok) show(((await answer.json()) as { count: number }).count);
  }, AGAIN);
}
