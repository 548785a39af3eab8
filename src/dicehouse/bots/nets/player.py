"""A bot that plays by a net: it looks at what its seat sees as numbers, and plays what the net wants most."""

from __future__ import annotations

import numpy as np

from dicehouse.kit import Game, Position, engine_of
from dicehouse.kit.sights import Sight, Space, space_of
from dicehouse.match import Match, Pick

from ..players import Player, Thought
from .net import Net


class Learned(Player):
    """A net in a seat. It plays one game; BadNet if it is asked to play another."""

    def __init__(self, name: str, net: Net, seed: int | str | None = None) -> None:
        super().__init__(name, seed)
        self.net = net
        self._known: tuple[Game, Sight, Space] | None = None

    def consider(self, match: Match, seat: int) -> Thought:
        """Take in the position; what the seat can't know is dealt anew before the net looks, as for every bot."""
        game, number = match.game, match.number
        sight, space = self._of(game)
        self.net.fits_players(match.players, self.name)
        known = Position(game, np.frombuffer(match.position(), np.uint8).copy())

        def think(part: float) -> str:
            self._shuffle(seat, number)
            engine = engine_of(game)
            engine.redeal(known, seat, self._box)
            legal = np.array(engine.legal(known, seat))
            wishes = self.net.wishes(sight.of(known, seat), space.places[legal])
            action = int(legal[int(np.argmax(wishes))])
            return Pick(game.hooks.describe(known.state, seat, action).id, action)

        return think

    def _of(self, game: Game) -> tuple[Sight, Space]:
        """What is seen and what can be done; looked up once, as a bot mostly stays with one game."""
        if self._known is None or self._known[0] is not game:
            self.net.fits(game, None, self.name)
            self._known = (game, Sight(game, self.net.information), space_of(game))
        return self._known[1:]
