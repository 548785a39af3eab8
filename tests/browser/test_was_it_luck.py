"""From the end of a match to its luck and skill, and on to a what-if."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from dicehouse.server.seats import Keyring
from dicehouse.server.storage.sqlite_store import SQLite
from dicehouse.web.guest_cookies import COOKIE
from dicehouse.web.guest_cookies import GuestCookies as Cookies

from ..server.finished import fill
from ..server.room import ANA, KEY, run_apart
from ..web.judges import Judge
from ..web.server import Server, start
from .guests import PHONE, Guests
from .patience import becomes
from .test_barriers import barriers

TINY = {"width": 320, "height": 640}
NARROW = "document.documentElement.scrollWidth <= innerWidth"


@pytest.fixture(scope="module")
def over(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, str, str]]:
    """A house with one finished match of Ana's: the server, the address of the table, her cookie."""
    folder = tmp_path_factory.mktemp("luck")
    (table,) = run_apart(fill(folder, ANA))
    store = SQLite(folder / "house.db")
    cookie = f"{ANA}.{Cookies(Keyring(KEY), store)._sign(ANA)}"
    store.close()
    running = start(folder / "house.db", secret_key=KEY, reviewer=Judge())
    yield running, f"/t/{table}", cookie
    running.stop()


def test_was_it_luck_and_playing_on_from_a_second_look(guests: Guests, over: tuple[Server, str, str]) -> None:
    server, table, cookie = over
    guest = guests(server.url)
    guest.context.add_cookies([{"name": COOKIE, "value": cookie, "url": server.url}])
    page = guest.page(table)
    page.get_by_role("button", name="Work out luck and skill").click()
    statistics = page.get_by_role("region", name="Statistics").last
    luck = statistics.get_by_role("row", name=re.compile("^Luck "))
    expect(luck.get_by_role("cell")).to_have_text([re.compile(r"^(0|[+\u2212][\d.]+)$")] * 2)
    shown = luck.get_by_role("cell").all_inner_texts()
    page.reload()
    expect(luck.get_by_role("cell")).to_have_text(shown)
    page.get_by_role("link", name="Was it luck?").click()
    expect(page.get_by_role("heading", name="Luck and skill in points")).to_be_visible()
    expect(page.locator(".btn.go:visible")).to_have_count(1)
    expect(page.locator(".plot svg[role=img]")).to_have_count(1)
    assert barriers(page) == []
    page.locator(".rv-curve").get_by_text("Show as a table").click()
    expect(page.locator(".rv-curve td").last).to_be_visible()
    page.locator(".review .tabs a").last.click()
    expect(page.get_by_role("heading", name="turn by turn")).to_be_visible()
    page.get_by_role("button", name="Play from here").first.click()
    expect(page.locator(".bar .goal")).to_contain_text("What if?")
    expect(page).to_have_title(re.compile("^What if[?] "))
    expect(page.get_by_role("log").get_by_text("plays on from here?")).to_be_visible()


def test_the_review_fits_on_phones_and_axe_finds_nothing_by_lamp(guests: Guests, over: tuple[Server, str, str]) -> None:
    server, table, _ = over
    phone = guests(server.url, viewport=PHONE, color_scheme="dark")
    page = phone.page(f"{table}/review")
    expect(page.get_by_role("heading", name="How sure is this?")).to_be_visible()
    for size in (PHONE, TINY):
        page.set_viewport_size(size)
        becomes(page, lambda: page.evaluate(NARROW), True)
    assert barriers(page) == []
