"""Several rules in one study: a setting that only one of them has is varied there alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dicehouse.errors import BadSetting
from dicehouse.studies import Study

from .march import game

OLD = replace(game, id="old-march", name="Old march", settings=game.settings[:2])


def test_a_setting_of_one_rule_is_varied_there_alone() -> None:
    study = Study({"as it was": OLD, "with a wish": game}, vary={"target": [8, 10], "idle_wish": [False, True]}, seed=1)
    names = [cell.name.removesuffix(", 2 players") for cell in study.plan.cells]
    assert names == [
        "as it was, target=8",
        "as it was, target=10",
        "with a wish, target=8, idle_wish=off",
        "with a wish, target=8, idle_wish=on",
        "with a wish, target=10, idle_wish=off",
        "with a wish, target=10, idle_wish=on",
    ]
    with pytest.raises(BadSetting, match="There is no setting 'speed'"):
        Study({"as it was": OLD, "with a wish": game}, vary={"speed": [1]})


def test_rules_need_names_of_their_own() -> None:
    with pytest.raises(BadSetting, match="needs its own name"):
        Study([game, game])
    with pytest.raises(BadSetting, match="needs a game"):
        Study([])
