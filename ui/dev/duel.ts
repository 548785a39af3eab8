// Scripted states of Deck-O-Dice, made by hand after the contract of its view.
import { type Frame, type Story, SCRIPTED } from "./shapes";

const TYPES = ["quad", "cubera", "diante", "sparten", "dwelve", "twent"];
const ROWS =
  "1 1 7 3 9 14|1 2 3 6 1 R|1 3 5 1 4 12|1 4 4 8 2 3|1 5 8 7 11 2|1 6 1 R 12 16|2 1 3 5 12 10|2 2 4 R 4 17|2 3 6 9 7 8|2 4 8 2 1 6|2 5 1 10 3 R|2 6 2 4 6 15|3 1 5 2 6 R|3 2 8 9 9 18|3 3 2 8 5 5|3 4 3 R 8 19|3 5 7 5 10 13|3 6 6 6 11 7|4 1 2 R 10 1|4 2 1 4 7 9|4 3 7 10 2 20|4 4 6 7 5 4|4 5 5 3 8 11|4 6 4 1 3 R";
const cards = Object.fromEntries(
  ROWS.split("|").map((row, i) => [i + 1, row.split(" ").map((cell) => (cell === "R" ? "R" : Number(cell)))]),
);
const NAMES = ["Mara", "Ines"];
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
const table = (count = 2, more: object = {}): object => ({
  ...SCRIPTED,
  game: "deck-o-dice",
  name: "Deck-O-Dice",
  settings: [
    { label: "Abilities", value: "all six" },
    { label: "Memory", value: "on" },
  ],
  seats: Array.from({ length: count }, (_, i) => seat(i)),
  ...more,
});
const side = (i: number, more: object = {}): object => ({
  seat: i,
  name: null,
  parity: i ? "even" : "odd",
  chosen: false,
  minion: null,
  card: null,
  value: null,
  printed: null,
  points: 3,
  pile: null,
  holds_20: null,
  left: i ? null : ["quad", "dwelve", "twent"],
  n_left: 3,
  used: 3,
  ...more,
});
const steps = (now: string): object[] =>
  ["choose", "reveal", "attacker", "defender", "compare"].map((id, i, all) => ({
    id,
    state: i < all.indexOf(now) ? "done" : id === now ? "now" : "open",
  }));
const view = (more: object = {}): object => ({
  game: "deck-o-dice",
  mode: "duel",
  abilities: "proposed",
  memory: true,
  phase: "choose",
  combat: 4,
  combats: 12,
  half: 1,
  asked: [0],
  deck: 18,
  top: null,
  bottom: null,
  rest: null,
  attacker: null,
  acting_side: null,
  steps: steps("choose"),
  flip: null,
  sides: [side(0), side(1)],
  looked: null,
  results: [
    { combat: 1, winner: 0 },
    { combat: 2, winner: 1 },
    { combat: 3, winner: null },
  ],
  odds: null,
  cards,
  winner: null,
  points_note: null,
  ...more,
});
const act = (id: string, facts: object, label = id): object => ({ id, label, note: "", path: [], facts });
const choose = (types: string[]): object[] => types.map((type) => act(type, { kind: "choose", type }));
const event = (
  number: number,
  kind: string,
  who: number | null,
  text: string,
  later: string | null = null,
): object => ({ number, kind, seat: who, text, later, facts: {} });
const log = [
  event(1, "half", null, "First half."),
  event(1, "combat", null, "Combat 1."),
  event(2, "reveal", null, "{0} sends Twent, {1} sends Quad.", "Both minions are turned."),
  event(3, "won", 0, "{0} wins with 17 to 2 and takes two cards.", "{0} takes two cards."),
  event(3, "combat", null, "Combat 2."),
  event(4, "won", 1, "{1} wins with 8 to 5 and takes two cards.", "{1} takes two cards."),
  event(5, "combat", null, "Combat 3."),
  event(6, "tie", null, "6 and 6: each keeps their card.", "A tie: each keeps their card."),
  event(7, "combat", null, "Combat 4."),
  event(8, "chosen", 1, "{1} has chosen."),
];
const frame = (more: object = {}): Frame =>
  ({
    t: "state",
    table: table(),
    number: 20,
    me: [0],
    seat: 0,
    acting: [0],
    prompt: { title: "Choose who fights", detail: "In secret. Both cards turn at the same moment.", urgent: false },
    view: view(),
    options: choose(["quad", "dwelve", "twent"]),
    undo: false,
    events: log,
    full: true,
    chat: [],
    sheet: null,
    cover: null,
    again: null,
    ...more,
  }) as Frame;
