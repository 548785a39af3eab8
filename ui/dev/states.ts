// Scripted states and stories, made by hand after the contract of the wire.
import { type CardStub, type Frame, type Story, SCRIPTED } from "./shapes";

const WAR = ["prove-it", "double", "do-or-die", "bloodshed", "collateral"];
const player = (total: number, spent: string[] = [], more: object = {}): object => ({
  total,
  opened: total > 0,
  cards: WAR.filter((card) => !spent.includes(card)),
  spent,
  immunity: true,
  barred: {},
  lose_turn: false,
  double_next: false,
  zombie: false,
  left_behind: false,
  battle_zone_done: total >= 5000,
  diced: false,
  place: null,
  ...more,
});
const bust = [0.6667, 0.4444, 0.2778, 0.1574, 0.0772, 0.0231];
const odds = bust.map((chance, i) => ({ dice: i + 1, bust: chance }));
const names = ["Mara", "Ines", "Otto", "Kofi", "Wilhelmina", "Bo"];
const seat = (i: number, more: object = {}) => ({
  seat: i,
  name: names[i]!,
  kind: i === 0 || i === 1 ? "person" : "bot",
  bot: i > 1 ? "otto" : null,
  face: i > 1 ? "otto" : null,
  word: i > 1 ? "sensible" : null,
  you: i === 0,
  online: i !== 1,
  order: i === 0 ? { mode: "end", points: 1000 } : null,
  stand_in: null,
  replaceable: false,
  asked: false,
  nudges: 0,
  agreed: [],
  opened: false,
  invite: null,
  code: null,
  ...more,
});
const table = (count: number, more: object = {}) => ({
  ...SCRIPTED,
  game: "dice-ocalypse",
  name: "Dice-ocalypse!",
  settings: [
    { label: "Scoring", value: "Most published tables" },
    { label: "Target", value: "10,000" },
  ],
  seats: Array.from({ length: count }, (_, i) => seat(i)),
  watching: 2,
  ...more,
});
const view = (more: object = {}): object => ({
  game: "dice-ocalypse",
  phase: "keep",
  turn: 22,
  round: 6,
  player: 0,
  asked: [0],
  dice: [1, 1, 5, 2, 3, 6],
  turn_score: 600,
  dice_full: 6,
  first_throw: false,
  piggyback: null,
  card: { kind: "prove-it", by: 1, on: 0 },
  card_used: true,
  doubled: false,
  target: 10000,
  opening: 1000,
  battle_zone: 5000,
  specials: true,
  dice_specials: true,
  zombie: { holder: 2, out: false },
  left_behind: { holder: 3, used: false },
  final: null,
  seats: [
    player(4350, ["collateral"]),
    player(6200, ["double", "do-or-die"], { lose_turn: true }),
    player(3050, ["bloodshed"], { double_next: true, zombie: true }),
    player(0, [], { left_behind: true }),
  ],
  contenders: [],
  kept: [
    { faces: [4, 4, 4], points: 400 },
    { faces: [1, 5], points: 150 },
    { faces: [5], points: 50 },
  ],
  odds,
  winner: null,
  ...more,
});
function keeps(
  dice: number[],
  sets: [string, number][],
  before: number,
  total: number,
  opened: boolean,
  double: boolean,
): object[] {
  const most = Math.max(...sets.map(([, points]) => points));
  return sets.flatMap(([text, points]) => {
    const faces = [...text].map(Number),
      left = dice.length - faces.length || 6,
      turn = before + points,
      keep: number[] = [];
    for (const face of faces) keep.push(dice.findIndex((each, i) => each === face && !keep.includes(i)));
    return (opened ? ["roll", "bank"] : ["roll"]).flatMap((then) =>
      (double ? ["", " double"] : [""]).map((also) => ({
        id: `keep ${text} ${then}${also}`,
        label: `Keep ${text}, ${then}`,
        note: "",
        path: [],
        facts: {
          keep,
          faces,
          points,
          turn,
          then,
          dice: left,
          bust: bust[left - 1],
          card: also ? "double" : null,
          total: total + turn,
          hot: left === 6,
          better: most - points,
        },
      })),
    );
  });
}
const other = (id: string, label: string, note = "", facts: object = {}): object => ({
  id,
  label,
  note,
  path: [],
  facts,
});
const event = (number: number, kind: string, who: number | null, text: string): object => ({
  number,
  kind,
  seat: who,
  text,
  facts: {},
});
const log = [
  event(80, "battle-zone", 1, "{1} reaches 5,000: Battle Zone!"),
  event(81, "bank", 2, "{2} banks 700."),
  event(82, "bust", 3, "{3} busts and loses 850."),
  event(83, "keep", 0, "{0} keeps 4 4 4 (400)."),
  event(84, "keep", 0, "{0} keeps 1 5 (150)."),
  event(85, "keep", 0, "{0} keeps 5 (50): hot dice."),
  event(86, "throw", 0, "{0} throws 1 1 5 2 3 6."),
  event(86, "card", 1, "{1} plays Prove It on {0}."),
];
const sets: [string, number][] = [
  ["1", 100],
  ["5", 50],
  ["11", 200],
  ["15", 150],
  ["115", 250],
];
const frame = (more: object = {}): Frame =>
  ({
    t: "state",
    table: table(4),
    number: 86,
    me: [0],
    seat: 0,
    acting: [0],
    prompt: { title: "Keep, then throw or bank", detail: "You threw 1 1 5 2 3 6, worth up to 250.", urgent: false },
    view: view(),
    options: keeps([1, 1, 5, 2, 3, 6], sets, 600, 4350, true, false),
    undo: true,
    events: log,
    full: true,
    chat: [{ from: "Ines", seat: 1, text: "go on, prove it", at: 0 }],
    sheet: null,
    cover: null,
    again: null,
    ...more,
  }) as Frame;
