"""A table behind real nginx and Caddy, with https and the configurations of `docs/hosting.md`: one server at a name of
its own, and one of several that share a name, each below a path and at a socket in a file."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from .fronts import FRONTS, ONE, SITES, SOCKETS, UPSTREAM, front, trusting
from .secure_socket import SecureSocket
from .server import PATIENCE, PATIENT, Person, Sitting, start


class SecurePerson(Person):
    """A person who reaches the server over https, and leaves its path away where it tells where it is sent."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.path = re.sub("^https://[^/]+", "", url)
        self.origin = url.removesuffix(self.path)
        headers = {"Origin": self.origin}
        self.http = httpx.Client(base_url=url, headers=headers, verify=False, **PATIENT)  # noqa: S501  # our own
        self.http.event_hooks = {"response": [self._note]}

    def _note(self, answer: httpx.Response) -> None:
        where = answer.headers.get("location")
        if where is not None:
            assert where.startswith(f"{self.path}/")
            answer.headers["location"] = where.removeprefix(self.path)

    def sit(self, table: str, query: str = "", **headers: str) -> Sitting:
        sent = {"Origin": self.origin, "Cookie": self.cookie} | headers
        where = self.url.replace("https", "wss") + table + "/ws" + query
        return Sitting(
            SecureSocket(where, additional_headers=sent, ssl=trusting(), open_timeout=PATIENCE, ping_interval=None)
        )

    def invitations(self, table: str) -> list[str]:
        return [link.removeprefix(self.path) for link in super().invitations(table)]


@pytest.fixture(scope="module", params=[(kind, site) for kind in FRONTS for site in SITES], ids=" and ".join)
def url(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server behind a proxy that the server knows."""
    kind, site = request.param
    folder: Path = tmp_path_factory.mktemp("p")  # the path of a socket is short
    if site == ONE:
        servers, places = [start(folder / "house.db", proxies=["127.0.0.1"])], {}
        places[UPSTREAM] = servers[0].url.removeprefix("http://")
        below = ""
    else:
        places = {there: str(folder / path.strip("/")) for path, there in SOCKETS.items()}
        servers = [
            start(folder / f"{path.strip('/')}.db", socket_file=Path(places[there]), path=path)
            for path, there in SOCKETS.items()
        ]
        below = next(iter(SOCKETS))
    try:
        with front(kind, folder, places, site) as found:
            yield found + below
    finally:
        for server in servers:
            server.stop()


def test_two_people_play_a_turn(url: str) -> None:
    """Pages, forms, invitations and sockets."""
    ana, ben = SecurePerson(url), SecurePerson(url)
    table = ana.open_table("person", "open")
    (link,) = ana.invitations(table)
    assert link.startswith("/join/"), "the invitation has the address of the proxy"
    assert ben.post(link, name="Ben").status_code == 303
    with ana.sit(table) as first, ben.sit(table) as second:
        state = first.wait_for(lambda s: s["table"]["phase"] == "playing")
        other = second.wait_for(lambda s: s["table"]["phase"] == "playing")
        acting, watching = (first, second) if state["options"] else (second, first)
        state = state if acting is first else other
        acting.act(state, state["options"][0]["id"])
        acting.read_until("ack")
        assert watching.wait_for(lambda s: s["number"] == 1)["me"] == [state["me"][0] ^ 1]


def test_the_server_knows_that_it_is_reached_over_https(url: str) -> None:
    ana = SecurePerson(url)
    answer = ana.post("/me", name="Ana")
    assert answer.status_code == 303 and "secure" in answer.headers["set-cookie"].lower()
    assert "strict-transport-security" in answer.headers
    assert ana.post("/me/passkeys/options").json()["rp"]["id"] == "localhost"
    page = unescape(ana.post("/me/pass").text)
    assert re.search(rf"{url}/me/here/[0-9a-f-]+", page)


def test_servers_behind_one_name_know_different_guests(url: str) -> None:
    ana = SecurePerson(url)
    if not ana.path:
        pytest.skip("it has the name for itself")
    other = SecurePerson(ana.origin + next(path for path in SOCKETS if path != ana.path))
    table = ana.play_now()
    other.http.cookies = ana.http.cookies
    assert other.http.get(table).status_code == 404
    assert other.post("/me", name="Ben").status_code == 303
    assert {cookie.path for cookie in other.http.cookies.jar} == {ana.path, other.path}
    assert len({cookie.name for cookie in other.http.cookies.jar}) == 2
    ana.http.cookies = other.http.cookies
    assert "Ben" not in ana.http.get("/me").text and ana.http.get(table).status_code == 200


@pytest.mark.parametrize("forged", ["https://evil.example", "null", "http://localhost", "https://localhost"])
def test_other_origins_are_refused_and_the_log_says_why(
    url: str, forged: str, caplog: pytest.LogCaptureFixture
) -> None:
    ana = SecurePerson(url)
    table = ana.play_now()
    with caplog.at_level(logging.WARNING, "dicehouse.web"):
        assert ana.http.post("/me", data={"name": "Eve"}, headers={"Origin": forged}).status_code == 403
        with pytest.raises(InvalidStatus):
            ana.sit(table, Origin=forged)
    lines = [record.getMessage() for record in caplog.records if "refused" in record.getMessage()]
    assert len(lines) == 2 and all(ascii(forged) in line for line in lines)


@pytest.mark.parametrize(
    "claims",
    [
        {"X-Forwarded-For": "203.0.113.9"},
        {"X-Forwarded-For": "203.0.113.9, 127.0.0.1"},
        {"X-Forwarded-Proto": "http"},
        {"X-Forwarded-Host": "evil.example"},
        {"Forwarded": "for=203.0.113.9;proto=http;host=evil.example"},
    ],
    ids=str,
)
def test_what_a_visitor_claims_is_not_believed(url: str, claims: dict[str, str]) -> None:
    """The proxies replace or extend what the visitor sent."""
    ana = SecurePerson(url)
    answer = ana.http.post("/me", data={"name": "Ana"}, headers=claims)
    assert answer.status_code == 303 and "secure" in answer.headers["set-cookie"].lower()
    page = ana.http.post("/me/pass", headers=claims)
    assert f"{url}/me/here/" in page.text and "evil.example" not in page.text
