// The icons of the war cards, with their names and texts.
import { term } from "../../shared/rule-texts";
import { t } from "../../shared/i18n";
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
export const whyNotPlayable = (id: AnyCard, player: Player): string => player.barred[id] ?? t("Already played");

export const isSpent = (id: AnyCard, player: Player): boolean =>
  id === "immunity" ? !player.immunity : !player.cards.includes(id);

const FACES = 6; // of a die
/** Return how often the die of a card is unkind: "1 in 2". */
export function chanceOf(card: AnyCard, view: View): string | undefined {
  if (card === "do-or-die") return t("{bad} in {all}", { bad: 1, all: FACES });
  if (card !== "prove-it" && card !== "double") return undefined;
  const bad = view.lucky - 1,
    by = [6, 3, 2].find((each) => bad % each === 0 && FACES % each === 0) ?? 1;
  return t("{bad} in {all}", { bad: bad / by, all: FACES / by });
}

/** Describe a pending card: a headline, and what is going to happen. */
export function describePendingCard(
  view: View,
  me: number | null,
  name: (seat: number) => string,
): { title: string; text: string } | null {
  if (!view.card) return null;
  const { kind, by, on } = view.card,
    values = {
      card: cardInfo(kind).name,
      player: name(by),
      target: name(on),
      lucky: `${view.lucky}–${FACES}`,
      unlucky: `1–${view.lucky - 1}`,
      number: view.collateral.dice,
      points: view.collateral.stake,
    };
  const attack =
    by === me
      ? t("You play {card} against {target}", values)
      : on === me
        ? t("{player} plays {card} against you", values)
        : t("{player} plays {card} against {target}", values);
  const own = by === me ? t("You play {card}", values) : t("{player} plays {card}", values);
  switch (kind) {
    case "prove-it":
      return {
        title: attack,
        text:
          on === me
            ? t("When you bank, you roll a die: on {lucky} the turn counts, on {unlucky} it scores nothing.", values)
            : t(
                "When {target} banks, a die decides: on {lucky} the turn counts, on {unlucky} it scores nothing.",
                values,
              ),
      };
    case "do-or-die":
      return {
        title: attack,
        text:
          on === me
            ? t("After this turn you roll a die: on a 1 you lose your whole total.")
            : t("After this turn {target} rolls a die: on a 1 the whole total is lost.", values),
      };
    case "collateral":
      return {
        title: attack,
        text:
          on === me
            ? t(
                "After this turn you each roll {number} dice. Unless you roll higher, you lose {points} points.",
                values,
              )
            : by === me
              ? t(
                  "After this turn you each roll {number} dice. Unless {target} rolls higher, you gain {points} points.",
                  values,
                )
              : t(
                  "After this turn both roll {number} dice. Unless {target} rolls higher, {player} gains {points} points.",
                  values,
                ),
      };
    case "double":
      return {
        title: own,
        text:
          by === me
            ? t(
                "When you bank, you roll a die: on {lucky} the turn counts double, on {unlucky} it scores nothing.",
                values,
              )
            : t(
                "When {player} banks, a die decides: on {lucky} the turn counts double, on {unlucky} it scores nothing.",
                values,
              ),
      };
    case "bloodshed":
      return {
        title: own,
        text:
          by === me
            ? t("Everyone else loses the points you bank this turn.")
            : t("Everyone else loses the points that {player} banks this turn.", values),
      };
  }
}
