"""Read an archive, and play its games again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from dicehouse.engine.observation_encoder import Information, ObservationEncoder, action_space
from dicehouse.engine.playouts import Stepper
from dicehouse.errors import BadArchive
from dicehouse.games import find
from dicehouse.old_names import old_attribute

from ..optional_dependencies import require_library
from ..position_observations import Floats, observe_positions
from .archive_manifest import ArchiveManifest
from .parquet_shards import GAME_COLUMNS, MOVE_COLUMNS, list_shards, shard_file_name


class Archive:
    """Hold the self-play in a folder. Raise BadArchive if it was made by other rules, or is none."""

    def __init__(self, folder: Path | str) -> None:
        self.folder = Path(folder)
        self.manifest = ArchiveManifest.read(self.folder)
        self.game = find(self.manifest.game)
        self.action_space = action_space(self.game)
        self.shards = list_shards(self.folder)

    def moves(self, *columns: str) -> Iterator[Any]:
        """Yield the decisions, a pyarrow table for each file, with all columns or those named."""
        return self._read_tables("moves", MOVE_COLUMNS, columns)

    def games(self, *columns: str) -> Iterator[Any]:
        """Yield the games, a pyarrow table for each file, with all columns or those named."""
        return self._read_tables("games", GAME_COLUMNS, columns)

    def _read_tables(self, what: str, known: dict[str, str], columns: tuple[str, ...]) -> Iterator[Any]:
        parquet = require_library("pyarrow.parquet", "parquet", "pyarrow")
        for shard in self.shards:
            file = self.folder / shard_file_name(what, shard)
            try:
                yield parquet.read_table(file, columns=list(columns or known))
            except (OSError, ValueError, KeyError) as error:
                raise BadArchive(f"{file} can't be read as part of an archive.") from error

    def positions(self, table: Any) -> npt.NDArray[np.uint8]:
        """Return the positions of a table of decisions, a row of bytes for each, as `engine.Position` takes it."""
        column = table["position"].combine_chunks()
        size = column.type.byte_width
        data = np.frombuffer(column.buffers()[1], np.uint8, len(column) * size, column.offset * size)
        return data.reshape(len(column), size)

    def masks(self, table: Any) -> npt.NDArray[np.bool_]:
        """Return the legal actions, as masks over the fixed action space."""
        column = table["legal"].combine_chunks()
        masks = np.zeros((len(column), len(self.action_space.numbers)), np.bool_)
        rows = np.repeat(np.arange(len(column)), np.diff(column.offsets.to_numpy()))
        masks[rows, column.flatten().to_numpy()] = True
        return masks

    def observations(self, table: Any, information: Information = "seen") -> Floats:
        """Return what the seat that decides sees, as rows of numbers like those of a batch."""
        seats = table["seat"].to_numpy().astype(np.int64)
        return observe_positions(
            self.game, ObservationEncoder(self.game, information), self.manifest.players, self.positions(table), seats
        )

    def check_games(self, progress: Callable[[int], object] = lambda games: None) -> int:
        """Play every game again from its seed and compare every position, every list of legal actions, and the end.

        Return the number of positions. Raise BadArchive for the first difference.
        """
        checked = 0
        for moves, games in zip(self.moves(), self.games(), strict=True):
            at, lines = 0, moves.to_pylist()
            for game in games.to_pylist():
                self._check_game(game, lines[at : at + game["moves"]])
                at += game["moves"]
                checked += game["moves"] + 1
                progress(1)
            if at != len(lines):
                raise BadArchive(f"{self.folder} has decisions that belong to no game.")
        return checked

    plan = old_attribute("manifest")
    space = old_attribute("action_space")
    seen = old_attribute("observations")
    check = old_attribute("check_games")

    def _check_game(self, game: dict[str, Any], moves: list[dict[str, Any]]) -> None:
        manifest, places = self.manifest, self.action_space.places
        played = Stepper(self.game, players=manifest.players, settings=manifest.settings, seed=game["seed"])
        for number, move in enumerate(moves):
            legal = [int(places[action]) for action in played.actions()]
            here = (game["game"], number, played.seat if legal else None, played.position.tobytes(), sorted(legal))
            if here != tuple(move[key] for key in ("game", "move", "seat", "position", "legal")):
                raise BadArchive(f"Game {game['game']}: decision {number} doesn't match the rules.")
            if move["action"] not in legal:
                raise BadArchive(f"Game {game['game']}: decision {number} chose an illegal action.")
            played.step(legal.index(move["action"]))
        if played.position.tobytes() != game["end"] or played.points() != [round(score) for score in game["scores"]]:
            raise BadArchive(f"Game {game['game']} didn't end as the rules say.")
