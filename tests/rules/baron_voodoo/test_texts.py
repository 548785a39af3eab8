"""Play games of every mode, and read all that people are told: each sentence can be shown in other languages, the
German ones are complete, and none of them is untrue in ties, at zero, in the last round or with unusual settings.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from dicehouse.core import Seeded
from dicehouse.core.short_rules import section_texts
from dicehouse.games import all_games
from dicehouse.games.baron_voodoo.presentation import prompts
from dicehouse.games.baron_voodoo.presentation.notation import LOA_NAMES
from dicehouse.games.baron_voodoo.presentation.story import _powers
from dicehouse.i18n import Text
from dicehouse.match.events import Event
from dicehouse.match.match import Match

from ..translations import TextCheck, offered_texts, story_texts, view_texts, written_texts
from .table import FREE, Table
from .test_end import world

GAME = all_games()["baron-voodoo"]  # with the catalogues of all games
PEOPLE = ("Ana", "Ben", "Caro", "Dan")
PRINTED = {*LOA_NAMES, *PEOPLE, "Baron Voodoo", "3, 5, 8, 12", "3, 5, 7, 9"}
NOTATION = re.compile(r"(\{\d\}|[a-g][1-7]\b|[A-D]\b|C\d|[YTRPW][OVFGSX]\b|[\d\s+\N{MINUS SIGN}·,.:;-])*")
PER_MODE = 6
TABLES: list[tuple[str, int, dict[str, Any]]] = [
    (mode.id, mode.players[0] if mode.players and mode.players[0] == mode.players[1] else 0, dict(mode.settings))
    for mode in GAME.modes
]
TABLES += [
    ("house", 2, {"directions": 8, "stolen_to": "spirit", "guard_exchange": False, "guard_ends_extra": True}),
    ("lean", 3, {"other_powers": False, "combos": "cap4", "white_majority": False, "offerings": "unlimited"}),
    ("strict teams", 4, {"pairing": "yp-tr", "white_tie": 0, "power_lines": "rows", "legba": "single"}),
    ("hard solo", 1, {"solo_level": 4}),
]
VIEW_TEXTS = {"name", "short", "why", "words", "now"}  # the keys of a view whose values are sentences
CODES = {"score", "blocked", "Baron"}  # why the end began, and who plays alone against
TEXTS = TextCheck(PRINTED, NOTATION, is_elsewhere=lambda text: text in PRINTED)


# --- texts without a position


def test_what_is_written_about_the_game_can_be_translated() -> None:
    assert TEXTS.check(offered_texts(GAME)) > 200
    for _name, players, settings in TABLES:
        assert TEXTS.check(written_texts(GAME, settings, players or 2)) > 60


# --- texts of positions


def at_table(match: Match, luck: random.Random) -> Iterator[tuple[str, str]]:
    """Yield what everybody reads in this position."""
    acting = match.acting()
    for seat in (*range(match.players), None):
        prompt = match.prompt(seat)
        yield from ((f"prompt {match.view(None)['phase']}", text) for text in (prompt.title, prompt.detail))
    view = match.view(None)
    yield from view_texts(view, VIEW_TEXTS, CODES)
    yield from (("facts", text) for row in prompts.facts(view, match.names) for text in row)
    sheet = match.score_sheet()
    yield from (("sheet", source["label"]) for source in sheet["sources"])
    yield from (("sheet", row["note"]) for row in sheet["rows"])
    for seat in acting:
        options = match.options(seat)
        for option in options:
            yield from ((f"option {option.id}", text) for text in (option.label, option.note))
            yield from (("heading", text) for text in prompts.heading(option))
        yield "reason", match.reason(seat, luck.choice(options).id)
        for thing in ("a1xa2", "d4xd5", "d4xf6", "d4xe5", "combo yo to", "combo yo", "combo qq", "z9xz9"):
            yield f"why not {thing}", match.explain_refusal(seat, thing)


def in_log(match: Match) -> Iterator[tuple[str, str]]:
    for event in match._events:
        yield from ((f"log {event.kind}", text) for text in (event.text, event.last, *event.own.values()))
        if event.seat is not None:
            assert event.text_for(event.seat) != event.text, f"{event.text} is also said to its own seat"


def play(settings: Mapping[str, Any], players: int, seed: int) -> Iterator[tuple[str, str]]:
    """Play a random game that likes rare choices, and yield all that is said in it."""
    luck, players = random.Random(seed), players or 2 + seed % 3
    match = Match(GAME, players, settings, Seeded(seed), names=PEOPLE[:players])
    while not match.over:
        if luck.random() < 0.05:
            yield from at_table(match, luck)
        seat = luck.choice(match.acting())
        offers = [option.id for option in match.options(seat)]
        rare = [offer for offer in offers if offer == "use" or offer.startswith(("combo", "turn", "offering", "power"))]
        match.play(seat, luck.choice((rare if luck.random() < 0.6 else []) or offers))
    yield from at_table(match, luck)
    yield from in_log(match)
    yield from story_texts(match)


@pytest.mark.parametrize(("name", "players", "settings"), TABLES, ids=[name for name, *_rest in TABLES])
def test_all_that_is_said_in_a_game_can_be_shown_in_german(name: str, players: int, settings: dict[str, Any]) -> None:
    games = PER_MODE if name in {mode.id for mode in GAME.modes} else 2
    for seed in range(games):
        assert TEXTS.check(play(settings, players, seed)) > 100


# --- German, as a German reader sees it


def captured(die: str, loas: str = "YTR", **position: Any) -> Table:
    """Return a table where A jumps at c3 and has just captured this die."""
    return Table(loas, FREE, g5="TO", g6="WV", c3=f"{loas[0]}F", d3=die, **position).play("A c3xd3")


GERMAN = [
    ("RV", (), {}, "capture", 0, "Du springst von c3 über d3 nach e3 und nimmst einen roten Victory."),
    ("RV", (), {}, "capture", 1, "{0} springt von c3 über d3 nach e3 und nimmt einen roten Victory."),
    ("RV", ("A use",), {}, "victory", 0, "Du bekommst 1 Punkt für Victory (Stand 1)."),
    ("RG", ("A use",), {}, "guard", 1, "{0} ist geschützt: Niemand kann Würfel in Gelb fangen, {0} bestehlen oder "
     "Würfel mit {0} tauschen."),
    ("RS", ("A use", "A steal p2 po"), {"spirits": "|PO"}, "steal", 1, "{0} stiehlt einen lila Offering aus deiner "
     "Geisterwelt."),
    ("RS", ("A use", "A steal p2 po"), {"spirits": "|PO"}, "steal", 2, "{0} stiehlt einen lila Offering von {1} für "
     "die eigene Fangzone."),
    ("RX", ("A use", "A exchange p1 rx", "A with p2 wo"), {"zones": "|WO"}, "exchange", 1, "{0} tauscht einen roten "
     "Exchange gegen deinen weißen Offering."),
    ("TO", ("A spirit to",), {}, "spirit", 0, "Du legst einen türkisen Offering in die Geisterwelt (keine Punkte)."),
    ("TO", ("A power wata", "A row 3 left"), {}, "wata", 0, "Du schiebst Reihe 3 nach links."),
]  # fmt: skip


@pytest.mark.parametrize(("die", "moves", "position", "kind", "reader", "said"), GERMAN)
def test_a_german_reader_is_told_in_german(
    die: str, moves: tuple[str, ...], position: dict[str, Any], kind: str, reader: int, said: str
) -> None:
    table = captured(die, **position)
    table.play(*moves)
    event = [event for event in table.match.log() if event.kind == kind][-1]
    text = event.text_for(reader)
    assert isinstance(text, Text) and text.in_language("de") == said


def test_a_german_reader_is_asked_in_german() -> None:
    table = captured("RG")
    title = table.match.prompt(0).title
    assert isinstance(title, Text) and title.in_language("de") == "Du hast einen roten Guard gefangen"
    labels = {option.id: option.label for option in table.match.options(0)}
    label = labels["turn v"]
    assert isinstance(label, Text) and label.in_language("de") == "Drehe den gefangenen Würfel auf Victory"
    why = table.match.explain_refusal(0, "combo rg")
    assert isinstance(why, Text) and why.in_language("de").startswith("Das ist kein Set.")


# --- nothing untrue is said: ties, zeros, the last round, nobody affected


def final_log(loas: str, spirits: str, kinds: tuple[str, ...], **position: Any) -> list[str]:
    """Return what the final scoring says; it comes after the last seat's turn."""
    last = "ABCD"[len(loas) - 1]
    table = Table(loas, c3=f"{loas[-1]}O", d3="RX", trigger="A", up=last, spirits=spirits, **position)
    table.play(f"{last} c3xd3", f"{last} end")
    assert table.over
    return [event.sentence(PEOPLE) for event in table.match.log() if event.kind in kinds]


