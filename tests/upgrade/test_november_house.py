"""The database of 27 November 2026, opened by the version of today: from its file, and from a dump of PostgreSQL.

Everything goes over HTTP with the cookies, tokens, links and words of that day.
"""

from __future__ import annotations

import json
import random
import re
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest

from dicehouse.cli import main
from dicehouse.games import BUILT_IN
from dicehouse.server.storage.store_factory import open_store

from ..cluster import Cluster
from ..web.server import PATIENCE, Person, Server, start
from .november import FACTS, HERS, HIS, OVER, house_in, house_in_sql

HOUSE: dict[str, Any] = FACTS["house"]
TABLES: dict[str, dict[str, Any]] = HOUSE["tables"]
MORE: dict[str, Any] = HOUSE["more"]
DECK = "deck-o-dice"
COOKIE = "dicehouse"


def restored(postgres: Cluster) -> Any:
    """Restore the dump into a database of its own, and return its address."""
    import psycopg

    address = postgres.fresh()
    with psycopg.connect(address.uri, autocommit=True) as db:
        db.execute(house_in_sql().encode())
    return address


KINDS = [
    pytest.param("sqlite", marks=pytest.mark.xdist_group("november-house")),
    pytest.param("postgresql", marks=pytest.mark.xdist_group("postgres")),
]


@dataclass
class Opened:
    """A server of today on the old database, and the people whose cookies it gave out then."""

    server: Server
    people: dict[str, Person] = field(default_factory=dict)

    def person(self, name: str) -> Person:
        """Return Ana, Ben or Cem, each with one client."""
        if name not in self.people:
            self.people[name] = self.with_cookie(HOUSE["cookies"][name])
        return self.people[name]

    def with_cookie(self, value: str) -> Person:
        return Person(self.server.url, httpx.Cookies({COOKIE: value}))

    def name_of(self, person: Person) -> str | None:
        """Return the name of the guest to whom the cookies belong."""
        found = re.search(r'name="name"[^>]* value="([^"]*)"', person.http.get("/me").text)
        return found[1] if found else None


@pytest.fixture(scope="module", params=KINDS)
def house(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opened]:
    if request.param == "sqlite":
        place: Any = house_in(tmp_path_factory.mktemp("november"))
    else:
        place = restored(request.getfixturevalue("postgres"))
    server = start(place, pushes=False)
    yield Opened(server)
    server.stop()


@pytest.fixture
def ana(house: Opened) -> Person:
    return house.person("Ana")


@pytest.fixture
def ben(house: Opened) -> Person:
    return house.person("Ben")


def test_the_cookie_still_finds_its_guest(house: Opened, ana: Person, ben: Person) -> None:
    assert [house.name_of(house.person(name)) for name in ("Ana", "Ben", "Cem")] == ["Ana", "Ben", "Cem"]
    assert house.name_of(house.with_cookie(HOUSE["people"]["became_ana"])) == "Ana", "two guests had become one"
    guest, _, signature = HOUSE["cookies"]["Ana"].partition(".")
    assert house.name_of(house.with_cookie(f"{guest}.{signature[::-1]}")) != "Ana", "nobody else can sign"
    table = TABLES[f"{DECK}/running"]["table"]
    for seat, person in enumerate((ana, ben)):
        with person.sit(table) as line:
            assert line.read_until("state")["me"] == [seat]
    assert table in ana.http.get("/games").text and TABLES[f"{DECK}/over"]["table"] in ana.http.get("/games").text


def play(line: Any, luck: random.Random) -> None:
    """Play a random option."""
    before = line.state
    line.act(before, luck.choice(before["options"])["id"])
    line.wait_for(lambda state: state["number"] > before["number"])


def asked(lines: list[Any]) -> list[Any]:
    """Wait until everybody sees the same position, and return the lines of those who may act."""
    number = max(line.state["number"] for line in lines)
    for line in lines:
        line.wait_for(lambda state: state["number"] >= number)
    return [line for line in lines if line.state["options"]]


def mark_of(line: Any) -> list[Any]:
    found: list[Any] = line.state["mark"]
    return found


