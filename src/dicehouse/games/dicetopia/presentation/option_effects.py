"""Compute what a choice with a certain result would change: places, domination, and stars.

The deciding seat sees its own Missions in the result; the gains and losses of others are given without theirs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from dicehouse.i18n import Text, _, ngettext
from dicehouse.records.record import copy_record

from ..rules import board, domination, scoring
from ..rules.missions import COPYCAT, HIGH_STAKES, IDS
from ..rules.scenarios import ACTION, CORE, ROWS
from ..rules.state import BOARD, MAX_PLAYERS, N_AREAS, N_CARD, N_CITY, N_MISSIONS, NO_AREA, Area, Options, State
from .notation import AREA_NAMES, COLOURS, area_id, place_text, thing_text
from .view_types import Area as AreaView
from .view_types import AreaId, StarKind, StarSource

ACTION_LINES = (
    _("Draw a Mission"),
    _("Reroll any die"),
    _("Move any Agent"),
    _("Swap two City dice"),
    _("Swap yours with the City"),
    _("Swap yours with a player"),
    _("Set one of your dice"),
    ngettext("Match {n} die", "Match {n} dice", N_CARD),
    _("Move marker or protect"),
    _("Take Magmacorium"),
)
REBALANCED = {
    Area.GUGU: _("Reroll a City die or yours"),
    Area.WASTE: _("Move your Agent"),
    Area.BANK: _("Swap for a City match"),
    Area.NETHAL: _("Swap for a player's match"),
}
ADVANCED_BANK = _("Swap any for a City match")
NO_LINE = _("No Action")


# --- an area as it is now


def area_facts(state: State, area: int) -> AreaView:
    """Return an area as plain data for views."""
    strength = [0] * MAX_PLAYERS
    domination.strengths(state, area, strength)
    mask = domination.area_leaders(state, area)
    seats = [seat for seat in range(state.n_players) if mask >> seat & 1]
    ranked = sorted(strength[: state.n_players], reverse=True)
    worth, row = domination.area_value(state, area), ROWS[state.options.scenario]
    action = row[ACTION + area]
    start = board.first_space(area)
    return {
        "id": area_id(area),
        "name": AREA_NAMES[area],
        "kind": "city" if area < N_CITY else "dock" if area == Area.MARKET else "wasteland",
        "action": None if action == NO_AREA else area_id(action),
        "line": _line(state, area, action),
        "spaces": [thing_text(state.spaces[space]) for space in range(start, start + board.n_spaces(area))],
        "strength": [half / 2 for half in strength[: state.n_players]],
        "leaders": seats,
        "lead": (ranked[0] - ranked[1]) / 2 if len(seats) == 1 else 0,
        "stars": domination.domination_stars(state, seats[0], area, mask) if seats else worth,
        "core": row[CORE + area],
        "dice": worth - row[CORE + area],
    }


def _line(state: State, area: int, action: int) -> Text:
    """Describe the Action in a line, by the rules of this table."""
    if area == Area.SPRINGS:
        return ACTION_LINES[area]
    return NO_LINE if action == NO_AREA else action_line(action, state.options)


def action_line(action: int, options: Options) -> Text:
    """Describe an Action in a line; in the rebalanced and the advanced rules dice have to match in colour or value."""
    if action == Area.BANK and options.observatory_advanced:
        return ADVANCED_BANK
    if options.neighbourhood_text:
        return REBALANCED.get(Area(action), ACTION_LINES[action])
    return ACTION_LINES[action]


# --- a choice and its effects


@dataclass(frozen=True)
class StarCount:
    """Hold each seat's stars, part by part."""

    domination: list[list[int]]  # by area and seat
    stock: list[int]
    dice: list[int]
    missions: dict[int, dict[int, int]]  # for seats that have asked


_last: list[tuple[bytes, StarCount]] = []


def count_stars(state: State) -> StarCount:
    """Return everybody's stars; the result is cached for the last position, since all its options need it."""
    record: Any = state  # a checked one, with its bytes
    key = bytes(record._m[record._o : record._o + record._size])
    if not _last or _last[0][0] != key:
        seats = range(state.n_players)
        found = StarCount(
            [_area_stars(state, area) for area in range(N_AREAS)],
            [scoring.stock_stars(state, each) for each in seats],
            [scoring.total_value(state, each) for each in seats],
            {},
        )
        _last[:] = [(key, found)]
    return _last[0][1]


