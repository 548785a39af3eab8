"""The form of a saved match: what is written, and strict reading. The replay tells whether it follows the rules."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .errors import BadMatch, NoSuchGame, OtherRules, UnknownGame
from .games import find, ruled
from .kit import Chosen, Game, Keyed, Recorded, Seeded, Source, Tape, Value
from .kit.settings import short
from .onward import MOST, Onward

FORMAT = "dicehouse-match/1"
MAX_ACTIONS = 100_000
MAX_BYTES = 16 * 1024 * 1024
HOUSE = -1  # in place of a seat: from there on the match goes by other rules


@dataclass(frozen=True)
class Action:
    """What a seat did, and the dice that fell (results from 1, with the sides of each die)."""

    seat: int
    option: str
    draws: tuple[int, ...]
    sides: tuple[int, ...]
    outcome: Mapping[str, Any] | None = None  # what was measured, in games with an engine of their own


@dataclass(frozen=True)
class Saved:
    """A saved match as it was read: every field is well formed, but nobody knows yet whether it follows the rules."""

    game: str
    version: object
    players: int
    names: list[Any]
    settings: dict[str, Any]
    match_id: str
    source: Source
    deal: tuple[int, ...]
    deal_sides: tuple[int, ...]
    actions: list[Action]
    scores: object


def write_saved(
    *,
    game: Game,
    match_id: str,
    names: Sequence[str],
    settings: Mapping[str, Value],
    dice: Mapping[str, Any],
    deal: tuple[Sequence[int], Sequence[int]],
    actions: Sequence[Action],
    scores: Sequence[int],
    over: bool,
) -> dict[str, Any]:
    """A match as plain data (JSON)."""
    return {
        "format": FORMAT,
        "id": match_id,
        "game": game.id,
        "version": game.version,
        "players": len(names),
        "names": list(names),
        "settings": dict(settings),
        "dice": dict(dice),
        "deal": _pairs(*deal),
        "actions": [_action(action) for action in actions],
        "scores": list(scores),
        "over": over,
    }


def _action(action: Action) -> dict[str, Any]:
    saved = {"seat": action.seat, "option": action.option, "draws": _pairs(action.draws, action.sides)}
    return saved if action.outcome is None else saved | {"outcome": action.outcome}


def _pairs(draws: Sequence[int], sides: Sequence[int]) -> list[list[int]]:
    return [list(pair) for pair in zip(draws, sides, strict=True)]


def read_saved(saved: Mapping[str, Any] | str | bytes) -> Saved:
    """A saved match from plain data or its JSON text; BadMatch says what is malformed."""
    data = _read(saved)
    if data.get("format") != FORMAT:
        raise BadMatch(f"This is no match of the format {FORMAT}.")
    listed = _field(data, "actions", list)
    if len(listed) > MAX_ACTIONS:
        raise BadMatch(f"A match has at most {MAX_ACTIONS:,} actions.")
    deal, deal_sides = _draws(data.get("deal"), "the deal")
    actions = [_read_action(action, number) for number, action in enumerate(listed, 1)]
    return Saved(
        game=_field(data, "game", str),
        version=data.get("version"),
        players=_field(data, "players", int),
        names=_field(data, "names", list),
        settings=_field(data, "settings", dict),
        match_id=_id(data, "id"),
        source=_sources(_field(data, "dice", dict), [list(deal), *(list(action.draws) for action in actions)]),
        deal=deal,
        deal_sides=deal_sides,
        actions=actions,
        scores=data.get("scores"),
    )


def _read_action(action: object, number: int) -> Action:
    if not isinstance(action, dict):
        raise BadMatch(f"Action {number} is not an object.")
    outcome = action.get("outcome")
    if outcome is not None and not isinstance(outcome, dict):
        raise BadMatch("The outcome of an action is not an object.")
    draws, sides = _draws(action.get("draws"), f"action {number}")
    return Action(_field(action, "seat", int), _field(action, "option", str), draws, sides, outcome)


def check_one_version(data: Saved) -> None:
    """OtherRules if the match went on by corrected rules."""
    for number, action in enumerate(data.actions):
        if action.seat == HOUSE:
            raise OtherRules(number)


def game_of(data: Saved) -> Game:
    """The game of a saved match, by the rules it was played by; BadMatch names what is not here."""
    try:
        game = find(data.game)
    except UnknownGame as error:
        base, rule = ruled(data.game)
        needs = f"was played by a house rule, {rule}: name its file, as in --rule {rule}.py."
        raise NoSuchGame(f"This match of {find(base).name} {needs}" if rule else str(error)) from error
    check_one_version(data)
    if data.version == game.version:
        return game
    (was, _, text), (_, rule) = str(data.version).partition("+"), ruled(game.id)
    if rule and text and was == game.version.partition("+")[0]:
        raise BadMatch(
            f"The house rule {rule} has changed since this match was played: it needs the file as it was then."
        )
    raise BadMatch(f"The match was played by version {short(data.version)} of the rules, this is {game.version!r}.")


def compare_draws(played: Sequence[int], recorded: Sequence[int], where: str) -> None:
    """BadMatch if the dice that the source gives are not those of the record."""
    if list(played) != list(recorded):
        raise BadMatch(f"The dice of {where} are {list(recorded)}, but the match's own source gives {list(played)}.")


def _id(data: Mapping[str, Any], key: str) -> str:
    found: str = _field(data, key, str)
    if not 1 <= len(found) <= 64 or not found.isascii() or not found.isprintable():
        raise BadMatch("The match's id is not a short plain text.")
    return found


def _read(saved: Mapping[str, Any] | str | bytes) -> Mapping[str, Any]:
    if isinstance(saved, (str, bytes)):
        if len(saved) > MAX_BYTES:
            raise BadMatch("The match is larger than 16 MiB.")
        try:
            saved = json.loads(saved)
        except (ValueError, RecursionError) as error:
            raise BadMatch("The match is not valid JSON.") from error
    if not isinstance(saved, Mapping):
        raise BadMatch("A saved match is a JSON object.")
    return saved


KINDS = {list: "a list", dict: "an object", str: "a text", int: "a whole number"}


def _field(data: Mapping[str, Any], key: str, kind: type[Any]) -> Any:
    value = data.get(key)
    if not isinstance(value, kind) or isinstance(value, bool) != (kind is bool):
        raise BadMatch(f"The match has no proper {key!r}; {KINDS[kind]} belongs there.")
    return value


def _draws(value: object, where: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Results and sides of the dice of an action."""

    def proper(pair: object) -> bool:
        return isinstance(pair, list) and len(pair) == 2 and all(type(n) is int and 1 <= n <= 32767 for n in pair)

    if not isinstance(value, list) or len(value) > 512 or not all(map(proper, value)):
        raise BadMatch(f"The dice of {where} are not a list of [result, sides].")
    return tuple(pair[0] for pair in value), tuple(pair[1] for pair in value)


