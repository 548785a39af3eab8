"""One line explains what happens for the first time: it moves nothing, takes no touch, and can be switched off."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Locator, Page, expect

from ..web.test_pages import PlainPlayer
from .eyes import rest
from .guests import NO_CARD, PHONE, Guest, Guests
from .hands import HANDS
from .patience import until

GAME = "deck-o-dice"
FLIP = "Then Dicey flips a card and sends the minion with the highest number on it."
FLIPPED = "Dicey flips a card:"
REMEMBERED = {"switches": "shown"}  # the log keeps what was played, because the switch `memory` is off
BOXES = """() => ["main", ".dock", ".bar"].map((part) => {
  const { x, y, width, height } = document.querySelector(part).getBoundingClientRect();
  return [x, y, width, height];
})"""
LETS_TOUCHES_THROUGH = """() => {
  const box = document.querySelector(".first-time p").getBoundingClientRect();
  return !document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2).closest(".first-time");
}"""


def open_page(guest: Guest, **fields: str) -> tuple[Page, PlainPlayer]:
    """Sit down to a solo game, whose first choice always makes Dicey flip a card."""
    table = guest.open_table("person", game=GAME, **fields)
    page = guest.page(table)
    expect(page.locator(".first-time")).to_be_attached()
    player = PlainPlayer(guest.person(), table)
    player.look()
    return page, player


# Whether the line is there. Everything that the table tells before it is dismissed.
EXPLAINS = """() => {
  if (document.querySelector(".first-time p")) return true;
  if (document.querySelector(".call .told")) dispatchEvent(new Event("pointerdown"));
  return false;
}"""


def explained(page: Page) -> Locator:
    """The line that explains the first flip."""
    page.wait_for_function(EXPLAINS, polling=50)
    line = page.locator(".first-time p")
    expect(line).to_contain_text(FLIP)
    return line


def happened(page: Page) -> None:
    expect(page.locator(".log").first).to_contain_text(FLIPPED)


def test_a_new_thing_is_explained_once(guests: Guests) -> None:
    guest = guests()
    page, player = open_page(guest)
    boxes = page.evaluate(BOXES)
    assert player.act()
    line = explained(page)
    expect(page.locator(".first-time")).to_have_attribute("aria-live", "polite")
    assert page.evaluate(BOXES) == boxes
    assert page.evaluate(LETS_TOUCHES_THROUGH)

    def gone() -> bool:
        page.locator(".bar h1").click()
        return not line.count()

    until(page, gone, "the line stays after a touch")
    kept = json.loads(page.evaluate(f"localStorage['dicehouse.explained.{GAME}']"))
    assert "dicey-flip" in kept
    page.close()
    page, player = open_page(guest, **REMEMBERED)
    assert player.act()
    happened(page)
    expect(page.locator(".first-time", has_text=FLIP)).to_have_count(0)


def test_it_can_be_switched_off(guests: Guests) -> None:
    guest = guests()
    page, player = open_page(guest, **REMEMBERED)
    page.keyboard.press("m")
    switch = page.get_by_label("Explain new things")
    expect(switch).to_be_checked()
    switch.uncheck()
    expect(page.locator(".first-time")).to_have_count(0)
    assert player.act()
    happened(page)
    expect(page.locator(".first-time")).to_have_count(0)
    page.reload()
    happened(page)  # from then on keys count
    page.keyboard.press("m")
    expect(page.get_by_label("Explain new things")).not_to_be_checked()


def test_the_line_fits_on_a_small_phone(guests: Guests) -> None:
    guest = guests(viewport={"width": 320, "height": 640}, has_touch=True)
    page, player = open_page(guest)
    assert player.act()
    box = explained(page).bounding_box()
    assert box and box["x"] >= 0 and box["x"] + box["width"] <= 320
    assert box["y"] + box["height"] < 120


def test_a_lesson_explains_itself(guests: Guests) -> None:
    guest = guests(viewport=PHONE)
    person = guest.person()
    table = str(person.post(f"/learn/{GAME}", lesson="dicey").headers["location"])
    guest.adopt(person)
    page = guest.page(table)
    expect(page.locator(".coach")).to_be_visible()
    expect(page.locator(".first-time")).to_have_count(0)


# The explanations that reach below the top bar of a phone, where the seats are.
OVER_SEATS = """texts => {
  const box = document.querySelector(".first-time");
  const bar = document.querySelector(".bar").getBoundingClientRect().bottom;
  box.innerHTML = "<p></p>";
  return texts.filter(text => {
    box.firstChild.textContent = text;
    return box.getBoundingClientRect().bottom > bar + 0.5;
  });
}"""


@pytest.mark.parametrize("locale", ["en-US", "de-DE"])
def test_no_explanation_covers_a_seat_on_the_narrowest_phone(guests: Guests, locale: str) -> None:
    guest = guests(viewport={"width": 320, "height": 640}, locale=locale)
    for game in HANDS:
        page = guest.context.new_page()
        with page.expect_response(lambda answer: "/texts" in answer.url or "rule" in answer.url) as answered:
            page.goto(guest.open_table("person", "person", game=game))
        texts = list(answered.value.json()["first_time"].values())
        expect(page.locator(".first-time")).to_be_attached()
        rest(page)
        assert texts
        assert page.evaluate(OVER_SEATS, texts) == [], game
        page.close()
    guest.forgive(*NO_CARD)
