"""Somebody asks to take a move back: the others see which, and agree or not; by the keys of a phone as well."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import expect

from ..web.api.program import Program, make_token
from .guests import PHONE, Guest, Guests
from .souls import Board


def test_a_move_is_taken_back_when_the_other_agrees(guests: Guests) -> None:
    ana, ben = guests(), guests(viewport=PHONE, has_touch=True)
    table = ana.open_table("person", "open", game="baron-voodoo")
    friend = ben.person()
    friend.post(ana.person().invitations(table)[0], name="Ben")
    ben.adopt(friend)
    both, names = (ana, ben), ("Ana", "Ben")
    programs = [Program(ana.url, make_token(one.person())) for one in both]
    chance = random.Random(1)
    while True:
        states = [program.state(table[3:]) for program in programs]
        asks = next((seat for seat in (0, 1) if states[seat]["takeback"] and states[seat]["takeback"]["asks"]), None)
        if asks is not None:
            break
        seat = states[0]["acting"][0]
        options = states[seat]["options"]
        assert programs[seat].act(table[3:], states[seat], chance.choice(options)["id"]).is_success
    number, move = states[asks]["number"], states[asks]["takeback"]["move"]
    pages = [one.page(table) for one in both]
    asking, other = pages[asks], pages[1 - asks]
    key = asking.get_by_role("button", name="Ask to undo: ")
    for answer in ("No", "Agree"):
        expect(key).to_have_attribute("aria-disabled", "false")
        key.click()
        slip = other.get_by_role("region", name="Undo request")
        expect(slip).to_contain_text(f"{names[asks]} asks to undo: {move}")
        expect(asking.get_by_role("region", name="Undo request")).to_contain_text("You asked to undo")
        slip.get_by_role("button", name=answer, exact=True).click()
        expect(slip).to_have_count(0)
    state = programs[asks].state(table[3:])
    assert (state["number"], state["acting"]) == (number - 1, [asks])


def test_a_move_that_stands_for_good_says_why(guest: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    """So much was taken back that the record could not be checked any more."""
    table = guest.open_table("person", "bot:random", game="baron-voodoo", **{"set-first": "host"})
    page = guest.page(table)
    board, key = Board(page), page.locator(".dock .undo")
    board.wait()
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    expect(key).to_have_attribute("aria-disabled", "false")
    monkeypatch.setattr("dicehouse.server.features.undo.MAX_ENTRIES", 1)
    page.reload()
    board.wait()
    expect(key).to_have_attribute("aria-disabled", "true")
    said = page.locator(".call").get_by_text("Too many moves were undone in this game.")
    for press in (lambda: key.click(force=True), lambda: page.keyboard.press("u")):
        expect(said).to_have_count(0)
        press()
        expect(said).to_be_visible()
        page.reload()
        board.wait()
    assert "From now on, no move can be undone." in guest.person().http.get(f"{table}/plain").text
