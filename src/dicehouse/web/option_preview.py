"""Try out what an option is likely to bring while a player aims: in a separate thread, one option at a time for each
page, and all pages in turn."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from dicehouse.errors import DicehouseError
from dicehouse.process_threads import ProcessThreads

PreviewResults = Iterator[Mapping[str, Any]]


class PreviewWorker:
    """Run previews in one thread, so that bots and pages keep the rest of the machine."""

    def __init__(self) -> None:
        self._pool = ProcessThreads(1, "trials")

    async def next_result(self, answers: PreviewResults) -> Mapping[str, Any] | None:
        """Return the next answer; None if there are no more."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, next, answers, None)

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


class OptionPreview:
    """Track what one page wants to preview: only the newest option is tried out, and the one before it is dropped."""

    def __init__(self, workshop: PreviewWorker, reply: Callable[[dict[str, Any]], None]) -> None:
        self._workshop = workshop
        self._reply = reply
        self._task: asyncio.Task[None] | None = None

    def begin(self, asked: str, answers: PreviewResults) -> None:
        """Start this preview; each answer is sent as soon as it is known."""
        self.drop()
        self._task = asyncio.create_task(self._run_preview(asked, answers))

    def drop(self) -> None:
        """Drop the preview that is running."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def _run_preview(self, asked: str, answers: PreviewResults) -> None:
        try:
            while (facts := await self._workshop.next_result(answers)) is not None:
                self._reply({"t": "likely", "id": asked, "facts": facts})
        except DicehouseError as error:
            self._reply({"t": "likely", "id": asked, "why": str(error)})
