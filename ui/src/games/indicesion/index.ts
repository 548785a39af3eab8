// The board of inDICEsion for the table page.
import type { GameUi } from "../game-ui";
import { addSprite } from "../../shared/svg-sprite";
import { IndicesionBoard } from "./board.svelte";
import "./throw-controls.css";
import ThrowControls from "./ThrowControls.svelte";
import icons from "./icons.svg?url";
import Layout from "./Layout.svelte";
import "./layout.css";
import PlayArea from "./PlayArea.svelte";

// loaded beside the script like any other image, not as a part of it
void fetch(icons).then(async (answer) => addSprite(await answer.text()));
export default {
  createBoard: (table) => new IndicesionBoard(table),
  PlayArea,
  Layout,
  Hand: ThrowControls,
  rulesSummary: () => import("./RulesSummary.svelte"),
  endParts: async () => ({ Piece: (await import("./StoryPiece.svelte")).default }),
  keyboardHelp: () => import("./keyboard-help"),
  phoneStyles: () => import("./phone.css"),
} satisfies GameUi;
