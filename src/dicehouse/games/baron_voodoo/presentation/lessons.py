"""Define the first lesson: three jumps, and the set of stars that they make."""

from __future__ import annotations

from dicehouse.core.lesson import Lesson, LessonStep, scripted_actions
from dicehouse.text_format import count_in_words, number_word

from ..rules.combos import LEAST, VALUES
from ..rules.deal import COLOUR_COUNTS, THRESHOLDS
from ..rules.steps_after_capture import PRICE_OF_FACE, PRICE_OF_TURN
from .notation import points_words

STARS = 3  # caught in this lesson
OF_SET = VALUES[0][STARS]  # points, at a table with the default settings
EARNED = STARS + OF_SET  # points at the end: one for each Victory, and the set
ANOTHER_FACE = (
    f"That would cost {count_in_words(PRICE_OF_FACE, 'offering')}. The star is the best face for now: keep it."
)
EXTRA_TURN = f"An extra turn costs {count_in_words(PRICE_OF_TURN, 'offering')}. Save them."

TOO_EARLY = ("*end", "Not yet: what you leave undone in a turn is lost. Do what lies in the light first.")
AFTER = (
    TOO_EARLY,
    ("step:c2", ANOTHER_FACE),
    ("*turn*", ANOTHER_FACE),
    ("*spirit*", "One die alone scores nothing there, and never comes back. Wait for two more stars."),
    ("step:c5", "One die alone scores nothing there, and never comes back. Wait for two more stars."),
    ("*buy", EXTRA_TURN),
    ("step:c4", EXTRA_TURN),
    ("*power*", "A power ends these steps. Take what is free first."),
    ("step:d", "A power ends these steps. Take what is free first."),
    ("space:*", "One jump a turn, and yours is done. Now comes what follows from it."),
)


def jump(way: str, lands: str, over: str) -> tuple[tuple[str, str], ...]:
    """Return the answers accepted for one jump: the die that jumps, the space it lands on, the die it jumps over."""
    start = way[:2]
    return (
        (f"space:{lands}", f"That is where you land. Tap the die that jumps first: {start}."),
        (f"space:{over}", f"That is the one you catch. Tap the die that jumps over it: {start}."),
        (f"{start}x*", f"You may jump there, too. But this time land on {lands}."),
        ("*power*", "A power is free to use once a turn. But the jump is a must, so begin with it."),
        ("step:a", "A power is free to use once a turn. But the jump is a must, so begin with it."),
        ("step:*", "That comes after the jump."),
        ("space:*", f"Only purple dice jump for you, and this time it is the one on {start}."),
    )


LESSON = Lesson(
    "first",
    "Three stars",
    "A graveyard at midnight, and every die is a soul. You are Erzulie Freda: purple is yours.",
    (
        LessonStep(
            f"Look: {sum(COLOUR_COUNTS)} souls, and these are yours.",
            "Jump over souls to catch them, and bind them in sets for points. "
            f"Whoever reaches {THRESHOLDS[2]} begins the end.",
            look=("space:d6", *(f"space:{at}" for at in ["a7", "f7", "b5", "g5", "e4", "c3", "a2", "f2", "d1"])),
            key=("I'm ready", "purple jumps for you"),
        ),
        LessonStep(
            "Jump! Tap the purple die on d6.",
            "It leaps over its neighbour and lands on the empty middle, and you keep the one it jumped.",
            on=("d6xd5",),
            look=("space:d6", "space:d4", "space:d5"),
            key=("Tap d6 first", "then d4"),
            wrong=jump("d6xd5", "d4", "d5"),
        ),
        LessonStep(
            "You caught a star. Use it!",
            "A caught die may do what its face says. The star is Victory: one point, at once.",
            on=("use",),
            look=("key:use", "step:c3"),
            key=("Use Victory", "1 point"),
            wrong=AFTER,
        ),
        LessonStep(
            "One point. End your turn.",
            "A turn is one jump and what follows from it. The star stays in your Capture zone: it will be worth more.",
            on=("end",),
            key=("End your turn", ""),
            wrong=AFTER,
        ),
        *scripted_actions(1, "d3xe3", "use", "end"),
        LessonStep(
            "{1} jumped, too, with yellow.",
            "He caught the star on e3. Dice that you want, others want as well.",
            look=("space:f3", "space:e3", "space:d3"),
            key=("Go on", ""),
        ),
        LessonStep(
            "Catch your own: jump from d4 over e4.",
            "Purple may take purple. You land on another die this time: stacks grow, up to three.",
            on=("d4xe4",),
            look=("space:d4", "space:f4", "space:e4"),
            key=("Tap d4 first", "then f4"),
            wrong=jump("d4xe4", "f4", "e4"),
        ),
        LessonStep(
            "Your own colour pays. Take an offering.",
            "Offerings are what the Loas are paid with: for another face, a power or an extra turn.",
            on=("offering",),
            look=("key:offering", "step:c1"),
            key=("Take an offering", "for your own colour"),
            wrong=(("*use", "The offering comes first: who uses the face has passed it over."), *AFTER),
        ),
        LessonStep(
            "Another star: use it.",
            "One point more. And red and purple, one icon in two colours: there a set begins.",
            on=("use",),
            look=("key:use", "step:c3"),
            key=("Use Victory", "1 point"),
            wrong=AFTER,
        ),
        LessonStep(
            "Two stars. End your turn.",
            f"A set needs {number_word(LEAST)} dice. The third star waits on c5, if {{1}} leaves it there.",
            on=("end",),
            key=("End your turn", ""),
            wrong=AFTER,
        ),
        *scripted_actions(1, "power wata", "row 4 right", "g2xg3", "use", "end"),
        LessonStep(
            "A power! {1} pushed row 4.",
            "Each Loa has one, and you may use one a turn. Yours swaps two dice that stand alone.",
            look=("space:c4", "space:d4"),
            key=("Go on", ""),
        ),
        LessonStep(
            "The third star: jump from b5 over c5.",
            "It is yellow, and that is the third colour.",
            on=("b5xc5",),
            look=("space:b5", "space:d5", "space:c5"),
            key=("Tap b5 first", "then d5"),
            wrong=jump("b5xc5", "d5", "c5"),
        ),
        LessonStep(
            "Use the star: one more point.",
            "The face first, the set after it: the steps of a turn have an order, and there is no way back.",
            on=("use",),
            look=("key:use", "step:c3"),
            key=("Use Victory", "1 point"),
            wrong=(("*combo*", "The set comes right after. First the star's own point."), *AFTER),
        ),
        LessonStep(
            f"Bind the three stars: {points_words(OF_SET)}.",
            "One icon in different colours is a set. So is one colour with different icons.",
            on=("combo yv rv pv",),
            look=("key:combo", "zone:0:rv", "zone:0:pv", "zone:0:yv", "step:c5"),
            key=(f"Bank {OF_SET}", "three dice as a set"),
            wrong=AFTER[:1] + AFTER[5:],
        ),
    ),
    well=f"{count_in_words(EARNED, 'point').capitalize()} to one. The Baron is impressed!",
    tip="Look for the third die of a set first, then for the jump that catches it.",
    settings={"loas": "random", "first": "host"},
    dice="41 5656133 5254242 3522533 554264 1113251 5665111 5646263",
)

LESSONS = (LESSON,)
