"""docs/studies: three questions about every game, each answered by the command that is printed with its answer."""

from __future__ import annotations

import shlex
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from bench import the_five as studies
from dicehouse.charts.scale import MINUS_SIGN
from dicehouse.cli import build_parser
from dicehouse.games import BUILT_IN, find
from dicehouse.studies import read_result


def commands(page: str) -> list[list[str]]:
    return [shlex.split(line) for line in page.splitlines() if line.startswith("dicehouse study ")]


@pytest.mark.parametrize("game_id", BUILT_IN)
def test_every_game_has_its_three_questions_and_the_page_their_answers(game_id: str) -> None:
    plans = studies.PLANS[game_id]
    page = (studies.DOCS / f"{game_id}.md").read_text(encoding="utf-8")
    assert len(plans) >= 3
    assert commands(page) == [plan.words(game_id) for plan in plans]
    assert all(f"\n## {plan.question}\n" in page for plan in plans)
    for picture in studies.DOCS.glob(f"{game_id}-*.svg"):
        drawn = ET.fromstring(picture.read_text(encoding="utf-8"))  # noqa: S314  our own
        assert drawn.find("{*}title") is not None and drawn.find("{*}desc") is not None
        assert f"]({picture.name})" in page


def test_a_page_is_what_its_commands_find(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = find("deck-o-dice")
    plan = studies.Plan("What do the abilities change?", "--vary abilities=proposed,attested --games 64", "A note.")
    monkeypatch.setattr(studies, "PLANS", {game.id: (plan,)})
    monkeypatch.setattr(studies, "DOCS", tmp_path / "docs")
    monkeypatch.setattr(studies, "KEPT", tmp_path / "kept")
    studies.main(["--only", game.id, "--jobs", "1"])
    page = (tmp_path / "docs" / "deck-o-dice.md").read_text(encoding="utf-8")
    [found] = [read_result(file) for file in (tmp_path / "kept").iterdir()]
    change = next(row for row in found.comparisons if row.measure == "first")
    before, after = (found.cells[place].measure("first") for place in (change.base, change.cell))
    assert before and after
    assert f"| won by the first player | {100 * before.value:.1f}%" in page
    assert f"{100 * after.value:.1f}%" in page
    drawn = (tmp_path / "docs" / "deck-o-dice-1.svg").read_text(encoding="utf-8")
    assert f"{100 * change.low:+.1f} to {100 * change.high:+.1f}".replace("-", MINUS_SIGN) in drawn
    assert "A note." in page and shlex.join(plan.words(game.id)) in page
    kept = {file: file.stat().st_mtime_ns for file in (tmp_path / "kept").iterdir()}
    studies.main(["--only", game.id, "--jobs", "1"])
    assert {file: file.stat().st_mtime_ns for file in kept} == kept, "what was played is not played again"
    assert (tmp_path / "docs" / "deck-o-dice.md").read_text(encoding="utf-8") == page


@pytest.mark.parametrize("game_id", BUILT_IN)
def test_its_commands_ask_what_the_game_can_answer(game_id: str) -> None:
    for plan in studies.PLANS[game_id]:
        study = studies.study_from_arguments(build_parser().parse_args(plan.words(game_id)[1:]))
        assert shlex.split(study.command)[:3] == ["dicehouse", "study", game_id]
