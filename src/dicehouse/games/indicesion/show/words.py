"""Prompts, the score sheet, and the table as text; the sentences of the log are in `log`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dicehouse.kit.game import Option, Prompt

from ..physics.bodies import COLOURS
from ..rules.rounds import in_hand
from ..rules.state import NOBODY, Phase, State
from .log import tell
from .options import COLOUR_NAMES, die_words
from .sheet import sheet, table

__all__ = ["facts", "heading", "prompt", "sheet", "table", "tell"]

ASKED = {
    Phase.STARTER: ("Who starts?", "You rolled highest."),
    Phase.DRAFT: ("Take a die", "One of each colour for everybody lies there; six turns each."),
    Phase.BARRELS: ("Stand your barrels", "On any boards. Whoever knocks one off loses a point."),
    Phase.BUILD: ("Build the target", "Of six boards and six barrels; every barrel touches a board."),
    Phase.BLUE: ("Replace it with a blue die?", "The same number, and it costs you a later turn."),
    Phase.PINK: ("Throw it again?", "For a pink die, and a later turn."),
}


def prompt(state: State, seat: int | None, asked: Sequence[int], names: Sequence[str]) -> Prompt:
    """What `seat` is asked to do, or waits for (None: a spectator)."""
    if state.phase == Phase.OVER:
        return _ended(state, seat, names)
    if seat is None or seat not in asked:
        what = {Phase.DRAFT: "is drafting", Phase.BUILD: "is building", Phase.BLUE: "may replace a die"}
        who = names[asked[0]]
        return Prompt(f"{who} {what.get(Phase(state.phase), 'is throwing')}", f"Round {state.round}.")
    if state.phase == Phase.THROW:
        left = len(in_hand(state, seat))
        detail = "At least six inches away; the rest is up to you."
        title = "Throw it once more" if state.again else f"Throw a die: {left} left" if left > 1 else "Your last die"
        return Prompt(title, detail)
    return Prompt(*ASKED[Phase(state.phase)])


def _ended(state: State, seat: int | None, names: Sequence[str]) -> Prompt:
    wins = [state.wins[each] for each in range(state.n_players)]
    detail = f"{', '.join(f'{name} {won}' for name, won in zip(names, wins, strict=True))} rounds."
    if state.winner == NOBODY:
        return Prompt("A draw", detail)
    return Prompt("You win!" if seat == state.winner else f"{names[state.winner]} wins", detail)


def heading(option: Option) -> tuple[str, str]:
    """Under which headings the plain page tells an option: a throw by its die."""
    if option.facts["kind"] == "ready":
        return "Ready throws", f"The {die_words(option.facts['die'])}"
    return "", ""


def facts(view: Mapping[str, Any], names: Sequence[str]) -> list[tuple[str, str]]:
    """What lies on the table, as labels and words."""
    told = [("Game", str(view["mode"])), ("Round", str(view["round"]))]
    if view["pool"]:
        told.append(("In the middle", ", ".join(f"{view['pool'][name]} {name}" for name in COLOUR_NAMES)))
    for name, die in sorted(view["judged"].items()):
        told.append((f"The {COLOURS[name[0]]} die {name[1]}", _die_words(die, names)))
    for name, body in sorted(view["bodies"].items()):
        if body["kind"] == "barrel":
            x, y, _ = body["at"]
            told.append((f"Barrel {name[1]}", f"stands at {x:.0f}, {y:.0f} millimetres"))
    for seat, each in enumerate(view["seats"]):
        words = (
            f"{each['wins']} rounds won, {each['points']} points as it lies; in hand {' '.join(each['hand']) or '-'}"
        )
        told.append((names[seat], words))
    return told


def _die_words(die: Mapping[str, Any], names: Sequence[str]) -> str:
    if die["face"] is None:
        return "no face up"
    where = " and ".join(_board_words(board, names) for board in die["boards"]) or "the table"
    how = ", crooked" if die["crooked"] else ", covered" if die["covered"] else ""
    points = f": {die['points']}" if die["points"] else ""
    return f"{die['face']} on {where}{how}{points}"


def _board_words(board: str, names: Sequence[str]) -> str:
    return f"{names[int(board[1]) - 1]}'s board" if board[0] == "p" else f"board {board[1]} of the target"
