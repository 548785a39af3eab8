"""Plan what a study plays: its cells, and which of them play the same games."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import combinations, product

from dicehouse.bots.factory import check_bot
from dicehouse.bots.named_opponents import compiled_bots
from dicehouse.core import ExperimentItem, Game, Seeded
from dicehouse.core.experiment_items import GRANTED
from dicehouse.core.settings import SettingValue
from dicehouse.engine import DiceBox, Position, engine_of
from dicehouse.engine.playouts import MAX_DECISIONS, check_seed
from dicehouse.errors import BadSetting
from dicehouse.text_format import count_players, shorten

MAX_CELLS = 512
MAX_GAMES = 10_000_000
MAX_LEVELS = 8
MAX_KINDS = 4  # kinds of player
GAMES_PER_CHUNK = 256  # games of a chunk, over all its cells
AS_USUAL = "as usual"


@dataclass(frozen=True)
class PlannedCell:
    """Hold one variant for one number of players: the game, the bots, and the item that one seat is given or denied.

    `changed` are the settings that the study varies. In a cell of `levels` every game seats one bot among others of one
    kind, each pair of bots in turn. `kind` is the kind of player if the study compares several, otherwise empty.
    """

    game: Game
    players: int
    settings: Mapping[str, SettingValue]
    changed: Mapping[str, SettingValue]
    bots: tuple[str, ...]
    rule: str | None = None
    item: ExperimentItem | None = None
    levels: bool = False
    kind: str = ""

    @property
    def name(self) -> str:
        """Return what tells the cell from the others, in words."""
        parts = [f"{key}={format_typed_value(value)}" for key, value in self.changed.items()]
        parts = [*([self.rule] if self.rule else []), *parts]
        if not parts:  # nothing is varied: name the cell by the settings that differ from the defaults
            set_for_all = non_default_settings(self.game, self.settings)
            parts = [f"{key}={format_typed_value(value)}" for key, value in set_for_all.items()]
        if self.item is not None:
            parts.append(f"{self.item.name} {self.item.experiment}")
        if self.levels:
            parts.append("levels of play")
        kind = [f"{self.kind} bots"] if self.kind else []
        return ", ".join([*(parts or [AS_USUAL]), count_players(self.players), *kind])


def plays_compiled(cell: PlannedCell) -> bool:
    """Return whether the games of a cell run in compiled code; the others are played one decision at a time."""
    return cell.game.engine is None and all(bot in compiled_bots(cell.game) for bot in cell.bots)


@dataclass(frozen=True)
class StudyPlan:
    """Hold all cells of a study; those of a family play the same games with the same dice, the first is the base."""

    cells: tuple[PlannedCell, ...]
    families: tuple[tuple[int, ...], ...]
    games: int
    seed: int
    cap: int = MAX_DECISIONS
    weighed: int = 0  # games of each variant in which choices are weighed

    @property
    def size(self) -> int:
        """Return how many games of each of its cells a chunk has: one where games are slow, so that a stop is heeded
        soon.
        """
        if not all(map(plays_compiled, self.cells)):
            return 1
        return max(1, GAMES_PER_CHUNK // max(len(family) for family in self.families))


@dataclass(frozen=True)
class StudyRequest:
    """Hold what a study is asked to play."""

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
    kinds: tuple[str, ...] = ()

    @property
    def players_named(self) -> tuple[str, ...]:
        """Return the bots that play: one of each kind, or those that share each game."""
        return self.kinds or self.bots


def plan_study(asked: StudyRequest) -> StudyPlan:
    """Return the plan of a study. Raise BadSetting, with one sentence, if something can't be played."""
    _check_request(asked)
    cells: list[PlannedCell] = []
    families = []
    for players, kind in product(asked.players, asked.kinds or ("",)):
        family = list(_variant_cells(asked, players, kind))
        _check_cell_count(len(family))
        family.insert(0, family.pop(_base_index(family)))
        base = family[0]
        if (asked.items or asked.weighed) and not plays_compiled(base):
            raise BadSetting("--worth needs bots that compile. Use bots without a search.")
        family += [replace(base, item=item) for item in _requested_items(base, asked)]
        if asked.levels and players > 1 and kind in ("", *asked.kinds[:1]):  # these name their own bots
            family.append(replace(base, bots=asked.levels, levels=True))
        families.append(tuple(range(len(cells), len(cells) + len(family))))
        cells += family
        _check_cell_count(len(cells) // max(1, len(asked.kinds)))
    return StudyPlan(tuple(cells), tuple(families), asked.number, int(asked.seed), asked.cap, asked.weighed)


def _check_request(asked: StudyRequest) -> None:
    check_seed(asked.seed)
    for bot, game, players in product((*asked.players_named, *asked.levels), asked.games, asked.players):
        check_bot(bot, game, players)
    if asked.kinds and not 2 <= len(set(asked.kinds)) == len(asked.kinds) <= MAX_KINDS:
        raise BadSetting(f"A study can compare 2 to {MAX_KINDS} kinds of player. Name each once.")
    if not 1 <= asked.number <= MAX_GAMES:
        raise BadSetting(f"A study plays 1 to {MAX_GAMES:,} games of each variant, not {asked.number:,}.")
    if not asked.players or len(set(asked.players)) < len(asked.players):
        raise BadSetting("Name each number of players once.")
    if asked.levels and not 2 <= len(set(asked.levels)) == len(asked.levels) <= MAX_LEVELS:
        raise BadSetting(f"A study can compare 2 to {MAX_LEVELS} levels of play. Name each once.")
    if not 0 <= asked.weighed <= MAX_GAMES:
        raise BadSetting(f"--weigh must be from 0 to {MAX_GAMES:,} games, not {asked.weighed:,}.")
    for key, values in asked.vary.items():
        if not values or key in asked.settings:
            raise BadSetting(
                f"The setting {shorten(key)} can't be both changed and varied. Give one value, or several to compare."
            )
    for players in asked.players:
        if not 1 <= len(asked.bots) <= max(players, 1):
            wanted = "1 bot" if players <= 1 else f"1 to {players} bots"
            raise BadSetting(f"For {count_players(players)}, name {wanted}, not {len(asked.bots)}.")


def _check_cell_count(cells: int) -> None:
    if cells > MAX_CELLS:
        raise BadSetting(f"These are at least {cells:,} variants, but a study can have at most {MAX_CELLS}.")


def _variant_cells(asked: StudyRequest, players: int, kind: str) -> Iterator[PlannedCell]:
    bots = (kind,) if kind else asked.bots
    added = {setting.key for game in asked.games for setting in game.settings}
    for game, rule in zip(asked.games, asked.rules, strict=True):
        lacks = added - {setting.key for setting in game.settings}  # settings that only another house rule has
        vary = {key: values for key, values in asked.vary.items() if key not in lacks}
        settings = {key: value for key, value in asked.settings.items() if key not in lacks}
        seen = []
        for values in product(*vary.values()):
            chosen = dict(zip(vary, values, strict=True))
            agreed = game.settings_for(players, {**settings, **chosen})
            changed = {key: agreed[key] for key in chosen}
            if changed in seen:
                raise BadSetting(f"A setting is named with the same value twice: {', '.join(map(str, values))}.")
            seen.append(changed)
            yield PlannedCell(game, players, agreed, changed, bots, rule, kind=kind)
            _check_cell_count(len(seen))


def _base_index(cells: Sequence[PlannedCell]) -> int:
    """Return the variant that the others are compared with: the one with all settings as usual, or the first."""
    for place, cell in enumerate(cells):
        usual = {setting.key: setting.default for setting in cell.game.settings}
        if cell.rule is None and all(usual[key] == value for key, value in cell.changed.items()):
            return place
    return 0


def _requested_items(base: PlannedCell, asked: StudyRequest) -> list[ExperimentItem]:
    """Return the items with these ids, names or groups; "all" means all of them. From a group, return only the items
    that exist under the settings. Raise BadSetting if nothing is left.
    """
    game = base.game
    known: tuple[ExperimentItem, ...] = game.hooks.ITEMS
    found: dict[str, ExperimentItem] = {}
    for word in asked.items:
        named = [item for item in known if word.lower() in ("all", item.id, item.name.lower(), item.group.lower())]
        there = [item for item in named if _can_set_item(base, item, asked.seed)]
        if not named:
            raise BadSetting(
                f"{game.name} has nothing called {shorten(word)} to grant or deny; {_known_items_text(known)}."
            )
        if not there:
            needed = _needed_setting(base, named, asked)
            raise BadSetting(f"{named[0].name} can't be {named[0].experiment} under these settings{needed}.")
        found |= {item.id: item for item in there}
    return list(found.values())


def _needed_setting(base: PlannedCell, named: Sequence[ExperimentItem], asked: StudyRequest) -> str:
    """Return the one or two settings that make an experiment possible: "; add --option loas=random". If none do, return
    that it takes other settings.
    """
    single = [
        (setting.key, value)
        for setting in base.game.settings
        if setting.key not in asked.vary
        for value in ([True, False] if setting.kind == "switch" else [value for value, _ in setting.choices])
        if value != base.settings[setting.key]
    ]
    pairs = [(one, two) for one, two in combinations(single, 2) if one[0] != two[0]]
    for changes in [*((one,) for one in single), *pairs]:
        with suppress(BadSetting):
            settings = base.game.settings_for(base.players, {**base.settings, **dict(changes)})
            if any(_can_set_item(replace(base, settings=settings), item, asked.seed) for item in named):
                options = [f"--option {key}={format_typed_value(value)}" for key, value in changes]
                return f"; add {' '.join(options)}"
    return ", nor if one or two options are changed"


def _known_items_text(known: Sequence[ExperimentItem]) -> str:
    """Return which items can be asked for, in words."""
    if not known:
        return "it names nothing of the kind"
    kinds = sorted({item.group.lower() for item in known})
    return f"there are {', '.join(kinds)}, all, and each by its name, such as {known[0].id}"


def _can_set_item(base: PlannedCell, item: ExperimentItem, seed: int) -> bool:
    """Return whether the item exists under these settings, by a deal."""
    engine, position, box = engine_of(base.game, False), Position(base.game), DiceBox(written=False)
    Seeded(seed).prepare(box.dice, 0)
    engine.deal(position, base.players, base.game.complete(base.settings), box)
    luck = random.Random(seed)
    return bool(base.game.hooks.hand_out(position.state, 0, item.id, item.experiment == GRANTED, luck))


def non_default_settings(game: Game, settings: Mapping[str, SettingValue]) -> dict[str, SettingValue]:
    """Return the settings that differ from the defaults of the game."""
    usual = {setting.key: setting.default for setting in game.settings}
    return {key: value for key, value in settings.items() if key in usual and value != usual[key]}


def format_typed_value(value: object) -> str:
    """Write a setting's value as it is typed on the command line."""
    return ("on" if value else "off") if isinstance(value, bool) else str(value)
