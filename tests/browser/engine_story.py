"""A story that every browser engine must tell: a step of a lesson, and some turns of each game.

`test_engines.py` runs it. With `DICEHOUSE_STORY=long` (`make browsers`) each game is played to its end, its replay and
review are opened, and two people play it while the server is stopped and started again.
"""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest
from playwright.sync_api import expect

from ..web.server import start
from .guests import LINE_LOST, NO_CARD, Guest, Guests, by_link
from .hands import HANDS
from .patience import until
from .test_lessons import ask, go, learn

LONG = os.environ.get("DICEHOUSE_STORY") == "long"
TOUCHES = 1_000 if LONG else 6
BEFORE_RESTART, AFTER_RESTART = 6, 6  # touches of two people; after the restart more, until both saw something new
ENOUGH = 300  # touches after which both must have
ONLY_LONG = pytest.mark.skipif(not LONG, reason="only `make browsers` plays this")
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
        guest.forgive(*NO_CARD, "dynamically imported module")  # which the end was still loading when it was left


@ONLY_LONG
@pytest.mark.parametrize("game", HANDS)
def test_two_people_while_the_server_restarts(guests: Guests, tmp_path: Path, game: str) -> None:
    server, hand, chance = start(tmp_path / "house.db"), HANDS[game], random.Random(7)
    host, friend = guests(server.url), guests(server.url)
    ana, ben, _ = by_link(host, friend, game=game, **settings_of(game))
    seen: tuple[set[str], set[str]] = (set(), set())
    touches = 0
    while touches < BEFORE_RESTART + AFTER_RESTART or any(len(texts) < 3 for texts in seen):
        now = [page.evaluate(hand.calm) for page in (ana, ben)]
        if "over" in now or touches > ENOUGH:
            break
        for page, at in zip((ana, ben), now, strict=True):
            if at == "mine":
                hand.touch(page, chance)
                touches += 1
                if touches == BEFORE_RESTART:
                    server.stop()
                    server = start(tmp_path / "house.db", port=int(server.url.rsplit(":", 1)[1]))
                    for each in (ana, ben):
                        expect(each.locator(".offline")).to_have_count(0)
        if touches >= BEFORE_RESTART:
            for texts, page in zip(seen, (ana, ben), strict=True):
                texts.add(page.locator("#table").inner_text())
        ana.wait_for_timeout(50)
    assert all(len(texts) > 2 for texts in seen), "somebody sees nothing new after the restart"
    for page in (ana, ben):
        page.reload()
        page.wait_for_function(hand.calm)
    for person in (host, friend):
        person.forgive(*LINE_LOST, *NO_CARD, "connection", "interrupted")
    server.stop()
