"""Describe how a finished match went: who won, the turning points, the curve of the points, statistics of the players.

A game's hook `story` makes a `Story` of what a spectator may know; `default_story` serves the games that have none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from ..i18n import Text, _, listing
from ..old_names import accept_old_keywords, old_attribute

MAX_SENTENCES = 3  # the sentences of a story, at most
MAX_CURVE_POINTS = 40  # more points would make a curve unreadable


class LoggedEvent(Protocol):
    """Describe what a story needs of an event of the log; see `dicehouse.match.events.Event`."""

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


@accept_old_keywords(scores="points", shares="returns")
@dataclass(frozen=True)
class PointsHistory:
    """Hold each seat's points after the deal and after every action, the returns by seat, and the unit of a point (one,
    several).
    """

    points: Sequence[Sequence[int]]
    returns: Sequence[float]
    unit: tuple[str, str]

    def counted(self, points: int) -> str:
        """Return `points` with their unit."""
        return Text("{points} {unit}", {"points": points, "unit": self.unit[points != 1]})

    scores = old_attribute("points")
    shares = old_attribute("returns")


@dataclass(frozen=True)
class ScoredSide:
    """Describe one scored side: a seat, partners, or an opponent without a seat who has a name. `note` is a word or
    two.
    """

    seats: tuple[int, ...]
    total: int
    won: bool = False
    name: str = ""
    note: str = ""
    place: int = 0  # from 1; 0 to rank by points

    @property
    def who(self) -> str:
        """Return the name, with the marks of seats."""
        return self.name or join_words([f"{{{seat}}}" for seat in self.seats])


@dataclass(frozen=True)
class StoryMoment:
    """Hold one sentence of the story: the action it is about, when that was, half a sentence that says it, and the
    rest.

    `line` is the curve it belongs to, `value` the number that goes with it, `things` dice and cards in the game's
    notation for a page that draws them. A story uses the moments of the greatest `weight`.
    """

    number: int
    when: str
    lead: str
    text: str
    line: int | None = None
    weight: float = 0.0
    value: str = ""
    things: tuple[str, ...] = ()
    at: int = 0  # the index of the curve's point; `complete_story` fills it in


@dataclass(frozen=True)
class CurvePoint:
    """Hold the points of all lines after an action."""

    label: str
    number: int
    values: tuple[int, ...]


@dataclass(frozen=True)
class PointsCurve:
    """Hold the points by round, turn or combat (`per`); `target` is the number of points that wins."""

    title: str
    per: str
    points: Sequence[CurvePoint]
    target: int | None = None


@dataclass(frozen=True)
class StatisticCell:
    """Hold one statistic of one side, in words; a page that can draw shows `things` in place of the words."""

    text: str
    things: tuple[str, ...] = ()


@dataclass(frozen=True)
class StatisticRow:
    """Hold one kind of statistic, with a cell for each line."""

    label: str
    cells: Sequence[StatisticCell]


@dataclass(frozen=True)
class Story:
    """Hold the story of a finished match. Texts have {0}..{5} in place of names of seats.

    `decided` is the throw, card or count that won it; `turns` are the sentences; `facts` is what a game's own page
    shows as well; `drawn` is the word for a result of the dice (one, several); `own` holds other titles for readers in
    certain seats ("You win!").
    """

    title: str
    why: str
    lines: Sequence[ScoredSide]
    curve: PointsCurve
    turns: Sequence[StoryMoment] = ()
    decided: StoryMoment | None = None
    rows: Sequence[StatisticRow] = ()
    drawn: tuple[str, str] = (_("roll"), _("rolls"))
    facts: Mapping[str, Any] = field(default_factory=dict)
    own: Mapping[int, str] = field(default_factory=dict)

    def title_for(self, seat: int | None) -> str:
        """Return the title for a reader in a seat."""
        return self.title if seat is None else self.own.get(seat, self.title)


# --- what every game's story needs


def join_words(words: Sequence[str]) -> str:
    """Return a list in words: Ana; Ana and Ben; Ana, Ben and Cid."""
    return listing(words)


def sides_of(history: PointsHistory, notes: Sequence[str] = ()) -> list[ScoredSide]:
    """Return a side for each seat, in their order."""
    return [
        ScoredSide((seat,), total, share > 0, note=notes[seat] if notes else "")
        for seat, (total, share) in enumerate(zip(history.points[-1], history.returns, strict=True))
    ]


def headline_text(lines: Sequence[ScoredSide]) -> str:
    """Return the headline: who won."""
    won = [line for line in lines if line.won]
    if not won:
        return _("Nobody wins")
    if len(won) > 1:
        return _("{winners} share the win", winners=_join_names(won))
    if len(won[0].seats) > 1:
        return _("{winners} win!", winners=won[0].who)
    return _("{winner} wins!", winner=won[0].who)


def own_headlines(lines: Sequence[ScoredSide]) -> dict[int, str]:
    """Return the headlines for those who won."""
    winners = [seat for line in lines if line.won for seat in line.seats]
    shared, found = sum(line.won for line in lines) > 1, dict[int, str]()
    for seat in winners:
        others = join_words([f"{{{other}}}" for other in winners if other != seat])
        if shared:
            found[seat] = _("You and {others} share the win", others=others)
        else:
            found[seat] = _("You and {others} win!", others=others) if others else _("You win!")
    return found


def _join_names(lines: Sequence[ScoredSide]) -> str:
    return join_words([line.who for line in lines])


def margin_text(lines: Sequence[ScoredSide], history: PointsHistory) -> str:
    """Return the margin of the win: "Won by 400 points."; for a tie "Tied on 12 points." """
    won, lost = [line.total for line in lines if line.won], [line.total for line in lines if not line.won]
    if not won or not lost:
        return _("Tied on {points}.", points=history.counted(won[0])) if len(won) > 1 else ""
    ahead = won[0] - max(lost)
    if ahead > 0:
        return _("Won by {points}.", points=history.counted(ahead))
    return _("Tied on {points}.", points=history.counted(won[0]))


def sample_points(history: PointsHistory, ends: Sequence[tuple[str, int]]) -> list[CurvePoint]:
    """Return the points of all seats after each action of `ends`, with its label."""
    return [CurvePoint(label, number, tuple(history.points[number])) for label, number in ends]


def stretch_ends(starts: Sequence[tuple[str, int]], last: int) -> list[tuple[str, int]]:
    """Return the last action of each stretch: the one before the next stretch begins, or the last of the match."""
    following = [number - 1 for _, number in starts[1:]] + [last] * bool(starts)
    return [(label, max(0, end)) for (label, _), end in zip(starts, following, strict=True)]


def choose_moments(
    moments: Sequence[StoryMoment], ending: StoryMoment | None, most: int = MAX_SENTENCES
) -> list[StoryMoment]:
    """Return the moments of the greatest weight before `ending`, then `ending`, in order."""
    before = sorted((m for m in moments if ending is None or m.number < ending.number), key=lambda m: m.number)
    wanted = most - (ending is not None)
    heaviest = sorted(range(len(before)), key=lambda at: -before[at].weight)[:wanted]
    return [before[at] for at in sorted(heaviest)] + ([ending] if ending else [])


def complete_story(story: Story) -> Story:
    """Return the story with each line's place, each moment's point of the curve, and the titles for the winners."""
    lines = [replace(line, place=_place(line, story.lines)) for line in story.lines]
    points = story.curve.points
    turns = [replace(moment, at=_point_of(moment, points)) for moment in story.turns]
    own = own_headlines(lines) if story.title == headline_text(lines) else story.own
    return replace(story, lines=lines, turns=turns, own=story.own or own)


def _place(line: ScoredSide, lines: Sequence[ScoredSide]) -> int:
    if line.place or line.won:
        return line.place or 1
    return 1 + sum(other.won or other.total > line.total for other in lines)


def _point_of(moment: StoryMoment, points: Sequence[CurvePoint]) -> int:
    if not points or moment.number >= points[-1].number:
        return max(0, len(points) - 1)
    return next(at for at, point in enumerate(points) if point.number >= moment.number)
