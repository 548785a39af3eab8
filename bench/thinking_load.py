"""Whether bots that think keep other tables waiting, and how long they think themselves.

    python -m bench.thinking_load [--bots 10] [--bot nox] [--tables 10] [--rate 100] [--seconds 15] [--json]

A real server in its own process. First people alone play Dice-ocalypse! at a fixed rate; then they do so while at as
many tables as there are bots, of all five games in turn, a person who answers at once keeps a bot at work. What counts
are the answers to the people of the first kind, and for the bots the time from the moment when one is asked, the wait
for a thread included. On a machine with other work compare the two lines, and mind the load.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect

from dicehouse.games import BUILT_IN

from .table_load import Seat, Tally, free_port, measure, wait_for

SERVE = """
import logging, sys, time
from pathlib import Path
from dicehouse.games import BUILT_IN, find
from dicehouse.engine.engine import use_compiled
from dicehouse.server.driver import Thinkers
from dicehouse.cli.precompile import precompile
from dicehouse.web.app import make_app
from dicehouse.web.serving import freeze_garbage_collector, make_server
from dicehouse.web.rate_limits import RateLimits, Rate
for name in BUILT_IN:
    precompile(find(name))
    if find(name).engine is None:
        use_compiled(find(name))
times, choose = open(sys.argv[3], "a", buffering=1), Thinkers.choose
async def timed(self, thought):
    asked = time.perf_counter()
    try:
        return await choose(self, thought)
    finally:
        print(time.perf_counter() - asked, file=times)
Thinkers.choose = timed
logging.basicConfig(filename=sys.argv[4], level=logging.INFO)
wide = Rate(100_000, 100_000)
app = make_app(Path(sys.argv[1]), bot_delay=0, limits=RateLimits(actions=wide, chat=wide, tables=wide))
freeze_garbage_collector()
make_server(app, "127.0.0.1", int(sys.argv[2])).run()
"""
QUIET = 5.0  # seconds without a frame after which a game is taken for over
SHRUNK = "bots want to think"


async def keep_busy(url: str, game: str, bot: str, seed: int) -> None:
    """One table after the other of a person who answers at once and a bot."""
    for number in range(1000):
        client = httpx.Client(base_url=url, headers={"Origin": url}, timeout=60)
        form = {"seat-0": "person", "seat-1": f"bot:{bot}", "name-0": "Ana"}
        form |= {f"seat-{n}": "none" for n in range(2, 6)}
        where = (await asyncio.to_thread(client.post, f"/new/{game}", data=form)).headers["location"]
        cookie = "; ".join(f"{k}={v}" for k, v in client.cookies.items())
        headers = {"Origin": url, "Cookie": cookie}
        line = await connect(
            url.replace("http", "ws") + where + "/ws", additional_headers=headers, max_size=None, compression=None
        )
        tally = Tally()
        playing = asyncio.create_task(Seat(line, tally, None, seed + 1000 * number).play())
        received = -1
        try:
            while received < tally.received:
                received = tally.received
                await asyncio.wait({playing}, timeout=QUIET)
        finally:
            playing.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await playing
            await line.close()


async def both(url: str, pid: int, given: argparse.Namespace, times: Path) -> list[dict[str, Any]]:
    """People alone, and people beside bots."""
    alone = await measure(url, pid, given.tables, given.seconds, given.rate)
    games = [list(BUILT_IN)[number % len(BUILT_IN)] for number in range(given.bots)]
    busy = [asyncio.create_task(keep_busy(url, game, given.bot, seed)) for seed, game in enumerate(games)]
    await asyncio.sleep(2)
    before = len(times.read_text().split())
    beside = await measure(url, pid, given.tables, given.seconds, given.rate)
    for task in busy:
        task.cancel()
    for end in await asyncio.gather(*busy, return_exceptions=True):
        if not isinstance(end, asyncio.CancelledError):
            print(f"a table with a bot broke off: {end!r}", file=sys.stderr)
    thought = sorted(map(float, times.read_text().split()[before:]))
    alone["bots"], beside["bots"] = 0, given.bots
    beside["decisions_of_bots"] = len(thought)
    if thought:
        beside["bot_median_ms"] = round(1000 * statistics.median(thought), 1)
        beside["bot_p99_ms"] = round(1000 * thought[int(0.99 * (len(thought) - 1))], 1)
        beside["bot_longest_ms"] = round(1000 * thought[-1], 1)
    return [alone, beside]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bots", type=int, default=10)
    parser.add_argument("--bot", default="nox")
    parser.add_argument("--tables", type=int, default=10, help="of two people each")
    parser.add_argument("--rate", type=float, default=100, help="actions a second over these tables")
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        port, times, log = free_port(), Path(folder) / "times", Path(folder) / "log"
        url = f"http://127.0.0.1:{port}"
        words = [sys.executable, "-c", SERVE, f"{folder}/house.db", str(port), str(times), str(log)]
        with subprocess.Popen(words) as process:
            try:
                wait_for(url, process)
                runs = asyncio.run(both(url, process.pid, given, times))
            finally:
                process.terminate()
        runs[1]["times_shrunk"] = log.read_text().count(SHRUNK)
    if given.json:
        print(json.dumps(runs, indent=1))
        return
    for run in runs:
        print("  ".join(f"{key} {value}" for key, value in run.items()))
    print("load of the machine", " ".join(f"{each:.1f}" for each in os.getloadavg()), "cores", os.cpu_count())


if __name__ == "__main__":
    main()
