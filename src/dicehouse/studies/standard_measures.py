"""Define what is measured in every game, as whole numbers: their sums are the same in whatever order they are added."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import lcm
from typing import Any

import numpy as np
import numpy.typing as npt

from dicehouse.core import StudyMeasure

from . import play_kernel as w
from .study_plan import PlannedCell

IntArray = npt.NDArray[np.int64]
BoolArray = npt.NDArray[np.bool_]
SHARE_UNITS = 10_000  # parts of a whole: a share is kept in hundredths of a per cent


@dataclass(frozen=True)
class PlayedGames:
    """Hold what was seen of some games, a row for each; shares of the win are in sixtieths."""

    numbers: IntArray
    rows: IntArray
    won: IntArray
    scores: npt.NDArray[np.float64]
    kinds: IntArray  # the bot of each seat, as a place in the cell's list
    own: IntArray  # the game's own measures, a column for each

    def __getitem__(self, column: int) -> IntArray:
        return self.rows[:, column]

    @property
    def games(self) -> IntArray:
        """Return the indices of the games."""
        return np.arange(len(self.rows))

    @property
    def ended(self) -> BoolArray:
        """Return which games came to their end."""
        return self.rows[:, w.ENDED] > 0

    @property
    def sides(self) -> IntArray:
        """Return the side of each seat: its own number, or that of the lowest seat among its partners."""
        found: IntArray = self[w.SIDES][:, None] >> 4 * np.arange(self.won.shape[1]) & 15
        return found

    @property
    def taken(self) -> IntArray:
        """Return what each side won, at its lowest seat; the other seats have zero."""
        found = np.zeros_like(self.won)
        np.add.at(found, (self.games[:, None], self.sides), self.won)
        return found

    @property
    def alone(self) -> BoolArray:
        """Return which games one side alone won."""
        found: BoolArray = (self.taken == w.SHARE).any(1)
        return found

    @property
    def apart(self) -> BoolArray:
        """Return which games ended between several sides: where all are partners, nobody is ever ahead."""
        found: BoolArray = self.ended & (self[w.SIDES] > 0)
        return found


MeasureFunction = Callable[
    [PlayedGames], tuple[IntArray, BoolArray]
]  # a whole number for each game, and in which games the measure is defined


@dataclass(frozen=True)
class StandardMeasure:
    """Define one measure: `values` are in units of 1 / `scale`; a "share" is a part of a whole, others are means."""

    name: str
    words: str
    unit: str
    kind: str
    scale: int
    values: MeasureFunction

    @property
    def most(self) -> int:
        """Return the largest difference between two games that have the measure or not; 0 for any other measure."""
        return self.scale if self.kind == "share" and self.scale != SHARE_UNITS else 0


def _share_in_units(part: IntArray, whole: IntArray) -> IntArray:
    """Return `part` of `whole` in hundredths of a per cent, rounded."""
    whole = np.maximum(whole, 1)
    return (2 * SHARE_UNITS * part + whole) // (2 * whole)


def _of_turns(column: int) -> MeasureFunction:
    return lambda seen: (_share_in_units(seen[column], seen[w.TURNS]), seen.ended)


def _in_order(place: int) -> MeasureFunction:
    def values(seen: PlayedGames) -> tuple[IntArray, BoolArray]:
        seat = (seen[w.FIRST] + place) % seen.won.shape[1]
        return seen.won[seen.games, seat], np.ones(len(seat), np.bool_)

    return values


def _by_bot(bot: int) -> MeasureFunction:
    def values(seen: PlayedGames) -> tuple[IntArray, BoolArray]:
        sat = seen.kinds == bot
        return np.where(sat, seen.won, 0).sum(1), sat.any(1)

    return values


def experiment_seat(numbers: IntArray, players: int, bots: int) -> IntArray:
    """Return the seat of the experiment by the number of the game: every seat in turn.

    The seats of the bots change with every game as well. Where bots and seats repeat in step, the experiment moves one
    seat further after each round of the bots; otherwise it would meet the same bots in every game.
    """
    once = lcm(players, bots)
    return (numbers + numbers // once % (players * bots // once)) % players


def _won_by_experiment_seat(bots: int) -> MeasureFunction:
    def values(seen: PlayedGames) -> tuple[IntArray, BoolArray]:
        seat = experiment_seat(seen.numbers, seen.won.shape[1], max(bots, 1))
        return seen.won[seen.games, seat], np.ones(len(seat), np.bool_)

    return values


def _ties(seen: PlayedGames) -> tuple[IntArray, BoolArray]:
    return ((seen.taken > 0).sum(1) > 1).astype(np.int64), seen.apart


def _comebacks(seen: PlayedGames) -> tuple[IntArray, BoolArray]:
    winner = seen.taken.argmax(1)
    return 1 - (seen[w.HALF] >> winner & 1), seen.alone


def _trailed(seen: PlayedGames) -> tuple[IntArray, BoolArray]:
    return _share_in_units(seen[w.TRAILED], seen[w.TURNS]), seen.alone


def _best_points(seen: PlayedGames) -> tuple[IntArray, BoolArray]:
    return np.rint(seen.scores.max(1)).astype(np.int64), seen.ended


def _margin(seen: PlayedGames) -> tuple[IntArray, BoolArray]:
    best = np.full_like(seen.scores, -np.inf)
    np.maximum.at(best, (seen.games[:, None], seen.sides), seen.scores)
    ranked, apart = np.sort(best, axis=1), seen.apart
    return np.rint(np.where(apart, ranked[:, -1], 0) - np.where(apart, ranked[:, -2], 0)).astype(np.int64), apart


def _order_of_play_measures(players: int) -> list[StandardMeasure]:
    ordinals = ("first", "second", "third", "fourth", "fifth", "sixth")
    words = [f"{each} player" for each in ordinals[:players]]
    words += [f"player number {place + 1}" for place in range(len(words), players)]
    return [
        StandardMeasure("first" if place == 0 else f"order-{place + 1}", f"won by the {word}", "", "share", w.SHARE, by)
        for place, (word, by) in enumerate((word, _in_order(place)) for place, word in enumerate(words))
    ]


def _own_measure(place: int) -> MeasureFunction:
    return lambda seen: (seen.own[:, place], seen.ended)


def standard_measures(
    players: int, bots: tuple[str, ...], unit: str, own: Sequence[StudyMeasure] = ()
) -> list[StandardMeasure]:
    """Return the measures of a game for `players` players, played by `bots`.

    `unit` is what its scores count, and `own` are the measures that the game adds.
    """
    found = [
        StandardMeasure("turns", "length in turns", "turns", "mean", 1, lambda s: (s[w.TURNS], s.ended)),
        StandardMeasure(
            "decisions", "length in decisions", "decisions", "mean", 1, lambda s: (s[w.DECISIONS], s.ended)
        ),
        StandardMeasure(
            "minutes", "length for people, by a model", "minutes", "mean", 600, lambda s: (s[w.SECONDS], s.ended)
        ),
        *(_order_of_play_measures(players) if players > 1 else []),
        StandardMeasure(
            "choices",
            "decisions with a choice",
            "",
            "share",
            SHARE_UNITS,
            lambda s: (_share_in_units(s[w.CHOICES], s[w.DECISIONS]), s.ended),
        ),
        StandardMeasure("idle", "turns that change nobody's standing", "", "share", SHARE_UNITS, _of_turns(w.IDLE)),
        StandardMeasure("score", "score of the winner", unit, "mean", 1, _best_points),
    ]
    if players > 1:
        found += [
            StandardMeasure("leads", "changes of the lead", "changes", "mean", 1, lambda s: (s[w.LEADS], s.apart)),
            StandardMeasure(
                "last-lead",
                "part of the game before the last change of the lead",
                "",
                "share",
                SHARE_UNITS,
                lambda s: (_share_in_units(s[w.LAST_LEAD], s[w.TURNS]), s.apart),
            ),
            StandardMeasure("comebacks", "won by a player who was not ahead at half time", "", "share", 1, _comebacks),
            StandardMeasure(
                "trailed", "turns after which the later winner was not ahead", "", "share", SHARE_UNITS, _trailed
            ),
            StandardMeasure("margin", "winner's lead over second place", unit, "mean", 1, _margin),
            StandardMeasure("ties", "games with several winners", "", "share", 1, _ties),
            StandardMeasure(
                "out",
                "games with a player out long before the end",
                "",
                "share",
                1,
                lambda s: ((s[w.OUT] > 0).astype(np.int64), s.ended),
            ),
            StandardMeasure(
                "hero", "won by the seat of the experiment", "", "share", w.SHARE, _won_by_experiment_seat(len(bots))
            ),
        ]
    else:
        found.append(StandardMeasure("won", "games won", "", "share", w.SHARE, _won_by_experiment_seat(len(bots))))
    if len(bots) > 1:
        found += [
            StandardMeasure(f"bot-{number + 1}", f"won by {bot}", "", "share", w.SHARE, _by_bot(number))
            for number, bot in enumerate(bots)
        ]
    return found + [
        StandardMeasure(f"own-{each.id}", each.words, each.unit, "mean", 1, _own_measure(n))
        for n, each in enumerate(own)
    ]


def cell_measures(cell: PlannedCell) -> list[StandardMeasure]:
    """Return the measures of a cell."""
    own = () if cell.levels else cell.game.hooks.MEASURES
    return standard_measures(cell.players, () if cell.levels else cell.bots, cell.game.unit[1], own)


def count_own_measures(cell: PlannedCell, states: Any) -> IntArray:
    """Return the game's own measures of these last positions: a row for each position, a column for each measure."""
    counted = [measure.of(states, cell.players) for measure in cell.game.hooks.MEASURES]
    return np.stack(counted, 1) if counted else np.zeros((len(states), 0), np.int64)
