"""Define the lessons: plain dice, cards and special dice, attacks, the Battle Zone, and the final round."""

from __future__ import annotations

from dicehouse.core.lesson import Lesson, LessonStep, scripted_actions
from dicehouse.i18n import Text, _, listing, ngettext

from ..rules.settings import SETTINGS
from ..rules.state import BATTLE_ZONE, CARD_MINIMUM, COLLATERAL_STAKE, N_DICE
from ..rules.war_cards import COLLATERAL_DICE, LUCKY
from .card_status import CARD_IDS, FACES
from .scoring_table import standard_bust_odds, standard_points

STANDARD = {setting.key: setting.default for setting in SETTINGS}
TARGET, OPENING = int(STANDARD["target"]), int(STANDARD["opening"])
ALL_CARDS = len(CARD_IDS) + 1  # with Immunity


def _points(*sets: str) -> int:
    """Return the points of some sets of dice together."""
    return sum(map(standard_points, sets))


def _busts(count: int) -> Text:
    """Return how often a roll of `count` dice busts: "4 times in 9"."""
    some, of = standard_bust_odds(count)
    return ngettext("once in {rolls} rolls", "{n} times in {rolls} rolls", some, rolls=of)


def _shows(*sets: str) -> tuple[tuple[str, str], ...]:
    return tuple((dice, Text("{points}", {"points": _points(dice)})) for dice in sets)


UNLUCKY, LUCKY_FACES = listing(range(1, LUCKY), "or"), listing(range(LUCKY, FACES + 1), "or")
SHOWS = _shows("1", "5", "111", "222", "2222", "123456", "224466")
FIRST_TURN = ("1", "111")
HOT_DICE = ("222", "1", "5", "5")
SECOND_TURN = (*HOT_DICE, "123456")
BLOW = ("333", "1")
WORTH_A_CARD = 1_000  # advice, not a rule
TWO_THREES = _("Two 3s score nothing. Three of them would score {points}.", points=_points("333"))
KEEP_DO_OR_DIE = _("Do or Die takes a whole total on a 1. Save it for a larger total and tap Prove It.")
KEEP_COLLATERAL = _("Collateral Damage is about {points} points. Save it and tap Prove It.", points=COLLATERAL_STAKE)

