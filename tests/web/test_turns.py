"""Over a real server: what a table says about time, the way to the next table, and what happened while one was away."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing

import pytest

from .server import PATIENCE, Person, Server, Sitting, start


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    served = start(tmp_path_factory.mktemp("turns") / "house.db")
    yield served
    served.stop()


def two(house: Server, **fields: str) -> tuple[Person, Person, str]:
    """Ana and Ben at a table of their own."""
    ana, ben = Person(house.url), Person(house.url)
    return ana, ben, join(ana, ben, **fields)


def join(ana: Person, ben: Person, game: str = "baron-voodoo", **fields: str) -> str:
    table = ana.open_table("person", "open", game=game, **fields)
    assert ben.post(ana.invitations(table)[0], name="Ben").status_code == 303
    return table


def play(sitting: Sitting) -> None:
    """The last option of whoever is asked."""
    before = sitting.state
    sitting.act(before, before["options"][-1]["id"])
    sitting.wait_for(lambda state: state["number"] > before["number"])


def asked(table: str, *people: Person) -> Person:
    """Who is to act."""
    for person in people:
        with person.sit(table) as sitting:
            if sitting.read_until("state")["acting"][0] in sitting.state["me"]:
                return person
    raise AssertionError


def test_terms_are_told_before_anybody_sits_down(house: Server) -> None:
    ana, ben = Person(house.url), Person(house.url)
    table = ana.open_table("person", "open", time="172800", late="turn")
    page = ben.http.get(ana.invitations(table)[0]).text
    assert "2 days a turn" in page and "you lose the turn" in page and "quiet hours" in page
    with ana.sit(table) as sitting:
        terms = sitting.read_until("state")["table"]["terms"]
        assert terms["words"] == "2 days a turn" and sitting.state["time"]["seats"] == []
    ben.post(ana.invitations(table)[0], name="Ben")
    before = time.time()
    with ana.sit(table) as sitting:
        clock = sitting.read_until("state")["time"]["seats"][0]
        assert clock["seat"] == sitting.state["acting"][0]
        assert 172_700 < clock["left"] <= 172_800 and before - 5 < clock["due"] - clock["left"] < time.time() + 5
    plain = asked(table, ana, ben).http.get(f"{table}/plain").text
    assert "1 day 23 hours left" in plain and "2 days a turn" in plain


def test_a_form_with_a_time_that_cannot_be_comes_back_as_it_was(house: Server) -> None:
    ana = Person(house.url)
    sent = {"seat-0": "person", "seat-1": "open", "time": "86401", "late": "kofi"}
    answer = ana.http.post("/new/dice-ocalypse", data=sent)
    assert answer.status_code == 400 and "Choose one of these times for a turn" in answer.text
    sent["time"] = "86400"
    sent["late"] = "<b>"
    answer = ana.http.post("/new/dice-ocalypse", data=sent)
    assert answer.status_code == 400 and '<option value="86400" selected>' in answer.text
    other = ana.http.get("/new/dice-ocalypse?time=300&late=kofi").text
    assert '<option value="300" selected>' in other and '<option value="kofi" selected>' in other


def test_the_next_table_is_the_most_urgent_of_those_that_wait(house: Server) -> None:
    ana, ben = Person(house.url), Person(house.url)
    slow, fast, calm = (join(ana, ben, time=seconds) for seconds in ("604800", "86400", "0"))
    mine = [table for table in (fast, slow, calm) if asked(table, ana, ben) is ana]
    for person, tables in ((ana, mine), (ben, [table for table in (fast, slow, calm) if table not in mine])):
        where = person.http.get("/next").headers["location"]
        assert where == (tables[0] if tables else "/games")
        found = person.http.get("/turns.json").json()
        assert found["count"] == len(tables)
        after = person.http.get(f"/next?plain=1&from={tables[0].removeprefix('/t/')}" if tables else "/next")
        assert after.headers["location"] == (f"{tables[1]}/plain" if len(tables) > 1 else "/games")
    stranger = Person(house.url)
    assert stranger.http.get("/next").headers["location"] == "/games"
    assert stranger.http.get("/turns.json").json() == {"count": 0, "first": None}


def test_however_many_tables_wait_all_are_counted_and_found(house: Server) -> None:
    """On a couch every table waits for whoever sits there."""
    ana = Person(house.url)
    tables = [ana.open_table("person", "person") for _ in range(20)]
    assert ana.http.get("/turns.json").json()["count"] == 20
    assert ana.http.get("/next").headers["location"] == tables[-1], "what was played last comes first"
    from_there = f"/next?from={tables[-1].removeprefix('/t/')}"
    assert ana.http.get(from_there).headers["location"] == tables[-2]
    for title in (ana.http.get(where).text.partition("</title>")[0] for where in ("/", "/games")):
        assert "<title>(20) Your turn · " in title
    assert "20 active" in ana.http.get("/games").text and "16 more open tables" in ana.http.get("/").text
    first = ana.http.get("/turns.json").json()["first"]["table"]
    with ana.sit(f"/t/{first}") as sitting:
        play_once(sitting)
    assert ana.http.get("/turns.json").json()["count"] == 20, "it is looked at anew, and still waits"
    stranger = Person(house.url).http.get("/games").text
    assert "Your turn ·" not in stranger.partition("</title>")[0]


def play_once(sitting: Sitting) -> None:
    state = sitting.read_until("state")
    sitting.act(state, state["options"][0]["id"])
    sitting.read_until("ack")


def test_a_table_waits_no_more_once_one_has_acted(house: Server) -> None:
    """Without a clock: what was found out is not kept for longer than it is true."""
    ana, ben, table = two(house)
    first = asked(table, ana, ben)
    second = ben if first is ana else ana
    counts = [person.http.get("/turns.json").json()["count"] for person in (first, second)]
    assert counts == [1, 0]
    with first.sit(table) as sitting:
        sitting.read_until("state")
        while sitting.state["options"]:
            ends = [option["id"] for option in sitting.state["options"] if option["id"] == "end"]
            before = sitting.state
            sitting.act(before, (ends or [option["id"] for option in before["options"]])[0])
            sitting.wait_for(lambda state, before=before: state["number"] > before["number"])
    counts = [person.http.get("/turns.json").json()["count"] for person in (first, second)]
    assert counts == [0, 1]


def test_while_you_were_away_is_told_move_by_move_and_once(house: Server) -> None:
    ana, ben, table = two(house)
    first = asked(table, ana, ben)
    second = ben if first is ana else ana
    look_in(house, second, table)
    assert second.http.get(f"{table}/away.json").json() == {"moments": []}, "nothing happened yet"
    number = play_on(first, table)
    moments = second.http.get(f"{table}/away.json").json()["moments"]
    assert [moment["number"] for moment in moments] == list(range(number + 1))
    assert moments[0]["events"] == [] and any(moment["events"] for moment in moments)
    assert second.http.get(f"{table}/away.json?again").json() == {"moments": moments, "new": 0}
    assert first.http.get(f"{table}/away.json").json() == {"moments": []}, "who acted was there"
    assert Person(house.url).http.get(f"{table}/away.json").json() == {"moments": []}
    with second.sit(table) as sitting:
        sitting.read_until("state")
    until = time.monotonic() + PATIENCE
    while second.http.get(f"{table}/away.json").json()["moments"]:
        assert time.monotonic() < until, "what was seen is told no more"
        time.sleep(0.02)
    assert second.http.get(f"{table}/away.json?again").json() == {"moments": moments, "new": None}, (
        "but it can be shown again"
    )


def test_who_was_never_here_or_never_left_missed_nothing(house: Server) -> None:
    ana, ben = Person(house.url), Person(house.url)
    while True:  # who begins is drawn
        table = join(ana, ben)
        with ana.sit(table) as sitting:
            if sitting.read_until("state")["acting"] == [0]:
                break
    play_on(ana, table)
    assert ben.http.get(f"{table}/away.json").json() == {"moments": []}, "a page that is opened shows how it stands"
    table = ana.open_table("person", "open", game="baron-voodoo")
    look_in(house, ana, table)
    with ana.sit(table) as hers:  # the page is open while the others come
        assert ben.post(ana.invitations(table)[0], name="Ben").status_code == 303
        hers.wait_for(lambda state: state["acting"])
        if hers.state["acting"][0] not in hers.state["me"]:
            number = play_on(ben, table)
            hers.wait_for(lambda state: state["number"] == number)
        assert ana.http.get(f"{table}/away.json").json() == {"moments": []}


def test_who_left_before_the_game_began_is_told_how_it_did(house: Server) -> None:
    ana, ben = Person(house.url), Person(house.url)
    while True:  # who begins is drawn
        table = ana.open_table("person", "open", game="baron-voodoo")
        look_in(house, ana, table)
        assert ben.post(ana.invitations(table)[0], name="Ben").status_code == 303
        with ben.sit(table) as sitting:
            if sitting.read_until("state")["acting"] == [1]:
                break
    number = play_on(ben, table)
    moments = ana.http.get(f"{table}/away.json").json()["moments"]
    assert [moment["number"] for moment in moments] == list(range(number + 1))


def look_in(house: Server, person: Person, table: str) -> None:
    """Open the page and close it again, until the house has written down how far they saw it."""
    with person.sit(table) as sitting:
        sitting.read_until("state")
    until = time.monotonic() + PATIENCE
    guest = person.cookie.partition("=")[2].partition(".")[0]
    asked = "SELECT 1 FROM seen_at WHERE guest = ? AND table_id = ?"
    while True:
        with closing(sqlite3.connect(house.database)) as db:
            if db.execute(asked, (guest, table.removeprefix("/t/"))).fetchone():
                return
        assert time.monotonic() < until
        time.sleep(0.02)


def play_on(person: Person, table: str) -> int:
    """Some moves, as long as it is their turn; the number then."""
    with person.sit(table) as sitting:
        sitting.read_until("state")
        for _ in range(6):
            if not sitting.state["options"]:
                break
            play(sitting)
        number = int(sitting.state["number"])
    assert number > 0
    return number


def test_away_tells_nobody_what_their_seat_may_not_know(house: Server) -> None:
    ana, ben = Person(house.url), Person(house.url)
    table = join(ana, ben, "deck-o-dice")
    with ana.sit(table) as hers, ben.sit(table) as his:
        hers.read_until("state")
        his.read_until("state")
        play(hers)
    for moment in ben.http.get(f"{table}/away.json").json()["moments"]:
        assert all(event["seat"] is None or event["private"] is False for event in moment["events"])
    memory = join(ana, ben, "deck-o-dice", switches="shown", **{"set-memory": "on"})
    with ana.sit(memory) as hers:
        hers.read_until("state")
        play(hers)
    assert ben.http.get(f"{memory}/away.json").json() == {"moments": []}
    assert ben.http.get(f"{memory}/away.json?again").json() == {"moments": [], "new": None}
