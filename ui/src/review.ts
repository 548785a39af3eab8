// The page of a review: while it is made, how far it is. All else of the page needs no script.
import "./review.css";

const PAUSE = 700;
const MOST_FAILED = 5;

async function follow(bar: HTMLProgressElement, said: HTMLElement): Promise<void> {
  for (let failed = 0; failed < MOST_FAILED;) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    try {
      const answer = await fetch(bar.dataset.from!);
      if (!answer.ok) throw new Error(answer.statusText);
      const { settled, percent } = (await answer.json()) as { settled: boolean; percent: number };
      if (settled) return location.reload();
      failed = 0;
      bar.value = percent;
      said.textContent = `${percent} % done`;
    } catch {
      failed++;
    }
  }
  said.textContent = "The house does not answer. Load the page again; the review goes on by itself.";
}

const bar = document.querySelector<HTMLProgressElement>("#rv-progress"),
  said = document.getElementById("rv-said");
if (bar && said) void follow(bar, said);
