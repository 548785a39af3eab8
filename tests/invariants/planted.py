"""Plant a fault in a copy of any game: by wrapping its hooks, without knowing what the game is.

`FAULTS` lists them. Each takes a game and returns one with the fault, or None where the game has nothing that it could
break, such as a leak where nothing is hidden. `test_check_finds.py` asks whether `dicehouse check` finds them.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import ModuleType
from typing import Any
from zlib import crc32

from dicehouse.core import Dice, EventName, Game, LogEntry, log_event, mark_revealed, roll, rules
from dicehouse.match.match_invariants import matches

Names = Mapping[str, Any]
Fault = Callable[[Game], Game | None]
SECRET_KIND = 120  # the kind of an event that a fault logs
COMMON = {"log_event": log_event, "mark_revealed": mark_revealed, "roll": roll, "rules": rules, "Dice": Dice}


def changed(game: Game, name: str, **groups: Names) -> Game:
    """Return the game with other functions in its groups."""
    modules: dict[str, Any] = {}
    for group, names in groups.items():
        sources = game.modules[group]
        modules[group] = ModuleType(sources[0].__name__)
        vars(modules[group])["__file__"] = getattr(sources[0], "__file__", None)
        if hasattr(sources[0], "__path__"):
            vars(modules[group])["__path__"] = sources[0].__path__
        for source in sources[::-1]:
            own = {key: value for key, value in vars(source).items() if not key.startswith("__")}
            vars(modules[group]).update(own)
        vars(modules[group]).update(names)
    return replace(game, id=f"{game.id}-{name}", **modules)


def rule(game: Game, source: str, *originals: str) -> Any:
    """Return the rule that `source` defines; in it, ORIGINAL_x is the game's own rule x."""
    names = COMMON | {f"ORIGINAL_{name}": getattr(game.hooks, name) for name in originals}
    exec(f"@rules\n{source}", names)  # noqa: S102  # compiled rules need a function of their own for each game
    return names[source.split("(")[0].removeprefix("def ").strip()]


def hides(game: Game) -> bool:
    return "resample_hidden" in game.hooks.own


def tells_secrets(game: Game) -> bool:
    """Return True if some events of a game are not for everybody."""
    played = matches(game, 6, 60)
    return any(event.readers is not None for match in played for event in match._events)


# --- leaks


def told_to_all(game: Game) -> Game | None:
    """Every secret event is told to everybody."""
    if not tells_secrets(game):
        return None
    own = game.hooks.log_entry
    return changed(game, "told", presentation={"log_entry": lambda *given: replace(own(*given), readers=None)})


def told_to_a_neighbour(game: Game) -> Game | None:
    if not tells_secrets(game):
        return None
    own = game.hooks.log_entry

    def log_entry(*given: Any) -> LogEntry:
        entry = own(*given)
        if not entry.readers:
            return entry
        return replace(entry, readers=(*entry.readers, (entry.readers[0] + 1) % game.players[0]))

    return changed(game, "neighbour", presentation={"log_entry": log_entry})


def sealing_tells(game: Game) -> Game | None:
    """Each action logs its number for everybody, also where several answer in secret."""
    if not hides(game) or not (game.hooks.SIMULTANEOUS or "reaction" in game.hooks.own):
        return None
    own = game.hooks.log_entry

    def log_entry(*given: Any) -> LogEntry:
        if int(given[0].kind) == SECRET_KIND:
            return LogEntry("seals", int(given[0].seat), f"{{{given[0].seat}}} seals {given[0].amount}.")
        return own(*given)

    names = dict(game.hooks.EVENT_NAMES)
    apply = rule(
        game,
        f"def apply(state, seat, action, dice):\n    ORIGINAL_apply(state, seat, action, dice)\n"
        f"    log_event(dice, {SECRET_KIND}, seat, amount=action)",
        "apply",
    )
    if names:
        names[SECRET_KIND] = EventName("seals")  # type: ignore[index]
    return changed(game, "seals", rules={"apply": apply}, presentation={"log_entry": log_entry, "EVENT_NAMES": names})


