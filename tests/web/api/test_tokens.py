"""Tokens: made by a guest, shown once, kept as a hash, narrow as they say, and gone when they are revoked."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from dicehouse.server.accounts import api_tokens
from dicehouse.web.api import table_stream
from dicehouse.web.rate_limits import Rate, RateLimits

from ..server import ROOMY, Person, Server
from .program import Program, make_token, refused


def test_a_token_is_shown_once_and_kept_as_a_hash(
    serve: Callable[..., Server], caplog: pytest.LogCaptureFixture
) -> None:
    server = serve()
    ana = Person(server.url)
    caplog.set_level("DEBUG")
    token = make_token(ana, "read", label="My <b>bot</b>")
    assert Program(server.url, token).get("/me").json() == {
        "name": None, "scope": "read", "table": None, "label": "My <b>bot</b>"
    }  # fmt: skip
    page = ana.http.get("/me/programs").text
    assert "My &lt;b&gt;bot&lt;/b&gt;" in page
    assert token not in page
    assert token not in caplog.text
    server.stop()
    kept = b"".join(path.read_bytes() for path in server.database.parent.iterdir())
    assert token.encode() not in kept
    assert api_tokens.token_hash(token).encode() in kept


def test_each_scope_reaches_as_far_as_it_says(server: Server) -> None:
    ana = Person(server.url)
    table, other = (ana.open_table("person", "person").removeprefix("/t/") for _ in range(2))
    looks, plays, all_of_it = (Program(server.url, make_token(ana, scope, table)) for scope in ("read", "table", "me"))
    state = looks.state(other)
    assert state["me"] == [0, 1]
    option = state["options"][0]["id"]
    assert "can't play" in refused(looks.act(other, state, option), 403)["why"]
    assert plays.state(other)["me"] == []
    assert plays.state(table)["me"] == [0, 1]
    assert "another table" in refused(plays.act(other, state, option), 403)["why"]
    assert plays.act(table, plays.state(table), option).status_code == 200
    refused(plays.get("/results"), 403)
    assert [one["table"] for one in plays.get("/tables").json()["tables"]] == [table]
    assert {one["table"] for one in looks.get("/tables").json()["tables"]} == {table, other}
    refused(plays.http.post("/tables", json={"id": "x", "game": "dice-ocalypse", "seats": ["me"]}), 403)
    refused(looks.http.post("/join", json={"invitation": "quiet oak 7"}), 403)
    assert all_of_it.act(other, state, option).status_code == 200


def test_without_a_token_one_looks_on_like_anybody(server: Server) -> None:
    ana = Person(server.url)
    table = ana.open_table("person", "person").removeprefix("/t/")
    anybody = Program(server.url, None)
    state = anybody.state(table)
    assert (state["me"], state["seat"], state["options"]) == ([], None, [])
    for path in ("/me", "/tables", "/results"):
        answer = anybody.get(path)
        refused(answer, 401)
        assert answer.headers["www-authenticate"] == "Bearer"
    refused(anybody.http.post(f"/tables/{table}/actions", content="{"), 401)
    with_cookie = Program(server.url, None)
    with_cookie.http.cookies = ana.http.cookies
    assert with_cookie.state(table)["me"] == [], "a browser's cookie must not speak for a program"


@pytest.mark.parametrize(
    "header", ["", "Bearer", "Bearer x", "Basic dGVzdA==", "Bearer dicehouse_" + "x" * 43, "Bearer é"]
)
def test_what_is_no_token_is_refused(server: Server, header: str) -> None:
    program = Program(server.url, None)
    answer = program.http.get("/games", headers={"Authorization": header.encode()})
    refused(answer, 401)


def test_a_token_in_the_address_counts_for_nothing(server: Server) -> None:
    token = make_token(Person(server.url))
    refused(Program(server.url, None).get("/me", access_token=token, token=token), 401)


def test_a_revoked_token_opens_nothing_and_its_stream_ends(serve: Callable[..., Server]) -> None:
    server = serve(limits=RateLimits(actions=ROOMY.actions, beat=0.1))
    ana, ben = Person(server.url), Person(server.url)
    table = ana.open_table("person", "person").removeprefix("/t/")
    program = Program(server.url, make_token(ana))
    page = ana.http.get("/me/programs").text
    (where,) = re.findall(r'action="(/me/programs/[0-9a-f]+/revoke)"', page)
    with program.stream(table) as lines:
        assert next(lines)["t"] == "state"
        assert ben.post(where).status_code == 400
        assert program.get("/me").status_code == 200
        assert ana.post(where).status_code == 303
        refused(program.get("/me"), 401)
        *beats, last = lines
    assert last == {"t": "closed", "why": "The token was revoked. Create a new one at /me/programs."}
    assert {beat["t"] for beat in beats} <= {"beat", "state"}, "the table may still be telling that somebody listens"
    assert ana.post(where).status_code == 400
    assert "You have none yet" in ana.http.get("/me/programs").text


def test_what_happens_at_the_table_puts_the_end_of_a_revoked_stream_off_by_nothing(
    serve: Callable[..., Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is looked up every beat, whether or not the stream was just woken by a change."""
    beat, clock = 3600.0, [0.0]
    monkeypatch.setattr(table_stream, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    server = serve(limits=RateLimits(actions=ROOMY.actions, beat=beat))
    ana = Person(server.url)
    table = ana.open_table("person", "person").removeprefix("/t/")
    program = Program(server.url, make_token(ana))
    (where,) = re.findall(r'action="(/me/programs/[0-9a-f]+/revoke)"', ana.http.get("/me/programs").text)
    other = Program(server.url, make_token(ana))
    with program.stream(table) as lines:
        state = next(lines)
        assert ana.post(where).status_code == 303
        clock[0] = beat - 0.1  # from now on it is looked up after that much, or after an hour if a change puts it off
        assert other.act(table, state, state["options"][0]["id"]).status_code == 200
        *_, last = lines
    assert last["why"] == "The token was revoked. Create a new one at /me/programs."


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"label": "", "scope": "read"}, "1 to 40 characters"),
        ({"label": "x" * 41, "scope": "read"}, "1 to 40 characters"),
        ({"label": "x", "scope": "all"}, "Choose what the program can do"),
        ({"label": "x"}, "Choose what the program can do"),
        ({"label": "x", "scope": "table", "table": "nothing"}, "Choose one of your tables"),
    ],
)
def test_a_form_that_is_wrong_comes_back_with_the_reason(server: Server, fields: dict[str, str], why: str) -> None:
    answer = Person(server.url).http.post("/me/programs", data=fields)
    assert answer.status_code == 400
    assert why in answer.text
    assert "dicehouse_" not in answer.text


