"""Plant a fault in a copy of any game: by wrapping its hooks, without knowing what the game is.

`FAULTS` lists them. Each takes a game and returns one with the fault, or None where the game has nothing that it could
break, such as a leak where nothing is hidden. `test_check_finds.py` asks whether `dicehouse check` finds them.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from types import ModuleType, SimpleNamespace
from typing import Any
from zlib import crc32

from dicehouse.core import Dice, EventName, Game, LogEntry, add_action, log_event, mark_revealed, roll, rules
from dicehouse.match.match_invariants import matches, resampled

Names = Mapping[str, Any]
Fault = Callable[[Game], Game | None]
SECRET_KIND = 120  # the kind of an event that a fault logs
COMMON = {
    "add_action": add_action,
    "log_event": log_event,
    "mark_revealed": mark_revealed,
    "roll": roll,
    "rules": rules,
    "Dice": Dice,
}


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
    decorator = "@rules\n" if game.engine is None else ""
    exec(decorator + source, names)  # noqa: S102  # compiled rules need a function of their own for each game
    return names[source.split("(")[0].removeprefix("def ").strip()]


def other_rule(game: Game, name: str, source: str) -> Game:
    """Return the game with another rule, which `source` defines and which may call the game's own as ORIGINAL_x."""
    hook = source.split("(")[0].removeprefix("def ").strip()
    return changed(game, name, rules={hook: rule(game, source, hook)})


def other_engine(game: Game, name: str, **methods: Callable[..., Any]) -> Game:
    """Return a game that measures with other methods of its engine; each gets the engine's own one first."""
    assert game.engine is not None
    own = type(game.engine(game))

    def wrapped(method: str, replacement: Callable[..., Any]) -> Callable[..., Any]:
        return lambda self, *given: replacement(partial(getattr(own, method), self), *given)

    faulty = type("Faulty", (own,), {method: wrapped(method, each) for method, each in methods.items()})
    return replace(game, id=f"{game.id}-{name}", engine=faulty)


@cache
def commonest_action(game: Game) -> int:
    """Return the action that seats most often have in random matches, beside others."""
    offered = Counter[int]()
    for match in matches(game, 12, 40):
        for seat in match.acting():
            if match.n_options(seat) > 1:
                offered.update(action for _, action in match._legal_options(seat))
    return offered.most_common(1)[0][0]


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


def told_in_symbols(game: Game) -> Game | None:
    """A secret event is told to everybody, in a symbol instead of a word or a number."""
    if not tells_secrets(game):
        return None
    own = game.hooks.log_entry

    def log_entry(*given: Any) -> LogEntry:
        entry = own(*given)
        if entry.readers is None:
            return entry
        symbol = "♠♥♦♣"[crc32(entry.text.encode()) % 4]
        return LogEntry(entry.kind, entry.seat, f"{{{entry.seat}}} looks {symbol}.")

    return changed(game, "symbols", presentation={"log_entry": log_entry})


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
        names[SECRET_KIND] = EventName("seals")
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
    if game.engine is not None:
        return None
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
    source = (
        "def returns(state, out):\n    ORIGINAL_returns(state, out)\n    found = 0.0\n    for seat in range(2):\n"
        "        found += out[seat]\n    out[0] = found\n    out[1] = found\n"
    )
    return changed(game, "winners", rules={"returns": rule(game, source, "returns")})


def wins_before_the_end(game: Game) -> Game | None:
    source = "def returns(state, out):\n    ORIGINAL_returns(state, out)\n    out[0] = 1.0\n"
    return changed(game, "early", rules={"returns": rule(game, source, "returns")})


def nobody_acts(game: Game) -> Game | None:
    """Only seat 0 is ever asked."""
    source = "def acting(state):\n    return ORIGINAL_acting(state) & 1\n"
    return changed(game, "asked", rules={"acting": rule(game, source, "acting")})


def acts_after_the_end(game: Game) -> Game | None:
    return changed(game, "after", rules={"acting": rule(game, "def acting(state):\n    return 1\n")})


def acts_out_of_turn(game: Game) -> Game | None:
    """All seats are asked, those too that have no option."""
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


# --- more leaks


def option_depends_on_what_is_hidden(game: Game) -> Game | None:
    """Whether the last option is legal depends on the whole record."""
    if not hides(game) or game.engine is not None:
        return None
    own = game.hooks.legal

    def legal(state: Any, seat: int, actions: Any) -> None:
        own(state, seat, actions)
        if actions.count > 1 and _sum(state) % 2:
            actions.count -= 1

    return changed(game, "legal", rules={"legal": rules(legal)})


