"""`dicehouse tune`: goals as people write them, and a search that finds what meets them."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable
from dataclasses import replace
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dicehouse.bots.named_opponents import DEFAULT_LEVELS
from dicehouse.cli import main
from dicehouse.cli.commands.tune import tuning_text
from dicehouse.core.policy import BotTraits
from dicehouse.errors import BadSave, BadSetting
from dicehouse.games import find
from dicehouse.studies.chunks import Chunk, Tallies, play_chunk
from dicehouse.studies.result_types import MeasuredValue
from dicehouse.studies.standard_measures import cell_measures
from dicehouse.studies.study_checkpoint import CheckpointFile
from dicehouse.studies.study_plan import StudyPlan
from dicehouse.studies.tallies import CellTally
from dicehouse.studies.tuning import (
    GoalResult,
    OptunaMissing,
    SearchedSetting,
    Tuning,
    TuningResult,
    _goal_result,
    parse_searched_settings,
)
from dicehouse.studies.tuning_goals import TuningGoal, parse_goals

GAME = find("dice-ocalypse")
PLAIN = {"special_cards": False}
TARGETS = "target=2000|5000|10000"


@pytest.mark.parametrize(
    ("words", "strict"),
    [
        ("first seat 50%, 25 minutes", ["first=50%", "minutes=25"]),
        ("at most 2% ties", ["ties<=2%"]),
        ("20 to 30 minutes and at least 3 lead changes", ["minutes=20..30", "leads>=3"]),
        ("Games of 20 turns; under 30 minutes", ["turns=20", "minutes<=30"]),
        ("first=48%..52%, minutes-95<=40", ["first=48%..52%", "minutes-95<=40"]),
        ("the first player wins 47.5%", ["first=47.5%"]),
    ],
)
def test_a_goal_is_understood_in_words_and_in_the_strict_form(words: str, strict: list[str]) -> None:
    assert [goal.strict for goal in parse_goals(words)] == strict
    assert parse_goals(", ".join(strict)) == parse_goals(words)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("", "Name 1 to 8 goals, such as: first seat 50%, 25 minutes."),
        ("luck 3", "'luck' isn't a measure. The measures are: first, "),
        ("first 50", "first is a share. Write it with %, like first=50%."),
        ("minutes 20%", "minutes isn't a share. Leave out the %."),
        ("30 to 20 minutes", "The band of minutes must begin with its lower end."),
        ("first 150%", "first is a share. It must be from 0% to 100%."),
        ("minutes", "The goal 'minutes' names no figure. Write it like 25 minutes, or minutes=20..30."),
        ("20 minutes, 30 minutes", "The goal names minutes twice. Give a band instead, such as 20 to 30."),
        ("x" * 401, "A goal can have at most 400 characters."),
    ],
)
def test_what_is_no_goal_is_refused_in_a_sentence(words: str, why: str) -> None:
    with pytest.raises(BadSetting) as refused:
        parse_goals(words)
    assert str(refused.value).startswith(why)


def test_a_goal_is_met_missed_or_open() -> None:
    band = TuningGoal("first", 0.48, 0.52)
    assert [band.verdict(*ends) for ends in ((0.49, 0.51), (0.53, 0.55), (0.47, 0.49))] == ["met", "missed", "open"]
    assert TuningGoal("ties", -inf, 0.02).verdict(0.0, 0.01) == "met"
    assert TuningGoal("turns", 20, 20).verdict(19.8, 20.2) == "met"
    assert TuningGoal("turns", 20, 20).verdict(None, None) == "open"
    assert [band.holds(value) for value in (0.48, 0.5, 0.52, 0.521)] == [True, True, True, False]
    assert TuningGoal("turns", 20, 20).holds(20.3) and not TuningGoal("turns", 20, 20).holds(20.5)
    assert (band.away(0.5), band.away(0.57)) == (0.0, pytest.approx(1.0))


def test_what_is_searched_over() -> None:
    (target,) = parse_searched_settings(GAME, "target=5000..6000")
    assert (target.key, target.values, target.ordered) == ("target", (5000, 5500, 6000), True)
    assert "turns" in target.raises and target.lowers == ()
    assert parse_searched_settings(GAME, "piggyback,scoring") == [
        SearchedSetting("piggyback", (False, True), False),
        SearchedSetting("scoring", ("plurality", "printed", "classic"), False),
    ]
    for wanted, why in {
        "luck": "has no setting 'luck'",
        "target=6000..5000": "from the lower to the higher end",
        "target=5000..5001": "steps of 500",
        "target=5000": "so that there is something to search over",
        "target,target": "named twice",
    }.items():
        with pytest.raises(BadSetting, match=why):
            parse_searched_settings(GAME, wanted)


def tuning(goal: str, **more: Any) -> Tuning:
    asked: dict[str, Any] = {"settings": PLAIN, "bots": ["greedy"], "seed": 1, "games": 3 * 1024, "fresh": 256}
    return Tuning(GAME, parse_goals(goal), parse_searched_settings(GAME, TARGETS), **(asked | more))


def same(one: TuningResult, other: TuningResult) -> bool:
    return one.as_dict() | {"seconds": 0} == other.as_dict() | {"seconds": 0}


def test_it_finds_what_was_hidden_whatever_the_threads_and_however_it_was_broken_off(tmp_path: Path) -> None:
    """The length of games to 5,000 is the goal: that is what it finds, among three targets."""
    wanted = tuning("turns=1", games=1, fresh=256).run()  # the usual target, and its neighbours not yet
    assert wanted.settings == {"target": 10_000}
    long = wanted.usual[0].value
    found = tuning(f"turns={long * 0.4:.0f}..{long * 0.65:.0f}").run()
    assert (found.settings, found.usual_settings, found.met) == ({"target": 5_000}, {"target": 10_000}, True)
    assert found.usual[0].verdict == "missed"
    goal = found.goals[0]
    save = tmp_path / "tune.json"
    tuning(goal, games=600, save=save).run(2)
    cut = json.loads(save.read_text())
    assert 0 < sum(map(len, cut["played"].values())) < 6
    assert same(tuning(goal, save=save).run(2), found)
    for other, why in (
        ({"goal": "turns=3"}, "another goal; name another file"),
        ({"seed": 2}, "another seed"),
        ({"bots": ["random"]}, "other variants, bots or rules"),
        ({"settings": {}}, "other variants, bots or rules and other settings"),
    ):
        with pytest.raises(BadSave, match=f"was made with {why}"):
            tuning(**({"goal": goal, "save": save} | other)).run()
    save.write_text("[]")
    with pytest.raises(BadSave, match="isn't a search"):
        tuning(goal, save=save).run()


def test_a_save_belongs_to_one_net_one_mind_and_one_way_to_measure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save = tmp_path / "tune.json"
    net = {"goal": "turns=20", "bots": ["net:ada"], "save": save}
    monkeypatch.setattr("dicehouse.studies.study_checkpoint.fingerprinted_name", lambda bot: f"{bot} of Monday")
    monkeypatch.setattr("dicehouse.studies.study_plan.check_bot", lambda *named: None)
    tuning(**net)._write_checkpoint()
    tuning(**net)._read_checkpoint()
    monkeypatch.setattr("dicehouse.studies.study_checkpoint.fingerprinted_name", lambda bot: f"{bot} of Tuesday")
    with pytest.raises(BadSave, match="other variants, bots or rules"):
        tuning(**net)._read_checkpoint()
    monkeypatch.undo()
    for where, what in (
        ("dicehouse.bots.named_opponents.DEFAULT_LEVELS", DEFAULT_LEVELS | {"dora": BotTraits(9, 9, 9, 9)}),
        ("dicehouse.studies.study_checkpoint.STUDY_ENTRIES", {}),
        ("dicehouse.studies.study_checkpoint.PACE_TENTHS", (1, 1, 1)),
    ):
        other = tmp_path / where
        tuning("turns=20", save=other)._write_checkpoint()
        monkeypatch.setattr(where, what)
        with pytest.raises(BadSave, match="was made with"):
            tuning("turns=20", save=other)._read_checkpoint()
        monkeypatch.undo()


def test_two_searches_are_not_at_one_file(tmp_path: Path) -> None:
    save = tmp_path / "tune.json"
    with CheckpointFile(save, "search"), pytest.raises(BadSave, match="Another run is using"):
        tuning("turns=20", save=save).run()
    assert sorted(os.listdir(tmp_path)) == []


@pytest.mark.parametrize(
    ("key", "waves"),
    [
        ('{"target": 2000', [[20.0], [20.0]]),
        ("[2000]", [[20.0], [20.0]]),
        ('{"target": 2500}', [[20.0], [20.0]]),
        ('{"target": "2000"}', [[20.0], [20.0]]),
        ('{"target":2000}', [[20.0], [20.0]]),
        ('{"target": 2000, "opening": 0}', [[20.0], [20.0]]),
        ('{"target": 2000}', [[20.0, 1.0]]),
        ('{"target": 2000}', [["NaN"]]),
        ('{"target": 2000}', [[20.0]] * 3),
        ('{"target": 2000}', 5),
    ],
)
def test_what_is_no_proposal_is_not_taken_from_a_file(key: str, waves: object, tmp_path: Path) -> None:
    save = tmp_path / "tune.json"
    search = tuning("turns=20", save=save)
    search._write_checkpoint()
    save.write_text(json.dumps(json.loads(save.read_text()) | {"played": {key: waves}}))
    with pytest.raises(BadSave, match="isn't a search that this version saved"):
        search.run()


def test_it_says_that_nothing_meets_the_goal(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(
        [
            *("tune", "dice-ocalypse", "--bots", "greedy", "--option", "special_cards=off", "--seed", "1"),
            *("--goal", "2 turns", "--over", "target=2000|10000", "--games", "2048", "--fresh", "64", "--jobs", "1"),
        ]
    )
    out, _ = capsys.readouterr()
    assert code == 1
    assert "None of the settings tried meets the goal. The nearest is target=2000, where length in turns is " in out
    assert re.search(r"length in turns is [\d.]+ turns, [\d.]+ turns too high\.", out)
    assert "2 of 2 settings" in out


def test_a_figure_outside_the_goal_is_not_called_met(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its interval reaches into the band: it may be met, but that is not what was found."""
    figures = {"first": [0.534, 0.514, 0.552], "turns": [20.0, 19.0, 21.0]}

    def known(goal: TuningGoal, measure: MeasuredValue) -> GoalResult:
        value, low, high = figures[goal.measure]
        return _goal_result(goal, replace(measure, value=value, low=low, high=high))

    monkeypatch.setattr("dicehouse.studies.tuning._goal_result", known)
    given = [
        *("tune", "dice-ocalypse", "--bots", "greedy", "--option", "special_cards=off", "--seed", "1", "--jobs", "1"),
        *("--over", "target=2000|10000", "--games", "2048", "--fresh", "64", "--goal"),
    ]
    assert main([*given, "first 48 to 52%, 20 turns"]) == 1
    out = capsys.readouterr().out
    assert "is met" not in out
    assert (
        "the goal is probably missed: won by the first player is 53.4%, 1.4 points too high. More --fresh games would"
        " tell for sure."
    ) in out
    assert (
        "open: outside, but the interval extends inside" in out
        and "open: inside, but the interval extends outside" in out
    )
    assert main([*given, "first 50 to 60%, 20 turns"]) == 1
    assert "the goal is probably met. More --fresh games would tell for sure." in capsys.readouterr().out
    assert main([*given, "first 50 to 60%, 20 turns", "--json"]) == 1
    assert [row["inside"] for row in json.loads(capsys.readouterr().out)["found"]] == [True, True]


