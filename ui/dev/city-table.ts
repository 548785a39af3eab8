// Cities and the frames that show them: what the scripted states of Dicetopia 2.0 are made of.
import {
  after,
  area,
  AREAS,
  board,
  type City,
  dice,
  option,
  partsOf,
  pays,
  placings,
  sure,
  type Thing,
  totalOf,
} from "./city-model";
import { type Frame, SCRIPTED } from "./shapes";

export const PEOPLE = ["Mara", "Ines", "Otto", "Kofi", "Yara", "Emil"];
const FACTIONS = ["tuulu-priests", "conclave", "navigators", "zai", "perceptioneers", "tentacle-force"];
const ABILITY = ["unused", "always", "used", "unused", "unused", "always"];
const HANDS: Record<string, [name: string, stars: number | null, each: boolean, text: string]> = {
  armory: ["ARMORY", 12, false, "If nobody has more purple dice."],
  infiltration: ["INFILTRATION", 4, true, "A Neighbourhood that you dominate alone."],
  interest: ["INTEREST", null, false, "A third of what your dice show."],
  "exchange-offices": ["EXCHANGE OFFICES", 3, true, "An Agent of yours beside a white die of the City."],
  slacker: ["SLACKER", 6, false, "Whatever you do."],
};
const things = (text: string): Thing[] =>
  text
    .split(" ")
    .map((each) =>
      each === "-" ? null : /^[aT]\d$/.test(each) ? `${each[0] === "a" ? "agent" : "thug"}:${each[1]}` : each,
    );
export const city = (areas: Record<string, string>, boards: string[], more: Partial<City> = {}): City => ({
  areas: Object.fromEntries(AREAS.map((id) => [id, things(areas[id]!)])),
  boards: boards.map((each) => (each ? each.split(" ") : [])),
  blood: [0, 2, 0, 0, 4, 0],
  stock: [1, 3, 0],
  hand: ["armory", "infiltration"],
  ...more,
});

const MIDDLE = {
  agency: "a3 t4 a3 w6 p3",
  gugu: "a0 a1 a0 t2 a1",
  waste: "t5 p6 T3 w1 t3",
  congress: "w4 p2 a0 w5 p5",
  bank: "w2 a2 p1 a2 t6",
  nethal: "p4 a1 t1 a3 w3",
  market: "t6 w2 a2 p5 w3 t3",
  dome: "p3 t4 T1 w5 p1 t2",
  ravin: "w1 t6 p2 a3 w4 t5",
  springs: "m4 a2 a0 m2 - -",
};
export const FOUR = city(MIDDLE, ["p4 w5 t2 m6", "w6 t5 t4", "p6 w4 t1 m3", "p3 p5 p6 w2"]);
export const TWO = city(
  {
    ...MIDDLE,
    agency: "a1 t4 p5 w6 p3",
    waste: "t5 p6 T1 w1 x",
    bank: "w2 a0 p1 t1 t6",
    nethal: "p4 a1 t1 p2 w3",
    market: "t6 w2 a0 p5 w3 t3",
    dome: "p3 t4 a1 w5 p1 t2",
    ravin: "w1 t6 p2 w6 w4 t5",
    springs: "m4 a0 - - - -",
  },
  ["p4 w5 t2 m6 w3", "w6 t5 t4 p1"],
);
export const SIX = city(
  {
    agency: "a3 t4 a3 a5 p3",
    gugu: "a0 a1 a0 t2 a1",
    waste: "t5 p6 T3 w1 a4",
    congress: "w4 p2 a0 a5 a4",
    bank: "w2 a2 a4 a2 t6",
    nethal: "p4 a1 tentacle:5 a3 w3",
    market: "t6 w2 a2 p5 w3 t3",
    dome: "p3 t4 T1 w5 a4 t2",
    ravin: "w1 t6 p2 a3 w4 a5",
    springs: "m4 a2 a0 m2 m6 a5",
  },
  ["p4 w5 t2 m6", "w6 t5 t4", "p6 w4 t1 m3", "p3 p5 p6 w2", "t1 w3 p2 t6", "p1 w1 t3 m5 w6"],
);
const dealt = (seed: number, n: number): string[] =>
  Array.from({ length: n }, (_, i) => Math.abs(Math.sin(seed * 13.7 + i * 5.3) * 1000)).map(
    (x) => "tpw"[Math.floor(x) % 3]! + String(1 + (Math.floor(x * 7) % 6)),
  );
