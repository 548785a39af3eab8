"""What a study claims: nothing of a rule without effect, first what has an effect, and how many games would tell."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from dicehouse.errors import BadSetting
from dicehouse.studies import Study
from dicehouse.studies.chunks import Tallies, play_games
from dicehouse.studies.standard_measures import StandardMeasure, cell_measures
from dicehouse.studies.study_result import StudyResult
from dicehouse.studies.study_statistics import (
    bonferroni_widening,
    simultaneous_widening,
    student_p,
    student_quantile,
)
from dicehouse.studies.summary.claims import settling_words
from dicehouse.studies.summary.effects import StudyEffects
from dicehouse.studies.summary.sentences import headline, lead_sentences
from dicehouse.studies.summary.variants import VariantTable
from dicehouse.studies.tallies import CellTally, MeasureValues, cross_moments_with_base

pytestmark = pytest.mark.xdist_group("claims")  # the games of `pool` are played once
GAMES, POOL = 1_000, 6_000
SIDES = ("dice-ocalypse", "deck-o-dice")


@cache
def pool(game: str) -> tuple[Study, list[StandardMeasure], list[MeasureValues]]:
    """A study of two variants, and what was measured in real games of the first."""
    key, values = ("target", [10_000, 8_000]) if game == "dice-ocalypse" else ("parity", ["seat", "random"])
    study = Study(game, vary={key: values}, games=POOL, seed=1)
    seen, _ = play_games(study.plan.cells[0], study.plan, np.arange(POOL))
    columns = cell_measures(study.plan.cells[0])
    return study, columns, [column.values(seen) for column in columns]


def drawn(
    game: str, seed: int, games: int = GAMES, plant: Callable[[str, MeasureValues], MeasureValues] | None = None
) -> StudyResult:
    """A study whose two variants are drawn from the same games, so that nothing differs but by chance; then planted."""
    study, columns, values = pool(game)
    chance = np.random.default_rng(seed)
    rows = [chance.integers(0, POOL, games) for _ in range(2)]
    sides = [[(x[row], known[row]) for x, known in values] for row in rows]
    if plant:
        sides[1] = [plant(column.name, value) for column, value in zip(columns, sides[1], strict=True)]
    base = {column.name: value for column, value in zip(columns, sides[0], strict=True)}
    part = Tallies({place: tally(columns, side) for place, side in enumerate(sides)})
    part.tallies[1].cross_moments = cross_moments_with_base(base, columns, sides[1])
    return study.result(part)


def tally(columns: list[StandardMeasure], side: list[MeasureValues]) -> CellTally:
    moments = [(int(k.sum()), int(x[k].sum()), int((x[k] * x[k]).sum())) for x, k in side]
    return CellTally(games=len(side[0][0]), moments=np.array(moments, np.int64))


def claims(found: StudyResult) -> list[str]:
    """The measures that the study claims to differ."""
    judged = StudyEffects(VariantTable(found))
    return [claim.name for claim in judged.claims(judged.view.others[0])]


@pytest.mark.parametrize("games", [60, GAMES])
@pytest.mark.parametrize("game", SIDES)
def test_a_rule_without_effect_has_no_claims(game: str, games: int) -> None:
    """With a true rate of 5%, more than 18 of 200 would happen in less than 1% of cases."""
    claiming = [found for seed in range(200) if claims(found := drawn(game, seed, games))]
    assert len(claiming) <= 18


def test_a_headline_of_a_rule_without_effect_names_no_difference() -> None:
    heads = {headline(StudyEffects(VariantTable(drawn("dice-ocalypse", seed, 200)))) for seed in range(20)}
    assert len([head for head in heads if "no clear difference in 200 games" in head or "just as" in head]) >= 1
    assert not any(words in head for head in heads for words in ("shorter", "longer", "worth more", "worth less"))


@pytest.mark.parametrize("name", ["turns", "leads", "first", "comebacks", "margin"])
def test_a_planted_effect_is_named_first(name: str) -> None:
    """An effect of five standard errors is named first in at least 19 of 20 studies."""
    _, columns, values = pool("dice-ocalypse")
    x, known = next(v for column, v in zip(columns, values, strict=True) if column.name == name)
    error = float(x[known].std()) * (2 / GAMES) ** 0.5
    chance = np.random.default_rng(1)

    def plant(measure: str, value: MeasureValues) -> MeasureValues:
        if measure != name:
            return value
        shift, (old, there) = 5.5 * error, value
        if name in ("first", "comebacks"):  # a share: some games that were not won are won
            top = int(x.max())
            turned = (old < top) & (chance.random(len(old)) < shift / (top - x[known].mean()))
            return np.where(turned, top, old), there
        return old + np.floor(shift + chance.random(len(old))).astype(np.int64), there

    firsts = [claims(drawn("dice-ocalypse", seed, plant=plant))[:1] for seed in range(20)]
    assert firsts.count([name]) >= 19


def test_claims_are_ordered_by_standard_deviations_of_the_base() -> None:
    def plant(measure: str, value: MeasureValues) -> MeasureValues:
        old, there = value
        return (old + {"leads": 8, "score": 700}.get(measure, 0), there)

    found = drawn("dice-ocalypse", 1, plant=plant)
    judged = StudyEffects(VariantTable(found))
    known = judged.claims(judged.view.others[0])
    assert [claim.name for claim in known[:2]] == ["leads", "score"]
    assert [claim.size for claim in known] == sorted((claim.size for claim in known), reverse=True)
    head, lead = headline(judged), lead_sentences(judged)
    assert head.startswith(
        "Among sensible bots, with a target of 8,000: the lead changes more often, and winners score more"
    )
    assert lead[0].startswith("The lead changes [") and lead[1].startswith("The winner scores [")


def test_what_the_study_is_about_comes_first_whether_it_differs_or_not() -> None:
    def plant(measure: str, value: MeasureValues) -> MeasureValues:
        return (value[0] + 2 * (measure == "leads"), value[1])

    found = replace(drawn("dice-ocalypse", 1, plant=plant), about="comebacks")
    judged = StudyEffects(VariantTable(found))
    assert headline(judged).startswith(
        "Among sensible bots, with a target of 8,000: no clear difference in comebacks, and the lead changes more often"
    )
    assert "of games are won by a player who was not ahead at half time" in lead_sentences(judged)[0]
    about = Study("deck-o-dice", vary={"parity": ["seat", "random"]}, games=40, seed=1, about="ties")
    assert "--about ties" in about.command and about.run().about == "ties"


@pytest.mark.parametrize("about", ["comeback", "hero", "<b>", "x" * 400])
def test_an_unknown_measure_is_refused_with_those_that_are_known(about: str) -> None:
    with pytest.raises(BadSetting, match=r"It measures: turns \(length in turns\), .*comebacks"):
        Study("dice-ocalypse", games=10, seed=1, about=about)


def test_an_open_question_says_how_many_games_would_settle_it() -> None:
    found = drawn("dice-ocalypse", 3, 100)
    judged = StudyEffects(VariantTable(found))
    change = judged.change(judged.view.others[0], 2, "first")
    assert change is not None and change.surely.matters is None and change.surely.differs == 0
    words = settling_words(change)
    low, high = change.simultaneous
    needed = 100 * ((high - low) / 2 / 0.03) ** 2
    said = int("".join(character for character in words.partition("games")[0] if character.isdigit()))
    assert needed <= said <= 1.1 * needed + 1
    assert words.endswith("games would give \N{PLUS-MINUS SIGN}3.0 points")
    assert words in " ".join(lead_sentences(judged))
    precise = drawn("dice-ocalypse", 3, said)  # and so many games do settle it to within that
    after = StudyEffects(VariantTable(precise))
    again = after.change(after.view.others[0], 2, "first")
    assert again is not None and (again.simultaneous[1] - again.simultaneous[0]) / 2 <= 0.033


@pytest.mark.parametrize(("degrees", "t"), [(1, 12.7062), (4, 2.7764), (30, 2.0423), (198, 1.9720)])
def test_students_quantiles_are_those_of_the_tables(degrees: int, t: float) -> None:
    assert student_quantile(0.05, degrees) == pytest.approx(t, abs=1e-4)
    assert student_p(student_quantile(0.0021, degrees), degrees) == pytest.approx(0.0021, rel=1e-9)


def test_the_wider_interval_of_few_games_is_wider_still() -> None:
    assert simultaneous_widening(0.95, 20, 10) > 1.15 * bonferroni_widening(0.95, 20)
    assert simultaneous_widening(0.95, 20, 1_000) == bonferroni_widening(0.95, 20)
    assert simultaneous_widening(0.95, 1, 10) == 1.0
    assert 1.0 < simultaneous_widening(0.95, 20, 1_000, sequence=True) < bonferroni_widening(0.95, 20)


@pytest.mark.parametrize("given", [{}, {"loas": "choose"}])
def test_an_experiment_that_the_settings_rule_out_names_the_option_that_allows_it(given: dict[str, object]) -> None:
    with pytest.raises(BadSetting, match="can't be granted under these settings; add --option loas=random"):
        Study("baron-voodoo", items=["loa"], settings=given, games=10, seed=1)
    allowed = Study("baron-voodoo", items=["loa"], settings={"loas": "random"}, games=10, seed=1)
    assert allowed.plan.cells[1].item


def test_an_experiment_that_takes_two_options_names_both() -> None:
    with pytest.raises(BadSetting, match=r"; add (--option \w+=\w+ ?){2}\.$"):
        Study("dicetopia", items=["blockade"], settings={"faction_deal": "choose"}, games=10, seed=1)
    with pytest.raises(BadSetting, match="nor if one or two options are changed"):
        Study("baron-voodoo", items=["loa"], players=1, games=10, seed=1)
