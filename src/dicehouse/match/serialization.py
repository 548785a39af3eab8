"""Write saved matches and read them strictly. Replaying them shows whether they follow the rules."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..core import DiceSource, Game, Keyed, LessonDice, RecordedDice, Seeded, SettingValue, Tape
from ..errors import BadMatch, NoSuchGame, OtherRules, UnknownGame
from ..games import find, split_game_id
from ..text_format import shorten
from .fork import MAX_FORK_DEPTH, ForkDice
from .history import RULE_CHANGE_SEAT, PlayedAction

FORMAT = "dicehouse-match/1"
MAX_ACTIONS = 100_000
MAX_BYTES = 16 * 1024 * 1024


@dataclass(frozen=True)
class SavedMatch:
    """Hold a saved match as it was read: every field is well formed, but nothing is known yet about the rules."""

    game: str
    version: object
    players: int
    names: list[Any]
    settings: dict[str, Any]
    match_id: str
    source: DiceSource
    deal: tuple[int, ...]
    deal_sides: tuple[int, ...]
    actions: list[PlayedAction]
    scores: object


def write_match(
    *,
    game: Game,
    match_id: str,
    names: Sequence[str],
    settings: Mapping[str, SettingValue],
    dice: Mapping[str, Any],
    deal: tuple[Sequence[int], Sequence[int]],
    actions: Sequence[PlayedAction],
    scores: Sequence[int],
    over: bool,
) -> dict[str, Any]:
    """Return a match as plain data (JSON)."""
    return {
        "format": FORMAT,
        "id": match_id,
        "game": game.id,
        "version": game.version,
        "players": len(names),
        "names": list(names),
        "settings": dict(settings),
        "dice": dict(dice),
        "deal": _pair_draws(*deal),
        "actions": [_write_action(action) for action in actions],
        "scores": list(scores),
        "over": over,
    }


def _write_action(action: PlayedAction) -> dict[str, Any]:
    saved = {"seat": action.seat, "option": action.option, "draws": _pair_draws(action.draws, action.sides)}
    return saved if action.outcome is None else saved | {"outcome": action.outcome}


def _pair_draws(draws: Sequence[int], sides: Sequence[int]) -> list[list[int]]:
    return [list(pair) for pair in zip(draws, sides, strict=True)]


def read_match(saved: Mapping[str, Any] | str | bytes) -> SavedMatch:
    """Read a saved match from plain data or its JSON text. Raise BadMatch if it is malformed."""
    data = _read_json_object(saved)
    if data.get("format") != FORMAT:
        raise BadMatch(f"This isn't a match in the format {FORMAT}.")
    listed = _read_field(data, "actions", list)
    if len(listed) > MAX_ACTIONS:
        raise BadMatch(f"A match can have at most {MAX_ACTIONS:,} actions.")
    deal, deal_sides = _read_draws(data.get("deal"), "the deal")
    actions = [_read_action(action, number) for number, action in enumerate(listed, 1)]
    return SavedMatch(
        game=_read_field(data, "game", str),
        version=data.get("version"),
        players=_read_field(data, "players", int),
        names=_read_field(data, "names", list),
        settings=_read_field(data, "settings", dict),
        match_id=_read_id(data, "id"),
        source=_read_fork_dice(
            _read_field(data, "dice", dict), [list(deal), *(list(action.draws) for action in actions)]
        ),
        deal=deal,
        deal_sides=deal_sides,
        actions=actions,
        scores=data.get("scores"),
    )


def _read_action(action: object, number: int) -> PlayedAction:
    if not isinstance(action, dict):
        raise BadMatch(f"Action {number} must be an object.")
    outcome = action.get("outcome")
    if outcome is not None and not isinstance(outcome, dict):
        raise BadMatch("The outcome of an action must be an object.")
    draws, sides = _read_draws(action.get("draws"), f"action {number}")
    return PlayedAction(_read_field(action, "seat", int), _read_field(action, "option", str), draws, sides, outcome)


def check_single_version(data: SavedMatch) -> None:
    """Raise OtherRules if the match was continued under corrected rules."""
    for number, action in enumerate(data.actions):
        if action.seat == RULE_CHANGE_SEAT:
            raise OtherRules(number)


def find_game_of_match(data: SavedMatch) -> Game:
    """Return the game of a saved match, by the rules it was played by. Raise BadMatch if they are not available."""
    try:
        game = find(data.game)
    except UnknownGame as error:
        base, rule = split_game_id(data.game)
        needs = f"was played with the house rule {rule}. Name its file, as in --rule {rule}.py."
        raise NoSuchGame(f"This match of {find(base).name} {needs}" if rule else str(error)) from error
    check_single_version(data)
    if data.version == game.version:
        return game
    (was, _, text), (_, rule) = str(data.version).partition("+"), split_game_id(game.id)
    if rule and text and was == game.version.partition("+")[0]:
        raise BadMatch(f"The house rule {rule} has changed since this match was played. Use the file as it was then.")
    raise BadMatch(
        f"The match was played with version {shorten(data.version)} of the rules; this is version {game.version!r}."
    )


def check_draws(played: Sequence[int], recorded: Sequence[int], where: str) -> None:
    """Raise BadMatch if the dice `played` differ from those `recorded`; `where` names the action."""
    if list(played) != list(recorded):
        raise BadMatch(f"The dice of {where} are {list(recorded)}, but the match's own source gives {list(played)}.")


def _read_id(data: Mapping[str, Any], key: str) -> str:
    found: str = _read_field(data, key, str)
    if not 1 <= len(found) <= 64 or not found.isascii() or not found.isprintable():
        raise BadMatch("The match's id must be a short text of printable characters.")
    return found


def _read_json_object(saved: Mapping[str, Any] | str | bytes) -> Mapping[str, Any]:
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


TYPE_WORDS = {list: "a list", dict: "an object", str: "a text", int: "a whole number"}


def _read_field(data: Mapping[str, Any], key: str, kind: type[Any]) -> Any:
    value = data.get(key)
    if not isinstance(value, kind) or isinstance(value, bool) != (kind is bool):
        raise BadMatch(f"The match's {key!r} must be {TYPE_WORDS[kind]}.")
    return value


def _read_draws(value: object, where: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the results and the sides of the dice of an action."""

    def proper(pair: object) -> bool:
        return isinstance(pair, list) and len(pair) == 2 and all(type(n) is int and 1 <= n <= 32767 for n in pair)

    if not isinstance(value, list) or len(value) > 512 or not all(map(proper, value)):
        raise BadMatch(f"The dice of {where} must be a list of pairs [result, sides].")
    return tuple(pair[0] for pair in value), tuple(pair[1] for pair in value)


