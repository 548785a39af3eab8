// Scripted states of inDICEsion, made by hand after the contract of its view. Its films come from a small arc, not from physics.
import { about, rad, showing, times, turned } from "../src/games/indicesion/space";
import type { Body, Colour, Judged, Quat, Vec, View } from "../src/games/indicesion/types";
import { type Frame, type Story, SCRIPTED } from "./shapes";

const NAMES = ["Mara", "Ana", "Otto", "Kofi", "Ines", "Bo"],
  INCH = 25.4;
const RADIUS: Record<number, number> = { 2: 8, 3: 11, 4: 14, 5: 17, 6: 20 };
const seat = (i: number, more: object = {}): object => ({
  seat: i,
  name: NAMES[i],
  kind: i ? "bot" : "person",
  bot: i ? "sensible" : null,
  you: !i,
  online: true,
  order: null,
  invite: null,
  ...more,
});
const table = (count: number, more: object = {}): object => ({
  ...SCRIPTED,
  game: "indicesion",
  name: "inDICEsion",
  settings: [
    { label: "Game", value: "Drafting" },
    { label: "Hands", value: "as usual" },
  ],
  seats: Array.from({ length: count }, (_, i) => seat(i)),
  ...more,
});
const angle = (n: number, i: number): number => -90 - (360 * i) / n;
const way = (degrees: number, far: number, z: number): Vec => [
  Math.round(far * Math.cos(rad(degrees))),
  Math.round(far * Math.sin(rad(degrees))),
  z,
];
const boardOf = (n: number, i: number): Body => ({
  kind: "board",
  seat: i,
  at: way(angle(n, i), RADIUS[n]! * INCH, 1.6),
  quat: about([0, 0, 1], angle(n, i) + 90),
});
const on = (board: Body, u: number, v: number, level = 0): Vec => {
  const [x, y, z] = turned(board.quat, [u * INCH, v * INCH, 0]);
  return [board.at[0] + x, board.at[1] + y, board.at[2] + z + 1.6 + 19.05 + level * 38.1];
};
const COLOUR: Record<string, Colour> = { r: "red", o: "orange", y: "yellow", g: "green", b: "blue", k: "pink" };
const die = (id: string, at: Vec, face: number, turn: number, tip?: Quat): [string, Body] => [
  id,
  { kind: "die", colour: COLOUR[id[0]!]!, at, quat: tip ? times(tip, showing(face, turn)) : showing(face, turn) },
];
const word = (board: string | null, face: number, points: number, more: Partial<Judged> = {}): Judged => ({
  face,
  crooked: false,
  boards: board ? [board] : [],
  level: 1,
  covered: false,
  points,
  rests_on: board ? [board] : [],
  ...more,
});

