import type { GameUi } from "../../game";
import { addSprite } from "../../kit/sprite";
import { Baron } from "./board.svelte";
import "./board.css";
import icons from "./icons.svg?raw";
import "./room.css";
import Room from "./Room.svelte";
import Rules from "./Rules.svelte";
import "./souls.css";
import Stage from "./Stage.svelte";
import Steps from "./Steps.svelte";

addSprite(icons);
export default { create: (table) => new Baron(table), Stage, Room, Hand: Steps, Rules } satisfies GameUi;
