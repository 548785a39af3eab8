"""The files of an archive: their names and columns."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from dicehouse.games import find
from dicehouse.kit.record import dtype

from ..extras import need
from .plan import Plan

MOVES = {
    "game": "the number of the game",
    "move": "which decision of the game it is, from 0",
    "seat": "the seat that decides, from 0",
    "position": "the whole position before it, secrets included, as the bytes of the game's record",
    "legal": "the places of all legal actions in the fixed space of actions, in order",
    "action": "the place of the action that was chosen",
    "share": "the seat's share of the win in the end",
}
GAMES = {
    "game": "the number of the game",
    "seed": "the seed of its dice",
    "bots": "who sat on each seat",
    "moves": "how many decisions it took",
    "shares": "each seat's share of the win; all 0 if nobody with a seat has won",
    "scores": "each seat's points",
    "cut_off": "whether it was stopped before its end",
    "end": "the last position",
}


def name_of(what: str, shard: int) -> str:
    """The name of a file."""
    return f"{what}-{shard:05d}.parquet"


def shards_in(folder: Path) -> list[int]:
    """The numbers of the shards that lie in a folder, in order; files of other names belong to somebody else."""
    named = (re.fullmatch(r"games-([0-9]{5,9})\.parquet", file.name) for file in folder.glob("games-*.parquet"))
    return sorted(int(found[1]) for found in named if found)


def moves_schema(plan: Plan) -> Any:
    """The columns of the decisions."""
    pa = need("pyarrow", "parquet", "pyarrow")
    kinds = [pa.int64(), pa.int32(), pa.int8(), _bytes(pa, plan), pa.list_(pa.int16()), pa.int16(), pa.float32()]
    return pa.schema(list(zip(MOVES, kinds, strict=True)))


def games_schema(plan: Plan) -> Any:
    """The columns of the games."""
    pa = need("pyarrow", "parquet", "pyarrow")
    of_seats = pa.list_(pa.float32(), plan.players)
    bots = pa.list_(pa.string(), plan.players)
    kinds = [pa.int64(), pa.int64(), bots, pa.int32(), of_seats, of_seats, pa.bool_(), _bytes(pa, plan)]
    return pa.schema(list(zip(GAMES, kinds, strict=True)))


def _bytes(pa: Any, plan: Plan) -> Any:
    return pa.binary(dtype(find(plan.game).rules.State).itemsize)


def rows_of(parquet: Any, file: Path) -> int:
    """How many rows a file has; 0 if it is not there, or no such file."""
    if not file.exists():
        return 0
    try:
        return int(parquet.read_metadata(file).num_rows)
    except (OSError, ValueError):
        return 0
