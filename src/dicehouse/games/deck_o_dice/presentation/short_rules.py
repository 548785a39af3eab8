"""Write the rules in short, for the settings of a table."""

from __future__ import annotations

from collections.abc import Sequence

from dicehouse.core.short_rules import RulesList, RulesSection
from dicehouse.text_format import number_word

from ..rules.combat import PROPOSED
from ..rules.state import COMBATS, HALF, N_CARDS, N_TYPES, Minion, Options
from .glossary import INVENTED, POWERS
from .options import CROWN, IDS, NAMES

INVENTED_NAMES = {Minion.QUAD: "Giant-killer", Minion.SPARTEN: "Shield", Minion.DWELVE: "Stubborn"}


def short_rules(options: Options, players: int) -> Sequence[RulesSection]:
    """Return the rules in short, in our own words."""
    half = N_CARDS // 2
    combats = (
        f"Each minion fights once in each half of {number_word(HALF)} combats. A card won is a point; most of the "
        f"{N_CARDS} win. At {half} to {half} the card with a {CROWN} under the d20 decides."
    )
    memory = RulesSection(
        "Memory", ("Used minions and cards that are gone are not shown or named again until the end.",)
    )
    return (
        RulesSection("A combat", _combat(solo=players == 1)),
        RulesSection(f"The {number_word(N_TYPES)}", _minions(options)),
        RulesSection(f"{number_word(COMBATS).capitalize()} combats", (combats,)),
        *((memory,) if options.memory else ()),
    )


def _combat(solo: bool) -> tuple[str, ...]:
    choice = (
        "You send one of your minions. Dicey flips a card and sends the minion that has the largest number on it."
        if solo
        else "Both choose one of their minions in secret; the two cards are turned together."
    )
    equal = "With equal dice the larger number attacks; if those are equal too," if solo else "With equal dice"
    return (
        f"{choice} Each side draws a card of the deck and uses the number under its own die. The larger number "
        "takes both "
        "cards; if they are equal, each keeps its own.",
        f"The higher die attacks, which only means that it draws first. {equal} a card is turned up, and its d4 "
        "says who "
        "attacks: odd or even.",
        "R* under a d10 or d20 goes to the bottom; draw again. If no number is left at all, the card counts 0.",
    )


def _minions(options: Options) -> tuple[str | RulesList, ...]:
    proposed = options.abilities == PROPOSED
    minions = RulesList(tuple((f"minion:{IDS[minion]}", _minion(minion, proposed)) for minion in Minion))
    if not proposed:
        return (minions,)
    return minions, "The powers marked (house rule) are inventions of this house: the printed ones are lost."


def _minion(minion: Minion, proposed: bool) -> str:
    if minion not in INVENTED:
        return f"**{NAMES[minion]}**\n{POWERS[minion]}"
    if not proposed:
        return f"**{NAMES[minion]}**\nNo power at this table."
    return f"**{NAMES[minion]}** __{INVENTED_NAMES[minion]} (house rule)__\n{POWERS[minion]}"