def missions_now(state: State, seat: int) -> dict[int, int]:
    """Return what each Mission in a hand would pay now, cached as in `count_stars`."""
    known = count_stars(state).missions
    if seat not in known:
        known[seat] = own_missions(state, seat)
    return known[seat]


def own_missions(state: State, seat: int) -> dict[int, int]:
    """Return what each Mission in a hand would pay now, without those that need other cards."""
    hand = state.players[seat].hand
    return {
        mission: scoring.mission_stars(state, seat, mission)
        for mission in range(N_MISSIONS)
        if hand >> mission & 1 and mission not in (COPYCAT, HIGH_STAKES)
    }


def _area_stars(state: State, area: int) -> list[int]:
    mask = domination.area_leaders(state, area)
    return [domination.domination_stars(state, seat, area, mask) for seat in range(state.n_players)]


def option_effects(
    state: State, seat: int, changes: Mapping[int, int], cubes: Mapping[int, int] | None = None, blood: int = 0
) -> dict[str, Any]:
    """Return the facts of a choice that changes these places and moves these cubes."""
    before = count_stars(state)
    after = copy_record(state)
    boards = _carry_out(after, changes)
    for colour, step in (cubes or {}).items():
        after.stock[colour] = step
    areas = sorted({board.area_of(place) for place in changes if place < BOARD})
    parts = _changed_areas(before, after, areas)
    parts += _changed_boards(before, after, range(state.n_players) if cubes else boards)
    if blood:
        parts.append({"what": "blood", "seat": seat, "points": blood, "area": None, "mission": None})
    gains = [sum(part["points"] for part in parts if part["seat"] == each) for each in range(state.n_players)]
    own = _changed_missions(missions_now(state, seat), after, seat)
    gains[seat] += sum(part["points"] for part in own)
    shown: dict[str, Any] = {place_text(place): thing_text(thing) for place, thing in changes.items()}
    shown |= {f"stock-{COLOURS[colour]}": step for colour, step in (cubes or {}).items()}
    return {
        "gain": gains[seat],
        "gains": gains,
        "parts": parts + own,
        "changes": shown,
        "areas": {area_id(area): area_facts(after, area) for area in areas},
    }


def _carry_out(after: State, changes: Mapping[int, int]) -> list[int]:
    """Apply the changes; return the seats whose boards changed."""
    boards = set()
    for place, thing in changes.items():
        if place < BOARD:
            after.spaces[place] = thing
        else:
            seat, slot = board.seat_of(place), board.slot_of(place)
            player = after.players[seat]
            player.dice[slot] = thing
            player.n_dice = max(player.n_dice, slot + 1)
            boards.add(seat)
    return sorted(boards)


def _changed_areas(before: StarCount, after: State, areas: list[int]) -> list[StarSource]:
    parts: list[StarSource] = []
    for area in areas:
        now = _area_stars(after, area)
        for seat, (was, points) in enumerate(zip(before.domination[area], now, strict=True)):
            if points != was:
                parts.append(_part("domination", seat, points - was, area=area_id(area)))
    return parts


def _changed_boards(before: StarCount, after: State, seats: Iterable[int]) -> list[StarSource]:
    parts: list[StarSource] = []
    for seat in seats:
        changes: tuple[tuple[StarKind, int, int], ...] = (
            ("dice", before.dice[seat], scoring.total_value(after, seat)),
            ("stock", before.stock[seat], scoring.stock_stars(after, seat)),
        )
        for what, was, now in changes:
            if now != was:
                parts.append(_part(what, seat, now - was))
    return parts


def _changed_missions(before: Mapping[int, int], after: State, seat: int) -> list[StarSource]:
    now = own_missions(after, seat)
    return [
        _part("mission", seat, now[mission] - was, mission=IDS[mission])
        for mission, was in before.items()
        if now[mission] != was
    ]


def _part(what: StarKind, seat: int, points: int, area: AreaId | None = None, mission: str | None = None) -> StarSource:
    return {"what": what, "seat": seat, "points": points, "area": area, "mission": mission}
