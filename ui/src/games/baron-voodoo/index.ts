import type { GameUi } from "../../game";
import { addSprite } from "../../kit/sprite";
import { Baron } from "./board.svelte";
import "./board.css";
import "./room.css";
import Room from "./Room.svelte";
import Rules from "./Rules.svelte";
import "./souls.css";
import signs from "./signs.svg?url";
import Stage from "./Stage.svelte";
import Steps from "./Steps.svelte";

// an image like any other: fetched beside the script, not in it
void fetch(signs).then(async (answer) => addSprite(await answer.text()));
export default {
  create: (table) => new Baron(table),
  Stage,
  Room,
  Hand: Steps,
  Rules,
  ending: () => import("./ending"),
  help: () => import("./help"),
  phone: () => import("./phone.css"),
} satisfies GameUi;
