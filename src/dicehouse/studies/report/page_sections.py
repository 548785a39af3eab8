"""Make the sections of a report: words on the left, a chart on the right, the table below."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice

from markupsafe import Markup

from dicehouse.charts.curve_chart import CurveRow, curve_chart
from dicehouse.charts.dice_chart import dice_bar, dice_unit
from dicehouse.charts.interval_chart import IntervalFrame, IntervalRow, IntervalSpan, interval_table
from dicehouse.charts.ridgeline_chart import RidgeRow, ridgeline_chart
from dicehouse.charts.scale import count_digits, format_number, format_signed, format_trimmed
from dicehouse.charts.svg_elements import join_markup, legend_entry
from dicehouse.text_format import count_players

from ..result_types import CellResult, EventStatistics, ItemWorth, MeasuredValue, SkillShare
from ..summary import sentences
from ..summary.caveats import stopped_games_sentence
from ..summary.claims import change_words, signed_range
from ..summary.effects import LENGTH_MEASURES, SMALLEST_PART, Effect, StudyEffects, judge_interval
from ..summary.kinds import among
from ..summary.number_words import count_words, format_percent
from ..summary.sentences import (
    format_interval,
    format_measured_value,
    measure_label,
    nine_in_ten_range,
    skill_details,
    skill_title,
)
from ..summary.variants import Variant, VariantTable

PLUS_MINUS = "\N{PLUS-MINUS SIGN}"
MAX_VARIANTS_DRAWN = 6  # variants in one chart
RIDGE_FILL = 0.7  # of the width of a ridge, at most, hold 95 games of 100
MAX_OTHER_EFFECTS = 4  # further differences in the chart of a document
MAX_COMPARED = 12
MAX_PANELS = 5
MAX_TABLE_ROWS = 80  # of a table; the rest is in the file
WARNING_ICON = Markup(
    '<svg viewBox="0 0 20 20" aria-hidden="true"><path d="M10 1.5 19.5 18H.5ZM9 7v6h2V7Zm0 7.5V16.5h2V14.5Z"/></svg>'
)
ALWAYS_SHARE = 0.99  # of the games: counts as all
MAX_EXPERIMENTS = 8  # experiments with a chart
MAX_EVENT_ROWS = 36
MAX_EVENT_COLUMNS = 12  # columns of a table
MAX_OPEN_ROWS = 24  # rows of a chart; the table has the rest
EXPERIMENT_WORDS = {
    "denied": "The same games were played again without it.",
    "granted": "The same games were played again with one more of it.",
}
OTHER_EXPERIMENT = "The same games were played again with a change."
EVENT_WARNING = (
    "Events happen to players who are ahead or behind, so these wins show who meets an event, not what it is worth."
    " Only an experiment shows that."
)


def experiment_words(experiment: str) -> str:
    """Return the sentence that says what an experiment changed."""
    return EXPERIMENT_WORDS.get(experiment, OTHER_EXPERIMENT)


def page_section(title: str, say: Markup, picture: Markup) -> Markup:
    """Return one section of the page."""
    return Markup(
        '<section class="sheet"><h2>{}</h2><div class="cols2"><div class="say">{}</div><div class="fig">{}</div></div>'
        "</section>"
    ).format(title, say, picture)


def join_paragraphs(texts: Sequence[str]) -> Markup:
    """Return the texts, each as a paragraph."""
    return join_markup(Markup("<p>{}</p>").format(text) for text in texts)


def variant_legend(view: VariantTable) -> Markup:
    """Return the legend of the variants; empty markup if there is only one."""
    if not view.others:
        return Markup("")
    keys = [
        legend_entry(v.mark, v.number, v.label if v.number else f"{v.label}, the base")
        for v in view.variants[:MAX_VARIANTS_DRAWN]
    ]
    return Markup('<p class="key">{}</p>').format(join_markup(keys))


def shown(view: VariantTable) -> list[MeasuredValue]:
    """Return the measures that a section about everything measured shows."""
    return view.measures


# how long -------------------------------------------------------------------------------------------------------------


def length_figure(judged: StudyEffects) -> Markup:
    """Return the length as dice in a row, for the smallest number of players."""
    view, name = judged.view, judged.length
    rows: list[tuple[str, MeasuredValue, int, str]] = []
    if name and view.others:
        players = view.players[0]
        rows = [
            (_label_kind(v.label, table), m, v.number, v.mark)
            for table in view.every_kind
            for v in table.variants[:MAX_VARIANTS_DRAWN]
            if (m := table.measure(v, players, name))
        ]
        title = f"{_unit(rows[0][1])} a game, {count_players(players)}" if rows else ""
    elif name:
        rows = [
            (_label_kind(count_players(p), table), m, 0, "square")
            for table in view.every_kind
            for p in view.players[:MAX_VARIANTS_DRAWN]
            if (m := table.measure(table.variants[0], p, name))
        ]
        title = f"{_unit(rows[0][1])} a game" if rows else ""
    if not rows:
        return Markup("")
    most = max(m.value for _, m, _, _ in rows)
    lines = join_markup(
        Markup('<div class="row v{0}"><span class="name">{1}</span>{2}<b>{3}</b></div>').format(
            number, legend_entry(mark, number, label), dice_bar(m.value, most, at), format_measured_value(m)
        )
        for at, (label, m, number, mark) in enumerate(rows)
    )
    each, off = dice_unit(most), max(((m.high or 0.0) - (m.low or 0.0)) / 2 for _, m, _, _ in rows)
    unit = rows[0][1].unit or "turns"
    caption = f"One die is {'one turn' if unit == 'turns' and each == 1 else f'{each:,} {unit}'}."
    if all(m.low is not None and m.high is not None for _, m, _, _ in rows):
        known = f", known to within {format_number(off)}" if off >= 0.005 else ""
        caption += f" {_sample_size_words([m.n for _, m, _, _ in rows])}{known}."
    return Markup('<figure class="hero"><figcaption>{}</figcaption>{}<p class="cap">{}</p></figure>').format(
        title, lines, caption
    )


def _label_kind(label: str, table: VariantTable) -> str:
    """Return a label, with the kind of player if the study compares several."""
    return f"{label}, {table.kind}" if len(table.kinds) > 1 else label


def _label_panel(players: int, table: VariantTable) -> str:
    """Return the title of a panel: the number of players, and the kind of player if the study compares several."""
    return f"{count_players(players)}, {table.kind} bots" if len(table.kinds) > 1 else count_players(players)


def _panels_by_kind(view: VariantTable) -> list[tuple[int, VariantTable]]:
    """Return the panels of a section: one for each number of players and each kind of player."""
    return [(players, table) for players in view.players for table in view.every_kind][:MAX_PANELS]


def _sample_size_words(games: Sequence[int]) -> str:
    """Return the number of games that the figures average, in words."""
    if len(games) == 1:
        return f"Mean of {count_words(games[0], 'game', 'games')}"
    return f"Means of {count_words(min(games), 'game', 'games')} {'each' if min(games) == max(games) else 'or more'}"


def _unit(measure: MeasuredValue) -> str:
    unit = measure.unit or measure.words
    return unit[:1].upper() + unit[1:]


def length_section(judged: StudyEffects) -> Markup:
    """Return how long games are: a ridge for each variant, a panel for each number of players."""
    view, name = judged.view, judged.length
    if name is None or not any(_is_spread_out(cell, name) for cell in view.whole.cells):
        return Markup("")
    reach = [
        spread.quantile(share)
        for cell in view.whole.cells
        if (spread := cell.distributions.get(name)) and sum(spread.counts)
        for share in (0.0, 0.995)
    ]
    if not reach:
        return Markup("")
    low, high = min(0.0, *reach), max(reach)
    bulk = max(s.quantile(0.95) for c in view.whole.cells if (s := c.distributions.get(name)) and sum(s.counts))
    high = max(high, low + (bulk - low) / RIDGE_FILL)  # leave room for the names on the right
    shown_panels = _panels_by_kind(view)
    panels, alone = [], len(shown_panels) == 1
    for players, each in shown_panels:
        rows = [r for v in each.variants[:MAX_VARIANTS_DRAWN] if (r := _ridge_row(each, v, players, name))]
        if rows:
            said = f"How {name} are distributed, {_label_panel(players, each)}. The table has the figures."
            unit, ends = _unit(_find_measure(view, name)).lower(), (low, max(high, low + 1e-9))
            drawn = ridgeline_chart(rows, ends, unit, said)
            if alone:
                drawn = Markup('<div class="wide">{}</div><div class="narrow">{}</div>').format(
                    ridgeline_chart(rows, ends, unit, said, wide=True), drawn
                )
            panels.append(Markup("<figure><h3>{}</h3>{}</figure>").format(_label_panel(players, each), drawn))
    say = join_paragraphs(["The mark shows the mean. The thick bar holds nine games in ten."]) + variant_legend(view)
    table_rows = [_length_row(view, cell, name) for cell in view.whole.cells[:MAX_TABLE_ROWS]]
    table = figures_table(
        ["game", _find_measure(view, name).words, "nine in ten", "games"], table_rows, "How long games are"
    )
    picture = Markup('<div class="{}">{}</div>').format("alone" if alone else "panels", join_markup(panels))
    return page_section(
        sentences.length_title(judged), say + details_block("Table: how long games are", table), picture
    )


def _is_spread_out(cell: CellResult, name: str) -> bool:
    """Return whether the games of a cell are not all alike in the measure."""
    spread = cell.distributions.get(name)
    return spread is not None and sum(count > 0 for count in spread.counts) > 1


def _find_measure(view: VariantTable, name: str) -> MeasuredValue:
    return next(measure for measure in view.measures if measure.name == name)


def _ridge_row(view: VariantTable, variant: Variant, players: int, name: str) -> RidgeRow | None:
    cell = view.cell(variant, players)
    spread, measure = (cell.distributions.get(name), cell.measure(name)) if cell else (None, None)
    if spread is None or measure is None or not sum(spread.counts):
        return None
    low, high = spread.quantile(0.05), spread.quantile(0.95)
    return RidgeRow(variant.number, variant.mark, variant.label, spread.edges, spread.counts, measure.value, low, high)


def _length_row(view: VariantTable, cell: CellResult, name: str) -> list[str]:
    measure, nine = cell.measure(name), nine_in_ten_range(cell, name)
    mean = f"{format_measured_value(measure)} ({format_interval(measure)})" if measure else ""
    return [view.title(cell), mean, nine, f"{cell.games:,}"]


# who wins -------------------------------------------------------------------------------------------------------------


def order_chart(judged: StudyEffects) -> tuple[list[IntervalRow], IntervalFrame]:
    """Return the rows and the frame of wins by order of play, in points above the even share."""
    view = judged.view
    names = [m.name for m in view.measures if m.name == judged.first or m.name.startswith("order-")]
    places = names if len(view.whole.cells) <= 4 else names[:1]
    rows: list[IntervalRow] = []
    for players, table in [(players, table) for players in view.players for table in view.every_kind]:
        for place in places:
            head = _label_panel(players, table) if place == places[0] else ""
            for variant in table.variants[:MAX_VARIANTS_DRAWN]:
                row = _order_row(table, variant, players, place, head)
                if row:
                    rows.append(row)
                    head = ""
    points = judged.points
    frame = IntervalFrame(
        "Wins by order of play",
        "player",
        "points above an even share",
        "wins",
        "points; a difference inside the band hardly matters",
        line=0.0,
        band=(-points, points),
        times=100,
        plus=True,
    )
    return rows, frame


def order_section(judged: StudyEffects) -> Markup:
    """Return the wins by order of play as a section of the page."""
    rows, frame = order_chart(judged)
    if not rows:
        return Markup("")
    say = ["Zero is an even share of the wins. Inside the band, it hardly matters who goes first."]
    return page_section(
        sentences.order_title(judged), join_paragraphs(say) + variant_legend(judged.view), interval_table(rows, frame)
    )


def _order_row(view: VariantTable, variant: Variant, players: int, place: str, head: str) -> IntervalRow | None:
    cell = view.cell(variant, players)
    found = cell.measure(place) if cell else None
    if cell is None or found is None or found.low is None or found.high is None or players < 2 or not cell.ended:
        return None
    span = IntervalSpan(found.value - cell.even, found.low - cell.even, found.high - cell.even)
    words = found.words.removeprefix("won by the ").removesuffix(" player")
    name = f"{words}, {variant.label}" if view.others else words
    hollow = span.low <= 0 <= span.high
    figure, small = format_measured_value(found), format_interval(found)
    return IntervalRow(name, span, figure, small, variant.number, variant.mark, hollow, head=head)


def people_section(judged: StudyEffects) -> Markup:
    """Return what people's matches show, next to the same figures of the bots; empty without such matches."""
    view = judged.view
    heads = ["measure", "people", *(f"{table.kind or 'bots'}" for table in view.every_kind)]
    parts = []
    for place, cell in enumerate(view.found.cells):
        same = [t.found.cells[place] for t in view.every_kind if place < len(t.found.cells)]
        rows = [
            [measure_label(m), _figure(m), *(_figure(each.measure(m.name)) for each in same)]
            for m in cell.people
            if m.n
        ]
        if rows:
            matches = count_words(cell.people[0].n, "match", "matches")
            title = f"{view.title(replace(cell, kind=''))}: {matches} between people"
            parts.append(Markup("<h3>{}</h3>{}").format(title, figures_table(heads, rows, title)))
    if not parts:
        return Markup("")
    say = [
        "People's matches were played on a server, where the length is what the clock showed. Sums over fewer than 100"
        " matches are not shown, and nothing says who played."
    ]
    return page_section("People next to bots", join_paragraphs(say), join_markup(parts))


