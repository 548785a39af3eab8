"""Play the games of an archive and write them shard by shard."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from dicehouse.bots.named_opponents import policy_code
from dicehouse.core import Seeded
from dicehouse.engine import DiceBox
from dicehouse.engine.entry_points import MAX_SEATS, match_program
from dicehouse.engine.policy_memo import make_policy_memo
from dicehouse.games import find

from ..batch import Batch
from ..optional_dependencies import require_library
from .archive_manifest import ArchiveManifest, explain_write_errors, write_atomically
from .dataset_card import write_dataset_card
from .parquet_shards import count_rows, games_schema, moves_schema, shard_file_name

Progress = Callable[[int], object]


def _no_progress(games: int) -> None:
    """Ignore the progress."""


def record_games(manifest: ArchiveManifest, games: int, folder: Path, progress: Progress = _no_progress) -> None:
    """Play the games that are not in the folder yet.

    A file appears when it is complete, so that a run that was stopped can be continued. Raise BadArchive if the folder
    holds something else.
    """
    parquet = require_library("pyarrow.parquet", "parquet", "pyarrow")
    with explain_write_errors(folder):
        str(folder).encode()  # pyarrow takes no other names
    manifest.write(folder)
    for shard in range(-(-games // manifest.shard)):
        first, last = shard * manifest.shard, min((shard + 1) * manifest.shard, games)
        if count_rows(parquet, folder / shard_file_name("games", shard)) < last - first:
            moves, ends = _GameRecorder(manifest, first, last).play()
            _write_shard(parquet, moves_schema(manifest), moves, folder / shard_file_name("moves", shard))
            _write_shard(
                parquet, games_schema(manifest), ends, folder / shard_file_name("games", shard)
            )  # written last: it shows that the shard is complete
        progress(last - first)
    write_dataset_card(folder)


def _write_shard(parquet: Any, schema: Any, columns: dict[str, Any], file: Path) -> None:
    pyarrow = require_library("pyarrow", "parquet", "pyarrow")
    arrays = [pyarrow.array(columns[field.name], field.type) for field in schema]
    table = pyarrow.Table.from_arrays(arrays, schema=schema)
    write_atomically(file, lambda part: parquet.write_table(table, part, compression="zstd"))


class _GameRecorder:
    """Record some games that are played at once."""

    def __init__(self, manifest: ArchiveManifest, first: int, last: int) -> None:
        self.manifest, self.numbers = manifest, range(first, last)
        self.game = find(manifest.game)
        seeds = [manifest.game_seed(number) for number in self.numbers]
        given: dict[str, Any] = {
            "players": manifest.players,
            "options": manifest.settings,
            "seed": seeds,
            "auto_reset": False,
        }
        self.batch = Batch(self.game, len(seeds), **given)
        self._size = len(self.batch.position(0).tobytes())
        self._memo = make_policy_memo(self.game, manifest.players, manifest.settings)
        self._points = np.zeros(MAX_SEATS)
        self._boxes = [self._bot_dice(number) for number in self.numbers]
        self._kinds = [
            [
                policy_code(name, self.game, f"{manifest.seed}|{number}|{seat}")
                for seat, name in enumerate(manifest.bots_by_seat(number))
            ]
            for number in self.numbers
        ]

    def _bot_dice(self, number: int) -> DiceBox:
        """Return the dice with which the bots of a game think."""
        box = DiceBox(written=False)
        Seeded(f"{self.manifest.seed}|{number}|bots").prepare(box.dice, 0)
        return box

    def play(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Play all games to their ends; return the columns of their moves, game by game, and those of the games."""
        batch, n = self.batch, len(self.numbers)
        decisions: list[list[tuple[Any, ...]]] = [[] for _ in range(n)]
        returns = np.zeros((n, self.manifest.players), np.float32)
        cut = np.zeros(n, np.bool_)
        actions = np.zeros(n, np.int64)
        while (open_rows := np.flatnonzero(batch.to_move >= 0)).size:
            for row in open_rows.tolist():
                seat, position = int(batch.to_move[row]), batch.position(row).tobytes()
                actions[row] = place = self._choose_action(row, seat, position)
                decisions[row].append((seat, position, np.flatnonzero(batch.masks[row]).tolist(), place))
            batch.step(actions)
            returns[batch.done] = batch.rewards[batch.done]
            cut |= batch.truncated
        return self._move_columns(decisions, returns), self._game_columns(decisions, returns, cut)

    def _choose_action(self, row: int, seat: int, position: bytes) -> int:
        work = np.frombuffer(position * 2, np.uint8).copy()
        box, kind = self._boxes[row], self._kinds[row][seat]
        choose = match_program(self.game).choose_action
        number = choose(self.game, work, seat, kind, self._memo, self._points, box.memory)
        return int(self.batch.action_space.places[number])

    def _move_columns(self, decisions: list[list[tuple[Any, ...]]], returns: Any) -> dict[str, Any]:
        moves = [(game, k, *move) for game, line in enumerate(decisions) for k, move in enumerate(line)]
        games, numbers, seats, positions, legal, actions = zip(*moves, strict=True)
        return {
            "game": [self.numbers[game] for game in games],
            "move": numbers,
            "seat": seats,
            "position": positions,
            "legal": legal,
            "action": actions,
            "share": [float(returns[game, seat]) for game, seat in zip(games, seats, strict=True)],
        }

    def _game_columns(self, decisions: list[list[tuple[Any, ...]]], returns: Any, cut: Any) -> dict[str, Any]:
        batch = self.batch
        return {
            "game": list(self.numbers),
            "seed": batch.seeds.tolist(),
            "bots": [self.manifest.bots_by_seat(number) for number in self.numbers],
            "moves": [len(line) for line in decisions],
            "shares": returns.tolist(),
            "scores": batch.points.tolist(),
            "cut_off": cut.tolist(),
            "end": [batch.position(row).tobytes() for row in range(len(self.numbers))],
        }
