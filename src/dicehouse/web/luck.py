"""What the page of a review says and draws, worked out from the review as it is kept: sums, bars, curves and sentences.

Chances are shares of the win from 0 to 1; what is drawn is placed in percent of its sheet, so that it needs no script.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..kit import shares

Row = Mapping[str, Any]
SURE = 2.0  # standard errors of a whisker: 19 times in 20 the true value lies within
FAINT = 0.0005  # less is nothing
ROOM = 17.0  # percent of a bar's sheet that its figures need on either side
APART = 8.5  # percent of the height between two names at the end of the curve
MOST_LABELS = 9
SET_UP = "set-up"  # what comes before the first turn
CLOSE = 5.0  # percent of the width: labels that are closer would touch


def percent(share: float, *, signed: bool = False) -> str:
    """A share of the win as people read it: 31 %, 5.5 %; with a plus or minus if it is `signed`."""
    told = share if signed else abs(share)
    return shares.percent(told, 0 if abs(share) >= 0.0995 else 1, signed=signed, fixed=True).replace(
        f".0{shares.FIXED}", shares.FIXED
    )


def listed(words: Sequence[str]) -> str:
    return " and ".join([", ".join(words[:-1]), *words[-1:]] if len(words) > 1 else words)


# who owes what ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar from the zero line: where it begins and how wide it is, in percent, and the figure at its `edge`."""

    left: float
    width: float
    figure: str
    right: bool  # whether the figure stands at its right
    edge: float


@dataclass(frozen=True, slots=True)
class Owing:
    """One seat's luck and skill; `whisker` is the blur of the skill."""

    seat: int
    name: str
    note: str
    start: str
    end: str
    luck: Bar
    skill: Bar
    whisker: tuple[float, float] | None
    by_luck: str
    by_skill: str
    sure: bool  # whether the blur leaves any doubt on which side of zero the skill lies
    error: str


def moved(share: float) -> str:
    """ "won 14 %", in words."""
    if abs(share) < FAINT:
        return "won nothing"
    return f"{'won' if share > 0 else 'lost'} {percent(abs(share))}"


def sure_of(review: Mapping[str, Any], seat: int) -> bool:
    """Whether the blur of a seat's skill does not touch zero, or there is none."""
    return bool(abs(review["skill"][seat]) >= SURE * review["error"][seat])


def owing(review: Mapping[str, Any], notes: Sequence[str]) -> tuple[float, list[Owing]]:
    """Where the zero line stands, and every seat's sums, the best outcome first."""
    luck, skill = review["luck"], review["skill"]
    wide = [min(1.0, SURE * error) for error in review["error"]]
    all_sums = [*luck, *(s + side * w for s, w in zip(skill, wide, strict=True) for side in (-1, 1))]
    low, high = min(0.0, *all_sums), max(0.0, *all_sums)
    per = (100 - 2 * ROOM) / max(high - low, 0.01)
    zero = ROOM - low * per

    def bar(value: float, whisker: tuple[float, float] | None = None) -> Bar:
        left, right = zero + min(0.0, value) * per, zero + max(0.0, value) * per
        begin, wide = whisker or (left, right - left)
        edge = min(100 - ROOM, max(right, begin + wide)) if value >= 0 else max(ROOM, min(left, begin))
        return Bar(left, right - left, percent(value, signed=True), value >= 0, edge)

    def blur(seat: int) -> tuple[float, float] | None:
        wide = SURE * review["error"][seat]
        if wide < FAINT:
            return None
        begin, end = (max(1.0, min(99.0, zero + (skill[seat] + side * wide) * per)) for side in (-1, 1))
        return begin, end - begin

    seats = sorted(range(len(luck)), key=lambda seat: (-review["outcome"][seat], -luck[seat]))
    return zero, [
        Owing(
            seat,
            review["players"][seat],
            notes[seat],
            percent(review["start"][seat]),
            percent(review["outcome"][seat]),
            bar(luck[seat]),
            bar(skill[seat], blur(seat)),
            blur(seat),
            moved(luck[seat]),
            moved(skill[seat]),
            sure_of(review, seat),
            percent(SURE * review["error"][seat]),
        )
        for seat in seats
    ]


