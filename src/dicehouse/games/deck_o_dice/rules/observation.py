"""Fill in what a seat sees, as numbers. Sides are counted from the observer: 0 is its own, 1 the other."""

from __future__ import annotations

from dicehouse.compiler.rule_compiler import rules
from dicehouse.core.bit_sets import count_bits
from dicehouse.core.observation_planes import PlaneLayout
from dicehouse.records.record import Array

from .action_codes import _codes
from .combat import RANDOM_ROLES
from .deck import deck_size
from .state import ALL_CARDS, COMBATS, N_CARDS, N_LOOKED, N_TYPES, NO_CARD, NO_MINION, NO_SEAT, Phase, State

ACTIONS = _codes.all()
SIDES = 2
TOP_VALUE = 20

_seen = PlaneLayout()
PHASE = _seen.plane("phase", Phase.OVER + 1, says="what the game waits for: choose, diante, take, cubera, over")
SEAT = _seen.plane("seat", SIDES, says="the number of the seat that looks")
SOLO = _seen.plane("solo", says="the other side is Dicey's")
COMBAT = _seen.plane("combat", COMBATS, says="which combat it is")
ATTACKER = _seen.plane("attacker", SIDES, says="the side that attacks")
ACTING = _seen.plane("acting", SIDES, says="the side whose step it is")
DEFENDING = _seen.plane("defending", says="that side is the defender")
ODD = _seen.plane("odd", SIDES, says="the side that attacks on odd numbers, once it is known")
FLIP = _seen.plane("flip", N_CARDS, says="the card turned up for the roles")
DECK = _seen.plane("deck", high=N_CARDS, says="how many cards can be drawn")
TOP = _seen.plane("top", N_CARDS, says="the top card, if the seat knows it")
LOOKED = _seen.plane("looked", N_LOOKED, N_CARDS, says="the cards that Diante shows to this seat")
RESULTS = _seen.plane("results", SIDES + 1, COMBATS, says="the combats that each side has won, and the ties")
UNUSED = _seen.plane("unused", SIDES, N_TYPES, says="minions left in this half; in memory mode the own ones")
LEFT = _seen.plane("left", SIDES, high=N_TYPES, says="how many these are")
CHOSEN = _seen.plane("chosen", SIDES, says="the side has chosen")
MINION = _seen.plane(
    "minion", SIDES, N_TYPES, says="what it has chosen: the own at once, the other once it is revealed"
)
CARD = _seen.plane("card", SIDES, N_CARDS, says="its roll card")
VALUE = _seen.plane("value", SIDES, high=TOP_VALUE, says="what that card counts for it")
POINTS = _seen.plane("points", SIDES, high=N_CARDS, says="cards won")
REST = _seen.plane("rest", N_CARDS, says="cards whose place the seat doesn't know; none in memory mode")
BOTTOM = _seen.plane("bottom", N_CARDS, high=N_CARDS, says="which of the cards put to the bottom comes first; as above")
PILE = _seen.plane("pile", SIDES, N_CARDS, says="the cards won; as above")

_recall = PlaneLayout("recall")
OLD_UNUSED = _recall.plane("memory of unused", SIDES, N_TYPES, says="what memory mode hides: minions left in this half")
OLD_REST = _recall.plane("memory of rest", N_CARDS, says="cards whose place the seat doesn't know")
OLD_BOTTOM = _recall.plane("memory of bottom", N_CARDS, high=N_CARDS, says="which of those at the bottom comes first")
OLD_PILE = _recall.plane("memory of pile", SIDES, N_CARDS, says="the cards won")

_secret = PlaneLayout("secret")
CHOICE = _secret.plane("choice", SIDES, N_TYPES, says="what a side has chosen, sealed or not")
HIDDEN_TOP = _secret.plane("hidden top", N_CARDS, says="the top card that somebody knows")
HIDDEN_LOOKED = _secret.plane("hidden looked", N_LOOKED, N_CARDS, says="the cards that Diante shows to anybody")

PLANES = _seen.planes + _recall.planes + _secret.planes


