"""Rooms for clubs by their pages: forms alone, as somebody without a script has them."""

from __future__ import annotations

import re
from html import unescape

import pytest

from .server import GAME, Person, Server

SHORT = {"set-target": "1000", "set-opening": "0", "switches": "shown"}


def opened(person: Person, title: str = "Friday crowd") -> str:
    """A new room of this person's; its address."""
    answer = person.post("/clubs", title=title, name="Ana")
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def link_of(host: Person, club: str) -> str:
    found = re.search(r'aria-label="Link to this club" value="([^"]*)"', host.http.get(club).text)
    assert found
    return unescape(found[1]).removeprefix(host.url)


def with_people(server: Server, host: Person, *names: str) -> tuple[str, list[Person]]:
    """A room with these people besides its host; its address, and they."""
    club, people = opened(host), [Person(server.url) for _ in names]
    for person, name in zip(people, names, strict=True):
        assert person.post(link_of(host, club), name=name).headers["location"] == club
    return club, people


def begin(host: Person, club: str, players: int, **fields: str) -> str | None:
    """Start a round of matches; why it can't be, if it can't."""
    chosen = {f"player-{n}": "on" for n in range(players)}
    answer = host.http.post(f"{club}/new/{GAME}", data={"kind": "swiss", "rounds": "1", **SHORT, **chosen, **fields})
    if answer.status_code == 303:
        return None
    assert answer.status_code == 400
    return unescape(re.search(r'class="error" role="alert">(.*?)</p>', answer.text)[1])


def refusal(person: Person, where: str, **fields: str) -> str:
    answer = person.http.post(where, data=fields)
    assert answer.status_code in (404, 409), answer.status_code
    return unescape(re.search(r'role="alert">(.*?)</p>', answer.text)[1])


def test_a_room_is_opened_and_people_come_in_by_its_link(server: Server, ana: Person) -> None:
    club, (ben,) = with_people(server, ana, "Ben")
    link = link_of(ana, club)
    assert 'aria-label="Link to this club"' not in ben.http.get(club).text, "the host hands it out"
    assert ben.http.get(link).headers["location"] == club
    assert "Ben <small>you</small>" in ben.http.get(club).text
    assert "Friday crowd" in ben.http.get("/clubs").text
    assert "Friday crowd" not in Person(server.url).http.get("/clubs").text
    assert "Friday crowd" in Person(server.url).http.get(link).text
    assert Person(server.url).http.get(club).status_code == 404


def test_an_evening_seats_people_at_once_and_shows_what_it_brought(server: Server, ana: Person) -> None:
    club, (ben, cem) = with_people(server, ana, "Ben", "Cem")
    assert "You are the only member" not in ana.http.get(club).text
    assert begin(ana, club, 3) is None
    page = ana.http.get(club).text
    assert "Round 1 of 1. 1 match in progress." in page and "bye, counts as a win" in page
    (table,) = set(re.findall(r'href="(/t/\w+)" aria-label', page))
    sitting = [p for p in (ana, ben, cem) if table.removeprefix("/t/") in p.http.get("/games").text]
    assert len(sitting) == 2, "their table is among their open ones"
    for person in (ana, ben, cem):
        assert all(f'href="{club}" aria-label="Open club' in person.http.get(where).text for where in ("/", "/games"))
    assert f'This game counts for the club <a href="{club}">' in sitting[0].http.get(f"{table}/plain").text
    assert "counts for the club <a" not in Person(server.url).http.get(f"{table}/plain").text
    assert 'http-equiv="refresh"' in page and 'http-equiv="refresh"' not in ana.http.get(f"{club}?still=1").text
    at = re.search(r'name="pair" value="([^"]*)"', page)[1]
    assert "Only the host" in refusal(ben, f"{club}/decide", contest="0", pair=at, how="draw")
    assert ana.post(f"{club}/decide", contest=0, pair=at, how="draw").status_code == 303
    assert "Tournaments in progress" not in ana.http.get("/").text, "it is over"
    page = cem.http.get(club).text
    assert re.search(r'<tr class="turn"><td>\d</td><th scope="row">Cem<', page), "one's own line"
    assert "½ : ½" in page and "decided by Ana" in page and "1 round, finished" in page
    assert re.findall(r'<td class="n"><b>([^<]*)</b>', page) == ["1", "½", "½"]
    with sitting[0].sit(table) as line:
        said = [one["text"] for one in line.read()["chat"]]
    assert said[-1] == "The host of the club counts this match as a draw."
    assert begin(ana, club, 2, kind="everybody") is None
    assert "Results" in ben.http.get(club).text
    assert "½ : ½" in ben.http.get(f"{club}/evenings/0").text
    assert ben.http.get(f"{club}/evenings/7").status_code == 404
    assert ben.http.get(f"{club}/evenings/x").status_code == 404


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"rounds": "9"}, "a Swiss tournament has 1 to 1 rounds"),
        ({"rounds": "x"}, "whole number"),
        ({"kind": "knockout"}, "or a Swiss"),
        ({"time": "7"}, "Choose one of these times"),
        ({"time": "60", "late": "hal"}, "one of the bots"),
        ({"set-target": "1"}, "1"),
        ({"set-nonsense": "1"}, "no setting"),
    ],
)
def test_a_form_that_makes_no_sense_comes_back(server: Server, ana: Person, fields: dict[str, str], says: str) -> None:
    club, _ = with_people(server, ana, "Ben")
    assert says in (begin(ana, club, 2, **fields) or "")
    assert "Round 1" not in ana.http.get(club).text, "nothing has begun"


