"""What proxies and other clients really send: hosts, origins, and headers about who asks and how."""

from __future__ import annotations

import functools
import json
import logging
import socket
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from websockets.exceptions import InvalidStatus

from dicehouse.cli.argument_types import web_address
from dicehouse.web.forwarded_headers import ForwardedHeadersMiddleware
from dicehouse.web.origins import explain_foreign_origin, parse_origin
from dicehouse.web.reachable_address import ListenAddress, find_reachable_address

from ..server.room import run_apart
from .server import GAME, PATIENCE, Person, Server, start

CONFIGURED = "https://dice.example.org"

# Host and Origin ------------------------------------------------------------------------------------------------------

SAME = [
    ("x", "http://x"),
    ("x", "https://x"),
    ("x:443", "https://x"),
    ("x", "https://x:443"),
    ("x:80", "http://x"),
    ("x", "http://x:80"),
    ("x:", "https://x"),
    ("x:0443", "https://x"),
    ("x:8443", "https://x:8443"),
    ("dice.example.org:443", "https://dice.example.org"),
    ("Dice.Example.ORG", "https://dice.example.org"),
    ("dice.example.org", "HTTPS://DICE.example.org"),
    ("dice.example.org.", "https://dice.example.org."),
    ("dice.example.org", "https://dice.example.org."),
    ("dice.example.org.:443", "https://dice.example.org"),
    ("localhost:8765", "http://localhost:8765"),
    ("192.168.1.5:8765", "http://192.168.1.5:8765"),
    ("[::1]", "http://[::1]"),
    ("[::1]:443", "https://[::1]"),
    ("[0:0:0:0:0:0:0:1]:8765", "http://[::1]:8765"),
    ("[2001:DB8::1]", "https://[2001:db8:0::1]"),
    ("[fe80::1]:8765", "http://[fe80::1%25eth0]:8765"),
    ("[fe80::1%eth0]:8765", "http://[fe80::1]:8765"),
    ("[fe80::1%25eth0]", "http://[fe80::1%25eth0]"),
    ("xn--bcher-kva.example", "https://xn--bcher-kva.example"),
    (" x ", " http://x "),
    ("\tx\t", "http://x"),
    ("x:80", "HTTP://X:"),
    ("a_b.example", "https://a_b.example"),
    ("XN--BCHER-KVA.example", "https://xn--bcher-kva.example"),
    ("bücher.example".encode().decode("latin-1"), "https://xn--bcher-kva.example"),  # in UTF-8, byte by byte
    ("bücher.example:8443", "https://xn--bcher-kva.example:8443"),
    ("[::ffff:7f00:1]:8765", "http://[::ffff:127.0.0.1]:8765"),
    ("dice.example.org.:8443", "https://DICE.EXAMPLE.ORG:8443"),
]
DIFFERENT = [
    ("x:443", "http://x"),
    ("x:80", "https://x"),
    ("x", "https://x:80"),
    ("x", "http://x:443"),
    ("x:8730", "http://x:8731"),
    ("x", "http://x:8731"),
    ("x:8730", "http://x"),
    ("x", "http://y"),
    ("x.example", "http://example"),
    ("example", "http://x.example"),
    ("example.org", "https://example.org.evil.example"),
    ("example.org", "https://evil.example/example.org"),
    ("example.org", "https://example.org@evil.example"),
    ("example.org", "https://example.org:443@evil.example"),
    ("example.org", "https://example.org/"),
    ("example.org", "https://example.org?x"),
    ("example.org", "https://example.org#x"),
    ("example.org", "https:///example.org"),
    ("example.org", "example.org"),
    ("example.org", "ftp://example.org"),
    ("example.org", "chrome-extension://example.org"),
    ("x..", "http://x"),
    ("[::1]", "http://[::2]"),
    ("[::1]", "http://::1"),
    ("::1", "http://[::1]"),
    ("[::1", "http://[::1"),
    ("[::ffff:127.0.0.1]", "http://127.0.0.1"),
    ("x:99999", "http://x:99999"),
    ("x:0", "http://x:0"),
    ("x:-1", "http://x"),
    ("x, x", "http://x"),
    ("x", "http://x, http://x"),
    ("x", "http://x http://x"),
    ("", "http://x"),
    ("x", ""),
    ("", ""),
    (".", "http://."),
    ("x", "null"),
    ("null", "null"),
    ("x", "file://"),
    ("x", "http://"),
    (":443", "https://:443"),
    ("x", "http://user:pw@x"),
    ("x", "http://x:80:80"),
    ("x@y", "http://y"),
    ("x:443", "https://x:8443"),
    ("127.0.0.1", "http://127.1"),
    ("127.0.0.1", "http://2130706433"),
    ("x", "http://x\\@evil.example"),
    ("x", "http://x%2eevil.example"),
    ("x", "blob:http://x/1"),
    ("[v1.x]", "http://[v1.x]"),
    ("x", "http://.x"),
    ("x;y", "http://x"),
    ("xn--bcher-kva.example", "https://xn--bcher-kvb.example"),
]


