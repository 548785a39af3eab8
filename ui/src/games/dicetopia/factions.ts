// The names of the factions and their powers, with a short line for each.
import { t } from "../../shared/i18n";
import { term } from "../../shared/rule-texts";

export interface Faction {
  id: string;
  name: string;
  power: string;
  text: string;
  /** Once a game, every turn, or always. */
  use: "once" | "turn" | "always";
}

export const USE: Record<Faction["use"], string> = {
  once: t("once per game"),
  turn: t("every turn"),
  always: t("always"),
};
const rows: [id: string, name: string, power: string, use: Faction["use"]][] = [
  ["roamers", "Roamers", "Last Resort", "once"],
  ["shakra-pirates", "Shakra Pirates", "Exterminate", "once"],
  ["perceptioneers", "The Perceptioneers", "Hypnosis", "once"],
  ["tuulu-priests", "Tuulu Priests", "Intervention", "once"],
  ["centauri-bureau", "Centauri Bureau", "Opportunist", "always"],
  ["dangmer-program", "Dangmer Program", "Cloning", "once"],
  ["ewo-following", "Ewo Following", "Transcendence", "once"],
  ["hollows", "Hollows", "Adaptation", "always"],
  ["conspiracy", "The Conspiracy", "Slip Away", "once"],
  ["navigators", "Navigators", "Home Turf", "once"],
  ["haterz", "Haterz", "Influencer", "always"],
  ["fukura", "The Fukura", "Robin Hood?", "turn"],
  ["tentacle-force", "Tentacle Force", "Tentacle", "always"],
  ["conclave", "The Conclave", "Immunity", "always"],
  ["pagans", "The Pagans", "Homeland", "always"],
  ["retorium-comradery", "Retorium Comradery", "Connections", "once"],
  ["skelletas", "Skelletas", "Sacrifice", "once"],
  ["zai", "ZAI", "Alpha", "once"],
  ["banxa-corporation", "Banxa Corporation", "Embargo", "once"],
  ["blockade", "Blockade", "Blockade", "once"],
];
export const FACTIONS: readonly Faction[] = rows.map(([id, name, power, use]) => ({
  id,
  name,
  power,
  use,
  text: term(`faction:${id}`).short,
}));
export const factionOf = (id: string | null | undefined): Faction | null =>
  FACTIONS.find((each) => each.id === id) ?? null;
