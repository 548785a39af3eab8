"""Whatever takes a game in the terminal takes it with a house rule."""

from __future__ import annotations

import io
import json
from pathlib import Path
from time import sleep

import pytest

from dicehouse.cli import build_parser, main
from dicehouse.cli.commands.study import study_from_arguments
from dicehouse.cli.exit_codes import UsageError
from dicehouse.core import Game
from dicehouse.games import all_games

from .conftest import Writes

GIFT = """
from dicehouse.core.settings import Setting
from pig.rules import end_turn as end_as_written

adds(Setting("gift", "Gift", "number", 3, low=0, high=60))

@replaces("end_turn")
def end_turn(state):
    state.totals[state.player] += state.options.gift
    end_as_written(state)
"""


@pytest.fixture
def gift(pig: Game, write: Writes, monkeypatch: pytest.MonkeyPatch) -> str:
    """The file; afterwards the shelf is as it was."""
    monkeypatch.setitem(all_games(), "pig-with-gift", pig)
    return str(write(GIFT, "gift.py"))


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    return main(arguments), *capsys.readouterr()


def test_simulate(gift: str, capsys: pytest.CaptureFixture[str]) -> None:
    turns = {}
    for amount in ("0", "60"):
        code, out, _ = said(
            capsys,
            *("simulate", "pig", "--rule", gift, "--option", f"gift={amount}", "--bots", "sensible"),
            *("--games", "200", "--seed", "1", "--json"),
        )
        found = json.loads(out)
        assert (code, found["game"], found["options"]["gift"]) == (0, "pig-with-gift", int(amount))
        turns[amount] = found["mean_decisions"]
    _, out, _ = said(capsys, "simulate", "pig", "--bots", "sensible", "--games", "200", "--seed", "1", "--json")
    assert json.loads(out)["mean_decisions"] == turns["0"]  # a gift of nothing is the game as it is written
    assert turns["60"] < turns["0"] / 2


def test_simulate_in_words(gift: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = said(
        capsys, "simulate", "pig", "--rule", gift, "--option", "gift=60", "--games", "20", "--seed", "1"
    )
    assert code == 0
    assert out.splitlines()[:2] == ["Pig with gift: 20 games of 2 players, seed 1", "  with gift=60"]


def test_arena(gift: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    save = tmp_path / "arena.json"
    arguments = ("--bots", "sensible,random", "--games", "40", "--seed", "1", "--jobs", "1", "--save", str(save))
    code, out, _ = said(capsys, "arena", "pig", "--rule", gift, *arguments)
    assert (code, out.splitlines()[0]) == (0, "Pig with gift: 1 pairing of 2 players, 40 games, seed 1")
    code, _, error = said(capsys, "arena", "pig", *arguments)
    assert code == 2  # the games that are kept there are of another game
    assert len(error.splitlines()) == 1


def test_play_and_go_on(
    gift: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    save = tmp_path / "evening.json"
    monkeypatch.setattr("sys.stdin", io.StringIO("roll\nq\n"))
    code, _, _ = said(capsys, "play", "pig", "--rule", gift, "--seed", "1", "--save", str(save))
    assert (code, json.loads(save.read_text())["game"]) == (0, "pig-with-gift")
    monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
    assert said(capsys, "play", "pig", "--rule", gift, "--load", str(save))[0] == 0
    code, _, error = said(capsys, "play", "pig", "--load", str(save))
    assert code == 2
    assert "Pig with gift" in error or "pig-with-gift" in error


def test_selfplay(gift: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Every position is of the changed game; who reads or checks them needs the rule as well."""
    out, option = tmp_path / "games", ("--option", "gift=60", "--bots", "random", "--games", "3", "--seed", "1")
    code, told, _ = said(capsys, "selfplay", "pig", "--rule", gift, *option, "--out", str(out))
    assert code == 0 and "3 games of Pig with gift" in told
    assert json.loads((out / "archive.json").read_text())["game"] == "pig-with-gift"
    card = (out / "README.md").read_text()
    assert (
        "dicehouse selfplay pig --rule gift.py --players 2 --option gift=60" in card
        and "needs the file gift.py" in card
    )
    code, told, _ = said(capsys, "selfplay", "pig", "--rule", gift, "--out", str(out), "--check")
    assert code == 0 and "3 games played again" in told
    code, _, error = said(capsys, "selfplay", "pig", "--out", str(out), "--check")
    assert code == 2 and "holds self-play of Pig with gift, not of Pig" in error
    del all_games()["pig-with-gift"]  # as in another process
    code, _, error = said(capsys, "selfplay", "pig", "--out", str(out), "--check")
    assert code == 2 and "It was played with a house rule. Name its file with --rule." in error
    code, _, error = said(capsys, "selfplay", "pig", "--out", str(out), "--games", "5")
    assert code == 2 and "Name its file with --rule" in error


def test_check(gift: str, write: Writes, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = said(capsys, "check", "pig", "--rule", gift)
    assert code == 0
    assert out.startswith("Pig with gift\nIt keeps all 42 invariants (4 seeds):\n")
    broken = write('@replaces("end_turn")\ndef end_turn(state):\n    state.player = {}\n', "broken.py")
    code, out, _ = said(capsys, "check", "pig", "--rule", str(broken), "--seeds", "1")
    assert (code, out.startswith("Pig with broken breaks an invariant, “a rule compiles”: ")) == (1, True)
    code, out, _ = said(capsys, "check", "pig", "--rule", str(broken), "--json")
    assert (code, json.loads(out)["game"]) == (1, "pig-with-broken")


def test_a_check_that_takes_its_time_says_what_it_checks(
    gift: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """To whoever sits there; a file gets the answer alone."""

    def slow(game: Game, seeds: range) -> str:
        sleep(0.2)
        return ""

    monkeypatch.setattr("dicehouse.games.house_rules.invariants.find_violation", slow)
    monkeypatch.setattr("dicehouse.cli.commands.check.ANNOUNCE_AFTER", 0.01)
    told = "Checking Pig with gift with random games, compiled and interpreted ...\n"
    assert told not in said(capsys, "check", "pig", "--rule", gift)[2]
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert told in said(capsys, "check", "pig", "--rule", gift)[2]
    monkeypatch.setattr("dicehouse.cli.commands.check.ANNOUNCE_AFTER", 5)
    assert told not in said(capsys, "check", "pig", "--rule", gift)[2]


def test_a_study_compares_it_with_the_original(gift: str) -> None:
    study = study_from_arguments(build_parser().parse_args(["study", "pig", "--rule", gift, "--seed", "1"]))
    names = [f"{rule}, 2 players, {kind} bots" for kind in ("sensible", "greedy") for rule in ("as usual", "gift")]
    assert [cell.name for cell in study.plan.cells] == names
    assert len({cell.game.fingerprint for cell in study.plan.cells}) == 2
    assert study.command == f"dicehouse study pig --seed 1 --rule {gift}"
    with pytest.raises(UsageError, match="Two house rules have the same name"):
        study_from_arguments(build_parser().parse_args(["study", "pig", "--rule", gift, "--rule", gift]))


def test_what_is_wrong_is_one_sentence(pig: Game, write: Writes, capsys: pytest.CaptureFixture[str]) -> None:
    unknown = write('@replaces("rules.bank")\ndef bank(state): ...', "unknown.py")
    for command in ("simulate", "arena", "play", "check"):
        code, out, error = said(capsys, command, "pig", "--rule", str(unknown))
        assert (code, out) == (2, "")
        assert error.startswith("dicehouse: unknown.py: there is no rule `bank` in pig.rules; it has ")
        assert len(error.splitlines()) == 1
