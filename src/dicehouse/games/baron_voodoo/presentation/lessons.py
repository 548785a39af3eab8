"""Define the lessons: the first three stars, a turn step by step, powers, faces, large sets, the end of the game, the
draft, and the game against the Baron.

Each lesson lays out its own dice. In most of them, actions before the first step lead to the middle of a game.
"""

from __future__ import annotations

from dicehouse.core.lesson import Lesson, LessonStep, ScriptedAction, scripted_actions
from dicehouse.i18n import _, ngettext

from ..rules.combos import LEAST, MOST, VALUES
from ..rules.deal import START_OFFERINGS, THRESHOLDS
from ..rules.game_end import MAJORITY, SHARED
from ..rules.loa_powers import PRICE_OF_POWER
from ..rules.state import SIZE
from ..rules.steps_after_capture import PRICE_OF_FACE, PRICE_OF_TURN
from .notation import FACES, FILES
from .words import offerings_words, points_words

STARS = 3  # caught in the first lesson
OF_SET = VALUES[0][STARS]  # points, at a table with the default settings
EARNED = STARS + OF_SET  # points at the end of the first lesson: one for each Victory, and the set
THRESHOLD = THRESHOLDS[2]
PURPLE_YELLOW = "41"  # the learner plays Erzulie Freda, the other player Mamy Wata
PURPLE = {"loas": "random", "first": "host"}
FILLING = "GXFSVO"  # the faces of dice that a lesson does not use

CONTINUE = (_("Continue"), "")
END_TURN = (_("End your turn"), "")
NOT_NOW = _("Not now. Follow the lit step first.")
TOO_EARLY = ("*end", _("Not yet: steps you haven't taken are lost. Follow the lit step first."))
KEEP_STAR = _("That costs {price}. The star is the best face now, so keep it.", price=offerings_words(PRICE_OF_FACE))
SAVE_THEM = _("An extra turn costs {price}. Save them.", price=offerings_words(PRICE_OF_TURN))
WAIT_FOR_SET = _("A single die scores nothing there and never comes back. Wait for two more stars.")
FREE_FIRST = _("A power ends these steps. Take what is free first.")
JUMPED = _("You jump once a turn. Now take the steps after the jump.")
AFTER = (
    TOO_EARLY,
    ("step:c2", KEEP_STAR),
    ("*turn*", KEEP_STAR),
    ("*spirit*", WAIT_FOR_SET),
    ("step:c5", WAIT_FOR_SET),
    ("*buy", SAVE_THEM),
    ("step:c4", SAVE_THEM),
    ("*power*", FREE_FIRST),
    ("step:d", FREE_FIRST),
    ("space:*", JUMPED),
)
OTHER = (TOO_EARLY, ("*", NOT_NOW))


def jump(way: str, lands: str, over: str) -> tuple[tuple[str, str], ...]:
    """Return the answers accepted for one jump: the die that jumps, the space it lands on, the die it jumps over."""
    start = way[:2]
    power = _("You can use one power a turn. Jump first this time.")
    return (
        (f"space:{lands}", _("You will land there. Tap the die that jumps first: {space}.", space=start)),
        (f"space:{over}", _("You will take that die. Tap the die that jumps over it: {space}.", space=start)),
        (f"{start}x*", _("You can jump there, too. But this time land on {space}.", space=lands)),
        ("*power*", power),
        ("step:a", power),
        ("step:*", _("That comes after the jump.")),
        ("space:*", _("Only purple dice can jump for you. This time jump with the one on {space}.", space=start)),
    )


def jump_step(say: str, why: str, way: str, lands: str) -> LessonStep:
    """Return the step for one jump ("d6xd5") that lands on a space."""
    start, over = way.split("x")
    return LessonStep(
        say,
        why,
        on=(way,),
        look=(f"space:{start}", f"space:{lands}", f"space:{over}"),
        key=(_("Tap {space} first", space=start), _("then {space}", space=lands)),
        wrong=jump(way, lands, over),
    )


