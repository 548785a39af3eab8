"""Name the events of Deck-O-Dice for studies: the kind of each log entry, and what it is about by its item."""

from __future__ import annotations

from dicehouse.core.event_name import EventName, with_words

from ..rules.cards import SIDES
from ..rules.state import AttackReason, EventKind
from .options import NAMES

MINIONS = {minion: f"{NAMES[minion]}, d{SIDES[minion]}" for minion in range(len(NAMES))}
WHY_NAMES: dict[int, str] = {AttackReason.TYPE: "type", AttackReason.PARITY: "parity", AttackReason.VALUE: "value"}

CODES: dict[int, EventName] = {
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

# what reports call each kind of event
WORDS = {
    "half": "half begun",
    "combat": "combat",
    "chosen": "minion chosen in secret",
    "reveal": "minions shown",
    "pick": "minion sent",
    "dicey-flip": "card flipped for Dicey",
    "dicey-picks": "minion sent by Dicey",
    "roles": "attacker set",
    "flip": "card flipped for who attacks",
    "attack": "attacker found",
    "draw": "card drawn",
    "redraw": "card drawn again",
    "no-number": "no number left to draw",
    "look": "cards looked at",
    "looked": "cards seen",
    "decline": "ability not used",
    "take": "card taken",
    "reroll": "card drawn again by Cubera",
    "keep": "card kept with Cubera",
    "giant-killer": "Giant-killer used",
    "shield": "Shield used",
    "stubborn": "tie won by Stubborn",
    "compare": "numbers compared",
    "won": "combat won",
    "tie": "tied combat",
    "shuffled": "card shuffled back by Dicey",
    "end": "last combat over",
    "win": "win",
    "lost": "loss against Dicey",
}
EVENT_NAMES = with_words(CODES, WORDS)
