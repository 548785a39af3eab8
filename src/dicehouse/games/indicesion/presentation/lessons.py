"""Define the lessons: one round, a throw by hand and the end of a round, powers, barrels, and building a target.

Nobody knows how throws end, so the words fit every result.
"""

from __future__ import annotations

from dicehouse.core.lesson import Lesson, LessonStep, scripted_actions
from dicehouse.i18n import _, ngettext

from ..rules.scoring import ODDS
from ..rules.state import EACH, MOST_ROUNDS
from .notation import RELEASE_CM

OTTO = "{1}"
MINE = ("throw * p1 *", "lob * p1", "drop * p1", "knock * p1")
HIS = ("throw * p2 *", "knock * p2", "lob * p2", "drop * p2")
ANY = ("throw *", "lob *", "drop *", "knock *")
AT_TARGET = ("drop * target", "lob * target", "knock * target", "throw * target *")
NOT_HIS = (("*p2*", _("Dice on {player}'s board score for him. Aim at your own board.", player=OTTO)),)
NOT_MINE = (("*p1*", _("Not at your own board this time. Aim at {player}'s board.", player=OTTO)),)
BY_HAND = tuple((f"{how} *", _("That is a quick throw. Aim by hand this time.")) for how in ("drop", "lob", "knock"))
CONTINUE = (_("Continue"), "")
FIRST_ROLL = "61"  # the learner starts


def _by_hand(die: str) -> tuple[str, ...]:
    """Return what accepts every throw by hand of the learner: first one that can be played as it is."""
    return f"throw {die} p1 from 0,-490,250 push 1300,90,45", "throw *"


def _of(colour: str, board: str) -> tuple[str, ...]:
    """Return what accepts every throw of a colour at a board."""
    return *(f"{how} {colour}* {board}" for how in ("drop", "lob", "knock")), f"throw {colour}* {board} *"


ROUND = Lesson(
    "first",
    _("One round"),
    _("You throw foam dice at foam boards. The computer simulates every throw."),
    (
        LessonStep(
            ngettext(
                "You have {n} die. The board nearest you is yours.",
                "You have {n} dice. The board nearest you is yours.",
                EACH,
            ),
            _("At the end of the round, dice on your board score what they show. Most points wins the round."),
            look=("target:p1",),
            key=(_("I'm ready"), ""),
        ),
        LessonStep(
            _("Throw your first die at your board."),
            _(
                "Your aim is already set. You must release a die at least {cm} cm from the board you aim at.",
                cm=RELEASE_CM,
            ),
            on=MINE,
            look=("target:p1",),
            wrong=NOT_HIS,
        ),
        *scripted_actions(1, "lob o1 p2"),
        LessonStep(
            _("See where the dice landed."),
            _(
                "A die on a board scores, even half over the edge. Crooked dice and dice off the boards score nothing. "
                "A die off the table is out."
            ),
            look=("target:p1", "target:p2"),
            key=CONTINUE,
        ),
        LessonStep(
            _("Pull the die back, then throw."),
            _("The farther you pull, the harder you throw. The dots show where the die may land."),
            on=MINE,
            look=("hand", "target:p1"),
            wrong=NOT_HIS,
        ),
        *scripted_actions(1, "drop o2 p2"),
        LessonStep(
            _("Towers score best."),
            _(
                "The top die of a tower scores once for each die in the tower, and the dice under it score nothing. "
                "A die resting on two dice counts for two towers."
            ),
            look=("target:p1", "target:p2"),
            key=CONTINUE,
        ),
        LessonStep(
            _("Drop a die from above. Try for a tower!"),
            _("If it slips off but stays on your board, it still scores what it shows."),
            on=MINE,
            look=("target:p1",),
            wrong=NOT_HIS,
        ),
        *scripted_actions(1, "knock o3 p1"),
        LessonStep(
            _("{player} aimed at your board!", player=OTTO),
            _(
                "A die knocked off your board scores nothing. A die that stays there scores for you, no matter who "
                "threw it. A die on two boards scores on both."
            ),
            look=("target:p1",),
            key=(_("My turn"), ""),
        ),
        LessonStep(
            _("Now aim at {player}'s board.", player=OTTO),
            _("A hard, flat throw can knock dice off. But a die of yours that stays there scores for him."),
            on=HIS,
            look=("target:p2",),
            key=(_("Tap the other board"), _("then throw")),
            wrong=NOT_MINE,
        ),
        *scripted_actions(1, "lob o4 p2"),
        LessonStep(
            _("You have two dice left. Throw one."),
            _("Aim at your own board, or throw hard at the other one. Compare the points first."),
            on=ANY,
            look=("target:p1",),
        ),
        *scripted_actions(1, "knock o5 p1"),
        LessonStep(
            _("Throw your last die."),
            _("These are the last throws: {player} throws once more after you. Then the round is scored.", player=OTTO),
            on=ANY,
            look=("target:p1",),
        ),
        *scripted_actions(1, "lob o6 p2"),
    ),
    well=ngettext(
        "All {n} dice have been thrown. Compare the points!",
        "All {n} dice have been thrown. Compare the points!",
        2 * EACH,
    ),
    tip=_("A drop usually stays, but any face may end on top. Throw hard only to knock dice off."),
    settings={"rounds": 1, "hand": "steady"},
    dice=FIRST_ROLL,
    seed="one round",
)

