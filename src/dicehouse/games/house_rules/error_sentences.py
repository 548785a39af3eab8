"""Tell the author of a house rule about a missing name: where it is missing, and which name may be meant."""

from __future__ import annotations

import difflib
import re
import sys
from collections.abc import Iterable
from types import TracebackType
from typing import Any

import numpy as np

from ...core.game import Game
from ...records.strict_views import strict_class

NAMES_SHOWN = 12
NO_FIELD = re.compile(r"'(\w+)' object has no attribute '(\w+)'")  # what a checked record says
NO_NAME = re.compile(r"name '(\w+)' is not defined")
IS_SENTENCE = re.compile(r"[A-Z]\w*\.\w+ (holds|takes|goes|can) ")  # and this is a sentence already
NO_IMPORT = re.compile(r"cannot import name '(\w+)' from '([\w.]+)'")


def error_sentence(error: BaseException, game: Game | None = None) -> str:
    """Return what went wrong in a file or in a rule, as the end of a sentence."""
    said = " ".join(str(error).split())
    kind = "" if IS_SENTENCE.match(said) else f"{type(error).__name__}: "
    return missing_name_sentence(error, game) or f"{kind}{said[:200]}".rstrip(".")


def missing_name_sentence(error: BaseException, game: Game | None = None) -> str:
    """Return a sentence about the missing name if `error` is about one, otherwise "". A field is looked up in the
    records of `game`.
    """
    said = " ".join(str(error).split())
    if game is not None and (field := _no_field(error, said, game)):
        return field
    if isinstance(error, ImportError) and (found := NO_IMPORT.search(said)):
        name, module = found.groups()
        names = [each for each in vars(sys.modules.get(module, object)) if not each.startswith("__")]
        return f"there is no `{name}` in {module}{suggest_names(name, names, '')}".rstrip(".")
    if found := NO_NAME.search(said):
        return f"`{found[1]}` isn't defined; define it in the file, or import it"
    return ""


def suggest_names(name: str, names: Iterable[str], else_: str | None = None) -> str:
    """Return the end of a sentence "there is no ...": the nearest of `names`, or `else_`, or all names."""
    known = sorted(names)
    folded = {each.lower(): each for each in known}
    near = difflib.get_close_matches(name.lower(), folded, 1)
    if near:
        return f"; did you mean {folded[near[0]]}?"
    return (f"; it has {list_names(known)}." if known else ".") if else_ is None else else_


def list_names(names: list[str]) -> str:
    """Return names in a sentence, at most the first dozen."""
    if len(names) > NAMES_SHOWN:
        return f"{', '.join(names[:NAMES_SHOWN])} and {len(names) - NAMES_SHOWN} more"
    return ", ".join(names[:-1]) + (" and " if len(names) > 1 else "") + "".join(names[-1:])


def end_sentence(sentence: str) -> str:
    """Return `sentence` with a full stop, if it has no end yet."""
    return sentence if sentence.endswith(("?", ".")) else f"{sentence}."


def _no_field(error: BaseException, said: str, game: Game) -> str:
    """Return a sentence that a record lacks a field; "" if the error is another one."""
    records = dict(_records(game.rules.State.dtype))
    if isinstance(error, AttributeError) and (found := NO_FIELD.search(said)) and found[1] in records:
        return _lacks(found[1], found[2], records[found[1]])
    if isinstance(error, KeyError) and error.args and isinstance(name := error.args[0], str):  # the compiler says so
        asked = _fields_asked_for(error.__traceback__)
        for title, fields in records.items():
            if asked == set(fields):
                return _lacks(title, name, fields)
        if name.isidentifier():
            return _lacks("the records", name, [each for fields in records.values() for each in fields])
    return ""


def _lacks(record: str, name: str, fields: Iterable[str]) -> str:
    return f"there is no field `{name}` in {record}{suggest_names(name, fields)}".rstrip(".")


def _records(kind: np.dtype[Any]) -> list[tuple[str, list[str]]]:
    """Return every record in a position, by its title, with its fields."""
    kind = kind.base
    if not kind.fields:
        return []
    inner = [each for name in kind.fields for each in _records(kind.fields[name][0])]
    return [(strict_class(kind).__name__, list(kind.fields)), *inner]


def _fields_asked_for(trace: TracebackType | None) -> set[str]:
    """Return the fields of the record in which the compiler found no such field."""
    asked: set[str] = set()
    while trace is not None:
        fields = getattr(trace.tb_frame.f_locals.get("self"), "fields", None)
        asked = set(fields) if isinstance(fields, dict) else asked
        trace = trace.tb_next
    return asked
