"""The bots by name: those with faces, weakest first, and the three plain kinds that they are made of."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from dicehouse.errors import BadSetting
from dicehouse.kit import Game
from dicehouse.kit.budget import SEARCH, Budget, budget_of, is_search
from dicehouse.kit.thinking import NAMES as PLAIN
from dicehouse.kit.thinking import SENSIBLE
from dicehouse.kit.weakness import CHARACTERS, FACES, Level, Mind

# Where a game says nothing of its own. Kofi looks at a good part of what there is, Dot at little, Pip at what glitters.
USUAL: dict[str, Level] = {
    "pip": Mind(looks=0, fancy=35, tempted=90, nerve=95),
    "dot": Mind(looks=3, fancy=10, tempted=50, nerve=75),
    "kofi": Mind(looks=12, fancy=5, tempted=20, nerve=50),
    "otto": "sensible",
    "vera": "search:100ms",
    "nox": "search:800ms",
}
NAMES = (*PLAIN, *FACES)
SEARCHES = [Path(__file__).with_name(name) for name in ("searcher.py", "racing.py", "futures.py")]


def check_name(name: str) -> str:
    """The name of a bot, with its budget if it searches; BadSetting if there is none of that name."""
    if is_search(name):
        budget_of(name)
    elif name not in NAMES:
        raise BadSetting(f"There is no bot {str(name)[:40]!r}; there are: {', '.join(NAMES)}, {SEARCH}, net:FILE.")
    return name


def level_in(game: Game, name: str) -> Level:
    """What a bot plays by in a game: a mind, or the name of what it is: a plain bot, a search, a net."""
    return game.hooks.LEVELS.get(name, USUAL[name]) if name in FACES else name


def budget_in(game: Game, name: str) -> Budget:
    """How long a bot may think in a game; it is false if the bot does not search there."""
    level = level_in(game, name)
    return budget_of(level) if isinstance(level, str) and is_search(level) else Budget()


def quick(game: Game) -> tuple[str, ...]:
    """The bots that choose within the rules' own program, weakest first."""
    return tuple(name for name in NAMES if not budget_in(game, name))


def is_thoughtful(name: str) -> bool:
    """Whether a bot uses what the game has worked out for `sensible`."""
    return name not in PLAIN or PLAIN.index(name) == SENSIBLE


def kind_of(name: str, game: Game, player: str) -> int:
    """What `decide` takes for this bot; `player` makes one of many with the same name, each with habits of its own."""
    level = plain_level(game, name)
    if isinstance(level, str):
        return PLAIN.index(level)
    return level.code(character_of(player))


def character_of(player: str) -> int:
    """Which habits a player has; others for every name."""
    return int.from_bytes(sha256(player.encode()).digest()[:4], "big") % CHARACTERS


def plain_level(game: Game, name: str) -> Level:
    """A mind or the name of a plain bot: what chooses where there is nothing to search, or no time."""
    level = level_in(game, name)
    return level if isinstance(level, Mind) or level in PLAIN else PLAIN[SENSIBLE]


def made_of(game: Game) -> list[tuple[str, object]]:
    """What bots are made of besides the rules, named: the figures of those with faces, files of numbers that the game
    has for its bots, the code of the search that games share. What must be played on by the same bots keeps a hash.
    """
    known = sorted(game.readme.parent.rglob("*.npz")) if hasattr(game.rules, "__path__") else []
    files = [(file.name, sha256(file.read_bytes()).hexdigest()) for file in (*known, *SEARCHES)]
    return [("levels", sorted({**USUAL, **game.hooks.LEVELS}.items())), *files]