@rules
def observe(state: State, seat: int, out: Array[float]) -> None:
    """Fill `out` with all that `seat` sees: not the other's sealed choice, nor the cards that Diante showed to the
    other. In memory mode, only the winners of earlier combats are visible.
    """
    known, hidden = 1 << seat, state.options.memory and state.phase != Phase.OVER
    out[PHASE + state.phase] = 1
    out[SEAT + seat] = 1
    out[SOLO] = state.solo
    out[COMBAT + state.combat - 1] = 1
    if state.attacker != NO_SEAT:
        out[ATTACKER + (state.attacker ^ seat)] = 1
    out[ACTING + (state.acting ^ seat)] = 1
    out[DEFENDING] = state.defending
    if state.options.parity != RANDOM_ROLES or state.solo or state.flip != NO_CARD:
        out[ODD + (state.odd ^ seat)] = 1
    if state.flip != NO_CARD:
        out[FLIP + state.flip] = 1
    out[DECK] = deck_size(state)
    if state.top != NO_CARD and state.top_seen & known:
        out[TOP + state.top] = 1
    if state.phase == Phase.TAKE and seat == state.acting:
        for i in range(N_LOOKED):
            out[LOOKED + N_CARDS * i + state.looked[i]] = 1
    for combat in range(1, state.combat + (state.phase == Phase.OVER)):
        result = state.results[combat]
        out[RESULTS + COMBATS * (SIDES if result == NO_SEAT else result ^ seat) + combat - 1] = 1
    for at in range(SIDES):
        observe_side(state, at ^ seat, at, at == 0 and state.phase == Phase.CHOOSE, out)
    if hidden:
        mark_bits(state.sides[seat].unused, out, UNUSED)
        if state.solo:
            mark_bits(state.sides[1 - seat].unused, out, UNUSED + N_TYPES)
    else:
        write_cards(state, seat, out, UNUSED, REST, BOTTOM, PILE)


@rules
def observe_side(state: State, side: int, at: int, knows_choice: bool, out: Array[float]) -> None:
    """Fill in the row of one side."""
    here = state.sides[side]
    minion = here.minion
    if minion == NO_MINION and knows_choice:
        minion = here.choice
    out[LEFT + at] = count_bits(here.unused)
    out[CHOSEN + at] = here.choice != NO_MINION or here.minion != NO_MINION
    if minion != NO_MINION:
        out[MINION + N_TYPES * at + minion] = 1
    if here.card != NO_CARD:
        out[CARD + N_CARDS * at + here.card] = 1
        out[VALUE + at] = here.value
    out[POINTS + at] = count_bits(here.pile)


@rules
def write_cards(state: State, seat: int, out: Array[float], unused: int, rest: int, bottom: int, pile: int) -> None:
    """Fill in which minions are used and where the cards are, as a player knows who remembers everything."""
    for at in range(SIDES):
        mark_bits(state.sides[at ^ seat].unused, out, unused + N_TYPES * at)
        mark_bits(state.sides[at ^ seat].pile, out, pile + N_CARDS * at)
    mark_bits(unseen_cards(state, seat), out, rest)
    for i in range(state.n_bottom):
        out[bottom + state.bottom[i]] = i + 1


@rules
def unseen_cards(state: State, seat: int) -> int:
    """Return the mask of the cards whose place `seat` doesn't know: they are in the deck, or in view of the other
    side's Diante.
    """
    mask, known = state.rest, 1 << seat
    if state.top != NO_CARD and state.top_seen & known == 0:
        mask |= 1 << state.top
    if state.phase == Phase.TAKE and seat != state.acting:
        for i in range(N_LOOKED):
            if state.looked_seen[i] & known == 0:
                mask |= 1 << state.looked[i]
    return mask & ALL_CARDS


@rules
def mark_bits(mask: int, out: Array[float], first: int) -> None:
    """Write a 1 for each bit of `mask`."""
    at = first
    while mask:
        out[at] = mask & 1
        mask >>= 1
        at += 1


@rules
def remember(state: State, seat: int, out: Array[float]) -> None:
    """Fill `out` with what `seat` has seen openly, though memory mode no longer shows it. A card that its Diante saw
    and put back is missing: the position holds only what is still known.
    """
    write_cards(state, seat, out, OLD_UNUSED, OLD_REST, OLD_BOTTOM, OLD_PILE)


@rules
def hidden_state(state: State, seat: int, out: Array[float]) -> None:
    """Fill `out` with both choices, and the cards that only one side has seen."""
    for at in range(SIDES):
        choice = state.sides[at ^ seat].choice
        if choice != NO_MINION:
            out[CHOICE + N_TYPES * at + choice] = 1
    if state.top != NO_CARD:
        out[HIDDEN_TOP + state.top] = 1
    if state.phase == Phase.TAKE:
        for i in range(N_LOOKED):
            out[HIDDEN_LOOKED + N_CARDS * i + state.looked[i]] = 1
