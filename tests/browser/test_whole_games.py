"""Whole games, as people play them: by hand, by keyboard only, and without a script."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from .chair import Chair, check_log, check_sheet, match_of, table_of
from .guests import Guest, Guests


def test_a_game_is_played_by_clicks_from_the_form_to_the_next_table(guest: Guest) -> None:
    page = guest.page("/")
    page.get_by_role("link", name="New table for Dice-ocalypse!").click()
    page.get_by_label("Name at place 1").fill("Mara")
    page.get_by_label("Place 3", exact=True).select_option("none")
    page.get_by_text("Rules of this table").click()
    page.get_by_label("Target", exact=True).fill("2000")
    page.get_by_label("Points to open").fill("300")
    page.get_by_role("button", name="Open the table").click()
    chair = Chair(page)
    clicked = 0
    while chair.wait() == "mine":
        clicked += choose_by_click(chair)
        play_by_click(chair)
    assert clicked > 3
    check_end(page)
    again_by_click(page)


def choose_by_click(chair: Chair) -> int:
    """Take a lit die off the ledge or onto it; what is lit must answer."""
    page = chair.page
    lit = page.locator(".felt .die3.legal")
    if not lit.count():
        return 0
    before = chair.chosen()
    lit.last.click()
    after = chair.chosen()
    assert after != before
    if not after:
        lit.last.click()
        assert chair.chosen()
    return 1


def play_by_click(chair: Chair, enough: int = 350) -> None:
    bank = chair.key("Bank")
    worth = bank.inner_text() if bank.count() and bank.get_attribute("aria-disabled") == "false" else ""
    points = int(re.sub(r"\D", "", worth.splitlines()[0])) if worth else 0
    (bank if points >= enough else chair.go).click()


def check_end(page: Page) -> None:
    check_sheet(page)
    check_log(page)
    winner = match_of(page)["names"]
    expect(page.locator(".winner-line h2")).to_have_text(re.compile(rf"^({'|'.join(winner)}) wins with [\d,]+$"))


def again_by_click(page: Page) -> None:
    old = table_of(page)
    page.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda url: "/t/" in url and old not in url)
    assert Chair(page).wait("any") in ("mine", "theirs")
    assert [name.strip() for name in page.locator(".seat .name").all_inner_texts()][0] == "Mara"
