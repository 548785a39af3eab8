"""Check what a host does and meets: a server that can't start, backups, restoring, and the audit of the archive."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from dicehouse.server.storage.schema import MIGRATIONS
from dicehouse.server.storage.sqlite_store import SQLite

from ..web.server import PATIENCE, Person, Server, start
from .test_commands import ROOT, said

Serve = Callable[..., Server]


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    running: list[Server] = []

    def run(**options: object) -> Server:
        running.append(start(tmp_path / "house.db", **options))
        return running[-1]

    yield run
    for one in running:
        one.stop()


def played(url: str, tables: int = 1) -> tuple[Person, list[str]]:
    """Return a guest with tables of which the first has a throw."""
    person = Person(url)
    opened = [person.open_table("person", "person") for _ in range(tables)]
    with person.sit(opened[0]) as sitting:
        sitting.act(sitting.read(), "roll")
        sitting.read_until("ack")
    return person, opened


# --- starting


def fault(folder: Path, what: str) -> Path:
    """Return a database that can't be served."""
    place = folder / "house.db"
    if what == "no folder":
        (folder / "file").write_text("")
        return folder / "file" / "house.db"
    if what == "folder":
        place.mkdir()
        return place
    SQLite(place).close()
    place.with_suffix(".key").write_bytes(b"k" * 32)
    if what == "not a database":
        place.write_bytes(b"Dear diary, " * 1000)
    elif what == "another database":
        place.unlink()
        with sqlite3.connect(place) as db:
            db.execute("CREATE TABLE bookmarks (url TEXT)")
        db.close()
    elif what == "pipe":
        place.unlink()
        os.mkfifo(place, 0o644)
    elif what == "cut":
        os.truncate(place, 4096)
    elif what == "newer":
        with sqlite3.connect(place) as db:
            db.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
        db.close()
    elif what == "no key":
        place.with_suffix(".key").unlink()
    elif what == "half a key":
        place.with_suffix(".key").write_bytes(b"k" * 16)
    elif what == "read-only":
        folder.chmod(0o500)
    return place


FAULTS = {
    "no folder": "can't be used",
    "folder": "is a folder; name the server's database file",
    "pipe": "not an ordinary file",
    "not a database": "isn't a database",
    "another database": "isn't a database of Dicehouse",
    "cut": "damaged",
    "newer": "newer version of Dicehouse",
    "no key": "is missing",
    "half a key": "32 bytes",
    "read-only": "can't be",
}


