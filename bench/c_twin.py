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


class Twin:
    """The functions of the built library, with the kit's arrays as arguments."""

    def __init__(self, library: ctypes.CDLL) -> None:
        self._library = library
        library.play_games.restype = ctypes.c_int64

    def layout(self) -> dict[str, tuple[int, int]]:
        """Offset and size of every field of every record, and of the records themselves."""
        fields = (_Field * 200).in_dll(self._library, "LAYOUT")
        found = {}
        for field in fields:
            if field.name is None:
                break
            found[field.name.decode()] = (field.offset, field.size)
        return found

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
            _at(memory),
            ctypes.c_int64(games),
            _at(packed(GAME, players, settings)),
            ctypes.c_int(players),
            ctypes.c_int64(seed),
            ctypes.c_int64(first),
            ctypes.c_int64(cap),
            _at(decisions),
        )
        return Batch(GAME, players, memory, decisions)

    def deal(self, state: Bytes, options: Bytes, players: int, dice: Bytes) -> None:
        """Deal into `state`, a zeroed position."""
        self._library.deal(_at(state), _at(options), ctypes.c_int(players), _at(dice))

    def apply(self, state: Bytes, seat: int, action: int, dice: Bytes) -> None:
        """Carry out one action; draws and events are written down if the dice say so."""
        self._library.apply(_at(state), ctypes.c_int(seat), ctypes.c_int(action), _at(dice))


def _at(memory: npt.NDArray[np.uint8] | npt.NDArray[np.int64]) -> ctypes.c_void_p:
    return ctypes.c_void_p(memory.ctypes.data)


@contextmanager
def built() -> Iterator[Twin]:
    """The twin, built as the figures name it: `cc -O2`."""
    program = compiler()
    if program is None:
        raise FileNotFoundError("There is no C compiler (cc, gcc or clang); set CC to name one.")
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "twin.so"
        subprocess.run([program, *FLAGS, "-o", str(library), str(SOURCE)], check=True)
        yield Twin(ctypes.CDLL(str(library)))
