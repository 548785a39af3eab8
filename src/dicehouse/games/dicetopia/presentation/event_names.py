"""Name the events of Dicetopia for studies: the kind of each log entry, and what it is about by its item."""

from __future__ import annotations

from dicehouse.core.event_name import EventName, with_words

from ..rules.board import area_of, colour, value
from ..rules.missions import IDS
from ..rules.scenarios import SCENARIOS
from ..rules.state import LAST_DIE, EventKind
from ..rules.state import SPACES as N_SPACES
from .notation import ABILITIES, AREA_NAMES, COLOURS, FACTION_NAMES, die_text, place_text

FACTIONS = {
    n: f"{name}: {ability}" for n, (name, (ability, _)) in enumerate(zip(FACTION_NAMES, ABILITIES, strict=True))
}
AREAS = dict(enumerate(AREA_NAMES))
AREA_OF_SPACE = {space: AREA_NAMES[area_of(space)] for space in range(N_SPACES)}
SPACES = {space: place_text(space).replace("-", " ") for space in range(N_SPACES)}
MISSIONS = {n: mission.replace("-", " ") for n, mission in enumerate(IDS)}
DICE = {die: die_text(die) for die in range(1, LAST_DIE + 1)}
DICE_WORDS = {die: f"{COLOURS[colour(die)]} {value(die)}" for die in DICE}

CODES: dict[int, EventName] = {
    EventKind.DEAL: EventName("deal", {n: scenario.id.replace("-", " ") for n, scenario in enumerate(SCENARIOS)}),
    EventKind.FACTION: EventName("faction", FACTIONS),
    EventKind.MARKER: EventName("marker"),
    EventKind.DEALT: EventName("dealt"),
    EventKind.CHOSEN: EventName("missions"),
    EventKind.BEGIN: EventName("begin"),
    EventKind.ROUND: EventName("round"),
    EventKind.TURN: EventName("turn"),
    EventKind.SKIP: EventName("skip"),
    EventKind.HYPNOSIS: EventName("hypnosis", AREAS),
    EventKind.SEND: EventName("send", AREA_OF_SPACE),
    EventKind.BREAK_OUT: EventName("cell", DICE),
    EventKind.CANCEL: EventName("cancel"),
    EventKind.DRAW: EventName("draw"),
    EventKind.DREW: EventName("drew", MISSIONS),
    EventKind.RETURN: EventName("return"),
    EventKind.RETURNED: EventName("returned", MISSIONS),
    EventKind.REROLL: EventName("reroll"),
    EventKind.MOVE: EventName("move", SPACES),
    EventKind.SWAP: EventName("swap"),
    EventKind.CHANGE: EventName("change"),
    EventKind.CARD_REROLL: EventName("card-reroll"),
    EventKind.MATCH: EventName("match"),
    EventKind.CARD: EventName("card"),
    EventKind.FLAG: EventName("flag"),
    EventKind.PROTECT: EventName("protect"),
    EventKind.UNPROTECT: EventName("unprotect"),
    EventKind.STOCK: EventName("stock", dict(enumerate(COLOURS))),
    EventKind.ROBIN: EventName("robin"),
    EventKind.TRANSCEND: EventName("transcend", AREAS),
    EventKind.NO_ACTION: EventName("no-action"),
    EventKind.ADAPT: EventName("adapt"),
    EventKind.EXTERMINATE: EventName("exterminate", SPACES),
    EventKind.INTERVENTION: EventName("intervention"),
    EventKind.SLIP: EventName("slip", SPACES),
    EventKind.HOME_TURF: EventName("home-turf"),
    EventKind.CONNECTIONS: EventName("connections"),
    EventKind.CONNECTED: EventName("connected"),
    EventKind.SACRIFICE: EventName("sacrifice", SPACES),
    EventKind.TOKEN: EventName("token"),
    EventKind.OVER: EventName("over"),
    EventKind.DRAFT: EventName("draft"),
    EventKind.STOCK_STARS: EventName("stock-stars"),
    EventKind.CLONE: EventName("clone"),
    EventKind.DICE_STARS: EventName("dice-stars"),
    EventKind.BLOCKADE: EventName("blockade", AREAS),
    EventKind.DOMINATION: EventName("domination", AREAS),
    EventKind.LEAVE: EventName("leave", MISSIONS),
    EventKind.MISSION: EventName("mission", MISSIONS),
    EventKind.FINAL: EventName("final"),
    EventKind.WIN: EventName("win"),
    EventKind.ALPHA: EventName("move", SPACES),
}

# what reports call each kind of event
WORDS = {
    "deal": "scenario",
    "faction": "faction",
    "marker": "First Player Marker given",
    "dealt": "Missions dealt",
    "missions": "Missions chosen",
    "begin": "game begun",
    "round": "round",
    "turn": "turn",
    "skip": "turn saved",
    "hypnosis": "Hypnosis used",
    "send": "Agent sent",
    "cell": "die to prison",
    "cancel": "Action cancelled",
    "draw": "Mission drawn",
    "drew": "Mission drawn",
    "return": "Mission returned",
    "returned": "Mission returned",
    "reroll": "die rerolled",
    "move": "pieces swapped",
    "swap": "dice swapped",
    "change": "die changed",
    "card-reroll": "die on a Card rerolled",
    "match": "fight in the Blood Dome",
    "card": "new dice on a Card",
    "flag": "First Player Marker moved",
    "protect": "Protection Token placed",
    "unprotect": "Protection Token removed",
    "stock": "Stock Exchange moved",
    "robin": "die lowered by another player",
    "transcend": "Transcendence used",
    "no-action": "no Action possible",
    "adapt": "Adaptation used",
    "exterminate": "Exterminate used",
    "intervention": "Intervention used",
    "slip": "Agent slipped",
    "home-turf": "Home Turf used",
    "connections": "Connections used",
    "connected": "Missions kept with Connections",
    "sacrifice": "Agent sacrificed",
    "token": "Protection Token at the end",
    "over": "all pieces placed",
    "draft": "die drafted from prison",
    "stock-stars": "stars from the Stock Exchange",
    "clone": "Cloning used",
    "dice-stars": "stars for dice",
    "blockade": "area blocked",
    "domination": "area dominated",
    "leave": "Mission failed",
    "mission": "Mission scored",
    "final": "final score",
    "win": "win",
}
EVENT_NAMES = with_words(CODES, WORDS, (DICE, DICE_WORDS))
