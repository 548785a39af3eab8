"""PettingZoo: every seat is an agent, `player_0` the first.

`env("dice-ocalypse", players=3)` asks one agent after the other (AEC), for every game. `parallel_env("deck-o-dice")`
asks all at once, for games whose players choose at once. It needs `dicehouse[pettingzoo]`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import numpy as np

from dicehouse.errors import BadSetting, IllegalOption, MatchOver
from dicehouse.kit.settings import short
from dicehouse.kit.sights import Sight

from .asked import cycles, place_of, seed_of
from .batch import Information
from .extras import need
from .single import Single

zoo: Any = need("pettingzoo", "pettingzoo", "PettingZoo")
wrappers: Any = need("pettingzoo.utils.wrappers", "pettingzoo", "PettingZoo")
spaces: Any = need("gymnasium.spaces", "pettingzoo", "PettingZoo")

Seen = dict[str, Any]
Illegal = Literal["replace", "raise"]
LOSS = -1.0


def env(game: str, **given: Any) -> Any:
    """A game, one agent after the other, in PettingZoo's usual wrappers: an action that is not legal ends the game with
    a reward of -1. The arguments are those of `DicehouseAEC`.
    """
    inner = wrappers.TerminateIllegalWrapper(DicehouseAEC(game, **given), illegal_reward=LOSS)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(inner))


raw_env: Any = None  # set below: the same without wrappers


class _Agents:
    """What both ways have in common: who plays, what they see and what they may do."""

    possible_agents: list[str]
    game: Single

    def _seat_all(self, game: Single, extra: int) -> None:
        self.game = game
        self.possible_agents = [f"player_{seat}" for seat in range(game.players)]
        self.agents: list[str] = []
        sight = game.batch.sight
        self._actions = game.batch.actions + extra
        self._spaces = {agent: _seen_space(sight, self._actions) for agent in self.possible_agents}
        self._choices = {agent: spaces.Discrete(self._actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """What an agent sees: the numbers, and which actions are legal."""
        return self._spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The game's fixed space of actions."""
        return self._choices[agent]

    def _draw(self, seed: int | None) -> int | None:
        """The seed of the next deal: a given one, or one by chance for the first; else the next deal of the same."""
        given, first = seed_of(seed), not self._begun
        self._begun = True
        return int(np.random.default_rng(given).integers(1 << 62)) if first or given is not None else None

    _begun = False

    def _check_begun(self) -> None:
        if not self.agents:
            raise MatchOver("The game is over: call reset()." if self._begun else "No game has begun: call reset().")

    def _printed(self, mode: str | None) -> str | None:
        return None if mode is None else self.game.printed(None)


def _seen_space(sight: Sight, actions: int) -> Any:
    return spaces.Dict(
        {
            "observation": spaces.Box(sight.low, sight.high, dtype=np.float32),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }
    )


def _check_mode(mode: str | None) -> None:
    if mode not in (None, "ansi"):
        raise BadSetting(f"render_mode is 'ansi', or None; not {str(mode)[:20]!r}.")


