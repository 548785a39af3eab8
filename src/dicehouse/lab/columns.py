"""The measures of a game: whole numbers, so that sums of them are the same in whatever order they are added up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import lcm

import numpy as np
import numpy.typing as npt

from dicehouse.kit import Measure

from . import watching as w

Wholes = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
PART = 10_000  # parts of a whole: a share is kept in hundredths of a per cent


@dataclass(frozen=True)
class Seen:
    """What was seen of some games; rows are games. Shares of the win are in sixtieths."""

    numbers: Wholes
    rows: Wholes
    won: Wholes
    scores: npt.NDArray[np.float64]
    kinds: Wholes  # which bot (a place in the cell's list) sat where
    own: Wholes  # what the game counts itself, a column for each of its measures

    def __getitem__(self, column: int) -> Wholes:
        return self.rows[:, column]

    @property
    def games(self) -> Wholes:
        """The places of the games."""
        return np.arange(len(self.rows))

    @property
    def ended(self) -> Flags:
        """Which came to their end."""
        return self.rows[:, w.ENDED] > 0

    @property
    def sides(self) -> Wholes:
        """Whom each seat plays for: itself, or the lowest seat of its partners."""
        found: Wholes = self[w.SIDES][:, None] >> 4 * np.arange(self.won.shape[1]) & 15
        return found

    @property
    def taken(self) -> Wholes:
        """What each side has won; nothing stands at the seats that play for others."""
        found = np.zeros_like(self.won)
        np.add.at(found, (self.games[:, None], self.sides), self.won)
        return found

    @property
    def alone(self) -> Flags:
        """Which were won by one side alone."""
        found: Flags = (self.taken == w.SHARE).any(1)
        return found

    @property
    def apart(self) -> Flags:
        """Which ended, between several sides: where all are partners nobody is ever ahead."""
        found: Flags = self.ended & (self[w.SIDES] > 0)
        return found


Values = Callable[[Seen], tuple[Wholes, Flags]]  # a whole number for each game, and for which games it means anything


@dataclass(frozen=True)
class Column:
    """One measure of a game: `values` in units of 1 / `scale`; a "share" is a part of a whole, anything else a mean."""

    name: str
    words: str
    unit: str
    kind: str
    scale: int
    values: Values

    @property
    def most(self) -> int:
        """How far two games can lie apart where a game has it or not; 0 for a part of each, and where nobody knows."""
        return self.scale if self.kind == "share" and self.scale != PART else 0


def _ratio(part: Wholes, whole: Wholes) -> Wholes:
    """A share in hundredths of a per cent, rounded."""
    whole = np.maximum(whole, 1)
    return (2 * PART * part + whole) // (2 * whole)


def _of_turns(column: int) -> Values:
    return lambda seen: (_ratio(seen[column], seen[w.TURNS]), seen.ended)


def _in_order(place: int) -> Values:
    def values(seen: Seen) -> tuple[Wholes, Flags]:
        seat = (seen[w.FIRST] + place) % seen.won.shape[1]
        return seen.won[seen.games, seat], np.ones(len(seat), np.bool_)

    return values


def _by_bot(bot: int) -> Values:
    def values(seen: Seen) -> tuple[Wholes, Flags]:
        sat = seen.kinds == bot
        return np.where(sat, seen.won, 0).sum(1), sat.any(1)

    return values


def hero_of(numbers: Wholes, players: int, bots: int) -> Wholes:
    """The seat of the experiment by the number of the game: every seat in turn.

    Bots move on with every game as well. Where they come round in step with the seats, the experiment moves one seat
    further each time they are through, or else it would meet the same bots for ever.
    """
    once = lcm(players, bots)
    return (numbers + numbers // once % (players * bots // once)) % players


def _hero(bots: int) -> Values:
    def values(seen: Seen) -> tuple[Wholes, Flags]:
        seat = hero_of(seen.numbers, seen.won.shape[1], max(bots, 1))
        return seen.won[seen.games, seat], np.ones(len(seat), np.bool_)

    return values


def _ties(seen: Seen) -> tuple[Wholes, Flags]:
    return ((seen.taken > 0).sum(1) > 1).astype(np.int64), seen.apart


def _comebacks(seen: Seen) -> tuple[Wholes, Flags]:
    winner = seen.taken.argmax(1)
    return 1 - (seen[w.HALF] >> winner & 1), seen.alone


def _trailed(seen: Seen) -> tuple[Wholes, Flags]:
    return _ratio(seen[w.TRAILED], seen[w.TURNS]), seen.alone


def _top(seen: Seen) -> tuple[Wholes, Flags]:
    return np.rint(seen.scores.max(1)).astype(np.int64), seen.ended


def _margin(seen: Seen) -> tuple[Wholes, Flags]:
    best = np.full_like(seen.scores, -np.inf)
    np.maximum.at(best, (seen.games[:, None], seen.sides), seen.scores)
    ranked, apart = np.sort(best, axis=1), seen.apart
    return np.rint(np.where(apart, ranked[:, -1], 0) - np.where(apart, ranked[:, -2], 0)).astype(np.int64), apart


def _orders(players: int) -> list[Column]:
    ordinals = ("first", "second", "third", "fourth", "fifth", "sixth")
    words = [ordinals[place] if place < len(ordinals) else f"number {place + 1}" for place in range(players)]
    return [
        Column("first" if place == 0 else f"order-{place + 1}", f"won by who acts {word}", "", "share", w.SHARE, by)
        for place, (word, by) in enumerate((word, _in_order(place)) for place, word in enumerate(words))
    ]


def _own(place: int) -> Values:
    return lambda seen: (seen.own[:, place], seen.ended)


def columns(players: int, bots: tuple[str, ...], unit: str, own: Sequence[Measure] = ()) -> list[Column]:
    """The measures of a game for so many players, at which these bots sit; `unit` is what its scores count, and `own`
    are the measures that the game adds.
    """
    found = [
        Column("turns", "length in turns", "turns", "mean", 1, lambda s: (s[w.TURNS], s.ended)),
        Column("decisions", "length in decisions", "decisions", "mean", 1, lambda s: (s[w.DECISIONS], s.ended)),
        Column("minutes", "length by the model of people", "minutes", "mean", 600, lambda s: (s[w.SECONDS], s.ended)),
        *(_orders(players) if players > 1 else []),
        Column(
            "choices",
            "decisions with a choice",
            "",
            "share",
            PART,
            lambda s: (_ratio(s[w.CHOICES], s[w.DECISIONS]), s.ended),
        ),
        Column("idle", "turns that change nobody's standing", "", "share", PART, _of_turns(w.IDLE)),
        Column("score", "score of the winner", unit, "mean", 1, _top),
    ]
    if players > 1:
        found += [
            Column("leads", "changes of the lead", "changes", "mean", 1, lambda s: (s[w.LEADS], s.apart)),
            Column(
                "last-lead",
                "part of the game at which the lead changes last",
                "",
                "share",
                PART,
                lambda s: (_ratio(s[w.LAST_LEAD], s[w.TURNS]), s.apart),
            ),
            Column("comebacks", "won by somebody who did not lead at half time", "", "share", 1, _comebacks),
            Column("trailed", "turns at whose end the later winner did not lead", "", "share", PART, _trailed),
            Column("margin", "winner's lead over the second", unit, "mean", 1, _margin),
            Column("ties", "games won by several", "", "share", 1, _ties),
            Column(
                "out",
                "games with somebody out long before the end",
                "",
                "share",
                1,
                lambda s: ((s[w.OUT] > 0).astype(np.int64), s.ended),
            ),
            Column("hero", "won by the seat of the experiment", "", "share", w.SHARE, _hero(len(bots))),
        ]
    else:
        found.append(Column("won", "games won", "", "share", w.SHARE, _hero(len(bots))))
    if len(bots) > 1:
        found += [
            Column(f"bot-{number + 1}", f"won by {bot}", "", "share", w.SHARE, _by_bot(number))
            for number, bot in enumerate(bots)
        ]
    return found + [Column(f"own-{each.id}", each.words, each.unit, "mean", 1, _own(n)) for n, each in enumerate(own)]
