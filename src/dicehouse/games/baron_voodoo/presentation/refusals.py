"""Normalize the text of an option, and explain why an option is refused."""

from __future__ import annotations

from contextlib import suppress

from dicehouse.text_format import number_word

from ..rules.board import COMPLETE, DIE, colour_of, side_of, space_beyond
from ..rules.combos import LEAST
from ..rules.state import DIRECTIONS, NO_SPACE, Phase, State
from .notation import COLOUR_NAMES, die_number, die_text, die_words, space_number, space_text


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
        return "there is no such space"
    if state.phase not in (Phase.TURN, Phase.CAPTURE):
        return "this is not the time to jump"
    die, taken, own = state.board[space] & DIE, state.board[over] & DIE, state.players[seat].loa
    if not die or colour_of(die) != own:
        return f"no {COLOUR_NAMES[own]} die lies on top of {text[:2]}"
    if not taken:
        return f"{text[3:]} is empty"
    way = next((way for way in range(state.options.directions) if space_beyond(state, space, way, 1) == over), None)
    if way is None:
        return _not_beside(state, space, over)
    to = space_beyond(state, space, way, 2)
    if to == NO_SPACE:
        return "the board ends behind it"
    if state.board[to] >= COMPLETE:
        return f"the stack on {space_text(to)} is complete"
    return f"{COLOUR_NAMES[colour_of(taken)]} is under Protection"


def _not_beside(state: State, space: int, over: int) -> str:
    if any(space_beyond(state, space, way, 1) == over for way in range(DIRECTIONS)):
        return "jumps go along rows and files, not diagonally"
    return f"{space_text(over)} is not next to {space_text(space)}"


def _no_combo(state: State, seat: int, words: list[str]) -> str:
    try:
        dice = [die_number(word) for word in words]
    except ValueError:
        return "a die is two letters, its colour (y t r p w) and its icon (o v f g s x)"
    if state.phase != Phase.STEPS:
        return "this is not the time for combos"
    side = state.sides[side_of(state, seat)]
    zone = [side.zone[i] for i in range(side.n_zone)]
    for die in dice:
        if zone.count(die) < dice.count(die):
            return f"there is no {die_words(die)} in your Capture zone" + (" left" if die in zone else "")
    return (
        "that is no combo: one icon in different colours, or one colour with different icons, "
        f"{number_word(LEAST)} dice or more"
    )
