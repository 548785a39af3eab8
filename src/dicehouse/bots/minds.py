"""The bots by name: those with faces, weakest first, and the three plain kinds that they are made of."""

from __future__ import annotations

import hashlib

from dicehouse.errors import BadSetting
from dicehouse.kit import Game
from dicehouse.kit.thinking import NAMES as PLAIN
from dicehouse.kit.thinking import SENSIBLE
from dicehouse.kit.weakness import CHARACTERS, Mind

from . import budget
from .budget import SEARCH, budget_of, is_search

# Where a game says nothing of its own. Kofi looks at a good part of what there is, Dot at little, Pip at what glitters.
USUAL_MINDS = {
    "pip": Mind(looks=0, fancy=35, tempted=90, nerve=95),
    "dot": Mind(looks=3, fancy=10, tempted=50, nerve=75),
    "kofi": Mind(looks=12, fancy=5, tempted=20, nerve=50),
}
QUICK = (*PLAIN, *USUAL_MINDS, "otto")  # they choose within the rules' own program
FACES = (*USUAL_MINDS, "otto", *budget.FACES)
NAMES = (*PLAIN, *FACES)


def check_name(name: str) -> str:
    """The name of a bot, with its budget if it searches; BadSetting if there is none of that name."""
    if is_search(name):
        budget_of(name)
    elif name not in NAMES:
        raise BadSetting(f"There is no bot {str(name)[:40]!r}; there are: {', '.join(NAMES)}, {SEARCH}, net:FILE.")
    return name


def is_thoughtful(name: str) -> bool:
    """Whether a bot uses what the game has worked out for `sensible`."""
    return name not in PLAIN or PLAIN.index(name) == SENSIBLE


def kind_of(name: str, game: Game, player: str) -> int:
    """What `decide` takes for this bot; `player` makes one of many with the same name, each with habits of its own."""
    if name in PLAIN:
        return PLAIN.index(name)
    if name not in USUAL_MINDS:
        return SENSIBLE
    mind = game.hooks.MINDS.get(name, USUAL_MINDS[name])
    digest = hashlib.sha256(player.encode()).digest()
    return mind.code(int.from_bytes(digest[:4], "big") % CHARACTERS)


def numbers_of(game: Game) -> list[tuple[str, object]]:
    """The figures that bots with faces play by, named: what must be played on by the same bots keeps a hash of them."""
    return [("minds", sorted({**USUAL_MINDS, **game.hooks.MINDS}.items())), ("budgets", budget.FACES)]


def plain_name(name: str, game: Game) -> str:
    """What a game that measures knows a bot by: the levels that it tells apart, and for the others a plain kind."""
    if name in PLAIN or name in game.hooks.MINDS:
        return name
    if is_search(name):
        return PLAIN[SENSIBLE]
    return PLAIN[min(FACES.index(name), SENSIBLE)]