def _figure(measure: MeasuredValue | None) -> str:
    return f"{format_measured_value(measure)} ({format_interval(measure)})" if measure else ""


# over the game --------------------------------------------------------------------------------------------------------
CURVE_EXPLANATIONS = {
    "decided": "How many games in 100 are decided by then. From that point on, the later"
    " winner\N{RIGHT SINGLE QUOTATION MARK}s chance never falls below 90% again.",
    "winner": "The later winner\N{RIGHT SINGLE QUOTATION MARK}s chance during the game. The line is the median, the"
    " inner band holds half of the games, and the outer band holds eight in ten.",
    "calibration": "A model fitted to other games gives these chances. On the dashed line it is exactly right:"
    " players to whom it gives 60% win 60 times in 100.",
}


def curves_section(judged: StudyEffects) -> Markup:
    """Return every curve of the study: a panel for each number of players."""
    view = judged.view
    parts, tables = Markup(""), Markup("")
    names = list(dict.fromkeys(name for cell in view.whole.cells for name in cell.curves))
    many = len(_panels_by_kind(view)) > 1
    for name in names:
        points = [p for cell in view.whole.cells for p in cell.curves.get(name, ())]
        high = max(1.0, max((p[1] for p in points), default=1.0))
        shown_panels = _panels_by_kind(view)
        panels = [panel for players, each in shown_panels if (panel := _curve_panel(each, players, name, high))]
        if panels:
            words = Markup("<p>{}</p>").format(CURVE_EXPLANATIONS.get(name, ""))
            head = Markup("<h3>{}</h3>{}").format(sentences.curve_title(name), words)
            inner = Markup('<div class="panels">{}</div>').format(join_markup(panels)) if many else join_markup(panels)
            parts += Markup('<div class="curve">{}{}</div>').format(head, inner)
            tables += details_block(f"Table: {sentences.curve_title(name).lower()}", _curve_table(view, name, high))
    if not parts:
        return Markup("")
    kind = "curves" if many else "panels three"
    return Markup('<section class="sheet"><h2>{}</h2>{}<div class="{}">{}</div>{}</section>').format(
        sentences.decision_title(judged), variant_legend(view), kind, parts, tables
    )


