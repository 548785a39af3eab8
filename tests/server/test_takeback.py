"""Take-backs: alone while nobody else was asked, else when all people agree; never past dice or what was shown."""

from __future__ import annotations

import random
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from dicehouse import games
from dicehouse.errors import CannotUndo
from dicehouse.match.history import last_barrier
from dicehouse.server.archive.match_export import export
from dicehouse.server.features.undo import (
    MAX_ENTRIES,
    newly_asked,
    offer_of,
    open_request,
    others_concerned,
    takeback_facts,
)
from dicehouse.server.live_table import Table
from dicehouse.server.seats import Refused
from dicehouse.server.table_registry import Chair, TableRegistry
from dicehouse.server.verify import MOST_ACTIONS, faults

from .give import act, answer, undo
from .room import ANA, BEN, open_house, run_apart, two_on_a_couch

CLEO = "c" * 32
PEOPLE = {0: ANA, 1: BEN, 2: CLEO}


async def table_of(
    house: TableRegistry, *guests: str, game: str = "baron-voodoo", bots: int = 0, **settings: object
) -> Table:
    """A table where each guest has a seat, by invitation."""
    found = games.find(game)
    chairs = [
        Chair("person", "Ana"),
        *(Chair("open") for _ in guests[1:]),
        *(Chair("bot", bot="first") for _ in range(bots)),
    ]
    dice_secret = house.keyring.dice_secret("f" * 32)
    table = await house.open(found, found.modes[0].id, settings, chairs, guests[0], dice_secret, "5" * 32)
    for seat, guest in enumerate(guests[1:], 1):
        token = house.keyring.invite(table.id, seat)
        await house.invitations.accept(token, guest, {BEN: "Ben", CLEO: "Cleo"}[guest], "6" * 32)
    return table


async def until(table: Table, wanted: Callable[[], bool], seed: int = 1) -> None:
    """Play on at random until the table stands as wanted."""
    chance = random.Random(seed)
    for _ in range(2000):
        if wanted():
            return
        match = table.state.playing()
        if match.over:
            break
        seat = match.acting()[0]
        await act(table, PEOPLE[seat], seat, match.number, chance.choice(match.options(seat)).id)
    raise AssertionError("the game never stood like that")


def passed_on(table: Table) -> bool:
    """Whether the last action can be taken back, and somebody else is asked because of it."""
    match = table.state.playing()
    return bool(match.actions) and match.can_undo(match.actions[-1].seat) and bool(newly_asked(match))


def goes_on(table: Table) -> bool:
    """Whether the last action can be taken back, and nobody else was asked."""
    match = table.state.playing()
    return (
        bool(match.actions)
        and match.can_undo(match.actions[-1].seat)
        and not newly_asked(match) - {match.actions[-1].seat}
    )


def said(table: Table) -> str:
    return table.state.chat[-1].text


def story(tell: Callable[[TableRegistry], Coroutine[Any, Any, None]]) -> Callable[[Path], None]:
    """A test that plays in a house of its own."""

    def test(tmp_path: Path) -> None:
        async def run() -> None:
            async with open_house(tmp_path) as house:
                await tell(house)

        run_apart(run())

    test.__doc__ = tell.__doc__
    return test


async def asked(house: TableRegistry, *guests: str) -> tuple[Table, int, str]:
    """A table where the last one who acted has asked to take it back: the table, their seat and guest."""
    table = await table_of(house, *(guests or (ANA, BEN)))
    await until(table, lambda: passed_on(table))
    seat = table.state.playing().actions[-1].seat
    number, position = table.state.playing().number, table.state.playing().position()
    assert await undo(table, PEOPLE[seat], seat, number, "ask") == number
    assert table.state.playing().position() == position
    return table, seat, PEOPLE[seat]


async def counts_no_more(house: TableRegistry, table: Table) -> bool:
    sql = "SELECT taken_back FROM game_table WHERE id = ?"
    return bool(await house.store.read(lambda db: db.execute(sql, (table.id,)).fetchone()[0]))


