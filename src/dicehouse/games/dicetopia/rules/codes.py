"""Actions as numbers: what is chosen, and from where each kind begins. The phase says what a choice means.

Places come first (see `state.BOARD`): the die or piece that is touched.
"""

from __future__ import annotations

MISSION = 128  # this Mission: given back, put under the deck, left out
ON_TOP = 192  # or put on top of it
STOCK = 256  # 2 * colour + up
VALUE = 263  # 1 to 6
AREA = 272
SEAT = 288
CARD = 296  # a die of the Blood Dome Card
TOKEN = 304  # 9 * from slot (8: not placed yet) + to slot
UNPLACED = 8
UNPROTECT = 400  # 8 * seat + slot
ADAPT = 512  # 2 * slot + up
CLONE = 544  # 16 * slot + value, or + 8 + colour
CLONED_COLOUR = 8
CELL = 688
FACTION = 704

KEYS = 768
BREAK_OUT = KEYS
TENTACLE_OUT = KEYS + 1
LAST_RESORT = KEYS + 2
PLAY_ON = KEYS + 3
PASS = KEYS + 4
CANCEL = KEYS + 5
DRAW = KEYS + 6
FIGHT = KEYS + 7
NO_ACTION = KEYS + 8
ENOUGH = KEYS + 9
ROBIN_HOOD = KEYS + 10
ALPHA = KEYS + 11
TRANSCENDENCE = KEYS + 12
EXTERMINATE = KEYS + 13
INTERVENTION = KEYS + 14
SLIP_AWAY = KEYS + 15
HOME_TURF = KEYS + 16
CONNECTIONS = KEYS + 17
SACRIFICE = KEYS + 18
END = KEYS + 19
