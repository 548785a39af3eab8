"""A first game on a phone, taken by somebody who knows nothing and touches what Pip's hand points at."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from dicehouse.games import find

from .guests import PHONE, Guests
from .patience import until

GAME = "dicetopia"
LESSON = find(GAME).lesson("first")
SAID = [step.say for step in LESSON.steps]
MOST = 60  # touches of one lesson

# What a newcomer sees: Pip's headline, whether the key of the dock is awake, and where the hand points.
SEES = """() => {
  const pip = document.querySelector(".coach"), hand = document.querySelector(".light .pointer");
  const key = document.querySelector(".do .go"), middle = key?.getBoundingClientRect();
  if (!pip) return null;
  const awake = key && key.getAttribute("aria-disabled") !== "true";
  const at = awake ? [middle.x + middle.width / 2, middle.y + middle.height / 2]
    : hand ? [parseFloat(hand.style.left), parseFloat(hand.style.top)] : null;
  return at && { says: pip.querySelector("h2").innerText, key: !!awake, at };
}"""


def touch(page: Page) -> str:
    """Touch what is pointed at; the headline it was for."""
    seen = until(page, lambda: page.evaluate(SEES), "Pip points at nothing")
    page.touchscreen.tap(*seen["at"])
    return str(seen["says"])


def test_the_hand_leads_through_a_whole_lesson_on_a_phone(guests: Guests) -> None:
    guest = guests(viewport=PHONE, has_touch=True)
    person = guest.person()
    table = str(person.post(f"/learn/{GAME}", lesson="first").headers["location"])
    guest.adopt(person)
    page = guest.page(table)
    coach = page.locator(".coach")
    over = coach.get_by_text(LESSON.well)
    asked: list[str] = []
    missed = False
    for _ in range(MOST):
        until(page, lambda: over.count() or page.evaluate(SEES), "the lesson goes neither on nor ends")
        if over.count():
            break
        says = touch(page)
        if says in SAID and says not in asked:
            asked.append(says)
        if says == SAID[3] and not missed:
            missed = True  # once something else was touched
            page.locator('.tile[data-tile="agency"]').tap()
            expect(coach.locator("h2.no")).to_be_visible()
            expect(page.locator(".lens.by-hand")).to_be_hidden()
    assert missed and asked == [said for said in SAID if said in asked]  # who taps twice has read on
    expect(over).to_be_visible()
    expect(page.locator(".do .go")).to_contain_text("Play now")
