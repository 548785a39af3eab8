"""Name the events of Baron Voodoo for studies: the kind of each log entry, and what it is about by its item."""

from __future__ import annotations

from dicehouse.core.event_name import EventName, with_words

from ..rules.state import KINDS, LINES, EndReason, EventKind, TurnStep
from .notation import COLOURS, LOA_NAMES, POWER_IDS, die_text, line_text
from .words import die_words

LOAS = dict(enumerate(LOA_NAMES))
COLOUR_LETTERS = dict(enumerate(COLOURS))
DICE = {die: die_text(die) for die in range(1, KINDS)}
POWERS = dict(enumerate(POWER_IDS))
DICE_WORDS = {die: str(die_words(die)) for die in DICE}
COLOUR_WORDS = dict(enumerate(("yellow", "turquoise", "red", "purple", "white")))
POWER_WORDS = LOAS
LINE_NAMES = {line: line_text(line) for line in range(LINES)}

CODES: dict[int, EventName] = {
    EventKind.LOA: EventName("loa", LOAS),
    EventKind.BARON_LOA: EventName("baron-loa", LOAS),
    EventKind.LAID: EventName("laid", {0: "quick", 1: "draft", 2: "balanced", 3: "chaos"}),
    EventKind.LINE: EventName("line"),
    EventKind.FIRST: EventName("first"),
    EventKind.PLACE: EventName("place", DICE),
    EventKind.TURN: EventName("turn"),
    EventKind.POWER: EventName("power", POWERS),
    EventKind.WATA: EventName("wata", LINE_NAMES),
    EventKind.SPREAD: EventName("spread", DICE),
    EventKind.MOVE: EventName("move", DICE),
    EventKind.SWAP: EventName("swap", DICE),
    EventKind.CAPTURE: EventName("capture", DICE),
    EventKind.OFFERING: EventName("offering", {TurnStep.C1: "colour", TurnStep.C3: "face"}),
    EventKind.TURN_DIE: EventName("turn-die", DICE),
    EventKind.VICTORY: EventName("victory"),
    EventKind.FACE: EventName("face", DICE),
    EventKind.GUARD: EventName("guard", COLOUR_LETTERS),
    EventKind.GUARD_ENDS: EventName("guard-ends", COLOUR_LETTERS),
    EventKind.STEAL: EventName("steal", DICE),
    EventKind.EXCHANGE: EventName("exchange", DICE),
    EventKind.BUY: EventName("buy"),
    EventKind.COMBO: EventName("combo", {0: "icon", 1: "colour"}),
    EventKind.SPIRIT: EventName("spirit", DICE),
    EventKind.SAMEDI: EventName("samedi"),
    EventKind.BLOCKED: EventName("blocked"),
    EventKind.TRIGGER: EventName("trigger", {EndReason.SCORE: "score", EndReason.BLOCKED: "blocked"}),
    EventKind.FINAL_COMBO: EventName("final-combo"),
    EventKind.MAJORITY: EventName("majority", COLOUR_LETTERS),
    EventKind.FINAL: EventName("final"),
    EventKind.WIN: EventName("win"),
    EventKind.LOST: EventName("lost"),
}

# what reports call each kind of event
WORDS = {
    "loa": "Loa of a player",
    "baron-loa": "Loa of the Baron",
    "laid": "dice placed at the set-up",
    "line": "wishes of the Baron",
    "first": "first player found",
    "place": "die placed at the set-up",
    "turn": "turn",
    "power": "power used",
    "wata": "line pushed by Mamy Wata",
    "spread": "die moved by Gran Bwa",
    "move": "die moved by Papa Legba",
    "swap": "dice swapped by Erzulie Freda",
    "capture": "die captured",
    "offering": "offering gained",
    "turn-die": "die turned for an offering",
    "victory": "Victory scored",
    "face": "die turned to Face",
    "guard": "protection gained",
    "guard-ends": "protection lost",
    "steal": "die stolen",
    "exchange": "die gained by Exchange",
    "buy": "extra turn bought",
    "combo": "set scored",
    "spirit": "die moved to the Spirit World",
    "samedi": "Baron Samedi token gained",
    "blocked": "player blocked",
    "trigger": "final round begun",
    "final-combo": "last set scored",
    "majority": "majority scored",
    "final": "final score",
    "win": "win",
    "lost": "loss against the Baron",
}
EVENT_NAMES = with_words(CODES, WORDS, (DICE, DICE_WORDS, COLOUR_LETTERS, COLOUR_WORDS, POWERS, POWER_WORDS))
