"""The bot `search`: it plays on in its head, again and again, and chooses what came off best (kit/searching.py)."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from time import perf_counter
from typing import Any

import numpy as np

from dicehouse.kit import Game, Position, engine_of
from dicehouse.kit.budget import Budget, Clock, budget_of, is_search
from dicehouse.kit.dice import unbiased
from dicehouse.kit.entries import TREE
from dicehouse.kit.hooks import FREE
from dicehouse.kit.program import program
from dicehouse.kit.record import Bytes
from dicehouse.kit.thinking import SENSIBLE
from dicehouse.kit.tree import EDGES, NODES, NOWHERE, mixed
from dicehouse.kit.weakness import FACES
from dicehouse.match import Match, Pick

from .futures import Floats, Futures
from .minds import budget_in
from .players import Player, Thought
from .racing import DOUBT, Race

ROOMS = 4  # positions that a search works in
FIRST_CHUNK, CHUNK_SECONDS = 4, 0.002  # simulations between two looks at the clock
REPLY = 20  # milliseconds at most for a reply out of turn: others wait for it, and there may be many
ROOT = 1  # the key of a course that begins here
ENOUGH = 2  # trials from which a mean may be compared
BLUR = 0.01  # by how much an option must be better than the guide's where the chance to win is an estimate, in a tree
PARTS = 1 << 30  # into which a strategy is cut when an option is drawn by it
Meter = Callable[[float, Clock], Callable[[int], float]]  # tells, as a budget does, how much of it is used up


@dataclass(frozen=True, slots=True)
class Manner:
    """How a search goes about it."""

    curiosity: float = 0.7  # how much what was tried little is tried
    trust: float = 0.4  # how much of that goes to what the guide plays
    heed: float = 1.0  # how much what options promise is heeded
    margins: float = 0.5  # how much it counts by how much a game is won, where games are played on to their ends
    ahead: int = 1  # turns to play on, if the game can estimate positions between turns; 0: to the end
    races: bool = True  # whether options are raced there, instead of being tried in a tree
    guide: int = SENSIBLE


class _Desk(threading.local):
    """One tree for each thread that thinks: so many are there at most, however many tables there are."""

    def __init__(self) -> None:
        self.memory: Bytes = np.zeros(TREE.itemsize, np.uint8)
        self.tree: Any = self.memory.view(TREE)[0]
        self.owner: object = None  # whose thoughts lie here


_desk = _Desk()


class Searcher(Player):
    """A bot that searches within its budget."""

    unseen = False  # whether nobody learns how long it thinks

    def __init__(
        self,
        name: str,
        seed: int | str | None = None,
        manner: Manner | None = None,
        clock: Clock = perf_counter,
    ) -> None:
        super().__init__(name, seed)
        self.clock = clock
        self.budget = budget_of(name) if is_search(name) else Budget()
        self.manner = manner or Manner()
        self.simulations = 0  # of the last decision
        self._course: tuple[str, int, int] | None = None  # the match, and the position whose key is kept

    def consider(self, match: Match, seat: int) -> Thought:
        """Take in all that a decision needs; what comes back works it out, whatever becomes of the match meanwhile."""
        if self.name in FACES:  # they have one for each game
            self.budget = budget_in(match.game, self.name)
        plain = super().consider(match, seat)
        if not self._searches(match, seat):
            return plain
        game, now = match.game, match.number
        number = match.asked_since(seat)  # choices that are sealed are no knowledge: nobody has made them yet
        actual = match.position(number)
        work: Bytes = np.zeros(ROOMS * len(actual), np.uint8)
        work[: len(actual)] = np.frombuffer(actual, np.uint8)
        memo, milliseconds = self._memo(match, work[: len(actual)]), self.budget.milliseconds
        if self._is_reply(match, seat):
            milliseconds = min(milliseconds, REPLY)
        here = Position(game, np.frombuffer(match.position(), np.uint8).copy())
        legal = engine_of(game).legal(here, seat)
        if self.manner.races and self._estimates(game):
            return self._race(match, seat, here, legal, replace(self.budget, milliseconds=milliseconds).meter)
        kept = self._key(match, seat, now) if number == now else ROOT
        match_id = match.id

        def search(part: float) -> str:
            key = kept if _desk.owner is self else ROOT
            self._shuffle(seat, now)
            tree = self._search(game, work, seat, memo(), key, part * milliseconds / 1000)
            action = self._chosen(tree)
            self._course = None
            if action not in legal:  # there was no choice in the tree: all play the same here
                return plain(part)
            if not tree["at_once"]:
                self._course = (match_id, now, mixed(mixed(key, seat + 1), action))
            return Pick(game.hooks.describe(here.state, seat, action).id, action)

        return search

    def _estimates(self, game: Game) -> bool:
        """Whether it stops where the game can estimate who will win."""
        return self.manner.ahead > 0 and "estimate" in game.hooks.own

    def _race(self, match: Match, seat: int, here: Position, legal: Sequence[int], meter: Meter) -> Thought:
        """Options raced against what the guide plays, in futures to where the game can estimate who will win."""
        game, position = match.game, match.position(match.asked_since(seat))
        memo, nothing_yet = self._memo(match, np.frombuffer(position, np.uint8)), np.zeros(0)
        futures = Futures(match, f"{self._seed}|{seat}|{match.number}", memo=nothing_yet)
        guided = self._plain(match, seat)
        until = futures.turns(position) + self.manner.ahead

        def came(first: int, n: int, action: int) -> Floats:
            ends: Floats = futures.until(position, first, n, [(seat, action)], seat, until, guess=True)[1]
            return ends[:, seat]

        def run(part: float) -> str:
            futures.memo = memo()
            race = Race(legal, guided(), came)
            action = race.best(meter(part, self.clock))
            self.simulations = race.played
            return Pick(game.hooks.describe(here.state, seat, action).id, action)

        return run

    def _measure(self, match: Match, seat: int) -> Thought:
        """In games with an engine of their own the game's own search thinks, if it has one."""
        search = match.game.hooks.search
        if search is None or not self.budget:
            return super()._measure(match, seat)
        state, luck = self._at_hand(match, seat)

        def think(part: float) -> str:
            return str(search(state, seat, luck, self.budget.meter(part, self.clock)))

        return think

    def _searches(self, match: Match, seat: int) -> bool:
        """Whether there is something to think about, and the means. A number of simulations that was asked for is a
        promise. A time is not, nor is a face: as long as nothing is compiled the plain player is stronger, or sooner.
        A reply out of turn takes its time even where there is nothing to choose: else that would tell.
        """
        game = match.game
        if game.engine is not None or not self.budget:
            return False
        here = Position(game, np.frombuffer(match.position(), np.uint8).copy())
        if len(engine_of(game).legal(here, seat)) == 1 and not self._is_reply(match, seat):
            return False
        if game.hooks.bot_duty(here.state, seat) != FREE or game.hooks.exact_choice(here.state, seat) != FREE:
            return False
        promised = self.budget.simulations > 0 and self.name not in FACES
        return promised or engine_of(match.game).compiled

    def _is_reply(self, match: Match, seat: int) -> bool:
        """Whether the seat is asked out of turn, and others learn how long it thinks."""
        return match.reaction(seat) is not None and not self.unseen

    def _key(self, match: Match, seat: int, now: int) -> int:
        """The key of what led here: of the last decision, if only this seat has played since, and time is the budget.
        For so many simulations a choice must be the same whatever was thought before.
        """
        if self.budget.milliseconds and self._course:
            name, since, key = self._course
            if name == match.id and since + 1 == now and match.actions[since].seat == seat:
                return key
        return ROOT

    def _search(self, game: Game, work: Bytes, seat: int, memo: Any, key: int, seconds: float) -> Any:
        """Think for so many simulations, if that is the budget, else for so many seconds; returns the tree."""
        tree = self._rooted(game, key)
        simulate = partial(self._simulate, game, work, seat, memo)
        if self.budget.simulations:
            simulate(self.budget.simulations)
        else:
            for_a_while(seconds, simulate, self.clock)
        self.simulations = int(tree["simulations"])
        return tree

    def _rooted(self, game: Game, key: int) -> Any:
        """The tree of this thread: empty, unless what this bot has thought of this course still has room to grow."""
        tree = _desk.tree
        full = tree["n_nodes"] > NODES * 3 // 4 or tree["n_edges"] > EDGES * 3 // 4
        if _desk.owner is not self or key == ROOT or full:
            tree["n_nodes"], tree["spread"] = 0, 0.0
        _desk.owner = self
        ahead = self.manner.ahead if self._estimates(game) else 0
        tree["curiosity"], tree["trust"], tree["ahead"] = self.manner.curiosity, self.manner.trust, ahead
        tree["heed"] = self.manner.heed
        tree["margins"] = 0.0 if ahead else self.manner.margins  # an estimate is a chance to win, and nothing else
        tree["policy"], tree["course"], tree["root"], tree["simulations"] = self.manner.guide, key, NOWHERE, 0
        return tree

    def _simulate(self, game: Game, work: Bytes, seat: int, memo: Any, number: int) -> None:
        program(game).search(game, work, _desk.memory, seat, number, memo, self._box.memory)

    def _chosen(self, tree: Any) -> int:
        """What the search found best; of a strategy, what is drawn by it. NOWHERE if there was nothing to choose."""
        if tree["root"] == NOWHERE:
            return NOWHERE
        node = tree["node"][tree["root"]]
        edges = tree["edge"][node["first"] : node["first"] + node["count"]]
        if tree["at_once"]:
            shares = edges["lean"].cumsum()
            at = unbiased(self._box.dice, PARTS) / PARTS * shares[-1]
            return int(edges["action"][min(int(np.searchsorted(shares, at, side="right")), len(shares) - 1)])
        blur = BLUR if tree["ahead"] else 0.0
        return int(edges["action"][best_of(edges, int(node["guided"]), blur)])


