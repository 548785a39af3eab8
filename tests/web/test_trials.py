"""What an aim is likely to bring, asked over the socket: told to the player alone, of the newest aim, within limits."""

from __future__ import annotations

import asyncio
import itertools
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from dicehouse.web.option_preview import PreviewResults, PreviewWorker
from dicehouse.web.rate_limits import Rate, RateLimits

from .server import Person, Server, Sitting

GAME = "indicesion"


def thrower(sitting: Sitting) -> tuple[int, str]:
    """The seat that throws, and its usual throw as it is written freely."""
    state = sitting.wait_for(lambda s: s["view"] is not None and s["view"]["phase"] == "throw" and s["options"])
    facts = next(o["facts"] for o in state["options"] if o["facts"].get("usual"))
    thrown = " ".join(f"{word} {','.join(map(str, numbers))}" for word, numbers in facts["throw"].items())
    return state["seat"], f"throw {facts['die']} {facts['target']} {thrown}"


def answers(sitting: Sitting, asked: str) -> list[dict[str, Any]]:
    """All that comes for that question, up to the surest answer or the refusal."""
    found: list[dict[str, Any]] = []
    while not found or ("facts" in found[-1] and found[-1]["facts"]["tries"] < found[-1]["facts"]["of"]):
        told = sitting.read_until("likely")
        if told["id"] == asked:
            found.append(told)
    return found


@pytest.fixture
def hold(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[int], threading.Event]]:
    """Have trials worked out as ever, and all that they tell after so many answers held back until the event is set."""
    let_go, work_out = threading.Event(), PreviewWorker.next_result

    def after(most: int) -> threading.Event:
        told = itertools.count(1)

        async def next_result(worker: PreviewWorker, answers: PreviewResults) -> Any:
            found = await work_out(worker, answers)
            if next(told) > most:
                while not let_go.is_set():
                    await asyncio.sleep(0.01)
            return found

        monkeypatch.setattr(PreviewWorker, "next_result", next_result)
        return let_go

    yield after
    let_go.set()


def test_who_aims_is_told_what_is_likely_and_nobody_else(ana: Person, ben: Person) -> None:
    table = ana.open_table("person", "person", game=GAME)
    with ana.sit(table) as one, ben.sit(table) as other:
        seat, aim = thrower(one)
        one.send("aim", id="first", seat=seat, option=aim)
        told = answers(one, "first")
        assert told[-1]["facts"]["stays"] > 0.9
        near = f"throw {aim.split()[1]} p1 from 0,-203,60 push 0,0,0"
        one.send("aim", id="near", seat=seat, option=near)
        assert "15.24 cm away" in answers(one, "near")[0]["why"]
        other.send("aim", id="spy", seat=seat, option=aim)
        assert "seat" in other.read_until("refused")["why"].lower()
        assert not [frame for frame in other.frames if frame["t"] == "likely"]
        state = one.state
        one.act(state, next(o["id"] for o in state["options"] if o["facts"].get("usual")))
        one.read_until("ack")


def test_the_newest_aim_is_tried_out_and_the_one_before_it_no_further(
    ana: Person, hold: Callable[[int], threading.Event]
) -> None:
    table = ana.open_table("person", "person", game=GAME)
    with ana.sit(table) as sitting:
        seat, aim = thrower(sitting)
        let_go = hold(1)
        for n in range(6):
            sitting.send("aim", id=f"aim {n}", seat=seat, option=aim)
            if n == 0:
                sitting.read_until("likely")
        sitting.send("ping")
        sitting.read_until("pong")
        let_go.set()
        assert len(answers(sitting, "aim 5")) > 1
        told = [frame for frame in sitting.frames if frame["t"] == "likely"]
        last = [frame["id"] for frame in told if frame["facts"]["tries"] == frame["facts"]["of"]]
        assert last == ["aim 5"]


def test_the_table_goes_on_while_something_is_tried_out(ana: Person, hold: Callable[[int], threading.Event]) -> None:
    """A throw is played and acknowledged though the aim before it is not known yet."""
    table = ana.open_table("person", "person", game=GAME)
    with ana.sit(table) as sitting:
        seat, aim = thrower(sitting)
        hold(2)
        sitting.send("aim", id="aim", seat=seat, option=aim)
        sitting.act(sitting.state, aim)
        sitting.read_until("ack")
        assert sum(frame["t"] == "likely" for frame in sitting.frames) < 3


def test_aims_are_limited(serve: Callable[..., Server]) -> None:
    server = serve(limits=RateLimits(trials=Rate(0.001, 3)))
    ana = Person(server.url)
    table = ana.open_table("person", "person", game=GAME)
    with ana.sit(table) as sitting:
        seat, aim = thrower(sitting)
        for n in itertools.count():
            sitting.send("aim", id=f"aim {n}", seat=seat, option=aim)
            if n == 3:
                break
        assert sitting.read_until("refused")["id"] == "aim 3"


@pytest.mark.parametrize("option", ["", "roll", "x" * 40, "throw r1"])
def test_what_nobody_can_throw_is_answered_in_a_sentence(ana: Person, option: str) -> None:
    table = ana.open_table("person", "person", game=GAME)
    with ana.sit(table) as sitting:
        seat, _ = thrower(sitting)
        sitting.send("aim", id="odd", seat=seat, option=option)
        assert answers(sitting, "odd")[0]["why"].endswith(".")
