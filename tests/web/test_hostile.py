"""Bad input from outside: refused with a sentence, or the socket is closed; the table plays on."""

from __future__ import annotations

import json
import random
import re
import socket
from collections.abc import Callable
from html import unescape

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, InvalidStatus

from dicehouse.web.guest_cookies import COOKIE
from dicehouse.web.rate_limits import Rate, RateLimits

from ..printable import is_printable
from .server import GAME, PATIENCE, ROOMY, Person, Server, Sitting

SCRIPT = "<script>alert(1)</script>"


def closes(server: Server, frame: str | bytes) -> int:
    """The code with which a frame closes the socket."""
    person = Person(server.url)
    table = person.open_table("person", "person")
    with person.sit(table) as sitting:
        sitting.read()
        sitting.socket.send(frame)
        with pytest.raises(ConnectionClosed) as closed:
            sitting.read_until("nothing")
    with person.sit(table) as again:
        assert again.read()["number"] == 0, "the table is as it was"
    return closed.value.rcvd.code


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "{",
        "null",
        "[]",
        '"act"',
        "[" * 5000,
        '{"t":"act"}',
        '{"t":"steal"}',
        '{"t":"act","id":"1","seat":-1,"number":0,"option":"roll"}',
        '{"t":"act","id":"1","seat":0,"number":1e400,"option":"roll"}',
        '{"t":"act","id":"1","seat":0,"number":"0","option":"roll"}',
        '{"t":"act","id":"1","seat":true,"number":0,"option":"roll"}',
        '{"t":"act","id":"' + "x" * 65 + '","seat":0,"number":0,"option":"roll"}',
        '{"t":"act","id":"1","seat":0,"number":0,"option":"' + "x" * 201 + '"}',
        '{"t":"chat","text":"\\ud800"}',
        b"\x00\xff",
        '{"t":"ping"}' + " " * 17_000,
    ],
    ids=lambda frame: str(frame)[:24],
)
def test_a_malformed_or_large_frame_closes_the_socket(server: Server, frame: str | bytes) -> None:
    assert closes(server, frame) in (1008, 1009)


def test_other_origins_get_no_socket(server: Server, ana: Person) -> None:
    table = ana.play_now()
    for origin in ("https://evil.example", server.url + "9", "null", server.url.replace("http", "ws"), ""):
        with pytest.raises(InvalidStatus) as refused:
            ana.sit(table, Origin=origin)
        assert refused.value.response.status_code == 403


def test_who_goes_in_the_middle_of_a_form_is_no_fault(
    server: Server, ana: Person, caplog: pytest.LogCaptureFixture
) -> None:
    host = server.url.removeprefix("http://")
    with socket.create_connection(tuple(host.split(":"))) as line:
        line.sendall(
            f"POST /me HTTP/1.1\r\nHost: {host}\r\nOrigin: {server.url}\r\nContent-Length: 100\r\n\r\nname=".encode()
        )
    for _ in range(5):
        assert ana.http.get("/healthz").status_code == 200
    assert [record for record in caplog.records if record.name == "dicehouse.web"] == []


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "", "http://127.0.0.1"])
@pytest.mark.parametrize("path", [f"/play-now/{GAME}", f"/new/{GAME}", "/me", "/join/abc", "TABLE/act", "TABLE/chat"])
def test_forms_of_other_sites_are_refused(server: Server, ana: Person, origin: str, path: str) -> None:
    where = path.replace("TABLE", ana.play_now())
    headers = {"Origin": origin} if origin else {}
    bare = httpx.Client(base_url=server.url, cookies=ana.http.cookies, timeout=PATIENCE)
    answer = bare.post(where, data={"name": "Mallory", "text": "x"}, headers=headers)
    assert answer.status_code == 403
    assert "set-cookie" not in answer.headers


def test_no_socket_at_a_table_that_is_not_there(ana: Person) -> None:
    for table in ("/t/nowhere", "/t/%00", "/t/" + "x" * 3000, "/t/..%2f..%2fetc"):
        with pytest.raises(InvalidStatus):
            ana.sit(table)


