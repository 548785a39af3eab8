"""Play studies: many games of some variants, with what is measured in them and how sure that is.

Docs: docs/laboratory.md. A `Study` is played here by `run`, or anywhere else chunk by chunk (`remaining_chunks`,
`play_chunk`), and gives a `StudyResult`, plain data that can be written and read.
"""

from .chunks import Chunk, Tallies, compile_games, play_chunk, remaining_chunks
from .study_result import StudyResult, parse_result, read_result
from .study_run import Study

__all__ = [
    "Chunk",
    "Study",
    "StudyResult",
    "Tallies",
    "compile_games",
    "parse_result",
    "play_chunk",
    "read_result",
    "remaining_chunks",
]
