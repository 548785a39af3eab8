"""Lessons: every one is played to its end with every touch that goes on, and what an author gets wrong is said."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from dicehouse.core import Game, Lesson, LessonDice, LessonStep, scripted_actions
from dicehouse.core.lesson import LEARNER_SEAT
from dicehouse.core.lesson_progress import LessonProgress, matches_pattern
from dicehouse.engine.check_game import game_faults
from dicehouse.engine.check_lessons import lesson_faults, script_faults
from dicehouse.errors import IllegalOption
from dicehouse.games import BUILT_IN, find
from dicehouse.match.match import Match

sys.path.append(str(Path(__file__).parents[2] / "examples" / "pig"))

from pig import game as pig

TAUGHT = [(game_id, lesson) for game_id in BUILT_IN for lesson in find(game_id).hooks.LESSONS]
NAMED = pytest.mark.parametrize(("game_id", "lesson"), TAUGHT, ids=[f"{game}: {one.name}" for game, one in TAUGHT])
FIRST: Lesson = pig.hooks.LESSONS[0]


def sit(game_id: str, lesson: Lesson) -> Match:
    return Match(find(game_id), lesson.players, lesson.settings, lesson.source(), ["You", *lesson.rivals])


@NAMED
def test_a_lesson_is_played_to_its_end_with_every_touch_that_goes_on(game_id: str, lesson: Lesson) -> None:
    assert list(script_faults(lesson, lambda: sit(game_id, lesson))) == []


@NAMED
def test_a_lesson_is_read_again_as_it_was_played(game_id: str, lesson: Lesson) -> None:
    match, course = sit(game_id, lesson), LessonProgress(lesson)
    while not course.is_done:
        if due := course.next_scripted_action(match):
            match.play(due[0], due[1])
            course = course.advance() if due[2] else course
            continue
        if (step := course.step) is not None and step.on:
            ways = course.accepted_options(match)
            match.play(LEARNER_SEAT, ways[0].id if ways else step.on[0])
        course = course.advance()
    again = Match.load(match.save())
    assert again.position() == match.position()


@pytest.mark.parametrize("game_id", BUILT_IN)
def test_the_form_of_a_game_s_lessons_is_right(game_id: str) -> None:
    assert list(lesson_faults(find(game_id))) == []


# --- what an author gets wrong


def taught(*lessons: Any) -> Game:
    module = ModuleType("pig.lessons")
    module.LESSONS = lessons  # type: ignore[attr-defined]
    return replace(pig, presentation=(*pig.modules["presentation"][:-1], module))


def with_step(at: int, **fields: Any) -> Game:
    script = list(FIRST.script)
    step = script[at]
    assert isinstance(step, LessonStep)
    script[at] = replace(step, **fields)
    return taught(replace(FIRST, script=tuple(script)))


def test_the_example_has_no_fault() -> None:
    assert game_faults(pig) == []


@pytest.mark.parametrize(
    ("game", "fault"),
    [
        (taught("first"), "LESSONS holds 'first', which isn't a Lesson."),
        (taught(FIRST, FIRST), "There are two lessons called first."),
        (
            taught(replace(FIRST, name="First!")),
            "Lesson First!: its name must be one word in lower case, such as first.",
        ),
        (taught(replace(FIRST, tip="")), "title, theme, well and tip each need one line, but one of them is empty."),
        (taught(replace(FIRST, rivals=())), "Pig is for 2 to 6 players, not 1."),
        (taught(replace(FIRST, settings={"goal": 3})), "There is no setting 'goal'. Try target and two_dice."),
        (taught(replace(FIRST, dice="1 x")), "A tape must consist of the digits 1-9, not '1 x'."),
        (taught(replace(FIRST, script=())), "it must have 1 to 16 steps, not 0."),
        (taught(replace(FIRST, script=(scripted_actions(0, "roll"), *FIRST.script))), "Unpack `plays` with a star."),
        (with_step(0, on="roll"), "step 1, on must be a tuple of texts, not 'roll'."),
        (with_step(0, say="Now " * 20), "step 1, say must be a headline of 1 to 60 characters, not 80."),
        (with_step(0, why="So " * 60), "step 1, why can have at most 160 characters, not 180."),
        (with_step(1, key=("Throw",)), "step 2, key must be a label and a small line, not ('Throw',)."),
        (
            with_step(1, wrong=("bank",)),
            "step 2, wrong must be pairs: what the player touched, and what the lesson says to it.",
        ),
        (
            with_step(1, look=("the die",)),
            "step 2, look must name things as Option.path does, such as die:3; not 'the die'.",
        ),
        (with_step(1, now=("6",)), "step 2, now names '6', which shows doesn't have."),
        (with_step(0, on=("bank",)), "Lesson first: step 1 needs 'bank' from seat 0; its legal options are: roll."),
        (
            with_step(1, on=("*",)),
            "Lesson first: after 'bank' at step 2, step 3 needs seat 0, but it is the turn of [1].",
        ),
        (with_step(2, on=("roll",)), "before step 4, 'roll' needs seat 1, but it is the turn of [0]."),
        (taught(replace(FIRST, dice="1 9")), "Lesson first: step 1 fails: the tape has a result that the rolled die"),
    ],
)
def test_a_fault_is_said(game: Game, fault: str) -> None:
    assert any(fault in line for line in game_faults(game)), game_faults(game)


def test_a_reaction_of_which_the_script_says_nothing_is_let_pass() -> None:
    game = find("dice-ocalypse")
    script = (
        *scripted_actions(0, "roll", "keep 111 bank"),
        LessonStep("Look.", "It is yours."),
        *scripted_actions(1, "roll", "keep 111 bank"),
        *scripted_actions(0, "roll", "keep 1 bank"),
        *scripted_actions(1, "roll"),
        LessonStep("Look.", "So."),
    )
    lesson = Lesson("first", "t", "t", script, "w", "t", dice="52 111234 111236 123346 1")
    match, course, passed = Match(game, 2, {}, lesson.source()), LessonProgress(lesson), 0
    while not course.is_done:
        due = course.next_scripted_action(match)
        assert due or course.waits_for_learner(match), "nothing goes on"
        if due:
            match.play(due[0], due[1])
            passed += not due[2]
        if not due or due[2]:
            course = course.advance()
    assert passed, "nobody was asked for a reaction"


def test_a_star_in_a_pattern_stands_for_anything_and_the_rest_for_itself() -> None:
    assert (
        matches_pattern("keep 1* roll", "keep 11 roll") and matches_pattern("*", "") and matches_pattern("a[1]", "a[1]")
    )
    assert (
        not matches_pattern("keep 1 roll", "keep 11 roll")
        and not matches_pattern("a.c", "abc")
        and not matches_pattern("keep", "keep 1")
    )


def test_chosen_dice_fall_first_and_then_a_stream_that_repeats() -> None:
    def play() -> list[tuple[int, ...]]:
        match = Match(pig, 2, {}, LessonDice("1 4 6", "x"))
        for _ in range(6):
            match.play(match.acting()[0], "roll")
        return [action.draws for action in match.actions]

    assert play()[:2] == [(4,), (6,)] and play() == play()


def test_a_script_for_other_rules_is_lost_and_does_not_hang() -> None:
    match = Match(pig, 2, {}, FIRST.source())
    strange = replace(FIRST, script=scripted_actions(0, "piggyback"))
    assert LessonProgress(strange).is_stuck(match) and not LessonProgress(FIRST).is_stuck(match)
    with pytest.raises(IllegalOption):
        match.play(0, "piggyback")
