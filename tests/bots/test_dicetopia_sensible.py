"""Check the sensible player of Dicetopia where the stars can be counted by hand, and how often it wins."""

from __future__ import annotations

from typing import Any
from unittest import mock

import pytest

import dicehouse
from dicehouse import bots
from dicehouse.engine import engine
from dicehouse.games import find
from dicehouse.games.dicetopia.presentation import position_setup
from dicehouse.match.match import Match

GAME = find("dicetopia")
CITY = ("agency", "gugu", "waste", "congress", "bank", "nethal")
# Nothing to gain anywhere: B dominates all of it with Thugs, which nobody can move, and only white 1s are left.
DULL = dict.fromkeys(CITY, "thug:1 thug:1 w1 w1 w1")
DULL |= dict.fromkeys(("market", "dome", "ravin"), "thug:1 thug:1 w1 w1 w1 w1")
# A's last piece of all; nothing of it is hidden in the future but two white 1s to draft.
LAST: dict[str, Any] = {"round": 7, "began": 1, "agents": [1, 0], "thugs": [], "prison": "w1 w1"}
EARLY: dict[str, Any] = {"round": 2, "began": 0, "agents": [5, 5], "thugs": [0, 1], "prison": ""}
MISSIONS = ["slacker armory", "drop-off clones"]
LOW = ["t1 p1", "t1 p1"]


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "_compiled_games", set())


pytestmark = pytest.mark.usefixtures("interpreted")


def position(factions: str = "- -", areas: dict[str, str] | None = None, **changes: Any) -> Match:
    """Set up A's last turn of two players, in a city where only the named things score; "-" has used its ability."""
    given = {**LAST, "boards": LOW, "missions": MISSIONS, **changes}
    names = factions.split()
    spent = [name for name in ("navigators", "tuulu-priests", "skelletas") if name not in names]
    used = "".join(str(seat) for seat, name in enumerate(names) if name == "-")
    filled = " ".join(spent[seat] if name == "-" else name for seat, name in enumerate(names))
    with mock.patch.object(position_setup, "check_position"):  # no game has so many Thugs and white 1s
        return Match.set_up(GAME.id, players=2, factions=filled, used=used, areas={**DULL, **(areas or {})}, **given)


def choice(match: Match) -> str:
    """Return what the player that is asked chooses."""
    seat = match.acting()[0]
    return bots.make("sensible", GAME, seed=1).choose(match, seat)


def turn(match: Match) -> list[str]:
    """Return all options that it plays in its turn."""
    done: list[str] = []
    seat, phases = match.acting()[0], ("draft", "clone", "over")
    while match.acting() == (seat,) and match.view(0)["phase"] not in phases and done[-1:] != ["end"]:
        done.append(choice(match))
        match.play(seat, done[-1])
    return done


# Placing, and the Action that follows it.


def test_a_tie_pays_in_full() -> None:
    done = turn(position(areas={"gugu": "agent:1 w6 w6 w1 w1"}))
    assert done[0] in {"agent gugu 2", "agent gugu 3"}


def test_it_goes_where_it_can_turn_its_worst_die() -> None:
    assert turn(position(boards=["t1 p5", "t1 p1"])) == ["agent market 3", "change p1 1", "value 6"]


def test_it_fetches_the_best_die_of_the_city() -> None:
    done = turn(position(areas={"gugu": "thug:1 thug:1 w6 w6 w6", "market": DULL["dome"]}, boards=["t4 p4", "t1 p1"]))
    assert done[0].startswith("agent gugu")
    assert turn(position(areas={"bank": "w1 w1 w1 w1 w1", "gugu": "thug:1 thug:1 p6 w1 w1"})) == [
        "agent bank 1",
        "swap p1 1",
        "with gugu 3",
    ]


def test_what_it_takes_from_the_rival_counts_twice() -> None:
    done = turn(position(boards=["t1 p1", "t6 p1"]))
    assert done[0].startswith("agent nethal")
    assert done[1:] == ["swap p1 1", "with p2 1"]


