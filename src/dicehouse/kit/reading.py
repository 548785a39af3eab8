"""Values from outside, read strictly: each reader returns what it promises or says in one sentence what is wrong.

    SET_UP = (
        Word("player", seat, "whose turn it is"),
        Word("totals", by_seat(whole(0, 99_999)), "points of each seat"),
    )

`read_words` reads the words of a position that somebody sets up. The same table makes the list in the game's docs.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any

from ..errors import BadSetting
from .settings import short


@dataclass(frozen=True)
class Reader:
    """Reads one kind of value. `says` names the kind; `read(value, where, players)` returns it clean, or raises
    BadSetting about the place `where`.
    """

    says: str
    read: Callable[[object, str, int], Any]

    def __call__(self, value: object, where: str, players: int) -> Any:
        return self.read(value, where, players)


def _plain(says: str, fits: Callable[[Any], bool]) -> Reader:
    """A reader of values that are used as they are."""

    def read(value: object, where: str, players: int) -> Any:
        if not fits(value):
            raise BadSetting(f"{where} is {says}, not {short(value)}.")
        return value

    return Reader(says, read)


def whole(low: int, high: int) -> Reader:
    """A whole number within these bounds."""
    return _plain(f"a whole number from {low:,} to {high:,}", lambda v: type(v) is int and low <= v <= high)


def real(low: float, high: float) -> Reader:
    """A number within these bounds; neither infinite nor NaN."""

    def fits(value: Any) -> bool:
        return type(value) in (int, float) and low <= value <= high and isfinite(value)

    return _plain(f"a number from {low:,g} to {high:,g}", fits)


flag = _plain("True or False", lambda v: isinstance(v, bool))


def text(most: int = 200) -> Reader:
    """A printable text of at most this many characters."""
    return _plain(
        f"a text of at most {most} characters", lambda v: isinstance(v, str) and len(v) <= most and v.isprintable()
    )


def _read_seat(value: object, where: str, players: int) -> int:
    if type(value) is not int or not 0 <= value < players:
        raise BadSetting(f"{where} is a seat from 0 to {players - 1}, not {short(value)}.")
    return value


seat = Reader("a seat, from 0", _read_seat)


def one_of(*known: str) -> Reader:
    """One of these texts; the error names the nearest."""

    def read(value: object, where: str, players: int) -> str:
        if isinstance(value, str) and value in known:
            return value
        near = difflib.get_close_matches(value[:60], known, 1) if isinstance(value, str) else ()
        hint = f"; did you mean {near[0]!r}?" if near else f"; there are: {', '.join(known)}."
        raise BadSetting(f"{where} knows no {short(value)}{hint}")

    return Reader(f"one of {', '.join(known)}", read)


def either(*readers: Reader) -> Reader:
    """Whatever the first of these readers accepts."""

    def read(value: object, where: str, players: int) -> Any:
        for reader in readers:
            try:
                return reader(value, where, players)
            except BadSetting:
                continue
        raise BadSetting(f"{where} is {says}, not {short(value)}.")

    says = ", or ".join(reader.says for reader in readers)
    return Reader(says, read)


nothing = _plain("None", lambda v: v is None)


def many(reader: Reader, most: int, least: int = 0) -> Reader:
    """A list of values of one kind."""
    count = f"{least}" if least == most else f"{least} to {most}"

    def read(value: object, where: str, players: int) -> list[Any]:
        if isinstance(value, (str, bytes)) or not isinstance(value, Sequence) or not least <= len(value) <= most:
            raise BadSetting(f"{where} is a list of {count}, not {short(value)}.")
        return [reader(each, f"{where}[{i}]", players) for i, each in enumerate(value)]

    return Reader(f"a list of {count}: {reader.says}", read)


def by_seat(reader: Reader) -> Reader:
    """A list with a value for each seat, which may end early."""
    return Reader(
        f"for each seat {reader.says}", lambda value, where, players: many(reader, players)(value, where, players)
    )


def table(keys: Reader, reader: Reader, most: int = 100) -> Reader:
    """A mapping from names to values of one kind."""

    def read(value: object, where: str, players: int) -> dict[Any, Any]:
        if not isinstance(value, Mapping) or len(value) > most:
            raise BadSetting(f"{where} is a mapping with at most {most} entries, not {short(value)}.")
        return {keys(key, where, players): reader(each, f"{where}[{key!r}]", players) for key, each in value.items()}

    return Reader(f"a mapping from {keys.says} to {reader.says}", read)


@dataclass(frozen=True)
class Word:
    """One word of a position that is set up: its name, what may be said, and what it means."""

    key: str
    reader: Reader
    text: str


def read_words(words: Sequence[Word], given: Mapping[str, object], players: int) -> dict[str, Any]:
    """The words that were given, each read; BadSetting for a word that is not known, with the nearest one."""
    readers = {word.key: word.reader for word in words}
    for key in given:
        if key not in readers:
            near = difflib.get_close_matches(key[:60], readers, 1)
            hint = f"did you mean {near[0]}?" if near else f"there are: {', '.join(readers) or 'none'}."
            raise BadSetting(f"A position knows no word {short(key)}; {hint}")
    return {key: readers[key](value, key, players) for key, value in given.items()}
