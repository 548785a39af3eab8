"""Check that the search is fair, repeatable, mixed where it must be, bounded, and stronger the longer it thinks."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import dicehouse
from dicehouse import bots
from dicehouse.bots import search_bot
from dicehouse.bots.search_bot import SearchBot
from dicehouse.bots.tree_driver import SearchParameters, pick_best_option, thread_tree
from dicehouse.core import Seeded
from dicehouse.core.action_list import MAX_ACTIONS, Actions
from dicehouse.engine import DiceBox, Position, engine, engine_of
from dicehouse.engine.engine import use_compiled
from dicehouse.engine.entry_points import ACTIONS_DTYPE, TREE_DTYPE, match_program
from dicehouse.engine.policy_memo import make_policy_memo
from dicehouse.engine.position_rollouts import NO_OBSERVER, NO_TURN_LIMIT, Rollouts
from dicehouse.errors import BadSetting
from dicehouse.games import all_games, find
from dicehouse.match.match import Match
from dicehouse.records.record import strict, strict_batch
from dicehouse.search.ismcts import run_simulations
from dicehouse.search.tree import JOINT_CELLS, MAX_EDGES, MAX_NODES, NO_NODE, Tree

from .rps import game as throws
from .rps import rules as rps

HIDDEN = ("deck-o-dice", "dicetopia")  # who may know nothing of hands or of the deck


def begun(seed: int) -> Match:
    return Match(throws, 2, {}, Seeded(seed))


def strategy(number: int, seat: int) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Return how a search of many simulations mixes its choice; seat 1 is asked after seat 0 has chosen."""
    match = begun(number)
    if seat == 1:
        match.play(0, ("rock", "paper", "scissors")[number % 3])
    bot = SearchBot("search:60000", number)  # so many that the guide's habits count little
    bot.choose(match, seat)
    tree = thread_tree.tree
    node = tree["node"][tree["root"]]
    lean = tree["edge"]["strategy_sum"][node["first"] : node["first"] + node["count"]]
    return np.asarray(lean / lean.sum())


@pytest.mark.xdist_group("rps")  # one worker compiles the game
@pytest.mark.parametrize("seat", [0, 1])
def test_who_chooses_at_once_mixes_as_the_matrix_asks(seat: int) -> None:
    for number in range(3):
        mixed = strategy(number, seat)
        payoffs = np.array([[rps.won(mine, other) for other in (1, 2, 3)] for mine in (1, 2, 3)])
        assert np.abs(mixed - rps.WELL).max() < 0.1
        assert (payoffs @ mixed).max() < 0.15, "the other gains that much by knowing it"


@pytest.mark.xdist_group("rps")
def test_with_few_tries_who_chooses_at_once_plays_as_the_guide_would() -> None:
    """A matrix that was hardly tried is noise: each pair of choices wants about a hundred tries."""
    searched = SearchBot("search:90", 1)
    searched.choose(begun(1), 0)
    tree = thread_tree.tree
    node = tree["node"][tree["root"]]
    lean = tree["edge"]["strategy_sum"][node["first"] : node["first"] + node["count"]]
    assert lean[node["rollout_edge"]] / lean.sum() > 0.9


@pytest.mark.xdist_group("rps")
def test_a_sealed_choice_is_not_seen() -> None:
    chosen = []
    for other in ("rock", "paper", "scissors"):
        match = begun(4)
        match.play(0, other)
        chosen.append(bots.make("search:300", throws, seed=9).choose(match, 1))
    assert len(set(chosen)) == 1


# --- how far it looks


def between_turns(game: str, seed: int, players: int = 2) -> Iterator[tuple[Match, Any, Any]]:
    """Yield all positions between turns of a game of bots, with a copy of each and the game's memo."""
    match, bot = dicehouse.new(game, players=players, seed=seed), bots.make("sensible", game, seed=seed)
    memo = make_policy_memo(match.game, players, match.settings)
    while not match.over:
        yield match, Position(match.game, np.frombuffer(match.position(), np.uint8).copy()), memo
        seat = match.acting()[0]
        match.play(seat, bot.choose(match, seat))


ESTIMATES = [each.id for each in all_games().values() if "value_estimate" in each.hooks.own]


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("game", ESTIMATES)
def test_an_estimate_shares_the_win_between_two_turns_and_changes_nothing(game: str, players: int) -> None:
    said = 0
    for match, copy, memo in between_turns(game, 3, players):
        before, out = copy.tobytes(), np.zeros(16)
        if match.game.hooks.value_estimate(copy.state, memo, out):
            said += 1
            assert out.min() >= 0.0 and out[:players].sum() == pytest.approx(1.0) and not out[players:].any()
        assert copy.tobytes() == before
        if said == 12:
            return
    raise AssertionError("hardly anything was said")