def resampling_skips_a_seat(game: Game) -> Game | None:
    """For seat 1 nothing is resampled: a bot there knows everything."""
    return _resampling(
        game,
        "skips",
        "def resample_hidden(state, seat, dice):\n"
        "    if seat != 1:\n        ORIGINAL_resample_hidden(state, seat, dice)\n",
    )


def resampling_keeps_what_is_real(game: Game) -> Game | None:
    return _resampling(game, "keeps", "def resample_hidden(state, seat, dice):\n    return\n")


def resampling_changes_what_is_known(game: Game) -> Game | None:
    """It resamples as if for another seat."""
    return _resampling(
        game,
        "other",
        "def resample_hidden(state, seat, dice):\n    ORIGINAL_resample_hidden(state, 1 - seat % 2, dice)\n",
    )


def _resampling(game: Game, name: str, source: str) -> Game | None:
    if not hides(game):
        return None
    return changed(game, name, rules={"resample_hidden": rule(game, source, "resample_hidden")})


def view_of_another(game: Game) -> Game | None:
    """Everybody sees the view of seat 0."""
    if not hides(game) or game.hooks.SAME_FOR_ALL:
        return None
    own = game.hooks.view
    return changed(game, "peeks", presentation={"view": lambda state, seat, asked, log: own(state, 0, asked, log)})


def spectator_sees(game: Game) -> Game | None:
    """A spectator sees what seat 1 sees."""
    if not hides(game) or game.hooks.SAME_FOR_ALL:
        return None
    own = game.hooks.view

    def view(state: Any, seat: int | None, asked: Sequence[int], log: Sequence[LogEntry]) -> dict[str, Any]:
        return dict(own(state, 1 if seat is None else seat, asked, log))

    return changed(game, "spectator", presentation={"view": view})


def prompt_knows(game: Game) -> Game | None:
    """The prompt tells a number that depends on the whole record."""
    if not hides(game):
        return None
    own = game.hooks.prompt

    def prompt(state: Any, seat: int | None, asked: Sequence[int], names: Sequence[str]) -> Any:
        return replace(own(state, seat, asked, names), detail=f"{_sum(state)} in all.")

    return changed(game, "prompt", presentation={"prompt": prompt})


def option_knows(game: Game) -> Game | None:
    if not hides(game):
        return None
    own = game.hooks.describe_action

    def describe_action(state: Any, seat: int, action: int) -> Any:
        return replace(own(state, seat, action), note=f"{_sum(state)} in all")

    return changed(game, "option", presentation={"describe_action": describe_action})


def refusal_knows(game: Game) -> Game | None:
    if not hides(game):
        return None
    return changed(game, "refusal", presentation={"refusal": lambda state, seat, text: f"there are {_sum(state)}"})


def reason_knows(game: Game) -> Game | None:
    """A bot's reason tells the sum of all numbers in the record."""
    if not hides(game):
        return None
    if game.policy is None:
        return None
    return changed(game, "reason", policy={"explain_action": lambda state, seat, action: f"{_sum(state)} in all."})


def observation_knows(game: Game) -> Game | None:
    """A learner sees what the next seat sees."""
    if "observe" not in game.hooks.own or not hides(game) or game.hooks.SAME_FOR_ALL:
        return None
    source = "def observe(state, seat, out):\n    ORIGINAL_observe(state, 1 - seat % 2, out)\n"
    names: dict[str, Any] = {"observe": rule(game, source, "observe")}
    return changed(game, "observes", rules=names)


def _sum(state: Any) -> int:
    """Return a number that depends on every byte of the position."""
    return crc32(state._m[state._o : state._o + state._size])


# --- rules


