"""A server whose pages are below a path: its scripts find everything there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ..web.server import Server, start
from .guests import Guests

PATH = "/dice"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Server]:
    running = start(tmp_path / "house.db", path=PATH)
    yield running
    running.stop()


def test_a_table_and_the_service_worker_stay_below_the_path(guests: Guests, house: Server) -> None:
    ana = guests(house.url, worker=True)
    page = ana.page(f"{PATH}/")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.removeprefix(house.url)))
    lost: list[str] = []
    page.on("response", lambda answer: lost.append(answer.url) if answer.status >= 400 else None)
    page.locator(f'form[action="{PATH}/play-now/dice-ocalypse"] button').first.click()
    page.wait_for_url(f"**{PATH}/t/*")
    page.locator(".dock .btn:not([aria-disabled=true])").first.click()
    page.locator("#log-title").wait_for()
    assert page.evaluate("document.querySelector('.home').getAttribute('href')") == f"{PATH}/"
    worker = page.evaluate(
        "navigator.serviceWorker.register(document.documentElement.dataset.root + '/sw.js')"
        ".then((found) => found.scope)"
    )
    assert worker == f"{house.url}{PATH}/"
    assert lost == [] and all(where.startswith((f"{PATH}/", "data:", "blob:")) for where in asked), asked
