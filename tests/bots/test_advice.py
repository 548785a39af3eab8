"""Check that hints give the search's own choice with its figures, from what a seat may know and nothing else."""

from __future__ import annotations

import json
import random
from itertools import count
from typing import Any

import numpy as np
import pytest

import dicehouse
from dicehouse import bots
from dicehouse.bots.hint_search import (
    MIN_SIMULATIONS,
    MOST_OPTIONS,
    TREE_COUNT,
    Hint,
    HintOption,
    HintSearch,
    combine_trees,
)
from dicehouse.bots.search_bot import SearchBot
from dicehouse.bots.tree_driver import SearchParameters
from dicehouse.engine import engine
from dicehouse.engine.engine import use_compiled
from dicehouse.engine.entry_points import TREE_DTYPE
from dicehouse.errors import BadSetting, NotYourTurn
from dicehouse.match.match import Match

from ..invariants.hidden import redealt, twin

SECRETIVE = ("deck-o-dice", "dicetopia", "dice-ocalypse")
OPEN = ("dice-ocalypse", "deck-o-dice")  # of two, little is hidden there but a choice that is sealed
BUDGET = "search:16"


def walk(game: str, players: int, seed: int, steps: int) -> Match:
    match, rng = dicehouse.new(game, players=players, seed=seed), random.Random(seed)
    mind = bots.make("sensible", seed=seed)
    for _ in range(steps):
        if match.over:
            break
        seat = rng.choice(match.acting())
        match.play(seat, mind.choose(match, seat))
    return match


@pytest.mark.parametrize("game", SECRETIVE)
def test_a_hint_is_the_same_for_positions_that_its_seat_can_not_tell_apart(game: str) -> None:
    different = 0
    for seed in range(8):
        match = walk(game, 2, seed, 8 * seed)
        for seat in match.acting():
            found = bots.hint(match, seat, BUDGET, seed=5)
            other = twin(match, redealt(match, seat, seed))
            different += other.position() != match.position()
            assert bots.hint(other, seat, BUDGET, seed=5) == found
    assert different or game in OPEN, "nothing was hidden in any of them"


def test_a_sealed_choice_of_somebody_else_changes_no_hint() -> None:
    found = []
    for minion in dicehouse.new("deck-o-dice", seed=3).options(0):
        match = dicehouse.new("deck-o-dice", seed=3)
        match.play(0, minion.id)
        found.append(bots.hint(match, 1, BUDGET, seed=2))
    assert len(found) == 6
    assert all(each == found[0] for each in found)


@pytest.mark.parametrize("game", [*SECRETIVE, "baron-voodoo"])
def test_a_hint_is_one_of_the_options_and_the_first_that_it_lists(game: str) -> None:
    for seed in range(4):
        match = walk(game, 2 if game == "deck-o-dice" else 3, seed, 12 * seed)
        for seat in match.acting():
            found, options = bots.hint(match, seat, BUDGET, seed=1), match.options(seat)
            by_id = {option.id: option for option in options}
            assert by_id[found.option].path == found.path
            assert found.options[0].option == found.option
            assert len(found.options) + found.others == len(options)
            assert len(found.options) <= MOST_OPTIONS
            for each in found.options:
                assert each.value is None or 0 <= each.value <= 1
                assert each.label == by_id[each.option].label


def test_a_hint_plays_what_the_search_plays_that_wants_to_win() -> None:
    """As far as it is one tree that thinks."""
    match, budget = walk("dicetopia", 2, 4, 40), f"search:{2 * MIN_SIMULATIONS - 1}"
    seat = match.acting()[0]
    search = SearchBot(budget, 9, SearchParameters(margin_weight=0.0))
    assert bots.hint(match, seat, budget, seed=9).option == search.choose(match, seat)


def edges(*rows: tuple[int, float]) -> Any:
    """Return options of a tree with these visits and wins."""
    found = np.zeros(len(rows), TREE_DTYPE["edge"].base)
    for number, (visits, total) in enumerate(rows):
        found[number]["visits"], found[number]["value_sum"], found[number]["value_squares"] = visits, total, total
    return found


def test_trees_are_put_together_and_their_disagreement_is_what_a_hint_may_err_by() -> None:
    whole, errors = combine_trees([(0, edges((100, 80), (0, 0))), (0, edges((100, 40), (10, 5)))])
    assert whole["visits"].tolist() == [200, 10] and whole["value_sum"].tolist() == [120, 5]
    assert errors.tolist() == pytest.approx([0.2, 0.0])
    assert combine_trees([(0, edges((100, 80), (0, 0)))])[1].tolist() == [0, 0]
    uneven = combine_trees(
        [(0, edges((900, 450), (0, 0))), (0, edges((50, 10), (0, 0))), (0, edges((50, 15), (0, 0)))]
    )[1]
    assert uneven[0] > 0.15, "what most trials say is known from one tree alone"
    alike = combine_trees([(0, edges((100, 80), (30, 3)))] * 4)[1]
    assert alike.tolist() == [0, 0]


@pytest.mark.parametrize("budget", ["search:160", "search:400ms"])
def test_where_nothing_is_left_to_chance_one_tree_gets_what_others_would_only_repeat(budget: str) -> None:
    match, ticks = walk("baron-voodoo", 2, 1, 12), count()
    use_compiled(match.game)
    adviser = HintSearch(budget, seed=1)
    adviser.clock = lambda: next(ticks) / 100
    found = adviser.prepare_hint(match, match.acting()[0])(1.0)
    assert len(adviser._trees) == 1
    assert sum(each.trials for each in found.options) > adviser.simulations * 0.6