PLAIN = Lesson(
    "first",
    _("Plain dice"),
    _("The last war has begun, and points are your rations."),
    (
        LessonStep(
            _("Roll your {n} dice.", n=N_DICE),
            _(
                "You rolled higher than {player}, so you go first. "
                "The first player past {target} points starts the final round.",
                player="{1}",
                target=TARGET,
            ),
            on=("roll",),
        ),
        LessonStep(
            _("Tap the 1: it scores {points}.", points=_points("1")),
            _("Set aside dice that score, then roll the rest or bank."),
            on=("keep 1 roll",),
            look=("die:0",),
            key=(_("Tap the 1 first"), _("then roll")),
            wrong=(
                (
                    "die:1",
                    _(
                        "A 5 scores too, but only {points}. Keep just the 1 so that you can roll {n} dice.",
                        points=_points("5"),
                        n=N_DICE - 1,
                    ),
                ),
                ("die:2", TWO_THREES),
                ("die:3", TWO_THREES),
                ("die:4", _("A single 2 scores nothing. Only a 1 or a 5 scores on its own.")),
                ("die:5", _("A single 6 scores nothing. Only a 1 or a 5 scores on its own.")),
                (
                    "keep * bank",
                    _("You can't bank yet. Your first score must be at least {points}.", points=OPENING),
                ),
                ("keep *", _("Keep just the 1 this time. The more dice you roll, the more can score.")),
            ),
            now=("1", "5"),
        ),
        LessonStep(
            _("Tap all three 1s, then bank."),
            _(
                "Together they score {points}. Your first score must be at least {opening}.",
                points=_points("111"),
                opening=OPENING,
            ),
            on=("keep 111 bank",),
            look=("die:0", "die:1", "die:2"),
            key=(_("Tap the three 1s"), _("then bank")),
            wrong=(
                (
                    "keep 111 roll",
                    _(
                        "You would have two dice left, and two dice bust {often}. Bank your {points}.",
                        often=_busts(2),
                        points=_points(*FIRST_TURN),
                    ),
                ),
                (
                    "keep *",
                    _(
                        "Fewer than three 1s score only {one} each. All three together score {three}.",
                        one=_points("1"),
                        three=_points("111"),
                    ),
                ),
                ("die:*", _("A single 4 or 6 scores nothing. Keep the three 1s.")),
            ),
            now=("111",),
        ),
        *scripted_actions(1, "roll"),
        LessonStep(
            _("That's a bust."),
            _(
                "{player} rolled 2 3 4 4 6 6. Nothing scores, so the turn ends with no points.",
                player="{1}",
            ),
            look=("seat:1",),
            dice="234466",
        ),
        LessonStep(
            _("Roll again."),
            _("You can keep rolling as long as something scores. Banked points are safe."),
            on=("roll",),
        ),
        LessonStep(
            _("Tap the three 2s: {points}.", points=_points("222")),
            _(
                "Three 2s score {twos}, three 3s score {threes}, and so on. A fourth 2 would double that to {four}.",
                twos=_points("222"),
                threes=_points("333"),
                four=_points("2222"),
            ),
            on=("keep 222 roll",),
            look=("die:0", "die:1", "die:2"),
            key=(_("Tap the 2s first"), _("then roll")),
            wrong=(
                (
                    "keep 222 bank",
                    _(
                        "You could bank {points}. But you have three dice left: risk one more roll.",
                        points=_points("222"),
                    ),
                ),
                ("die:*", _("That die scores nothing now. The three 2s score together.")),
            ),
            now=("222",),
        ),
        LessonStep(
            _("Hot dice! Tap all three."),
            _("When all your dice have scored, you can roll all {n} again and keep adding.", n=N_DICE),
            on=("keep 155 roll",),
            look=("die:0", "die:1", "die:2"),
            key=(_("Tap all three first"), _("then roll all {n} again", n=N_DICE)),
            wrong=(
                (
                    "keep 155 bank",
                    _(
                        "You could bank {points}. But {n} dice almost always score: roll again.",
                        points=_points(*HOT_DICE),
                        n=N_DICE,
                    ),
                ),
                ("keep *", _("All three score. Keep them all to get {n} fresh dice.", n=N_DICE)),
            ),
            now=("1", "5"),
        ),
        LessonStep(
            _("A straight! Tap the 2."),
            _("1 to 6 in one roll scores {points}. Bank it.", points=_points("123456")),
            on=("keep 123456 bank",),
            look=("die:1",),
            key=(_("Tap the straight first"), _("then bank")),
            wrong=(
                (
                    "keep 123456 roll",
                    _(
                        "You could roll all {n} dice again, but {points} points are a lot to lose. Bank them.",
                        n=N_DICE,
                        points=_points(*SECOND_TURN),
                    ),
                ),
                (
                    "keep *",
                    _("A 1 or a 5 alone scores little. Tap a die that scores only in the straight, such as the 2."),
                ),
            ),
            now=("1", "5", "123456"),
        ),
        LessonStep(
            _("See how far you've come."),
            _(
                "The first player past {target} sets the score to beat. Everybody else gets one last turn.",
                target=TARGET,
            ),
            look=("seat:0",),
        ),
    ),
    well=_("You lead by {points} points.", points=_points(*FIRST_TURN, *SECOND_TURN)),
    tip=_(
        "Bank when you have few dice left: two dice bust {two}, and one die busts {one}.",
        two=_busts(2),
        one=_busts(1),
    ),
    settings={"special_cards": False},
    dice="52 153326 11146 234466 222463 155 123456",
    shows=SHOWS,
)