def points_depend_on_what_is_hidden(game: Game) -> Game | None:
    if not hides(game) or game.engine is not None:
        return None
    own = game.hooks.points

    def points(state: Any, out: Any) -> None:
        own(state, out)
        out[0] = out[0] + _sum(state) % 2

    return changed(game, "points", rules={"points": rules(points)})


def final_depends_on_what_is_hidden(game: Game) -> Game | None:
    if not hides(game):
        return None
    return changed(game, "finals", presentation={"final": lambda state, seat, action: _sum(state) % 2 == 0})


def facts_tell_more_than_the_text(game: Game) -> Game | None:
    """A secret event is told to all without its words, but with its facts."""
    if not tells_secrets(game):
        return None
    own = game.hooks.log_entry

    def log_entry(*given: Any) -> LogEntry:
        entry = own(*given)
        return entry if entry.readers is None else replace(entry, readers=None, text="Something happens.", own={})

    return changed(game, "facts", presentation={"log_entry": log_entry})


def own_words_tell_more_than_the_text(game: Game) -> Game | None:
    """Another seat reads the words of a secret event."""
    if not tells_secrets(game):
        return None
    own = game.hooks.log_entry

    def log_entry(*given: Any) -> LogEntry:
        entry = own(*given)
        if entry.readers is None:
            return entry
        words = dict.fromkeys(range(6), entry.text)
        return replace(entry, readers=None, text="Something happens.", facts={}, own=words)

    return changed(game, "own", presentation={"log_entry": log_entry})


def a_reveal_can_be_undone(game: Game) -> Game | None:
    """What an action revealed is not marked: its seat can look and take it back."""
    if not hides(game) or game.engine is not None:
        return None
    source = (
        "def apply(state, seat, action, dice):\n    ORIGINAL_apply(state, seat, action, dice)\n"
        "    dice.revealed = False\n"
    )
    found = other_rule(game, "unmarked", source)
    undoable = any(
        before.barrier and not after.barrier
        for one, other in zip(matches(game, 6, 60), matches(found, 6, 60), strict=True)
        for before, after in zip(one._history, other._history, strict=True)
    )
    return found if undoable else None


def resampling_keeps_a_byte(game: Game) -> Game | None:
    """One of the hidden numbers stays the real one."""
    if not hides(game) or game.engine is not None:
        return None
    own = game.hooks.resample_hidden

    def resample_hidden(state: Any, seat: int, dice: Any) -> None:
        before = bytes(state._m[state._o : state._o + state._size])
        own(state, seat, dice)
        memory = state._m[state._o : state._o + state._size]
        changed = [i for i in range(len(before)) if before[i] != memory[i]]
        if changed:
            memory[changed[0]] = before[changed[0]]

    return changed(game, "byte", rules={"resample_hidden": rules(resample_hidden)})


def resampling_never_draws_a_value(game: Game) -> Game | None:
    """What is resampled never becomes the value that it most often is."""
    if not hides(game) or game.engine is not None:
        return None
    own, values = game.hooks.resample_hidden, Counter[int]()
    for match in matches(game, 12, 30):
        data = match.position()
        values.update(
            one for one, other in zip(data, resampled(match, 0, match.number), strict=True) if one != other and one
        )
    if len(values) < 3:
        return None
    never, instead = values.most_common(2)[0][0], values.most_common(2)[1][0]

    def resample_hidden(state: Any, seat: int, dice: Any) -> None:
        before = bytes(state._m[state._o : state._o + state._size])
        own(state, seat, dice)
        memory = state._m[state._o : state._o + state._size]
        for i in range(len(before)):
            if before[i] != memory[i] and memory[i] == never:
                memory[i] = instead

    return changed(game, "never", rules={"resample_hidden": rules(resample_hidden)})


# --- more errors of rules


def an_option_is_dropped(game: Game) -> Game | None:
    """Seat 1 never has the option that others choose most often, unless it is the only one."""
    dropped = commonest_action(game)

    def without(found: list[int], seat: int) -> list[int]:
        return [each for each in found if each != dropped] or found if seat == 1 else found

    if game.engine is not None:
        return other_engine(game, "dropped", legal=lambda own, position, seat: without(own(position, seat), seat))
    own = game.hooks.legal

    def legal(state: Any, seat: int, actions: Any) -> None:
        own(state, seat, actions)
        left = without([actions.item[i] for i in range(actions.count)], seat)
        actions.count = 0
        for action in left:
            add_action(actions, action)

    return changed(game, "dropped", rules={"legal": rules(legal)})


