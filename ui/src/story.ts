// How a finished match is told: made once on the server (kit/story.py), the same for everybody. Texts have {0}..{5} where names belong.
export interface StoryLine {
  /** none: somebody without a seat, who has a name */
  seats: number[];
  total: number;
  won: boolean;
  name: string;
  note: string;
  /** from 1 */
  place: number;
}
export interface Moment {
  number: number;
  when: string;
  lead: string;
  text: string;
  /** the line of the curve it lies on */
  line: number | null;
  value: string;
  /** dice and cards in the game's notation, for a page that draws them */
  things: string[];
  /** the point of the curve */
  at: number;
}
export interface Cell {
  text: string;
  things: string[];
}
export interface Story<Facts = Record<string, unknown>> {
  title: string;
  why: string;
  lines: StoryLine[];
  curve: {
    title: string;
    per: string;
    points: { label: string; number: number; values: number[] }[];
    target: number | null;
  };
  turns: Moment[];
  decided: Moment | null;
  rows: { label: string; cells: Cell[] }[];
  /** what a result of the dice is called: one of it, and several */
  drawn: readonly [one: string, many: string];
  facts: Facts;
}
