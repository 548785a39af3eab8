"""Pair the players of a tournament, as a round robin or by the Swiss system, from their numbers alone.

In the Swiss system, players are paired from the top, with opponents of equal points where possible, and nobody meets
the same opponent twice if that can be avoided. If the number of players is odd, the lowest of those with the fewest
byes sits out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

MOST_TRIED = 20_000  # pairs to try before two players may meet again


@dataclass(frozen=True, slots=True)
class Pair:
    """Hold who sits first and who sits second; `second` is None for a bye."""

    first: int
    second: int | None


def everybody(players: Sequence[int]) -> list[list[Pair]]:
    """Return all rounds of a round robin, where everybody meets everybody once (the circle method of Berger's tables).

    If the number of players is odd, everybody sits out once. How often a player sits first and how often second differ
    by one at most.
    """
    count = len(players)
    places = list(range(count + count % 2))  # if the number is odd, the last place stays empty
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
    """Return the two places `both`, which are in ascending order, as a pair of `count` players.

    Over all rounds, how often a player sits first and how often second differ by one at most.
    """
    low, high = both
    if high == count:
        return Pair(low, None)
    if count % 2 == 0 and high == count - 1:
        return Pair(low, high) if low < count // 2 else Pair(high, low)
    return Pair(low, high) if (low + high) % 2 else Pair(high, low)


def swiss(ranking: Sequence[int], points: Mapping[int, float], past: Sequence[Pair]) -> list[Pair]:
    """Return the next round of a Swiss tournament; a bye comes last.

    `ranking` lists the players, the best first; `points` holds their points, and `past` all earlier pairs. Nobody
    meets the same opponent twice, unless the search finds no other way.
    """
    byes = [pair.first for pair in past if pair.second is None]
    met = {frozenset((pair.first, pair.second)) for pair in past if pair.second is not None}
    for resting in _resting(ranking, byes):
        rest = [player for player in ranking if player != resting]
        found = _Search(rest, points, met).run()
        if found is not None:
            return _round(found, resting, past)
    resting = next(iter(_resting(ranking, byes)))
    rest = [player for player in ranking if player != resting]
    return _round(_least_repeated(rest, past), resting, past)


def _resting(ranking: Sequence[int], byes: Sequence[int]) -> list[int | None]:
    """Return the players who may sit out, the first choice first: those with the fewest byes, from the bottom.

    Return [None] if the number of players is even.
    """
    if len(ranking) % 2 == 0:
        return [None]
    fewest = min(byes.count(player) for player in ranking)
    return [player for player in reversed(ranking) if byes.count(player) == fewest]


class _Search:
    """Search for a round in which nobody meets an earlier opponent, from the top player down and with backtracking."""

    def __init__(self, players: Sequence[int], points: Mapping[int, float], met: set[frozenset[int]]) -> None:
        self._players, self._points, self._met = players, points, met
        self._left = MOST_TRIED

    def run(self) -> list[tuple[int, int]] | None:
        """Return all pairs of the round; None if two players must meet again, or MOST_TRIED pairs were tried."""
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
        """Return the opponents to try for the first player in `open_`, the first choice first.

        Among players with equal points, the upper half meets the lower half; after them come the players with fewer
        points, in order.
        """
        same = [player for player in open_ if self._points[player] == self._points[open_[0]]]
        half = len(same) // 2
        below = [player for player in open_[1:] if player not in same]
        return [*same[half:], *reversed(same[1:half]), *below] if half else below


def _least_repeated(players: Sequence[int], past: Sequence[Pair]) -> list[tuple[int, int]]:
    """Return pairs if some players must meet again: from the top, each with the opponent they have met least often."""
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
    """Return the round of these `pairs`, with who sits first in each, and with `resting` sitting out.

    The player who sat first less often, compared with second, sits first; if that is equal, the one who did not sit
    first last time.
    """
    seated = [Pair(*_first_and_second(one, other, past)) for one, other in pairs]
    return [*seated, *([Pair(resting, None)] if resting is not None else [])]


def _first_and_second(one: int, other: int, past: Sequence[Pair]) -> tuple[int, int]:
    mine, theirs = _seats(one, past), _seats(other, past)
    balance = sum(mine) - sum(theirs)
    if balance == 0 and mine and theirs and mine[-1] != theirs[-1]:
        balance = mine[-1]
    return (other, one) if balance > 0 else (one, other)


def _seats(player: int, past: Sequence[Pair]) -> list[int]:
    """Return where `player` sat in each earlier match: 1 for first, -1 for second."""
    played = [pair for pair in past if pair.second is not None and player in (pair.first, pair.second)]
    return [1 if pair.first == player else -1 for pair in played]
