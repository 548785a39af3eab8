"""A page that the browser translates shows the same as one that it does not: nothing stays behind, nothing is lost."""

from __future__ import annotations

import random
import time

import pytest
from playwright.sync_api import Error, Page

from .foam import FLAT
from .guests import Guest, Guests, last_state
from .hands import HANDS, Hand
from .patience import PATIENCE, becomes, until
from .translator import shown, translate

SHORT = 8  # positions that are compared in each game
BOT = "bot:sensible"


@pytest.mark.parametrize("game", HANDS)
def test_a_translated_page_shows_what_is_true(guests: Guests, game: str) -> None:
    _play(guests(), game, SHORT)


@pytest.mark.long
@pytest.mark.parametrize("game", HANDS)
def test_a_translated_page_shows_what_is_true_to_the_end(guests: Guests, game: str) -> None:
    _play(guests(), game, None)


def _play(guest: Guest, game: str, most: int | None) -> None:
    """Play on a translated page; after each action it must show what another page of the same table shows."""
    hand, chance = HANDS[game], random.Random(1)
    guest.context.add_init_script(FLAT)
    address = guest.open_table("person", BOT, game=game, **hand.settings)
    page, plain = guest.context.new_page(), guest.page(address)
    if not __import__("os").environ.get("NOTR"): translate(page)
    page.goto(address)
    page.set_default_timeout(5_000)
    compared, number, over = 0, -1, False
    while not over and compared != most:
        at = until(page, lambda: _both_calm(page, plain, hand), "a page never comes to rest")
        now = int(last_state(guest)["number"])
        over = at == "over"
        if now > number:
            end = time.monotonic() + float(__import__("os").environ.get("PAT", 60))
            while (found := _differences(page, plain)) and time.monotonic() < end:
                plain.wait_for_timeout(20)
            if found: print("DUMP", page.evaluate("""() => [...document.querySelectorAll("*")].filter(e => e.checkVisibility() && /lead/.test(e.innerText) && e.innerText.length < 60).map(e => e.outerHTML.slice(0, 900)).slice(0, 3).join("\\n----\\n") + "\\n#### " + document.activeElement.outerHTML.slice(0,200)"""))
            assert not found, "\n".join(found)
            number, compared = now, compared + 1
        if at == "mine":
            try:
                hand.touch(page, chance)
                page.mouse.move(0, 0)
            except (Error, AssertionError, IndexError):
                pass
    assert page.locator("font").count() > 20, "nothing was translated"


def _both_calm(page: Page, plain: Page, hand: Hand) -> str:
    """What both pages are at, as soon as nothing is told or on its way at either."""
    at = str(page.evaluate(hand.calm) or "")
    return at if at in ("mine", "over") and plain.evaluate(hand.calm) == at else ""


def _differences(page: Page, plain: Page) -> list[str]:
    translated, true = shown(page), shown(plain)
    if translated == true:
        return []
    import difflib
    return [line for line in difflib.unified_diff(true, translated, lineterm="", n=1)]
