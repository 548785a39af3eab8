"""One's own things: a recovery phrase, two guests that become one, everything as a file, and nothing left."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable
from contextlib import ExitStack, closing

import pytest

from dicehouse.server import verify
from dicehouse.server.accounts.guest_deletion import GONE, PARTS, PERSONAL, REMOVED
from dicehouse.server.clubs import club_records
from dicehouse.web.rate_limits import Rate, RateLimits

from .server import ROOMY, Person, Server


def phrase_of(person: Person) -> str:
    said = person.http.post("/me/phrase")
    assert said.status_code == 200
    return re.search(r'aria-label="Recovery phrase" value="([^"]*)"', said.text)[1]


def recover(person: Person, phrase: str, **fields: str) -> int:
    return person.http.post("/me/recover", data={"phrase": phrase, **fields}).status_code


def seats_of(person: Person, table: str) -> list[int]:
    with person.sit(table) as sitting:
        return sitting.read()["me"]


def rows(server: Server, sql: str, *values: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(server.database)) as db:
        return db.execute(sql, values).fetchall()


def test_a_phrase_brings_everything_back_and_only_its_hash_is_kept(server: Server, ana: Person) -> None:
    table = ana.open_table("person", "bot:random", **{"name-0": "Mara"})
    phrase = phrase_of(ana)
    assert len(phrase.split()) == 12
    assert phrase.split()[0] not in ana.http.get("/me").text, "it is shown once"
    assert not [row for row in rows(server, "SELECT hash FROM phrase") if phrase.split()[0] in str(row[0])]
    phone = Person(server.url)
    assert recover(phone, "  " + phrase.upper().replace(" ", ", ") + ".") == 303
    assert seats_of(phone, table) == [0]
    assert "Mara" in phone.http.get("/me").text


def test_a_newer_phrase_makes_the_older_one_worthless(server: Server, ana: Person) -> None:
    ana.post("/me", name="Ana")
    old, new = phrase_of(ana), phrase_of(ana)
    assert recover(Person(server.url), old) == 409
    assert recover(Person(server.url), new) == 303


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("", "You entered 0."),
        ("quiet oak", "You entered 2."),
        ("quiet oak " * 7, "You entered 14."),
        ("oak quiet " * 6, "oak"),
        ("quiet oak " * 5 + "quiet ok", "“ok” isn&#39;t a recovery phrase word"),
        ("<b>" + "quiet oak " * 6, "“b”"),
        ("x" * 5000, "a recovery phrase word"),
    ],
)
def test_what_is_no_phrase_comes_back_with_the_reason(server: Server, typed: str, says: str) -> None:
    answer = Person(server.url).http.post("/me/recover", data={"phrase": typed})
    assert answer.status_code == 409
    assert says in re.search(r'role="alert">(.*?)</p>', answer.text)[1]
    assert "set-cookie" not in answer.headers


def test_guessing_ends_soon_and_typing_errors_cost_nothing(serve: Callable[..., Server]) -> None:
    at_once = RateLimits().phrases.burst
    house = serve(limits=RateLimits(actions=ROOMY.actions, phrases=Rate(1e-6, at_once)))
    owner, guesser = Person(house.url), Person(house.url)
    owner.post("/me", name="Ana")
    phrase = phrase_of(owner)
    for _ in range(20):
        assert recover(guesser, "quiet ok " * 6) == 409
    answers = [recover(guesser, "quiet oak " * 6) for _ in range(10)]
    assert answers == [409] * 8 + [429] * 2
    assert recover(guesser, phrase) == 429, "not even the right one, from there"


def test_what_this_browser_had_comes_along_if_it_is_said_so(server: Server, ana: Person) -> None:
    first = ana.open_table("person", "bot:random")
    phrase = phrase_of(ana)
    phone, old = Person(server.url), Person(server.url)
    second = phone.open_table("person", "bot:random")
    old.http.cookies.update(phone.http.cookies)
    assert "Also move" in phone.http.get("/me/recover").text
    assert recover(phone, phrase, bring="yes") == 303
    assert [seats_of(phone, table) for table in (first, second)] == [[0], [0]]
    assert seats_of(ana, second) == [0], "both browsers are one person"
    assert seats_of(old, first) == [0], "and so is whoever still has the cookie of before"


def test_what_this_browser_had_stays_where_it_is_otherwise(server: Server, ana: Person) -> None:
    first = ana.open_table("person", "bot:random")
    phrase = phrase_of(ana)
    phone, old = Person(server.url), Person(server.url)
    second = phone.open_table("person", "bot:random")
    old.http.cookies.update(phone.http.cookies)
    assert recover(phone, phrase) == 303
    assert [seats_of(phone, table) for table in (first, second)] == [[0], []]
    assert seats_of(old, second) == [0]


def test_one_person_in_two_seats_holds_both_and_the_table_is_told(server: Server, ana: Person, ben: Person) -> None:
    cem = Person(server.url)
    table = ana.open_table("person", "open", "open")
    for person, name, link in zip((ben, cem), ("Ben", "Cem"), ana.invitations(table), strict=True):
        person.post(link, name=name)
    phrase = phrase_of(ana)
    with cem.sit(table) as watching:
        watching.read()
        assert recover(ben, phrase, bring="yes") == 303
    assert seats_of(ben, table) == [0, 1] == seats_of(ana, table)
    with cem.sit(table) as sitting:
        told = sitting.read()["chat"][-1]
        assert (told["from"], told["text"]) == (None, "Ana and Ben are the same person, who linked two devices.")


def test_everything_as_a_file_is_ones_own_and_nobody_elses(server: Server, ana: Person, ben: Person) -> None:
    table = ana.open_table("person", "open")
    ben.post(ana.invitations(table)[0], name="Ben")
    ana.post(f"{table}/chat", text="mine")
    ben.post(f"{table}/chat", text="not mine")
    answer = ana.http.get("/me/everything.json")
    assert "attachment" in answer.headers["content-disposition"]
    data = json.loads(answer.text)
    assert data["name"] == "Ana"
    assert [(one["text"], one["as"]) for one in data["said"]] == [("mine", "Ana")]
    assert [[seat["name"] for seat in one["seats"]] for one in data["tables"]] == [["Ana"]]
    assert "not mine" not in answer.text
    assert Person(server.url).http.get("/me/everything.json").status_code == 409


def test_moves_are_in_the_file(ana: Person) -> None:
    table = ana.open_table("person", "person")
    with ana.sit(table) as sitting:
        state = sitting.read()
        sitting.act(state, state["options"][0]["id"])
        sitting.read_until("ack")
    (one,) = json.loads(ana.http.get("/me/everything.json").text)["tables"]
    moves = [move for seat in one["seats"] for move in seat["moves"]]
    assert [(move["what"], move["option"]) for move in moves] == [("act", state["options"][0]["id"])]


def leave(person: Person) -> None:
    """Both questions are answered."""
    first = person.http.post("/me/leave")
    assert "Delete everything?" in first.text
    answer = person.http.post("/me/leave", data={"sure": "yes"})
    assert "Your data is deleted" in answer.text
    assert not person.http.cookies


def test_deleting_takes_name_words_and_seats_and_leaves_the_game(server: Server, ana: Person, ben: Person) -> None:
    table = ana.open_table("person", "open")
    ben.post(ana.invitations(table)[0], name="Benedict")
    ben.post(f"{table}/chat", text="remember me")
    ana.post(f"{table}/nudge", seat="1")
    phrase, cookie = phrase_of(ben), ben.cookie
    leave(ben)
    with ana.sit(table) as sitting:
        frame = sitting.read()
    assert (frame["table"]["seats"][1]["name"], frame["table"]["seats"][1]["kind"]) == (GONE, "bot")
    said = [line["text"] for line in frame["chat"]]
    assert REMOVED in said
    assert f"{GONE} deleted their data and left. A bot takes over." in said
    page = ana.http.get(f"{table}/plain").text
    assert "Benedict" not in page + str(frame)
    assert "remember me" not in page + str(frame)
    assert recover(Person(server.url), phrase) == 409
    guest = cookie.partition("=")[2].partition(".")[0]
    for name, column in columns(server):
        asked = f'SELECT 1 FROM "{name}" WHERE "{column}" = ?'  # noqa: S608  # names out of the schema
        assert not rows(server, asked, guest), (name, column)


def columns(server: Server) -> list[tuple[str, str]]:
    """Every column of text in the database."""
    names = [str(name) for (name,) in rows(server, "SELECT name FROM sqlite_master WHERE type = 'table'")]
    return [
        (name, str(column))
        for name in names
        for _, column, kind, *_ in rows(server, f'PRAGMA table_info("{name}")')
        if kind == "TEXT"
    ]


def test_a_host_who_leaves_gives_the_table_to_somebody_who_stays(server: Server, ana: Person, ben: Person) -> None:
    table = ana.open_table("person", "open", "open")
    ben.post(ana.invitations(table)[0], name="Ben")
    leave(ana)
    with ben.sit(table) as sitting:
        frame = sitting.wait_for(lambda one: one["table"]["host"] and one["table"]["seats"][0]["code"])
    assert [seat["kind"] for seat in frame["table"]["seats"]] == ["open", "person", "open"]
    assert "Ben is the host now." in [line["text"] for line in frame["chat"]]
    cem = Person(server.url)
    assert cem.post(ben.invitations(table)[0], name="Cem").status_code == 303, "the chair is free again"


def test_a_table_without_people_goes(server: Server, ana: Person) -> None:
    running = ana.open_table("person", "bot:random")
    waiting = ana.open_table("person", "open")
    leave(ana)
    assert [Person(server.url).http.get(table).status_code for table in (running, waiting)] == [404, 404]


def test_a_finished_game_stays_without_the_name(server: Server, ana: Person, ben: Person) -> None:
    table = ana.open_table("person", "open", **{"set-target": "1000", "set-opening": "0", "switches": "shown"})
    ben.post(ana.invitations(table)[0], name="Benedict")
    play_out(table, ana, ben)
    before = ana.http.get(f"{table}/match.json").json()
    replay = ana.http.get(f"{table}/replay.json").text
    leave(ben)
    after = ana.http.get(f"{table}/match.json").json()
    assert (before["names"], after["names"]) == (["Ana", "Benedict"], ["Ana", GONE])
    assert verify.faults(after, before["course"]["hash"]) == [], "the match is proved as before"
    assert "The names of seats 2 were deleted, so they can't be checked." in verify.promised(after)
    for record in (before, after):  # of the name nothing but its hash stays
        del record["names"], record["course"]["salts"]
    assert before == after
    assert "Benedict" in replay
    assert "Benedict" not in ana.http.get(f"{table}/replay.json").text
    assert GONE in ana.http.get("/games").text
    again = ana.post(f"{table}/again").headers["location"]
    with ana.sit(again.removesuffix("/plain")) as sitting:
        assert [seat["kind"] for seat in sitting.read()["table"]["seats"]] == ["person", "bot"]


def play_out(table: str, *people: Person) -> None:
    """Whoever is to act banks if they can, else takes the first option, until the game is over."""
    with ExitStack() as held:
        lines = [held.enter_context(person.sit(table)) for person in people]
        state = lines[0].read()
        while not state["sheet"]:
            line, number = lines[state["acting"][0]], state["number"]
            asked = line.wait_for(lambda one, number=number: one["number"] == number and one["options"])
            options = [option["id"] for option in asked["options"]]
            line.act(asked, next((one for one in options if one.endswith("bank")), options[0]))
            state = lines[0].wait_for(lambda one, number=number: one["number"] > number)


def test_deleting_knows_every_place_where_a_guest_or_a_table_stands(server: Server) -> None:
    """Whoever adds a table that holds guests, or parts of tables, says so to `leaving`, or it would stay for ever."""
    guests = {
        (name, column)
        for name, column in columns(server)
        if column in ("guest", "into_guest", "used_by", "host", "other")
    }
    elsewhere = {("seat", "guest"), ("game_table", "host"), ("invite", "used_by"), ("chat", "guest")}
    elsewhere |= {("club", "host"), ("club_member", "guest")}  # see clubs.left
    assert guests == elsewhere | set(PERSONAL) - {("guest", "id")}
    assert {name for name, column in columns(server) if column == "table_id"} == set(PARTS)
    assert {name for name, column in columns(server) if column == "club"} == set(club_records.PARTS)


def test_strangers_have_nothing_to_delete(server: Server) -> None:
    stranger = Person(server.url)
    assert "Nothing to delete" in stranger.http.get("/me/leave").text
    assert stranger.http.post("/me/leave").status_code == 409
    assert "Privacy" in stranger.http.get("/privacy").text
