"""Test throws that do not count: practice in one's own turn, and the likely results of a throw."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

import dicehouse
from dicehouse.errors import BadMatch, BadThrow, IllegalOption
from dicehouse.games.indicesion.rules.throw_notation import read_throw
from dicehouse.match.match import Match

from .stage import Stage, middle, on, outcome


def text_of(match: Match, start: str, end: str = "") -> str:
    """Return a ready throw as it is written freely."""
    facts = next(o.facts for o in match.options(match.acting()[0]) if o.id.startswith(start) and o.id.endswith(end))
    parts = " ".join(f"{word} {','.join(map(str, numbers))}" for word, numbers in facts["throw"].items())
    return read_throw(f"throw {facts['die']} {facts['target']} {parts}").text()


def last(match: Match, seat: int, text: str) -> Mapping[str, Any]:
    """Return the last answer, which counts the most simulations."""
    *_, found = match.sample_outcomes(seat, text)
    return found


def usual(match: Match, seat: int) -> dict[str, str]:
    """Return the usual target of each colour."""
    chosen = [option.facts for option in match.options(seat) if option.facts.get("usual")]
    assert all(facts["how"] == "drop" for facts in chosen)
    return {facts["die"]: facts["target"] for facts in chosen}


# --- the usual throw


@pytest.mark.parametrize("seed", range(3))
def test_twelve_untouched_throws_stay_and_score(seed: int) -> None:
    """In the first physics nearly all such throws stay on the own board, and score far more than a random die; where
    foam bounces, most stay and score about as much as one.
    """
    for physics, stay, points in ((1, range(11, 13), range(45, 73)), (2, range(8, 13), range(20, 54))):
        landed = untouched_throws(seed, physics)
        assert sum(each["board"] == "p1" for each in landed) in stay
        assert sum(each["points"] for each in landed) in points


def untouched_throws(seed: int, physics: int) -> list[Mapping[str, Any]]:
    """Return the verdicts on the first twelve dice of seat 0 in a match in which everybody takes the usual throw."""
    brought: list[Mapping[str, Any]] = []
    match = dicehouse.new("indicesion", players=2, options={"rounds": 2, "physics": physics}, seed=seed)
    while len(brought) < 12:
        seat = match.acting()[0]
        option = next((o.id for o in match.options(seat) if o.facts.get("usual")), match.options(seat)[0].id)
        told = match.play(seat, option)
        brought += [event.facts for event in told if event.kind == "verdict" and seat == 0]
    return brought


def test_the_usual_target_is_the_own_board_and_for_poison_the_leader() -> None:
    assert usual(Stage(hands=["r1 r2", "o1"]).match, 0) == {"r1": "p1"}
    assert usual(Stage("central", hands=["r1", "o1"]).match, 0) == {"r1": "target"}
    lying = {"y1": on(2, face=5), "y2": on(2, 60, 0, face=5)}
    assert usual(Stage("drafting", players=2, hands=["g1 b1", "o1"], dice=lying).match, 0) == {"g1": "p2", "b1": "p1"}


def test_a_recorded_ready_throw_stays_what_it_was() -> None:
    """Matches saved when a drop was computed otherwise open today; another die's throw is refused."""
    then = "throw r1 p1 from 0,-203,187 push 0,0,0"
    stage = Stage(hands=["r1", "o1"])
    stage.match.play(0, "drop r1 p1", {"flight": outcome(rest={"r1": on(1)}) | {"meant": then}})
    assert [event.kind for event in stage.match.log()][-2:] == ["verdict", "last-throws"]
    for wrong, why in (
        (then.replace("r1", "r2"), "doesn't tell of r1"),
        ("drop", "can't be read"),
        (7, "can't be read"),
    ):
        with pytest.raises(BadMatch, match=why):
            Stage(hands=["r1", "o1"]).match.play(
                0, "drop r1 p1", {"flight": outcome(rest={"r1": on(1)}) | {"meant": wrong}}
            )


# --- practice


def test_practice_in_the_own_turn_is_at_the_table_as_it_lies() -> None:
    stage = Stage(hands=["r3", "o2"], dice={"r1": on(1, 60, 0, 4), "o1": on(2, 0, 0, 6)})
    before = stage.match.position(), stage.match.number, stage.match.log()
    drop = text_of(stage.match, "drop", "p1")
    said = [stage.match.practise(0, drop) for _ in range(8)]
    assert len({str(each["flight"]["rest"]) for each in said}) == 8, "every try has luck of its own"
    assert any("on your board" in each["says"] and "you 4 → " in each["says"] for each in said)
    gone = stage.match.practise(0, "throw r3 p1 from 0,-700,300 push 4000,270,20")
    assert gone["says"] == "It leaves the table. Nobody's points change."
    assert (stage.match.position(), stage.match.number, stage.match.log()) == before
    for seat, text, why in (
        (1, drop, "when it is your turn"),
        (0, drop.replace("r3", "r5"), "You can't throw r5 now"),
    ):
        with pytest.raises(BadThrow, match=why):
            stage.match.practise(seat, text)


