"""Find what games with the settings of a match are like, from games of bots that begin with new deals.

A review needs this to share out its rollouts. It must not look at the match for it, because then the value of a
position would depend on what happened later.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dicehouse import bots
from dicehouse.core import Game, Seeded, SettingValue
from dicehouse.engine.thought import Parts, finish
from dicehouse.match.match import Match

from .reviewed_match import collect_moves

GAMES = 2
MAX_ACTIONS = 2_000  # of one game
MAX_KEPT = 64
MIN_CHANCE_SHARE = 0.25  # share of moves that involve chance


@dataclass(frozen=True)
class TypicalGame:
    """Hold means over games."""

    dice_decide: bool  # True if enough moves involve chance for games to differ by it
    decisions: float
    chance_moves: float


_kept: dict[tuple[Game, int, tuple[tuple[str, SettingValue], ...]], TypicalGame] = {}


def find_typical_game(game: Game, players: int, settings: Mapping[str, SettingValue]) -> TypicalGame:
    """Return what a game with these players and settings is like; always the same for the same arguments."""
    return finish(typical_game_in_parts(game, players, settings))


def typical_game_in_parts(game: Game, players: int, settings: Mapping[str, SettingValue]) -> Parts[TypicalGame]:
    """Find what `find_typical_game` does, in parts, and keep it for later."""
    key = game, players, tuple(sorted(settings.items()))
    found = _kept.get(key)
    if found is None:
        found = yield from _play_typical_games(*key)
        if len(_kept) >= MAX_KEPT:
            _kept.clear()
        _kept[key] = found
    return found


def _play_typical_games(game: Game, players: int, settings: tuple[tuple[str, SettingValue], ...]) -> Parts[TypicalGame]:
    moves = decisions = chance = 0
    name = "sensible" if game.engine is None else "greedy"
    for number in range(GAMES):
        match = Match(game, players, dict(settings), Seeded(f"typical|{number}"))
        seated = [bots.make(name, game, f"typical|{number}|{seat}") for seat in range(players)]
        while not match.over and match.number < MAX_ACTIONS:
            seat = match.acting()[0]
            match.play(seat, seated[seat].choose(match, seat))
            yield None
        reviewed = collect_moves(match)
        yield None
        moves += len(reviewed.moves)
        decisions += sum(not move.forced for move in reviewed.moves)
        chance += sum(move.chance for move in reviewed.moves)
    return TypicalGame(chance >= MIN_CHANCE_SHARE * moves, decisions / GAMES, chance / GAMES)
