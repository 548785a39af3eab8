"""Ends a turn for somebody who lost it: as soon as the rules allow, without a thought."""

from __future__ import annotations

from dicehouse.match import Match

ENDS = ("end", "pass", "decline", "bank", "stop", "done", "keep", "no")  # as the games call it, the surest first


class Ending:
    """Chooses what ends a turn or lets a question pass; where nothing does, what comes first."""

    def choose(self, match: Match, seat: int) -> str:
        """The id of one of the seat's options."""
        options = [option.id for option in match.options(seat)]
        for end in ENDS:
            found = next((option for option in options if option.split()[-1] == end or option == end), None)
            if found is not None:
                return found
        return options[0]
