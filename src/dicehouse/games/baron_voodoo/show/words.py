"""The prompts, the score sheet, the printed board, and the position in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dicehouse.kit.game import Prompt, Told

from ..rules.board import any_jump
from ..rules.state import BARON, N_FACES, NOBODY, SIZE, Phase, Step
from .headings import heading
from .log import tell
from .options import (
    COLOUR_NAMES,
    COLOURS,
    EFFECTS,
    FACE_NAMES,
    LOA_NAMES,
    capital,
    colour_text,
    die_number,
    die_text,
    die_words,
    plural,
    points_words,
    stack_dice,
)
from .view import majorities, places

__all__ = ["facts", "heading", "prompt", "sheet", "table", "tell"]


ASKED = {
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
    Phase.LOA: ("Choose your Loa", "Its colour is yours, its power is free for you."),
    Phase.BARON_LOA: ("Which Loa does the Baron cover?", "Dice of its colour bring him offerings."),
}
WAITS = {
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


def prompt(state: Any, seat: int | None, asked: Sequence[int], names: Sequence[str]) -> Prompt:
    """What `seat` is asked to do, or waits for (None: a spectator)."""
    if state.phase == Phase.OVER:
        return _ended(state, seat, names)
    if seat is None or seat not in asked:
        return _waiting(state, asked, names)
    if state.phase == Phase.EXCHANGE_WITH:
        given = capital(die_words(state.held_die))
        return Prompt("Exchange: for which die?", f"{given} goes to another Capture zone.")
    if state.phase in ASKED:
        return Prompt(*ASKED[state.phase])
    if state.phase == Phase.DRAFT:
        left = sum(state.pool[die] for die in range(1, 31))
        return Prompt(
            "Place a die", f"On any free space of its colour; {plural(left, 'die').replace('dies', 'dice')} left."
        )
    if state.phase == Phase.STEPS:
        return _after_capture(state)
    return _before_capture(state, seat)


def _before_capture(state: Any, seat: int) -> Prompt:
    colour = COLOUR_NAMES[state.players[seat].loa]
    if state.phase == Phase.CAPTURE:
        return Prompt(f"Jump with a {colour} die", "The power is used; now capture.")
    extra = "Your extra turn. " if state.extra else ""
    last = "Your last turn. " if state.trigger != NOBODY and not state.extra else ""
    if not any_jump(state, seat):
        return Prompt(f"No {colour} die can jump", f"{extra}{last}Use a power that changes this.")
    return Prompt(f"Jump with a {colour} die", f"{extra}{last}Or use a power first.")


def _after_capture(state: Any) -> Prompt:
    if not state.captured:
        return Prompt("End your turn", "")
    face = (state.captured - 1) % N_FACES
    detail = f"{FACE_NAMES[face]}: {EFFECTS[face]}."
    if state.step > Step.C3:
        detail = "Take what steps are left, or end your turn." if state.step < Step.END else "Your turn is done."
    return Prompt(f"You took {die_words(state.captured)}", detail)


def _ended(state: Any, seat: int | None, names: Sequence[str]) -> Prompt:
    if state.winner == NOBODY:
        return Prompt("The Baron wins", f"{state.sides[BARON].vp} to {points_words(state.sides[0].vp)}.")
    if seat is not None and seat % state.n_sides == state.winner:
        return Prompt("You win!", _how_won(state))
    winners = [names[s] for s in range(len(names)) if s % state.n_sides == state.winner]
    return Prompt(f"{' and '.join(winners)} {'win' if len(winners) > 1 else 'wins'}", _how_won(state))


def _tied(state: Any) -> bool:
    """Whether others have as many points as the winner."""
    points = [state.sides[side].vp for side in range(state.n_sides)]
    return points.count(max(points)) > 1


def _how_won(state: Any) -> str:
    if not _tied(state):
        return "The new Loa of the Dead."
    if state.trigger % state.n_sides == state.winner:
        return "Level in points; who started the end wins."
    return "Level in points; the first after who started the end wins."


def _waiting(state: Any, asked: Sequence[int], names: Sequence[str]) -> Prompt:
    who = names[asked[0]] if asked else ""
    what = WAITS.get(state.phase, "is using a power")
    detail = capital(die_words(state.captured)) + "." if state.captured else ""
    return Prompt(f"{who} {what}", detail)


# --- the score sheet


def sheet(state: Any, told: Sequence[Told]) -> dict[str, Any]:
    """Every side's points by where they came from; partners have a row each, with the same numbers."""
    cells: list[dict[str, int]] = [{"combos": 0, "victory": 0} for _ in range(state.n_sides)]
    for event in told:
        if event.kind == "combo":
            cells[event.facts["side"]]["combos"] += event.facts["points"]
        elif event.kind == "victory":
            side = BARON if event.seat is None else event.seat % state.n_sides
            cells[side]["victory"] += event.facts["points"]
    for side, row in enumerate(cells):
        row["last"] = state.final_combo[side]
        row |= {f"majority-{colour.lower()}": points for colour, points in majorities(state, side).items()}
        start = state.sides[side].vp - sum(row.values())
        if start:
            row["start"] = start
    seats = range(1 if state.solo else state.n_players)
    rows = [_row(state, seat, cells[seat % state.n_sides]) for seat in seats]
    used = {key for row in rows for key, points in row["cells"].items() if points} | {"combos"}
    return {"sources": [{"key": key, "label": label} for key, label in SOURCES if key in used], "rows": rows}


