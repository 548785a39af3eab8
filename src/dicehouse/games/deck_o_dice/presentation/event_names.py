"""Name the events of Deck-O-Dice for studies: the kind of each log entry, and what it is about by its item."""

from __future__ import annotations

from dicehouse.core.event_name import EventName

from ..rules.cards import SIDES
from ..rules.state import AttackReason, EventKind
from .options import NAMES

MINIONS = {minion: f"{NAMES[minion]}, d{SIDES[minion]}" for minion in range(len(NAMES))}
WHY_NAMES: dict[int, str] = {AttackReason.TYPE: "type", AttackReason.PARITY: "parity", AttackReason.VALUE: "value"}

EVENT_NAMES: dict[int, EventName] = {
    EventKind.HALF: EventName("half"),
    EventKind.COMBAT: EventName("combat"),
    EventKind.CHOSEN: EventName("chosen"),
    EventKind.REVEAL: EventName("reveal"),
    EventKind.PICK: EventName("pick", MINIONS),
    EventKind.DICEY_FLIP: EventName("dicey-flip"),
    EventKind.DICEY_PICKS: EventName("dicey-picks", MINIONS),
    EventKind.ROLES: EventName("roles"),
    EventKind.FLIP: EventName("flip"),
    EventKind.ATTACK: EventName("attack", WHY_NAMES),
    EventKind.DRAW: EventName("draw"),
    EventKind.REDRAW: EventName("redraw"),
    EventKind.NO_NUMBER: EventName("no-number"),
    EventKind.LOOK: EventName("look"),
    EventKind.LOOKED: EventName("looked"),
    EventKind.DECLINE: EventName("decline"),
    EventKind.TAKE: EventName("take"),
    EventKind.REROLL: EventName("reroll"),
    EventKind.KEEP: EventName("keep"),
    EventKind.GIANT_KILLER: EventName("giant-killer"),
    EventKind.SHIELD: EventName("shield"),
    EventKind.STUBBORN: EventName("stubborn"),
    EventKind.COMPARE: EventName("compare"),
    EventKind.WON: EventName("won"),
    EventKind.TIE: EventName("tie"),
    EventKind.SHUFFLED: EventName("shuffled"),
    EventKind.END: EventName("end"),
    EventKind.WIN: EventName("win"),
    EventKind.LOST: EventName("lost"),
}
