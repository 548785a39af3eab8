"""Number the actions. The phase says what a choice is for: a place may be one to send a piece to, to swap, to roll."""

from __future__ import annotations

from dicehouse.core.action_codes import Codes

from .state import (
    FACES,
    MAX_PLAYERS,
    N_AREAS,
    N_CARD,
    N_COLOURS,
    N_FACTIONS,
    N_MISSIONS,
    PLACES,
    SLOTS,
)

_codes = Codes()

PLACE = _codes.block(place=PLACES)  # the die or piece that is touched
MISSION = _codes.block(mission=N_MISSIONS)  # given back, put under the deck, or left out
ON_TOP = _codes.block(mission=N_MISSIONS)  # put on top of the deck
STOCK = _codes.block(colour=N_COLOURS, up=2)
VALUE = _codes.block(value=FACES + 1)  # 1 to 6
AREA = _codes.block(area=N_AREAS)
SEAT = _codes.block(seat=MAX_PLAYERS)
CARD = _codes.block(die=N_CARD)  # of the Blood Dome Card
FIRST_TOKEN = _codes.block(to=SLOTS)  # the Conclave's, placed for the first time
TOKEN = _codes.block(slot=SLOTS, to=SLOTS)
UNPROTECT = _codes.block(seat=MAX_PLAYERS, slot=SLOTS)
ADAPT = _codes.block(slot=SLOTS, up=2)
CLONE_VALUE = _codes.block(slot=SLOTS, value=FACES + 1)
CLONE_COLOUR = _codes.block(slot=SLOTS, colour=N_COLOURS)
CELL = _codes.block(cell=MAX_PLAYERS)
FACTION = _codes.block(faction=N_FACTIONS)
ABILITY = _codes.block(faction=N_FACTIONS)  # that faction's ability, in addition to the Action
INSTEAD = _codes.block(faction=N_FACTIONS)  # that faction's ability, in place of the Action

BREAK_OUT = _codes.one()
TENTACLE_OUT = _codes.one()
LAST_RESORT = _codes.one()
PLAY_ON = _codes.one()
PASS = _codes.one()
CANCEL = _codes.one()
DRAW = _codes.one()
FIGHT = _codes.one()
NO_ACTION = _codes.one()
ENOUGH = _codes.one()
END = _codes.one()
