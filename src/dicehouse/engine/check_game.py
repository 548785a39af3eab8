"""Find what an author got wrong in a game: one sentence for each fault, all at once.

`check_game` compares the modules of each group with the hook table, and the settings with the records. Then it plays a
few short games (check_random_play.py) and the lessons (check_lessons.py).
"""

from __future__ import annotations

import difflib
import inspect
import re
from collections.abc import Callable, Iterator, Sequence
from enum import IntEnum
from types import ModuleType
from typing import Any

import numpy as np

from ..compiler.rule_compiler import is_rule
from ..core.action_codes import MAX_ACTION_CODES
from ..core.event_name import EventName
from ..core.game import Game
from ..core.game_protocol.hook import Hook
from ..core.game_protocol.hook_table import HOOK_TABLE
from ..core.observation_planes import PLANE_PARTS, Plane
from ..core.option import GlossaryTerm
from ..core.policy import NAMED_BOTS, PLAIN_BOTS, BotTraits
from ..core.settings import Mode, Setting
from ..core.study_measures import StudyMeasure
from ..core.value_readers import SetupField
from ..errors import BadGame, BadSetting
from ..records.record import dtype
from ..search.budget import is_search_name, parse_budget
from ..text_format import shorten
from .check_lessons import lesson_faults
from .check_random_play import random_play_faults

ID_PATTERN = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
SETTING_KINDS = ("choice", "number", "switch")
MAX_PLAYERS = 6


def check_game(game: Game) -> None:
    """Raise BadGame if `game` has faults: a sentence for every fault, each on a line."""
    if found := game_faults(game):
        raise BadGame("\n".join(found))


def game_faults(game: Game) -> list[str]:
    """Return a sentence for every fault of `game`; an empty list if there is none."""
    found = [
        *_identity_faults(game),
        *_hook_faults(game),
        *_learner_faults(game),
        *_event_name_faults(game),
        *_first_time_faults(game),
        *_setting_faults(game),
        *_mode_faults(game),
        *_setup_faults(game),
    ]
    found += [*_measure_faults(game), *_level_faults(game)]
    return found or list(random_play_faults(game)) or list(lesson_faults(game))


# --- the game itself


def _identity_faults(game: Game) -> Iterator[str]:
    if not isinstance(game.id, str) or not ID_PATTERN.fullmatch(game.id):
        yield f"The id must be lower-case words joined by hyphens, such as liars-dice; not {shorten(game.id)}."
    if not game.name.strip():
        yield "The game has no name."
    low, high = game.players
    if not 1 <= low <= high <= MAX_PLAYERS:
        yield (
            f"players must be the lowest and the highest number, from 1 to {MAX_PLAYERS}; not {shorten(game.players)}."
        )
    elif not low <= game.usual <= high:
        yield f"usual must be a number of players from {low} to {high}, not {shorten(game.usual)}."


# --- what the modules define


def _hook_faults(game: Game) -> Iterator[str]:
    """Yield what is missing, unknown or wrong in the modules of each group."""
    for group, modules in game.modules.items():
        for hook in HOOK_TABLE:
            if hook.group == group and _applies(game, hook):
                yield from _one_hook_faults(game, hook, modules)
        yield from _misplaced_hooks(game, group)


def _applies(game: Game, hook: Hook) -> bool:
    """Return True if Dicehouse looks for the hook in this game; an engine of its own calls its rules as it likes."""
    return hook.kind != "rule" if game.engine is not None else not hook.own_engine


def _one_hook_faults(game: Game, hook: Hook, modules: Sequence[ModuleType]) -> Iterator[str]:
    homes = [module for module in modules if hook.name in vars(module)]
    if homes:
        values = [vars(module)[hook.name] for module in homes]
        if any(value is not values[0] for value in values):
            files = " and ".join(_short_name(module) for module in homes)
            yield f"{hook.group}.{hook.name} is in {files}; only one of them may define it."
        yield from _value_faults(game, hook, values[0])
    elif hook.needed:
        near = _similar_name(modules, hook, 0.6)
        yield f"{hook.group} lacks `{hook.call}`{f'; it has `{near}`' if near else ''}."
    elif near := _similar_name(modules, hook):
        yield f"{hook.group} has `{near}`, which nothing calls; did you mean `{hook.call}`?"


def _misplaced_hooks(game: Game, group: str) -> Iterator[str]:
    """Yield the hooks that a module of `group` defines, but that belong to a group without them."""
    for module in game.modules[group]:
        for hook in HOOK_TABLE:
            if hook.group == group or hook.name in game.hooks.own or module in game.modules[hook.group]:
                continue
            if _applies(game, hook) and _is_defined_in(module, hook):
                yield (
                    f"{group} has `{hook.call}`, which belongs to {hook.group}: move it to a module that Game gets as "
                    f"`{hook.group}=`."
                )


