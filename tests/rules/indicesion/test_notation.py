"""Test the notation of throws, what hands may do, and the noise they add: section 2 and the notation."""

from __future__ import annotations

import random

import pytest

import dicehouse
from dicehouse.core import Seeded
from dicehouse.errors import BadThrow, DicehouseError
from dicehouse.games.indicesion.physics.throw_physics import HAND_LEVELS, MAX_SPEED, shake_throw
from dicehouse.games.indicesion.rules.throw_notation import read_throw

from ...printable import is_printable
from .stage import FAR, GAP, HALF, Stage, on

NEAR = "from 0,-440,60 push 1500,90,30"  # closer than six inches to the near player's board


def test_a01_six_inches_from_the_board_aimed_at() -> None:
    stage = Stage(hands=["r1 r2", "o1"])
    with pytest.raises(BadThrow, match=r"board 1.*15\.24 cm"):
        stage.match.play(0, f"throw r1 p1 {NEAR}")
    stage.match.play(0, f"throw r1 p2 {NEAR}")
    assert stage.view["release"] == "target" and stage.asked == [1]


def test_a01_or_from_every_board_if_the_table_wants_that() -> None:
    stage = Stage(hands=["r1 r2", "o1"], settings={"release": "every"})
    for target in ("p1", "p2"):
        with pytest.raises(BadThrow, match="board 1"):
            stage.match.play(0, f"throw r1 {target} {NEAR}")


@pytest.mark.parametrize(("height", "fits"), [(-2, False), (2, True)])
def test_r19_the_distance_is_that_of_the_nearest_points(height: int, fits: bool) -> None:
    stage = Stage(hands=["r1 r2", "o1"])
    text = f"throw r1 p1 from 0,{-FAR:.0f},{round(3.175 + GAP + HALF) + height} push 0,0,0"
    if fits:
        stage.match.play(0, text)
    else:
        with pytest.raises(BadThrow, match=r"at least 15\.24 cm"):
            stage.match.play(0, text)


def test_in_a_construction_the_target_is_all_of_its_boards() -> None:
    boards = {"c1": (0, 0, 1.5875), "c2": (0, 500, 1.5875)}
    stage = Stage("central+", hands=["r1 r2", "o1"], boards=boards)
    for near in (0, 500):
        with pytest.raises(BadThrow, match=r"at least 15\.24 cm"):
            stage.match.play(0, f"throw r1 target from 0,{near},150 push 0,0,0")


def test_a12_no_hand_throws_exactly_as_meant() -> None:
    meant = read_throw("throw r1 p1 from 0,-700,300 push 2000,90,20").throw()
    for level, much in HAND_LEVELS.items():
        assert much > 0
        thrown = [shake_throw(meant, level, random.Random(seed)) for seed in range(5)]
        assert len({each.velocity for each in thrown}) == len({each.pose for each in thrown}) == 5
    assert HAND_LEVELS["steady"] < HAND_LEVELS["usual"] < HAND_LEVELS["shaky"]
    rests = set()
    for seed in range(3):
        stage = Stage(
            hands=["r1 r2", "o1"],
            settings={"hand": "steady"},
        )
        stage.match._source = Seeded(seed)
        stage.match.play(0, "drop r1 p1")
        rests.add(stage.at("r1"))
    assert len(rests) == 3


def test_a12_nothing_is_thrown_faster_than_the_boards_can_take() -> None:
    stage = Stage(hands=["r1 r2", "o1"])
    assert stage.view["limits"]["speed"] == round(MAX_SPEED * 1000) == 6096
    with pytest.raises(BadThrow, match="fast"):
        stage.match.play(0, "throw r1 p1 from 0,-700,300 push 6100,90,20")
    with pytest.raises(BadThrow, match="spin"):
        stage.match.play(0, "throw r1 p1 from 0,-700,300 push 2000,90,20 spin 0,0,3500")


@pytest.mark.parametrize(
    "text",
    [
        "throw r1 p1 from 0,-700,300 push 2100,90,20",
        "throw r1 p1 from 0,-700,300 push 2100,90,20 spin 300,0,-5",
        "throw r1 p1 from 0,-700,300 push 2100,90,20 up 6,15",
        "throw r1 p1 from 0,-700,300 push 2100,-90,20 spin 300,0,0 up 2,0",
    ],
)
def test_the_notation_is_its_own_shortest_form(text: str) -> None:
    assert read_throw(text).text() == text


def test_parts_come_in_any_order_and_what_is_usual_is_left_out() -> None:
    stage = Stage(hands=["r1 r2", "o1"])
    stage.match.play(0, "  THROW r1 p2 push 2000,90,20  up 1,0 spin 0,0,0 FROM 0,-700,300 ")
    assert stage.match.actions[-1].option == "throw r1 p2 from 0,-700,300 push 2000,90,20"
    facts = next(dict(event.facts) for event in stage.match.log() if event.kind == "throw")
    assert facts["throw"] == {"from": [0, -700, 300], "push": [2000, 90, 20], "spin": [0, 0, 0], "up": [1, 0]}


def test_a_ready_throw_is_the_throw_that_its_facts_say() -> None:
    for how in ("drop", "lob", "knock"):
        ready, free = (Stage(hands=["r1 r2", "o1"], dice={"o2": on(2)}) for _ in range(2))
        option = next(each for each in ready.match.options(0) if each.id == f"{how} r1 p2")
        parts = " ".join(f"{word} {','.join(map(str, numbers))}" for word, numbers in option.facts["throw"].items())
        ready.match.play(0, option.id)
        free.match.play(0, f"throw r1 p2 {parts}")
        assert ready.match.position() == free.match.position()


