"""Frames and views are what their types say, so that the page's types, which are written from these, are true."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, get_type_hints

import msgspec
import pytest

import dicehouse
from dicehouse.games import all_games
from dicehouse.match.match import Match
from dicehouse.server.archive.replay import opened
from dicehouse.web.frame_types import Acknowledgement, Pong, Refusal, StateFrame
from dicehouse.web.socket_messages import encode_json

from ..house.page_types import files
from ..invariants.playing import few, matches_of_all_modes, moments, moments_of, short
from ..rules.indicesion.stage import Stage, on, table
from .server import Person, Server

KINDS = {"state": StateFrame, "ack": Acknowledgement, "refused": Refusal, "pong": Pong}
GAMES = ["dice-ocalypse", "baron-voodoo", "deck-o-dice", "dicetopia", "indicesion"]
OTHER_FACTS = {
    "majority": "MajorityFacts",
    "lost": "LostFacts",
    "end": "EndFacts",
    "flag": "FlagFacts",
    "mission": "MissionFacts",
}  # events whose facts have a type of their own


def types_of(game: str) -> Any:
    package = all_games()[game].hooks.view.__module__.rpartition(".")[0]
    return importlib.import_module(f"{package}.view_types")


hints_of = cache(get_type_hints)


def plain(data: object) -> Any:
    return msgspec.json.decode(encode_json(data))


def same(data: object, kind: Any) -> None:
    """Fail if plain data has a key that its type does not declare, lacks one, or has a value of another type."""
    sent = plain(data)
    assert plain(msgspec.convert(sent, kind, strict=True)) == sent


def declared(facts: Mapping[str, object], kind: Any) -> None:
    """Fail if some of these facts are not declared in a type that lists the facts of all kinds of events or options."""
    hints = hints_of(kind)
    for key, value in facts.items():
        assert key in hints, f"{key} is not declared in {kind.__name__}"
        same(value, hints[key])


def test_the_types_of_the_page_are_written_from_those_of_the_server() -> None:
    for path, text in files().items():
        assert path.read_text() == text, f"{path.name} is out of date; run: python -m tests.house.page_types"


def played_as_declared(game: str, played: Iterable[Match]) -> None:
    """Check what a board gets at each of these moments of a match, and all its events at the end."""
    types, match = types_of(game), None
    for match in played:
        for seat in (None, *range(match.players)):
            same(match.view(seat), types.View)
        same(opened(match), types.View)
        if hasattr(types, "OptionFacts"):
            for option in (option for seat in match.acting() for option in match.options(seat)):
                declared(option.facts, types.OptionFacts)
    assert match is not None
    if hasattr(types, "EventFacts"):
        private = [event for seat in range(match.players) for event in match.log(seat) if event.readers]
        for event in (*match.log(None), *private):
            own = OTHER_FACTS.get(event.kind, "EventFacts")
            declared(event.facts, getattr(types, own, types.EventFacts))
    if hasattr(types, "StoryFacts") and match.over:
        same(match.story().facts, types.StoryFacts)


@pytest.mark.parametrize("game", GAMES)
def test_views_options_and_events_are_as_declared(game: str) -> None:
    for seed in range(few(game, 24)):
        played_as_declared(game, moments(game, seed))


@pytest.mark.parametrize("game", GAMES)
def test_views_options_and_events_of_all_modes_are_as_declared(game: str) -> None:
    for number, match in enumerate(matches_of_all_modes(game)):
        played_as_declared(game, moments_of(match, number, short(game, 120)))


def test_replacing_a_lost_die_is_as_declared() -> None:
    """It hardly ever happens in a random game of so few throws."""
    stage = Stage("drafting", hands=["o1 o2", "b1 o3"], dice={"g1": on(2, 40, 20, 4)})
    stage.throw(0, "o1", at="p2", rest={"o1": table(-600, 0), "g1": table(600, 0)})
    assert stage.phase == "blue" and stage.offers() == ["respawn g1", "pass"] and stage.view["lost"]
    played_as_declared("indicesion", [stage.match])
    stage.play(1, "respawn g1")
    assert "blue" in stage.kinds
    played_as_declared("indicesion", [stage.match])


def test_trial_throws_are_as_declared() -> None:
    types, match = types_of("indicesion"), dicehouse.new("indicesion", players=2, seed=1)
    (seat,) = match.acting()
    for option in (option for option in match.options(seat) if option.facts["kind"] == "ready"):
        parts = " ".join(f"{word} {','.join(map(str, numbers))}" for word, numbers in option.facts["throw"].items())
        text = f"throw {option.facts['die']} {option.facts['target']} {parts}"
        same(match.practise(seat, text), types.PracticeFacts)
        same(next(match.sample_outcomes(seat, text)), types.ThrowEstimate)


@pytest.mark.parametrize("game", GAMES)
def test_frames_are_as_declared(server: Server, game: str) -> None:
    person = Person(server.url)
    with person.sit(person.open_table("person", "bot:sensible", game=game), "?words=1") as sitting:
        state = sitting.wait_for(lambda s: s["options"])
        sitting.act(state, "no such option")
        for _ in range(3):
            number = state["number"]
            sitting.act(state, state["options"][0]["id"])
            state = sitting.wait_for(lambda s, n=number: s["number"] > n and (s["options"] or s["sheet"]))
        sitting.send("chat", text="Hello!")
        sitting.wait_for(lambda s: s["chat"])
        sitting.send("ping")
        sitting.read_until("pong")
        for frame in sitting.frames:
            same(frame, KINDS[frame["t"]])
        assert {frame["t"] for frame in sitting.frames} == set(KINDS)
