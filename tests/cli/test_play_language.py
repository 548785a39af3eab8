"""Commands for players speak their language: that of --lang, or else of the locale."""

from __future__ import annotations

import builtins
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

import dicehouse
from dicehouse.cli import main
from dicehouse.cli.exit_codes import UsageError
from dicehouse.cli.terminal_language import LOCALE_VARIABLES, terminal_language
from dicehouse.core import Keyed
from dicehouse.games import BUILT_IN
from dicehouse.games.dicetopia.presentation.notation import AREA_NAMES, FACTION_NAMES
from dicehouse.i18n import current_language, in_language
from dicehouse.server import verify
from dicehouse.server.verify import table_id
from dicehouse.server.verify_texts import as_text

OPEN = "\N{MATHEMATICAL LEFT WHITE SQUARE BRACKET}"
TYPED = ("?", "1", "xx", "", "l", "s", "ask", "t", "1", "u", "1", "1", "1", "1", "1", "q")


@pytest.fixture(autouse=True)
def no_locale(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play where no variable names a language, and give hints without compiling."""
    for name in LOCALE_VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("dicehouse.compiler.numba_settings.COMPILES", False)
    monkeypatch.setattr("dicehouse.engine.engine._compiled_games", set())  # whatever other tests have loaded
    monkeypatch.setattr("dicehouse.cli.precompile.is_precompiled", lambda game: False)


def played(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *before: str) -> str:
    """Everything on the screen while one person plays a little, and types what is wrong, too."""
    lines: Iterator[str] = iter(TYPED)
    monkeypatch.setattr(builtins, "input", lambda prompt="": next(lines, "q"))
    assert main([*before, "play", "dicetopia", "--seed", "3", "--bots", "random", "--name", "Ana"]) == 0
    return capsys.readouterr().out


def test_every_line_of_the_terminal_is_translated(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = played(monkeypatch, capsys, "--lang", "en-XA").splitlines()
    names = "|".join(map(re.escape, sorted(("Ana", "Random 2", *FACTION_NAMES, *AREA_NAMES), key=len, reverse=True)))
    plain = [line for line in said if OPEN not in line and re.search(r"[A-Za-z]{3}", re.sub(names, "", line))]
    assert plain == [] and sum(OPEN in line for line in said) > 30


@pytest.mark.parametrize("language", ["--lang", "LANG"])
def test_a_player_gets_german(
    language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if language == "LANG":
        monkeypatch.setenv("LANG", "de_AT.UTF-8")
    said = played(monkeypatch, capsys, *(() if language == "LANG" else ("--lang", "de")))
    assert said.rstrip().endswith("Bis bald.") and "'xx' steht nicht zur Wahl." in said
    assert "Du " in said and "You" not in said
    assert current_language() == "en", "other commands of this process are not in German"


def test_english_is_spoken_without_a_wish(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    said = played(monkeypatch, capsys)
    assert said.rstrip().endswith("Goodbye.") and "'xx' is not one of your options. Type ? for help." in said


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de"}, "de"),
        ({"LC_MESSAGES": "de_DE", "LANG": "en_GB.UTF-8"}, "de"),
        ({"LC_ALL": "C.UTF-8", "LANG": "de_DE.UTF-8"}, "en"),
        ({"LC_ALL": "", "LC_MESSAGES": "", "LANG": "de_DE@euro"}, "de"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "\udcff"}, "en"),
    ],
)
def test_the_first_variable_that_is_set_counts(environment: Mapping[str, str], language: str) -> None:
    assert terminal_language(None, environment) == language
    assert terminal_language("de", environment) == "de", "--lang wins"


@pytest.mark.parametrize("asked", ["xx", "", "DE-xx", "../de"])
def test_an_unknown_language_is_refused_with_those_there_are(asked: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(UsageError, match="The languages are en and de"):
        terminal_language(asked, {})
    assert main(["--lang", asked, "play", "dicetopia"]) == 2
    assert "There is no language" in capsys.readouterr().err


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(arguments) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize(
    ("command", "german"),
    [
        (("games",), "Einstellungen (voreingestellter Wert zuerst)"),
        (("rules", "deck-o-dice"), "Die vollständigen Regeln"),
        (("rules", "indicesion"), "Die vollständigen Regeln"),
    ],
    ids=" ".join,
)
def test_lists_and_rules_are_in_the_player_s_language(
    command: tuple[str, ...], german: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    english = printed(capsys, *command)
    before, after = printed(capsys, "--lang", "de", *command), printed(capsys, *command, "--lang", "de")
    monkeypatch.setenv("LANG", "de_AT.UTF-8")
    assert before == after == printed(capsys, *command) and german in before and german not in english
    assert printed(capsys, "--lang", "en", *command) == printed(capsys, *command, "--lang", "en") == english
    assert current_language() == "en"


@pytest.mark.parametrize("game_id", BUILT_IN)
def test_every_paragraph_of_the_rules_is_translated(game_id: str, capsys: pytest.CaptureFixture[str]) -> None:
    title, *paragraphs, command = printed(capsys, "rules", game_id, "--lang", "en-XA").strip().split("\n\n")
    assert command.strip() == f"dicehouse --lang en rules {game_id}" and "=" in title and len(paragraphs) > 5
    for paragraph in paragraphs:
        for item in re.split(r"\n(?=\S)(?=- |\d+\. )", paragraph):
            assert OPEN in item, item


def test_every_line_of_the_list_of_games_is_translated(capsys: pytest.CaptureFixture[str]) -> None:
    """What is typed, such as ids and values, stays as it is; a label may be a name on a component."""
    for listed in printed(capsys, "games", "--lang", "en-XA").strip().split("\n\n"):
        _name, *lines = listed.splitlines()
        assert all(OPEN in line for line in lines) and len(lines) > 4


def test_what_a_program_reads_stays_in_english(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "--lang", "de", "games", "--json") == printed(capsys, "games", "--json")


def match_file(folder: Path) -> str:
    """Store a match of a table that is over, with committed dice, and return its place."""
    table = table_id(Keyed(b"s" * 32, "").commitment)
    dice = Keyed(b"s" * 32, table, ["a", "b"])
    match = dicehouse.new(
        "dice-ocalypse", players=2, options={"target": 1_000}, dice=dice, match_id=table, names=("Ana", "Ben")
    )
    while not match.over:
        seat = match.acting()[0]
        match.play(seat, match.options(seat)[-1].id)
    place = folder / "match.json"
    place.write_text(json.dumps(match.save()))
    return str(place)


def test_the_check_of_a_match_is_in_the_player_s_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ("verify", match_file(tmp_path))
    german = printed(capsys, *command, "--lang", "de")
    assert "Jede Aktion entspricht den Regeln." in german and "passen zum Fingerabdruck" in german
    assert all(OPEN in line for line in printed(capsys, *command, "--lang", "en-XA").splitlines())
    monkeypatch.setenv("LANG", "de_AT.UTF-8")
    assert printed(capsys, *command) == german
    assert main([*command, "--hash", "k7mq-3fwx-9bte"]) == 1
    assert "keine Hashkette" in capsys.readouterr().err


def test_every_sentence_of_the_script_that_checks_matches_is_a_message() -> None:
    """The script runs without Dicehouse, so it has a function of its own that keeps message and values."""
    source = Path(verify.__file__).read_text(encoding="utf-8")
    assert not re.search(r'(yield|append\(|lines \+= \[|return \[) ?f?"', source)
    kept = as_text(verify.CHANGED)
    assert kept == verify.CHANGED and in_language(kept, "de").startswith("Namen, Plätze")
