"""Define the lessons: how a game starts, special places, swaps, factions, and the last two rounds with the scoring.

The lesson of the last two rounds keeps the name "first", which addresses and stored tables of earlier versions use.
"""

from __future__ import annotations

from dicehouse.core.lesson import Lesson, LessonStep, scripted_actions
from dicehouse.i18n import _, ngettext

from ..rules.missions import IDS, STARS
from ..rules.scenarios import CORE, DOME, ROWS
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
            _("In Gugu you can reroll any die on a Faction Board or in the City. His 6 can't go any higher."),
            on=("reroll p2 2",),
            look=("die:p2-2",),
            key=(_("Tap Otto's purple 6"), _("it can't go higher")),
            wrong=(
                ("*stock*", _("Not yet. You can use the Stock Exchange next turn.")),
                ("*p1*", _("That's your own die, and it could go lower. Try his purple 6.")),
                ("*", _("You can reroll any die, but his purple 6 has the most to lose.")),
            ),
        ),
        *scripted_actions(1, "break out", "at agency 4", "stock purple up", "enough"),
        LessonStep(
            _("Otto's Thug took the Agency from you!"),
            _(
                "A Thug counts as {strength} Agents, except in Missions that count Agents. "
                "Your one Agent no longer dominates there and scores nothing.",
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
                ("*", _("Choose the Agency: Otto took it, and it scores the most.")),
            ),
        ),
        LessonStep(
            _("Skip the Action: move teal up."),
            _(
                "On the Stock Exchange, you move a cube one step up or down. "
                "Each of your five teal dice will score {now} stars instead of {before}.",
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
    tip=_("Dominate many areas by a little, none by a lot. In a tie at the end, the tied players share the victory."),
    seed="lesson 12196",
)

CORE_STARS = ROWS[STANDARD][CORE]  # of a Neighbourhood
CONTINUE = (_("Continue"), "")
ANOTHER_DIE = _("You could take that die, too. But take the lit one this time.")
NOT_THE_STOCK = _("You could use the Stock Exchange instead. But first see what this Action does.")
NOT_THE_POWER = _("Save your faction's ability. This step shows the area's Action.")

START = Lesson(
    "start",
    _("How a game starts"),
    _("A new city, {n} rounds, and one winner.", n=ROUNDS),
    (
        LessonStep(
            _("Get more stars than {player}.", player="{1}"),
            _("You score your dice, the areas that you dominate, and your secret Missions."),
            look=("seat:0", "seat:1"),
            key=CONTINUE,
        ),
        LessonStep(
            _("You have three Missions. Give one back."),
            _(
                "Keep two that go together. Insider needs the most teal dice, "
                "and Snitch scores {snitch} stars for each teal die.",
                snitch=_stars("snitch"),
            ),
            on=("give risk-management",),
            look=("mission:risk-management",),
            key=(_("Tap Risk Management"), _("then give it back")),
            wrong=(
                ("*insider", _("Keep Insider: it goes well with Snitch. Give Risk Management back.")),
                ("*snitch", _("Keep Snitch: it goes well with Insider. Give Risk Management back.")),
                LATER,
            ),
        ),
        *scripted_actions(1, "give marked-bills"),
        LessonStep(
            _("Send an Agent: tap the teal 3 in the Agency."),
            _("You swap your Agent with the die. The die goes to your Faction Board and scores its value at the end."),
            on=("agent agency 4",),
            look=("space:agency-4",),
            key=(_("Tap the teal 3"), _("then send the Agent")),
            wrong=(
                ("*break*", _("Your Thug can wait. Send an Agent first.")),
                ("agent agency *", _("That's the right area, but take the teal 3: your Missions count teal dice.")),
                ("space:agency-*", _("That's the right area, but take the teal 3: your Missions count teal dice.")),
                ("agent *", ANOTHER_DIE),
                ("space:*", ANOTHER_DIE),
                LATER,
            ),
        ),
        LessonStep(
            _("The Agency has an Action. Draw a Mission."),
            _("Then one of your Missions goes under the deck. This one will be for Magmacorium dice, so it goes back."),
            on=("draw",),
            key=(_("Draw a Mission"), ""),
            wrong=(("stock*", NOT_THE_STOCK), ("token*", NOT_THE_POWER), LATER),
        ),
        *scripted_actions(0, "return playing-with-fire"),
        LessonStep(
            _("Use your faction's ability: protect your die."),
            _(
                "Your faction, the Conclave, starts with a Protection Token. "
                "Nobody can swap or reroll the die under it, not even you."
            ),
            on=("token 1",),
            look=("die:p1-1",),
            key=(_("Tap your teal 3"), ""),
            wrong=(("end", _("You could keep the token for later. But protect your die now.")), LATER),
        ),
        *scripted_actions(1, "agent nethal 4", "stock purple up"),
        LessonStep(
            _("You dominate the Agency."),
            _(
                "The strongest player in a Neighbourhood scores the dice left there and {core} more stars: "
                "its core value.",
                core=CORE_STARS,
            ),
            look=("area:agency",),
            key=CONTINUE,
        ),
        LessonStep(
            _("Send an Agent to the teal 6 in Molotov Market."),
            _("{player} moved purple up on the Stock Exchange. You can do that instead of an Action.", player="{1}"),
            on=("agent market 1",),
            look=("space:market-1",),
            key=(_("Tap the teal 6"), _("then send the Agent")),
            wrong=(
                ("*break*", _("Your Thug can wait. Send an Agent.")),
                ("agent *", ANOTHER_DIE),
                ("space:*", ANOTHER_DIE),
                LATER,
            ),
        ),
        LessonStep(
            _("Now the Action: tap your teal 3."),
            _("In Molotov Market you set one of your dice to any value. It becomes a 6."),
            on=("change p1 1",),
            look=("die:p1-1",),
            key=(_("Tap your teal 3"), ""),
            wrong=(("change*", _("A 6 can't get any better. Tap the 3.")), ("stock*", NOT_THE_STOCK), LATER),
        ),
        *scripted_actions(0, "value 6"),
        LessonStep(
            _("A game has {n} rounds.", n=ROUNDS),
            _(
                "You place {agents} Agents and your Thug, one in each round. Then everything is scored.",
                agents=ROUNDS - 1,
            ),
            look=("seat:0",),
            key=CONTINUE,
        ),
    ),
    well=_("Two 6s, two Missions that match, and an area: a good start."),
    tip=_("Collect what your Missions ask for, and leave high dice in areas that you dominate."),
    seed="start 3695",
)

PLACES = Lesson(
    "places",
    _("Special places"),
    _("Outside the Neighbourhoods: Springs, Blood Dome and Ravin Sanctuary."),
    (
        *scripted_actions(0, "give boom"),
        *scripted_actions(1, "give dealers"),
        LessonStep(
            _("Send an Agent to the Nuclear Springs."),
            _(
                "Magmacorium dice count as any colour, and nobody can change, swap or reroll yours. "
                "The Springs have no Action."
            ),
            on=("agent springs *",),
            look=("space:springs-1", "space:springs-2"),
            key=(_("Tap a Magmacorium die"), _("then send the Agent")),
            wrong=(
                ("*break*", _("Your Thug can wait. Send an Agent.")),
                ("*", _("Take a Nuclear Springs die first.")),
            ),
        ),
        *scripted_actions(1, "agent gugu 1", "stock purple up"),
        LessonStep(
            _("Go to the Blood Dome: tap the purple 4."),
            _(
                "You can reroll each of the three dice on the Blood Dome Card once. "
                "You want them to match your dice in colour and value."
            ),
            on=("agent dome 1",),
            look=("space:dome-1",),
            key=(_("Tap the purple 4"), _("then send the Agent")),
            wrong=(
                ("*break*", _("Your Thug can wait. Send an Agent.")),
                ("*dome*", _("That's the right area, but the card shows a purple 4. Take that one.")),
                ("*", _("Go to the Blood Dome this time.")),
            ),
        ),
        *scripted_actions(0, "reroll card 3"),
        LessonStep(
            _("Fight: you have two matches."),
            _(
                "One match scores {one} stars, two score {two} and three {three}. Then the card gets new dice.",
                one=ROWS[STANDARD][DOME + 1],
                two=ROWS[STANDARD][DOME + 2],
                three=ROWS[STANDARD][DOME + 3],
            ),
            on=("fight",),
            key=(_("Fight"), ""),
            wrong=(("*", _("Those dice match yours. Don't reroll them: fight.")),),
        ),
        *scripted_actions(1, "agent gugu 2", "stock purple up"),
        LessonStep(
            _("Go to the Ravin Sanctuary: tap the teal 6."),
            _("There you choose between two Actions: a Protection Token, or the First Player Marker."),
            on=("agent ravin 3",),
            look=("space:ravin-3",),
            key=(_("Tap the teal 6"), _("then send the Agent")),
            wrong=(
                ("*break*", _("Your Thug can wait. Send an Agent.")),
                ("*ravin*", _("That's the right area, but take the teal 6.")),
                ("*", _("Go to the Ravin Sanctuary this time.")),
            ),
        ),
        LessonStep(
            _("Protect the teal 6."),
            _("Nobody can swap or reroll a die with a Protection Token, not even you."),
            on=("protect 3",),
            look=("die:p1-3",),
            key=(_("Tap your teal 6"), ""),
            wrong=(
                ("protect*", _("Protect your highest die: the teal 6.")),
                ("flag*", _("The First Player Marker comes next. Protect your die first.")),
                ("stock*", NOT_THE_STOCK),
                LATER,
            ),
        ),
        *scripted_actions(1, "agent nethal 5", "stock white up"),
        LessonStep(
            _("Go there again: tap the purple 5."),
            _(
                "This time you keep the First Player Marker. You could also give it to {player}. "
                "You can send several Agents to the same area.",
                player="{1}",
            ),
            on=("agent ravin 6",),
            look=("space:ravin-6",),
            key=(_("Tap the purple 5"), _("then send the Agent")),
            wrong=(
                ("*break*", _("Your Thug can wait. Send an Agent.")),
                ("*ravin*", _("That's the right area, but take the purple 5.")),
                ("*", _("Go to the Ravin Sanctuary this time.")),
            ),
        ),
        *scripted_actions(0, "flag p1"),
        LessonStep(
            _("You have the First Player Marker."),
            _(
                "The player with the marker begins the next round. "
                "After the last round, that player drafts first from the prison."
            ),
            look=("seat:0",),
            key=CONTINUE,
        ),
        LessonStep(
            _("End your turn."),
            _("Before that, you could move your Protection Token to another of your dice."),
            on=("end",),
            key=(_("End the turn"), ""),
            wrong=(("token*", _("You could move the token. But it is fine on the 6: end your turn.")), LATER),
        ),
        LessonStep(
            _("These places have no core value."),
            _(
                "The player who dominates one scores only the dice left there. "
                "Your faction, the Pagans, scores more for each that it alone dominates."
            ),
            look=("area:springs", "area:dome", "area:ravin"),
            key=CONTINUE,
        ),
    ),
    well=_("A joker, a fight, a shield and the first turn."),
    tip=_("Look at the Blood Dome Card before every turn: a die that matches it is worth more to you."),
    seed="places 1304",
)

SWAPS = Lesson(
    "swaps",
    _("Swap and move"),
    _("What you can't take, you can still swap."),
    (
        *scripted_actions(0, "faction navigators"),
        *scripted_actions(1, "faction dangmer-program"),
        *scripted_actions(0, "give copycat"),
        *scripted_actions(1, "give four-leaf-clover"),
        LessonStep(
            _("Go to the Observatory Bank: tap the teal 1."),
            _("A 1 scores little, but in the Bank you swap one of your dice with a die in a Neighbourhood."),
            on=("agent bank 1",),
            look=("space:bank-1",),
            key=(_("Tap the teal 1"), _("then send the Agent")),
            wrong=(
                ("*break*", _("Your Thug can wait. Send an Agent.")),
                ("*bank*", _("Leave the high dice: they score for the player who dominates the Bank.")),
                ("*", _("Go to the Observatory Bank this time.")),
            ),
        ),
        LessonStep(
            _("Tap your teal 1."),
            _("It is the die that you give away."),
            on=("swap p1 1",),
            look=("die:p1-1",),
            key=(_("Tap your teal 1"), ""),
            wrong=(("stock*", NOT_THE_STOCK), ("home*", NOT_THE_POWER), ("*home-turf", NOT_THE_POWER), LATER),
        ),
        LessonStep(
            _("Swap it with the white 6 in the Congress."),
            _("One of your Missions wants the most white dice."),
            on=("with congress 2",),
            look=("space:congress-2",),
            key=(_("Tap the white 6"), _("then swap")),
            wrong=(("*", _("You can swap with any die in a Neighbourhood. Take the white 6 in the Congress.")),),
        ),
        *scripted_actions(0, "end"),
        *scripted_actions(1, "agent market 5", "stock purple up"),
        LessonStep(
            _("Go to the Nethal Syndicate: tap the white 3."),
            _("There you swap one of your dice with another player's die."),
            on=("agent nethal 3",),
            look=("space:nethal-3",),
            key=(_("Tap the white 3"), _("then send the Agent")),
            wrong=(
                ("*break*", _("Your Thug can wait. Send an Agent.")),
                ("*nethal*", _("That's the right area, but take the white 3.")),
                ("*", _("Go to the Nethal Syndicate this time.")),
            ),
        ),
        LessonStep(
            _("Give away your white 3: tap it."),
            _("Next you choose what you get for it."),
            on=("swap p1 2",),
            look=("die:p1-2",),
            key=(_("Tap your white 3"), ""),
            wrong=(
                ("*p1?1", _("Keep the 6.")),
                ("swap*", _("Keep the 6 and give the 3 away.")),
                ("stock*", NOT_THE_STOCK),
                ("home*", NOT_THE_POWER),
                LATER,
            ),
        ),
        LessonStep(
            _("Take {player}'s white 6.", player="{1}"),
            _("A Protection Token would have stopped you."),
            on=("with p2 1",),
            look=("die:p2-1",),
            key=(_("Tap the white 6"), _("then swap")),
            wrong=(LATER,),
        ),
        *scripted_actions(0, "end"),
        *scripted_actions(1, "agent agency 4", "stock purple up"),
        LessonStep(
            _("Go to Waste Management: tap the white 1."),
            _("There you swap any Agent in a Neighbourhood with a die in another Neighbourhood."),
            on=("agent waste 1",),
            look=("space:waste-1",),
            key=(_("Tap the white 1"), _("then send the Agent")),
            wrong=(
                ("*break*", _("Your Thug can wait. Send an Agent.")),
                ("*waste*", _("That's the right area, but take the white 1: your Mission counts white dice.")),
                ("*", _("Go to Waste Management this time.")),
            ),
        ),
        LessonStep(
            _("Tap {player}'s Agent in the Agency.", player="{1}"),
            _("It dominates the Agency, where many stars are left. Thugs can't be moved."),
            on=("move agency 4",),
            look=("space:agency-4",),
            key=(_("Tap that Agent"), ""),
            wrong=(
                ("move*", _("You could move your own Agent. But {player} scores most in the Agency.", player="{1}")),
                ("stock*", NOT_THE_STOCK),
                ("home*", NOT_THE_POWER),
                LATER,
            ),
        ),
        LessonStep(
            _("Swap it with the teal 3 in Waste Management."),
            _("There it only ties with your Agent. If you tie, both of you score in full."),
            on=("with waste 3",),
            look=("space:waste-3",),
            key=(_("Tap the teal 3"), _("then swap")),
            wrong=(("*", _("You could send it elsewhere. But use the teal 3 in Waste Management.")),),
        ),
        *scripted_actions(0, "end"),
        *scripted_actions(1, "agent gugu 4", "stock purple up"),
        LessonStep(
            _("Go to the Twilight Congress: tap the purple 3."),
            _("There you swap two dice in different Neighbourhoods."),
            on=("agent congress 1",),
            look=("space:congress-1",),
            key=(_("Tap the purple 3"), _("then send the Agent")),
            wrong=(
                ("*break*", _("Your Thug can wait. Send an Agent.")),
                ("*congress*", _("That's the right area, but leave its high dice: they will score for you.")),
                ("*", _("Go to the Twilight Congress this time.")),
            ),
        ),
        LessonStep(
            _("Tap the teal 1 beside your Agent."),
            _("You dominate the Congress now, so you want high dice there."),
            on=("swap congress 2", "swap congress 4"),
            look=("space:congress-2", "space:congress-4"),
            key=(_("Tap a teal 1"), ""),
            wrong=(
                ("swap*", _("You could swap that die, too. But replace a 1 in the Congress.")),
                ("stock*", NOT_THE_STOCK),
                ("home*", NOT_THE_POWER),
                LATER,
            ),
        ),
        LessonStep(
            _("Swap it with the teal 6 in Gugu."),
            _("{player} dominates the Gugu Airforce and loses {points} stars there.", player="{1}", points=5),
            on=("with gugu 1",),
            look=("space:gugu-1",),
            key=(_("Tap the teal 6"), _("then swap")),
            wrong=(("*", _("You could use another die. But the teal 6 in Gugu counts for {player}.", player="{1}")),),
        ),
    ),
    well=_("Two white 6s, and {player} has lost the Agency.", player="{1}"),
    tip=_("Take low dice and swap them. Leave high dice where you dominate."),
    settings={"faction_deal": "choose"},
    seed="powers 15",
)

POWERS = Lesson(
    "factions",
    _("Factions"),
    _("Every faction has an ability of its own."),
    (
        LessonStep(
            _("Choose a faction: the Haterz."),
            _("Usually factions are dealt at random. Here, you choose one of two."),
            on=("faction haterz",),
            look=("faction:haterz",),
            key=(_("Tap the Haterz"), _("then choose them")),
            wrong=(("*", _("The Navigators set a die to any value, once per game. Take the Haterz this time.")),),
        ),
        *scripted_actions(1, "faction dangmer-program"),
        *scripted_actions(0, "give ignorance-is-bliss"),
        *scripted_actions(1, "give threes-a-charm"),
        LessonStep(
            _("Send an Agent: tap the white 6 in Nethal."),
            _("Each faction's ability says when you can use it. Yours works on the Stock Exchange."),
            on=("agent nethal 3",),
            look=("space:nethal-3",),
            key=(_("Tap the white 6"), _("then send the Agent")),
            wrong=(
                ("*break*", _("Your Thug can wait. Send an Agent.")),
                ("*nethal*", _("That's the right area, but take the white 6.")),
                ("*", _("Go to the Nethal Syndicate this time.")),
            ),
        ),
        LessonStep(
            _("Move white up on the Stock Exchange."),
            _("You have no Action here, because {player} has no die to swap with.", player="{1}"),
            on=("stock white up",),
            look=("stock:white-up",),
            key=(_("Move white up"), _("on the Stock Exchange")),
            wrong=(("*stock*", _("Your die is white, so move white up.")), LATER),
        ),
        LessonStep(
            _("Use your ability: move purple up, too."),
            _(
                "Other players move only one cube. Your ability works every time; "
                "most others work once per game, and some replace an Action."
            ),
            on=("stock purple up",),
            look=("stock:purple-up",),
            key=(_("Move purple up"), _("on the Stock Exchange")),
            wrong=(
                ("enough", _("You could stop here. But your faction can move a second cube.")),
                ("*stock*", _("That would work, too. Move purple up this time.")),
                LATER,
            ),
        ),
        LessonStep(
            _("{player} has an ability, too.", player="{1}"),
            _("Some abilities work only during scoring. If yours works on another player's turn, you are asked."),
            look=("seat:1",),
            key=CONTINUE,
        ),
    ),
    well=_("You moved two cubes at once."),
    tip=_("Read your ability before the first turn, and choose Missions that fit it."),
    settings={"faction_deal": "two"},
    seed="two 369",
)

LESSONS = (START, PLACES, SWAPS, POWERS, LESSON)
