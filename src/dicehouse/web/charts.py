"""Pictures of numbers, drawn here as SVG: their colours come from the page, so that they are right by day, by lamp and
on paper. Each stands beside a table that says the same.
"""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from ..kit.shares import percent
from ..table.past.fairness import half_band
from ..table.past.looked import Point
from ..table.past.statistics import Share, called

BAND = 30.3  # per cent of a lane from its middle to where 95 in 100 end
EDGE = 4.0  # what lies further out is drawn there


def place(count: int, number: int, sides: int) -> float:
    """Where on its lane (0 to 100) a face comes to lie that fell `count` times of `number`."""
    half = half_band(number, sides)
    away = 0.0 if half == 0 else (count - number / sides) / half * BAND
    return min(100 - EDGE, max(EDGE, 50 + away))


def lane(count: int, number: int, face: int) -> Markup:
    """A lane of the shuffleboard: the printed band of fair dice, its darker middle, and the die."""
    at, one_sigma = place(count, number, 6), BAND / 1.96
    return Markup(
        '<svg class="lane" aria-hidden="true" focusable="false"><defs><pattern id="hatch{face}" width="8" height="8"'
        ' patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V8" class="hatch"/></pattern></defs>'
        '<rect class="b2" x="{low}%" width="{wide}%" height="100%"/>'
        '<rect x="{low}%" width="{wide}%" height="100%" fill="url(#hatch{face})"/>'
        '<rect class="b1" x="{inner}%" width="{narrow}%" height="100%"/>'
        '<rect class="edge" x="{low}%" width="2" height="100%"/>'
        '<rect class="edge" x="{high}%" width="2" height="100%"/><rect class="mid" x="50%" width="2" height="100%"/>'
        '<svg x="{at}%" y="50%" overflow="visible"><rect class="under" x="-15" y="-12" width="30" height="31" rx="7"/>'
        '<rect class="top" x="-15" y="-16" width="30" height="30" rx="7"/>{pips}</svg></svg>'
    ).format(
        face=face,
        low=f"{50 - BAND:.2f}",
        high=f"{50 + BAND:.2f}",
        wide=f"{2 * BAND:.2f}",
        inner=f"{50 - one_sigma:.2f}",
        narrow=f"{2 * one_sigma:.2f}",
        at=f"{at:.2f}",
        pips=_pips(face),
    )


PIPS = {1: "C", 2: "AI", 3: "ACI", 4: "AGKI", 5: "AGCKI", 6: "AGDHKI"}
_SPOTS = {"A": (-8, -9), "G": (8, -9), "D": (-8, -1), "C": (0, -1), "H": (8, -1), "K": (-8, 7), "I": (8, 7)}


def _pips(face: int) -> Markup:
    spots = (Markup('<circle cx="{}" cy="{}" r="2.9"/>').format(*_SPOTS[spot]) for spot in PIPS[face])
    return Markup("").join(spots)


def bars(counts: Sequence[int], banded: bool = True) -> Markup:
    """Six small bars. `banded`: around the height of fair dice, with the band of 95 in 100; else from nothing up."""
    number, wide, high = sum(counts), 126, 34
    step = wide / len(counts)
    drawn = Markup("")
    for at, count in enumerate(counts):
        share = place(count, number, len(counts)) / 100 if banded else count / max(1, *counts)
        tall = max(1.0, share * high)
        drawn += Markup('<rect class="bar" x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}" rx="2"/>').format(
            at * step + 1.5, high - tall, step - 3, tall
        )
    band = Markup("")
    if banded:
        band = Markup(
            '<rect class="within" x="0" y="{0:.1f}" width="{1}" height="{2:.1f}"/><path class="rim" d="M0 {0:.1f}H{1}M0'
            ' {3:.1f}H{1}"/>'
        ).format(high * (0.5 - BAND / 100), wide, high * BAND / 50, high * (0.5 + BAND / 100))
    return Markup('<svg class="bars" viewBox="0 0 {} {}" aria-hidden="true" focusable="false">{}{}</svg>').format(
        wide, high, drawn, band
    )


