"""Codes and addresses of invitations: once, for one seat, hard to guess, and such that friends can reach them."""

from __future__ import annotations

import re
import sqlite3
import struct
from collections.abc import Callable
from html import unescape
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from starlette.requests import HTTPConnection

from dicehouse.games import find
from dicehouse.server import spoken_codes
from dicehouse.web import reachable_address
from dicehouse.web.rate_limits import Rate, RateLimits
from dicehouse.web.reachable_address import ALL, LOCAL_NETWORK, ONLY_THIS_MACHINE, ListenAddress, find_reachable_address

from ..cluster import Cluster
from .server import GAME, PATIENCE, PATIENT, Person, Server, start

WRONG = "quiet oak 7"
GAMES = {"baron-voodoo", "deck-o-dice", "dice-ocalypse", "dicetopia", "indicesion"}


def code_of(host: Person, table: str, seat: int = 1) -> str:
    """The words that the host sees for a chair."""
    with host.sit(table) as sitting:
        words: str = sitting.read()["table"]["seats"][seat]["code"]["words"]
    return words


def typed(person: Person, text: str) -> Any:
    return person.http.get("/join", params={"code": text})


def test_a_code_in_any_spelling_leads_to_the_chair_once(server: Server, ana: Person, ben: Person) -> None:
    table = ana.open_table("person", "open", "open")
    words, other = code_of(ana, table), code_of(ana, table, 2)
    assert words != other
    where = typed(ben, f"  {words.title().replace(' ', '-')} ").headers["location"]
    assert where == "/join/" + words.replace(" ", "-")
    assert "re invited</h1>" in ben.http.get(where).text
    assert ben.post(where, name="Ben").status_code == 303
    cleo = Person(server.url)
    answer = typed(cleo, words)
    assert answer.status_code == 404
    assert "It may have been used, or expired." in unescape(answer.text)
    assert cleo.post(where, name="Cleo").status_code == 404, "a used code is dead"
    assert typed(cleo, other).status_code == 303, "and the next chair has its own"


@pytest.mark.parametrize("filled", ["start", "fill"])
def test_the_code_of_a_full_table_is_dead(ana: Person, ben: Person, filled: str) -> None:
    table = ana.open_table("person", "open")
    words = code_of(ana, table)
    assert ana.post(f"{table}/{filled}", seat=1, bot="greedy").status_code == 303
    assert typed(ben, words).status_code == 404
    assert ben.post("/join/" + words.replace(" ", "-"), name="Ben").status_code == 404


def test_a_new_link_makes_a_new_code(ana: Person, ben: Person) -> None:
    table = ana.open_table("person", "open")
    old = code_of(ana, table)
    ana.post(f"{table}/renew", seat=1)
    assert typed(ben, old).status_code == 404
    assert typed(ben, code_of(ana, table)).status_code == 303


def test_only_the_host_sees_codes_and_starts(ana: Person, ben: Person) -> None:
    table = ana.open_table("person", "open", "open")
    words = code_of(ana, table)
    with ben.sit(table) as watching:
        info = watching.read()["table"]
        assert [seat["code"] for seat in info["seats"]] == [None] * 3 and info["reach"] is None
        watching.send("start", bot="random")
        assert watching.read_until("refused")["why"].startswith("Only the host")
    assert words not in ben.http.get(f"{table}/plain").text
    assert words in ana.http.get(f"{table}/plain").text
    with ana.sit(table) as sitting:
        sitting.read()
        sitting.send("start", bot="skynet")
        assert "no bot" in sitting.read_until("refused")["why"]
        sitting.send("start", bot="greedy")
        state = sitting.wait_for(lambda s: s["table"]["phase"] == "playing")
    assert [(s["name"], s["bot"]) for s in state["table"]["seats"][1:]] == [("Dot", "greedy"), ("Dora", "greedy")]


def opened(host: Person, table: str, seat: int = 1) -> bool:
    """Whether the host is told that somebody has opened the invitation to a chair."""
    with host.sit(table) as sitting:
        told: bool = sitting.read()["table"]["seats"][seat]["opened"]
    chair = f"Seat {seat + 1} is free: someone opened the link"
    assert (chair in host.http.get(f"{table}/plain").text) == told
    return told


