"""Attack, kill and starve a server while tables are played on it, and report lost actions, waiting times and memory.

    python -m bench.table_attack kills [--kills 1000]
    python -m bench.table_attack flood | many | frames | slow | idle | mixed [--seconds 60] [--connections N]
    python -m bench.table_attack disk [--times 5]
    python -m bench.table_attack postgres [--times 5]
    python -m bench.table_attack all

Common options: [--tables 20] [--json]. A real server in its own process, attackers in another, and tables that are
played here all the time, each by one person who plays both seats.

kills     the server is killed in mid-play (SIGKILL) and started again, a thousand times
flood     pages and forms, as fast as they are answered, on 100 connections from one address
many      the same on 300 connections from 300 addresses
frames    frames at a table of the attackers, as fast as they go, on 40 sockets
slow      heads and forms sent sign by sign, and answers that nobody reads, on 600 connections from 60 addresses
idle      10,000 sockets of onlookers from 500 addresses who do nothing
mixed     all of these at once, on 420 connections
disk      the file system of the database is full again and again
postgres  PostgreSQL is restarted again and again, in order and at once

Printed for each: acknowledged actions, how many of them the records don't hold ("lost", which must be 0), the time in
which 99% were answered before and during it, the server's memory in the second and last quarter of the time, and how
many processor cores other programs of this machine used meanwhile: if that isn't about 0, the times say little. Beside
most attacks, as many tables are played on a second server that nobody attacks: its 99% ("elsewhere") say how busy the
machine is.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from .steady_tables import SteadyTables, Watch, quantile
from .table_load import free_port, wait_for

ROOT = Path(__file__).parents[1]
IMPORTS = """
import os, sys
from pathlib import Path
from dicehouse.web.app import make_app, freeze_garbage_collector, make_server
from dicehouse.games import all_games, find
from dicehouse.engine.engine import use_compiled
from dicehouse.cli.precompile import precompile
from dicehouse.server.storage.database_address import Address
from dicehouse.web.rate_limits import RateLimits, Rate
from dicehouse.web.page_libraries import load_page_libraries
precompile(find("dice-ocalypse"))
use_compiled(find("dice-ocalypse"))
list(all_games().values())
load_page_libraries()
place = sys.argv[1]
place = Address(place) if place.startswith("postgresql:") else Path(place)
limits = RateLimits(tables=Rate(100_000, 100_000)) if sys.argv[3] == "wide" else None
def serve():
    app = make_app(place, limits=limits)
    freeze_garbage_collector()
    make_server(app, "127.0.0.1", int(sys.argv[2])).run()
"""
SERVE = f"{IMPORTS}\nserve()\n"
# Forks a server for every line that it reads, so that a start takes a fraction of a second; prints its process id.
FORKING = f"""{IMPORTS}
for _ in sys.stdin:
    child = os.fork()
    if not child:
        serve()
        os._exit(0)
    print(child, flush=True)
    os.waitpid(child, 0)
    print("ended", flush=True)
"""
SMALL_DISK = 24 * 1024 * 1024
PACE = 0.2
KILL_PACE = 0.05
LIVES = (0.05, 0.5)  # seconds of play between two kills
KINDS = {  # kinds of attackers, addresses, connections
    "flood": (("pages",), 1, 100),
    "many": (("pages",), 300, 300),
    "frames": (("frames",), 4, 40),
    "slow": (("slow-heads", "slow-bodies", "unread"), 60, 600),
    "idle": (("idle",), 500, 10_000),
    "mixed": (("pages", "frames", "slow-heads", "slow-bodies", "unread", "connects", "idle"), 60, 420),
}
COMING = 1 / 3


def _environment() -> dict[str, str]:
    """Return the environment of a server, which keeps what it compiled of Python as on any host."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


@contextmanager
def served(place: str, port: int, how: Sequence[str] = (), limits: str = "usual") -> Iterator[subprocess.Popen[bytes]]:
    """Run a server with its tables at `place`; `how` is a command that runs another one."""
    command = [*how, sys.executable, "-c", SERVE, place, str(port), limits]
    with subprocess.Popen(command, env=_environment()) as process:
        try:
            wait_for(f"http://127.0.0.1:{port}", process)
            yield process
        finally:
            process.kill()


