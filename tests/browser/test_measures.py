"""Every table in windows of all sizes: letters that can be read, targets that a thumb hits, labels that are whole, and
dice that stay where they are when something is said beside them.
"""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Page, expect

from ..web.server import Server
from . import city, foam
from .chair import Chair
from .eyes import rest
from .guests import NO_CARD, PHONE, WIDE, Guests
from .hands import HANDS
from .laying import lay
from .measures import cut_labels, small_targets, small_texts
from .patience import PATIENCE, until

SMALL = [(390, 844), (375, 553), (320, 640), (667, 331)]
SIZES = {game: [*SMALL, (1280, 720)] for game in HANDS} | {city.GAME: [*SMALL, (820, 1180), (1280, 720)]}
LABELS = (
    ".bar h1, .seat .name, .seat .state, .seat .total, .chip, .call h2, .call p, .words, .btn b, .btn small, .ticker,"
    ".react b, .react p, .step b, .step small, .face-key small, .item span, .zone-head span, .saying b, .mc .in > span,"
    ".way b, .finekey, .odds p, .tile .title b, .tile .title small, .tile .nm, .tile .foot, .mis b, .mis .text,"
    ".dealt-card > *, .lists small"
)
# A badge and the enlarged stack repeat the letters on the edges of a stack; a card of the Dome is read, not pressed.
REPEATED = ("span.edges", "Card, die")
SETTLES = PATIENCE // 200  # looks at a window that has just got another size


def calm(page: Page, game: str) -> str:
    """Wait until this browser may do something."""
    return str(until(page, lambda: _mine(page, game), "it is never this browser's turn"))


def _mine(page: Page, game: str) -> str | None:
    found = page.evaluate(HANDS[game].calm)
    return found if found in ("mine", "over") else None


def measure(page: Page, sizes: list[tuple[int, int]]) -> dict[str, list[str]]:
    """What is too small or cut in which window, as soon as the page has taken its size."""
    found = {}
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        for _ in range(SETTLES):
            if not (wrong := _wrong(page)):
                break
            page.wait_for_timeout(20)
        if wrong:
            found[f"{width} x {height}"] = wrong
    return found


def _wrong(page: Page) -> list[str]:
    seen = [*small_texts(page), *small_targets(page), *cut_labels(page, LABELS)]
    return [each for each in seen if not any(mark in each for mark in REPEATED)]


@pytest.mark.parametrize("game", HANDS)
def test_all_can_be_read_and_hit_at_every_size(guests: Guests, game: str) -> None:
    """At the first decision and, where drawing doesn't take its time, after two touches."""
    guest = guests(viewport=WIDE, has_touch=True)
    page = guest.page(guest.open_table("person", "bot:random", game=game, **HANDS[game].settings))
    calm(page, game)
    found = {"at first": measure(page, SIZES[game])}
    if game != foam.GAME:
        page.set_viewport_size({"width": 1280, "height": 720})
        chance = random.Random(2)
        for _ in range(2):
            HANDS[game].touch(page, chance)
            calm(page, game)
        found["later"] = measure(page, SIZES[game])
    guest.forgive(*NO_CARD)
    assert not any(found.values()), found


# Where dice and cards lie in the page, and a button in the window.
PLACES = """([things, buttons]) => [
  ...[...document.querySelectorAll(things)].map(one => [one.getBoundingClientRect(), scrollX, scrollY]),
  ...[...document.querySelectorAll(buttons)].map(one => [one.getBoundingClientRect(), 0, 0]),
].map(([box, x, y]) => [box.left + x, box.top + y, box.width, box.height].map(Math.round))"""
THINGS = ".felt .die3[data-place]"
BUTTONS = ".hand-card:not(.up), .dock .do .btn"


def places(page: Page) -> list[list[int]]:
    rest(page)
    return list(page.evaluate(PLACES, [THINGS, BUTTONS]))


def test_no_die_moves_when_something_is_said(guests: Guests, server: Server) -> None:
    """Not when a touch is explained, a card is read, all dice score, or a card is played against the reader."""
    guest = guests(viewport=PHONE, has_touch=True)
    table = guest.open_table("person", "person", "person", **{"set-opening": "0", "name-0": "Ana", "name-1": "Ben"})
    lay(server, table, "112346", totals=[4800, 1200, 0], zombie=1)
    page = guest.page(table)
    chair = Chair(page)
    chair.wait()
    while not chair.dice():  # the others may play a card first
        chair.go.click()
        chair.wait()
    page.mouse.move(1, 1)
    dice = page.locator(".felt .die3[data-place]")
    for width, height in [*SMALL, (1280, 720)]:
        page.set_viewport_size({"width": width, "height": height})
        expect(dice.first).to_be_visible()
        page.evaluate("document.activeElement.blur()")
        expect(page.locator(".call p strong")).to_have_count(0)
        before = places(page)
        page.locator(".felt .die3.dull").first.tap(force=True)  # explains why not
        assert places(page) == before, (width, height)
        for card in page.locator(".hand-card:not(.legal)").all():
            card.tap(force=True)
            expect(page.locator(".dock .ticker")).not_to_be_empty()
            assert places(page) == before, (width, height, card.get_attribute("aria-label"))
