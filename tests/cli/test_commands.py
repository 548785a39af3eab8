"""Run the commands as a person types them, each in a process of its own where that matters."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import dicehouse
from dicehouse.cli import main
from dicehouse.cli.commands.simulate import speed_text
from dicehouse.cli.parser import COMMANDS
from dicehouse.core.dice_sources import Keyed, Seeded
from dicehouse.games import BUILT_IN
from dicehouse.match.match import Match
from dicehouse.server import verify
from dicehouse.server.verify import table_id

ROOT = Path(__file__).parents[2]
DICE = "dice-ocalypse"


def dice(*arguments: str, given: str = "", **more: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "dicehouse", *arguments]
    return subprocess.run(command, input=given, capture_output=True, text=True, timeout=300, cwd=ROOT, **more)  # type: ignore[call-overload]  # more is for subprocess.run


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Return exit code, output and errors of a command run in this process."""
    try:
        code = main(arguments)
    except SystemExit as stop:
        code = int(stop.code or 0)
    return code, *capsys.readouterr()


# --- help and errors


def test_help_comes_without_loading_the_library() -> None:
    asked = [["--help"], ["--version"], *([command, "--help"] for command in COMMANDS)]
    program = f"""
import json, sys
from dicehouse.cli import main
for arguments in {asked}:
    try:
        main(arguments)
    except SystemExit:
        pass
print(json.dumps([*sys.modules]))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = json.loads(done.stdout.splitlines()[-1])
    heavy = "arena|bots|compiler|core|engine|envs|games|match|records|review|search|studies|web"
    assert [name for name in loaded if re.match(rf"numba|numpy|starlette|dicehouse\.({heavy})\b", name)] == []


@pytest.mark.parametrize(
    ("arguments", "loaded"),
    [(["rules", "deck-o-dice"], ["deck-o-dice"]), (["games"], sorted(BUILT_IN)), (["rules", "chess"], [])],
)
def test_a_command_loads_the_games_that_it_needs_and_no_physics(arguments: list[str], loaded: list[str]) -> None:
    program = f"import json, sys\nfrom dicehouse.cli import main\nmain({arguments})\nprint(json.dumps([*sys.modules]))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    modules = json.loads(done.stdout.splitlines()[-1])
    assert sorted(game for game in BUILT_IN if f"dicehouse.games.{game.replace('-', '_')}" in modules) == loaded
    assert "mujoco" not in modules


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert command in said(capsys, "--help")[1]
    code, text, _ = said(capsys, command, "--help")
    assert code == 0
    assert f"dicehouse {command}" in text and len(text.split()) > 20


def test_the_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "--version") == (0, f"dicehouse {dicehouse.__version__}\n", "")


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["dance"], "dance"),
        (["rules"], "GAME"),
        (["rules", "dice-ocalypso"], "Did you mean dice-ocalypse?"),
        (["rules", "\x1b[31m"], "no game"),
        (["simulate", "chess"], "no game"),
        (["simulate", DICE, "--players", "7"], "2 to 6 players"),
        (["simulate", DICE, "--players", "two"], "whole number"),
        (["simulate", DICE, "--games", "0"], "whole number"),
        (["simulate", DICE, "--games", "9" * 5000], "whole number"),
        (["simulate", DICE, "--games", "٣"], "whole number"),
        (["simulate", DICE, "--bots", "sensible,clever"], "no bot 'clever'"),
        (["simulate", DICE, "--bots", ""], "no bot"),
        (["simulate", DICE, "--bots", "random,random,random"], "name 1 to 2 bots, not 3"),
        (["simulate", DICE, "--seed", "-1"], "whole number"),
        (["simulate", DICE, "--seed", str(2**63)], "whole number"),
        (["simulate", DICE, "--option", "target"], "KEY=VALUE"),
        (["simulate", DICE, "--option", "target=soon"], "whole number"),
        (["simulate", DICE, "--option", "target=10001"], "steps of 500"),
        (["simulate", DICE, "--option", "colour=red"], "no setting 'colour'"),
        (["simulate", DICE, "--mode", "wild"], "standard, quick, plain"),
        (["simulate", DICE, "--jobs", "0"], "whole number"),
        (["solve", "dicetopia"], "can't be solved"),
        (["solve", DICE, "--option", "special_cards=on"], "special_cards and piggyback off"),
        (["solve", DICE, "--games", "0"], "whole number"),
        (["solve", DICE, "--bot", "clever"], "no bot 'clever'"),
        (["play", DICE, "--seat", "3", "--players", "2"], "no seat 3"),
        (["play", DICE, "--bots", "random,random"], "There is a seat for 1 bot, not for 2."),
        (["play", DICE, "--name", "\x07"], "printable"),
        (["play", DICE, "--name", ""], "printable"),
        (["play", DICE, "--seed", "x" * 300], "200 characters"),
        (["play", DICE, "--load", "no/such/file"], "can't be read"),
        (["play", DICE, "--load", "a\0b"], "is not a file name"),
        (["verify"], "MATCH.json"),
        (["verify", "."], "can't be read"),
        (["serve", "--port", "70000"], "port"),
        (["serve", "--host", "no.such.host.invalid", "--port", "0", "--no-browser"], "can't serve on"),
        (["serve", "--host", "", "--port", "0", "--no-browser"], "--host needs an address"),
        (["serve", "--host", " ", "--port", "0", "--no-browser"], "--host needs an address"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else "",
)
def test_bad_usage_is_one_sentence_and_exit_code_2(
    arguments: list[str], hint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, text, error = said(capsys, *arguments)
    assert (code, text) == (2, "")
    assert hint in error
    assert len(error.splitlines()) == 1 and len(error) < 700
    assert "Traceback" not in error and "\x1b" not in error


# --- games, rules


def test_games_lists_every_game_with_modes_and_options(capsys: pytest.CaptureFixture[str]) -> None:
    code, text, _ = said(capsys, "games", "--json")
    listed = {game["id"]: game for game in json.loads(text)}
    game = listed[DICE]
    assert code == 0
    assert game["players"] == [2, 6]
    assert [mode["id"] for mode in game["modes"]] == ["standard", "quick", "plain"]
    options = {option["key"]: option for option in game["options"]}
    assert options["target"]["default"] == 10_000 and options["target"]["step"] == 500
    assert {choice["value"] for choice in options["scoring"]["choices"]} == {"plurality", "printed", "classic"}
    people = said(capsys, "games")[1]
    assert all(word in people for word in ("Dice-ocalypse!", DICE, "quick", "reaction_windows"))
    assert "-1 = as in the scoring table; 2 = twice the triple; 3 = 3 times the triple" in people
    assert "cap4 = 3, 5; no larger sets" in people and "yt-rp = yellow and turquoise against red and purple" in people
    assert "about 25 minutes (an estimate)" in people


def test_rules_are_readable_in_a_narrow_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "72")
    code, text, _ = said(capsys, "rules", DICE)
    assert code == 0
    assert "Zombie" in text and "1,000" in text
    assert not any(mark in text for mark in ("**", "](", "|---"))
    assert max(map(len, text.splitlines())) <= 100


# --- solve


def test_solve_tells_its_answers_checks_them_and_writes_them_down(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    race = ("solve", DICE, "--option", "target=1000", "--option", "opening=300")
    code, text, error = said(capsys, *race, "--save", str(tmp_path / "race.npz"))
    assert (code, error) == (0, "")
    assert "The first player wins 57.280" in text and "fewest turns" in text
    assert (tmp_path / "race.npz").stat().st_size > 1_000
    report = json.loads(said(capsys, *race, "--games", "2000", "--seed", "1", "--json")[1])
    assert report["kept"] and report["residual"] < 1e-9 and report["played"]["games"] == 2000
    assert report["played"]["inside"] == (
        report["played"]["low"] <= report["played"]["share"] <= report["played"]["high"]
    )
    code, text, _ = said(capsys, *race, "--bot", "greedy", "--games", "3", "--seed", "1")
    assert code == 0 and "greedy gives away" in text
    code, _, error = said(capsys, *race, "--save", str(tmp_path / "nowhere" / "race.npz"))
    assert code == 2 and "can't be written" in error


# --- simulate


def test_simulate_reports_what_it_promises(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = (
        "simulate",
        DICE,
        "--players",
        "3",
        "--games",
        "30",
        "--bots",
        "sensible,random",
        "--seed",
        "5",
        "--json",
    )
    code, text, error = said(capsys, *arguments)
    report = json.loads(text)
    assert (code, error) == (0, "")
    assert (report["game"], report["players"], report["games"], report["seed"]) == (DICE, 3, 30, 5)
    assert report["decisions"] > 0 and report["seconds"] > 0
    assert report["decisions_per_second"] > 0 and report["games_per_second"] > 0 and report["mean_decisions"] > 0
    assert len(report["wins"]) == len(report["mean_scores"]) == 3
    assert sum(report["wins"]) == 30
    assert [row["bot"] for row in report["by_bot"]] == ["sensible", "random"]
    timed = ("seconds", "decisions_per_second", "games_per_second")
    again = json.loads(said(capsys, *arguments, "--jobs", "2")[1])
    assert {k: v for k, v in again.items() if k not in timed} == {k: v for k, v in report.items() if k not in timed}


def test_simulate_tells_people_the_share_with_its_interval(capsys: pytest.CaptureFixture[str]) -> None:
    code, text, _ = said(capsys, "simulate", DICE, "--games", "20", "--seed", "1", "--option", "scoring=printed")
    assert code == 0
    assert "95% interval" in text and "sensible" in text and "scoring=" in text


@pytest.mark.parametrize(
    ("games", "decisions", "seconds", "words"),
    [
        (2_000, 90_000, 1.0, "2,000 games and 90,000 decisions a second"),
        (3, 3, 3.0, "1 game and 1 decision a second"),
        (2, 100, 25.0, "12.5 s a game, 4 decisions a second"),
        (1, 40, 40.0, "40.0 s a game, 1 decision a second"),
        (1, 2, 5_000.0, "5,000.0 s a game, 2,500.0 s a decision"),
        (1, 0, 0.0, "1,000,000,000 games and 0 decisions a second"),
    ],
)
def test_simulate_says_how_fast_it_was_however_slow(games: int, decisions: int, seconds: float, words: str) -> None:
    assert speed_text({"games": games, "decisions": decisions, "seconds": seconds}) == words


def test_simulate_counts_one_game_as_one(capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "simulate", DICE, "--games", "1", "--seed", "1")[1]
    assert ": 1 game of 2 players" in text and " decisions a game; " in text


def test_simulate_plays_by_the_mode_and_the_options(capsys: pytest.CaptureFixture[str]) -> None:
    base = ("simulate", DICE, "--games", "5", "--seed", "1", "--json")
    used = json.loads(said(capsys, *base, "--mode", "quick", "--option", "opening=0")[1])["options"]
    assert (used["target"], used["opening"], used["reaction_windows"]) == (5_000, 0, "end_only")


# --- quiet ends


def test_a_reader_that_leaves_early_gets_no_complaint() -> None:
    command = f"{sys.executable} -m dicehouse rules {DICE} | head -1"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=300)
    assert done.stderr == ""
    assert "DICE-OCALYPSE" in done.stdout


def test_an_interrupt_ends_quietly() -> None:
    # Tests that run in the background of a shell, and all their children, are born deaf to interrupts.
    hear = "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler)"
    run = f"{hear}; from dicehouse.cli import main; sys.exit(main())"
    with subprocess.Popen(
        [sys.executable, "-c", run, "play", DICE, "--seed", "1"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
    ) as child:
        assert child.stdout is not None
        assert any("roll" in line for line in child.stdout)
        time.sleep(0.2)
        child.send_signal(signal.SIGINT)
        try:
            error = child.communicate(timeout=60)[1]
        finally:
            child.kill()
    assert (child.returncode, error) == (130, "")


# --- play


def test_a_whole_game_can_be_played_with_enter_and_numbers() -> None:
    done = dice("play", DICE, "--seed", "night", "--mode", "quick", "--ask", "never", given="\n".join(["1"] * 3000))
    assert done.returncode == 0 and done.stderr == ""
    assert "wins with" in done.stdout and "Banked turns" in done.stdout


def test_commands_at_the_prompt(tmp_path: Path) -> None:
    place = tmp_path / "evening.json"
    lines = ["?", "r", "l", "u", "ask sometimes", "dance", "keep 9", "\x1b[31m", "9" * 400, "1", f"s {place}", "s", "q"]
    done = dice("play", DICE, "--seed", "3", "--name", "Ana", given="\n".join(lines) + "\n")
    assert done.returncode == 0 and done.stderr == ""
    for part in (
        "undo your last action",
        "DICE-OCALYPSE",
        "begins",
        "The last move",
        "ask always",
        "not one of your",
    ):
        assert part in done.stdout
    assert "\x1b" not in done.stdout
    assert f"--load {place}" in done.stdout
    assert Match.load(place.read_bytes()).names[0] == "Ana"


def test_a_saved_evening_goes_on(tmp_path: Path) -> None:
    place = tmp_path / "evening.json"
    first = dice("play", DICE, "--seed", "3", "--save", str(place), given="1\n1\n1\nq\n")
    assert f"--load {place}" in first.stdout
    number = Match.load(place.read_bytes()).number
    assert number >= 3
    then = dice("play", DICE, "--load", str(place), "--save", str(place), given="1\n1\n")
    assert then.returncode == 0 and then.stderr == ""
    assert Match.load(place.read_bytes()).number > number


def test_a_place_that_can_not_be_written_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    done = dice("play", DICE, "--seed", "3", "--save", "/no/such/folder/x.json", given="1\n")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "dicehouse: '/no/such/folder/x.json' can't be written: there is no such folder.\n"


# --- verify


TABLE = table_id(Keyed(b"s" * 32, "").commitment)


def finished(source: object = None) -> Match:
    dice = source or Seeded("finished")  # by chance a match is over under other settings, too
    match = dicehouse.new(DICE, players=2, options={"target": 1_000}, dice=dice, match_id=TABLE)  # type: ignore[arg-type]  # a Source
    while not match.over:
        seat = match.acting()[0]
        match.play(seat, match.options(seat)[-1].id)
    return match


def stored(place: Path, saved: object) -> str:
    place.write_text(json.dumps(saved))
    return str(place)


def test_verify_a_match_of_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    saved = finished(Keyed(b"s" * 32, TABLE, ["a", "b"])).save()
    code, text, error = said(capsys, "verify", stored(tmp_path / "m.json", saved))
    assert (code, error) == (0, "")
    assert saved["dice"]["commitment"] in text and "follows the rules" in text


def test_verify_says_when_dice_were_not_committed_or_are_not_open_yet(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, text, _ = said(capsys, "verify", stored(tmp_path / "a.json", finished().save()))
    assert code == 0 and "not committed" in text
    sealed = finished(Keyed(b"s" * 32, TABLE)).save(secret=False)
    code, text, _ = said(capsys, "verify", stored(tmp_path / "b.json", sealed))
    assert code == 0 and "yet" in text


def forge(saved: dict[str, object], how: str) -> None:
    actions = saved["actions"]
    assert isinstance(actions, list)
    if how == "draw":
        throw = next(action for action in actions if action["draws"])
        throw["draws"][0][0] = throw["draws"][0][0] % 6 + 1
    elif how == "option":
        actions[-1]["option"] = "keep 222222 bank"
    elif how == "scores":
        saved["scores"] = [99_999, 0]
    elif how == "secret":
        saved["dice"]["secret"] = "00" * 32  # type: ignore[index]  # a saved match's header
    elif how == "missing":
        del actions[0]
    elif how == "settings":
        saved["settings"]["target"] = 5_000  # type: ignore[index]  # as above


@pytest.mark.parametrize("how", ["draw", "option", "scores", "secret", "missing", "settings"])
def test_verify_finds_a_forgery(how: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    saved = finished(Keyed(b"s" * 32, TABLE, ["a", "b"])).save()
    forge(saved, how)
    code, text, error = said(capsys, "verify", stored(tmp_path / "m.json", saved))
    assert code == 1
    assert text == "" and len(error.splitlines()) == 1


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe",
        b"{}",
        b'{"format": "x"}',
        b"[" * 100_000,
        b'{"a": ' * 50_000,
        b"1" * 100_000,
    ],
    ids=range(10),
)
def test_what_is_no_match_can_not_be_verified(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / "m.json"
    place.write_bytes(content)
    code, text, error = said(capsys, "verify", str(place))
    assert (code, text) == (2, "")
    assert len(error.splitlines()) == 1


@pytest.mark.parametrize(
    "key", ["deal", "actions", "format", "game", "version", "players", "names", "settings", "dice"]
)
@pytest.mark.parametrize("value", [None, 7, "x", [], {}, [[]], True, -1e300], ids=repr)
def test_hostile_fields_give_a_sentence(
    key: str, value: object, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved = finished().save() | {key: value}
    code, _, error = said(capsys, "verify", stored(tmp_path / "m.json", saved))
    if (key, value) == ("dice", {}):  # dice of which nothing is said are taken as they were recorded
        assert (code, error) == (0, "")
    else:
        assert code in (1, 2)
        assert len(error.splitlines()) == 1


def hostile(what: str) -> str:
    """Return a match that is expensive to load or to describe."""
    saved = finished(Keyed(b"s" * 32, TABLE, ["a", "b"])).save()
    if what == "deep":
        return json.dumps(saved | {"scores": "HERE"}).replace('"HERE"', "[" * 900 + "]" * 900)
    changed: dict[str, object] = {
        "number": {"settings": {"target": 10**4000}},
        "lines": {"version": "\n" * 10_000},
        "dice": {"deal": [[1, 6]] * 512},
        "actions": {"actions": [{"seat": 0, "option": "roll", "draws": []}] * 100_000},
        "more actions": {"actions": [{}] * 100_001},
        "names": {"names": ["\ud800\x1b[2J", "x" * 1_000_000]},
        "tape": {"dice": {"kind": "tape", "results": [1] * 1_000_000}},
    }[what]
    return json.dumps(saved | changed)


@pytest.mark.parametrize("what", ["deep", "number", "lines", "dice", "actions", "more actions", "names", "tape"])
def test_a_hostile_match_costs_one_short_sentence(
    what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / "m.json"
    place.write_text(hostile(what))
    code, text, error = said(capsys, "verify", str(place))
    assert (code, text) == (1, "")
    assert len(error.splitlines()) == 1 and len(error) < 700
    assert error.isprintable() or error[:-1].isprintable()


@pytest.mark.parametrize("sides", [0, -1, 2**40, 10**4000, "6", None, True])
def test_the_script_of_the_house_ends_whatever_dice_it_is_given(
    sides: object, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With more sides than the generator has numbers it would throw for ever."""
    saved = finished(Keyed(b"s" * 32, TABLE, ["a", "b"])).save()
    saved["actions"][0]["draws"] = [[1, sides]]
    assert verify.main([stored(tmp_path / "m.json", saved)]) == 1
    assert len(capsys.readouterr().out) < 700
