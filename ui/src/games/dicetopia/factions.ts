// The factions: what their power is called, what it does in a line.
export interface Faction {
  id: string;
  name: string;
  power: string;
  text: string;
  /** once a game, every turn, or always at work */
  use: "once" | "turn" | "always";
}

const rows: [id: string, name: string, power: string, use: Faction["use"], text: string][] = [
  ["roamers", "Roamers", "Last Resort", "once", "save this turn for after the last round"],
  ["shakra-pirates", "Shakra Pirates", "Exterminate", "once", "destroy a die of the City and its space"],
  ["perceptioneers", "The Perceptioneers", "Hypnosis", "once", "name where another one has to place"],
  ["tuulu-priests", "Tuulu Priests", "Intervention", "once", "two rerolls in the City or on boards"],
  ["centauri-bureau", "Centauri Bureau", "Opportunist", "always", "three Missions, the better two count"],
  ["dangmer-program", "Dangmer Program", "Cloning", "once", "at the end a die copies the right neighbour’s"],
  ["ewo-following", "Ewo Following", "Transcendence", "once", "perform any other area’s action"],
  ["hollows", "Hollows", "Adaptation", "always", "when others move yours, a die by one"],
  ["conspiracy", "The Conspiracy", "Slip Away", "once", "swap a placed Agent with a die elsewhere"],
  ["navigators", "Navigators", "Home Turf", "once", "set a die to any value"],
  ["haterz", "Haterz", "Influencer", "always", "Stock: two cubes may move"],
  ["fukura", "The Fukura", "Robin Hood?", "turn", "another’s die −1, yours +1"],
  ["tentacle-force", "Tentacle Force", "Tentacle", "always", "one of your pieces is a Thug"],
  ["conclave", "The Conclave", "Immunity", "always", "starts with a protection"],
  ["pagans", "The Pagans", "Homeland", "always", "+5 for each Wasteland place you alone hold"],
  ["retorium-comradery", "Retorium Comradery", "Connections", "once", "draw four Missions, lay four back"],
  ["skelletas", "Skelletas", "Sacrifice", "once", "an Agent becomes a Magmacorium die"],
  ["zai", "ZAI", "Alpha", "once", "swap any two Agents"],
  ["banxa-corporation", "Banxa Corporation", "Embargo", "once", "cancel another one’s action"],
  ["blockade", "Blockade", "Blockade", "once", "at the end nobody holds one place"],
];
export const FACTIONS: readonly Faction[] = rows.map(([id, name, power, use, text]) => ({
  id,
  name,
  power,
  use,
  text,
}));
export const factionOf = (id: string | null | undefined): Faction | null =>
  FACTIONS.find((each) => each.id === id) ?? null;
