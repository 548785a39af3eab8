"""A short evening of two people at two browsers (`python -m tests.browser.evening` is the long one)."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from ..cluster import Cluster
from .deck import GAME as DUEL
from .evening import FEW, audit, evening_of_two, play

SHORT = {"set-target": "5000", "set-opening": "0"}


@pytest.mark.long  # the duel at two servers, below, goes through nearly all of it
def test_a_game_at_one_server_with_everything_that_befalls_it(browser: Browser, tmp_path: Path) -> None:
    with evening_of_two(browser, str(tmp_path / "house.db"), 1, seed=1) as evening:
        told = play(evening, "dice-ocalypse", FEW, SHORT, every=5)
        assert told.pauses, "nobody was without a line"
        audit(evening.servers)


@pytest.mark.xdist_group("postgres")
def test_a_duel_at_two_servers_with_everything_that_befalls_it(browser: Browser, postgres: Cluster) -> None:
    with evening_of_two(browser, postgres.fresh().uri, 2, seed=2) as evening:
        play(evening, DUEL, FEW, {}, every=4)
        audit(evening.servers)
