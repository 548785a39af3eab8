"""Name areas, factions, dice, places and fixed choices, as notation and as words."""

from __future__ import annotations

from typing import cast

from dicehouse.text_format import number_word

from ..rules import action_codes
from ..rules.abilities import CONNECTED
from ..rules.board import area_of, colour, die_of, first_space, kind_of, owner, seat_of, slot_of, value
from ..rules.deal import DEALT
from ..rules.domination import AGENT_STRENGTH, HOMELAND
from ..rules.missions import IDS as MISSION_IDS
from ..rules.scenarios import AREA_IDS, ROWS
from ..rules.scenarios import THUG as THUG_STRENGTH
from ..rules.state import AGENT, BOARD, COUNTED, DEAD, EMPTY, TENTACLE, THUG, Faction, Player
from .view_types import AreaId, DieName, Place, Thing

AREA_NAMES = (
    "The Agency",
    "Gugu Airforce",
    "Waste Management",
    "Twilight Congress",
    "Observatory Bank",
    "Nethal Syndicate",
    "Molotov Market",
    "Blood Dome",
    "Ravin Sanctuary",
    "Nuclear Springs",
)
NO_ARTICLE = ("Waste Management", "Molotov Market")
SHORT_NAMES = ("Agency", "Gugu", "Waste", "Congress", "Bank", "Nethal", "Market", "Dome", "Ravin", "Springs")
FACTION_IDS = (
    "roamers",
    "shakra-pirates",
    "perceptioneers",
    "tuulu-priests",
    "centauri-bureau",
    "dangmer-program",
    "ewo-following",
    "hollows",
    "conspiracy",
    "navigators",
    "haterz",
    "fukura",
    "tentacle-force",
    "conclave",
    "pagans",
    "retorium-comradery",
    "skelletas",
    "zai",
    "banxa-corporation",
    "blockade",
)
FACTION_NAMES = (
    "Roamers",
    "Shakra Pirates",
    "The Perceptioneers",
    "Tuulu Priests",
    "Centauri Bureau",
    "Dangmer Program",
    "Ewo Following",
    "Hollows",
    "The Conspiracy",
    "Navigators",
    "Haterz",
    "The Fukura",
    "Tentacle Force",
    "The Conclave",
    "The Pagans",
    "Retorium Comradery",
    "Skelletas",
    "ZAI",
    "Banxa Corporation",
    "The Blockade",
)
ABILITIES = (
    ("Last Resort", "save this turn for after the last round"),
    ("Exterminate", "destroy a die of the City and its space"),
    ("Hypnosis", "name where another one has to place"),
    ("Intervention", "two rerolls in the City or on boards"),
    ("Opportunist", f"{number_word(DEALT)} Missions, the better {number_word(COUNTED)} count"),
    ("Cloning", "at the end a die copies the right neighbour's"),
    ("Transcendence", "perform any other area's action"),
    ("Adaptation", "when others move yours, a die by one"),
    ("Slip Away", "swap a placed Agent with a die elsewhere"),
    ("Home Turf", "set a die to any value"),
    ("Influencer", "Stock: two cubes may move"),
    ("Robin Hood?", "another's die \N{MINUS SIGN}1, yours +1"),
    ("Tentacle", "one of your pieces is a Thug"),
    ("Immunity", "starts with a protection"),
    ("Homeland", f"+{HOMELAND} for each Wasteland place you alone hold"),
    ("Connections", f"draw {number_word(CONNECTED)} Missions, lay {number_word(CONNECTED)} back"),
    ("Sacrifice", "an Agent becomes a Magmacorium die"),
    ("Alpha", "swap any two Agents"),
    ("Embargo", "cancel another one's action (house rule)"),
    ("Blockade", "at the end nobody holds one place (house rule)"),
)
PERMANENT = (  # factions whose ability is never used up
    Faction.CENTAURI,
    Faction.HOLLOWS,
    Faction.HATERZ,
    Faction.FUKURA,
    Faction.TENTACLE,
    Faction.CONCLAVE,
    Faction.PAGANS,
)
COLOURS = ("teal", "purple", "white", "Magmacorium")
LETTERS = "tpwm"
PIECES = {AGENT: "agent", THUG: "thug", TENTACLE: "tentacle"}
PIECE_NAMES = {AGENT: "Agent", THUG: "Thug", TENTACLE: "Thug"}
BUTTON_OPTIONS: dict[int, tuple[str, str, str]] = {  # id, label, note; {thug} is the strength of a Thug
    action_codes.BREAK_OUT: ("break out", "Break out your Thug", "counts {thug}, but its die goes to prison"),
    action_codes.TENTACLE_OUT: ("tentacle", "Send your own Thug", "counts {thug}, and brings its die"),
    action_codes.LAST_RESORT: ("last resort", "Save this turn", "you take it after the last round"),
    action_codes.PLAY_ON: ("play on", "Take this turn", ""),
    action_codes.PASS: ("pass", "Pass", ""),
    action_codes.CANCEL: ("cancel", "Cancel this Action", "once per game"),
    action_codes.DRAW: ("draw", "Draw a Mission", "then one card goes under the deck"),
    action_codes.NO_ACTION: ("no action", "No Action", ""),
    action_codes.ENOUGH: ("enough", "Leave it at that", ""),
    action_codes.INSTEAD.of(Faction.FUKURA): (
        "robin hood",
        "Robin Hood?",
        "a rival's die down by 1, one of yours up by 1",
    ),
    action_codes.INSTEAD.of(Faction.ZAI): ("alpha", "Alpha", "swap any two Agents, once per game"),
    action_codes.INSTEAD.of(Faction.EWO): ("transcendence", "Transcendence", "another Action instead, once per game"),
    action_codes.ABILITY.of(Faction.SHAKRA): (
        "exterminate",
        "Exterminate",
        "remove a City die for good, once per game",
    ),
    action_codes.ABILITY.of(Faction.TUULU): ("intervention", "Intervention", "two rerolls, once per game"),
    action_codes.ABILITY.of(Faction.CONSPIRACY): ("slip away", "Slip Away", "swap an Agent with a die, once per game"),
    action_codes.ABILITY.of(Faction.NAVIGATORS): ("home turf", "Home Turf", "set one of your dice, once per game"),
    action_codes.ABILITY.of(Faction.RETORIUM): (
        "connections",
        "Connections",
        f"draw {CONNECTED} Missions, put {CONNECTED} back, once per game",
    ),
    action_codes.ABILITY.of(Faction.SKELLETAS): (
        "sacrifice",
        "Sacrifice",
        "an Agent for a Magmacorium die, once per game",
    ),
    action_codes.END: ("end", "End the turn", ""),
}


