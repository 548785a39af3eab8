#!/usr/bin/env python3
"""Check a finished Dicehouse match. This needs only Python: python3 verify.py MATCH.json [HASH]

Dice: before anyone sat down, the server published the SHA-256 of a secret. Browsers then added random client seeds, and
the server published the secret when the game was over. The table's id and the seeds of bots are derived from the
secret, so the server had nothing left to choose. Secret and seeds give every die. If several browsers added seeds, each
first sent the SHA-256 of its seed, and no seed was revealed before all these hashes were fixed.

Hash chain: from the start, every browser got a hash of the seats, the settings and all actions so far. The file must
give the same hashes. With the HASH that a browser kept (64 digits, or 12 letters), this is the match that was played
there. Without it, the whole match may have been made up later, with another secret.

`dicehouse verify` also checks the rules. Nothing can show who the people were, or why a bot chose an action.
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

MOST_BYTES, MOST_SIDES, MOST_SENTENCES = 16 * 1024 * 1024, 32767, 10
MOST_ACTIONS, MOST_DICE, MOST_PARTS, MOST_SEATS, MOST_TEXT = 20_000, 100_000, 9, 16, 200
MASK, SCHEME, CHAIN_SCHEME = 0xFFFF_FFFF, "dicehouse-dice/1", "dicehouse-course/1"
CHAIN_SCHEME_2 = "dicehouse-course/2"  # its header holds the seals, not the texts
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
ACT, UNDO, WHOLE = "act", "undo", 64


class Sentence(str):
    """A sentence in English. It keeps its message and values, so that Dicehouse can show it in other languages."""

    message: str
    values: dict[str, object]


def _(message: str, **values: object) -> Sentence:
    """Return `message` with `values` filled in."""
    said = Sentence(message.format(**values))
    said.message, said.values = message, values
    return said


NO_CHAIN = _("The match has no hash chain, so its names, settings and actions may have been changed.")
OTHER = _("The kept hash doesn't belong to this match: other actions were played, or it is another match.")
CHANGED = _("Names, seats, settings or actions don't match the hash chain.")


# the dice -------------------------------------------------------------------------------------------------------


def stream(digest: bytes) -> Iterator[int]:
    """Yield 32-bit numbers without end: the generator sfc32, started from three words of `digest`."""
    a, b, c = (int.from_bytes(digest[i : i + 4], "big") for i in (0, 4, 8))
    for counter in itertools.count(1):
        out = (a + b + counter) & MASK
        a, b = b ^ (b >> 9), (c + (c << 3)) & MASK
        c = (((c << 21) & MASK | (c >> 11)) + out) & MASK
        if counter > 12:
            yield out


def die(numbers: Iterator[int], sides: int) -> int:
    """Return a result from 1 to `sides`, each equally likely: Lemire's method drops `numbers` that would be unfair."""
    product = next(numbers) * sides
    while product & MASK < (MASK + 1) % sides:
        product = next(numbers) * sides
    return 1 + (product >> 32)


def table_id(commitment: str) -> str:
    """Return the name of the table that plays with the secret behind `commitment`."""
    digest = hashlib.sha256(f"{SCHEME}|table|{commitment}".encode()).digest()
    return "".join(LETTERS[byte % len(LETTERS)] for byte in digest[:12])


def server_seed(secret: bytes, table: str, seat: int) -> str:
    """Return the text of a `seat` for which no browser sent one: a bot's, or one played without a script."""
    return hmac.new(secret, f"{SCHEME}|{table}|seat {seat}".encode(), hashlib.sha256).hexdigest()[:32]


def action_stream(dice: Mapping[str, Any], number: int) -> Iterator[int]:
    """Return the numbers of action `number` (0: the deal): HMAC-SHA256 of match, texts and action under the secret."""
    texts = hashlib.sha256("\n".join(dice["contributions"]).encode()).hexdigest()
    message = f"{SCHEME}|{dice['match']}|{texts}|{number}".encode()
    return stream(hmac.digest(bytes.fromhex(dice["secret"]), message, "sha256"))


def parts(match: Mapping[str, Any]) -> Iterator[tuple[dict[str, Any], list[tuple[int, Any]]]]:
    """Yield dice and their draws by action; a what-if has another match's first, and as 0 what was dealt again."""
    dice, thrown = match["dice"], [*enumerate([match["deal"], *(action["draws"] for action in match["actions"])])]
    back = [(link[2] + 1, link[5]) for _place, link in match.get("course", {}).get("besides", ()) if link[0] == ACT]
    while before := dice.get("before"):
        yield dice, [(0, before.get("anew", [])), *thrown[before["number"] + 1 :], *back]
        dice, thrown, back = before["dice"], thrown[: before["number"] + 1], []
    yield dice, [*thrown, *back]


