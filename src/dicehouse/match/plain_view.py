"""Describe any game's view in words: plain data with telling names needs no page of its own to be read.

This is the one place that knows what the names in a view mean. The no-JavaScript page, the terminal, and the board of
games that have none of their own all show what `describe_board` and `group_options` return.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypedDict, TypeGuard

from ..core import Game
from ..core.option import Option
from ..i18n import Percent, Text, _, join_texts, pgettext

SEAT_KEYS = frozenset({"by", "contenders", "first", "holder", "on", "player", "seat", "to_move", "to_play", "winner"})
DICE_KEYS = frozenset(
    {"dice", "die", "faces", "kept", "roll", "throw"}
)  # last words of names whose lists hold faces of dice
DIE_KEYS = frozenset({"die", "face", "roll", "throw"})  # last words of names whose numbers are faces
SCORE_KEYS = ("total", "score", "points")  # the first of these keys that a seat has is its score
PROGRESS_KEYS = ("round", "turn")
KEYS_SHOWN_ELSEWHERE = frozenset(
    {"asked", "game", "phase", "player", "players", "scores", "seats", "winner", *PROGRESS_KEYS}
)
BOARD_ONLY_KEYS = frozenset({"side"})  # keys of a seat that only a board shows


# Labels of the keys in the views of the built-in games; other keys are shown as they are, without translation.
LABELS: dict[str, Text] = {
    "ability": _("Ability"),
    "agents": _("Agents"),
    "barred": _("Not playable now"),
    "battle_zone_done": _("Battle Zone done"),
    "blood": _("blood"),
    "cards": _("Cards"),
    "dice": _("Dice"),
    "diced": _("Last roll made"),
    "domination": _("domination"),
    "faction": _("Faction"),
    "gave": _("Gave back"),
    "missions": _("Missions"),
    "opened": _("First score made"),
    "parts": _("Points so far"),
    "place": _("Place"),
    "protected": _("Protected"),
    "spent": _("Used cards"),
    "stock": _("stock"),
    "tokens": _("Tokens"),
}
WORDS: dict[str, Text] = {"always": _("always"), "unused": _("unused"), "used": _("used")}


@dataclass(frozen=True, slots=True)
class Fact:
    """Hold one fact with its label: as words, as dice (0 is a hidden die), or as a few smaller facts."""

    label: str
    text: str = ""
    dice: Sequence[int] = ()
    parts: Sequence[Fact] = ()


@dataclass(frozen=True, slots=True)
class FactTable:
    """Hold a small table of facts with a title."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Fact]]


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """Hold the total and the facts of one seat, without its name."""

    total: int | None
    facts: Sequence[Fact]


@dataclass(frozen=True, slots=True)
class PlainView:
    """Hold a view in words, as a page without a board of its own shows it."""

    goal: str  # which round or turn it is
    target: int | None  # the score to reach
    winner: int | None
    facts: Sequence[Fact]
    tables: Sequence[FactTable]
    seats: Sequence[SeatFacts]

    @property
    def scored(self) -> bool:
        """Return True if any seat has a score that may be seen."""
        return any(seat.total is not None for seat in self.seats)

    def columns(self) -> list[str]:
        """Return the labels of all facts of seats, in the order of the view."""
        return list(dict.fromkeys(fact.label for seat in self.seats for fact in seat.facts))

    def row(self, seat: int) -> list[Fact]:
        """Return the facts of `seat`, one for each label in `columns`."""
        found = {fact.label: fact for fact in self.seats[seat].facts}
        return [found.get(label, Fact(label)) for label in self.columns()]


FactsHook = Callable[[Mapping[str, Any], Sequence[str]], list[tuple[str, str]]]


def describe_board(game: Game, view: Mapping[str, Any] | None, names: Sequence[str]) -> PlainView:
    """Return everything in a `view` of `game` in words, for every page and terminal that shows it as text."""
    return describe_view(view, names, game.hooks.facts)


