"""What programs read is what their seat sees on its page, in the shape that the description promises."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.routing import Route

from dicehouse.web.api import endpoint_list, schemas

from ..server import Person, Server
from .program import HOME, Program, make_token, refused

DOCUMENT = Path(__file__).parents[3] / "docs" / "programs.md"
GAMES = ["dice-ocalypse", "baron-voodoo", "deck-o-dice", "dicetopia", "indicesion"]


def described(server: Server) -> dict[str, Any]:
    answer = Person(server.url).http.get(endpoint_list.OPENAPI_PATH)
    assert answer.headers["content-type"] == "application/json"
    return answer.json()


def test_the_description_is_openapi(server: Server) -> None:
    validator = pytest.importorskip("openapi_spec_validator", reason="it comes with dicehouse[dev]")
    validator.validate(described(server))


def test_the_description_names_every_address_that_is_served(server: Server) -> None:
    paths = described(server)["paths"]
    served = {
        (route.path, method)
        for route in server.server.config.app.routes  # type: ignore[union-attr]
        if isinstance(route, Route) and route.path.startswith("/api/") and route.path != endpoint_list.OPENAPI_PATH
        for method in (route.methods or set()) - {"HEAD"}
    }
    assert served == {(path, method.upper()) for path, operations in paths.items() for method in operations}


def test_the_document_names_every_address() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    for one in endpoint_list.ENDPOINTS:
        shown = re.sub(r"\{(\w+)\}", lambda found: found[1].upper(), one.path)
        assert shown in text or shown.removeprefix(HOME) in text, one.path


def test_the_games_are_those_of_the_house(server: Server) -> None:
    program = Program(server.url, None)
    found = msgspec.json.decode(program.get("/games").content, type=schemas.Games)
    assert set(GAMES) <= {game.id for game in found.games}
    assert "pip" in found.bots
    full = msgspec.json.decode(program.get("/games/dicetopia").content, type=schemas.GameFull)
    assert full.settings
    assert "##" in full.rules
    assert refused(program.get("/games/chess"), 404)["error"] == "not-found"


@pytest.mark.parametrize("game", GAMES)
def test_a_program_sees_what_the_page_sees(server: Server, game: str) -> None:
    """The same frame, whoever looks, at every moment of some; and it is of the shape that is described."""
    ana, ben = Person(server.url), Person(server.url)
    table = ana.open_table("person", "open", game=game)
    ben.post(ana.invitations(table)[0], name="Ben")
    readers = [ana, ben, Person(server.url)]
    programs = [Program(server.url, make_token(ana)), Program(server.url, make_token(ben)), Program(server.url, None)]
    chance = random.Random(game)
    for _ in range(12):
        states = [program.state(table[3:]) for program in programs]
        for person, state in zip(readers, states, strict=True):
            msgspec.convert(state, schemas.State, strict=True)
            with person.sit(table) as sitting:
                page = sitting.read()
            assert {**page, "told": len(page["events"])} == {**state, "table": page["table"]}
            assert _lasting(page["table"]) == _lasting(state["table"])
        seat = states[0]["acting"][0]
        assert programs[seat].act(table[3:], states[seat], chance.choice(states[seat]["options"])["id"]).is_success


def _lasting(info: dict[str, Any]) -> dict[str, Any]:
    """What of a table's information does not change while somebody looks."""
    seats = [{**seat, "online": None} for seat in info["seats"]]
    return {**info, "seats": seats, "watching": None}


def test_a_program_with_two_seats_names_the_one_that_looks(server: Server) -> None:
    ana = Person(server.url)
    table = ana.open_table("person", "person", game="deck-o-dice").removeprefix("/t/")
    program = Program(server.url, make_token(ana))
    assert [program.state(table, seat=seat)["seat"] for seat in (0, 1)] == [0, 1]
    views = [json.dumps(program.state(table, seat=seat)["view"]) for seat in (0, 1)]
    assert views[0] != views[1]
    refused(Program(server.url, None).get(f"/tables/{table}", seat=0), 409)
    refused(Program(server.url, make_token(Person(server.url))).get(f"/tables/{table}/stream", seat=0), 409)


def test_the_log_comes_in_parts(server: Server) -> None:
    ana = Person(server.url)
    table = ana.open_table("person", "person").removeprefix("/t/")
    program = Program(server.url, make_token(ana))
    state = program.state(table)
    program.act(table, state, state["options"][0]["id"])
    whole = program.get(f"/tables/{table}/log").json()
    rest = program.get(f"/tables/{table}/log", since=1).json()
    assert rest == {"events": whole["events"][1:], "told": whole["told"]}
    assert program.state(table, since=1)["events"] == rest["events"]
    assert len(whole["events"]) == whole["told"] > 1


def test_a_finished_game_is_a_result_a_file_and_a_replay(server: Server) -> None:
    ana = Person(server.url)
    program = Program(server.url, make_token(ana))
    opened = program.open("me", "me", settings={"target": 5000, "opening": 0}, name="Ana")
    table, chance = opened["table"], random.Random(5)
    refused(program.get(f"/tables/{table}/replay"), 409)
    state = program.state(table)
    while not state["sheet"]:
        assert program.act(table, state, chance.choice(state["options"])["id"]).is_success
        state = program.state(table, since=state["told"])
    found = msgspec.json.decode(program.get("/results").content, type=schemas.Results)
    assert (found.count, found.results[0].table, found.results[0].seats) == (1, table, [0, 1])
    assert sorted(found.results[0].totals or []) == sorted(row["total"] for row in state["sheet"]["rows"])
    assert program.get(f"/tables/{table}/match").json()["over"] is True
    assert Program(server.url, None).get(f"/tables/{table}/replay").json()["last"] == state["number"]
    assert program.get("/tables").json() == {"tables": []}
    assert program.get("/results", skip=1).json() == {"count": 1, "results": []}


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/nothing", 404),
        ("/tables/nothing", 404),
        ("/tables/nothing/stream", 404),
        ("/tables/nothing/match", 404),
        ("/results?most=101", 400),
        ("/results?most=-1", 400),
        ("/results?skip=1e3", 400),
    ],
)
def test_what_is_wrong_is_told_in_one_shape(server: Server, path: str, status: int) -> None:
    refused(Program(server.url, make_token(Person(server.url))).get(path), status)


def test_a_method_that_an_address_does_not_have_is_told(server: Server) -> None:
    answer = Program(server.url, None).http.delete("/games")
    refused(answer, 405)
    assert "GET" in answer.headers["allow"]


def test_what_broke_is_told_in_the_same_shape(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    def fall() -> None:
        raise RuntimeError("this is no sentence for anybody")

    house = server.server.config.app.state.site.registry  # type: ignore[union-attr]
    monkeypatch.setattr(house, "bot_names", fall)
    told = refused(Program(server.url, None).get("/games"), 500)
    assert told["why"] == "Something went wrong on the server. It was logged, and your game is safe."
