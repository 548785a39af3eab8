"""Short interpreted games that nobody watches: what an author's functions do when the house calls them.

`check_game` tries every game so, once its names and settings are in order. The first fault ends the trial.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..errors import BadSetting
from .engine import DiceBox, Position, engine_of
from .game import Game
from .settings import Value, short
from .sources import Seeded
from .telling import Option, Prompt, Told

SEEDS = (0, 1)
ACTIONS = 60


def tried(game: Game) -> Iterator[str]:
    """The first fault of a few random games. A game that measures is only dealt: each of its throws takes long."""
    numbers = (game.usual,) if game.engine else dict.fromkeys((game.usual, *game.players))
    for players in numbers:
        for seed in SEEDS[:1] if game.engine else SEEDS:
            if found := _Trial(game, players, seed).fault():
                yield found
                return


class _Fault(Exception):
    """What is wrong, as a sentence."""


class _Trial:
    """One random match, seen by all."""

    def __init__(self, game: Game, players: int, seed: int) -> None:
        self.game, self.players, self.low = game, players, seed % 2 == 1
        self.position, self.box = Position(game), DiceBox()
        self.source, self.luck = Seeded(seed), random.Random(seed)
        self.names = [f"Player {seat + 1}" for seat in range(players)]
        self.told: list[Told] = []
        self.doing = ""  # what was called last
        self.moment = "before the deal"
        self.since = "after the deal"

    def fault(self) -> str:
        """The first thing that is wrong, as a sentence; empty if nothing is."""
        try:
            settings = self._settings()
            if settings is not None:  # else the standard settings are for other numbers
                self._play(settings)
        except _Fault as fault:
            return str(fault)
        except Exception as error:
            why = f"{type(error).__name__}: {str(error)[:200]}".rstrip(".")
            return f"{self.doing} fails {self.moment}: {why}."
        return ""

    def _settings(self) -> Mapping[str, Value] | None:
        """The standard ones; in every other game the numbers are as low as they go, so that it comes to its end."""
        self.doing = "check"
        lowest = {setting.key: setting.low for setting in self.game.settings if setting.kind == "number"}
        for given in (lowest, {}) if self.low else ({},):
            try:
                return self.game.agree(self.players, given)
            except BadSetting:
                continue
        return None

    def _play(self, settings: Mapping[str, Value]) -> None:
        self.doing = "engine" if self.game.engine else "rules.deal"
        self.engine = engine_of(self.game, False)
        self.source.prepare(self.box.dice, 0)
        self.engine.deal(self.position, self.players, settings, self.box)
        self.moment = "at the first position"
        for number in range(1, ACTIONS + 1):
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

    # --- what is called at every position

    def _tell(self) -> None:
        tell, after = self.game.hooks.tell, self.moment
        self.doing = "words.tell"
        for event in self.box.events():
            self.moment = f"at event {int(event.kind)}"
            told = tell(event, self.box.outcome) if self.game.engine else tell(event)
            _be("words.tell", told, Told)
            _be_plain("words.tell", dict(told.facts), "facts")
            self.told.append(told)
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
            raise _Fault(f"rules.acting names nobody {self.since}; {seats}.")
        if not asked and not over:
            raise _Fault(f"rules.acting names nobody {self.since}, and rules.over says that the game goes on.")
        if asked and over:
            raise _Fault(f"rules.acting names seat {asked[0]} {self.since}, and rules.over says that all is over.")
        return asked

    def _options(self, seat: int) -> list[tuple[int, str]]:
        """The actions of a seat with their texts."""
        self.doing = "rules.legal"
        actions = self.engine.legal(self.position, seat)
        if not actions:
            raise _Fault(f"rules.legal adds nothing for seat {seat}, which may act {self.since}.")
        texts: list[str] = []
        for action in actions:
            self.doing = "options.describe"
            option = self.game.hooks.describe(self.position.state, seat, action)
            _be("options.describe", option, Option)
            _be_plain("options.describe", dict(option.facts), "facts")
            self._typed(option.id)
            if option.id in texts:
                raise _Fault(f"options.describe gives two options the text {option.id!r}.")
            texts.append(option.id)
        return list(zip(actions, texts, strict=True))

    def _typed(self, text: object) -> None:
        """What people type is brought into its normal form, and must then be the option's text."""
        self.doing = "options.normal"
        if not isinstance(text, str):
            raise _Fault(f"options.describe gives {short(text)} as the text of an option.")
        normal = self.game.hooks.normal(text)
        if normal == text:
            return
        why = "texts are lower case with single spaces"
        if "normal" in self.game.hooks.own:
            why = f"options.normal makes {short(normal)} of it"
        raise _Fault(f"options.describe gives {text!r}, which no typed text can match: {why}.")

    def _prompts(self, asked: Sequence[int]) -> None:
        self.doing = "words.prompt"
        for seat in (None, *range(self.players)):
            _be("words.prompt", self.game.hooks.prompt(self.position.state, seat, asked, self.names), Prompt)

    def _views(self, asked: Sequence[int]) -> None:
        hooks = self.game.hooks
        self.doing = "view.view"
        views = set()
        for seat in (None, *range(self.players)):
            known = [each for each in self.told if each.audience is None or seat in each.audience]
            view = hooks.view(self.position.state, seat, asked, known)
            _be("view.view", view, dict)
            _be_plain("view.view", view)
            views.add(json.dumps(view))
        if len(views) > 1 and hooks.SAME_FOR_ALL:
            raise _Fault("view.py says SAME_FOR_ALL, but what it shows differs by seat.")
        if len(views) > 1 and "redeal" not in hooks.own and self.game.engine is None:
            raise _Fault("What the view shows differs by seat, so rules.py needs `redeal(state, seat, dice)`.")

    def _counts(self) -> None:
        self.doing = "rules.scores"
        self.engine.scores(self.position)
        self.doing = "rules.shares"
        self.engine.shares(self.position)


# --- what is given back


def _be(where: str, value: object, kind: type[Any]) -> None:
    if not isinstance(value, kind):
        given = "nothing" if value is None else short(value)
        raise _Fault(f"{where} gives {given}, and should give {'an' if kind is Option else 'a'} {kind.__name__}.")


def _be_plain(where: str, value: object, key: str = "") -> None:
    """All of it is what JSON can write, as the page, the plain page and saved matches need it."""
    if isinstance(value, dict):
        for name, each in value.items():
            if not isinstance(name, str | int):
                raise _Fault(f"{where} gives a dict{_at(key)} with the key {short(name)}: keys are texts.")
            _be_plain(where, each, f"{key}.{name}" if key else str(name))
    elif isinstance(value, list | tuple):
        for i, each in enumerate(value):
            _be_plain(where, each, f"{key}[{i}]")
    elif not (value is None or isinstance(value, str | int | float)):  # bool is an int
        what = f"{'an' if type(value).__name__[0] in 'aeiouAEIOU' else 'a'} {type(value).__name__}"
        raise _Fault(f"{where} gives {what}{_at(key)}: plain data is dict, list, text, numbers, bool and None.")


def _at(key: str) -> str:
    return f" at {key!r}" if key else ""