def test_it_searches_over_what_a_mode_fixes(capsys: pytest.CaptureFixture[str]) -> None:
    """The mode is then what is usual."""
    given = [
        *("tune", "dice-ocalypse", "--mode", "quick", "--bots", "greedy", "--seed", "1", "--jobs", "1", "--json"),
        *("--over", "target=2000|5000", "--games", "2048", "--fresh", "64", "--goal", "2 turns"),
    ]
    main(given)
    found = json.loads(capsys.readouterr().out)
    assert (found["usual_settings"], found["settings"]) == ({"target": 5000}, {"target": 2000})
    assert main([*given, "--option", "target=5000"]) == 2
    assert "target can't be both given and searched over" in capsys.readouterr().err


@pytest.mark.parametrize(("bot", "games"), [("greedy", [1024]), ("search:50", [256]), ("nox", [256])])
def test_a_proposal_is_judged_by_games_not_by_how_they_are_cut_up(
    bot: str, games: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Slow games come one by one: four of them told nothing, and the search took what was luckiest."""
    played: list[tuple[int, Chunk]] = []

    def quickly(plan: StudyPlan, chunk: Chunk) -> Tallies:
        played.append((plan.seed, chunk))
        lengths = [(chunk.games, 20 * chunk.games, 400 * chunk.games)] * len(cell_measures(plan.cells[0]))
        return Tallies({0: CellTally(chunk.games, moments=np.array(lengths, np.int64))})

    monkeypatch.setattr("dicehouse.studies.tuning.play_chunk", quickly)
    found = tuning("20 turns", bots=[bot], games=1, fresh=64).run()
    searched = [chunk for seed, chunk in played if seed == 1]
    assert [sum(chunk.games for chunk in searched)] == games == [found.games] == [found.judged]
    assert sorted(chunk.first for chunk in searched) == list(range(0, games[0], searched[0].games))  # each once


def jumping_clock(monkeypatch: pytest.MonkeyPatch, at: Callable[[], bool]) -> None:
    """A clock of the search that stands still, and is past any limit once `at` says so."""
    monkeypatch.setattr("dicehouse.studies.tuning.perf_counter", lambda: 1e6 if at() else 0.0)


def test_time_ends_a_proposal_in_the_middle_and_what_is_known_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its first 20 of 5,000 games are over when the time is up; the answers have a few games each."""
    monkeypatch.setattr("dicehouse.studies.tuning.SLOW_TRIAL_GAMES", (5_000, 10_000))
    played = 0

    def counted(plan: StudyPlan, chunk: Chunk) -> Tallies:
        nonlocal played
        played += 1
        return play_chunk(plan, chunk)

    monkeypatch.setattr("dicehouse.studies.tuning.play_chunk", counted)
    jumping_clock(monkeypatch, lambda: played >= 20)
    found = tuning("2 turns", bots=["search:1"], minutes=0.01).run()
    assert found.stopped == "minutes" and found.settings == {"target": 10_000}
    assert 16 <= found.games <= 22 and 1 <= found.fresh <= 22
    assert found.found[0].gap > 0 and not found.met
    said = tuning_text(found, "")
    assert "turns too high" in said and "because its time was up" in said


def test_a_search_that_is_interrupted_says_how_far_it_got(tmp_path: Path) -> None:
    """Stopped after two proposals: the nearest so far, without a claim about it."""
    calls = 0

    def stopping(done: int, total: int) -> None:
        nonlocal calls
        calls += 1
        if calls == 2:
            raise KeyboardInterrupt

    save = tmp_path / "tune.json"
    found = tuning("2 turns", save=save).run(progress=stopping)
    assert (found.stopped, found.fresh, found.met) == ("interrupted", 0, False)
    assert found.found[0].low is None and found.found[0].verdict == "open"
    said = tuning_text(found, "")
    assert "Stopped. So far, the nearest is target=" in said and "turns too high" in said
    assert "nothing confirms them" in said
    again = tuning("2 turns", save=save).run()
    assert same(again, tuning("2 turns").run()), "it goes on as if it had not been stopped"


def measured(values: Callable[[int], float]) -> Callable[..., Tallies]:
    """Play nothing: every game to a target takes so many turns, with a spread of one."""

    def play(plan: StudyPlan, chunk: Chunk, *rest: object) -> Tallies:
        turns = round(values(int(plan.cells[0].settings["target"])))
        row = (chunk.games, turns * chunk.games, (turns * turns + 1) * chunk.games)
        moments = np.array([row] * len(cell_measures(plan.cells[0])), np.int64)
        spread = {turns * 600: chunk.games}
        return Tallies({0: CellTally(chunk.games, moments=moments, histograms={"turns": spread, "minutes": spread})})

    return play


def test_where_a_game_declares_that_a_measure_rises_the_search_halves_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 99 targets, one takes 37 turns: seven proposals find it."""
    monkeypatch.setattr("dicehouse.studies.tuning.play_chunk", measured(lambda target: target / 500))
    over = parse_searched_settings(GAME, "target")
    found = Tuning(GAME, parse_goals("turns=37"), over, seed=1, games=9 * 1024, fresh=256, settings=PLAIN).run()
    assert found.settings == {"target": 18_500} and found.met and found.contradictions == []


def test_nothing_is_taken_for_granted_that_no_game_declares(monkeypatch: pytest.MonkeyPatch) -> None:
    search = tuning("turns=37")
    search._over = [replace(each, raises=()) for each in search._over]
    search._played = {'{"target": 2000}': [[4.0], [4.0]], '{"target": 10000}': [[90.0], [90.0]]}
    assert search._guess({*search._played}) is None
    undeclared = tuning("leads=3")
    undeclared._played = {'{"target": 2000}': [[1.0], [1.0]], '{"target": 10000}': [[9.0], [9.0]]}
    assert undeclared._guess({*undeclared._played}) is None


def test_a_result_against_what_is_declared_is_reported_and_not_relied_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games to 5,000 take longer than those to 10,000 here."""
    lengths = {2_000: 10, 5_000: 60, 10_000: 40}
    monkeypatch.setattr("dicehouse.studies.tuning.play_chunk", measured(lambda target: lengths[target]))
    found = tuning("turns=50").run()
    assert found.contradictions == [
        "Dice-ocalypse! declares that raising target never lowers turns. But target=5000 gave 60.0 turns, and"
        " target=10000 gave 40.0 turns. So the search did not rely on it."
    ]
    assert "Note: Dice-ocalypse! declares that raising target never lowers turns." in tuning_text(found, "")


def test_every_figure_has_its_unit() -> None:
    found = tuning("turns=37, first 50%", games=1024).run()
    assert [answer.unit for answer in found.found] == ["turns", ""]
    header, *rows = tuning_text(found, "").split("\n\n")[2].splitlines()
    assert "unit" in header and " turns " in rows[0] and "%" in rows[1]


def test_errors_of_earlier_saves_are_missing_and_damaged_ones_refused(tmp_path: Path) -> None:
    save = tmp_path / "tune.json"
    search = tuning("turns=20", save=save)
    search._played, search._errors = {'{"target": 2000}': [[20.0]]}, {'{"target": 2000}': [inf]}
    search._write_checkpoint()
    kept = json.loads(save.read_text())
    assert kept["errors"] == {'{"target": 2000}': [None]}
    search._read_checkpoint()
    assert search._errors == {'{"target": 2000}': [inf]}
    save.write_text(json.dumps({key: value for key, value in kept.items() if key != "errors"}))
    search._read_checkpoint()
    assert search._errors == {}
    save.write_text(json.dumps(kept | {"errors": {'{"target": 2000}': [1.0, 2.0]}}))
    with pytest.raises(BadSave, match="isn't a search that this version saved"):
        search._read_checkpoint()


def test_without_optuna_one_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "optuna", None)
    with pytest.raises(OptunaMissing, match=r"^The search needs Optuna\. .* pip install '\.\[tune\]'$"):
        tuning("2 turns").run()


def test_a_goal_that_is_not_measured_here() -> None:
    with pytest.raises(BadSetting, match="first isn't measured with 1"):
        Tuning(
            find("baron-voodoo"),
            parse_goals("first 50%"),
            parse_searched_settings(find("baron-voodoo"), "power_lines"),
            players=1,
        )