CARDS = Lesson(
    "cards",
    _("Cards and special dice"),
    _("Now it's war: everyone has {n} cards, and two special dice change hands.", n=ALL_CARDS),
    (
        *scripted_actions(0, "roll"),
        *scripted_actions(1, "roll"),
        *scripted_actions(0, "pass"),
        *scripted_actions(1, "keep 111 bank"),
        *scripted_actions(2, "roll"),
        *scripted_actions(0, "pass"),
        *scripted_actions(2, "keep 111 bank"),
        LessonStep(
            _("Two special dice are yours."),
            _(
                "You busted on your first roll, so you have the Zombie die. "
                "You are the last player without a score, so you have the Left Behind die, too."
            ),
            look=("seat:0",),
        ),
        LessonStep(
            _("Roll your {n} dice.", n=N_DICE),
            _("You can't use war cards until you have {points} points.", points=CARD_MINIMUM),
            on=("roll",),
        ),
        *scripted_actions(0, "pass"),
        LessonStep(
            _("Tap every scoring die, then bank."),
            _("Three 1s and the 5: {points} points unlock your cards.", points=_points("111", "5")),
            on=("keep 1115 bank",),
            look=("die:0", "die:1", "die:2", "die:3"),
            key=(_("Tap 1 1 1 and 5"), _("then bank")),
            wrong=(
                (
                    "keep * roll",
                    _("Bank this time: you need {points} points before you can play a card.", points=CARD_MINIMUM),
                ),
                ("keep 111 *", _("The 5 scores, too. Tap it as well.")),
                ("card:*", _("You can't use war cards until you have {points} points.", points=CARD_MINIMUM)),
                ("die:*", _("A single 2 or 3 scores nothing.")),
            ),
            now=("1", "5", "111"),
        ),
        *scripted_actions(1, "roll"),
        LessonStep(
            _("Roll the Left Behind die."),
            _(
                "Roll it before a turn to skip that many players, starting with {player}. "
                "The first player skipped gets the die. It can be rolled only once before a turn.",
                player="{1}",
            ),
            on=("left-behind",),
            wrong=(("pass", _("You could keep it. But {player} is about to roll: skip that turn.", player="{1}")),),
        ),
        *scripted_actions(2, "roll"),
        LessonStep(
            _("Now roll the Zombie die against {player}.", player="{2}"),
            _(
                "It removes that many dice from {player}'s whole turn: on a 6, all of them. "
                "Then {player} gets the die.",
                player="{2}",
            ),
            on=("zombie",),
            wrong=(
                (
                    "pass",
                    _(
                        "You could keep it. But try it once: {player} is about to roll {n} dice.",
                        player="{2}",
                        n=N_DICE,
                    ),
                ),
            ),
        ),
        *scripted_actions(2, "keep 15 bank"),
        LessonStep(
            _("{player} banks {points}. Tap Prove It!", player="{2}", points=_points("1", "5")),
            _(
                "{player} must roll one die: on {faces} the turn scores nothing. You can play each card once per game.",
                player="{2}",
                faces=UNLUCKY,
            ),
            on=("prove-it",),
            key=(_("Tap Prove It first"), _("then play it")),
            wrong=(
                ("pass", _("You could pass. But see what a card does: tap Prove It.")),
                ("do-or-die", KEEP_DO_OR_DIE),
                ("collateral", KEEP_COLLATERAL),
                ("card:do-or-die", KEEP_DO_OR_DIE),
                ("card:collateral", KEEP_COLLATERAL),
                ("card:*", _("You can't play that card now. Tap Prove It.")),
            ),
        ),
        *scripted_actions(2, "decline"),
        LessonStep(_("Your turn: roll."), _("You can play one of your cards on your own turn, too."), on=("roll",)),
        *scripted_actions(1, "pass"),
        *scripted_actions(2, "pass"),
        LessonStep(
            _("Tap 3 3 3 and 1, then Double or Nothing."),
            _(
                "One die decides: on {lucky} your {points} points double, on {unlucky} you lose them.",
                lucky=LUCKY_FACES,
                points=_points(*BLOW),
                unlucky=UNLUCKY,
            ),
            on=("keep 1333 bank double",),
            look=("die:0", "die:1", "die:2", "die:3", "card:double"),
            key=(_("Tap dice, then the card"), _("then bank")),
            wrong=(
                (
                    "keep 1333 bank",
                    _(
                        "That banks {points} without risk. Tap Double or Nothing first to see what it does.",
                        points=_points(*BLOW),
                    ),
                ),
                ("keep *", _("Keep all four dice that score, tap Double or Nothing, then bank.")),
                ("card:*", _("You can't play that card now. Tap Double or Nothing.")),
                ("die:*", _("A single 2 or 4 scores nothing.")),
            ),
            now=("1", "333"),
        ),
        LessonStep(
            _("The white card protects you."),
            _("The white Immunity card cancels a card that another player plays against you."),
            look=("card:immunity",),
        ),
    ),
    well=_("You have used both special dice and two of your cards. With two players there are no special dice."),
    tip=_(
        "You can play each card only once. Save Prove It and Bloodshed for a turn worth {points} points or more.",
        points=WORTH_A_CARD,
    ),
    rivals=("Otto", "Ines"),
    dice="521 234466 111236 111235 111523 1 2 1523 2 333124 5",
    shows=(*SHOWS[:3], *_shows("333", "123456")),
)

