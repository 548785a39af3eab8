"""Clean and check names and chat lines, so that nobody can be mistaken for the server or for another player."""

# ruff: noqa: RUF001  # this module is about letters that look like others

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Iterable

from ...i18n import Text, _, isolate
from ..seats import Refused
from .graphemes import JOINER, NON_JOINER, PREPENDED, TAGS, count_graphemes, cut_graphemes, keep_joiners

NAME_LENGTH = 24  # characters as people see them
NAME_BYTES = 240
CHAT_LENGTH = 300
CHAT_BYTES = 4_000
MOST_READ = 4_000  # characters of a text: normalizing ten times as many accents on one letter takes a second
SPECTATOR = "A spectator"
GUEST = "Guest"  # the name of a person who gave none; the reader is "You" then
GONE = "A guest who left"  # replaces the name of a deleted guest
OPEN = "Open seat"
RESERVED = ("dicehouse", "house", "thehouse", "host", "thehost", "system", "server", "admin", "administrator",
            "moderator", "referee", "spectator", "aspectator", "openseat", "aguestwholeft")  # fmt: skip

# Characters that look like a Latin letter, by that letter; accents and widths are removed before they are looked up.
ALIKE = {
    "a": "аαɑ", "b": "ьβвɓ", "c": "сϲ", "d": "ԁɗđ", "e": "еєҽ3", "f": "ƒ", "g": "ɡɢց9", "h": "һнհ", "i": "іιıɩ",
    "j": "јϳ", "k": "кκ", "l": "ӏ1|!", "m": "м", "n": "пηոи", "o": "оοσօ0øө", "p": "рρƿ", "q": "ԛգ", "r": "гɾ",
    "s": "ѕʂ5$ꜱ", "t": "тτ7ŧ", "u": "υսц", "v": "νѵ", "w": "ԝωшա", "x": "хχ×", "y": "уγү", "z": "ʐƶ2",
}  # fmt: skip
_LATIN = str.maketrans({sign: letter for letter, signs in ALIKE.items() for sign in signs})

# Invisible characters that Unicode calls letters or symbols: Korean fillers, the Braille blank and others.
_UNSEEN = "\u115f\u1160\u3164\uffa0\u2800\U0001d159"

# Unicode calls these invisible, but they are drawn: the Arabic signs of a number, a year or a verse.
_DRAWN = PREPENDED | TAGS | {JOINER, NON_JOINER}
_LATER_EMOJI = re.compile("[\U0001f000-\U0001faff]")  # this Python may not know the newest yet


def printable(text: str) -> str:
    """Return `text` on one line, without characters that are invisible or that reverse the reading direction.

    Joiners stay where they join letters of a script that has them, or make one emoji.
    """
    signs = unicodedata.normalize("NFC", text[:MOST_READ])
    return " ".join(keep_joiners(map(_shown, signs)).split())


def _shown(sign: str) -> str:
    """Return a character, a space in its place, or nothing if it only joins, splits or turns what is around it."""
    category = unicodedata.category(sign)
    if category[0] == "Z" or sign in _UNSEEN:
        return " "
    if category == "Cf":
        return sign if sign in _DRAWN else ""
    return " " if category[0] == "C" and not _LATER_EMOJI.fullmatch(sign) else sign


def clean_chat(text: str) -> str:
    """Return the line of chat `text` as it is stored. Raise Refused if it is empty or too long."""
    line = printable(text)
    if not line:
        raise Refused(_("Type something to send."))
    length = count_graphemes(line) if len(text) <= MOST_READ else len(text)
    if length > CHAT_LENGTH:
        raise Refused(
            _("A message can have {most} characters. This one has {length}.", most=CHAT_LENGTH, length=length)
        )
    if len(line.encode()) > CHAT_BYTES:
        raise Refused(_("This message is too long because its characters take up a lot of space. Shorten it."))
    return line


def cut(text: str, most: int, most_bytes: int = NAME_BYTES) -> str:
    """Return the beginning of `text`, at most `most` characters long as people count, in at most `most_bytes`."""
    return cut_graphemes(text, most, most_bytes).strip()


def clean_name(text: str) -> str:
    """Return the name `text` as it is shown: at most 24 printable characters.

    Raise Refused if nothing visible is left, or if the name could be mistaken for the server's.
    """
    name = cut(printable(text), NAME_LENGTH)
    if not any(unicodedata.category(c)[0] in "LNPS" for c in name):
        raise Refused(_("A name needs at least one visible character."))
    if any(PROGRAM in seen or seen in _KEPT for seen in looks(name)):
        raise Refused(_("“{name}” looks like an official Dicehouse name. Choose another name.", name=name))
    return name


