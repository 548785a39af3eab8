"""Play games of every mode, and read all that people are told: each sentence can be shown in other languages, the
German ones are complete, and no sentence of the log is said twice or is untrue.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from dicehouse.core import Seeded
from dicehouse.core.short_rules import section_texts
from dicehouse.errors import BadThrow, DicehouseError
from dicehouse.games import all_games
from dicehouse.games.indicesion.presentation import prompts
from dicehouse.i18n import Text
from dicehouse.match.match import Match

from ...house.messages import OWN, OWN_PAGE, all_messages, folder_of
from ..translations import TextCheck, offered_texts, story_texts, written_texts
from .stage import BARREL, Stage, barrel, middle, on, outcome, table

GAME = all_games()["indicesion"]  # with the catalogues of all games
PEOPLE = ("Ana", "Ben", "Caro", "Dan", "Eva", "Fay")
POWERS = {"Burn", "Odds", "Lightning", "Poison", "Respawn", "Re-roll"}
PRINTED = {*PEOPLE, *POWERS, "Classic", "Central Board", "Drafting", "Construction", "inDICEsion"}
# numbers, marks of seats, names of dice and boards, and the keys of places in the notation
NOTATION = re.compile(r"(\{\d\}|\b[roygbkpcx][1-6]\b|\btarget\b|[\d\s+\-\N{MINUS SIGN}\N{RIGHTWARDS ARROW},.;])*")
PER_MODE = 6
TABLES: list[tuple[str, dict[str, Any]]] = [(mode.id, {**mode.settings, "rounds": 1}) for mode in GAME.modes]
TABLES += [
    ("choose", {"rounds": 1, "starter": "choose", "release": "every", "hand": "shaky"}),
    ("covered", {"rounds": 1, "game": "drafting", "covered_yellow_works": True, "release": "every"}),
    ("six boards", {"rounds": 1, "game": "central", "boards": 6, "release": "every"}),
]
SHARED = {  # messages that others say, too: their translation is in another catalogue
    message for (_context, message, _plural), places in all_messages().items() if folder_of(places) in (OWN, OWN_PAGE)
}
TEXTS = TextCheck(PRINTED, NOTATION, is_elsewhere=lambda text: text.message in SHARED)


# --- texts without a position


def test_what_is_written_about_the_game_can_be_translated() -> None:
    assert TEXTS.check(offered_texts(GAME)) > 100
    for _name, settings in TABLES:
        assert TEXTS.check(written_texts(GAME, settings, 3)) > 60


# --- texts of positions


def at_table(match: Match, luck: random.Random) -> Iterator[tuple[str, str]]:
    """Yield what everybody reads in this position."""
    for seat in (*range(match.players), None):
        prompt = match.prompt(seat)
        yield from ((f"prompt {match.view(None)['phase']}", text) for text in (prompt.title, prompt.detail))
    view = match.view(None)
    yield from (("facts", text) for row in prompts.facts(view, match.names) for text in row)
    sheet = match.score_sheet()
    yield from (("sheet", source["label"]) for source in sheet["sources"])
    yield from (("sheet", row["note"]) for row in sheet["rows"])
    for seat in match.acting():
        for option in match.options(seat):
            yield from ((f"option {option.id}", text) for text in (option.label, option.note))
            yield from (("heading", text) for text in prompts.heading(option))
        yield "reason", match.reason(seat, luck.choice(match.options(seat)).id)
        for refused in ("drop r9 p1", "throw r1 p1", "draft puce", "stand p1 left", "put c9 at 0,0,0", "done", "again"):
            yield f"why not {refused}", match.explain_refusal(seat, refused)


def in_log(match: Match) -> Iterator[tuple[str, str]]:
    for event in match._events:
        yield from ((f"log {event.kind}", text) for text in (event.text, event.last, *event.own.values()))
        if event.seat is not None and event.text and event.kind not in ("burnt", "round", "round-won"):
            assert event.text_for(event.seat) != event.text, f"{event.text} is also said to its own seat"


def play(settings: Mapping[str, Any], seed: int) -> Iterator[tuple[str, str]]:
    """Play a random round that likes hard throws and powers, and yield all that is said in it."""
    luck, players = random.Random(seed), 2 + seed % 3
    match = Match(GAME, players, settings, Seeded(seed), names=PEOPLE[:players])
    builds = 0
    while not match.over and match.view(None)["round"] < 2:
        if luck.random() < 0.15:
            yield from at_table(match, luck)
        seat = match.acting()[0]
        offers = [option.id for option in match.options(seat)]
        rare = [offer for offer in offers if offer.split(" ")[0] in ("knock", "respawn", "again", "take")]
        builds += match.view(None)["phase"] == "build"
        choice = (
            "done" if "done" in offers and builds > 3 else luck.choice(rare if rare and luck.random() < 0.6 else offers)
        )
        try:
            match.play(seat, choice)
        except BadThrow as error:
            yield "refused", error.args[0]
    yield from at_table(match, luck)
    yield from in_log(match)
    if match.over:
        yield from story_texts(match)


@pytest.mark.parametrize(("name", "settings"), TABLES, ids=[name for name, _settings in TABLES])
def test_all_that_is_said_in_a_game_can_be_shown_in_german(name: str, settings: dict[str, Any]) -> None:
    for seed in range(PER_MODE if name in {mode.id for mode in GAME.modes} else 2):
        assert TEXTS.check(play(settings, seed)) > 50


def test_what_trial_throws_say_can_be_translated() -> None:
    dice = {"r1": on(1, 60, 0, 4), "o1": on(2, 0, 0, 6), "y1": on(2, 80, 30, 3)}
    stage = Stage("drafting", hands=["r3 g1", "o2"], dice=dice)

    def said() -> Iterator[tuple[str, str]]:
        for option in stage.match.options(0):
            at, push, spin, up = (
                ",".join(map(str, option.facts["throw"][key])) for key in ("from", "push", "spin", "up")
            )
            text = f"throw {option.facts['die']} {option.facts['target']} from {at} push {push} spin {spin} up {up}"
            yield "practice", stage.match.practise(0, text)["says"]
            found = next(iter(stage.match.likely(0, text)))
            yield from (("odds", found[key]) for key in ("where", "about", "note"))

    assert TEXTS.check(said()) > 8


@pytest.mark.parametrize(
    "text",
    [
        "throw r6 p1 from 0,0,1 push 0,0,0",
        "throw r6 p1 from 0,-200,30 push 0,0,0",
        "throw r6 p1 from 0,-700,300 push 9000,90,20",
        "throw r6 p1 from 0,-700,300 push 100,90,20 spin 9000,0,0",
        "throw r6 p1 from 0,-9000,300 push 100,90,20",
        "throw r6 p9 from 0,-700,300 push 100,90,20",
        "throw z6 p1 from 0,-700,300 push 100,90,20",
        "throw r6 p1 from 0,-700,300",
        "throw r6 p1 from 0,-700,300 push 1,2,3 push 1,2,3",
        "throw r6 p1 from 0,-700 push 1,2,3",
        "throw r6 p1 from 0,-700,300 push 1,2,3 up 7,0",
        "throw r6 p1 from 0,-700,300 push -1,2,3",
        "throw r6 p1 somehow",
        "throw",
    ],
)
def test_a_refused_throw_says_why_in_german(text: str) -> None:
    with pytest.raises(DicehouseError) as refused:
        Stage().match.play(0, text)
    said = refused.value.args[0]
    assert isinstance(said, Text) and list(TEXTS.untranslated(said)) == []
    assert said.in_language("de") != said


# --- German, as a German reader sees it


def told(stage: Stage, kind: str, reader: int | None = None, language: str = "en") -> list[str]:
    texts = [event.text_for(reader) for event in stage.told if event.kind == kind]
    return [text.in_language(language) if isinstance(text, Text) else text for text in texts if text]


def test_a_german_reader_is_told_in_german() -> None:
    stage = Stage("drafting", hands=["o1 k1 k2", "b1 o3"], dice={"g1": on(2, 40, 20, 4)})
    stage.throw(0, "o1", at="p2", rest={"o1": table(-600, 0), "g1": table(700, 0)})
    assert told(stage, "throw", 0, "de") == ["Du wirfst einen orangen Würfel auf das Brett von {1}."]
    assert told(stage, "throw", 1, "de") == ["{0} wirft einen orangen Würfel auf dein Brett."]
    assert told(stage, "knocked", 1, "de") == ["{0} stößt einen grünen Würfel von deinem Brett."]
    assert told(stage, "verdict", None, "de") == ["Der orange Würfel liegt auf keinem Brett und zählt nicht."]
    title = stage.match.prompt(1).title
    assert isinstance(title, Text) and title.in_language("de") == "Den verlorenen Würfel durch einen blauen ersetzen?"
    label = next(option.label for option in stage.match.options(1) if option.id == "respawn g1")
    assert isinstance(label, Text) and label.in_language("de") == "Ersetze den grünen Würfel durch eine blaue 4"
    why = stage.match.explain_refusal(1, "again")
    assert isinstance(why, Text) and why.in_language("de").startswith("Noch mal werfen kannst du nur gleich nach")


# --- one sentence for several dice


def test_dice_knocked_off_one_board_are_told_in_one_sentence() -> None:
    lying = {"o1": on(1, 60), "o2": on(1, -60), "o3": on(2, 40), "r1": on(1, 0, 60)}
    gone = {name: table(600, 100 * n) for n, name in enumerate(lying)}
    stage = Stage(hands=["r2 r3", "o4"], dice=lying).throw(0, "r2", rest={"r2": table(-600, 0), **gone})
    assert told(stage, "knocked") == [
        "{0} knocks a red die and 2 orange dice off their own board.",
        "{0} knocks an orange die off {1}'s board.",
    ]
    assert told(stage, "knocked", 1)[1] == "{0} knocks an orange die off your board."
    assert told(stage, "knocked", 0)[0] == "You knock a red die and 2 orange dice off your board."
    facts = [(event.facts["die"], event.facts["seats"]) for event in stage.told if event.kind == "knocked"]
    assert sorted(facts) == [("o1", [0]), ("o2", [0]), ("o3", [1]), ("r1", [0])], "each die keeps its own event"
    assert told(stage, "knocked", 0, "de")[0] == "Du stößt einen roten Würfel und 2 orange Würfel von deinem Brett."


def test_dice_that_leave_the_table_are_told_in_one_sentence() -> None:
    stage = Stage(hands=["r2 r3", "o4"], dice={"o1": on(1, 60), "o2": on(1, -60)})
    stage.throw(0, "r2", rest={}, lost=("r2", "o1", "o2"))
    assert told(stage, "off") == ["{0} sends a red die and 2 orange dice off the table."]
    assert told(stage, "off", 0) == ["You send a red die and 2 orange dice off the table."]
    assert len([event for event in stage.told if event.kind == "off"]) == 3


def test_dice_that_burn_are_told_in_one_sentence() -> None:
    stage = Stage("drafting", hands=["r1 r2", "o3"], dice={"r3": on(2, 40), "g1": on(2, -40)})
    stage.throw(0, "r1", at="p2", rest={}, burnt=[("g1", "r1"), ("r1", "r3"), ("r3", "r1")])
    assert told(stage, "burnt") == ["Red burns 2 red dice and a green die."]
    assert told(stage, "burnt", None, "de") == ["Rot verbrennt 2 rote Würfel und einen grünen Würfel."]


@pytest.mark.parametrize(
    ("n", "said"),
    [(1, "1 barrel off {1}'s board and loses 1 point"), (2, "2 barrels off {1}'s board and loses 2 points")],
)
def test_barrels_are_told_in_one_sentence(n: int, said: str) -> None:
    standing = {f"x{i}": barrel(2, 90 * i - 130) for i in range(1, n + 1)}
    homes = dict.fromkeys(standing, "p2")
    stage = Stage("classic+", hands=["r1 r2", "o1"], barrels=standing, homes=homes)
    rest = {name: (600, 100 * i, BARREL / 2, 1.0, 0.0, 0.0, 0.0) for i, name in enumerate(standing)}
    stage.throw(0, "r1", at="p2", rest={"r1": table(-600, 0), **rest}, more={"fallen 1": outcome()})
    assert told(stage, "taken") == [f"{{0}} knocks {said}."]


def test_no_sentence_of_the_log_is_said_twice_in_one_action() -> None:
    """Play hard throws with many dice on the boards."""
    for seed in range(4):
        match = Match(GAME, 2, GAME.settings_for(2, {"rounds": 1}), Seeded(seed), names=PEOPLE[:2])
        while not match.over:
            seat = match.acting()[0]
            ids = [option.id for option in match.options(seat)]
            match.play(seat, next((each for each in ids if each.startswith("knock")), ids[0]))
        for number in range(match.number + 1):
            said = [event.text for event in match.log() if event.number == number and event.text]
            assert len(said) == len(set(said)), said


# --- other sentences that depend on the rules


def test_who_starts_the_first_round_is_said_once() -> None:
    match = Match(GAME, 2, GAME.settings_for(2, {}), Seeded(1), names=PEOPLE[:2])
    said = [event.text for event in match.log() if event.kind in ("start", "round")]
    assert [text.count("starts") for text in said] == [1, 0]


def test_a_die_that_rests_on_two_dice_counts_once_for_each_way_down() -> None:
    legs = {"o1": on(1, -25), "o2": on(1, 25)}
    stage = Stage(hands=["r1 r2", "o3"], dice=legs).throw(0, "r1", rest={"r1": on(1, face=5, level=1)})
    assert told(stage, "verdict", 0) == ["The red die counts 4 times on your board and scores 20 points."]


def test_a_throw_that_is_kept_says_nothing_of_where_the_die_lies() -> None:
    """It may lie beside the table: a pink die can bring it back."""
    stage = Stage("drafting", hands=["o1 k1", "b1"]).throw(0, "o1", rest={}, lost=("o1",)).play(0, "keep")
    assert told(stage, "keep") == ["{0} doesn't throw the orange die again."]


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({}, "from the board you aim at."),
        ({"release": "every"}, "from every board."),
        ({"game": "central"}, "from the target."),
        ({"game": "central", "release": "every"}, "from every board."),
    ],
)
def test_the_question_says_from_where_to_keep_away(settings: dict[str, Any], said: str) -> None:
    match = Match(GAME, 2, GAME.settings_for(2, settings), Seeded(1), names=PEOPLE[:2])
    assert match.prompt(match.acting()[0]).detail.endswith(said)


@pytest.mark.parametrize(("works", "said"), [(False, "does nothing"), (True, "works, too; a crooked one doesn't")])
def test_lightning_is_explained_as_the_table_plays_it(works: bool, said: str) -> None:
    settings = GAME.settings_for(2, {"game": "drafting", "covered_yellow_works": works})
    assert said in next(term.text for term in GAME.glossary(settings) if term.name == "pool:yellow")
    rows = [text for section in GAME.short_rules(settings, 2) for text in section_texts(section)]
    assert any(said in row for row in rows)


def test_a_knock_off_the_target_names_no_player() -> None:
    stage = Stage("central+", hands=["r1 r2", "o4"], boards={"c1": (0, 0, 1.6)}, dice={"o1": middle(60)})
    stage.throw(0, "r1", rest={"r1": middle(), "o1": table(600, 0)})
    assert told(stage, "knocked", 1) == ["{0} knocks an orange die off the target."]
