"""What `--database` and other names of files mean: home folders, addresses, and names that earlier versions took for
paths."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from dicehouse.server.storage.data_files import default_database
from dicehouse.server.storage.database_address import Address, BadPlace, database_file, place_of

from .test_commands import said

SERVE = ["serve", "--port", "0", "--no-browser"]
WITH_DATABASE = [SERVE, ["backup", "b"], ["restore", "b"], ["audit"], ["dice"], ["stats"]]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder, and another current one; nothing may appear in the current one."""
    folder, here = tmp_path / "home", tmp_path / "here"
    folder.mkdir()
    here.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.chdir(here)
    return folder


@pytest.mark.parametrize(
    "text",
    [
        *("x.db", "./x.db", "/srv/x.db", "a~b.db", "./~/x.db", "dice house.db", "x:", ".:x", "12:30.db", "_a:b", "x"),
        *("./$HOME/x.db", "a$b.db", "$5.db", "100%.db", "./host=h", "localhost=x.db", "users=2.db", "/srv/dbname=d"),
    ],
)
def test_a_path_stays_a_path(text: str) -> None:
    assert place_of(text) == Path(text)


@pytest.mark.parametrize("text", [r"C:\dice\x.db", "C:/dice/x.db", "c:x.db", "D:", r"z:\~\x.db"])
def test_a_drive_letter_is_no_scheme(text: str) -> None:
    assert place_of(text) == Path(text)


@pytest.mark.parametrize(
    ("text", "uri"),
    [
        ("postgresql://u@h/d", "postgresql://u@h/d"),
        ("postgres://u@h/d", "postgres://u@h/d"),
        ("PostgreSQL://u@H/D", "postgresql://u@H/D"),
        ("postgresql:///d?host=/run/pg", "postgresql:///d?host=/run/pg"),
    ],
)
def test_the_address_of_postgresql(text: str, uri: str) -> None:
    assert place_of(text) == Address(uri)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "an empty name is no file"),
        (" \t", "an empty name is no file"),
        ("new/", "such as new/dicehouse.db"),
        ("~/", "such as ~/dicehouse.db"),
        ("/srv/dice//", "such as /srv/dice//dicehouse.db"),
    ],
)
def test_no_file_and_a_folder(text: str, told: str) -> None:
    with pytest.raises(BadPlace, match=told):
        place_of(text)


def test_a_file_that_an_earlier_version_made_for_the_name_of_a_folder() -> None:
    Path("old.db").write_bytes(b"")
    assert place_of("old.db/") == Path("old.db")


def test_home_folders(home: Path) -> None:
    root = os.path.expanduser("~root")
    assert place_of("~/x.db") == home / "x.db"
    assert place_of("~/a/b.db") == home / "a" / "b.db"
    assert place_of("~") == home
    assert root == "~root" or place_of("~root/x.db") == Path(root) / "x.db"


ADDRESSES = [
    "sqlite:x.db",
    "sqlite:///srv/x.db",
    "sqlite:////srv/x.db",
    "sqlite3:x.db",
    "SQLite:///x.db",
    "file:odd.db",
    "file:///srv/x.db",
    "FILE:x.db",
    "file://localhost/x.db",
    "file:x.db?mode=ro",
    "mysql://u@h/d",
    "mariadb://u@h/d",
    "mongodb+srv://h/d",
    "http://h/x.db",
    "https://h/x.db",
    "s3://bucket/x.db",
    "jdbc:postgresql://h/d",
    "postgresql+psycopg://h/d",
    "postgresql:d",
    "postgres:/h/d",
    "pgsql://h/d",
    "odd:x.db",
    ":memory:",
    "redis://",
    "postgresql:/h/d",
    "sqlite+pysqlite:///x.db",
    "duckdb:x.db",
    "jdbc:sqlite:/srv/x.db",
    "host=h dbname=d",
    "dbname=d",
    " user = u password = p",
    "service=dice",
    "$HOME/x.db",
    "${XDG_DATA_HOME}/dice/x.db",
    "$DATABASE",
    "%USERPROFILE%\\x.db",
    "sslmode=require dbname=d",
    "application_name='a b'\thost=h",
    " sqlite:///x.db",
    "\tpostgresql://h/d",
    '"postgresql://h/d"',
    "'x.db'",
    "x.db\r",
    "x.db ",
    " ~/x.db",
    "\u201cx.db\u201d",
    "new\nline.db",
]


def test_an_existing_file_of_an_odd_name_is_used() -> None:
    for text in ("x.db ", "'x.db'", "new\nline.db"):
        Path(text).write_bytes(b"")
        assert place_of(text) == Path(text)


@pytest.mark.parametrize("text", ADDRESSES)
def test_other_addresses_are_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(BadPlace, match=r"file|the address of the database"):
        place_of(text)


@pytest.mark.parametrize("odd", ["{} ", "{}\r\n", "\t{}", '"{}"'])
def test_a_refused_address_shows_no_password(odd: str) -> None:
    with pytest.raises(BadPlace) as refused:
        place_of(odd.format("postgresql://ana:hidden@host/dice"))
    assert "hidden" not in str(refused.value)


