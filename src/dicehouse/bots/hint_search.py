"""Give a hint: what to play, what it would give, and why, from what a seat may know.

Several searches (search_bot.py) run one after another, on positions in which the information hidden from the seat is
resampled; where a race is solved, the exact chances are used instead. The trees are independent, because the error of
one tree does not show in its own trials; the disagreement between trees estimates the error of the hint. A hint goes to
its own seat only, and reveals nothing that the seat could not know.

>>> import dicehouse
>>> match = dicehouse.new("deck-o-dice", seed=1)
>>> found = hint(match, 0, "search:40", seed=1)
>>> found.option in [option.id for option in match.options(0)]
True
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from functools import partial
from math import hypot
from typing import Any

import numpy as np
import numpy.typing as npt

from dicehouse.core import Game, Option
from dicehouse.engine import Position, engine_of
from dicehouse.engine.entry_points import MAX_SEATS, match_program
from dicehouse.engine.thought import Call, Parts, Thought, parts_of
from dicehouse.errors import DicehouseError, NotYourTurn
from dicehouse.i18n import Percent, Text, _
from dicehouse.match.match import Match
from dicehouse.old_names import old_attribute
from dicehouse.records.record import Bytes
from dicehouse.search.budget import parse_budget
from dicehouse.search.tree import NO_NODE, STRATEGY_PRIOR_WEIGHT

from .search_bot import SearchBot
from .tree_driver import (
    ESTIMATE_MARGIN,
    FIRST_CHUNK,
    ROOT_KEY,
    SearchParameters,
    pick_best_option,
    simulate_for,
    thread_tree,
)

HINT_BUDGET = "search:400ms"
TREE_COUNT = 8  # independent trees, as far as the budget allows:
MIN_SIMULATIONS = 24  # simulations of each tree
MOST_OPTIONS = 8  # the most options that are compared for people
MIN_TRIALS = 8  # with fewer trials a mean is not reported
CERTAIN_SHARE = 0.97  # an option to be played at least this often is simply recommended
MIN_SHARE = 0.01  # options to be played less often are not listed
POLICY_DRAWS = 200  # samples of the rollout policy that estimate how often it plays each option
# One won and one lost trial are added (Laplace's rule of succession): ten of ten are not certain.
SUCCESSION_PRIOR = 1.0
WIN_ONLY = SearchParameters(
    margin_weight=0.0, sequential_halving=False
)  # only wins count, so that a value is a win chance
PendingHint = Callable[[float], "Hint"]


@dataclass(frozen=True, slots=True)
class HintOption:
    """Hold one option and what it would give on average.

    `value` is the chance to win (a tie counts its share), with the standard error `error` (0: exact), from `trials`
    trials. It is None if there were too few trials. `share` is how often to play it, where all seats choose
    simultaneously and must not be predictable. `words` is a short text of all this ("58% ± 6"), or of what the option
    would give where chances are not known.
    """

    option: str
    label: str
    note: str
    value: float | None = None
    error: float = 0.0
    trials: int = 0
    share: float | None = None
    words: str = ""


@dataclass(frozen=True, slots=True)
class Hint:
    """Hold what to play at position `number`, and why; `options` are the options considered, the best first."""

    seat: int
    number: int
    option: str
    label: str
    path: tuple[str, ...]
    facts: Mapping[str, Any]
    value: float | None
    error: float
    exact: bool
    chance: str  # what the option gives, as a sentence
    reason: str  # why, as a sentence; empty if there is no reason to give
    options: tuple[HintOption, ...]
    others: int  # options with too few trials, because they soon looked worse

    @property
    def is_close(self) -> bool:
        """Return True if another option seems as good: the difference is smaller than its own error."""
        if self.value is None or self.options[0].share is not None:
            return False
        others = ((other.value, other.error) for other in self.options[1:])
        return any(value is not None and value + hypot(error, self.error) > self.value for value, error in others)

    @property
    def uncertainty_note(self) -> str:
        """Return a sentence about other options that look as good, or better; empty if there are none."""
        if not self.is_close:
            return ""
        if any((other.value or 0.0) > (self.value or 0.0) for other in self.options[1:]):
            return _("Other choices came out higher, but not by enough to be sure.")
        return _("Another choice looks just as good.")

    close = old_attribute("is_close")
    doubt = old_attribute("uncertainty_note")

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, for JSON."""
        return {**asdict(self), "close": self.is_close, "doubt": self.uncertainty_note}


