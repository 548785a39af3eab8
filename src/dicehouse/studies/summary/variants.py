"""Put into words what a study varied: the variants, the one they are compared with, and the settings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property

from dicehouse.core.settings import Setting, SettingValue
from dicehouse.errors import UnknownGame
from dicehouse.games import find
from dicehouse.text_format import count_players

from ..result_types import CellResult, Comparison, MeasuredValue, ResultFields
from ..study_plan import non_default_settings
from .kinds import among, kinds_of, only_kind
from .number_words import join_words

OPEN_QUOTE, CLOSE_QUOTE = "\N{LEFT DOUBLE QUOTATION MARK}", "\N{RIGHT DOUBLE QUOTATION MARK}"
MARKS = ("square", "disc", "triangle", "diamond", "cross", "star")  # the base is always the square


@dataclass(frozen=True, slots=True)
class Variant:
    """Hold what is common to cells that differ only in the number of players."""

    number: int  # its place among all; 0 is the base, with which the others are compared
    label: str  # "8,000"
    phrase: str  # "a target of 8,000"
    changed: Mapping[str, object]
    rule: str | None

    @property
    def mark(self) -> str:
        """Return the mark of the variant in all charts."""
        return MARKS[self.number % len(MARKS)]


class VariantTable:
    """Order a result by variant and number of players; `reports` is True if each variant is one of several joined
    reports.

    `found` is the part that was played by one kind of player, by default the first, and `whole` is all of it.
    """

    def __init__(self, found: ResultFields, *, reports: bool = False, kind: str | None = None) -> None:
        self.whole, self.reports = _drop_empty_measures(found), reports
        self.kinds = kinds_of(self.whole)
        self.kind = self.kinds[0] if kind is None else kind
        self.found = only_kind(self.whole, self.kind) if len(self.kinds) > 1 else self.whole
        found = self.found
        self.game = found.title or found.game
        self._settings: dict[str, Setting] = {}
        with suppress(UnknownGame):
            self._settings = {setting.key: setting for setting in find(found.game).settings}
        self._keys = self._varied()
        self.chosen = {key: value for key, value in fixed_settings(found).items() if key not in self._keys}
        kinds = [self._variant_key(cell) for cell in found.cells]
        order = list(dict.fromkeys(kinds))
        base = self._base(kinds)
        compared = {kinds[row.cell] for row in found.comparisons}
        order.sort(key=lambda kind: (kind != base, kind not in compared))
        first = {kind: found.cells[kinds.index(kind)] for kind in order}
        self._keys_in_order = order
        self.variants = [self._variant(number, first[kind]) for number, kind in enumerate(order)]
        self.players = sorted({cell.players for cell in found.cells})
        self._at: dict[tuple[int, int], int] = {}
        for index, cell in enumerate(found.cells):
            self._at.setdefault((order.index(kinds[index]), cell.players), index)
        self._compared = {(row.cell, row.measure): row for row in found.comparisons}

    def _varied(self) -> list[str]:
        """Return the settings that tell the variants apart; between reports those in which their cells differ."""
        cells = self.found.cells
        keys = list(dict.fromkeys(key for cell in cells for key in (cell.settings if self.reports else cell.changed)))
        if not self.reports:
            return keys
        return [key for key in keys if len({repr(self._value(cell, key)) for cell in cells}) > 1]

    def _variant_key(self, cell: CellResult) -> tuple[object, ...]:
        return (*(repr(self._value(cell, key)) for key in self._keys), cell.rule)

    def _value(self, cell: CellResult, key: str) -> object:
        return cell.changed.get(key, cell.settings.get(key))

    def _base(self, kinds: Sequence[tuple[object, ...]]) -> tuple[object, ...]:
        """Return the variant that others are compared with most often; without comparisons the one that changes
        nothing.
        """
        bases = Counter(kinds[row.base] for row in self.found.comparisons)
        if bases:
            return bases.most_common(1)[0][0]
        unchanged = [k for k, cell in zip(kinds, self.found.cells, strict=True) if not cell.changed and not cell.rule]
        return (unchanged or kinds)[0]

    def _variant(self, number: int, cell: CellResult) -> Variant:
        values = {key: self._value(cell, key) for key in self._keys}
        ruled = [cell.rule] if cell.rule else []
        if self.reports and ruled and sum(kind[-1] == cell.rule for kind in self._keys_in_order) == 1:
            label = ruled[0]
        elif len(values) == 1 and not ruled:
            label = next(value_words(self._settings.get(key), value) for key, value in values.items())
        else:
            labels = self._setting_labels(values)
            label = ", ".join([*ruled, *labels]) or ", ".join(self._setting_labels(self.chosen)) or "as usual"
        phrase = join_words([setting_phrase(self._settings.get(key), key, value) for key, value in values.items()])
        if ruled and self.reports:
            phrase = f"{OPEN_QUOTE}{label}{CLOSE_QUOTE}"
        elif ruled:
            own = f"the house rule {OPEN_QUOTE}{cell.rule}{CLOSE_QUOTE}"
            phrase = own if not cell.changed else f"{own} and {phrase}"
        return Variant(number, label, phrase or self.fixed_words or "the usual rules", values, cell.rule)

    def _setting_labels(self, values: Mapping[str, object]) -> list[str]:
        return [f"{self.name_of(key)} {value_words(self._settings.get(key), value)}" for key, value in values.items()]

    @property
    def fixed_words(self) -> str:
        """Return the options that were set for all games, to be put after "with"; empty if all is as usual."""
        return join_words([setting_phrase(self._settings.get(key), key, value) for key, value in self.chosen.items()])

    def name_of(self, key: str) -> str:
        """Return the label of a setting."""
        return self._settings[key].label if key in self._settings else key

    @property
    def varied(self) -> list[str]:
        """Return the labels of the settings that the study varied."""
        return [self.name_of(key) for key in self._keys]

    def title(self, cell: CellResult) -> str:
        """Return a cell in words: 8,000, 2 players, sensible bots."""
        return ", ".join(self._title_parts(cell, with_players=True))

    def short(self, cell: CellResult) -> str:
        """Return the title of a cell, without the number of players if the study has only one."""
        parts = self._title_parts(cell, with_players=len(self.players) > 1)
        return ", ".join(parts) or count_players(cell.players)

    def _title_parts(self, cell: CellResult, *, with_players: bool) -> list[str]:
        key = self._variant_key(cell)
        label = next((v.label for v in self.variants if self._keys_in_order[v.number] == key), cell.name)
        seated = [count_players(cell.players)] if with_players else []
        kind = [f"{cell.kind} bots"] if len(self.kinds) > 1 and cell.kind else []
        return [*([label] if self.others else []), *seated, *kind]

    @property
    def games(self) -> int:
        """Return the number of games in all."""
        return sum(cell.games for cell in self.whole.cells)

    @cached_property
    def other_kinds(self) -> list[VariantTable]:
        """Return the tables of the other kinds of player."""
        others = [kind for kind in self.kinds if kind != self.kind]
        return [VariantTable(self.whole, reports=self.reports, kind=kind) for kind in others]

    @cached_property
    def every_kind(self) -> list[VariantTable]:
        """Return the tables of all kinds of player, this one first."""
        return [self, *self.other_kinds]

    @property
    def among(self) -> str:
        """Return the words that limit a sentence to this kind of player: among sensible bots."""
        return among([self.kind] if self.kind else self.found.bots)

    def same_variant(self, variant: Variant) -> Variant | None:
        """Return the variant of this table with the same rules, None if it has none."""
        alike = (v for v in self.variants if (v.changed, v.rule) == (variant.changed, variant.rule))
        return next(alike, None)

    @cached_property
    def others(self) -> list[Variant]:
        """Return all variants but the base."""
        return self.variants[1:]

    def under(self, variant: Variant) -> str:
        """Return the beginning of a sentence about a variant: With a target of 8,000; In "before.json"."""
        return f"{'In' if self.reports else 'With'} {variant.phrase}"

    def cell(self, variant: Variant, players: int) -> CellResult | None:
        """Return what was found of a variant with this number of `players`, None if it was not played."""
        index = self._at.get((variant.number, players))
        return None if index is None else self.found.cells[index]

    def measure(self, variant: Variant, players: int, name: str) -> MeasuredValue | None:
        """Return one figure of a variant, None if it is not known."""
        cell = self.cell(variant, players)
        return None if cell is None else cell.measure(name)

    def compared(self, variant: Variant, players: int, name: str) -> Comparison | None:
        """Return how a figure of a variant differs from the base's over the same games; None if not known."""
        index = self._at.get((variant.number, players))
        return None if index is None else self._compared.get((index, name))

    @cached_property
    def measures(self) -> list[MeasuredValue]:
        """Return every measure once, in the order of the study; its figures are those of the first cell with it."""
        return list({m.name: m for cell in reversed(self.found.cells) for m in reversed(cell.measures)}.values())[::-1]


