"""Playing the games, and writing them down shard by shard."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from dicehouse.bots.memo import memo_of
from dicehouse.bots.minds import kind_of
from dicehouse.games import find
from dicehouse.kit import DiceBox, Seeded
from dicehouse.kit.entries import MOST_SEATS
from dicehouse.kit.program import program

from ..batch import Batch
from ..extras import need
from .card import write_card
from .plan import Plan, put
from .shards import games_schema, moves_schema, name_of, rows_of

Progress = Callable[[int], object]


def _nothing(games: int) -> None:
    """Nobody wants to know."""


def record(plan: Plan, games: int, folder: Path, progress: Progress = _nothing) -> None:
    """Play the games that are not in the folder yet. A file appears when it is whole, so that a run which was stopped
    goes on where it was; BadArchive if something else lies there.
    """
    parquet = need("pyarrow.parquet", "parquet", "pyarrow")
    plan.write(folder)
    for shard in range(-(-games // plan.shard)):
        first, last = shard * plan.shard, min((shard + 1) * plan.shard, games)
        if rows_of(parquet, folder / name_of("games", shard)) < last - first:
            moves, ends = _Table(plan, first, last).play()
            _write(parquet, moves_schema(plan), moves, folder / name_of("moves", shard))
            _write(
                parquet, games_schema(plan), ends, folder / name_of("games", shard)
            )  # last: it says that all is there
        progress(last - first)
    write_card(folder)


def _write(parquet: Any, schema: Any, columns: dict[str, Any], file: Path) -> None:
    pyarrow = need("pyarrow", "parquet", "pyarrow")
    arrays = [pyarrow.array(columns[field.name], field.type) for field in schema]
    table = pyarrow.Table.from_arrays(arrays, schema=schema)
    put(file, lambda part: parquet.write_table(table, part, compression="zstd"))


class _Table:
    """Some games that are played at once."""

    def __init__(self, plan: Plan, first: int, last: int) -> None:
        self.plan, self.numbers = plan, range(first, last)
        self.game = find(plan.game)
        seeds = [plan.seed_of(number) for number in self.numbers]
        given: dict[str, Any] = {"players": plan.players, "options": plan.settings, "seed": seeds, "auto_reset": False}
        self.batch = Batch(self.game, len(seeds), **given)
        self._size = len(self.batch.position(0).tobytes())
        self._memo = memo_of(self.game, plan.players, plan.settings)
        self._points = np.zeros(MOST_SEATS)
        self._boxes = [self._mind(number) for number in self.numbers]
        self._kinds = [
            [kind_of(name, self.game, f"{plan.seed}|{number}|{seat}") for seat, name in enumerate(plan.seated(number))]
            for number in self.numbers
        ]

    def _mind(self, number: int) -> DiceBox:
        """The dice with which the bots of a game think."""
        box = DiceBox(written=False)
        Seeded(f"{self.plan.seed}|{number}|bots").prepare(box.dice, 0)
        return box

    def play(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """All games to their ends: the columns of their moves, game by game, and those of the games."""
        batch, n = self.batch, len(self.numbers)
        told: list[list[tuple[Any, ...]]] = [[] for _ in range(n)]
        shares = np.zeros((n, self.plan.players), np.float32)
        cut = np.zeros(n, np.bool_)
        actions = np.zeros(n, np.int64)
        while (open_rows := np.flatnonzero(batch.to_move >= 0)).size:
            for row in open_rows.tolist():
                seat, position = int(batch.to_move[row]), batch.position(row).tobytes()
                actions[row] = place = self._choose(row, seat, position)
                told[row].append((seat, position, np.flatnonzero(batch.masks[row]).tolist(), place))
            batch.step(actions)
            shares[batch.done] = batch.rewards[batch.done]
            cut |= batch.truncated
        return self._moves(told, shares), self._games(told, shares, cut)

    def _choose(self, row: int, seat: int, position: bytes) -> int:
        work = np.frombuffer(position * 2, np.uint8).copy()
        box, kind = self._boxes[row], self._kinds[row][seat]
        number = program(self.game).think(self.game, work, seat, kind, self._memo, self._points, box.memory)
        return int(self.batch.space.places[number])

    def _moves(self, told: list[list[tuple[Any, ...]]], shares: Any) -> dict[str, Any]:
        moves = [(game, k, *move) for game, line in enumerate(told) for k, move in enumerate(line)]
        games, numbers, seats, positions, legal, actions = zip(*moves, strict=True)
        return {
            "game": [self.numbers[game] for game in games],
            "move": numbers,
            "seat": seats,
            "position": positions,
            "legal": legal,
            "action": actions,
            "share": [float(shares[game, seat]) for game, seat in zip(games, seats, strict=True)],
        }

    def _games(self, told: list[list[tuple[Any, ...]]], shares: Any, cut: Any) -> dict[str, Any]:
        batch = self.batch
        return {
            "game": list(self.numbers),
            "seed": batch.seeds.tolist(),
            "bots": [self.plan.seated(number) for number in self.numbers],
            "moves": [len(line) for line in told],
            "shares": shares.tolist(),
            "scores": batch.scores.tolist(),
            "cut_off": cut.tolist(),
            "end": [batch.position(row).tobytes() for row in range(len(self.numbers))],
        }
