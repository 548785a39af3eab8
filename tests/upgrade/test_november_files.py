"""Files of 27 November 2026: saved matches, nets, saves, archives, house rules, games that join from outside."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

import dicehouse
from dicehouse import Match, bots
from dicehouse.bots.nets import Net
from dicehouse.cli import main
from dicehouse.envs import Batch
from dicehouse.games import BUILT_IN, all_games, find
from dicehouse.games.house_rules.patched_game import patched

from .frozen import frozen, keys, of_net
from .november import BY_LIBRARY, FACTS, FOLDER, MATCHES, OVER, digest, replayed

ROOT = Path(__file__).parents[2]
DECK = "deck-o-dice"
WRITTEN = "1594a8bd7502167d231174bc4122589bfc6f2fb00e70f58b7ccd9dbf320cf79b"
RULES = {file.stem: file for file in sorted((FOLDER / "house_rules").glob("*.py"))}
RULED = {"richer_majority": "baron-voodoo"}  # the others are of Dice-ocalypse!


def goes_on(match: Match, most: int = 12) -> None:
    """Play some more, then save and replay it."""
    chance, before = random.Random(1), match.number
    while not match.over and match.number < before + (1 if match.game.id == "indicesion" else most):
        seat = chance.choice(match.acting())
        match.play(seat, chance.choice(match.options(seat)).id)
    assert match.number > before
    assert Match.load(match.save()).position() == match.position()


def test_nothing_of_that_day_was_touched() -> None:
    """These files are what an older version wrote: whatever is renamed, they stay as they are."""
    assert digest() == WRITTEN


def test_every_kind_of_match_is_there() -> None:
    for game in BUILT_IN:
        assert not FACTS["matches"][f"{game}/running"]["over"]
        assert any(FACTS["matches"][name]["over"] for name in BY_LIBRARY if name.startswith(f"{game}/"))
    assert set(OVER) == set(BUILT_IN)
    assert {name.split("/")[0] for name in BY_LIBRARY if name.endswith("/sealed")} == {
        "dice-ocalypse",
        DECK,
        "dicetopia",
    }


@pytest.mark.xdist_group("november")
def test_saved_matches_replay_and_go_on() -> None:
    for name in BY_LIBRARY:
        match = replayed(name)
        for reader in (None, *range(match.players)):
            assert match.view(reader) and match.prompt(reader) and match.log(reader)
        if match.over:
            assert match.story().title and match.at(match.number // 2).acting()
        else:
            goes_on(Match.load(match.save()))


@pytest.mark.parametrize("game", BUILT_IN)
def test_a_match_of_a_table_is_verified_and_reviewed(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place, mark = tmp_path / "match.json", FACTS["house"]["tables"][f"{game}/over"]["mark"]
    place.write_text(json.dumps(OVER[game]))
    assert main(["verify", str(place), "--hash", mark[1]]) == 0
    assert "every action follows the rules" in capsys.readouterr().out
    other = OVER[game] | {"names": ["Zoe", "Ben"]}
    place.write_text(json.dumps(other))
    assert main(["verify", str(place)]) == 1
    assert "hash chain" in capsys.readouterr().err
    found = dicehouse.review(OVER[game], simulations=1)
    assert (found.game, len(found.luck)) == (game, 2) and found.rows


# --- house rules and games of others ------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", RULES)
def test_a_match_by_a_house_rule_replays(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file uses the names and imports of that day."""
    game = patched(find(RULED.get(rule, "dice-ocalypse")), RULES[rule], check_invariants=False)
    monkeypatch.setitem(all_games(), game.id, game)
    match = replayed(f"house rule/{rule}")
    assert match.over and match.game is game
    if rule == "by_name":
        again = Match.load(MATCHES[f"house rule/{rule}"] | {"actions": [], "scores": None, "over": False})
        assert "(0 busts)" in again.prompt(None).title, "what is shown is replaced"
        seat = again.acting()[0]
        assert bots.make("sensible", seed=1).choose(again, seat) == again.options(seat)[-1].id, "and the bot, too"


