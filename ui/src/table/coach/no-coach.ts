// Stand in for the coach where no lesson is taken: every touch is allowed, and the code of the lessons is not loaded.
import type { Board } from "../../games/game-ui";
import type { Coach } from "./coach.svelte";

export type TableCoach = Pick<
  Coach,
  | "lesson"
  | "wrongTouch"
  | "buttons"
  | "isExpected"
  | "handleKey"
  | "frameShown"
  | "textToRead"
  | "answerWrongTouch"
  | "guardTouches"
>;

export const noCoach = (table: { readonly board: Board }): TableCoach => ({
  lesson: null,
  wrongTouch: null,
  get buttons() {
    return table.board.buttons;
  },
  isExpected: () => true,
  handleKey: () => false,
  frameShown: () => undefined,
  textToRead: () => "",
  answerWrongTouch: () => undefined,
  guardTouches: () => () => undefined,
});
