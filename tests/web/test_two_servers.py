"""Two servers on one host in one browser: each keeps its guests, whatever the other one sends."""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from collections.abc import Iterator

import httpx
import pytest

from dicehouse.server.seats import Keyring
from dicehouse.web.guest_cookies import COOKIE
from dicehouse.web.pages.passkey_pages import UNKNOWN
from dicehouse.web.passkey_verification import RelyingParty, registration_options

from .server import GAME, PATIENCE, Person, Server, start

KEYS = (b"a" * 32, b"b" * 32)
ATTRIBUTES = {"httponly", "max-age=31536000", "path=/", "samesite=lax"}


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server]]:
    """Two servers with different keys."""
    folder = tmp_path_factory.mktemp("pair")
    found = [start(folder / f"{n}.db", secret_key=key) for n, key in enumerate(KEYS)]
    yield found[0], found[1]
    for one in found:
        one.stop()


def old_cookie(key: bytes, guest: str) -> str:
    """Return the value of the cookie that an earlier version gave to `guest`."""
    return f"{guest}.{Keyring(key).derive('guest', guest).hex()[:32]}"


def asked(server: Server, cookie: str | list[str], where: str = "/") -> httpx.Response:
    """Return the answer to a request with exactly these Cookie headers."""
    headers = [("Cookie", each) for each in ([cookie] if isinstance(cookie, str) else cookie)]
    return httpx.get(server.url + where, headers=headers, timeout=PATIENCE)


def given(answer: httpx.Response) -> dict[str, str]:
    """Return the values of the cookies that an answer sets; an empty one is deleted."""
    pairs = [each.partition(";")[0].partition("=") for each in answer.headers.get_list("set-cookie")]
    return {name: value.strip('"') for name, _, value in pairs}


@pytest.mark.parametrize("key", [*KEYS, b"\0" * 32, bytes(range(32))])
def test_the_name_follows_from_the_key(key: bytes) -> None:
    assert Keyring(key).cookie_name() == "dicehouse-" + hmac.digest(key, b"cookie name", hashlib.sha256).hex()[:8]


def test_both_servers_keep_their_guests(pair: tuple[Server, Server]) -> None:
    """As a browser has it: cookies are kept by host, whatever the port."""
    jar = httpx.Cookies()
    tables = []
    for server in pair:
        person = Person(server.url, jar)
        tables.append(person.play_now())
        jar = person.http.cookies
    assert sorted(jar) == sorted(Keyring(key).cookie_name() for key in KEYS)
    for server, table in zip(pair, tables, strict=True):
        back = Person(server.url, jar)
        with back.sit(table) as sitting:
            assert sitting.read()["me"] == [0]
        assert f'href="{table}"' in back.http.get("/").text
        assert dict(back.http.cookies) == dict(jar)


def test_a_cookie_has_the_same_protection_as_before(pair: tuple[Server, Server]) -> None:
    (line,) = httpx.post(f"{pair[0].url}/play-now/{GAME}", headers={"Origin": pair[0].url}).headers.get_list(
        "set-cookie"
    )
    assert {each.strip().lower() for each in line.split(";")[1:]} == ATTRIBUTES


# cookies of earlier versions ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("where", ["/", "/games", "/me", f"/rules/{GAME}", "/no-such-page", "/healthz"])
def test_an_old_cookie_is_exchanged_if_its_signature_fits(pair: tuple[Server, Server], where: str) -> None:
    guest = secrets.token_hex(16)
    value, name = old_cookie(KEYS[0], guest), Keyring(KEYS[0]).cookie_name()
    assert given(asked(pair[0], f"{COOKIE}={value}", where)) == {name: value, COOKIE: ""}
    assert given(asked(pair[0], f"{name}={value}", where)) == {}


def test_nobody_is_signed_out(pair: tuple[Server, Server]) -> None:
    """A seat that was taken with the old cookie is there before and after the exchange."""
    first = Person(pair[0].url)
    table = first.open_table("person", "person")
    (value,) = first.http.cookies.values()
    back = Person(pair[0].url, httpx.Cookies())
    back.http.cookies.set(COOKIE, value, domain="127.0.0.1", path="/")
    with back.sit(table) as sitting:
        assert sitting.read()["me"] == [0, 1]
    assert back.http.get("/me").status_code == 200
    assert dict(back.http.cookies) == {Keyring(KEYS[0]).cookie_name(): value}
    with back.sit(table) as sitting:
        assert sitting.read()["me"] == [0, 1]


FOREIGN = {
    "the other server's": old_cookie(KEYS[1], "c" * 32),
    "unsigned": "c" * 32,
    "empty": "",
    "cut": old_cookie(KEYS[0], "c" * 32)[:-1],
    "of another guest": "d" * 32 + "." + old_cookie(KEYS[0], "c" * 32).partition(".")[2],
    "of another program": "eyJhbGciOiJIUzI1NiJ9.e30.XmNK3GpH3Ys_7wsYBfq4C3M6goz71I7dTgUkuIa5lyQ",
    "quoted": '"odd"',
    "not ASCII": "é" * 32 + ".x",
    "in capitals": old_cookie(KEYS[0], "c" * 32).upper(),
    "with more behind it": old_cookie(KEYS[0], "c" * 32) + "0",
    "with two points": old_cookie(KEYS[0], "c" * 32).replace(".", ".."),
    "with its point encoded": old_cookie(KEYS[0], "c" * 32).replace(".", "%2E"),
    "signed for another guest with its id": "c" * 31 + "C." + old_cookie(KEYS[0], "c" * 32).partition(".")[2],
    "a signature alone": "." + old_cookie(KEYS[0], "c" * 32).partition(".")[2],
    "of a pass": f"{'c' * 32}-9999999999-00000000.{Keyring(KEYS[0]).derive('pass', 'c' * 32).hex()[:32]}",
    "signed for something else": f"{'c' * 32}.{Keyring(KEYS[0]).derive('calendar', 'c' * 32).hex()[:32]}",
    "very long": "c" * 3000 + ".x",
}


