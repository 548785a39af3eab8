"""Work out the texts and drawings of the review page from the stored review: sums, bars, curves and sentences.

Chances are shares of the win from 0 to 1; drawings are placed in percent of their area, so that they need no script.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ... import text_format
from ...charts.bar_chart import ErrorMark, TurnBarChart, TurnValues, ZeroLine, ZeroLineBar, error_marks, turn_bars
from ...charts.curve_chart import WinCurveLine, win_curve_labels, win_curve_lines
from ...charts.scale import AxisLabel

ReviewRow = Mapping[str, Any]
WHISKER_ERRORS = 2.0  # standard errors of a whisker: a 95% interval
NEGLIGIBLE = 0.0005  # smaller shares count as zero
SET_UP_LABEL = "set-up"  # what comes before the first turn


def format_win_share(share: float, *, signed: bool = False) -> str:
    """Format a share of the win: "31%", "5.5%"; with a plus or minus if it is `signed`."""
    value = share if signed else abs(share)
    return text_format.format_percent(value, 0 if abs(share) >= 0.0995 else 1, signed=signed).replace(".0%", "%")


def join_words(words: Sequence[str]) -> str:
    return " and ".join([", ".join(words[:-1]), *words[-1:]] if len(words) > 1 else words)


# luck and skill of each seat ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SeatSums:
    """Hold one seat's luck and skill; `whisker` is the interval of the skill."""

    seat: int
    name: str
    note: str
    start: str
    end: str
    luck: ZeroLineBar
    skill: ZeroLineBar
    whisker: tuple[float, float] | None
    by_luck: str
    by_skill: str
    sure: bool  # True if the interval of the skill does not hold zero
    error: str


def gain_in_words(share: float) -> str:
    """Describe a gain in words: "won 14%"."""
    if abs(share) < NEGLIGIBLE:
        return "won nothing"
    return f"{'won' if share > 0 else 'lost'} {format_win_share(abs(share))}"


def is_skill_certain(review: Mapping[str, Any], seat: int) -> bool:
    """Return True if the interval of a seat's skill does not touch zero, or the seat has none."""
    return bool(abs(review["skill"][seat]) >= WHISKER_ERRORS * review["error"][seat])


def seat_sums(review: Mapping[str, Any], notes: Sequence[str]) -> tuple[float, list[SeatSums]]:
    """Return the place of the zero line, and every seat's sums, the best outcome first."""
    luck, skill = review["luck"], review["skill"]
    wide = [min(1.0, WHISKER_ERRORS * error) for error in review["error"]]
    line = ZeroLine([*luck, *(s + side * w for s, w in zip(skill, wide, strict=True) for side in (-1, 1))])

    def bar(value: float, whisker: tuple[float, float] | None = None) -> ZeroLineBar:
        return line.bar(value, format_win_share(value, signed=True), whisker)

    def blur(seat: int) -> tuple[float, float] | None:
        half = WHISKER_ERRORS * review["error"][seat]
        return None if half < NEGLIGIBLE else line.whisker(skill[seat], half)

    seats = sorted(range(len(luck)), key=lambda seat: (-review["outcome"][seat], -luck[seat]))
    return line.at, [
        SeatSums(
            seat,
            review["players"][seat],
            notes[seat],
            format_win_share(review["start"][seat]),
            format_win_share(review["outcome"][seat]),
            bar(luck[seat]),
            bar(skill[seat], blur(seat)),
            blur(seat),
            gain_in_words(luck[seat]),
            gain_in_words(skill[seat]),
            is_skill_certain(review, seat),
            format_win_share(WHISKER_ERRORS * review["error"][seat]),
        )
        for seat in seats
    ]


def skill_marks(review: Mapping[str, Any], order: Sequence[SeatSums]) -> list[ErrorMark]:
    """Return the skill of every seat with its whisker, all on one scale, in the `order` of the sums."""
    seats = [sums.seat for sums in order]
    return error_marks([review["skill"][at] for at in seats], [WHISKER_ERRORS * review["error"][at] for at in seats])


