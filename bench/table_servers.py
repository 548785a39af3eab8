"""How far one house goes on several servers: acknowledged actions a second on one PostgreSQL, by the number of servers.

    python -m bench.table_servers [--servers 1,2,3] [--tables 48] [--seconds 8] [--json]

It starts a PostgreSQL of its own that waits for the disk at every commit, and servers that share it. "Together": both
people of a table are at one server. "Apart": they are at different ones, so every action has to be told from server to
server. Each waits for its turn and plays as soon as it comes; an action counts when its acknowledgement has come back.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
import time
from contextlib import ExitStack
from typing import Any

from tests.cluster import cluster

from .table_load import SERVE, Tally, cpu_seconds, free_port, open_tables, report, wait_for

SHARED = SERVE.replace("Path(sys.argv[1])", "Address(sys.argv[1])").replace(
    "import sys\n", "import sys\nfrom dicehouse.server.storage.database_address import Address\n"
)


async def measure(urls: list[str], pids: list[int], tables: int, seconds: float, apart: bool) -> dict[str, Any]:
    """One run over all servers: warm up, then count."""
    tally, seats = Tally(), []
    for number, url in enumerate(urls):
        there = urls[(number + 1) % len(urls)] if apart else None
        seats += await open_tables(url, tables // len(urls), tally, None, there)
    players = [asyncio.create_task(seat.play()) for seat in seats]
    await asyncio.sleep(min(2.0, seconds / 3))
    tally.counting, tally.received, tally.size = True, 0, 0
    began, used = time.perf_counter(), sum(map(cpu_seconds, pids))
    await asyncio.sleep(seconds)
    took, used = time.perf_counter() - began, sum(map(cpu_seconds, pids)) - used
    tally.counting, tally.stop = False, True
    for player in players:
        player.cancel()
    await asyncio.gather(*players, return_exceptions=True)
    await asyncio.gather(*(seat.line.close() for seat in seats), return_exceptions=True)
    how = "apart" if apart else "together"
    return {"servers": len(urls)} | report(how, len(seats) // 2, tally, took, used)


def runs(address: str, servers: int, tables: int, seconds: float) -> list[dict[str, Any]]:
    """The runs with so many servers on one database."""
    urls, pids = [], []
    with ExitStack() as stack:
        for _ in range(servers):
            port = free_port()
            urls.append(f"http://127.0.0.1:{port}")
            process = stack.enter_context(subprocess.Popen([sys.executable, "-c", SHARED, address, str(port)]))
            stack.callback(process.terminate)
            wait_for(urls[-1], process)
            pids.append(process.pid)
        ways = (False, True) if servers > 1 else (False,)
        return [asyncio.run(measure(urls, pids, tables, seconds, apart)) for apart in ways]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--servers", default="1,2,3")
    parser.add_argument("--tables", type=int, default=48)
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    with cluster(fsync="on") as there:
        rows = [
            row
            for servers in map(int, given.servers.split(","))
            for row in runs(there.fresh().uri, servers, given.tables, given.seconds)
        ]
    if given.json:
        print(json.dumps(rows, indent=1))
    else:
        for row in rows:
            print("  ".join(f"{key} {value}" for key, value in row.items()))


if __name__ == "__main__":
    main()
