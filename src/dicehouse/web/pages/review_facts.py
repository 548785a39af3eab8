"""Work out the texts and drawings of the review page from the stored review: sums, bars, curves and sentences.

Chances are shares of the win from 0 to 1, gains are shown in points of winning chance; drawings are placed in percent
of their area, so that they need no script. Texts are in the language of the current reader.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...charts.bar_chart import ErrorMark, TurnBarChart, TurnValues, ZeroLine, ZeroLineBar, error_marks, turn_bars
from ...charts.curve_chart import WinCurveLine, win_curve_labels, win_curve_lines
from ...charts.scale import AxisLabel
from ...i18n import Percent, Text, _, current_language, in_language, join_sentences, listing, ngettext, pgettext
from ...i18n.language import localize_number
from ...i18n.text import MINUS_SIGN
from ...text_format import LEAST_CHANCE

ReviewRow = Mapping[str, Any]
WHISKER_ERRORS = 2.0  # standard errors of a whisker: a 95% interval
NEGLIGIBLE = 0.0005  # smaller shares count as zero
LEAST_GAIN = 0.005  # who is ahead by less than half a point is not ahead
MOST_DECISIONS = 3
SET_UP = 0  # the number of what comes before the first turn


def format_chance(share: float) -> str:
    """Format a chance: "31%"; "<1%" and ">99%" near the ends, where only the rules make it 0% or 100%."""
    if 0.0 < share < LEAST_CHANCE:
        return f"<{in_language(Percent(LEAST_CHANCE))}"
    if 1.0 - LEAST_CHANCE < share < 1.0:
        return f">{in_language(Percent(1.0 - LEAST_CHANCE))}"
    return in_language(Percent(share))


def format_gain(share: float, *, signed: bool = True) -> str:
    """Format a gain of winning chance in points, without the unit: "+31", "\N{MINUS SIGN}5.5"; without a sign unless it
    is `signed`.
    """
    digits = 0 if abs(share) >= 0.0995 else 1
    number = f"{100 * share if signed else 100 * abs(share):+,.{digits}f}".removesuffix(".0")
    sign, number = number[0], number[1:]
    if not number.strip("0.,"):
        return "0"
    shown = localize_number(number, current_language())
    return f"{sign.replace('-', MINUS_SIGN)}{shown}" if signed else shown


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
    sure: bool  # True if the interval of the skill does not hold zero
    error: str
    average: Text | None  # what its own decisions gained on average


def is_skill_certain(review: Mapping[str, Any], seat: int) -> bool:
    """Return True if the interval of a seat's skill does not touch zero, or the seat has none."""
    return bool(abs(review["skill"][seat]) >= WHISKER_ERRORS * review["error"][seat])


def seat_sums(review: Mapping[str, Any], notes: Sequence[str], own: Sequence[int]) -> tuple[float, list[SeatSums]]:
    """Return the place of the zero line, and every seat's sums: first the reader's `own`, then the best outcome."""
    luck, skill = review["luck"], review["skill"]
    wide = [min(1.0, WHISKER_ERRORS * error) for error in review["error"]]
    line = ZeroLine([*luck, *(s + side * w for s, w in zip(skill, wide, strict=True) for side in (-1, 1))])

    def bar(value: float, whisker: tuple[float, float] | None = None) -> ZeroLineBar:
        return line.bar(value, format_gain(value), whisker)

    def blur(seat: int) -> tuple[float, float] | None:
        half = WHISKER_ERRORS * review["error"][seat]
        return None if half < NEGLIGIBLE else line.whisker(skill[seat], half)

    seats = sorted(range(len(luck)), key=lambda seat: (seat not in own, -review["outcome"][seat], -luck[seat]))
    return line.at, [
        SeatSums(
            seat,
            review["players"][seat],
            notes[seat],
            format_chance(review["start"][seat]),
            format_chance(review["outcome"][seat]),
            bar(luck[seat]),
            bar(skill[seat], blur(seat)),
            blur(seat),
            is_skill_certain(review, seat),
            format_gain(WHISKER_ERRORS * review["error"][seat], signed=False),
            _average_gain(review, seat),
        )
        for seat in seats
    ]


