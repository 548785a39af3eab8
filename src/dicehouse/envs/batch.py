"""Many games at once: what learners play in.

>>> from dicehouse.envs import Batch
>>> batch = Batch("dice-ocalypse", 1024, players=2, seed=1)
>>> batch.observations.shape, batch.masks.shape, batch.to_move.shape
((1024, 208), (1024, 276), (1024,))
>>> while not batch.done.any():
...     batch.step(batch.sample())
>>> float(batch.rewards[batch.done].sum(1).max())  # of each game that ended, one player has won
1.0
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from dicehouse.bots.memo import memo_of
from dicehouse.bots.minds import kind_of, quick
from dicehouse.errors import BadGame, BadSeed, BadSetting, UnknownGame
from dicehouse.games import find
from dicehouse.kit import Game, Position
from dicehouse.kit.entries import DICE
from dicehouse.kit.playout import MAX_DECISIONS, check_seed, packed
from dicehouse.kit.program import ready
from dicehouse.kit.record import dtype
from dicehouse.kit.settings import short
from dicehouse.kit.sights import Sight, space_of

from .asked import by_key, whole
from .program import EVERYBODY, HEAD, IN_TURN, NOBODY, PLAN, ROOM, Envs
from .saving import Seal

Floats: TypeAlias = npt.NDArray[np.float32]
Whole: TypeAlias = npt.NDArray[np.int64]
Flags: TypeAlias = npt.NDArray[np.bool_]
Which: TypeAlias = Sequence[int] | npt.NDArray[Any]
Seeds: TypeAlias = int | np.integer[Any] | Sequence[int] | npt.NDArray[Any]
Information = Literal["seen", "recall", "all"]

MOST_GAMES = 1 << 20
MOST_THREADS = 256
GOLDEN = 0x9E37_79B9_7F4A_7C15


class Batch:
    """So many games of one kind. A row is a game. All arrays are written in place by `step`, `reset`, `load` and
    `copy`: copy what you want to keep. Only what has changed is written in observations and masks, so that they can't
    be written by anybody else.

    `observations` (n x width, float32): what the seat that acts next sees; `sight` says what is where.
    `masks` (n x actions, bool): what it may do, by place. `actions` is how many places there are.
    `to_move` (n, int8): the seat that acts next; -1 where a game is over and no new one was dealt.
    `rewards` (n x players, float32): in the step that ended a game each seat's share of the win, else 0.
    `done` (n, bool): whether a game ended in the last step; `truncated` (n, bool): whether it was cut off.
    `scores` (n x players, float32) and `lengths` (n, int64): points and decisions of the game that ended last.
    """

    def __init__(
        self,
        game: Game | str,
        n: int,
        *,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        seed: Seeds = 0,
        information: Information = "seen",
        scaled: bool = True,
        against: Sequence[str] = (),
        seat: int | None = None,
        auto_reset: bool = True,
        most: int = MAX_DECISIONS,
        threads: int = 1,
    ) -> None:
        """`players` and `options` (settings by key) are those of `dicehouse.new`; BadSetting if they won't do.

        Each game's dice come from a seed of its own (`seeds`), made from `seed` and its row, or given as `n` of them.
        What happens in a game depends on that, on what is done in it, and on nothing else.
        `information`: "seen" is what the seat sees now, "recall" adds what it may remember, "all" what it can't know.
        `scaled`: numbers are divided by the `scale` of their plane, most so that they lie about between -1 and 1; some
        planes of numbers stay whole. `sight.low` and `sight.high` bound each. Else all are the planes' whole numbers.
        `against`: bots by name for all seats but one, the first for the next seat clockwise; one name is for all. They
        play within `step`, and the arrays show only the turns of the other seat: `seat`, or if that is None another
        one in each game (`learners`).
        `auto_reset`: where a game has ended, the arrays already show the beginning of the next one.
        `most`: after so many decisions a game is cut off. `threads`: on how many cores the games are played.
        """
        self._given = {
            "n": n, "players": players, "options": by_key(options), "information": information, "scaled": scaled,
            "against": against, "seat": seat, "auto_reset": auto_reset, "most": most, "threads": threads,
        }  # fmt: skip
        self.game = find(game) if isinstance(game, str) else game
        self._admit(n)
        self.players = self.game.usual if players is None else players
        self.n = whole("n, the number of games,", n, 1, MOST_GAMES)
        self.sight, self.space = Sight(self.game, information, scaled), space_of(self.game)
        self._most = whole("most", most, 1, 1 << 40)
        self._threads = min(whole("threads", threads, 1, MOST_THREADS), self.n)
        self._options = packed(self.game, self.players, options)
        self._settings = self.game.agree(self.players, options or {})
        self._seal = Seal(self.game, self.players, self._settings)
        self._seat(against, seat)
        self._lay_out(auto_reset)
        self._pool = ThreadPoolExecutor(self._threads - 1) if self._threads > 1 else None
        self.seeds = self.seeds_of(seed)
        self.reset()

    # --- playing

    def reset(self, which: Which | None = None, *, seed: Seeds | None = None) -> None:
        """Begin all games again, with the same dice or those of a new seed; or the next one in the rows `which`, named
        by number or marked True.
        """
        if which is not None and seed is not None:
            raise ValueError("A seed is for all games: leave out `which`, or the seed.")
        if which is None:
            if seed is not None:
                self.seeds = self.seeds_of(seed)
            self._heads["episode"] = -1
            self.scores[:], self.lengths[:] = 0, 0
            self._stir(int(self.seeds[0]))
        rows = np.arange(self.n) if which is None else self._rows(which)
        for array in (self.rewards, self.done, self.truncated):
            array[rows] = 0
        self._program.begin(
            self.game, self._heads_bytes, self._memory, self._plan, self._options, self._work[0], self.seeds, rows,
            self._kinds, self._memos[0], *self._sights,
        )  # fmt: skip
        self._fill(rows)

    def step(self, actions: npt.ArrayLike) -> None:
        """Play one action in each game: its place (see `text`), a whole number for each row. Where a game is over, it
        does not matter. ValueError or IndexError if they won't do; then nothing was played in any game.
        """
        chosen = self._chosen(actions)
        row = self._program.refused(self.game, self._heads_bytes, self._listed, chosen)
        if row >= 0:
            raise IndexError(f"Action {chosen[row]} of game {row} is not legal now; masks[{row}] says what is.")
        if self._pool is None:
            self._play(chosen, 0, 0, self.n)
        else:
            cuts = [self.n * k // self._threads for k in range(self._threads + 1)]
            parts = [self._pool.submit(self._play, chosen, k, *cuts[k : k + 2]) for k in range(1, self._threads)]
            self._play(chosen, 0, *cuts[:2])
            for part in parts:
                part.result()
        self._fill()

    def _play(self, chosen: Whole, thread: int, first: int, last: int) -> None:
        self._program.step(
            self.game, self._heads_bytes, self._memory, self._plan, self._options, self._work[thread], self.seeds,
            self.space.numbers, chosen, self._kinds, self._memos[thread], *self._sights, self.rewards, self.scores,
            self.lengths, self._done, self._cut, first, last,
        )  # fmt: skip

    def sample(self) -> Whole:
        """A legal action for each game, any of them equally likely; written in place."""
        self._program.sample(self.game, self._heads_bytes, self._stream, self._listed, self._sampled)
        return self._sampled

    # --- positions

    def save(self, row: int) -> bytes:
        """One game with its dice to come. Nothing else tells the future, so don't let a player see it."""
        at = self._row(row)
        head = self._heads[at].copy()
        head["episode"] = head["count"] = 0  # they are the row's, not the game's
        return self._seal.put(head.tobytes() + self._positions[at].tobytes())

    def load(self, row: int, data: bytes) -> None:
        """Put a game that `save` gave in this row, here or in another batch of the same game, players and settings; the
        same follows as would have followed there. ValueError if it is none; then nothing has changed.

        Who plays which seat is this batch's: bots play on from there until it is the learner's turn. The learner is
        `seat`. Without `seat` it is the one that the game had, and in a game without bots the row's own.
        """
        at, body = self._row(row), HEAD.itemsize + self._positions.shape[1]
        read = self._seal.open(data, body)
        head = np.frombuffer(read, HEAD, 1)[0].copy()
        head["episode"], head["count"] = self._heads[at]["episode"], self._heads[at]["count"]
        head["learner"] = self._learner_in(at, int(head["learner"]))
        self._heads[at] = head
        self._positions[at] = np.frombuffer(read, np.uint8, offset=HEAD.itemsize)
        if self._learner == EVERYBODY:
            self._look(np.array([at]))
        else:
            self._go_on(np.array([at]))

    def _learner_in(self, row: int, had: int) -> int:
        """The learner of a game that comes from elsewhere, where it had this one."""
        if self._learner != IN_TURN:
            return self._learner
        return had if had != EVERYBODY else (row + int(self._heads[row]["episode"])) % self.players

    def copy(self, sources: Which, targets: Which) -> None:
        """Copy games over others, one after the other, with their dice to come."""
        one, other = self._rows(sources), self._rows(targets)
        if len(one) != len(other):
            raise ValueError(f"Copy as many games as there are places for them, not {len(one)} to {len(other)}.")
        self._program.copy_games(self.game, self._heads_bytes, self._memory, one, other)
        self._look(other)

    def position(self, row: int) -> Position:
        """A copy of a game's position, as the rules know it."""
        return Position(self.game, self._positions[self._row(row)].copy())

    def seen_by(self, seats: int | Which) -> Floats:
        """What a seat of each game sees, the same or another in each, whoever acts next."""
        asked = np.asarray(seats)
        if asked.dtype.kind not in "iu" or asked.shape not in ((), (self.n,)):
            raise ValueError(f"Name one seat, or {self.n} of them.")
        if asked.size and not 0 <= int(asked.min()) <= int(asked.max()) < self.players:
            raise IndexError(f"Seats go from 0 to {self.players - 1}.")
        chosen = np.ascontiguousarray(np.broadcast_to(asked, (self.n,)), np.int64)
        out = np.zeros_like(self.observations)
        self._program.sights(self.game, self._memory, self._plan, chosen, self.sight.divided, self.sight.factors, out)
        if self.sight.generic:
            self.sight.fill(out, self._positions, chosen)
        return out

    def standings(self) -> Floats:
        """The points that each seat of each game would have if it ended now, as `greedy` counts them. They may tell
        what others can't know: they are for rewards, not for players.
        """
        out = np.zeros((self.n, self.players), np.float32)
        self._program.standings(self.game, self._memory, self._plan, out)
        return out

    # --- texts

    def text(self, row: int, place: int) -> str:
        """The text of an action that is legal in a game now, as a match writes it."""
        at = self._row(row)
        if not 0 <= place < self.actions or not self.masks[at, place]:
            raise IndexError(f"Action {place} of game {at} is not legal now; masks[{at}] says what is.")
        state, seat = self.position(at).state, int(self._heads[at]["seat"])
        return self.game.hooks.describe(state, seat, int(self.space.numbers[place])).id

    def texts(self, row: int) -> dict[str, int]:
        """All that is legal in a game now: places by their texts."""
        at = self._row(row)
        return {self.text(at, int(place)): int(place) for place in np.flatnonzero(self.masks[at])}

    def place(self, row: int, text: str) -> int:
        """The place of an action by its text. ValueError if nothing that is legal now has this text."""
        legal = self.texts(row)
        found = legal.get(self.game.hooks.normal(text))
        if found is None:
            raise ValueError(f"{text[:40]!r} is not legal now; legal are: {', '.join(legal) or 'nothing'}.")
        return found

    # --- copies

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as what it was made of and how far it is: the copy plays on as this one would. The game is named."""
        try:
            known = find(self.game.id)
        except UnknownGame:
            known = None
        if known is not self.game:
            raise BadGame(
                f"{self.game.name} is no game of the house here, so a batch of it can't be pickled: what unpickles it"
                " would not find it. `save` and `load` keep its games."
            )
        return _rebuilt, (type(self), self.game.id, self._given, self._kept())

    def __copy__(self) -> Batch:
        return _rebuilt(type(self), self.game, self._given, self._kept())

    def __deepcopy__(self, memo: Any) -> Batch:
        return self.__copy__()

    def _kept(self) -> dict[str, Any]:
        """What `_take` needs to go on from here."""
        ends = [array.copy() for array in self._ends()]
        return {
            "seeds": self.seeds,
            "heads": self._heads,
            "positions": self._positions,
            "stream": self._stream,
            "ends": ends,
        }

    def _take(self, kept: dict[str, Any]) -> None:
        self.seeds = kept["seeds"].copy()
        counts = self._heads["count"].copy()  # of the options that are marked now
        self._heads[:], self._positions[:], self._stream[:] = kept["heads"], kept["positions"], kept["stream"]
        self._heads["count"] = counts
        self._look(np.arange(self.n))
        for array, value in zip(self._ends(), kept["ends"], strict=True):
            array[:] = value

    def _ends(self) -> list[npt.NDArray[Any]]:
        """What is said of the games that ended last."""
        return [self.rewards, self.done, self.truncated, self.scores, self.lengths]

    # --- how it is made

    def _admit(self, n: int) -> None:
        """BadGame where the rules are not compiled."""
        if self.game.engine is not None:
            raise BadGame(
                f"{self.game.name} measures its throws, one after the other: it can't be played in batches. Gymnasium's"
                " `make` and PettingZoo play it."
            )
        self._program = ready(Envs, self.game)

    def _seat(self, against: Sequence[str], seat: int | None) -> None:
        """Who plays which seat."""
        names, known = self._named(against), quick(self.game)
        for name in names:
            if name not in known:
                raise BadSetting(f"No bot {str(name)[:40]!r} plays in a batch; there are: {', '.join(known)}.")
        if seat is not None:
            whole("seat", seat, 0, self.players - 1)
            if not names:
                raise BadSetting("seat is the one that plays against bots: name them, or leave it out.")
        self.against = tuple(names)
        self._learner = EVERYBODY if not names else IN_TURN if seat is None else seat
        kinds = [kind_of(name, self.game, f"{place}") for place, name in enumerate(names)] or [0]
        memo = memo_of(self.game, self.players, self._settings) if names else np.zeros(1)
        self._kinds, self._memos = np.array(kinds), [memo.copy() for _ in range(self._threads)]

    def _named(self, against: object) -> list[str]:
        """A bot for each other seat, if there are any."""
        if isinstance(against, str):
            return [against] * (self.players - 1)
        if not isinstance(against, (list, tuple)):
            raise BadSetting(f"against names one bot for all other seats, or a list of them; not {short(against)}.")
        if against and len(against) != self.players - 1:
            named = f"{self.players - 1} of them, not {len(against)}"
            raise BadSetting(f"against names a bot for each other seat: {named}.")
        return list(against)

    def _lay_out(self, auto_reset: bool) -> None:
        """Room for everything."""
        n, size = self.n, dtype(self.game.rules.State).itemsize
        self.actions = len(self.space.numbers)
        self._seen: Floats = np.zeros((n, self.sight.width), np.float32)
        self._legal: Flags = np.zeros((n, self.actions), np.bool_)
        self.observations: Floats = _read_only(self._seen)
        self.masks: Flags = _read_only(self._legal)
        self.to_move: npt.NDArray[np.int8] = np.full(n, NOBODY, np.int8)
        self.rewards: Floats = np.zeros((n, self.players), np.float32)
        self.scores: Floats = np.zeros((n, self.players), np.float32)
        self.lengths: Whole = np.zeros(n, np.int64)
        self.done: Flags = np.zeros(n, np.bool_)
        self.truncated: Flags = np.zeros(n, np.bool_)
        self._done, self._cut = self.done.view(np.uint8), self.truncated.view(np.uint8)
        self._listed = np.zeros((n, min(self.actions, 4094)), np.int16)
        self._heads = np.zeros(n, HEAD)
        self._heads_bytes = self._heads.view(np.uint8)
        self._positions = np.zeros((n, size), np.uint8)
        self._memory = self._positions.reshape(-1)
        self._work = [np.zeros(ROOM * size, np.uint8) for _ in range(self._threads)]
        self._stream = np.zeros(DICE.itemsize, np.uint8)
        self._sampled: Whole = np.zeros(n, np.int64)
        plan = np.zeros(1, PLAN)
        for name, value in {
            "players": self.players,
            "cap": self._most,
            "learner": self._learner,
            "again": bool(auto_reset),
            **self.sight.parts,
            "lasting": 0 if self.sight.generic else self.game.hooks.LASTING,
        }.items():
            plan[name] = value
        self._plan = plan.view(np.uint8)
        self._sights = (
            self.space.places, self.sight.divided, self.sight.factors, self._listed, self._seen,
            self._legal.view(np.uint8), self.to_move,
        )  # fmt: skip

    def _stir(self, seed: int) -> None:
        """A stream for `sample`, the same whenever all games begin again."""
        stream = self._stream.view(DICE)[0]
        for name, shift in (("a", 0), ("b", 21), ("c", 42)):
            stream[name] = (seed * GOLDEN >> shift) & 0xFFFF_FFFF
        stream["counter"] = 1

    def seeds_of(self, seed: Seeds) -> Whole:
        """A seed for each row, of one for all or of one for each. BadSeed if they won't do."""
        given = seed if isinstance(seed, (list, tuple, range)) else np.asarray(seed, object).tolist()
        if not isinstance(given, (list, tuple, range)):
            first = check_seed(given)
            return np.array([_scattered(first + row * GOLDEN) for row in range(self.n)])
        if len(given) != self.n:
            raise BadSeed(f"Give one seed, or {self.n} of them, one for each game; not {len(given)}.")
        return np.array([check_seed(each) for each in given])

    @property
    def learners(self) -> Whole:
        """The seat of each game that no bot plays; -1 if there are no bots."""
        found: Whole = self._heads["learner"].copy()
        return found

    @property
    def episodes(self) -> Whole:
        """How many games were dealt in each row before the one that is being played."""
        found: Whole = self._heads["episode"].copy()
        return found

    @episodes.setter
    def episodes(self, dealt: int) -> None:
        self._heads["episode"] = dealt

    def _look(self, rows: Whole) -> None:
        for array in (self.rewards, self.done, self.truncated):
            array[rows] = 0
        self._program.look(self.game, self._heads_bytes, self._memory, self._plan, rows, *self._sights)
        self._fill(rows)

    def _go_on(self, rows: Whole) -> None:
        """Let the bots play on where it is their turn, and show what comes of it, as a step does."""
        self._program.go_on(
            self.game, self._heads_bytes, self._memory, self._plan, self._options, self._work[0], self.seeds, rows,
            self._kinds, self._memos[0], *self._sights, self.rewards, self.scores, self.lengths, self._done, self._cut,
        )  # fmt: skip
        self._fill(rows)

    def _fill(self, rows: Whole | None = None) -> None:
        """What a game shows that does not say what is seen: the fields of its record."""
        if self.sight.generic:
            self.sight.fill(self._seen, self._positions, self._heads["seat"].clip(0))

    # --- what comes from outside

    def _row(self, row: int) -> int:
        if isinstance(row, bool) or not isinstance(row, (int, np.integer)) or not 0 <= row < self.n:
            raise IndexError(f"Games go from 0 to {self.n - 1}.")
        return int(row)

    def _rows(self, which: Which) -> Whole:
        rows = np.asarray(which)
        if rows.dtype == np.bool_ and rows.shape == (self.n,):
            return np.flatnonzero(rows)
        if rows.size == 0:
            return np.zeros(0, np.int64)
        if rows.dtype.kind not in "iu" or rows.ndim != 1:
            raise ValueError(f"Name rows by number, or mark {self.n} of them True or False.")
        if not 0 <= int(rows.min()) <= int(rows.max()) < self.n:
            raise IndexError(f"Games go from 0 to {self.n - 1}.")
        return np.ascontiguousarray(rows, np.int64)

    def _chosen(self, actions: npt.ArrayLike) -> Whole:
        chosen = np.asarray(actions)
        if chosen.dtype.kind not in "iu" or chosen.shape != (self.n,):
            raise ValueError(f"Actions are whole numbers, one for each of {self.n} games.")
        if chosen.dtype.itemsize == 8 and chosen.dtype.kind == "u":
            chosen = np.minimum(chosen, self.actions)  # what no signed number holds is no place either
        return np.ascontiguousarray(chosen, np.int64)


def _read_only(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The same memory, in which nobody else can write."""
    view = array.view()
    view.flags.writeable = False
    return view


def _scattered(number: int) -> int:
    """A number of 63 bits that has nothing to do with its neighbours' (splitmix64, Steele et al. 2014)."""
    mask = (1 << 64) - 1
    number &= mask
    number = (number ^ number >> 30) * 0xBF58_476D_1CE4_E5B9 & mask
    number = (number ^ number >> 27) * 0x94D0_49BB_1331_11EB & mask
    return (number ^ number >> 31) & ((1 << 63) - 1)


def _rebuilt(kind: type[Batch], game: Game | str, given: dict[str, Any], kept: dict[str, Any]) -> Batch:
    """A batch that goes on where another one was."""
    batch = kind(game, **given)
    batch._take(kept)
    return batch


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
