// A table without a server: ?game=dice-ocalypse&at=12 shows it after the first twelve frames of a recorded match, and
// &play goes on from there. `python -m bench.recordings` makes the recordings. For development only.
import type { Connect } from "../src/contract/connection";
import type { StateFrame } from "../src/contract/messages";

/** Of every frame but the first, only what differs from the one before; so it is with its view and its table, too. */
interface Recording {
  texts: unknown;
  frames: [StateFrame, ...Partial<StateFrame>[]];
}
const SECONDS = 2; // between two frames
const query = new URLSearchParams(location.search);
const place = document.getElementById("table")!;
const recordings = import.meta.glob<Recording>("./recordings/*.json", { import: "default" });

const apply = (before: StateFrame, now: Partial<StateFrame>): StateFrame => ({
  ...before,
  ...now,
  view: { ...before.view, ...now.view },
  table: { ...before.table, ...now.table },
});

async function list(): Promise<void> {
  for (const [file, load] of Object.entries(recordings)) {
    const game = file.slice("./recordings/".length, -".json".length);
    const { frames } = await load();
    const line = document.createElement("p");
    line.innerHTML = `<a href="?game=${game}&at=1&play">${game}</a>: ${frames.length} frames`;
    place.append(line);
  }
}

async function show(game: string, recording: Recording): Promise<void> {
  const [start, ...changes] = recording.frames,
    frames = [start];
  for (const change of changes) frames.push(apply(frames.at(-1)!, change));
  const at = Math.min(Math.max(Number(query.get("at")), 1), frames.length);
  const seen = frames.slice(0, at);
  const first: StateFrame = {
    ...seen.at(-1)!,
    events: seen.flatMap((frame) => frame.events),
    chat: seen.flatMap((frame) => frame.chat),
    full: true,
  };
  const connect: Connect = (events) => {
    events.stateChanged("open");
    setTimeout(() => events.receive(first), 30);
    if (query.has("play"))
      frames.slice(at).forEach((frame, i) => setTimeout(() => events.receive(frame), SECONDS * 1000 * (i + 1)));
    return {
      send(message) {
        console.info("sent", JSON.stringify(message));
        const why = "This is a recording.";
        if (message.t === "act")
          setTimeout(() => events.receive({ t: "refused", id: message.id, why, stale: false }), 30);
        return true;
      },
      close() {},
    };
  };
  place.dataset.game = document.body.dataset.game = game;
  place.dataset.texts = `data:application/json,${encodeURIComponent(JSON.stringify(recording.texts))}`;
  const { startTable } = await import("../src/app/table");
  await startTable(place, connect);
}

const game = query.get("game"),
  load = recordings[`./recordings/${game}.json`];
void (game && load ? load().then((recording) => show(game, recording)) : list());
