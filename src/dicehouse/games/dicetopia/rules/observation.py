"""Write a seat's observation as numbers. Seats are counted from the observing one: it is 0, the next clockwise 1."""

from __future__ import annotations

from dicehouse.compiler.rule_compiler import rules
from dicehouse.core.bit_sets import count_bits
from dicehouse.core.observation_planes import PlaneLayout
from dicehouse.records.record import Array

from .action_codes import _codes
from .board import colour, is_die, kind_of, owner, value
from .deck import deck_size
from .state import (
    AGENT,
    BOARD,
    DEAD,
    FACES,
    MAX_PLAYERS,
    N_AREAS,
    N_CARD,
    N_COLOURS,
    N_FACTIONS,
    N_MISSIONS,
    NO_FACTION,
    NO_MISSION,
    NO_SEAT,
    ROUNDS,
    SLOTS,
    SPACES,
    THUG,
    TRACK,
    Phase,
    Player,
    State,
    Window,
)

ACTIONS = _codes.all()
DYES = N_COLOURS + 1
DIE = DYES + 1  # a die: its colour, then its value
CELLS = MAX_PLAYERS
PART = 18  # spaces that are compared together
MOST_TURNS = 127
MOST_STARS = 500

_seen = PlaneLayout()
PHASE = _seen.plane("phase", Phase.OVER + 1, says="what the game waits for, in the order of the rules")
WINDOW = _seen.plane("window", Window.END + 1, says="before the piece is placed, before the Action, after it")
SEAT = _seen.plane(
    "seat", MAX_PLAYERS, says="the number of the seat that looks, by which actions name seats and boards"
)
PLAYER = _seen.plane("player", MAX_PLAYERS, says="whose turn it is, or who drafts")
FIRST = _seen.plane("first", MAX_PLAYERS, says="who began this round")
MARKER = _seen.plane("marker", MAX_PLAYERS, says="who has the First Player Marker")
ASKED = _seen.plane("asked", MAX_PLAYERS, says="who is asked, in a turn or out of it")
SAVED = _seen.plane("saved", MAX_PLAYERS, says="whose turn is saved")
LAST = _seen.plane("last", says="this is the saved turn")
FRESH = _seen.plane("fresh", says="nothing has been done in this turn yet")
ROUND = _seen.plane("round", high=ROUNDS + 1, says="the round; one more than the last for the scoring")
TURN = _seen.plane("turn", high=MOST_TURNS, scale=42, says="how many turns have begun")
COUNT = _seen.plane("count", high=127, scale=4, says="choices left of a kind")
ENTERED = _seen.plane("entered", N_AREAS, says="the area entered in this turn")
DOING = _seen.plane("doing", N_AREAS, says="the Action that is to be done, or is being done")
HYPNOSIS = _seen.plane("hypnosis", N_AREAS, says="the Neighbourhood that was named")
BLOCKADED = _seen.plane("blockaded", N_AREAS, says="the area that pays nothing")
TRANSCENDING = _seen.plane("transcending", says="the Action is done once more")
CANCELLED = _seen.plane("cancelled", says="the Action is cancelled")
HELD = _seen.plane("held", SPACES, says="the space chosen first")
HELD_SLOT = _seen.plane("held slot", MAX_PLAYERS, SLOTS, says="or the die of a Faction Board")
STOCK = _seen.plane("stock", N_COLOURS, high=TRACK - 1, says="steps of the cubes")
CUBES = _seen.plane("cubes", N_COLOURS, says="the cubes moved in this Action")
CARD = _seen.plane("card", N_CARD, DIE, high=FACES, scale=1, says="each die of the Blood Dome Card: colour, value")
REROLLED = _seen.plane("rerolled", N_CARD, says="whether it was rerolled")
BAG = _seen.plane("bag", N_COLOURS, high=99, scale=10, says="dice in the bag")
PRISON = _seen.plane("prison", CELLS, DIE, high=FACES, scale=1, says="each die in prison: colour, value")
TOKENS = _seen.plane("tokens", high=127, scale=10, says="Protection Tokens in the supply")
MAGMACORIUM = _seen.plane("magmacorium", high=127, scale=6, says="Magmacorium dice in the supply")
DECK = _seen.plane("deck", high=N_MISSIONS, says="Missions that can be drawn")
HAND = _seen.plane("hand", N_MISSIONS, says="the own Missions")
KNOWN_TOP = _seen.plane(
    "known top", N_MISSIONS, high=4, says="Missions that this seat put on top of the deck, 1 the next"
)
WINNERS = _seen.plane("winners", MAX_PLAYERS, says="who has won")
PRESENT = _seen.plane("present", MAX_PLAYERS, says="somebody sits there")
USED = _seen.plane("used", MAX_PLAYERS, says="the Ability Token is turned")
AGENTS = _seen.plane("agents", MAX_PLAYERS, high=9, says="Agents still to be sent")
TENTACLE = _seen.plane("tentacle", MAX_PLAYERS, says="its own Thug is still to be sent")
JAILED = _seen.plane("jailed", MAX_PLAYERS, says="its Thug is in prison")
SPARE = _seen.plane("spare", MAX_PLAYERS, high=SLOTS, says="tokens not placed yet")
MISSIONS = _seen.plane("missions", MAX_PLAYERS, high=9, says="how many Missions it has")
GAVE = _seen.plane("gave", MAX_PLAYERS, says="has given a Mission back at the start")
BLOOD = _seen.plane("blood", MAX_PLAYERS, high=MOST_STARS, scale=30, says="stars of the Blood Dome")
COUNTED = _seen.plane(
    "counted", MAX_PLAYERS, high=MOST_STARS, scale=30, says="stars of the stock, once they are counted"
)
FACTION = _seen.plane("faction", MAX_PLAYERS, N_FACTIONS, says="its faction")
DICE = _seen.plane("dice", MAX_PLAYERS, SLOTS, DIE, high=FACES, scale=1, says="each die of its board: colour, value")
PROTECTED = _seen.plane("protected", MAX_PLAYERS, SLOTS, says="those with a Protection Token")
MOVED = _seen.plane("moved", MAX_PLAYERS, SLOTS, says="those whose token has moved or come this turn")
SPACE = _seen.plane("space", SPACES, DIE, high=FACES, scale=1, says="the die on each space: colour, value")
PIECE = _seen.plane("piece", SPACES, MAX_PLAYERS, says="whose piece stands there")
THUG_AT = _seen.plane("thug", SPACES, says="which is a Thug")
TENTACLE_AT = _seen.plane("tentacle thug", SPACES, says="or the Tentacle Force's own Thug")
CLOSED = _seen.plane("closed", SPACES, says="nothing can lie there")

