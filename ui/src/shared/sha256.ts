// SHA-256 of a short text (FIPS 180-4). WebCrypto has it on secure pages only, and a table on the home network is not
// one.
const K = primeRootBits(64, 1 / 3),
  START = primeRootBits(8, 1 / 2);

/** Return the first 32 fractional bits of a root of the first primes. */
function primeRootBits(many: number, root: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < many; n++) {
    let prime = true;
    for (let by = 2; by * by <= n; by++) prime &&= n % by > 0;
    if (prime) found.push(((n ** root % 1) * 2 ** 32) | 0);
  }
  return found;
}

const rotateRight = (x: number, by: number): number => (x >>> by) | (x << (32 - by));

export function sha256(text: string): string {
  const bytes = new TextEncoder().encode(text),
    padded = new Uint8Array(((bytes.length + 72) >> 6) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, bytes.length * 8);
  const sum = [...START];
  for (let at = 0; at < padded.length; at += 64) compressBlock(sum, view, at);
  return sum.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

/** Add one block of 64 bytes to the hash. */
function compressBlock(sum: number[], view: DataView, at: number): void {
  const w: number[] = [];
  for (let i = 0; i < 64; i++) {
    if (i < 16) w.push(view.getInt32(at + 4 * i));
    else {
      const x = w[i - 15]!,
        y = w[i - 2]!;
      const low = rotateRight(x, 7) ^ rotateRight(x, 18) ^ (x >>> 3),
        high = rotateRight(y, 17) ^ rotateRight(y, 19) ^ (y >>> 10);
      w.push((w[i - 16]! + low + w[i - 7]! + high) | 0);
    }
  }
  let [a, b, c, d, e, f, g, h] = sum as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i++) {
    const one =
        h + (rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25)) + ((e & f) ^ (~e & g)) + K[i]! + w[i]!,
      two = (rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (sum[i] = (sum[i]! + word) | 0));
}
