"""Names: anything visible character, but nobody can be taken for the house or for somebody at the table."""

# ruff: noqa: RUF001  # names that look like others are what these tests are about

from __future__ import annotations

import time
import unicodedata
from pathlib import Path

import pytest

from dicehouse import games
from dicehouse.i18n import _, isolate
from dicehouse.server.accounts.graphemes import count_graphemes
from dicehouse.server.accounts.names import (
    CHAT_BYTES,
    CHAT_LENGTH,
    NAME_BYTES,
    NAME_LENGTH,
    SPECTATOR,
    clean_chat,
    clean_name,
    distinct,
    numbered,
    printable,
    shown_name,
)
from dicehouse.server.bot_names import bot_name
from dicehouse.server.seat_plan import Chair
from dicehouse.server.seats import Refused
from dicehouse.server.table.change import SERVER_NAME
from dicehouse.server.table_registry import TableRegistry

from .give import rename, say
from .room import ANA, BEN, GAME, open_house, run_apart

OF_THE_HOUSE = [
    "Dicehouse", "dicehouse", "DICEHOUSE", "D i c e h o u s e", "Dice-house", "  dice\u200bhouse ", "Ｄicehouse",
    "𝐃icehouse", "Dícehöuse", "Dісеhоuѕе", "Diceh0use", "D1CEHOUSE", "dιcehουse", "Dicehouse says",
    "The Dicehouse!", "House", "The House",
    "the h0use", "System", "SERVER", "Admin", "admin.", "Moderator", "A spectator", "Open seat",
    "A-guest-who-left",
]  # fmt: skip
FINE = [
    "Ana", "Zoë", "李小龍", "Ольга", "Ειρήνη", "🎲🎲", "O'Brien", "Hous", "Dice", "Housemartin",
    "Hosta", "Ian", "x", "7",
    "Systema", "A guest",
]  # fmt: skip
UNSEEN = ["\u3164", "\u115f", "\u1160", "\uffa0", "\u2800", "\U0001d159", "\u200b", "\u00a0", "\u2060"]
PAIRS = [
    ("Ana", "Аna"), ("Ana", "A n a"), ("Ana", "Aná"), ("Ana", "ana."), ("Paul", "PauI"),
    ("Paul", "Pau1"),    ("Bob", "B0b"), ("Marta", "rnarta"), ("Zoe", "Zoë"), ("Olga", "0lga"),
    ("Ольга", "Oльгa"),
]  # fmt: skip
APART = [
    ("Ana", "Anna"), ("Lia", "Mia"), ("Eli", "Ell"), ("Ben", "Bea"), ("Ольга", "Олег"), ("李", "王"), ("🎲", "🃏"),
    ("Guest 2", "Guest 3"),
]  # fmt: skip


@pytest.mark.parametrize("name", OF_THE_HOUSE)
def test_nobody_is_called_like_the_house(name: str) -> None:
    with pytest.raises(Refused, match="looks like an official Dicehouse name") as refused:
        clean_name(name)
    assert len(str(refused.value).splitlines()) == 1


@pytest.mark.parametrize("sign", UNSEEN, ids=ascii)
def test_a_name_can_be_seen(sign: str) -> None:
    """And nobody passes for somebody else by a sign that is not."""
    with pytest.raises(Refused, match="visible character"):
        clean_name(sign * 3)
    assert clean_name(f"{sign}Ana{sign}") == "Ana"


@pytest.mark.parametrize("name", FINE)
def test_other_names_are_free(name: str) -> None:
    assert clean_name(name) == name


WHOLE = ["\U0001f1eb\U0001f1f7", "\U0001f44b\U0001f3fd", "e\u0323\u0302\u0331", "\u2764\ufe0f", "3\ufe0f\u20e3"]


