"""What a study plays: its cells, and which of them play the same games."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from dicehouse.bots.making import check
from dicehouse.bots.minds import quick
from dicehouse.errors import BadSetting
from dicehouse.kit import DiceBox, Game, Item, Position, Seeded, engine_of
from dicehouse.kit.items import GRANTED
from dicehouse.kit.playout import MAX_DECISIONS, check_seed
from dicehouse.kit.settings import Value, people, short

from .chosen import unusual
from .wording import typed

MOST_CELLS = 512
MOST_GAMES = 10_000_000
MOST_LEVELS = 8
AT_ONCE = 256  # games of a chunk, all its cells together
STANDARD = "as usual"


@dataclass(frozen=True)
class Cell:
    """One variant for one number of players: what is played, by whom, and what one seat is given or denied.

    `changed` are the settings that the study varies. In a cell of `levels` every game seats one bot among others of one
    kind, each pair of bots in turn.
    """

    game: Game
    players: int
    settings: Mapping[str, Value]
    changed: Mapping[str, Value]
    bots: tuple[str, ...]
    rule: str | None = None
    item: Item | None = None
    levels: bool = False

    @property
    def name(self) -> str:
        """What tells it from the others, in words."""
        parts = [f"{key}={typed(value)}" for key, value in self.changed.items()]
        parts = [*([self.rule] if self.rule else []), *parts]
        if not parts:  # then what was set for all is what tells it from a usual game
            set_for_all = unusual(self.game, self.settings)
            parts = [f"{key}={typed(value)}" for key, value in set_for_all.items()]
        if self.item is not None:
            parts.append(f"{self.item.name} {self.item.experiment}")
        if self.levels:
            parts.append("levels of play")
        return f"{', '.join(parts or [STANDARD])}, {people(self.players)}"


def is_compiled(cell: Cell) -> bool:
    """Whether its games run in compiled code; else they are played as a table plays them, one decision at a time."""
    return cell.game.engine is None and all(bot in quick(cell.game) for bot in cell.bots)


@dataclass(frozen=True)
class Plan:
    """All cells of a study; those of a family play the same games with the same dice, and the first is the base."""

    cells: tuple[Cell, ...]
    families: tuple[tuple[int, ...], ...]
    games: int
    seed: int
    cap: int = MAX_DECISIONS
    weighed: int = 0  # games whose choices are weighed, of each variant

    @property
    def size(self) -> int:
        """How many games of each of its cells a chunk has: of slow ones one, so that time and ^C are heeded soon."""
        if not all(map(is_compiled, self.cells)):
            return 1
        return max(1, AT_ONCE // max(len(family) for family in self.families))


@dataclass(frozen=True)
class Asked:
    """What a study is asked to play."""

    games: Sequence[Game]
    rules: Sequence[str | None]
    vary: Mapping[str, Sequence[object]]
    settings: Mapping[str, object]
    players: Sequence[int]
    bots: tuple[str, ...]
    levels: tuple[str, ...]
    items: Sequence[str]
    number: int
    seed: int
    cap: int = MAX_DECISIONS
    weighed: int = 0


def plan(asked: Asked) -> Plan:
    """The cells of a study; BadSetting in one sentence if something can't be played."""
    _check(asked)
    cells: list[Cell] = []
    families = []
    for players in asked.players:
        family = list(_variants(asked, players))
        _check_size(len(family))
        family.insert(0, family.pop(_base(family)))
        base = family[0]
        if (asked.items or asked.weighed) and not is_compiled(base):
            raise BadSetting("What is worth how much is tried where bots and rules are compiled: without a search.")
        family += [replace(base, item=item) for item in _items(base, asked)]
        family += [replace(base, bots=asked.levels, levels=True)] if asked.levels and players > 1 else []
        families.append(tuple(range(len(cells), len(cells) + len(family))))
        cells += family
        _check_size(len(cells))
    return Plan(tuple(cells), tuple(families), asked.number, int(asked.seed), asked.cap, asked.weighed)