def _average_gain(review: Mapping[str, Any], seat: int) -> Text | None:
    """Return what a seat's own decisions gained on average; None if it had no choice."""
    rows = [row for row in review["rows"] if row["kind"] == "decision" and row["seat"] == seat and row["options"] > 1]
    if not rows:
        return None
    gain = math.fsum(row["after"][seat] - row["before"][seat] for row in rows) / len(rows)
    return ngettext(
        "Average: {gain} points per decision ({n} decision).",
        "Average: {gain} points per decision ({n} decisions).",
        len(rows),
        gain=_small(gain),
    )


def _small(gain: float) -> str:
    """Format an average gain with two decimals: it is much smaller than a point."""
    number = localize_number(f"{100 * gain:+.2f}", current_language())
    return number.replace("-", MINUS_SIGN) if number.strip("+-0.,") else "0"


def skill_marks(review: Mapping[str, Any], order: Sequence[SeatSums]) -> list[ErrorMark]:
    """Return the skill of every seat with its whisker, all on one scale, in the `order` of the sums."""
    seats = [sums.seat for sums in order]
    return error_marks([review["skill"][at] for at in seats], [WHISKER_ERRORS * review["error"][at] for at in seats])


def review_headline(review: Mapping[str, Any], you: int | None) -> Text:
    """Return the headline: who played better, and who had better luck; `you` is the seat of a reader who played.

    What two players' errors may hide is not claimed.
    """
    sides = _sides_of(review)
    if len(sides) == 1:
        seat = sides[0][0]
        return _(
            "Skill {skill} points, luck {luck} points",
            skill=format_gain(review["skill"][seat]),
            luck=format_gain(review["luck"][seat]),
        )
    played, lucky = (_side_ahead(review, sides, sums) for sums in ("skill", "luck"))
    if len(sides) == 2:
        return _headline_of_two(review, sides, you, played, lucky)
    names = review["players"]
    who = None if played is None else listing(names[seat] for seat in sides[played])
    whom = None if lucky is None else listing(names[seat] for seat in sides[lucky])
    if played is not None and played == lucky:
        if you in sides[played]:
            return _("You played best and had the best luck.")
        return _("{player} played best and had the best luck.", player=who)
    skill = (
        _("It isn't clear who played best.")
        if played is None
        else _("You played best.")
        if you in sides[played]
        else _("{player} played best.", player=who)
    )
    luck = (
        _("It isn't clear who had the best luck.")
        if lucky is None
        else _("You had the best luck.")
        if you in sides[lucky]
        else _("{player} had the best luck.", player=whom)
    )
    return join_sentences(skill, luck)


def _headline_of_two(
    review: Mapping[str, Any], sides: Sequence[Sequence[int]], you: int | None, played: int | None, lucky: int | None
) -> Text:
    names = review["players"]
    who = None if played is None else listing(names[seat] for seat in sides[played])
    whom = None if lucky is None else listing(names[seat] for seat in sides[lucky])
    if played is not None and played == lucky:
        if you in sides[played]:
            return _("You played better and had better luck.")
        return _("{player} played better and had better luck.", player=who)
    skill = (
        _("It isn't clear who played better.")
        if played is None
        else _("You played better.")
        if you in sides[played]
        else _("{player} played better.", player=who)
    )
    luck = (
        _("It isn't clear who had better luck.")
        if lucky is None
        else _("You had better luck.")
        if you in sides[lucky]
        else _("{player} had better luck.", player=whom)
    )
    return join_sentences(skill, luck)


def _sides_of(review: Mapping[str, Any]) -> list[list[int]]:
    """Return the seats by side: seats of a team win together, so all their chances are the same."""
    found: dict[tuple[float, ...], list[int]] = {}
    for seat in range(len(review["players"])):
        chances = [row["after"][seat] for row in review["rows"]]
        key = (*chances, review["outcome"][seat]) if len(review["players"]) > 2 else (float(seat),)
        found.setdefault(tuple(round(chance, 9) for chance in key), []).append(seat)
    return list(found.values())


