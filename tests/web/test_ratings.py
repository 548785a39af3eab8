"""Ratings on the pages: off until somebody says so, never a single figure, and seen by those who want them, too."""

from __future__ import annotations

import re
from html import unescape

from .server import Person, Server
from .test_clubs import begin, with_people
from .test_mine import leave, play_out

FIGURE = re.compile(r"[0-9],?[0-9]{3} ± [0-9]+")
SHORT = {"set-target": "1000", "set-opening": "0", "switches": "shown"}


def section(person: Person) -> str:
    found = re.search(r'<section[^>]*id="ratings".*?</section>', person.http.get("/me").text, re.DOTALL)
    return unescape(found[0]) if found else ""


def played(ana: Person, ben: Person) -> None:
    table = ana.open_table("person", "open", **SHORT)
    ben.post(ana.invitations(table)[0], name="Ben")
    play_out(table, ana, ben)


def test_ratings_are_for_those_who_want_them(server: Server, ana: Person) -> None:
    club, (ben, cem) = with_people(server, ana, "Ben", "Cem")
    assert section(Person(server.url)) == ""
    assert Person(server.url).http.post("/me/rated", data={"on": "yes"}).status_code == 409
    assert "Ratings are off." in section(ana)
    for person in (ana, ben):
        assert person.post("/me/rated", on="yes").headers["location"] == "/me#ratings"
    assert "finished a game yet" in section(ana)
    for number in range(1, 6):
        assert not FIGURE.search(section(ana))
        played(ana, ben)
        missing = "more match" if number < 5 else "±"
        assert missing in section(ana) and f"{number} game" in section(ana)
    assert len(FIGURE.findall(section(ana))) == 1
    begin(ana, club, 3)
    assert len(FIGURE.findall(ana.http.get(club).text)) == 2
    assert not FIGURE.search(cem.http.get(club).text), "Cem said nothing of ratings"
    cem.post("/me/rated", on="yes")
    assert len(FIGURE.findall(cem.http.get(club).text)) == 2
    assert "no rated games yet" not in section(ana)
    ben.post("/me/rated", on="no")
    assert not FIGURE.search(cem.http.get(club).text), "without Ben none of them counts"
    assert "no rated games yet" in section(ana)
    assert ana.http.get("/me/everything.json").json()["ratings"]["games"] == []
    leave(ana)
    assert section(ana) == ""
