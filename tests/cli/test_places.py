"""Check that an unwritable file is noticed before hours of play, and that no result is lost because of it."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from dicehouse.cli import main
from dicehouse.cli.exit_codes import UsageError
from dicehouse.cli.output_files import check_writable
from dicehouse.errors import DicehouseError
from dicehouse.server.storage.store_factory import open_store
from dicehouse.studies import parse_result

STUDY = ("study", "deck-o-dice", "--bots", "random", "--games", "60", "--seed", "1", "--jobs", "1")
ARENA = ("arena", "deck-o-dice", "--bots", "random,greedy", "--games", "20", "--seed", "1", "--jobs", "1")


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    return main(arguments), *capsys.readouterr()


@pytest.mark.parametrize(
    ("place", "why"),
    [
        ("", "it is a folder"),
        ("nowhere/page.svg", "there is no such folder"),
        ("file/page.svg", "there is no such folder"),
        ("x" * 300 + ".svg", "File name too long"),
        ("a\0b.svg", "that is not a file name"),
    ],
)
def test_nothing_is_played_for_a_place_that_takes_nothing(
    place: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def played(*_: object, **__: object) -> None:
        raise AssertionError("it is played")

    monkeypatch.setattr("dicehouse.studies.Study.run", played)
    monkeypatch.setattr("dicehouse.arena.arena", played)
    monkeypatch.setattr("dicehouse.solve", played)
    (tmp_path / "file").touch()
    at = f"{tmp_path}/{place}"
    for command, option in ((STUDY, "--report"), (ARENA, "--picture"), (("solve", "dice-ocalypse"), "--save")):
        code, out, error = said(capsys, *command, option, at)
        assert (code, out) == (2, "")
        if option != "--picture" or place.endswith(".svg"):
            assert why in error and "can't be written" in error
    assert os.listdir(tmp_path) == ["file"]


def test_what_is_there_stays_as_it_is_and_what_is_not_is_not_made(tmp_path: Path) -> None:
    there, link = tmp_path / "there.html", tmp_path / "link.html"
    there.write_text("old")
    link.symlink_to(tmp_path / "new.html")
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for place in (there, link, tmp_path / "new.html", pipe):
        check_writable(place)
    assert there.read_text() == "old"
    assert sorted(os.listdir(tmp_path)) == ["link.html", "pipe", "there.html"] and link.is_symlink()
    with pytest.raises(UsageError, match="it is a folder"):
        check_writable(tmp_path)


def test_a_page_that_fails_at_the_end_takes_no_result_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The disk is full, or a sentence of the page is at fault."""

    def fails(*_: object, **__: object) -> str:
        raise DicehouseError("The page can't be made.")

    monkeypatch.setattr("dicehouse.studies.report.report_page", fails)
    code, out, error = said(capsys, *STUDY, "--json", "--report", str(tmp_path / "page.html"))
    assert (code, error) == (2, "dicehouse: The page can't be made.\n")
    assert parse_result(out).seed == 1
    monkeypatch.setattr("dicehouse.arena.elo_chart.draw_elo_chart", fails)
    code, out, error = said(capsys, *ARENA, "--picture", str(tmp_path / "elo.svg"))
    assert code == 2 and out.startswith("Deck-O-Dice: 1 pairing")


def test_it_says_where_the_page_went(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page, drawn = tmp_path / "page.html", tmp_path / "elo.svg"
    code, out, error = said(capsys, *STUDY, "--json", "--report", str(page))
    assert (code, error) == (0, f"The page is in {page}.\n") and parse_result(out).seed == 1 and page.exists()
    code, out, error = said(capsys, *ARENA, "--picture", str(drawn))
    assert (code, error) == (0, f"The picture is in {drawn}.\n") and drawn.exists()


FILES = [
    "audit --database {}",
    "dice --database {}",
    "stats --database {}",
    "backup b --database {}",
    "restore {}",
    "serve --no-browser --port 0 --database {}",
    "verify {}",
    "review {}",
    "report {}",
    "check deck-o-dice --rule {}",
    "play deck-o-dice --load {}",
    "play deck-o-dice --save {}",
    "arena deck-o-dice --games 2 --save {}",
    "study deck-o-dice --games 2 --save {}",
    "study deck-o-dice --games 2 --seed 1 --save {}",
    "tune deck-o-dice --goal first=50% --over parity --save {}",
    "solve dice-ocalypse --save {}",
]


@pytest.mark.parametrize("command", FILES)
def test_a_folder_in_place_of_a_file_is_called_one(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "d").mkdir()
    code, out, error = said(capsys, *command.format("d").split())
    assert (code, out) == (2, "")
    assert (
        re.search(r"is a folder(, not a file|\. Name a file\.|; name (a|the) )", error)
        and "There is no file" not in error
        and len(error.splitlines()) == 1
    )
    assert os.listdir(tmp_path) == ["d"]


def test_a_backup_and_its_house_are_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    house, kept = tmp_path / "house.db", tmp_path / "b.backup"
    store, _ = open_store(house)
    store.close()
    for more in ([], ["--force"]):
        code, _, error = said(capsys, "backup", str(tmp_path), "--database", str(house), *more)
        assert code == 2 and f"{tmp_path} is a folder; name a file in it, such as {tmp_path}/" in error
    assert main(["backup", str(kept), "--database", str(house)]) == 0
    for more in ([], ["--force"]):
        code, _, error = said(capsys, "restore", str(kept), "--database", str(tmp_path), *more)
        assert code == 2 and f"{tmp_path} is a folder; name the server's database file" in error


def test_what_is_not_there_is_missed_and_what_would_be_right_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for command, right in (
        ("audit --database", "with --database"),
        ("restore", "name a file that `dicehouse backup` wrote"),
    ):
        error = said(capsys, *command.split(), str(tmp_path / "none"))[2]
        assert "There is no file" in error and right in error
    for command in ("verify", "review", "report", "check deck-o-dice --rule", "play deck-o-dice --load"):
        assert "there is no such file" in said(capsys, *command.split(), str(tmp_path / "none"))[2]