def test_the_examples_are_those_of_that_day() -> None:
    """A match by a house rule needs the file as it was, byte for byte. If you edit an example, leave the copy here."""
    assert {"by_name", *(file.stem for file in (ROOT / "examples" / "house_rules").glob("*.py"))} <= set(RULES)


def installed(name: str, folder: Path) -> Path:
    """Lay out the game of that day as an installation would: the package, and its entry point."""
    source = FOLDER / "examples" / name
    said = tomllib.loads((source / "pyproject.toml").read_text())["project"]
    shutil.copytree(source / name, folder / name)
    about = folder / f"{said['name'].replace('-', '_')}-{said['version']}.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {said['name']}\nVersion: {said['version']}\n")
    points = said["entry-points"].items()
    lines = [line for group, those in points for line in (f"[{group}]", *(f"{k} = {v}" for k, v in those.items()))]
    (about / "entry_points.txt").write_text("\n".join(lines) + "\n")
    return folder


@pytest.mark.slow
@pytest.mark.parametrize(("name", "game"), [("pig", "pig"), ("liars_dice", "liars-dice")])
def test_a_game_from_outside_joins_unchanged(name: str, game: str, tmp_path: Path) -> None:
    saved = tmp_path / "match.json"
    saved.write_text(json.dumps(MATCHES[f"guest/{game}"]))
    beside = os.pathsep.join(filter(None, [str(installed(name, tmp_path / "site")), os.environ.get("PYTHONPATH")]))
    for command in (("check", game, "--seeds", "1"), ("verify", str(saved))):
        done = subprocess.run(
            [sys.executable, "-m", "dicehouse", *command],
            env=os.environ | {"PYTHONPATH": beside},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert done.returncode == 0, done.stderr


# --- files of programs --------------------------------------------------------------------------------------------


def test_a_net_plays_on(tmp_path: Path) -> None:
    file = shutil.copy(FOLDER / "net.safetensors", tmp_path / "ada.safetensors")
    player, match = bots.make(f"net:{file}", seed=1), dicehouse.new(DECK, seed=1)
    while not match.over:
        for seat in match.acting():
            match.play(seat, player.choose(match, seat))
    assert len(match.actions) > 12
    again = tmp_path / "again.safetensors"
    Net.read(file).write(again)
    assert of_net(again.read_bytes()) == set(frozen()["files"]["net"])


def test_a_saved_game_of_a_batch_goes_on() -> None:
    batch, saved = Batch(DECK, 2, players=2, seed=9), (FOLDER / "batch.saved").read_bytes()
    batch.load(1, saved)
    assert batch.save(1) == saved
    batch.step(batch.sample())
    assert batch.save(1) != saved


def test_the_findings_of_a_study_make_a_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", str(FOLDER / "findings.json"), "-o", str(tmp_path / "page.html")]) == 0
    assert "Deck-O-Dice" in (tmp_path / "page.html").read_text()
    assert main(["report", str(FOLDER / "findings.json"), "--save", str(tmp_path / "table.csv")]) == 0


ARENA = ("arena", DECK, "--bots", "random,greedy", "--jobs", "1", "--games", "30", "--save")
STUDY = ("study", DECK, "--vary", "memory=on,off", "--bots", "random", "--jobs", "1", "--games", "400", "--save")
TUNE = (
    *("tune", "dice-ocalypse", "--bots", "greedy", "--jobs", "1", "--goal", "2 turns", "--option", "special_cards=off"),
    *("--over", "target=2000|10000", "--fresh", "64", "--games", "2048", "--save"),
)
SELFPLAY = ("selfplay", DECK, "--bots", "random", "--shard", "3", "--games", "7", "--out")
SAVES = [
    pytest.param(ARENA, "arena.json", id="arena"),
    pytest.param(STUDY, "study.json", id="study"),
    pytest.param(TUNE, "tune.json", id="tune"),
    pytest.param(SELFPLAY, "selfplay", id="selfplay"),
]


def copied(name: str, folder: Path) -> Path:
    source, place = FOLDER / name, folder / name
    return Path(shutil.copytree(source, place) if source.is_dir() else shutil.copy(source, place))


def files(place: Path) -> dict[str, bytes]:
    return {
        str(each): each.read_bytes() for each in (place.rglob("*") if place.is_dir() else [place]) if each.is_file()
    }


def refused(said: str) -> bool:
    """Return True if this is one sentence that says how to start over and names the version that can finish it."""
    (line,) = said.splitlines()
    assert line.endswith(".") and not re.search(r"[.!?] [A-Z]", line), line
    assert re.search(r"(name|choose) another (file|folder) to start over", line)
    return "Dicehouse 0.1.0" in line


def needs(name: str) -> None:
    if name == "tune.json":
        pytest.importorskip("optuna", reason="Optuna is not installed here, so no search was tried.")
    if name == "selfplay":
        pytest.importorskip("pyarrow", reason="pyarrow is not installed here, so no archive was tried.")


@pytest.mark.parametrize(("command", "name"), SAVES)
def test_what_was_broken_off_is_finished_or_refused(
    command: tuple[str, ...], name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The figures belong to the code of rules and bots: the same code goes on, other code refuses."""
    needs(name)
    place = copied(name, tmp_path)
    before = files(place)
    code = main([*command, str(place)])
    said = capsys.readouterr().err
    if code == 2:
        assert refused(said.removeprefix("dicehouse: ")) and files(place) == before
        assert name == "selfplay" or "27 November 2026 (commit aee874b)" in said
    else:
        assert code in (0, 1) and said == "" and files(place) != before
    if name == "selfplay":
        assert main(["selfplay", DECK, "--out", str(place), "--check"]) == 0, "it is read by any version"
    if code == 2:
        place = tmp_path / "anew" / name
        place.parent.mkdir()
        assert main([*command, str(place)]) in (0, 1)
    written = json.loads((place / "archive.json" if place.is_dir() else place).read_text())
    kept = frozen()["files"]["archive" if name == "selfplay" else name.removesuffix(".json")]
    assert set(kept) <= set(keys(written)), "what is written now has the same keys"


def test_findings_have_the_same_keys(capsys: pytest.CaptureFixture[str]) -> None:
    command = ("study", DECK, "--vary", "memory=on,off", "--bots", "random", "--games", "60", "--seed", "1", "--json")
    assert main([*command, "--jobs", "1"]) == 0
    assert set(frozen()["files"]["findings"]) <= set(keys(json.loads(capsys.readouterr().out)))


def by_other_code(place: Path) -> None:
    """Change the fingerprint, as if other code had begun this."""
    file = place / "archive.json" if place.is_dir() else place
    saved = json.loads(file.read_text())
    if "made_by" in saved:
        saved["made_by"] = "0" * 16
    elif "rules" in saved:
        saved["rules"] = "1 0000 0000"
    else:
        saved["cells"] = [[cell[0], "1 0000 0000", *cell[2:]] for cell in saved["cells"]]
    file.write_text(json.dumps(saved))


@pytest.mark.parametrize(("command", "name"), SAVES)
def test_what_other_code_began_is_refused_in_a_sentence_and_stays_as_it_is(
    command: tuple[str, ...], name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    needs(name)
    place = copied(name, tmp_path)
    by_other_code(place)
    before = files(place)
    assert main([*command, str(place)]) == 2
    assert refused(capsys.readouterr().err.removeprefix("dicehouse: "))
    assert files(place) == before


@pytest.mark.parametrize(("command", "name"), SAVES[:3])
@pytest.mark.parametrize(
    ("version", "says"),
    [
        (None, "finish it with Dicehouse 0.1.0 of 27 November 2026 (commit aee874b)."),
        ("0.7.2", "finish it with Dicehouse 0.7.2."),
        (dicehouse.__version__, f"finish it with the copy of Dicehouse {dicehouse.__version__} that made it."),
        ("\x1b[2J", "finish it with the Dicehouse that made it."),
        (["0.7.2"], "finish it with the Dicehouse that made it."),
    ],
)
def test_a_save_names_its_version(
    command: tuple[str, ...], name: str, version: Any, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    needs(name)
    place = copied(name, tmp_path)
    by_other_code(place)
    saved = json.loads(place.read_text())
    place.write_text(json.dumps(saved if version is None else saved | {"dicehouse": version}))
    assert main([*command, str(place)]) == 2
    assert says in capsys.readouterr().err