_recall = PlaneLayout("recall")
GIVEN = _recall.plane("given", N_MISSIONS, says="the Mission that the seat gave back at the start")
RETURNED = _recall.plane("returned", N_MISSIONS, says="Missions that it has put under the deck")

_secret = PlaneLayout("secret")
HANDS = _secret.plane("hands", MAX_PLAYERS, N_MISSIONS, says="the Missions of each seat")
UNDER = _secret.plane("under", MAX_PLAYERS, N_MISSIONS, says="those that it has put under the deck")
GIVEN_BACK = _secret.plane("given back", MAX_PLAYERS, N_MISSIONS, says="the one that it gave back at the start")
LEFT_OUT = _secret.plane("left out", MAX_PLAYERS, N_MISSIONS, says="the one that Centauri does not use")
TOP = _secret.plane("top", N_MISSIONS, high=4, says="Missions on top of the deck, 1 the next")

LASTING = DICE  # most steps change few dice and pieces
PLANES = _seen.planes + _recall.planes + _secret.planes


@rules
def observe(state: State, seat: int, out: Array[float]) -> None:
    """Write everything but the Missions of others and the order of the deck."""
    observe_table(state, seat, out)
    for other in range(state.n_players):
        observe_dice(state.players[other], seat_offset(state, seat, other), out)
    for space in range(SPACES):
        observe_space(state, seat, space, out)


