"""Records of matches that somebody changed: by hand, or with every hash worked out again."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from typing import Any

from dicehouse.core import Keyed
from dicehouse.match.match import Match, new
from dicehouse.server import verify

Record = dict[str, Any]
OTHER = b"another secret of thirty-two by."


def whole(record: Record) -> Record:
    """As somebody would who knows how all of it is done: the running hash fits again."""
    record["course"]["hash"] = verify.hashes(record)[-1]
    return record


def _swap(record: Record, key: str) -> None:
    record[key][0], record[key][1] = record[key][1], record[key][0]


def _names(record: Record) -> None:
    _swap(record, "names")


def _name(record: Record) -> None:
    record["names"][1] = "Zoe"


def _seats(record: Record) -> None:
    record["course"]["sat"] = ["otto", *record["course"]["sat"][1:]]


def _settings(record: Record) -> None:
    key = sorted(record["settings"])[0]
    value = record["settings"][key]
    record["settings"][key] = not value if isinstance(value, bool) else value * 2 if value else 1


def _option(record: Record) -> None:
    act = next(act for act in record["actions"] if act["option"] != record["actions"][-1]["option"])
    act["option"] = record["actions"][-1]["option"]


def _seat(record: Record) -> None:
    record["actions"][-1]["seat"] = 1 - record["actions"][-1]["seat"]


def _last(record: Record) -> None:
    record["actions"].pop()


def _last_and_open(record: Record) -> None:
    record["actions"].pop()
    record["over"] = False
    del record["scores"]


def _last_and_secret(record: Record) -> None:
    _last_and_open(record)
    del record["dice"]["secret"]


def _middle(record: Record) -> None:
    del record["actions"][len(record["actions"]) // 2]


def _first(record: Record) -> None:
    del record["actions"][0]


def _added(record: Record) -> None:
    record["actions"].append(copy.deepcopy(record["actions"][-1]))


def _reordered(record: Record) -> None:
    acts = record["actions"]
    at = next(i for i in range(len(acts) - 1) if acts[i] != acts[i + 1])
    acts[at], acts[at + 1] = acts[at + 1], acts[at]


def _drawn(record: Record) -> list[Any]:
    draws = (act["draws"] for act in record["actions"])
    thrown: list[Any] = next((some for some in draws if some), record["deal"])
    return thrown


def _die(record: Record) -> None:
    die = _drawn(record)[0]
    die[0] = die[0] % die[1] + 1


def _throw_less(record: Record) -> None:
    _drawn(record).pop()


def _deal(record: Record) -> None:
    record["deal"] = [*record["deal"], [1, 6]]


def _contribution(record: Record) -> None:
    record["dice"]["contributions"][0] = "6" * 32


def _contributions(record: Record) -> None:
    _swap(record["dice"], "contributions")


def _secret(record: Record) -> None:
    record["dice"]["secret"] = OTHER.hex()


def _dice_secret(record: Record) -> None:
    """Another secret with its own promise and name of the table, which the dice then do not fit."""
    source = Keyed(OTHER, "")
    record["id"] = record["dice"]["match"] = verify.table_id(source.commitment)
    record["dice"] |= {"secret": OTHER.hex(), "commitment": source.commitment}


def _made_up(record: Record) -> None:
    """A whole other match, by the rules, under a secret of its own: nothing in the file is wrong."""
    source = Keyed(OTHER, "")
    table = verify.table_id(source.commitment)
    texts = [verify.server_seed(OTHER, table, seat) for seat in range(record["players"])]
    match = new(
        record["game"],
        players=record["players"],
        options=record["settings"],
        dice=Keyed(OTHER, table, texts),
        names=record["names"],
        match_id=table,
    )
    chance = random.Random(7)
    while not match.over:
        seat = chance.choice(match.acting())
        match.play(seat, chance.choice(match.options(seat)).id)
    record |= json.loads(json.dumps(match.save(secret=True)))
    record["course"] |= {"besides": [], "texts": texts}


def _another_course(record: Record) -> None:
    """Another course of play with the same dice: from the deal on other choices, by the rules."""
    saved = Match.load(record | {"actions": [], "scores": None})
    chance = random.Random(11)
    while not saved.over:
        seat = chance.choice(saved.acting())
        saved.play(seat, chance.choice(saved.options(seat)).id)
    record |= json.loads(json.dumps(saved.save(secret=True)))
    record["course"]["besides"] = []


def _version(record: Record) -> None:
    record["version"] = "99.9"


def _salt(record: Record) -> None:
    record["course"]["salts"][0] = "00" * 16


def _game(record: Record) -> None:
    record["game"] = "dicetopia" if record["game"] != "dicetopia" else "dice-ocalypse"


def _points(record: Record) -> None:
    record["scores"] = [score + 1 for score in record["scores"]]


def _still_on(record: Record) -> None:
    record["over"] = False


def _taken_back(record: Record) -> None:
    """Somebody took something back who never did."""
    last = len(record["actions"]) - 1
    seat, option = record["actions"][last]["seat"], record["actions"][last]["option"]
    link = [verify.ACT, seat, last, last + 1, option, [], None]
    record["course"]["besides"] = [[last, link], [last + 1, [verify.UNDO, seat, last + 1, last, None, [], None]]]


def _nothing_taken_back(record: Record) -> None:
    record["course"]["besides"] = []


def _taken_back_by_another(record: Record) -> None:
    link = next(link for _, link in record["course"]["besides"] if link[0] == verify.UNDO)
    link[1] = 1 - link[1]


def _taken_back_was_another(record: Record) -> None:
    link = next(link for _, link in record["course"]["besides"] if link[0] == verify.ACT)
    link[4] = "something else"


def _taken_back_elsewhere(record: Record) -> None:
    record["course"]["besides"][0][0] -= 1


def _measured(record: Record) -> None:
    act = next(act for act in record["actions"] if act.get("outcome"))
    act["outcome"]["flight"]["seconds"] += 0.001


def _no_hash(record: Record) -> None:
    del record["course"]


def _other_hash(record: Record) -> None:
    record["course"]["hash"] = "00" * 32


def _other_scheme(record: Record) -> None:
    record["course"]["scheme"] = "mine/1"


BY_HAND: dict[str, Callable[[Record], None]] = {
    "names swapped": _names,
    "a name changed": _name,
    "a bot in place of a person": _seats,
    "settings changed": _settings,
    "an option changed": _option,
    "another seat's action": _seat,
    "the last action cut off": _last,
    "the last action cut off, and said so": _last_and_open,
    "the last action cut off, and the secret": _last_and_secret,
    "an action cut out": _middle,
    "the first action cut off": _first,
    "an action added": _added,
    "two actions reordered": _reordered,
    "a die turned": _die,
    "a die less": _throw_less,
    "another deal": _deal,
    "a contribution changed": _contribution,
    "contributions swapped": _contributions,
    "another secret": _secret,
    "another secret with its own promise": _dice_secret,
    "another match with its own promise": _made_up,
    "another course of play": _another_course,
    "another version": _version,
    "another salt of a name": _salt,
    "another game": _game,
    "other points": _points,
    "still on": _still_on,
    "something taken back": _taken_back,
    "another hash": _other_hash,
    "another scheme": _other_scheme,
}
TAKEN_BACK: dict[str, Callable[[Record], None]] = {
    "nothing taken back": _nothing_taken_back,
    "taken back by another": _taken_back_by_another,
    "something else taken back": _taken_back_was_another,
    "taken back at another time": _taken_back_elsewhere,
}
MEASURED: dict[str, Callable[[Record], None]] = {"another flight": _measured}
STRIPPED: dict[str, Callable[[Record], None]] = {
    "names swapped, without the hash": lambda record: (_names(record), _no_hash(record))[0],
    "another course of play, without the hash": lambda record: (_another_course(record), _no_hash(record))[0],
}

# Who catches a file that was changed by hand: the script alone does, but for these, which take the rules.
TAKES_RULES = {"other points"}
# Once the running hash was worked out again: these the script still sees, these the rules; all else may look right.
STILL_SEEN = {
    "the last action cut off, and said so", "the last action cut off, and the secret", "a die turned",
    "a contribution changed", "contributions swapped", "another secret", "another secret with its own promise",
    "another scheme", "still on",
}  # fmt: skip
SEEN_BY_RULES = {
    "the last action cut off", "an action added", "other points", "another game", "another version",
    "a die less", "another deal",
}  # fmt: skip
# Nothing in these files is wrong: only a hash that somebody kept tells them from the match that was played.
TAKES_A_HASH = {
    "names swapped", "a name changed", "another salt of a name", "a bot in place of a person", "something taken back",
    "another match with its own promise", "another course of play", "nothing taken back", "taken back by another",
    "something else taken back",
}  # fmt: skip
