"""Touch anything to learn it: by a long touch, by "?", and by a touch of what can't be used now; along games, too."""

from __future__ import annotations

import random
import re
from fnmatch import fnmatch
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from dicehouse.games import find

from ..web.server import Server
from .city import friends as city
from .deck import friends as duel
from .foam import FLAT
from .guests import PHONE, Guest, Guests
from .laying import lay
from .patience import becomes, texts_of

MOVES = 60  # of a game that is looked at
HELD = 700  # milliseconds, longer than a touch and shorter than patience
NAMED = "() => [...document.querySelectorAll('#table [data-thing]')].flatMap(each => each.dataset.thing.split(' '))"
ABOUT = "() => [...document.querySelectorAll('#table [data-about]')].map(each => each.dataset.about)"


def asked(frame: dict[str, Any]) -> bool:
    return frame["seat"] in frame["acting"] or frame["table"]["phase"] == "over"


def hold(page: Page, thing: str) -> None:
    """Keep a finger on a thing for a while."""
    box = page.locator(f'[data-thing="{thing}"]').first.bounding_box()
    assert box
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    finger = page.context.new_cdp_session(page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    page.wait_for_timeout(HELD)
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def answer(page: Page, words: str) -> None:
    """It stands under the prompt, and is said."""
    expect(page.locator(".call p strong")).to_have_text(re.compile(words))
    expect(page.locator(".sr[role=status] > [data-newest]")).to_have_text(re.compile(words))


def test_a_long_touch_says_what_a_thing_is_and_does_nothing_else(guests: Guests) -> None:
    fields = {"set-loas": "order", "set-first": "host"}
    guest = guests(viewport=PHONE, has_touch=True, is_mobile=True)
    page = guest.page(guest.open_table("person", "bot:random", game="baron-voodoo", **fields))
    page.locator(".dock .do .btn.go").wait_for()
    keys = texts_of(page.locator(".dock .do .btn"))
    hold(page, "step:c3")
    answer(page, "^Use the face: The face of the captured die takes effect")
    expect(page.locator(".dock .do .btn")).to_have_text(keys, use_inner_text=True)
    stack = page.locator(".board [data-about]").first
    hold(page, str(stack.get_attribute("data-thing")))
    answer(page, "^(Offering|Victory|Face|Guard|Steal|Exchange): .*captur")
    expect(page.locator("[data-space][aria-selected=true]")).to_have_count(0)
    page.locator("[data-space].legal").first.tap()  # the next touch is one again, and the answer goes
    expect(page.locator(".call p strong")).to_have_count(0)


def test_the_question_mark_asks_about_what_the_keyboard_stands_on(guest: Guest) -> None:
    page = guest.page(guest.open_table("person", "bot:random", **{"set-opening": "0"}))
    page.locator(".dock .btn.go").click()
    die = page.locator('[data-thing="die:0"][tabindex]')
    die.wait_for()
    page.keyboard.press("Tab")
    for _ in range(60):
        if page.evaluate("document.activeElement?.dataset?.thing?.startsWith('die:')"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("?")
    expect(page.locator(".call p strong")).to_have_text(re.compile(": "))
    page.keyboard.press("?")  # asked again it opens the help
    expect(page.get_by_role("heading", name="Keyboard")).to_be_visible()


def test_what_can_not_be_used_says_why_when_it_is_touched(guests: Guests, server: Server) -> None:
    ana, _, table = city(guests(), guests())
    lay(server, table, "", boards=["p4 w2", "t1"], areas={"gugu": "w6 t2 p1 agent:1 w2"}, factions="haterz pagans")
    becomes(ana.page, lambda: (ana.wait(), ana.plan().get("gugu-4"))[1], "Ben's Agent")
    ana.place("gugu-4").click(force=True)
    expect(ana.page.locator(".call p strong")).to_have_text("That space is taken. Your piece must swap with a die.")
    one, _, table = duel(guests(), guests())
    lay(server, table, "", order=[16, 20, 12, 5, 3, 24, 7, 1], combat=9, used=("quad sparten", "dwelve diante"))
    one.wait()
    one.page.locator('.tray [data-thing="minion:quad"]').click(force=True)
    expect(one.page.locator(".call p strong")).to_have_text("Quad has already fought in this half.")


@pytest.mark.parametrize("game", ["dice-ocalypse", "baron-voodoo", "deck-o-dice", "dicetopia", "indicesion"])
def test_everything_on_the_table_has_words_along_a_game(guests: Guests, game: str) -> None:
    """A hand plays, a browser looks: each thing that the page ever draws is one that the glossary knows."""
    guest = guests()
    guest.context.add_init_script(FLAT)
    short = {"set-rounds": "1"} if game == "indicesion" else {"set-target": "3000"} if game == "dice-ocalypse" else {}
    table, luck = guest.open_table("person", "bot:random", game=game, **short), random.Random(1)
    known = [term.name for term in find(game).hooks.GLOSSARY]
    drawn: set[str] = set()
    page = guest.page(table)
    with guest.person().sit(table) as hand:  # plays in the place of whoever looks
        state = hand.wait_for(asked)
        for _ in range(MOVES):
            page.evaluate('dispatchEvent(new Event("pointerdown"))')
            page.locator(".call, .end-dock").first.wait_for()
            drawn.update(page.evaluate(NAMED), page.evaluate(ABOUT))
            if state["table"]["phase"] == "over":
                break
            number = state["number"]
            hand.act(state, luck.choice(state["options"])["id"])
            state = hand.wait_for(lambda frame, number=number: frame["number"] != number and asked(frame))
    assert len(drawn) > 3
    assert sorted(name for name in drawn if not any(fnmatch(name, pattern) for pattern in known)) == []
