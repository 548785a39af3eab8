"""Read Scenario Cards from small files that say what a scenario changes, and check them (section 6).

A file is TOML. `id`, `name`, `text` and `ours` (true for a card of this project) come first; all else is optional:

    [set_up]    city = 1, or a table of values by Neighbourhood; stock = [0, 0, 0]; tokens = 7; magmacorium = 6
    [actions]   gugu = "bank" (the Gugu Airforce now does what the Observatory Bank does) or "none"
    [board]     closed = ["dome"]; streets = [[1, 2], [2, 3]] (spaces of a Neighbourhood that touch)
    [scoring]   core = 5, or a table by area; thug = 1.5; stock = [0, 1, 1, 2, 2, 3]; dome = [0, 2, 4, 7]
    [missions]  remove = ["scavanger"]

A player's own files are read from the folder that the environment variable DICEHOUSE_SCENARIOS names. An invalid one is
left out, and the log says why; everything else can still be played.
"""

from __future__ import annotations

import logging
import os
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dicehouse.errors import BadScenario, explain_os_error
from dicehouse.old_names import old_name_getter
from dicehouse.text_format import shorten

from .missions import IDS
from .state import N_AREAS, N_CITY, N_COLOURS, TRACK

AREA_IDS = ("agency", "gugu", "waste", "congress", "bank", "nethal", "market", "dome", "ravin", "springs")
FOLDER = Path(__file__).parent / "scenarios"
SPRINGS = AREA_IDS.index("springs")
PARTS = ("set_up", "actions", "board", "scoring", "missions")
LONGEST = {"id": 40, "name": 40, "text": 300}
MOST_BYTES = 65_536
MOST_FILES = 100  # the rules store the number of a scenario in one byte
MOST_REMOVED = 20
NEEDED = 44  # six players send 42 pieces; Exterminate and Slip Away may each make one more die unreachable
NO_ACTION = -1
FROM_SETTINGS = -1

# Columns of a scenario's row.
CITY_VALUE = 0  # by Neighbourhood; 0 is rolled
STOCK = CITY_VALUE + N_CITY
TOKENS = STOCK + N_COLOURS
ON_SPRINGS = TOKENS + 1
ACTION = ON_SPRINGS + 1  # by area
CLOSED = ACTION + N_AREAS
STREETS = CLOSED + 1  # masks of the spaces that touch each of the five
CORE = STREETS + 5  # by area
THUG = CORE + N_AREAS  # in halves
TRACK_VALUES = THUG + 1
DOME = TRACK_VALUES + TRACK
REMOVED = DOME + 4
LENGTH = REMOVED + 1


@dataclass(frozen=True)
class Scenario:
    """Hold one Scenario Card: its words, and its changes as a row of numbers for the rules."""

    id: str
    name: str
    text: str
    ours: bool
    row: tuple[int, ...]


def usual_row() -> list[int]:
    """Return the row of the game without a scenario."""
    row = [0] * LENGTH
    row[TOKENS] = 7
    row[ON_SPRINGS] = FROM_SETTINGS
    for area in range(N_AREAS):
        row[ACTION + area] = NO_ACTION if area == SPRINGS else area
        row[CORE + area] = 5 if area < N_CITY else 0
    row[STREETS] = row[TRACK_VALUES] = FROM_SETTINGS
    row[THUG] = 3
    row[DOME : DOME + 4] = [0, 2, 4, 7]
    return row


def _said(value: object) -> str:
    """Return a value as text for a sentence; Python refuses to write a number with thousands of digits."""
    try:
        return shorten(value)
    except ValueError:
        return "an enormous number"


