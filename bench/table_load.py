"""How many acknowledged actions a second one core of the server carries, and how soon an action is answered.

    python -m bench.table_load [--tables 50] [--seconds 8] [--rate 500] [--against FOLDER [--turns 3]] [--json]

A real server in its own process and this client in another: every table has two people on two sockets, each waits for
its turn and plays an option; an action counts when its acknowledgement has come back, after its commit to the disk.
"Closed loop" plays as fast as answers come; "fixed rate" plays so many a second over all tables. On a busy machine the
server's processor time for each action says more than how many there were, and only beside that of other code: with
`--against` the server of another checkout is measured in turns with this one's.
"""

from __future__ import annotations

import argparse
import ast
import asyncio
import json
import os
import random
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

SERVE = """
import sys
from pathlib import Path
from dicehouse.web.app import make_app
from dicehouse.web.serving import freeze_garbage_collector, make_server
from dicehouse.games import find
from dicehouse.engine.engine import use_compiled
from dicehouse.cli.precompile import precompile
from dicehouse.web.rate_limits import RateLimits, Rate
precompile(find("dice-ocalypse"))
use_compiled(find("dice-ocalypse"))
wide = Rate(100_000, 100_000)
app = make_app(Path(sys.argv[1]), bot_delay=0, limits=RateLimits(actions=wide, chat=wide, tables=wide))
freeze_garbage_collector()
make_server(app, "127.0.0.1", int(sys.argv[2])).run()
"""
GAME = "dice-ocalypse"


class Short(msgspec.Struct):
    """The part of a frame that a player needs to go on."""

    t: str
    id: str | None = None
    number: int = 0
    seat: int | None = None
    acting: tuple[int, ...] = ()
    options: list[dict[str, Any]] = []
    over: bool = False


decode = msgspec.json.Decoder(Short).decode


@dataclass
class Tally:
    """What was acknowledged, and how long each took."""

    seconds: list[float] = field(default_factory=list)
    received: int = 0
    size: int = 0
    counting: bool = False
    stop: bool = False


class Seat:
    """One person at one table, who looks while waiting, and plays once in a position."""

    def __init__(self, line: ClientConnection, tally: Tally, gate: asyncio.Semaphore | None, seed: int) -> None:
        self.line, self.tally, self.gate = line, tally, gate
        self.chance = random.Random(seed)
        self._sent: dict[str, float] = {}
        self._played = -1
        self._turn: asyncio.Queue[Short] = asyncio.Queue()

    async def play(self) -> None:
        acting = asyncio.create_task(self._act())
        try:
            await self._look()
        finally:
            acting.cancel()

    async def _look(self) -> None:
        async for text in self.line:
            frame = decode(text)
            self.tally.received += 1
            self.tally.size += len(text)
            if frame.t == "ack" and frame.id in self._sent:
                took = time.perf_counter() - self._sent.pop(frame.id)
                if self.tally.counting:
                    self.tally.seconds.append(took)
            elif frame.t == "state" and frame.options and frame.seat in frame.acting and frame.number > self._played:
                self._played = frame.number
                self._turn.put_nowait(frame)
            if self.tally.stop:
                return

    async def _act(self) -> None:
        while True:
            frame = await self._turn.get()
            if self.gate is not None:
                await self.gate.acquire()
            action = f"{id(self)}-{frame.number}"
            option = self.chance.choice(frame.options)["id"]
            self._sent[action] = time.perf_counter()
            await self.line.send(
                json.dumps({"t": "act", "id": action, "seat": frame.seat, "number": frame.number, "option": option})
            )


async def open_tables(
    url: str, count: int, tally: Tally, gate: asyncio.Semaphore | None, there: str | None = None
) -> list[Seat]:
    """Tables with two people each, all connected; the second ones come to the server `there`, if there is one."""
    seats: list[Seat] = []
    places = (url, there or url)
    for number in range(count):
        ana, ben = (httpx.Client(base_url=at, headers={"Origin": at}, timeout=60) for at in places)
        form = {"seat-0": "person", "seat-1": "open", "name-0": "Ana", "set-target": "20000"}
        form |= {f"seat-{n}": "none" for n in range(2, 6)}
        where = ana.post(f"/new/{GAME}", data=form).headers["location"]
        link = re.search(r'value="(http[^"]*/join/[^"]*)"', ana.get(f"{where}/plain").text)
        assert link
        assert ben.post(link[1].removeprefix(url), data={"name": "Ben"}).status_code == 303
        for person, client in enumerate((ana, ben)):
            cookie = "; ".join(f"{k}={v}" for k, v in client.cookies.items())
            line = await connect(
                places[person].replace("http", "ws") + where + "/ws",
                additional_headers={"Origin": places[person], "Cookie": cookie},
                max_size=None,
                compression=None,
            )
            seats.append(Seat(line, tally, gate, number * 2 + person))
    return seats


