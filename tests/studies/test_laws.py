"""Laws of every study: neither threads, nor how it is cut, nor how often it is interrupted changes a figure."""

from __future__ import annotations

import json
import os
import pickle
import random
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from dicehouse.cli.commands.study import study_text
from dicehouse.errors import BadSave, BadSetting, DicehouseError
from dicehouse.studies import Study, StudyResult, Tallies, parse_result, play_chunk, read_result, remaining_chunks
from dicehouse.studies import study_run as running
from dicehouse.studies.summary.caveats import interval_kind_sentence
from dicehouse.studies.tallies import CellTally

from .march import game


def asked(**more: object) -> Study:
    settings = {
        "vary": {"target": [20, 30]},
        "settings": {"dice": True},
        "players": (2, 3),
        "bots": ("random", "greedy"),
        "levels": ("random", "greedy"),
        "items": ["start"],
        "weigh": 40,
        "games": 300,
        "seed": 5,
    }
    return Study(game, **{**settings, **more})  # type: ignore[arg-type]


def figures(found: StudyResult) -> dict[str, object]:
    return {**found.as_dict(), "seconds": 0.0}


@pytest.fixture(scope="module")
def whole() -> dict[str, object]:
    return figures(asked().run())


def test_threads_change_nothing(whole: dict[str, object]) -> None:
    assert figures(asked().run(jobs=3)) == whole


def test_chunks_merge_in_any_order_and_travel_as_bytes(whole: dict[str, object]) -> None:
    study = asked()
    parts = [pickle.dumps(play_chunk(study.plan, chunk)) for chunk in remaining_chunks(study.plan)]
    random.Random(3).shuffle(parts)
    halves = [Tallies(), Tallies()]
    for number, part in enumerate(parts):
        halves[number % 2].add(pickle.loads(part))  # noqa: S301
    halves[1].add(halves[0])
    assert figures(study.result(halves[1])) == whole


def test_no_chunk_remembers_another(monkeypatch: pytest.MonkeyPatch, whole: dict[str, object]) -> None:
    """Cut into other chunks, the same games are played."""
    monkeypatch.setattr("dicehouse.studies.study_plan.GAMES_PER_CHUNK", 70)
    assert figures(asked().run()) == whole


def test_a_study_that_was_broken_off_goes_on_as_if_it_had_not_been(tmp_path: Path, whole: dict[str, object]) -> None:
    place = tmp_path / "study.json"
    played = 0

    def breaking(done: int, total: int) -> None:
        nonlocal played
        played += 1
        if played == 4:
            raise KeyboardInterrupt

    first = asked(save=place).run(progress=breaking)
    assert first.stopped == "interrupted" and any("interrupted" in warning for warning in first.warnings)
    assert 0 < first.cells[0].games < 300
    seen: list[int] = []
    assert figures(asked(save=place).run(progress=lambda done, _: seen.append(done))) == whole
    assert seen[0] > 0
    assert figures(asked(save=place).run()) == whole  # nothing is left to play


@pytest.mark.parametrize(
    ("place", "when"),
    [("dicehouse.studies.tallies.CellTally.add", 11), ("dicehouse.studies.study_checkpoint.os.replace", 4)],
)
def test_a_study_may_be_broken_off_at_the_worst_moment(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, place: str, when: int, whole: dict[str, object]
) -> None:
    """In the middle of adding up, or when the new save has just taken the place of the old one."""
    save, times = tmp_path / "study.json", 0
    real = CellTally.add if place.endswith("add") else os.replace

    def breaking(*arguments: object) -> None:
        nonlocal times
        times += 1
        real(*arguments)  # type: ignore[operator]
        if times == when:
            raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(place, breaking)
        patched.setattr(running, "SAVE_INTERVAL", -1.0)
        assert asked(save=save).run().stopped == "interrupted"
    assert figures(asked(save=save).run()) == whole