def test_it_moves_a_rivals_agent_out_of_what_both_dominate() -> None:
    areas = {"gugu": "agent:0 agent:1 w6 w6 w6"}
    done = turn(position(areas=areas))
    assert done[0].startswith("agent waste")
    assert done[1] == "move gugu 2"


def test_it_rerolls_what_does_not_match_in_the_dome_and_then_fights() -> None:
    match = position(areas={"dome": "w1 w1 w1 w1 w1 w1"}, boards=["t6 p5 w6", "t1 p1"], dome="t6 p5 t3")
    done = turn(match)
    assert done[0].startswith("agent dome")
    assert done[1:] == ["reroll card 3", "fight"]


def test_it_makes_its_own_colour_dear() -> None:
    match = position(boards=["p6 p6 p6 p6 p6", "t1 w1"], stock=(0, 4, 0))
    assert turn(match)[1:] == ["stock purple up"]


def test_it_reads_its_missions() -> None:
    fire = position(
        areas={"springs": "m3 m3 - - - -"},
        missions=["playing-with-fire armory", "drop-off clones"],
        boards=["m6 m6", "t1 p1"],
    )
    assert turn(fire)[0].startswith("agent springs")
    clones = position(missions=["clones slacker", "drop-off armory"], boards=["t1 p1 w6", "t1 p1"])
    assert turn(clones) == ["agent market 3", "change p1 3", "value 1"]
    pacifist = position(missions=["pacifist slacker", "drop-off armory"], boards=["t1 p2", "t1 w1"])
    assert turn(pacifist)[1] == "swap p1 2"


@pytest.mark.parametrize(("round", "marker", "flag"), [(6, 0, "flag p2"), (7, 1, "flag p1")])
def test_it_wants_to_be_last_in_the_last_round_and_first_in_the_draft(round: int, marker: int, flag: str) -> None:
    match = position(round=round, agents=[8 - round, 1], prison="w1 w6", marker=marker)
    match.play(0, "agent ravin 3")
    assert choice(match) == flag


def test_it_gives_the_worse_mission_back() -> None:
    here = {"areas": {"agency": "w1 w1 w1 w1 w1"}, "top": "interest", "boards": ["t6 p6 w6 t6 p6", "t1 p1"]}
    assert turn(position(missions=["playing-with-fire slacker", "drop-off clones"], **here))[-1] == (
        "return playing-with-fire"
    )


# Factions.


def test_roamers_want_the_last_word() -> None:
    assert choice(position("roamers -", began=0, agents=[1, 1])) == "last resort"
    assert choice(position("roamers -")) != "last resort"


def test_shakra_destroys_what_the_rival_would_get() -> None:
    areas = {"gugu": "thug:1 thug:1 w6 w6 w1"}
    assert turn(position("shakra-pirates -", areas))[-1].startswith("destroy gugu")
    assert "exterminate" not in turn(position("shakra-pirates -", **EARLY))


def test_perceptioneers_keep_the_rival_from_the_best_area() -> None:
    areas = {"gugu": "agent:1 w6 w6 w6 w6"}
    asked = choice(position("- perceptioneers", areas))
    assert asked.startswith("hypnosis")
    assert asked != "hypnosis gugu"
    assert choice(position("- perceptioneers", **EARLY)) == "pass"


def test_tuulu_rerolls_its_low_dice() -> None:
    done = turn(position("tuulu-priests -"))
    assert "intervention" in done
    assert done[-2].startswith("reroll p1")


def test_centauri_plays_for_the_missions_that_promise_most() -> None:
    """Less is More pays nothing yet, and Slacker 6; but it is Slacker that will be left out, so a 1 is worth its 8."""
    match = position(
        "centauri-bureau -",
        {"market": "thug:1 thug:1 w6 w6 w6 w6"},
        **{**EARLY, "boards": ["t6 p6", "t1 p1"]},
        missions=["less-is-more slacker low-profile", "drop-off clones"],
    )
    match.play(0, "agent market 3")
    assert turn(match)[1] == "value 1"


