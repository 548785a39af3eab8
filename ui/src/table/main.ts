// The entry of the table page: reads where it is, fetches the board of its game, sits down.
import { mount } from "svelte";
import type { GameUi } from "../game";
import { loadGame } from "../games";
import icons from "../icons.svg?raw";
import type { Incoming, Wire, WireEvents } from "../types";
import { outdated } from "../kit/anew";
import { addSprite } from "../kit/sprite";
import { applyTheme } from "../kit/theme";
import "../table.css";
import { touches } from "./touch";
import { Table } from "./ctrl.svelte";
import { listen } from "./keys";
import { Socket } from "./socket";
import TablePage from "./TablePage.svelte";

type Line = (events: WireEvents, ui: GameUi) => Wire;

/** Fetches in idle moments all that may be opened later, so that a lost line takes none of it away. */
function stock(): void {
  const later = document.querySelector<HTMLTemplateElement>("#later");
  // Safari has no idle moments to give, and knows no prefetch either.
  if (later) window.requestIdleCallback?.(() => document.head.append(later.content));
}

export async function start(place: HTMLElement, line: Line): Promise<Table> {
  applyTheme();
  addSprite(icons);
  const ui = await loadGame(place.dataset.game ?? "");
  await fit(ui);
  const table = new Table((events) => line(events, ui), ui);
  await Promise.all([table.confirming(), place.dataset.lesson && table.learning()]);
  listen(table);
  touches(table);
  place.replaceChildren();
  mount(TablePage, { target: place, props: { table } });
  stock();
  return table;
}

/** What only small windows need is fetched by those, before they show anything. */
async function fit(ui: GameUi): Promise<void> {
  const small = matchMedia("(max-width: 760px), (max-height: 600px)");
  small.addEventListener("change", () => void (small.matches && ui.phone?.()));
  if (small.matches) await ui.phone?.();
}

const place = document.getElementById("table");
if (place?.dataset.replay) void import("../replay/start").then(({ replay }) => replay(place, start));
if (place?.dataset.ws) {
  const url = new URL(place.dataset.ws, location.href);
  url.protocol = url.protocol.replace("http", "ws");
  const { built } = place.dataset;
  const sitting = start(place, (events, ui) => {
    if (ui.words) url.searchParams.set("words", "1");
    const frame = (message: Incoming): void => {
      if (message.t === "state") {
        const { mark, table } = message;
        if (mark) {
          url.searchParams.set("links", `${mark[0]}`);
          void import("./keep").then(({ keep }) => keep(table, mark, socket));
        }
        if (table.built !== built) void sitting.then(({ waiting }) => outdated(table.built ?? "", waiting));
      }
      events.frame(message);
    };
    const socket = new Socket(url, { ...events, frame });
    return socket;
  });
}
