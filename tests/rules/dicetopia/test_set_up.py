"""Test set-up positions: one that no game can reach is refused in one sentence; all others can be played to the end."""

from __future__ import annotations

import contextlib
import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import dicehouse
from dicehouse.core import Seeded
from dicehouse.errors import BadSetting
from dicehouse.games.dicetopia.presentation.notation import FACTION_IDS
from dicehouse.games.dicetopia.presentation.position_setup import SET_UP
from dicehouse.match.match import Match

from .scoring import AREAS, SIZES, is_die

ONES = {"agency": "w1 w1 w1 w1 w1"}
WHITE = {area: " ".join(["w1"] * SIZES[area]) for area in AREAS[:4]}


def laid(players: int = 2, **position: Any) -> Match:
    options = position.pop("options", {})
    return Match.set_up("dicetopia", players=players, options=options, dice=Seeded(1), **position)


def played(match: Match, seed: int = 0, most: int = 10_000) -> Match:
    rng = random.Random(seed)
    for _ in range(most):
        if match.over:
            break
        seat = rng.choice(match.acting())
        match.play(seat, rng.choice(match.options(seat)).id)
    return match


# --- refused positions


@pytest.mark.parametrize(
    ("position", "says"),
    [
        # unknown words, and values of another type
        ({"bords": []}, "A position has no word 'bords'; did you mean boards?"),
        ({"factions": 3}, "factions must be a text of 0 to 6 factions, not 3."),
        ({"factions": "zai"}, "factions names one for each of the 2 seats, not 1."),
        ({"factions": "zai zai"}, "factions names the same twice: 'zai zai'."),
        ({"factions": "zai hollow"}, "factions has no value 'hollow'; did you mean 'hollows'?"),
        ({"areas": {"ravine": ""}}, "areas has no value 'ravine'; did you mean 'ravin'?"),
        ({"areas": {"agency": "t1 t2"}}, "areas: The Agency has 5 spaces, not 2."),
        ({"areas": {"agency": "t1 t2 t3 t4 t7"}}, "areas['agency']: a die is its colour"),
        ({"areas": {"agency": "t1 t2 t3 t4 agent:2"}}, "with a seat from 0 to 1, as in agent:0; 'agent:2' is none."),
        ({"areas": {"agency": "t1 t2 t3 t4 agent:"}}, "'agent:' is none."),
        ({"areas": {"agency": "t1 t2 t3 t4 spy:0"}}, "'spy:0' is none."),
        ({"areas": ["agency"]}, "areas must be a mapping"),
        ({"boards": "t1 t2"}, "boards must be a list of 0 to 2"),
        ({"boards": ["t1", "t2", "t3"]}, "boards must be a list of 0 to 2"),
        ({"boards": [None]}, "boards[0] must be a text of 0 to 8 dice, as in 't4', not None."),
        ({"missions": ["armory armori"]}, "missions[0] has no value 'armori'; did you mean 'armory'?"),
        ({"stock": (0, 1)}, "stock must be a list of 3"),
        ({"stock": (0, 1, 6)}, "stock[2] must be a whole number from 0 to 5, not 6."),
        ({"stock": (0, 1, float("nan"))}, "stock[2] must be a whole number from 0 to 5, not nan."),
        ({"player": 2}, "player must be a seat from 0 to 1, not 2."),
        ({"marker": -1}, "marker must be a seat from 0 to 1, not -1."),
        ({"began": True}, "began must be a seat from 0 to 1, not True."),
        ({"round": 0}, "round must be a whole number from 1 to 8, not 0."),
        ({"agents": [7, 0]}, "agents[0] must be a whole number from 0 to 6, not 7."),
        ({"thugs": [5]}, "thugs[0] must be a seat from 0 to 1, not 5."),
        ({"thugs": [0, 0]}, "thugs names the same twice: [0, 0]."),
        ({"used": "012"}, "used must be a text of seats from 0 to 1, as in '01', not '012'."),
        ({"used": [0]}, "used must be a text of seats"),
        ({"tokens": [[0]]}, "tokens[0][0] must be a whole number from 1 to 8, not 0."),
        ({"tokens": [[1, 1]], "boards": ["t1"]}, "tokens[0] names the same twice: [1, 1]."),
        ({"spare_tokens": [2]}, "spare_tokens[0] must be a whole number from 0 to 1, not 2."),
        ({"dome": "t1 t2"}, "dome must be a text of 3 dice, as in 't4', not 't1 t2'."),
        ({"dome": "t1 t2 m3"}, "no Magmacorium die lies on the Blood Dome Card"),
        ({"top": "armory clones boom interest slacker"}, "top must be a text of 0 to 4 Missions"),
        ({"blood": [-1]}, "blood[0] must be a whole number from 0 to 999, not -1."),
        ({"saved": 1}, "saved must be True or False, not 1."),
        # dice
        ({"areas": WHITE}, "areas, boards and prison hold 20 white dice, but there are only 16."),
        ({"boards": ["m1 m1", "m1 m1"], "areas": {"springs": "m1 m1 m1 m1 - -"}}, "hold 8 Magmacorium dice"),
        ({"areas": {"market": "x t1 t1 t1 t1 t1"}}, "areas: only a space of a Neighbourhood can be dead."),
        ({"areas": {"gugu": "x t1 t1 t1 t1"}}, "a dead space takes Shakra Pirates"),
        ({"areas": {"gugu": "x x t1 t1 t1"}, "factions": "shakra-pirates zai", "used": "0"}, "a dead space takes"),
        ({"prison": "t1"}, "prison: there lies a die for each Thug that is out, so 0 at most, not 1."),
        # pieces
        ({"areas": {"gugu": "agent:0 agent:0 t1 t1 t1"}, "agents": [5, 4]}, "seat 0 has 6 Agents, not 7."),
        ({"areas": {"gugu": "thug:1 t1 t1 t1 t1"}}, "seat 1 has one Thug from the prison, not 2."),
        ({"areas": {"gugu": "thug:1 thug:1 t1 t1 t1"}, "thugs": [0]}, "seat 1 has one Thug from the prison, not 2."),
        ({"tentacle": "1"}, "seat 1 has no Thug of its own, as only the Tentacle Force has, not 1."),
        (
            {"factions": "tentacle-force zai", "areas": {"gugu": "tentacle:0 t1 t1 t1 t1"}, "tentacle": "0"},
            "seat 0 has one Thug of its own, not 2.",
        ),
        ({"agents": [2, 4]}, "agents, thugs: seat 0 has 5 turns to come, but 3 pieces to send."),
        # boards, tokens, Missions
        ({"boards": ["t1 t2 t3 t4"]}, "boards: with what is still to come, seat 0 has room for 3 dice, not 4."),
        ({"boards": ["t1 t2 t3"], "factions": "skelletas zai"}, "seat 0 has room for 2 dice, not 3."),
        ({"boards": ["t1"], "tokens": [[2]]}, "tokens: seat 0 has 1 dice, and can't protect number 2."),
        ({"spare_tokens": [1]}, "spare_tokens: only the Conclave has a token that is not placed yet"),
        (
            {"round": 6, "boards": ["t1 t2 t3 t4 t5", "p1 p2 p3 p4 p5"], "tokens": [[1, 2, 3, 4, 5], [1, 2, 3]]},
            "tokens: there are 7 Protection Tokens, not 8.",
        ),
        ({"missions": ["armory"]}, "missions: seat 0 holds 2 Missions, not 1."),
        ({"missions": ["armory clones boom"]}, "missions: seat 0 holds 2 Missions, not 3."),
        ({"missions": ["armory clones"], "factions": "centauri-bureau zai"}, "seat 0 holds 3 Missions, not 2."),
        ({"missions": ["armory clones", "boom armory"]}, "there is one armory, or none if the scenario removes it."),
        ({"missions": ["armory clones"], "top": "clones"}, "there is one clones"),
        (
            {"missions": ["scavanger clones"], "options": {"scenario": "back-to-square-one"}},
            "there is one scavanger, or none if the scenario removes it.",
        ),
        # abilities, the saved turn, the end
        ({"factions": "blockade zai"}, "The Blockade plays only with the option reconstructed_factions."),
        ({"factions": "hollows zai", "used": "0"}, "used: Adaptation, the ability of seat 0, is never used up."),
        ({"used": "0"}, "used: the Roamers use Last Resort by saving a turn; say saved=True instead."),
        ({"factions": "zai hollows", "saved": True}, "saved: only the Roamers save a turn, and nobody plays them."),
        ({"saved": True, "round": 1}, "saved: the Roamers can't have saved a turn before their first one came."),
        ({"round": 8}, "round: 8 is the turn that the Roamers have saved; say saved=True, and let them play."),
        ({"round": 8, "saved": True, "player": 1}, "round: 8 is the turn that the Roamers have saved"),
        ({"score": True, "agents": [1]}, "score: at the draft all pieces are placed"),
        ({"score": True, "prison": ""}, "score: the draft needs a die in the prison."),
        ({"score": True, "round": 3}, "score: the draft comes after round 7."),
        ({"areas": dict.fromkeys(AREAS, "- - - - -")}, "areas: Molotov Market has 6 spaces, not 5."),
        (
            {"areas": {area: " ".join(["-"] * SIZES[area]) for area in AREAS}},
            "areas: 0 dice can be taken, but 11 are needed to the end.",
        ),
    ],
)
def test_what_no_game_can_come_to_is_refused_in_a_sentence(position: dict[str, Any], says: str) -> None:
    with pytest.raises(BadSetting) as refused:
        laid(**position)
    assert says in str(refused.value)