def _side_ahead(review: Mapping[str, Any], sides: Sequence[Sequence[int]], sums: str) -> int | None:
    """Return the side whose luck or skill is clearly the highest, or None."""
    order = sorted(range(len(sides)), key=lambda at: -review[sums][sides[at][0]])
    first, second = (sides[at][0] for at in order[:2])
    lead = review[sums][first] - review[sums][second]
    # With two sides the errors are those of one number: what one gains, the other loses.
    errors = [review["error"][first], review["error"][second]]
    error = sum(errors) if len(sides) == 2 else math.hypot(*errors)
    return order[0] if lead > max(WHISKER_ERRORS * error, LEAST_GAIN) else None


def starting_chances(review: Mapping[str, Any]) -> Text:
    """Describe the chances of all seats at the start of the game."""
    starts, names = review["start"], review["players"]
    if len(names) == 1:
        return _("{player} began with a winning chance of {chance}.", player=names[0], chance=format_chance(starts[0]))
    if max(starts) - min(starts) < 0.005:
        return _("Each player began with a winning chance of {chance}.", chance=format_chance(starts[0]))
    each = [_("{player} {chance}", player=name, chance=format_chance(s)) for name, s in zip(names, starts, strict=True)]
    return _("The winning chances at the start: {chances}.", chances=listing(each))


# turn by turn -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ReviewTurn:
    """Hold rows that belong to one turn; `first` and `last` are their indexes among all rows."""

    label: str
    axis: str  # the label below a drawing
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
        number = part[0]["turn"] or (SET_UP if counted else len(found) + 1)
        dealt = not part[0]["number"]
        label = pgettext("of a game", "deal") if dealt else str(number) if number else _("set-up")
        axis = "" if not dealt and number == SET_UP else label
        after = part[-1]["after"]
        found.append(ReviewTurn(in_language(label), in_language(axis), mover, first, last, luck, skill, after))
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
    turns = [TurnValues(turn.luck, turn.skill, turn.seat, turn.axis) for turn in found]
    return turn_bars(turns, seat, format_gain, NEGLIGIBLE)


# the curve ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """Hold a turning point: its number, its place in the drawing, and its text."""

    number: int
    left: float
    top: float
    seat: int
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
    labels = win_curve_labels([(turn.first * per, turn.axis) for turn in found])
    paths = [
        _(
            "{player}: {start} at the start, {end} at the end.",
            player=name,
            start=format_chance(first),
            end=format_chance(last),
        )
        for name, first, last in zip(names, points[0], points[-1], strict=True)
    ]
    said = join_sentences(*paths, _("The table below has every turn."))
    return WinCurve(win_curve_lines(points, names), flags, labels, said)


def _turning_point(number: int, at: int, review: Mapping[str, Any], per: float) -> TurningPoint:
    row, names = review["rows"][at], review["players"]
    changes = [b - a for a, b in zip(row["before"], row["after"], strict=True)]
    moved_most = max(range(len(changes)), key=lambda seat: abs(changes[seat]))
    seat = row["seat"] if row["seat"] is not None and abs(changes[row["seat"]]) > NEGLIGIBLE else moved_most
    before, after = (format_chance(row[each][seat]) for each in ("before", "after"))
    return TurningPoint(
        number,
        (at + 1) * per,
        100 - 100 * row["after"][seat],
        seat,
        row["text"],
        _moment_of(row),
        _(
            "{player}: {before} → {after} ({gain} points)",
            player=names[seat],
            before=before,
            after=after,
            gain=format_gain(changes[seat]),
        ),
        position_number(row),
    )


def _moment_of(row: ReviewRow) -> Text:
    """Return when a row happened."""
    return _("Turn {n}", n=row["turn"]) if row["turn"] else _("Action {n}", n=row["number"])


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


def costly_decisions(
    review: Mapping[str, Any], own: Sequence[int]
) -> tuple[list[CostlyDecision], list[CostlyDecision]]:
    """Return the decisions that clearly cost something, the costliest first: those of the reader's `own` seats, and
    those of others.
    """
    clear = [row for row in review["rows"] if row["cost"] > max(WHISKER_ERRORS * row["error"], LEAST_GAIN)]
    rows = sorted((row for row in clear if row["best"]), key=lambda row: -row["cost"])
    mine, others = ([row for row in rows if (row["seat"] in own) == wanted] for wanted in (True, False))
    return (
        [_costly_decision(review, row, own) for row in mine[:MOST_DECISIONS]],
        [_costly_decision(review, row, own) for row in others[:MOST_DECISIONS]],
    )


