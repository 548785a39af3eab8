"""Reading saved matches: strict about the form, exact about the replay."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from .errors import BadMatch, DicehouseError
from .games import find
from .kit import Keyed, Recorded, Seeded, Source, Tape
from .kit.settings import short
from .match import FORMAT, MAX_ACTIONS, Match

MAX_BYTES = 16 * 1024 * 1024


def replay(saved: Mapping[str, Any] | str | bytes) -> Match:
    """The match of a saved form, replayed from its deal; BadMatch says what is wrong."""
    data = _read(saved)
    if data.get("format") != FORMAT:
        raise BadMatch(f"This is no match of the format {FORMAT}.")
    actions = _field(data, "actions", list)
    if len(actions) > MAX_ACTIONS:
        raise BadMatch(f"A match has at most {MAX_ACTIONS:,} actions.")
    deal, draws = _draws(data.get("deal"), "the deal"), []
    for number, action in enumerate(actions, 1):
        if not isinstance(action, dict):
            raise BadMatch(f"Action {number} is not an object.")
        draws.append(_draws(action.get("draws"), f"action {number}"))
    source = _source(data, [deal, *draws])
    try:
        match = _start(data, source)
        for number, action in enumerate(actions, 1):
            match.play(_field(action, "seat", int), _field(action, "option", str), _outcome(match, action))
            _compare(list(match.actions[-1].draws), draws[number - 1], f"action {number}")
    except BadMatch:
        raise
    except DicehouseError as error:
        raise BadMatch(f"The match does not follow the rules: {error}") from error
    _compare(list(match.deal_draws), deal, "the deal")
    if "scores" in data and data["scores"] != match.scores():
        raise BadMatch(f"The match says the scores are {short(data['scores'])}, the replay gives {match.scores()}.")
    return match


def _start(data: Mapping[str, Any], source: Source) -> Match:
    game = find(_field(data, "game", str))
    if data.get("version") != game.version:
        raise BadMatch(
            f"The match was played by version {short(data.get('version'))} of the rules, this is {game.version!r}."
        )
    names = _field(data, "names", list)
    match_id = _id(data, "id")
    return Match(game, _field(data, "players", int), _field(data, "settings", dict), source, names, match_id)


def _id(data: Mapping[str, Any], key: str) -> str:
    found: str = _field(data, key, str)
    if not 1 <= len(found) <= 64 or not found.isascii() or not found.isprintable():
        raise BadMatch("The match's id is not a short plain text.")
    return found


def _outcome(match: Match, action: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """What was measured in an action: only in games that measure, and there always, even if that was nothing."""
    if match.game.engine is None:
        return None
    outcome = action.get("outcome")
    if outcome is not None and not isinstance(outcome, dict):
        raise BadMatch("The outcome of an action is not an object.")
    return outcome or {}


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


def _field(data: Mapping[str, Any], key: str, kind: type[Any]) -> Any:
    value = data.get(key)
    if not isinstance(value, kind) or isinstance(value, bool) != (kind is bool):
        raise BadMatch(f"The match has no proper {key!r} ({kind.__name__} expected).")
    return value


def _draws(value: object, where: str) -> list[int]:
    def proper(pair: object) -> bool:
        return isinstance(pair, list) and len(pair) == 2 and all(type(n) is int and 1 <= n <= 32767 for n in pair)

    if not isinstance(value, list) or len(value) > 512 or not all(map(proper, value)):
        raise BadMatch(f"The dice of {where} are not a list of [result, sides].")
    return [pair[0] for pair in value]


def _source(data: Mapping[str, Any], recorded: list[list[int]]) -> Source:
    """The dice of the match: made again from seed or secret where they are known, else as recorded."""
    dice = _field(data, "dice", dict)
    try:
        if dice.get("kind") == "seeded":
            return Seeded(dice["seed"])
        if dice.get("kind") == "tape":
            return Tape(_field(dice, "results", list))
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


def _compare(played: list[int], recorded: list[int], where: str) -> None:
    if played != recorded:
        raise BadMatch(f"The dice of {where} are {recorded}, but the match's own source gives {played}.")
