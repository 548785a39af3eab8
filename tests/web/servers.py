"""The servers of a house, each a process of its own that may be killed, and put in its place by another version."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx

from .server import PATIENCE, hold

ROOT = Path(__file__).parents[2]
COMES = 300  # seconds that a server may take to start on a machine that is busy with other tests
_HELD: list[socket.socket] = []  # for as long as the tests run


def free_port() -> int:
    """A port for a server that is still to start, which nobody else is given meanwhile."""
    _HELD.append(hold())
    return int(_HELD[-1].getsockname()[1])


class Servers:
    """Some servers of one house; `ports` are those that answer now, for the balancers before them."""

    def __init__(self, place: str, count: int, *how: str) -> None:
        """`how` follows the interpreter's name; place, port and version follow it."""
        self.place, self.version = place, 1
        self.ports: list[int] = []
        self._how = how
        self._running = [self._launch() for _ in range(count)]
        self._come(range(count))

    def _launch(self) -> tuple[subprocess.Popen[bytes], int]:
        port = free_port()
        command = [sys.executable, *self._how, self.place, str(port), str(self.version)]
        return subprocess.Popen(command, cwd=ROOT), port

    def _come(self, which: range) -> None:
        until = time.monotonic() + COMES
        for process, port in (self._running[each] for each in which):
            while True:
                assert process.poll() is None and time.monotonic() < until, "a server did not answer"
                try:
                    httpx.get(f"http://127.0.0.1:{port}/readyz", timeout=2).raise_for_status()
                    break
                except httpx.HTTPError:
                    time.sleep(0.05)
            self.ports.append(port)

    def _end(self, which: int, how: signal.Signals) -> None:
        process, port = self._running[which]
        process.send_signal(how)
        process.wait(timeout=PATIENCE)
        self.ports.remove(port)

    def replace(self, which: int, how: signal.Signals) -> None:
        """End a server, then put a new one in its place; meanwhile the others, if there are any, have its people."""
        which %= len(self._running)
        self._end(which, how)
        self._running[which] = self._launch()
        self._come(range(which, which + 1))

    def upgrade(self) -> None:
        """End all servers, then start as many of the next version."""
        for which in range(len(self._running)):
            self._end(which, signal.SIGTERM)
        self.version += 1
        self._running = [self._launch() for _ in self._running]
        self._come(range(len(self._running)))

    def stop(self) -> None:
        for process, _ in self._running:
            process.send_signal(signal.SIGTERM)
        for process, _ in self._running:
            process.wait(timeout=PATIENCE)

    def close(self) -> None:
        for process, _ in self._running:
            process.kill()
            process.wait()