def best_of(edges: Any, guided: int, blur: float = 0.0, errors: Any = None) -> int:
    """What was tried most, if it is better than what the guide plays by more than chance, and a `blur`, would make it;
    else that. Chance is told by trials; where means may err by more than these say, `errors` tell it.
    """
    tried = int(np.argmax(edges["visits"]))
    if edges["visits"][guided] < ENOUGH or tried == guided:
        return guided if edges["visits"][guided] == edges["visits"][tried] else tried
    both = edges[[tried, guided]]
    means = both["total"] / both["visits"]
    doubts = np.maximum(both["squares"] / both["visits"] - means**2, 0.0) / both["visits"]  # below 0 by rounding
    if errors is not None:
        doubts = np.maximum(doubts, errors[[tried, guided]] ** 2)
    doubt = doubts.sum() ** 0.5
    return tried if means[0] - means[1] > DOUBT * doubt + blur else guided


def for_a_while(seconds: float, simulate: Callable[[int], None], clock: Clock = perf_counter) -> None:
    """Simulate until the time is up, looking at the clock now and then."""
    now = clock()
    end, chunk = now + seconds, FIRST_CHUNK
    while True:
        simulate(chunk)
        before, now = now, clock()
        if now >= end:
            return
        if now - before < CHUNK_SECONDS / 2:
            chunk *= 2
