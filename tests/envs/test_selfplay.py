"""Check that written self-play can be read, and that every position follows from its game's seed."""

from __future__ import annotations

import errno
import json
import os
import sys
from pathlib import Path

import numpy as np
import pyarrow
import pyarrow.parquet as parquet
import pytest

from dicehouse.bots.named_opponents import DEFAULT_LEVELS
from dicehouse.cli import main
from dicehouse.core.policy import BotTraits
from dicehouse.engine import Position, engine_of
from dicehouse.envs import Batch
from dicehouse.envs.selfplay import Archive, ArchiveManifest, record_games
from dicehouse.errors import BadArchive, BadSetting
from dicehouse.games import find

from .seated import GAMES


def plan(name: str = "dice-ocalypse", bots: str = "greedy,random", seed: int = 1, shard: int = 4) -> ArchiveManifest:
    game = find(name)
    settings = {"target": 2_000} if name == "dice-ocalypse" else {}
    return ArchiveManifest.for_game(game, 2, settings, bots.split(","), seed, shard)


@pytest.mark.parametrize("name", GAMES)
def test_every_position_comes_out_of_the_seed_again(name: str, tmp_path: Path) -> None:
    record_games(plan(name, "pip,sensible"), 3, tmp_path)
    archive = Archive(tmp_path)
    moves, games = next(archive.moves()), next(archive.games())
    assert archive.check_games() == moves.num_rows + 3
    assert games["moves"].to_pylist() == [moves["game"].to_pylist().count(game) for game in range(3)]
    assert all(sum(shares) == 1 for shares in games["shares"].to_pylist())


def test_what_is_read_is_what_the_rules_say(tmp_path: Path) -> None:
    record_games(plan(), 6, tmp_path)
    archive = Archive(tmp_path)
    assert archive.shards == [0, 1]
    for table in archive.moves():
        positions, masks = archive.positions(table), archive.masks(table)
        for row, move in enumerate(table.to_pylist()):
            at = Position(archive.game, positions[row].copy())
            legal = {
                int(archive.action_space.places[action]) for action in engine_of(archive.game).legal(at, move["seat"])
            }
            assert set(np.flatnonzero(masks[row]).tolist()) == legal
            assert move["action"] in legal
            assert at.tobytes() == move["position"]


def test_bots_move_one_place_on_with_every_game(tmp_path: Path) -> None:
    record_games(plan(shard=30), 30, tmp_path)
    games = next(Archive(tmp_path).games()).to_pylist()
    assert [game["bots"] for game in games] == [["greedy", "random"], ["random", "greedy"]] * 15
    wins = [game["bots"][game["shares"].index(1.0)] for game in games]
    assert wins.count("greedy") > 20  # wherever it sits


