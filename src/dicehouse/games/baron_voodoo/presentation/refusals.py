"""Normalize the text of an option, and explain why an option is refused."""

from __future__ import annotations

from contextlib import suppress

from dicehouse.i18n import Text, _

from ..rules.board import COMPLETE, DIE, colour_of, side_of, space_beyond
from ..rules.combos import LEAST
from ..rules.state import DIRECTIONS, NO_SPACE, Phase, State
from .notation import die_number, die_text, space_number, space_text
from .words import COLOUR_NAMES, a_die


def normal(text: str) -> str:
    """Return the text of an option in its canonical form: lower case, single spaces, the dice of a combo in order."""
    words = text.lower().split()
    if words[:1] == ["combo"]:
        with suppress(ValueError):
            words[1:] = [die_text(die).lower() for die in sorted(die_number(word) for word in words[1:])]
    return " ".join(words)


def refusal(state: State, seat: int, text: str) -> str:
    """Return why an option can't be played now, if the notation alone says more; otherwise an empty text."""
    words = text.split()
    if len(words) == 1 and len(text) == 5 and text[2] == "x":
        return _no_jump(state, seat, text)
    if words[:1] == ["combo"]:
        return _no_combo(state, seat, words[1:])
    return ""


def _no_jump(state: State, seat: int, text: str) -> str:
    try:
        space, over = space_number(text[:2]), space_number(text[3:])
    except ValueError:
        return _("There is no such space.")
    if state.phase not in (Phase.TURN, Phase.CAPTURE):
        return _("You can't jump now.")
    die, taken, own = state.board[space] & DIE, state.board[over] & DIE, state.players[seat].loa
    if not die or colour_of(die) != own:
        return _("No {colour} die is on top of {space}.", space=text[:2], colour=COLOUR_NAMES[own])
    if not taken:
        return _("{space} is empty.", space=text[3:])
    way = next((way for way in range(state.options.directions) if space_beyond(state, space, way, 1) == over), None)
    if way is None:
        return _not_beside(state, space, over)
    to = space_beyond(state, space, way, 2)
    if to == NO_SPACE:
        return _("There is no space beyond it.")
    if state.board[to] >= COMPLETE:
        return _("The stack on {space} is full.", space=space_text(to))
    return _("Protection keeps {colour} dice safe.", colour=COLOUR_NAMES[colour_of(taken)])


def _not_beside(state: State, space: int, over: int) -> Text:
    if any(space_beyond(state, space, way, 1) == over for way in range(DIRECTIONS)):
        return _("Jumps go along rows and files, not diagonally.")
    return _("{space} is not next to {space2}.", space=space_text(over), space2=space_text(space))


def _no_combo(state: State, seat: int, words: list[str]) -> str:
    try:
        dice = [die_number(word) for word in words]
    except ValueError:
        return _("Write a die as two letters: its colour (y t r p w) and its face (o v f g s x).")
    if state.phase != Phase.STEPS:
        return _("You can't score a set now.")
    side = state.sides[side_of(state, seat)]
    zone = [side.zone[i] for i in range(side.n_zone)]
    for die in dice:
        if zone.count(die) < dice.count(die):
            if die in zone:
                return _("You have too few dice like {die} in your Capture zone.", die=a_die(die))
            return _("You don't have {die} in your Capture zone.", die=a_die(die))
    return _(
        "That is not a set. A set has {least} or more dice: one face in different colours, "
        "or one colour with different faces.",
        least=LEAST,
    )
