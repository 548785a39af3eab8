"""Test that a match keeps the version of the physics with which it began, and what the versions differ in."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import dicehouse
from dicehouse.errors import BadSetting
from dicehouse.games import find
from dicehouse.games.indicesion.ai.skids import skids_onto
from dicehouse.games.indicesion.ai.throw_candidates import find_candidates
from dicehouse.games.indicesion.ai.throw_counts import COUNTS
from dicehouse.games.indicesion.physics.throw_physics import shake_throw
from dicehouse.games.indicesion.physics.versions import NEWEST, VERSIONS
from dicehouse.games.indicesion.rules.ready_throws import ready_throw
from dicehouse.games.indicesion.rules.table_layout import scene_of
from dicehouse.games.indicesion.rules.throw_notation import IntendedThrow
from dicehouse.games.indicesion.rules.trial_throws import try_throw
from dicehouse.games.indicesion.rules.win_chances import SWINGS
from dicehouse.match.match import Match

from .stage import Stage

GAME = find("indicesion")
RECORDED = Path(__file__).parent / "recorded_matches.json"  # a few throws of each version
THROW = IntendedThrow("r1", "p1", (0, -400, 200), (2000, 90, 30), (300, 0, 1200), (6, 0)).throw()
# the same hand in each version: place, velocity and spin of THROW shaken with the numbers of random.Random(7)
SHAKEN = json.loads((Path(__file__).parent / "shaken_throws.json").read_text())
TRIALS = 120


def state_of(match: Match) -> Any:
    return match._position.state


def begun(**options: object) -> Match:
    return dicehouse.new("indicesion", players=2, seed=3, options=options)


def played(match: Match, throws: int) -> Match:
    for _ in range(throws):
        seat = match.acting()[0]
        match.play(seat, match.options(seat)[0].id)
    return match


def older(match: Match) -> str:
    """Return the match as a version of Dicehouse saved it that knew one physics only."""
    saved = match.save()
    assert "physics" not in saved["settings"]
    return json.dumps(saved)


def test_a_new_match_has_the_newest_physics_and_says_so() -> None:
    match = begun()
    assert (match.settings["physics"], state_of(match).options.physics) == (NEWEST, NEWEST) == (2, 2)
    assert match.save()["settings"]["physics"] == 2
    assert Match.load(match.save()).settings == match.settings


def test_no_form_offers_a_version() -> None:
    assert "physics" not in {setting.key for setting in GAME.settings}
    assert [version.key for version in GAME.versions] == ["physics"]
    for wrong in (0, NEWEST + 1, "x"):
        with pytest.raises(BadSetting, match="physics must be"):
            begun(physics=wrong)


def test_a_record_that_names_no_version_has_the_first_one() -> None:
    text = older(played(begun(physics=1), 3))
    match = Match.load(text)
    assert match.settings["physics"] == state_of(match).options.physics == scene_of(state_of(match)).physics == 1
    assert json.dumps(match.save()) == text, "not a byte is different"


def test_a_match_is_continued_by_the_physics_that_it_began_with() -> None:
    """The same dice throw the same die differently in the other version."""
    first = played(begun(physics=1), 1)
    again, newer = Match.load(older(first)), played(begun(), 1)
    for match in (first, again, newer):
        seat = match.acting()[0]
        match.play(seat, match.options(seat)[0].id)
    assert first.actions[-1].draws == again.actions[-1].draws == newer.actions[-1].draws
    assert first.actions[-1].outcome == again.actions[-1].outcome != newer.actions[-1].outcome
    assert Match.load(again.save()).position() == again.position()


def test_a_what_if_and_a_moment_keep_the_version() -> None:
    match = played(begun(physics=1), 2)
    fork = match.fork(1, match.actions[1].seat)
    assert state_of(fork).options.physics == state_of(match.at(1)).options.physics == 1
    assert "physics" not in fork.save()["settings"]


@pytest.mark.parametrize("version", sorted(VERSIONS))
def test_recorded_matches_replay_to_the_byte(version: int) -> None:
    saved = json.loads(RECORDED.read_text())[str(version)]
    assert saved["settings"].get("physics", 1) == version
    match = Match.load(json.dumps(saved))
    assert match.number >= 4 and json.dumps(match.save()) == json.dumps(saved)


@pytest.mark.parametrize("version", sorted(VERSIONS))
def test_the_hand_of_a_version_never_changes(version: int) -> None:
    shaken = shake_throw(THROW, "usual", random.Random(7), version)
    assert [*shaken.pose, *shaken.velocity, *shaken.spin] == pytest.approx(SHAKEN[str(version)])


def test_every_version_has_its_estimates() -> None:
    assert VERSIONS.keys() == COUNTS.keys() == SWINGS.keys()


# --- a drop


def tried(version: int, meant: IntendedThrow) -> tuple[int, int, int]:
    """Return how many of the trials stay on the board, keep their face, and the points of all."""
    state, luck = state_of(Stage(settings={"physics": version}, hands=["r1", "o1"]).match), random.Random(11)
    stays = keeps = points = 0
    for _ in range(TRIALS):
        found = try_throw(state, scene_of(state), meant, luck)
        assert found is not None
        die = found.verdict.dice.get("r1")
        if die is not None and "p1" in die.boards:
            stays, keeps, points = stays + 1, keeps + (die.face == meant.up[0]), points + found.points[0]
    return stays, keeps, points


def drop() -> IntendedThrow:
    return ready_throw(state_of(Stage(hands=["r1", "o1"]).match), 0, "drop", "r1", "p1")


def test_a_drop_is_certain_in_version_1_only() -> None:
    """The bounds are far from what is expected: about 120 and 110 of 120 stay, and 66 and 28 keep their face."""
    before, now = tried(1, drop()), tried(2, drop())
    assert before[0] >= TRIALS - 1 and before[1] > TRIALS * 0.37
    assert TRIALS * 0.7 < now[0] < TRIALS and now[1] < TRIALS * 0.4
    assert now[2] < before[2] * 0.85


def test_a_skid_is_a_good_throw_too() -> None:
    """It brings about 4 points, and a drop 3.5; so the bound is far from what is expected."""
    state = state_of(Stage(hands=["r1", "o1"]).match)
    skid = next(meant for free, meant in skids_onto(state, scene_of(state), "r1", "p1") if free)
    assert skid in [aim.meant for aim in find_candidates(state, 0, "r1")], "the computer players know it"
    assert tried(2, skid)[2] > TRIALS * 2.9


def test_the_preview_tells_the_share_of_the_matchs_own_physics() -> None:
    """Its luck is its own, so the bounds are wide: about 48 and 44 of 48 stay, and the means are 4.9 and 3.3."""
    means = []
    for version in sorted(VERSIONS):
        match = Stage(settings={"physics": version}, hands=["r1", "o1"]).match
        *_, found = match.sample_outcomes(0, drop().text())
        means.append(found["mean"])
        assert found["where"] == "stays on your board"
        assert found["stays"] == sum(part["share"] for part in found["parts"] if part["stays"])
    assert means[0] > means[1]
