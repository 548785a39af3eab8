"""How long a game was played."""

from __future__ import annotations

from pathlib import Path

import pytest

from dicehouse.server.clocks.play_time import PAUSE, PlayTime, in_words

from .finished import played
from .room import ANA, open_house, run_apart


def test_pauses_and_clocks_that_were_set_back_are_not_counted() -> None:
    assert PlayTime().seconds == PlayTime().with_moments([9.0]).seconds == 0
    moments = [0.0, 60.0, 60.0 + PAUSE, 61.0 + PAUSE + PAUSE, 70.0, 90.0]
    assert PlayTime().with_moments(moments).seconds == 60 + PAUSE + 20


@pytest.mark.parametrize(
    ("minutes", "words"),
    [(0, "less than a minute"), (1, "1 minute"), (59, "59 minutes"), (60, "1 hour"), (125, "2 hours 5 minutes")],
)
def test_words(minutes: int, words: str) -> None:
    assert in_words(minutes) == words


def test_the_table_and_the_list_count_the_same(tmp_path: Path) -> None:
    """A minute at least for each action, and the same after a restart."""
    now = [1e9]

    def later() -> float:
        now[0] += 60.0  # the house looks at the clock more often than it writes down
        return now[0]

    async def story() -> None:
        async with open_house(tmp_path) as house:
            house.wall = later
            table = await played(house, ANA)
            minutes = table.state.history.play_time.minutes
            assert minutes >= len(table.state.match.actions) - 1 > 0
        async with open_house(tmp_path) as house:
            assert (await house.find(table.id)).state.history.play_time.minutes == minutes
            assert [each.minutes for each in (await house.chronicle.finished_of(ANA, 9))[1]] == [minutes]

    run_apart(story())
