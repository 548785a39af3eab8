"""Firefox and WebKit play a step of a lesson and some turns of each game. Chromium has all other tests."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
import warnings
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
MOST_CRASHES = 2  # of WebKit's web process in one game: see docs/accessibility.md
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


def come_back(crash: webkit.Crashed, person: Person, table: str) -> None:
    """Open a window again whose web process crashed, as a person would, and go on at the table."""
    warnings.warn(f"WebKit's web process crashed, and the game went on in a new window: {crash}", stacklevel=2)
    crash.window.open()
    sit_down(crash.window, person, table)


@pytest.mark.parametrize("game", HANDS)
def test_webkit_plays_some_turns(window: webkit.WebKit, server: Server, game: str) -> None:
    chance, seen = random.Random(7), set()
    ana = Person(server.url)
    at = ana.open_table("person", "bot:random", game=game, **settings_of(game))
    table = sit_down(window, ana, at)
    touches = crashes = 0
    while touches < TOUCHES:
        try:
            now = window.until(f"({HANDS[game].calm})()", "the page never becomes calm")
            if now == "over":
                break
            touches += now == "mine" and touch(window, game, chance)
            seen.add(window.run("return document.querySelector('#table').innerText"))
        except webkit.Crashed as crash:
            crashes += 1
            assert crashes <= MOST_CRASHES
            come_back(crash, ana, at)
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
        touches = crashes = 0
        restarted = False
        while touches < BEFORE_RESTART + AFTER_RESTART or any(len(texts) < 3 for texts in seen):
            try:
                now = [each.run(f"return {calm}") for each in windows]
                if "over" in now or touches > ENOUGH:
                    break
                for each, at in zip(windows, now, strict=True):
                    touches += at == "mine" and touch(each, game, chance)
                if touches >= BEFORE_RESTART and not restarted:
                    restarted = True
                    server.stop()
                    server = start(tmp_path / "house.db", port=int(server.url.rsplit(":", 1)[1]))
                    for one in windows:
                        one.until("!document.querySelector('.offline')", "the server is never found again")
                if restarted:
                    for texts, each in zip(seen, windows, strict=True):
                        texts.add(each.run("return document.querySelector('#table').innerText"))
            except webkit.Crashed as crash:
                crashes += 1
                assert crashes <= MOST_CRASHES
                come_back(crash, (ana, ben)[windows.index(crash.window)], table)
            time.sleep(0.05)
        assert all(len(texts) > 2 for texts in seen), "somebody sees nothing new after the restart"
        for each in windows:
            assert each.run("return complaints") == []
            each.goto(server.url + table)
            each.until(calm, "the table is gone")
            each.goto("about:blank")
    server.stop()


@ONLY_LONG
def test_after_a_crash_of_webkit_a_new_window_goes_on(window: webkit.WebKit, server: Server) -> None:
    ana = Person(server.url)
    table = ana.open_table("person", "bot:random")
    sit_down(window, ana, table)
    window.kill()
    with pytest.raises(webkit.Crashed) as crashed:
        window.until("false", "its web process is still there")
    with pytest.warns(UserWarning, match="crashed"):
        come_back(crashed.value, ana, table)
    assert window.until(f"({HANDS['dice-ocalypse'].calm})()", "the table never comes back")


def test_a_step_of_a_lesson_in_webkit(window: webkit.WebKit, server: Server) -> None:
    window.goto(server.url)
    window.run(FIND_TEXT, "form button", "Learn it")
    window.click(0)
    coach = "document.querySelector('.coach')?.innerText"
    window.until(f"{coach}?.includes('1 of 9')", "the lesson never begins")
    window.run(FIND, GO, "nothing")
    window.click(0)
    window.until(f"{coach}?.includes('2 of 9')", "the first step is never done")
