// The board of Dicetopia for the table page.
import type { GameUi } from "../game-ui";
import { addSprite } from "../../shared/svg-sprite";
import { DicetopiaBoard } from "./board.svelte";
import icons from "./icons.svg?url";
import OwnBoard from "./OwnBoard.svelte";
import { diceFaceSprite } from "./dice-faces";
import "./city-plan.css";
import "./layout.css";
import Layout from "./Layout.svelte";
import PlayArea from "./PlayArea.svelte";

addSprite(diceFaceSprite());
// loaded beside the script like any other image, not as a part of it
void fetch(icons).then(async (answer) => addSprite(await answer.text()));
export default {
  createBoard: (table) => new DicetopiaBoard(table),
  PlayArea,
  Layout,
  Hand: OwnBoard,
  rulesSummary: () => import("./RulesSummary.svelte"),
  endParts: async () => ({ Piece: (await import("./StoryPiece.svelte")).default }),
  keyboardHelp: () => import("./keyboard-help"),
  phoneStyles: () => import("./phone.css"),
} satisfies GameUi;
