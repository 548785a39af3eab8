"""Positions of Dice-ocalypse! between two turns: whence they come, what the net sees there, and what comes of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

import dicehouse
from dicehouse.compiler.memory_intrinsics import batch_in, local_floats
from dicehouse.compiler.program import (
    BYTE_ARRAY,
    FLOAT_ARRAY,
    FLOAT_MATRIX,
    EntryPoint,
    EntryPoints,
    Program,
    entry_point,
    get_program,
)
from dicehouse.core import dtype
from dicehouse.engine.policy_memo import make_policy_memo
from dicehouse.engine.position_rollouts import NO_OBSERVER, NO_TURN_LIMIT, Rollouts
from dicehouse.games.dice_ocalypse.ai.odds_tables import FIGURES, NET
from dicehouse.games.dice_ocalypse.ai.value_net import OWNS, fill_own_figures, fill_seat_figures
from dicehouse.games.dice_ocalypse.ai.win_chances import load_totals
from dicehouse.games.dice_ocalypse.rules.state import FULL_HAND, MAX_PLAYERS, NO_SEAT, State
from dicehouse.match.match import Match
from dicehouse.records.record import Array, Bytes

Floats = npt.NDArray[np.floating[Any]]

GAME = "dice-ocalypse"
STATE = dtype(State)
EVERY = 3  # positions of a game lie close together: one in so many is looked at
TRIED = 10  # one game in so many is foretold, not learned from
STIRRED = 0.9  # games in which hands are dealt by lot
LATEST = 30  # turns before that happens, at most; in every fourth of these games it happens at once
MOVED, SHIFT = 0.7, 30  # whose totals are moved then, and by how many fifties at most


@dataclass(frozen=True)
class Table:
    """Who learns where, and how many of the games are played there."""

    players: int
    part: float = 1.0
    settings: dict[str, Any] = field(default_factory=dict)

    def match(self, seed: int) -> Match:
        """A match at this table."""
        return dicehouse.new(GAME, players=self.players, options=self.settings, seed=seed)


@dataclass(frozen=True)
class Seen:
    """Positions of a table: their games, what the net sees of each seat, and who won."""

    number: npt.NDArray[np.int64]
    states: Bytes
    plain: Floats
    figures: Floats
    won: Floats

    @property
    def fresh(self) -> npt.NDArray[np.bool_]:
        """Of games that nothing is learned from."""
        return self.number % TRIED == 0

    def at(self, rows: npt.NDArray[Any], won: Floats | None = None) -> Seen:
        """Some of them; perhaps with other shares of the win."""
        shares = self.won[rows] if won is None else won
        return Seen(self.number[rows], self.states[rows], self.plain[rows], self.figures[rows], shares)


def looked_at(table: Table, games: int, seed: int) -> Seen:
    """Positions while nobody has crossed, from so many games."""
    match = table.match(seed)
    numbers, states, won = zip(*played(match, games, seed), strict=True)
    n, memory = len(numbers), np.concatenate(states)
    plain, figures = np.zeros((n, MAX_PLAYERS)), np.zeros((n * MAX_PLAYERS, FIGURES))
    memo = make_policy_memo(match.game, match.players, match.settings)
    get_program(Looking, match.game).seen_by_net(match.game, memory, memo, plain, figures)
    seats = slice(match.players)
    rows = figures.reshape(n, MAX_PLAYERS, FIGURES)[:, seats].astype(np.float32)
    return Seen(np.array(numbers), memory.reshape(n, -1), plain[:, seats], rows, np.array(won))


def played(match: Match, games: int, seed: int) -> Iterator[tuple[int, Bytes, Floats]]:
    """Positions between turns with the number of their game, and how each game ended."""
    futures, lot = Rollouts(match.game, match.players, match.settings, seed), np.random.default_rng(seed)
    for number in range(games):
        position, course, luck = futures.deal_position(number), [], number
        until = futures.count_turns(position)
        stirred = until + max(int(lot.integers(-LATEST // 3, LATEST)), 0) if lot.random() < STIRRED else None
        while True:
            if until == stirred:
                position, course = stir(position, match.players, lot), []
            course.append(np.frombuffer(position, np.uint8))
            until += 1
            ends, shares = futures.play_until_turn(position, luck, 1, [], NO_OBSERVER, until)
            if shares.any():
                break
            position = ends[0].tobytes()
            luck += 1_000_003  # other dice in each turn
        skipped = 1 + int(lot.integers(EVERY))
        for state in course[:1] + course[skipped::EVERY]:
            if state.view(STATE)[0]["first"] == NO_SEAT:
                yield number, state, shares[0, : match.players].copy()


def stir(position: bytes, players: int, lot: np.random.Generator) -> bytes:
    """The same position with other hands, and other totals for most who have one."""
    memory = np.frombuffer(position, np.uint8).copy()
    state = memory.view(STATE)[0]
    if state["first"] == NO_SEAT:
        for player in state["players"][:players]:
            player["hand"], player["immunity"] = int(lot.integers(64)) & FULL_HAND, bool(lot.integers(2))
            moved = int(player["total"]) + 50 * int(lot.integers(-SHIFT, SHIFT + 1))
            if player["total"] > 0 and lot.random() < MOVED:
                player["total"] = min(max(moved, 50), int(state["options"]["target"]) - 50)
    return memory.tobytes()


def comes_of(
    table: Table, states: Bytes, seed: int, n: int, turns: int | None = None, weights: Floats | None = None
) -> Floats:
    """What each seat may expect of these positions, by `n` futures of each: to the end, or so many turns on, where a
    net of these weights says what is to be expected.
    """
    match = table.match(seed)
    memo = make_policy_memo(match.game, match.players, match.settings)
    if weights is not None:
        memo[NET:] = weights
    futures, found = (
        Rollouts(match.game, match.players, match.settings, seed, memo=memo),
        np.zeros((len(states), match.players)),
    )
    for i, state in enumerate(states):
        position = state.tobytes()
        until = NO_TURN_LIMIT if turns is None else futures.count_turns(position) + turns
        shares = futures.play_until_turn(position, i * n, n, [], NO_OBSERVER, until, use_estimate=turns is not None)[1]
        found[i] = shares[:, : match.players].mean(0)
    return found


ENTRIES: EntryPoints = {}


class Looking(Program):
    """What the net sees of many positions."""

    cache_name = "looking"
    entry_points = ENTRIES

    seen_by_net: EntryPoint


@entry_point(ENTRIES, BYTE_ARRAY, FLOAT_ARRAY, FLOAT_MATRIX, FLOAT_MATRIX)
def seen_by_net(game: Any, memory: Bytes, memo: Array[float], plain: Any, figures: Any) -> None:
    """Fill in what the net sees of each seat of these positions; each has a row in `plain`, and so has each of its
    seats in `figures`.
    """
    states = batch_in(memory, game.STATE)
    own = local_floats(OWNS)
    for i in range(len(states)):
        state = states[i]
        number, player = state.n_players, state.player
        state.player = (player + number - 1) % number  # as `outlook.estimate` asks
        load_totals(state, memo)
        fill_own_figures(state, memo, plain[i], own)
        for seat in range(number):
            fill_seat_figures(state, seat, plain[i], own, figures[i * MAX_PLAYERS + seat])
        state.player = player
