#!/usr/bin/env python3
"""Check a finished Dicehouse match. Needs nothing but Python: python3 verify.py MATCH.json [HASH]

Dice: before anyone sat down the house published the SHA-256 of a secret. Browsers then added random texts, and the
secret was published when the game was over; the table's name and the texts of bots follow from it, so the house had
nothing left to choose. Every die has to be the one that secret and texts give. Where several browsers added texts, each
first sent the SHA-256 of its own, its seal; all seals are settled before any text is shown, and each has to fit.

Course: from the start on every browser was shown a running hash of who sat where, the settings and each action. The
file has to give the same. With the HASH that a browser kept (64 digits, or the 12 letters that are read aloud) it is
the match that was seen there; without it anybody could have made up a whole match under another secret.

`dicehouse verify` tells whether the moves follow the rules. Nothing tells who the people were, or why a bot chose.
"""

from __future__ import annotations

import hashlib
import hmac
import io
import itertools
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

MOST_BYTES, MOST_SIDES, MOST_TOLD = 16 * 1024 * 1024, 32767, 10
MOST_ACTIONS, MOST_DICE, MOST_PARTS, MOST_SEATS, MOST_TEXT = 20_000, 100_000, 9, 16, 200
MASK, SCHEME, COURSE = 0xFFFF_FFFF, "dicehouse-dice/1", "dicehouse-course/1"
SEALED = "dicehouse-course/2"  # begins with the seals of the texts, in place of the texts; all else is as in the first
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
ACT, UNDO, WHOLE = "act", "undo", 64
NO_COURSE = "It has no running hash, as older houses kept none: names, settings and moves may be others for these dice."
OTHER = "The hash that was kept is none of this match: another course was played, or this is another match."
CHANGED = "Names, seats, settings or actions are not those that its running hash covers."


# the dice -------------------------------------------------------------------------------------------------------


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


def action_stream(dice: Mapping[str, Any], number: int) -> Iterator[int]:
    """The numbers of one action (0: the deal): HMAC-SHA256 of match, texts of the seats and action under the secret."""
    texts = hashlib.sha256("\n".join(dice["contributions"]).encode()).hexdigest()
    message = f"{SCHEME}|{dice['match']}|{texts}|{number}".encode()
    return stream(hmac.digest(bytes.fromhex(dice["secret"]), message, "sha256"))


def parts(match: Mapping[str, Any]) -> Iterator[tuple[dict[str, Any], list[tuple[int, Any]]]]:
    """The dice of a match with the draws of their actions; a what-if had another match's first, then dealt anew (0)."""
    dice, thrown = match["dice"], [*enumerate([match["deal"], *(action["draws"] for action in match["actions"])])]
    back = [(link[2] + 1, link[5]) for _, link in match.get("course", {}).get("besides", ()) if link[0] == ACT]
    while before := dice.get("before"):
        yield dice, [(0, before.get("anew", [])), *thrown[before["number"] + 1 :], *back]
        dice, thrown, back = before["dice"], thrown[: before["number"] + 1], []
    yield dice, [*thrown, *back]


def dice_faults(match: Mapping[str, Any]) -> Iterator[str]:
    """What of the dice is not as promised."""
    for dice, thrown in parts(match):
        if hashlib.sha256(bytes.fromhex(dice["secret"])).hexdigest() != dice["commitment"]:
            yield "The secret is not the one that the table promised."
        if dice["match"] != table_id(dice["commitment"]):
            yield "The name of the table does not follow from the promise."
        for number, draws in thrown:
            numbers = action_stream(dice, number) if draws else iter(())
            should = [[die(numbers, sides), sides] for _, sides in draws]
            if should != draws:
                yield f"Action {number}: the record has {draws}, the secret gives {should}."


# the course -----------------------------------------------------------------------------------------------------


_encode = json.JSONEncoder(sort_keys=True, separators=(",", ":")).encode  # made once for all calls


def canonical(data: object) -> str:
    """The one JSON text of some data: keys in order, no spaces, nothing but ASCII."""
    return _encode(data)


def name_link(name: str, salt: str) -> str:
    """A name as it is hashed: under a salt, so that it can be taken out: then its hash stands in place of the salt."""
    return salt if len(salt) == WHOLE else hashlib.sha256(f"{COURSE}|{salt}|{name}".encode()).hexdigest()


def header(match: Mapping[str, Any]) -> str:
    """All that was settled before the first throw: `sat` says of each seat whether a person or which bot sat there,
    `texts` what it added to the dice: its seal (64 digits), or the text itself where it was not sealed (32).
    """
    course, dice, names = match["course"], match["dice"], match["names"]
    settled = {key: match[key] for key in ("id", "game", "version", "settings")} | {"commitment": dice["commitment"]}
    settled |= {"texts": course["texts"]} if "texts" in course else {"contributions": dice["contributions"]}
    if course["salts"] is not None:
        names = [name_link(name, salt) for name, salt in zip(names, course["salts"], strict=True)]
    return canonical(settled | {"names": names, "sat": course["sat"]})


def first_hash(scheme: str, header: str) -> str:
    """The running hash before the first action."""
    return hashlib.sha256(f"{scheme}|{header}".encode()).hexdigest()