def _costly_decision(review: Mapping[str, Any], row: ReviewRow, own: Sequence[int]) -> CostlyDecision:
    why = (row.get("why_you") if row["seat"] in own else None) or row.get("why") or row["reason"]
    return CostlyDecision(
        row["seat"],
        review["players"][row["seat"]],
        _moment_of(row),
        format_gain(-row["cost"]),
        format_gain(WHISKER_ERRORS * row["error"], signed=False) if row["error"] >= NEGLIGIBLE else "",
        row["text"],
        row["best"]["text"],
        why,
        position_number(row),
    )


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
                review["players"][seat] if seat is not None else in_language(_("The deal")),
                row["kind"] == "decision",
                row["text"],
                format_chance(row["before"][seen]),
                format_chance(row["after"][seen]),
                format_gain(change) if abs(change) >= NEGLIGIBLE else "",
                row["best"]["text"] if row["best"] else "",
            )
        )
    return found


# the replay ---------------------------------------------------------------------------------------------------------


def replay_verdicts(review: Mapping[str, Any], last: int, own: Sequence[int]) -> dict[str, Any]:
    """Return what a replay shows of a review: for each position from 0 to `last` every seat's chance, the luck that led
    there, and the verdict on the decision that was made there; and every seat's sums of luck and skill.
    """
    chances, now = [], review["start"]
    by_number: dict[int, list[ReviewRow]] = {}
    for row in review["rows"]:
        by_number.setdefault(row["number"], []).append(row)
    lucky, verdicts = {}, {}
    for number in range(last + 1):
        for row in by_number.get(number, ()):
            now = row["after"]
            if row["kind"] != "decision" and (sentence := _luck_sentence(review, row)):
                lucky[number] = sentence
            elif row["kind"] == "decision" and number and row["options"] != 1:
                verdicts[number - 1] = _verdict(review, row, own)
        chances.append([round(share, 4) for share in now])
    return {
        "chances": chances,
        "words": [[format_chance(share) for share in each] for each in chances],
        "luck": lucky,
        "verdicts": verdicts,
        "sums": {sums: [format_gain(gain) for gain in review[sums]] for sums in ("luck", "skill")},
    }


def better_choice(review: Mapping[str, Any], number: int) -> ReviewRow | None:
    """Return the row of the decision in position `number` if another choice was clearly better; None otherwise."""
    return next((row for row in review["rows"] if position_number(row) == number and _has_clear_cost(row)), None)


def _has_clear_cost(row: ReviewRow) -> bool:
    return bool(row["best"]) and row["cost"] > max(WHISKER_ERRORS * row["error"], LEAST_GAIN)


def _luck_sentence(review: Mapping[str, Any], row: ReviewRow) -> Text | None:
    """Return whom luck helped most, and how much; None if it changed nothing."""
    changes = [after - before for before, after in zip(row["before"], row["after"], strict=True)]
    seat = row["seat"] if row["seat"] is not None else max(range(len(changes)), key=lambda at: abs(changes[at]))
    if abs(changes[seat]) < LEAST_GAIN:
        return None
    return _("Luck for {player}: {gain} points", player=review["players"][seat], gain=format_gain(changes[seat]))


def _verdict(review: Mapping[str, Any], row: ReviewRow, own: Sequence[int]) -> dict[str, Any]:
    clear, seat = _has_clear_cost(row), row["seat"]
    found: dict[str, Any] = {"seat": seat, "played": row["text"], "clear": clear}
    if clear:
        look = _costly_decision(review, row, own)
        found |= {
            "cost": _("{points} points", points=look.cost),
            "better": look.better,
            "why": look.says,
            "error": _("± {error} points", error=look.error) if look.error else "",
            "chances": _(
                "Winning chance: {better} with the better choice, {played} as played.",
                better=format_chance(row["before"][seat]),
                played=format_chance(row["after"][seat]),
            ),
        }
    return found