NOT_THAT_CARD = _("Keep that card for later. This step shows another one.")
SEE_THE_CARD = _("You could pass. But first see what this card does.")
BLED = ("555", "1")  # what Bloodshed takes from the other player
DARED = ("444", "1")

ATTACKS = Lesson(
    "attacks",
    _("Attack and defend"),
    _("Your cards are unlocked. {player} has the same ones.", player="{1}"),
    (
        *scripted_actions(0, "roll", "keep 1111 bank"),
        *scripted_actions(1, "roll", "keep 1111 bank"),
        *scripted_actions(0, "pass"),
        LessonStep(
            _("Five cards attack, and Immunity protects you."),
            _(
                "You can play each card once, while your total is at least {points} points. "
                "Only one card can be played in a turn.",
                points=CARD_MINIMUM,
            ),
            look=("card:*",),
        ),
        LessonStep(
            _("Play Bloodshed before you roll."),
            _(
                "Every other player loses the points you bank this turn; your own total stays the same. "
                "If you bust, the card is wasted."
            ),
            on=("bloodshed",),
            look=("card:bloodshed",),
            key=(_("Tap Bloodshed first"), _("then play it")),
            wrong=(
                ("*roll", _("After your first roll it's too late for Bloodshed. Play it now.")),
                ("card:*", NOT_THAT_CARD),
            ),
        ),
        LessonStep(
            _("Tap 5 5 5 and 1, then bank."),
            _(
                "{player} loses {points} points, but a total never falls below 0. "
                "With Immunity, {player} could stop it.",
                player="{1}",
                points=_points(*BLED),
            ),
            on=("keep 1555 bank",),
            look=("die:0", "die:1", "die:2", "die:3"),
            key=(_("Tap 5 5 5 and 1"), _("then bank")),
            wrong=(
                ("keep * roll", _("Bank this time. After a bust, {player} would lose nothing.", player="{1}")),
                ("keep *", _("Keep all four dice that score, then bank.")),
                ("die:*", _("A single 2 or 3 scores nothing.")),
            ),
            now=("1", "555"),
        ),
        *scripted_actions(1, "decline", "roll", "keep 1444 bank"),
        LessonStep(
            _("{player} banks {points}. Play Do or Die!", player="{1}", points=_points(*DARED)),
            _(
                "You play it on another player's turn. After the turn {player} rolls one die: "
                "on a 1, the whole total is lost.",
                player="{1}",
            ),
            on=("do-or-die",),
            look=("card:do-or-die",),
            key=(_("Tap Do or Die first"), _("then play it")),
            wrong=(("pass", SEE_THE_CARD), ("*", NOT_THAT_CARD)),
        ),
        *scripted_actions(1, "decline"),
        LessonStep(
            _("Your turn: roll."),
            _(
                "{player} rolled no 1, and your card is spent. It works one time in six, so use it on a large total.",
                player="{1}",
            ),
            on=("roll",),
        ),
        LessonStep(
            _("Tap all three 1s, then bank."),
            _("After each of your rolls and at the end of your turn, the others may play a card against you."),
            on=("keep 111 bank",),
            look=("die:0", "die:1", "die:2"),
            key=(_("Tap the three 1s"), _("then bank")),
            wrong=(("keep *", _("Keep all three 1s, then bank.")), ("die:*", _("This die scores nothing now."))),
            now=("1", "111"),
        ),
        *scripted_actions(1, "do-or-die"),
        LessonStep(
            _("{player} plays Do or Die. Use Immunity!", player="{1}"),
            _(
                "Immunity cancels a card that is played against you, once per game. "
                "Or accept the card and keep Immunity for later."
            ),
            on=("immunity",),
            look=("card:immunity",),
            key=(_("Tap Immunity first"), _("then use it")),
            wrong=(("*decline", _("On a 1 you would lose your whole total. Use Immunity.")), ("*", NOT_THAT_CARD)),
        ),
        *scripted_actions(1, "roll", "keep 555 bank"),
        LessonStep(
            _("Play Collateral Damage."),
            _(
                "After the turn you each roll {n} dice. Unless {player} rolls higher, you take {points} points.",
                n=COLLATERAL_DICE,
                player="{1}",
                points=COLLATERAL_STAKE,
            ),
            on=("collateral",),
            look=("card:collateral",),
            key=(_("Tap the card first"), _("then play it")),
            wrong=(("pass", SEE_THE_CARD), ("*", NOT_THAT_CARD)),
        ),
        *scripted_actions(1, "decline"),
        LessonStep(
            _("If several cards are played together, only one counts."),
            _("The other players say who was first, or let the dice decide. The other cards go back to their owners."),
            look=("card:*",),
        ),
        LessonStep(
            _("Some cards have no effect."),
            _(
                "After a bust, Prove It goes back to its owner. "
                "A turn that passes the target by itself cancels any card except Bloodshed."
            ),
            look=("card:*",),
        ),
    ),
    well=_("You attacked three times and stopped one attack."),
    tip=_("A card is spent even if the die fails. Play it when the others have much to lose."),
    dice="52 111146 111146 555123 444126 3 111236 555246 423652",
    shows=(*SHOWS[:3], *_shows("555", "444")),
)

