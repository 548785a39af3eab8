"""Choose for a player whose clock ran out, where no bot plays instead: what ends the turn soonest, by the game."""

from __future__ import annotations

from dicehouse.match.match import Match


class Ending:
    """Choose an option that ends a turn or lets a question pass; where there is none, the first one."""

    def choose(self, match: Match, seat: int) -> str:
        """Return the id of one of the options of `seat`."""
        options = [option.id for option in match.options(seat)]
        for word in match.game.hooks.ENDING_WORDS:
            found = next((option for option in options if option.split()[-1] == word), None)
            if found is not None:
                return found
        return options[0]
