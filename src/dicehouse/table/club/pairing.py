"""Who meets whom in a round of matches: everybody against everybody, or Swiss. Pure arithmetic on players' numbers.

Swiss: whoever has most points meets the best whom they have not met yet, and so on down. With an odd number somebody
sits out, the last of those who did so least often.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

MOST_TRIED = 20_000  # pairs that are tried before two are allowed to meet again


@dataclass(frozen=True, slots=True)
class Pair:
    """Who sits first and who second; nobody second: a bye."""

    first: int
    second: int | None


def everybody(players: Sequence[int]) -> list[list[Pair]]:
    """All rounds in which everybody meets everybody exactly once, by the circle method of Berger's tables.

    With an odd number everybody sits out once. How often somebody sits first and second differs by one at most.
    """
    count = len(players)
    places = list(range(count + count % 2))  # with an odd number the last place is nobody's
    rounds = []
    for _ in places[1:]:
        pairs = [_berger(sorted(both), count) for both in zip(places, reversed(places), strict=True)][
            : len(places) // 2
        ]
        pairs.sort(key=lambda pair: pair.second is None)
        rounds.append([Pair(players[p.first], None if p.second is None else players[p.second]) for p in pairs])
        places = [places[0], places[-1], *places[1:-1]]
    return rounds


def _berger(both: Sequence[int], count: int) -> Pair:
    """Who of two places sits first: so that everybody sits first and second equally often, or once more."""
    low, high = both
    if high == count:
        return Pair(low, None)
    if count % 2 == 0 and high == count - 1:
        return Pair(low, high) if low < count // 2 else Pair(high, low)
    return Pair(low, high) if (low + high) % 2 else Pair(high, low)


def swiss(standing: Sequence[int], points: Mapping[int, float], past: Sequence[Pair]) -> list[Pair]:
    """The next round for these players, the best first, after these pairs; a bye comes last.

    Nobody meets anybody twice unless there is no other way.
    """
    byes = [pair.first for pair in past if pair.second is None]
    met = {frozenset((pair.first, pair.second)) for pair in past if pair.second is not None}
    for resting in _resting(standing, byes):
        rest = [player for player in standing if player != resting]
        found = _Search(rest, points, met).run()
        if found is not None:
            return _round(found, resting, past)
    resting = next(iter(_resting(standing, byes)))
    rest = [player for player in standing if player != resting]
    return _round(_least_repeated(rest, past), resting, past)


def _resting(standing: Sequence[int], byes: Sequence[int]) -> list[int | None]:
    """Who may sit out, the first choice first: nobody twice before everybody has."""
    if len(standing) % 2 == 0:
        return [None]
    fewest = min(byes.count(player) for player in standing)
    return [player for player in reversed(standing) if byes.count(player) == fewest]


class _Search:
    """Pairs from the top, each with the nearest below; goes back where that leads nowhere."""

    def __init__(self, players: Sequence[int], points: Mapping[int, float], met: set[frozenset[int]]) -> None:
        self._players, self._points, self._met = players, points, met
        self._left = MOST_TRIED

    def run(self) -> list[tuple[int, int]] | None:
        """All pairs; None if there are none without two who have met, or none was found in time."""
        return self._pair(list(self._players))

    def _pair(self, open_: list[int]) -> list[tuple[int, int]] | None:
        if not open_:
            return []
        one = open_[0]
        for other in self._order(open_):
            if frozenset((one, other)) in self._met:
                continue
            self._left -= 1
            if self._left < 0:
                return None
            rest = self._pair([player for player in open_[1:] if player != other])
            if rest is not None:
                return [(one, other), *rest]
        return None

    def _order(self, open_: Sequence[int]) -> list[int]:
        """Whom the first may meet: within their own points the upper half meets the lower, then those below in turn."""
        same = [player for player in open_ if self._points[player] == self._points[open_[0]]]
        half = len(same) // 2
        below = [player for player in open_[1:] if player not in same]
        return [*same[half:], *reversed(same[1:half]), *below] if half else below


def _least_repeated(players: Sequence[int], past: Sequence[Pair]) -> list[tuple[int, int]]:
    """Where some have to meet again: from the top, each with whom they met least often."""
    often: dict[frozenset[int], int] = {}
    for pair in past:
        if pair.second is not None:
            key = frozenset((pair.first, pair.second))
            often[key] = often.get(key, 0) + 1
    open_, found = list(players), []
    while open_:
        one = open_.pop(0)
        other = min(open_, key=lambda player: (often.get(frozenset((one, player)), 0), open_.index(player)))
        open_.remove(other)
        found.append((one, other))
    return found


def _round(pairs: Sequence[tuple[int, int]], resting: int | None, past: Sequence[Pair]) -> list[Pair]:
    """Whoever sat first less often, by how much it is, sits first now; if equal, whoever did not do so last."""
    seated = [Pair(*_first_and_second(one, other, past)) for one, other in pairs]
    return [*seated, *([Pair(resting, None)] if resting is not None else [])]


def _first_and_second(one: int, other: int, past: Sequence[Pair]) -> tuple[int, int]:
    mine, theirs = _seats(one, past), _seats(other, past)
    balance = sum(mine) - sum(theirs)
    if balance == 0 and mine and theirs and mine[-1] != theirs[-1]:
        balance = mine[-1]
    return (other, one) if balance > 0 else (one, other)


def _seats(player: int, past: Sequence[Pair]) -> list[int]:
    """Where a player sat, round after round: 1 first, -1 second."""
    played = [pair for pair in past if pair.second is not None and player in (pair.first, pair.second)]
    return [1 if pair.first == player else -1 for pair in played]
