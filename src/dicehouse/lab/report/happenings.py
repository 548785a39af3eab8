"""The parts of a report about what happens in a game by its name: cards, powers, Missions. How often, who wins then,
and what it is worth, which is another question.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from markupsafe import Markup

from ..findings import Cell, EventRow, Worth
from ..wording import count
from . import titles
from .forests import Frame, Row, Span, folded, forest, table
from .judging import Judged
from .numbers import percent, signed, trimmed, verdict
from .sections import MOST_ROWS, WARN, paragraphs, sheet
from .variants import View

EVERY = 0.99  # of the games: as good as all
MOST_TRIED = 8  # experiments that get a picture
MOST_HAPPENINGS = 36
MOST_CELLS = 12  # columns of a table
MOST_OPEN = 24  # rows of a picture; the rest is in the table
EXPERIMENTS = {
    "denied": "The same games were played again with it taken away.",
    "granted": "The same games were played again with one more of it.",
}
CHOSEN = (
    "Things happen to whoever leads or trails, so these wins say in what state somebody is, not what it is worth."
    " Only an experiment tells that."
)


def worths(judged: Judged) -> Iterator[Markup]:
    """What things are worth, by experiment: of each cell and group that was tried."""
    for cell, rows in islice(tried(judged), MOST_TRIED):
        yield _worth(judged, cell, rows)


def tried(judged: Judged) -> Iterator[tuple[Cell, list[Worth]]]:
    """The experiments, those of one kind together."""
    for cell in judged.view.found.cells:
        known = [row for row in cell.worth if row.low is not None and row.high is not None]
        for group in dict.fromkeys((row.group, row.experiment) for row in known):
            yield cell, [row for row in known if (row.group, row.experiment) == group]


def _thin(row: Worth) -> tuple[float, float]:
    """The ends that hold for all things of the table together."""
    if row.wide_low is None or row.wide_high is None:
        return -1.0, 1.0
    return row.wide_low, row.wide_high


def worth_picture(judged: Judged, cell: Cell, rows: Sequence[Worth]) -> tuple[list[Row], Frame]:
    """Experiments of one kind as a picture, what is worth most at the top."""
    band = judged.points
    happened = {(event.group, event.name): event for event in cell.events}
    drawn = [
        Row(
            called(row.name),
            Span(row.difference, row.low or 0.0, row.high or 0.0, _thin(row)),
            signed(100 * row.difference, 1),
            f"{signed(100 * (row.low or 0.0), 1)} to {signed(100 * (row.high or 0.0), 1)}",
            number=0 if len(judged.view.others) else 1,
            mark="disc",
            hollow=not verdict(row.low or 0.0, row.high or 0.0, band).differs,
            more=(_share(happened.get((row.group, row.name))),),
        )
        for row in sorted(rows, key=lambda row: -row.difference)
    ]
    group = rows[0].group.replace("-", " ")
    frame = Frame(
        f"What each {group or 'thing'} is worth, {judged.view.title(cell)}",
        group or "what",
        "points of winning chance",
        "worth",
        f"points; in the band, less than {trimmed(100 * band)}",
        more=("its players win",),
        line=0.0,
        band=(-band, band),
        times=100,
        plus=True,
    )
    return drawn, frame


def _worth(judged: Judged, cell: Cell, rows: Sequence[Worth]) -> Markup:
    drawn, frame = worth_picture(judged, cell, rows)
    shown, rest = drawn[:MOST_OPEN], drawn[MOST_OPEN:]
    say = [
        f"{EXPERIMENTS.get(rows[0].experiment, 'An experiment with the same dice.')} {judged.view.title(cell)},"
        f" {count(min(row.n for row in rows), 'game', 'games')} or more for each.",
        f"Thin: true of all {len(cell.worth)} things tried at once. Effects overlap, so no two may be added.",
    ]
    others = folded(f"The other {len(rest)}", forest(rest, frame)) if rest else Markup("")
    title = titles.worths([(called(row.name), row, _thin(row)) for row in rows], judged.points)
    return sheet(title, paragraphs(say), forest(shown, frame) + others)


def called(name: str) -> str:
    """A name as it stands at the beginning of a row or a sentence."""
    return name[:1].upper() + name[1:]


def _share(event: EventRow | None) -> str:
    return "" if event is None or event.wins is None else percent(event.wins, 0)


def events(judged: Judged) -> Markup:
    """What happens by its name: a picture of the first variant with the fewest players, and a table of every cell."""
    view = judged.view
    cell = view.cell(view.variants[0], view.players[0]) or view.found.cells[0]
    rows: list[Row] = []
    for group in dict.fromkeys(event.group for event in cell.events):
        named = [event for event in cell.events if event.group == group and event.wins is not None]
        known = [event for event in named if _tells(event, cell.even)]
        if len(named) > 1 and known and len(rows) < MOST_HAPPENINGS:
            rows += _happenings(cell, group, known)
    tables = _table(view)
    if not tables:
        return Markup("")
    if not rows:
        return Markup('<section class="sheet"><h2>What happens, by its name</h2>{}</section>').format(tables)
    frame = Frame(
        f"What happens, and who wins then, {view.title(cell)}",
        "what",
        "whoever it befell wins",
        "wins",
        "% of their games",
        more=("in games", "seen"),
        line=cell.even,
        times=100,
    )
    warning = Markup('<p class="warn">{}<span>{}</span></p>').format(WARN, CHOSEN)
    say = paragraphs([f"{view.title(cell)}, {count(cell.games, 'game', 'games')}. The dashed line is an even share."])
    return sheet("What happens, and who wins then", say + warning + tables, forest(rows, frame))


def _tells(event: EventRow, even: float) -> bool:
    """Whether it says anything that whoever it befell won so often: what befalls everybody in every game does not."""
    if event.games < EVERY or event.wins_low is None or event.wins_high is None:
        return True
    return not event.wins_low <= even <= event.wins_high


def _happenings(cell: Cell, group: str, known: Sequence[EventRow]) -> Iterator[Row]:
    even = cell.even
    ordered = sorted(known, key=lambda event: -event.games)[:MOST_OPEN]
    for event in ordered:
        wins, low, high = event.wins, event.wins_low, event.wins_high
        if wins is not None:
            yield Row(
                called(event.name or group),
                Span(wins, low, high) if low is not None and high is not None else None,
                percent(wins, 0),
                number=0,
                hollow=low is None or high is None or low <= even <= high,
                more=(titles.share(event.games), f"{event.n:,}"),
                head=called(group.replace("-", " ")) if event is ordered[0] else "",
            )


def _table(view: View) -> Markup:
    """What happens in every cell, a row for each thing: in how many games, and how often whoever it befell won."""
    cells = [cell for cell in view.found.cells if cell.events][:MOST_CELLS]
    known = [{(event.group, event.name): event for event in cell.events} for cell in cells]
    every = sorted({key for events in known for key in events}, key=lambda key: (key[0], -_seen(known, key)))
    rows = [
        [
            ": ".join(dict.fromkeys((group.replace("-", " "), name))),
            *(_both(events.get((group, name))) for events in known),
        ]
        for group, name in every[:MOST_ROWS]
    ]
    words = "In so many of the games; whoever it befell won so many of those."
    told = table(["what", *(view.title(cell) for cell in cells)], rows, "What happens")
    if len(every) > MOST_ROWS:
        words += f" {len(every) - MOST_ROWS:,} more things are in the file of the study."
    return folded("Table: all that happens", Markup("<p>{}</p>{}").format(words, told)) if rows else Markup("")


def _full(group: str, name: str) -> str:
    return ": ".join(dict.fromkeys((group.replace("-", " "), name)))


def _seen(known: Sequence[Mapping[tuple[str, str], EventRow]], key: tuple[str, str]) -> float:
    return max((events[key].games for events in known if key in events), default=0.0)


def _both(event: EventRow | None) -> str:
    if event is None:
        return "never"
    wins = "" if event.wins is None else f"; {percent(event.wins, 0)}"
    return f"{percent(event.games, 0)}{wins}"