@pytest.mark.parametrize(
    "cookie",
    ["", "x", "a" * 32, "a" * 32 + ".", "a" * 32 + "." + "0" * 32, "é" * 32 + ".x", "a" * 32 + ".é", "." * 9000],
)
def test_a_forged_cookie_is_nobody(server: Server, ana: Person, cookie: str) -> None:
    table = ana.open_table("person", "person")
    forged = Person(server.url)
    headers = {"Cookie": f"{COOKIE}={cookie}".encode("latin-1")}
    answer = forged.http.get(f"{table}/plain", headers=headers)
    assert "You are watching." in answer.text


def test_the_cookie_of_another_house_is_nobody(server: Server, serve: Callable[..., Server], ana: Person) -> None:
    other = serve()
    stranger = Person(other.url)
    stranger.play_now()
    table = ana.open_table("person", "person")
    with Person(server.url, stranger.http.cookies).sit(table) as sitting:
        assert sitting.read()["me"] == []


@pytest.mark.parametrize(
    "path",
    ["/nothing", "/new/chess", "/rules/..%2f..%2fsecrets", "/t/none", "/t/none/plain", "/t/none/match.json",
     "/join/0", "/join/%F0%9F%8E%B2", "/static/nothing.js", "/static/../app.py",
     "/static/%2e%2e/app.py", "/%ff", "/t/a%0Ab/plain"],
)  # fmt: skip
def test_addresses_that_are_wrong_get_one_sentence(ana: Person, path: str) -> None:
    answer = ana.http.get(path)
    assert answer.status_code == 404
    if "text/html" in answer.headers["content-type"]:
        sentence = unescape(re.search(r'role="alert">(.*?)</p>', answer.text, re.DOTALL)[1])
        assert 10 < len(sentence) < 200
    assert "Traceback" not in answer.text


def test_large_bodies_and_strange_forms_are_refused(ana: Person) -> None:
    assert ana.http.post("/me", data={"name": "x" * 70_000}).status_code == 413
    assert ana.http.post("/me", json={"name": "x"}).status_code == 409
    assert ana.http.post("/me", files={"name": b"x"}).status_code == 409
    kind = {"content-type": "application/x-www-form-urlencoded"}
    assert ana.http.post("/me", content=b"name=%ff", headers=kind).status_code == 409
    assert ana.http.post("/me", content=b"a=1&" * 500, headers=kind).status_code == 409
    assert ana.http.put("/me").status_code == 405
    assert ana.http.get(f"/play-now/{GAME}").status_code == 405


@pytest.mark.parametrize(
    "name", [SCRIPT, "'\"><img src=x>", "{0}{1}", "{{7*7}}", "a" * 500, "Zoë 🎲", "\u202eevil", "A\x00B", "%s%n"]
)
def test_names_are_text(server: Server, name: str) -> None:
    person = Person(server.url)
    table = person.open_table("person", "person", **{"name-0": name})
    with person.sit(table) as sitting:
        state = sitting.read()
    shown = state["table"]["seats"][0]["name"]
    assert 1 <= len(shown) <= 24
    assert is_printable(shown)
    html = person.http.get(f"{table}/plain").text
    assert "<script>alert" not in html
    assert "<img src=x" not in html
    assert "49" not in shown or "7*7" in name
    home = person.http.get("/").text
    assert "<script>alert" not in home


def test_chat_is_text(ana: Person) -> None:
    table = ana.open_table("person", "person")
    ana.post(f"{table}/chat", text=SCRIPT)
    assert SCRIPT not in ana.http.get(f"{table}/plain").text
    with ana.sit(table) as sitting:
        assert sitting.read()["chat"][0]["text"] == SCRIPT