def _curve_panel(view: VariantTable, players: int, name: str, high: float) -> Markup | None:
    rows = [
        CurveRow(v.number, v.label, cell.curves[name])
        for v in view.variants[:MAX_VARIANTS_DRAWN]
        if (cell := view.cell(v, players)) and cell.curves.get(name)
    ]
    if not rows:
        return None
    said = f"{sentences.curve_title(name)}, {_label_panel(players, view)}. The table has the figures."
    chances = name == "calibration"
    unit = "chance by the model, %" if chances else "part of the game"
    drawn = curve_chart(rows, said, unit, high, diagonal=chances)
    return Markup("<figure><h4>{}</h4>{}</figure>").format(_label_panel(players, view), drawn)


def _curve_table(view: VariantTable, name: str, high: float) -> Markup:
    rows = []
    for cell in view.whole.cells[:MAX_TABLE_ROWS]:
        known = {p[0]: p[1] for p in cell.curves.get(name, ())}
        if known:
            rows.append([view.title(cell), *(_value_near(known, at, high) for at in (0.1, 0.25, 0.5, 0.75, 0.9))])
    heads = ["game", "at a tenth", "at a quarter", "at half", "at three quarters", "at nine tenths"]
    return figures_table(heads, rows, sentences.curve_title(name))


