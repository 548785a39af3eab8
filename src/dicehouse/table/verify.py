#!/usr/bin/env python3
"""Check the dice of a finished Dicehouse match. Needs nothing but Python: python3 verify.py MATCH.json

Before anyone sat down the house published the SHA-256 of a secret. Browsers then added random texts, and the secret was
published when the game was over; the table's name and the texts of bots follow from it, so the house had nothing left
to choose. This script checks that, and that every die is the one that secret and texts give. `dicehouse verify` tells
whether the moves follow the rules.
"""

from __future__ import annotations

import hashlib
import hmac
import itertools
import json
import sys
from collections.abc import Iterator
from typing import Any

MOST_BYTES, MOST_SIDES, MOST_TOLD = 16 * 1024 * 1024, 32767, 10
MASK, SCHEME = 0xFFFF_FFFF, "dicehouse-dice/1"
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def stream(digest: bytes) -> Iterator[int]:
    """The generator sfc32, started from three words of a digest: 32-bit numbers without end."""
    a, b, c = (int.from_bytes(digest[i : i + 4], "big") for i in (0, 4, 8))
    for counter in itertools.count(1):
        out = (a + b + counter) & MASK
        a, b = b ^ (b >> 9), (c + (c << 3)) & MASK
        c = (((c << 21) & MASK | (c >> 11)) + out) & MASK
        if counter > 12:
            yield out


def die(numbers: Iterator[int], sides: int) -> int:
    """A result from 1 to `sides`, each equally likely (Lemire's method: what would be unfair is thrown away)."""
    product = next(numbers) * sides
    while product & MASK < (MASK + 1) % sides:
        product = next(numbers) * sides
    return 1 + (product >> 32)


def table_id(commitment: str) -> str:
    """The name of the table that plays with the secret of a commitment."""
    digest = hashlib.sha256(f"{SCHEME}|table|{commitment}".encode()).digest()
    return "".join(LETTERS[byte % len(LETTERS)] for byte in digest[:12])


def house_text(secret: bytes, table: str, seat: int) -> str:
    """The text of a seat to which no browser added one: a bot's, or one played without a script."""
    return hmac.new(secret, f"{SCHEME}|{table}|seat {seat}".encode(), hashlib.sha256).hexdigest()[:32]


def action_stream(dice: dict[str, Any], number: int) -> Iterator[int]:
    """The numbers of one action (0: the deal): HMAC-SHA256 of match, texts of the seats and action under the secret."""
    texts = hashlib.sha256("\n".join(dice["contributions"]).encode()).hexdigest()
    message = f"{SCHEME}|{dice['match']}|{texts}|{number}".encode()
    return stream(hmac.new(bytes.fromhex(dice["secret"]), message, hashlib.sha256).digest())


def parts(match: dict[str, Any]) -> Iterator[tuple[dict[str, Any], list[tuple[int, Any]]]]:
    """The dice of a match with the draws of their actions; a what-if had another match's first, then dealt anew (0)."""
    dice, thrown = match["dice"], [*enumerate([match["deal"], *(action["draws"] for action in match["actions"])])]
    while before := dice.get("before"):
        yield dice, [(0, before.get("anew", [])), *thrown[before["number"] + 1 :]]
        dice, thrown = before["dice"], thrown[: before["number"] + 1]
    yield dice, thrown


def faults(match: dict[str, Any]) -> list[str]:
    """Everything that does not fit, as sentences; an empty list if all dice are as promised."""
    found = ["The dice belong to another match."] * (match["dice"].get("match") != match["id"])
    for dice, thrown in parts(match):
        if dice.get("kind") != "keyed" or dice.get("scheme") != SCHEME:
            return [f"This match was not played with the committed dice of a table ({SCHEME})."]
        if "secret" not in dice:
            return ["The secret is not published yet: the game is not over."]
        if hashlib.sha256(bytes.fromhex(dice["secret"])).hexdigest() != dice["commitment"]:
            found.append("The secret is not the one that the table promised.")
        if dice["match"] != table_id(dice["commitment"]):
            found.append("The name of the table does not follow from the promise.")
        if not all(type(sides) is int and 1 <= sides <= MOST_SIDES for _, draws in thrown for _, sides in draws):
            return [f"A die of this match has no sides, or more than {MOST_SIDES}."]
        for number, draws in thrown:
            numbers = action_stream(dice, number)
            should = [[die(numbers, sides), sides] for _, sides in draws]
            if should != draws:
                found.append(f"Action {number}: the record has {draws}, the secret gives {should}.")
    return found


def promised(match: dict[str, Any]) -> list[str]:
    """What can be said of a match without fault."""
    dice, count = match["dice"], sum(len(draws) for _, thrown in parts(match) for _, draws in thrown)
    secret, texts = bytes.fromhex(dice["secret"]), dice["contributions"]
    own = [str(seat + 1) for seat, text in enumerate(texts) if text != house_text(secret, dice["match"], seat)]
    by = f"from the browsers of seats {', '.join(own)}" if own else "from no browser"
    return [f"All {count} dice are as promised by {dice['commitment']}.", f"Texts came {by}; the others follow."]


def main(arguments: list[str]) -> int:
    """0 if the dice are as promised, 1 if not, 2 if there is nothing to check."""
    if len(arguments) != 1:
        print(__doc__)
        return 2
    try:
        with open(arguments[0], encoding="utf-8") as file:
            match = json.loads(file.read(MOST_BYTES))
        found = faults(match)
        told = found[:MOST_TOLD] or promised(match)
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError, MemoryError) as error:
        print(f"This match can't be checked: {type(error).__name__}: {error}"[:600])
        return 2
    print(*(sentence[:600] for sentence in told), sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
