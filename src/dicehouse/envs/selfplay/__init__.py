"""Self-play as data: every position, what was legal, what was chosen and how it ended, as Parquet.

`dicehouse selfplay` writes it. It needs `dicehouse[parquet]`.
"""

from .plan import Plan
from .reading import Archive
from .writing import record

__all__ = ["Archive", "Plan", "record"]
