"""List the names of the group `rules`: the position, who may act, what is legal, what an action does, who has won."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...compiler.rule_compiler import rules
from .hook import constant, default, record_class, required

if TYPE_CHECKING:
    from ...records.record import Array
    from ..action_list import Actions
    from ..dice import Dice
    from ..observation_planes import Plane


class RuleHooks:
    """List the rules of a game. Its functions carry @rules, so they run interpreted and compiled."""

    State: Any = record_class("the record that is the whole position")

    Options: Any = record_class("the record of the settings, a field for each")

    @staticmethod
    @required
    @rules
    def deal(state: Any, options: Any, n_players: int, dice: Dice) -> None:
        """Fill a record of zeros with the first position."""

    @staticmethod
    @required
    @rules
    def acting(state: Any) -> int:
        """Return the seats that may act, as a mask: seat 0 is 1, seat 1 is 2, seat 2 is 4."""
        raise NotImplementedError

    @staticmethod
    @required
    @rules
    def legal(state: Any, seat: int, actions: Actions) -> None:
        """Add the number of each legal action of the seat. It is called only for seats that may act."""

    @staticmethod
    @required
    @rules
    def apply(state: Any, seat: int, action: int, dice: Dice) -> None:
        """Carry out one of these actions, and all that follows until the next decision."""

    @staticmethod
    @required
    @rules
    def over(state: Any) -> bool:
        """Return True if the game has ended. Then no seat acts; until then at least one does."""
        raise NotImplementedError

    @staticmethod
    @required
    @rules
    def points(state: Any, out: Array[float]) -> None:
        """Write each seat's points into `out`."""

    @staticmethod
    @required
    @rules
    def returns(state: Any, out: Array[float]) -> None:
        """Write each seat's part of the win into `out`: all 0 until the end, then 1 together. If an opponent without a
        seat has won, the place behind the last seat gets the 1.
        """

    @staticmethod
    @default("everybody plays for themselves")
    @rules
    def team(state: Any, seat: int) -> int:
        """Return the seat that names the seat's team: partners, who win together, all return their lowest seat."""
        return seat

    @staticmethod
    @default("a game is not divided into turns")
    @rules
    def turns_begun(state: Any) -> int:
        """Return how many turns, or combats or rounds, have begun; a search that looks ahead stops between two."""
        return 0

    @staticmethod
    @default("nothing is hidden: each seat knows the whole position")
    @rules
    def resample_hidden(state: Any, seat: int, dice: Dice) -> None:
        """Resample all that the seat can't know. Every game whose view differs by seat needs it."""

    OPEN_FOR_PLAYERS: tuple[int, ...] = constant(
        "numbers of players who play with perfect information, because `resample_hidden` changes nothing for them",
        (),
        "a game with `resample_hidden` always hides something, one without it never does",
    )

    SIMULTANEOUS: bool = constant(
        "True if the players choose simultaneously again and again, as when both sides make a secret choice each round",
        False,
        "players take turns, so learners act one after the other",
    )

    ROLES: bool = constant(
        "True if the seats play by different rules, as when one hides and the others seek",
        False,
        "all seats may do the same, and `dicehouse check` tries that",
    )

    ACTIONS: tuple[int, ...] = constant(
        "all numbers that actions can have, in order: a learner's fixed space of actions (`Codes.all()` returns them)",
        (),
        "learners can't be seated",
    )

    PLANES: tuple[Plane, ...] = constant(
        "the planes of numbers of `observe`, then those of `remember` and `hidden_state`: `PlaneLayout` makes them",
        (),
        "learners see the fields of the record, and 0 for those that the seat can't know",
    )

    @staticmethod
    @default("learners see the fields of the record, and 0 for those that the seat can't know")
    @rules
    def observe(state: Any, seat: int, out: Array[float]) -> None:
        """Write what the seat sees as whole numbers into `out`, a row of zeros: the planes of the part "seen"."""

    @staticmethod
    @default("the seat sees at any time all that it has been shown")
    @rules
    def remember(state: Any, seat: int, out: Array[float]) -> None:
        """Write what the seat has seen before and the view no longer shows into `out`: the planes of the part
        "recall".
        """

    @staticmethod
    @default("nothing is hidden")
    @rules
    def hidden_state(state: Any, seat: int, out: Array[float]) -> None:
        """Write all that the seat can't know into `out`, for a critic that may see it: the planes of the part
        "secret".
        """

    LASTING: int = constant(
        "the first place of the planes that `observe_next` leaves as they are, such as those of a board",
        0,
        "all planes are written again in each step",
    )

    @staticmethod
    @default("all planes are written again in each step")
    @rules
    def observe_next(state: Any, seat: int, before: Any, looked: int, out: Array[float]) -> None:
        """Write what `observe` does, faster. From the place `LASTING` on `out` still holds what the seat `looked` saw
        of the position `before`; in front of it are zeros.
        """
