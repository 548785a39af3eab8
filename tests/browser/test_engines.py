"""Firefox and WebKit play a step of a lesson and some turns of each game. Chromium has all other tests."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from ..conftest import firefox
from ..web.server import Person, Server, start
from . import city, souls, webkit
from .engine_story import AFTER_RESTART, BEFORE_RESTART, ENOUGH, LONG, ONLY_LONG, TOUCHES, settings_of
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


@pytest.fixture
def window() -> Iterator[webkit.WebKit]:
    """A window of WebKit, a new one for each test: sometimes its web process crashes."""
    if webkit.programs() is None:
        pytest.skip(webkit.MISSING)
    with webkit.window() as opened:
        yield opened


def sit_down(window: webkit.WebKit, person: Person, table: str) -> str:
    """Show a table in the window of a person who sits there; return its address."""
    window.goto(person.url)
    window.adopt({cookie.name: cookie.value or "" for cookie in person.http.cookies.jar})
    window.run(PLAYED_BEFORE)
    window.goto(person.url + table)
    return person.url + table


def touch(window: webkit.WebKit, game: str, chance: random.Random) -> bool:
    """Touch something that can be chosen; return True if there was something."""
    go, things = window.run(FIND, GO, THINGS[game])
    if go + things:
        take_go = go and (not things or chance.random() < 0.6)
        window.click(0 if take_go else go + chance.randrange(things))
    return bool(go + things)


@pytest.mark.parametrize("game", HANDS)
def test_webkit_plays_some_turns(window: webkit.WebKit, server: Server, game: str) -> None:
    chance, seen = random.Random(7), set()
    ana = Person(server.url)
    table = sit_down(window, ana, ana.open_table("person", "bot:random", game=game, **settings_of(game)))
    touches = 0
    while touches < TOUCHES:
        now = window.until(f"({HANDS[game].calm})()", "the page never becomes calm")
        if now == "over":
            break
        touches += now == "mine" and touch(window, game, chance)
        seen.add(window.run("return document.querySelector('#table').innerText"))
    assert len(seen) > touches / 2, "touches change nothing"
    assert window.run("return complaints") == []
    if LONG:
        assert now == "over", "the game never ends"
        window.goto(f"{table}/replay")
        window.until("document.querySelector('.replay-dock')", "the replay never opens")
        window.goto(f"{table}/review")
        window.until("document.querySelector('main')?.innerText.includes('luck')", "the review never opens")


@ONLY_LONG
@pytest.mark.parametrize("game", HANDS)
def test_two_people_in_webkit_while_the_server_restarts(window: webkit.WebKit, tmp_path: Path, game: str) -> None:
    server, chance = start(tmp_path / "house.db"), random.Random(7)
    ana, ben = Person(server.url), Person(server.url)
    table = ana.open_table("person", "open", game=game, **settings_of(game))
    assert ben.post(ana.invitations(table)[0], name="Ben").status_code == 303
    calm = f"({HANDS[game].calm})()"
    with webkit.window() as other:
        windows = window, other
        for each, person in zip(windows, (ana, ben), strict=True):
            sit_down(each, person, table)
        seen: tuple[set[str], set[str]] = (set(), set())
        touches = 0
        while touches < BEFORE_RESTART + AFTER_RESTART or any(len(texts) < 3 for texts in seen):
            now = [each.run(f"return {calm}") for each in windows]
            if "over" in now or touches > ENOUGH:
                break
            for each, at in zip(windows, now, strict=True):
                if at != "mine" or not touch(each, game, chance):
                    continue
                touches += 1
                if touches == BEFORE_RESTART:
                    server.stop()
                    server = start(tmp_path / "house.db", port=int(server.url.rsplit(":", 1)[1]))
                    for one in windows:
                        one.until("!document.querySelector('.offline')", "the server is never found again")
            if touches >= BEFORE_RESTART:
                for texts, each in zip(seen, windows, strict=True):
                    texts.add(each.run("return document.querySelector('#table').innerText"))
            time.sleep(0.05)
        assert all(len(texts) > 2 for texts in seen), "somebody sees nothing new after the restart"
        for each in windows:
            assert each.run("return complaints") == []
            each.goto(server.url + table)
            each.until(calm, "the table is gone")
            each.goto("about:blank")
    server.stop()


def test_a_step_of_a_lesson_in_webkit(window: webkit.WebKit, server: Server) -> None:
    window.goto(server.url)
    window.run(FIND_TEXT, "form button", "Learn it")
    window.click(0)
    coach = "document.querySelector('.coach')?.innerText"
    window.until(f"{coach}?.includes('1 of 9')", "the lesson never begins")
    window.run(FIND, GO, "nothing")
    window.click(0)
    window.until(f"{coach}?.includes('2 of 9')", "the first step is never done")
