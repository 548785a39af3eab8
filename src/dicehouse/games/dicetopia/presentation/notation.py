"""Name areas, factions, dice, places and fixed choices, in notation and by their printed names."""

from __future__ import annotations

from typing import cast

from dicehouse.i18n import Text, _, ngettext

from ..rules import action_codes
from ..rules.abilities import CONNECTED
from ..rules.board import area_of, colour, die_of, first_space, kind_of, owner, seat_of, slot_of, value
from ..rules.deal import DEALT
from ..rules.domination import HOMELAND
from ..rules.missions import IDS as MISSION_IDS
from ..rules.scenarios import AREA_IDS
from ..rules.state import AGENT, BOARD, COUNTED, DEAD, EMPTY, TENTACLE, THUG, Faction, Player
from .view_types import AreaId, DieName, Place, Thing
from .words import thug_agents

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
ABILITIES: tuple[tuple[str, Text], ...] = (
    ("Last Resort", _("save a turn for after the last round")),
    ("Exterminate", _("destroy a City die and its space")),
    ("Hypnosis", _("choose the Neighbourhood of another player's turn")),
    ("Intervention", _("reroll two dice in the City or on boards")),
    ("Opportunist", _("hold {dealt} Missions, and {counted} of them count", dealt=DEALT, counted=COUNTED)),
    ("Cloning", _("copy your right neighbour's value or colour at the end")),
    ("Transcendence", _("perform the Action of any area")),
    ("Adaptation", _("after others swap yours, turn a die by 1")),
    ("Slip Away", _("swap one of your placed Agents with a die")),
    ("Home Turf", _("set one of your dice to any value")),
    ("Influencer", _("on the Stock Exchange, move up to two cubes")),
    ("Robin Hood?", _("another player's die \N{MINUS SIGN}1, yours +1")),
    ("Tentacle", _("one of your pieces is a Thug")),
    ("Immunity", _("start with a Protection Token")),
    ("Homeland", ngettext("+{n} star per Wasteland area", "+{n} stars per Wasteland area", HOMELAND)),
    ("Connections", _("draw {number} Missions and put {number} back", number=CONNECTED)),
    ("Sacrifice", _("turn a placed Agent into a Magmacorium die")),
    ("Alpha", _("swap any two placed Agents")),
    ("Embargo", _("cancel another player's Action (house rule)")),
    ("Blockade", _("nobody dominates a Neighbourhood of your choice (house rule)")),
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
NO_TEXT = Text("")
COLOURS = ("teal", "purple", "white", "Magmacorium")  # in the notation and in facts; see `words.COLOUR_WORDS`
LETTERS = "tpwm"
PIECES = {AGENT: "agent", THUG: "thug", TENTACLE: "tentacle"}
BUTTON_OPTIONS: dict[int, tuple[str, Text, Text]] = {  # id, label, note; notes about Thugs are in `button_note`
    action_codes.BREAK_OUT: ("break out", _("Break out your Thug"), NO_TEXT),
    action_codes.TENTACLE_OUT: ("tentacle", _("Send your own Thug"), NO_TEXT),
    action_codes.LAST_RESORT: ("last resort", _("Save this turn"), _("take it after the last round")),
    action_codes.PLAY_ON: ("play on", _("Take this turn"), NO_TEXT),
    action_codes.PASS: ("pass", _("Pass"), NO_TEXT),
    action_codes.CANCEL: ("cancel", _("Cancel this Action"), _("once per game")),
    action_codes.DRAW: ("draw", _("Draw a Mission"), _("then put one under the deck")),
    action_codes.NO_ACTION: ("no action", _("Skip the Action"), NO_TEXT),
    action_codes.ENOUGH: ("enough", _("Stop here"), NO_TEXT),
    action_codes.INSTEAD.of(Faction.FUKURA): (
        "robin hood",
        _("Robin Hood?"),
        _("another player's die \N{MINUS SIGN}1, yours +1"),
    ),
    action_codes.INSTEAD.of(Faction.ZAI): ("alpha", _("Alpha"), _("swap any two Agents, once per game")),
    action_codes.INSTEAD.of(Faction.EWO): (
        "transcendence",
        _("Transcendence"),
        _("perform another Action, once per game"),
    ),
    action_codes.ABILITY.of(Faction.SHAKRA): (
        "exterminate",
        _("Exterminate"),
        _("destroy a City die and its space, once per game"),
    ),
    action_codes.ABILITY.of(Faction.TUULU): ("intervention", _("Intervention"), _("reroll two dice, once per game")),
    action_codes.ABILITY.of(Faction.CONSPIRACY): (
        "slip away",
        _("Slip Away"),
        _("swap an Agent with a die, once per game"),
    ),
    action_codes.ABILITY.of(Faction.NAVIGATORS): (
        "home turf",
        _("Home Turf"),
        _("set one of your dice, once per game"),
    ),
    action_codes.ABILITY.of(Faction.RETORIUM): (
        "connections",
        _("Connections"),
        _("draw {number} Missions and put {number} back, once per game", number=CONNECTED),
    ),
    action_codes.ABILITY.of(Faction.SKELLETAS): (
        "sacrifice",
        _("Sacrifice"),
        _("turn an Agent into a Magmacorium die, once per game"),
    ),
    action_codes.END: ("end", _("End the turn"), NO_TEXT),
}


def button_note(action: int, scenario: int) -> Text:
    """Return the note of a fixed choice in a scenario, which says how strong a Thug is."""
    if action == action_codes.BREAK_OUT:
        return _("counts as {agents}, but its die goes to prison", agents=thug_agents(scenario))
    if action == action_codes.TENTACLE_OUT:
        return _("counts as {agents} and takes a die", agents=thug_agents(scenario))
    return BUTTON_OPTIONS[action][2]


def area_id(area: int) -> AreaId:
    """Return an area as views and facts name it: "agency"."""
    return cast(AreaId, AREA_IDS[area])


def die_text(die: int) -> DieName:
    """Return a die by its letter and value: "t4"; Magmacorium dice are "m"."""
    return f"{LETTERS[colour(die)]}{value(die)}"


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