# --- accepted positions


def dice_of(view: dict[str, Any]) -> Counter[str]:
    """Return the colours of all dice that can be seen."""
    things = [thing for area in view["areas"] for thing in area["spaces"] if is_die(thing)]
    things += [die for seat in view["seats"] for die in seat["dice"]] + view["prison"]["dice"] + view["dome"]["card"]
    return Counter(die[0] for die in things) + Counter({c[0]: n for c, n in view["dome"]["bag"].items()})


@pytest.mark.parametrize("players", range(2, 7))
def test_what_is_not_named_comes_out_of_the_box(players: int) -> None:
    view = laid(players, boards=["t1 p2"] * players, areas={"springs": "m3 m4 - - - -"}).view(None)
    assert dice_of(view) == {"t": 19, "p": 19, "w": 19, "m": 2}
    assert view["magmacorium"] == 5
    assert [seat["missions"] for seat in view["seats"]] == [2 + (f == "centauri-bureau") for f in factions(view)]
    assert view["deck"] == 60 - sum(seat["missions"] for seat in view["seats"])
    assert view["turn"] == 2 * players + 1


def factions(view: dict[str, Any]) -> list[str]:
    return [seat["faction"] for seat in view["seats"]]


def test_a_thug_that_is_out_left_a_die_in_prison() -> None:
    view = laid(3, thugs=[1], agents=[5, 4, 5]).view(None)
    assert view["prison"]["thugs"] == [1]
    assert len(view["prison"]["dice"]) == 2


