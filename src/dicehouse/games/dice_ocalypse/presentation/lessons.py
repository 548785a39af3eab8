"""Define two lessons: one with plain dice, one with cards and the special dice."""

from __future__ import annotations

from dicehouse.core.lesson import Lesson, LessonStep, scripted_actions
from dicehouse.text_format import listed_or, number_word

from ..rules.settings import SETTINGS
from ..rules.state import CARD_MINIMUM, COLLATERAL_STAKE, N_DICE
from ..rules.war_cards import LUCKY
from .card_status import CARD_IDS, FACES
from .options import number
from .scoring_table import standard_bust_odds, standard_points

STANDARD = {setting.key: setting.default for setting in SETTINGS}
TARGET, OPENING = number(int(STANDARD["target"])), number(int(STANDARD["opening"]))
MINIMUM, STAKE, DICE = number(CARD_MINIMUM), number(COLLATERAL_STAKE), number_word(N_DICE)
ALL_CARDS = number_word(len(CARD_IDS) + 1)  # with Immunity


def _points(*sets: str) -> str:
    """Return the points of some sets of dice together, as text."""
    return number(sum(map(standard_points, sets)))


def _busts(count: int, what: str = " throws") -> str:
    """Return how often a throw of `count` dice busts: "four throws of nine"."""
    some, of = standard_bust_odds(count)
    return f"{number_word(some)}{what} of {number_word(of)}"


def _shows(*sets: str) -> tuple[tuple[str, str], ...]:
    return tuple((dice, _points(dice)) for dice in sets)


UNLUCKY, LUCKY_FACES = listed_or(range(1, LUCKY)), listed_or(range(LUCKY, FACES + 1))
SHOWS = _shows("1", "5", "111", "222", "2222", "123456", "224466")
FIRST_TURN = ("1", "111")
HOT_DICE = ("222", "1", "5", "5")
SECOND_TURN = (*HOT_DICE, "123456")
BLOW = ("333", "1")
WORTH_A_CARD = 1_000  # advice, not a rule

