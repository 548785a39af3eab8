"""Two people at one table, each in their own language; and who gave no name, and is "You" to themselves."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing

import pytest

from .server import Person, Server

NAMELESS = {"name-0": ""}


def speaking(server: Server, language: str, name: str = "") -> Person:
    person = Person(server.url)
    if name:
        person.post("/me", name=name)
    person.post("/language", language=language, back="/")
    return person


def stored(server: Server, table: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(server.database)) as db:
        return db.execute(f"SELECT * FROM {table}").fetchall()  # noqa: S608  # a constant of a test


def last_words(state: dict) -> str:
    return state["chat"][-1]["text"] if state["chat"] else ""


def test_each_reads_the_table_in_their_own_language(server: Server) -> None:
    ana, ben = speaking(server, "en", "Ana"), speaking(server, "de", "Ben")
    table = ana.open_table("person", "open")
    with ana.sit(table) as waiting:
        assert waiting.read_until("state")["prompt"]["title"] == "Waiting: 1 seat is open"
    ben.post(ana.invitations(table)[0], name="Ben")
    with ana.sit(table) as english, ben.sit(table) as german:
        english.read_until("state")
        german.read_until("state")
        german.send("chat", text="Hallo zusammen!")
        english.wait_for(lambda s: last_words(s) == "Hallo zusammen!")
        english.send("pause", on=True)
        english.wait_for(lambda s: last_words(s).startswith("You want to pause the game."))
        german.wait_for(lambda s: last_words(s).startswith("Ana möchte die Partie pausieren."))
        german.send("pause", on=True)
        english.wait_for(lambda s: s["prompt"]["title"] == "The game is paused")
        german.wait_for(lambda s: s["prompt"]["title"] == "Die Partie ist pausiert")
        german.send("pause", on=False)
        english.wait_for(lambda s: last_words(s) == "Ben resumes the game.")
        state = german.wait_for(lambda s: last_words(s) == "Du setzt die Partie fort.")
        assert state["table"]["talk"]["phrases"][1] == "Gut gespielt!"
    said = [
        line.strip()
        for line in re.findall(r'<li class="notice">.*?</span>(.*?)</em>', ben.http.get(f"{table}/plain").text)
    ]
    assert said[0].startswith("Ana möchte die Partie pausieren.") and "Du setzt die Partie fort." in said
    assert "Hallo zusammen!" in ana.http.get(f"{table}/plain").text


def test_refusals_are_in_the_reader_s_language_on_socket_and_page(server: Server) -> None:
    ana, ben = speaking(server, "en", "Ana"), speaking(server, "de", "Ben")
    table = ana.open_table("person", "person")
    for person, why in ((ana, "That isn't your seat."), (ben, "Das ist nicht dein Platz.")):
        with person.sit(table) as sitting:
            sitting.read_until("state")
            sitting.send("act", id="x", seat=0 if person is ben else 7, number=0, option="roll")
            assert sitting.read_until("refused")["why"] == why
    assert "Diese Einladung gilt hier nicht." in ben.http.get(f"/join/{'0' * 32}").text
    assert "That invitation isn&#39;t valid here." in ana.http.get(f"/join/{'0' * 32}").text
    assert "sieht nach einem offiziellen Dicehouse-Namen aus" in ben.post("/me", name="Dicehouse").text
    answer = ben.http.get(f"/api/v1/tables/{'x' * 12}", headers={"Accept-Language": "de"})
    assert "Diesen Tisch" not in answer.text, "programs are answered in English"


def test_who_gave_no_name_is_you_to_themselves_and_guest_to_others(server: Server) -> None:
    ana, ben = Person(server.url), speaking(server, "de")
    table = ana.open_table("person", "open", "open", **NAMELESS)
    assert "Guest" not in re.sub(r"<(?:label|input)[^>]*>", "", ana.http.get("/").text)
    links = ana.invitations(table)
    ben.post(links[0], name="Ben")
    cleo = Person(server.url)
    cleo.post(links[1], name="Guest")
    for person, names in (
        (ana, ["You", "Ben", "Guest 2"]),
        (ben, ["Gast", "Ben", "Gast 2"]),
        (cleo, ["Guest", "Ben", "You"]),
        (Person(server.url), ["Guest", "Ben", "Guest 2"]),
    ):
        with person.sit(table) as sitting:
            assert [seat["name"] for seat in sitting.read_until("state")["table"]["seats"]] == names
    with ana.sit(table) as sitting:
        sitting.read_until("state")
        sitting.send("chat", text="Hello")
        assert sitting.wait_for(lambda s: s["chat"])["chat"][-1]["from"] == "You"
        sitting.send("pause", on=True)
        sitting.wait_for(lambda s: last_words(s).startswith("You want to pause the game."))
    with ben.sit(table) as sitting:
        frame = sitting.read_until("state")
        chat = frame["chat"]
        assert chat[0]["from"] == "Gast" and chat[1]["text"].startswith("Gast möchte die Partie pausieren.")
    plain = ana.http.get(f"{table}/plain").text
    assert ">You</b>" in plain and ">Guest</b>" not in plain


def test_every_name_that_the_server_gives_is_german_on_german_pages(server: Server) -> None:
    ana, dora = Person(server.url), Person(server.url)
    ben = speaking(server, "de", "Ben")
    table = ana.open_table("person", "open", "open", listed="on", **NAMELESS)
    with ana.sit(table) as sitting:
        sitting.read_until("state")
        assert_no_given_name(ben.http.get("/").text, "Gast")
    links = ana.invitations(table)
    assert_no_given_name(ben.http.get(links[0]).text, "Gast")
    ben.post(links[0], name="Ben")
    assert_no_given_name(ben.http.get("/me/programs").text, "Gast")
    dora.post(links[1], name="Dora")
    for person in (ana, dora):
        person.post(f"{table}/pause", on="yes")
    for given in ("Gast", "Ehemaliger Gast"):
        if given != "Gast":
            assert "Your data is deleted" in dora.http.post("/me/leave", data={"sure": "yes"}).text
        with ben.sit(table) as sitting:
            frame = sitting.read_until("state")
        assert any(seat["name"] == given for seat in frame["table"]["seats"])
        assert_no_given_name(json.dumps(frame, ensure_ascii=False), given)
        assert_no_given_name(ben.http.get(f"{table}/plain").text, given)


def test_the_name_of_a_guest_who_left_a_club_is_german_on_german_pages(server: Server) -> None:
    ben, dora = speaking(server, "de", "Ben"), Person(server.url)
    club = ben.post("/clubs", title="Friday crowd", name="Ben").headers["location"]
    link = re.search(r'value="[^"]*(/clubs/join/[^"]*)"', ben.http.get(club).text)
    assert link
    dora.post(link[1], name="Dora")
    fields = {"kind": "swiss", "rounds": "1", "player-0": "on", "player-1": "on"}
    assert ben.http.post(f"{club}/new/dice-ocalypse", data=fields).status_code == 303
    dora.http.post("/me/leave", data={"sure": "yes"})
    assert_no_given_name(ben.http.get(club).text, "Ehemaliger Gast")


def assert_no_given_name(text: str, german: str) -> None:
    """Fail unless `text` has the name `german`, and none that the server gives in English."""
    shown = re.sub(r"<(?:label|input)[^>]*>", "", text)
    assert german in shown
    assert not re.search(r"\bGuest\b|A guest who left|Open seat", shown)


def test_people_who_share_a_device_keep_their_names(server: Server) -> None:
    ana = Person(server.url)
    table = ana.open_table("person", "person", **NAMELESS)
    with ana.sit(table) as sitting:
        assert [seat["name"] for seat in sitting.read_until("state")["table"]["seats"]] == ["Guest", "Guest 2"]


def test_a_name_is_kept_and_used_once_it_is_given(server: Server) -> None:
    ana = Person(server.url)
    form = ana.http.get("/new/dice-ocalypse").text
    assert 'placeholder="optional" value=""' in form
    ana.open_table("person", "bot:pip", **NAMELESS)
    assert 'name="name-0"' in ana.http.get("/new/dice-ocalypse").text
    assert "Your name" in ana.http.get("/").text, "the name that the server gave is nobody's own"
    ana.open_table("person", "bot:pip", **{"name-0": "Mara"})
    assert 'value="Mara"' in ana.http.get("/new/dice-ocalypse").text


def test_the_language_is_stored_exported_moved_and_deleted_with_the_person(server: Server) -> None:
    ana = speaking(server, "de", "Ana")
    ana.http.get("/")
    assert json.loads(ana.http.get("/me/everything.json").text)["language"] == "de"
    before = stored(server, "guest_language")
    assert [language for _guest, language in before].count("de") >= 1
    ana.post("/language", language="en", back="/")
    assert json.loads(ana.http.get("/me/everything.json").text)["language"] == "en"
    ana.post("/language", language="de", back="/")
    guests = {guest for guest, language in stored(server, "guest_language") if language == "de"}
    ana.post("/me/leave", sure="yes")
    left = {guest for guest, _language in stored(server, "guest_language")}
    assert len(guests - left) == 1, "it went with the person"


@pytest.mark.parametrize("chosen", ["de", "en"])
def test_two_guests_who_become_one_keep_a_language(server: Server, chosen: str) -> None:
    ana, phone = speaking(server, chosen, "Ana"), speaking(server, "de")
    ana.http.get("/")
    said = ana.http.post("/me/phrase")
    phrase = re.search(r'value="([a-z]+(?: [a-z]+){11})"', said.text)[1]
    assert phone.http.post("/me/recover", data={"phrase": phrase, "bring": "yes"}).status_code == 303
    assert json.loads(ana.http.get("/me/everything.json").text)["language"] in (chosen, "de")


def test_a_database_of_before_speaks_english(serve: Callable[..., Server]) -> None:
    server = serve()
    ana = Person(server.url)
    ana.post("/me", name="Ana")
    with closing(sqlite3.connect(server.database)) as db, db:
        db.execute("DELETE FROM guest_language")
    assert json.loads(ana.http.get("/me/everything.json").text)["language"] == "en"
