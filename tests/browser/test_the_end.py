"""The end of a match on the page: it fits, it is told, and its dice are checked here."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from dicehouse.server.seats import Keyring
from dicehouse.server.storage.sqlite_store import SQLite
from dicehouse.web.guest_cookies import COOKIE
from dicehouse.web.guest_cookies import GuestCookies as Cookies

from ..server.finished import fill, played_at_random
from ..server.room import ANA, KEY, open_house, run_apart
from ..web.server import Server, start
from .guests import PHONE, Guest, Guests
from .patience import becomes

# In how many rows the keys of the end lie, and whether they take the dock's width.
SIDE_BY_SIDE = """() => {
  const keys = [...document.querySelectorAll(".end-do .btn")].map(key => key.getBoundingClientRect())
    .filter(box => box.width);
  const taken = keys.reduce((sum, box) => sum + box.width, 0);
  return [new Set(keys.map(box => box.top)).size, taken > innerWidth * 0.8];
}"""
SHEETS = ".end-curve, .end-story, .end-deeds"


@pytest.fixture(scope="module")
def over(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, str, str]]:
    """A house with one finished match of Ana's: the server, the address of the table, her cookie."""
    folder = tmp_path_factory.mktemp("over")
    (table,) = run_apart(fill(folder, ANA))
    store = SQLite(folder / "house.db")
    cookie = f"{ANA}.{Cookies(Keyring(KEY), store)._sign(ANA)}"
    store.close()
    running = start(folder / "house.db", secret_key=KEY)
    yield running, f"/t/{table}", cookie
    running.stop()


@pytest.fixture
def ana(guests: Guests, over: tuple[Server, str, str]) -> Guest:
    return seated(guests, over)


def seated(guests: Guests, over: tuple[Server, str, str], **options: Any) -> Guest:
    server, _, cookie = over
    guest = guests(server.url, **options)
    guest.context.add_cookies([{"name": COOKIE, "value": cookie, "url": server.url}])
    return guest


def misplaced(page: Page) -> list[str]:
    """What of the end is missing, or cut off, or lies over another part."""
    boxes = [each.bounding_box() for each in page.locator(f"{SHEETS}, .end-hero, .dock").all()]
    edges = [(box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]) for box in boxes if box]
    wrong = [] if len(edges) == 5 else [f"{len(edges)} parts"]
    for i, (left, top, right, bottom) in enumerate(edges):
        if not (left >= 0 and right <= 1280 and bottom <= 720.5):
            wrong.append(f"part {i} is cut off")
        for x, y, to_x, to_y in edges[i + 1 :]:
            if not (left >= to_x or x >= right or top >= to_y or y >= bottom):
                wrong.append(f"part {i} overlaps another")
    return wrong


def key_of(page: Page) -> Any:
    return page.locator(".dock .proof-key")


def test_it_fits_and_the_board_can_be_looked_at(ana: Guest, over: tuple[Server, str, str]) -> None:
    page = ana.page(over[1])
    expect(page.locator(".end-title h2")).to_have_text(re.compile(r"(?: wins|You win)!$"))
    expect(page.locator(".end-story li")).not_to_have_count(0)
    expect(page.locator(".dock")).to_be_visible()
    expect(page.locator(f"{SHEETS}, .end-hero, .dock")).to_have_count(5)
    becomes(page, lambda: misplaced(page), [])
    expect(page.locator(".btn.go:visible")).to_have_count(1)
    expect(page.locator(".end-curve table")).to_have_count(1)  # for those who listen, always
    page.get_by_role("button", name="Show as a table").click()
    expect(page.locator(".end-curve svg[role=img]")).to_have_count(0)
    expect(page.locator(".end-curve td").last).to_be_visible()
    page.get_by_role("button", name="View the board").click()
    expect(page.locator(".end-room")).to_have_count(0)
    expect(page.locator(".felt")).to_be_visible()
    page.get_by_role("button", name="Result").click()
    expect(page.locator(".end-title h2")).to_be_visible()
    page.keyboard.press("l")
    expect(page.locator(".slide .log li").first).to_contain_text("wins with")


def test_this_browser_checks_every_throw_and_finds_a_changed_one(ana: Guest, over: tuple[Server, str, str]) -> None:
    record = ana.person().http.get(f"{over[1]}/dice.json").json()
    page = ana.page(over[1])
    expect(key_of(page)).to_contain_text(f"{record['throws']} rolls verified")
    expect(key_of(page)).to_contain_text("checked by this browser")
    key_of(page).click()
    expect(page.locator(".proof-sheet")).to_contain_text(record["dice"]["secret"])

    def change(route: Route) -> None:
        thrown = next(action["draws"] for action in record["actions"] if action["draws"])
        thrown[0][0] = thrown[0][0] % 6 + 1
        route.fulfill(content_type="application/json", body=json.dumps({**record, "faults": []}))

    page.route("**/dice.json", change)
    page.get_by_role("button", name="Check again").click()
    expect(key_of(page)).to_contain_text("The dice check failed")
    expect(page.locator(".proof-sheet [role=alert]")).to_contain_text("This browser found 2 faults")


def test_without_https_the_browser_checks_too_and_says_what_that_cannot_show(
    guests: Guests, over: tuple[Server, str, str]
) -> None:
    guest = seated(guests, over, viewport=PHONE)
    guest.context.add_init_script(
        "Object.defineProperty(Crypto.prototype, 'subtle', { get: () => undefined });"
        "Object.defineProperty(globalThis, 'isSecureContext', { get: () => false })"
    )
    page = guest.page(over[1])
    key = page.locator(".end-proof .proof-key")
    expect(key).to_contain_text("checked by this browser")  # before that the page may still put it up anew
    key.click()
    expect(page.locator(".proof-sheet")).to_contain_text("Without https, this page itself could have been changed")
    page.keyboard.press("Escape")
    key.scroll_into_view_if_needed()
    for name in ("View the board", "Play again"):  # the two keys stay below whatever is scrolled
        expect(page.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
    becomes(page, lambda: page.evaluate("document.documentElement.scrollWidth <= innerWidth"), True)


@pytest.mark.parametrize("game", ["baron-voodoo", "dicetopia"])
def test_the_keys_lie_side_by_side_also_when_a_window_becomes_narrow(guests: Guests, tmp_path: Path, game: str) -> None:
    """What a game's dock looks like on a phone may be fetched after the end has been; the end keeps its keys."""
    table = run_apart(ended(tmp_path, game))
    store = SQLite(tmp_path / "house.db")
    cookie = f"{ANA}.{Cookies(Keyring(KEY), store)._sign(ANA)}"
    store.close()
    running = start(tmp_path / "house.db", secret_key=KEY)
    try:
        page = seated(guests, (running, "", cookie)).page(f"/t/{table}")
        keys = page.locator(".end-do .btn:visible")
        expect(keys).to_have_count(4)
        page.set_viewport_size(PHONE)
        page.wait_for_function("() => [...document.styleSheets].some(each => /phone-/.test(each.href))")
        expect(keys).to_have_count(2)
        becomes(page, lambda: page.evaluate(SIDE_BY_SIDE), [1, True])
    finally:
        running.stop()


async def ended(folder: Path, game: str) -> str:
    async with open_house(folder) as house:
        return (await played_at_random(house, game, ANA)).id