const asked = (phase: string, title: string, detail: string, options: object[], more: object = {}): Frame =>
  frame({
    prompt: { title, detail, urgent: true },
    options,
    undo: false,
    view: view({ phase, asked: [0], player: 2, card: null, card_used: false, ...more }),
  });
const react = [
  other("prove-it", "Play Prove It", "one die: on 1-3 the turn is worth nothing", {
    card: "prove-it",
  } satisfies CardStub),
  other("do-or-die", "Play Do or Die", "one die: on a 1 the whole total is gone", { card: "do-or-die" }),
  other("pass", "Let it stand"),
];
const six = Array.from({ length: 6 }, (_, i) =>
  player([4350, 6200, 3050, 0, 9850, 1200][i]!, i === 1 ? ["double"] : [], {
    lose_turn: i === 1,
    double_next: i === 2,
    zombie: i === 2,
    left_behind: i === 3,
  }),
);
const sheet = {
  sources: [
    { key: "turn", label: "Turns banked" },
    { key: "double-or-nothing", label: "Double or Nothing" },
    { key: "battle-zone", label: "Battle Zone doubling" },
    { key: "collateral", label: "Collateral Damage won" },
    { key: "collateral-loss", label: "Collateral Damage lost" },
    { key: "bloodshed", label: "Lost to Bloodshed" },
  ],
  rows: [
    { seat: 0, cells: { turn: 9350, "double-or-nothing": 350, "battle-zone": 750 }, total: 10450, note: "" },
    { seat: 1, cells: { turn: 10200, collateral: 1000, bloodshed: -200 }, total: 11000, note: "Die-structor" },
    { seat: 2, cells: { turn: 11300, "collateral-loss": -1000 }, total: 10300, note: "diced" },
    { seat: 3, cells: { turn: 4100 }, total: 4100, note: "diced" },
  ],
};
const over = [10450, 11000, 10300, 4100].map((total, i) =>
  player(total, WAR.slice(0, 3), { diced: i > 1, immunity: false }),
);

