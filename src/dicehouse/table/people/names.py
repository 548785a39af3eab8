"""What people are called and what they say: as they like, but so that nobody takes them for the house or for others."""

# ruff: noqa: RUF001  # letters that look like others are what this is about

from __future__ import annotations

import itertools
import unicodedata
from collections.abc import Iterable

from ..seats import Refused

NAME_LENGTH = 24
CHAT_LENGTH = 300
MOST_READ = 4_000  # signs of a text: to put accents in order takes a second for ten times as many on one letter
SPECTATOR = "A spectator"
RESERVED = ("dicehouse", "house", "thehouse", "host", "thehost", "system", "server", "admin", "administrator",
            "moderator", "referee", "spectator", "aspectator", "openseat", "aguestwholeft")  # fmt: skip

# Letters and digits that look like others, by the Latin letter they look like; accents and widths are gone before.
ALIKE = {
    "a": "аαɑ", "b": "ьβвɓ", "c": "сϲ", "d": "ԁɗđ", "e": "еєҽ3", "f": "ƒ", "g": "ɡɢց9", "h": "һнհ", "i": "іιıɩ",
    "j": "јϳ", "k": "кκ", "l": "ӏ1|!", "m": "м", "n": "пηոи", "o": "оοσօ0øө", "p": "рρƿ", "q": "ԛգ", "r": "гɾ",
    "s": "ѕʂ5$ꜱ", "t": "тτ7ŧ", "u": "υսц", "v": "νѵ", "w": "ԝωшա", "x": "хχ×", "y": "уγү", "z": "ʐƶ2",
}  # fmt: skip
_LATIN = str.maketrans({sign: letter for letter, signs in ALIKE.items() for sign in signs})

# Letters and signs to Unicode, which nobody sees: fillers of Korean syllables, the blank of Braille, and such.
_UNSEEN = "\u115f\u1160\u3164\uffa0\u2800\U0001d159"

_FLAGS, _TONES = ("".join(map(chr, range(first, last + 1))) for first, last in ((0x1F1E6, 0x1F1FF), (0x1F3FB, 0x1F3FF)))


def printable(text: str) -> str:
    """The text on one line, without anything that can't be seen or that reverses the reading direction."""
    signs = unicodedata.normalize("NFC", text[:MOST_READ])
    kept = (" " if unicodedata.category(c)[0] in "CZ" or c in _UNSEEN else c for c in signs)
    return " ".join("".join(kept).split())


def clean_chat(text: str) -> str:
    """A line of chat as it is kept; Refused if it is empty or too long."""
    line = printable(text)
    if not line:
        raise Refused("There is nothing to say in an empty line.")
    if len(line) > CHAT_LENGTH:
        length = len(line) if len(text) <= MOST_READ else len(text)
        raise Refused(f"A line of chat has at most {CHAT_LENGTH} characters; this one has {length}.")
    return line


def cut(text: str, most: int) -> str:
    """The beginning of a text, of at most so many signs: no flag, skin tone or accent is cut off what it belongs to."""
    at = most
    while 0 < at < len(text) and _belongs(text, at):
        at -= 1
    return text[: at or most].strip()  # who heaps accents on one letter loses some


def _belongs(text: str, at: int) -> bool:
    """Whether a sign is part of what stands before it (Unicode's grapheme clusters, but for signs never kept)."""
    sign = text[at]
    if sign in _FLAGS:  # two letters are a flag
        before = len(text[:at]) - len(text[:at].rstrip(_FLAGS))
        return before % 2 == 1
    return unicodedata.category(sign)[0] == "M" or sign in _TONES


def clean_name(text: str) -> str:
    """A name as shown: at most 24 printable characters; Refused if nothing is left or it is the house's own name."""
    name = cut(printable(text), NAME_LENGTH)
    if not any(unicodedata.category(c)[0] in "LNPS" for c in name):
        raise Refused("A name needs at least one letter, digit or sign that can be seen.")
    if any(HOUSE in seen or seen in _KEPT for seen in looks(name)):
        raise Refused(f"“{name}” could be taken for the house; take another name.")
    return name


def distinct(name: str, taken: Iterable[str]) -> str:
    """The name, with a number behind it if somebody has it already; Refused if it only looks like somebody's."""
    names = list(taken)
    others = {t.casefold() for t in names}
    if name.casefold() not in others:
        refuse_alike(name, names)
    number, candidate = 1, name
    while candidate.casefold() in others:
        number += 1
        candidate = f"{cut(name, NAME_LENGTH - 3)} {number}"
    return candidate


def refuse_alike(name: str, taken: Iterable[str]) -> None:
    """Refused if a name could be taken for one of these."""
    like = next((t for t in taken if looks(t) & looks(name)), None)
    if like is not None:
        raise Refused(f"“{name}” could be taken for {like}, who sits at this table; take another name.")


def refuse_rude(name: str) -> None:
    """Refused if strangers should not have to read a name: at a listed table. Among friends all names are free."""
    if is_rude(name):
        raise Refused("Strangers read the names at a listed table; take another name for it, or open it by link only.")


def is_rude(name: str) -> bool:
    """Whether strangers should not have to read a name."""
    whole = _heard(name)
    words = whole.union(*map(_heard, name.split()))
    return any(stem in seen for stem in _INSULTS for seen in whole) or not _COARSE.isdisjoint(words)


def numbered(name: str, taken: Iterable[str]) -> str:
    """A name that the house gives, with a number behind it if anybody there could be taken for it; never refused."""
    others = frozenset[str]().union(*map(looks, taken))
    names = (name if turn == 1 else f"{name} {turn}" for turn in itertools.count(1))
    return next(n for n in names if not looks(n) & others)


def looks(name: str) -> frozenset[str]:
    """What a name can be read as at a glance: two that share a reading can be taken for each other."""
    return frozenset((_bare(name), _bare(name.replace("I", "l"))))


def _bare(name: str) -> str:
    """In lower case, without accents, spaces and signs, and every letter as the Latin one that it looks like."""
    letters = (c for c in unicodedata.normalize("NFKD", name.casefold()) if unicodedata.category(c)[0] != "M")
    seen = "".join(letters).casefold().translate(_LATIN).replace("rn", "m").replace("vv", "w")
    return "".join(c for c in seen if c.isalnum()) or seen


HOUSE = "dicehouse"
_KEPT = frozenset[str]().union(*(looks(name.upper()) for name in RESERVED))


def _heard(name: str) -> frozenset[str]:
    """The readings of a name in which 1 may be an i, too."""
    return frozenset(seen.replace("l", "i") for seen in looks(name))


# Anywhere in a name; and as a word of its own, as some stand within names of places and people.
_INSULTS = frozenset[str]().union(
    *map(_heard, ("fuck", "nigger", "nigga", "faggot", "hitler", "arschloch", "wichser", "fotze"))
)
_COARSE = frozenset[str]().union(
    *map(
        _heard,
        ("shit", "cunt", "nazi", "rapist", "whore", "slut", "wanker", "bitch", "asshole", "hure", "puta", "puto"),
    )
)
