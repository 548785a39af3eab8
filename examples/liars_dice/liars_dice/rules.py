"""Define the rules of Liar's Dice: bid on all dice while you see only your own, or call the last bid a lie."""

from __future__ import annotations

from enum import IntEnum

from dicehouse.core import (
    Actions,
    Array,
    Codes,
    Dice,
    PlaneLayout,
    add_action,
    array,
    below,
    i8,
    log_event,
    log_face,
    mark_revealed,
    record,
    roll,
    rules,
)

FACES, WILD = 6, 1

_codes = Codes()
THROW = _codes.one()
LIAR = _codes.one()
BID = _codes.block(quantity=31, face=FACES + 1)  # the higher bid has the higher number; a quantity or face of 0 is none
ACTIONS = _codes.all()


# The planes of the observation. Seats are counted from the seat that observes.
_seen = PlaneLayout()
OWN = _seen.plane("own dice", FACES, high=5, says="how many dice under the own cup show each face")
LEFT = _seen.plane("dice left", 6, high=5, says="how many dice each seat has")
QUANTITY = _seen.plane("quantity", high=30, says="of the last bid, 0 before the first")
FACE = _seen.plane("face", FACES, says="its face")
BIDDER = _seen.plane("bidder", 6, says="who made it")
PLAYER = _seen.plane("player", 6, says="who bids, calls or throws")
SHOWN = _seen.plane("shown", 6, FACES, high=5, says="the same for each seat, once the cups are lifted")
_secret = PlaneLayout("secret")
CUPS = _secret.plane("cups", 6, FACES, high=5, says="the same of all cups, lifted or not")
PLANES = _seen.planes + _secret.planes


class Happened(IntEnum):
    """Number the kinds of events; `prompts.py` turns them into sentences."""

    FIRST, THROW, LOOKS, BID, LIAR, SHOWS, COUNT, LOSES, OUT, WIN = range(10)


@record
class Options:
    """Hold the settings as numbers."""

    dice: i8
    ones_wild: bool


@record
class State:
    """Hold the whole position."""

    options: Options
    n_players: i8
    player: i8  # who bids, calls or throws
    quantity: i8  # of the last bid, 0 before the first one
    face: i8
    bidder: i8
    open: bool  # the cups are lifted
    left: Array[i8] = array(6)  # dice that each seat still has
    cups: Array[i8] = array(6, 5)  # the faces under each cup, then zeros


@rules
def deal(state: State, options: Options, n_players: int, dice: Dice) -> None:
    """Choose at random who begins, and roll the dice of all seats."""
    state.options = options
    state.n_players = n_players
    for seat in range(n_players):
        state.left[seat] = options.dice
    state.player = below(dice, n_players)
    log_event(dice, Happened.FIRST, state.player)
    throw_all(state, dice)


@rules
def throw_all(state: State, dice: Dice) -> None:
    """Roll all dice under the cups, and show each seat its own."""
    state.open = False
    state.quantity = 0
    log_event(dice, Happened.THROW, state.player)
    for seat in range(state.n_players):
        throw(state, seat, dice)
        if state.left[seat] > 0:
            tell_cup(state, seat, Happened.LOOKS, dice)


@rules
def throw(state: State, seat: int, dice: Dice) -> None:
    """Roll the dice of `seat` under its cup."""
    for i in range(5):
        state.cups[seat, i] = roll(dice) if i < state.left[seat] else 0


@rules
def tell_cup(state: State, seat: int, kind: int, dice: Dice) -> None:
    """Log an event of this `kind` with the dice of the seat's cup."""
    log_event(dice, kind, seat)
    for i in range(state.left[seat]):
        log_face(dice, state.cups[seat, i])


@rules
def resample_hidden(state: State, seat: int, dice: Dice) -> None:
    """Roll the other seats' dice again while their cups are closed."""
    for other in range(state.n_players):
        if other != seat and not state.open:
            throw(state, other, dice)


@rules
def over(state: State) -> bool:
    """Return True if only one player has dice."""
    return seats_left(state) == 1


@rules
def seats_left(state: State) -> int:
    """Return the number of players who have dice."""
    count = 0
    for seat in range(state.n_players):
        count += state.left[seat] > 0
    return count


@rules
def dice_left(state: State) -> int:
    """Return the number of dice under all cups."""
    count = 0
    for seat in range(state.n_players):
        count += state.left[seat]
    return count


@rules
def acting(state: State) -> int:
    """Return a mask with only the seat whose turn it is."""
    return 0 if over(state) else 1 << state.player


