"""Define the lessons: the first combats, all abilities, the second half, the end of a duel, and a game with Dicey."""

from __future__ import annotations

from collections.abc import Iterator

from dicehouse.core.lesson import Lesson, LessonStep, ScriptedAction, scripted_actions
from dicehouse.i18n import Text, _
from dicehouse.text_format import number_word

from ..rules.combat import SHIELD
from ..rules.state import HALF, N_CARDS, N_LOOKED, N_TYPES
from .options import CROWN, FELLING

LATER = ("minion:*", _("You need that minion later. Send the lit one."))
OTHER = ("*", _("Not yet. Do what the lesson says first."))
MINIONS, LOOKED = number_word(N_TYPES), number_word(N_LOOKED)
YOU, OTTO = 0, 1
OTTOS = "{1}"
DRAW = N_CARDS // 2  # each side's cards at a draw
LEVEL = 10  # each side's cards before the last two combats
TEN, DICEYS = 10, 11  # numbers on cards of the scripts


def _lead(mine: int, theirs: int) -> Text:
    return _("you lead {mine} to {theirs}", mine=mine, theirs=theirs)


def _trail(mine: int, theirs: int) -> Text:
    return _("you trail {mine} to {theirs}", mine=mine, theirs=theirs)


def _level(points: int) -> Text:
    return _("{points} to {points}", points=points)


def deck_order(*cards: int, shuffled_in: tuple[int, int] = (0, 0)) -> tuple[int, ...]:
    """Return the results of dice that draw these cards in this order from a shuffled deck.

    `shuffled_in` is a card that goes back into the deck, and the number of cards drawn until then.
    """
    left, results = list(range(1, N_CARDS + 1)), []
    for drawn, card in enumerate(cards):
        if shuffled_in[0] and drawn == shuffled_in[1]:
            left = sorted([*left, shuffled_in[0]])
        if len(left) > 1:  # the last card needs no die
            results.append(left.index(card) + 1)
        left.remove(card)
    return tuple(results)


def _send(minion: str, say: str, why: str, *wrong: tuple[str, str]) -> LessonStep:
    return LessonStep(
        say,
        why,
        on=(minion,),
        key=(_("Send {minion}", minion=minion.capitalize()), ""),
        wrong=(*wrong, LATER, OTHER),
    )


def _played(*minions: tuple[str, str]) -> Iterator[ScriptedAction]:
    """Play combats that are over when a lesson begins; nobody looks or rerolls."""
    for yours, ottos in minions:
        yield from scripted_actions(YOU, yours)
        yield from scripted_actions(OTTO, ottos)
        bigger = sorted(((yours, YOU), (ottos, OTTO)), key=lambda one: -RANKS.index(one[0]))
        for minion, side in bigger:
            yield from scripted_actions(side, *{"diante": ("decline",), "cubera": ("keep",)}.get(minion, ()))


RANKS = ("quad", "cubera", "diante", "sparten", "dwelve", "twent")

