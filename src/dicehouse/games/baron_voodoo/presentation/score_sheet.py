"""Show the score sheet and the printed board, from a seat's view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dicehouse.core.log_entry import LogEntry

from ..rules.state import BARON, SIZE
from .notation import COLOUR_NAMES, COLOURS, FACES, FILES, LOA_NAMES, plural, space_text

SOURCES = (
    ("start", "At the start"),
    ("combos", "Combos"),
    ("victory", "Victory faces"),
    ("last", "Last combo"),
    *((f"majority-{colour.lower()}", f"Most {name}") for colour, name in zip(COLOURS, COLOUR_NAMES, strict=True)),
)

# --- the score sheet


def score_sheet(view: Mapping[str, Any], log: Sequence[LogEntry]) -> dict[str, Any]:
    """Return every side's points by their source. Partners have a row each, with equal numbers; the Baron has one too,
    without a seat.
    """
    sides = view["sides"]
    cells: list[dict[str, int]] = [{"combos": 0, "victory": 0} for _ in sides]
    for event in log:
        if event.kind == "combo":
            cells[event.facts["side"]]["combos"] += event.facts["points"]
        elif event.kind == "victory":
            side = BARON if event.seat is None else event.seat % len(sides)
            cells[side]["victory"] += event.facts["points"]
    for side, row in enumerate(cells):
        row |= _last(view, side)
        if start := sides[side]["vp"] - sum(row.values()):
            row["start"] = start
    rows = [
        {
            "seat": seat,
            "cells": cells[one["side"]],
            "total": one["total"],
            "note": _note(view, one["side"]),
            "place": one["place"],
        }
        for seat, one in enumerate(view["seats"])
    ]
    if view["baron"]:
        note, place = _note(view, BARON), 1 if view["winner"] is None else 2
        baron = {"seat": None, "name": "The Baron", "cells": cells[BARON], "total": sides[BARON]["vp"], "note": note}
        rows.append(baron | {"place": place if view["phase"] == "over" else None})
    used = {key for row in rows for key, points in row["cells"].items() if points} | {"combos"}
    return {"sources": [{"key": key, "label": label} for key, label in SOURCES if key in used], "rows": rows}


def _last(view: Mapping[str, Any], side: int) -> dict[str, int]:
    """Return what the final scoring brought a side."""
    if view["final"] is None:
        return {}
    one = view["final"]["sides"][side]
    majorities = {f"majority-{colour.lower()}": points for colour, points in one["majorities"].items()}
    return {"last": one["combo"]["points"] if one["combo"] else 0, **majorities}


def _note(view: Mapping[str, Any], side: int) -> str:
    if view["phase"] != "over":
        return ""
    points = [one["vp"] for one in view["sides"]]
    if view["winner"] == side:
        titles = "Loas of the Dead" if view["mode"] == "teams" else "Loa of the Dead"
        return "wins the tie" if points.count(max(points)) > 1 else titles
    return "wins" if view["winner"] is None and side == BARON else ""


# --- the printed board


def text_board(view: Mapping[str, Any], names: Sequence[str]) -> str:
    """Return the position as text, for terminals and `print(match)`: stacks are written from bottom to top."""
    lines = [f"Baron Voodoo  to {view['threshold']}", *_board(view), ""]
    width = max(len(name) for name in (*names, "The Baron"))
    for side in range(len(view["sides"])):
        lines += _side(view, side, names, width)
    if view["baron"] and view["baron"]["line"]:
        lines.append(f"  wishes: {' '.join(view['baron']['line'])}")
    if view["pool"]:
        lines.append("  to place: " + " ".join(f"{count}x{die}" for die, count in view["pool"].items()))
    return "\n".join(lines)


def _board(view: Mapping[str, Any]) -> list[str]:
    low, high = view["area"]
    inside, rows = range(low, high + 1), []
    for row in inside:
        cells = []
        for column in inside:
            space = SIZE * row + column
            stack = "".join(view["board"].get(space_text(space), ()))
            empty = "." if view["layout"][space] == "." else "·"
            cells.append(f"{stack or empty:<6}")
        rows.append(f"{SIZE - row}  {' '.join(cells)}".rstrip())
    files = " ".join(f"{FILES[column]:<6}" for column in inside)
    return [*rows, f"   {files}".rstrip()]


def _side(view: Mapping[str, Any], side: int, names: Sequence[str], width: int) -> list[str]:
    here, lines = view["sides"][side], []
    for seat in here["seats"] or [None]:
        it = view["baron"] if seat is None else view["seats"][seat]
        name = "The Baron" if seat is None else names[seat]
        mark = ">" if seat is not None and seat == view["player"] and view["phase"] != "over" else " "
        marks = ["guarded"] if it["guarded"] else []
        marks += ["Baron Samedi"] if view["samedi"] == side else []
        marks += ["began the end"] if view["trigger"] and view["trigger"]["seat"] == seat else []
        loa = f"{LOA_NAMES[COLOURS.index(it['loa'])]} ({it['loa']})" if it["loa"] else "no Loa yet"
        has = f"{here['vp']:>2} VP  {plural(here['offerings'], 'offering')}  {loa}"
        lines.append(f"{mark} {name:<{width}}  {has}  {' '.join(marks)}".rstrip())
    spirit = sorted((die for group in here["spirit"] for die in group["dice"]), key=_order)
    return [*lines, f"    zone: {' '.join(here['zone']) or '-'}   Spirit World: {' '.join(spirit) or '-'}"]


def _order(die: str) -> tuple[int, int]:
    return COLOURS.index(die[0]), FACES.index(die[1])
