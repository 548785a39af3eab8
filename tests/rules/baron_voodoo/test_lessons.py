"""Test that the lessons teach every rule.

Tables name the step that teaches each kind of event and of option, each face, each power, each step of the action bar
and each size of a set. A new kind that no lesson teaches fails here.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple, get_args

import pytest

from dicehouse.core.lesson import LEARNER_SEAT, Lesson
from dicehouse.core.lesson_progress import LessonProgress
from dicehouse.core.short_rules import section_texts
from dicehouse.games import find
from dicehouse.games.baron_voodoo.presentation import view_types
from dicehouse.games.baron_voodoo.presentation.event_names import EVENT_NAMES
from dicehouse.games.baron_voodoo.presentation.lessons import LESSONS
from dicehouse.games.baron_voodoo.presentation.notation import FACES, POWER_IDS, STEP_IDS
from dicehouse.games.baron_voodoo.rules.combos import LEAST, MOST
from dicehouse.match.match import Match

GAME = find("baron-voodoo")
NAMES = {lesson.name: lesson for lesson in LESSONS}


class Told(NamedTuple):
    """Hold what a learner meets at one step: the words, and the options and events up to the end of the step."""

    words: str
    look: tuple[str, ...]
    options: tuple[str, ...]
    kinds: tuple[str, ...]
    events: tuple[str, ...]


@cache
def told(name: str) -> tuple[Told, ...]:
    """Play a lesson to its end, and return its steps."""
    lesson = NAMES[name]
    match = Match(GAME, lesson.players, GAME.settings_for(lesson.players, lesson.settings), lesson.source())
    progress, found, before = LessonProgress(lesson), [], 0
    while not progress.is_done:
        due, step = progress.next_scripted_action(match), progress.step
        if due is not None:
            match.play(due[0], due[1])
            progress = progress.advance() if due[2] else progress
            continue
        assert step is not None and progress.waits_for_learner(match), (name, progress.step_number)
        ways = progress.accepted_options(match)
        if step.on:
            match.play(LEARNER_SEAT, ways[0].id)
        log = match.log()
        events = tuple(event.kind for event in log[before:])
        before = len(log)
        kinds = tuple(str(way.facts["kind"]) for way in ways)
        found.append(Told(f"{step.say} {step.why}", step.look, tuple(way.id for way in ways), kinds, events))
        progress = progress.advance()
    return tuple(found)


# Each rule with the lesson and the number of the step that teaches it; words where nothing of the kind happens there.
Place = tuple[str, int] | tuple[str, int, str]
OPTIONS: dict[str, Place] = {
    "jump": ("first", 2),
    "use": ("first", 3),
    "end": ("first", 4),
    "offering": ("first", 7),
    "combo": ("first", 13),
    "loa": ("steps", 1),
    "turn": ("steps", 4),
    "buy": ("steps", 6),
    "power": ("steps", 11),
    "line": ("steps", 12),
    "die": ("powers", 2),
    "with": ("powers", 3),
    "to": ("powers", 7),
    "stack": ("powers", 11),
    "top": ("powers", 12),
    "next": ("powers", 13),
    "face": ("faces", 6),
    "steal": ("faces", 9),
    "exchange": ("faces", 12),
    "spirit": ("end", 8, "single dice"),
    "place": ("draft", 2),
    "baron-loa": ("baron", 2),
}
EVENTS: dict[str, Place] = {
    "laid": ("first", 1),
    "first": ("first", 1),
    "turn": ("first", 1),
    "capture": ("first", 2),
    "victory": ("first", 3),
    "offering": ("first", 7),
    "power": ("first", 10),
    "wata": ("first", 10),
    "combo": ("first", 13),
    "loa": ("steps", 1),
    "turn-die": ("steps", 4),
    "buy": ("steps", 6),
    "swap": ("powers", 3),
    "move": ("powers", 7),
    "spread": ("powers", 12),
    "guard": ("faces", 3),
    "guard-ends": ("faces", 4),
    "face": ("faces", 6),
    "steal": ("faces", 9),
    "exchange": ("faces", 13),
    "samedi": ("sets", 4),
    "trigger": ("end", 5),
    "blocked": ("end", 1, "can't jump"),
    "spirit": ("end", 8),
    "final-combo": ("end", 8),
    "majority": ("end", 8),
    "final": ("end", 8),
    "win": ("end", 8),
    "place": ("draft", 2),
    "baron-loa": ("baron", 2),
    "line": ("baron", 3, "wishes"),
    "lost": ("baron", 0, "only with more points than the Baron"),
}
FACE_STEPS: dict[str, Place] = {
    "O": ("steps", 10, "Offering"),
    "V": ("first", 3, "Victory"),
    "F": ("faces", 5, "Face"),
    "G": ("faces", 3, "Guard"),
    "S": ("faces", 8, "Steal"),
    "X": ("faces", 11, "Exchange"),
}
POWER_STEPS: dict[str, Place] = {
    "wata": ("steps", 11),
    "bwa": ("powers", 10),
    "legba": ("powers", 5),
    "erzulie": ("powers", 1),
}
BAR_STEPS: dict[str, Place] = {
    "A": ("powers", 1),
    "B": ("steps", 2),
    "C1": ("steps", 9),
    "C2": ("steps", 4),
    "C3": ("steps", 5),
    "C4": ("steps", 6),
    "C5": ("first", 13),
    "D": ("steps", 11),
}
WORDS: dict[str, Place] = {  # rules without a kind of their own
    "white counts as any colour": ("sets", 1, "white counts as any colour"),
    "the Baron Samedi token": ("sets", 5, "all powers are free"),
    "who takes the token": ("sets", 6, "having more white dice"),
    "the direction of a jump": ("first", 2, "never diagonally"),
    "several sets in a turn": ("sets", 2, "several sets in one turn"),
    "a power against a block": ("end", 1, "even after a power"),
    "single dice": ("end", 0, "single dice to the Spirit World"),
    "a full stack": ("powers", 9, "nobody can land on it"),
    "one power a turn": ("steps", 11, "one power a turn"),
    "no two extra turns": ("steps", 6, "two in a row"),
    "the threshold": ("end", 1, "18"),
    "the majority": ("end", 2, "3 points"),
    "a shared majority": ("end", 2, "1 point each"),
    "one more turn for the others": ("end", 6, "one more turn"),
    "the last set": ("end", 8, "one more set"),
    "a tie": ("end", 0, "the player who triggered the final round wins"),
    "a tie of the others": ("end", 0, "or else the next tied player after them"),
    "stolen points stay": ("faces", 8, "keeps the points"),
    "the order of steps": ("steps", 3, "left to right"),
}


def step_of(place: Place) -> Told | None:
    name, number, *_words = place
    return told(name)[number - 1] if number else None


def words_of(place: Place) -> str:
    """Return what the step says; number 0 is the end of the lesson."""
    step, lesson = step_of(place), NAMES[place[0]]
    return step.words if step is not None else f"{lesson.well} {lesson.tip}"


def option_kinds() -> set[str]:
    return set(get_args(view_types.Kind))


def test_every_kind_of_option_and_event_has_its_step() -> None:
    assert set(OPTIONS) == option_kinds()
    assert set(EVENTS) == {name.kind for name in EVENT_NAMES.values()}
    assert set(FACE_STEPS) == set(FACES) and set(POWER_STEPS) == set(POWER_IDS) and set(BAR_STEPS) == set(STEP_IDS)


@pytest.mark.parametrize("kind", OPTIONS)
def test_a_kind_of_option_is_taught(kind: str) -> None:
    place = OPTIONS[kind]
    step = step_of(place)
    assert step is not None
    if len(place) == 2:
        assert set(step.kinds) == {kind}
    else:
        assert kind in step.events
        assert place[2] in f"{step.words} {NAMES[place[0]].tip}"


@pytest.mark.parametrize("kind", EVENTS)
def test_a_kind_of_event_is_taught(kind: str) -> None:
    place = EVENTS[kind]
    step = step_of(place)
    if len(place) == 2:
        assert step is not None and kind in step.events
    else:
        assert place[2] in words_of(place)


@pytest.mark.parametrize("face", FACES)
def test_each_face_is_used_and_named(face: str) -> None:
    place = FACE_STEPS[face]
    step = step_of(place)
    assert step is not None and step.options == ("use",) and place[2] in step.words  # type: ignore[misc]


@pytest.mark.parametrize("power", POWER_IDS)
def test_each_power_is_used_by_the_learner(power: str) -> None:
    step = step_of(POWER_STEPS[power])
    assert step is not None and step.options == (f"power {power}",)


@pytest.mark.parametrize("step", STEP_IDS)
def test_each_step_of_the_bar_is_taught(step: str) -> None:
    place = BAR_STEPS[step]
    found, (bar,) = step_of(place), [each for each in told("steps") if "bar shows" in each.words]
    assert found is not None and (f"step:{step.lower()}" in found.look or step == "B")
    assert f"step:{step.lower()}" in bar.look


@pytest.mark.parametrize("rule", WORDS)
def test_a_rule_without_a_kind_is_said(rule: str) -> None:
    place = WORDS[rule]
    assert place[2] in words_of(place)  # type: ignore[misc]


@pytest.mark.parametrize("size", range(LEAST, MOST + 1))
def test_each_size_of_a_set_is_told_with_its_points(size: int) -> None:
    points = dict(zip(range(LEAST, MOST + 1), (3, 5, 8, 12), strict=True))[size]
    text = told("sets")[1].words
    assert f"{size} dice score {points}" in text or f"{size} score {points}" in text


def test_the_first_lesson_keeps_its_name_and_address() -> None:
    assert LESSONS[0].name == "first" and GAME.lesson("first") is LESSONS[0]


def minutes(lesson: Lesson) -> float:
    """Return how long a lesson takes at an unhurried pace: reading at 180 words a minute, and 6 seconds a touch."""
    words = sum(len(step.words.split()) for step in told(lesson.name))
    touches = sum(2 if step.kinds == ("jump",) else 1 for step in told(lesson.name))
    others = sum(event == "capture" for step in told(lesson.name)[1:] for event in step.events)
    return words / 180 + (6 * touches + 3 * others) / 60


@pytest.mark.parametrize("lesson", LESSONS, ids=[lesson.name for lesson in LESSONS])
def test_a_lesson_is_short(lesson: Lesson) -> None:
    assert minutes(lesson) < 4


def test_the_sets_that_lessons_score_are_those_they_announce() -> None:
    """The points in the headline of a scored set are the ones that the log gives for it."""
    for lesson in LESSONS:
        match = Match(GAME, lesson.players, GAME.settings_for(lesson.players, lesson.settings), lesson.source())
        progress = LessonProgress(lesson)
        while not progress.is_done:
            due, step = progress.next_scripted_action(match), progress.step
            if due is not None:
                match.play(due[0], due[1])
            elif step is not None and step.on:
                way = progress.accepted_options(match)[0]
                match.play(LEARNER_SEAT, way.id)
                if way.facts["kind"] == "combo":
                    assert f"{way.facts['points']} points" in step.say
            progress = progress.advance()
        if lesson.name == "end":
            assert match.over and match.view()["winner"] == 0


def test_the_rules_in_short_name_what_the_lessons_teach() -> None:
    rules: list[Any] = [
        text for section in GAME.short_rules(GAME.settings_for(2, {}), 2) for text in section_texts(section)
    ]
    assert any("White counts as any colour" in text for text in rules)
    assert any("final round begins when a player has 18 points" in text for text in rules)
