"""A rule fix ends no game: matches of a house of 21 November, opened by other rules than those they were played by."""

from __future__ import annotations

import asyncio
import hashlib
import json
import random
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dicehouse import games
from dicehouse.cli import main
from dicehouse.errors import BadMatch, CannotUndo
from dicehouse.games.house_rules.patched_game import patched
from dicehouse.match.history import RULE_CHANGE_SEAT
from dicehouse.match.layout_migration import layout_hash
from dicehouse.match.match import Match
from dicehouse.match.restore import RestoredMatch
from dicehouse.server.archive.backfill import catch_up
from dicehouse.server.archive.forks import open_what_if
from dicehouse.server.archive.match_export import export
from dicehouse.server.archive.replay import ALL, WATCHER, Replay
from dicehouse.server.archive.review_worker import refuse
from dicehouse.server.audit import audit
from dicehouse.server.commands import SetPause
from dicehouse.server.features.commit_reveal import first_mark
from dicehouse.server.internal_commands import PlayScript
from dicehouse.server.live_table import Table
from dicehouse.server.seats import Refused
from dicehouse.server.storage.backup import opened
from dicehouse.server.storage.recorded_match import read_recorded
from dicehouse.server.table.change import Guest, Server
from dicehouse.server.table_registry import Chair, TableRegistry
from dicehouse.server.verify import faults

from ..server.give import act, advance_lesson, reveal, undo
from ..server.room import ANA, BEN, open_house, run_apart, step
from .other import GAMES, counting, first_house, plays, with_field, with_rules
from .test_updates import RULE

pytestmark = pytest.mark.xdist_group("carried-on")  # what they share is made once


async def tables_of(house: TableRegistry, game: str) -> tuple[str, str]:
    """The match of a game that goes on, and the one that is over."""
    rows = await house.store.read(
        lambda db: db.execute("SELECT id FROM game_table WHERE game = ? ORDER BY phase DESC", (game,)).fetchall()
    )
    return rows[0][0], rows[1][0]


def seen(match: Match) -> list[Any]:
    """All that anybody sees of some moments of a match."""
    readers = (None, *range(match.players))
    at = [match.at(number) for number in {*range(0, match.number, 9), match.number}]
    return [[(m.view(seat), m.prompt(seat), m.score_sheet(seat), m.log(seat)) for seat in readers] for m in at]


async def play_on(table: Table, most: int = 3000) -> None:
    chance = random.Random(5)
    for _ in range(most):
        if (match := table.state.playing()).over:
            return
        seat = chance.choice(match.acting())
        await act(table, ANA, seat, match.number, chance.choice(match.options(seat)).id)
    raise AssertionError("it does not end")


def told(match: Match) -> list[str]:
    return [event.text for event in match.log(None)]


