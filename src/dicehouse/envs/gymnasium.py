"""Offer the games to Gymnasium: one seat against bots, in one game (`make`) or in many at once (`make_vec`).

Importing this registers `dicehouse/DiceOcalypse-v0`, `dicehouse/BaronVoodoo-v0`, `dicehouse/DeckODice-v0`,
`dicehouse/Dicetopia-v0` and `dicehouse/Indicesion-v0`. It needs `dicehouse[gymnasium]`. inDICEsion is measured in
simulated physics, one throw after another, so it has no environment of many games, and `make_vec` says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from dicehouse.core import Game
from dicehouse.engine.observation_encoder import ObservationEncoder
from dicehouse.errors import BadSetting, IllegalOption, MatchOver
from dicehouse.games import all_games
from dicehouse.old_names import old_attribute

from .batch import Batch, Floats, Information, Ints, Seeds
from .optional_dependencies import require_library
from .single_game import Mask, SingleGame
from .validate_arguments import check_action_index, check_optional_seed

gym: Any = require_library("gymnasium", "gymnasium", "Gymnasium")
vector: Any = require_library("gymnasium.vector", "gymnasium", "Gymnasium")

Illegal = Literal["end", "raise"]
DEFAULT_OPPONENT = "sensible"


def _check_one_learner(batch: Batch) -> None:
    """Raise BadSetting if more than one seat would be left to the learner."""
    if batch.players > 1 and not batch.against:
        raise BadSetting(
            f"against names a bot for each other seat, or one for all: {batch.players - 1} of them, not none. Who wants"
            " to play all seats takes a Batch, or PettingZoo."
        )


def _learner_seats(batch: Batch) -> Ints:
    """Return the seat of each game that learns; a single player is the only one."""
    return batch.learners if batch.against else np.zeros(batch.n, np.int64)


def _observation_space(encoder: ObservationEncoder) -> Any:
    return gym.spaces.Box(encoder.low, encoder.high, dtype=np.float32)


class DicehouseEnv(gym.Env):  # type: ignore[misc]  # whether it has types depends on whether it is installed
    """Play one seat of a game against bots.

    An observation is what the seat sees, as numbers; `game.batch.observation_encoder` describes them. An action is an
    index into the game's fixed action space; `action_masks()` and `info["action_mask"]` say which are legal. The reward
    is the seat's returns when the game ends, otherwise 0.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012  # as Gymnasium has it

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        against: str | Sequence[str] = DEFAULT_OPPONENT,
        seat: int | None = None,
        information: Information = "seen",
        illegal: Illegal = "end",
        render_mode: str | None = None,
    ) -> None:
        """Create an environment; `against`, `seat`, `options` and `information` are those of `Batch`.

        `illegal` says what an illegal action does: "end" the game with a reward of -1, or "raise" IllegalOption.
        """
        if illegal not in ("end", "raise"):
            raise BadSetting(f"illegal is 'end' or 'raise', not {str(illegal)[:20]!r}.")
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise BadSetting(f"render_mode is 'ansi', or None; not {str(render_mode)[:20]!r}.")
        self.game = SingleGame(game, players, options, information, against, seat)
        _check_one_learner(self.game.batch)
        self.illegal, self.render_mode = illegal, render_mode
        self.observation_space = _observation_space(self.game.batch.observation_encoder)
        self.action_space = gym.spaces.Discrete(self.game.batch.actions)
        self._begun = self._ended = False

    @property
    def seat(self) -> int:
        """Return the learner's seat."""
        return int(_learner_seats(self.game.batch)[0])

    def action_masks(self) -> Mask:
        """Return 1 for every legal action; for none when the game has ended."""
        mask = self.game.action_mask(self.seat)
        return np.zeros_like(mask) if self._ended else mask

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Floats, dict[str, Any]]:
        """Begin a game: the first one of a seed, or the next."""
        super().reset(seed=check_optional_seed(seed))
        first = seed is not None or not self._begun
        self.game.deal(int(self.np_random.integers(1 << 62)) if first else None)
        self._begun, self._ended = True, False
        return self._observe()

    def step(self, action: int) -> tuple[Floats, float, bool, bool, dict[str, Any]]:
        """Play an action, and let the bots play. An action that is not an integer is refused, and nothing changes."""
        if not self._begun or self._ended:
            raise MatchOver("The game is over: call reset()." if self._begun else "No game has begun: call reset().")
        place = check_action_index(action)
        if not self.game.is_legal(place):
            return self._refuse_action(place)
        self.game.batch.step([place])
        batch = self.game.batch
        self._ended = bool(batch.done[0])
        cut = bool(batch.truncated[0])
        seen, info = self._observe()
        return seen, float(batch.rewards[0, self.seat]), self._ended and not cut, cut, info

    def _refuse_action(self, place: int) -> tuple[Floats, float, bool, bool, dict[str, Any]]:
        legal = ", ".join(self.game.batch.legal_actions(0))
        why = f"Action {place} is not legal now; legal are: {legal}."
        if self.illegal == "raise":
            raise IllegalOption(why)
        self._ended = True
        seen, info = self._observe()
        return seen, -1.0, True, False, {**info, "illegal": why}

    def _observe(self) -> tuple[Floats, dict[str, Any]]:
        return self.game.observation(self.seat), {"action_mask": self.action_masks(), "seat": self.seat}

    def legal_actions(self) -> dict[str, int]:
        """Return the indices of the legal actions by their texts, in the game's notation."""
        return {} if self._ended else self.game.batch.legal_actions(0)

    texts = old_attribute("legal_actions")

    def render(self) -> str | None:
        """Return the position as text, if the render mode is text."""
        if self.render_mode is None:
            return None
        return self.game.render_text(self.seat)


