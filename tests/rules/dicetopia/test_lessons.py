"""Every rule of Dicetopia is taught: each kind of event and decision, and each area, has a step of a lesson. A new kind
without one fails here. Single Missions and the abilities of factions are left out; two abilities are shown.
"""

from __future__ import annotations

from dicehouse.core.action_codes import Block
from dicehouse.games import find
from dicehouse.games.dicetopia.presentation.lessons import LESSONS
from dicehouse.games.dicetopia.rules import action_codes
from dicehouse.games.dicetopia.rules.settings import SETTINGS
from dicehouse.games.dicetopia.rules.state import Area, EventKind, Phase

from ..taught import Step, untaught

GIVE: Step = ("start", "You have three Missions. Give one back.", "keep two")
SEND: Step = ("start", "Send an Agent: tap the teal 3 in the Agency.", "swap your Agent with the die")
DRAW: Step = ("start", "The Agency has an Action. Draw a Mission.", "draw")
RETURN: Step = ("start", "The Agency has an Action. Draw a Mission.", "under the deck")
TOKEN: Step = ("start", "Use your faction's ability: protect your die.", "Protection Token")
MOVE_TOKEN: Step = ("places", "End your turn.", "move your Protection Token")
CORE: Step = ("start", "You dominate the Agency.", "core value")
CHANGE: Step = ("start", "Now the Action: tap your teal 3.", "any value")
ROUNDS: Step = ("start", "A game has 7 rounds.", "scored")
GOAL: Step = ("start", "Get more stars than {1}.", "you score")
SPRINGS: Step = ("places", "Send an Agent to the Nuclear Springs.", "count as any colour")
DOME: Step = ("places", "Go to the Blood Dome: tap the purple 4.", "reroll each of the three dice")
FIGHT: Step = ("places", "Fight: you have two matches.", "new dice")
PROTECT: Step = ("places", "Protect the teal 6.", "nobody can swap or reroll")
FLAG: Step = ("places", "You have the First Player Marker.", "begins the next round")
BANK: Step = ("swaps", "Swap it with the white 6 in the Congress.", "swap")
NETHAL: Step = ("swaps", "Go to the Nethal Syndicate: tap the white 3.", "another player's die")
WASTE: Step = ("swaps", "Go to Waste Management: tap the white 1.", "swap any Agent")
CONGRESS: Step = ("swaps", "Go to the Twilight Congress: tap the purple 3.", "swap two dice")
FACTION: Step = ("factions", "Choose a faction: the Haterz.", "you choose one of two")
POWER: Step = ("factions", "Use your ability: move purple up, too.", "once per game")
NO_ACTION: Step = ("factions", "Move white up on the Stock Exchange.", "no Action")
REROLL: Step = ("first", "Now use the Action: reroll his purple 6.", "reroll any die")
THUG: Step = ("first", "Break out your own Thug.", "break it out once")
PLACE: Step = ("first", "Take the Agency back: tap a white 3.", "goes to prison")
STOCK: Step = ("first", "Skip the Action: move teal up.", "Stock Exchange")
DRAFT: Step = ("first", "Take the die from the prison.", "drafts one of the dice")
DICE: Step = ("first", "These dice are yours.", "scores its value")
MISSIONS: Step = ("first", "These are your secret Missions.", "you score")