@pytest.mark.parametrize("sign", WHOLE, ids=ascii)
def test_a_long_name_is_cut_between_signs(sign: str) -> None:
    """A flag, a hand with its skin, a letter with its accents: whole or not at all."""
    kept = unicodedata.normalize("NFC", sign)
    for before in range(5):
        name = clean_name("x" * before + sign * 30)
        assert name == "x" * before + kept * (NAME_LENGTH - before)
        assert len(name.encode()) <= NAME_BYTES
    assert distinct("x" + kept * 5, ["x" + kept * 5]) == "x" + kept * 5 + " 2"
    long = clean_name(sign * 30)
    assert distinct(long, [long]) == kept * (NAME_LENGTH - 3) + " 2"


def test_accents_without_end_end() -> None:
    began = time.thread_time()  # other threads may be at work
    for marks in ("\u0301", "\u0316\u0301"):
        assert clean_name(f"Ana{marks * 60_000}") == "An"
        assert len(clean_name(f"a{marks * 60_000}")) == NAME_LENGTH
        with pytest.raises(Refused, match=f"This one has {60_000 * len(marks) + 1:,}"):
            clean_chat(f"a{marks * 60_000}")
    assert time.thread_time() - began < 2


@pytest.mark.parametrize(("there", "comes"), PAIRS)
def test_nobody_looks_like_somebody_at_the_table(there: str, comes: str) -> None:
    with pytest.raises(Refused, match=f"looks like {there}"):
        distinct(comes, ["Ben", there])


@pytest.mark.parametrize(("there", "comes"), APART)
def test_who_can_be_told_apart_may_sit_together(there: str, comes: str) -> None:
    assert distinct(comes, [there]) == comes


@pytest.mark.parametrize(
    ("there", "comes"),
    [
        ("Ana", "ana"),
        ("Ana", "Ａna"),  # a compatibility form
        ("ﬁn", "fin"),
        ("मी‍रा", "मीरा"),
        ("می‌خ", "میخ"),
        ("❤️", "❤"),
    ],
)
def test_the_same_name_gets_a_number(there: str, comes: str) -> None:
    """Two friends may both be Ana; everybody sees which is which."""
    assert distinct(comes, [there, "Ben"]) == f"{comes} 2"
    assert distinct(there, [comes, "Ben"]) == f"{there} 2"


FAMILY = "\U0001f469\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
FACEPALM = "\U0001f926\U0001f3fd\u200d\u2640\ufe0f"
SCOTLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"
JOINED = [
    ("می\u200cخواهم", 7), ("ශ්\u200dරී", 2), ("ന്\u200d", 1), ("क्\u200dष", 1), (FAMILY, 1), (FACEPALM, 1), (SCOTLAND, 1),
    (f"Ana {FAMILY}", 5), ("각", 1), ("นำ", 1), ("🏳\ufe0f\u200d🌈", 1), ("🇫🇷🇩🇪", 2),
]  # fmt: skip
LOOSE = [
    ("An\u200da", "Ana"), ("\u200dAna\u200d", "Ana"), ("Ana \u200c Ben", "Ana Ben"), ("co\u00adop", "coop"),
    ("می\u200c\u200c\u200dخ", "می\u200cخ"), ("🎲\u200dAna", "🎲Ana"), ("A\u200d🎲", "A🎲"), ("🎲\u200d", "🎲"),
    ("A\u202enA\u2069", "AnA"), ("🎲\U000e0067\U000e007f", "🎲"), ("Ana\u2060Ben", "AnaBen"),
    ("Ana\tBen\nCid", "Ana Ben Cid"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "length"), JOINED, ids=ascii)