@pytest.fixture(scope="module")
def noted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The house of 21 November, opened once by a Dicehouse that writes positions down."""
    folder = tmp_path_factory.mktemp("noted")
    first_house(folder / "house.db")

    async def story() -> None:
        async with open_house(folder) as house:
            running, _ = await tables_of(house, GAMES[0])
            assert type((await house.find(running)).state.match) is Match, "replayed: nothing was written down"
            await catch_up(house)

    run_apart(story())
    return folder / "house.db"


@pytest.fixture
def folder(noted: Path, tmp_path: Path) -> Path:
    (tmp_path / "house.db").write_bytes(noted.read_bytes())
    return tmp_path


@pytest.mark.parametrize("game", GAMES)
def test_what_was_written_down_is_what_was_played(folder: Path, game: str) -> None:
    """The same rules: every reader sees the same of every moment, whether it was replayed or not, and it goes on."""

    async def story() -> None:
        async with open_house(folder) as house:
            for name in await tables_of(house, game):
                table = await house.find(name)
                match = table.state.playing()
                replayed = Match.load(match.save())
                assert isinstance(match, RestoredMatch) or match.game.engine, "nothing is replayed"
                assert seen(match) == seen(replayed)
                assert (match.n_actions_under_older_rules, match.save()) == (0, replayed.save())
                if not match.over and match.game.engine is None:
                    await play_on(table)
                match = table.state.playing()
                assert not match.over or not faults(dict(export(table)))
                assert Match.load(match.save()).points() == match.points()

    run_apart(story())


@pytest.mark.parametrize("layout", [False, True], ids=["rules", "layout"])
@pytest.mark.parametrize("game", GAMES)
def test_a_match_goes_on_by_other_rules(
    folder: Path, game: str, layout: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    own = games.find(game)
    other = with_field(own, OLDER={layout_hash(own): counting(7)}) if layout else with_rules(own)

    async def before() -> list[str]:
        async with open_house(folder) as house:
            return told((await house.find((await tables_of(house, game))[0])).state.playing())

    async def story(said: list[str]) -> str:
        async with open_house(folder) as house:
            running, _ = await tables_of(house, game)
            table = await house.find(running)
            match = table.state.playing()
            assert (match.number, match.n_actions_under_older_rules) == (13, 13)
            assert told(match)[:-1] == said, "what was told stays"
            assert "corrected (version 2)" in told(match)[-1]
            assert not layout or match._position.state.added == 7
            seat = match.acting()[0]
            old = match.options(seat)[0].id
            with pytest.raises(Refused) as stale:
                await act(table, ANA, seat, 12, old)
            assert stale.value.stale, "made for a question of the old rules"
            for each in (0, 1):
                with pytest.raises((CannotUndo, Refused), match="rules have since been corrected"):
                    await undo(table, ANA, each, 13)
            await play_on(table)
        async with open_house(folder) as house:  # and once more, from what was written down
            match = (await house.find(running)).state.playing()
            assert (match.over, match.n_actions_under_older_rules) == (True, 13)
            record = dict(export(await house.find(running)))
            assert not faults(record), "every die is as promised, before and after"
            assert record["version"] == "1"
            assert record["actions"][12] == {"seat": RULE_CHANGE_SEAT, "option": "rules 2", "draws": []}
            with pytest.raises(BadMatch, match="After 12 actions"):
                Match.load(record)
            (folder / "match.json").write_text(json.dumps(record))
            assert main(["verify", str(folder / "match.json")]) == 1, "it can't show all"
            with pytest.raises(Refused, match="older rules"):
                refuse(await house.find(running))
            with pytest.raises(BadMatch, match="older rules"):
                match.fork(3, 0)
            replay = Replay(match)
            assert [replay.moment(n, eyes).number for n in (0, 11, 12, 13, 14) for eyes in (ALL, WATCHER, 0)]
            assert replay.turns
            return running

    said = run_apart(before())
    with plays(other):
        running = run_apart(story(said))
        assert (
            "Nobody can check whether they follow the rules up to that point: The match was played with version '1'"
            in capsys.readouterr().out
        )
        with opened(folder / "house.db") as db:
            assert [found.faults for found in audit(db) if found.table == running] == [[]]
    assert main(["verify", str(folder / "match.json")]) == 1
    said_now = capsys.readouterr().out
    assert "Up to that point, they follow the rules." in said_now and "dice match the commitment" in said_now


@pytest.mark.parametrize("game", GAMES)
def test_a_finished_match_is_looked_at_as_it_was_recorded(folder: Path, game: str) -> None:
    """Not replayed by other rules: those here would count and tell everything otherwise."""
    own = games.find(game)

    def ten_more(state: Any, out: Any) -> None:
        own.rules.points(state, out)
        out[:] += 10

    async def look() -> tuple[list[Any], list[int], list[float], list[Any]]:
        async with open_house(folder) as house:
            match = (await house.find((await tables_of(house, game))[1])).state.playing()
            replay = Replay(match)
            moments = [replay.moment(number, ALL) for number in {*range(0, match.number, 9), match.number}]
            return moments, match.points(), match.returns(), [match.over, match.score_sheet(), match.log(None)]

    before = run_apart(look())
    other = with_rules(own, points=ten_more) if own.engine is None else with_rules(own)
    with plays(other):
        assert run_apart(look()) == before
        with opened(folder / "house.db") as db:
            found = [each for each in audit(db) if each.about.startswith(game)]
        assert [each.faults for each in found] == [[], []]
        assert sorted("as it was recorded" in each.note for each in found) == [False, True]


@pytest.mark.parametrize("game", GAMES)
def test_where_no_function_knows_the_layout_nothing_else_breaks(folder: Path, game: str) -> None:
    async def story() -> None:
        async with open_house(folder) as house:
            running, over = await tables_of(house, game)
            for table in (running, over):
                with pytest.raises(BadMatch, match="older rules"):
                    await house.find(table)
            others = await house.tables_of(ANA, 20)
            assert {table.game.id for table in others} == set(GAMES) - {game}
            assert [one.table for one in await house.stuck_of(ANA, 20)] == [running]
            assert len(await house.chronicle.played(ANA)) == len(GAMES)
            stands = await house.store.read(lambda db: read_recorded(db, running))
            ended = await house.store.read(lambda db: read_recorded(db, over))
            assert stands is not None and ended is not None
            assert (stands.over, stands.number, stands.actions) == (False, 12, [])
            assert ended.title and ended.actions and len(ended.log) > 10

    with plays(with_field(games.find(game))):
        run_apart(story())


def test_a_match_that_no_edit_touched_goes_on_as_if_nothing_had_been(folder: Path) -> None:
    """The version is the same, the code is not: it is replayed once, and all comes out as before."""
    own = games.find("dice-ocalypse")

    def over(state: Any) -> bool:
        return bool(own.rules.over(state))

    async def story() -> None:
        async with open_house(folder) as house:
            running, _ = await tables_of(house, own.id)
            match = (await house.find(running)).state.playing()
            assert (match.number, match.n_actions_under_older_rules) == (12, 0)
            assert match.can_undo(0) or match.can_undo(1) or match._history[-1].barrier

    with plays(with_rules(own, version="1", over=over)):
        run_apart(story())


def test_a_fix_that_nobody_declared_is_noticed(folder: Path) -> None:
    """The version was forgotten: the replay comes out otherwise, so the match goes on from where it stood."""
    own = games.find("baron-voodoo")
    apply = own.rules.apply

    def otherwise(state: Any, seat: int, action: int, dice: Any) -> None:
        apply(state, seat, action, dice)
        state.turn += 1

    async def story() -> None:
        async with open_house(folder) as house:
            running, over = await tables_of(house, own.id)
            assert (await house.find(running)).state.playing().n_actions_under_older_rules == 13
            match = (await house.find(over)).state.playing()
            assert (match.over, match.n_actions_under_older_rules) == (True, match.number)

    with plays(with_rules(own, version="1", apply=otherwise)):
        run_apart(story())


def test_rules_that_fail_on_the_position_leave_it_alone(folder: Path) -> None:
    own = games.find("deck-o-dice")

    def fails(state: Any, seat: int, actions: Any) -> None:
        raise IndexError("a card that is no more")

    async def story(expected: Callable[[TableRegistry, str], Any]) -> None:
        async with open_house(folder) as house:
            await expected(house, (await tables_of(house, own.id))[0])

    async def refused(house: TableRegistry, table: str) -> None:
        with pytest.raises(BadMatch, match="older rules"):
            await house.find(table)

    async def goes_on(house: TableRegistry, table: str) -> None:
        assert (await house.find(table)).state.playing().number == 12

    with plays(with_rules(own, legal=fails)):
        run_apart(story(refused))
    run_apart(story(goes_on))  # the way back


def test_a_table_that_waits_over_an_update_begins_by_what_is_agreed_then(tmp_path: Path) -> None:
    """The newer rules have a setting more: table and match say the same of it, and so does the next table."""
    own = games.find("dice-ocalypse")
    newer = replace(patched(own, RULE, check_invariants=False), id=own.id, name=own.name, version="2")

    async def story() -> None:
        async with open_house(tmp_path) as house:
            chairs = [Chair("person", "Ana"), Chair("open")]
            table = await house.open(own, own.modes[0].id, {}, chairs, ANA, house.keyring.dice_secret(), None)
            played = await house.open(own, own.modes[0].id, {}, chairs[:1] * 2, ANA, house.keyring.dice_secret(), None)
            chance = random.Random(1)
            while not played.state.playing().over:
                await step(played, chance)
            with plays(newer):
                await house.invitations.accept(house.keyring.invite(table.id, 1), "b" * 32, "Ben", None)
                again = await house.find(await house.again(played, ANA))
                for begun in (table, again):
                    assert begun.state.record.header is not None
                    assert begun.state.record.settings == begun.state.record.header["settings"]
                    assert begun.state.record.settings["consolation"] == newer.complete({})["consolation"]
                found = await house.store.read(lambda db: [*audit(db)])
                assert {each.table: each.faults for each in found if each.table != played.id} == {
                    table.id: [],
                    again.id: [],
                }

    run_apart(story())


def test_what_browsers_were_shown_before_their_texts_holds_over_an_update(tmp_path: Path) -> None:
    """The match begins with the hash that they keep, and goes on from there by the newer rules."""
    own = games.find("dice-ocalypse")
    newer = replace(patched(own, RULE, check_invariants=False), id=own.id, name=own.name, version="2")
    texts = {ANA: "1" * 32, BEN: "2" * 32}
    seals = {guest: hashlib.sha256(text.encode()).hexdigest() for guest, text in texts.items()}

    async def story() -> None:
        async with open_house(tmp_path) as house:
            chairs, short = [Chair("person", "Ana"), Chair("open")], {"target": 1_500, "special_cards": False}
            table = await house.open(own, own.modes[0].id, short, chairs, ANA, house.keyring.dice_secret(), seals[ANA])
            await house.invitations.accept(house.keyring.invite(table.id, 1), BEN, "Ben", seals[BEN])
            assert first_mark(table.state) is not None
            kept, chance = first_mark(table.state).hash, random.Random(1)
            with plays(newer):
                for guest, text in texts.items():
                    await reveal(table, guest, text)
                assert table.state.record.header is not None and table.state.history.chain is not None
                assert table.state.record.header["version"] == "1"
                assert table.state.record.settings == table.state.record.header["settings"], "as they were shown"
                match = table.state.playing()
                assert (match.game.version, match.number) == ("2", 1)
                assert match.settings["consolation"] == newer.complete({})["consolation"]
                while not table.state.playing().over:
                    match = table.state.playing()
                    seat = chance.choice(match.acting())
                    option = chance.choice(match.options(seat)).id
                    await act(table, (ANA, BEN)[seat], seat, match.number, option)
                assert not faults(export(table), kept)
                assert [each.faults for each in await house.store.read(lambda db: [*audit(db)])] == [[]]

    run_apart(story())


def test_where_the_corrected_rules_end_the_game_it_is_over(folder: Path) -> None:
    own = games.find("dicetopia")

    async def story() -> None:
        async with open_house(folder) as house:
            running, _ = await tables_of(house, own.id)
            table = await house.find(running)
            assert (table.state.phase, table.state.playing().over) == ("over", True)
            assert {one.table for one in await house.chronicle.played(ANA) if one.result} >= {running}

    with plays(with_rules(own, over=lambda state: True, acting=lambda state: 0)):
        run_apart(story())


def test_where_the_corrected_rules_end_a_game_that_is_paused_nobody_has_to_resume_it(folder: Path) -> None:
    own = games.find("dice-ocalypse")

    async def pause() -> None:
        async with open_house(folder) as house:
            table = await house.find((await tables_of(house, own.id))[0])
            await table.execute(Guest(ANA), SetPause(True))
            assert table.state.is_paused

    async def story() -> None:
        async with open_house(folder) as house:
            table = await house.find((await tables_of(house, own.id))[0])
            assert table.state.phase == "over" and not table.state.is_paused
            assert table.shown(ANA).prompt == table.state.playing().prompt(0)

    run_apart(pause())
    with plays(with_rules(own, over=lambda state: True, acting=lambda state: 0)):
        run_apart(story())


def test_back_and_forth(folder: Path) -> None:
    """A version that was taken back again: the match went on by it, and goes on by the one before."""
    own = games.find("dice-ocalypse")

    async def step(number: int, recorded: int) -> None:
        async with open_house(folder) as house:
            table = await house.find((await tables_of(house, own.id))[0])
            match = table.state.playing()
            assert (match.number, match.n_actions_under_older_rules) == (number, recorded)
            seat = match.acting()[0]
            await act(table, ANA, seat, match.number, match.options(seat)[0].id)

    with plays(with_rules(own)):
        run_apart(step(13, 13))
        run_apart(step(14, 13))
    run_apart(step(16, 16))


def test_a_damaged_moment_costs_its_table_alone(folder: Path) -> None:
    import sqlite3

    async def story() -> None:
        async with open_house(folder) as house:
            running, _ = await tables_of(house, "dicetopia")
            with closing(sqlite3.connect(folder / "house.db")) as db, db:
                db.execute("UPDATE entry SET moment = x'00' WHERE table_id = ? AND serial = 5", (running,))
            with pytest.raises(BadMatch, match="damaged"):
                await house.find(running)
            assert len(await house.tables_of(ANA, 20)) == len(GAMES) - 1

    run_apart(story())


async def learn(house: TableRegistry) -> Table:
    """A lesson of which some was done."""
    game = games.find("dice-ocalypse")
    table = await house.learn(game, game.hooks.LESSONS[0].name, ANA, "Ana")
    for _ in range(4):
        assert table.state.lesson is not None
        if table.state.lesson.is_reading:
            await advance_lesson(table, ANA, table.state.lesson.at)
        else:
            (way, *_) = table.state.lesson.accepted_options(table.state.playing())
            await act(table, ANA, 0, table.state.playing().number, way.id)
        await table.execute(Server(), PlayScript())
    return table


@pytest.mark.parametrize("kind", ["lesson", "what-if", "bots"])
def test_lessons_what_ifs_and_bots_go_on_too(folder: Path, kind: str) -> None:
    own = games.find("dice-ocalypse")

    async def begin() -> tuple[str, int]:
        async with open_house(folder) as house:
            if kind == "lesson":
                table = await learn(house)
            elif kind == "what-if":
                before = await house.find((await tables_of(house, own.id))[1])
                seat = before.state.playing().actions[8].seat
                table = await open_what_if(house, before, 8, seat, ANA, "Ana", house.keyring.dice_secret(), None)
            else:
                chairs = [Chair("bot", "", "first"), Chair("person", "Ana"), Chair("bot", "", "first")]
                table = await house.open(own, own.modes[0].id, {}, chairs, ANA, house.keyring.dice_secret(), None)
            return table.id, table.state.playing().number

    async def go_on(table_id: str, number: int) -> None:
        async with open_house(folder) as house:
            table = await house.find(table_id)
            match = table.state.playing()
            assert match.number > number and match.n_actions_under_older_rules > 0
            assert kind != "lesson" or table.state.lesson is not None, "the script goes on as well"
            if kind == "lesson":
                with pytest.raises(Refused):
                    await undo(table, ANA, 0, match.number)
                return
            for _ in range(6000):
                await asyncio.sleep(0.01)
                match = table.state.playing()
                acting = match.acting()
                mine = [seat for seat in acting if table.state.seats[seat].kind == "person"]
                if match.over or match.number > number + 12:
                    return
                if mine:
                    at, options = match.number, match.options(mine[0])
                    if options:
                        with suppress(Refused):  # a bot or a standing order was quicker
                            await act(table, ANA, mine[0], at, options[-1].id)
            raise AssertionError("nobody goes on")

    where = run_apart(begin())
    with plays(with_rules(own)):
        run_apart(go_on(*where))
        run_apart(go_on(where[0], where[1]))
