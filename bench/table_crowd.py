"""What many readers cost a server on one core: tables that are watched, one with a crowd, and all coming back at once.

    python -m bench.table_crowd [--tables 50] [--watchers 1] [--crowd 2000] [--back 1500] [--seconds 8] [--json]

A real server in its own process and this client in another, over real sockets. "Watched": the closed loop of
`table_load` while so many others look on at every table. "Crowd": one table with so many onlookers, at which something
is played twice a second; how long until the last of them has it. "Back": the server is killed and started again, and so
many sockets of people at its tables come back at once; how long until the last of them has its table before it.
A part with 0 is left out.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from .table_load import SERVE, Seat, Short, Tally, cpu_seconds, decode, free_port, open_tables, report, wait_for

MANY = SERVE.replace("tables=wide", "tables=wide, sockets_per_guest=100_000")
ACTIONS = 12  # that a crowd sees
DOORS = 100  # connections that are made at a time


@contextmanager
def served(folder: str, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """A server of a house in a folder."""
    Path(folder).mkdir(exist_ok=True)
    with subprocess.Popen([sys.executable, "-c", MANY, f"{folder}/house.db", str(port)]) as process:
        try:
            wait_for(f"http://127.0.0.1:{port}", process)
            yield process
        finally:
            process.kill()


async def at_once(count: int, does: Callable[[int], Awaitable[Any]]) -> list[Any]:
    """Do something so many times, some of them at a time."""
    doors = asyncio.Semaphore(DOORS)

    async def one(number: int) -> Any:
        async with doors:
            return await does(number)

    return await asyncio.gather(*(one(number) for number in range(count)))


async def look_on(url: str, path: str, **headers: str) -> ClientConnection:
    """A socket at a table; without a cookie that of somebody who only looks on."""
    where, headers = url.replace("http", "ws") + path, {"Origin": url, **headers}
    return await connect(
        where, additional_headers=headers, max_size=None, compression=None, open_timeout=120, ping_interval=None
    )


def path_of(seat: Seat) -> str:
    """Where the socket of a seat leads."""
    assert seat.line.request is not None
    return seat.line.request.path


def cookie_of(seat: Seat) -> str:
    """By what the house knows the person in a seat."""
    assert seat.line.request is not None
    return seat.line.request.headers["Cookie"]


async def watched(url: str, pid: int, tables: int, watchers: int, seconds: float) -> dict[str, Any]:
    """The closed loop with others looking on at every table."""
    tally, seen = Tally(), 0
    seats = await open_tables(url, tables, tally, None)
    paths = [path_of(seat) for seat in seats[::2]] * watchers
    lines = await at_once(len(paths), lambda number: look_on(url, paths[number]))

    async def read(line: ClientConnection) -> None:
        nonlocal seen
        async for _ in line:
            seen += tally.counting

    tasks = [asyncio.create_task(each) for each in (*(s.play() for s in seats), *(read(line) for line in lines))]
    await asyncio.sleep(min(2.0, seconds / 3))
    tally.counting, tally.received, tally.size = True, 0, 0
    began, used = time.perf_counter(), cpu_seconds(pid)
    await asyncio.sleep(seconds)
    took, used = time.perf_counter() - began, cpu_seconds(pid) - used
    tally.counting = False
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await asyncio.gather(*(each.close() for each in (*lines, *(s.line for s in seats))), return_exceptions=True)
    found = report(f"watched by {watchers}", tables, tally, took, used)
    return {**found, "frames_to_onlookers_per_second": round(seen / took)}


async def choose(seat: Seat, frame: Short) -> None:
    """Play the first thing that somebody may do."""
    told = {"t": "act", "id": f"{frame.number}", "seat": frame.seat, "number": frame.number}
    await seat.line.send(json.dumps({**told, "option": frame.options[0]["id"]}))


async def crowd(url: str, pid: int, size: int) -> dict[str, Any]:
    """One table with many onlookers: how long until all have it that something was played."""
    seats = await open_tables(url, 1, Tally(), None)
    began, used = time.perf_counter(), cpu_seconds(pid)
    lines = await at_once(size, lambda _: look_on(url, path_of(seats[0])))
    came, entering, shown = time.perf_counter() - began, cpu_seconds(pid) - used, [-1] * size
    asked: dict[int, tuple[Seat, Short]] = {}  # by position: who is asked what

    async def read(place: int) -> None:
        async for text in lines[place]:
            shown[place] = max(shown[place], decode(text).number)

    async def follow(seat: Seat) -> None:
        async for text in seat.line:
            frame = decode(text)
            if frame.options and frame.seat in frame.acting:
                asked[frame.number] = seat, frame

    tasks = [asyncio.create_task(each) for each in (*map(follow, seats), *map(read, range(size)))]
    while min(shown) < 0:
        await asyncio.sleep(0.01)
    await asyncio.sleep(5)  # until all have been told how many came
    waits, used = [], cpu_seconds(pid)
    for number in range(1, ACTIONS + 1):
        began = time.perf_counter()
        await choose(*asked[number - 1])
        while min(shown) < number:
            await asyncio.sleep(0.002)
        waits.append(time.perf_counter() - began)
        await asyncio.sleep(max(0.1, 0.5 - waits[-1]))
    used = cpu_seconds(pid) - used
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await asyncio.gather(*(each.close() for each in (*lines, *(s.line for s in seats))), return_exceptions=True)
    return {
        "load": f"crowd of {size}",
        "came_in_s": round(came, 2),
        "server_s_for_that": round(entering, 2),
        "actions": ACTIONS,
        "median_s_until_all_saw": round(statistics.median(waits), 3),
        "longest_s": round(max(waits), 3),
        "server_ms_per_action": round(1000 * used / ACTIONS, 1),
    }


async def back(folder: str, port: int, sockets: int) -> dict[str, Any]:
    """All people at many tables come back to a server that was killed and started again."""
    url = f"http://127.0.0.1:{port}"
    with served(folder, port):
        seats = await open_tables(url, sockets // 2, Tally(), None)
        asked = [(path_of(seat), cookie_of(seat)) for seat in seats]
    await asyncio.gather(*(seat.line.close() for seat in seats), return_exceptions=True)
    with served(folder, port) as process:
        began, used = time.perf_counter(), cpu_seconds(process.pid)
        waits: list[float] = []
        lines: list[ClientConnection] = []

        async def come(number: int) -> None:
            path, cookie = asked[number]
            line = await look_on(url, path, Cookie=cookie)
            while decode(await line.recv()).t != "state":
                pass
            waits.append(time.perf_counter() - began)
            lines.append(line)

        await at_once(len(asked), come)
        used = cpu_seconds(process.pid) - used
        await asyncio.gather(*(line.close() for line in lines), return_exceptions=True)
    waits.sort()
    return {
        "load": f"{len(asked)} sockets back at {len(asked) // 2} tables",
        "median_s": round(statistics.median(waits), 2),
        "last_s": round(waits[-1], 2),
        "server_s": round(used, 2),
    }


def measured(arguments: argparse.Namespace, folder: str) -> Iterator[dict[str, Any]]:
    """The parts that were asked for, one after the other, each with a house of its own."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    if arguments.tables and arguments.watchers:
        with served(f"{folder}/watched", port) as process:
            given = arguments.tables, arguments.watchers, arguments.seconds
            yield asyncio.run(watched(url, process.pid, *given))
    if arguments.crowd:
        with served(f"{folder}/crowd", port) as process:
            yield asyncio.run(crowd(url, process.pid, arguments.crowd))
    if arguments.back:
        yield asyncio.run(back(f"{folder}/back", port, arguments.back))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--watchers", type=int, default=1)
    parser.add_argument("--crowd", type=int, default=2000)
    parser.add_argument("--back", type=int, default=1500)
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # the server has as many from here
    with tempfile.TemporaryDirectory() as folder:
        for found in measured(arguments, folder):
            print(json.dumps(found) if arguments.json else "  ".join(f"{k} {v}" for k, v in found.items()), flush=True)


if __name__ == "__main__":
    main()
