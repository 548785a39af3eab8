// A stand-in for the engine of Dicetopia: just enough of it to answer "what if", so that scripted states are true to themselves.
export type Thing = string | null;
export type Changes = Record<string, Thing>;
export interface City {
  areas: Record<string, Thing[]>;
  boards: string[][];
  blood: number[];
  stock: number[];
  /** the Missions of the seat that looks */
  hand: string[];
}

const CITY = ["agency", "gugu", "waste", "congress", "bank", "nethal"];
const NAMES: Record<string, [name: string, line: string]> = {
  agency: ["The Agency", "Draw a Mission"],
  gugu: ["Gugu Airforce", "Reroll one die"],
  waste: ["Waste Management", "Move any Agent"],
  congress: ["Twilight Congress", "Swap two City dice"],
  bank: ["Observatory Bank", "Yours for a City die"],
  nethal: ["Nethal Syndicate", "Yours for a rival’s"],
  market: ["Molotov Market", "Set one of your dice"],
  dome: ["Blood Dome", "Match its three dice"],
  ravin: ["Ravin Sanctuary", "Flag, or protect a die"],
  springs: ["Nuclear Springs", "Take an orange joker"],
};
export const AREAS = Object.keys(NAMES);
const TRACK = [0, 1, 1, 2, 2, 3];
const COLOURS = ["teal", "purple", "white"];
export const isDie = (thing: Thing | undefined): thing is string => !!thing && /^[tpwm]\d$/.test(thing);
const value = (die: string): number => Number(die[1]);
const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
const has = (dice: readonly string[], colour: string): number =>
  dice.filter((die) => die[0] === colour || die[0] === "m").length;

export function area(
  city: City,
  id: string,
): { id: string; strength: number[]; leaders: number[]; stars: number; spaces: Thing[] } {
  const spaces = city.areas[id]!,
    strength = city.boards.map((_, seat) =>
      sum(
        spaces.map((thing) =>
          thing === `agent:${seat}` ? 1 : thing === `thug:${seat}` || thing === `tentacle:${seat}` ? 1.5 : 0,
        ),
      ),
    );
  const most = Math.max(...strength),
    leaders = most ? city.boards.flatMap((_, seat) => (strength[seat] === most ? [seat] : [])) : [];
  const core = CITY.includes(id) ? 5 : 0,
    dice = sum(spaces.filter(isDie).map(value)),
    next = Math.max(0, ...strength.filter((_, seat) => !leaders.includes(seat)));
  const more = {
    name: NAMES[id]![0],
    line: NAMES[id]![1],
    kind: core ? "city" : id === "market" ? "dock" : "wasteland",
    action: id === "springs" ? null : id,
    lead: leaders.length === 1 ? most - next : 0,
    core,
    dice,
  };
  return { id, spaces, strength, leaders, stars: core + dice, ...more };
}
export function partsOf(city: City, seat: number): Record<string, number> {
  const dice = city.boards[seat]!;
  return {
    blood: city.blood[seat] ?? 0,
    stock: sum(COLOURS.map((colour, i) => has(dice, colour[0]!) * TRACK[city.stock[i]!]!)),
    dice: sum(dice.map(value)),
    domination: sum(AREAS.map((id) => area(city, id)).map((each) => (each.leaders.includes(seat) ? each.stars : 0))),
  };
}
export const totalOf = (city: City, seat: number): number => sum(Object.values(partsOf(city, seat)));

/** what a Mission would pay the first seat; those that these states don't need pay nothing */
export function pays(city: City, mission: string): number {
  const mine = city.boards[0]!,
    most = (colour: string): boolean =>
      has(mine, colour) > 0 && city.boards.every((dice) => has(mine, colour) >= has(dice, colour));
  switch (mission) {
    case "armory":
      return most("p") ? 12 : 0;
    case "infiltration":
      return 4 * CITY.filter((id) => area(city, id).leaders.join() === "0").length;
    case "interest":
      return Math.floor(sum(mine.map(value)) / 3);
    case "slacker":
      return 6;
    default:
      return 0;
  }
}

