"""Told that it is your turn: by real letters, by real messages to a browser, in a calendar; never without asking."""

from __future__ import annotations

import asyncio
import base64
import json
import re
import socket
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils

from dicehouse.server.accounts import mail, turn_notifier, web_push
from dicehouse.server.accounts.mail import BadMail, Post, Server, is_address, server_of
from dicehouse.server.accounts.notification_channels import Browser
from dicehouse.server.accounts.turn_notifier import Call
from dicehouse.server.accounts.web_push import Pusher
from dicehouse.server.seats import Keyring, Refused
from dicehouse.web.app_services import AppServices
from dicehouse.web.pages.notification_page import notify_by_mail, send_held_mails

from ..server.room import run_apart
from .letters import Mailbox, PushService, mailbox
from .server import AMPLE, PATIENCE, ROOMY, Person, Sitting, start
from .server import Server as HouseServer
from .test_turns import asked, join, play

HOUSE = "https://dice.example.org"
LINK = re.compile(rf"{HOUSE}(/\S+)")


@dataclass(frozen=True)
class World:
    """A house, the mail server it uses, and a push service that browsers use."""

    house: HouseServer
    mail: Mailbox
    push: PushService


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    folder = tmp_path_factory.mktemp("calls")
    service = PushService(folder)
    with mailbox() as box, pytest.MonkeyPatch.context() as patch:
        patch.setattr(mail, "SECONDS", PATIENCE)
        patch.setattr(web_push, "SECONDS", PATIENCE)
        post = Post(Server("127.0.0.1", box.port, "house@dice.example.org", tls=False))
        served = start(
            folder / "house.db",
            address=HOUSE,
            post=post,
            pushes=lambda keyring: Pusher(keyring, HOUSE, private=True, context=service.context),
            call_after=0.05,
            limits=replace(ROOMY, letters=AMPLE),
        )
        yield World(served, box, service)
        served.stop()
    service.close()


def friends(world: World, **fields: str) -> tuple[str, Person, Person]:
    """A table, who is asked there first, and the other."""
    ana, ben = Person(world.house.url), Person(world.house.url)
    table = join(ana, ben, **fields)
    first = asked(table, ana, ben)
    return table, first, ben if first is ana else ana


def hand_over(table: str, person: Person) -> None:
    """A person plays until others are asked."""
    with person.sit(table) as sitting:
        sitting.read_until("state")
        while sitting.state["options"]:
            play(sitting)


def links(letter: object) -> list[str]:
    return LINK.findall(letter.get_content())  # type: ignore[attr-defined]


# e-mail -------------------------------------------------------------------------------------------------------------


def test_a_letter_comes_after_the_address_was_confirmed_and_stops_by_one_press(world: World) -> None:
    table, first, second = friends(world, time="172800")
    assert second.post("/me/turns/mail", address="ben@example.org").status_code == 303
    asks = world.mail.next()
    assert asks["To"] == "ben@example.org" and asks["Auto-Submitted"] == "auto-generated"
    assert asks["List-Unsubscribe"].startswith(f"<{HOUSE}/mail/off/"), "even this letter can be answered with one click"
    (confirm,) = (link for link in links(asks) if link.startswith("/mail/"))
    stranger = Person(world.house.url)
    assert "Is this your address?" in stranger.http.get(confirm).text, "looking confirms nothing"
    assert "We sent an e-mail to" in second.http.get("/me/turns").text
    assert "Address confirmed" in stranger.post(confirm).text, "the link may be opened on another device"
    hand_over(table, first)
    letter = world.mail.next()
    assert letter["Subject"] == "Your turn in Baron Voodoo" and "2 days left" not in letter.get_content()
    where, off = links(letter)
    assert where == table and "1 day 23 hours left" in letter.get_content()
    assert re.search(r"Your move is due by \w{3} \d+ \w{3}, \d\d:\d\d UTC\.", letter.get_content())
    assert "at most one e-mail a day" in letter.get_content()
    assert letter["List-Unsubscribe"] == f"<{HOUSE}{off}>"
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert "Stop the e-mails?" in stranger.http.get(off).text and stranger.http.head(off).status_code == 200
    assert stranger.http.post(f"{off[:-1]}{'01'[off[-1] == '0']}").status_code == 409, "it is signed"
    assert "ben@example.org" in second.http.get("/me/turns").text, "looking stops nothing"
    one_click = stranger.http.post(off, data={"List-Unsubscribe": "One-Click"}, headers={"Origin": ""})
    assert "get any more e-mails" in one_click.text
    assert "ben@example.org" not in second.http.get("/me/turns").text
    assert stranger.post(confirm).status_code == 409, "an old letter brings nothing back"
    for again in (stranger.http.get(off), stranger.post(off)):
        assert (
            again.status_code == 200 and "get any more e-mails" in again.text and "Stop the e-mails" not in again.text
        )


