/** Where an element lies on the screen, and how round its corners are. */
export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
  round: string;
}

export const MEASURE_EVERY = 150; // milliseconds: things move during animations and when the window changes

export function boxOf(thing: Element): Box {
  const { x, y, width: w, height: h } = thing.getBoundingClientRect();
  return { x, y, w, h, round: getComputedStyle(thing).borderRadius };
}
