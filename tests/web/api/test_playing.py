"""Programs play: once whatever is sent twice, by invitation and at tables of their own, never for anybody else."""

from __future__ import annotations

import uuid
from typing import Any

import pytest

from ..server import Person, Server
from .program import Program, make_token, refused


@pytest.fixture
def program(server: Server) -> Program:
    return Program(server.url, make_token(Person(server.url)))


def test_sent_twice_is_done_once(program: Program) -> None:
    table = program.open("me", "me")["table"]
    state = program.state(table)
    option = state["options"][0]["id"]
    for _ in range(3):
        assert program.act(table, state, option, "the same").json() == {"id": "the same", "number": 1}
    assert program.state(table)["number"] == 1
    told = refused(program.act(table, state, option, "another"), 409)
    assert told["error"] == "stale"


def test_the_socket_and_the_program_share_the_ids_of_actions(server: Server) -> None:
    ana = Person(server.url)
    table = ana.open_table("person", "person")
    program = Program(server.url, make_token(ana))
    with ana.sit(table) as sitting:
        state = sitting.read()
        sitting.act(state, state["options"][0]["id"], "shared")
        assert sitting.read_until("ack")["number"] == 1
    assert program.act(table[3:], state, state["options"][0]["id"], "shared").json()["number"] == 1


def test_what_is_not_among_the_options_is_refused_by_name(program: Program) -> None:
    table = program.open("me", "me")["table"]
    told = refused(program.act(table, program.state(table), "keep 666666 bank"), 400)
    assert "keep 666666 bank" in told["why"]


def test_nobody_plays_a_seat_of_somebody_else(server: Server, program: Program) -> None:
    table = program.open("me", "me")["table"]
    state = program.state(table)
    eve = Program(server.url, make_token(Person(server.url)))
    assert refused(eve.act(table, state, state["options"][0]["id"]), 409)["why"] == "That isn't your seat."


def test_the_same_id_opens_one_table(server: Server, program: Program) -> None:
    body = {"id": "mine", "game": "dice-ocalypse", "seats": ["me", "bot:pip"]}
    first, second = (program.http.post("/tables", json=body).json() for _ in range(2))
    assert first == second
    other = Program(server.url, make_token(Person(server.url)))
    assert other.http.post("/tables", json=body).json()["table"] != first["table"]


def test_a_program_sits_down_by_invitation(server: Server) -> None:
    host, guest = (Program(server.url, make_token(Person(server.url))) for _ in range(2))
    opened = host.open("me", "open", "open", name="Ada")
    assert [each["seat"] for each in opened["invitations"]] == [1, 2]
    link, code = opened["invitations"][0]["link"], opened["invitations"][1]["code"]
    for invitation in (link, code):
        seated = guest.http.post("/join", json={"invitation": invitation, "name": "Bob"})
        assert seated.status_code == 200, seated.text
    assert seated.json() == {"table": opened["table"], "seats": [1, 2]}
    refused(guest.http.post("/join", json={"invitation": link}), 409)
    refused(guest.http.post("/join", json={"invitation": "quiet oak 7"}), 404)
    state = host.state(opened["table"])
    assert [seat["name"] for seat in state["table"]["seats"]] == ["Ada", "Bob", "Bob 2"]


GOOD: dict[str, Any] = {"game": "dice-ocalypse", "seats": ["me", "bot:pip"]}


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"game": "chess"}, 404),
        ({"seats": []}, 400),
        ({"seats": ["bot:pip", "bot:pip"]}, 400),
        ({"seats": ["me", "bot:hal"]}, 400),
        ({"seats": ["me"] * 16}, 400),
        ({"mode": "blitz"}, 409),
        ({"settings": {"gravity": 1}}, 400),
        ({"settings": {"target": -5}}, 400),
        ({"settings": {"target": {}}}, 400),
        ({"seats": "me"}, 400),
        ({"more": 1}, 400),
        ({"name": "x" * 301}, 400),
    ],
)
def test_a_table_that_can_not_be_is_refused_with_the_reason(
    program: Program, change: dict[str, Any], status: int
) -> None:
    refused(program.http.post("/tables", json={"id": uuid.uuid4().hex, **GOOD, **change}), status)


@pytest.mark.parametrize(
    ("content", "kind", "status"),
    [
        (b"", "application/json", 400),
        (b"{", "application/json", 400),
        (b"[" * 5000, "application/json", 400),
        (b"\xff", "application/json", 400),
        (b"{}", "application/json", 400),
        (b"{}", "text/plain", 415),
        (b"seat=0", "application/x-www-form-urlencoded", 415),
        (b" " * 20_000, "application/json", 413),
        (b'{"id":"","seat":0,"number":0,"option":"x"}', "application/json", 400),
        (b'{"id":"x","seat":true,"number":0,"option":"x"}', "application/json", 400),
        (b'{"id":"x","seat":0,"number":1e400,"option":"x"}', "application/json", 400),
        (b'{"id":"\\ud800","seat":0,"number":0,"option":"x"}', "application/json", 400),
    ],
)
def test_hostile_bodies_are_refused(program: Program, content: bytes, kind: str, status: int) -> None:
    table = program.open("me", "me")["table"]
    refused(program.http.post(f"/tables/{table}/actions", content=content, headers={"Content-Type": kind}), status)
    assert program.state(table)["number"] == 0
