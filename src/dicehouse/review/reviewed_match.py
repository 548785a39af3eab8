"""Prepare a match for a review: its positions, and what was chosen in each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dicehouse.core import Game, Seeded
from dicehouse.core.option import fill_names
from dicehouse.engine import DiceBox, Position, engine_of
from dicehouse.i18n.text import join_sentences
from dicehouse.match.match import Match
from dicehouse.records.sentinels import NO_ACTION

THROW_FACTS = ("dice", "die", "faces")  # facts that describe a throw
MOST_TEXT = 200  # characters of a chance result
ALIKE_DICE = 3  # different dice with which options are compared that may all lead to the same position


@dataclass(frozen=True)
class ReviewedMove:
    """Hold one action of a match; its position is the one in which it was chosen."""

    number: int  # from 1
    seat: int
    position: bytes
    option: str
    action: int  # the number of the action
    options: tuple[int, ...]  # the legal actions, by number
    forced: bool  # True if there was no choice, or none that mattered: all options lead to the same position
    asked: tuple[int, ...]  # all seats that could act
    known: int  # the position in which the seat got this decision, before others made hidden choices
    chance: bool  # True if dice were rolled or something was drawn
    turn: int

    @property
    def at_once(self) -> bool:
        """Return True if seats chose without seeing each other's choices, so that their result is chance for each."""
        return len(self.asked) > 1 or self.known < self.number - 1


@dataclass(frozen=True)
class ReviewedMatch:
    """Hold a whole match; `positions[n]` is the position after n actions. There is no `outcome` while it is running."""

    game: Game
    match: Match
    players: int
    positions: Sequence[bytes]
    moves: Sequence[ReviewedMove]
    outcome: tuple[float, ...] | None


def collect_moves(match: Match) -> ReviewedMatch:
    """Return the moves of a match, which may still be running."""
    game, engine = match.game, engine_of(match.game)
    positions = [match.position(number) for number in range(match.number + 1)]
    moves: list[ReviewedMove] = []
    for number, played in enumerate(match.actions, 1):
        here = copy_position(game, positions[number - 1])
        seat, asked = played.seat, engine.acting(here)
        options = tuple(engine.legal(here, seat))
        action = next(
            (a for a in options if game.hooks.describe_action(here.state, seat, a).id == played.option), NO_ACTION
        )
        forced = (
            (len(options) < 2 and action != NO_ACTION)
            or game.hooks.forced_action(here.state, seat) != NO_ACTION
            or (action != NO_ACTION and lead_to_the_same(game, positions[number - 1], seat, options))
        )
        known = _find_known_since(moves, number - 1, seat, asked)
        turn = int(game.hooks.turns_begun(here.state))
        moves.append(
            ReviewedMove(
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
    outcome = tuple(match.returns()) if match.over else None
    return ReviewedMatch(game, match, match.players, positions, moves, outcome)


def lead_to_the_same(game: Game, position: bytes, seat: int, actions: Sequence[int]) -> bool:
    """Return True if all these legal actions lead to the same position, with the same dice."""
    if game.engine is not None:
        return False
    box = DiceBox(written=False)
    for number in range(ALIKE_DICE):
        found = set()
        for action in actions:
            here = copy_position(game, position)
            box.clear()
            Seeded("alike").prepare(box.dice, number)
            engine_of(game).apply(here, seat, action, box)
            found.add(here.tobytes())
            if len(found) > 1:
                return False
    return True


def copy_position(game: Game, data: bytes) -> Position:
    """Return a new position from bytes."""
    return Position(game, np.frombuffer(data, np.uint8).copy())


def _find_known_since(moves: Sequence[ReviewedMove], number: int, seat: int, asked: Sequence[int]) -> int:
    """Return the first position in which the seat already had this decision; since then others only made hidden
    choices.
    """
    if len(asked) == 1 and not (moves and len(moves[-1].asked) > 1 and seat in moves[-1].asked):
        return number
    while number > 0:
        before = moves[number - 1]
        if before.chance or seat not in before.asked or before.seat == seat:
            break
        number -= 1
    return number


def describe_move(reviewed: ReviewedMatch, move: ReviewedMove) -> str:
    """Return what was chosen, in the words of the log."""
    here = copy_position(reviewed.game, move.position)
    if move.action == NO_ACTION:  # the action was described freely, not listed
        events = [event for event in reviewed.match.log(None) if event.number == move.number and event.text]
        return events[0].sentence(reviewed.match.names) if events else move.option
    return describe_option(reviewed, here, move.seat, move.action)


def describe_option(reviewed: ReviewedMatch, here: Position, seat: int, action: int) -> str:
    """Return an option in the words that players see."""
    option = reviewed.game.hooks.describe_action(here.state, seat, action).named(reviewed.match.names)
    return option.label or option.id


def describe_chance(reviewed: ReviewedMatch, number: int) -> str:
    """Return what the log says about an action: what was rolled, drawn or revealed."""
    match = reviewed.match
    events = [event for event in match.log(None) if event.number == number and event.text]
    thrown = [event for event in events if any(event.facts.get(kind) for kind in THROW_FACTS)] or events
    text = join_sentences(*(fill_names(event.text, match.names) for event in thrown))
    return text if len(text) <= MOST_TEXT else text[: MOST_TEXT - 3].rstrip() + "..."
