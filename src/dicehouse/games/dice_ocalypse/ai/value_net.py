"""Estimate each seat's chance to win between two turns with a small net, trained on games of `sensible`.

`win_chances` knows what a card brings on average. The net compares each seat with the others: the points to the target,
the order of turns, the cards still in hand, Immunity. It gives every seat a score, by the same weights for all seats;
the higher the score, the likelier the win. `python -m bench.estimates --write` trains the weights again.
"""

from __future__ import annotations

from enum import IntEnum
from math import exp

from dicehouse.compiler.memory_intrinsics import local_floats
from dicehouse.compiler.rule_compiler import rules
from dicehouse.records.record import Array

from ..rules.state import MAX_PLAYERS, NO_SEAT, Card, State, before_turn
from .odds_tables import FIGURES, HIDDEN, MEAN, NET, TOTALS
from .win_chances import effective_total, is_solved, load_totals, race_scale, win_chance

FAR = 30.0  # mean turns to go beyond which all is alike
TENS = 10  # in which they are counted


class Figure(IntEnum):
    """Number the inputs of the net for one seat; those of the seat by itself come first."""

    TO_GO = 0  # mean turns, in tens
    COMES = 1  # when its turn does: 0 is now, nearly 1 after all others
    CARDS = 2  # five of them, each by itself
    IMMUNITY = 7
    LOSES_TURN = 8
    DOUBLES_NEXT = 9
    UNOPENED = 10
    BATTLE_ZONE_DONE = 11
    ZOMBIE = 12
    LEFT_BEHIND = 13
    OTHERS = 14  # the same ten from CARDS on, as the others have them on average
    RIVAL_TO_GO = 24  # the nearest one
    LEAD = 25  # over the best other, by what `prospects` sees
    LEADER_TO_GO = 26
    COMPANY = 27  # fewer with more players


OWN = Figure.OTHERS.value
OWNS = MAX_PLAYERS * OWN


@rules
def value_estimate(state: State, memo: Array[float], out: Array[float]) -> bool:
    """Fill `out` with each seat's chance to win where a turn is about to begin, including what the cards in its hand
    may bring.
    """
    if not before_turn(state):
        return False
    load_totals(state, memo)
    number, player = state.n_players, state.player
    state.player = (player + number - 1) % number  # the others ask: if the turn before had just ended
    if state.first == NO_SEAT and state.options.special_cards and not is_solved(state, memo):
        net_odds(state, memo, out)
    else:
        for seat in range(number):
            out[seat] = win_chance(state, seat, memo)
    state.player = player
    total = 0.0
    for seat in range(number):
        total += out[seat]
    for seat in range(number):
        out[seat] = out[seat] / total if total > 0.0 else 1.0 / number
    return True


@rules
def net_odds(state: State, memo: Array[float], out: Array[float]) -> None:
    """Fill `out` with the odds of each seat, at the totals in `memo`."""
    plain, own, figures = local_floats(MAX_PLAYERS), local_floats(OWNS), local_floats(FIGURES)
    fill_own_figures(state, memo, plain, own)
    for seat in range(state.n_players):
        fill_seat_figures(state, seat, plain, own, figures)
        out[seat] = exp(min(max(net_output(plain[seat] - plain[0], figures, memo), -30.0), 30.0))


@rules
def fill_own_figures(state: State, memo: Array[float], plain: list[float], own: list[float]) -> None:
    """Fill in the inputs of each seat by itself: its place in the race by `win_chances`, and its own figures."""
    width, held = race_scale(state, memo)
    number = state.n_players
    for seat in range(number):
        player, at = state.players[seat], seat * OWN
        plain[seat] = effective_total(state, seat, held, memo) / width
        to_go = (state.options.target - memo[TOTALS + seat]) / memo[MEAN]
        own[at + Figure.TO_GO] = min(max(to_go, 0.0), FAR) / TENS
        own[at + Figure.COMES] = ((seat - state.player + number - 1) % number) / number
        for card in range(Card.PROVE_IT, Card.COLLATERAL + 1):
            own[at + Figure.CARDS + card - Card.PROVE_IT] = player.hand >> card & 1
        own[at + Figure.IMMUNITY] = player.immunity
        own[at + Figure.LOSES_TURN] = player.lose_turn
        own[at + Figure.DOUBLES_NEXT] = player.double_next
        own[at + Figure.UNOPENED] = not player.opened
        own[at + Figure.BATTLE_ZONE_DONE] = player.bz_done
        own[at + Figure.ZOMBIE] = state.zombie == seat
        own[at + Figure.LEFT_BEHIND] = state.left_behind == seat


@rules
def fill_seat_figures(state: State, seat: int, plain: list[float], own: list[float], figures: list[float]) -> None:
    """Fill in the inputs of `seat` among the others: its own figures, theirs, and how far the race has come."""
    number = state.n_players
    for i in range(FIGURES):
        figures[i] = own[seat * OWN + i] if i < OWN else 0.0
    best, nearest = -1e300, FAR / TENS
    for other in range(number):
        if other != seat:
            for i in range(Figure.CARDS, Figure.ZOMBIE):
                figures[Figure.OTHERS + i - Figure.CARDS] += own[other * OWN + i] / (number - 1)
            nearest = min(nearest, own[other * OWN + Figure.TO_GO])
            best = max(best, plain[other])
    figures[Figure.RIVAL_TO_GO] = nearest
    figures[Figure.LEAD] = min(max(plain[seat] - best, -10.0), 10.0) / 3
    figures[Figure.LEADER_TO_GO] = min(nearest, figures[Figure.TO_GO])
    figures[Figure.COMPANY] = 2 / number - 0.5


@rules
def net_output(plain: float, figures: list[float], memo: Array[float]) -> float:
    """Return the output of the net for one seat. The weights in `memo` are, in this order: that of the plain place;
    then for each hidden unit its bias, its output weight, and its weight for every figure.
    """
    result = memo[NET] * plain
    for unit in range(HIDDEN):
        at = NET + 1 + unit * (2 + FIGURES)
        total = memo[at]
        for i in range(FIGURES):
            total += memo[at + 2 + i] * figures[i]
        result += memo[at + 1] * total / (1 + abs(total))
    return result