ZONE_SCORE = ("111", "5")

ZONE = Lesson(
    "battle-zone",
    _("The Battle Zone"),
    _("Halfway to the target, the dice strike back."),
    (
        *scripted_actions(0, "roll", "keep 11111 bank"),
        *scripted_actions(1, "roll", "keep 1111 bank"),
        *scripted_actions(0, "pass"),
        LessonStep(
            _("The Battle Zone begins at {points} points.", points=BATTLE_ZONE),
            _(
                "When you first reach it, everybody rolls two dice. You have {have} points, "
                "and the mark on your bar shows the zone.",
                have=_points("11111"),
            ),
            look=("seat:0",),
        ),
        LessonStep(
            _("Roll your {n} dice.", n=N_DICE),
            _("You need {points} more points.", points=BATTLE_ZONE - _points("11111")),
            on=("roll",),
        ),
        LessonStep(
            _("Tap every scoring die, then bank."),
            _("{points} points take you into the Battle Zone.", points=_points(*ZONE_SCORE)),
            on=("keep 1115 bank",),
            look=("die:0", "die:1", "die:2", "die:3"),
            key=(_("Tap 1 1 1 and 5"), _("then bank")),
            wrong=(
                ("keep * roll", _("Bank this time: you have enough points for the Battle Zone.")),
                ("keep 111 *", _("The 5 scores, too. Tap it as well.")),
                ("card:*", _("You don't need a card now. Bank your dice.")),
                ("*", _("Tap the three 1s and the 5, then bank.")),
            ),
            now=("1", "5", "111"),
        ),
        *scripted_actions(1, "pass"),
        LessonStep(
            _("Your doubles: the turn counts double!"),
            _(
                "You reached the zone with this turn, so doubles double it. "
                "They don't if a card has already changed the turn."
            ),
            look=("seat:0",),
        ),
        LessonStep(
            _("{player} rolled exactly one 1.", player="{1}"),
            _(
                "That costs {player} a turn, so you are next again. Any other roll without doubles does nothing.",
                player="{1}",
            ),
            look=("seat:1",),
        ),
        *scripted_actions(0, "roll", "keep 15 bank"),
        *scripted_actions(1, "roll", "keep 11111 bank"),
        *scripted_actions(0, "pass"),
        LessonStep(
            _("Doubles again: your next score counts double."),
            _(
                "This time {player} reached {points}. In another player's Battle Zone, "
                "your doubles wait for your next score.",
                player="{1}",
                points=BATTLE_ZONE,
            ),
            look=("seat:0",),
        ),
        LessonStep(
            _("Your turn: roll."),
            _("On a doubled turn, nobody can play a war card. If you bust, the doubling is used up, too."),
            on=("roll",),
        ),
        LessonStep(
            _("Tap all three 1s, then bank."),
            _("They score {points}, and you get {double}.", points=_points("111"), double=2 * _points("111")),
            on=("keep 111 bank",),
            look=("die:0", "die:1", "die:2"),
            key=(_("Tap the three 1s"), _("then bank")),
            wrong=(("keep *", _("Keep all three 1s, then bank.")), ("die:*", _("This die scores nothing now."))),
            now=("1", "111"),
        ),
        LessonStep(
            _("A Battle Zone stops the special dice."),
            _(
                "While a player still has to lose a turn or double a score, nobody can roll the Zombie die or the "
                "Left Behind die."
            ),
            look=("seat:0",),
        ),
    ),
    well=_("Two Battle Zones, and both went your way."),
    tip=_("Before you reach {points}, build a large turn: doubles may count it twice.", points=BATTLE_ZONE),
    dice="52 111112 111146 111523 44 14 152336 111112 23 55 111236",
    shows=(*SHOWS[:3], *_shows("1111", "11111")),
)

