"""A rule file keeps working when modules, functions and values of a game are renamed.

`earlier_files` holds the example files as they were at commit aee874b; nobody may edit them.
"""

from __future__ import annotations

import hashlib
import importlib
import sys
import textwrap
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dicehouse.core import Seeded
from dicehouse.errors import BadRule
from dicehouse.games import find
from dicehouse.games.house_rules.old_names import (
    find_current_name,
    is_definition,
    list_old_names,
    module_exists,
    read_old_names,
)
from dicehouse.games.house_rules.patched_game import patched
from dicehouse.match.match import Match

from .conftest import EXAMPLES, Writes

EARLIER = Path(__file__).with_name("earlier_files")
OF_AEE874B = "106a9d4fb9ed60f0"  # of all modules and names in the table


@pytest.fixture(autouse=True)
def _without_a_warning() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def value_of(module: str, name: str) -> Any:
    found = find_current_name(module, name)
    assert found is not None
    place, new = found
    if new:
        return getattr(importlib.import_module(place), new)
    entry = read_old_names().get(place)
    return importlib.import_module(entry["module"] if entry else place)


def test_no_old_name_was_dropped() -> None:
    names = sorted(f"{module} {name}" for module in read_old_names() for name in list_old_names(module))
    assert hashlib.sha256("\n".join(names).encode()).hexdigest()[:16] == OF_AEE874B


# Parts of English sentences, by module below `dicehouse.games`: a message is a whole sentence now, so that it can be
# translated, and a rule file that names one of these is refused in a sentence.
PARTS_OF_TEXTS = {
    "baron_voodoo.show.log": "_list _team _their _who _whom",
    "baron_voodoo.show.names": "EFFECTS capital plural",
    "baron_voodoo.show.options": "_listed",
    "baron_voodoo.show.picture": "_stack_words",
    "baron_voodoo.show.story": "BARONS _dice",
    "baron_voodoo.show.words": "STANDS _stack",
    "deck_o_dice.bot.reasons": "_compared",
    "deck_o_dice.show.options": "HOUSE",
    "deck_o_dice.show.words": "WHYS _card",
    "dice_ocalypse.bot.reasons": "_throw_of",
    "dice_ocalypse.show.options": "_doubling _exact",
    "dice_ocalypse.show.story": "_hot _sentence",
    "dice_ocalypse.show.words": "_plain",
    "dicetopia.bot.reasons": "_area _doing _for _own _thing _touching _whose",
    "dicetopia.show.log": "Words _listed _names _paid _plain _set _stars _thing _where _whose led",
    "dicetopia.show.names": "NO_ARTICLE PIECE_NAMES SHORT_NAMES die_words in_words",
    "dicetopia.show.options": "_simple _thing_words _whose",
    "dicetopia.show.words": "WAITED_FOR",
}

# Arrays of NumPy in which a bot's tables were worked out, which is done in plain Python now.
ARRAYS = {
    "dice_ocalypse.bot.odds": "_next_dice _opening _reach _to_open _values",
    "dice_ocalypse.show.offers": "Offers Table",
    "dice_ocalypse.show.race": "_throws",
}
GONE = PARTS_OF_TEXTS | ARRAYS
GONE_IMPORTS = {name for names in GONE.values() for name in names.split() if not name.startswith("_")}


def test_every_old_name_stands_for_something_today() -> None:
    """And a name that an existing module still has means the same as before."""
    gone = {f"dicehouse.games.{module}.{name}" for module, names in GONE.items() for name in names.split()}
    wrong = []
    for module in read_old_names():
        for name in list_old_names(module):
            try:
                value = value_of(module, name)
            except (AttributeError, ImportError) as error:
                if f"{module}.{name}" not in gone and name not in GONE_IMPORTS:
                    wrong.append(f"{module}.{name}: {error}")
                continue
            if module_exists(module) and is_definition(module, name):
                today = vars(importlib.import_module(module)).get(name, value)
                wrong += [] if today is value else [f"{module}.{name} means something else today"]
    assert not wrong


def played(game: str, file: Path, seed: int) -> Match:
    match = Match(patched(find(game), file, check_invariants=False), 2, {}, Seeded(seed))
    while not match.over:
        seat = match.acting()[0]
        options = match.options(seat)
        match.play(seat, options[len(match.actions) % len(options)].id)
    return match


@pytest.mark.parametrize(
    ("game", "file"),
    [("dice-ocalypse", "consolation"), ("dice-ocalypse", "zone_at_three"), ("baron-voodoo", "richer_majority")],
)
def test_the_earlier_examples_play_like_those_of_today(game: str, file: str) -> None:
    then, now = (played(game, folder / f"{file}.py", 4) for folder in (EARLIER, EXAMPLES / "house_rules"))
    assert then.points() == now.points()
    assert then.actions == now.actions


