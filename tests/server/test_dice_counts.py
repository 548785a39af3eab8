"""The count of all dice: of finished games only, each once, and the same whoever counts."""

from __future__ import annotations

import json
import random
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

import dicehouse
from dicehouse import games
from dicehouse.cli import main
from dicehouse.server.archive import dice_counts
from dicehouse.server.archive.backfill import catch_up
from dicehouse.server.archive.dice_counts import Totals
from dicehouse.server.table_registry import TableRegistry

from .finished import fill, played
from .room import ANA, BEN, open_house, run_apart, step, two_on_a_couch


def drawn(saved: dict[str, Any]) -> Counter[tuple[int, int]]:
    """Every draw of a saved match, by its sides and result."""
    return Counter(
        (sides, result) for draws in (saved["deal"], *(a["draws"] for a in saved["actions"])) for result, sides in draws
    )


def as_counter(totals: Totals) -> Counter[tuple[int, int]]:
    faces = totals.all.drawn.items()
    return Counter({(sides, at): many for sides, counts in faces for at, many in enumerate(counts, 1) if many})


async def counted(house: TableRegistry, *tables: str) -> None:
    """What the house has counted is what these tables' files say."""
    wanted: Counter[tuple[int, int]] = Counter()
    for table in tables:
        match = (await house.find(table)).state.match
        assert match is not None
        wanted += drawn(match.save())
    totals = await house.chronicle.dice()
    assert as_counter(totals) == wanted and totals.all.matches == len(tables)