def dice_faults(match: Mapping[str, Any]) -> Iterator[str]:
    """Yield a sentence for everything about the dice that is not as promised."""
    for dice, thrown in parts(match):
        if hashlib.sha256(bytes.fromhex(dice["secret"])).hexdigest() != dice["commitment"]:
            yield _("The secret doesn't match the table's commitment.")
        if dice["match"] != table_id(dice["commitment"]):
            yield _("The table's ID doesn't match its commitment.")
        for number, draws in thrown:
            numbers = action_stream(dice, number) if draws else iter(())
            should = [[die(numbers, sides), sides] for _drawn, sides in draws]
            if should != draws:
                yield _(
                    "Action {number}: the record has {draws}, but the secret gives {should}.",
                    number=number,
                    draws=str(draws),
                    should=str(should),
                )


# the hash chain -------------------------------------------------------------------------------------------------


_encode = json.JSONEncoder(sort_keys=True, separators=(",", ":")).encode  # made once for all calls


def canonical(data: object) -> str:
    """Return the one JSON text of `data`: keys in order, no spaces, nothing but ASCII."""
    return _encode(data)


def name_link(name: str, salt: str) -> str:
    """Return the salted hash of `name`; after a name was removed, its hash is stored in place of `salt`."""
    return salt if len(salt) == WHOLE else hashlib.sha256(f"{CHAIN_SCHEME}|{salt}|{name}".encode()).hexdigest()


def header(match: Mapping[str, Any]) -> str:
    """Return what was settled before the first throw. `sat` says for each seat if a person or which bot sat there, and
    `texts` what it added to the dice: its seal (64 digits), or the text itself if it was not sealed (32).
    """
    chain, dice, names = match["course"], match["dice"], match["names"]
    settled = {key: match[key] for key in ("id", "game", "version", "settings")} | {"commitment": dice["commitment"]}
    settled |= {"texts": chain["texts"]} if "texts" in chain else {"contributions": dice["contributions"]}
    if chain["salts"] is not None:
        names = [name_link(name, salt) for name, salt in zip(names, chain["salts"], strict=True)]
    return canonical(settled | {"names": names, "sat": chain["sat"]})


def first_hash(scheme: str, header: str) -> str:
    """Return the running hash before the first action."""
    return hashlib.sha256(f"{scheme}|{header}".encode()).hexdigest()


def key_of(secret: bytes) -> hmac.HMAC:
    """Return `secret` as a key, prepared once for all links."""
    return hmac.new(secret, digestmod="sha256")


def next_hash(key: hmac.HMAC, before: str, link: str) -> str:
    """Return the running hash after `link`. It needs the secret, so no one can guess a hidden choice from it."""
    hashing = key.copy()
    hashing.update(f"{CHAIN_SCHEME}|{before}|{link}".encode())
    return hashing.hexdigest()


def digest(outcome: object) -> str | None:
    """Return the hash that stands in a link for a measured `outcome`; only games with their own engine have one."""
    return None if outcome is None else hashlib.sha256(canonical(outcome).encode()).hexdigest()


def links(match: Mapping[str, Any]) -> Iterator[list[Any]]:
    """Yield all links in order: [kind, seat, number, number after, option, draws, digest].

    The file lists the actions that count. Actions that were taken back, and the undos, are in `besides` by place.
    """
    besides, acts = dict(match["course"]["besides"]), iter(enumerate(match["actions"]))
    for place in range(len(besides) + len(match["actions"])):
        if place in besides:
            yield besides[place]
        elif found := next(acts, None):
            number, act = found
            yield [ACT, act["seat"], number, number + 1, act["option"], act["draws"], digest(act.get("outcome"))]


def hashes(match: Mapping[str, Any]) -> list[str]:
    """Return the running hash before the first link and after each one."""
    key = key_of(bytes.fromhex(match["dice"]["secret"]))
    found = [first_hash(match["course"]["scheme"], header(match))]
    for link in links(match):
        found.append(next_hash(key, found[-1], canonical(link)))
    return found


