"""What a study varied, in words: the variants, the one they are held against, and who plays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property

from dicehouse.errors import UnknownGame
from dicehouse.games import find
from dicehouse.kit.settings import Setting, people

from ..chosen import chosen
from ..findings import Cell, Comparison, Findings, Measure
from .numbers import listed

OPEN, CLOSE = "\N{LEFT DOUBLE QUOTATION MARK}", "\N{RIGHT DOUBLE QUOTATION MARK}"
MARKS = ("square", "disc", "triangle", "diamond", "cross", "star")  # the base is always the square


@dataclass(frozen=True, slots=True)
class Variant:
    """Cells that differ in nothing but the number of players."""

    number: int  # its place among all; 0 is the one that the others are held against
    label: str  # "8,000"
    phrase: str  # "a target of 8,000"
    changed: Mapping[str, object]
    rule: str | None

    @property
    def mark(self) -> str:
        """Its sign in all pictures."""
        return MARKS[self.number % len(MARKS)]


class View:
    """Findings, ordered by variant and number of players; `reports` if what varies is the report they come from."""

    def __init__(self, found: Findings, *, reports: bool = False) -> None:
        self.found, self.reports = _known(found), reports
        self.game = found.title or found.game
        self._settings: dict[str, Setting] = {}
        with suppress(UnknownGame):
            self._settings = {setting.key: setting for setting in find(found.game).settings}
        self._keys = self._varied()
        self.chosen = {key: value for key, value in chosen(found).items() if key not in self._keys}
        kinds = [self._kind(cell) for cell in found.cells]
        order = list(dict.fromkeys(kinds))
        base = self._base(kinds)
        compared = {kinds[row.cell] for row in found.comparisons}
        order.sort(key=lambda kind: (kind != base, kind not in compared))
        first = {kind: found.cells[kinds.index(kind)] for kind in order}
        self._kinds = order
        self.variants = [self._variant(number, first[kind]) for number, kind in enumerate(order)]
        self.players = sorted({cell.players for cell in found.cells})
        self._at: dict[tuple[int, int], int] = {}
        for index, cell in enumerate(found.cells):
            self._at.setdefault((order.index(kinds[index]), cell.players), index)
        self._compared = {(row.cell, row.measure): row for row in found.comparisons}

    def _varied(self) -> list[str]:
        """The settings that tell the variants apart; between reports those in which their cells differ."""
        cells = self.found.cells
        keys = list(dict.fromkeys(key for cell in cells for key in (cell.settings if self.reports else cell.changed)))
        if not self.reports:
            return keys
        return [key for key in keys if len({repr(self._value(cell, key)) for cell in cells}) > 1]

    def _kind(self, cell: Cell) -> tuple[object, ...]:
        return (*(repr(self._value(cell, key)) for key in self._keys), cell.rule)

    def _value(self, cell: Cell, key: str) -> object:
        return cell.changed.get(key, cell.settings.get(key))

    def _base(self, kinds: Sequence[tuple[object, ...]]) -> tuple[object, ...]:
        """What others are compared with most often; without comparisons what changes nothing."""
        bases = Counter(kinds[row.base] for row in self.found.comparisons)
        if bases:
            return bases.most_common(1)[0][0]
        unchanged = [k for k, cell in zip(kinds, self.found.cells, strict=True) if not cell.changed and not cell.rule]
        return (unchanged or kinds)[0]

    def _variant(self, number: int, cell: Cell) -> Variant:
        values = {key: self._value(cell, key) for key in self._keys}
        ruled = [cell.rule] if cell.rule else []
        if self.reports and ruled and sum(kind[-1] == cell.rule for kind in self._kinds) == 1:
            label = ruled[0]
        elif len(values) == 1 and not ruled:
            label = next(worded(self._settings.get(key), value) for key, value in values.items())
        else:
            told = self._called(values)
            label = ", ".join([*ruled, *told]) or ", ".join(self._called(self.chosen)) or "as usual"
        phrase = listed([phrased(self._settings.get(key), key, value) for key, value in values.items()])
        if ruled and self.reports:
            phrase = f"{OPEN}{label}{CLOSE}"
        elif ruled:
            own = f"the house rule {OPEN}{cell.rule}{CLOSE}"
            phrase = own if not cell.changed else f"{own} and {phrase}"
        return Variant(number, label, phrase or self.with_all or "the usual rules", values, cell.rule)

    def _called(self, values: Mapping[str, object]) -> list[str]:
        return [f"{self.name_of(key)} {worded(self._settings.get(key), value)}" for key, value in values.items()]

    @property
    def with_all(self) -> str:
        """The options that were set for all games, as they stand after "with"; nothing if all is as usual."""
        return listed([phrased(self._settings.get(key), key, value) for key, value in self.chosen.items()])

    def name_of(self, key: str) -> str:
        """A setting as people call it."""
        return self._settings[key].label if key in self._settings else key

    @property
    def varied(self) -> list[str]:
        """The settings that a study varied, as people call them."""
        return [self.name_of(key) for key in self._keys]

    def title(self, cell: Cell) -> str:
        """A cell as people call it: 8,000, 2 players."""
        kind = self._kind(cell)
        label = next((v.label for v in self.variants if self._kinds[v.number] == kind), cell.name)
        return f"{label}, {tabled(cell.players)}" if self.others else tabled(cell.players)

    def short(self, cell: Cell) -> str:
        """The same where the number of players goes without saying."""
        title = self.title(cell)
        return title if len(self.players) > 1 else title.removesuffix(f", {tabled(cell.players)}")

    @property
    def games(self) -> int:
        """Games in all."""
        return sum(cell.games for cell in self.found.cells)

    @cached_property
    def others(self) -> list[Variant]:
        """All variants but the base."""
        return self.variants[1:]

    def under(self, variant: Variant) -> str:
        """How a sentence about a variant begins: With a target of 8,000; In "before.json"."""
        return f"{'In' if self.reports else 'With'} {variant.phrase}"

    def cell(self, variant: Variant, players: int) -> Cell | None:
        """What was found of a variant with so many players."""
        index = self._at.get((variant.number, players))
        return None if index is None else self.found.cells[index]

    def measure(self, variant: Variant, players: int, name: str) -> Measure | None:
        """One figure of a variant."""
        cell = self.cell(variant, players)
        return None if cell is None else cell.measure(name)

    def compared(self, variant: Variant, players: int, name: str) -> Comparison | None:
        """How a figure of a variant differs from that of the base, over the same games."""
        index = self._at.get((variant.number, players))
        return None if index is None else self._compared.get((index, name))

    @cached_property
    def measures(self) -> list[Measure]:
        """Every measure there is, once, in the order of the study; its figures are those of the first cell with it."""
        return list({m.name: m for cell in reversed(self.found.cells) for m in reversed(cell.measures)}.values())[::-1]


def _known(found: Findings) -> Findings:
    """The same without measures that mean nothing in any game of their cell, such as the lead between partners."""
    cells = [replace(cell, measures=[m for m in cell.measures if m.n]) for cell in found.cells]
    return replace(found, cells=cells)


def worded(setting: Setting | None, value: object) -> str:
    """A value in few words."""
    if setting is not None:
        try:
            words = setting.words(setting.check(value))
        except ValueError:
            words = str(value)
        return words.partition(":")[0]
    if isinstance(value, bool) or value is None:
        return {True: "on", False: "off", None: "as usual"}[value]
    return f"{value:,}" if isinstance(value, int) else str(value)


def phrased(setting: Setting | None, key: str, value: object) -> str:
    """A setting at a value, as it stands after "with": a target of 8,000."""
    name, words = (setting.label if setting else key), worded(setting, value)
    if setting is not None and setting.kind == "number" and name.isalpha() and not name.endswith("s"):
        return f"{'an' if name[0] in 'AEIOU' else 'a'} {name.lower()} of {words}"
    quoted = f"{OPEN}{name}{CLOSE}"
    if isinstance(value, bool):
        return f"{quoted} {words}"
    if isinstance(value, int):
        return f"{quoted} at {words}"
    return f"{quoted} as {OPEN}{words}{CLOSE}"


def tabled(players: int) -> str:
    """So many players, as the head of a panel."""
    return people(players)