@rules
def legal(state: State, seat: int, actions: Actions) -> None:
    """Add THROW if the cups are open. If they are closed, add LIAR if there is a bid, and every higher bid."""
    if state.open:
        add_action(actions, THROW)
    else:
        if state.quantity > 0:
            add_action(actions, LIAR)
        for face in range(1, FACES + 1):
            for quantity in range(1, dice_left(state) + 1):
                if BID.of(quantity, face) > BID.of(state.quantity, state.face):
                    add_action(actions, BID.of(quantity, face))


@rules
def apply(state: State, seat: int, action: int, dice: Dice) -> None:
    """Carry out a legal `action` of `seat`."""
    if action == THROW:
        throw_all(state, dice)
    elif action == LIAR:
        lift_cups(state, seat, dice)
    else:
        state.quantity = BID.quantity(action)
        state.face = BID.face(action)
        state.bidder = seat
        state.player = next_seat(state, seat)
        log_event(dice, Happened.BID, seat, item=state.face, amount=state.quantity)


@rules
def lift_cups(state: State, caller: int, dice: Dice) -> None:
    """Lift all cups: the caller or the bidder loses a die and rolls next."""
    mark_revealed(dice)
    state.open = True
    log_event(dice, Happened.LIAR, caller, other=state.bidder)
    found = 0
    for seat in range(state.n_players):
        found += matching(state, seat, state.face)
        if state.left[seat] > 0:
            tell_cup(state, seat, Happened.SHOWS, dice)
    log_event(dice, Happened.COUNT, state.bidder, item=state.face, amount=found)
    lose_die(state, caller if found >= state.quantity else state.bidder, dice)


@rules
def matching(state: State, seat: int, face: int) -> int:
    """Return how many dice under the seat's cup count as `face`."""
    count = 0
    for i in range(5):
        die = state.cups[seat, i]
        count += die == face or (die == WILD and state.options.ones_wild)
    return count


@rules
def lose_die(state: State, seat: int, dice: Dice) -> None:
    """Take a die from `seat`. It disappears at the next roll: until then the open cups show all dice."""
    state.left[seat] -= 1
    state.player = seat if state.left[seat] > 0 else next_seat(state, seat)
    log_event(dice, Happened.LOSES, seat, amount=state.left[seat])
    if state.left[seat] == 0:
        log_event(dice, Happened.OUT, seat)
    if over(state):
        log_event(dice, Happened.WIN, state.player, amount=state.left[state.player])


@rules
def next_seat(state: State, seat: int) -> int:
    """Return the next seat after `seat` that has dice."""
    found = (seat + 1) % state.n_players
    while state.left[found] == 0:
        found = (found + 1) % state.n_players
    return found


@rules
def points(state: State, out: Array[float]) -> None:
    """Write each seat's number of dice into `out`."""
    for seat in range(state.n_players):
        out[seat] = state.left[seat]


@rules
def returns(state: State, out: Array[float]) -> None:
    """Write 1 into `out` for the winner and 0 for the others."""
    for seat in range(state.n_players):
        out[seat] = 1.0 if over(state) and state.left[seat] > 0 else 0.0


@rules
def observe(state: State, seat: int, out: Array[float]) -> None:
    """Write the seat's own cup, the bid and the numbers of dice into `out`, and all cups once they are lifted."""
    count_faces(state, seat, out, OWN)
    if state.quantity > 0:
        out[QUANTITY] = state.quantity
        out[FACE + state.face - 1] = 1
        out[BIDDER + from_seat(state, seat, state.bidder)] = 1
    out[PLAYER + from_seat(state, seat, state.player)] = 1
    for other in range(state.n_players):
        at = from_seat(state, seat, other)
        out[LEFT + at] = state.left[other]
        if state.open:
            count_faces(state, other, out, SHOWN + FACES * at)


@rules
def hidden_state(state: State, seat: int, out: Array[float]) -> None:
    """Write the dice under every cup into `out`."""
    for other in range(state.n_players):
        count_faces(state, other, out, CUPS + FACES * from_seat(state, seat, other))


@rules
def count_faces(state: State, seat: int, out: Array[float], first: int) -> None:
    """Count how many dice of the seat's cup show each face, in `out` from the place `first`."""
    for i in range(5):
        if state.cups[seat, i] > 0:
            out[first + state.cups[seat, i] - 1] += 1


@rules
def from_seat(state: State, seat: int, other: int) -> int:
    """Return how many seats after `seat` the seat `other` sits, clockwise."""
    return (other - seat + state.n_players) % state.n_players
