// All sixty Missions, by what they look at. A hand comes with its own words from the server; this is the list to look things up in.
export interface MissionCard {
  id: string;
  name: string;
  /** null: it depends on others */
  stars: number | null;
  each: boolean;
  /** the sprite's sign of what it counts */
  sign: string;
  text: string;
}
export interface Group {
  name: string;
  note: string;
  cards: MissionCard[];
}

/** "3+" is 3 each, "?" depends */
type Row = [name: string, stars: string, sign: string, text: string];
export const idOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll("’", "")
    .replace(/[^a-z]+/g, "-");
const card = ([name, stars, sign, text]: Row): MissionCard => ({
  id: idOf(name),
  name,
  stars: stars === "?" ? null : parseInt(stars),
  each: stars.endsWith("+"),
  sign,
  text,
});
const group = (name: string, note: string, rows: Row[]): Group => ({ name, note, cards: rows.map(card) });

const TEAL = "dt-teal",
  PURPLE = "dt-purple",
  WHITE = "dt-white",
  JOKER = "dt-orange",
  AGENT = "dt-agent";

export const GROUPS: readonly Group[] = [
  group("Colours you own", "A Magmacorium die counts as any colour that helps you. A rival’s counts as every colour.", [
    ["Armory", "12", PURPLE, "You own purple dice, and nobody owns more."],
    ["Cash is King", "12", WHITE, "You own white dice, and nobody owns more."],
    ["Insider", "12", TEAL, "You own teal dice, and nobody owns more."],
    ["Lover not a Fighter", "12", PURPLE, "Every rival owns more purple dice than you."],
    ["Down to Earth", "12", WHITE, "Every rival owns more white dice than you."],
    ["Ignorance is Bliss", "12", TEAL, "Every rival owns more teal dice than you."],
    ["Pacifist", "9", PURPLE, "You own no purple die."],
    ["Marked Bills", "9", WHITE, "You own no white die."],
    ["Fake News", "9", TEAL, "You own no teal die."],
    ["Smuggler", "3+", PURPLE, "Each purple die you own."],
    ["Money Laundry", "3+", WHITE, "Each white die you own."],
    ["Snitch", "3+", TEAL, "Each teal die you own."],
    ["Gun Nut", "4+", PURPLE, "Each purple die of the player on your right."],
    ["Sugar Mama", "4+", WHITE, "Each white die of the player on your right."],
    ["Deep Throat", "4+", TEAL, "Each teal die of the player on your right."],
    ["Playing with Fire", "5+", JOKER, "Each Magmacorium die you own."],
    ["Finger in every Pie", "8", JOKER, "You own teal, purple and white; one Magmacorium die will do."],
  ]),
  group("Values you own", "What your dice show, in any colour.", [
    ["Less is More", "8+", "pip1", "Each of your ones."],
    ["Slow & Steady", "7+", "pip2", "Each of your twos."],
    ["Middle of the Road", "6+", "pip3", "Each of your threes."],
    ["Four-Leaf Clover", "5+", "pip4", "Each of your fours."],
    ["Big League", "4+", "pip5", "Each of your fives."],
    ["More is More", "4+", "pip6", "Each of your sixes."],
    ["No Loose Change", "9", "pip1", "You own no one."],
    ["Contaminated Goods", "8", "pip2", "You own no two."],
    ["All or None", "8", "pip3", "You own no three."],
    ["Low Profile", "9", "pip4", "You own no four."],
    ["Risk Management", "11", "pip5", "You own no five."],
    ["Staying off the Radar", "12", "pip6", "You own no six."],
  ]),
  group("Your dice together", "Sums, pairs and sets on your board.", [
    ["Interest", "?", "dt-stock", "A third of the sum of your dice, rounded down, once more."],
    ["Extra Stash", "10", "dt-stock", "Nobody’s dice add up to more than yours."],
    ["Discretion", "14", "dt-stock", "Nobody’s dice add up to less than yours."],
    ["Forgery", "4+", "pip2", "Each pair of one value; four alike are two pairs."],
    ["Replica", "7+", "dt-f-dangmer-program", "Each pair alike in colour and value; Magmacorium matches any colour."],
    ["Three’s a Charm", "8", "pip3", "Some value lies there three times. Paid once."],
    ["Clones", "18", "dt-f-dangmer-program", "All your dice show the same value."],
    ["The Big Heist", "25", "pip6", "Every value from one to six is there."],
    ["Oddballs", "10", "pip5", "All your values are odd."],
    ["Even Stevens", "10", "pip4", "All your values are even."],
  ]),
  group("Dice left in the City", "Those in the six Neighbourhoods when the game ends, whoever leads there.", [
    ["Drop Off", "3+", WHITE, "Each white die."],
    ["Vigilantes", "3+", PURPLE, "Each purple die."],
    ["Undercover", "3+", TEAL, "Each teal die."],
    ["Scavanger", "3+", "pip1", "Each one."],
    ["Low Key", "3+", "pip2", "Each two."],
    ["Medium Rare", "3+", "pip3", "Each three."],
    ["Prosperity", "3+", "pip4", "Each four."],
    ["Boom", "4+", "pip5", "Each five."],
    ["Six and the City", "5+", "pip6", "Each six."],
  ]),
  group("Agents and places", "Thugs from the prison are no Agents, but they do decide who dominates.", [
    ["Dealers", "3+", PURPLE, "Each of your Agents in the City beside a purple die."],
    ["Exchange Offices", "3+", WHITE, "Each of your Agents in the City beside a white die."],
    ["Hackers", "3+", TEAL, "Each of your Agents in the City beside a teal die."],
    ["Infiltration", "4+", AGENT, "Each Neighbourhood that you dominate alone."],
    ["Sharing is Caring", "4+", AGENT, "Each place, Locations too, where you share the lead."],
    ["Spies", "4+", AGENT, "Each Neighbourhood where an Agent of yours stands and you don’t lead, not even shared."],
    ["Crowd Control", "4+", AGENT, "Each Neighbourhood without an Agent of yours."],
    ["King of the Hill", "10+", AGENT, "Each Neighbourhood with three or more of your Agents."],
    ["Special Agents", "10", AGENT, "You have an Agent in all six Neighbourhoods."],
  ]),
  group("Of their own kind", "", [
    ["Slacker", "6", "dt-star", "Paid whatever you do."],
    ["Copycat", "?", "dt-swap", "Pays like the best Mission that a rival scores, counted with what is yours."],
    ["High Stakes Gambling", "?", "dt-reroll", "At the end draw a Mission in its place: double its stars, 20 at most."],
  ]),
];
export const MISSIONS: ReadonlyMap<string, MissionCard> = new Map(
  GROUPS.flatMap((each) => each.cards.map((one) => [one.id, one])),
);
