"""What an option is likely to bring, tried out beside the table while somebody aims: in a thread of its own, for a
page one option at a time, and for all pages by turns.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from dicehouse.errors import DicehouseError

Answers = Iterator[Mapping[str, Any]]


class Workshop:
    """Where a server tries things out: one thread, so that bots and pages keep the rest of the machine."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="trials")

    async def next_of(self, answers: Answers) -> Mapping[str, Any] | None:
        """The next answer; None if there is no more."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, next, answers, None)

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


class Trials:
    """What one page wants to know: only the newest option is tried out, and the one before it no further."""

    def __init__(self, workshop: Workshop, reply: Callable[[dict[str, Any]], None]) -> None:
        self._workshop = workshop
        self._reply = reply
        self._task: asyncio.Task[None] | None = None

    def begin(self, asked: str, answers: Answers) -> None:
        """Try this out now; each answer is sent as soon as it is known."""
        self.drop()
        self._task = asyncio.create_task(self._go_on(asked, answers))

    def drop(self) -> None:
        """Whatever is tried out is not wanted any more."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def _go_on(self, asked: str, answers: Answers) -> None:
        try:
            while (facts := await self._workshop.next_of(answers)) is not None:
                self._reply({"t": "likely", "id": asked, "facts": facts})
        except DicehouseError as error:
            self._reply({"t": "likely", "id": asked, "why": str(error)})