def test_a_game_is_counted_when_it_ends_and_not_before(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            done = await played(house, ANA)
            running = await two_on_a_couch(house, 2, BEN, special_cards=False)  # far from its end
            chance = random.Random(3)
            for _ in range(6):
                await step(running, chance, BEN)
                await counted(house, done.id)
            assert await house.chronicle.dice_after(0, 99) == await house.chronicle.dice_after(0, 1)
            again = await played(house, BEN)
            await counted(house, done.id, again.id)

    run_apart(story())


def test_the_sum_is_that_of_the_games_that_are_kept(tmp_path: Path) -> None:
    """Whatever another server, or a command, did to them meanwhile, and told nobody."""

    async def story() -> None:
        async with open_house(tmp_path) as house:
            tables = [(await played(house, guest)).id for guest in (ANA, BEN, ANA)]
            await counted(house, *tables)
            with closing(sqlite3.connect(tmp_path / "house.db")) as db, db:
                (row,) = db.execute("SELECT * FROM thrown WHERE table_id = ?", (tables[0],)).fetchall()
                db.execute("DELETE FROM thrown WHERE table_id = ?", (tables[0],))
            await counted(house, *tables[1:])
            with closing(sqlite3.connect(tmp_path / "house.db")) as db, db:
                db.execute("INSERT INTO thrown VALUES (?, ?, ?, ?, ?)", row)
            await counted(house, *tables)

    run_apart(story())


def test_an_old_archive_is_counted_in_the_background_to_the_same_sum(tmp_path: Path) -> None:
    async def story() -> None:
        tables = await fill(tmp_path, ANA, BEN, ANA)
        async with open_house(tmp_path) as house:
            before = await house.chronicle.dice()
        with closing(sqlite3.connect(tmp_path / "house.db")) as db, db:
            results = db.execute("SELECT id, result FROM game_table ORDER BY id").fetchall()
            db.execute("DELETE FROM thrown WHERE table_id <> ?", (tables[1],))
            db.execute("UPDATE game_table SET result = NULL WHERE id = ?", (tables[0],))
            db.execute("UPDATE game_table SET result = json_remove(result, '$.minutes') WHERE id = ?", (tables[2],))
        async with open_house(tmp_path) as house:
            await catch_up(house)
            after = await house.chronicle.dice()
            assert (after.all, after.lengths, after.alike) == (before.all, before.lengths, before.alike)
            await counted(house, *tables)
            await catch_up(house)
            assert await house.chronicle.dice() is after, "everything was counted once"
        with closing(sqlite3.connect(tmp_path / "house.db")) as db:
            now = db.execute("SELECT id, result FROM game_table ORDER BY id").fetchall()
            assert [(id_, json.loads(text)) for id_, text in now] == [(id_, json.loads(text)) for id_, text in results]

    run_apart(story())


def test_what_is_damaged_is_left_out_and_hides_nothing_else(tmp_path: Path) -> None:
    async def story() -> None:
        broken, whole = await fill(tmp_path, ANA, ANA)
        with closing(sqlite3.connect(tmp_path / "house.db")) as db, db:
            db.execute("DELETE FROM thrown")
            db.execute("UPDATE game_table SET header = '{}' WHERE id = ?", (broken,))
        async with open_house(tmp_path) as house:
            await catch_up(house)
            await counted(house, whole)

    run_apart(story())


def test_first_games_are_not_counted(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            game = games.find("dice-ocalypse")
            table = await house.learn(game, game.hooks.LESSONS[0].name, ANA, "Ana")
            match = table.state.match
            assert match is not None
            with closing(sqlite3.connect(tmp_path / "house.db")) as db, db:
                db.row_factory = sqlite3.Row
                db.execute("UPDATE game_table SET phase = 'over', ended = 1 WHERE id = ?", (table.id,))
                assert dice_counts.uncounted(db) == [] and list(dice_counts.recounted(db)) == []

    run_apart(story())


def test_the_command_counts_the_same_and_finds_what_was_counted_otherwise(tmp_path: Path, capsys: Any) -> None:
    tables = run_apart(fill(tmp_path, ANA, BEN))
    database = ["--database", str(tmp_path / "house.db")]
    assert main(["dice", *database]) == 0
    assert "throws of 2 games." in capsys.readouterr().out
    with closing(sqlite3.connect(tmp_path / "house.db")) as db, db:
        db.execute("DELETE FROM thrown WHERE table_id = ?", (tables[0],))
    assert main(["dice", *database]) == 0
    assert "1 of these games is not on the page yet" in capsys.readouterr().out
    with closing(sqlite3.connect(tmp_path / "house.db")) as db, db:
        db.execute("UPDATE thrown SET tally = json_set(tally, '$.drawn.6[0]', 100000)")
    assert main(["dice", *database]) == 1
    assert tables[1] in capsys.readouterr().err
    assert main(["dice", *database, "--save", str(tmp_path / "dice.txt")]) == 2
    assert main(["dice", "--database", str(tmp_path / "none.db")]) == 2


def test_dice_thrown_by_hand_stand_apart(tmp_path: Path) -> None:
    match = dicehouse.new("indicesion", players=2, seed=5)
    luck = random.Random(1)
    for _ in range(9):  # some dice are thrown, and one of them at least lies flat
        (seat, *_) = match.acting()
        hints: Any = match.game.hooks
        match.play(seat, hints.choose(match._position.state, seat, hints.LEVELS["dot"], luck))
    told = [event.facts["face"] for event in match.log() if event.kind == "verdict"]
    found = dice_counts.of_match(match)
    assert list(found.landed) == [face for face in told if face] and found.landed
    assert max(found.drawn, default=0) <= dice_counts.MOST_WAYS, "numbers that make a hand tremble are no dice"
    assert dice_counts.read(str(dice_counts.count("t", "g", 1.0, found)[1][3])) == found


def test_streaks_keep_to_the_order_in_which_dice_fell() -> None:
    found = dice_counts.tally([[(2, 6), (9, 24)], [], [(2, 6), (2, 6), (5, 6)], [(5, 6), (1, 2)]])
    assert (found.streaks.run, found.streaks.face, found.streaks.wait, found.dice) == (3, 2, 5, 5)
    assert found.throws == 3
    assert found.drawn == {6: [0, 3, 0, 0, 2, 0], 24: [0] * 8 + [1] + [0] * 15, 2: [1, 0]}
