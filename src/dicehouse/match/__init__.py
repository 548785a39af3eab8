"""Play one game: options, actions, undo, log, save, replay, restore and fork."""

from .events import Event
from .history import PlayedAction
from .match import PAST, ChosenOption, Match, new

__all__ = ["PAST", "ChosenOption", "Event", "Match", "PlayedAction", "new"]
