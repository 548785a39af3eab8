"""Say why a choice was a mistake, and which habits a decision is a case of, by what its player could know."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from dicehouse.core import Seeded
from dicehouse.core.option import fill_names
from dicehouse.engine import DiceBox, Position, engine_of
from dicehouse.records.sentinels import NO_ACTION

from .reviewed_match import ReviewedMatch, ReviewedMove, copy_position
from .turn_outlook import TurnSearch, compare_outlooks

RESAMPLED = 4  # positions with other hidden things, in which the same has to be said
Said = TypeVar("Said")


def explain_mistake(
    reviewed: ReviewedMatch, move: ReviewedMove, best: int, text: str = ""
) -> tuple[str | None, str | None]:
    """Return why the option `best`, or the described one `text`, was better than what was played: for everybody, and
    for the player who chose. It is None if nothing can be shown.
    """
    chosen, better = _choice(move), text or best
    game, search = reviewed.game, TurnSearch(reviewed.game, reviewed.players)

    def explain(position: Position, you: bool) -> str:
        said: str = game.hooks.explain_mistake(position.state, move.seat, chosen, better, you)
        if said or isinstance(chosen, str) or isinstance(better, str) or game.engine is not None:
            return said
        return compare_outlooks(search, position.tobytes(), move.seat, chosen, better, you)

    def explain_twice(position: Position) -> tuple[str, ...]:
        said = explain(position, False)
        return (said, explain(position, True)) if said else ()

    said = _same_for_all(reviewed, move, explain_twice)
    if not said:
        return None, None
    names = reviewed.match.names
    return fill_names(said[0], names), fill_names(said[1], names)


def find_themes(reviewed: ReviewedMatch, move: ReviewedMove, best: int | None, text: str = "") -> dict[str, bool]:
    """Return the habits that a decision is a case of; `best` is an option that was clearly better, if there is one."""
    better: int | str = NO_ACTION if best is None else text or best

    def find(position: Position) -> dict[str, bool]:
        return dict(reviewed.game.hooks.decision_themes(position.state, move.seat, _choice(move), better))

    return _same_for_all(reviewed, move, find) or {}


def _choice(move: ReviewedMove) -> int | str:
    return move.option if move.action == NO_ACTION else move.action


def _same_for_all(reviewed: ReviewedMatch, move: ReviewedMove, find: Callable[[Position], Said]) -> Said | None:
    """Return what `find` finds in the position of a decision; None if it is not the same in positions that its player
    can't distinguish from it.
    """
    game: Any = reviewed.game
    data = reviewed.positions[move.known] if move.at_once else move.position
    found = find(copy_position(game, data))
    if not found or (game.hooks.SAME_FOR_ALL and not move.at_once):
        return found
    box = DiceBox(written=False)
    for number in range(RESAMPLED):
        other = copy_position(game, data)
        Seeded(f"why|{move.number}").prepare(box.dice, number)
        engine_of(game).resample_hidden(other, move.seat, box)
        if find(other) != found:
            return None
    return found
