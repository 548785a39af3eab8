"""A server whose pages are below a path: every address that leaves it has the path, and only those are answered."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from dicehouse.cli.argument_types import url_path, web_address
from dicehouse.cli.commands.serve import _address_and_path
from dicehouse.cli.exit_codes import UsageError
from dicehouse.server.accounts.mail import Post, server_of
from dicehouse.web.path_prefix import BadPrefix, add_prefix, parse_prefix

from .keyring import Device
from .keyring import make as make_passkey
from .keyring import options as passkey_options
from .keyring import use as use_passkey
from .server import GAME, PATIENCE, Person, Server, get, start

PATH = "/dice"  # which is also the name of one of the pages
ATTRIBUTE = re.compile(r'([a-z-]+)="(/(?!/)[^"]*|[0-9]+; ?url=[^"]*)"')
KEPT = {"value"}  # it comes back to the server


class Below(Person):
    """A browser at a server below PATH, which leaves the path away where it tells where it is sent."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.http.base_url = httpx.URL(url + PATH)
        self.http.event_hooks = {"response": [self._note]}

    def _note(self, answer: httpx.Response) -> None:
        where = answer.headers.get("location")
        if where is not None:
            assert where.startswith(f"{PATH}/"), where
            answer.headers["location"] = where.removeprefix(PATH)

    def invitations(self, table: str) -> list[str]:
        return [link.removeprefix(PATH) for link in super().invitations(table)]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = start(tmp_path_factory.mktemp("house") / "house.db", path=PATH)
    yield running
    running.stop()


def addresses(page: str) -> list[str]:
    """Return the addresses to which a page leads, after checking that those of this server have PATH."""
    found = []
    for name, value in ATTRIBUTE.findall(page):
        where = unescape(value).rpartition("url=")[2]
        if name not in KEPT:
            assert where == PATH or where.startswith(f"{PATH}/"), f"{name}={value}"
            if name in ("href", "src", "content"):
                found.append(where.partition("#")[0])
    return found


def test_all_pages_lead_to_pages_below_the_path(house: Server) -> None:
    """Follow every link from the pages of somebody who has played, in both languages."""
    ana = Below(house.url)
    club = ana.post("/clubs", name="Ana", title="Five of a kind").headers["location"]
    table = ana.open_table("person", "open", "bot:sensible")
    finished = ana.post("/learn/dice-ocalypse", lesson="first").headers["location"]
    waiting = [f"{PATH}{where}" for where in ("/", table, f"{table}/plain", finished, club, "/join/zz", "/me/turns")]
    seen: set[str] = set()
    while waiting:
        where = waiting.pop()
        if where in seen or len(seen) > 250:
            continue
        seen.add(where)
        for language in ("en", "de"):
            answer = ana.http.get(house.url + where, headers={"Accept-Language": language})
            assert answer.status_code in (200, 303) or "zz" in where or "review" in where, where
            if answer.headers.get("content-type", "").startswith("text/html"):
                links = addresses(answer.text)
                assert f'data-root="{PATH}"' in answer.text
                waiting += [link for link in links if not re.search(r"/static/|/ws$|qr\.svg|parquet", link)]
    kinds = {re.sub(r"[?].*", "", where).split("/")[2] for where in seen if where != PATH}
    assert {"rules", "games", "dice", "me", "t", "new", "join", "clubs", "privacy"} <= kinds
    assert len(seen) > 30


def test_redirects_cookies_and_forms(house: Server) -> None:
    ana = Person(house.url)
    answer = ana.http.post(f"{PATH}/play-now/{GAME}")
    assert answer.status_code == 303 and answer.headers["location"].startswith(f"{PATH}/t/")
    assert re.search(rf"; Path={PATH};", answer.headers["set-cookie"])
    assert ana.http.get(f"{PATH}/me/").headers["location"] == f"{house.url}{PATH}/me"
    answer = ana.http.post(f"{PATH}/language", data={"language": "de", "back": "/rules"})
    assert answer.headers["location"] == f"{PATH}/rules"
    refused = ana.http.post(f"{PATH}/games/open", headers={"Referer": f"{house.url}{PATH}/games?game={GAME}"})
    assert f'name="back" value="/games?game={GAME}"' in refused.text
    assert get(f"{house.url}{PATH}").status_code == 200, "without the slash, too"