def test_a_study_that_is_broken_off_before_it_knows_anything_says_nothing() -> None:
    def breaking(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        asked().run(progress=breaking)


def test_more_games_can_be_asked_for(tmp_path: Path, whole: dict[str, object]) -> None:
    place = tmp_path / "study.json"
    asked(save=place, games=2 * asked().plan.size + 5).run()
    assert figures(asked(save=place).run()) == whole
    with pytest.raises(BadSave, match=r"already has 300 games of a variant\. Ask for at least as many"):
        asked(save=place, games=40).run()


def test_two_runs_on_one_file_refuse(tmp_path: Path) -> None:
    place = tmp_path / "study.json"
    refused: list[str] = []

    def meanwhile(done: int, total: int) -> None:
        if not refused:
            with pytest.raises(BadSave) as caught:
                asked(save=place).run()
            refused.append(str(caught.value))

    asked(save=place, games=40).run(progress=meanwhile)
    assert refused[0].startswith("Another run is using ")
    asked(save=place, games=40).run()


def test_a_save_of_another_study_is_refused(tmp_path: Path) -> None:
    place = tmp_path / "study.json"
    asked(save=place, games=40).run()
    with pytest.raises(BadSave, match="was made with another seed; name another file"):
        asked(save=place, games=40, seed=6).run()
    with pytest.raises(BadSave, match="other variants, bots or rules"):
        asked(save=place, games=40, bots=("random",)).run()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"seconds": ', '"seconds": -'),
        ('"moments": [[', '"moments": [['[:-1]),
        ('"moments": [[', '"moments": [["x", '),
        ('"games": ', '"games": 1'),
        ('"samples": [[0, [', '"samples": [[0, [7, '),
        ('"samples": [[0, ', '"samples": [[-4, '),
        ('"tallies": {', '"tallies": null, "x": {'),
        ('"options": [', '"options": {"a": 1}, "y": ['),
        ('"histograms": {', '"histograms": 5, "z": {'),
    ],
)
def test_a_hostile_save_is_refused_in_a_sentence(tmp_path: Path, old: str, new: str) -> None:
    place = tmp_path / "study.json"
    asked(save=place, games=40).run()
    text = place.read_text()
    assert old in text
    place.write_text(text.replace(old, new, 1))
    with pytest.raises(BadSave, match=r"(is damaged|can't be read)"):
        asked(save=place, games=40).run()


@pytest.mark.parametrize("text", ["", "[]", "{}", "[" * 100_000, '{"format": "dicehouse-arena/1"}', "\udcff"])
def test_what_is_no_save_is_refused(tmp_path: Path, text: str) -> None:
    place = tmp_path / "study.json"
    place.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(BadSave):
        asked(save=place, games=40).run()


def test_findings_are_written_and_read(tmp_path: Path) -> None:
    found = asked(games=80).run()
    place = tmp_path / "found.json"
    found.write(place)
    assert read_result(place) == found
    with pytest.raises(BadSave, match="can't be read"):
        read_result(tmp_path / "nothing.json")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "null",
        "[" * 100_000,
        '{"form": 1}',
        '{"form": 1, "cells": "x"}',
    ],
)
def test_hostile_findings_are_refused(text: str) -> None:
    with pytest.raises(BadSave, match="isn't the result of a study"):
        parse_result(text)


def test_findings_of_another_form_are_refused() -> None:
    found = asked(games=20).run()
    with pytest.raises(BadSave, match="form 2"):
        parse_result(_json(replace(found, form=2)))
    far = replace(found.cells[0], base=99)
    with pytest.raises(BadSave, match="variants that it doesn't have"):
        parse_result(_json(replace(found, cells=[far])))


def _json(found: StudyResult) -> str:
    return json.dumps(found.as_dict())


