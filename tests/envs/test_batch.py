"""Check that a batch plays by the rules, each game by its own seed."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dicehouse.engine import Position, engine_of
from dicehouse.engine.playouts import Stepper
from dicehouse.envs import Batch
from dicehouse.errors import BadSeed, BadSetting
from dicehouse.games import find
from dicehouse.records.sentinels import NO_VALUE

GAMES = ["baron-voodoo", "deck-o-dice", "dice-ocalypse", "dicetopia"]
ARRAYS = ("observations", "masks", "to_move", "rewards", "done", "truncated", "scores", "lengths")


def shown(batch: Batch, row: int) -> list[Any]:
    """Return everything that a row shows."""
    return [getattr(batch, name)[row].tolist() for name in ARRAYS]


def played(batch: Batch, steps: int, seed: int = 0) -> list[Any]:
    """Return what every row shows after every step, each with choices of its own that do not depend on the others."""
    lucks = [random.Random(f"{seed} {row}") for row in range(batch.n)]
    found = []
    for _ in range(steps):
        options = [np.flatnonzero(mask) for mask in batch.masks]
        batch.step([int(luck.choice(some)) if len(some) else 0 for luck, some in zip(lucks, options, strict=True)])
        found.append([shown(batch, row) for row in range(batch.n)])
    return found


@pytest.mark.parametrize("game_id", GAMES)
def test_each_game_is_the_one_that_a_stepper_plays(game_id: str) -> None:
    game = find(game_id)
    batch = Batch(game, 5, players=2, seed=3)
    luck = random.Random(1)
    steppers = [Stepper(game, players=2, seed=int(seed)) for seed in batch.seeds]
    for _ in range(400):
        chosen = []
        for row, stepper in enumerate(steppers):
            assert batch.position(row).tobytes() == stepper.position.tobytes()
            assert batch.to_move[row] == stepper.seat
            legal = sorted(int(place) for place in batch.action_space.places[stepper.actions()])
            assert legal == np.flatnonzero(batch.masks[row]).tolist()
            k = luck.randrange(stepper.count)
            chosen.append(int(batch.action_space.places[stepper.actions()[k]]))
            stepper.step(k)
        batch.step(chosen)
        over = [row for row, stepper in enumerate(steppers) if stepper.count == 0]
        assert over == np.flatnonzero(batch.done).tolist()
        if over:
            row = over[0]
            shares = engine_of(game, True).returns(steppers[row].position)
            assert batch.rewards[row].tolist() == shares[:2]
            assert batch.points[row].tolist() == steppers[row].points()
            return
    raise AssertionError("no game ended")


@pytest.mark.parametrize("game_id", GAMES)
def test_what_is_seen_is_what_the_interpreted_rules_write(game_id: str) -> None:
    batch = Batch(game_id, 2, seed=5, information="all", scaled=False)
    hooks, parts = batch.game.hooks, batch.observation_encoder.part_widths
    for _ in range(60):
        for row in range(2):
            state, seat = batch.position(row).state, int(batch.to_move[row])
            written = [np.zeros(size, np.float32) for size in parts.values()]
            for rule, out in zip((hooks.observe, hooks.remember, hooks.hidden_state), written, strict=True):
                rule(state, seat, out)
            assert np.concatenate(written).tolist() == batch.observations[row].tolist()
        batch.step(batch.sample())


@pytest.mark.parametrize("settings", [{}, {"scaled": False, "information": "all", "auto_reset": False}, {"players": 3}])
@pytest.mark.parametrize("game_id", GAMES)
def test_what_a_step_leaves_as_it_is_is_what_would_be_written_anew(game_id: str, settings: dict[str, Any]) -> None:
    players = min(settings.get("players", 2), find(game_id).players[1])
    batch = Batch(game_id, 24, **{"seed": 4, **settings, "players": players})
    for step in range(300):
        batch.step(batch.sample())
        if step == 150:
            batch.load(0, batch.save(1))
            batch.copy([2, 3], [4, 5])
            batch.reset([6])
        anew = batch.observe(np.maximum(batch.to_move, 0))
        for plane, place in batch.observation_encoder.plane_slices.items():
            assert np.array_equal(batch.observations[:, place], anew[:, place]), plane


@pytest.mark.parametrize("game_id", GAMES)
def test_standings_are_what_greedy_looks_at_and_in_the_end_the_points(game_id: str) -> None:
    game = find(game_id)
    batch = Batch(game, 8, players=2, seed=5, auto_reset=False)
    told, looked = engine_of(game), 0
    while (batch.to_move >= 0).any():
        batch.step(batch.sample())
        points = batch.heuristic_values()
        assert (points == batch.points)[batch.done].all()
        looked += 1
        if looked % 16 == 0:
            state = batch.position(0).state
            scores = told.points(batch.position(0))
            standing = [game.hooks.heuristic_value(state, seat) for seat in range(2)]
            assert points[0].tolist() == [s if t == NO_VALUE else t for s, t in zip(scores, standing, strict=False)]


def test_the_docs_name_all_planes_that_stay_whole_and_are_larger_than_1() -> None:
    text = (Path(__file__).parents[2] / "docs" / "environments.md").read_text(encoding="utf-8")
    told = next(part for part in text.split("\n\n") if part.startswith("Some planes stay whole"))
    whole = {
        plane.name for name in (*GAMES, "indicesion") for plane in find(name).hooks.PLANES
        if plane.scale == 1 and max(-plane.low, plane.high) > 1
    }  # fmt: skip
    assert whole == set(re.findall(r"`([a-z ]+)`", told)) - {"low", "high"}


def test_nobody_else_writes_what_is_not_written_anew() -> None:
    batch = Batch("dice-ocalypse", 2, seed=1)
    for array in (batch.observations, batch.masks):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0
    batch.step(batch.sample())


@pytest.mark.parametrize("game_id", GAMES)
def test_a_game_is_the_same_however_many_are_played_and_on_however_many_threads(game_id: str) -> None:
    against = ("sensible",) * (find(game_id).usual - 1)
    for bots in ((), against):
        few = played(Batch(game_id, 3, seed=8, against=bots), 60)
        many = played(Batch(game_id, 9, seed=8, against=bots, threads=2), 60)
        assert few == [rows[:3] for rows in many]
    assert played(Batch(game_id, 3, seed=9), 20) != [rows[:3] for rows in few[:20]]


def test_the_seeds_may_be_given_and_are_those_of_single_games() -> None:
    one = Batch("dice-ocalypse", 4, seed=2)
    other = Batch("dice-ocalypse", 2, seed=[int(one.seeds[3]), int(one.seeds[0])])
    assert [other.position(row).tobytes() for row in (0, 1)] == [one.position(row).tobytes() for row in (3, 0)]


@pytest.mark.parametrize("kind", [np.int8, np.uint64, np.int64])
def test_a_seed_may_be_numpy_s(kind: Any) -> None:
    one, other = Batch("deck-o-dice", 2, seed=3), Batch("deck-o-dice", 2, seed=kind(3))
    assert one.seeds.tolist() == other.seeds.tolist()
    one.reset(seed=[1, 2])
    other.reset(seed=np.array([1, 2], kind))
    assert [one.save(row) for row in (0, 1)] == [other.save(row) for row in (0, 1)]


def test_of_a_seed_63_bits_count() -> None:
    seeds = [Batch("deck-o-dice", 1, seed=seed).seeds[0] for seed in (0, 2**63, -(2**63), 1)]
    assert seeds[0] == seeds[1] == seeds[2] != seeds[3]


def test_where_a_game_has_ended_the_next_one_begins() -> None:
    going, ending = (Batch("dice-ocalypse", 2, seed=4, auto_reset=again) for again in (True, False))
    while not going.done.any():
        going.step(going.sample())
        ending.step(ending.sample())
    row = int(np.flatnonzero(going.done)[0])
    assert (going.episodes[row], ending.episodes[row]) == (1, 0)
    assert going.masks[row].any() and not ending.masks[row].any()
    assert (going.to_move[row] >= 0, ending.to_move[row]) == (True, -1)
    assert going.rewards[row].tolist() == ending.rewards[row].tolist() != [0, 0]
    assert engine_of(going.game, True).over(ending.position(row))

    before = ending.position(row).tobytes()
    ending.step(np.where(ending.masks.any(1), ending.sample(), -7))  # a game that is over takes anything
    assert not ending.done[row] and not ending.rewards[row].any() and ending.position(row).tobytes() == before
    ending.reset(ending.to_move < 0)
    assert ending.position(row).tobytes() == going.position(row).tobytes()  # the row's second game
    assert not ending.rewards.any()


def test_a_game_that_goes_on_for_too_long_is_cut_off() -> None:
    batch = Batch("dice-ocalypse", 3, seed=1, max_decisions=5)
    for _ in range(5):
        assert not batch.done.any()
        batch.step(batch.sample())
    assert batch.done.all() and batch.truncated.all() and not batch.rewards.any()
    assert batch.lengths.tolist() == [5, 5, 5]
    batch.step(batch.sample())
    assert not batch.done.any() and not batch.truncated.any()


def test_a_saved_game_goes_on_as_it_would_have() -> None:
    batch = Batch("dice-ocalypse", 3, seed=6)
    played(batch, 30)
    twin = Batch("dice-ocalypse", 2, seed=99)
    played(twin, 7)
    twin.load(1, batch.save(2))
    assert twin.save(1) == batch.save(2)
    for _ in range(80):
        assert shown(twin, 1)[:5] == shown(batch, 2)[:5]
        choices, others = batch.sample().copy(), twin.sample().copy()
        others[1] = choices[2]
        batch.step(choices)
        twin.step(others)
    batch.copy([0, 1], [1, 2])
    assert shown(batch, 0)[:3] == shown(batch, 1)[:3] == shown(batch, 2)[:3]
    batch.step(np.repeat(batch.sample()[:1], 3))
    assert shown(batch, 0)[:5] == shown(batch, 1)[:5]


def test_all_begins_again_as_it_began() -> None:
    batch = Batch("dice-ocalypse", 3, seed=6, against="greedy")
    first = played(batch, 100)
    batch.reset()
    assert played(batch, 100) == first
    batch.reset(seed=7)
    assert played(batch, 100) != first
    assert played(Batch("dice-ocalypse", 3, seed=7, against="greedy"), 100, 1) != first


def test_bots_play_the_other_seats() -> None:
    batch = Batch("dice-ocalypse", 40, players=3, seed=2, against=("sensible", "random"))
    seats = batch.learners
    assert seats.tolist() == [row % 3 for row in range(40)]
    won = np.zeros(3)
    for _ in range(400):
        assert batch.to_move.tolist() == batch.learners.tolist()
        before = batch.learners
        batch.step(batch.sample())
        for row in np.flatnonzero(batch.done):
            shares = np.roll(batch.rewards[row], -before[row])  # the learner's first, then clockwise
            won += shares
            assert shares.sum() == 1
    assert won[1] > 3 * max(won[0], won[2])  # the sensible one sits next to the learner, wherever that is
    fixed = Batch("dice-ocalypse", 4, players=2, seed=2, against="random", seat=1)
    fixed.step(fixed.sample())
    assert fixed.learners.tolist() == [1, 1, 1, 1] == fixed.to_move.tolist()


def test_who_acts_at_once_acts_one_after_the_other_and_sees_nothing_of_it() -> None:
    batch = Batch("dice-ocalypse", 64, players=4, seed=1)
    phases = batch.observation_encoder.plane(batch.observations, "phase")
    tried = 0
    for _ in range(400):
        before = {}
        for row in np.flatnonzero(phases[:, 4]):  # a window: several seats answer unseen
            asked = engine_of(batch.game, True).acting(batch.position(row))
            assert batch.to_move[row] == asked[0]
            if len(asked) > 1:
                before[row] = (asked[1], batch.observe(asked[1])[row].copy())
        batch.step(batch.sample())
        for row, (seat, seen) in before.items():
            tried += 1
            answered = batch.observation_encoder.plane_slices["asked"]
            other = batch.observations[row].copy()
            assert batch.to_move[row] == seat
            seen[answered] = other[answered] = 0  # that somebody has answered is known, not what
            assert seen.tolist() == other.tolist()
    assert tried > 20


def test_texts_and_places_are_two_names_of_one_action() -> None:
    batch = Batch("dice-ocalypse", 6, players=3, seed=3)
    for _ in range(50):
        for row in range(6):
            texts = batch.legal_actions(row)
            assert sorted(texts.values()) == np.flatnonzero(batch.masks[row]).tolist()
            assert all(batch.action_index(row, text) == place for text, place in texts.items())
        batch.step(batch.sample())
    with pytest.raises(ValueError, match=r"'fly' isn't legal now\. The legal actions are: "):
        batch.action_index(0, "fly")
    with pytest.raises(IndexError, match=r"Action 999 of game 0 isn't legal now"):
        batch.action_text(0, 999)


# --- what won't do


@pytest.mark.parametrize(
    ("actions", "error", "says"),
    [
        ([0.0, 1.0], ValueError, "whole numbers, one for each of 2 games"),
        ([float("nan")] * 2, ValueError, "whole numbers"),
        ([True, True], ValueError, "whole numbers"),
        ([1], ValueError, "one for each of 2 games"),
        ([[1], [1]], ValueError, "one for each of 2 games"),
        (["roll", "roll"], ValueError, "whole numbers"),
        ([None, 1], ValueError, "whole numbers"),
        ([-1, -1], IndexError, r"Action -1 of game 0 isn't legal now. The legal actions are in masks\[0\]"),
        ([10**9, 0], IndexError, "isn't legal"),
        (np.array([2**64 - 1, 0], np.uint64), IndexError, "isn't legal"),
        (7, ValueError, "one for each"),
    ],
)
def test_what_is_no_action_is_refused_and_nothing_is_played(actions: Any, error: type[Exception], says: str) -> None:
    batch = Batch("dice-ocalypse", 2, seed=1)
    before = [batch.save(row) for row in (0, 1)], [shown(batch, row) for row in (0, 1)]
    with pytest.raises(error, match=says):
        batch.step(actions)
    assert before == ([batch.save(row) for row in (0, 1)], [shown(batch, row) for row in (0, 1)])


def test_one_illegal_action_stops_all_games() -> None:
    batch = Batch("dice-ocalypse", 64, seed=1, threads=2)
    actions, before = batch.sample().copy(), [batch.save(row) for row in range(64)]
    actions[63] = np.flatnonzero(~batch.masks[63])[0]
    with pytest.raises(IndexError, match="of game 63 isn't legal"):
        batch.step(actions)
    assert [batch.save(row) for row in range(64)] == before


@pytest.mark.parametrize("kind", [np.int16, np.int32, np.uint64, np.int64])
def test_whole_numbers_of_any_size_will_do(kind: Any) -> None:
    one, other = Batch("dice-ocalypse", 2, seed=1), Batch("dice-ocalypse", 2, seed=1)
    for _ in range(20):
        one.step(one.sample().astype(kind))
        other.step(other.sample().tolist())
    assert shown(one, 1) == shown(other, 1)


@pytest.mark.parametrize(
    ("given", "error", "says"),
    [
        ({"n": 0}, ValueError, "n, the number of games, must be a whole number"),
        ({"n": 2.0}, ValueError, "n, the number of games"),
        ({"players": 9}, BadSetting, "2 to 6 players"),
        ({"options": {"target": -1}}, BadSetting, "target"),
        ({"seed": "x"}, BadSeed, "whole number"),
        ({"seed": None}, BadSeed, r"^A seed must be a whole number of at most 64 bits, .* not None\.$"),
        ({"seed": 1.5}, BadSeed, r"not 1\.5\.$"),
        ({"seed": True}, BadSeed, r"not True\.$"),
        ({"seed": 2**64}, BadSeed, "at most 64 bits, of which the lowest 63 count"),
        ({"seed": []}, BadSeed, "one seed, or 2 seeds, one for each game; not 0"),
        ({"seed": [1, 2.5]}, BadSeed, r"not 2\.5\.$"),
        ({"seed": np.zeros((2, 2), int)}, BadSeed, r"not \[0, 0\]\.$"),
        ({"options": "a=1"}, BadSetting, "options must be a dictionary of settings"),
        ({"against": None}, BadSetting, "one bot for all other seats"),
        ({"seed": [1]}, ValueError, "one seed, or 2 seeds"),
        ({"information": "everything"}, ValueError, "information must be one of seen, recall, all"),
        ({"against": ("sensible",) * 3}, BadSetting, "a bot for each other seat: 1 of them, not 3"),
        ({"against": ("search:100",)}, BadSetting, "No bot 'search:100' plays in a batch"),
        ({"seat": 0}, BadSetting, "against bots"),
        ({"seat": 2, "against": "random"}, ValueError, "seat must be a whole number from 0 to 1"),
        ({"max_decisions": 0}, ValueError, "max_decisions must be"),
        ({"threads": 0}, ValueError, "threads must be"),
    ],
)
def test_a_batch_that_cannot_be_is_refused(given: dict[str, Any], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        Batch(given.pop("game", "dice-ocalypse"), **{"n": 2, **given})


def test_what_comes_from_outside_is_looked_at() -> None:
    batch = Batch("dice-ocalypse", 2, seed=1)
    for row in (2, -1, 0.0, True, None):
        with pytest.raises(IndexError, match="Games go from 0 to 1"):
            batch.save(row)  # type: ignore[arg-type]
    for data in (b"", b"x" * 9, "x", batch.save(0) + b"x"):
        with pytest.raises(ValueError, match="A saved game of Dice-ocalypse! must be"):
            batch.load(0, data)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="as many games"):
        batch.copy([0], [0, 1])
    with pytest.raises(ValueError, match="by number, or give 2 Booleans"):
        batch.reset([0.5])  # type: ignore[list-item]
    with pytest.raises(IndexError, match="Games go from 0 to 1"):
        batch.reset([5])
    with pytest.raises(IndexError, match="Seats go from 0 to 1"):
        batch.observe(2)
    with pytest.raises(ValueError, match="Leave out `which` or the seed"):
        batch.reset([0], seed=1)
    batch.reset([])
    assert Position(batch.game, batch.position(0).memory).tobytes() == batch.position(0).tobytes()
