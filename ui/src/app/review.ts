// Entry of the review page: show the progress while the server computes a review. The finished page needs no script.
import "./review.css";
import { formatPercent, readMessages, t } from "../shared/i18n";

const POLL_MS = 700;
const MAX_FAILURES = 5;

async function followProgress(bar: HTMLProgressElement, statusText: HTMLElement): Promise<void> {
  for (let failed = 0; failed < MAX_FAILURES;) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    try {
      const answer = await fetch(bar.dataset.from!);
      if (!answer.ok) throw new Error(answer.statusText);
      const { settled, percent } = (await answer.json()) as { settled: boolean; percent: number };
      if (settled) return location.reload();
      failed = 0;
      bar.value = percent;
      statusText.textContent = t("{percent} done", { percent: formatPercent(percent / 100) });
    } catch {
      failed++;
    }
  }
  statusText.textContent = t("The server doesn’t answer. Reload the page. The analysis keeps running.");
}

readMessages();
const bar = document.querySelector<HTMLProgressElement>("#rv-progress"),
  statusText = document.getElementById("rv-said");
if (bar && statusText) void followProgress(bar, statusText);