def test_a_flood_is_slowed_then_cut_and_hurts_nobody_else(serve: Callable[..., Server]) -> None:
    server = serve(limits=RateLimits(actions=Rate(20, 40), chat=Rate(0.001, 8)))
    flooder, other = Person(server.url), Person(server.url)
    table, quiet = flooder.open_table("person", "person"), other.open_table("person", "person")
    with other.sit(quiet) as calm, flooder.sit(table) as flood:
        flood.read()
        for n in range(30):
            flood.send("chat", text=f"line {n}")
        refused = 0
        while refused < 15:
            refused += flood.read()["t"] == "refused"
        state = calm.wait_for(lambda s: True)
        calm.act(state, state["options"][0]["id"])
        assert calm.read_until("ack")["number"] == 1


def test_many_sockets_of_one_guest_are_refused(serve: Callable[..., Server]) -> None:
    server = serve(limits=RateLimits(sockets_per_guest=3))
    person = Person(server.url)
    table = person.play_now()
    open_sockets = [person.sit(table) for _ in range(3)]
    with pytest.raises(InvalidStatus):
        person.sit(table)
    for sitting in open_sockets:
        sitting.socket.close()


def test_many_tables_are_refused(serve: Callable[..., Server]) -> None:
    server = serve(limits=RateLimits(tables=Rate(0.001, 3)))
    answers = [Person(server.url).post(f"/play-now/{GAME}").status_code for _ in range(5)]
    assert answers == [303, 303, 303, 409, 409]


def test_many_names_are_refused(serve: Callable[..., Server]) -> None:
    """Every new guest with a name is a row in the database."""
    server = serve(limits=RateLimits(actions=Rate(0.001, 3)))
    answers = [Person(server.url).post("/me", name="Mallory").status_code for _ in range(5)]
    assert answers == [303, 303, 303, 409, 409]


def test_a_reader_that_never_reads_costs_nothing(server: Server, ana: Person, ben: Person) -> None:
    """A spectator who stops reading does not slow the players, and gets the latest state when reading again."""
    table = ana.open_table("person", "person")
    with ana.sit(table) as sitting, ben.sit(table) as lazy:
        chance = random.Random(1)
        state = sitting.wait_for(lambda s: True)
        while state["number"] < 60:
            number = state["number"]
            sitting.act(state, chance.choice(state["options"])["id"])
            sitting.read_until("ack")
            state = sitting.wait_for(lambda s, n=number: s["number"] > n and s["options"])
        assert lazy.wait_for(lambda s: s["number"] >= 60)


MESSAGES = [
    *(
        "act",
        "undo",
        "chat",
        "order",
        "fill",
        "stand_in",
        "nudge",
        "pace",
        "reasons",
        "renew",
        "name",
        "see",
        "again",
        "ping",
    ),
    *("roll", "0"),
]
messages = st.dictionaries(
    st.sampled_from(["t", "id", "seat", "number", "option", "text", "mode", "points", "since", "bot", "pace", "on"]),
    st.one_of(
        st.sampled_from(MESSAGES),
        st.integers(-2, 2**70),
        st.text(max_size=30),
        st.none(),
        st.lists(st.integers(), max_size=3),
    ),
)


@settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(sent=st.lists(messages, min_size=1, max_size=6))
def test_any_json_is_answered_or_closes_the_socket(server: Server, sent: list[dict[str, object]]) -> None:
    stranger = Person(server.url)
    with stranger.sit(_any_table(server)) as sitting:
        assert _answered(sitting, sent) in (None, 1008, 1009)
    with stranger.sit(_any_table(server)) as sitting:
        assert sitting.read()["number"] == 0


def _answered(sitting: Sitting, sent: list[dict[str, object]]) -> int | None:
    """None if a ping behind all this is answered, else the code with which the socket was closed."""
    try:
        for message in sent:
            sitting.socket.send(json.dumps(message))
        sitting.send("ping")
        sitting.read_until("pong")
    except ConnectionClosed as closed:
        return closed.rcvd.code
    return None


_tables: dict[str, str] = {}


def _any_table(server: Server) -> str:
    if server.url not in _tables:
        _tables[server.url] = Person(server.url).open_table("person", "person")
    return _tables[server.url]


def test_limits_of_tests_are_wider_than_those_of_people() -> None:
    assert ROOMY.actions.per_second > RateLimits().actions.per_second >= 20
