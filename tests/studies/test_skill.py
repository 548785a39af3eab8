"""Luck and skill where games are stopped: a game that nobody won tells nothing of who plays better."""

from __future__ import annotations

from pathlib import Path

import pytest

from dicehouse.cli.commands.study import study_text
from dicehouse.errors import BadSave
from dicehouse.studies import Study
from dicehouse.studies.report import report_page

from .march import game

CAP = 8


def asked(**more: object) -> Study:
    settings = {
        "players": (2,),
        "bots": ("random",),
        "levels": ("random", "greedy"),
        "games": 800,
        "seed": 3,
        "cap": CAP,
    }
    return Study(game, **{**settings, **more})  # type: ignore[arg-type]


def test_games_that_were_stopped_are_not_lost_by_everybody() -> None:
    found = asked().run()
    skill = found.cells[0].skill
    assert skill is not None and 100 < skill.stopped < 700
    assert sum(duel.n for duel in skill.duels) == 800 - skill.stopped
    equals = [duel for duel in skill.duels if duel.bot == duel.others]
    assert all(duel.low <= 0.5 <= duel.high for duel in equals), "bots of one kind win evenly"
    told = f"{skill.stopped} games between them were stopped before the end and are left out."
    assert told in study_text(found) and told in report_page(found)
    whole = asked(cap=10_000).run().cells[0].skill
    assert whole is not None and whole.stopped == 0 and "left out" not in study_text(asked(cap=10_000, games=40).run())


def test_a_save_that_counted_them_is_refused(tmp_path: Path) -> None:
    place = tmp_path / "s.json"
    asked(save=place, games=64).run()
    saved = place.read_text(encoding="utf-8")
    assert saved.count(", null, 2]") == 1
    place.write_text(saved.replace(", null, 2]", ", null, true]"), encoding="utf-8")
    with pytest.raises(BadSave, match="was made with other variants"):
        asked(save=place, games=64).run()
