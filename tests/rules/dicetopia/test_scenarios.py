"""Test the scenario files: the game's own do what they say, and a bad one is refused in a sentence."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import dicehouse
from dicehouse.core import Seeded
from dicehouse.errors import BadScenario
from dicehouse.games.dicetopia import GAME
from dicehouse.games.dicetopia.presentation import position_setup, position_validation
from dicehouse.games.dicetopia.rules import scenarios
from dicehouse.games.dicetopia.rules.scenarios import (
    AREA_IDS,
    FOLDER,
    LEFT_OUT,
    NEEDED,
    SCENARIOS,
    Scenario,
    load_scenario,
    load_scenarios,
    usual_row,
)
from dicehouse.match.match import Match

from .scoring import CITY, LOCATIONS
from .table import Table, scored

HEAD = {"id": '"dry"', "name": '"Dry"', "text": '"Nothing grows."'}
OF_THE_HOUSE = ["back-to-square-one", "golden-hour", "gang-rule", "curfew", "mirror-city", "meltdown", "main-street"]


def deal(scenario: str, players: int = 4, seed: int = 0, **options: Any) -> dict[str, Any]:
    """Return the dice and tokens after the set-up."""
    return dicehouse.new("dicetopia", players=players, seed=seed, options={"scenario": scenario, **options}).view(None)


def by_area(view: dict[str, Any], fact: str) -> dict[str, Any]:
    return {area["id"]: area[fact] for area in view["areas"]}


def file_of(folder: Path, body: str = "", file: str = "dry.toml", **head: str) -> Path:
    """Write a scenario file with these lines; empty entries of the head are left out."""
    path = folder / file
    lines = [f"{key} = {value}" for key, value in (HEAD | head).items() if value]
    path.write_text("\n".join([*lines, body]), encoding="utf-8")
    return path


def refusal(path: Path) -> str:
    with pytest.raises(BadScenario) as refused:
        load_scenario(path)
    return str(refused.value)


# --- the game's own scenarios


def test_they_all_load_in_the_order_of_their_files() -> None:
    assert [one.id for one in SCENARIOS] == ["none", *OF_THE_HOUSE]
    assert LEFT_OUT == ()
    assert [load_scenario(path).id for path in sorted(FOLDER.glob("*.toml"))] == OF_THE_HOUSE


def test_only_the_card_of_the_box_is_not_marked_as_ours() -> None:
    assert [one.id for one in SCENARIOS[1:] if not one.ours] == ["back-to-square-one"]


def test_every_one_changes_something_and_says_what() -> None:
    usual = tuple(usual_row())
    for one in SCENARIOS[1:]:
        assert one.row != usual
        assert one.text.endswith(".")
        assert deal(one.id)["scenario"] == {"id": one.id, "name": one.name, "ours": one.ours, "text": one.text}
    assert deal("none")["scenario"] is None


@pytest.mark.parametrize("players", range(2, 7))
def test_back_to_square_one_starts_the_city_at_1(players: int) -> None:
    spaces = by_area(deal("back-to-square-one", players, seed=players), "spaces")
    assert {die[1] for area in CITY for die in spaces[area]} == {"1"}
    assert len({die[1] for area in ("market", "dome", "ravin") for die in spaces[area]}) > 1


def test_back_to_square_one_takes_one_mission_out() -> None:
    assert deal("none")["deck"] - deal("back-to-square-one")["deck"] == 1
    hands = {
        mission["id"]
        for seed in range(40)
        for seat in range(6)
        for mission in dicehouse.new(
            "dicetopia", players=6, seed=seed, options={"scenario": "back-to-square-one"}
        ).view(seat)["hand"]
    }
    assert "scavanger" not in hands
    assert len(hands) == 59


def test_golden_hour_starts_at_the_top_which_pays_4() -> None:
    stock = deal("golden-hour", stock_track="0-1-2-3-4-5")["stock"]
    assert set(stock["at"].values()) == {5}
    assert stock["track"] == [0, 1, 1, 2, 3, 4]
    rich = scored(boards=["t4 m2", "w1"], stock=(5, 4, 0), options={"scenario": "golden-hour"})
    assert [final["stock"] for final in rich.final] == [4 + 4 + 3, 0]


def test_gang_rule_makes_thugs_count_3_and_locations_worth_5_more() -> None:
    view = Table(gugu="A A b w4", market="a t2", options={"scenario": "gang-rule"}).view()
    assert by_area(view, "strength")["gugu"] == [2, 3]
    assert by_area(view, "leaders")["gugu"] == [1]
    assert by_area(view, "stars")["market"] == 5 + 2
    assert set(by_area(view, "core").values()) == {5}


def test_curfew_closes_the_agency() -> None:
    table = Table(options={"scenario": "curfew"})
    assert {place.split()[0] for place in table.places("agent")} == set(AREA_IDS) - {"agency", "springs"}
    assert {place.split()[0] for place in table.play("A break out").places("at")} == set(AREA_IDS) - {
        "agency",
        "springs",
    }


def test_curfew_is_no_place_to_be_hypnotised_to() -> None:
    table = Table("- perceptioneers", options={"scenario": "curfew"})
    assert table.offers("B") == {"pass"} | {f"hypnosis {area}" for area in CITY if area != "agency"}


def test_curfew_takes_two_missions_out() -> None:
    assert deal("none")["deck"] - deal("curfew")["deck"] == 2


MIRRORED = {
    "agency": "nethal",
    "nethal": "agency",
    "gugu": "bank",
    "bank": "gugu",
    "waste": "congress",
    "congress": "waste",
}


def test_mirror_city_exchanges_the_actions() -> None:
    usual, mirrored = by_area(deal("none"), "action"), by_area(deal("mirror-city"), "action")
    assert mirrored == usual | MIRRORED


@pytest.mark.parametrize(
    ("place", "first"),
    [("agency 1", "swap p1 1"), ("nethal 1", "draw"), ("gugu 1", "swap p1 1"), ("bank 1", "reroll bank 2"),
     ("congress 1", "move congress 1"), ("waste 1", "swap waste 2")],
)  # fmt: skip
def test_mirror_city_is_played_so(place: str, first: str) -> None:
    table = Table(options={"scenario": "mirror-city"}).play(f"A agent {place}")
    assert first in table.offers("A")


@pytest.mark.parametrize("players", [2, 6])
def test_meltdown_fills_the_springs(players: int) -> None:
    view = deal("meltdown", players, magmacorium=1)
    springs = by_area(view, "spaces")["springs"]
    assert [die[0] for die in springs] == ["m"] * 6
    assert view["magmacorium"] == 1
    assert by_area(view, "core")["springs"] == 5
    assert by_area(view, "core")["ravin"] == 0


@pytest.mark.parametrize(("board", "stars"), [("t1", 0), ("t4", 3), ("t4 p5", 6), ("t4 p5 w6", 10)])
def test_meltdown_pays_more_in_the_dome(board: str, stars: int) -> None:
    table = Table(boards=[board, "w1"], card="t4 p5 w6", dome="t1", dice=Seeded(1), options={"scenario": "meltdown"})
    table.play("A agent dome 1", "A fight")
    assert table.seat("A")["parts"]["blood"] == stars


def test_main_street_has_one_space_beside_all_others() -> None:
    position = {"agency": "A p2 p3 p4 p5", "gugu": "w1 A p3 p4 p5", "waste": "p1 A w3 w4 w5", "congress": "w1 A A A p5"}
    main = scored(boards=["w1", "w1"], missions=["dealers slacker"], options={"scenario": "main-street"}, **position)
    ring = scored(boards=["w1", "w1"], missions=["dealers slacker"], **position)
    assert main.stars("A")["dealers"] == 3 * 2  # next to the main space in the Agency, and the first space in Waste
    assert ring.stars("A")["dealers"] == 3 * 4


def test_main_street_has_two_rich_neighbourhoods() -> None:
    core = by_area(deal("main-street"), "core")
    assert core == dict.fromkeys(CITY, 3) | dict.fromkeys(LOCATIONS, 0) | {"gugu": 10, "congress": 10}


@pytest.mark.parametrize("scenario", OF_THE_HOUSE)
def test_six_can_play_it_to_its_end(scenario: str) -> None:
    match = dicehouse.new("dicetopia", players=6, seed=3, options={"scenario": scenario, "magmacorium": 1})
    while not match.over:
        seat = match.acting()[0]
        match.play(seat, match.options(seat)[-1].id)
    assert Match.load(match.save()).view(None) == match.view(None)


def test_what_a_position_does_not_say_is_as_the_scenario_sets_it_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def laid(scenario: str, **position: Any) -> dict[str, Any]:
        return Match.set_up("dicetopia", players=2, options={"scenario": scenario}, **position).view(None)

    assert set(laid("golden-hour")["stock"]["at"].values()) == {5}
    assert list(laid("golden-hour", stock=(1, 0, 2))["stock"]["at"].values()) == [1, 0, 2]
    assert list(laid("none")["stock"]["at"].values()) == [0, 0, 0]
    few = list(SCENARIOS[1].row)
    few[scenarios.TOKENS], few[scenarios.CITY_VALUE] = 4, 6
    for module in (position_setup, position_validation):
        monkeypatch.setattr(module, "ROWS", (SCENARIOS[0].row, tuple(few)))
    view = laid(SCENARIOS[1].id, boards=["t1", "w1"], tokens=[[1]])
    assert view["tokens"] == 3
    values = {area: {die[1] for die in spaces if die} for area, spaces in by_area(view, "spaces").items()}
    assert (values["agency"], values["gugu"], values["dome"], values["springs"]) == ({"6"}, {"1"}, {"1"}, set())


# --- a player's own file


WHOLE = """
ours = true
[set_up]
city = { agency = 1, bank = 5 }
stock = [1, 2, 0]
tokens = 4
magmacorium = 3
[actions]
gugu = "bank"
dome = "none"
[board]
closed = ["market"]
streets = [[1, 2], [5, 4]]
[scoring]
core = { congress = 9, springs = 2 }
thug = 2.5
stock = [0, 0, 1, 2, 3, 4]
dome = [0, 1, 3, 9]
[missions]
remove = ["six-and-the-city", "more-is-more"]
"""


def differences(one: Scenario) -> dict[int, int]:
    return {at: value for at, (value, usual) in enumerate(zip(one.row, usual_row(), strict=True)) if value != usual}


def test_every_field_of_a_file_is_read(tmp_path: Path) -> None:
    s, one = scenarios, load_scenario(file_of(tmp_path, WHOLE))
    assert (one.id, one.name, one.text, one.ours) == ("dry", "Dry", "Nothing grows.", True)
    changed = {s.CITY_VALUE: 1, s.CITY_VALUE + 4: 5, s.STOCK: 1, s.STOCK + 1: 2, s.TOKENS: 4, s.ON_SPRINGS: 3}
    changed |= {s.ACTION + 1: 4, s.ACTION + 7: s.NO_ACTION, s.CLOSED: 1 << 6, s.CORE + 3: 9, s.CORE + 9: 2, s.THUG: 5}
    changed |= {s.STREETS: 0b10, s.STREETS + 1: 1, s.STREETS + 2: 0, s.STREETS + 3: 0b10000, s.STREETS + 4: 0b1000}
    changed |= {s.TRACK_VALUES + at: value for at, value in enumerate([0, 0, 1, 2, 3, 4])}
    changed |= {s.DOME + 1: 1, s.DOME + 2: 3, s.DOME + 3: 9, s.REMOVED: 1 << 37 | 1 << 25}
    assert differences(one) == {at: value for at, value in changed.items() if value != usual_row()[at]}


def test_a_file_may_change_nothing(tmp_path: Path) -> None:
    one = load_scenario(file_of(tmp_path))
    assert (differences(one), one.ours) == ({}, False)


def test_one_number_is_for_all_areas(tmp_path: Path) -> None:
    one = load_scenario(file_of(tmp_path, "[set_up]\ncity = 6\n[scoring]\ncore = 0"))
    assert one.row[scenarios.CITY_VALUE : scenarios.CITY_VALUE + 6] == (6,) * 6
    assert one.row[scenarios.CORE : scenarios.CORE + 10] == (0,) * 10


def test_a_mark_before_the_first_letter_is_no_letter(tmp_path: Path) -> None:
    path = file_of(tmp_path)
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert load_scenario(path).id == "dry"


@pytest.mark.parametrize(("thug", "halves"), [("0", 0), ("0.5", 1), ("2", 4), ("2.0", 4), ("6", 12)])
def test_a_thug_counts_in_halves(tmp_path: Path, thug: str, halves: int) -> None:
    assert load_scenario(file_of(tmp_path, f"[scoring]\nthug = {thug}")).row[scenarios.THUG] == halves


# --- refused files

NUMBERS = [
    ("set_up", "city", "0"), ("set_up", "city", "7"), ("set_up", "city", "true"), ("set_up", "city", "1.0"),
    ("set_up", "city", '"3"'), ("set_up", "city", "[1, 2, 3, 4, 5, 6]"), ("set_up", "city", "{ agency = 0 }"),
    ("set_up", "city", "{ agency = { gugu = 1 } }"), ("set_up", "city", "{ market = 3 }"),
    ("set_up", "city", "{ docks = 3 }"), ("set_up", "stock", "3"), ("set_up", "stock", "[1, 2]"),
    ("set_up", "stock", "[1, 2, 3, 4]"), ("set_up", "stock", "[0, 0, 6]"), ("set_up", "stock", "[0, 0, -1]"),
    ("set_up", "stock", "[0, 0, false]"), ("set_up", "stock", "[0, 0, 1.0]"), ("set_up", "tokens", "0"),
    ("set_up", "tokens", "8"), ("set_up", "tokens", "inf"), ("set_up", "magmacorium", "7"),
    ("set_up", "magmacorium", "-1"), ("set_up", "magmacorium", "1979-05-27"), ("set_up", "magmacorium", "[]"),
    ("set_up", "magmacorium", f"0x{'f' * 20000}"), ("set_up", "stock", f"[0x{'f' * 20000}]"),
    ("scoring", "core", "21"), ("scoring", "core", "-1"), ("scoring", "core", "{ springs = 2.5 }"),
    ("scoring", "core", "nan"), ("scoring", "thug", "true"), ("scoring", "thug", "nan"), ("scoring", "thug", "inf"),
    ("scoring", "thug", "-inf"), ("scoring", "thug", "0.25"), ("scoring", "thug", "6.5"), ("scoring", "thug", "-1"),
    ("scoring", "thug", '"1.5"'), ("scoring", "thug", "[1]"), ("scoring", "thug", f"0x{'f' * 20000}"),
    ("scoring", "stock", "[0, 1, 1, 2, 2]"), ("scoring", "stock", "[0, 1, 1, 2, 2, 10]"),
    ("scoring", "stock", '"0-1-1-2-2-3"'), ("scoring", "dome", "[0, 2, 4]"), ("scoring", "dome", "[0, 2, 4, 31]"),
    ("scoring", "dome", "{ one = 2 }"), ("board", "closed", '"agency"'), ("board", "closed", "{}"),
    ("board", "closed", '["stock"]'), ("board", "closed", "[1]"), ("board", "closed", "[[]]"),
    ("board", "closed", '["ravin"]'), ("board", "closed", '["agency", "gugu", "springs"]'),
    ("board", "streets", "5"), ("board", "streets", "[1, 2]"), ("board", "streets", "[[1, 2, 3]]"),
    ("board", "streets", "[[0, 1]]"), ("board", "streets", "[[1, 6]]"), ("board", "streets", "[[true, 2]]"),
    ("board", "streets", "[[3, 3]]"), ("actions", "gugu", '"springs"'), ("actions", "gugu", "1"),
    ("actions", "gugu", '["bank"]'), ("actions", "gugu", '"Bank"'), ("missions", "remove", '"scavanger"'),
    ("missions", "remove", '["scavenger"]'), ("missions", "remove", "[33]"), ("missions", "remove", "[{}]"),
]  # fmt: skip


@pytest.mark.parametrize(("part", "field", "value"), NUMBERS, ids=lambda text: text[:24])
def test_a_value_that_will_not_do(tmp_path: Path, part: str, field: str, value: str) -> None:
    said = refusal(file_of(tmp_path, f"[{part}]\n{field} = {value}"))
    assert said.startswith("The scenario dry.toml ")
    assert f"{part}.{field}" in said
    assert said.endswith(".")
    assert len(said) < 200 and "\n" not in said


@pytest.mark.parametrize(
    ("body", "named"),
    [
        ("[weather]\nrain = 1", "weather"),
        ("rain = 1", "rain"),
        ("[set_up]\ndice = 1", "dice"),
        ("[scoring]\ncores = 1", "cores"),
        ("[board]\nopen = []", "open"),
        ("[missions]\nadd = []", "add"),
        ("[actions]\nprison = 'none'", "prison"),
        ("[actions]\nsprings = 'gugu'", "actions.springs"),
        ("set_up = 1", "set_up"),
        ("[[board]]", "board"),
        ("ours = 1", "ours"),
        ("ours = 'yes'", "ours"),
    ],
)
def test_a_field_that_nobody_knows_or_that_is_something_else(tmp_path: Path, body: str, named: str) -> None:
    said = refusal(file_of(tmp_path, body))
    assert said.startswith("The scenario dry.toml ")
    assert named in said


@pytest.mark.parametrize("key", ["id", "name", "text"])
@pytest.mark.parametrize(
    "value", ["", "''", "1", "true", "[]", "'" + "a" * 301 + "'", '"two\\nlines"', "'{0}'", '"\\u0000"']
)
def test_a_head_that_will_not_do(tmp_path: Path, key: str, value: str) -> None:
    said = refusal(file_of(tmp_path, **{key: value}))
    assert said.startswith("The scenario dry.toml ")
    assert f" {key}" in said


@pytest.mark.parametrize(
    "value", ["Dry", "dry summer", "-dry", "dry-", "d--y", "dürr", "dry/../..", "-", "٣", "a" * 41]
)
def test_an_id_is_plain(tmp_path: Path, value: str) -> None:
    assert " id" in refusal(file_of(tmp_path, id=f"'{value}'"))


def test_too_many_missions_removed(tmp_path: Path) -> None:
    removed = [f'"{name}"' for name in scenarios.IDS]
    assert load_scenario(file_of(tmp_path, f"[missions]\nremove = [{', '.join(removed[:20])}]")).id == "dry"
    assert "missions.remove" in refusal(file_of(tmp_path, f"[missions]\nremove = [{', '.join(removed[:21])}]"))


@pytest.mark.parametrize(
    ("closed", "orange", "dice"),
    [(["agency"], None, 44), (["agency"], 0, 43), (["ravin"], None, 43), (["ravin"], 2, 44), (["springs"], None, 48),
     (["agency", "gugu"], 6, 44), (["agency", "ravin"], 6, 43), (["agency", "agency"], 1, 44), (list(AREA_IDS), 6, 0)],
)  # fmt: skip
def test_closed_areas_leave_enough_dice_for_six(
    tmp_path: Path, closed: list[str], orange: int | None, dice: int
) -> None:
    body = f"[board]\nclosed = {closed}" + ("" if orange is None else f"\n[set_up]\nmagmacorium = {orange}")
    if dice >= NEEDED:
        assert load_scenario(file_of(tmp_path, body)).id == "dry"
    else:
        assert f"leaves {dice} dice" in refusal(file_of(tmp_path, body))


@pytest.mark.parametrize(
    "data",
    [b"\xff\xfe\x00", b"id = ", b"id = 'a'\nid = 'b'", b"\x00", b"[set_up\n", b"<html>", b"a = " + b"[" * 60_000,
     b"a = " + b"9" * 9000, b"# " + b"x" * 70_000],
    ids=lambda data: str(data[:12]),
)  # fmt: skip
def test_a_file_that_is_none(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "odd.toml"
    path.write_bytes(data)
    assert refusal(path).startswith("The scenario odd.toml ")


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "folder.toml").mkdir()
    assert refusal(tmp_path / "folder.toml").startswith("The scenario folder.toml can't be read")
    assert refusal(tmp_path / "missing.toml").startswith("The scenario missing.toml can't be read")


# --- a player's own folder


Folder = Callable[..., tuple[list[str], list[str]]]


@pytest.fixture
def loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folder:
    """Load a folder of files with these bodies; return the ids after the game's own, and the messages."""

    def load_with(*ids: str, folder: Path = tmp_path) -> tuple[list[str], list[str]]:
        for number, one in enumerate(ids):
            file_of(tmp_path, file=f"{number:03}.toml", id=f"'{one}'")
        monkeypatch.setenv("DICEHOUSE_SCENARIOS", str(folder))
        found, left_out = load_scenarios()
        assert [one.id for one in found[:8]] == ["none", *OF_THE_HOUSE]
        return [one.id for one in found[8:]], list(left_out)

    return load_with


