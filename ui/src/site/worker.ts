// The worker of the static site: it starts Python (Pyodide), in which the server's application runs (site/tab_app.py),
// and passes on the requests and messages of the pages.
import { loadPyodide, type Python } from "site-runtime/pyodide.mjs";
import type { FromWorker, RulesAnswer, RulesCall, ToWorker } from "./worker-messages";
import { SavedData } from "./saved-data";
import { Thinkers } from "./thinkers";

type GivenArrays = [RulesCall["words"], RulesCall["addresses"], RulesCall["arrays"]];
interface Bridge {
  exp_table(): { toJs(): Float64Array };
  start(...given: unknown[]): Promise<Tab>;
}
interface Tab {
  cookies: string;
  request(method: string, address: string, headers: unknown, body: unknown): Promise<TabAnswer>;
  open_socket(
    address: string,
    headers: unknown,
    receive: (text: string) => void,
    closed: (code: number) => void,
  ): TabSocket;
}
interface TabAnswer {
  status: number;
  place: string;
  media: string;
  body: { toJs(): Uint8Array<ArrayBuffer>; destroy(): void };
  destroy(): void;
}
interface TabSocket {
  send(text: string): void;
  close(): void;
}

const FOLDER = "/dicehouse";
const post = (message: FromWorker, transfer: Transferable[] = []): void => self.postMessage(message, { transfer });
const modules = new Map<string, WebAssembly.Module>();
const sockets = new Map<number, TabSocket>();
let tab: Tab;

/** Count the bytes of the files that are fetched, so that the progress bar is true. */
function countBytes(files: Record<string, number>): void {
  const total = Object.values(files).reduce((sum, size) => sum + size, 0),
    fetchFile = self.fetch.bind(self);
  let done = 0;
  self.fetch = async (input, init) => {
    const answer = await fetchFile(input, init);
    if (!answer.body) return answer;
    const counted = answer.body.pipeThrough(
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(chunk, out) {
          done += chunk.length;
          post({ t: "progress", done: Math.min(done, total), total });
          out.enqueue(chunk);
        },
      }),
    );
    return new Response(counted, { status: answer.status, headers: answer.headers });
  };
}

async function fetchBytes(address: string): Promise<ArrayBuffer> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.arrayBuffer();
}

async function start(base: string, files: Record<string, number>): Promise<void> {
  const runtime = `${base}runtime/`,
    saved = await SavedData.open(new URL(base).pathname);
  countBytes(files);
  const code = fetchBytes(`${runtime}dicehouse.tar.xz`);
  const python = await loadPyodide({ indexURL: runtime });
  python.unpackArchive(await code, "xztar", { extractDir: FOLDER });
  python.runPython(`import sys; sys.path.insert(0, "${FOLDER}"); import absent_compiler; absent_compiler.install()`);
  let key = await saved.read<Uint8Array>("key");
  if (!key) {
    key = crypto.getRandomValues(new Uint8Array(32));
    await saved.write("key", key).catch(() => undefined);
  }
  let reported = false;
  const keep = async (bytes: Uint8Array): Promise<void> => {
    try {
      await saved.write("database", bytes);
      reported = false;
    } catch (error) {
      if (!reported) post({ t: "unsaved", why: String(error) });
      reported = true;
    }
  };
  const tables = await saved.read<Uint8Array>("database"),
    cookies = (await saved.read<string>("cookies")) ?? "";
  const bridge = python.pyimport<Bridge>(`dicehouse.site.tab_bridge`);
  const keepCookies = (text: string): void => void saved.write("cookies", text).catch(() => undefined),
    thinkers = new Thinkers(new URL("static/site-thinker.js", base)),
    table = bridge.exp_table().toJs(),
    think = (
      game: string,
      name: string,
      seconds: number,
      counted: number,
      given: GivenArrays,
    ): Promise<RulesAnswer> => {
      const [words, addresses, arrays] = given;
      return thinkers.call({
        game,
        name,
        seconds,
        counted,
        words,
        addresses,
        arrays,
        module: module(python, game),
        table,
      });
    };
  tab = await bridge.start(tables, key, cookies, keep, keepCookies, think);
  post({ t: "ready" });
}

/** Return the compiled rules of a game. */
function module(python: Python, game: string): WebAssembly.Module {
  const found =
    modules.get(game) ?? new WebAssembly.Module(python.FS.readFile(`${FOLDER}/dicehouse/site/rules/${game}.wasm`));
  modules.set(game, found);
  return found;
}

async function answer(message: Extract<ToWorker, { t: "request" }>): Promise<void> {
  const found = await tab.request(message.method, message.address, message.headers, message.body),
    body = found.body.toJs();
  found.body.destroy();
  const { status, place, media } = found;
  found.destroy();
  post({ t: "answer", id: message.id, status, place, media, body }, [body.buffer]);
}

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  switch (data.t) {
    case "start":
      start(data.base, data.files).catch((error: unknown) => post({ t: "failed", why: String(error) }));
      break;
    case "request":
      void answer(data);
      break;
    case "open": {
      const { id } = data;
      sockets.set(
        id,
        tab.open_socket(
          data.address,
          data.headers,
          (text) => post({ t: "message", id, text }),
          (code) => {
            sockets.delete(id);
            post({ t: "closed", id, code });
          },
        ),
      );
      break;
    }
    case "send":
      sockets.get(data.id)?.send(data.text);
      break;
    case "close":
      sockets.get(data.id)?.close();
      sockets.delete(data.id);
  }
};
