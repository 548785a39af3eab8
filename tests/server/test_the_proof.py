"""What the record of a match proves: every doctored file is caught, by itself or by a hash that somebody kept."""

from __future__ import annotations

import argparse
import copy
import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from dicehouse import games
from dicehouse.cli import main
from dicehouse.cli.commands import verify as command
from dicehouse.cli.exit_codes import CheckFailed
from dicehouse.games import BUILT_IN
from dicehouse.match.history import RULE_CHANGE_SEAT
from dicehouse.server import verify
from dicehouse.server.archive.match_export import export
from dicehouse.server.hash_chain import Mark, unnamed
from dicehouse.server.live_table import Table
from dicehouse.server.seat_plan import Chair
from dicehouse.server.table_registry import TableRegistry

from .doctored import (
    BY_HAND,
    MEASURED,
    SEEN_BY_RULES,
    STILL_SEEN,
    STRIPPED,
    TAKEN_BACK,
    TAKES_A_HASH,
    TAKES_RULES,
    Record,
    whole,
)
from .give import act, say, undo
from .room import ANA, Watcher, ask_always, open_house, run_apart

pytestmark = pytest.mark.xdist_group("proof")  # what they share is made once

DICE, FLIGHTS = "dice-ocalypse", "indicesion"
PLAYS_AGAIN = {"another match with its own promise", "another course of play"}
SETTINGS: dict[str, dict[str, object]] = {DICE: {"target": 1500, "opening": 0}}


async def opened(house: TableRegistry, game_id: str) -> Table:
    """The same table, with the same dice, whenever the test runs."""
    game, dice_secret = games.find(game_id), house.keyring.dice_secret("f" * 32)
    chairs = [Chair("person", "Ana"), Chair("person", "Ben")]
    table = await house.open(game, game.modes[0].id, SETTINGS.get(game_id, {}), chairs, ANA, dice_secret, "5" * 32)
    await ask_always(table)
    return table


async def play_out(table: Table, seed: int = 3) -> None:
    """To its end; whatever may be taken back is taken back once in three times, and somebody talks."""
    chance, said = random.Random(seed), 0
    while not (match := table.state.playing()).over:
        seat = chance.choice(match.acting())
        await act(table, ANA, seat, match.number, chance.choice(match.options(seat)).id)
        match = table.state.playing()
        last = match.actions[-1].seat
        if match.can_undo(last) and chance.random() < 1 / 3:
            await undo(table, ANA, last, match.number)
        if not match.over and said < 3:
            await say(table, ANA, None, f"line {said}")
            said += 1


async def story(folder: Path, game_id: str) -> tuple[Record, list[Mark]]:
    """The record of a whole match, and every mark that a browser was shown meanwhile."""
    async with open_house(folder) as house:
        table, seen = await opened(house, game_id), Watcher(ANA)
        table.join(seen)
        await play_out(table)
        record: Record = json.loads(json.dumps(export(table)))
        marks = [sight.mark for sight in seen.sights]
        return record, list(dict.fromkeys(marks))


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Any:
    @cache
    def of(game_id: str) -> tuple[Record, list[Mark]]:
        return run_apart(story(tmp_path_factory.mktemp(game_id), game_id))

    return of


def by_rules(record: Record, place: Path, *more: str) -> bool:
    """Whether `dicehouse verify` finds something wrong with a file."""
    place.write_text(json.dumps(record))
    return main(["verify", str(place), *more]) == 1


