// Scripted states of Baron Voodoo, made by hand after the contract of its view.
import { type Frame, type Story, SCRIPTED } from "./shapes";

type Stacks = Record<string, string[]>;
const FILES = "abcdefg";
const LAYOUT = [..."PYRTWPYRTWPYRTWPYRTWPYRT.PYRTWPYRTWPYRTWPYRTWPYRT"];
const NAMES = ["Mara", "Ines", "Otto", "Kofi"];
const LOAS = ["P", "T", "Y", "R"];
const board: Stacks = {
  c7: ["RO"],
  e7: ["WS", "TF", "YV"],
  a6: ["RS"],
  c6: ["YF"],
  f6: ["RX", "YX"],
  g6: ["TX"],
  b5: ["PX"],
  c5: ["YO", "PX"],
  d5: ["RS", "TG"],
  b4: ["RG"],
  c4: ["TX"],
  e4: ["PX"],
  b3: ["WF", "TO", "YX"],
  e3: ["RV"],
  f3: ["TF"],
  g3: ["WS", "PF", "TF"],
  c2: ["RF"],
  d2: ["TF", "PO"],
  a1: ["RF", "TS"],
  c1: ["WG"],
  f1: ["RS", "PX"],
};
const step = (space: string, dx: number, dy: number): string | null => {
  const x = FILES.indexOf(space[0]!) + dx,
    y = Number(space[1]) + dy;
  return x >= 0 && x < 7 && y >= 1 && y <= 7 ? `${FILES[x]}${y}` : null;
};
const option = (id: string, facts: object, path: string[], label = id, note = ""): object => ({
  id,
  label,
  note,
  path,
  facts,
});
function jumps(on: Stacks, colour: string): object[] {
  return Object.keys(on).flatMap((from) =>
    [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ].flatMap(([dx, dy]) => {
      const over = step(from, dx!, dy!),
        to = over && step(over, dx!, dy!),
        stack = on[from]!;
      if (stack.at(-1)![0] !== colour || !over || !to || !on[over]?.length || (on[to]?.length ?? 0) > 2) return [];
      const changes = {
        [from]: stack.slice(0, -1),
        [over]: on[over].slice(0, -1),
        [to]: [...(on[to] ?? []), stack.at(-1)!],
      };
      return [
        option(
          `${from}x${over}`,
          { kind: "jump", step: "B", from, over, to, die: on[over].at(-1), changes },
          [`space:${from}`],
          `${from} jumps ${over}`,
        ),
      ];
    }),
  );
}
const powers = (stepId: string, own: string): object[] =>
  ["wata", "bwa", "legba", "erzulie"].map((power) =>
    option(`power ${power}`, { kind: "power", step: stepId, power, price: power === own ? 0 : 1 }, [
      `key:power-${power}`,
    ]),
  );
const steps = (states: string): object[] =>
  [..."A B C1 C2 C3 C4 C5 D".split(" ")].map((id, i) => ({
    id,
    state: { d: "done", p: "passed", n: "now", o: "open", c: "closed" }[states[i]!],
    note: [
      "Power",
      "Capture",
      "Own colour: offering",
      "Turn the die",
      "Exchange",
      "Buy a turn",
      "Up to 3 points",
      "Power",
    ][i],
  }));
const group = (dice: string, points: number): object => ({ dice: dice.split(" "), points });
const side = (
  seats: number[],
  loas: string,
  vp: number,
  offerings: number,
  zone: string,
  spirit: object[],
  counts: number[],
): object => ({
  seats,
  name: null,
  loas: [...loas],
  vp,
  offerings,
  zone: zone ? zone.split(" ") : [],
  spirit,
  counts: Object.fromEntries([..."YTRPW"].map((colour, i) => [colour, counts[i]])),
  best_final: 3,
});
const sides = [
  side([0], "P", 4, 4, "WO RF", [group("YO WF YV", 3)], [2, 0, 0, 0, 1]),
  side([1], "T", 5, 2, "PV PF", [group("YX YF YV", 3)], [3, 0, 0, 0, 0]),
  side([2], "Y", 3, 2, "WF TG", [group("PG PF WX", 3), group("RO", 0)], [0, 0, 1, 2, 1]),
  side([3], "R", 6, 0, "YO TO PO WO RX TV", [group("YX TX RX PX", 5), group("RO", 0)], [1, 1, 2, 1, 0]),
];
const seats = (n: number): object[] =>
  Array.from({ length: n }, (_, i) => ({
    loa: LOAS[i],
    guarded: i === 2,
    side: i,
    total: [4, 5, 3, 6][i],
    place: null,
  }));
