"""What tables and tests should know of the game beyond its rules: players that are programs, and set-up positions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import radians
from typing import Any

from dicehouse.errors import BadSetting

from ..physics.bodies import around, is_barrel, is_board, is_die, is_name, showing, times
from ..physics.world import Pose
from ..rules.practice import practice
from ..rules.rounds import hand_out
from ..rules.seating import board_number, put, thing, things
from ..rules.state import CENTRE, N_BOARDS, NOBODY, Phase, Where
from .sensible import choose

__all__ = ["choose", "practice", "set_up"]

Numbers = Sequence[float]


def set_up(
    state: Any,
    players: int,
    *,
    lying: Mapping[str, Numbers] | None = None,
    hands: Sequence[str] = (),
    boards: Mapping[str, Numbers] | None = None,
    barrels: Mapping[str, Numbers] | None = None,
    homes: Mapping[str, str] | None = None,
    player: int = 0,
    first: int = 0,
    winners: Sequence[int | None] = (),
    taken: Sequence[int] = (),
    skips: Sequence[int] = (),
) -> None:
    """Put the game before a throw of `player`, with these dice lying where they are said to.

    `lying` has for each die ("r1") its place in millimetres and, if wanted, the face that is up, its turn in degrees,
    or its whole turn as a quaternion: (x, y, z, face, turn) or (x, y, z, w, i, j, k). `hands` has the unused dice of
    each seat ("r2 r3"); all others lie in the box. `boards` are the free ones of a construction, if they are not to lie
    as they do in the game chosen, and `barrels` lie anywhere, both as (x, y, z, turn, tilt) or with a quaternion;
    `homes` says on which boards barrels were stood. `first` is who began the match, and `winners` has who won each of
    the rounds before (None for a tie).
    """
    _rounds(state, players, winners, first)
    hand_out(state)
    for name, each in things(state):
        if not is_board(name):
            each.where = Where.BOX
    for seat in range(players):
        for name in (hands[seat] if seat < len(hands) else "").split():
            die = _die(state, name)
            die.where, die.owner = Where.HAND, seat
        state.taken[seat] = taken[seat] if seat < len(taken) else 0
        state.skips[seat] = skips[seat] if seat < len(skips) else 0
    for name, numbers in (lying or {}).items():
        put(_die(state, name), _die_pose(numbers))
    _construct(state, boards, barrels or {}, homes or {})
    state.player = player
    state.phase = Phase.THROW
    state.thrown = NOBODY


def _rounds(state: Any, players: int, winners: Sequence[int | None], first: int) -> None:
    state.round = len(winners) + 1
    state.first = state.starter = first
    for number, winner in enumerate(winners):
        state.round_winner[number] = NOBODY if winner is None else winner
    for seat in range(players):
        state.wins[seat] = sum(winner == seat for winner in winners)


def _construct(
    state: Any, boards: Mapping[str, Numbers] | None, barrels: Mapping[str, Numbers], homes: Mapping[str, str]
) -> None:
    if boards is not None:
        for number in range(CENTRE, N_BOARDS):
            state.boards[number].where = Where.BOX
    for name, numbers in {**(boards or {}), **barrels}.items():
        if not is_name(name) or not (is_board(name) or is_barrel(name)):
            raise BadSetting(f"A board of the middle is named c1 to c6, a barrel x1 to x6; not {name[:20]!r}.")
        put(thing(state, name), _pose(numbers))
    for name, home in homes.items():
        thing(state, name).home = board_number(home)


def _die(state: Any, name: str) -> Any:
    if not is_name(name) or not is_die(name):
        raise BadSetting(f"A die is a letter of roygbk and a number 1 to 6, as r1; not {name[:20]!r}.")
    return thing(state, name)


def _die_pose(numbers: Numbers) -> Pose:
    x, y, z = (part / 1000 for part in numbers[:3])
    if len(numbers) == 7:
        return Pose(x, y, z, *numbers[3:])
    face, turn = (*numbers[3:], *(1, 0)[len(numbers) - 3 :])[:2]
    return Pose(x, y, z, *showing(int(face), radians(turn)))


def _pose(numbers: Numbers) -> Pose:
    x, y, z = (part / 1000 for part in numbers[:3])
    if len(numbers) == 7:
        return Pose(x, y, z, *numbers[3:])
    turn, tilt = (*numbers[3:], *(0, 0)[len(numbers) - 3 :])[:2]
    return Pose(x, y, z, *times(around((0.0, 0.0, 1.0), radians(turn)), around((0.0, 1.0, 0.0), radians(tilt))))
