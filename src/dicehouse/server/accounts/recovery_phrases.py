"""Draw, read and store recovery phrases: twelve words that give access to a guest's seats and games in any browser.

A phrase is six pairs such as "quiet oak", of the words that invitations are made of. There are 244 x 229 pairs, which
makes 94 bits, and all phrases are equally likely. Only a slow hash is stored (scrypt, RFC 7914). Its salt comes from
the server's own key and is the same for all guests, because the words alone must identify the guest; with 94 bits, a
salt for each guest would add nothing.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import unicodedata

from ...i18n import _
from ..seats import Refused
from ..spoken_codes import FIRST, SECOND
from ..storage.database import Database, Statement

PAIRS = 6
WORDS = 2 * PAIRS
MOST_TYPED = 400
COST = 2**14  # of scrypt: about 50 ms and 16 MiB
_KNOWN = (frozenset(FIRST), frozenset(SECOND))

WRONG = _("Nobody here has that recovery phrase. It may have been replaced by a newer one.")


def draw() -> str:
    """Return a new random phrase, in the form that is shown."""
    return " ".join(f"{secrets.choice(FIRST)} {secrets.choice(SECOND)}" for _pair in range(PAIRS))


def read(text: str) -> str:
    """Return the phrase that was typed as `text`, without its capitals, punctuation and numbers.

    Raise Refused if it can't be a phrase.
    """
    typed = unicodedata.normalize("NFKC", text[:MOST_TYPED]).lower()
    words = re.findall(r"[^\W\d_]+", typed)
    for place, word in enumerate(words[:WORDS]):
        if word not in _KNOWN[place % 2]:
            raise Refused(
                _("“{word}” isn't a recovery phrase word, or it is in the wrong place. Check it.", word=word[:20])
            )
    if len(words) != WORDS:
        raise Refused(_("A recovery phrase has twelve words. You entered {words}.", words=len(words)))
    return " ".join(words)


def slow_hash(phrase: str, salt: bytes) -> str:
    """Return the hash of `phrase` that is stored.

    This is slow on purpose, so don't call it on the thread of the event loop.
    """
    return hashlib.scrypt(phrase.encode(), salt=salt, n=COST, r=8, p=1, dklen=32).hex()


def read_owner(db: Database, hashed: str) -> str | None:
    """Return the guest whose phrase has the hash `hashed`; None if there is none."""
    row = db.execute("SELECT guest FROM phrase WHERE hash = ?", (hashed,)).fetchone()
    return None if row is None else str(row["guest"])


def read_made(db: Database, guest: str) -> float | None:
    """Return when the phrase of `guest` was made, in seconds since 1970; None if they have none."""
    row = db.execute("SELECT made FROM phrase WHERE guest = ?", (guest,)).fetchone()
    return None if row is None else float(row["made"])


def put_phrase(guest: str, hashed: str, made: float) -> Statement:
    """Return the statement that sets the phrase of `guest`; an earlier phrase stops working."""
    return (
        "INSERT INTO phrase (guest, hash, made) VALUES (?, ?, ?)"
        " ON CONFLICT (guest) DO UPDATE SET hash = excluded.hash, made = excluded.made",
        (guest, hashed, made),
    )
