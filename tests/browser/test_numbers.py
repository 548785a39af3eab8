"""The pages of numbers in a real browser: your games, chosen and paged, and every die; by day and by lamp."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from ..server.finished import fill
from ..server.room import ANA, KEY, run_apart
from ..web.server import Server, start
from ..web.test_your_games import PLACES, cookie
from .eyes import rest
from .guests import PHONE, Guest, Guests
from .patience import all_of, becomes, texts_of
from .test_barriers import LOOKS, barriers, looks, scrolls_sideways

COLUMNS = "UPDATE seat SET (kind, name, guest, bot) = ('bot', 'Otto', NULL, ?) WHERE seat = 1 AND table_id = ?"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Twelve games of Ana's, half of them won, against two bots, one of them reviewed."""
    folder = tmp_path_factory.mktemp("numbers")
    tables = run_apart(fill(folder, *[ANA] * 12))
    with closing(sqlite3.connect(folder / "house.db")) as db, db:
        for number, table in enumerate(tables):
            db.execute(COLUMNS, ("otto" if number % 2 else "pip", table))
            places = "[1,2]" if number < 6 else "[2,1]"
            db.execute(PLACES, (places, table))
    running = start(folder / "house.db", secret_key=KEY)
    yield running
    running.stop()


def ana(guests: Guests, house: Server, **options: object) -> Guest:
    guest = guests(house.url, **options)
    ((name, value),) = cookie(ANA).items()
    guest.context.add_cookies([{"name": name, "value": value, "url": house.url}])
    return guest


def rows(page: Page) -> int:
    return page.get_by_role("table", name="newest first").get_by_role("row").count() - 1


@pytest.mark.parametrize("script", [True, False])
def test_games_are_chosen_and_paged_with_and_without_a_script(guests: Guests, house: Server, script: bool) -> None:
    page = ana(guests, house, java_script_enabled=script, viewport=PHONE).page("/games")
    becomes(page, lambda: rows(page), 10)
    page.get_by_role("link", name="Older").click()
    expect(page.get_by_text("Page 2 of 2")).to_be_visible()
    becomes(page, lambda: rows(page), 2)
    page.goto("/games")
    page.get_by_label("Against").select_option(label="Otto, hard")
    page.get_by_label("Result").select_option("won")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_label("Result")).to_have_value("won")
    becomes(page, lambda: rows(page), 3)
    with page.expect_download() as file:
        page.get_by_role("link", name="These games (CSV)").click()
    assert len(Path(file.value.path()).read_text().splitlines()) == 4
    page.get_by_role("link", name="Dice-ocalypse!, 12").click()
    expect(page.get_by_role("heading", name="Records")).to_be_visible()
    becomes(page, lambda: rows(page), 4)  # the game's own line, and the three
    page.get_by_role("link", name="Replay: ").first.click()
    expect(page).to_have_url(re.compile("/replay"))


@looks
def test_nobody_is_kept_out_of_the_numbers(guests: Guests, house: Server, look: str) -> None:
    guest = ana(guests, house, **LOOKS[look])
    found = {}
    for address in ("/games", "/games?game=dice-ocalypse", "/dice"):
        page = guest.page(address)
        page.wait_for_load_state()
        for summary in page.locator("summary").all():
            summary.click()
        found[address] = barriers(page) + scrolls_sideways(page)
        page.close()
    assert not any(found.values()), found


def test_the_dice_lie_where_the_table_beside_them_says(guests: Guests, house: Server) -> None:
    page = guests(house.url).page("/dice")
    page.get_by_text("Show as a table", exact=True).click()
    cells = page.locator(".under tbody td:nth-child(2)")
    counts = [int(text.replace(",", "")) for text in texts_of(cells)]
    assert len(counts) == 6 and sum(counts) > 0
    rest(page)
    places = [lane.bounding_box() for lane in all_of(page.locator(".lane svg .top"))]
    across = [box["x"] for box in places if box]
    order = sorted(range(6), key=lambda face: counts[face])
    assert [across[face] for face in order] == sorted(across), "more to the right"
    page.get_by_role("link", name="Check it yourself").click()
    expect(page.get_by_text("Secret first")).to_be_in_viewport()
