"""What a table's page fetches when it has nothing else to do, so that a lost line takes nothing away."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .chair import Chair
from .guests import FETCHED, LINE_LOST, NO_CARD, PHONE, Guest, Guests
from .hands import HANDS
from .patience import until

SHEETS = {"?": "Keyboard", "r": "Rules summary", "m": "This table", "l": "Log and chat"}


@pytest.mark.parametrize("game", ["dice-ocalypse", "baron-voodoo", "deck-o-dice", "dicetopia", "indicesion"])
@pytest.mark.parametrize("size", [None, PHONE], ids=["desk", "phone"])
def test_what_was_never_opened_opens_without_a_line(guests: Guests, game: str, size: dict[str, int] | None) -> None:
    guest = guests(**{"viewport": size} if size else {})
    page = guest.page(guest.open_table("person", "bot:random", game=game))
    page.wait_for_function(FETCHED)
    # while a move of the bot's is told, keys only hurry it
    until(page, lambda: page.evaluate(HANDS[game].calm) == "mine", "it is never this browser's turn")
    guest.context.set_offline(True)
    for key, title in SHEETS.items():
        page.keyboard.press(key)
        sheet = page.get_by_role("dialog", name=title)
        expect(sheet.locator("li, dd, label, p").first).to_be_visible()
        page.keyboard.press("Escape")
        expect(sheet).to_have_count(0)
    expect(page.locator(".anew")).to_have_count(0)
    guest.forgive(*LINE_LOST, *NO_CARD, "ERR_INTERNET_DISCONNECTED")


def test_who_chose_no_light_follows_the_system_while_the_page_is_open(guest: Guest) -> None:
    page = guest.page(guest.open_table("person", "bot:random"))
    page.emulate_media(color_scheme="dark")
    Chair(page).wait()  # keys count from then on
    page.keyboard.press("m")
    lamp = page.get_by_role("checkbox", name="Night mode")
    expect(lamp).to_be_checked()
    page.emulate_media(color_scheme="light")
    expect(lamp).not_to_be_checked()
    lamp.check()
    page.emulate_media(color_scheme="dark")
    page.emulate_media(color_scheme="light")
    expect(lamp).to_be_checked()
