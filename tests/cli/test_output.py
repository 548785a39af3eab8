"""Check that no output ends a command: in encodings that lack letters, in closed and full pipes, without streams."""

from __future__ import annotations

import io
import json
import logging
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from dicehouse.cli import main
from dicehouse.cli.parser import COMMANDS
from dicehouse.server.server_log import write_down
from dicehouse.server.verify import main as verify_alone

from ..server.finished import fill
from ..server.room import ANA, BEN, open_house, run_apart
from .test_commands import DICE, ROOT, finished, stored

DECK = "deck-o-dice"
NAME = "Zoë Łukasz−Ω"  # noqa: RUF001  # a minus sign, and letters that cp1252 and others lack
ENCODINGS = ["ascii", "cp1252", "cp437", "shift_jis", "utf-8", "utf-16"]
FEW = ("--games", "2", "--seed", "1", "--bots", "random,sensible")
Printed = tuple[int, str, str]


def printed(
    patch: pytest.MonkeyPatch, encoding: str, *arguments: str, given: bytes = b"", errors: str = "strict"
) -> Printed:
    """Return exit code, output and errors of a command whose streams have this encoding; all of it must decode."""
    out, err = io.BytesIO(), io.BytesIO()
    with patch.context() as streams:
        streams.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given), encoding=encoding, errors=errors))
        streams.setattr(sys, "stdout", io.TextIOWrapper(out, encoding=encoding, errors=errors))
        streams.setattr(sys, "stderr", io.TextIOWrapper(err, encoding=encoding, errors="backslashreplace"))
        try:
            code = main(arguments)
        except SystemExit as stop:
            code = int(stop.code or 0)
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        return code, out.getvalue().decode(encoding), err.getvalue().decode(encoding)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a database, a match, a backup and a study whose names no old encoding has."""
    place = tmp_path_factory.mktemp("names")

    async def names() -> None:
        async with open_house(place) as house:
            await house.set_name(ANA, NAME)
            await house.set_name(BEN, "Ben")

    run_apart(fill(place, ANA, BEN))
    run_apart(names())
    saved = finished().save()
    stored(place / "m.json", {**saved, "names": [NAME, "Бо"]})
    with closing(sqlite3.connect(place / "house.db")) as db, db:
        db.execute("UPDATE seat SET name = ?", (NAME,))
    (place / "house.key").write_bytes(b"k" * 32)
    assert main(["backup", str(place / "b"), "--database", str(place / "house.db")]) == 0
    study = place / f"{NAME}.json"
    with study.open("w") as file, pytest.MonkeyPatch.context() as patch:
        file.write(printed(patch, "utf-8", "study", DECK, *FEW, "--jobs", "1", "--json")[1])
    return place


def arguments_of(command: str, folder: Path) -> list[list[str]]:
    """Return what makes a command print names, minus signs and more, quickly."""
    database = ["--database", str(folder / "house.db")]
    return {
        "serve": [["serve", "--port", "0", "--no-browser", "--database", str(folder / f"{NAME}.json")]],
        "games": [["games"], ["games", "--json"]],
        "rules": [["rules", "indicesion"], ["rules", "dicetopia"]],
        "sentences": [["sentences", "--page", "dicetopia", "--lang", "de"]],
        "play": [["play", DICE, "--name", f"{NAME},Бо", "--seed", NAME, "--save", str(folder / f"{NAME}.match")]],
        "simulate": [["simulate", DECK, *FEW], ["simulate", DECK, *FEW, "--json"]],
        "study": [["study", DECK, *FEW, "--jobs", "1", "--report", str(folder / f"{NAME}.html")]],
        "arena": [["arena", DECK, *FEW, "--jobs", "1", "--picture", str(folder / f"{NAME}.svg")]],
        "tune": [["tune", DECK, "--goal", NAME, "--over", "rounds"]],
        "report": [["report", str(folder / f"{NAME}.json"), "-o", str(folder / f"{NAME}.page")]],
        "selfplay": [["selfplay", DECK, "--games", "1", "--seed", "1", "--out", str(folder / f"{NAME}.out")]],
        "solve": [["solve", DICE, "--option", "target=1000", "--option", "opening=300"], ["solve", NAME]],
        "check": [["check", DECK, "--seeds", "1"]],
        "new-game": [["new-game", NAME], ["new-game", "good", "--in", str(folder / f"{NAME}.json")]],
        "bench": [["bench", "--help"]],
        "site": [["site", str(folder / f"{NAME}.site"), "--runtime", str(folder / NAME)]],
        "verify": [["verify", str(folder / "m.json")], ["verify", str(folder / f"{NAME}.none")]],
        "review": [
            ["review", str(folder / "m.json"), "--simulations", "20"],
            ["review", str(folder / "m.json"), "--simulations", "20", "--json"],
            ["review", str(folder / "m.json"), "--levels", "pip"],
        ],
        "backup": [["backup", str(folder / f"{NAME}.backup"), *database, "--force"]],
        "restore": [["restore", str(folder / "b"), "--database", str(folder / f"{NAME}.db"), "--force"]],
        "audit": [["audit", *database]],
        "dice": [["dice", *database], ["dice", *database, "--json", "--save", str(folder / f"{NAME}.csv")]],
        "stats": [
            ["stats", *database],
            ["stats", *database, "--name", NAME, "--save", str(folder / f"{NAME}-games.csv")],
            ["stats", *database, "--name", NAME, "--json"],
        ],
    }[command]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_prints_in_every_encoding(command: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known: dict[int, int] = {}
    for encoding in ENCODINGS if command not in ("check", "arena", "tune", "solve", "selfplay") else ENCODINGS[:2]:
        for number, arguments in enumerate(arguments_of(command, folder)):
            given = "l\n1\n1\nl\ns Я.json\nnonsense Ω\nq\n".replace("Я", str(folder / "x")).encode(encoding, "replace")
            code, out, error = printed(monkeypatch, encoding, *arguments, given=given)
            assert out or error
            assert "Traceback" not in error and known.setdefault(number, code) == code
            if "--json" in arguments:
                assert json.loads(out)


def test_text_shows_a_hyphen_or_a_question_mark_and_json_escapes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    review = ("review", str(folder / "m.json"), "--simulations", "20")
    for encoding, shown in (("ascii", "Zo? ?ukasz-?"), ("cp1252", "Zoë ?ukasz-?"), ("utf-8", NAME)):
        assert shown in printed(monkeypatch, encoding, *review)[1]
        found = json.loads(printed(monkeypatch, encoding, *review, "--json")[1])
        assert found["players"] == [NAME, "Бо"], "whatever the encoding"
    ours = printed(monkeypatch, "ascii", *review, errors="xmlcharrefreplace")[1]
    assert "Zo&#235; &#321;ukasz&#8722;" in ours, "who asked for another way of replacing gets it"


def test_files_are_utf_8_whatever_the_terminal(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games, page, match = folder / "g.csv", folder / "p.html", folder / "p.json"
    database = ("--database", str(folder / "house.db"))
    assert printed(monkeypatch, "ascii", "stats", *database, "--name", NAME, "--save", str(games))[0] == 0
    assert printed(monkeypatch, "ascii", "report", str(folder / f"{NAME}.json"), "-o", str(page))[0] == 0
    given = b"1\nq\n"
    printed(monkeypatch, "ascii", "play", DICE, "--name", NAME, "--save", str(match), given=given)
    assert "alone" in games.read_text(encoding="utf-8") and "\N{MINUS SIGN}" in page.read_text(encoding="utf-8")
    assert json.loads(match.read_bytes())["names"][0] == NAME


LOGGED = ["Zoë", "−1", "\udcff\ud83c", "a\nb", "“”", "骰子"]  # noqa: RUF001  # that is what is tested


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize("encoding", ENCODINGS[:3])
def test_a_log_line_is_written_in_every_encoding(form: str, encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    loggers = [logging.getLogger(name) for name in ("dicehouse", "uvicorn")]
    before = [(logger, logger.handlers, logger.propagate, logger.level) for logger in loggers]
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="utf-8"))
    monkeypatch.setattr(sys, "stderr", io.TextIOWrapper(raw, encoding=encoding, errors="strict"))
    try:
        with pytest.raises(SystemExit):
            main(["--version"])  # which prepares the streams, as every command does
        write_down(form, "info")
        for text in LOGGED:
            logging.getLogger("dicehouse.web").warning("said: %s", text)
    finally:
        for logger, handlers, propagate, level in before:
            logger.handlers, logger.propagate = handlers, propagate
            logger.setLevel(level)
    lines = raw.getvalue().decode(encoding)
    assert "Logging error" not in lines and "Traceback" not in lines
    if form == "json":
        assert [json.loads(line)["message"] for line in lines.splitlines()] == [f"said: {text}" for text in LOGGED]


# --- streams that are closed, full or missing, and arguments that are no text: a process for each, so few

STREAMS = {
    "full": ("{games} > /dev/full", 2, "The output can't be written: No space left on device"),
    "full, and long": ("{rules} > /dev/full", 2, "can't be written: No space left on device"),
    "full, unbuffered": ("PYTHONUNBUFFERED=1 {help} > /dev/full", 2, "No space left on device"),
    "only for reading": ("{games} 1< /dev/null", 2, "can't be written: Bad file descriptor"),
    "no output": ("{help} >&-", 0, ""),
    "no errors": ("{none} 2>&-", 2, ""),
    "errors that are full": ("{none} 2> /dev/full", 2, ""),
    "nothing at all": ("{help} <&- >&- 2>&-", 0, ""),
    "no input": ("{play} <&-", 0, ""),
    "a reader who leaves": ("{rules} | head -1 > /dev/null", 0, ""),
    "a reader who has left": ("{ sleep 0; {help}; } | true", 0, ""),
    "a reader of errors who has left": ("{none} 2>&1 | true", 0, ""),
    "cp1252": ("PYTHONIOENCODING=cp1252 PYTHONUTF8=0 {rules}", 0, ""),
    "the locale C": ("LC_ALL=C PYTHONUTF8=0 PYTHONCOERCECLOCALE=0 {rules}", 0, ""),
}
TYPED = {
    "rules": "rules indicesion",
    "games": "games --json",
    "none": "rules",
    "play": f"play {DICE} --seed 1",
    "help": "arena --help",
}


def test_no_stream_ends_a_command_with_a_traceback(tmp_path: Path) -> None:
    """All of them run side by side in one shell, which writes down what each said and how it ended."""
    lines = []
    for number, (command, _, _) in enumerate(STREAMS.values()):
        for name, arguments in TYPED.items():
            command = command.replace(f"{{{name}}}", f"{sys.executable} -m dicehouse {arguments}")
        lines.append(
            f"( set -o pipefail; {command} ) > {number}.out 2> {number}.err < /dev/null; echo $? > {number}.code"
        )
    path = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    subprocess.run(["bash", "-c", "\n".join(lines)], cwd=tmp_path, env=path, check=True, timeout=600)
    for number, (what, (_, code, words)) in enumerate(STREAMS.items()):
        error = (tmp_path / f"{number}.err").read_text()
        ended = int((tmp_path / f"{number}.code").read_text())
        assert "Traceback" not in error and "Exception ignored" not in error, what
        if "errors who" not in what:
            assert (ended, len(error.splitlines())) == (code, bool(words)), f"{what}: {error}"
        assert words in error, what


def test_files_are_written_even_if_nobody_reads_the_figures(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Gone(io.BytesIO):
        def write(self, data: object) -> int:
            raise BrokenPipeError(32, "Broken pipe")

    for command, option in (("arena", "--picture"), ("study", "--report")):
        place = tmp_path / ("x.svg" if command == "arena" else "x.html")
        with monkeypatch.context() as streams:
            streams.setattr(sys, "stdout", io.TextIOWrapper(Gone(), encoding="utf-8", write_through=True))
            assert main([command, DECK, *FEW, "--jobs", "1", option, str(place)]) == 0
            streams.setattr(sys.stdout, "close", lambda: None, raising=False)
        assert place.stat().st_size > 1000


NO_TEXT = "\udcff"  # how Python shows a byte of an argument that is no UTF-8
LATIN = "Zo\udcc3\udcab"  # the UTF-8 of "Zoë", read by a locale that knows ASCII alone


@pytest.mark.parametrize(
    "arguments",
    [
        ["stats", "--name", NO_TEXT],
        ["play", DICE, "--seed", NO_TEXT],
        ["play", DICE, "--name", f"Ana,{NO_TEXT}"],
        ["simulate", DECK, "--bots", f"random,{NO_TEXT}"],
        ["simulate", DECK, "--option", f"{NO_TEXT}=1"],
        ["simulate", DECK, "--mode", NO_TEXT],
        ["arena", DECK, "--against", NO_TEXT],
        ["study", DECK, "--worth", NO_TEXT],
        ["rules", NO_TEXT],
        ["serve", "--bot", f"x={NO_TEXT}"],
        ["serve", "--host", NO_TEXT],
        [NO_TEXT],
        ["verify", NO_TEXT],
        ["report", NO_TEXT],
        ["backup", "x", "--database", NO_TEXT],
        ["selfplay", DECK, "--games", "1", "--out", NO_TEXT],
    ],
    ids=ascii,
)
def test_an_argument_that_is_no_text_is_refused_in_a_sentence(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    code, out, error = printed(monkeypatch, "utf-8", *arguments)
    assert (code, out) == (2, "")
    assert len(error.splitlines()) == 1 and "Traceback" not in error


def test_an_argument_in_utf_8_is_read_under_every_locale(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "getfilesystemencoding", lambda: "ascii")
    match = folder / "latin.json"
    printed(monkeypatch, "ascii", "play", DICE, "--name", LATIN, "--save", str(match), given=b"1\nq\n")
    assert json.loads(match.read_bytes())["names"][0] == "Zoë"


def test_a_file_may_have_any_name(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    odd = tmp_path / f"{NO_TEXT}é"
    odd.mkdir()
    database = ("--database", str(folder / "house.db"))
    for arguments in (
        ["backup", str(odd / "b"), *database],
        ["restore", str(odd / "b"), "--database", str(odd / "h.db")],
        ["audit", "--database", str(odd / "h.db")],
        ["stats", *database, "--name", NAME, "--save", str(odd / "g.csv")],
        ["simulate", DECK, *FEW],
        ["study", DECK, *FEW, "--jobs", "1", "--save", str(odd / "s.json"), "--report", str(odd / "s.html")],
        ["play", DICE, "--save", str(odd / "m.json")],
    ):
        for encoding in ("utf-8", "ascii"):
            forced = ["--force"] if arguments[0] in ("backup", "restore") else []
            code, _, error = printed(monkeypatch, encoding, *arguments, *forced, given=b"1\nq\n")
            assert code == (arguments[0] == "audit"), f"{arguments[0]}: {error}"  # the names in it were changed


def test_the_script_of_the_server_prints_everywhere(folder: Path) -> None:
    script = ROOT / "src" / "dicehouse" / "server" / "verify.py"
    env = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    file = stored(folder / "odd.json", {"dice": {NAME: NAME}, NAME: "−"})  # noqa: RUF001
    done = subprocess.run([sys.executable, script, file, NAME], capture_output=True, env=env, timeout=300)
    assert b"Traceback" not in done.stderr and done.stdout
    assert verify_alone([file]) == done.returncode
