"""A story that every browser engine must tell of the static site, in one visit: a step of a lesson, and some turns of
each game. `test_engines.py` runs it.
"""

from __future__ import annotations

import random
import re

from playwright.sync_api import Browser, Page, expect

from ..browser.hands import HANDS
from ..browser.patience import until
from .test_story import PLAY_NOW, frame_of, visitor

TOUCHES = 3


def play_some_turns(page: Page, game: str) -> None:
    """Touch the table a few times."""
    hand, chance, seen = HANDS[game], random.Random(7), set[str]()
    for _ in range(TOUCHES):
        until(page, lambda: frame_of(page).evaluate(hand.calm) == "mine", "it is never the player's turn")
        seen.add(frame_of(page).locator("#table").inner_text())
        hand.touch(frame_of(page), chance)  # type: ignore[arg-type]  # what it uses of a page, a frame has, too
    assert len(seen) > TOUCHES / 2, "touches change nothing"


def test_the_site_plays(browser: Browser, host: str) -> None:
    context, page, complaints = visitor(browser)
    page.goto(host)
    view = page.frame_locator("iframe").last
    view.get_by_role("button", name=re.compile("Learn it.*: Dice-ocalypse!")).first.click()
    expect(page).to_have_url(re.compile("#/t/"))
    expect(view.locator(".coach")).to_contain_text("1 of 9")
    view.locator(".do .go").click()
    expect(view.locator(".coach")).to_contain_text("2 of 9")
    for game, name in PLAY_NOW.items():
        page.goto(f"{host}#/")
        view.get_by_role("button", name=f"Play now: {name}").click()
        expect(page).to_have_url(re.compile("#/t/"))
        play_some_turns(page, game)
    assert [said for said in complaints if "card" not in said] == []
    context.close()