def key_of(secret: bytes) -> hmac.HMAC:
    """The secret, made ready to hash under."""
    return hmac.new(secret, digestmod="sha256")


def next_hash(key: hmac.HMAC, before: str, link: str) -> str:
    """The running hash after one more link. Under the secret: nobody can try out what was done where nobody may see."""
    hashing = key.copy()
    hashing.update(f"{COURSE}|{before}|{link}".encode())
    return hashing.hexdigest()


def digest(outcome: object) -> str | None:
    """What stands in a link for what was measured, in games with an engine of their own."""
    return None if outcome is None else hashlib.sha256(canonical(outcome).encode()).hexdigest()


def links(match: Mapping[str, Any]) -> Iterator[list[Any]]:
    """All that happened, in order: [kind, seat, number, number after, option, draws, digest].

    Actions that stand are those of the file; what was taken back, and that it was, lies `besides` them by its place.
    """
    besides, acts = dict(match["course"]["besides"]), iter(enumerate(match["actions"]))
    for place in range(len(besides) + len(match["actions"])):
        if place in besides:
            yield besides[place]
        elif found := next(acts, None):
            number, act = found
            yield [ACT, act["seat"], number, number + 1, act["option"], act["draws"], digest(act.get("outcome"))]


def hashes(match: Mapping[str, Any]) -> list[str]:
    """The running hash before the first link and after every one."""
    key = key_of(bytes.fromhex(match["dice"]["secret"]))
    found = [first_hash(match["course"]["scheme"], header(match))]
    for link in links(match):
        found.append(next_hash(key, found[-1], canonical(link)))
    return found


def course_faults(match: Mapping[str, Any], found: Sequence[str]) -> Iterator[str]:
    """What of the course does not fit the running hash of the file."""
    course, stands, count = match["course"], list[int](), 0
    if course["scheme"] != (SEALED if "texts" in course else COURSE):
        yield f"Its running hash is not of the scheme {COURSE}, nor of {SEALED}, which has seals."
    if found[-1] != course["hash"]:
        yield CHANGED
    besides = {place for place, _ in course["besides"]}
    for place, (kind, _, number, after, _, _, _) in enumerate(links(match)):
        count += 1
        if kind == ACT and number == len(stands) and after == number + 1:
            stands.append(place)
        elif kind == UNDO and 0 <= after < len(stands):
            del stands[after:]
        else:
            yield f"Link {place} of its course fits nowhere."
    if [place for place in range(count) if place not in besides] != stands:
        yield "The actions of this file are not those that were left when all was taken back that was taken back."


class Texts(NamedTuple):
    """What the seats added to the dice, by how it came: the numbers of the seats."""

    shown: list[int]  # sealed by a browser, and shown when all seals were settled
    silent: list[int]  # sealed, but not shown in time: a text that follows from the secret took its place
    open: list[int]  # sent by a browser as it is
    wrong: list[int]  # not what was settled


def texts_of(match: Mapping[str, Any]) -> Texts:
    """How the texts came; of a match without seals they are taken for what was settled."""
    dice, found = match["dice"], Texts([], [], [], [])
    settled = match.get("course", {}).get("texts", dice["contributions"])
    for seat, (text, before) in enumerate(zip(dice["contributions"], settled, strict=True)):
        follows = text == house_text(bytes.fromhex(dice["secret"]), dice["match"], seat)
        if hashlib.sha256(text.encode()).hexdigest() == before:
            found.shown.append(seat)
        elif len(before) == WHOLE and follows:
            found.silent.append(seat)
        elif text != before:
            found.wrong.append(seat)
        elif not follows:
            found.open.append(seat)
    return found


def text_faults(match: Mapping[str, Any]) -> Iterator[str]:
    """Texts that are not those which were settled, or lay open while others could still be chosen to go with them."""
    found = texts_of(match)
    for seat in found.wrong:
        yield f"The text of seat {seat + 1} in the dice is not the one that was settled before any was shown."
    for seat in found.open if found.shown or found.silent else found.open[1:]:
        yield f"The text of seat {seat + 1} lay open before those of others were settled."


def spoken(found: str) -> str:
    """A running hash as people compare it aloud: 12 letters and digits, 59 bits."""
    letters = "".join(LETTERS[byte % len(LETTERS)] for byte in bytes.fromhex(found)[:12])
    return "-".join(letters[i : i + 4] for i in (0, 4, 8))


def place_of(kept: str, found: Sequence[str]) -> int | None:
    """After how many links the match had a hash that somebody kept, whole or as it is spoken; None if it never had."""
    sought = "".join(kept.lower().replace("-", "").split())
    short = (spoken(each).replace("-", "") for each in found)
    known = [place for place, pair in enumerate(zip(found, short, strict=True)) if sought in pair]
    return known[-1] if known else None


# all of it ------------------------------------------------------------------------------------------------------