def _value_near(points: dict[float, float], at: float, high: float) -> str:
    value = points[min(points, key=lambda part: abs(part - at))]
    return format_number(100 * value, 0) if high == 1.0 else format_number(value)


# everything measured --------------------------------------------------------------------------------------------------


def effects_section(judged: StudyEffects) -> Markup:
    """Return the differences of every variant from the base, as multiples of the smallest that matters."""
    view = judged.view
    parts: list[tuple[str, Markup]] = []
    for variant in view.others[:MAX_COMPARED]:
        for players in view.players:
            rows = _effect_rows(judged, variant, players)
            if rows and parts:
                table_rows = [[row.name, row.figure, row.small, "" if row.hollow else "differs"] for row in rows]
                title = f"{variant.label} compared with {view.variants[0].label}, {count_players(players)}"
                parts.append((title, figures_table(["measure", "instead of", "difference", ""], table_rows, title)))
            elif rows:
                title = f"{variant.label} compared with {view.variants[0].label}, {count_players(players)}"
                frame = IntervalFrame(
                    title,
                    title,
                    "multiples of the smallest difference that matters",
                    "instead of",
                    "1 is the smallest difference that matters",
                    line=0.0,
                    band=(-1.0, 1.0),
                    plus=True,
                )
                parts.append((title, interval_table(rows, frame)))
    if not parts:
        return Markup("")
    (_, first), rest = parts[0], parts[1:]
    more = join_markup(details_block(title, picture) for title, picture in rest)
    title = sentences.effects_title(judged, view.others[0])
    if len(view.others) > 1 or len(view.players) > 1:
        title = "What changes, and whether it matters"
    say = join_paragraphs(
        [
            "A filled mark means that the difference is clear. A bar entirely outside the band means that it matters.",
            f"The smallest difference that matters is {format_trimmed(100 * judged.points)} points of a share, or "
            f"{format_number(100 * SMALLEST_PART, 0)}% of anything else.",
            f"Thick bars are 95% intervals. Thin bars allow for the {judged.family:,} comparisons of this study: all of"
            " them together contain the true differences in 95% of studies.",
        ]
    )
    return page_section(title, say, first + more)


