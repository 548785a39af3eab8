"""A finished match looked at again: from a seat's eyes it is what that seat was shown, and nothing else."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from dicehouse import games
from dicehouse.core import Seeded
from dicehouse.errors import BadMatch
from dicehouse.match.match import PAST, Match
from dicehouse.server.archive.chat_replay import _lasting
from dicehouse.server.archive.replay import ALL, WATCHER, Moment, Replay
from dicehouse.server.seat_plan import Chair
from dicehouse.server.seats import Refused
from dicehouse.web import socket_messages, table_frames
from dicehouse.web.pages.replay_link import replay_link

from ..invariants.hidden import redealt
from .give import act
from .room import ANA, BEN, Watcher, open_house, run_apart

SHORT: dict[str, dict[str, Any]] = {
    "deck-o-dice": {},
    "dice-ocalypse": {"target": 1000, "opening": 0},
    "dicetopia": {},
    "baron-voodoo": {},
}
SECRET = ["deck-o-dice", "dicetopia"]  # seats see what others don't
ANY_GAME = pytest.mark.parametrize("game", SHORT)


@lru_cache(maxsize=8)
def finished(game: str) -> Match:
    """A match of random choices, to its end."""
    found, chance = games.find(game), random.Random(5)
    match = Match(found, 3 if found.players[1] > 2 else 2, SHORT[game], Seeded(3))
    while not match.over:
        seat = chance.choice(match.acting())
        match.play(seat, chance.choice(match.options(seat)).id)
    return match


def wire(moment: Moment) -> bytes:
    """All that is sent of a moment, byte by byte."""
    events = [table_frames.event_data(event) for event in moment.events]
    return socket_messages.encode_json([moment.number, moment.acting, moment.prompt, moment.view, events])


# --- moments of a match


@ANY_GAME
def test_a_match_at_an_earlier_position_is_that_position(game: str) -> None:
    match = finished(game)
    again = Match(match.game, match.players, match.settings, Seeded(3), match.names)
    for number, action in enumerate(match.actions):
        if number % 7 == 0:
            at = match.at(number)
            assert at.position() == again.position() and at.number == number and not at.over
            for seat in (None, *range(match.players)):
                assert at.view(seat) == again.view(seat) and at.log(seat) == again.log(seat)
        again.play(action.seat, action.option)
    assert match.at(match.number).over


def test_a_match_played_on_from_a_moment_leaves_the_first_one_alone() -> None:
    match = finished("dice-ocalypse")
    before = match.save()
    other = match.at(4, Seeded(99))
    for _ in range(20):
        seat = other.acting()[0]
        other.play(seat, other.options(seat)[0].id)
    assert other.number == 24 and match.save() == before
    for number in (-1, match.number + 1, True, "4", 2.0):
        with pytest.raises(BadMatch, match="There is no position"):
            match.at(number)  # type: ignore[arg-type]


def test_nothing_of_a_match_that_goes_on_is_looked_at_again() -> None:
    match = finished("deck-o-dice").at(9)
    for nothing in (match, None):
        with pytest.raises(Refused, match="when it is over"):
            Replay(nothing)
    with pytest.raises(BadMatch, match="when the game is over"):
        match.full_log()
    assert not match.at(9, show_remembered=True)._position.state.options.memory or match.view(None)["memory"]


@ANY_GAME
def test_a_moment_that_is_not_there_is_refused(game: str) -> None:
    replay = Replay(finished(game))
    assert replay.moment(replay.last, WATCHER).number == replay.last
    for number in (-1, replay.last + 1):
        with pytest.raises(Refused, match="This game has positions"):
            replay.moment(number, WATCHER)


# --- whose eyes


@pytest.mark.parametrize("game", SECRET)
def test_a_seat_is_shown_again_what_it_was_shown(game: str, tmp_path: Path) -> None:
    """A table of two, each with an own listener: every sight of theirs is found again in the replay."""
    chance = random.Random(4)

    async def story() -> tuple[Match, list[Watcher]]:
        async with open_house(tmp_path) as house:
            found = games.find(game)
            chairs = [Chair("person", "Ana"), Chair("open")]
            table = await house.open(
                found, found.modes[0].id, SHORT[game], chairs, ANA, house.keyring.dice_secret(), None
            )
            token = house.keyring.invite(table.id, 1)
            await house.invitations.accept(token, BEN, "Ben", None)
            readers = [Watcher(ANA), Watcher(BEN), Watcher(None)]
            for reader in readers:
                table.join(reader)
            assert table.state.match is not None
            while not table.state.match.over:
                seat = chance.choice(table.state.match.acting())
                option = chance.choice(table.state.match.options(seat)).id
                await act(table, (ANA, BEN)[seat], seat, table.state.match.number, option)
            return table.state.match, readers

    match, readers = run_apart(story())
    replay = Replay(match)
    for eyes, reader in zip((0, 1, WATCHER), readers, strict=True):
        compared = 0
        for sight in reader.sights:
            if sight.view is None or not sight.log_end:
                continue
            moment = replay.moment(sight.number, eyes)
            assert (moment.view, moment.prompt, moment.acting) == (sight.view, sight.prompt, sight.acting)
            new = [event for event in sight.log[: sight.log_end] if event.number == sight.number and event.kind != PAST]
            if not sight.over:  # at the end all is told once more
                assert [event.text for event in moment.events] == [event.text for event in new]
            compared += 1
        assert compared >= match.number


@pytest.mark.parametrize("game", SECRET)
def test_from_a_seats_eyes_a_redealt_moment_is_the_same_to_the_byte(game: str) -> None:
    match, differs = finished(game), 0
    for number in range(0, match.number, 3):
        before = match._history[number]
        for seat in range(match.players):
            data = redealt(match.at(number), seat, number)
            if data == before.data:
                continue
            other = match.at(match.number)
            other._history[number] = replace(before, data=data)
            differs += wire(Replay(other).moment(number, ALL)) != wire(Replay(match).moment(number, ALL))
            assert wire(Replay(other).moment(number, seat)) == wire(Replay(match).moment(number, seat))
    assert differs, "so that the comparison would find something: with all open they differ"


def leaves(view: object) -> Iterator[object]:
    if isinstance(view, dict):
        for value in view.values():
            yield from leaves(value)
    elif isinstance(view, list):
        for value in view:
            yield from leaves(value)
    else:
        yield view


def test_with_all_open_both_hands_of_a_duel_lie_open_and_nothing_has_to_be_remembered() -> None:
    replay = Replay(finished("deck-o-dice"))
    sealed = 0
    for number in range(replay.last + 1):
        shown, hidden = replay.moment(number, ALL), replay.moment(number, WATCHER)
        assert all(side["left"] is not None and side["pile"] is not None for side in shown.view["sides"])
        sealed += sum(
            one["chosen"] and not two["minion"] and bool(one["minion"])
            for one, two in zip(shown.view["sides"], hidden.view["sides"], strict=True)
        )
        assert all(event.later is None for event in shown.events)
    assert sealed >= 12, "in each combat somebody chose first"
    assert any(event.later is not None for event in replay.log(0)), "the seat had to remember"


def test_with_all_open_every_seat_of_the_city_shows_its_missions() -> None:
    replay = Replay(finished("dicetopia"))
    moment = replay.moment(replay.last // 2, ALL)
    hands = [each["hand"] for each in moment.view["each"]]
    assert all(hands) and len({str(hand) for hand in hands}) == 3


@ANY_GAME
def test_turns_begin_where_the_view_counts_them(game: str) -> None:
    replay = Replay(finished(game))
    turns = replay.turns
    assert turns[0].number == 0 and len(turns) > 3
    assert [turn.number for turn in turns] == sorted({turn.number for turn in turns})
    assert turns[-1].number < replay.last


def test_links_to_moments() -> None:
    assert replay_link("abc") == "/t/abc/replay"
    assert replay_link("abc", 12) == "/t/abc/replay?at=12"
    assert replay_link("abc", 0, 2) == "/t/abc/replay?at=0&as=2"
    assert replay_link("abc", 3, "all", plain=True) == "/t/abc/replay/plain?at=3&as=all"


def test_what_is_said_belongs_to_the_actions_that_last() -> None:
    """Two actions, one taken back, two more: what was said after the second belongs to the first."""
    assert _lasting([1, 2, 1, 2, 3]) == [0, 1, 1, 1, 2, 3]
    assert _lasting([]) == [0]
