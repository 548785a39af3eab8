"""A server that listens at a file instead of a port."""

from __future__ import annotations

import contextlib
import errno
import os
import socket
import stat
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from dicehouse.web.listening_socket import MAX_SOCKET_PATH, explain_socket_error, listen_at_file

from ..cli.test_commands import said
from .server import PATIENCE, start

pytestmark = pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="this system has no sockets in files")


@pytest.fixture
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("s") / "socket"  # such a path is short


@pytest.fixture
def client(place: Path, tmp_path: Path) -> Iterator[httpx.Client]:
    """Somebody who connects to a server at the file."""
    house = start(tmp_path / "house.db", socket_file=place)
    transport = httpx.HTTPTransport(uds=str(place))
    with httpx.Client(transport=transport, base_url="http://dice.example.org", timeout=PATIENCE) as found:
        yield found
    house.stop()


def test_what_comes_through_the_file_is_believed_like_a_proxy(client: httpx.Client) -> None:
    assert client.get("/healthz").status_code == 200
    assert "strict-transport-security" not in client.get("/rules").headers
    claims = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.9"}
    answer = client.post("/me", data={"name": "Ana"}, headers={"Origin": "https://dice.example.org"} | claims)
    assert answer.status_code == 303 and "secure" in answer.headers["set-cookie"].lower()
    passkeys = client.post("/me/passkeys/options", headers={"Origin": "https://dice.example.org"} | claims)
    assert passkeys.json()["rp"]["id"] == "dice.example.org"


def test_owner_and_group_may_connect_and_the_file_is_removed(place: Path) -> None:
    before = os.umask(0o077)
    try:
        with listen_at_file(place):
            assert stat.S_IMODE(place.stat().st_mode) == 0o660
            assert os.umask(0o077) == 0o077, "other files are made as before"
    finally:
        os.umask(before)
    assert not place.exists()


def test_what_a_killed_server_left_is_replaced(place: Path) -> None:
    with socket.socket(socket.AF_UNIX) as killed:
        killed.bind(str(place))
    assert place.exists()
    with listen_at_file(place), socket.socket(socket.AF_UNIX) as asking:
        asking.connect(str(place))


def test_the_file_of_a_later_server_stays(place: Path) -> None:
    with listen_at_file(place):
        place.unlink()
        with socket.socket(socket.AF_UNIX) as later:
            later.bind(str(place))
    assert place.exists()


def test_a_running_server_and_other_files_are_left_alone(place: Path) -> None:
    with listen_at_file(place), pytest.raises(OSError, match="another program listens there"), listen_at_file(place):
        pass
    place.write_text("mine")
    with pytest.raises(OSError, match="another file with that name"), listen_at_file(place):
        pass
    assert place.read_text() == "mine"


def test_a_busy_program_and_one_of_another_kind_are_left_alone(place: Path) -> None:
    with socket.socket(socket.AF_UNIX) as busy, contextlib.ExitStack() as waiting:
        busy.bind(str(place))
        busy.listen(0)
        for _ in range(3):  # nobody accepts them, so the queue is full
            client = waiting.enter_context(socket.socket(socket.AF_UNIX))
            client.setblocking(False)
            with contextlib.suppress(BlockingIOError):
                client.connect(str(place))
        with pytest.raises(OSError, match="another program listens there"), listen_at_file(place):
            pass
    place.unlink()
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as letters:
        letters.bind(str(place))
        with pytest.raises(OSError, match="another program listens there"), listen_at_file(place):
            pass
    assert place.exists()


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (["--socket", "{place}"], "another file with that name"),
        (["--socket", "{place}"], "at the socket '/"),
        (["--socket", "{place}/x"], "its folder doesn't exist"),
        (["--socket", "{place}-none/x"], "its folder doesn't exist"),
        (["--socket", "/" + "x" * 120], f"at most {MAX_SOCKET_PATH} bytes"),
        (["--socket", "{place}", "--port", "8765"], "either at --socket or at --host and --port"),
        (["--socket", "{place}", "--host", "127.0.0.1"], "either at --socket or at --host and --port"),
        (["--path", "dice"], "a path begins with a slash"),
        (["--path", "/a", "--at", "https://x.org/b"], "name the same path in both"),
    ],
)
def test_a_reason_is_one_sentence(
    more: list[str], told: str, place: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place.write_text("mine")
    given = [word.format(place=place) for word in more]
    code, text, error = said(capsys, "serve", "--no-browser", "--database", str(tmp_path / "x.db"), *given)
    assert (code, text) == (2, "") and told in error and len(error.splitlines()) == 1
    assert not list(tmp_path.iterdir())


def test_the_reason_why_nobody_can_listen_there() -> None:
    assert "may not create a file" in explain_socket_error(OSError(errno.EACCES, "x"))
    assert "only words" in explain_socket_error(OSError("only words"))
