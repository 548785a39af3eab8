"""Check that a saved game continues as it would have in a batch of its kind, and that other data is refused."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from dicehouse.envs import Batch
from dicehouse.envs.gymnasium import DicehouseVectorEnv
from dicehouse.envs.physics_batch import PhysicsBatch
from dicehouse.envs.save_format import DIGEST_SIZE, MARK, SaveFormat
from dicehouse.errors import BadGame
from dicehouse.games import find

ARRAYS = ("observations", "masks", "to_move", "rewards", "done", "truncated", "scores", "lengths", "learners")


def shown(batch: Batch) -> list[Any]:
    """Return everything that a batch shows."""
    return [getattr(batch, name).tolist() for name in ARRAYS]


def step(batch: Batch, times: int) -> list[Any]:
    found = []
    for _ in range(times):
        batch.step(batch.sample())
        found.append(shown(batch))
    return found


# --- what is none


def body_of(data: bytes) -> int:
    """Return where the digest begins."""
    return data.index(b"\n") + 1


BROKEN: dict[str, Callable[[bytes], Any]] = {
    "zeros": lambda good: bytes(len(good)),
    "ones": lambda good: b"\xff" * len(good),
    "nothing": lambda good: b"",
    "a text": lambda good: good.decode("latin-1"),
    "a position of zeros": lambda good: (
        good[: body_of(good) + DIGEST_SIZE] + bytes(len(good) - body_of(good) - DIGEST_SIZE)
    ),
    "one bit": lambda good: good[:-9] + bytes([good[-9] ^ 4]) + good[-8:],
    "a bit of the digest": lambda good: good.replace(
        good[body_of(good) :][:DIGEST_SIZE], bytes(each ^ 1 for each in good[body_of(good) :][:DIGEST_SIZE])
    ),
    "cut off": lambda good: good[:-1],
    "more": lambda good: good + b"x",
    "the line alone": lambda good: good[: body_of(good)],
    "no line's end": lambda good: good.replace(b"\n", b" "),
    "a line that nests": lambda good: MARK + b"[" * 60_000,
    "a line of a list": lambda good: MARK + b"[1]\n" + bytes(900),
    "older bytes without a line": lambda good: good[body_of(good) + DIGEST_SIZE :],
}


@pytest.mark.parametrize("what", BROKEN)
def test_what_is_no_saved_game_is_refused_and_nothing_changes(what: str) -> None:
    batch = Batch("deck-o-dice", 2, seed=1)
    step(batch, 5)
    before, good = [batch.save(0), batch.save(1), shown(batch)], batch.save(0)
    with pytest.raises(ValueError, match=r"^A saved game of Deck-O-Dice must be .*bytes that `save` returned.*\.$"):
        batch.load(0, BROKEN[what](good))
    assert before == [batch.save(0), batch.save(1), shown(batch)]
    batch.load(1, good)
    assert batch.save(1) == good


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"game": "dice-ocalypse"}, r"^This is a saved game of dicetopia, not of Dice-ocalypse!\.$"),
        ({"players": 3}, r"^This game of Dicetopia 2\.0 was saved with 4 players, not 3 players\.$"),
        ({"options": {"start": "all"}}, r"^This game of Dicetopia 2\.0 was saved with \w+ .*, but here \w+ is .*\.$"),
    ],
)
def test_a_game_of_other_players_or_settings_is_refused(given: dict[str, Any], says: str) -> None:
    game = find("dicetopia")
    if "options" in given:  # any setting with another value
        setting = next(each for each in game.settings if each.kind == "switch")
        given = {"options": {setting.key: not setting.default}}
    data = Batch(game, 1, players=4, seed=1).save(0)
    other = Batch(**{"game": "dicetopia", "players": 4, "n": 1, **given})
    before = other.save(0)
    with pytest.raises(ValueError, match=says):
        other.load(0, data)
    assert other.save(0) == before


def test_a_game_by_other_rules_is_refused() -> None:
    game = find("deck-o-dice")
    old = SaveFormat(replace(game, version="0"), 2, game.settings_for(2, {})).put(b"x")
    with pytest.raises(ValueError, match="was saved by another version of its rules"):
        Batch("deck-o-dice", 1).load(0, old)


def test_a_measured_game_is_looked_at_before_anything_changes() -> None:
    one, other = PhysicsBatch("indicesion", 1, players=2, seed=1), PhysicsBatch("indicesion", 1, players=3, seed=1)
    data, before = one.save(0), other.save(0)
    for bad in (data, data[:-1], bytes(len(data)), data + b" "):
        with pytest.raises(ValueError, match="of inDICEsion"):
            other.load(0, bad)
    assert other.save(0) == before
    bots = PhysicsBatch("indicesion", 1, players=2, seed=9, against="random", seat=1)
    bots.load(0, data)  # a game without bots, in which the first seat acts
    assert bots.learners.tolist() == [1]
    assert bots.to_move[0] in (1, -1) and set(bots._bots) == {0}
    one.load(0, bots.save(0))
    assert one.learners.tolist() == [-1] and not one._bots


# --- who plays


def test_a_game_without_bots_goes_on_against_those_of_the_batch() -> None:
    plain, duel = Batch("dice-ocalypse", 2, seed=1), Batch("dice-ocalypse", 2, seed=2, against="random", seat=1)
    moved = set()
    for _ in range(60):
        plain.step(plain.sample())
        duel.load(0, plain.save(0))
        moved.add(int(plain.to_move[0]))
        assert duel.learners.tolist() == [1, 1]
        assert duel.to_move.tolist() == [1, 1]
        if plain.to_move[0] == 1:  # nobody had to play on
            assert duel.position(0).tobytes() == plain.position(0).tobytes()
        duel.step(duel.sample())
        assert duel.to_move.tolist() == [1, 1]
    assert moved == {0, 1}


def test_a_game_against_bots_goes_on_without_them() -> None:
    plain, duel = Batch("dice-ocalypse", 1, seed=1), Batch("dice-ocalypse", 1, seed=2, against="random", seat=1)
    step(duel, 9)
    plain.load(0, duel.save(0))
    assert plain.learners.tolist() == [-1]
    assert plain.position(0).tobytes() == duel.position(0).tobytes()
    movers = set()
    for _ in range(40):
        plain.step(plain.sample())
        movers.add(int(plain.to_move[0]))
    assert movers == {0, 1}


def test_without_a_seat_the_learner_is_the_game_s_or_the_row_s() -> None:
    plain = Batch("dice-ocalypse", 4, seed=1)
    turning = Batch("dice-ocalypse", 4, seed=2, against="random")
    fixed = Batch("dice-ocalypse", 1, seed=3, against="random", seat=1)
    assert turning.learners.tolist() == [0, 1, 0, 1]
    turning.reset([2])  # its second game
    for row, learner in enumerate((0, 1, 1, 1)):
        turning.load(row, plain.save(row))
        assert turning.learners[row] == turning.to_move[row] == learner
    kept = turning.save(1)
    turning.load(0, kept)
    assert turning.save(0) == kept and turning.learners[0] == 1
    fixed.load(0, turning.save(0))
    assert fixed.learners.tolist() == [1] and fixed.save(0) == kept


@pytest.mark.parametrize("again", [True, False])
def test_a_game_that_the_bots_end_is_told_as_in_a_step(again: bool) -> None:
    plain = Batch("deck-o-dice", 1, seed=1)
    duel = Batch("deck-o-dice", 1, seed=2, against="random", seat=0, auto_reset=again)
    ended = 0
    for _ in range(3_000):
        plain.step(plain.sample())
        if plain.to_move[0] != 1:
            continue
        duel.load(0, plain.save(0))
        if duel.done[0]:
            ended += 1
            assert duel.rewards.sum() == 1 and duel.points.any() and duel.lengths[0] > 0
            assert duel.to_move.tolist() == [0 if again else -1]
        elif ended:
            break
    assert ended


# --- copies


TWINS: list[Callable[[Any], Any]] = [copy.copy, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))]  # noqa: S301  # our own


@pytest.mark.parametrize("twin", TWINS)
@pytest.mark.parametrize(
    "given", [{}, {"against": ("random",), "threads": 2}, {"auto_reset": False, "information": "all", "scaled": False}]
)
def test_a_copy_of_a_batch_plays_on_the_same(twin: Callable[[Any], Any], given: dict[str, Any]) -> None:
    batch = Batch("deck-o-dice", 8, seed=range(8), **given)
    step(batch, 25)
    other = twin(batch)
    assert shown(other) == shown(batch) and other.episodes.tolist() == batch.episodes.tolist()
    assert step(other, 40) == step(batch, 40)


def test_a_copy_of_many_environments_plays_on_the_same() -> None:
    envs = DicehouseVectorEnv("deck-o-dice", 4, against="random")
    envs.reset(seed=1)
    other = copy.deepcopy(envs)
    third = pickle.loads(pickle.dumps(envs))  # noqa: S301  # our own
    for _ in range(30):
        actions = [int(np.flatnonzero(mask)[-1]) for mask in envs.action_masks()]
        seen = [each.step(actions)[0].tolist() for each in (envs, other, third)]
        assert seen[0] == seen[1] == seen[2]


def test_a_copy_of_a_measured_game_plays_on_the_same() -> None:
    one = PhysicsBatch("indicesion", 1, players=2, seed=3)
    step(one, 2)
    other = copy.deepcopy(one)
    assert step(one, 3) == step(other, 3)


def test_a_game_that_is_not_in_the_house_is_copied_but_not_pickled() -> None:
    batch = Batch(replace(find("deck-o-dice"), name="Another"), 1, seed=1)
    assert copy.deepcopy(batch).save(0) == batch.save(0)
    with pytest.raises(BadGame, match=r"^Another isn't an installed game, so a batch of it can't be pickled"):
        pickle.dumps(batch)