function view(n: number, more: Partial<View> = {}): View {
  const central = more.mode === "central",
    boards = central
      ? { c1: { kind: "board" as const, seat: null, at: [0, 0, 1.6] as Vec, quat: [1, 0, 0, 0] as Quat } }
      : Object.fromEntries(Array.from({ length: n }, (_, i) => [`p${i + 1}`, boardOf(n, i)]));
  const far = (central ? 20 : RADIUS[n]!) * INCH + 108 + 300;
  return {
    game: "indicesion",
    mode: "drafting",
    barrels: true,
    phase: "throw",
    round: 2,
    turn: 10,
    player: 0,
    starter: 0,
    asked: [0],
    wins_needed: 2,
    release: "target",
    hand: "usual",
    limits: { speed: 6000, spin: 3400, reach: 2000, gap: 152 },
    sizes: { die: 38.1, board: [279.4, 215.9, 3.2], barrel: [40.6, 55.9], table: 1828.8 },
    targets: central ? { target: ["c1"] } : Object.fromEntries(Object.keys(boards).map((id) => [id, [id]])),
    judged: {},
    pool: {},
    die: null,
    again: false,
    lost: [],
    rounds: [{ points: [13, 8, 9, 4, 2, 1].slice(0, n), winner: 0 }],
    winner: null,
    ...more,
    bodies: { ...boards, ...more.bodies },
    seats: Array.from({ length: n }, (_, i) => ({
      board: central ? null : `p${i + 1}`,
      colour: null,
      hand: i ? ["r2", "y3"] : ["g2", "k2", "b3"],
      wins: i ? 0 : 1,
      points: [6, 13, 5, 0, 2, 1][i]!,
      taken: i === 2 ? 1 : 0,
      skips: 0,
      barrels: 0,
      throws: { from: way(angle(n, i), far, 320), heading: (((angle(n, i) + 180) % 360) + 360) % 360 },
      ...(more.seats?.[i] ?? {}),
    })),
  };
}
const push = (from: Vec, to: Vec, climb: number): [number, number, number] => {
  const far = Math.hypot(to[0] - from[0], to[1] - from[1]),
    slope = rad(climb);
  return [
    Math.round((far / Math.cos(slope)) * Math.sqrt(9810 / (2 * (far * Math.tan(slope) + from[2] - to[2])))),
    (Math.round((Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI) + 360) % 360,
    climb,
  ];
};
/** ready throws of one die of each colour at every target */
function ready(v: View, who = 0): object[] {
  const seen = new Set<string>(),
    dice = v.seats[who]!.hand.filter((id) => !seen.has(id[0]!) && seen.add(id[0]!)),
    { from } = v.seats[who]!.throws;
  const targets = v.mode === "central" ? ["target"] : Object.keys(v.bodies).filter((id) => id[0] === "p");
  return dice.flatMap((id) =>
    targets.flatMap((target) => {
      const at = v.bodies[target === "target" ? "c1" : target]!.at;
      const option = (how: string, thrown: object): object => ({
        id: `${how} ${id} ${target}`,
        label: `${how} ${id} ${target}`,
        note: "",
        path: [],
        facts: { kind: "ready", how, die: id, target, throw: { spin: [0, 0, 0], up: [5, 20], ...thrown } },
      });
      return [
        option("drop", { from: [at[0], at[1], 190], push: [0, 0, 0] }),
        option("lob", { from, push: push(from, at, 49) }),
        option("knock", { from, push: push(from, at, 8) }),
      ];
    }),
  );
}
const event = (number: number, kind: string, who: number | null, text: string): object => ({
  number,
  kind,
  seat: who,
  text,
  later: null,
  facts: {},
});
const log = [
  event(1, "throw", 2, "{2} blue: 4, half over the edge of his board: 4. A barrel fell off {1}’s board: −1."),
  event(2, "throw", 0, "{0} red: 2 on {2}’s board. {2}’s yellow touched it and burnt."),
  event(3, "throw", 2, "{2} green: 3 on {0}’s board, with lightning: −4."),
  event(4, "throw", 1, "{1} blue: 5 on {1}’s board, top of a two-dice tower: 10."),
];
const frame = (v: View, more: object = {}): Frame =>
  ({
    t: "state",
    table: table(v.seats.length),
    number: 40,
    me: [0],
    seat: 0,
    acting: [0],
    prompt: { title: "Aim the poison die", detail: "Drag it, or take a ready throw and change it.", urgent: false },
    view: v,
    options: v.phase === "throw" ? ready(v) : [],
    undo: false,
    events: log,
    full: true,
    chat: [],
    sheet: null,
    cover: null,
    again: null,
    ...more,
  }) as unknown as Frame;

const p = (i: number): Body => boardOf(3, i);
const mock = Object.fromEntries([
  die("y1", on(p(0), -3.3, 1.1), 4, 12),
  die("o1", on(p(0), -0.3, -1.5), 3, -22),
  die("g1", on(p(0), 2.7, 1), 3, 31),
  die("o2", on(p(1), 0.3, 0.4), 2, -108),
  die("b1", on(p(1), 0.38, 0.3, 1), 5, -94),
  die("k1", on(p(1), -3.2, -1.8), 3, -60),
  die("r1", on(p(2), 0.6, -0.5), 2, -43),
  die("b2", on(p(2), -3, -4.1), 4, -84),
  die("o3", [120, -40, 19.05], 6, 15),
  die("k3", [...on(p(1), 3.4, -1.2).slice(0, 2), 29] as unknown as Vec, 6, 20, about([1, 0, 0], 27)),
  [
    "x1",
    {
      kind: "barrel",
      at: on(p(0), 4.1, -2.2).map((part, i) => (i === 2 ? 31.2 : part)) as unknown as Vec,
      quat: [1, 0, 0, 0],
    },
  ],
  [
    "x2",
    {
      kind: "barrel",
      at: on(p(2), 3.7, 1.7).map((part, i) => (i === 2 ? 31.2 : part)) as unknown as Vec,
      quat: [1, 0, 0, 0],
    },
  ],
  [
    "x3",
    {
      kind: "barrel",
      at: on(p(2), -2.9, 2.1).map((part, i) => (i === 2 ? 23.5 : part)) as unknown as Vec,
      quat: times(about([0, 0, 1], 25), about([0, 1, 0], 90)),
    },
  ],
  [
    "x4",
    {
      kind: "barrel",
      at: on(p(1), 3.6, 2.2).map((part, i) => (i === 2 ? 31.2 : part)) as unknown as Vec,
      quat: [1, 0, 0, 0],
    },
  ],
] as [string, Body][]);
const judged: View["judged"] = {
  y1: word("p1", 4, 5),
  o1: word("p1", 3, 5),
  g1: word("p1", 3, -4),
  o2: word("p2", 2, 0, { covered: true }),
  b1: word("p2", 5, 10, { level: 2, rests_on: ["o2"] }),
  k1: word("p2", 3, 3),
  r1: word("p3", 2, 2),
  b2: word("p3", 4, 4),
  o3: word(null, 6, 0),
  k3: word("p2", 6, 0, { crooked: true }),
};
const drafting = view(3, { bodies: mock, judged, die: "b1" });
const classic = (n: number, more: Partial<View> = {}): View =>
  view(n, {
    mode: "classic",
    barrels: false,
    round: 1,
    rounds: [],
    ...more,
    seats: Array.from({ length: n }, (_, i) => ({
      hand: ["r", "b", "g", "y", "o", "k"].slice(i, i + 1).flatMap((c) => [1, 2, 3, 4, 5, 6].map((k) => `${c}${k}`)),
      colour: (["red", "blue", "green", "yellow", "orange", "pink"] as const)[i]!,
      points: 0,
      wins: 0,
      taken: 0,
    })) as View["seats"],
  });
const act = (id: string, label: string, facts: object, note = ""): object => ({ id, label, note, path: [], facts });
const spots = (v: View): object[] =>
  [0, 1, 2].flatMap((i) =>
    (
      [
        ["middle", 0, 0],
        ["left", -3.5, 0],
        ["right", 3.5, 0],
      ] as const
    ).map(([name, x, y]) =>
      act(`stand p${i + 1} ${name}`, name[0]!.toUpperCase() + name.slice(1), {
        kind: "stand",
        board: `p${i + 1}`,
        at: on(v.bodies[`p${i + 1}`]!, x, y),
      }),
    ),
  );
const empty = view(3, { phase: "barrels" });

export const states: Record<string, Frame> = {
  foam: frame(drafting),
  "foam-two": frame(classic(2), { prompt: { title: "Throw a die", detail: "Six are left.", urgent: false } }),
  "foam-six": frame(classic(6), { prompt: { title: "Throw a die", detail: "Six are left.", urgent: false } }),
  "foam-central": frame(
    view(4, {
      mode: "central",
      barrels: false,
      bodies: Object.fromEntries([
        die("r1", [40, 20, 22.3], 5, 20),
        die("b1", [44, 24, 60.4], 3, 50),
        die("g4", [-70, -30, 22.3], 6, 10),
      ]),
      judged: {
        r1: word("c1", 5, 0, { covered: true }),
        b1: word("c1", 3, 6, { level: 2, rests_on: ["r1"] }),
        g4: word("c1", 6, 6),
      },
    }),
    { prompt: { title: "Throw a red die", detail: "", urgent: false } },
  ),
  "foam-waits": frame(drafting, {
    acting: [1],
    options: [],
    prompt: { title: "Ana is aiming", detail: "", urgent: false },
  }),
  "foam-draft": frame(view(3, { phase: "draft", pool: { red: 2, orange: 3, yellow: 0, green: 1, blue: 3, pink: 2 } }), {
    options: ["red", "orange", "green", "blue", "pink"].map((colour) =>
      act(`draft ${colour}`, `Take ${colour}`, { kind: "draft", colour }),
    ),
    prompt: { title: "Take a die", detail: "Three are left to take.", urgent: false },
  }),
  "foam-barrels": frame(empty, {
    options: [...spots(empty), act("aside", "Keep the rest aside", { kind: "aside" })],
    prompt: { title: "Stand your barrels", detail: "Two are left.", urgent: false },
  }),
  "foam-build": frame(view(3, { mode: "central", phase: "build" }), {
    options: [
      ...["flat", "storeys", "ramp", "bridge"].map((name) =>
        act(`build ${name}`, name[0]!.toUpperCase() + name.slice(1), { kind: "build" }),
      ),
      act("done", "Ready", { kind: "done" }),
    ],
    prompt: { title: "Build the target", detail: "", urgent: false },
  }),
  "foam-blue": frame(
    { ...drafting, phase: "blue", lost: [{ die: "g1", seat: 0, face: 4 }] },
    {
      options: [
        act("respawn g1", "Respawn: a blue 4", { kind: "respawn", die: "g1", at: on(p(0), 2.7, 1) }, "costs a turn"),
        act("pass", "Let it go", { kind: "pass" }),
      ],
      prompt: { title: "Your green 4 was knocked off", detail: "An unused blue may take its place.", urgent: true },
    },
  ),
  "foam-pink": frame(
    { ...drafting, phase: "pink" },
    {
      options: [
        act("again", "Throw it again", { kind: "again", die: "b1" }, "costs a pink and a turn"),
        act("keep", "Keep it", { kind: "keep" }),
      ],
      prompt: { title: "Throw the blue once more?", detail: "", urgent: true },
    },
  ),
  "foam-over": frame(
    {
      ...drafting,
      phase: "over",
      winner: 0,
      rounds: [...drafting.rounds, { points: [6, 6, 5], winner: null }, { points: [21, 13, -4], winner: 0 }],
    },
    {
      table: table(3, { phase: "over", secret: "1b".repeat(32) }),
      acting: [],
      options: [],
      prompt: { title: "Mara wins", detail: "", urgent: false },
      sheet: {
        sources: [{ key: "rounds", label: "Rounds won" }],
        rows: [
          { seat: 0, cells: { rounds: 2 }, total: 2, note: "", place: 1 },
          { seat: 1, cells: {}, total: 0, note: "", place: 2 },
          { seat: 2, cells: {}, total: 0, note: "", place: 3 },
        ],
      },
    },
  ),
};

// all six dice, one of each power, in rounds of two to six
for (const n of [2, 3, 4, 5, 6])
  states[`foam-hand-${n}`] = frame(
    view(n, { round: 1, seats: [{ hand: ["r1", "o1", "y1", "g1", "b1", "k1"], skips: n % 2 }] as View["seats"] }),
    { prompt: { title: "Throw a die", detail: "Six are left.", urgent: false } },
  );

/** an arc, and hops on the board */
function track(from: Vec, to: Vec, ms: number, face: number, high: number): number[] {
  const frames: number[] = [],
    hops = 2;
  for (let t = 0; t <= ms; t += 16) {
    const k = t / ms,
      air = Math.min(1, k / 0.6),
      after = Math.max(0, (k - 0.6) / 0.4),
      hop = after ? Math.abs(Math.sin(after * Math.PI * hops)) * 40 * (1 - after) : 0;
    const at = [0, 1].map((i) => from[i]! + (to[i]! - from[i]!) * (air * 0.8 + after * 0.2)),
      z = k < 0.6 ? from[2] + (to[2] - from[2]) * air + high * 4 * air * (1 - air) : to[2] + hop;
    const quat = times(about([0.6, 0.8, 0.1], 720 * (1 - k) ** 1.6), showing(face, 30));
    frames.push(t, ...[...at, z].map((part) => Math.round(part * 10)), ...quat.map((part) => Math.round(part * 1e4)));
  }
  return frames;
}
const say = (kind: string, who: number | null, text: string, facts: object = {}): Story => [
  kind,
  who,
  text,
  facts as Record<string, unknown>,
];
const from = drafting.seats[0]!.throws.from,
  lands = on(p(0), 0.9, 1.8),
  shoved = on(p(2), 3.4, 0.4);
const slide = (a: Vec, b: Vec, at: number, face: number): number[] =>
  [
    at,
    ...a.map((part) => part * 10),
    ...showing(face, -43).map((part) => part * 1e4),
    at + 260,
    ...b.map((part) => part * 10),
    ...showing(face, 10).map((part) => part * 1e4),
  ].map(Math.round);
export const stories: Record<string, Story[]> = {
  "foam-lands": [
    say("throw", 0, "{0} throws green.", {
      die: "g2",
      target: "p1",
      flight: {
        seconds: 1.1,
        frames: { g2: track(from, lands, 1100, 5, 160) },
        touches: [
          [0.66, "g2", "p1", 0.9],
          [0.88, "g2", "p1", 0.3],
        ],
        burnt: [],
        lost: [],
        status: "rest",
      },
    }),
    say("verdict", 0, "5 on {0}’s board: −6.", {
      die: "g2",
      board: "p1",
      points: -6,
      words: "5 on Mara’s board, with lightning: −6",
    }),
  ],
  "foam-burns": [
    say("throw", 0, "{0} throws green.", {
      die: "g2",
      target: "p3",
      flight: {
        seconds: 1.1,
        frames: { g2: track(from, on(p(2), 0.8, -0.4), 1000, 5, 200), r1: slide(mock["r1"]!.at, shoved, 620, 2) },
        touches: [[0.62, "g2", "r1", 0.9]],
        burnt: [[0.64, "g2", "r1"]],
        lost: [],
        status: "rest",
      },
    }),
    say("burnt", 0, "The green die touched red and burnt.", { die: "g2", by: "r1" }),
    say("verdict", 0, "Burnt: nothing.", {
      die: "g2",
      board: null,
      points: 0,
      words: "Burnt by Otto’s red die: nothing",
    }),
  ],
};
