// The board of Deck-O-Dice for the table page.
import type { GameUi } from "../game-ui";
import { addSprite } from "../../shared/svg-sprite";
import { DeckODiceBoard } from "./board.svelte";
import "./cards.css";
import "./play-area.css";
import Hand from "./Hand.svelte";
import minions from "./icons.svg?url";
import Layout from "./Layout.svelte";
import "./layout.css";
import PlayArea from "./PlayArea.svelte";

// loaded beside the script like any other image, not as a part of it
void fetch(minions).then(async (answer) => addSprite(await answer.text()));
export default {
  createBoard: (table) => new DeckODiceBoard(table),
  PlayArea,
  Layout,
  Hand,
  rulesSummary: () => import("./RulesSummary.svelte"),
  endParts: async () => {
    const [piece, timeline] = await Promise.all([import("./StoryPiece.svelte"), import("./CombatTimeline.svelte")]);
    return { Piece: piece.default, Timeline: timeline.default };
  },
  keyboardHelp: () => import("./keyboard-help"),
  phoneStyles: () => import("./phone.css"),
} satisfies GameUi;
