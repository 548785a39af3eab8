"""The parts of a report, one sheet each: words on the left, a picture beside them, the table under it."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from ..findings import Cell, Measure
from ..wording import count
from . import titles
from .drawing import joined, key
from .forests import Frame, Row, Span, folded, forest, table
from .judging import LENGTHS, Change, Judged
from .numbers import PART, digits_for, plain, signed, trimmed
from .pictures import Curve, Ridge, curves, dice, percentile, ridges, unit_of
from .sentences import between, figure, instead, nine_in_ten, range_of
from .variants import Variant, View, tabled

PLUS_MINUS = "\N{PLUS-MINUS SIGN}"
MOST_DRAWN = 6  # variants in one picture
FILLED = 0.7  # of the width of a ridge, at most, hold 95 games of 100
MOST_SURE = 4  # differences in the picture of a document, beside the main ones
MOST_COMPARED = 12
MOST_PANELS = 5
MOST_ROWS = 80  # of a table; the rest is in the file
WARN = Markup(
    '<svg viewBox="0 0 20 20" aria-hidden="true"><path d="M10 1.5 19.5 18H.5ZM9 7v6h2V7Zm0 7.5V16.5h2V14.5Z"/></svg>'
)


def sheet(title: str, say: Markup, picture: Markup) -> Markup:
    """One part of the page."""
    return Markup(
        '<section class="sheet"><h2>{}</h2><div class="cols2"><div class="say">{}</div><div class="fig">{}</div></div>'
        "</section>"
    ).format(title, say, picture)


def paragraphs(texts: Sequence[str]) -> Markup:
    """Sentences, a paragraph each."""
    return joined(Markup("<p>{}</p>").format(text) for text in texts)


def legend(view: View) -> Markup:
    """The marks of the variants."""
    if not view.others:
        return Markup("")
    keys = [key(v.mark, v.number, v.label if v.number else f"{v.label}, the base") for v in view.variants[:MOST_DRAWN]]
    return Markup('<p class="key">{}</p>').format(joined(keys))


def shown(view: View) -> list[Measure]:
    """The measures that a reader wants."""
    return view.measures


# how long -------------------------------------------------------------------------------------------------------------


def hero(judged: Judged) -> Markup:
    """The length as dice in a row, for the smallest number of players."""
    view, name = judged.view, judged.length
    rows: list[tuple[str, Measure, int, str]] = []
    if name and view.others:
        players = view.players[0]
        rows = [
            (v.label, m, v.number, v.mark) for v in view.variants[:MOST_DRAWN] if (m := view.measure(v, players, name))
        ]
        title = f"{_unit(rows[0][1])} a game, {tabled(players)}" if rows else ""
    elif name:
        found = [(p, view.measure(view.variants[0], p, name)) for p in view.players[:MOST_DRAWN]]
        rows = [(tabled(p), m, 0, "square") for p, m in found if m]
        title = f"{_unit(rows[0][1])} a game" if rows else ""
    if not rows:
        return Markup("")
    most = max(m.value for _, m, _, _ in rows)
    lines = joined(
        Markup('<div class="row v{0}"><span class="name">{1}</span>{2}<b>{3}</b></div>').format(
            number, key(mark, number, label), dice(m.value, most, at), figure(m)
        )
        for at, (label, m, number, mark) in enumerate(rows)
    )
    each, off = unit_of(most), max(((m.high or 0.0) - (m.low or 0.0)) / 2 for _, m, _, _ in rows)
    unit = rows[0][1].unit or "turns"
    caption = f"One die is {'one turn' if unit == 'turns' and each == 1 else f'{each:,} {unit}'}."
    if all(m.low is not None and m.high is not None for _, m, _, _ in rows):
        known = f", known to within {plain(off)}" if off >= 0.005 else ""
        caption += f" {_means([m.n for _, m, _, _ in rows])}{known}."
    return Markup('<figure class="hero"><figcaption>{}</figcaption>{}<p class="cap">{}</p></figure>').format(
        title, lines, caption
    )


def _means(games: Sequence[int]) -> str:
    """Of how many games the figures are means."""
    if len(games) == 1:
        return f"Mean of {count(games[0], 'game', 'games')}"
    return f"Means of {count(min(games), 'game', 'games')} {'each' if min(games) == max(games) else 'or more'}"


def _unit(measure: Measure) -> str:
    unit = measure.unit or measure.words
    return unit[:1].upper() + unit[1:]


def length(judged: Judged) -> Markup:
    """How long games are: a ridge for each variant, a panel for each number of players."""
    view, name = judged.view, judged.length
    if name is None or not any(_spread(cell, name) for cell in view.found.cells):
        return Markup("")
    reach = [
        percentile(spread, share)
        for cell in view.found.cells
        if (spread := cell.distributions.get(name)) and sum(spread.counts)
        for share in (0.0, 0.995)
    ]
    if not reach:
        return Markup("")
    low, high = min(0.0, *reach), max(reach)
    bulk = max(percentile(s, 0.95) for c in view.found.cells if (s := c.distributions.get(name)) and sum(s.counts))
    high = max(high, low + (bulk - low) / FILLED)  # the names stand to the right
    panels, alone = [], len(view.players) == 1
    for players in view.players[:MOST_PANELS]:
        rows = [r for v in view.variants[:MOST_DRAWN] if (r := _ridge(view, v, players, name))]
        if rows:
            said = f"How {name} are distributed, {tabled(players)}. The table has the figures."
            unit, ends = _unit(_one(view, name)).lower(), (low, max(high, low + 1e-9))
            drawn = ridges(rows, ends, unit, said)
            if alone:
                drawn = Markup('<div class="wide">{}</div><div class="narrow">{}</div>').format(
                    ridges(rows, ends, unit, said, wide=True), drawn
                )
            panels.append(Markup("<figure><h3>{}</h3>{}</figure>").format(tabled(players), drawn))
    say = paragraphs(["The mark is the mean; the thick bar holds nine games in ten."]) + legend(view)
    rows_told = [_length_row(view, cell, name) for cell in view.found.cells[:MOST_ROWS]]
    told = table(["game", _one(view, name).words, "nine in ten", "games"], rows_told, "How long games are")
    picture = Markup('<div class="{}">{}</div>').format("alone" if alone else "panels", joined(panels))
    return sheet(titles.length(judged), say + folded("Table: how long games are", told), picture)


def _spread(cell: Cell, name: str) -> bool:
    """Whether there is anything to draw: games that are not all alike."""
    spread = cell.distributions.get(name)
    return spread is not None and sum(count > 0 for count in spread.counts) > 1


def _one(view: View, name: str) -> Measure:
    return next(measure for measure in view.measures if measure.name == name)


def _ridge(view: View, variant: Variant, players: int, name: str) -> Ridge | None:
    cell = view.cell(variant, players)
    spread, measure = (cell.distributions.get(name), cell.measure(name)) if cell else (None, None)
    if spread is None or measure is None or not sum(spread.counts):
        return None
    low, high = percentile(spread, 0.05), percentile(spread, 0.95)
    return Ridge(variant.number, variant.mark, variant.label, spread, measure.value, low, high)


def _length_row(view: View, cell: Cell, name: str) -> list[str]:
    measure, nine = cell.measure(name), nine_in_ten(cell, name)
    told = f"{figure(measure)} ({between(measure)})" if measure else ""
    return [view.title(cell), told, nine, f"{cell.games:,}"]


# who wins -------------------------------------------------------------------------------------------------------------


def order_picture(judged: Judged) -> tuple[list[Row], Frame]:
    """Wins by order of play, in points above the even share."""
    view = judged.view
    names = [m.name for m in view.measures if m.name == judged.first or m.name.startswith("order-")]
    places = names if len(view.found.cells) <= 4 else names[:1]
    rows: list[Row] = []
    for players in view.players:
        for place in places:
            head = tabled(players) if place == places[0] else ""
            for variant in view.variants[:MOST_DRAWN]:
                row = _placed(view, variant, players, place, head)
                if row:
                    rows.append(row)
                    head = ""
    points = judged.points
    frame = Frame(
        "Wins by order of play",
        "acts",
        "points above an even share",
        "wins",
        "points; inside the band it matters little",
        line=0.0,
        band=(-points, points),
        times=100,
        plus=True,
    )
    return rows, frame


def order(judged: Judged) -> Markup:
    """The wins by order of play, as a part of the page."""
    rows, frame = order_picture(judged)
    if not rows:
        return Markup("")
    say = ["Zero is an even share of the wins. Inside the band it hardly matters who goes first."]
    return sheet(titles.order(judged), paragraphs(say) + legend(judged.view), forest(rows, frame))


def _placed(view: View, variant: Variant, players: int, place: str, head: str) -> Row | None:
    cell = view.cell(variant, players)
    found = cell.measure(place) if cell else None
    if cell is None or found is None or found.low is None or found.high is None or players < 2 or not cell.ended:
        return None
    span = Span(found.value - cell.even, found.low - cell.even, found.high - cell.even)
    words = found.words.removeprefix("won by who acts ")
    name = f"{words}, {variant.label}" if view.others else words
    hollow = span.low <= 0 <= span.high
    told, small = figure(found), between(found)
    return Row(name, span, told, small, variant.number, variant.mark, hollow, head=head)


# over the game --------------------------------------------------------------------------------------------------------

CURVES = {
    "decided": "How many games in a hundred are decided by then: from there on the later"
    " winner\N{RIGHT SINGLE QUOTATION MARK}s chance never falls below 90 % again.",
    "winner": "The later winner\N{RIGHT SINGLE QUOTATION MARK}s chance as the game goes on: the line is the median, the"
    " inner band holds half of the games, the outer one eight in ten.",
    "calibration": "The chances come from a model fitted to other games than these. On the dashed line it keeps"
    " its word: what it gives 60 % wins 60 times in 100.",
}


def over_time(judged: Judged) -> Markup:
    """Every curve of the study: a panel for each number of players."""
    view = judged.view
    parts, told = Markup(""), Markup("")
    names = list(dict.fromkeys(name for cell in view.found.cells for name in cell.curves))
    many = len(view.players[:MOST_PANELS]) > 1
    for name in names:
        points = [p for cell in view.found.cells for p in cell.curves.get(name, ())]
        high = max(1.0, max((p[1] for p in points), default=1.0))
        panels = [panel for players in view.players[:MOST_PANELS] if (panel := _curves(view, players, name, high))]
        if panels:
            words = Markup("<p>{}</p>").format(CURVES.get(name, ""))
            head = Markup("<h3>{}</h3>{}").format(titles.curve(name), words)
            inner = Markup('<div class="panels">{}</div>').format(joined(panels)) if many else joined(panels)
            parts += Markup('<div class="curve">{}{}</div>').format(head, inner)
            told += folded(f"Table: {titles.curve(name).lower()}", _curve_table(view, name, high))
    if not parts:
        return Markup("")
    kind = "curves" if many else "panels three"
    return Markup('<section class="sheet"><h2>{}</h2>{}<div class="{}">{}</div>{}</section>').format(
        titles.decided(judged), legend(view), kind, parts, told
    )


def _curves(view: View, players: int, name: str, high: float) -> Markup | None:
    rows = [
        Curve(v.number, v.label, cell.curves[name])
        for v in view.variants[:MOST_DRAWN]
        if (cell := view.cell(v, players)) and cell.curves.get(name)
    ]
    if not rows:
        return None
    said = f"{titles.curve(name)}, {tabled(players)}. The table has the figures."
    chances = name == "calibration"
    unit = "chance that was said, %" if chances else "part of the game"
    drawn = curves(rows, said, unit, high, diagonal=chances)
    return Markup("<figure><h4>{}</h4>{}</figure>").format(tabled(players), drawn)


def _curve_table(view: View, name: str, high: float) -> Markup:
    rows = []
    for cell in view.found.cells[:MOST_ROWS]:
        known = {p[0]: p[1] for p in cell.curves.get(name, ())}
        if known:
            rows.append([view.title(cell), *(_near(known, at, high) for at in (0.1, 0.25, 0.5, 0.75, 0.9))])
    heads = ["game", "at a tenth", "at a quarter", "at half", "at three quarters", "at nine tenths"]
    return table(heads, rows, titles.curve(name))


def _near(points: dict[float, float], at: float, high: float) -> str:
    value = points[min(points, key=lambda part: abs(part - at))]
    return plain(100 * value, 0) if high == 1.0 else plain(value)


# everything measured --------------------------------------------------------------------------------------------------


def differences(judged: Judged) -> Markup:
    """Every measure of a variant less that of the base, in steps of the smallest effect that matters."""
    view = judged.view
    parts: list[tuple[str, Markup]] = []
    for variant in view.others[:MOST_COMPARED]:
        for players in view.players:
            rows = _differences(judged, variant, players)
            if rows and parts:
                told = [[row.name, row.figure, row.small, "" if row.hollow else "differs"] for row in rows]
                title = f"{variant.label} beside {view.variants[0].label}, {tabled(players)}"
                parts.append((title, table(["measure", "instead of", "difference", ""], told, title)))
            elif rows:
                title = f"{variant.label} beside {view.variants[0].label}, {tabled(players)}"
                frame = Frame(
                    title,
                    title,
                    "steps of what matters",
                    "instead of",
                    "1 is the smallest difference that matters",
                    line=0.0,
                    band=(-1.0, 1.0),
                    plus=True,
                )
                parts.append((title, forest(rows, frame)))
    if not parts:
        return Markup("")
    (_, first), rest = parts[0], parts[1:]
    more = joined(folded(title, picture) for title, picture in rest)
    title = titles.changes(judged, view.others[0])
    if len(view.others) > 1 or len(view.players) > 1:
        title = "What changes, and whether it matters"
    say = paragraphs(
        [
            "A full mark: it clearly differs. A bar that lies wholly outside the band: the difference also matters.",
            f"{trimmed(100 * judged.points)} points of a share matter, and {plain(100 * PART, 0)} % of anything else.",
            f"The thin bars hold for all {judged.family:,} comparisons of this study at once.",
        ]
    )
    return sheet(title, say, first + more)


def _differences(judged: Judged, variant: Variant, players: int) -> list[Row]:
    found = [judged.change(variant, players, measure.name) for measure in shown(judged.view)]
    return [_changed(change, change.after.words) for change in found if change and change.band and not _never(change)]


def _never(change: Change) -> bool:
    """Whether it is about something that happened in neither variant."""
    return change.before.value == change.after.value == change.low == change.high == 0


def _changed(change: Change, name: str, head: str = "") -> Row:
    """One difference in steps of what matters."""
    by, thin = change.band, (_clip(change.thin[0] / change.band), _clip(change.thin[1] / change.band))
    span = Span(_clip(change.difference / by), _clip(change.low / by), _clip(change.high / by), thin)
    times = 100 if change.after.kind == "share" else 1
    digits = 1 if times == 100 else digits_for(max(abs(change.low), abs(change.high)))
    small = range_of(times * change.low, times * change.high, digits)
    words, hollow = instead(change.before, change.after), not change.verdict.differs
    return Row(name, span, words, small, change.variant.number, change.variant.mark, hollow, head=head)


def gist(judged: Judged) -> tuple[list[Row], Frame]:
    """The main differences of all variants for all numbers of players, in one picture."""
    rows: list[Row] = []
    main = [name for name in (judged.length, judged.first, judged.won, "leads") if name]
    others = [m.name for m in judged.view.measures if m.name not in (*main, *LENGTHS)]
    sure = [name for name in others if any(change.surely.differs for change in judged.changes(name))]
    room = MOST_SURE if len(judged.view.found.cells) <= 4 else 1
    for name in (*main, *sure[:room]):
        head = True
        for change in judged.changes(name):
            if change.band and change.variant.number < MOST_DRAWN:
                alone = len(judged.view.players) == 1
                words = change.variant.label if alone else f"{change.variant.label}, {tabled(change.players)}"
                rows.append(_changed(change, words, change.after.words if head else ""))
                head = False
    said = f"Differences from {judged.view.variants[0].label}"
    unit = "steps of what matters; inside the band too little to matter"
    return rows, Frame(said, "", "", "instead of", unit, line=0.0, band=(-1.0, 1.0), plus=True)


def _clip(steps: float) -> float:
    """What lies far out stands at the edge of the picture; the figure beside it tells how far."""
    return max(-12.0, min(12.0, steps))


def everything(judged: Judged) -> Markup:
    """All figures with their intervals, a table for each number of players."""
    view = judged.view
    parts = []
    for players in view.players:
        cells = [(v, c) for v in view.variants if (c := view.cell(v, players))][:MOST_COMPARED]
        rows = []
        for measure in shown(view):
            found = [c.measure(measure.name) for _, c in cells]
            if any(m is not None for m in found):
                rows.append([measure.words, *(f"{figure(m)} ({between(m)})" if m else "" for m in found)])
        if rows:
            heads = ["measure", *(v.label if view.others else "found" for v, _ in cells)]
            parts.append(
                folded(f"Table: {tabled(players)}", table(heads, rows, f"Everything measured, {tabled(players)}"))
            )
    if not parts:
        return Markup("")
    return Markup('<section class="sheet"><h2>Everything measured</h2>{}</section>').format(joined(parts))


# pairing --------------------------------------------------------------------------------------------------------------


def pairing(judged: Judged) -> Markup:
    """The intervals over the same games beside those of different games."""
    rows: list[Row] = []
    gains: list[float] = []
    for name in (judged.length, judged.first, judged.won):
        head = True
        for change in judged.changes(name) if name else ():
            found = _paired(change, head) if change.variant.number < MOST_DRAWN else None
            if found:
                rows.append(found[0])
                gains.append(found[1])
                head = False
    if not rows:
        return Markup("")
    frame = Frame(
        "Intervals over the same games and over different ones",
        "difference",
        "same games, and different ones below",
        "same games",
        "steps of what matters",
        more=("different", "r"),
        line=0.0,
        plus=True,
    )
    title = "What throwing the same dice in every variant buys"
    if all(gain > 1.05 for gain in gains):
        title = f"The same dice in every variant: worth {_times(gains)} the games."
    say = ["Thick: game by game, both variants threw the same dice for the same turns. Grey: as if they had not.",
           "r is how closely the two go together: 1 is the same game twice, 0 is none."]  # fmt: skip
    return sheet(title, paragraphs(say), forest(rows, frame))


def _paired(change: Change, head: bool) -> tuple[Row, float] | None:
    """One difference with both its intervals, and how many times the games the pairing is worth."""
    row, by = change.row, change.band
    if row.unpaired_low is None or row.unpaired_high is None or not by:
        return None
    wide, narrow = row.unpaired_high - row.unpaired_low, change.high - change.low
    times, digits = (100, 1) if change.after.kind == "share" else (1, 2)
    off = f"{PLUS_MINUS} {plain(times * narrow / 2, digits)}"
    drawn = Row(
        f"{change.variant.label}, {tabled(change.players)}",
        Span(change.difference / by, change.low / by, change.high / by),
        f"{signed(times * change.difference, digits)} {off}",
        number=change.variant.number,
        mark=change.variant.mark,
        under=Span(change.difference / by, row.unpaired_low / by, row.unpaired_high / by),
        more=(f"{PLUS_MINUS} {plain(times * wide / 2, digits)}", "" if row.r is None else plain(row.r, 2)),
        head=change.after.words if head else "",
    )
    return drawn, (wide / narrow) ** 2 if narrow > 0 else 1.0


def _times(gains: Sequence[float]) -> str:
    low, high = f"{min(gains):.1f}", f"{max(gains):.1f}"
    return f"{low} times" if low == high else f"{low} to {high} times"
