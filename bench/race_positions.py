"""Positions of Dice-ocalypse! between two turns: whence they come, what the net sees there, and what comes of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

import dicehouse
from dicehouse.bots.futures import NEVER, OPEN, Futures
from dicehouse.bots.memo import memo_of
from dicehouse.games.dice_ocalypse.bot.odds import FIGURES, NET
from dicehouse.games.dice_ocalypse.bot.outlook import OWNS, among, look
from dicehouse.games.dice_ocalypse.bot.prospects import load_totals
from dicehouse.games.dice_ocalypse.rules.state import FULL_HAND, MAX_PLAYERS, NOBODY, State
from dicehouse.kit import dtype
from dicehouse.kit.entries import BYTES, FLOAT_ROWS, FLOATS, Entries, entry_in
from dicehouse.kit.memory import batch_in, local_floats
from dicehouse.kit.program import Call, Program, ready
from dicehouse.kit.record import Array, Bytes
from dicehouse.match import Match

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
    memo = memo_of(match.game, match.players, match.settings)
    ready(Looking, match.game).seen_by_net(match.game, memory, memo, plain, figures)
    seats = slice(match.players)
    rows = figures.reshape(n, MAX_PLAYERS, FIGURES)[:, seats].astype(np.float32)
    return Seen(np.array(numbers), memory.reshape(n, -1), plain[:, seats], rows, np.array(won))


def played(match: Match, games: int, seed: int) -> Iterator[tuple[int, Bytes, Floats]]:
    """Positions between turns with the number of their game, and how each game ended."""
    futures, lot = Futures(match, seed), np.random.default_rng(seed)
    for number in range(games):
        position, course, luck = futures.dealt(number), [], number
        until = futures.turns(position)
        stirred = until + max(int(lot.integers(-LATEST // 3, LATEST)), 0) if lot.random() < STIRRED else None
        while True:
            if until == stirred:
                position, course = stir(position, match.players, lot), []
            course.append(np.frombuffer(position, np.uint8))
            until += 1
            ends, shares = futures.until(position, luck, 1, [], OPEN, until)
            if shares.any():
                break
            position = ends[0].tobytes()
            luck += 1_000_003  # other dice in each turn
        skipped = 1 + int(lot.integers(EVERY))
        for state in course[:1] + course[skipped::EVERY]:
            if state.view(STATE)[0]["first"] == NOBODY:
                yield number, state, shares[0, : match.players].copy()


def stir(position: bytes, players: int, lot: np.random.Generator) -> bytes:
    """The same position with other hands, and other totals for most who have one."""
    memory = np.frombuffer(position, np.uint8).copy()
    state = memory.view(STATE)[0]
    if state["first"] == NOBODY:
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
    memo = memo_of(match.game, match.players, match.settings)
    if weights is not None:
        memo[NET:] = weights
    futures, found = Futures(match, seed, memo=memo), np.zeros((len(states), match.players))
    for i, state in enumerate(states):
        position = state.tobytes()
        until = NEVER if turns is None else futures.turns(position) + turns
        shares = futures.until(position, i * n, n, [], OPEN, until, guess=turns is not None)[1]
        found[i] = shares[:, : match.players].mean(0)
    return found


ENTRIES: Entries = {}


class Looking(Program):
    """What the net sees of many positions."""

    kept_as = "looking"
    functions = ENTRIES

    seen_by_net: Call


@entry_in(ENTRIES, BYTES, FLOATS, FLOAT_ROWS, FLOAT_ROWS)
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
        look(state, memo, plain[i], own)
        for seat in range(number):
            among(state, seat, plain[i], own, figures[i * MAX_PLAYERS + seat])
        state.player = player
