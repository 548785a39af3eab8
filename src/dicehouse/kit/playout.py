"""Random games at full speed: whole batches in compiled code, or one option at a time from Python.

>>> from dicehouse.games import find
>>> batch = play_games(find("dice-ocalypse"), 100, players=2, seed=1)
>>> batch.games, batch.finished
(100, 100)

A `Stepper` is the quickest way to drive a game from Python: every step is one compiled call, with nothing but bytes and
a number going in.

>>> game = Stepper(find("dice-ocalypse"), players=2, seed=1)
>>> while game.count:
...     count = game.step(game.count - 1)
>>> max(game.scores()) > 10_000
True

One stream of dice serves a whole game here, where a match has one for each action; undone and verified is nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import typeof

from .actions import Actions
from .compiling import entry, rules
from .dice import Dice, start_stream, unbiased
from .engine import Position, engine_of
from .game import Game
from .record import Bytes, dtype, strict

DICE = dtype(Dice)
ACTIONS = dtype(Actions)
DICE_SIZE = DICE.itemsize
FRONT = DICE_SIZE + ACTIONS.itemsize  # of a stepper's buffer: the dice, then the actions; behind them the position
MAX_DECISIONS = 20_000  # a game need not end by itself: nobody has to score


@rules
def first_seat(mask: int) -> int:
    """The lowest seat of a mask that is not empty."""
    seat = 0
    while mask >> seat & 1 == 0:
        seat += 1
    return seat


@entry
def _play_games(
    game: Any, memory: Any, options: Any, n_players: int, seed: int, first: int, cap: int, decisions: Any
) -> int:
    states = memory.view(game.STATE)
    settings = options.view(game.OPTIONS)[0]
    buffer = np.zeros(FRONT, np.uint8)
    dice = buffer[:DICE_SIZE].view(DICE)[0]
    actions = buffer[DICE_SIZE:].view(ACTIONS)[0]
    total = 0
    for i in range(len(states)):
        state = states[i]
        start_stream(dice, seed, seed >> 32, first + i)
        game.deal(state, settings, n_players, dice)
        n = 0
        while n < cap and not game.over(state):
            seat = first_seat(game.acting(state))
            actions.count = 0
            game.legal(state, seat, actions)
            assert actions.count > 0
            game.apply(state, seat, actions.item[unbiased(dice, actions.count)], dice)
            n += 1
        decisions[i] = n
        total += n
    return total


@entry
def _copy_positions(game: Any, memory: Any, times: int) -> None:
    states = memory.view(game.STATE)
    last = len(states) - 1
    for i in range(times):
        states[i % last + 1] = states[i % last]


# dice, actions and position of one game lie behind each other in one buffer: a call from Python is then two arguments


@rules
def _look(game: Any, state: Any, actions: Any) -> int:
    actions.count = 0
    if not game.over(state):
        game.legal(state, first_seat(game.acting(state)), actions)
    count: int = actions.count
    return count


@entry
def _begin(game: Any, buffer: Any, options: Any, n_players: int, seed: int) -> int:
    dice = buffer[:DICE_SIZE].view(DICE)[0]
    actions = buffer[DICE_SIZE:FRONT].view(ACTIONS)[0]
    state = buffer[FRONT:].view(game.STATE)[0]
    start_stream(dice, seed, seed >> 32, 0)
    game.deal(state, options.view(game.OPTIONS)[0], n_players, dice)
    return _look(game, state, actions)


@entry
def _step(game: Any, buffer: Any, k: int) -> int:
    dice = buffer[:DICE_SIZE].view(DICE)[0]
    actions = buffer[DICE_SIZE:FRONT].view(ACTIONS)[0]
    state = buffer[FRONT:].view(game.STATE)[0]
    if k < 0 or k >= actions.count:
        raise IndexError("There is no such option.")
    game.apply(state, first_seat(game.acting(state)), actions.item[k], dice)
    return _look(game, state, actions)