export const states: Record<string, Frame> = {
  keep: frame(),
  double: frame({
    view: view({ card: null, card_used: false }),
    options: keeps([1, 1, 5, 2, 3, 6], sets, 600, 4350, true, true),
  }),
  closed: frame({
    view: view({ card: null, turn_score: 0, kept: [], seats: six.slice(3, 6).concat(six[0]!) }),
    options: keeps([1, 1, 5, 2, 3, 6], sets, 0, 0, false, false),
  }),
  start: frame({
    prompt: { title: "Throw the dice", detail: "Six dice are waiting.", urgent: false },
    options: [
      other("roll", "Throw the dice"),
      other("bloodshed", "Play Bloodshed", "this turn’s points are taken from everybody else", { card: "bloodshed" }),
      other("piggyback", "Piggyback", "3 dice, starting from 350"),
    ],
    view: view({ phase: "start", dice: [], kept: [], turn_score: 0, card: null, card_used: false }),
  }),
  react: asked("react-end", "Otto banks 1,150", "Play a card against this turn, or let it stand?", react, {
    dice: [5, 5, 2],
    turn_score: 1150,
  }),
  immunity: asked(
    "immunity",
    "Ines hits you with Do or Die",
    "Use your Immunity card, or take it?",
    [
      other("immunity", "Use Immunity", "Do or Die has no power over you", { card: "immunity" }),
      other("decline", "Take it", "keep your Immunity card"),
    ],
    { card: { kind: "do-or-die", by: 1, on: 0 }, player: 0, dice: [] },
  ),
  vote: asked(
    "vote",
    "Two cards at once: who was first?",
    "Name a player, or let dice decide.",
    [
      other("vote p2", "Player 2 was first", "", { seat: 1 }),
      other("vote p4", "Player 4 was first", "", { seat: 3 }),
      other("abstain", "Let the dice decide"),
    ],
    { contenders: [1, 3] },
  ),
  zombie: asked(
    "zombie",
    "Otto is about to play",
    "Throw the Zombie die, or keep it for later?",
    [
      other("zombie", "Throw the Zombie die", "takes as many dice as it shows", { die: "zombie" }),
      other("pass", "Keep the die"),
    ],
    { dice: [], kept: [], turn_score: 0 },
  ),
  wait: frame({
    acting: [2],
    options: [],
    undo: false,
    prompt: { title: "Otto is choosing", detail: "300 set aside; 2 2 5 on the table.", urgent: false },
    view: view({
      player: 2,
      asked: [2],
      dice: [2, 2, 5],
      turn_score: 300,
      kept: [{ faces: [3, 3, 3], points: 300 }],
      card: null,
    }),
  }),
  final: frame({
    view: view({
      card: null,
      final: { first: 1, bar: 10450, to_play: [0, 2] },
      seats: over.map((each) => ({ ...each, diced: false })),
    }),
  }),
  over: frame({
    table: table(4, { phase: "over", secret: "1b".repeat(32) }),
    acting: [],
    options: [],
    undo: false,
    prompt: { title: "Ines wins", detail: "The Die-structor is known.", urgent: false },
    sheet,
    view: view({ phase: "over", card: null, dice: [], kept: [], seats: over, winner: 1 }),
  }),
  waiting: frame({
    table: table(4, {
      phase: "waiting",
      seats: [
        seat(0),
        seat(1, { kind: "open", name: "", invite: "https://house.example/join/8fj2kd92kd02kd02" }),
        seat(2),
        seat(3, { kind: "open", name: "", bot: null, invite: "https://house.example/join/0dk29d8fj3md92ks" }),
      ],
    }),
    acting: [],
    options: [],
    undo: false,
    events: [],
    view: null,
    chat: [],
  }),
  six: frame({ table: table(6), view: view({ seats: six, card: null }) }),
  two: frame({ table: table(2), view: view({ seats: six.slice(0, 2), dice_specials: false }) }),
  spectator: frame({
    me: [],
    seat: null,
    options: [],
    undo: false,
    acting: [2],
    prompt: { title: "Otto is choosing", detail: "", urgent: false },
    view: view({ player: 2, asked: [2] }),
  }),
  couch: frame({ me: [0, 1] }),
  pig: frame({
    table: { ...table(2), game: "pig", name: "Pig" },
    view: {
      game: "pig",
      turn: 7,
      player: 0,
      turn_score: 14,
      dice: [5, 3],
      target: 100,
      seats: [{ total: 43 }, { total: 61 }],
      last: { die: 4, safe: true },
    },
    prompt: { title: "Throw or hold", detail: "14 points wait.", urgent: false },
    options: [other("roll", "Throw", "1 in 6 loses 14"), other("hold", "Hold", "43 → 57")],
  }),
  grid: frame({
    table: { ...table(2), game: "pig", name: "Some game" },
    view: {
      game: "x",
      turn: 7,
      seats: [{ total: 43 }, { total: 61 }],
      board: [
        [1, 2],
        [3, 4],
      ],
    },
    options: Array.from({ length: 14 }, (_, i) => other(`o${i}`, `Move the ${i + 1}th stack`, "to the left")),
  }),
};

export const stories: Record<string, Story[]> = {
  bust: [
    [
      "keep",
      0,
      "{0} keeps 1 1 5 (250).",
      { faces: [1, 1, 5], keep: [0, 1, 2], points: 250, turn_score: 850, hot: false },
    ],
    ["throw", 0, "{0} throws 2 3 6.", { dice: [2, 3, 6] }],
    ["bust", 0, "{0} busts and loses 850.", { lost: 850 }],
  ],
  prove: [
    ["bank", 0, "{0} banks 850.", { points: 850 }],
    ["prove", 0, "{0} has to prove it and rolls 5: the score stands.", { die: 5, stands: true }],
    ["score", 0, "{0} scores 850: 5,200.", { points: 850, total: 5200 }],
  ],
  battle: [
    ["battle-zone", 0, "{0} reaches 5,000: Battle Zone!", {}],
    ...[
      [3, 3, "double-now"],
      [1, 4, "lose-turn"],
      [1, 1, "double-next"],
      [2, 5, "none"],
    ].map(([a, b, outcome], i): Story => ["battle-roll", i, `{${i}} rolls ${a} ${b}.`, { dice: [a, b], outcome }]),
  ],
  collateral: [
    ["card", 1, "{1} plays Collateral Damage on {0}.", { card: "collateral", on: 0 }],
    [
      "collateral",
      0,
      "{0} rolls 9 against 9 of {1}: 1,000 points change sides.",
      { by: 1, dice: [3, 3, 3], against: [1, 2, 6], hit: true },
    ],
  ],
  zombie: [["zombie", 2, "{2} throws the Zombie die at {0}: 2, 4 dice left.", { die: 2, on: 0, left: 4 }]],
  left: [["left-behind", 3, "{3} throws the Left Behind die: 4. It goes to {0}.", { die: 4, on: 0 }]],
  end: [
    [
      "dice-ocalypse",
      1,
      "Dice-ocalypse! {1} sets the bar at 10,450; everybody else has one more turn.",
      { bar: 10450 },
    ],
  ],
};
