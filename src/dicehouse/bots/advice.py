"""A hint: what to play, what it brings, and why, from what a seat may know.

Several searches do it (searcher.py), one after the other, on positions that are redealt for the seat; where a race is
solved the exact chances stand in their place. What one tree has got wrong lies in none of its own trials, so the trees
know nothing of one another, and by how much they disagree is what the hint may err by. A hint goes to its own seat
only, and tells that seat nothing it could not know.

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

from dicehouse.errors import DicehouseError, NotYourTurn
from dicehouse.kit import Game, Option, Position, engine_of
from dicehouse.kit.budget import budget_of
from dicehouse.kit.entries import MOST_SEATS
from dicehouse.kit.program import program
from dicehouse.kit.record import Bytes
from dicehouse.kit.tree import NOWHERE, USUAL
from dicehouse.match import Match

from .searcher import BLUR, FIRST_CHUNK, ROOT, Manner, Searcher, _desk, best_of, for_a_while

BUDGET = "search:400ms"
TREES = 8  # that think for themselves, as far as the budget reaches:
LEAST = 24  # simulations of each
MOST_OPTIONS = 8  # so many are weighed against each other for people
FEW = 8  # trials: with fewer a mean says nothing
SURE = 0.97  # what is to be played so often is to be played
RARE = 0.01  # what is to be played less often is not listed
DRAWS = 200  # of the guide, whose habit shows how often it plays what
PRIOR = 1.0  # a trial won and one lost that are added (Laplace's rule of succession): ten of ten are not certain
WINS = Manner(margins=0.0, races=False)  # only who wins counts, so that a value is a chance and nothing else
Advice = Callable[[float], "Hint"]


@dataclass(frozen=True, slots=True)
class Weighed:
    """One option and what it would give on average: `value` is the chance to win (a tie counts its share), within
    about `error` (a standard error; 0: exact), after so many `trials`. None where too little was tried.

    `share` is how often to play it, where all choose at once and nobody should be foreseen. `words` say all of this
    briefly ("58 % ± 6"), or what the option brings where chances are not known.
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
    """What to play at position `number`, and why; `options` are those that were weighed, the best first."""

    seat: int
    number: int
    option: str
    label: str
    path: tuple[str, ...]
    facts: Mapping[str, Any]
    value: float | None
    error: float
    exact: bool
    chance: str  # what it gives, as a sentence
    reason: str  # why, as a sentence; empty where there is nothing worth saying
    options: tuple[Weighed, ...]
    others: int  # options that were hardly tried: they looked worse at once

    @property
    def close(self) -> bool:
        """Whether another option seems as good: what is between them is less than its own blur."""
        if self.value is None or self.options[0].share is not None:
            return False
        others = ((other.value, other.error) for other in self.options[1:])
        return any(value is not None and value + hypot(error, self.error) > self.value for value, error in others)

    @property
    def doubt(self) -> str:
        """What there is to say of other options that look as good, or better; empty if there are none."""
        if not self.close:
            return ""
        if any((other.value or 0.0) > (self.value or 0.0) for other in self.options[1:]):
            return "Others came out higher, but not by enough to be sure that they are better."
        return "Another choice looks as good: too little is between them to be sure."

    def to_dict(self) -> dict[str, Any]:
        """Plain data, for JSON."""
        return {**asdict(self), "close": self.close, "doubt": self.doubt}


