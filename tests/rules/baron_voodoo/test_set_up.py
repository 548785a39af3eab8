"""Test positions set up by hand: impossible ones are refused in one sentence, and all others can be played."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dicehouse.errors import BadSetting
from dicehouse.games.baron_voodoo.presentation.position_setup import SET_UP
from dicehouse.match.match import Match

from ...printable import is_printable
from .reference import COLOURS, INNER, KINDS, WHOLE
from .table import FREE, GAME

TEAMS = {"pairing": "yr-tp"}
BOX = dict(zip(COLOURS, (10, 10, 10, 10, 8), strict=True))
SOLO_BOX = dict(zip(COLOURS, (6, 6, 6, 6, 5), strict=True))

WRONG: list[tuple[int, dict[str, Any], str]] = [
    # words
    (2, {"bord": FREE}, "A position has no word 'bord'; did you mean board?"),
    (2, {"reserve": 3}, "has no word 'reserve'"),
    (2, {"board": "a1 YO"}, "board must be a mapping"),
    (2, {"board": {"h1": "YO"}}, "board: a space is a file a to g and a rank 1 to 7, not 'h1'."),
    (2, {"board": {11: "YO"}}, "not 11."),
    (2, {"board": {"a1": "YO YV YF YG"}}, "board['a1'] must be a text of 1 to 3 dice, not 'YO YV YF YG'."),
    (2, {"board": {"a1": ""}}, "board['a1'] must be a text of 1 to 3 dice, not ''."),
    (2, {"board": {"a1": ["YO"]}}, "board['a1'] must be a text of 1 to 3 dice"),
    (2, {"board": {"a1": "YZ"}}, "a die is two letters, its colour (YTRPW) and its icon (OVFGSX), not 'YZ'."),
    (2, {"board": {"a1": "Y"}}, "not 'Y'."),
    (2, {"loas": "YTR"}, "loas has a letter of YTRP for each of 2 seats, not 'YTR'."),
    (2, {"loas": "YW"}, "loas has a letter of YTRP"),
    (2, {"loas": 12}, "loas has a letter of YTRP"),
    (2, {"loas": ["Y", "T"]}, "loas has a letter of YTRP"),
    (2, {"player": 2}, "player must be a seat from 0 to 1, not 2."),
    (2, {"first": -1}, "first must be a seat from 0 to 1, not -1."),
    (2, {"first": True}, "first must be a seat"),
    (2, {"zones": "YO|TO"}, "zones must be a list of 0 to 2"),
    (2, {"zones": ["YO", 5]}, "zones[1] must be a text of dice, as in `YO WV`, not 5."),
    (2, {"zones": ["YO YY"]}, "zones[0]: a die is two letters"),
    (3, {"spirits": [""] * 4}, "spirits must be a list of 0 to 3"),
    (2, {"vp": [-1]}, "vp[0] must be a whole number from 0 to 999, not -1."),
    (2, {"vp": [float("nan")]}, "vp[0] must be a whole number"),
    (2, {"vp": 3}, "vp must be a list"),
    (2, {"offerings": [-2, 3]}, "offerings[0] must be a whole number from 0 to 99, not -2."),
    (2, {"offerings": ["3"]}, "offerings[0] must be a whole number"),
    (2, {"guarded": "2"}, "guarded knows the seats 0, 1, not '2'."),
    (2, {"guarded": "b"}, "guarded knows the seats 0, 1, not 'b'."),
    (2, {"guarded": "00"}, "guarded names each seat once at most"),
    (2, {"guarded": 0}, "guarded names each seat"),
    (2, {"samedi": 2}, "samedi must be None, or a seat"),
    (2, {"trigger": "A"}, "trigger must be None, or a seat"),
    (2, {"extra": 1}, "extra must be True or False, not 1."),
    (1, {"baron_loa": "W"}, "baron_loa must be a letter of YTRP, not 'W'."),
    (1, {"line": "YO TO RO"}, "line must be a text of 4 dice, not 'YO TO RO'."),
    (1, {"line": "YO TO RO PZ"}, "line: a die is two letters"),
    (1, {"baron_turn": None}, "baron_turn must be True or False"),
    # Loas
    (2, {"loas": "YY"}, "every Loa is played by one seat at most"),
    (4, {"options": TEAMS, "loas": "YTPR"}, "two Loas that the setting pairs"),
    (2, {"baron_loa": "R"}, "baron_loa: the Baron plays only against one who plays alone."),
    (2, {"line": "YO TO RO PO"}, "line: the Baron plays only against one who plays alone."),
    (2, {"baron_turn": True}, "baron_turn: the Baron plays only"),
    (1, {"loas": "T", "baron_loa": "T"}, "another Loa than yours"),
    (1, {"line": "YO YO RO PO"}, "one die of each Loa's colour"),
    # dice
    (2, {"zones": ["RO " * 11]}, "There are 10 red dice, and 11 lie here."),
    (2, {"zones": ["WO " * 4], "spirits": ["", "WV " * 4], "board": {"d4": "WO"}}, "There are 8 white dice, and 9"),
    (1, {"board": {"c3": "TO TO TO", "d3": "TO TO TO", "e3": "TO"}}, "There are 6 turquoise dice, and 7 lie here."),
    (1, {"board": {"a4": "YO"}}, "the inner spaces, and a4 is none of them"),
    (1, {"zones": ["", "YO YV YF YG YS WO WV WF WG WS"]}, "the Baron would have scored"),
    # points and tokens
    (4, {"options": TEAMS, "vp": [1, 2, 3]}, "vp: there are 2 sides, not 3."),
    (2, {"vp": [3, 18]}, "vp: side 1 has the 18 points that end it; say by trigger who began it."),
    (1, {"vp": [0, 18]}, "vp: the Baron has the 18 points"),
    (2, {"offerings": [18, 3]}, "offerings: there are 20, and 21 are held here."),
    (2, {"samedi": 0}, "samedi: side 0 does not have the most white dice in the Spirit World."),
    (2, {"samedi": 0, "spirits": ["WO", "WO WV"]}, "samedi: side 0 does not have the most white dice"),
    (1, {"samedi": 0}, "alone the Baron keeps the token"),
    (4, {"options": TEAMS, "samedi": 1}, "teams have no token"),
    (3, {"trigger": 2, "player": 1}, "trigger: this seat has not had its turn in this round."),
    (1, {"baron_turn": True, "extra": True}, "below level 3 the Baron buys no turns"),
]


@pytest.mark.parametrize(("players", "words", "said"), WRONG)
def test_what_cannot_be_is_refused(players: int, words: dict[str, Any], said: str) -> None:
    with pytest.raises(BadSetting) as refused:
        Match.set_up(GAME, players=players, **({"board": {"c3": "YO", "d3": "TO"}} | words))
    assert said in str(refused.value)
    one_sentence(str(refused.value))


def one_sentence(text: str) -> None:
    assert is_printable(text) and 10 < len(text) < 700 and text[-1] in ".?"


# --- accepted positions


def check(match: Match) -> None:
    """Check that nothing occurs twice, and that nothing exceeds the box."""
    view = match.view(None)
    stacks = view["board"].values()
    dice = [die for stack in stacks for die in stack]
    for side in view["sides"]:
        dice += side["zone"] + [die for group in side["spirit"] for die in group["dice"]]
        assert side["vp"] >= 0 and side["offerings"] >= 0
    assert all(1 <= len(stack) <= 3 for stack in stacks)
    assert set(view["board"]) <= (INNER if match.players == 1 else WHOLE)
    for colour, number in Counter(die[0] for die in dice).items():
        assert number <= (SOLO_BOX if match.players == 1 else BOX)[colour]
    if view["reserve"] is not None:
        assert view["reserve"] + sum(side["offerings"] for side in view["sides"]) == 20 and view["reserve"] >= 0
    loas = [seat["loa"] for seat in view["seats"]] + ([view["baron"]["loa"]] if view["baron"] else [])
    assert len(set(loas)) == len(loas) and None not in loas
    reached = any(side["vp"] >= view["threshold"] for side in view["sides"])
    assert view["trigger"] or match.over or not reached


def play_on(match: Match, luck: random.Random, most: int) -> None:
    for _ in range(most):
        if match.over:
            return
        check(match)
        seat = match.acting()[0]
        match.play(seat, luck.choice(match.options(seat)).id)


def test_a_position_is_what_was_said() -> None:
    match = Match.set_up(
        GAME, players=3, board={**FREE, "c3": "TV YX"}, loas="RYP", player=1, first=1, zones=["YO WV", "", "TX"],
        spirits=["WO", "", "WV RO"], vp=[3, 16, 0], offerings=[0, 5], guarded="02", samedi=2, trigger=1, extra=True,
    )  # fmt: skip
    check(match)
    view = match.view(None)
    assert (view["board"]["c3"], view["player"], view["extra"]) == (["TV", "YX"], 1, True)
    assert [seat["loa"] for seat in view["seats"]] == ["R", "Y", "P"]
    assert [seat["guarded"] for seat in view["seats"]] == [True, False, True]
    assert [side["zone"] for side in view["sides"]] == [["YO", "WV"], [], ["TX"]]
    assert [side["vp"] for side in view["sides"]] == [3, 16, 0]
    assert ([side["offerings"] for side in view["sides"]], view["reserve"]) == ([0, 5, 3], 12)
    assert (view["samedi"], view["trigger"], view["to_play"]) == (2, {"seat": 1, "why": "score"}, [1, 2, 0])


def test_what_is_not_said_follows_from_the_rules() -> None:
    view = Match.set_up(GAME, players=4, options=TEAMS, board=FREE).view(None)
    assert [seat["loa"] for seat in view["seats"]] == ["Y", "T", "R", "P"]
    view = Match.set_up(GAME, players=1, options={"solo_level": 2}, board={"c3": "YO", "d3": "TO"}).view(None)
    assert (view["baron"]["loa"], view["baron"]["line"]) == ("T", ["YO", "PO", "RO", "TO"])
    view = Match.set_up(GAME, players=2, board=FREE, spirits=["WO", "WO WV"]).view(None)
    assert view["samedi"] == 1, "who has most white dice holds the token"
    view = Match.set_up(GAME, players=2, board=FREE, trigger=0, player=1).view(None)
    assert view["trigger"]["why"] == "blocked", "without the points"


def test_a_deal_by_lot_leaves_nothing_behind() -> None:
    for players in (1, 2, 4):
        match = Match.set_up(GAME, players=players, options={"loas": "random"}, board={"c3": "YO", "d3": "TO"})
        assert set(match.view(None)["board"]) <= {"c3", "d3", "e3"}
        assert match.view(None)["turn"] == 1


# --- random words

scalars = st.none() | st.booleans() | st.integers(-3, 30) | st.floats() | st.text(max_size=4) | st.just(10**400)
anything = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)
dice = st.lists(st.sampled_from(KINDS), max_size=6).map(" ".join)
stacks = st.lists(st.sampled_from(KINDS), min_size=1, max_size=3).map(" ".join)
plausible = st.fixed_dictionaries(
    {"board": st.dictionaries(st.sampled_from(sorted(INNER)), stacks, max_size=9)},
    optional={
        "loas": st.permutations("YTRP").map("".join),
        "player": st.integers(0, 3),
        "first": st.integers(0, 3),
        "zones": st.lists(dice, max_size=3),
        "spirits": st.lists(dice, max_size=3),
        "vp": st.lists(st.integers(0, 20), max_size=3),
        "offerings": st.lists(st.integers(0, 9), max_size=3),
        "guarded": st.sampled_from(["", "0", "1", "01", "b", "0b"]),
        "samedi": st.none() | st.integers(0, 3),
        "trigger": st.none() | st.integers(0, 3),
        "extra": st.booleans(),
        "baron_loa": st.sampled_from("YTRP"),
        "line": st.sampled_from(["YO TO RO PO", "PX RX TX YX"]),
        "baron_turn": st.booleans(),
    },
)
KEYS = [word.key for word in SET_UP]
wild = st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=4), anything, min_size=1, max_size=2)
tables = st.sampled_from([(1, {}), (1, {"solo_level": 4}), (2, {}), (3, {"set_up": "draft"}), (4, {}), (4, TEAMS)])


@settings(max_examples=300, deadline=None, derandomize=True)
@given(words=plausible, wrong=wild, table=tables)
def test_any_words_make_a_position_or_a_sentence(
    words: dict[str, Any], wrong: dict[str, Any], table: tuple[int, dict[str, Any]]
) -> None:
    tried_and_played(fitting(words, table[0]) | wrong, *table)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(words=plausible, table=tables)
def test_words_that_make_sense_make_a_position_that_can_be_played(
    words: dict[str, Any], table: tuple[int, dict[str, Any]]
) -> None:
    tried_and_played(fitting(words, table[0]), *table)


def fitting(words: dict[str, Any], players: int) -> dict[str, Any]:
    """Return the words with lists cut to the number of players."""
    if players > 1:
        words = {key: value for key, value in words.items() if key not in ("baron_loa", "line", "baron_turn")}
        words["guarded"] = words.get("guarded", "").replace("b", "")
    for key in ("zones", "spirits", "vp", "offerings"):
        if key in words:
            words[key] = words[key][:2]
    if "loas" in words:
        words["loas"] = words["loas"][:players]
    for key in ("player", "first", "trigger", "samedi"):
        if words.get(key) is not None:
            words[key] %= players
    return words


def tried_and_played(words: dict[str, Any], players: int, options: dict[str, Any]) -> None:
    try:
        match = Match.set_up(GAME, players=players, options=options, **words)
    except BadSetting as error:
        one_sentence(str(error))
        return
    play_on(match, random.Random(1), 24)