OLD_DICE_RULE = """
import dicehouse.kit.settings as kit_settings
from dicehouse import kit
from dicehouse.kit import add, rules
from dicehouse.kit.hooks import FREE
from dicehouse.kit.settings import Setting
from dicehouse.kit.telling import Prompt
from dicehouse.games.dice_ocalypse.bot.sensible import sensible as sensible_as_written
from dicehouse.games.dice_ocalypse.rules import finale, state as positions
from dicehouse.games.dice_ocalypse.rules.codes import ROLL
from dicehouse.games.dice_ocalypse.rules.state import NOBODY, Happened, Outcome
from dicehouse.games.dice_ocalypse.rules.turn import come_up as come_up_as_written
from dicehouse.games.dice_ocalypse.show.words import Happened as imported_there
from dicehouse.games.dice_ocalypse.show.words import prompt as prompt_as_written

adds(kit_settings.Setting("gift", "Gift", "number", 50, low=0, high=100, step=50))
changes("bot.prospects.STEP", 100)
remembers("state.Player", "asked", "i16")

@rules
def gift_of(state):
    return state.options.gift if finale.outcome_of != NOBODY and positions.NOBODY == NOBODY else 0

@replaces("turn.come_up")
def come_up(state, dice):
    state.players[state.player].total += gift_of(state)
    come_up_as_written(state, dice)

@replaces("bot.sensible.sensible")
def sensible(state, seat, actions, memo, dice):
    return sensible_as_written(state, seat, actions, memo, dice) if FREE == -1 else ROLL

@replaces("show.words.prompt")
def prompt(state, seat, asked, names):
    return Prompt("Gifts!", prompt_as_written(state, seat, asked, names).detail)

assert Outcome.NONE == 0 and imported_there is Happened
assert kit.Setting is Setting is kit.settings.Setting and kit.telling.Prompt is Prompt
"""


def test_rules_presentation_bots_values_and_the_kit_go_by_their_old_names(write: Writes) -> None:
    match = Match(
        patched(find("dice-ocalypse"), write(OLD_DICE_RULE), check_invariants=False), 2, {"gift": 100}, Seeded(1)
    )
    assert sum(match.points()) == 100  # come_up, and with it gift_of
    assert match.prompt(match.acting()[0]).title == "Gifts!"
    twin = match.game.rules.__name__.removesuffix(".rules")
    assert vars(sys.modules[f"{twin}.ai.win_chances"])["STEP"] == 100
    assert "asked" in match.game.rules.State.dtype["players"].base.names
    plain = Match(find("dice-ocalypse"), 2, {}, Seeded(1))
    assert sum(plain.points()) == 0 and plain.prompt(plain.acting()[0]).title != "Gifts!"


OTHERS = {
    "deck-o-dice": """
    from dicehouse.games.deck_o_dice.rules.dicey import *
    from dicehouse.games.deck_o_dice.rules.dicey import equal_types as equal_types_as_written
    changes("dicey.SAFE_AGAINST_QUAD", 4)

    @replaces("dicey.equal_types")
    def equal_types(state, dice):
        assert YOU == 0
        equal_types_as_written(state, dice)
    """,
    "baron-voodoo": """
    from dicehouse.games.baron_voodoo.rules.finale import crown as crown_as_written
    from dicehouse.games.baron_voodoo.rules.state import NOBODY
    changes("finale.MAJORITY", 5)

    @replaces("finale.crown")
    def crown(state, dice):
        crown_as_written(state, dice)
    """,
    "dicetopia": """
    from dicehouse.games.dicetopia.rules.finale import crown as crown_as_written
    from dicehouse.games.dicetopia.rules.payouts import at_least as at_least_as_written
    changes("finale.DOUBLED_MOST", 10)

    @replaces("payouts.at_least")
    def at_least(state, seat, wanted):
        return at_least_as_written(state, seat, wanted)

    @replaces("finale.crown")
    def crown(state, dice):
        crown_as_written(state, dice)
    """,
}
TABLE = """
from dicehouse.games.{package}.bot.sensible import sensible as sensible_as_written
from dicehouse.games.{package}.show.sheet import table as table_as_written

@replaces("bot.sensible.sensible")
def sensible(state, seat, actions, memo, dice):
    return sensible_as_written(state, seat, actions, memo, dice)

@replaces("show.sheet.table")
def table(view, names):
    return "Ours: " + table_as_written(view, names)
"""


@pytest.mark.parametrize("game", OTHERS)
def test_so_do_those_of_the_other_games(game: str, write: Writes) -> None:
    text = textwrap.dedent(OTHERS[game]) + TABLE.format(package=game.replace("-", "_"))
    match = Match(patched(find(game), write(text), check_invariants=False), 2, {}, Seeded(3))
    assert str(match).startswith("Ours: ")
    while not match.over:
        seat = match.acting()[0]
        match.play(seat, match.options(seat)[0].id)


def test_what_an_earlier_module_only_imported_is_not_replaced_there(write: Writes) -> None:
    with pytest.raises(BadRule, match=r"it is in state: write state\.BATTLE_ZONE"):
        patched(find("dice-ocalypse"), write('changes("finale.BATTLE_ZONE", 1)'), check_invariants=False)
    with pytest.raises(BadRule, match=r"there is no rule `outcom_of` in dice-ocalypse.finale; did you mean outcome_of"):
        patched(
            find("dice-ocalypse"), write('@replaces("finale.outcom_of")\ndef outcom_of(): ...'), check_invariants=False
        )
    rule = write("from dicehouse.games.dice_ocalypse.rules.finale import outcom_of")
    with pytest.raises(BadRule, match=r"there is no `outcom_of` in dicehouse\.games\.dice_ocalypse\.rules\.game_end"):
        patched(find("dice-ocalypse"), rule, check_invariants=False)
