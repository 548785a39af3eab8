"""Set up a position just before a turn: the words that `Match.set_up` takes, and the checks that they fit together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from dicehouse.core.value_readers import (
    SetupField,
    any_of,
    list_by_seat,
    list_of,
    none_value,
    one_of,
    seat_number,
    true_or_false,
    whole_number,
)
from dicehouse.engine import DiceBox
from dicehouse.errors import BadSetting
from dicehouse.text_format import number_word

from ..rules.game_end import is_over_target
from ..rules.special_dice import FEWEST_PLAYERS, special_dice_in_game
from ..rules.state import BATTLE_ZONE, FULL_HAND, MAX_PLAYERS, NO_SEAT, Phase, State
from ..rules.turn import advance
from .card_status import CARD_IDS
from .options import number

T = TypeVar("T")

CARD_BY_ID: dict[str, int] = {name: card for card, name in CARD_IDS.items()}
MOST_POINTS = 100_000
UNIT = 50
OUT = "out"

_holder = any_of(seat_number, one_of(OUT), none_value)

SET_UP: tuple[SetupField, ...] = (
    SetupField("player", seat_number, "Whose turn comes up: seat 0 if not given."),
    SetupField("totals", list_by_seat(whole_number(-MOST_POINTS, MOST_POINTS)), "Points, in fifties: 0 if not given."),
    SetupField("opened", list_by_seat(true_or_false), "Who has had a scored turn: all who have points."),
    SetupField(
        "hands",
        list_by_seat(list_of(one_of(*CARD_BY_ID), len(CARD_BY_ID))),
        f"War cards not played yet: all {number_word(len(CARD_BY_ID))}.",
    ),
    SetupField("immunity", list_by_seat(true_or_false), "Who still has the Immunity card: everybody."),
    SetupField("lose_turn", list_by_seat(true_or_false), "Who has a Lose a Turn card: nobody."),
    SetupField("double_next", list_by_seat(true_or_false), "Who has a Double Next Score card: nobody."),
    SetupField(
        "battle_zone_done",
        list_by_seat(true_or_false),
        f"Who has had a Battle Zone: all who have {BATTLE_ZONE:,} points.",
    ),
    SetupField("zombie", _holder, f'Who holds the Zombie die, or `"{OUT}"`: out.'),
    SetupField("left_behind", _holder, f'Who holds the Left Behind die, or `"{OUT}"`: out.'),
    SetupField("left_behind_used", true_or_false, "Whether the Left Behind die was thrown since the last turn: no."),
    SetupField(
        "bar_set_by",
        any_of(seat_number, none_value),
        "In the dice-ocalypse: who started it. That seat's total is the bar.",
    ),
    SetupField(
        "to_play",
        list_of(seat_number, MAX_PLAYERS),
        "Who still has a last turn: from `player` on, up to who set the bar.",
    ),
)


def set_up(
    state: State,
    players: int,
    *,
    player: int = 0,
    totals: Sequence[int] = (),
    opened: Sequence[bool] = (),
    hands: Sequence[Sequence[str]] = (),
    immunity: Sequence[bool] = (),
    lose_turn: Sequence[bool] = (),
    double_next: Sequence[bool] = (),
    battle_zone_done: Sequence[bool] = (),
    zombie: int | str | None = None,
    left_behind: int | str | None = None,
    left_behind_used: bool = False,
    bar_set_by: int | None = None,
    to_play: Sequence[int] | None = None,
) -> None:
    """Put the game just before the turn of `player`; BadSetting if the words don't fit together."""
    specials = state.options.special_cards
    if not specials:
        lying = {"immunity": immunity, "lose_turn": lose_turn, "double_next": double_next, "hands": hands}
        _refuse_specials(lying | {"battle_zone_done": battle_zone_done})
    for at in range(players):
        it = state.players[at]
        it.total = _or(totals, at, 0)
        it.opened = _or(opened, at, it.total > 0)
        it.hand = _hand(hands[at], at) if at < len(hands) else FULL_HAND * specials
        it.immunity = _or(immunity, at, specials)
        it.lose_turn = _or(lose_turn, at, False)
        it.double_next = _or(double_next, at, False)
        it.bz_done = _or(battle_zone_done, at, specials and it.total >= BATTLE_ZONE)
        _check_total(state, at, bar_set_by is not None)
    state.player = player
    _place_special_dice(state, zombie, left_behind, left_behind_used)
    if bar_set_by is not None:
        _begin_last_round(state, bar_set_by, to_play)
    elif to_play is not None:
        raise BadSetting("to_play is about the last round: say who started that as bar_set_by.")
    state.phase = Phase.UPCOMING
    advance(state, DiceBox(written=False).dice)