def _is_defined_in(module: ModuleType, hook: Hook) -> bool:
    """Return True if the module defines a function that can only be this hook: by its name and its arguments."""
    value = vars(module).get(hook.name)
    if not inspect.isfunction(value) or value.__module__ != module.__name__ or is_rule(value) != (hook.kind == "rule"):
        return False
    return _accepts_arguments(value, hook, measures=False)


def _short_name(module: ModuleType) -> str:
    return module.__name__.rpartition(".")[2]


def _value_faults(game: Game, hook: Hook, value: Any) -> Iterator[str]:
    where = f"{hook.group}.{hook.name}"
    if hook.kind == "record":
        if not _is_record(value):
            yield f"{where} must be a class with @record."
    elif hook.kind == "constant":
        if type(value) is not type(hook.default):
            yield f"{where} must be {_article(hook.default)}, not {shorten(value)}."
    elif not callable(value):
        yield f"{where} must be a function, `{hook.call}`; not {shorten(value)}."
    else:
        if hook.kind == "rule" and not is_rule(value):
            yield f"{where} lacks @rules."
        if not _accepts_arguments(value, hook, game.engine is not None):
            yield f"{where} must take ({', '.join(hook.takes)}), not {_signature(value)}."


def _is_record(value: Any) -> bool:
    return isinstance(value, type) and hasattr(value, "dtype")


def _article(value: Any) -> str:
    return {bool: "True or False", int: "a whole number", tuple: "a tuple", dict: "a dict"}[type(value)]


def _accepts_arguments(function: Callable[..., Any], hook: Hook, measures: bool) -> bool:
    """Return True if `function` takes the arguments of the hook by position; `log_entry` gets one more if the game
    `measures`.
    """
    if hook.name == "set_up":
        return list(inspect.signature(function).parameters)[:2] == list(hook.takes[:2])
    count = len(hook.takes) + (measures and hook.name == "log_entry")
    try:
        inspect.signature(function).bind(*range(count))
    except TypeError:
        return False
    return True


def _signature(function: Callable[..., Any]) -> str:
    return f"({', '.join(str(p).split(':')[0] for p in inspect.signature(function).parameters.values())})"


def _similar_name(modules: Sequence[ModuleType], hook: Hook, alike: float = 0.84) -> str | None:
    """Return a name that one of the modules defines and that probably was meant to be the hook's."""
    known = {other.name for other in HOOK_TABLE}
    own = [
        name
        for module in modules
        for name, value in vars(module).items()
        if name not in known and _could_be_hook(value, module, hook)
    ]
    return next(iter(difflib.get_close_matches(hook.name, own, 1, alike)), None)


def _could_be_hook(value: Any, module: ModuleType, hook: Hook) -> bool:
    if hook.kind == "constant":
        return type(value) is type(hook.default)
    if hook.kind == "record":
        return isinstance(value, type) and value.__module__ == module.__name__
    if not inspect.isfunction(value) or value.__module__ != module.__name__:
        return False
    return len(inspect.signature(value).parameters) == len(hook.takes)


def _learner_faults(game: Game) -> Iterator[str]:
    """Yield faults in what learners get: the numbers of actions, and the planes with their rules."""
    actions: Any = game.hooks.ACTIONS
    planes: Any = game.hooks.PLANES
    if not isinstance(actions, tuple) or not isinstance(planes, tuple):
        return  # this fault was already reported
    whole = all(isinstance(action, int) and 0 <= action < MAX_ACTION_CODES for action in actions)
    if not whole or list(actions) != sorted(set(actions)):
        yield (f"rules.ACTIONS must hold whole numbers from 0 to {MAX_ACTION_CODES - 1:,}, each once and in order.")
    if not all(isinstance(plane, Plane) for plane in planes):
        yield "rules.PLANES must hold planes made by `PlaneLayout`."
        return
    parts = [plane.part for plane in planes]
    if parts != sorted(parts, key=PLANE_PARTS.index) or len({plane.name for plane in planes}) < len(planes):
        yield f"rules.PLANES must have each name once, and its parts in the order {', '.join(PLANE_PARTS)}."
    for part, rule in zip(PLANE_PARTS, ("observe", "remember", "hidden_state"), strict=True):
        if (part in parts) != (rule in game.hooks.own):
            lacks = f"but no rule `{rule}` that writes them" if part in parts else f"but there is a rule `{rule}`"
            yield f"rules.PLANES has {'' if part in parts else 'no '}planes of the part {part}, {lacks}."
    yield from _stable_plane_faults(game, planes)


