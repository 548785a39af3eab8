// The entry of a replay: the table's own page with recorded frames in place of a line.
import type { GameUi } from "../game";
import { addSprite } from "../kit/sprite";
import type { Table } from "../table/ctrl.svelte";
import type { Wire, WireEvents } from "../types";
import Dock from "./Dock.svelte";
import Log from "./Log.svelte";
import icons from "./icons.svg?raw";
import { Reel } from "./reel.svelte";
import "./replay.css";

type Start = (place: HTMLElement, line: (events: WireEvents, ui: GameUi) => Wire) => Promise<Table>;

export async function replay(place: HTMLElement, start: Start): Promise<void> {
  let reel!: Reel;
  addSprite(icons);
  const { replay: address, built } = place.dataset;
  const table = await start(place, (_, ui) => (reel = new Reel(address!, built ?? "", ui, Dock, Log)));
  table.reel = reel;
  await reel.feed(table);
}
