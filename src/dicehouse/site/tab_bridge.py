"""Give the worker the application of a tab, with values converted between JavaScript and Python.

Only Pyodide can import this module.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import anyio.to_thread
from pyodide.ffi import to_js

from .tab_app import Answer, TabApp, TabSocket
from .tab_app import start as start_app
from .tab_rules import RulesCall, exp_table, load_rules, make_elsewhere

__all__ = ["exp_table", "start"]


async def _run_here(work: Callable[..., Any], *given: Any, **_: Any) -> Any:
    """Call `work` at once: there are no threads that could."""
    return work(*given)


anyio.to_thread.run_sync = _run_here  # type: ignore[assignment]  # its options say how threads are used


class TabBridge:
    """Pass on requests and sockets of the worker."""

    def __init__(self, tab: TabApp, keep_cookies: Callable[[str], None]) -> None:
        self._tab, self._keep_cookies = tab, keep_cookies
        self._cookies = tab.cookies

    async def request(self, method: str, address: str, headers: Any, body: str) -> Answer:
        """Answer one request."""
        answer = await self._tab.request(method, address, headers.to_py(), body.encode())
        if self._tab.cookies != self._cookies:
            self._cookies = self._tab.cookies
            self._keep_cookies(self._cookies)
        return answer

    def open_socket(self, address: str, headers: Any, receive: Any, closed: Any) -> TabSocket:
        """Open the socket at `address`."""
        return self._tab.open_socket(address, headers.to_py(), receive, closed)


def calls_by(think: Any) -> Callable[[RulesCall], Awaitable[int]]:
    """Return a function that has calls made by `think`, a function of the worker."""

    async def make(call: RulesCall) -> int:
        given = to_js([call.words, call.addresses, call.arrays])
        answer = await think(call.game, call.name, call.seconds, call.counted, given)
        for array, written in zip(call.arrays, answer.arrays, strict=True):
            written.assign_to(array)
        return int(answer.result)

    return make


async def start(saved: Any, key: Any, cookies: str, keep: Any, keep_cookies: Any, think: Any) -> TabBridge:
    """Return the running application with the tables in `saved`, or with none."""

    async def keep_copy(data: bytes) -> None:
        await keep(to_js(data))

    load_rules()
    tables = None if saved is None else saved.to_bytes()
    tab = await start_app(tables, key.to_bytes(), cookies, keep_copy, elsewhere=make_elsewhere(calls_by(think)))
    return TabBridge(tab, keep_cookies)