def thug_strength(scenario: int) -> str:
    """Return how many Agents a Thug counts for in a scenario, in digits: "1½"."""
    whole, half = divmod(ROWS[scenario][THUG_STRENGTH], AGENT_STRENGTH)
    return f"{whole or ''}½" if half else str(whole)


def thug_words(scenario: int, agents: int = 0) -> str:
    """Return how many Agents a Thug and `agents` Agents count for together, in words: "one and a half"."""
    whole, half = divmod(ROWS[scenario][THUG_STRENGTH], AGENT_STRENGTH)
    return f"{number_word(whole + agents)}{' and a half' if half else ''}"


def area_id(area: int) -> AreaId:
    """Return an area as views and facts name it: "agency"."""
    return cast(AreaId, AREA_IDS[area])


def in_words(area: int) -> str:
    """Return an area as in the middle of a sentence: "the Agency"."""
    name = AREA_NAMES[area].removeprefix("The ")
    return name if name in NO_ARTICLE else f"the {name}"


def die_text(die: int) -> DieName:
    """Return a die by its letter and value: "t4"; Magmacorium dice are "m"."""
    return f"{LETTERS[colour(die)]}{value(die)}"


def die_words(die: int) -> str:
    """Return a die in words: "teal 4"."""
    return f"{COLOURS[colour(die)]} {value(die)}"


def die_number(text: str) -> int:
    """Return the number of a die written as "t4". Raise ValueError if there is none."""
    letter, face = tuple(text)
    return die_of(LETTERS.index(letter), 1 + "123456".index(face))


def thing_text(thing: int) -> Thing:
    """Return the contents of a space: a die, "agent:0", "x" for a dead space, None for an empty one."""
    if thing >= AGENT:
        return f"{PIECES[kind_of(thing)]}:{owner(thing)}"
    return {EMPTY: None, DEAD: "x"}[thing] if thing <= EMPTY else die_text(thing)


def place_words(place: int) -> list[str]:
    """Return a place in notation, as two words: "agency 3", "p2 4"."""
    if place >= BOARD:
        return [f"p{seat_of(place) + 1}", str(slot_of(place) + 1)]
    area = area_of(place)
    return [AREA_IDS[area], str(place - first_space(area) + 1)]


def place_text(place: int) -> Place:
    """Return a place as views and facts name it: "agency-3", "p2-4"."""
    return "-".join(place_words(place))


def place_path(place: int) -> str:
    """Return a place as a thing on the table: "space:agency-3", "die:p2-4"."""
    return f"{'die' if place >= BOARD else 'space'}:{place_text(place)}"


def space_number(area: int, number: int) -> int:
    """Return the space with that number, from 0, in an area."""
    return first_space(area) + number


def mission_path(mission: int) -> str:
    """Return a Mission as a thing on the table."""
    return f"mission:{MISSION_IDS[mission]}"


def faction_of(player: Player) -> str | None:
    """Return the id of a player's faction, or None before there is one."""
    return None if player.faction < 0 else FACTION_IDS[player.faction]