def read(say: str, why: str, *look: str) -> LessonStep:
    """Return a step that only has to be read."""
    return LessonStep(say, why, look=look, key=CONTINUE)


def played(*turns: str) -> tuple[ScriptedAction, ...]:
    """Return whole turns of two seats, the learner's first: the options of each, with commas; `end` follows."""
    return tuple(
        action for number, turn in enumerate(turns) for action in scripted_actions(number % 2, *turn.split(", "), "end")
    )


def laid(faces: str, before: str = PURPLE_YELLOW) -> str:
    """Return the dice of a lesson: results for the Loas, then the faces of the board's spaces, row by row. `faces` says
    which spaces matter: "d5G e4O" is a Guard on d5 and an Offering on e4.
    """
    wanted = {word[:2]: word[2] for word in faces.split()}
    found = []
    for row in range(SIZE):
        for column in range(SIZE):
            space = f"{FILES[column]}{SIZE - row}"
            if space != "d4":
                face = wanted.get(space, FILLING[(2 * row + 3 * column) % len(FILLING)])
                found.append(str(FACES.index(face) + 1))
    return f"{before} {''.join(found)}"


# --- the first jumps

FIRST = Lesson(
    "first",
    _("Three stars"),
    _("It is midnight in the graveyard, and every die is a soul. You are Erzulie Freda: purple is yours."),
    (
        LessonStep(
            _("The lit dice are yours: purple."),
            _(
                "Jump over other dice to capture them, and collect sets for points. "
                "Reaching {points} triggers the final round.",
                points=THRESHOLD,
            ),
            look=("space:d6", *(f"space:{at}" for at in ["a7", "f7", "b5", "g5", "e4", "c3", "a2", "f2", "d1"])),
            key=(_("I'm ready"), _("purple jumps for you")),
        ),
        jump_step(
            _("Jump! Tap the purple die on d6."),
            _(
                "It jumps over its neighbour, never diagonally, and lands on the empty space in the middle. "
                "You keep the die it jumps over."
            ),
            "d6xd5",
            "d4",
        ),
        LessonStep(
            _("You took a star. Use it!"),
            _("You can use the face of a die you capture. The star is Victory: it scores 1 point at once."),
            on=("use",),
            look=("key:use", "step:c3"),
            key=(_("Use Victory"), _("1 point")),
            wrong=AFTER,
        ),
        LessonStep(
            _("You have 1 point. End your turn."),
            _("A turn is one jump plus its effects. The star stays in your Capture zone for a set."),
            on=("end",),
            key=END_TURN,
            wrong=AFTER,
        ),
        *scripted_actions(1, "d3xe3", "use", "end"),
        LessonStep(
            _("{player} jumped with yellow.", player="{1}"),
            _("He took the star on e3. Others want the same dice."),
            look=("space:f3", "space:e3", "space:d3"),
            key=CONTINUE,
        ),
        jump_step(
            _("Jump from d4 over e4."),
            _("You can take purple dice, too. This time you land on another die. A stack holds up to three."),
            "d4xe4",
            "f4",
        ),
        LessonStep(
            _("It has your colour. Take an offering."),
            _("Offerings pay for another face, an extra turn or the power of another Loa."),
            on=("offering",),
            look=("key:offering", "step:c1"),
            key=(_("Take an offering"), _("for your colour")),
            wrong=(("*use", _("Take the offering first. After you use the face you can't go back.")), *AFTER),
        ),
        LessonStep(
            _("Another star: use it."),
            _("It scores 1 more point. You now have the same face in two colours, the start of a set."),
            on=("use",),
            look=("key:use", "step:c3"),
            key=(_("Use Victory"), _("1 point")),
            wrong=AFTER,
        ),
        LessonStep(
            _("You have two stars. End your turn."),
            _(
                "A set needs {least} dice. The third star is on c5, if {player} leaves it there.",
                least=LEAST,
                player="{1}",
            ),
            on=("end",),
            key=END_TURN,
            wrong=AFTER,
        ),
        *scripted_actions(1, "power wata", "row 4 right", "g2xg3", "use", "end"),
        LessonStep(
            _("{player} used a power and pushed row 4.", player="{1}"),
            _("Each Loa has a power, and you can use one a turn. Yours swaps two single dice."),
            look=("space:c4", "space:d4"),
            key=CONTINUE,
        ),
        jump_step(
            _("Take the third star: jump from b5 over c5."),
            _("It is yellow, so it is your third colour."),
            "b5xc5",
            "d5",
        ),
        LessonStep(
            _("Use the star: 1 more point."),
            _("Use the face first, then score the set. The steps of a turn have an order, and you can't go back."),
            on=("use",),
            look=("key:use", "step:c3"),
            key=(_("Use Victory"), _("1 point")),
            wrong=(("*combo*", _("Use the star first. The set comes right after.")), *AFTER),
        ),
        LessonStep(
            _("Score the three stars: {points}.", points=points_words(OF_SET)),
            _("One face in different colours is a set. So is one colour with different faces."),
            on=("combo yv rv pv",),
            look=("key:combo", "zone:0:rv", "zone:0:pv", "zone:0:yv", "step:c5"),
            key=(ngettext("Score {n} point", "Score {n} points", OF_SET), _("with a set of {n} dice", n=STARS)),
            wrong=AFTER[:1] + AFTER[5:],
        ),
    ),
    well=_("You lead {points} to 1. The Baron is impressed!", points=EARNED),
    tip=_("Look for the third die of a set first, then for the jump that takes it."),
    settings=PURPLE,
    dice="41 5656133 5254242 3522533 554264 1113251 5665111 5646263",
)

