"""Play games of every mode, and read all that people are told: each sentence can be shown in other languages, the
German ones are complete, and none of them says that something moved which did not.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from dicehouse.core import Seeded
from dicehouse.games import all_games
from dicehouse.games.dicetopia.presentation import prompts
from dicehouse.games.dicetopia.presentation.notation import ABILITIES, AREA_NAMES, FACTION_IDS, FACTION_NAMES
from dicehouse.games.dicetopia.presentation.scenario_texts import SCENARIO_TEXTS, scenario_text
from dicehouse.games.dicetopia.rules.missions import NAMES
from dicehouse.games.dicetopia.rules.scenarios import SCENARIOS
from dicehouse.i18n import Text
from dicehouse.match.match import Match

from ..translations import TextCheck, offered_texts, story_texts, view_texts, written_texts
from .table import Table

GAME = all_games()["dicetopia"]  # with the catalogues of all games
PEOPLE = ("Ana", "Ben", "Caro", "Dan", "Eva", "Fay")
PRINTED = {*AREA_NAMES, *FACTION_NAMES, *NAMES, *(name for name, _short in ABILITIES), *PEOPLE}
PRINTED |= {scenario.name for scenario in SCENARIOS} | {"Dicetopia 2.0"}
NOTATION = re.compile(r"(\{\d\}|[\d\s+\-\N{MINUS SIGN}±½?·,.])*")  # numbers and marks of seats
PER_MODE = 6
TABLES: list[tuple[str, dict[str, Any]]] = [(mode.id, dict(mode.settings)) for mode in GAME.modes]
TABLES += [
    ("lost factions", {"reconstructed_factions": True, "faction_deal": "two", "protection_advanced": True}),
    ("house", {"tie_domination": "nobody", "sharing": "any", "actions_mandatory": False, "magmacorium": 6}),
    ("strict", {"tie_domination": "split", "abilities_reach_locations": False, "magmacorium_owner_option": False}),
    *((scenario.id, {"scenario": scenario.id}) for scenario in SCENARIOS[1:]),
]
VIEW_TEXTS = {"line", "text"}  # the keys of a view whose values are sentences


def has_missions(said: str) -> bool:
    """Return True if a text lists Missions with their stars."""
    return all(re.sub(r" \d+$", "", part) in PRINTED for part in said.split(", "))


TEXTS = TextCheck(PRINTED, NOTATION, is_name=has_missions, is_elsewhere=lambda text: text in PRINTED)


# --- texts without a position


def test_what_is_written_about_the_game_can_be_translated() -> None:
    assert TEXTS.check(offered_texts(GAME)) > 100
    for _name, settings in TABLES:
        assert TEXTS.check(written_texts(GAME, settings, 2)) > 120


def test_the_words_of_the_scenarios_are_those_of_their_files() -> None:
    """A text that a file says in other words is not translated any more."""
    assert [scenario_text(scenario) for scenario in SCENARIOS] == list(SCENARIO_TEXTS)
    assert all(isinstance(scenario_text(scenario), Text) for scenario in SCENARIOS)


# --- texts of positions


def at_table(match: Match, luck: random.Random) -> Iterator[tuple[str, str]]:
    """Yield what everybody reads in this position."""
    acting = match.acting()
    for seat in (*range(match.players), None):
        prompt = match.prompt(seat)
        yield from ((f"prompt {match.view(None)['phase']}", text) for text in (prompt.title, prompt.detail))
    seat = luck.choice(acting) if acting else None
    view = match.view(seat)
    yield from view_texts(view, VIEW_TEXTS, ("traditional", "rebalanced"))
    yield from (("facts", text) for row in prompts.facts(view, match.names) for text in row)
    sheet = match.score_sheet()
    yield from (("sheet", source["label"]) for source in sheet["sources"])
    yield from (("sheet", row["note"]) for row in sheet["rows"])
    for option in match.options(seat) if seat is not None else ():
        yield from ((f"option {option.id}", text) for text in (option.label, option.note, option.facts["more"]))
        yield from (("heading", text) for text in prompts.heading(option))
    if seat is not None:
        option = luck.choice(match.options(seat))
        yield "reason", match.reason(seat, option.id)
        for thing in ("touch agency 1", "touch springs 2", "touch p1 1", "touch p2 1", "touch dome 3", "sacrifice"):
            yield f"why not {thing}", match.explain_refusal(seat, thing)


def in_log(match: Match) -> Iterator[tuple[str, str]]:
    for event in match._events:
        yield from ((f"log {event.kind}", text) for text in (event.text, event.last, *event.own.values()))
        if event.seat is not None and event.kind not in ("cell", "card", "returned"):
            assert event.text_for(event.seat) != event.text, f"{event.text} is also said to its own seat"


def play(settings: Mapping[str, Any], seed: int) -> Iterator[tuple[str, str]]:
    """Play a random game that likes rare choices, and yield all that is said in it."""
    luck, players = random.Random(seed), 2 + seed % 5
    match = Match(GAME, players, settings, Seeded(seed), names=PEOPLE[:players])
    while not match.over:
        if luck.random() < 0.4:
            yield from at_table(match, luck)
        seat = luck.choice(match.acting())
        offers = [option.id for option in match.options(seat)]
        rare = [offer for offer in offers if " " not in offer and offer not in ("end", "pass", "enough", "draw")]
        factions = [f"faction {name}" for name in FACTION_IDS[(6 * seed) % len(FACTION_IDS) :]]
        wanted = [offer for offer in factions if offer in offers][:1]
        match.play(seat, luck.choice(wanted or (rare if luck.random() < 0.7 else []) or offers))
    yield from at_table(match, luck)
    yield from in_log(match)
    yield from story_texts(match)


@pytest.mark.parametrize(("name", "settings"), TABLES, ids=[name for name, _settings in TABLES])
def test_all_that_is_said_in_a_game_can_be_shown_in_german(name: str, settings: dict[str, Any]) -> None:
    games = PER_MODE if name in {mode.id for mode in GAME.modes} else 2
    for seed in range(games):
        assert TEXTS.check(play(settings, seed)) > 150


# --- German, as a German reader sees it


GERMAN = [
    (("A agent agency 1",), "send", "A", "Du schickst einen Agenten zur Agency und nimmst die weiße 1."),
    (("A agent agency 1",), "send", "B", "{0} schickt einen Agenten zur Agency und nimmt die weiße 1."),
    (("A agent gugu 1", "A reroll p2 1"), "reroll", "A", "Du würfelst die türkise 1 von {1} neu: 6."),
    (("A agent gugu 1", "A reroll p2 1"), "reroll", "B", "{0} würfelt deine türkise 1 neu: 6."),
    (("A agent gugu 1", "A reroll p2 1"), "reroll", "C", "{0} würfelt die türkise 1 von {1} neu: 6."),
    (("A agent market 1", "A change p1 1", "A value 5"), "change", "B", "{0} dreht eine eigene türkise 1 auf 5."),
    (("A break out", "A at dome 1"), "send", "A", "Du befreist deinen Thug und schickst ihn zum Blood Dome."),
    (("A break out", "A at springs 1"), "cell", "B", "Die Magmacorium-5 kommt ins Gefängnis."),
    (("A agent market 1", "A stock teal up"), "stock", "A", "Du setzt Türkis an der Börse höher: 1 Stern je Würfel."),
]


@pytest.mark.parametrize(("moves", "kind", "reader", "said"), GERMAN)
def test_a_german_reader_is_told_in_german(moves: tuple[str, ...], kind: str, reader: str, said: str) -> None:
    table = Table("- - -", dice="6", springs="m5").play(*moves)
    event = [event for event in table.match.log() if event.kind == kind][-1]
    text = event.text_for("ABC".index(reader))
    assert isinstance(text, Text) and text.in_language("de") == said


def test_a_german_reader_is_asked_in_german() -> None:
    table = Table("- -", waste="t5")
    title, options = table.match.prompt(0).title, {option.id: option.label for option in table.match.options(0)}
    assert isinstance(title, Text) and title.in_language("de") == "Schicke einen Agenten"
    label = options["agent waste 1"]
    assert isinstance(label, Text) and label.in_language("de") == "Nimm die türkise 5 bei Waste Management"
    why = table.match.explain_refusal(0, "touch agency 9")
    assert isinstance(why, Text) and why.in_language("de") == "Diesen Platz gibt es nicht."


# --- nothing is said to move that stays


def last(table: Table, kind: str, reader: int | None = None) -> str:
    event = [event for event in table.match.log() if event.kind == kind][-1]
    return event.sentence(PEOPLE, reader)


def label(table: Table, option: str) -> str:
    return next(each.label for each in table.match.options(0) if each.id == option)


def test_a_token_that_moves_between_equal_dice_goes_from_one_to_another() -> None:
    table = Table(boards=["p3 p3 t1", "w1"], tokens=[[1], []])
    assert label(table, "token 1 2") == "Move the token from one purple 3 to another"
    assert label(table, "token 1 3") == "Move the token from your purple 3 to your teal 1"
    table.play("A token 1 2")
    assert last(table, "token") == "Ana moves a Protection Token from one purple 3 to another purple 3."
    assert last(table, "token", 0) == "You move a Protection Token from one purple 3 to another purple 3 of yours."


def test_a_swap_of_equal_dice_changes_nothing_and_says_so() -> None:
    table = Table(congress="t2", agency="t4 w1", gugu="t4 p4").play("A agent congress 1", "A swap agency 1")
    notes = {option.id: option.note for option in table.match.options(0)}
    assert notes["with gugu 1"] == "±0, nothing changes" and "nothing" not in notes["with gugu 2"]
    table.play("A with gugu 1")
    said = "You swap the teal 4 in the Agency with the teal 4 in the Gugu Airforce, so nothing changes."
    assert last(table, "swap", 0) == said
    bank = Table(bank="w1 t4", boards=["t4", "w1"]).play("A agent bank 1", "A swap p1 1", "A with bank 2")
    assert last(bank, "swap") == (
        "Ana swaps their own teal 4 with the teal 4 in the Observatory Bank, so nothing changes."
    )
    other = Table(nethal="w1", boards=["t4", "t4 p6"]).play("A agent nethal 1", "A swap p1 1", "A with p2 1")
    assert last(other, "swap", 1) == "Ana swaps their own teal 4 with your teal 4, so nothing changes."
    real = Table(nethal="w1", boards=["t4", "t4 p6"]).play("A agent nethal 1", "A swap p1 1", "A with p2 2")
    assert last(real, "swap", 1) == "Ana swaps their own teal 4 with your purple 6."


def test_agents_of_one_player_that_swap_change_nothing() -> None:
    table = Table("zai -", agency="B", dome="B t1").play("A agent gugu 1", "A alpha", "A first agency 1")
    notes = {option.id: option.note for option in table.match.options(0)}
    assert notes["with dome 1"] == "±0, nothing changes" and "nothing" not in notes["with gugu 1"]
    table.play("A with dome 1")
    assert last(table, "move", 1) == "Ana uses Alpha and swaps two of your Agents, so nothing changes."


def test_a_die_is_not_set_to_what_it_shows() -> None:
    table = Table(boards=["t4", "w1"]).play("A agent market 1", "A change p1 1")
    assert label(table, "value 4") == "Leave your teal 4 unchanged"
    assert label(table, "value 6") == "Set your teal 4 to 6"
    assert last(table.play("A value 4"), "change", 0) == "You leave your teal 4 unchanged."


def test_a_reroll_that_shows_the_same_says_so() -> None:
    table = Table(gugu="w1 t5", dice="5").play("A agent gugu 1", "A reroll gugu 2")
    assert last(table, "reroll") == "Ana rerolls the teal 5 in the Gugu Airforce: 5 again."
    card = Table(dome="w1", card="t5 p1 w2", dice="5").play("A agent dome 1", "A reroll card 1")
    assert last(card, "card-reroll", 0) == "You reroll the teal 5 on the Blood Dome Card: 5 again."


def test_a_fight_without_a_match_scores_nothing() -> None:
    table = Table(dome="w1", card="t6 p6 w6", boards=["t1", "w2"], dice="1 1 1 1 1 1").play("A agent dome 1", "A fight")
    assert last(table, "match", 0) == "You fight in the Blood Dome, but no dice match."


# --- what depends on the table


def test_the_questions_follow_the_rules_of_the_table() -> None:
    def details(moves: tuple[str, ...], **position: Any) -> tuple[str, str]:
        prompt = Table(boards=["t4 p2", "t5 w2"], **position).play(*moves).match.prompt(0)
        return prompt.title, prompt.detail

    rebalanced, advanced = {"neighbourhood_text": "rebalanced"}, {"observatory_advanced": True}
    gugu, bank = ("A agent gugu 1",), ("A agent bank 1",)
    assert details(gugu)[1] == "It can be in a Neighbourhood or on any Faction Board."
    assert details(gugu, options=rebalanced)[1] == "It can be in a Neighbourhood or on your Faction Board."
    assert details(bank) == ("Swap one of your dice", "Then choose a City die.")
    assert details(bank, options=rebalanced)[1] == "The dice must match in colour or value."
    assert details(bank, options=advanced)[0] == "Swap a die on any Faction Board"
    last_round = {"round": 7, "agents": [1, 0], "thugs": [1]}
    assert details(("A agent ravin 1",), **last_round)[1].startswith("That player drafts first.")
    assert details(("A agent ravin 1",))[1].startswith("That player begins the next round.")


@pytest.mark.parametrize(
    ("settings", "name", "said"),
    [
        ({}, "area:agency", "Draw a Mission. Then put one of your Missions under the deck."),
        ({"scenario": "mirror-city"}, "area:agency", "Swap one of your dice with another player's die."),
        ({"scenario": "curfew"}, "area:agency", "Nobody can go here in this scenario."),
        ({"neighbourhood_text": "rebalanced"}, "area:gugu", "in a Neighbourhood or on your Faction Board"),
        ({"observatory_advanced": True}, "area:bank", "Swap a die on any Faction Board"),
        ({"protection_advanced": True}, "token:*", "Another player can use an Action"),
        ({"magmacorium_owner_option": False}, "magmacorium", "It always counts as teal, purple and white at once."),
        ({"sharing": "any"}, "mission:sharing-is-caring", "Count areas with a tie for domination."),
        ({}, "mission:sharing-is-caring", "Count areas where you tie for domination."),
        ({"abilities_reach_locations": False}, "faction:zai", "Swap any two Agents in Neighbourhoods"),
    ],
)
def test_the_glossary_follows_the_rules_of_the_table(settings: dict[str, Any], name: str, said: str) -> None:
    terms = {term.name: term.text for term in GAME.glossary(GAME.settings_for(2, settings))}
    assert said in terms[name]


def test_the_glossary_of_the_rules_page_is_that_of_the_default_settings() -> None:
    assert list(GAME.hooks.GLOSSARY) == list(GAME.glossary(GAME.settings_for(2, {})))
