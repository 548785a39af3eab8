"""Each step of a lesson on small screens: what Pip tells of lies in sight, and no key and no way out is cut."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Page

from dicehouse.core.lesson_progress import matches_pattern

from ..web.server import Sitting
from .foam import FLAT
from .guests import Guests
from .measures import LEAST_CELL
from .patience import PATIENCE, becomes, until

GAMES = ["dice-ocalypse", "baron-voodoo", "deck-o-dice", "dicetopia", "indicesion"]
ON_ITS_SIDE = [(568, 320), (667, 375), (844, 390)]
UPRIGHT = [(390, 844), (390, 664), (320, 640)]
SETTLES = PATIENCE // 20  # looks at a window that has just been turned

# Whether all that led to a step has been told: its number in Pip's sheet, nothing for the end.
TOLD = """step => {
  if (document.querySelector(".call .told")) { dispatchEvent(new Event("pointerdown")); return false; }
  if (document.querySelector(".do[aria-busy=true]")) return false;
  return step ? document.querySelector(".coach .n")?.innerText === step : !!document.querySelector(".coach.over");
}"""
# Which keys, ways out and own things in the dock are cut or covered, and what in the light can't be seen.
HIDDEN = """looks => {
  const inset = 3;
  const sides = thing => {
    const box = thing.getBoundingClientRect(), x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;
    const edges = [[x, box.bottom - inset], [box.left + inset, y], [box.right - inset, y]];
    return { box, middle: [x, y], all: [[x, y], ...edges] };
  };
  const whole = thing => sides(thing).all.every(([x, y]) => thing.contains(document.elementFromPoint(x, y)));
  const seen = thing => {
    const { box, middle } = sides(thing), top = document.elementFromPoint(...middle);
    return box.width > 0 && (thing.contains(top) || !!top?.closest("[data-thing], .seat")?.contains(thing));
  };
  const named = name => [...document.querySelectorAll("#table [data-thing]")]
    .filter(thing => new RegExp(`^${name.replaceAll("*", ".*")}$`).test(thing.dataset.thing.split(" ")[0]));
  const keys = [...document.querySelectorAll(".do .btn, .coach .foot .quiet, .dock .hand > [data-thing]")];
  return [
    ...keys.filter(key => key.getClientRects().length && !whole(key)).map(key => `cut: ${key.innerText}`),
    ...looks.filter(name => !named(name).some(seen)).map(name => `not to be seen: ${name}`),
  ];
}"""


def steps(page: Page, sitting: Sitting) -> Iterator[dict[str, Any]]:
    """Do by socket what is asked, and show each step as soon as the page has told what led to it; at last the end."""
    shown: list[list[int]] = [[]]
    while True:
        state = sitting.wait_for(lambda state: _asks(state) and [state["number"], state["lesson"]["at"]] != shown[-1])
        lesson = state["lesson"]
        shown.append([state["number"], lesson["at"]])
        step = "" if lesson["done"] else f"{lesson['step']} of {lesson['of']}"
        until(page, lambda: page.evaluate(TOLD, step), f"step {step} is not told")  # noqa: B023  # called at once
        yield lesson
        if lesson["done"]:
            return
        if lesson["reads"]:
            sitting.send("lesson", at=lesson["at"])
        else:
            ids = [option["id"] for option in state["options"]]
            sitting.act(state, next(each for each in ids if any(matches_pattern(on, each) for on in lesson["on"])))


# How wide or high the smallest space of Baron Voodoo's board is.
LEAST = """() => Math.floor(Math.min(...[...document.querySelectorAll(".field .well")]
  .map(well => well.getBoundingClientRect()).flatMap(box => [box.width, box.height])))"""


def _asks(state: dict[str, Any]) -> bool:
    lesson = state["lesson"]
    return bool(lesson["done"] or lesson["reads"] or lesson["on"])


@pytest.mark.parametrize("game", GAMES)
def test_nothing_of_a_lesson_is_cut_on_a_phone(guests: Guests, game: str) -> None:
    guest = guests(has_touch=True)
    guest.context.add_init_script(FLAT)
    person = guest.person()
    table = str(person.post(f"/learn/{game}", lesson="first").headers["location"])
    guest.adopt(person)
    page = guest.page(table)
    with person.sit(table) as sitting:
        for lesson in steps(page, sitting):
            drawn = game == "indicesion"  # in one picture, of which no element is hidden by another
            looks = [] if lesson["done"] or drawn else [name for name in lesson["look"] if not name.startswith("step:")]
            for width, height in ON_ITS_SIDE + UPRIGHT:
                page.set_viewport_size({"width": width, "height": height})
                for _ in range(SETTLES):
                    if not (hidden := page.evaluate(HIDDEN, looks)):
                        break
                    page.wait_for_timeout(20)
                assert hidden == [], f"{lesson['say'] or 'the end'} {width} x {height}"
                if game == "baron-voodoo" and width < height:
                    assert page.evaluate(LEAST) >= LEAST_CELL, f"{lesson['say'] or 'the end'} {width} x {height}"


def test_a_lesson_brings_into_view_what_it_asks_for(guests: Guests) -> None:
    """A window that is too low for the board below Tumble's panel scrolls by itself."""
    guest = guests(viewport={"width": 375, "height": 553}, has_touch=True)
    person = guest.person()
    table = str(person.post("/learn/baron-voodoo", lesson="first").headers["location"])
    guest.adopt(person)
    page = guest.page(table)
    with person.sit(table) as sitting:
        for lesson in steps(page, sitting):
            assert page.evaluate(LEAST) >= LEAST_CELL
            asked = [name for name in lesson["look"] if name.startswith(("space:", "zone:"))]
            becomes(page, partial(page.evaluate, HIDDEN, asked), [])


def test_the_note_above_pip_is_as_high_as_its_words(guests: Guests) -> None:
    """What a game of memory is stands over his sheet on a wide table, and leaves him the room."""
    guest = guests()
    person = guest.person()
    table = str(person.post("/learn/deck-o-dice", lesson="first").headers["location"])
    guest.adopt(person)
    page = guest.page(table)
    page.locator(".logbox > .coach").wait_for()
    note = page.locator(".logbox > .memo")
    fits = "note => note.clientHeight < note.querySelector('span').clientHeight + 30"
    becomes(page, lambda: note.evaluate(fits), True)