# --- the steps of a turn, and what offerings buy

STEPS = Lesson(
    "steps",
    _("A turn, step by step"),
    _("A turn has steps in a fixed order. Offerings buy three of them."),
    (
        LessonStep(
            _("Choose Erzulie Freda."),
            _("You jump with dice of her colour, purple, and her power is free for you."),
            on=("loa erzulie-freda",),
            key=(_("Choose the purple card"), ""),
            wrong=(("*", _("Any Loa is fine in a real game. For this lesson, choose Erzulie Freda.")),),
        ),
        *scripted_actions(1, "loa mamy-wata"),
        jump_step(_("Capture: jump from d6 over d5."), _("The capture is the only step you must take."), "d6xd5", "d4"),
        read(
            _("The bar shows the steps of your turn."),
            _("Take them from left to right and skip what you don't want. You can't go back to an earlier step."),
            "step:c2",
            "step:c3",
            "step:c4",
            "step:c5",
            "step:d",
            "step:a",
            "step:b",
            "step:c1",
        ),
        LessonStep(
            _("Turn the die to Victory."),
            _(
                "You begin with {start}. For {price} you can turn the die you just captured to any other face.",
                start=offerings_words(START_OFFERINGS),
                price=offerings_words(PRICE_OF_FACE),
            ),
            on=("turn v",),
            look=("key:turn-v", "step:c2"),
            key=(_("Tap Turn die"), _("then Victory")),
            wrong=(("*use", _("Turn the die first. Victory is worth more now.")), *OTHER),
        ),
        LessonStep(
            _("Use Victory: 1 point."),
            _("You can use the new face. Use it now or not at all."),
            on=("use",),
            look=("key:use", "step:c3"),
            key=(_("Use Victory"), _("1 point")),
            wrong=OTHER,
        ),
        LessonStep(
            _("Buy an extra turn."),
            _(
                "It costs {price} and comes right after this turn. You can't buy two in a row.",
                price=offerings_words(PRICE_OF_TURN),
            ),
            on=("buy",),
            look=("key:buy", "step:c4"),
            key=(_("Buy an extra turn"), _("for {price}", price=offerings_words(PRICE_OF_TURN))),
            wrong=OTHER,
        ),
        LessonStep(
            _("End your turn."),
            _("Two steps are left: sets, and a power. You skip both this time."),
            on=("end",),
            look=("key:end",),
            key=END_TURN,
            wrong=(("*", _("Skip this step this time and end your turn.")),),
        ),
        jump_step(
            _("Your extra turn: jump from d4 over e4."),
            _("The die on e4 has your colour and the Offering face."),
            "d4xe4",
            "f4",
        ),
        LessonStep(
            _("Take an offering for your colour."),
            _("You gain one for each die of your own colour."),
            on=("offering",),
            look=("key:offering", "step:c1"),
            key=(_("Take an offering"), _("for your colour")),
            wrong=OTHER,
        ),
        LessonStep(
            _("Use Offering: 1 more."),
            _("The Offering face gives an offering, whatever the colour of the die."),
            on=("use",),
            look=("key:use", "step:c3"),
            key=(_("Use Offering"), _("take 1 offering")),
            wrong=OTHER,
        ),
        LessonStep(
            _("Use the power of Mamy Wata."),
            _(
                "The power of another Loa costs {price}. Use one power a turn, before the capture or at the end.",
                price=offerings_words(PRICE_OF_POWER),
            ),
            on=("power wata",),
            look=("key:power-wata", "step:d"),
            key=(_("Tap Power"), _("then Push a line")),
            wrong=OTHER,
        ),
        LessonStep(
            _("Push row 5 left."),
            _("All dice in the row slide to one end, and the jumps in it change."),
            on=("row 5 left",),
            look=("line:row-5-left",),
            key=(_("Tap the left arrow"), _("of row 5")),
            wrong=(("*", _("Tap the arrow at the left end of row 5.")),),
        ),
    ),
    well=_("Those are all the steps. Your turn ends when you say so."),
    tip=_("Offerings left at the end of the game score nothing, so spend them."),
    settings={"loas": "choose", "first": "host"},
    dice=laid("d5G e4O", before=""),
)

