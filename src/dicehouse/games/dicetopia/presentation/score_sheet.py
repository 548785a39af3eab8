"""Show the score sheet and the position as text, from a seat's view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dicehouse.core.log_entry import LogEntry
from dicehouse.i18n import Text, _, in_language

from ..rules.state import ROUNDS
from .notation import FACTION_IDS, FACTION_NAMES

PARTS = (
    ("blood", _("Blood Dome")),
    ("stock", _("Stock Exchange")),
    ("dice", _("Dice")),
    ("domination", _("Domination")),
    ("missions", _("Missions")),
)


def score_sheet(view: Mapping[str, Any], log: Sequence[LogEntry]) -> dict[str, Any]:
    """Return stars by source; before the end, those of the present position without Missions."""
    over = view["phase"] == "over"
    rows = [
        {
            "seat": seat,
            "cells": {key: parts.get(key, 0) for key, _label in PARTS},
            "total": one["total"],
            "note": "" if over else _("if the game ended now, without Missions"),
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
    lines: list[str] = [in_language(Text("Dicetopia 2.0  {round}", {"round": round_words(view["round"])}))]
    for seat, one in enumerate(view["seats"]):
        faction = FACTION_NAMES[FACTION_IDS.index(one["faction"])] if one["faction"] else ""
        turn = ">" if seat == view["player"] else " "
        dice = " ".join(one["dice"])
        lines.append(f"{turn} {names[seat]:<{width}}  {one['total']:>3}  {faction:<18}  {dice}".rstrip())
    if view["saved"] is not None:
        lines.append(in_language(_("{player} has saved a turn for the end.", player=names[view["saved"]])))
    return "\n".join(lines)


def round_words(number: int) -> Text:
    """Return the name of the current round."""
    if number == 0:
        return _("The game is being set up.")
    if number > ROUNDS:
        return _("This is the saved turn.")
    return _("Round {round} of {rounds}.", round=number, rounds=ROUNDS)