def explained(*pairs: tuple[str, str], address: str | None = None, scheme: str | None = None) -> str | None:
    raw = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in pairs]
    return explain_foreign_origin(Headers(raw=raw), address, scheme)


@pytest.mark.parametrize(("host", "origin"), SAME)
def test_two_ways_to_write_one_address(host: str, origin: str) -> None:
    assert explained(("Host", host), ("Origin", origin)) is None


@pytest.mark.parametrize(("host", "origin"), DIFFERENT)
def test_two_addresses_and_the_reason(host: str, origin: str) -> None:
    """The reason names what was compared with what."""
    why = explained(("Host", host), ("Origin", origin))
    assert why is not None and "\n" not in why
    assert not origin or ascii(origin) in why
    assert not host or ascii(host) in why or "not the address of a page" in why or not origin


@pytest.mark.parametrize(
    "pairs",
    [
        [("Host", "x")],
        [("Origin", "http://x")],
        [],
        [("Host", "x"), ("Host", "y"), ("Origin", "http://x")],
        [("Host", "y"), ("Host", "x"), ("Origin", "http://x")],
        [("Host", "x"), ("Origin", "http://x"), ("Origin", "http://evil")],
        [("Host", "x"), ("Origin", "http://evil"), ("Origin", "http://x")],
        [("Host", "y"), ("X-Forwarded-Host", "x"), ("Origin", "http://x")],
        [("X-Forwarded-Host", "x"), ("Origin", "http://x")],
        [("Host", "y"), ("Forwarded", "host=x;proto=https"), ("Origin", "https://x")],
        [("Host", "y"), ("X-Forwarded-Port", "443"), ("X-Original-Host", "x"), ("Origin", "https://x")],
        [("Host", "x:8730"), ("X-Forwarded-Port", "443"), ("Origin", "https://x")],
    ],
    ids=str,
)
def test_a_missing_or_second_header_is_no_proof(pairs: list[tuple[str, str]]) -> None:
    assert explained(*pairs)


def test_the_same_header_twice_says_nothing_else() -> None:
    assert explained(("Host", "x"), ("Host", "x"), ("Origin", "http://x"), ("Origin", "http://x")) is None


@pytest.mark.parametrize("host", ["127.0.0.1:8765", "dice.example.org:8765", "dicehouse", ""])
def test_a_page_at_the_configured_address_is_ours(host: str) -> None:
    """Also if the proxy changes or drops the Host header."""
    assert explained(("Host", host), ("Origin", CONFIGURED), address=CONFIGURED) is None
    assert explained(("Host", host), ("Origin", "https://DICE.example.org:443"), address=CONFIGURED) is None
    assert explained(("Host", host), ("Origin", "http://dice.example.org"), address="https://dice.example.org")
    international = "https://w\N{LATIN SMALL LETTER U WITH DIAERESIS}rfel.example"
    assert explained(("Host", host), ("Origin", "https://xn--wrfel-kva.example"), address=international) is None
    why = explained(("Host", "127.0.0.1"), ("Origin", "https://evil.example"), address=CONFIGURED)
    assert why is not None and CONFIGURED in why


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("https://dice.example.org", "https://dice.example.org"),
        ("https://W\N{LATIN SMALL LETTER U WITH DIAERESIS}rfel.example", "https://xn--wrfel-kva.example"),
        ("https://Dice.Example.org/", "https://dice.example.org"),
        ("HTTPS://dice.example.org:443", "https://dice.example.org"),
        ("http://dice.example.org:80", "http://dice.example.org"),
        ("http://[::1]:8765", "http://[::1]:8765"),
        ("http://[2001:DB8:0::1]", "http://[2001:db8::1]"),
    ],
)
def test_the_configured_address_is_written_in_one_way(text: str, wanted: str) -> None:
    assert web_address(text) == wanted == str(parse_origin(wanted))


