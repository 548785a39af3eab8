"""Name the events of inDICEsion for studies: the kind of each log entry, and what it is about by its item."""

from __future__ import annotations

from dicehouse.core.event_name import EventName, with_words

from ..physics.bodies import COLOURS
from ..rules.barrels import READY_TARGETS
from ..rules.state import LETTERS, N_DICE, EventKind
from ..rules.table_layout import die_name

DICE = {die: die_name(die) for die in range(N_DICE)}
DICE_WORDS = {die: f"{COLOURS[name[0]]} die {name[1:]}" for die, name in DICE.items()}

CODES: dict[int, EventName] = {
    EventKind.DEAL: EventName("deal"),
    EventKind.ROLL_OFF: EventName("roll-off"),
    EventKind.START: EventName("start"),
    EventKind.ROUND: EventName("round"),
    EventKind.PICK: EventName("pick", {n: COLOURS[letter] for n, letter in enumerate(LETTERS)}),
    EventKind.STAND: EventName("stand"),
    EventKind.ASIDE: EventName("aside"),
    EventKind.BUILT: EventName("build", dict(enumerate(READY_TARGETS))),
    EventKind.PLACED: EventName("place"),
    EventKind.REMOVED: EventName("remove"),
    EventKind.READY: EventName("ready"),
    EventKind.THROW: EventName("throw", DICE),
    EventKind.BURNT: EventName("burnt", DICE),
    EventKind.OFF: EventName("off", DICE),
    EventKind.VERDICT: EventName("verdict", DICE),
    EventKind.KNOCKED: EventName("knocked", DICE),
    EventKind.TAKEN: EventName("taken"),
    EventKind.BLUE: EventName("blue", DICE),
    EventKind.PASS: EventName("pass"),
    EventKind.AGAIN: EventName("again", DICE),
    EventKind.KEEP: EventName("keep"),
    EventKind.SKIP: EventName("skip"),
    EventKind.BOARD_POINTS: EventName("board-points"),
    EventKind.ROUND_WON: EventName("round-won"),
    EventKind.WIN: EventName("win"),
    EventKind.DRAWN: EventName("drawn"),
    EventKind.LAST_THROWS: EventName("last-throws"),
}

# what reports call each kind of event
WORDS = {
    "deal": "dice given out",
    "roll-off": "roll-off",
    "start": "first player found",
    "round": "round",
    "pick": "die drafted",
    "stand": "barrel placed",
    "aside": "barrels put aside",
    "build": "target built",
    "place": "part of the target placed",
    "remove": "part of the target removed",
    "ready": "target ready",
    "throw": "throw",
    "burnt": "die burnt",
    "off": "die off the boards",
    "verdict": "die judged",
    "knocked": "die knocked off",
    "taken": "die taken",
    "blue": "die replaced",
    "pass": "power not used",
    "again": "die thrown again",
    "keep": "die left as it is",
    "skip": "player without dice",
    "board-points": "points for a board",
    "round-won": "round won",
    "win": "win",
    "drawn": "drawn game",
    "last-throws": "last throws begun",
}
EVENT_NAMES = with_words(CODES, WORDS, (DICE, DICE_WORDS))