def test_a_folder_of_ones_own_comes_after_the_house(loaded: Folder) -> None:
    assert loaded("wet", "dry") == (["wet", "dry"], [])


def test_what_will_not_do_is_left_out_and_the_others_stay(loaded: Folder, tmp_path: Path) -> None:
    file_of(tmp_path, "[scoring]\nthug = 2.3", file="0.toml", id="'night'")
    (tmp_path / "zz.toml").write_text("nonsense")
    ids, said = loaded("wet", "dry")
    assert ids == ["wet", "dry"]
    assert [sentence.split(" ", 3)[2] for sentence in said] == ["0.toml", "zz.toml"]
    assert "2.3 for scoring.thug" in said[0]


@pytest.mark.parametrize("twice", ["dry", "none", "curfew"])
def test_an_id_is_there_once(loaded: Folder, twice: str) -> None:
    sentence = f"The scenario 001.toml has the id {twice}, which another one has already."
    assert loaded("dry", twice, "wet") == (["dry", "wet"], [sentence])


def test_more_than_a_byte_can_tell_apart(loaded: Folder) -> None:
    ids = [f"dry-{n}" for n in range(93)]
    assert loaded(*ids[:92]) == (ids[:92], [])
    assert loaded(*ids) == (ids[:92], ["The scenario 092.toml is too many: only 100 can be told apart."])


