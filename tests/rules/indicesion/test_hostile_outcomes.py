"""Test outcomes from outside: one that is incomplete, unknown, invented or impossible is refused in one sentence, and
nothing changes.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dicehouse
from dicehouse.cli import main
from dicehouse.core import Seeded
from dicehouse.errors import BadMatch, DicehouseError
from dicehouse.match.match import Match

from ...printable import is_printable
from .stage import BARREL, EDGE, Stage, barrel, flat, metres, on, outcome, table

Saved = dict[str, Any]


def refuse(match: Match, seat: int, text: str, found: Any) -> str:
    """Return the sentence with which an outcome is refused, and check that nothing changed."""
    before = match.position(), len(match.log()), match.number, match.acting()
    with pytest.raises(DicehouseError) as refusal:
        match.play(seat, text, found)
    assert (match.position(), len(match.log()), match.number, match.acting()) == before
    said = str(refusal.value)
    assert is_printable(said) and len(said) < 400 and said[-1] in ".?"
    return said


def throw_of(stage: Stage, die: str, target: str = "p1") -> str:
    x, y, z = stage.view["seats"][stage.asked[0]]["throws"]["from"]
    return f"throw {die} {target} from {x},{y},{z} push 1000,90,0"


# --- the first cases found


@cache
def two_rounds() -> str:
    """Return a saved match in its second round: every die lies on the table, except one that won the first."""
    match = dicehouse.new("indicesion", players=2, dice=Seeded(1))
    for turn in range(13):
        seat = match.acting()[0]
        die = match.view(None)["seats"][seat]["hand"][0]
        text = f"throw {die} p1 from 0,-700,300 push 1000,90,0"
        spot = on(1, face=6) if turn == 0 else table(50 * turn - 600, 500)
        match.play(seat, text, {"flight": outcome(rest={die: spot}) | {"meant": text}})
    assert match.view(None)["round"] == 2
    return json.dumps(match.save())


@pytest.mark.parametrize("action", [0, 12])
def test_a_flight_without_the_rest_of_the_thrown_die_is_refused(
    action: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In the first round the die was nowhere, in the second at its place of the first."""
    saved = json.loads(two_rounds())
    assert Match.load(saved).number == 13
    rest = saved["actions"][action]["outcome"]["flight"]["rest"]
    rest.popitem()
    with pytest.raises(BadMatch, match="doesn't say what became of"):
        Match.load(saved)
    place = tmp_path / "match.json"
    place.write_text(json.dumps(saved))
    assert main(["verify", str(place)]) != 0
    told = capsys.readouterr()
    assert "Traceback" not in told.out + told.err and "what became of" in told.out + told.err


@pytest.mark.parametrize("found", [[1], [], 5, "flight", {"flight": []}, {"flight": {}}, {}, {5: 6}, {"flight": None}])
def test_what_is_no_outcome_is_refused(found: Any) -> None:
    stage = Stage(hands=["r1 r2", "o1"], dice={"b1": on(1)})
    refuse(stage.match, 0, "drop r1 p1", found)
    assert stage.match.play(0, "drop r1 p1")[0].kind == "throw"


# --- what cannot be read