def _or(given: Sequence[T], at: int, default: T) -> T:
    return given[at] if at < len(given) else default


# --- cards and dice of a seat


def _refuse_specials(given: dict[str, Sequence[object]]) -> None:
    for word, values in given.items():
        if any(values):
            raise BadSetting(f"{word}: this table plays without war cards, Battle Zones and special dice.")


def _hand(names: Sequence[str], at: int) -> int:
    for name in names:
        if names.count(name) > 1:
            raise BadSetting(f"hands[{at}] names {name!r} twice; there is one of each card.")
    return sum(1 << CARD_BY_ID[name] for name in names)


def _check_total(state: State, at: int, last_round: bool) -> None:
    total = state.players[at].total
    if total % UNIT:
        raise BadSetting(f"totals[{at}] is {total:,}, but points come in fifties.")
    if total < 0 and not state.options.negative_scores:
        raise BadSetting(f"totals[{at}] is {total:,}, but at this table no total falls below 0.")
    if total > 0 and not state.players[at].opened:
        raise BadSetting(f"opened[{at}] is False, but a seat with points has had a scored turn.")
    if is_over_target(state, total) and not last_round:
        started = f"totals[{at}] is {number(total)}, which starts the dice-ocalypse"
        raise BadSetting(f"{started}: say who started it as bar_set_by, or stay below that.")


# --- the special dice


def _place_special_dice(state: State, zombie: int | str | None, left_behind: int | str | None, used: bool) -> None:
    state.zombie = zombie if isinstance(zombie, int) else NO_SEAT
    state.left_behind = left_behind if isinstance(left_behind, int) else NO_SEAT
    state.left_behind_used = used
    held = {"zombie": state.zombie, "left_behind": state.left_behind}
    for word, holder in held.items():
        if holder != NO_SEAT and not special_dice_in_game(state):
            raise BadSetting(f"{word}: the special dice need war cards and at least {FEWEST_PLAYERS} players.")
    if used and state.left_behind == NO_SEAT:
        raise BadSetting("left_behind_used is True, but nobody holds the Left Behind die.")


# --- the last round


def _begin_last_round(state: State, first: int, to_play: Sequence[int] | None) -> None:
    """Start the last round: `first` set the bar; a player who has not reached it and is not to play is diced."""
    total = state.players[first].total
    if not is_over_target(state, total):
        raise BadSetting(f"bar_set_by is {first}, but a total of {number(total)} starts no dice-ocalypse.")
    if state.player == first:
        raise BadSetting(f"player is {first}, who set the bar and has no turn left.")
    left = _clockwise(state, first) if to_play is None else to_play
    for at in left:
        if left.count(at) > 1 or at == first:
            reason = "set the bar and has no turn left" if at == first else "is named twice"
            raise BadSetting(f"to_play: seat {at} {reason}.")
    if state.player not in left:
        raise BadSetting(f"to_play leaves out seat {state.player}, whose turn comes up.")
    if all(state.players[at].lose_turn for at in left):
        raise BadSetting("Nobody could act: each seat that is still to play loses the turn.")
    state.first, state.bar = first, total
    state.to_play = sum(1 << at for at in left)
    for at in range(state.n_players):
        if at != first and at not in left and state.players[at].total < state.bar:
            state.diced |= 1 << at


def _clockwise(state: State, first: int) -> list[int]:
    """Return the seats clockwise from the turn player to `first`, who set the bar."""
    seats = [(state.player + step) % state.n_players for step in range(state.n_players)]
    return seats[: seats.index(first)]
