"""Count the Python calls, functions, files and jumps that one roll at a table takes.

    python -m bench.walk [--files] [--calls]

A server with two people on two sockets runs in this process, with interpreted rules. The first player rolls; every call
is counted from the moment the message is sent until both browsers have the new position. Only functions of files under
src/dicehouse count, in every thread that the server starts. A jump is a call whose caller is in another file of ours.
The numbers differ a little from roll to roll, because other dice show other options. `--files` prints how many calls
went to each file, and `--calls` prints the calls in order, indented by depth.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from websockets.asyncio.client import ClientConnection

import dicehouse
from dicehouse.web.app import make_app
from dicehouse.web.rate_limits import RateLimits
from dicehouse.web.serving import make_server

from .table_load import Tally, free_port, open_tables

OURS = str(Path(dicehouse.__file__).parent)
PATIENCE = 20.0  # seconds for a frame to come


@dataclass
class Walk:
    """Count calls while `counting` is set."""

    counting: bool = False
    calls: list[tuple[int, CodeType]] = field(default_factory=list)  # depth among our frames, and the function
    jumps: int = 0

    def profile(self, frame: FrameType, event: str, _: Any) -> None:
        """Count one call, if it is ours; the profile function of every thread."""
        if event != "call" or not self.counting or not frame.f_code.co_filename.startswith(OURS):
            return
        caller = frame.f_back
        self.jumps += (
            caller is not None
            and caller.f_code.co_filename.startswith(OURS)
            and caller.f_code.co_filename != frame.f_code.co_filename
        )
        depth = 0
        while caller is not None:
            depth += caller.f_code.co_filename.startswith(OURS)
            caller = caller.f_back
        self.calls.append((depth, frame.f_code))

    def report(self, files: bool, calls: bool) -> str:
        """Return the counts in a line, below each file or each call if asked for."""
        functions = {code for _, code in self.calls}
        of_files = Counter(code.co_filename for _, code in self.calls)
        lines = []
        if calls:
            lines += [f"{'  ' * depth}{short_path(code.co_filename)}:{code.co_qualname}" for depth, code in self.calls]
        if files:
            lines += [f"{count:5} {short_path(name)}" for name, count in of_files.most_common()]
        counts = f"{len(self.calls)} calls, {len(functions)} functions, {len(of_files)} files, {self.jumps} jumps"
        return "\n".join([*lines, counts])


def short_path(path: str) -> str:
    """Return the path of one of our files below src/dicehouse."""
    return str(Path(path).relative_to(OURS))


async def next_frame(line: ClientConnection, kind: str, **fields: Any) -> dict[str, Any]:
    """Return the next frame of a kind that has these fields; raise TimeoutError if none comes."""
    async with asyncio.timeout(PATIENCE):
        async for text in line:
            frame: dict[str, Any] = json.loads(text)
            if frame["t"] == kind and fields.items() <= frame.items():
                return frame
    raise SystemExit("The server closed the connection.")


async def open_lines(url: str) -> list[ClientConnection]:
    """Return the sockets of two people at one table."""
    return [seat.line for seat in await open_tables(url, 1, Tally(), None)]


async def play(url: str, walk: Walk) -> None:
    """Open a table with two people; count the calls of the first player's roll."""
    lines = await open_lines(url)
    first = [await next_frame(line, "state", number=0) for line in lines]
    acting = next(n for n, frame in enumerate(first) if frame["seat"] in frame["acting"])
    option = first[acting]["options"][0]["id"]
    message = {"t": "act", "id": "roll", "seat": first[acting]["seat"], "number": 0, "option": option}
    await asyncio.sleep(1.0)  # what the arrivals caused is over
    walk.counting = True
    await lines[acting].send(json.dumps(message))
    await asyncio.gather(*(next_frame(line, "state", number=1) for line in lines))
    await asyncio.sleep(0.2)  # what the server does after the last frame
    walk.counting = False
    for line in lines:
        await line.close()


def main() -> None:
    """Run the server in a thread, play, and print the counts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", action="store_true", help="print how many calls went to each file")
    parser.add_argument("--calls", action="store_true", help="print the calls in order")
    arguments = parser.parse_args()
    walk = Walk()
    threading.setprofile(walk.profile)  # before the first thread starts
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        server = make_server(make_app(Path(folder) / "walk.db", bot_delay=0, limits=RateLimits()), "127.0.0.1", port)
        thread = threading.Thread(target=server.run)
        thread.start()
        while not server.started:
            time.sleep(0.05)
        try:
            asyncio.run(play(f"http://127.0.0.1:{port}", walk))
        finally:
            server.should_exit = True
            thread.join()
    print(walk.report(arguments.files, arguments.calls))


if __name__ == "__main__":
    main()
