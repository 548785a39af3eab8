"""Define weights that were found by experiment: how `sensible` values what no rule determines."""

from __future__ import annotations

RIVAL = 1.0  # the only rival's stars, relative to one's own
RIVALS = 0.8  # several rivals' stars together
HEAT = 1.0  # how much every later piece may change who dominates
DRIFT = 0.12  # how much every later turn may move the stock
RACE = 0.6  # uncertainty about who has most dice of a colour, for each later die
SPENT = 2.0  # the least gain from an ability, for each later turn
CONNECTIONS = 2.0  # turns left when the Retorium draw Missions
HYPNOSIS = 5.0  # the least loss to a rival from Hypnosis, at the beginning
LAST = 5.0  # being last in a round
LAST_ROUND = 8.0  # being last in the final round
DRAFT = 4.0  # being first in the draft
AGENCY = 3.0  # what a later player may expect of the Agency
TOKEN = 0.02  # what a Protection Token may save, as a share of a die's worth and for each later die
CANCEL = 4.0  # the least value of an Action that is cancelled, at the beginning
ENOUGH = 0.1  # an action worth less than this is not taken
CALM = 1.0  # stars by which a placing must look better to be tried e times as often
