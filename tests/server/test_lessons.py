"""Lessons at real tables: every one is taken to its end, every wrong touch is answered and loses nothing."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dicehouse.core import Lesson
from dicehouse.core.lesson import LEARNER_SEAT
from dicehouse.games import BUILT_IN, find
from dicehouse.server import audit
from dicehouse.server.live_table import Table
from dicehouse.server.seats import Refused
from dicehouse.server.storage.backup import opened
from dicehouse.server.table_registry import TableRegistry

from .give import act, advance_lesson, undo
from .room import ANA, BEN, open_house, run_apart

TAUGHT = [(game_id, lesson) for game_id in BUILT_IN for lesson in find(game_id).hooks.LESSONS]
DICE = "dice-ocalypse"
MOST_WRONG = 8  # options tried at one step


async def asked(table: Table) -> dict[str, Any]:
    """The lesson once the learner has to do something, or is done; all others have played."""
    while True:
        lesson = table.snapshots.of_seat(table.state, LEARNER_SEAT).lesson
        assert lesson is not None, "the script was lost"
        if lesson["done"] or lesson["say"]:
            return dict(lesson)
        await asyncio.sleep(0.002)


async def go_on(table: Table) -> bool:
    """Do what is asked; False when the lesson is over."""
    lesson, match, course = await asked(table), table.state.match, table.state.lesson
    assert match is not None and course is not None
    if lesson["done"]:
        return False
    if lesson["reads"]:
        await advance_lesson(table, ANA, lesson["at"])
    else:
        ways = course.accepted_options(match)
        await act(table, ANA, LEARNER_SEAT, match.number, ways[0].id if ways else lesson["on"][0])
    return True


async def touch_wrongly(table: Table) -> int:
    """Play what does not go on now; each is refused in the lesson's words, and nothing moves."""
    lesson, match, course = await asked(table), table.state.match, table.state.lesson
    assert match is not None and course is not None
    goes = [option.id for option in course.accepted_options(match)]
    wrong = (
        [option.id for option in match.options(LEARNER_SEAT) if option.id not in goes]
        if LEARNER_SEAT in match.acting()
        else []
    )
    before = match.position(), match.number, course.at
    for option in wrong[:MOST_WRONG]:
        with pytest.raises(Refused) as refused:
            await act(table, ANA, LEARNER_SEAT, match.number, option)
        said = str(refused.value)
        assert lesson["done"] or lesson["say"] in said, said
        assert said[0].isupper() and len(said) > 20
    match, course = table.state.match, table.state.lesson
    assert match is not None and course is not None
    assert (match.position(), match.number, course.at) == before
    return len(wrong)


@pytest.mark.parametrize(("game_id", "lesson"), TAUGHT, ids=[f"{game}: {one.name}" for game, one in TAUGHT])
def test_a_lesson_is_taken_at_a_table(tmp_path: Path, game_id: str, lesson: Lesson) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            table = await house.learn(find(game_id), lesson.name, ANA, "Ana")
            assert [seat.name for seat in table.state.seats] == ["Ana", *lesson.rivals]
            steps, wrong = 0, 0
            while not (await asked(table))["done"]:
                wrong += await touch_wrongly(table)
                assert await go_on(table)
                steps += 1
            done = await asked(table)
            assert steps == len(lesson.steps) and wrong > 0
            assert done["well"] == lesson.well and done["tip"] == lesson.tip
            await touch_wrongly(table)
            assert await house.tables_of(ANA) == [], "a lesson that is over is no table where one left off"

    run_apart(story())


def test_a_lesson_outlives_the_house_at_every_step(tmp_path: Path) -> None:
    async def once(known: dict[str, Any]) -> dict[str, Any] | None:
        async with open_house(tmp_path) as house:
            table = await house.learn(find(DICE), "first", ANA, "Ana")
            lesson = await asked(table)
            assert not known or (table.id, lesson) == (known["table"], known["lesson"])
            if not await go_on(table):
                return None
            return {"table": table.id, "lesson": await asked(table)}

    known: dict[str, Any] | None = {}
    while known is not None:
        last, known = known, run_apart(once(known if not known or not known["lesson"]["done"] else {}))
        if known and known["lesson"]["done"]:
            break
    assert known and known["lesson"]["done"] and last["lesson"]["step"] == known["lesson"]["of"]
    with opened(tmp_path / "house.db") as db:
        assert [finding.faults for finding in audit.audit(db)] == [[]]


