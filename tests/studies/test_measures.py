"""What is measured, worked out by hand on a march: seat 1 begins with steps of two, seat 0 takes three.

Totals of seats 0 and 1 after each turn: 0-2, 3-2, 3-4, 6-4, 6-6, 9-6, 9-8, 12-8.
"""

from __future__ import annotations

from time import perf_counter, thread_time
from typing import Any

import numpy as np
import pytest

from dicehouse.bots import Bot, make
from dicehouse.core import StudyMeasure, dtype
from dicehouse.errors import BadGame, BadSetting
from dicehouse.studies import Study
from dicehouse.studies.chunks import play_chunk, play_games, remaining_chunks
from dicehouse.studies.match_play import play_matches
from dicehouse.studies.play_kernel import decision_time
from dicehouse.studies.result_types import CellResult
from dicehouse.studies.study_run import PACE_TENTHS

from .march import game

BY_HAND = {
    "turns": 8,
    "decisions": 8,
    # Tenths of seconds: eight turns, six times two options and twice one, a step in each turn and an arrival.
    "minutes": (8 * 150 + (6 * 2 + 2 * 1) * 10 + (8 + 1) * 40) / 600,
    "first": 0,
    "order-2": 1,
    "choices": 6 / 8,
    "idle": 0,
    "score": 12,
    "leads": 3,
    "last-lead": 4 / 8,
    "comebacks": 0,
    "trailed": 2 / 8,
    "margin": 4,
    "ties": 0,
    "out": 0,
    "turns-50": 8,
    "own-together": 12 + 8,
}


def value(cell: CellResult, name: str) -> float:
    found = cell.measure(name)
    assert found is not None, name
    return found.value


def study(**more: object) -> Study:
    return Study(game, **{"bots": ("greedy",), "games": 8, "seed": 1, **more})  # type: ignore[arg-type]


@pytest.mark.parametrize("name", BY_HAND)
def test_a_measure_is_as_by_hand(name: str) -> None:
    (cell,) = study().run().cells
    assert value(cell, name) == pytest.approx(BY_HAND[name], abs=1e-4)


@pytest.mark.parametrize(
    ("options", "events", "tenths"), [(2, 1, 60), (1, 3, 130), (32, 1, 360), (500, 1, 360), (5, 0, 0)]
)
def test_people_look_at_options_and_read_events_but_let_chances_pass(options: int, events: int, tenths: int) -> None:
    assert decision_time(PACE_TENTHS, options, events) == tenths


def test_a_longer_march_is_compared_game_by_game() -> None:
    """To 13: 9-8 goes on with 12-8, 12-10 and 15-10."""
    found = study(vary={"target": [10, 13]}).run()
    (turns,) = (c for c in found.comparisons if c.measure == "turns")
    assert (turns.difference, turns.low, turns.high, turns.n) == (2, 2, 2, 8)
    assert turns.relative == 2 / 8 and not turns.clear  # eight games, in one of two dozen measures
    (turns,) = (c for c in study(vary={"target": [10, 13]}, games=16).run().comparisons if c.measure == "turns")
    assert (turns.low, turns.high) == (2, 2) and turns.clear
    assert [cell.changed for cell in found.cells] == [{"target": 10}, {"target": 13}]


def test_events_have_names_and_are_counted_by_game() -> None:
    """Four steps of two, four of three, and seat 0 arrives."""
    (cell,) = study().run().cells
    rows = {(e.group, e.name): (e.games, e.each, e.n, e.wins) for e in cell.events}
    assert rows == {
        ("arrived", "arrived"): (1, 1, 8, 1),
        ("step", "Two steps"): (1, 4, 8, 0),
        ("step", "three"): (1, 4, 8, 1),
    }


def test_the_worth_of_a_start_is_as_by_hand() -> None:
    """Seat 0 wins anyway; seat 1 does so only with it, by 11 to 9: in one game of two it makes the difference."""
    (cell,) = study(items=["help"]).run().cells
    (start,) = cell.worth
    assert study(items=["all"]).plan.cells[1:] == study(items=["help"]).plan.cells[1:]  # there is no crown
    assert (start.name, start.experiment, start.difference, start.n) == ("A start of three", "granted", 0.5, 8)


def test_what_hangs_on_a_choice_is_as_by_hand() -> None:
    """Of six choices the two of seat 0 are worth the game: whoever halts there loses it. Seat 1 loses anyway."""
    (cell,) = study(games=300, weigh=300).run().cells
    gain, stake = cell.measure("gain"), cell.measure("stake")
    assert gain is not None and stake is not None and gain.n == 300
    assert gain.low is not None and gain.high is not None and gain.low < 100 / 3 < gain.high < 37
    assert stake.value == pytest.approx(100 * (1 / 3) ** 0.5, abs=3)


