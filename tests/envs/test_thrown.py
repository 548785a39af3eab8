"""Check inDICEsion for learners: its observations, and one game that is played as a batch of one."""

from __future__ import annotations

import copy
import json
import warnings
from functools import cache
from typing import Any

import numpy as np
import pytest

from dicehouse.engine import Position
from dicehouse.envs import Batch, ObservationEncoder
from dicehouse.envs.physics_batch import PhysicsBatch
from dicehouse.envs.single_game import SingleGame
from dicehouse.errors import BadGame, BadSetting, DicehouseError
from dicehouse.games import find
from dicehouse.match.match import Match, new

GAME = find("indicesion")


@cache
def walked(mode: str, most: int) -> tuple[Match, ...]:
    """Yield a game at each of its first decisions, playing the last listed throw."""
    settings = next(mode_.settings for mode_ in GAME.modes if mode_.id == mode)
    match = new("indicesion", players=3, options={**settings, "barrels": True}, seed=3)
    for _ in range(most):
        seat = match.acting()[0]
        match.play(seat, match.options(seat)[-1].id)
    return tuple(match.at(number) for number in range(match.number + 1))


def moments() -> list[Match]:
    return [match for mode in (GAME.modes[0].id, GAME.modes[-1].id) for match in walked(mode, 9)]


def test_every_view_looks_different_and_lies_within_the_planes() -> None:
    sight, views = ObservationEncoder(GAME, "all", scaled=False), dict[bytes, str]()
    for match in moments():
        for seat in range(3):
            row = sight.encode_position(Position(GAME, np.frombuffer(match.position(), np.uint8).copy()), seat)
            wrong = np.flatnonzero((row < sight.low) | (row > sight.high) | (row != np.round(row)))
            assert not len(wrong), [name for name, at in sight.plane_slices.items() if at.start <= wrong[0] < at.stop]
            view = json.dumps(match.view(seat), sort_keys=True)
            key = bytes([seat]) + row.tobytes()
            assert views.setdefault(key, view) == view
    assert len({key[1:] for key in views}) > 3 * 15


def test_seats_are_counted_from_the_one_that_looks() -> None:
    sight = ObservationEncoder(GAME, "seen", scaled=False)
    match = walked(GAME.modes[0].id, 9)[-1]
    at = Position(GAME, np.frombuffer(match.position(), np.uint8).copy())
    for seat in range(3):
        row, view = sight.encode_position(at, seat), match.view(seat)
        assert sight.plane(row, "seat").argmax() == seat
        assert (view["player"] - seat) % 3 == sight.plane(row, "player").argmax()
        owners = sight.plane(row, "die owner")
        for name, body in view["bodies"].items():
            if body["kind"] == "die":
                number = "roygbk".index(name[0]) * 6 + int(name[1:]) - 1
                assert owners[number].argmax() == (body["seat"] - seat) % 3
                assert sight.plane(row, "die at")[number] / 10 == pytest.approx(body["at"], abs=0.051)
                assert sight.plane(row, "die turn")[number] / 10_000 == pytest.approx(body["quat"], abs=1e-4)


def test_all_that_is_listed_has_a_place() -> None:
    game = SingleGame("indicesion", 2)
    game.deal(5)
    batch = game.batch
    assert isinstance(batch, PhysicsBatch)
    assert batch.legal_actions(0).keys() == {option.id for option in batch._match.options(game.seat)}
    assert sorted(batch.legal_actions(0).values()) == np.flatnonzero(batch.masks[0]).tolist()
    assert game.action_mask_if_acting(game.seat).sum() == batch.masks.sum() == game.action_mask(game.seat).sum()


def played(game: SingleGame, steps: int) -> list[Any]:
    rows = []
    for _ in range(steps):
        game.batch.step([int(np.flatnonzero(game.batch.masks[0])[-1])])
        rows.append(game.batch.observations.copy())
    return rows


def test_the_same_seed_throws_the_same_and_a_copy_plays_on_alike() -> None:
    game, other = SingleGame("indicesion", 2), SingleGame("indicesion", 2)
    game.deal(7)
    played(game, 4)
    other.deal(7)
    played(other, 4)
    assert (game.batch.observations == other.batch.observations).all()
    again = copy.deepcopy(game)
    assert (again.batch.observations == game.batch.observations).all()
    assert (np.array(played(again, 3)) == np.array(played(game, 3))).all()
    other.deal(8)
    played(other, 7)
    assert (game.batch.observations != other.batch.observations).any()