class Adviser(Searcher):
    """A search, in several trees, that tells what they found together."""

    unseen = True  # nobody else learns how long it takes

    def __init__(self, name: str = BUDGET, seed: int | str | None = None) -> None:
        super().__init__(name, seed, WINS)
        self._found: dict[int, Weighed] = {}
        self._trees: list[tuple[int, Any]] = []  # the option that each of them would leave to the guide, and all
        self._guide: Callable[[], int] = lambda: NOWHERE

    def advise(self, match: Match, seat: int) -> Advice:
        """Take in all that a hint needs; what comes back works it out, whatever becomes of the match meanwhile.

        NotYourTurn if the seat has nothing to decide.
        """
        options = match.options(seat)
        if not options:
            raise NotYourTurn(f"{match.names[seat]} has nothing to decide now, so there is nothing to advise.")
        game, number = match.game, match.number
        here = Position(game, np.frombuffer(match.position(), np.uint8).copy())
        actions = dict(zip((option.id for option in options), engine_of(game).legal(here, seat), strict=True))
        think = self.consider(match, seat)

        def advise(part: float) -> Hint:
            self._found = {}
            chosen = str(think(part))
            weighed = [_weighed(option, self._found.get(actions[option.id])) for option in options]
            free = None if chosen in actions else game.hooks.describe_free(here.state, seat, chosen)
            option = next((each for each in options if each.id == chosen), free or Option(chosen, chosen))
            listed = next((each for each in weighed if each.option == chosen), None)
            best = listed or _likely(game, here, seat, option)
            known = _sorted(weighed, best) if chosen in actions else (best,)
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
                chance=_sentence(best, len(options)),
                reason=_why(_reason(game, here, seat, chosen, actions)),
                options=known,
                others=len(options) - len(known) if chosen in actions else 0,
            )

        return advise

    def _key(self, match: Match, seat: int, now: int) -> int:
        """No tree is kept: several begin here, and none may know what another one has found."""
        return ROOT

    def _search(self, game: Game, work: Bytes, seat: int, memo: Any, key: int, seconds: float) -> Any:
        """Grow several trees within the budget; returns the last. Keep what the guide is asked with, too."""
        self._guide = lambda: int(
            program(game).think(game, work, seat, self.manner.guide, memo, np.zeros(MOST_SEATS), self._box.memory)
        )
        tree = _desk.tree
        self._trees, self.simulations, alike = [], 0, False
        for grow in self._parts(partial(self._simulate, game, work, seat, memo), seconds):
            if not alike:
                self._rooted(game, key)
            before = int(tree["simulations"])
            grow()
            self.simulations += int(tree["simulations"]) - before
            if tree["root"] != NOWHERE:
                node = tree["node"][tree["root"]]
                found = int(node["guided"]), tree["edge"][node["first"] : node["first"] + node["count"]].copy()
                self._trees = [found] if alike else [*self._trees, found]
            if len(self._trees) == 2 and np.array_equal(self._trees[0][1], self._trees[1][1]):
                alike = True  # nothing is left to chance, so all trees would be this one: it gets the rest
        return tree

    def _parts(self, simulate: Callable[[int], None], seconds: float) -> Iterator[Callable[[], None]]:
        """What grows one tree after the other: each has its part of the budget, and `LEAST` simulations if so many are
        left. The second has as many as the first, so that it shows whether chance makes another one.
        """
        total, part, end = self.budget.simulations, seconds / TREES, self.clock() + seconds
        if total:
            trees = max(1, min(TREES, total // LEAST))
            yield from (partial(simulate, total // trees) for _ in range(trees - 1))
            yield partial(simulate, total - total // trees * (trees - 1))
            return

        def left() -> float:
            return end - self.clock()

        def grow() -> None:
            for_a_while(min(part, left()), simulate, self.clock)
            while _desk.tree["simulations"] < LEAST and left() > 0:
                simulate(FIRST_CHUNK)

        yield grow
        if left() > part / 2:
            yield partial(simulate, self.simulations)
        while left() > part / 2:
            yield grow

    def _strategy(self, edges: Any) -> npt.NDArray[np.float64]:
        """How often to play each option. A bot leans on one draw of the guide, a hint on many."""
        stake = USUAL * len(edges) ** 2
        lean = edges["lean"].copy()
        draws = [self._guide() for _ in range(DRAWS)]
        lean += stake * np.array([draws.count(int(action)) for action in edges["action"]]) / DRAWS
        share: npt.NDArray[np.float64] = lean / lean.sum()
        return share

    def _chosen(self, tree: Any) -> int:
        """What the trees together found best; of a strategy, what is to be played most often."""
        if not self._trees:
            return NOWHERE
        edges, errors = summed(self._trees)
        lean = self._strategy(edges) if tree["at_once"] else None
        for i, edge in enumerate(edges):
            share = None if lean is None else float(lean[i])
            self._found[int(edge["action"])] = _tried(edge, float(errors[i]), share)
        if lean is not None:
            return int(edges["action"][int(lean.argmax())])
        guides = [guided for guided, _ in self._trees]
        blur = BLUR if tree["ahead"] else 0.0
        return int(edges["action"][best_of(edges, max(guides, key=guides.count), blur, errors)])


def summed(trees: list[tuple[int, Any]]) -> tuple[Any, npt.NDArray[np.float64]]:
    """The options of several trees with what all of them brought, and by how much the trees disagree: a standard error
    of each mean (jackknife: one tree may have tried an option far more often than the others).
    """
    each = np.stack([edges for _, edges in trees])
    whole = each[0].copy()
    for sum_of in ("visits", "total", "squares", "lean"):
        whole[sum_of] = each[sum_of].sum(0)
    for guided, _ in trees:
        whole["lean"][guided] -= USUAL * len(whole) ** 2
    visits, n = whole["visits"], len(trees)
    off = each["total"] - each["visits"] * (whole["total"] / np.maximum(visits, 1))
    without = off / np.maximum(visits - each["visits"], 1)  # by how much the mean would differ without each of them
    errors: npt.NDArray[np.float64] = np.sqrt((without**2).sum(0) * (n - 1) / n)
    return whole, errors


def hint(match: Match, seat: int, budget: str = BUDGET, seed: int | str | None = None) -> Hint:
    """What `seat` should play now, from what it may know. With a number of simulations as its budget ("search:2000")
    and a seed it is the same everywhere, and for all positions that the seat can't tell apart.

    NotYourTurn if the seat has nothing to decide; BadSetting if the budget is no search.
    """
    budget_of(budget)  # a bot by another name has none, or another one in each game
    return Adviser(budget, seed).advise(match, seat)(1.0)


def _tried(edge: Any, apart: float, share: float | None) -> Weighed:
    """What trials say of an option, before it is known which one it is. Those that were estimated differ less than
    those that were won or lost, so fewer of them are as sure; but none is surer than the trees are `apart`.
    """
    visits = int(edge["visits"])
    if visits < FEW:
        return Weighed("", "", "", trials=visits, share=share)
    mean, square = ((float(edge[sum_of]) + PRIOR) / (visits + 2 * PRIOR) for sum_of in ("total", "squares"))
    error = ((square - mean**2) / (visits + 2 * PRIOR)) ** 0.5
    return Weighed("", "", "", mean, max(error, apart), visits, share)


def _weighed(option: Option, tried: Weighed | None) -> Weighed:
    """An option with what is known of it: for sure, else by trials."""
    named = option.id, option.label, option.note
    exact = option.facts.get("wins")
    if exact is not None:
        return Weighed(*named, float(exact), words=f"{100 * exact:.1f} %")
    if tried is None:
        return Weighed(*named)
    return replace(tried, option=option.id, label=option.label, note=option.note, words=_words(tried))


def _words(tried: Weighed) -> str:
    """A chance with its blur; first of all how often to play, where that is what counts."""
    if tried.share is not None:
        return f"{100 * tried.share:.0f} %"
    return "" if tried.value is None else f"{100 * tried.value:.0f} % ± {_blur(tried.error)}"


def _blur(error: float) -> str:
    return f"{max(100 * error, 1):.0f}"


def _sentence(best: Weighed, options: int) -> str:
    """What the choice to play gives."""
    if options == 1:
        return "It is all that you can do."
    if best.share is not None:
        others = ": the others choose at the same time" if best.share < SURE else ""
        return f"Play it {100 * best.share:.0f} % of the time{others}."
    if best.value is None:
        return best.words and f"{best.words}."
    if not best.trials:
        return f"The game is then won exactly {best.words} of the time."
    return f"The game is then won about {100 * best.value:.0f} % of the time, give or take {_blur(best.error)}."


def _reason(game: Game, here: Position, seat: int, chosen: str, actions: Mapping[str, int]) -> str:
    if chosen in actions:
        return game.hooks.reason(here.state, seat, actions[chosen])
    return game.hooks.reason_free(here.state, seat, chosen)


def _likely(game: Game, here: Position, seat: int, option: Option) -> Weighed:
    """What a throw brings, tried out as often as there is time for: a measured game knows no chances to win."""
    found: Mapping[str, Any] = {}
    with suppress(DicehouseError):
        found = next(iter(game.hooks.likely(here.state, seat, option.id)), {}) if game.hooks.likely else {}
    tries = found.get("tries", 0)
    stays = round(found.get("stays", 0) * tries)
    words = f"In {stays} of {tries} tries it {found['where']}: {found['about']}" if tries else ""
    return Weighed(option.id, option.label, option.note, words=words)


def _why(reason: str) -> str:
    """The part of a reason that says why, as a sentence of its own."""
    why = reason.partition(": ")[2]
    return why[:1].upper() + why[1:]


def _sorted(weighed: list[Weighed], best: Weighed) -> tuple[Weighed, ...]:
    """The one to play, then the others of which something is known, by what they give or how often to play them."""

    def rank(each: Weighed) -> float:
        return -(each.share or 0.0) if each.share is not None else -(each.value or 0.0)

    known = (each for each in weighed if each is not best and (each.value is not None or (each.share or 0.0) > RARE))
    return (best, *sorted(known, key=rank)[: MOST_OPTIONS - 1])