# --- the powers

POWERS = Lesson(
    "powers",
    _("Four powers"),
    _("Each Loa has a power. Use one a turn, before the capture or after your other steps."),
    (
        LessonStep(
            _("You want the star on c7. Use your power."),
            _("You can't jump over c7 now. Erzulie Freda swaps two single dice, and her power is free for you."),
            on=("power erzulie",),
            look=("key:power-erzulie", "step:a", "space:c7"),
            key=(_("Tap Power"), _("then Swap two dice")),
            wrong=(("*", _("Use the power before you jump.")),),
        ),
        LessonStep(
            _("Tap the star on c7."),
            _("A single die is a die without a stack."),
            on=("swap c7",),
            key=(_("Tap {space}", space="c7"), ""),
            wrong=(("*", _("Tap the star on c7 first.")),),
        ),
        LessonStep(
            _("Now tap e7 to swap them."),
            _("Your purple die on f7 can jump over e7."),
            on=("with e7",),
            key=(_("Tap {space}", space="e7"), ""),
            wrong=(("*", _("Tap the die on e7.")),),
        ),
        jump_step(_("Jump from f7 over e7."), _("A power before the capture must leave you a jump."), "f7xe7", "d7"),
        *scripted_actions(0, "use", "end"),
        *scripted_actions(1, "e1xf1", "end"),
        LessonStep(
            _("You want the star on b1. Use Papa Legba."),
            _(
                "He moves a die along its line to an empty space. He is not your Loa, so his power costs {price}.",
                price=offerings_words(PRICE_OF_POWER),
            ),
            on=("power legba",),
            look=("key:power-legba", "step:a", "space:b1"),
            key=(_("Tap Power"), _("then Move a die")),
            wrong=(("*", _("Use the power before you jump.")),),
        ),
        LessonStep(
            _("Tap the star on b1."),
            _("Only the top die of a stack can move."),
            on=("move b1",),
            key=(_("Tap {space}", space="b1"), ""),
            wrong=(("*", _("Tap the star on b1 first.")),),
        ),
        LessonStep(
            _("Move it to e1."),
            _("It can pass over other dice. Your purple die on d1 can jump over e1."),
            on=("to e1",),
            key=(_("Tap {space}", space="e1"), ""),
            wrong=(("*", _("Tap the empty space e1.")),),
        ),
        jump_step(_("Jump from d1 over e1."), _("That is your second star."), "d1xe1", "f1"),
        *scripted_actions(0, "use", "end"),
        *scripted_actions(1, "g2xg3", "end"),
        jump_step(
            _("Jump from e4 over f4."),
            _("You land on two other dice. A stack of three is full: nobody can land on it."),
            "e4xf4",
            "g4",
        ),
        LessonStep(
            _("Use Gran Bwa after the capture."),
            _("He spreads the upper dice of a stack. A power after the capture ends your other steps."),
            on=("power bwa",),
            look=("key:power-bwa", "step:d", "space:g4"),
            key=(_("Tap Power"), _("then Spread a stack")),
            wrong=OTHER,
        ),
        LessonStep(
            _("Tap the stack on g4."),
            _("Its bottom die stays. You place the others."),
            on=("spread g4",),
            key=(_("Tap {space}", space="g4"), ""),
            wrong=(("*", _("Tap the stack of three on g4.")),),
        ),
        LessonStep(
            _("Put the top die on g5."),
            _("You can put it on any die except a full stack, never on an empty space."),
            on=("top g5",),
            key=(_("Tap {space}", space="g5"), ""),
            wrong=(("*", _("Put it on g5 this time.")),),
        ),
        LessonStep(
            _("Put the next die on f5."),
            _("Only top dice can jump or be jumped over, so you also choose what to cover."),
            on=("next f5",),
            key=(_("Tap {space}", space="f5"), ""),
            wrong=(("*", _("Put it on f5 this time.")),),
        ),
    ),
    well=_("You know three powers now. Mamy Wata pushes a row or file to one end."),
    tip=_("A power before the capture can open jumps for you. A power after it can block jumps for others."),
    settings=PURPLE,
    dice=laid("c7V b1V"),
)

