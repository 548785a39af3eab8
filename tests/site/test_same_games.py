"""The tab's Python plays the same games as ours: actions, dice, positions, log and results are equal, and searches by
its compiled rules grow the same trees.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ..server.room import run_apart
from . import played_games
from .compile_rules import outdated
from .tab_python import told_by

pytestmark = pytest.mark.xdist_group("site")  # so that the site is written once


def test_the_same_seeds_give_the_same_games(site: Path) -> None:
    told = list[str]()

    async def tell() -> None:
        told.append(await played_games.tell())

    run_apart(tell())
    own, there = json.loads(told[0]), told_by(site, "played_games.py")
    assert len(own["matches"]) == len(played_games.GAMES) * sum(played_games.BOTS.values()) + 1
    assert None not in own["matches"][played_games.RACE]["chances"]
    assert all(len(match["match"]["actions"]) > 10 for match in own["matches"].values())
    for part in ("layouts", "matches", "searches"):
        for name, told in own[part].items():
            assert there[part][name] == told, name
        assert there[part].keys() == own[part].keys()


def test_the_modules_are_made_of_the_rules_of_today() -> None:
    assert outdated() == {}, "`make tab-rules` makes them again"
