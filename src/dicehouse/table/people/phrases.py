"""Recovery phrases: a dozen words that bring a guest's seats and games back in any browser.

Six pairs such as "quiet oak", of the words that invitations are made of: 244 x 229 pairs, so 94 bits in all, and nobody
has to be told which are likely. Only a slow hash is kept (scrypt, RFC 7914). It is salted with the house's own key and
not for each guest, because the words alone have to find theirs; with so many of them a salt of one's own adds nothing.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import unicodedata

from ..codes import FIRST, SECOND
from ..seats import Refused
from ..storage.database import Database, Statement

PAIRS = 6
WORDS = 2 * PAIRS
MOST_TYPED = 400
COST = 2**14  # of scrypt: some 50 ms and 16 MiB
_KNOWN = (frozenset(FIRST), frozenset(SECOND))

MISSING = "A recovery phrase has twelve words; {} came. Look whether one is missing."
UNKNOWN = "“{}” is none of the house's words, or not in its place. Look at how it is spelled, and at the order."
WRONG = "No guest of this house has that recovery phrase. Perhaps it was replaced by a newer one."


def draw() -> str:
    """A new phrase, as it is shown."""
    return " ".join(f"{secrets.choice(FIRST)} {secrets.choice(SECOND)}" for _ in range(PAIRS))


def read(text: str) -> str:
    """The phrase that somebody typed, whatever its capitals, commas and numbers between; Refused if it can't be one."""
    typed = unicodedata.normalize("NFKC", text[:MOST_TYPED]).lower()
    words = re.findall(r"[^\W\d_]+", typed)
    for place, word in enumerate(words[:WORDS]):
        if word not in _KNOWN[place % 2]:
            raise Refused(UNKNOWN.format(word[:20]))
    if len(words) != WORDS:
        raise Refused(MISSING.format(len(words)))
    return " ".join(words)


def slow_hash(phrase: str, salt: bytes) -> str:
    """What is kept of a phrase. It takes a while, on purpose: not on a thread that others wait for."""
    return hashlib.scrypt(phrase.encode(), salt=salt, n=COST, r=8, p=1, dklen=32).hex()


def read_owner(db: Database, hashed: str) -> str | None:
    """The guest whose phrase has this hash."""
    row = db.execute("SELECT guest FROM phrase WHERE hash = ?", (hashed,)).fetchone()
    return None if row is None else str(row["guest"])


def read_made(db: Database, guest: str) -> float | None:
    """When a guest's phrase was made (seconds since 1970); None: they have none."""
    row = db.execute("SELECT made FROM phrase WHERE guest = ?", (guest,)).fetchone()
    return None if row is None else float(row["made"])


def put_phrase(guest: str, hashed: str, made: float) -> Statement:
    """From now on this is a guest's phrase; the one before is worthless."""
    return (
        "INSERT INTO phrase (guest, hash, made) VALUES (?, ?, ?)"
        " ON CONFLICT (guest) DO UPDATE SET hash = excluded.hash, made = excluded.made",
        (guest, hashed, made),
    )


def delete_phrase(guest: str) -> Statement:
    return ("DELETE FROM phrase WHERE guest = ?", (guest,))