@pytest.mark.parametrize("game", ESTIMATES)
def test_estimates_foretell_who_wins(game: str) -> None:
    """Better than a coin, and neither too bold nor too shy, in games that nothing was fitted to."""
    match = dicehouse.new(game, players=2, seed=1)
    futures, memo, rows = (
        Rollouts(match.game, match.players, match.settings, 2),
        make_policy_memo(match.game, 2, match.settings),
        [],
    )
    for number in range(300):
        position, until = futures.deal_position(number), 14
        ends, shares = futures.play_until_turn(position, number, 1, [], NO_OBSERVER, until)
        if shares.any():
            continue
        out = np.zeros(16)
        if match.game.hooks.value_estimate(Position(match.game, ends[0].copy()).state, memo, out):
            rows.append(
                (
                    out[0],
                    futures.play_until_turn(ends[0].tobytes(), number + 1_000_003, 1, [], NO_OBSERVER, NO_TURN_LIMIT)[
                        1
                    ][0, 0],
                )
            )
    said, won = np.array(rows).T
    assert len(rows) > 200
    assert ((said - won) ** 2).mean() < 0.22, "a coin has 0.25"
    bold = said > 0.7
    assert bold.sum() > 20 and abs(said[bold].mean() - won[bold].mean()) < 0.15


def test_where_positions_are_estimated_a_simulation_stops_at_the_next_turn() -> None:
    """It then takes some decisions, not the hundreds of a whole game."""
    match, taken = some_way_in("dice-ocalypse", 1, 2), []
    for ahead in (1, 0):
        bot = SearchBot("search:40", 1, SearchParameters(rollout_turns=ahead))
        thread_tree.tree["rollout_decisions"] = 0  # other tests may have thought on this thread
        bot.choose(match, next(seat for seat in match.acting() if len(match.options(seat)) > 1))
        taken.append(int(thread_tree.tree["rollout_decisions"]) / bot.simulations)
    assert taken[0] < 20 < 100 < taken[1]


# --- what options promise

PROMISES = [each.id for each in all_games().values() if "prior_logits" in each.hooks.own]


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("game", PROMISES)
def test_what_options_promise_is_what_sensible_goes_by(game: str, players: int) -> None:
    """It names every option, changes nothing, and puts what `sensible` plays first."""
    said = 0
    for match, copy, memo in between_turns(game, 3, players):
        seat, hooks = match.acting()[0], match.game.hooks
        actions = strict(Actions, np.zeros(ACTIONS_DTYPE.itemsize, np.uint8))
        hooks.legal(copy.state, seat, actions)
        before, out = copy.tobytes(), np.full(MAX_ACTIONS, np.nan)
        if hooks.prior_logits(copy.state, seat, actions, memo, out):
            said += 1
            listed = [actions.item[i] for i in range(actions.count)]
            assert np.isfinite(out[: actions.count]).all() and np.isnan(out[actions.count :]).all()
            plays = hooks.sensible(copy.state, seat, actions, memo, DiceBox().dice)
            assert out[listed.index(plays)] == out[: actions.count].max()
        assert copy.tobytes() == before
    assert said > 12


def test_a_search_tries_first_what_promises_more() -> None:
    """In as few simulations as these it comes to options that look good, and hardly to the others."""
    match, tried, moves = some_way_in("dicetopia", 3, 12), {}, 12
    while len(match.options(match.acting()[0])) < 30:
        moves += 1
        match = some_way_in("dicetopia", 3, moves)
    seat = match.acting()[0]
    for heed in (0.0, 1.0):
        SearchBot("search:60", 1, SearchParameters(inverse_prior_temperature=heed)).choose(match, seat)
        node = thread_tree.tree["node"][thread_tree.tree["root"]]
        edges = thread_tree.tree["edge"][node["first"] : node["first"] + node["count"]]
        assert edges["prior"].sum() == pytest.approx(1.0)
        tried[heed] = float(edges["prior"][edges["visits"] > 0].sum())
    assert tried[0.0] < 0.6 and tried[1.0] > 0.8


# --- fair