class DicehouseVectorEnv(vector.VectorEnv):  # type: ignore[misc]  # whether it has types depends on the installation
    """Play one seat of many games at once against bots: a `Batch` with the interface of Gymnasium.

    A game that ends is replaced by the next one in the same step (`AutoresetMode.SAME_STEP`); its last observation is
    in `infos["final_obs"]`. Illegal actions are refused with IndexError, and nothing is played.
    """

    metadata: dict[str, Any] = {"autoreset_mode": vector.AutoresetMode.SAME_STEP}  # noqa: RUF012  # as Gymnasium has it

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
    ) -> None:
        """Create an environment; the arguments are those of `Batch`.

        Without `copy`, the returned arrays are the batch's own, which the next step overwrites.
        """
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
        _check_one_learner(self.batch)
        self.num_envs, self._copy = num_envs, copy
        self.single_observation_space = _observation_space(self.batch.observation_encoder)
        self.single_action_space = gym.spaces.Discrete(self.batch.actions)
        spaces = gym.vector.utils
        self.observation_space = spaces.batch_space(self.single_observation_space, num_envs)
        self.action_space = spaces.batch_space(self.single_action_space, num_envs)
        self._begun = False

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return the legal actions, a row for each game."""
        return self.batch.masks.copy() if self._copy else self.batch.masks

    def reset(
        self, *, seed: Seeds | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Floats, dict[str, Any]]:
        """Begin all games: the first ones of a seed (one for all, or one for each), or the next ones."""
        if isinstance(seed, (Sequence, np.ndarray)):
            seeds = self.batch.row_seeds(seed)
            super().reset(seed=int(seeds[0]))
            self.batch.reset(seed=seeds)
        else:
            super().reset(seed=check_optional_seed(seed))
            if seed is None and self._begun:
                self.batch.reset(np.arange(self.num_envs))
            else:
                self.batch.reset(seed=int(self.np_random.integers(1 << 62)))
        self._begun = True
        return self._observations(), self._infos()

    def step(self, actions: npt.ArrayLike) -> tuple[Any, ...]:
        """Play an action in each game."""
        if not self._begun:
            raise MatchOver("No games have begun: call reset().")
        batch = self.batch
        batch.step(np.asarray(actions))
        rows = np.arange(self.num_envs)
        learners = _learner_seats(batch)
        rewards = batch.rewards[rows, learners].copy()
        ended, cut = batch.done.copy(), batch.truncated.copy()
        infos: dict[str, Any] = {}
        if ended.any():
            final = np.zeros_like(batch.observations)
            final[ended] = batch.observe(learners)[ended]
            infos = {"final_obs": final, "_final_obs": ended.copy()}
            batch.reset(ended)
        return self._observations(), rewards, ended & ~cut, cut, {**infos, **self._infos()}

    def _observations(self) -> Floats:
        return self.batch.observations.copy() if self._copy else self.batch.observations

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks(), "_action_mask": np.ones(self.num_envs, np.bool_)}


def gymnasium_id(game: Game) -> str:
    """Return the name of a game in Gymnasium."""
    return f"dicehouse/{''.join(part.capitalize() for part in game.id.split('-'))}-v0"


def register_game(game: Game) -> str:
    """Register a game with Gymnasium; return its id there."""
    name = gymnasium_id(game)
    if name not in gym.registry:
        gym.register(
            name,
            entry_point=f"{__name__}:DicehouseEnv",
            vector_entry_point=f"{__name__}:DicehouseVectorEnv",  # it explains why if the game has none
            kwargs={"game": game.id},
        )
    return name


for _game in all_games().values():
    register_game(_game)
