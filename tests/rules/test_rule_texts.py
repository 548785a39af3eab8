"""Check that texts follow the rules: each text that names a setting or a constant of the rules changes with it."""

from __future__ import annotations

import importlib
import random
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from dicehouse.core import Game, Seeded
from dicehouse.core.lesson import Lesson
from dicehouse.core.settings import SettingValue
from dicehouse.core.short_rules import section_texts
from dicehouse.games import find
from dicehouse.games.house_rules.patched_game import patched
from dicehouse.match.match import Match

GAMES = ("dice-ocalypse", "baron-voodoo", "deck-o-dice", "dicetopia", "indicesion")
Settings = Mapping[str, SettingValue]

# By game, each constant of the rules that texts name: another value, and what finds the texts that name it today.
CONSTANTS: dict[str, dict[str, tuple[Any, str]]] = {
    "dice-ocalypse": {
        "state.BATTLE_ZONE": (7_350, r"5,000"),
        "state.CARD_MINIMUM": (1_250, r"1,000 (?:points banked|banked|points before)|sleep until you have 1,000"),
        "state.COLLATERAL_STAKE": (1_150, r"(?:lose|gain|win|wins|risks|costs the other one) 1,000"),
        "war_cards.LUCKY": (5, "1[-\N{EN DASH}]3\\b|1 to 3|4 to 6|1, 2 or 3|4, 5 or 6|half of the time"),
        "scoring.SINGLE": (
            (0, 110, 0, 0, 0, 60, 0),
            r"(?:1 is worth|1 is|it is worth|only) 100\b|(?:worth|is|only) 50\b",
        ),
        "scoring.TRIPLE": ((0, 1100, 210, 310, 410, 510, 610), r"2s: 200|would be 300"),
    },
    "baron-voodoo": {
        "deal.THRESHOLDS": ((0, 0, 23, 22, 21), r"(?:[Rr]eaching|has|need|reaches|of) 18\b"),
        "loa_powers.PRICE_OF_POWER": (3, r"costs 1 offering"),
        "steps_after_capture.PRICE_OF_FACE": (4, r"(?:[Ff]or|Pay) 1 offering"),
        "steps_after_capture.PRICE_OF_TURN": (5, r"(?:for|Pay|costs) 2 offerings"),
        "game_end.MAJORITY": (7, r"most dice of a colour scores 3"),
        "game_end.SHARED": (6, r"ied players? scores? 1 point"),
        "combos.VALUES": (
            ((0, 0, 0, 4, 6, 9, 13),) * 3,
            r"3 dice 3, 4 dice 5|stars: 3 points|Score 3|set of 3 points|3 dice score 3",
        ),
    },
    "deck-o-dice": {
        "combat.GIANT_KILLS": (4, r"\b3 or 4\b"),
        "combat.SHIELD": (5, r"lowered by 2|lose 2|takes 2 from"),
    },
    "dicetopia": {
        "domination.HOMELAND": (9, r"[Ss]core 5 more stars for|\+5 stars"),
        "game_end.DOUBLED_MOST": (27, r"up to 20 stars"),
        "abilities.CONNECTED": (6, r"draws? 4 Missions|Draw 4 Missions|back any 4|put 4 back"),
        "scoring.TRACKS": (((0, 2, 2, 4, 4, 6),) * 3, r"0, 1, 1, 2, 2, 3 stars|score 3 stars instead of 2"),
    },
}


