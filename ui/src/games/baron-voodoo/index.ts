// The board of Baron Voodoo for the table page.
import type { GameUi } from "../game-ui";
import { addSprite } from "../../shared/svg-sprite";
import { BaronVoodooBoard } from "./board.svelte";
import "./board.css";
import "./layout.css";
import Layout from "./Layout.svelte";
import "./soul-dice.css";
import signs from "./icons.svg?url";
import PlayArea from "./PlayArea.svelte";
import TurnSteps from "./TurnSteps.svelte";

// loaded beside the script like any other image, not as a part of it
void fetch(signs).then(async (answer) => addSprite(await answer.text()));
export default {
  createBoard: (table) => new BaronVoodooBoard(table),
  PlayArea,
  Layout,
  Hand: TurnSteps,
  rulesSummary: () => import("./RulesSummary.svelte"),
  endParts: async () => ({ Piece: (await import("./StoryPiece.svelte")).default }),
  keyboardHelp: () => import("./keyboard-help"),
  phoneStyles: () => import("./phone.css"),
} satisfies GameUi;