def some_way_in(game: str, seed: int, moves: int) -> Match:
    """Return a match of random play in which a seat has a choice."""
    match, luck = dicehouse.new(game, seed=seed), random.Random(seed)
    while not match.over and (match.number < moves or max(len(match.options(s)) for s in match.acting()) < 2):
        seat = match.acting()[0]
        match.play(seat, luck.choice(match.options(seat)).id)
    return match


def test_a_reply_out_of_turn_is_thought_about_and_takes_as_long_whatever_there_is_to_choose(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A search by the clock gives every reply the same time; who has but one option takes it as well."""
    ticks: list[float] = []

    def clock() -> float:
        """Return a time that is a millisecond later at every call."""
        ticks.append(len(ticks) / 1000)
        return ticks[-1]

    match = dicehouse.new("dice-ocalypse", seed=2)
    use_compiled(match.game)
    luck, bot = random.Random(2), SearchBot("search:100ms", 1, clock=clock)
    while not any(match.reaction(seat) for seat in match.acting()):
        seat = match.acting()[0]
        match.play(seat, luck.choice(match.options(seat)).id)
    seat = next(seat for seat in match.acting() if match.reaction(seat))
    bot.choose(match, seat)
    assert bot.simulations > 0
    taken = [ticks[-1]]
    one = SimpleNamespace(compiled=True, legal=lambda here, seat: engine_of(match.game).legal(here, seat)[:1])
    monkeypatch.setattr(search_bot, "engine_of", lambda game: one)
    ticks.clear()
    bot.choose(match, seat)
    taken.append(ticks[-1])
    assert [1000 * each for each in taken] == pytest.approx([search_bot.MAX_REPLY_MILLISECONDS] * 2, abs=3)


@pytest.mark.parametrize("game", HIDDEN)
def test_its_choice_is_the_same_for_what_its_seat_cannot_tell_apart(game: str) -> None:
    compared = 0
    for seed in range(4):
        match = some_way_in(game, seed, 3 + 5 * seed)
        if match.over:
            continue
        seat = next(s for s in match.acting() if len(match.options(s)) > 1)
        choice = bots.make("search:40", game, seed=1).choose(match, seat)
        for number in range(4):
            box, twin = DiceBox(written=False), Match.load(match.save())
            Seeded(f"{seed} {number}").prepare(box.dice, 0)
            engine_of(match.game).resample_hidden(twin._position, seat, box)
            if twin.position() != match.position():
                compared += 1
                assert bots.make("search:40", game, seed=1).choose(twin, seat) == choice
    assert compared


def test_so_many_simulations_give_the_same_move_on_any_thread() -> None:
    match = some_way_in("dicetopia", 5, 9)
    seat, found = match.acting()[0], []
    first = SearchBot("search:60", seed=3)
    first.choose(some_way_in("dicetopia", 6, 12), seat)  # what was thought before changes nothing
    found.append(first.choose(match, seat))
    thread = threading.Thread(target=lambda: found.append(SearchBot("search:60", seed=3).choose(match, seat)))
    thread.start()
    thread.join()
    assert found[0] == found[1]


# --- bounded


def test_the_tree_does_not_grow_beyond_its_room() -> None:
    match = dicehouse.new("deck-o-dice", seed=1)
    bot = SearchBot("search:1", seed=1)
    bot.parameters = type(bot.parameters)(rollout_policy=0)
    bot.budget = type(bot.budget)(simulations=60_000)
    bot.choose(match, match.acting()[0])
    tree = thread_tree.tree
    assert tree["n_nodes"] == MAX_NODES
    assert tree["n_edges"] <= MAX_EDGES and tree["n_cells"] <= JOINT_CELLS // 2 + 1
    assert tree["simulations"] == 60_000


def test_what_was_thought_in_a_turn_is_kept_if_time_is_the_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "_compiled_games", {find("dicetopia")})
    monkeypatch.setattr(search_bot, "simulate_for", lambda seconds, simulate, clock: [simulate(20)])  # on any machine
    match = some_way_in("dicetopia", 2, 8)
    bot = SearchBot("search:30ms", seed=1)
    seat = match.acting()[0]
    kept = 0
    for _ in range(12):
        if match.over:
            break
        acting = match.acting()[0]
        if acting != seat:
            match.play(acting, match.options(acting)[0].id)
            continue
        before = bot._last_branch
        match.play(seat, bot.choose(match, seat))
        kept += before is not None and bot._last_branch is not None and bot._last_branch[2] != 1
    assert bot.simulations > 0
    assert kept


@pytest.mark.parametrize("what", ["n_nodes", "n_edges"])
def test_a_kept_tree_without_room_is_begun_anew(monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    """A position that the tree doesn't hold could not come into it, and nothing would have been thought."""
    monkeypatch.setattr(engine, "_compiled_games", {find("dicetopia")})
    monkeypatch.setattr(search_bot, "simulate_for", lambda seconds, simulate, clock: [simulate(20)])
    match = some_way_in("dicetopia", 2, 8)
    bot = SearchBot("search:30ms", seed=1)
    seat = match.acting()[0]
    bot.choose(match, seat)
    monkeypatch.setattr(bot, "_branch_key", lambda *_: 12345)  # of a position that was not met
    thread_tree.tree[what] = {"n_nodes": MAX_NODES, "n_edges": MAX_EDGES}[what]
    bot.choose(match, seat)
    assert thread_tree.tree["root"] != NO_NODE


# --- names


@pytest.mark.parametrize("name", ["search", "search:1", "search:1000000", "search:60000ms"])
def test_a_budget_is_part_of_the_name(name: str) -> None:
    assert bots.make(name).name == name


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("search:0", "Write search:2000"),
        ("search:-5", "Write search:2000"),
        ("search:1e3", "Write search:2000"),
        ("search:ms", "Write search:2000"),
        ("search:9999999", "at most 1,000,000 simulations"),
        ("search:70000ms", "at most 60,000 milliseconds"),
        ("searching", "There is no bot"),
    ],
)
def test_a_wrong_budget_is_refused_in_a_sentence(name: str, said: str) -> None:
    with pytest.raises(BadSetting, match=said):
        bots.make(name)