@pytest.mark.parametrize(
    "text",
    [
        "https://[::1",
        "https://a@b",
        "https://x/di ce",
        "https://x/a?b",
        "https://x/..",
        "x",
        "ftp://x",
        "https://x:99999",
        "",
    ],
)
def test_what_is_no_address_of_a_server(text: str) -> None:
    with pytest.raises(Exception, match=r"must look like https://dice\.example\.org"):
        web_address(text)


# Text browsers ------------------------------------------------------------------------------------------------------

REFERRED = [
    ("x:8765", "http://x:8765/t/abc/plain"),
    ("x", "http://x/"),
    ("x", "http://x"),
    ("x", "http://x:80/t?y#z"),
    ("X.", "http://x?seat=1"),
    ("[::1]:8765", "http://[0::1]:8765/new"),
    ("y", f"{CONFIGURED}/t/abc"),
]
ELSEWHERE = [
    ("x", "https://x/"),  # another scheme
    ("x", "http://x:8765/"),
    ("x:8765", "http://x/"),
    ("x", "http://evil.example/http://x/"),
    ("x", "http://x.evil.example/"),
    ("x", "http://x@evil.example/"),
    ("x", "http://evil.example@x/"),
    ("x", "http://x\\evil.example/"),
    ("x", "//x/"),
    ("x", "x/"),
    ("x", "ftp://x/"),
    ("x", "about:blank"),
    ("x", "null"),
    ("x", ""),
    ("", "http://x/"),
]


@pytest.mark.parametrize(("host", "referrer"), REFERRED)
def test_a_form_without_origin_may_come_from_a_page_of_ours(host: str, referrer: str) -> None:
    pairs = [("Host", host), ("Referer", referrer)]
    assert explained(*pairs, address=CONFIGURED, scheme="http") is None
    assert explained(*pairs, address=CONFIGURED), "a socket has an Origin"
    for origin in ("null", "", "http://evil.example"):  # an Origin that is there decides alone
        assert explained(*pairs, ("Origin", origin), address=CONFIGURED, scheme="http")


@pytest.mark.parametrize(("host", "referrer"), ELSEWHERE)
def test_a_form_without_origin_from_elsewhere(host: str, referrer: str) -> None:
    why = explained(("Host", host), ("Referer", referrer), address=CONFIGURED, scheme="http")
    assert why is not None and "\n" not in why


def test_a_form_with_neither_or_with_two_referrers_is_refused() -> None:
    assert explained(("Host", "x"), scheme="http")
    assert explained(("Host", "x"), ("Referer", "http://x/"), ("Referer", "http://y/"), scheme="http")
    assert explained(("Host", "x"), ("Host", "y"), ("Referer", "http://x/"), scheme="http")


def test_a_text_browser_plays(server: Server, ana: Person) -> None:
    """It sends a Referer and no Origin, as w3m and lynx do."""
    table = ana.play_now()
    del ana.http.headers["Origin"]
    page = f"{server.url}{table}/plain"
    said = {"text": "hello"}
    assert ana.http.post(f"{table}/chat", data=said, headers={"Referer": page}).status_code == 303
    assert ana.http.post(f"{table}/chat", data=said).status_code == 403
    foreign = {"Referer": "http://evil.example/"}
    assert ana.http.post(f"{table}/chat", data=said, headers=foreign).status_code == 403
    both = {"Referer": page, "Origin": "null"}
    assert ana.http.post(f"{table}/chat", data=said, headers=both).status_code == 403