def test_letters_and_messages_come_in_the_language_that_their_reader_last_used(world: World) -> None:
    table, first, second = friends(world, time="172800")
    second.post("/language", language="de", back="/")
    second.post("/me/turns/push", **world.push.subscription)
    second.post("/me/turns/mail", address="ben@example.org")
    asks = world.mail.next()
    assert asks["Subject"] == "Ist das deine Adresse?"
    assert "Wenn du das warst, öffne innerhalb eines Tages diesen Link:" in asks.get_content()
    Person(world.house.url).post(next(link for link in links(asks) if link.startswith("/mail/")))
    second.post("/me/turns/each-turn", on="yes")
    second.http.post("/me/turns/hours", data={"zone": "Europe/Vienna"})
    hand_over(table, first)
    letter, pushed = world.mail.next(), json.loads(world.push.next()[1])
    assert letter["Subject"] == pushed["title"] == "Du bist dran bei Baron Voodoo"
    said = letter.get_content()
    assert "Du bist dran bei Baron Voodoo. Mit " in said and "Noch 1 Tag 23 Stunden." in said
    assert "Willst du keine mehr, öffne diesen Link:" in said and len(links(letter)) == 2
    assert "Noch 1 Tag 23 Stunden." in pushed["body"]
    assert re.search(r"Du hast bis \w\w, \d+\. \w+\.?, \d\d:\d\d Uhr \(Europe/Vienna\) Zeit für deinen Zug\.", said)
    hand_over(table, second)
    second.post("/language", language="en-XA", back="/")
    hand_over(table, first)
    letter, pushed = world.mail.next(), json.loads(world.push.next()[1])
    paragraphs = [part for part in letter.get_content().split("\n\n") if HOUSE not in part]
    assert paragraphs and all("⟦" in part for part in paragraphs)
    assert "⟦" in letter["Subject"] and "⟦" in pushed["title"] and "⟦" in pushed["body"]
    second.post("/me/turns/no-push", endpoint=world.push.subscription["endpoint"])
    second.post("/me/turns/no-mail")


def test_one_click_is_offered_over_https_alone(world: World) -> None:
    post = Post(Server("127.0.0.1", world.mail.port, "house@dice.example.org", tls=False))
    for scheme, offered in (("https", "List-Unsubscribe=One-Click"), ("http", None)):
        run_apart(post.send("ana@example.org", "Hello", "Hello", f"{scheme}://dice.example.org/off"))
        letter = world.mail.next()
        assert letter["List-Unsubscribe"] == f"<{scheme}://dice.example.org/off>"
        assert letter["List-Unsubscribe-Post"] == offered


