"""What browsers add to the dice: hashed first, and shown when all hashes are settled; nobody waits for who is gone."""

from __future__ import annotations

import copy
import hashlib
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dicehouse import games
from dicehouse.cli import main
from dicehouse.core import Keyed
from dicehouse.match.match import new
from dicehouse.server import verify
from dicehouse.server.accounts import guest_deletion
from dicehouse.server.archive.match_export import export
from dicehouse.server.clocks.clock_watcher import GRACE
from dicehouse.server.commands import ModeratePerson
from dicehouse.server.execute_command import execute_command
from dicehouse.server.features.commit_reveal import REVEAL_WITHIN, first_mark
from dicehouse.server.features.moderation import KICK, other_people
from dicehouse.server.hash_chain import Mark
from dicehouse.server.live_table import Table
from dicehouse.server.seat_plan import Chair
from dicehouse.server.seats import Refused
from dicehouse.server.table_registry import TableRegistry

from .doctored import Record, whole
from .give import act, rename, reveal, start
from .room import ANA, BEN, GAME, Watcher, ask_always, open_house, run_apart

HERS, HIS = "5" * 32, "6" * 32
CLEO = "c" * 32
SHORT: dict[str, object] = {"target": 1500, "opening": 0, "special_cards": False}


def seal(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


async def waiting(house: TableRegistry, text: str | None = seal(HERS), *others: Chair) -> Table:
    """Ana's table, with a chair for a friend."""
    game = games.find(GAME)
    chairs = [Chair("person", "Ana"), Chair("open"), *others]
    return await house.open(game, game.modes[0].id, SHORT, chairs, ANA, house.keyring.dice_secret("f" * 32), text)


async def seated(house: TableRegistry, hers: str | None = seal(HERS), his: str | None = seal(HIS)) -> Table:
    """Ana's table, and Ben has sat down."""
    table = await waiting(house, hers)
    return await house.invitations.accept(house.keyring.invite(table.id, 1), BEN, "Ben", his)


def told(table: Table) -> list[tuple[str | None, str | None]]:
    return [(seat.contribution, seat.drawn_by) for seat in table.state.seats]


def own(table: Table, seat: int) -> str:
    """The text that follows from the secret."""
    return verify.server_seed(bytes.fromhex(table.state.record.secret), table.id, seat)


def mark_of(table: Table) -> Mark | None:
    """The mark of the match's hash chain as it is now; None before the match."""
    chain = table.state.history.chain
    return None if chain is None else chain.mark


async def play_out(table: Table) -> Record:
    chance = random.Random(5)
    for guest in (ANA, BEN):
        await ask_always(table, guest)
    while not table.state.playing().over:
        match = table.state.playing()
        seat = chance.choice(match.acting())
        await act(table, (ANA, BEN)[seat], seat, match.number, chance.choice(match.options(seat)).id)
    record: Record = json.loads(json.dumps(export(table)))
    return record


def set_clock(house: TableRegistry, ahead: float = 0.0) -> None:
    """From now on the clocks of a house stand, so many seconds ahead, however long a test takes."""
    now = house.wall() + ahead
    house.wall = lambda: now
    house.timekeeper._steady = lambda: 0.0
    house.timekeeper._looked = now, 0.0  # time passed, nobody set the clock


async def later(house: TableRegistry, seconds: float) -> None:
    """So much time passes, and the house looks at its clocks."""
    set_clock(house, seconds)
    await house.timekeeper.look()


@pytest.fixture(scope="module")
def sealed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Record, list[Mark]]:
    """The record of a match whose texts were sealed and shown, and the marks that Ben's browser saw."""

    async def story() -> tuple[Record, list[Mark]]:
        async with open_house(tmp_path_factory.mktemp("sealed")) as house:
            table, seen = await seated(house), Watcher(BEN)
            table.join(seen)
            for guest, text in ((BEN, HIS), (ANA, HERS)):
                await reveal(table, guest, text)
            record = await play_out(table)
            return record, list(dict.fromkeys(sight.mark for sight in seen.sights))

    return run_apart(story())