def an_option_does_nothing(game: Game) -> Game | None:
    idle = commonest_action(game)
    if game.engine is not None:

        def apply(own: Any, position: Any, seat: int, action: int, box: Any) -> None:
            if action != idle:
                own(position, seat, action, box)

        return other_engine(game, "idle", apply=apply)
    source = (
        f"def apply(state, seat, action, dice):\n    if action != {idle}:\n"
        "        ORIGINAL_apply(state, seat, action, dice)\n"
    )
    return other_rule(game, "idle", source)


def an_action_fails(game: Game) -> Game | None:
    bad = commonest_action(game)
    if game.engine is not None:

        def apply(own: Any, position: Any, seat: int, action: int, box: Any) -> None:
            own(position, seat, action // (action != bad), box)

        return other_engine(game, "fails", apply=apply)
    source = (
        f"def apply(state, seat, action, dice):\n    ORIGINAL_apply(state, seat, action // (action != {bad}), dice)\n"
    )
    return other_rule(game, "fails", source)


def lists_an_action_twice(game: Game) -> Game | None:
    if game.engine is not None:
        return other_engine(game, "twice", legal=lambda own, *given: [*own(*given), *own(*given)[:1]])
    source = (
        "def legal(state, seat, actions):\n    ORIGINAL_legal(state, seat, actions)\n"
        "    if actions.count > 0:\n        add_action(actions, actions.item[0])\n"
    )
    return other_rule(game, "twice", source)


def forgets_an_action_in_the_list_of_all(game: Game) -> Game | None:
    """`ACTIONS` lacks an action that is legal at times, so that no learner can play it."""
    if not game.hooks.ACTIONS:
        return None
    left = tuple(each for each in game.hooks.ACTIONS if each != commonest_action(game))
    return changed(game, "unlisted-action", rules={"ACTIONS": left})


def points_off_by_one(game: Game) -> Game | None:
    """The last seat has one point more than the page shows."""
    source = (
        "def points(state, out):\n    ORIGINAL_points(state, out)\n"
        "    out[state.n_players - 1] = out[state.n_players - 1] + 1\n"
    )
    return other_rule(game, "off", source)


def points_of_an_empty_seat(game: Game) -> Game | None:
    """A seat that nobody sits on has points."""
    if game.players[0] == game.players[1]:
        return None
    source = (
        "def points(state, out):\n    ORIGINAL_points(state, out)\n"
        f"    if state.n_players < {game.players[1]}:\n        out[state.n_players] = 5.0\n"
    )
    return other_rule(game, "empty", source)


def a_seat_never_acts(game: Game) -> Game | None:
    """Where seat 1 should choose, seat 0 does, and for itself."""
    source = (
        "def acting(state):\n    found = ORIGINAL_acting(state)\n    return (found & ~2) | 1 if found & 2 else found\n"
    )
    return other_rule(game, "passed-over", source)


def never_ends(game: Game) -> Game | None:
    return other_rule(game, "endless", "def over(state):\n    return ORIGINAL_over(state) and state.n_players < 0\n")


def ends_at_once(game: Game) -> Game | None:
    """The game is over while somebody is asked to act."""
    return other_rule(game, "short", "def over(state):\n    return ORIGINAL_over(state) or state.n_players > 0\n")


def a_loser_pays_the_winner(game: Game) -> Game | None:
    """The parts of the win sum to 1, but one of them is -1."""
    source = (
        "def returns(state, out):\n    ORIGINAL_returns(state, out)\n    if out[0] + out[1] > 0.99:\n"
        "        out[0] = 2.0 * out[0] - out[1]\n        out[1] = 1.0 - out[0]\n"
    )
    return other_rule(game, "pays", source)


def a_team_of_a_stranger(game: Game) -> Game | None:
    """Seat 0 counts as a partner of seat 1, but not the other way round."""
    return other_rule(game, "team", "def team(state, seat):\n    return 1 if seat == 0 else 0\n")


def turns_go_back(game: Game) -> Game | None:
    if "turns_begun" not in game.hooks.own:
        return None
    return other_rule(game, "turns", "def turns_begun(state):\n    return 5 - ORIGINAL_turns_begun(state)\n")


def a_die_never_shows_a_six(game: Game) -> Game | None:
    """Wherever the rules log a six, it is a five: the die has no six."""
    if game.engine is not None or not any(6 in event.faces for event in _events_with_faces(game)):
        return None
    own = game.hooks.log_entry

    def log_entry(event: Any, *given: Any) -> LogEntry:
        for i in range(event.n_faces):
            event.faces[i] = min(event.faces[i], 5)
        return own(event, *given)

    return changed(game, "five", presentation={"log_entry": log_entry})


def an_event_names_another_seat(game: Game) -> Game | None:
    own = game.hooks.log_entry

    def log_entry(*given: Any) -> LogEntry:
        entry = own(*given)
        return entry if entry.seat is None else replace(entry, seat=(entry.seat + 1) % game.players[0])

    return changed(game, "names", presentation={"log_entry": log_entry}) if game.players[0] > 1 else None


def a_kind_of_event_has_no_words(game: Game) -> Game | None:
    """`log_entry` fails for the commonest kind of event."""
    own, kinds = game.hooks.log_entry, Counter[int]()

    def counting(event: Any, *given: Any) -> LogEntry:
        kinds[int(event.kind)] += 1
        return own(event, *given)

    for _match in matches(changed(game, "counting", presentation={"log_entry": counting}), 2, 40):
        pass
    silent = kinds.most_common(1)[0][0]

    def log_entry(event: Any, *given: Any) -> LogEntry:
        if int(event.kind) == silent:
            raise KeyError(silent)
        return own(event, *given)

    return changed(game, "silent", presentation={"log_entry": log_entry})


def a_name_is_not_filled_in(game: Game) -> Game | None:
    """A sentence of the log has a name in braces that nobody fills in."""
    own = game.hooks.log_entry

    def log_entry(*given: Any) -> LogEntry:
        return replace(own(*given), text="{player} does something.")

    return changed(game, "braces", presentation={"log_entry": log_entry})


def an_option_without_words(game: Game) -> Game | None:
    own = game.hooks.describe_action
    return changed(game, "mute", presentation={"describe_action": lambda *given: replace(own(*given), label="")})


def a_view_of_sets(game: Game) -> Game | None:
    """The view holds a set, which no page can read."""
    own = game.hooks.view
    return changed(game, "sets", presentation={"view": lambda *given: {**own(*given), "colours": {"red", "blue"}}})


def the_view_shows_other_points(game: Game) -> Game | None:
    """The page shows one point too many for each seat."""
    own = game.hooks.view
    if not all(type(seat.get("total")) is int for seat in next(matches(game, 1, 1)).view(None).get("seats", [{}])):
        return None

    def view(*given: Any) -> dict[str, Any]:
        found = own(*given)
        return {**found, "seats": [{**seat, "total": seat["total"] + 1} for seat in found["seats"]]}

    return changed(game, "shows", presentation={"view": view})


def the_view_names_another_winner(game: Game) -> Game | None:
    """The page shows the seat after the winner as the winner."""
    own = game.hooks.view

    def view(*given: Any) -> dict[str, Any]:
        found, seats = dict(own(*given)), game.players[0]
        if type(found.get("winner")) is int:
            found["winner"] = (found["winner"] + 1) % seats
        elif found.get("winner"):
            found["winner"] = [(seat + 1) % seats for seat in found["winner"]]
        return found

    return changed(game, "winner", presentation={"view": view})


def a_win_is_that_of_another(game: Game) -> Game | None:
    """The log says that the seat after the winner has won."""
    own = game.hooks.log_entry

    def log_entry(*given: Any) -> LogEntry:
        entry = own(*given)
        if entry.kind != "win" or entry.seat is None:
            return entry
        return replace(entry, seat=(entry.seat + 1) % game.players[0])

    names_a_seat = any(
        event.kind == "win" and event.seat is not None for match in matches(game, 12, 400) for event in match._events
    )
    return changed(game, "wins", presentation={"log_entry": log_entry}) if names_a_seat else None


def points_count_twice(game: Game) -> Game | None:
    """Where an event tells the points that a seat gets and those that it has then, it got twice as many."""
    own = game.hooks.log_entry

    def log_entry(*given: Any) -> LogEntry:
        entry = own(*given)
        if not _tells_points(entry):
            return entry
        return replace(entry, facts={**entry.facts, "total": entry.facts["total"] + entry.facts["points"]})

    tells = any(_tells_points(event) for match in matches(game, 6, 150) for event in match._events)
    return changed(game, "count-twice", presentation={"log_entry": log_entry}) if tells else None


def _tells_points(entry: Any) -> bool:
    return entry.seat is not None and all(type(entry.facts.get(key)) is int for key in ("points", "total"))


def a_throw_shows_other_faces(game: Game) -> Game | None:
    """The log shows the next higher face of each die, and a one for a six."""
    if game.engine is not None or not game.hooks.THROWS:
        return None
    source = (
        "def apply(state, seat, action, dice):\n    ORIGINAL_apply(state, seat, action, dice)\n"
        "    for i in range(dice.n_events):\n        for j in range(dice.events[i].n_faces):\n"
        "            dice.events[i].faces[j] = dice.events[i].faces[j] % 6 + 1\n"
    )
    return other_rule(game, "faces", source)


def sensible_breaks_the_rules(game: Game) -> Game | None:
    """The bot `sensible` chooses an action that is not legal."""
    if game.policy is None or game.engine is not None:
        return None
    return changed(
        game,
        "rogue",
        policy={"sensible": rule(game, "def sensible(state, seat, actions, memo, dice):\n    return 32000\n")},
    )


def an_estimate_above_one(game: Game) -> Game | None:
    """A search is told that everybody wins."""
    if game.policy is None or game.engine is not None:
        return None
    source = (
        "def value_estimate(state, memo, out):\n    for seat in range(state.n_players):\n        out[seat] = 1.0\n"
        "    return True\n"
    )
    return changed(game, "estimate", policy={"value_estimate": rule(game, source)})


def a_plane_too_small(game: Game) -> Game | None:
    """A learner gets a number that is larger than its plane allows."""
    if "observe" not in game.hooks.own or game.engine is not None:
        return None
    return other_rule(
        game, "plane", "def observe(state, seat, out):\n    ORIGINAL_observe(state, seat, out)\n    out[0] = 9999.0\n"
    )


def an_observation_that_is_not_updated(game: Game) -> Game | None:
    """What `observe_next` writes is not what `observe` would."""
    if "observe_next" not in game.hooks.own:
        return None
    source = (
        "def observe_next(state, seat, before, looked, out):\n"
        "    ORIGINAL_observe_next(state, seat, before, looked, out)\n    out[0] = 1.0 - out[0]\n"
    )
    return other_rule(game, "stale", source)


def _events_with_faces(game: Game) -> list[Any]:
    """Return the facts about faces of some events, as they come to `log_entry`."""
    found: list[Any] = []
    own = game.hooks.log_entry

    def log_entry(event: Any, *given: Any) -> LogEntry:
        found.append(SimpleNamespace(faces=[int(event.faces[i]) for i in range(event.n_faces)]))
        return own(event, *given)

    for _match in matches(changed(game, "listening", presentation={"log_entry": log_entry}), 4, 40):
        pass
    return found


LEAKS: dict[str, Fault] = {
    fault.__name__: fault
    for fault in (
        told_to_all,
        told_to_a_neighbour,
        told_in_symbols,
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
        option_depends_on_what_is_hidden,
        points_depend_on_what_is_hidden,
        final_depends_on_what_is_hidden,
        facts_tell_more_than_the_text,
        own_words_tell_more_than_the_text,
        a_reveal_can_be_undone,
        resampling_keeps_a_byte,
        resampling_never_draws_a_value,
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
        an_option_is_dropped,
        an_option_does_nothing,
        an_action_fails,
        lists_an_action_twice,
        forgets_an_action_in_the_list_of_all,
        points_off_by_one,
        points_of_an_empty_seat,
        a_seat_never_acts,
        never_ends,
        ends_at_once,
        a_loser_pays_the_winner,
        a_team_of_a_stranger,
        turns_go_back,
        a_die_never_shows_a_six,
        an_event_names_another_seat,
        a_kind_of_event_has_no_words,
        a_name_is_not_filled_in,
        an_option_without_words,
        a_view_of_sets,
        the_view_shows_other_points,
        the_view_names_another_winner,
        a_win_is_that_of_another,
        points_count_twice,
        a_throw_shows_other_faces,
        sensible_breaks_the_rules,
        an_estimate_above_one,
        a_plane_too_small,
        an_observation_that_is_not_updated,
    )
}
FAULTS = LEAKS | ERRORS
