// Start a replay: the table page with recorded frames in place of a socket.
import type { GameUi } from "../games/game-ui";
import { addSprite } from "../shared/svg-sprite";
import type { TableController } from "../table/state/table-controller.svelte";
import type { Connection, ConnectionEvents } from "../contract/connection";
import ReplayBar from "./ReplayBar.svelte";
import ReplayLog from "./ReplayLog.svelte";
import icons from "./replay-icons.svg?raw";
import { ReplayPlayer } from "./replay-player.svelte";
import "./replay.css";

type Start = (
  place: HTMLElement,
  line: (events: ConnectionEvents, ui: GameUi) => Connection,
) => Promise<TableController>;

export async function startReplay(place: HTMLElement, start: Start): Promise<void> {
  let player!: ReplayPlayer;
  addSprite(icons);
  const { replay: address, built } = place.dataset;
  const table = await start(
    place,
    (_, ui) => (player = new ReplayPlayer(address!, built ?? "", ui, ReplayBar, ReplayLog)),
  );
  table.replay = player;
  await player.attach(table);
}