@pytest.mark.parametrize("what", FAULTS)
def test_a_fault_at_the_start_is_one_sentence(what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if what == "read-only" and os.geteuid() == 0:
        pytest.skip("root may write anywhere")
    place = fault(tmp_path, what)
    before = place.read_bytes() if place.is_file() else b""
    code, text, error = said(capsys, "serve", "--port", "0", "--no-browser", "--database", str(place))
    assert (code, text) == (2, "")
    assert FAULTS[what] in error
    assert len(error.splitlines()) == 1 and "Traceback" not in error
    assert before == (place.read_bytes() if place.is_file() else b"")
    assert what != "folder" or os.listdir(tmp_path) == [place.name], "and no key is made for it"
    assert what != "pipe" or place.stat().st_mode & 0o777 == 0o644, "a device or pipe belongs to all of the machine"
    tmp_path.chmod(0o700)


@pytest.mark.parametrize("where", ["a\0b", ".", "/dev/null/x.db", "x" * 300, "/dev/full"], ids=ascii)
@pytest.mark.parametrize("command", ["serve", "backup", "restore", "audit"])
def test_no_place_for_tables_is_one_sentence(
    command: str, where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    more = {"serve": ["--port", "0", "--no-browser"], "backup": ["b"], "restore": ["b"], "audit": []}[command]
    for place, named in (([where], []), ([], ["--database", where])):
        if command in ("backup", "restore") or named:
            files = place if place and command in ("backup", "restore") else more
            code, text, error = said(capsys, command, *files, *named)
            assert (code, text) == (2, "")
            assert len(error.splitlines()) == 1 and "Traceback" not in error
    assert not list(tmp_path.iterdir())


def test_a_second_server_on_a_folder_or_a_port_does_not_start(
    serve: Serve, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = serve()
    port = first.url.rpartition(":")[2]
    for arguments, why in (
        (["--port", "0", "--database", str(first.database)], "Another Dicehouse server already uses"),
        (["--port", port, "--database", str(tmp_path / "other.db")], "already in use"),
    ):
        code, text, error = said(capsys, "serve", "--no-browser", *arguments)
        assert (code, text) == (2, "")
        assert why in error and len(error.splitlines()) == 1
    assert Person(first.url).http.get("/healthz").text == "ok\n"


# --- a damaged row


DAMAGE = {
    "settings": "UPDATE game_table SET settings = '{' WHERE id = ?",
    "header": "UPDATE game_table SET header = '[7]' WHERE id = ?",
    "draws": "UPDATE entry SET draws = '[[1]]' WHERE table_id = ?",
    "a seat": "DELETE FROM seat WHERE seat = 1 AND table_id = ?",
    "a game": "UPDATE game_table SET game = 'chess' WHERE id = ?",
    "deep": "UPDATE game_table SET settings = replace(hex(zeroblob(50000)), '0', '[') WHERE id = ?",
}


@pytest.mark.parametrize("what", DAMAGE)
def test_a_damaged_row_costs_one_table(
    what: str, serve: Serve, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = serve()
    ana, tables = played(first.url, 2)
    first.stop()
    with sqlite3.connect(tmp_path / "house.db") as db:
        db.execute(DAMAGE[what], (tables[0].removeprefix("/t/"),))
    db.close()
    second = serve(port=int(first.url.rpartition(":")[2]))
    home = ana.http.get("/")
    assert home.status_code == 200
    assert f'href="{tables[1]}"' in home.text and tables[0] not in home.text
    answer = ana.http.get(f"{tables[0]}/plain")
    assert answer.status_code >= 400 and 'role="alert"' in answer.text and "Traceback" not in answer.text
    assert ana.http.get(f"{tables[1]}/plain").status_code == 200
    code, text, _ = said(capsys, "audit", "--database", str(second.database))
    assert code == 1
    assert tables[0].removeprefix("/t/") in text and tables[1].removeprefix("/t/") not in text


# --- backup, restore, audit


def test_a_backup_while_people_play_brings_everybody_back(
    serve: Serve, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """On another machine: the tables, the throws, and who sits where."""
    first, file, new = serve(), tmp_path / "house.backup", tmp_path / "elsewhere" / "tables.db"
    ana, (table,) = played(first.url)
    with ana.sit(table) as sitting:
        code, text, error = said(capsys, "backup", str(file), "--database", str(first.database))
        assert (code, error) == (0, "") and "key" in text
        assert sitting.read()["number"] == 1
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    first.stop()
    shutil.rmtree(tmp_path / "house.db", ignore_errors=True)
    code, text, error = said(capsys, "restore", str(file), "--database", str(new))
    assert (code, error) == (0, "")
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in new.parent.iterdir()}
    assert modes == dict.fromkeys(("tables.db", "tables.key", "tables.db.lock"), 0o600)
    key = new.with_suffix(".key").read_bytes()
    assert key == first.database.with_suffix(".key").read_bytes()
    assert key not in new.read_bytes(), "the key lies beside the tables, not in them"
    second = start(new, port=int(first.url.rpartition(":")[2]))
    try:
        with ana.sit(table) as sitting:
            state = sitting.read()
            assert (state["me"], state["number"]) == ([0, 1], 1)
    finally:
        second.stop()


def test_nothing_is_overwritten_by_chance(serve: Serve, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, file = serve(), tmp_path / "house.backup"
    database = str(first.database)
    ana, (table,) = played(first.url)
    assert said(capsys, "backup", str(file), "--database", database)[0] == 0
    before = file.read_bytes()
    for arguments, why in (
        (["backup", str(file)], "--force"),
        (["backup", database, "--force"], "a file of its own"),
        (["restore", str(file)], "--force"),
        (["restore", str(file), "--force"], "Another Dicehouse server already uses"),
        (["restore", str(tmp_path / "nothing")], "no file"),
        (["restore", database], "has no server key"),
    ):
        code, text, error = said(capsys, *arguments, "--database", database)
        assert (code, text) == (2, "")
        assert why in error and len(error.splitlines()) == 1
        assert file.read_bytes() == before
    with ana.sit(table) as sitting:
        sitting.act(sitting.read(), sitting.state["options"][0]["id"])
        assert sitting.read_until("ack")["number"] == 2
    first.stop()
    assert said(capsys, "restore", str(file), "--force", "--database", database)[0] == 0
    second = serve(port=int(first.url.rpartition(":")[2]))
    assert Person(second.url, ana.http.cookies).sit(table).read()["number"] == 1


@pytest.mark.parametrize("how", ["cut", "torn", "text"])
def test_a_damaged_backup_is_not_restored(
    how: str, serve: Serve, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, file, new = serve(), tmp_path / "house.backup", tmp_path / "new.db"
    played(first.url)
    assert said(capsys, "backup", str(file), "--database", str(first.database))[0] == 0
    data = bytearray(file.read_bytes())
    if how == "torn":
        data[3 * 4096 : 12 * 4096] = bytes(9 * 4096)
    file.write_bytes(data[:9000] if how == "cut" else b"Dear diary" if how == "text" else data)
    code, _, error = said(capsys, "restore", str(file), "--database", str(new))
    assert code == 2 and len(error.splitlines()) == 1
    assert not new.exists() and not new.with_suffix(".key").exists()


def test_audit_replays_every_table(serve: Serve, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = serve()
    _, tables = played(first.url, 3)
    Person(first.url).open_table("person", "open")
    database = str(first.database)
    assert said(capsys, "audit", "--database", database) == (
        0,
        "4 tables replayed: no faults.\n",
        "",
    )
    first.stop()
    ids = [table.removeprefix("/t/") for table in tables]
    with sqlite3.connect(tmp_path / "house.db") as db:
        (draws,) = db.execute("SELECT draws FROM entry WHERE table_id = ?", (ids[0],)).fetchone()
        other = [[face % 6 + 1, sides] for face, sides in json.loads(draws)]
        db.execute("UPDATE entry SET draws = ? WHERE table_id = ?", (json.dumps(other), ids[0]))
        db.execute("UPDATE game_table SET phase = 'over' WHERE id = ?", (ids[1],))
        db.execute("UPDATE seat SET name = 'Mallory' WHERE seat = 1 AND table_id = ?", (ids[2],))
    db.close()
    code, text, error = said(capsys, "audit", "--database", database)
    lines = text.splitlines()
    assert (code, error) == (1, "")
    assert [line.split(" ")[0] for line in lines[:-1]] == ids
    for line, why in zip(lines, ("the dice of action 1", "not over", "players", ": 3 with"), strict=True):
        assert why in line.lower() or why in line


def test_audit_reads_what_an_older_version_wrote(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Before the new version is let near it: the file stays as it was."""
    place = tmp_path / "house.db"
    with sqlite3.connect(place) as db:
        db.executescript(f"{MIGRATIONS[0]} PRAGMA user_version = 1;")
    db.close()
    before = place.read_bytes()
    assert said(capsys, "audit", "--database", str(place))[0] == 0
    assert place.read_bytes() == before


# --- proxies


def test_who_asks_is_believed_of_named_proxies_only(tmp_path: Path) -> None:
    """Without --proxy nobody can pass for another address, nor for https."""
    claims = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https"}
    for arguments, believed in (([], False), (["--proxy", "10.0.0.0/8"], False), (["--proxy", "127.0.0.1"], True)):
        command = [sys.executable, "-m", "dicehouse", "serve", "--no-browser", "--port", "0", *arguments]
        database = tmp_path / f"{len(arguments)}{believed}.db"
        with subprocess.Popen(
            [*command, "--database", str(database)],
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env={**os.environ, "FORWARDED_ALLOW_IPS": "*"},
        ) as process:
            try:
                assert process.stdout is not None
                url = process.stdout.readline().split()[-1]
                answer = httpx.get(url, headers=claims, timeout=PATIENCE)
                assert ("strict-transport-security" in answer.headers) == believed
            finally:
                process.kill()
