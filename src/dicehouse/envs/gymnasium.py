"""Gymnasium: one seat against bots, alone (`make`) or many games at once (`make_vec`).

Importing this registers `dicehouse/DiceOcalypse-v0`, `dicehouse/BaronVoodoo-v0`, `dicehouse/DeckODice-v0`,
`dicehouse/Dicetopia-v0` and `dicehouse/Indicesion-v0`. It needs `dicehouse[gymnasium]`. inDICEsion is measured in
simulated physics, one throw after the other, so it has no environment of many games, and `make_vec` says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from dicehouse.errors import BadSetting, IllegalOption, MatchOver
from dicehouse.games import all_games
from dicehouse.kit import Game
from dicehouse.kit.sights import Sight

from .asked import place_of, seed_of
from .batch import Batch, Floats, Information, Seeds, Whole
from .extras import need
from .single import Mask, Single

gym: Any = need("gymnasium", "gymnasium", "Gymnasium")
vector: Any = need("gymnasium.vector", "gymnasium", "Gymnasium")

Illegal = Literal["end", "raise"]
USUAL = "sensible"


def _one_seat(batch: Batch) -> None:
    """BadSetting where more than one seat would be left to the learner."""
    if batch.players > 1 and not batch.against:
        raise BadSetting(
            f"against names a bot for each other seat, or one for all: {batch.players - 1} of them, not none. Who wants"
            " to play all seats takes a Batch, or PettingZoo."
        )


def _learners(batch: Batch) -> Whole:
    """The seat of each game that learns; alone it is the only one."""
    return batch.learners if batch.against else np.zeros(batch.n, np.int64)


def _seen(sight: Sight) -> Any:
    return gym.spaces.Box(sight.low, sight.high, dtype=np.float32)


class DicehouseEnv(gym.Env):  # type: ignore[misc]  # whether it has types depends on whether it is installed
    """One seat of a game; bots have the others.

    An observation is what the seat sees, as numbers; `game.batch.sight` says what is where. An action is a place in the
    game's fixed space; `action_masks()`, and `info["action_mask"]`, say which are legal. The reward is the seat's share
    of the win when the game ends, else 0.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012  # as Gymnasium has it

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        against: str | Sequence[str] = USUAL,
        seat: int | None = None,
        information: Information = "seen",
        illegal: Illegal = "end",
        render_mode: str | None = None,
    ) -> None:
        """`against`, `seat`, `options` and `information` are those of `Batch`. `illegal` is what an action does that is
        not legal: "end" the game with a reward of -1, or "raise" IllegalOption.
        """
        if illegal not in ("end", "raise"):
            raise BadSetting(f"illegal is 'end' or 'raise', not {str(illegal)[:20]!r}.")
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise BadSetting(f"render_mode is 'ansi', or None; not {str(render_mode)[:20]!r}.")
        self.game = Single(game, players, options, information, against, seat)
        _one_seat(self.game.batch)
        self.illegal, self.render_mode = illegal, render_mode
        self.observation_space = _seen(self.game.batch.sight)
        self.action_space = gym.spaces.Discrete(self.game.batch.actions)
        self._begun = self._ended = False

    @property
    def seat(self) -> int:
        """The seat that this player has."""
        return int(_learners(self.game.batch)[0])

    def action_masks(self) -> Mask:
        """1 for every action that is legal now: for none when the game has ended."""
        mask = self.game.mask(self.seat)
        return np.zeros_like(mask) if self._ended else mask

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Floats, dict[str, Any]]:
        """Begin a game: the first one of a seed, or the next."""
        super().reset(seed=seed_of(seed))
        first = seed is not None or not self._begun
        self.game.deal(int(self.np_random.integers(1 << 62)) if first else None)
        self._begun, self._ended = True, False
        return self._shown()

    def step(self, action: int) -> tuple[Floats, float, bool, bool, dict[str, Any]]:
        """Play an action, and let the bots play on. What is no whole number is refused, and nothing changes."""
        if not self._begun or self._ended:
            raise MatchOver("The game is over: call reset()." if self._begun else "No game has begun: call reset().")
        place = place_of(action)
        if not self.game.legal(place):
            return self._refuse(place)
        self.game.batch.step([place])
        batch = self.game.batch
        self._ended = bool(batch.done[0])
        cut = bool(batch.truncated[0])
        seen, info = self._shown()
        return seen, float(batch.rewards[0, self.seat]), self._ended and not cut, cut, info

    def _refuse(self, place: int) -> tuple[Floats, float, bool, bool, dict[str, Any]]:
        legal = ", ".join(self.game.batch.texts(0))
        why = f"Action {place} is not legal now; legal are: {legal}."
        if self.illegal == "raise":
            raise IllegalOption(why)
        self._ended = True
        seen, info = self._shown()
        return seen, -1.0, True, False, {**info, "illegal": why}

    def _shown(self) -> tuple[Floats, dict[str, Any]]:
        return self.game.seen(self.seat), {"action_mask": self.action_masks(), "seat": self.seat}

    def texts(self) -> dict[str, int]:
        """The legal actions by their texts, as the game's notation has them."""
        return {} if self._ended else self.game.batch.texts(0)

    def render(self) -> str | None:
        """The table as text, if that was asked for."""
        if self.render_mode is None:
            return None
        return self.game.printed(self.seat)


