"""Two games against opponents of the house on small windows (`python -m tests.browser.levels` plays all thirty)."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from ..web.server import Server
from .levels import play


@pytest.mark.parametrize(
    ("game", "level", "window", "light"),
    [
        ("deck-o-dice", "nox", (320, 640), "dark"),
        pytest.param("baron-voodoo", "pip", (390, 664), "light", marks=pytest.mark.long),
    ],
)
def test_a_level_is_played_to_the_end(
    browser: Browser, server: Server, game: str, level: str, window: tuple[int, int], light: str
) -> None:
    told = play(browser, server.url, game, level, window, light)
    assert told.ended, "nobody was said to have won"
    assert told.actions > 20
