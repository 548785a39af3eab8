"""The part of a report about luck and skill."""

from __future__ import annotations

from markupsafe import Markup

from ..findings import Cell, Skill
from ..telling import left_out
from .drawing import joined
from .forests import Frame, Row, Span, forest
from .judging import Judged
from .numbers import SPACE, listed, percent, plain, whole_percent
from .sections import paragraphs, sheet


def mastery(judged: Judged) -> Markup:
    """How much of winning is skill, in the population of bots that the study names."""
    return joined(_of(judged, cell, cell.skill) for cell in judged.view.found.cells if cell.skill)


def title(skill: Skill) -> str:
    """What may be said of the share."""
    if skill.low <= 0.001:
        return "Luck or skill: among these bots no skill shows."
    return f"Among these bots {whole_percent(skill.share)} of winning is skill."


def _of(judged: Judged, cell: Cell, skill: Skill) -> Markup:
    even = 1 / cell.players
    rows = [
        Row(
            f"{duel.bot} among {duel.others}",
            Span(duel.wins, duel.low, duel.high),
            percent(duel.wins),
            f"{plain(100 * duel.low, 1)} to {plain(100 * duel.high, 1)}",
            mark="disc",
            hollow=duel.low <= even <= duel.high,
        )
        for duel in skill.duels
        if duel.bot != duel.others
    ]
    frame = Frame("Who beats whom", "one bot", "wins", "wins", "% of its games", line=even, times=100)
    say = [
        f"{judged.view.title(cell)}. {percent(skill.share)} of the variance of winning comes from who plays how well"
        f" ({plain(100 * skill.low, 1)} to {plain(100 * skill.high, 1)}{SPACE}%), the rest is luck.",
        f"That is true of these bots only: {listed(skill.bots)}. Among equals it would be nothing, among people"
        " something else.",
        *filter(None, [left_out(skill)]),
    ]
    return sheet(title(skill), paragraphs(say), forest(rows, frame))
