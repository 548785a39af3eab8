// Entry of the review page: show the progress while the server computes a review. The finished page needs no script.
import "./review.css";

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
      statusText.textContent = `${percent}% done`;
    } catch {
      failed++;
    }
  }
  statusText.textContent = "The house does not answer. Load the page again; the review goes on by itself.";
}

const bar = document.querySelector<HTMLProgressElement>("#rv-progress"),
  statusText = document.getElementById("rv-said");
if (bar && statusText) void followProgress(bar, statusText);
