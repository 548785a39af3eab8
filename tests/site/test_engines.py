"""Firefox and WebKit play a step of a lesson and some turns of each game in the static site."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ..browser import webkit
from ..browser.hands import HANDS
from ..browser.test_engines import FIND, GO, NO_FIREFOX, touch
from ..conftest import firefox
from .engine_story import TOUCHES
from .test_story import PLAY_NOW, PLAYED_BEFORE

pytestmark = [pytest.mark.xdist_group("site"), pytest.mark.long]  # so that the site is written once
BUTTON = """(window.things = [...document.querySelectorAll("button")]
  .filter((one) => /WORDS/.test(one.ariaLabel))).length"""
# Runs a function's body in the page that the site shows; nothing is there while the site shows another page.
IN_FRAME = """const view = document.querySelector("iframe:last-of-type")?.contentWindow;
return view && view.document.body && view.Function(arguments[0]).apply(view, arguments[1]);"""


def test_firefox_plays_in_the_site() -> None:
    if firefox() is None:
        pytest.skip(NO_FIREFOX)
    story = Path(__file__).with_name("engine_story.py")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(story)]
    told = subprocess.run(
        command, env={**os.environ, "DICEHOUSE_BROWSER": "firefox"}, capture_output=True, encoding="utf-8", check=False
    )
    assert told.returncode == 0, told.stdout + told.stderr


class SiteWindow(webkit.WebKit):
    """A window of WebKit, whose scripts run in the page that the site shows."""

    def run(self, script: str, *arguments: object) -> Any:
        return super().run(IN_FRAME, script, arguments)

    def goto(self, address: str) -> None:
        self._ask(f"{self._path}/url", {"url": address})


def press(window: webkit.WebKit, words: str) -> None:
    """Click the first button with a label that matches these words, as soon as the page is complete."""
    window.until("document.readyState === 'complete'", "the page never comes")
    window.until(BUTTON.replace("WORDS", words), f"there is no button {words}")
    window.click(0)


def test_webkit_plays_in_the_site(host: str) -> None:
    if webkit.programs() is None:
        pytest.skip(webkit.MISSING)
    chance = random.Random(7)
    with webkit.window(SiteWindow) as window:
        window.goto(host)
        window.run(PLAYED_BEFORE)
        window.goto(host)
        press(window, "Learn it.*: Dice-ocalypse!")
        coach = "document.querySelector('.coach')?.innerText"
        window.until(f"{coach}?.includes('1 of 9')", "the lesson never begins")
        window.run(FIND, GO, "nothing")
        window.click(0)
        window.until(f"{coach}?.includes('2 of 9')", "the first step is never done")
        for game, name in PLAY_NOW.items():
            window.goto(f"{host}#/")
            press(window, f"Play now: {name}")
            seen = set()
            for _ in range(TOUCHES):
                window.until(f"({HANDS[game].calm})() === 'mine'", "it is never the player's turn")
                seen.add(window.run("return document.querySelector('#table').innerText"))
                touch(window, game, chance)
            assert len(seen) > TOUCHES / 2, "touches change nothing"
