"""People's matches next to the bots': sums over at least a hundred matches of the same variant, and no names."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from dicehouse.cli import main
from dicehouse.games import find
from dicehouse.server.archive.people_matches import PeopleMatch, read_people_matches
from dicehouse.server.storage.backup import up_to_date
from dicehouse.studies import Study, parse_result, report
from dicehouse.studies.people import MIN_MATCHES, beside_people
from dicehouse.studies.study_result import StudyResult
from dicehouse.studies.summary.plain_text import plain_paragraphs
from tests.place import kept_in
from tests.server.finished import SHORT, fill
from tests.server.room import run_apart

GAME = find("dice-ocalypse")


@dataclass(frozen=True)
class Match:
    """One match, as far as sums need it."""

    settings: Mapping[str, Any]
    first: int
    returns: tuple[float, ...]
    minutes: int


@pytest.fixture(scope="module")
def studied() -> StudyResult:
    return Study(GAME, vary={"target": [10_000, 8_000]}, games=40, seed=1, kinds=("sensible", "greedy")).run()


def matches(number: int, **settings: object) -> list[Match]:
    """Matches of which who acts first wins six of ten."""
    return [Match(settings, n % 2, (0.0, 1.0) if (n % 10 < 6) == (n % 2) else (1.0, 0.0), 30) for n in range(number)]


def test_a_hundred_matches_of_a_variant_are_shown_next_to_its_bots(studied: StudyResult) -> None:
    found = beside_people(studied, GAME, [*matches(MIN_MATCHES), *matches(MIN_MATCHES - 1, target=8_000)])
    assert [len(cell.people) for cell in found.cells] == [3, 0, 3, 0]
    first = next(m for m in found.cells[0].people if m.name == "first")
    assert first.value == pytest.approx(0.6) and first.n == MIN_MATCHES
    assert first.low is not None and first.high is not None and 0.49 < first.low < 0.6 < first.high < 0.7
    words = plain_paragraphs(found)
    assert "In 100 matches between people (10,000, 2 players), the first player won 60.0%" in words
    assert "a match took 30 minutes" in words
    page = re.sub(r"(?s)<style>.*?</style>", "", report.report_page(found))
    assert "People next to bots" in page and "10,000, 2 players: 100 matches between people" in page
    assert parse_result(_json(found)).cells[0].people == found.cells[0].people


def test_without_them_nothing_is_said_of_people(studied: StudyResult) -> None:
    found = beside_people(studied, GAME, [*matches(MIN_MATCHES - 1), *matches(300, target=5_000)])
    assert found == studied
    assert "between people" not in plain_paragraphs(found) + report.report_page(found)


def _json(found: StudyResult) -> str:
    return json.dumps(found.as_dict())


def test_only_matches_between_people_count(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A shared device hides who had which seat, so its matches don't count, and those with bots are not people's."""
    tables = run_apart(fill(tmp_path, "ana"))
    place = kept_in(tmp_path)
    if not isinstance(place, Path):
        pytest.skip("the rows are changed in a file")

    def found() -> list[PeopleMatch]:
        with up_to_date(place) as db:
            return list(read_people_matches(db, GAME.id))

    def change(statement: str) -> None:
        with closing(sqlite3.connect(place)) as db, db:
            db.execute(statement, (tables[0],))

    assert found() == []
    change("UPDATE seat SET guest = 'ben' WHERE table_id = ? AND seat = 1")
    (match,) = found()
    assert sum(match.returns) == 1 and match.first in (0, 1) and match.settings["target"] == SHORT["target"]
    assert not {"ana", "ben", "Ana"} & {str(value) for value in vars_of(match)}
    given = ["study", GAME.id, "--option", "target=1000", "--option", "opening=0", "--option", "special_cards=off"]
    given += ["--games", "8", "--seed", "1", "--jobs", "1", "--people", str(place)]
    assert main(given) == 0
    said = capsys.readouterr()
    assert "between people in this database: 1." in said.err and "between people" not in said.out
    monkeypatch.setattr("dicehouse.studies.people.MIN_MATCHES", 1)
    assert main(given) == 0
    assert "In 1 match between people, the first player won" in capsys.readouterr().out
    change("UPDATE seat SET kind = 'bot', guest = NULL, bot = 'pip' WHERE table_id = ? AND seat = 1")
    assert found() == []


def vars_of(match: PeopleMatch) -> list[object]:
    """All that is known of a match."""
    return [match.first, match.minutes, *match.returns, *match.settings, *match.settings.values()]