def chance_of_its_own(game: Game) -> Game | None:
    """The rules toss a coin beside the dice: now and then an action is carried out with another die."""
    own, coin = game.hooks.points, random.Random(5)

    def points(state: Any, out: Any) -> None:
        own(state, out)
        out[0] = out[0] + coin.randrange(2)

    return changed(game, "coin", rules={"points": rules(points)}) if game.engine is None else None


def remembers_between_games(game: Game) -> Game | None:
    """An option keeps the words that it had when it was first described."""
    own, known = game.hooks.describe_action, dict[tuple[int, int], Any]()

    def describe_action(state: Any, seat: int, action: int) -> Any:
        return known.setdefault((seat, action), own(state, seat, action))

    return changed(game, "remembers", presentation={"describe_action": describe_action})


def shares_a_view(game: Game) -> Game | None:
    """All views are one dictionary, which the next one changes."""
    own, shared = game.hooks.view, dict[str, Any]()

    def view(*given: Any) -> dict[str, Any]:
        shared.clear()
        shared.update(own(*given))
        return shared

    return changed(game, "shares", presentation={"view": view})


def tells_otherwise_each_time(game: Game) -> Game | None:
    own, count = game.hooks.log_entry, itertools.count()

    def log_entry(*given: Any) -> LogEntry:
        entry = own(*given)
        return replace(entry, facts={**entry.facts, "serial": next(count)})

    return changed(game, "counts", presentation={"log_entry": log_entry})


def prompt_counts_calls(game: Game) -> Game | None:
    own, count = game.hooks.prompt, itertools.count()
    return changed(game, "calls", presentation={"prompt": lambda *given: replace(own(*given), detail=f"{next(count)}")})


def view_changes_the_position(game: Game) -> Game | None:
    """To look at the position changes it."""
    own = game.hooks.view

    def view(state: Any, seat: int | None, asked: Sequence[int], log: Sequence[LogEntry]) -> dict[str, Any]:
        found = dict(own(state, seat, asked, log))
        number = next(name for name in reversed(state._setters) if type(getattr(state, name)) is int)
        setattr(state, number, getattr(state, number) ^ 1)
        return found

    return changed(game, "touches", presentation={"view": view})


def text_of_two(game: Game) -> Game | None:
    """Every option has the same text."""
    own = game.hooks.describe_action
    return changed(game, "texts", presentation={"describe_action": lambda *g: replace(own(*g), id="x")})


def text_in_capitals(game: Game) -> Game | None:
    own = game.hooks.describe_action
    return changed(
        game, "capitals", presentation={"describe_action": lambda *g: replace(own(*g), id=own(*g).id + " X")}
    )


def path_of_two(game: Game) -> Game | None:
    """Every option has the same path, so a touch can mean each of them."""
    own = game.hooks.describe_action
    return changed(game, "paths", presentation={"describe_action": lambda *g: replace(own(*g), path=("key:go",))})


def plays_what_is_not_offered(game: Game) -> Game | None:
    """Any other text plays the first legal action."""
    own = game.hooks.free

    def free(state: Any, seat: int, text: str) -> Any:
        return own(state, seat, text) or (text, game.hooks.ACTIONS[0] if game.hooks.ACTIONS else 0)

    return changed(game, "unlisted", presentation={"free": free})


def points_off_the_sheet(game: Game) -> Game | None:
    """The score sheet has totals that are not the points."""
    own = game.hooks.score_sheet

    def score_sheet(view: Any, log: Any) -> dict[str, Any]:
        if own is not None:
            sheet = dict(own(view, log))
        else:
            rows = [{"seat": seat, "cells": {}, "total": 0, "note": ""} for seat in range(len(view["seats"]))]
            sheet = {"sources": [], "rows": rows}
        sheet["rows"] = [{**row, "total": row["total"] + 7} for row in sheet["rows"]]
        return sheet

    return changed(game, "sheet", presentation={"score_sheet": score_sheet})