@pytest.mark.parametrize("players", [2, 3, 6])
@pytest.mark.parametrize("release", ["target", "every"])
def test_drops_and_lobs_are_always_allowed(players: int, release: str) -> None:
    match = dicehouse.new("indicesion", players=players, options={"release": release, "rounds": 1}, seed=players)
    for turn in range(2 * players):
        seat = match.acting()[0]
        wanted = [option.id for option in match.options(seat) if option.id.startswith(("drop", "lob"))]
        match.play(seat, wanted[turn % len(wanted)])
    assert match.number == 2 * players


HOSTILE = [
    "throw",
    "throw r1",
    "throw r1 p1",
    "throw r1 p1 from",
    "throw r1 p1 push 1,2,3",
    "throw r1 p1 from 0,-700,300",
    "throw r1 p1 from nan,nan,nan push 1,2,3",
    "throw r1 p1 from inf,0,0 push 1,2,3",
    "throw r1 p1 from 1e9,0,0 push 1,2,3",
    "throw r1 p1 from 0x1,0,0 push 1,2,3",
    "throw r1 p1 from 0.5,0,0 push 1,2,3",
    "throw r1 p1 from 1,2 push 1,2,3",
    "throw r1 p1 from 1,2,3,4 push 1,2,3",
    "throw r1 p1 from ,, push 1,2,3",
    "throw r1 p1 from --1,2,3 push 1,2,3",
    "throw r1 p1 from \u00b2,2,3 push 1,2,3",
    "throw r1 p1 from 0,-700,300 push 999999,90,20",
    "throw r1 p1 from 0,-700,300 push 9999999999999999999,90,20",
    "throw r1 p1 from 0,-700,300 push 2000,90,20 spin 999999,999999,999999",
    "throw r1 p1 from 0,-700,300 push 2000,90,20 up 0,0",
    "throw r1 p1 from 0,-700,300 push 2000,90,20 up 7,0",
    "throw r1 p1 from 0,-700,300 push 2000,90,20 up 1",
    "throw r1 p1 from 0,-700,300 push 2000,90,20 push 2000,90,20",
    "throw r1 p1 from 0,-700,300 push 2000,90,20 at 1,2,3",
    "throw r1 p1 from 0,-700,300 push 2000,90,20 please",
    "throw r1 p1 from 0,-700,300 push 2000,90,20; throw r2 p1",
    "throw r1 p1 from 0,-700,5 push 2000,90,20",
    "throw r1 p1 from 0,-700,-300 push 2000,90,20",
    "throw r1 p1 from 999999,0,300 push 2000,90,20",
    "throw r1 p1 from 0,-700,9000 push 2000,90,20",
    f"throw r1 p1 from 0,{FAR:.0f},22 push 2000,90,20",
    "throw r1 p3 from 0,-700,300 push 2000,90,20",
    "throw r1 c1 from 0,-700,300 push 2000,90,20",
    "throw r1 target from 0,-700,300 push 2000,90,20",
    "throw r1 r1 from 0,-700,300 push 2000,90,20",
    "throw r3 p1 from 0,-700,300 push 2000,90,20",
    "throw o1 p1 from 0,-700,300 push 2000,90,20",
    "throw z9 p1 from 0,-700,300 push 2000,90,20",
    "throw p1 p1 from 0,-700,300 push 2000,90,20",
    "throw r1 p1 from 0,-\N{ARABIC-INDIC DIGIT SEVEN}00,300 push 2000,90,20",
    "throw r1\x00 p1 from 0,-700,300 push 2000,90,20",
    "drop",
    "drop r1",
    "drop r3 p1",
    "drop r1 p3",
    "respawn o1",
    "again",
    "put c1 at 0,0,0",
    "stand p1 middle",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_what_nobody_could_throw_is_refused_in_a_sentence(text: str) -> None:
    stage = Stage(hands=["r1 r2", "o1"], dice={"b1": on(2)})
    before = stage.match.position(), len(stage.match.log()), stage.match.number
    with pytest.raises(DicehouseError) as refusal:
        stage.match.play(0, text)
    told = str(refusal.value)
    assert told.endswith(".") and is_printable(told) and len(told) < 700
    assert (stage.match.position(), len(stage.match.log()), stage.match.number) == before


def test_practice_changes_nothing_and_before_the_own_first_die_is_of_any_die() -> None:
    match = dicehouse.new("indicesion", players=2, seed=1)
    before = match.position(), match.number, match.log()
    text = "throw o1 p1 from 0,-700,300 push 2000,90,20"
    found = [match.practise(seat, text) for seat in (0, 1, 1)]
    assert all(each["flight"]["status"] == "rest" and each["die"] == "o1" for each in found)
    assert len({str(each["flight"]["rest"]) for each in found}) == 3, "every try has luck of its own"
    for wrong in ("throw z9 p1 from 0,-700,300 push 1,2,3", "drop o1 p1", "throw o1 p9 from 0,-700,300 push 1,2,3"):
        with pytest.raises(DicehouseError):
            match.practise(0, wrong)
    assert (match.position(), match.number, match.log()) == before
    match.play(match.acting()[0], match.options(match.acting()[0])[0].id)
    with pytest.raises(BadThrow, match="when it is your turn"):
        match.practise(0, text)
    assert match.practise(1, text)["die"] == "o1", "who has not thrown yet may still practise"