def test_nobody_has_most_dice_of_a_colour_that_nobody_has() -> None:
    said = final_log("YT", "|".join([world(2, 1, 0, 0, 0), world(2, 0, 0, 0, 0)]), ("majority",))
    assert said == [
        "Most yellow dice (Ana 2, Ben 2): Ana and Ben tie for 1 point each.",
        "Most turquoise dice (Ana 1, Ben 0): Ana scores 3 points.",
        "Most red dice (Ana 0, Ben 1): Ben scores 3 points.",
        "Nobody has any purple dice.",
        "Nobody has any white dice.",
    ]


def test_a_reader_is_you_in_the_final_scoring() -> None:
    table = Table(
        "YT", c3="TO", d3="RX", trigger="A", up="B", spirits="|".join([world(2, 1, 0, 0, 0), world(2, 0, 0, 0, 0)])
    )
    table.play("B c3xd3", "B end")
    counted = [event for event in table.match.log() if event.kind in ("majority", "final")]
    assert [event.sentence(PEOPLE, 0) for event in counted][:3] == [
        "Most yellow dice (you 2, Ben 2): you and Ben tie for 1 point each.",
        "Most turquoise dice (you 1, Ben 0): you score 3 points.",
        "Most red dice (you 0, Ben 1): Ben scores 3 points.",
    ]
    assert counted[-1].sentence(PEOPLE, 1).startswith("Final score: Ana ") and ", you 4." in counted[-1].sentence(
        PEOPLE, 1
    )