PLAIN = Lesson(
    "first",
    "Plain dice",
    "The last war has begun, and points are your rations.",
    (
        LessonStep(
            f"Throw your {DICE} dice.",
            f"You and {{1}} take turns. Whoever is first over {TARGET} points starts the end.",
            on=("roll",),
        ),
        LessonStep(
            f"Tap the 1: it is worth {_points('1')}.",
            "Lay aside what scores, then roll the rest or bank.",
            on=("keep 1 roll",),
            look=("die:0",),
            key=("Tap the 1 first", "then roll on"),
            wrong=(
                (
                    "die:1",
                    f"A 5 scores too, but only {_points('5')}. Keep the 1 alone, and {number_word(N_DICE - 1)} "
                    "dice are left to throw.",
                ),
                ("die:2", f"Two 3s score nothing. Three of them would be {_points('333')}."),
                ("die:3", f"Two 3s score nothing. Three of them would be {_points('333')}."),
                ("die:4", "A lone 2 scores nothing. Only a 1 or a 5 scores by itself."),
                ("die:5", "A lone 6 scores nothing. Only a 1 or a 5 scores by itself."),
                ("keep * bank", f"You can't bank yet. Your first score must be {OPENING} or more."),
                ("keep *", "Keep the 1 alone this time. The more dice you throw, the more can score."),
            ),
            now=("1", "5"),
        ),
        LessonStep(
            "Tap all three 1s, then bank.",
            f"Together they bring {_points('111')}. Only a score of {OPENING} or more lets you begin.",
            on=("keep 111 bank",),
            look=("die:0", "die:1", "die:2"),
            key=("Tap the three 1s", "then bank"),
            wrong=(
                (
                    "keep 111 roll",
                    f"Two dice are left, and they bust in {_busts(2)}. Bank your {_points(*FIRST_TURN)}.",
                ),
                (
                    "keep *",
                    f"Fewer than three 1s are only {_points('1')} each. All three together are {_points('111')}.",
                ),
                ("die:*", "A lone 4 or 6 scores nothing. Take the three 1s."),
            ),
            now=("111",),
        ),
        *scripted_actions(1, "roll"),
        LessonStep(
            "See what a bust is.",
            "{1} threw 2 3 4 4 6 6. Nothing in it scores, so the turn is over and brings no points.",
            look=("seat:1",),
        ),
        LessonStep("Throw again.", "You may go on as long as something scores. What is banked is safe.", on=("roll",)),
        LessonStep(
            f"Tap the three 2s: {_points('222')}.",
            f"Three 2s bring {_points('222')}, three 3s {_points('333')}, and so on. A fourth 2 would make it "
            f"{_points('2222')}.",
            on=("keep 222 roll",),
            look=("die:0", "die:1", "die:2"),
            key=("Tap the 2s first", "then roll on"),
            wrong=(
                ("keep 222 bank", f"You could bank {_points('222')}. But three dice are left: dare one more throw."),
                ("die:*", "That die scores nothing now. The three 2s score together."),
            ),
            now=("222",),
        ),
        LessonStep(
            "Hot dice! Tap all three.",
            f"When every die has scored, you may throw all {DICE} again and keep adding.",
            on=("keep 155 roll",),
            look=("die:0", "die:1", "die:2"),
            key=("Tap all three first", f"then roll {DICE} again"),
            wrong=(
                (
                    "keep 155 bank",
                    f"You could bank {_points(*HOT_DICE)}. But {DICE} fresh dice almost always score: roll on.",
                ),
                ("keep *", f"Each of the three scores. Keep them all, and you get {DICE} fresh dice."),
            ),
            now=("1", "5"),
        ),
        LessonStep(
            "A straight! Tap the 2.",
            f"One of each, from 1 to 6 in a single throw, brings {_points('123456')}. Bank them.",
            on=("keep 123456 bank",),
            look=("die:1",),
            key=("Tap the straight first", "then bank"),
            wrong=(
                (
                    "keep 123456 roll",
                    f"You could throw all {DICE} again, but {_points(*SECOND_TURN)} points are a lot to lose. "
                    "Bank them.",
                ),
                ("keep *", "A 1 or a 5 alone is little. Tap a die that scores only in the straight, such as the 2."),
            ),
            now=("1", "5", "123456"),
        ),
        LessonStep(
            "Look how far you are.",
            f"Whoever passes {TARGET} sets the bar. Each of the others has one more turn to beat it.",
            look=("seat:0",),
        ),
    ),
    well=f"You lead by {_points(*FIRST_TURN, *SECOND_TURN)} points.",
    tip=f"Bank when few dice are left: two dice bust in {_busts(2)}, one die in {_busts(1, '')}.",
    settings={"special_cards": False},
    dice="52 153326 11146 234466 222463 155 123456",
    shows=SHOWS,
)