KEYS = ("rest", "lost", "burnt", "seconds", "status", "frames", "touches", "meant")
HALF_WAY = [300, 0, -2032, 2000, 10_000, 0, 0, 0]
ENDS = [0, 0, -2032, 3000, 10_000, 0, 0, 0, 900, 0, -2032, 222, 10_000, 0, 0, 0]
WRONG: dict[str, tuple[str, Any, str]] = {
    "an unknown key": ("colour", "red", "knows no 'colour'"),
    "another throw": ("meant", "throw r1 p2 from 0,-700,300 push 1000,90,0", "meant"),
    "a motion nobody can follow": ("status", "unstable", "status"),
    "no status": ("status", None, "status"),
    "less than no time": ("seconds", -1, "seconds"),
    "endless time": ("seconds", float("inf"), "seconds"),
    "more than half a minute": ("seconds", 31, "seconds"),
    "a digit of thousands": ("seconds", 10**5000, "seconds"),
    "a rest in the hand": ("rest", {"r2": metres(on(1))}, "rest"),
    "a rest of nothing": ("rest", {"": metres(on(1))}, "rest"),
    "two fates": ("lost", ["r1"], "tells of r1 twice"),
    "lost twice": ("lost", ["b1", "b1"], "tells of b1 twice"),
    "a lost board that is fixed": ("lost", ["p1"], "lost"),
    "fire without powers": ("burnt", [[0.1, "b1", "r1"]], "doesn't burn"),
    "fire at itself": ("burnt", [[0.1, "b1", "b1"]], "doesn't burn"),
    "frames in a list": ("frames", [], "frames"),
    "frames of what does not move": ("frames", {"p1": ENDS}, "frames"),
    "frames of what is not there": ("frames", {"z9": ENDS}, "frames"),
    "one frame": ("frames", {"r1": ENDS[:8]}, "8 to a frame"),
    "half a frame": ("frames", {"r1": ENDS[:12]}, "8 to a frame"),
    "frames that go back": ("frames", {"r1": [*ENDS[:8], *ENDS]}, "one after the other"),
    "frames from before": ("frames", {"r1": [-5, *ENDS[1:]]}, "one after the other"),
    "a film that goes on": ("frames", {"r1": [*ENDS[:8], 1500, *ENDS[9:]]}, "after the end"),
    "a film of another end": ("frames", {"r1": [*ENDS[:8], *HALF_WAY]}, "ends where r1 does not lie"),
    "a film of another's end": ("frames", {"b1": ENDS}, "ends where b1 does not lie"),
    "frames with fractions": ("frames", {"r1": [*ENDS[:15], 0.0]}, "whole numbers"),
    "frames of truth": ("frames", {"r1": [*ENDS[:15], False]}, "whole numbers"),
    "frames out of this world": ("frames", {"r1": [0, 10**9, *ENDS[2:]]}, "whole numbers"),
    "frames that are turned by nothing": ("frames", {"r1": [*ENDS[:4], 0, 0, 0, 0, *ENDS[8:]]}, "a turn that is none"),
    "touches of nothing": ("touches", [[0.1, "r1", "r9", 1.0]], "touches"),
    "a touch too short": ("touches", [[0.1, "r1", "p1"]], "touches"),
    "touches backwards": ("touches", [[0.5, "r1", "p1", 1.0], [0.4, "r1", "p1", 1.0]], "order of time"),
    "touches after the end": ("touches", [[1.5, "r1", "p1", 1.0]], "order of time"),
    "a speed below nothing": ("touches", [[0.1, "r1", "p1", -1.0]], "touches"),
}


def flying() -> tuple[Stage, str, dict[str, Any]]:
    """Return a throw with a valid outcome: the die lands next to another one."""
    stage = Stage(hands=["r1 r2", "o1"], dice={"b1": on(1, 80, face=6)})
    text = throw_of(stage, "r1")
    found = outcome(rest={"r1": on(1)}) | {"meant": text, "frames": {"r1": list(ENDS)}}
    return stage, text, found | {"touches": [[0.4, "p1", "r1", 1.2], [0.4, "table", "r1", 0.0]]}


def test_what_is_whole_is_taken_and_kept_apart() -> None:
    stage, text, found = flying()
    stage.match.play(0, text, {"flight": found})
    kept = stage.match.actions[-1].outcome
    assert kept == {"flight": found} and stage.points == [7, 0]
    found["rest"]["r1"][0] = 5.0
    found["frames"].clear()
    assert kept["flight"]["frames"] == {"r1": ENDS} and kept["flight"]["rest"]["r1"] == metres(on(1))


@pytest.mark.parametrize("key", KEYS)
def test_every_part_of_a_flight_is_needed(key: str) -> None:
    stage, text, found = flying()
    del found[key]
    assert f"lacks '{key}'" in refuse(stage.match, 0, text, {"flight": found})


@pytest.mark.parametrize("how", WRONG)
def test_what_cannot_be_read_is_refused(how: str) -> None:
    stage, text, found = flying()
    key, value, said = WRONG[how]
    assert said in refuse(stage.match, 0, text, {"flight": found | {key: value}})


@pytest.mark.parametrize("key", ["fallen 1", "lifted", "stands", "", 5])
def test_what_nothing_came_of_is_refused(key: Any) -> None:
    stage, text, found = flying()
    assert "nothing came of it" in refuse(stage.match, 0, text, {"flight": found, key: outcome()})


# --- impossible outcomes


def test_nothing_hangs_in_the_air() -> None:
    stage, text, found = flying()
    for height in (3, 40, 900):
        x, y, z = on(1)[:3]
        high = found | {"rest": {"r1": metres((x, y, z + height, *on(1)[3:]))}, "frames": {}}
        assert "the red die 1 hangs in the air" in refuse(stage.match, 0, text, {"flight": high})


def test_two_things_do_not_hold_each_other_in_the_air() -> None:
    stage, text, found = flying()
    pair = {"r1": metres(flat(0, 0, 200)), "b1": metres(flat(EDGE, 0, 200))}
    assert "hangs in the air" in refuse(stage.match, 0, text, {"flight": found | {"rest": pair, "frames": {}}})


