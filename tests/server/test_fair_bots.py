"""Bots at a live table: they get no secret of the table's, and what their seat can't know changes nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from dicehouse import bots, games
from dicehouse.match.match import Match
from dicehouse.server.live_table import Table
from dicehouse.server.seat_plan import Chair
from dicehouse.server.seats import Refused
from dicehouse.server.table_registry import TableRegistry
from tests.invariants.fair import deceived, holds

from .give import act
from .room import ANA, open_house, run_apart

PATIENCE = 300.0  # seconds that a game may take on a busy machine


class Shadowed:
    """A bot, and its shadow that gets the same match with other secrets and other dice to come."""

    def __init__(self, name: str, seen: list[tuple[str, str, bool]], given: list[tuple[Any, ...]]) -> None:
        self._bot, self._shadow = (bots.make(name, seed=4) for _ in range(2))
        self._seen, self._given = seen, given

    def consider(self, match: Match, seat: int) -> Callable[[float], str]:
        other = deceived(match, seat, match.number)
        apart = other.position() != match.position()
        thought, also = (bot.consider(each, seat) for bot, each in ((self._bot, match), (self._shadow, other)))  # type: ignore[attr-defined]
        self._given[:] = [(self._bot, match, thought)]

        def think(part: float) -> str:
            self._seen.append((thought(part), also(part), apart))
            return self._seen[-1][0]

        return think


async def opened(house: TableRegistry, game_id: str) -> Table:
    game = games.find(game_id)
    chairs = [Chair("person", "Ana"), Chair("bot", "", "first")]
    mode = game.modes[0]
    return await house.open(game, mode.id, dict(mode.settings), chairs, ANA, house.keyring.dice_secret(), None)


async def played(table: Table, seen: list[Any], enough: int) -> None:
    """A person takes something until the bot has chosen so often, or the game is over."""
    for turn in count():
        match = table.state.match
        assert match is not None
        if match.over or len(seen) >= enough:
            return
        number, asked = match.number, 0 in match.acting()
        options = match.options(0) if asked else []
        if options:
            with suppress(Refused):  # the bot was faster
                await act(table, ANA, 0, number, options[turn * 7 % len(options)].id)
        await asyncio.sleep(0.001)


@pytest.mark.parametrize(
    ("game_id", "name"), [("dicetopia", "otto"), ("dicetopia", "search:2"), ("deck-o-dice", "otto")]
)
def test_the_drivers_bot_chooses_the_same_for_what_its_seat_cannot_tell_apart(
    game_id: str, name: str, tmp_path: Path
) -> None:
    seen: list[tuple[str, str, bool]] = []
    given: list[tuple[Any, ...]] = []

    async def story() -> None:
        async with asyncio.timeout(PATIENCE), open_house(tmp_path) as house:
            house.thinkers.make = lambda _: Shadowed(name, seen, given)
            table = await opened(house, game_id)
            await played(table, seen, 12)
            secret = bytes.fromhex(table.state.record.secret)
            assert holds(secret, table.state.match), "the test would find it"
            assert not holds(secret, *given[0]), "the bot could foretell the dice"

    run_apart(story())
    assert len(seen) > 4
    assert [one for one, _, _ in seen] == [other for _, other, _ in seen]
    assert game_id != "dicetopia" or all(apart for _, _, apart in seen)
