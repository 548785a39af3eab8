"""A socket over https for tests that have no event loop of their own."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable
from typing import Any, TypeVar

from websockets.asyncio.client import connect

Result = TypeVar("Result")


class SecureSocket:
    """Use the client of `websockets` that has an event loop, in a thread.

    The one without a loop reads and writes in two threads, which OpenSSL doesn't allow on one connection: now and then
    a request was lost.
    """

    def __init__(self, url: str, **options: Any) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        try:
            self._line = self._run(connect(url, **options))
        except BaseException:
            self._stop()
            raise

    def __enter__(self) -> SecureSocket:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def send(self, text: str) -> None:
        self._run(self._line.send(text))

    def recv(self, timeout: float) -> str | bytes:
        """Return the next message; raise TimeoutError if there is none in time."""
        return self._run(asyncio.wait_for(self._line.recv(), timeout))

    def close(self) -> None:
        self._run(self._line.close())
        self._stop()

    def _run(self, awaitable: Awaitable[Result]) -> Result:
        async def wait() -> Result:
            return await awaitable

        return asyncio.run_coroutine_threadsafe(wait(), self._loop).result()

    def _stop(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
