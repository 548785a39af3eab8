"""Explain the words and things of Deck-O-Dice, in a sentence each."""

from __future__ import annotations

from dicehouse.core.option import GlossaryTerm
from dicehouse.text_format import number_word

from ..rules.cards import SIDES
from ..rules.combat import SHIELD
from ..rules.state import COMBATS, N_CARDS, N_TYPES, Minion
from .options import CROWN, FELLING, IDS, NAMES
from .refusals import LOOKED

HALF_SCORE = number_word(N_CARDS // 2)
IF_PLAYED = "Where the table plays with all powers: "
POWERS = (  # by minion, as sentences
    f"If it defends with a {FELLING}, a d12 or d20 counts 0.",
    "May put its card to the bottom and draw another, which stands.",
    f"May look at the top {LOOKED} cards alone and take one; the other goes back on top.",
    f"When it defends against a d12 or d20, that giant's number is lowered by {SHIELD}.",
    "Wins when the numbers are equal, except against another Dwelve.",
    "The biggest numbers, and no power.",
)
SHORT_POWERS = (
    f"{FELLING} fells a giant",
    "may re-roll once",
    f"sees {LOOKED}, takes one",
    f"giants lose {SHIELD}",
    "wins every tie",
    "no power needed",
)
INVENTED = (Minion.QUAD, Minion.SPARTEN, Minion.DWELVE)  # minions whose powers are house rules


def _minion(minion: Minion) -> GlossaryTerm:
    text = f"{IF_PLAYED if minion in INVENTED else ''}{POWERS[minion]}"
    return GlossaryTerm(f"minion:{IDS[minion]}", f"{NAMES[minion]}, d{SIDES[minion]}", text, SHORT_POWERS[minion])


GLOSSARY = (
    *(_minion(minion) for minion in Minion),
    GlossaryTerm(
        "minion:*", "A DieMinion", f"Each of your {number_word(N_TYPES)} fights once in each half of the game."
    ),
    GlossaryTerm(
        "card:*",
        "A roll card",
        f"It has a number for each of the {number_word(N_TYPES)} dice; only the one of the minion that fights "
        "counts. R* is drawn again.",
    ),
    GlossaryTerm(
        "fighter:*",
        "A place in the clash",
        "The minion that fights. The higher die attacks, which only means that it draws first.",
    ),
    GlossaryTerm(
        "roll:*", "A place for a roll card", "The card that a side has drawn; the number under its die counts."
    ),
    GlossaryTerm(
        "deck", "The deck", f"{N_CARDS} cards, none comes back once it is won. Its thickness is what is left."
    ),
    GlossaryTerm(
        "combats",
        "Combats",
        f"{number_word(COMBATS).capitalize()} in two halves; in each half every minion fights once.",
    ),
    GlossaryTerm(
        "seat:*",
        "A side",
        "Cards won so far, a point each. When both send the same die, a flipped d4 says who attacks.",
    ),
    GlossaryTerm(
        "pile:*",
        "Cards won",
        f"Each is a point; most points win. At {HALF_SCORE} to {HALF_SCORE} the card with the {CROWN} decides.",
    ),
    GlossaryTerm("hand", "Your minions", "Those still to fight in this half."),
    GlossaryTerm("key:reroll", "Re-roll", "The card goes to the bottom of the deck; the next one stands."),
    GlossaryTerm("key:keep", "Keep", "The card stands."),
    GlossaryTerm(
        "key:look", f"Look at {LOOKED}", f"See the top {LOOKED} cards alone, take one, and put the other back on top."
    ),
    GlossaryTerm("key:decline", "Just draw", "Take the top card unseen."),
)