const view = (n: number, more: object = {}): object => ({
  game: "baron-voodoo",
  mode: "free",
  phase: "capture",
  turn: 18,
  round: 6,
  player: 0,
  extra: false,
  bought: false,
  threshold: [18, 18, 18, 15, 12][n],
  first: 0,
  area: [0, 6],
  layout: LAYOUT,
  board,
  held: null,
  held_die: null,
  captured: null,
  steps: steps("pnoooooo"),
  reserve: 8,
  samedi: 2,
  sides: sides.slice(0, n),
  seats: seats(n),
  baron: null,
  pool: {},
  trigger: null,
  to_play: [],
  last: { seat: 2, from: "a6", over: "b6", to: "c6", die: "TG", jumper: "YF" },
  combos: [],
  best_split: null,
  values: [3, 5, 8, 12],
  final: null,
  winner: null,
  ...more,
});
const table = (n: number, more: object = {}): object => ({
  ...SCRIPTED,
  game: "baron-voodoo",
  name: "Baron Voodoo",
  seats: Array.from({ length: n }, (_, i) => ({
    seat: i,
    name: NAMES[i],
    kind: i ? "bot" : "person",
    bot: i ? "sensible" : null,
    you: i === 0,
    online: true,
    order: null,
    invite: null,
  })),
  ...more,
});
const log = [
  "{3} scores three yellow: +3.",
  "{1} jumps from d7 to d5 and takes purple Face.",
  "{2} jumps from a6 to c6 and takes turquoise Guard.",
  "{2} pays one offering and turns it to Guard.",
  "{2} is guarded until the next turn.",
].map((text, i) => ({ number: i, kind: "x", seat: Number(text[1]) % 3, text, facts: {} }));
const frame = (n: number, more: object = {}): Frame =>
  ({
    t: "state",
    table: table(n),
    number: 86,
    me: [0],
    seat: 0,
    acting: [0],
    prompt: { title: "Jump with a purple die", detail: "Over any neighbour, to the space behind it.", urgent: false },
    view: view(n),
    options: jumps(board, "P"),
    undo: true,
    events: log,
    full: true,
    chat: [],
    sheet: null,
    cover: null,
    again: null,
    ...more,
  }) as Frame;

const zone = "YV TV WV RF PX".split(" ");
const lines = ["1", "2", "3", "4", "5", "6", "7"]
  .flatMap((n) => ["left", "right"].map((end) => `row ${n} ${end}`))
  .concat([...FILES].flatMap((f) => ["up", "down"].map((end) => `file ${f} ${end}`)));
const afterCapture = [
  option("offering", { kind: "offering", step: "C1" }, ["key:offering"]),
  ..."OVFGS"
    .split("")
    .map((face) =>
      option(`turn ${face.toLowerCase()}`, { kind: "turn", step: "C2", face, price: 1, die: "PX" }, [
        `key:turn-${face.toLowerCase()}`,
      ]),
    ),
  option("use", { kind: "use", step: "C3" }, ["key:use"]),
  option("buy", { kind: "buy", step: "C4", price: 2 }, ["key:buy"]),
  option("combo yv tv wv", { kind: "combo", step: "C5", dice: ["YV", "TV", "WV"], points: 3 }, []),
  ...zone.map((die) =>
    option(`spirit ${die.toLowerCase()}`, { kind: "spirit", step: "C5", dice: [die] }, [`die:${die}`]),
  ),
  ...powers("D", "erzulie"),
  option("end", { kind: "end" }, ["key:end"]),
];
const stepping = {
  phase: "steps",
  captured: "PX",
  steps: steps("pdnooooo"),
  best_split: { points: 3, combos: [["YV", "TV", "WV"]] },
  sides: [side([0], "P", 4, 4, zone.join(" "), [group("YO WF YV", 3)], [2, 0, 0, 0, 1]), ...sides.slice(1, 3)],
};
const ended = (n: number, colour: string): object => ({
  before: 15 - n,
  combo: n ? null : group("YO YV YF", 3),
  majorities: { Y: n ? 0 : 3, T: 1, R: n === 2 ? 3 : 0, P: 1, W: n < 2 ? 1 : 0 },
  total: 23 - n * 4,
  colour,
});
const soloBoard: Stacks = Object.fromEntries(Object.entries(board).filter(([space]) => /[b-f][2-6]/.test(space)));

