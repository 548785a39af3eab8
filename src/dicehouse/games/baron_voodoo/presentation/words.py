"""Name dice, faces, colours, points and players so that each reader can be shown their own language.

A die that something is done to ("takes a red Guard") has messages of its own, because other languages inflect it. A
colour beside a noun is one message for all nouns: translations say "dice in yellow".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dicehouse.i18n import Text, _, listing, ngettext, pgettext

from ..rules.board import colour_of, face_of
from ..rules.state import BARON, SIZE, Face, State
from .notation import die_number, line_text

COLOUR_NAMES = (
    pgettext("colour", "yellow"),
    pgettext("colour", "turquoise"),
    pgettext("colour", "red"),
    pgettext("colour", "purple"),
    pgettext("colour", "white"),
)
FACE_NAMES = (
    pgettext("face of a die", "Offering"),
    pgettext("face of a die", "Victory"),
    pgettext("face of a die", "Face"),
    pgettext("face of a die", "Guard"),
    pgettext("face of a die", "Steal"),
    pgettext("face of a die", "Exchange"),
)
POWER_NOTES = (
    _("push a row or file together"),
    _("spread a stack over other dice"),
    _("move a die along its line"),
    _("swap two single dice"),
)


def die_words(die: int) -> Text:
    """Return a die in words: "yellow Offering"."""
    face = face_name(die)
    return (
        _("yellow {face}", face=face),
        _("turquoise {face}", face=face),
        _("red {face}", face=face),
        _("purple {face}", face=face),
        _("white {face}", face=face),
    )[colour_of(die)]


def a_die(die: int) -> Text:
    """Return a die that something is done to, with its article: "a yellow Offering"."""
    face = face_name(die)
    return (
        pgettext("object", "a yellow {face}", face=face),
        pgettext("object", "a turquoise {face}", face=face),
        pgettext("object", "a red {face}", face=face),
        pgettext("object", "a purple {face}", face=face),
        pgettext("object", "a white {face}", face=face),
    )[colour_of(die)]


def the_die(die: int) -> Text:
    """Return a known die that something is done to: "the yellow Offering"."""
    face = face_name(die)
    return (
        pgettext("object", "the yellow {face}", face=face),
        pgettext("object", "the turquoise {face}", face=face),
        pgettext("object", "the red {face}", face=face),
        pgettext("object", "the purple {face}", face=face),
        pgettext("object", "the white {face}", face=face),
    )[colour_of(die)]


def your_die(die: int) -> Text:
    """Return a die of the reader that something is done to: "your yellow Offering"."""
    face = face_name(die)
    return (
        pgettext("object", "your yellow {face}", face=face),
        pgettext("object", "your turquoise {face}", face=face),
        pgettext("object", "your red {face}", face=face),
        pgettext("object", "your purple {face}", face=face),
        pgettext("object", "your white {face}", face=face),
    )[colour_of(die)]


def face_name(die: int) -> Text:
    """Return the icon that a die shows: "Offering"."""
    return FACE_NAMES[face_of(die)]


def face_effect(state: State, face: int) -> Text:
    """Return what a face does at this table, verb first: "take 1 offering"."""
    if face == Face.GUARD:
        if state.options.guard_exchange:
            return _("protect your colour and your dice")
        return _("protect your colour and your Spirit World")
    if face == Face.STEAL and state.options.stolen_to:
        return _("move a die from an opponent's Spirit World to yours")
    return {
        Face.OFFERING: _("take 1 offering"),
        Face.VICTORY: _("score 1 point"),
        Face.FACE: _("turn any die in your Capture zone"),
        Face.STEAL: _("take a die from an opponent's Spirit World"),
        Face.EXCHANGE: _("swap two dice between Capture zones"),
    }[Face(face)]


def points_words(points: int) -> Text:
    """Return points in words: "1 point", "3 points"."""
    return ngettext("{n} point", "{n} points", points)


def offerings_words(offerings: int) -> Text:
    """Return offerings in words: "1 offering", "3 offerings"."""
    return ngettext("{n} offering", "{n} offerings", offerings)


def dice_words(dice: int) -> Text:
    """Return a number of dice in words: "1 die", "3 dice"."""
    return ngettext("{n} die", "{n} dice", dice)


def listed_dice(dice: Iterable[int]) -> Text:
    """Return dice that something is done to: "a yellow Offering and a red Guard"."""
    return listing([a_die(die) for die in dice])


def stack_words(dice: Sequence[str]) -> Text:
    """Return the dice of a stack, written from bottom to top, in words: the top one first."""
    words = [die_words(die_number(die)) for die in reversed(dice)]
    if len(words) == 2:
        return _("{die} on {die2}", die=words[0], die2=words[1])
    if len(words) == 3:
        return _("{die} on {die2} on {die3}", die=words[0], die2=words[1], die3=words[2])
    return words[0]


# --- players


def player_mark(seat: int) -> str:
    """Return the mark of a seat, in place of which readers see a name."""
    return f"{{{seat}}}"


def members(side: int, teams: bool) -> tuple[int, ...]:
    """Return the seats of a side: one, or two partners."""
    return (side, side + 2) if teams else (side,)


def side_marks(seats: Sequence[int]) -> Text:
    """Return the marks of the seats of a side: "Ana", "Ana and Ben"."""
    return listing([player_mark(seat) for seat in seats])


def owner_words(state: State, side: int) -> Text:
    """Return the owner of a zone after "from" or as an object: the marks of its seats, or the Baron."""
    if state.solo and side == BARON:
        return pgettext("from", "the Baron")
    return side_marks(members(side, state.teams))


# --- lines


def line_words(line: int) -> Text:
    """Return a line of the board: "row 3", "file c"."""
    name = line_text(line)[-1]
    return _("row {row}", row=name) if line < SIZE else _("file {file}", file=name)


def line_push_words(line: int, end: int) -> Text:
    """Return a line and the end to which it is pushed: "row 3 left"."""
    name = line_text(line)[-1]
    if line < SIZE:
        return _("row {row} right", row=name) if end else _("row {row} left", row=name)
    return _("file {file} down", file=name) if end else _("file {file} up", file=name)