@pytest.mark.parametrize("name", [name for name in TABLES if not name.endswith("/over")])
def test_a_match_goes_on_where_it_stood(house: Opened, ana: Person, ben: Person, name: str) -> None:
    kept, luck = TABLES[name], random.Random(1)
    with ana.sit(kept["table"]) as hers, ben.sit(kept["table"]) as his:
        lines = [hers, his]
        for seat, line in enumerate(lines):
            line.read_until("state")
            line.send("order", seat=seat, mode="ask", points=0)
        assert [hers.state["number"], mark_of(hers)] == [kept["number"], kept["mark"]]
        if name.endswith("/sealed"):
            assert [bool(line.state["options"]) for line in lines] == [False, True], "one has chosen, one is asked"
        for _ in range(1 if name.startswith("indicesion") else 6):
            if hers.state["table"]["phase"] == "over":
                break
            play(asked(lines)[0], luck)
        asked(lines)
        assert hers.state["number"] > kept["number"] and mark_of(hers)[0] > kept["mark"][0]
        assert mark_of(hers) == mark_of(his)


@pytest.mark.parametrize("game", BUILT_IN)
def test_a_match_that_is_over_is_looked_at_again(house: Opened, ana: Person, game: str) -> None:
    kept = TABLES[f"{game}/over"]
    table = kept["table"]
    with ana.sit(table) as line:
        state = line.read_until("state")
        assert (state["number"], state["mark"], state["table"]["phase"]) == (kept["number"], kept["mark"], "over")
        assert state["sheet"] and state["story"] and state["events"]
    assert ana.http.get(f"{table}/match.json").json() == OVER[game]
    beginning = ana.http.get(f"{table}/replay.json", params={"as": "all"}).json()
    for part in range(beginning["last"] // beginning["part"] + 1):
        frames = ana.http.get(f"{table}/replay.json", params={"as": "all", "part": str(part)})
        assert frames.status_code == 200 and frames.json()["frames"]
    for where in ("", "/plain?check", "/replay", "/replay/plain", "/dice.json"):
        assert ana.http.get(f"{table}{where}").status_code == 200, where


def test_the_review_of_that_day_is_kept(house: Opened, ana: Person) -> None:
    table = TABLES[f"{DECK}/over"]["table"]
    found = ana.http.get(f"{table}/review.json")
    assert found.status_code == 200 and found.json()["game"] == DECK and found.json()["rows"]
    assert ana.http.get(f"{table}/review").status_code == 200
    assert ana.http.get(f"{TABLES['dicetopia/over']['table']}/review/standing").status_code == 200


def test_the_script_of_the_house_verifies_every_proof(house: Opened, tmp_path: Path) -> None:
    script, file = tmp_path / "verify.py", tmp_path / "match.json"
    script.write_text(Person(house.server.url).http.get("/verify.py").text)

    def verify(record: dict[str, Any], *mark: str) -> int:
        file.write_text(json.dumps(record))
        command = [sys.executable, "-I", str(script), str(file), *mark]
        return subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False).returncode

    for game, record in OVER.items():
        assert verify(record, TABLES[f"{game}/over"]["mark"][1]) == 0
    wrong = json.loads(json.dumps(OVER[DECK]))
    next(action for action in wrong["actions"] if action["draws"])["draws"][0][0] ^= 1
    assert verify(wrong) == 1


def test_the_club_has_its_evenings(house: Opened, ana: Person, ben: Person) -> None:
    club = HOUSE["club"]
    page = ana.http.get(club["where"]).text
    assert "Friday crowd" in page and all(name in page for name in ("Ana", "Ben", "Cem"))
    assert "½" in ana.http.get(f"{club['where']}/evenings/0").text
    assert Person(house.server.url).http.get(club["link"]).status_code == 200, "the link still opens the room"
    pair = re.search(r'name="pair" value="([^"]*)"', page)
    assert pair and ana.post(f"{club['where']}/decide", contest=1, pair=pair[1], how="first").status_code == 303
    assert ana.post(f"{club['where']}/go-on", contest=1, round=2).status_code in (303, 409)
    with ben.sit(club["table"]) as line:
        assert line.read_until("state")["table"]["terms"]