const ines = side(1, { chosen: true, minion: "diante", card: 8, value: 4, printed: 4, n_left: 2, used: 4 });
const clash = (more: object = {}): object =>
  view({
    phase: "cubera",
    deck: 16,
    attacker: 1,
    acting_side: 0,
    steps: steps("defender"),
    sides: [
      side(0, {
        chosen: true,
        minion: "cubera",
        card: 20,
        value: 2,
        printed: 2,
        left: ["dwelve", "twent"],
        n_left: 2,
        used: 4,
      }),
      ines,
    ],
    ...more,
  });
const open = { memory: false, bottom: [13], rest: [2, 3, 4, 6, 7, 9, 10, 11, 14, 15, 16, 17, 18, 22, 23] };
const solo = (more: object = {}): object =>
  view({
    mode: "solo",
    ...open,
    steps: steps("choose"),
    sides: [
      side(0, { holds_20: true, pile: [21, 5, 12] }),
      side(1, { seat: null, name: "Dicey", left: ["quad", "cubera", "diante"], pile: [1, 8, 19], holds_20: false }),
    ],
    ...more,
  });
const two = [
  act("reroll", { kind: "reroll", win: 0.375, tie: 0.125 }),
  act("keep", { kind: "keep", win: 0, tie: 0, value: 2 }),
];
const over = (more: object = {}): object =>
  view({
    phase: "over",
    combat: 12,
    half: 2,
    deck: 0,
    steps: [],
    winner: 0,
    results: Array.from({ length: 12 }, (_, i) => ({ combat: i + 1, winner: [0, 1, null, 0, 1, 0][i % 6] })),
    sides: [
      side(0, { points: 14, holds_20: true, pile: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 21], left: [] }),
      side(1, { points: 10, holds_20: false, pile: [14, 15, 16, 17, 18, 19, 20, 22, 23, 24], left: [] }),
    ],
    ...more,
  });

