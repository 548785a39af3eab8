"""Play a match on from a better choice, to show one way in which it could have gone on."""

from __future__ import annotations

from dicehouse import bots
from dicehouse.core import Seeded
from dicehouse.match.match import Event, Match
from dicehouse.review.reviewed_match import copy_position

MAX_EVENTS, MAX_ACTIONS = 12, 60
TURNS = 2  # that are played: the rest of this one, and the next


def play_continuation(match: Match, number: int, seat: int, option: str, seed: str) -> list[Event]:
    """Return the events that everybody may read if `seat` plays `option` in position `number`, and bots play on.

    They end with the next turn, or after `MAX_EVENTS`. The dice come from `seed`. The match itself doesn't change.
    Raise BadMatch if there is no such position, IllegalOption if the option is not legal there.
    """
    here = match.at(number, Seeded(seed))
    until = _turns_begun(here) + TURNS
    bot = "sensible" if match.game.engine is None else "greedy"
    seated = [bots.make(bot, match.game, f"{seed}|{each}") for each in range(match.players)]
    events: list[Event] = []
    while True:
        n_events = here.n_events
        here.play(seat, option)
        events += (event for event in here.log(None, n_events) if event.text)
        if here.over or here.number >= number + MAX_ACTIONS or _turns_begun(here) >= until or len(events) >= MAX_EVENTS:
            return events[:MAX_EVENTS]
        seat = here.acting()[0]
        option = seated[seat].choose(here, seat)


def _turns_begun(match: Match) -> int:
    return int(match.game.hooks.turns_begun(copy_position(match.game, match.position()).state))