def review_headline(review: Mapping[str, Any], you: int | None) -> str:
    """Return the headline: for a reader who played, what decided their result; for others, who played and who threw
    best."""
    luck, skill, names = review["luck"], review["skill"], review["players"]
    if you is not None or len(names) == 1:
        seat = you or 0
        if not is_skill_certain(review, seat):
            who, whose = ("You", "your") if you is not None else (names[0], "their")
            return (
                f"{who} {gain_in_words(luck[seat])} by luck. Of {whose} skill we "
                f"can\N{RIGHT SINGLE QUOTATION MARK}t be sure."
            )
        (verb, much), (other, more) = gain_in_words(skill[seat]).split(" ", 1), gain_in_words(luck[seat]).split(" ", 1)
        who = "You" if you is not None else names[0]
        return f"{who} {verb} {much} by skill and {more if other == verb else f'{other} {more}'} by luck."
    played, threw = (max(range(len(names)), key=lambda seat: sums[seat]) for sums in (skill, luck))
    if skill[played] < WHISKER_ERRORS * review["error"][played] or skill[played] < NEGLIGIBLE:
        return f"Nobody clearly played best. {names[threw]} had the luck."
    if played == threw:
        return f"{names[played]} played best, and had the luck."
    return f"{names[played]} played best. {names[threw]} had the luck."


def starting_chances(review: Mapping[str, Any]) -> str:
    """Describe the chances of all seats at the start of the game."""
    starts, names = review["start"], review["players"]
    if len(names) == 1:
        return f"{names[0]} began with a chance of {format_win_share(starts[0])}."
    if max(starts) - min(starts) < 0.005:
        who = {2: "Both", 3: "All three", 4: "All four", 5: "All five", 6: "All six"}[len(names)]
        return f"{who} began with a chance of {format_win_share(starts[0])}."
    return f"{join_words([f'{name} began with {format_win_share(s)}' for name, s in zip(names, starts, strict=True)])}."


# turn by turn -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ReviewTurn:
    """Hold rows that belong to one turn; `first` and `last` are their indexes among all rows."""

    label: str
    seat: int | None
    first: int
    last: int
    luck: Sequence[float]
    skill: Sequence[float]
    after: Sequence[float]


def group_turns(review: Mapping[str, Any]) -> list[ReviewTurn]:
    """Group the rows by turns; in a game without turns, by the acting seat."""
    rows, seats = review["rows"], range(len(review["players"]))
    counted = any(row["turn"] for row in rows)
    found: list[ReviewTurn] = []
    for first, last in _turn_ranges(rows):
        part = rows[first : last + 1]
        changes = [(row["kind"], [b - a for a, b in zip(row["before"], row["after"], strict=True)]) for row in part]
        luck = [sum(change[seat] for kind, change in changes if kind == "chance") for seat in seats]
        skill = [sum(change[seat] for kind, change in changes if kind != "chance") for seat in seats]
        mover = next((row["seat"] for row in part if row["seat"] is not None), None)
        unnamed = SET_UP_LABEL if counted else str(len(found) + 1)
        label = str(part[0]["turn"] or unnamed) if part[0]["number"] else "deal"
        found.append(ReviewTurn(label, mover, first, last, luck, skill, part[-1]["after"]))
    return found


def _turn_ranges(rows: Sequence[ReviewRow]) -> Iterator[tuple[int, int]]:
    at = 0
    while at < len(rows):
        key, end = _turn_key(rows[at]), at + 1
        while end < len(rows) and _turn_key(rows[end]) == key:
            end += 1
        yield at, end - 1
        at = end


def _turn_key(row: ReviewRow) -> tuple[Any, ...]:
    if not row["number"]:
        return ("deal",)
    return ("turn", row["turn"]) if row["turn"] else ("seat", row["seat"])


def seat_turn_bars(found: Sequence[ReviewTurn], seat: int) -> TurnBarChart:
    """Return the turns as bars for one seat; all seats have the same scale."""
    turns = [TurnValues(turn.luck, turn.skill, turn.seat, _axis_label(turn)) for turn in found]
    return turn_bars(turns, seat, lambda value: format_win_share(value, signed=True), NEGLIGIBLE)


def _axis_label(turn: ReviewTurn) -> str:
    return "" if turn.label == SET_UP_LABEL else turn.label