def _bounded(match: Mapping[str, Any]) -> None:
    """No file costs more than a second: ValueError if it is larger than any match."""
    dice, depth, besides = match["dice"], 1, match.get("course", {}).get("besides", [])
    while dice.get("before"):
        dice, depth = dice["before"]["dice"], depth + 1
        if depth > MOST_PARTS:
            raise ValueError(f"no match is a what-if of more than {MOST_PARTS - 1} others")
    links, places = len(match["actions"]) + len(besides), [place for place, _ in besides]
    if links > MOST_ACTIONS:
        raise ValueError(f"a match has at most {MOST_ACTIONS} actions")
    if len({*places}) < len(places) or not all(type(place) is int and 0 <= place < links for place in places):
        raise ValueError("what was taken back has no proper places")
    settled = match.get("course", {}).get("texts", ())
    if len(settled) > MOST_SEATS or any(len(text) > MOST_TEXT for text in settled):
        raise ValueError("what was settled of its texts is longer than any")
    count = 0
    for dice, thrown in parts(match):
        texts = [*dice.get("contributions", ()), dice.get("secret", ""), dice.get("match", "")]
        if len(texts) > MOST_SEATS + 2 or any(len(text) > MOST_TEXT for text in texts):
            raise ValueError("a text of its dice is longer than any")
        count += sum(len(draws) for _, draws in thrown)
    if count > MOST_DICE:
        raise ValueError(f"a match has at most {MOST_DICE} dice")


def faults(match: Mapping[str, Any], kept: str | None = None) -> list[str]:
    """All that does not fit, as sentences; none if dice and course are as promised, and as the hash that was `kept`."""
    _bounded(match)
    for dice, thrown in parts(match):
        if dice.get("kind") != "keyed" or dice.get("scheme") != SCHEME:
            return [f"This match was not played with the committed dice of a table ({SCHEME})."]
        if "secret" not in dice:
            return ["The secret is not published yet: the game is not over."]
        if not all(type(sides) is int and 1 <= sides <= MOST_SIDES for _, draws in thrown for _, sides in draws):
            return [f"A die of this match has no sides, or more than {MOST_SIDES}."]
    told = ["The dice belong to another match."] * (match["dice"]["match"] != match["id"])
    told += ["The secret is published, but the game is not over."] * (match.get("over") is False)
    told += text_faults(match) if "texts" in match.get("course", {}) else ()
    told += dice_faults(match)
    if "course" in match:
        found = hashes(match)
        told += course_faults(match, found)
        told += [OTHER] * (kept is not None and place_of(kept, found) is None)
    elif kept is not None:
        told.append("It has no running hash, so it can't be compared with the one that was kept.")
    return told


def _texts_told(match: Mapping[str, Any]) -> str:
    """How the texts of the seats came, in words."""
    found = texts_of(match)
    sealed = sorted(found.shown + found.silent)
    numbers = ", ".join(str(seat + 1) for seat in sealed or found.open)
    by = f"the browsers of seats {numbers}" if numbers else "no browser"
    told = f"Texts were sealed by {by} before any was shown" if sealed else f"Texts came from {by}"
    late = (f" That of seat {s + 1} was not shown in time: another one follows from the secret." for s in found.silent)
    return "".join([f"{told}; the others follow.", *late])


def promised(match: Mapping[str, Any], kept: str | None = None) -> list[str]:
    """What can be said of a match without fault, and what can't."""
    dice, count = match["dice"], sum(len(draws) for _, thrown in parts(match) for _, draws in thrown)
    told = [f"All {count} dice are as promised by {dice['commitment']}.", _texts_told(match)]
    if "course" not in match:
        return [*told, NO_COURSE]
    found = hashes(match)
    told.append(f"Names, seats, settings and {len(found) - 1} actions give the hash {found[-1]}, {spoken(found[-1])}.")
    gone = [str(seat + 1) for seat, salt in enumerate(match["course"]["salts"] or ()) if len(salt) == WHOLE]
    told += [f"The names of seats {', '.join(gone)} were taken out of the record, and are not covered."] * bool(gone)
    place = None if kept is None else place_of(kept, found)
    if place is None:
        told.append("Compare it with one that a player's browser kept: without that it may be a match made up later.")
    elif place < len(found) - 1:
        told.append(f"The hash that was kept is of the first {place} actions; it says nothing of those after them.")
    else:
        told.append("That is the hash that was kept: this is the match that was seen there.")
    if any(action.get("outcome") is not None for action in match["actions"]):
        told.append("Flights were measured in a simulated world: only running them again can show that they are right.")
    return told


def main(arguments: list[str]) -> int:
    """0 if dice and course are as promised, 1 if not, 2 if there is nothing to check."""
    if len(arguments) not in (1, 2):
        print(__doc__)
        return 2
    kept = arguments[1] if len(arguments) == 2 else None
    try:
        with open(arguments[0], encoding="utf-8") as file:
            match = json.loads(file.read(MOST_BYTES))
        found = faults(match, kept)
        told = found[:MOST_TOLD] or promised(match, kept)
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError, MemoryError) as error:
        print(f"This match can't be checked: {type(error).__name__}: {error}"[:600])
        return 2
    print(*(sentence[:600] for sentence in told), sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal may lack a letter of a name
    sys.exit(main(sys.argv[1:]))