# the log --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "origin", "told"),
    [
        ("x:8730", "http://x:8731", ["'http://x:8731'", "'x:8730'", "port 8730", "port 8731"]),
        ("127.0.0.1:8765", "https://dice.example.org", ["dice.example.org", "127.0.0.1:8765", "pass on Host"]),
        ("x", "null", ["'null'", "not the address of a page"]),
        ("x", None, ["no Origin header"]),
        ("x", "http://y\u00e9'%s", [r"y\xc3\xa9'%s"]),
        ("x", "http://" + "y" * 3000, ["y..."]),
    ],
)
def test_the_log_says_what_was_compared(
    server: Server, caplog: pytest.LogCaptureFixture, host: str, origin: str | None, told: list[str]
) -> None:
    headers = {b"Host": host.encode()} | ({} if origin is None else {b"Origin": origin.encode()})
    with caplog.at_level(logging.WARNING, "dicehouse.web"):
        answer = httpx.post(f"{server.url}/join/{'a' * 32}", headers=headers, timeout=PATIENCE)
    assert answer.status_code == 403
    (line,) = [record.getMessage() for record in caplog.records if "refused" in record.getMessage()]
    assert all(each in line for each in told), line
    assert "/join/{token}" in line and "a" * 32 not in line and len(line) < 600


def test_the_log_speaks_of_sockets_too(server: Server, ana: Person, caplog: pytest.LogCaptureFixture) -> None:
    table = ana.play_now()
    with caplog.at_level(logging.WARNING, "dicehouse.web"), pytest.raises(InvalidStatus):
        ana.sit(table, Origin="https://evil.example")
    (line,) = [record.getMessage() for record in caplog.records if "refused" in record.getMessage()]
    assert "'https://evil.example'" in line and server.url.removeprefix("http://") in line


def test_no_host_header_at_all(server: Server) -> None:
    """As HTTP/1.0 allows; a page is shown and a form is refused."""
    where = server.url.removeprefix("http://").split(":")
    for head, status in (("GET /", b" 200 "), ("POST /me", b" 403 ")):
        with socket.create_connection((where[0], int(where[1])), timeout=PATIENCE) as line:
            line.sendall(f"{head} HTTP/1.0\r\nOrigin: {server.url}\r\nContent-Length: 0\r\n\r\n".encode())
            assert status in line.makefile("rb").readline()


# who asks, and how ----------------------------------------------------------------------------------------------------