# the curve ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """Hold a turning point: its number, its place in the drawing, and its text."""

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
class WinCurve:
    """Hold the chances of all seats, from the beginning to the end."""

    lines: Sequence[WinCurveLine]
    flags: Sequence[TurningPoint]
    labels: Sequence[AxisLabel]
    said: str


def win_curve(review: Mapping[str, Any], found: Sequence[ReviewTurn]) -> WinCurve:
    """Return the chances to win after every row."""
    rows, names = review["rows"], review["players"]
    points = [review["start"], *(row["after"] for row in rows)]
    per = 100 / max(1, len(rows))
    flags = [_turning_point(number, row, review, per) for number, row in enumerate(sorted(review["turning"]), 1)]
    labels = win_curve_labels([(turn.first * per, _axis_label(turn)) for turn in found])
    paths = [
        f"{n}: {format_win_share(s)} at first, {format_win_share(e)} at the end"
        for n, s, e in zip(names, points[0], points[-1], strict=True)
    ]
    return WinCurve(
        win_curve_lines(points, names),
        flags,
        labels,
        f"Chance to win. {'. '.join(paths)}. The table below has every turn.",
    )


def _turning_point(number: int, at: int, review: Mapping[str, Any], per: float) -> TurningPoint:
    row, names = review["rows"][at], review["players"]
    changes = [b - a for a, b in zip(row["before"], row["after"], strict=True)]
    moved_most = max(range(len(changes)), key=lambda seat: abs(changes[seat]))
    seat = row["seat"] if row["seat"] is not None and abs(changes[row["seat"]]) > NEGLIGIBLE else moved_most
    before, after = (text_format.format_chance(row[each][seat]) for each in ("before", "after"))
    sentence = row["says"] or f"{names[seat]} {gain_in_words(changes[seat])} here."
    when = f"turn {row['turn']}" if row["turn"] else f"action {row['number']}"
    return TurningPoint(
        number,
        (at + 1) * per,
        100 - 100 * row["after"][seat],
        seat,
        sentence,
        row["text"],
        when,
        f"{names[seat]}: {before} → {after}",
        position_number(row),
    )


def position_number(row: ReviewRow) -> int:
    """Return the position number to show: the one of a decision, or the one that chance led to."""
    number = int(row["number"])
    return max(0, number - 1) if row["kind"] == "decision" else number


# the decisions and all the rows -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CostlyDecision:
    """Hold a decision worth a second look."""

    seat: int
    name: str
    when: str
    cost: str
    error: str
    played: str
    better: str
    says: str
    number: int  # of the position in which it was made


def costly_decisions(review: Mapping[str, Any]) -> list[CostlyDecision]:
    """Return the decisions that clearly cost something, the costliest first."""
    return [
        CostlyDecision(
            row["seat"],
            review["players"][row["seat"]],
            f"turn {row['turn']}" if row["turn"] else f"action {row['number']}",
            format_win_share(-row["cost"], signed=True),
            format_win_share(WHISKER_ERRORS * row["error"]) if row["error"] >= NEGLIGIBLE else "",
            row["text"],
            row["best"]["text"],
            row["reason"][:1].upper() + row["reason"][1:] or row["says"],
            position_number(row),
        )
        for row in (review["rows"][at] for at in review["looks"])
        if row["best"] is not None
    ]


@dataclass(frozen=True, slots=True)
class AccountRow:
    """Hold one row of the whole account, as the seat that it is about reads it."""

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


def account_rows(review: Mapping[str, Any]) -> list[AccountRow]:
    """Return a row for every throw and every decision."""
    found = []
    for row in review["rows"]:
        seat = row["seat"]
        seen = seat if seat is not None else 0
        change = row["after"][seen] - row["before"][seen]
        found.append(
            AccountRow(
                position_number(row),
                row["number"],
                seat,
                review["players"][seat] if seat is not None else "The deal",
                row["kind"] == "decision",
                row["text"],
                text_format.format_chance(row["before"][seen]),
                text_format.format_chance(row["after"][seen]),
                format_win_share(change, signed=True) if abs(change) >= NEGLIGIBLE else "",
                row["best"]["text"] if row["best"] else "",
            )
        )
    return found
