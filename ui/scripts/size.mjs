// Measure what a browser loads to sit down and play, before any 3D library: all JavaScript and CSS of one game's table,
// gzipped. Parts that are loaded when they are opened (sheets, the end, the rules) are reported separately. Fail above
// the budget, and if a chunk imports table.js (its address has a version, so it would be loaded twice).
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const BUDGET = 74_200;
const root = new URL("../../src/dicehouse/web/static/", import.meta.url).pathname;
const games = readdirSync(new URL("../src/games/", import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);
const chunks = readdirSync(join(root, "chunks")).filter((name) => /\.(js|css)$/.test(name));
const named = (name) =>
  chunks.filter((chunk) => chunk.replace(/-[\w-]{8}\.\w+$/, "") === name).map((chunk) => join("chunks", chunk));
const size = (name) => gzipSync(readFileSync(join(root, name)), { level: 9 }).length;
const sum = (files) => files.reduce((total, name) => total + size(name), 0);
const shared = ["table.js", "table.css", ...named("shared")];

let fine = true;
for (const game of games) {
  const files = [...shared, ...named(game)],
    total = sum(files);
  console.log(`${game}: ${total} bytes gzip of ${BUDGET} (${files.map((name) => `${name} ${size(name)}`).join(", ")})`);
  fine &&= total <= BUDGET;
}
const first = new Set([...shared, ...games.flatMap(named)]);
console.log(
  `fetched when opened, all games together: ${sum(chunks.map((name) => join("chunks", name)).filter((name) => !first.has(name)))} bytes gzip`,
);
for (const name of chunks.filter((each) => each.endsWith(".js"))) {
  if (
    /from\s*["']\.\.\/table\.js|import\(?["']\.\.\/table\.js/.test(readFileSync(join(root, "chunks", name), "utf8"))
  ) {
    console.error(`${name} imports table.js`);
    fine = false;
  }
}
process.exit(fine ? 0 : 1);
