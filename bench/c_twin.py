"""The C twin, compiled by the system's C compiler into a temporary folder and called through ctypes."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from dicehouse.core.action_list import Actions
from dicehouse.core.dice import Dice, Event
from dicehouse.engine.playouts import MAX_DECISIONS, PlayoutBatch, pack_options
from dicehouse.games import find
from dicehouse.games.dice_ocalypse.rules.state import Player
from dicehouse.records.record import Bytes, dtype

SOURCE = Path(__file__).with_name("dice_ocalypse.c")
FLAGS = ("-O2", "-shared", "-fPIC")
GAME = find("dice-ocalypse")
RECORDS = (GAME.rules.Options, Player, GAME.rules.State)
STATE_SIZE = dtype(GAME.rules.State).itemsize
C_TYPES = {
    "i1": "int8_t", "i2": "int16_t", "i4": "int32_t", "i8": "int64_t", "u1": "uint8_t", "f8": "double", "?": "bool",
}  # fmt: skip
C_KEYWORDS = ("short",)  # field names that get an underscore in C


def compiler() -> str | None:
    """The C compiler of this machine: `$CC`, else the first that is there."""
    return os.environ.get("CC") or next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)


def c_records(*records: type[Any]) -> str:
    """Return C declarations of `records`, which stand in the order in which they use each other.

    A C compiler that lays a field out differently from Python refuses them.
    """
    names = {np.dtype(code): name for code, name in C_TYPES.items()}
    lines = ["#include <stdbool.h>", "#include <stddef.h>", "#include <stdint.h>"]
    for cls in records:
        name, kind = cls.__name__, dtype(cls)
        fields = {f"{field}_" if field in C_KEYWORDS else field: place for field, place in (kind.fields or {}).items()}
        shapes = {field: "".join(f"[{size}]" for size in item.shape) for field, (item, *_) in fields.items()}
        lines += [
            "typedef struct {",
            *(f"    {names[item.base]} {field}{shapes[field]};" for field, (item, *_) in fields.items()),
            f"}} {name};",
            f'_Static_assert(sizeof({name}) == {kind.itemsize}, "{name}");',
            *(
                f'_Static_assert(offsetof({name}, {field}) == {at}, "{name}.{field}");'
                for field, (_, at, *_) in fields.items()
            ),
        ]
        names[kind] = name
    return "\n".join(lines) + "\n"


class Twin:
    """The functions of the built library, with the kit's arrays as arguments."""

    def __init__(self, built: ctypes.CDLL) -> None:
        self._library = built
        self._library.play_games.restype = ctypes.c_int64

    def play_games(
        self,
        games: int,
        *,
        players: int = 2,
        settings: Mapping[str, object] | None = None,
        seed: int = 0,
        first: int = 0,
        cap: int = MAX_DECISIONS,
    ) -> PlayoutBatch:
        """The same as `dicehouse.engine.playouts.play_games`."""
        memory = np.zeros((games, STATE_SIZE), np.uint8)
        decisions = np.zeros(games, np.int64)
        self._library.play_games(
            address(memory),
            ctypes.c_int64(games),
            address(pack_options(GAME, players, settings)),
            ctypes.c_int(players),
            ctypes.c_int64(seed),
            ctypes.c_int64(first),
            ctypes.c_int64(cap),
            address(decisions),
        )
        return PlayoutBatch(GAME, players, memory, decisions)

    def deal(self, state: Bytes, options: Bytes, players: int, dice: Bytes) -> None:
        """Deal into `state`, a zeroed position."""
        self._library.deal(address(state), address(options), ctypes.c_int(players), address(dice))

    def apply(self, state: Bytes, seat: int, action: int, dice: Bytes) -> None:
        """Carry out one action; draws and events are written down if the dice say so."""
        self._library.apply(address(state), ctypes.c_int(seat), ctypes.c_int(action), address(dice))


def address(memory: npt.NDArray[Any]) -> ctypes.c_void_p:
    """Where an array's numbers lie."""
    return ctypes.c_void_p(memory.ctypes.data)


@contextmanager
def library(source: Path, *records: type[Any]) -> Iterator[ctypes.CDLL]:
    """Build a C source as the figures name it, `cc -O2`; its `records.h` has the dice, the actions and `records`."""
    program = compiler()
    if program is None:
        raise FileNotFoundError("There is no C compiler (cc, gcc or clang); set CC to name one.")
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "records.h").write_text(c_records(Event, Dice, Actions, *records))
        made = Path(folder) / "twin.so"
        subprocess.run([program, *FLAGS, "-I", folder, "-o", str(made), str(source)], check=True)
        yield ctypes.CDLL(str(made))


@contextmanager
def built() -> Iterator[Twin]:
    """The twin of Dice-ocalypse!."""
    with library(SOURCE, *RECORDS) as found:
        yield Twin(found)
