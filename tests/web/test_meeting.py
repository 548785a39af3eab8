"""Getting along: quiet tables, people one does not read, a host who may stop and remove, and tables in the list."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest

from dicehouse import games
from dicehouse.server.features.moderation import OWN, QUIET, SENT_OFF, STOPPED
from dicehouse.server.preset_phrases import PHRASES

from .server import Person, Server, Sitting


def three(server: Server, ana: Person, ben: Person, **fields: str) -> tuple[str, Person]:
    """A running table of Ana's with Ben and Cem; its address, and Cem."""
    cem = Person(server.url)
    table = ana.open_table("person", "open", "open", **fields)
    for person, name, link in zip((ben, cem), ("Ben", "Cem"), ana.invitations(table), strict=True):
        assert person.post(link, name=name).status_code == 303
    return table, cem


def refusal(person: Person, where: str, **fields: str) -> str:
    answer = person.http.post(where, data=fields)
    assert answer.status_code == 409, answer.status_code
    return re.search(r'class="error" role="alert">(.*?)</p>', answer.text)[1]


def who(sitting: Sitting, name: str) -> dict[str, Any]:
    return next(one for one in sitting.state["table"]["talk"]["people"] if one["name"] == name)


def lines(person: Person, table: str) -> list[tuple[str | None, str]]:
    with person.sit(table) as sitting:
        return [(line["from"], line["text"]) for line in sitting.read()["chat"]]


def test_at_a_quiet_table_there_are_phrases_only(server: Server, ana: Person, ben: Person) -> None:
    table, _ = three(server, ana, ben, quiet="on")
    assert refusal(ben, f"{table}/chat", text="psst") == QUIET
    assert ben.post(f"{table}/chat", text=PHRASES[0]).status_code == 303
    assert 'name="text" maxlength="1200"' not in ben.http.get(f"{table}/plain").text
    with ana.sit(table) as sitting:
        assert sitting.read()["table"]["talk"]["quiet"]
        sitting.send("quiet", on=False)
        sitting.wait_for(lambda one: not one["table"]["talk"]["quiet"])
    assert ben.post(f"{table}/chat", text="psst").status_code == 303
    assert lines(ana, table) == [("Ben", PHRASES[0]), (None, "You can chat freely again."), ("Ben", "psst")]


def test_only_the_host_decides_about_others(server: Server, ana: Person, ben: Person) -> None:
    table, _ = three(server, ana, ben)
    with ben.sit(table) as sitting:
        sitting.read()
        cem = who(sitting, "Cem")["who"]
    for what in ("stop", "let", "remove"):
        assert "Only the host" in refusal(ben, f"{table}/person", who=cem, what=what)
    assert "Only the host" in refusal(ben, f"{table}/quiet", on="yes")
    assert "That person is no longer" in refusal(ana, f"{table}/person", who="0" * 12, what="stop")
    assert "must be one of" in refusal(ana, f"{table}/person", who=cem, what="tickle")
    assert lines(ana, table) == []


def test_whom_one_ignores_is_not_read_anywhere_and_not_told(server: Server, ana: Person, ben: Person) -> None:
    table, cem = three(server, ana, ben)
    other, _ = three(server, ana, ben)
    for place in (table, other):
        ben.post(f"{place}/chat", text="rude words")
        cem.post(f"{place}/chat", text="kind words")
    with cem.sit(table) as sitting:
        assert "rude words" in str(sitting.read()["chat"])
        sitting.send("person", who=who(sitting, "Ben")["who"], what="ignore")
        sitting.wait_for(lambda _: who(sitting, "Ben")["ignored"])
    assert "rude words" not in str(lines(cem, table)) + cem.http.get(f"{table}/plain").text
    assert ("Cem", "kind words") in lines(cem, table)
    assert "rude words" not in str(lines(Person(server.url, cem.http.cookies), table)), "in any browser of theirs"
    assert len(lines(cem, table)) == 2, "nobody loses count of the lines"
    assert "rude words" in str(lines(ana, table))
    with ben.sit(table) as sitting:
        assert "ignore" not in str(sitting.read()["chat"])
        assert not who(sitting, "Cem")["ignored"]
    mine = cem.http.get("/me").text
    code = re.search(r'name="who" value="([^"]*)" aria-label="Unmute Ben"', mine)[1]
    assert cem.post("/me/hear", who=code).status_code == 303
    assert "rude words" in str(lines(cem, table))