@pytest.mark.parametrize("name", ["nowhere", "a-file"])
def test_a_folder_that_is_none(loaded: Folder, tmp_path: Path, name: str) -> None:
    (tmp_path / "a-file").touch()
    ids, [said] = loaded(folder=tmp_path / name)
    assert ids == []
    assert re.fullmatch(r"DICEHOUSE_SCENARIOS names .* no folder\.", said)


def dicehouse_with(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "dicehouse", *arguments]
    environment = os.environ | {"DICEHOUSE_SCENARIOS": str(folder)}
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300, check=False)


@pytest.mark.slow
def test_ones_own_scenario_is_played(tmp_path: Path) -> None:
    file_of(tmp_path, "[set_up]\nmagmacorium = 0\ncity = 6\n[scoring]\ncore = 20\nthug = 0")
    assert "main-street, dry" in dicehouse_with(tmp_path, "games").stdout
    program = (
        "import dicehouse; from dicehouse.games import find;"
        "table = dicehouse.new('dicetopia', players=3, seed=1, options={'scenario': 'dry'}).view(None);"
        "areas = {area['id']: area for area in table['areas']};"
        "print(find('dicetopia').fingerprint, areas['springs']['spaces'] == [None] * 6, areas['gugu']['core'],"
        "{die[1] for die in areas['gugu']['spaces']})"
    )
    environment = os.environ | {"DICEHOUSE_SCENARIOS": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    fingerprint, *told = done.stdout.split()
    assert told == ["True", "20", "{'6'}"]
    assert fingerprint != GAME.fingerprint, "what was compiled for other scenarios would be used for these"


THUG = "Left out: The scenario dry.toml has 2.3 for scoring.thug, which goes from 0 to 6 in steps of 0.5.\n"


@pytest.mark.slow
def test_a_bad_file_is_told_where_dicetopia_is_asked_for_and_stops_nothing(tmp_path: Path) -> None:
    file_of(tmp_path, "[scoring]\nthug = 2.3")
    file_of(tmp_path, file="wet.toml", id="'wet'")
    for command, said in ((["games"], THUG), (["rules", "dicetopia"], THUG), (["rules", "deck-o-dice"], "")):
        ended = dicehouse_with(tmp_path, *command)
        assert (ended.returncode, ended.stderr) == (0, said), command
        assert ended.stdout
    wanted = ("simulate", "dicetopia", "--games", "1", "--option")
    ended = dicehouse_with(tmp_path, *wanted, "scenario=wet")
    assert (ended.returncode, ended.stderr.count(THUG)) == (0, 1)
    ended = dicehouse_with(tmp_path, *wanted, "scenario=dry")
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.startswith(THUG)


@pytest.mark.slow
def test_a_server_says_it_when_it_starts(tmp_path: Path) -> None:
    file_of(tmp_path, "[scoring]\nthug = 2.3")
    command = [sys.executable, "-m", "dicehouse", "serve", "--port", "0", "--database", str(tmp_path / "house.db")]
    environment = os.environ | {"DICEHOUSE_SCENARIOS": str(tmp_path)}
    with subprocess.Popen([*command, "--no-browser"], env=environment, stderr=subprocess.PIPE, text=True) as house:
        try:
            assert house.stderr
            assert house.stderr.readline().endswith(f" warning dicehouse: {THUG}")
        finally:
            house.terminate()