@story
async def test_all_agree_and_the_move_is_taken_back(house: TableRegistry) -> None:
    table, seat, guest = await asked(house, ANA, BEN, CLEO)
    number, asking = table.state.playing().number, open_request(table.state)
    assert asking is not None
    assert said(table) == f"{table.state.seats[seat].name} asks to undo a move: {asking.move}"
    first, second = (other for other in PEOPLE.values() if other != guest)
    await answer(table, first, "yes")
    assert table.state.playing().number == number
    facts = takeback_facts(table.state, [seat], offer_of(table.state, [seat]))
    assert facts is not None and facts["agreed"] == sorted(s for s, g in PEOPLE.items() if g in (guest, first))
    await answer(table, second, "yes")
    assert table.state.playing().number == number - 1
    assert said(table) == f"Everyone agrees. {table.state.seats[seat].name} undid a move: {asking.move}"
    assert open_request(table.state) is None
    assert seat in table.state.playing().acting()
    assert await counts_no_more(house, table), "it is rated no more"


@story
async def test_one_who_does_not_agree_is_enough(house: TableRegistry) -> None:
    table, seat, guest = await asked(house, ANA, BEN, CLEO)
    number = table.state.playing().number
    first, second = (other for other in PEOPLE.values() if other != guest)
    await answer(table, first, "yes")
    await answer(table, second, "no")
    assert table.state.playing().number == number
    assert "doesn't agree. The move stands." in said(table)
    with pytest.raises(Refused, match="There is nothing to undo any more"):
        await answer(table, first, "yes")
    await undo(table, guest, seat, number)
    assert open_request(table.state) is not None, "it may be asked again"
    assert not await counts_no_more(house, table)


@story
async def test_the_question_is_dropped_when_the_game_goes_on(house: TableRegistry) -> None:
    table, _, guest = await asked(house)
    number = table.state.playing().number
    await until(table, lambda: table.state.playing().number > number)
    assert open_request(table.state) is None
    with pytest.raises(Refused, match="There is nothing to undo any more"):
        await answer(table, next(g for g in (ANA, BEN) if g != guest), "yes")


@story
async def test_who_asked_may_withdraw_and_not_answer(house: TableRegistry) -> None:
    table, _, guest = await asked(house)
    with pytest.raises(Refused, match="You asked, so the others"):
        await answer(table, guest, "yes")
    other = next(g for g in (ANA, BEN) if g != guest)
    with pytest.raises(Refused):
        await answer(table, other, "withdraw")
    with pytest.raises(Refused, match="Only the players at this table"):
        await answer(table, CLEO, "yes")
    with pytest.raises(Refused, match="An answer must be one of"):
        await answer(table, other, "perhaps")
    await answer(table, guest, "withdraw")
    assert open_request(table.state) is None
    assert said(table).endswith("no longer asks to undo the move.")


def test_a_question_outlives_a_restart(tmp_path: Path) -> None:
    async def tell() -> None:
        async with open_house(tmp_path) as house:
            table, _, guest = await asked(house)
            before, number = open_request(table.state), table.state.playing().number
        async with open_house(tmp_path) as house:
            table = await house.find(table.id)
            assert before is not None and open_request(table.state) == before
            await answer(table, next(g for g in (ANA, BEN) if g != guest), "yes")
            assert table.state.playing().number == number - 1
            assert open_request(table.state) is None

    run_apart(tell())


def test_who_wants_none_is_not_asked_again_also_after_a_restart(tmp_path: Path) -> None:
    async def tell() -> None:
        async with open_house(tmp_path) as house:
            table, seat, guest = await asked(house)
            other = next(g for g in (ANA, BEN) if g != guest)
            await answer(table, other, "never")
            assert said(table) == f"{table.state.seats[1 - seat].name} doesn't allow undo in this game."
            number = table.state.playing().number
            assert offer_of(table.state, [seat]) is None
        async with open_house(tmp_path) as house:
            table = await house.find(table.id)
            assert open_request(table.state) is None, "who wants none is asked no more"
            with pytest.raises(Refused, match="doesn't allow undo in this game"):
                await undo(table, guest, seat, number)
            await answer(table, other, "allow")
            await undo(table, guest, seat, number)
            assert open_request(table.state) is not None

    run_apart(tell())