def walk_texts(value: object) -> Iterator[str]:
    """Yield all texts in plain data."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from walk_texts(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from walk_texts(each)


def lesson_texts(lesson: Lesson) -> Iterator[str]:
    yield from (lesson.title, lesson.theme, lesson.well, lesson.tip)
    yield from walk_texts(lesson.shows)
    for step in lesson.steps:
        yield from (step.say, step.why, *step.key)
        yield from (answer for _, answer in step.wrong)


def lessons_of(game: Game) -> tuple[Lesson, ...]:
    """Return the lessons that stand in the game's package; a game with a house rule doesn't offer them."""
    package = game.rules.__name__.rpartition(".")[0]
    module = importlib.import_module(f"{package}.presentation.lessons")
    if hasattr(module, "LESSONS"):
        lessons: tuple[Lesson, ...] = module.LESSONS
    else:  # a house rule takes them out once they are built
        lessons = importlib.reload(module).LESSONS
        del module.LESSONS
    return lessons


def written_texts(game: Game, given: Settings, players: int) -> list[str]:
    """Return the texts that need no position: captions, glossary, short rules, lessons, refusals of the notation."""
    settings = game.settings_for(players, given)
    texts = [text for _, text in game.captions(settings)]
    for term in game.glossary(settings):
        texts += [term.title, term.text, term.short]
    for section in game.short_rules(settings, players):
        texts += section_texts(section)
    for lesson in lessons_of(game):
        texts += lesson_texts(lesson)
    for setting in game.settings:
        texts += [setting.label, setting.help]
    return texts


def played_texts(game: Game, given: Settings, players: int, seed: int, steps: int) -> list[str]:
    """Return the texts of some positions: prompts, options, reasons, the view, facts and the log."""
    match, luck = Match(game, players, given, Seeded(seed)), random.Random(seed)
    texts: list[str] = []
    for _ in range(steps):
        if match.over:
            break
        for seat in (*match.acting(), None):
            prompt, view = match.prompt(seat), match.view(seat)
            texts += [prompt.title, prompt.detail, *walk_texts(view)]
            if game.hooks.facts is not None:
                texts += walk_texts(game.hooks.facts(view, match.names))
        seat = luck.choice(match.acting())
        options = match.options(seat)
        for option in luck.sample(options, min(8, len(options))):
            texts += [option.label, option.note, match.reason(seat, option.id)]
        match.play(seat, luck.choice(options).id)
    return [*texts, *(event.text for event in match.log())]


@cache
def texts_of(game: Game) -> tuple[str, ...]:
    """Return all texts at tables with the default settings."""
    players = max(game.players[0], 2)
    texts = written_texts(game, {}, players)
    if game.engine is None:
        texts += [text for seed in range(2) for text in played_texts(game, {}, players, seed, 25)]
    return tuple(dict.fromkeys(texts))


@cache
def changed_game(name: str, folder: Path) -> Game:
    """Return the game with another value for each constant of the table."""
    rule = ["from dicehouse.games.house_rules import changes"]
    rule += [f"changes({constant!r}, {value!r})" for constant, (value, _) in CONSTANTS[name].items()]
    file = folder / "other_numbers.py"
    file.write_text("\n".join(rule))
    return patched(find(name), file, check_invariants=False)


@pytest.mark.parametrize(("name", "constant"), [(name, each) for name, found in CONSTANTS.items() for each in found])
def test_a_text_changes_with_the_constant_that_it_names(
    name: str, constant: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    changed = changed_game(name, tmp_path_factory.getbasetemp())
    names_it = re.compile(CONSTANTS[name][constant][1])
    today = [text for text in texts_of(find(name)) if names_it.search(text)]
    assert today, "some text names it"
    assert [text for text in texts_of(changed) if names_it.search(text)] == []


def test_no_text_says_1000_when_a_house_rule_changes_the_stake(tmp_path: Path) -> None:
    """Not even where 1,000 is asked to open, or to play a card: these are other numbers at this table."""
    file = tmp_path / "a_small_stake.py"
    file.write_text(
        "from dicehouse.games.house_rules import changes\n"
        "changes('state.COLLATERAL_STAKE', 300)\n"
        "changes('state.CARD_MINIMUM', 700)\n"
        "changes('scoring.TRIPLE', (0, 800, 200, 300, 400, 500, 600))\n"
        "changes('scoring.PRESETS', ((800, 2, 4, 8, 1500, 1500, 1, 0),) * 3)\n"
    )
    game, settings = patched(find("dice-ocalypse"), file, check_invariants=False), {"opening": 600, "target": 4_000}
    lessons = ("Your first score", "a turn worth 1,000")  # the default opening, and advice
    for players in (2, 3):
        texts = [text for text in written_texts(game, settings, players) if not any(each in text for each in lessons)]
        played = played_texts(
            game, settings, players, 1, 40
        )  # a turn may well bring 1,000, so only what speaks of cards
        texts += [text for text in played if re.search(r"Collateral|dice each|stake|war cards", text)]
        assert [text for text in texts if re.search(r"\b1,000\b", text)] == []
        assert any("lose 300 points and you gain 300" in text for text in texts)
    view = Match(game, 2, settings, Seeded(1)).view()
    assert view["collateral"]["stake"] == 300


OTHER_NUMBERS = r"lose 1,000|win 1,000|with 1,000 points banked|on two boards|two dice"  # they happen to be as large


def other_values(name: str) -> Iterator[tuple[str, SettingValue, SettingValue]]:
    """Yield each setting whose default is a number, with its default and another value."""
    for setting in find(name).settings:
        if setting.kind == "number" and setting.default not in (0, 1):
            yield setting.key, setting.default, setting.high


@pytest.mark.parametrize(
    ("name", "key", "default", "other"), [(name, *found) for name in GAMES for found in other_values(name)]
)
def test_a_text_changes_with_the_setting_that_it_names(name: str, key: str, default: int, other: int) -> None:
    """Lessons have settings of their own, so they are left out."""
    game = find(name)
    players = max(game.players[0], 2)
    apart = {text for lesson in lessons_of(game) for text in lesson_texts(lesson)}
    rest: dict[str, SettingValue] = {} if key != "opening" else {"special_cards": False, "three_ones": 300}

    def named(value: int) -> list[str]:
        given = {**rest, key: value}
        texts = [text for text in written_texts(game, given, players) if text not in apart]
        if game.engine is None:
            texts += played_texts(game, given, players, 1, 12)
        return [text for text in texts if re.search(rf"(?<![\d,.]){default:,}(?![\d,]| to \d)", text)]

    assert named(default), "some text names it"
    assert [text for text in named(other) if not re.search(OTHER_NUMBERS, text)] == []


@pytest.mark.parametrize(
    ("name", "given", "players", "said"),
    [
        ("baron-voodoo", {"combos": "3-5-7-9"}, 2, "Points: 3 dice 3, 4 dice 5, 5 dice 7, 6 dice 9."),
        ("baron-voodoo", {}, 3, "when a player has 15 points or can't jump"),
        ("deck-o-dice", {"abilities": "attested"}, 2, "It has no ability at this table."),
        ("dice-ocalypse", {"opening": 0}, 2, "Combinations count only within one roll"),
        ("dicetopia", {"stock_track": "0-1-2-3-4-5"}, 2, "0, 1, 2, 3, 4, 5 stars"),
        ("dicetopia", {"scenario": "gang-rule"}, 2, "It counts as 3 Agents for domination"),
        ("dicetopia", {"scenario": "meltdown"}, 2, "One match scores 3 stars, more matches 6 or 10."),
        ("dicetopia", {"scenario": "main-street"}, 2, "A Neighbourhood scores 3 more stars."),
        ("indicesion", {"rounds": 1}, 2, "to win 1 round wins the game"),
        ("indicesion", {"release": "every"}, 2, "15 cm from every board"),
    ],
)
def test_the_short_rules_follow_a_choice(name: str, given: Settings, players: int, said: str) -> None:
    game = find(name)
    assert any(said in text for text in written_texts(game, given, players))
    if given:
        assert (
            not any(text.startswith(said) or said in text for text in written_texts(game, {}, game.players[1]))
            or "opening" in given
        )


def test_the_captions_name_the_target_of_the_table() -> None:
    game = find("dice-ocalypse")
    assert game.captions()[2][1].endswith("past 10,000 starts the final round.")
    assert game.captions(game.agree(2, {"target": 5_000}))[2][1].endswith("past 5,000 starts the final round.")
