"""What an author can get wrong, one sentence each, all at once.

`check_game` holds a game against the table in `hooks`, its settings against its records, and then plays a
few short games (`trying`) and its lessons (`teaching`).
"""

from __future__ import annotations

import difflib
import inspect
import re
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import numpy as np

from ..errors import BadGame, BadSetting
from .budget import budget_of, is_search
from .codes import LIMIT
from .compiling import is_rule
from .game import Game
from .hooks import HOOKS, Hook
from .measures import Measure
from .observing import PARTS, Plane
from .reading import Word
from .record import dtype
from .settings import Mode, Setting, short
from .teaching import lesson_faults
from .thinking import NAMES
from .trying import tried
from .weakness import FACES, Mind

ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
KINDS = ("choice", "number", "switch")
MOST_SEATS = 6


def check_game(game: Game) -> None:
    """BadGame if the game can't join the house as it stands: a sentence for every fault, each on a line."""
    if found := faults(game):
        raise BadGame("\n".join(found))


def faults(game: Game) -> list[str]:
    """Everything that is wrong with a game; an empty list if nothing is."""
    found = [*_itself(game), *_names(game), *_numbers(game), *_settings(game), *_modes(game), *_words(game)]
    found += [*_measures(game), *_levels(game)]
    return found or list(tried(game)) or list(lesson_faults(game))


# --- the game itself


def _itself(game: Game) -> Iterator[str]:
    if not isinstance(game.id, str) or not ID.fullmatch(game.id):
        yield f"The id is lower-case words joined by hyphens, such as liars-dice; not {short(game.id)}."
    if not game.name.strip():
        yield "The game has no name."
    low, high = game.players
    if not 1 <= low <= high <= MOST_SEATS:
        yield f"players is the fewest and the most, from 1 to {MOST_SEATS}; not {short(game.players)}."
    elif not low <= game.usual <= high:
        yield f"usual is a number of players from {low} to {high}, not {short(game.usual)}."


# --- what the modules define


def _names(game: Game) -> Iterator[str]:
    for hook in HOOKS:
        if (game.engine is not None and hook.kind == "rule") or (game.engine is None and hook.measured):
            continue  # an engine of one's own calls its rules as it likes
        module: ModuleType | None = getattr(game, hook.part)
        if hook.name in game.hooks.own:
            yield from _one_name(game, hook, vars(module)[hook.name])
        elif hook.needed:
            yield f"{hook.part}.py lacks `{hook.call}`{_misspelt(module, hook)}."
        elif near := _near(module, hook):
            yield f"{hook.part}.py has `{near}`, which nothing calls; did you mean `{hook.call}`?"


def _one_name(game: Game, hook: Hook, value: Any) -> Iterator[str]:
    where = f"{hook.part}.{hook.name}"
    if hook.kind == "record":
        if not _is_record(value):
            yield f"{where} is a class that carries @record."
    elif hook.kind == "constant":
        if type(value) is not type(hook.default):
            yield f"{where} is {_article(hook.default)}, not {short(value)}."
    elif not callable(value):
        yield f"{where} is a function, `{hook.call}`; not {short(value)}."
    else:
        if hook.kind == "rule" and not is_rule(value):
            yield f"{where} lacks @rules."
        if not _takes(value, hook, game.engine is not None):
            yield f"{where} takes ({', '.join(hook.takes)}), not {_signature(value)}."


def _is_record(value: Any) -> bool:
    return isinstance(value, type) and hasattr(value, "dtype")


def _article(value: Any) -> str:
    return {bool: "True or False", int: "a whole number", tuple: "a tuple"}[type(value)]


def _takes(function: Callable[..., Any], hook: Hook, measures: bool) -> bool:
    """Whether it can be called as the kit calls it: by place, in games that measure with what was measured."""
    if hook.name == "set_up":
        return list(inspect.signature(function).parameters)[:2] == list(hook.takes[:2])
    count = len(hook.takes) + (measures and hook.name == "tell")
    try:
        inspect.signature(function).bind(*range(count))
    except TypeError:
        return False
    return True


def _signature(function: Callable[..., Any]) -> str:
    return f"({', '.join(str(p).split(':')[0] for p in inspect.signature(function).parameters.values())})"


def _misspelt(module: ModuleType | None, hook: Hook) -> str:
    near = _near(module, hook, 0.6)
    return f"; it has `{near}`" if near else ""


def _near(module: ModuleType | None, hook: Hook, alike: float = 0.8) -> str | None:
    """A name of the module's own that was probably meant to be this one."""
    if module is None:
        return None
    known = {other.name for other in HOOKS}
    own = [name for name, value in vars(module).items() if name not in known and _could_be(value, module, hook)]
    return next(iter(difflib.get_close_matches(hook.name, own, 1, alike)), None)