# --- the faces

WORTH_FIVE = VALUES[0][5]
FACES_LESSON = Lesson(
    "faces",
    _("Guard, Face, Steal, Exchange"),
    _("Offering and Victory pay at once. The other four faces move, turn and protect dice."),
    (
        *played("f7xe7", "c5xb5, spirit po", "d1xe1", "b7xb6"),
        read(
            _("You have two Offerings, white and yellow."),
            _("One more colour makes a set. {player} has a purple and a turquoise Offering.", player="{1}"),
            "zone:0:wo",
            "zone:0:yo",
            "zone:1:to",
            "spirit:1:po",
        ),
        jump_step(_("Take the Guard: jump from a7 over a6."), _("A shield is the sign of Guard."), "a7xa6", "a5"),
        LessonStep(
            _("Use Guard."),
            _("Until your next turn, opponents can't capture purple dice, steal from you or swap your dice."),
            on=("use",),
            look=("key:use", "step:c3"),
            key=(_("Use Guard"), ""),
            wrong=OTHER,
        ),
        *scripted_actions(0, "end"),
        *scripted_actions(1, "f4xf3", "end"),
        jump_step(
            _("Take the Face: jump from c3 over d3."),
            _("Your turn has begun, so your protection is over."),
            "c3xd3",
            "e3",
        ),
        LessonStep(
            _("Use Face."),
            _("It turns any die in your Capture zone. The new face has no effect, but it counts for sets."),
            on=("use",),
            look=("key:use", "step:c3"),
            key=(_("Use Face"), ""),
            wrong=OTHER,
        ),
        LessonStep(
            _("Turn the red Guard to Offering."),
            _("You'll have Offerings in three colours."),
            on=("face rg o",),
            look=("die:rg", "zone:0:rg", "key:face-o"),
            key=(_("Tap the red Guard"), _("then Offering")),
            wrong=(("*", _("Turn the red Guard to Offering this time.")),),
        ),
        *scripted_actions(0, "end"),
        *scripted_actions(1, "b2xc2", "end"),
        jump_step(_("Take the Steal: jump from e3 over e2."), _("A mask is the sign of Steal."), "e3xe2", "e1"),
        LessonStep(
            _("Use Steal."),
            _("It takes a die from an opponent's Spirit World. The opponent keeps the points it scored."),
            on=("use",),
            look=("key:use", "step:c3"),
            key=(_("Use Steal"), ""),
            wrong=OTHER,
        ),
        LessonStep(
            _("Steal the purple Offering."),
            _("It goes to your Capture zone, where it can be part of a set again."),
            on=("steal p2 po",),
            key=(_("Tap the purple Offering"), ""),
            wrong=(("*", _("Take the purple Offering this time.")),),
        ),
        *scripted_actions(0, "end"),
        *scripted_actions(1, "a4xa5", "end"),
        jump_step(
            _("Take the Exchange: jump from d7 over c7."), _("Two arrows are the sign of Exchange."), "d7xc7", "b7"
        ),
        LessonStep(
            _("Use Exchange."),
            _("It swaps two dice between Capture zones."),
            on=("use",),
            look=("key:use", "step:c3"),
            key=(_("Use Exchange"), ""),
            wrong=OTHER,
        ),
        LessonStep(
            _("Choose your red Exchange."),
            _("You give it away."),
            on=("exchange p1 rx",),
            look=("zone:0:rx",),
            key=(_("Tap your red Exchange"), ""),
            wrong=(("*", _("Give away the red Exchange.")),),
        ),
        LessonStep(
            _("Swap it for the turquoise Offering."),
            _("It is in {player}'s Capture zone.", player="{1}"),
            on=("with p2 to",),
            look=("zone:1:to",),
            key=(_("Tap turquoise Offering"), ""),
            wrong=(("*", _("Take the turquoise Offering.")),),
        ),
        LessonStep(
            _("Score all five Offerings: {points}.", points=points_words(WORTH_FIVE)),
            _("You have one face in all five colours."),
            on=("combo yo to ro po wo",),
            look=("key:combo", "step:c5"),
            key=(ngettext("Score {n} point", "Score {n} points", WORTH_FIVE), _("with a set of {n} dice", n=5)),
            wrong=OTHER,
        ),
    ),
    well=_("Four faces, one set of five: {points}!", points=points_words(WORTH_FIVE)),
    tip=_("Guard a large Capture zone before your opponents capture an Exchange."),
    settings=PURPLE,
    dice=laid("e7O e1O a6G d3F e2S c7X b5O b6O f3V c2V"),
)

