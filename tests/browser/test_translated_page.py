"""A page that the browser translates shows the same as one that it does not: nothing stays behind, nothing is lost."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Error, Page

from .foam import FLAT
from .guests import Guest, last_state
from .hands import HANDS, Hand
from .patience import until
from .translator import both, check_same, check_translated

SHORT = 7  # positions of a game that are compared
TOUCH = 5_000  # milliseconds for which a hand tries to touch a thing before it looks again
NO_EXPLANATIONS = """try {
  const known = JSON.parse(localStorage['dicehouse.prefs'] ?? '{}');
  localStorage['dicehouse.prefs'] = JSON.stringify({ explain: false, ...known });
} catch { /* no store */ }"""


@pytest.mark.parametrize("game", HANDS)
def test_the_table_shows_what_is_true(guest: Guest, game: str) -> None:
    _play(guest, game, SHORT)


@pytest.mark.long
@pytest.mark.parametrize("game", HANDS)
def test_the_table_shows_what_is_true_to_the_end(guest: Guest, game: str) -> None:
    _play(guest, game, None)


def _play(guest: Guest, game: str, most: int | None) -> None:
    """Play on a translated page, and compare it after each action with another page of the same table."""
    hand, chance = HANDS[game], random.Random(1)
    guest.context.add_init_script(FLAT)
    guest.context.add_init_script(NO_EXPLANATIONS)  # each is shown once in a browser, so to one page of the two
    page, original = both(guest, guest.open_table("person", "bot:sensible", game=game, **hand.settings))
    until(page, lambda: _both_at(page, original, hand), "it is never this browser's turn")
    for each in (page, original):
        each.reload()  # so that both saw the same of it happen
    page.set_default_timeout(TOUCH)
    number, compared, at = -1, 0, ""
    while at != "over" and compared != most:
        at = until(page, lambda: _both_at(page, original, hand), "it is never this browser's turn")
        now = int(last_state(guest)["number"])
        if now > number:
            check_same(page, original)
            number, compared = now, compared + 1
        if at == "mine":
            try:
                hand.touch(page, chance)
                page.mouse.move(0, 0)  # what is pointed at is shown larger
            except (Error, AssertionError, IndexError):
                pass  # it was gone by then
    check_translated(page)


def _both_at(page: Page, original: Page, hand: Hand) -> str:
    """What both pages are at, as soon as it is their turn and nothing is told or on its way."""
    at = str(page.evaluate(hand.calm) or "")
    return at if at in ("mine", "over") and original.evaluate(hand.calm) == at else ""


def test_the_form_for_a_new_table_shows_what_is_true(guest: Guest) -> None:
    page, original = both(guest, "/new/dice-ocalypse")
    for each in (page, original):
        each.locator(".rules-of > summary").click()
    for target in ("3000", "4000"):
        for each in (page, original):
            each.locator("#set-target").fill(target)
            each.locator("#time").select_option(index=2 if target == "3000" else 0)
        check_same(page, original)
    check_translated(page)
