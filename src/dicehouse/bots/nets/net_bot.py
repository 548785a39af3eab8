"""Play by a net: encode what the seat sees as numbers, and play the action with the highest score."""

from __future__ import annotations

import numpy as np

from dicehouse.core import Game
from dicehouse.engine import Position, engine_of
from dicehouse.engine.observation_encoder import ActionSpace, ObservationEncoder, action_space
from dicehouse.match.match import ChosenOption, Match

from ..policy_bot import PendingChoice, PolicyBot
from .net import Net


class NetBot(PolicyBot):
    """Play one game by a net. Raise BadNet if it is asked to play another game."""

    def __init__(self, name: str, net: Net, seed: int | str | None = None) -> None:
        super().__init__(name, seed)
        self.net = net
        self._cached_game: tuple[Game, ObservationEncoder, ActionSpace] | None = None

    def consider(self, match: Match, seat: int) -> PendingChoice:
        """Copy the position; what the seat can't know is resampled before the net sees it, as for every bot."""
        game, number = match.game, match.number
        encoder, space = self._observation_and_actions(game)
        self.net.check_players(match.players, self.name)
        known = Position(game, np.frombuffer(match.position(), np.uint8).copy())

        def think(part: float) -> str:
            self._prepare_dice(seat, number)
            engine = engine_of(game)
            engine.resample_hidden(known, seat, self._dice_box)
            legal = np.array(engine.legal(known, seat))
            wishes = self.net.action_logits(encoder.encode_position(known, seat), space.places[legal])
            action = int(legal[int(np.argmax(wishes))])
            return ChosenOption(game.hooks.describe_action(known.state, seat, action).id, action)

        return think

    def _observation_and_actions(self, game: Game) -> tuple[ObservationEncoder, ActionSpace]:
        """Return the encoder of observations and the action space; cached, because a bot mostly plays one game."""
        if self._cached_game is None or self._cached_game[0] is not game:
            self.net.check_fits(game, None, self.name)
            self._cached_game = (game, ObservationEncoder(game, self.net.information), action_space(game))
        return self._cached_game[1:]