def _effect_rows(judged: StudyEffects, variant: Variant, players: int) -> list[IntervalRow]:
    found = [judged.change(variant, players, measure.name) for measure in shown(judged.view)]
    return [
        row
        for change in found
        if change and change.band and not _is_always_zero(change)
        for row in _rows_by_kind(change, measure_label(change.after))
    ]


def _rows_by_kind(change: Effect, name: str, head: str = "") -> Iterator[IntervalRow]:
    """Yield one difference as a row; with several kinds of player, as a row for each under the name."""
    if len(change.each) == 1:
        yield _effect_row(change, name, head)
        return
    for place, each in enumerate(change.each):
        if each.band:
            title = ", ".join(filter(None, (head, name))) if place == 0 else ""
            yield _effect_row(each, each.among, title, change.surely.differs != 0)


def _is_always_zero(change: Effect) -> bool:
    """Return True if the effect is about something that happened in neither variant."""
    return change.before.value == change.after.value == change.low == change.high == 0


def _effect_row(change: Effect, name: str, head: str = "", shared: bool = False) -> IntervalRow:
    """Return one difference, as a multiple of the smallest that matters; `shared` if all kinds of player have it."""
    by, thin = (
        change.band,
        (_clip_steps(change.simultaneous[0] / change.band), _clip_steps(change.simultaneous[1] / change.band)),
    )
    span = IntervalSpan(
        _clip_steps(change.difference / by), _clip_steps(change.low / by), _clip_steps(change.high / by), thin
    )
    times = 100 if change.after.kind == "share" else 1
    digits = 1 if times == 100 else count_digits(max(abs(change.low), abs(change.high)))
    small = signed_range(times * change.low, times * change.high, digits)
    words, hollow = change_words(change.before, change.after), not (shared or change.own.differs)
    return IntervalRow(name, span, words, small, change.variant.number, change.variant.mark, hollow, head=head)


def main_effects_chart(judged: StudyEffects) -> tuple[list[IntervalRow], IntervalFrame]:
    """Return the main differences of all variants for all numbers of players, as rows of one chart."""
    rows: list[IntervalRow] = []
    main = [name for name in (judged.length, judged.first, judged.won, "leads") if name]
    others = [m.name for m in judged.view.measures if m.name not in (*main, *LENGTH_MEASURES)]
    sure = [name for name in others if any(change.surely.differs for change in judged.changes(name))]
    limit = MAX_OTHER_EFFECTS if len(judged.view.found.cells) <= 4 else 1
    for name in (*main, *sure[:limit]):
        head = True
        for change in judged.changes(name):
            if change.band and change.variant.number < MAX_VARIANTS_DRAWN:
                alone = len(judged.view.players) == 1
                words = change.variant.label if alone else f"{change.variant.label}, {count_players(change.players)}"
                for each, table in zip(change.each, judged.view.every_kind, strict=False):
                    title = measure_label(change.after) if head else ""
                    rows.append(_effect_row(each, _label_kind(words, table), title, change.surely.differs != 0))
                    head = False
    said = f"Differences from {judged.view.variants[0].label}"
    unit = "multiples of the smallest difference that matters"
    return rows, IntervalFrame(said, "", "", "instead of", unit, line=0.0, band=(-1.0, 1.0), plus=True)


def _clip_steps(steps: float) -> float:
    """Return `steps`, cut to the edge of the chart; the figure of the row still shows the whole value."""
    return max(-12.0, min(12.0, steps))


