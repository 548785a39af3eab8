"""The operator's page: off by default, for guests whom the host named and who signed in with a passkey."""

from __future__ import annotations

import re
import smtplib
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from html import unescape
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from dicehouse.cli.argument_types import operator_number
from dicehouse.server import operators
from dicehouse.server.accounts.mail import Post, server_of
from dicehouse.server.retention import Keep
from dicehouse.server.seats import Keyring
from dicehouse.web import operator_sessions, server_watch
from dicehouse.web.rate_limits import ClientBuckets, Rate, RateLimits

from ..cli.test_commands import said
from .keyring import Device
from .keyring import make as make_passkey
from .keyring import options as passkey_options
from .server import PATIENCE, ROOMY, Person, Server, start

FORMS = ("end-table", "mute", "unmute", "remove-name")
KEY, OLGA = b"k" * 32, "0" * 32
NUMBER = operators.number_of(Keyring(KEY), OLGA)
COOKIE = Keyring(KEY).cookie_name(), f"{OLGA}.{Keyring(KEY).derive('guest', OLGA).hex()[:32]}"


class House:
    """A server at a name that is restarted with other options, with the same database."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.running: Server | None = None

    def __call__(self, **options: Any) -> Server:
        self.stop()
        self.running = start(self.folder / "house.db", secret_key=KEY, **options)
        self.running.url = self.running.url.replace("127.0.0.1", "localhost")
        return self.running

    def stop(self) -> None:
        if self.running is not None:
            self.running.stop()
        self.running = None

    def acts(self) -> list[str]:
        """What the record of operators is about."""
        with closing(sqlite3.connect(self.folder / "house.db")) as db:
            return [about for (about,) in db.execute("SELECT about FROM operator_act")]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path)
    yield made
    made.stop()


class Operator(Person):
    """Somebody with a passkey, who may be an operator."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.device = Device(url)

    def register(self) -> str:
        """Make a passkey, and return the number on the own page."""
        assert self.post("/me", name="Olga").status_code == 303
        assert make_passkey(self, self.device).status_code == 303
        found = re.search(r"[0-9a-f]{4}(?:-[0-9a-f]{4}){3}", self.http.get("/me").text)
        assert found
        return found[0]

    def sign_in(self) -> httpx.Response:
        said = self.device.use(passkey_options(self, "/me/passkey/options"))
        return self.http.post("/admin/sign-in", data={"credential": said})

    def page(self) -> str:
        answer = self.http.get("/admin")
        assert answer.status_code == 200
        return unescape(answer.text)

    def act(self, what: str, near: str) -> httpx.Response:
        """Press the button of an action in the entry that has a text."""
        entries = [one for one in re.findall(r"<li>.*?</li>", self.page(), re.DOTALL) if near in one]
        found = [re.search(rf'/admin/{what}".*?value="(\w+)"', one, re.DOTALL) for one in entries]
        (handle,) = {one[1] for one in found if one}
        return self.post(f"/admin/{what}", which=handle)


@pytest.fixture
def olga(house: House) -> Operator:
    """An operator who has signed in."""
    found = Operator(house(operators=[NUMBER]).url)
    name, value = COOKIE  # the guest's, so that the number is known before
    found.http.cookies.set(name, value, domain="localhost.local")  # which is how the jar calls it
    assert found.register() == NUMBER, "the page says which it is"
    assert found.sign_in().status_code == 303
    return found


# who gets in ----------------------------------------------------------------------------------------------------------


def test_without_operators_there_is_no_such_page(server: Server) -> None:
    ana = Person(server.url)
    nowhere = re.sub("nowhere|admin", "", ana.http.get("/nowhere").text)
    answer = ana.http.get("/admin")
    assert answer.status_code == 404 and re.sub("nowhere|admin", "", answer.text) == nowhere
    for form in (*FORMS, "sign-in", "sign-out"):
        assert ana.post(f"/admin/{form}", which="x").status_code == 404
    assert "operators" not in ana.http.get("/privacy").text


def test_a_named_guest_needs_a_passkey_in_this_session(olga: Operator) -> None:
    """The cookie of a guest alone opens nothing, and nor does another guest's passkey."""
    assert "What operators did" in olga.page()
    without = Person(olga.url)
    without.http.cookies.set(*COOKIE, domain="localhost.local")
    assert 'value="Olga"' in without.http.get("/me").text
    page = without.http.get("/admin").text
    assert "What operators did" not in page and 'action="/admin/sign-in"' in page
    for form in FORMS:
        assert without.post(f"/admin/{form}", which="x").status_code == 403
    eve = Operator(olga.url)
    eve.register()
    answer = eve.sign_in()
    assert answer.status_code == 403 and "hasn't named" in unescape(answer.text)
    assert "operator" not in answer.headers.get("set-cookie", "")


