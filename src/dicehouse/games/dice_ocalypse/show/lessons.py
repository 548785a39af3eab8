"""Two first games that teach: plain dice, then cards and the special dice."""

from __future__ import annotations

from dicehouse.kit.lesson import Lesson, Step, plays

SHOWS = (
    ("1", "100"),
    ("5", "50"),
    ("111", "1,000"),
    ("222", "200"),
    ("2222", "400"),
    ("123456", "1,500"),
    ("224466", "1,500"),
)

PLAIN = Lesson(
    "first",
    "Plain dice",
    "The last war has begun, and points are your rations.",
    (
        Step(
            "Throw your six dice.",
            "You and {1} take turns. Whoever is first over 10,000 points starts the end.",
            on=("roll",),
        ),
        Step(
            "Tap the 1: it is worth 100.",
            "Lay aside what scores, then roll the rest or bank.",
            on=("keep 1 roll",),
            look=("die:0",),
            key=("Tap the 1 first", "then roll on"),
            wrong=(
                ("die:1", "A 5 scores too, but only 50. Keep the 1 alone, and five dice are left to throw."),
                ("die:2", "Two 3s score nothing. Three of them would be 300."),
                ("die:3", "Two 3s score nothing. Three of them would be 300."),
                ("die:4", "A lone 2 scores nothing. Only a 1 or a 5 scores by itself."),
                ("die:5", "A lone 6 scores nothing. Only a 1 or a 5 scores by itself."),
                ("keep * bank", "You can't bank yet. Your first score must be 1,000 or more."),
                ("keep *", "Keep the 1 alone this time. The more dice you throw, the more can score."),
            ),
            now=("1", "5"),
        ),
        Step(
            "Tap all three 1s, then bank.",
            "Together they bring 1,000. Only a score of 1,000 or more lets you begin.",
            on=("keep 111 bank",),
            look=("die:0", "die:1", "die:2"),
            key=("Tap the three 1s", "then bank"),
            wrong=(
                ("keep 111 roll", "Two dice are left, and they bust in four throws of nine. Bank your 1,100."),
                ("keep *", "Fewer than three 1s are only 100 each. All three together are 1,000."),
                ("die:*", "A lone 4 or 6 scores nothing. Take the three 1s."),
            ),
            now=("111",),
        ),
        *plays(1, "roll"),
        Step(
            "See what a bust is.",
            "{1} threw 2 3 4 4 6 6. Nothing in it scores, so the turn is over and brings no points.",
            look=("seat:1",),
        ),
        Step("Throw again.", "You may go on as long as something scores. What is banked is safe.", on=("roll",)),
        Step(
            "Tap the three 2s: 200.",
            "Three of a kind bring a hundred times their number. A fourth 2 would double it.",
            on=("keep 222 roll",),
            look=("die:0", "die:1", "die:2"),
            key=("Tap the 2s first", "then roll on"),
            wrong=(
                ("keep 222 bank", "You could bank 200. But three dice are left: dare one more throw."),
                ("die:*", "That die scores nothing now. The three 2s score together."),
            ),
            now=("222",),
        ),
        Step(
            "Hot dice! Tap all three.",
            "When every die has scored, you may throw all six again and keep adding.",
            on=("keep 155 roll",),
            look=("die:0", "die:1", "die:2"),
            key=("Tap all three first", "then roll six again"),
            wrong=(
                ("keep 155 bank", "You could bank 400. But six fresh dice almost always score: roll on."),
                ("keep *", "Each of the three scores. Keep them all, and you get six fresh dice."),
            ),
            now=("1", "5"),
        ),
        Step(
            "A straight! Tap the 2.",
            "One of each, from 1 to 6 in a single throw, brings 1,500. Bank them.",
            on=("keep 123456 bank",),
            look=("die:1",),
            key=("Tap the straight first", "then bank"),
            wrong=(
                ("keep 123456 roll", "You could throw all six again, but 1,900 points are a lot to lose. Bank them."),
                ("keep *", "A 1 or a 5 alone is little. Tap a die that scores only in the straight, such as the 2."),
            ),
            now=("1", "5", "123456"),
        ),
        Step(
            "Look how far you are.",
            "Whoever passes 10,000 sets the bar. Each of the others has one more turn to beat it.",
            look=("seat:0",),
        ),
    ),
    well="You lead by 3,000 points.",
    tip="Bank when few dice are left: two dice bust in four throws of nine, one die in two of three.",
    settings={"special_cards": False},
    dice="52 153326 11146 234466 222463 155 123456",
    shows=SHOWS,
)

