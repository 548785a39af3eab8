"""Two first games that teach: plain dice, then cards and the special dice."""

from __future__ import annotations

from dicehouse.kit.lesson import Lesson, Step

SHOWS = (
    ("1", "100"),
    ("5", "50"),
    ("111", "1,000"),
    ("333", "300"),
    ("3333", "600"),
    ("123456", "1,500"),
    ("224466", "1,500"),
)

LESSONS = (
    Lesson(
        "first",
        "Plain dice",
        "The last war has begun. Points are your rations.",
        (
            Step(
                "Throw your six dice.",
                "Whoever is first over 10,000 points starts the end.",
                on=("roll",),
                key=("Throw the dice", "all six"),
            ),
            Step(
                "Tap the 1: it is worth 100.",
                "Lay aside what scores, then roll the rest or bank.",
                on=("keep 1 roll",),
                key=("Tap the 1 first", "then roll on"),
                wrong=(
                    ("die:1", "A 5 brings 50, the 1 brings 100. Tap the 1: the more dice you throw again, the better."),
                    ("die:2", "A lone 3 scores nothing. You have two; three of them would be 300."),
                ),
                now=("1", "5"),
            ),
        ),
        well="That is all of it.",
        tip="Two dice bust in four throws of nine.",
        settings={"special_cards": False},
        dice="52 153326 11111",
        shows=SHOWS,
    ),
)