class _ScenarioReader:
    """Read one file, and name it in every error."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            with path.open("rb") as file:
                data = file.read(MOST_BYTES + 1)
        except OSError as error:
            raise self.bad(f"can't be read: {explain_os_error(error)}") from None
        if len(data) > MOST_BYTES:
            raise self.bad(f"has more than {MOST_BYTES:,} bytes")
        try:
            self._data: Mapping[str, Any] = tomllib.loads(data.decode("utf-8-sig"))
        except (ValueError, RecursionError) as error:  # not text, not TOML, or nested too deeply
            raise self.bad(f"is no TOML: {str(error).rstrip('.')}") from None

    def bad(self, what: str) -> BadScenario:
        return BadScenario(f"The scenario {self._path.name} {what}.")

    def read(self) -> Scenario:
        self._known(self._data, "it", ("id", "name", "text", "ours", *PARTS))
        row = usual_row()
        parts = (self._set_up, self._actions, self._board, self._scoring, self._missions)
        for name, part in zip(PARTS, parts, strict=True):
            table = self._data.get(name, {})
            if not isinstance(table, dict):
                raise self.bad(f"has a {name} that is no table")
            part(row, table)
        ours = self._data.get("ours", False)
        if not isinstance(ours, bool):
            raise self.bad("has for ours something that is neither true nor false")
        return Scenario(self._words("id"), self._words("name"), self._words("text"), ours, tuple(row))

    def _words(self, key: str) -> str:
        value = self._data.get(key)
        if not isinstance(value, str) or not 1 <= len(value) <= LONGEST[key]:
            raise self.bad(f"has no {key} of 1 to {LONGEST[key]} letters")
        if not value.isprintable() or set(value) & set("{}"):
            raise self.bad(f"has a line break, a brace or an invisible letter in its {key}")
        if key == "id" and not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", value):
            raise self.bad(f"has the id {_said(value)}, but an id is small letters and digits, with dashes between")
        return value

    def _known(self, table: Mapping[str, Any], where: str, keys: Iterable[str]) -> None:
        for key in table:
            if key not in keys:
                raise self.bad(f"says {_said(key)}, but {where} may hold {', '.join(keys)}")

    def _number(self, value: object, what: str, low: int, high: int) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise self.bad(f"has {_said(value)} for {what}, which goes from {low} to {high}")
        return value

    def _numbers(self, value: object, what: str, count: int, low: int, high: int) -> list[int]:
        if not isinstance(value, list) or len(value) != count:
            raise self.bad(f"needs {count} numbers for {what}, not {_said(value)}")
        return [self._number(item, what, low, high) for item in value]

    def _halves(self, value: object, what: str) -> int:
        """Return a number in steps of 0.5, as halves."""
        if isinstance(value, bool) or not isinstance(value, (int, float)) or value not in [n / 2 for n in range(13)]:
            raise self.bad(f"has {_said(value)} for {what}, which goes from 0 to 6 in steps of 0.5")
        return int(value * 2)

    def _area(self, value: object, what: str) -> int:
        if value not in AREA_IDS:
            raise self.bad(f"names {_said(value)} in {what}; areas are {', '.join(AREA_IDS)}")
        return AREA_IDS.index(str(value))

    def _by_area(self, row: list[int], at: int, value: object, what: str, areas: int, low: int, high: int) -> None:
        """Read one number for the first `areas` areas, or a table of numbers by area, into `row`."""
        if not isinstance(value, dict):
            row[at : at + areas] = [self._number(value, what, low, high)] * areas
            return
        for name, number in value.items():
            area = self._area(name, what)
            if area >= areas:
                raise self.bad(f"names {name} in {what}, which is for {', '.join(AREA_IDS[:areas])}")
            row[at + area] = self._number(number, what, low, high)

    def _set_up(self, row: list[int], table: Mapping[str, Any]) -> None:
        self._known(table, "set_up", ("city", "stock", "tokens", "magmacorium"))
        if "city" in table:
            self._by_area(row, CITY_VALUE, table["city"], "set_up.city", N_CITY, 1, 6)
        if "stock" in table:
            row[STOCK:TOKENS] = self._numbers(table["stock"], "set_up.stock", N_COLOURS, 0, TRACK - 1)
        if "tokens" in table:
            row[TOKENS] = self._number(table["tokens"], "set_up.tokens", 1, 7)
        if "magmacorium" in table:
            row[ON_SPRINGS] = self._number(table["magmacorium"], "set_up.magmacorium", 0, 6)

    def _actions(self, row: list[int], table: Mapping[str, Any]) -> None:
        for name, action in table.items():
            area = self._area(name, "actions")
            done = NO_ACTION if action == "none" else self._area(action, f"actions.{name}")
            if SPRINGS in (area, done):
                raise self.bad(f"names springs in actions.{name}; the Springs have no Action, and get none")
            row[ACTION + area] = done

    def _board(self, row: list[int], table: Mapping[str, Any]) -> None:
        self._known(table, "board", ("closed", "streets"))
        for name in self._list(table, "closed", "board.closed"):
            row[CLOSED] |= 1 << self._area(name, "board.closed")
        if row[CLOSED] and _dice_in_reach(row) < NEEDED:
            raise self.bad(
                f"leaves {_dice_in_reach(row)} dice in reach by board.closed, but six players may need {NEEDED}"
            )
        if "streets" in table:
            row[STREETS : STREETS + 5] = [0] * 5
            for street in self._list(table, "streets", "board.streets"):
                a, b = self._numbers(street, "board.streets", 2, 1, 5)
                if a == b:
                    raise self.bad(f"joins space {a} to itself in board.streets")
                row[STREETS + a - 1] |= 1 << (b - 1)
                row[STREETS + b - 1] |= 1 << (a - 1)

    def _list(self, table: Mapping[str, Any], key: str, what: str) -> list[Any]:
        value = table.get(key, [])
        if not isinstance(value, list):
            raise self.bad(f"needs a list for {what}, not {_said(value)}")
        return value

    def _scoring(self, row: list[int], table: Mapping[str, Any]) -> None:
        self._known(table, "scoring", ("core", "thug", "stock", "dome"))
        if "core" in table:
            self._by_area(row, CORE, table["core"], "scoring.core", N_AREAS, 0, 20)
        if "thug" in table:
            row[THUG] = self._halves(table["thug"], "scoring.thug")
        if "stock" in table:
            row[TRACK_VALUES:DOME] = self._numbers(table["stock"], "scoring.stock", TRACK, 0, 9)
        if "dome" in table:
            row[DOME:REMOVED] = self._numbers(table["dome"], "scoring.dome", 4, 0, 30)

    def _missions(self, row: list[int], table: Mapping[str, Any]) -> None:
        self._known(table, "missions", ("remove",))
        for name in self._list(table, "remove", "missions.remove"):
            if name not in IDS:
                raise self.bad(f"names {_said(name)} in missions.remove, which is no Mission")
            row[REMOVED] |= 1 << IDS.index(name)
        if row[REMOVED].bit_count() > MOST_REMOVED:
            raise self.bad(
                f"removes more than {MOST_REMOVED} Missions in missions.remove; too few would be left to deal"
            )


def _dice_in_reach(row: list[int]) -> int:
    """Return how many dice pieces can be sent to with six players and the fewest dice on the Springs."""
    orange = 1 if row[ON_SPRINGS] == FROM_SETTINGS else row[ON_SPRINGS]
    dice = [5] * N_CITY + [6] * (SPRINGS - N_CITY) + [orange]
    return sum(number for area, number in enumerate(dice) if not row[CLOSED] >> area & 1)


def load_scenario(path: Path) -> Scenario:
    """Return the scenario of a file. BadScenario names the file and the error."""
    return _ScenarioReader(path).read()


def player_scenario_files() -> list[Path]:
    """Return the files in the player's own folder."""
    own = os.environ.get("DICEHOUSE_SCENARIOS", "")
    if not own:
        return []
    folder = Path(os.path.expanduser(own))  # which leaves ~ as it is if this user has no home
    if not folder.is_dir():
        raise BadScenario(f"DICEHOUSE_SCENARIOS names {shorten(own)}, which is no folder.")
    return sorted(folder.glob("*.toml"))