def test_pieces_are_as_many_as_there_are_turns() -> None:
    match = laid(3, factions="tentacle-force zai hollows", player=1, began=1, round=5)
    assert [(seat["agents"], seat["tentacle"]) for seat in match.view(None)["seats"]] == [
        (1, True),
        (2, False),
        (2, False),
    ]
    late = laid(3, player=2, began=1, round=7, factions="zai hollows fukura")
    assert [seat["agents"] + seat["thug"] for seat in late.view(None)["seats"]] == [1, 1, 1]


def test_a_saved_turn_is_owed_and_can_be_played_at_once() -> None:
    owed = laid(factions="roamers zai", saved=True, round=4)
    assert owed.view(None)["seats"][0]["ability"] == "used"
    assert owed.view(None)["saved"] == 0
    assert "last resort" not in [option.id for option in owed.options(0)]
    played(owed)
    assert [event.text for event in owed.log() if event.kind == "turn"][-1] == "{0} takes the saved turn."
    now = laid(factions="zai roamers", saved=True, round=8, thugs=[])
    assert (now.acting(), now.view(None)["round"], now.view(None)["saved"]) == ((1,), 8, None)
    assert str(now).startswith("Dicetopia 2.0  This is the saved turn.")
    assert played(now).over


def test_at_the_draft_everybody_takes_a_die() -> None:
    match = laid(3, score=True, marker=2)
    assert (match.acting(), match.view(None)["round"], len(match.view(None)["prison"]["dice"])) == ((2,), 7, 3)
    assert played(match).over


# --- random positions


NAMES = [word.key for word in SET_UP]
SHORT = st.sampled_from(["", "0", "01", "1", "t4", "p6 w1", "m3", "armory clones", "boom", "zai hollows", "x"])
ANY = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 9) | st.floats() | st.text(max_size=8) | SHORT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from([*AREAS, "ravine", ""]), inner),
    max_leaves=8,
)
THINGS = st.sampled_from(["t1", "p2", "w3", "t4", "p5", "w6", "m2", "agent:0", "agent:1", "thug:0", "-", "x"])
AREA = st.sampled_from(AREAS)
LINES = AREA.flatmap(
    lambda area: st.tuples(st.just(area), st.lists(THINGS, min_size=SIZES[area], max_size=SIZES[area]).map(" ".join))
)
DICE = st.lists(st.sampled_from(["t1", "p2", "w3", "t4", "p5", "w6", "m2"]), max_size=3).map(" ".join)
LIKELY: dict[str, st.SearchStrategy[Any]] = {
    "factions": st.lists(st.sampled_from(FACTION_IDS[:18]), min_size=2, max_size=2, unique=True).map(" ".join),
    "areas": st.lists(LINES, max_size=4).map(dict),
    "boards": st.lists(DICE, max_size=2),
    "stock": st.tuples(*[st.integers(0, 5)] * 3),
    "player": st.integers(0, 1),
    "marker": st.integers(0, 1),
    "began": st.integers(0, 1),
    "round": st.integers(1, 8),
    "agents": st.lists(st.integers(0, 6), max_size=2),
    "thugs": st.lists(st.integers(0, 1), max_size=2),
    "tokens": st.lists(st.lists(st.integers(1, 4), max_size=2), max_size=2),
    "used": st.sampled_from(["", "0", "1", "01"]),
    "prison": DICE,
    "saved": st.booleans(),
    "score": st.booleans(),
}
GARBAGE = st.dictionaries(st.sampled_from([*NAMES, "nothing"]), ANY, max_size=4)
POSITIONS = st.fixed_dictionaries({}, optional=LIKELY)


