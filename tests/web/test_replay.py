"""The replay of a finished match over HTTP: who may have it, what is in it, and what nobody can ask of it."""

from __future__ import annotations

import itertools
import json
import random
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from ..server.finished import fill
from ..server.room import ANA, KEY, run_apart
from .server import PATIENCE, Person, Server
from .test_reviewed import cookies_of
from .test_sealed_choices import NAMED, Duel, play_on


def replayed(person: Person, table: str, eyes: object, **more: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The beginning and all frames."""
    asked = {"as": str(eyes), **more}
    beginning = person.http.get(f"{table}/replay.json", params=asked).json()
    parts = range(beginning["last"] // beginning["part"] + 1)
    found = [person.http.get(f"{table}/replay.json", params=asked | {"part": str(n)}).json()["frames"] for n in parts]
    return beginning, [frame for part in found for frame in part]


# --- what is in it


def test_a_replay_is_what_the_socket_showed_that_reader(server: Server) -> None:
    with Duel(server) as duel:
        for _ in play_on(duel, random.Random(8), lambda state: state["table"]["phase"] == "over"):
            pass
        shown = [{f["number"]: f for f in line.frames if f["t"] == "state" and f["view"]} for line in duel.lines]
        stranger = Person(server.url)
        for eyes, states in zip((0, 1, "watcher"), shown, strict=True):
            beginning, frames = replayed(stranger, duel.table, eyes)
            assert [frame["number"] for frame in frames] == [*range(beginning["last"] + 1)]
            for number, state in states.items():
                frame = frames[number]
                assert {key: frame[key] for key in ("view", "prompt", "acting")} == {
                    key: state[key] for key in ("view", "prompt", "acting")
                }
            told = [event for f in told_to(duel, eyes) for event in f["events"]]
            assert told == [event for frame in frames if frame["number"] for event in frame["events"]]
            assert len(states) > 30
            assert [event["text"] for event in beginning["log"]] == [e["text"] for f in frames for e in f["events"]]
            assert beginning["sheet"] == states[beginning["last"]]["sheet"]


def told_to(duel: Duel, eyes: int | str) -> list[dict[str, Any]]:
    """The frames that brought one reader what was new."""
    line = duel.lines[eyes if isinstance(eyes, int) else 2]
    return [frame for frame in line.frames if frame["t"] == "state" and not frame["full"]]


def test_a_seat_is_not_shown_what_the_other_one_had_sealed(server: Server) -> None:
    """In each moment at which somebody has chosen and the other has not, only all open and the own seat name it."""
    with Duel(server) as duel:
        for _ in play_on(duel, random.Random(1), lambda state: state["table"]["phase"] == "over"):
            pass
        found = {eyes: replayed(duel.people[2], duel.table, eyes)[1] for eyes in (0, 1, "watcher", "all")}
    sealed = 0
    for number, open_frame in enumerate(found["all"]):
        for seat, side in enumerate(open_frame["view"]["sides"]):
            if open_frame["view"]["phase"] == "choose" and side["minion"]:
                sealed += 1
                others = [found[eyes][number]["view"]["sides"][seat] for eyes in (1 - seat, "watcher")]
                assert found[seat][number]["view"]["sides"][seat]["minion"] == side["minion"]
                assert all(other["minion"] is None and other["left"] is None for other in others)
    assert sealed >= 12


def test_nothing_of_a_match_that_goes_on_is_given_out(server: Server) -> None:
    with Duel(server) as duel:
        for _ in play_on(duel, random.Random(2), lambda state: state["view"]["combat"] == 4):
            pass
        for person in duel.people:
            for path in ("replay", "replay/plain", "replay?at=3&as=0", "replay/plain?at=3&as=1"):
                answer = person.http.get(f"{duel.table}/{path}")
                assert answer.status_code == 303
                assert answer.headers["location"] == duel.table + ("/plain" if "plain" in path else "")
            for asked in ("", "?as=0", "?part=0", "?as=1&part=0", "?as=all&part=0&words=1"):
                answer = person.http.get(f"{duel.table}/replay.json{asked}")
                assert answer.status_code == 409 and "when it is over" in answer.text
                assert not NAMED.search(answer.text)
            assert person.http.get(f"{duel.table}/replay/said.json").status_code == 409
            assert person.http.get(f"{duel.table}/replay/review.json").status_code == 409


# --- a house with finished games

LONG = 8  # actions


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    return one_to_look_at(tmp_path_factory.mktemp("finished"))


def one_to_look_at(folder: Path) -> tuple[Path, str]:
    """A house with one match in it, long enough to step through: the dice may end one in a turn."""
    for number in itertools.count():
        house = folder / str(number)
        house.mkdir()
        (table,) = run_apart(fill(house, ANA))
        with closing(sqlite3.connect(house / "house.db")) as db:
            (last,) = db.execute("SELECT max(number_after) FROM entry").fetchone()
        if last >= LONG:
            return house / "house.db", f"/t/{table}"
    raise AssertionError


@pytest.fixture
def house(finished: tuple[Path, str], tmp_path: Path, serve: Callable[..., Server]) -> tuple[Person, str]:
    """A stranger at a house in which one match is over, after a restart."""
    (tmp_path / "house.db").write_bytes(finished[0].read_bytes())
    return Person(serve(secret_key=KEY).url), finished[1]


def test_pages_of_a_replay(house: tuple[Person, str]) -> None:
    stranger, table = house
    last = stranger.http.get(f"{table}/replay.json").json()["last"]
    page = stranger.http.get(f"{table}/replay?at=3&as=1").text
    assert f'data-replay="{table}/replay"' in page and "data-ws" not in page
    assert f'url={table}/replay/plain?at=3&amp;as=1"' in page, "without a script the plain one comes at once"
    plain = stranger.http.get(f"{table}/replay/plain?at=3&as=1").text
    assert f"step 3 of {last}" in plain and "You see what Ana 1 knew." in plain
    steps = re.search(r'aria-label="Steps">(.*?)</nav>', plain, re.DOTALL)
    assert steps
    links = re.findall(r'<a class="chip" href="([^"]+)">([^<]+)</a>', steps[1])  # two may lead to one moment
    said = {words: httpx.URL(link.replace("&amp;", "&")).params for link, words in links}
    assert {words: said[words]["at"] for words in ("Start", "Previous step", "Next step", "End")} == {
        "Start": "0",
        "Previous step": "2",
        "Next step": "4",
        "End": str(last),
    }
    assert all(params["as"] == "1" for params in said.values())
    for link, _ in links:
        assert stranger.http.get(link.replace("&amp;", "&")).status_code == 200
    log = re.search(r'<ol class="log" reversed>(.*?)</ol>', plain, re.DOTALL)
    assert log and f"{table}/replay/plain?at={last}&amp;as=1" in log[1], "a line leads to its moment"
    first, end = (stranger.http.get(f"{table}/replay/plain?at={at}").text for at in (0, 10**5))
    assert first.count('<span class="chip" aria-disabled="true">') == 3
    assert f"step {last} of {last}" in end and "You see everything, including hidden things." in end
    assert f'href="{table}/match.json"' in end and "/verify.py" in end and "?check=1" in end


def test_the_plain_page_plays_on_from_its_moment(house: tuple[Person, str]) -> None:
    person, at = house
    first = person.http.get(f"{at}/replay/plain?at=1").text
    assert first.count("Play from here</b>") == 1 and 'name="number" value="1"' in first
    fields = dict(re.findall(r'name="(number|seat|nonce|next)" value="(\w*)"', first.split("plain-fork")[1]))
    answer = person.post(f"{at}/what-if", **fields)
    assert answer.status_code == 303 and answer.headers["location"].endswith("/plain")
    onward = answer.headers["location"]
    assert person.post(f"{at}/what-if", **fields).headers["location"] == onward, "the same form sent twice opens one"
    assert "What if?" in person.http.get(onward).text
    last = person.http.get(f"{at}/replay/plain?at=999999").text
    assert "Play from here" not in last, "at the end nothing is left to choose"


def test_a_replay_is_packed_and_kept_by_who_knows_the_build(house: tuple[Person, str]) -> None:
    stranger, table = house
    build = stranger.http.get(f"{table}/replay.json").json()["table"]["built"]
    kept = stranger.http.get(f"{table}/replay.json", params={"part": "0", "v": build})
    assert kept.headers["cache-control"] == "private, max-age=3600"
    assert kept.headers["content-encoding"] == "gzip"
    assert stranger.http.get(f"{table}/replay.json?part=0&v=old").headers["cache-control"] == "no-store"
    told = stranger.http.get(f"{table}/replay.json").json()["table"]
    assert not any(seat["you"] or seat["order"] or seat["invite"] for seat in told["seats"])


HOSTILE = ["-1", "x", "1.5", "9" * 40, "٣", "", "%00", "0x1", "1e3", " 1", "null", "../../etc", "<script>"]


@pytest.mark.parametrize("text", HOSTILE)
def test_what_can_not_be_asked_is_refused_in_a_sentence(house: tuple[Person, str], text: str) -> None:
    stranger, table = house
    for path, name in (("replay", "at"), ("replay/plain", "at"), ("replay/plain", "as"), ("replay.json", "as")):
        answer = stranger.http.get(f"{table}/{path}", params={name: text})
        assert answer.status_code == 409, (path, name)
        assert "<script>" not in answer.text.partition("<main")[2]
    for part in (text, "999999"):
        assert stranger.http.get(f"{table}/replay.json", params={"part": part}).status_code == 409
    assert stranger.http.get(f"{table}/replay.json?as=2").status_code == 409, "two sat there"
    for path in ("replay", "replay/plain", "replay.json"):
        assert stranger.http.get(f"/t/nothing/{path}").status_code == 404


def test_a_match_by_other_rules_is_told_and_what_was_recorded_is_shown(
    finished: tuple[Path, str], tmp_path: Path, serve: Callable[..., Server]
) -> None:
    """From before positions were written down; while it goes on, nothing is told that only some may know."""
    database, table = tmp_path / "house.db", finished[1]
    database.write_bytes(finished[0].read_bytes())
    with closing(sqlite3.connect(database)) as db, db:
        (header,) = db.execute("SELECT header FROM game_table").fetchone()
        changed = json.dumps({**json.loads(header), "version": "0.0-<b>"})
        db.execute("UPDATE game_table SET header = ?, rules = NULL", (changed,))
        (result,) = db.execute("SELECT result FROM game_table").fetchone()
    stranger = Person(serve(secret_key=KEY).url)
    for path in ("", "/plain", "/replay", "/replay/plain"):
        page = stranger.http.get(table + path).text
        assert "be replayed any more" in page and "version 0.0-&lt;b&gt; of the rules" in page
        assert page.count("<li>") > 5, "what was played"
        assert all(f"{total:,} point" in page for total in json.loads(result)["totals"])
    assert stranger.http.get(f"{table}/replay.json").status_code == 400
    with closing(sqlite3.connect(database, timeout=PATIENCE)) as db, db:
        db.execute("UPDATE game_table SET phase = 'playing'")
        db.execute("UPDATE entry SET option = 'keep 666666 bank' WHERE serial = 1")
        db.execute("UPDATE entry SET moment = NULL")
    for path in ("", "/plain", "/replay", "/replay/plain"):
        answer = stranger.http.get(table + path)
        assert answer.status_code == 200 and "continue</h1>" in answer.text
        assert "<code>" not in answer.text and "0.0-&lt;b&gt;" in answer.text


def test_what_was_said_stands_at_its_moment_for_those_who_sat_there(
    tmp_path: Path, serve: Callable[..., Server]
) -> None:
    database, address = one_to_look_at(tmp_path)
    table = address.removeprefix("/t/")
    (tmp_path / "house.db").write_bytes(database.read_bytes())
    with closing(sqlite3.connect(tmp_path / "house.db")) as db, db:
        (last,) = db.execute("SELECT max(number_after) FROM entry").fetchone()
        db.execute("UPDATE entry SET at = 1000 + serial")  # each action in a second of its own
        for serial, (at, text) in enumerate(((10.0, "Good luck"), (1001.5, "<b>Oh</b> {1}"), (9000.0, "Thanks"))):
            db.execute("INSERT INTO chat VALUES (?, ?, 0, 'Ana', ?, ?, NULL, NULL)", (table, serial, text, at))
    cookies = cookies_of(ANA, tmp_path)
    url = serve(secret_key=KEY).url
    ana, stranger = Person(url, cookies), Person(url)
    answer = ana.http.get(f"/t/{table}/replay/said.json")
    assert [(line["number"], line["text"]) for line in answer.json()["said"]] == [
        (0, "Good luck"),
        (2, "<b>Oh</b> {1}"),
        (last, "Thanks"),
    ]
    assert answer.headers["cache-control"] == "no-store"
    plain = ana.http.get(f"/t/{table}/replay/plain?at=2").text
    assert "<b>Ana:</b> &lt;b&gt;Oh&lt;/b&gt; {1}" in plain and plain.index("Thanks") < plain.index("Good luck")
    assert stranger.http.get(f"/t/{table}/replay/said.json").json() == {"said": []}
    assert "Thanks" not in stranger.http.get(f"/t/{table}/replay/plain").text
    assert "Thanks" not in ana.http.get(f"/t/{table}/replay.json").text, "that one is the same for all"
