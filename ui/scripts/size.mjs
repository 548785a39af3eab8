// What a player's browser fetches for the table before any 3D library: all JavaScript and CSS of one game's table, gzipped.
// Fails above the budget, and if a chunk imports table.js (its address has a version in it, so it would be loaded twice).
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const BUDGET = 60_000;
const root = new URL("../../src/dicehouse/web/static/", import.meta.url).pathname;
const chunks = readdirSync(join(root, "chunks")).filter((name) => /\.(js|css)$/.test(name));
const games = [...new Set(chunks.map((name) => name.replace(/-[\w-]{8}\.\w+$/, "")))].filter((name) => name !== "kit");
const size = (name) => gzipSync(readFileSync(join(root, name)), { level: 9 }).length;
const shared = ["table.js", "table.css", ...chunks.filter((name) => name.startsWith("kit-")).map((name) => join("chunks", name))];

let fine = true;
for (const game of games) {
  const files = [...shared, ...chunks.filter((name) => name.startsWith(`${game}-`)).map((name) => join("chunks", name))];
  const sizes = files.map((name) => [name, size(name)]), total = sizes.reduce((sum, [, bytes]) => sum + bytes, 0);
  console.log(`${game}: ${total} bytes gzip of ${BUDGET} (${sizes.map(([name, bytes]) => `${name} ${bytes}`).join(", ")})`);
  fine &&= total <= BUDGET;
}
for (const name of chunks.filter((each) => each.endsWith(".js"))) {
  if (/from\s*["']\.\.\/table\.js|import\(?["']\.\.\/table\.js/.test(readFileSync(join(root, "chunks", name), "utf8"))) {
    console.error(`${name} imports table.js`);
    fine = false;
  }
}
process.exit(fine ? 0 : 1);