export const FRESH = city(
  {
    ...Object.fromEntries(AREAS.map((id, i) => [id, dealt(i * 3 + 2, i < 6 ? 5 : 6).join(" ")])),
    springs: "m4 m2 m6 m1 - -",
  },
  ["", "", "", ""],
  { blood: [0, 0, 0, 0], stock: [0, 0, 0] },
);

export const mission = (on: City, id: string): object => ({
  id,
  name: HANDS[id]![0],
  stars: HANDS[id]![1],
  each: HANDS[id]![2],
  text: HANDS[id]![3],
  now: pays(on, id),
});
export const seatOf = (on: City, seat: number): object => ({
  faction: FACTIONS[seat],
  ability: on.boards[seat]!.length || ABILITY[seat] === "always" ? ABILITY[seat] : "unused",
  dice: on.boards[seat],
  protected: seat === 1 && on.boards[1]!.length ? [1] : [],
  tokens: 0,
  agents: Math.max(0, 6 - on.boards[seat]!.length),
  tentacle: false,
  thug: seat % 2 === 0,
  missions: 2,
  gave: false,
  total: totalOf(on, seat),
  parts: partsOf(on, seat),
  place: null,
});
const view = (on: City, more: object = {}): object => ({
  game: "dicetopia",
  phase: "turn",
  round: 5,
  rounds: 7,
  turn: 17,
  player: 0,
  began: on.boards.length - 1,
  marker: on.boards.length - 1,
  asked: [0],
  first_turn: false,
  scenario: null,
  text: "traditional",
  window: "start",
  doing: null,
  entered: null,
  hypnosis: null,
  held: null,
  areas: AREAS.map((id) => area(on, id)),
  stock: { track: [0, 1, 1, 2, 2, 3], at: by(on.stock), value: by(on.stock.map((step) => [0, 1, 1, 2, 2, 3][step]!)) },
  prison: {
    thugs: on.boards.flatMap((dice, seat) => (seat % 2 && dice.length ? [] : [seat])),
    dice: ["p4", "w3", "t6"].slice(0, on.boards.filter((dice, seat) => seat % 2 && dice.length).length),
  },
  dome: {
    card: ["p6", "w2", "t5"],
    rerolled: [false, false, false],
    bag: { teal: 2, purple: 2, white: 2 },
    points: [0, 2, 4, 7],
    matches: 0,
  },
  tokens: 6,
  magmacorium: 7 - on.boards.length,
  deck: 60 - 2 * on.boards.length,
  seats: on.boards.map((_, seat) => seatOf(on, seat)),
  hand: on.hand.map((id) => mission(on, id)),
  known: { top: [] },
  revealed: null,
  final: null,
  winner: null,
  ...more,
});
export const by = (steps: readonly number[]): object => ({ teal: steps[0], purple: steps[1], white: steps[2] });
export const table = (n: number, more: object = {}): object => ({
  ...SCRIPTED,
  game: "dicetopia",
  name: "Dicetopia 2.0",
  seats: PEOPLE.slice(0, n).map((name, seat) => ({
    seat,
    name,
    kind: seat ? "bot" : "person",
    bot: seat ? "sensible" : null,
    you: seat === 0,
    online: true,
    order: null,
    invite: null,
  })),
  ...more,
});
const LOG: [kind: string, seat: number | null, text: string][] = [
  ["round", null, "Round 5."],
  ["send", 0, "{0} sends an Agent to the Gugu Airforce and takes white 5."],
  ["reroll", 0, "{0} rerolls teal 5: 2."],
  ["send", 1, "{1} breaks the Thug out to the Blood Dome; teal 4 goes to prison."],
  ["match", 1, "One match: +2 for {1}."],
  ["send", 2, "{2} takes Magmacorium 3 at the Nuclear Springs."],
  ["send", 3, "{3} sends an Agent to the Ravin Sanctuary and takes white 2."],
  ["flag", 3, "{3} begins the next round."],
];
export const log = LOG.map(([kind, seat, text], number) => ({ number, kind, seat, text, facts: {} }));
export const ask = (title: string, detail = ""): object => ({ title, detail, urgent: false });
export const frame = (on: City, prompt: object, more: object = {}, options: object[] = [], rest: object = {}): Frame =>
  ({
    t: "state",
    table: table(on.boards.length),
    number: 86,
    me: [0],
    seat: 0,
    acting: [0],
    prompt,
    view: view(on, more),
    options,
    undo: true,
    events: log.filter((each) => each.seat === null || each.seat < on.boards.length),
    full: true,
    chat: [],
    sheet: null,
    cover: null,
    again: null,
    ...rest,
  }) as Frame;