def chain_faults(match: Mapping[str, Any], found: Sequence[str]) -> Iterator[str]:
    """Yield what does not fit the hash chain of the file; `found` holds the hashes that follow from it."""
    chain, stands, count = match["course"], list[int](), 0
    if chain["scheme"] != (CHAIN_SCHEME_2 if "texts" in chain else CHAIN_SCHEME):
        yield _("The hash chain must have the scheme {first} or {second}.", first=CHAIN_SCHEME, second=CHAIN_SCHEME_2)
    if found[-1] != chain["hash"]:
        yield CHANGED
    besides = {place for place, _link in chain["besides"]}
    for place, (kind, _seat, number, after, _option, _draws, _digest) in enumerate(links(match)):
        count += 1
        if kind == ACT and number == len(stands) and after == number + 1:
            stands.append(place)
        elif kind == UNDO and 0 <= after < len(stands):
            del stands[after:]
        else:
            yield _("Link {place} of the hash chain is out of place.", place=place)
    if [place for place in range(count) if place not in besides] != stands:
        yield _("The actions in this file aren't the ones that the hash chain leaves after undo.")


class Texts(NamedTuple):
    """Hold the numbers of the seats, by how their texts for the dice arrived."""

    shown: list[int]  # sealed by a browser, and shown when all seals were settled
    silent: list[int]  # sealed, but not shown in time: a text that follows from the secret took its place
    open: list[int]  # sent by a browser as it is
    wrong: list[int]  # not what was settled


def texts_of(match: Mapping[str, Any]) -> Texts:
    """Return how the texts arrived; in a match without seals, the texts themselves were settled."""
    dice, found = match["dice"], Texts([], [], [], [])
    settled = match.get("course", {}).get("texts", dice["contributions"])
    for seat, (text, before) in enumerate(zip(dice["contributions"], settled, strict=True)):
        follows = text == server_seed(bytes.fromhex(dice["secret"]), dice["match"], seat)
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
    """Yield which texts differ from what was settled, or were readable while others could still be chosen to fit."""
    found = texts_of(match)
    for seat in found.wrong:
        yield _(
            "The client seed of seat {seat} doesn't match its hash, which was fixed before any was revealed.",
            seat=seat + 1,
        )
    for seat in found.open if found.shown or found.silent else found.open[1:]:
        yield _("The client seed of seat {seat} was revealed before those of others were fixed.", seat=seat + 1)


def spoken(found: str) -> str:
    """Return the hash `found` as people compare it aloud: 12 letters and digits, 59 bits."""
    letters = "".join(LETTERS[byte % len(LETTERS)] for byte in bytes.fromhex(found)[:12])
    return "-".join(letters[i : i + 4] for i in (0, 4, 8))


def place_of(kept: str, found: Sequence[str]) -> int | None:
    """Return the number of links before the hash `kept` (whole or spoken); None if it is not among those `found`."""
    sought = "".join(kept.lower().replace("-", "").split())
    short = (spoken(each).replace("-", "") for each in found)
    known = [place for place, pair in enumerate(zip(found, short, strict=True)) if sought in pair]
    return known[-1] if known else None


# all of it ------------------------------------------------------------------------------------------------------


def _bounded(match: Mapping[str, Any]) -> None:
    """Raise ValueError if `match` is larger than any real one, so that no file takes more than a second to check."""
    dice, depth, besides = match["dice"], 1, match.get("course", {}).get("besides", [])
    while dice.get("before"):
        dice, depth = dice["before"]["dice"], depth + 1
        if depth > MOST_PARTS:
            raise ValueError(f"what-ifs can be nested at most {MOST_PARTS - 1} deep")
    links, places = len(match["actions"]) + len(besides), [place for place, _link in besides]
    if links > MOST_ACTIONS:
        raise ValueError(f"a match can have at most {MOST_ACTIONS} actions")
    if len({*places}) < len(places) or not all(type(place) is int and 0 <= place < links for place in places):
        raise ValueError("its undone actions have no valid places")
    settled = match.get("course", {}).get("texts", ())
    if len(settled) > MOST_SEATS or any(len(text) > MOST_TEXT for text in settled):
        raise ValueError("the hashes of its client seeds are too long")
    count = 0
    for dice, thrown in parts(match):
        texts = [*dice.get("contributions", ()), dice.get("secret", ""), dice.get("match", "")]
        if len(texts) > MOST_SEATS + 2 or any(len(text) > MOST_TEXT for text in texts):
            raise ValueError("one of its client seeds is too long")
        count += sum(len(draws) for _number, draws in thrown)
    if count > MOST_DICE:
        raise ValueError(f"a match can have at most {MOST_DICE} dice")


