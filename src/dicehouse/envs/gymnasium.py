"""Gymnasium: one seat against bots, alone (`make`) or many games at once (`make_vec`).

Importing this registers `dicehouse/DiceOcalypse-v0`, `dicehouse/BaronVoodoo-v0`, `dicehouse/DeckODice-v0`,
`dicehouse/Dicetopia-v0` and `dicehouse/Indicesion-v0`. It needs `dicehouse[gymnasium]`. inDICEsion is measured in
simulated physics, one throw after the other, so it has no environment of many games.
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

from .batch import Batch, Floats, Information
from .extras import need
from .single import Mask, Single

gym: Any = need("gymnasium", "gymnasium", "Gymnasium")
vector: Any = need("gymnasium.vector", "gymnasium", "Gymnasium")

Illegal = Literal["end", "raise"]
USUAL = "sensible"


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
        self.illegal, self.render_mode = illegal, render_mode
        self.observation_space = _seen(self.game.batch.sight)
        self.action_space = gym.spaces.Discrete(self.game.batch.actions)
        self._begun = self._ended = False

    @property
    def seat(self) -> int:
        """The seat that this player has."""
        return int(self.game.batch.learners[0])

    def action_masks(self) -> Mask:
        """1 for every action that is legal now."""
        return self.game.mask(self.seat)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Floats, dict[str, Any]]:
        """Begin a game: the first one of a seed, or the next."""
        super().reset(seed=seed)
        first = seed is not None or not self._begun
        self.game.deal(int(self.np_random.integers(1 << 62)) if first else None)
        self._begun, self._ended = True, False
        return self._shown()

    def step(self, action: int) -> tuple[Floats, float, bool, bool, dict[str, Any]]:
        """Play an action, and let the bots play on."""
        if not self._begun or self._ended:
            raise MatchOver("The game is over: call reset()." if self._begun else "No game has begun: call reset().")
        place = int(action)
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
        return self.game.batch.texts(0)

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
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Floats, dict[str, Any]]:
        """Begin all games: the first ones of a seed (one for all, or one for each), or the next ones."""
        one = seed if seed is None or isinstance(seed, int) else int(seed[0])
        super().reset(seed=one)
        if seed is not None and not isinstance(seed, int):
            self.batch.reset(seed=list(seed))
        elif seed is not None or not self._begun:
            self.batch.reset(seed=int(self.np_random.integers(1 << 62)))
        else:
            self.batch.reset(np.arange(self.num_envs))
        self._begun = True
        return self._observations(), self._infos()

    def step(self, actions: npt.ArrayLike) -> tuple[Any, ...]:
        """Play an action in each game."""
        if not self._begun:
            raise MatchOver("No games have begun: call reset().")
        batch = self.batch
        batch.step(np.asarray(actions))
        rows = np.arange(self.num_envs)
        rewards = batch.rewards[rows, batch.learners].copy()
        ended, cut = batch.done.copy(), batch.truncated.copy()
        infos: dict[str, Any] = {}
        if ended.any():
            final = np.zeros_like(batch.observations)
            final[ended] = batch.seen_by(batch.learners)[ended]
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
            vector_entry_point=f"{__name__}:DicehouseVectorEnv" if game.engine is None else None,
            kwargs={"game": game.id},
        )
    return name


for _game in all_games().values():
    register(_game)
