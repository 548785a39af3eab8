"""How a match could have gone on from another choice: bots play, always the same way, and the match stays as it is."""

from __future__ import annotations

import pytest

from dicehouse import bots, games
from dicehouse.core import Seeded
from dicehouse.errors import BadMatch, IllegalOption
from dicehouse.games import BUILT_IN
from dicehouse.match.match import Match
from dicehouse.server.archive.continuation import MAX_EVENTS, play_continuation


def finished(game: str) -> Match:
    """A match of two at random."""
    match = Match(games.find(game), 2, {}, Seeded(5))
    seated = [bots.make("random", match.game, seat) for seat in range(2)]
    while not match.over:
        seat = match.acting()[0]
        match.play(seat, seated[seat].choose(match, seat))
    return match


@pytest.mark.parametrize("game", BUILT_IN)
def test_it_begins_with_the_other_choice_and_leaves_the_match_alone(game: str) -> None:
    match = finished(game)
    before, log, last = match.save(), match.full_log(), match.number
    for number in sorted({0, last // 3, last // 2, last - 1}):
        here = match.at(number)
        seat = here.acting()[0]
        option = here.options(seat)[-1].id
        told = play_continuation(match, number, seat, option, "one")
        assert 0 < len(told) <= MAX_EVENTS and all(event.text and event.known_to(None) for event in told)
        assert told == play_continuation(match, number, seat, option, "one")
        alone = match.at(number, Seeded("one"))
        first = alone.n_events
        alone.play(seat, option)
        own = [event for event in alone.log(None, first) if event.text]
        assert told[: len(own)] == own[:MAX_EVENTS]
        assert [event.number for event in told] == sorted(event.number for event in told)
    assert match.save() == before and match.full_log() == log


def test_other_dice_are_another_way() -> None:
    match = finished("dice-ocalypse")
    here = match.at(match.number // 2)
    seat = here.acting()[0]
    option = here.options(seat)[-1].id
    ways = {str(play_continuation(match, match.number // 2, seat, option, f"{n}")) for n in range(5)}
    assert len(ways) > 1


def test_what_is_no_choice_there_is_refused() -> None:
    match = finished("dice-ocalypse")
    seat = match.at(0).acting()[0]
    with pytest.raises(IllegalOption):
        play_continuation(match, 0, seat, "nonsense", "one")
    with pytest.raises(BadMatch):
        play_continuation(match, match.number + 1, seat, "roll", "one")
