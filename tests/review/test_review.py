"""A review of luck and skill: its sums, and what it is made of."""

from __future__ import annotations

from typing import Any

import pytest

import dicehouse
from dicehouse import bots
from dicehouse.errors import BadMatch
from dicehouse.match import Match
from dicehouse.review import CHANCE, DECISION, EXACT, SEARCH, VERSION, Review, read, review
from dicehouse.solving import value

RACE = {"special_cards": False}


def played(game: str, *names: str, seed: int = 1, **settings: Any) -> Match:
    """A match to its end between bots."""
    match = dicehouse.new(game, players=len(names), seed=seed, options=settings)
    seated = [bots.make(name, seed=f"{seed}|{seat}") for seat, name in enumerate(names)]
    while not match.over:
        seat = match.acting()[0]
        match.play(seat, seated[seat].choose(match, seat))
    return match


def check_sums(found: Review) -> None:
    """Every row begins where the one before it ended, and for every seat start + luck + skill = outcome."""
    now = found.start
    luck, skill = [0.0] * len(now), [0.0] * len(now)
    for row in found.rows:
        assert row.before == now
        now = row.after
        change = [after - before for before, after in zip(row.before, row.after, strict=True)]
        assert all(0.0 <= share <= 1.0 for share in row.after)
        sums = luck if row.kind == CHANCE else skill
        for seat, part in enumerate(change):
            sums[seat] += part
        if row.kind == DECISION:
            assert row.seat is not None and row.cost == pytest.approx(-change[row.seat], abs=1e-12) and row.cost >= 0.0
        else:
            assert row.luck == pytest.approx(change, abs=1e-12)
    assert now == pytest.approx(found.outcome, abs=1e-12)
    assert found.luck == pytest.approx(luck, abs=1e-9) and found.skill == pytest.approx(skill, abs=1e-9)
    for seat, outcome in enumerate(found.outcome):
        assert found.start[seat] + found.luck[seat] + found.skill[seat] == pytest.approx(outcome, abs=1e-9)


def test_a_solved_race_is_reviewed_without_error() -> None:
    match = played("dice-ocalypse", "otto", "pip", **RACE)
    found = review(match)
    check_sums(found)
    assert found.method == EXACT and found.simulations == 0 and found.error == [0.0, 0.0]
    assert found.skill[0] > 0.05 and found.looks, "Pip gives a lot away, and Otto nothing"
    assert all(row.cost < 1e-9 for row in found.rows if row.kind == DECISION and row.seat == 0)
    costs = [found.rows[i].cost for i in found.looks]
    assert costs == sorted(costs, reverse=True) and len(costs) <= 3
    assert max(row.cost for row in found.rows) == costs[0]


def test_exact_rows_agree_with_the_solution() -> None:
    match = played("dice-ocalypse", "sensible", "greedy", seed=4, **RACE)
    found = review(match)
    again = dicehouse.new("dice-ocalypse", seed=4, options=RACE)
    after_chance = {row.number: row.after[0] for row in found.rows if row.kind == CHANCE}
    for number, action in enumerate(match.actions, 1):
        again.play(action.seat, action.option)
        if number in after_chance and not again.over:
            exact = value(again, 0)
            assert exact is not None and after_chance[number] == pytest.approx(exact, abs=2e-6)


@pytest.mark.parametrize("game", ["dice-ocalypse", "deck-o-dice"])
def test_the_sums_hold_and_repeat(game: str) -> None:
    match = played(game, "greedy", "greedy")
    found = review(match, simulations=300, seed=5)
    check_sums(found)
    assert found.method == SEARCH and found.version == VERSION
    same = review(match.save(), simulations=300, seed=5)
    assert same.rows == found.rows and same.looks == found.looks and same.simulations == found.simulations


def test_the_json_form_reads_back() -> None:
    found = review(played("dice-ocalypse", "greedy", "greedy", **RACE))
    assert read(found.as_json()) == found
    assert found.as_dict()["rows"][0]["number"] == 0
    for wrong in ("", "[]", "{}", found.as_json().replace('"version":1', '"version":0')):
        with pytest.raises(BadMatch):
            read(wrong)


def test_the_room_can_be_called() -> None:
    match = played("dice-ocalypse", "greedy", "greedy", **RACE)
    table = dicehouse.review(match).table()
    assert len(table) == len(review(match).rows)


def test_an_unfinished_match_is_refused() -> None:
    with pytest.raises(BadMatch, match="not finished"):
        review(dicehouse.new("dice-ocalypse", seed=1))


def test_progress_is_told_and_can_stop_it() -> None:
    told: list[int] = []
    match = played("deck-o-dice", "greedy", "greedy")
    review(match, simulations=200, progress=lambda done, total: told.append(100 * done // total))
    assert told == sorted(set(told)) and told[-1] == 100 and len(told) > 3

    class Enough(Exception):
        pass

    def stop(done: int, total: int) -> None:
        raise Enough

    with pytest.raises(Enough):
        review(match, simulations=200, progress=stop)