@pytest.mark.parametrize("command", WITH_DATABASE, ids=lambda command: command[0])
@pytest.mark.parametrize(
    "text", ["sqlite:///srv/x.db", "file:odd.db", "dbname=d", ":memory:", "~nobody-here/x.db", "$HOME/x.db"]
)
def test_no_command_makes_a_folder_of_such_a_name(
    command: list[str], text: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = _code(capsys, *command, "--database", text)
    assert code == 2
    assert not list(Path().iterdir()) and not list(home.iterdir())


def _code(capsys: pytest.CaptureFixture[str], *arguments: str) -> int:
    """Return the exit code of a command that prints one sentence."""
    try:
        code, text, error = said(capsys, *arguments)
    except SystemExit as end:
        code, (text, error) = int(str(end.code)), capsys.readouterr()
    assert text == "" and len(error.splitlines()) == 1 and "Traceback" not in error, error
    return code


@pytest.mark.parametrize("command", WITH_DATABASE, ids=lambda command: command[0])
@pytest.mark.parametrize(
    "text", ["~/x.db", "sqlite:///srv/x.db", "file:odd.db", "dbname=d", "~x.db", "odd:x.db", "$HOME/x.db"]
)
def test_the_file_of_an_earlier_version_is_not_passed_over(
    command: list[str], text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing starts with an empty database beside the old one; the sentence says which path to name."""
    old = Path(text)
    old.parent.mkdir(parents=True, exist_ok=True)
    old.write_bytes(b"tables")
    with pytest.raises(BadPlace) as caught:
        place_of(text)
    assert f"./{old}" in str(caught.value)
    assert place_of(f"./{old}") == old, "the path in the sentence leads there"
    assert _code(capsys, *command, "--database", text) == 2
    assert old.read_bytes() == b"tables"


def test_the_sentence_names_the_new_place_too(home: Path) -> None:
    Path("~").mkdir()
    Path("~/x.db").write_bytes(b"")
    with pytest.raises(BadPlace, match="earlier versions") as caught:
        place_of("~/x.db")
    assert f"./{Path('~/x.db')}" in str(caught.value) and str(home / "x.db") in str(caught.value)


def test_a_server_uses_the_file_in_the_home_folder(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _code(capsys, "backup", "b", "--database", "~/tables.db") == 2
    (home / "tables.db").mkdir()
    code, _, error = said(capsys, *SERVE, "--database", "~/tables.db")
    assert code == 2 and str(home / "tables.db") in error


@pytest.mark.parametrize(
    ("folder", "wanted"), [("~/data", "home/data"), ("~", "home"), ("/srv/data", None), ("data", None)]
)
def test_the_data_folder_of_the_environment(
    folder: str, wanted: str | None, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", folder)
    base = Path(folder) if wanted is None else home.parent / wanted
    assert default_database() == base / "dicehouse" / "dicehouse.db"


@pytest.mark.parametrize("folder", ["file:///srv", "sqlite:x", "postgresql://h/d", "~nobody-here/data"])
def test_a_data_folder_that_is_none(
    folder: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", folder)
    for command in WITH_DATABASE:
        assert _code(capsys, *command) == 2
    assert not list(Path().iterdir())


def test_an_old_data_folder_is_not_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "~/data")
    old = Path("~/data/dicehouse/dicehouse.db")
    old.parent.mkdir(parents=True)
    old.write_bytes(b"")
    with pytest.raises(BadPlace, match="earlier versions"):
        default_database()


@pytest.mark.parametrize("text", ["~\0", "~" * 300, "~/" + "x" * 5000, "file:\n\x1b[31m", "a" * 5000 + ":"])
def test_odd_names_are_one_short_sentence_or_a_path(text: str) -> None:
    error = ""
    try:
        database_file(text)
    except BadPlace as found:
        error = str(found)
    assert len(error) < 600 and (not error or error.isprintable())


# other files ----------------------------------------------------------------------------------------------------------

FILES = [
    ["backup", "{}"],
    ["restore", "{}"],
    ["verify", "{}"],
    ["review", "{}"],
    ["report", "{}"],
    ["play", "dice-ocalypse", "--load={}"],
    ["arena", "dice-ocalypse", "--games", "2", "--bots", "random,greedy", "--save={}"],
    ["study", "dice-ocalypse", "--vary", "bets=on,off", "--save={}"],
    ["selfplay", "dice-ocalypse", "--games", "1", "--out={}"],
    ["solve", "dice-ocalypse", "--save={}"],
    ["dice", "--save={}"],
    ["stats", "--save={}"],
    ["rules", "dice-ocalypse", "--rule={}"],
]


@pytest.mark.parametrize("command", FILES, ids=lambda command: command[0])
@pytest.mark.parametrize("text", ["file:///tmp/x.json", "file:x.json", "https://h/x.json", "~nobody-here/x.json"])
def test_a_file_is_named_by_its_path_alone(command: list[str], text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert _code(capsys, *(word.format(text) for word in command)) == 2
    assert not list(Path().iterdir())


def test_the_home_folder_holds_other_files_too(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Also as --save=~/x.json, which a shell passes on as it is."""
    command = ["arena", "dice-ocalypse", "--games", "2", "--bots", "random,greedy", "--seed", "1", "--save=~/x.json"]
    assert said(capsys, *command)[0] == 0
    assert (home / "x.json").is_file() and not list(Path().iterdir())


@pytest.mark.parametrize("name", ["net:~/a.safetensors", "net:~nobody-here/a.safetensors"])
def test_a_net_in_the_home_folder_is_looked_for_there(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert _code(capsys, "simulate", "dice-ocalypse", "--games", "1", "--bots", name) == 2