def describe_view(view: Mapping[str, Any] | None, names: Sequence[str], words: FactsHook | None = None) -> PlainView:
    """Return everything in `view` in words: by the hook `facts` if the game has one, or by the names in the view."""
    if view is None:
        return PlainView("", None, None, (), (), [SeatFacts(None, ()) for _ in names])
    own = [Fact(label, text) for label, text in words(view, names)] if words else None
    thrown = [_make_fact("dice", view["dice"], names)] if own is not None and _is_dice("dice", view.get("dice")) else []
    goal = next((_goal(key, view[key]) for key in PROGRESS_KEYS if type(view.get(key)) is int), "")
    return PlainView(
        "" if own is not None else goal,
        view["target"] if type(view.get("target")) is int else None,
        view["winner"] if type(view.get("winner")) is int else None,
        [*thrown, *own] if own is not None else _shared_facts(view, names),
        [] if own is not None else _fact_tables(view, names),
        _seat_facts(view, names),
    )


PROGRESS_TEXTS = {"round": _("round {number}").message, "turn": _("turn {number}").message}


def _goal(key: str, number: int) -> str:
    """Return how far the game is, in words; a key that is no known word is shown as it is."""
    return Text(PROGRESS_TEXTS.get(key, f"{key} {{number}}"), {"number": number})


def _shared_facts(view: Mapping[str, Any], names: Sequence[str]) -> list[Fact]:
    """Return the facts that belong to no single seat, the dice first."""
    shown = {key: value for key, value in view.items() if key not in KEYS_SHOWN_ELSEWHERE and not _is_table(value)}
    facts = [_make_fact(key, value, names) for key, value in shown.items() if not _is_empty(value)]
    return sorted(facts, key=lambda fact: not fact.dice)


def _fact_tables(view: Mapping[str, Any], names: Sequence[str]) -> list[FactTable]:
    shown = {key: rows for key, rows in view.items() if key not in KEYS_SHOWN_ELSEWHERE and _is_table(rows)}
    return [_fact_table(key, rows, names) for key, rows in shown.items()]


def _fact_table(title: str, rows: Sequence[Mapping[str, Any]], names: Sequence[str]) -> FactTable:
    keys = [key for key in rows[0] if any(not _is_empty(row.get(key)) for row in rows)]
    cells = [[_table_cell(key, row.get(key), names) for key in keys] for row in rows]
    return FactTable(_capitalized_key(title), [_capitalized_key(key) for key in keys], cells)


def _table_cell(key: str, value: Any, names: Sequence[str]) -> Fact:
    return Fact(_capitalized_key(key)) if _is_empty(value) else _make_fact(key, value, names)


def _seat_facts(view: Mapping[str, Any], names: Sequence[str]) -> list[SeatFacts]:
    """Return the score and the facts of each seat; a value of 0 is included if another seat has it."""
    rows, scores = view.get("seats", view.get("players")), view.get("scores")
    seats = rows if _is_table(rows) and len(rows) == len(names) else [{} for _ in names]
    said = []
    for seat, entry in enumerate(seats):
        score = next((key for key in SCORE_KEYS if type(entry.get(key)) is int), None)
        total = entry[score] if score else scores[seat] if _is_number_list(scores, len(names)) else None
        keys = [key for key in entry if key != score and key not in BOARD_ONLY_KEYS]
        shown = [key for key in keys if any(not _is_empty(other.get(key)) for other in seats)]
        said.append(SeatFacts(total, [_table_cell(key, entry[key], names) for key in shown]))
    return said


def _make_fact(key: str, value: Any, names: Sequence[str]) -> Fact:
    if _is_dice(key, value):
        return Fact(_capitalized_key(key), dice=value if isinstance(value, list) else [value])
    if isinstance(value, Mapping):
        parts = [replace(_make_fact(k, v, names), label=_key_in_words(k)) for k, v in value.items() if not _is_empty(v)]
        return Fact(_capitalized_key(key), parts=parts)
    return Fact(_capitalized_key(key), _format_value(key, value, names))


def _format_value(key: str, value: Any, names: Sequence[str]) -> str:
    if isinstance(value, bool):
        return pgettext("answer", "yes") if value else pgettext("answer", "no")
    if isinstance(value, int):
        return names[value] if key in SEAT_KEYS and 0 <= value < len(names) else f"{value:,}"
    if isinstance(value, float):
        return Text("{share}", {"share": Percent(value, 1)}) if 0 <= value <= 1 else f"{value:,.2f}"
    if isinstance(value, Mapping):
        return "; ".join(
            f"{_key_in_words(k)}: {_format_value(k, v, names)}" for k, v in value.items() if not _is_empty(v)
        )
    if isinstance(value, list):
        return join_texts([_format_value(key, one, names) for one in value], ", ")
    return value if isinstance(value, Text) else WORDS.get(str(value)) or str(value).replace("-", " ")