SOURCES = (
    ("start", "At the start"),
    ("combos", "Combos"),
    ("victory", "Victory faces"),
    ("last", "Last combo"),
    *((f"majority-{colour.lower()}", f"Most {name}") for colour, name in zip(COLOURS, COLOUR_NAMES, strict=True)),
)


def _row(state: Any, seat: int, cells: dict[str, int]) -> dict[str, Any]:
    side = seat % state.n_sides
    note = "" if state.winner != side else "wins the tie" if _tied(state) else "Loa of the Dead"
    if state.solo and state.phase == Phase.OVER:
        note = note or f"the Baron: {state.sides[BARON].vp}"
    return {"seat": seat, "cells": cells, "total": state.sides[side].vp, "note": note, "place": places(state)[seat]}


# --- the printed board


def table(state: Any, names: Sequence[str]) -> str:
    """The position as text, for terminals and `print(match)`: stacks are written from bottom to top."""
    lines = [f"Baron Voodoo  to {state.threshold}", *_printed_board(state), ""]
    width = max(len(name) for name in (*names, "The Baron"))
    for side in range(state.n_sides):
        lines += _printed_side(state, side, names, width)
    if state.solo and state.line[0]:
        lines.append(f"  wishes: {' '.join(die_text(state.line[i]) for i in range(4))}")
    if any(state.pool[die] for die in range(1, 31)):
        lines.append("  to place: " + " ".join(f"{state.pool[d]}x{die_text(d)}" for d in range(1, 31) if state.pool[d]))
    return "\n".join(lines)


def _printed_board(state: Any) -> list[str]:
    rows = []
    inside = range(state.low, state.high + 1)
    for row in inside:
        cells = []
        for column in inside:
            stack = "".join(stack_dice(state.board[SIZE * row + column]))
            empty = "." if colour_text(state, SIZE * row + column) == "." else "·"
            cells.append(f"{stack or empty:<6}")
        rows.append(f"{SIZE - row}  {' '.join(cells)}".rstrip())
    files = " ".join(f"{'abcdefg'[column]:<6}" for column in inside)
    return [*rows, f"   {files}".rstrip()]


def _printed_side(state: Any, side: int, names: Sequence[str], width: int) -> list[str]:
    here, baron = state.sides[side], state.solo and side == BARON
    lines = []
    for seat in [BARON] if baron else [s for s in range(len(names)) if s % state.n_sides == side]:
        it = state.players[seat]
        mark = ">" if seat == state.player and state.phase != Phase.OVER and not baron else " "
        name = "The Baron" if baron else names[seat]
        marks = ["guarded"] if it.guarded else []
        marks += ["Baron Samedi"] if state.samedi == side else []
        marks += ["began the end"] if state.trigger == seat else []
        loa = "no Loa yet" if it.loa == NOBODY else f"{LOA_NAMES[it.loa]} ({COLOURS[it.loa]})"
        lines.append(
            f"{mark} {name:<{width}}  {here.vp:>2} VP  {here.offerings} offerings  {loa}  {' '.join(marks)}".rstrip()
        )
    zone = " ".join(die_text(here.zone[i]) for i in range(here.n_zone))
    spirit = " ".join(die_text(die) for die in range(1, 31) for _ in range(here.spirit[die]))
    return [*lines, f"    zone: {zone or '-'}   Spirit World: {spirit or '-'}"]


# --- the position in words, for pages without a board


def facts(view: Mapping[str, Any], names: Sequence[str]) -> list[tuple[str, str]]:
    """What lies on the table, as labels and words."""
    board = "; ".join(f"{space}: {_stack(dice)}" for space, dice in view["board"].items())
    told = [
        ("Captured", _words(view["captured"]) if view["captured"] else ""),
        ("Steps", ", ".join(f"{one['id']} {one['state']}" for one in view["steps"] if one["state"] != "closed")),
        ("Offerings in the reserve", "" if view["reserve"] is None else str(view["reserve"])),
        ("Baron Samedi token", _samedi(view, names)),
        ("The Baron's wishes", _dice(view["baron"]["line"]) if view["baron"] else ""),
        ("The game ends", _end(view, names)),
    ]
    for side in view["sides"]:
        whose = side["name"] or " and ".join(names[seat] for seat in side["seats"])
        colours = ", ".join(f"{COLOUR_NAMES[COLOURS.index(c)]} {n}" for c, n in side["counts"].items() if n)
        told += [
            (f"{whose}: points", f"{side['vp']}, {plural(side['offerings'], 'offering')}"),
            (f"{whose}: Capture zone", _dice(side["zone"])),
            (f"{whose}: Spirit World", colours),
        ]
    for seat, one in enumerate(view["seats"]):
        if one["loa"]:
            loa = LOA_NAMES[COLOURS.index(one["loa"])]
            told.append((f"{names[seat]}: Loa", loa + (", under Protection" if one["guarded"] else "")))
    return [(label, words) for label, words in (*told, ("Board", board)) if words]


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
