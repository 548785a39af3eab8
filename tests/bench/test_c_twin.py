"""The C twin and the compiled Python rules are the same game, byte for byte; else their times say nothing."""

from __future__ import annotations

import ctypes
import inspect
import random
from collections.abc import Iterator, Mapping
from subprocess import CalledProcessError
from typing import Any

import numpy as np
import pytest

from bench.c_twin import GAME, RECORDS, SOURCE, STATE_SIZE, Twin, address, built, compiler, library
from dicehouse.engine import DiceBox, Position, engine_of
from dicehouse.engine.playouts import MAX_DECISIONS, pack_options, play_games
from dicehouse.games.dice_ocalypse.rules.state import Player
from dicehouse.records.record import dtype, i32, record

pytestmark = [
    pytest.mark.skipif(compiler() is None, reason="this machine has no C compiler (cc, gcc or clang)"),
    pytest.mark.xdist_group("c-twin"),
]

SETTINGS: dict[str, Mapping[str, Any]] = {
    "as the rulebook": {},
    "printed, quick": {"scoring": "printed", "target": 5_000, "opening": 500, "reaction_windows": "end_only"},
    "classic, dice decide who was first": {"scoring": "classic", "simultaneous": "roll", "negative_scores": True},
    "plain": {"special_cards": False, "piggyback": True, "hot_dice": "must"},
    "every switch": {
        "piggyback": True,
        "exact_target": True,
        "keep_rule": "all_scoring",
        "battle_zone_again": True,
        "battle_zone_in_final": False,
        "negative_scores": True,
        "no_score_bonus": 500,
        "opening": 0,
    },
    "rows of its own": {"three_ones": 300, "six_kind": 8, "straight": 500, "three_pairs": 750, "two_triplets": 2500},
}


@pytest.fixture(scope="module")
def twin() -> Iterator[Twin]:
    with built() as library:
        yield library


def with_fields(cls: type[Any], **fields: Any) -> type[Any]:
    """Return a copy of the record class `cls` with `fields` in front, and those that it had behind them."""
    kept = {name: kind for name, kind in inspect.get_annotations(cls, eval_str=True).items() if name not in fields}
    return record(type(cls.__name__, (cls,), {"__annotations__": {**fields, **kept}}))


def test_a_new_setting_needs_no_c() -> None:
    options = with_fields(GAME.rules.Options, extra=i32, more=bool)
    state = with_fields(GAME.rules.State, options=options)
    assert dtype(options).itemsize > dtype(GAME.rules.Options).itemsize
    chosen, memory, decisions = np.zeros(1, dtype(options)), np.zeros(20, dtype(state)), np.zeros(20, np.int64)
    known = pack_options(GAME, 3).view(dtype(GAME.rules.Options))
    for name in known.dtype.names or ():
        chosen[name] = known[name]
    chosen["extra"] = 123_456
    with library(SOURCE, options, Player, state) as built_again:
        built_again.play_games(
            *(address(memory), ctypes.c_int64(20), address(chosen), ctypes.c_int(3)),
            *(ctypes.c_int64(1), ctypes.c_int64(0), ctypes.c_int64(MAX_DECISIONS), address(decisions)),
        )
    ours = play_games(GAME, 20, players=3, seed=1)
    expected = ours.memory.reshape(-1).view(dtype(GAME.rules.State))
    assert decisions.tolist() == ours.decisions.tolist()
    assert (memory["options"] == chosen).all()
    for name in expected.dtype.names or ():
        if name != "options":
            assert (memory[name] == expected[name]).all(), name


def test_a_record_that_c_would_lay_out_differently_is_refused() -> None:
    class Packed:
        dtype = np.dtype([("small", np.int8), ("large", np.int64)])

    with pytest.raises(CalledProcessError), library(SOURCE, *RECORDS, Packed):
        pass


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("settings", SETTINGS.values(), ids=SETTINGS)
def test_random_games_end_in_the_same_bytes(twin: Twin, settings: Mapping[str, Any], players: int) -> None:
    for seed in (1, 2**40 + players):
        ours = play_games(GAME, 40, players=players, settings=settings, seed=seed, first=3)
        theirs = twin.play_games(40, players=players, settings=settings, seed=seed, first=3)
        assert ours.decisions.tolist() == theirs.decisions.tolist()
        assert ours.memory.tobytes() == theirs.memory.tobytes()
        assert ours.finished == 40


def test_games_cut_short_lie_alike(twin: Twin) -> None:
    for cap in range(0, 200, 7):
        ours = play_games(GAME, 5, players=3, seed=cap, cap=cap)
        theirs = twin.play_games(5, players=3, seed=cap, cap=cap)
        assert ours.memory.tobytes() == theirs.memory.tobytes()


@pytest.mark.parametrize("players", [2, 4, 6])
def test_draws_and_events_are_the_same(twin: Twin, players: int) -> None:
    rng = random.Random(players)
    engine = engine_of(GAME, True)
    for _ in range(5):
        ours, box = Position(GAME), DiceBox()
        theirs, their_box = np.zeros(STATE_SIZE, np.uint8), DiceBox()
        _same_stream(rng, box, their_box)
        engine.deal(ours, players, GAME.complete({}), box)
        twin.deal(theirs, pack_options(GAME, players), players, their_box.memory)
        while not engine.over(ours):
            assert ours.tobytes() == theirs.tobytes()
            assert box.memory.tobytes() == their_box.memory.tobytes()
            seat = rng.choice(engine.acting(ours))
            action = rng.choice(engine.legal(ours, seat))
            _same_stream(rng, box, their_box)
            engine.apply(ours, seat, action, box)
            twin.apply(theirs, seat, action, their_box.memory)
        assert ours.tobytes() == theirs.tobytes()


def _same_stream(rng: random.Random, *boxes: DiceBox) -> None:
    """A fresh stream for all of them, sometimes with a tape that may be too short."""
    words = [rng.getrandbits(32) for _ in range(4)]
    tape = [rng.randint(1, 6) for _ in range(rng.choice((0, 0, 4, 40)))]
    for box in boxes:
        box.clear()
        box.dice.a, box.dice.b, box.dice.c, box.dice.counter = words
        box.dice.taped, box.dice.n_tape = bool(tape), len(tape)
        for i, face in enumerate(tape):
            box.dice.tape[i] = face
