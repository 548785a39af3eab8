"""Teach Pig in one lesson: roll, roll again, and bank in time."""

from __future__ import annotations

from dicehouse.core import Lesson, LessonStep, scripted_actions

AGAIN = LessonStep(
    "Throw once more.",
    "Nothing is yours before you bank it.",
    on=("roll",),
    wrong=(("bank", "Four points are few. Dare one more throw first."),),
)

BUST = (
    *scripted_actions(1, "roll", "roll"),
    LessonStep("See what a 1 does.", "{1} threw a 1, and the points of the turn are gone."),
)

LESSONS = (
    Lesson(
        "first",
        "Throw or bank",
        "You and {1} race to 100, with one die between you.",
        (
            LessonStep("Throw the die.", "What it shows is added up.", on=("roll",)),
            AGAIN,
            LessonStep(
                "Bank your ten.",
                "A 1 would take them all.",
                on=("bank",),
                wrong=(("roll", "Not again: a 1 would take all ten. Bank them."),),
            ),
            *BUST,
        ),
        well="That is Pig.",
        tip="Bank at about 20: from there on, a 1 costs more than a throw brings.",
        dice="1 4 6 3 1",
    ),
)
