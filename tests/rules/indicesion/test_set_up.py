"""Test positions set up by hand: impossible ones are refused in one sentence, and all others can be played."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dicehouse.errors import BadSetting
from dicehouse.games.indicesion import GAME
from dicehouse.games.indicesion.physics.placement_check import why_impossible
from dicehouse.games.indicesion.presentation.position_setup import SET_UP
from dicehouse.games.indicesion.rules.state import N_BARRELS, PieceStatus
from dicehouse.games.indicesion.rules.table_layout import all_pieces, scene_of
from dicehouse.match.match import Match

from ...printable import is_printable
from .stage import BARREL, BOARD_TOP, barrel, on

NAN, INF = float("nan"), float("inf")
HANDS = {"hands": ["r1 r2", "o1"]}
STOOD = {"barrels": {"x1": barrel(1)}, "homes": {"x1": "p1"}}
TARGET = {"boards": {"c1": (0, 0, BOARD_TOP / 2)}}

WRONG: list[tuple[str, dict[str, Any], str]] = [
    # words
    ("classic", {"layin": {}}, "has no word 'layin'; did you mean lying?"),
    ("classic", {"lying": []}, "lying must be a mapping"),
    ("classic", {"lying": {"z1": (0, 0, 20)}}, "lying has a die such as r1, not 'z1'."),
    ("classic", {"lying": {"p1": (0, 0, 20)}}, "lying has a die such as r1, not 'p1'."),
    ("classic", {"lying": {5: (0, 0, 20)}}, "lying has a die such as r1, not 5."),
    ("classic", {"lying": {"r3": (0, 0)}}, "must be a list of 3 to 7"),
    ("classic", {"lying": {"r3": (0, 0, 20, 1, 0, 0)}}, "a place and a quaternion"),
    ("classic", {"lying": {"r3": "0,0,20"}}, "must be a list of 3 to 7"),
    ("classic", {"lying": {"r3": (NAN, 0, 20)}}, "lying['r3'][0] must be a number from -914.4 to 914.4, not nan."),
    ("classic", {"lying": {"r3": (0, INF, 20)}}, "lying['r3'][1] must be a number from -914.4 to 914.4, not inf."),
    ("classic", {"lying": {"r3": (0, 2000, 20)}}, "not 2000."),
    ("classic", {"lying": {"r3": (0, 0, -5)}}, "lying['r3'][2] must be a number from 0 to 1,000, not -5."),
    ("classic", {"lying": {"r3": (0, 0, 10**400)}}, "lying['r3'][2] must be a number from 0 to 1,000"),
    ("classic", {"lying": {"r3": (0, 0, True)}}, "not True."),
    ("classic", {"lying": {"r3": (0, 500, 20, 7)}}, "a face from 1 to 6"),
    ("classic", {"lying": {"r3": (0, 500, 20, 1.5, 0)}}, "a face from 1 to 6"),
    ("classic", {"lying": {"r3": (0, 500, 20, 1, NAN)}}, "not nan."),
    ("classic", {"lying": {"r3": (0, 500, 20, 1, 1, 0, 0)}}, "quaternion, and its length is 1"),
    ("classic", {"hands": "r1"}, "hands must be a list"),
    ("classic", {"hands": ["r1", "o1", "y1"]}, "hands must be a list of 0 to 2"),
    ("classic", {"hands": [["r1"]]}, "hands[0] names dice"),
    ("classic", {"hands": ["r1 z9"]}, "hands[0] has a die such as r1, not 'z9'."),
    ("classic", {"player": 2}, "player must be a seat from 0 to 1, not 2."),
    ("classic", {"player": True}, "player must be a seat"),
    ("classic", {"first": -1}, "first must be a seat"),
    ("classic", {"winners": [5]}, "winners[0]"),
    ("classic", {"winners": [None] * 20}, "winners must be a list of 0 to 19"),
    ("classic+", {"taken": [-1]}, "taken[0] must be a whole number from 0 to 6, not -1."),
    ("drafting", {"skips": [7]}, "skips[0] must be a whole number from 0 to 6, not 7."),
    ("drafting", {"skips": "12"}, "skips must be a list"),
    # dice
    ("classic", {"hands": ["r1 r1"]}, "r1 is in one place only"),
    ("classic", {"hands": ["r1", "r1"]}, "r1 is in one place only"),
    ("classic", {"hands": ["r1"], "lying": {"r1": on(1)}}, "r1 is in one place only"),
    ("classic", {"hands": ["r1 r2 r3 r4 r5 r6 o1"]}, "seat 0 has at most 6 dice, not 7"),
    ("classic", {"hands": []}, "seat 0 is to throw and needs a die"),
    ("classic", {"hands": ["", "r1"]}, "seat 0 is to throw and needs a die"),
    ("classic", {"player": 1, "hands": ["r1"]}, "seat 1 is to throw and needs a die"),
    ("central", {"hands": ["o1", "r1"]}, "o1 is no die of seat 0"),
    ("central", {"hands": ["r1"], "lying": {"k1": (400, 0, 20)}}, "nobody plays with k1"),
    ("drafting", {"hands": ["r1 o1 y1 g1 b1"], "skips": [2]}, "gave up one for each turn it skips"),
    ("classic", {"skips": [0, 1]}, "skipped only with powers"),
    ("classic", {"winners": [0, None, 0]}, "seat 0 would have won the match already"),
    # boards and barrels
    ("classic", {"boards": {"c1": (0, 0, 1.6)}}, "c1 is not played with here, only p1, p2."),
    ("classic", {"boards": {"p3": (0, 0, 1.6)}}, "p3 is not played with here"),
    ("central", {"boards": {"p1": (0, 0, 1.6)}}, "p1 is not played with here"),
    ("central", {"boards": {}}, "at least one lies on the table"),
    ("central+", {}, "at least one lies on the table"),
    ("central+", {"boards": {"x1": (0, 0, 28)}}, "boards has a board such as c1"),
    ("central+", {"boards": {"c1": (0, 0, 1.6, 0, 0, 0)}}, "a turn and a tilt"),
    ("classic", STOOD, "this game is played without"),
    ("classic", {"taken": [1]}, "this game is played without"),
    ("classic+", {"barrels": {"x7": barrel(1)}}, "barrels has a barrel such as x1, not 'x7'."),
    ("classic+", {"barrels": {"x1": barrel(1)}}, "say on which board of the table x1 was stood"),
    ("classic+", {**STOOD, "homes": {"x1": "p3"}}, "say on which board of the table x1 was stood"),
    ("classic+", {**STOOD, "homes": {"x1": "x1"}}, "homes['x1'] has a board"),
    ("classic+", {**STOOD, "homes": {"x1": "p2"}}, "x1 has left its board"),
    ("classic+", {"homes": {"x1": "p1"}}, "x1 was stood on no board"),
    ("classic+", {**STOOD, "taken": [3, 3]}, "there are 6, on the table and taken"),
    ("central+", {**TARGET, "barrels": {"x1": (500, 0, BARREL / 2)}}, "x1 has left its board"),
    ("central+", {**TARGET, "barrels": {"x1": (0, 0, 31.2)}, "homes": {"x1": "c1"}}, "x1 was stood on no board"),
    # bodies that overlap
    ("classic", {"lying": {"b1": on(1), "b2": on(1, 20)}}, "inside"),
    ("classic", {"lying": {"b1": (0, -203, 10)}}, "inside"),
    ("classic", {"lying": {"b1": (500, 0, 5)}}, "inside the table"),
    ("classic+", {**STOOD, "lying": {"b1": on(1, 20)}}, "inside"),
]


def position(mode: str, words: dict[str, Any]) -> Match:
    options = {"game": mode.rstrip("+"), "barrels": mode.endswith("+")}
    return Match.set_up("indicesion", players=2, options=options, **(HANDS | words))


@pytest.mark.parametrize(("mode", "words", "said"), WRONG)
def test_what_cannot_be_is_refused(mode: str, words: dict[str, Any], said: str) -> None:
    with pytest.raises(BadSetting) as refusal:
        position(mode, words)
    text = str(refusal.value)
    assert said in text and is_printable(text) and text[-1] in ".?" and len(text) < 600


# --- accepted positions


def check(match: Match) -> None:
    """Check that every body is in one place, and that none is in an impossible place."""
    state: Any = match._position.state
    scene = scene_of(state)
    assert why_impossible(scene, scene) == ""
    for name, each in all_pieces(state):
        assert (each.where == PieceStatus.TABLE) == (name in scene)
    taken = sum(state.taken[seat] for seat in range(match.players))
    assert sum(barrel.where == PieceStatus.TAKEN for barrel in state.barrels) == taken <= N_BARRELS
    for seat in range(match.players):
        held = sum(each.where == PieceStatus.HAND and each.owner == seat for each in state.dice)
        assert 0 <= held + state.skips[seat] <= 6 and state.wins[seat] < state.options.rounds


def play_on(match: Match, luck: random.Random, most: int) -> None:
    for _ in range(most):
        if match.over:
            return
        seat = match.acting()[0]
        match.play(seat, luck.choice(match.options(seat)).id)


def test_a_position_is_what_was_said() -> None:
    words = {"hands": ["r1", "o1 o2"], "player": 1, "first": 1, "winners": [None, 0], "taken": [1, 2]}
    match = position("classic+", words | STOOD | {"lying": {"b1": on(2, 10, 5, 4)}})
    check(match)
    view = match.view(None)
    assert match.acting() == (1,) and (view["round"], view["starter"]) == (3, 0)
    assert [seat["taken"] for seat in view["seats"]] == [1, 2] and [seat["points"] for seat in view["seats"]] == [-1, 2]
    assert set(view["bodies"]) == {"p1", "p2", "x1", "b1"}
    assert [seat["hand"] for seat in view["seats"]] == [["r1"], ["o1", "o2"]]


def test_boards_lie_there_too_where_somebody_would_have_said_who_starts() -> None:
    match = Match.set_up("indicesion", players=2, options={"starter": "choose"}, hands=["r1", "o1"])
    check(match)
    assert set(match.view(None)["bodies"]) == {"p1", "p2"}


@pytest.mark.parametrize(
    ("mode", "words"),
    [
        ("drafting", {"hands": ["r1 b1 k1", "y1 b2 g1"], "skips": [1, 0], "lying": {"o1": on(1), "g2": on(2, face=5)}}),
        ("classic+", {**STOOD, "taken": [0, 2], "winners": [1]}),
        ("central+", {"boards": {"c1": (0, 0, 1.6), "c2": (0, 50, 58.9)}, "barrels": {"x1": (0, 50, 31.2)}}),
        ("central", {"boards": {"c2": (300, 0, 1.6, 30), "c3": (-300, 0, 60, 0, 20)}}),
    ],
)
def test_a_position_is_played_to_the_end_of_its_round(mode: str, words: dict[str, Any]) -> None:
    match = position(mode, words)
    check(match)
    luck, now = random.Random(3), match.view(None)["round"]
    while not match.over and match.view(None)["round"] == now:
        play_on(match, luck, 1)


# --- random words

scalars = st.none() | st.booleans() | st.integers(-3, 8) | st.floats() | st.text(max_size=4) | st.just(10**400)
anything = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)
spots = st.tuples(
    st.sampled_from([-100, -55, -10, 35, 80, 125, 400]), st.sampled_from([-250, -203, 203, 250]), st.just(22.3)
)
plausible = st.fixed_dictionaries(
    {
        "hands": st.sampled_from([["r1 r2", "o1 o2"], ["r1", "o3"], ["r1 r3 r4 r5", "o1 o2"]]),
        "lying": st.dictionaries(st.sampled_from(["r6", "o6", "o5", "o4"]), spots, max_size=3),
    },
    optional={
        "boards": st.sampled_from(
            [{"c1": (0, 0, 1.6)}, {"c1": (0, 0, 1.6), "c2": (0, -203, 1.6, 30)}, {"p2": (0, 300, 1.6)}]
        ),
        "barrels": st.just({"x2": barrel(1, 0, 70)}),
        "homes": st.just({"x2": "p1"}),
        "player": st.integers(0, 1),
        "first": st.integers(0, 1),
        "winners": st.lists(st.none(), max_size=3),
        "taken": st.lists(st.integers(0, 2), max_size=2),
        "skips": st.lists(st.integers(0, 3), max_size=2),
    },
)
KEYS = [word.key for word in SET_UP]
others = st.text(max_size=4).filter(lambda text: text not in ("game", "dice"))  # `Match.set_up` has these itself
wild = st.dictionaries(st.sampled_from(KEYS) | others, anything, min_size=1, max_size=2)
modes = st.sampled_from(["classic", "classic+", "drafting", "drafting+", "central", "central+"])


@settings(max_examples=100, deadline=None, derandomize=True)
@given(words=plausible, wrong=wild, mode=modes)
def test_any_words_make_a_position_or_a_sentence(words: dict[str, Any], wrong: dict[str, Any], mode: str) -> None:
    tried_and_played(words | wrong, mode, 1)


@settings(max_examples=30, deadline=None, derandomize=True)
@given(words=plausible, mode=modes)
def test_words_that_make_sense_make_a_position_that_can_be_played(words: dict[str, Any], mode: str) -> None:
    for key, fits in (("barrels", "+"), ("homes", "s+"), ("taken", "+"), ("skips", "drafting")):
        if fits not in mode or (key == "homes" and "barrels" not in words):
            words.pop(key, None)
    tried_and_played(words, mode, 3)


def tried_and_played(words: dict[str, Any], mode: str, most: int) -> None:
    options = {"game": mode.rstrip("+"), "barrels": mode.endswith("+")}
    try:
        match = Match.set_up(GAME.id, players=2, options=options, **words)
    except BadSetting as error:
        one_sentence(str(error))
        return
    check(match)
    play_on(match, random.Random(1), most)


def one_sentence(text: str) -> None:
    assert is_printable(text) and 10 < len(text) < 700 and text[-1] in ".?"
