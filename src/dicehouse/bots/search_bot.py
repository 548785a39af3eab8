"""Play by tree search: the bot `search` simulates games from the position and chooses the best option
(search/ismcts.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from time import perf_counter
from typing import Any

import numpy as np

from dicehouse.core import Game
from dicehouse.core.dice import draw_below
from dicehouse.core.policy import NAMED_BOTS
from dicehouse.engine import Position, engine_of
from dicehouse.engine.thought import Call, Parts, Thought
from dicehouse.match.match import ChosenOption, Match
from dicehouse.records.record import Bytes
from dicehouse.records.sentinels import NO_ACTION
from dicehouse.search.budget import Budget, ClockFunction, is_search_name, parse_budget
from dicehouse.search.tree import MAX_EDGES, MAX_NODES, NO_NODE, extend_key

from ..engine.position_rollouts import Rollouts
from ..records.record import Floats
from ..search.sequential_halving import SequentialHalving
from .named_opponents import search_budget
from .policy_bot import PendingChoice, PolicyBot
from .tree_driver import (
    ESTIMATE_MARGIN,
    ROOT_KEY,
    STRATEGY_STEPS,
    BudgetMeter,
    SearchParameters,
    pick_best_option,
    simulate_for,
    thread_tree,
)

WORK_POSITIONS = 4  # positions that a search works in
MAX_REPLY_MILLISECONDS = 20  # for a reaction out of turn: others wait for it, and there may be many


class SearchBot(PolicyBot):
    """Search within a budget."""

    is_unobserved = False  # True if nobody can observe how long it thinks

    def __init__(
        self,
        name: str,
        seed: int | str | None = None,
        parameters: SearchParameters | None = None,
        clock: ClockFunction = perf_counter,
    ) -> None:
        super().__init__(name, seed)
        self.clock = clock
        self.budget = parse_budget(name) if is_search_name(name) else Budget()
        self.parameters = parameters or SearchParameters()
        self.simulations = 0  # of the last decision's search
        # The match, the position after the last decision, and its branch key.
        self._last_branch: tuple[str, int, int] | None = None

    def consider(self, match: Match, seat: int) -> PendingChoice:
        """Copy everything that a decision needs and return a function that makes it, even if the match continues
        meanwhile.
        """
        if self.name in NAMED_BOTS:  # a named bot has a budget for each game
            self.budget = search_budget(match.game, self.name)
        plain = super().consider(match, seat)
        if not self._needs_search(match, seat):
            return plain
        game, now = match.game, match.number
        number = match.decision_start(seat)  # hidden choices of others count as not made yet
        actual = match.position(number)
        work: Bytes = np.zeros(WORK_POSITIONS * len(actual), np.uint8)
        work[: len(actual)] = np.frombuffer(actual, np.uint8)
        memo, milliseconds = self._policy_memo(match, work[: len(actual)]), self.budget.milliseconds
        if self._is_reply(match, seat):
            milliseconds = min(milliseconds, MAX_REPLY_MILLISECONDS)
        here = Position(game, np.frombuffer(match.position(), np.uint8).copy())
        legal = engine_of(game).legal(here, seat)
        if self.parameters.sequential_halving and self._uses_estimate(game):
            return self._prepare_race(
                match, seat, here, legal, replace(self.budget, milliseconds=milliseconds).start_meter
            )
        kept = self._branch_key(match, seat, now) if number == now else ROOT_KEY
        match_id = match.id

        def search(part: float) -> Parts[str]:
            key = kept if thread_tree.owner is self else ROOT_KEY
            self._prepare_dice(seat, now)
            tree = yield from self._grow_tree(game, work, seat, memo(), key, part * milliseconds / 1000)
            action = self._pick_action(tree)
            self._last_branch = None
            if action not in legal:  # the tree has no choice here
                return plain(part)
            if not tree["simultaneous"]:
                self._last_branch = (match_id, now, extend_key(extend_key(key, seat + 1), action))
            return ChosenOption(game.hooks.describe_action(here.state, seat, action).id, action)

        return Thought(search)

    def _uses_estimate(self, game: Game) -> bool:
        """Return True if rollouts stop where the game can estimate the win chances."""
        return self.parameters.rollout_turns > 0 and "value_estimate" in game.hooks.own

    def _prepare_race(
        self, match: Match, seat: int, here: Position, legal: Sequence[int], meter: BudgetMeter
    ) -> PendingChoice:
        """Race the options against the choice of the rollout policy, in rollouts up to where the game can estimate the
        win chances.
        """
        game, position = match.game, match.position(match.decision_start(seat))
        memo, nothing_yet = self._policy_memo(match, np.frombuffer(position, np.uint8)), np.zeros(0)
        seed = f"{self._seed}|{seat}|{match.number}"
        rollouts = Rollouts(game, match.players, match.settings, seed, memo=nothing_yet)
        policy_choice = self._prepare_policy_choice(match, seat)
        turn_limit = rollouts.count_turns(position) + self.parameters.rollout_turns

        def came(first: int, n: int, action: int) -> Parts[Floats]:
            _, ends = yield from rollouts.until_turn(
                position, first, n, [(seat, action)], seat, turn_limit, use_estimate=True
            )
            return ends[:, seat]

        def run(part: float) -> Parts[str]:
            rollouts.memo = memo()
            race = SequentialHalving(legal, policy_choice(), came)
            yield from race.parts(meter(part, self.clock))
            self.simulations = race.played
            return ChosenOption(game.hooks.describe_action(here.state, seat, race.chosen).id, race.chosen)

        return Thought(run)

    def _prepare_physics_choice(self, match: Match, seat: int) -> PendingChoice:
        """Use the game's own search in games with an engine of their own, if there is one."""
        search = match.game.hooks.search
        if search is None or not self.budget:
            return super()._prepare_physics_choice(match, seat)
        state, luck = self._copy_position(match, seat)

        def think(part: float) -> str:
            return str(search(state, seat, luck, self.budget.start_meter(part, self.clock)))

        return think

    def _needs_search(self, match: Match, seat: int) -> bool:
        """Return True if there is a choice to search and compiled code to do it.

        A requested number of simulations is always run. A time budget or a named opponent is not enough: as long as
        nothing is compiled, the plain policy is stronger, or faster. A reaction out of turn takes its time even without
        a choice, because the time would reveal that.
        """
        game = match.game
        if game.engine is not None or not self.budget:
            return False
        here = Position(game, np.frombuffer(match.position(), np.uint8).copy())
        if len(engine_of(game).legal(here, seat)) == 1 and not self._is_reply(match, seat):
            return False
        if (
            game.hooks.forced_action(here.state, seat) != NO_ACTION
            or game.hooks.exact_choice(here.state, seat) != NO_ACTION
        ):
            return False
        promised = self.budget.simulations > 0 and self.name not in NAMED_BOTS
        return promised or engine_of(match.game).compiled

    def _is_reply(self, match: Match, seat: int) -> bool:
        """Return True if the seat is asked out of turn, and others can observe how long it thinks."""
        return match.reaction(seat) is not None and not self.is_unobserved

    def _branch_key(self, match: Match, seat: int, now: int) -> int:
        """Return the key of the branch since the last decision, if only this seat has played since and the budget is a
        time.

        With a number of simulations, a choice must not depend on earlier searches.
        """
        if self.budget.milliseconds and self._last_branch:
            name, since, key = self._last_branch
            if name == match.id and since + 1 == now and match.actions[since].seat == seat:
                return key
        return ROOT_KEY

    def _grow_tree(self, game: Game, work: Bytes, seat: int, memo: Any, key: int, seconds: float) -> Parts[Any]:
        """Search for the number of simulations of the budget, or for `seconds`, in parts, and return the tree."""
        tree = self._prepare_tree(game, key)
        simulate = partial(self._simulations, game, work, seat, memo)
        if self.budget.simulations:
            yield simulate(self.budget.simulations)
        else:
            yield from simulate_for(seconds, simulate, self.clock)
        self.simulations = int(tree["simulations"])
        return tree

    def _prepare_tree(self, game: Game, key: int) -> Any:
        """Return the tree of this thread: empty, unless it holds a search of this bot in this match and has room to
        grow.
        """
        tree = thread_tree.tree
        full = tree["n_nodes"] > MAX_NODES * 3 // 4 or tree["n_edges"] > MAX_EDGES * 3 // 4
        if thread_tree.owner is not self or key == ROOT_KEY or full:
            tree["n_nodes"], tree["mean_margin"] = 0, 0.0
        thread_tree.owner = self
        rollout_turns = self.parameters.rollout_turns if self._uses_estimate(game) else 0
        tree["c_puct"], tree["rollout_prior"], tree["rollout_turns"] = (
            self.parameters.c_puct,
            self.parameters.rollout_prior,
            rollout_turns,
        )
        tree["inverse_prior_temperature"] = self.parameters.inverse_prior_temperature
        tree["margin_weight"] = (
            0.0 if rollout_turns else self.parameters.margin_weight
        )  # an estimate is a win chance without margins
        tree["rollout_policy"], tree["root_key"], tree["root"], tree["simulations"] = (
            self.parameters.rollout_policy,
            key,
            NO_NODE,
            0,
        )
        return tree

    def _simulations(self, game: Game, work: Bytes, seat: int, memo: Any, number: int) -> Call:
        return Call(game, "grow_tree", (work, thread_tree.memory, seat, number, memo, self._dice_box.memory))

    def _pick_action(self, tree: Any) -> int:
        """Return the best action of the search; for a mixed strategy, one sampled from it. Return NO_NODE if there was
        no choice.
        """
        if tree["root"] == NO_NODE:
            return NO_NODE
        node = tree["node"][tree["root"]]
        edges = tree["edge"][node["first"] : node["first"] + node["count"]]
        if tree["simultaneous"]:
            cumulative = edges["strategy_sum"].cumsum()
            at = draw_below(self._dice_box.dice, STRATEGY_STEPS) / STRATEGY_STEPS * cumulative[-1]
            return int(edges["action"][min(int(np.searchsorted(cumulative, at, side="right")), len(cumulative) - 1)])
        margin = ESTIMATE_MARGIN if tree["rollout_turns"] else 0.0
        return int(edges["action"][pick_best_option(edges, int(node["rollout_edge"]), margin)])