export const states: Record<string, Frame> = {
  bv: frame(3),
  bv2: frame(2),
  bv4: frame(4),
  "bv-turn": frame(3, {
    view: view(3, { phase: "turn", steps: steps("nooooooo") }),
    options: [...powers("A", "erzulie"), ...jumps(board, "P")],
  }),
  "bv-steps": frame(3, {
    prompt: { title: "Finish your turn", detail: "You took purple Exchange.", urgent: false },
    view: view(3, stepping),
    options: afterCapture,
  }),
  "bv-wata": frame(3, {
    prompt: { title: "Push which line?", detail: "Its stacks close up against one edge.", urgent: false },
    view: view(3, { phase: "wata", held: { power: "wata", space: null, first: null } }),
    options: lines.map((id) =>
      option(id, { kind: "line", step: "A", changes: {} }, [`line:${id.replaceAll(" ", "-")}`], id),
    ),
  }),
  "bv-swap": frame(3, {
    prompt: { title: "Swap c7 with which die?", detail: "", urgent: false },
    view: view(3, { phase: "erzulie-with", held: { power: "erzulie", space: "c7", first: null } }),
    options: ["b5", "c4", "e4", "e3", "c1"].map((space) =>
      option(
        `with ${space}`,
        { kind: "with", step: "A", space, changes: { c7: board[space], [space]: ["RO"] } },
        [`space:${space}`],
        `with ${space}`,
      ),
    ),
  }),
  "bv-face": frame(3, {
    prompt: { title: "Turn one captured die", detail: "", urgent: false },
    view: view(3, { ...stepping, phase: "face" }),
    options: zone.flatMap((die) =>
      [..."OVFGSX"]
        .filter((face) => face !== die[1])
        .map((face) =>
          option(`face ${die.toLowerCase()} ${face.toLowerCase()}`, { kind: "face", step: "C3", die, face }, [
            `die:${die}`,
          ]),
        ),
    ),
  }),
  "bv-steal": frame(3, {
    prompt: { title: "Steal a die", detail: "Out of a Spirit World that is not guarded.", urgent: false },
    view: view(3, { ...stepping, phase: "steal" }),
    options: ["YX", "YF", "YV"].map((die) =>
      option(
        `steal p2 ${die.toLowerCase()}`,
        { kind: "steal", step: "C3", side: 1, die },
        [`spirit:1:${die}`],
        `${die} of Ines`,
      ),
    ),
  }),
  "bv-wait": frame(3, {
    acting: [1],
    options: [],
    undo: false,
    prompt: { title: "Ines is choosing", detail: "", urgent: false },
    view: view(3, { player: 1 }),
  }),
  "bv-loa": frame(3, {
    prompt: { title: "Choose your Loa", detail: "Its colour is the one you jump with.", urgent: false },
    view: view(3, {
      phase: "loa",
      round: 0,
      player: 0,
      seats: seats(3).map((each, i) => ({ ...each, loa: i ? null : "T" })),
      steps: [],
      samedi: null,
    }),
    options: ["mamy-wata", "papa-legba", "erzulie-freda"].map((id) =>
      option(`loa ${id}`, { kind: "loa", loa: id }, [`loa:${id}`]),
    ),
  }),
  "bv-draft": frame(3, {
    prompt: { title: "Lay a die", detail: "", urgent: false },
    view: view(3, { phase: "draft", board: {}, pool: { PX: 2, PO: 3, YV: 1, WF: 4, TS: 1 }, steps: [] }),
    options: ["PX", "PO", "YV", "WF", "TS"].flatMap((die) =>
      LAYOUT.flatMap((colour, i) =>
        colour === die[0]
          ? [option(`place ${die} ${i}`, { kind: "place", die, space: `${FILES[i % 7]}${7 - Math.floor(i / 7)}` }, [])]
          : [],
      ),
    ),
  }),
  "bv-teams": frame(4, {
    view: view(4, {
      mode: "teams",
      threshold: 18,
      samedi: null,
      seats: seats(4).map((each, i) => ({ ...each, side: i % 2 })),
      sides: [
        side([0, 2], "PY", 9, 4, "WO RF", [group("YO WF YV", 3)], [2, 0, 0, 0, 1]),
        side([1, 3], "TR", 5, 2, "PV PF", [group("YX YF YV", 3)], [3, 0, 0, 0, 0]),
      ],
    }),
  }),
  "bv-solo": frame(1, {
    table: table(1),
    view: view(1, {
      mode: "solo",
      threshold: 18,
      area: [1, 5],
      board: soloBoard,
      samedi: 1,
      baron: { loa: "T", guarded: false, level: 2, line: ["YV", "TO", "RX", "PG"] },
      seats: seats(1),
      sides: [sides[0], side([], "", 6, 3, "PV PF", [group("YX YF YV", 3)], [3, 0, 0, 0, 0])],
    }),
    options: jumps(soloBoard, "P"),
  }),
  "bv-over": frame(3, {
    table: table(3, { phase: "over", secret: "1b".repeat(32) }),
    acting: [],
    options: [],
    undo: false,
    prompt: { title: "Mara wins", detail: "", urgent: false },
    view: view(3, {
      phase: "over",
      winner: 0,
      seats: seats(3).map((each, i) => ({ ...each, total: 23 - i * 4 })),
      final: { sides: [0, 1, 2].map((n) => ended(n, "Y")) },
    }),
    sheet: {
      sources: [
        { key: "victory", label: "Victory faces" },
        { key: "combo", label: "Combos" },
        { key: "majority", label: "Majorities" },
      ],
      rows: [0, 1, 2].map((n) => ({
        seat: n,
        cells: { victory: 4 - n, combo: 12 - n, majority: 5 - n },
        total: 23 - n * 4,
        note: "",
        place: n + 1,
      })),
    },
  }),
};
export const stories: Record<string, Story[]> = {
  capture: [
    ["turn", 1, "{1} is on turn.", { turn: 19, extra: false }],
    [
      "capture",
      1,
      "{1} jumps from c4 to c2 and takes red Face.",
      { from: "f3", over: "e3", to: "d3", die: "RV", jumper: "TF" },
    ],
    ["turn-die", 1, "{1} turns it to Guard.", { was: "RV", die: "RG", offerings: 1 }],
    ["guard", 1, "{1} is guarded.", { loa: "T" }],
    ["combo", 1, "{1} banks three: +3.", { dice: ["PV", "PF", "RG"], points: 3, kind: "icon", total: 8 }],
  ],
  wata: [
    ["power", 1, "{1} uses Mamy Wata.", { power: "wata", price: 1 }],
    ["wata", 1, "{1} pushes row 5 to the right.", { line: "row 5", end: "right" }],
  ],
  swap: [
    ["swap", 1, "{1} swaps c7 and e3.", { a: "c7", b: "e3", die_a: "RO", die_b: "RV" }],
    ["spread", 1, "{1} spreads.", { from: "b3", to: "c2", die: "YX" }],
  ],
  final: [
    ["final-combo", 0, "{0} scores a last combo.", { side: 0, dice: ["WO", "RF"], points: 3, total: 7 }],
    ...[..."YTRPW"].map((colour): Story => [
      "majority",
      null,
      `Most ${colour}.`,
      { colour, counts: [2, 3, 1], points: [0, 3, 0] },
    ]),
    ["final", null, "The end.", { totals: [7, 20, 3] }],
  ],
};