@rules
def observe_next(state: State, seat: int, before: State, looked: int, out: Array[float]) -> None:
    """Write everything but dice and pieces again, and only those dice and pieces that changed or whose seat is now
    counted from another one.
    """
    observe_table(state, seat, out)
    if seat != looked:
        out[DICE:SPACE] = 0
    for other in range(state.n_players):
        player = state.players[other]
        if seat != looked:
            observe_dice(player, seat_offset(state, seat, other), out)
        elif dice_differ(player, before.players[other]):
            at = SLOTS * seat_offset(state, seat, other)
            out[DICE + DIE * at : DICE + DIE * (at + SLOTS)] = 0
            out[PROTECTED + at : PROTECTED + at + SLOTS] = 0
            out[MOVED + at : MOVED + at + SLOTS] = 0
            observe_dice(player, seat_offset(state, seat, other), out)
    for part in range(0, SPACES, PART):
        differ = 0
        for i in range(PART):
            differ |= state.spaces[part + i] ^ before.spaces[part + i]
        if differ:
            for space in range(part, part + PART):
                if state.spaces[space] != before.spaces[space]:
                    clear_space(space, out)
                    observe_space(state, seat, space, out)
    if seat != looked:
        for space in range(SPACES):
            thing = state.spaces[space]
            if thing > 0 and not is_die(thing):
                clear_space(space, out)
                observe_space(state, seat, space, out)


@rules
def clear_space(space: int, out: Array[float]) -> None:
    """Write an empty space."""
    for i in range(DIE):
        out[SPACE + DIE * space + i] = 0
    for i in range(MAX_PLAYERS):
        out[PIECE + MAX_PLAYERS * space + i] = 0
    out[THUG_AT + space] = 0
    out[TENTACLE_AT + space] = 0
    out[CLOSED + space] = 0


@rules
def dice_differ(player: Player, before: Player) -> bool:
    """Return True if the dice of a Faction Board have changed."""
    if player.n_dice != before.n_dice or player.protected != before.protected or player.moved != before.moved:
        return True
    for slot in range(player.n_dice):
        if player.dice[slot] != before.dice[slot]:
            return True
    return False


