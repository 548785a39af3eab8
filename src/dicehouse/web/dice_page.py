"""The public page of every die that was ever thrown here, and what chance says of them in plain words.

It is made of games that are over, so nobody learns anything of one that is on.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from dicehouse import games
from dicehouse.errors import UnknownGame

from ..table.past import streaks
from ..table.past.fairness import ALARM, FEWEST, Uneven, at_least, evidence, half_band, in_odds, of_100, uneven
from ..table.past.streaks import SIDES
from ..table.past.tabular import has_parquet
from ..table.past.thrown import Faces, Totals
from . import charts
from .render import page
from .site import site_of

ODD = 0.05
TOO_FEW = "too few to tell yet"
MOST_DRAWN = 12  # dice of a streak that are drawn
FACES = ("", "ones", "twos", "threes", "fours", "fives", "sixes")
NUMBERS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve")


@dataclass(frozen=True, slots=True)
class Lane:
    """One face of the six-sided dice."""

    face: int
    count: int
    away: int  # more (or fewer, below 0) than one in six
    inside: bool
    picture: Markup


@dataclass(frozen=True, slots=True)
class Row:
    """A game, or a kind of draw, with what chance says of it."""

    name: str
    game: str
    number: int
    matches: int
    says: str
    picture: Markup
    counts: Sequence[int]


@dataclass(frozen=True, slots=True)
class Streak:
    """A streak, told with how often it was to be expected."""

    title: str
    face: int  # whose pips are drawn; 0: blank dice
    length: int
    text: str


async def dice(request: Request) -> Response:
    """All of it."""
    totals = await site_of(request).house.chronicle.dice()
    if not totals.all.matches:
        return await page(request, "dice_none.html", public=True)
    found = uneven(totals.all.dice)
    by_game, others = _by_game(totals), _others(totals.all)
    judged = 1 + sum(row.says != TOO_FEW for row in (*by_game, *others))
    return await page(
        request,
        "dice.html",
        public=True,
        number=sum(totals.all.dice),
        throws=totals.throws,
        matches=totals.all.matches,
        since=day(totals.since),
        lanes=_lanes(totals.all.dice),
        width=round(half_band(sum(totals.all.dice), SIDES) * 100 / charts.BAND),
        found=found,
        hundred=min(99, max(1, round(found.chance * 100))),
        telling=found.degrees > 0,
        of_100=of_100(found.chance),
        odd=found.chance < ODD,
        power=evidence(totals.all.dice),
        odds=in_odds(evidence(totals.all.dice)),
        alarm=evidence(totals.all.dice) >= ALARM,
        streaks=_streaks(totals) if sum(totals.all.dice) else [],
        games=by_game,
        aimed=_aimed(totals),
        others=others,
        judged=judged,
        # Were they of separate dice. They share some, and fall low together, so it is this or less.
        looks=round(100 * (1 - (1 - ODD) ** judged)),
        parquet=has_parquet(),
    )


def day(stamp: float) -> str:
    """A day in UTC, as people write it."""
    at = time.gmtime(stamp)
    return f"{at.tm_mday} {time.strftime('%B %Y', at)}"


def _lanes(counts: Sequence[int]) -> list[Lane]:
    number = sum(counts)
    half = half_band(number, SIDES)
    return [
        Lane(
            face,
            count,
            round(count - number / SIDES),
            abs(count - number / SIDES) <= half,
            charts.lane(count, number, face),
        )
        for face, count in enumerate(counts, 1)
    ]


def _by_game(totals: Totals) -> list[Row]:
    """A row for each game that drew dice or cards; of both together it is said how uneven they are."""
    rows = []
    for game, faces in sorted(totals.games.items(), key=lambda each: -sum(map(sum, each[1].drawn.values()))):
        found = uneven(*faces.drawn.values())
        number = sum(map(sum, faces.drawn.values()))
        if number:
            picture = charts.bars(faces.dice) if sum(faces.dice) >= SIDES * FEWEST else Markup("")
            rows.append(Row(name_of(game), game, number, faces.matches, _says(found), picture, faces.dice))
    return rows


def _says(found: Uneven) -> str:
    return f"more uneven in {of_100(found.chance)}" if found.degrees else TOO_FEW


def _others(faces: Faces) -> list[Row]:
    """What was drawn with another number of ways than six."""
    return [
        Row(f"one of {sides}", "", sum(counts), 0, _says(uneven(counts)), Markup(""), counts)
        for sides, counts in sorted(faces.drawn.items())
        if sides != SIDES
    ]


def _aimed(totals: Totals) -> list[Row]:
    """Dice that somebody threw by hand: shown, not judged."""
    return [
        Row(name_of(game), game, sum(faces.landed), faces.matches, "", charts.bars(faces.landed, False), faces.landed)
        for game, faces in totals.games.items()
        if sum(faces.landed)
    ]


def name_of(game: str) -> str:
    """What a game is called; its id, if it left the house."""
    try:
        return games.find(game).name
    except UnknownGame:
        return game


def _streaks(totals: Totals) -> list[Streak]:
    """The longest run, the longest wait, and six alike: chosen once for all, before anybody knew what would come."""
    run, wait, lengths = totals.run, totals.wait, totals.lengths
    as_long = of_100(streaks.chance_of_run(run.length, lengths))
    found = [
        Streak(
            f"{NUMBERS[run.length] if run.length < len(NUMBERS) else run.length} {FACES[run.face]} in a row",
            run.face,
            min(run.length, MOST_DRAWN),
            f"The longest run of one face, in {name_of(run.game)} on {day(run.ended)}."
            f" One face comes as often in a row in {as_long}, with games as long as ours.",
        )
    ]
    if wait.length:
        waited = of_100(streaks.chance_of_wait(wait.length, lengths))
        title = f"{wait.length} {'die' if wait.length == 1 else 'dice'} without a six"
        text = f"The longest wait for a six, in {name_of(wait.game)} on {day(wait.ended)}. It is as long in {waited}."
        found.append(Streak(title, 0, wait.length, text))
    expected = streaks.expected_alike(lengths)
    often = f"So many or more come in {of_100(at_least(totals.alike, expected))}."
    none = f"None at all comes in {of_100(math.exp(-expected))}."
    times = "once" if totals.alike == 1 else f"{totals.alike:,} times" if totals.alike else "never"
    wanted = f"{expected:,.1f}" if expected >= 0.05 else "Hardly any"
    text = f"{wanted} were to be expected in games as long as ours. {often if totals.alike else none}"
    return [*found, Streak(f"Six alike in a row, {times}", SIDES, streaks.ALIKE, text)]
