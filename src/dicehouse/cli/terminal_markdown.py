"""Show the rules of a game, which are Markdown, as text in a terminal."""

from __future__ import annotations

import pydoc
import re
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from .exit_codes import CheckFailed

if TYPE_CHECKING:
    from dicehouse.core import Game

MAX_WIDTH = 100
MIN_COLUMN_WIDTH = 12  # of a column of a table
_ITEM = re.compile(r"(\s*)([-*]|\d+[.)])\s+(.*)")
_MARKS = re.compile(r"\*\*(.+?)\*\*|`([^`]+)`|(?<![\w*])\*([^*\s][^*]*)\*|\[([^\]]+)\]\([^)]*\)")


def page_rules(game: Game) -> None:
    """Print the README of a game, or show it in a pager."""
    width = min(shutil.get_terminal_size().columns, MAX_WIDTH)
    text = "\n".join(render_markdown(read_rules(game), width))
    if sys.stdout.isatty() and sys.stdin.isatty():
        pydoc.pager(text)
    else:
        print(text)


def read_rules(game: Game) -> str:
    """Return the rules as Markdown: README.md in the game's folder."""
    try:
        return game.readme_path.read_text(encoding="utf-8")
    except OSError as error:
        raise CheckFailed(f"{game.name} has no written rules.") from error


def render_markdown(source: str, width: int) -> Iterator[str]:
    """Yield Markdown as lines for a terminal: wrapped, with tables aligned and marks removed."""
    lines = source.splitlines()
    at = 0
    while at < len(lines):
        line = lines[at]
        if line.startswith("```"):
            end = next((i for i in range(at + 1, len(lines)) if lines[i].startswith("```")), len(lines))
            yield from (f"    {code}" for code in lines[at + 1 : end])
            at = end + 1
        elif line.startswith("#"):
            yield from _heading(line)
            at += 1
        elif line.lstrip().startswith("|"):
            end = _block_end(lines, at, lambda text: text.lstrip().startswith("|"))
            yield from _table(lines[at:end], width)
            at = end
        elif not line.strip():
            yield ""
            at += 1
        else:
            end = _block_end(
                lines, at + 1, lambda text: bool(text.strip()) and not re.match(r"\s*(#|\||```|[-*] |\d+[.)] )", text)
            )
            yield from _paragraph(lines[at:end], width)
            at = end


def _block_end(lines: list[str], at: int, belongs: Callable[[str], bool]) -> int:
    while at < len(lines) and belongs(lines[at]):
        at += 1
    return at


def _strip_marks(text: str) -> str:
    return _MARKS.sub(lambda m: next(group for group in m.groups() if group is not None), text)


def _heading(line: str) -> Iterator[str]:
    title = _strip_marks(line.lstrip("#").strip())
    yield title.upper() if line.startswith(("# ", "## ")) else title
    if line.startswith("# "):
        yield "=" * len(title)


def _paragraph(lines: list[str], width: int) -> list[str]:
    found = _ITEM.match(lines[0])
    text = _strip_marks(" ".join(line.strip() for line in lines))
    if found is None:
        return textwrap.wrap(text, width)
    indent, mark = found[1], found[2]
    body = _strip_marks(" ".join([found[3], *(line.strip() for line in lines[1:])]))
    return textwrap.wrap(
        body, width, initial_indent=f"{indent}{mark} ", subsequent_indent=f"{indent}{' ' * len(mark)} "
    )


def _table(lines: list[str], width: int) -> Iterator[str]:
    rows = [[_strip_marks(cell.strip()) for cell in line.strip().strip("|").split("|")] for line in lines]
    rows = [row for row in rows if not all(set(cell) <= set("-: ") for cell in row)]
    count = max(map(len, rows))
    rows = [row + [""] * (count - len(row)) for row in rows]
    widths = [max(len(row[i]) for row in rows) for i in range(count)]
    while sum(widths) + 2 * count > width and max(widths) > MIN_COLUMN_WIDTH:
        widths[widths.index(max(widths))] -= 1
    for row in rows:
        cells = [textwrap.wrap(cell, w) or [""] for cell, w in zip(row, widths, strict=True)]
        for i in range(max(map(len, cells))):
            parts = [(cell[i] if i < len(cell) else "").ljust(w) for cell, w in zip(cells, widths, strict=True)]
            yield ("  " + "  ".join(parts)).rstrip()