def cpu_seconds(pid: int) -> float:
    """The processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def measure(url: str, pid: int, tables: int, seconds: float, rate: float | None) -> dict[str, Any]:
    """One run: warm up, then count."""
    tally = Tally()
    gate = None if rate is None else asyncio.Semaphore(0)
    seats = await open_tables(url, tables, tally, gate)
    players = [asyncio.create_task(seat.play()) for seat in seats]
    feeder = asyncio.create_task(_feed(gate, rate)) if gate is not None and rate is not None else None
    await asyncio.sleep(min(2.0, seconds / 3))
    tally.counting, tally.received, tally.size = True, 0, 0
    began, used = time.perf_counter(), cpu_seconds(pid)
    await asyncio.sleep(seconds)
    took, used = time.perf_counter() - began, cpu_seconds(pid) - used
    tally.counting, tally.stop = False, True
    if feeder:
        feeder.cancel()
    for player in players:
        player.cancel()
    await asyncio.gather(*players, return_exceptions=True)
    await asyncio.gather(*(seat.line.close() for seat in seats), return_exceptions=True)
    return report("closed loop" if rate is None else f"{rate:.0f}/s", tables, tally, took, used)


async def _feed(gate: asyncio.Semaphore, rate: float) -> None:
    began, given = time.perf_counter(), 0
    while True:
        due = int((time.perf_counter() - began) * rate)
        for _ in range(due - given):
            gate.release()
        given = due
        await asyncio.sleep(0.002)


def report(load: str, tables: int, tally: Tally, took: float, used: float) -> dict[str, Any]:
    times = sorted(tally.seconds)
    count = len(times)
    return {
        "load": load,
        "tables": tables,
        "acknowledged": count,
        "seconds": round(took, 2),
        "actions_per_second": round(count / took, 1),
        "server_cores": round(used / took, 3),
        "actions_per_core_second": round(count / used, 1) if used else None,
        "server_us_per_action": round(1e6 * used / count) if count else None,
        "median_ms": round(1000 * statistics.median(times), 2) if times else None,
        "p99_ms": round(1000 * times[int(0.99 * (count - 1))], 2) if times else None,
        "bytes_per_frame": round(tally.size / max(1, tally.received)),
    }


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


def wait_for(url: str, process: subprocess.Popen[bytes]) -> None:
    for _ in range(600):
        try:
            if httpx.get(f"{url}/healthz", timeout=2).status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.1)
        if process.poll() is not None:
            break
    raise SystemExit("the server did not start")


def program_of(code: Path | None) -> str:
    """Return the program that starts a server: of this checkout, or of another one, whose names may differ."""
    if code is None:
        return SERVE
    module = ast.parse((code / "bench" / "table_load.py").read_text(encoding="utf-8"))
    programs = [
        node.value for node in module.body if isinstance(node, ast.Assign) and ast.unparse(node.targets) == "SERVE"
    ]
    return str(ast.literal_eval(programs[0]))


def runs_of(code: Path | None, rates: Sequence[float | None], tables: int, seconds: float) -> list[dict[str, Any]]:
    """A server of its own, of this checkout or another, at these rates."""
    path = os.environ if code is None else {**os.environ, "PYTHONPATH": f"{code.resolve()}/src"}
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        url = f"http://127.0.0.1:{port}"
        with subprocess.Popen(
            [sys.executable, "-c", program_of(code), f"{folder}/house.db", str(port)], env=path
        ) as process:
            try:
                wait_for(url, process)
                return [asyncio.run(measure(url, process.pid, tables, seconds, rate)) for rate in rates]
            finally:
                process.terminate()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument(
        "--rate", type=float, default=500, help="actions a second of the fixed-rate run; 0: leave it out"
    )
    parser.add_argument("--against", type=Path, metavar="FOLDER", help="another checkout, measured in turns with this")
    parser.add_argument("--turns", type=int, default=3, help="how often each of two is measured")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    rates = [None, arguments.rate] if arguments.rate else [None]
    runs = []
    for turn in range(arguments.turns if arguments.against else 1):
        for code in [None, arguments.against][:: 1 if turn % 2 else -1] if arguments.against else [None]:
            found = runs_of(code, rates, arguments.tables, arguments.seconds)
            runs += [{"code": str(code or "this"), **run} if arguments.against else run for run in found]
    if arguments.json:
        print(json.dumps(runs, indent=1))
    else:
        for run in runs:
            print("  ".join(f"{key} {value}" for key, value in run.items()))


if __name__ == "__main__":
    main()
