"""Define where a match takes its dice from: a seed, a scripted tape, or the committed secret of a table.

A source prepares the stream of one action: the same source and the same action number always give the same dice.
"""

from __future__ import annotations

import copy
import hashlib
import hmac
from collections.abc import Iterable, Sequence
from functools import lru_cache
from struct import unpack_from
from typing import Any, Protocol

from ..errors import BadSeed, TapeEnded
from .dice import MAX_DRAWS

# Named in the header of every saved match, so that a reader knows how streams are derived.
DICE_SCHEME = "dicehouse-dice/1"


class DiceSource(Protocol):
    """Prepare the dice of each action."""

    def prepare(self, dice: Any, number: int) -> None:
        """Set the (cleared) Dice record for action `number`; 0 is the deal."""

    def finished(self, dice: Any) -> None:
        """Take note that the action was carried out with these dice."""

    def describe(self, secret: bool) -> dict[str, Any]:
        """Return the header of a saved match: the kind of dice, and only if `secret` also what would predict them."""


def set_stream(dice: Any, digest: bytes) -> None:
    """Start the stream from the first twelve bytes of a digest (three big-endian 32-bit words)."""
    a, b, c = unpack_from(">3I", digest)
    mask = 0xFFFF_FFFF
    for counter in range(1, 13):
        out = (a + b + counter) & mask
        a, b, c = b ^ (b >> 9), (c + (c << 3)) & mask, (((c << 21) & mask | (c >> 11)) + out) & mask
    dice.a, dice.b, dice.c, dice.counter = a, b, c, 13


class Seeded:
    """Draw from a repeatable stream; `seed` is an integer of up to 64 bits or a text of up to 200 characters."""

    def __init__(self, seed: int | str) -> None:
        if isinstance(seed, bool) or not isinstance(seed, (int, str)):
            raise BadSeed(f"A seed must be a whole number or a text, not {type(seed).__name__}.")
        if isinstance(seed, int) and not -(2**63) <= seed < 2**64:
            raise BadSeed("A seed can have at most 64 bits.")
        if isinstance(seed, str) and len(seed) > 200:
            raise BadSeed("A seed can have at most 200 characters.")
        self.seed = seed
        self._key = hashlib.sha256(f"{type(seed).__name__}:{seed}".encode("utf-8", "surrogatepass")).digest()

    def prepare(self, dice: Any, number: int) -> None:
        set_stream(dice, hashlib.sha256(self._key + number.to_bytes(8, "big")).digest())

    def finished(self, dice: Any) -> None:
        pass

    def describe(self, secret: bool) -> dict[str, Any]:
        return {"kind": "seeded", "seed": self.seed} if secret else {"kind": "recorded"}


class Tape:
    """Script the dice: the results in the order in which they are drawn, as numbers or as a text of digits.

    >>> Tape(6, 2, 1).results == Tape("6 2 1").results == Tape([6, 2, 1]).results
    True
    """

    def __init__(self, *results: int | str | Iterable[int]) -> None:
        self.results: list[int] = []
        for part in results:
            if isinstance(part, str):
                digits = [c for c in part if not c.isspace() and c not in ",;|"]
                if not all(c in "123456789" for c in digits):
                    raise BadSeed(f"A tape must consist of the digits 1-9, not {part[:40]!r}.")
                self.results += map(int, digits)
            elif isinstance(part, Iterable):
                self.results += part
            else:
                self.results.append(part)
        if not all(type(r) is int and 1 <= r <= 32767 for r in self.results):
            raise BadSeed("The results on a tape must be whole numbers from 1 up.")
        self.at = 0

    def __copy__(self) -> Tape:
        other = Tape()
        other.results, other.at = self.results, self.at
        return other

    def prepare(self, dice: Any, number: int) -> None:
        set_stream(dice, bytes(12))
        dice.taped = True
        rest = self.results[self.at : self.at + MAX_DRAWS]
        dice.n_tape = len(rest)
        for i, result in enumerate(rest):
            dice.tape[i] = result

    def finished(self, dice: Any) -> None:
        if dice.odd:
            raise BadSeed(f"The tape's result number {self.at + dice.tape_at} is not a face of this die.")
        if dice.short:
            raise TapeEnded(f"The tape ended after {len(self.results)} results, but this action needs more.")
        self.at += dice.tape_at

    @property
    def left(self) -> int:
        """Return how many results have not been drawn yet."""
        return len(self.results) - self.at

    def describe(self, secret: bool) -> dict[str, Any]:
        return {"kind": "tape", "results": list(self.results)} if secret else {"kind": "recorded"}