export function after(city: City, changes: Changes): City {
  const next = structuredClone(city);
  for (const [place, thing] of Object.entries(changes)) {
    const [where, at] = place.split("-") as [string, string],
      board = /^p(\d)$/.exec(where);
    if (board) next.boards[Number(board[1]) - 1]![Number(at) - 1] = thing!;
    else next.areas[where]![Number(at) - 1] = thing;
  }
  return next;
}
/** the facts of an option whose outcome is sure */
export function sure(city: City, changes: Changes): object {
  const next = after(city, changes),
    touched = AREAS.filter((id) => JSON.stringify(area(city, id)) !== JSON.stringify(area(next, id)));
  const parts = city.boards
    .flatMap((_, seat) => [
      ...["dice", "stock"].map((what) => ({
        what,
        seat,
        points: partsOf(next, seat)[what]! - partsOf(city, seat)[what]!,
        area: null as string | null,
        mission: null as string | null,
      })),
      ...touched.map((id) => ({
        what: "domination",
        seat,
        points: worth(next, id, seat) - worth(city, id, seat),
        area: id,
        mission: null,
      })),
      ...(seat
        ? []
        : city.hand.map((mission) => ({
            what: "mission",
            seat,
            points: pays(next, mission) - pays(city, mission),
            area: null,
            mission,
          }))),
    ])
    .filter((part) => part.points);
  const gains = city.boards.map((_, seat) =>
    sum(parts.filter((part) => part.seat === seat).map((part) => part.points)),
  );
  return {
    changes,
    gain: gains[0],
    gains,
    parts,
    areas: Object.fromEntries(touched.map((id) => [id, area(next, id)])),
  };
}
const worth = (city: City, id: string, seat: number): number =>
  area(city, id).leaders.includes(seat) ? area(city, id).stars : 0;

export const option = (id: string, path: string, facts: object = {}, label = id): object => ({
  id,
  label,
  note: "",
  path: path ? [path] : [],
  facts: { kind: id.split(" ")[0], place: null, area: null, die: null, gain: null, ...facts },
});
/** every thing on a space of these areas */
const spaces = (city: City, ids: readonly string[]): [place: string, thing: Thing][] =>
  ids.flatMap((id) => city.areas[id]!.map((thing, i): [string, Thing] => [`${id}-${i + 1}`, thing]));
export const dice = (city: City, ids: readonly string[] = CITY): [string, string][] =>
  spaces(city, ids).filter((each): each is [string, string] => isDie(each[1]));
export const agents = (city: City): [string, Thing][] =>
  spaces(city, CITY).filter(([, thing]) => thing?.startsWith("agent"));
export const board = (city: City, seat: number, shielded: readonly number[] = []): [string, string][] =>
  city.boards[seat]!.map((die, i): [string, string] => [`p${seat + 1}-${i + 1}`, die]).filter(
    ([, die], i) => die[0] !== "m" && !shielded.includes(i + 1),
  );
const words = (place: string): string => place.replace("-", " ");

/** one option a place, where what comes of it is not known yet */
export const at = (verb: string, places: readonly [string, Thing][], more: object = {}): object[] =>
  places.map(([place, thing]) =>
    option(`${verb} ${words(place)}`, `${/^p\d/.test(place) ? "die" : "space"}:${place}`, {
      place,
      area: /^p\d/.test(place) ? null : place.split("-")[0],
      die: isDie(thing) ? thing : null,
      ...more,
    }),
  );
/** two things change places: the second half of a swap, or an Agent for a die */
export const swaps = (
  city: City,
  verb: string,
  from: string,
  what: Thing,
  places: readonly [string, Thing][],
): object[] =>
  places.flatMap(([place, thing]) => at(verb, [[place, thing]], sure(city, { [from]: thing, [place]: what })));
/** an Agent for each die that may be taken */
export const placings = (city: City, slot: number, ids: readonly string[] = AREAS): object[] =>
  dice(city, ids)
    .filter(([place, die]) => !place.startsWith("springs") || die[0] === "m")
    .flatMap(([place, die]) => at("agent", [[place, die]], sure(city, { [place]: "agent:0", [`p1-${slot}`]: die })));