@pytest.mark.parametrize("what", FOREIGN)
@pytest.mark.parametrize("way", ["look", "become a guest", "leave"])
def test_a_cookie_that_cannot_be_verified_is_left_alone(pair: tuple[Server, Server], what: str, way: str) -> None:
    sent = f"{COOKIE}={FOREIGN[what]}".encode("latin-1")
    url = pair[0].url
    client = httpx.Client(base_url=url, headers={"Origin": url}, timeout=PATIENCE)
    if way == "look":
        assert given(client.get("/", headers={b"Cookie": sent})) == {}
        return
    answer = client.post(f"/play-now/{GAME}", headers={b"Cookie": sent})
    name = Keyring(KEYS[0]).cookie_name()
    assert list(given(answer)) == [name]
    if way == "become a guest":
        return
    own = f"{name}={given(answer)[name]}; ".encode() + sent
    client.cookies.clear()
    answer = client.post("/me/leave", data={"sure": "yes"}, headers={b"Cookie": own})
    assert (answer.status_code, given(answer)) == (200, {name: ""})


def test_who_deletes_their_data_has_no_cookie_left(pair: tuple[Server, Server]) -> None:
    """Also if the browser had only the old cookie: it is not exchanged then."""
    first = Person(pair[0].url)
    first.play_now()
    (value,) = first.http.cookies.values()
    answer = httpx.post(
        f"{pair[0].url}/me/leave",
        data={"sure": "yes"},
        headers={"Origin": pair[0].url, "Cookie": f"{COOKIE}={value}"},
        timeout=PATIENCE,
    )
    assert answer.status_code == 200
    assert given(answer) == {Keyring(KEYS[0]).cookie_name(): "", COOKIE: ""}


def test_who_becomes_another_guest_is_that_guest(pair: tuple[Server, Server]) -> None:
    """The old cookie of the guest before does not come back."""
    ana = Person(pair[0].url)
    table = ana.open_table("person", "person")
    link = ana.http.post("/me/pass").text.partition("/me/here/")[2].partition('"')[0].partition("<")[0]
    before = old_cookie(KEYS[0], "c" * 32)
    answer = httpx.post(
        f"{pair[0].url}/me/here/{link}",
        headers={"Origin": pair[0].url, "Cookie": f"{COOKIE}={before}"},
        timeout=PATIENCE,
    )
    assert answer.status_code == 303
    name = Keyring(KEYS[0]).cookie_name()
    assert given(answer) == {name: ana.http.cookies[name], COOKIE: ""}
    assert f'href="{table}"' in asked(pair[0], f"{name}={given(answer)[name]}").text


def test_the_new_cookie_counts_before_the_old_one(pair: tuple[Server, Server]) -> None:
    """As after an earlier version ran for a while; neither guest is lost."""
    ana = Person(pair[0].url)
    table = ana.open_table("person", "person")
    other = old_cookie(KEYS[0], "c" * 32)
    answer = asked(pair[0], f"{COOKIE}={other}; {ana.cookie}")
    assert f'href="{table}"' in answer.text and given(answer) == {}
    same = f"{COOKIE}={next(iter(ana.http.cookies.values()))}; {ana.cookie}"
    assert given(asked(pair[0], same)) == {COOKIE: ""}


@pytest.mark.parametrize(
    "shape",
    ["{c}; {n}=x", "{n}=x; {c}", "{n}=; {c}; {n}=" + "e" * 32, "a=b;{c};{n}=x;c=d", ["{c}", "{n}=x"], ["{n}=x", "{c}"]],
)
def test_a_signed_cookie_wins_over_others_of_its_name(pair: tuple[Server, Server], shape: str | list[str]) -> None:
    """A sibling domain or a path can add cookies of the same name, and a proxy may send several headers."""
    ana = Person(pair[0].url)
    table = ana.open_table("person", "person")
    name = Keyring(KEYS[0]).cookie_name()
    lines = [each.format(c=ana.cookie, n=name) for each in ([shape] if isinstance(shape, str) else shape)]
    answer = asked(pair[0], lines)
    assert f'href="{table}"' in answer.text and given(answer) == {}


def test_an_answer_that_a_shared_cache_may_keep_sets_no_cookie(pair: tuple[Server, Server]) -> None:
    page = Person(pair[0].url).http.get("/").text
    sheet = page.partition('rel="stylesheet" href="')[2].partition('"')[0]
    answer = asked(pair[0], f"{COOKIE}={old_cookie(KEYS[0], 'c' * 32)}", sheet)
    assert answer.status_code == 200 and "public" in answer.headers["cache-control"]
    assert given(answer) == {}


def test_an_unknown_passkey_may_belong_to_the_other_server() -> None:
    """So nobody is told to delete it."""
    assert "another server" in UNKNOWN and "forget" not in UNKNOWN and "delete" not in UNKNOWN


@pytest.mark.parametrize(
    ("origin", "shown"),
    [
        ("https://dice.example.org", "Ana"),
        ("https://dice.example.org:8443", "Ana (dice.example.org:8443)"),
        ("http://localhost:8731", "Ana (localhost:8731)"),
    ],
)
def test_a_passkey_names_the_port_of_its_server(origin: str, shown: str) -> None:
    pytest.importorskip("webauthn")
    place = RelyingParty(origin.split("/")[2].partition(":")[0], origin)
    assert json.loads(registration_options(place, "Ana", b"h", b"c", []))["user"]["displayName"] == shown
