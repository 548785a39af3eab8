"""How a lesson is presented: the pointing hand touches what is explained and covers no text, an open sheet leaves the
lesson in sight, and the headline says what is next when a step is done.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .guests import NO_CARD, Guest, Guests
from .patience import becomes
from .test_lessons_small import steps

WINDOWS = [(390, 664), (320, 640), (1280, 720)]

# What is wrong with the hand, if there is one: its tip touches nothing that is lit, or it lies on words or on a button
# of the lesson.
HAND = """looks => {
  const hand = document.querySelector(".pointer"), coach = document.querySelector(".coach");
  if (!hand || !coach) return [];
  const [x, y] = hand.dataset.tip.split(" ").map(Number), angle = parseFloat(hand.style.getPropertyValue("--angle"));
  const at = (dx, dy) => {
    const turn = (angle * Math.PI) / 180;
    return [x + dx * Math.cos(turn) - dy * Math.sin(turn), y + dx * Math.sin(turn) + dy * Math.cos(turn)];
  };
  const inside = ({ left, right, top, bottom }, [px, py], margin) =>
    px > left - margin && px < right + margin && py > top - margin && py < bottom + margin;
  const patterns = looks.map((name) => new RegExp(`^${name.replaceAll("*", ".*")}$`));
  const things = [...document.querySelectorAll("#table [data-thing]")]
    .filter((thing) => patterns.some((pattern) => pattern.test(thing.dataset.thing.split(" ")[0])));
  const lit = [...things, ...document.querySelectorAll(".do .btn")].map((each) => each.getBoundingClientRect());
  const wordsOf = (element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return [...range.getClientRects()];
  };
  const words = [...coach.querySelectorAll(".says > *, .foot > *")].flatMap(wordsOf);
  const palm = [[0, 12], [0, 24], [-12, 34], [0, 34], [12, 34], [-12, 50], [0, 50], [12, 50]]
    .map(([dx, dy]) => at(dx, dy));
  const faults = [];
  if (!lit.some((each) => inside(each, [x, y], 2))) faults.push("the tip touches nothing");
  if (words.some((each) => palm.some((point) => inside(each, point, -1)))) faults.push("the hand covers the lesson");
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  if (!palm.every((point) => inside(screen, point, 0))) faults.push("it leaves the window");
  return faults;
}"""


def learn(guests: Guests, game: str, size: tuple[int, int]) -> tuple[Guest, str]:
    guest = guests(viewport={"width": size[0], "height": size[1]})
    person = guest.person()
    table = str(person.post(f"/learn/{game}", lesson="first").headers["location"])
    guest.adopt(person)
    return guest, table


@pytest.mark.parametrize("game", ["dice-ocalypse", "dicetopia"])
def test_the_hand_touches_what_is_explained_and_covers_no_words(guests: Guests, game: str) -> None:
    guest, table = learn(guests, game, WINDOWS[0])
    page, pointed = guest.page(table), 0
    with guest.person().sit(table) as sitting:
        for lesson in steps(page, sitting):
            for width, height in WINDOWS:
                page.set_viewport_size({"width": width, "height": height})
                becomes(page, lambda: page.evaluate(HAND, lesson["look"]), [])  # noqa: B023  # called at once
                pointed += page.locator(".pointer").count()
            page.set_viewport_size({"width": WINDOWS[0][0], "height": WINDOWS[0][1]})
            if lesson["done"]:
                break
    assert pointed > 5, "it hardly ever points at anything"
    guest.forgive(*NO_CARD)


@pytest.mark.parametrize("size", [*WINDOWS, (900, 700), (667, 375)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("game", ["dice-ocalypse", "dicetopia"])
def test_an_open_sheet_leaves_the_lesson_in_sight(guests: Guests, game: str, size: tuple[int, int]) -> None:
    guest, table = learn(guests, game, size)
    page = guest.page(table)
    page.locator(".coach .n").wait_for()
    for sheet in ("menu", "rules"):
        page.keyboard.press(sheet[0])
        page.locator(f".slide.{sheet}").wait_for()
        becomes(page, lambda: hidden_words(page), 0)
        page.keyboard.press("Escape")
        page.locator(".slide").wait_for(state="detached")


def hidden_words(page: Page) -> Any:
    """How many lines of the lesson are covered or outside of the window."""
    return page.evaluate("""() => {
      const coach = document.querySelector(".coach"), range = document.createRange();
      const lines = [...coach.querySelectorAll(".says h2, .says p:not(.theme)")].flatMap((element) => {
        range.selectNodeContents(element);
        return element.checkVisibility() ? [...range.getClientRects()] : [];
      });
      if (!lines.length) return -1;
      return lines.filter(({ left, right, top, bottom }) =>
        !coach.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2))).length;
    }""")


def test_the_headline_says_what_is_next_when_a_step_is_done(guests: Guests) -> None:
    guest, table = learn(guests, "dice-ocalypse", WINDOWS[0])
    page = guest.page(table)
    headline = page.locator(".coach h2")
    expect(headline).to_have_text("Roll your 6 dice.")  # nothing has to be touched before
    page.locator(".do .go").click()
    expect(headline).to_have_text("Tap the 1: it scores 100.")
    die = page.locator('[data-thing="die:0"]')
    die.click()
    label = page.locator(".do .go b")
    expect(headline).to_have_text(
        f"Now press \N{LEFT DOUBLE QUOTATION MARK}{label.inner_text()}\N{RIGHT DOUBLE QUOTATION MARK}."
    )
    expect(page.locator(".sr[role=status] > [data-newest]")).to_have_text(headline.inner_text())
    die.click()  # put back
    expect(headline).to_have_text("Tap the 1: it scores 100.")
