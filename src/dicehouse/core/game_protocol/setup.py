"""List the names of the group `setup`: positions that a person or a program describes, to play on from there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...errors import BadSetting
from .hook import constant, default

if TYPE_CHECKING:
    from ..value_readers import SetupField


class SetupHooks:
    """List what `Match.set_up` needs of a game. All of it may be left out."""

    SET_UP: tuple[SetupField, ...] = constant(
        "the words of `set_up`, each with its values and its meaning", (), "there are no words"
    )

    @staticmethod
    @default("the game can't be set up")
    def set_up(state: Any, players: int, **position: Any) -> None:
        """Turn the dealt position into the one that the words describe, each a keyword argument."""
        raise BadSetting("This game can't start from a position of your own.")
