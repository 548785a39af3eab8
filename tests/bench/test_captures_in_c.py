"""The captures of Baron Voodoo in C are those of the rules: found in the same order, and the same bytes afterwards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest

from bench.c_twin import compiler
from bench.captures import GAME, STATE, Captures, CapturesInC, built, positions
from dicehouse.engine import DiceBox, Engine, Position, engine_of
from dicehouse.games.baron_voodoo.rules.action_codes import JUMP
from dicehouse.records.record import Bytes

pytestmark = [
    pytest.mark.skipif(compiler() is None, reason="this machine has no C compiler (cc, gcc or clang)"),
    pytest.mark.xdist_group("c-twin"),
]

TABLES: dict[str, tuple[int, Mapping[str, object]]] = {
    "two": (2, {}),
    "three, in all eight directions": (3, {"directions": 8}),
    "four, from chaos, on a mirrored board": (4, {"set_up": "chaos", "layout": "mirror"}),
    "teams": (4, {"pairing": "yt-rp"}),
    "solo": (1, {}),
    "solo, in all eight directions": (1, {"directions": 8}),
}


@pytest.fixture(scope="module")
def twin() -> Iterator[CapturesInC]:
    with built() as library:
        yield library


@pytest.fixture(scope="module", params=TABLES.values(), ids=TABLES)
def sample(request: pytest.FixtureRequest) -> Bytes:
    players, settings = request.param
    found = positions(100, players, settings)
    assert len(found) > 500
    return found


def test_the_same_captures_in_the_same_order(twin: CapturesInC, sample: Bytes) -> None:
    engine, several = engine_of(GAME, True), 0
    for row in sample:
        found = _captures(engine, row)
        assert twin.legal_jumps(row, engine.acting(Position(GAME, row))[0]) == found
        several += len(found) > 1
    assert several > len(sample) // 2


def test_each_leaves_the_same_bytes_and_tells_the_same(twin: CapturesInC, sample: Bytes) -> None:
    engine, box, their_box = engine_of(GAME, True), DiceBox(), DiceBox()
    for row in sample:
        seat = engine.acting(Position(GAME, row))[0]
        for action in _captures(engine, row):
            ours, theirs = Position(GAME, row.copy()), row.copy()
            box.clear()
            their_box.clear()
            engine.apply(ours, seat, action, box)
            twin.capture(theirs, seat, action, their_box.memory)
            assert ours.tobytes() == theirs.tobytes()
            assert box.memory.tobytes() == their_box.memory.tobytes()
            assert ours.tobytes() != row.tobytes()


def test_what_is_timed_does_the_same(twin: CapturesInC, sample: Bytes) -> None:
    ours, before = Captures(), sample.tobytes()
    twin.actions[:] = twin.after[:] = 0
    assert ours.listed(sample) == twin.listed(sample) > len(sample)
    assert ours.carried_out(sample, 2) == twin.carried_out(sample, 2) > 0
    assert ours.after.tobytes() == twin.after.tobytes()
    assert ours.actions.tobytes() == twin.actions.tobytes()
    assert len(ours.after) >= STATE.itemsize * max(len(_captures(engine_of(GAME, True), row)) for row in sample)
    assert sample.tobytes() == before


def _captures(engine: Engine, row: Bytes) -> list[int]:
    position = Position(GAME, row)
    return [n for n in engine.legal(position, engine.acting(position)[0]) if n in JUMP]
