"""The course of a finished match: its positions, and what was chosen in each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dicehouse.errors import BadMatch
from dicehouse.kit import Game, Position, engine_of
from dicehouse.kit.hooks import FREE
from dicehouse.kit.telling import named
from dicehouse.match import Match

DICED = 0.25  # of the moves with chance
THROWN = ("dice", "die", "faces")  # facts that tell of a throw
MOST_TEXT = 200  # characters of what fell


@dataclass(frozen=True)
class Move:
    """One action of a match; its position is the one in which it was chosen."""

    number: int  # from 1
    seat: int
    position: bytes
    option: str
    action: int  # the rules' number for it
    options: tuple[int, ...]  # that there were, by the same numbers
    forced: bool  # nothing was to be chosen
    asked: tuple[int, ...]  # all seats that could act
    known: int  # the position from which this seat was asked, before others sealed what it can't know
    chance: bool  # dice were thrown or something was drawn
    turn: int


@dataclass(frozen=True)
class Course:
    """A whole match; `positions[n]` is the one after n actions."""

    game: Game
    match: Match
    players: int
    positions: Sequence[bytes]
    moves: Sequence[Move]
    outcome: tuple[float, ...]


def course_of(match: Match) -> Course:
    """How a match went; BadMatch while it goes on."""
    if not match.over:
        raise BadMatch("The match is not finished; it is reviewed when it is over.")
    game, engine = match.game, engine_of(match.game)
    positions = [match.position(number) for number in range(match.number + 1)]
    moves: list[Move] = []
    for number, played in enumerate(match.actions, 1):
        here = position_of(game, positions[number - 1])
        seat, asked = played.seat, engine.acting(here)
        options = tuple(engine.legal(here, seat))
        action = next((a for a in options if game.hooks.describe(here.state, seat, a).id == played.option), FREE)
        forced = (len(options) < 2 and action != FREE) or game.hooks.bot_duty(here.state, seat) != FREE
        known = _known_since(moves, number - 1, seat, asked)
        turn = int(game.hooks.turns(here.state))
        moves.append(
            Move(
                number,
                seat,
                positions[number - 1],
                played.option,
                action,
                options,
                forced,
                asked,
                known,
                bool(played.draws),
                turn,
            )
        )
    return Course(game, match, match.players, positions, moves, tuple(match.shares()))


def is_diced(course: Course) -> bool:
    """Whether chance has a part in enough of the moves for games to differ by it."""
    return sum(move.chance for move in course.moves) >= DICED * len(course.moves)


def position_of(game: Game, data: bytes) -> Position:
    """A position of its own, from bytes."""
    return Position(game, np.frombuffer(data, np.uint8).copy())


def _known_since(moves: Sequence[Move], number: int, seat: int, asked: Sequence[int]) -> int:
    """The first position from which the seat is asked what it is asked now; since then others only sealed choices."""
    if len(asked) == 1 and not (moves and len(moves[-1].asked) > 1 and seat in moves[-1].asked):
        return number
    while number > 0:
        before = moves[number - 1]
        if before.chance or seat not in before.asked or before.seat == seat:
            break
        number -= 1
    return number


def words(course: Course, move: Move) -> str:
    """What was chosen, as the table says it."""
    here = position_of(course.game, move.position)
    if move.action == FREE:  # it was described, not listed
        told = [event for event in course.match.log(None) if event.number == move.number and event.text]
        return told[0].sentence(course.match.names) if told else move.option
    return said(course, here, move.seat, move.action)


def said(course: Course, here: Position, seat: int, action: int) -> str:
    """An option in the words of the table."""
    option = course.game.hooks.describe(here.state, seat, action).named(course.match.names)
    return option.label or option.id


def fell(course: Course, number: int) -> str:
    """What the log told of an action: what fell, was drawn or was shown."""
    match = course.match
    told = [event for event in match.log(None) if event.number == number and event.text]
    thrown = [event for event in told if any(event.facts.get(kind) for kind in THROWN)] or told
    text = " ".join(named(event.text, match.names) for event in thrown)
    return text if len(text) <= MOST_TEXT else text[: MOST_TEXT - 3].rstrip() + "..."