export const states: Record<string, Frame> = {
  dd: frame(),
  "dd-first": frame({
    events: log.slice(0, 2),
    view: view({
      combat: 1,
      deck: 24,
      results: [],
      sides: [side(0, { points: 0, left: TYPES, n_left: 6, used: 0 }), side(1, { points: 0, n_left: 6, used: 0 })],
    }),
    options: choose(TYPES),
  }),
  "dd-locked": frame({ view: view({ sides: [side(0), side(1, { chosen: true })] }) }),
  "dd-half": frame({
    view: view({
      combat: 7,
      half: 2,
      deck: 12,
      top: 20,
      sides: [
        side(0, { points: 7, left: TYPES, n_left: 6, used: 0 }),
        side(1, { points: 5, chosen: true, n_left: 6, used: 0 }),
      ],
    }),
    options: choose(TYPES),
  }),
  "dd-waits": frame({
    acting: [1],
    options: [],
    undo: true,
    prompt: { title: "Ines is choosing", detail: "You are in; both cards turn together.", urgent: false },
    view: view({ asked: [1], sides: [side(0, { chosen: true, minion: "twent" }), side(1)] }),
  }),
  "dd-cubera": frame({
    prompt: { title: "Re-roll, or keep the 2?", detail: "Ines’s Diante has 4. Your Cubera drew 2.", urgent: false },
    view: clash(),
    options: two,
  }),
  "dd-diante": frame({
    prompt: { title: "Look at two cards?", detail: "Diante takes one; the other goes back on top.", urgent: false },
    view: view({
      phase: "diante",
      attacker: 0,
      acting_side: 0,
      steps: steps("attacker"),
      sides: [
        side(0, { chosen: true, minion: "diante", left: ["dwelve", "twent"], n_left: 2 }),
        side(1, { chosen: true, minion: "cubera", n_left: 2 }),
      ],
    }),
    options: [act("look", { kind: "look" }), act("decline", { kind: "decline" })],
  }),
  "dd-take": frame({
    prompt: { title: "Take one of the two", detail: "The other goes back on top of the deck.", urgent: false },
    view: view({
      phase: "take",
      deck: 16,
      looked: [16, 21],
      attacker: 1,
      acting_side: 0,
      steps: steps("defender"),
      sides: [
        side(0, { chosen: true, minion: "diante", left: ["dwelve", "twent"], n_left: 2 }),
        side(1, { chosen: true, minion: "sparten", card: 9, value: 9, printed: 9, n_left: 2 }),
      ],
    }),
    options: [act("first", { kind: "take", card: 16, value: 3 }), act("second", { kind: "take", card: 21, value: 7 })],
  }),
  "dd-theirs": frame({
    acting: [1],
    options: [],
    prompt: { title: "Ines looks at two cards", detail: "One becomes the roll card.", urgent: false },
    view: view({
      phase: "take",
      deck: 16,
      attacker: 1,
      acting_side: 1,
      steps: steps("attacker"),
      sides: [
        side(0, { chosen: true, minion: "cubera", left: ["dwelve", "twent"], n_left: 2 }),
        side(1, { chosen: true, minion: "diante", n_left: 2 }),
      ],
    }),
  }),
  "dd-open": frame({
    view: clash({
      ...open,
      sides: [
        side(0, {
          chosen: true,
          minion: "cubera",
          card: 20,
          value: 2,
          printed: 2,
          left: ["dwelve", "twent"],
          n_left: 2,
          used: 4,
          holds_20: false,
          pile: [1, 5, 12],
        }),
        { ...ines, left: ["quad", "twent"], holds_20: true, pile: [21, 19, 24] },
      ],
    }),
    options: two,
  }),
  "dd-solo": frame({
    table: table(1),
    view: solo(),
    prompt: { title: "Send a minion", detail: "Then Dicey flips a card.", urgent: false },
  }),
  "dd-spectator": frame({
    me: [],
    seat: null,
    options: [],
    acting: [0],
    view: clash({
      sides: [
        side(0, { chosen: true, minion: "cubera", card: 20, value: 2, printed: 2, left: null, n_left: 2, used: 4 }),
        ines,
      ],
    }),
    prompt: { title: "Mara is deciding", detail: "", urgent: false },
  }),
  "dd-couch": frame({
    table: table(2, { seats: [seat(0), seat(1, { kind: "person", bot: null, you: true })] }),
    me: [0, 1],
    acting: [0, 1],
  }),
  "dd-couch2": frame({
    table: table(2, { seats: [seat(0), seat(1, { kind: "person", bot: null, you: true })] }),
    me: [0, 1],
    seat: 1,
    acting: [1],
    view: view({ sides: [side(0, { chosen: true, left: null }), side(1, { left: ["quad", "cubera", "diante"] })] }),
    options: choose(["quad", "cubera", "diante"]),
  }),
  "dd-waiting": frame({
    table: table(2, {
      phase: "waiting",
      seats: [
        seat(0),
        seat(1, { kind: "open", name: "", bot: null, invite: "https://house.example/join/8fj2kd92kd02kd02" }),
      ],
    }),
    acting: [],
    options: [],
    events: [],
    view: null,
  }),
  "dd-attested": frame({ view: view({ abilities: "attested" }) }),
  "dd-over": frame({
    table: table(2, { phase: "over", secret: "1b".repeat(32) }),
    acting: [],
    options: [],
    prompt: { title: "Mara wins", detail: "", urgent: false },
    view: over(),
    sheet: {
      sources: [{ key: "cards", label: "Cards won" }],
      rows: [
        { seat: 0, cells: { cards: 14 }, total: 14, note: "", place: 1 },
        { seat: 1, cells: { cards: 10 }, total: 10, note: "", place: 2 },
      ],
    },
  }),
};
const say = (kind: string, who: number | null, text: string, facts: object = {}): Story => [
  kind,
  who,
  text,
  facts as Record<string, unknown>,
];
const ending = [
  say("won", 0, "{0} takes two cards.", { side: 0, cards: [20, 8], points: 2 }),
  say("combat", null, "Combat 5.", { combat: 5 }),
];
export const stories: Record<string, Story[]> = {
  "dd-fight": [
    say("chosen", 1, "{1} has chosen."),
    say("reveal", null, "{0} sends Quad, {1} sends Twent.", { minions: ["quad", "twent"] }),
    say("attack", 1, "{1} attacks.", { side: 1, why: "type" }),
    say("redraw", 1, "R*: {1} draws again.", { side: 1, card: 13 }),
    say("draw", 1, "{1} draws 19.", { side: 1, card: 16, value: 19 }),
    say("draw", 0, "{0} draws 3.", { side: 0, card: 14, value: 3 }),
    say("giant-killer", 0, "Giant-killer: Twent counts 0.", { side: 0 }),
    say("compare", null, "3 to 0.", { values: [3, 0], cards: [14, 16] }),
    say("won", 0, "{0} takes two cards.", { side: 0, cards: [14, 16], points: 2 }),
    say("combat", null, "Combat 5.", { combat: 5 }),
  ],
  "dd-flip": [
    say("reveal", null, "Both send Twent.", { minions: ["twent", "twent"] }),
    say("flip", null, "A 3 is turned up.", { card: 13, d4: 3, attacker: 0 }),
    say("attack", 0, "{0} attacks.", { side: 0, why: "parity" }),
    say("draw", 0, "{0} draws 20!", { side: 0, card: 21, value: 20 }),
    say("draw", 1, "{1} draws 9.", { side: 1, card: 20, value: 9 }),
    say("compare", null, "20 to 9.", { values: [20, 9], cards: [21, 20] }),
    say("won", 0, "{0} takes two.", { side: 0, cards: [21, 20], points: 2 }),
    say("half", null, "Second half.", { half: 2 }),
    say("combat", null, "Combat 7.", { combat: 7 }),
  ],
  "dd-reroll": [
    say("reroll", 0, "{0} re-rolls.", { side: 0, card: 20 }),
    say("draw", 0, "{0} draws 6.", { side: 0, card: 12, value: 6 }),
    say("compare", null, "6 to 4.", { values: [6, 4], cards: [12, 8] }),
    ...ending,
  ],
  "dd-dicey": [
    say("pick", 0, "{0} sends Dwelve.", { minion: "dwelve", side: 0 }),
    say("dicey-flip", null, "Dicey flips a card.", { card: 10, dicey: true, side: 1 }),
    say("dicey-picks", null, "Dicey sends Diante.", { minion: "diante", dicey: true, side: 1 }),
    say("draw", null, "Dicey has 8.", { side: 1, card: 10, value: 8, dicey: true }),
    say("attack", 0, "{0} attacks.", { side: 0, why: "type" }),
    say("draw", 0, "{0} draws 10.", { side: 0, card: 17, value: 10 }),
    say("look", null, "Dicey looks at one more.", { side: 1, card: 9, dicey: true }),
    say("take", null, "Dicey keeps 8.", { side: 1, card: 10, value: 8, dicey: true }),
    say("shuffled", null, "The deck is shuffled.", {}),
    say("compare", null, "10 to 8.", { values: [10, 8], cards: [17, 10] }),
    say("won", 0, "{0} takes two.", { side: 0, cards: [17, 10], points: 2 }),
    say("combat", null, "Combat 5.", { combat: 5 }),
  ],
  "dd-end": [
    say("end", null, "12 to 12.", { points: [12, 12], critical: true }),
    say("win", 0, "{0} wins by the 20.", {}),
  ],
};