class Clock:
    """The wall clock of a house, which a test sets."""

    def __init__(self, world: World) -> None:
        self.site: AppServices = world.house.server.config.app.state.site  # type: ignore[union-attr]
        self._loop = world.house.server.servers[0].get_loop()
        self.site.registry.wall = lambda: self.now
        self.now = 0.0

    def set(self, text: str) -> None:
        """Set the clock to a time of Vienna."""
        self.now = datetime.fromisoformat(text).replace(tzinfo=ZoneInfo("Europe/Vienna")).timestamp()

    def send_held(self) -> None:
        asyncio.run_coroutine_threadsafe(send_held_mails(self.site), self._loop).result(PATIENCE)

    def call_at_once(self, *calls: Call) -> None:
        async def call_all() -> None:
            await asyncio.gather(*(notify_by_mail(self.site, call) for call in calls))

        asyncio.run_coroutine_threadsafe(call_all(), self._loop).result(PATIENCE)

    def stored(self, world: World, address: str) -> dict[str, Any]:
        with closing(sqlite3.connect(world.house.database, timeout=PATIENCE)) as db:
            db.row_factory = sqlite3.Row
            return dict(db.execute("SELECT * FROM mail WHERE address = ?", (address,)).fetchone())

    def is_held(self, world: World, address: str) -> bool:
        return bool(self.stored(world, address)["held"])


@pytest.fixture
def clock(world: World) -> Iterator[Clock]:
    found = Clock(world)
    yield found
    found.site.registry.wall = time.time


def becomes(what: Callable[[], bool], why: str) -> None:
    until = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < until, why
        time.sleep(0.02)


def test_two_tables_at_once_send_one_letter(world: World, clock: Clock) -> None:
    clock.set("2027-03-01 10:00")
    pairs = [friends(world) for _ in range(2)]
    (one, _first, second), (other, *_) = pairs
    second.post("/me/turns/mail", address="emil@example.org")
    second.post(next(link for link in links(world.mail.next()) if link.startswith("/mail/")))
    guest = clock.stored(world, "emil@example.org")["guest"]
    call = Call(guest, one.removeprefix("/t/"), "Baron Voodoo", "", "", "Ben")
    clock.call_at_once(call, replace(call, table=other.removeprefix("/t/")))
    assert links(world.mail.next())[0] in (one, other)
    assert clock.is_held(world, "emil@example.org") and world.mail.letters.empty()
    second.post("/me/turns/no-mail")


def leaves(world: World, table: str) -> None:
    """Wait until the server has dealt with it that nobody has the table open any more."""
    site: AppServices = world.house.server.config.app.state.site  # type: ignore[union-attr]

    async def wait() -> None:
        found = await site.registry.find(table.removeprefix("/t/"))
        while found.readers.connected():
            await asyncio.sleep(0.02)

    loop = world.house.server.servers[0].get_loop()
    asyncio.run_coroutine_threadsafe(wait(), loop).result(PATIENCE)


def cut(sitting: Sitting) -> None:
    """End a connection as a network does that is gone: nobody says goodbye."""
    sitting.socket.socket.shutdown(socket.SHUT_RDWR)


