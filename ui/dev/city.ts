// Scripted states of Dicetopia 2.0, made by hand after the contract of its view.
import { after, agents, AREAS, at, board, type City, dice, option, placings, sure, swaps } from "./city-model";
import { ending } from "./city-end";
import type { Frame, Story } from "./shapes";
import {
  PEOPLE,
  FOUR,
  TWO,
  SIX,
  FRESH,
  mission,
  seatOf,
  table,
  log,
  ask,
  frame,
  wait,
  keys,
  turn,
  stock,
  act,
  SENT,
  inside,
  others,
  cityOther,
  values,
  choose,
  ALL,
  noFactions,
  hand,
  mine,
} from "./city-table";

export const states: Record<string, Frame> = {
  dt: frame(FOUR, ask("Send an Agent", "Swap it with a lit die; then the place acts."), {}, turn(FOUR)),
  dt2: frame(TWO, ask("Send an Agent", "Swap it with a lit die; then the place acts."), { turn: 9 }, turn(TWO)),
  dt6: frame(SIX, ask("Send an Agent", "Swap it with a lit die; then the place acts."), { turn: 25 }, turn(SIX)),
  "dt-faction": frame(
    FRESH,
    ask("Choose your faction", "Its power is yours for the whole game."),
    {
      phase: "faction",
      round: 1,
      turn: 0,
      hand: [],
      player: null,
      began: 0,
      marker: 0,
      first_turn: true,
      seats: noFactions(FRESH, 0),
    },
    choose("faction", ALL, "faction"),
    { events: [] },
  ),
  "dt-faction-two": frame(
    FRESH,
    ask("Keep one of the two", ""),
    {
      phase: "faction",
      round: 1,
      turn: 0,
      hand: [],
      player: null,
      began: 0,
      marker: 0,
      first_turn: true,
      seats: noFactions(FRESH, 0),
    },
    choose("faction", ["zai", "hollows"], "faction"),
    { events: [] },
  ),
  "dt-missions": frame(
    FRESH,
    ask("Give one Mission back", "Two stay with you until the end."),
    {
      phase: "missions",
      round: 1,
      turn: 0,
      player: null,
      began: 0,
      marker: 0,
      asked: [0, 1, 3],
      first_turn: true,
      ...hand(FRESH, ["armory", "infiltration", "interest"]),
    },
    choose("give", ["armory", "infiltration", "interest"], "mission"),
    { events: log.slice(0, 1), acting: [0, 1, 3] },
  ),
  "dt-first": frame(
    FRESH,
    ask("Send an Agent", "Swap it with a lit die; then the place acts."),
    { round: 1, turn: 1, began: 0, marker: 0, first_turn: true },
    turn(FRESH),
    { events: log.slice(0, 1) },
  ),
  "dt-first-act": frame(
    after(FRESH, { "gugu-2": "agent:0", "p1-1": FRESH.areas["gugu"]![1]! }),
    ask("Reroll one die", "In the City or on any board."),
    { ...act("gugu"), round: 1, turn: 1, began: 0, marker: 0, first_turn: true },
    [
      ...at(
        "reroll",
        dice(FRESH).filter(([place]) => place !== "gugu-2"),
      ),
      ...stock,
    ],
    { events: log.slice(0, 1) },
  ),
  "dt-first-done": frame(
    after(FRESH, { "gugu-2": "agent:0", "p1-1": FRESH.areas["gugu"]![1]! }),
    ask("Ines is choosing"),
    { round: 1, turn: 2, began: 0, marker: 0, player: 1, asked: [1] },
    [],
    { ...wait, acting: [1] },
  ),
  "dt-waste": frame(
    SENT,
    ask("Move an Agent", "It changes places with a die of another Neighbourhood."),
    act("waste"),
    [...at("move", agents(SENT)), ...stock, keys[1]!],
  ),
  "dt-second": frame(
    SENT,
    ask("With which die?", "It lies in another Neighbourhood."),
    act("waste", { phase: "second", held: { place: "gugu-5", what: "agent:1" } }),
    swaps(SENT, "with", "gugu-5", "agent:1", cityOther(SENT, "gugu")),
  ),
  "dt-gugu": frame(inside("gugu-4", "t2"), ask("Reroll one die", "In the City or on any board."), act("gugu"), [
    ...at("reroll", [...dice(inside("gugu-4", "t2")), ...others, ...board(inside("gugu-4", "t2"), 0)]),
    ...stock,
  ]),
  "dt-congress": frame(
    inside("congress-2", "p2"),
    ask("Swap two City dice", "They lie in two Neighbourhoods."),
    act("congress"),
    [...at("swap", dice(inside("congress-2", "p2"))), ...stock],
  ),
  "dt-bank": frame(inside("bank-5", "t6"), ask("Give which die?", "A City die comes to you for it."), act("bank"), [
    ...at("swap", board(inside("bank-5", "t6"), 0)),
    ...stock,
  ]),
  "dt-bank-with": frame(
    inside("bank-5", "t6"),
    ask("For which City die?"),
    act("bank", { phase: "second", held: { place: "p1-3", what: "t2" } }),
    swaps(inside("bank-5", "t6"), "with", "p1-3", "t2", dice(inside("bank-5", "t6"))),
  ),
  "dt-nethal-with": frame(
    inside("nethal-1", "p4"),
    ask("For whose die?", "Protected dice stay where they are."),
    act("nethal", { phase: "second", held: { place: "p1-3", what: "t2" } }),
    [...swaps(inside("nethal-1", "p4"), "with", "p1-3", "t2", others)],
  ),
  "dt-unprotect": frame(
    inside("nethal-1", "p4"),
    ask("For whose die?", "Or use the action to take a protection away."),
    act("nethal", { phase: "second", held: { place: "p1-3", what: "t2" } }),
    [
      ...swaps(inside("nethal-1", "p4"), "with", "p1-3", "t2", others),
      option("unprotect p2 1", "unprotect:p2-1", { place: "p2-1" }),
    ],
  ),
  "dt-market": frame(inside("market-2", "w2"), ask("Set which die?"), act("market"), [
    ...at("change", board(inside("market-2", "w2"), 0)),
    ...stock,
  ]),
  "dt-value": frame(
    inside("market-2", "w2"),
    ask("To which value?"),
    act("market", { phase: "value", held: { place: "p1-5", what: "w2" } }),
    values("p1-5", inside("market-2", "w2")),
  ),
  "dt-agency": frame(
    inside("agency-2", "t4"),
    ask("Draw a Mission", "Then one of three goes under the deck."),
    act("agency"),
    [option("draw", "key:draw"), ...stock],
  ),
  "dt-return": frame(
    inside("agency-2", "t4"),
    ask("Put one Mission under the deck"),
    { ...act("agency", { phase: "return" }), ...hand(FOUR, ["armory", "infiltration", "exchange-offices"]) },
    choose("return", ["armory", "infiltration", "exchange-offices"], "mission"),
  ),
  "dt-dome": frame(
    inside("dome-4", "w5"),
    ask("Reroll a die of the card?", "Each at most once."),
    act("dome", {
      dome: {
        card: ["p6", "w2", "t5"],
        rerolled: [false, true, false],
        bag: { teal: 2, purple: 2, white: 2 },
        points: [0, 2, 4, 7],
        matches: 1,
      },
    }),
    [
      option("reroll card 1", "card:1", { kind: "reroll" }),
      option("reroll card 3", "card:3", { kind: "reroll" }),
      option("fight", "key:fight"),
      ...stock,
    ],
  ),
  "dt-ravin": frame(inside("ravin-2", "t6"), ask("Flag or protection?"), act("ravin"), [
    ...[0, 1, 2, 3].map((seat) => option(`flag p${seat + 1}`, `seat:${seat}`)),
    ...at("protect", board(inside("ravin-2", "t6"), 0)),
    ...stock,
  ]),
  "dt-stock2": frame(
    SENT,
    ask("Another cube?", "Influencer: two may move."),
    { ...act("waste", { phase: "stock" }), ...mine("haterz", "always") },
    [...stock.filter((_, i) => i < 2), option("enough", "key:enough")],
  ),
  "dt-place": frame(
    FOUR,
    ask("Break out to where?", "The die there goes to prison."),
    { phase: "place" },
    at(
      "at",
      dice(FOUR, AREAS).filter(([place, die]) => !place.startsWith("springs") || die[0] === "m"),
    ),
  ),
  "dt-robin": frame(
    SENT,
    ask("Take from whom?", "One of their dice −1, then one of yours +1."),
    { ...act("waste", { phase: "robin" }), ...mine("fukura") },
    at(
      "lower",
      others.filter(([, die]) => die[1] !== "1"),
    ),
  ),
  "dt-alpha": frame(
    SENT,
    ask("Swap which two Agents?"),
    { ...act("waste", { phase: "alpha" }), ...mine("zai") },
    at("first", agents(SENT)),
  ),
  "dt-ewo": frame(
    SENT,
    ask("Perform which action?"),
    { ...act("waste", { phase: "transcend" }), ...mine("ewo-following") },
    choose("perform", AREAS.slice(0, 9), "area"),
  ),
  "dt-slip": frame(
    FOUR,
    ask("To which die?"),
    { phase: "slip-to", held: { place: "congress-3", what: "agent:0" }, ...mine("conspiracy") },
    swaps(FOUR, "to", "congress-3", "agent:0", dice(FOUR, AREAS)),
  ),
  "dt-connect": frame(
    FOUR,
    ask("Put a Mission back", "Four go, on top or under the deck."),
    {
      phase: "connect",
      known: { top: ["slacker"] },
      ...mine("retorium-comradery", "used"),
      hand: ["armory", "infiltration", "interest", "exchange-offices", "slacker"].map((id) => mission(FOUR, id)),
    },
    ["armory", "infiltration", "interest", "exchange-offices", "slacker"].flatMap((id) => [
      option(`top ${id}`, `top:${id}`, { mission: id }),
      option(`bottom ${id}`, `bottom:${id}`, { mission: id }),
    ]),
  ),
  "dt-end": frame(
    SENT,
    ask("End your turn", "Or use what you have."),
    {
      phase: "end",
      window: "end",
      entered: "waste",
      seats: SENT.boards.map((_, seat) => ({ ...seatOf(SENT, seat), ...(seat ? {} : { protected: [2] }) })),
    },
    [
      keys[1]!,
      ...[1, 3, 5].map((to) => option(`token 2 ${to}`, `token:2-${to}`)),
      option("end", "key:end", {}, "End the turn"),
    ],
  ),

  // interrupts ------------------------------------------------------------------------------------------------------
  "dt-skip": frame(
    FOUR,
    ask("Play, or save this turn?", "Ines could hypnotise you."),
    { phase: "skip", ...mine("roamers") },
    [option("last resort", "key:last-resort"), option("play on", "key:play-on")],
  ),
  "dt-hypnosis": frame(
    FOUR,
    ask("Hypnotise Ines?", "Name where she has to place, once a game."),
    { phase: "hypnosis", player: 1, ...mine("perceptioneers") },
    [...choose("hypnosis", AREAS.slice(0, 6), "area"), option("pass", "key:pass")],
  ),
  "dt-bound": frame(
    FOUR,
    ask("Send an Agent to the Twilight Congress", "Yara hypnotised you."),
    { hypnosis: "congress" },
    [...placings(FOUR, 5, ["congress"]), keys[0]!],
  ),
  "dt-adapt": frame(
    FOUR,
    ask("Change one of your dice?", "Kofi swapped your Agent: one of them may go up or down by one."),
    { phase: "adapt", player: 3, ...mine("hollows", "always") },
    [
      ...[
        ["1", "p4"],
        ["2", "w5"],
        ["3", "t2"],
      ].flatMap(([slot, die]) =>
        ["up", "down"].map((way) =>
          option(
            `adapt ${slot} ${way}`,
            `adapt:${slot}-${way}`,
            sure(FOUR, { [`p1-${slot}`]: `${die![0]}${Number(die![1]) + (way === "up" ? 1 : -1)}` }),
          ),
        ),
      ),
      option("pass", "key:pass"),
    ],
  ),
  "dt-cancel": frame(
    FOUR,
    ask("Cancel Ines’s action?", "Twilight Congress: swap two City dice. Once a game."),
    { phase: "cancel", player: 1, entered: "congress", ...mine("banxa-corporation") },
    [option("cancel", "key:cancel"), option("pass", "key:pass")],
  ),
  "dt-wait": frame(FOUR, ask("Ines is choosing"), { player: 1, asked: [1], turn: 18 }, [], { ...wait, acting: [1] }),
  "dt-spectator": frame(FOUR, ask("Mara is choosing"), { hand: [] }, [], { ...wait, me: [], seat: null }),
  "dt-scenario": frame(
    FOUR,
    ask("Send an Agent", "Swap it with a lit die; then the place acts."),
    {
      scenario: {
        id: "back-to-square-one",
        name: "Back to Square One",
        ours: false,
        text: "All dice of the City begin as ones.",
      },
      text: "rebalanced",
      round: 8,
    },
    turn(FOUR),
  ),

  // the end ---------------------------------------------------------------------------------------------------------
  "dt-draft": frame(
    FOUR,
    ask("Take a die from the prison", "The only choice left: it counts like your own."),
    {
      phase: "draft",
      round: 7,
      turn: 28,
      prison: { thugs: [], dice: ["p4", "w3", "t6", "m2"] },
      entered: null,
      window: null,
    },
    ["p4", "w3", "t6", "m2"].map((die, i) =>
      option(`draft ${i + 1}`, `cell:${i + 1}`, { die, ...sure(FOUR, { "p1-5": die }) }),
    ),
  ),
  "dt-clone": frame(
    FOUR,
    ask("Clone a die?", "One of yours takes the value or the colour of one of Kofi’s."),
    { phase: "clone", round: 7, ...mine("dangmer-program") },
    [
      ...["1", "2", "3"].flatMap((slot) =>
        ["teal", "white", "3", "5"].map((as) => option(`clone ${slot} as ${as}`, `clone:${slot}-${as}`, {})),
      ),
      option("pass", "key:pass"),
    ],
  ),
  "dt-blockade": frame(
    FOUR,
    ask("Blockade a Neighbourhood?", "Nobody dominates it."),
    { phase: "blockade", round: 7, ...mine("blockade") },
    [...choose("blockade", AREAS.slice(0, 6), "area"), option("pass", "key:pass")],
  ),
  "dt-leave": frame(
    FOUR,
    ask("Leave one Mission out", "Two of the three count."),
    {
      phase: "leave",
      round: 7,
      ...mine("centauri-bureau", "always"),
      hand: ["armory", "infiltration", "interest"].map((id) => mission(FOUR, id)),
    },
    choose("leave", ["armory", "infiltration", "interest"], "mission"),
  ),
  "dt-before-end": frame(FOUR, ask("Kofi is choosing"), { player: 3, asked: [3], round: 7, turn: 28 }, [], {
    ...wait,
    acting: [3],
  }),
  ...over("dt-over", FOUR),
  ...over("dt-over2", TWO),
  ...over("dt-over6", SIX),
};
function over(name: string, on: City): Record<string, Frame> {
  const end = ending(on);
  const seats = on.boards.map((_, seat) => ({
    ...seatOf(end.city, seat),
    total: end.final[seat]!.total,
    place: end.place[seat],
    agents: 0,
    thug: false,
  }));
  const rows = on.boards.map((_, seat) => ({
    seat,
    cells: { ...end.final[seat], total: undefined },
    total: end.final[seat]!.total,
    note: "",
    place: end.place[seat],
  }));
  const sources = ["blood", "stock", "dice", "domination", "missions"].map((key) => ({
    key,
    label: { blood: "Blood Dome", stock: "Stock", dice: "Dice", domination: "Domination", missions: "Missions" }[key],
  }));
  const told = end.story.map(([kind, seat, text, facts], i) => ({ number: 90 + i, kind, seat, text, facts }));
  const more = {
    phase: "over",
    round: 7,
    player: null,
    asked: [],
    seats,
    revealed: end.revealed,
    final: end.final,
    winner: end.winner,
  };
  return {
    [name]: frame(on, ask(end.winner.length > 1 ? "A shared victory" : `${PEOPLE[end.winner[0]!]} wins`), more, [], {
      ...wait,
      acting: [],
      table: table(on.boards.length, { phase: "over", secret: "1b".repeat(32) }),
      events: [...log.filter((each) => each.seat === null || each.seat < on.boards.length), ...told],
      sheet: { sources, rows },
    }),
  };
}