def _stable_plane_faults(game: Game, planes: tuple[Plane, ...]) -> Iterator[str]:
    """Yield faults in the planes that stay the same from one position to the next."""
    first: Any = game.hooks.LASTING
    if (first != 0) != ("observe_next" in game.hooks.own):
        yield "rules.LASTING and the rule `observe_next` need each other."
        return
    seen = [plane for plane in planes if plane.part == "seen"]
    starts = [sum(plane.size for plane in seen[:k]) for k in range(len(seen))]
    if first != 0 and first not in starts:
        yield "rules.LASTING must be the first index of one of the planes of the part seen."
    elif first != 0 and any(plane.scale != 1 for plane, at in zip(seen, starts, strict=True) if at >= first):
        yield ("The planes from rules.LASTING on need scale=1, because unchanged numbers must not be divided again.")


def _event_name_faults(game: Game) -> Iterator[str]:
    """Yield the kinds of events without a name in studies, if others of the same enumeration have one."""
    names: Any = game.hooks.EVENT_NAMES
    if not isinstance(names, dict):
        return  # this fault was already reported
    if not all(isinstance(name, EventName) for name in names.values()):
        yield "presentation.EVENT_NAMES must hold an EventName for each kind of event."
    for kinds in dict.fromkeys(type(kind) for kind in names if isinstance(kind, IntEnum)):
        if missing := [kind.name for kind in kinds if kind not in names]:
            yield f"presentation.EVENT_NAMES lacks {', '.join(missing)} of {kinds.__name__}."


def _first_time_faults(game: Game) -> Iterator[str]:
    """Yield the explanations of events that are neither a sentence nor the name of a term of the glossary."""
    texts: Any = game.hooks.FIRST_TIME
    if not isinstance(texts, dict):
        return  # this fault was already reported
    terms = {term.name for term in game.hooks.GLOSSARY if isinstance(term, GlossaryTerm)}
    for kind, text in texts.items():
        if not isinstance(text, str) or (" " not in text and text not in terms):
            yield (
                f"presentation.FIRST_TIME: {kind} needs a sentence or the name of a term of GLOSSARY, "
                f"not {shorten(text)}."
            )


def _level_faults(game: Game) -> Iterator[str]:
    """Yield faults in the levels of the named bots."""
    levels: Any = game.hooks.LEVELS
    if not isinstance(levels, dict):
        return  # this fault was already reported
    for face, level in levels.items():
        if face not in NAMED_BOTS:
            yield f"policy.LEVELS: there is no bot {shorten(face)}; the bots are: {', '.join(NAMED_BOTS)}."
        elif is_search_name(level):
            try:
                parse_budget(level)
            except BadSetting as error:
                yield f"policy.LEVELS: {face}: {error}"
        elif not isinstance(level, BotTraits) and level not in PLAIN_BOTS:
            yield (
                f"policy.LEVELS: {face} must be BotTraits, {', '.join(PLAIN_BOTS)}, or a search such as "
                f"'search:40', not {shorten(level)}."
            )


def _measure_faults(game: Game) -> Iterator[str]:
    """Yield faults in what studies count: a measure must give numbers for any position."""
    measures: Any = game.hooks.MEASURES
    if not isinstance(measures, tuple) or not _is_record(game.hooks.State):
        return  # this fault was already reported
    if not all(isinstance(measure, StudyMeasure) and ID_PATTERN.fullmatch(measure.id) for measure in measures):
        yield "experiments.MEASURES must hold measures whose ids are lower-case words joined by hyphens."
        return
    if len({measure.id for measure in measures}) < len(measures):
        yield "experiments.MEASURES has two measures with the same id."
    for measure in measures:
        try:
            measure.of(np.zeros(3, dtype(game.hooks.State)), game.usual)
        except BadGame as error:
            yield f"experiments.MEASURES: {error}"
        except Exception as error:
            why = f"{type(error).__name__}: {str(error)[:200]}".rstrip(".")
            yield f"experiments.MEASURES: {measure.id} fails: {why}."


# --- settings and modes


def _setting_faults(game: Game) -> Iterator[str]:
    record = game.hooks.Options
    fields = {name: kind for name, (kind, *_) in (dtype(record).fields or {}).items()} if _is_record(record) else None
    keys = [setting.key for setting in game.settings]
    for key in sorted({key for key in keys if keys.count(key) > 1}):
        yield f"There are two settings called {key}."
    for setting in game.settings:
        fault = _setting_fault(setting)
        if fault is None and fields is not None:
            fault = _setting_field_fault(setting, fields)
        if fault is not None:
            yield fault


def _setting_fault(setting: Setting) -> str | None:
    if setting.kind not in SETTING_KINDS:
        return (
            f"Setting {setting.key}: its kind must be one of {', '.join(SETTING_KINDS)}; not {shorten(setting.kind)}."
        )
    if setting.kind == "choice" and not setting.choices:
        return f"Setting {setting.key}: a choice needs `choices`, pairs of a value and its label."
    if setting.kind == "number" and (setting.low > setting.high or setting.step < 1):
        return f"Setting {setting.key}: it must go from `low` up to `high` in steps of at least 1."
    if (setting.raises or setting.lowers) and setting.kind != "number":
        return f"Setting {setting.key}: only numbers can have `raises` and `lowers`."
    try:
        setting.check(setting.default)
    except BadSetting as error:
        return f"Setting {setting.key}: its default is wrong: {error}"
    return None