def test_a_clock_runs_on_and_hours_are_known(house: Opened, ana: Person, ben: Person) -> None:
    with ana.sit(MORE["clock"]) as line:
        state = line.read_until("state")
        assert state["number"] == MORE["clock number"] and state["table"]["terms"]
        (clock,) = [each for each in state["time"]["seats"] if each["seat"] in state["acting"]]
        assert clock["left"] > 6 * 86400, "nobody loses time while no server runs"
    page = ben.http.get("/me/turns").text
    assert "<option selected>Europe/Vienna</option>" in page
    assert 'value="22:00"' in page and 'value="07:30"' in page


def test_how_somebody_is_told_of_their_turn_is_kept(house: Opened, ana: Person, ben: Person) -> None:
    calendar = Person(house.server.url).http.get(HOUSE["calls"]["feed"])
    assert calendar.status_code == 200 and calendar.text.startswith("BEGIN:VCALENDAR")
    mine = ben.http.get("/me/everything.json").text
    assert "ben@example.org" in mine and "push.example.org" in mine
    assert "ben@example.org" not in ana.http.get("/me/everything.json").text


def test_what_was_said_is_read_and_who_is_ignored_is_not(house: Opened, ana: Person, ben: Person) -> None:
    table = TABLES[f"{DECK}/over"]["table"]
    said = {}
    for person in (ana, ben):
        with person.sit(table) as line:
            said[person.url, person.cookie] = [one["text"] for one in line.read_until("state")["chat"] if one["text"]]
    hers, his = said.values()
    for lines in (hers, his):
        assert "Good luck!" in lines and "You will need it, Ana: é ü 💀" in lines
    assert "Hello from the side" in his and "Hello from the side" not in hers
    assert ana.post(f"{table}/chat", text="Here again").status_code == 303


def test_a_program_speaks_with_its_token(house: Opened) -> None:
    bearer = {"Authorization": f"Bearer {HOUSE['people']['token']}"}
    with httpx.Client(base_url=house.server.url, headers=bearer, timeout=PATIENCE) as program:
        me = program.get("/api/v1/me").json()
        assert (me["name"], me["scope"], me["label"]) == ("Ana", "me", "A bot")
        known = {each["table"] for each in program.get("/api/v1/tables").json()["tables"]}
        assert known, "her tables are listed"
        over = {each["table"] for each in program.get("/api/v1/results").json()["results"]}
        assert {TABLES[f"{game}/over"]["table"].removeprefix("/t/") for game in BUILT_IN} <= over
        table = TABLES[f"{DECK}/over"]["table"].removeprefix("/t/")
        assert program.get(f"/api/v1/tables/{table}/match").json()["id"] == table
    assert httpx.get(f"{house.server.url}/api/v1/me", timeout=PATIENCE).status_code == 401


def test_twelve_words_bring_everything_back(house: Opened) -> None:
    phone = Person(house.server.url)
    assert phone.post("/me/recover", phrase=HOUSE["people"]["phrase"]).status_code == 303
    assert house.name_of(phone) == "Ana"


def test_a_passkey_brings_everything_back(house: Opened) -> None:
    pytest.importorskip("webauthn", reason="py_webauthn is not installed here, so no passkey was tried.")
    from cryptography.hazmat.primitives.asymmetric import ec

    from ..web.keyring import Device, use

    kept = HOUSE["people"]["passkey"]
    named = Person(house.server.url.replace("127.0.0.1", "localhost"))
    key = ec.derive_private_key(int(kept["key"], 16), ec.SECP256R1())
    assert use(named, Device(named.url, key, bytes.fromhex(kept["id"]), kept["signed"])).status_code == 303
    assert house.name_of(named) == "Ana"


def test_an_invitation_seats_somebody(house: Opened, ana: Person) -> None:
    eva = Person(house.server.url)
    assert eva.post(MORE["invitation"], name="Eva").status_code == 303
    with eva.sit(MORE["listed"]) as line:
        state = line.wait_for(lambda s: s["view"] is not None)
        assert state["me"] == [1] and [seat["bot"] for seat in state["table"]["seats"]] == [None, None, "kofi"]


