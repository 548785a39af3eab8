"""The choices that are keys: what is written, said and noted of each."""

from __future__ import annotations

from ..rules import codes
from ..rules.state import Faction

KEYS: dict[int, tuple[str, str, str]] = {  # id, label, note
    codes.BREAK_OUT: ("break out", "Break out your Thug", "counts 1½, but its die goes to prison"),
    codes.TENTACLE_OUT: ("tentacle", "Send your own Thug", "counts 1½, and brings its die"),
    codes.LAST_RESORT: ("last resort", "Save this turn", "you take it after the last round"),
    codes.PLAY_ON: ("play on", "Take this turn", ""),
    codes.PASS: ("pass", "Pass", ""),
    codes.CANCEL: ("cancel", "Cancel this Action", "once per game"),
    codes.DRAW: ("draw", "Draw a Mission", "then one card goes under the deck"),
    codes.NO_ACTION: ("no action", "No Action", ""),
    codes.ENOUGH: ("enough", "Leave it at that", ""),
    codes.INSTEAD.of(Faction.FUKURA): ("robin hood", "Robin Hood?", "a rival's die down by 1, one of yours up by 1"),
    codes.INSTEAD.of(Faction.ZAI): ("alpha", "Alpha", "swap any two Agents, once per game"),
    codes.INSTEAD.of(Faction.EWO): ("transcendence", "Transcendence", "another Action instead, once per game"),
    codes.ABILITY.of(Faction.SHAKRA): ("exterminate", "Exterminate", "remove a City die for good, once per game"),
    codes.ABILITY.of(Faction.TUULU): ("intervention", "Intervention", "two rerolls, once per game"),
    codes.ABILITY.of(Faction.CONSPIRACY): ("slip away", "Slip Away", "swap an Agent with a die, once per game"),
    codes.ABILITY.of(Faction.NAVIGATORS): ("home turf", "Home Turf", "set one of your dice, once per game"),
    codes.ABILITY.of(Faction.RETORIUM): ("connections", "Connections", "draw 4 Missions, put 4 back, once per game"),
    codes.ABILITY.of(Faction.SKELLETAS): ("sacrifice", "Sacrifice", "an Agent for a Magmacorium die, once per game"),
    codes.END: ("end", "End the turn", ""),
}
