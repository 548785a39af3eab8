"""The first game that teaches: one round of six throws. Nobody knows what comes of them, so the words fit it all."""

from __future__ import annotations

from dicehouse.kit.lesson import Lesson, Step, plays

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
        Step(
            "Six throws each. The blue board is yours.",
            "When all are thrown, every die that lies on your board pays what it shows. The most points win.",
            look=("target:p1",),
            key=("I'm ready", ""),
        ),
        Step(
            "Throw your first die at your board.",
            "The hand is set for you. Let go 15 cm away or farther; the rest is up to the die.",
            on=MINE,
            look=("target:p1",),
            wrong=NOT_HIS,
        ),
        *plays(1, "lob o1 p2"),
        Step(
            "Look where they lie.",
            "On a board a die counts, even half over the edge. Beside it, or leaning, it pays nothing.",
            look=("target:p1", "target:p2"),
            key=("Go on", ""),
        ),
        Step(
            "Now pull the die back and aim.",
            "Further back is harder. The cloud shows where it will probably land; no hand is quite steady.",
            on=MINE,
            look=("hand", "target:p1"),
            wrong=NOT_HIS,
        ),
        *plays(1, "drop o2 p2"),
        Step(
            "Towers pay best.",
            "A die on top of another counts double, on two of them three times. What lies beneath counts nothing.",
            look=("target:p1", "target:p2"),
            key=("Go on", ""),
        ),
        Step(
            "Drop one from above. Try for a tower!",
            "If it tumbles off, no harm: on the board it still pays what it shows.",
            on=MINE,
            look=("target:p1",),
            wrong=NOT_HIS,
        ),
        *plays(1, "knock o3 p1"),
        Step(
            "That was aimed at your board!",
            "What is knocked off is lost; what lands on it is yours, whoever threw it. Only the end counts.",
            look=("target:p1",),
            key=("My turn", ""),
        ),
        Step(
            "Pay him back: aim at Otto's board.",
            "Hard and flat sweeps dice away. A die of yours that stays there counts for him.",
            on=HIS,
            look=("target:p2",),
            key=("Tap Otto's board", "then throw"),
            wrong=NOT_MINE,
        ),
        *plays(1, "lob o4 p2"),
        Step(
            "Two dice left: throw as you like.",
            "Safe on your own board, or hard at his. Count both boards first.",
            on=ANY,
            look=("target:p1",),
        ),
        *plays(1, "knock o5 p1"),
        Step(
            "The last one is yours. Make it count.",
            "Otto has one more after you; then the boards are read.",
            on=ANY,
            look=("target:p1",),
        ),
        *plays(1, "lob o6 p2"),
    ),
    well="All twelve are thrown, and the boards are read!",
    tip="Drop from close by when you want to be safe; throw hard only at what should fly.",
    settings={"rounds": 1, "hand": "steady"},
    dice="61",
    seed="one round",
)

LESSONS = (LESSON,)
