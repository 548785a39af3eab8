"""What had to be weighed by trying: how `sensible` counts what no rule says."""

from __future__ import annotations

RIVAL = 1.0  # what the only rival gets, against one's own stars
RIVALS = 0.8  # the same for several together
HEAT = 1.0  # how much every piece to come may change who dominates
DRIFT = 0.12  # how much every turn to come may move the stock
RACE = 0.6  # how open it is who has most dice of a colour, for each die to come
SPENT = 2.0  # what an ability must bring, for each turn to come
CONNECTIONS = 2.0  # turns left when the Retorium look for Missions
HYPNOSIS = 5.0  # what Hypnosis must cost a rival, at the beginning
LAST = 5.0  # being last in a round
LAST_ROUND = 8.0  # the same in the last one
DRAFT = 4.0  # being first in the draft
AGENCY = 3.0  # what somebody else may expect of the Agency
TOKEN = 0.02  # what a Protection Token may save, of a die's worth and for each die to come
CANCEL = 4.0  # what a cancelled Action must have been worth, at the beginning
ENOUGH = 0.1  # less than this is not worth doing
CALM = 1.0  # stars by which a placing must look better to be tried e times as often
