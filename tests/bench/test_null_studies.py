"""Studies of a rule without effect, on real games: how many claim something, and how many may."""

from __future__ import annotations

import pytest

from bench import null_studies


@pytest.mark.parametrize(("studies", "most"), [(200, 18), (40, 6), (20, 4)])
def test_the_number_of_claims_that_chance_allows(studies: int, most: int) -> None:
    assert null_studies.most_by_chance(studies) == most


def test_it_plays_two_variants_of_the_same_rules_on_different_games() -> None:
    found = null_studies.null_study("dice-ocalypse", ("pip", "greedy"), 40, 1, {})
    assert [(cell.kind, cell.games) for cell in found.cells] == [(k, 40) for k in ("pip", "pip", "greedy", "greedy")]
    turns = [row for row in found.comparisons if row.measure == "turns"]
    assert len(turns) == 2 and all(row.difference != 0 and abs(row.r) < 0.6 for row in turns)


def test_a_study_with_an_effect_is_counted(capsys: pytest.CaptureFixture[str]) -> None:
    from dicehouse.studies import Study

    found = null_studies.Claims()
    found.add(Study("dice-ocalypse", vary={"target": [10_000, 5_000]}, games=64, seed=1, bots=("greedy",)).run())
    assert (found.studies, found.claiming, found.either) == (1, 1, 1) and found.about["turns"] == 1
    assert null_studies.main(["deck-o-dice", "--studies", "2", "--games", "20", "--kinds", "dot,greedy"]) == 0
    assert "of 2 studies of a rule without effect (20 games" in capsys.readouterr().out
