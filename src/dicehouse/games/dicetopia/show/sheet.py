"""The score sheet and the position as text, from what a seat sees."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dicehouse.kit.game import Told

from ..rules.state import ROUNDS
from .names import FACTION_IDS, FACTION_NAMES

PARTS = (
    ("blood", "Blood Dome"),
    ("stock", "Stock Exchange"),
    ("dice", "Dice"),
    ("domination", "Domination"),
    ("missions", "Missions"),
)


def sheet(view: Mapping[str, Any], told: Sequence[Told]) -> dict[str, Any]:
    """Stars by what they are for; before the end what they would be now, Missions aside."""
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


def table(view: Mapping[str, Any], names: Sequence[str]) -> str:
    """The position as text, for terminals and `print(match)`; it tells nothing that is hidden from anybody."""
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
    """Which round is played."""
    if number == 0:
        return "Setting up."
    return "The saved turn." if number > ROUNDS else f"Round {number} of {ROUNDS}."