def faults(match: Mapping[str, Any], kept: str | None = None) -> list[str]:
    """Return what does not fit, as sentences; none if dice and actions are as promised, and fit the hash `kept`."""
    _bounded(match)
    for dice, thrown in parts(match):
        if dice.get("kind") != "keyed" or dice.get("scheme") != SCHEME:
            return [_("This match was not played with the committed dice of a table ({scheme}).", scheme=SCHEME)]
        if "secret" not in dice:
            return [_("The secret isn't published yet, because the game isn't over.")]
        if not all(
            type(sides) is int and 1 <= sides <= MOST_SIDES for _number, draws in thrown for _drawn, sides in draws
        ):
            return [_("Each die in this match must have 1 to {most} sides.", most=MOST_SIDES)]
    lines: list[str] = [_("The dice belong to another match.")] * (match["dice"]["match"] != match["id"])
    lines += [_("The secret is published, but the game isn't over.")] * (match.get("over") is False)
    lines += text_faults(match) if "texts" in match.get("course", {}) else ()
    lines += dice_faults(match)
    if "course" in match:
        found = hashes(match)
        lines += chain_faults(match, found)
        lines += [OTHER] * (kept is not None and place_of(kept, found) is None)
    elif kept is not None:
        lines.append(_("The match has no hash chain, so it can't be compared with the kept hash."))
    return lines


def _describe_texts(match: Mapping[str, Any]) -> Iterator[str]:
    """Yield sentences about how the texts of the seats arrived."""
    found = texts_of(match)
    committed = sorted(found.shown + found.silent)
    seats = ", ".join(str(seat + 1) for seat in committed or found.open)
    if committed:
        yield _(
            "Client seeds of the browsers of seats {seats} were fixed before any was revealed; the others are derived "
            "from the secret.",
            seats=seats,
        )
    elif found.open:
        yield _(
            "Client seeds came from the browsers of seats {seats}; the others are derived from the secret.", seats=seats
        )
    else:
        yield _("No browser added a client seed; all of them are derived from the secret.")
    for seat in found.silent:
        yield _("Seat {seat} didn't reveal its seed in time, so another one was derived.", seat=seat + 1)


def promised(match: Mapping[str, Any], kept: str | None = None) -> list[str]:
    """Return what the check proves about a `match` without faults, and what it can't prove."""
    dice, count = match["dice"], sum(len(draws) for _seats, thrown in parts(match) for _number, draws in thrown)
    said: list[str] = [_("All {n} dice match the commitment {commitment}.", n=count, commitment=dice["commitment"])]
    said += _describe_texts(match)
    if "course" not in match:
        return [*said, NO_CHAIN]
    found = hashes(match)
    last, actions = found[-1], len(found) - 1
    said.append(
        _(
            "Names, seats, settings and {actions} actions give the hash {hash}, {spoken}.",
            actions=actions,
            hash=last,
            spoken=spoken(last),
        )
    )
    gone = ", ".join(str(seat + 1) for seat, salt in enumerate(match["course"]["salts"] or ()) if len(salt) == WHOLE)
    said += [_("The names of seats {seats} were deleted, so they can't be checked.", seats=gone)] * bool(gone)
    place = None if kept is None else place_of(kept, found)
    if place is None:
        said.append(
            _("Compare this hash with the one a player's browser kept. Without that, the match may be made up.")
        )
    elif place < actions:
        said.append(
            _("The kept hash covers the first {place} actions, and says nothing about those after them.", place=place)
        )
    else:
        said.append(_("This hash is the kept one, so this is the match that was played."))
    if any(action.get("outcome") is not None for action in match["actions"]):
        said.append(_("Throws were simulated. Only simulating them again can show that they are right."))
    return said


def main(arguments: list[str]) -> int:
    """Return 0 if dice and actions are as promised, 1 if not, and 2 if there is nothing to check."""
    if len(arguments) not in (1, 2):
        print(__doc__)
        return 2
    kept = arguments[1] if len(arguments) == 2 else None
    try:
        with open(arguments[0], encoding="utf-8") as file:
            match = json.loads(file.read(MOST_BYTES))
        found = faults(match, kept)
        lines = found[:MOST_SENTENCES] or promised(match, kept)
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError, MemoryError) as error:
        print(f"This match can't be checked: {type(error).__name__}: {error}"[:600])
        return 2
    print(*(sentence[:600] for sentence in lines), sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal may lack a letter of a name
    sys.exit(main(sys.argv[1:]))