def test_the_host_sees_that_a_link_was_opened(ana: Person, ben: Person) -> None:
    """When the page has been visible for a while, a browser says so by a form."""
    table = ana.open_table("person", "open")
    (link,) = ana.invitations(table)
    with ana.sit(table) as sitting:
        assert ana.post(f"{link}/opened").status_code == 204
        assert not sitting.read()["table"]["seats"][1]["opened"], "the host's own look does not count"
        answer = ben.post(f"{link}/opened")
        assert (answer.status_code, answer.text) == (204, "") and not ben.http.cookies
        sitting.wait_for(lambda s: s["table"]["seats"][1]["opened"])
    assert opened(ana, table)


def test_who_presses_the_button_has_opened_the_link(ana: Person, ben: Person) -> None:
    """Also if they don't get the chair; that works without a script."""
    table = ana.open_table("person", "open", "open")
    links = ana.invitations(table)
    assert ben.post(links[0], name="Dicehouse").status_code >= 400
    assert opened(ana, table) and not opened(ana, table, 2)


PREVIEWS = [
    "facebookexternalhit/1.1",
    "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
    "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
    "TelegramBot (like TwitterBot)",
    "WhatsApp/2.23.20.0",
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
    "LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)",
    "http.rb/5.2.0 (Mastodon/4.3.0; +https://mastodon.example/)",
    "Synapse (bot; +https://github.com/matrix-org/synapse)",
    "Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 facebookexternalhit/1.1 Facebot Twitterbot/1.0",
    "",
]


@pytest.mark.parametrize("agent", PREVIEWS)
@pytest.mark.parametrize("spelling", ["link", "code", "typed"])
def test_a_preview_does_not_count(server: Server, ana: Person, agent: str, spelling: str) -> None:
    """Whatever reads the page, its picture or its QR code, and however often."""
    table = ana.open_table("person", "open")
    words = code_of(ana, table)
    link = ana.invitations(table)[0] if spelling == "link" else f"/join/{words.replace(' ', '-')}"
    headers = {"User-Agent": agent, "Purpose": "prefetch", "Sec-Purpose": "prefetch;prerender"}
    with httpx.Client(base_url=server.url, headers=headers, follow_redirects=True, **PATIENT) as machine:
        for _ in range(2):
            where = f"/join?code={words}" if spelling == "typed" else link
            assert machine.get(where).status_code == machine.head(where).status_code == 200
        assert machine.get(where, headers={"Range": "bytes=0-1000"}).status_code in (200, 206)
        assert machine.options(link).status_code == 405
        assert machine.post(link, data={"name": "Bot"}).status_code == 403, "a button that no page shows"
        if spelling == "link":
            machine.get(f"{link}/qr.svg")
            machine.get(f"{link}?utm_source=chat&fbclid=x")
        assert machine.get(f"{link}/opened").status_code in (404, 405)
        assert machine.post(f"{link}/opened").status_code == 403, "without an origin"
        assert machine.post(f"{link}/opened", headers={"Origin": "https://evil.example"}).status_code == 403
    assert not opened(ana, table)


def test_only_an_invitation_can_be_opened(ana: Person, ben: Person) -> None:
    table = ana.open_table("person", "open")
    (link,) = ana.invitations(table)
    assert ben.post(f"/join/{'a' * 32}/opened").status_code == 404
    assert ben.post(link, name="Ben").status_code == 303
    assert ben.post(f"{link}/opened").status_code == 409


# previews in chats ----------------------------------------------------------------------------------------------------


def properties(page: str) -> dict[str, str]:
    found = re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)">', page)
    return {name: unescape(value) for name, value in found}


