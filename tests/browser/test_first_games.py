"""A first game on a phone, taken by somebody who knows nothing and touches what the hand points at."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from dicehouse.bots.guided_lesson import find_lesson
from dicehouse.core import Lesson
from dicehouse.games import find

from ..web import liars
from ..web.liars import at_home
from .guests import PHONE, Guests
from .patience import until

LESSONS = [(game, lesson) for game in ("dice-ocalypse", "dicetopia") for lesson in find(game).hooks.LESSONS]
LESSONS.append((liars.GAME, find_lesson(liars.game, "guided")))  # made by the program, on the board of any game
__all__ = ["at_home"]
MOST = 60  # touches of one lesson
MOVES = 40  # looks until the hand has moved after a touch

# What a newcomer sees: the teacher's headline, whether the key of the dock is awake, and where the hand points. What
# rivals do is tapped away.
SEES = """() => {
  if (document.querySelector(".call .told")) dispatchEvent(new Event("pointerdown"));
  const pip = document.querySelector(".coach"), hand = document.querySelector(".light .pointer");
  const key = document.querySelector(".do .go"), middle = key?.getBoundingClientRect();
  if (!pip) return null;
  const awake = key && key.getAttribute("aria-disabled") !== "true";
  const at = awake ? [middle.x + middle.width / 2, middle.y + middle.height / 2]
    : hand ? hand.dataset.tip.split(" ").map(Number) : null;
  return at && { says: pip.querySelector("h2").innerText, key: !!awake, at };
}"""


def touch(page: Page) -> str:
    """Touch what is pointed at; the headline it was for."""
    seen = until(page, lambda: page.evaluate(SEES), "the hand points at nothing")
    page.touchscreen.tap(*seen["at"])
    for _ in range(MOVES):  # a second touch at once might meet the next key
        if page.evaluate(SEES) != seen:
            break
        page.wait_for_timeout(50)
    return str(seen["says"])


@pytest.mark.parametrize(("game", "lesson"), LESSONS, ids=[f"{game}: {lesson.name}" for game, lesson in LESSONS])
def test_the_hand_leads_through_a_whole_lesson_on_a_phone(guests: Guests, game: str, lesson: Lesson) -> None:
    names = ["Guest", *lesson.rivals]
    said = [re.sub(r"\{(\d)\}", lambda mark: names[int(mark[1])], step.say) for step in lesson.steps]
    guest = guests(viewport=PHONE, has_touch=True)
    person = guest.person()
    table = str(person.post(f"/learn/{game}", lesson=lesson.name).headers["location"])
    guest.adopt(person)
    page = guest.page(table)
    coach = page.locator(".coach")
    over = page.locator(".coach.over")
    asked: list[str] = []
    missed = lesson.name != "first" or game != "dicetopia"
    for _ in range(MOST):
        until(page, lambda: over.count() or page.evaluate(SEES), "the lesson goes neither on nor ends")
        if over.count():
            break
        says = touch(page)
        if says in said and says not in asked:
            asked.append(says)
        if not missed and says == said[3]:
            missed = True  # once something else was touched
            page.locator('.tile[data-tile="agency"]').tap()
            expect(coach.locator("h2.no")).to_be_visible()
            expect(page.locator(".lens.by-hand")).to_be_hidden()
    assert missed and asked == [each for each in said if each in asked]  # who taps twice has read on
    expect(over).to_be_visible()
    expect(page.locator(".do .go")).to_contain_text("Play now")
