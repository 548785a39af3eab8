"""Find faults in an author's functions by calling them in a few short random games, interpreted.

`check_game` does so once the game's names and settings are in order. The first fault ends the trial.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..core.dice_sources import Seeded
from ..core.game import Game
from ..core.log_entry import LogEntry
from ..core.option import Option, Prompt
from ..core.settings import SettingValue
from ..errors import BadSetting
from ..text_format import shorten
from .engine import DiceBox, engine_of
from .position import Position

SEEDS = (0, 1)
MAX_ACTIONS_PLAYED = 60


def random_play_faults(game: Game) -> Iterator[str]:
    """Yield the first fault of a few random games.

    A game that measures its outcomes is only dealt, because each of its throws takes long.
    """
    numbers = (game.usual,) if game.engine else dict.fromkeys((game.usual, *game.players))
    for players in numbers:
        for seed in SEEDS[:1] if game.engine else SEEDS:
            if found := _RandomPlay(game, players, seed).fault():
                yield found
                return


class _Fault(Exception):
    """Carry a fault as a sentence."""


class _RandomPlay:
    """Play one random match and call every hook for all seats."""

    def __init__(self, game: Game, players: int, seed: int) -> None:
        self.game, self.players, self.low = game, players, seed % 2 == 1
        self.position, self.box = Position(game), DiceBox()
        self.source, self.luck = Seeded(seed), random.Random(seed)
        self.names = [f"Player {seat + 1}" for seat in range(players)]
        self.log: list[LogEntry] = []
        self.doing = ""  # the latest call
        self.moment = "before the deal"
        self.since = "after the deal"

    def fault(self) -> str:
        """Return the first fault as a sentence; an empty text if there is none."""
        try:
            settings = self._settings()
            if settings is not None:  # if not, the standard settings are for other numbers of players
                self._play(settings)
        except _Fault as fault:
            return str(fault)
        except Exception as error:
            why = f"{type(error).__name__}: {str(error)[:200]}".rstrip(".")
            return f"{self.doing} fails {self.moment}: {why}."
        return ""

    def _settings(self) -> Mapping[str, SettingValue] | None:
        """Return the standard settings; for every other game with the lowest numbers, so that it ends soon."""
        self.doing = "check"
        lowest = {setting.key: setting.low for setting in self.game.settings if setting.kind == "number"}
        for given in (lowest, {}) if self.low else ({},):
            try:
                return self.game.settings_for(self.players, given)
            except BadSetting:
                continue
        return None

    def _play(self, settings: Mapping[str, SettingValue]) -> None:
        self.doing = "engine" if self.game.engine else "rules.deal"
        self.engine = engine_of(self.game, False)
        self.source.prepare(self.box.dice, 0)
        self.engine.deal(self.position, self.players, settings, self.box)
        self.moment = "at the first position"
        for number in range(1, MAX_ACTIONS_PLAYED + 1):
            self._tell()
            asked = self._asked(number == 1)
            options = {seat: self._options(seat) for seat in asked}
            self._prompts(asked)
            self._views(asked)
            self._counts()
            if not asked or self.game.engine:
                return
            seat = self.luck.choice(asked)
            action, text = self.luck.choice(options[seat])
            self._apply(seat, action, text, number)

    def _apply(self, seat: int, action: int, text: str, number: int) -> None:
        self.doing, self.moment = "rules.apply", f"at {text!r}"
        self.box.clear()
        self.source.prepare(self.box.dice, number)
        self.engine.apply(self.position, seat, action, self.box)
        self.moment = self.since = f"after {text!r}"

    # --- calls at every position

    def _tell(self) -> None:
        log_entry, names, after = self.game.hooks.log_entry, self.game.hooks.EVENT_NAMES, self.moment
        self.doing = "presentation.log_entry"
        for event in self.box.events():
            self.moment = f"at event {int(event.kind)}"
            entry = log_entry(event, self.box.outcome) if self.game.engine else log_entry(event)
            _require_type(self.doing, entry, LogEntry)
            _require_plain_data(self.doing, dict(entry.facts), "facts")
            if names and int(event.kind) not in names:
                raise _Fault(f"presentation.EVENT_NAMES lacks event {int(event.kind)}, the {entry.kind!r} of the log.")
            self.log.append(entry)
        self.moment = after

    def _asked(self, first: bool) -> tuple[int, ...]:
        self.doing = "rules.over"
        over = self.engine.over(self.position)
        self.doing = "rules.acting"
        asked = self.engine.acting(self.position)
        if asked and asked[-1] >= self.players:
            seats = f"it is a mask of the seats 0 to {self.players - 1}"
            raise _Fault(f"rules.acting names seat {asked[-1]} {self.since}; {seats}.")
        if not asked and first:
            seats = f"it is a mask of the seats 0 to {self.players - 1}"
            raise _Fault(f"rules.acting names no seat {self.since}; {seats}.")
        if not asked and not over:
            raise _Fault(f"rules.acting names no seat {self.since}, but rules.over says that the game goes on.")
        if asked and over:
            raise _Fault(f"rules.acting names seat {asked[0]} {self.since}, but rules.over says that the game is over.")
        return asked

    def _options(self, seat: int) -> list[tuple[int, str]]:
        """Return the actions of a seat with their texts."""
        self.doing = "rules.legal"
        actions = self.engine.legal(self.position, seat)
        if not actions:
            raise _Fault(f"rules.legal adds nothing for seat {seat}, which may act {self.since}.")
        texts: list[str] = []
        for action in actions:
            self.doing = "presentation.describe_action"
            option = self.game.hooks.describe_action(self.position.state, seat, action)
            _require_type("presentation.describe_action", option, Option)
            _require_plain_data("presentation.describe_action", dict(option.facts), "facts")
            self._typed(option.id)
            if option.id in texts:
                raise _Fault(f"presentation.describe_action gives two options the text {option.id!r}.")
            texts.append(option.id)
        return list(zip(actions, texts, strict=True))

    def _typed(self, text: object) -> None:
        """Check that `text` in its normal form is still the option's text."""
        self.doing = "presentation.normal"
        if not isinstance(text, str):
            raise _Fault(f"presentation.describe_action gives {shorten(text)} as the text of an option.")
        normal = self.game.hooks.normal(text)
        if normal == text:
            return
        why = "texts must be in lower case with single spaces"
        if "normal" in self.game.hooks.own:
            why = f"presentation.normal makes {shorten(normal)} of it"
        raise _Fault(f"presentation.describe_action gives {text!r}, which no typed text can match: {why}.")

    def _prompts(self, asked: Sequence[int]) -> None:
        self.doing = "presentation.prompt"
        for seat in (None, *range(self.players)):
            prompt = self.game.hooks.prompt(self.position.state, seat, asked, self.names)
            _require_type(self.doing, prompt, Prompt)

    def _views(self, asked: Sequence[int]) -> None:
        hooks = self.game.hooks
        self.doing = "presentation.view"
        views = set()
        for seat in (None, *range(self.players)):
            known = [each for each in self.log if each.readers is None or seat in each.readers]
            view = hooks.view(self.position.state, seat, asked, known)
            _require_type("presentation.view", view, dict)
            _require_plain_data("presentation.view", view)
            views.add(json.dumps(view))
        if len(views) > 1 and hooks.SAME_FOR_ALL:
            raise _Fault("presentation says SAME_FOR_ALL, but the view differs by seat.")
        if len(views) > 1 and "resample_hidden" not in hooks.own and self.game.engine is None:
            raise _Fault("The view differs by seat, so the rules need `resample_hidden(state, seat, dice)`.")

    def _counts(self) -> None:
        self.doing = "rules.points"
        self.engine.points(self.position)
        self.doing = "rules.returns"
        self.engine.returns(self.position)


# --- returned values


def _require_type(where: str, value: object, kind: type[Any]) -> None:
    if not isinstance(value, kind):
        given = "nothing" if value is None else shorten(value)
        raise _Fault(f"{where} returns {given}, but should return {'an' if kind is Option else 'a'} {kind.__name__}.")


def _require_plain_data(where: str, value: object, key: str = "") -> None:
    """Check that all of `value` can be written as JSON, for pages and saved matches."""
    if isinstance(value, dict):
        for name, each in value.items():
            if not isinstance(name, str | int):
                raise _Fault(f"{where} returns a dict{_at(key)} with the key {shorten(name)}: keys must be texts.")
            _require_plain_data(where, each, f"{key}.{name}" if key else str(name))
    elif isinstance(value, list | tuple):
        for i, each in enumerate(value):
            _require_plain_data(where, each, f"{key}[{i}]")
    elif not (value is None or isinstance(value, str | int | float)):  # bool is an int
        what = f"{'an' if type(value).__name__[0] in 'aeiouAEIOU' else 'a'} {type(value).__name__}"
        raise _Fault(f"{where} returns {what}{_at(key)}: plain data has only dict, list, text, numbers, bool and None.")


def _at(key: str) -> str:
    return f" at {key!r}" if key else ""
