"""Fill in what a seat sees, as numbers. Seats are counted from the observer: it is 0, the next one clockwise is 1."""

from __future__ import annotations

from dicehouse.compiler.rule_compiler import rules
from dicehouse.core.observation_planes import PlaneLayout
from dicehouse.records.record import Array

from .action_codes import _codes
from .reaction_windows import has_answered, unanswered
from .state import MAX_PLAYERS, N_DICE, NO_SEAT, Card, Phase, State, answers_are_sealed, in_window

ACTIONS = _codes.all()
FACES = 6
MOST_POINTS = 60_000
LEAST_POINTS = -30_000
MOST_TURNS = 1_000
UNIT = 10_000  # the usual target
PHASES = Phase.OVER + 1
N_CARDS = len(Card)

_seen = PlaneLayout()
PHASE = _seen.plane("phase", PHASES, says="what the game waits for: start, left-behind, zombie, keep, react, react-end")
SEAT = _seen.plane("seat", MAX_PLAYERS, says="the number of the seat that looks, by which votes name seats")
PLAYER = _seen.plane("player", MAX_PLAYERS, says="whose turn it is, or comes up")
DICE = _seen.plane("dice", N_DICE, FACES, says="for each place of the tray the face of the die that lies there")
DICE_FULL = _seen.plane("dice full", high=N_DICE, says="dice that a full throw has this turn")
TURN_POINTS = _seen.plane("turn points", high=MOST_POINTS, scale=UNIT, says="set aside this turn")
OFFER = _seen.plane("offer", high=MOST_POINTS, scale=UNIT, says="points that the next player may piggyback on")
OFFER_DICE = _seen.plane("offer dice", high=N_DICE, says="dice that are left to throw with them")
BAR = _seen.plane("bar", low=LEAST_POINTS, high=MOST_POINTS, scale=UNIT, says="the total to reach in the dice-ocalypse")
TURN = _seen.plane("turn", high=MOST_TURNS, scale=100, says="how many turns have begun")
FIRST_THROW = _seen.plane("first throw", says="nothing has been thrown this turn")
BUST = _seen.plane("bust", says="the last throw scored nothing")
DOUBLED = _seen.plane("doubled", says="the turn counts double")
PIGGYBACK = _seen.plane("piggyback", says="this turn continues the turn of the previous player")
CARD_USED = _seen.plane("card used", says="the turn has had its one card")
LEFT_BEHIND_USED = _seen.plane("left behind used", says="the Left Behind die was thrown this turn")
FINAL = _seen.plane("final", says="the dice-ocalypse has begun")
CARD = _seen.plane("card", N_CARDS, says="the card pending on this turn; the first of them is none")
CARD_BY = _seen.plane("card by", MAX_PLAYERS, says="who played it")
FIRST = _seen.plane("first", MAX_PLAYERS, says="who started the dice-ocalypse")
WINNER = _seen.plane("winner", MAX_PLAYERS, says="who has won")

SEATS = _seen.width  # from here on a row of numbers for each seat
PRESENT = _seen.plane("present", MAX_PLAYERS, says="somebody sits there")
TOTAL = _seen.plane("total", MAX_PLAYERS, low=LEAST_POINTS, high=MOST_POINTS, scale=UNIT, says="points of each seat")
OPENED = _seen.plane("opened", MAX_PLAYERS, says="has had a scored turn")
HAND = _seen.plane("hand", N_CARDS - 1, MAX_PLAYERS, says="for each card who holds it")
IMMUNITY = _seen.plane("immunity", MAX_PLAYERS, says="has not used Immunity")
LOSE_TURN = _seen.plane("lose turn", MAX_PLAYERS, says="loses the next turn")
DOUBLE_NEXT = _seen.plane("double next", MAX_PLAYERS, says="the next score counts double")
BATTLE = _seen.plane("battle", MAX_PLAYERS, says="has caused a Battle Zone")
ZOMBIE = _seen.plane("zombie", MAX_PLAYERS, says="holds the Zombie die")
LEFT_BEHIND = _seen.plane("left behind", MAX_PLAYERS, says="holds the Left Behind die")
ASKED = _seen.plane("asked", MAX_PLAYERS, says="is asked, and has not answered")
CONTENDS = _seen.plane("contends", MAX_PLAYERS, says="played a card at once with others; the vote is about them")
GUARDED = _seen.plane("guarded", MAX_PLAYERS, says="Immunity holds against this turn's card")
TO_PLAY = _seen.plane("to play", MAX_PLAYERS, says="still has a final turn")
DICED = _seen.plane("diced", MAX_PLAYERS, says="fell short in the dice-ocalypse")

_recall = PlaneLayout("recall")
OWN_CARD = _recall.plane(
    "own card", N_CARDS, says="the card of this seat's sealed answer; the first number stands for none"
)
OWN_VOTE = _recall.plane("own vote", MAX_PLAYERS, says="the seat that the own sealed vote names")

