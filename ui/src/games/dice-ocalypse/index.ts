// The board of Dice-ocalypse! for the table page.
import type { GameUi } from "../game-ui";
import "../../shared/die-3d.css";
import { addSprite } from "../../shared/svg-sprite";
import PendingCard from "./PendingCard.svelte";
import { DiceOcalypseBoard } from "./board.svelte";
import "./play-area.css";
import Hand from "./Hand.svelte";
import icons from "./icons.svg?raw";
import SidePanel from "./SidePanel.svelte";
import BustOdds from "./BustOdds.svelte";
import SeatExtras from "./SeatExtras.svelte";
import PlayArea from "./PlayArea.svelte";

addSprite(icons);
export default {
  createBoard: (table) => new DiceOcalypseBoard(table),
  PlayArea,
  SeatExtras,
  Banner: PendingCard,
  SidePanel,
  Odds: BustOdds,
  Hand,
  rulesSummary: () => import("./RulesSummary.svelte"),
  endParts: async () => ({ Piece: (await import("./StoryPiece.svelte")).default }),
  keyboardHelp: () => import("./keyboard-help"),
} satisfies GameUi;
