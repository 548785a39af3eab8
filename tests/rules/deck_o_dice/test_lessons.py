"""The lessons teach every rule that a first real game uses, with the settings of such a game."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import pytest

from dicehouse.core.lesson import Lesson
from dicehouse.core.lesson_progress import LessonProgress
from dicehouse.core.option import fill_names
from dicehouse.games.deck_o_dice import GAME
from dicehouse.games.deck_o_dice.presentation.lessons import LESSONS, deck_order
from dicehouse.games.deck_o_dice.rules.state import EventKind
from dicehouse.match.match import Match

LONGEST_FIRST = 12  # steps: at 15 seconds a step, with animations, that is less than four minutes

# Each rule with the lesson and the step (from 1) that teaches it, and words of that step.
EVENTS: dict[str, tuple[str, int, str]] = {
    "HALF": ("second-half", 1, "A duel has two halves"),
    "COMBAT": ("second-half", 1, "halves of six combats"),
    "CHOSEN": ("first", 2, "chooses in secret, too"),
    "REVEAL": ("first", 2, "You both reveal at the same moment"),
    "PICK": ("dicey", 2, "Send Twent"),
    "DICEY_FLIP": ("dicey", 3, "Dicey flipped a card"),
    "DICEY_PICKS": ("dicey", 3, "so Dicey sent Dwelve"),
    "ROLES": ("second-half", 4, "on an even number"),
    "FLIP": ("second-half", 4, "The d4 of a card decides who attacks"),
    "ATTACK": ("second-half", 4, "Attacking only means drawing first"),
    "DRAW": ("first", 3, "Your card shows 18 on the d20"),
    "REDRAW": ("abilities", 3, "draw again"),
    "NO_NUMBER": ("abilities", 3, "If no number is left, the card is 0"),
    "LOOK": ("first", 7, "You see the top two cards"),
    "LOOKED": ("first", 8, "Take the card with the 8"),
    "DECLINE": ("first", 7, "you could just draw"),
    "TAKE": ("first", 9, ""),
    "REROLL": ("first", 6, "5 beats 4"),
    "KEEP": ("abilities", 10, "You don't have to reroll"),
    "GIANT_KILLER": ("abilities", 6, "If Quad rolls a 3 or 4, a d12 or d20 gets 0"),
    "SHIELD": ("abilities", 4, "the other number loses 2"),
    "STUBBORN": ("abilities", 8, "Dwelve wins ties"),
    "COMPARE": ("first", 3, "18 beats 5"),
    "WON": ("first", 3, "you win both cards"),
    "TIE": ("first", 10, "Each side keeps its own card"),
    "SHUFFLED": ("dicey", 5, "Dicey shuffles the other card into the deck"),
    "END": ("last-combats", 3, "12 to 12"),
    "WIN": ("last-combats", 3, "the side with the card that shows 20 on the d20 wins"),
    "LOST": ("dicey", 1, "Win more cards than Dicey"),
}
ONLY_SAID = {"ROLES", "NO_NUMBER", "DECLINE", "KEEP", "END", "WIN", "LOST"}  # too rare, or after the last step
OPTIONS: dict[str, tuple[str, int, str]] = {
    "choose": ("first", 2, "Send Twent"),
    "look": ("first", 7, "Look"),
    "decline": ("first", 7, "you could just draw"),
    "take": ("first", 8, "Take the card"),
    "reroll": ("first", 5, "Reroll"),
    "keep": ("abilities", 10, "Keep it"),
}


@dataclass
class Taught:
    """What a learner met: the words of each step, the kinds of events before it (and after the last), the options."""

    words: list[str] = field(default_factory=list)
    told: list[set[str]] = field(default_factory=list)
    offered: list[set[str]] = field(default_factory=list)


def take(lesson: Lesson) -> Taught:
    """Take a lesson to its end by the first option that each step accepts."""
    found, names = Taught(), ["Ana", *lesson.rivals]
    match = Match(GAME, lesson.players, dict(lesson.settings), lesson.source(), names=tuple(names))
    progress, new = LessonProgress(lesson), list(match.log())
    while not progress.is_done:
        due = progress.next_scripted_action(match)
        if due is not None:
            new += match.play(due[0], due[1])
            progress = progress.advance() if due[2] else progress
            continue
        assert progress.step is not None, f"{lesson.name} stops at item {progress.at}"
        ways = progress.accepted_options(match)
        found.words.append(fill_names(f"{progress.step.say} {progress.step.why}", names))
        found.told.append({event.kind for event in new if event.known_to(0)})
        new = []
        acts = 0 in match.acting()
        found.offered.append({str(option.facts["kind"]) for option in match.options(0)} if acts else set())
        if not progress.is_reading:
            assert ways, f"{lesson.name}, step {progress.step_number}: nothing goes on"
            new += match.play(0, ways[0].id)
        progress = progress.advance()
    found.told.append({event.kind for event in new if event.known_to(0)})
    return found


TAKEN = {lesson.name: take(lesson) for lesson in LESSONS}


@pytest.mark.parametrize("kind", [kind.name for kind in EventKind])
def test_every_kind_of_event_is_taught(kind: str) -> None:
    assert kind in EVENTS, "A new kind of event needs a lesson that teaches it."
    name, step, words = EVENTS[kind]
    taught = TAKEN[name]
    assert words in taught.words[step - 1], taught.words[step - 1]
    if kind not in ONLY_SAID:
        assert kind.lower().replace("_", "-") in set().union(*taught.told[: step + 1]), f"{kind} doesn't happen then"


def test_every_kind_of_option_is_taught() -> None:
    kinds = set().union(*(kinds for taught in TAKEN.values() for kinds in taught.offered))
    assert kinds == set(OPTIONS), "A new kind of option needs a lesson that teaches it."
    for kind, (name, step, words) in OPTIONS.items():
        assert words in TAKEN[name].words[step - 1] and kind in TAKEN[name].offered[step - 1], kind


def test_the_table_names_no_kind_that_does_not_exist() -> None:
    assert set(EVENTS) == {kind.name for kind in EventKind}


@pytest.mark.parametrize("lesson", LESSONS, ids=[lesson.name for lesson in LESSONS])
def test_a_lesson_has_the_rules_of_a_first_real_game(lesson: Lesson) -> None:
    first = GAME.modes[0]
    settings = GAME.settings_for(lesson.players, lesson.settings)
    assert settings == GAME.settings_for(lesson.players, first.settings)


def test_all_lessons_together_play_a_whole_duel() -> None:
    met = set().union(*(kinds for taught in TAKEN.values() for kinds in taught.told))
    assert {"half", "end", "win", "giant-killer", "shield", "stubborn", "flip", "tie"} <= met


def test_the_first_lesson_is_short_and_keeps_its_address() -> None:
    assert LESSONS[0].name == "first" and len(LESSONS[0].steps) <= LONGEST_FIRST
    assert all(re.fullmatch("[a-z-]+", lesson.name) for lesson in LESSONS)


SCORES = [
    (lesson, step.key[1], at)
    for lesson in LESSONS
    for at, step in enumerate(lesson.steps)
    if re.search(r"\d+ to \d+$", step.key[1])
]


@pytest.mark.parametrize(("lesson", "said", "at"), SCORES, ids=[f"{one.name}: {said}" for one, said, _ in SCORES])
def test_the_score_that_a_step_names_is_true(lesson: Lesson, said: str, at: int) -> None:
    match = Match(GAME, lesson.players, dict(lesson.settings), lesson.source())
    progress = LessonProgress(lesson)
    while progress.step is None or progress.step_number <= at:
        due = progress.next_scripted_action(match)
        if due is not None:
            match.play(due[0], due[1])
            progress = progress.advance() if due[2] else progress
            continue
        if not progress.is_reading:
            match.play(0, progress.accepted_options(match)[0].id)
        progress = progress.advance()
    mine, theirs = (side["points"] for side in match.view(0)["sides"])
    assert said.endswith(f"{mine} to {theirs}"), (mine, theirs)
    assert said.startswith(("you lead", "you trail")) == (mine != theirs)


def test_a_card_that_is_shuffled_in_can_be_drawn_again() -> None:
    assert deck_order(5, 1, 2) == (5, 1, 1)
    assert deck_order(5, 1, 5, 2, shuffled_in=(5, 2)) == (5, 1, 4, 1)
    assert deck_order(*range(24, 0, -1)) == tuple(range(24, 1, -1))
