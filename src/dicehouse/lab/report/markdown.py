"""A study as part of a document in Markdown: the paragraph, one picture, the figures, and what they can't tell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..findings import Findings, Worth
from ..wording import minus
from .forests import Frame, Row
from .happenings import called, tried, worth_picture
from .judging import LENGTHS, Judged
from .sections import gist, order_picture
from .sentences import between, but, figure, headline, lead
from .standalone import svg
from .variants import View

MOST_ROWS = 30  # of a picture
MOST_CELLS = 9  # columns of a table
SHOWN = (
    "turns",
    "minutes",
    "first",
    "won",
    "leads",
    "comebacks",
    "decided",
    "ties",
    "idle",
    "choices",
    "score",
    "margin",
    "out",
)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture with the words that stand for it."""

    title: str
    svg: str


def chapter(found: Findings) -> tuple[str, list[Drawn]]:
    """What a study found, as Markdown, and its pictures."""
    judged = Judged(View(found))
    told = [f"**{headline(judged)}.** " + " ".join(_marked(sentence) for sentence in lead(judged))]
    told += [_table(judged), *_worths(judged)]
    told += [f"- {warning}" for warning in found.warnings]
    told.append(but(judged.view))
    return "\n\n".join(part for part in told if part), list(_drawn(judged))


def _marked(sentence: str) -> str:
    return sentence.replace("[", "**").replace("]", "**")


def _drawn(judged: Judged) -> Iterator[Drawn]:
    """What is worth how much; else what differs; else who wins, by order of play."""
    for cell, rows in tried(judged):
        picture, frame = worth_picture(judged, cell, rows)
        ends = picture if len(picture) <= MOST_ROWS else [*picture[: MOST_ROWS // 2], *picture[-(MOST_ROWS // 2) :]]
        yield _as_drawn(judged, ends, frame)
    if any(True for _ in tried(judged)):
        return
    picture, frame = gist(judged) if judged.view.others else order_picture(judged)
    if picture:
        yield _as_drawn(judged, picture, frame)


def _as_drawn(judged: Judged, rows: Sequence[Row], frame: Frame) -> Drawn:
    title = f"{judged.view.game}: {frame.said[:1].lower()}{frame.said[1:]}"
    return Drawn(title, svg(title, rows, frame))


def _table(judged: Judged) -> str:
    view = judged.view
    cells = view.found.cells[:MOST_CELLS]
    heads = ["measure", *(view.short(cell) for cell in cells)]
    rows = []
    names = [m for m in view.measures if m.name in SHOWN or m.name.startswith(("order-", "bot-"))]
    for measure in sorted(names, key=lambda m: m.name not in LENGTHS):
        found = [cell.measure(measure.name) for cell in cells]
        if not any(m and m.value for m in found):
            continue  # what never happens
        rows.append([measure.words, *(f"{figure(m)} ({between(m)})" if m else "" for m in found)])
    rows.append(["games", *(f"{cell.games:,}" for cell in cells)])
    return _markdown(heads, rows)


def _worths(judged: Judged) -> Iterator[str]:
    for cell, rows in tried(judged):
        ordered = sorted(rows, key=lambda row: -row.difference)
        heads = [rows[0].group or "what", "worth", "interval", "all at once", "games"]
        yield _markdown(heads, [_worth(row) for row in ordered])
        yield f"Worth in points of winning chance, {judged.view.title(cell)}, {rows[0].experiment} in the same games."


def _worth(row: Worth) -> list[str]:
    def points(value: float | None) -> str:
        return "" if value is None else minus(f"{100 * value:+.1f}")

    spans = (f"{points(row.low)} to {points(row.high)}", f"{points(row.wide_low)} to {points(row.wide_high)}")
    return [called(row.name), points(row.difference), *spans, f"{row.n:,}"]


def _markdown(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [heads, ["---", *("---:" for _ in heads[1:])], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