def _key_in_words(key: str) -> str:
    return LABELS.get(key) or key.replace("_", " ").replace("-", " ")


def _capitalized_key(key: str) -> str:
    if key in LABELS:
        return LABELS[key]
    text = _key_in_words(key)
    return text[:1].upper() + text[1:]


def _is_dice(key: str, value: object) -> bool:
    last = key.rpartition("_")[2]
    if isinstance(value, list):
        return last in DICE_KEYS and bool(value) and all(type(face) is int and 0 <= face <= 6 for face in value)
    return last in DIE_KEYS and type(value) is int and 1 <= value <= 6


def _is_number_list(value: object, count: int) -> TypeGuard[list[int]]:
    return isinstance(value, list) and len(value) == count and all(type(one) is int for one in value)


def _is_table(value: object) -> TypeGuard[list[Mapping[str, Any]]]:
    return isinstance(value, list) and bool(value) and all(isinstance(row, Mapping) for row in value)


def _is_empty(value: object) -> bool:
    return value is None or value is False or value in ([], {}, "")


# --- options under headings


@dataclass(frozen=True, slots=True)
class OptionGroup:
    """Hold options under a heading: all of them side by side, or in smaller parts."""

    title: str
    count: int
    options: Sequence[Option]
    parts: Sequence[OptionGroup]
    open: bool


HeadingHook = Callable[[Option], tuple[str, str]]
MAX_UNGROUPED = 6  # options that need no headings
MAX_OPEN_GROUP = 8  # options of a heading that is open from the start
MIN_SUBGROUPED = 30  # options of a heading that are split into parts


def group_options(options: Sequence[Option], heading: HeadingHook | None = None) -> list[OptionGroup]:
    """Return `options` in groups by the game's own `heading`, in the order of the rules, if there are many."""
    if heading is None or len(options) <= MAX_UNGROUPED:
        return [OptionGroup("", len(options), options, (), True)]
    found = _group_by(options, lambda option: heading(option)[0])
    return [_option_group(title, group, heading, i == 0) for i, (title, group) in enumerate(found.items())]


def _option_group(title: str, options: Sequence[Option], heading: HeadingHook, first: bool) -> OptionGroup:
    parts: list[OptionGroup] = []
    if len(options) > MIN_SUBGROUPED:
        within = _group_by(options, lambda option: heading(option)[1])
        parts = [OptionGroup(name, len(part), part, (), False) for name, part in within.items() if len(within) > 1]
    return OptionGroup(title, len(options), options, parts, first or bool(parts) or len(options) <= MAX_OPEN_GROUP)


def _group_by(options: Sequence[Option], key: Callable[[Option], str]) -> dict[str, list[Option]]:
    found: dict[str, list[Option]] = {}
    for option in options:
        found.setdefault(key(option), []).append(option)
    return found


# --- for the page


class OptionGroupData(TypedDict):
    """Describe options under a heading, by their ids, directly or in subgroups."""

    title: str
    ids: list[str]
    parts: list[OptionGroupData]


class ViewInWords(TypedDict):
    """Describe the view and the options in words, for a page that has no board for the game."""

    goal: str
    target: int | None
    winner: int | None
    facts: Sequence[Fact]
    tables: Sequence[FactTable]
    seats: Sequence[SeatFacts]
    choices: list[OptionGroupData]


def plain_view_data(view: PlainView, choices: Sequence[OptionGroup]) -> ViewInWords:
    """Return what the generic board shows as plain data; options are named by their texts."""
    return {
        "goal": view.goal,
        "target": view.target,
        "winner": view.winner,
        "facts": view.facts,
        "tables": view.tables,
        "seats": view.seats,
        "choices": [_group_data(group) for group in choices],
    }


def _group_data(group: OptionGroup) -> OptionGroupData:
    ids = [] if group.parts else [option.id for option in group.options]
    return {"title": group.title, "ids": ids, "parts": [_group_data(part) for part in group.parts]}
