"""Findings in words and figures, for people who read text."""

from __future__ import annotations

from collections.abc import Iterator

from dicehouse.kit.settings import people
from dicehouse.kit.shares import percent

from .chosen import chosen
from .deciding import COURSE
from .finding import EVENTS, SKILL
from .findings import Cell, Comparison, EventRow, Findings, Measure, Skill
from .plan import STANDARD
from .wording import count, minus, typed

LATE = 0.02  # as a share of the win: what may matter to a designer


def paragraph(findings: Findings) -> str:
    """What was found, in a few sentences, each from the figures alone."""
    sentences = []
    for number, cell in enumerate(findings.cells):
        if cell.base == number:
            sentences.append(_base(cell))
        else:
            told = {c.measure: c for c in findings.comparisons if c.cell == number}
            sentences += _variant(findings, cell, told)
    bots = " and ".join(findings.bots)
    return " ".join([*sentences, f"All this is how {bots} play{'s' if len(findings.bots) == 1 else ''}."])


def _base(cell: Cell) -> str:
    turns, minutes, first = (cell.measure(name) for name in ("turns", "minutes", "first"))
    parts = []
    if turns is not None and minutes is not None and turns.n:
        about = f"{minutes.value:,.0f}" if minutes.value >= 10 else f"{minutes.value:.1f}"
        parts.append(f"a game takes {turns.value:,.1f} turns ({_span(turns)}), about {about} minutes")
    if first is not None and cell.ended:
        parts.append(f"who acts first wins {percent(first.value)} ({_share_span(first)}), {_fair(first, cell)}")
    won = cell.measure("won")
    if won is not None and cell.ended:
        parts.append(f"{percent(won.value)} of them are won ({_share_span(won)})")
    decided = cell.measure("decided")
    if decided is not None and decided.value < 1:
        parts.append(f"half of the games are decided after {percent(decided.value, 0)} of their turns")
    elif decided is not None and decided.low is not None and decided.low < 1:
        parts.append(f"half of the games are decided after {percent(decided.low, 0)} of their turns or later")
    elif decided is not None:
        parts.append("more than half of the games are open to their last turn")
    return f"{_with(cell)}: {'; '.join(parts) or 'no game came to its end'}."


def _with(cell: Cell) -> str:
    """A variant at the beginning of a sentence."""
    usual = cell.name.startswith(STANDARD)
    return f"{cell.name[:1].upper()}{cell.name[1:]}" if usual else f"With {cell.name}"


def _fair(first: Measure, cell: Cell) -> str:
    of = f" of the {cell.ended:,} that ended" if cell.unfinished else ""
    if first.low is None or first.high is None or first.low <= cell.even <= first.high:
        return f"which may well be a fair share{of}" if of else "which may well be fair"
    return f"{'more' if first.value > cell.even else 'less'} than a fair share{of}"


def _variant(findings: Findings, cell: Cell, told: dict[str, Comparison]) -> Iterator[str]:
    turns, first = told.get("turns"), told.get("won" if cell.players == 1 else "first")
    if turns is not None and turns.relative is not None:
        yield f"{_with(cell)}: games are {_longer(turns)}; {_first(cell, first)}."


def _longer(turns: Comparison) -> str:
    low, high, relative = turns.relative_low, turns.relative_high, turns.relative
    if relative is None or low is None or high is None or low <= 0 <= high:
        return "as long as far as can be told" + (f" ({percent(low)} to {percent(high)})" if low and high else "")
    word = "longer" if relative > 0 else "shorter"
    ends = sorted((abs(low), abs(high)))
    return f"{percent(abs(relative))} {word} ({_pair(*ends)})"


def _first(cell: Cell, first: Comparison | None) -> str:
    wins = cell.measure("won" if cell.players == 1 else "first")
    if first is None or wins is None or first.low is None or first.high is None:
        return "nothing is known of who wins"
    if first.low <= 0 <= first.high:
        change = f"no change that can be told ({points(first.low)} to {points(first.high)} points)"
    else:
        change = f"{points(first.difference)} points ({points(first.low)} to {points(first.high)})"
    if cell.players == 1:
        return f"{percent(wins.value)} of them are won, {change}"
    return f"who acts first wins {percent(wins.value)}, {change}"


def stopping(findings: Findings) -> str:
    """Which intervals hold for whoever stops when it suits; empty where the number of games was set beforehand."""
    if findings.intervals != "sequence":
        return ""
    names = findings.exempt
    rest = [
        ("lengths that part of the games don't exceed", any(name.startswith(("turns-", "minutes-")) for name in names)),
        ("how games are decided", any(name in COURSE for name in names)),
        ("what those won to whom something befell", EVENTS in names),
        ("the share of skill", SKILL in names),
    ]
    told = [words for words, there in rest if there]
    if not told:
        return "Intervals of shares, means and differences hold whenever one stops."
    which = told[0] if len(told) == 1 else f"{', '.join(told[:-1])} and {told[-1]}"
    return (
        "Intervals of shares, means and differences hold whenever one stops; those of"
        f" {which} only for a number of games set beforehand."
    )


def left_out(skill: Skill) -> str:
    """Which games the share of skill is not from; empty if it is from all."""
    if not skill.stopped:
        return ""
    games = count(skill.stopped, "game between them was", "games between them were")
    return f"{games} stopped before the end, and left out."


# --- figures


def points(part: float) -> str:
    """A difference of shares, in points."""
    return minus(f"{100 * part:+.1f}")


