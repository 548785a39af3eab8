"""Reading an archive back, and playing its games again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from dicehouse.errors import BadArchive
from dicehouse.games import find
from dicehouse.kit.playout import Stepper
from dicehouse.kit.sights import Information, Sight, space_of

from ..extras import need
from ..looking import Floats, seen_of
from .plan import Plan
from .shards import GAMES, MOVES, name_of, shards_in


class Archive:
    """The self-play in a folder; BadArchive if other rules made it, or it is none."""

    def __init__(self, folder: Path | str) -> None:
        self.folder = Path(folder)
        self.plan = Plan.read(self.folder)
        self.game = find(self.plan.game)
        self.space = space_of(self.game)
        self.shards = shards_in(self.folder)

    def moves(self, *columns: str) -> Iterator[Any]:
        """The decisions, a pyarrow table for each file; all columns, or those named."""
        return self._tables("moves", MOVES, columns)

    def games(self, *columns: str) -> Iterator[Any]:
        """The games, a pyarrow table for each file; all columns, or those named."""
        return self._tables("games", GAMES, columns)

    def _tables(self, what: str, known: dict[str, str], columns: tuple[str, ...]) -> Iterator[Any]:
        parquet = need("pyarrow.parquet", "parquet", "pyarrow")
        for shard in self.shards:
            file = self.folder / name_of(what, shard)
            try:
                yield parquet.read_table(file, columns=list(columns or known))
            except (OSError, ValueError, KeyError) as error:
                raise BadArchive(f"{file} can't be read as part of an archive.") from error

    def positions(self, table: Any) -> npt.NDArray[np.uint8]:
        """The positions of a table of decisions, a row of bytes for each, as `kit.Position` takes it."""
        column = table["position"].combine_chunks()
        size = column.type.byte_width
        data = np.frombuffer(column.buffers()[1], np.uint8, len(column) * size, column.offset * size)
        return data.reshape(len(column), size)

    def masks(self, table: Any) -> npt.NDArray[np.bool_]:
        """What was legal, as masks over the fixed space of actions."""
        column = table["legal"].combine_chunks()
        masks = np.zeros((len(column), len(self.space.numbers)), np.bool_)
        rows = np.repeat(np.arange(len(column)), np.diff(column.offsets.to_numpy()))
        masks[rows, column.flatten().to_numpy()] = True
        return masks

    def seen(self, table: Any, information: Information = "seen") -> Floats:
        """What the seat that decides sees, as the rows of numbers that a batch shows."""
        seats = table["seat"].to_numpy().astype(np.int64)
        return seen_of(self.game, Sight(self.game, information), self.plan.players, self.positions(table), seats)

    def check(self, progress: Callable[[int], object] = lambda games: None) -> int:
        """Play every game again from its seed and compare every position, every list of what is legal, and the end;
        returns how many positions that were. BadArchive names the first that differs.
        """
        checked = 0
        for moves, games in zip(self.moves(), self.games(), strict=True):
            at, lines = 0, moves.to_pylist()
            for game in games.to_pylist():
                self._again(game, lines[at : at + game["moves"]])
                at += game["moves"]
                checked += game["moves"] + 1
                progress(1)
            if at != len(lines):
                raise BadArchive(f"{self.folder} holds decisions that belong to no game.")
        return checked

    def _again(self, game: dict[str, Any], moves: list[dict[str, Any]]) -> None:
        plan, places = self.plan, self.space.places
        played = Stepper(self.game, players=plan.players, settings=plan.settings, seed=game["seed"])
        for number, move in enumerate(moves):
            legal = [int(places[action]) for action in played.actions()]
            here = (game["game"], number, played.seat if legal else None, played.position.tobytes(), sorted(legal))
            if here != tuple(move[key] for key in ("game", "move", "seat", "position", "legal")):
                raise BadArchive(f"Game {game['game']}: decision {number} is not as the rules have it.")
            if move["action"] not in legal:
                raise BadArchive(f"Game {game['game']}: decision {number} chose what was not legal.")
            played.step(legal.index(move["action"]))
        if played.position.tobytes() != game["end"] or played.scores() != [round(score) for score in game["scores"]]:
            raise BadArchive(f"Game {game['game']} did not end as the rules have it.")
