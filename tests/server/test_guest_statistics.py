"""What games add up to: wins by opponent, what would be even, records, and which games are meant."""

from __future__ import annotations

import datetime
from dataclasses import replace
from typing import Any

import pytest

from dicehouse.arena.intervals import wilson_interval
from dicehouse.charts.interval_chart import win_share_chart
from dicehouse.server.archive.guest_statistics import (
    ALONE,
    BOTS,
    LOST,
    PEOPLE,
    WON,
    Choice,
    add_up,
    as_row,
    by_game,
    called,
    opponent,
)
from dicehouse.server.archive.match_results import Finished
from dicehouse.web.pages.your_games_page import win_share_row

DAY = 86_400.0


def game(places: list[int], *bots: str | None, **more: Any) -> Finished:
    """A game of two or more in which seat 0 asks; `bots` are the others."""
    result = {"title": "", "places": places, "totals": [1000 * (9 - place) for place in places], "minutes": 7}
    names = ["Ana", *(bot or "Ben" for bot in bots)]
    base = Finished("t", "dice-ocalypse", "standard", 10 * DAY, names, [0], [None, *bots], result, 7)
    return replace(base, **more)


def test_the_strongest_bot_is_whom_one_played_unless_people_sat_there() -> None:
    assert [opponent(game([1] * n, *bots)) for n, bots in [(2, ("pip",)), (4, ("dot", "otto", "pip")), (1, ())]] == [
        "pip",
        "otto",
        ALONE,
    ]
    assert opponent(game([1, 2, 3], "nox", None)) == PEOPLE
    assert opponent(game([1, 2], "sensible")) == "otto", "the name of that time"
    assert opponent(game([1, 2], "search:400")) == "search:400"
    assert [called(who) for who in (PEOPLE, "kofi")] == ["People", "Kofi, medium"]


def test_wins_are_added_up_by_opponent_with_what_would_be_even() -> None:
    played = [
        game([1, 2], "pip"),
        game([2, 1], "pip"),
        game([1, 2, 3, 4], "pip", "dot", "pip"),
        game([1, 1, 3, 3], None, "otto", "otto"),  # partners
        game([1, 1], None, own=[0, 1]),  # a shared device: nobody's
        game([1, 2], "pip", result=None),  # of a time when results were not kept
    ]
    found = add_up(played)
    assert [(share.who, share.games, share.won) for share in found.against] == [
        (PEOPLE, 1, 1),
        ("pip", 2, 1),
        ("dot", 1, 1),
    ]
    assert (found.all.games, found.all.won, found.minutes) == (4, 3, 42)
    assert found.all.fair == pytest.approx(1 / 2 + 1 / 2 + 1 / 4 + 2 / 4)
    assert found.all.interval == wilson_interval(3, 4) and found.records == [] and found.all.shared == 4


def test_who_plays_alone_has_no_fair_share() -> None:
    """A place is 1 or 2 there, won or lost: nobody else could have had it."""
    alone = [game([1]), game([1]), game([2])]
    found = add_up([*alone, game([2, 1], "pip")])
    assert (found.all.games, found.all.won, found.all.fair, found.all.shared) == (4, 2, 0.5, 1)
    (pip, by_oneself) = found.against
    assert (by_oneself.who, by_oneself.won, by_oneself.fair, by_oneself.shared) == (ALONE, 2, 0, 0)
    assert win_share_chart([win_share_row(pip)]).count("even") == 1 and "even" not in win_share_chart(
        [win_share_row(by_oneself)]
    ), "no tick where nobody else sat"


def test_records_are_of_one_game_and_belong_to_the_first_who_set_them() -> None:
    played = [
        game([1, 2], "pip", table="a", ended=1.0, minutes=9),
        game([1, 2], "pip", table="b", ended=2.0, minutes=3),
        game([2, 1], "pip", table="c", ended=3.0, minutes=65),
        game([1, 2], "pip", table="d", ended=4.0, minutes=3),
        game([1, 2], "pip", table="e", ended=5.0, game="deck-o-dice", minutes=1),
    ]
    found = add_up(played, "dice-ocalypse")
    assert [(best.title, best.value, best.table) for best in found.records] == [
        ("Most points", "8,000 points", "a"),
        ("Quickest win", "3 minutes", "b"),
        ("Longest game", "1 hour 5 minutes", "c"),
        ("Most wins in a row", "2", "b"),
    ]
    cards = by_game(played)["deck-o-dice"].records
    assert [best.value for best in cards] == ["8,000 cards", "1 minute", "1 minute"], "in the game's own words"
    assert list(by_game(played)) == ["dice-ocalypse", "deck-o-dice"]


def test_a_choice_of_games() -> None:
    won, lost, shared = game([1, 2], "pip"), game([2, 1], None), game([1, 2], None, own=[0, 1])

    def fit(**choice: Any) -> list[bool]:
        return [Choice(**choice).fits(one) for one in (won, lost, shared)]

    day = datetime.date(1970, 1, 11)
    assert fit() == [True] * 3
    assert fit(result=WON) == [True, False, False] and fit(result=LOST) == [False, True, False]
    assert fit(against=BOTS) == fit(against="pip") == [True, False, False] and fit(against=PEOPLE)[1]
    assert fit(game="deck-o-dice") == [False] * 3
    assert fit(since=day, until=day) == [True] * 3
    assert fit(since=day + datetime.timedelta(1)) == fit(until=day - datetime.timedelta(1)) == [False] * 3


def test_a_row_of_a_file_says_nothing_that_nobody_can_say() -> None:
    row = as_row(game([2, 1], None))
    assert (row["place"], row["won"], row["points"], row["ended"]) == (2, False, 7000, "1970-01-11T00:00:00Z")
    shared = as_row(game([1, 2], None, own=[0, 1]))
    assert (shared["place"], shared["won"], shared["with"]) == (None, None, "")
