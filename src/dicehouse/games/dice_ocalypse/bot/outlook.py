"""Who will win, as a small net has learned it from games of `sensible`: what a position between two turns is worth.

`prospects` knows what a card brings on average. The net sees each seat among the others: how far everybody has to go,
whose turn comes when, who holds which cards still, who is shielded. It gives every seat a height, by the same weights
for all of them; the higher, the likelier it wins. `python -m bench.estimates --write` makes the weights anew.
"""

from __future__ import annotations

from enum import IntEnum
from math import exp

from dicehouse.kit.compiling import rules
from dicehouse.kit.memory import local_floats
from dicehouse.kit.record import Array

from ..rules.state import MAX_PLAYERS, NOBODY, Card, State, before_turn
from .odds import FIGURES, HIDDEN, MEAN, NET, TOTALS
from .prospects import chance, is_solved, load_totals, prospect, race_scale

FAR = 30.0  # mean turns to go beyond which all is alike
TENS = 10  # in which they are counted


class Figure(IntEnum):
    """What the net sees of a seat. First the seat by itself."""

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
def estimate(state: State, memo: Array[float], out: Array[float]) -> bool:
    """Each seat's chance to win where a turn is about to begin, with what the cards in its hand may still bring."""
    if not before_turn(state):
        return False
    load_totals(state, memo)
    number, player = state.n_players, state.player
    state.player = (player + number - 1) % number  # the others ask: if the turn before had just ended
    if state.first == NOBODY and state.options.special_cards and not is_solved(state, memo):
        by_net(state, memo, out)
    else:
        for seat in range(number):
            out[seat] = chance(state, seat, memo)
    state.player = player
    total = 0.0
    for seat in range(number):
        total += out[seat]
    for seat in range(number):
        out[seat] = out[seat] / total if total > 0.0 else 1.0 / number
    return True


@rules
def by_net(state: State, memo: Array[float], out: Array[float]) -> None:
    """The odds of each seat. The totals in the memo are those that are looked at."""
    plain, own, figures = local_floats(MAX_PLAYERS), local_floats(OWNS), local_floats(FIGURES)
    look(state, memo, plain, own)
    for seat in range(state.n_players):
        among(state, seat, plain, own, figures)
        out[seat] = exp(min(max(height(plain[seat] - plain[0], figures, memo), -30.0), 30.0))


@rules
def look(state: State, memo: Array[float], plain: list[float], own: list[float]) -> None:
    """Each seat by itself: its place in the race as `prospects` sees it, and its own figures."""
    width, held = race_scale(state, memo)
    number = state.n_players
    for seat in range(number):
        player, at = state.players[seat], seat * OWN
        plain[seat] = prospect(state, seat, held, memo) / width
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
def among(state: State, seat: int, plain: list[float], own: list[float], figures: list[float]) -> None:
    """A seat as it stands among the others: its own figures, theirs, and how far the race has come."""
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
def height(plain: float, figures: list[float], memo: Array[float]) -> float:
    """What the net says of one seat. The weights: of the plain place; and of each hidden unit its bias, what it is
    worth, and what every figure is worth to it.
    """
    result = memo[NET] * plain
    for unit in range(HIDDEN):
        at = NET + 1 + unit * (2 + FIGURES)
        felt = memo[at]
        for i in range(FIGURES):
            felt += memo[at + 2 + i] * figures[i]
        result += memo[at + 1] * felt / (1 + abs(felt))
    return result
