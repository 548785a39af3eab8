// Call a function of a file in the Python of the static site, as its worker starts it:
// node tab_python.mjs SITE FILE FUNCTION ARGUMENTS. The arguments are a JSON list. What the function returns is printed.
// A coroutine is given `elsewhere` instead, which has work done by the site's worker that thinks, in a thread of Node.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { Worker, isMainThread, parentPort, workerData } from "node:worker_threads";

if (isMainThread) await tell();
else await be(workerData);

async function tell() {
  const [site, file, wanted, given] = process.argv.slice(2),
    runtime = `${site}/runtime`,
    { loadPyodide } = await import(pathToFileURL(`${runtime}/pyodide.mjs`).href);
  try {
    const python = await loadPyodide({ indexURL: `${runtime}/` });
    python.unpackArchive(new Uint8Array(readFileSync(`${runtime}/dicehouse.tar.xz`)), "xztar", {
      extractDir: "/dicehouse",
    });
    python.FS.writeFile("/told.py", readFileSync(file, "utf8"));
    python.runPython(`
import sys
sys.path.insert(0, "/dicehouse")
import absent_compiler
absent_compiler.install()
import runpy
from dicehouse.site.tab_bridge import calls_by, exp_table
from dicehouse.site.tab_rules import make_elsewhere
`);
    const table = python.globals.get("exp_table")().toJs(),
      worker = new Worker(new URL(import.meta.url), { workerData: `${site}/static/site-thinker.js` }),
      think = (game, name, seconds, counted, [words, addresses, arrays]) =>
        new Promise((resolve) => {
          worker.once("message", resolve);
          const module = new WebAssembly.Module(python.FS.readFile(`/dicehouse/dicehouse/site/rules/${game}.wasm`));
          worker.postMessage({ game, name, seconds, counted, words, addresses, arrays, module, table });
        });
    worker.on("error", (error) => process.stderr.write(`${error}\n`, () => process.exit(1)));
    python.globals.set("think", think);
    python.globals.set("given", given);
    const told = await python.runPythonAsync(`
import inspect, json
called = runpy.run_path("/told.py")["${wanted}"]
waits = inspect.iscoroutinefunction(called)
await called(make_elsewhere(calls_by(think))) if waits else called(*json.loads(given))
`);
    process.stdout.write(told, () => process.exit(0));
  } catch (error) {
    process.stderr.write(`${error}\n`, () => process.exit(1)); // without the line of code, which is very long
  }
}

/** Be the worker of a script of the site. */
async function be(script) {
  globalThis.self = { postMessage: (message) => parentPort.postMessage(message) };
  await import(pathToFileURL(script).href);
  parentPort.on("message", (data) => self.onmessage({ data }));
}