@dataclass(frozen=True, slots=True)
class Blur:
    """Where one seat's skill lies on a line of its own scale, in percent, and how far it may be off."""

    zero: float
    at: float
    left: float
    width: float


def blurs(review: Mapping[str, Any], order: Sequence[Owing]) -> list[Blur]:
    """The skill of every seat with its whisker, all on one scale."""
    wide = [SURE * error for error in review["error"]]
    most = max(0.005, *(abs(s) + w for s, w in zip(review["skill"], wide, strict=True)))
    per = 46 / most
    return [
        Blur(
            50.0,
            50 + review["skill"][o.seat] * per,
            50 + (review["skill"][o.seat] - wide[o.seat]) * per,
            2 * wide[o.seat] * per,
        )
        for o in order
    ]


def headline(review: Mapping[str, Any], you: int | None) -> str:
    """The largest sentence: what a reader who played owes to what; for others who played and who threw best."""
    luck, skill, names = review["luck"], review["skill"], review["players"]
    if you is not None or len(names) == 1:
        seat = you or 0
        if not sure_of(review, seat):
            who, whose = ("You", "your") if you is not None else (names[0], "their")
            return (
                f"{who} {moved(luck[seat])} by luck. Of {whose} skill we can\N{RIGHT SINGLE QUOTATION MARK}t be sure."
            )
        (verb, much), (other, more) = moved(skill[seat]).split(" ", 1), moved(luck[seat]).split(" ", 1)
        who = "You" if you is not None else names[0]
        return f"{who} {verb} {much} by skill and {more if other == verb else f'{other} {more}'} by luck."
    played, threw = (max(range(len(names)), key=lambda seat: sums[seat]) for sums in (skill, luck))
    if skill[played] < SURE * review["error"][played] or skill[played] < FAINT:
        return f"Nobody clearly played best. {names[threw]} had the luck."
    if played == threw:
        return f"{names[played]} played best, and had the luck."
    return f"{names[played]} played best. {names[threw]} had the luck."


def beginning(review: Mapping[str, Any]) -> str:
    """With what chances the game began, and where they had to lead."""
    starts, names = review["start"], review["players"]
    if len(names) == 1:
        return f"{names[0]} began with a chance of {percent(starts[0])}."
    if max(starts) - min(starts) < 0.005:
        who = {2: "Both", 3: "All three", 4: "All four", 5: "All five", 6: "All six"}[len(names)]
        return f"{who} began with a chance of {percent(starts[0])}."
    return f"{listed([f'{name} began with {percent(s)}' for name, s in zip(names, starts, strict=True)])}."


# turn by turn -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Turn:
    """Rows that belong together; `first` and `last` are their places among all."""

    label: str
    seat: int | None
    first: int
    last: int
    luck: Sequence[float]
    skill: Sequence[float]
    after: Sequence[float]


def turns(review: Mapping[str, Any]) -> list[Turn]:
    """The game by turns; where a game counts none, by who moved."""
    rows, seats = review["rows"], range(len(review["players"]))
    counted = any(row["turn"] for row in rows)
    found: list[Turn] = []
    for first, last in _stretches(rows):
        part = rows[first : last + 1]
        changes = [(row["kind"], [b - a for a, b in zip(row["before"], row["after"], strict=True)]) for row in part]
        luck = [sum(change[seat] for kind, change in changes if kind == "chance") for seat in seats]
        skill = [sum(change[seat] for kind, change in changes if kind != "chance") for seat in seats]
        mover = next((row["seat"] for row in part if row["seat"] is not None), None)
        unnamed = SET_UP if counted else str(len(found) + 1)
        label = str(part[0]["turn"] or unnamed) if part[0]["number"] else "deal"
        found.append(Turn(label, mover, first, last, luck, skill, part[-1]["after"]))
    return found


