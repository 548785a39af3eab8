"""Whether a server stays as large as it was: match after match, each at a table of its own, all let go behind it.

    python -m bench.table_soak [--minutes 60] [--evenings 8] [--games dice-ocalypse,deck-o-dice] [--json]

So many evenings go on beside each other: two new people open a table, play a match to its end over real sockets, look
at the replay and the dice, and leave. Tables that nobody looks at are let go after seconds, not minutes, so that an
hour holds as many matches as a busy day. Printed again and again: the memory of the server (resident, MB), the tables
it has open, the matches so far; at the end by how much it grew a thousand matches over the second half (least squares)
and from the second quarter of the time to the last, how many acknowledged actions the records of the matches don't hold
("lost"), the time in which 99% were answered, and how many cores other programs used.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import httpx
import numpy as np
from websockets.asyncio.client import connect

from .steady_tables import Watch, quantile, resident
from .table_load import SERVE, decode, free_port, wait_for

IDLE = 5.0  # seconds until a table that nobody looks at is let go
WATCHED = """
from prometheus_client import start_http_server
import dicehouse.web.app as web
from dicehouse.server.table_registry import TableRegistry
from dicehouse.web.prometheus_metrics import Metrics
web.SWEEP_SECONDS, TableRegistry.sweep.__defaults__ = web.PRESENCE_CHECK_SECONDS, (float(sys.argv[4]),)
metrics = Metrics()
start_http_server(int(sys.argv[3]), "127.0.0.1", metrics.registry)
freeze_garbage_collector()
"""
SOAKED = (
    SERVE.replace("freeze_garbage_collector()\n", "")
    .replace("app = ", WATCHED + "app = ")
    .replace("limits=RateLimits(", "metrics=metrics, limits=RateLimits(")
)


@dataclass
class Soak:
    """What has been played, and what the server was like meanwhile."""

    url: str
    games: list[str]
    matches: int = 0
    rows: list[tuple[int, float, int]] = field(default_factory=list)  # matches, MB, tables
    acknowledged: int = 0
    lost: int = 0
    seconds: list[float] = field(default_factory=list)  # until each acknowledgement
    watch: Watch = field(default_factory=lambda: Watch(lambda: 0))


@dataclass
class Played:
    """What one side of a match sent, and the number that each action was given."""

    sent: dict[str, tuple[int, str, float]] = field(default_factory=dict)  # seat, option, when
    acknowledged: dict[str, int] = field(default_factory=dict)


async def evening(soak: Soak, chance: random.Random) -> None:
    """One match of two new people, from the open table to the look back."""
    game = chance.choice(soak.games)
    settings = {"set-target": "1000", "set-opening": "0"} if game == "dice-ocalypse" else {}
    async with (
        httpx.AsyncClient(base_url=soak.url, headers={"Origin": soak.url}, timeout=60) as ana,
        httpx.AsyncClient(base_url=soak.url, headers={"Origin": soak.url}, timeout=60) as ben,
    ):
        form = {"seat-0": "person", "seat-1": "open", "name-0": "Ana", **settings}
        form |= {f"seat-{n}": "none" for n in range(2, 6)}
        where = (await ana.post(f"/new/{game}", data=form)).headers["location"]
        link = re.search(r'value="(http[^"]*/join/[^"]*)"', (await ana.get(f"{where}/plain")).text)
        assert link
        await ben.post(link[1].removeprefix(soak.url), data={"name": "Ben"})
        sides = Played(), Played()
        people = zip((ana, ben), sides, strict=True)
        await asyncio.gather(*(play(soak, one, where, random.Random(chance.random()), side) for one, side in people))
        check(soak, (await ana.get(f"{where}/match.json")).json()["actions"], sides)
        for page in ("replay.json", "dice.json", "plain"):
            assert (await ana.get(f"{where}/{page}")).status_code == 200, page
    soak.matches += 1


def check(soak: Soak, actions: Sequence[Mapping[str, Any]], sides: Iterable[Played]) -> None:
    """Count the acknowledged actions of a match, and those that its record does not hold."""
    for side in sides:
        for action, number in side.acknowledged.items():
            kept = actions[number - 1] if number <= len(actions) else {}
            soak.lost += (kept.get("seat"), kept.get("option")) != side.sent[action][:2]
        soak.acknowledged += len(side.acknowledged)


async def play(soak: Soak, person: httpx.AsyncClient, where: str, chance: random.Random, played: Played) -> None:
    """One side of a match, until it is over."""
    cookie = "; ".join(f"{k}={v}" for k, v in person.cookies.items())
    headers = {"Origin": soak.url, "Cookie": cookie}
    async with connect(
        f"{soak.url.replace('http', 'ws')}{where}/ws", additional_headers=headers, max_size=None
    ) as line:
        async for text in line:
            frame = decode(text)
            if frame.t == "ack" and frame.id in played.sent:
                soak.seconds.append(time.perf_counter() - played.sent[frame.id][2])
                played.acknowledged[frame.id] = frame.number
            if frame.t == "state" and frame.number and not frame.acting:
                return
            if frame.t == "state" and frame.options and frame.seat in frame.acting:
                option = chance.choice(frame.options)["id"]
                action = f"{frame.number}-{chance.random()}"
                told = {"t": "act", "id": action, "seat": frame.seat}
                played.sent[action] = (frame.seat, option, time.perf_counter())
                await line.send(json.dumps({**told, "number": frame.number, "option": option}))


async def soaked(soak: Soak, pid: int, metrics: str, minutes: float, evenings: int, *, aloud: bool) -> None:
    """Evening after evening until the time is over."""
    until = time.monotonic() + 60 * minutes

    async def go_on(number: int) -> None:
        chance = random.Random(number)
        while time.monotonic() < until:
            await evening(soak, chance)

    async def look() -> None:
        async with httpx.AsyncClient() as client:
            while True:
                await asyncio.sleep(60 * minutes / 24)
                told = (await client.get(metrics)).text
                tables = sum(float(n) for n in re.findall(r"^dicehouse_tables\{.*\} (\S+)$", told, re.MULTILINE))
                soak.rows.append((soak.matches, resident(pid) or 0.0, int(tables)))
                if aloud:
                    print("matches {:,}  memory {:.1f} MB  tables open {}".format(*soak.rows[-1]), flush=True)

    soak.watch = Watch(lambda: pid)
    looking = asyncio.create_task(look())
    try:
        async with soak.watch.watching(60 * minutes / 100):
            await asyncio.gather(*map(go_on, range(evenings)))
    finally:
        looking.cancel()


def report(soak: Soak) -> dict[str, Any]:
    """How the memory went over the second half."""
    matches, memory, tables = map(np.array, zip(*soak.rows[len(soak.rows) // 2 :], strict=True))
    slope = np.polyfit(matches, memory, 1)[0]
    return {
        "matches": soak.matches,
        "first_mb": round(soak.rows[0][1], 1),
        "half_mb": round(float(memory[0]), 1),
        "last_mb": round(float(memory[-1]), 1),
        "mb_a_thousand_matches": round(float(1000 * slope), 2),
        "most_tables": int(tables.max()),
        "acknowledged": soak.acknowledged,
        "lost": soak.lost,
        "p99_ms": round(1000 * (quantile(soak.seconds, 0.99) or 0), 1),
        **soak.watch.report(),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--evenings", type=int, default=8, help="matches that go on at a time")
    parser.add_argument("--games", default="dice-ocalypse,deck-o-dice")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        port, metrics = free_port(), free_port()
        soak = Soak(f"http://127.0.0.1:{port}", arguments.games.split(","))
        command = [sys.executable, "-c", SOAKED, f"{folder}/house.db", str(port), str(metrics), str(IDLE)]
        with subprocess.Popen(command) as process:
            try:
                wait_for(soak.url, process)
                where = f"http://127.0.0.1:{metrics}/metrics"
                given = process.pid, where, arguments.minutes, arguments.evenings
                asyncio.run(soaked(soak, *given, aloud=not arguments.json))
            finally:
                process.terminate()
    found = report(soak)
    print(json.dumps(found) if arguments.json else "  ".join(f"{key} {value}" for key, value in found.items()))


if __name__ == "__main__":
    main()