def test_whose_connection_was_already_dead_is_told(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server notices it later than the turn. Those who saw that it is their turn are told nothing."""
    ana, ben = Person(world.house.url), Person(world.house.url)
    tables = [join(ana, ben, **{"set-first": "host"}) for _ in range(4)]
    assert all(asked(table, ana, ben) is ana for table in tables)
    ben.post("/me/turns/push", **world.push.subscription)

    def has_turn(table: str) -> Sitting:
        """The page of somebody who has it open when their turn begins."""
        sitting = ben.sit(table)
        sitting.read_until("state")
        hand_over(table, ana)
        sitting.wait_for(lambda state: state["options"])
        return sitting

    closed, reloaded, seen, dead = tables
    has_turn(closed).socket.close()
    before = has_turn(reloaded)
    with ben.sit(reloaded) as after:
        after.read_until("state")
        before.socket.close()
        cut(after)
        leaves(world, reloaded)
    with monkeypatch.context() as patch:
        patch.setattr(turn_notifier, "UNNOTICED", 0.0)  # the page has answered since its turn began
        cut(has_turn(seen))
        leaves(world, seen)
    cut(has_turn(dead))
    assert json.loads(world.push.next()[1])["url"] == dead
    assert world.push.got.empty()
    ben.post("/me/turns/no-push", endpoint=world.push.subscription["endpoint"])


def test_one_letter_a_day_comes_unless_more_are_wanted(world: World, clock: Clock) -> None:
    clock.set("2027-01-10 10:00")
    table, first, second = friends(world)
    second.http.post("/me/turns/hours", data={"zone": "Europe/Vienna", "quiet-from": "23:00", "quiet-to": "08:00"})
    second.post("/me/turns/mail", address="carl@example.org")
    second.post(next(link for link in links(world.mail.next()) if link.startswith("/mail/")))
    assert "at most one a day" in second.http.get("/me/turns").text

    def held() -> bool:
        return clock.is_held(world, "carl@example.org")

    def again() -> None:
        """It is their turn once more."""
        hand_over(table, second)
        hand_over(table, first)

    other = join(first, second)
    if asked(other, first, second) is first:
        hand_over(other, first)
    letter = world.mail.next()
    assert letter["Subject"] == "Your turn in Baron Voodoo" and links(letter)[0] == other and not held()
    hand_over(table, first)
    becomes(held, "a second letter on one day is held back")
    for now in ("2027-01-10 22:00", "2027-01-11 00:30", "2027-01-11 06:59", "2027-01-11 07:59"):
        clock.set(now)
        clock.send_held()
        assert held() and world.mail.letters.empty(), now
    clock.set("2027-01-11 08:00")
    clock.send_held()
    letter = world.mail.next()
    assert letter["Subject"] == "Your turn in Baron Voodoo" and {table, other} < {*links(letter)} and not held()
    assert letter.get_content().count("Your turn in Baron Voodoo.") == 2
    again()
    becomes(held, "another letter on that day is held back")
    hand_over(table, second)
    hand_over(other, second)
    clock.set("2027-01-12 09:00")
    clock.send_held()
    assert not held() and world.mail.letters.empty(), "nobody waits any more"
    hand_over(table, first)
    world.mail.next()
    assert second.post("/me/turns/each-turn", on="yes").status_code == 303
    assert "one for each turn" in second.http.get("/me/turns").text
    for _ in range(2):
        again()
        assert "one e-mail for each turn" in world.mail.next().get_content()
    assert second.post("/me/turns/each-turn", on="no").status_code == 303
    again()
    becomes(held, "at most one a day again")
    second.post("/me/turns/no-mail")


def test_a_letter_that_could_not_be_sent_is_tried_again(
    world: World, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock.set("2027-02-01 10:00")
    table, first, second = friends(world)
    second.post("/me/turns/mail", address="dora@example.org")
    second.post(next(link for link in links(world.mail.next()) if link.startswith("/mail/")))

    async def fails(*_: object) -> None:
        raise OSError("no mail server")

    assert clock.site.post is not None
    with monkeypatch.context() as patch:
        patch.setattr(clock.site.post, "send", fails)
        hand_over(table, first)
        becomes(lambda: clock.is_held(world, "dora@example.org"), "a letter that was not sent is held back")
        clock.send_held()
    assert clock.stored(world, "dora@example.org")["sent"] is None
    clock.send_held()
    assert links(world.mail.next())[0] == table and not clock.is_held(world, "dora@example.org")
    second.post("/me/turns/no-mail")


def test_forms_bring_the_zone_of_a_browser_for_whoever_has_chosen_none(world: World) -> None:
    ana = Person(world.house.url)
    assert "data-own-zone" in ana.http.get("/me/turns").text
    ana.post("/me/turns/calendar", zone="Mars/Olympus")
    ana.post("/me/turns/calendar", zone="Asia/Tokyo")
    page = ana.http.get("/me/turns").text
    assert "<option selected>Asia/Tokyo</option>" in page and "data-own-zone" not in page
    ana.post("/me/turns/calendar", zone="Europe/Vienna")
    assert "<option selected>Asia/Tokyo</option>" in ana.http.get("/me/turns").text


def test_addresses_are_for_letters_and_nothing_else(world: World) -> None:
    ana = Person(world.house.url)
    for wrong in ("", "ana", "a@b", "a b@example.org", "a@example.org\nBcc: b@example.org", "x" * 250 + "@example.org"):
        assert ana.post("/me/turns/mail", address=wrong).status_code == 400, wrong
    assert ana.post("/me/turns/mail", address="ana@example.org").status_code == 303
    world.mail.next()
    again = ana.post("/me/turns/mail", address="eve@example.org")
    assert again.status_code == 400 and "Wait a minute" in again.text
    for forged in ("0" * 32, "0" * 32 + "-" + "0" * 32, "%00", "é"):
        assert Person(world.house.url).http.get(f"/mail/{forged}").status_code == 409
    assert world.mail.letters.empty()


def test_many_letters_cannot_be_asked_for_by_many_guests(world: World, tmp_path: Path) -> None:
    post = Post(Server("127.0.0.1", world.mail.port, "house@dice.example.org", tls=False))
    served = start(tmp_path / "house.db", address=HOUSE, post=post)
    try:
        answers = [
            Person(served.url).post("/me/turns/mail", address="victim@example.org").status_code for _ in range(8)
        ]
    finally:
        served.stop()
    sent = answers.count(303)
    assert 0 < sent < 6
    for _ in range(sent):
        world.mail.next()
    assert world.mail.letters.empty()


def test_a_zone_that_the_server_does_not_know_is_shown_and_not_replaced(world: World) -> None:
    ana = Person(world.house.url)
    given = {"zone": "Europe/Vienna", "quiet-from": "22:00", "quiet-to": "08:00", "away-from": "", "away-to": ""}
    assert ana.post("/me/turns/hours", **given).status_code == 303
    assert "know the time zone" not in ana.http.get("/me/turns").text
    with closing(sqlite3.connect(world.house.database, timeout=PATIENCE)) as db, db:
        db.execute("UPDATE hours SET zone = 'Mars/Olympus' WHERE zone = 'Europe/Vienna'")
    page = ana.http.get("/me/turns").text
    assert "know the time zone Mars/Olympus" in page and "<option selected>Mars/Olympus</option>" in page
    again = ana.post("/me/turns/hours", **{**given, "zone": "Mars/Olympus"})
    assert again.status_code == 400 and "Choose a time zone" in again.text
    assert ana.post("/me/turns/hours", **given).status_code == 303
    assert "Mars" not in ana.http.get("/me/turns").text


def test_a_server_is_named_in_one_word() -> None:
    found = server_of("smtp://ana:se%3Acret@mail.example.org?from=dice@example.org")
    assert found == Server("mail.example.org", 587, "dice@example.org", False, "ana", "se:cret")
    assert "cret" not in repr(found)
    assert server_of("smtps://mail.example.org?from=dice@example.org").port == 465
    for wrong in (
        "mail.example.org",
        "http://x?from=a@b.org",
        "smtp://x",
        "smtp://x:y?from=a@b.org",
        "smtp://x?from=a",
    ):
        with pytest.raises(BadMail):
            server_of(wrong)
    assert not is_address("ana@example.org, eve@example.org")


# messages to a browser ------------------------------------------------------------------------------------------------


def test_a_browser_gets_a_message_that_it_alone_can_read(world: World) -> None:
    table, first, second = friends(world, time="86400")
    key = re.search(r'data-key="([^"]+)"', second.http.get("/me/turns").text)
    assert key is not None
    assert second.post("/me/turns/push", **world.push.subscription).json() == {"ok": True}
    hand_over(table, first)
    headers, read = world.push.next()
    told = json.loads(read)
    assert told["title"] == "Your turn in Baron Voodoo" and told["url"] == table and "23 hours" in told["body"]
    assert headers["Content-Encoding"] == "aes128gcm"
    signed_by(headers["Authorization"], key[1], world.push.origin)
    world.push.answer = 410  # the browser is gone
    try:
        hand_over(table, second)
        hand_over(table, first)
        world.push.next()
        until = time.monotonic() + PATIENCE
        while world.push.subscription["endpoint"] in second.http.get("/me/turns").text:
            assert time.monotonic() < until, "the house keeps a browser that is gone"
            time.sleep(0.02)
        world.push.answer = 201
        hand_over(table, second)
        hand_over(table, first)
    finally:
        world.push.answer = 201
    second.http.get("/me/turns")
    assert world.push.got.empty(), "who is gone is not called again"


def test_a_browser_that_takes_nothing_silences_no_other(world: World) -> None:
    table, first, second = friends(world)
    for path in ("one", "another"):
        where = {"endpoint": f"{world.push.origin}/for/{path}"}
        second.post("/me/turns/push", **world.push.subscription | where)
    world.push.answers["/for/one"] = 403
    try:
        hand_over(table, first)
        assert [world.push.next()[0]["path"] for _ in range(2)] == ["/for/one", "/for/another"]
    finally:
        world.push.answers.clear()
        for path in ("one", "another"):
            second.post("/me/turns/no-push", endpoint=f"{world.push.origin}/for/{path}")


def test_a_service_that_drips_its_answer_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for seconds in (1, 5, 25):  # a busy machine may need more until the status is there
        service = PushService(tmp_path)
        service.drips = f"X: {'x' * 3000}\r\n"
        sender = Pusher(Keyring(b"k" * 32), HOUSE, private=True, context=service.context)
        monkeypatch.setattr(web_push, "SECONDS", seconds)
        try:
            run_apart(sender.send(Browser(**service.subscription), {}))  # it said first that it took the message
            assert service.cut.wait(PATIENCE)
            break
        except OSError:
            continue
        finally:
            service.close()
    else:
        raise AssertionError("a message that was taken counts as failed")


@pytest.mark.parametrize(
    ("address", "claim"),
    [
        ("https://dice.example.org", "https://dice.example.org"),
        ("https://dice.example.org/friends", "https://dice.example.org"),
        ("https://dice.example.org:8443/a/b", "https://dice.example.org"),
        ("http://dicebox:8765", "https://dicebox"),
        ("https://localhost/", "https://localhost"),
        ("http://192.168.1.5:8765", "https://192.168.1.5"),
        ("https://[2001:db8::1]:8443", "https://[2001:db8::1]"),
    ],
)
def test_a_message_is_signed_wherever_the_server_is(address: str, claim: str, tmp_path: Path) -> None:
    """Services want the host alone, whatever port or path the server has."""
    service = PushService(tmp_path)
    try:
        sender = Pusher(Keyring(b"k" * 32), address, private=True, context=service.context)
        run_apart(sender.send(Browser(**service.subscription), {"title": "x"}))
        headers, _body = service.next()
        token = re.search(r"t=([^,]+)", headers["Authorization"])
        assert token and json.loads(_bytes(token[1].split(".")[1]))["sub"] == claim
    finally:
        service.close()


def signed_by(authorization: str, key: str, audience: str) -> None:
    """The house has signed for this service, with the key that the browser knows (RFC 8292)."""
    found = dict(part.strip().split("=", 1) for part in authorization.removeprefix("vapid ").split(","))
    assert found["k"] == key
    said, _, signature = found["t"].rpartition(".")
    claims = json.loads(_bytes(said.split(".")[1]))
    assert claims["aud"] == audience and claims["sub"] == HOUSE
    raw = _bytes(signature)
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _bytes(key))
    pair = utils.encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public.verify(pair, said.encode(), ec.ECDSA(hashes.SHA256()))


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def test_who_leaves_gets_none(world: World) -> None:
    table, first, second = friends(world)
    second.post("/me/turns/push", **world.push.subscription)
    second.post("/me/turns/no-push", endpoint=world.push.subscription["endpoint"])
    hand_over(table, first)
    assert "Notify me here" in second.http.get("/me/turns").text
    assert world.push.got.empty()


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.org/x",
        "https://ana:secret@push.example.org/x",
        "https://",
        "https://push.example.org:http/x",
        "https://push.example.org/x\r\nX: y",
        "file:///etc/passwd",
        "https://push.example.org/" + "x" * 700,
    ],
)
def test_what_is_no_endpoint_is_refused(world: World, endpoint: str) -> None:
    sent = world.push.subscription | {"endpoint": endpoint}
    assert Person(world.house.url).post("/me/turns/push", **sent).status_code == 400


def test_keys_that_are_none_are_refused(world: World) -> None:
    for wrong in ({"p256dh": "AAAA"}, {"auth": "AAAA"}, {"p256dh": "é"}, {"auth": ""}):
        assert Person(world.house.url).post("/me/turns/push", **(world.push.subscription | wrong)).status_code == 400


OWN = "localhost 127.0.0.1 [::1] [::ffff:127.0.0.1] 10.0.0.7 169.254.169.254 0.0.0.0 [fe80::1] 2130706433"


@pytest.mark.parametrize("host", OWN.split())
def test_the_house_calls_nobody_in_its_own_network(world: World, host: str) -> None:
    """Unless it is told to, as the tests above do."""
    pusher = Pusher(Keyring(b"k" * 32), HOUSE, context=world.push.context)
    port = world.push.origin.rpartition(":")[2]
    browser = Browser(f"https://{host}:{port}/x", world.push.subscription["p256dh"], world.push.subscription["auth"])
    with pytest.raises(Refused):
        run_apart(pusher.send(browser, {}))
    assert world.push.got.empty()


# the calendar ---------------------------------------------------------------------------------------------------------


def test_a_calendar_holds_deadlines_until_its_link_is_renewed(world: World) -> None:
    table, first, _ = friends(world, time="172800")
    page = first.http.get("/me/turns").text
    assert "/calendar/" not in page
    first.post("/me/turns/calendar")
    link = re.search(rf'value="{HOUSE}(/calendar/[^"]+)"', first.http.get("/me/turns").text)
    assert link is not None
    anybody = Person(world.house.url)
    answer = anybody.http.get(link[1])
    assert answer.headers["content-type"].startswith("text/calendar")
    lines = answer.text.split("\r\n")
    assert lines[0] == "BEGIN:VCALENDAR" and lines[-2:] == ["END:VCALENDAR", ""]
    assert lines.count("BEGIN:VEVENT") == 1 and all(len(line.encode()) <= 75 for line in lines)
    whole = answer.text.replace("\r\n ", "")
    assert f"URL:{HOUSE}{table}\r\n" in whole and "SUMMARY:Your turn in Baron Voodoo\r\n" in whole
    first.post("/me/turns/calendar")
    assert anybody.http.get(link[1]).status_code == 404
    hand_over(table, first)
    link = re.search(rf'value="{HOUSE}(/calendar/[^"]+)"', first.http.get("/me/turns").text)
    assert link is not None and "VEVENT" not in anybody.http.get(link[1]).text


def test_hours_are_kept_and_come_back_as_they_were_if_they_cannot_be(world: World) -> None:
    ana = Person(world.house.url)
    sent = {"zone": "Europe/Vienna", "quiet-from": "22:00", "quiet-to": "07:30"}
    assert ana.http.post("/me/turns/hours", data=sent).status_code == 303
    page = ana.http.get("/me/turns").text
    assert "<option selected>Europe/Vienna</option>" in page and 'value="22:00"' in page and 'value="07:30"' in page
    wrong = ana.http.post("/me/turns/hours", data=sent | {"quiet-to": "21:00"})
    assert wrong.status_code == 400 and "up to 16 hours" in wrong.text and 'value="21:00"' in wrong.text
    assert Person(world.house.url).http.get("/me/turns").status_code == 200
