"""Draw a position as one self-contained SVG, for notebooks, documents and the no-JavaScript page.

It has its own dark board, so it fits any page, light or dark. It has no ids, styles or scripts, so several can be on
one page. A die shows colour, icon and both of its letters; under it its stack is drawn from the front.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from math import hypot
from typing import Any

from dicehouse.i18n import Text, _, in_language, join_sentences, join_texts

from ..rules.state import SIZE
from .words import stack_words

CELL = 80
FRAME = 40
DIE = 46
EDGE = 6  # of the top die, below its face
BAND = 14  # the visible part of each die below it
FLOOR = 5  # from the lowest die to the edge of its space

# the fill of a colour, and of the icon on it
PAINT = {"Y": "#f0bf2c", "T": "#107c78", "R": "#c3271f", "P": "#6d3b96", "W": "#f4ecdd"}
INK = {"Y": "#2f2002", "T": "#eefcf7", "R": "#fff6ea", "P": "#fbf1ff", "W": "#2b221a"}
SHADE = {"Y": "#96761a", "T": "#0a4b49", "R": "#771812", "P": "#43245d", "W": "#a89f8d"}
GLOW = {"Y": "#f0bf2c", "T": "#3db8b1", "R": "#f2776d", "P": "#b98fe0", "W": "#f4ecdd"}  # letters on the dark board
GOLD, NIGHT, CREAM = "#ffc42e", "#12201c", "#ffe9c8"
FONT = 'font-family="ui-sans-serif, system-ui, sans-serif" font-weight="700" text-anchor="middle"'

ICONS = {
    "O": "M12 2c5.6 0 9.5 3.6 9.5 8.6 0 2.9-1.2 4.9-3 6.200V20a1.8 1.8 0 0 1-1.8 1.800H7.300A1.8 1.8 0 0 1 5.5 20v"
    "-3.200c-1.8-1.3-3-3.3-3-6.200C2.5 5.6 6.4 2 12 2ZM8.2 8.600a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.400Zm7"
    ".6 0a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.400ZM12 14.200l-1.6 3h3.200Z",
    "V": "m12 1.5 3.1 7 7.4.8-5.6 5 1.7 7.500L12 17.900l-6.6 3.9 1.7-7.5-5.6-5 7.4-.8Z",
    "F": "M8 8.500h8.500V17H8ZM12.2 1.600a10.3 10.3 0 0 1 10.1 8.600h-3A7.4 7.4 0 0 0 6.6 7l2.2 2.200H2V2.400l2.5 "
    "2.500a10.3 10.3 0 0 1 7.7-3.300ZM11.8 22.400A10.3 10.3 0 0 1 1.7 13.800h3A7.4 7.4 0 0 0 17.4 17l-2.2-2.2"
    "00H22v6.800l-2.5-2.500a10.3 10.3 0 0 1-7.7 3.300Z",
    "G": "M12 1.200c3 2 6 2.8 9.7 2.800v7c0 5.6-3.8 9.7-9.7 12-5.9-2.3-9.7-6.4-9.7-12V4c3.7 0 6.7-.8 9.7-2.800ZM12"
    " 5v14.200c3.6-1.7 5.9-4.4 5.9-8.100V7.200c-2.1-.2-4-.8-5.9-2.200Z",
    "S": "M1.5 6.500C6 5 9.5 5.2 12 7c2.5-1.8 6-2 10.5-.5.6 5.6-1.7 11-5.5 11-2.4 0-3.7-2.8-5-2.800s-2.6 2.8-5 2.8"
    "00c-3.8 0-6.1-5.4-5.5-11Zm3.3 4c.5 2 1.6 3 3.1 3 1.3 0 2.1-.8 2.3-2.1-1.7-1.1-3.4-1.4-5.4-.9Zm14.4 0c-.5"
    " 2-1.6 3-3.1 3-1.3 0-2.1-.8-2.3-2.1 1.7-1.1 3.4-1.4 5.4-.9Z",
    "X": "M14.5 2 22.5 8l-8 6v-4H2V6h12.500ZM9.5 10.500V14H22v4H9.500v4l-8-6Z",
}

Point = tuple[float, float]


def picture(view: Mapping[str, Any]) -> str:
    """Return the board of a view as an SVG."""
    return _Board(view).drawn()


class _Board:
    """Draw the board of one view."""

    def __init__(self, view: Mapping[str, Any]) -> None:
        self._view = view
        self._low, high = view["area"]
        self._count = high - self._low + 1
        self._size = 2 * FRAME + CELL * self._count
        self._names = [
            ["abcdefg"[column] + str(SIZE - row) for column in range(self._low, high + 1)]
            for row in range(self._low, high + 1)
        ]

    def drawn(self) -> str:
        size = self._size
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {size} {size}" width="{size}"'
            f' height="{size}">',
            f"<title>{escape(self._title())}</title><desc>{escape(self._words())}</desc>",
            self._frame(),
            *(self._well(name) for row in self._names for name in row),
            self._marks(),
            *(self._stack(name) for row in self._names for name in row),
            self._hop(),
            "</svg>",
        ]
        return "".join(parts)

    # --- in words

    def _title(self) -> str:
        turn = self._view["turn"]
        title = _("The board of Baron Voodoo, turn {turn}", turn=turn) if turn else _("The board of Baron Voodoo")
        return in_language(title)

    def _words(self) -> str:
        board = self._view["board"]
        stacks = [
            Text("{space}: {dice}", {"space": name, "dice": stack_words(board[name])})
            for row in self._names
            for name in row
            if name in board
        ]
        last = self._view["last"]
        jumped = ""
        if last:
            jumped = _(
                "The last jump went from {source} over {over} to {target}.",
                source=last["from"],
                over=last["over"],
                target=last["to"],
            )
        dice = Text("{stacks}.", {"stacks": join_texts(stacks, "; ")}) if stacks else _("The board has no dice.")
        return in_language(join_sentences(dice, jumped))

    # --- the board itself

    def _corner(self, name: str) -> Point:
        """Return the upper left corner of a space."""
        column, row = "abcdefg".index(name[0]) - self._low, SIZE - int(name[1]) - self._low
        return FRAME + CELL * column, FRAME + CELL * row

    def _frame(self) -> str:
        size, field = self._size, CELL * self._count
        half = size / 2
        parts = [
            _box(0, 0, size, size, 24, fill="#7a4a26"),
            _box(3, 3, size - 6, size - 6, 21, fill="none", stroke="#d39c66", stroke_width=2, stroke_opacity=0.6),
            _box(FRAME - 5, FRAME - 5, field + 10, field + 10, 12, fill="#2f1a0c"),
            _box(FRAME - 2, FRAME - 2, field + 4, field + 4, 10, fill="#20352e"),
            f'<g fill="none" stroke="#f3e9d2" stroke-opacity="0.2" stroke-width="3">'
            f'<circle cx="{half}" cy="{half}" r="{field * 0.46}"/>'
            f'<circle cx="{half}" cy="{half}" r="{field * 0.43}" stroke-dasharray="3 13" stroke-linecap="round"/>'
            f'<path d="M{half} {FRAME + 14}V{size - FRAME - 14}M{FRAME + 14} {half}H{size - FRAME - 14}"/></g>',
        ]
        for i in range(self._count):
            middle = FRAME + CELL * i + CELL / 2
            file, rank = self._names[0][i][0], self._names[i][0][1]
            parts.append(_text(middle, size - 13, 19, file, CREAM) + _text(20, middle + 7, 19, rank, CREAM))
        return "".join(parts)

    def _well(self, name: str) -> str:
        x, y = self._corner(name)
        colour = self._view["layout"][7 * (SIZE - int(name[1])) + "abcdefg".index(name[0])]
        paint = PAINT.get(colour, "#5d6f68")
        well = _box(x + 3, y + 3, CELL - 6, CELL - 6, 16, fill=NIGHT, fill_opacity=0.72)
        rim = _box(
            x + 4, y + 4, CELL - 8, CELL - 8, 15, fill="none", stroke=paint, stroke_width=2.5, stroke_opacity=0.7
        )
        if name in self._view["board"]:
            return well + rim
        if self._view["pool"] and colour in PAINT:  # while dice are placed, the colour of a space matters
            return well + rim + _text(x + CELL / 2, y + CELL / 2 + 9, 26, colour, GLOW[colour])
        return well + rim + f'<circle cx="{x + CELL / 2}" cy="{y + CELL / 2}" r="5" fill="{paint}" fill-opacity="0.7"/>'

    # --- the last jump, and the die that a power holds

    def _marks(self) -> str:
        last, held = self._view["last"], self._view["held"]
        parts = []
        if last:
            parts.append(self._ring(last["from"], stroke_dasharray="9 7"))
            parts.append(self._ring(last["to"], fill=GOLD, fill_opacity=0.28))
        for space in (held["space"], held["first"]) if held else ():
            parts.append(self._ring(space, fill=CREAM, fill_opacity=0.25) if space else "")
        return "".join(parts)

    def _ring(self, name: str, **look: str | float) -> str:
        x, y = self._corner(name)
        return _box(x + 2, y + 2, CELL - 4, CELL - 4, 17, **{"fill": "none", "stroke": GOLD, "stroke_width": 3, **look})

    def _hop(self) -> str:
        """Draw the last jump as an arrow over the captured die."""
        last = self._view["last"]
        if not last:
            return ""
        (x1, y1), (x2, y2) = (self._middle(last[end]) for end in ("from", "to"))
        length = hypot(x2 - x1, y2 - y1)
        along = (x2 - x1) / length, (y2 - y1) / length
        across = (along[1], -along[0]) if along[0] > 0 else (-along[1], along[0])
        bend = (x1 + x2) / 2 + across[0] * 46, (y1 + y2) / 2 + across[1] * 46
        start = x1 + along[0] * 26 + across[0] * 14, y1 + along[1] * 26 + across[1] * 14
        tip = x2 - along[0] * 45 + across[0] * 10, y2 - along[1] * 45 + across[1] * 10
        line = f"M{_at(start)}Q{_at(bend)} {_at(tip)}"
        way = tip[0] - bend[0], tip[1] - bend[1]
        head = _arrow_head(tip, (way[0] / hypot(*way), way[1] / hypot(*way)))
        return (
            f'<g fill="none" stroke-linecap="round" stroke-linejoin="round">'
            f'<path d="{line}" stroke="{NIGHT}" stroke-opacity="0.75" stroke-width="11"/>'
            f'<path d="{head}" fill="{GOLD}" stroke="{NIGHT}" stroke-opacity="0.75" stroke-width="5"/>'
            f'<path d="{line}" stroke="{GOLD}" stroke-width="6"/><path d="{head}" fill="{GOLD}"/></g>'
        )

    def _middle(self, name: str) -> Point:
        x, y = self._corner(name)
        return x + CELL / 2, y + CELL / 2

    # --- the dice

    def _stack(self, name: str) -> str:
        dice: Sequence[str] = self._view["board"].get(name, ())
        if not dice:
            return ""
        x, y = self._corner(name)
        left, bottom = x + (CELL - DIE) / 2, y + CELL - FLOOR
        below = "".join(_side(left, bottom - BAND * (i + 1), die) for i, die in enumerate(dice[:-1]))
        top = bottom - BAND * (len(dice) - 1) - EDGE - DIE
        shadow = _box(left + 3, bottom - 14, DIE + 4, 19, 9, fill="#000", fill_opacity=0.4)
        badge = _badge(left - 3, bottom - 9, str(len(dice))) if len(dice) > 1 else ""
        guard = _shield(left + DIE - 2, top + 3) if dice[-1][0] in self._guarded() else ""
        return shadow + below + _top(left, top, dice[-1]) + badge + guard

    def _guarded(self) -> set[str]:
        """Return the colours that are under Protection."""
        players = [*self._view["seats"], *([self._view["baron"]] if self._view["baron"] else [])]
        return {one["loa"] for one in players if one["guarded"] and one["loa"]}


def _top(x: float, y: float, die: str) -> str:
    colour, face = die[0], die[1]
    ink, scale = INK[colour], 26 / 24
    return (
        _box(x, y + 9, DIE, DIE + EDGE - 9, 10, fill=SHADE[colour])
        + _box(x, y, DIE, DIE, 10, fill=PAINT[colour], stroke="#000", stroke_opacity=0.25)
        + f'<path d="M{x + 9} {y + 2.5}H{x + DIE - 9}" stroke="#fff" stroke-opacity="0.45" stroke-width="2"'
        + ' stroke-linecap="round"/>'
        + f'<path transform="translate({x + (DIE - 26) / 2} {y + 4.5}) scale({scale:.3f})" fill="{ink}"'
        + f' fill-rule="evenodd" d="{ICONS[face]}"/>'
        + _text(x + DIE / 2, y + DIE - 3.5, 12, escape(die), ink)
    )


def _side(x: float, y: float, die: str) -> str:
    """Draw a die under others: its front, with its letters."""
    colour = die[0]
    return _box(x, y - 8, DIE, BAND + 8, 5, fill=PAINT[colour], stroke="#000", stroke_opacity=0.45) + _text(
        x + DIE / 2, y + BAND - 3, 12, escape(die), INK[colour]
    )


def _badge(x: float, y: float, number: str) -> str:
    disc = f'<circle cx="{x}" cy="{y}" r="9.5" fill="{NIGHT}" stroke="{CREAM}" stroke-width="1.5"/>'
    return disc + _text(x, y + 4.5, 13, number, CREAM)


def _shield(x: float, y: float) -> str:
    return (
        f'<circle cx="{x}" cy="{y}" r="9.5" fill="#fbf3de" stroke="{NIGHT}" stroke-width="1"/>'
        f'<path transform="translate({x - 6.5} {y - 6.5}) scale(0.54)" fill="#1d3a33" fill-rule="evenodd"'
        f' d="{ICONS["G"]}"/>'
    )


def _arrow_head(tip: Point, way: Point) -> str:
    (x, y), (dx, dy) = tip, way
    front = x + dx * 12, y + dy * 12
    left, right = (x - dy * 11 - dx * 5, y + dx * 11 - dy * 5), (x + dy * 11 - dx * 5, y - dx * 11 - dy * 5)
    return f"M{_at(front)}L{_at(left)}L{_at(right)}Z"


def _at(point: Point) -> str:
    return f"{point[0]:.1f} {point[1]:.1f}"


def _box(x: float, y: float, width: float, height: float, round_: float, **look: str | float) -> str:
    shown = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in look.items())
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{round_}"{shown}/>'


def _text(x: float, y: float, size: float, text: str, fill: str, **look: str | float) -> str:
    shown = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in look.items())
    return f'<text x="{x}" y="{y}" font-size="{size}" fill="{fill}" {FONT}{shown}>{text}</text>'
