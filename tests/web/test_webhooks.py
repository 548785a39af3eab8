"""Told by a webhook that it is your turn: names and a link for a service, and the address for nobody else."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import sqlite3
import time
from base64 import b64decode
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from dicehouse.server.accounts import webhooks
from dicehouse.server.accounts.turn_notifier import Call
from dicehouse.server.accounts.webhooks import (
    KINDS,
    MAX_BYTES,
    MAX_FAILURES,
    Message,
    Webhook,
    WebhookSender,
    content,
    read_webhook,
)
from dicehouse.server.storage.schema import MIGRATIONS, migrate
from dicehouse.web.pages.webhook_forms import notify_by_webhook, turn_messages
from dicehouse.web.rate_limits import RateLimits

from ..server.room import run_apart
from .hooks import OK, PUBLIC, HookService, Names, Wire
from .server import PATIENCE, Person, start
from .server import Server as HouseServer
from .test_calls import hand_over
from .test_turns import asked, join

HOUSE = "https://dice.example.org"
FAILS = b"HTTP/1.1 404 Not Found\r\n\r\n"
HIDDEN = "s3cr3t-path"


@dataclass(frozen=True)
class World:
    """A house that may send to webhooks, and the one service that it finds."""

    house: HouseServer
    service: HookService
    names: Names

    def hook(self, person: Person, kind: str = "any", path: str = f"/{HIDDEN}") -> None:
        """A person names a webhook, which takes a test message."""
        answer = person.post("/me/turns/webhook", kind=kind, webhook=self.service.at(path))
        assert answer.status_code == 303, answer.text
        self.service.next()

    def stored(self, person: Person) -> Webhook | None:
        with closing(sqlite3.connect(self.house.database, timeout=PATIENCE)) as db:
            db.row_factory = sqlite3.Row
            return read_webhook(db, person.cookie.partition("=")[2].partition(".")[0])


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    folder = tmp_path_factory.mktemp("webhooks")
    service, names = HookService(folder), Names([PUBLIC])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(webhooks, "SECONDS", PATIENCE)
        sender = WebhookSender(HOUSE, context=service.context, lookup=names, connect=Wire(service))
        house = start(folder / "house.db", address=HOUSE, webhooks=sender, call_after=0.05)
        yield World(house, service, names)
        house.stop()
    service.close()


@pytest.fixture(autouse=True)
def calm(request: pytest.FixtureRequest) -> Iterator[None]:
    yield
    if "world" in request.fixturenames:
        found: World = request.getfixturevalue("world")
        found.service.answers, found.names.answers = [OK], [[PUBLIC]]


def friends(world: World, **fields: str) -> tuple[str, Person, Person]:
    """A table, who is asked there first, and the other."""
    ana, ben = Person(world.house.url), Person(world.house.url)
    table = join(ana, ben, **fields)
    first = asked(table, ana, ben)
    return table, first, ben if first is ana else ana


def becomes(what: Callable[[], bool], why: str) -> None:
    until = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < until, why
        time.sleep(0.02)


def test_a_webhook_is_tried_and_then_told_of_each_turn(world: World, caplog: pytest.LogCaptureFixture) -> None:
    table, first, second = friends(world, time="172800")
    with caplog.at_level(logging.DEBUG):
        assert second.post("/me/turns/webhook", kind="any", webhook=world.service.at(f"/{HIDDEN}")).status_code == 303
        tried = world.service.next()
        assert tried.json["title"] == "This is a test message from Dicehouse." and tried.json["url"] == f"{HOUSE}/"
        hand_over(table, first)
        got = world.service.next()
    name, other = ("Ben", "Ana") if "Ben, it" in got.json["title"] else ("Ana", "Ben")
    assert got.json["title"] == f"{name}, it's your turn in Baron Voodoo."
    assert got.json["text"] == f"With {other}. 1 day 23 hours left." and got.json["url"] == f"{HOUSE}{table}"
    assert got.line == f"POST /{HIDDEN} HTTP/1.1" and got.size <= MAX_BYTES
    assert got.headers["User-Agent"] == f"Dicehouse (+{HOUSE})" and "Cookie" not in got.headers
    page, export = second.http.get("/me/turns").text, second.http.get("/me/everything.json")
    assert "Messages go to Another program (JSON) at <b>localhost</b>" in page
    assert export.json()["told of turns"]["webhook"] == {"kind": "any", "address": "localhost"}
    assert HIDDEN not in page + export.text + caplog.text
    assert HIDDEN not in repr(world.stored(second))
    assert second.post("/me/turns/no-webhook").status_code == 303
    hand_over(table, second)
    hand_over(table, first)
    assert "Messages go to" not in second.http.get("/me/turns").text
    assert world.service.got.empty()


def test_who_is_at_the_table_is_not_told(world: World) -> None:
    table, first, second = friends(world)
    world.hook(second)
    with second.sit(table) as sitting:
        sitting.read_until("state")
        hand_over(table, first)
        sitting.wait_for(lambda state: state["options"])
    assert world.service.got.empty()


def test_a_message_is_in_the_language_of_its_reader(world: World) -> None:
    table, first, second = friends(world, time="172800")
    second.post("/language", language="de", back="/")
    assert second.post("/me/turns/webhook", kind="any", webhook=world.service.at()).status_code == 303
    assert world.service.next().json["title"] == "Das ist eine Testnachricht von Dicehouse."
    hand_over(table, first)
    got = world.service.next().json
    assert got["title"].endswith(", du bist dran bei Baron Voodoo.") and "Noch 1 Tag 23 Stunden." in got["text"]


def test_a_webhook_that_takes_no_test_is_not_stored(world: World, caplog: pytest.LogCaptureFixture) -> None:
    ana = Person(world.house.url)
    for answers, found in (([FAILS], [PUBLIC]), ([b"no"], [PUBLIC]), ([OK], ["10.0.0.1"]), ([OK], [])):
        before = world.service.got.qsize()
        world.service.answers, world.names.answers = answers, [found]
        with caplog.at_level(logging.DEBUG):
            answer = ana.post("/me/turns/webhook", kind="slack", webhook=world.service.at(f"/{HIDDEN}"))
        assert answer.status_code == 400 and "be delivered, so nothing was changed" in answer.text
        assert HIDDEN not in answer.text + caplog.text
        assert world.service.got.qsize() - before == (found == [PUBLIC])
    while not world.service.got.empty():
        world.service.next()
    for kind, address in (("", world.service.at()), ("irc", world.service.at()), ("any", f"http://x/{HIDDEN}")):
        answer = ana.post("/me/turns/webhook", kind=kind, webhook=address)
        assert answer.status_code == 400 and HIDDEN not in answer.text
    assert ana.post("/me/turns/test-webhook").status_code == 400
    assert "Messages go to" not in ana.http.get("/me/turns").text


def test_tests_are_limited(tmp_path: Path) -> None:
    service = HookService(tmp_path)
    sender = WebhookSender(HOUSE, context=service.context, lookup=Names([PUBLIC]), connect=Wire(service))
    house = start(tmp_path / "house.db", address=HOUSE, webhooks=sender, limits=RateLimits())
    try:
        answers = [
            Person(house.url).post("/me/turns/webhook", kind="any", webhook=service.at()).status_code for _ in range(12)
        ]
    finally:
        house.stop()
        service.close()
    assert 0 < answers.count(303) == service.connections < 12


def test_five_failures_in_a_row_switch_it_off(world: World, caplog: pytest.LogCaptureFixture) -> None:
    table, first, second = friends(world)
    world.hook(second)

    def fail(times: int) -> None:
        for failures in range(1, times + 1):
            hand_over(table, first)
            world.service.next()
            becomes(lambda failures=failures: world.stored(second).failures == failures, "no failure is counted")  # type: ignore[misc, union-attr]
            hand_over(table, second)

    world.service.answers = [FAILS]
    fail(MAX_FAILURES - 1)
    world.service.answers = [OK]
    hand_over(table, first)
    world.service.next()
    becomes(lambda: world.stored(second).failures == 0, "a message that came ends the row")  # type: ignore[union-attr]
    hand_over(table, second)
    world.service.answers = [FAILS]
    with caplog.at_level(logging.WARNING):
        fail(MAX_FAILURES)
    assert "answered 404; it is off now" in caplog.text and HIDDEN not in caplog.text
    site = world.house.server.config.app.state.site  # type: ignore[union-attr]
    call = Call(world.stored(second).guest, table.removeprefix("/t/"), "Baron Voodoo", "", "", "Ben")  # type: ignore[union-attr]
    calling = notify_by_webhook(site, call)
    asyncio.run_coroutine_threadsafe(calling, world.house.server.servers[0].get_loop()).result(PATIENCE)
    page = second.http.get("/me/turns").text
    assert "5 messages in a row" in page and world.service.got.empty()
    assert second.post("/me/turns/test-webhook").status_code == 400
    world.service.next()
    world.service.answers = [OK]
    assert second.post("/me/turns/test-webhook").status_code == 303
    world.service.next()
    assert "messages in a row" not in second.http.get("/me/turns").text
    hand_over(table, first)
    assert world.service.next().json["url"].endswith(table)


def test_without_leave_of_the_host_nothing_is_stored_or_sent(world: World, tmp_path: Path) -> None:
    house = start(tmp_path / "house.db", address=HOUSE)
    try:
        ana = Person(house.url)
        answer = ana.post("/me/turns/webhook", kind="any", webhook=world.service.at())
        assert answer.status_code == 400 and "Its host can allow them" in answer.text
        assert 'name="webhook"' not in ana.http.get("/me/turns").text
    finally:
        house.stop()
    assert world.service.got.empty()


def test_a_webhook_goes_along_when_two_guests_become_one_and_goes_with_all_data(world: World) -> None:
    ana, phone = Person(world.house.url), Person(world.house.url)
    ana.post("/me", name="Ana")
    phone.post("/me", name="Ana")
    world.hook(phone)
    link = re.search(r'value="[^"]*(/me/here/[^"]+)"', ana.post("/me/pass").text)
    assert link is not None
    assert phone.post(link[1], bring="yes").status_code == 303
    stored = world.stored(ana)
    assert stored is not None and stored.address == world.service.at(f"/{HIDDEN}")
    assert ana.post("/me/leave", sure="yes").status_code == 200
    with closing(sqlite3.connect(world.house.database, timeout=PATIENCE)) as db:
        assert not db.execute("SELECT * FROM webhook WHERE guest = ?", (stored.guest,)).fetchall()


# what is sent ---------------------------------------------------------------------------------------------------------

NASTY = "@everyone <!channel> <@U1> **b** `c` [x](https://evil.example) ||s|| &amp; @room <b>"


def test_each_service_gets_its_own_form() -> None:
    message = Message("Ana, it's your turn in Pig.", "With Ben.", f"{HOUSE}/t/abc")
    words = "Ana, it's your turn in Pig. With Ben."
    bodies = {kind: content(kind, message) for kind in KINDS}
    read = {kind: Gotten(*found) for kind, found in bodies.items() if kind != "ntfy"}
    assert read["discord"].json == {"content": f"{words}\n<{HOUSE}/t/abc>", "allowed_mentions": {"parse": []}}
    assert read["slack"].json["text"] == f"{words}\n<{HOUSE}/t/abc>" and read["slack"].json["mrkdwn"] is False
    assert read["mattermost"].json == {"text": f"{words}\n{HOUSE}/t/abc"}
    assert read["matrix"].json["text"] == f"{words}\n{HOUSE}/t/abc"
    assert f'<a href="{HOUSE}/t/abc">' in read["matrix"].json["html"]
    assert read["any"].json == {"title": message.title, "text": message.text, "url": message.url}
    headers, body = bodies["ntfy"]
    assert b64decode(headers["Title"].removeprefix("=?UTF-8?B?").removesuffix("?=")).decode() == message.title
    assert headers["Click"] == message.url and body == b"With Ben."
    assert all(headers["Content-Type"] == "application/json" for kind, (headers, _) in bodies.items() if kind != "ntfy")
    assert content("ntfy", Message("Your turn", "", HOUSE))[1] == b"Your turn"


@dataclass(frozen=True)
class Gotten:
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.body)
        return found


@pytest.mark.parametrize("kind", KINDS)
def test_names_call_nobody_and_lead_nowhere(kind: str) -> None:
    headers, body = content(kind, Message(f"{NASTY}\r\nX: y", NASTY, f"{HOUSE}/t/abc"))
    title = b64decode(headers.get("Title", "").removeprefix("=?UTF-8?B?").removesuffix("?=")).decode()
    sent = body.decode() + title
    assert not re.search(r"@(everyone|room|U1)", sent) and "://evil" not in sent
    assert "\n" not in title and all("\n" not in value for value in headers.values())
    if kind in ("discord", "mattermost"):
        assert not re.search(r"(?<!\\)[*`|\[]", re.sub(r"\\\\", r"\\", sent).replace('"parse":[]', ""))
        assert "<!" not in sent and "<@" not in sent
    if kind == "slack":
        assert "&lt;!channel&gt;" in sent and "<!" not in sent and "<@" not in sent
    if kind == "matrix":
        assert "<b>" not in sent.partition('"html"')[2]


@pytest.mark.parametrize("kind", KINDS)
def test_a_request_has_two_thousand_bytes_at_most(kind: str, tmp_path: Path) -> None:
    service = HookService(tmp_path)
    sender = WebhookSender(HOUSE, context=service.context, lookup=Names([PUBLIC]), connect=Wire(service))
    long = "\N{GAME DIE}*" * 400
    call = Call("g" * 32, "t" * 12, f"Pig {long}", long, "1 day", f"Ana {long}")
    where = service.at("/" + "x" * 540)
    messages = turn_messages(call, f"{HOUSE}/t/{call.table}", "de")
    run_apart(sender.send(Webhook("g", kind, where, 0.0), messages))
    got = service.next()
    assert got.size <= MAX_BYTES and f"{HOUSE}/t/{call.table}" in got.body.decode() + got.headers.get("Click", "")
    with pytest.raises(OSError, match="too long"):
        run_apart(sender.send(Webhook("g", kind, where, 0.0), messages[:1]))
    service.close()


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("https://discord.com/api/webhooks/1/x", "discord.com"),
        ("https://hooks.slack.com/services/T/B/x", "….slack.com"),
        ("https://eo3secret.m.pipedream.net/", "….pipedream.net"),
        ("https://10.0.0.5:8443/x", "10.0.0.5"),
        ("https://[2606:4700::1]/x", "2606:4700::1"),
    ],
)
def test_only_the_end_of_a_name_is_shown(address: str, shown: str) -> None:
    assert Webhook("g", "any", address, 0.0).masked == shown


def test_a_database_from_before_gets_the_table(tmp_path: Path) -> None:
    before = next(number for number, text in enumerate(MIGRATIONS) if "CREATE TABLE webhook" in text)
    with closing(sqlite3.connect(tmp_path / "house.db")) as db:
        for number, step in enumerate(MIGRATIONS[:before], 1):
            db.executescript(f"{step} PRAGMA user_version = {number};")
        db.execute("INSERT INTO mail VALUES ('g', 'ana@example.org', 1.0, 2.0)")
        db.commit()
        migrate(db)
        db.row_factory = sqlite3.Row
        assert read_webhook(db, "g") is None
        kept = dict(db.execute("SELECT * FROM mail").fetchone())
    assert kept == {"guest": "g", "address": "ana@example.org", "asked": 1.0, "confirmed": 2.0} | {
        "each_turn": 0,
        "sent": None,
        "held": 0,
    }
