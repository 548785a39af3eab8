"""Two people at one table play every game, one reads English and one German: neither gets a word of the other language.

Their frames are made of the same snapshots, so a text that was kept in the wrong language would show up here.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import polib
import pytest

from dicehouse import games
from dicehouse.games import BUILT_IN
from dicehouse.games.dicetopia.presentation.notation import ABILITIES, AREA_NAMES, FACTION_NAMES
from dicehouse.games.dicetopia.rules.missions import NAMES
from dicehouse.i18n import using_language

from ..house.messages import catalogue_files
from ..server.give import act
from ..server.room import ANA, BEN, Banker, open_house, run_apart
from ..server.test_takeback import table_of
from .test_onlookers import telling

SETTINGS: dict[str, dict[str, Any]] = {"dice-ocalypse": {"target": 1_000, "opening": 0}, "indicesion": {"rounds": 1}}
SHORTENED = {"dice-ocalypse"}  # a player who never banks plays for ever
# Words of each language that the other one doesn't have
ENGLISH = re.compile(
    r"\b(the|you|your|yours|and|is|are|was|with|from|has|have|this|that|they|their|of|for|when|wins?|takes?|rolls?|"
    r"plays?|sends?|chooses?|keep|move|turn|not|nobody|everyone)\b",
    re.IGNORECASE,
)
GERMAN = re.compile(
    r"\b(der|das|den|dem|du|dein|deine|deinen|und|ist|sind|ein|eine|einen|mit|von|auf|nicht|zu|wird|wer|für|Zug|"
    r"Würfel|Karte|Punkte?|würfelt|zieht|nimmt|spielt|wähle|gewinnt|niemand)\b|[äöüß]",
    re.IGNORECASE,
)
IDS = {"id", "option", "path", "things", "kind", "commitment", "mark", "game", "phase", "built", "secret", "played"}
WORDS = {"text", "own", "label", "note", "title", "detail", "why", "lead", "when", "length", "name", "unit", "per"}


@cache
def printed_names() -> tuple[str, ...]:
    """Return the names on components and of games, which are the same in German; the longest first."""
    names = {
        entry.msgid
        for file in catalogue_files()
        for entry in polib.pofile(str(file))
        if entry.msgid == entry.msgstr and "{" not in entry.msgid
    }
    names |= {*AREA_NAMES, *FACTION_NAMES, *NAMES, *(name for name, _short in ABILITIES)}
    return tuple(sorted(names | {game.name for game in games.all_games().values()}, key=len, reverse=True))


@cache
def is_foreign(text: str, words: re.Pattern[str]) -> bool:
    """Return True if a text has words of the other language, apart from names."""
    if not words.search(text):
        return False
    for name in printed_names():
        text = text.replace(name, "·")
    return words.search(text) is not None


def strings(data: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """Yield the texts of a frame for people, each with its key."""
    if isinstance(data, dict):
        for name, value in data.items():
            if name not in IDS:
                yield from strings(value, key if name.isdigit() else name)
    elif isinstance(data, list):
        for value in data:
            yield from strings(value, key)
    elif isinstance(data, str) and key in WORDS:
        yield key, data


def foreign(frame: bytes, words: re.Pattern[str]) -> list[str]:
    """Return the texts of a frame that have words of the other language."""
    return [f"{key}: {text}" for key, text in strings(json.loads(frame)) if is_foreign(text, words)]


@pytest.mark.parametrize("game_id", BUILT_IN)
def test_each_reader_has_a_whole_game_in_their_own_language(game_id: str, tmp_path: Path) -> None:
    async def evening() -> None:
        async with open_house(tmp_path) as house:
            table = await table_of(house, ANA, BEN, game=game_id, **SETTINGS.get(game_id, {}))
            ana, ben = telling(house, table, ANA), telling(house, table, BEN)
            chance, told = random.Random(game_id), 0
            while True:
                with using_language("en"):
                    hers = ana.frame(table.shown(ANA))
                with using_language("de"):
                    his = ben.frame(table.shown(BEN))
                assert foreign(hers, GERMAN) == [] and foreign(his, ENGLISH) == []
                told += len(list(strings(json.loads(his))))
                match = table.state.playing()
                if match.over:
                    break
                seat = chance.choice(match.acting())
                options = match.options(seat)
                option = Banker().choose(match, seat) if game_id in SHORTENED else chance.choice(options).id
                await act(table, (ANA, BEN)[seat], seat, match.number, option)
            assert told > 300 and json.loads(his)["story"] is not None

    run_apart(evening())


def test_words_of_the_other_language_are_found() -> None:
    frame = {
        "events": [{"text": "Ben takes the die.", "kind": "take the die"}],
        "prompt": {"title": "Wähle Karte"},
    }
    encoded = json.dumps(frame).encode()
    assert foreign(encoded, ENGLISH) == ["text: Ben takes the die."]
    assert foreign(encoded, GERMAN) == ["title: Wähle Karte"]
    named = json.dumps({"note": "Ben spielt Prove It und Do or Die"}).encode()
    assert foreign(named, ENGLISH) == []