def test_what_a_browser_keeps_is_deleted_with_and_without_the_path(house: Server) -> None:
    ana = Below(house.url)
    ana.post("/me", name="Ana")
    gone = ana.http.post("/me/leave", data={"sure": "yes"}).headers.get_list("set-cookie")
    assert sorted(re.findall(r"Path=([^;]+)", " ".join(gone))) == ["/", PATH]


def test_a_guest_of_the_time_without_a_path_stays_the_same(tmp_path: Path) -> None:
    first = start(tmp_path / "house.db")
    ana = Person(first.url)
    table = ana.play_now()
    first.stop()
    second = start(tmp_path / "house.db", path="/friends")
    try:
        answer = ana.http.get(f"{second.url}/friends{table}/plain")
        assert answer.status_code == 200 and 'action="/friends/t/' in answer.text
    finally:
        second.stop()


def test_a_table_is_played(house: Server) -> None:
    ana, ben = Below(house.url), Below(house.url)
    table = ana.open_table("person", "open")
    (link,) = ana.invitations(table)
    picture = re.search(r'property="og:url" content="([^"]+)"', ben.http.get(link).text)
    assert picture and picture[1] == f"{house.url}{PATH}{link}"
    assert ben.http.get(f"{link}/qr.svg").status_code == 200
    assert ben.post(link, name="Ben").status_code == 303
    with ana.sit(PATH + table) as sitting:
        state = sitting.wait_for(lambda s: s["table"]["phase"] == "playing")
        assert len(state["table"]["seats"]) == 2


@pytest.mark.parametrize("where", ["/", "/rules", "/t/abc", "/dicey", "/dic", "//dice/", "/static/house.css"])
def test_other_addresses_are_not_answered(house: Server, where: str) -> None:
    answer = get(house.url + where, headers={"Accept-Language": "de"})
    assert answer.status_code == 404 and f"{PATH}/" in answer.text and len(answer.text.splitlines()) == 1
    assert "Adressen" in answer.text, "in the reader's language"