def _sources(dice: Mapping[str, Any], recorded: list[list[int]], depth: int = 0) -> Source:
    """The dice of the match, and of those that it is a what-if of."""
    if "before" not in dice:
        return _source(dice, recorded)
    if depth == MOST:
        raise BadMatch(f"A match is at most a what-if of a what-if, {MOST} deep.")
    before = _field(dice, "before", dict)
    number, seat = _field(before, "number", int), _field(before, "seat", int)
    if not 0 <= number < len(recorded) or seat < 0:
        raise BadMatch("The match says that it goes on from an action that it does not have.")
    anew = _draws(before["anew"], "what was dealt anew") if "anew" in before else None
    first = _sources(_field(before, "dice", dict), recorded[: number + 1], depth + 1)
    drawn = [list(anew[0]) if anew else [], *recorded[1:]]
    return Onward(first, _source(dice, drawn), number, seat, anew and tuple(zip(*anew, strict=True)))


def _source(dice: Mapping[str, Any], recorded: list[list[int]]) -> Source:
    """Dice made again from seed or secret where they are known, else as recorded."""
    try:
        if dice.get("kind") == "seeded":
            return Seeded(dice["seed"])
        if dice.get("kind") == "tape":
            return Tape(_field(dice, "results", list))
        if dice.get("kind") == "chosen":
            return Chosen(_field(dice, "results", list), dice["seed"])
        if dice.get("kind") == "keyed" and "secret" in dice:
            keyed = Keyed(bytes.fromhex(dice["secret"]), _id(dice, "match"), _contributions(dice))
            if keyed.commitment != dice.get("commitment"):
                raise BadMatch("The secret is not the one that the table committed to.")
            return keyed
        if dice.get("kind") == "keyed":
            return Sealed(dice, recorded)
    except (KeyError, TypeError, ValueError) as error:
        raise error if isinstance(error, BadMatch) else BadMatch("The match's dice can't be read.") from error
    return Recorded(recorded)


class Sealed(Recorded):
    """The recorded dice of a table whose secret is not published yet."""

    def __init__(self, header: Mapping[str, Any], draws: list[list[int]]) -> None:
        super().__init__(draws)
        self._header = {key: header[key] for key in ("kind", "scheme", "match", "commitment", "contributions")}

    def describe(self, secret: bool) -> dict[str, Any]:
        return dict(self._header)


def _contributions(dice: Mapping[str, Any]) -> list[str]:
    contributions: list[str] = _field(dice, "contributions", list)
    if len(contributions) > 16 or not all(isinstance(c, str) and len(c) <= 200 for c in contributions):
        raise BadMatch("The seats' contributions are not short texts.")
    return contributions