def test_what_joins_is_kept_and_counts_as_people_count(text: str, length: int) -> None:
    assert clean_chat(text) == text == printable(text)
    assert count_graphemes(text) == length
    if length == 1:
        most = min(CHAT_LENGTH, CHAT_BYTES // len(text.encode()))
        assert clean_chat(text * most) == text * most
        assert clean_name(text * NAME_LENGTH) == text * min(NAME_LENGTH, NAME_BYTES // len(text.encode()))


@pytest.mark.parametrize(("text", "wanted"), LOOSE, ids=ascii)
def test_what_joins_nothing_goes_without_a_space(text: str, wanted: str) -> None:
    assert printable(text) == wanted == printable(wanted)


def test_a_message_has_a_limit_in_bytes_too() -> None:
    with pytest.raises(Refused, match="too long"):
        clean_chat(FAMILY * CHAT_LENGTH)


def test_a_name_from_right_to_left_leaves_the_sentence_in_order() -> None:
    """Else a name and a number after it change places."""
    name = "נועם"
    assert isolate("Ana") == "Ana"
    assert shown_name(name) == f"\u2068{name}\u2069" == isolate(shown_name(name))
    assert str(_("{player}: {n} more", player=name, n=20)) == f"\u2068{name}\u2069: 20 more"
    assert str(_("{player} and {other}", player="{0}", other="Ben").with_names([name])) == f"\u2068{name}\u2069 and Ben"
    assert clean_name(shown_name(name)) == name, "what a page shows in a field comes back as it was"


def test_the_house_gives_names_that_nobody_could_be_taken_for() -> None:
    taken: list[str] = ["0tto", "Ötto 3"]
    for name in ("Dot", "Otto", "Otto", "Dot"):
        taken.append(numbered(name, taken))
    assert taken[2:] == ["Dot", "Otto 2", "Otto 4", "Dot 2"]


def test_bots_at_one_table_have_different_names() -> None:
    taken = ["Ana", "Vito"]
    for bot in ["vera"] * 6 + ["pip", "random", "first"]:
        taken.append(bot_name(bot, taken))
    assert taken[2:] == ["Vera", "Vida", "Vasco", "Viola", "Viktor", "Vera 2", "Pip", "Pia", "First"]


def test_who_watches_speaks_under_a_name_that_is_nobody_elses(tmp_path: Path) -> None:
    async def story(house: TableRegistry) -> None:
        game = games.find(GAME)
        chairs = [Chair("person", "Ana"), Chair("bot", bot="first")]
        table = await house.open(game, game.modes[0].id, {}, chairs, ANA, house.keyring.dice_secret(), None)
        bot = table.state.seats[1].name
        for name in ("Ana", "ANA", "Аna", bot, "Dicehouse", "Open seat"):
            with pytest.raises(Refused, match="Choose another name"):
                await say(table, BEN, name, "Ana has lost")
        await say(table, BEN, "Ben", "hello")
        await say(table, None, None, "and I")
        await say(table, ANA, "whatever", "I am the one")
        assert [line.name for line in table.state.chat] == ["Ben", SPECTATOR, "Ana"]
        assert SERVER_NAME not in {line.name for line in table.state.chat}

    async def run() -> None:
        async with open_house(tmp_path) as house:
            await story(house)

    run_apart(run())


@pytest.mark.parametrize("listed", [True, False])
def test_strangers_read_no_rude_name_however_somebody_came_by_it(tmp_path: Path, listed: bool) -> None:
    async def take(house: TableRegistry, way: str, name: str) -> None:
        game = games.find(GAME)
        chairs = [Chair("person", "Ana"), Chair("open"), Chair("open")]
        dice_secret = house.keyring.dice_secret()
        table = await house.open(game, game.modes[0].id, {}, chairs, ANA, dice_secret, None, listed=listed)
        if way == "rename":
            await rename(table, ANA, name)
        else:
            await house.invitations.accept(house.keyring.invite(table.id, 1), BEN, name, None)
        assert table.state.seats[0 if way == "rename" else 1].name == name

    async def run() -> None:
        async with open_house(tmp_path) as house:
            for way in ("rename", "link"):
                await take(house, way, "Scunthorpe Dick")
                if listed:
                    with pytest.raises(Refused, match="Strangers can read the names"):
                        await take(house, way, "Sh1t")
                else:
                    await take(house, way, "Sh1t")

    run_apart(run())
