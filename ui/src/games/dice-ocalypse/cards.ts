// The cards and special dice in words and signs.
import { num } from "../../kit/words";
import type { AnyCard, Player, View } from "./types";

export interface CardInfo {
  id: AnyCard;
  name: string;
  icon: string;
  /** what it does, as short as on a card */
  short: string;
  text: string;
}

export const CARDS: readonly CardInfo[] = [
  {
    id: "prove-it",
    name: "Prove It",
    short: "1–3: turn is 0",
    icon: "prove",
    text: "On another player’s turn. When they bank they roll one die: 4 to 6 and the score stands, 1 to 3 and the turn is worth nothing. If they bust, the card comes back to you.",
  },
  {
    id: "double",
    name: "Double or Nothing",
    short: "1–3: nothing",
    icon: "double",
    text: "On your own turn, together with a throw or a bank. Once the turn is complete you roll one die: 4 to 6 doubles its score, 1 to 3 leaves nothing of it.",
  },
  {
    id: "do-or-die",
    name: "Do or Die",
    short: "1: all gone",
    icon: "dodie",
    text: "On another player’s turn. When the turn is over they roll one die: a 1 wipes out their whole total.",
  },
  {
    id: "bloodshed",
    name: "Bloodshed",
    short: "others lose it",
    icon: "blood",
    text: "Before your first throw. Whatever you bank this turn is taken from every other player; your own total stays as it is.",
  },
  {
    id: "collateral",
    name: "Collateral Damage",
    short: "win 1,000",
    icon: "collateral",
    text: "On another player’s turn. When it is over you both roll three dice: unless theirs add up to more, they lose 1,000 points and you gain 1,000.",
  },
  {
    id: "immunity",
    name: "Immunity",
    short: "stops a card",
    icon: "immune",
    text: "Once a game, when a war card is about to hit you: it does nothing, and is spent. The table asks you at the right moment.",
  },
];
export const card = (id: string): CardInfo => CARDS.find((each) => each.id === id) ?? CARDS[0]!;

/** Why a card in hand can't be played now, as the house says. */
export const whyNot = (id: AnyCard, player: Player): string => player.barred[id] ?? "Already played";

export const isSpent = (id: AnyCard, player: Player): boolean =>
  id === "immunity" ? !player.immunity : !player.cards.includes(id);

export const CHANCES: Partial<Record<AnyCard, string>> = {
  "prove-it": "1 in 2",
  double: "1 in 2",
  "do-or-die": "1 in 6",
};

/** What a pending card means: a headline and what is going to happen. */
export function pending(
  view: View,
  me: number | null,
  name: (seat: number) => string,
): { title: string; text: string } | null {
  if (!view.card) return null;
  const { kind, by, on, stake } = view.card,
    you = on === me,
    title = card(kind).name;
  const them = you ? "you" : name(on),
    who = by === me ? "You" : name(by),
    verb = (one: string) => (by === me ? one : `${one}s`);
  switch (kind) {
    case "prove-it":
      return {
        title: `${who} ${verb("dare")} ${them}: ${title}`,
        text: `When ${them} bank${you ? "" : "s"}, one die: 4–6 it stands, 1–3 it is worth 0.`,
      };
    case "do-or-die":
      return {
        title: `${who} ${verb("play")} ${title}`,
        text: `After this turn one die for ${you ? "your" : `${name(on)}’s`} total: on a 1 it is gone.`,
      };
    case "collateral":
      return {
        title: `${who} ${verb("aim")}: ${title}`,
        text: `After this turn three dice each: ${you ? "you" : name(on)} may lose ${num(stake ?? 0)}.`,
      };
    case "double":
      return {
        title: `${who} ${verb("play")} ${title}`,
        text: "When the turn is complete, one die: 4–6 doubles it, 1–3 leaves nothing.",
      };
    case "bloodshed":
      return { title: `${who} ${verb("shed")} blood`, text: "What this turn scores is taken from everybody else." };
  }
}
