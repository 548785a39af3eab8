"""Define the files of an archive: their names and columns."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from dicehouse.games import find
from dicehouse.records.record import dtype

from ..optional_dependencies import require_library
from .archive_manifest import ArchiveManifest

MOVE_COLUMNS = {
    "game": "the number of the game",
    "move": "the number of the decision in the game, from 0",
    "seat": "the seat that decides, from 0",
    "position": (
        "the whole position before the decision, including hidden information, as the bytes of the game's record"
    ),
    "legal": "the indices of all legal actions in the fixed action space, in order",
    "action": "the index of the chosen action",
    "share": "the seat's share of the win at the end",
}
GAME_COLUMNS = {
    "game": "the number of the game",
    "seed": "the seed of its dice",
    "bots": "the bot in each seat",
    "moves": "the number of decisions",
    "shares": "each seat's share of the win; all 0 if no seat has won",
    "scores": "each seat's points",
    "cut_off": "true if the game was stopped before its end",
    "end": "the last position",
}


def shard_file_name(what: str, shard: int) -> str:
    """Return the name of a file."""
    return f"{what}-{shard:05d}.parquet"


def list_shards(folder: Path) -> list[int]:
    """Return the numbers of the shards in a folder, in order; files with other names are ignored."""
    named = (re.fullmatch(r"games-([0-9]{5,9})\.parquet", file.name) for file in folder.glob("games-*.parquet"))
    return sorted(int(found[1]) for found in named if found)


def moves_schema(manifest: ArchiveManifest) -> Any:
    """Return the columns of the decisions."""
    pa = require_library("pyarrow", "parquet", "pyarrow")
    kinds = [
        pa.int64(),
        pa.int32(),
        pa.int8(),
        _position_type(pa, manifest),
        pa.list_(pa.int16()),
        pa.int16(),
        pa.float32(),
    ]
    return pa.schema(list(zip(MOVE_COLUMNS, kinds, strict=True)))


def games_schema(manifest: ArchiveManifest) -> Any:
    """Return the columns of the games."""
    pa = require_library("pyarrow", "parquet", "pyarrow")
    of_seats = pa.list_(pa.float32(), manifest.players)
    bots = pa.list_(pa.string(), manifest.players)
    kinds = [pa.int64(), pa.int64(), bots, pa.int32(), of_seats, of_seats, pa.bool_(), _position_type(pa, manifest)]
    return pa.schema(list(zip(GAME_COLUMNS, kinds, strict=True)))


def _position_type(pa: Any, manifest: ArchiveManifest) -> Any:
    return pa.binary(dtype(find(manifest.game).rules.State).itemsize)


def count_rows(parquet: Any, file: Path) -> int:
    """Return the number of rows of a file; 0 if it does not exist or is no such file."""
    if not file.exists():
        return 0
    try:
        return int(parquet.read_metadata(file).num_rows)
    except (OSError, ValueError):
        return 0