@story
async def test_while_nobody_else_was_asked_one_takes_back_alone(house: TableRegistry) -> None:
    table = await table_of(house, ANA, BEN)
    await until(table, lambda: goes_on(table))
    seat, number = table.state.playing().actions[-1].seat, table.state.playing().number
    assert await undo(table, PEOPLE[seat], seat, number) == number - 1


@story
async def test_bots_agree_and_so_does_a_couch(house: TableRegistry) -> None:
    couch = await two_on_a_couch(house, opening=0)
    for _ in range(400):
        match = couch.state.playing()
        if match.actions and passed_on(couch):
            break
        seat = match.acting()[0]
        await act(couch, ANA, seat, match.number, random.Random(match.number).choice(match.options(seat)).id)
    assert others_concerned(couch.state, ANA, couch.state.playing().number - 1) == []
    alone = await table_of(house, ANA, bots=1)
    assert others_concerned(alone.state, ANA, -1) == []


@story
async def test_dice_that_fell_stay(house: TableRegistry) -> None:
    table = await table_of(house, ANA, BEN, game="dice-ocalypse")
    await until(
        table,
        lambda: bool((match := table.state.playing()).actions) and last_barrier(match._history) == match.number,
    )
    seat, number = table.state.playing().actions[-1].seat, table.state.playing().number
    with pytest.raises(CannotUndo, match="Dice have since been rolled or something revealed"):
        await undo(table, PEOPLE[seat], seat, number)
    assert offer_of(table.state, [seat]) is None


@story
async def test_an_answer_without_dice_is_taken_back_with_the_move(house: TableRegistry) -> None:
    """Somebody has replied already, and nothing fell: both are taken back, in the words of the first."""
    table = await table_of(house, ANA, BEN)

    def replied() -> bool:
        match = table.state.playing()
        since, actions = last_barrier(match._history), match.actions
        return len(actions) >= 2 and since <= match.number - 2 and actions[-1].seat != actions[-2].seat

    await until(table, replied)
    match = table.state.playing()
    number, seat = match.number, match.actions[-2].seat
    await undo(table, PEOPLE[seat], seat, number)
    asking = open_request(table.state)
    assert asking is not None
    assert asking.to == number - 2
    await answer(table, PEOPLE[1 - seat], "yes")
    assert table.state.playing().number == number - 2
    again = await house.find(table.id)
    assert again.state.playing().number == number - 2


@story
async def test_the_record_of_undone_moves_is_proved(house: TableRegistry) -> None:
    table, _, guest = await asked(house)
    await answer(table, next(g for g in (ANA, BEN) if g != guest), "yes")
    number = table.state.playing().number
    table.close("to be read again")
    assert (await house.find(table.id)).state.playing().number == number


@pytest.mark.parametrize("alone", [True, False])
def test_nobody_takes_back_until_the_match_can_not_be_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, alone: bool
) -> None:
    """Each move that is taken back adds two links to the record, and a script checks only so many."""
    assert MAX_ENTRIES <= MOST_ACTIONS - 10_000, "a whole match fits in after them"

    @story
    async def told(house: TableRegistry) -> None:
        table = await table_of(house, ANA, BEN)
        await until(table, lambda: goes_on(table) if alone else passed_on(table))
        most = table.state.history.n_entries + 20
        monkeypatch.setattr("dicehouse.server.features.undo.MAX_ENTRIES", most)
        seat = table.state.playing().actions[-1].seat
        assert offer_of(table.state, [seat]) is not None
        while table.state.history.n_entries < most:
            number, option = table.state.playing().number, table.state.playing().actions[-1].option
            await undo(table, PEOPLE[seat], seat, number)
            if not alone:
                await answer(table, PEOPLE[1 - seat], "yes")
            assert table.state.playing().number == number - 1
            await act(table, PEOPLE[seat], seat, number - 1, option)
        with pytest.raises(Refused, match="Too many moves were undone"):
            await undo(table, PEOPLE[seat], seat, number)
        assert table.state.playing().number == number and offer_of(table.state, [seat]) is None, "it stands"
        facts = takeback_facts(table.state, [seat], None)
        assert facts is not None and "Too many moves were undone" in facts["stands"], "and the page can say why"
        await until(table, lambda: table.state.playing().over)
        assert faults(export(table)) == []

    told(tmp_path)
