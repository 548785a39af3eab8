"""The stream of a table: what the page sees, as lines; nothing lost or twice, nothing that the seat may not know."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from dicehouse.web.api import schemas
from dicehouse.web.rate_limits import RateLimits

from ..server import ROOMY, Person, Server
from ..test_secrets import secrets_of
from .program import Program, make_token

GAMES = ["dice-ocalypse", "baron-voodoo", "deck-o-dice", "dicetopia", "indicesion"]


@pytest.mark.parametrize("game", GAMES)
def test_the_stream_tells_what_the_socket_tells(server: Server, game: str) -> None:
    """Each of two seats and a watcher: the last state of both lines is the same, and so is the log put together."""
    ana, ben, eve = Person(server.url), Person(server.url), Person(server.url)
    table = ana.open_table("person", "open", game=game)
    ben.post(ana.invitations(table)[0], name="Ben")
    for person, seat in ((ana, 0), (ben, 1), (eve, None)):
        program = Program(server.url, make_token(person) if seat is not None else None)
        with person.sit(table) as sitting, program.stream(table[3:]) as lines:
            page, chance, told = sitting.read(), random.Random(game), list[Any]()
            for _ in range(8):
                players = {0: ana, 1: ben}
                page = sitting.wait_for(lambda s, n=page["number"]: s["number"] >= n)
                acting = page["acting"][0]
                own = Program(server.url, make_token(players[acting], "table", table[3:]))
                state = own.state(table[3:])
                assert own.act(table[3:], state, chance.choice(state["options"])["id"]).is_success
                page = sitting.wait_for(lambda s, n=state["number"]: s["number"] > n)
            while True:
                line = next(line for line in lines if line["t"] != "beat")
                msgspec.convert(line, schemas.State, strict=True)
                told = line["events"] if line["full"] else told + line["events"]
                if line["number"] == page["number"]:
                    break
        assert line["told"] == len(told)
        for part in ("view", "options", "prompt", "acting", "me", "seat", "number", "cover"):
            assert line[part] == page[part], part
        log = program.get(f"/tables/{table[3:]}/log").json()["events"]
        assert [event["number"] for event in told] == [event["number"] for event in log]


def test_a_stream_goes_on_where_it_broke(server: Server) -> None:
    program = Program(server.url, make_token(Person(server.url)))
    table, chance, told = program.open("me", "me")["table"], random.Random(3), list[Any]()
    for _ in range(25):
        with program.stream(table, since=len(told)) as lines:
            state = next(lines)
            assert not state["full"] or not told
            told += state["events"]
            assert state["told"] == len(told)
            assert program.act(table, state, chance.choice(state["options"])["id"]).is_success
    log = program.get(f"/tables/{table}/log").json()["events"]
    assert [event["text"] for event in told] == [event["text"] for event in log][: len(told)]


def test_beats_come_while_nothing_happens(serve: Callable[..., Server]) -> None:
    server = serve(limits=RateLimits(actions=ROOMY.actions, beat=0.05))
    table = Person(server.url).open_table("person", "person")
    with Program(server.url, None).stream(table[3:]) as lines:
        assert next(lines)["t"] == "state"
        for _ in range(2):  # other states may come between: who looks on changes the table
            assert next(line for line in lines if line["t"] == "beat")


def test_the_house_says_when_it_closes(serve: Callable[..., Server]) -> None:
    server = serve()
    table = Person(server.url).open_table("person", "person")
    with Program(server.url, None).stream(table[3:]) as lines:
        assert next(lines)["t"] == "state"
        server.stop()
        *_, last = lines
    assert last == {"t": "closed", "why": "The server is restarting. Open the stream again in a moment."}


def test_only_the_head_of_a_stream_is_an_answer(server: Server) -> None:
    table = Person(server.url).open_table("person", "person")
    answer = Program(server.url, None).http.head(f"/tables/{table[3:]}/stream")
    assert (answer.status_code, answer.content) == (200, b"")
    assert answer.headers["content-type"] == "application/x-ndjson"


def test_who_streams_is_at_the_table(server: Server) -> None:
    ana, ben = Person(server.url), Person(server.url)
    table = ana.open_table("person", "open")
    ben.post(ana.invitations(table)[0], name="Ben")
    program = Program(server.url, make_token(ben))
    with ana.sit(table) as sitting:
        assert not sitting.read()["table"]["seats"][1]["online"]
        with program.stream(table[3:]) as lines:
            next(lines)
            sitting.wait_for(lambda s: s["table"]["seats"][1]["online"])
        sitting.wait_for(lambda s: not s["table"]["seats"][1]["online"])


def test_two_seats_of_one_program_look_as_different_people(server: Server) -> None:
    """A couch in the hands of a program: one stream for each seat, and none shows what the other has."""
    program = Program(server.url, make_token(Person(server.url)))
    table = program.open("me", "me", game="deck-o-dice")["table"]
    with (
        program.stream(table) as shared,
        program.stream(table, seat=0) as first,
        program.stream(table, seat=1) as second,
    ):
        assert next(shared)["cover"] is not None
        states = [next(first), next(second)]
    assert [state["seat"] for state in states] == [0, 1]
    hands = [json.dumps(state["view"]["sides"][seat]) for seat, state in enumerate(states)]
    assert json.dumps(states[0]["view"]["sides"][1]) != hands[1]


def test_no_secret_leaves_by_the_api_before_the_end(
    serve: Callable[..., Server], capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    server = serve()
    ana, ben, eve = Person(server.url), Person(server.url), Person(server.url)
    table = ana.open_table("person", "open", "open", game="dicetopia")
    first, second = ana.invitations(table)
    ben.post(first, name="Ben")
    eve.post(second, name="Eve")
    tokens = [make_token(person) for person in (ana, ben, eve)]
    programs = [*(Program(server.url, token) for token in tokens), Program(server.url, None)]
    chance, seen = random.Random(2), list[str]()
    for _ in range(30):
        for program in programs:
            seen.append(json.dumps(program.state(table[3:])))
            for path in ("log", "match", "replay"):
                seen.append(program.get(f"/tables/{table[3:]}/{path}").text)
            with program.stream(table[3:]) as lines:
                seen.append(json.dumps(next(lines)))
        acting = json.loads(seen[-1])["acting"][0]
        state = programs[acting].state(table[3:])
        assert programs[acting].act(table[3:], state, chance.choice(state["options"])["id"]).is_success
    for path in ("/games", "/me", "/tables", "/results"):
        seen += [program.get(path).text for program in programs]
    everything = "\n".join([*seen, *capfd.readouterr(), caplog.text])
    for secret in [*secrets_of(server), *tokens, first.rpartition("/")[2], second.rpartition("/")[2]]:
        assert secret not in everything


def test_a_stream_does_not_tell_one_sealed_choice_from_another(server: Server) -> None:
    """Two choices that only their maker may know apart, at the same table: whoever waits is told the same."""
    ana, ben = Person(server.url), Person(server.url)
    table = ana.open_table("person", "open", game="deck-o-dice")
    ben.post(ana.invitations(table)[0], name="Ben")
    theirs, told = Program(server.url, make_token(ben)), []
    with ana.sit(table) as sitting, theirs.stream(table[3:]) as lines:
        sealed = [option["id"] for option in sitting.read()["options"]]
        assert len(sealed) > 1
        for option in (sealed[0], sealed[-1]):
            sitting.act(sitting.wait_for(lambda s: s["number"] == 0), option)
            number = sitting.read_until("ack")["number"]
            line = next(line for line in lines if line.get("number") == number)
            told.append({part: line[part] for part in ("view", "options", "prompt", "acting", "events", "undo")})
            state = sitting.wait_for(lambda s, n=number: s["number"] == n)
            sitting.send("undo", id=option, seat=0, number=state["number"])
            assert sitting.read_until("ack")["number"] == 0
            next(line for line in lines if line.get("number") == 0)
    assert told[0] == told[1]