def test_the_log_says_what_is_wrong_once_a_minute(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    served = start(tmp_path / "house.db", path=PATH)
    try:
        with caplog.at_level(logging.WARNING, "dicehouse.web"):
            for _ in range(3):
                assert get(f"{served.url}/rules").status_code == 404
            with pytest.raises(InvalidStatus):
                Person(served.url).sit("/t/abc")
        lines = [record.getMessage() for record in caplog.records if "pass on paths unchanged" in record.getMessage()]
        assert len(lines) == 1 and PATH in lines[0]
    finally:
        served.stop()


@pytest.mark.parametrize("where", ["/healthz", "/readyz"])
def test_health_is_answered_with_and_without_it(house: Server, where: str) -> None:
    assert get(house.url + where).status_code == get(house.url + PATH + where).status_code == 200


def test_a_program_gets_addresses_that_it_can_follow(house: Server) -> None:
    told = get(f"{house.url}{PATH}/api/v1/openapi.json").json()
    assert told["servers"] == [{"url": PATH}]
    ana = Below(house.url)
    made = ana.post("/me/programs", label="Mine", scope="me").text
    token = re.search(r'value="(dicehouse_[A-Za-z0-9_-]+)"', made)
    assert token
    asked = {"id": "4d9b1a52-one", "game": GAME, "seats": ["me", "bot:sensible"]}
    headers = {"Authorization": f"Bearer {token[1]}"}
    answer = httpx.post(f"{house.url}{PATH}/api/v1/tables", json=asked, headers=headers, timeout=PATIENCE)
    assert answer.status_code in (200, 201), answer.text
    assert get(house.url + answer.json()["address"]).status_code == 200


def test_passkeys_and_letters_use_the_address_with_the_path(tmp_path: Path) -> None:
    served = start(tmp_path / "house.db", path="/a/b", address="http://localhost:99")
    try:
        ana, phone = Person(served.url), Person(served.url)
        for each in (ana, phone):
            each.http.base_url = httpx.URL(f"{served.url}/a/b")
            each.http.headers["Origin"] = "http://localhost:99"
        ana.post("/me", name="Ana")
        device = Device("http://localhost:99")
        assert passkey_options(ana, "/me/passkeys/options")["rp"]["id"] == "localhost"
        assert make_passkey(ana, device).status_code == 303 and use_passkey(phone, device).status_code == 303
        assert "http://localhost:99/a/b/me/here/" in ana.http.post("/me/pass").text
        link = ana.http.post("/me/turns/calendar")
        assert link.status_code == 303
        assert "http://localhost:99/a/b/calendar/" in ana.http.get("/me/turns").text
    finally:
        served.stop()


def test_links_in_mails_have_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[str] = []
    monkeypatch.setattr(Post, "_deliver", lambda _self, letter: sent.append(letter.get_content()))
    post = Post(server_of("smtp://localhost:1?from=d@example.org"))
    served = start(tmp_path / "house.db", path="/a/b", address="http://localhost:99", post=post)
    try:
        ana = Person(served.url)
        ana.http.base_url, ana.http.headers["Origin"] = httpx.URL(f"{served.url}/a/b"), "http://localhost:99"
        assert ana.post("/me/turns/mail", address="ana@example.org").status_code == 303
        found = re.search(r"http://localhost:99(/a/b/mail/\S+)", sent[0])
        assert found and get(served.url + found[1]).status_code == 200
    finally:
        served.stop()


def test_the_worker_stays_below_the_path(house: Server) -> None:
    """Its scope is its folder, and it resolves addresses there."""
    script = get(f"{house.url}{PATH}/sw.js").text
    assert not re.search(r"[\"'`]/(?!\^)[a-z]", script.replace('|| "/games"', "")), script


def test_scripts_name_no_address_without_the_path() -> None:
    """What the page's sources name goes through ownAddress()."""
    root = Path(__file__).parents[2] / "ui" / "src"
    lost = []
    for file in [*root.rglob("*.ts"), *root.rglob("*.svelte")]:
        for line in file.read_text(encoding="utf-8").splitlines():
            if re.match(r"\s*(//|\*|/\*)", line):
                continue
            bare = re.search(r"(href|src|action)=\"/|(fetch|assign|replace|register|URL|open)\([\"'`]/[a-z$]", line)
            lost += [f"{file.name}: {line.strip()}"] * bool(bare)
    assert lost == []


@pytest.mark.parametrize(
    ("text", "path"),
    [("/dice", "/dice"), ("/dice/", "/dice"), ("/", ""), (" /a/b-c_d.e~f ", "/a/b-c_d.e~f"), ("/Dice9//", "/Dice9")],
)
def test_a_path(text: str, path: str) -> None:
    assert parse_prefix(text) == url_path(text) == path


@pytest.mark.parametrize(
    "text",
    ["", " ", "dice", "/a b", "/a//b", "/..", "/a/../b", "/.", "/ä", "/a?b", "/a#b", "/%20", '/"', "/" + "x" * 200],
)
def test_no_path(text: str) -> None:
    with pytest.raises(BadPrefix, match=r"like /dice"):
        parse_prefix(text)


@pytest.mark.parametrize(
    ("at", "path", "found"),
    [
        (None, None, (None, "")),
        (None, "/dice", (None, "/dice")),
        ("https://x.org", "/dice", ("https://x.org", "/dice")),
        ("https://x.org/dice", None, ("https://x.org", "/dice")),
        ("https://x.org:8443/a/b/", "/a/b", ("https://x.org:8443", "/a/b")),
        ("https://x.org/", None, ("https://x.org", "")),
    ],
)
def test_the_path_may_stand_in_the_address(at: str | None, path: str | None, found: tuple[str | None, str]) -> None:
    assert _address_and_path(None if at is None else web_address(at), path) == found


def test_two_different_paths_are_refused() -> None:
    with pytest.raises(UsageError, match=r"--at names the path /a, --path names /b"):
        _address_and_path("https://x.org/a", "/b")


def test_texts_of_people_are_left_alone() -> None:
    page = '<a href="/me">href="/x" src=&#34;/y</a><input value="/z"><a href="//else.org/">'
    assert add_prefix(page, "/p") == '<a href="/p/me">href="/x" src=&#34;/y</a><input value="/z"><a href="//else.org/">'


def test_a_server_without_a_path_has_no_trace_of_it(tmp_path: Path) -> None:
    served = start(tmp_path / "house.db")
    try:
        assert "data-root" not in get(served.url).text
    finally:
        served.stop()
