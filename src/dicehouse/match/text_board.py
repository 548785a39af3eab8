"""Render a position and the options of a seat as text, for a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from ..core import Game, Option
from ..i18n import in_language
from ..text_format import align_columns
from .plain_view import Fact, FactTable, HeadingHook, OptionGroup, describe_board, group_options

MAX_WIDTH = 100


def render_board(game: Game, view: Mapping[str, Any], names: Sequence[str], acting: Sequence[int]) -> str:
    """Return the position in `view` as text, with all that the no-JavaScript page shows; a `>` marks `acting` seats."""
    plain = describe_board(game, view, names)
    rows = [
        [
            ">" if seat in acting else " ",
            names[seat],
            "" if facts.total is None else in_language(game.format_points(facts.total)),
            *(f"{in_language(fact.label)}: {fact_text(fact)}" if fact_text(fact) else "" for fact in plain.row(seat)),
        ]
        for seat, facts in enumerate(plain.seats)
    ]
    shared = [f"{in_language(fact.label)}: {fact_text(fact)}" for fact in plain.facts]
    tables = [_render_table(table) for table in plain.tables]
    return "\n".join(
        [", ".join(filter(None, [game.name, in_language(plain.goal)])), align_columns(rows), *shared, *tables]
    )


def _render_table(table: FactTable) -> str:
    rows = [[*map(in_language, table.columns)], *([fact_text(cell) for cell in row] for row in table.rows)]
    return f"{in_language(table.title)}\n{textwrap.indent(align_columns(rows), '  ')}"


def fact_text(fact: Fact) -> str:
    """Return a fact on one line; a hidden die is a question mark."""
    if fact.dice:
        return " ".join(str(face) if face else "?" for face in fact.dice)
    parts = ", ".join(f"{in_language(part.label)} {fact_text(part)}" for part in fact.parts)
    return parts or in_language(fact.text)


def render_options(options: Sequence[Option], names: Sequence[str], heading: HeadingHook | None = None) -> str:
    """Return all options with their numbers as text; if there are many, under the headings that `heading` gives."""
    numbers = {option.id: number for number, option in enumerate(options, 1)}
    groups = group_options([option.named(names) for option in options], heading)
    return "\n".join(line for group in groups for line in _render_group(group, numbers, ""))


def _render_group(group: OptionGroup, numbers: dict[str, int], indent: str) -> Iterator[str]:
    if group.title:
        yield f"{indent}{in_language(group.title)}"
        indent += "  "
    if group.parts:
        for part in group.parts:
            yield from _render_group(part, numbers, indent)
        return
    for brief, some in groupby(group.options, lambda option: bool(group.title) and not option.note):
        yield from (_render_option_grid if brief else _render_option_rows)([*some], numbers, indent)


def _render_option_rows(options: list[Option], numbers: dict[str, int], indent: str) -> Iterator[str]:
    rows = [
        [f"{numbers[option.id]:>3}", option.id, in_language(option.label), in_language(option.note)]
        for option in options
    ]
    yield textwrap.indent(align_columns(rows), indent)


def _render_option_grid(options: list[Option], numbers: dict[str, int], indent: str) -> Iterator[str]:
    """Yield lines with several options each, where the heading and the notation say everything."""
    cells = [f"{numbers[option.id]:>3}. {option.id}" for option in options]
    wide = max(map(len, cells)) + 2
    across = max(1, (MAX_WIDTH - len(indent)) // wide)
    for at in range(0, len(cells), across):
        yield indent + "".join(cell.ljust(wide) for cell in cells[at : at + across]).rstrip()
