"""Check the commands where there is no home, no folder that can be written, and on file systems that lack something."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from dicehouse.cli import main
from dicehouse.server.storage import data_files
from dicehouse.server.storage.data_files import CantOpen, Lock, server_key
from dicehouse.server.storage.sqlite_store import SQLite

from ..server.finished import fill
from ..server.room import ANA, run_apart
from .commands_in import run_commands
from .test_commands import DICE, ROOT, finished, said, stored

DECK = "deck-o-dice"
NOBODY = """
import os, pwd, tempfile
def unknown(number): raise KeyError(number)
pwd.getpwuid = unknown
tempfile._candidate_tempdir_list = lambda: ["/proc"]
"""
AS_NOBODY = ["setpriv", "--reuid", "12345", "--regid", "12345", "--clear-groups"]
READING = ["--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search"]  # Python may be in another's home here


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("poor")
    run_apart(fill(place, ANA))
    (place / "house.key").write_bytes(b"k" * 32)
    with closing(sqlite3.connect(place / "house.db")) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    stored(place / "m.json", finished().save())
    return place


def without_home(folder: Path) -> list[list[str]]:
    """Return commands that need no home."""
    return [
        ["games"],
        ["rules", DECK],
        ["play", DICE, "--seed", "1"],
        ["verify", str(folder / "m.json")],
        ["simulate", "indicesion", "--games", "1", "--bots", "random", "--option", "rounds=1"],
        ["audit", "--database", str(folder / "house.db")],
        ["dice", "--database", str(folder / "house.db"), "--json"],
        ["solve", DICE],
    ]


HOME = [["serve", "--port", "0", "--no-browser"], ["stats"], ["dice"], ["audit"], ["backup", "b"], ["restore", "b"]]


def test_without_a_home_and_any_folder_to_write_all_runs_that_needs_none(folder: Path) -> None:
    asked = [*without_home(folder), *HOME]
    ended = run_commands(folder, asked, {}, inherit=False, before=NOBODY, given="1\nq\n")
    for number, each in enumerate(ended):
        if number < len(without_home(folder)):
            each.check(0)
        else:
            each.check(2, "--database", "DICEHOUSE_CACHE")
    for command in (["serve", "--port", "0", "--no-browser"], ["backup", "b"], ["restore", str(folder / "m.json")]):
        (each,) = run_commands(folder, [command], {"HOME": "/proc/none"}, inherit=False, before=NOBODY)
        each.check(2)


def test_a_user_without_an_entry_and_a_home(folder: Path) -> None:
    """The real thing, where tests run as root."""
    if os.geteuid() != 0 or shutil.which("setpriv") is None:
        pytest.skip("only root can become somebody else")
    wrapped = [*AS_NOBODY, *READING]
    if subprocess.run([*wrapped, sys.executable, "-c", ""], capture_output=True).returncode:
        pytest.skip("this root may not give others a right to read")
    asked = [each for each in without_home(folder) if each[0] in ("games", "play", "audit")]
    ended = run_commands(folder, [*asked, *HOME[:3]], {}, inherit=False, wrapped=wrapped, given="1\nq\n")
    for number, each in enumerate(ended):
        each.check(0 if number < len(asked) else 2)


def test_without_a_cache_a_sentence_names_the_variable(folder: Path) -> None:
    """The program is not compiled here: what is asked of it is refused first."""
    ask = "from dicehouse.compiler import cache; assert not cache.keeps_programs(); print(cache.cache_root())"
    announce = "from dicehouse.cli.game_arguments import announce_compiling as a; from dicehouse.games import find"
    program = f"{NOBODY}\n{ask}\n{announce}\na(find('{DECK}')); a(find('indicesion'))"
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment)
    assert (done.returncode, done.stdout) == (0, "/dev/null/dicehouse\n")
    assert done.stderr.count("DICEHOUSE_CACHE") == 1 and len(done.stderr.splitlines()) == 1


def test_a_temporary_cache_is_shared_with_children_and_deleted(tmp_path: Path) -> None:
    ask = "from dicehouse.compiler.cache import cache_root; import subprocess, sys; print(cache_root(), flush=True)"
    child = 'subprocess.run([sys.executable, "-c", "from dicehouse.compiler.cache import *; print(cache_root())"])'
    environment = {
        "PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT / "src"), "TMPDIR": str(tmp_path), "HOME": "/proc/none"
    }  # fmt: skip
    done = subprocess.run([sys.executable, "-c", f"{ask}\n{child}"], capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    ours, theirs = done.stdout.split()
    assert ours == theirs and ours.startswith(str(tmp_path)) and not list(tmp_path.iterdir())


@pytest.mark.parametrize("command", ["audit", "dice", "backup"])
def test_a_database_in_a_folder_that_can_not_be_written_is_read(
    command: str, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Root may write anywhere, so the test says that it may not; SQLite then makes no files beside the database."""
    place = tmp_path / "ro"
    place.mkdir()
    shutil.copy(folder / "house.db", place / "house.db")
    shutil.copy(folder / "house.key", place / "house.key")
    allowed = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK and allowed(path, mode))
    more = [str(tmp_path / "b")] if command == "backup" else []
    assert said(capsys, command, *more, "--database", str(place / "house.db"))[0] == 0
    assert sorted(os.listdir(place)) == ["house.db", "house.key"]


