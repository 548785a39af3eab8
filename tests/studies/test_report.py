"""The report of a study: its claims are those of its intervals, it is one small page, and no file breaks out of it."""

from __future__ import annotations

import html.parser
import json
import random
import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path
from statistics import NormalDist
from typing import Any

import pytest

from dicehouse.cli import main
from dicehouse.errors import BadSave, BadSetting
from dicehouse.studies import parse_result, report
from dicehouse.studies.report.markdown_chapter import markdown_chapter
from dicehouse.studies.result_types import (
    CellResult,
    Comparison,
    Distribution,
    EventStatistics,
    ItemWorth,
    MeasuredValue,
)
from dicehouse.studies.study_result import StudyResult, read_for_report
from dicehouse.studies.study_statistics import bonferroni_widening, independent_difference
from dicehouse.studies.summary import sentences
from dicehouse.studies.summary.effects import StudyEffects, Verdict, judge_interval
from dicehouse.studies.summary.sentences import headline, lead_sentences
from dicehouse.studies.summary.variants import VariantTable

BAND_TURNS, BAND_FIRST = 0.05 * 36, 0.03
LIMIT = 150_000  # bytes of the page of a usual study; one with all that a page can show may have a fifth more
Ends = tuple[float, float]


def measure(name: str, value: float, half: float, kind: str = "mean", unit: str = "", words: str = "") -> MeasuredValue:
    return MeasuredValue(name, words or name, unit, kind, value, value - half, value + half, 10.0, 900)


def cell(target: int, players: int, base: int, turns: float = 36.0, first: float = 0.51, **more: Any) -> CellResult:
    measures = [
        measure("turns", turns, 0.5, unit="turns", words="length in turns"),
        measure("first", first, 0.02, "share", words="won by the first player"),
        measure("leads", 2.4, 0.1, words="changes of the lead"),
    ]
    spread = {"turns": Distribution([0.0, 20.0, 40.0, 60.0, 80.0], [100, 500, 250, 50])}
    curves = {"decided": [[part / 20, (part / 20) ** 3, 0.0, 1.0] for part in range(21)]}
    given = {
        "name": f"target={target}, {players} players",
        "settings": {"target": target},
        "changed": {"target": target},
    }
    rest = {"players": players, "rule": None, "rules": "ab", "base": base, "games": 900, "unfinished": 0}
    shown = {"measures": measures, "distributions": spread, "curves": curves, "events": []}
    return CellResult(**{**given, **rest, **shown, **more})


def compared(place: int, base: int, name: str, ends: Ends, value: float) -> Comparison:
    low, high = ends
    middle, wide = (low + high) / 2, (high - low) * 0.7
    relative = [x / value for x in (middle, low, high)]
    return Comparison(place, base, name, middle, low, high, *relative, middle - wide, middle + wide, low > 0, 0.5, 900)


def study(turns: list[Ends], first: list[Ends], **more: Any) -> StudyResult:
    """A study of a target of 8,000 beside 10,000, for as many numbers of players as there are differences."""
    cells, rows = [], []
    for number, (of_turns, of_first) in enumerate(zip(turns, first, strict=True)):
        base, place = len(cells), len(cells) + 1
        shifts = (sum(of_turns) / 2, sum(of_first) / 2)
        cells += [cell(10_000, number + 2, base), cell(8_000, number + 2, base, 36.0 + shifts[0], 0.51 + shifts[1])]
        rows += [compared(place, base, "turns", of_turns, 36.0), compared(place, base, "first", of_first, 0.51)]
    given = {"form": 1, "dicehouse": "0.1.0", "game": "dice-ocalypse", "title": "Dice-ocalypse!", "rules": "ab"}
    rest = {"command": "dicehouse study dice-ocalypse", "seed": 1, "bots": ["sensible"], "confidence": 0.95}
    last = {"intervals": "fixed", "seconds": 3.0, "stopped": "games", "people": {}, "warnings": []}
    return StudyResult(**{**given, **rest, **last, "cells": cells, "comparisons": rows, **more})


