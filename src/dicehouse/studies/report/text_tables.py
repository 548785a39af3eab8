"""Give the findings of a study as rows of texts, for the tables of the command line."""

from __future__ import annotations

from ..result_types import CellResult, EventStatistics, MeasuredValue, ResultFields
from ..summary.number_words import count_words, format_percent, with_minus_sign


def variant_rows(found: ResultFields) -> list[list[str]]:
    """Return a row for every variant; the wins of a seat that plays alone are in the column of who acts first."""
    alone = all(cell.players == 1 for cell in found.cells)
    won = "won" if alone else "first wins"
    rows = [["variant", "games", "turns", "minutes (model)", won, "95% interval", "decided at", "comebacks"]]
    for cell in found.cells:
        named = {name: cell.measure(name) for name in ("turns", "minutes", "first", "decided", "comebacks")}
        first = named["first"] = named["first"] or cell.measure("won")
        rows.append(
            [
                cell.name,
                f"{cell.games:,}",
                *(_value_or_blank(named[name]) for name in ("turns", "minutes", "first")),
                _format_share_interval(first) if first is not None else "",
                *(_value_or_blank(named[name]) for name in ("decided", "comebacks")),
            ]
        )
    return rows


def _value_or_blank(measure: MeasuredValue | None) -> str:
    return format_value(measure.value, measure.kind, measure.unit) if measure is not None and measure.n else ""


def measure_rows(cell: CellResult) -> list[list[str]]:
    """Return a row for every measure of a variant."""
    rows = [["measure", "", "95% interval", ""]]
    for m in cell.measures:
        if m.n:
            share = m.kind == "share" or not m.unit
            span = _format_share_interval(m) if share else _format_interval(m)
            rows.append([m.words, format_value(m.value, m.kind, m.unit), span, m.unit])
    return rows


def comparison_rows(result: ResultFields, cell: int) -> list[list[str]]:
    """Return the differences of a variant from its base; `clear` is by Holm's test over the whole study."""
    found = result.cells[cell]
    rows = [["measure", "difference", "95% interval", "", "apart", "r", ""]]
    for c in result.comparisons:
        measure = found.measure(c.measure)
        if c.cell == cell and measure is not None and (measure.value or c.difference):
            kind = measure.kind
            span = f"{format_difference(c.low, kind)} to {format_difference(c.high, kind)}"
            half = (
                (c.unpaired_high - c.unpaired_low) / 2
                if c.unpaired_low is not None and c.unpaired_high is not None
                else 0
            )
            apart = f"± {format_difference(half, kind).lstrip('+')}"
            unit = "points" if kind == "share" else measure.unit
            rows.append(
                [
                    measure.words,
                    format_difference(c.difference, kind),
                    span,
                    unit,
                    apart,
                    with_minus_sign(f"{c.r:.2f}"),
                    "clear" if c.clear else "",
                ]
            )
    return rows


def worth_rows(cell: CellResult) -> list[list[str]]:
    """Return what things are worth, the highest first."""
    rows = [["worth", "", "points", "95% interval", "r", ""]]
    for w in sorted(cell.worth, key=lambda w: -w.difference):
        span = f"{format_points(w.low or 0)} to {format_points(w.high or 0)}"
        rows.append(
            [
                w.name,
                w.experiment,
                format_points(w.difference),
                span,
                with_minus_sign(f"{w.r:.2f}"),
                "clear" if w.clear else "",
            ]
        )
    return rows


def event_rows(cell: CellResult, most: int) -> list[list[str]]:
    """Return at most `most` events, kinds with several names first."""
    rows = [["event", "", "games", "per game", "affected players win", "95% interval"]]
    for e in _grouped_events_first(cell)[:most]:
        wins = format_percent(e.wins) if e.wins is not None else ""
        span = _format_ends(e.wins_low, e.wins_high) if e.wins_low is not None and e.wins_high is not None else ""
        rows.append([e.shown_kind, e.shown_name, format_percent(e.games), f"{e.each:.2f}", wins, span])
    return rows


def _grouped_events_first(cell: CellResult) -> list[EventStatistics]:
    groups: dict[str, int] = {}
    for e in cell.events:
        groups[e.group] = groups.get(e.group, 0) + 1
    return [e for e in cell.events if groups[e.group] > 1] or list(cell.events)


def more_events_sentence(cell: CellResult, most: int) -> str:
    """Return how many events such a table leaves out, and where they are; an empty text if there are none."""
    left = len(cell.events) - min(len(_grouped_events_first(cell)), most)
    return f"{count_words(left, 'more event is', 'more events are')} in the output of --json." if left else ""


# --- figures


def format_points(part: float) -> str:
    """Write a difference of shares, in points."""
    return with_minus_sign(f"{100 * part:+.1f}")


def format_value(value: float | None, kind: str, unit: str = "") -> str:
    """Write a measure's figure as people read it."""
    if value is None:
        return "?"
    if kind == "share" or (kind == "quantile" and not unit):
        return format_percent(value)
    return with_minus_sign(f"{value:,.0f}" if abs(value) >= 1000 else f"{value:,.1f}")


def format_difference(value: float | None, kind: str) -> str:
    """Write a difference of a measure, with its sign."""
    if value is None:
        return "?"
    if kind == "share":
        return format_points(value)
    return with_minus_sign(f"{value:+,.0f}" if abs(value) >= 1000 else f"{value:+,.2f}")


def _format_interval(measure: MeasuredValue) -> str:
    return (
        f"{format_value(measure.low, measure.kind, measure.unit)} to "
        f"{format_value(measure.high, measure.kind, measure.unit)}"
    )


def _format_share_interval(measure: MeasuredValue) -> str:
    return _format_ends(measure.low or 0.0, measure.high if measure.high is not None else 1.0)


def _format_ends(low: float, high: float) -> str:
    return with_minus_sign(f"{100 * low:.1f} to {100 * high:.1f}")
