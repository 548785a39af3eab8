"""Play many games at once, for learners.

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
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from dicehouse.bots.named_opponents import compiled_bots, policy_code
from dicehouse.compiler.program import get_program
from dicehouse.core import Game
from dicehouse.core.settings import SettingValue
from dicehouse.engine import Position
from dicehouse.engine.entry_points import DICE_DTYPE
from dicehouse.engine.observation_encoder import ObservationEncoder, action_space
from dicehouse.engine.playouts import MAX_DECISIONS, check_seed, pack_options
from dicehouse.engine.policy_memo import make_policy_memo
from dicehouse.errors import BadGame, BadSeed, BadSetting, UnknownGame
from dicehouse.games import find
from dicehouse.old_names import accept_old_keywords, old_attribute
from dicehouse.process_threads import ProcessThreads
from dicehouse.records.record import dtype
from dicehouse.text_format import shorten

from .batch_kernels import (
    CONFIG,
    HEADER,
    NO_BOTS,
    NO_SEAT,
    ROTATING_SEAT,
    WORK_SLOTS,
    BatchProgram,
    Bots,
    Display,
    Games,
    Results,
    Scaling,
    Setup,
)
from .save_format import SaveFormat
from .validate_arguments import check_options, check_whole_number

Floats: TypeAlias = npt.NDArray[np.float32]
Ints: TypeAlias = npt.NDArray[np.int64]
Flags: TypeAlias = npt.NDArray[np.bool_]
Rows: TypeAlias = Sequence[int] | npt.NDArray[Any]
Seeds: TypeAlias = int | np.integer[Any] | Sequence[int] | npt.NDArray[Any]
Information = Literal["seen", "recall", "all"]

MAX_GAMES = 1 << 20
MAX_THREADS = 256
GOLDEN = 0x9E37_79B9_7F4A_7C15


class Batch:
    """Play `n` games of one kind. A row is a game.

    All arrays are written in place by `step`, `reset`, `load` and `copy`: copy what you want to keep. Observations and
    masks are read-only, because only their changed parts are written.

    `observations` (n x width, float32): what the seat that acts next sees; `observation_encoder` describes the columns.
    `masks` (n x actions, bool): the legal actions, by index. `actions` is the size of the action space.
    `to_move` (n, int8): the seat that acts next; -1 where a game is over and no new one was dealt.
    `rewards` (n x players, float32): in the step that ended a game each seat's share of the win, otherwise 0.
    `done` (n, bool): True where a game ended in the last step; `truncated` (n, bool): True where it was cut off.
    `points` (n x players, float32) and `lengths` (n, int64): points and decisions of the game that ended last.
    """

    @accept_old_keywords(most="max_decisions")
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
        max_decisions: int = MAX_DECISIONS,
        threads: int = 1,
    ) -> None:
        """Create a batch; `players` and `options` (settings by key) are those of `dicehouse.new`. Raise BadSetting if
        they are invalid.

        Each game's dice come from a seed of its own (`seeds`), made from `seed` and its row, or given as `n` seeds. A
        game depends only on its seed and on the actions played in it.

        `information`: "seen" is what the seat sees now, "recall" adds what it may remember, "all" adds hidden
        information.

        `scaled`: numbers are divided by the `scale` of their plane, so that most lie between about -1 and 1; some
        planes of numbers are not scaled. `observation_encoder.low` and `.high` are the bounds of each number. If it is
        False, all are the integers of the planes.

        `against`: bots by name for all seats but one, the first for the next seat clockwise; one name is for all. They
        play within `step`, and the arrays show only the turns of the other seat: `seat`, or a different one in each
        game if that is None (`learners`).

        `auto_reset`: where a game has ended, the arrays already show the start of the next one.

        `max_decisions`: the number of decisions after which a game is cut off. `threads`: the number of threads that
        play the games.
        """
        self._constructor_arguments: dict[str, Any] = {
            "n": n, "players": players, "options": check_options(options), "information": information, "scaled": scaled,
            "against": against, "seat": seat, "auto_reset": auto_reset, "max_decisions": max_decisions,
            "threads": threads,
        }  # fmt: skip
        self.game = find(game) if isinstance(game, str) else game
        self._load_program(n)
        self.players = self.game.usual if players is None else players
        self.n = check_whole_number("n, the number of games,", n, 1, MAX_GAMES)
        self.observation_encoder, self.action_space = (
            ObservationEncoder(self.game, information, scaled),
            action_space(self.game),
        )
        self._max_decisions = check_whole_number("max_decisions", max_decisions, 1, 1 << 40)
        self._threads = min(check_whole_number("threads", threads, 1, MAX_THREADS), self.n)
        self._options = pack_options(self.game, self.players, options)
        self._settings = self.game.settings_for(self.players, options or {})
        self._save_format = SaveFormat(self.game, self.players, self._settings)
        self._assign_seats(against, seat)
        self._allocate_arrays(auto_reset)
        self._pool = ProcessThreads(max(self._threads - 1, 1))
        self.seeds[:] = self.row_seeds(seed)
        self.reset()

    # --- playing

    def reset(self, which: Rows | None = None, *, seed: Seeds | None = None) -> None:
        """Begin all games again, with the same dice or those of a new seed; or begin the next game in the rows `which`,
        given as indices or as a mask.
        """
        if which is not None and seed is not None:
            raise ValueError("A seed is for all games. Leave out `which` or the seed.")
        if which is None:
            if seed is not None:
                self.seeds[:] = self.row_seeds(seed)
            self._headers["episode"] = -1
            self.points[:], self.lengths[:] = 0, 0
            self._seed_sampling(int(self.seeds[0]))
        rows = np.arange(self.n) if which is None else self._check_rows(which)
        for array in (self.rewards, self.done, self.truncated):
            array[rows] = 0
        self._begin_rows(rows)

    def _begin_rows(self, rows: Ints) -> None:
        """Deal the next game in these rows."""
        self._program.begin_games(self.game, self._games, self._setup, self._thread_bots[0], self._display, rows)
        self._fill_record_fields(rows)

    def step(self, actions: npt.ArrayLike, *, held: Rows | None = None) -> None:
        """Play one action in each game: an index for each row (see `legal_actions`), ignored where a game is over.

        In the rows `held`, given as indices or as a mask, nothing is played. Raise ValueError or IndexError if an
        action is invalid; then nothing was played in any game.
        """
        chosen = self._check_actions(actions)
        if held is None:
            self._step_legal(chosen)
            return
        rows = self._check_rows(held)
        seats = self._headers["seat"][rows]
        self._headers["seat"][rows] = NO_SEAT
        try:
            self._step_legal(chosen)
        finally:
            self._headers["seat"][rows] = seats

    def illegal_rows(self, actions: npt.ArrayLike) -> Ints:
        """Return the rows of games that are not over and in which the given action is not legal."""
        chosen = self._check_actions(actions)
        if self._find_illegal(chosen) < 0:
            return np.zeros(0, np.int64)
        inside = (chosen >= 0) & (chosen < self.actions)
        legal = self.masks[np.arange(self.n), np.where(inside, chosen, 0)] & inside
        return np.flatnonzero(~legal & (self.to_move != NO_SEAT))

    def _find_illegal(self, chosen: Ints) -> int:
        """Return the first row in which the chosen action is not legal, or -1."""
        return int(self._program.find_illegal_action(self.game, self._games.headers, self._display.listed, chosen))

    def _step_legal(self, chosen: Ints) -> None:
        """Play the chosen actions. Raise IndexError if one of them is not legal."""
        row = self._find_illegal(chosen)
        if row >= 0:
            raise IndexError(
                f"Action {chosen[row]} of game {row} isn't legal now. The legal actions are in masks[{row}]."
            )
        if self._threads == 1:
            self._step_rows(chosen, 0, 0, self.n)
        else:
            cuts = [self.n * k // self._threads for k in range(self._threads + 1)]
            parts = [self._pool.submit(self._step_rows, chosen, k, *cuts[k : k + 2]) for k in range(1, self._threads)]
            self._step_rows(chosen, 0, *cuts[:2])
            for part in parts:
                part.result()
        self._fill_record_fields()

    def _step_rows(self, chosen: Ints, thread: int, first: int, last: int) -> None:
        self._program.step_games(
            self.game,
            self._games,
            self._setup,
            self._thread_bots[thread],
            self._display,
            self._results,
            chosen,
            first,
            last,
        )

    def sample(self) -> Ints:
        """Return a random legal action for each game, uniformly distributed; written in place."""
        self._program.sample_actions(self.game, self._games.headers, self._stream, self._display.listed, self._sampled)
        return self._sampled

    # --- positions

    def save(self, row: int) -> bytes:
        """Return one game as bytes, with its dice to come. They predict the future, so don't show them to a player."""
        at = self._check_row(row)
        head = self._headers[at].copy()
        head["episode"] = head["count"] = 0  # these belong to the row, not to the game
        return self._save_format.put(head.tobytes() + self._positions[at].tobytes())

    def load(self, row: int, data: bytes) -> None:
        """Load a saved game into this row, from this batch or another one of the same game, players and settings; it
        continues with the same dice.

        Raise ValueError if the data is no such game; then nothing has changed. This batch decides who plays which seat:
        bots play until it is the learner's turn. The learner is `seat`. Without `seat` it is the one that the saved
        game had, and for a game without bots the row's own.
        """
        at, body = self._check_row(row), HEADER.itemsize + self._positions.shape[1]
        read = self._save_format.open(data, body)
        head = np.frombuffer(read, HEADER, 1)[0].copy()
        head["episode"], head["count"] = self._headers[at]["episode"], self._headers[at]["count"]
        head["learner"] = self._choose_learner(at, int(head["learner"]))
        self._headers[at] = head
        self._positions[at] = np.frombuffer(read, np.uint8, offset=HEADER.itemsize)
        if self._learner == NO_BOTS:
            self._show_rows(np.array([at]))
        else:
            self._continue_rows(np.array([at]))

    def _choose_learner(self, row: int, had: int) -> int:
        """Return the learner of a loaded game whose learner was `seat`."""
        if self._learner != ROTATING_SEAT:
            return self._learner
        return had if had != NO_BOTS else (row + int(self._headers[row]["episode"])) % self.players

    def copy(self, sources: Rows, targets: Rows) -> None:
        """Copy games over others, one after another, with their dice to come."""
        one, other = self._check_rows(sources), self._check_rows(targets)
        if len(one) != len(other):
            raise ValueError(f"Copy as many games as there are rows for them, not {len(one)} to {len(other)}.")
        self._program.copy_games(self.game, self._games, one, other)
        self._show_rows(other)

    def position(self, row: int) -> Position:
        """Return a copy of a game's position, as a record of the rules."""
        return Position(self.game, self._positions[self._check_row(row)].copy())

    def position_bytes(self) -> npt.NDArray[np.uint8]:
        """Return a copy of all positions: the bytes of one in each row."""
        return self._positions.copy()

    def observe(self, seats: int | Rows) -> Floats:
        """Return what a seat of each game sees, no matter who acts next: one seat for all games, or one for each."""
        asked = np.asarray(seats)
        if asked.dtype.kind not in "iu" or asked.shape not in ((), (self.n,)):
            raise ValueError(f"Name one seat, or {self.n} of them.")
        if asked.size and not 0 <= int(asked.min()) <= int(asked.max()) < self.players:
            raise IndexError(f"Seats go from 0 to {self.players - 1}.")
        return self._observe_positions(
            self._positions, np.ascontiguousarray(np.broadcast_to(asked, (self.n,)), np.int64)
        )

    def observe_rows(self, rows: Rows, seats: Rows) -> Floats:
        """Return what a seat of each of these rows sees: as many rows as there are seats."""
        chosen, asked = self._check_rows(rows), np.ascontiguousarray(seats, np.int64)
        if asked.shape != chosen.shape:
            raise ValueError(f"Name a seat for each of {len(chosen)} rows.")
        if asked.size and not 0 <= int(asked.min()) <= int(asked.max()) < self.players:
            raise IndexError(f"Seats go from 0 to {self.players - 1}.")
        return self._observe_positions(np.ascontiguousarray(self._positions[chosen]), asked)

    def _observe_positions(self, positions: npt.NDArray[np.uint8], seats: Ints) -> Floats:
        out: Floats = np.zeros((len(seats), self.observation_encoder.width), np.float32)
        self._program.observe_games(
            self.game, positions.reshape(-1), self._setup.config, self._display.scaling, seats, out
        )
        if self.observation_encoder.from_record_fields:
            self.observation_encoder.encode_fields(out, positions, seats)
        return out

    def heuristic_values(self) -> Floats:
        """Return the points that each seat of each game would have if it ended now, as `greedy` counts them.

        They may reveal hidden information: use them for rewards, not for players.
        """
        out = np.zeros((self.n, self.players), np.float32)
        self._program.value_games(self.game, self._games.positions, self._setup.config, out)
        return out

    # --- texts

    def action_text(self, row: int, index: int) -> str:
        """Return the text of a legal action of a game, as a match writes it."""
        at = self._check_row(row)
        if not 0 <= index < self.actions or not self.masks[at, index]:
            raise IndexError(f"Action {index} of game {at} isn't legal now. The legal actions are in masks[{at}].")
        state, seat = self.position(at).state, int(self._headers[at]["seat"])
        return self.game.hooks.describe_action(state, seat, int(self.action_space.numbers[index])).id

    def legal_actions(self, row: int) -> dict[str, int]:
        """Return the legal actions of a game: their indices by their texts."""
        at = self._check_row(row)
        return {self.action_text(at, int(place)): int(place) for place in np.flatnonzero(self.masks[at])}

    def action_index(self, row: int, text: str) -> int:
        """Return the index of a legal action by its text. Raise ValueError if no legal action has this text."""
        legal = self.legal_actions(row)
        found = legal.get(self.game.hooks.normal(text))
        if found is None:
            raise ValueError(f"{text[:40]!r} isn't legal now. The legal actions are: {', '.join(legal) or 'nothing'}.")
        return found

    # --- names of the version before

    sight = old_attribute("observation_encoder")
    space = old_attribute("action_space")
    scores = old_attribute("points")
    standings = old_attribute("heuristic_values")
    text = old_attribute("action_text")
    texts = old_attribute("legal_actions")
    place = old_attribute("action_index")
    seeds_of = old_attribute("row_seeds")
    seen_by = old_attribute("observe")

    # --- copies

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the constructor arguments and the state: the copy continues as this batch would. The game is stored by
        name.
        """
        try:
            known = find(self.game.id)
        except UnknownGame:
            known = None
        if known is not self.game:
            raise BadGame(
                f"{self.game.name} isn't an installed game, so a batch of it can't be pickled: the process that "
                "unpickles it wouldn't find the game. Use `save` and `load` instead."
            )
        return _rebuild_batch, (type(self), self.game.id, self._constructor_arguments, self._copy_state())

    def __copy__(self) -> Batch:
        return _rebuild_batch(type(self), self.game, self._constructor_arguments, self._copy_state())

    def __deepcopy__(self, memo: Any) -> Batch:
        return self.__copy__()

    def _copy_state(self) -> dict[str, Any]:
        """Return the state that `_restore_state` needs to continue."""
        ends = [array.copy() for array in self._result_arrays()]
        return {
            "seeds": self.seeds,
            "heads": self._headers,
            "positions": self._positions,
            "stream": self._stream,
            "ends": ends,
        }

    def _restore_state(self, kept: dict[str, Any]) -> None:
        self.seeds[:] = kept["seeds"]
        counts = self._headers["count"].copy()  # numbers of the legal actions that are marked now
        self._headers[:], self._positions[:], self._stream[:] = kept["heads"], kept["positions"], kept["stream"]
        self._headers["count"] = counts
        self._show_rows(np.arange(self.n))
        for array, value in zip(self._result_arrays(), kept["ends"], strict=True):
            array[:] = value

    def with_arguments(self, **changed: Any) -> Batch:
        """Return a batch like this one, made with other arguments; each row keeps its seed and counts on its games."""
        other = type(self)(self.game, **{**self._constructor_arguments, **changed})
        other.seeds[:] = self.seeds
        other.reset()
        other.episodes = self.episodes
        return other

    def _result_arrays(self) -> list[npt.NDArray[Any]]:
        """Return the arrays with the results of the games that ended last."""
        return [self.rewards, self.done, self.truncated, self.points, self.lengths]

    # --- construction

    def _load_program(self, n: int) -> None:
        """Load the compiled program. Raise BadGame if the rules don't compile."""
        if self.game.engine is not None:
            raise BadGame(
                f"{self.game.name} simulates its throws one after another, so it can't be played in batches. Use "
                "Gymnasium's `make` or PettingZoo."
            )
        self._program = get_program(BatchProgram, self.game)

    def _assign_seats(self, against: Sequence[str], seat: int | None) -> None:
        """Assign bots and learners to the seats."""
        names = self._check_opponents(against)
        if seat is not None:
            check_whole_number("seat", seat, 0, self.players - 1)
            if not names:
                raise BadSetting(
                    "seat is the seat that plays against bots. Name the bots with against, or leave out seat."
                )
        self.against = tuple(names)
        self._learner = NO_BOTS if not names else ROTATING_SEAT if seat is None else seat
        self._load_bots(names)

    def _load_bots(self, names: Sequence[str]) -> None:
        """Load the bots that play. Raise BadSetting if one of them can't."""
        known = compiled_bots(self.game)
        for name in names:
            if name not in known:
                raise BadSetting(f"No bot {str(name)[:40]!r} plays in a batch. The bots are: {', '.join(known)}.")
        kinds = [policy_code(name, self.game, f"{place}") for place, name in enumerate(names)] or [0]
        memo = make_policy_memo(self.game, self.players, self._settings) if names else np.zeros(1)
        self._kinds, self._memos = np.array(kinds), [memo.copy() for _ in range(self._threads)]

    def _check_opponents(self, against: object) -> list[str]:
        """Return a bot for each other seat, if there are any."""
        if isinstance(against, str):
            return [against] * (self.players - 1)
        if not isinstance(against, (list, tuple)):
            raise BadSetting(
                f"against must name one bot for all other seats, or a list of bots; not {shorten(against)}."
            )
        if against and len(against) != self.players - 1:
            named = f"{self.players - 1} of them, not {len(against)}"
            raise BadSetting(f"against must name a bot for each other seat: {named}.")
        return list(against)

    def _allocate_arrays(self, auto_reset: bool) -> None:
        """Allocate all arrays."""
        n, size = self.n, dtype(self.game.rules.State).itemsize
        self.actions = len(self.action_space.numbers)
        self._observations: Floats = np.zeros((n, self.observation_encoder.width), np.float32)
        self._masks: Flags = np.zeros((n, self.actions), np.bool_)
        self.observations: Floats = _read_only(self._observations)
        self.masks: Flags = _read_only(self._masks)
        self.to_move: npt.NDArray[np.int8] = np.full(n, NO_SEAT, np.int8)
        self.rewards: Floats = np.zeros((n, self.players), np.float32)
        self.points: Floats = np.zeros((n, self.players), np.float32)
        self.lengths: Ints = np.zeros(n, np.int64)
        self.done: Flags = np.zeros(n, np.bool_)
        self.truncated: Flags = np.zeros(n, np.bool_)
        self.seeds: Ints = np.zeros(n, np.int64)
        self._headers = np.zeros(n, HEADER)
        self._positions = np.zeros((n, size), np.uint8)
        self._stream = np.zeros(DICE_DTYPE.itemsize, np.uint8)
        self._sampled: Ints = np.zeros(n, np.int64)
        config = np.zeros(1, CONFIG)
        for name, value in {
            "players": self.players,
            "cap": self._max_decisions,
            "learner": self._learner,
            "again": bool(auto_reset),
            **self.observation_encoder.part_widths,
            "n_lasting": 0 if self.observation_encoder.from_record_fields else self.game.hooks.LASTING,
        }.items():
            config[name] = value
        self._games = Games(self._headers.view(np.uint8), self._positions.reshape(-1), self.seeds)
        self._setup = Setup(config.view(np.uint8), self._options)
        self._thread_bots = [Bots(self._kinds, memo, np.zeros(WORK_SLOTS * size, np.uint8)) for memo in self._memos]
        self._display = Display(
            self.action_space.numbers,
            self.action_space.places,
            Scaling(self.observation_encoder.scaled_ranges, self.observation_encoder.scale_factors),
            np.zeros((n, min(self.actions, 4094)), np.int16),
            self._observations,
            self._masks.view(np.uint8),
            self.to_move,
        )
        self._results = Results(
            self.rewards, self.points, self.lengths, self.done.view(np.uint8), self.truncated.view(np.uint8)
        )

    def _seed_sampling(self, seed: int) -> None:
        """Seed the random stream of `sample`, the same whenever all games begin again."""
        stream = self._stream.view(DICE_DTYPE)[0]
        for name, shift in (("a", 0), ("b", 21), ("c", 42)):
            stream[name] = (seed * GOLDEN >> shift) & 0xFFFF_FFFF
        stream["counter"] = 1

    def row_seeds(self, seed: Seeds) -> Ints:
        """Return a seed for each row, from one for all or one for each. Raise BadSeed if they are invalid."""
        given = seed if isinstance(seed, (list, tuple, range)) else np.asarray(seed, object).tolist()
        if not isinstance(given, (list, tuple, range)):
            first = check_seed(given)
            return np.array([_mix_seed(first + row * GOLDEN) for row in range(self.n)])
        if len(given) != self.n:
            raise BadSeed(f"Give one seed, or {self.n} seeds, one for each game; not {len(given)}.")
        return np.array([check_seed(each) for each in given])

    @property
    def settings(self) -> dict[str, SettingValue]:
        """Return all settings of the batch, with defaults for those that were not given."""
        return dict(self._settings)

    @property
    def options(self) -> dict[str, object]:
        """Return the settings that the batch was made with."""
        given: dict[str, object] = dict(self._constructor_arguments["options"])
        return given

    @property
    def learners(self) -> Ints:
        """Return the seat of each game that no bot plays; -1 if there are no bots."""
        found: Ints = self._headers["learner"].copy()
        return found

    @property
    def episodes(self) -> Ints:
        """Return how many games were dealt in each row before the current one."""
        found: Ints = self._headers["episode"].copy()
        return found

    @episodes.setter
    def episodes(self, dealt: int | Ints) -> None:
        self._headers["episode"] = dealt

    def _show_rows(self, rows: Ints) -> None:
        for array in (self.rewards, self.done, self.truncated):
            array[rows] = 0
        self._program.show_games(self.game, self._games, self._setup, self._display, rows)
        self._fill_record_fields(rows)

    def _continue_rows(self, rows: Ints) -> None:
        """Let the bots play where it is their turn, and show the result, as a step does."""
        self._program.continue_games(
            self.game, self._games, self._setup, self._thread_bots[0], self._display, self._results, rows
        )
        self._fill_record_fields(rows)

    def _fill_record_fields(self, rows: Ints | None = None) -> None:
        """Fill the fields of its record that a game without an observation of its own shows."""
        if self.observation_encoder.from_record_fields:
            self.observation_encoder.encode_fields(self._observations, self._positions, self._headers["seat"].clip(0))

    # --- validation

    def _check_row(self, row: int) -> int:
        if isinstance(row, bool) or not isinstance(row, (int, np.integer)) or not 0 <= row < self.n:
            raise IndexError(f"Games go from 0 to {self.n - 1}.")
        return int(row)

    def _check_rows(self, which: Rows) -> Ints:
        rows = np.asarray(which)
        if rows.dtype == np.bool_ and rows.shape == (self.n,):
            return np.flatnonzero(rows)
        if rows.size == 0:
            return np.zeros(0, np.int64)
        if rows.dtype.kind not in "iu" or rows.ndim != 1:
            raise ValueError(f"Name rows by number, or give {self.n} Booleans.")
        if not 0 <= int(rows.min()) <= int(rows.max()) < self.n:
            raise IndexError(f"Games go from 0 to {self.n - 1}.")
        return np.ascontiguousarray(rows, np.int64)

    def _check_actions(self, actions: npt.ArrayLike) -> Ints:
        chosen = np.asarray(actions)
        if chosen.dtype.kind not in "iu" or chosen.shape != (self.n,):
            raise ValueError(f"Actions are whole numbers, one for each of {self.n} games.")
        if chosen.dtype.itemsize == 8 and chosen.dtype.kind == "u":
            chosen = np.minimum(chosen, self.actions)  # clip huge unsigned numbers, which are no legal index
        return np.ascontiguousarray(chosen, np.int64)


def _read_only(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return a read-only view of an array."""
    view = array.view()
    view.flags.writeable = False
    return view


def _mix_seed(number: int) -> int:
    """Return a number of 63 bits that is independent of its neighbours' (splitmix64, Steele et al. 2014)."""
    mask = (1 << 64) - 1
    number &= mask
    number = (number ^ number >> 30) * 0xBF58_476D_1CE4_E5B9 & mask
    number = (number ^ number >> 27) * 0x94D0_49BB_1331_11EB & mask
    return (number ^ number >> 31) & ((1 << 63) - 1)


def _rebuild_batch(kind: type[Batch], game: Game | str, given: dict[str, Any], kept: dict[str, Any]) -> Batch:
    """Return a batch that continues from a pickled state."""
    batch = kind(game, **given)
    batch._restore_state(kept)
    return batch


def available_cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
