"""Show the score sheet and the printed board, from a seat's view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dicehouse.core.log_entry import LogEntry
from dicehouse.i18n import Text, _, in_language, pgettext

from ..rules.state import BARON, SIZE
from .notation import COLOURS, FACES, FILES, LOA_NAMES, space_text
from .words import COLOUR_NAMES, offerings_words, points_words

BARON_NAME = pgettext("subject", "The Baron")
SOURCES = (
    ("start", _("At the start")),
    ("combos", _("Sets")),
    ("victory", _("Victory faces")),
    ("last", _("Last set")),
    *(
        (f"majority-{colour.lower()}", _("Most {colour}", colour=name))
        for colour, name in zip(COLOURS, COLOUR_NAMES, strict=True)
    ),
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
        baron = {"seat": None, "name": BARON_NAME, "cells": cells[BARON], "total": sides[BARON]["vp"], "note": note}
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
        titles = _("Loas of the Dead") if view["mode"] == "teams" else _("Loa of the Dead")
        return _("wins the tie") if points.count(max(points)) > 1 else titles
    return _("wins") if view["winner"] is None and side == BARON else ""


# --- the printed board


def text_board(view: Mapping[str, Any], names: Sequence[str]) -> str:
    """Return the position as text, for terminals and `print(match)`: stacks are written from bottom to top."""
    first = Text("Baron Voodoo  {target}", {"target": _("to {points} points", points=view["threshold"])})
    lines = [in_language(first), *_board(view), ""]
    width = max(len(name) for name in (*names, in_language(BARON_NAME)))
    for side in range(len(view["sides"])):
        lines += _side(view, side, names, width)
    if view["baron"] and view["baron"]["line"]:
        lines.append("  " + in_language(_("wishes: {dice}", dice=" ".join(view["baron"]["line"]))))
    if view["pool"]:
        dice = " ".join(f"{count}x{die}" for die, count in view["pool"].items())
        lines.append("  " + in_language(_("to place: {dice}", dice=dice)))
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
        name = in_language(BARON_NAME) if seat is None else names[seat]
        mark = ">" if seat is not None and seat == view["player"] and view["phase"] != "over" else " "
        loa = f"{LOA_NAMES[COLOURS.index(it['loa'])]} ({it['loa']})" if it["loa"] else in_language(_("no Loa yet"))
        marks = " ".join(in_language(text) for text in _marks(view, side, seat, guarded=it["guarded"]))
        points = f"{in_language(points_words(here['vp'])):>9}"
        offerings = in_language(offerings_words(here["offerings"]))
        lines.append(f"{mark} {name:<{width}}  {points}  {offerings}  {loa}  {marks}".rstrip())
    spirit = sorted((die for group in here["spirit"] for die in group["dice"]), key=_order)
    zone = in_language(_("zone: {dice}", dice=" ".join(here["zone"]) or "-"))
    return [*lines, f"    {zone}   {in_language(_('Spirit World: {dice}', dice=' '.join(spirit) or '-'))}"]


def _marks(view: Mapping[str, Any], side: int, seat: int | None, *, guarded: bool) -> list[Text]:
    marks = [_("protected")] if guarded else []
    marks += [_("Baron Samedi")] if view["samedi"] == side else []
    marks += [_("triggered the end")] if view["trigger"] and view["trigger"]["seat"] == seat else []
    return marks


def _order(die: str) -> tuple[int, int]:
    return COLOURS.index(die[0]), FACES.index(die[1])
