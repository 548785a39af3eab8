"""A review in words: what was played, what fell, which rows turned the game, and what each seat owes to what."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from dicehouse.kit import shares
from dicehouse.kit.telling import named

from .course import Course, Move, fell, position_of, said, words
from .ledger import Entry
from .shape import CHANCE, DECISION, Best, Row

MOST_TURNING, MOST_LOOKS = 5, 3
CLEAR = 2.0  # standard errors by which something must show to be worth a word
LEAST = 0.005  # a smaller part of the win is not worth one


def row_of(course: Course, entry: Entry) -> Row:
    """One entry of the account as a row."""
    before, after = entry.before.tolist(), entry.after.tolist()
    if entry.chance:
        return _of_chance(course, entry, before, after)
    move = entry.move
    assert move is not None
    cost = entry.lost if entry.best is not None else 0.0
    here = position_of(course.game, move.position)
    best, reason = None, ""
    if entry.best is not None and cost > 0.0:
        if entry.text:
            best = Best(entry.text, "Another aim", after[move.seat] + cost)
        else:
            option = course.game.hooks.describe(here.state, move.seat, entry.best)
            best = Best(option.id, said(course, here, move.seat, entry.best), after[move.seat] + cost)
        if not entry.text and len(move.asked) == 1 and course.game.hooks.reaction(here.state, move.seat) is None:
            reason = named(course.game.hooks.reason(here.state, move.seat, entry.best), course.match.names)
    text, who = words(course, move), course.match.names[move.seat]
    says = f"{who} gave away {percent(cost)}: {best.text} was better." if best and cost >= LEAST else ""
    return Row(
        DECISION,
        move.number,
        move.seat,
        move.turn,
        move.option,
        text,
        before,
        after,
        entry.its_error if best else entry.error,
        cost=cost,
        best=best,
        reason=reason,
        options=len(move.options),
        says=says,
    )


def _of_chance(course: Course, entry: Entry, before: list[float], after: list[float]) -> Row:
    move = entry.move
    luck = [b - a for a, b in zip(before, after, strict=True)]
    number, seat, turn = (move.number, move.seat, move.turn) if move else (0, None, 0)
    text = fell(course, number)
    if move is not None and not (move.chance or len(move.asked) > 1):
        text = f"How turn {turn} turned out" if turn else "How it turned out"
    foreseeable = move is None or move.chance or len(move.asked) > 1
    gainer = int(np.argmax(luck)) if seat is None or move is None or len(move.asked) > 1 else seat
    counted = course.moves[-1].turn > 0
    when = _when(move, turn) if counted or move is None else ""
    says = _worth(course.match.names[gainer], luck[gainer], when, foreseeable)
    return Row(CHANCE, number, seat, turn, "", text, before, after, entry.error, luck=luck, says=says)


def _when(move: Move | None, turn: int) -> str:
    if move is None:
        return " at the deal"
    return f" in turn {turn}" if turn else " before the first turn"


def _worth(who: str, gain: float, when: str, foreseeable: bool) -> str:
    """What a stroke of chance was worth to somebody."""
    if abs(gain) < LEAST:
        return ""
    if not foreseeable:
        how = "better" if gain > 0 else "worse"
        return f"Play went on {how} for {who} than it looked{when}, by {percent(abs(gain))}."
    if gain > 0:
        return f"{who}'s luck{when} was worth {percent(gain)}."
    return f"Bad luck{when} cost {who} {percent(-gain)}."


def percent(share: float) -> str:
    """A share of the win as people say it."""
    return shares.percent(share, 0 if share >= 0.0995 or share < 0.0005 else 1)


def turning_of(rows: Sequence[Row]) -> list[int]:
    """The rows that changed somebody's chance most, the greatest swing first."""
    swings = [max((abs(b - a) for a, b in zip(row.before, row.after, strict=True)), default=0.0) for row in rows]
    clear = [i for i, swing in enumerate(swings) if swing > max(CLEAR * rows[i].error, LEAST)]
    return sorted(clear, key=lambda i: -swings[i])[:MOST_TURNING]


def looks_of(rows: Sequence[Row]) -> list[int]:
    """The decisions worth a second look: those that clearly cost something, the costliest first."""
    clear = [i for i, row in enumerate(rows) if row.best and row.cost > max(CLEAR * row.error, LEAST)]
    return sorted(clear, key=lambda i: -rows[i].cost)[:MOST_LOOKS]


def account(name: str, luck: float, skill: float, error: float) -> str:
    """What a seat owes to luck and to skill, in a sentence."""
    blur = f", give or take {percent(CLEAR * error)}" if error >= LEAST else ""
    return f"{name} {_moved(skill)} by skill and {_moved(luck)} by luck{blur}."


def _moved(share: float) -> str:
    if abs(share) < LEAST / 2:
        return "neither won nor lost"
    return f"{'won' if share > 0 else 'lost'} {percent(abs(share))}"
