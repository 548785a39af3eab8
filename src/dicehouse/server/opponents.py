"""Describe the bots as opponents: a name, a picture and a strength for each.

Guests who just want to play begin with the weakest bot, and after two wins the next one is suggested. How far apart
they are is measured: `dicehouse arena GAME --bots pip,dot,kofi,otto,vera,nox --ladder`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from dicehouse.bots.nets import NET_PREFIX, is_net_name

from ..i18n import _

WINS = 2  # after this many, a stronger bot is suggested
TURN_ENDER = "nobody"  # plays for a player who has lost the turn: see ending.py
USUAL = "otto"  # the substitute, and the bot proposed if none was chosen


@dataclass(frozen=True, slots=True)
class Level:
    """Hold a bot as people meet it.

    `number` is its strength, from 1, or 0 if it was not measured; `face` is the drawing of that name in art/faces.svg.
    """

    bot: str
    name: str
    word: str
    says: str
    face: str = "bot"
    number: int = 0
    usual: bool = False


_KNOWN = (
    Level("pip", "Pip", _("very easy"), _("Plays on impulse and doesn't plan ahead."), "pip"),
    Level("dot", "Dot", _("easy"), _("Finds a good move now and then, and misses many."), "dot"),
    Level("kofi", "Kofi", _("medium"), _("Plays by feel and still misses a lot."), "kofi"),
    Level("otto", "Otto", _("hard"), _("Plays with care, but misses the finer points."), "otto"),
    Level("vera", "Vera", _("very hard"), _("Sees nearly everything."), "vera"),
    Level("nox", "Nox", _("expert"), _("Thinks far ahead and forgives nothing."), "nox"),
)
# The names of the bots before there were six: older tables and guests' rivals are stored with them.
_ONCE = {"random": "pip", "greedy": "dot", "sensible": "otto"}


def levels(bots: Sequence[str]) -> tuple[Level, ...]:
    """Return the levels of `bots`, the weakest first, then the neural nets.

    Bots that have no level here are left out, unless there are no others.
    """
    known = [level for level in _KNOWN if level.bot in bots] or [level_of(bot) for bot in bots if not is_net_name(bot)]
    usual = next((level.bot for level in known if level.bot == USUAL), known[-1].bot)
    ladder = (replace(level, number=number, usual=level.bot == usual) for number, level in enumerate(known, 1))
    return (*ladder, *(level_of(bot) for bot in bots if is_net_name(bot)))


def level_of(bot: str) -> Level:
    """Return the level of `bot`, without its number; a bot that has no level here goes by its own name."""
    if is_net_name(bot):
        name = bot.removeprefix(NET_PREFIX).replace("-", " ").title()
        return Level(
            bot, name, _("trained"), _("A neural net that learned by playing. The host of this server added it.")
        )
    known = _ONCE.get(bot, bot)
    return next((level for level in _KNOWN if level.bot == known), Level(bot, bot.capitalize(), bot, _("A bot.")))


def usual_bot(bots: Sequence[str]) -> str:
    """Return the bot among `bots` that is the substitute unless another one is chosen."""
    return next(level.bot for level in levels(bots) if level.usual)


def rival_among(bots: Sequence[str], met: str | None) -> str:
    """Return the opponent for a guest who last played `met`: that bot, or the weakest if it is not in `bots`."""
    offered = [level.bot for level in levels(bots)]
    met = met and level_of(met).bot
    return met if met in offered else offered[0]


def stronger(bot: str, wins: int, bots: Sequence[str]) -> str | None:
    """Return the bot to suggest to a guest who has beaten `bot` this often.

    Return None if more wins are needed, or if no bot is stronger.
    """
    offered = [level.bot for level in levels(bots)]
    known = level_of(bot).bot
    place = offered.index(known) + 1 if known in offered else len(offered)
    return offered[place] if wins >= WINS and place < len(offered) else None
