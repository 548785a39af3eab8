"""Review finished matches in the background: one at a time, with a low priority, and each only once.

A request for a review is stored, so that the review is made even if the server closes meanwhile. A review is stored
with the version of the engine that made it. Only finished matches are reviewed, since a review could help at a running
table.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import math
import os
import threading
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from dicehouse.core import Game
from dicehouse.engine import engine_of
from dicehouse.engine.thought import Parts, finish
from dicehouse.errors import DicehouseError
from dicehouse.process_threads import ProcessThreads

from ...i18n import _
from ...i18n.text import unpack_text
from ..driver import Thinkers, in_parts
from ..seats import Refused
from ..storage import table_records
from ..storage.database import Statement
from ..storage.store import Store

if TYPE_CHECKING:
    from ..live_table import Table

log = logging.getLogger("dicehouse.server")

NICENESS = (
    5  # a third of the usual share of a full machine: with 15, it would be a thirtieth, and a review would starve
)
MOST_WAITING, MOST_EACH = 24, 4
STEP_ASIDE = 0.5  # seconds that a review waits for bots that think, each time it reports its progress
LOOK = 0.05
PEOPLE = "people"  # the level of people; that of a bot is its name

NOT_OVER = _("You can review a game when it is over.")
CHOSEN = _("A lesson has no review, because its dice are chosen. Play a real game for a review.")
FORKED = _("A what-if has no review. The game it began from has one.")
OLDER = _("This game used older rules, at least in part, so it can't be reviewed.")
FULL = _("The server is reviewing many games right now. Come back in a few minutes.")
YOURS = _("You are already waiting for {reviews} reviews. Come back when one of them is done.", reviews=MOST_EACH)
FAILED = _("This game couldn't be reviewed. The game itself is safe.")

STORED_TEXTS = ("text", "reason", "says", "why", "why_you")  # of rows, and of their better options

Progress = Callable[[int, int], None]


class Reviewer(Protocol):
    """Make reviews, in a thread, from a match in its JSON form, and report the progress."""

    @property
    def version(self) -> int:
        """Return a number that grows when reviews come out differently."""

    def ready(self, game: Game) -> bool:
        """Return True if `game` can be reviewed now."""

    def review(self, saved: Mapping[str, Any], levels: Sequence[str], progress: Progress) -> str:
        """Return the review of the match `saved` as JSON; `levels` are those of the players, by seat.

        Report the work done and the total to `progress` now and then.
        """

    def review_in_parts(self, saved: Mapping[str, Any], levels: Sequence[str], progress: Progress) -> Parts[str]:
        """Review as `review` does, in parts, where there are no threads."""


class Engine:
    """Make reviews with the library; `seconds` is what a review may take if it is not exact (default: as usual)."""

    def __init__(self, seconds: float | None = None) -> None:
        self._seconds = seconds

    @property
    def version(self) -> int:
        from dicehouse.review import REVIEW_VERSION

        return REVIEW_VERSION

    def ready(self, game: Game) -> bool:
        """Return True unless the rules of `game` still have to be compiled, which would keep everybody waiting."""
        return game.engine is not None or engine_of(game).compiled

    def review(self, saved: Mapping[str, Any], levels: Sequence[str], progress: Progress) -> str:
        return finish(self.review_in_parts(saved, levels, progress))

    def review_in_parts(self, saved: Mapping[str, Any], levels: Sequence[str], progress: Progress) -> Parts[str]:
        from dicehouse.review.review_match import review_in_parts

        found = yield from review_in_parts(saved, self._seconds, 0, str(saved["id"]), progress, levels)
        return found.as_stored_json()


class _Stopped(Exception):
    """Stop a review because the server closes."""


@dataclass(slots=True)
class _Job:
    table: str
    game: Game
    saved: Mapping[str, Any]
    asker: str
    levels: Sequence[str]
    done: int = 0
    total: int = 0
    began: float = 0.0  # when work on it began


@dataclass(frozen=True, slots=True)
class ReviewProgress:
    """Hold the state of a review: `review` once it is made, `why` if it could not be, or how much is `done` of `total`.

    `ahead` is the number of reviews that are made before it. `old` is True if an earlier version of the engine made it.
    `remaining` is about how many seconds are left, by the time that the work done took; None if nothing is done yet.
    """

    review: Mapping[str, Any] | None = None
    old: bool = False
    why: str = ""
    done: int = 0
    total: int = 0
    ahead: int = 0
    remaining: int | None = None

    @property
    def settled(self) -> bool:
        """Return True if the review is made or has failed."""
        return self.review is not None or bool(self.why)

    @property
    def percent(self) -> int:
        """Return how much of the review is done, from 0 to 100."""
        return min(100, 100 * self.done // self.total) if self.total else 0


class Reviews:
    """Keep all reviews of a server."""

    def __init__(
        self,
        store: Store,
        find: Callable[[str], Awaitable[Table]],
        thinkers: Thinkers,
        reviewer: Reviewer | None = None,
    ) -> None:
        self._store = store
        self._find = find
        self._thinkers = thinkers
        self._reviewer = reviewer or Engine()
        self._jobs: dict[str, _Job] = {}  # in the order in which they were asked for
        self._task: asyncio.Task[None] | None = None
        self._stop = threading.Event()
        self._pool = ProcessThreads(1, "review", _step_back)

    # asking -----------------------------------------------------------------------------------------------------

    async def look(self, table: Table, asker: str) -> ReviewProgress:
        """Return the review of a table's match, or how far it is; ask for it if nobody has.

        `asker` identifies who asks, because each may have only a few reviews waiting. Raise Refused, with the reason,
        if there can't be one.
        """
        refuse(table)
        job = self._jobs.get(table.id)
        if job is not None:
            return self._progress_of(job)
        kept = await self._store.read(lambda db: table_records.read_review(db, table.id))
        if kept is None or not (kept.made or kept.failed):
            return await self._ask(table, asker)
        if kept.made is None:
            return ReviewProgress(why=kept.failed or FAILED)
        return ReviewProgress(read_stored(kept.made), old=kept.version != self._reviewer.version)

    async def made(self, table: Table) -> Mapping[str, Any] | None:
        """Return the review of a table's match if there is one; ask for none."""
        kept = await self._store.read(lambda db: table_records.read_review(db, table.id))
        return read_stored(kept.made) if kept is not None and kept.made else None

    async def make_again(self, table: Table, asker: str) -> ReviewProgress:
        """Make a review again, if it failed or an earlier version made it, and return how far it is."""
        there = await self.look(table, asker)
        return await self._ask(table, asker) if there.why or there.old else there

    async def resume(self) -> None:
        """Continue with the reviews that were asked for before the server closed."""
        for table_id in await self._store.read(table_records.read_unmade_reviews):
            try:
                await self._ask(await self._find(table_id), "", limited=False)
            except DicehouseError as error:
                log.error("table %s can't be reviewed: %s", table_id, error)

    async def _ask(self, table: Table, asker: str, limited: bool = True) -> ReviewProgress:
        refuse(table)
        if table.id not in self._jobs:
            if limited and len(self._jobs) >= MOST_WAITING:
                raise Refused(FULL)
            if limited and sum(job.asker == asker for job in self._jobs.values()) >= MOST_EACH:
                raise Refused(YOURS)
        if not await self._store.claim(_claim(table.id)):
            return ReviewProgress()  # another server makes it
        if self._store.shared and (made := await self._made_meanwhile(table.id)):
            return made
        if table.id not in self._jobs:
            saved, levels = table.state.playing().save(secret=True), [seat.bot or PEOPLE for seat in table.state.seats]
            job = self._jobs[table.id] = _Job(table.id, table.game, saved, asker, levels)
            try:
                await self._store.write(table_records.ask_review(table.id, time.time()))
            except BaseException:
                self._jobs.pop(table.id, None)
                raise
            if self._task is None or self._task.done():
                self._task = asyncio.get_running_loop().create_task(self._work())
            return self._progress_of(job)
        return self._progress_of(self._jobs[table.id])

    async def _made_meanwhile(self, table: str) -> ReviewProgress | None:
        """Return a review that another server made between our look at the store and our claim, or None."""
        kept = await self._store.read(lambda db: table_records.read_review(db, table))
        if table in self._jobs or kept is None or kept.made is None or kept.version != self._reviewer.version:
            return None
        await self._store.free(_claim(table))
        return ReviewProgress(read_stored(kept.made))

    def _progress_of(self, job: _Job) -> ReviewProgress:
        ahead = list(self._jobs).index(job.table)
        remaining = None
        if job.done:
            remaining = math.ceil((time.monotonic() - job.began) * (job.total - job.done) / job.done)
        return ReviewProgress(done=job.done, total=job.total, ahead=0 if job.total else ahead, remaining=remaining)

    # making -----------------------------------------------------------------------------------------------------

    async def _work(self) -> None:
        while self._jobs:
            job = next((each for each in self._jobs.values() if self._reviewer.ready(each.game)), None)
            if job is None:
                await asyncio.sleep(LOOK)
                continue
            try:
                await self._store.write(await self._made(job))
            except Exception:  # the database failed: the review is made after the next start
                log.exception("table %s: its review couldn't be saved", job.table)
            finally:
                self._jobs.pop(job.table, None)
            await self._store.free(_claim(job.table))

    async def _made(self, job: _Job) -> Statement:
        try:
            if self._thinkers.elsewhere is not None:
                made = await in_parts(self._review_in_parts(job), self._thinkers.elsewhere)
            else:
                made = await asyncio.get_running_loop().run_in_executor(self._pool, self._review, job)
        except Exception:
            log.exception("table %s couldn't be reviewed", job.table)
            return table_records.fail_review(job.table, FAILED)
        return table_records.keep_review(job.table, self._reviewer.version, made)

    def _review_in_parts(self, job: _Job) -> Parts[str]:
        """Return the review of `job` as JSON, in parts, where there are no threads."""

        def report(done: int, total: int) -> None:
            job.done, job.total = max(0, done), max(1, total)

        job.began = time.monotonic()
        report(0, 100)
        return self._reviewer.review_in_parts(job.saved, job.levels, report)

    def _review(self, job: _Job) -> str:
        """Return the review of `job` as JSON. This runs in the thread of reviews."""

        def report(done: int, total: int) -> None:
            job.done, job.total = max(0, done), max(1, total)
            until = time.monotonic() + STEP_ASIDE
            while self._thinkers.busy and time.monotonic() < until and not self._stop.is_set():
                time.sleep(LOOK)
            if self._stop.is_set():
                raise _Stopped

        job.began = time.monotonic()
        report(0, 100)
        return self._reviewer.review(job.saved, job.levels, report)

    def close(self) -> None:
        """Stop. Reviews that are not made yet are made when the server starts again."""
        self._stop.set()
        if self._task is not None:
            self._task.cancel()
        self._pool.shutdown(wait=False, cancel_futures=True)


def read_stored(text: str) -> dict[str, Any]:
    """Read a stored review of any version, as plain data with texts.

    Reviews of earlier versions hold their texts in English.
    """
    found: dict[str, Any] = json.loads(text)
    for row in found["rows"]:
        for each in (row, row["best"] or {}):
            each.update((key, unpack_text(each[key])) for key in STORED_TEXTS if isinstance(each.get(key), dict))
    return found


def _claim(table: str) -> str:
    """Return the name under which a server claims to review a table's match."""
    return f"review:{table}"


def refuse(table: Table) -> None:
    """Raise Refused if a table's match can't have a review."""
    if table.state.record.lesson is not None:
        raise Refused(CHOSEN)
    if table.state.match is None or not table.state.match.over:
        raise Refused(NOT_OVER)
    if table.state.record.what_if is not None and not table.state.record.from_file:
        raise Refused(FORKED)
    if table.state.match.n_actions_under_older_rules:
        raise Refused(OLDER)


def _step_back() -> None:
    """Lower the priority of this thread, on systems that can do that for a thread."""
    with contextlib.suppress(AttributeError, OSError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