def test_centauri_leaves_out_what_pays_least() -> None:
    match = position(
        "centauri-bureau -", score=True, missions=["slacker playing-with-fire interest", "drop-off clones"]
    )
    match.play(0, "draft 1")
    match.play(1, "draft 1")
    assert match.view(0)["phase"] == "leave"
    assert choice(match) == "leave playing-with-fire"


def test_dangmer_clones_what_its_missions_want() -> None:
    match = position(
        "dangmer-program -",
        score=True,
        boards=["t1 p6 w1", "t1 p6"],
        missions=["clones slacker", "drop-off armory"],
    )
    match.play(0, "draft 1")
    match.play(1, "draft 1")
    assert choice(match) == "clone 2 as 1"


def test_ewo_transcends_what_its_area_has() -> None:
    done = turn(position("ewo-following -", {"gugu": "agent:1 w6 w6 w6 w6"}))
    assert done[0].startswith("agent gugu")
    assert done[1:4] == ["transcendence", "perform waste", "move gugu 1"]


def test_hollows_adapt_upwards() -> None:
    areas = {"nethal": "w1 w1 w1 w1 w1"}
    match = position("- hollows", areas, boards=["t1 p1", "t3 p1"], missions=["slacker clones", "drop-off armory"])
    for done in ("agent nethal 1", "swap p1 1", "with p2 1"):
        match.play(0, done)
    assert match.view(0)["phase"] == "adapt"
    assert choice(match).endswith("up")


def test_the_conspiracy_slips_to_where_it_dominates() -> None:
    areas = {"gugu": "agent:1 w6 w6 w6 w6", "dome": "agent:0 thug:1 w1 w1 w1 w1"}
    done = turn(position("conspiracy -", areas))
    assert done[0].startswith("agent gugu")
    assert done[-3:-1] == ["slip away", "leave dome 1"]
    assert done[-1].startswith("to gugu")


def test_navigators_turn_a_low_die_up() -> None:
    done = turn(position("navigators -"))
    assert done[-3] == "home turf"
    assert done[-1] == "value 6"
    assert "home turf" not in turn(position("navigators -", boards=["t5 p6", "t1 p1"], **EARLY))


def test_haterz_move_two_cubes() -> None:
    boards = ["t6 t6 t6 p6 p6 p6", "w1 w1"]
    done = turn(position("haterz -", boards=boards, stock=(4, 4, 0)))
    assert set(done[1:]) == {"stock teal up", "stock purple up"}


def test_fukura_takes_from_the_rival() -> None:
    areas = {"gugu": "agent:1 w6 w6 w6 w1"}
    done = turn(position("fukura -", areas, boards=["t5 p6 w6", "t3 p1"], stock=(5, 5, 5)))
    assert done[0].startswith("agent gugu")
    assert done[1:3] == ["robin hood", "lower p2 1"]


def test_a_thug_decides_where_an_agent_would_only_tie() -> None:
    areas = {"gugu": "agent:1 w6 w6 w6 w6"}
    done = turn(position("tentacle-force -", areas, agents=[0, 0], tentacle="0"))
    assert done[0] == "tentacle"
    assert done[1].startswith("at gugu")
    done = turn(position(areas=areas, agents=[0, 0], thugs=[0], prison="w1"))
    assert done[:1] == ["break out"]
    assert done[1].startswith("at gugu")


def test_the_conclave_protects_its_best_die() -> None:
    match = position("conclave -", boards=["t2 p6 w1", "t1 p1"], spare_tokens=[1, 0])
    assert turn(match)[-1] == "token 2"


@pytest.mark.parametrize(("faction", "area"), [("pagans", "dome"), ("-", "market")])
def test_pagans_look_to_the_wasteland(faction: str, area: str) -> None:
    areas = {"dome": "w3 w1 w1 w1 w1 w1", "market": "w3 w1 w1 w1 w1 w1"}
    assert choice(position(f"{faction} -", areas)).startswith(f"agent {area}")


