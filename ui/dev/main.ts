// A table without a server: ?state=NAME shows a scripted state, ?story=NAME tells scripted events over it. For development only.
import { start } from "../src/table/main";
import type { Connect, GameEvent, Incoming } from "../src/types";
import { states as city, stories as cityStories } from "./city";
import { states as duel, stories as duelStories } from "./duel";
import { states as foam, stories as foamStories } from "./foam";
import { states as dice, stories as diceStories } from "./states";
import { states as voodoo, stories as voodooStories } from "./voodoo";

const states = { ...dice, ...voodoo, ...duel, ...city, ...foam },
  stories = { ...diceStories, ...voodooStories, ...duelStories, ...cityStories, ...foamStories };
const query = new URLSearchParams(location.search);
const frame = structuredClone(states[query.get("state") ?? "keep"] ?? states["keep"]!);
const story = stories[query.get("story") ?? ""];
const place = document.getElementById("table")!;
place.dataset.game = document.body.dataset.game = frame.table.game;

const connect: Connect = (events) => {
  const send = (message: Incoming): void => void setTimeout(() => events.frame(message), 30);
  events.line("open");
  send(frame);
  const told = story?.map(([kind, seat, text, facts]): GameEvent => ({ number: 99, kind, seat, text, facts }));
  if (told) setTimeout(() => send({ ...frame, events: told, full: false, number: frame.number + 1, chat: [] }), 400);
  return {
    send(message) {
      console.info("sent", JSON.stringify(message));
      if (message.t === "act") send({ t: "refused", id: message.id, why: "This is a scripted state.", stale: false });
      return true;
    },
    close() {},
  };
};
void start(place, connect);