const say = (kind: string, seat: number | null, text: string, facts: object = {}): Story => [
  kind,
  seat,
  text,
  facts as Record<string, unknown>,
];
export const stories: Record<string, Story[]> = {
  "dt-turn": [
    say("turn", 1, "{1} is on turn.", { turn: 18, saved: false }),
    say("send", 1, "{1} sends an Agent to the Twilight Congress and takes white 5.", {
      place: "congress-4",
      die: "w5",
      piece: "agent:1",
      area: "congress",
      slot: 4,
    }),
    say("swap", 1, "{1} swaps white 4 and teal 6.", { a: "congress-1", b: "bank-5", die_a: "w4", die_b: "t6" }),
    say("turn", 2, "{2} is on turn.", { turn: 19, saved: false }),
    say("send", 2, "{2} sends an Agent to Waste Management and takes purple 6.", {
      place: "waste-2",
      die: "p6",
      piece: "agent:2",
      area: "waste",
      slot: 5,
    }),
    say("move", 2, "{2} moves {0}’s Agent.", { from: "gugu-1", to: "agency-4", piece: "agent:0", die: "w6" }),
  ],
  "dt-break": [
    say("send", 2, "{2} breaks the Thug out to the Agency.", {
      place: "agency-4",
      die: "w6",
      piece: "thug:2",
      area: "agency",
      slot: null,
    }),
    say("cell", 2, "White 6 goes to prison.", { die: "w6" }),
    say("stock", 2, "Teal is worth 1 a die.", { colour: "teal", up: true, at: 2, value: 1 }),
  ],
  "dt-dome": [
    say("send", 2, "{2} sends an Agent to the Blood Dome and takes white 5.", {
      place: "dome-4",
      die: "w5",
      piece: "agent:2",
      area: "dome",
      slot: 5,
    }),
    say("card-reroll", 2, "{2} rerolls purple 6: 4.", { card: 1, was: "p6", die: "p4" }),
    say("match", 2, "One match: +2 for {2}.", { matches: 1, points: 2, dice: [] }),
    say("card", null, "New dice on the card.", { dice: ["t1", "p3", "w6"] }),
  ],
  "dt-bound": [
    say("hypnosis", 1, "{1} hypnotises {2}: the Observatory Bank it must be.", { area: "bank" }),
    say("send", 2, "{2} sends an Agent to the Observatory Bank and takes teal 6.", {
      place: "bank-5",
      die: "t6",
      piece: "agent:2",
      area: "bank",
      slot: 5,
    }),
  ],
  "dt-final": ending(FOUR).story,
  "dt-final2": ending(TWO).story,
  "dt-final6": ending(SIX).story,
};
