"""Hints on the page: asked for with mouse or key, marked on the table, and nobody else's business."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from .guests import PHONE, WIDE, Guests

KEY = "Hint: what to play, and why"


def asked(page: Page) -> None:
    """The sheet says what to play, and it lies in a ring on the table."""
    expect(page.locator(".slide.hint .to-play")).to_be_visible()
    expect(page.locator(".hint-marks i").first).to_be_attached()


def test_alone_a_hint_comes_when_it_is_asked_for(guests: Guests) -> None:
    ana = guests()
    page = ana.page(ana.open_table("person", "bot:sensible", game="deck-o-dice"))
    key = page.get_by_role("button", name=KEY)
    expect(key).to_be_visible()
    expect(page.locator(".hint-marks")).to_have_count(0)
    key.click()
    asked(page)
    page.reload()
    expect(page.locator(".hint-marks i").first).to_be_attached()
    page.goto(ana.open_table("person", "bot:sensible", game="dicetopia"))
    expect(page.get_by_role("button", name=KEY)).to_be_visible()
    page.keyboard.press("i")
    asked(page)
    expect(page.get_by_role("status").first).to_contain_text("Hint: ")
    page.keyboard.press("Escape")
    expect(page.locator(".slide")).to_have_count(0)
    page.keyboard.press("i")
    asked(page)


def test_two_people_have_to_agree_and_only_who_asks_is_told(guests: Guests) -> None:
    ana, ben = guests(), guests()
    address = ana.open_table("person", "open", game="deck-o-dice")
    person = ben.person()
    person.post(ana.person().invitations(address)[0], name="Ben")
    ben.adopt(person)
    pages = [ana.page(address), ben.page(address)]
    for page in pages:
        expect(page.get_by_role("heading", name="Choose a minion")).to_be_visible()
        expect(page.get_by_role("button", name=KEY)).to_have_count(0)
        page.keyboard.press("i")
        expect(page.locator(".slide")).to_have_count(0)
        page.keyboard.press("m")
        page.get_by_label("I agree to hints").click()
        page.keyboard.press("Escape")
    for page in pages:
        expect(page.get_by_role("button", name=KEY)).to_be_visible()
    pages[0].get_by_role("button", name=KEY).click()
    asked(pages[0])
    pages[1].keyboard.press("l")
    expect(pages[1].locator(".slide.log")).to_contain_text("asked for a hint.")
    expect(pages[1].locator(".hint-marks")).to_have_count(0)
    assert not any('"hint":{' in frame for frame in ben.frames)


@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_over_the_throwing_ground_the_key_of_the_hint_can_be_touched(guests: Guests, size: dict[str, int]) -> None:
    """The words there let a hand through that aims; keys don't."""
    ana = guests(viewport=size)
    page = ana.page(ana.open_table("person", "bot:sensible", game="indicesion"))
    page.get_by_role("button", name=KEY).click()
    expect(page.locator(".slide.hint")).to_be_visible()
    page.close()
    ana.complaints[:] = [said for said in ana.complaints if "GPU stall" not in said]  # drawn without a graphics card