def measures_section(judged: StudyEffects) -> Markup:
    """Return all figures with their intervals, a table for each number of players."""
    view = judged.view
    parts = []
    for players in view.players:
        cells = [(v, c) for table in view.every_kind for v in table.variants if (c := table.cell(v, players))]
        cells = cells[:MAX_COMPARED]
        rows = []
        for measure in shown(view):
            found = [c.measure(measure.name) for _, c in cells]
            if any(m is not None for m in found):
                rows.append(
                    [
                        measure_label(measure),
                        *(f"{format_measured_value(m)} ({format_interval(m)})" if m else "" for m in found),
                    ]
                )
        if rows:
            heads = ["measure", *((view.short(c) if view.others or c.kind else "found") for _, c in cells)]
            parts.append(
                details_block(
                    f"Table: {count_players(players)}",
                    figures_table(heads, rows, f"Everything measured, {count_players(players)}"),
                )
            )
    if not parts:
        return Markup("")
    return Markup('<section class="sheet"><h2>Everything measured</h2>{}</section>').format(join_markup(parts))


# pairing --------------------------------------------------------------------------------------------------------------


def pairing_section(judged: StudyEffects) -> Markup:
    """Return the intervals over the same games, compared with those over different games."""
    rows: list[IntervalRow] = []
    gains: list[float] = []
    for name in (judged.length, judged.first, judged.won):
        head = True
        for change in judged.changes(name) if name else ():
            found = _pairing_row(change, head) if change.variant.number < MAX_VARIANTS_DRAWN else None
            if found:
                rows.append(found[0])
                gains.append(found[1])
                head = False
    if not rows:
        return Markup("")
    frame = IntervalFrame(
        "Intervals over the same games and over different games",
        "difference",
        "same games, and different games below",
        "same games",
        "multiples of the smallest difference that matters",
        more=("different", "r"),
        line=0.0,
        plus=True,
    )
    title = "The same dice in every variant"
    if all(gain > 1.05 for gain in gains):
        title = f"The same dice in every variant are worth {_factor_words(gains)} as many games."
    say = [
        "Thick bars compare game with game: both variants used the same dice for the same turns. Grey bars show the"
        " interval without that.",
        "r shows how closely the two agree: 1 means identical games, and 0 means no relation.",
        *([f"This shows the games {judged.view.among}."] if len(judged.every_kind) > 1 else []),
    ]
    return page_section(title, join_paragraphs(say), interval_table(rows, frame))


def _pairing_row(change: Effect, head: bool) -> tuple[IntervalRow, float] | None:
    """Return one difference with its paired and its unpaired interval, and how many times as many games the pairing is
    worth.
    """
    row, by = change.row, change.band
    if row.unpaired_low is None or row.unpaired_high is None or not by:
        return None
    wide, narrow = row.unpaired_high - row.unpaired_low, change.high - change.low
    times, digits = (100, 1) if change.after.kind == "share" else (1, 2)
    off = f"{PLUS_MINUS} {format_number(times * narrow / 2, digits)}"
    drawn = IntervalRow(
        f"{change.variant.label}, {count_players(change.players)}",
        IntervalSpan(change.difference / by, change.low / by, change.high / by),
        f"{format_signed(times * change.difference, digits)} {off}",
        number=change.variant.number,
        mark=change.variant.mark,
        under=IntervalSpan(change.difference / by, row.unpaired_low / by, row.unpaired_high / by),
        more=(
            f"{PLUS_MINUS} {format_number(times * wide / 2, digits)}",
            "" if row.r is None else format_number(row.r, 2),
        ),
        head=measure_label(change.after) if head else "",
    )
    return drawn, (wide / narrow) ** 2 if narrow > 0 else 1.0


def _factor_words(gains: Sequence[float]) -> str:
    low, high = f"{min(gains):.1f}", f"{max(gains):.1f}"
    return f"{low} times" if low == high else f"{low} to {high} times"


def figures_table(heads: Sequence[str], rows: Iterable[Sequence[str]], caption: str) -> Markup:
    """Return a plain table; the first cell of a row names it."""
    top = join_markup(Markup('<th scope="col">{}</th>').format(head) for head in heads)
    body = join_markup(
        Markup('<tr><th scope="row">{}</th>{}</tr>').format(
            row[0], join_markup(Markup("<td>{}</td>").format(cell) for cell in row[1:])
        )
        for row in rows
    )
    return Markup(
        '<div class="scroll" tabindex="0" role="region" aria-label="{0}"><table class="plain"><caption class="unseen">'
        "{0}</caption><thead><tr>{1}</tr></thead><tbody>{2}</tbody></table></div>"
    ).format(caption, top, body)


