"""Ask one agent after another, for every game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import numpy as np

from dicehouse.errors import BadSetting, IllegalOption
from dicehouse.text_format import shorten

from ..batch import Information
from ..single_game import SingleGame
from ..validate_arguments import check_action_index, check_limit
from .agents import FIRST_GAME, METADATA, AgentSpaces, Observation, zoo

Illegal = Literal["replace", "raise"]
Cut = Literal["game", "agent"]


class DicehouseAEC(AgentSpaces, zoo.AECEnv):  # type: ignore[misc]  # whether it has types depends on the installation
    """Ask one agent after another.

    Where several choose simultaneously, they are asked one by one, and none sees what another chose. Rewards are shares
    of the win, when the game ends.
    """

    metadata: dict[str, Any] = {**METADATA, "is_parallelizable": False}  # noqa: RUF012  # as PettingZoo has it

    def __init__(
        self,
        game: str = FIRST_GAME,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        information: Information = "seen",
        max_cycles: int | None = None,
        render_mode: str | None = None,
        illegal: Illegal = "raise",
        cut: Cut = "game",
    ) -> None:
        """Create an environment; `players`, `options` and `information` are those of `Batch`.

        `max_cycles` cuts off the game when an agent has decided so many times. If `cut` is "agent", it cuts off only
        this agent, and its seat plays legal actions at random until all agents are cut off.

        `illegal` says what an illegal action does: "raise" raises IllegalOption, "replace" plays the first legal one,
        and the agent's info says so.
        """
        super().__init__()
        if illegal not in ("replace", "raise"):
            raise BadSetting(f"illegal must be 'replace' or 'raise', not {shorten(illegal)}.")
        if cut not in ("game", "agent"):
            raise BadSetting(f"cut must be 'game' or 'agent', not {shorten(cut)}.")
        limit = check_limit("max_cycles", max_cycles)
        self._seat_agents(SingleGame(game, players, options, information), 0, render_mode)
        self.max_cycles, self.illegal, self.cut = limit, illegal, cut

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game: the first one of a seed, or the next.

        `options` are settings of the game by key; they hold until the next reset.
        """
        self._begin_game(seed, options)
        self._decided = [0] * self.game.players
        self._skip_agent_selection = None  # PettingZoo's: who goes on after an agent that was cut off
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.game.seat]
        self._show()

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees now, no matter which agent is asked to act."""
        if agent not in self._spaces:
            raise BadSetting(
                f"There is no agent {str(agent)[:20]!r}. The agents are: {', '.join(self.possible_agents)}."
            )
        seat = self.possible_agents.index(agent)
        mask = self.game.action_mask(seat)
        if self.terminations.get(agent) or self.truncations.get(agent):
            mask[:] = 1  # no action counts any more
        return {"observation": self.game.observation(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play an action of the agent that is asked. Raise IllegalOption if it is not legal."""
        self._check_begun()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        place = check_action_index(action)
        replaced = not self.game.is_legal(place)
        if replaced:
            if self.illegal == "raise":
                raise IllegalOption(
                    f"Action {place} isn't legal now. The legal actions are: "
                    f"{', '.join(self.game.batch.legal_actions(0))}."
                )
            place = int(np.argmax(self.game.batch.masks[0]))
        self.infos[agent] = {"replaced_by": place} if replaced else {}
        seat = self.game.seat
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.game.batch.step([place])
        self._decided[seat] += 1
        self._cut_off(seat)
        self._select_next_agent()
        self._accumulate_rewards()
        self._show()

    def _cut_off(self, seat: int) -> None:
        """Truncate the game, or this seat's agent, if the agent has decided as often as it may; play for those that are
        cut off.
        """
        batch = self.game.batch
        if batch.done[0]:
            return
        if self._is_cut_off(seat):
            dead = self.agents if self.cut == "game" else [self.possible_agents[seat]]
            self.truncations.update(dict.fromkeys(dead, True))
        while not batch.done[0] and not all(self.truncations.values()) and self._is_cut_off(self.game.seat):
            batch.step(batch.sample())

    def _is_cut_off(self, seat: int) -> bool:
        """Return True if the agent of this seat has been cut off, so that chance plays for it."""
        return self.max_cycles is not None and self._decided[seat] >= self.max_cycles

    def _select_next_agent(self) -> None:
        """Select the agent that is asked next, or record how the game ended."""
        batch = self.game.batch
        if batch.done[0]:
            over = not batch.truncated[0]
            parts = {agent: float(batch.rewards[0, i]) for i, agent in enumerate(self.possible_agents)}
            for agent in self.agents:
                self.rewards[agent] = parts[agent]
                if not self.truncations[agent]:
                    self.terminations[agent], self.truncations[agent] = bool(over), not over
            self.agent_selection = self.agents[0]
            return
        self.agent_selection = self.possible_agents[self.game.seat]
        if self.cut == "agent":
            self._deads_step_first()

    def render(self) -> Any:
        """Return the position as text or as a picture; show it in a window in the mode "human".

        A text is what a spectator sees, a picture is what the agent sees that is asked.
        """
        self._check_dealt()
        return self._render(self.agent_selection)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()