BAR = _points("111111", "333333")  # the total with which the other player starts the final round
AHEAD = _points("111111")  # the learner's total before
PAIRED, TRIPLETS = "222244", "555666"

FINAL = Lesson(
    "final-round",
    _("The final round"),
    _("{player} is about to pass {target} points.", player="{1}", target=TARGET),
    (
        *scripted_actions(1, "roll", "keep 111111 bank"),
        *scripted_actions(2, "roll", "keep 11111 bank"),
        *scripted_actions(0, "roll", "keep 111111 bank"),
        *scripted_actions(1, "roll", "keep 333333 bank"),
        *scripted_actions(2, "roll"),
        LessonStep(
            _("{player} starts the final round.", player="{1}"),
            _(
                "At {points} points, {player} is past {target}. That is the score to beat, and the others "
                "have one last turn.",
                player="{1}",
                points=BAR,
                target=TARGET,
            ),
            look=("seat:1",),
        ),
        LessonStep(
            _("{player} busts and is diced.", player="{2}"),
            _(
                "A player who ends below the score to beat can't win. "
                "War cards and special dice can't be used any more."
            ),
            look=("seat:2",),
        ),
        LessonStep(
            _("Your last turn: roll."),
            _("You have {have} points and need {points} more.", have=AHEAD, points=BAR - AHEAD),
            on=("roll",),
        ),
        LessonStep(
            _("Four of a kind and a pair: tap all six."),
            _(
                "They score {points}, as three pairs do. You are still short, so roll all six dice again.",
                points=_points(PAIRED),
            ),
            on=("keep 222244 roll",),
            look=("die:0", "die:1", "die:2", "die:3", "die:4", "die:5"),
            key=(_("Tap all six first"), _("then roll all {n} again", n=N_DICE)),
            wrong=(
                (
                    "keep 222244 bank",
                    _(
                        "That would leave you {points} points short, and you would be diced. Roll again.",
                        points=BAR - AHEAD - _points(PAIRED),
                    ),
                ),
                ("keep * bank", _("That isn't enough points, and you would be diced. Keep all six and roll again.")),
                ("keep *", _("All six score together. Keep them all to roll six dice again.")),
            ),
            now=("222244",),
        ),
        LessonStep(
            _("Three and three: tap all six, then bank."),
            _(
                "Two triplets score like three of a kind twice: {five} and {six}.",
                five=_points(TRIPLETS[:3]),
                six=_points(TRIPLETS[3:]),
            ),
            on=("keep 555666 bank",),
            look=("die:0", "die:1", "die:2", "die:3", "die:4", "die:5"),
            key=(_("Tap all six first"), _("then bank")),
            wrong=(
                ("keep 555666 roll", _("You have enough to win. Another roll could lose it all, so bank.")),
                ("keep *", _("You need both triplets to get past {points} points.", points=BAR)),
            ),
            now=("5", "555", "666"),
        ),
    ),
    well=_("You win with {points} points!", points=AHEAD + _points(PAIRED, "555", "666")),
    tip=_("If the best totals are equal, each of those players rolls {n} dice, and the highest total wins.", n=N_DICE),
    rivals=("Otto", "Ines"),
    settings={"special_cards": False},
    dice="253 111111 111112 111111 333333 223446 222244 555666",
    shows=(*SHOWS[:3], *_shows("555", "666", PAIRED)),
)

LESSONS = (PLAIN, CARDS, ATTACKS, ZONE, FINAL)
