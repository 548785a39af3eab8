"""Play one seat of one game against bots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from dicehouse.errors import IllegalOption, MatchOver
from dicehouse.old_names import old_attribute

from ..batch import Floats, Information
from ..environment_version import options_of_version
from ..rendering import PICTURES_A_SECOND, RENDER_MODES, Renderer, check_display, check_render_mode, possible_modes
from ..reset_options import SEAT, ResetOptions
from ..single_game import Mask, SingleGame
from ..validate_arguments import check_action_index, check_optional_seed
from .learner import (
    DEFAULT_OPPONENT,
    ILLEGAL_REWARD,
    Illegal,
    check_illegal,
    check_one_learner,
    gym,
    learner_seats,
    observation_space,
)


class DicehouseEnv(gym.Env):  # type: ignore[misc]  # whether it has types depends on whether it is installed
    """Play one seat of a game against bots.

    An observation is what the seat sees, as numbers; `game.batch.observation_encoder` describes them. An action is an
    index into the game's fixed action space; `action_masks()` and `info["action_mask"]` say which are legal. The reward
    is the seat's returns when the game ends, otherwise 0.
    """

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": PICTURES_A_SECOND}  # noqa: RUF012  # as Gymnasium has it

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
        version: int | None = None,
    ) -> None:
        """Create an environment; `against`, `seat`, `options` and `information` are those of `Batch`.

        `illegal` says what an illegal action does: "end" the game with a reward of -1, or "raise" IllegalOption.
        `render_mode` is "ansi" for texts, "rgb_array" for pictures, "human" for pictures in a window. All show what the
        learner sees. `version` is that of the environment, the newest by default.
        """
        self.illegal = check_illegal(illegal)
        check_render_mode(render_mode)
        if render_mode == "human":
            check_display()
        self.metadata = {**self.metadata, "render_modes": possible_modes()}
        self.game = SingleGame(game, players, options_of_version(game, version, options), information, against, seat)
        check_one_learner(self.game.batch)
        self.render_mode, self._renderer = render_mode, Renderer()
        self.observation_space = observation_space(self.game.batch.observation_encoder)
        self.action_space = gym.spaces.Discrete(self.game.batch.actions)
        self._options = ResetOptions(self.game.game, SEAT)
        self._begun = self._ended = False

    @property
    def seat(self) -> int:
        """Return the learner's seat."""
        return int(learner_seats(self.game.batch)[0])

    def action_masks(self) -> Mask:
        """Return 1 for every legal action, and for every action when the game has ended and none counts any more."""
        mask = self.game.action_mask(self.seat)
        if self._ended:
            mask[:] = 1
        return mask

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Floats, dict[str, Any]]:
        """Begin a game: the first one of a seed, or the next.

        `options` are settings of the game by key, and the learner's `seat`; they hold until the next reset.
        """
        checked = check_optional_seed(seed)
        settings, others = self._options.read(options)
        self.game.change(settings, **others)
        super().reset(seed=checked)
        first = seed is not None or not self._begun
        self.game.deal(int(self.np_random.integers(1 << 62)) if first else None)
        self._begun, self._ended = True, False
        self._show()
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
        self._show()
        seen, info = self._observe()
        return seen, float(batch.rewards[0, self.seat]), self._ended and not cut, cut, info

    def _refuse_action(self, place: int) -> tuple[Floats, float, bool, bool, dict[str, Any]]:
        legal = ", ".join(self.game.batch.legal_actions(0))
        why = f"Action {place} isn't legal now. The legal actions are: {legal}."
        if self.illegal == "raise":
            raise IllegalOption(why)
        self._ended = True
        seen, info = self._observe()
        return seen, ILLEGAL_REWARD, True, False, {**info, "illegal": why}

    def _observe(self) -> tuple[Floats, dict[str, Any]]:
        return self.game.observation(self.seat), {"action_mask": self.action_masks(), "seat": np.int64(self.seat)}

    def legal_actions(self) -> dict[str, int]:
        """Return the indices of the legal actions by their texts, in the game's notation."""
        return {} if self._ended else self.game.batch.legal_actions(0)

    texts = old_attribute("legal_actions")

    def render(self) -> Any:
        """Return the position as text or as a picture; show it in a window in the mode "human"."""
        return self._renderer.render(self.render_mode, self.game.batch, 0, self.seat)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """Close the window, if there is one."""
        self._renderer.close()
