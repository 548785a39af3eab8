"""Explain the words and things of Deck-O-Dice, in a sentence or two each."""

from __future__ import annotations

from dicehouse.core.option import GlossaryTerm
from dicehouse.i18n import Text, _, join_sentences
from dicehouse.text_format import number_word

from ..rules.cards import SIDES
from ..rules.combat import PROPOSED, SHIELD
from ..rules.state import COMBATS, N_CARDS, N_TYPES, Minion, Options
from .options import CROWN, FELLING, IDS, NAMES
from .refusals import LOOKED

POWERS = (  # by minion, as sentences
    _("With a {numbers}, it beats any d12 or d20: the bigger die gets 0.", numbers=FELLING),
    _("After drawing, you may put its card under the deck and draw another. You must keep the second card."),
    _("You may look at the top {cards} cards, take one, and put the other back on top.", cards=LOOKED),
    _("If it fights a d12 or d20, the other number is reduced by {shield}, but not below 0.", shield=SHIELD),
    _("It wins if the numbers are equal, except against another Dwelve."),
    _("It has the biggest numbers and no ability."),
)
SHORT_POWERS = (
    _("{numbers} beats d12, d20", numbers=FELLING),
    _("may reroll once"),
    _("sees {cards}, takes one", cards=LOOKED),
    _("d12, d20 lose {shield}", shield=SHIELD),
    _("wins ties"),
    _("no ability"),
)
INVENTED = (Minion.QUAD, Minion.SPARTEN, Minion.DWELVE)  # minions whose abilities are house rules
INVENTED_NAMES = {Minion.QUAD: _("Giant-killer"), Minion.SPARTEN: _("Shield"), Minion.DWELVE: _("Stubborn")}
NO_ABILITY_HERE = _("It has no ability at this table.")


def _minion(minion: Minion, abilities: int) -> GlossaryTerm:
    name, title = f"minion:{IDS[minion]}", Text(f"{NAMES[minion]}, d{SIDES[minion]}")
    if minion not in INVENTED:
        return GlossaryTerm(name, title, POWERS[minion], SHORT_POWERS[minion])
    if abilities != PROPOSED:
        return GlossaryTerm(name, title, NO_ABILITY_HERE, _("no ability"))
    text = join_sentences(_("{ability} (house rule).", ability=INVENTED_NAMES[minion]), POWERS[minion])
    return GlossaryTerm(name, title, text, SHORT_POWERS[minion])


_OTHERS = (
    GlossaryTerm("minion:*", _("A DieMinion"), _("Each of your minions fights once in each half of the game.")),
    GlossaryTerm(
        "card:*",
        _("A card"),
        _("It shows a roll for each of the {dice} dice. R* means: draw again.", dice=number_word(N_TYPES)),
    ),
    GlossaryTerm(
        "fighter:*",
        _("A minion in combat"),
        _("The bigger die attacks. That only means that it acts first."),
    ),
    GlossaryTerm(
        "roll:*", _("A roll"), _("The number for the minion's die counts. The higher number wins both cards.")
    ),
    GlossaryTerm(
        "deck", _("The deck"), _("It begins with {cards} cards. Cards that are won don't return.", cards=N_CARDS)
    ),
    GlossaryTerm(
        "combats",
        _("Combats"),
        _(
            "There are {combats} combats in two halves. Each minion fights once in each half.",
            combats=number_word(COMBATS),
        ),
    ),
    GlossaryTerm("seat:*", _("A side"), _("The number shows the cards won so far.")),
    GlossaryTerm(
        "pile:*",
        _("Cards won"),
        _(
            "The side with more cards wins. At {half} to {half}, the card with the {crown} decides.",
            half=N_CARDS // 2,
            crown=CROWN,
        ),
    ),
    GlossaryTerm("hand", _("Your minions"), _("These minions have not fought in this half.")),
    GlossaryTerm("key:reroll", _("Reroll"), _("Put the card under the deck and draw another. You must keep that one.")),
    GlossaryTerm("key:keep", _("Keep"), _("Cubera keeps its card.")),
    GlossaryTerm(
        "key:look",
        _("Look at cards"),
        _("Choose between {cards} cards. The other goes on top of the deck.", cards=LOOKED),
    ),
    GlossaryTerm("key:decline", _("Don't look"), _("Diante doesn't use its ability.")),
)


def glossary(options: Options) -> tuple[GlossaryTerm, ...]:
    """Return a sentence or two for each kind of thing, by the rules of the table."""
    return (*(_minion(minion, options.abilities) for minion in Minion), *_OTHERS)


GLOSSARY = (*(_minion(minion, PROPOSED) for minion in Minion), *_OTHERS)
