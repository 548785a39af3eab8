"""Names of areas, factions, dice and places, as notation and as words."""

from __future__ import annotations

from ..rules.board import area_of, colour, die_of, first_space, kind_of, owner, seat_of, slot_of, value
from ..rules.missions import IDS as MISSION_IDS
from ..rules.scenarios import AREA_IDS
from ..rules.state import AGENT, BOARD, DEAD, EMPTY, TENTACLE, THUG, Faction, Player

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
    ("Last Resort", "save a turn for the very end"),
    ("Exterminate", "remove a die of the City for good"),
    ("Hypnosis", "name the Neighbourhood of a rival's turn"),
    ("Intervention", "two rerolls"),
    ("Opportunist", "three Missions, two of them count"),
    ("Cloning", "in the scoring, copy a die of the rival to the right"),
    ("Transcendence", "any Action instead of the Neighbourhood's"),
    ("Adaptation", "one up or down when an Action swaps what is yours"),
    ("Slip Away", "an Agent changes places with any die"),
    ("Home Turf", "set one of your dice"),
    ("Influencer", "two cubes at the Stock Exchange"),
    ("Robin Hood?", "instead of an Action: a rival's die down, one of yours up"),
    ("Tentacle", "a Thug in place of an Agent"),
    ("Immunity", "starts with a Protection Token"),
    ("Homeland", "5 more for each Wasteland Location dominated alone"),
    ("Connections", "draw 4 Missions, put 4 back"),
    ("Sacrifice", "an Agent becomes a Magmacorium die"),
    ("Alpha", "instead of an Action: swap any two Agents"),
    ("Embargo", "cancel a rival's Action (house rule)"),
    ("Blockade", "in the scoring, nobody dominates a Neighbourhood (house rule)"),
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


def in_words(area: int) -> str:
    """An area in the middle of a sentence: "the Agency"."""
    name = AREA_NAMES[area].removeprefix("The ")
    return name if name in NO_ARTICLE else f"the {name}"


def die_text(die: int) -> str:
    """A die by its letter and value: "t4"; Magmacorium dice are "m"."""
    return f"{LETTERS[colour(die)]}{value(die)}"


def die_words(die: int) -> str:
    """A die in words: "teal 4"."""
    return f"{COLOURS[colour(die)]} {value(die)}"


def die_number(text: str) -> int:
    """The number of a die written as "t4"; ValueError if it is none."""
    letter, face = tuple(text)
    return die_of(LETTERS.index(letter), 1 + "123456".index(face))


def thing_text(thing: int) -> str | None:
    """What lies on a space: a die, "agent:0", "x" where the space is dead, None where it is empty."""
    if thing >= AGENT:
        return f"{PIECES[kind_of(thing)]}:{owner(thing)}"
    return {EMPTY: None, DEAD: "x"}[thing] if thing <= EMPTY else die_text(thing)


def place_words(place: int) -> list[str]:
    """A place in notation, in two words: "agency 3", "p2 4"."""
    if place >= BOARD:
        return [f"p{seat_of(place) + 1}", str(slot_of(place) + 1)]
    area = area_of(place)
    return [AREA_IDS[area], str(place - first_space(area) + 1)]


def place_text(place: int) -> str:
    """A place as views and facts name it: "agency-3", "p2-4"."""
    return "-".join(place_words(place))


def place_path(place: int) -> str:
    """A place as a thing on the table: "space:agency-3", "die:p2-4"."""
    return f"{'die' if place >= BOARD else 'space'}:{place_text(place)}"


def space_number(area: int, number: int) -> int:
    """The space of that number, from 0, in an area."""
    return first_space(area) + number


def mission_path(mission: int) -> str:
    """A Mission as a thing on the table."""
    return f"mission:{MISSION_IDS[mission]}"


def faction_of(player: Player) -> str | None:
    """The id of a player's faction, None before there is one."""
    return None if player.faction < 0 else FACTION_IDS[player.faction]
