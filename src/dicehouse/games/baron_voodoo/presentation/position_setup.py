"""Set up a position by hand: the beginning of a turn, with every die at its given place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dicehouse.core.value_readers import (
    SetupField,
    ValueReader,
    any_of,
    list_of,
    mapping_of,
    none_value,
    seat_number,
    true_or_false,
    whole_number,
)
from dicehouse.engine import DiceBox
from dicehouse.errors import BadSetting
from dicehouse.text_format import shorten

from ..rules.board import DIE_BITS, colour_of, die_of
from ..rules.combos import list_combos
from ..rules.deal import ALL_LOAS, COLOUR_COUNTS, PAIRS, SOLO_DICE, START_OFFERINGS, wished_colour
from ..rules.sides import UNLIMITED, colour_count, count_zone, put_into_zone
from ..rules.solo_opponent import BUYS_TURNS
from ..rules.state import (
    BARON,
    KINDS,
    N_COLOURS,
    N_LOAS,
    NO_SEAT,
    OFFERINGS,
    SIZE,
    SPACES,
    WISHES,
    Colour,
    EndReason,
    Face,
    Phase,
    State,
)
from ..rules.turn import advance
from .notation import COLOURS, FACES, die_number, space_number, space_text
from .words import COLOUR_NAMES

Dice = Sequence[int]

HIS_COMBOS = 65  # far more than exchanges could ever give him

# --- how the words are read


def _die(text: str, where: str) -> int:
    try:
        return die_number(text)
    except ValueError:
        raise BadSetting(
            f"{where}: a die is two letters, its colour ({COLOURS}) and its icon ({FACES}), not {shorten(text)}."
        ) from None


def _dice(least: int, most: int, says: str) -> ValueReader:
    """Return a reader of dice in one text."""

    def read(value: object, where: str, players: int) -> list[int]:
        words = value.split() if isinstance(value, str) else ()
        if not isinstance(value, str) or not least <= len(words) <= most:
            raise BadSetting(f"{where} must be {says}, not {shorten(value)}.")
        return [_die(word, where) for word in words]

    return ValueReader(says, read)


def _read_space(value: object, where: str, players: int) -> int:
    try:
        if isinstance(value, str):
            return space_number(value)
    except ValueError:
        pass
    raise BadSetting(f"{where}: a space is a file a to g and a rank 1 to {SIZE}, not {shorten(value)}.")


def _read_loas(value: object, where: str, players: int) -> list[int]:
    letters = COLOURS[:N_LOAS]
    if not isinstance(value, str) or len(value) != players or any(letter not in letters for letter in value):
        raise BadSetting(f"{where} has a letter of {letters} for each of {players} seats, not {shorten(value)}.")
    return [letters.index(letter) for letter in value]


def _read_loa(value: object, where: str, players: int) -> int:
    letters = COLOURS[:N_LOAS]
    if not isinstance(value, str) or len(value) != 1 or value not in letters:
        raise BadSetting(f"{where} must be a letter of {letters}, not {shorten(value)}.")
    return letters.index(value)


def _read_guarded(value: object, where: str, players: int) -> str:
    known = "0b" if players == 1 else "0123"[:players]
    if not isinstance(value, str) or len(value) > len(known) or any(value.count(one) > 1 for one in value):
        raise BadSetting(f"{where} names each seat once at most, as in '0', not {shorten(value)}.")
    if unknown := [one for one in value if one not in known]:
        raise BadSetting(f"{where} knows the seats {', '.join(known)}, not {shorten(unknown[0])}.")
    return value


def _by_side(reader: ValueReader) -> ValueReader:
    """Return a reader of a list with a value for each side, which may end early; in solo, the second side is the
    Baron's.
    """

    def read(value: object, where: str, players: int) -> list[object]:
        return list(list_of(reader, max(players, 2))(value, where, players))

    return ValueReader(f"for each side {reader.says}", read)


zone = _dice(0, sum(COLOUR_COUNTS), "a text of dice, as in `YO WV`")
stack = _dice(1, 3, "a text of 1 to 3 dice")

SET_UP: tuple[SetupField, ...] = (
    SetupField("board", mapping_of(ValueReader("a space", _read_space), stack), "the stacks, each from bottom to top"),
    SetupField("loas", ValueReader("a text, as in `YT`", _read_loas), "the colour of each seat's Loa"),
    SetupField("player", seat_number, "whose turn begins"),
    SetupField("first", seat_number, "who began the game"),
    SetupField("zones", _by_side(zone), "Capture zones, the first captured first"),
    SetupField("spirits", _by_side(zone), "Spirit Worlds"),
    SetupField("vp", _by_side(whole_number(0, 999)), "points"),
    SetupField(
        "offerings",
        _by_side(whole_number(0, 99)),
        f"offerings, {START_OFFERINGS} where nothing is said; the reserve has the rest",
    ),
    SetupField(
        "guarded", ValueReader("a text of seats, `b` for the Baron", _read_guarded), "whose Protection is awake"
    ),
    SetupField(
        "samedi",
        any_of(none_value, seat_number),
        "which side holds the Baron Samedi token, where two have as many white dice",
    ),
    SetupField("trigger", any_of(none_value, seat_number), "who has begun the end"),
    SetupField("extra", true_or_false, "whether the turn is an extra turn"),
    SetupField("baron_loa", ValueReader("a letter, as in `T`", _read_loa), "alone: the Loa that the Baron covers"),
    SetupField("line", _dice(WISHES, WISHES, "a text of 4 dice"), "alone: his wishes"),
    SetupField("baron_turn", true_or_false, "alone: whether it is his turn"),
)


# --- the position


def set_up(
    state: State,
    players: int,
    *,
    board: Mapping[int, Dice] | None = None,
    loas: Sequence[int] | None = None,
    player: int = 0,
    first: int = 0,
    zones: Sequence[Dice] = (),
    spirits: Sequence[Dice] = (),
    vp: Sequence[int] = (),
    offerings: Sequence[int] = (),
    guarded: str = "",
    samedi: int | None = None,
    trigger: int | None = None,
    extra: bool = False,
    baron_loa: int | None = None,
    line: Dice | None = None,
    baron_turn: bool = False,
) -> None:
    """Put the game at the beginning of the turn of `player`. Raise BadSetting if the position is impossible."""
    for key, given in (("zones", zones), ("spirits", spirits), ("vp", vp), ("offerings", offerings)):
        if len(given) > state.n_sides:
            raise BadSetting(f"{key}: there are {state.n_sides} sides, not {len(given)}.")
    _clear(state)
    _lay_board(state, board or {})
    _give_loas(state, players, loas, baron_loa)
    _wish(state, line, baron_turn)
    for side in range(state.n_sides):
        here = state.sides[side]
        here.vp = vp[side] if side < len(vp) else 0
        here.offerings = offerings[side] if side < len(offerings) else START_OFFERINGS
        for die in zones[side] if side < len(zones) else ():
            put_into_zone(state, side, die)
        for die in spirits[side] if side < len(spirits) else ():
            here.spirit[die] += 1
    for one in guarded:
        state.players[BARON if one == "b" else int(one)].guarded = True
    state.player, state.first, state.extra = BARON if baron_turn else player, first, extra
    state.turn = int(extra)  # an extra turn has the number of the turn before
    _count_dice(state)
    if state.solo:
        _count_his_combos(state)
    _count_offerings(state)
    _give_token(state, samedi)
    _begin_end(state, trigger)
    if baron_turn and extra and state.options.solo_level < BUYS_TURNS:
        raise BadSetting(f"extra: below level {BUYS_TURNS} the Baron buys no turns.")
    state.phase = Phase.UPCOMING
    advance(state, DiceBox(written=False).dice)


def _clear(state: State) -> None:
    """Remove everything that the deal has laid out; the colours of the board stay."""
    for space in range(SPACES):
        state.board[space] = 0
    for kind in range(KINDS):
        state.pool[kind] = 0
        for side in range(state.n_sides):
            state.sides[side].spirit[kind] = 0
    for side in range(state.n_sides):
        state.sides[side].n_zone = 0
        state.final_combo[side] = 0
    for each in range(state.n_players):
        state.players[each].guarded = False
    state.bought = False
    state.why, state.winner = EndReason.SCORE, NO_SEAT


def _lay_board(state: State, board: Mapping[int, Dice]) -> None:
    inside = range(state.low, state.high + 1)
    for space, dice in board.items():
        if space // SIZE not in inside or space % SIZE not in inside:
            raise BadSetting(f"board: alone one plays on the inner spaces, and {space_text(space)} is none of them.")
        for die in dice:
            state.board[space] = state.board[space] << DIE_BITS | die


def _give_loas(state: State, players: int, loas: Sequence[int] | None, baron_loa: int | None) -> None:
    pair = PAIRS[state.options.pairing] if state.teams else 0
    given = list(loas) if loas is not None else _usual_loas(pair)[:players]
    if len(set(given)) < len(given):
        raise BadSetting("loas: every Loa is played by one seat at most.")
    if state.teams and (pair >> given[0] & 1) != (pair >> given[2] & 1):
        raise BadSetting("loas: partners, the first and third seat, hold two Loas that the setting pairs.")
    if not state.solo and baron_loa is not None:
        raise BadSetting("baron_loa: the Baron plays only against one who plays alone.")
    if state.solo:
        his = min(set(range(N_LOAS)) - set(given)) if baron_loa is None else baron_loa
        if his in given:
            raise BadSetting("baron_loa: the Baron covers another Loa than yours.")
        given.append(his)
    for each, loa in enumerate(given):
        state.players[each].loa = loa


def _usual_loas(pair: int) -> list[int]:
    """Return the Loas in their order, those of a pair at every other seat."""
    pair = pair or 0b0101
    one, other = ([loa for loa in range(N_LOAS) if mask >> loa & 1] for mask in (pair, ALL_LOAS & ~pair))
    return [one[0], other[0], one[1], other[1]]


def _wish(state: State, line: Dice | None, baron_turn: bool) -> None:
    if not state.solo:
        if line is not None or baron_turn:
            key = "baron_turn" if line is None else "line"
            raise BadSetting(f"{key}: the Baron plays only against one who plays alone.")
        return
    colours = [wished_colour(state, i) for i in range(WISHES)]
    wishes = [die_of(colour, Face.OFFERING) for colour in colours] if line is None else line
    if sorted(colour_of(die) for die in wishes) != sorted(colours):
        raise BadSetting("line: the Baron wishes for one die of each Loa's colour.")
    for i, wish in enumerate(wishes):
        state.line[i] = wish


# --- consistency checks


def _count_dice(state: State) -> None:
    """Check that no colour has more dice than the box."""
    lying = [0] * N_COLOURS
    for space in range(SPACES):
        left = state.board[space]
        while left:
            lying[colour_of(left & ((1 << DIE_BITS) - 1))] += 1
            left >>= DIE_BITS
    for side in range(state.n_sides):
        here = state.sides[side]
        for i in range(here.n_zone):
            lying[colour_of(here.zone[i])] += 1
        for colour in range(N_COLOURS):
            lying[colour] += colour_count(state, side, colour)
    for colour, number in enumerate(lying):
        most = SOLO_DICE[colour] if state.solo else COLOUR_COUNTS[colour]
        if number > most:
            raise BadSetting(f"There are {most} {COLOUR_NAMES[colour]} dice, and {number} lie here.")


def _count_his_combos(state: State) -> None:
    """Check the Baron's zone: he scores all that he can in every turn, so it holds hardly any combo, and he compares
    all of them.
    """
    count = [0] * KINDS
    count_zone(state, BARON, count)
    if list_combos(state.options, count, [0] * HIS_COMBOS, 0, HIS_COMBOS) == HIS_COMBOS:
        raise BadSetting("zones: the Baron would have scored the combos in his zone long ago.")


def _count_offerings(state: State) -> None:
    if state.options.offerings == UNLIMITED:
        return
    held = sum(state.sides[side].offerings for side in range(state.n_sides))
    if held > OFFERINGS:
        raise BadSetting(f"offerings: there are {OFFERINGS}, and {held} are held here.")
    state.reserve = OFFERINGS - held


def _give_token(state: State, samedi: int | None) -> None:
    """Give the token to the side with the most white dice; on a tie, to one of the tied sides or to nobody."""
    if state.solo or state.teams:
        if samedi is not None:
            raise BadSetting(f"samedi: {'alone the Baron keeps the token' if state.solo else 'teams have no token'}.")
        return
    white = [colour_count(state, side, Colour.WHITE) for side in range(state.n_sides)]
    most = [side for side, number in enumerate(white) if number == max(white) > 0]
    if samedi is not None and samedi not in most:
        raise BadSetting(f"samedi: {_side(state, samedi)} does not have the most white dice in the Spirit World.")
    state.samedi = most[0] if len(most) == 1 else NO_SEAT if samedi is None else samedi


def _side(state: State, side: int) -> str:
    return "the Baron" if state.solo and side == BARON else f"side {side}"


def _begin_end(state: State, trigger: int | None) -> None:
    reached = [side for side in range(state.n_sides) if state.sides[side].vp >= state.threshold]
    state.trigger = NO_SEAT if trigger is None else trigger
    if trigger is None:
        if reached:
            whose = _side(state, reached[0])
            raise BadSetting(f"vp: {whose} has the {state.threshold} points that end it; say by trigger who began it.")
        return
    if (trigger - state.first) % state.n_players > (state.player - state.first) % state.n_players:
        raise BadSetting("trigger: this seat has not had its turn in this round.")
    state.why = EndReason.SCORE if trigger % state.n_sides in reached else EndReason.BLOCKED
