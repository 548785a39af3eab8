"""Show the score sheet and the position as text, from a seat's view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dicehouse.core.log_entry import LogEntry

from ..rules.state import ROUNDS
from .notation import FACTION_IDS, FACTION_NAMES

PARTS = (
    ("blood", "Blood Dome"),
    ("stock", "Stock Exchange"),
    ("dice", "Dice"),
    ("domination", "Domination"),
    ("missions", "Missions"),
)


def score_sheet(view: Mapping[str, Any], log: Sequence[LogEntry]) -> dict[str, Any]:
    """Return stars by source; before the end, those of the present position without Missions."""
    over = view["phase"] == "over"
    rows = [
        {
            "seat": seat,
            "cells": {key: parts.get(key, 0) for key, _ in PARTS},
            "total": one["total"],
            "note": "" if over else "if it ended now, Missions aside",
            "place": one["place"],
        }
        for seat, (one, parts) in enumerate(zip(view["seats"], _parts(view), strict=True))
    ]
    return {"sources": [{"key": key, "label": label} for key, label in PARTS], "rows": rows}


def _parts(view: Mapping[str, Any]) -> Sequence[Mapping[str, int]]:
    return view["final"] or [one["parts"] for one in view["seats"]]


def text_board(view: Mapping[str, Any], names: Sequence[str]) -> str:
    """Return the position as text, for terminals and `print(match)`; it contains nothing that is hidden from
    anybody.
    """
    width = max(len(name) for name in names)
    lines = [f"Dicetopia 2.0  {round_words(view['round'])}"]
    for seat, one in enumerate(view["seats"]):
        faction = FACTION_NAMES[FACTION_IDS.index(one["faction"])] if one["faction"] else ""
        turn = ">" if seat == view["player"] else " "
        dice = " ".join(one["dice"])
        lines.append(f"{turn} {names[seat]:<{width}}  {one['total']:>3}  {faction:<18}  {dice}".rstrip())
    if view["saved"] is not None:
        lines.append(f"{names[view['saved']]} has saved a turn for the end.")
    return "\n".join(lines)


def round_words(number: int) -> str:
    """Return the name of the current round."""
    if number == 0:
        return "Setting up."
    return "The saved turn." if number > ROUNDS else f"Round {number} of {ROUNDS}."
