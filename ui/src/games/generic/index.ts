// A board for any game, made from its view and its options alone.
import type { GameUi } from "../../game";
import "./generic.css";
import { Generic } from "./board.svelte";
import Stage from "./Stage.svelte";

export default { create: (table) => new Generic(table), Stage } satisfies GameUi;