@pytest.mark.parametrize("game", sorted(GAMES))
def test_an_invitation_has_a_title_a_sentence_and_a_picture(server: Server, ana: Person, game: str) -> None:
    """All without a cookie, with whole addresses."""
    table = ana.open_table("person", "open", game=game)
    (link,) = ana.invitations(table)
    page = httpx.get(server.url + link, headers={"User-Agent": PREVIEWS[0]}, timeout=PATIENCE)
    told, name = properties(page.text), find(game).name
    assert name in told["og:title"] and told["og:image:alt"] == name
    assert "Ana" in told["og:description"] and find(game).tagline in told["og:description"] == told["description"]
    assert told["og:url"] == server.url + link
    assert told["og:image"].startswith(f"{server.url}/static/art/{game}.png")
    picture = httpx.get(told["og:image"], timeout=PATIENCE)
    assert picture.status_code == 200 and picture.headers["content-type"] == told["og:image:type"] == "image/png"
    assert picture.headers["cross-origin-resource-policy"] == "cross-origin"
    size = struct.unpack(">8x8xII", picture.content[:24])
    assert picture.content.startswith(b"\x89PNG") and size == (1200, 630)
    assert size == (int(told["og:image:width"]), int(told["og:image:height"]))
    assert len(picture.content) < 300_000, "some chats show no larger picture"


@pytest.mark.parametrize("name", ["<b>&\"'", "Zoë 🎲", "A\u202eB"])
def test_names_break_no_preview(server: Server, name: str) -> None:
    host = Person(server.url)
    table = host.open_table("person", "open", **{"name-0": name})
    page = httpx.get(server.url + host.invitations(table)[0], timeout=PATIENCE).text
    with host.sit(table) as sitting:
        shown = sitting.read()["table"]["seats"][0]["name"]
    assert shown in properties(page)["og:description"] and "<b>&" not in page


def test_a_preview_leads_to_the_configured_address(serve: Callable[..., Server]) -> None:
    server = serve(address="https://dice.example.org")
    host = Person(server.url)
    host.http.headers["Origin"] = "https://dice.example.org"
    table = host.open_table("person", "open")
    (link,) = re.findall(r'value="https://dice.example.org(/join/[^"]*)"', host.http.get(f"{table}/plain").text)
    told = properties(httpx.get(server.url + link, timeout=PATIENCE).text)
    assert told["og:url"] == f"https://dice.example.org{link}"
    assert told["og:image"].startswith("https://dice.example.org/static/art/")


def test_a_used_invitation_says_nothing_of_its_table(server: Server, ana: Person, ben: Person) -> None:
    table = ana.open_table("person", "open")
    (link,) = ana.invitations(table)
    assert ben.post(link, name="Ben").status_code == 303
    page = httpx.get(server.url + link, timeout=PATIENCE)
    assert page.status_code == 409 and "og:" not in page.text and "Ana" not in page.text


def test_wrong_codes_of_one_address_are_few(serve: Callable[..., Server]) -> None:
    server = serve(limits=RateLimits(guesses=Rate(0.0001, 3), all_guesses=Rate(100, 100), tables=Rate(100, 100)))
    ana = Person(server.url)
    table = ana.open_table("person", "open")
    words = code_of(ana, table)
    for _ in range(5):
        assert typed(Person(server.url), words).status_code == 303, "a right code costs nothing"
    assert [typed(Person(server.url), WRONG).status_code for _ in range(5)] == [404, 404, 404, 429, 429]
    assert Person(server.url).http.get("/join/quiet-oak-7").status_code == 429
    assert Person(server.url).post("/join/quiet-oak-7", name="Eve").status_code == 429
    assert typed(Person(server.url), words).status_code == 429, "nor is a right one told from a wrong one now"
    assert Person(server.url).http.get(ana.invitations(table)[0]).status_code == 200, "the link always works"
    assert typed(Person(server.url), "what is this?").status_code == 404, "what can't be a code is no guess"


def test_wrong_codes_of_all_addresses_together_are_few(serve: Callable[..., Server]) -> None:
    server = serve(limits=RateLimits(guesses=Rate(100, 100), all_guesses=Rate(0.0001, 4), tables=Rate(100, 100)))
    assert [typed(Person(server.url), WRONG).status_code for _ in range(6)] == [404] * 4 + [429] * 2