def _drop_empty_measures(found: ResultFields) -> ResultFields:
    """Return `found` without measures that no game of a cell has, such as the lead between partners."""
    cells = [replace(cell, measures=[m for m in cell.measures if m.n]) for cell in found.cells]
    return replace(found, cells=cells)


def value_words(setting: Setting | None, value: object) -> str:
    """Return a value of a setting in few words."""
    if setting is not None:
        try:
            words = setting.words(setting.check(value))
        except ValueError:
            words = str(value)
        return words.partition(":")[0]
    if isinstance(value, bool) or value is None:
        return {True: "on", False: "off", None: "as usual"}[value]
    return f"{value:,}" if isinstance(value, int) else str(value)


def setting_phrase(setting: Setting | None, key: str, value: object) -> str:
    """Return a setting at a value, to be put after "with": a target of 8,000."""
    name, words = (setting.label if setting else key), value_words(setting, value)
    if setting is not None and setting.kind == "number" and name.isalpha() and not name.endswith("s"):
        return f"{'an' if name[0] in 'AEIOU' else 'a'} {name.lower()} of {words}"
    quoted = f"{OPEN_QUOTE}{name}{CLOSE_QUOTE}"
    if isinstance(value, bool):
        return f"{quoted} {words}"
    if isinstance(value, int):
        return f"{quoted} set to {words}"
    return f"{quoted} set to {OPEN_QUOTE}{words}{CLOSE_QUOTE}"


def fixed_settings(found: ResultFields) -> dict[str, SettingValue]:
    """Return the settings that all cells have in common, that are not the defaults and were not varied.

    Return none if the game of the study is not known here.
    """
    try:
        game = find(found.game)
    except UnknownGame:
        return {}
    varied = {key for cell in found.cells for key in cell.changed}
    first, *others = (non_default_settings(game, cell.settings) for cell in found.cells)
    return {
        key: value
        for key, value in first.items()
        if key not in varied and all(key in other and other[key] == value for other in others)
    }
