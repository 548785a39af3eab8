"""Play random matches of any game, for the invariants to be tried on: random players, settings, options and dice."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator, Mapping

from ..core import DiceSource, Game, Seeded, SettingValue
from ..engine import DiceBox, Position, engine_of
from ..errors import BadSetting
from .match import Match

MAX_ATTEMPTS = 1_000  # random settings that may not fit together
MAX_MEASURED_STEPS = 9  # actions in a game that measures, where each takes long


class BrokenInvariant(AssertionError):
    """Raise when a game breaks an invariant; the message says how, and what to declare if it is right."""


def require(held: object, how: str) -> None:
    """Raise BrokenInvariant with `how` unless `held`."""
    if not held:
        raise BrokenInvariant(how)


# --- random matches


class Style:
    """Choose options: anything, rather the first ones, or rather the last ones."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._towards = rng.choice((None, 0, -1))

    def choose(self, count: int) -> int:
        """Return the index of one of `count` options."""
        if self._towards is None or self._rng.random() < 0.5:
            return self._rng.randrange(count)
        return self._towards % count


def random_settings(game: Game, rng: random.Random, players: int) -> dict[str, SettingValue]:
    """Return settings of all kinds that go together; numbers are often small, so that games end."""
    for _ in range(MAX_ATTEMPTS):
        drawn = _any_settings(game, rng)
        if fits(game, players, drawn):
            return drawn
    return {}


def fits(game: Game, players: int, settings: Mapping[str, SettingValue]) -> bool:
    """Return whether the settings go together with this number of players."""
    try:
        game.settings_for(players, settings)
    except BadSetting:
        return False
    return True


def _any_settings(game: Game, rng: random.Random) -> dict[str, SettingValue]:
    drawn: dict[str, SettingValue] = {}
    for setting in game.settings:
        if rng.random() < 0.4:
            continue
        if setting.kind == "switch":
            drawn[setting.key] = rng.random() < 0.5
        elif setting.kind == "choice":
            drawn[setting.key] = rng.choice(setting.choices)[0]
        else:
            steps = (setting.high - setting.low) // setting.step
            drawn[setting.key] = setting.low + setting.step * min(rng.randint(0, steps), rng.randint(0, steps) // 4)
    return drawn


def random_match(game: Game, seed: int) -> Match:
    """Return a new match whose players, settings and dice come from `seed`."""
    rng = random.Random(seed)
    players = rng.choice(range(game.players[0], game.players[1] + 1))
    return Match(game, players, random_settings(game, rng, players), Seeded(rng.getrandbits(60)))


def positions_of(match: Match, seed: int, most: int) -> Iterator[Match]:
    """Play a match on at random, and yield it before each of at most `most` actions and once more after the last."""
    rng = random.Random(seed)
    style = Style(rng)
    for _ in range(most):
        yield match
        if match.over:
            return
        seat = rng.choice(match.acting())
        options = match.options(seat)
        match.play(seat, options[style.choose(len(options))].id)
    yield match


def matches(game: Game, count: int, most: int) -> Iterator[Match]:
    """Yield the positions of `count` random matches; fewer and shorter in a game that measures."""
    measures = game.engine is not None
    for seed in range(max(1, count // 12) if measures else count):
        yield from positions_of(random_match(game, seed), ~seed, min(most, MAX_MEASURED_STEPS) if measures else most)


# --- positions


def resampled(match: Match, seat: int, number: int, data: bytes | None = None) -> bytes:
    """Return the match's position, or `data`, with all that `seat` can't know drawn anew."""
    position, box = Position(match.game), DiceBox()
    position.restore(data or match.position())
    Seeded(number).prepare(box.dice, number)
    engine_of(match.game).resample_hidden(position, seat, box)
    return position.tobytes()


def twin(match: Match, data: bytes, source: DiceSource | None = None) -> Match:
    """Return the same match, with the same past, in another position; changes to it leave the first one alone."""
    other = copy.copy(match)
    other.actions, other._events, other._history = [*match.actions], [*match._events], [*match._history]
    other._box, other._position = DiceBox(), Position(match.game)
    other._position.restore(data)
    other._cached_position = b""
    other._source = source or match._source
    return other


def position_of(match: Match) -> Position:
    """Return a copy of the match's position."""
    position = Position(match.game)
    position.restore(match.position())
    return position
