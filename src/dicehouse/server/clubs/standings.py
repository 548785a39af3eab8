"""Work out the standings of a tournament: points, and the tie-breaks between equal points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from ...i18n import _

SWISS, EVERYBODY = "swiss", "everybody"
KINDS = (EVERYBODY, SWISS)
BUCHHOLZ = _(
    "Ties are broken by the Buchholz score: the points of all opponents, added up. A round without an opponent counts"
    " as one against a player with the same points."
)
BERGER = _(
    "Ties are broken by the matches between the tied players. After that the Sonneborn-Berger "
    "score counts: all points of beaten opponents, and a share of the points of those who "
    "shared a win."
)


@dataclass(frozen=True, slots=True)
class Result:
    """Hold the result of a pair: `second` is None for a bye, `points` is None while there is no result."""

    first: int
    second: int | None
    points: tuple[float, float] | None


@dataclass(frozen=True, slots=True)
class Line:
    """Hold a line of the standings; players who are equal in everything have the same `place`."""

    player: int
    place: int
    points: float
    won: int
    played: int
    tie: float  # Buchholz or Sonneborn-Berger


def standings(kind: str, players: Sequence[int], results: Sequence[Result]) -> list[Line]:
    """Return a line for each of `players`, the best first.

    `kind` is EVERYBODY or SWISS. Players who are equal in everything stay in the order of `players`.
    """
    known = [one for one in results if one.points is not None]
    points = {player: _points(player, kind, known) for player in players}
    tie = _buchholz if kind == SWISS else _berger
    ties = {player: tie(player, points, known) for player in players}

    def key(player: int) -> tuple[float, float, float]:
        direct = 0.0 if kind == SWISS else _direct(player, points, known)
        return (-points[player], -direct, -ties[player])

    order = sorted(players, key=key)
    lines, place = [], 1
    for _key, equal in groupby(order, key=key):
        together = list(equal)
        lines += [_line(player, place, points[player], ties[player], known) for player in together]
        place += len(together)
    return lines


def _line(player: int, place: int, points: float, tie: float, known: Sequence[Result]) -> Line:
    own = [_own(one, player) for one in known if one.second is not None and player in (one.first, one.second)]
    return Line(player, place, points, sum(got == 1 for got, _ in own), len(own), tie)


def _own(one: Result, player: int) -> tuple[float, int]:
    """Return the points of `player` in the result `one`, and their opponent; it must have points and not be a bye."""
    assert one.points is not None and one.second is not None
    return (one.points[0], one.second) if one.first == player else (one.points[1], one.first)


def _points(player: int, kind: str, known: Sequence[Result]) -> float:
    """Return the points of `player`.

    A bye counts as a win in a Swiss tournament, and nothing in a round robin, where everybody has as many byes.
    """
    byes = sum(one.first == player and one.second is None for one in known) if kind == SWISS else 0
    return byes + sum(_own(one, player)[0] for one in _met(player, known))


def _met(player: int, known: Sequence[Result]) -> list[Result]:
    return [one for one in known if one.second is not None and player in (one.first, one.second)]


def _buchholz(player: int, points: dict[int, float], known: Sequence[Result]) -> float:
    byes = sum(one.first == player and one.second is None for one in known)
    return byes * points[player] + sum(points.get(_own(one, player)[1], 0.0) for one in _met(player, known))


def _berger(player: int, points: dict[int, float], known: Sequence[Result]) -> float:
    own = (_own(one, player) for one in _met(player, known))
    return sum(got * points.get(other, 0.0) for got, other in own)


def _direct(player: int, points: dict[int, float], known: Sequence[Result]) -> float:
    own = (_own(one, player) for one in _met(player, known))
    return sum(got for got, other in own if points.get(other) == points[player])
