"""Define the first lesson: one round of six throws. Nobody knows how they end, so the words fit every result."""

from __future__ import annotations

from dicehouse.core.lesson import Lesson, LessonStep, scripted_actions
from dicehouse.text_format import number_word

from ..rules.state import N_COLOURS
from .notation import RELEASE_CM

MINE = ("throw * p1 *", "lob * p1", "drop * p1", "knock * p1")
HIS = ("throw * p2 *", "knock * p2", "lob * p2", "drop * p2")
ANY = ("throw *", "lob *", "drop *", "knock *")
NOT_HIS = (("*p2*", "That is Otto's board: what lands there counts for him. Aim at your own."),)
NOT_MINE = (("*p1*", "Your own board comes next. This one goes for Otto's."),)

LESSON = Lesson(
    "first",
    "One round",
    "Foam dice, foam boards, and a table between them. Nothing is drawn by lot here: every throw really flies.",
    (
        LessonStep(
            f"{number_word(N_COLOURS).capitalize()} throws each. The blue board is yours.",
            "When all are thrown, every die that lies on your board pays what it shows. The most points win.",
            look=("target:p1",),
            key=("I'm ready", ""),
        ),
        LessonStep(
            "Throw your first die at your board.",
            f"The hand is set for you. Let go {RELEASE_CM} cm away or farther; the rest is up to the die.",
            on=MINE,
            look=("target:p1",),
            wrong=NOT_HIS,
        ),
        *scripted_actions(1, "lob o1 p2"),
        LessonStep(
            "Look where they lie.",
            "On a board a die counts, even half over the edge. Beside it, or leaning, it pays nothing.",
            look=("target:p1", "target:p2"),
            key=("Go on", ""),
        ),
        LessonStep(
            "Now pull the die back and aim.",
            "Further back is harder. The cloud shows where it will probably land; no hand is quite steady.",
            on=MINE,
            look=("hand", "target:p1"),
            wrong=NOT_HIS,
        ),
        *scripted_actions(1, "drop o2 p2"),
        LessonStep(
            "Towers pay best.",
            "A die on top of another counts double, on two of them three times. What lies beneath counts nothing.",
            look=("target:p1", "target:p2"),
            key=("Go on", ""),
        ),
        LessonStep(
            "Drop one from above. Try for a tower!",
            "If it tumbles off, no harm: on the board it still pays what it shows.",
            on=MINE,
            look=("target:p1",),
            wrong=NOT_HIS,
        ),
        *scripted_actions(1, "knock o3 p1"),
        LessonStep(
            "That was aimed at your board!",
            "What is knocked off is lost; what lands on it is yours, whoever threw it. Only the end counts.",
            look=("target:p1",),
            key=("My turn", ""),
        ),
        LessonStep(
            "Pay him back: aim at Otto's board.",
            "Hard and flat sweeps dice away. A die of yours that stays there counts for him.",
            on=HIS,
            look=("target:p2",),
            key=("Tap Otto's board", "then throw"),
            wrong=NOT_MINE,
        ),
        *scripted_actions(1, "lob o4 p2"),
        LessonStep(
            "Two dice left: throw as you like.",
            "Safe on your own board, or hard at his. Count both boards first.",
            on=ANY,
            look=("target:p1",),
        ),
        *scripted_actions(1, "knock o5 p1"),
        LessonStep(
            "The last one is yours. Make it count.",
            "Otto has one more after you; then the boards are read.",
            on=ANY,
            look=("target:p1",),
        ),
        *scripted_actions(1, "lob o6 p2"),
    ),
    well=f"All {number_word(2 * N_COLOURS)} are thrown, and the boards are read!",
    tip="Drop from close by when you want to be safe; throw hard only at what should fly.",
    settings={"rounds": 1, "hand": "steady"},
    dice="61",
    seed="one round",
)

LESSONS = (LESSON,)
