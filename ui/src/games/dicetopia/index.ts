import type { GameUi } from "../../game";
import { addSprite } from "../../kit/sprite";
import { Dicetopia } from "./board.svelte";
import icons from "./icons.svg?url";
import Mine from "./Mine.svelte";
import { faces } from "./pips";
import "./plan.css";
import "./room.css";
import Room from "./Room.svelte";
import Rules from "./Rules.svelte";
import Stage from "./Stage.svelte";

addSprite(faces());
// an image like any other: fetched beside the script, not in it
void fetch(icons).then(async (answer) => addSprite(await answer.text()));
export default {
  create: (table) => new Dicetopia(table),
  Stage,
  Room,
  Hand: Mine,
  Rules,
  ending: () => import("./ending"),
  help: () => import("./help"),
  phone: () => import("./phone.css"),
} satisfies GameUi;
