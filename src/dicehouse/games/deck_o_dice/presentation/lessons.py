"""Define the lesson: six combats, the first half of a duel by the book."""

from __future__ import annotations

from dicehouse.core.lesson import Lesson, LessonStep, scripted_actions
from dicehouse.text_format import number_word

from ..rules.state import N_CARDS, N_LOOKED, N_TYPES

LATER = ("minion:*", "A fine fighter, but its hour comes later. Send the one in the light.")
OTHER = ("*", "That comes later. Do what lies in the light first.")

# the deck from its top: which of the cards that are left comes next, in their order
DECK = (14, 17, 8, 7, 14, 8, 5, 9, 12, 13, 14, 4, 5, 2, 10)

LESSON = Lesson(
    "first",
    "Half a duel",
    f"{number_word(N_TYPES).capitalize()} little monsters against {number_word(N_TYPES)}. Yours are brave; the "
    "cards decide whether they are lucky.",
    (
        LessonStep(
            "Win more cards than Otto.",
            f"The deck has {N_CARDS} cards. Each has {number_word(N_TYPES)} dice printed on it, already rolled: a "
            "d4, a d6 and "
            "so on up to a d20.",
            look=("deck",),
            key=("I'm ready", ""),
        ),
        LessonStep(
            "Send Twent, your d20.",
            "Otto chooses as well, in secret. Then both turn over, and each draws a card.",
            on=("twent",),
            key=("Send Twent", ""),
            wrong=(("minion:*", "Small ones can win, too. But begin with the biggest: Twent."), OTHER),
        ),
        *scripted_actions(1, "sparten"),
        LessonStep(
            "18 against 6: both cards are yours.",
            "Your card showed 18 on its d20, Otto's only 6 on its d10. The higher number took both.",
            look=("pile:0",),
            key=("Go on", "you lead 2 to 0"),
        ),
        LessonStep(
            "Now send Cubera, your d6.",
            "Each minion fights once before half-time, so the small ones have to go, too.",
            on=("cubera",),
            key=("Send Cubera", ""),
            wrong=(LATER, OTHER),
        ),
        *scripted_actions(1, "dwelve"),
        LessonStep(
            "Only a 1! Draw again.",
            "The bigger die, Otto's, drew first: a 4. Cubera comes second, sees it, and may re-roll once.",
            on=("reroll",),
            key=("Draw again", "a 1 loses to 4"),
            wrong=(("*keep*", "A 1 loses for certain. A new card can only be better."), OTHER),
        ),
        LessonStep(
            "Send Diante, your d8.",
            "Otto's Twent is still to come. Diante is the one who may peek.",
            on=("diante",),
            key=("Send Diante", ""),
            wrong=(LATER, OTHER),
        ),
        *scripted_actions(1, "twent"),
        LessonStep(
            "Otto's d20 shows 6. Peek!",
            f"Diante looks at the next {number_word(N_LOOKED)} cards in secret and takes one of them.",
            on=("look",),
            key=(f"Look at {number_word(N_LOOKED)} cards", ""),
            wrong=(
                (
                    "*",
                    f"Without a look you draw blindly. {number_word(N_LOOKED).capitalize()} cards are better than one.",
                ),
            ),
        ),
        LessonStep(
            "Take the card with the 8.",
            "8 beats his 6, and a small one fells the giant. The other card goes back on top.",
            on=("first",),
            key=("Tap the 8", "it beats 6"),
            wrong=(("*second", "A 5 loses against 6. Take the 8."), OTHER),
        ),
        LessonStep(
            "Send Quad, your d4.",
            "Its best is a 4. Send it while you are ahead.",
            on=("quad",),
            key=("Send Quad", ""),
            wrong=(LATER, OTHER),
        ),
        *scripted_actions(1, "quad"),
        LessonStep(
            "Quad against Quad, 4 against 4.",
            "A tie: each keeps its own card. Where two of a kind meet, the d4 of a card says who draws first.",
            look=("pile:0", "pile:1"),
            key=("Go on", "you lead 7 to 1"),
        ),
        LessonStep(
            "Who has he left? Send Dwelve, your d12.",
            "His d10, d12, d20 and d4 have fought. Nothing here reminds you: his d6 and d8 are left.",
            on=("dwelve",),
            key=("Send Dwelve", ""),
            wrong=(LATER, OTHER),
        ),
        *scripted_actions(1, "diante", "look", "second"),
        LessonStep(
            "A bad draw: 3 against 6.",
            "A d12 beats a d8 more often than not, but not today. Now you know what his last one is.",
            look=("pile:1",),
            key=("Go on", "you lead 7 to 3"),
        ),
        LessonStep(
            "Send Sparten, your last.",
            "A d10 against his d6. He put a card back on top a moment ago, and you draw it.",
            on=("sparten",),
            key=("Send Sparten", ""),
            wrong=(OTHER,),
        ),
        *scripted_actions(1, "cubera", "reroll"),
    ),
    well=f"9 to 3 at half-time, and all {number_word(N_TYPES)} come back!",
    tip="Count what has fought. Who knows what Otto has left knows what to send.",
    settings={"abilities": "attested"},
    dice=DECK,
    seed="half a duel",
)

LESSONS = (LESSON,)
