// Show in the title and icon of a server page how many tables wait for the reader, also while its tab is in the
// background.
import { t } from "../shared/i18n";
import { ownAddress } from "../shared/own-address";
import { showTurnIcon } from "../shared/turn-favicon";

const POLL_MS = 60_000; // milliseconds

/** Keep the count current. `data-turns` is the count now, `data-title` the title without it. */
export function keepTurnCountInTitle({ dataset }: HTMLElement): void {
  const show = (count: number): void => {
    document.title = [count ? t("({count}) Your turn", { count }) : "", dataset.title].filter(Boolean).join(" · ");
    showTurnIcon(count > 0);
  };
  showTurnIcon(dataset.turns !== "0");
  setInterval(async () => {
    const answer = await fetch(ownAddress("/turns.json")).catch(() => null);
    if (answer?.ok) show(((await answer.json()) as { count: number }).count);
  }, POLL_MS);
}