# --- large sets, white dice, the Baron Samedi token

SETS = Lesson(
    "sets",
    _("Large sets and white dice"),
    _("Sets of up to {most} dice score. White dice help, and they win the Baron's token.", most=MOST),
    (
        *played("g5xg4", "g2xf2", "e4xe3", "b7xb6", "d6xc6", "f4xf3", "c3xc2", "c5xb5", "f7xe7", "f2xe2"),
        read(
            _("You have 3 red and 2 white dice."),
            _("In a set, white counts as any colour. So this is a set of 5: one colour with different faces."),
            "zone:0:ro",
            "zone:0:rv",
            "zone:0:rg",
            "zone:0:wf",
            "zone:0:wx",
        ),
        read(
            _("Larger sets score more."),
            _(
                "3 dice score {three}, 4 score {four}, 5 score {five} and 6 score {six}. You can score several sets in "
                "one turn.",
                three=VALUES[0][3],
                four=VALUES[0][4],
                five=VALUES[0][5],
                six=VALUES[0][6],
            ),
            "side:0",
        ),
        jump_step(
            _("Take one more red die: jump from d7 over c7."),
            _("Your set can wait in the Capture zone. But there, opponents can swap dice out of it with Exchange."),
            "d7xc7",
            "b7",
        ),
        LessonStep(
            _("Score all six dice: {points}.", points=points_words(VALUES[0][6])),
            _("The two white dice count as red here."),
            on=("combo ro rv rg rs wf wx",),
            look=("key:combo", "step:c5"),
            key=(ngettext("Score {n} point", "Score {n} points", VALUES[0][6]), _("with a set of {n} dice", n=6)),
            wrong=(("combo*", _("Use all six dice. A smaller set scores less.")), *OTHER),
        ),
        read(
            _("You hold the Baron Samedi token."),
            _(
                "You have the most white dice in the Spirit World. "
                "While you hold the token, all powers are free for you."
            ),
            "side:0",
        ),
        LessonStep(
            _("Use Mamy Wata, for free."),
            _("Another player takes the token only by having more white dice."),
            on=("power wata",),
            look=("key:power-wata", "step:d"),
            key=(_("Tap Power"), _("then Push a line")),
            wrong=OTHER,
        ),
        LessonStep(
            _("Push row 3 left."),
            _("All dice in the row slide to that end."),
            on=("row 3 left",),
            look=("line:row-3-left",),
            key=(_("Tap the left arrow"), _("of row 3")),
            wrong=(("*", _("Tap the arrow at the left end of row 3.")),),
        ),
    ),
    well=_("One set of six: {points}!", points=points_words(VALUES[0][6])),
    tip=_("Choose between a small set now and a larger one later. At the end only one more set scores."),
    settings=PURPLE,
    dice=laid("g4O e3V c6F c2G e7X c7S"),
)