def test_what_can_not_be_granted_is_said() -> None:
    with pytest.raises(
        BadSetting, match=r"^A crown can't be granted under these settings, nor if one or two options are changed\.$"
    ):
        study(items=["crown"])
    with pytest.raises(BadSetting, match="nothing called 'cards' to grant or deny; there are glory, help"):
        study(items=["cards"])


@pytest.mark.parametrize("word", ["help", "Help", "start", "START", "a start of three", "ALL"])
def test_a_thing_is_asked_for_by_its_kind_its_id_or_its_name(word: str) -> None:
    """The names that the refusal tells are those that are taken."""
    assert [c.item.id for c in study(items=[word]).plan.cells if c.item] == ["start"]
    with pytest.raises(BadSetting, match=r"there are glory, help, all, and each by its name, such as start\.$"):
        study(items=["cards"])


def test_a_setting_that_changes_nothing_is_no_verdict() -> None:
    found = study(vary={"idle_wish": [False, True]}, settings={"dice": True}).run()
    assert any("don't react to this setting" in warning for warning in found.warnings)
    assert all(c.difference == 0 for c in found.comparisons)


def test_games_that_are_stopped_are_won_by_nobody_and_have_no_length() -> None:
    found = study(cap=5).run()
    (cell,) = found.cells
    assert (cell.unfinished, cell.games) == (8, 8)
    measure = cell.measure("turns")
    assert measure is not None and measure.n == 0
    assert value(cell, "first") == value(cell, "order-2") == 0
    assert any("8 games were stopped at 5 decisions" in warning for warning in found.warnings)


def test_games_one_decision_at_a_time_tell_the_same() -> None:
    """Throws that are measured and bots that search are watched in Python: by the same measures."""
    plan, numbers = study(players=3, settings={"target": 20}).plan, np.arange(4)
    seen, counted = play_games(plan.cells[0], plan, numbers)
    kinds = np.zeros((4, 3), np.int64)
    again, matched = play_matches(
        plan.cells[0], plan.seed, plan.cap, numbers, kinds, PACE_TENTHS, len(counted.options) - 1
    )
    assert (seen.rows == again.rows).all() and (seen.won == again.won).all() and (seen.scores == again.scores).all()
    assert (counted.options == matched.options).all()
    assert {k: v.tolist() for k, v in counted.events.items()} == {k: v.tolist() for k, v in matched.events.items()}
    assert all((counted.samples[n].looks == matched.samples[n].looks).all() for n in range(4))


def test_bots_that_search_are_studied_game_by_game() -> None:
    found = study(bots=("search:20", "random"), games=2, settings={"target": 6})
    assert found.plan.size == 1
    told = found.run()
    assert told.cells[0].games == 2 and any("one decision at a time" in warning for warning in told.warnings)


def test_the_same_turn_of_a_seat_has_the_same_dice_in_every_variant() -> None:
    """A march to 5 is the beginning of one to 50: whoever has thrown so far has thrown the same."""
    found = study(vary={"target": [5, 50]}, settings={"dice": True}, games=60).plan
    tallies = play_chunk(found, next(remaining_chunks(found))).tallies
    short, long = (tallies[place].samples for place in (0, 1))
    for number, sample in short.items():
        looks = len(sample.looks)
        assert (sample.looks == long[number].looks[:looks]).all()


def test_a_game_adds_measures_of_its_own() -> None:
    """Everybody begins with the five war cards or with none; and of 50 games somebody played one."""
    with_cards, without = Study("dice-ocalypse", vary={"special_cards": [True, False]}, games=50, seed=1).run().cells
    assert 0 < value(with_cards, "own-unplayed") < 10
    assert value(without, "own-unplayed") == 0


@pytest.mark.parametrize("values", [lambda states, n: [0.5] * len(states), lambda states, n: [1]], ids=["part", "one"])
def test_a_measure_is_a_whole_number_for_each_game(values: Any) -> None:
    with pytest.raises(BadGame, match="one whole number for each game"):
        StudyMeasure("odd", "", "", values).of(np.zeros(3, dtype(game.hooks.State)), 2)


def test_a_bot_with_a_time_has_it_whole_however_many_games_are_played_beside_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By the wall's clock `--jobs 8` on two cores would make every search weaker, and the figures would be others."""
    clocks = []

    def seen(name: str, its_game: object, seed: object, clock: object = perf_counter) -> Bot:
        clocks.append(clock)
        return make("random", game, 1)

    monkeypatch.setattr("dicehouse.studies.match_play.make", seen)
    study(bots=("search:100ms",), games=2).run()
    assert len(clocks) == 4 and set(clocks) == {thread_time}