def test_a_lesson_that_is_over_is_over_after_a_restart_and_the_next_is_new(tmp_path: Path) -> None:
    async def take() -> str:
        async with open_house(tmp_path) as house:
            table = await house.learn(find(DICE), "first", ANA, "Ana")
            while await go_on(table):
                pass
            return table.id

    async def look(table_id: str) -> None:
        async with open_house(tmp_path) as house:
            table = await house.find(table_id)
            assert (await asked(table))["done"]
            assert (await house.learn(find(DICE), "first", ANA, "Ana")).id != table_id
            assert (await house.learn(find(DICE), "first", BEN, "Ben")).id != table_id
            assert await house.known(ANA) == {DICE}

    run_apart(look(run_apart(take())))


def test_one_lesson_is_taken_up_again_and_not_opened_twice(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            opened_first = [await house.learn(find(DICE), "first", ANA, "Ana") for _ in range(2)]
            both = await asyncio.gather(*(house.learn(find(DICE), "first", ANA, "Ana") for _ in range(4)))
            assert len({table.id for table in (*opened_first, *both)}) == 1
            assert [table.id for table in await house.tables_of(ANA)] == [both[0].id]

    run_apart(story())


def test_who_leaves_plays_on_freely_in_the_same_match(tmp_path: Path) -> None:
    async def story(house: TableRegistry) -> None:
        table = await house.learn(find(DICE), "first", ANA, "Ana")
        await go_on(table)
        with pytest.raises(Refused, match="don't need undo"):
            await undo(table, ANA, LEARNER_SEAT, 1)
        with pytest.raises(Refused, match="isn't your seat"):
            await advance_lesson(table, BEN, None)
        await advance_lesson(table, ANA, None)
        match = table.state.match
        assert match is not None and table.snapshots.of_seat(table.state, LEARNER_SEAT).lesson is None
        await act(table, ANA, LEARNER_SEAT, match.number, "keep 15 roll")  # Pip would have said no
        with pytest.raises(Refused, match="There is no lesson"):
            await advance_lesson(table, ANA, None)
        while LEARNER_SEAT in (match := table.state.playing()).acting():
            await act(table, ANA, LEARNER_SEAT, match.number, match.options(LEARNER_SEAT)[-1].id)
        before = match.number
        while table.state.playing().number == before:
            await asyncio.sleep(0.002)
        assert table.state.playing().actions[before].seat == 1, "the bot plays for itself"

    async def twice() -> None:
        async with open_house(tmp_path) as house:
            await story(house)
        async with open_house(tmp_path) as house:
            (table,) = await house.tables_of(ANA)
            assert table.state.lesson is None and table.state.record.lesson == "first"

    run_apart(twice())


def test_only_a_step_for_reading_is_read_and_only_once(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            table = await house.learn(find(DICE), "first", ANA, "Ana")
            with pytest.raises(Refused, match="to do something"):
                await advance_lesson(table, ANA, 0)
            while not (lesson := await asked(table))["reads"]:
                await go_on(table)
            with pytest.raises(Refused, match="moved on"):
                await advance_lesson(table, ANA, lesson["at"] - 1)
            with pytest.raises(Refused, match="isn't your seat"):
                await advance_lesson(table, BEN, lesson["at"])
            await advance_lesson(table, ANA, lesson["at"])
            with pytest.raises(Refused, match="moved on"):
                await advance_lesson(table, ANA, lesson["at"])

    run_apart(story())


def test_a_lesson_that_the_game_has_no_more_goes_on_as_a_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def take() -> str:
        async with open_house(tmp_path) as house:
            table = await house.learn(find(DICE), "first", ANA, "Ana")
            await go_on(table)
            return table.id

    async def look(table_id: str) -> None:
        async with open_house(tmp_path) as house:
            table = await house.find(table_id)
            assert table.state.lesson is None and table.state.match is not None and table.state.match.number == 1

    table_id = run_apart(take())
    monkeypatch.setattr(find(DICE).hooks, "LESSONS", ())
    run_apart(look(table_id))


def test_a_lesson_that_has_other_settings_now_goes_on_as_a_match_and_begins_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its sentences may be untrue where it began by other rules."""
    game = find("deck-o-dice")
    first = game.hooks.LESSONS[0]

    async def take() -> str:
        async with open_house(tmp_path) as house:
            table = await house.learn(game, first.name, ANA, "Ana")
            await go_on(table)
            return table.id

    async def look(table_id: str) -> None:
        async with open_house(tmp_path) as house:
            table = await house.find(table_id)
            assert table.state.lesson is None and table.state.match is not None
            again = await house.learn(game, first.name, ANA, "Ana")
            assert again.id != table_id and (await asked(again))["step"] == 1
            assert (await house.learn(game, first.name, ANA, "Ana")).id == again.id

    monkeypatch.setattr(game.hooks, "LESSONS", (replace(first, settings={"abilities": "attested"}),))
    table_id = run_apart(take())
    monkeypatch.setattr(game.hooks, "LESSONS", (first,))
    run_apart(look(table_id))