@rules
def observe_table(state: State, seat: int, out: Array[float]) -> None:
    """Write everything but dice and pieces."""
    out[PHASE + state.phase] = 1
    out[WINDOW + state.window] = 1
    out[SEAT + seat] = 1
    mark_seat(state, seat, state.player, out, PLAYER)
    mark_seat(state, seat, state.first, out, FIRST)
    mark_seat(state, seat, state.marker, out, MARKER)
    mark_seat(state, seat, state.saved, out, SAVED)
    if state.phase == Phase.MISSIONS:
        for other in range(state.n_players):
            if state.players[other].gave == NO_MISSION:
                mark_seat(state, seat, other, out, ASKED)
    elif state.phase != Phase.OVER:
        mark_seat(state, seat, state.player if state.asked == NO_SEAT else state.asked, out, ASKED)
    out[LAST] = state.last
    out[FRESH] = state.fresh
    out[ROUND] = state.round
    out[TURN] = state.turn
    out[COUNT] = max(state.count, 0)
    out[TRANSCENDING] = state.transcending
    out[CANCELLED] = state.cancelled
    mark_place(state.entered, out, ENTERED)
    mark_place(state.doing, out, DOING)
    mark_place(state.hypnosis, out, HYPNOSIS)
    mark_place(state.blockaded, out, BLOCKADED)
    if state.held >= BOARD:
        at = seat_offset(state, seat, (state.held - BOARD) // SLOTS)
        out[HELD_SLOT + SLOTS * at + (state.held - BOARD) % SLOTS] = 1
    else:
        mark_place(state.held, out, HELD)
    observe_supply(state, out)
    mark_missions(own_hand(state, seat), out, HAND)
    if state.top_seat == seat:
        number_top(state, out, KNOWN_TOP)
    for other in range(state.n_players):
        observe_board(state, other, seat_offset(state, seat, other), out)


@rules
def observe_supply(state: State, out: Array[float]) -> None:
    """Write the tracks, the Blood Dome, the prison, the supply."""
    for each in range(N_COLOURS):
        out[STOCK + each] = state.stock[each]
        out[CUBES + each] = state.cubes >> each & 1
        out[BAG + each] = state.bag[each]
    for i in range(N_CARD):
        mark_die(state.card[i], out, CARD + DIE * i)
        out[REROLLED + i] = state.rerolled >> i & 1
    for i in range(state.n_prison):
        mark_die(state.prison[i], out, PRISON + DIE * i)
    out[TOKENS] = state.tokens
    out[MAGMACORIUM] = state.magmacorium
    out[DECK] = deck_size(state)


@rules
def observe_board(state: State, other: int, at: int, out: Array[float]) -> None:
    """Write a Faction Board without its dice, and the pieces its player has to send."""
    player = state.players[other]
    out[PRESENT + at] = 1
    out[WINNERS + at] = state.winners >> other & 1
    out[USED + at] = player.used
    out[AGENTS + at] = player.agents
    out[TENTACLE + at] = player.tentacle
    out[JAILED + at] = player.thug
    out[SPARE + at] = player.spare
    out[MISSIONS + at] = count_bits(player.hand)
    out[GAVE + at] = player.gave != NO_MISSION
    out[BLOOD + at] = min(player.blood, MOST_STARS)
    out[COUNTED + at] = min(player.stock, MOST_STARS)
    if player.faction != NO_FACTION:
        out[FACTION + N_FACTIONS * at + player.faction] = 1


@rules
def observe_dice(player: Player, at: int, out: Array[float]) -> None:
    """Write the dice of a Faction Board."""
    for slot in range(player.n_dice):
        place = SLOTS * at + slot
        mark_die(player.dice[slot], out, DICE + DIE * place)
        out[PROTECTED + place] = player.protected >> slot & 1
        out[MOVED + place] = player.moved >> slot & 1


@rules
def observe_space(state: State, seat: int, space: int, out: Array[float]) -> None:
    """Write the contents of a space."""
    thing = state.spaces[space]
    if thing == DEAD:
        out[CLOSED + space] = 1
    elif is_die(thing):
        mark_die(thing, out, SPACE + DIE * space)
    elif thing > 0:
        out[PIECE + MAX_PLAYERS * space + seat_offset(state, seat, owner(thing))] = 1
        kind = kind_of(thing)
        if kind != AGENT:
            out[(THUG_AT if kind == THUG else TENTACLE_AT) + space] = 1


@rules
def remember(state: State, seat: int, out: Array[float]) -> None:
    """Write the Missions that the seat has put away. Earlier actions of others are not part of the position."""
    mark_place(state.players[seat].gave, out, GIVEN)
    mark_missions(state.players[seat].returned, out, RETURNED)


@rules
def hidden_state(state: State, seat: int, out: Array[float]) -> None:
    """Write where all Missions are."""
    for other in range(state.n_players):
        player, at = state.players[other], N_MISSIONS * seat_offset(state, seat, other)
        mark_missions(player.hand, out, HANDS + at)
        mark_missions(player.returned, out, UNDER + at)
        mark_place(player.gave, out, GIVEN_BACK + at)
        mark_place(player.left, out, LEFT_OUT + at)
    number_top(state, out, TOP)


# --- how things are marked


@rules
def own_hand(state: State, seat: int) -> int:
    """Return a mask of a seat's Missions, without one given back at the start."""
    player = state.players[seat]
    if state.phase == Phase.MISSIONS and player.gave != NO_MISSION:
        return player.hand & ~(1 << player.gave)
    return player.hand


@rules
def mark_missions(mask: int, out: Array[float], first: int) -> None:
    """Write a 1 for each Mission of a mask."""
    at = first
    while mask:
        if mask & 0xFF == 0:
            mask >>= 8
            at += 8
        else:
            out[at] = mask & 1
            mask >>= 1
            at += 1


@rules
def number_top(state: State, out: Array[float], first: int) -> None:
    """Write the order of the Missions on top of the deck: 1 for the next one."""
    for i in range(state.n_top):
        out[first + state.top[i]] = state.n_top - i


@rules
def mark_place(place: int, out: Array[float], first: int) -> None:
    """Write a 1 at a place, if there is one."""
    if place >= 0:
        out[first + place] = 1


@rules
def mark_seat(state: State, seat: int, other: int, out: Array[float], first: int) -> None:
    """Write a 1 for another seat, if there is one."""
    if other >= 0:
        out[first + seat_offset(state, seat, other)] = 1


@rules
def mark_die(die: int, out: Array[float], first: int) -> None:
    """Write a 1 for the die's colour, and its value; nothing for no die."""
    if die > 0:
        out[first + colour(die)] = 1
        out[first + DYES] = value(die)


@rules
def seat_offset(state: State, seat: int, other: int) -> int:
    """Return how many seats clockwise from `seat` the seat `other` is."""
    return other - seat if other >= seat else other - seat + state.n_players