def details_block(title: str, inner: Markup) -> Markup:
    """Return content that opens on a click; on paper it is open."""
    return Markup('<details class="tab"><summary>{}</summary>{}</details>').format(title, inner)


def worth_sections(judged: StudyEffects) -> Iterator[Markup]:
    """Yield a section for each cell and each group of things tried."""
    for cell, rows in islice(list_experiments(judged), MAX_EXPERIMENTS):
        yield _worth_section(judged, cell, rows)


def list_experiments(judged: StudyEffects) -> Iterator[tuple[CellResult, list[ItemWorth]]]:
    """Yield the cells with their experiments, those of one kind together."""
    for cell in judged.view.whole.cells:
        known = [row for row in cell.worth if row.low is not None and row.high is not None]
        for group in dict.fromkeys((row.group, row.experiment) for row in known):
            yield cell, [row for row in known if (row.group, row.experiment) == group]


def _simultaneous_ends(row: ItemWorth) -> tuple[float, float]:
    """Return the ends that hold for all things of the table at once."""
    if row.wide_low is None or row.wide_high is None:
        return -1.0, 1.0
    return row.wide_low, row.wide_high


def worth_chart(
    judged: StudyEffects, cell: CellResult, rows: Sequence[ItemWorth]
) -> tuple[list[IntervalRow], IntervalFrame]:
    """Return the experiments of one kind as rows of a chart, the highest worth at the top."""
    band = judged.points
    event_by_item = {(event.group, event.name): event for event in cell.events}
    drawn = [
        IntervalRow(
            capitalize(row.name),
            IntervalSpan(row.difference, row.low or 0.0, row.high or 0.0, _simultaneous_ends(row)),
            format_signed(100 * row.difference, 1),
            f"{format_signed(100 * (row.low or 0.0), 1)} to {format_signed(100 * (row.high or 0.0), 1)}",
            number=0 if len(judged.view.others) else 1,
            mark="disc",
            hollow=not judge_interval(row.low or 0.0, row.high or 0.0, band).differs,
            more=(_winner_share(event_by_item.get((row.group, row.name))),),
        )
        for row in sorted(rows, key=lambda row: -row.difference)
    ]
    group = rows[0].group.replace("-", " ")
    frame = IntervalFrame(
        f"What each {group or 'thing'} is worth, {judged.view.title(cell)}",
        group or "what",
        "points of winning chance",
        "worth",
        f"points; in the band, less than {format_trimmed(100 * band)}",
        more=("its players win",),
        line=0.0,
        band=(-band, band),
        times=100,
        plus=True,
    )
    return drawn, frame


def _worth_section(judged: StudyEffects, cell: CellResult, rows: Sequence[ItemWorth]) -> Markup:
    drawn, frame = worth_chart(judged, cell, rows)
    shown, rest = drawn[:MAX_OPEN_ROWS], drawn[MAX_OPEN_ROWS:]
    say = [
        f"{experiment_words(rows[0].experiment)} {judged.view.title(cell)}; at least"
        f" {count_words(min(row.n for row in rows), 'game', 'games')} for each.",
        "Thick bars are 95% intervals. Thin bars allow for the number of things tried: all of them together contain the"
        " true worths in 95% of studies.",
        "Effects overlap, so don't add them.",
    ]
    others = details_block(f"The other {len(rest)}", interval_table(rest, frame)) if rest else Markup("")
    title = sentences.worth_title([(capitalize(row.name), row, _simultaneous_ends(row)) for row in rows], judged.points)
    if cell.kind:
        first = title[:1].lower() if title.startswith("Nothing") else title[:1]
        title = f"{capitalize(among([cell.kind]))}: {first}{title[1:]}"
    return page_section(title, join_paragraphs(say), interval_table(shown, frame) + others)


def capitalize(name: str) -> str:
    """Return a name as the beginning of a row or a sentence."""
    return name[:1].upper() + name[1:]


def _winner_share(event: EventStatistics | None) -> str:
    return "" if event is None or event.wins is None else format_percent(event.wins, 0)


