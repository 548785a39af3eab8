"""Read values from outside strictly: each reader returns its kind of value or says in one sentence what is wrong.

    SET_UP = (
        SetupField("player", SEAT, "whose turn it is"),
        SetupField("totals", list_by_seat(whole_number(0, 99_999)), "points of each seat"),
    )

`read_setup` reads the words of a position that somebody sets up. The list in the game's docs is made from the same
table.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any

from ..errors import BadSetting
from ..text_format import shorten


@dataclass(frozen=True)
class ValueReader:
    """Read one kind of value.

    `says` names the kind; `read(value, where, players)` returns a clean value, or raises BadSetting about the place
    `where`.
    """

    says: str
    read: Callable[[object, str, int], Any]

    def __call__(self, value: object, where: str, players: int) -> Any:
        return self.read(value, where, players)


def _plain_reader(says: str, fits: Callable[[Any], bool]) -> ValueReader:
    """Return a reader of values that are used as they are."""

    def read(value: object, where: str, players: int) -> Any:
        if not fits(value):
            raise BadSetting(f"{where} must be {says}, not {shorten(value)}.")
        return value

    return ValueReader(says, read)


def whole_number(low: int, high: int) -> ValueReader:
    """Return a reader of whole numbers from `low` to `high`."""
    return _plain_reader(f"a whole number from {low:,} to {high:,}", lambda v: type(v) is int and low <= v <= high)


def real_number(low: float, high: float) -> ValueReader:
    """Return a reader of numbers from `low` to `high`, neither infinite nor NaN."""

    def fits(value: Any) -> bool:
        return type(value) in (int, float) and low <= value <= high and isfinite(value)

    return _plain_reader(f"a number from {low:,g} to {high:,g}", fits)


true_or_false = _plain_reader("True or False", lambda v: isinstance(v, bool))


def short_text(most: int = 200) -> ValueReader:
    """Return a reader of printable texts of at most `most` characters."""
    return _plain_reader(
        f"a text of at most {most} characters", lambda v: isinstance(v, str) and len(v) <= most and v.isprintable()
    )


def _read_seat(value: object, where: str, players: int) -> int:
    if type(value) is not int or not 0 <= value < players:
        raise BadSetting(f"{where} must be a seat from 0 to {players - 1}, not {shorten(value)}.")
    return value


seat_number = ValueReader("a seat, from 0", _read_seat)


def one_of(*known: str) -> ValueReader:
    """Return a reader of one of these texts; its error names the nearest one."""

    def read(value: object, where: str, players: int) -> str:
        if isinstance(value, str) and value in known:
            return value
        near = difflib.get_close_matches(value[:60], known, 1) if isinstance(value, str) else ()
        hint = f"; did you mean {near[0]!r}?" if near else f"; the values are: {', '.join(known)}."
        raise BadSetting(f"{where} has no value {shorten(value)}{hint}")

    return ValueReader(f"one of {', '.join(known)}", read)


def any_of(*readers: ValueReader) -> ValueReader:
    """Return a reader of whatever the first of these readers accepts."""

    def read(value: object, where: str, players: int) -> Any:
        for reader in readers:
            try:
                return reader(value, where, players)
            except BadSetting:
                continue
        raise BadSetting(f"{where} must be {says}, not {shorten(value)}.")

    says = ", or ".join(reader.says for reader in readers)
    return ValueReader(says, read)


none_value = _plain_reader("None", lambda v: v is None)


def list_of(reader: ValueReader, most: int, least: int = 0) -> ValueReader:
    """Return a reader of lists of values of one kind."""
    count = f"{least}" if least == most else f"{least} to {most}"

    def read(value: object, where: str, players: int) -> list[Any]:
        if isinstance(value, (str, bytes)) or not isinstance(value, Sequence) or not least <= len(value) <= most:
            raise BadSetting(f"{where} must be a list of {count}, not {shorten(value)}.")
        return [reader(each, f"{where}[{i}]", players) for i, each in enumerate(value)]

    return ValueReader(f"a list of {count}: {reader.says}", read)


def list_by_seat(reader: ValueReader) -> ValueReader:
    """Return a reader of lists with a value for each seat, which may end early."""
    return ValueReader(
        f"for each seat {reader.says}", lambda value, where, players: list_of(reader, players)(value, where, players)
    )


def mapping_of(keys: ValueReader, reader: ValueReader, most: int = 100) -> ValueReader:
    """Return a reader of mappings from names to values of one kind."""

    def read(value: object, where: str, players: int) -> dict[Any, Any]:
        if not isinstance(value, Mapping) or len(value) > most:
            raise BadSetting(f"{where} must be a mapping with at most {most} entries, not {shorten(value)}.")
        return {keys(key, where, players): reader(each, f"{where}[{key!r}]", players) for key, each in value.items()}

    return ValueReader(f"a mapping from {keys.says} to {reader.says}", read)


@dataclass(frozen=True)
class SetupField:
    """Describe one word of a position that is set up: its name, its values, and its meaning."""

    key: str
    reader: ValueReader
    text: str


def read_setup(words: Sequence[SetupField], given: Mapping[str, object], players: int) -> dict[str, Any]:
    """Return the given words, each read; raise BadSetting for an unknown word, with the nearest known one."""
    readers = {word.key: word.reader for word in words}
    for key in given:
        if key not in readers:
            near = difflib.get_close_matches(key[:60], readers, 1)
            hint = f"did you mean {near[0]}?" if near else f"the words are: {', '.join(readers) or 'none'}."
            raise BadSetting(f"A position has no word {shorten(key)}; {hint}")
    return {key: readers[key](value, key, players) for key, value in given.items()}
