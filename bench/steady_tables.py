"""Tables that are played while something else happens to the server, and a watch over the server meanwhile.

Every table has one person who plays both seats at a steady pace, comes back when the connection ends, and remembers
what was acknowledged, so that in the end each acknowledged action can be looked up in the record of its match.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import statistics
import time
import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from .table_load import GAME, decode

PATIENCE = 120.0  # seconds that a server may take to come back, or to answer
AGAIN = 0.05  # seconds until a connection that failed is tried again
AFTER_REFUSAL = 0.3
SEALED = 6  # replies that may wait, acknowledged, at the end of a record


def cpu_of(pid: int) -> float:
    """Return the seconds of processor time that a process has used; 0 if it has ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def cpu_of_all() -> float:
    """Return the seconds of processor time that all programs of this machine have used."""
    fields = [int(word) for word in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:]]
    return (sum(fields[:8]) - fields[3] - fields[4]) / os.sysconf("SC_CLK_TCK")


def resident(pid: int) -> float | None:
    """Return the memory of a process, in MB; None if it has ended."""
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
    return None


@dataclass
class SteadyTable:
    """One table: its person, and what was acknowledged of each match that was played at it."""

    cookie: str
    where: str
    sent: dict[str, tuple[int, str]] = field(default_factory=dict)  # seat and option of each action
    acknowledged: dict[str, int] = field(default_factory=dict)  # the number that each action was given
    number: int = 0  # the last one that was shown


@dataclass
class SteadyTables:
    """Tables at `url` that are played until `stop`; `pace` is how many seconds lie between two actions at one table."""

    url: str
    pace: float = 0.2
    origin: str = ""
    counting: bool = False
    seconds: list[float] = field(default_factory=list)  # that each acknowledgement took, while `counting`
    breaks: int = 0  # connections that ended
    refused: int = 0
    tables: list[SteadyTable] = field(default_factory=list)
    _stop: bool = False
    _tasks: list[asyncio.Task[None]] = field(default_factory=list)

    async def begin(self, count: int) -> None:
        """Open `count` tables, and play at them from now on."""
        for number in range(count):
            table = await self.open()
            self._tasks.append(asyncio.create_task(self._play(table, random.Random(number))))

    async def stop(self) -> None:
        self._stop = True
        for task in self._tasks:
            task.cancel()
        for result in await asyncio.gather(*self._tasks, return_exceptions=True):
            if isinstance(result, Exception):
                raise result

    @property
    def acknowledged(self) -> int:
        return sum(len(table.acknowledged) for table in self.tables)

    def _client(self, cookie: str = "") -> httpx.AsyncClient:
        headers = {"Origin": self.origin or self.url} | ({"Cookie": cookie} if cookie else {})
        return httpx.AsyncClient(base_url=self.url, headers=headers, timeout=PATIENCE)

    async def open(self) -> SteadyTable:
        """Open a table, at which nobody plays yet."""
        async with self._client() as client:
            form = {"seat-0": "person", "seat-1": "person", "name-0": "Ana", "set-target": "20000"}
            form |= {f"seat-{number}": "none" for number in range(2, 6)}
            answer = await client.post(f"/new/{GAME}", data=form)
            assert answer.status_code == 303, answer.text[:400]
            cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        self.tables.append(SteadyTable(cookie, answer.headers["location"]))
        return self.tables[-1]

    async def _play(self, table: SteadyTable, chance: random.Random) -> None:
        """Play at a table, and at a new one when its match is over."""
        while not self._stop:
            try:
                if await self._play_on_one_line(table, chance):
                    table = await self.open()
            except (OSError, WebSocketException, TimeoutError, httpx.HTTPError):
                self.breaks += 1
                await asyncio.sleep(AGAIN)

    async def _play_on_one_line(self, table: SteadyTable, chance: random.Random) -> bool:
        """Play until the connection ends, or return True when the match is over."""
        headers = {"Origin": self.origin or self.url, "Cookie": table.cookie}
        where = f"{self.url.replace('http', 'ws', 1)}{table.where}/ws"
        how: dict[str, Any] = {"max_size": None, "compression": None, "open_timeout": PATIENCE, "ping_interval": None}
        async with connect(where, additional_headers=headers, **how) as line:
            state, due, sent, action = None, time.perf_counter() + chance.random() * self.pace, 0.0, ""
            while True:
                frame = decode(await line.recv())
                if frame.t == "ack" and frame.id == action:
                    if self.counting:
                        self.seconds.append(time.perf_counter() - sent)
                    table.acknowledged[action] = frame.number
                elif frame.t == "refused" and frame.id == action:
                    self.refused += 1
                    await asyncio.sleep(AFTER_REFUSAL)
                    action = ""
                elif frame.t == "state":
                    state, table.number = frame, max(table.number, frame.number)
                    if frame.number and not frame.acting:
                        return True
                if state is not None and state.options and action not in self._waiting(table, state.number):
                    await asyncio.sleep(max(0.0, due - time.perf_counter()))
                    due = max(due + self.pace, time.perf_counter())
                    option, action = chance.choice(state.options)["id"], f"{uuid.uuid4().hex[:16]}-{state.number}"
                    assert state.seat is not None
                    table.sent[action] = (state.seat, option)
                    sent = time.perf_counter()
                    told = {"t": "act", "id": action, "seat": state.seat, "number": state.number, "option": option}
                    await line.send(json.dumps(told))

    @staticmethod
    def _waiting(table: SteadyTable, number: int) -> list[str]:
        """Return the action that was sent for a position and waits for its answer or for the next position, if any."""
        last = next(reversed(table.sent), "")
        return [last] if last.endswith(f"-{number}") else []

    async def lost(self) -> int:
        """Return how many acknowledged actions the records of the matches do not hold."""
        return sum([await self._lost_at(table) for table in self.tables])

    async def record(self, table: SteadyTable) -> list[dict[str, Any]]:
        """Return the actions in the record of a table's match."""
        async with self._client(table.cookie) as client:
            answer = await client.get(f"{table.where}/match.json")
            assert answer.status_code == 200, answer.text[:400]
            found: list[dict[str, Any]] = answer.json()["actions"]
            return found

    async def _lost_at(self, table: SteadyTable) -> int:
        actions, lost = await self.record(table), 0
        for action, number in table.acknowledged.items():
            if number > len(actions):
                lost += number > len(actions) + SEALED
            else:
                found = actions[number - 1]
                lost += (found["seat"], found["option"]) != table.sent[action]
        return lost + (table.number > len(actions) + SEALED)


