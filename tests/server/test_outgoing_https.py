"""To whom the house sends what guests ask for: to public addresses over https, and never to its own network."""

from __future__ import annotations

import ipaddress
import logging
import socket
import ssl
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from dicehouse.server.accounts import outgoing_https
from dicehouse.server.accounts.outgoing_https import Busy, HttpsClient, NotPublic, read_https_address, request_bytes
from dicehouse.server.accounts.public_addresses import is_public
from dicehouse.server.seats import Refused

from ..web.hooks import OK, PUBLIC, HookService, Names, Wire
from ..web.server import PATIENCE

REFUSED_TEXT = """
0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.100.100.200 100.127.255.255 127.0.0.1 127.255.255.254
168.63.129.16 169.254.0.1 169.254.169.254 169.254.170.2 172.16.0.1 172.31.255.255 192.0.0.8 192.0.0.9 192.0.0.192
192.0.2.1 192.88.99.1 192.168.0.1 192.168.255.255 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1
239.255.255.250 240.0.0.1 255.255.255.255
:: ::1 ::7f00:1 ::808:808 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:169.254.169.254 ::ffff:8.8.8.8 ::ffff:0:127.0.0.1
64:ff9b::127.0.0.1 64:ff9b::10.0.0.1 64:ff9b::169.254.169.254 64:ff9b::8.8.8.8 64:ff9b:1::10.0.0.1 100::1
fc00::1 fd00::1 fd00:ec2::254 fd20:ce::254 fe80::1 fe80::1%eth0 febf::1 fec0::1 ff02::1 ff0e::1
2001::1 2001:0:7f00:1::1 2001:0:4136:e378:8000:63bf:f5ff:fffe 2001:2::1 2001:10::1 2001:20::1 2001:db8::1
2002:7f00:1:: 2002:a00:1::1 2002:a9fe:a9fe:: 2002:808:808:: 3fff::1 4000::1 5f00::1
2606:4700::5efe:10.0.0.1 2606:4700::200:5efe:127.0.0.1 2606:4700::1%1
localhost example.org 127.1 0x7f000001 2130706433 1.1.1.1.1
"""
PUBLIC_TEXT = """
1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.1 126.255.255.255 128.0.0.1 168.63.129.15 168.63.129.17
169.253.255.255 172.15.255.255 172.32.0.0 192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 223.255.255.255
2001:4860:4860::8888 2606:4700:4700::1111 2a00:1450:4001:80b::200e 2606:4700::5efe:8.8.8.8 2400:cb00::1
"""
BAD_ADDRESSES = [
    "",
    "example.org/x",
    "http://example.org/x",
    "ftp://example.org/x",
    "file:///etc/passwd",
    "gopher://example.org/x",
    "javascript:alert(1)",
    "https:example.org",
    "https:///x",
    "https://",
    "https://:443/",
    "https://ana@example.org/x",
    "https://ana:secret@example.org/x",
    "https://@example.org/x",
    "https://example.org@10.0.0.1/",
    "https://example.org\\@10.0.0.1/",
    "https://example.org:0/x",
    "https://example.org:22/x",
    "https://example.org:80/x",
    "https://example.org:1023/x",
    "https://example.org:65536/x",
    "https://example.org:-1/x",
    "https://example.org:+443/x",
    "https://example.org:443:443/x",
    "https://example.org:https/x",
    "https://example.org:\N{FULLWIDTH DIGIT FOUR}43/x",
    "https://example.org/x\r\nX: y",
    "https://example.org/x y",
    "https://example.org/\N{LATIN SMALL LETTER E WITH ACUTE}",
    "https://exa\tmple.org/x",
    "https://exam\u200bple.org/x",
    "https://example.org\x00/x",
    "https://ex..ample.org/x",
    "https://.example.org/x",
    "https://-example.org/x",
    f"https://{'a' * 64}.org/x",
    f"https://{'a.' * 130}org/x",
    "https://example.org/" + "x" * 700,
    "https://" + "\N{LATIN SMALL LETTER U WITH DIAERESIS}" * 60 + ".example/x",
    "https://fa\N{LATIN SMALL LETTER SHARP S}.example/x",
    "https://evil.c\N{ACCOUNT OF}.example/x",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://0x7f.1/",
    "https://127.1/",
    "https://0177.0.0.1/",
    "https://1.2.3.4.5/",
    "https://999.1.1.1/",
    "https://example.0x7f/",
    "https://[::1/",
    "https://::1/",
    "https://[fe80::1%25eth0]/",
    "https://[fe80::1%eth0]/",
    "https://[v1.x]/",
    "https://[::1]x/",
    "https://[::1].example.org/",
    "https://[127.0.0.1]/",
]
GOOD_ADDRESSES = {
    "https://example.org": "https://example.org/",
    "HTTPS://Example.ORG/Path?a=b&c=%20": "https://example.org/Path?a=b&c=%20",
    "https://example.org:443/x": "https://example.org/x",
    "https://example.org:/x": "https://example.org/x",
    "https://example.org:8443/x": "https://example.org:8443/x",
    "https://example.org./x#part": "https://example.org/x",
    "https://m\N{LATIN SMALL LETTER U WITH DIAERESIS}nchen.example/x": "https://xn--mnchen-3ya.example/x",
    "https://a_b.example.org/x": "https://a_b.example.org/x",
    "https://9.9.9.9/x": "https://9.9.9.9/x",
    "https://[2606:4700:0::1111]:8443/x": "https://[2606:4700::1111]:8443/x",
    "https://\N{CIRCLED DIGIT ONE}\N{CIRCLED DIGIT ZERO}.0.0.1/": "https://10.0.0.1/",  # refused when it is looked up
    "https://matrix.example.org/_matrix/!room:example.org/x": "https://matrix.example.org/_matrix/!room:example.org/x",
}


