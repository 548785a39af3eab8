"""A service that takes messages over https, byte by byte as a test wants it, and a client that takes it for public."""

from __future__ import annotations

import json
import queue
import socket
import ssl
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .letters import certificate
from .server import PATIENCE

PUBLIC = "93.184.215.14"
ELSEWHERE = "127.0.0.2"  # where connections come from, as nobody here may have both ends of one
OK = b"HTTP/1.1 204 No Content\r\n\r\n"


@dataclass(frozen=True)
class Got:
    """One request."""

    line: str
    headers: dict[str, str]
    body: bytes
    size: int

    @property
    def json(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.body)
        return found


class HookService:
    """A server that keeps what it gets. `answers` are written piece by piece, with `pause` seconds between them."""

    def __init__(self, folder: Path) -> None:
        self.got: queue.Queue[Got] = queue.Queue()
        self.connections = 0
        self.answers: Sequence[bytes] = [OK]
        self.pause = 0.0
        self.silent = False  # no word of TLS
        self.left: threading.Event | None = None  # it is set when the client left, and nothing comes until then
        self._trust = certificate(folder)
        self._tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._tls.load_cert_chain(self._trust)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def context(self) -> ssl.SSLContext:
        """For a client that believes this server."""
        return ssl.create_default_context(cafile=str(self._trust))

    def at(self, path: str = "/hook") -> str:
        return f"https://localhost:{self.port}{path}"

    def next(self) -> Got:
        return self.got.get(timeout=PATIENCE)

    def close(self) -> None:
        self._listening.close()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                line, _ = self._listening.accept()
                self.connections += 1
                threading.Thread(target=self._answer, args=(line,), daemon=True).start()

    def _answer(self, plain: socket.socket) -> None:
        plain.settimeout(PATIENCE)
        with suppress(OSError), plain:
            if self.silent:
                plain.recv(1)
                while plain.recv(65536):
                    pass
                return
            with self._tls.wrap_socket(plain, server_side=True) as line:
                self._take(line)

    def _take(self, line: ssl.SSLSocket) -> None:
        read = b""
        while b"\r\n\r\n" not in read:
            if not (more := line.recv(65536)):
                return
            read += more
        head, _, body = read.partition(b"\r\n\r\n")
        first, *rest = head.decode("ascii").split("\r\n")
        headers = dict(each.split(": ", 1) for each in rest)
        while len(body) < int(headers["Content-Length"]):
            body += line.recv(65536)
        answers, pause = self.answers, self.pause  # as they are before a test knows of the request
        self.got.put(Got(first, headers, body, len(head) + 4 + len(body)))
        for piece in answers:
            line.sendall(piece)
            time.sleep(pause)
        if self.left is not None:
            with suppress(OSError):
                line.recv(1)
            self.left.set()


class Names:
    """What a name server says: the next of `answers` each time, the last one for ever."""

    def __init__(self, *answers: Sequence[str]) -> None:
        self.answers = list(answers)
        self.asked: list[str] = []

    def __call__(self, host: str, port: int) -> Sequence[str]:
        self.asked.append(host)
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


class Wire:
    """The internet: every address leads to one service, and is kept."""

    def __init__(self, service: HookService, come_from: str = ELSEWHERE) -> None:
        self.service = service
        self.come_from = come_from
        self.dialled: list[tuple[str, int]] = []
        self.dead: set[str] = set()

    def __call__(self, where: tuple[str, int], seconds: float) -> socket.socket:
        self.dialled.append(where)
        if where[0] in self.dead:
            raise TimeoutError("timed out")
        return socket.create_connection(("127.0.0.1", self.service.port), seconds, source_address=(self.come_from, 0))


Lookup = Callable[[str, int], Sequence[str]]
