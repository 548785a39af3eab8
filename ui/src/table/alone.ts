// Where no lesson is taken nobody sits beside the player: every touch goes on, and Pip's part of the page is never fetched.
import type { Board } from "../game";
import type { Coach } from "./coach.svelte";

export type Beside = Pick<
  Coach,
  "lesson" | "wrong" | "keys" | "goesOn" | "touches" | "settle" | "words" | "miss" | "listen"
>;

export const alone = (table: { readonly board: Board }): Beside => ({
  lesson: null,
  wrong: null,
  get keys() {
    return table.board.keys;
  },
  goesOn: () => true,
  touches: () => false,
  settle: () => undefined,
  words: () => "",
  miss: () => undefined,
  listen: () => () => undefined,
});
