"""What the author of a house rule is told of a name that isn't there: where it is missing, and what may be meant."""

from __future__ import annotations

import difflib
import re
import sys
from collections.abc import Iterable
from types import TracebackType
from typing import Any

import numpy as np

from ..kit.game import Game
from ..kit.strict import view_class

NAMES_SHOWN = 12
LACKS = re.compile(r"'(\w+)' object has no attribute '(\w+)'")  # what a checked record says
UNKNOWN = re.compile(r"name '(\w+)' is not defined")
WORDED = re.compile(r"[A-Z]\w*\.\w+ (holds|takes|goes|can) ")  # and this is a sentence already
NO_IMPORT = re.compile(r"cannot import name '(\w+)' from '([\w.]+)'")


def in_words(error: BaseException, game: Game | None = None) -> str:
    """What has gone wrong in a file or in a rule, as the end of a sentence."""
    said = " ".join(str(error).split())
    kind = "" if WORDED.match(said) else f"{type(error).__name__}: "
    return lacking(error, game) or f"{kind}{said[:200]}".rstrip(".")


def lacking(error: BaseException, game: Game | None = None) -> str:
    """The name that isn't there, if that has gone wrong; else empty. A field is looked for in the game's records."""
    said = " ".join(str(error).split())
    if game is not None and (field := _no_field(error, said, game)):
        return field
    if isinstance(error, ImportError) and (found := NO_IMPORT.search(said)):
        name, module = found.groups()
        names = [each for each in vars(sys.modules.get(module, object)) if not each.startswith("__")]
        return f"there is no `{name}` in {module}{may_be(name, names, '')}".rstrip(".")
    if found := UNKNOWN.search(said):
        return f"there is nothing called `{found[1]}`; define it in the file, or import it"
    return ""


def may_be(name: str, names: Iterable[str], else_: str | None = None) -> str:
    """How "there is no ..." goes on and ends: with a name that may be meant, else with all that there are."""
    known = sorted(names)
    folded = {each.lower(): each for each in known}
    near = difflib.get_close_matches(name.lower(), folded, 1)
    if near:
        return f"; did you mean {folded[near[0]]}?"
    return (f"; there are {listed(known)}." if known else ".") if else_ is None else else_


def listed(names: list[str]) -> str:
    """Names in a sentence, the first dozen."""
    if len(names) > NAMES_SHOWN:
        return f"{', '.join(names[:NAMES_SHOWN])} and {len(names) - NAMES_SHOWN} more"
    return ", ".join(names[:-1]) + (" and " if len(names) > 1 else "") + "".join(names[-1:])


def ended(sentence: str) -> str:
    """With a full stop, if nothing ends it yet."""
    return sentence if sentence.endswith(("?", ".")) else f"{sentence}."


def _no_field(error: BaseException, said: str, game: Game) -> str:
    """That a record lacks a field; empty if the error is another one."""
    records = dict(_records(game.rules.State.dtype))
    if isinstance(error, AttributeError) and (found := LACKS.search(said)) and found[1] in records:
        return _lacks(found[1], found[2], records[found[1]])
    if isinstance(error, KeyError) and error.args and isinstance(name := error.args[0], str):  # the compiler says so
        asked = _asked(error.__traceback__)
        for title, fields in records.items():
            if asked == set(fields):
                return _lacks(title, name, fields)
        if name.isidentifier():
            return _lacks("the records", name, [each for fields in records.values() for each in fields])
    return ""


def _lacks(record: str, name: str, fields: Iterable[str]) -> str:
    return f"there is no field `{name}` in {record}{may_be(name, fields)}".rstrip(".")


def _records(kind: np.dtype[Any]) -> list[tuple[str, list[str]]]:
    """Every record in a position, by what it is called, with its fields."""
    kind = kind.base
    if not kind.fields:
        return []
    inner = [each for name in kind.fields for each in _records(kind.fields[name][0])]
    return [(view_class(kind).__name__, list(kind.fields)), *inner]


def _asked(trace: TracebackType | None) -> set[str]:
    """The fields of the record that the compiler has asked in vain."""
    asked: set[str] = set()
    while trace is not None:
        fields = getattr(trace.tb_frame.f_locals.get("self"), "fields", None)
        asked = set(fields) if isinstance(fields, dict) else asked
        trace = trace.tb_next
    return asked
