"""Show one game of many as the environment of one game would show it, for `call`, `get_attr` and `set_attr`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..single_game import Mask
from .learner import learner_seats


class EnvRow:
    """Offer what `DicehouseEnv` offers of one game, except playing.

    `envs` is the vector of all games, `attributes` are those that were set.
    """

    def __init__(self, envs: Any, row: int, attributes: Mapping[str, Any]) -> None:
        self._envs, self._row, self._attributes = envs, row, attributes

    def __getattr__(self, name: str) -> Any:
        attributes = self.__dict__.get("_attributes", {})
        if name in attributes:
            return attributes[name]
        raise AttributeError(f"A game in a batch has no attribute {name!r}. Reset and step the whole batch.")

    @property
    def unwrapped(self) -> EnvRow:
        """Return this game: nothing is wrapped around it."""
        return self

    @property
    def spec(self) -> Any:
        """Return what Gymnasium made the games from."""
        return self._envs.spec

    @property
    def metadata(self) -> Any:
        """Return the metadata of the environment."""
        return self._envs.metadata

    @property
    def render_mode(self) -> Any:
        """Return how `render` shows the game."""
        return self._envs.render_mode

    @property
    def illegal(self) -> Any:
        """Return what an illegal action does."""
        return self._envs.illegal

    @property
    def observation_space(self) -> Any:
        """Return the space of one observation."""
        return self._envs.single_observation_space

    @property
    def action_space(self) -> Any:
        """Return the space of one action."""
        return self._envs.single_action_space

    @property
    def np_random(self) -> Any:
        """Return the random numbers of the environment, from which the games take their seeds."""
        return self._envs.np_random

    @property
    def np_random_seed(self) -> Any:
        """Return the seed of the environment."""
        return self._envs.np_random_seed

    @property
    def seat(self) -> int:
        """Return the learner's seat."""
        return int(learner_seats(self._envs.batch)[self._row])

    def action_masks(self) -> Mask:
        """Return 1 for every legal action, and for every action when the game has ended."""
        mask: Mask = self._envs.batch.masks[self._row].astype("int8")
        if self._envs.is_closed(self._row):
            mask[:] = 1
        return mask

    def legal_actions(self) -> dict[str, int]:
        """Return the indices of the legal actions by their texts, in the game's notation."""
        return {} if self._envs.is_closed(self._row) else self._envs.batch.legal_actions(self._row)

    def render(self) -> Any:
        """Return the game as its learner sees it, in the render mode; None without one."""
        return self._envs.render_row(self._row)