CARDS = Lesson(
    "cards",
    "Cards and special dice",
    f"Now it is war: everybody has {ALL_CARDS} cards, and two strange dice go round.",
    (
        *scripted_actions(0, "roll"),
        *scripted_actions(1, "roll"),
        *scripted_actions(0, "pass"),
        *scripted_actions(1, "keep 111 bank"),
        *scripted_actions(2, "roll"),
        *scripted_actions(0, "pass"),
        *scripted_actions(2, "keep 111 bank"),
        LessonStep(
            "Look: two special dice are yours.",
            "Your first throw was a bust: that earned the Zombie die. The last without a score has the other.",
            look=("seat:0",),
        ),
        LessonStep(f"Throw your {DICE} dice.", f"Your war cards sleep until you have {MINIMUM} points.", on=("roll",)),
        *scripted_actions(0, "pass"),
        LessonStep(
            "Tap all that scores, then bank.",
            f"Three 1s and the 5: {_points('111', '5')} points wake your cards.",
            on=("keep 1115 bank",),
            look=("die:0", "die:1", "die:2", "die:3"),
            key=("Tap 1 1 1 and 5", "then bank"),
            wrong=(
                ("keep * roll", f"Bank this time: you need {MINIMUM} points before you may play a card."),
                ("keep 111 *", "The 5 scores, too. Tap it as well."),
                ("card:*", f"Your cards sleep until you have {MINIMUM} points."),
                ("die:*", "A lone 2 or 3 scores nothing."),
            ),
            now=("1", "5", "111"),
        ),
        *scripted_actions(1, "roll"),
        LessonStep(
            "Throw the Left Behind die.",
            "Before a turn it skips as many players as it shows. {1} is next, and the first one skipped keeps it.",
            on=("left-behind",),
            wrong=(("pass", "You could keep it. But {1} is about to throw: skip that turn."),),
        ),
        *scripted_actions(2, "roll"),
        LessonStep(
            "Now the Zombie die: throw it at {2}.",
            "It takes as many dice from the turn as it shows, and then it belongs to its victim.",
            on=("zombie",),
            wrong=(("pass", f"You could keep it. But try it once: {{2}} is about to throw {DICE} dice."),),
        ),
        *scripted_actions(2, "keep 15 bank"),
        LessonStep(
            f"{{2}} banks {_points('1', '5')}. Tap Prove It!",
            f"{{2}} must throw one die: with {UNLUCKY} the turn is worth nothing. Each card works once a game.",
            on=("prove-it",),
            key=("Tap Prove It first", "then play it"),
            wrong=(
                ("pass", "You could let it stand. But see once what a card does: tap Prove It."),
                ("do-or-die", "Do or Die takes a whole total on a 1. Keep it for a larger one; tap Prove It."),
                ("collateral", f"Collateral Damage risks {STAKE} of each of you. Keep it; tap Prove It."),
                ("card:do-or-die", "Do or Die takes a whole total on a 1. Keep it for a larger one; tap Prove It."),
                ("card:collateral", f"Collateral Damage risks {STAKE} of each of you. Keep it; tap Prove It."),
                ("card:*", "That card is not for this moment. Tap Prove It."),
            ),
        ),
        *scripted_actions(2, "decline"),
        LessonStep("Your turn: throw.", "There is one card for your own turn, too.", on=("roll",)),
        *scripted_actions(1, "pass"),
        *scripted_actions(2, "pass"),
        LessonStep(
            "Tap 3 3 3 and 1, then Double or Nothing.",
            f"One die decides: with {LUCKY_FACES} your {_points(*BLOW)} points count twice, with {UNLUCKY} not at all.",
            on=("keep 1333 bank double",),
            look=("die:0", "die:1", "die:2", "die:3", "card:double"),
            key=("Tap dice, then the card", "then bank"),
            wrong=(
                (
                    "keep 1333 bank",
                    f"That banks {_points(*BLOW)} without a risk. Arm Double or Nothing first, to see what it does.",
                ),
                ("keep *", "Keep all four dice that score, tap Double or Nothing, and bank."),
                ("card:*", "That card is for other moments. Tap Double or Nothing."),
                ("die:*", "A lone 2 or 4 scores nothing."),
            ),
            now=("1", "333"),
        ),
        LessonStep(
            "And the white card protects you.",
            "When somebody plays a card against you, you may use Immunity: the card has no power over you.",
            look=("card:immunity",),
        ),
    ),
    well="Now you know the whole war.",
    tip=f"Keep Prove It and Bloodshed for a turn that is worth {number(WORTH_A_CARD)} or more: each card works "
    "only once.",
    rivals=("Otto", "Ines"),
    dice="521 234466 111236 111235 111523 1 2 1523 2 333124 5",
    shows=(*SHOWS[:3], *_shows("333", "123456")),
)

LESSONS = (PLAIN, CARDS)