def allowed(position: dict[str, Any]) -> Match | None:
    """Return the match, if it is not refused; any other error fails the test."""
    with contextlib.suppress(BadSetting):
        return laid(**position)
    return None


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(GARBAGE)
def test_garbage_is_refused_in_a_sentence(position: dict[str, Any]) -> None:
    if match := allowed(position):
        played(match, most=12)


@settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))
@given(POSITIONS, st.integers(0, 99))
def test_what_is_taken_can_be_played(position: dict[str, Any], seed: int) -> None:
    if match := allowed(position):
        played(match, seed, most=60)


@pytest.mark.parametrize("seed", range(12))
def test_what_is_taken_can_be_played_to_the_end(seed: int) -> None:
    rng = random.Random(seed)
    names = " ".join(rng.sample(FACTION_IDS[:18], 3))
    match = laid(3, factions=names, round=rng.randint(3, 7), player=rng.randint(0, 2), began=rng.randint(0, 2))
    assert played(match, seed).over


# --- every position of a game can be written as words


def said(match: Match) -> dict[str, Any]:
    """Return the words of a position at the beginning of a turn, read from the views."""
    view, hands = match.view(None), [match.view(seat)["hand"] for seat in range(match.players)]
    seats, numbers = view["seats"], range(match.players)
    roamers = [seat for seat in numbers if seats[seat]["faction"] == "roamers" and seats[seat]["ability"] == "used"]
    return {
        "factions": " ".join(seat["faction"] for seat in seats),
        "areas": {area["id"]: " ".join(thing or "-" for thing in area["spaces"]) for area in view["areas"]},
        "boards": [" ".join(seat["dice"]) for seat in seats],
        "missions": [" ".join(card["id"] for card in hand) for hand in hands],
        "stock": list(view["stock"]["at"].values()),
        **{word: view[word] for word in ("player", "marker", "began", "round")},
        "agents": [seat["agents"] for seat in seats],
        "thugs": view["prison"]["thugs"],
        "tentacle": "".join(str(seat) for seat in numbers if seats[seat]["tentacle"]),
        "tokens": [seat["protected"] for seat in seats],
        "spare_tokens": [seat["tokens"] for seat in seats],
        "used": "".join(str(s) for s in numbers if seats[s]["ability"] == "used" and s not in roamers),
        "prison": " ".join(view["prison"]["dice"]),
        "dome": " ".join(view["dome"]["card"]),
        "saved": bool(roamers),
        "blood": [seat["parts"]["blood"] for seat in seats],
    }


SAME = ("player", "round", "turn", "saved", "areas", "stock", "prison", "tokens", "magmacorium", "phase")


@pytest.mark.parametrize("seed", range(10))
def test_every_position_of_a_game_can_be_laid_out(seed: int) -> None:
    rng, players = random.Random(seed), 2 + seed % 5
    options = {"protection_advanced": True, "faction_deal": "choose", "reconstructed_factions": seed % 2 == 0}
    match = dicehouse.new("dicetopia", players=players, seed=seed, options=options)
    laid_out, turn = 0, 0
    while not match.over:
        view = match.view(None)
        begins, turn = view["turn"] > turn, view["turn"]
        if begins and rng.random() < 0.4:
            copy = laid(players, options=options, **said(match))
            assert {key: copy.view(None)[key] for key in SAME} == {key: view[key] for key in SAME}
            seat = match.acting()[0]
            assert [each.id for each in copy.options(seat)] == [each.id for each in match.options(seat)]
            laid_out += 1
        seat = rng.choice(match.acting())
        match.play(seat, rng.choice(match.options(seat)).id)
    assert laid_out > 0