class LessonDice:
    """Use the results of a tape first, then a repeatable stream; nothing about them is secret."""

    def __init__(self, results: int | str | Iterable[int], seed: int | str) -> None:
        self._tape = Tape(results)
        self._rest = Seeded(seed)
        self.odd = False  # True if a die can't show the tape's next number

    def __copy__(self) -> LessonDice:
        other = LessonDice([], 0)
        other._tape, other._rest, other.odd = copy.copy(self._tape), self._rest, self.odd
        return other

    def prepare(self, dice: Any, number: int) -> None:
        self._tape.prepare(dice, number)
        self._rest.prepare(dice, number)

    def finished(self, dice: Any) -> None:
        self.odd = self.odd or bool(dice.odd)
        dice.short = dice.odd = False  # results after the end of the tape came from the stream
        self._tape.finished(dice)

    def describe(self, secret: bool) -> dict[str, Any]:
        return {"kind": "chosen", "results": list(self._tape.results), "seed": self._rest.seed}


class RecordedDice:
    """Repeat the draws of a saved match, action by action."""

    def __init__(self, draws: Sequence[Sequence[int]]) -> None:
        self.draws = draws

    def prepare(self, dice: Any, number: int) -> None:
        set_stream(dice, bytes(12))
        dice.taped = True
        draws = self.draws[number] if number < len(self.draws) else ()
        dice.n_tape = len(draws)
        for i, result in enumerate(draws):
            dice.tape[i] = result

    def finished(self, dice: Any) -> None:
        if dice.short or dice.odd or dice.tape_at != dice.n_tape:
            raise TapeEnded("The recorded dice don't match the actions.")

    def describe(self, secret: bool) -> dict[str, Any]:
        return {"kind": "recorded"}


@lru_cache(maxsize=1024)
def _keyed_hash(secret: bytes) -> hmac.HMAC:
    """Return the HMAC-SHA256 under `secret`, to copy: made once, because every new one lets other threads go first."""
    return hmac.new(secret, digestmod="sha256")


class Keyed:
    """Derive a table's dice by HMAC-SHA256 from a secret to which the table committed before anyone sat down.

    `contributions` are texts from the seats (fixed after the commitment), so that the server alone can't choose the
    dice either.
    """

    def __init__(self, secret: bytes, match_id: str, contributions: Sequence[str] = ()) -> None:
        if len(secret) != 32:
            raise BadSeed("A table's secret must have 32 bytes.")
        self.secret = secret
        self.match_id = match_id
        self.contributions = tuple(contributions)
        self._joined = hashlib.sha256("\n".join(self.contributions).encode()).hexdigest()

    @property
    def commitment(self) -> str:
        """Return what is published beforehand: the SHA-256 of the secret, in hexadecimal."""
        return hashlib.sha256(self.secret).hexdigest()

    def prepare(self, dice: Any, number: int) -> None:
        message = f"{DICE_SCHEME}|{self.match_id}|{self._joined}|{number}".encode()
        hashing = _keyed_hash(self.secret).copy()
        hashing.update(message)
        set_stream(dice, hashing.digest())

    def finished(self, dice: Any) -> None:
        pass

    def describe(self, secret: bool) -> dict[str, Any]:
        header = {
            "kind": "keyed",
            "scheme": DICE_SCHEME,
            "match": self.match_id,
            "commitment": self.commitment,
            "contributions": list(self.contributions),
        }
        return header | {"secret": self.secret.hex()} if secret else header