@pytest.mark.parametrize("game_id", BUILT_IN)
def test_a_match_is_what_its_browsers_saw(
    told: Any, game_id: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record, marks = told(game_id)
    found = verify.hashes(record)
    assert [Mark(mark.links, found[mark.links]) for mark in marks] == marks and marks[0].links == 0
    assert marks[-1] == (len(found) - 1, record["course"]["hash"])
    assert verify.faults(record) == []
    for kept in (found[-1], verify.spoken(found[-1]), verify.spoken(found[-1]).upper().replace("-", " ")):
        assert verify.faults(record, kept) == [] and "the match that was played" in verify.promised(record, kept)[3]
    assert "covers the first 2 actions" in verify.promised(record, found[2])[3]
    assert not by_rules(record, tmp_path / "m.json", "--hash", found[-1])
    said = capsys.readouterr().out
    assert found[-1] in said and "every action follows the rules" in said
    assert ("simulated" in said) == (game_id == FLIGHTS)


@pytest.mark.parametrize("game_id", BUILT_IN)
def test_every_doctored_file_is_caught(
    told: Any, game_id: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record, marks = told(game_id)
    place, kept = tmp_path / "m.json", marks[-1].hash
    ways = BY_HAND | (TAKEN_BACK if record["course"]["besides"] else {}) | (MEASURED if game_id == FLIGHTS else {})
    for how, doctor in ways.items():
        if game_id == FLIGHTS and how in PLAYS_AGAIN:
            continue  # flights take their time, and nothing here depends on the game
        bad = copy.deepcopy(record)
        doctor(bad)
        assert bad != record, how
        if how in TAKES_RULES:
            assert by_rules(bad, place), f"{how}: the rules let it pass"
        else:
            assert verify.faults(bad), f"{how}: the script lets it pass"
        whole(bad) if "secret" in bad["dice"] else None
        if bad == record:
            continue  # only its hash was another one
        if how in STILL_SEEN:
            assert verify.faults(bad), f"{how}, hashed again: the script lets it pass"
        elif how in SEEN_BY_RULES:
            assert by_rules(bad, place), f"{how}, hashed again: the rules let it pass"
        elif how in TAKES_A_HASH:
            assert not by_rules(bad, place), f"{how}, hashed again, is said to need a kept hash"
        if how not in SEEN_BY_RULES - {"a die less"}:
            assert verify.faults(bad, kept), f"{how}, hashed again: the kept hash lets it pass"
    capsys.readouterr()


@pytest.mark.parametrize("how", STRIPPED)
def test_a_file_without_its_hash_passes_for_an_old_one_until_a_hash_was_kept(
    told: Any, how: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record, marks = told(DICE)
    bad = copy.deepcopy(record)
    STRIPPED[how](bad)
    assert not by_rules(bad, tmp_path / "m.json")
    assert verify.NO_CHAIN in capsys.readouterr().out
    assert by_rules(bad, tmp_path / "m.json", "--hash", marks[-1].hash)
    assert "no hash chain" in capsys.readouterr().err


def test_most_games_have_something_taken_back(told: Any) -> None:
    assert sum(bool(told(game_id)[0]["course"]["besides"]) for game_id in BUILT_IN) >= 2


def test_flights_are_measured_again(told: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record, _ = told(FLIGHTS)
    short = copy.deepcopy(record) | {"over": False}
    short["actions"] = record["actions"][:4]  # a flight takes its time
    for key in ("course", "scores"):
        del short[key]
    del short["dice"]["secret"]
    place = tmp_path / "m.json"
    assert not by_rules(short, place, "--again")
    assert "give the same result" in capsys.readouterr().out
    MEASURED["another flight"](short)
    assert by_rules(short, place, "--again") and "gives a different result" in capsys.readouterr().err


def test_a_house_that_opens_again_goes_on_with_the_same_hash(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_house(tmp_path) as house:
            table = await opened(house, DICE)
            for _ in range(7):
                seat = table.state.playing().acting()[0]
                await act(table, ANA, seat, table.state.playing().number, table.state.playing().options(seat)[0].id)
                if table.state.playing().can_undo(seat):
                    await undo(table, ANA, seat, table.state.playing().number)
            first = table.state.history.chain
            assert first is not None
            house._tables.clear()
            again = await house.find(table.id)
            assert again.state.history.chain is not None and again.state.history.chain is not first
            assert again.state.history.chain.mark == first.mark
            assert again.state.history.chain.record() == first.record()
            await play_out(again)
            assert verify.faults(dict(export(again)), first.mark.hash) == []

    run_apart(run())


@pytest.mark.parametrize("unknown", [("texts",), ("texts", "sat", "salts")])
def test_a_match_that_an_older_house_began_is_proved_as_it_was_then(tmp_path: Path, unknown: tuple[str, ...]) -> None:
    """Before seals there were the texts as they are; before the hash its header said nothing of who sat there."""

    async def run() -> None:
        async with open_house(tmp_path) as house:
            table = await opened(house, DICE)
            header = {key: value for key, value in (table.state.record.header or {}).items() if key not in unknown}
            sql = "UPDATE game_table SET header = ? WHERE id = ?"
            await house.store.write((sql, (json.dumps(header), table.id)))
            house._tables.clear()
            table = await house.find(table.id)
            await play_out(table)
            record = dict(export(table))
            assert (record["course"]["sat"] is None) == ("sat" in unknown)
            assert record["course"]["scheme"] == verify.CHAIN_SCHEME and verify.faults(record) == []
            kept = verify.first_hash(verify.CHAIN_SCHEME, verify.header(record))
            assert verify.faults(record, kept) == [] and verify.promised(record, kept)[-1].startswith("The kept hash")

    run_apart(run())


HOSTILE: dict[str, Any] = {
    "too many actions": lambda r: r | {"actions": r["actions"][:1] * (verify.MOST_ACTIONS + 1)},
    "too many dice": lambda r: r | {"actions": [r["actions"][0] | {"draws": [[1, 6]] * (verify.MOST_DICE + 1)}]},
    "a long text": lambda r: r | {"dice": r["dice"] | {"contributions": ["x" * 10_000_000]}},
    "many texts": lambda r: r | {"dice": r["dice"] | {"contributions": ["x"] * 100_000}},
    "a long secret": lambda r: r | {"dice": r["dice"] | {"secret": "00" * 5_000_000}},
    "a what-if of what-ifs": lambda r: r | {"dice": nested(r["dice"], 60)},
    "taken back twice": lambda r: r | {"course": r["course"] | {"besides": [[0, []], [0, []]]}},
    "taken back nowhere": lambda r: r | {"course": r["course"] | {"besides": [[10**9, []]]}},
    "no places": lambda r: r | {"course": r["course"] | {"besides": [["x", [1]]]}},
    "no list": lambda r: r | {"course": r["course"] | {"besides": 7}},
    "links of nothing": lambda r: r | {"course": r["course"] | {"besides": [[0, [verify.ACT]]]}},
    "no course": lambda r: r | {"course": None},
    "deep": lambda r: r | {"course": r["course"] | {"sat": "HERE"}},
}


def nested(dice: dict[str, Any], times: int) -> dict[str, Any]:
    for _ in range(times):
        dice = dice | {"before": {"number": 0, "seat": 0, "dice": dice}}
    return dice


@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_course_costs_little_and_one_sentence(
    told: Any, what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / "m.json"
    text = json.dumps(HOSTILE[what](told(DICE)[0]))
    place.write_text(text.replace('"HERE"', "[" * 500 + "]" * 500))
    assert verify.main([str(place)]) in (1, 2)
    assert len(capsys.readouterr().out) < 1400
    with pytest.raises(CheckFailed) as failed:
        command.run(argparse.Namespace(match=place, hash=None, again=False, rule=None, language=None))
    assert len(str(failed.value)) > 10


@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_course_under_corrected_rules_costs_one_sentence(told: Any, what: str, tmp_path: Path) -> None:
    """Such a match can't be replayed to its end, and its course is read all the same."""
    place, record = tmp_path / "m.json", HOSTILE[what](told(DICE)[0])
    record |= {"actions": [*record["actions"][:5], {"seat": RULE_CHANGE_SEAT, "option": "rules 2", "draws": []}]}
    place.write_text(json.dumps(record).replace('"HERE"', "[" * 500 + "]" * 500))
    with pytest.raises(CheckFailed) as failed:
        command.run(argparse.Namespace(match=place, hash=None, again=False, rule=None, language=None))
    assert len(str(failed.value)) > 10


def test_nothing_can_be_tried_out_against_a_hash(told: Any) -> None:
    """A sealed choice is hashed under the secret: with another secret the same link gives another hash."""
    record, _ = told(DICE)
    link = verify.canonical(next(verify.links(record)))
    before = verify.first_hash(verify.CHAIN_SCHEME_2, verify.header(record))
    right = verify.next_hash(verify.key_of(bytes.fromhex(record["dice"]["secret"])), before, link)
    assert right == verify.hashes(record)[1] != verify.next_hash(verify.key_of(b"s" * 32), before, link)


def test_a_name_can_be_taken_out_and_the_hash_stays(told: Any) -> None:
    record, marks = told(DICE)
    gone = copy.deepcopy(record)
    gone["names"][1] = "A guest who left"
    assert verify.faults(gone) and verify.faults(whole(copy.deepcopy(gone)), marks[-1].hash)
    header = unnamed({"names": record["names"], "salts": record["course"]["salts"]}, gone["names"])
    gone["course"]["salts"] = header["salts"]
    assert verify.faults(gone, marks[-1].hash) == []
    assert "The names of seats 2 were deleted, so they can't be checked." in verify.promised(gone)
    assert record["names"][1] not in json.dumps(gone)
    assert unnamed({"names": ["Ana"]}, ["Zoe"]) == {"names": ["Zoe"]}  # from before names had salts


def test_chat_is_no_part_of_it(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_house(tmp_path) as house:
            table = await opened(house, DICE)
            assert table.state.history.chain is not None
            before = table.state.history.chain.mark
            await say(table, ANA, None, "hello")
            assert table.state.history.chain.mark == before

    run_apart(run())
