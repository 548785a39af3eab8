"""How a finished match is told: who won and by what, how it turned, the curve of the points, what everybody did.

A game's `story` makes one of what a spectator may know; `of_scores` serves the games that have none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

TOLD = 3  # sentences of a story
MOST_POINTS = 40  # of a curve nobody could read more


class Happening(Protocol):
    """An event of the log, as far as a story needs it; see `dicehouse.events.Event`."""

    @property
    def number(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def seat(self) -> int | None: ...
    @property
    def text(self) -> str: ...
    @property
    def facts(self) -> Mapping[str, Any]: ...


@dataclass(frozen=True)
class Course:
    """What the rules say of a match from outside: the points of each seat after the deal and after every action, each
    seat's share of the win, and what a point is called (one, several).
    """

    scores: Sequence[Sequence[int]]
    shares: Sequence[float]
    unit: tuple[str, str]

    def counted(self, points: int) -> str:
        """A number of points with what they are."""
        return f"{points:,} {self.unit[points != 1]}"


@dataclass(frozen=True)
class Line:
    """One who is scored: a seat, partners, or somebody without a seat who has a name. `note` is a word or two."""

    seats: tuple[int, ...]
    total: int
    won: bool = False
    name: str = ""
    note: str = ""
    place: int = 0  # from 1; 0: by the points

    @property
    def who(self) -> str:
        """The name, with the marks of seats."""
        return self.name or listed([f"{{{seat}}}" for seat in self.seats])


@dataclass(frozen=True)
class Moment:
    """One sentence of the story: the action it is about, when that was, half a sentence that says it, and the rest.

    `line` is the curve it lies on, `value` the number that goes with it, `things` dice and cards in the game's notation
    for a page that draws them. The greatest `weight`s are told.
    """

    number: int
    when: str
    lead: str
    text: str
    line: int | None = None
    weight: float = 0.0
    value: str = ""
    things: tuple[str, ...] = ()
    at: int = 0  # the point of the curve, filled in by `finished`


@dataclass(frozen=True)
class Point:
    """The points of all lines after an action."""

    label: str
    number: int
    values: tuple[int, ...]


@dataclass(frozen=True)
class Curve:
    """Points by round, turn or combat (`per`); `target` is what it takes to win."""

    title: str
    per: str
    points: Sequence[Point]
    target: int | None = None


@dataclass(frozen=True)
class Cell:
    """What one did, in words; `things` are drawn in their place by a page that can."""

    text: str
    things: tuple[str, ...] = ()


@dataclass(frozen=True)
class Row:
    """One kind of thing that was done, a cell for each line."""

    label: str
    cells: Sequence[Cell]


@dataclass(frozen=True)
class Story:
    """A match that is over, told. Texts have {0}..{5} where names of seats belong.

    `decided` is the throw, card or count that won it; `turns` are the sentences; `facts` is what a game's own page
    shows beside them; `drawn` says what a result of the dice is called (one, several).
    """

    title: str
    why: str
    lines: Sequence[Line]
    curve: Curve
    turns: Sequence[Moment] = ()
    decided: Moment | None = None
    rows: Sequence[Row] = ()
    drawn: tuple[str, str] = ("throw", "throws")
    facts: Mapping[str, Any] = field(default_factory=dict)


# --- what every game's story needs


def listed(words: Sequence[str]) -> str:
    """Ana; Ana and Ben; Ana, Ben and Cid."""
    return " and ".join([", ".join(words[:-1]), *words[-1:]] if len(words) > 1 else words)


def lines_of(course: Course, notes: Sequence[str] = ()) -> list[Line]:
    """A line for each seat, in their order."""
    return [
        Line((seat,), total, share > 0, note=notes[seat] if notes else "")
        for seat, (total, share) in enumerate(zip(course.scores[-1], course.shares, strict=True))
    ]


def headline(lines: Sequence[Line]) -> str:
    """Who won, as the one large sentence."""
    won = [line for line in lines if line.won]
    if not won:
        return "Nobody wins"
    return f"{won[0].who} {'wins' if len(won[0].seats) < 2 else 'win'}!" if len(won) == 1 else f"{_all(won)} share it"


def _all(lines: Sequence[Line]) -> str:
    return listed([line.who for line in lines])


def margin(lines: Sequence[Line], course: Course) -> str:
    """By how much it was won: "By 400 points."; of a tie "Level on 12 points." """
    won, lost = [line.total for line in lines if line.won], [line.total for line in lines if not line.won]
    if not won or not lost:
        return f"Level on {course.counted(won[0])}." if len(won) > 1 else ""
    ahead = won[0] - max(lost)
    return f"By {course.counted(ahead)}." if ahead > 0 else f"Level on {course.counted(won[0])}."


def sampled(course: Course, ends: Sequence[tuple[str, int]]) -> list[Point]:
    """The points of all seats after some actions, each with its label."""
    return [Point(label, number, tuple(course.scores[number])) for label, number in ends]


def ends_of(starts: Sequence[tuple[str, int]], last: int) -> list[tuple[str, int]]:
    """Where stretches end that begin with an action: one before the next begins, the last one with the match."""
    following = [number - 1 for _, number in starts[1:]] + [last] * bool(starts)
    return [(label, max(0, end)) for (label, _), end in zip(starts, following, strict=True)]


def told_in_order(moments: Sequence[Moment], ending: Moment | None, most: int = TOLD) -> list[Moment]:
    """The weightiest moments before the ending, and the ending, as they came."""
    before = sorted((m for m in moments if ending is None or m.number < ending.number), key=lambda m: m.number)
    room = most - (ending is not None)
    heaviest = sorted(range(len(before)), key=lambda at: -before[at].weight)[:room]
    return [before[at] for at in sorted(heaviest)] + ([ending] if ending else [])


def finished(story: Story) -> Story:
    """The same with each line's place, and each moment's point of the curve."""
    lines = [replace(line, place=_place(line, story.lines)) for line in story.lines]
    points = story.curve.points
    turns = [replace(moment, at=_point_of(moment, points)) for moment in story.turns]
    return replace(story, lines=lines, turns=turns)


def _place(line: Line, lines: Sequence[Line]) -> int:
    if line.place or line.won:
        return line.place or 1
    return 1 + sum(other.won or other.total > line.total for other in lines)


def _point_of(moment: Moment, points: Sequence[Point]) -> int:
    if not points or moment.number >= points[-1].number:
        return max(0, len(points) - 1)
    return next(at for at, point in enumerate(points) if point.number >= moment.number)


# --- without a story of its own


def of_scores(told: Sequence[Happening], course: Course) -> Story:
    """The story of any game: its largest changes of the points, each with the sentence of the log that tells it."""
    lines = lines_of(course)
    changed = [n for n in range(1, len(course.scores)) if list(course.scores[n]) != list(course.scores[n - 1])]
    moments = [_change(number, told, course) for number in changed]
    ending = moments[-1] if moments else None
    return Story(
        headline(lines),
        margin(lines, course),
        lines,
        Curve("The points", "change", _thinned(sampled(course, [(str(i), n) for i, n in enumerate(changed, 1)]))),
        told_in_order(moments, ending),
        ending,
    )


def _change(number: int, told: Sequence[Happening], course: Course) -> Moment:
    gains = [after - before for before, after in zip(course.scores[number - 1], course.scores[number], strict=True)]
    seat = max(range(len(gains)), key=lambda each: abs(gains[each]))
    gain, verb = gains[seat], "gains" if gains[seat] > 0 else "loses"
    said = [event.text for event in told if event.number == number and event.text]
    return Moment(
        number,
        f"Action {number}",
        f"{{{seat}}} {verb} {course.counted(abs(gain))}.",
        said[-1] if said else "",
        seat,
        abs(gain),
        f"{gain:+,}".replace("-", "\N{MINUS SIGN}"),
    )


def _thinned(points: list[Point]) -> list[Point]:
    if len(points) <= MOST_POINTS:
        return points
    step = (len(points) - 1) / (MOST_POINTS - 1)
    return [points[round(i * step)] for i in range(MOST_POINTS)]
