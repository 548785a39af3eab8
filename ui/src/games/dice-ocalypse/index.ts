import type { GameUi } from "../../game";
import "../../kit/dice3.css";
import { addSprite } from "../../kit/sprite";
import Banner from "./Banner.svelte";
import { Ocalypse } from "./board.svelte";
import "./board.css";
import Hand from "./Hand.svelte";
import icons from "./icons.svg?raw";
import Aside from "./Aside.svelte";
import Odds from "./Odds.svelte";
import Rules from "./Rules.svelte";
import SeatThings from "./SeatThings.svelte";
import Stage from "./Stage.svelte";

addSprite(icons);
export default {
  create: (table) => new Ocalypse(table),
  Stage,
  Seat: SeatThings,
  Banner,
  Aside,
  Odds,
  Hand,
  Rules,
  ending: () => import("./ending"),
  help: () => import("./help"),
} satisfies GameUi;