# --- file systems that can't do everything


def refusing(number: int) -> Callable[..., None]:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    return refuse


NO_LINKS = [errno.EPERM, errno.ENOTSUP, errno.ENOSYS, errno.EMLINK, errno.EACCES, errno.EXDEV]


@pytest.mark.parametrize("number", NO_LINKS, ids=errno.errorcode.get)
def test_a_new_server_needs_no_hard_links(number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "link", refusing(number))
    database = tmp_path / "new" / "house.db"
    key = server_key(database)
    SQLite(database).close()
    assert server_key(database) == key and len(key) == 32
    assert stat.S_IMODE(database.with_suffix(".key").stat().st_mode) == 0o600
    assert sorted(os.listdir(database.parent)) == ["house.db", "house.db.lock", "house.key"]


def test_what_another_made_meanwhile_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "house.key"
    monkeypatch.setattr(os, "link", refusing(errno.EPERM))
    place.write_bytes(b"first")
    data_files.write_new(place, b"second")
    assert place.read_bytes() == b"first" and os.listdir(tmp_path) == ["house.key"]


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO], ids=errno.errorcode.get)
def test_half_a_key_is_not_left_behind(number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", refusing(number))
    with pytest.raises(CantOpen, match=r"can't be used: .* use --database"):
        server_key(tmp_path / "house.db")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "number", [errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.EINVAL], ids=errno.errorcode.get
)
def test_without_locks_no_server_starts(number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(data_files.fcntl, "lockf", refusing(number))
    with pytest.raises(CantOpen, match=r"no working locks.*--database"):
        Lock(tmp_path / "house.db")


def test_locks_that_hold_nobody_back_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(data_files.fcntl, "lockf", lambda *_: None)
    with pytest.raises(CantOpen, match="no working locks"):
        Lock(tmp_path / "house.db")
    assert os.listdir(tmp_path) == ["house.db.lock"]


def test_a_lock_is_held_by_one_server(tmp_path: Path) -> None:
    first = Lock(tmp_path / "house.db")
    with pytest.raises(CantOpen, match=r"already uses"):
        Lock(tmp_path / "house.db")
    first.release()
    Lock(tmp_path / "house.db").release()
    assert os.listdir(tmp_path) == ["house.db.lock"]


@pytest.mark.parametrize("how", ["refused", "without effect"])
def test_without_permissions_a_warning_says_who_may_read_the_key(
    how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    database = tmp_path / "house.db"
    server_key(database)
    database.with_suffix(".key").chmod(0o644)
    monkeypatch.setattr(Path, "chmod", refusing(errno.EPERM) if how == "refused" else lambda *_: None)
    monkeypatch.setattr(data_files.log, "propagate", True)
    key = server_key(database)
    assert len(key) == 32 and [record.levelname for record in caplog.records] == ["WARNING"]
    assert "Other users of this machine can read" in caplog.text and "house.key" in caplog.text


def test_with_permissions_there_is_no_warning(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    server_key(tmp_path / "house.db")
    (tmp_path / "house.key").chmod(0o644)
    server_key(tmp_path / "house.db")
    assert not caplog.records and stat.S_IMODE((tmp_path / "house.key").stat().st_mode) == 0o600


@pytest.mark.parametrize("name", ["house.key", "house.KEY"])
def test_a_database_is_not_called_like_its_key(name: str, tmp_path: Path) -> None:
    with pytest.raises(CantOpen, match="is the name of a key"):
        server_key(tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_a_database_with_such_a_name_goes_on_where_capitals_count(tmp_path: Path) -> None:
    SQLite(tmp_path / "house.KEY").close()
    (tmp_path / "house.key").write_bytes(b"k" * 32)
    if (tmp_path / "house.KEY").samefile(tmp_path / "house.key"):
        pytest.skip("capitals don't count here")
    assert server_key(tmp_path / "house.KEY") == b"k" * 32


@pytest.mark.parametrize("ending", ["house.db", "house.key", "house.db.lock", "HOUSE.db", "link.db", "hard.db"])
def test_a_backup_replaces_no_file_of_the_server(
    ending: str, tmp_path: Path, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A link stands for a file system on which capitals don't count: another name for the same file."""
    for name in ("house.db", "house.key"):
        shutil.copy(folder / name, tmp_path / name)
    Lock(tmp_path / "house.db").release()
    if not (tmp_path / ending).exists():
        make = os.symlink if ending == "link.db" else os.link
        make(tmp_path / "house.db", tmp_path / ending)
    before = (tmp_path / ending).read_bytes()
    code, _, error = said(capsys, "backup", str(tmp_path / ending), "--force", "--database", str(tmp_path / "house.db"))
    assert code == 2 and "a file of its own" in error
    assert (tmp_path / ending).read_bytes() == before


def test_a_full_disk_is_said_of_the_file_that_does_not_fit(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    connect = sqlite3.connect

    def small(place: object, *more: object, **named: object) -> sqlite3.Connection:
        made: sqlite3.Connection = connect(place, *more, **named)  # type: ignore[call-overload]  # as it was called
        if "mode=ro" not in str(place):
            made.execute("PRAGMA max_page_count = 2")
        return made

    monkeypatch.setattr(sqlite3, "connect", small)
    code, _, error = said(capsys, "backup", str(tmp_path / "b"), "--database", str(folder / "house.db"))
    assert code == 2 and f"{tmp_path / 'b'} can't be written" in error and len(error.splitlines()) == 1
    assert not (tmp_path / "b").exists()
    code, _, error = said(capsys, "serve", "--port", "0", "--no-browser", "--database", str(tmp_path / "n.db"))
    assert code == 2 and "free some space" in error and len(error.splitlines()) == 1


INJECTED = {
    "link,linkat:error=EPERM": "32",
    "link,linkat:error=ENOSYS": "32",
    "fchmod,chmod,fchmodat:error=EPERM": "32",
}


@pytest.mark.parametrize("inject", INJECTED)
def test_a_kernel_that_refuses(inject: str, tmp_path: Path) -> None:
    if shutil.which("strace") is None:
        pytest.skip("strace is not installed")
    place = "from pathlib import Path; place = Path('house.db')"
    program = (
        f"from dicehouse.server.storage.data_files import *\n{place}\nk = server_key(place); Lock(place); print(len(k))"
    )
    done = subprocess.run(
        ["strace", "-o", "/dev/null", "-e", f"inject={inject}", sys.executable, "-c", program],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
    )
    if "ptrace" in done.stderr.lower() and "attach" in done.stderr.lower():
        pytest.skip("nothing can be traced here")
    assert INJECTED[inject] in done.stdout + done.stderr


def test_no_folder_for_temporary_files_is_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = FileNotFoundError(errno.ENOENT, "No usable temporary directory found in ['/tmp']")
    for error, words in (
        (missing, "TMPDIR"),
        (OSError(errno.EROFS, "Read-only file system", "x/y"), "'x/y' can't be used: Read-only file system"),
        (OSError(errno.ENOSPC, "No space left on device"), "can't be written: No space left on device"),
        (OSError(errno.EMFILE, "Too many open files"), "Too many open files"),
    ):
        monkeypatch.setattr("dicehouse.games.all_games", refuse_with(error))
        code, _, said_then = said(capsys, "games")
        assert code == 2 and words in said_then and len(said_then.splitlines()) == 1
    assert main(["rules", DECK]) == 0


def refuse_with(error: Exception) -> Callable[[], None]:
    def refuse() -> None:
        raise error

    return refuse
