"""Check that options are raced with the same dice: `search` where a game can estimate the win chances."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

import numpy as np
import pytest

import dicehouse
from dicehouse import bots
from dicehouse.bots.search_bot import SearchBot
from dicehouse.records.record import Floats
from dicehouse.search.sequential_halving import MIN_GAIN, SequentialHalving

LUCK = np.random.default_rng(1).normal(0.5, 0.3, 20_000)  # what the dice of each future give, whatever is chosen
WHIM = np.random.default_rng(2).normal(0.0, 0.02, 20_000)  # and what they give more to one option than to another


def at_once(futures: Callable[[int, int, int], Floats]) -> Callable[[int, int, int], Generator[Any, Any, Floats]]:
    """The same results, without waiting for anything."""

    def come(first: int, n: int, option: int) -> Generator[Any, Any, Floats]:
        yield from ()
        return futures(first, n, option)

    return come


def futures(*worths: float) -> Callable[[int, int, int], Generator[Any, Any, Floats]]:
    """Return results of options that are worth this much more than luck gives."""

    def come(first: int, n: int, option: int) -> Floats:
        found: Floats = LUCK[first : first + n] + worths[option] + np.roll(WHIM, 997 * option)[first : first + n]
        return found

    return at_once(come)


def so_many(number: int) -> Callable[[int], float]:
    return lambda played: played / number


def test_the_better_option_is_found_though_luck_is_many_times_as_large() -> None:
    worths = (0.0, 0.006, -0.02, 0.02, 0.012, -0.3, 0.0)
    race = SequentialHalving(range(7), 0, futures(*worths))
    assert race.best(so_many(4_000)) == 3
    assert race.rest == [3], "one is left beside the guide's"


@pytest.mark.parametrize("more", [0.0, MIN_GAIN / 2, -0.05])
def test_the_guide_is_left_only_for_what_is_better_by_a_margin(more: float) -> None:
    assert (
        SequentialHalving(
            (4, 7), 7, at_once(lambda first, n, option: LUCK[first : first + n] + more * (option == 4))
        ).best(so_many(900))
        == 7
    )


def test_the_guide_is_left_only_for_what_is_better_by_more_than_chance() -> None:
    seldom = np.arange(20_000) % 50 == 10  # a large gain, seen once in 32 futures: as likely luck as not
    race = SequentialHalving(
        (0, 1), 0, at_once(lambda first, n, option: 0.5 * option * seldom[first : first + n] - 0.008 * option)
    )
    assert race.best(so_many(64)) == 0


@pytest.mark.parametrize("number", [1, 2, 3, 15, 16, 17, 40, 1_000])
def test_the_budget_is_kept_to_the_last_future(number: int) -> None:
    race = SequentialHalving(range(9), 0, futures(*range(9)))
    chosen = race.best(so_many(number))
    assert race.played == number
    assert chosen == 8 if number == 1_000 else chosen in range(9)


def test_who_has_no_choice_takes_as_long() -> None:
    race = SequentialHalving((5,), 5, futures(*range(6)))
    assert (race.best(so_many(100)), race.played) == (5, 100)


# --- Dice-ocalypse!


def test_in_a_game_that_estimates_so_many_futures_are_played() -> None:
    match = dicehouse.new("dice-ocalypse", seed=1)
    bot, rival = SearchBot("search:500", 1), bots.make("sensible", "dice-ocalypse", seed=1)
    raced = 0
    while raced < 5:
        seat = match.acting()[0]
        choices = len(match.options(seat))
        bot.simulations = 0
        match.play(seat, bot.choose(match, seat) if choices > 1 else rival.choose(match, seat))
        assert bot.simulations == (500 if choices > 1 else 0)
        raced += choices > 1