def test_the_session_is_a_cookie_for_these_pages_only(olga: Operator) -> None:
    sent = olga.sign_in().headers["set-cookie"]
    assert "Path=/admin" in sent and "HttpOnly" in sent and "SameSite=strict" in sent.replace("Strict", "strict")
    assert "Max-Age" not in sent, "it ends with the browser"
    name, value = sent.partition(";")[0].split("=", 1)
    for wrong in ("", "x", "...", value[:-1] + ("0" if value[-1] != "0" else "1"), value.replace(".", "..", 1)):
        other = httpx.get(f"{olga.url}/admin", cookies={name: wrong}, timeout=PATIENCE)
        assert other.status_code == 200 and "What operators did" not in other.text
    assert "What operators did" in httpx.get(f"{olga.url}/admin", cookies={name: value}, timeout=PATIENCE).text


def test_a_session_ends(olga: Operator, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a while, with the passkey, when somebody signs out, and when the host takes the name away."""
    olga.post("/admin/sign-out")
    assert "What operators did" not in olga.page()
    with monkeypatch.context() as later:
        later.setattr(operator_sessions, "SESSION_SECONDS", -1)
        assert olga.sign_in().status_code == 303
    assert "What operators did" not in olga.page()
    assert olga.sign_in().status_code == 303
    assert "What operators did" in olga.page()
    found = re.search(r'name="id" value="([^"]+)"', olga.http.get("/me").text)
    assert found
    olga.post("/me/passkeys/remove", id=found[1])
    assert "What operators did" not in olga.page()


def test_a_name_that_the_host_took_away_is_worth_nothing(olga: Operator, house: House) -> None:
    name, value = next((key, value) for key, value in olga.http.cookies.items() if key.endswith("-operator"))
    other = house(operators=["0123-4567-89ab-cdef"])
    page = httpx.get(f"{other.url}/admin", cookies={name: value}, timeout=PATIENCE).text
    assert "What operators did" not in page and 'action="/admin/sign-in"' in page


def test_a_browser_without_its_guest_has_no_operator_either(olga: Operator) -> None:
    gone = olga.post("/me/leave", sure="yes").headers.get_list("set-cookie")
    assert [re.findall(r"Path=([^;]+)", each) for each in gone] == [["/"], ["/admin"]]
    assert "What operators did" not in olga.page()


def test_another_site_can_send_no_form(olga: Operator) -> None:
    for form in (*FORMS, "sign-in", "sign-out"):
        for origin in ("https://evil.example", "null"):
            answer = olga.http.post(f"/admin/{form}", data={"which": "x"}, headers={"Origin": origin})
            assert answer.status_code == 403, form
        assert olga.http.get(f"/admin/{form}").status_code == 405, "and no address alone does anything"
    assert "What operators did" in olga.page()


# what it shows --------------------------------------------------------------------------------------------------------


def test_it_shows_no_secrets(olga: Operator) -> None:
    """No addresses of tables, invitations or mails, no chat, no dice, no guests' ids."""
    ana = Person(olga.url)
    table = ana.open_table("person", "open", "bot:sensible", game="baron-voodoo")
    started = ana.open_table("person", "bot:sensible", **{"name-0": "Anabel"})
    with ana.sit(started) as sitting:
        state = sitting.wait_for(lambda s: s["options"])
        sitting.send("chat", text="my secret plan")
        sitting.act(state, state["options"][0]["id"])
        sitting.read_until("ack")
        page = olga.page()
    assert "Anabel" in page and "Baron Voodoo" in page
    guest = ana.cookie.partition("=")[2].partition(".")[0]
    invitation = ana.invitations(table)[0].rpartition("/")[2]
    for secret in (
        table,
        started,
        table.rpartition("/")[2],
        started.rpartition("/")[2],
        invitation,
        guest,
        "secret plan",
    ):
        assert secret not in page
    assert "/t/" not in page and "/join/" not in page and "@" not in page


def test_slow_requests_failed_mails_and_blocked_addresses(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    first = house()
    olga = Operator(first.url)
    number = olga.register()
    post = Post(server_of("smtp://localhost:1?from=d@example.org"))
    refused = smtplib.SMTPRecipientsRefused({"private@example.org": (550, b"no private@example.org")})
    monkeypatch.setattr(Post, "_deliver", lambda *_: (_ for _ in ()).throw(refused))
    monkeypatch.setattr(server_watch, "SLOW_SECONDS", 1e9)  # this machine may be slow
    limits = RateLimits(
        **{**{key: getattr(ROOMY, key) for key in ("actions", "tables", "passkeys")}, "guesses": Rate(1e-6, 1)}
    )
    served = house(operators=[number], post=post, address="http://localhost:9", limits=limits)
    again = Operator(served.url)
    again.http.cookies, again.device = olga.http.cookies, olga.device
    again.http.headers["Origin"] = again.device.origin = "http://localhost:9"
    assert again.sign_in().status_code == 303
    page = again.page()
    assert "No e-mail failed" in page and "No address is blocked" in page and "No request took" in page
    assert re.search(r"Memory: [\d,]+ MB", page) or server_watch.memory_in_use() is None
    assert "couldn" in unescape(again.post("/me/turns/mail", address="private@example.org").text).lower()
    for _ in range(2):
        again.http.get("/join", params={"code": "quiet oak 7"})
        again.http.get("/join/quiet-oak-7")
    monkeypatch.setattr(server_watch, "SLOW_SECONDS", 0.0)
    again.http.get("/rules/dice-ocalypse?token=private")
    page = again.page()
    assert "SMTPRecipientsRefused (550)" in page and "private" not in page
    assert "127.0.0.1" in page and "wrong codes" in page
    assert "GET /rules/{game}" in page


def test_buckets_name_only_addresses() -> None:
    buckets = ClientBuckets(Rate(1e-9, 1))
    for who in ("address 192.0.2.1", "2001:db8::/64", "a" * 32, "?", "all addresses"):
        assert buckets.take(who)
    assert buckets.blocked() == ["2001:db8::/64", "192.0.2.1"]
    roomy = ClientBuckets(Rate(1e-9, 2))
    roomy.take("192.0.2.1")
    assert roomy.blocked() == []


# what operators do ----------------------------------------------------------------------------------------------------


def test_a_table_is_ended(olga: Operator) -> None:
    ana = Person(olga.url)
    table = ana.open_table("person", "person", **{"name-0": "Anton"})
    with ana.sit(table) as sitting:
        sitting.wait_for(lambda s: s["options"])
        assert olga.act("end-table", "Anton").status_code == 303
        with pytest.raises(ConnectionClosed, match="An operator of this server ended this table"):
            sitting.read_until("never")
    assert ana.http.get(table).status_code == 404
    page = olga.page()
    assert "No table is open." in page
    assert "Ended a table: dice-ocalypse: Anton" in re.sub("</?b>", "", page) and "Olga" in page
    assert "kept for 365 days" in page


def test_a_finished_table_and_unknown_ones_stay(olga: Operator) -> None:
    for form in FORMS:
        answer = olga.post(f"/admin/{form}", which="0" * 16)
        assert answer.status_code == 409 and 'role="alert"' in answer.text
    assert olga.post("/admin/mute").status_code == 409


def test_a_muted_guest_says_nothing_anywhere_and_plays_on(olga: Operator) -> None:
    ana = Person(olga.url)
    table = ana.open_table("person", "bot:sensible", **{"name-0": "Anton"})
    other = ana.open_table("person", "bot:sensible", **{"name-0": "Anton"})
    assert olga.act("mute", "Anton").status_code == 303
    for where in (table, other):
        with ana.sit(where) as sitting:
            state = sitting.wait_for(lambda s: s["options"])
            sitting.send("chat", text="hello")
            assert "operator of this server has muted you" in sitting.read_until("refused")["why"]
            sitting.act(state, state["options"][0]["id"])
            sitting.read_until("ack")
    assert olga.act("unmute", "Anton").status_code == 303
    with ana.sit(table) as sitting:
        sitting.send("chat", text="hello again")
        sitting.wait_for(lambda s: "hello again" in str(s["chat"]))
    acts = re.sub("</?b>", "", olga.page())
    assert "Muted a person: Anton" in acts and "Unmuted a person: Anton" in acts


def test_a_name_is_removed_everywhere(olga: Operator) -> None:
    ana, ben = Person(olga.url), Person(olga.url)
    ana.post("/me", name="Rudolph")
    table = ana.open_table("person", "open", **{"name-0": "Rudolph"})
    (link,) = ana.invitations(table)
    ben.post(link, name="Ben")
    club = ana.post("/clubs", title="The club", name="Rudolph").headers["location"]
    with ana.sit(table) as sitting:
        sitting.send("chat", text="hello")
        sitting.wait_for(lambda s: "hello" in str(s["chat"]))
    before = ben.http.get(f"{table}/plain").text
    assert "Rudolph" in before
    assert olga.act("remove-name", "Rudolph").status_code == 303
    for who, where in ((ben, f"{table}/plain"), (ana, club), (ana, "/me"), (ana, f"{table}/plain"), (olga, "/games")):
        assert "Rudolph" not in who.http.get(where).text, where
    with ben.sit(table) as sitting:
        state = sitting.wait_for(lambda s: s["table"]["phase"] == "playing")
        assert "Rudolph" not in str(state) and "Guest" in str(state["table"]["seats"]) and "Ben" in str(state)
    with ana.sit(table) as sitting:
        state = sitting.wait_for(lambda s: True)
        assert state["me"], "the seat is still theirs"
    assert "at 1 table" in olga.page(), "the table is still there"
    assert "Removed a name: Rudolph" in re.sub("</?b>", "", olga.page()), "the record says which"
    assert ana.post("/me", name="Rudi").status_code == 303


def test_the_record_is_kept_for_the_stated_time(olga: Operator, house: House) -> None:
    assert "Signed in" in olga.page()
    house.stop()
    with closing(sqlite3.connect(house.folder / "house.db")) as db, db:
        db.execute(
            "INSERT INTO operator_act (at, operator, name, what, about) VALUES (?, 'x', 'Old', 'mute', 'Long ago')",
            (time.time() - 8 * operators.DAY,),
        )
    assert house.acts() == ["", "Long ago"]
    served = house(operators=["0123-4567-89ab-cdef"], keep=Keep(acts=7))
    assert "7 days" in httpx.get(f"{served.url}/privacy", timeout=PATIENCE).text
    until = time.monotonic() + PATIENCE
    while house.acts() != [""]:
        assert time.monotonic() < until
        time.sleep(0.05)


# language and form ----------------------------------------------------------------------------------------------------


def test_the_host_can_print_the_record(olga: Operator, house: House, capsys: pytest.CaptureFixture[str]) -> None:
    ana = Person(olga.url)
    ana.open_table("person", "bot:sensible", **{"name-0": "Anton"})
    assert olga.act("mute", "Anton").status_code == 303
    code, text, _log_of_the_server = said(capsys, "audit", "--operators", "--database", str(house.folder / "house.db"))
    assert code == 0
    first, second = (line.split("  ") for line in text.splitlines())
    assert first[2:] == ["Olga", "sign in"] and second[2:] == ["Olga", "mute", "Anton"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", first[0])
    assert operator_number(first[1]) == first[1] == second[1]


def test_it_speaks_german(olga: Operator) -> None:
    Person(olga.url).open_table("person", "open")
    page = olga.http.get("/admin", headers={"Accept-Language": "de"}).text
    for word in ("Tische", "Langsame Anfragen", "Gesperrte Adressen", "Tisch beenden", "Angemeldet"):
        assert word in page
    for word in ("Slow requests", "Blocked addresses", "End the table", "Signed in"):
        assert word not in page


def test_it_needs_no_script(olga: Operator) -> None:
    """All actions are forms with a button; nothing waits for a script."""
    Person(olga.url).open_table("person", "open")
    main = olga.page().partition("<main")[2]
    assert "<script" not in main and "disabled" not in main and main.count('method="post"') >= 4


@pytest.mark.parametrize("text", ["0123-4567-89ab-cdef", "0123456789ABCDEF", " 0123 4567 89ab cdef "])
def test_a_number_may_be_typed_in_several_ways(text: str) -> None:
    assert operator_number(text) == "0123-4567-89ab-cdef"


@pytest.mark.parametrize("text", ["", "Olga", "0123-4567-89ab", "0123-4567-89ab-cdeg", "0" * 17])
def test_what_is_no_number(text: str) -> None:
    with pytest.raises(Exception, match="like 0123-4567-89ab-cdef"):
        operator_number(text)