def test_practice_tells_what_others_lose() -> None:
    """A die is pushed off the far edge of Ben's board."""
    stage = Stage(hands=["r3", "o2"], dice={"r1": on(1, 60, 0, 4), "o1": on(2, 0, -85, 6)})
    knock = text_of(stage.match, "knock", "p2")
    said = {stage.match.practise(0, knock)["says"] for _ in range(12)}
    assert any("{1} 6 → " in each for each in said)


# --- likely results


def test_what_is_likely_grows_surer_and_changes_nothing() -> None:
    stage = Stage(hands=["r3", "o2"], dice={"r1": on(1, 60, 0, 4)})
    before = stage.match.position(), stage.match.number, stage.match.log()
    answers = list(stage.match.sample_outcomes(0, text_of(stage.match, "drop")))
    tries = [each["tries"] for each in answers]
    assert tries == sorted(set(tries)) and tries[-1] == answers[-1]["of"]
    found = answers[-1]
    assert found["stays"] > 0.6 and found["mean"] > 1.5 and found["seat"] == 0
    assert found["where"] == "stays on your board"
    assert found["about"].startswith("about +") and found["about"].endswith(" for you")
    assert found["note"].startswith("if it stays: you 4 → ")
    assert len(found["places"]) == tries[-1] and sum(each["share"] for each in found["parts"]) == pytest.approx(1)
    assert (stage.match.position(), stage.match.number, stage.match.log()) == before


def test_the_match_goes_on_while_something_is_tried_out() -> None:
    """The simulated position is the one that was asked about, even if the match continues meanwhile."""
    stage = Stage(hands=["r3", "o2"], dice={"r1": on(1, 60, 0, 4)})
    answers = stage.match.sample_outcomes(0, text_of(stage.match, "drop", "p1"))
    stage.throw(0, "r3", rest={"r3": on(1)})
    assert list(answers)[-1]["note"].startswith("if it stays: you 4 → ")


def test_what_is_likely_does_not_foretell_the_throw() -> None:
    """Asked twice, the answers differ: they use random noise of their own, not the dice of the match."""
    stage = Stage(hands=["r3", "o2"])
    lob = text_of(stage.match, "lob", "p1")
    assert last(stage.match, 0, lob)["places"] != last(stage.match, 0, lob)["places"]


def test_a_throw_at_a_rival_tells_of_the_rival() -> None:
    stage = Stage(hands=["r3", "o2"], dice={"o1": on(2, 0, -85, 6)})
    found = last(stage.match, 0, text_of(stage.match, "knock", "p2"))
    assert found["seat"] == 1 and found["mean"] < 0 and found["clears"] > 0.1  # about half of 48 throws
    assert found["about"].endswith(" for {1}") and "{1}" in found["where"]
    gone = last(stage.match, 0, "throw r3 p1 from 0,-700,300 push 4000,270,20")
    assert (gone["stays"], gone["note"], gone["places"]) == (0, "hardly ever stays", [])


def test_storeys_and_towers_are_told_apart() -> None:
    boards = {"c1": (0, 0, 1.6), "c2": (0, 0, 3.175 + 55.88 + 1.6)}
    barrels = {
        f"x{n}": (x, y, 3.175 + 27.94) for n, (x, y) in enumerate([(-100, -70), (100, -70), (-100, 70), (100, 70)], 1)
    }
    stage = Stage("central+", settings={"physics": 1}, hands=["r3", "o2"], boards=boards, barrels=barrels)
    found = last(stage.match, 0, text_of(stage.match, "drop"))
    assert found["parts"][0]["part"] == "2nd storey" and found["parts"][0]["share"] > 0.8
    assert found["where"] == "stays on the target"
    bouncing = Stage("central+", hands=["r3", "o2"], boards=boards, barrels=barrels)
    shares = {each["part"]: each["share"] for each in last(bouncing.match, 0, text_of(bouncing.match, "drop"))["parts"]}
    assert shares["2nd storey"] > 0.3, "some fall to the board below"
    lone = Stage(
        "central", settings={"physics": 1}, hands=["r3", "o2"], dice={"o1": middle(0, 0, 3), "o3": middle(0, 0, 3, 1)}
    )
    over = "throw r3 target from 0,0,260 push 0,0,0 spin 0,0,2000 up 6,0"
    assert last(lone.match, 0, over)["parts"][0]["part"] == "tower"


def test_what_is_likely_says_why_not() -> None:
    match = dicehouse.new("indicesion", players=2, seed=1)
    for text in ("drop r1 p1", "throw z9 p1 from 0,-700,300 push 1,2,3", "throw r1 p1 from 0,-203,60 push 0,0,0"):
        with pytest.raises(BadThrow):
            next(match.sample_outcomes(0, text))
    with pytest.raises(IllegalOption, match="You can't try that out"):
        dicehouse.new("dice-ocalypse", players=2, seed=1).sample_outcomes(0, "roll")
    with pytest.raises(IllegalOption, match="You can't try that out"):
        match.sample_outcomes(0, "x" * 1000)
