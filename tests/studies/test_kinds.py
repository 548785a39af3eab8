"""Two kinds of player: a headline claims what holds for both, and where they disagree the study says so."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from dicehouse.errors import BadSetting
from dicehouse.games import find
from dicehouse.studies import Study, parse_result, report
from dicehouse.studies.chunks import Tallies, play_games
from dicehouse.studies.report.markdown_chapter import markdown_chapter
from dicehouse.studies.standard_measures import StandardMeasure, cell_measures
from dicehouse.studies.study_result import StudyResult
from dicehouse.studies.study_run import default_kinds
from dicehouse.studies.summary.effects import StudyEffects
from dicehouse.studies.summary.plain_text import plain_paragraphs
from dicehouse.studies.summary.sentences import (
    headline,
    lead_paragraphs,
    lead_sentences,
    order_title,
    variant_sentences,
)
from dicehouse.studies.summary.variants import VariantTable
from dicehouse.studies.tallies import CellTally, MeasureValues, cross_moments_with_base

pytestmark = pytest.mark.xdist_group("kinds")  # the games of `pool` are played once
GAMES, POOL = 1_000, 6_000
KINDS = ("sensible", "greedy")
Plant = Callable[[str, str, MeasureValues], MeasureValues]


@cache
def pool(game: str) -> tuple[Study, list[StandardMeasure], dict[str, list[MeasureValues]]]:
    """A study of two variants and two kinds, and what was measured in real games of the first variant, by kind."""
    key, values = ("target", [10_000, 8_000]) if game == "dice-ocalypse" else ("parity", ["seat", "random"])
    study = Study(game, vary={key: values}, games=POOL, seed=1, kinds=KINDS)
    columns = cell_measures(study.plan.cells[0])
    played = {}
    for first, *_ in study.plan.families:
        seen, _ = play_games(study.plan.cells[first], study.plan, np.arange(POOL))
        played[study.plan.cells[first].kind] = [column.values(seen) for column in columns]
    return study, columns, played


def drawn(game: str, seed: int, games: int = GAMES, plant: Plant | None = None) -> StudyResult:
    """A study whose two variants are drawn from the same games of each kind, so that nothing differs but by chance;
    then planted.
    """
    study, columns, played = pool(game)
    chance, part = np.random.default_rng(seed), Tallies()
    for family in study.plan.families:
        kind = study.plan.cells[family[0]].kind
        rows = [chance.integers(0, POOL, games) for _ in range(2)]
        sides = [[(x[row], known[row]) for x, known in played[kind]] for row in rows]
        if plant:
            sides[1] = [plant(kind, c.name, value) for c, value in zip(columns, sides[1], strict=True)]
        base = {column.name: value for column, value in zip(columns, sides[0], strict=True)}
        for place, side in zip(family, sides, strict=True):
            moments = [(int(k.sum()), int(x[k].sum()), int((x[k] * x[k]).sum())) for x, k in side]
            part.tallies[place] = CellTally(games=games, moments=np.array(moments, np.int64))
        part.tallies[family[1]].cross_moments = cross_moments_with_base(base, columns, sides[1])
    return study.result(part)


def judge(found: StudyResult) -> StudyEffects:
    return StudyEffects(VariantTable(found))


def claims(found: StudyResult) -> list[str]:
    """The measures that the study claims to differ."""
    judged = judge(found)
    return [claim.name for claim in judged.claims(judged.view.others[0])]


def disputes(found: StudyResult) -> list[str]:
    """The measures that clearly differ among one kind of player only."""
    judged = judge(found)
    return [claim.name for claim in judged.disputes(judged.view.others[0])]


def planted(
    name: str, errors: float, kinds: tuple[str, ...] = KINDS, seed: int = 1, ways: tuple[int, ...] = ()
) -> Plant:
    """An effect of so many standard errors in one measure, among these kinds."""
    _, columns, played = pool("dice-ocalypse")
    chance = np.random.default_rng(seed)
    place = next(number for number, column in enumerate(columns) if column.name == name)

    def plant(kind: str, measure: str, value: MeasureValues) -> MeasureValues:
        if measure != name or kind not in kinds:
            return value
        x, known = played[kind][place]
        shift, (old, there) = errors * float(x[known].std()) * (2 / GAMES) ** 0.5, value
        if name in ("first", "comebacks"):  # a share: some games that were not won are won
            top = int(x.max())
            turned = (old < top) & (chance.random(len(old)) < shift / (top - x[known].mean()))
            return np.where(turned, top, old), there
        way = ways[kinds.index(kind)] if ways else 1
        return old + way * np.floor(shift + chance.random(len(old))).astype(np.int64), there

    return plant


@pytest.mark.parametrize("games", [60, GAMES])
@pytest.mark.parametrize("game", ["dice-ocalypse", "deck-o-dice"])
def test_a_rule_without_effect_has_neither_claims_nor_disagreements(game: str, games: int) -> None:
    """With a true rate of 5%, more than 18 of 200 would happen in less than 1% of cases."""
    found = [drawn(game, seed, games) for seed in range(200)]
    assert sum(bool(claims(each)) for each in found) <= 18
    assert sum(bool(claims(each) or disputes(each)) for each in found) <= 18


@pytest.mark.parametrize("name", ["turns", "leads", "first", "comebacks", "margin"])
def test_an_effect_among_both_kinds_is_named_first(name: str) -> None:
    """An effect of five and a half standard errors among each kind is named first in at least 19 of 20 studies."""
    plant = planted(name, 5.5)
    firsts = [claims(drawn("dice-ocalypse", seed, plant=plant))[:1] for seed in range(20)]
    assert firsts.count([name]) >= 19


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["turns", "leads", "first"])
def test_an_effect_among_one_kind_is_a_disagreement_and_no_claim(name: str, kind: str) -> None:
    plant = planted(name, 9, (kind,))
    told = [drawn("dice-ocalypse", seed, plant=plant) for seed in range(20)]
    assert [name in claims(each) for each in told].count(True) == 0
    assert [disputes(each)[:1] for each in told].count([name]) >= 19
    words = {"turns": "length", "leads": "changes of the lead", "first": "the wins of the first player"}[name]
    for each in told[:3]:
        lead, head = " ".join(lead_sentences(judge(each))), headline(judge(each))
        disputed = re.search(rf"(disagree about|a change in) (the )?{words}", lead)
        assert disputed and f"among {kind} bots" in lead
        assert not re.search("longer|shorter|changes (more|less)|worth (more|less)", head)


def test_opposite_effects_are_a_disagreement() -> None:
    found = drawn("dice-ocalypse", 1, plant=planted("leads", 12, ways=(1, -1)))
    assert claims(found) == [] and disputes(found) == ["leads"]
    assert not re.search("changes (more|less)", headline(judge(found)))
    lead = " ".join(lead_sentences(judge(found)))
    assert "The kinds of player disagree about changes of the lead" in lead
    assert "So this may come from how the bots play." in lead


def test_a_claim_has_the_figures_of_both_kinds() -> None:
    found = drawn("dice-ocalypse", 1, plant=planted("turns", 12))
    judged = judge(found)
    change = judged.change(judged.view.others[0], 2, "turns")
    assert change is not None and len(change.each) == 2 and change.surely.differs == 1
    lead = lead_sentences(judged)[0]
    assert re.fullmatch(
        r"With a target of 8,000, games are \[\d+% longer\] \([\d.]+ to [\d.]+\) among sensible bots and"
        r" \[\d+% longer\] \([\d.]+ to [\d.]+\) among greedy bots.*\.",
        lead,
    )
    assert "among" not in headline(judged)
    assert headline(judged).startswith("With a target of 8,000: ")
    assert judged.family == len(found.comparisons) == 2 * len([c for c in found.comparisons if c.cell == 1])


def test_one_kind_alone_never_speaks_for_the_rules() -> None:
    found = Study("deck-o-dice", vary={"parity": ["seat", "random"]}, games=64, seed=1).run()
    page = report.report_page(found)
    for told in (headline(judge(found)), plain_paragraphs(found), page, markdown_chapter(found)[0]):
        assert "rules make likely" not in told
    assert headline(judge(found)).startswith("Among sensible bots, with ")
    assert "may come from how it plays rather than from the rules" in plain_paragraphs(found)
    alone = Study("deck-o-dice", games=64, seed=1).run()
    assert headline(judge(alone)).startswith("Deck-O-Dice among sensible bots: ")


@pytest.fixture(scope="module")
def duel() -> StudyResult:
    """Baron Voodoo, in which the first of two wins about a third among sensible bots and half among greedy ones."""
    return Study("baron-voodoo", settings={"loas": "random"}, games=1_500, seed=1, kinds=KINDS).run()


def test_bots_that_disagree_about_who_has_the_advantage(duel: StudyResult) -> None:
    said = plain_paragraphs(duel)
    assert "The kinds of player disagree, so the rules alone don't decide who has the advantage." in said
    assert re.search(r"The first player wins \d\d\.\d% \([\d. to]+\) among sensible bots and \d\d\.\d%", said)
    assert "wins only" not in headline(judge(duel)) and "turns a game" in headline(judge(duel))
    assert order_title(judge(duel)) != "The first player wins less often than an even share."


def test_all_outputs_show_both_kinds(duel: StudyResult, tmp_path: Path) -> None:
    page, (text, pictures) = report.report_page(duel), markdown_chapter(duel)
    for told in (page, text, pictures[0].svg):
        assert "sensible" in told and "greedy" in told
    assert "| measure | sensible bots | greedy bots |" in text
    assert {cell.kind for cell in duel.cells} == set(KINDS) == set(duel.bots)
    duel.write(tmp_path / "study.json")
    assert parse_result((tmp_path / "study.json").read_bytes()) == duel
    rows = report.table_rows(duel, "measures")
    assert {row["players_kind"] for row in rows} == set(KINDS)


def test_a_file_of_an_earlier_version_still_opens(duel: StudyResult) -> None:
    old = Study("deck-o-dice", games=64, seed=1).run().as_dict()
    for cell in old["cells"]:
        del cell["kind"]
    del old["about"]
    found = parse_result(msgspec.json.encode(old))
    assert found.cells[0].kind == "" and report.report_page(found).startswith("<!doctype html>")


def test_reports_of_two_kinds_are_compared_kind_by_kind(duel: StudyResult) -> None:
    both = report.compare_reports([("a", duel), ("b", duel)])
    assert [(both.cells[c.base].kind, both.cells[c.cell].kind) for c in both.comparisons if c.measure == "turns"] == [
        (kind, kind) for kind in KINDS
    ]
    assert claims(both) == [] and report.report_page(both, reports=True)
    one = Study("baron-voodoo", settings={"loas": "random"}, games=64, seed=1).run()
    mixed = report.compare_reports([("a", duel), ("b", one)])
    assert [both.cells[c.base].kind for c in mixed.comparisons if c.measure == "turns"] == ["sensible"]


def test_what_things_are_worth_is_claimed_only_if_both_kinds_agree() -> None:
    found = Study("baron-voodoo", settings={"loas": "random"}, items=["loa"], games=64, seed=1, kinds=KINDS).run()
    sure: dict[str, Any] = {"wide_low": 0.05, "wide_high": 0.09, "difference": 0.07}
    none: dict[str, Any] = {"wide_low": -0.01, "wide_high": 0.02, "difference": 0.005}

    def told(*rows: dict[str, Any]) -> str:
        cells = [
            replace(cell, worth=[replace(cell.worth[0], **row), *(replace(w, **none) for w in cell.worth[1:])])
            for cell, row in zip(found.cells, rows, strict=True)
        ]
        return " ".join(lead_sentences(judge(replace(found, cells=cells))))

    name = found.cells[0].worth[0].name
    assert re.search(
        rf"one clearly matters among sensible and greedy bots: {name} is worth \[7\.0 points\]", told(sure, sure)
    )
    assert f"The kinds of player disagree about {name}" in told(sure, none)
    assert "none clearly makes a difference that matters among sensible and greedy bots" in told(sure, none)
    assert "disagree about" not in told(none, none)
    many = sum(len(cell.worth) for cell in found.cells)
    assert many == 2 * len(found.cells[0].worth)


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"kinds": ("greedy",)}, "2 to 4 kinds of player"),
        ({"kinds": ("greedy", "greedy")}, "Name each once"),
        ({"kinds": ("greedy", "gandalf")}, "There is no bot 'gandalf'"),
        ({"kinds": KINDS, "bots": ("random",)}, "not both"),
    ],
)
def test_kinds_that_can_not_be_compared_are_refused(given: dict[str, Any], why: str) -> None:
    with pytest.raises(BadSetting, match=why):
        Study("deck-o-dice", games=10, seed=1, **given)


def test_levels_are_played_once_and_precision_counts_for_both_kinds() -> None:
    study = Study("deck-o-dice", games=8, seed=1, kinds=KINDS, levels=("random", "greedy"))
    assert [cell.levels for cell in study.plan.cells] == [False, True, False]
    assert study.command == "dicehouse study deck-o-dice --levels random,greedy --games 8 --seed 1"
    other = Study("deck-o-dice", games=8, seed=1, kinds=("greedy", "dot"))
    assert "--kinds greedy,dot" in other.command
    assert "--bots sensible" in Study("deck-o-dice", games=8, seed=1).command
    assert default_kinds(find("indicesion")) == ("greedy", "dot")


def test_what_is_too_small_to_matter_is_only_named() -> None:
    judged = judge(drawn("dice-ocalypse", 1, 200_000))
    paragraphs = lead_paragraphs(judged)
    assert len(paragraphs) == 1
    assert paragraphs[0][0] == "Any difference in the length and the wins of the first player is too small to matter."
    changed = judge(drawn("dice-ocalypse", 1, 200_000, planted("turns", 60)))
    first, second = lead_paragraphs(changed)[0][:2]
    assert "longer]" in first
    assert second == "Any difference in the wins of the first player is too small to matter."


def test_with_several_variants_the_first_sentence_about_each_names_it() -> None:
    given = {"vary": {"set_up": ["quick", "balanced", "chaos"]}, "settings": {"loas": "random"}}
    found = Study("baron-voodoo", games=200, seed=1, kinds=KINDS, **given).run()
    judged = judge(found)
    lead = lead_sentences(judged)
    for variant in judged.view.others:
        opening = judged.view.under(variant)
        first = variant_sentences(judged, variant, 2, None)[0]
        assert (first if first.startswith(opening) else f"[{opening}:] {first}") in lead
    assert sum(said.startswith(("With ", "[With ")) for said in lead) >= len(judged.view.others)
