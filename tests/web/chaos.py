"""Whole games through a line that drops, delays, repeats and reorders, over the page's socket and the programs' stream.

    python -m tests.web.chaos --games 20 --seed 1

Two players sit at a real house. Each line they open breaks sooner or later; what they send is lost, sent twice, sent
late or sent again; they read slowly, and the house itself is closed and opened. Then everything is counted: an action
that was acknowledged was done once, what was refused was not done, and what was told line by line is the whole log.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import sqlite3
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from dicehouse.server.live_table import BROKEN

from ..server.room import run_apart
from .api.program import HOME, make_token
from .server import PATIENCE, Person, Server, start

GAMES = ("dice-ocalypse", "baron-voodoo", "deck-o-dice", "dicetopia", "indicesion")
SHORT = {"dice-ocalypse": {"target": 5000, "opening": 0}}
FAULTS = (OSError, WebSocketException, httpx.HTTPError, asyncio.TimeoutError)
PAUSE = 0.02  # seconds at most that something is late


class Cut(Exception):
    """The line is broken, on purpose."""


@dataclass
class Action:
    """What a player means to do, under the id that it keeps however often it is sent."""

    id: str
    seat: int
    number: int
    option: str

    @property
    def body(self) -> dict[str, Any]:
        return {"id": self.id, "seat": self.seat, "number": self.number, "option": self.option}


@dataclass
class Player:
    """One seat, and the worst line there is."""

    url: str
    table: str
    token: str
    cookie: str
    chance: random.Random
    told: list[dict[str, Any]] = field(default_factory=list)
    meant: dict[str, Action] = field(default_factory=dict)
    acked: dict[str, int] = field(default_factory=dict)
    refused: set[str] = field(default_factory=set)
    pending: Action | None = None
    held: Action | None = None  # given up, and still to arrive
    state: dict[str, Any] = field(default_factory=dict)  # the one that was shown last
    lines: int = 0
    done: bool = False

    async def play(self) -> None:
        """Open one line after the other until the game is over and all that was sent is answered."""
        while not self.done:
            self.lines += 1
            with contextlib.suppress(Cut, *FAULTS):
                await (self._by_socket() if self.chance.random() < 0.5 else self._by_stream())
            await asyncio.sleep(self.chance.random() * PAUSE)

    # lines ------------------------------------------------------------------------------------------------------

    async def _by_socket(self) -> None:
        where = f"{self.url.replace('http', 'ws')}/t/{self.table}/ws?since={len(self.told)}"
        async with connect(where, additional_headers={"Origin": self.url, "Cookie": self.cookie}, max_size=None) as ws:

            async def send(action: Action) -> None:
                await ws.send(json.dumps({"t": "act", **action.body}))

            async for message in _messages(ws):
                if message["t"] == "ack":
                    self._acknowledged(message["id"], message["number"])
                elif message["t"] == "refused":
                    self._refused(message["id"], message["stale"], message["why"])
                elif message["t"] == "state":
                    self._shown(message)
                await self._go_on(send)
                if self.done:
                    return

    async def _by_stream(self) -> None:
        headers = {"Authorization": f"Bearer {self.token}"}
        async with httpx.AsyncClient(base_url=self.url + HOME, headers=headers, timeout=PATIENCE) as http:

            async def send(action: Action) -> None:
                answer = await http.post(f"/tables/{self.table}/actions", json=action.body)
                if answer.is_success:
                    self._acknowledged(action.id, answer.json()["number"])
                elif answer.headers.get("content-type") != "application/json":  # the house closed before it answered
                    raise Cut
                else:
                    self._refused(action.id, answer.json()["error"] == "stale", answer.json()["why"])

            where = f"/tables/{self.table}/stream?since={len(self.told)}"
            async with http.stream("GET", where) as answer:
                async for line in answer.aiter_lines():
                    message = json.loads(line)
                    if message["t"] == "state":
                        self._shown(message)
                        assert message["told"] == len(self.told), "an event was lost, or came twice"
                    before = None
                    while before != (before := (self.pending, len(self.acked), len(self.refused))):
                        await self._go_on(send)
                    if self.done:
                        return

    # what comes -------------------------------------------------------------------------------------------------

    def _shown(self, state: dict[str, Any]) -> None:
        self.told = state["events"] if state["full"] else self.told + state["events"]
        self.state = state

    async def _go_on(self, send: Any) -> None:
        """Do something about the state that was shown last, if it asks for it."""
        state = self.state
        if self.chance.random() < 0.1:
            await asyncio.sleep(self.chance.random() * 3 * PAUSE)  # asleep over what it should read
        if self.pending is None and state["options"] and not self._acted(state):
            self.pending = self._choose(state)
            if self.held is None and self.chance.random() < 0.1:  # changes its mind, and the first word comes later
                self.held, self.pending = self.pending, self._choose(state)
        if self.pending is not None:
            await self._send(self.pending, send)
        elif self.held is not None and self.held.number < state["number"]:
            late, self.held = self.held, None
            await send(late)
        elif self.acked and self.chance.random() < 0.1:
            await send(self.meant[self.chance.choice(sorted(self.acked))])  # once more what was done long ago
        self.done = bool(state["sheet"]) and self.pending is None

    def _acted(self, state: dict[str, Any]) -> bool:
        """Whether an action of this very state was answered already; what follows from it has not been shown yet."""
        answered = self.acked.keys() | self.refused
        return any(self.meant[one].number == state["number"] for one in answered)

    def _choose(self, state: dict[str, Any]) -> Action:
        option = self.chance.choice(state["options"])["id"]
        action = Action(f"{self.chance.getrandbits(64):x}", state["seat"], state["number"], option)
        self.meant[action.id] = action
        return action

    async def _send(self, action: Action, send: Any) -> None:
        """Send it, as far as the line lets it through."""
        fate = self.chance.choices(("well", "twice", "late", "lost", "cut"), (60, 12, 12, 8, 8))[0]
        if fate == "lost":
            raise Cut
        if fate == "late":
            await asyncio.sleep(self.chance.random() * PAUSE)
        if fate == "cut":
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(send(action), self.chance.random() * PAUSE)
            raise Cut
        await send(action)
        if fate == "twice":
            await send(action)

    def _acknowledged(self, number: str, position: int) -> None:
        known = self.acked.setdefault(number, position)
        assert known == position, "the same action was answered with two positions"
        if self.pending is not None and self.pending.id == number:
            self.pending = None

    def _refused(self, number: str, stale: bool, why: str) -> None:
        if why == BROKEN:  # the house was just closing
            raise Cut
        assert stale, f"{self.meant[number]} was refused, and not because the table had moved on"
        assert number not in self.acked, "an action that was acknowledged was refused"
        self.refused.add(number)
        if self.pending is not None and self.pending.id == number:
            self.pending = None


async def _messages(ws: ClientConnection) -> AsyncIterator[dict[str, Any]]:
    async for text in ws:
        yield json.loads(text)


# a game --------------------------------------------------------------------------------------------------------------


@dataclass
class TableRegistry:
    """A house that may close and open again at the same address."""

    database: Path
    server: Server

    @classmethod
    def open(cls, database: Path) -> TableRegistry:
        return cls(database, start(database))

    async def blink(self, after: float) -> None:
        await asyncio.sleep(after)
        port = int(self.server.url.rpartition(":")[2])
        await asyncio.to_thread(self.server.stop)
        self.server = await asyncio.to_thread(lambda: start(self.database, port=port))


def game(house: TableRegistry, name: str, seed: int, restart: bool) -> str:
    """Play one game and count; what there was to count, in a line."""
    chance, url = random.Random(f"{name} {seed}"), house.server.url
    ana, ben = Person(url), Person(url)
    settings = {f"set-{key}": str(value) for key, value in SHORT.get(name, {}).items()}
    table = ana.open_table("person", "open", game=name, **settings)
    ben.post(ana.invitations(table)[0], name="Ben")
    players = [
        Player(url, table[3:], make_token(one, "table", table[3:]), one.cookie, random.Random(chance.random()))
        for one in (ana, ben)
    ]

    async def both() -> None:
        blinking = asyncio.create_task(house.blink(0.3 + chance.random())) if restart else None
        async with asyncio.timeout(10 * PATIENCE):
            await asyncio.gather(*(player.play() for player in players))
            if blinking:
                await blinking

    run_apart(both())
    entries = _entries(house.database, table[3:])
    for person, player in zip((ana, ben), players, strict=True):
        _count(player, entries, person, table)
    lines, refused = sum(player.lines for player in players), sum(len(player.refused) for player in players)
    return f"{name} {seed}: {len(entries)} actions over {lines} lines, {refused} too late; nothing lost, none doubled"


def _entries(database: Path, table: str) -> list[tuple[Any, ...]]:
    with contextlib.closing(sqlite3.connect(database)) as db:
        wanted = (
            "SELECT client, seat, number, number_after, option FROM entry WHERE table_id = ? AND client IS NOT NULL"
        )
        return list(db.execute(wanted, (table,)))


def _count(player: Player, entries: list[tuple[Any, ...]], person: Person, table: str) -> None:
    """Nothing lost, nothing doubled, nothing done that was refused."""
    mine = [entry for entry in entries if entry[0] in player.meant]
    assert len({entry[0] for entry in mine}) == len(mine), "an action was done twice"
    assert {entry[0] for entry in mine} == set(player.acked), "what was done is not what was acknowledged"
    for client, seat, _, after, option in mine:
        action = player.meant[client]
        assert (seat, option, after) == (action.seat, action.option, player.acked[client])
    with person.sit(table) as sitting:
        log = sitting.read()["events"]
    assert [event["number"] for event in player.told] == [event["number"] for event in log], "the log has other lines"
    for one, other in zip(player.told, log, strict=True):  # in games of memory only a part may be told again later
        assert one["text"] in ("", other["text"], other["later"]), f"the log tells {other}, and this was told: {one}"


def main(arguments: list[str]) -> None:
    """Play as many games as are asked for, each with its own seed."""
    parser = argparse.ArgumentParser(prog="python -m tests.web.chaos", description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=10, help="how many")
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--game", choices=GAMES, help="always this one")
    asked = parser.parse_args(arguments)
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        house = TableRegistry.open(Path(folder) / "house.db")
        for number in range(asked.games):
            seed = asked.seed + number
            print(game(house, asked.game or GAMES[seed % len(GAMES)], seed, restart=seed % 2 == 0), flush=True)
        house.server.stop()
    print(f"{asked.games} games in {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main(sys.argv[1:])
