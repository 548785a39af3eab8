// Make a group of places a single tab stop; arrow keys move the focus to the nearest place in their direction.
import { describeArrowKeys } from "../../shared/describe-arrow-keys";

const WAYS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export function nearestPlace(from: HTMLElement, all: readonly HTMLElement[], key: string): HTMLElement | null {
  const way = WAYS[key],
    middle = (node: HTMLElement): [number, number] => {
      const box = node.getBoundingClientRect();
      return [box.left + box.width / 2, box.top + box.height / 2];
    };
  if (!way) return null;
  const [x, y] = middle(from);
  let best: HTMLElement | null = null,
    least = Infinity;
  for (const node of all) {
    const [u, v] = middle(node),
      along = (u - x) * way[0] + (v - y) * way[1],
      across = Math.abs((u - x) * way[1]) + Math.abs((v - y) * way[0]);
    if (along < 5 || along + across * 2.2 >= least) continue;
    least = along + across * 2.2;
    best = node;
  }
  return best;
}

/** A Svelte attachment for the element around the places. */
export function arrowKeyFocus(node: HTMLElement): () => void {
  const all = (): HTMLElement[] => [...node.querySelectorAll<HTMLElement>("[data-stop]")];
  const set = (): void => {
    const stops = all(),
      stop =
        stops.find((each) => each === document.activeElement) ??
        stops.find((each) => each.classList.contains("legal")) ??
        stops[0];
    for (const each of stops) each.tabIndex = each === stop ? 0 : -1;
  };
  const down = (event: KeyboardEvent): void => {
    const now = document.activeElement as HTMLElement | null;
    if (!now || !(event.key in WAYS) || !node.contains(now) || !now.matches("[data-stop]")) return;
    nearestPlace(now, all(), event.key)?.focus();
    event.preventDefault();
  };
  describeArrowKeys(node);
  const watch = new MutationObserver(set);
  watch.observe(node, { childList: true, subtree: true, attributes: true, attributeFilter: ["class"] });
  node.addEventListener("focusin", set);
  node.addEventListener("keydown", down);
  set();
  return () => watch.disconnect();
}