# --- the end

BEFORE_LAST, LAST_SET = VALUES[0][6] + 1, VALUES[0][4]  # the learner has used one Victory, and uses another
LEARNER_GAINS, OTTO_GAINS = 3 * MAJORITY, VALUES[0][3] + 2 * MAJORITY  # in the final scoring
END = Lesson(
    "end",
    _("The end and the final scoring"),
    _("Final scoring can turn a game around. Plan ahead for it."),
    (
        *played(
            "f2xe2",
            "e1xd1",
            "g5xg4",
            "g2xg3, use",
            "d6xd5, use",
            "d3xc3",
            "d4xc4",
            "b3xb4, combo po pv pg ps",
            "e4xe5",
            "c5xb5",
            "d2xc2",
            "a4xa5",
            "a2xa3",
            "g4xf4",
            "f7xe7",
            "g7xg6",
            "a4xb4, combo ro rv rf rg ws wx",
            "b7xc7",
        ),
        read(
            _("You have {points} points. You need {threshold}.", points=BEFORE_LAST, threshold=THRESHOLD),
            _(
                "A player who reaches {threshold} triggers the final round. So does a player who can't jump, even "
                "after a power.",
                threshold=THRESHOLD,
            ),
            "side:0",
        ),
        read(
            _("Compare the Spirit Worlds."),
            _(
                "At the end, having the most dice of a colour scores {most}, white included. Tied players score {tied} "
                "each.",
                most=points_words(MAJORITY),
                tied=points_words(SHARED),
            ),
            "side:0",
            "side:1",
        ),
        jump_step(_("Jump from b5 over b6."), _("It is your fourth turquoise die."), "b5xb6", "b7"),
        LessonStep(
            _("Use Victory: 1 point."),
            _("You score it before the set."),
            on=("use",),
            look=("key:use", "step:c3"),
            key=(_("Use Victory"), _("1 point")),
            wrong=OTHER,
        ),
        LessonStep(
            _("Score the turquoise set: {points}.", points=points_words(LAST_SET)),
            _("That makes {points} points.", points=BEFORE_LAST + 1 + LAST_SET),
            on=("combo to tv tg tx",),
            look=("key:combo", "step:c5"),
            key=(ngettext("Score {n} point", "Score {n} points", LAST_SET), _("with a set of {n} dice", n=4)),
            wrong=(("combo*", _("Use all four turquoise dice.")), *OTHER),
        ),
        read(
            _("This is the final round."),
            _(
                "Everyone after you in this round takes one more turn. You began the round, so {player} "
                "has a turn left.",
                player="{1}",
            ),
            "side:1",
        ),
        LessonStep(
            _("End your turn."),
            _("{player} takes the last turn. Final scoring follows.", player="{1}"),
            on=("end",),
            key=END_TURN,
            wrong=(("*", _("Save that for a real game. End your turn.")),),
        ),
        *scripted_actions(1, "g5xf5", "spirit rs", "end"),
        read(
            _("Final scoring gives you {points} points.", points=LEARNER_GAINS),
            _(
                "You have the most red, turquoise and white dice. {player} gains {points}: one more set, "
                "and the most purple and yellow dice.",
                player="{1}",
                points=OTTO_GAINS,
            ),
            "side:0",
            "side:1",
        ),
    ),
    well=_(
        "You won! In a tie, the player who triggered the final round wins, or else the next tied player after them."
    ),
    tip=_(
        "You can move single dice to the Spirit World, too. They score nothing at first, but they count toward colour "
        "majorities."
    ),
    settings=PURPLE,
    dice=laid("e2S g4O d5V c4O e5G c2F a3X e7X b4G b6V d1O g5V c3G d6S d3O c5G f4X g6V c7S"),
)