def test_every_other_table_opens(house: Opened, ana: Person, ben: Person) -> None:
    for name in ("lesson", "what-if", "rematch", "hints", "bot", "stand-in", "removed"):
        for where in ("", "/plain"):
            assert ana.http.get(f"{MORE[name]}{where}").status_code == 200, name
    with ana.sit(MORE["lesson"]) as line:
        assert line.read_until("state")["lesson"]
    with ana.sit(MORE["what-if"]) as line:
        assert line.read_until("state")["table"]["what_if"]
    with ana.sit(MORE["hints"]) as line:
        assert line.read_until("state")["table"]["hints"]["on"]
    with ana.sit(MORE["stand-in"]) as line:
        assert line.read_until("state")["table"]["seats"][1]["stand_in"] == "kofi"
    with house.person("Cem").sit(MORE["removed"]) as line:
        assert line.read_until("state")["me"] == []


def test_a_question_for_a_take_back_is_still_open(house: Opened, ana: Person, ben: Person) -> None:
    with ana.sit(MORE["asking"]) as hers, ben.sit(MORE["asking"]) as his:
        before = hers.read_until("state")
        his.read_until("state")
        by = before["takeback"]["by"]
        assert by in (0, 1)
        (ben if by == 0 else ana).post(f"{MORE['asking']}/takeback", say="yes")
        assert hers.wait_for(lambda s: s["number"] < before["number"])["takeback"] != before["takeback"]


def test_texts_that_browsers_had_sealed_begin_the_match(house: Opened, ana: Person, ben: Person) -> None:
    with ana.sit(MORE["showing"]) as hers, ben.sit(MORE["showing"]) as his:
        for line, text in ((hers, HERS), (his, HIS)):
            line.read_until("state")
            line.send("part", text=text)
        assert hers.wait_for(lambda s: s["view"] is not None)["table"]["phase"] == "playing"


def test_lists_files_and_figures_of_that_day_are_there(house: Opened, ana: Person) -> None:
    for where in ("/", "/games", "/games.csv", "/dice", "/dice.csv", "/me", "/me/programs", "/clubs", "/next"):
        assert ana.http.get(where).status_code in (200, 303), where
    until = time.monotonic() + PATIENCE
    while not (lines := ana.http.get("/dice.csv").text.splitlines()[1:]):
        assert time.monotonic() < until
        time.sleep(0.05)
    assert len(lines) > 100, "every die of the games that are over"


# --- the audit ----------------------------------------------------------------------------------------------------


OPTION = "UPDATE entry SET option = 'dance' WHERE table_id = TABLE AND serial = 3"
DIE = """
    UPDATE entry SET draws = '[[' || CASE substr(draws, 3, 1) WHEN '1' THEN '2' ELSE '1' END || substr(draws, 4)
        WHERE table_id = TABLE
            AND serial = (SELECT min(serial) FROM entry WHERE table_id = TABLE AND draws LIKE '[[_,%')
"""
NAME = "UPDATE seat SET name = 'Zoe' WHERE table_id = TABLE AND seat = 1"


@pytest.mark.parametrize("kind", KINDS)
def test_the_audit_finds_what_was_tampered_with_and_nothing_else(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tell: Callable[[str], object]
    if kind == "sqlite":
        place: Any = house_in(tmp_path)

        def tell(statement: str) -> None:
            with closing(sqlite3.connect(place)) as db, db:
                assert db.execute(statement).rowcount == 1
    else:
        cluster: Cluster = request.getfixturevalue("postgres")
        place = restored(cluster)
        open_store(place)[0].close()  # the audit reads only what a server of today has brought up

        def tell(statement: str) -> None:
            name = place.uri.partition("@/")[2].partition("?")[0]
            assert cluster.tell(f"{statement} RETURNING 1", name) == [(1,)]

    address = str(place) if kind == "sqlite" else place.uri
    tables = {name: each["table"].removeprefix("/t/") for name, each in TABLES.items()}
    option, die, other = tables[f"{DECK}/over"], tables["dice-ocalypse/over"], tables["dicetopia/running"]
    for table, statement in ((option, OPTION), (die, DIE), (other, NAME)):
        tell(statement.replace("TABLE", f"'{table}'"))
    assert main(["audit", "--database", address]) == 1
    named = {line.split(" ")[0].rstrip(":") for line in capsys.readouterr().out.splitlines()[:-1]}
    assert named == {option, die, other}, "and everything else fits"
