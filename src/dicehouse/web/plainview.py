"""Any game's view in words: plain data with telling names needs no page of its own to be read.

This is the one place that knows what the names in a view mean. The plain page, the terminal, and the board of games
that have none of their own all show what `describe` and `arrange` say.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeGuard

from ..kit.game import Option
from ..kit.shares import percent

SEATS = frozenset({"by", "contenders", "first", "holder", "on", "player", "seat", "to_move", "to_play", "winner"})
DICE = frozenset({"dice", "die", "faces", "kept", "roll", "throw"})  # the last word of a name whose list holds faces
DIE = frozenset({"die", "face", "roll", "throw"})  # ... whose number is a face
SCORES = ("total", "score", "points")  # the first of these that a seat has is its score
GOALS = ("round", "turn")
SAID_ELSEWHERE = frozenset({"asked", "game", "phase", "player", "players", "scores", "seats", "winner", *GOALS})
OF_BOARDS = frozenset({"side"})  # of a seat: partners are told elsewhere


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact under its name: in words, as dice (a 0 is hidden), or as a few smaller facts."""

    label: str
    text: str = ""
    dice: Sequence[int] = ()
    parts: Sequence[Fact] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """A small table with a title."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Fact]]


@dataclass(frozen=True, slots=True)
class SeatWords:
    """What is said of one seat besides its name."""

    total: int | None
    facts: Sequence[Fact]


@dataclass(frozen=True, slots=True)
class PlainView:
    """A view as a page without a board of its own shows it."""

    goal: str  # which round or turn it is
    target: int | None  # the score to reach
    winner: int | None
    facts: Sequence[Fact]
    tables: Sequence[Table]
    seats: Sequence[SeatWords]

    @property
    def scored(self) -> bool:
        """Whether any seat has a score that may be seen."""
        return any(seat.total is not None for seat in self.seats)

    def columns(self) -> list[str]:
        """The names of all that is said of seats, in the order of the view."""
        return list(dict.fromkeys(fact.label for seat in self.seats for fact in seat.facts))

    def row(self, seat: int) -> list[Fact]:
        """What is said of a seat, by the columns."""
        found = {fact.label: fact for fact in self.seats[seat].facts}
        return [found.get(label, Fact(label)) for label in self.columns()]


Words = Callable[[Mapping[str, Any], Sequence[str]], list[tuple[str, str]]]


def describe(view: Mapping[str, Any] | None, names: Sequence[str], words: Words | None = None) -> PlainView:
    """Everything in a view, said plainly: in the game's own words if it has some, else by the view's names."""
    if view is None:
        return PlainView("", None, None, (), (), [SeatWords(None, ()) for _ in names])
    own = [Fact(label, text) for label, text in words(view, names)] if words else None
    thrown = [_fact("dice", view["dice"], names)] if own is not None and _are_dice("dice", view.get("dice")) else []
    goal = next((f"{key} {view[key]}" for key in GOALS if type(view.get(key)) is int), "")
    return PlainView(
        "" if own is not None else goal,
        view["target"] if type(view.get("target")) is int else None,
        view["winner"] if type(view.get("winner")) is int else None,
        [*thrown, *own] if own is not None else _facts(view, names),
        [] if own is not None else _tables(view, names),
        _seats(view, names),
    )


def _facts(view: Mapping[str, Any], names: Sequence[str]) -> list[Fact]:
    """What the whole table shares, the dice first."""
    shown = {key: value for key, value in view.items() if key not in SAID_ELSEWHERE and not _is_table(value)}
    facts = [_fact(key, value, names) for key, value in shown.items() if not _empty(value)]
    return sorted(facts, key=lambda fact: not fact.dice)


def _tables(view: Mapping[str, Any], names: Sequence[str]) -> list[Table]:
    shown = {key: rows for key, rows in view.items() if key not in SAID_ELSEWHERE and _is_table(rows)}
    return [_table(key, rows, names) for key, rows in shown.items()]


def _table(title: str, rows: Sequence[Mapping[str, Any]], names: Sequence[str]) -> Table:
    keys = [key for key in rows[0] if any(not _empty(row.get(key)) for row in rows)]
    cells = [[_cell(key, row.get(key), names) for key in keys] for row in rows]
    return Table(_label(title), [_label(key) for key in keys], cells)


def _cell(key: str, value: Any, names: Sequence[str]) -> Fact:
    return Fact(_label(key)) if _empty(value) else _fact(key, value, names)


def _seats(view: Mapping[str, Any], names: Sequence[str]) -> list[SeatWords]:
    """The score of each seat, and all else that its entry says; what is 0 for one is said where another has it."""
    rows, scores = view.get("seats", view.get("players")), view.get("scores")
    seats = rows if _is_table(rows) and len(rows) == len(names) else [{} for _ in names]
    said = []
    for seat, entry in enumerate(seats):
        score = next((key for key in SCORES if type(entry.get(key)) is int), None)
        total = entry[score] if score else scores[seat] if _are_numbers(scores, len(names)) else None
        keys = [key for key in entry if key != score and key not in OF_BOARDS]
        shown = [key for key in keys if any(not _empty(other.get(key)) for other in seats)]
        said.append(SeatWords(total, [_cell(key, entry[key], names) for key in shown]))
    return said


def _fact(key: str, value: Any, names: Sequence[str]) -> Fact:
    if _are_dice(key, value):
        return Fact(_label(key), dice=value if isinstance(value, list) else [value])
    if isinstance(value, Mapping):
        parts = [replace(_fact(k, v, names), label=_words(k)) for k, v in value.items() if not _empty(v)]
        return Fact(_label(key), parts=parts)
    return Fact(_label(key), _say(key, value, names))


def _say(key: str, value: Any, names: Sequence[str]) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return names[value] if key in SEATS and 0 <= value < len(names) else f"{value:,}"
    if isinstance(value, float):
        return percent(value) if 0 <= value <= 1 else f"{value:,.2f}"
    if isinstance(value, Mapping):
        return "; ".join(f"{_words(k)}: {_say(k, v, names)}" for k, v in value.items() if not _empty(v))
    if isinstance(value, list):
        return ", ".join(_say(key, one, names) for one in value)
    return str(value).replace("-", " ")


def _words(key: str) -> str:
    return key.replace("_", " ").replace("-", " ")


def _label(key: str) -> str:
    text = _words(key)
    return text[:1].upper() + text[1:]


def _are_dice(key: str, value: object) -> bool:
    last = key.rpartition("_")[2]
    if isinstance(value, list):
        return last in DICE and bool(value) and all(type(face) is int and 0 <= face <= 6 for face in value)
    return last in DIE and type(value) is int and 1 <= value <= 6


def _are_numbers(value: object, count: int) -> TypeGuard[list[int]]:
    return isinstance(value, list) and len(value) == count and all(type(one) is int for one in value)


def _is_table(value: object) -> TypeGuard[list[Mapping[str, Any]]]:
    return isinstance(value, list) and bool(value) and all(isinstance(row, Mapping) for row in value)


def _empty(value: object) -> bool:
    return value is None or value is False or value in ([], {}, "")


# --- options under headings


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


# --- for the page


def words_for_page(view: PlainView, choices: Sequence[Choices]) -> dict[str, Any]:
    """What the board of any game shows, as plain data; options are named by their texts."""
    return {
        "goal": view.goal,
        "target": view.target,
        "winner": view.winner,
        "facts": view.facts,
        "tables": view.tables,
        "seats": view.seats,
        "choices": [_named(group) for group in choices],
    }


def _named(group: Choices) -> dict[str, Any]:
    ids = [] if group.parts else [option.id for option in group.options]
    return {"title": group.title, "ids": ids, "parts": [_named(part) for part in group.parts]}