def test_a_whole_game_against_a_bot_ends_with_a_winner() -> None:
    game = SingleGame("indicesion", 2, against="random", seat=1, options={"rounds": 1})
    game.deal(2)
    for _ in range(60):
        assert game.seat == 1 or game.batch.done[0]
        if game.batch.done[0]:
            break
        played(game, 1)
    assert game.batch.done[0] and not game.batch.truncated[0] and game.seat == -1
    assert game.batch.rewards.sum() == 1
    assert game.batch.lengths[0] == game.batch._match.number > 10
    game.deal(None)
    assert game.batch.episodes[0] == 1 and not game.batch.done[0]


def test_what_is_thrown_freely_is_a_text() -> None:
    batch = PhysicsBatch("indicesion", 1, players=2, seed=5)
    while not (drops := [text for text in batch.legal_actions(0) if text.startswith("drop")]):
        batch.step(batch.sample())
    die = drops[0].split()[1]
    before = batch.observations.copy()
    batch.throw(f"throw {die} p1 from 0,-900,400 push 2500,90,20 spin 300,0,0")
    assert (batch.observations != before).any()
    with pytest.raises(DicehouseError):
        batch.throw("throw r9 p1 from 0,0,0 push 1,1,1")
    with pytest.raises(IndexError, match="isn't legal now"):
        batch.step([int(np.flatnonzero(~batch.masks[0])[0])])
    for data in (b"", b"{}", b'{"match": {}}'):
        with pytest.raises(ValueError, match="A saved game of inDICEsion"):
            batch.load(0, data)


def test_it_is_played_one_game_at_a_time() -> None:
    with pytest.raises(BadGame, match="can't be played in batches"):
        Batch("indicesion", 4)
    with pytest.raises(BadGame, match="one game"):
        PhysicsBatch("indicesion", 2)


def test_gymnasium_accepts_it() -> None:
    gym = pytest.importorskip("gymnasium", reason="it comes with dicehouse[gymnasium]")
    from gymnasium.utils.env_checker import check_env

    import dicehouse.envs.gymnasium  # noqa: F401  # registers

    check_env(gym.make("dicehouse/Indicesion-v1", against="random").unwrapped, skip_render_check=True)


def test_each_version_of_the_environment_keeps_its_physics() -> None:
    gym = pytest.importorskip("gymnasium", reason="it comes with dicehouse[gymnasium]")
    from dicehouse.envs.gymnasium import gymnasium_id

    assert gymnasium_id(GAME) == "dicehouse/Indicesion-v1"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Gymnasium warns that there is a newer one
        older = gym.make("dicehouse/Indicesion-v0", against="random", options={"rounds": 1})
    newer = gym.make("dicehouse/Indicesion-v1", against="random", options={"rounds": 1})
    for version, env in enumerate((older, newer)):
        assert env.unwrapped.game.batch.settings["physics"] == version + 1
        assert env.unwrapped.game.batch.settings["rounds"] == 1
    with pytest.raises(BadSetting, match="from 0 to 1, not 2"):
        gym.make("dicehouse/Indicesion-v1", against="random", version=2)


def test_a_saved_game_keeps_its_physics() -> None:
    first, newest = (PhysicsBatch("indicesion", 1, players=2, options={"physics": version}) for version in (1, 2))
    first.reset(seed=1)
    with pytest.raises(ValueError, match="was saved with physics 1, but here physics is 2"):
        newest.load(0, first.save(0))
    first.load(0, first.save(0))


def test_pettingzoo_plays_a_few_throws_of_it() -> None:
    zoo = pytest.importorskip("dicehouse.envs.pettingzoo", reason="it comes with dicehouse[pettingzoo]")
    env = zoo.env("indicesion", players=2)
    env.reset(seed=1)
    for _ in range(4):
        seen, _, ended, cut, _ = env.last()
        assert not ended and not cut
        env.step(int(np.flatnonzero(seen["action_mask"])[0]))
    assert seen["observation"].shape == (ObservationEncoder(GAME).width,)


@pytest.mark.filterwarnings("ignore")
def test_pettingzoos_own_suite_passes() -> None:
    zoo = pytest.importorskip("dicehouse.envs.pettingzoo", reason="it comes with dicehouse[pettingzoo]")
    from pettingzoo.test import api_test, seed_test

    api_test(zoo.env("indicesion", options={"rounds": 1}), num_cycles=20)
    seed_test(lambda: zoo.env("indicesion", options={"rounds": 1}), num_cycles=8)