HAND = Lesson(
    "by-hand",
    _("A throw by hand"),
    _("Aim a die, and see how a round ends."),
    (
        *(
            action
            for number in range(1, EACH - 1)
            for seat, die, board in ((0, "r", 1), (1, "o", 2))
            for action in scripted_actions(seat, f"drop {die}{number} p{board}")
        ),
        LessonStep(
            _("The first round is almost over."),
            _("You have two dice left. The player with the most points wins the round. In a tie, nobody does."),
            look=("seat:0", "seat:1"),
            key=CONTINUE,
        ),
        LessonStep(
            _("Throw by hand: pull the die back."),
            _("Pull it away from the board. The die flies the other way. The arcs show how hard you throw."),
            on=_by_hand("r5"),
            look=("hand", "target:p1"),
            key=(_("Pull the die back"), _("then throw")),
            wrong=BY_HAND,
        ),
        *scripted_actions(1, "drop o5 p2"),
        LessonStep(
            _("Adjust your last throw: tap Tune."),
            _("Sliders set aim, power, height and spin. For your hand's position and the face up, tap Hand."),
            on=_by_hand("r6"),
            look=("key:fine",),
            key=(_("Move a slider"), _("then throw")),
            wrong=BY_HAND,
        ),
        *scripted_actions(1, "drop o6 p2"),
        LessonStep(
            _("The round has been scored."),
            _(
                "Its winner starts the next round. The first player to win two rounds wins the game. "
                "If nobody leads after {rounds} rounds, it is a draw.",
                rounds=MOST_ROUNDS,
            ),
            look=("seat:0", "seat:1"),
            key=CONTINUE,
        ),
    ),
    well=_("You can throw by hand now. The second round has begun."),
    tip=_("Before your first throw of a game, try some out: tap Practice."),
    settings={"hand": "steady"},
    dice=FIRST_ROLL,
    seed="by hand",
)

POWERS = Lesson(
    "powers",
    _("Powers"),
    _("In Drafting, each colour has its own power."),
    (
        LessonStep(
            _("Draft a pink die."),
            _(
                "Players take turns drafting {dice} dice each. Re-roll: while unused, it lets you throw a die again.",
                dice=EACH,
            ),
            on=("draft pink",),
            key=(_("Tap the pink die"), ""),
        ),
        *scripted_actions(1, "draft blue"),
        LessonStep(
            _("Draft a blue die."),
            _(
                "Respawn: while unused, it can replace a die knocked off your board, with the same number. "
                "Use it at once or not at all."
            ),
            on=("draft blue",),
            key=(_("Tap the blue die"), ""),
        ),
        *scripted_actions(1, "draft red"),
        LessonStep(
            _("Draft a yellow die."),
            _("Lightning: each die that scores on its board counts 1 more, yellow die included."),
            on=("draft yellow",),
            key=(_("Tap the yellow die"), ""),
        ),
        *scripted_actions(1, "draft yellow"),
        LessonStep(
            _("Draft a green die."),
            _("Poison: its points are deducted from the board it rests on. Throw it at another player's board."),
            on=("draft green",),
            key=(_("Tap the green die"), ""),
        ),
        *scripted_actions(1, "draft green"),
        LessonStep(
            _("Draft an orange die."),
            _("Odds: it scores {points} if it shows 2 to 5, nothing on 1 or 6.", points=ODDS),
            on=("draft orange",),
            key=(_("Tap the orange die"), ""),
        ),
        *scripted_actions(1, "draft orange"),
        *scripted_actions(0, "draft red"),
        *scripted_actions(1, "draft pink"),
        LessonStep(
            _("Throw the yellow die at your board."),
            _("Lightning works for the board where the die ends, no matter who threw it."),
            on=_of("y", "p1"),
            look=("die:y1", "target:p1"),
            key=(_("Tap the yellow die"), _("then throw")),
            wrong=(
                ("*p2*", _("Lightning would help {player} there. Aim at your own board.", player=OTTO)),
                ("*", _("Throw the yellow die first.")),
            ),
        ),
        LessonStep(
            _("Use the pink die: throw it again."),
            _("You give up the pink die and skip your next turn. Everything else stays as it is now."),
            on=("again",),
            look=("key:again",),
            wrong=(("keep", _("You could keep the result and the pink die. But use it now.")),),
        ),
        LessonStep(
            _("Throw the yellow die again."),
            _("Throw it any way you like, at any board. Try your own."),
            on=_of("y", "p1"),
            look=("target:p1",),
            wrong=NOT_HIS,
        ),
        *scripted_actions(1, "drop o2 p2", "drop y2 p2"),
        LessonStep(
            _("You skipped a turn."),
            _("That was for the pink die. A blue die that you use costs you a turn, too."),
            look=("seat:0",),
            key=CONTINUE,
        ),
        LessonStep(
            _("Throw the green die at {player}'s board.", player=OTTO),
            _("If it scores there, its points are deducted."),
            on=_of("g", "p2"),
            look=("die:g1", "target:p2"),
            key=(_("Tap the green die"), _("then throw")),
            wrong=(
                ("*p1*", _("The green die would cost you points. Aim at {player}'s board.", player=OTTO)),
                ("*", _("Throw the green die this time.")),
            ),
        ),
        *scripted_actions(1, "drop r1 p2"),
        LessonStep(
            _("{player} has thrown a red die.", player=OTTO),
            _("Burn: any die that touches it is out of the round at once, no matter whose it is."),
            look=("target:p2",),
            key=CONTINUE,
        ),
    ),
    well=_("Now you know all six powers."),
    tip=_("Unused pink and blue dice are useful to the end. Throw your other dice first."),
    settings={"game": "drafting", "rounds": 1, "hand": "steady"},
    dice=FIRST_ROLL,
    seed="powers",
    passes=("pass", "keep"),
)

