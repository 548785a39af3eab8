// After the build: beside every file that gets smaller by it lie its gzip and brotli forms, so that the server need not compress anything
// it sends to everybody. The bytes depend on nothing but the file.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const root = new URL("../../src/dicehouse/web/static/", import.meta.url).pathname;
const WORTH = 0.9; // of the bytes; more is not worth a second file
for (const name of readdirSync(root, { recursive: true })) {
  if (!/\.(js|css|svg)$/.test(name)) continue;
  const bytes = readFileSync(join(root, name));
  const quality = {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  };
  // Whoever takes brotli is sent brotli, so it is left out where gzip is the smaller one.
  let most = bytes.length * WORTH;
  for (const [ending, packed] of [
    ["gz", gzipSync(bytes, { level: 9 })],
    ["br", brotliCompressSync(bytes, quality)],
  ])
    if (packed.length < most) {
      writeFileSync(join(root, `${name}.${ending}`), packed);
      most = packed.length;
    }
}
