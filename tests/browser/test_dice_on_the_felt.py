"""What the pixels of the dice say is what the log says; and a page that shows something else is caught."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from dicehouse.match.match import Match

from ..web.server import Server
from .chair import Chair, match_of
from .eyes import Eyes
from .guests import PHONE, Guest, Guests
from .laying import lay
from .patience import becomes, texts_of

PLAIN = {"set-special_cards": "off", "set-opening": "0", "set-target": "50000"}
# The six faces turned round and round: every face once at every place, and each throw is a straight, which scores.
TURNED = ["".join(str((face + place) % 6 + 1) for place in range(6)) for face in range(6)]


@pytest.fixture
def eyes(guest: Guest) -> Eyes:
    return Eyes(guest.context)


def last_throw(page: Page) -> list[int]:
    """The newest throw of the log beside the table."""
    lines = texts_of(page.locator(".logbox .log li"))
    told = next(line for line in lines if " roll" in line)
    return [int(face) for face in re.findall(r"\b[1-6]\b", told.partition(" roll")[2])]


def throw(chair: Chair) -> None:
    """Throw, and again if it was a bust, until dice lie there to be chosen from."""
    chair.wait()
    chair.key("Roll").click()
    while chair.wait() == "mine" and not chair.dice():
        chair.key("Roll").click()


@pytest.mark.parametrize(
    "looks", [{}, {"color_scheme": "dark"}, {"viewport": PHONE}, {"viewport": PHONE, "color_scheme": "dark"}]
)
def test_every_face_at_every_place_is_what_was_thrown(
    guests: Guests, server: Server, eyes: Eyes, looks: dict[str, Any]
) -> None:
    guest = guests(**looks)
    table = guest.open_table("person", "person", **PLAIN)
    lay(server, table, "".join(TURNED))
    chair = Chair(guest.page(table))
    for faces in TURNED:
        throw(chair)
        becomes(chair.page, chair.dice, [int(face) for face in faces])
        assert eyes.dice(chair.page) == chair.dice()
        chair.key("Bank").click()


def test_many_throws_of_a_real_match_are_what_the_log_says(guest: Guest, eyes: Eyes) -> None:
    page = guest.page(guest.open_table("person", "person", **PLAIN))
    chair, chance = Chair(page), random.Random(3)
    counts = set()
    for _ in range(14):
        throw(chair)
        seen = eyes.dice(page)
        assert seen == last_throw(page)
        counts.add(len(seen))
        lit = page.locator(".felt .die3.legal")
        for _ in range(chance.randrange(3)):
            lit.last.click()
        if not chair.chosen():
            lit.first.click()
        if not chance.randrange(4):
            chair.key("Bank").click()
    assert len(counts) > 1, "throws of several numbers of dice were looked at"
    throws = [event.facts["dice"] for event in Match.load(match_of(page)).log(None) if event.kind == "throw"]
    assert seen == throws[-1]


def test_the_felt_is_red_with_dice_and_lit_where_one_may_choose(guest: Guest, server: Server, eyes: Eyes) -> None:
    table = guest.open_table("person", "person", **PLAIN)
    lay(server, table, "112346")
    page = guest.page(table)
    chair = Chair(page)
    chair.wait()
    empty = eyes.share(page, ".felt", "red")
    chair.go.click()
    chair.wait()
    assert empty < 0.02 < 0.12 < eyes.share(page, ".felt", "red")
    both = eyes.share(page, ".felt", "marigold")
    page.keyboard.press("1")
    one = eyes.share(page, ".felt", "marigold")
    assert 0.002 < one < both


DOCTORED = {
    "a cube is hidden": "die => die.querySelector('.die3-cube').style.visibility = 'hidden'",
    "a cube is turned": """die => {
        const cube = die.querySelector('.die3-cube'); cube.style.transform += ' rotateY(90deg)'; }""",
    "a pip is gone": "die => die.querySelector('.face.n' + die.dataset.face + ' u').remove()",
    "two dice have changed places": """die => {
        const [one, other] = [die, document.querySelectorAll('.felt .die3')[4]].map(
          each => each.querySelector('.die3-cube'));
        [one.style.transform, other.style.transform] = [other.style.transform, one.style.transform]; }""",
}


@pytest.mark.parametrize("how", DOCTORED)
def test_a_doctored_page_is_caught(guest: Guest, server: Server, eyes: Eyes, how: str) -> None:
    table = guest.open_table("person", "person", **PLAIN)
    lay(server, table, "423516")
    chair = Chair(guest.page(table))
    throw(chair)
    assert eyes.dice(chair.page) == [4, 2, 3, 5, 1, 6]
    chair.page.locator(".felt .die3").first.evaluate(DOCTORED[how])
    assert eyes.dice(chair.page) != [4, 2, 3, 5, 1, 6]


# Where each face of each cube looks, from the computed transforms alone.
NORMALS = """cubes => cubes.map(cube => [...cube.querySelectorAll('.face')].map(face => {
  const m = new DOMMatrix(getComputedStyle(face).transform);
  return [face.querySelectorAll('u').length, ...[m.m31, m.m32, m.m33].map(Math.round)];
}))"""


def test_the_cubes_are_legal_dice(guest: Guest, server: Server) -> None:
    """Opposite faces add up to seven, and 1, 2, 3 run anticlockwise around their corner."""
    table = guest.open_table("person", "person", **PLAIN)
    lay(server, table, "112345")
    chair = Chair(guest.page(table))
    throw(chair)
    cubes = chair.page.locator(".felt .die3-cube").evaluate_all(NORMALS)
    assert len(cubes) == 6
    for cube in cubes:
        looks = {pips: tuple(normal) for pips, *normal in cube}
        assert sorted(looks) == [1, 2, 3, 4, 5, 6]
        for pips, normal in looks.items():
            assert looks[7 - pips] == tuple(-part for part in normal)
        (a, b, c), (d, e, f), (g, h, i) = looks[1], looks[2], looks[3]
        # y runs down on a page, so anticlockwise is a negative determinant
        assert a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g) == -1


# Every frame on which a cube stands elsewhere than before, with what was lit then.
WATCH = """() => {
  const seen = window.seen = [], last = new Map();
  const look = () => {
    let moved = 0;
    for (const cube of document.querySelectorAll('.felt .die3-cube')) {
      if (last.has(cube) && last.get(cube) !== cube.style.transform) moved++;
      last.set(cube, cube.style.transform);
    }
    const lit = document.querySelectorAll(
      '.felt .die3.legal, .felt .die3[aria-pressed=true], .dock .btn.go:not([aria-disabled=true])');
    seen.push([moved, lit.length]);
    requestAnimationFrame(look);
  };
  look();
}"""


def test_nothing_is_lit_before_the_dice_lie_still(guests: Guests, server: Server) -> None:
    guest = guests(reduced_motion="no-preference")
    table = guest.open_table("person", "person", **PLAIN)
    lay(server, table, "112346 156234")
    chair = Chair(guest.page(table), hurry=False)
    chair.wait()
    chair.page.evaluate(WATCH)
    chair.go.click()
    chair.wait()
    frames = chair.page.evaluate("() => window.seen")
    moving = [lit for moved, lit in frames if moved]
    assert len(moving) > 2, "the dice did tumble"  # a busy machine draws few frames
    assert not any(moving)
    assert frames[-1][1] or chair.chosen()
    expect(chair.page.locator(".felt .die3.legal")).to_have_count(2)


def test_the_odds_of_a_solved_race_tell_the_exact_chance(guest: Guest, server: Server) -> None:
    table = guest.open_table("person", "person", **{"set-special_cards": "off"})
    lay(server, table, "115234")
    chair = Chair(guest.page(table))
    chair.wait()
    chair.key("Roll").click()
    chair.wait()
    odds = chair.page.get_by_role("region", name="Odds")
    expect(odds.get_by_role("heading", name="Exact winning chance")).to_be_visible()
    expect(odds).to_contain_text(re.compile(r"Roll 3 dice\s*49\.6%"))
    odds.get_by_role("button", name="Keep 1 for 100").click()
    expect(odds).to_contain_text(re.compile(r"Roll 5 dice\s*50\.\d%"))