@pytest.mark.parametrize("address", REFUSED_TEXT.split())
def test_what_is_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", PUBLIC_TEXT.split())
def test_what_is_public(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize("text", BAD_ADDRESSES)
def test_what_is_no_address(text: str) -> None:
    with pytest.raises(Refused) as refused:
        read_https_address(text)
    assert str(refused.value).endswith(".") and (len(text) < 9 or text not in str(refused.value))


@pytest.mark.parametrize("text", GOOD_ADDRESSES)
def test_addresses_are_read(text: str) -> None:
    found = read_https_address(text)
    assert found.text == GOOD_ADDRESSES[text] and read_https_address(found.text) == found
    assert found.path not in repr(found) or found.path == "/"


def test_a_header_is_one_line() -> None:
    with pytest.raises(ValueError, match="header"):
        request_bytes(read_https_address("https://example.org/x"), {"Title": "a\r\nX: y"}, b"")


@pytest.fixture
def service(tmp_path: Path) -> Iterator[HookService]:
    running = HookService(tmp_path)
    yield running
    running.close()


def send(
    service: HookService, *found: Sequence[str], wire: Wire | None = None, seconds: float = PATIENCE, own: str = ""
) -> int:
    names = Names(*found or ([PUBLIC],))
    networks = [ipaddress.ip_network(own)] if own else []
    client = HttpsClient(context=service.context, lookup=names, connect=wire or Wire(service), own=networks)
    status = client.post(read_https_address(service.at()), {"X-A": "b"}, b"body", seconds)
    assert names.asked == ["localhost"]
    return status


def test_a_request_is_sent_to_the_address_that_was_checked(service: HookService) -> None:
    wire = Wire(service)
    assert send(service, [PUBLIC], ["10.0.0.1"], wire=wire) == 204, "a second answer would lead elsewhere"
    assert wire.dialled == [(PUBLIC, service.port)]
    got = service.next()
    assert got.line == "POST /hook HTTP/1.1" and got.body == b"body"
    assert got.headers["Host"] == f"localhost:{service.port}" and got.headers["X-A"] == "b"


@pytest.mark.parametrize(
    "found",
    [["10.0.0.1"], [PUBLIC, "127.0.0.1"], ["fd00::1", PUBLIC], [PUBLIC, "::ffff:8.8.8.8"], ["64:ff9b::8.8.8.8"], []],
)
def test_nobody_is_called_if_one_answer_is_not_public(service: HookService, found: list[str]) -> None:
    wire = Wire(service)
    with pytest.raises(NotPublic):
        send(service, found, wire=wire)
    assert not wire.dialled and not service.connections


def test_the_host_may_name_addresses_of_its_own(service: HookService) -> None:
    for address, own in (
        ("10.0.0.5", "10.0.0.5"),
        ("100.64.3.3", "100.64.3.0/24"),
        ("::ffff:10.0.0.5", "::ffff:a00:5"),
    ):
        assert send(service, [address], own=own) == 204
    for address in ("10.0.0.6", "::ffff:10.0.0.5"):
        with pytest.raises(NotPublic):
            send(service, [address], own="10.0.0.5")


def test_this_machine_is_not_called_at_a_public_address_of_its_own(service: HookService) -> None:
    with pytest.raises(NotPublic):
        send(service, wire=Wire(service, come_from="127.0.0.1"))
    assert service.got.empty()
    assert send(service, wire=Wire(service, come_from="127.0.0.1"), own=PUBLIC) == 204


def test_the_next_address_is_tried_if_nobody_answers_at_the_first(service: HookService) -> None:
    wire = Wire(service)
    wire.dead = {"2606:4700::1"}
    assert send(service, ["2606:4700::1", PUBLIC], wire=wire) == 204
    wire.dead = {PUBLIC}
    with pytest.raises(OSError, match="nobody answers"):
        send(service, wire=wire)


@pytest.mark.parametrize("status", [200, 299, 301, 302, 307, 308, 400, 404, 500])
def test_the_status_is_returned_and_no_redirect_followed(service: HookService, status: int) -> None:
    service.answers = [f"HTTP/1.1 {status} Moved\r\nLocation: https://10.0.0.1/\r\nContent-Length: 9\r\n\r\n".encode()]
    assert send(service) == status
    assert service.connections == 1


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"\r\n",
        b"HTTP/1.1 204",
        b"HTTP/1.1 20\r\n",
        b"HTTP/1.1 2040\r\n",
        b"HTTP/2 204\r\n",
        b"220 mail.example.org ESMTP\r\n",
        b"HTTP/1.1 204 " + b"x" * 4000 + b"\r\n",
        b"x" * 1_000_000,
    ],
)
def test_what_is_no_status_line_is_a_failure(service: HookService, answer: bytes) -> None:
    service.answers = [answer]
    with pytest.raises(OSError, match="not HTTP"):
        send(service)


