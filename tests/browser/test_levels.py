"""Two games against opponents of the house on small windows (`python -m tests.browser.levels` plays all thirty)."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Locator

from ..web.server import Server
from .engine_story import settings_of
from .hands import HANDS
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


@pytest.mark.long
@pytest.mark.parametrize("game", HANDS)
def test_a_game_is_played_to_the_end_by_touch(
    browser: Browser, server: Server, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    def tap(thing: Locator, **how: Any) -> None:
        thing.tap(**how)

    monkeypatch.setattr(Locator, "click", tap)  # a finger has no other way
    told = play(browser, server.url, game, "pip", (375, 553), "light", 1, None, **settings_of(game))
    assert told.ended, "nobody was said to have won"
