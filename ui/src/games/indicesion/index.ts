import type { GameUi } from "../../game";
import { addSprite } from "../../kit/sprite";
import { Foam } from "./board.svelte";
import "./dock.css";
import Hand from "./Hand.svelte";
import icons from "./icons.svg?url";
import Room from "./Room.svelte";
import "./room.css";
import Rules from "./Rules.svelte";
import Stage from "./Stage.svelte";

// an image like any other: fetched beside the script, not in it
void fetch(icons).then(async (answer) => addSprite(await answer.text()));
export default {
  create: (table) => new Foam(table),
  Stage,
  Room,
  Hand,
  Rules,
  ending: () => import("./ending"),
  help: () => import("./help"),
  phone: () => import("./phone.css"),
} satisfies GameUi;