def test_ignoring_holds_at_other_tables_and_for_those_who_watch(server: Server, ana: Person, ben: Person) -> None:
    table = ana.open_table("person", "bot:random")
    ben.post("/me", name="Loud Ben")
    ben.post(f"{table}/chat", text="from beside")
    with ana.sit(table) as sitting:
        sitting.read()
        assert who(sitting, "Loud Ben")["seat"] is None
        sitting.send("person", who=who(sitting, "Loud Ben")["who"], what="ignore")
        sitting.wait_for(lambda _: who(sitting, "Loud Ben")["ignored"])
    second = ana.open_table("person", "bot:random")
    ben.post(f"{second}/chat", text="from beside again")
    assert "from beside" not in str(lines(ana, table) + lines(ana, second))


def test_nobody_ignores_or_stops_themselves(ana: Person) -> None:
    table = ana.open_table("person", "bot:random")
    ana.post(f"{table}/chat", text="hello")
    with ana.sit(table) as sitting:
        assert sitting.read()["table"]["talk"]["people"] == []
    assert refusal(ana, f"{table}/person", who="x", what="ignore") != OWN


def test_a_host_stops_words_and_everybody_is_told(server: Server, ana: Person, ben: Person) -> None:
    table, _ = three(server, ana, ben)
    with ana.sit(table) as sitting:
        sitting.read()
        code = who(sitting, "Ben")["who"]
    ana.post(f"{table}/person", who=code, what="stop")
    assert refusal(ben, f"{table}/chat", text="but") == STOPPED
    assert refusal(ben, f"{table}/chat", text=PHRASES[0]) == STOPPED
    assert "has muted you" in ben.http.get(f"{table}/plain").text
    ana.post(f"{table}/person", who=code, what="let")
    assert ben.post(f"{table}/chat", text="back").status_code == 303
    assert [text for _, text in lines(ben, table)] == [
        "The host muted you at this table.", "The host unmuted you.", "back",
    ]  # fmt: skip


def test_who_is_taken_from_a_running_table_leaves_a_bot_and_does_not_come_back(
    server: Server, ana: Person, ben: Person
) -> None:
    table, cem = three(server, ana, ben)
    with ana.sit(table) as sitting:
        sitting.read()
        ana.post(f"{table}/person", who=who(sitting, "Ben")["who"], what="remove")
        state = sitting.wait_for(lambda one: one["table"]["seats"][1]["kind"] == "bot")
    assert [seat["name"] for seat in state["table"]["seats"]] == ["Ana", "Ben", "Cem"]
    with ben.sit(table) as sitting:
        assert sitting.read()["me"] == []
    assert (None, "The host removed Ben. A bot takes over.") in lines(cem, table)


def test_who_is_taken_from_a_waiting_table_leaves_a_free_chair(server: Server, ana: Person, ben: Person) -> None:
    table = ana.open_table("person", "open", "open")
    old, other = ana.invitations(table)
    ben.post(old, name="Ben")
    with ana.sit(table) as sitting:
        sitting.read()
        ana.post(f"{table}/person", who=who(sitting, "Ben")["who"], what="remove")
        sitting.wait_for(lambda one: one["table"]["seats"][1]["kind"] == "open" and one["table"]["seats"][1]["code"])
    assert ben.post(old, name="Ben").status_code == 404
    assert SENT_OFF in html.unescape(ben.http.post(other, data={"name": "Ben"}).text)
    cem = Person(server.url)
    assert cem.post(ana.invitations(table)[0], name="Cem").status_code == 303
    assert cem.post(ana.invitations(table)[0], name="Cem").status_code == 303


# tables in the list -----------------------------------------------------------------------------------------------


def links(person: Person) -> list[str]:
    return re.findall(r'href="/sit/([^"]*)"', person.http.get("/").text)


def test_a_listed_table_is_found_while_its_host_is_there_and_seats_who_comes(server: Server, ana: Person) -> None:
    ben, cem = Person(server.url), Person(server.url)
    table = ana.open_table("person", "open", "open", listed="on", quiet="on")
    hidden = ana.open_table("person", "open")
    name = table.removeprefix("/t/")
    assert name not in links(ben), "the host is not at the table yet"
    with ana.sit(table) as sitting, ana.sit(hidden):
        sitting.read()
        assert links(ben) == [name]
        assert links(ana) == []
        assert "There is a free seat" in ben.http.get(f"/sit/{name}").text
        assert ben.post(f"/sit/{name}", name="Ben").headers["location"] == table
        assert ben.post(f"/sit/{name}", name="Ben").headers["location"] == table, "one chair for each"
        assert [seat["kind"] for seat in sitting.wait_for(lambda one: one["table"]["seats"][1]["kind"] == "person")[
            "table"]["seats"]] == ["person", "person", "open"]  # fmt: skip
        assert cem.post(f"/sit/{name}", name="Cem").status_code == 303
        assert links(Person(server.url)) == []
    assert Person(server.url).post(f"/sit/{name}", name="Dan").status_code == 409
    assert Person(server.url).post(f"/sit{hidden[2:]}", name="Dan").status_code == 404


