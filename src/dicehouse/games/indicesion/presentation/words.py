"""Name dice, boards, barrels and targets in sentences.

English and German need other words for a die that does something, for one to which something is done, and for several;
and for "on", "onto" and "off" a board. So these are messages of their own, and sentences take them as arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from dicehouse.i18n import Text, _, listing, ngettext, pgettext

from ..physics.bodies import COLOURS, is_board
from ..rules.state import CENTRE, LETTERS, MAX_PLAYERS, NO_PIECE, Mode
from ..rules.table_layout import board_number

COLOUR_NAMES = tuple(COLOURS[letter] for letter in LETTERS)

THE_DIE: Mapping[str, Text] = {  # it begins a sentence
    "red": _("The red die"),
    "orange": _("The orange die"),
    "yellow": _("The yellow die"),
    "green": _("The green die"),
    "blue": _("The blue die"),
    "pink": _("The pink die"),
}
KNOWN_DIE: Mapping[str, Text] = {  # something is done to it
    "red": pgettext("object", "the red die"),
    "orange": pgettext("object", "the orange die"),
    "yellow": pgettext("object", "the yellow die"),
    "green": pgettext("object", "the green die"),
    "blue": pgettext("object", "the blue die"),
    "pink": pgettext("object", "the pink die"),
}
SOME_DIE: Mapping[str, Text] = {  # something is done to one of this colour
    "red": pgettext("object", "a red die"),
    "orange": pgettext("object", "an orange die"),
    "yellow": pgettext("object", "a yellow die"),
    "green": pgettext("object", "a green die"),
    "blue": pgettext("object", "a blue die"),
    "pink": pgettext("object", "a pink die"),
}
SOME_DICE: Mapping[str, Callable[[int], Text]] = {
    "red": lambda n: ngettext("{n} red die", "{n} red dice", n),
    "orange": lambda n: ngettext("{n} orange die", "{n} orange dice", n),
    "yellow": lambda n: ngettext("{n} yellow die", "{n} yellow dice", n),
    "green": lambda n: ngettext("{n} green die", "{n} green dice", n),
    "blue": lambda n: ngettext("{n} blue die", "{n} blue dice", n),
    "pink": lambda n: ngettext("{n} pink die", "{n} pink dice", n),
}
MODE_NAMES: Mapping[tuple[Mode, bool], Text] = {  # without and with barrels
    (Mode.CLASSIC, False): _("Classic"),
    (Mode.CLASSIC, True): _("Classic with barrels"),
    (Mode.CENTRAL, False): _("Central Board"),
    (Mode.CENTRAL, True): _("Construction"),
    (Mode.DRAFTING, False): _("Drafting"),
    (Mode.DRAFTING, True): _("Drafting with barrels"),
}


def colour_of_die(name: str) -> str:
    """Return the colour of the die `name`: "red"."""
    return COLOURS[name[0]]


def some_dice(counts: Sequence[int]) -> Text:
    """Return dice to which something is done, by how many there are of each colour: "a red die and 2 blue dice"."""
    found = [(colour, n) for colour, n in zip(COLOUR_NAMES, counts, strict=True) if n]
    return listing([SOME_DIE[colour] if n == 1 else SOME_DICE[colour](n) for colour, n in found])


# --- places; `reader` is the seat of the reader, `doer` the seat that the sentence is about

Place = Callable[[int, int | None, int | None], Text]


def on_board(board: int, reader: int | None, doer: int | None = None) -> Text:
    """Return where something is: "on your board", "on {1}'s board", "on the target"."""
    if _is_target(board):
        return _("on the target")
    if board == reader:
        return _("on your board")
    return _("on their own board") if board == doer else _("on {player}'s board", player=_mark(board))


def onto_board(board: int, reader: int | None, doer: int | None = None) -> Text:
    """Return where something goes: "on your board", "on {1}'s board", "on the target"."""
    if _is_target(board):
        return pgettext("where to", "on the target")
    if board == reader:
        return pgettext("where to", "on your board")
    return (
        pgettext("where to", "on their own board")
        if board == doer
        else pgettext("where to", "on {player}'s board", player=_mark(board))
    )


def at_board(board: int, reader: int | None, doer: int | None = None) -> Text:
    """Return what something is aimed at: "at your board", "at {1}'s board", "at the target"."""
    if _is_target(board):
        return _("at the target")
    if board == reader:
        return _("at your board")
    return _("at their own board") if board == doer else _("at {player}'s board", player=_mark(board))


def off_board(board: int, reader: int | None, doer: int | None = None) -> Text:
    """Return what something leaves: "off your board", "off {1}'s board", "off the target"."""
    if _is_target(board):
        return _("off the target")
    if board == reader:
        return _("off your board")
    return _("off their own board") if board == doer else _("off {player}'s board", player=_mark(board))


def off_boards(boards: int, reader: int | None, doer: int | None = None) -> Text:
    """Return what something leaves: the boards of the seats in a mask, or the target if there are none."""
    seats = seats_of(boards)
    return listing([off_board(seat, reader, doer) for seat in seats]) if seats else off_board(NO_PIECE, reader)


def seats_of(mask: int) -> list[int]:
    """Return the seats of a mask."""
    return [seat for seat in range(MAX_PLAYERS) if mask >> seat & 1]


def places(targets: Iterable[str], place: Place, reader: int | None, doer: int | None = None) -> Text:
    """Return several boards by their ids, each once: "on your board and on {1}'s board"."""
    texts = [place(number_of(target), reader, doer) for target in targets]
    return listing(dict.fromkeys(texts))


def number_of(target: str) -> int:
    """Return the number of a board by its id; NO_PIECE for the target in the middle."""
    return board_number(target) if is_board(target) else NO_PIECE


def _is_target(board: int) -> bool:
    return board == NO_PIECE or board >= CENTRE


def _mark(seat: int) -> str:
    return f"{{{seat}}}"
