"""The operator's page on a phone: an operator signs in with a passkey, and acts without a script."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from dicehouse.server.operators import number_of
from dicehouse.server.seats import Keyring

from ..web.server import Server, start
from .guests import Guests
from .measures import small_targets
from .test_passkeys import device

KEY, OLGA = b"k" * 32, "0" * 32
SMALL = {"width": 390, "height": 664}
LONG = {"name-0": "Wolfeschlegelsteinhausenb"[:24]}
FITS = "document.documentElement.scrollWidth <= innerWidth"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Server]:
    running = start(tmp_path / "house.db", secret_key=KEY, operators=[number_of(Keyring(KEY), OLGA)])
    running.url = running.url.replace("127.0.0.1", "localhost")
    yield running
    running.stop()


def test_an_operator_signs_in_and_ends_a_table_without_a_script(
    guests: Guests, house: Server, browser: Browser
) -> None:
    keyring = Keyring(KEY)
    cookie = f"{OLGA}.{keyring.derive('guest', OLGA).hex()[:32]}"
    olga = guests(house.url, viewport=SMALL)
    olga.context.add_cookies([{"name": keyring.cookie_name(), "value": cookie, "url": house.url}])
    guests(house.url).open_table("person", "bot:random", **LONG)
    page = olga.page("/me")
    device(page)
    section = page.get_by_role("region", name="Passkeys")
    section.get_by_role("button", name="Create a passkey").click()
    expect(section.get_by_text(number_of(keyring, OLGA))).to_be_visible()
    page.goto("/admin")
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_role("heading", name="What operators did")).to_be_visible()
    assert page.evaluate(FITS)
    assert small_targets(page) == []
    state = olga.context.storage_state()
    for language, button, gone in (("de", "Tisch beenden", "Gerade ist kein Tisch offen"),):
        plain = browser.new_context(
            base_url=house.url, viewport=SMALL, storage_state=state, java_script_enabled=False, locale=language
        )
        shown = plain.new_page()
        shown.goto("/admin")
        shown.get_by_text(button).first.click()
        box = shown.get_by_role("button", name=button).bounding_box()
        assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= SMALL["width"]
        shown.get_by_role("button", name=button).click()
        expect(shown.get_by_text(gone)).to_be_visible()
        plain.close()
    page.goto("/admin", wait_until="load")
    expect(page.get_by_text("Ended a table")).to_be_visible()
    for language in ("en", "de"):
        olga.context.set_extra_http_headers({"Accept-Language": language})
        page.goto("/admin")
        assert page.evaluate(FITS), language
