"""Play games of every mode, and read all that people are told: each sentence can be shown in other languages, the
German ones are complete, and none of them says what is not so.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import pytest

from dicehouse.core import Seeded
from dicehouse.core.short_rules import section_texts
from dicehouse.games import all_games
from dicehouse.games.deck_o_dice.presentation import prompts
from dicehouse.games.deck_o_dice.presentation.options import NAMES
from dicehouse.i18n import Text
from dicehouse.match.match import Match
from dicehouse.match.snapshots import StoredEvent

from ..translations import TextCheck, offered_texts, story_texts, written_texts
from .table import Table

GAME = all_games()["deck-o-dice"]  # with the catalogues of all games
PEOPLE = ("Ana", "Ben")
PRINTED = {*NAMES, *PEOPLE, "Dicey", "Deck-O-Dice"}
NOTATION = re.compile(r"(\{\d\}|d?\d+|R\*|[\s:,·])*")  # numbers, dice, and marks of seats
MINION = re.compile(f"({'|'.join(NAMES)}), d\\d+")
PER_MODE = 6
TABLES: list[tuple[str, int, dict[str, Any]]] = [
    *((mode.id, (mode.players or (2, 2))[0], dict(mode.settings)) for mode in GAME.modes),
    ("random roles", 2, {"parity": "random", "memory": False}),
    ("solo by the book", 1, {"abilities": "attested", "memory": False}),
]
TEXTS = TextCheck(
    PRINTED,
    NOTATION,
    is_name=lambda said: MINION.fullmatch(said) is not None,
    is_elsewhere=lambda text: MINION.fullmatch(text) is not None,
    plain_arguments=True,
    forbidden=re.compile(r"\b(re-roll|clash|anew)\b|brings?\b"),
)


# --- texts without a position


def test_what_is_written_about_the_game_can_be_translated() -> None:
    assert TEXTS.check(offered_texts(GAME)) > 100
    for _name, players, settings in TABLES:
        assert TEXTS.check(written_texts(GAME, settings, players)) > 40


# --- texts of positions


def at_table(match: Match) -> Iterator[tuple[str, str]]:
    """Yield what everybody reads in this position."""
    for seat in (*range(match.players), None):
        prompt, view = match.prompt(seat), match.view(seat)
        yield from ((f"prompt {view['phase']}", text) for text in (prompt.title, prompt.detail))
        yield from (("facts", text) for row in prompts.facts(view, match.names) for text in row)
        if view["odds"]:
            yield "odds", view["odds"]["count"]
        yield from (("view", side["attacks_on"]) for side in view["sides"] if side["attacks_on"])
        if seat is None:
            continue
        for option in match.options(seat):
            yield from (
                (f"option {option.id}", text) for text in (option.label, option.note, option.facts.get("plain", ""))
            )
            yield f"reason {option.id}", match.reason(seat, option.id)
        for thing in ("twent", "quad", "diante", "look", "decline", "first", "second", "reroll", "keep"):
            if seat in match.acting():
                yield f"why not {thing}", match.explain_refusal(seat, thing)
    sheet = match.score_sheet()
    yield from (("sheet", source["label"]) for source in sheet["sources"])
    yield from (("sheet", row["note"]) for row in sheet["rows"])


def in_log(match: Match) -> Iterator[tuple[str, str]]:
    for event in match._events:
        texts = (event.text, event.last, event.later or "", *event.own.values(), *event.later_own.values())
        yield from ((f"log {event.kind}", text) for text in texts)
        if event.seat is not None and event.kind != "lost":
            own = event.text_for(event.seat)
            assert own != event.text and re.search(r"\b[Yy]ou", own), f"{event.text} is also said to its own seat"
        assert all(seat in range(match.players) for seat in event.own)


def play(settings: Mapping[str, Any], players: int, seed: int) -> Iterator[tuple[str, str]]:
    """Play a random game, and yield all that is said in it."""
    luck = random.Random(seed)
    match = Match(GAME, players, settings, Seeded(seed), names=PEOPLE[:players])
    while not match.over:
        yield from at_table(match)
        seat = luck.choice(match.acting())
        match.play(seat, luck.choice(match.options(seat)).id)
    yield from at_table(match)
    yield from in_log(match)
    yield from story_texts(match)


@pytest.mark.parametrize(("name", "players", "settings"), TABLES, ids=[name for name, *_rest in TABLES])
def test_all_that_is_said_in_a_game_can_be_shown_in_german(name: str, players: int, settings: dict[str, Any]) -> None:
    for seed in range(PER_MODE if name in {mode.id for mode in GAME.modes} else 3):
        assert TEXTS.check(play(settings, players, seed)) > 100


# --- German, as a German reader sees it


GERMAN = [
    ((16, 20), "twent", "dwelve", "draw", "A", "{1} zieht 7 für Dwelve."),
    ((16, 20), "twent", "dwelve", "draw", "B", "Du ziehst 7 für Dwelve."),
    ((16, 20), "twent", "dwelve", "reveal", "A", "Du schickst Twent, und {1} schickt Dwelve."),
    ((16, 20), "twent", "dwelve", "attack", "A", "Du hast den größeren Würfel und greifst an."),
    ((16, 20), "twent", "dwelve", "compare", "B", "Du hast 7, {0} hat 19."),
    (
        (16, 20),
        "twent",
        "quad",
        "giant-killer",
        "B",
        "Dein Quad ist ein Riesentöter: Der Angreifer hat nur noch 0 (Hausregel).",
    ),
    (
        (16, 14),
        "twent",
        "sparten",
        "shield",
        "A",
        "{1}: Sparten hat einen Schild. Der Angreifer hat nur noch 17 (Hausregel).",
    ),
    ((21, 20), "twent", "dwelve", "won", "A", "Du gewinnst beide Karten, eine davon mit der 20."),
    ((21, 20), "twent", "dwelve", "won", "B", "{0} gewinnt beide Karten, eine davon mit der 20."),
]


@pytest.mark.parametrize(("top", "mine", "other", "kind", "reader", "said"), GERMAN)
def test_a_german_reader_is_told_in_german(
    top: tuple[int, ...], mine: str, other: str, kind: str, reader: str, said: str
) -> None:
    event = [event for event in Table(*top).duel(mine, other).match.log() if event.kind == kind][-1]
    text = event.text_for("AB".index(reader))
    assert isinstance(text, Text) and text.in_language("de") == said


def test_a_german_reader_is_asked_in_german() -> None:
    match = Table(16, 20).match
    options = {option.id: option.note for option in match.options(0)}
    texts = (match.prompt(0).title, options["cubera"], match.explain_refusal(0, "reroll"))
    assert [text.in_language("de") for text in texts if isinstance(text, Text)] == [
        "Wähle einen Minion",
        "W6, darf einmal neu würfeln",
        "Nur Cubera kann neu würfeln, und zwar gleich nach dem Ziehen.",
    ]


# --- nothing is said that is not so


def last(table: Table, kind: str, reader: int | None = None) -> str:
    event = [event for event in table.match.log() if event.kind == kind][-1]
    return event.sentence(PEOPLE if table.match.players == 2 else PEOPLE[:1], reader)


@pytest.mark.parametrize("half", [1, 2])
def test_a_critical_hit_is_only_announced_if_it_decides_the_game(half: int) -> None:
    table = Table(21, 20, half=half).duel("twent", "dwelve")
    assert last(table, "won") == "Ana wins both cards, one of them with the 20."
    assert "ritical" not in " ".join(event.text for event in table.match.log())


def ending(mine: int, *, solo: bool = False) -> Table:
    """Play the last combat: A wins both cards, one with the 20, after winning `mine` of the others."""
    rest = [card for card in range(1, 25) if card not in (21, 20)]
    top, piles = ((20, 21) if solo else (21, 20)), (rest[:mine], rest[mine:])
    table = Table(*top, left="twent|dwelve", half=2, piles=piles, solo=solo)
    return table.play("A twent") if solo else table.duel("twent", "dwelve")


def test_at_12_to_12_the_sentences_name_the_20_and_end() -> None:
    table = ending(10)
    assert last(table, "end") == "All twelve combats are over. At 12 to 12, the 20 decides."
    assert last(table, "win") == "Ana has the 20 and wins. Critical hit!"
    assert last(table, "win", 0) == "You have the 20 and win. Critical hit!"
    assert [table.match.prompt(seat).title for seat in (0, 1, None)] == ["You win!", "Player 1 wins", "Player 1 wins"]
    assert table.match.prompt(1).detail == "At 12 to 12, the 20 decides."
    assert table.match.story().title == "{0} wins with the 20!"


def test_at_another_result_nothing_is_said_of_the_20() -> None:
    table = ending(11)
    assert last(table, "end") == "All twelve combats are over. The score is 13 to 11."
    assert last(table, "win", 0) == "You win 13 to 11!"
    assert table.match.prompt(1).detail == "13 to 11."


def test_dicey_wins_as_players_do() -> None:
    assert last(ending(9, solo=True), "lost", 0) == "Dicey wins 13 to 11!"
    assert last(ending(10, solo=True), "win", 0) == "You have the 20 and win. Critical hit!"


def test_the_winner_comes_first_in_the_result() -> None:
    """The loser may sit in the first seat."""
    rest = [card for card in range(1, 25) if card not in (16, 20)]
    table = Table(20, 16, left="twent|dwelve", half=2, piles=(rest[:9], rest[9:])).duel("twent", "dwelve")
    assert table.match.prompt(0).detail == "13 to 11." and table.match.prompt(0).title == "Player 2 wins"
    assert last(table, "win") == "Ben wins 13 to 11!"


@pytest.mark.parametrize(("reader", "said"), [(0, "You win both cards."), (1, "Ana wins both cards."), (None, "")])
def test_what_memory_mode_leaves_of_a_combat_speaks_to_the_winner(reader: int | None, said: str) -> None:
    match = Table(21, 20, memory=True).duel("twent", "dwelve").play("A quad").match
    (won,) = (event for event in match.log(reader) if event.kind == "won")
    assert won.sentence(PEOPLE, reader) == (said or "Ana wins both cards.") and not won.facts
    stored = [StoredEvent.from_event(event) for event in match._events]
    restored = [one.to_event(0).faded() for one in msgspec.convert(msgspec.to_builtins(stored), list[StoredEvent])]
    assert [event.sentence(PEOPLE, reader) for event in restored if event.kind == "won"] == [
        won.sentence(PEOPLE, reader)
    ]


def test_a_minion_comes_back_only_after_the_first_half() -> None:
    first = Table(16, 20).duel("twent", "dwelve").match
    assert first.explain_refusal(0, "twent") == "Twent has already fought. It is back in the second half."
    second = Table(16, 20, half=2).duel("twent", "dwelve").match
    assert second.explain_refusal(0, "twent") == "Twent has already fought in this half."


def test_the_minion_that_fights_has_not_fought_yet() -> None:
    match = Table(16, 20, 12).play("A diante", "B twent").match
    assert match.explain_refusal(0, "diante") == "Diante is fighting now."
    assert match.explain_refusal(0, "quad") == "You have already chosen a minion for this combat."


def test_dicey_draws_nothing_for_the_card_that_it_flipped() -> None:
    table = Table(5, 17, solo=True).play("A twent")
    assert last(table, "dicey-flip") == "Dicey flips a card: d4 1, d6 5, d8 8, d10 7, d12 11, d20 2."
    texts = [event.sentence(["Ana"]) for event in table.match.log() if event.kind == "draw"]
    assert texts == ["Dicey's Dwelve has 11.", "Ana draws 13 for Twent."]


def test_a_number_that_is_0_already_is_not_lowered() -> None:
    """Twent counts 0 if no number is left, and the Shield takes nothing from it."""
    table = Table(11, 2, 13, 24, left="twent dwelve|sparten quad", half=2).duel("twent", "sparten")
    assert last(table, "no-number", 0) == "You draw R* for Twent. No number is left, so it is 0."
    assert last(table, "shield") == "Ben's Sparten has a Shield, so the attacker gets 0 (house rule)."


def test_equal_dice_against_dicey_are_first_settled_by_the_numbers() -> None:
    view = Table(16, 20, solo=True).view("A")
    labels = [label for label, _words in prompts.facts(view, ["Ana"])]
    assert "Ana: with equal dice and numbers" in labels
    assert "Ana: with equal dice" in [label for label, _ in prompts.facts(Table(16, 20).view("A"), list(PEOPLE))]


def test_an_open_card_is_kept_not_drawn() -> None:
    """Against Dicey, with equal minions, a card lies there before Diante may look."""
    table = Table(10, 3, 12, solo=True).play("A diante")
    labels = {option.id: option.label for option in table.match.options(0)}
    assert labels == {"look": "Look at one more", "decline": "Keep the 5"}
    assert table.match.prompt(0).title == "Look at one more card?"
    assert last(table.play("A look"), "look", 0) == "You use Diante to choose between two cards."


def test_no_ability_is_promised_that_the_table_leaves_out() -> None:
    attested = GAME.settings_for(2, {"abilities": "attested"})
    terms = {term.name: term for term in GAME.glossary(attested)}
    assert (
        terms["minion:quad"].text == "It has no ability at this table." and terms["minion:quad"].short == "no ability"
    )
    assert terms["minion:cubera"].short == "may reroll once"
    notes = {o.id: o.note for o in Table(16, 20, abilities="attested").match.options(0)}
    assert notes["dwelve"] == "d12, no ability" and notes["diante"] == "d8, sees two cards, takes one"


@pytest.mark.parametrize(
    ("players", "settings", "said"),
    [
        (2, {}, "On an odd number, the player in the first seat attacks."),
        (2, {"parity": "random"}, "Who attacks on an odd number is random."),
        (1, {}, "With equal dice the higher number attacks."),
        (2, {}, "Used minions and all cards won stay hidden until the end."),
        (1, {}, "Your used minions and all cards won stay hidden until the end."),
    ],
)
def test_the_short_rules_follow_the_table(players: int, settings: dict[str, Any], said: str) -> None:
    sections = GAME.short_rules(GAME.settings_for(players, settings), players)
    assert said in " ".join(text for section in sections for text in section_texts(section))
