// The icons of the war cards, with their names and texts.
import { term } from "../../shared/rule-texts";
import { numberWord } from "../../shared/number-words";
import { formatNumber } from "../../shared/text-format";
import type { AnyCard, Player, View } from "./view";

export interface CardInfo {
  id: AnyCard;
  name: string;
  icon: string;
  /** What it does, as short as on a card. */
  short: string;
  text: string;
}

const ICONS: readonly (readonly [id: AnyCard, icon: string])[] = [
  ["prove-it", "prove"],
  ["double", "double"],
  ["do-or-die", "dodie"],
  ["bloodshed", "blood"],
  ["collateral", "collateral"],
  ["immunity", "immune"],
];
export const CARDS: readonly CardInfo[] = ICONS.map(([id, icon]) => {
  const { title, short, text } = term(`card:${id}`);
  return { id, icon, name: title, short, text };
});
export const cardInfo = (id: string): CardInfo => CARDS.find((each) => each.id === id) ?? CARDS[0]!;

/** Return why a card in hand can't be played now, as the server says. */
export const whyNotPlayable = (id: AnyCard, player: Player): string => player.barred[id] ?? "Already played";

export const isSpent = (id: AnyCard, player: Player): boolean =>
  id === "immunity" ? !player.immunity : !player.cards.includes(id);

const FACES = 6; // of a die
/** Return how often the die of a card is unkind: "1 in 2". */
export function chanceOf(card: AnyCard, view: View): string | undefined {
  if (card === "do-or-die") return `1 in ${FACES}`;
  if (card !== "prove-it" && card !== "double") return undefined;
  const bad = view.lucky - 1,
    by = [6, 3, 2].find((each) => bad % each === 0 && FACES % each === 0) ?? 1;
  return `${bad / by} in ${FACES / by}`;
}

/** Describe a pending card: a headline, and what is going to happen. */
export function describePendingCard(
  view: View,
  me: number | null,
  name: (seat: number) => string,
): { title: string; text: string } | null {
  if (!view.card) return null;
  const { kind, by, on } = view.card,
    { stake, dice } = view.collateral,
    lucky = `${view.lucky}–${FACES}`,
    unlucky = `1–${view.lucky - 1}`,
    you = on === me,
    title = cardInfo(kind).name;
  const them = you ? "you" : name(on),
    who = by === me ? "You" : name(by),
    verb = (one: string) => (by === me ? one : `${one}s`);
  switch (kind) {
    case "prove-it":
      return {
        title: `${who} ${verb("dare")} ${them}: ${title}`,
        text: `When ${them} bank${you ? "" : "s"}, one die: ${lucky} it stands, ${unlucky} it is worth 0.`,
      };
    case "do-or-die":
      return {
        title: `${who} ${verb("play")} ${title}`,
        text: `After this turn one die for ${you ? "your" : `${name(on)}’s`} total: on a 1 it is gone.`,
      };
    case "collateral":
      return {
        title: `${who} ${verb("aim")}: ${title}`,
        text: `After this turn ${numberWord(dice)} dice each: ${you ? "you" : name(on)} may lose ${formatNumber(stake)}.`,
      };
    case "double":
      return {
        title: `${who} ${verb("play")} ${title}`,
        text: `When the turn is complete, one die: ${lucky} doubles it, ${unlucky} leaves nothing.`,
      };
    case "bloodshed":
      return { title: `${who} ${verb("shed")} blood`, text: "What this turn scores is taken from everybody else." };
  }
}
