// After the build: write a gzip and a brotli version beside every file that gets smaller, so that the server compresses
// nothing. The bytes depend only on the file.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const root = new URL("../../src/dicehouse/web/static/", import.meta.url).pathname;
const WORTH = 0.9; // a second file is not worth more than this share of the bytes
for (const name of readdirSync(root, { recursive: true })) {
  if (!/\.(js|css|svg)$/.test(name)) continue;
  const bytes = readFileSync(join(root, name));
  const quality = {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  };
  // Browsers that accept brotli get it, so it is left out where gzip is smaller.
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
