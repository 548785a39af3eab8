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

import numpy as np
import numpy.typing as npt

from dicehouse.games import find
from dicehouse.kit.playout import MAX_DECISIONS, Batch, packed
from dicehouse.kit.record import Bytes, dtype

SOURCE = Path(__file__).with_name("dice_ocalypse.c")
FLAGS = ("-O2", "-shared", "-fPIC")
GAME = find("dice-ocalypse")
STATE_SIZE = dtype(GAME.rules.State).itemsize


def compiler() -> str | None:
    """The C compiler of this machine: `$CC`, else the first that is there."""
    return os.environ.get("CC") or next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)


class _Field(ctypes.Structure):
    _fields_ = (("name", ctypes.c_char_p), ("offset", ctypes.c_int64), ("size", ctypes.c_int64))


class Library:
    """What the C compiler made of a source."""

    def __init__(self, functions: ctypes.CDLL) -> None:
        self.functions = functions

    def layout(self) -> dict[str, tuple[int, int]]:
        """Offset and size of every field of every record, and of the records themselves."""
        fields = (_Field * 200).in_dll(self.functions, "LAYOUT")
        found = {}
        for field in fields:
            if field.name is None:
                break
            found[field.name.decode()] = (field.offset, field.size)
        return found


class Twin:
    """The functions of the built library, with the kit's arrays as arguments."""

    def __init__(self, built: Library) -> None:
        self._library = built.functions
        self._library.play_games.restype = ctypes.c_int64
        self.layout = built.layout

    def play_games(
        self,
        games: int,
        *,
        players: int = 2,
        settings: Mapping[str, object] | None = None,
        seed: int = 0,
        first: int = 0,
        cap: int = MAX_DECISIONS,
    ) -> Batch:
        """The same as `dicehouse.kit.playout.play_games`."""
        memory = np.zeros((games, STATE_SIZE), np.uint8)
        decisions = np.zeros(games, np.int64)
        self._library.play_games(
            address(memory),
            ctypes.c_int64(games),
            address(packed(GAME, players, settings)),
            ctypes.c_int(players),
            ctypes.c_int64(seed),
            ctypes.c_int64(first),
            ctypes.c_int64(cap),
            address(decisions),
        )
        return Batch(GAME, players, memory, decisions)

    def deal(self, state: Bytes, options: Bytes, players: int, dice: Bytes) -> None:
        """Deal into `state`, a zeroed position."""
        self._library.deal(address(state), address(options), ctypes.c_int(players), address(dice))

    def apply(self, state: Bytes, seat: int, action: int, dice: Bytes) -> None:
        """Carry out one action; draws and events are written down if the dice say so."""
        self._library.apply(address(state), ctypes.c_int(seat), ctypes.c_int(action), address(dice))


def address(memory: npt.NDArray[np.uint8] | npt.NDArray[np.int64]) -> ctypes.c_void_p:
    """Where an array's numbers lie."""
    return ctypes.c_void_p(memory.ctypes.data)


@contextmanager
def library(source: Path) -> Iterator[Library]:
    """A C source, built as the figures name it: `cc -O2`."""
    program = compiler()
    if program is None:
        raise FileNotFoundError("There is no C compiler (cc, gcc or clang); set CC to name one.")
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "twin.so"
        subprocess.run([program, *FLAGS, "-o", str(made), str(source)], check=True)
        yield Library(ctypes.CDLL(str(made)))


@contextmanager
def built() -> Iterator[Twin]:
    """The twin of Dice-ocalypse!."""
    with library(SOURCE) as found:
        yield Twin(found)