def test_it_stops_when_it_knows_enough() -> None:
    study = asked(precision=0.1, games=None, levels=(), vary={}, players=2)
    found = study.run(jobs=2)
    assert (found.stopped, found.intervals) == ("precision", "sequence")
    told = interval_kind_sentence(found)
    assert told == (
        "Intervals of shares, means and differences hold whenever you stop. Intervals of quantiles of the length, when"
        " games are decided and wins of players affected by an event hold only if you set the number of games"
        " beforehand."
    )
    assert told in study_text(found) and told in unescape(found.report())
    for cell in found.cells:
        first, turns = cell.measure("first"), cell.measure("turns")
        assert first is not None and first.low is not None and first.high is not None
        assert first.high - first.low <= 0.2
        assert turns is not None and turns.low is not None and turns.high is not None
        assert turns.high - turns.low <= 0.2 * turns.value
    assert figures(asked(precision=0.1, games=None, levels=(), vary={}, players=2).run()) == figures(found)


def test_it_stops_when_the_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(0, 1_000_000, 7))
    monkeypatch.setattr(running, "perf_counter", lambda: float(next(clock)))
    found = asked(minutes=1, games=None).run()
    assert found.stopped == "minutes" and 0 < found.cells[0].games < 1_000_000


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"games": 0}, "A study plays 1 to 10,000,000 games"),
        ({"players": ()}, "Name each number of players once"),
        ({"players": (2, 2)}, "Name each number of players once"),
        ({"players": 7}, "March is for 2 to 3 players, not 7"),
        ({"bots": ()}, "name 1 to 2 bots, not 0"),
        ({"bots": ("random",) * 3}, "name 1 to 2 bots, not 3"),
        ({"bots": ("gandalf",)}, "There is no bot 'gandalf'"),
        ({"levels": ("random",)}, "A study can compare 2 to 8 levels"),
        ({"vary": {"target": [99]}}, "target must be 1 to 60"),
        ({"vary": {"speed": [1]}}, "There is no setting 'speed'"),
        ({"vary": {"target": []}}, "can't be both changed and varied"),
        ({"vary": {"target": [20, "20"]}}, "the same value twice"),
        ({"bots": ("search:10",)}, "needs bots that compile"),
        ({"weigh": -1}, "--weigh must be from 0 to"),
        ({"precision": 0.5}, "precision of a study must be from"),
        ({"minutes": 0.0}, "more than 0 minutes"),
        ({"seed": 2**70}, "64 bits"),
    ],
)
def test_what_can_not_be_studied_is_refused_in_a_sentence(wrong: dict[str, object], sentence: str) -> None:
    with pytest.raises(DicehouseError, match=sentence):
        asked(**wrong)


def test_too_many_variants_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dicehouse.studies.study_plan.MAX_CELLS", 100)
    with pytest.raises(BadSetting, match="a study can have at most 100"):
        asked(vary={"target": list(range(1, 61)), "idle_wish": [True, False]})


def test_whoever_stops_when_it_suits_has_wider_intervals_of_all_shares_and_means() -> None:
    """What can't have them is named: everything else is wider than with a number of games that was set beforehand."""
    more: dict[str, Any] = {"players": 2, "vary": {}, "levels": ("random", "greedy"), "weigh": 32}
    fixed = asked(games=512, **more).run()
    ever = asked(games=512, precision=0.0001, **more).run()
    assert not fixed.exempt and ever.exempt[-2:] == ["won by whom it befell", "skill"]
    (one,), (other,) = fixed.cells, ever.cells
    for before, after in zip(one.measures, other.measures, strict=True):
        same = (before.low, before.high) == (after.low, after.high)
        assert same == (after.name in ever.exempt or before.low == before.high), after.name
    assert all((b.low, b.high) != (a.low, a.high) for b, a in zip(one.events, other.events, strict=True))
    assert one.skill is not None and other.skill is not None
    assert all(b.high - b.low < a.high - a.low for b, a in zip(one.skill.duels, other.skill.duels, strict=True))
