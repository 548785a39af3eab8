"""Offer games to learners: batches in compiled code, with numeric observations, and the interfaces of
common libraries.
"""

from dicehouse.engine.observation_encoder import ActionSpace, ObservationEncoder

from .batch import Batch

__all__ = ["ActionSpace", "Batch", "ObservationEncoder"]
