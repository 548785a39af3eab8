"""Hold the games, a package for each, and the registry that finds them by id."""

from .game_registry import BUILT_IN, ENTRY_POINT_GROUP, HOUSE_RULE_MARK, GameRegistry, all_games, find, split_game_id

__all__ = [
    "BUILT_IN",
    "ENTRY_POINT_GROUP",
    "HOUSE_RULE_MARK",
    "GameRegistry",
    "all_games",
    "find",
    "split_game_id",
]