_secret = PlaneLayout("secret")
SEALED_CARD = _secret.plane("sealed cards", N_CARDS, MAX_PLAYERS, says="for each card who gave it as a sealed answer")
SEALED_VOTE = _secret.plane("sealed votes", MAX_PLAYERS, MAX_PLAYERS, says="for each seat whose sealed vote names it")

PLANES = _seen.planes + _recall.planes + _secret.planes


@rules
def observe(state: State, seat: int, out: Array[float]) -> None:
    """Fill `out` with all that `seat` sees: everything but the sealed answers (R35)."""
    out[PHASE + state.phase] = 1
    out[SEAT + seat] = 1
    out[PLAYER + seat_offset(state, seat, state.player)] = 1
    for i in range(state.n_dice):
        out[DICE + FACES * i + state.dice[i] - 1] = 1
    out[DICE_FULL] = state.dice_full
    out[TURN_POINTS] = min(state.turn_points, MOST_POINTS)
    out[OFFER] = min(state.offer_points, MOST_POINTS)
    out[OFFER_DICE] = state.offer_dice
    out[BAR] = clipped(state.bar)
    out[TURN] = min(state.turn, MOST_TURNS)
    out[FIRST_THROW] = state.first_throw
    out[BUST] = state.bust
    out[DOUBLED] = state.doubled
    out[PIGGYBACK] = state.piggyback
    out[CARD_USED] = state.card_used
    out[LEFT_BEHIND_USED] = state.left_behind_used
    out[CARD + state.card] = 1
    if state.card_by != NO_SEAT:
        out[CARD_BY + seat_offset(state, seat, state.card_by)] = 1
    if state.first != NO_SEAT:
        out[FINAL] = 1
        out[FIRST + seat_offset(state, seat, state.first)] = 1
    if state.winner != NO_SEAT:
        out[WINNER + seat_offset(state, seat, state.winner)] = 1
    if state.zombie != NO_SEAT:
        out[ZOMBIE + seat_offset(state, seat, state.zombie)] = 1
    if state.left_behind != NO_SEAT:
        out[LEFT_BEHIND + seat_offset(state, seat, state.left_behind)] = 1
    observe_seats(state, seat, out)


@rules
def observe_seats(state: State, seat: int, out: Array[float]) -> None:
    """Fill `out` with the score, cards and dice of each seat."""
    asked = (
        unanswered(state) if answers_are_sealed(state) else 1 << state.asking if state.phase == Phase.IMMUNITY else 0
    )
    contenders = state.contenders if state.phase == Phase.VOTE else 0
    other = seat
    for at in range(state.n_players):
        player = state.players[other]
        out[PRESENT + at] = 1
        out[TOTAL + at] = clipped(player.total)
        out[OPENED + at] = player.opened
        for card in range(1, N_CARDS):
            out[HAND + MAX_PLAYERS * (card - 1) + at] = player.hand >> card & 1
        out[IMMUNITY + at] = player.immunity
        out[LOSE_TURN + at] = player.lose_turn
        out[DOUBLE_NEXT + at] = player.double_next
        out[BATTLE + at] = player.bz_done
        out[ASKED + at] = asked >> other & 1
        out[CONTENDS + at] = contenders >> other & 1
        out[GUARDED + at] = state.guarded >> other & 1
        out[TO_PLAY + at] = state.to_play >> other & 1
        out[DICED + at] = state.diced >> other & 1
        other = other + 1 if other + 1 < state.n_players else 0


@rules
def remember(state: State, seat: int, out: Array[float]) -> None:
    """Fill `out` with the seat's own sealed answer. Of earlier throws and keeps, the position holds only what is
    visible.
    """
    if answers_are_sealed(state) and has_answered(state, seat):
        if in_window(state):
            out[OWN_CARD + state.reply[seat]] = 1
        elif state.reply[seat] != NO_SEAT:
            out[OWN_VOTE + seat_offset(state, seat, state.reply[seat])] = 1


@rules
def hidden_state(state: State, seat: int, out: Array[float]) -> None:
    """Fill `out` with the sealed answers of all seats."""
    if not answers_are_sealed(state):
        return
    for other in range(state.n_players):
        if has_answered(state, other):
            at = seat_offset(state, seat, other)
            if in_window(state):
                out[SEALED_CARD + MAX_PLAYERS * state.reply[other] + at] = 1
            elif state.reply[other] != NO_SEAT:
                out[SEALED_VOTE + MAX_PLAYERS * seat_offset(state, seat, state.reply[other]) + at] = 1


@rules
def seat_offset(state: State, seat: int, other: int) -> int:
    """Return how many seats clockwise from `seat` the seat `other` is."""
    return other - seat if other >= seat else other - seat + state.n_players


@rules
def clipped(points: int) -> int:
    """Return `points`, limited to the range of the planes."""
    return max(LEAST_POINTS, min(points, MOST_POINTS))
