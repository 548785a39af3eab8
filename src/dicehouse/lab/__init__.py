"""The laboratory: studies of many games, what is measured in them, and how sure that is.

Docs: docs/laboratory.md. A `Study` is played here by `run`, or anywhere else chunk by chunk (`chunks`, `play_chunk`),
and gives `Findings`, which are plain data that can be written and read.
"""

from .chunks import Chunk, Part, chunks, play_chunk, prepare
from .findings import Findings, from_json, read
from .study import Study

__all__ = ["Chunk", "Findings", "Part", "Study", "chunks", "from_json", "play_chunk", "prepare", "read"]