EVENTS: dict[str, Step] = {
    "DEAL": GOAL,
    "FACTION": FACTION,
    "MARKER": FLAG,
    "DEALT": GIVE,
    "CHOSEN": GIVE,
    "BEGIN": GIVE,
    "ROUND": ROUNDS,
    "TURN": SEND,
    "SEND": SEND,
    "BREAK_OUT": THUG,
    "DRAW": DRAW,
    "DREW": DRAW,
    "RETURN": RETURN,
    "RETURNED": RETURN,
    "REROLL": REROLL,
    "MOVE": WASTE,
    "SWAP": BANK,
    "CHANGE": CHANGE,
    "CARD_REROLL": DOME,
    "MATCH": FIGHT,
    "CARD": FIGHT,
    "FLAG": FLAG,
    "PROTECT": PROTECT,
    "STOCK": STOCK,
    "NO_ACTION": NO_ACTION,
    "HOME_TURF": POWER,
    "TOKEN": MOVE_TOKEN,
    "OVER": ROUNDS,
    "DRAFT": DRAFT,
    "STOCK_STARS": STOCK,
    "DICE_STARS": DICE,
    "DOMINATION": CORE,
    "MISSION": MISSIONS,
    "FINAL": GOAL,
    "WIN": ("start", "Get more stars than {1}.", "more stars"),
}
POWER_EVENTS = {
    "SKIP",
    "HYPNOSIS",
    "CANCEL",
    "ROBIN",
    "TRANSCEND",
    "ADAPT",
    "EXTERMINATE",
    "INTERVENTION",
    "SLIP",
    "CONNECTIONS",
    "CONNECTED",
    "SACRIFICE",
    "CLONE",
    "BLOCKADE",
    "LEAVE",
    "ALPHA",
}
DECISIONS: dict[str, Step] = {
    "FACTION": FACTION,
    "MISSIONS": GIVE,
    "TURN": SEND,
    "PLACE": PLACE,
    "ACTION": DRAW,
    "SECOND": BANK,
    "VALUE": CHANGE,
    "RETURN": RETURN,
    "DOME": DOME,
    "STOCK": STOCK,
    "TURF": POWER,
    "END": MOVE_TOKEN,
    "DRAFT": DRAFT,
    "OVER": GOAL,
}
POWER_PHASES = {
    "SKIP",
    "HYPNOSIS",
    "CANCEL",
    "TRANSCEND",
    "ALPHA",
    "ALPHA_WITH",
    "ROBIN",
    "ROBIN_OWN",
    "EXTERMINATE",
    "INTERVENE",
    "INTERVENE_AGAIN",
    "SLIP",
    "SLIP_TO",
    "CONNECT",
    "SACRIFICE",
    "ADAPT",
    "CLONE",
    "BLOCKADE",
    "LEAVE",
}
OPTIONS: dict[str, Step] = {
    "PLACE": SEND,
    "MISSION": GIVE,
    "STOCK": STOCK,
    "VALUE": CHANGE,
    "SEAT": ("places", "Go there again: tap the purple 5.", "You could also give it to"),
    "CARD": DOME,
    "FIRST_TOKEN": TOKEN,
    "TOKEN": MOVE_TOKEN,
    "CELL": DRAFT,
    "FACTION": FACTION,
    "ABILITY": POWER,
    "INSTEAD": ("factions", "Use your ability: move purple up, too.", "some replace an Action"),
    "BREAK_OUT": THUG,
    "DRAW": DRAW,
    "FIGHT": FIGHT,
    "NO_ACTION": NO_ACTION,
    "END": MOVE_TOKEN,
}
POWER_OPTIONS = {
    "ON_TOP",
    "AREA",
    "ADAPT",
    "CLONE_VALUE",
    "CLONE_COLOUR",
    "TENTACLE_OUT",
    "LAST_RESORT",
    "PLAY_ON",
    "PASS",
    "CANCEL",
    "ENOUGH",
}
LIMITS = {"FACES", "MAX_PLAYERS", "N_AREAS", "N_CARD", "N_COLOURS", "N_FACTIONS", "N_MISSIONS", "PLACES", "SLOTS"}
OFF_BY_DEFAULT = {"UNPROTECT": "protection_advanced"}  # the setting's own note explains it
AREAS: dict[str, Step] = {
    "AGENCY": DRAW,
    "GUGU": REROLL,
    "WASTE": WASTE,
    "CONGRESS": CONGRESS,
    "BANK": ("swaps", "Go to the Observatory Bank: tap the teal 1.", "in the Bank you swap"),
    "NETHAL": NETHAL,
    "MARKET": CHANGE,
    "DOME": ("places", "Go to the Blood Dome: tap the purple 4.", "colour and value"),
    "RAVIN": ("places", "Go to the Ravin Sanctuary: tap the teal 6.", "First Player Marker"),
    "SPRINGS": SPRINGS,
}


RULES: dict[str, Step] = {  # what no kind of event or decision tells apart
    "Magmacorium stays as it is": ("places", "Send an Agent to the Nuclear Springs.", "nobody can change, swap or"),
    "cubes move both ways": ("first", "Skip the Action: move teal up.", "up or down"),
    "Thugs are no Agents": ("first", "Otto's Thug took the Agency from you!", "except in Missions"),
    "Thugs stay": ("swaps", "Tap {1}'s Agent in the Agency.", "Thugs can't be moved"),
    "a tie in an area": ("swaps", "Swap it with the teal 3 in Waste Management.", "both of you score"),
    "a tie at the end": ("first", "", "share the victory"),
}


def test_every_other_rule_has_a_step() -> None:
    assert untaught(LESSONS, RULES) == []


def test_every_kind_of_event_has_a_step() -> None:
    assert {each.name for each in EventKind} == {*EVENTS, *POWER_EVENTS, *OFF_BY_DEFAULT}
    assert untaught(LESSONS, EVENTS) == []


def test_every_kind_of_decision_has_a_step() -> None:
    asked = {each.name for each in Phase if each < Phase.UPCOMING}
    assert asked == {*DECISIONS, *POWER_PHASES}
    names = {name for name, code in vars(action_codes).items() if name.isupper() and isinstance(code, Block)}
    names |= {name for name, code in vars(action_codes).items() if name.isupper() and type(code) is int}
    assert names - LIMITS == {*OPTIONS, *POWER_OPTIONS, *OFF_BY_DEFAULT}
    assert untaught(LESSONS, DECISIONS) == untaught(LESSONS, OPTIONS) == []
    for key in OFF_BY_DEFAULT.values():
        [setting] = [each for each in SETTINGS if each.key == key]
        assert setting.default is False and setting.help


def test_every_area_has_a_step_that_explains_its_action() -> None:
    assert {each.name for each in Area} == set(AREAS)
    assert untaught(LESSONS, AREAS) == []


def test_the_first_lesson_begins_with_the_deal_and_the_old_one_keeps_its_name() -> None:
    assert LESSONS[0].steps[1].on == ("give risk-management",), "three Missions, and one goes back"
    old = find("dicetopia").lesson("first")
    assert old is LESSONS[-1] and len(old.script) == 45, "stored tables count the items of this script"
