"""Whole games against every level of opponent, on windows of four sizes and in both lights, as a hand plays them:

    python -m tests.browser.levels                                        five games, six levels
    python -m tests.browser.levels --games dicetopia --levels pip,nox     some of them
    python -m tests.browser.levels --pictures build/levels                with a picture of each game's end

Each game has to come to its end without a complaint of the page. A line tells how it ended, how long it took, and
for how long at most nothing new was seen while it was the bot's turn.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path

from playwright.sync_api import Browser, Error, Page, sync_playwright

from dicehouse.cli.precompile import precompile_in_background
from dicehouse.core.policy import NAMED_BOTS
from dicehouse.games import find

from ..conftest import QUIET, chromium
from ..web.server import start
from .foam import FLAT
from .guests import Guest, last_state
from .hands import HANDS, Hand

WINDOWS = ((1280, 720), (390, 844), (390, 664), (320, 640))
LIGHTS = ("light", "dark")
TOUCH = 5_000  # milliseconds for which a hand tries to touch a thing before it looks again
STUCK = 90.0  # seconds without anything new, after which somebody would go home


@dataclass(frozen=True)
class Told:
    """What became of one game; times in seconds."""

    game: str
    level: str
    window: tuple[int, int]
    light: str
    ended: str  # as the page says it
    actions: int
    took: float
    waited: float  # the longest time without anything new in the bot's turn
    missed: int  # touches that came to nothing

    def line(self) -> str:
        size = f"{self.window[0]}x{self.window[1]} {self.light}"
        times = f"{self.actions} actions in {self.took:.0f} s, waited {self.waited:.1f} s at most"
        return f"{self.game:14} {self.level:5} {size:15} {self.ended}; {times}, {self.missed} touches missed"


def play(
    browser: Browser,
    url: str,
    game: str,
    level: str,
    window: tuple[int, int] = WINDOWS[0],
    light: str = LIGHTS[0],
    seed: int = 1,
    picture: Path | None = None,
    **settings: str,
) -> Told:
    """A whole game against one level; AssertionError if it sticks, or the page complains.

    The rules are compiled before: until they are, who searches plays as `sensible`.
    """
    precompile_in_background(find(game)).join()
    size = {"width": window[0], "height": window[1]}
    guest = Guest(browser, url, viewport=size, color_scheme=light, has_touch=window[0] < 500)
    guest.context.add_init_script(FLAT)
    try:
        page = guest.page(guest.open_table("person", f"bot:{level}", game=game, **settings))
        page.set_default_timeout(TOUCH)
        began = time.monotonic()
        waited, missed = _to_the_end(guest, page, HANDS[game], random.Random(seed))
        took = time.monotonic() - began
        if picture:
            page.screenshot(path=picture)
        assert not guest.complaints, guest.complaints
        end = last_state(guest)
        return Told(game, level, window, light, end["prompt"]["title"], end["number"], took, waited, missed)
    finally:
        guest.close()


def _to_the_end(guest: Guest, page: Page, hand: Hand, chance: random.Random) -> tuple[float, int]:
    """The longest wait for the bot, and how many touches came to nothing."""
    number, moved, waited, missed = -1, time.monotonic(), 0.0, 0
    while (at := str(page.evaluate(hand.calm) or "")) != "over":
        now = int(last_state(guest)["number"])
        if now > number:
            number, moved = now, time.monotonic()
        if at == "mine":
            try:
                hand.touch(page, chance)
            except (Error, AssertionError, IndexError):
                missed += 1
        else:
            if at == "theirs":
                waited = max(waited, time.monotonic() - moved)
            page.wait_for_timeout(30)
        assert time.monotonic() < moved + STUCK, f"Nothing is new:\n{page.locator('body').inner_text()[:1500]}"
    return waited, missed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", default=",".join(HANDS), help="which, with commas; all five without it")
    parser.add_argument("--levels", default=",".join(NAMED_BOTS), help="which, with commas; all six without it")
    parser.add_argument("--pictures", type=Path, help="a folder for a picture of each game's end")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    if asked.pictures:
        asked.pictures.mkdir(parents=True, exist_ok=True)
    looks = cycle((window, light) for light in LIGHTS for window in WINDOWS)
    failed = 0
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = start(Path(folder) / "house.db")
        browser = playwright.chromium.launch(executable_path=chromium(), args=QUIET)
        for game in asked.games.split(","):
            for level in asked.levels.split(","):
                window, light = next(looks)
                picture = asked.pictures and asked.pictures / f"{game}-{level}.png"
                try:
                    print(play(browser, house.url, game, level, window, light, asked.seed, picture).line(), flush=True)
                except AssertionError as error:
                    failed += 1
                    print(f"{game:14} {level:5} {window[0]}x{window[1]} {light}: {error}", flush=True)
        browser.close()
        house.stop()
    sys.exit(f"{failed} games failed." if failed else None)


if __name__ == "__main__":
    main()
