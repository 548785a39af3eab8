// SHA-256 (FIPS 180-4) and HMAC (FIPS 198-1). WebCrypto has them on secure pages only, and a table on the home network is
// not one.
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

const utf8 = new TextEncoder();
const BLOCK = 64; // bytes

/** Return bytes as hexadecimal digits. */
export const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Return the SHA-256 of a text in hexadecimal digits. */
export const sha256 = (text: string): string => hex(sha256Bytes(utf8.encode(text)));

/** Return the SHA-256 of some bytes. */
export function sha256Bytes(bytes: Uint8Array): Uint8Array {
  const padded = new Uint8Array(((bytes.length + 72) >> 6) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, bytes.length * 8);
  const sum = [...START];
  for (let at = 0; at < padded.length; at += BLOCK) compressBlock(sum, view, at);
  const digest = new DataView(new ArrayBuffer(32));
  sum.forEach((word, i) => digest.setInt32(4 * i, word));
  return new Uint8Array(digest.buffer);
}

/** Return the HMAC-SHA256 of a text under a key. */
export function hmacSha256(key: Uint8Array, text: string): Uint8Array {
  const short = key.length > BLOCK ? sha256Bytes(key) : key;
  const padded = (by: number): number[] => Array.from({ length: BLOCK }, (_, i) => (short[i] ?? 0) ^ by);
  const inner = sha256Bytes(Uint8Array.from([...padded(0x36), ...utf8.encode(text)]));
  return sha256Bytes(Uint8Array.from([...padded(0x5c), ...inner]));
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
