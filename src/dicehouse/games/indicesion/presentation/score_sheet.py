"""Show the score sheet and the position as text, from a seat's view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dicehouse.core.log_entry import LogEntry

from .notation import signed


def score_sheet(view: Mapping[str, Any], log: Sequence[LogEntry]) -> dict[str, Any]:
    """Return points by round; rounds won decide the match."""
    wins = [each["wins"] for each in view["seats"]]
    over = view["phase"] == "over"
    rows = [
        {
            "seat": seat,
            "cells": {f"round-{n}": played["points"][seat] for n, played in enumerate(view["rounds"], 1)},
            "total": won,
            "note": "round won" if won == 1 else "rounds won",
            "place": 1 + sum(each > won for each in wins) if over else None,
        }
        for seat, won in enumerate(wins)
    ]
    sources = [{"key": f"round-{n}", "label": f"Round {n}"} for n in range(1, len(view["rounds"]) + 1)]
    return {"sources": sources, "rows": rows}


def text_board(view: Mapping[str, Any], names: Sequence[str]) -> str:
    """Return the position as text, for terminals and `print(match)`."""
    width = max(map(len, names))
    lines = [f"inDICEsion  {view['mode']}, round {view['round']}"]
    for seat, each in enumerate(view["seats"]):
        turn = ">" if seat == view["player"] else " "
        hand = " ".join(each["hand"])
        lines.append(
            f"{turn} {names[seat]:<{width}}  {each['wins']} won, {signed(each['points']):>3} now  {hand}".rstrip()
        )
    return "\n".join(lines)