def test_what_lay_on_a_die_that_went_away_has_fallen_too() -> None:
    stage = Stage(hands=["r1 r2", "o1"], dice={"b1": on(1), "b2": on(1, level=1)})
    text = throw_of(stage, "r1")
    found = outcome(rest={"r1": table(600, 0), "b1": table(500, 0)}) | {"meant": text}
    assert "the blue die 2 hangs in the air" in refuse(stage.match, 0, text, {"flight": found})
    found["rest"]["b2"] = metres(on(1))
    stage.match.play(0, text, {"flight": found})


def test_what_stood_on_a_taken_barrel_has_fallen_too() -> None:
    tower = {"dice": {"o3": flat(0, 203.2, 3.175 + BARREL)}, "barrels": {"x1": barrel(2)}, "homes": {"x1": "p2"}}
    stage = Stage("classic+", hands=["r1 r2", "o1"], **tower)
    text = throw_of(stage, "r1")
    aside = {"x1": (600, 0, BARREL / 2, 1.0, 0.0, 0.0, 0.0), "o3": flat(600, 0, BARREL)}
    flight = outcome(rest={"r1": on(1), **aside}) | {"meant": text}
    assert "hangs in the air" in refuse(stage.match, 0, text, {"flight": flight, "fallen 1": outcome()})
    assert "has no 'fallen 1'" in refuse(stage.match, 0, text, {"flight": flight})
    stage.match.play(0, text, {"flight": flight, "fallen 1": outcome(rest={"o3": table(600, 0)})})


@pytest.mark.parametrize(
    ("spot", "said"),
    [
        (on(1, 84), "the blue die 1 lies inside the red die 1"),
        (table(0, -203.2), "lies inside"),
        (flat(400, 0, -20), "the red die 1 lies inside the table"),
        (table(930, 0), "the red die 1 lies beside the table"),
        (table(4000, 0), "the red die 1 lies beside the table"),
    ],
)
def test_nothing_lies_in_other_things_or_beside_the_table(spot: Any, said: str) -> None:
    stage, text, found = flying()
    assert said in refuse(stage.match, 0, text, {"flight": found | {"rest": {"r1": metres(spot)}, "frames": {}}})


def test_what_hung_there_before_may_go_on_hanging() -> None:
    """Positions set up by hand have bodies in the air, which support others."""
    stage = Stage("central+", hands=["r1", "o1"], boards={"c1": (0, 0, 200)}, dice={"o2": flat(300, 0, 100)})
    stage.throw(0, "r1", rest={"r1": flat(0, 0, 200 + 3.175 / 2)})
    assert stage.points == [1, 0]


# --- fire


def burning() -> Stage:
    dice = {"g1": on(2, face=5), "r2": on(2, 60), "r3": on(2, -60)}
    return Stage("drafting", hands=["o1 r1", "b3"], dice=dice)


@pytest.mark.parametrize(
    ("burnt", "said"),
    [
        ([("g1", "o1")], "doesn't burn at o1"),
        ([("o1", "r1")], "burnt"),
        ([("r2", "r3")], "two red dice burn together"),
        ([("g1", "r2"), ("g1", "r3")], "tells of g1 twice"),
        ([("p1", "r2")], "burnt"),
    ],
)
def test_dice_burn_only_at_red_dice_that_lie_there(burnt: list[tuple[str, str]], said: str) -> None:
    stage = burning()
    text = throw_of(stage, "o1")
    rest = {} if ("o1", "r1") in burnt else {"o1": table(600, 0)}
    assert said in refuse(stage.match, 0, text, {"flight": outcome(rest=rest, burnt=burnt) | {"meant": text}})


def test_a_red_die_that_has_burnt_burns_nothing_more() -> None:
    stage = burning()
    text = throw_of(stage, "o1")
    found = outcome(rest={"o1": table(600, 0)}) | {"meant": text}
    late = [[0.1, "r2", "r3"], [0.1, "r3", "r2"], [0.2, "g1", "r3"]]
    assert "two red dice burn together" in refuse(stage.match, 0, text, {"flight": found | {"burnt": late}})
    early = [[0.1, "g1", "r3"], [0.1, "r2", "r3"], [0.1, "r3", "r2"]]
    stage.match.play(0, text, {"flight": found | {"burnt": early}})
    assert set(stage.view["bodies"]) == {"p1", "p2", "o1"}


# --- buildings


def test_what_was_built_lies_on_something_too() -> None:
    match = dicehouse.new("indicesion", players=2, options={"game": "central", "barrels": True}, dice=Seeded(4))
    seat = match.acting()[0]
    text = "put c1 at 0,0,300"
    assert "board 1 hangs in the air" in refuse(match, seat, text, {"flight": outcome()})
    high = outcome(rest={"c1": (0, 0, 250, 1.0, 0.0, 0.0, 0.0)})
    assert "board 1 hangs in the air" in refuse(match, seat, text, {"flight": high})
    fire = outcome(burnt=[("c1", "c1")])
    assert "doesn't burn" in refuse(match, seat, text, {"flight": fire})
    match.play(seat, text, {"flight": outcome(rest={"c1": (0, 0, 1.5875, 1.0, 0.0, 0.0, 0.0)})})
    for stands in (None, 1, {}, {"stands": 1}, {"stands": "yes"}, {"stands": True, "long": True}, {"stands": False}):
        refuse(match, seat, "done", {"stands": stands})
    match.play(seat, "done", {"stands": {"stands": True}})
    assert match.view(None)["phase"] == "throw"


