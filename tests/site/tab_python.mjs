// Call a function of a file in the Python of the static site, as its worker starts it:
// node tab_python.mjs RUNTIME FILE FUNCTION ARGUMENTS. The arguments are a JSON list. What the function returns is printed.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [runtime, file, wanted, given] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${runtime}/pyodide.mjs`).href);
try {
  const python = await loadPyodide({ indexURL: `${runtime}/` });
  python.unpackArchive(new Uint8Array(readFileSync(`${runtime}/dicehouse.tar.xz`)), "xztar", { extractDir: "/dicehouse" });
  python.FS.writeFile("/told.py", readFileSync(file, "utf8"));
  python.runPython(`
import sys
sys.path.insert(0, "/dicehouse")
import absent_compiler
absent_compiler.install()
`);
  const call = python.runPython(`import runpy; runpy.run_path("/told.py")["${wanted}"]`);
  const told = call(...JSON.parse(given));
  process.stdout.write(told, () => process.exit(0));
} catch (error) {
  process.stderr.write(`${error}\n`, () => process.exit(1)); // without the line of code, which is very long
}