class DicehouseVectorEnv(vector.VectorEnv):  # type: ignore[misc]  # whether it has types depends on the installation
    """Many games at once, one seat of each against bots: a `Batch` as Gymnasium calls it.

    A game that ends begins anew in the same step (`AutoresetMode.SAME_STEP`); what was seen last is in
    `infos["final_obs"]`. Actions that are not legal are refused with IndexError, and nothing is played.
    """

    metadata: dict[str, Any] = {"autoreset_mode": vector.AutoresetMode.SAME_STEP}  # noqa: RUF012  # as Gymnasium has it

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        against: str | Sequence[str] = USUAL,
        seat: int | None = None,
        information: Information = "seen",
        threads: int = 1,
        copy: bool = True,
    ) -> None:
        """The arguments are those of `Batch`. Without `copy` the arrays that come back are the batch's own, which the
        next step writes over.
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
        _one_seat(self.batch)
        self.num_envs, self._copy = num_envs, copy
        self.single_observation_space = _seen(self.batch.sight)
        self.single_action_space = gym.spaces.Discrete(self.batch.actions)
        spaces = gym.vector.utils
        self.observation_space = spaces.batch_space(self.single_observation_space, num_envs)
        self.action_space = spaces.batch_space(self.single_action_space, num_envs)
        self._begun = False

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """What is legal now, a row for each game."""
        return self.batch.masks.copy() if self._copy else self.batch.masks

    def reset(
        self, *, seed: Seeds | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Floats, dict[str, Any]]:
        """Begin all games: the first ones of a seed (one for all, or one for each), or the next ones."""
        if isinstance(seed, (Sequence, np.ndarray)):
            seeds = self.batch.seeds_of(seed)
            super().reset(seed=int(seeds[0]))
            self.batch.reset(seed=seeds)
        else:
            super().reset(seed=seed_of(seed))
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
        learners = _learners(batch)
        rewards = batch.rewards[rows, learners].copy()
        ended, cut = batch.done.copy(), batch.truncated.copy()
        infos: dict[str, Any] = {}
        if ended.any():
            final = np.zeros_like(batch.observations)
            final[ended] = batch.seen_by(learners)[ended]
            infos = {"final_obs": final, "_final_obs": ended.copy()}
            batch.reset(ended)
        return self._observations(), rewards, ended & ~cut, cut, {**infos, **self._infos()}

    def _observations(self) -> Floats:
        return self.batch.observations.copy() if self._copy else self.batch.observations

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks(), "_action_mask": np.ones(self.num_envs, np.bool_)}


def id_of(game: Game) -> str:
    """What Gymnasium calls a game."""
    return f"dicehouse/{''.join(part.capitalize() for part in game.id.split('-'))}-v0"


def register(game: Game) -> str:
    """Make a game known to Gymnasium; returns its id there."""
    name = id_of(game)
    if name not in gym.registry:
        gym.register(
            name,
            entry_point=f"{__name__}:DicehouseEnv",
            vector_entry_point=f"{__name__}:DicehouseVectorEnv",  # where it can't be played so, it says why
            kwargs={"game": game.id},
        )
    return name


for _game in all_games().values():
    register(_game)
