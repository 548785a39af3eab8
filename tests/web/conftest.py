"""A server and a browser that all tests of pages share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from .server import Person, Server, start


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A running house with an empty database; bots don't wait, limits are wide."""
    running = start(tmp_path_factory.mktemp("house") / "house.db")
    yield running
    running.stop()


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Start a house of one's own, with options; the same database each time."""
    running: list[Server] = []

    def run(**options: Any) -> Server:
        running.append(start(tmp_path / "house.db", **options))
        return running[-1]

    yield run
    for one in running:
        one.stop()


@pytest.fixture
def ana(server: Server) -> Person:
    return Person(server.url)


@pytest.fixture
def ben(server: Server) -> Person:
    return Person(server.url)