# --- strong


@pytest.mark.parametrize(("game", "least"), [("deck-o-dice", 0.55), ("dicetopia", 0.8)])
def test_it_plays_whole_games_and_wins_most(game: str, least: float) -> None:
    played = bots.contest(find(game), ["search:12", "random"], 10, players=2, seed=8)
    assert played.ended.all()
    assert played.tallies()[0].share > least


def test_what_is_better_by_chance_alone_is_not_played() -> None:
    edges = np.zeros(2, TREE_DTYPE["edge"].base)

    def lay(number: int, visits: int, mean: float, spread: float) -> None:
        edges[number] = (number, visits, 0.5, visits * mean, visits * (mean * mean + spread * spread), 0.0, 0.0)

    lay(0, 40, 0.50, 0.4)
    lay(1, 60, 0.55, 0.4)
    assert pick_best_option(edges, policy_choice=0) == 0
    lay(1, 4000, 0.60, 0.4)
    lay(0, 2000, 0.50, 0.4)
    assert pick_best_option(edges, policy_choice=0) == 1
    assert pick_best_option(edges, policy_choice=0, margin=0.2) == 0, (
        "what an estimate may err by is no gain, however often it was tried"
    )
    assert pick_best_option(edges, policy_choice=1) == 1


def test_what_always_comes_out_the_same_is_beyond_doubt() -> None:
    """Sums of many equal numbers are off by a rounding, and so would be their spread."""
    edges = np.zeros(2, TREE_DTYPE["edge"].base)
    for edge, visits, value in zip(edges, (301, 3001), (0.1, 0.7), strict=True):
        edge["visits"] = visits
        for _ in range(visits):
            edge["value_sum"] += value
            edge["value_squares"] += value * value
    means = edges["value_sum"] / edges["visits"]
    assert (edges["value_squares"] / edges["visits"] - means**2).sum() < 0.0, "else this test tells nothing"
    assert pick_best_option(edges, policy_choice=0) == 1


def test_compiled_or_not_it_grows_the_same_tree() -> None:
    made = []
    for compiled in (True, False):
        match, tree, box = begun(2), np.zeros(TREE_DTYPE.itemsize, np.uint8), DiceBox(written=False)
        here = np.frombuffer(match.position(), np.uint8)
        work = np.concatenate([here] * 4)
        Seeded(5).prepare(box.dice, 0)
        known = strict(Tree, tree)
        known.c_puct, known.rollout_prior, known.margin_weight, known.root_key = 0.7, 0.4, 0.5, 1
        if compiled:
            match_program(throws).grow_tree(throws, work, tree, 0, 60, np.zeros(1), box.memory)
        else:
            states, listed = strict_batch(rps.State, work), strict(Actions, np.zeros(ACTIONS_DTYPE.itemsize, np.uint8))
            run_simulations(throws.hooks, states, 0, 60, known, listed, [0.0], box.dice)
        made.append(tree.tobytes())
    assert made[0] == made[1]