def test_a_status_line_may_end_without_words(service: HookService) -> None:
    for line in (b"HTTP/1.1 204\r\n", b"HTTP/1.0 200 OK\n", b"HTTP/1.1 200 \r\n"):
        service.answers = [line]
        assert send(service) in (200, 204)


def test_only_the_status_line_is_read(service: HookService) -> None:
    service.answers, service.pause = [OK[:-2], b"X: y\r\n" * 100_000], 0.0
    assert send(service) == 204
    service.answers, service.left = [b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n"], threading.Event()
    assert send(service) == 200
    assert service.left.wait(PATIENCE), "the body was waited for"


def test_who_answers_byte_by_byte_is_given_up(service: HookService) -> None:
    service.answers, service.pause = [b"H"] * 200, 0.2
    with pytest.raises(TimeoutError):
        send(service, seconds=2)


def test_who_does_not_speak_is_given_up(service: HookService) -> None:
    service.silent = True
    with pytest.raises(TimeoutError):
        send(service, seconds=1)


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1"])
def test_with_real_names_this_machine_is_called_only_if_its_host_says_so(service: HookService, host: str) -> None:
    where = read_https_address(f"https://{host}:{service.port}/hook")
    with pytest.raises(NotPublic):
        HttpsClient(context=service.context).post(where, {}, b"", PATIENCE)
    assert not service.connections
    own = [ipaddress.ip_network("127.0.0.0/8"), ipaddress.ip_network("::1")]
    assert HttpsClient(context=service.context, own=own).post(where, {}, b"", PATIENCE) == 204


def test_a_certificate_must_be_for_that_name(service: HookService) -> None:
    client = HttpsClient(context=service.context, lookup=Names([PUBLIC]), connect=Wire(service))
    with pytest.raises(OSError, match="certificate") as refused:
        client.post(read_https_address("https://secret.example.org/x"), {}, b"", PATIENCE)
    assert "secret" not in str(refused.value)
    client = HttpsClient(lookup=Names([PUBLIC]), connect=Wire(service))  # believes nobody here
    with pytest.raises(OSError, match="certificate"):
        client.post(read_https_address(service.at()), {}, b"", PATIENCE)
    assert service.got.empty()


def test_what_speaks_no_tls_gets_nothing() -> None:
    with socket.create_server(("127.0.0.1", 0)) as plain:

        def answer() -> None:
            line, _ = plain.accept()
            with line:
                line.recv(1)
                line.sendall(b"HTTP/1.1 204 No Content\r\n\r\n")

        threading.Thread(target=answer, daemon=True).start()
        port = plain.getsockname()[1]
        client = HttpsClient(
            lookup=Names([PUBLIC]),
            connect=lambda _where, seconds: socket.create_connection(
                ("127.0.0.1", port), seconds, source_address=("127.0.0.2", 0)
            ),
        )
        with pytest.raises(OSError, match=r"TLS|reset"):
            client.post(read_https_address("https://example.org/x"), {}, b"", PATIENCE)


def test_a_slow_name_server_is_given_up_and_blocks_nobody_for_ever(
    service: HookService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outgoing_https, "LOOKUPS", 1)
    free = threading.Event()

    def look_up(host: str, port: int) -> list[str]:
        free.wait(PATIENCE)
        return [PUBLIC]

    client = HttpsClient(context=service.context, lookup=look_up, connect=Wire(service))
    where = read_https_address(service.at())
    try:
        with pytest.raises(TimeoutError):
            client.post(where, {}, b"", 0.5)
        with pytest.raises(Busy):
            client.post(where, {}, b"", 0.5)
    finally:
        free.set()
    assert client.post(where, {}, b"", PATIENCE) == 204


def test_an_unknown_name_is_not_in_the_error(service: HookService, caplog: pytest.LogCaptureFixture) -> None:
    def look_up(host: str, port: int) -> list[str]:
        raise socket.gaierror(socket.EAI_NONAME, f"Name or service not known: {host}")

    client = HttpsClient(context=service.context, lookup=look_up, connect=Wire(service))
    with caplog.at_level(logging.DEBUG), pytest.raises(OSError, match="not found") as refused:
        client.post(read_https_address("https://secret.example.org/x"), {}, b"", PATIENCE)
    assert "secret" not in str(refused.value) + caplog.text
    assert not isinstance(refused.value, ssl.SSLError)
