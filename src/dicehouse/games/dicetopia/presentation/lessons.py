"""Define the first lesson: the last two rounds of a city for two, and the final scoring."""

from __future__ import annotations

from dicehouse.core.lesson import Lesson, LessonStep, scripted_actions
from dicehouse.text_format import number_word

from ..rules.missions import IDS, STARS
from ..rules.scoring import TRACKS
from ..rules.state import ROUNDS
from .notation import thug_words

STANDARD = 0  # the first scenario and the first stock values
LEFT = 2  # rounds that the lesson plays


def _stars(mission: str) -> int:
    return STARS[IDS.index(mission)]


LATER = ("*", "Not now: do what lies in the light first.")
ELSEWHERE = (
    ("agent gugu *", "The right place, the wrong die. Nothing pays you more than the teal 3, and it costs Otto most."),
    ("agent *", "You may go there, but look at the numbers: nothing brings more than the teal 3 in Gugu."),
    ("key:break-out", "Your Thug is stronger than an Agent. Keep it for the last round."),
    ("break out", "Your Thug is stronger than an Agent. Keep it for the last round."),
    ("space:gugu-*", "The right place, the wrong die. Tap the teal 3."),
    ("space:*", "You could go there, but nothing brings more than the teal 3 in Gugu."),
    LATER,
)

# five rounds and Otto's sixth turn
BEFORE = (
    *scripted_actions(0, "give medium-rare"),
    *scripted_actions(1, "give pacifist", "agent gugu 5", "reroll p2 1"),
    *scripted_actions(0, "agent congress 2", "stock teal up"),
    *scripted_actions(1, "agent waste 1", "stock purple up", "enough"),
    *scripted_actions(0, "agent agency 3", "stock teal up"),
    *scripted_actions(1, "agent nethal 2", "swap p2 3", "with p1 1"),
    *scripted_actions(0, "agent market 5", "change p1 2", "value 6"),
    *scripted_actions(1, "agent bank 2", "swap p2 3", "with waste 5"),
    *scripted_actions(0, "agent ravin 6", "stock teal up"),
    *scripted_actions(1, "agent waste 4", "stock purple up", "enough"),
    *scripted_actions(0, "agent nethal 4", "stock teal up"),
    *scripted_actions(1, "agent dome 1", "stock purple up", "enough"),
)

LESSON = Lesson(
    "first",
    f"The last {number_word(LEFT)} rounds",
    "Six quarters, a dock, a wasteland. By tonight the city is yours or Otto's.",
    (
        *BEFORE,
        LessonStep(
            f"{number_word(LEFT).capitalize()} turns are left. Get the most stars!",
            f"{number_word(ROUNDS - LEFT).capitalize()} rounds are played. Each of you has placed Agents and taken "
            "the dice that lay there.",
            look=("area:congress", "area:ravin", "area:agency"),
            key=("I'm ready", ""),
        ),
        LessonStep(
            "These dice are yours.",
            "In the end each pays what it shows: a 6 is six stars.",
            look=("die:p1-1", "die:p1-2", "die:p1-3", "die:p1-4", "die:p1-5"),
            key=("Go on", "your dice pay 20"),
        ),
        LessonStep(
            "And these are your secret Missions.",
            f"{_stars('snitch')} stars for each teal die of yours, and {_stars('infiltration')} for each "
            "Neighbourhood that you "
            "lead alone.",
            look=("mission:snitch", "mission:infiltration"),
            key=("Go on", "so: teal, and lead"),
        ),
        LessonStep(
            "Send an Agent: tap the teal 3 in Gugu.",
            "Agent and die change places. Otto leads here with one; one to one is a tie, and pays you both in full.",
            on=("agent gugu 2",),
            look=("space:gugu-2",),
            key=("Tap the teal 3", "then send the Agent"),
            wrong=ELSEWHERE,
        ),
        LessonStep(
            "Now the place acts: reroll his purple 6.",
            "In Gugu you reroll any die, yours, his or one of the City. A 6 can only stay or fall.",
            on=("reroll p2 2",),
            look=("die:p2-2",),
            key=("Tap Otto's purple 6", "it can only fall"),
            wrong=(
                ("*stock*", "Instead of the Action you may go to the Stock Exchange. That comes in your next turn."),
                ("*p1*", "One of your own? It might fall, too. Try his purple 6."),
                ("*", "Any die is allowed. But his purple 6 has the most to lose."),
            ),
        ),
        *scripted_actions(1, "break out", "at agency 4", "stock purple up", "enough"),
        LessonStep(
            "Otto's Thug took the Agency from you!",
            f"A Thug counts {thug_words(STANDARD)} Agents. Your one Agent there leads no more, and gets nothing.",
            look=("area:agency",),
            key=("Go on", "you have a Thug, too"),
        ),
        LessonStep(
            "Break out your own Thug.",
            "It sits in prison all game long, and breaks out once, in a turn of your choice.",
            on=("break out",),
            key=("Break out the Thug", ""),
            wrong=(("*", "Your Agents are all placed. Only the Thug is left."),),
        ),
        LessonStep(
            "Take the Agency back: tap a white 3.",
            f"{thug_words(STANDARD, agents=1).capitalize()} beat {thug_words(STANDARD)}. What a Thug steps on goes "
            "to prison, so leave the 5 to pay you.",
            on=("at agency 2", "at agency 5"),
            look=("space:agency-2", "space:agency-5"),
            key=("Tap a white 3", "in the Agency"),
            wrong=(
                ("*agency*", "The right place. But the dice left there pay its leader: leave the higher ones."),
                ("*", "The Agency pays most: it is the one that Otto took from you."),
            ),
        ),
        LessonStep(
            "Leave the Action: move teal up.",
            f"That is the Stock Exchange. Each of your five teal dice will pay {TRACKS[STANDARD][5]} stars more, "
            f"not {TRACKS[STANDARD][4]}.",
            on=("stock teal up",),
            look=("stock:teal-up",),
            key=("Move teal up", "on the Stock Exchange"),
            wrong=(
                ("*draw*", "A new Mission is a gamble so late. Teal is certain: move its cube up."),
                ("*stock*", "That is not your colour. You have five teal dice: move teal up."),
                LATER,
            ),
        ),
        *scripted_actions(1, "draft 1"),
        LessonStep(
            "Take the die from the prison.",
            "When all pieces stand, the dice that the Thugs sent there are handed out. One is yours.",
            on=("draft 1",),
            key=("Take the white 3", ""),
            wrong=(LATER,),
        ),
    ),
    well="158 to 109: the city is yours!",
    tip="Count heads first: lead many places by a little, none by much.",
    seed="lesson 12196",
)

LESSONS = (LESSON,)
