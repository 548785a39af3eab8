"""Describe a review in words: what was played, what the dice showed, which rows turned the game, and each seat's luck
and skill.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from dicehouse.core.option import fill_names
from dicehouse.i18n import Text, _, ngettext

from .mistake_reasons import explain_mistake, find_themes
from .review_result import CHANCE, DECISION, BetterOption, ReviewRow
from .reviewed_match import ReviewedMatch, copy_position, describe_chance, describe_move, describe_option
from .win_curve import WinChange

MAX_TURNING_POINTS, MAX_MISTAKES = 5, 3
CLEAR_ERRORS = 2.0  # standard errors by which something must differ from 0 to be mentioned
MIN_SHARE = 0.005  # smaller shares of the win are not mentioned
DEAL, NO_TIME = -1, -2  # in place of a turn: at the deal, and where turns are not counted


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
        says = _(
            "{player} gave away {points} of winning chance. Better: {option}.",
            player=who,
            points=points_text(cost),
            option=best.text,
        )
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
    when = NO_TIME if move is not None and not counted else DEAL if move is None else turn
    says = _luck_sentence(reviewed.match.names[gainer], luck[gainer], when, foreseeable)
    return ReviewRow(CHANCE, number, seat, turn, "", text, before, after, entry.error, luck=luck, says=says)


def _luck_sentence(who: str, gain: float, when: int, foreseeable: bool) -> str:
    """Return a sentence about the value of a chance event for a player. `when` is its turn, 0 before the first one, or
    one of DEAL and NO_TIME.
    """
    if abs(gain) < MIN_SHARE:
        return ""
    values = {"player": who, "points": points_text(abs(gain)), "turn": when}
    if not foreseeable:
        return _surprise(values, gain > 0)
    return _good_luck(values) if gain > 0 else _bad_luck(values)


def _good_luck(values: Mapping[str, Any]) -> Text:
    if values["turn"] == DEAL:
        return _("The deal gained {player} {points}.", **values)
    if values["turn"] == NO_TIME:
        return _("Good luck gained {player} {points}.", **values)
    if values["turn"] == 0:
        return _("Good luck before the first turn gained {player} {points}.", **values)
    return _("Good luck in turn {turn} gained {player} {points}.", **values)


def _bad_luck(values: Mapping[str, Any]) -> Text:
    if values["turn"] == DEAL:
        return _("The deal cost {player} {points}.", **values)
    if values["turn"] == NO_TIME:
        return _("Bad luck cost {player} {points}.", **values)
    if values["turn"] == 0:
        return _("Bad luck before the first turn cost {player} {points}.", **values)
    return _("Bad luck in turn {turn} cost {player} {points}.", **values)


def _surprise(values: Mapping[str, Any], better: bool) -> Text:
    """Say that play went better or worse than it looked when the choice was made."""
    if values["turn"] <= 0:
        if better:
            return _("It went better for {player} than it looked: a gain of {points}.", **values)
        return _("It went worse for {player} than it looked: a loss of {points}.", **values)
    if better:
        return _("Turn {turn} went better for {player} than it looked: a gain of {points}.", **values)
    return _("Turn {turn} went worse for {player} than it looked: a loss of {points}.", **values)


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


def summarize_seat(name: str, luck: float, skill: float, error: float) -> Text:
    """Return a sentence about the luck and the skill of a seat, in points of winning chance."""
    values = {"player": name, "skill": signed_points(skill), "luck": signed_points(luck)}
    if error < MIN_SHARE / CLEAR_ERRORS:
        return _("{player}: {skill} points of winning chance by skill, {luck} by luck.", **values)
    return _(
        "{player}: {skill} points of winning chance by skill, {luck} by luck (±{error}).",
        error=_points(CLEAR_ERRORS * error),
        **values,
    )


def points_text(share: float) -> Text:
    """Return a change of the winning chance in points, without its sign: "41 points"."""
    return ngettext("{n} point", "{n} points", _points(abs(share)))  # type: ignore[arg-type]  # 0.6 points


def signed_points(share: float) -> Text:
    """Return a change of the winning chance in points with its sign and without the unit: "+41"."""
    number = _points(share)
    return Text("+{number}" if number > 0 else "{number}", {"number": number})


def _points(share: float) -> float:
    """Return a share in points, with a digit after the point if they are few and it isn't 0."""
    number = round(100 * share, 0 if abs(share) >= 0.0995 else 1)
    return int(number) if number == int(number) else number
