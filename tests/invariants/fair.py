"""Bots tried for fairness: their choice must not depend on anything that their seat can't know.

    python -m tests.invariants.fair [--pairs 1000] [--game GAME] [--bots sensible,search:20] [--seed 1]

plays whole games until so many pairs of positions were compared in each game. In each game every seat has a bot and
that bot's shadow, of the same name and seed. The bot sees the match, its shadow at every decision another one: all that
the seat can't know is dealt anew, and the dice to come are others. Both must choose the same, from the deal to the end.
"""

from __future__ import annotations

import argparse
import gc
import random
import types
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

import numpy as np

from dicehouse import bots
from dicehouse.core import Game, Seeded
from dicehouse.match.match import Match

from .hidden import redealt, twin
from .playing import GAMES, player_counts, random_settings

BOTS = ("sensible", "search:20")
PATIENCE = 10  # times as many pairs as were asked for, if only some of them have other secrets


@dataclass
class Pairs:
    """What was compared: pairs in all, pairs of positions that differ in what the seat can't know, and whole games."""

    pairs: int = 0
    apart: int = 0
    games: int = 0
    differed: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        what = f"{self.pairs:,} pairs, {self.apart:,} with other secrets, {self.games:,} whole games"
        return f"{what}: {len(self.differed) or 'none'} differed"


def deceived(match: Match, seat: int, number: int) -> Match:
    """The match as the seat knows it: with other secrets and other dice to come."""
    return twin(match, redealt(match, seat, number), Seeded(f"other dice {number}")).without_dice()


def shadowed(game: Game, name: str, seed: int, found: Pairs, settings: dict[str, Any] | None = None) -> Iterator[Match]:
    """One whole game in which every bot has a shadow; handed out before every decision."""
    rng = random.Random(seed)
    players = rng.choice(player_counts(game))
    given = random_settings(game, rng, players) if settings is None else settings
    match = Match(game, players, given, Seeded(seed))
    seated, shadows = ([bots.make(name, game, f"{seed}|{seat}") for seat in range(players)] for _ in range(2))
    while not match.over:
        yield match
        seat = rng.choice(match.acting())
        other = deceived(match, seat, seed * 10_000 + match.number)
        chosen, also = seated[seat].choose(match.without_dice(), seat), shadows[seat].choose(other, seat)
        found.pairs += 1
        found.apart += other.position() != match.position()
        if chosen != also:
            found.differed.append(f"{name} in {game.id}, seed {seed}, position {match.number}: {chosen!r}, {also!r}")
        match.play(seat, chosen)
    found.games += 1


def campaign(game: Game, names: Sequence[str], pairs: int, seed: int) -> Pairs:
    """Whole games until so many pairs were compared; where little is hidden, longer, for pairs with other secrets."""
    found, number = Pairs(), seed
    while found.pairs < pairs or 0 < found.apart < pairs > found.pairs / PATIENCE:
        for _ in shadowed(game, names[number % len(names)], number, found):
            pass
        number += 1
    return found


# --- dice to come


def foresight(match: Match, bot: bots.Bot, seat: int, found: Foresight) -> str:
    """Note whether a bot of Dice-ocalypse! throws on, and whether it busts or would have; returns what it chose."""
    option = bot.choose(match.without_dice(), seat)
    kept, _, does = option.rpartition(" ")
    if kept and {f"{kept} roll", f"{kept} bank"} <= {each.id for each in match.options(seat)}:
        told = twin(match, match.position())
        bust = any(event.kind == "bust" for event in told.play(seat, f"{kept} roll"))
        found.note(len(told.actions[-1].draws), does == "roll", bust)
    return option


@dataclass
class Foresight:
    """Throws and banks by what the next throw would have been, as far as chance explains it, in classes alike."""

    counts: dict[Any, list[list[int]]] = field(default_factory=dict)

    def note(self, alike: Any, rolled: bool, bust: bool) -> None:
        table = self.counts.setdefault(alike, [[0, 0], [0, 0]])
        table[rolled][bust] += 1

    @property
    def score(self) -> float:
        """Standard errors by which throws before a bust are more frequent than chance has it (Mantel and Haenszel)."""
        off = spread = 0.0
        for (stay_hit, stay_bust), (roll_hit, roll_bust) in self.counts.values():
            rolls, busts = roll_hit + roll_bust, roll_bust + stay_bust
            total = rolls + stay_hit + stay_bust
            if total > 1:
                off += roll_bust - rolls * busts / total
                spread += rolls * busts * (total - rolls) * (total - busts) / (total**2 * (total - 1))
        return off / sqrt(spread) if spread else 0.0

    @property
    def noted(self) -> int:
        """How often both ways happened in a class."""
        return sum(sum(map(sum, table)) for table in self.counts.values() if all(map(sum, table)))


# --- what a bot holds

SKIPPED = (types.ModuleType, type, types.BuiltinFunctionType)


def reachable(*roots: object) -> Iterator[object]:
    """Everything that these hold, through everything; but not what modules have for all."""
    known, left = {id(roots)}, list(roots)
    shared = {id(vars(module)) for module in gc.get_objects() if issubclass(type(module), types.ModuleType)}
    while left:
        thing = left.pop()
        if id(thing) in known or id(thing) in shared or isinstance(thing, SKIPPED):
            continue
        known.add(id(thing))
        yield thing
        left += gc.get_referents(thing)


def holds(secret: bytes, *roots: object) -> bool:
    """Whether a secret can be found, as bytes or as text."""
    spelled = secret.hex()
    for thing in reachable(*roots):
        if isinstance(thing, (bytes, bytearray)) and secret in thing:
            return True
        if isinstance(thing, np.ndarray) and thing.dtype != object and secret in thing.tobytes():
            return True
        if isinstance(thing, str) and spelled in thing:
            return True
    return False


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.invariants.fair",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--pairs", type=int, default=1000, help="of each game at least (default: 1000)")
    parser.add_argument("--game", choices=list(GAMES), help="one game")
    parser.add_argument("--bots", default=",".join(BOTS), help=f"default: {','.join(BOTS)}")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    failed = False
    for game_id in [given.game] if given.game else GAMES:
        found = campaign(GAMES[game_id], given.bots.split(","), given.pairs, given.seed)
        print(f"{game_id}: {found}", *found.differed[:5], sep="\n  ", flush=True)
        failed |= bool(found.differed)
    raise SystemExit(failed)


if __name__ == "__main__":
    main()
