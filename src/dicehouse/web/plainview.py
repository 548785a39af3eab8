"""Any game's view as words and tables: plain data with telling names needs no page of its own to be read.

By convention a view says `seats` for what belongs to each seat, `dice` for the faces lying open, and uses the names in
`SEAT_WORDS` for numbers that mean a seat.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeGuard

from ..kit.game import Option

SEAT_WORDS = {"player", "holder", "by", "on", "first", "winner", "seat", "contenders", "to_play"}
LEFT_OUT_OF_SEATS = {"side"}  # for boards: partners are told elsewhere
LEFT_OUT = {"game", "phase", "seats", "dice", "asked"}


@dataclass(frozen=True, slots=True)
class Table:
    """A small table with a title."""

    title: str
    columns: list[str]
    rows: list[list[str]]


@dataclass(frozen=True, slots=True)
class PlainView:
    """A view as a page without a board shows it."""

    dice: list[int]
    facts: list[tuple[str, str]]
    tables: list[Table]
    columns: list[str]  # of the seats' table
    rows: list[list[str]]  # one for each seat


@dataclass(frozen=True, slots=True)
class Choices:
    """Options under a heading: all of them side by side, or in smaller parts."""

    title: str
    count: int
    options: Sequence[Option]
    parts: Sequence[Choices]
    open: bool


Heading = Callable[[Option], tuple[str, str]]
FEW = 6  # options that need no headings
SHORT = 8  # options of a heading that is open from the start
MANY = 30  # options of a heading that are told in parts


def arrange(options: Sequence[Option], heading: Heading | None = None) -> list[Choices]:
    """Options as a page without a board shows them: many of them under the game's own headings, in the rules' order."""
    if heading is None or len(options) <= FEW:
        return [Choices("", len(options), options, (), True)]
    found = _by(options, lambda option: heading(option)[0])
    return [_choices(title, group, heading, i == 0) for i, (title, group) in enumerate(found.items())]


def _choices(title: str, options: Sequence[Option], heading: Heading, first: bool) -> Choices:
    parts: list[Choices] = []
    if len(options) > MANY:
        within = _by(options, lambda option: heading(option)[1])
        parts = [Choices(name, len(part), part, (), False) for name, part in within.items() if len(within) > 1]
    return Choices(title, len(options), options, parts, first or bool(parts) or len(options) <= SHORT)


def _by(options: Sequence[Option], key: Callable[[Option], str]) -> dict[str, list[Option]]:
    found: dict[str, list[Option]] = {}
    for option in options:
        found.setdefault(key(option), []).append(option)
    return found


Words = Callable[[Mapping[str, Any], Sequence[str]], list[tuple[str, str]]]


def describe(view: Mapping[str, Any] | None, names: Sequence[str], words: Words | None = None) -> PlainView:
    """Everything in a view, said plainly: in the game's own words if it has some, else by the view's names."""
    if view is None:
        return PlainView([], [], [], [], [[] for _ in names])
    facts, tables = (words(view, names), []) if words else _facts(view, names)
    dice = view.get("dice", [])
    columns, rows = _seats(view.get("seats"), names)
    return PlainView(list(dice) if _are_faces(dice) else [], facts, tables, columns, rows)


def _facts(view: Mapping[str, Any], names: Sequence[str]) -> tuple[list[tuple[str, str]], list[Table]]:
    facts: list[tuple[str, str]] = []
    tables: list[Table] = []
    for key, value in view.items():
        if key in LEFT_OUT or _empty(value):
            continue
        if _is_table(value):
            tables.append(_table(_words(key), value, names))
        elif said := _say(key, value, names):
            facts.append((_words(key), said))
    return facts, tables


def _seats(seats: object, names: Sequence[str]) -> tuple[list[str], list[list[str]]]:
    if not _is_table(seats) or len(seats) != len(names):
        return [], [[] for _ in names]
    shown = [{key: cell for key, cell in seat.items() if key not in LEFT_OUT_OF_SEATS} for seat in seats]
    table = _table("", shown, names)
    return table.columns, table.rows


def _table(title: str, rows: Sequence[Mapping[str, Any]], names: Sequence[str]) -> Table:
    keys = [key for key in rows[0] if any(not _empty(row.get(key)) for row in rows)]
    cells = [
        ["" if _empty(row.get(k)) and row.get(k) != 0 else _say(k, row.get(k), names) for k in keys] for row in rows
    ]
    return Table(title, [_words(key) for key in keys], cells)


def _is_table(value: object) -> TypeGuard[list[Mapping[str, Any]]]:
    return isinstance(value, list) and bool(value) and all(isinstance(row, Mapping) for row in value)


def _are_faces(value: object) -> bool:
    return isinstance(value, list) and all(type(face) is int and 1 <= face <= 6 for face in value)


def _empty(value: object) -> bool:
    return value is None or value is False or value in ([], {}, "")


def _words(key: str) -> str:
    text = key.replace("_", " ").replace("-", " ")
    return text[:1].upper() + text[1:]


def _say(key: str, value: Any, names: Sequence[str]) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return names[value] if key in SEAT_WORDS and 0 <= value < len(names) else f"{value:,}"
    if isinstance(value, float):
        return f"{100 * value:.1f} %" if 0 <= value <= 1 else f"{value:,.2f}"
    if isinstance(value, Mapping):
        return "; ".join(f"{_words(k).lower()}: {_say(k, v, names)}" for k, v in value.items() if not _empty(v))
    if isinstance(value, list):
        return ", ".join(_say(key, one, names) for one in value)
    return str(value).replace("-", " ")