def _check(asked: Asked) -> None:
    check_seed(asked.seed)
    for bot, game, players in product((*asked.bots, *asked.levels), asked.games, asked.players):
        check(bot, game, players)
    if not 1 <= asked.number <= MOST_GAMES:
        raise BadSetting(f"A study plays 1 to {MOST_GAMES:,} games of each variant, not {asked.number:,}.")
    if not asked.players or len(set(asked.players)) < len(asked.players):
        raise BadSetting("Name each number of players once.")
    if asked.levels and not 2 <= len(set(asked.levels)) == len(asked.levels) <= MOST_LEVELS:
        raise BadSetting(f"Skill is measured among 2 to {MOST_LEVELS} levels of play, each named once.")
    if not 0 <= asked.weighed <= MOST_GAMES:
        raise BadSetting(f"Choices are weighed in 0 to {MOST_GAMES:,} games, not {asked.weighed:,}.")
    for key, values in asked.vary.items():
        if not values or key in asked.settings:
            raise BadSetting(f"The setting {short(key)} has either one value or several that it varies over.")
    for players in asked.players:
        if not 1 <= len(asked.bots) <= max(players, 1):
            number = f"at most {players}, not {len(asked.bots)}"
            raise BadSetting(f"For {people(players)} name at least one bot and {number}.")


def _check_size(cells: int) -> None:
    if cells > MOST_CELLS:
        raise BadSetting(f"These are {cells:,} variants or more; a study has at most {MOST_CELLS}.")


def _variants(asked: Asked, players: int) -> Iterator[Cell]:
    added = {setting.key for game in asked.games for setting in game.settings}
    for game, rule in zip(asked.games, asked.rules, strict=True):
        lacks = added - {setting.key for setting in game.settings}  # settings that only another rule has
        vary = {key: values for key, values in asked.vary.items() if key not in lacks}
        settings = {key: value for key, value in asked.settings.items() if key not in lacks}
        seen = []
        for values in product(*vary.values()):
            chosen = dict(zip(vary, values, strict=True))
            agreed = game.agree(players, {**settings, **chosen})
            changed = {key: agreed[key] for key in chosen}
            if changed in seen:
                raise BadSetting(f"A setting is named with the same value twice: {', '.join(map(str, values))}.")
            seen.append(changed)
            yield Cell(game, players, agreed, changed, asked.bots, rule)
            _check_size(len(seen))


def _base(cells: Sequence[Cell]) -> int:
    """What the others are compared with: the variant in which all is as usual, else the first."""
    for place, cell in enumerate(cells):
        usual = {setting.key: setting.default for setting in cell.game.settings}
        if cell.rule is None and all(usual[key] == value for key, value in cell.changed.items()):
            return place
    return 0


def _items(base: Cell, asked: Asked) -> list[Item]:
    """The items of these ids or groups; "all" are all of them. Of a group those that these settings have."""
    game = base.game
    known: tuple[Item, ...] = game.hooks.ITEMS
    found: dict[str, Item] = {}
    for word in asked.items:
        named = [item for item in known if word.lower() in ("all", item.id, item.name.lower(), item.group.lower())]
        there = [item for item in named if _can_be_handed_out(base, item, asked.seed)]
        if not named:
            raise BadSetting(f"{game.name} has nothing called {short(word)} to grant or deny; {_named(known)}.")
        if not there:
            raise BadSetting(f"{named[0].name} can't be {named[0].experiment} under these settings.")
        found |= {item.id: item for item in there}
    return list(found.values())


def _named(known: Sequence[Item]) -> str:
    """What may be asked for."""
    if not known:
        return "it names nothing of the kind"
    kinds = sorted({item.group.lower() for item in known})
    return f"there are {', '.join(kinds)}, all, and each by its name, such as {known[0].id}"


def _can_be_handed_out(base: Cell, item: Item, seed: int) -> bool:
    """Whether there is such a thing under these settings, by a deal."""
    engine, position, box = engine_of(base.game, False), Position(base.game), DiceBox(written=False)
    Seeded(seed).prepare(box.dice, 0)
    engine.deal(position, base.players, base.game.complete(base.settings), box)
    luck = random.Random(seed)
    return bool(base.game.hooks.hand_out(position.state, 0, item.id, item.experiment == GRANTED, luck))
