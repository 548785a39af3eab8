"""List the names of the group `policy`: how bots play a game, what they think of a position, and why they chose."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ...compiler.rule_compiler import rules
from ...records.sentinels import NO_ACTION, NO_VALUE
from .hook import constant, default, optional, own_engine, required

if TYPE_CHECKING:
    import random

    from ..action_list import Actions
    from ..dice import Dice
    from ..exact_solution import ExactSolution
    from ..policy import BotLevel


class PolicyHooks:
    """List what a game tells bots and searches beyond its rules. All of it may be left out."""

    @staticmethod
    @default("the bot `sensible` plays as `greedy` does")
    @rules
    def sensible(state: Any, seat: int, actions: Actions, memo: Any, dice: Dice) -> int:
        """Return the action of a hand-made player; -1 leaves it to `greedy`."""
        return NO_ACTION

    MEMO: int = constant("how many numbers `sensible` has computed once for a table", 1, "`memo` has one number")

    @staticmethod
    @default("`memo` begins with zeros")
    def prepare(state: Any, memo: Any) -> None:
        """Compute these numbers for a table's settings."""

    @staticmethod
    @default("weak bots err only by what they overlook")
    @rules
    def temptation(state: Any, seat: int, actions: Actions, nerve: int, memo: Any, dice: Dice) -> int:
        """Return the action that tempts a weak player, by `nerve` from 0 (shy) to 100 (reckless); -1 if none does."""
        return NO_ACTION

    LEVELS: Mapping[str, BotLevel] = constant(
        "how the named bots play in this game, by name", {}, "they play as in most games"
    )

    ENDING_WORDS: tuple[str, ...] = constant(
        "the last words of options that end a turn or let a question pass, the best first: the server chooses by them "
        "for a player whose clock ran out",
        (),
        "the server takes the first option",
    )

    @staticmethod
    @default("bots choose freely")
    @rules
    def forced_action(state: Any, seat: int) -> int:
        """Return the action that every bot must take here; -1 where it may choose."""
        return NO_ACTION

    @staticmethod
    @default("the points")
    @rules
    def heuristic_value(state: Any, seat: int) -> float:
        """Return the heuristic value of the position for the seat, in points; `greedy` maximises it."""
        return NO_VALUE

    @staticmethod
    @default("a search plays every game on to its end")
    @rules
    def value_estimate(state: Any, memo: Any, out: Any) -> bool:
        """Write each seat's expected part of the win into `out`, between two turns; return False where there is no
        estimate. It may look at all that is hidden, because a search asks it about resampled positions.
        """
        return False

    @staticmethod
    @default("a search gives equal priors to all that `sensible` would not play")
    @rules
    def prior_logits(state: Any, seat: int, actions: Actions, memo: Any, out: Any) -> bool:
        """Write a prior logit for each listed option into `out`, as the seat sees it: a search tries an option with 1
        more e times as often, at first. Return False where there are none. The position must stay as it was.
        """
        return False

    @staticmethod
    @default("bots don't say why")
    def explain_action(state: Any, seat: int, action: int) -> str:
        """Return why a bot chose an action ("banks 450: two dice lose it 44% of the time."), for everybody: from what
        everybody sees only. First comes what it does, and after the colon why, which is also the reason of a hint;
        seats are named as {0}..{5}. An empty text says nothing.
        """
        return ""

    @staticmethod
    @own_engine
    @default("bots don't say why")
    def explain_free(state: Any, seat: int, text: str) -> str:
        """Return a reason as `explain_action` does, for an option that is described, not listed."""
        return ""

    @staticmethod
    @default("a review says why only where a choice wins, loses or changes points at once")
    def explain_mistake(state: Any, seat: int, chosen: int | str, better: int | str, you: bool) -> str:
        """Return in a sentence or two why `better` was better than `chosen`, in words that can be checked on the table
        ("You banked 350. Rolling three dice busts only 28% of the time."); an empty text says nothing. A choice is the
        number of an action, or the text of one that is described. With `you`, the seat is called "you", otherwise by
        its mark. A review leaves the sentence out if it depends on what the seat could not know.
        """
        return ""

    @staticmethod
    @default("a review counts points alone")
    def visible_counts(state: Any, seat: int) -> Mapping[str, int]:
        """Return what a seat has that is worth having besides points, by name, from what everybody sees: a review says
        which choice could gain more of it.
        """
        return {}

    @staticmethod
    @default("a review counts points alone")
    def count_words(count: str, amount: int) -> str:
        """Return an amount of what `visible_counts` counts in words ("2 offerings")."""
        return ""

    @staticmethod
    @default("no habits are counted")
    def decision_themes(state: Any, seat: int, chosen: int | str, better: int | str) -> Mapping[str, bool]:
        """Return the habits that a decision is a case of, by name; True if it was the mistake of that habit. `better`
        is -1 where no option was clearly better.
        """
        return {}

    @staticmethod
    @default("no habits are counted")
    def theme_sentence(theme: str, mistakes: int, cases: int) -> str:
        """Return a sentence about a habit ("In 7 of 9 cases, you banked too early with four dice or more.")."""
        return ""

    @staticmethod
    @own_engine
    @required
    def choose(state: Any, seat: int, level: BotLevel, luck: random.Random) -> str:
        """Return the text of the option that a bot plays: a plain bot, by its name, or a weak one, by its traits."""
        raise NotImplementedError

    @staticmethod
    @own_engine
    @optional("the bot `search` chooses as `sensible` does")
    def search(state: Any, seat: int, luck: random.Random, spent: Callable[[int], float]) -> str:
        """Return the text of the option that a search finds best; `spent(tries)` is the used fraction of its budget."""
        raise NotImplementedError

    @staticmethod
    @own_engine
    @optional("there is no practice")
    def practice(state: Any, seat: int, text: str) -> Mapping[str, Any]:
        """Return the result of an option, drawn with chance of its own; the position does not change."""
        raise NotImplementedError

    @staticmethod
    @own_engine
    @optional("no odds are shown")
    def likely(state: Any, seat: int, text: str) -> Iterator[Mapping[str, Any]]:
        """Yield the probable results of an option from repeated trials; each answer is more certain than the one
        before.
        """
        raise NotImplementedError

    SOLVABLE: Mapping[str, Any] = constant(
        "the settings with which the game can be solved, unless a table sets others", {}, "no settings"
    )

    @staticmethod
    @optional("there are no exact answers")
    def solve(state: Any, again: bool, progress: Callable[[float], None]) -> ExactSolution:
        """Solve the game of a dealt table, or return the stored solution unless it is to be solved `again`; `progress`
        is called with the finished fraction.
        """
        raise NotImplementedError

    @staticmethod
    @default("nothing is known for sure")
    def exact_chance(state: Any, seat: int) -> float | None:
        """Return the seat's chance to win with perfect play by all, where the game was solved. It may use only what the
        seat knows.
        """
        return None

    @staticmethod
    @default("nothing is known for sure")
    def exact_choice(state: Any, seat: int) -> int:
        """Return the action that a solved game gives the seat; -1 where it was not solved."""
        return NO_ACTION