def test_two_are_needed_and_no_more_than_one_evening_at_a_time(server: Server, ana: Person) -> None:
    club, (ben,) = with_people(server, ana, "Ben")
    assert "two players" in (begin(ana, club, 1) or "")
    assert ben.http.post(f"{club}/new/{GAME}", data={}).status_code == 409
    assert ana.http.get(f"{club}/new/deck-o-dice?mode=solo").status_code == 409
    assert ana.http.get(f"{club}/new/nothing").status_code == 404
    assert begin(ana, club, 2) is None
    assert begin(ana, club, 2) is None, "the same form sent twice leads to the same evening"
    assert "/evenings/" not in ana.http.get(club).text
    assert ana.post(f"{club}/end", contest=0).status_code == 303
    assert "End the tournament" not in ana.http.get(club).text


def test_the_next_round_is_opened_once_by_a_button_that_is_pressed_twice(server: Server, ana: Person) -> None:
    club, _ = with_people(server, ana, "Ben", "Cem", "Dora")
    assert begin(ana, club, 4, kind="everybody") is None
    form = re.search(r'action="[^"]*/go-on">(.*?)</form>', ana.http.get(club).text)[1]
    fields = dict(re.findall(r'type="hidden" name="(\w+)" value="(\w*)"', form))
    for _ in range(2):
        assert ana.post(f"{club}/go-on", **fields).status_code == 303
    assert "Round 2 of 3. 4 matches in progress." in ana.http.get(club).text


def test_what_the_host_alone_may_do(server: Server, ana: Person) -> None:
    club, (ben, cem) = with_people(server, ana, "Ben", "Cem")
    old = link_of(ana, club)
    for what in ("remove", "renew", "list", "close", "end", "go-on", "decide"):
        said = refusal(ben, f"{club}/{what}", member="0", contest="0", round="1", pair="1-0", how="draw")
        assert said == "Only the host of the club can do that."
        stranger = refusal(Person(server.url), f"{club}/{what}", member="0", contest="0", round="1", pair="1-0")
        assert "You aren't in a club" in stranger
    assert ana.post(f"{club}/renew").status_code == 303
    assert Person(server.url).http.get(old).status_code == 404
    assert ana.post(f"{club}/remove", member=1).status_code == 303
    assert ben.http.get(club).status_code == 404
    assert "removed you from this club" in refusal(ben, link_of(ana, club), name="Ben")
    assert "That person is no longer" in refusal(ana, f"{club}/remove", member="1")
    assert "That's you" in refusal(ana, f"{club}/remove", member="0")
    assert cem.post(f"{club}/leave").headers["location"] == "/clubs"
    assert ana.post(f"{club}/close").status_code == 303
    assert "This club is closed" in ana.http.get(club).text
    assert "The club is closed" in refusal(ana, f"{club}/renew")


def test_a_listed_room_is_found_by_all(server: Server, ana: Person, ben: Person) -> None:
    club = opened(ana, "Open to everybody")
    assert ben.http.get(f"{club}/join").status_code == 404
    ana.post(f"{club}/list", on="yes")
    assert "Open to everybody" in ben.http.get("/clubs").text
    assert "Host: Ana" in ben.http.get("/clubs").text
    assert "Strangers" in refusal(ben, f"{club}/join", name="Shit")
    assert ben.post(f"{club}/join", name="Ben").headers["location"] == club
    ana.post(f"{club}/list", on="no")
    assert "Open to everybody" not in Person(server.url).http.get("/clubs").text
    rude = opened(ana, "Shit")
    assert "Strangers" in refusal(ana, f"{rude}/list", on="yes")


@pytest.mark.parametrize("words", ["<script>alert(1)</script>", "{{ 7*7 }}", "a" * 5000, "Ün\u202eder\x00 \n way"])
def test_hostile_names_are_text(ana: Person, words: str) -> None:
    club = opened(ana, words)
    page = ana.http.get(club).text
    assert "<script>alert" not in page and "49" not in re.search("<title>(.*?)</title>", page)[1]
    assert len(unescape(re.search("<title>(.*?)</title>", page)[1])) <= 40


def test_the_form_of_a_room_sent_twice_opens_one(ana: Person) -> None:
    ana.post("/me", name="Ana")
    nonce = re.search(r'name="nonce" value="([^"]*)"', ana.http.get("/clubs").text)[1]
    twice = [ana.post("/clubs", title="Once", name="Ana", nonce=nonce).headers["location"] for _ in range(2)]
    assert twice[0] == twice[1] != ana.post("/clubs", title="Once", name="Ana").headers["location"]


def test_a_form_with_a_fault_keeps_what_was_typed(ana: Person) -> None:
    answer = ana.http.post("/clubs", data={"title": "Chess & dice", "name": "Dicehouse"})
    assert answer.status_code == 409
    assert 'value="Chess &amp; dice"' in answer.text and "looks like an official Dicehouse name" in answer.text
    foreign = ana.http.post("/clubs", data={"title": "a", "name": "b"}, headers={"Origin": "https://evil.example"})
    assert foreign.status_code == 403