@dataclass
class Attackers:
    """Attackers of one or several kinds, from `addresses` addresses."""

    kinds: Sequence[str]
    addresses: int
    connections: int
    running: list[subprocess.Popen[bytes]] = field(default_factory=list)

    @contextmanager
    def attacking(self, port: int, seconds: float, table: str, cookie: str) -> Iterator[None]:
        each = max(1, self.connections // len(self.kinds))
        command = ["nice", "-n", "5", sys.executable, "-m", "bench.attackers"]
        for kind in self.kinds:
            given = [str(port), str(self.addresses), str(each), str(seconds), table, cookie]
            self.running.append(subprocess.Popen([*command, kind, *given], stdout=subprocess.PIPE, cwd=ROOT))
        try:
            yield
        finally:
            for process in self.running:
                process.terminate()

    def pids(self) -> list[int]:
        return [process.pid for process in self.running]

    def answers(self) -> dict[str, int]:
        """Return what the attackers counted, after their end."""
        found: dict[str, int] = {}
        for process in self.running:
            told, _ = process.communicate(timeout=120)
            for name, count in (json.loads(told) if told.strip() else {}).items():
                found[name] = found.get(name, 0) + count
        return found


def _ms(seconds: list[float], share: float) -> float | None:
    found = quantile(seconds, share)
    return None if found is None else round(1000 * found, 1)


def report(kind: str, tables: SteadyTables, before: list[float], lost: int, watch: Watch) -> dict[str, Any]:
    return {
        "attack": kind,
        "acknowledged": tables.acknowledged,
        "lost": lost,
        "refused": tables.refused,
        "connections_broken": tables.breaks,
        "p99_ms_before": _ms(before, 0.99),
        "median_ms": _ms(tables.seconds, 0.5),
        "p99_ms": _ms(tables.seconds, 0.99),
        **watch.report(),
    }


@asynccontextmanager
async def played(tables: SteadyTables, count: int, quiet: float) -> AsyncIterator[list[float]]:
    """Play at `count` tables; yield, after `quiet` seconds, the times of the acknowledgements until then."""
    await tables.begin(count)
    await asyncio.sleep(min(1.0, quiet))
    tables.counting = True
    await asyncio.sleep(quiet)
    before, tables.seconds = tables.seconds, []
    try:
        yield before
    finally:
        await tables.stop()


async def attack(
    kind: str, place: str, count: int, seconds: float, connections: int | None = None, *, compare: bool = True
) -> dict[str, Any]:
    """Play at `count` tables while a server is attacked for `seconds`; `compare` with one that is not attacked.

    The attack begins `COMING` of that time earlier, so that all connections are there.
    """
    kinds, addresses, usual = KINDS[kind]
    attackers = Attackers(kinds, addresses, connections or usual)
    port, port_elsewhere = free_port(), free_port()
    tables = SteadyTables(f"http://127.0.0.1:{port}", PACE)
    elsewhere = SteadyTables(f"http://127.0.0.1:{port_elsewhere}", PACE)
    async with AsyncExitStack() as stack:
        process = stack.enter_context(served(place, port))
        others = []
        if compare:
            others = [stack.enter_context(served(f"{place}-elsewhere", port_elsewhere)).pid]
            await stack.enter_async_context(played(elsewhere, count, 0))
        before = await stack.enter_async_context(played(tables, count, seconds / 6))
        watch = Watch(lambda: process.pid, lambda: [*others, *attackers.pids()])
        theirs = SteadyTables(tables.url)
        table = await theirs.open()
        with attackers.attacking(port, (1 + COMING) * seconds, table.where, table.cookie):
            await asyncio.sleep(COMING * seconds)
            tables.seconds.clear()
            elsewhere.seconds.clear()
            async with watch.watching(seconds / 60):
                await asyncio.sleep(seconds)
            tables.counting = elsewhere.counting = False
            answers = await asyncio.to_thread(attackers.answers)
        await tables.stop()
        found = report(kind, tables, before, await tables.lost(), watch)
    found["p99_ms_elsewhere"] = _ms(elsewhere.seconds, 0.99)
    return found | {"connections": attackers.connections, "seconds": seconds, "answers": answers}


async def kills(place: str, count: int, times: int) -> dict[str, Any]:
    """Kill the server `times` times while `count` tables are played."""
    port, chance = free_port(), random.Random(37)
    tables, url = SteadyTables(f"http://127.0.0.1:{port}", KILL_PACE), f"http://127.0.0.1:{port}"
    command = [sys.executable, "-c", FORKING, place, str(port), "wide"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, env=_environment(), **pipes) as parent:  # type: ignore[call-overload]
        assert parent.stdin and parent.stdout
        lives = _Lives(parent.stdin, parent.stdout)
        watch = Watch(lambda: lives.pid)
        try:
            await lives.begin()
            await asyncio.to_thread(wait_for, url, parent)
            await tables.begin(count)
            tables.counting = True
            async with watch.watching(3600.0):
                watch.memory.clear()
                for done in range(times):
                    if done % 100 == 0:
                        print(f"{done} kills, {tables.acknowledged} acknowledged", file=sys.stderr, flush=True)
                    known = tables.acknowledged
                    until = time.monotonic() + chance.uniform(*LIVES)
                    while tables.acknowledged < known + count or time.monotonic() < until:
                        await asyncio.sleep(0.01)
                    watch.memory.append(lives.memory())
                    os.kill(lives.pid, signal.SIGKILL)
                    await lives.end()
                    await lives.begin()
            await tables.stop()
            await asyncio.to_thread(wait_for, url, parent)
            lost = await tables.lost()
        finally:
            os.kill(lives.pid, signal.SIGKILL)
            parent.stdin.close()
            parent.stdout.read()
    return report("kills", tables, [], lost, watch) | {"kills": times, "matches": len(tables.tables)}


@dataclass
class _Lives:
    """The servers that the parent forks, one after the other."""

    orders: IO[bytes]
    told: IO[bytes]
    pid: int = 0

    async def begin(self) -> None:
        self.orders.write(b"\n")
        self.orders.flush()
        self.pid = int(await asyncio.to_thread(self.told.readline))

    async def end(self) -> None:
        assert await asyncio.to_thread(self.told.readline) == b"ended\n"

    def memory(self) -> float:
        """Return the memory that this server has for itself, in MB: what it shares with its parent was there before."""
        lines = Path(f"/proc/{self.pid}/smaps_rollup").read_text().splitlines()
        return sum(int(line.split()[1]) for line in lines if line.startswith("Private_")) / 1024


async def disk(folder: str, count: int, times: int, seconds: float) -> dict[str, Any]:
    """Fill the file system of the database and free it again, `times` times."""
    port = free_port()
    tables = SteadyTables(f"http://127.0.0.1:{port}", PACE)
    mount = f'mount -t tmpfs -o size={SMALL_DISK} tmpfs "$0" && exec "$@"'
    own = ["unshare", "--mount", *([] if os.geteuid() == 0 else ["--map-root-user"]), "sh", "-c", mount, folder]
    with served(f"{folder}/house.db", port, own) as process:
        filler = Path(f"/proc/{process.pid}/root{folder}/filler")  # as this server sees the folder
        watch = Watch(lambda: process.pid)
        full_for = seconds / (2 * times)

        async with played(tables, count, seconds / 6) as before, watch.watching(seconds / 60):
            for _ in range(times):
                await asyncio.to_thread(_fill, filler)
                known = tables.acknowledged
                await asyncio.sleep(full_for)
                stood = tables.acknowledged - known
                filler.unlink()
                await asyncio.sleep(full_for)
                assert tables.acknowledged > known + stood, "nobody could play after the disk had room again"
            tables.counting = False
        return report("disk", tables, before, await tables.lost(), watch) | {"times": times}


def _fill(filler: Path) -> None:
    """Write until the disk is full."""
    with filler.open("wb", buffering=0) as file:
        for size in (2**20, 2**12, 1):
            while True:
                try:
                    if file.write(bytes(size)) < size:
                        break
                except OSError:
                    break


async def postgres(count: int, times: int, seconds: float) -> dict[str, Any]:
    """Restart PostgreSQL `times` times while `count` tables are played."""
    from tests.cluster import cluster

    with cluster(fsync="on") as there:
        port = free_port()
        tables = SteadyTables(f"http://127.0.0.1:{port}", PACE)
        with served(there.fresh().uri, port) as process:
            watch = Watch(lambda: process.pid)
            async with played(tables, count, seconds / 6) as before, watch.watching(seconds / 60):
                for number in range(times):
                    known = tables.acknowledged
                    await asyncio.to_thread(there.restart, at_once=number % 2 == 1)
                    until = time.monotonic() + 60
                    while tables.acknowledged < known + 5 * count:
                        assert time.monotonic() < until, "nobody could play after PostgreSQL was there again"
                        await asyncio.sleep(0.05)
                    await asyncio.sleep(seconds / times)
                tables.counting = False
            return report("postgres", tables, before, await tables.lost(), watch) | {"times": times}


def chosen(given: argparse.Namespace, folder: str) -> Iterator[tuple[str, Callable[[], Awaitable[dict[str, Any]]]]]:
    """Yield what was asked for, one after the other, each with a house of its own."""
    for name in NAMES if given.attack == "all" else (given.attack,):
        own = f"{folder}/{name}"
        Path(own).mkdir()
        place = f"{own}/house.db"
        if name == "kills":
            yield name, lambda place=place: kills(place, given.tables, given.kills)  # type: ignore[misc]
        elif name == "disk":
            yield name, lambda own=own: disk(own, given.tables, given.times, given.seconds)  # type: ignore[misc]
        elif name == "postgres":
            yield name, lambda: postgres(given.tables, given.times, given.seconds)
        else:
            yield (
                name,
                lambda name=name, place=place: attack(name, place, given.tables, given.seconds, given.connections),  # type: ignore[misc]
            )


NAMES = ("kills", *KINDS, "disk", "postgres")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("attack", choices=(*NAMES, "all"))
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--connections", type=int)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # the server and the attackers have as many from here
    with tempfile.TemporaryDirectory() as folder:
        for _name, run in chosen(given, folder):
            found: dict[str, Any] = asyncio.run(run())  # type: ignore[arg-type]
            print(json.dumps(found) if given.json else "  ".join(f"{k} {v}" for k, v in found.items()), flush=True)


if __name__ == "__main__":
    main()
