"""Write prompts, the score sheet and the table as text; the sentences of the log are in `log_entries`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dicehouse.core.option import Option, Prompt
from dicehouse.text_format import number_word

from ..physics.bodies import COLOURS
from ..rules.rounds import in_hand
from ..rules.state import CENTRE, N_BARRELS, N_BOARDS, N_COLOURS, NO_SEAT, Phase, State
from .event_names import EVENT_NAMES
from .glossary import GLOSSARY
from .log_entries import log_entry
from .notation import RELEASE_CM, counted, signed
from .options import COLOUR_NAMES, die_words
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

ASKED = {
    Phase.STARTER: ("Who starts?", "You rolled highest."),
    Phase.DRAFT: (
        "Take a die",
        f"There is one of each colour for every player. Everybody takes {number_word(N_COLOURS)}.",
    ),
    Phase.BARRELS: ("Stand your barrels", "On any boards. Whoever knocks one off loses a point."),
    Phase.BUILD: (
        "Build the target",
        f"You have {number_word(N_BOARDS - CENTRE)} boards and {number_word(N_BARRELS)} barrels. Every barrel has "
        "to touch a board.",
    ),
    Phase.BLUE: ("Replace it with a blue die?", "The same number, and it costs you a later turn."),
    Phase.PINK: ("Throw it again?", "It costs you a pink die and a later turn."),
}


DOING = {
    Phase.STARTER: "says who starts",
    Phase.DRAFT: "is drafting",
    Phase.BARRELS: "is standing barrels",
    Phase.BUILD: "is building",
    Phase.THROW: "is throwing",
    Phase.BLUE: "may replace a die",
    Phase.PINK: "may throw again",
}


def prompt(state: State, seat: int | None, asked: Sequence[int], names: Sequence[str]) -> Prompt:
    """Return what `seat` is asked to do, or waits for (None: a spectator)."""
    if state.phase == Phase.OVER:
        return _ended(state, seat, names)
    if seat is None or seat not in asked:
        return Prompt(f"{names[asked[0]]} {DOING[Phase(state.phase)]}", f"Round {state.round}." if state.round else "")
    if state.phase == Phase.THROW:
        left = len(in_hand(state, seat))
        detail = f"Let it go {RELEASE_CM} cm from the board or farther."
        title = "Throw it once more" if state.again else f"Throw a die: {left} left" if left > 1 else "Your last die"
        return Prompt(title, detail)
    return Prompt(*ASKED[Phase(state.phase)])


def _ended(state: State, seat: int | None, names: Sequence[str]) -> Prompt:
    wins = [state.wins[each] for each in range(state.n_players)]
    detail = f"Rounds won: {', '.join(f'{name} {won}' for name, won in zip(names, wins, strict=True))}."
    if state.winner == NO_SEAT:
        return Prompt("A draw", detail)
    return Prompt("You win!" if seat == state.winner else f"{names[state.winner]} wins", detail)


def heading(option: Option) -> tuple[str, str]:
    """Return the headings of an option on the no-JavaScript page: a throw is listed under its die."""
    if option.facts["kind"] == "ready":
        return "Ready throws", f"The {die_words(option.facts['die'])}"
    return "", ""


def facts(view: Mapping[str, Any], names: Sequence[str]) -> list[tuple[str, str]]:
    """Return the position as labels and words."""
    rows = [("Game", str(view["mode"])), ("Round", str(view["round"]))]
    if view["pool"]:
        rows.append(("In the middle", ", ".join(f"{view['pool'][name]} {name}" for name in COLOUR_NAMES)))
    for name, die in sorted(view["judged"].items()):
        rows.append((f"The {COLOURS[name[0]]} die {name[1]}", _die_words(die, names)))
    for name, body in sorted(view["bodies"].items()):
        if body["kind"] == "barrel":
            x, y, _ = body["at"]
            rows.append((f"Barrel {name[1]}", _place_words(x, y)))
    for seat, each in enumerate(view["seats"]):
        won, points = counted(each["wins"], "round", "rounds"), counted(each["points"], "point", "points")
        hand = f"in hand {' '.join(each['hand'])}" if each["hand"] else "no die in hand"
        rows.append((names[seat], f"{won} won, {points} as it lies; {hand}"))
    return rows


def _place_words(x: float, y: float) -> str:
    """Return where a body is, as seen from the near side."""
    aside, away = round(abs(x) / 10), round(abs(y) / 10)
    side, way = "left" if x < 0 else "right", "nearer" if y < 0 else "farther"
    return f"{aside} cm {side} of the middle of the table, {away} cm {way}"


def _die_words(die: Mapping[str, Any], names: Sequence[str]) -> str:
    if die["face"] is None:
        return "no face up"
    where = " and ".join(_board_words(board, names) for board in die["boards"]) or "the table"
    how = ", crooked" if die["crooked"] else ", covered" if die["covered"] else ""
    points = f": {signed(die['points'])}" if die["points"] else ""
    return f"{die['face']} on {where}{how}{points}"


def _board_words(board: str, names: Sequence[str]) -> str:
    return f"{names[int(board[1]) - 1]}'s board" if board[0] == "p" else f"board {board[1]} of the target"
