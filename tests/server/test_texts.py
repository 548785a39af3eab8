"""What the server says to players: texts that keep their message, for everybody in their own language."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import dicehouse
from dicehouse import games
from dicehouse.bots.hint_search import HintOption, _chance_sentence, _format_chance
from dicehouse.errors import CannotUndo, DicehouseError, IllegalOption, NotYourTurn
from dicehouse.i18n import Text, _, in_language, using_language
from dicehouse.i18n.language import PSEUDO_LANGUAGE
from dicehouse.match.match import new
from dicehouse.server.accounts.guest_deletion import leave
from dicehouse.server.accounts.names import GONE, GUEST, OPEN, SPECTATOR, is_unnamed, shown_name
from dicehouse.server.archive.dice_fairness import in_odds, of_100
from dicehouse.server.archive.guest_statistics import ALONE, PEOPLE, called, counted
from dicehouse.server.archive.match_results import Finished
from dicehouse.server.clocks.play_time import in_words
from dicehouse.server.clocks.time_terms import DAY, HOUR, MINUTE, Terms, long, remaining
from dicehouse.server.clubs.standings import BERGER, BUCHHOLZ
from dicehouse.server.commands import AgreeToHints, ModeratePerson, SetPause
from dicehouse.server.execute_command import execute_command
from dicehouse.server.features import moderation, pause
from dicehouse.server.features.clocks import _out_of_time
from dicehouse.server.features.commit_reveal import DRAWN
from dicehouse.server.live_table import Table
from dicehouse.server.opponents import level_of
from dicehouse.server.preset_phrases import PHRASES, find_phrase
from dicehouse.server.seats import Refused
from dicehouse.server.table.change import Guest
from dicehouse.server.table_registry import TableRegistry
from dicehouse.web.finished_games import finished_game_row
from dicehouse.web.page_renderer import mark_names

from .give import act, nudge, say, set_quiet, stand_in, undo
from .room import ANA, BEN, GAME, open_house, run_apart
from .test_takeback import CLEO, table_of, until

SOURCE = Path(dicehouse.__file__).parent
PLACES = ("server", "bots/hint_search.py")
TELLING = {"Refused", "NotFound", "NoSuchCode", "Damaged", "notice", "Announce", "Prompt", "rewriting", "CannotUndo"}
# What only a program can send, or only a broken page: their sentences are for its author.
FOR_PROGRAMS = {
    ("server/features/bot_settings.py", "Refused"),
    ("server/features/standing_orders.py", "Refused"),
    ("server/features/undo.py", "Refused"),
    ("server/execute_command.py", "Refused"),
    ("server/table/moves.py", "Refused"),
}


def shown(text: str) -> bool:
    """Whether a text is shown in the pseudo-language, and in German otherwise than in English."""
    return "⟦" in in_language(text, PSEUDO_LANGUAGE) and in_language(text, "de") != str.__str__(text)


def files() -> Iterator[Path]:
    for place in PLACES:
        yield from sorted((SOURCE / place).rglob("*.py")) if (SOURCE / place).is_dir() else [SOURCE / place]


def told(tree: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """Every first argument that is told to somebody, with the name of the function that tells it."""
    for call in ast.walk(tree):
        if isinstance(call, ast.Call):
            name = getattr(call.func, "id", getattr(call.func, "attr", ""))
            position = 1 if name == "rewriting" else 0
            if name in TELLING and len(call.args) > position:
                yield name, call.args[position]


@pytest.mark.parametrize("file", files(), ids=lambda file: str(file.relative_to(SOURCE)))
def test_nothing_is_told_that_is_no_text(file: Path) -> None:
    """A sentence that is written where it is told goes through `_`; one with a name is a `Text` in its module."""
    place = file.relative_to(SOURCE).as_posix()
    module: ModuleType | None = None
    for name, said in told(ast.parse(file.read_text(encoding="utf-8"))):
        plain = isinstance(said, (ast.JoinedStr, ast.BinOp)) or (isinstance(said, ast.Constant) and said.value != "")
        assert not plain or (place, name) in FOR_PROGRAMS, f"{place}: {ast.unparse(said)}"
        if isinstance(said, ast.Name) and said.id.isupper():
            module = module or importlib.import_module("dicehouse." + place.removesuffix(".py").replace("/", "."))
            text = getattr(module, said.id)
            assert isinstance(text, Text) or (place, name) in FOR_PROGRAMS, f"{place}: {said.id}"
            assert shown(text) or (place, name) in FOR_PROGRAMS, f"{place}: {said.id} has no German"


def story(tell: Callable[[TableRegistry], Coroutine[Any, Any, None]]) -> Callable[[Path], None]:
    def test(tmp_path: Path) -> None:
        async def run() -> None:
            async with open_house(tmp_path) as house:
                await tell(house)

        run_apart(run())

    test.__name__, test.__doc__ = tell.__name__, tell.__doc__
    return test


def lines(table: Table, reader: int | None = None, language: str = "en") -> list[str]:
    """The notices of the server as a reader in a seat gets them."""
    own = () if reader is None else (reader,)
    return [in_language(line.text_for(own), language) for line in table.state.chat if not line.name]


async def told_to_all(house: TableRegistry, table: Table) -> None:
    """Every notice is shown in every language, also after it was stored."""
    for line in table.state.chat:
        if not line.name:
            assert shown(line.text) and all(map(shown, line.own.values())), line
    for seat in (None, 0, 1):
        before = lines(table, seat, "de")
        table.close("read it again")
        del house._tables[table.id]
        table = await house.find(table.id)
        assert lines(table, seat, "de") == before


@story
async def test_each_reader_gets_a_pause_in_their_own_words_and_language(house: TableRegistry) -> None:
    table = await table_of(house, ANA, BEN)
    await execute_command(house, table, ANA, SetPause(True))
    await execute_command(house, table, BEN, SetPause(True))
    await execute_command(house, table, BEN, SetPause(False))
    assert lines(table) == [
        "Ana wants to pause the game. It pauses when all players agree.",
        "Everyone agrees: the game is paused.",
        "Ben resumes the game.",
    ]
    assert lines(table, 0, "de") == [
        "Du möchtest die Partie pausieren. Alle müssen zustimmen.",
        "Alle sind einverstanden: Die Partie ist pausiert.",
        "Ben setzt die Partie fort.",
    ]
    assert lines(table, 1)[2] == "You resume the game."
    await told_to_all(house, table)


@story
async def test_hints_nudges_and_bots_are_told_in_every_language(house: TableRegistry) -> None:
    table = await table_of(house, ANA, BEN)
    for guest, on in ((ANA, True), (BEN, True), (BEN, False), (ANA, False)):
        await execute_command(house, table, guest, AgreeToHints(on))
    seat = table.state.playing().acting()[0]
    asked, other = (ANA, BEN) if seat == 0 else (BEN, ANA)
    await nudge(table, other, seat)
    await stand_in(table, asked, seat, "first")
    await stand_in(table, asked, seat, None)
    name, by = (table.state.seats[each].name for each in (seat, 1 - seat))
    assert lines(table)[-3:] == [
        f"{by} nudges {name}: it's your turn!",
        f"The bot First plays for {name}.",
        f"{name} is back.",
    ]
    assert lines(table, seat, "de")[-3:] == [
        f"{by} stupst dich an: Du bist dran!",
        "Der Bot First spielt für dich.",
        "Du spielst wieder selbst.",
    ]
    assert lines(table, 1 - seat)[-3] == f"You nudge {name}."
    await told_to_all(house, table)


@story
async def test_an_undo_is_told_with_the_log_s_own_sentence(house: TableRegistry) -> None:
    table = await table_of(house, ANA, BEN)
    await until(
        table,
        lambda: (
            table.state.playing().can_undo(table.state.playing().actions[-1].seat)
            if table.state.playing().actions
            else False
        ),
    )
    match = table.state.playing()
    seat = match.actions[-1].seat
    await undo(table, ANA if seat == 0 else BEN, seat, match.number)
    assert lines(table, seat)[-1].startswith(("You undid a move: ", "You ask to undo a move: "))
    assert lines(table, seat, "de")[-1].startswith(
        ("Du hast einen Zug zurückgenommen: ", "Du möchtest einen Zug zurücknehmen: ")
    )
    await told_to_all(house, table)


@story
async def test_moderation_is_told_in_every_language(house: TableRegistry) -> None:
    table = await table_of(house, ANA, BEN)
    await set_quiet(table, ANA, True)
    await set_quiet(table, ANA, False)
    (who,) = [one.who for one in moderation.other_people(table.state, ANA, {})]
    for what in ("stop", "let", "remove"):
        await execute_command(house, table, ANA, ModeratePerson(who, what))
    assert lines(table)[-3:] == [
        "The host muted Ben at this table.",
        "The host unmuted Ben.",
        "The host removed Ben. A bot takes over.",
    ]
    assert lines(table, 1)[-3] == "The host muted you at this table."
    await told_to_all(house, table)


@story
async def test_a_name_goes_from_every_language_of_a_notice(house: TableRegistry) -> None:
    table = await table_of(house, ANA, BEN, CLEO)
    for guest in (BEN, ANA):
        await execute_command(house, table, guest, SetPause(True))
    seat = table.state.playing().acting()[0]
    if seat != 1:
        await nudge(table, BEN, seat)
    await leave(house, BEN)
    table = await house.find(table.id)
    for language in ("en", "de", PSEUDO_LANGUAGE):
        for reader in (None, 0, 2):
            assert not any("Ben" in line for line in lines(table, reader, language))
    assert any("Ehemaliger Gast" in line for line in lines(table, None, "de"))
    assert not any(GONE in line for line in lines(table, None, "de"))
    rows = await house.store.read(
        lambda db: [str(row["message"]) for row in db.execute("SELECT message FROM chat").fetchall()]
    )
    assert rows and not any("Ben" in row for row in rows)


@story
async def test_what_people_write_stays_as_they_wrote_it(house: TableRegistry) -> None:
    table = await table_of(house, ANA, BEN)
    await say(table, ANA, None, "Hello!")
    assert table.state.chat[-1].text == "Hello!" and in_language(table.state.chat[-1].text, "de") == "Hello!"
    await set_quiet(table, ANA, True)
    await say(table, BEN, None, "Gut gespielt!")
    assert in_language(table.state.chat[-1].text, "de") == "Gut gespielt!"
    assert in_language(table.state.chat[-1].text, "en") == "Well played!", "a preset phrase is everybody's own"
    with pytest.raises(Refused) as refused:
        await say(table, BEN, None, "Gut gespielt, Ana!")
    assert str(refused.value).startswith("This is a quiet table")
    assert in_language(str(refused.value), "de").startswith("Das ist ein ruhiger Tisch")


@pytest.mark.parametrize("phrase", PHRASES)
@pytest.mark.parametrize("language", ["en", "de", PSEUDO_LANGUAGE])
def test_a_preset_phrase_is_known_in_the_language_in_which_it_was_shown(phrase: Text, language: str) -> None:
    with using_language(language):
        assert find_phrase(phrase.in_language(language)) is phrase
    assert find_phrase("Ouch.") == "Ouch!", "older pages send it so"
    assert find_phrase("Anything else") is None


@pytest.mark.parametrize(
    ("name", "german", "unnamed"),
    [
        (GUEST, "Gast", True),
        ("Guest 2", "Gast 2", True),
        (GONE, "Ehemaliger Gast", False),
        (f"{GONE} 2", "Ehemaliger Gast 2", False),
        (SPECTATOR, "Zuschauer", False),
        (OPEN, "Freier Platz", False),
        ("Ana", "Ana", False),
        ("Ana 2", "Ana 2", False),
        ("Guesty", "Guesty", False),
        ("Guest of honour", "Guest of honour", False),
        ("7", "7", False),
        ("Guest ²", "Guest ²", False),
        ("", "", False),
    ],
)
def test_names_that_the_server_gave_are_translated_and_no_others(name: str, german: str, unnamed: bool) -> None:
    assert shown_name(name) == name and in_language(shown_name(name), "de") == german
    assert is_unnamed(name) is unnamed


@pytest.mark.parametrize("game", games.all_games())
def test_prompts_call_players_by_their_names_in_the_language_of_the_reader(game: str) -> None:
    match, said = dicehouse.new(game, players=2, names=[GUEST, f"{GUEST} 2"]), []
    for seat in (None, 0, 1):
        prompt = match.prompt(seat, [shown_name(name) for name in match.names])
        said += [in_language(text, "de") for text in (prompt.title, prompt.detail)]
    assert any("Gast" in text for text in said) and not any("Guest" in text for text in said)


def test_a_finished_game_names_the_others_in_the_language_of_the_reader() -> None:
    result = {"title": _("{winner} wins!", winner="{1}"), "places": [2, 2, 1], "totals": [1, 1, 2], "minutes": 7}
    one = Finished("t", "dice-ocalypse", "standard", 0.0, ["Ana", "Ben", GONE], [0], [None, None, None], result, 7)
    assert in_language(finished_game_row(one).others, "de") == "Ben, Ehemaliger Gast"
    couch = finished_game_row(replace(one, names=["Ana", GONE, "Ben"], own=[0, 2]))
    assert (couch.result, in_language(couch.result, "de")) == ("A guest who left wins!", "Ehemaliger Gast gewinnt!")
    assert str(mark_names(_("{player} banks", player="{0}"), [shown_name(GONE)])).count(GONE) == 1
    with using_language("de"):
        assert "Ehemaliger Gast" in mark_names("{0}", [shown_name(GONE)])


WORDS = [
    *(long(seconds) for seconds in (1, 30, MINUTE, 5 * MINUTE, HOUR, 2 * HOUR, DAY, 3 * DAY)),
    *(remaining(seconds) for seconds in (40, 5 * MINUTE, 3 * HOUR + 10 * MINUTE, 2 * DAY + 5 * HOUR)),
    *(in_words(minutes) for minutes in (0, 1, 31, 60, 125)),
    *(of_100(chance) for chance in (0.76, 0.0049, 0.999, 1e-9)),
    *(in_odds(power) for power in (-3.37, 2.2, -20.0, 30.0)),
    *(terms.words for terms in (Terms(30, None), Terms(2 * DAY, "otto"))),
    *(terms.late for terms in (Terms(30, None), Terms(2 * DAY, "otto"))),
    Terms(2 * DAY, "otto").nights,
    *(text for missed in (1, 2) for bot in (None, "otto") for text in _out_of_time(Terms(30, bot), missed, "Ana")),
    *(called(who) for who in (PEOPLE, ALONE, "kofi")),
    *(counted(GAME, points) for points in (1, 1500)),
    *(level_of(bot).says for bot in ("pip", "dot", "kofi", "otto", "vera", "nox", "net:mine")),
    *(level_of(bot).word for bot in ("pip", "dot", "kofi", "otto", "vera", "nox", "net:mine")),
    *DRAWN.values(),
    BERGER,
    BUCHHOLZ,
]


@pytest.mark.parametrize("text", WORDS)
def test_words_about_time_dice_and_bots(text: str) -> None:
    assert shown(text), text


def test_levels_have_their_words_in_order() -> None:
    words = [level_of(bot).word for bot in ("pip", "dot", "kofi", "otto", "vera", "nox")]
    assert words == ["very easy", "easy", "medium", "hard", "very hard", "expert"]
    assert [in_language(word, "de") for word in words] == [
        *("sehr leicht", "leicht", "mittel", "schwer", "sehr schwer", "Experte"),
    ]


@pytest.mark.parametrize(
    ("ask", "error", "german"),
    [
        (lambda match: match.play(1, "roll"), NotYourTurn, "Nicht Ben ist dran, sondern Ana."),
        (lambda match: match.play(0, "fly"), IllegalOption, "'fly' geht gerade nicht. Möglich: roll."),
        (lambda match: match.undo(0), CannotUndo, "Der letzte Zug war nicht deiner. Du kannst ihn nicht zurücknehmen."),
        (lambda match: match.practise(0, "x"), IllegalOption, "Hier gibt es nichts zu üben."),
    ],
)
def test_what_a_match_refuses_is_told_in_german(
    ask: Callable[[Any], object], error: type[DicehouseError], german: str
) -> None:
    match = new(GAME, players=2, names=["Ana", "Ben"], seed=1)
    with pytest.raises(error) as refused:
        ask(match)
    assert in_language(str(refused.value), "de") == german
    assert "⟦" in in_language(str(refused.value), PSEUDO_LANGUAGE)
    assert in_language(match.explain_refusal(1, "roll"), "de") == "Du bist nicht dran."


@story
async def test_refusals_of_a_table_are_told_in_german(house: TableRegistry) -> None:
    table = await table_of(house, ANA, BEN)
    with pytest.raises(Refused) as refused:
        await act(table, CLEO, 0, 0, "roll")
    assert in_language(str(refused.value), "de") == "Das ist nicht dein Platz."
    with pytest.raises(Refused) as refused:
        await table.execute(Guest(CLEO), SetPause(True))
    assert in_language(str(refused.value), "de") == in_language(pause.NOT_HERE, "de") != str(pause.NOT_HERE)


@pytest.mark.parametrize(
    ("option", "options", "english", "german"),
    [
        (HintOption("a", "A", ""), 1, "It's your only move.", "Das ist dein einziger möglicher Zug."),
        (
            HintOption("a", "A", "", 0.784, 0.1, 90),
            3,
            "It wins about 78% of the time (±10).",
            "So gewinnst du in etwa 78\N{NO-BREAK SPACE}% der Fälle (±10).",
        ),
        (
            HintOption("a", "A", "", 0.1234),
            3,
            "It wins exactly 12.3% of the time.",
            "So gewinnst du in genau 12,3\N{NO-BREAK SPACE}% der Fälle.",
        ),
        (
            HintOption("a", "A", "", share=0.4),
            3,
            "Play it 40% of the time, because everyone chooses at once.",
            "Spiel das in 40\N{NO-BREAK SPACE}% der Fälle, denn alle wählen gleichzeitig.",
        ),
        (HintOption("a", "A", ""), 3, "", ""),
    ],
)
def test_what_a_hint_says_of_its_chance(option: HintOption, options: int, english: str, german: str) -> None:
    said = _chance_sentence(option, options)
    assert (in_language(said, "en"), in_language(said, "de")) == (english, german)
    assert not english or "⟦" in in_language(said, PSEUDO_LANGUAGE)


def test_chances_of_options_follow_the_language() -> None:
    tried = _format_chance(HintOption("a", "A", "", 0.784, 0.004, 90))
    assert (in_language(tried, "en"), in_language(tried, "de")) == ("78% ± 1", "78\N{NO-BREAK SPACE}% ± 1")
