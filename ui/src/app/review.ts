// Entry of the review page: show the progress while the server computes a review. The finished page needs no script.
import "./review.css";
import { formatPercent, readMessages, t, tn } from "../shared/i18n";
import { reloadPage } from "../shared/leave-page";

const POLL_MS = 700;
const MAX_FAILURES = 5;

interface Standing {
  settled: boolean;
  percent: number;
  /** About how many seconds are left, if that is known. */
  remaining: number | null;
}

async function followProgress(bar: HTMLProgressElement, statusText: HTMLElement): Promise<void> {
  for (let failed = 0; failed < MAX_FAILURES;) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    try {
      const answer = await fetch(bar.dataset.from!);
      if (!answer.ok) throw new Error(answer.statusText);
      const { settled, percent, remaining } = (await answer.json()) as Standing;
      if (settled) return reloadPage();
      failed = 0;
      bar.value = percent;
      const done = t("{percent} done", { percent: formatPercent(percent / 100) });
      statusText.textContent =
        remaining === null ? done : `${done}, ${tn("about {n} second left", "about {n} seconds left", remaining)}`;
    } catch {
      failed++;
    }
  }
  statusText.textContent = t("The server doesn't answer. Reload the page. The analysis keeps running.");
}

readMessages();
const bar = document.querySelector<HTMLProgressElement>("#rv-progress"),
  statusText = document.getElementById("rv-said");
if (bar && statusText) void followProgress(bar, statusText);
