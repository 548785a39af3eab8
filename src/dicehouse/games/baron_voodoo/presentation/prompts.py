"""Write the prompts, the score sheet, the printed board, and the position in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dicehouse.core.option import Prompt

from ..rules.board import any_jump, face_of, side_of
from ..rules.state import BARON, KINDS, NO_SEAT, Phase, State, TurnStep
from .event_names import EVENT_NAMES
from .glossary import GLOSSARY
from .log_entries import log_entry
from .notation import (
    COLOUR_NAMES,
    COLOURS,
    EFFECTS,
    FACE_NAMES,
    LOA_NAMES,
    a_die,
    die_number,
    die_words,
    plural,
    points_words,
)
from .options import heading
from .score_sheet import score_sheet, text_board
from .short_rules import short_rules
from .story import story

__all__ = [
    "EVENT_NAMES",
    "GLOSSARY",
    "facts",
    "heading",
    "log_entry",
    "prompt",
    "score_sheet",
    "short_rules",
    "story",
    "text_board",
]


ASKED: dict[int, tuple[str, str]] = {
    Phase.WATA: ("Mamy Wata: push a line", "A row or a file, to one of its ends."),
    Phase.BWA: ("Gran Bwa: choose a stack", "Its upper dice go on other dice."),
    Phase.BWA_TOP: ("Gran Bwa: where does the top die go?", "On any other die or incomplete stack."),
    Phase.BWA_NEXT: ("Gran Bwa: and the next die?", "On any other die or incomplete stack."),
    Phase.LEGBA: ("Papa Legba: choose a die", "It moves along its line."),
    Phase.LEGBA_TO: ("Papa Legba: where to?", "An empty space of its line."),
    Phase.ERZULIE: ("Erzulie Freda: choose a die", "Two single dice change places."),
    Phase.ERZULIE_WITH: ("Erzulie Freda: with which die?", "Any other single die."),
    Phase.FACE: ("Face: turn a die", "Any die of your Capture zone, to any other face."),
    Phase.STEAL: ("Steal: choose a die", "Out of an opponent's Spirit World."),
    Phase.EXCHANGE: ("Exchange: choose a die", "Out of any Capture zone."),
    Phase.LOA: (
        "Choose your Loa",
        "Its dice jump over others for you, and you keep what they jump. Its power is free for you.",
    ),
    Phase.BARON_LOA: ("Which Loa does the Baron cover?", "Dice of its colour bring him offerings."),
}
STANDS = {"done": "done", "passed": "passed"}
WAITS: dict[int, str] = {
    Phase.LOA: "is choosing a Loa",
    Phase.BARON_LOA: "is choosing the Baron's Loa",
    Phase.DRAFT: "is placing a die",
    Phase.TURN: "is about to jump",
    Phase.CAPTURE: "is about to jump",
    Phase.STEPS: "has captured",
    Phase.FACE: "is turning a die",
    Phase.STEAL: "is stealing a die",
    Phase.EXCHANGE: "is exchanging dice",
    Phase.EXCHANGE_WITH: "is exchanging dice",
}


def prompt(state: State, seat: int | None, asked: Sequence[int], names: Sequence[str]) -> Prompt:
    """Return what `seat` is asked to do, or waits for (None: a spectator)."""
    if state.phase == Phase.OVER:
        return _ended(state, seat, names)
    if seat is None or seat not in asked:
        return _waiting(state, asked, names)
    if state.phase == Phase.EXCHANGE_WITH:
        return Prompt("Exchange: for which die?", f"The {die_words(state.held_die)} goes to the other Capture zone.")
    if state.phase in ASKED:
        return Prompt(*ASKED[state.phase])
    if state.phase == Phase.DRAFT:
        left = sum(state.pool[die] for die in range(1, KINDS))
        return Prompt("Place a die", f"On any free space of its colour; {plural(left, 'die', 'dice')} left.")
    if state.phase == Phase.STEPS:
        return _after_capture(state)
    return _before_capture(state, seat)


def _before_capture(state: State, seat: int) -> Prompt:
    colour = COLOUR_NAMES[state.players[seat].loa]
    if state.phase == Phase.CAPTURE:
        return Prompt(f"Jump with a {colour} die", "The power is used; now capture.")
    extra = "Your extra turn. " if state.extra else ""
    last = "Your last turn. " if state.trigger != NO_SEAT and not state.extra else ""
    if not any_jump(state, seat):
        return Prompt(f"No {colour} die can jump", f"{extra}{last}Use a power that changes this.")
    return Prompt(f"Jump with a {colour} die", f"{extra}{last}Or use a power first.")


def _after_capture(state: State) -> Prompt:
    if not state.captured:
        return Prompt("End your turn", "")
    face = face_of(state.captured)
    detail = f"{FACE_NAMES[face]}: {EFFECTS[face]}."
    if state.step > TurnStep.C3:
        detail = (
            "Take the steps that are left, or end your turn." if state.step < TurnStep.END else "Your turn is done."
        )
    return Prompt(f"You took {a_die(state.captured)}", detail)


def _ended(state: State, seat: int | None, names: Sequence[str]) -> Prompt:
    if state.winner == NO_SEAT:
        return Prompt("The Baron wins", f"{state.sides[BARON].vp} to {points_words(state.sides[0].vp)}.")
    if seat is not None and side_of(state, seat) == state.winner:
        return Prompt("You win!", _how_won(state))
    winners = [names[s] for s in range(len(names)) if side_of(state, s) == state.winner]
    return Prompt(f"{' and '.join(winners)} {'win' if len(winners) > 1 else 'wins'}", _how_won(state))


def _tied(state: State) -> bool:
    """Return True if others have as many points as the winner."""
    points = [state.sides[side].vp for side in range(state.n_sides)]
    return points.count(max(points)) > 1


def _how_won(state: State) -> str:
    if not _tied(state):
        return "The new Loas of the Dead." if state.teams else "The new Loa of the Dead."
    if side_of(state, state.trigger) == state.winner:
        return "Level in points: whoever began the end wins."
    return "Level in points: the first in turn after whoever began the end wins."


def _waiting(state: State, asked: Sequence[int], names: Sequence[str]) -> Prompt:
    who = names[asked[0]] if asked else ""
    what = WAITS.get(state.phase, "is using a power")
    detail = f"Captured: {a_die(state.captured)}." if state.captured else ""
    return Prompt(f"{who} {what}", detail)


# --- the position in words, for pages without a board


def facts(view: Mapping[str, Any], names: Sequence[str]) -> list[tuple[str, str]]:
    """Return the position as labels and words."""
    board = "; ".join(f"{space}: {_stack(dice)}" for space, dice in view["board"].items())
    rows = [
        ("Captured", _words(view["captured"]) if view["captured"] else ""),
        ("Steps", "; ".join(map(_step, view["steps"])) if any(one["short"] for one in view["steps"]) else ""),
        ("Powers", _powers(view)),
        ("Offerings in the reserve", "" if view["reserve"] is None else str(view["reserve"])),
        ("Baron Samedi token", _samedi(view, names)),
        ("The Baron's wishes, first one first", _wishes(view["baron"])),
        ("The game ends", _end(view, names)),
    ]
    for side in view["sides"]:
        whose = side["name"] or " and ".join(names[seat] for seat in side["seats"])
        colours = ", ".join(f"{COLOUR_NAMES[COLOURS.index(c)]} {n}" for c, n in side["counts"].items() if n)
        rows += [
            (f"{whose}: points", f"{side['vp']}, {plural(side['offerings'], 'offering')}"),
            (f"{whose}: Capture zone", _dice(side["zone"])),
            (f"{whose}: Spirit World", colours),
        ]
    for seat, one in enumerate(view["seats"]):
        if one["loa"]:
            loa = LOA_NAMES[COLOURS.index(one["loa"])]
            rows.append((f"{names[seat]}: Loa", loa + (", under Protection" if one["guarded"] else "")))
    return [(label, words) for label, words in (*rows, ("Board", board)) if words]


def _step(step: Mapping[str, Any]) -> str:
    return f"{step['name']}: {STANDS.get(step['state'], step['short'])}"


def _powers(view: Mapping[str, Any]) -> str:
    """Say why some powers can't be used; the others are options."""
    missing = (one for one in view["powers"] if one["why"])
    return " ".join(f"{LOA_NAMES[COLOURS.index(one['colour'])]}: {one['why']}" for one in missing)


def _wishes(baron: Mapping[str, Any] | None) -> str:
    if not baron:
        return ""
    return "; ".join(f"{one['words']} ({one['now']})" for one in baron["wishes"]) or _dice(baron["line"])


def _words(die: str) -> str:
    return die_words(die_number(die))


def _dice(dice: Sequence[str]) -> str:
    return ", ".join(map(_words, dice))


def _stack(dice: Sequence[str]) -> str:
    return " on ".join(_words(die) for die in reversed(dice))


def _samedi(view: Mapping[str, Any], names: Sequence[str]) -> str:
    if view["samedi"] is None:
        return ""
    side = view["sides"][view["samedi"]]
    return side["name"] or " and ".join(names[seat] for seat in side["seats"])


def _end(view: Mapping[str, Any], names: Sequence[str]) -> str:
    if view["trigger"] is None:
        return f"after the round in which somebody has {points_words(view['threshold'])} or is blocked"
    left = " and ".join(names[seat] for seat in view["to_play"])
    return f"after this round; still to play: {left}" if left else "after this round"