@pytest.mark.xdist_group("postgres")
def test_wrong_codes_at_all_servers_of_a_house_together_are_few(postgres: Cluster) -> None:
    """Also where a new server takes the place of one that has ended."""
    place: Any = postgres.fresh()
    limits = RateLimits(guesses=Rate(100, 100), all_guesses=Rate(0.0001, 4), tables=Rate(100, 100))
    servers = [start(place, limits=limits) for _ in range(2)]
    try:
        words = code_of(ana := Person(servers[0].url), ana.open_table("person", "open"))
        assert [typed(Person(servers[n % 2].url), words).status_code for n in range(6)] == [303] * 6
        told = [typed(Person(servers[n % 2].url), WRONG).status_code for n in range(6)]
        assert told == [404] * 4 + [429] * 2
        servers[1].stop()
        servers[1] = start(place, limits=limits)
        assert typed(Person(servers[1].url), words).status_code == 429
    finally:
        for one in servers:
            one.stop()


def test_a_code_dies_of_age_and_the_host_finds_a_new_one(serve: Callable[..., Server]) -> None:
    server = serve()
    ana, ben = Person(server.url), Person(server.url)
    table = ana.open_table("person", "open")
    old = code_of(ana, table)
    (link,) = ana.invitations(table)
    server.stop()
    with sqlite3.connect(server.database) as db:
        db.execute("UPDATE seat SET code_until = 1 WHERE code IS NOT NULL")
    server = serve(port=int(server.url.rpartition(":")[2]))
    assert typed(ben, old).status_code == 404
    assert code_of(ana, table) != old
    assert ana.invitations(table) == [link], "the link lives on"


def test_a_code_outlives_a_restart(serve: Callable[..., Server]) -> None:
    server = serve()
    ana, ben = Person(server.url), Person(server.url)
    words = code_of(ana, ana.open_table("person", "open"))
    server.stop()
    serve(port=int(server.url.rpartition(":")[2]))
    assert ben.post(typed(ben, words).headers["location"], name="Ben").status_code == 303


@pytest.mark.parametrize(
    "text",
    ["\0", "../../etc/passwd", "<script>alert(1)</script>", "quiet oak 7" * 1000, "'; DROP TABLE seat; --", "%2e%2e",
     "\u202e7 kao", "https://elsewhere.example/join/", "١٢", "a" * 32 + "/x"],
)  # fmt: skip
def test_hostile_codes_are_answered_in_one_sentence(ana: Person, text: str) -> None:
    answer = typed(ana, text)
    assert answer.status_code == 404
    sentence = unescape(re.search(r'role="alert">(.*?)</p>', answer.text)[1])  # type: ignore[index]
    assert len(sentence) < 200 and "<script" not in answer.text.replace("<script type", "")


def test_an_invitation_is_a_picture_for_those_who_have_it(ana: Person, ben: Person) -> None:
    table = ana.open_table("person", "open")
    (link,) = ana.invitations(table)
    answer = ben.http.get(f"{link}/qr.svg")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.text.count("<path") == 1
    assert ben.http.get(f"/join/{'0' * 32}/qr.svg").status_code == 404
    assert ben.http.get("/join/quiet-oak-7/qr.svg").status_code == 404
    ben.post(link, name="Ben")
    assert ben.http.get(f"{link}/qr.svg").status_code == 409


def test_a_bot_that_was_beaten_twice_makes_room_for_a_stronger_one(serve: Callable[..., Server]) -> None:
    server = serve()
    ana = Person(server.url)

    def rival() -> str:
        with ana.sit(ana.play_now()) as sitting:
            seats = sitting.read()["table"]["seats"]
        assert len(seats) == 2
        return str(seats[1]["bot"])

    assert rival() == "pip"
    server.stop()
    with sqlite3.connect(server.database) as db:
        assert db.execute("SELECT game, bot, wins FROM rival").fetchall() == [(GAME, "pip", 0)]
        db.execute("UPDATE rival SET wins = 2")
    serve(port=int(server.url.rpartition(":")[2]))
    home = ana.http.get("/").text
    assert "You beat Pip twice" in home and 'name="bot" value="dot"' in home
    assert rival() == "pip", "nobody is pushed"
    assert ana.post(f"/play-now/{GAME}", bot="dot").status_code == 303
    assert rival() == "dot", "and what was chosen is remembered"
    assert "You beat" not in ana.http.get("/").text
    assert ana.post(f"/play-now/{GAME}", bot="skynet").status_code == 409


