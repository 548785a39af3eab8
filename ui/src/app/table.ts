// Entry of the table page: load the board of the game, open the connection and mount the table.
import { mount } from "svelte";
import type { GameUi } from "../games/game-ui";
import { loadGame } from "../games/load-game";
import icons from "../shared/icons.svg?raw";
import type { Connection, ConnectionEvents } from "../contract/connection";
import type { ServerMessage } from "../contract/messages";
import { reloadIfOutdated } from "../shared/reload-page";
import { loadLaterTexts, loadRuleTexts } from "../shared/rule-texts";
import { addSprite } from "../shared/svg-sprite";
import { applyTheme } from "../shared/theme";
import "./table.css";
import { listenForLongPress } from "../table/glossary/long-press";
import { TableController } from "../table/state/table-controller.svelte";
import { listenForKeys } from "../table/keyboard/keyboard-shortcuts";
import { ReconnectingSocket } from "../table/connection/socket";
import TablePage from "../table/page/TablePage.svelte";

type OpenConnection = (events: ConnectionEvents, ui: GameUi) => Connection;

/** Prefetch in idle time every part that may be opened later, so that it is there even if the connection is lost. */
function prefetchParts(): void {
  const later = document.querySelector<HTMLTemplateElement>("#later");
  // Safari has neither requestIdleCallback nor prefetch.
  if (later) window.requestIdleCallback?.(() => document.head.append(later.content));
}

export async function startTable(element: HTMLElement, openConnection: OpenConnection): Promise<TableController> {
  applyTheme();
  addSprite(icons);
  await loadRuleTexts(element.dataset.texts ?? "");
  if (element.dataset.replay) await loadLaterTexts();
  const ui = await loadGame(element.dataset.game ?? "");
  await loadPhoneStyles(ui);
  const table = new TableController((events) => openConnection(events, ui), ui);
  await Promise.all([table.loadConfirmation(), table.loadScreenReader(), element.dataset.lesson && table.loadCoach()]);
  listenForKeys(table);
  listenForLongPress(table);
  element.replaceChildren();
  mount(TablePage, { target: element, props: { table } });
  prefetchParts();
  return table;
}

/** Load the styles that only small windows need, before anything is shown. */
async function loadPhoneStyles(ui: GameUi): Promise<void> {
  const small = matchMedia("(max-width: 760px), (max-height: 600px)");
  small.addEventListener("change", () => void (small.matches && ui.phoneStyles?.()));
  if (small.matches) await ui.phoneStyles?.();
}

const element = document.getElementById("table");
if (element?.dataset.replay)
  void import("../replay/start-replay").then(({ startReplay }) => startReplay(element, startTable));
if (element?.dataset.ws) {
  const url = new URL(element.dataset.ws, location.href);
  url.protocol = url.protocol.replace("http", "ws");
  const { built } = element.dataset;
  const opened = startTable(element, (events, ui) => {
    if (ui.needsWords) url.searchParams.set("words", "1");
    const frame = (message: ServerMessage): void => {
      if (message.t === "state") {
        const { mark, table } = message;
        if (mark) {
          url.searchParams.set("links", `${mark[0]}`);
          void import("../table/proof/record-chain-head").then(({ recordChainHead }) =>
            recordChainHead(table, mark, socket),
          );
        }
        if (table.built !== built)
          void opened.then(({ awaitingAnswer }) => reloadIfOutdated(table.built ?? "", awaitingAnswer));
      }
      events.receive(message);
    };
    const socket = new ReconnectingSocket(url, { ...events, receive: frame });
    return socket;
  });
}