def shares(found: Sequence[Share]) -> Markup:
    """How often somebody won against each kind of opponent: a dot with its 95 % interval, and a mark where it were
    even, if anybody was there.
    """
    left, wide, row, top = 96, 204, 30, 8
    high = top + row * len(found) + 20
    drawn = Markup("")
    for at in (0, 50, 100):
        x = left + wide * at / 100
        anchor = "start" if at == 0 else "end" if at == 100 else "middle"
        drawn += Markup(
            '<path class="grid" d="M{0:.1f} {1}V{2}"/><text x="{0:.1f}" y="{3}" class="{5}">{4} %</text>'
        ).format(x, top, high - 18, high - 4, at, anchor)
    for at, share in enumerate(found):
        y, (low, top_end) = top + row * (at + 0.5), share.interval
        name = called(share.who).partition(",")[0]
        if share.shared:
            even = left + wide * share.fair / share.shared
            drawn += Markup('<path class="even" d="M{:.1f} {:.1f}v14"/>').format(even, y - 7)
        drawn += Markup(
            '<text x="0" y="{y4:.1f}">{name}</text>'
            '<path class="whisker" d="M{low:.1f} {y:.1f}H{high:.1f}M{low:.1f} {ya:.1f}v8M{high:.1f} {ya:.1f}v8"/>'
            '<circle cx="{at:.1f}" cy="{y:.1f}" r="5"/>'
        ).format(
            y=y,
            y4=y + 4,
            ya=y - 4,
            name=name,
            low=left + wide * low,
            high=left + wide * top_end,
            at=left + wide * share.won / max(1, share.games),
        )
    whole = Markup('<svg class="shares" viewBox="0 0 304 {}" aria-hidden="true" focusable="false">{}</svg>')
    return whole.format(high, drawn)


def balanced(share: float) -> Markup:
    """A bar from the middle of its track: to the right what was gained, to the left what was lost; a whole win is half
    of the track.
    """
    wide = min(1.0, abs(share)) * 50
    return Markup(
        '<svg class="balance" viewBox="0 0 100 14" preserveAspectRatio="none" aria-hidden="true" focusable="false">'
        '<rect x="{:.1f}" y="2" width="{:.1f}" height="10"/><path d="M50 0V14"/></svg>'
    ).format(50 - wide if share < 0 else 50, wide)


def line(points: Sequence[Point]) -> Markup:
    """What a decision won or lost over time, on both sides of nothing. With its band, where there is one."""
    left, wide, top, deep, apart = 46, 244, 12, 78, 14
    highest = max(0.0, *(point.gain + (point.half or 0) for point in points))
    lowest = min(0.0, *(point.gain - (point.half or 0) for point in points))
    span = max(0.01, highest - lowest)
    steps = max(1, len(points) - 1)
    xs = [left + wide * (at / steps if len(points) > 1 else 0.5) for at in range(len(points))]

    def y(gain: float) -> float:
        return top + deep * (highest - gain) / span

    path = "M" + "L".join(f"{x:.1f} {y(point.gain):.1f}" for x, point in zip(xs, points, strict=True))
    band = Markup("")
    if len(points) > 1 and all(point.half is not None for point in points):
        upper = [f"{x:.1f} {y(p.gain + (p.half or 0)):.1f}" for x, p in zip(xs, points, strict=True)]
        lower = [f"{x:.1f} {y(p.gain - (p.half or 0)):.1f}" for x, p in zip(xs, points, strict=True)]
        band = Markup('<path class="band" d="M{}Z"/>').format("L".join([*upper, *reversed(lower)]))
    dots = Markup("").join(
        Markup('<circle cx="{:.1f}" cy="{:.1f}" r="{}"/>').format(x, y(point.gain), 5 if at == len(points) - 1 else 2.5)
        for at, (x, point) in enumerate(zip(xs, points, strict=True))
    )
    frame = Markup(
        '<svg class="over-time" viewBox="0 0 300 118" aria-hidden="true" focusable="false">'
        '<path class="zero" d="M{left} {zero:.1f}H{right}"/>{drawn}{marks}<text x="{left}" y="114">first</text>'
        '<text x="{right}" y="114" class="end">now</text></svg>'
    )
    drawn = band + Markup('<path class="ln" d="{}"/>').format(path) + dots
    ends = [percent(end, signed=True) for end in (highest, lowest)]
    told = [(y(end), text) for end, text in zip((highest, lowest), ends, strict=True) if abs(y(end) - y(0)) >= apart]
    marks = Markup("").join(
        Markup('<text x="0" y="{:.1f}">{}</text>').format(at + 4, text) for at, text in [(y(0), "0"), *told]
    )
    return frame.format(left=left, right=left + wide, zero=y(0), drawn=drawn, marks=marks)