# addresses ------------------------------------------------------------------------------------------------------------


def asked(host: str, client: str = "127.0.0.1", scheme: str = "http") -> HTTPConnection:
    headers = [(b"host", host.encode())]
    return HTTPConnection(
        {"type": "http", "scheme": scheme, "path": "/", "headers": headers, "client": (client, 1), "server": (host, 80)}
    )


EVERYWHERE, HERE = ListenAddress("0.0.0.0", 8765), ListenAddress("127.0.0.1", 8765)  # noqa: S104  # nothing is bound


@pytest.mark.parametrize(
    ("connection", "listening", "base", "who"),
    [
        (asked("127.0.0.1:8765"), HERE, "http://127.0.0.1:8765", ONLY_THIS_MACHINE),
        (asked("localhost:8765"), None, "http://localhost:8765", ONLY_THIS_MACHINE),
        (asked("[::1]:8765", "::1"), HERE, "http://[::1]:8765", ONLY_THIS_MACHINE),
        (asked("localhost:8765"), EVERYWHERE, "http://192.168.1.24:8765", LOCAL_NETWORK),
        (asked("127.0.0.1:9000"), ListenAddress("10.0.0.7", 80), "http://10.0.0.7", LOCAL_NETWORK),
        (
            asked("localhost", "203.0.113.9"),
            EVERYWHERE,
            "http://localhost",
            ONLY_THIS_MACHINE,
        ),  # no look at the networks from outside
        (asked("192.168.1.24:8765", "192.168.1.30"), EVERYWHERE, "http://192.168.1.24:8765", LOCAL_NETWORK),
        (asked("mara.local"), EVERYWHERE, "http://mara.local", LOCAL_NETWORK),
        (asked("dice.example", "203.0.113.9", "https"), HERE, "https://dice.example", ALL),
    ],
)
def test_an_invitation_names_an_address_that_friends_can_reach(
    monkeypatch: pytest.MonkeyPatch, connection: HTTPConnection, listening: ListenAddress | None, base: str, who: str
) -> None:
    monkeypatch.setattr(reachable_address, "machine_addresses", lambda: ("192.168.1.24", "10.8.0.2", "fd00::7"))
    reach = find_reachable_address(connection, listening)
    assert (reach.base, reach.who) == (base, who)
    if listening is EVERYWHERE and who == LOCAL_NETWORK and "localhost" in str(connection.headers):
        assert reach.also == ("http://10.8.0.2:8765",), "a server on IPv4 alone is not found by IPv6"


def test_an_invitation_from_this_machine_names_its_network(
    serve: Callable[..., Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reachable_address, "machine_addresses", lambda: ("192.168.1.24",))
    server = serve(listening=ListenAddress("", 8765))
    ana = Person(server.url)
    table = ana.open_table("person", "open")
    with ana.sit(table) as sitting:
        info = sitting.read()["table"]
    assert info["seats"][1]["invite"].startswith("http://192.168.1.24:8765/join/")
    assert info["reach"]["who"] == LOCAL_NETWORK
    assert "192.168.1.24:8765" in ana.http.get(f"{table}/plain").text


def test_networks_of_a_house_count_as_one_guesser() -> None:
    from dicehouse.web.code_attempt_limit import client_address

    def of(client: str) -> str:
        return client_address(SimpleNamespace(client=SimpleNamespace(host=client)))  # type: ignore[arg-type]

    assert of("2001:db8:1:2::1") == of("2001:db8:1:2:ffff::9") != of("2001:db8:1:3::1")
    assert of("203.0.113.9") != of("203.0.113.10")


def test_limits_of_an_address_are_those_of_its_network() -> None:
    """Letters and tables: whoever has IPv6 has more addresses than there are letters."""
    from dicehouse.web.app_services import rate_limit_key

    def of(client: str) -> str:
        return rate_limit_key(SimpleNamespace(client=SimpleNamespace(host=client)), None)  # type: ignore[arg-type]

    assert of("2001:db8:1:2::1") == of("2001:db8:1:2:ffff::9") != of("2001:db8:1:3::1")
    assert spoken_codes.read(WRONG) == "quiet-oak-7"
