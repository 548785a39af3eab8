"""Firefox and WebKit play a step of a lesson and some turns of each game. Chromium has all other tests."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ..conftest import firefox
from ..web.server import Person, Server
from . import city, souls, webkit
from .engine_story import LONG, TOUCHES, settings_of
from .guests import PLAYED_BEFORE
from .hands import HANDS

NO_FIREFOX = "Firefox is not installed here (on Debian: apt install firefox-esr), so nothing was tested in it."
GO = ".dock .do .btn.go:not([aria-disabled=true])"
THINGS = {
    "baron-voodoo": souls.THINGS,
    "dicetopia": f"{city.LIT}, {city.QUIET}, {city.FOLDED}",
    "deck-o-dice": ".tray .pick, .dock .do .btn:not([aria-disabled=true])",
    "indicesion": ".ways .way",
    "dice-ocalypse": ".dock .do .btn:not([aria-disabled=true])",
}
FIND = """const seen = (one) => one.checkVisibility?.() ?? one.getClientRects().length > 0;
const find = (what) => [...document.querySelectorAll(what)].filter(seen);
const [go, things] = [...arguments].map(find);
window.things = [...go, ...things];
return [go.length, things.length];"""
FIND_TEXT = """const all = [...document.querySelectorAll(arguments[0])];
window.things = all.filter((one) => one.textContent.includes(arguments[1]));"""


def test_firefox_tells_the_short_story() -> None:
    if firefox() is None:
        pytest.skip(NO_FIREFOX)
    story = Path(__file__).with_name("engine_story.py")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(story)]
    told = subprocess.run(
        command, env={**os.environ, "DICEHOUSE_BROWSER": "firefox"}, capture_output=True, encoding="utf-8", check=False
    )
    assert told.returncode == 0, told.stdout + told.stderr


@pytest.fixture(scope="module")
def window() -> Iterator[webkit.WebKit]:
    """A window of WebKit."""
    if webkit.programs() is None:
        pytest.skip(webkit.MISSING)
    with webkit.window() as opened:
        yield opened


def opened(window: webkit.WebKit, server: Server, game: str) -> str:
    """Open a table against a bot in the window; return its address."""
    ana = Person(server.url)
    table = ana.open_table("person", "bot:random", game=game, **settings_of(game))
    window.goto(server.url)
    window.adopt({cookie.name: cookie.value or "" for cookie in ana.http.cookies.jar})
    window.run(PLAYED_BEFORE)
    window.goto(server.url + table)
    return server.url + table


@pytest.mark.parametrize("game", HANDS)
def test_webkit_plays_some_turns(window: webkit.WebKit, server: Server, game: str) -> None:
    chance, seen = random.Random(7), set()
    table = opened(window, server, game)
    touches = 0
    while touches < TOUCHES:
        now = window.until(f"({HANDS[game].calm})()", "the page never becomes calm")
        if now == "over":
            break
        go, things = window.run(FIND, GO, THINGS[game])
        if now == "mine" and go + things:
            take_go = go and (not things or chance.random() < 0.6)
            window.click(0 if take_go else go + chance.randrange(things))
            touches += 1
        seen.add(window.run("return document.querySelector('#table').innerText"))
    assert len(seen) > touches / 2, "touches change nothing"
    assert window.run("return complaints") == []
    if LONG:
        assert now == "over", "the game never ends"
        window.goto(f"{table}/replay")
        window.until("document.querySelector('.replay-dock')", "the replay never opens")
        window.goto(f"{table}/review")
        window.until("document.querySelector('main')?.innerText.includes('luck')", "the review never opens")


def test_a_step_of_a_lesson_in_webkit(window: webkit.WebKit, server: Server) -> None:
    window.goto(server.url)
    window.run(FIND_TEXT, "form button", "Learn it")
    window.click(0)
    coach = "document.querySelector('.coach')?.innerText"
    window.until(f"{coach}?.includes('1 of 9')", "the lesson never begins")
    window.run(FIND, GO, "nothing")
    window.click(0)
    window.until(f"{coach}?.includes('2 of 9')", "the first step is never done")
