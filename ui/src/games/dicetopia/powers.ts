// What the factions can do and when, in sentences; the line that fits a seat is in factions.ts.
export interface Power {
  when: string;
  text: string;
}
const OWN = "On your turn, before or after placing, or at its end";
const INSTEAD = "Instead of the place’s action";

export const POWERS: Record<string, Power> = {
  roamers: {
    when: "When your turn comes, before anything else",
    text: "Leave the turn out. You take it, whole, when everybody else has finished; nobody can make you leave it out twice.",
  },
  "shakra-pirates": { when: OWN, text: "Take a die of a Neighbourhood out of the game. Its space stays dead." },
  perceptioneers: {
    when: "When another one’s turn begins",
    text: "Name a Neighbourhood that has a die: the piece must go there. Which die, and what is done with it, stays their choice.",
  },
  "tuulu-priests": {
    when: OWN,
    text: "Reroll twice: the same die or two, in Neighbourhoods or on anybody’s board. You see the first before you choose the second, and may leave it.",
  },
  "centauri-bureau": {
    when: "At the start, and when Missions are counted",
    text: "Keep all three Missions. Before any is opened, choose the one that doesn’t count.",
  },
  "dangmer-program": {
    when: "In the count, after the stock",
    text: "One of your dice takes the value or the colour of a die of the player on your right. Your Magmacorium dice can’t; of a rival’s you name the colour.",
  },
  "ewo-following": {
    when: `${INSTEAD}, in a Neighbourhood`,
    text: "Perform the action of any other Neighbourhood or Location.",
  },
  hollows: {
    when: "After another one’s action swapped your Agent or your die",
    text: "Turn one of your dice up or down by one, never past one or six. Rerolls don’t wake you.",
  },
  conspiracy: {
    when: OWN,
    text: "One of your placed Agents changes places with a die on any space of the plan. No action follows.",
  },
  navigators: { when: OWN, text: "Turn one of your dice, not a Magmacorium one, to any value." },
  haterz: {
    when: "When you use the Stock Exchange",
    text: "You may move two different cubes, one step each, up or down as you like.",
  },
  fukura: {
    when: `${INSTEAD}, every turn`,
    text: "A rival’s die goes down by one and one of yours up by one. Both must be possible; a protection doesn’t help.",
  },
  "tentacle-force": {
    when: "From the start",
    text: "One of your six pieces is a Thug that counts 1½. For Missions it counts as an Agent.",
  },
  conclave: { when: "From the start", text: "You own a protection. Put it on a die as soon as you have one." },
  pagans: {
    when: "When domination is counted",
    text: "5 stars more for each of Blood Dome, Ravin Sanctuary and Nuclear Springs that you dominate alone.",
  },
  "retorium-comradery": {
    when: OWN,
    text: "Draw four Missions, then lay any four of your hand back, one by one, on top of the deck or under it.",
  },
  skelletas: {
    when: OWN,
    text: "Take one of your placed Agents out of the game. For it a Magmacorium die comes to your board, with the value you name.",
  },
  zai: { when: INSTEAD, text: "Two placed Agents change places, whoever owns them. Thugs stay." },
  "banxa-corporation": { when: "When another one has placed", text: "Their action doesn’t happen." },
  blockade: { when: "When domination is counted", text: "Name a Neighbourhood: nobody dominates it." },
};
