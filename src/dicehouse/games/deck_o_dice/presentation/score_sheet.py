"""Make the score sheet and the text board from a seat's view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dicehouse.core.log_entry import LogEntry
from dicehouse.i18n import _, in_language

from ..rules.cards import SIDES
from ..rules.state import COMBATS, DICEY, HALF
from .options import IDS, NAMES


def score_sheet(view: Mapping[str, Any], log: Sequence[LogEntry]) -> dict[str, Any]:
    """Return the points of each side by half."""
    cells: list[dict[str, int]] = [{"half-1": 0, "half-2": 0} for _ in range(2)]
    for each in view["results"]:
        key = f"half-{(each['combat'] - 1) // HALF + 1}"
        for side in range(2):
            if each["winner"] is None:
                cells[side][key] += 1
            elif each["winner"] == side:
                cells[side][key] += 2
    rows = [
        {
            "seat": side,
            "cells": cells[side],
            "total": one["points"],
            "note": _note(view, side),
            "place": None if view["phase"] != "over" else 1 if view["winner"] == side else 2,
        }
        for side, one in enumerate(view["sides"])
        if one["seat"] is not None
    ]
    return {
        "sources": [{"key": "half-1", "label": _("First half")}, {"key": "half-2", "label": _("Second half")}],
        "rows": rows,
    }


def _note(view: Mapping[str, Any], side: int) -> str:
    if view["phase"] != "over":
        return ""
    if view["winner"] == side:
        return _("critical hit") if view["points_note"] else ""
    return _("Dicey: {points}", points=view["sides"][DICEY]["points"]) if view["mode"] == "solo" else ""


def text_board(view: Mapping[str, Any], names: Sequence[str]) -> str:
    """Return the position as text, for terminals and `print(match)`."""
    width = max(len(name) for name in (*names, "Dicey"))
    lines = [in_language(_("Deck-O-Dice  combat {number} of {combats}", number=view["combat"], combats=COMBATS))]
    for side, one in enumerate(view["sides"]):
        name = one["name"] or names[side]
        plays = f"  {in_language(_('has chosen'))}" if one["chosen"] and not one["minion"] else ""
        if one["minion"]:
            minion = IDS.index(one["minion"])
            plays = f"  {NAMES[minion]} d{SIDES[minion]}"
        drawn = f": {one['value']}" if one["card"] else ""
        attacks = f"  {in_language(_('attacks'))}" if view["attacker"] == side else ""
        lines.append(f"  {name:<{width}}  {one['points']:>2}{plays}{drawn}{attacks}")
    if view["odds"] and view["odds"]["count"]:
        lines.append(f"  {in_language(view['odds']['count'])}")
    return "\n".join(lines)
