"""Define the first lesson: the last two rounds of a city for two, and the final scoring."""

from __future__ import annotations

from dicehouse.core.lesson import Lesson, LessonStep, scripted_actions
from dicehouse.i18n import _, ngettext

from ..rules.missions import IDS, STARS
from ..rules.scoring import TRACKS
from ..rules.state import ROUNDS
from .words import thug_strength

STANDARD = 0  # the first scenario and the first stock values
LEFT = 2  # rounds that the lesson plays


def _stars(mission: str) -> int:
    return STARS[IDS.index(mission)]


LATER = ("*", _("Not yet. Do what the lesson says first."))
ELSEWHERE = (
    ("agent gugu *", _("That's the right area, but the wrong die. Take the teal 3: it's worth most to you.")),
    ("agent *", _("You could go there, but no die is worth more to you than the teal 3 in Gugu.")),
    ("key:break-out", _("Your Thug is stronger than an Agent. Keep it for the final round.")),
    ("break out", _("Your Thug is stronger than an Agent. Keep it for the final round.")),
    ("space:gugu-*", _("That's the right area, but the wrong die. Tap the teal 3.")),
    ("space:*", _("You could go there, but no die is worth more to you than the teal 3 in Gugu.")),
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
    ngettext("The last {n} round", "The last {n} rounds", LEFT),
    _("Six Neighbourhoods, a dock and a wasteland: win the city before Otto does."),
    (
        *BEFORE,
        LessonStep(
            ngettext(
                "You have {n} turn left. Get the most stars!", "You have {n} turns left. Get the most stars!", LEFT
            ),
            _(
                "You have played {rounds} rounds. Each turn you placed an Agent and took the die from its space.",
                rounds=ROUNDS - LEFT,
            ),
            look=("area:congress", "area:ravin", "area:agency"),
            key=(_("I'm ready"), ""),
        ),
        LessonStep(
            _("These dice are yours."),
            _("At the end each scores its value: a 6 is worth 6 stars."),
            look=("die:p1-1", "die:p1-2", "die:p1-3", "die:p1-4", "die:p1-5"),
            key=(_("Continue"), _("your dice score 20")),
        ),
        LessonStep(
            _("These are your secret Missions."),
            _(
                "You score {snitch} stars for each of your teal dice, and {infiltration} for each Neighbourhood that "
                "you alone dominate.",
                snitch=_stars("snitch"),
                infiltration=_stars("infiltration"),
            ),
            look=("mission:snitch", "mission:infiltration"),
            key=(_("Continue"), _("take teal, and dominate")),
        ),
        LessonStep(
            _("Send an Agent: tap the teal 3 in Gugu."),
            _("You swap your Agent with the die. Otto has one Agent there, too: if you tie, you both score in full."),
            on=("agent gugu 2",),
            look=("space:gugu-2",),
            key=(_("Tap the teal 3"), _("then send the Agent")),
            wrong=ELSEWHERE,
        ),
        LessonStep(
            _("Now use the Action: reroll his purple 6."),
            _("In Gugu you can reroll any die on a Faction Board or in the City. His 6 can't get any higher."),
            on=("reroll p2 2",),
            look=("die:p2-2",),
            key=(_("Tap Otto's purple 6"), _("it can't get higher")),
            wrong=(
                ("*stock*", _("Not yet. You can use the Stock Exchange next turn.")),
                ("*p1*", _("That's your own die, and it could get lower. Try his purple 6.")),
                ("*", _("You can reroll any die, but his purple 6 has the most to lose.")),
            ),
        ),
        *scripted_actions(1, "break out", "at agency 4", "stock purple up", "enough"),
        LessonStep(
            _("Otto's Thug took the Agency from you!"),
            _(
                "A Thug counts as {strength} Agents. Your one Agent no longer dominates there and scores nothing.",
                strength=thug_strength(STANDARD),
            ),
            look=("area:agency",),
            key=(_("Continue"), _("you have a Thug, too")),
        ),
        LessonStep(
            _("Break out your own Thug."),
            _("It waits in prison. You break it out once, on a turn of your choice."),
            on=("break out",),
            key=(_("Break out your Thug"), ""),
            wrong=(("*", _("You have placed all your Agents. Only the Thug is left.")),),
        ),
        LessonStep(
            _("Take the Agency back: tap a white 3."),
            _(
                "Your {yours} beat his {his}. The die goes to prison, so leave the 5 in the Agency: it scores for you.",
                yours=thug_strength(STANDARD, agents=1),
                his=thug_strength(STANDARD),
            ),
            on=("at agency 2", "at agency 5"),
            look=("space:agency-2", "space:agency-5"),
            key=(_("Tap a white 3"), _("in the Agency")),
            wrong=(
                ("*agency*", _("That's the right area. But the dice left there score, so leave the higher ones.")),
                ("*", _("Choose the Agency: you lost it to Otto, and it scores most.")),
            ),
        ),
        LessonStep(
            _("Skip the Action: move teal up."),
            _(
                "This is the Stock Exchange. Each of your five teal dice will score {now} stars instead of {before}.",
                now=TRACKS[STANDARD][5],
                before=TRACKS[STANDARD][4],
            ),
            on=("stock teal up",),
            look=("stock:teal-up",),
            key=(_("Move teal up"), _("on the Stock Exchange")),
            wrong=(
                ("*draw*", _("A new Mission is a gamble this late. Move the teal cube up instead.")),
                ("*stock*", _("That's not your colour. You have five teal dice: move teal up.")),
                LATER,
            ),
        ),
        *scripted_actions(1, "draft 1"),
        LessonStep(
            _("Take the die from the prison."),
            _("Once all pieces are placed, each player drafts one of the dice in prison."),
            on=("draft 1",),
            key=(_("Take the white 3"), ""),
            wrong=(LATER,),
        ),
    ),
    well=_("You won 158 to 109: the city is yours!"),
    tip=_("Dominate many areas by a little, none by a lot."),
    seed="lesson 12196",
)

LESSONS = (LESSON,)