def test_the_first_hash_is_shown_before_any_text_and_the_match_begins_with_it(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_house(tmp_path) as house:
            table, seen = await waiting(house), Watcher(ANA)
            table.join(seen)
            assert table.snapshots.of_seat(table.state, 0).mark is None
            await house.invitations.accept(house.keyring.invite(table.id, 1), BEN, "Ben", seal(HIS))
            assert (table.state.phase, table.state.match) == ("waiting", None)
            assert told(table) == [(seal(HERS), "sealed"), (seal(HIS), "sealed")]
            first = seen.sights[-1].mark
            assert first.links == 0 and seen.sights[-1].prompt.title == "Everyone is here"
            for guest, text in ((BEN, HERS), (ANA, HIS), (CLEO, HERS), (None, HERS), (BEN, "\ud800")):
                with pytest.raises(Refused, match="doesn't match the hash that your browser sent"):
                    await reveal(table, guest, text)
            await reveal(table, BEN, HIS)
            await reveal(table, BEN, HIS)  # once more: nothing changes
            assert table.state.match is None and told(table)[1] == (HIS, "shown") and seen.sights[-1].mark == first
            await reveal(table, ANA, HERS)
            assert table.state.phase == "playing" and mark_of(table) == first
            assert told(table) == [(HERS, "shown"), (HIS, "shown")] and seen.sights[-1].mark == first
            await reveal(table, ANA, HIS)  # too late, and harmless
            assert told(table)[0] == (HERS, "shown")

    run_apart(run())


def test_a_record_with_seals_says_who_sealed(sealed: tuple[Record, list[Mark]], tmp_path: Path) -> None:
    record, marks = sealed
    assert record["course"]["scheme"] == verify.CHAIN_SCHEME_2
    assert record["course"]["texts"] == [seal(HERS), seal(HIS)] and record["dice"]["contributions"] == [HERS, HIS]
    found = verify.hashes(record)
    assert [found[mark.links] for mark in marks] == [mark.hash for mark in marks]
    for kept in (marks[0].hash, marks[-1].hash):
        assert verify.faults(record, kept) == []
    assert "Client seeds of the browsers of seats 1, 2 were fixed before any was revealed" in verify.promised(record)[1]
    place = tmp_path / "m.json"
    place.write_text(json.dumps(record))
    assert main(["verify", str(place), "--hash", marks[-1].hash]) == 0
    assert verify.main([str(place), marks[0].hash]) == 0


def _swapped(record: Record) -> None:
    record["dice"]["contributions"].reverse()


def _another(record: Record) -> None:
    record["dice"]["contributions"][1] = "7" * 32


def _with_its_seal(record: Record) -> None:
    """A text that was chosen when the other was known, and sealed then."""
    _another(record)
    record["course"]["texts"][1] = seal("7" * 32)


def _seals_swapped(record: Record) -> None:
    record["course"]["texts"].reverse()


def _another_seal(record: Record) -> None:
    record["course"]["texts"][1] = seal("7" * 32)


def _open(record: Record) -> None:
    """Shown before the other had sealed: it lay open."""
    record["course"]["texts"][0] = HERS


def _both_open(record: Record) -> None:
    record["course"]["texts"] = [HERS, HIS]


def _said_to_be_silent(record: Record) -> None:
    dice = record["dice"]
    dice["contributions"][1] = verify.server_seed(bytes.fromhex(dice["secret"]), dice["match"], 1)


def _a_seal_less(record: Record) -> None:
    record["course"]["texts"].pop()


def _no_seals(record: Record) -> None:
    """As an older house would have written it down."""
    del record["course"]["texts"]
    record["course"]["scheme"] = verify.CHAIN_SCHEME


DOCTORED: dict[str, Callable[[Record], None]] = {
    "texts swapped": _swapped,
    "another text": _another,
    "seals swapped": _seals_swapped,
    "another seal": _another_seal,
    "a text that lay open": _open,
    "both texts lay open": _both_open,
    "said to be silent": _said_to_be_silent,
    "a seal less": _a_seal_less,
}
TAKES_A_HASH: dict[str, Callable[[Record], None]] = {"no seals": _no_seals}


@pytest.mark.parametrize("how", DOCTORED)
def test_a_text_or_a_seal_that_was_changed_is_caught_in_the_file_alone(
    sealed: tuple[Record, list[Mark]], how: str
) -> None:
    """Also where the running hash was worked out again."""
    bad = copy.deepcopy(sealed[0])
    DOCTORED[how](bad)
    for file in (bad, whole(copy.deepcopy(bad))):
        assert wrong(file)
        assert wrong(file, sealed[1][0].hash)


@pytest.mark.parametrize("how", TAKES_A_HASH)
def test_a_record_as_of_an_older_house_takes_a_hash_that_was_kept(sealed: tuple[Record, list[Mark]], how: str) -> None:
    bad = copy.deepcopy(sealed[0])
    TAKES_A_HASH[how](bad)
    assert wrong(bad)
    assert not wrong(whole(bad)) and verify.OTHER in verify.faults(bad, sealed[1][0].hash)


def test_a_seal_that_came_after_a_text_was_shown_is_not_in_the_hash_that_was_kept_before(
    sealed: tuple[Record, list[Mark]],
) -> None:
    """The friend of a dishonest house chooses when all else is known: a match in which nothing is wrong."""
    bad, before = copy.deepcopy(sealed[0]), sealed[1][0]
    secret = bytes.fromhex(bad["dice"]["secret"])
    _with_its_seal(bad)
    match = new(
        bad["game"],
        players=2,
        options=bad["settings"],
        dice=Keyed(secret, bad["id"], bad["dice"]["contributions"]),
        names=bad["names"],
        match_id=bad["id"],
    )
    chance = random.Random(3)
    while not match.over:
        seat = chance.choice(match.acting())
        match.play(seat, chance.choice(match.options(seat)).id)
    bad |= json.loads(json.dumps(match.save(secret=True)))
    bad["course"]["besides"] = []
    assert not wrong(whole(bad))
    assert wrong(bad, before.hash)


def wrong(record: Record, kept: str | None = None) -> bool:
    """Whether the script lets a file pass."""
    try:
        return bool(verify.faults(record, kept))
    except ValueError:
        return True


def test_who_does_not_show_a_text_in_time_has_the_one_that_follows_from_the_secret(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_house(tmp_path) as house:
            set_clock(house)
            table = await seated(house)
            await reveal(table, BEN, HIS)
            await later(house, REVEAL_WITHIN - 1)
            assert table.state.match is None
            await later(house, 1 + 2 * GRACE)
            assert table.state.phase == "playing" and told(table) == [(own(table, 0), "silent"), (HIS, "shown")]
            await reveal(table, ANA, HERS)  # too late
            assert told(table)[0][1] == "silent"
            record = await play_out(table)
        assert record["course"]["texts"] == [seal(HERS), seal(HIS)] and verify.faults(record) == []
        said = " ".join(verify.promised(record))
        assert "browsers of seats 1, 2 were fixed" in said and "Seat 1 didn't reveal its seed in time" in said

    run_apart(run())


def test_a_house_that_was_closed_meanwhile_goes_on_where_it_was(tmp_path: Path) -> None:
    """What was settled stays; all have time anew; and who does not come back is not waited for."""

    async def run() -> None:
        async with open_house(tmp_path) as house:
            table = await seated(house)
            await reveal(table, BEN, HIS)
            first, table_id = first_mark(table.state), table.id
        async with open_house(tmp_path) as house:
            set_clock(house, 3600)  # an hour later
            await house.timekeeper.resume()
            await house.timekeeper.look()
            table = await house.find(table_id)
            assert table.state.match is None and first_mark(table.state) == first and first is not None
            await reveal(table, ANA, HERS)
            assert mark_of(table) == first
            again = await seated_again(house)
        async with open_house(tmp_path) as house:
            await house.timekeeper.resume()
            await later(house, REVEAL_WITHIN + 2 * GRACE)  # nobody opens the table
            table = house.loaded()[0]
            assert table.id == again and table.state.phase == "playing"
            assert [drawn_by for _, drawn_by in told(table)] == ["silent", "silent"]

    run_apart(run())


async def seated_again(house: TableRegistry) -> str:
    """Another table of the same two."""
    game = games.find(GAME)
    chairs = [Chair("person", "Ana"), Chair("open")]
    table = await house.open(game, "", {}, chairs, ANA, house.keyring.dice_secret(), seal(HERS))
    await house.invitations.accept(house.keyring.invite(table.id, 1), BEN, "Ben", seal(HIS))
    return table.id


def test_nobody_waits_where_no_browser_has_sealed(tmp_path: Path) -> None:
    """Without a script, at a shared device, against bots: the match begins at once."""

    async def run() -> None:
        async with open_house(tmp_path) as house:
            plain = await seated(house, None, None)
            assert plain.state.phase == "playing"
            assert told(plain) == [
                (own(plain, 0), "house"),
                (own(plain, 1), "house"),
            ]
            game = games.find(GAME)
            for other in (Chair("bot", bot="first"), Chair("person", "Ben")):
                chairs = [Chair("person", "Ana"), other]
                table = await house.open(game, "", {}, chairs, ANA, house.keyring.dice_secret(), HERS)
                assert table.state.phase == "playing" and told(table) == [(HERS, "browser"), (own(table, 1), "house")]
            alone = await house.open(game, "", {}, chairs, ANA, house.keyring.dice_secret(), seal(HERS))
            assert told(alone)[0] == (own(alone, 0), "house")  # there is nobody to seal it from

    run_apart(run())


def test_a_text_that_came_as_it_is_counts_only_where_no_other_browser_adds_one(tmp_path: Path) -> None:
    async def run() -> None:
        ways = (
            (HERS, None, ["browser", "house"]),
            (HERS, HIS, ["house", "house"]),
            (HERS, seal(HIS), ["house", "sealed"]),
            (seal(HERS), HIS, ["sealed", "house"]),
            (seal(HERS), None, ["sealed", "house"]),
        )
        for number, (hers, his, drawn) in enumerate(ways):
            async with open_house(tmp_path / str(number)) as house:
                table = await seated(house, hers, his)
                assert [drawn_by for _, drawn_by in told(table)] == drawn
                assert (table.state.phase == "waiting") == ("sealed" in drawn)

    run_apart(run())


def test_bots_that_take_the_free_chairs_wait_for_the_text_of_the_host(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_house(tmp_path) as house:
            table = await waiting(house, seal(HERS), Chair("open"))
            await reveal(table, ANA, HERS)  # before all sit nothing is shown
            assert told(table)[0] == (seal(HERS), "sealed")
            await start(table, ANA, "first")
            assert table.state.match is None
            await reveal(table, ANA, HERS)
            assert table.state.phase == "playing" and [drawn for _, drawn in told(table)] == ["shown", "house", "house"]

    run_apart(run())


def test_what_is_settled_stays_so_until_the_match_begins(tmp_path: Path) -> None:
    """can't change your name, nobody is taken from a chair; and who leaves the house for good makes it begin."""

    async def run() -> None:
        async with open_house(tmp_path) as house:
            table = await seated(house)
            with pytest.raises(Refused, match="can't change your name"):
                await rename(table, BEN, "Benny")
            who = next(person.who for person in other_people(table.state, ANA, {}))
            with pytest.raises(Refused, match="in a moment"):
                await execute_command(house, table, ANA, ModeratePerson(who, KICK))
            first = first_mark(table.state)
            await guest_deletion.leave(house, BEN)
            table = await house.find(table.id)
            assert table.state.phase == "playing" and mark_of(table) == first
            assert [drawn_by for _, drawn_by in told(table)] == ["silent", "silent"]
            assert table.state.seats[1].kind == "bot" and first is not None

    run_apart(run())


def test_what_does_not_look_like_a_text_or_a_seal_is_none(tmp_path: Path) -> None:
    async def run() -> None:
        for number, text in enumerate(("", "5" * 31, "5" * 63, "G" * 64, "5" * 65, "A" * 64, "x" * 10_000)):
            async with open_house(tmp_path / str(number)) as house:
                table = await seated(house, text, text)
                assert table.state.phase == "playing" and [drawn_by for _, drawn_by in told(table)] == [
                    "house",
                    "house",
                ]

    run_apart(run())


HOSTILE: dict[str, Any] = {
    "texts that are no list": 7,
    "texts that are no texts": [7, None],
    "long texts": ["x" * 10_000_000, "y"],
    "many texts": ["x"] * 100_000,
    "lone halves of signs": ["\ud800" * 64, "\udfff" * 64],
    "no texts": [],
}


@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_file_is_refused_with_one_sentence(
    sealed: tuple[Record, list[Mark]], what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / "m.json"
    bad = copy.deepcopy(sealed[0])
    bad["course"]["texts"] = HOSTILE[what]
    place.write_text(json.dumps(bad))
    assert verify.main([str(place)]) in (1, 2)
    assert main(["verify", str(place)]) == 1
    said = capsys.readouterr()
    assert len(said.out) < 1400 and "Traceback" not in said.err
