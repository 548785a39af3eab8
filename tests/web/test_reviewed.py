"""The page of a review over HTTP: who may read it, how it is waited for, and what-ifs of all five games."""

from __future__ import annotations

import re
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from dicehouse.games import BUILT_IN
from dicehouse.match.match import Match
from dicehouse.match.serialization import list_fork_points, truncate_history
from dicehouse.server import verify
from dicehouse.server.audit import audit
from dicehouse.server.seats import Keyring
from dicehouse.server.storage.backup import opened
from dicehouse.server.storage.sqlite_store import SQLite
from dicehouse.web.guest_cookies import COOKIE, GuestCookies

from ..server.finished import SHORT, fill, played_at_random
from ..server.room import ANA, KEY, open_house, run_apart, two_on_a_couch
from .judges import Judge
from .server import PATIENCE, Person, Server


def cookies_of(guest: str, folder: Path) -> httpx.Cookies:
    store = SQLite(folder / "house.db")
    found = httpx.Cookies({COOKIE: f"{guest}.{GuestCookies(Keyring(KEY), store)._sign(guest)}"})
    store.close()
    return found


def reviewed(person: Person, table: str) -> str:
    """The page of a review, once it is made."""
    until_then = time.monotonic() + PATIENCE
    while not person.http.get(f"/t/{table}/review/standing").json()["settled"]:
        assert time.monotonic() < until_then
        time.sleep(0.02)
    return person.http.get(f"/t/{table}/review").text


def test_the_page_tells_the_review_to_all_who_may_look_at_the_table(
    tmp_path: Path, serve: Callable[..., Server]
) -> None:
    (table,) = run_apart(fill(tmp_path, ANA))
    cookies = cookies_of(ANA, tmp_path)
    gate = threading.Event()
    url = serve(secret_key=KEY, reviewer=Judge(gate=gate)).url
    ana, stranger = Person(url, cookies), Person(url)
    before = stranger.http.get(f"/t/{table}/replay/review.json")
    assert before.json() == {"review": None} and before.headers["cache-control"] == "no-store"
    assert stranger.http.get(f"/t/{table}/replay/continuation.json?at=0").status_code == 409
    waiting = stranger.http.get(f"/t/{table}/review").text
    assert "<progress" in waiting and '<noscript><meta http-equiv="refresh"' in waiting
    assert stranger.http.get(f"/t/{table}/review.json").status_code == 409
    gate.set()
    page = reviewed(stranger, table)
    data: dict[str, Any] = stranger.http.get(f"/t/{table}/review.json").json()
    assert data["game"] == "dice-ocalypse" and len(data["rows"]) > 2
    told = stranger.http.get(f"/t/{table}/replay/review.json").json()["review"]
    assert told["chances"][-1] == data["outcome"] and len(told["words"]) == len(told["chances"])
    clear = [int(number) for number, verdict in told["verdicts"].items() if verdict["clear"]]
    assert clear and len(clear) < len(told["verdicts"])
    for number in (clear[0], clear[-1]):
        way = stranger.http.get(f"/t/{table}/replay/continuation.json?at={number}")
        assert way.status_code == 200 and way.headers["cache-control"] == "no-store"
        events = way.json()["events"]
        assert events and all(event["text"] and event["number"] > number for event in events)
        assert stranger.http.get(f"/t/{table}/replay/continuation.json?at={number}").json()["events"] == events
    for at in (next(int(n) for n in told["verdicts"] if int(n) not in clear), 99_999, "x"):
        refused = stranger.http.get(f"/t/{table}/replay/continuation.json?at={at}")
        assert refused.status_code == 409 and refused.text
    for words in (
        "Luck and skill in points",
        "Winning chances",
        "How sure is this?",
        "Every roll and every decision",
    ):
        assert words in page
    assert page.count('class="btn go"') == 1
    assert len(re.findall(r'href="/t/\w+/replay\?at=\d+"', page)) >= len(data["rows"])
    assert (
        f"/t/{table}/review" in ana.http.get("/games").text
        and f"/t/{table}/review" in ana.http.get(f"/t/{table}/plain").text
    )
    assert "Play from here" in page and page.count("/what-if") == len(data["looks"])
    for query in ("?of=1", "?of=9", "?of=x"):
        assert stranger.http.get(f"/t/{table}/review{query}").status_code == 200


def test_a_running_match_has_no_review_and_no_what_if(tmp_path: Path, serve: Callable[..., Server]) -> None:
    async def story() -> str:
        async with open_house(tmp_path) as house:
            return (await two_on_a_couch(house, **SHORT)).id

    table = run_apart(story())
    judge = Judge()
    cookies = cookies_of(ANA, tmp_path)
    url = serve(secret_key=KEY, reviewer=judge).url
    for person in (Person(url, cookies), Person(url)):
        for path in ("review", "review.json", "review/standing"):
            answer = person.http.get(f"/t/{table}/{path}")
            assert answer.status_code == 409 and "when it is over" in answer.text
        assert person.post(f"/t/{table}/review").status_code == 409
        answer = person.post(f"/t/{table}/what-if", number=0, seat=0)
        assert answer.status_code == 409 and "still running" in answer.text
        assert person.http.get("/t/nothinghere1/review").status_code == 404
        assert person.post("/t/nothinghere1/what-if", number=0, seat=0).status_code == 404
    assert judge.asked == []


def test_what_failed_is_told_and_tried_again(tmp_path: Path, serve: Callable[..., Server]) -> None:
    (table,) = run_apart(fill(tmp_path, ANA))
    person = Person(serve(secret_key=KEY, reviewer=Judge(fails=1)).url)
    page = reviewed(person, table)
    assert "The game itself is safe" in page and "Try again" in page
    assert person.post(f"/t/{table}/review").status_code == 303
    assert "Luck and skill in points" in reviewed(person, table)


