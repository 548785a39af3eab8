"""Name areas, colours, dice and pieces so that each reader can be shown their own language.

Names of areas that are phrases of a sentence ("in the Agency", "to the Agency") are texts of their own, because other
languages inflect them. A thing that is done something to (`object_text`) has a context of its own for the same reason.
"""

from __future__ import annotations

from collections.abc import Iterable

from dicehouse.i18n import Text, _, ngettext, pgettext

from ..rules.board import area_of, colour, kind_of, owner, seat_of, value
from ..rules.domination import AGENT_STRENGTH
from ..rules.scenarios import ROWS
from ..rules.scenarios import THUG as THUG_STRENGTH
from ..rules.state import AGENT, BOARD

THE_AREA = (
    _("the Agency"),
    _("the Gugu Airforce"),
    _("Waste Management"),
    _("the Twilight Congress"),
    _("the Observatory Bank"),
    _("the Nethal Syndicate"),
    _("Molotov Market"),
    _("the Blood Dome"),
    _("the Ravin Sanctuary"),
    _("the Nuclear Springs"),
)
IN_AREA = (
    _("in the Agency"),
    _("in the Gugu Airforce"),
    _("in Waste Management"),
    _("in the Twilight Congress"),
    _("in the Observatory Bank"),
    _("in the Nethal Syndicate"),
    _("in Molotov Market"),
    _("in the Blood Dome"),
    _("in the Ravin Sanctuary"),
    _("in the Nuclear Springs"),
)
TO_AREA = (
    _("to the Agency"),
    _("to the Gugu Airforce"),
    _("to Waste Management"),
    _("to the Twilight Congress"),
    _("to the Observatory Bank"),
    _("to the Nethal Syndicate"),
    _("to Molotov Market"),
    _("to the Blood Dome"),
    _("to the Ravin Sanctuary"),
    _("to the Nuclear Springs"),
)
COLOUR_WORDS = (_("teal"), _("purple"), _("white"), _("Magmacorium"))


def die_words(die: int) -> Text:
    """Return a die in words: "teal 4"."""
    number = value(die)
    return (
        _("teal {value}", value=number),
        _("purple {value}", value=number),
        _("white {value}", value=number),
        _("Magmacorium {value}", value=number),
    )[colour(die)]


def stars_text(stars: int) -> Text:
    """Return a number of stars: "1 star", "5 stars"."""
    return ngettext("{n} star", "{n} stars", stars)


def thug_strength(scenario: int, agents: int = 0) -> str:
    """Return how many Agents a Thug and `agents` Agents count for in a scenario, in digits: "1½"."""
    whole, half = divmod(ROWS[scenario][THUG_STRENGTH] + agents * AGENT_STRENGTH, AGENT_STRENGTH)
    return f"{whole or ''}½" if half else str(whole)


def thug_agents(scenario: int) -> Text:
    """Return how many Agents a Thug counts for in a scenario: "1½ Agents"."""
    digits = thug_strength(scenario)
    return ngettext("{n} Agent", "{n} Agents", 1) if digits == "1" else _("{number} Agents", number=digits)


def player_mark(seat: int) -> str:
    """Return the mark of a seat, in place of which readers see a name."""
    return f"{{{seat}}}"


def player_marks(seats: Iterable[int]) -> list[str]:
    """Return the marks of several seats."""
    return [player_mark(seat) for seat in seats]


# --- things that something is done to


def object_text(thing: int, place: int, reader: int | None, actor: int | None = None) -> Text:
    """Name the thing at a place for `reader` (None: anybody else): "your teal 4", "the teal 4 in the Agency", "{1}'s
    Agent in the Blood Dome". Where `actor` does something to a thing of their own, it is "their own teal 4".
    """
    if thing >= AGENT:
        return _piece_text(thing, place, reader, actor)
    die = die_words(thing)
    if place < BOARD:
        return pgettext("object", "the {die} {where}", die=die, where=IN_AREA[area_of(place)])
    seat = seat_of(place)
    if seat == reader:
        return pgettext("object", "your {die}", die=die)
    if seat == actor:
        return pgettext("object", "their own {die}", die=die)
    return pgettext("object", "{owner}'s {die}", owner=player_mark(seat), die=die)


def _piece_text(thing: int, place: int, reader: int | None, actor: int | None) -> Text:
    seat, where = owner(thing), IN_AREA[area_of(place)]
    is_agent = kind_of(thing) == AGENT
    if seat == reader:
        if is_agent:
            return pgettext("object", "your Agent {where}", where=where)
        return pgettext("object", "your Thug {where}", where=where)
    if seat == actor:
        if is_agent:
            return pgettext("object", "their own Agent {where}", where=where)
        return pgettext("object", "their own Thug {where}", where=where)
    if is_agent:
        return pgettext("object", "{owner}'s Agent {where}", owner=player_mark(seat), where=where)
    return pgettext("object", "{owner}'s Thug {where}", owner=player_mark(seat), where=where)


def two_agents_text(seat: int, reader: int | None, actor: int) -> Text:
    """Name two Agents of `seat`, as `object_text` does."""
    if seat == reader:
        return pgettext("object", "two of your Agents")
    if seat == actor:
        return pgettext("object", "two of their own Agents")
    return pgettext("object", "two of {owner}'s Agents", owner=player_mark(seat))
