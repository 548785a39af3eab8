// A worker that makes calls of the games' compiled rules, so that the worker of Python can answer meanwhile. It has no
// Python. Each game's rules have a memory of their own; a call brings all that it reads, and takes back what it wrote.
import type { RulesCall } from "./worker-messages";

interface Rules {
  memory: WebAssembly.Memory;
  functions: Record<string, (at: number) => number>;
}

const DATA = 1 << 16; // where constants of the rules begin
const STACK_END = DATA + (1 << 22); // the stack is behind them, and what a call brings behind the stack
const PAGE = 1 << 16;
const CHECK_MILLISECONDS = 1; // between two looks at the clock, or up to four times as much
const started = new Map<string, Rules>();
const bits = new Uint32Array(2),
  power = new Float64Array(bits.buffer);

/** Return the exponential function of musl, which Python has there: browsers round their own otherwise. The table has 2 ** (k / 128) for each k, and by which part that is too small. */
function exponential(table: Float64Array): (x: number) => number {
  return (x) => {
    if (Math.abs(x) < 2 ** -54 || !(Math.abs(x) < 746)) return x < -1 ? 0 : x > 1 ? Infinity : 1 + x;
    const nearest = x * (1.4426950408889634 * 128) + 6755399441055744 - 6755399441055744,
      r = x + nearest * -0.005415212348111709 + nearest * -1.2864023111638344e-14,
      k = nearest & 127,
      square = r * r,
      shift = x <= -512 ? 1022 : x >= 512 ? -1009 : 0,
      more =
        table[2 * k + 1]! +
        r +
        square * (0.49999999999996786 + r * 0.16666666666665886) +
        square * square * (0.0416666808410674 + r * 0.008333335853059549);
    bits[1] = (1023 + (nearest - k) / 128 + shift) << 20;
    const scale = table[2 * k]! * power[0]!,
      found = scale + scale * more;
    return found * 2 ** -shift;
  };
}

function start({ module, table }: RulesCall): Rules {
  const memory = new WebAssembly.Memory({ initial: STACK_END / PAGE }),
    global = (value: number, mutable = false) => new WebAssembly.Global({ value: "i32", mutable }, value),
    env = { memory, exp: exponential(table), __memory_base: global(DATA), __table_base: global(0) },
    instance = new WebAssembly.Instance(module, { env: { ...env, __stack_pointer: global(STACK_END, true) } });
  (instance.exports["__wasm_apply_data_relocs"] as () => void)();
  return { memory, functions: instance.exports as Rules["functions"] };
}

/** Make a call, or with `seconds` as many as there is time for: each does twice the work until that takes long enough. */
function make({ memory, functions }: Rules, call: RulesCall): bigint {
  const places: number[] = [],
    words = new BigInt64Array(call.words.slice().buffer),
    row = call.arrays.reduce((at, array) => (places.push(at), at + array.length + (-array.length & 15)), STACK_END),
    missing = row + call.words.length - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
  call.arrays.forEach((array, i) => new Uint8Array(memory.buffer).set(array, places[i]));
  call.addresses.forEach((word, i) => (words[word] = BigInt(places[i]!)));
  const shown = new BigInt64Array(memory.buffer, row, words.length),
    end = performance.now() + 1000 * call.seconds;
  for (let now = performance.now(), before = 0; !before || now < end; now = performance.now()) {
    if (before && now - before < CHECK_MILLISECONDS) words[call.counted]! *= 2n;
    before = now;
    shown.set(words);
    if (functions[`call_${call.name}`]!(row)) throw new Error(`The compiled rules can't carry out ${call.name}.`);
  }
  call.arrays.forEach((array, i) => array.set(new Uint8Array(memory.buffer, places[i], array.length)));
  return shown[0]!;
}

self.onmessage = ({ data }: MessageEvent<RulesCall>) => {
  const rules = started.get(data.game) ?? start(data);
  started.set(data.game, rules);
  const result = make(rules, data);
  self.postMessage({ result, arrays: data.arrays }, { transfer: data.arrays.map((array) => array.buffer) });
};
