"""A position of one's own, just before a turn: the words that `Match.set_up` knows, and what they can say together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from dicehouse.errors import BadSetting
from dicehouse.kit.engine import DiceBox
from dicehouse.kit.reading import Word, by_seat, either, flag, many, nothing, one_of, seat, whole

from ..rules.finale import is_over_target
from ..rules.special_dice import FEWEST_PLAYERS, dice_in_game
from ..rules.state import BATTLE_ZONE, FULL_HAND, MAX_PLAYERS, NOBODY, Phase, State
from ..rules.turn import advance
from .effects import CARD_IDS
from .options import number

T = TypeVar("T")

CARD_BY_ID = {name: card for card, name in CARD_IDS.items()}
MOST_POINTS = 100_000
UNIT = 50
OUT = "out"

_holder = either(seat, one_of(OUT), nothing)

SET_UP: tuple[Word, ...] = (
    Word("player", seat, "Whose turn comes up: seat 0 if not given."),
    Word("totals", by_seat(whole(-MOST_POINTS, MOST_POINTS)), "Points, in fifties: 0 if not given."),
    Word("opened", by_seat(flag), "Who has had a scored turn: whoever has points."),
    Word("hands", by_seat(many(one_of(*CARD_BY_ID), len(CARD_BY_ID))), "War cards not played yet: all five."),
    Word("immunity", by_seat(flag), "Who still has the Immunity card: everybody."),
    Word("lose_turn", by_seat(flag), "Who has a Lose a Turn card: nobody."),
    Word("double_next", by_seat(flag), "Who has a Double Next Score card: nobody."),
    Word("battle_zone_done", by_seat(flag), "Who has had a Battle Zone: whoever has 5,000 points."),
    Word("zombie", _holder, f'Who holds the Zombie die, or `"{OUT}"`: out.'),
    Word("left_behind", _holder, f'Who holds the Left Behind die, or `"{OUT}"`: out.'),
    Word("left_behind_used", flag, "Whether the Left Behind die was thrown since the last turn: no."),
    Word("bar_set_by", either(seat, nothing), "In the dice-ocalypse: who started it. That seat's total is the bar."),
    Word("to_play", many(seat, MAX_PLAYERS), "Who still has a last turn: from `player` on, up to who set the bar."),
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
    """Put the game just before the turn of `player`; BadSetting if the words don't go together."""
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


# --- what lies before a seat


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
        raise BadSetting(f"totals[{at}] is {number(total)}, but points come in fifties.")
    if total < 0 and not state.options.negative_scores:
        raise BadSetting(f"totals[{at}] is {number(total)}, but at this table no total falls below 0.")
    if total > 0 and not state.players[at].opened:
        raise BadSetting(f"opened[{at}] is False, but a seat with points has had a scored turn.")
    if is_over_target(state, total) and not last_round:
        started = f"totals[{at}] is {number(total)}, which starts the dice-ocalypse"
        raise BadSetting(f"{started}: say who started it as bar_set_by, or stay below that.")


# --- the special dice


def _place_special_dice(state: State, zombie: int | str | None, left_behind: int | str | None, used: bool) -> None:
    state.zombie = zombie if isinstance(zombie, int) else NOBODY
    state.left_behind = left_behind if isinstance(left_behind, int) else NOBODY
    state.left_behind_used = used
    held = {"zombie": state.zombie, "left_behind": state.left_behind}
    for word, holder in held.items():
        if holder != NOBODY and not dice_in_game(state):
            raise BadSetting(f"{word}: the special dice need war cards and at least {FEWEST_PLAYERS} players.")
    if used and state.left_behind == NOBODY:
        raise BadSetting("left_behind_used is True, but nobody holds the Left Behind die.")


# --- the last round


def _begin_last_round(state: State, first: int, to_play: Sequence[int] | None) -> None:
    """`first` set the bar; whoever is neither to play nor has reached it is diced."""
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
    """The seats from the player on, up to the one who set the bar."""
    seats = [(state.player + step) % state.n_players for step in range(state.n_players)]
    return seats[: seats.index(first)]
