"""The bots as opponents: a name, a face and a strength for each.

Whoever just wants to play begins with the weakest. Somebody who finds every other move only, and plays anything
between, beats it in most games: 35 of 40 of Dice-ocalypse!, 39 of Baron Voodoo, 26 of Deck-O-Dice, 36 of Dicetopia,
5 of 6 of inDICEsion (tests/bots/test_first_rival.py). The next one wins most games against such a player.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

WINS = 2  # so many, and a stronger bot is suggested


@dataclass(frozen=True, slots=True)
class Level:
    """A bot as people meet it. `number` is its strength, from 1; `face` is drawn in art/faces.svg."""

    bot: str
    name: str
    word: str
    says: str
    face: str = "bot"
    number: int = 0


_KNOWN = (
    Level("random", "Pip", "dozy", "Plays anything that is allowed, and never looks ahead.", "pip"),
    Level("greedy", "Dot", "hasty", "Takes what brings the most right now, whatever comes after.", "dot"),
    Level("sensible", "Otto", "sensible", "Knows the odds of this game and weighs what comes next.", "otto"),
)


def levels(bots: Sequence[str]) -> tuple[Level, ...]:
    """The levels of these bots, weakest first; a bot that was never introduced goes by its own name."""
    known = {level.bot: level for level in _KNOWN}
    plain = (known.get(bot) or Level(bot, bot.capitalize(), bot, "A bot.") for bot in bots)
    return tuple(replace(level, number=number) for number, level in enumerate(plain, 1))


def level_of(bot: str) -> Level:
    """The level of one bot, without its number."""
    return next((level for level in _KNOWN if level.bot == bot), Level(bot, bot.capitalize(), bot, "A bot."))


def stronger(bot: str, wins: int, bots: Sequence[str]) -> str | None:
    """The bot to suggest to somebody who has beaten this one so often; None where that is not often enough."""
    place = bots.index(bot) + 1 if bot in bots else len(bots)
    return bots[place] if wins >= WINS and place < len(bots) else None