def asked_late(match: Match) -> tuple[int, int]:
    """A moment in the last third, and who chooses there: not a reply, which a standing order may give for them."""
    for number in range(match.number * 2 // 3, match.number):
        there = Match.load(truncate_history(match.save(), number))
        seat = there.acting()[0]
        if there.reaction(seat) is None:
            return number, seat
    raise AssertionError("nothing but replies")


@pytest.mark.parametrize("game", BUILT_IN)
def test_a_what_if_is_played_on_after_a_restart_and_counts_nowhere(
    game: str, tmp_path: Path, serve: Callable[..., Server]
) -> None:
    async def story() -> tuple[str, Match]:
        async with open_house(tmp_path) as house:
            table = await played_at_random(house, game, ANA)
            return table.id, table.state.playing()

    table, match = run_apart(story())
    cookies = cookies_of(ANA, tmp_path)
    number, seat = asked_late(match)
    server = serve(secret_key=KEY, reviewer=Judge())
    ana = Person(server.url, cookies)
    form = {"number": number, "seat": seat, "nonce": "0123456789abcdef" * 2}
    answer = ana.post(f"/t/{table}/what-if", **form)
    assert answer.status_code == 303, answer.text
    onward = answer.headers["location"]
    assert ana.post(f"/t/{table}/what-if", **form).headers["location"] == onward, "the same form sent twice opens one"
    with ana.sit(onward) as sitting:
        state = sitting.wait_for(lambda s: s["options"])
        info = state["table"]
        assert state["me"] == [seat] and info["what_if"]["table"] == table and not info["reviewed"]
        assert [s["kind"] for s in info["seats"]] == ["person" if s == seat else "bot" for s in range(2)]
        assert any(event["kind"] == "what-if" for event in state["events"])
        assert not state["undo"]
        sitting.act(state, state["options"][0]["id"])
        sitting.wait_for(lambda s: s["number"] > state["number"])
    server.stop()
    again = serve(secret_key=KEY, reviewer=Judge())
    ana = Person(again.url, cookies)
    plain = ana.http.get(f"{onward}/plain").text
    assert "What if?" in plain and "recorded in your results" in plain
    with ana.sit(onward) as sitting:
        for _ in range(400):
            state = sitting.wait_for(lambda s: s["options"] or s["story"] or s["table"]["phase"] == "over")
            if state["table"]["phase"] == "over":
                break
            sitting.act(state, state["options"][0]["id"])
            sitting.wait_for(lambda s, n=state["number"]: s["number"] > n)
        assert state["table"]["phase"] == "over" and state["story"] is not None
    record: dict[str, Any] = ana.http.get(f"{onward}/match.json").json()
    assert verify.faults(record) == [] and Match.load(record).over
    assert list_fork_points(record["dice"])[0][1] == seat
    assert ana.http.get(f"{onward}/dice.json").json()["faults"] == []
    assert ana.http.get(f"{onward}/replay").status_code == 200
    refused = ana.http.get(f"{onward}/review")
    assert refused.status_code == 409 and "has no review" in refused.text
    games = ana.http.get("/games").text
    assert f"/t/{table}" in games and onward not in games
    with closing(sqlite3.connect(again.database)) as db:
        assert db.execute("SELECT count(*) FROM rival").fetchone() == (0,)
    once_more = ana.post(f"{onward}/again")
    assert once_more.status_code == 303
    with ana.sit(once_more.headers["location"].removesuffix("/plain")) as sitting:
        state = sitting.wait_for(lambda s: s["options"])
        assert state["number"] == list_fork_points(record["dice"])[0][0], "from the same moment"
    again.stop()
    with opened(again.database) as db:
        assert [finding.faults for finding in audit(db)] == [[], [], []]


def test_what_cannot_be_played_on_is_refused_in_a_sentence(tmp_path: Path, serve: Callable[..., Server]) -> None:
    (table,) = run_apart(fill(tmp_path, ANA))
    with closing(sqlite3.connect(tmp_path / "house.db")) as db:
        (last,) = db.execute("SELECT max(number_after) FROM entry").fetchone()
    url = serve(secret_key=KEY, reviewer=Judge()).url
    person = Person(url)
    for number, seat, words in ((0, 7, "no seat"), (last, 0, "had nothing to decide"), (last + 1, 0, "no moment")):
        answer = person.post(f"/t/{table}/what-if", number=number, seat=seat)
        assert answer.status_code in (400, 409) and words in answer.text
    for fields in ({}, {"number": "x", "seat": 0}, {"number": -1, "seat": 0}, {"number": "9" * 30, "seat": 0}):
        assert person.post(f"/t/{table}/what-if", **fields).status_code in (400, 409)
    with closing(sqlite3.connect(tmp_path / "house.db")) as db:
        assert db.execute("SELECT count(*) FROM game_table").fetchone() == (1,)
        assert db.execute("SELECT count(*) FROM review").fetchone() == (0,)


def test_a_match_of_older_rules_is_refused_in_a_sentence(tmp_path: Path, serve: Callable[..., Server]) -> None:
    (table,) = run_apart(fill(tmp_path, ANA))
    with closing(sqlite3.connect(tmp_path / "house.db")) as db, db:
        db.execute(
            "UPDATE game_table SET header = json_set(header, '$.version', '0'),"
            " rules = json_set(rules, '$[0].version', '0')"
        )
    person = Person(serve(secret_key=KEY, reviewer=Judge()).url)
    for answer in (person.http.get(f"/t/{table}/review"), person.post(f"/t/{table}/what-if", number=0, seat=0)):
        assert answer.status_code in (400, 409) and "older rules" in answer.text
    assert "what-if" not in person.http.get(f"/t/{table}/replay/plain").text