def _stretches(rows: Sequence[Row]) -> Iterator[tuple[int, int]]:
    at = 0
    while at < len(rows):
        key, end = _stretch(rows[at]), at + 1
        while end < len(rows) and _stretch(rows[end]) == key:
            end += 1
        yield at, end - 1
        at = end


def _stretch(row: Row) -> tuple[Any, ...]:
    if not row["number"]:
        return ("deal",)
    return ("turn", row["turn"]) if row["turn"] else ("seat", row["seat"])


@dataclass(frozen=True, slots=True)
class Tick:
    """A line across a sheet (or a label below it): where, in percent, and its text."""

    at: float
    text: str


@dataclass(frozen=True, slots=True)
class Stroke:
    """What one turn did to one seat: luck beside skill, each from the zero line."""

    left: float
    width: float
    top: float
    height: float
    kind: str  # "lu" or "sk"


@dataclass(frozen=True, slots=True)
class Chart:
    """The bars of one seat, turn by turn."""

    zero: float
    ticks: Sequence[Tick]
    strokes: Sequence[Stroke]
    movers: Sequence[tuple[float, int]]
    labels: Sequence[Tick]


def chart(found: Sequence[Turn], seat: int) -> Chart:
    """The turns as bars for one seat; all seats have the same scale."""
    every = [value for turn in found for value in (*turn.luck, *turn.skill)]
    step = _step(max(0.02, *map(abs, every), 0.02))
    high = step * max(1, -int(-max(0.0, *every) // step))
    low = -step * max(1, -int(min(0.0, *every) // step))
    per, wide = 100 / (high - low), 100 / max(1, len(found))

    def stroke(at: int, value: float, kind: str) -> Stroke:
        left = wide * (at + (0.12 if kind == "lu" else 0.56))
        width = wide * (0.44 if kind == "lu" else 0.3)
        return Stroke(left, width, (high - max(0.0, value)) * per, abs(value) * per, kind)

    strokes = [
        stroke(at, values[seat], kind)
        for at, turn in enumerate(found)
        for kind, values in (("lu", turn.luck), ("sk", turn.skill))
        if abs(values[seat]) >= FAINT
    ]
    lines = [low + step * n for n in range(round((high - low) / step) + 1)]
    ticks = [Tick((high - value) * per, percent(value, signed=True) if abs(value) > 1e-9 else "0") for value in lines]
    movers = [(wide * (at + 0.4), turn.seat) for at, turn in enumerate(found) if turn.seat is not None]
    return Chart(high * per, ticks, strokes, movers if len(movers) <= 48 else (), _labels(found, wide))


def _labels(found: Sequence[Turn], wide: float) -> list[Tick]:
    every = max(1, -(-len(found) // MOST_LABELS))
    return [Tick(wide * (at + 0.4), _tick(turn)) for at, turn in enumerate(found) if at % every == 0]


def _tick(turn: Turn) -> str:
    return "" if turn.label == SET_UP else turn.label


def _step(most: float) -> float:
    return next(step for step in (0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5) if most / step <= 4 or step == 0.5)


# the curve ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Line:
    """One seat's chance to win over the game; `end` is where its name stands."""

    seat: int
    name: str
    path: str
    end: float


@dataclass(frozen=True, slots=True)
class Flag:
    """A turning point: its number, where it lies, and what is told of it."""

    number: int
    left: float
    top: float
    seat: int
    says: str
    what: str
    when: str
    change: str
    at: int


@dataclass(frozen=True, slots=True)
class Curve:
    """The chances of all seats, from the beginning to the end."""

    lines: Sequence[Line]
    flags: Sequence[Flag]
    labels: Sequence[Tick]
    said: str


def curve(review: Mapping[str, Any], found: Sequence[Turn]) -> Curve:
    """The chances to win after every row."""
    rows, names = review["rows"], review["players"]
    points = [review["start"], *(row["after"] for row in rows)]
    per = 100 / max(1, len(rows))
    ends = _apart([100 - 100 * points[-1][seat] for seat in range(len(names))])
    lines = [
        Line(
            seat,
            name,
            "M" + "L".join(f"{at * per:.2f} {100 - 100 * point[seat]:.2f}" for at, point in enumerate(points)),
            ends[seat],
        )
        for seat, name in enumerate(names)
    ]
    flags = [_flag(number, row, review, per) for number, row in enumerate(sorted(review["turning"]), 1)]
    every = max(1, -(-len(found) // MOST_LABELS))
    starts = [Tick(turn.first * per, _tick(turn)) for at, turn in enumerate(found) if at % every == 0]
    labels = [tick for at, tick in enumerate(starts) if at + 1 == len(starts) or starts[at + 1].at - tick.at > CLOSE]
    paths = [
        f"{n}: {percent(s)} at first, {percent(e)} at the end"
        for n, s, e in zip(names, points[0], points[-1], strict=True)
    ]
    return Curve(lines, flags, labels, f"Chance to win. {'. '.join(paths)}. The table below has every turn.")


def _flag(number: int, at: int, review: Mapping[str, Any], per: float) -> Flag:
    row, names = review["rows"][at], review["players"]
    changes = [b - a for a, b in zip(row["before"], row["after"], strict=True)]
    moved_most = max(range(len(changes)), key=lambda seat: abs(changes[seat]))
    seat = row["seat"] if row["seat"] is not None and abs(changes[row["seat"]]) > FAINT else moved_most
    told = row["says"] or f"{names[seat]} {moved(changes[seat])} here."
    when = f"turn {row['turn']}" if row["turn"] else f"action {row['number']}"
    return Flag(
        number,
        (at + 1) * per,
        100 - 100 * row["after"][seat],
        seat,
        told,
        row["text"],
        when,
        f"{names[seat]}: {percent(row['before'][seat])} → {percent(row['after'][seat])}",
        moment(row),
    )


def moment(row: Row) -> int:
    """The position to look at: that in which a decision was made, or that which chance led to."""
    number = int(row["number"])
    return max(0, number - 1) if row["kind"] == "decision" else number


def _apart(tops: Sequence[float]) -> list[float]:
    """The same heights, moved until no name lies on another."""
    order, placed = sorted(range(len(tops)), key=lambda at: tops[at]), list(tops)
    low = 3.0
    for at in order:
        placed[at] = low = max(low, placed[at])
        low += APART
    over = max(0.0, (low - APART) - 97.0)
    return [top - over if top > over else top for top in placed]


# the decisions and all the rows -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Look:
    """A decision worth a second look."""

    seat: int
    name: str
    when: str
    cost: str
    error: str
    played: str
    better: str
    says: str
    number: int  # of the position in which it was made


def looks(review: Mapping[str, Any]) -> list[Look]:
    """The decisions that clearly cost something, the costliest first."""
    return [
        Look(
            row["seat"],
            review["players"][row["seat"]],
            f"turn {row['turn']}" if row["turn"] else f"action {row['number']}",
            percent(-row["cost"], signed=True),
            percent(SURE * row["error"]) if row["error"] >= FAINT else "",
            row["text"],
            row["best"]["text"],
            row["reason"][:1].upper() + row["reason"][1:] or row["says"],
            moment(row),
        )
        for row in (review["rows"][at] for at in review["looks"])
        if row["best"] is not None
    ]


@dataclass(frozen=True, slots=True)
class Entry:
    """One row of the whole account, as the seat that it is about reads it."""

    at: int
    number: int
    seat: int | None
    name: str
    decision: bool
    text: str
    before: str
    after: str
    change: str
    better: str


def entries(review: Mapping[str, Any]) -> list[Entry]:
    """Every throw and every decision."""
    found = []
    for row in review["rows"]:
        seat = row["seat"]
        seen = seat if seat is not None else 0
        change = row["after"][seen] - row["before"][seen]
        found.append(
            Entry(
                moment(row),
                row["number"],
                seat,
                review["players"][seat] if seat is not None else "The deal",
                row["kind"] == "decision",
                row["text"],
                percent(row["before"][seen]),
                percent(row["after"][seen]),
                percent(change, signed=True) if abs(change) >= FAINT else "",
                row["best"]["text"] if row["best"] else "",
            )
        )
    return found