def _setting_field_fault(setting: Setting, fields: dict[str, np.dtype[Any]]) -> str | None:
    """Return what is wrong with the field of a setting; None if nothing is."""
    kind = fields.get(setting.key)
    if kind is None:
        near = difflib.get_close_matches(setting.key, fields, 1)
        hint = f"; did you mean {near[0]}?" if near else "."
        return f"Setting {setting.key}: rules.Options has no field of that name{hint}"
    values = [setting.encode(value) for value, _ in setting.choices] if setting.kind == "choice" else [0, 1]
    if setting.kind == "number":
        values = [setting.low, setting.high]
    if kind.kind in "iu":
        limits = np.iinfo(kind)
        if min(values) < limits.min or max(values) > limits.max:
            return (
                f"Setting {setting.key}: its field holds {limits.min:,} to {limits.max:,}, but the setting goes "
                f"from {min(values):,} to {max(values):,}."
            )
    elif kind.kind == "b" and setting.kind != "switch":
        return f"Setting {setting.key}: its field is a bool, which only a switch can have."
    return None


def _mode_faults(game: Game) -> Iterator[str]:
    if not game.modes:
        yield "`modes` is empty. Leave it out, or name at least one mode."
    ids = [mode.id for mode in game.modes]
    for mode_id in sorted({each for each in ids if ids.count(each) > 1}):
        yield f"There are two modes called {mode_id}."
    for mode in game.modes:
        if not ID_PATTERN.fullmatch(mode.id):
            yield f"Mode {shorten(mode.id)}: an id must be lower-case words joined by hyphens."
        faulty = [*_mode_settings(game, mode), *_mode_players(game, mode)]
        yield from faulty
        if not faulty:
            yield from _mode_agreement_faults(game, mode)


def _mode_settings(game: Game, mode: Mode) -> Iterator[str]:
    known = {setting.key: setting for setting in game.settings}
    for key, value in mode.settings.items():
        if key not in known:
            near = difflib.get_close_matches(key, known, 1)
            hint = f"did you mean {near[0]}?" if near else f"the settings are: {', '.join(known) or 'none'}."
            yield f"Mode {mode.id}: there is no setting {key}; {hint}"
            continue
        try:
            known[key].check(value)
        except BadSetting as error:
            yield f"Mode {mode.id}: {error}"
        except (TypeError, ValueError):
            pass  # the setting itself is wrong, which was already reported


def _mode_players(game: Game, mode: Mode) -> Iterator[str]:
    low, high = game.player_range(mode)
    if not game.players[0] <= low <= high <= game.players[1]:
        yield (
            f"Mode {mode.id}: players must be the lowest and the highest number within {game.players}, not "
            f"{shorten(mode.players)}."
        )


def _mode_agreement_faults(game: Game, mode: Mode) -> Iterator[str]:
    try:
        game.settings_for(game.player_count(mode), mode.settings)
    except BadSetting as error:
        if _settings_sound_alone(game, mode):
            yield f"Mode {mode.id}: it can't be played with {game.player_count(mode)} players: {error}"
    except Exception as error:
        yield f"`check` fails in mode {mode.id}: {type(error).__name__}: {str(error)[:200]}".rstrip(".") + "."


def _settings_sound_alone(game: Game, mode: Mode) -> bool:
    """Return True if every setting is allowed by itself, so that only their combination was refused."""
    try:
        game.complete(mode.settings)
    except (BadSetting, TypeError):
        return False
    return True


def _setup_faults(game: Game) -> Iterator[str]:
    """Yield differences between the words of `SET_UP` and the arguments of `set_up`."""
    if not {"set_up", "SET_UP"} & game.hooks.own:
        return
    if "set_up" not in game.hooks.own:
        yield "setup has SET_UP, but no `set_up` that takes these words."
        return
    if "SET_UP" not in game.hooks.own:
        yield "setup has `set_up`, but no SET_UP that lists its words."
        return
    takes = list(inspect.signature(game.hooks.set_up).parameters)[2:]
    says = [word.key for word in game.hooks.SET_UP if isinstance(word, SetupField)]
    if sorted(takes) != sorted(says):
        only = [f"SET_UP has {key}, which `set_up` doesn't take" for key in says if key not in takes]
        only += [f"`set_up` takes {key}, which SET_UP doesn't have" for key in takes if key not in says]
        yield f"setup: {'; '.join(only) or 'SET_UP has a word twice'}."
