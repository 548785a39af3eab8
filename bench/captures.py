"""Captures of Baron Voodoo, compiled Python beside C: finding all of a position, and carrying each out on a copy."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numba import njit

from dicehouse.compiler.rule_compiler import NUMBA_OPTIONS, EntryCompiler
from dicehouse.core.action_list import Actions
from dicehouse.core.dice import Dice
from dicehouse.engine.playouts import play_games
from dicehouse.games import find
from dicehouse.games.baron_voodoo.rules.board import legal_jumps
from dicehouse.games.baron_voodoo.rules.state import Phase, Player, Side
from dicehouse.games.baron_voodoo.rules.turn import capture
from dicehouse.records.record import Bytes, dtype

from .c_twin import address, library

SOURCE = Path(__file__).with_name("baron_voodoo.c")
GAME = find("baron-voodoo")
STATE, ACTIONS, DICE = dtype(GAME.rules.State), dtype(Actions), dtype(Dice)
MOST = 80  # captures of one position: ten dice of a colour, eight directions
CAPS = range(2, 200, 3)  # from the first turns of a game to the last


def positions(games: int, players: int = 2, settings: Mapping[str, object] | None = None) -> Bytes:
    """Positions of random games, one a row, in which a capture may be possible."""
    rows = np.concatenate(
        [play_games(GAME, games, players=players, settings=settings, seed=cap, cap=cap).memory for cap in CAPS]
    )
    return rows[np.isin(rows.reshape(-1).view(STATE)["phase"], (Phase.TURN, Phase.CAPTURE))]


class Captures:
    """Room for what is found, and the two loops over positions; they return the same numbers in both languages."""

    def __init__(self) -> None:
        self.actions: Bytes = np.zeros(ACTIONS.itemsize, np.uint8)
        self.dice: Bytes = np.zeros(DICE.itemsize, np.uint8)
        self.after: Bytes = np.zeros(MOST * STATE.itemsize, np.uint8)

    def listed(self, positions: Bytes, rounds: int = 1) -> int:
        """How many captures these positions have."""
        return int(_list_captures(positions.reshape(-1), rounds, self.actions))

    def carried_out(self, positions: Bytes, rounds: int = 1) -> int:
        """Carry all of them out; the numbers of the captured dice together."""
        return int(_carry_out(positions.reshape(-1), rounds, self.actions, self.after, self.dice))


class CapturesInC(Captures):
    """The same by the twin."""

    def __init__(self, built: ctypes.CDLL) -> None:
        super().__init__()
        self._built = built
        self._built.list_captures.restype = self._built.carry_out.restype = ctypes.c_int64

    def listed(self, positions: Bytes, rounds: int = 1) -> int:
        """How many captures these positions have."""
        return int(self._built.list_captures(*_rows(positions, rounds), address(self.actions)))

    def carried_out(self, positions: Bytes, rounds: int = 1) -> int:
        """Carry all of them out; the numbers of the captured dice together."""
        rest = (self.actions, self.after, self.dice)
        return int(self._built.carry_out(*_rows(positions, rounds), *map(address, rest)))

    def legal_jumps(self, state: Bytes, seat: int) -> list[int]:
        """The captures of `seat`."""
        self.actions[:] = 0
        self._built.legal_jumps(address(state), ctypes.c_int(seat), address(self.actions))
        listed = self.actions.view(ACTIONS)[0]
        found: list[int] = listed["item"][: listed["count"]].tolist()
        return found

    def capture(self, state: Bytes, seat: int, action: int, dice: Bytes) -> None:
        """Carry one out in place; the event is written down if the dice say so."""
        self._built.capture(address(state), ctypes.c_int(seat), ctypes.c_int(action), address(dice))


def _rows(positions: Bytes, rounds: int) -> tuple[Any, ...]:
    return address(positions), ctypes.c_int64(len(positions)), ctypes.c_int64(rounds)


@contextmanager
def built() -> Iterator[CapturesInC]:
    """The twin, built with the flags of the other one."""
    with library(SOURCE, GAME.rules.Options, Side, Player, GAME.rules.State) as found:
        yield CapturesInC(found)


# Compiled as an entry point of the kit is, but not kept: the cache is for the house's own.


@njit(pipeline_class=EntryCompiler, **NUMBA_OPTIONS)
def _list_captures(memory: Any, rounds: int, actions: Any) -> int:
    states, listed = memory.view(STATE), actions.view(ACTIONS)[0]
    total = 0
    for _ in range(rounds):
        for i in range(len(states)):
            listed.count = 0
            legal_jumps(states[i], states[i].player, listed)
            total += listed.count
    return total


@njit(pipeline_class=EntryCompiler, **NUMBA_OPTIONS)
def _carry_out(memory: Any, rounds: int, actions: Any, room: Any, throws: Any) -> int:
    states, listed, after, dice = memory.view(STATE), actions.view(ACTIONS)[0], room.view(STATE), throws.view(DICE)[0]
    total = 0
    for _ in range(rounds):
        for i in range(len(states)):
            listed.count = 0
            legal_jumps(states[i], states[i].player, listed)
            for k in range(listed.count):
                after[k] = states[i]
                capture(after[k], states[i].player, listed.item[k], dice)
                total += after[k].captured
    return total