def test_teams_that_tie_in_white_dice_may_score_nothing() -> None:
    worlds = "|".join([world(0, 0, 0, 0, 1), world(0, 0, 0, 0, 1)])
    options = {"pairing": "yt-rp", "white_tie": 0}
    assert final_log("YRTP", worlds, ("majority",), options=options)[-1] == (
        "Most white dice (Ana and Caro 1, Ben and Dan 1): Ana and Caro and Ben and Dan tie for no points."
    )


@pytest.mark.parametrize(("vp", "tie"), [((9, 6), True), ((9, 5), False)])
def test_a_tie_is_explained_only_if_there_is_one(vp: tuple[int, int], tie: bool) -> None:
    (final,) = final_log("YT", "|", ("final",), vp=vp)
    assert final.startswith(f"Final score: Ana {vp[0]}, Ben {vp[1] + 3}.")
    assert ("In a tie" in final) == tie


def test_the_token_goes_back_without_a_word_about_most_white_dice() -> None:
    """Ana holds the token with one white die; Ben steals it, so nobody has a white die in a Spirit World."""
    table = Table("YT", FREE, c3="TF", d3="RS", up="B", spirits="WO|", samedi=0)
    assert table.view["samedi"] == 0
    table.play("B c3xd3", "B use", "B steal p1 wo")
    event = [event for event in table.match.log() if event.kind == "samedi"][-1]
    assert event.sentence(PEOPLE) == (
        "Nobody has more white dice than everyone else, so nobody holds the Baron Samedi token now."
    )


def test_a_power_is_offered_in_a_prompt_only_if_one_can_be_used() -> None:
    table = Table("YT", FREE, c3="YF", d3="RV", offerings=(0, 3), options={"other_powers": False})
    usable = [power for power in table.view["powers"] if not power["why"]]
    assert ("You can use a power first." in table.match.prompt(0).detail) == bool(usable)
    table = captured("RV")
    table.play("A end")
    assert table.match.prompt(1).detail == "You can use a power first."


def test_a_face_without_effect_is_not_praised() -> None:
    assert captured("RS").match.prompt(0).detail == "No unprotected opponent has a die in the Spirit World."
    assert captured("RS", spirits="|PO").match.prompt(0).detail == (
        "Steal: take a die from an opponent's Spirit World."
    )


def test_guard_promises_no_safety_that_the_settings_take_away() -> None:
    assert captured("RG").match.prompt(0).detail == "Guard: protect your colour and your dice."
    table = captured("RG", options={"guard_exchange": False})
    assert table.match.prompt(0).detail == "Guard: protect your colour and your Spirit World."


def test_two_offerings_are_promised_only_while_the_reserve_has_two() -> None:
    plenty = Table("YT", FREE, c3="YF", d3="YO", offerings=(3, 3))
    scarce = Table("YT", FREE, c3="YF", d3="YO", offerings=(3, 16))
    assert scarce.view["reserve"] == 1
    assert "each give an offering" in plenty.match.reason(0, "c3xd3")
    assert "each give an offering" not in scarce.match.reason(0, "c3xd3")


@pytest.mark.parametrize(
    ("powers", "said"),
    [(["wata"], "1 (Mamy Wata)"), (["wata", "bwa"], "2"), (["wata", "bwa", "wata"], "3 (mostly Mamy Wata)")],
)
def test_a_power_is_the_most_used_only_if_it_is(powers: list[str], said: str) -> None:
    called = [Event("power", 0, "", {"power": power}, number=number) for number, power in enumerate(powers)]
    assert _powers(called) == said


def test_the_rules_in_short_follow_the_settings() -> None:
    def rules(players: int, **settings: Any) -> str:
        sections = GAME.short_rules(GAME.settings_for(players, settings), players)
        return " ".join(text for section in sections for text in section_texts(section))

    assert "6 dice" not in rules(2, combos="cap4") and "6 dice 12" in rules(2)
    assert "White dice don't count for this." in rules(2, white_majority=False)
    assert "White dice don't count" not in rules(4, pairing="yt-rp", white_majority=False)
    assert "A tie for the most white dice scores nothing." in rules(4, pairing="yt-rp", white_tie=0)
