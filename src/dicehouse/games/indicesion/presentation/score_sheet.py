"""Show the score sheet and the position as text, from a seat's view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dicehouse.core.log_entry import LogEntry
from dicehouse.i18n import _, in_language

from ..rules.state import Mode
from .notation import signed
from .words import MODE_NAMES


def score_sheet(view: Mapping[str, Any], log: Sequence[LogEntry]) -> dict[str, Any]:
    """Return points by round; rounds won decide the match."""
    wins = [each["wins"] for each in view["seats"]]
    over = view["phase"] == "over"
    rows = [
        {
            "seat": seat,
            "cells": {f"round-{n}": played["points"][seat] for n, played in enumerate(view["rounds"], 1)},
            "total": won,
            "note": _("round won") if won == 1 else _("rounds won"),
            "place": 1 + sum(each > won for each in wins) if over else None,
        }
        for seat, won in enumerate(wins)
    ]
    sources = [{"key": f"round-{n}", "label": _("Round {n}", n=n)} for n in range(1, len(view["rounds"]) + 1)]
    return {"sources": sources, "rows": rows}


def text_board(view: Mapping[str, Any], names: Sequence[str]) -> str:
    """Return the position as text, for terminals and `print(match)`."""
    width = max(map(len, names))
    mode = MODE_NAMES[Mode[view["mode"].upper()], bool(view["barrels"])]
    lines = [in_language(_("inDICEsion  {mode}, round {round}", mode=mode, round=view["round"]))]
    for seat, each in enumerate(view["seats"]):
        turn = ">" if seat == view["player"] else " "
        counts = in_language(_("{wins} won, {points} now", wins=each["wins"], points=signed(each["points"]).rjust(3)))
        lines.append(f"{turn} {names[seat]:<{width}}  {counts}  {' '.join(each['hand'])}".rstrip())
    return "\n".join(lines)