def load_scenarios() -> tuple[tuple[Scenario, ...], tuple[str, ...]]:
    """Return all scenarios (first none, then the game's own in the order of their files, then those of the player's own
    folder), and a sentence for every file of the player that is left out.
    """
    none = Scenario("none", "none", "The game without a scenario.", False, tuple(usual_row()))
    found, left_out = [none, *(load_scenario(path) for path in sorted(FOLDER.glob("*.toml")))], []
    try:
        files = player_scenario_files()
    except BadScenario as bad:
        files, left_out = [], [str(bad)]
    for path in files:
        try:
            scenario = load_scenario(path)
            if scenario.id in [other.id for other in found]:
                raise BadScenario(f"The scenario {path.name} has the id {scenario.id}, which another one has already.")
            if len(found) == MOST_FILES:
                raise BadScenario(f"The scenario {path.name} is too many: only {MOST_FILES} can be told apart.")
            found.append(scenario)
        except BadScenario as bad:
            left_out.append(str(bad))
    return tuple(found), tuple(left_out)


SCENARIOS, LEFT_OUT = load_scenarios()
ROWS: tuple[tuple[int, ...], ...] = tuple(scenario.row for scenario in SCENARIOS)
for _sentence in LEFT_OUT:
    logging.getLogger("dicehouse").warning("Left out: %s", _sentence)

__getattr__ = old_name_getter(__name__)  # names of the version before