def distinct(name: str, taken: Iterable[str]) -> str:
    """Return `name`, followed by a number if it is one of the names `taken`.

    Names that differ only in capital letters, joiners or compatibility forms are the same name. Raise Refused if `name`
    is not taken but looks like a taken name.
    """
    names = list(taken)
    others = set(map(_same, names))
    if _same(name) not in others:
        refuse_alike(name, names)
    number, candidate = 1, name
    while _same(candidate) in others:
        number += 1
        candidate = f"{cut(name, NAME_LENGTH - 3, NAME_BYTES - 3)} {number}"
    return candidate


def _same(name: str) -> str:
    """Return what all spellings of one name have in common."""
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return " ".join("".join(sign for sign in plain if not _is_unseen(sign)).split())


def _is_unseen(sign: str) -> bool:
    """Return True for joiners and for marks that choose a form of the character before them."""
    return unicodedata.category(sign) == "Cf" or "\ufe00" <= sign <= "\ufe0f" or sign == "\u034f"


def refuse_alike(name: str, taken: Iterable[str]) -> None:
    """Raise Refused if `name` could be mistaken for one of the names `taken`."""
    like = next((t for t in taken if looks(t) & looks(name)), None)
    if like is not None:
        raise Refused(
            _("“{name}” looks like {other}, who is at this table. Choose another name.", name=name, other=like)
        )


def refuse_rude(name: str) -> None:
    """Raise Refused if strangers should not have to read `name`.

    Call it for listed tables only: friends may call themselves what they like.
    """
    if is_rude(name):
        raise Refused(
            _("Strangers can read the names at a public table. Choose another name, or invite people by link.")
        )


def is_rude(name: str) -> bool:
    """Return True if strangers should not have to read `name`."""
    whole = _heard(name)
    words = whole.union(*map(_heard, name.split()))
    return any(stem in seen for stem in _INSULTS for seen in whole) or not _COARSE.isdisjoint(words)


def shown_name(name: str) -> str:
    """Return `name` as others read it: names that the server gave instead of a person's are shown in their language."""
    given, _space, number = name.rpartition(" ") if name[-1:].isdecimal() else (name, "", "")
    known = _GIVEN.get(given)
    return isolate(name) if known is None else Text(known[1], {"number": number}) if number else known[0]


def is_unnamed(name: str) -> bool:
    """Return True if `name` is the one that the server gives a person who gave none: "Guest", or "Guest 2"."""
    return name == GUEST or (name.startswith(f"{GUEST} ") and name.removeprefix(f"{GUEST} ").isdecimal())


_GIVEN = {
    GUEST: (_("Guest"), _("Guest {number}").message),
    GONE: (_("A guest who left"), _("A guest who left {number}").message),
    SPECTATOR: (_("A spectator"), _("A spectator {number}").message),
    OPEN: (_("Open seat"), _("Open seat {number}").message),
}


def numbered(name: str, taken: Iterable[str]) -> str:
    """Return `name`, followed by a number if it could be mistaken for one of the names `taken`.

    This is for names that the server gives, so it never raises Refused.
    """
    others = frozenset[str]().union(*map(looks, taken))
    names = (name if turn == 1 else f"{name} {turn}" for turn in itertools.count(1))
    return next(n for n in names if not looks(n) & others)


def looks(name: str) -> frozenset[str]:
    """Return how `name` can be read at a glance.

    Two names that have a reading in common can be mistaken for each other.
    """
    return frozenset((_bare(name), _bare(name.replace("I", "l"))))


def _bare(name: str) -> str:
    """Return `name` in lower case, with only letters and digits, each as the Latin letter that it looks like.

    If that leaves no letter or digit, the symbols stay.
    """
    letters = (c for c in unicodedata.normalize("NFKD", name.casefold()) if unicodedata.category(c)[0] != "M")
    seen = "".join(letters).casefold().translate(_LATIN).replace("rn", "m").replace("vv", "w")
    return "".join(c for c in seen if c.isalnum()) or "".join(c for c in seen if not _is_unseen(c))


PROGRAM = "dicehouse"
_KEPT = frozenset[str]().union(*(looks(name.upper()) for name in RESERVED))


def _heard(name: str) -> frozenset[str]:
    """Return the readings of `name` with i in place of l, so that a 1 in the name counts as an i, too."""
    return frozenset(seen.replace("l", "i") for seen in looks(name))


# Refused anywhere in a name; and refused only as whole words, because names of places and people contain some.
_INSULTS = frozenset[str]().union(
    *map(_heard, ("fuck", "nigger", "nigga", "faggot", "hitler", "arschloch", "wichser", "fotze"))
)
_COARSE = frozenset[str]().union(
    *map(
        _heard,
        ("shit", "cunt", "nazi", "rapist", "whore", "slut", "wanker", "bitch", "asshole", "hure", "puta", "puto"),
    )
)
