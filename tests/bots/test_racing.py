"""Check the search of inDICEsion: throws are raced within a budget, and the policy's choice is left only for a better
one.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from time import perf_counter
from typing import Any

import pytest

from dicehouse import bots
from dicehouse.games.indicesion.ai.flat_throws import cross_throws
from dicehouse.games.indicesion.ai.throw_candidates import find_more_candidates
from dicehouse.games.indicesion.ai.throw_search import RacedThrow, ThrowRace, better_than_guide, halve_throws, race_size
from dicehouse.games.indicesion.rules.table_layout import scene_of
from dicehouse.games.indicesion.rules.throw_notation import IntendedThrow, read_throw
from dicehouse.games.indicesion.rules.trial_throws import attempt
from tests.rules.indicesion.stage import Spot, Stage, on

from .test_indicesion_sensible import state_of

ASLANT = {"o1": on(2, -60, -40, 6), "o2": on(2, 0, 0, 6), "o3": on(2, 60, 40, 6)}


def crowd() -> Stage:
    """Set up three of the opponent's dice on a slanting line, and one of the seat's own."""
    dice: dict[str, Spot] = {**ASLANT, "r1": on(1, 0, 0, 5)}
    return Stage(hands=["r2 r3", "o4 o5"], dice=dice)


def thrown(stage: Stage, name: str, seed: int = 1, clock: Callable[[], float] = perf_counter) -> str:
    return bots.make(name, seed=seed, clock=clock).choose(stage.match, 0)


def tries(monkeypatch: pytest.MonkeyPatch, name: str, clock: Callable[[], float] = perf_counter) -> int:
    """Count how many throws a bot tries for one decision."""
    made: list[IntendedThrow] = []

    def counted(state: Any, scene: Any, meant: IntendedThrow, luck: random.Random) -> Any:
        made.append(meant)
        return attempt(state, scene, meant, luck)

    for module in ("throw_search", "throw_rollouts"):
        monkeypatch.setattr(f"dicehouse.games.indicesion.ai.{module}.attempt", counted)
    thrown(crowd(), name, clock=clock)
    monkeypatch.undo()
    return len(made)


@pytest.mark.parametrize("budget", [7, 60])
def test_a_simulation_is_a_throw_tried_out(monkeypatch: pytest.MonkeyPatch, budget: int) -> None:
    assert tries(monkeypatch, f"search:{budget}") == budget


def test_a_time_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter(range(10_000))
    assert 0 < tries(monkeypatch, "search:25ms", lambda: next(now) / 1000) <= 25  # a millisecond for each look


def test_the_same_seed_throws_the_same() -> None:
    assert thrown(crowd(), "search:40") == thrown(crowd(), "search:40")


def test_with_the_guides_tries_it_throws_what_the_guide_throws() -> None:
    assert {thrown(crowd(), f"search:{number}", seed=3) for number in (21, 22)} == {thrown(crowd(), "sensible", seed=3)}


def test_thinking_goes_on_whatever_becomes_of_the_match() -> None:
    stage = crowd()
    bot, twin = (bots.make("search:30", seed=1) for _ in range(2))
    thought = bot.consider(stage.match, 0)  # type: ignore[attr-defined]
    expected = twin.choose(stage.match, 0)
    stage.match.play(0, expected)
    assert thought(1.0) == expected


# --- what is raced


def test_a_slanting_line_is_found_that_goes_through_all() -> None:
    scene = scene_of(state_of(crowd()))
    worth = dict.fromkeys(ASLANT, 6.0)
    found = cross_throws(scene, ["p2"], "r2", "p2", worth)
    assert found[0][0] == 18
    assert found[0][1].push[1] % 90
    assert all(hit <= 18 for hit, _ in found)
    assert len({meant for _, meant in found}) == len(found)


def test_more_is_raced_than_the_guide_looks_at_and_most_is_hoped_of_the_first() -> None:
    found = find_more_candidates(state_of(crowd()), 0, "r2")
    assert len(found) > 12
    assert [aim.hope for aim in found] == sorted((aim.hope for aim in found), reverse=True)


def test_the_slanting_line_is_thrown_along() -> None:
    meant = read_throw(thrown(crowd(), "search:120"))
    assert meant.target == "p2"
    assert meant.push[0] > 5000


# --- how it is decided


def runner(name: int, hope: float, *chances: float) -> RacedThrow:
    return RacedThrow(IntendedThrow("r1", "p1", (name, 0, 200), (0, 0, 0)), hope, list(chances))


def test_the_best_of_many_is_found_within_the_budget() -> None:
    real = [0.3, 0.35, 0.4, 0.3, 0.7, 0.45, 0.2]
    rest = [runner(number, 0.4) for number in range(len(real))]
    luck, counted = random.Random(5), 0

    def tried(meant: IntendedThrow, hand: int) -> float:
        nonlocal counted
        counted += 1
        chance = (*real, 0.4)[meant.place[0]]
        return float(random.Random(f"{hand} {meant.place}").random() < chance)

    best = halve_throws(runner(len(real), 0.4), rest, tried, luck, 20, lambda done: done / 300)
    assert best.meant.place[0] == 4
    assert counted == 280
    assert len(rest[4].chances) > 3 * len(rest[6].chances)


def test_what_is_no_better_than_by_chance_is_not_taken() -> None:
    guide = runner(0, 0.5, 0.2, 0.8, 0.4, 0.6)
    assert better_than_guide(runner(1, 0.5, 0.3, 0.9, 0.45, 0.6), guide) is guide
    clear = runner(2, 0.5, *[0.9, 0.95] * 4)
    assert better_than_guide(clear, guide) is clear


def test_few_tries_are_not_spread_over_many_throws() -> None:
    assert [race_size(number) for number in (0, 3, 4, 16, 48, 128, 10_000)] == [1, 1, 2, 4, 8, 16, 32]


def test_the_last_throw_wins_the_round_or_not() -> None:
    last = Stage(hands=["r2", ""], dice={"o1": on(2, 0, 0, 6), "r1": on(1, 0, 0, 5)})
    race = ThrowRace(state_of(last), 0, random.Random(1))
    assert [race.chance(gain) for gain in (0, 1, 2, 9)] == [0, 0.5, 1, 1]


def test_who_has_more_throws_left_is_ahead_with_as_many_points() -> None:
    dice: dict[str, Spot] = {"o1": on(2, 0, 0, 6), "r1": on(1, 0, 0, 6)}
    more = ThrowRace(state_of(Stage(hands=["r2 r3 r4", "o2"], dice=dice)), 0, random.Random(1))
    fewer = ThrowRace(state_of(Stage(hands=["r2", "o2 o3"], dice=dice)), 0, random.Random(1))
    assert more.chance(0) > 0.5 > fewer.chance(0)
