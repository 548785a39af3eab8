"""Show the rules of a game in a terminal: in English its README, in other languages the rules in short."""

from __future__ import annotations

import pydoc
import re
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from dicehouse.i18n import DEFAULT_LANGUAGE, _, current_language, in_language

from .exit_codes import CheckFailed

if TYPE_CHECKING:
    from dicehouse.core import Game
    from dicehouse.core.short_rules import RulesSection

MAX_WIDTH = 100
MIN_COLUMN_WIDTH = 12  # of a column of a table
LINE_BREAK = re.compile(r"(?<![.!?:])\n")  # after a name
ITALIC_WORDS = re.compile(r"__([^_]+)__")
_ITEM = re.compile(r"(\s*)([-*]|\d+[.)])\s+(.*)")
_MARKS = re.compile(r"\*\*(.+?)\*\*|`([^`]+)`|(?<![\w*])\*([^*\s][^*]*)\*|\[([^\]]+)\]\([^)]*\)")


def page_rules(game: Game) -> None:
    """Print the rules of a game in the current language, or show them in a pager."""
    width = min(shutil.get_terminal_size().columns, MAX_WIDTH)
    text = "\n".join(render_markdown(rules_in_language(game), width))
    if sys.stdout.isatty() and sys.stdin.isatty():
        pydoc.pager(text)
    else:
        print(text)


def rules_in_language(game: Game) -> str:
    """Return the rules as Markdown. They are in English; in another language, return the rules in short."""
    sections = () if current_language() == DEFAULT_LANGUAGE else game.short_rules(game.complete({}), game.usual)
    if not sections:
        return read_rules(game)
    full = in_language(_("Read the full rules in English with:"))
    command = f"```\ndicehouse --lang en rules {game.id}\n```"
    return "\n\n".join([f"# {game.name}", *map(_section_markdown, sections), full, command])


def _section_markdown(section: RulesSection) -> str:
    """Return a section of the rules in short; a terminal can't draw its figures."""
    from dicehouse.core.short_rules import RulesList

    blocks = [f"## {in_language(section.title)}"] if section.title else []
    for block in section.blocks:
        if isinstance(block, str):
            blocks.append(in_language(block))
        elif isinstance(block, RulesList):
            rows = enumerate(
                (LINE_BREAK.sub(": ", in_language(text)).replace("\n", " ") for _sign, text in block.rows), 1
            )
            blocks.append("\n".join(f"{f'{number}.' if block.numbered else '-'} {text}" for number, text in rows))
    return ITALIC_WORDS.sub(r"*\1*", "\n\n".join(blocks))


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
