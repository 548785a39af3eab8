"""Store self-play as Parquet: every position, its legal actions, the choice, and how the game ended.

`dicehouse selfplay` writes it. It needs the extra `parquet`.
"""

from dicehouse.old_names import old_name_getter

from .archive_manifest import ArchiveManifest
from .recorder import record_games
from .selfplay_archive import Archive

__all__ = ["Archive", "ArchiveManifest", "record_games"]

__getattr__ = old_name_getter(__name__)  # names of the version before
