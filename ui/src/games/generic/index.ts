// A board for any game, made of its view and its options in the words of the house.
import type { GameUi } from "../../game";
import "./generic.css";
import { Generic } from "./board.svelte";
import SeatFacts from "./SeatFacts.svelte";
import Stage from "./Stage.svelte";

export default {
  create: (table) => new Generic(table),
  words: true,
  Stage,
  Seat: SeatFacts,
  help: () => import("./help"),
} satisfies GameUi;
