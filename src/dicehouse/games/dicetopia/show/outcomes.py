"""What a choice whose outcome is sure would change: places, domination, and stars.

The seat that chooses sees its own Missions in it; what others gain or lose is told without theirs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from dicehouse.kit.record import copied

from ..rules import board, domination, payouts
from ..rules.missions import COPYCAT, HIGH_STAKES, IDS
from ..rules.scenarios import ACTION, AREA_IDS, CORE, ROWS
from ..rules.state import BOARD, MAX_PLAYERS, N_AREAS, N_CITY, N_MISSIONS, NOBODY, Area, State
from .names import AREA_NAMES, COLOURS, place_text, thing_text

LINES = (
    "Draw a Mission",
    "Reroll one die",
    "Move any Agent",
    "Swap two City dice",
    "Yours for a City die",
    "Yours for a rival's",
    "Set one of your dice",
    "Match its three dice",
    "Flag, or protect a die",
    "Take Magmacorium",
)
REBALANCED = {
    Area.GUGU: "Reroll City or yours",
    Area.WASTE: "Move your Agent",
    Area.BANK: "Yours for a match",
    Area.NETHAL: "Match with a rival's",
}
ADVANCED_BANK = "Any die for a match"
NO_LINE = "No Action"


# --- an area as it is


def area_facts(state: State, area: int) -> dict[str, Any]:
    """An area as views tell it."""
    strength = [0] * MAX_PLAYERS
    domination.strengths(state, area, strength)
    mask = domination.leaders(state, area)
    seats = [seat for seat in range(state.n_players) if mask >> seat & 1]
    ranked = sorted(strength[: state.n_players], reverse=True)
    worth, row = domination.worth(state, area), ROWS[state.options.scenario]
    action = row[ACTION + area]
    start = board.first_space(area)
    return {
        "id": AREA_IDS[area],
        "name": AREA_NAMES[area],
        "kind": "city" if area < N_CITY else "dock" if area == Area.MARKET else "wasteland",
        "action": None if action == NOBODY else AREA_IDS[action],
        "line": _line(state, area, action),
        "spaces": [thing_text(state.spaces[space]) for space in range(start, start + board.n_spaces(area))],
        "strength": [half / 2 for half in strength[: state.n_players]],
        "leaders": seats,
        "lead": (ranked[0] - ranked[1]) / 2 if len(seats) == 1 else 0,
        "stars": domination.domination_stars(state, seats[0], area, mask) if seats else worth,
        "core": row[CORE + area],
        "dice": worth - row[CORE + area],
    }


def _line(state: State, area: int, action: int) -> str:
    """The Action told in a line, as this table plays it."""
    if area == Area.SPRINGS:
        return LINES[area]
    if action == NOBODY:
        return NO_LINE
    if action == Area.BANK and state.options.observatory_advanced:
        return ADVANCED_BANK
    if state.options.neighbourhood_text:
        return REBALANCED.get(Area(action), LINES[action])
    return LINES[action]


# --- a choice and what comes of it


@dataclass(frozen=True)
class Standing:
    """What is counted for every seat, part by part."""

    domination: list[list[int]]  # by area and seat
    stock: list[int]
    dice: list[int]
    missions: dict[int, dict[int, int]]  # of the seats that have looked


_last: list[tuple[bytes, Standing]] = []


def standing(state: State) -> Standing:
    """Where everybody stands; kept for the last position, since all its options ask for it."""
    record: Any = state  # a checked one, with its bytes
    key = bytes(record._m[record._o : record._o + record._size])
    if not _last or _last[0][0] != key:
        seats = range(state.n_players)
        found = Standing(
            [_area_stars(state, area) for area in range(N_AREAS)],
            [payouts.stock_stars(state, each) for each in seats],
            [payouts.total_value(state, each) for each in seats],
            {},
        )
        _last[:] = [(key, found)]
    return _last[0][1]


def missions_now(state: State, seat: int) -> dict[int, int]:
    """What each Mission in a hand would pay now, kept as `standing` is."""
    known = standing(state).missions
    if seat not in known:
        known[seat] = own_missions(state, seat)
    return known[seat]


def own_missions(state: State, seat: int) -> dict[int, int]:
    """What each Mission in a hand would pay now; those that need other cards are left out."""
    hand = state.players[seat].hand
    return {
        mission: payouts.mission_stars(state, seat, mission)
        for mission in range(N_MISSIONS)
        if hand >> mission & 1 and mission not in (COPYCAT, HIGH_STAKES)
    }


def _area_stars(state: State, area: int) -> list[int]:
    mask = domination.leaders(state, area)
    return [domination.domination_stars(state, seat, area, mask) for seat in range(state.n_players)]


def outcome(
    state: State, seat: int, changes: Mapping[int, int], cubes: Mapping[int, int] | None = None, blood: int = 0
) -> dict[str, Any]:
    """The facts of a choice after which these places hold these things, and these cubes stand on these steps."""
    before = standing(state)
    after = copied(state)
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
        "areas": {AREA_IDS[area]: area_facts(after, area) for area in areas},
    }


def _carry_out(after: State, changes: Mapping[int, int]) -> list[int]:
    """Lay everything down; returns the seats whose boards changed."""
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


def _changed_areas(before: Standing, after: State, areas: list[int]) -> list[dict[str, Any]]:
    parts = []
    for area in areas:
        now = _area_stars(after, area)
        for seat, (was, points) in enumerate(zip(before.domination[area], now, strict=True)):
            if points != was:
                parts.append(_part("domination", seat, points - was, area=AREA_IDS[area]))
    return parts


def _changed_boards(before: Standing, after: State, seats: Iterable[int]) -> list[dict[str, Any]]:
    parts = []
    for seat in seats:
        for what, was, now in (
            ("dice", before.dice[seat], payouts.total_value(after, seat)),
            ("stock", before.stock[seat], payouts.stock_stars(after, seat)),
        ):
            if now != was:
                parts.append(_part(what, seat, now - was))
    return parts


def _changed_missions(before: Mapping[int, int], after: State, seat: int) -> list[dict[str, Any]]:
    now = own_missions(after, seat)
    return [
        _part("mission", seat, now[mission] - was, mission=IDS[mission])
        for mission, was in before.items()
        if now[mission] != was
    ]


def _part(what: str, seat: int, points: int, area: str | None = None, mission: str | None = None) -> dict[str, Any]:
    return {"what": what, "seat": seat, "points": points, "area": area, "mission": mission}
