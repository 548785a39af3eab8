"""Sockets: what is shown, what is acknowledged, what is refused, and how readers come and go."""

from __future__ import annotations

import inspect
import random
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pytest

from dicehouse.server.commands import Command, Message
from dicehouse.server.execute_command import PREPARED
from dicehouse.server.feature_table import FEATURES
from dicehouse.web import table_socket
from dicehouse.web.socket_messages import ClientMessage, Query

from .server import PATIENCE, Person, Server, Sitting


def play_on(sitting: Sitting, chance: random.Random, until: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Play random options with every own seat until a state is as wanted."""
    state = sitting.wait_for(lambda s: True)
    while not until(state):
        assert state["table"]["phase"] == "playing", "the game ended without what was waited for"
        number = state["number"]
        if state["options"]:
            sitting.act(state, chance.choice(state["options"])["id"])
            sitting.read_until("ack" if len(state["me"]) == len(state["table"]["seats"]) else "state")
        state = sitting.wait_for(lambda s, n=number: s["number"] != n or s["table"]["phase"] == "over")
    return state


def test_two_people_play_a_whole_game(ana: Person, ben: Person) -> None:
    """Both see every change; nobody sees options of the other."""
    table = ana.open_table("person", "open", **{"set-target": "5000", "set-opening": "0"})
    ben.post(ana.invitations(table)[0], name="Ben")
    chance = random.Random(1)
    with ana.sit(table) as one, ben.sit(table) as two:
        people = {0: one, 1: two}
        state = one.wait_for(lambda s: s["view"] is not None)
        while state["table"]["phase"] != "over":
            number = state["number"]
            states = {seat: p.wait_for(lambda s, n=number: s["number"] >= n) for seat, p in people.items()}
            for seat, seen in states.items():
                assert bool(seen["options"]) == (seat in seen["acting"])
            seat = states[0]["acting"][0]
            people[seat].act(states[seat], chance.choice(states[seat]["options"])["id"])
            state = one.wait_for(lambda s, n=number: s["number"] > n)
        last = two.wait_for(lambda s: s["table"]["phase"] == "over")
        assert last["sheet"]["rows"][1]["total"] == last["view"]["seats"][1]["total"]
        assert last["table"]["secret"]
        two.send("again")
        assert one.wait_for(lambda s: s["again"])["again"] == two.wait_for(lambda s: s["again"])["again"]


def test_the_events_of_all_frames_are_the_whole_log(ana: Person) -> None:
    table = ana.open_table("person", "person")
    with ana.sit(table) as sitting:
        for order in (0, 1):
            sitting.send("order", seat=order, mode="ask", points=0)
        play_on(sitting, random.Random(2), lambda s: s["number"] > 40)
        told: list[Any] = []
        for frame in sitting.frames:
            if frame["t"] == "state":
                told = frame["events"] if frame["full"] else told + frame["events"]
    with ana.sit(table) as fresh:
        assert fresh.read()["events"] == told
    with ana.sit(table, f"?since={len(told) - 5}") as resumed:
        state = resumed.read()
        assert (state["full"], state["events"]) == (False, told[-5:])
    with ana.sit(table, f"?since={len(told) + 100}") as ahead:
        state = ahead.read()
        assert (state["full"], state["events"]) == (True, told)


def test_sent_twice_is_done_once(ana: Person) -> None:
    table = ana.open_table("person", "person")
    with ana.sit(table) as sitting:
        state = sitting.read()
        for _ in range(3):
            sitting.act(state, state["options"][0]["id"], "the same")
            assert sitting.read_until("ack") == {"t": "ack", "id": "the same", "number": 1}
        assert sitting.wait_for(lambda s: s["number"] == 1)["number"] == 1


def test_late_is_refused_and_the_options_of_now_follow(ana: Person) -> None:
    table = ana.open_table("person", "person")
    with ana.sit(table) as sitting:
        state = sitting.read()
        sitting.act(state, state["options"][0]["id"])
        sitting.read_until("ack")
        sitting.act(state, state["options"][0]["id"], "late")
        refused = sitting.read_until("refused")
        assert (refused["id"], refused["stale"]) == ("late", True)
        assert sitting.read_until("state")["number"] == 1


def test_what_is_not_legal_is_refused_by_name(ana: Person, ben: Person) -> None:
    table = ana.open_table("person", "person")
    with ana.sit(table) as sitting, ben.sit(table) as watching:
        state = sitting.read()
        sitting.act(state, "keep 666666 bank")
        assert "keep 666666 bank" in sitting.read_until("refused")["why"]
        watching.read()
        watching.send("act", id="x", seat=state["seat"], number=0, option=state["options"][0]["id"])
        assert watching.read_until("refused")["why"] == "That isn't your seat."


def test_spectators_see_the_public_view_and_are_counted(ana: Person, ben: Person) -> None:
    table = ana.open_table("person", "person")
    with ana.sit(table) as sitting:
        assert sitting.read()["table"]["watching"] == 0
        with ben.sit(table) as watching:
            state = watching.read()
            assert (state["me"], state["seat"], state["options"], state["undo"]) == ([], None, [], False)
            assert all(s["order"] is None and s["invite"] is None for s in state["table"]["seats"])
            assert sitting.wait_for(lambda s: s["table"]["watching"] == 1)
        assert sitting.wait_for(lambda s: s["table"]["watching"] == 0)


def test_on_a_couch_the_seat_that_decides_is_shown(ana: Person) -> None:
    table = ana.open_table("person", "person", "person")
    seen = set()
    with ana.sit(table) as sitting:

        def look(state: dict[str, Any]) -> bool:
            assert state["me"] == [0, 1, 2]
            assert state["seat"] in state["acting"]
            assert state["options"]
            seen.add(state["seat"])
            return len(seen) == 3

        play_on(sitting, random.Random(3), look)


def test_who_is_there_is_shown(ana: Person, ben: Person) -> None:
    table = ana.open_table("person", "open")
    ben.post(ana.invitations(table)[0], name="Ben")
    with ana.sit(table) as sitting:
        assert [s["online"] for s in sitting.read()["table"]["seats"]] == [True, False]
        with ben.sit(table):
            sitting.wait_for(lambda s: s["table"]["seats"][1]["online"])
        sitting.wait_for(lambda s: not s["table"]["seats"][1]["online"])


def test_what_was_taken_back_while_a_reader_was_away_is_told(ana: Person) -> None:
    """Whoever has as many events as there are may have others."""
    table = ana.open_table("person", "person")
    with ana.sit(table) as sitting:
        for order in (0, 1):
            sitting.send("order", seat=order, mode="ask", points=0)
        before = play_on(sitting, random.Random(4), lambda s: s["undo"])
        sitting.send("undo", id="u", seat=before["seat"], number=before["number"])
        after = play_on(sitting, random.Random(5), lambda s: s["number"] > before["number"] + 2)
    with ana.sit(table) as fresh:
        told = fresh.read()["events"]
    for known, full in ((f"links={before['mark'][0]}", True), ("", True), (f"links={after['mark'][0]}", False)):
        with ana.sit(table, f"?since=2&{known}") as resumed:
            state = resumed.read()
            assert (state["full"], state["events"]) == (full, told if full else told[2:])


def test_undo_over_the_socket(ana: Person) -> None:
    table = ana.open_table("person", "person", "person")
    with ana.sit(table) as sitting:
        for seat in range(3):
            sitting.send("order", seat=seat, mode="ask", points=0)
        state = play_on(sitting, random.Random(4), lambda s: s["undo"])
        sitting.send("undo", id="u", seat=state["seat"], number=state["number"])
        assert sitting.read_until("ack")["number"] == state["number"] - 1
        after = sitting.wait_for(lambda s: s["number"] == state["number"] - 1)
        assert after["full"]
        assert len(after["events"]) < len(state["events"]) or state["events"] != after["events"]
        assert "undid a move: " in after["chat"][-1]["text"]


def test_talk_is_heard_by_all_once(ana: Person, ben: Person) -> None:
    table = ana.open_table("person", "person")
    with ana.sit(table) as one, ben.sit(table) as two:
        two.read()
        one.send("chat", text="  good \u202e luck  ")
        heard = two.wait_for(lambda s: s["chat"])["chat"]
        assert [(c["from"], c["seat"], c["text"]) for c in heard] == [("Ana", 0, "good luck")]
        one.send("chat", text="x" * 301)
        assert "300" in one.read_until("refused")["why"]
        one.send("chat", text="second")
        assert [c["text"] for c in two.wait_for(lambda s: s["chat"] and s["chat"][0]["text"] == "second")["chat"]]


def test_ping_is_answered(ana: Person) -> None:
    with ana.sit(ana.play_now()) as sitting:
        sitting.send("ping")
        sitting.read_until("pong")


def test_see_sends_the_table_again(ana: Person) -> None:
    table = ana.open_table("person", "person")
    with ana.sit(table) as sitting:
        first = sitting.read()
        sitting.send("see", since=0)
        whole = sitting.wait_for(lambda s: s is not first and s["full"])  # others tell who came, and no events
        assert whole["events"] == first["events"]
        sitting.send("see", since=2)
        rest = sitting.wait_for(lambda s: s is not whole and s["events"])
        assert rest["events"] == first["events"][2:]
        assert not rest["full"]


def test_a_restart_in_mid_turn_loses_nothing(serve: Callable[..., Server]) -> None:
    first = serve()
    ana = Person(first.url)
    table = ana.open_table("person", "person")
    with ana.sit(table) as sitting:
        before = play_on(sitting, random.Random(5), lambda s: s["number"] >= 9)
    first.stop()
    second = serve(port=int(first.url.rpartition(":")[2]))
    assert second.url == first.url
    with ana.sit(table) as sitting:
        after = sitting.read()
    assert after["number"] == before["number"]
    assert after["view"] == before["view"]
    assert after["options"] == before["options"]
    assert after["me"] == [0, 1]


@pytest.mark.parametrize("count", [60])
def test_readers_that_come_and_go_leave_nothing_behind(serve: Callable[..., Server], count: int) -> None:
    server = serve()
    ana = Person(server.url)
    table = ana.open_table("person", "person")
    for n in range(count):
        sitting = ana.sit(table)
        if n % 2:
            sitting.socket.close()
        else:
            sitting.socket.close_socket()  # without a word
    with ana.sit(table) as sitting:
        sitting.wait_for(lambda s: s["table"]["watching"] == 0)
        site = server.server.config.app.state.site
        until = time.monotonic() + PATIENCE
        while sum(tuple(site.sockets.values())) != 1:
            assert time.monotonic() < until
            time.sleep(0.01)
            sitting.send("ping")
            sitting.read_until("pong")


def test_every_message_is_accepted_answered_and_known_to_the_page() -> None:
    messages = Message.__subclasses__()
    assert set(messages) == set(get_args(ClientMessage)), "add it to Command or Query"
    answers = inspect.getsource(table_socket)
    assert [kind.__name__ for kind in get_args(Query) if f"{kind.__name__}()" not in answers] == []
    carried_out = {kind for feature in FEATURES for kind in feature.commands}
    assert set(get_args(Command)) <= carried_out | set(PREPARED)
    types = (Path(__file__).parents[2] / "ui" / "src" / "contract" / "messages.ts").read_text(encoding="utf-8")
    page = types.partition("export type ClientMessage =")[2].partition(";")[0]
    assert {kind.__name__ for kind in messages} == set(re.findall(r"\w+", page))
