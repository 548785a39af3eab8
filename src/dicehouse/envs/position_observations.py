"""Observe positions that are not part of a batch."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from dicehouse.compiler.program import get_program
from dicehouse.core import Game
from dicehouse.engine import Position
from dicehouse.engine.observation_encoder import ObservationEncoder

from .batch_kernels import CONFIG, BatchProgram, Scaling

Floats = npt.NDArray[np.float32]


def observe_positions(
    game: Game,
    encoder: ObservationEncoder,
    players: int,
    positions: npt.NDArray[np.uint8],
    seats: npt.NDArray[np.int64],
) -> Floats:
    """Return what a seat of each position sees, a row for each; `positions` has the bytes of one in each row."""
    config = np.zeros(1, CONFIG)
    config["players"] = players
    for part, width in encoder.part_widths.items():
        config[part] = width
    out: Floats = np.zeros((len(positions), encoder.width), np.float32)
    memory = np.ascontiguousarray(positions).reshape(-1)
    scaling = Scaling(encoder.scaled_ranges, encoder.scale_factors)
    get_program(BatchProgram, game).observe_games(game, memory.copy(), config.view(np.uint8), scaling, seats, out)
    if encoder.from_record_fields:
        encoder.encode_fields(out, positions, seats)
    return out


def observe_one(game: Game, encoder: ObservationEncoder, players: int, position: Position, seat: int) -> Floats:
    """Return what a seat sees of one position."""
    if game.engine is not None:  # its rules are not compiled
        return encoder.encode_position(position, seat)
    row: Floats = observe_positions(game, encoder, players, position.memory[None], np.array([seat]))[0]
    return row