# --- other ways to play

DRAFT = Lesson(
    "draft",
    _("The draft"),
    _("In a draft the dice are rolled, and the players place them one by one."),
    (
        read(
            _("The dice are rolled, but the board is empty."),
            _("You take turns placing one die. Place yours where they can jump."),
            "pool:pv",
        ),
        LessonStep(
            _("Place the purple Victory on d6."),
            _("Place it on any free space of its colour."),
            on=("place pv d6",),
            look=("pool:pv", "space:d6"),
            key=(_("Tap purple Victory"), _("then d6")),
            wrong=(("*", _("Place the purple Victory on d6 this time.")),),
        ),
        *scripted_actions(1, "place yv e6"),
        read(
            _("{player} placed a yellow Victory.", player="{1}"),
            _("When all dice are placed, the first player jumps. The space in the middle stays empty."),
            "space:e6",
        ),
    ),
    well=_("The rest is the usual game."),
    tip=_("Stars beside your own dice can be captured early, by you and by others."),
    settings={"set_up": "draft", **PURPLE},
    dice=PURPLE_YELLOW,
    seed=5,
)

BARON = Lesson(
    "baron",
    _("Alone against the Baron"),
    _("The Baron plays by fixed rules, so you can see what he wants next."),
    (
        LessonStep(
            _("Choose Erzulie Freda."),
            _("You jump with dice of her colour, purple, and her power is free for you."),
            on=("loa erzulie-freda",),
            key=(_("Choose the purple card"), ""),
            wrong=(("*", _("Any Loa is fine in a real game. For this lesson, choose Erzulie Freda.")),),
        ),
        LessonStep(
            _("Now choose Mamy Wata for the Baron."),
            _("He gains an offering for each yellow die he takes. He jumps with dice of any colour."),
            on=("baron mamy-wata",),
            key=(_("Choose the yellow card"), ""),
            wrong=(("*", _("For this lesson, choose Mamy Wata for him.")),),
        ),
        read(
            _("The Baron has four wishes."),
            _(
                "He fulfils the first wish he can: he takes that die, or else a die of its colour. His hat marks his "
                "next die."
            ),
            "wish:0",
            "space:f4",
        ),
        jump_step(
            _("Jump from e4 over e5."), _("The board is smaller in this game: its edge is empty."), "e4xe5", "e6"
        ),
        LessonStep(
            _("End your turn."),
            _("The Baron plays at once."),
            on=("end",),
            look=("key:end",),
            key=(_("Tap End turn"), ""),
            wrong=(("*", _("End your turn this time.")),),
        ),
        read(
            _("He took the yellow Exchange on f4."),
            _(
                "He uses faces and scores sets when he can. "
                "He keeps the Baron Samedi token, so only your own power is free."
            ),
            "side:1",
        ),
    ),
    well=_("You win only with more points than the Baron."),
    tip=_("Take the die under his hat, or move it away with a power."),
    rivals=(),
    settings={"loas": "choose"},
    seed=5,
)

LESSONS = (FIRST, STEPS, POWERS, FACES_LESSON, SETS, END, DRAFT, BARON)
