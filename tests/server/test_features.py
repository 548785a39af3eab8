"""Features: one from outside can be played, a refused commit changes nothing, and none goes on without end."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from dicehouse import games
from dicehouse.server import feature_table
from dicehouse.server.commands import (
    Act,
    AdvanceLesson,
    AgreeToHints,
    AnswerTakeback,
    Chat,
    FillSeat,
    ModeratePerson,
    RevealSeed,
    SetBotPace,
    SetBotReasons,
    SetName,
    SetPause,
    SetQuiet,
    SetReactionOrder,
    SetSubstitute,
    Undo,
)
from dicehouse.server.feature_table import FEATURES, Feature
from dicehouse.server.features import moderation
from dicehouse.server.internal_commands import Announce, LinkRematch, SayAs, SitDown
from dicehouse.server.live_table import Table
from dicehouse.server.seat_plan import Chair
from dicehouse.server.seats import Refused
from dicehouse.server.storage import table_records
from dicehouse.server.storage.store import Conflict, StoreFailed
from dicehouse.server.table.change import Change, Context, Guest, Played, Server
from dicehouse.server.table.state import TableState
from dicehouse.server.table_registry import TableRegistry

from .give import act, say, undo
from .room import ANA, BEN, Banker, open_house, run_apart, two_on_a_couch

SEED = "0123456789abcdef" * 2


# a feature from outside ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Applaud:
    """Applaud whoever acted last."""


@dataclass(frozen=True)
class Applause:
    total: int = 0
    last_seat: int | None = None


def applaud(state: TableState, command: Applaud, context: Context) -> Change:
    change, part = Change(state), state.parts["applause"]
    if part.last_seat is None:
        raise Refused("Nobody has done anything yet.")
    change.set_part("applause", replace(part, total=part.total + 1))
    change.rows.append(table_records.put_part(state.id, "applause", json.dumps(part.total + 1)))
    change.notice(f"Applause for {state.seats[part.last_seat].name}!", context.now)
    return change


def watch(state: TableState, events: Any, context: Context) -> Change | None:
    seats = [event.seat for event in events if isinstance(event, Played)]
    if not seats:
        return None
    change = Change(state)
    change.set_part("applause", replace(state.parts["applause"], last_seat=seats[-1]))
    return change


APPLAUSE = Feature(
    "applause",
    {Applaud: applaud},
    react=watch,
    part=lambda found: Applause(json.loads(found.kept.parts.get("applause", "0"))),
    stored=True,
)


def test_a_feature_from_outside_is_a_module_and_a_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feature_table, "FEATURES", [*FEATURES, APPLAUSE])

    async def story() -> str:
        async with open_house(tmp_path) as house:
            table = await two_on_a_couch(house)
            with pytest.raises(Refused, match="Nobody has done anything"):
                await table.execute(Guest(BEN), Applaud())
            match = table.state.playing()
            seat = match.acting()[0]
            await act(table, ANA, seat, match.number, match.options(seat)[0].id)
            for _ in range(2):
                await table.execute(Guest(BEN), Applaud())
            assert table.state.chat[-1].text == f"Applause for Ana {seat}!"
            return table.id

    async def later(table_id: str) -> None:
        async with open_house(tmp_path) as house:
            assert (await house.find(table_id)).state.parts["applause"] == Applause(2)

    run_apart(later(run_apart(story())))


def test_features_that_answer_each_other_without_end_commit_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def again(state: TableState, events: Any, context: Context) -> Change | None:
        return Change(state, events=[Played(0, 0)]) if events else None

    async def story() -> None:
        async with open_house(tmp_path) as house:
            table = await two_on_a_couch(house)
            monkeypatch.setattr(feature_table, "FEATURES", [*FEATURES, Feature("echo", react=again)])
            before, match = table.state, table.state.playing()
            seat = match.acting()[0]
            with pytest.raises(RuntimeError, match="react to each other endlessly"):
                await act(table, ANA, seat, match.number, match.options(seat)[0].id)
            assert table.state is before and not table.broken
            monkeypatch.setattr(feature_table, "FEATURES", FEATURES)
            assert await act(table, ANA, seat, match.number, match.options(seat)[0].id) == 1

    run_apart(story())


# a refused commit ---------------------------------------------------------------------------------------------------


def contents(state: TableState) -> bytes:
    """Everything in a state, as bytes."""
    match, history = state.match, state.history
    inside = [
        (state.record, state.seats, state.chat, dict(state.parts), state.revision),
        (replace(history, chain=None), None if history.chain is None else history.chain.record()),
        None
        if match is None
        else (match.position(), match.actions, match._history, match._events, vars(match._source)),
    ]
    return repr(inside).encode()


async def playing(house: TableRegistry) -> Table:
    return await two_on_a_couch(house)


async def with_ben(house: TableRegistry) -> Table:
    """Ana and Ben, whose turn it is not, play."""
    table = await waiting(house)
    token = house.keyring.invite(table.id, 1)
    await table.execute(Guest(BEN), SitDown(1, token, "Ben", None))
    return table


async def waiting(house: TableRegistry, text: str | None = None) -> Table:
    game, chairs = games.find("dice-ocalypse"), [Chair("person", "Ana"), Chair("open")]
    return await house.open(game, game.modes[0].id, {}, chairs, ANA, house.keyring.dice_secret(), text)


async def revealing(house: TableRegistry) -> Table:
    seal = hashlib.sha256(SEED.encode()).hexdigest()
    table = await waiting(house, seal)
    other = hashlib.sha256(b"another").hexdigest()
    await table.execute(Guest(BEN), SitDown(1, house.keyring.invite(table.id, 1), "Ben", other))
    return table


async def learning(house: TableRegistry) -> Table:
    game = games.find("dice-ocalypse")
    return await house.learn(game, game.hooks.LESSONS[0].name, ANA, "Ana")


async def undoable(house: TableRegistry) -> Table:
    game, chairs = games.find("baron-voodoo"), [Chair("person", "Ana"), Chair("person", "Anna")]
    table = await house.open(game, game.modes[0].id, {}, chairs, ANA, house.keyring.dice_secret(), None)
    while True:
        match = table.state.playing()
        if match.actions and match.can_undo(match.actions[-1].seat):
            return table
        seat = match.acting()[0]
        await act(table, ANA, seat, match.number, match.options(seat)[0].id)


async def over(house: TableRegistry) -> Table:
    table = await two_on_a_couch(house, special_cards=False, opening=0, target=1000)
    while not (match := table.state.playing()).over:
        (seat, *_) = match.acting()
        await act(table, ANA, seat, match.number, Banker().choose(match, seat))
    return table


def first_act(state: TableState) -> Act:
    match = state.playing()
    seat = match.acting()[0]
    return Act("x" * 8, seat, match.number, match.options(seat)[0].id)


def last_undo(state: TableState) -> Undo:
    match = state.playing()
    return Undo("y" * 8, match.actions[-1].seat, match.number)


def person(state: TableState, what: str) -> ModeratePerson:
    (other,) = moderation.other_people(state, ANA, {})
    return ModeratePerson(other.who, what)


CASES: dict[str, tuple[Callable[[TableRegistry], Awaitable[Table]], str, Callable[[TableState], object]]] = {
    "play": (playing, ANA, first_act),
    "undo": (undoable, ANA, last_undo),
    "take-backs": (with_ben, ANA, lambda _: AnswerTakeback("never")),
    "seats": (waiting, BEN, lambda _: SitDown(1, "token", "Ben", None)),
    "seats, a bot": (waiting, ANA, lambda _: FillSeat(1, "first")),
    "seats, a name": (waiting, ANA, lambda _: SetName("Anna")),
    "commit-reveal": (revealing, ANA, lambda _: RevealSeed(SEED)),
    "standing orders": (playing, ANA, lambda _: SetReactionOrder(0, "ask", 0)),
    "substitutes": (playing, ANA, lambda _: SetSubstitute(0, "first")),
    "hints": (with_ben, ANA, lambda _: AgreeToHints(True)),
    "lessons": (learning, ANA, lambda state: AdvanceLesson(None)),
    "chat": (playing, ANA, lambda _: SayAs("Hello", None)),
    "chat, as a page says it": (playing, ANA, lambda _: Chat("Hello")),
    "chat, the server": (playing, ANA, lambda _: Announce("Hello")),
    "moderation": (playing, ANA, lambda _: SetQuiet(True)),
    "moderation, a person": (with_ben, ANA, lambda state: person(state, "stop")),
    "moderation, a seat": (with_ben, ANA, lambda state: person(state, "remove")),
    "rematch": (over, ANA, lambda _: LinkRematch("another")),
    "bots": (playing, ANA, lambda _: SetBotPace("slow")),
    "bots, reasons": (playing, ANA, lambda _: SetBotReasons(True)),
    "pause": (playing, ANA, lambda _: SetPause(True)),
}


@pytest.mark.parametrize("error", [Conflict, StoreFailed])
@pytest.mark.parametrize("case", CASES)
def test_a_refused_commit_leaves_the_state_as_it_was(
    case: str, error: type[Exception], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare, guest, command_of = CASES[case]

    async def story() -> None:
        async with open_house(tmp_path, delay=60) as house:
            table = await prepare(house)
            state, asked = table.state, list[int]()
            before, command = contents(state), command_of(state)

            async def refuse(*_: object) -> None:
                asked.append(1)
                raise error("not now")

            async def same(_: str) -> TableState:
                return state

            monkeypatch.setattr(house.store, "change", refuse)
            monkeypatch.setattr(table._services, "load", same)
            actor = Server() if isinstance(command, (Announce, LinkRematch)) else Guest(guest)
            with pytest.raises(Refused):
                await table.execute(actor, command)
            assert asked, "there was something to write"
            assert contents(state) == before
            assert contents(table.state) == before

    run_apart(story())


# what makes an action stale -----------------------------------------------------------------------------------------


def test_a_line_of_chat_does_not_make_a_roll_stale(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            table = await two_on_a_couch(house)
            command = first_act(table.state)
            await say(table, ANA, None, "Wait")
            assert await table.execute(Guest(ANA), command) == 1

    run_apart(story())


def test_an_action_from_before_an_undo_is_stale_at_the_same_position(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            table = await undoable(house)
            match, generation = table.state.playing(), table.state.history.generation
            seat = match.actions[-1].seat
            await undo(table, ANA, seat, match.number)
            at = table.state.playing()
            await act(table, ANA, at.acting()[0], at.number, at.options(at.acting()[0])[-1].id)
            now = table.state.playing()
            assert now.number == match.number
            own = now.acting()[0]
            late = Act("l" * 8, own, now.number, now.options(own)[0].id, generation)
            with pytest.raises(Refused) as refused:
                await table.execute(Guest(ANA), late)
            assert refused.value.stale
            await act(
                table, ANA, own, now.number, now.options(own)[0].id
            )  # a page of the version before does not say it

    run_apart(story())