def test_who_looks_for_an_opponent_waits_at_a_public_table_or_joins_one(server: Server) -> None:
    dora, eve = Person(server.url), Person(server.url)
    page = dora.http.get("/opponents").text
    assert re.findall(r'name="game" value="([^"]*)"', page) == list(games.all_games())
    table = dora.post("/opponents", game="deck-o-dice", name="Dora").headers["location"]
    assert dora.post("/opponents", game="deck-o-dice", name="Dora").headers["location"] == table, "one is enough"
    name = table.removeprefix("/t/")
    assert name not in eve.http.get("/opponents").text, "nobody waits there yet"
    with dora.sit(table) as sitting:
        seats = sitting.read()["table"]["seats"]
        assert [(seat["kind"], seat["name"]) for seat in seats] == [("person", "Dora"), ("open", "Open seat")]
        assert f'href="/sit/{name}"' in eve.http.get("/opponents").text
        assert "1 table has a free seat" in eve.http.get("/").text
        assert eve.post("/opponents", game="deck-o-dice").headers["location"] == f"/sit/{name}"
        other = eve.post("/opponents", game="baron-voodoo").headers["location"]
        assert other not in (table, f"/sit/{name}"), "nobody waits for that game"
        assert eve.post(f"/sit/{name}", name="Eve").headers["location"] == table
        assert sitting.wait_for(lambda one: one["table"]["phase"] == "playing")["table"]["seats"][1]["name"] == "Eve"
    again = dora.post("/opponents", game="deck-o-dice").headers["location"]
    assert again not in (table, f"/sit/{name}"), "that game has begun"


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ({"game": "chess"}, "There is no game"),
        ({}, "There is no game"),
        ({"game": "dice-ocalypse", "name": "Fuck"}, "Strangers can read the names"),
    ],
)
def test_why_nobody_can_wait_there_is_said_on_the_page(server: Server, sent: dict[str, str], told: str) -> None:
    answer = Person(server.url).http.post("/opponents", data=sent)
    assert answer.status_code == 400
    assert told in re.search(r'class="error" role="alert">(.*?)</p>', answer.text)[1]
    assert sent.get("name", "") in answer.text


def test_the_list_is_no_place_for_spam(server: Server, ana: Person) -> None:
    for _ in range(2):
        ana.open_table("person", "open", listed="on")
    answer = ana.http.post(
        "/new/dice-ocalypse", data={"seat-0": "person", "seat-1": "open", "name-0": "Ana", "listed": "on"}
    )
    assert answer.status_code == 400
    assert "You already have 2 public tables" in answer.text
    assert re.search(r'name="listed" value="on" checked', answer.text), "the form comes back as it was sent"


@pytest.mark.parametrize("name", ["Fuck", "F u c k", "FUCKFACE", "F\u03c5ck you", "n1gger", "Sh1t", "A Nazi"])
def test_rude_names_are_for_friends_only(server: Server, ana: Person, name: str) -> None:
    form = {"seat-0": "person", "seat-1": "open", "name-0": name}
    answer = ana.http.post("/new/dice-ocalypse", data=form | {"listed": "on"})
    assert answer.status_code == 400
    assert "Strangers can read the names" in answer.text
    assert ana.http.post("/new/dice-ocalypse", data=form).status_code == 303
    host = Person(server.url)
    table = host.open_table("person", "open", listed="on").removeprefix("/t/")
    assert host.http.get(f"/t/{table}/plain").status_code == 200
    assert Person(server.url).http.post(f"/sit/{table}", data={"name": name}).status_code == 409
    assert Person(server.url).http.post(f"/sit/{table}", data={"name": "Scunthorpe Dick"}).status_code == 303


def test_hosts_whom_one_does_not_read_are_not_in_ones_list(server: Server, ana: Person, ben: Person) -> None:
    table = ana.open_table("person", "open", "open", listed="on")
    ben.post("/me", name="Ben")
    with ana.sit(table) as sitting:
        sitting.read()
        assert links(ben) == [table.removeprefix("/t/")]
        with ben.sit(table) as watching:
            watching.read()
            watching.send("person", who=who(watching, "Ana")["who"], what="ignore")
            watching.wait_for(lambda _: who(watching, "Ana")["ignored"])
        assert links(ben) == []
