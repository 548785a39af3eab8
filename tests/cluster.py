"""A real PostgreSQL of the tests' own: in a temporary folder, on a socket there and on loopback."""

from __future__ import annotations

import itertools
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import pytest

from dicehouse.server.storage.database_address import Address

ACCESS = "local all all trust\nhost all all 127.0.0.1/32 scram-sha-256\n"
SETTINGS = {"fsync": "off", "max_connections": "200", "shared_buffers": "32MB", "listen_addresses": "127.0.0.1"}
PASSWORD = "an open secret"  # noqa: S105
PORTS = 3  # that are tried
NO_LIBRARY = "psycopg is not installed here, so nothing of PostgreSQL was tested."
MISSING = "PostgreSQL is not installed here (on Debian: apt install postgresql), so nothing of it was tested."


def programs() -> Path | None:
    """The folder with initdb and postgres, of the newest version."""
    on_path = shutil.which("initdb")
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda at: float(at.parts[-3]))
    return Path(on_path).resolve().parent if on_path else found[-1].parent if found else None


def _somebody() -> str | None:
    """PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return None
    known = {user.pw_name for user in pwd.getpwall()}
    return next(name for name in ("postgres", "nobody") if name in known)


@dataclass
class Cluster:
    """A running server; `fresh` makes an empty database."""

    folder: Path
    port: int
    _numbers: Iterator[int] = field(default_factory=lambda: itertools.count(1))
    _server: subprocess.Popen[bytes] | None = None
    _launch: Callable[[], subprocess.Popen[bytes]] | None = None

    def restart(self, *, at_once: bool) -> None:
        """End the server, `at_once` as after a crash or else in order, and start it again."""
        assert self._server and self._launch
        self._server.send_signal(signal.SIGQUIT if at_once else signal.SIGINT)
        self._server.wait(timeout=60)
        self._server = self._launch()
        assert _answers(self, self._server), (self.folder / "log").read_text()

    def address(self, name: str) -> Address:
        return Address(f"postgresql://dicehouse@/{name}?host={self.folder}&port={self.port}")

    def fresh(self, encoding: str = "UTF8") -> Address:
        name = f"house_{next(self._numbers)}"
        self.tell(f"CREATE DATABASE {name} TEMPLATE template0 ENCODING '{encoding}' LOCALE 'C'")
        return self.address(name)

    def tell(self, statement: str, name: str = "postgres") -> list[tuple[object, ...]]:
        """Say something to a database as its owner."""
        import psycopg

        with psycopg.connect(self.address(name).uri, autocommit=True) as db:
            cursor = db.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []


def _free() -> int:
    """A port of loopback that nobody has just now."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@contextmanager
def _running(command: list[Any], log: IO[bytes], **how: Any) -> Iterator[subprocess.Popen[bytes]]:
    server = subprocess.Popen(command, stderr=log, **how)
    try:
        yield server
    finally:
        server.send_signal(2)  # SIGINT: end now, and in order
        server.wait(timeout=60)


def _answers(there: Cluster, server: subprocess.Popen[bytes]) -> bool:
    """Wait until it does; False if it has ended, as where somebody else took the port meanwhile."""
    import psycopg

    until = time.monotonic() + 60
    while server.poll() is None:
        try:
            there.tell(f"ALTER ROLE dicehouse PASSWORD '{PASSWORD}'")
        except psycopg.OperationalError:
            assert time.monotonic() < until, (there.folder / "log").read_text()
            time.sleep(0.02)
        else:
            return True
    return False


@contextmanager
def cluster(**settings: str) -> Iterator[Cluster]:
    """Start one, and leave nothing behind; `settings` count before those of the tests."""
    pytest.importorskip("psycopg", reason=NO_LIBRARY)
    bin = programs()
    if bin is None:
        pytest.skip(MISSING)
    somebody = _somebody()
    with tempfile.TemporaryDirectory(prefix="dicehouse-pg-", ignore_cleanup_errors=True) as made:
        folder = Path(made)
        if somebody:
            shutil.chown(folder, somebody)
        data = folder / "data"
        run = {"user": somebody, "cwd": folder, "stdout": subprocess.DEVNULL}
        make = [bin / "initdb", "-D", data, "-U", "dicehouse", "--auth=trust", "--no-sync", "-E", "UTF8", "--locale=C"]
        subprocess.run(make, check=True, **run)  # type: ignore[call-overload]
        (data / "pg_hba.conf").write_text(ACCESS)
        with open(folder / "log", "wb") as log, ExitStack() as stack:
            for _ in range(PORTS):
                there = Cluster(folder, _free())
                given = SETTINGS | settings | {"port": str(there.port), "unix_socket_directories": str(folder)}
                listed = [part for name, value in given.items() for part in ("-c", f"{name}={value}")]
                command = [bin / "postgres", "-D", data, *listed]

                def launch(command: list[Any] = command) -> subprocess.Popen[bytes]:
                    return stack.enter_context(_running(command, log, user=somebody, cwd=folder))

                there._server, there._launch = launch(), launch
                if _answers(there, there._server):
                    break
            else:
                raise AssertionError((folder / "log").read_text())
            yield there