BARRELS = Lesson(
    "barrels",
    _("Barrels"),
    _("Barrels on the boards are in the way."),
    (
        LessonStep(
            _("You rolled highest. Choose to start."),
            _("Usually the highest roller starts. Here, they choose who starts."),
            on=("start p1",),
            look=("seat:0",),
            wrong=(("*p2", _("That lets {player} start. This time, you start.", player=OTTO)),),
        ),
        LessonStep(
            _("Put a barrel on {player}'s board.", player=OTTO),
            _("A player whose throw knocks a barrel off its board loses a point in this round."),
            on=("stand p2 *",),
            look=("board:p2",),
            wrong=(
                ("stand p1*", _("A barrel on your own board is in your way. Put it on {player}'s board.", player=OTTO)),
                ("aside", _("Put one barrel on {player}'s board first.", player=OTTO)),
            ),
        ),
        LessonStep(
            _("Place no more barrels."),
            _("You have two more, but you don't have to use them. You can stack barrels."),
            on=("aside",),
            look=("key:aside",),
            wrong=(("stand *", _("You could place it. But keep the others off the boards this time.")),),
        ),
        *scripted_actions(1, "stand p1 middle", "aside"),
        LessonStep(
            _("Throw a die at your board."),
            _(
                "{player} put a barrel in the middle. A barrel that falls over but stays on its board costs nothing.",
                player=OTTO,
            ),
            on=MINE,
            look=("target:p1",),
            wrong=NOT_HIS,
        ),
        *scripted_actions(1, "drop o1 p2"),
        LessonStep(
            _("See what happened to the barrels."),
            _("Before the next round, all players get their barrels back and place them again."),
            look=("target:p1", "target:p2"),
            key=CONTINUE,
        ),
    ),
    well=_("Now you know what barrels are for."),
    tip=_("Put barrels where other players want to drop their dice."),
    settings={"barrels": True, "rounds": 1, "starter": "choose", "hand": "steady"},
    dice=FIRST_ROLL,
    seed="barrels",
)

BUILDING = Lesson(
    "construction",
    _("Construction"),
    _("The player who starts the round builds the target."),
    (
        LessonStep(
            _("Put a board on the table."),
            _("You start, so you build the target for everybody. Choose a board, then tap the table."),
            on=("put c1 at 0,0,2", "put c*"),
            look=("piece:board",),
            key=(_("Choose Board"), _("then tap the table")),
            wrong=(("*", _("Put one board down by hand first.")),),
        ),
        LessonStep(
            _("Remove the board again."),
            _("You can remove one piece, or clear the table and start again."),
            on=("take *", "clear"),
            wrong=(("*", _("Remove the board first.")),),
        ),
        LessonStep(
            _("Build the table."),
            _("A ready-made target is a good start. You can add boards and barrels to it."),
            on=("build table",),
            look=("build:table",),
            wrong=(("*", _("Choose the table from the ready-made targets.")),),
        ),
        LessonStep(
            _("Finish the target."),
            _("Every barrel must touch a board, and the target must be stable."),
            on=("done",),
            look=("key:done",),
            wrong=(("*", _("The target is ready. Finish it.")),),
        ),
        LessonStep(
            _("Throw a die at the target."),
            _(
                "Only dice of your colour score for you. A tower scores for the player whose die is on top. "
                "A die on two boards scores only once here."
            ),
            on=AT_TARGET,
            look=("target:target",),
        ),
        *scripted_actions(1, "drop o1 target"),
        LessonStep(
            _("Barrels cost points here, too."),
            _("If your throw leaves a barrel touching no board, you lose a point in this round."),
            look=("seat:0", "seat:1"),
            key=CONTINUE,
        ),
    ),
    well=_("Now you can build a target."),
    tip=_("Dice score on every storey of the target."),
    settings={"game": "central", "barrels": True, "rounds": 1, "hand": "steady"},
    dice=FIRST_ROLL,
    seed="construction",
)

LESSONS = (ROUND, HAND, POWERS, BARRELS, BUILDING)