class HintSearch(SearchBot):
    """Search in several trees and report their combined result."""

    is_unobserved = True  # nobody else can observe how long it takes

    def __init__(self, name: str = HINT_BUDGET, seed: int | str | None = None) -> None:
        super().__init__(name, seed, WIN_ONLY)
        self._estimates: dict[int, HintOption] = {}
        self._trees: list[tuple[int, Any]] = []  # for each tree, the option that the policy would play, and all options
        self._rollout_policy: Callable[[], int] = lambda: NO_NODE

    def prepare_hint(self, match: Match, seat: int) -> PendingHint:
        """Copy everything that a hint needs and return a function that computes it, even if the match continues
        meanwhile.

        Raise NotYourTurn if the seat has nothing to decide.
        """
        options = match.options(seat)
        if not options:
            raise NotYourTurn(_("It isn't {player}'s turn, so there is no hint.", player=match.names[seat]))
        game, number = match.game, match.number
        here = Position(game, np.frombuffer(match.position(), np.uint8).copy())
        actions = dict(zip((option.id for option in options), engine_of(game).legal(here, seat), strict=True))
        think = self.consider(match, seat)

        def advise(part: float) -> Parts[Hint]:
            self._estimates = {}
            chosen = str((yield from parts_of(think, part)))
            weighed = [_describe_option(option, self._estimates.get(actions[option.id])) for option in options]
            free = None if chosen in actions else game.hooks.describe_free(here.state, seat, chosen)
            option = next((each for each in options if each.id == chosen), free or Option(chosen, chosen))
            listed = next((each for each in weighed if each.option == chosen), None)
            best = listed or _estimate_throw(game, here, seat, option)
            known = _sort_options(weighed, best) if chosen in actions else (best,)
            return Hint(
                seat=seat,
                number=number,
                option=chosen,
                label=option.label,
                path=option.path,
                facts=option.facts,
                value=best.value,
                error=best.error,
                exact=best.value is not None and not best.trials,
                chance=_chance_sentence(best, len(options)),
                reason=_strip_option(_find_reason(game, here, seat, chosen, actions)),
                options=known,
                others=len(options) - len(known) if chosen in actions else 0,
            )

        return Thought(advise)

    def _branch_key(self, match: Match, seat: int, now: int) -> int:
        """Return the root key: the trees must be independent, so none is kept."""
        return ROOT_KEY

    def _grow_tree(self, game: Game, work: Bytes, seat: int, memo: Any, key: int, seconds: float) -> Parts[Any]:
        """Grow several trees within the budget, in parts, and return the last; keep the arguments for the rollout
        policy.
        """
        self._rollout_policy = lambda: int(
            match_program(game).choose_action(
                game, work, seat, self.parameters.rollout_policy, memo, np.zeros(MAX_SEATS), self._dice_box.memory
            )
        )
        tree = thread_tree.tree
        self._trees, self.simulations, alike = [], 0, False
        for grow in self._tree_growers(partial(self._simulations, game, work, seat, memo), seconds):
            if not alike:
                self._prepare_tree(game, key)
            before = int(tree["simulations"])
            yield from grow()
            self.simulations += int(tree["simulations"]) - before
            if tree["root"] != NO_NODE:
                node = tree["node"][tree["root"]]
                found = int(node["rollout_edge"]), tree["edge"][node["first"] : node["first"] + node["count"]].copy()
                self._trees = [found] if alike else [*self._trees, found]
            if len(self._trees) == 2 and np.array_equal(self._trees[0][1], self._trees[1][1]):
                alike = True  # without chance all trees would be equal: this one gets the whole budget
        return tree

    def _tree_growers(self, simulate: Callable[[int], Call], seconds: float) -> Iterator[Callable[[], Parts[None]]]:
        """Yield functions that each grow one tree, in parts: each has its share of the budget, and at least
        `MIN_SIMULATIONS` if there are that many left.

        The second tree has as many simulations as the first, so that their difference shows the effect of chance.
        """
        total, part, end = self.budget.simulations, seconds / TREE_COUNT, self.clock() + seconds

        def grow_by(number: int) -> Parts[None]:
            yield simulate(number)

        if total:
            trees = max(1, min(TREE_COUNT, total // MIN_SIMULATIONS))
            yield from (partial(grow_by, total // trees) for _ in range(trees - 1))
            yield partial(grow_by, total - total // trees * (trees - 1))
            return

        def left() -> float:
            return end - self.clock()

        def grow() -> Parts[None]:
            yield from simulate_for(min(part, left()), simulate, self.clock)
            while thread_tree.tree["simulations"] < MIN_SIMULATIONS and left() > 0:
                yield simulate(FIRST_CHUNK)

        yield grow
        if left() > part / 2:
            yield partial(grow_by, self.simulations)
        while left() > part / 2:
            yield grow

    def _strategy(self, edges: Any) -> npt.NDArray[np.float64]:
        """Return how often to play each option. A bot samples the policy once, a hint many times."""
        stake = STRATEGY_PRIOR_WEIGHT * len(edges) ** 2
        lean = edges["strategy_sum"].copy()
        draws = [self._rollout_policy() for _ in range(POLICY_DRAWS)]
        lean += stake * np.array([draws.count(int(action)) for action in edges["action"]]) / POLICY_DRAWS
        share: npt.NDArray[np.float64] = lean / lean.sum()
        return share

    def _pick_action(self, tree: Any) -> int:
        """Return the best action of all trees together; of a mixed strategy, the one to be played most often."""
        if not self._trees:
            return NO_NODE
        edges, errors = combine_trees(self._trees)
        lean = self._strategy(edges) if tree["simultaneous"] else None
        for i, edge in enumerate(edges):
            share = None if lean is None else float(lean[i])
            self._estimates[int(edge["action"])] = _estimate_option(edge, float(errors[i]), share)
        if lean is not None:
            return int(edges["action"][int(lean.argmax())])
        guides = [guided for guided, _ in self._trees]
        blur = ESTIMATE_MARGIN if tree["rollout_turns"] else 0.0
        return int(edges["action"][pick_best_option(edges, max(guides, key=guides.count), blur, errors)])


def combine_trees(trees: list[tuple[int, Any]]) -> tuple[Any, npt.NDArray[np.float64]]:
    """Return the options of several trees with the sum of their trials, and the standard error of each mean between the
    trees.

    The error is a jackknife estimate: one tree may have tried an option far more often than the others.
    """
    each = np.stack([edges for _, edges in trees])
    whole = each[0].copy()
    for sum_of in ("visits", "value_sum", "value_squares", "strategy_sum"):
        whole[sum_of] = each[sum_of].sum(0)
    for guided, _edges in trees:
        whole["strategy_sum"][guided] -= STRATEGY_PRIOR_WEIGHT * len(whole) ** 2
    visits, n = whole["visits"], len(trees)
    off = each["value_sum"] - each["visits"] * (whole["value_sum"] / np.maximum(visits, 1))
    without = off / np.maximum(visits - each["visits"], 1)  # the mean without each of the trees
    errors: npt.NDArray[np.float64] = np.sqrt((without**2).sum(0) * (n - 1) / n)
    return whole, errors


def hint(match: Match, seat: int, budget: str = HINT_BUDGET, seed: int | str | None = None) -> Hint:
    """Return what `seat` should play now, from what it may know.

    With a number of simulations as its budget ("search:2000") and a seed, the hint is the same everywhere, and for all
    positions that the seat can't distinguish. Raise NotYourTurn if the seat has nothing to decide, or BadSetting if the
    budget is no search.
    """
    parse_budget(budget)  # only a search has one budget for all games
    return HintSearch(budget, seed).prepare_hint(match, seat)(1.0)


def _estimate_option(edge: Any, apart: float, share: float | None) -> HintOption:
    """Return what the trials say about an option, before it is known which option it is.

    Estimated values differ less than wins and losses, so fewer of them are as certain; but no error is smaller than the
    difference between the trees, `apart`.
    """
    visits = int(edge["visits"])
    if visits < MIN_TRIALS:
        return HintOption("", "", "", trials=visits, share=share)
    mean, square = (
        (float(edge[sum_of]) + SUCCESSION_PRIOR) / (visits + 2 * SUCCESSION_PRIOR)
        for sum_of in ("value_sum", "value_squares")
    )
    error = ((square - mean**2) / (visits + 2 * SUCCESSION_PRIOR)) ** 0.5
    return HintOption("", "", "", mean, max(error, apart), visits, share)


def _describe_option(option: Option, tried: HintOption | None) -> HintOption:
    """Return an option with its exact value, or with its estimate from trials."""
    named = option.id, option.label, option.note
    exact = option.facts.get("wins")
    if exact is not None:
        return HintOption(*named, float(exact), words=Text("{share}", {"share": Percent(float(exact), 1)}))
    if tried is None:
        return HintOption(*named)
    return replace(tried, option=option.id, label=option.label, note=option.note, words=_format_chance(tried))


def _format_chance(tried: HintOption) -> str:
    """Return a chance with its error as text, after how often to play the option, where that is what counts."""
    if tried.share is not None:
        return Text("{share}", {"share": Percent(tried.share)})
    if tried.value is None:
        return ""
    return Text("{share} ± {error}", {"share": Percent(tried.value), "error": _rounded_error(tried.error)})


def _rounded_error(error: float) -> int:
    """Return an error in percentage points, at least 1."""
    return round(max(100 * error, 1))


def _chance_sentence(best: HintOption, options: int) -> str:
    """Return a sentence that says what the option to play would give."""
    if options == 1:
        return _("It's your only move.")
    if best.share is not None:
        if best.share < CERTAIN_SHARE:
            return _("Play it {share} of the time, because everyone chooses at once.", share=Percent(best.share))
        return _("Play it {share} of the time.", share=Percent(best.share))
    if best.value is None:
        return Text("{result}.", {"result": best.words}) if best.words else ""
    if not best.trials:
        return _("It wins exactly {share} of the time.", share=Percent(best.value, 1))
    share, error = Percent(best.value), _rounded_error(best.error)
    return _("It wins about {share} of the time (±{error}).", share=share, error=error)


def _find_reason(game: Game, here: Position, seat: int, chosen: str, actions: Mapping[str, int]) -> str:
    if chosen in actions:
        return game.hooks.explain_action(here.state, seat, actions[chosen])
    return game.hooks.explain_free(here.state, seat, chosen)


def _estimate_throw(game: Game, here: Position, seat: int, option: Option) -> HintOption:
    """Return what a throw would score, from as many trials as there is time for: a measured game has no win chances."""
    found: Mapping[str, Any] = {}
    with suppress(DicehouseError):
        found = next(iter(game.hooks.likely(here.state, seat, option.id)), {}) if game.hooks.likely else {}
    n_trials = found.get("tries", 0)
    stays = round(found.get("stays", 0) * n_trials)
    words: str = ""
    if n_trials:
        result = {"where": found["where"], "about": found["about"]}
        words = _("{where} in {stays} of {tries} trial throws; {about}", stays=stays, tries=n_trials, **result)
    return HintOption(option.id, option.label, option.note, words=words)


def _strip_option(reason: str) -> str:
    """Return the part of a reason that says why, as a sentence of its own; a `Text` says nothing else."""
    if isinstance(reason, Text):
        return reason
    why = reason.partition(": ")[2]
    return why[:1].upper() + why[1:]


def _sort_options(weighed: list[HintOption], best: HintOption) -> tuple[HintOption, ...]:
    """Return the option to play, then the other options with an estimate, by their value or by how often to
    play them.
    """

    def rank(each: HintOption) -> float:
        return -(each.share or 0.0) if each.share is not None else -(each.value or 0.0)

    known = (
        each for each in weighed if each is not best and (each.value is not None or (each.share or 0.0) > MIN_SHARE)
    )
    return (best, *sorted(known, key=rank)[: MOST_OPTIONS - 1])
