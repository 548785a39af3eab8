"""Ask all agents at once, for games in which all seats choose simultaneously."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import numpy as np

from dicehouse.errors import BadSetting, IllegalOption
from dicehouse.text_format import shorten

from ..batch import Information
from ..single_game import SingleGame
from ..validate_arguments import check_action_index, check_limit
from .agents import METADATA, AgentSpaces, Observation, zoo

Illegal = Literal["replace", "raise"]
FIRST_PARALLEL_GAME = "deck-o-dice"  # the only one of the five whose players choose at once throughout


class DicehouseParallel(AgentSpaces, zoo.ParallelEnv):  # type: ignore[misc]  # whether it has types depends on the installation
    """Ask all agents at once, for games in which all seats choose simultaneously in every cycle.

    In a cycle every agent gives an action; one that has nothing to decide gives the last one, "wait", which is then its
    only legal one.
    """

    metadata: dict[str, Any] = METADATA

    def __init__(
        self,
        game: str = FIRST_PARALLEL_GAME,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        information: Information = "seen",
        max_cycles: int | None = None,
        illegal: Illegal = "replace",
        render_mode: str | None = None,
    ) -> None:
        """Create an environment; `players`, `options` and `information` are those of `Batch`.

        `illegal` says what an illegal action does: "replace" plays the first legal one, and the agent's info says so;
        "raise" raises IllegalOption.
        """
        if illegal not in ("replace", "raise"):
            raise BadSetting(f"illegal must be 'replace' or 'raise', not {shorten(illegal)}.")
        limit = check_limit("max_cycles", max_cycles)
        single = SingleGame(game, players, options, information)
        if not single.game.hooks.SIMULTANEOUS:
            raise BadSetting(
                f"In {single.game.name}, players don't always act simultaneously. Use `env`, in which they act in turn."
            )
        if single.players < 2:
            raise BadSetting(f"{single.game.name} needs at least two players to act simultaneously. Use `env`.")
        self._seat_agents(single, 1, render_mode)
        self.max_cycles, self.illegal = limit, illegal

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin a game: the first one of a seed, or the next.

        `options` are settings of the game by key; they hold until the next reset.
        """
        self._begin_game(seed, options)
        self._cycles = 0
        self._show()
        return self._observe_all(), {agent: {} for agent in self.agents}

    def step(self, actions: Mapping[str, int]) -> tuple[Any, ...]:
        """Play the actions of all agents. Raise IllegalOption if one is invalid; then nothing is played."""
        self._check_begun()
        agents, infos = self.agents, dict[str, dict[str, Any]]({agent: {} for agent in self.agents})
        for seat, place in self._check_actions(actions, infos).items():
            if self.game.seat == seat:
                self.game.batch.step([place])
        self._cycles += 1
        batch = self.game.batch
        over = bool(batch.done[0] and not batch.truncated[0])
        cut = bool(batch.truncated[0]) or (self.max_cycles is not None and self._cycles >= self.max_cycles and not over)
        rewards = {agent: float(batch.rewards[0, self.possible_agents.index(agent)]) for agent in agents}
        seen = self._observe_all()
        if over or cut:
            self.agents = []
        self._show()
        return seen, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, cut), infos

    def _check_actions(self, actions: Mapping[str, int], infos: dict[str, dict[str, Any]]) -> dict[int, int]:
        """Return the legal actions of the seats that are asked, checked before any is played."""
        if not isinstance(actions, Mapping):
            raise IllegalOption(f"Give a dictionary with each agent's action by its name; not {shorten(actions)}.")
        for agent in actions:
            if agent not in self.possible_agents:
                known = ", ".join(self.possible_agents)
                raise IllegalOption(f"There is no agent {shorten(agent)}. The agents are: {known}.")
        asked, chosen = self.game.acting(), {}
        for seat, agent in enumerate(self.possible_agents):
            if agent in actions or seat in asked:
                place = self._check_action(seat, seat in asked, actions, infos[agent])
                if seat in asked:
                    chosen[seat] = place
        return chosen

    def _check_action(self, seat: int, asked: bool, actions: Mapping[str, int], info: dict[str, Any]) -> int:
        """Return a legal action of an agent: the given one, or its replacement. An agent that waits has only "wait"."""
        agent = self.possible_agents[seat]
        if agent not in actions:
            raise IllegalOption(f"{agent} must act, but no action was given for it.")
        place, legal = check_action_index(actions[agent]), np.flatnonzero(self._action_mask(seat, asked))
        if place not in legal:
            if self.illegal == "raise":
                raise IllegalOption(
                    f"Action {place} of {agent} isn't legal now. The legal actions are: "
                    f"{self._describe_actions(seat, legal)}."
                )
            place = info["replaced_by"] = int(legal[0])
        return place

    def _describe_actions(self, seat: int, legal: Any) -> str:
        """Return the legal actions of a seat in the game's notation, with their indices."""
        batch, state = self.game.batch, self.game.batch.position(0).state
        numbers = [(int(place), int(batch.action_space.numbers[place])) for place in legal if place < batch.actions]
        describe = self.game.game.hooks.describe_action
        named = [f"{place} ({describe(state, seat, number).id})" for place, number in numbers]
        return ", ".join(named) or f"{batch.actions} (wait)"

    def _observe_all(self) -> dict[str, Observation]:
        asked = () if self.game.batch.done[0] else self.game.acting()
        return {
            agent: {"observation": self.game.observation(seat), "action_mask": self._action_mask(seat, seat in asked)}
            for seat, agent in enumerate(self.possible_agents)
        }

    def _action_mask(self, seat: int, asked: bool) -> Any:
        mask = np.zeros(self._actions, np.int8)
        if asked:
            mask[:-1] = self.game.action_mask_if_acting(seat)
        else:
            mask[-1] = 1
        return mask

    def render(self) -> Any:
        """Return the position as text or as a picture; show it in a window in the mode "human".

        A text is what a spectator sees, a picture is what `player_0` sees.
        """
        self._check_dealt()
        return self._render(self.possible_agents[0])

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()