# the first lesson, and its deck from the top
DECK = deck_order(14, 22, 20, 7, 17, 10, 5, 3, 23, 24)
LESSON = Lesson(
    "first",
    _("The first combats"),
    _("You and Otto have {minions} little monsters each. The cards decide what they roll.", minions=MINIONS),
    (
        LessonStep(
            _("Win more cards than {player}.", player=OTTOS),
            _(
                "Each of the {cards} cards shows {dice} rolls: one for each die, from d4 to d20.",
                cards=N_CARDS,
                dice=MINIONS,
            ),
            look=("deck",),
            key=(_("I'm ready"), ""),
        ),
        _send(
            "twent",
            _("Send Twent, your d20."),
            _(
                "{player} chooses in secret, too. You both reveal at the same moment, and the bigger die draws first.",
                player=OTTOS,
            ),
            ("minion:*", _("Small ones can win, too. But start with your biggest: Twent.")),
        ),
        *scripted_actions(OTTO, "dwelve"),
        LessonStep(
            _("18 beats 5: you win both cards."),
            _("Your card shows 18 on the d20. {player}'s card shows 5 on the d12. Each card is a point.", player=OTTOS),
            look=("pile:0",),
            key=(_("Continue"), _lead(2, 0)),
        ),
        _send(
            "cubera",
            _("Now send Cubera, your d6."),
            _("Each minion fights once before half-time, so the small ones must go, too."),
        ),
        *scripted_actions(OTTO, "sparten"),
        LessonStep(
            _("Only a 1! Reroll it."),
            _("Cubera may put its card under the deck and draw another. You must keep the second card."),
            on=("reroll",),
            key=(_("Reroll"), _("a 1 loses to the 4")),
            wrong=(("*keep*", _("The 1 loses to the 4. A new card can only be better.")), OTHER),
        ),
        _send(
            "diante",
            _("5 beats 4! Now send Diante, your d8."),
            _("{player} still has Twent. Diante can look at cards before you draw.", player=OTTOS),
        ),
        *scripted_actions(OTTO, "twent"),
        LessonStep(
            _("{player}'s d20 shows 6. Look!", player=OTTOS),
            _("You see the top {cards} cards and take one. Or you could just draw without looking.", cards=LOOKED),
            on=("look",),
            key=(_("Look at {cards}", cards=LOOKED), ""),
            wrong=(("*", _("You could just draw, but the better of {cards} cards wins more often.", cards=LOOKED)),),
        ),
        LessonStep(
            _("Take the card with the 8."),
            _("8 beats 6. The other card goes on top of the deck, so you know the next card."),
            on=("first",),
            key=(_("Tap the 8"), _("it beats 6")),
            wrong=(("*second", _("The 5 loses to the 6. Take the 8.")), OTHER),
        ),
        _send("quad", _("Send Quad, your d4."), _("Its best roll is a 4. You lead 6 to 0, so you can risk it.")),
        *scripted_actions(OTTO, "quad"),
        LessonStep(
            _("4 against 4: it's a tie."),
            _(
                "Each side keeps its own card. Both minions were the same, so the d4 of a card decided who drew first: "
                "you on an odd number, {player} on an even number.",
                player=OTTOS,
            ),
            look=("pile:0", "pile:1"),
            key=(_("Continue"), _lead(7, 1)),
        ),
    ),
    well=_("You lead {mine} to {theirs}!", mine=7, theirs=1),
    tip=_("Remember which minions have fought. Then you know which ones are left."),
    dice=DECK,
    seed="half a duel",
)

HOUSE_RULES = Lesson(
    "abilities",
    _("All abilities"),
    _("The printed abilities of Quad, Sparten and Dwelve are lost. These are ours."),
    (
        LessonStep(
            _("Five minions have an ability."),
            _("You know Cubera and Diante. Quad, Sparten and Dwelve have house rules, and Twent needs none."),
            look=("deck",),
            key=(_("Continue"), ""),
        ),
        _send("twent", _("Send Twent."), _("It has the biggest numbers, but two smaller minions can weaken it.")),
        *scripted_actions(OTTO, "sparten"),
        LessonStep(
            _("You drew R* first."),
            _("R* means: put the card under the deck and draw again. If no number is left, the card is 0."),
            look=("deck",),
            key=(_("Continue"), ""),
        ),
        LessonStep(
            _("Your 7 is only a 5."),
            _(
                "{player}'s Sparten has a Shield: if it fights a d12 or d20, the other number loses {shield}. "
                "So {player}'s 6 won.",
                player=OTTOS,
                shield=SHIELD,
            ),
            look=("pile:1",),
            key=(_("Continue"), _trail(0, 2)),
        ),
        _send(
            "quad",
            _("Send Quad, your smallest."),
            _("{player} still has two giants, the d12 and the d20. Quad is a Giant-killer.", player=OTTOS),
        ),
        *scripted_actions(OTTO, "twent"),
        LessonStep(
            _("Your 4 beats an 18!"),
            _("If Quad rolls a {numbers}, a d12 or d20 gets 0.", numbers=FELLING),
            look=("pile:0",),
            key=(_("Continue"), _level(2)),
        ),
        _send("dwelve", _("Send Dwelve, your d12."), _("Dwelve is Stubborn. It wins if the numbers are equal.")),
        *scripted_actions(OTTO, "diante", "look", "first"),
        LessonStep(
            _("7 against 7: you win both cards."),
            _("Dwelve wins ties, except against another Dwelve. All other ties give each side its own card."),
            look=("pile:0",),
            key=(_("Continue"), _lead(4, 2)),
        ),
        _send(
            "cubera",
            _("Send Cubera."),
            _("{player} has put a card on top of the deck. You may be the one to draw it.", player=OTTOS),
        ),
        *scripted_actions(OTTO, "quad"),
        LessonStep(
            _("A 6! Keep it."),
            _("You don't have to reroll. Nothing on a d6 is higher than 6."),
            on=("keep",),
            key=(_("Keep the 6"), ""),
            wrong=(("*reroll", _("Keep the 6: a new card can't be better.")), OTHER),
        ),
    ),
    well=_("You lead {mine} to {theirs}!", mine=6, theirs=2),
    tip=_("Sparten and Quad are best against a d12 or d20. Keep them until a giant comes."),
    dice=deck_order(11, 18, 2, 14, 23, 20, 1, 12, 15),
    seed="five abilities",
)