# --- random damage


@cache
def measured(mode: str) -> str:
    """Return a saved match of real throws: with barrels on boards, with dice that burn, or at a target that was
    built.
    """
    options: dict[str, dict[str, object]] = {
        "classic": {"barrels": True},
        "drafting": {"game": "drafting"},
        "construction": {"game": "central", "barrels": True},
    }
    match = dicehouse.new("indicesion", players=2, options=options[mode], dice=Seeded(mode))
    wanted = {"draft": 0, "barrels": 1, "build": 1, "throw": 2, "blue": 0, "pink": 0}
    throws = 0
    while throws < 2:
        seat, phase = match.acting()[0], match.view(None)["phase"]
        ids = [option.id for option in match.options(seat)]
        done = [text for text in ids if text == "done"]
        match.play(seat, (done or ids)[min(wanted[phase], len(done or ids) - 1)])
        throws += phase == "throw"
    saved = match.save()
    del saved["scores"]
    return json.dumps(saved)


def places(data: Any, here: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return every place in an outcome; of a film's thousands of numbers the first and the last."""
    if isinstance(data, Mapping):
        items = list(data.items())
    else:
        items = list(enumerate(data)) if isinstance(data, list) else []
        items = items[:9] + items[-9:] if len(items) > 18 else items
    return [path for key, value in items for path in ((*here, key), *places(value, (*here, key)))]


scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6)
anything = st.recursive(
    scalars | st.sampled_from(["r1", "p1", "o2", "x1", "rest", 10**400]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
nudges = st.sampled_from([1e-9, 1e-6, 1e-4, -1e-3, 0.02, -0.5, 1, -1, 7, 1e3])


def damage(outcome: Any, data: st.DataObject) -> None:
    """Drop, change or move one entry of an outcome."""
    *path, last = data.draw(st.sampled_from(places(outcome)))
    inner = outcome
    for key in path:
        inner = inner[key]
    kind = data.draw(st.sampled_from(["drop", "change", "move", "add"]))
    if kind == "drop":
        del inner[last]
    elif kind == "move" and type(inner[last]) in (int, float):
        inner[last] += data.draw(nudges)
    elif kind == "add" and isinstance(inner[last], dict):
        inner[last][data.draw(st.sampled_from(["r1", "o1", "y2", "x1", "p1", "c1", "more"]))] = data.draw(anything)
    else:
        inner[last] = data.draw(anything)


def one_sentence(error: BadMatch) -> None:
    assert is_printable(str(error)) and 10 < len(str(error)) < 600


def load(saved: Saved) -> Match | None:
    """Return a match that is unchanged when saved again, or None if it was refused in a sentence."""
    try:
        match = Match.load(saved)
    except BadMatch as error:
        one_sentence(error)
        return None
    assert match.save()["actions"] == saved["actions"]
    return match


@pytest.mark.parametrize("mode", ["classic", "drafting", "construction"])
def test_a_damaged_match_is_loaded_as_it_is_or_refused(mode: str) -> None:
    assert load(json.loads(measured(mode)))

    @settings(max_examples=40, deadline=None, derandomize=True)
    @given(data=st.data())
    def law(data: st.DataObject) -> None:
        saved = json.loads(measured(mode))
        found = [action["outcome"] for action in saved["actions"] if "outcome" in action]
        damage(data.draw(st.sampled_from(found)), data)
        load(saved)

    law()


@pytest.mark.parametrize("mode", ["classic", "drafting", "construction"])
def test_a_damaged_outcome_is_played_as_it_is_or_changes_nothing(mode: str) -> None:
    saved = json.loads(measured(mode))
    last = saved["actions"].pop()
    match = Match.load(saved)
    before = match.position(), match.log(), match.number

    @settings(max_examples=40, deadline=None, derandomize=True)
    @given(data=st.data())
    def law(data: st.DataObject) -> None:
        found = copy.deepcopy(last["outcome"])
        damage(found, data)
        try:
            match.play(last["seat"], last["option"], found)
        except DicehouseError:
            assert (match.position(), match.log(), match.number) == before
        else:
            assert match.actions[-1].outcome == found
            again = Match.load(saved)
            match.__dict__.update(again.__dict__)

    law()
