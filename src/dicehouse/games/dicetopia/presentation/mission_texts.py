"""Describe what each Mission asks for, in our own words."""

from __future__ import annotations

from collections.abc import Callable

from dicehouse.i18n import Text, _, ngettext

from ..rules.game_end import DOUBLED_MOST
from ..rules.missions import ARGUMENTS, KINDS, ONCE, STARS, Kind
from ..rules.scoring import ANY_TIES
from ..rules.state import N_CITY, Options

BY_COLOUR: dict[int, tuple[Text, Text, Text]] = {  # for teal, purple and white
    Kind.MOST: (
        _("Have the most teal dice (a tie counts)."),
        _("Have the most purple dice (a tie counts)."),
        _("Have the most white dice (a tie counts)."),
    ),
    Kind.NONE: (
        _("Have no teal dice."),
        _("Have no purple dice."),
        _("Have no white dice."),
    ),
    Kind.RIGHT: (
        _("Count your right neighbour's teal dice."),
        _("Count your right neighbour's purple dice."),
        _("Count your right neighbour's white dice."),
    ),
    Kind.LEAST: (
        _("Have the fewest teal dice, without a tie."),
        _("Have the fewest purple dice, without a tie."),
        _("Have the fewest white dice, without a tie."),
    ),
    Kind.OWN: (
        _("Count your teal dice."),
        _("Count your purple dice."),
        _("Count your white dice."),
    ),
    Kind.CITY: (
        _("Count the teal dice left in the City."),
        _("Count the purple dice left in the City."),
        _("Count the white dice left in the City."),
    ),
    Kind.ADJACENT: (
        _("Count your Agents beside a teal die in the City."),
        _("Count your Agents beside a purple die in the City."),
        _("Count your Agents beside a white die in the City."),
    ),
}
TEXTS: dict[int, Callable[[int], Text]] = {
    Kind.ALL_COLOURS: lambda _n: _("Have teal, purple and white dice."),
    Kind.MAGMACORIUM: lambda _n: _("Count your Magmacorium dice."),
    Kind.VALUE: lambda value: _("Count your dice that show {value}.", value=value),
    Kind.NO_VALUE: lambda value: _("Have no die that shows {value}.", value=value),
    Kind.CITY_VALUE: lambda value: _("Count the dice left in the City that show {value}.", value=value),
    Kind.INTEREST: lambda part: _("Divide the sum of your dice by {part} and round down.", part=part),
    Kind.ALWAYS: lambda _n: _("This always scores."),
    Kind.PAIRS: lambda _n: _("Count pairs of your dice with the same value."),
    Kind.TWINS: lambda _n: _("Count pairs of your dice with the same value and colour."),
    Kind.TRIPLE: lambda n: ngettext("Have {n} die with one value.", "Have {n} dice with the same value.", n),
    Kind.CLONES: lambda _n: _("Have the same value on all your dice."),
    Kind.SERIES: lambda _n: _("Have dice that show 1, 2, 3, 4, 5 and 6."),
    Kind.PARITY: lambda odd: _("Have only odd values.") if odd else _("Have only even values."),
    Kind.HIGHEST: lambda _n: _("Have the highest sum of dice (a tie counts)."),
    Kind.LOWEST: lambda _n: _("Have the lowest sum of dice (a tie counts)."),
    Kind.COPYCAT: lambda _n: _("Copy another player's Mission, with your dice and Agents."),
    Kind.GAMBLE: lambda _n: _("Draw a Mission at the end and score it twice, up to {most} stars.", most=DOUBLED_MOST),
    Kind.EMPTY: lambda _n: _("Count Neighbourhoods without your Agents."),
    Kind.ALONE: lambda _n: _("Count Neighbourhoods that you alone dominate."),
    Kind.SPIES: lambda _n: _("Count Neighbourhoods with your Agents that you don't dominate."),
    Kind.THREE: lambda n: ngettext(
        "Count Neighbourhoods with at least {n} of your Agents.",
        "Count Neighbourhoods with at least {n} of your Agents.",
        n,
    ),
    Kind.EVERYWHERE: lambda _n: ngettext(
        "Have an Agent in the {n} Neighbourhood.", "Have Agents in all {n} Neighbourhoods.", N_CITY
    ),
}


def mission_text(mission: int, options: Options) -> Text:
    """Return what a Mission asks for at a table with `options`."""
    kind, argument = KINDS[mission], ARGUMENTS[mission]
    if kind in BY_COLOUR:
        return BY_COLOUR[kind][argument]
    if kind == Kind.SHARED:
        if options.sharing == ANY_TIES:
            return _("Count areas with a tie for domination.")
        return _("Count areas where you tie for domination.")
    return TEXTS[kind](argument)


def pays_each(mission: int) -> bool:
    """Return True if a Mission pays each time it is met."""
    return Kind(KINDS[mission]) not in (*ONCE, Kind.INTEREST, Kind.COPYCAT, Kind.GAMBLE)


def stars_words(mission: int) -> str:
    """Return the stars as on the card: "12", "?"."""
    stars = printed_stars(mission)
    return "?" if stars is None else str(stars)


def printed_stars(mission: int) -> int | None:
    """Return the stars on the card; None if they depend on other things."""
    varies = KINDS[mission] in (Kind.INTEREST, Kind.COPYCAT, Kind.GAMBLE)
    return None if varies else STARS[mission]
