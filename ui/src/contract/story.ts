// The summary of a finished match. The server makes it once, the same for everybody. In its texts {0}..{5} stand for
// the names of seats.
export interface StoryLine {
  /** Empty for a side without a seat, which has a name. */
  seats: number[];
  total: number;
  won: boolean;
  name: string;
  note: string;
  /** From 1. */
  place: number;
}
export interface StoryMoment {
  number: number;
  when: string;
  lead: string;
  text: string;
  /** The line of the chart that it belongs to. */
  line: number | null;
  value: string;
  /** Dice and cards in the game's notation, for a page that draws them. */
  things: string[];
  /** The index of its point in the chart. */
  at: number;
}
export interface StoryCell {
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
  turns: StoryMoment[];
  decided: StoryMoment | null;
  rows: { label: string; cells: StoryCell[] }[];
  /** The word for one random result (a throw, a card), singular and plural. */
  drawn: readonly [one: string, many: string];
  facts: Facts;
}
