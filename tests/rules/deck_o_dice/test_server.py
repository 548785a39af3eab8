"""Every byte that a server sends: nobody else can tell a sealed choice, and what is over is not named again."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ...web.server import Person, Server, Sitting, start
from .reference import TYPES
from .table import GAME

NAMES = re.compile("|".join(TYPES), re.IGNORECASE)
RANDOM = re.compile(r"\b[0-9a-f]{16,}\b")  # ids, commitments, keys of forms


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, _compiled_rules: None) -> Iterator[Server]:
    running = start(Path(tmp_path_factory.mktemp("house")) / "house.db")
    yield running
    running.stop()


class Evening:
    """Ana and Ben at a table, and Caro who watches."""

    def __init__(self, house: Server, **fields: str) -> None:
        self.ana, self.ben, self.caro = (Person(house.url) for _ in range(3))
        self.table = self.ana.open_table("person", "open", game=GAME, **fields)
        self.ben.post(self.ana.invitations(self.table)[0], name="Ben")
        self.lines = [person.sit(self.table) for person in (self.ana, self.ben, self.caro)]
        self.wait(lambda state: state["view"] is not None and state["table"]["phase"] == "playing")

    def __enter__(self) -> Evening:
        return self

    def __exit__(self, *error: object) -> None:
        for line in self.lines:
            line.socket.close()

    def wait(self, wanted: Callable[[dict[str, Any]], bool]) -> list[dict[str, Any]]:
        return [line.wait_for(wanted) for line in self.lines]

    def act(self, seat: int, option: str) -> None:
        """An option of a seat; until all three have been shown it."""
        state = self.lines[seat].state
        self.lines[seat].act(state, option)
        self.wait(lambda shown: bool(shown["number"] > state["number"]))

    def sent_to(self, person: Person, line: Sitting) -> str:
        """All that somebody was sent, but for what differs between any two tables."""
        pages = [person.http.get(f"{self.table}{page}").text for page in ("", "/plain", "/match.json")]
        with person.sit(self.table) as again:
            frames = [*line.frames, again.read()]
        text = "\n".join([*map(json.dumps, frames), *pages])
        return RANDOM.sub("#", text.replace(self.table.rpartition("/")[2], "#"))


@pytest.mark.parametrize("seat", [0, 1])
def test_no_byte_to_anybody_else_tells_a_sealed_choice(house: Server, seat: int) -> None:
    for _ in range(3):  # on a busy machine frames may be joined differently; what tells something differs each time
        sent: dict[str, set[str]] = {"other": set(), "watcher": set()}
        for word in TYPES:
            with Evening(house) as evening:
                evening.act(seat, word)
                other = (evening.ana, evening.ben)[1 - seat]
                sent["other"].add(evening.sent_to(other, evening.lines[1 - seat]))
                sent["watcher"].add(evening.sent_to(evening.caro, evening.lines[2]))
                assert evening.lines[seat].state["view"]["sides"][seat]["minion"] == word
        if all(len(texts) == 1 for texts in sent.values()):
            break
    assert [len(texts) for texts in sent.values()] == [1, 1]
    assert all(len(text) > 10_000 for texts in sent.values() for text in texts)


def test_no_record_is_given_out_before_the_end(house: Server) -> None:
    with Evening(house) as evening:
        evening.act(0, "twent")
        for person in (evening.ana, evening.ben, evening.caro):
            answer = person.http.get(f"{evening.table}/match.json")
            assert not NAMES.search(answer.text)


def test_what_diante_sees_goes_to_one_socket(house: Server) -> None:
    with Evening(house) as evening:
        evening.act(0, "diante")
        evening.act(1, "twent")
        evening.act(0, "look")
        mine, other, watcher = (line.state for line in evening.lines)
        assert len(mine["view"]["looked"]) == 2
        assert "looked" in [event["kind"] for event in mine["events"]]
        for state in (other, watcher):
            assert state["view"]["looked"] is None
            assert state["options"] == []
            assert "looked" not in json.dumps(state["events"])
            assert "You see" not in json.dumps(state)


def test_when_a_combat_is_over_no_frame_and_no_page_names_it(house: Server) -> None:
    chance, checked = random.Random(7), 0
    with Evening(house) as evening:
        while evening.lines[0].state["view"]["combat"] < 5:
            seat = chance.choice(evening.lines[0].state["acting"])
            evening.act(seat, chance.choice(evening.lines[seat].state["options"])["id"])
            if evening.lines[0].state["view"]["phase"] == "choose" and len(evening.lines[0].state["acting"]) == 1:
                check_nothing_old(evening)
                checked += 1
        assert checked == 4


def check_nothing_old(evening: Evening) -> None:
    """In a fresh frame and on the plain page of who watches, once the next choice has been made."""
    with evening.caro.sit(evening.table) as again:
        fresh = again.read()
    for event in fresh["events"]:
        assert event["kind"] in ("half", "combat", "won", "tie", "chosen", "past")
        assert not NAMES.search(event["text"])
        assert not {"card", "cards", "minion", "minions", "value", "values"} & set(event["facts"])
    view = fresh["view"]
    assert all(side["pile"] is side["left"] is side["card"] is side["minion"] is None for side in view["sides"])
    view["cards"] = {}
    assert not NAMES.search(json.dumps(view))
    assert not NAMES.search(json.dumps([fresh["prompt"], fresh["options"]]))
    page = evening.caro.http.get(f"{evening.table}/plain").text
    assert not NAMES.search(page[page.index("<main") :])