def _read_fork_dice(dice: Mapping[str, Any], recorded: list[list[int]], depth: int = 0) -> DiceSource:
    """Return the dice source of a match, including those of the matches it was forked from."""
    if "before" not in dice:
        return _read_dice(dice, recorded)
    if depth == MAX_FORK_DEPTH:
        raise BadMatch(f"What-ifs can be nested at most {MAX_FORK_DEPTH} deep.")
    before = _read_field(dice, "before", dict)
    number, seat = _read_field(before, "number", int), _read_field(before, "seat", int)
    if not 0 <= number < len(recorded) or seat < 0:
        raise BadMatch("The match continues from an action that it doesn't have.")
    resampling = _read_draws(before["anew"], "what was dealt anew") if "anew" in before else None
    first = _read_fork_dice(_read_field(before, "dice", dict), recorded[: number + 1], depth + 1)
    drawn = [list(resampling[0]) if resampling else [], *recorded[1:]]
    return ForkDice(first, _read_dice(dice, drawn), number, seat, resampling and tuple(zip(*resampling, strict=True)))


def _read_dice(dice: Mapping[str, Any], recorded: list[list[int]]) -> DiceSource:
    """Return a dice source from its seed or secret if that is known, or from the recorded dice."""
    try:
        if dice.get("kind") == "seeded":
            return Seeded(dice["seed"])
        if dice.get("kind") == "tape":
            return Tape(_read_field(dice, "results", list))
        if dice.get("kind") == "chosen":
            return LessonDice(_read_field(dice, "results", list), dice["seed"])
        if dice.get("kind") == "keyed" and "secret" in dice:
            keyed = Keyed(bytes.fromhex(dice["secret"]), _read_id(dice, "match"), _read_client_seeds(dice))
            if keyed.commitment != dice.get("commitment"):
                raise BadMatch("The secret doesn't match the table's commitment.")
            return keyed
        if dice.get("kind") == "keyed":
            return UnrevealedDice(dice, recorded)
    except (KeyError, TypeError, ValueError) as error:
        raise error if isinstance(error, BadMatch) else BadMatch("The match's dice can't be read.") from error
    return RecordedDice(recorded)


class UnrevealedDice(RecordedDice):
    """Replay the recorded dice of a table whose secret is not published yet."""

    def __init__(self, header: Mapping[str, Any], draws: list[list[int]]) -> None:
        super().__init__(draws)
        self._header = {key: header[key] for key in ("kind", "scheme", "match", "commitment", "contributions")}

    def describe(self, secret: bool) -> dict[str, Any]:
        return dict(self._header)


def _read_client_seeds(dice: Mapping[str, Any]) -> list[str]:
    contributions: list[str] = _read_field(dice, "contributions", list)
    if len(contributions) > 16 or not all(isinstance(c, str) and len(c) <= 200 for c in contributions):
        raise BadMatch("The seats' client seeds must be short texts.")
    return contributions


def list_fork_points(dice: Mapping[str, Any]) -> list[tuple[int, int]]:
    """Return where the forks of a saved match with these `dice` begin, the latest first: number of actions and seat."""
    before = dice.get("before")
    return [] if before is None else [(before["number"], before["seat"]), *list_fork_points(before["dice"])]


def truncate_history(saved: Mapping[str, Any], number: int) -> dict[str, Any]:
    """Return the saved match with only its first `number` actions."""
    dice = saved["dice"]
    while "before" in dice and dice["before"]["number"] > number:
        dice = dice["before"]["dice"]
    kept = {key: value for key, value in saved.items() if key not in ("scores", "over")}
    return {**kept, "dice": dice, "actions": saved["actions"][:number]}


def fork_saved_match(
    saved: Mapping[str, Any], number: int, seat: int, dice: Mapping[str, Any], **header: Any
) -> dict[str, Any]:
    """Return the saved match up to `number` actions, to be continued by `seat` with these `dice`. Raise BadMatch if it
    is forked too often.
    """
    kept = truncate_history(saved, number)
    first = kept["dice"]
    if list_fork_points(first)[:1] == [(number, seat)]:  # the same fork again
        first = first["before"]["dice"]
    if len(list_fork_points(first)) >= MAX_FORK_DEPTH:
        raise BadMatch(
            f"This is a what-if of a what-if, {MAX_FORK_DEPTH} deep; play on from the game that was really played."
        )
    return {**kept, **header, "dice": {**dice, "before": {"number": number, "seat": seat, "dice": first}}}


def truncate_saved_match(saved: SavedMatch, number: int) -> SavedMatch:
    """Return `saved` with only its first `number` actions."""
    return replace(saved, actions=saved.actions[:number], scores=None)