class DicehouseAEC(_Agents, zoo.AECEnv):  # type: ignore[misc]  # whether it has types depends on the installation
    """One agent after the other. Where several choose at once, they are asked one by one, and none sees what another
    chose. Rewards are shares of the win, when the game ends.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "name": "dicehouse_v0", "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        information: Information = "seen",
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        """`players`, `options` and `information` are those of `Batch`. The game is cut off when an agent has decided
        `max_cycles` times.
        """
        super().__init__()
        _check_mode(render_mode)
        limit = cycles(max_cycles)
        self._seat_all(Single(game, players, options, information), 0)
        self.max_cycles, self.render_mode = limit, render_mode

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game: the first one of a seed, or the next."""
        self.game.deal(self._draw(seed))
        self.agents = self.possible_agents[:]
        self._decided = [0] * self.game.players
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.game.seat]

    def observe(self, agent: str) -> Seen:
        """What an agent sees now, whoever is asked."""
        if agent not in self._spaces:
            raise BadSetting(f"There is no agent {str(agent)[:20]!r}; there are: {', '.join(self.possible_agents)}.")
        seat = self.possible_agents.index(agent)
        return {"observation": self.game.seen(seat), "action_mask": self.game.mask(seat)}

    def step(self, action: int | None) -> None:
        """Play an action of the agent that is asked; IllegalOption if it is not legal."""
        self._check_begun()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        place = place_of(action)
        if not self.game.legal(place):
            raise IllegalOption(f"Action {place} is not legal now; legal are: {', '.join(self.game.batch.texts(0))}.")
        seat = self.game.seat
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.game.batch.step([place])
        self._decided[seat] += 1
        self._settle(seat)
        self._accumulate_rewards()

    def _settle(self, seat: int) -> None:
        """Who is asked next, or how the game ended."""
        batch = self.game.batch
        if batch.done[0]:
            over = not batch.truncated[0]
            self.rewards = {agent: float(batch.rewards[0, i]) for i, agent in enumerate(self.possible_agents)}
            self.terminations = dict.fromkeys(self.agents, bool(over))
            self.truncations = dict.fromkeys(self.agents, not over)
            self.agent_selection = self.possible_agents[0]
            return
        self.agent_selection = self.possible_agents[self.game.seat]
        if self.max_cycles is not None and self._decided[seat] >= self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)

    def render(self) -> str | None:
        """The table as a spectator sees it, as text, if that was asked for."""
        return self._printed(self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""

    def __str__(self) -> str:
        return f"dicehouse {self.game.game.id}"


raw_env = DicehouseAEC


class DicehouseParallel(_Agents, zoo.ParallelEnv):  # type: ignore[misc]  # whether it has types depends on the installation
    """All agents at once. In a cycle every agent gives an action; one that has nothing to decide gives the last one,
    "wait", which is then its only legal one. For games whose rules say that all choose at once, again and again.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "name": "dicehouse_v0"}  # noqa: RUF012  # as PettingZoo has it

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        information: Information = "seen",
        max_cycles: int | None = None,
        illegal: Illegal = "replace",
        render_mode: str | None = None,
    ) -> None:
        """`players`, `options` and `information` are those of `Batch`. `illegal` is what becomes of an action that is
        not legal: "replace" plays the first legal one, and the agent's info says so; "raise" raises IllegalOption.
        """
        _check_mode(render_mode)
        if illegal not in ("replace", "raise"):
            raise BadSetting(f"illegal is 'replace' or 'raise', not {str(illegal)[:20]!r}.")
        limit = cycles(max_cycles)
        single = Single(game, players, options, information)
        if not single.game.hooks.AT_ONCE:
            raise BadSetting(
                f"In {single.game.name} players don't choose at once throughout: use `env`, which asks them in turn."
            )
        if single.players < 2:
            raise BadSetting(f"{single.game.name} is played at once by two or more, not alone: use `env`.")
        self._seat_all(single, 1)
        self.max_cycles, self.illegal, self.render_mode = limit, illegal, render_mode

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        """Begin a game: the first one of a seed, or the next."""
        self.game.deal(self._draw(seed))
        self.agents = self.possible_agents[:]
        self._cycles = 0
        return self._all_seen(), {agent: {} for agent in self.agents}

    def step(self, actions: Mapping[str, int]) -> tuple[Any, ...]:
        """Play what all agents have chosen. IllegalOption if that can't be; then nothing is played."""
        self._check_begun()
        agents, infos = self.agents, dict[str, dict[str, Any]]({agent: {} for agent in self.agents})
        for seat, place in self._chosen(actions, infos).items():
            if self.game.seat == seat:
                self.game.batch.step([place])
        self._cycles += 1
        batch = self.game.batch
        over = bool(batch.done[0] and not batch.truncated[0])
        cut = bool(batch.truncated[0]) or (self.max_cycles is not None and self._cycles >= self.max_cycles and not over)
        rewards = {agent: float(batch.rewards[0, self.possible_agents.index(agent)]) for agent in agents}
        seen = self._all_seen()
        if over or cut:
            self.agents = []
        return seen, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, cut), infos

    def _chosen(self, actions: Mapping[str, int], infos: dict[str, dict[str, Any]]) -> dict[int, int]:
        """The legal actions of the seats that are asked, looked at before any is played."""
        if not isinstance(actions, Mapping):
            raise IllegalOption(f"Give each agent's action by its name, a dictionary; not {short(actions)}.")
        asked, chosen = self.game.acting(), {}
        for seat, agent in enumerate(self.possible_agents):
            if agent in actions or seat in asked:
                place = self._checked(seat, seat in asked, actions, infos[agent])
                if seat in asked:
                    chosen[seat] = place
        return chosen

    def _checked(self, seat: int, asked: bool, actions: Mapping[str, int], info: dict[str, Any]) -> int:
        """A legal action of an agent: what it gave, or what replaces that. One that waits has "wait" alone."""
        agent = self.possible_agents[seat]
        if agent not in actions:
            raise IllegalOption(f"{agent} has to choose, and no action was given for it.")
        place, legal = place_of(actions[agent]), np.flatnonzero(self._mask(seat, asked))
        if place not in legal:
            if self.illegal == "raise":
                raise IllegalOption(
                    f"Action {place} of {agent} is not legal now; legal are: {self._names(seat, legal)}."
                )
            place = info["replaced_by"] = int(legal[0])
        return place

    def _names(self, seat: int, legal: Any) -> str:
        """Legal actions of a seat in the game's notation, with their places."""
        batch, state = self.game.batch, self.game.batch.position(0).state
        numbers = [(int(place), int(batch.space.numbers[place])) for place in legal if place < batch.actions]
        describe = self.game.game.hooks.describe
        named = [f"{place} ({describe(state, seat, number).id})" for place, number in numbers]
        return ", ".join(named) or f"{batch.actions} (wait)"

    def _all_seen(self) -> dict[str, Seen]:
        asked = () if self.game.batch.done[0] else self.game.acting()
        return {
            agent: {"observation": self.game.seen(seat), "action_mask": self._mask(seat, seat in asked)}
            for seat, agent in enumerate(self.possible_agents)
        }

    def _mask(self, seat: int, asked: bool) -> Any:
        mask = np.zeros(self._actions, np.int8)
        if asked:
            mask[:-1] = self.game.mask_of(seat)
        else:
            mask[-1] = 1
        return mask

    def render(self) -> str | None:
        """The table as a spectator sees it, as text, if that was asked for."""
        return self._printed(self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""

    def __str__(self) -> str:
        return f"dicehouse {self.game.game.id}"


def parallel_env(game: str, **given: Any) -> DicehouseParallel:
    """A game whose players choose at once; the arguments are those of `DicehouseParallel`."""
    return DicehouseParallel(game, **given)
