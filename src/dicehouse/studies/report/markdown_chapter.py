"""Write a study as part of a document in Markdown: the first paragraphs, the charts, the figures, and their limits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dicehouse.charts.interval_chart import IntervalFrame, IntervalRow, interval_svg

from ..result_types import CellResult, ItemWorth, ResultFields
from ..summary.caveats import half_width_sentence
from ..summary.effects import LENGTH_MEASURES, StudyEffects
from ..summary.number_words import with_minus_sign
from ..summary.sentences import (
    format_interval,
    format_measured_value,
    headline,
    lead_paragraphs,
    measure_label,
    scope_sentence,
    split_emphasis,
)
from ..summary.variants import VariantTable
from .page_sections import (
    capitalize,
    experiment_words,
    list_experiments,
    main_effects_chart,
    order_chart,
    worth_chart,
)

MAX_CHART_ROWS = 30  # of a chart
MAX_COLUMNS = 9  # columns of a table
SHOWN_MEASURES = (
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
class ChapterPicture:
    """Hold a chart with its title."""

    title: str
    svg: str


def markdown_chapter(found: ResultFields) -> tuple[str, list[ChapterPicture]]:
    """Return what a study found as Markdown, and its charts."""
    judged = StudyEffects(VariantTable(found))
    paragraphs = [[f"[{headline(judged)}.]"], *lead_paragraphs(judged)]
    parts = [" ".join(map(_emphasize_markdown, sentences)) for sentences in paragraphs]
    parts += [_measure_table(judged), *_worth_tables(judged)]
    parts += [f"- {warning}" for warning in found.warnings]
    parts.append(" ".join(filter(None, [scope_sentence(judged.view), half_width_sentence(found)])))
    return "\n\n".join(part for part in parts if part), list(_chapter_pictures(judged))


def _emphasize_markdown(sentence: str) -> str:
    return "".join(f"**{part}**" if main else part for part, main in split_emphasis(sentence))


def _chapter_pictures(judged: StudyEffects) -> Iterator[ChapterPicture]:
    """Yield the charts of what items are worth; without experiments, one chart of the differences or of who wins."""
    for cell, rows in list_experiments(judged):
        picture, frame = worth_chart(judged, cell, rows)
        ends = (
            picture
            if len(picture) <= MAX_CHART_ROWS
            else [*picture[: MAX_CHART_ROWS // 2], *picture[-(MAX_CHART_ROWS // 2) :]]
        )
        yield _draw_picture(judged, ends, frame)
    if any(True for _ in list_experiments(judged)):
        return
    picture, frame = main_effects_chart(judged) if judged.view.others else order_chart(judged)
    if picture:
        yield _draw_picture(judged, picture, frame)


def _draw_picture(judged: StudyEffects, rows: Sequence[IntervalRow], frame: IntervalFrame) -> ChapterPicture:
    title = f"{judged.view.game}: {frame.said[:1].lower()}{frame.said[1:]}"
    return ChapterPicture(title, interval_svg(title, rows, frame))


def _measure_table(judged: StudyEffects) -> str:
    view = judged.view
    tables = [view.whole.cells] if len(view.whole.cells) <= MAX_COLUMNS else [t.found.cells for t in view.every_kind]
    return "\n\n".join(_cells_table(judged, cells[:MAX_COLUMNS]) for cells in tables)


def _cells_table(judged: StudyEffects, cells: Sequence[CellResult]) -> str:
    view = judged.view
    heads = ["measure", *(view.short(cell) for cell in cells)]
    rows = []
    names = [m for m in view.measures if m.name in SHOWN_MEASURES or m.name.startswith(("order-", "bot-"))]
    for measure in sorted(names, key=lambda m: m.name not in LENGTH_MEASURES):
        found = [cell.measure(measure.name) for cell in cells]
        if not any(m and m.value for m in found):
            continue  # it never happened
        rows.append(
            [
                measure_label(measure),
                *(f"{format_measured_value(m)} ({format_interval(m)})" if m else "" for m in found),
            ]
        )
    rows.append(["games", *(f"{cell.games:,}" for cell in cells)])
    return _markdown_table(heads, rows)


def _worth_tables(judged: StudyEffects) -> Iterator[str]:
    for cell, rows in list_experiments(judged):
        ordered = sorted(rows, key=lambda row: -row.difference)
        heads = [rows[0].group or "what", "worth", "interval", "interval for all at once", "games"]
        yield _markdown_table(heads, [_worth_cells(row) for row in ordered])
        how = experiment_words(rows[0].experiment)
        yield f"Worth is in points of winning chance, with {judged.view.title(cell)}. {how}"


def _worth_cells(row: ItemWorth) -> list[str]:
    def points(value: float | None) -> str:
        return "" if value is None else with_minus_sign(f"{100 * value:+.1f}")

    spans = (f"{points(row.low)} to {points(row.high)}", f"{points(row.wide_low)} to {points(row.wide_high)}")
    return [capitalize(row.name), points(row.difference), *spans, f"{row.n:,}"]


def _markdown_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [heads, ["---", *("---:" for _ in heads[1:])], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