class Page(html.parser.HTMLParser):
    """What a page is made of: its elements with their attributes, and its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attributes)))

    def handle_data(self, data: str) -> None:
        self.text += data


# what may be said -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ends", "found"),
    [
        ((0.04, 0.05), Verdict(1, True)),
        ((-0.05, -0.031), Verdict(-1, True)),
        ((0.01, 0.05), Verdict(1, None)),
        ((0.01, 0.02), Verdict(1, False)),
        ((-0.02, 0.02), Verdict(0, False)),
        ((-0.02, 0.04), Verdict(0, None)),
    ],
)
def test_differs_and_matters_are_two_questions(ends: Ends, found: Verdict) -> None:
    assert judge_interval(*ends, 0.03) == found


def test_the_wider_interval_is_bonferronis() -> None:
    assert NormalDist().inv_cdf(0.975) == pytest.approx(1.959964, abs=1e-6)
    assert bonferroni_widening(0.95, 1) == 1
    assert bonferroni_widening(0.95, 20) * NormalDist().inv_cdf(0.975) == pytest.approx(3.023341, abs=1e-5)


def test_an_unpaired_difference_is_newcombes() -> None:
    """His first example (1998, table II, method 10): 56 of 70 against 48 of 80."""
    from dicehouse.arena.intervals import wilson_interval

    _, low, high = independent_difference((48 / 80, *wilson_interval(48, 80)), (56 / 70, *wilson_interval(56, 70)))
    assert (round(low, 4), round(high, 4)) == (0.0524, 0.3339)


def told_sentences(found: StudyResult) -> tuple[str, str, str]:
    judged = StudyEffects(VariantTable(found))
    return headline(judged), " ".join(lead_sentences(judged)), sentences.length_title(judged)


def test_the_first_paragraph_says_what_a_designer_asks() -> None:
    head, told, title = told_sentences(study([(-7.6, -6.8)], [(-0.02, 0.02)]))
    assert head == "Among sensible bots, with a target of 8,000: a fifth shorter, just as fair"
    assert "With a target of 8,000, games are [20% shorter] (18.7 to 21.3)." in told
    assert "The first player wins [51.0%], about as often as before (51.0%)" in told
    assert title == "With a target of 8,000, games are 20% shorter."


def test_what_cannot_be_told_is_not_claimed() -> None:
    head, told, title = told_sentences(study([(-4.0, 4.0)], [(-0.06, 0.05)]))
    assert head == "Among sensible bots, with a target of 8,000: no clear difference in 900 games"
    assert "it is unclear whether games get longer or shorter" in told
    assert "unclear" in title
    assert "as fair" not in head and "shorter]" not in told


CLAIMS = {
    "shorter": lambda turns, first: all(high < 0 for _, high in turns),
    "longer": lambda turns, first: all(low > 0 for low, _ in turns),
    "as long": lambda turns, first: all(low >= -BAND_TURNS and high <= BAND_TURNS for low, high in turns),
    "as fair": lambda turns, first: all(low >= -BAND_FIRST and high <= BAND_FIRST for low, high in first),
    "first is worth more": lambda turns, first: all(low > 0 for low, _ in first),
    "first is worth less": lambda turns, first: all(high < 0 for _, high in first),
}


PARTLY = re.compile(r"(shorter|longer|first is worth more|first is worth less) with ([a-z ,]*?) players")
NUMBERS = {"two": 0, "three": 1, "four": 2}


def claimed(text: str, name: str) -> bool:
    """Whether a title claims it of all numbers of players; that it is open claims nothing."""
    return name in PARTLY.sub("", text)


def falsely_of_some(text: str, turns: list[Ends], first: list[Ends]) -> bool:
    """Whether a title claims something of some numbers of players that is not so of each."""
    of = [
        CLAIMS[name]([turns[place]], [first[place]])
        for name, words in PARTLY.findall(text)
        for place in (NUMBERS[word] for word in re.findall("[a-z]+", words) if word != "and")
    ]
    return not all(of)


def opposite(ends: list[Ends]) -> bool:
    """Whether some surely lie above nothing and some below it."""
    return any(low > 0 for low, _ in ends) and any(high < 0 for _, high in ends)


def unfounded(found: StudyResult, turns: list[Ends], first: list[Ends]) -> list[str]:
    """The claims of the titles that the table denies."""
    head, _, title = told_sentences(found)
    denied = [
        f"{name}: {text}"
        for text in (head, title)
        for name, true in CLAIMS.items()
        if claimed(text, name) and not true(turns, first)
    ]
    denied += [f"of some: {text}" for text in (head, title) if falsely_of_some(text, turns, first)]
    if "on the number of players" in head and not (opposite(turns) or opposite(first)):
        denied.append(f"mixed: {head}")
    return [*denied, f"mixed: {title}"] if "depends" in title and not opposite(turns) else denied


def made_up(luck: random.Random, many: int, scale: float) -> list[Ends]:
    """Differences with their intervals: mostly all to one side, so that something may be claimed of all."""
    way, sure = luck.choice((1, -1, 0)), luck.random()
    middles = [(way or luck.choice((1, -1))) * scale * luck.random() for _ in range(many)]
    return [(m - half, m + half) for m in middles for half in [scale * luck.random() * sure * sure]]


@pytest.mark.parametrize("players", [1, 2, 3])
def test_no_title_claims_what_the_table_denies(players: int) -> None:
    luck, said = random.Random(players), set()
    for _ in range(300):
        turns, first = made_up(luck, players, 4.0), made_up(luck, players, 0.06)
        found = study(turns, first)
        assert unfounded(found, turns, first) == []
        said |= {name for name in CLAIMS if claimed(headline(StudyEffects(VariantTable(found))), name)}
    assert said == set(CLAIMS), "every claim is made now and then"


def test_what_is_sure_of_some_numbers_of_players_is_claimed_of_those() -> None:
    """With two players games are surely shorter, with three nobody knows: that is no opposite."""
    head, _, title = told_sentences(study([(-7.6, -6.8), (-4.0, 4.0)], [(-0.06, 0.05), (0.04, 0.06)]))
    assert head == (
        "Among sensible bots, with a target of 8,000: shorter with two players, and going first is worth more with"
        " three players"
    )
    assert title == ("With a target of 8,000, games are shorter with two players; otherwise it is unclear.")
    head, _, title = told_sentences(study([(-7.6, -6.8), (4.0, 5.0)], [(-0.06, 0.05)] * 2))
    assert head == (
        "Among sensible bots, with a target of 8,000: the length depends on the number of players; the effect on"
        " fairness is unclear"
    )
    assert title.endswith("depends on the number of players.")


@pytest.mark.parametrize(
    ("firsts", "title"),
    [
        ((0.60, 0.51), "The first player clearly wins more often than an even share in one of two cases."),
        ((0.40, 0.51), "The first player clearly wins less often than an even share in one of two cases."),
        ((0.60, 0.40), "Going first helps in some cases and hurts in others."),
    ],
)
def test_where_going_first_is_not_sure_no_difference_is_claimed(firsts: tuple[float, float], title: str) -> None:
    found = study([(-1.0, 1.0)], [(-0.01, 0.01)])
    cells = [cell(10_000 - 2_000 * place, 2, 0, first=first) for place, first in enumerate(firsts)]
    assert sentences.order_title(StudyEffects(VariantTable(replace(found, cells=cells)))) == title


def test_half_of_the_games_are_open_to_the_end_only_if_that_is_sure() -> None:
    def title(low: float) -> str:
        found = study([(-1.0, 1.0)], [(-0.01, 0.01)])
        row = MeasuredValue("decided", "decided", "", "quantile", 1.0, low, 1.0, 0.0, 900)
        return sentences.decision_title(
            StudyEffects(VariantTable(replace(found, cells=[replace(c, measures=[row]) for c in found.cells])))
        )

    assert title(1.0) == "Half of the games are open until the last turn."
    assert title(0.92) == "Half of the games are decided after 92% of their turns or later."


def test_a_planted_false_title_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        sentences, "comparison_headline", lambda judged: "With a target of 8,000: a fifth shorter, just as fair"
    )
    turns, first = [(1.0, 2.0)], [(-0.06, 0.05)]
    assert len(unfounded(study(turns, first), turns, first)) == 2


def test_the_smallest_effect_that_matters_is_the_readers_choice() -> None:
    found = study([(-7.6, -6.8)], [(0.012, 0.028)])
    assert "as fair" in headline(StudyEffects(VariantTable(found), 0.03))
    assert "going first is worth more" in headline(StudyEffects(VariantTable(found), 0.01))


def test_a_worth_is_told_only_if_it_holds_for_its_whole_table() -> None:
    def title(wide: float) -> str:
        row = ItemWorth(
            "Do or Die", "card", "denied", 0.08, 0.07, 0.09, 0, 0.2, 0.08 - wide, 0.08 + wide, True, True, 0.6, 900
        )
        found = study([(-1.0, 1.0)], [(-0.01, 0.01)])
        return report.report_page(replace(found, cells=[replace(found.cells[0], worth=[row]), *found.cells[1:]]))

    assert "Do or Die is worth 8.0 points." in title(0.04)
    assert "Do or Die is worth" not in title(0.06) and "Nothing is clearly worth more than 3 points" in title(0.06)


# the page -------------------------------------------------------------------------------------------------------------


def rich() -> StudyResult:
    """Three targets for three numbers of players, with all that a study can hold."""
    luck = random.Random(1)
    cells, rows = [], []
    names = [f"measure {number}" for number in range(22)]
    for players in (2, 3, 4):
        base = len(cells)
        for target in (10_000, 8_000, 5_000):
            place = len(cells)
            events = [
                EventStatistics(f"thing {n}", f"kind {n // 12}", 0.5, 0.4, 0.6, 1.2, 500, 0.5, 0.4, 0.6)
                for n in range(60)
            ]
            worth = [
                ItemWorth(
                    f"thing {n}", "kind 0", "denied", 0.05, 0.04, 0.06, 0.03, 0.07, 0.03, 0.07, True, True, 0.6, 900
                )
                for n in range(20 if place == 0 else 0)
            ]
            more = [measure(name, luck.random(), 0.01, "share") for name in names]
            spread = Distribution([float(n) for n in range(41)], [luck.randrange(100) for _ in range(40)])
            curve = [[part / 20, part / 20, part / 20, min(1.0, part / 19)] for part in range(21)]
            bare = cell(target, players, base)
            given = {"distributions": dict.fromkeys(("turns", "decisions", "minutes", "score"), spread)}
            given |= {"curves": dict.fromkeys(("decided", "winner", "calibration"), curve)}
            cells.append(replace(bare, measures=bare.measures + more, events=events, worth=worth, **given))
            if place != base:
                rows += [compared(place, base, m.name, (-0.5, 0.5), 2.0) for m in cells[-1].measures]
    return replace(study([(-1.0, 1.0)], [(-0.01, 0.01)]), cells=cells, comparisons=rows)


def test_a_page_is_small_and_asks_nothing_of_anybody() -> None:
    usual, full = report.report_page(study([(-7.6, -6.8)] * 3, [(-0.02, 0.02)] * 3)), report.report_page(rich())
    assert len(usual.encode()) < LIMIT and len(full.encode()) < 1.2 * LIMIT
    for found in (usual, full):
        elements = Page(found).elements
        assert not {"script", "iframe", "object", "embed", "form", "img", "base"} & {tag for tag, _ in elements}
        asked = [
            v for _, names in elements for k, v in names.items() if k in ("src", "href", "action", "poster", "data")
        ]
        assert all(v is not None and v.startswith(("#", "data:")) for v in asked)
        assert [
            address for address in re.findall(r"url\(([^)]*)\)", found) if not address.startswith(('"data:', "data:"))
        ] == []
        assert "://" not in found.replace("http://www.w3.org", "")


def test_however_large_a_study_is_its_page_stays_readable() -> None:
    found = rich()
    kinds = [{"target": number} for number in range(360)]
    cells = [replace(found.cells[k["target"] % 9], base=0, players=2, changed=k, settings=k) for k in kinds]
    assert len(report.report_page(replace(found, cells=cells, comparisons=[])).encode()) < 3 * LIMIT


def test_every_picture_has_words_or_is_a_table() -> None:
    elements = Page(report.report_page(rich())).elements
    pictures = [names for tag, names in elements if tag == "svg" and "role" in names]
    assert pictures and all(names["role"] == "img" and names.get("aria-label") for names in pictures)
    hidden = [names for tag, names in elements if tag == "svg" and names.get("class") in ("tr", "axis", "dice")]
    assert hidden and all(names.get("aria-hidden") == "true" for names in hidden)
    kinds = [names.get("class") for tag, names in elements if tag == "table"]
    assert kinds.count("forest") >= 4 and kinds.count("plain") >= 4
    assert sum(tag == "caption" for tag, _ in elements) == len(kinds)


def test_names_from_a_file_stay_text() -> None:
    evil = '</style></svg><script>alert(1)</script><img src=x onerror="alert(1)">\'"&{}{0}%s'
    found = study([(-7.6, -6.8)], [(-0.02, 0.02)], title=evil, game=evil, command=evil, warnings=[evil], bots=[evil],
                  stopped=evil, dicehouse=evil, rules=evil, people={evil: 1.0})  # fmt: skip
    event = EventStatistics(evil, evil, 0.5, 0.4, 0.6, 1.2, 500, 0.5, 0.4, 0.6)
    worth = ItemWorth(evil, evil, evil, 0.05, 0.04, 0.06, 0.03, 0.07, 0.03, 0.07, True, True, 0.6, 900)
    parts = {"events": [event, event], "worth": [worth], "curves": {evil: [[0.0, 0.5], [1.0, 0.7]]}}
    names = {"name": evil, "rule": evil, "changed": {evil: evil}, "settings": {evil: evil}}
    odd = [measure(evil, 1.0, 0.1, unit=evil, words=evil)]
    cells = [replace(c, **names, **parts, measures=c.measures + odd) for c in found.cells]
    plain, hostile = (
        report.report_page(study([(-7.6, -6.8)], [(-0.02, 0.02)])),
        report.report_page(replace(found, cells=cells)),
    )
    allowed = {(tag, name) for tag, names in Page(report.report_page(rich())).elements for name in names}
    allowed |= {(tag, name) for tag, names in Page(plain).elements for name in names} | {
        ("p", "class"),
        ("span", "class"),
    }
    elements = Page(hostile).elements
    assert "script" not in {tag for tag, _ in elements} and "img" not in {tag for tag, _ in elements}
    assert {(tag, name) for tag, names in elements for name in names} <= allowed
    assert "alert(1)" in Page(hostile).text
    assert "<script" not in report.notebook_frame(replace(found, cells=cells))


def test_a_notebook_shows_the_same_page_where_it_can_do_nothing() -> None:
    found = study([(-7.6, -6.8)], [(-0.02, 0.02)])
    [(tag, names)] = Page(found._repr_html_()).elements
    assert (tag, names["sandbox"]) == ("iframe", "")
    assert names["srcdoc"] == found.report()


# files ----------------------------------------------------------------------------------------------------------------


def written(place: Path, found: StudyResult) -> Path:
    found.write(place)
    return place


def with_cells(data: dict[str, Any], **changed: object) -> dict[str, Any]:
    return {**data, "cells": [{**found, **changed} for found in data["cells"]]}


def test_a_page_from_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(tmp_path / "target.json", study([(-7.6, -6.8)], [(-0.02, 0.02)]))
    assert main(["report", str(file)]) == 0
    page = (tmp_path / "target.html").read_text(encoding="utf-8")
    assert "Among sensible bots, with a target of 8,000: a fifth shorter, just as fair" in Page(page).text
    assert capsys.readouterr().out.strip() == str(tmp_path / "target.html")
    assert main(["report", str(file), "-o", str(file)]) == 2
    assert "Name another file" in capsys.readouterr().err
    assert main(["report", str(file), "--save", str(tmp_path / "x.csv"), "--table", "comparisons"]) == 0
    assert (
        (tmp_path / "x.csv").read_text().startswith("cell,variant,players,rule,setting.target,base,measure,difference")
    )


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda d: [], "isn't the result of a study that"),
        (lambda d: {**d, "form": 2}, "form 2"),
        (lambda d: {**d, "cells": []}, "compares variants that it doesn't have"),
        (lambda d: {**d, "confidence": 7.0}, "its confidence must lie between"),
        (lambda d: with_cells(d, players=0), "more players or rows than any game"),
        (lambda d: with_cells(d, name="x" * 400), "a name in it is too long"),
        (lambda d: {**d, "title": "x" * 400}, "a text in it is too long"),
        (lambda d: {**d, "warnings": ["x" * 9_000]}, "it has too many warnings"),
        (
            lambda d: {**d, "comparisons": [{**c, "cell": 99} for c in d["comparisons"]]},
            "compares variants that it doesn't have",
        ),
        (lambda d: {**d, "comparisons": [{**c, "low": -1e300} for c in d["comparisons"]]}, "too large"),
        (lambda d: with_cells(d, curves={"decided": [[1.0]]}), "a curve in it is broken"),
        (lambda d: with_cells(d, distributions={"turns": {"edges": [2.0, 1.0], "counts": [1]}}), "in it is broken"),
    ],
)
def test_a_broken_file_is_refused_in_a_sentence(
    change: Any, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / "study.json"
    data = study([(-7.6, -6.8)], [(-0.02, 0.02)]).as_dict()
    place.write_text(json.dumps(change(data)), encoding="utf-8")
    assert main(["report", str(place)]) == 2
    said = capsys.readouterr().err
    assert why in said and said.count("\n") == 1
    assert list(tmp_path.iterdir()) == [place]


@pytest.mark.parametrize("data", [b"", b"{", b"\xff\xfe", b"[" * 100_000, b'{"form": NaN}', b"null"])
def test_what_is_no_json_is_refused_too(data: bytes, tmp_path: Path) -> None:
    place = tmp_path / "study.json"
    place.write_bytes(data)
    with pytest.raises(BadSave):
        read_for_report(place)
    with pytest.raises(BadSave):
        read_for_report(tmp_path / "none.json")


def test_random_damage_never_gets_past_the_reader_or_the_page(tmp_path: Path) -> None:
    luck = random.Random(5)
    text = json.dumps(study([(-7.6, -6.8)], [(-0.02, 0.02)]).as_dict())
    drawn = 0
    for _ in range(150):
        at = luck.randrange(len(text))
        damaged = (
            text[:at] + luck.choice(["", "9", "-", '"', "null", "0", "1e15", "[]"]) + text[at + luck.randrange(4) :]
        )
        try:
            found = report.check_result(parse_result(damaged))
        except BadSave:
            continue
        drawn += report.report_page(found).startswith("<!doctype html>")
    assert drawn > 20


# two reports ----------------------------------------------------------------------------------------------------------


def alone(turns: float, **more: Any) -> StudyResult:
    return study([], [], cells=[cell(10_000, 2, 0, turns)], **more)


def test_two_reports_are_compared_with_honest_intervals() -> None:
    both = report.compare_reports([("before", alone(36.0)), ("after", alone(30.0, rules="cd"))])
    [row] = [row for row in both.comparisons if row.measure == "turns"]
    assert (row.difference, row.low, row.high) == pytest.approx((-6, -6 - 0.5**0.5, -6 + 0.5**0.5))
    assert row.unpaired_low is None
    page = Page(report.report_page(both, reports=True)).text
    assert "in \N{LEFT DOUBLE QUOTATION MARK}after\N{RIGHT DOUBLE QUOTATION MARK}: 17% shorter" in page
    assert "not paired" in page and "after and before used different rules" in page


def test_minutes_by_two_models_of_people_are_not_compared() -> None:
    both = alone(36.0, people={"turn": 5.0}), alone(30.0, people={"turn": 15.0})
    minutes = measure("minutes", 20.0, 1.0)
    one, other = (
        replace(each, cells=[replace(each.cells[0], measures=[*each.cells[0].measures, minutes])]) for each in both
    )
    assert "minutes" in {row.measure for row in report.compare_reports([("a", one), ("b", one)]).comparisons}
    told = report.compare_reports([("a", one), ("b", other)])
    assert {row.measure for row in told.comparisons} == {"turns", "first", "leads"}
    assert any("estimate minutes differently" in warning for warning in told.warnings)


def test_reports_that_do_not_go_together_are_refused() -> None:
    one = alone(36.0)
    with pytest.raises(BadSetting, match="only reports about the same game"):
        report.compare_reports([("a", one), ("b", replace(one, game="pig"))])
    with pytest.raises(BadSetting, match="form 1 and b form 2"):
        report.compare_reports([("a", one), ("b", replace(one, form=2))])
    with pytest.raises(BadSetting, match="no number of players in common"):
        report.compare_reports([("a", one), ("b", replace(one, cells=[cell(10_000, 3, 0)]))])
    with pytest.raises(BadSetting, match="Two to 6"):
        report.compare_reports([("a", one)])


def test_the_command_compares(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [written(tmp_path / f"{name}.json", alone(turns)) for name, turns in (("before", 36.0), ("after", 30.0))]
    assert main(["report", *map(str, files), "-o", str(tmp_path / "both.html")]) == 0
    assert "before" in (tmp_path / "both.html").read_text(encoding="utf-8")
    assert main(["report", str(files[0]), str(files[0])]) == 2
    assert "named the same file twice" in capsys.readouterr().err


def test_a_study_writes_its_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A real one: what the page says is what was found."""
    asked = ["study", "dice-ocalypse", "--vary", "target=10000,5000", "--games", "64", "--seed", "1", "--jobs", "1"]
    assert main([*asked, "--json", "--report", str(tmp_path / "page.html")]) == 0
    found = parse_result(capsys.readouterr().out)
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert page == found.report()
    assert "With a target of 5,000, games are" in Page(page).text and "shorter" in Page(page).text
    assert len(page.encode()) < LIMIT