def events_section(judged: StudyEffects) -> Markup:
    """Return the events by name: a chart of the first variant with the fewest players, and a table of every cell."""
    view = judged.view
    cell = view.cell(view.variants[0], view.players[0]) or view.found.cells[0]
    rows: list[IntervalRow] = []
    for group in dict.fromkeys(event.group for event in cell.events):
        named = [event for event in cell.events if event.group == group and event.wins is not None]
        known = [event for event in named if _is_informative(event, cell.even)]
        if len(named) > 1 and known and len(rows) < MAX_EVENT_ROWS:
            rows += _event_chart_rows(cell, group, known)
    tables = _event_table(view)
    if not tables:
        return Markup("")
    if not rows:
        return Markup('<section class="sheet"><h2>Events</h2>{}</section>').format(tables)
    frame = IntervalFrame(
        f"Events, and how often affected players win, {view.title(cell)}",
        "event",
        "affected players win",
        "wins",
        "% of their games",
        more=("in games", "seen"),
        line=cell.even,
        times=100,
    )
    warning = Markup('<p class="warn">{}<span>{}</span></p>').format(WARNING_ICON, EVENT_WARNING)
    say = join_paragraphs(
        [f"{view.title(cell)}, {count_words(cell.games, 'game', 'games')}. The dashed line is an even share."]
    )
    return page_section(
        "Events, and how often affected players win", say + warning + tables, interval_table(rows, frame)
    )


def _is_informative(event: EventStatistics, even: float) -> bool:
    """Return True if the wins of an event say anything; an event of every seat in every game says nothing."""
    if event.games < ALWAYS_SHARE or event.wins_low is None or event.wins_high is None:
        return True
    return not event.wins_low <= even <= event.wins_high


def _event_chart_rows(cell: CellResult, group: str, known: Sequence[EventStatistics]) -> Iterator[IntervalRow]:
    even = cell.even
    ordered = sorted(known, key=lambda event: -event.games)[:MAX_OPEN_ROWS]
    for event in ordered:
        wins, low, high = event.wins, event.wins_low, event.wins_high
        if wins is not None:
            yield IntervalRow(
                capitalize(event.shown_name or event.shown_kind),
                IntervalSpan(wins, low, high) if low is not None and high is not None else None,
                format_percent(wins, 0),
                number=0,
                hollow=low is None or high is None or low <= even <= high,
                more=(sentences.format_share_cell(event.games), f"{event.n:,}"),
                head=capitalize(event.shown_kind) if event is ordered[0] else "",
            )


def _event_table(view: VariantTable) -> Markup:
    """Return a table of the events in every cell: how many games had them, and how often the affected seats won."""
    cells = [cell for cell in view.whole.cells if cell.events][:MAX_EVENT_COLUMNS]
    known = [{(event.group, event.name): event for event in cell.events} for cell in cells]
    every = sorted(
        dict.fromkeys(key for events in known for key in events), key=lambda key: (key[0], -_max_frequency(known, key))
    )
    rows = [
        [
            next(events[group, name].shown for events in known if (group, name) in events),
            *(_event_cell(events.get((group, name))) for events in known),
        ]
        for group, name in every[:MAX_TABLE_ROWS]
    ]
    words = "How many of the games had the event; how many of those the affected players won."
    table = figures_table(["event", *(view.title(cell) for cell in cells)], rows, "Events")
    if len(every) > MAX_TABLE_ROWS:
        words += f" The study's file lists {len(every) - MAX_TABLE_ROWS:,} more."
    return details_block("Table: all events", Markup("<p>{}</p>{}").format(words, table)) if rows else Markup("")


def _max_frequency(known: Sequence[Mapping[tuple[str, str], EventStatistics]], key: tuple[str, str]) -> float:
    return max((events[key].games for events in known if key in events), default=0.0)


def _event_cell(event: EventStatistics | None) -> str:
    if event is None:
        return "never"
    wins = "" if event.wins is None else f"; {format_percent(event.wins, 0)}"
    return f"{format_percent(event.games, 0)}{wins}"


def skill_sections(judged: StudyEffects) -> Markup:
    """Return how much of winning is skill, among the bots that the study names."""
    return join_markup(_skill_section(judged, cell, cell.skill) for cell in judged.view.found.cells if cell.skill)


def _skill_section(judged: StudyEffects, cell: CellResult, skill: SkillShare) -> Markup:
    even = 1 / cell.players
    rows = [
        IntervalRow(
            f"{duel.bot} among {duel.others}",
            IntervalSpan(duel.wins, duel.low, duel.high),
            format_percent(duel.wins),
            f"{format_number(100 * duel.low, 1)} to {format_number(100 * duel.high, 1)}",
            mark="disc",
            hollow=duel.low <= even <= duel.high,
        )
        for duel in skill.duels
        if duel.bot != duel.others
    ]
    frame = IntervalFrame("Who beats whom", "one bot", "wins", "wins", "% of its games", line=even, times=100)
    say = [
        f"{judged.view.title(cell)}.",
        *skill_details(skill),
        *filter(None, [stopped_games_sentence(skill)]),
    ]
    return page_section(skill_title(skill), join_paragraphs(say), interval_table(rows, frame))
