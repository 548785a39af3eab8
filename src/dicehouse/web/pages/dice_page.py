"""Serve the public page of all dice that were thrown on this server, and how they compare with chance.

It uses finished games only, so nobody learns anything about a running one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from dicehouse import games
from dicehouse.errors import UnknownGame

from ...charts import dice_chart
from ...i18n import Percent, Text, _, join_sentences, ngettext
from ...i18n.dates import long_date
from ...server.archive import streak_odds
from ...server.archive.dice_counts import Faces, Totals
from ...server.archive.dice_fairness import (
    ALARM,
    FEWEST,
    Uneven,
    at_least,
    evidence,
    half_band,
    in_odds,
    uneven,
)
from ...server.archive.streak_odds import SIDES
from ...server.archive.tabular_files import has_parquet
from ..app_services import services_of
from ..page_renderer import render_page

UNLIKELY = 0.05
TOO_FEW = _("too few to tell")
MAX_DRAWN_DICE = 12  # dice of a streak that are drawn


@dataclass(frozen=True, slots=True)
class FaceLane:
    """Hold the count of one face of the six-sided dice, as it is drawn."""

    face: int
    count: int
    away: int  # difference from one in six
    inside: bool
    picture: Markup


@dataclass(frozen=True, slots=True)
class DiceCountRow:
    """Hold the counts of a game, or of a kind of draw, compared with chance."""

    name: str
    game: str
    number: int
    matches: int
    says: str
    picture: Markup
    counts: Sequence[int]


@dataclass(frozen=True, slots=True)
class StreakCard:
    """Hold a streak, with how often it was to be expected."""

    title: str
    face: int  # whose pips are drawn; 0: blank dice
    length: int
    text: str


async def dice_page(request: Request) -> Response:
    """Return the public page of dice."""
    totals = await services_of(request).registry.chronicle.dice()
    if not totals.all.matches:
        return await render_page(request, "dice_empty.html", public=True)
    found = uneven(totals.all.dice)
    by_game, others = _game_rows(totals), _other_draw_rows(totals.all)
    judged = 1 + sum(row.says != TOO_FEW for row in (*by_game, *others))
    return await render_page(
        request,
        "dice.html",
        public=True,
        number=sum(totals.all.dice),
        throws=totals.throws,
        matches=totals.all.matches,
        since=long_date(totals.since),
        lanes=_face_lanes(totals.all.dice),
        width=round(half_band(sum(totals.all.dice), SIDES) * 100 / dice_chart.FAIR_BAND),
        found=found,
        hundred=min(99, max(1, round(found.chance * 100))),
        testable=found.degrees > 0,
        odd=found.chance < UNLIKELY,
        power=evidence(totals.all.dice),
        odds=in_odds(evidence(totals.all.dice)),
        alarm=evidence(totals.all.dice) >= ALARM,
        streaks=_streak_cards(totals) if sum(totals.all.dice) else [],
        games=by_game,
        aimed=_hand_thrown_rows(totals),
        others=others,
        judged=judged,
        # Exact if the tests used separate dice; they share some, so the true chance is this or less.
        looks=Percent(1 - (1 - UNLIKELY) ** judged),
        parquet=has_parquet(),
    )


def _face_lanes(counts: Sequence[int]) -> list[FaceLane]:
    number = sum(counts)
    half = half_band(number, SIDES)
    return [
        FaceLane(
            face,
            count,
            round(count - number / SIDES),
            abs(count - number / SIDES) <= half,
            dice_chart.face_lane(count, number / SIDES, half, face),
        )
        for face, count in enumerate(counts, 1)
    ]


def _game_rows(totals: Totals) -> list[DiceCountRow]:
    """Return a row for each game that drew dice or cards, and for both together how uneven they are."""
    rows = []
    for game, faces in sorted(totals.games.items(), key=lambda each: -sum(map(sum, each[1].drawn.values()))):
        found = uneven(*faces.drawn.values())
        number = sum(map(sum, faces.drawn.values()))
        if number:
            thrown = sum(faces.dice)
            enough = thrown >= SIDES * FEWEST
            picture = dice_chart.face_bars(faces.dice, half_band(thrown, SIDES)) if enough else Markup("")
            rows.append(
                DiceCountRow(game_name(game), game, number, faces.matches, _unevenness_text(found), picture, faces.dice)
            )
    return rows


def _unevenness_text(found: Uneven) -> str:
    return (
        _("more uneven {share} of the time", share=Percent(found.chance, 0 if found.chance >= 0.01 else 1))
        if found.degrees
        else TOO_FEW
    )


def _other_draw_rows(faces: Faces) -> list[DiceCountRow]:
    """Return the draws with a number of faces other than six."""
    return [
        DiceCountRow(_("1 in {n}", n=sides), "", sum(counts), 0, _unevenness_text(uneven(counts)), Markup(""), counts)
        for sides, counts in sorted(faces.drawn.items())
        if sides != SIDES
    ]


def _hand_thrown_rows(totals: Totals) -> list[DiceCountRow]:
    """Return the dice that were thrown by hand: shown, not tested."""
    return [
        DiceCountRow(
            game_name(game),
            game,
            sum(faces.landed),
            faces.matches,
            "",
            dice_chart.face_bars(faces.landed),
            faces.landed,
        )
        for game, faces in totals.games.items()
        if sum(faces.landed)
    ]


def game_name(game: str) -> str:
    """Return the name of a game, or its id if this server no longer has it."""
    try:
        return games.find(game).name
    except UnknownGame:
        return game


def _streak_cards(totals: Totals) -> list[StreakCard]:
    """Return the longest run, the longest wait, and six alike; these three were chosen before any dice were seen."""
    run, wait, lengths = totals.run, totals.wait, totals.lengths
    found = [
        StreakCard(
            _("Longest run: {face}, {n} times in a row", face=str(run.face), n=run.length),
            run.face,
            min(run.length, MAX_DRAWN_DICE),
            join_sentences(
                _("In {game} on {day}.", game=game_name(run.game), day=long_date(run.ended)),
                _how_often(streak_odds.chance_of_run(run.length, lengths)),
            ),
        )
    ]
    if wait.length:
        text = join_sentences(
            _("In {game} on {day}.", game=game_name(wait.game), day=long_date(wait.ended)),
            _how_often(streak_odds.chance_of_wait(wait.length, lengths)),
        )
        title = ngettext("Longest wait for a six: {n} die", "Longest wait for a six: {n} dice", wait.length)
        found.append(StreakCard(title, 0, wait.length, text))
    expected = streak_odds.expected_alike(lengths)
    chance = at_least(totals.alike, expected) if totals.alike else math.exp(-expected)
    wanted = round(expected, 1) if expected >= 0.05 else _("fewer than 0.1")
    text = join_sentences(_("Expected with games like ours: {n}.", n=wanted), _how_often(chance))
    title = ngettext(
        "Six of the same face in a row: {n} time", "Six of the same face in a row: {n} times", totals.alike
    )
    return [*found, StreakCard(title, SIDES, streak_odds.ALIKE, text)]


def _how_often(chance: float) -> Text:
    """Say how often fair dice do what happened here."""
    if chance < 0.01:
        return _("Fair dice do this less than 1% of the time.")
    return _("Fair dice do this {share} of the time.", share=Percent(min(chance, 0.99)))