def test_the_retorium_keep_the_best_two_of_six() -> None:
    match = position(
        "retorium-comradery -", boards=["t2 p5", "t1 p1"], missions=["clones the-big-heist", "drop-off slacker"]
    )
    done = turn(match)
    assert "connections" in done
    kept = {mission["id"] for mission in match.view(0)["hand"]}
    assert len(kept) == 2
    assert kept.isdisjoint({"clones", "the-big-heist"})


def test_skelletas_sacrifice_an_agent_that_gains_nothing() -> None:
    done = turn(position("skelletas -", {"gugu": "agent:0 thug:1 thug:1 w1 w1"}))
    assert done[-3:] == ["sacrifice", "sacrifice gugu 1", "value 6"]


def test_zai_brings_its_agents_together() -> None:
    areas = {"gugu": "agent:0 agent:1 agent:1 w6 w6", "market": "agent:0 thug:1 thug:1 w1 w1 w1", "waste": "x x x x x"}
    done = turn(position("zai -", areas))
    assert done[0].startswith("agent gugu")
    assert done[1] == "alpha"
    assert {done[2], done[3]} & {"first gugu 2", "first gugu 3", "with gugu 2", "with gugu 3"}


@pytest.mark.parametrize(("boards", "answer"), [(["t1 p1", "t6 p6"], "cancel"), (["w1 w1", "w1 w1"], "pass")])
def test_banxa_cancels_what_would_cost_it_much(boards: list[str], answer: str) -> None:
    match = position("- banxa-corporation", boards=boards, options={"reconstructed_factions": True}, **EARLY)
    match.play(0, "agent nethal 3")
    assert choice(match) == answer


# Before the game.


def test_it_keeps_missions_that_can_be_worked_for() -> None:
    match = dicehouse.new(GAME.id, players=2, seed=3)
    for seat in match.acting():
        hand = {mission["id"] for mission in match.view(seat)["hand"]}
        given = bots.make("sensible", GAME, seed=1).choose(match, seat).removeprefix("give ")
        assert given in hand


# Whole games.

WAYS: list[tuple[int, dict[str, object]]] = [
    (2, {"faction_deal": "choose"}),
    (3, {"faction_deal": "two", "reconstructed_factions": True, "tie_domination": "split"}),
    (4, {"observatory_advanced": True, "protection_advanced": True, "adjacency": "all"}),
    (6, {"neighbourhood_text": "rebalanced", "scenario": "mirror-city"}),
]


@pytest.mark.parametrize(("players", "options"), WAYS)
def test_compiled_or_not_it_makes_the_same_legal_moves(
    players: int, options: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    told = []
    for ready in (set[str](), {GAME.id}):
        monkeypatch.setattr(engine, "_compiled_games", ready)
        match = dicehouse.new(GAME.id, players=players, options=options, seed=7)
        seated = [bots.make("sensible", GAME, seed=seat) for seat in range(players)]
        while not match.over and match.number < 60:  # two players come to the end, with more it takes long
            seat = match.acting()[0]
            match.play(seat, seated[seat].choose(match, seat))
        told.append([action.option for action in match.actions])
    assert told[0] == told[1]


@pytest.mark.parametrize(("players", "other", "least"), [(2, "greedy", 0.8), (2, "random", 0.97)])
def test_it_beats_the_others(players: int, other: str, least: float) -> None:
    played = bots.contest(GAME, ["sensible", other], 100, players=players, seed=5)
    assert played.ended.all()
    assert played.tallies()[0].share > least


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_alone_among_greedy_ones_it_wins_more_than_its_share(players: int) -> None:
    played = bots.contest(GAME, ["sensible"] + ["greedy"] * (players - 1), 90, players=players, seed=5)
    assert played.tallies()[0].share > 1 / players + 0.1