def test_by_the_clock_there_are_several_trees_too_and_no_more_time_is_taken() -> None:
    """Every look at the clock takes a thousandth of a second here, so that 200 are as long as a hint may take."""
    match, ticks = walk("dicetopia", 2, 4, 40), count()
    use_compiled(match.game)
    adviser = HintSearch("search:200ms", seed=1)
    adviser.clock = lambda: next(ticks) / 1000
    found = adviser.prepare_hint(match, match.acting()[0])(1.0)
    assert TREE_COUNT // 2 <= len(adviser._trees) <= TREE_COUNT and next(ticks) < 210
    assert found.error > 0


def test_its_figures_are_the_shares_of_the_win_that_were_played_out() -> None:
    """A game that can't be lost any more, by however little: only who wins counts."""
    match = dicehouse.Match.set_up(
        "deck-o-dice", players=2, options={"memory": False}, combat=10, piles=(range(1, 15), range(15, 19)),
        order=(24, 23, 22, 21, 20, 19),
    )  # fmt: skip
    for seat, value in ((0, 1.0), (1, 0.0)):
        found = bots.hint(match, seat, "search:60", seed=1)
        assert found.value is not None
        assert 0 < abs(found.value - value) < 0.1, "all of so few are not certain"
        assert 0 < found.error < 0.1


def test_trials_that_were_estimated_are_surer_than_those_that_were_won_or_lost() -> None:
    match = walk("dice-ocalypse", 2, 4, 26)
    while len(match.options(match.acting()[0])) < 3:
        match.play(match.acting()[0], match.options(match.acting()[0])[0].id)
    best = bots.hint(match, match.acting()[0], "search:400", seed=1).options[0]
    assert best.value is not None and best.trials > 20
    of_ends = (best.value * (1 - best.value) / best.trials) ** 0.5
    assert 0 < best.error < of_ends / 2


def test_exact_chances_stand_where_a_race_is_solved() -> None:
    thrown = dicehouse.Tape("52 114626")
    match = dicehouse.new("dice-ocalypse", players=2, options={"special_cards": False}, dice=thrown)
    match.play(match.acting()[0], "roll")
    seat = match.acting()[0]
    found = bots.hint(match, seat, BUDGET)
    known = {o.id: o.facts["wins"] for o in match.options(seat) if o.facts.get("wins") is not None}
    assert known
    assert found.exact
    assert found.error == 0
    assert found.value == max(known.values())


def test_a_mix_is_told_where_all_choose_at_once() -> None:
    match = dicehouse.new("deck-o-dice", seed=1)
    found = bots.hint(match, 0, "search:200", seed=1)
    shares = [each.share for each in found.options if each.share is not None]
    assert shares == sorted(shares, reverse=True)
    assert 0.5 < sum(shares) <= 1.0001


def test_a_mix_is_told_as_it_is_played_and_not_as_it_was_drawn_once() -> None:
    """In the first combat all six minions are played about equally often: too little was tried to know better."""
    match = dicehouse.new("deck-o-dice", seed=1)
    for seed in range(3):
        found = bots.hint(match, match.acting()[0], "search:50", seed=seed)
        shares = [each.share or 0.0 for each in found.options]
        assert len(shares) == 6 and min(shares) > 0.05 and max(shares) < 0.4


@pytest.mark.parametrize(
    ("second", "error", "share", "doubt"),
    [
        (0.61, 0.01, None, "Other choices came out higher"),
        (0.59, 0.01, None, "Another choice looks just as good"),
        (0.55, 0.01, None, ""),
        (0.59, 0.0, None, ""),
        (0.59, 0.01, 0.4, ""),
    ],
)
def test_a_hint_says_when_another_choice_may_be_as_good(
    second: float, error: float, share: float | None, doubt: str
) -> None:
    options = (
        HintOption("bank", "Bank", "", 0.6, error, 400, share),
        HintOption("roll", "Roll", "", second, error, 400, share),
        HintOption("pass", "Pass", ""),
    )
    found = Hint(0, 3, "bank", "Bank", (), {}, 0.6, error, not error, "", "", options, 0)
    assert found.is_close == bool(doubt)
    assert found.uncertainty_note.startswith(doubt) and bool(found.uncertainty_note) == found.is_close
    assert found.to_dict()["doubt"] == found.uncertainty_note


def test_who_has_nothing_to_decide_gets_no_hint() -> None:
    match = dicehouse.new("dice-ocalypse", players=2, seed=1)
    other = 1 - match.acting()[0]
    with pytest.raises(NotYourTurn, match="so there is no hint"):
        bots.hint(match, other, BUDGET)
    with pytest.raises(BadSetting):
        bots.hint(match, match.acting()[0], "otto")


def test_a_hint_is_plain_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "_compiled_games", {"dicetopia"})
    match = walk("dicetopia", 2, 3, 20)
    found = bots.hint(match, match.acting()[0], BUDGET, seed=5)
    assert type(found.option) is str
    assert json.loads(json.dumps(found.to_dict()))["option"] == found.option


def test_asking_changes_nothing() -> None:
    match = walk("dicetopia", 2, 1, 12)
    before = match.position()
    bots.hint(match, match.acting()[0], BUDGET)
    assert match.position() == before
    assert np.frombuffer(before, np.uint8).any()
