"""The first game that teaches: three jumps, and the set of stars that comes of them."""

from __future__ import annotations

from dicehouse.kit.lesson import Lesson, Step, plays

NOT_YOURS = ("space:*", "Only purple dice jump for you. Tap the one in the light.")
OTHER_JUMP = ("*x*", "That jump is allowed, but there is a better one. Take the way that the light shows.")
POWER = ("*power*", "One power a turn, if you like. The jump is a must, so jump first.")
TOO_SOON = ("*end", "Not yet: what you leave undone in a turn is lost. Do what lies in the light first.")
FACES = ("*turn*", "That would cost an offering. The star is the best face for now: keep it.")
WASTED = ("*spirit*", "One die alone scores nothing there, and it never comes back. Wait for two more stars.")
DEAR = ("*buy*", "An extra turn costs two offerings. Save them.")
AFTER = (TOO_SOON, FACES, WASTED, DEAR, ("*power*", "A power would end these steps. Take what is free first."))

LESSON = Lesson(
    "first",
    "Three stars",
    "A graveyard at midnight, and every die is a soul. You are Erzulie Freda: purple is yours.",
    (
        Step(
            "Look at the board: 48 souls.",
            "Jump over them to catch them, and bind them in sets for points. Whoever reaches 18 begins the end.",
            look=("space:d6", "space:a7", "space:b5", "space:c3", "space:e4", "space:f7"),
            key=("I'm ready", "purple jumps for you"),
        ),
        Step(
            "Jump! Tap the purple die on d6.",
            "It leaps over its neighbour and lands on the empty middle, and you keep the one it jumped.",
            on=("d6xd5",),
            look=("space:d6", "space:d5", "space:d4"),
            key=("Tap d6 first", "then d4"),
            wrong=(
                ("space:d4", "That is where you land. Tap the die that jumps first: d6."),
                ("space:d5", "That is the one you catch. Tap the die that jumps over it: d6."),
                ("d6x*", "That catches one, too. This time land on the empty middle, d4."),
                OTHER_JUMP,
                POWER,
                NOT_YOURS,
            ),
        ),
        Step(
            "You caught a star. Use it!",
            "A caught die may do what its face says. The star is Victory: one point, at once.",
            on=("use",),
            key=("Use Victory", "1 point"),
            wrong=AFTER,
        ),
        Step(
            "One point. End your turn.",
            "A turn is one jump and what follows from it. The star stays in your Capture zone: it will be worth more.",
            on=("end",),
            key=("End your turn", ""),
            wrong=AFTER,
        ),
        *plays(1, "d3xe3", "use", "end"),
        Step(
            "Otto jumped, too, with yellow.",
            "He caught a star as well. What a die leaps over is gone, so look where his yellow ones stand.",
            look=("space:f3", "space:e3"),
            key=("Go on", ""),
        ),
        Step(
            "Catch one of your own: d4 over e4.",
            "Purple may take purple. It lands on another die: stacks grow, up to three.",
            on=("d4xe4",),
            look=("space:d4", "space:e4", "space:f4"),
            key=("Tap d4 first", "then f4"),
            wrong=(
                ("space:e4", "That is the one you catch. Tap the die that jumps over it: d4."),
                ("space:f4", "That is where you land. Tap the die that jumps first: d4."),
                OTHER_JUMP,
                POWER,
                NOT_YOURS,
            ),
        ),
        Step(
            "Your own colour pays. Take the offering.",
            "Offerings are the coins of the dead: they buy a new face, a rival's power or an extra turn.",
            on=("offering",),
            key=("Take an offering", "for your own colour"),
            wrong=AFTER,
        ),
        Step(
            "It shows a Face. Use it!",
            "Face turns any die of your Capture zone to another side.",
            on=("use",),
            key=("Use Face", "turn a die"),
            wrong=AFTER,
        ),
        Step(
            "Turn the purple die to Victory.",
            "One icon in three colours is a set. You have a red star; this makes a purple one.",
            on=("face pf v",),
            look=("zone:0:pf", "key:face-v"),
            key=("Turn it to Victory", "the second star"),
            wrong=(
                ("*rv*", "The red one is a star already. Turn the purple die."),
                ("*", "Any face is allowed, but you collect stars: choose Victory."),
            ),
        ),
        Step(
            "Two stars. End your turn.",
            "A die that was turned by Face doesn't act again this turn; its star counts for the set.",
            on=("end",),
            key=("End your turn", ""),
            wrong=AFTER,
        ),
        *plays(1, "power wata", "row 4 right", "g2xg3", "use", "end"),
        Step(
            "Otto pushed row 4: his Loa's power.",
            "Everybody has one and may use it once a turn. Yours swaps two dice that stand alone.",
            look=("space:c4", "space:d4"),
            key=("Go on", ""),
        ),
        Step(
            "A third star: jump from b5 over c5.",
            "It is yellow: the third colour that you need.",
            on=("b5xc5",),
            look=("space:b5", "space:c5", "space:d5"),
            key=("Tap b5 first", "then d5"),
            wrong=(
                ("space:c5", "That is the one you catch. Tap the die that jumps over it: b5."),
                ("space:d5", "That is where you land. Tap the die that jumps first: b5."),
                OTHER_JUMP,
                POWER,
                NOT_YOURS,
            ),
        ),
        Step(
            "Use the star: one more point.",
            "The face first, the set after it. The steps of a turn have an order, and you can't go back.",
            on=("use",),
            key=("Use Victory", "1 point"),
            wrong=(("*combo*", "The set can wait a moment: the star's own point comes first."), *AFTER),
        ),
        Step(
            "Bind the three stars: 3 points.",
            "Same icon, different colours. Or one colour, different icons. Four dice make 5, five 8, six 12.",
            on=("combo yv rv pv",),
            key=("Bank 3", "three dice as a set"),
            wrong=AFTER,
        ),
    ),
    well="Five points to one! At 18 the last round begins; then most souls of a colour bring 3 more.",
    tip="Look for the third die of a set first, then for the jump that catches it.",
    settings={"loas": "random", "first": "host"},
    seed=1,
)

LESSONS = (LESSON,)
