"""Make the score sheet and the text board from a seat's view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dicehouse.core.log_entry import LogEntry
from dicehouse.i18n import _
from dicehouse.text_format import format_percent

from ..rules.state import CARD_MINIMUM, ScoreSource
from .card_status import CARD_IDS, CARD_NAMES
from .options import dice_words, number

SOURCES: dict[int, tuple[str, str]] = {
    ScoreSource.TURN: ("turn", _("Banked turns")),
    ScoreSource.DOUBLE_NEXT: ("double-next", _("Double Next Score")),
    ScoreSource.DOUBLE: ("double-or-nothing", _("Double or Nothing")),
    ScoreSource.BATTLE_ZONE: ("battle-zone", _("Battle Zone")),
    ScoreSource.COLLATERAL: ("collateral", _("Collateral Damage (won)")),
    ScoreSource.COLLATERAL_LOSS: ("collateral-loss", _("Collateral Damage (lost)")),
    ScoreSource.BLOODSHED: ("bloodshed", _("Lost to Bloodshed")),
    ScoreSource.DO_OR_DIE: ("do-or-die", _("Lost to Do or Die")),
}
NAME_OF_CARD = {text: CARD_NAMES[card] for card, text in CARD_IDS.items()}


def score_sheet(view: Mapping[str, Any], log: Sequence[LogEntry]) -> dict[str, Any]:
    """Return every total by the source of its points; each row sums to its total."""
    cells: list[dict[str, int]] = [{} for _ in view["seats"]]
    for event in log:
        if event.kind == "score" and event.seat is not None:
            source = event.facts["source"]
            cells[event.seat][source] = cells[event.seat].get(source, 0) + event.facts["points"]
    used = {key for row in cells for key in row} | {"turn"}
    rows = [
        {"seat": seat, "cells": cells[seat], "total": one["total"], "note": _note(view, seat), "place": one["place"]}
        for seat, one in enumerate(view["seats"])
    ]
    return {"sources": [{"key": key, "label": label} for key, label in SOURCES.values() if key in used], "rows": rows}


def _note(view: Mapping[str, Any], seat: int) -> str:
    if seat == view["winner"]:
        return _("Die-structor")
    return _("diced") if view["seats"][seat]["diced"] else ""


def text_board(view: Mapping[str, Any], names: Sequence[str]) -> str:
    """Return the position as text, for terminals and `print(match)`."""
    width = max(len(name) for name in names)
    lines = [f"Dice-ocalypse!  to {number(view['target'])}"]
    for seat, (name, one) in enumerate(zip(names, view["seats"], strict=True)):
        mark = ">" if seat == view["player"] and view["phase"] != "over" else " "
        lines.append(f"{mark} {name:<{width}}  {number(one['total']):>7}  {_lies_before(view, seat)}".rstrip())
    if view["dice"]:
        count = len(view["dice"])
        lines.append(
            f"  dice {' '.join(map(str, view['dice']))}   {number(view['turn_score'])} points this turn"
            f"   (chance of a bust with {dice_words(count)}: {format_percent(view['odds'][count - 1]['bust'], 0)})"
        )
    if view["card"]:
        lines.append(f"  {NAME_OF_CARD[view['card']['kind']]} by {names[view['card']['by']]} is in play")
    if view["final"]:
        bar, first = number(view["final"]["bar"]), names[view["final"]["first"]]
        lines.append(f"  final round: score to beat {bar}, set by {first}")
    return "\n".join(lines)


def _lies_before(view: Mapping[str, Any], seat: int) -> str:
    one, note = view["seats"][seat], _note(view, seat)
    marks = one["cards"] if one["total"] >= CARD_MINIMUM else []
    said = {
        "immunity": one["immunity"],
        "[loses a turn]": one["lose_turn"],
        "[next score doubled]": one["double_next"],
        "[Zombie die]": one["zombie"],
        "[Left Behind die]": one["left_behind"],
        "[not open]": not one["opened"],
        f"[{note}]": note,
    }
    return " ".join([*marks, *(mark for mark, shown in said.items() if shown)])
