"""Modes that are for a certain number of people: the form, Play now, and what happens if the numbers don't fit."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

from .server import Person

GAME = "baron-voodoo"
MODES = {"standard": 3, "quick": 3, "teams": 4, "solo": 1}


def form_of(html: str) -> dict[str, str]:
    """What a browser would send if one pressed the button at once."""
    fields: dict[str, str] = {}
    for tag in re.findall(r"<input[^>]*>", html):
        given = {name: unescape(value) for name, value in re.findall(r'([a-z]+)="([^"]*)"', tag)}
        choice = given.get("type") in ("radio", "checkbox")
        if "name" in given and "form" not in given and (not choice or " checked" in tag):
            fields[given["name"]] = given.get("value", "")
    for name, inside in re.findall(r'<select[^>]* name="([^"]+)"[^>]*>(.*?)</select>', html, re.DOTALL):
        chosen = re.findall(r'value="([^"]*)" selected', inside) or re.findall(r'value="([^"]*)"', inside)
        fields[name] = unescape(chosen[0])
    return fields


def seats_of(ana: Person, table: str) -> list[str]:
    with ana.sit(table) as sitting:
        return [seat["kind"] for seat in sitting.read()["table"]["seats"]]


def new_form(ana: Person, mode: str) -> str:
    return ana.http.get(f"/new/{GAME}", params={"mode": mode}).text


def sent(ana: Person, **fields: Any) -> tuple[int, str]:
    """The status and the sentence of a form that was refused."""
    answer = ana.http.post(f"/new/{GAME}", data=fields)
    found = re.search(r'role="alert">(.*?)</p>', answer.text)
    return answer.status_code, unescape(found[1]) if found else answer.text


@pytest.mark.parametrize(("mode", "players"), MODES.items())
def test_the_form_of_a_mode_seats_as_many_as_it_is_for(ana: Person, mode: str, players: int) -> None:
    fields = form_of(new_form(ana, mode))
    assert fields["mode"] == mode
    answer = ana.http.post(f"/new/{GAME}", data=fields)
    assert answer.status_code == 303, answer.text
    assert seats_of(ana, answer.headers["location"]) == ["person", *["bot"] * (players - 1)]


@pytest.mark.parametrize(("mode", "players"), {**MODES, "standard": 2, "quick": 2, "": 2}.items())
def test_play_now_seats_as_many_as_the_mode_is_for(ana: Person, mode: str, players: int) -> None:
    answer = ana.post(f"/play-now/{GAME}", **({"mode": mode} if mode else {}))
    assert answer.status_code == 303, answer.text
    assert seats_of(ana, answer.headers["location"]) == ["person", *["bot"] * (players - 1)]


def test_only_places_that_a_mode_has_are_asked_for(ana: Person) -> None:
    places = {mode: re.findall(r'name="seat-(\d)" value="open"', new_form(ana, mode)) for mode in MODES}
    assert places == {mode: [*"0123"] if players > 1 else ["0"] for mode, players in MODES.items()}
    assert "Nobody<" in new_form(ana, "standard")
    assert "Nobody<" not in new_form(ana, "teams")


def test_the_form_says_for_how_many_a_mode_is(ana: Person) -> None:
    html = new_form(ana, "standard")
    assert "For 4 players." in html
    assert "For 1 player." in html
    assert "1 to 4 players" in html


def test_a_mode_refuses_another_number(ana: Person) -> None:
    assert sent(ana, mode="solo", **{"seat-1": "bot:sensible"}) == (400, "Solo is for 1 player, not 2.")
    assert sent(ana, mode="teams", **{"seat-1": "open"}) == (400, "Teams is for 4 players, not 2.")


def test_a_refused_form_comes_back_as_it_was(ana: Person) -> None:
    fields = form_of(new_form(ana, "standard"))
    fields |= {
        "seat-0": "person",
        "name-0": "Mara <3",
        "seat-1": "open",
        "seat-2": "none",
        "seat-3": "bot:dot",
        "set-pairing": "yr-tp",
        "set-layout": "mirror",
        "set-solo_level": "3",
    }
    del fields["set-other_powers"]
    answer = ana.http.post(f"/new/{GAME}", data=fields)
    assert answer.status_code == 400
    [sentence] = re.findall(r'role="alert">(.*?)</p>', answer.text)
    assert sentence == "Teams are for 4 players, not 3."
    again = form_of(answer.text)
    assert {**again, "nonce": ""} == {**fields, "nonce": ""}
    assert "Mara &lt;3" in answer.text
    assert ana.http.post(f"/new/{GAME}", data=again | {"set-pairing": "none"}).status_code == 303


def test_a_value_that_is_none_comes_back_too(ana: Person) -> None:
    fields = form_of(ana.http.get("/new/dice-ocalypse").text) | {"set-target": "10001", "seat-1": "bot:dot"}
    answer = ana.http.post("/new/dice-ocalypse", data=fields)
    assert answer.status_code == 400
    assert form_of(answer.text)["set-target"] == "10001"
    assert form_of(answer.text)["seat-1"] == "bot:dot"
    assert ana.http.post("/new/dice-ocalypse", data=fields | {"set-target": "--5"}).status_code == 400


def test_one_alone_starts_at_once_and_others_may_watch(ana: Person, ben: Person) -> None:
    table = ana.open_table("person", game=GAME)
    with ana.sit(table) as sitting, ben.sit(table) as watching:
        mine, theirs = sitting.read(), watching.read()
    assert mine["table"]["phase"] == "playing"
    assert mine["view"]["mode"] == "solo"
    assert mine["acting"] == [0] == mine["me"]
    assert mine["options"] and not theirs["options"]
    assert theirs["me"] == [] and theirs["view"]["mode"] == "solo"


def test_a_single_place_can_be_kept_for_a_friend(ana: Person, ben: Person) -> None:
    table = ana.open_table("open", game=GAME)
    [link] = ana.invitations(table)
    assert "re invited</h1>" in ben.http.get(link).text
    assert ben.post(link, name="Ben").status_code == 303
    with ben.sit(table) as sitting:
        assert sitting.read()["table"]["phase"] == "playing"


def test_a_game_of_one_can_be_played_out_and_again(ana: Person) -> None:
    """A whole solo game over the socket; then its dice are public, and the same table is opened anew."""
    table = ana.open_table("person", game=GAME, **{"set-loas": "random"})
    with ana.sit(table) as sitting:
        state = sitting.read()
        for turn in range(2000):
            if state["table"]["phase"] == "over":
                break
            option = state["options"][turn % len(state["options"])]["id"]
            number = state["number"]
            sitting.act(state, option)
            state = sitting.wait_for(lambda s, n=number: s["number"] > n)
    assert state["table"]["phase"] == "over"
    assert state["table"]["secret"]
    assert [row["seat"] for row in state["sheet"]["rows"]] == [0, None], "the Baron has a row, too"
    assert '<th scope="row">The Baron</th>' in ana.http.get(f"{table}/plain").text
    match = ana.http.get(f"{table}/match.json").json()
    assert match["over"] and match["players"] == 1
    again = ana.post(f"{table}/again").headers["location"].removesuffix("/plain")
    assert seats_of(ana, again) == ["person"]


def test_rows_of_dice_say_what_they_bring_with_the_settings_as_they_stand(ana: Person) -> None:
    page = ana.http.get("/new/dice-ocalypse").text
    assert '<small data-sum="four_kind">these score 800</small>' in page
    asked = {"mode": "standard", "set-scoring": "printed", "set-four_kind": "3", "set-four_plus_pair": "0"}
    sums = ana.http.get("/new/dice-ocalypse/examples", params=asked).json()
    assert sums["three_ones"] == "these score 300" and sums["four_kind"] == "these score 1,200"
    assert sums["four_plus_pair"] == "these score 900", "four 3s; the pair of 4s brings nothing"
    assert sums["no_score_bonus"] == "these score nothing"
    for wrong in ({"set-target": "1"}, {"set-nothing": "1"}, {"mode": "none"}):
        assert ana.http.get("/new/dice-ocalypse/examples", params=wrong).status_code in (400, 404, 409)
    assert ana.http.get(f"/new/{GAME}/examples").json() == {}
