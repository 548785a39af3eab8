"""Requests begin one after the other, by turns of the addresses that they come from."""

from __future__ import annotations

import asyncio
from itertools import pairwise

import pytest

from dicehouse.web.admission_queue import AdmissionQueue, queue_of

from ..server.room import run_apart

ROUNDS = 4


async def _arrive(queue: AdmissionQueue, who: str, came: list[str], rounds: list[int], now: list[int]) -> None:
    await queue.enter(who)
    came.append(who)
    rounds.append(now[0])


async def _watch(*visitors: str) -> tuple[list[str], list[int]]:
    """Return in which order these visitors come in, and in which round of the loop each one does."""
    queue, came, rounds, now = AdmissionQueue(ROUNDS), list[str](), list[int](), [0]

    async def count() -> None:
        while len(came) < len(visitors):
            now[0] += 1
            await asyncio.sleep(0)

    await asyncio.gather(*(_arrive(queue, who, came, rounds, now) for who in visitors), count())
    return came, rounds


def test_the_first_one_does_not_wait() -> None:
    assert run_apart(_watch("a")) == (["a"], [0])


def test_addresses_take_turns() -> None:
    came, rounds = run_apart(_watch("a", "a", "a", "a", "b", "b", "c"))
    assert came == ["a", "a", "b", "c", "a", "b", "a"]
    gaps = [later - earlier for earlier, later in pairwise(rounds)]
    assert min(gaps) >= ROUNDS - 1, "the tables have rounds in between"


def test_who_leaves_has_no_turn() -> None:
    async def story() -> None:
        queue, came = AdmissionQueue(ROUNDS), list[str]()

        async def arrive(who: str) -> None:
            await queue.enter(who)
            came.append(who)

        tasks = [asyncio.create_task(arrive(who)) for who in "abcd"]
        await asyncio.sleep(0)
        tasks[1].cancel()
        tasks[2].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert came == ["a", "d"]
        await queue.enter("e")
        assert queue._waiting == {}

    run_apart(story())


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("::1", "::/64"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("testclient", "testclient"),
    ],
)
def test_an_ipv6_network_is_one_visitor(address: str, name: str) -> None:
    assert queue_of(address) == name