export const wait = { options: [], undo: false };

// a turn ------------------------------------------------------------------------------------------------------------
export const keys = [
  option("break out", "key:break-out", { kind: "break-out" }, "Break out your Thug"),
  option("intervention", "key:intervention", {}, "Intervention"),
];
export const turn = (on: City): object[] => [...placings(on, on.boards[0]!.length + 1), ...keys];
export const stock = ["teal up", "teal down", "purple up", "purple down", "white up"].map((id) =>
  option(`stock ${id}`, `stock:${id.replace(" ", "-")}`, { kind: "stock" }),
);
export const act = (entered: string, more: object = {}): object => ({
  phase: "action",
  window: "placed",
  entered,
  doing: entered,
  ...more,
});
export const SENT = after(FOUR, { "waste-2": "agent:0", "p1-5": "p6" });
export const inside = (place: string, die: string): City => after(FOUR, { [place]: "agent:0", "p1-5": die });
export const others = [1, 2, 3].flatMap((seat) => board(FOUR, seat, seat === 1 ? [1] : []));
export const cityOther = (on: City, from: string): [string, string][] =>
  dice(on).filter(([place]) => place.split("-")[0] !== from);
export const values = (place: string, on: City, count = [1, 2, 3, 4, 5, 6]): object[] =>
  count.map((value) => option(`value ${value}`, `value:${value}`, sure(on, { [place]: `w${value}` })));
export const choose = (verb: string, ids: readonly string[], head: string): object[] =>
  ids.map((id) => option(`${verb} ${id}`, `${head}:${id}`, { [head]: id }));
export const ALL = [
  "roamers",
  "shakra-pirates",
  "perceptioneers",
  "tuulu-priests",
  "centauri-bureau",
  "dangmer-program",
  "ewo-following",
  "hollows",
  "conspiracy",
  "navigators",
  "haterz",
  "fukura",
  "tentacle-force",
  "conclave",
  "pagans",
  "retorium-comradery",
  "skelletas",
  "zai",
];
export const noFactions = (on: City, known: number): object[] =>
  on.boards.map((_, seat) => ({ ...seatOf(on, seat), faction: seat < known ? FACTIONS[seat] : null, missions: 0 }));
export const hand = (on: City, ids: string[]): object => ({
  hand: ids.map((id) => mission(on, id)),
  seats: on.boards.map((_, seat) => ({ ...seatOf(on, seat), missions: ids.length, gave: seat === 2 })),
});
export const mine = (faction: string, ability = "unused"): object => ({
  seats: FOUR.boards.map((_, seat) => ({ ...seatOf(FOUR, seat), ...(seat ? {} : { faction, ability }) })),
});
