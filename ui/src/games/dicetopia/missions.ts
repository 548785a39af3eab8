// All Missions by what they look at, for reference. The Missions of a hand come with their texts from the server.
import { t } from "../../shared/i18n";
import { term } from "../../shared/rule-texts";

export interface MissionCard {
  id: string;
  name: string;
  /** "?" if they depend on others. */
  stars: string;
  /** True if each of what it counts pays. */
  each: boolean;
  /** The icon of what it counts. */
  sign: string;
  text: string;
}
export interface Group {
  name: string;
  note: string;
  cards: MissionCard[];
}

type Row = [name: string, sign: string, each?: boolean];
export const idOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll("'", "")
    .replace(/[^a-z]+/g, "-");
const card = ([name, sign, each = false]: Row): MissionCard => {
  const id = idOf(name),
    { short, text } = term(`mission:${id}`);
  return { id, name, stars: short, each, sign, text };
};
const group = (name: string, note: string, rows: Row[]): Group => ({ name, note, cards: rows.map(card) });

const TEAL = "dt-teal",
  PURPLE = "dt-purple",
  WHITE = "dt-white",
  JOKER = "dt-orange",
  AGENT = "dt-agent";

export const GROUPS: readonly Group[] = [
  group(t("Colours of your dice"), term("magmacorium").text, [
    ["Armory", PURPLE],
    ["Cash is King", WHITE],
    ["Insider", TEAL],
    ["Lover not a Fighter", PURPLE],
    ["Down to Earth", WHITE],
    ["Ignorance is Bliss", TEAL],
    ["Pacifist", PURPLE],
    ["Marked Bills", WHITE],
    ["Fake News", TEAL],
    ["Smuggler", PURPLE, true],
    ["Money Laundry", WHITE, true],
    ["Snitch", TEAL, true],
    ["Gun Nut", PURPLE, true],
    ["Sugar Mama", WHITE, true],
    ["Deep Throat", TEAL, true],
    ["Playing with Fire", JOKER, true],
    ["Finger in every Pie", JOKER],
  ]),
  group(t("Values of your dice"), t("The colour doesn't matter."), [
    ["Less is More", "pip1", true],
    ["Slow & Steady", "pip2", true],
    ["Middle of the Road", "pip3", true],
    ["Four-Leaf Clover", "pip4", true],
    ["Big League", "pip5", true],
    ["More is More", "pip6", true],
    ["No Loose Change", "pip1"],
    ["Contaminated Goods", "pip2"],
    ["All or None", "pip3"],
    ["Low Profile", "pip4"],
    ["Risk Management", "pip5"],
    ["Staying off the Radar", "pip6"],
  ]),
  group(t("Your dice together"), t("Sums, pairs and other combinations."), [
    ["Interest", "dt-stock"],
    ["Extra Stash", "dt-stock"],
    ["Discretion", "dt-stock"],
    ["Forgery", "pip2", true],
    ["Replica", "dt-f-dangmer-program", true],
    ["Three's a Charm", "pip3"],
    ["Clones", "dt-f-dangmer-program"],
    ["The Big Heist", "pip6"],
    ["Oddballs", "pip5"],
    ["Even Stevens", "pip4"],
  ]),
  group(t("Dice left in the City"), t("Dice in the Neighbourhoods when the game ends."), [
    ["Drop Off", WHITE, true],
    ["Vigilantes", PURPLE, true],
    ["Undercover", TEAL, true],
    ["Scavanger", "pip1", true],
    ["Low Key", "pip2", true],
    ["Medium Rare", "pip3", true],
    ["Prosperity", "pip4", true],
    ["Boom", "pip5", true],
    ["Six and the City", "pip6", true],
  ]),
  group(t("Agents and areas"), t("Thugs from the prison don't count as Agents, but they count for domination."), [
    ["Dealers", PURPLE, true],
    ["Exchange Offices", WHITE, true],
    ["Hackers", TEAL, true],
    ["Infiltration", AGENT, true],
    ["Sharing is Caring", AGENT, true],
    ["Spies", AGENT, true],
    ["Crowd Control", AGENT, true],
    ["King of the Hill", AGENT, true],
    ["Special Agents", AGENT],
  ]),
  group(t("Other Missions"), "", [
    ["Slacker", "dt-star"],
    ["Copycat", "dt-swap"],
    ["High Stakes Gambling", "dt-reroll"],
  ]),
];
export const MISSIONS: ReadonlyMap<string, MissionCard> = new Map(
  GROUPS.flatMap((each) => each.cards.map((one) => [one.id, one])),
);
