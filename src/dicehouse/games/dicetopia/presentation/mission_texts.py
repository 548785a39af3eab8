"""Describe what each Mission asks for, in our own words."""

from __future__ import annotations

from collections.abc import Callable

from dicehouse.text_format import number_word

from ..rules.game_end import DOUBLED_MOST
from ..rules.missions import ARGUMENTS, KINDS, ONCE, STARS, Kind
from ..rules.state import N_CITY
from .notation import COLOURS

TEXTS: dict[int, Callable[[int], str]] = {
    Kind.MOST: lambda c: f"Nobody has more {COLOURS[c]} dice than you.",
    Kind.NONE: lambda c: f"You have no {COLOURS[c]} dice.",
    Kind.RIGHT: lambda c: f"Each {COLOURS[c]} die of the rival to your right.",
    Kind.LEAST: lambda c: f"You alone have the fewest {COLOURS[c]} dice.",
    Kind.OWN: lambda c: f"Each of your {COLOURS[c]} dice.",
    Kind.CITY: lambda c: f"Each {COLOURS[c]} die left in the City.",
    Kind.ALL_COLOURS: lambda _: "You have teal, purple and white.",
    Kind.MAGMACORIUM: lambda _: "Each of your Magmacorium dice.",
    Kind.VALUE: lambda v: f"Each of your {v}s.",
    Kind.NO_VALUE: lambda v: f"You have no {v}.",
    Kind.CITY_VALUE: lambda v: f"Each {v} left in the City.",
    Kind.INTEREST: lambda n: f"The sum of your dice, divided by {n}.",
    Kind.ALWAYS: lambda _: "Nothing to do.",
    Kind.PAIRS: lambda _: "Each pair of equal values of yours.",
    Kind.TWINS: lambda _: "Each pair of yours equal in colour and value.",
    Kind.TRIPLE: lambda n: f"{number_word(n).capitalize()} of your dice show the same value.",
    Kind.CLONES: lambda _: "All your dice show one value.",
    Kind.SERIES: lambda _: "You have 1, 2, 3, 4, 5 and 6.",
    Kind.PARITY: lambda odd: f"All your dice are {'odd' if odd else 'even'}.",
    Kind.HIGHEST: lambda _: "Nobody's dice sum up to more than yours.",
    Kind.LOWEST: lambda _: "Nobody's dice sum up to less than yours.",
    Kind.COPYCAT: lambda _: "Scores as a rival's Mission, by what is yours.",
    Kind.GAMBLE: lambda _: f"Draws a Mission in the end and pays it twice, {DOUBLED_MOST} at most.",
    Kind.ADJACENT: lambda c: f"Each of your Agents beside a {COLOURS[c]} die.",
    Kind.SHARED: lambda _: "Each tie for domination that you are in.",
    Kind.EMPTY: lambda _: "Each Neighbourhood without any of your Agents.",
    Kind.ALONE: lambda _: "Each Neighbourhood that you dominate alone.",
    Kind.SPIES: lambda _: "Each Neighbourhood with your Agents that you don't dominate.",
    Kind.THREE: lambda n: f"Each Neighbourhood with {number_word(n)} of your Agents.",
    Kind.EVERYWHERE: lambda _: f"Your Agents are in all {number_word(N_CITY)} Neighbourhoods.",
}


def mission_text(mission: int) -> str:
    """Return what a Mission asks for."""
    return TEXTS[KINDS[mission]](ARGUMENTS[mission])


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
