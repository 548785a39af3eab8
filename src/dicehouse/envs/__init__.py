"""Games for learners: whole batches in compiled code, with what a seat sees as numbers."""

from dicehouse.kit.sights import Sight, Space

from .batch import Batch

__all__ = ["Batch", "Sight", "Space"]
