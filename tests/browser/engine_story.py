"""A story that every browser engine must tell: a step of a lesson, and some turns of each game.

`test_engines.py` runs it. With `DICEHOUSE_STORY=long` (`make browsers`) each game is played to its end, and its replay
and review are opened.
"""

from __future__ import annotations

import os
import random

import pytest
from playwright.sync_api import expect

from .guests import NO_CARD, Guest
from .hands import HANDS
from .patience import until
from .test_lessons import ask, go, learn

LONG = os.environ.get("DICEHOUSE_STORY") == "long"
TOUCHES = 1_000 if LONG else 6
SHORT_GAMES = {"dice-ocalypse": {"set-target": "2000"}}


def test_a_step_of_a_lesson(guest: Guest) -> None:
    page = learn(guest)
    ask(page, "Roll your 6 dice.", "1 of 9")
    go(page).click()
    ask(page, "Tap the 1: it scores 100.", "2 of 9")


def settings_of(game: str) -> dict[str, str]:
    """Settings with which a game is over soon."""
    return HANDS[game].settings | SHORT_GAMES.get(game, {})


@pytest.mark.parametrize("game", HANDS)
def test_some_turns(guest: Guest, game: str) -> None:
    hand, chance = HANDS[game], random.Random(7)
    page = guest.page(guest.open_table("person", "bot:random", game=game, **settings_of(game)))
    touches, seen = 0, set()
    while touches < TOUCHES:
        now = until(page, lambda: page.evaluate(hand.calm), "the page never becomes calm")
        if now == "over":
            break
        if now == "mine":
            hand.touch(page, chance)
            touches += 1
        seen.add(page.locator("#table").inner_text())
    guest.forgive(*NO_CARD)
    assert len(seen) > touches / 2, "touches change nothing"
    if LONG:
        assert now == "over", "the game never ends"
        table = page.url
        page.goto(f"{table}/replay")
        expect(page.locator(".replay-dock")).to_be_visible()
        page.keyboard.press("ArrowRight")
        page.goto(f"{table}/review")
        expect(page.locator("main")).to_contain_text("luck")
