"""Describe a review in words: what was played, what the dice showed, which rows turned the game, and each seat's luck
and skill.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from dicehouse import text_format
from dicehouse.core.option import fill_names
from dicehouse.i18n import _

from .mistake_reasons import explain_mistake, find_themes
from .review_result import CHANCE, DECISION, BetterOption, ReviewRow
from .reviewed_match import ReviewedMatch, ReviewedMove, copy_position, describe_chance, describe_move, describe_option
from .win_curve import WinChange

MAX_TURNING_POINTS, MAX_MISTAKES = 5, 3
CLEAR_ERRORS = 2.0  # standard errors by which something must differ from 0 to be mentioned
MIN_SHARE = 0.005  # smaller shares of the win are not mentioned
NO_GAIN = "gained nothing"


def make_row(reviewed: ReviewedMatch, entry: WinChange) -> ReviewRow:
    """Return one entry of the win curve as a row."""
    before, after = entry.before.tolist(), entry.after.tolist()
    if entry.chance:
        return _make_chance_row(reviewed, entry, before, after)
    move = entry.move
    assert move is not None
    cost = max(0.0, entry.cost) if entry.best is not None else 0.0
    here = copy_position(reviewed.game, move.position)
    best, reason = None, ""
    if entry.best is not None and cost > 0.0:
        if entry.text:
            best = BetterOption(entry.text, _("Another aim"), before[move.seat])
        else:
            option = reviewed.game.hooks.describe_action(here.state, move.seat, entry.best)
            best = BetterOption(option.id, describe_option(reviewed, here, move.seat, entry.best), before[move.seat])
        if not entry.text and not move.at_once and reviewed.game.hooks.reaction(here.state, move.seat) is None:
            reason = fill_names(
                reviewed.game.hooks.explain_action(here.state, move.seat, entry.best), reviewed.match.names
            )
    text, who = describe_move(reviewed, move), reviewed.match.names[move.seat]
    says = ""
    if best and cost >= MIN_SHARE:
        says = f"{who} gave away {format_gain(cost)} of winning chance: {best.text} was better."
    found = entry.best if best and _is_clear(cost, entry.error) else None
    why, why_you = (None, None) if found is None else explain_mistake(reviewed, move, found, entry.text)
    return ReviewRow(
        DECISION,
        move.number,
        move.seat,
        move.turn,
        move.option,
        text,
        before,
        after,
        entry.error,
        cost=cost,
        best=best,
        reason=reason,
        options=len(move.options),
        says=says,
        why=why,
        why_you=why_you,
        themes=find_themes(reviewed, move, found, entry.text),
    )


def _make_chance_row(reviewed: ReviewedMatch, entry: WinChange, before: list[float], after: list[float]) -> ReviewRow:
    move = entry.move
    luck = [b - a for a, b in zip(before, after, strict=True)]
    number, seat, turn = (move.number, move.seat, move.turn) if move else (0, None, 0)
    text = describe_chance(reviewed, number)
    if move is not None and not (move.chance or move.at_once):
        text = _("How turn {turn} turned out", turn=turn) if turn else _("How it turned out")
    foreseeable = move is None or move.chance or move.at_once
    gainer = int(np.argmax(luck)) if seat is None or move is None or move.at_once else seat
    counted = reviewed.moves[-1].turn > 0
    when = _turn_words(move, turn) if counted or move is None else ""
    says = _luck_sentence(reviewed.match.names[gainer], luck[gainer], when, foreseeable)
    return ReviewRow(CHANCE, number, seat, turn, "", text, before, after, entry.error, luck=luck, says=says)


def _turn_words(move: ReviewedMove | None, turn: int) -> str:
    if move is None:
        return " at the deal"
    return f" in turn {turn}" if turn else " before the first turn"


def _luck_sentence(who: str, gain: float, when: str, foreseeable: bool) -> str:
    """Return a sentence about the value of a chance event for a player."""
    if abs(gain) < MIN_SHARE:
        return ""
    if not foreseeable:
        how = "better" if gain > 0 else "worse"
        return f"Play went on {how} for {who} than it looked{when}, by {format_gain(abs(gain))}."
    if gain > 0:
        return f"{who}'s luck{when} was worth {format_gain(gain)}."
    return f"Bad luck{when} cost {who} {format_gain(-gain)}."


def find_turning_points(rows: Sequence[ReviewRow]) -> list[int]:
    """Return the rows that changed somebody's chance most, the largest change first."""
    swings = [max((abs(b - a) for a, b in zip(row.before, row.after, strict=True)), default=0.0) for row in rows]
    clear = [i for i, swing in enumerate(swings) if swing > max(CLEAR_ERRORS * rows[i].error, MIN_SHARE)]
    return sorted(clear, key=lambda i: -swings[i])[:MAX_TURNING_POINTS]


def find_mistakes(rows: Sequence[ReviewRow]) -> list[int]:
    """Return the decisions that clearly cost something, the costliest first."""
    clear = [i for i, row in enumerate(rows) if row.best and _is_clear(row.cost, row.error)]
    return sorted(clear, key=lambda i: -rows[i].cost)[:MAX_MISTAKES]


def _is_clear(cost: float, error: float) -> bool:
    """Return True if a decision clearly cost something."""
    return cost > max(CLEAR_ERRORS * error, MIN_SHARE)


def summarize_seat(name: str, luck: float, skill: float, error: float) -> str:
    """Return a sentence about the luck and the skill of a seat, in points of winning chance."""
    blur = f", give or take {format_gain(CLEAR_ERRORS * error)}" if error >= MIN_SHARE / CLEAR_ERRORS else ""
    by_skill, by_luck = _gain_words(skill), _gain_words(luck)
    if by_skill == by_luck == NO_GAIN:
        return f"{name}: neither skill nor luck changed the winning chance{blur}."
    return f"{name} {by_skill} by skill and {by_luck} by luck{blur}."


def _gain_words(share: float) -> str:
    if abs(share) < MIN_SHARE / 2:
        return NO_GAIN
    return f"{'gained' if share > 0 else 'lost'} {format_gain(abs(share))} of winning chance"


def format_gain(share: float) -> str:
    """Return a change of the winning chance in points: "41 points"."""
    number = text_format.format_points(share, 0 if share >= 0.0995 else 1).removesuffix(".0")
    return f"{number} point{'' if number == '1' else 's'}"