def figure(value: float | None, kind: str, unit: str = "") -> str:
    """A measure's figure as people read it."""
    if value is None:
        return "?"
    if kind == "share" or (kind == "quantile" and not unit):
        return percent(value)
    return minus(f"{value:,.0f}" if abs(value) >= 1000 else f"{value:,.1f}")


def difference(value: float | None, kind: str) -> str:
    """The same of a difference, with its sign."""
    if value is None:
        return "?"
    if kind == "share":
        return points(value)
    return minus(f"{value:+,.0f}" if abs(value) >= 1000 else f"{value:+,.2f}")


def _span(measure: Measure) -> str:
    return f"{figure(measure.low, measure.kind, measure.unit)} to {figure(measure.high, measure.kind, measure.unit)}"


def _share_span(measure: Measure) -> str:
    return _pair(measure.low or 0.0, measure.high if measure.high is not None else 1.0)


def _pair(low: float, high: float) -> str:
    return minus(f"{100 * low:.1f} to {100 * high:.1f}")


# --- tables, as rows of texts


def overview(findings: Findings) -> list[list[str]]:
    """Every variant in a row; who plays alone goes first, so those wins stand in the same column."""
    alone = all(cell.players == 1 for cell in findings.cells)
    won = "won" if alone else "first wins"
    rows = [["variant", "games", "turns", "minutes", won, "95 % interval", "decided at", "comebacks"]]
    for cell in findings.cells:
        named = {name: cell.measure(name) for name in ("turns", "minutes", "first", "decided", "comebacks")}
        first = named["first"] = named["first"] or cell.measure("won")
        rows.append(
            [
                cell.name,
                f"{cell.games:,}",
                *(_cell(named[name]) for name in ("turns", "minutes", "first")),
                _share_span(first) if first is not None else "",
                *(_cell(named[name]) for name in ("decided", "comebacks")),
            ]
        )
    return rows


def _cell(measure: Measure | None) -> str:
    return figure(measure.value, measure.kind, measure.unit) if measure is not None and measure.n else ""


def all_measures(cell: Cell) -> list[list[str]]:
    """Every measure of a variant in a row."""
    rows = [["measure", "", "95 % interval", ""]]
    for m in cell.measures:
        if m.n:
            share = m.kind == "share" or not m.unit
            span = _share_span(m) if share else _span(m)
            rows.append([m.words, figure(m.value, m.kind, m.unit), span, m.unit])
    return rows


def compared(findings: Findings, cell: int) -> list[list[str]]:
    """A variant beside its base, measure by measure; `clear` by Holm's test over the whole study."""
    found = findings.cells[cell]
    rows = [["measure", "difference", "95 % interval", "", "apart", "r", ""]]
    for c in findings.comparisons:
        measure = found.measure(c.measure)
        if c.cell == cell and measure is not None and (measure.value or c.difference):
            kind = measure.kind
            span = f"{difference(c.low, kind)} to {difference(c.high, kind)}"
            half = (
                (c.unpaired_high - c.unpaired_low) / 2
                if c.unpaired_low is not None and c.unpaired_high is not None
                else 0
            )
            apart = f"± {difference(half, kind).lstrip('+')}"
            unit = "points" if kind == "share" else measure.unit
            rows.append(
                [
                    measure.words,
                    difference(c.difference, kind),
                    span,
                    unit,
                    apart,
                    minus(f"{c.r:.2f}"),
                    "clear" if c.clear else "",
                ]
            )
    return rows


def worth(cell: Cell) -> list[list[str]]:
    """What things are worth, most first."""
    rows = [["worth", "", "points", "95 % interval", "r", ""]]
    for w in sorted(cell.worth, key=lambda w: -w.difference):
        span = f"{points(w.low or 0)} to {points(w.high or 0)}"
        rows.append([w.name, w.experiment, points(w.difference), span, minus(f"{w.r:.2f}"), "clear" if w.clear else ""])
    return rows


def events(cell: Cell, most: int) -> list[list[str]]:
    """What happens by name, kinds with several names first; at most so many rows."""
    rows = [["event", "", "games", "a game", "won by whom it befell", "95 % interval"]]
    for e in _named(cell)[:most]:
        wins = percent(e.wins) if e.wins is not None else ""
        span = _pair(e.wins_low, e.wins_high) if e.wins_low is not None and e.wins_high is not None else ""
        rows.append([e.group, e.name if e.name != e.group else "", percent(e.games), f"{e.each:.2f}", wins, span])
    return rows


def _named(cell: Cell) -> list[EventRow]:
    groups: dict[str, int] = {}
    for e in cell.events:
        groups[e.group] = groups.get(e.group, 0) + 1
    return [e for e in cell.events if groups[e.group] > 1] or list(cell.events)


def more_events(cell: Cell, most: int) -> str:
    """How many events such a table leaves away, and where they are; nothing if there are none."""
    left = len(cell.events) - min(len(_named(cell)), most)
    return f"And {count(left, 'other event', 'other events')}: --json has them all." if left else ""


def seated(findings: Findings) -> str:
    """What was played, in a line, and the options that were set for all of it."""
    games = sum(cell.games for cell in findings.cells)
    numbers = sorted({cell.players for cell in findings.cells})
    who = people(numbers[0]) if len(numbers) == 1 else f"{', '.join(map(str, numbers[:-1]))} and {numbers[-1]} players"
    options = "".join(f", {key}={typed(value)}" for key, value in chosen(findings).items())
    return f"{findings.title}: {count(games, 'game', 'games')} of {who}{options}, seed {findings.seed}"