HALF_TIME = Lesson(
    "second-half",
    _("Half-time"),
    _("Six combats are over, and it's 6 to 6. If you remember what has fought, guessing gets easier."),
    (
        *_played(
            ("twent", "dwelve"),
            ("dwelve", "twent"),
            ("sparten", "diante"),
            ("diante", "sparten"),
            ("cubera", "quad"),
            ("quad", "cubera"),
        ),
        LessonStep(
            _("All {minions} minions are back.", minions=MINIONS),
            _(
                "A duel has two halves of {combats} combats. Each minion fights once in each half.",
                combats=number_word(HALF),
            ),
            look=("pile:0", "pile:1"),
            key=(_("Continue"), _level(6)),
        ),
        LessonStep(
            _("The deck is not shuffled."),
            _(
                "{half} cards are left. Cards that were won don't come back, and nobody reminds you which ones.",
                half=N_CARDS // 2,
            ),
            look=("deck",),
            key=(_("Continue"), ""),
        ),
        _send("twent", _("Send Twent."), _("{player} has all minions again. Start with your biggest.", player=OTTOS)),
        *scripted_actions(OTTO, "twent"),
        LessonStep(
            _("Twent met Twent, and a 2 decided."),
            _(
                "The d4 of a card decides who attacks: {player} on an even number. Attacking only means drawing first.",
                player=OTTOS,
            ),
            look=("pile:0",),
            key=(_("Continue"), _lead(8, 6)),
        ),
        _send(
            "dwelve",
            _("{player}'s Twent is used. Send Dwelve!", player=OTTOS),
            _(
                "{player} has nothing bigger than your d12 now. Used minions are face down, so you have to remember.",
                player=OTTOS,
            ),
        ),
        *scripted_actions(OTTO, "sparten"),
        LessonStep(
            _("{printed} is now {lowered}, and {lowered} beats {value}.", printed=TEN, lowered=TEN - SHIELD, value=2),
            _(
                "{player}'s Sparten lowered your {printed}, but not enough. {player} drew R* first and drew again.",
                player=OTTOS,
                printed=TEN,
            ),
            look=("pile:0",),
            key=(_("Continue"), _lead(10, 6)),
        ),
    ),
    well=_("You lead {mine} to {theirs}!", mine=10, theirs=6),
    tip=_("Your biggest minion is strongest after the other side has used its own."),
    dice=deck_order(9, 18, 15, 1, 11, 22, 14, 17, 20, 3, 12, 4, 7, 5, 6, 19, 16, 13),
    seed="the second half",
)