def quantile(values: list[float], share: float) -> float | None:
    """Return the value that `share` of `values` don't exceed; None if there are none."""
    return sorted(values)[int(share * (len(values) - 1))] if values else None


@dataclass
class Watch:
    """The memory of a server while something happens, and the time of the processors that other programs used."""

    pid: Callable[[], int]
    ours: Callable[[], list[int]] = list
    memory: list[float] = field(default_factory=list)
    others: float = 0.0  # cores that were busy with other programs

    @asynccontextmanager
    async def watching(self, every: float) -> AsyncIterator[None]:
        """Look at the server `every` so many seconds."""
        began, all_then = time.perf_counter(), cpu_of_all()
        known = {pid: cpu_of(pid) for pid in self._own()}
        used = dict.fromkeys(known, 0.0)

        async def look() -> None:
            while True:
                mb = resident(self.pid())
                if mb is not None:
                    self.memory.append(mb)
                for pid in self._own():
                    used[pid] = max(used.get(pid, 0.0), cpu_of(pid) - known.setdefault(pid, 0.0))
                await asyncio.sleep(every)

        task = asyncio.create_task(look())
        try:
            yield
        finally:
            task.cancel()
            took = time.perf_counter() - began
            self.others = max(0.0, cpu_of_all() - all_then - sum(used.values())) / took

    def _own(self) -> list[int]:
        return [os.getpid(), self.pid(), *self.ours()]

    def report(self) -> dict[str, Any]:
        """Return the memory in the second and in the last quarter, by how much it grew, and what others used."""
        quarter = len(self.memory) // 4
        if not quarter:
            return {"other_programs_cores": round(self.others, 2)}
        second, last = (
            statistics.median(part) for part in (self.memory[quarter : 2 * quarter], self.memory[-quarter:])
        )
        return {
            "mb_second_quarter": round(second, 1),
            "mb_last_quarter": round(last, 1),
            "grown_percent": round(100 * (last - second) / second, 1),
            "other_programs_cores": round(self.others, 2),
        }
