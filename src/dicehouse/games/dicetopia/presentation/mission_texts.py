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
        _("Scores if nobody has more teal dice than you."),
        _("Scores if nobody has more purple dice than you."),
        _("Scores if nobody has more white dice than you."),
    ),
    Kind.NONE: (
        _("Scores if you have no teal dice."),
        _("Scores if you have no purple dice."),
        _("Scores if you have no white dice."),
    ),
    Kind.RIGHT: (
        _("Scores for each teal die of the player to your right."),
        _("Scores for each purple die of the player to your right."),
        _("Scores for each white die of the player to your right."),
    ),
    Kind.LEAST: (
        _("Scores if everyone else has more teal dice than you."),
        _("Scores if everyone else has more purple dice than you."),
        _("Scores if everyone else has more white dice than you."),
    ),
    Kind.OWN: (
        _("Scores for each of your teal dice."),
        _("Scores for each of your purple dice."),
        _("Scores for each of your white dice."),
    ),
    Kind.CITY: (
        _("Scores for each teal die left in the City."),
        _("Scores for each purple die left in the City."),
        _("Scores for each white die left in the City."),
    ),
    Kind.ADJACENT: (
        _("Scores for each of your Agents beside a teal die in the City."),
        _("Scores for each of your Agents beside a purple die in the City."),
        _("Scores for each of your Agents beside a white die in the City."),
    ),
}
TEXTS: dict[int, Callable[[int], Text]] = {
    Kind.ALL_COLOURS: lambda _n: _("Scores if you have teal, purple and white dice."),
    Kind.MAGMACORIUM: lambda _n: _("Scores for each of your Magmacorium dice."),
    Kind.VALUE: lambda value: _("Scores for each {value} on your dice.", value=value),
    Kind.NO_VALUE: lambda value: _("Scores if none of your dice shows a {value}.", value=value),
    Kind.CITY_VALUE: lambda value: _("Scores for each {value} left in the City.", value=value),
    Kind.INTEREST: lambda part: _("Scores the sum of your dice, divided by {part} and rounded down.", part=part),
    Kind.ALWAYS: lambda _n: _("Always scores."),
    Kind.PAIRS: lambda _n: _("Scores for each pair of your dice with the same value."),
    Kind.TWINS: lambda _n: _("Scores for each pair of your dice with the same value and colour."),
    Kind.TRIPLE: lambda n: ngettext(
        "Scores if {n} of your dice shows one value.", "Scores if {n} of your dice show the same value.", n
    ),
    Kind.CLONES: lambda _n: _("Scores if all your dice show the same value."),
    Kind.SERIES: lambda _n: _("Scores if your dice show 1, 2, 3, 4, 5 and 6."),
    Kind.PARITY: lambda odd: _("Scores if all your dice are odd.") if odd else _("Scores if all your dice are even."),
    Kind.HIGHEST: lambda _n: _("Scores if nobody's dice have a higher sum than yours."),
    Kind.LOWEST: lambda _n: _("Scores if nobody's dice have a lower sum than yours."),
    Kind.COPYCAT: lambda _n: _("Copies another player's Mission, with your dice and Agents."),
    Kind.GAMBLE: lambda _n: _("Draws a new Mission and scores it twice, up to {most} stars.", most=DOUBLED_MOST),
    Kind.EMPTY: lambda _n: _("Scores for each Neighbourhood without your Agents."),
    Kind.ALONE: lambda _n: _("Scores for each Neighbourhood that you alone dominate."),
    Kind.SPIES: lambda _n: _("Scores for each Neighbourhood with your Agents that you don't dominate."),
    Kind.THREE: lambda n: ngettext(
        "Scores for each Neighbourhood with at least {n} of your Agents.",
        "Scores for each Neighbourhood with at least {n} of your Agents.",
        n,
    ),
    Kind.EVERYWHERE: lambda _n: ngettext(
        "Scores if you have an Agent in the {n} Neighbourhood.",
        "Scores if you have Agents in all {n} Neighbourhoods.",
        N_CITY,
    ),
}


def mission_text(mission: int, options: Options) -> Text:
    """Return what a Mission asks for at a table with `options`."""
    kind, argument = KINDS[mission], ARGUMENTS[mission]
    if kind in BY_COLOUR:
        return BY_COLOUR[kind][argument]
    if kind == Kind.SHARED:
        if options.sharing == ANY_TIES:
            return _("Scores for each area with a tie for domination.")
        return _("Scores for each area where you tie for domination.")
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