def test_nobody_makes_a_token_for_somebody_elses_table_or_from_elsewhere(server: Server) -> None:
    ana, eve = Person(server.url), Person(server.url)
    table = ana.open_table("person", "person").removeprefix("/t/")
    answer = eve.post("/me/programs", label="x", scope="table", table=table)
    assert (answer.status_code, "Choose one of your tables" in answer.text) == (400, True)
    elsewhere = ana.http.post(
        "/me/programs", data={"label": "x", "scope": "me"}, headers={"Origin": "http://evil.example"}
    )
    assert elsewhere.status_code == 403
    assert "dicehouse_" not in elsewhere.text


def test_a_guest_has_so_many_tokens_and_no_more(server: Server) -> None:
    ana = Person(server.url)
    for _ in range(api_tokens.MOST):
        make_token(ana, "read")
    answer = ana.post("/me/programs", label="x", scope="read")
    assert (answer.status_code, "Revoke one" in answer.text) == (400, True)


@pytest.mark.parametrize("where", ["/me/programs/0123/revoke", "/me/turns/no-mail", "/me/hear", "/me/pass"])
def test_every_form_of_ones_own_pages_is_counted(serve: Callable[..., Server], where: str) -> None:
    ana = Person(serve(limits=RateLimits(actions=Rate(0.001, 4))).url)
    make_token(ana)
    answers = [ana.post(where).text for _ in range(5)]
    assert ["Too many requests" in answer for answer in answers] == [False] * 4 + [True]


def test_programs_and_pages_of_a_guest_share_their_limits(serve: Callable[..., Server]) -> None:
    server = serve(limits=RateLimits(actions=Rate(0.001, 6), sockets_per_guest=2))
    ana = Person(server.url)
    make_token(ana)  # which makes her a guest
    program = Program(server.url, make_token(ana))  # the first of six
    answers = [program.get("/me") for _ in range(6)]
    assert [answer.status_code for answer in answers] == [200] * 5 + [429]
    assert refused(answers[-1], 429)["error"] == "too-fast"
    assert answers[-1].headers["retry-after"] == "1"


def test_open_lines_are_limited_with_the_sockets(serve: Callable[..., Server]) -> None:
    server = serve(limits=RateLimits(actions=ROOMY.actions, sockets_per_guest=2))
    ana = Person(server.url)
    table = ana.open_table("person", "person")
    program = Program(server.url, make_token(ana))
    with ana.sit(table), program.stream(table[3:]) as lines:
        next(lines)
        refused(program.get(f"/tables/{table[3:]}/stream"), 429)
    site: Any = server.server.config.app.state.site
    gone = threading.Event()
    for _ in range(1200):
        if not site.sockets:
            break
        gone.wait(0.05)
    assert not site.sockets
