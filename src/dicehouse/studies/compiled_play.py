"""Play games of a cell of a study in compiled code; `match_play` plays them one decision at a time."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from dicehouse.bots.named_opponents import policy_code
from dicehouse.compiler.program import get_program
from dicehouse.core import dtype
from dicehouse.core.experiment_items import GRANTED
from dicehouse.engine import Position
from dicehouse.engine.entry_points import MAX_SEATS
from dicehouse.engine.playouts import check_seed, pack_options
from dicehouse.engine.policy_memo import make_policy_memo
from dicehouse.errors import BadSetting

from . import play_kernel as w
from .event_classes import event_classes
from .play_kernel import PACE_TENTHS
from .standard_measures import IntArray, PlayedGames, count_own_measures, experiment_seat
from .study_plan import PlannedCell, StudyPlan
from .tallies import MAX_OPTIONS, MAX_POSITIONS, SAMPLED_GAMES, CellTally, ChanceSample


class CompiledPlay:
    """Play games of a cell in compiled code."""

    def __init__(self, cell: PlannedCell, plan: StudyPlan, numbers: IntArray, kinds: IntArray) -> None:
        self._cell, self._seed, self._stream = cell, plan.seed, check_seed(plan.seed)
        self._cap, self._numbers, self._kinds = plan.cap, numbers, kinds
        game, games = cell.game, len(numbers)
        self._classes = event_classes(game)
        self._size = dtype(game.rules.State).itemsize
        self._memory = np.zeros(games * self._size, np.uint8)
        self._times, self._seen_events = np.zeros((2, games, len(self._classes.classes)), np.int64)
        self._program = get_program(w.StudyKernels, game)

    def played(self) -> tuple[PlayedGames, CellTally]:
        cell, game, games = self._cell, self._cell.game, len(self._numbers)
        self._deal()
        memo = make_policy_memo(game, cell.players, cell.settings)
        rows = np.zeros((games, len(w.COLUMNS)), np.int64)
        won, scores = np.zeros((games, MAX_SEATS), np.int64), np.zeros((games, MAX_SEATS))
        sampled = 0 if cell.item or cell.levels else int((self._numbers < SAMPLED_GAMES).sum())
        kept = np.zeros((sampled, MAX_POSITIONS * (cell.players + 1)))
        events, options = np.zeros((len(self._classes.classes), 7), np.int64), np.zeros(MAX_OPTIONS + 1, np.int64)
        hooked = "turns_begun" in game.hooks.own
        self._program.play_games(
            game,
            self._memory,
            np.zeros(2 * self._size, np.uint8),
            np.array([cell.players, self._cap, hooked, self._stream, *PACE_TENTHS], np.int64),
            self._numbers,
            self._policy_codes(),
            memo,
            memo.copy(),
            self._classes.class_by_event,
            self._times,
            self._seen_events,
            rows,
            won,
            scores,
            kept,
            events,
            options,
        )
        own = count_own_measures(cell, self._memory.view(dtype(game.rules.State)))
        seen = PlayedGames(self._numbers, rows, won[:, : cell.players], scores[:, : cell.players], self._kinds, own)
        found = CellTally(options=options)
        found.events = {self._classes.classes[place]: events[place] for place in np.flatnonzero(events[:, w.TIMES])}
        found.samples = dict(_chance_samples(seen, kept, cell.players))
        return seen, found

    def _deal(self) -> None:
        cell, game = self._cell, self._cell.game
        options = pack_options(game, cell.players, cell.settings)
        self._program.deal_games(
            game,
            self._memory,
            options,
            cell.players,
            self._stream,
            self._numbers,
            self._classes.class_by_event,
            self._times,
            self._seen_events,
        )
        if cell.item is not None:
            for row, number in zip(self._memory.reshape(-1, self._size), self._numbers.tolist(), strict=True):
                set_experiment_item(cell, self._seed, number, Position(game, row))

    def _policy_codes(self) -> IntArray:
        """Return the code of each seat's bot by game; a bot with habits has other habits in every game."""
        names, game, seed = self._cell.bots, self._cell.game, self._seed
        plain = {kind: policy_code(name, game, "") for kind, name in enumerate(names)}
        if all(policy_code(name, game, "other") == plain[kind] for kind, name in enumerate(names)):
            return np.array([plain[kind] for kind in range(len(names))], np.int64)[self._kinds]
        return np.array(
            [
                [policy_code(names[kind], game, f"{seed}|{number}|{seat}") for seat, kind in enumerate(kinds)]
                for number, kinds in zip(self._numbers.tolist(), self._kinds.tolist(), strict=True)
            ],
            np.int64,
        )


def set_experiment_item(cell: PlannedCell, seed: int, number: int, position: Position) -> None:
    """Give the item of the experiment to its seat, or deny it; every seat has its turn.

    Raise BadSetting if the game has no such item under these settings.
    """
    item = cell.item
    assert item is not None
    luck = random.Random(f"{seed}|{number}|{item.group}")
    granted = item.experiment == GRANTED
    hero = int(experiment_seat(np.array(number), cell.players, len(cell.bots)))
    if not cell.game.hooks.hand_out(position.state, hero, item.id, granted, luck):
        raise BadSetting(f"{item.name} can't be {item.experiment} under these settings.")


def _chance_samples(
    seen: PlayedGames, kept: npt.NDArray[np.float64], players: int
) -> Iterator[tuple[int, ChanceSample]]:
    for place in range(len(kept)):
        if (seen.won[place] == w.SHARE).any():
            looks = int(seen[w.POSITIONS][place])
            marks = kept[place, : looks * (players + 1)].reshape(looks, players + 1)
            yield int(seen.numbers[place]), ChanceSample(seen.won[place].copy(), marks.astype(np.float32))