LAST_COMBATS = Lesson(
    "last-combats",
    _("The end"),
    _(
        "It is {points} to {points}, and {cards} cards are left. Who wins?",
        points=LEVEL,
        cards=number_word(N_CARDS - 2 * LEVEL),
    ),
    (
        *_played(
            ("twent", "dwelve"),
            ("dwelve", "twent"),
            ("sparten", "diante"),
            ("diante", "sparten"),
            ("cubera", "quad"),
            ("quad", "cubera"),
            ("cubera", "sparten"),
            ("dwelve", "quad"),
            ("diante", "twent"),
            ("sparten", "diante"),
        ),
        LessonStep(
            _("Two combats are left. It's {points} to {points}.", points=LEVEL),
            _(
                "In this half {player} has used Sparten, Quad, Twent and Diante. So Cubera and Dwelve are left.",
                player=OTTOS,
            ),
            look=("pile:0", "pile:1"),
            key=(_("Continue"), _level(10)),
        ),
        _send(
            "quad",
            _("Send Quad, and save Twent."),
            _(
                "Quad can beat Dwelve with a {numbers}. If {player} sends Cubera, Twent meets Dwelve last.",
                numbers=FELLING,
                player=OTTOS,
            ),
            ("minion:*", _("Save Twent: it can beat either of {player}'s minions.", player=OTTOS)),
        ),
        *scripted_actions(OTTO, "cubera", "keep"),
        LessonStep(
            _("You trail {mine} to {theirs}.", mine=LEVEL, theirs=DRAW),
            _(
                "You can still get {half} to {half}. Then the side with the card that shows {crown} on the d20 wins. "
                "Nobody has won that card yet.",
                half=DRAW,
                crown=CROWN,
            ),
            look=("pile:1",),
            key=(_("Continue"), _trail(10, 12)),
        ),
        _send(
            "twent",
            _("Send Twent, your last minion."),
            _("Win both cards to make it {half} to {half}.", half=DRAW),
        ),
        *scripted_actions(OTTO, "dwelve"),
    ),
    well=_("You have the {crown}. Critical hit!", crown=CROWN),
    tip=_("Save a big minion for the end."),
    dice=deck_order(10, 8, 16, 19, 20, 17, 12, 24, 9, 14, 22, 6, 4, 11, 7, 3, 5, 1, 15, 23, 18, 2, 21, 13),
    seed="the last combats",
)

DICEY = Lesson(
    "dicey",
    _("Dicey"),
    _("Dicey has no seat and no secrets. It plays by a few simple rules."),
    (
        LessonStep(
            _("Win more cards than Dicey."),
            _("You send a minion openly. Then Dicey flips a card and sends the minion with the highest number on it."),
            look=("deck",),
            key=(_("I'm ready"), ""),
        ),
        _send("twent", _("Send Twent."), _("Dicey's choice doesn't depend on yours.")),
        LessonStep(
            _("Dicey flipped a card, and {value} was highest.", value=DICEYS),
            _(
                "The {value} is on the d12, so Dicey sent Dwelve with a {value}. Your {yours} wins both cards.",
                value=DICEYS,
                yours=13,
            ),
            look=("pile:0",),
            key=(_("Continue"), _lead(2, 0)),
        ),
        _send("sparten", _("Send Sparten."), _("You see which minions Dicey has left, even in memory mode.")),
        LessonStep(
            _("Dicey's Diante always looks."),
            _("It looks at one more card and takes the higher one. Then Dicey shuffles the other card into the deck."),
            look=("deck",),
            key=(_("Continue"), _lead(4, 0)),
        ),
        _send("cubera", _("Send Cubera."), _("If Dicey sends the same minion, the higher number attacks.")),
        LessonStep(
            _("Dicey has a 6. Reroll your 5!"),
            _("Dicey's number is higher, so Dicey acted first. Its Cubera keeps a 6 or a number that beats yours."),
            on=("reroll",),
            key=(_("Reroll"), _("a 5 loses to the 6")),
            wrong=(("*keep*", _("The 5 loses to the 6. A new card can only be better.")), OTHER),
        ),
        LessonStep(
            _("6 against 6: a tie."),
            _("If both had drawn the same number before, the d4 of a card would have decided who attacks."),
            look=("pile:0", "pile:1"),
            key=(_("Continue"), _lead(5, 1)),
        ),
    ),
    well=_("You lead {mine} to {theirs}!", mine=5, theirs=1),
    tip=_("You can see which minions Dicey has left. It sends the one with the highest number on its card."),
    rivals=(),
    dice=deck_order(5, 17, 10, 9, 22, 24, 23, 18, shuffled_in=(22, 5)),
    seed="dicey",
)

LESSONS = (LESSON, HOUSE_RULES, HALF_TIME, LAST_COMBATS, DICEY)