def apart(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Run an asynchronous test in a loop of its own: a browser test may have left one in this process."""

    @functools.wraps(test)
    def run(**arguments: Any) -> None:
        run_apart(test(**arguments))

    return run


async def behind(
    peer: str | None, *pairs: tuple[str, str], proxies: tuple[str, ...] = ("10.0.0.0/8", "127.0.0.1", "fe80::1")
) -> tuple[str, str | None]:
    """Return the scheme and the client's address as the application gets them."""
    seen: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        seen.append(scope)

    raw = [(name.lower().encode(), value.encode("latin-1")) for name, value in pairs]
    scope = {"type": "http", "scheme": "http", "client": peer and (peer, 4711), "headers": raw}
    await ForwardedHeadersMiddleware(app, proxies)(scope, None, None)  # type: ignore[arg-type]  # not called
    return seen[0]["scheme"], seen[0]["client"] and seen[0]["client"][0]


PROTO = "X-Forwarded-Proto"


@apart
@pytest.mark.parametrize(
    ("values", "scheme"),
    [
        (["https"], "https"),
        (["http"], "http"),
        (["https,http"], "https"),
        (["https, http"], "https"),
        (["http, https"], "http"),
        (["https,http,http"], "https"),
        (["https", "http"], "https"),
        (["http", "https"], "http"),
        (["HTTPS"], "https"),
        ([" https ,http"], "https"),
        (['"https"'], "https"),
        (["wss"], "https"),
        (["wss,http"], "https"),
        (["on"], "http"),
        (["gopher, https"], "http"),
        ([""], "http"),
        ([" , "], "http"),
    ],
)
async def test_the_first_scheme_of_a_list_counts(values: list[str], scheme: str) -> None:
    assert (await behind("127.0.0.1", *((PROTO, each) for each in values)))[0] == scheme
    assert (await behind("192.0.2.1", *((PROTO, each) for each in values)))[0] == "http", "from a named proxy only"


FOR = "X-Forwarded-For"


@apart
@pytest.mark.parametrize(
    ("peer", "values", "client"),
    [
        ("127.0.0.1", ["203.0.113.9"], "203.0.113.9"),
        ("127.0.0.1", ["6.6.6.6, 203.0.113.9"], "203.0.113.9"),
        ("127.0.0.1", ["6.6.6.6, 203.0.113.9, 10.1.2.3"], "203.0.113.9"),
        ("127.0.0.1", ["6.6.6.6,203.0.113.9,10.1.2.3,127.0.0.1"], "203.0.113.9"),
        ("127.0.0.1", ["6.6.6.6", "203.0.113.9", "10.1.2.3"], "203.0.113.9"),
        ("127.0.0.1", ["10.6.6.6, 203.0.113.9"], "203.0.113.9"),
        ("127.0.0.1", ["10.1.2.3, 10.1.2.4"], "10.1.2.3"),
        ("127.0.0.1", ["203.0.113.9:5678"], "203.0.113.9"),
        ("127.0.0.1", ["[2001:db8::9]:443"], "2001:db8::9"),
        ("127.0.0.1", ["2001:DB8:0::9"], "2001:db8::9"),
        ("127.0.0.1", ['"[2001:db8::9]"'], "2001:db8::9"),
        ("127.0.0.1", ["::ffff:203.0.113.9"], "203.0.113.9"),
        ("127.0.0.1", ["203.0.113.9, [::ffff:10.1.2.3]:80"], "203.0.113.9"),
        ("127.0.0.1", ["203.0.113.9, ,"], "203.0.113.9"),
        ("127.0.0.1", ["203.0.113.9, unknown"], "127.0.0.1"),
        ("127.0.0.1", ["203.0.113.9, unknown, 10.1.2.3"], "10.1.2.3"),
        ("127.0.0.1", ["_hidden"], "127.0.0.1"),
        ("127.0.0.1", [""], "127.0.0.1"),
        ("127.0.0.1", ["<script>"], "127.0.0.1"),
        ("127.0.0.1", ["for=203.0.113.9"], "127.0.0.1"),
        ("::ffff:127.0.0.1", ["203.0.113.9"], "203.0.113.9"),
        ("fe80::1%eth0", ["203.0.113.9"], "203.0.113.9"),
        ("10.99.0.1", ["203.0.113.9"], "203.0.113.9"),
        ("192.0.2.1", ["203.0.113.9"], "192.0.2.1"),
        ("fe80::2%eth0", ["203.0.113.9"], "fe80::2%eth0"),
        (None, ["203.0.113.9"], None),
    ],
)
async def test_the_list_of_addresses_is_read_from_the_right(
    peer: str | None, values: list[str], client: str | None
) -> None:
    assert (await behind(peer, *((FOR, each) for each in values)))[1] == client


@apart
@pytest.mark.parametrize(
    "pair",
    [
        ("Forwarded", "for=203.0.113.9;proto=https;host=evil.example"),
        ("X-Real-IP", "203.0.113.9"),
        ("X-Forwarded-Host", "evil.example"),
        ("X-Forwarded-Port", "443"),
        ("X-Forwarded-Ssl", "on"),
        ("Front-End-Https", "on"),
        ("X-Url-Scheme", "https"),
        ("CF-Connecting-IP", "203.0.113.9"),
        ("True-Client-IP", "203.0.113.9"),
    ],
)
async def test_no_other_header_is_believed(pair: tuple[str, str]) -> None:
    assert await behind("127.0.0.1", pair) == ("http", "127.0.0.1")


@pytest.fixture
def proxied(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    running: list[Server] = []

    def run(**options: Any) -> Server:
        running.append(start(tmp_path / "house.db", proxies=["127.0.0.1"], **options))
        return running[-1]

    yield run
    for one in running:
        one.stop()


def test_behind_two_proxies_a_form_works_and_its_cookie_is_secure(proxied: Callable[..., Server]) -> None:
    """The reported request: an explicit port in Host, and two entries in X-Forwarded-Proto."""
    server = proxied()
    headers = {
        "Host": "dice.example.org:443",
        "Origin": "https://dice.example.org",
        "X-Forwarded-Proto": "https,http",
        "X-Forwarded-For": "203.0.113.9, 127.0.0.1",
        "X-Forwarded-Host": "evil.example",
    }
    answer = httpx.post(f"{server.url}/me", data={"name": "Ana"}, headers=headers, timeout=PATIENCE)
    assert answer.status_code == 303
    assert "secure" in answer.headers["set-cookie"].lower()
    assert "strict-transport-security" in answer.headers
    assert "evil" not in str(answer.headers)


# links and passkeys ---------------------------------------------------------------------------------------------------


def connection(host: str | None, scheme: str = "http") -> HTTPConnection:
    headers = [(b"x-forwarded-host", b"evil.example"), (b"forwarded", b"host=evil.example")]
    if host is not None:
        headers.append((b"host", host.encode("latin-1")))
    scope = {
        "type": "http",
        "scheme": scheme,
        "path": "/",
        "headers": headers,
        "client": ("127.0.0.1", 1),
        "server": None,
    }
    return HTTPConnection(scope | {"query_string": b"", "app": SimpleNamespace()})


@pytest.mark.parametrize("host", ["127.0.0.1:8765", "localhost", "192.168.1.5:80", "evil.example", None])
def test_links_lead_to_the_configured_address(host: str | None) -> None:
    found = find_reachable_address(connection(host), ListenAddress("0.0.0.0", 8765), CONFIGURED)  # noqa: S104  # not bound
    assert (found.base, found.who, found.also) == (CONFIGURED, "all", ())


@pytest.mark.parametrize("host", [None, "", "[::1", "a b", "x@y", "x/y", "x:99999"])
def test_an_odd_host_never_breaks_a_link(host: str | None) -> None:
    assert find_reachable_address(connection(host), None).base == "http://localhost"


@pytest.mark.parametrize("host", ["[::1", "x@y", "x/y", "é", "x:99999", "a b", "x:y", "]", "//", "?"])
@pytest.mark.parametrize("where", ["/", "/me", f"/new/{GAME}", "/me/passkey", "/no-such-page", "/api/v1/openapi.json"])
def test_an_odd_host_breaks_no_page(server: Server, host: str, where: str) -> None:
    answer = httpx.get(server.url + where, headers={b"Host": host.encode()}, timeout=PATIENCE)
    assert answer.status_code in (200, 400, 404)
    headers = {b"Host": host.encode(), b"Origin": server.url.encode()}
    refused = httpx.post(f"{server.url}/me", headers=headers, timeout=PATIENCE)
    assert refused.status_code in (400, 403)


def test_passkeys_and_links_use_the_configured_address(proxied: Callable[..., Server]) -> None:
    pytest.importorskip("webauthn")
    server = proxied(address=CONFIGURED)
    forwarded = {"X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https", "Forwarded": "host=evil.example"}
    for host in ("127.0.0.1:8765", "dice.example.org", "evil.example"):
        headers = {"Host": host, "Origin": CONFIGURED, **forwarded}
        answer = httpx.post(f"{server.url}/me/passkey/options", headers=headers, timeout=PATIENCE)
        assert json.loads(answer.text)["rpId"] == "dice.example.org"
    ana = Person(server.url)
    ana.http.headers["Origin"] = CONFIGURED
    ana.http.headers["X-Forwarded-Host"] = "evil.example"
    table = ana.open_table("person", "open")
    page = ana.http.get(f"{table}/plain").text
    assert f'value="{CONFIGURED}/join/' in page and "evil.example" not in page
    assert f"{CONFIGURED}/me/here/" in ana.post("/me/pass").text
