"""What stands between people and servers: it finds a server that takes a connection, and it can fail as networks do."""

from __future__ import annotations

import asyncio
import socket
import threading

from .server import PATIENCE


class Balancer(threading.Thread):
    """Hands each new connection to the next server that takes it, as a proxy in front of several does."""

    def __init__(self, ports: list[int] | None = None, port: int = 0) -> None:
        super().__init__(daemon=True)
        self.ports: list[int] = [] if ports is None else ports
        self._next = 0
        self._open: set[asyncio.StreamWriter] = set()
        self._refuses = False
        self._listening = socket.create_server(("127.0.0.1", port))
        self._ready = threading.Event()
        self.url = f"http://127.0.0.1:{self._listening.getsockname()[1]}"

    def run(self) -> None:
        asyncio.run(self._serve())  # noqa: TID251 - in a thread of its own

    async def _serve(self) -> None:
        self._loop, self._closed = asyncio.get_running_loop(), asyncio.Event()
        self._flows = asyncio.Event()
        self._flows.set()
        async with await asyncio.start_server(self._pass_on, sock=self._listening):
            self._ready.set()
            await self._closed.wait()
            self._break()
            self._flows.set()
            while self._open:
                await asyncio.sleep(0.01)

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._closed.set)
        self.join(timeout=PATIENCE)

    # how networks fail

    def cut(self) -> None:
        """All connections break, and there are no new ones."""
        self._ready.wait()
        self._loop.call_soon_threadsafe(self._break)

    def hush(self) -> None:
        """Nothing comes through any more, and nobody is told: as when somebody walks out of reach."""
        self._ready.wait()
        self._loop.call_soon_threadsafe(self._flows.clear)

    def mend(self) -> None:
        """The network is there again, with what was held back."""
        self._refuses = False
        self._loop.call_soon_threadsafe(self._flows.set)

    def _break(self) -> None:
        self._refuses = True
        for writer in self._open:
            writer.transport.abort()

    # passing on

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for _ in range(0 if self._refuses else len(self.ports)):
            self._next += 1
            try:
                there = await asyncio.open_connection("127.0.0.1", self.ports[self._next % len(self.ports)])
            except OSError:
                continue
            ends = {writer, there[1]}
            self._open |= ends
            try:
                await asyncio.gather(self._pump(reader, there[1]), self._pump(there[0], writer))
            finally:
                self._open -= ends
            return
        writer.close()

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(65536):
                await self._flows.wait()
                writer.write(data)
                await writer.drain()
        except OSError:
            pass
        finally:
            writer.close()
