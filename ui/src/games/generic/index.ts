// The board for any game without its own, made of the server's words for view and options.
import type { GameUi } from "../game-ui";
import "./play-area.css";
import { GenericBoard } from "./board.svelte";
import SeatExtras from "./SeatExtras.svelte";
import PlayArea from "./PlayArea.svelte";

export default {
  createBoard: (table) => new GenericBoard(table),
  needsWords: true,
  PlayArea,
  SeatExtras,
  keyboardHelp: () => import("./keyboard-help"),
} satisfies GameUi;