CARDS = Lesson(
    "cards",
    "Cards and special dice",
    "Now it is war: everybody has six cards, and two strange dice go round.",
    (
        *plays(0, "roll"),
        *plays(1, "roll"),
        *plays(0, "pass"),
        *plays(1, "keep 111 bank"),
        *plays(2, "roll"),
        *plays(0, "pass"),
        *plays(2, "keep 111 bank"),
        Step(
            "Look: two special dice are yours.",
            "Your first throw was a bust: that earned the Zombie die. The last without a score has the other.",
            look=("seat:0",),
        ),
        Step("Throw your six dice.", "Your war cards sleep until you have 1,000 points.", on=("roll",)),
        *plays(0, "pass"),
        Step(
            "Tap all that scores, then bank.",
            "Three 1s and the 5: 1,050 points wake your cards.",
            on=("keep 1115 bank",),
            look=("die:0", "die:1", "die:2", "die:3"),
            key=("Tap 1 1 1 and 5", "then bank"),
            wrong=(
                ("keep * roll", "Bank this time: you need 1,000 points before you may play a card."),
                ("keep 111 *", "The 5 scores, too. Tap it as well."),
                ("card:*", "Your cards sleep until you have 1,000 points."),
                ("die:*", "A lone 2 or 3 scores nothing."),
            ),
            now=("1", "5", "111"),
        ),
        *plays(1, "roll"),
        Step(
            "Throw the Left Behind die.",
            "Before a turn it skips as many players as it shows. {1} is next, and the first one skipped keeps it.",
            on=("left-behind",),
            wrong=(("pass", "You could keep it. But {1} is about to throw: skip that turn."),),
        ),
        *plays(2, "roll"),
        Step(
            "Now the Zombie die: throw it at {2}.",
            "It takes as many dice from the turn as it shows, and then it belongs to its victim.",
            on=("zombie",),
            wrong=(("pass", "You could keep it. But try it once: {2} is about to throw six dice."),),
        ),
        *plays(2, "keep 15 bank"),
        Step(
            "{2} banks 150. Tap Prove It!",
            "{2} must throw one die: with 1, 2 or 3 the turn is worth nothing. Each card works once a game.",
            on=("prove-it",),
            key=("Tap Prove It first", "then play it"),
            wrong=(
                ("pass", "You could let it stand. But see once what a card does: tap Prove It."),
                ("do-or-die", "Do or Die takes a whole total on a 1. Keep it for a larger one; tap Prove It."),
                ("collateral", "Collateral Damage risks 1,000 of each of you. Keep it; tap Prove It."),
                ("card:do-or-die", "Do or Die takes a whole total on a 1. Keep it for a larger one; tap Prove It."),
                ("card:collateral", "Collateral Damage risks 1,000 of each of you. Keep it; tap Prove It."),
                ("card:*", "That card is not for this moment. Tap Prove It."),
            ),
        ),
        *plays(2, "decline"),
        Step("Your turn: throw.", "There is one card for your own turn, too.", on=("roll",)),
        *plays(1, "pass"),
        *plays(2, "pass"),
        Step(
            "Tap 3 3 3 and 1, then Double or Nothing.",
            "One die decides: with 4, 5 or 6 your 400 points count twice, with 1, 2 or 3 not at all.",
            on=("keep 1333 bank double",),
            look=("die:0", "die:1", "die:2", "die:3", "card:double"),
            key=("Tap dice, then the card", "then bank"),
            wrong=(
                ("keep 1333 bank", "That banks 400 without a risk. Arm Double or Nothing first, to see what it does."),
                ("keep *", "Keep all four dice that score, tap Double or Nothing, and bank."),
                ("card:*", "That card is for other moments. Tap Double or Nothing."),
                ("die:*", "A lone 2 or 4 scores nothing."),
            ),
            now=("1", "333"),
        ),
        Step(
            "And the white card protects you.",
            "When somebody plays a card against you, you may use Immunity: the card has no power over you.",
            look=("card:immunity",),
        ),
    ),
    well="Now you know the whole war.",
    tip="Keep Prove It and Bloodshed for a turn that is worth 1,000 or more: each card works only once.",
    rivals=("Otto", "Ines"),
    dice="521 234466 111236 111235 111523 1 2 1523 2 333124 5",
    shows=(*SHOWS[:3], ("333", "300"), ("123456", "1,500")),
)

LESSONS = (PLAIN, CARDS)
