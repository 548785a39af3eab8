"""A second server on the same port does not start, on any system, and says why in one sentence."""

from __future__ import annotations

import errno
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from dicehouse.web.listening_socket import explain_listen_error, listen, plain_host
from dicehouse.web.reachable_address import ListenAddress, own_url

from ..cli.test_commands import said

EVERYWHERE = "0.0.0.0"  # noqa: S104  # what a host may name
PLATFORMS = ["linux", "darwin", "freebsd14"]


@pytest.fixture(params=["127.0.0.1", EVERYWHERE])
def taken(request: pytest.FixtureRequest) -> Iterator[int]:
    """A port at which somebody listens."""
    with listen(request.param, 0) as listening:
        yield listening.getsockname()[1]


@pytest.mark.parametrize("host", ["127.0.0.1", EVERYWHERE, ""])
@pytest.mark.parametrize("platform", PLATFORMS)
def test_nobody_listens_where_somebody_listens(taken: int, host: str, platform: str) -> None:
    with pytest.raises(OSError, match="in use") as caught:
        listen(host, taken, platform=platform)
    assert "already in use" in explain_listen_error(caught.value, taken)


@pytest.mark.parametrize("platform", ["darwin", "freebsd14"])
def test_a_system_that_would_allow_a_second_one_is_asked_first(
    taken: int, platform: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where bind and listen would succeed, as on macOS at 127.0.0.1 beside 0.0.0.0."""
    monkeypatch.setattr(socket.socket, "bind", lambda *_: None)
    with pytest.raises(OSError, match="in use"):
        listen("127.0.0.1", taken, platform=platform)


def test_windows_gives_a_port_to_one_program_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr(socket, "SO_EXCLUSIVEADDRUSE", -5, raising=False)
    monkeypatch.setattr(socket.socket, "setsockopt", lambda self, level, option, value: asked.append(option))
    listen("127.0.0.1", 0, platform="win32").close()
    assert asked == [-5], "and not SO_REUSEADDR, which would let a second program take the port over"


@pytest.mark.parametrize("platform", PLATFORMS)
def test_a_port_is_free_again_after_a_restart(platform: str) -> None:
    """Also while old connections are still being closed."""
    first = listen("127.0.0.1", 0, platform=platform)
    where = first.getsockname()
    client = socket.create_connection(where)
    served, _ = first.accept()
    served.close()  # the server closes first, so its end waits
    client.close()
    first.close()
    listen("127.0.0.1", where[1], platform=platform).close()


class WindowsError(OSError):
    def __init__(self, code: int, number: int) -> None:
        super().__init__(number, "as Windows words it")
        self.winerror = code


@pytest.mark.parametrize(
    ("error", "port", "told"),
    [
        (OSError(errno.EADDRINUSE, "x"), 8765, "already in use"),
        (WindowsError(10048, errno.EADDRINUSE), 8765, "already in use"),
        (WindowsError(10013, errno.EACCES), 8765, "already in use"),
        (OSError(errno.EACCES, "x"), 80, "special permissions"),
        (OSError(errno.EADDRNOTAVAIL, "x"), 8765, "no such address"),
        (socket.gaierror(-2, "Name or service not known"), 8765, "Name or service not known"),
        (OSError(errno.EINVAL, "x"), 8765, "fe80::1%eth0"),
        (OSError("only words"), 8765, "only words"),
    ],
)
def test_the_reason(error: OSError, port: int, told: str) -> None:
    assert told in explain_listen_error(error, port)


@pytest.mark.parametrize("host", ["127.0.0.1", EVERYWHERE])
def test_a_second_server_says_so(taken: int, host: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["serve", "--no-browser", "--host", host, "--port", str(taken), "--database", str(tmp_path / "x.db")]
    code, text, error = said(capsys, *arguments)
    assert (code, text) == (2, "") and len(error.splitlines()) == 1
    assert "already in use" in error and str(taken) in error and "--port" in error
    assert not list(tmp_path.iterdir())


def test_the_port_of_the_metrics_is_named_if_that_is_taken(
    taken: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("prometheus_client")
    arguments = ["serve", "--no-browser", "--port", "0", "--metrics", str(taken), "--database", str(tmp_path / "x.db")]
    code, text, error = said(capsys, *arguments)
    assert (code, text) == (2, "") and len(error.splitlines()) == 1
    assert "metrics" in error and "already in use" in error and str(taken) in error and "--metrics" in error
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(not socket.has_ipv6 or sys.platform != "linux", reason="needs IPv6 as Linux has it")
@pytest.mark.parametrize(("first", "second"), [("::", "127.0.0.1"), ("::", EVERYWHERE), (EVERYWHERE, "::")])
def test_both_families_share_a_port(first: str, second: str) -> None:
    try:
        held = listen(first, 0)
    except OSError:
        pytest.skip("this machine has no IPv6")
    with held, pytest.raises(OSError, match="in use"):
        listen(second, held.getsockname()[1])


@pytest.mark.parametrize(
    ("host", "plain", "opened"),
    [
        ("127.0.0.1", "127.0.0.1", "http://127.0.0.1:80"),
        ("127.1", "127.0.0.1", "http://127.0.0.1:80"),
        ("0x7f000001", "127.0.0.1", "http://127.0.0.1:80"),
        ("::ffff:127.0.0.1", "127.0.0.1", "http://127.0.0.1:80"),
        ("0", EVERYWHERE, "http://127.0.0.1:80"),
        ("", "", "http://127.0.0.1:80"),
        ("0:0:0:0:0:0:0:0", "::", "http://127.0.0.1:80"),
        ("::1", "::1", "http://[::1]:80"),
        ("[::1]", "::1", "http://[::1]:80"),
        ("FD00:0::7", "fd00::7", "http://[fd00::7]:80"),
        ("fe80::1%eth0", "fe80::1%eth0", "http://[fe80::1%eth0]:80"),
        ("localhost", "localhost", "http://localhost:80"),
        ("300.1", "300.1", "http://300.1:80"),
        ("1.2.3.4.5", "1.2.3.4.5", "http://1.2.3.4.5:80"),
    ],
)
def test_an_address_is_written_so_that_a_browser_can_open_it(host: str, plain: str, opened: str) -> None:
    assert plain_host(host) == plain
    assert own_url(ListenAddress(plain, 80)) == opened