def test_a_document_gets_a_paragraph_a_picture_and_the_figures() -> None:
    text, [drawn] = markdown_chapter(study([(-7.6, -6.8)], [(-0.02, 0.02)]))
    assert text.startswith(
        "**Among sensible bots, with a target of 8,000: a fifth shorter, just as fair.**\n\n"
        "With a target of 8,000, games are **20"
    )
    assert "| length in turns | 36.0 (35.5 to 36.5) | 28.8 (28.3 to 29.3) |" in text
    picture = ET.fromstring(drawn.svg)  # noqa: S314  our own
    words = "".join(picture.itertext())
    assert (
        "Length in turns" in words
        and "28.8 instead of 36.0" in words
        and "\N{MINUS SIGN}7.6 to \N{MINUS SIGN}6.8" in words
    )
    assert picture.find("{*}title") is not None and picture.find("{*}desc") is not None


# tables ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", report.TABLE_NAMES)
def test_every_table_has_its_columns(table: str) -> None:
    found = rich()
    rows, columns = report.table_rows(found, table), report.table_columns(found, table)
    assert rows and all(list(row) == list(columns) for row in rows)
    assert all(
        row[name] is None or isinstance(row[name], (kind, int)) for row in rows for name, kind in columns.items()
    )
    assert {row["setting.target"] for row in rows} <= {"10000", "8000", "5000"}


def test_without_a_library_of_frames_a_table_is_a_list_that_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    import importlib.util

    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    found = study([(-7.6, -6.8)], [(-0.02, 0.02)])
    made = found.frame("comparisons")
    assert [row["measure"] for row in made] == ["turns", "first"]
    assert repr(made).startswith("2 rows as a list of dicts.")
    with pytest.raises(BadSetting, match="measures, comparisons"):
        found.frame("nothing")


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_with_one_it_is_a_frame(library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import importlib.util

    pytest.importorskip(library)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: name == library or None)
    made = study([(-7.6, -6.8)], [(-0.02, 0.02)]).frame()
    assert type(made).__module__.startswith(library)
    assert made.shape == (6, 14) and "setting.target" in list(made.columns)