def _could_be(value: Any, module: ModuleType, hook: Hook) -> bool:
    if hook.kind == "constant":
        return type(value) is type(hook.default)
    if hook.kind == "record":
        return isinstance(value, type) and value.__module__ == module.__name__
    if not inspect.isfunction(value) or value.__module__ != module.__name__:
        return False
    return len(inspect.signature(value).parameters) == len(hook.takes)


def _numbers(game: Game) -> Iterator[str]:
    """What learners get: the numbers of actions, and planes that some rule writes."""
    actions: Any = game.hooks.ACTIONS
    planes: Any = game.hooks.PLANES
    if not isinstance(actions, tuple) or not isinstance(planes, tuple):
        return  # that was said
    whole = all(isinstance(action, int) and 0 <= action < LIMIT for action in actions)
    if not whole or list(actions) != sorted(set(actions)):
        yield f"rules.ACTIONS holds whole numbers from 0 to {LIMIT - 1:,}, each once and in order."
    if not all(isinstance(plane, Plane) for plane in planes):
        yield "rules.PLANES holds planes, as `Layout` makes them."
        return
    parts = [plane.part for plane in planes]
    if parts != sorted(parts, key=PARTS.index) or len({plane.name for plane in planes}) < len(planes):
        yield f"rules.PLANES has each name once, and its parts in the order {', '.join(PARTS)}."
    for part, rule in zip(PARTS, ("observe", "recall", "secrets"), strict=True):
        if (part in parts) != (rule in game.hooks.own):
            lacks = f"but no rule `{rule}` that writes them" if part in parts else f"but there is a rule `{rule}`"
            yield f"rules.PLANES has {'' if part in parts else 'no '}planes of the part {part}, {lacks}."
    yield from _lasting(game, planes)


def _lasting(game: Game, planes: tuple[Plane, ...]) -> Iterator[str]:
    """Planes that stay as they are from one position to the next."""
    first: Any = game.hooks.LASTING
    if (first != 0) != ("observe_next" in game.hooks.own):
        yield "rules.LASTING and the rule `observe_next` need each other."
        return
    seen = [plane for plane in planes if plane.part == "seen"]
    starts = [sum(plane.size for plane in seen[:k]) for k in range(len(seen))]
    if first != 0 and first not in starts:
        yield "rules.LASTING is the first place of one of the planes of the part seen."
    elif first != 0 and any(plane.scale != 1 for plane, at in zip(seen, starts, strict=True) if at >= first):
        yield "The planes from rules.LASTING on need scale=1: what stays as it is must not be divided again."


def _levels(game: Game) -> Iterator[str]:
    """What the bots with faces are."""
    levels: Any = game.hooks.LEVELS
    if not isinstance(levels, dict):
        return  # that was said
    for face, level in levels.items():
        if face not in FACES:
            yield f"hints.LEVELS: there is no face {short(face)}; there are: {', '.join(FACES)}."
        elif is_search(level):
            try:
                budget_of(level)
            except BadSetting as error:
                yield f"hints.LEVELS: {face}: {error}"
        elif not isinstance(level, Mind) and level not in NAMES:
            yield f"hints.LEVELS: {face} is a Mind, {', '.join(NAMES)}, or a search as 'search:40', not {short(level)}."


def _measures(game: Game) -> Iterator[str]:
    """What studies count: numbers that can be had of any position."""
    measures: Any = game.hooks.MEASURES
    if not isinstance(measures, tuple) or not _is_record(game.hooks.State):
        return  # that was said
    if not all(isinstance(measure, Measure) and ID.fullmatch(measure.id) for measure in measures):
        yield "hints.MEASURES holds measures, whose ids are lower-case words joined by hyphens."
        return
    if len({measure.id for measure in measures}) < len(measures):
        yield "hints.MEASURES has two measures of one id."
    for measure in measures:
        try:
            measure.of(np.zeros(3, dtype(game.hooks.State)), game.usual)
        except BadGame as error:
            yield f"hints.MEASURES: {error}"
        except Exception as error:
            yield f"hints.MEASURES: {measure.id} fails: {type(error).__name__}: {str(error)[:200]}".rstrip(".") + "."


# --- settings and modes


def _settings(game: Game) -> Iterator[str]:
    record = game.hooks.Options
    fields = {name: kind for name, (kind, *_) in (dtype(record).fields or {}).items()} if _is_record(record) else None
    keys = [setting.key for setting in game.settings]
    for key in sorted({key for key in keys if keys.count(key) > 1}):
        yield f"There are two settings called {key}."
    for setting in game.settings:
        fault = _one_setting(setting)
        if fault is None and fields is not None:
            fault = _field_of(setting, fields)
        if fault is not None:
            yield fault


