"""Test that measurements are kept with the action: replays use them and never measure again."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

import dicehouse
from dicehouse import bots
from dicehouse.core import Seeded
from dicehouse.errors import BadMatch, BadThrow
from dicehouse.games.indicesion.physics import throw_physics
from dicehouse.games.indicesion.physics.world import Scene
from dicehouse.games.indicesion.rules import barrels, motion_effects, throws
from dicehouse.games.indicesion.rules.measurements import flight_data
from dicehouse.match.match import Match

from .stage import EDGE, Stage, on

MODES: dict[str, dict[str, object]] = {
    "classic": {"barrels": True},
    "drafting": {"game": "drafting", "barrels": True},
    "construction": {"game": "central", "barrels": True},
}


def played(mode: str, most: int = 26) -> Match:
    match = dicehouse.new("indicesion", players=2, options=MODES[mode], seed=5)
    bot = bots.make("random", seed=3)
    while match.number < most and not match.over:
        seat = match.acting()[0]
        options = [option.id for option in match.options(seat)]
        ready = [option for option in options if option.startswith(("again", "respawn", "done"))]
        match.play(seat, ready[0] if ready else bot.choose(match, seat))
    return match


@pytest.mark.parametrize("mode", MODES)
def test_a_replay_measures_nothing_and_gives_the_same_bytes(mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match = played(mode)
    saved = json.dumps(match.save())
    assert sum(action.outcome is not None for action in match.actions) > 3

    def never(*_: object, **__: object) -> None:
        raise AssertionError("a replay measured")

    monkeypatch.setattr(throws, "simulate_throw", never)
    monkeypatch.setattr(motion_effects, "settle_scene", never)
    monkeypatch.setattr(barrels, "settle_scene", never)
    monkeypatch.setattr(barrels, "stands_still", never)
    again = Match.load(saved)
    assert again.position() == match.position()
    assert again.actions == match.actions and again.log() == match.log() and again.view(None) == match.view(None)
    assert json.dumps(again.save()) == saved


def test_each_throw_is_flown_once(monkeypatch: pytest.MonkeyPatch) -> None:
    flown: list[str] = []
    fly = throw_physics.simulate_throw

    def counted(scene: Any, throw: Any, red: Any) -> Any:
        flown.append(throw.die)
        return fly(scene, throw, red)

    monkeypatch.setattr(throws, "simulate_throw", counted)
    stage = Stage(hands=["r1 r2", "o1"])
    stage.match.play(0, "drop r1 p1")
    stage.match.play(1, "drop o1 p2")
    for _ in range(3):
        stage.match.view(None), stage.match.log(), str(stage.match)
    assert flown == ["r1", "o1"]


def test_the_outcome_is_plain_and_small() -> None:
    match = played("classic", 12)
    sizes = [len(json.dumps(action.outcome)) for action in match.actions if action.option.startswith(("drop", "lob"))]
    assert sizes and sum(sizes) / len(sizes) < 10_000
    found = next(action.outcome for action in match.actions if action.outcome and "flight" in action.outcome)
    flight = found["flight"]
    assert set(flight) == {"rest", "lost", "burnt", "seconds", "status", "frames", "touches", "meant"}
    assert json.loads(json.dumps(flight)) == flight


@pytest.fixture
def record() -> dict[str, Any]:
    """Return a match of one throw, of a red die."""
    match = dicehouse.new("indicesion", players=2, dice=Seeded(1))
    match.play(0, "drop r1 p1")
    saved: dict[str, Any] = json.loads(json.dumps(match.save()))
    return saved


def change(path: str, value: object) -> Callable[[dict[str, Any]], None]:
    def act(outcome: dict[str, Any]) -> None:
        *way, last = path.split(".")
        for part in way:
            outcome = outcome[part]
        outcome[last] = value

    return act


NUMBERS = [0.0, 0.0, 0.1, 1.0, 0.0, 0.0, 0.0]
TAMPERED = {
    "no flight": lambda found: found.pop("flight"),
    "no rest": lambda found: found["flight"].pop("rest"),
    "flight is no object": change("flight", 5),
    "rest is a list": change("flight.rest", []),
    "a board moves": change("flight.rest.p1", NUMBERS),
    "a die of the box moves": change("flight.rest.k6", NUMBERS),
    "a die in hand moves": change("flight.rest.o3", NUMBERS),
    "a thing that is none": change("flight.rest.z9", NUMBERS),
    "too few numbers": change("flight.rest.r1", NUMBERS[:6]),
    "no number": change("flight.rest.r1", [*NUMBERS[:6], "0"]),
    "truth": change("flight.rest.r1", [*NUMBERS[:6], True]),
    "not a number": change("flight.rest.r1", [float("nan"), *NUMBERS[1:]]),
    "endless": change("flight.rest.r1", [float("inf"), *NUMBERS[1:]]),
    "huge": change("flight.rest.r1", [10**400, *NUMBERS[1:]]),
    "far away": change("flight.rest.r1", [50.0, *NUMBERS[1:]]),
    "turned by nothing": change("flight.rest.r1", [0.0] * 7),
    "turned too far": change("flight.rest.r1", [0.0, 0.0, 0.1, 2.0, 2.0, 0.0, 0.0]),
    "a lost board": change("flight.lost", ["p1"]),
    "lost in hand": change("flight.lost", ["o3"]),
    "lost is a text": change("flight.lost", "r1"),
    "lost numbers": change("flight.lost", [1]),
    "burnt is a number": change("flight.burnt", 7),
    "burnt by halves": change("flight.burnt", [[0.1, "r1"]]),
    "burnt pairs of what": change("flight.burnt", [[0.1, "p1", "r1"]]),
    "burnt at nothing": change("flight.burnt", [[0.1, "r1", None]]),
}


@pytest.mark.parametrize("how", TAMPERED)
def test_a_tampered_outcome_is_refused(how: str, record: dict[str, Any]) -> None:
    saved = copy.deepcopy(record)
    assert Match.load(saved).number == 1
    TAMPERED[how](saved["actions"][0]["outcome"])
    with pytest.raises(BadMatch) as refusal:
        Match.load(saved)
    assert len(str(refusal.value)) < 300


@pytest.mark.parametrize("outcome", [None, {}, [], 3, "flight"])
def test_an_action_without_its_outcome_is_refused(outcome: object, record: dict[str, Any]) -> None:
    saved = copy.deepcopy(record)
    saved["actions"][0]["outcome"] = outcome
    with pytest.raises(BadMatch):
        Match.load(saved)


def test_a_position_set_up_by_hand_is_measured_too() -> None:
    stage = Stage(hands=["r1 r2", "o1"], dice={"b1": on(1)})
    stage.match.play(0, "drop r1 p1")
    assert stage.match.actions[-1].outcome is not None


def test_what_burns_as_it_falls_off_the_table_is_burnt_and_not_lost() -> None:
    """5.3: the die is out at the touch, so nothing brings it back."""
    flight = throw_physics.Flight("rest", 1.0, Scene(), ("b1", "g1"), ((0.2, "b1", "r1"),), (), (), {})
    found = flight_data(flight, "g1")
    assert (found["lost"], found["burnt"], found["rest"]) == (["g1"], [[0.2, "b1", "r1"]], {})


@pytest.mark.parametrize("status", ["unstable", "rest"])
def test_a_fall_that_cannot_be_followed_ends_the_action(status: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A simulation that fails, or leaves bodies in impossible places, is refused before anything is kept."""
    stage = Stage("drafting", hands=["o1 k1", "b1"], dice={"y1": on(2, -90)})
    stage.throw(0, "o1", at="p2", rest={"o1": on(2), "y1": on(2, level=1)})
    before = stage.match.position(), stage.match.number

    def bad(scene: Scene, red: object) -> throw_physics.Flight:
        return throw_physics.Flight(status, 1.0, scene, (), (), (), (), {})

    monkeypatch.setattr(motion_effects, "settle_scene", bad)
    with pytest.raises(BadThrow, match="can't be simulated"):
        stage.play(0, "again")
    assert (stage.match.position(), stage.match.number) == before
    monkeypatch.undo()
    assert stage.play(0, "again").at("y1")[2] < EDGE
