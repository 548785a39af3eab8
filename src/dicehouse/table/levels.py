"""The bots as opponents: a name, a face and a strength for each.

Whoever just wants to play begins with the weakest, and after two wins the next one is suggested. How far apart they
are is measured: `dicehouse arena GAME --bots pip,dot,kofi,otto,vera,nox --ladder`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from dicehouse.bots.nets import NET, is_net

WINS = 2  # so many, and a stronger bot is suggested
USUAL = "otto"  # who stands in, and who is proposed where nobody was chosen


@dataclass(frozen=True, slots=True)
class Level:
    """A bot as people meet it. `number` is its strength, from 1, or 0 if nobody has measured it; `face` is drawn in
    art/faces.svg.
    """

    bot: str
    name: str
    word: str
    says: str
    face: str = "bot"
    number: int = 0
    usual: bool = False


_KNOWN = (
    Level("pip", "Pip", "dozy", "Goes for what it fancies, and never thinks of the next turn.", "pip"),
    Level("dot", "Dot", "careless", "Sees a good move now and then, and overlooks many.", "dot"),
    Level("kofi", "Kofi", "steady", "Plays by feel, and overlooks a good deal.", "kofi"),
    Level("otto", "Otto", "sensible", "Plays with care, and misses the finer points.", "otto"),
    Level("vera", "Vera", "sharp", "Sees nearly everything, and misses little.", "vera"),
    Level("nox", "Nox", "merciless", "Plays on in its head as long as it may, and forgives nothing.", "nox"),
)
# What the faces were called before there were six: tables and guests' rivals of that time name them.
_ONCE = {"random": "pip", "greedy": "dot", "sensible": "otto"}


def levels(bots: Sequence[str]) -> tuple[Level, ...]:
    """The levels among these bots, weakest first, then the nets; bots that were never introduced, if there are no
    others.
    """
    known = [level for level in _KNOWN if level.bot in bots] or [level_of(bot) for bot in bots if not is_net(bot)]
    usual = next((level.bot for level in known if level.bot == USUAL), known[-1].bot)
    ladder = (replace(level, number=number, usual=level.bot == usual) for number, level in enumerate(known, 1))
    return (*ladder, *(level_of(bot) for bot in bots if is_net(bot)))


def level_of(bot: str) -> Level:
    """The level of one bot, without its number; a bot that was never introduced goes by its own name."""
    if is_net(bot):
        name = bot.removeprefix(NET).replace("-", " ").title()
        return Level(bot, name, "trained", "A net that has learned by playing. Whoever keeps this house brought it.")
    known = _ONCE.get(bot, bot)
    return next((level for level in _KNOWN if level.bot == known), Level(bot, bot.capitalize(), bot, "A bot."))


def usual_bot(bots: Sequence[str]) -> str:
    """The bot that stands in."""
    return next(level.bot for level in levels(bots) if level.usual)


def rival_among(bots: Sequence[str], met: str | None) -> str:
    """Whom somebody plays who has met this bot; the weakest, to begin with."""
    offered = [level.bot for level in levels(bots)]
    met = met and level_of(met).bot
    return met if met in offered else offered[0]


def stronger(bot: str, wins: int, bots: Sequence[str]) -> str | None:
    """The bot to suggest to somebody who has beaten this one so often; None where that is not often enough."""
    offered = [level.bot for level in levels(bots)]
    known = level_of(bot).bot
    place = offered.index(known) + 1 if known in offered else len(offered)
    return offered[place] if wins >= WINS and place < len(offered) else None
