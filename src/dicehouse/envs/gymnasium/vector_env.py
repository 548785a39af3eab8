"""Play one seat of many games at once against bots: a `Batch` with the interface of Gymnasium."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from dicehouse.errors import BadSetting, MatchOver
from dicehouse.text_format import shorten

from ..batch import Batch, Flags, Floats, Information, Ints, Seeds
from ..environment_version import options_of_version
from ..optional_dependencies import require_library
from ..rendering import PICTURES_A_SECOND, Renderer, check_render_mode
from ..reset_options import SEAT, ResetOptions
from ..validate_arguments import check_limit, check_optional_seed
from .env_row import EnvRow
from .learner import (
    DEFAULT_OPPONENT,
    ILLEGAL_REWARD,
    Illegal,
    IllegalAction,
    check_illegal,
    check_one_learner,
    gym,
    learner_seats,
    observation_space,
)

vector: Any = require_library("gymnasium.vector", "gymnasium", "Gymnasium")

AutoresetMode: Any = vector.AutoresetMode
RESET_MASK = "reset_mask"  # Gymnasium's name of the option that says which games begin again


class DicehouseVectorEnv(vector.VectorEnv):  # type: ignore[misc]  # whether it has types depends on the installation
    """Play one seat of many games at once against bots: a `Batch` with the interface of Gymnasium.

    `autoreset_mode` says when a game that has ended is replaced by the next one: in the same step (its last observation
    and info are then in `infos["final_obs"]` and `infos["final_info"]`), in the next step, or at a reset.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # as Gymnasium has it
        "render_modes": ["ansi", "rgb_array"],
        "render_fps": PICTURES_A_SECOND,
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        against: str | Sequence[str] = DEFAULT_OPPONENT,
        seat: int | None = None,
        information: Information = "seen",
        threads: int = 1,
        copy: bool = True,
        autoreset_mode: Any = AutoresetMode.SAME_STEP,
        illegal: Illegal = "end",
        render_mode: str | None = None,
        max_episode_steps: int | None = None,
        version: int | None = None,
    ) -> None:
        """Create an environment; the arguments are those of `Batch`.

        Without `copy`, the returned observations and masks are the batch's own where that is possible, which the next
        step overwrites. `autoreset_mode` is one of Gymnasium's. `illegal` says what an illegal action does: "end" the
        game with a reward of -1, or "raise" an error, and nothing is played in any game. A game is truncated after
        `max_episode_steps` actions of the learner. `version` is that of the environment, the newest by default.
        """
        options = options_of_version(game, version, options)
        self.autoreset_mode = _check_autoreset_mode(autoreset_mode)
        self.illegal = check_illegal(illegal)
        check_render_mode(render_mode, self.metadata["render_modes"])
        self._most_steps = check_limit("max_episode_steps", max_episode_steps)
        self.batch = Batch(
            game,
            num_envs,
            players=players,
            options=options,
            against=against,
            seat=seat,
            information=information,
            threads=threads,
            auto_reset=False,
        )
        check_one_learner(self.batch)
        self.num_envs, self._copy, self.render_mode = num_envs, copy, render_mode
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self.single_observation_space = observation_space(self.batch.observation_encoder)
        self.single_action_space = gym.spaces.Discrete(self.batch.actions)
        spaces = gym.vector.utils
        self.observation_space = spaces.batch_space(self.single_observation_space, num_envs)
        self.action_space = spaces.batch_space(self.single_action_space, num_envs)
        self._made_with: dict[str, Any] = {"options": self.batch.options, "seat": seat}
        self._changed: dict[str, Any] = {}
        self._options = ResetOptions(self.batch.game, SEAT, RESET_MASK)
        self._renderer = Renderer()
        self._begun = False
        self._over: Flags = np.zeros(num_envs, np.bool_)  # games that have ended, and that no other has replaced
        self._closed: Flags = np.zeros(num_envs, np.bool_)  # those of them in which no action is left
        self._steps: Ints = np.zeros(num_envs, np.int64)
        self._attributes: dict[str, list[Any]] = {}

    # --- playing

    def reset(
        self, *, seed: Seeds | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Floats, dict[str, Any]]:
        """Begin all games: the first ones of a seed (one for all, or one for each), or the next ones.

        `options` are settings of the game by key, and the learner's `seat`; they hold until the next reset. With
        `reset_mask`, a mask of the games, only those begin.
        """
        many = isinstance(seed, (Sequence, np.ndarray))
        seeds = self.batch.row_seeds(seed) if many and seed is not None else None
        checked = check_optional_seed(seed if seeds is None else int(seeds[0]))
        settings, others = self._options.read(options)
        rows = self._check_reset_mask(others.pop(RESET_MASK, None), bool(settings or others))
        if rows is None:
            self._change(settings, others)
        super().reset(seed=checked)
        if seeds is None and (seed is not None or not self._begun):
            seeds = self.batch.row_seeds(int(self.np_random.integers(1 << 62)))
        self._deal(np.arange(self.num_envs) if rows is None else rows, seeds)
        self._begun = True
        return self._observations(), self._infos()

    def _deal(self, rows: Ints, seeds: Ints | None) -> None:
        """Deal the first game of each row's seed, or the next game where there are no seeds."""
        if seeds is not None and len(rows) == self.num_envs:
            self.batch.reset(seed=seeds)
        else:
            if seeds is not None:
                self.batch.seeds[rows] = seeds[rows]
                episodes = self.batch.episodes
                episodes[rows] = -1
                self.batch.episodes = episodes
            self.batch.reset(rows)
        self._over[rows], self._closed[rows], self._steps[rows] = False, False, 0

    def _change(self, settings: dict[str, object], others: dict[str, Any]) -> None:
        """Change these settings for the next games, and undo earlier changes. Raise BadSetting if one is invalid."""
        wanted = {**others, **({"options": {**self._made_with["options"], **settings}} if settings else {})}
        if wanted != self._changed:
            self.batch = self.batch.with_arguments(**{**self._made_with, **wanted})
            self._changed = wanted

    def _check_reset_mask(self, mask: Any, changes: bool) -> Ints | None:
        """Return the rows that begin again, or None for all. Raise BadSetting if the mask is invalid."""
        if mask is None:
            return None
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.shape != (self.num_envs,):
            raise BadSetting(
                f"reset_mask must be an array of {self.num_envs} Booleans, True for the games to reset; not "
                f"{shorten(mask)}."
            )
        if not mask.any():
            raise BadSetting("reset_mask must be True for at least one game.")
        if not self._begun:
            raise BadSetting("No games have begun. The first reset can't have a reset_mask.")
        if changes:
            raise BadSetting("Settings change for all games at once. Leave out reset_mask or the settings.")
        return np.flatnonzero(mask)

    def step(self, actions: npt.ArrayLike) -> tuple[Any, ...]:
        """Play an action in each game; one that has ended takes any action."""
        if not self._begun:
            raise MatchOver("No games have begun: call reset().")
        batch, waiting = self.batch, self._over.copy()
        if self.autoreset_mode == AutoresetMode.DISABLED and waiting.any():
            row = int(np.argmax(waiting))
            raise MatchOver(f"Game {row} is over: reset(options={{'reset_mask': mask}}) resets the games of the mask.")
        chosen = np.asarray(actions)
        illegal = self._illegal_rows(chosen, waiting)
        held = waiting | illegal
        batch.step(chosen, held=np.flatnonzero(held) if held.any() else None)
        learners = learner_seats(batch)
        rewards = batch.rewards[np.arange(self.num_envs), learners]
        truncated = batch.truncated.copy()
        terminated = batch.done & ~truncated
        rewards[illegal], terminated[illegal] = ILLEGAL_REWARD, True
        self._steps += ~waiting
        if self._most_steps is not None:
            truncated |= ~waiting & (self._steps >= self._most_steps)
        closed = batch.done | illegal
        if waiting.any():
            self._deal(np.flatnonzero(waiting), None)
        self._over, self._closed = terminated | truncated, closed
        refused = {"illegal": self._refusals(chosen, illegal), "_illegal": illegal} if illegal.any() else {}
        if self.autoreset_mode != AutoresetMode.SAME_STEP:
            return self._observations(), rewards, terminated, truncated, {**refused, **self._infos()}
        final: dict[str, Any] = {}
        if self._over.any():
            final = self._final_infos(learners, refused)
            self._deal(np.flatnonzero(self._over), None)
        return self._observations(), rewards, terminated, truncated, {**final, **self._infos()}

    def _illegal_rows(self, chosen: npt.NDArray[Any], waiting: Flags) -> Flags:
        """Return where the action is not legal. Raise IllegalAction if illegal actions are to raise an error."""
        found = np.zeros(self.num_envs, np.bool_)
        found[self.batch.illegal_rows(chosen)] = True
        found &= ~waiting
        if self.illegal == "raise" and found.any():
            row = int(np.argmax(found))
            raise IllegalAction(
                f"Action {chosen[row]} of game {row} isn't legal now. The legal actions are in action_mask."
            )
        return found

    def _refusals(self, chosen: npt.NDArray[Any], illegal: Flags) -> npt.NDArray[Any]:
        texts = np.full(self.num_envs, None, object)
        for row in np.flatnonzero(illegal):
            texts[row] = f"Action {chosen[row]} isn't legal now. The legal actions are in action_mask."
        return texts

    # --- what comes back

    def action_masks(self) -> Flags:
        """Return the legal actions, a row for each game: all of them where a game has ended."""
        if not self._closed.any():
            return self.batch.masks.copy() if self._copy else self.batch.masks
        masks = self.batch.masks.copy()
        masks[self._closed] = True
        return masks

    def _observations(self) -> Floats:
        if not self._over.any():
            return self.batch.observations.copy() if self._copy else self.batch.observations
        seen, rows = self.batch.observations.copy(), np.flatnonzero(self._over)
        seen[rows] = self.batch.observe_rows(rows, learner_seats(self.batch)[rows])
        return seen

    def _infos(self) -> dict[str, Any]:
        every = np.ones(self.num_envs, np.bool_)
        return {
            "action_mask": self.action_masks().view(np.int8),
            "_action_mask": every,
            "seat": learner_seats(self.batch),
            "_seat": every.copy(),
        }

    def _final_infos(self, learners: Ints, refused: dict[str, Any]) -> dict[str, Any]:
        """Return the last observations and infos of the games that have ended, in the rows that are marked."""
        over, rows = self._over, np.flatnonzero(self._over)
        seen = np.zeros_like(self.batch.observations)
        seen[rows] = self.batch.observe_rows(rows, learners[rows])
        masks, seats = np.zeros((self.num_envs, self.batch.actions), np.int8), np.zeros(self.num_envs, np.int64)
        masks[rows], seats[rows] = self.batch.masks[rows], learners[rows]
        masks[self._closed] = 1
        info = {"action_mask": masks, "_action_mask": over.copy(), "seat": seats, "_seat": over.copy(), **refused}
        return {"final_obs": seen, "_final_obs": over.copy(), "final_info": info, "_final_info": over.copy()}

    # --- one game at a time

    def call(self, name: str, *args: Any, **kwargs: Any) -> tuple[Any, ...]:
        """Return what the attribute `name` of each game is, or what it returns if it is a method (see `EnvRow`)."""
        found = [getattr(self._row(row), name) for row in range(self.num_envs)]
        return tuple(each(*args, **kwargs) if callable(each) else each for each in found)

    def get_attr(self, name: str) -> tuple[Any, ...]:
        """Return an attribute of each game."""
        return self.call(name)

    def set_attr(self, name: str, values: Any) -> None:
        """Give each game an attribute: one value for all, or a list or tuple with one for each.

        Raise ValueError if there are not as many values as games, AttributeError if the games define it themselves.
        """
        given = list(values) if isinstance(values, (list, tuple)) else [values] * self.num_envs
        if len(given) != self.num_envs:
            raise ValueError(f"Give one value, or {self.num_envs} values, one for each game; not {len(given)}.")
        if name == "illegal":
            if any(each != given[0] for each in given):
                raise ValueError("illegal must be the same for all games.")
            self.illegal = check_illegal(given[0])
        elif hasattr(EnvRow, name):
            raise AttributeError(f"{name} follows from the game, so it can't be set.")
        else:
            self._attributes[name] = given

    def is_closed(self, row: int) -> bool:
        """Return True if no action is left in a game that no other has replaced."""
        return bool(self._closed[row])

    def render_row(self, row: int) -> Any:
        """Return a game as its learner sees it, in the render mode; None without one."""
        return self._renderer.render(self.render_mode, self.batch, row, int(learner_seats(self.batch)[row]))

    def _row(self, row: int) -> EnvRow:
        return EnvRow(self, row, {name: values[row] for name, values in self._attributes.items()})

    def render(self) -> tuple[Any, ...] | None:
        """Return each game as its learner sees it, in the render mode; None without one."""
        return None if self.render_mode is None else self.call("render")


def _check_autoreset_mode(mode: Any) -> Any:
    """Return one of Gymnasium's autoreset modes, given itself, its name or its text. Raise BadSetting otherwise."""
    for known in AutoresetMode:
        if mode in (known, known.name, known.value):
            return known
    names = ", ".join(f"AutoresetMode.{known.name}" for known in AutoresetMode)
    raise BadSetting(f"autoreset_mode must be one of {names}; not {shorten(mode)}.")
