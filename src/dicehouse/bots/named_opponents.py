"""Define the bots by name: the named opponents, weakest first, and the three plain policies that they are based on."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from dicehouse.core import Game
from dicehouse.core.policy import NAMED_BOTS, SENSIBLE_KIND, BotLevel, BotTraits, character_code
from dicehouse.core.policy import PLAIN_BOTS as PLAIN
from dicehouse.errors import BadSetting
from dicehouse.search.budget import SEARCH, Budget, is_search_name, parse_budget

# Defaults for games without levels of their own. Kofi sees many of the options, Dot few, Pip only tempting ones.
DEFAULT_LEVELS: dict[str, BotLevel] = {
    "pip": BotTraits(looks=0, fancy=35, tempted=90, nerve=95),
    "dot": BotTraits(looks=3, fancy=10, tempted=50, nerve=75),
    "kofi": BotTraits(looks=12, fancy=5, tempted=20, nerve=50),
    "otto": "sensible",
    "vera": "search:100ms",
    "nox": "search:800ms",
}
NAMES = (*PLAIN, *NAMED_BOTS)
SEARCH_FILES = [
    Path(__file__).with_name("search_bot.py"),
    Path(__file__).with_name("tree_driver.py"),
    Path(__file__).parents[1] / "search" / "sequential_halving.py",
    Path(__file__).parents[1] / "engine" / "position_rollouts.py",
]


def check_bot_name(name: str) -> str:
    """Return the name of a bot, with its budget if it searches. Raise BadSetting if there is none with that name."""
    if is_search_name(name):
        parse_budget(name)
    elif name not in NAMES:
        raise BadSetting(f"There is no bot {str(name)[:40]!r}. The bots are: {', '.join(NAMES)}, {SEARCH}, net:FILE.")
    return name


def bot_level(game: Game, name: str) -> BotLevel:
    """Return what a bot plays by in a game: its traits, or the name of a plain policy, a search or a net."""
    return game.hooks.LEVELS.get(name, DEFAULT_LEVELS[name]) if name in NAMED_BOTS else name


def search_budget(game: Game, name: str) -> Budget:
    """Return how long a bot may think in a game; the budget is false if the bot does not search there."""
    level = bot_level(game, name)
    return parse_budget(level) if isinstance(level, str) and is_search_name(level) else Budget()


def compiled_bots(game: Game) -> tuple[str, ...]:
    """Return the bots that choose within the compiled program of the rules, weakest first."""
    return tuple(name for name in NAMES if not search_budget(game, name))


def uses_policy_memo(name: str) -> bool:
    """Return True if a bot uses what the game has precomputed for `sensible`."""
    return name not in PLAIN or PLAIN.index(name) == SENSIBLE_KIND


def policy_code(name: str, game: Game, player: str) -> int:
    """Return the code of this bot for `decide`; `player` distinguishes bots of the same name, each with its
    own habits.
    """
    level = policy_level(game, name)
    if isinstance(level, str):
        return PLAIN.index(level)
    return level.code(character_code(player))


def policy_level(game: Game, name: str) -> BotLevel:
    """Return the traits or the plain policy by which a bot chooses if there is nothing to search, or no time."""
    level = bot_level(game, name)
    return level if isinstance(level, BotTraits) or level in PLAIN else PLAIN[SENSIBLE_KIND]


def fingerprint_parts(game: Game) -> list[tuple[str, object]]:
    """Return what defines the bots besides the rules, with names: their traits, the data files of the game's bots, and
    the code of the search.

    Games that must be continued by the same bots store a hash of this.
    """
    known = sorted(game.readme_path.parent.rglob("*.npz")) if hasattr(game.rules, "__path__") else []
    files = [(file.name, sha256(file.read_bytes()).hexdigest()) for file in (*known, *SEARCH_FILES)]
    return [("levels", sorted({**DEFAULT_LEVELS, **game.hooks.LEVELS}.items())), *files]