def _one_setting(setting: Setting) -> str | None:
    if setting.kind not in KINDS:
        return f"Setting {setting.key}: its kind is one of {', '.join(KINDS)}; not {short(setting.kind)}."
    if setting.kind == "choice" and not setting.choices:
        return f"Setting {setting.key}: a choice needs `choices`, pairs of a value and its label."
    if setting.kind == "number" and (setting.low > setting.high or setting.step < 1):
        return f"Setting {setting.key}: it goes from `low` up to `high` in steps of at least 1."
    try:
        setting.check(setting.default)
    except BadSetting as error:
        return f"Setting {setting.key}: its default won't do: {error}"
    return None


def _field_of(setting: Setting, fields: dict[str, np.dtype[Any]]) -> str | None:
    """What is wrong with the field of a setting."""
    kind = fields.get(setting.key)
    if kind is None:
        near = difflib.get_close_matches(setting.key, fields, 1)
        hint = f"; did you mean {near[0]}?" if near else "."
        return f"Setting {setting.key}: rules.Options has no field of that name{hint}"
    values = [setting.code(value) for value, _ in setting.choices] if setting.kind == "choice" else [0, 1]
    if setting.kind == "number":
        values = [setting.low, setting.high]
    if kind.kind in "iu":
        limits = np.iinfo(kind)
        if min(values) < limits.min or max(values) > limits.max:
            return (
                f"Setting {setting.key}: its field holds {limits.min:,} to {limits.max:,}, "
                f"and it goes from {min(values):,} to {max(values):,}."
            )
    elif kind.kind == "b" and setting.kind != "switch":
        return f"Setting {setting.key}: its field is a bool, which is for a switch."
    return None


def _modes(game: Game) -> Iterator[str]:
    if not game.modes:
        yield "There is no mode; leave `modes` out, or name at least one."
    ids = [mode.id for mode in game.modes]
    for mode_id in sorted({each for each in ids if ids.count(each) > 1}):
        yield f"There are two modes called {mode_id}."
    for mode in game.modes:
        if not ID.fullmatch(mode.id):
            yield f"Mode {short(mode.id)}: an id is lower-case words joined by hyphens."
        faulty = [*_mode_settings(game, mode), *_mode_players(game, mode)]
        yield from faulty
        if not faulty:
            yield from _agreed(game, mode)


def _mode_settings(game: Game, mode: Mode) -> Iterator[str]:
    known = {setting.key: setting for setting in game.settings}
    for key, value in mode.settings.items():
        if key not in known:
            near = difflib.get_close_matches(key, known, 1)
            hint = f"did you mean {near[0]}?" if near else f"there are: {', '.join(known) or 'none'}."
            yield f"Mode {mode.id}: there is no setting {key}; {hint}"
            continue
        try:
            known[key].check(value)
        except BadSetting as error:
            yield f"Mode {mode.id}: {error}"
        except (TypeError, ValueError):
            pass  # the setting itself is wrong, and that was said


def _mode_players(game: Game, mode: Mode) -> Iterator[str]:
    low, high = game.span(mode)
    if not game.players[0] <= low <= high <= game.players[1]:
        yield f"Mode {mode.id}: players is the fewest and the most within {game.players}, not {short(mode.players)}."


def _agreed(game: Game, mode: Mode) -> Iterator[str]:
    try:
        game.agree(game.seated(mode), mode.settings)
    except BadSetting as error:
        if _one_at_a_time(game, mode):
            yield f"Mode {mode.id}: it can't be played with {game.seated(mode)}: {error}"
    except Exception as error:
        yield f"`check` fails in mode {mode.id}: {type(error).__name__}: {str(error)[:200]}".rstrip(".") + "."


def _one_at_a_time(game: Game, mode: Mode) -> bool:
    """Whether every setting is sound by itself, so that what was refused is how they go together."""
    try:
        game.complete(mode.settings)
    except (BadSetting, TypeError):
        return False
    return True


def _words(game: Game) -> Iterator[str]:
    """What `SET_UP` says and what `set_up` takes."""
    if not {"set_up", "SET_UP"} & game.hooks.own:
        return
    if "set_up" not in game.hooks.own:
        yield "hints.py has SET_UP, but no `set_up` that takes these words."
        return
    if "SET_UP" not in game.hooks.own:
        yield "hints.py has `set_up`, but no SET_UP that says which words it takes."
        return
    takes = list(inspect.signature(game.hooks.set_up).parameters)[2:]
    says = [word.key for word in game.hooks.SET_UP if isinstance(word, Word)]
    if sorted(takes) != sorted(says):
        only = [f"SET_UP has {key}, which `set_up` does not take" for key in says if key not in takes]
        only += [f"`set_up` takes {key}, which SET_UP does not have" for key in takes if key not in says]
        yield f"hints.py: {'; '.join(only) or 'SET_UP has a word twice'}."
