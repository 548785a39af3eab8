"""A server and a Chromium that the browser tests share, and guests whose pages must not complain."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from ..web.server import Server, start
from .guests import Guest, Guests


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A running house with an empty database, where bots don't wait."""
    running = start(tmp_path_factory.mktemp("house") / "house.db")
    yield running
    running.stop()


@pytest.fixture
def guests(browser: Browser, server: Server) -> Iterator[Guests]:
    """Make guests of the shared server, or of another one; at the end none of their pages may have complained."""
    came: list[Guest] = []

    def come(url: str = server.url, **options: Any) -> Guest:
        came.append(Guest(browser, url, **options))
        return came[-1]

    yield come
    complaints = [said for guest in came for said in guest.complaints]
    for guest in came:
        guest.close()
    assert not complaints


@pytest.fixture
def guest(guests: Guests) -> Guest:
    """One guest at a wide screen."""
    return guests()