def test_a_run_that_was_stopped_goes_on_and_ends_the_same(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    record_games(plan(), 10, whole)
    record_games(plan(), 5, parts)
    (parts / "games-00001.parquet").unlink()  # stopped between its two files
    (parts / "moves-00001.part").write_bytes(b"half a file")
    written = (parts / "moves-00000.parquet").stat().st_mtime_ns
    record_games(plan(), 10, parts)
    assert (parts / "moves-00000.parquet").stat().st_mtime_ns == written
    for one, other in zip(Archive(whole).moves(), Archive(parts).moves(), strict=True):
        assert one.equals(other)
    for one, other in zip(Archive(whole).games(), Archive(parts).games(), strict=True):
        assert one.equals(other)
    assert (whole / "README.md").read_text() == (parts / "README.md").read_text()


def test_the_card_says_what_is_there_and_how_it_was_made(tmp_path: Path) -> None:
    record_games(plan(), 4, tmp_path)
    card = (tmp_path / "README.md").read_text()
    moves = sum(table.num_rows for table in Archive(tmp_path).moves("move"))
    assert f"{moves:,} decisions of 2 players in 1 shard," in card
    made = next(line.strip() for line in card.splitlines() if line.startswith("    dicehouse selfplay"))
    again = tmp_path / "again"
    assert main([*made.split()[1:-1], str(again)]) == 0
    assert next(Archive(again).moves()).equals(next(Archive(tmp_path).moves()))
    for column in next(Archive(tmp_path).moves()).column_names + next(Archive(tmp_path).games()).column_names:
        assert f"| `{column}` |" in card


def test_what_a_seat_sees_is_what_a_batch_shows(tmp_path: Path) -> None:
    record_games(plan(bots="random"), 1, tmp_path)
    archive = Archive(tmp_path)
    moves, game = next(archive.moves()), next(archive.games()).to_pylist()[0]
    batch = Batch("dice-ocalypse", 1, options={"target": 2_000}, seed=[game["seed"]], auto_reset=False)
    for seen, mask, action in zip(
        archive.observations(moves), archive.masks(moves), moves["action"].to_pylist(), strict=True
    ):
        assert np.array_equal(seen, batch.observations[0])
        assert np.array_equal(mask, batch.masks[0])
        batch.step([action])
    assert batch.done[0] and batch.rewards[0].tolist() == game["shares"]


# --- what can't be done


def test_other_versions_are_refused(tmp_path: Path) -> None:
    record_games(plan(), 1, tmp_path)
    file = tmp_path / "archive.json"
    made = json.loads(file.read_text())
    for change, why in (
        ({"version": "0"}, "was played with version '0' of the rules of Dice-ocalypse!; this is version"),
        ({"layout": "0" * 16}, "have other fields now"),
        ({"format": 9}, "can't read"),
        ({"game": "chess"}, "There is no game 'chess'"),
        ({"more": 1}, "isn't a manifest that `dicehouse selfplay` wrote"),
    ):
        file.write_text(json.dumps(made | change))
        with pytest.raises(BadArchive, match=why):
            Archive(tmp_path)
    file.unlink()
    with pytest.raises(BadArchive, match="isn't an archive of self-play"):
        Archive(tmp_path)
    with pytest.raises(BadArchive, match="don't belong to an archive"):
        record_games(plan(), 1, tmp_path)


def test_another_plan_does_not_mix_with_what_is_there(tmp_path: Path) -> None:
    record_games(plan(), 1, tmp_path)
    with pytest.raises(BadArchive, match=r"differs in: bots, seed\. Use"):
        record_games(plan(bots="random", seed=2), 1, tmp_path)


def test_games_by_changed_rules_or_bots_are_not_added(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The version of the rules stays while their code changes; what is there is still read."""
    record_games(plan(), 2, tmp_path)
    monkeypatch.setattr(
        "dicehouse.bots.named_opponents.DEFAULT_LEVELS", DEFAULT_LEVELS | {"dora": BotTraits(9, 9, 9, 9)}
    )
    with pytest.raises(BadArchive, match=r"The rules or bots of .* have changed since.*choose another folder"):
        record_games(plan(), 4, tmp_path)
    assert Archive(tmp_path).check_games() > 2
    monkeypatch.undo()
    monkeypatch.setitem(vars(find("dice-ocalypse")), "fingerprint", "0" * 16)
    with pytest.raises(BadArchive, match=r"^The rules or bots of .* have changed since"):
        record_games(plan(), 4, tmp_path)
    monkeypatch.undo()
    record_games(plan(), 4, tmp_path)
    file = tmp_path / "archive.json"
    made = json.loads(file.read_text())
    del made["made_by"]
    file.write_text(json.dumps(made))
    with pytest.raises(BadArchive, match=r"An earlier version wrote .* without its rules and bots"):
        record_games(plan(), 6, tmp_path)
    assert Archive(tmp_path).check_games() > 4


def test_a_changed_move_is_found(tmp_path: Path) -> None:
    record_games(plan(), 2, tmp_path)
    file = tmp_path / "moves-00000.parquet"
    table = parquet.read_table(file)
    for column, value in (("position", b"\0" * table["position"].type.byte_width), ("action", 5), ("legal", [1, 2])):
        rows = table.to_pylist()
        rows[7][column] = value
        parquet.write_table(pyarrow.Table.from_pylist(rows, schema=table.schema), file)
        with pytest.raises(BadArchive, match="decision 7"):
            Archive(tmp_path).check_games()
    file.write_bytes(b"nothing")
    with pytest.raises(BadArchive, match="can't be read"):
        Archive(tmp_path).check_games()


def test_where_nothing_can_be_written_a_sentence_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("mine")
    words = ["selfplay", "dice-ocalypse", "--option", "target=2000", "--bots", "random", "--games", "1", "--out"]
    for out in ("file", "file/games"):
        assert main([*words, str(tmp_path / out)]) == 2
        error = capsys.readouterr().err
        assert "can't be written: " in error and error.count("\n") == 1
    assert (tmp_path / "file").read_text() == "mine"

    def full(*given: object, **more: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    for number, step in enumerate(("archive.json", "moves-00000.parquet", "games-00000.parquet", "README.md")):

        def put(part: Path, file: Path, step: str = step) -> None:
            if file.name == step:
                full()
            os.rename(part, file)

        monkeypatch.setattr("os.replace", put)
        assert main([*words, str(tmp_path / f"d{number}")]) == 2
        error = capsys.readouterr().err
        assert f"{step} can't be written: No space left on device." in error and error.count("\n") == 1
        assert not list((tmp_path / f"d{number}").glob("*.part"))
        monkeypatch.undo()
        assert main([*words, str(tmp_path / f"d{number}")]) == 0  # it goes on when there is room
        capsys.readouterr()
    monkeypatch.setattr(Path, "mkdir", full)
    with pytest.raises(BadArchive, match="can't be written: No space left"):
        record_games(plan(), 1, tmp_path / "new")


def test_files_of_other_names_are_left_alone(tmp_path: Path) -> None:
    record_games(plan(), 5, tmp_path)
    for name in (
        "games-abcde.parquet",
        "games-00001 copy.parquet",
        "games-1.parquet",
        "games-\u0661\u0661\u0661\u0661\u0661.parquet",
    ):
        (tmp_path / name).write_bytes(b"mine")
    assert Archive(tmp_path).shards == [0, 1]
    record_games(plan(), 9, tmp_path)
    assert Archive(tmp_path).shards == [0, 1, 2]


def test_bots_that_can_t_play_are_named() -> None:
    with pytest.raises(BadSetting, match=r"There is no bot 'search:400' for self-play"):
        plan(bots="search:400")
    with pytest.raises(BadSetting, match="up to 2 for 2 seats, not 3"):
        plan(bots="random,random,random")


# --- the command


def test_the_command_writes_checks_and_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["selfplay", "dice-ocalypse", "--option", "target=2000", "--bots", "random", "--out", str(tmp_path / "d")]
    assert main([*words, "--games", "2", "--seed", "3"]) == 0
    assert "2 games of Dice-ocalypse!" in capsys.readouterr().out
    assert main([*words, "--games", "3"]) == 0
    assert "3 games of Dice-ocalypse!" in (told := capsys.readouterr().out) and "seed 3" in told
    assert main([*words, "--check"]) == 0
    assert "3 games played again" in capsys.readouterr().out
    assert main(["selfplay", "deck-o-dice", "--out", str(tmp_path / "d"), "--check"]) == 2
    assert "holds self-play of Dice-ocalypse!, not of Deck-O-Dice" in capsys.readouterr().err


def test_without_pyarrow_it_says_what_to_install(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    assert main(["selfplay", "dice-ocalypse", "--out", str(tmp_path / "d")]) == 2
    assert "pip install '.[parquet]'" in capsys.readouterr().err
    assert not (tmp_path / "d").exists()
