"""A position and its options as text: what the terminal says where the page has a board."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from itertools import groupby

from dicehouse.bots import Hint
from dicehouse.kit import Option, Prompt
from dicehouse.kit.telling import named
from dicehouse.match import Match
from dicehouse.web.plainview import Choices, Fact, arrange, describe

from .common import columns

WIDE = 100


def position(match: Match, seat: int) -> str:
    """The position as the game tells it, or what its view says, by the view's names."""
    if match.game.hooks.table:
        return str(match)
    view = describe(match.view(seat), match.names)
    acting = match.acting()
    rows = [
        [
            ">" if other in acting else " ",
            match.names[other],
            "" if said.total is None else match.game.counted(said.total),
            *(f"{fact.label}: {words(fact)}" if words(fact) else "" for fact in view.row(other)),
        ]
        for other, said in enumerate(view.seats)
    ]
    shared = [f"{fact.label}: {words(fact)}" for fact in view.facts]
    return "\n".join([", ".join(filter(None, [match.game.name, view.goal])), columns(rows), *shared])


def words(fact: Fact) -> str:
    """One fact on a line; a hidden die is a question mark."""
    if fact.dice:
        return " ".join(str(face) if face else "?" for face in fact.dice)
    return ", ".join(f"{part.label} {words(part)}" for part in fact.parts) or fact.text


def asking(prompt: Prompt) -> str:
    """What is asked, in one line; a title that is a question or an exclamation needs no full stop."""
    stop = "" if prompt.title.endswith(("?", "!")) else "."
    return f"{prompt.title}{stop} {prompt.detail}".rstrip()


def advice(match: Match, hint: Hint) -> str:
    """A hint: what to play and why, then what each choice that was weighed would give."""
    options = {option.id: number for number, option in enumerate(match.options(hint.seat), 1)}
    number = f"{options[hint.option]}. " if hint.option in options else ""
    said = [f"Hint: {number}{hint.label}.", hint.reason, hint.chance, hint.doubt]
    rows = [[f"{options.get(each.option, ''):>3}", each.label, each.words] for each in hint.options if each.words]
    lines = textwrap.wrap(" ".join(filter(None, said)), WIDE) + (columns(rows).splitlines() if len(rows) > 1 else [])
    return "\n".join(named(line, match.names) for line in lines)


def choices(match: Match, options: Sequence[Option]) -> str:
    """All options with their numbers; many of them under the game's own headings."""
    numbers = {option.id: number for number, option in enumerate(options, 1)}
    groups = arrange([option.named(match.names) for option in options], match.game.hooks.heading)
    return "\n".join(line for group in groups for line in _group(group, numbers, ""))


def _group(group: Choices, numbers: dict[str, int], indent: str) -> Iterator[str]:
    if group.title:
        yield f"{indent}{group.title}"
        indent += "  "
    if group.parts:
        for part in group.parts:
            yield from _group(part, numbers, indent)
        return
    for brief, some in groupby(group.options, lambda option: bool(group.title) and not option.note):
        yield from (_brief if brief else _lines)([*some], numbers, indent)


def _lines(options: list[Option], numbers: dict[str, int], indent: str) -> Iterator[str]:
    rows = [[f"{numbers[option.id]:>3}", option.id, option.label, option.note] for option in options]
    yield textwrap.indent(columns(rows), indent)


def _brief(options: list[Option], numbers: dict[str, int], indent: str) -> Iterator[str]:
    """Side by side, where the heading and the notation say it all."""
    cells = [f"{numbers[option.id]:>3}. {option.id}" for option in options]
    wide = max(map(len, cells)) + 2
    across = max(1, (WIDE - len(indent)) // wide)
    for at in range(0, len(cells), across):
        yield indent + "".join(cell.ljust(wide) for cell in cells[at : at + across]).rstrip()
