"""Return what a seat may see, as plain data for any page. Only sealed replies are hidden (R35)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from dicehouse.core.log_entry import LogEntry

from ..rules.state import BATTLE_ZONE, COLLATERAL_STAKE, NO_SEAT, Card, Phase, State, before_turn
from ..rules.war_cards import COLLATERAL_DICE, LUCKY
from .card_status import CARD_IDS, card_refusals
from .scoring_table import scoring_rows
from .throw_points import bust_chances, scoring_key
from .view_types import Group, LastRound, Piggyback, PlayedCard, Player, View
from .view_types import Phase as PhaseName

SAME_FOR_ALL = True  # what is hidden is hidden from everybody, so a table looks once for all its readers

PHASES: dict[Phase, PhaseName] = {
    Phase.START: "start",
    Phase.LEFT_BEHIND: "left-behind",
    Phase.ZOMBIE: "zombie",
    Phase.KEEP: "keep",
    Phase.REACT: "react",
    Phase.REACT_END: "react-end",
    Phase.VOTE: "vote",
    Phase.IMMUNITY: "immunity",
    Phase.OVER: "over",
}


def view(state: State, seat: int | None, asked: Sequence[int], log: Sequence[LogEntry]) -> View:
    """Return the position as `seat` sees it (None: a spectator); `log` is what happened up to now."""
    seats = range(state.n_players)
    return {
        "game": "dice-ocalypse",
        "phase": PHASES[Phase(state.phase)],
        "turn": state.turn,
        "round": _round(state),
        "player": state.player,
        "asked": list(asked),
        "dice": list(state.dice)[: state.n_dice],
        "turn_score": state.turn_points,
        "dice_full": state.dice_full,
        "first_throw": state.first_throw,
        "piggyback": _piggyback(state),
        "card": _card(state),
        "card_used": state.card_used,
        "doubled": state.doubled,
        "target": state.options.target,
        "exact_target": state.options.exact_target,
        "opening": state.options.opening,
        "battle_zone": BATTLE_ZONE,
        "lucky": LUCKY,
        "collateral": {"stake": COLLATERAL_STAKE, "dice": COLLATERAL_DICE},
        "specials": state.options.special_cards,
        "dice_specials": state.options.special_cards and state.n_players >= 3,
        "zombie": {"holder": _seat(state.zombie), "out": state.zombie == NO_SEAT},
        "left_behind": {"holder": _seat(state.left_behind), "used": state.left_behind_used},
        "final": _final(state),
        "seats": [_player(state, i) for i in seats],
        "contenders": [i for i in seats if state.contenders >> i & 1] if state.phase == Phase.VOTE else [],
        "kept": [] if before_turn(state) else _kept(log),
        "worth": scoring_rows(state),
        "odds": [{"dice": n, "bust": chance} for n, chance in enumerate(_odds(scoring_key(state)), 1)],
        "winner": _seat(state.winner),
    }


@lru_cache(maxsize=64)
def _odds(key: bytes) -> tuple[float, ...]:
    return tuple(round(chance, 4) for chance in bust_chances(key))


def _seat(seat: int) -> int | None:
    return None if seat == NO_SEAT else seat


def _round(state: State) -> int:
    turns_over = state.turn if before_turn(state) else max(state.turn - 1, 0)
    return turns_over // state.n_players + 1


def _piggyback(state: State) -> Piggyback | None:
    if state.phase != Phase.START or state.offer_points == 0:
        return None
    return {"points": state.offer_points, "dice": state.offer_dice}


def _card(state: State) -> PlayedCard | None:
    if state.card == Card.NONE:
        return None
    card: PlayedCard = {"kind": CARD_IDS[state.card], "by": state.card_by, "on": state.player}
    return {**card, "stake": COLLATERAL_STAKE} if state.card == Card.COLLATERAL else card


def _final(state: State) -> LastRound | None:
    if state.bar == 0:
        return None
    return {
        "first": state.first,
        "bar": state.bar,
        "to_play": [i for i in range(state.n_players) if state.to_play >> i & 1],
    }


def _player(state: State, seat: int) -> Player:
    player, specials = state.players[seat], state.options.special_cards
    return {
        "total": player.total,
        "opened": player.opened,
        "cards": [name for card, name in CARD_IDS.items() if player.hand >> card & 1],
        "spent": [name for card, name in CARD_IDS.items() if not player.hand >> card & 1] if specials else [],
        "immunity": player.immunity,
        "barred": card_refusals(state, seat) if specials else {},
        "lose_turn": player.lose_turn,
        "double_next": player.double_next,
        "zombie": state.zombie == seat,
        "left_behind": state.left_behind == seat,
        "battle_zone_done": player.bz_done,
        "diced": bool(state.diced >> seat & 1),
        "place": places(state)[seat] if state.phase == Phase.OVER else None,
    }


def places(state: State) -> list[int]:
    """Return the final places from 1: the winner, the other survivors by total, then the diced by total (section 9)."""

    def rank(seat: int) -> tuple[bool, bool, int]:
        return (seat == state.winner, not state.diced >> seat & 1, state.players[seat].total)

    ranks = [rank(seat) for seat in range(state.n_players)]
    return [1 + sum(other > own for other in ranks) for own in ranks]


def _kept(log: Sequence[LogEntry]) -> list[Group]:
    groups: list[Group] = []
    for event in reversed(log):
        if event.kind == "turn":
            break
        if event.kind == "keep":
            groups.append({"faces": event.facts["faces"], "points": event.facts["points"]})
    return groups[::-1]