def two_winners(game: Game) -> Game | None:
    """Each seat gets the whole win at the end."""
    if game.engine is not None:
        return None
    source = (
        "def returns(state, out):\n    ORIGINAL_returns(state, out)\n    found = 0.0\n    for seat in range(2):\n"
        "        found += out[seat]\n    out[0] = found\n    out[1] = found\n"
    )
    return changed(game, "winners", rules={"returns": rule(game, source, "returns")})


def wins_before_the_end(game: Game) -> Game | None:
    if game.engine is not None:
        return None
    source = "def returns(state, out):\n    ORIGINAL_returns(state, out)\n    out[0] = 1.0\n"
    return changed(game, "early", rules={"returns": rule(game, source, "returns")})


def nobody_acts(game: Game) -> Game | None:
    """Only seat 0 is ever asked."""
    if game.engine is not None:
        return None
    source = "def acting(state):\n    return ORIGINAL_acting(state) & 1\n"
    return changed(game, "asked", rules={"acting": rule(game, source, "acting")})


def acts_after_the_end(game: Game) -> Game | None:
    if game.engine is not None:
        return None
    return changed(game, "after", rules={"acting": rule(game, "def acting(state):\n    return 1\n")})


def acts_out_of_turn(game: Game) -> Game | None:
    """All seats are asked, those too that have no option."""
    if game.engine is not None:
        return None
    source = "def acting(state):\n    found = ORIGINAL_acting(state)\n    return 64 if found else 0\n"
    return changed(game, "turn", rules={"acting": rule(game, source, "acting")})


def promises_undo(game: Game) -> Game | None:
    """No option is final, not even a roll."""
    return changed(game, "final", presentation={"final": lambda state, seat, action: False})


def legal_forgets_an_option(game: Game) -> Game | None:
    """Asking what is legal changes the position."""
    if game.engine is not None:
        return None
    source = "def legal(state, seat, actions):\n    ORIGINAL_legal(state, seat, actions)\n    actions.count = 0\n"
    return changed(game, "none", rules={"legal": rule(game, source, "legal")})


def counts_outside_the_record(game: Game) -> Game | None:
    """Every fifth action is carried out by another rule: what counts them is no field of the record."""
    if game.engine is not None:
        return None
    own, count = game.hooks.apply, itertools.count()

    def apply(state: Any, seat: int, action: int, dice: Any) -> None:
        own(state, seat, action, dice)
        if next(count) % 5 == 4:
            roll(dice)

    return changed(game, "outside", rules={"apply": rules(apply)})


def all_act_at_once(game: Game) -> Game | None:
    """In a game of turns every seat may act, not only the one whose turn it is."""
    if game.engine is not None or game.hooks.SIMULTANEOUS:
        return None
    source = (
        "def acting(state):\n    found = ORIGINAL_acting(state)\n"
        "    return (1 << state.n_players) - 1 if found else 0\n"
    )
    return changed(game, "at-once", rules={"acting": rule(game, source, "acting")})


LEAKS: dict[str, Fault] = {
    fault.__name__: fault
    for fault in (
        told_to_all,
        told_to_a_neighbour,
        sealing_tells,
        resampling_skips_a_seat,
        resampling_keeps_what_is_real,
        resampling_changes_what_is_known,
        view_of_another,
        spectator_sees,
        prompt_knows,
        option_knows,
        refusal_knows,
        reason_knows,
        observation_knows,
    )
}
ERRORS: dict[str, Fault] = {
    fault.__name__: fault
    for fault in (
        chance_of_its_own,
        remembers_between_games,
        shares_a_view,
        tells_otherwise_each_time,
        prompt_counts_calls,
        view_changes_the_position,
        text_of_two,
        text_in_capitals,
        path_of_two,
        plays_what_is_not_offered,
        points_off_the_sheet,
        two_winners,
        wins_before_the_end,
        nobody_acts,
        acts_after_the_end,
        acts_out_of_turn,
        promises_undo,
        legal_forgets_an_option,
        counts_outside_the_record,
        all_act_at_once,
    )
}
FAULTS = LEAKS | ERRORS
