"""What bots and tables should know of the game beyond its rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dicehouse.kit.compiling import rules
from dicehouse.kit.engine import DiceBox
from dicehouse.kit.game import Reaction

from ..rules.codes import ABSTAIN
from ..rules.state import BATTLE_ZONE, NOBODY, Phase, State
from ..rules.turn import advance
from ..rules.war import pending_points
from ..show.options import CARD_IDS, points_available
from .odds import MEMO, prepare
from .sensible import sensible

__all__ = ["MEMO", "bot_duty", "prepare", "reaction", "sensible", "set_up", "standing"]

CARD_BY_ID = {name: card for card, name in CARD_IDS.items()}


def reaction(state: Any, seat: int) -> Reaction | None:
    """The optional reply that `seat` is asked for, with what is at stake."""
    if state.phase not in (Phase.REACT, Phase.REACT_END):
        return None
    ended = state.phase == Phase.REACT_END
    stake = state.turn_points + (0 if ended else points_available(state))
    best_other = max(state.players[s].total for s in range(state.n_players) if s != state.player)
    own = state.players[state.player].total
    return Reaction("pass", "end" if ended else "during", stake, own <= best_other < own + stake)


@rules
def bot_duty(state: State, seat: int) -> int:
    """What any bot does here whatever it thinks, -1 where it may choose: bots abstain from votes (A1)."""
    return ABSTAIN if state.phase == Phase.VOTE else -1


@rules
def standing(state: State, seat: int) -> float:
    """A seat's total, with the points that it has banked and that only await the others' replies."""
    voting = state.phase == Phase.VOTE and state.ended
    waits = state.phase == Phase.REACT_END or state.phase == Phase.IMMUNITY or voting
    points = state.players[seat].total
    if waits and seat == state.player:
        points += pending_points(state)
    return float(points)


def set_up(
    state: Any,
    players: int,
    *,
    player: int = 0,
    totals: Sequence[int] | None = None,
    opened: Sequence[bool] | None = None,
    hands: Sequence[Sequence[str]] | None = None,
    immunity: Sequence[bool] | None = None,
    lose_turn: Sequence[bool] | None = None,
    double_next: Sequence[bool] | None = None,
    battle_zone_done: Sequence[bool] | None = None,
    zombie: int | str | None = None,
    left_behind: int | str | None = None,
    left_behind_used: bool = False,
) -> None:
    """Put the game just before the turn of `player`, with these things before each seat.

    Totals default to 0, hands to all cards; who has points is open, who has 5,000 has had a Battle Zone. The special
    dice are held by a seat, or "out" (the default).
    """
    totals = totals or [0] * players
    for seat in range(players):
        it = state.players[seat]
        it.total = totals[seat]
        it.opened = opened[seat] if opened else it.total > 0
        it.bz_done = battle_zone_done[seat] if battle_zone_done else it.total >= BATTLE_ZONE
        it.lose_turn = bool(lose_turn and lose_turn[seat])
        it.double_next = bool(double_next and double_next[seat])
        if hands:
            it.hand = sum(1 << CARD_BY_ID[name] for name in hands[seat])
        if immunity:
            it.immunity = immunity[seat]
    state.zombie = zombie if isinstance(zombie, int) else NOBODY
    state.left_behind = left_behind if isinstance(left_behind, int) else NOBODY
    state.left_behind_used = left_behind_used
    state.player = player
    state.phase = Phase.UPCOMING
    advance(state, DiceBox(written=False).dice)
