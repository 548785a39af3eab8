"""Name the events of Dice-ocalypse! for studies: the kind of each log entry, and what it is about by its item."""

from __future__ import annotations

from dicehouse.core.event_name import EventName, with_words

from ..rules.state import BattleOutcome, EventKind
from .card_status import CARD_NAMES
from .score_sheet import SOURCES

OUTCOME_NAMES: dict[int, str] = {
    BattleOutcome.NONE: "none",
    BattleOutcome.LOSE_TURN: "lose turn",
    BattleOutcome.DOUBLE_NEXT: "double next",
    BattleOutcome.DOUBLE_NOW: "double now",
    BattleOutcome.VOID: "void",
}
SOURCE_NAMES = {source: key.replace("-", " ") for source, (key, _) in SOURCES.items()}

CODES: dict[int, EventName] = {
    EventKind.ROLL_OFF: EventName("roll-off", {0: "first", 1: "card"}),
    EventKind.FIRST: EventName("first"),
    EventKind.TURN: EventName("turn"),
    EventKind.THROW: EventName("throw"),
    EventKind.BUST: EventName("bust"),
    EventKind.KEEP: EventName("keep"),
    EventKind.BANK: EventName("bank"),
    EventKind.CARD: EventName("card", CARD_NAMES),
    EventKind.CARD_BACK: EventName("card-back", CARD_NAMES),
    EventKind.CARD_VOID: EventName("card-void", CARD_NAMES),
    EventKind.VOTE: EventName("vote"),
    EventKind.IMMUNITY: EventName("immunity", CARD_NAMES),
    EventKind.PROVE: EventName("prove"),
    EventKind.DOUBLE: EventName("double"),
    EventKind.DO_OR_DIE: EventName("do-or-die"),
    EventKind.COLLATERAL: EventName("collateral"),
    EventKind.SCORE: EventName("score", SOURCE_NAMES),
    EventKind.ZOMBIE_GET: EventName("zombie-get"),
    EventKind.ZOMBIE: EventName("zombie"),
    EventKind.LEFT_BEHIND_GET: EventName("left-behind-get"),
    EventKind.LEFT_BEHIND: EventName("left-behind"),
    EventKind.SKIPPED: EventName("skipped"),
    EventKind.LOST_TURN: EventName("lost-turn"),
    EventKind.BATTLE_ZONE: EventName("battle-zone"),
    EventKind.BATTLE_ROLL: EventName("battle-roll", OUTCOME_NAMES),
    EventKind.DICE_OCALYPSE: EventName("dice-ocalypse"),
    EventKind.DICED: EventName("diced"),
    EventKind.TIE: EventName("tie"),
    EventKind.TIE_ROLL: EventName("tie-roll"),
    EventKind.WIN: EventName("win"),
}

# what reports call each kind of event
WORDS = {
    "roll-off": "roll-off",
    "first": "first player found",
    "turn": "turn",
    "throw": "roll",
    "bust": "bust",
    "keep": "dice kept",
    "bank": "points banked",
    "card": "war card played",
    "card-back": "war card taken back",
    "card-void": "war card without effect",
    "vote": "vote on who was first",
    "immunity": "Immunity used against a war card",
    "prove": "roll for Prove It",
    "double": "roll for Double or Nothing",
    "do-or-die": "roll for Do or Die",
    "collateral": "rolls for Collateral Damage",
    "score": "score changed",
    "zombie-get": "Zombie die gained",
    "zombie": "Zombie die rolled",
    "left-behind-get": "Left Behind gained",
    "left-behind": "Left Behind used",
    "skipped": "turn skipped",
    "lost-turn": "turn lost",
    "battle-zone": "Battle Zone reached",
    "battle-roll": "roll in the Battle Zone",
    "dice-ocalypse": "final round begun",
    "diced": "too few points at the end",
    "tie": "tie for the win",
    "tie-roll": "roll to break a tie",
    "win": "win",
}
EVENT_NAMES = with_words(CODES, WORDS)
